"""Tableau: the table page in parts, as one viewer sees it. The websocket sends the difference of two of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from markupsafe import escape

from tablero.core.drawing import Panels
from tablero.core.icons import icon
from tablero.core.look import Look
from tablero.site.advice import bulb
from tablero.site.coach import brings, coach_line, rule_address
from tablero.site.ending import Ending, end_sheet, ending_of
from tablero.site.frames import Frame, changed, framed, packed
from tablero.site.language import Tongue
from tablero.site.players import NOBODY, There, people, watchers, with_comings
from tablero.site.render import render, symbol
from tablero.site.seats import seat_names
from tablero.site.staging import Stage
from tablero.site.strips import Prompt, history, prompt
from tablero.site.table_menu import menu, stand_in, voice
from tablero.site.telling import Chronicle, tell
from tablero.site.waiting import waiting_room
from tablero.table import Table
from tablero.table.takeback import comings_and_goings


@dataclass(frozen=True)
class Sight:
    """Who looks, and how: the seat (None: a spectator), the language, the side of the board and the moment."""

    seat: int | None
    tongue: Tongue
    turn: int = 0
    at: int | None = None
    hot: int | None = None  # the move under the pointer
    late: bool = False  # a bot keeps everybody waiting
    there: There = NOBODY  # who is at the table
    coached: bool = False  # a page with a coach, who can be switched off there
    over_shoulder: bool = False  # somebody else's seat, by a link: nothing can be done there
    curtain: int | None = None  # the own seat that is to look next, behind a curtain, where several people share a device
    address: str = ""  # where the site is, for links that people send to one another
    welcome: bool = True  # may take an open seat
    sent_away: bool = False  # by whoever opened the table
    guest: bool = False  # somebody without an account, who may want one
    cup: str = ""  # the key of the tournament that the table belongs to


@dataclass(frozen=True)
class What:
    """What a what-if board shows besides the table: more parts of the page, and more buttons in the prompt."""

    parts: Mapping[str, str]
    buttons: str
    undo: bool


@dataclass(frozen=True, eq=False)
class Tableau:
    """The fragments of a page, by the id of their place; `panels` by slot, `log` line by line."""

    version: int
    at: int | None
    over: bool
    asked: bool  # whether the viewer owes a decision
    title: str
    panels: Mapping[str, str]
    log: Sequence[str]
    parts: Mapping[str, str] = field(default_factory=dict)
    events: Sequence[Mapping[str, Any]] = ()
    stage: Stage | None = None
    # What has been sent to those who had seen another one: written once, however many they are.
    _frames: WeakKeyDictionary[Tableau, tuple[Frame, bytes] | None] = field(default_factory=WeakKeyDictionary, repr=False)

    def frame(self, before: Tableau | None) -> tuple[Frame, bytes] | None:
        """What to send to somebody who has seen `before`, also packed; None when nothing has changed for that viewer."""
        known = self if before is None else before  # nobody who has seen this one needs to be sent anything
        if known not in self._frames:
            news = self.since(before)
            frame = framed(news) if news else None
            self._frames[known] = None if frame is None else (frame, packed(frame))
        return self._frames[known]

    def since(self, before: Tableau | None) -> dict[str, Any]:
        """The message for somebody who has seen `before`; empty when nothing has changed for that viewer."""
        if before is None:
            return {
                "version": self.version, "at": self.at, "over": self.over, "asked": self.asked, "title": self.title,
                "panels": dict(self.panels), "log": {"from": 0, "html": "".join(self.log)}, **self.parts,
            }  # fmt: skip
        news: dict[str, Any] = changed(before.parts, self.parts)
        panels = changed(before.panels, self.panels)
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

    def _steps(self, before: Tableau) -> list[dict[str, Any]]:
        """What happened between there and here; nothing when somebody leafs through the past or takes a move back."""
        known = len(before.events)
        if self.stage is None or self.at is not None or before.at is not None or len(self.events) <= known:
            return []
        return [] if _same(before.events, self.events) < known else self.stage.steps(known)


def _same(before: Sequence[Any], after: Sequence[Any]) -> int:
    """How many elements are the same at the beginning."""
    if before == after[: len(before)]:  # nearly always: something was added
        return len(before)
    return next((i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(after))


def tableau(
    table: Table, sight: Sight, rematch: str | None = None, chronicle: Chronicle | None = None,
    lesson: str | None = None, told: bool = True, what: What | None = None,
) -> Tableau:  # fmt: skip
    """The page of a table for one viewer; `rematch` is the table that follows it, `chronicle` what has been told, `lesson`
    what somebody who learns here is told: then nothing is done for them, and no game has been won. Nor has it on a board where
    `what` if is asked. What led here is `told` step by step, or only shown."""
    game, seat, tongue = table.game, sight.seat, sight.tongue
    say = tongue.of(game)
    names = seat_names(table, tongue)
    past = sight.at is not None
    moment = table.at(sight.at) if sight.at is not None else table
    whole = view = moment.view(seat)
    idle = not table.started or table.broken_off or sight.over_shoulder or (seat is not None and table.represented(seat))
    asked = bool(view["moves"]) and not idle and not past
    if past or idle:
        view = {**view, "moves": [], "offers": []}
    if table.over and table.resigned and not table.broken_off and (result := table.result()) is not None:
        view = {**view, "result": result.as_json()}
    drawn = Panels({}, frozenset())
    hot = sight.hot if sight.hot in view["moves"] else None
    bots = {number: holder.level for number, holder in enumerate(table.holders) if holder.kind == "bot"}
    look = Look(names=names, say=say, turn=sight.turn, hot=hot, bots=bots)
    if table.started:
        drawn = game.drawing.panels(view, look)
    context: dict[str, Any] = {
        "table": table, "game": game, "view": view, "seat": seat, "names": names,
        "at": sight.at, "rematch": rematch, "cup": sight.cup,
    }  # fmt: skip
    entries = moment.log(seat) if table.started else []
    makers = table.makers(seat)[: len(entries)] if table.started else []
    stood_in, _ = comings_and_goings(table.rows)
    told_by = chronicle or Chronicle(game, say, tongue.say("{bot} for {name}"))
    turns = told_by.turns(entries, makers, names, stood_in, stand_in(table, tongue.say))
    events = [event for _, event in entries]
    real = lesson is None and what is None
    over = table.over and not past and lesson is None
    hints = table.started and not table.over and lesson is None and seat is not None and table.gives_hints(seat)
    ending = ending_of(table, view, entries, tongue, seat) if over and not table.broken_off else None
    parts = {
        "prompt": _prompt(table, view, whole["offers"], drawn, sight, names, asked, ending, lesson is not None, what),
        "people": people(table, view, sight.there, seat, names, tongue.say) if real else "",
        "coach": coach_line(table, view, sight.seat, tongue, names) if sight.coached and asked else "",
        "hint": bulb(asked, tongue) if hints else "",
        "history": "" if what else _history(table, sight, names),
        **({"waiting": "", "agreeing": ""} if table.started else waiting_room(table, sight, names)),
        "rematch": render("parts/rematch.jinja", tongue, **context) if rematch else "",
        "end": end_sheet(table, view, ending, tongue, context) if over and real else "",
    }
    if real:
        parts["watching"] = watchers(sight.there, tongue.say) if table.started else ""
        parts |= menu(table, None if sight.over_shoulder else seat, names, tongue, sight.guest, bool(sight.cup))
    if sight.coached:  # an ordinary table's page
        parts["curtain"] = curtain(table, sight)
    if lesson is not None:
        parts["lesson"] = lesson
    if what is not None:
        parts |= what.parts
    title = f"{game.title} · Tablero"
    if asked or sight.curtain is not None:
        title = f"● {tongue.say('Your turn')} · {title}"
    panels = {slot: html for slot, html in drawn.slots.items() if slot != "ways"}
    lines = [turn.line for turn in turns if turn.line] if past else with_comings(table, turns, makers, names, tongue.say)
    stage = Stage(game, view, look, seat, turns, events) if told else None
    ended = table.over and real
    return Tableau(table.version_for(seat), sight.at, ended, asked, title, panels, lines, parts, events, stage)


def _prompt(
    table: Table, view: Mapping[str, Any], offers: Sequence[Any], drawn: Panels, sight: Sight, names: Sequence[str], asked: bool,
    ending: Ending | None, taught: bool = False, what: What | None = None,
) -> str:  # fmt: skip
    """The voice of the game. Legal moves that have no place on the board become buttons here. What is asked is said by what may
    be done (`offers`), to whoever looks on as well."""
    tongue, words = sight.tongue, table.game.words
    say, placed = tongue.of(table.game), drawn.moves
    now = table.started and sight.at is None  # else the page itself says what is shown
    headline, detail = words.prompt({**view, "offers": offers}, say) if now else ("", "")
    loose = [(move, words.move(move, view, say)) for move in view["moves"] if move not in placed]
    live = now and sight.seat is not None and not table.over and not table.represented(sight.seat) and not sight.over_shoulder
    instead = voice(table, None if sight.over_shoulder else sight.seat, names, tongue, bool(sight.cup)) if now and what is None else None
    if instead is not None:
        headline, detail = "", ""
    # What ends a turn has its place before it may be done, so that nothing jumps about under a finger.
    closing = view.get("closing") if live else None
    return prompt(
        Prompt(
            headline=instead.headline if instead else str(escape(ending.headline())) if ending else tell(headline, names, say, marks=False),
            detail=instead.detail if instead else tell(detail, names, say, marks=False),
            lang=f' lang="{say.language.replace("_", "-")}"' if say.language != tongue.say.language and not instead else "",
            ways=drawn.slots.get("ways", ""),
            loose=loose,
            # Where something on the board waits, leaving it is not the first thing to offer.
            aside={move for move, _ in loose if closing is not None and placed and move != closing},
            later=None if closing is None or closing in view["moves"] else words.move(closing, view, say),
            forced=view.get("forced") if live and not taught else None,
            asked=asked,
            undo=what.undo if what else live and sight.seat is not None and table.can_undo(sight.seat),
            late=sight.late,
            started=table.started,
            over=table.over and not taught and what is None,
            past=sight.at is not None,
            rule=rule_address(table, view) if table.started else "",
            review=f"/t/{table.id}/review" if table.id and table.over and not table.broken_off and not taught and what is None else "",
            more=what.buttons if what else _to_what_if(table, sight) if sight.at is not None else instead.buttons if instead else "",
        ),
        tongue.say,
    )


def curtain(table: Table, sight: Sight) -> str:
    """What hides a hand until the one has the device whose hand it is; or says over whose shoulder somebody looks."""
    if sight.curtain is None and not sight.over_shoulder:
        return ""
    seat = sight.seat if sight.curtain is None else sight.curtain
    assert seat is not None
    return render("parts/curtain.jinja", sight.tongue, seat=seat, name=seat_names(table, sight.tongue)[seat], down=sight.curtain is not None)


def what_if_address(table: Table, sight: Sight) -> str:
    """Where another way can be tried from the moment that is shown: of finished games, and of those against bots alone."""
    solitary = table.started and sight.seat is not None and table.against_bots(sight.seat)
    if not table.id or not (table.over or solitary):
        return ""
    if sight.at is None:
        return f"/t/{table.id}/whatif"
    return f"/t/{table.id}/whatif?move={table.made_before(sight.at, sight.seat) if table.over else sight.at}"


def _to_what_if(table: Table, sight: Sight) -> str:
    address = what_if_address(table, sight)
    words = escape(sight.tongue.say("What if"))
    named = f'aria-label="{words}" title="{words}"'  # where there is little room its words are not shown
    return f'<a class="btn dk" href="{escape(address)}" {named}>{icon("branch", 19)}<span>{words}</span></a>' if address else ""


def _history(table: Table, sight: Sight, names: Sequence[str]) -> str:
    """The strip at the bottom."""
    game, say = table.game, sight.tongue.of(table.game)
    ks, rounds, notable = [0], [], []
    if table.started:
        log = table.log(sight.seat)
        ks = [k for k, _ in table.stops(sight.seat)]
        rounds = [(event["round"], k) for k, event in log if "round" in event]
        notable = [
            (symbol(game.name, game.marks[event["kind"]], 15), tell(game.words.line(event, say), names, say, marks=False), k)
            for k, event in log
            if event["kind"] in game.marks
        ]
    index = len(ks) - 1 if sight.at is None else bisect_right(ks, max(sight.at, 0)) - 1
    what_if = what_if_address(table, sight)
    return history(ks, index, rounds, notable, sight.at is None, table.over, sight.tongue.say, what_if)


def bubble(table: Table, seat: int, move: int, tongue: Tongue) -> str:
    """What a move would bring, for the bubble beside the pointer; empty when it is not legal."""
    if not table.started or move not in table.view(seat)["moves"]:
        return ""
    gain, lines = brings(table, seat, move, tongue)
    called = table.game.words.move(move, table.view(seat), tongue.of(table.game))
    told = lines or [tell(called, seat_names(table, tongue), tongue.of(table.game), marks=False)]
    return render("parts/bubble.jinja", tongue, game=table.game, gain=gain, lines=told)
