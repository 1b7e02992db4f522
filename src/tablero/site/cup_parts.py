"""The parts of a tournament's page, as one visitor sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import quote

import segno
from babel.dates import format_timedelta
from babel.numbers import format_decimal
from markupsafe import Markup, escape

from tablero.bots import LEVELS
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.people.cup import FILLER, Cell, Cup, CupTable, Line, has_final
from tablero.people.forecast import Chances, Forecast, forecast
from tablero.people.names import GUEST
from tablero.people.pairing import Round
from tablero.site.cup_words import best_of, days, places_worth, points_of, subtitle
from tablero.site.language import Tongue
from tablero.site.people import Guest
from tablero.site.render import render
from tablero.site.seats import called, seat_name, seat_note
from tablero.store import House
from tablero.store.accounts import Account
from tablero.table import Holder, NoSuchTable, OtherRules, Table

MOST_OUTLOOKS = 200  # that are kept in memory


@dataclass(frozen=True)
class Face:
    """A player as the page shows them. `key` is what the medallion is carved from: never an id of a person."""

    number: int
    name: str
    note: str
    me: bool
    withdrawn: bool
    key: str
    page: str = ""  # of somebody with an account


@dataclass(frozen=True)
class RoundTab:
    """One field of the strip of rounds."""

    number: int
    title: str
    note: str
    state: str  # done, now, later
    shown: bool


@dataclass(frozen=True)
class Row:
    """One line of the standings."""

    place: int
    face: Face
    cells: Sequence[tuple[str, str, str]]  # what it shows, how, and what a screen reader says
    last: tuple[str, str, str]  # the latest round that brought something, for narrow screens
    points: str
    share: int
    cut: bool  # the first who does not reach the final


@dataclass(frozen=True)
class TableRow:
    """One table of a round."""

    number: int
    faces: Sequence[Face]
    match: str
    over: bool
    bye: bool
    mine: bool
    turn: bool  # the visitor owes a decision
    words: str
    progress: int | None  # in per cent


@dataclass(frozen=True)
class Outlook:
    """What would come next from here. `version` is the tournament's."""

    version: int
    pairings: Round | None
    forecast: Forecast | None = None


class Outlooks:
    """What would come next in each tournament, worked out once for each version, beside the loop: it takes half a second."""

    def __init__(self) -> None:
        self._known: dict[str, Outlook] = {}

    async def of(self, cup: Cup, odds: bool = False) -> Outlook:
        """The next pairings, and the chances when they are asked for and something has been played."""
        odds = odds and any(table.ranks is not None for table in cup.tables)
        found = self._known.get(cup.key)
        if found is None or found.version != cup.version or (odds and found.forecast is None):
            found = await asyncio.to_thread(_look_ahead, cup, odds)
            while len(self._known) >= MOST_OUTLOOKS:
                del self._known[next(iter(self._known))]
            self._known[cup.key] = found
        return found


def _look_ahead(cup: Cup, odds: bool) -> Outlook:
    if cup.stage != "running":
        return Outlook(cup.version, None)
    return Outlook(cup.version, cup.next_round(), forecast(cup) if odds else None)


async def tables_of(house: House, cup: Cup, number: int) -> dict[str, Table]:
    """The tables of a round that can be read here, by id."""
    found = {}
    for drawn in cup.tables:
        if drawn.round == number and drawn.match and drawn.stage != "drawn":
            try:
                found[drawn.match] = await house.table(drawn.match)
            except (NoSuchTable, OtherRules):
                continue
    return found


@cache
def usual_length(game: str, seats: int) -> int:
    """How many moves a game takes, about: as many as one that is played at random."""
    luck = seeded(seats)
    state = find_game(game).start(seats=seats, seed=1)
    for made in range(10_000):
        actors = state.actors()
        if not actors:
            return max(1, made)
        moves = state.moves(actors[0])
        state.play(actors[0], moves[luck.below(len(moves))])
    return 10_000


