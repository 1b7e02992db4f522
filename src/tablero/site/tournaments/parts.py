"""Parts of a tournament's page for one visitor, and the cache of forecasts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

import segno
from babel.numbers import format_decimal
from markupsafe import Markup, escape

from tablero.bots import LEVELS
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.people.names import GUEST_NAME
from tablero.site.tournaments.text import (
    places_worth,
    points_of,
    round_note,
    round_title,
    stage_sentence,
    subtitle,
    table_note,
)
from tablero.site.web.identity import Guest
from tablero.store import Store
from tablero.store.people.accounts import Account
from tablero.table import Holder, NoSuchTable, OtherRules, Table
from tablero.tournaments.forecast import Chances, Forecast, forecast
from tablero.tournaments.pairing import Round
from tablero.tournaments.tournament import (
    FILLER_NUMBER,
    RoundResult,
    Tournament,
    TournamentStanding,
    TournamentTable,
    has_final,
)
from tablero.ui.language import Language
from tablero.ui.names import called, seat_note
from tablero.ui.rendering import render

MAX_CACHED_FORECASTS = 200


@dataclass(frozen=True)
class Face:
    """A player as the page shows one. The avatar is drawn from `key`, which is never a user's id."""

    number: int
    name: str
    note: str
    me: bool
    withdrawn: bool
    key: str
    page: str = ""  # address of the profile of a user with an account


@dataclass(frozen=True)
class RoundTab:
    """One tab of the strip of rounds."""

    number: int
    title: str
    note: str
    state: str  # done, now, later
    shown: bool


@dataclass(frozen=True)
class StandingRow:
    """One line of the standings."""

    place: int
    face: Face
    cells: Sequence[tuple[str, str, str]]  # text, style, and text for screen readers
    last: tuple[str, str, str]  # the latest result, for narrow screens
    points: str
    share: int
    cut: bool  # the first player below the final


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
class RoundForecast:
    """Next pairings and chances in one version of a tournament."""

    version: int
    pairings: Round | None
    odds: Forecast | None = None


class ForecastCache:
    """Forecasts by tournament, computed once for each version, in a thread because it takes half a second."""

    def __init__(self) -> None:
        self._known: dict[str, RoundForecast] = {}

    async def of(self, tournament: Tournament, odds: bool = False) -> RoundForecast:
        """Return the next pairings, with the chances if `odds` and a table has ended."""
        odds = odds and any(table.ranks is not None for table in tournament.tables)
        found = self._known.get(tournament.key)
        if found is None or found.version != tournament.version or (odds and found.odds is None):
            found = await asyncio.to_thread(_look_ahead, tournament, odds)
            while len(self._known) >= MAX_CACHED_FORECASTS:
                del self._known[next(iter(self._known))]
            self._known[tournament.key] = found
        return found


def _look_ahead(tournament: Tournament, odds: bool) -> RoundForecast:
    if tournament.stage != "running":
        return RoundForecast(tournament.version, None)
    return RoundForecast(tournament.version, tournament.next_round(), forecast(tournament) if odds else None)


async def tables_of(store: Store, tournament: Tournament, number: int) -> dict[str, Table]:
    """Return the readable tables of a round, by id."""
    found = {}
    for drawn in tournament.tables:
        if drawn.round == number and drawn.match and drawn.stage != "drawn":
            try:
                found[drawn.match] = await store.table(drawn.match)
            except (NoSuchTable, OtherRules):
                continue
    return found


