"""The table page in parts, as one viewer sees it. The connection sends the difference of two pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary
from zlib import crc32

from markupsafe import escape

from tablero.core.drawing.drawing import Panels
from tablero.core.drawing.icons import icon
from tablero.core.drawing.kept_parts import KeptParts
from tablero.core.drawing.render_options import RenderOptions
from tablero.table import Table
from tablero.table.undo import absences
from tablero.ui.coach import coach_line, move_gain, rule_address
from tablero.ui.frames import Frame, changed, changed_pieces, framed
from tablero.ui.hint_text import hint_button
from tablero.ui.history_marks import HistoryMarks
from tablero.ui.language import Language
from tablero.ui.log_text import LogText, SharedSentences, fill_names, marked_turns
from tablero.ui.menu import StatusPrompt, menu, menu_state, stand_in_name, status_prompt
from tablero.ui.names import seat_names
from tablero.ui.playback import Playback
from tablero.ui.players import PlayersStrip, lines_with_absences, spectator_count
from tablero.ui.presence import NO_PRESENCE, TablePresence
from tablero.ui.rendering import render
from tablero.ui.result_sheet import ResultSheet, end_sheet, ending_of
from tablero.ui.strips import Mark, Prompt, history, prompt
from tablero.ui.waiting_room import waiting_room

MOST_TOLD = 2  # moves made for a player that are told by name


@dataclass(frozen=True)
class Perspective:
    """Viewer of a table: seat (None: a spectator), language, side of the board, moment and rights."""

    seat: int | None
    language: Language
    turn: int = 0
    at: int | None = None
    hot: int | None = None  # move under the pointer
    late: bool = False  # a bot keeps all players waiting
    presence: TablePresence = NO_PRESENCE  # who is at the table
    coached: bool = False  # an ordinary table's page, on which the coach can be switched off
    over_shoulder: bool = False  # another player's seat, by a link: nothing can be done
    handover_seat: int | None = None  # own seat whose player has to take the shared device over
    address: str = ""  # base address of the site, for links
    qr_code: Callable[[str], str] | None = None  # draws a link; None: no QR codes
    welcome: bool = True  # may take an open seat
    sent_away: bool = False  # by the host of the table
    guest: bool = False  # without an account
    tournament: str = ""  # the key of the tournament that the table belongs to
    local: bool = False  # on a device without a server


@dataclass(slots=True)
class EncodedMessage:
    """A message encoded once for all its receivers, with room for the bytes that a transport makes of it."""

    frame: Frame
    packed: bytes | None = None


@dataclass(eq=False)
class TablePage:
    """The fragments of a page, by the id of their place; `drawn` by slot, in pieces; `log` line by line."""

    version: int
    at: int | None
    over: bool
    asked: bool  # whether the viewer owes a decision
    title: str
    drawn: Mapping[str, Sequence[str]]
    log: Sequence[str]
    parts: Mapping[str, str] = field(default_factory=dict)
    events: Sequence[Mapping[str, Any]] = ()
    playback: Playback | None = None
    # Messages to clients by the page that they had before: encoded once, however many the clients are.
    _messages: WeakKeyDictionary[TablePage, EncodedMessage | None] = field(
        default_factory=WeakKeyDictionary, repr=False
    )

    @cached_property
    def panels(self) -> Mapping[str, str]:
        """The HTML of each slot."""
        return {slot: "".join(pieces) for slot, pieces in self.drawn.items()}

    @cached_property
    def digests(self) -> dict[str, str]:
        """A short digest of each part's HTML: a page that was served with it need not show it again."""
        texts = {**self.panels, **self.parts, "log": "".join(self.log)}
        return {place: f"{crc32(html.encode()):x}" for place, html in texts.items()}

    def message(self, before: TablePage | None) -> EncodedMessage | None:
        """Return what to send to a client that shows `before`; None when nothing has changed for it."""
        known = self if before is None else before  # a client that shows this page needs no message
        if known not in self._messages:
            news = self.since(before)
            self._messages[known] = EncodedMessage(framed(news)) if news else None
        return self._messages[known]

    def since(self, before: TablePage | None) -> dict[str, Any]:
        """Return the message for a client that shows `before`; empty when nothing has changed for it."""
        if before is None:
            return {
                "version": self.version,
                "at": self.at,
                "over": self.over,
                "asked": self.asked,
                "title": self.title,
                "panels": dict(self.panels),
                "log": {"from": 0, "html": "".join(self.log)},
                "digests": self.digests,
                **self.parts,
            }
        news: dict[str, Any] = changed(before.parts, self.parts)
        panels = changed_pieces(before.drawn, self.drawn)
        if panels:
            news["panels"] = panels
        same = _same(before.log, self.log)
        if same < max(len(before.log), len(self.log)):
            news["log"] = {"from": same, "html": "".join(self.log[same:])}
        for name in ("version", "at", "over", "asked", "title"):
            if getattr(self, name) != getattr(before, name):
                news[name] = getattr(self, name)
        steps = self._steps(before)
        if steps:
            news["steps"] = steps
        return news

    def _steps(self, before: TablePage) -> list[dict[str, Any]]:
        """Return the steps from `before` to this page; empty in the past and after an undo."""
        known = len(before.events)
        if self.playback is None or self.at is not None or before.at is not None or len(self.events) <= known:
            return []
        return [] if _same(before.events, self.events) < known else self.playback.steps(known)