@dataclass(frozen=True)
class CupSight:
    """A tournament as somebody sees it."""

    cup: Cup
    person: str
    tongue: Tongue
    round: int  # whose tables are shown
    tables: Mapping[str, Table]
    outlook: Outlook
    name: str = ""  # the visitor's own
    link: str = ""  # the whole address of its page
    accounts: Mapping[str, Account] = field(default_factory=dict)  # of people who have one, by their ids
    guest: bool = True  # the visitor has no account

    @property
    def me(self) -> int | None:
        player = self.cup.player_of(self.person)
        return None if player is None else player.number

    @property
    def hosts(self) -> bool:
        return bool(self.person) and self.person == self.cup.host

    def face(self, number: int) -> Face:
        say, player = self.tongue.say, self.cup.player(number)
        if player is None or number == FILLER:
            return Face(FILLER, say("Bot"), say("fills a seat"), False, False, "")
        holder = Holder("bot" if player.is_bot else "person", player.name, level=player.level)
        mine = number == self.me
        note = say("invited") if player.state == "invited" else seat_note(holder, mine, say)
        account = self.accounts.get(player.person)
        key = f"{self.cup.key} {number}" if account is None else account.badge
        own_page = "" if account is None else f"/people/{quote(account.name)}"
        return Face(number, called(player.name, say), note, mine, player.state == "withdrawn", key, own_page)

    # ---------------------------------------------------------------- the strip of rounds

    def rounds(self) -> list[RoundTab]:
        return [self._round(number) for number in range(1, self.cup.length + 1)]

    def title(self, number: int) -> str:
        say = self.tongue.say
        final = self.cup.rules.final and number == self.cup.length
        return say("Final") if final else say("Round {round}", round=number)

    def _round(self, number: int) -> RoundTab:
        say, cup = self.tongue.say, self.cup
        drawn = [table for table in cup.tables if table.round == number]
        over = [table for table in drawn if table.stage == "over"]
        if drawn and len(over) == len(drawn):
            state = "done"
            note = days(min(t.drawn for t in drawn), max(t.ended or t.drawn for t in drawn), self.tongue)
        elif drawn:
            state = "now"
            note = say.plural(
                "{done} of {n} table done", "{done} of {n} tables done", len(drawn), done=len(over), n=len(drawn)
            )
        else:
            state = "later"
            last = cup.rules.final and number == cup.length - 1
            note = best_of(cup.rules, self.tongue) if last else say("to come")
        return RoundTab(number, self.title(number), note, state, number == self.round and bool(drawn))

    # ---------------------------------------------------------------- the standings

    def standings(self) -> list[Row]:
        cup = self.cup
        cut = cup.rules.seats if has_final(cup.rules, cup.players) and cup.round <= cup.rules.rounds else -1
        return [self._row(line, place == cut) for place, line in enumerate(cup.standings())]

    def _row(self, line: Line, cut: bool) -> Row:
        cells = [self._cell(cell) for cell in line.cells]
        played = [
            shown for cell, shown in zip(line.cells, cells, strict=True) if cell is not None and cell.place is not None
        ]
        empty = [("", "later", "")] * (self.cup.length - len(cells))
        return Row(
            line.place, self.face(line.player), [*cells, *empty], played[-1] if played else ("", "later", ""),
            points_of(line.points), round(line.share), cut,
        )  # fmt: skip

    def _cell(self, cell: Cell | None) -> tuple[str, str, str]:
        say = self.tongue.say
        if cell is None:
            return "–", "none", say("did not play")
        if cell.bye:
            return "+", "p1", say("bye")
        if cell.place is None:
            return "…", "run", say("still plays")
        return f"{cell.place}", f"p{cell.place}", say("shared") if cell.shared else ""

    # ---------------------------------------------------------------- the tables of a round

    def table_rows(self) -> list[TableRow]:
        rows = [self._table_row(drawn) for drawn in self.cup.tables if drawn.round == self.round]
        return sorted(rows, key=lambda row: (not row.mine, row.number))

    def _table_row(self, drawn: CupTable) -> TableRow:
        say = self.tongue.say
        faces = [self.face(number) for number in drawn.players]
        mine = any(face.me for face in faces)
        table = self.tables.get(drawn.match)
        words, progress, turn = "", None, False
        if drawn.played.bye:
            words = say("has a bye in this round")
        elif drawn.ranks is not None:
            order = sorted(zip(drawn.ranks, faces, strict=True), key=lambda one: one[0])
            words = say("finished: {places}", places=", ".join(f"{rank}. {face.name}" for rank, face in order))
        elif table is None:
            words = say("is being laid")
        else:
            turn = mine and table.seat_of(self.person) in table.actors()
            words = self._state(table, turn)
            usual = usual_length(table.game.name, table.seats)
            progress = min(97, round(100 * table.version_for(None) / usual))
        return TableRow(
            drawn.number, faces, drawn.match if table is not None else "", drawn.stage == "over", drawn.played.bye, mine, turn,
            words, progress,
        )  # fmt: skip

    def _state(self, table: Table, mine: bool) -> str:
        """Where a running game is, and for whom everybody waits."""
        say, parts = self.tongue.say, []
        seats = table.actors()
        if seats and not mine:
            names = say.every([seat_name(table.holders[seat], say) for seat in seats])
            parts.append(say.plural("{names} thinks", "{names} think", len(seats), names=names))
        if table.terms.pace == "days" and (end := table.clocks.deadline()) is not None:
            left = format_timedelta(int(max(60, end - table.clock())), threshold=1.5, locale=self.tongue.locale)
            parts.append(say("{time} left", time=left))
        if away := [seat_name(table.holders[seat], say) for seat in table.stood_in]:
            parts.append(say("a bot stands in for {names}", names=say.every(away)))
        parts.append(say("round {round} of the game", round=table.view(None)["round"]))
        return ", ".join(parts)

    # ---------------------------------------------------------------- what comes next

    def pairings(self) -> list[list[Face]]:
        """Who would meet, the better ones first: seats are told when they are drawn."""
        order = {line.player: place for place, line in enumerate(self.cup.standings())}
        tables = (sorted(table, key=lambda number: order[number]) for table in self.outlook.pairings or ())
        return [[self.face(number) for number in table] for table in tables]

    def chances(self) -> Chances | None:
        """Of the visitor, who still plays."""
        found = self.outlook.forecast
        return None if found is None or self.me is None else found.chances.get(self.me)

    def played_out(self) -> str:
        """How many cups the chances come from."""
        found = self.outlook.forecast
        return format_decimal(0 if found is None else found.played_out, locale=self.tongue.locale)

    # ---------------------------------------------------------------- the page

    def parts(self) -> dict[str, str]:
        """What changes while somebody looks, by the id of its place."""
        shared = {
            "sight": self, "cup": self.cup, "me": self.me, "hosts": self.hosts, "levels": LEVELS, "name": self.name,
            "worth": places_worth(self.cup.rules, self.tongue), "swiss": self.cup.rules.kind == "swiss",
            "watched": bool(self.cup.rules.terms.get("watched", True)),
            "next_title": self.title(self.cup.round + 1) if self.cup.round < self.cup.length else "",
        }  # fmt: skip
        told = {"cup-about": str(escape(subtitle(self.cup, self.tongue))), "cup-stage": str(escape(self._stage()))}
        if self.cup.stage == "open":
            names = {"cup-left": "players", "cup-middle": "joining", "cup-next": "invite"}
            shared |= {"link": self.link, "code": code_of(self.link)}
            told |= {"cup-rounds": ""}
        else:
            names = {"cup-left": "standings", "cup-middle": "tables", "cup-rounds": "rounds", "cup-next": "next"}
        return told | {place: render(f"parts/cup-{name}.jinja", self.tongue, **shared) for place, name in names.items()}

    def _stage(self) -> str:
        """A sentence for those who listen: what has happened to the tournament."""
        say, cup = self.tongue.say, self.cup
        if cup.stage == "open":
            return say("People can join.")
        if cup.stage == "closed":
            return say("This tournament was closed before its end.")
        if cup.stage == "over":
            first = [self.face(line.player).name for line in cup.standings() if line.place == 1]
            return say.plural("{names} has won the tournament.", "{names} have won the tournament.", len(first),
                              names=say.every(first))  # fmt: skip
        return (
            say("{round} is on.", round=self.title(cup.round)) if cup.round else say("The first round is being drawn.")
        )


def code_of(link: str) -> Markup:
    """An address as a code for the camera of a phone: dark on light, whatever the theme."""
    drawn = segno.make(link, error="m", micro=False)
    return Markup(drawn.svg_inline(border=2, dark="#2a2018", light="#fffaf0", omitsize=True))


async def sight_of(
    house: House,
    outlooks: Outlooks,
    cup: Cup,
    guest: Guest,
    tongue: Tongue,
    round: int | None,
    address: str,
    odds: bool = False,
) -> CupSight:
    """What somebody sees of a tournament now. The chances take a moment: pages get them once they are there."""
    shown = round if round is not None and 1 <= round <= cup.round else cup.round
    wants = odds and cup.stage == "running" and cup.player_of(guest.id) is not None
    outlook = await outlooks.of(cup, wants)
    tables = await tables_of(house, cup, shown)
    people = [player.person for player in cup.players if player.person]
    accounts = await house.accounts.among(people)
    return CupSight(
        cup,
        guest.id,
        tongue,
        shown,
        tables,
        outlook,
        called(guest.name or GUEST, tongue.say),
        f"{address}/cups/{cup.key}",
        accounts,
        guest.account is None,
    )