@cache
def usual_length(game: str, seats: int) -> int:
    """Return about how many moves a game takes: those of a random one."""
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
class TournamentPage:
    """A tournament as one visitor sees it."""

    tournament: Tournament
    guest: Guest
    language: Language
    round: int  # whose tables are shown
    tables: Mapping[str, Table]
    forecast: RoundForecast
    link: str  # the whole address of its page
    accounts: Mapping[str, Account]  # of people who have one, by their ids

    @property
    def me(self) -> int | None:
        player = self.tournament.player_of(self.guest.id)
        return None if player is None else player.number

    @property
    def hosts(self) -> bool:
        return bool(self.guest.id) and self.guest.id == self.tournament.host

    def face(self, number: int) -> Face:
        say, player = self.language.say, self.tournament.player(number)
        if player is None or number == FILLER_NUMBER:
            return Face(FILLER_NUMBER, say("Bot"), say("fills a seat"), False, False, "")
        holder = Holder("bot" if player.is_bot else "person", player.name, level=player.level)
        mine = number == self.me
        note = say("invited") if player.state == "invited" else seat_note(holder, mine, say)
        account = self.accounts.get(player.person)
        key = f"{self.tournament.key} {number}" if account is None else account.badge
        own_page = "" if account is None else f"/people/{quote(account.name)}"
        return Face(number, called(player.name, say), note, mine, player.state == "withdrawn", key, own_page)

    # ---------------------------------------------------------------- the strip of rounds

    def rounds(self) -> list[RoundTab]:
        return [self._round(number) for number in range(1, self.tournament.length + 1)]

    def title(self, number: int) -> str:
        return round_title(self.tournament, number, self.language)

    def _round(self, number: int) -> RoundTab:
        drawn = [table for table in self.tournament.tables if table.round == number]
        over = drawn and all(table.stage == "over" for table in drawn)
        state = "done" if over else "now" if drawn else "later"
        note = round_note(self.tournament, number, self.language)
        return RoundTab(number, self.title(number), note, state, number == self.round and bool(drawn))

    # ---------------------------------------------------------------- the standings

    def standings(self) -> list[StandingRow]:
        tournament = self.tournament
        cut = (
            tournament.rules.seats
            if has_final(tournament.rules, tournament.players) and tournament.round <= tournament.rules.rounds
            else -1
        )
        return [self._row(line, place == cut) for place, line in enumerate(tournament.standings())]

    def _row(self, line: TournamentStanding, cut: bool) -> StandingRow:
        cells = [self._cell(cell) for cell in line.cells]
        played = [
            shown for cell, shown in zip(line.cells, cells, strict=True) if cell is not None and cell.place is not None
        ]
        empty = [("", "later", "")] * (self.tournament.length - len(cells))
        return StandingRow(
            line.place,
            self.face(line.player),
            [*cells, *empty],
            played[-1] if played else ("", "later", ""),
            points_of(line.points),
            round(line.share),
            cut,
        )

    def _cell(self, cell: RoundResult | None) -> tuple[str, str, str]:
        say = self.language.say
        if cell is None:
            return "–", "none", say("did not play")
        if cell.bye:
            return "+", "p1", say("bye")
        if cell.place is None:
            return "…", "run", say("still plays")
        return f"{cell.place}", f"p{cell.place}", say("shared") if cell.shared else ""

    # ---------------------------------------------------------------- the tables of a round

    def table_rows(self) -> list[TableRow]:
        rows = [self._table_row(drawn) for drawn in self.tournament.tables if drawn.round == self.round]
        return sorted(rows, key=lambda row: (not row.mine, row.number))

    def _table_row(self, drawn: TournamentTable) -> TableRow:
        faces = [self.face(number) for number in drawn.players]
        mine = any(face.me for face in faces)
        table = self.tables.get(drawn.match)
        progress, turn = None, False
        if table is not None and drawn.ranks is None and not drawn.played.bye:
            turn = mine and table.seat_of(self.guest.id) in table.actors()
            usual = usual_length(table.game.name, table.seats)
            progress = min(97, round(100 * table.version_for(None) / usual))
        return TableRow(
            drawn.number,
            faces,
            drawn.match if table is not None else "",
            drawn.stage == "over",
            drawn.played.bye,
            mine,
            turn,
            table_note(drawn, table, [face.name for face in faces], turn, self.language),
            progress,
        )

    # ---------------------------------------------------------------- what comes next

    def pairings(self) -> list[list[Face]]:
        """Return the next pairings, the better players first: seats are shown once they are drawn."""
        order = {line.player: place for place, line in enumerate(self.tournament.standings())}
        tables = (sorted(table, key=lambda number: order[number]) for table in self.forecast.pairings or ())
        return [[self.face(number) for number in table] for table in tables]

    def chances(self) -> Chances | None:
        """Return the chances of the visitor, None for spectators and withdrawn players."""
        found = self.forecast.odds
        return None if found is None or self.me is None else found.chances.get(self.me)

    def played_out(self) -> str:
        """Return the number of simulations, formatted."""
        found = self.forecast.odds
        return format_decimal(0 if found is None else found.played_out, locale=self.language.locale)

    # ---------------------------------------------------------------- the page

    def parts(self) -> dict[str, str]:
        """Return the parts that change while the page is open, as HTML by element id."""
        shared = {
            "page": self,
            "tournament": self.tournament,
            "me": self.me,
            "hosts": self.hosts,
            "levels": LEVELS,
            "name": called(self.guest.name or GUEST_NAME, self.language.say),
            "worth": places_worth(self.tournament.rules, self.language),
            "swiss": self.tournament.rules.kind == "swiss",
            "watched": bool(self.tournament.rules.terms.get("watched", True)),
            "next_title": self.title(self.tournament.round + 1)
            if self.tournament.round < self.tournament.length
            else "",
        }
        texts = {
            "cup-about": str(escape(subtitle(self.tournament, self.language))),
            "cup-stage": str(escape(stage_sentence(self.tournament, self.language))),
        }
        if self.tournament.stage == "open":
            names = {"cup-left": "players", "cup-middle": "joining", "cup-next": "invite"}
            shared |= {"link": self.link, "code": code_of(self.link)}
            texts |= {"cup-rounds": "", "cup-own": ""}
        else:
            names = {"cup-left": "standings", "cup-middle": "tables", "cup-rounds": "rounds", "cup-next": "next"}
            names |= {"cup-own": "own"}
        return texts | {
            place: render(f"tournaments/parts/tournament-{name}.jinja", self.language, **shared)
            for place, name in names.items()
        }


def code_of(link: str) -> Markup:
    """Return a QR code: dark on light in both themes."""
    drawn = segno.make(link, error="m", micro=False)
    return Markup(drawn.svg_inline(border=2, dark="#2a2018", light="#fffaf0", omitsize=True))


async def load_page(
    store: Store,
    forecasts: ForecastCache,
    tournament: Tournament,
    guest: Guest,
    language: Language,
    round: int | None,
    address: str,
    odds: bool = False,
) -> TournamentPage:
    """Return the page of a visitor. `odds`: with chances, which take a moment; pages get them by their connection."""
    shown = round if round is not None and 1 <= round <= tournament.round else tournament.round
    wants = odds and tournament.stage == "running" and tournament.player_of(guest.id) is not None
    forecast = await forecasts.of(tournament, wants)
    tables = await tables_of(store, tournament, shown)
    accounts = await store.accounts.of_people([player.person for player in tournament.players if player.person])
    return TournamentPage(
        tournament, guest, language, shown, tables, forecast, f"{address}/cups/{tournament.key}", accounts
    )