def _same(before: Sequence[Any], after: Sequence[Any]) -> int:
    """Return how many elements are equal at the beginning."""
    if before == after[: len(before)]:  # nearly always: something was added
        return len(before)
    return next((i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(after))


class PageMemory:
    """What a page of one table has in common with the page before, for one seat in one language: sentences of the log,
    marks of the history, parts that have not changed."""

    def __init__(self, table: Table, language: Language, shared: SharedSentences | None = None) -> None:
        game, say = table.game, language.of(table.game)
        self.log_text = LogText(game, say, language.say("{bot} for {name}"), shared)
        self.history_marks = HistoryMarks(game, say)
        self.kept = KeptParts()


def build_table_page(
    table: Table, perspective: Perspective, rematch: str | None = None, memory: PageMemory | None = None
) -> TablePage:
    """Build the page of an ordinary table; `rematch` is the id of the table that follows it."""
    return TablePageBuilder(table, perspective, rematch, memory).build()


class TablePageBuilder:
    """Builds the page of a table for one perspective.

    `memory` is that of earlier pages. Lessons and what-if boards are subclasses, which replace the methods that concern
    the players, the end of the game and the strips.
    """

    def __init__(
        self, table: Table, perspective: Perspective, rematch: str | None = None, memory: PageMemory | None = None
    ) -> None:
        self.table = table
        self.perspective = perspective
        self.rematch = rematch
        self.game = table.game
        self.seat = perspective.seat
        self.own_seat = None if perspective.over_shoulder else perspective.seat
        self.language = perspective.language
        self.say = self.language.of(self.game)
        self.names = seat_names(table, self.language)
        self.past = perspective.at is not None
        self.moment = table.at(perspective.at) if perspective.at is not None else table
        self.memory = memory or PageMemory(table, self.language)

    def build(self) -> TablePage:
        """Draw the board and assemble all parts."""
        table, seat = self.table, self.seat
        self._read_view()
        render_options = self._render_options()
        self.drawn = self.game.drawing.panels(self.view, render_options) if table.started else Panels({}, frozenset())
        self.entries = self.moment.log(seat) if table.started else []
        makers = table.makers(seat)[: len(self.entries)] if table.started else []
        stood_in, notes = absences(table.rows) if table.departed else (frozenset(), [])
        turns = self.memory.log_text.turns(
            self.entries, makers, self.names, stood_in, stand_in_name(table, self.language.say)
        )
        events = [event for _, event in self.entries]
        if table.arranged:
            turns = marked_turns(table, seat, turns, makers, self.language.say)
        if self.past or not notes:
            lines = [turn.line for turn in turns if turn.line]
        else:
            lines = lines_with_absences(table, turns, makers, notes, self.names, self.language.say)
        return TablePage(
            version=table.version_for(seat),
            at=self.perspective.at,
            over=self.ended(),
            asked=self.asked,
            title=self._title(),
            drawn={slot: pieces for slot, pieces in self.drawn.pieces.items() if slot != "ways"},
            log=lines,
            parts=self._parts(),
            events=events,
            playback=Playback(self.game, self.view, render_options, seat, turns, events) if self.plays_back() else None,
        )

    # ---------------------------------------------------------------- replaced by lessons and what-if boards

    def plays_back(self) -> bool:
        """Whether the client plays back step by step what led to this page."""
        return True

    def ended(self) -> bool:
        """Whether the page shows the end of a game."""
        return self.table.over

    def ending(self) -> ResultSheet | None:
        """Return how the game ended, for the prompt and the result sheet."""
        table = self.table
        if not table.over or self.past or table.broken_off:
            return None
        return ending_of(table, self.view, self.entries, self.language, self.seat)

    def gives_hints(self) -> bool:
        """Whether the viewer may ask for a hint in this game."""
        table = self.table
        return table.started and not table.over and self.seat is not None and table.gives_hints(self.seat)

    def status_prompt(self) -> StatusPrompt | None:
        """Return what the table says in place of the game."""
        return status_prompt(self.table, self.own_seat, self.names, self.language, bool(self.perspective.tournament))

    def forced(self) -> int | None:
        """Return the only legal move, which the client makes by itself."""
        return self.view.get("forced")

    def looks_on(self) -> str:
        """Return for a spectator that this is so, and how late the game is shown; HTML."""
        table, say = self.table, self.language.say
        if self.seat is not None or self.perspective.handover_seat is not None or not self.now or table.over:
            return ""
        n = table.terms.delay
        words = say.plural("You are watching, {n} turn behind.", "You are watching, {n} turns behind.", n, n=n)
        shown = words if n else say("You are watching this game.")
        return f'<b class="looks-on">{icon("eye", 17)}{escape(shown)}</b> '

    def made_alone(self) -> str:
        """Return what the page has made for the viewer, because there was one way only."""
        made = self.table.made_alone(self.seat) if self.table.started and self.seat is not None else []
        told = "; ".join(self.game.words.move(move, view, self.say).rstrip(".") for move, view in made[:MOST_TOLD])
        if len(made) > MOST_TOLD:
            return self.language.say("Only one way, made for you: {moves} ...", moves=told)
        return self.language.say("Only one way, made for you: {moves}.", moves=told) if made else ""

    def can_undo(self) -> bool:
        return self.live and self.seat is not None and self.table.can_undo(self.seat)

    def buttons(self, instead: StatusPrompt | None) -> str:
        """Return more buttons of the prompt, after those of the game."""
        if self.past:
            return _to_what_if(self.table, self.perspective)
        return instead.buttons if instead else ""

    def players(self) -> str:
        presence, say, kept = self.perspective.presence, self.language.say, self.memory.kept
        return PlayersStrip(self.table, self.view, presence, self.seat, self.names, say, kept).html()

    def history(self) -> str:
        """Return the strip at the bottom."""
        return _history(self.table, self.perspective, self.names, self.memory.history_marks)

    def more_parts(self) -> dict[str, str]:
        """Return parts that only this kind of page has."""
        table, perspective = self.table, self.perspective
        watching = spectator_count(perspective.presence, self.language.say) if table.started else ""
        guest, tournament = perspective.guest, bool(perspective.tournament)
        seen = (menu_state(table), self.own_seat, self.names, self.language, guest, tournament)
        shown = self.memory.kept.part(
            "menu", seen, lambda: menu(table, self.own_seat, self.names, self.language, guest, tournament)
        )
        return {"watching": watching, **shown}

    # ---------------------------------------------------------------- common

    def _read_view(self) -> None:
        """Read the viewer's view, without the moves that cannot be made now."""
        table, seat, perspective = self.table, self.seat, self.perspective
        represented = seat is not None and table.represented(seat)
        idle = not table.started or table.broken_off or perspective.over_shoulder or represented
        view = self.moment.view(seat)
        self.offers: Sequence[Any] = view["offers"]
        self.asked = bool(view["moves"]) and not idle and not self.past
        if self.past or idle:
            view = {**view, "moves": [], "offers": []}
        if table.over and table.resigned and not table.broken_off and (result := table.result()) is not None:
            view = {**view, "result": {**view["result"], **result.as_json()}}
        self.view: Mapping[str, Any] = view
        self.now = table.started and not self.past  # else the page itself says what is shown
        self.live = self.now and self.own_seat is not None and not table.over and not represented

    def _render_options(self) -> RenderOptions:
        perspective = self.perspective
        hot = perspective.hot if perspective.hot in self.view["moves"] else None
        bots = {number: holder.level for number, holder in enumerate(self.table.holders) if holder.kind == "bot"}
        return RenderOptions(self.names, self.say, perspective.turn, hot, bots, self.memory.kept)

    def _title(self) -> str:
        title = f"{self.game.title} · Tablero"
        if self.asked or self.perspective.handover_seat is not None:
            return f"● {self.language.say('Your turn')} · {title}"
        return title

    def _parts(self) -> dict[str, str]:
        table, perspective, language = self.table, self.perspective, self.language
        ending = self.ending()
        coached = perspective.coached and self.asked
        parts = {
            "prompt": self._prompt(ending),
            "people": self.players(),
            "coach": coach_line(table, self.view, self.seat, language, self.names) if coached else "",
            "hint": hint_button(self.asked, language) if self.gives_hints() else "",
            "history": self.history(),
            **({"waiting": "", "agreeing": ""} if table.started else waiting_room(table, perspective, self.names)),
            "rematch": render("table/parts/rematch.jinja", language, **self._context()) if self.rematch else "",
            "end": self._end_sheet(ending) if self.ended() and not self.past else "",
            **self.more_parts(),
        }
        if perspective.coached:
            parts["curtain"] = device_handover(table, perspective)
        return parts

    def _context(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "game": self.game,
            "view": self.view,
            "seat": self.seat,
            "names": self.names,
            "at": self.perspective.at,
            "rematch": self.rematch,
            "tournament": self.perspective.tournament,
            "local": self.perspective.local,
        }

    def _end_sheet(self, ending: ResultSheet | None) -> str:
        return end_sheet(self.table, self.view, ending, self.language, self._context())

    def _prompt(self, ending: ResultSheet | None) -> str:
        """Return the strip above the board. Legal moves that have no place on the board become its buttons."""
        table, words, say, language, view = self.table, self.game.words, self.say, self.language, self.view
        placed = self.drawn.moves
        loose = [(move, words.move(move, view, say)) for move in view["moves"] if move not in placed]
        instead = self.status_prompt() if self.now else None
        headline, detail = self._sentences(ending, instead)
        # The button that ends a turn has its place before it may be used, so that nothing moves under a finger.
        closing = view.get("closing") if self.live else None
        foreign = say.language != language.say.language and instead is None  # the game's words, not the page's
        reviewed = table.id and self.ended() and not table.broken_off and not self.perspective.local
        return prompt(
            Prompt(
                headline=headline,
                detail=detail,
                lang=f' lang="{say.language.replace("_", "-")}"' if foreign else "",
                ways="".join(self.drawn.pieces.get("ways", ())),
                loose=loose,
                # While moves on the board are legal, ending the turn is not the first thing to offer.
                aside={move for move, _ in loose if closing is not None and placed and move != closing},
                later=None if closing is None or closing in view["moves"] else words.move(closing, view, say),
                forced=self.forced() if self.live else None,
                asked=self.asked,
                undo=self.can_undo(),
                late=self.perspective.late,
                started=table.started,
                over=self.ended(),
                past=self.past,
                rule=rule_address(table, view) if table.started else "",
                review=f"/t/{table.id}/review" if reviewed else "",
                more=self.buttons(instead),
            ),
            language.say,
        )

    def _sentences(self, ending: ResultSheet | None, instead: StatusPrompt | None) -> tuple[str, str]:
        """Return headline and detail of the prompt. They name what may be done to spectators as well."""
        if instead is not None:
            return instead.headline, instead.detail
        headline, detail = "", ""
        if self.now:
            headline, detail = self.game.words.prompt({**self.view, "offers": self.offers}, self.say)
        if self.live and self.asked and (only := self.forced()) is not None:
            headline, detail = self.language.say("Only one way"), self.game.words.move(only, self.view, self.say)
        elif self.live:
            detail = " ".join(filter(None, (self.made_alone(), detail)))
        shown = str(escape(ending.headline())) if ending else fill_names(headline, self.names, self.say, marks=False)
        return shown, self.looks_on() + str(fill_names(detail, self.names, self.say, marks=False))


def device_handover(table: Table, perspective: Perspective) -> str:
    """Return what hides a hand until its player has the device, or says over whose shoulder the viewer looks."""
    if perspective.handover_seat is None and not perspective.over_shoulder:
        return ""
    seat = perspective.seat if perspective.handover_seat is None else perspective.handover_seat
    assert seat is not None
    name, down = seat_names(table, perspective.language)[seat], perspective.handover_seat is not None
    return render("table/parts/device-handover.jinja", perspective.language, seat=seat, name=name, down=down)


def what_if_address(table: Table, perspective: Perspective) -> str:
    """Return the address of a what-if board at the moment that is shown; empty in unfinished games among people."""
    seat, at = perspective.seat, perspective.at
    solitary = table.started and seat is not None and table.against_bots(seat)
    if not table.id or not (table.over or solitary):
        return ""
    if at is None:
        return f"/t/{table.id}/whatif"
    return f"/t/{table.id}/whatif?move={table.made_before(at, seat) if table.over else at}"


def _to_what_if(table: Table, perspective: Perspective) -> str:
    address = what_if_address(table, perspective)
    if not address:
        return ""
    words = escape(perspective.language.say("What if"))
    named = f'aria-label="{words}" title="{words}"'  # its words are hidden where there is little room
    return f'<a class="btn dk" href="{escape(address)}" {named}>{icon("branch", 19)}<span>{words}</span></a>'


def _history(table: Table, perspective: Perspective, names: tuple[str, ...], known: HistoryMarks) -> str:
    """Return the strip at the bottom."""
    ks = [0]
    rounds: Sequence[tuple[object, int]] = ()
    notable: Sequence[Mark] = ()
    if table.started:
        ks = [k for k, _ in table.checkpoints(perspective.seat)]
        rounds, notable = known.of(table.log(perspective.seat), names)
    at = perspective.at
    index = len(ks) - 1 if at is None else bisect_right(ks, max(at, 0)) - 1
    what_if = what_if_address(table, perspective)
    return history(ks, index, rounds, notable, at is None, table.over, perspective.language.say, what_if)


def move_preview(table: Table, seat: int, move: int, language: Language) -> str:
    """Return the preview of a move beside the pointer; empty when it is not legal."""
    if not table.started or move not in table.view(seat)["moves"]:
        return ""
    gain, lines = move_gain(table, seat, move, language)
    called = table.game.words.move(move, table.view(seat), language.of(table.game))
    shown = lines or [fill_names(called, seat_names(table, language), language.of(table.game), marks=False)]
    return render("table/parts/move-preview.jinja", language, game=table.game, gain=gain, lines=shown)
