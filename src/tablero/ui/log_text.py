"""The log of a table as sentences, turn by turn, with the names of the players."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from markupsafe import Markup, escape

from tablero.core.drawing import shapes
from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.table import Table
from tablero.table.automatic import PLAN_PREFIX, made_by_itself

_SEAT = re.compile(r"@([0-3])")
MOST_SHARED = 200  # sentences

Entry = tuple[int, Mapping[str, Any]]
Maker = tuple[int, int]  # the seat whose move caused an event, and the number of that move


def fill_names(sentence: str, names: Sequence[str], say: Translator, marks: bool = True) -> Markup:
    """Replace @0 to @3 in a sentence by the seats' names, contracted as its language demands; return HTML."""

    def seat(found: re.Match[str]) -> str:
        number = int(found[1])
        if number >= len(names):
            return found[0]
        shape = shapes.seat_mark(number, 16) if marks else ""
        return f'<span class="who">{shape}{escape(names[number])}</span>' if marks else str(escape(names[number]))

    return Markup(_SEAT.sub(seat, str(escape(say.fit(sentence, names)))))


@dataclass(slots=True)
class TurnText:
    """A turn, or what happened by itself between two turns: the events from `first` up to `last`."""

    seat: int | None  # whose turn it was
    made: bool  # whether that seat made it, or it happened by itself
    first: int
    last: int
    k: int  # the viewer's count of moves when it was over
    words: str  # all of it in one sentence, HTML
    line: str  # its line of the log, which unfolds where it has several; empty when it needs none
    stood_in: bool = False  # whether a bot made it in the name of that seat


class SharedSentences:
    """Sentences about the latest events of a table, for all pages in one language. Several viewers are shown the same
    events: an event that a viewer may not see is never asked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], tuple[Any, str]] = {}  # with the events: their ids stay theirs

    def about(self, events: Sequence[Mapping[str, Any]], kind: object, say: Callable[[], str]) -> str:
        """Return what `say` says of events, or what it said of the same ones before for another page."""
        key = (kind, *map(id, events))
        known = self._known.get(key)
        if known is not None:
            return known[1]
        if len(self._known) > MOST_SHARED:
            self._known.clear()
        words = say()
        self._known[key] = list(events), words
        return words


class LogText:
    """The log of one page, in one language. Only new events are put into words; earlier sentences are kept."""

    def __init__(
        self, game: Game, say: Translator, together: str = "{bot} for {name}", shared: SharedSentences | None = None
    ) -> None:
        self._shared = shared or SharedSentences()
        self._game = game
        self._say = say
        self._together = together  # name of a bot with the player that it stands in for
        self._stood_in: Collection[int] = ()
        self._bot = ""
        self._names: tuple[str, ...] = ()
        self._entries: list[Entry] = []
        self._makers: list[Maker] = []
        self._lines: list[str] = []  # one for each entry; empty for those that need none
        self._turns: list[TurnText] = []

    def turns(
        self,
        entries: Sequence[Entry],
        makers: Sequence[Maker],
        names: tuple[str, ...],
        stood_in: Collection[int] = (),
        bot: str = "",
    ) -> list[TurnText]:
        """Return all turns; the last one may be unfinished. `stood_in` are the numbers of the moves that the stand-in
        called `bot` made."""
        self._stood_in, self._bot = stood_in, bot
        if names != self._names:
            self._names = names
            self._entries = []
        same = self._known(entries)
        if same == len(entries) < len(self._entries):  # looking back: the beginning of what is known
            whole = [turn for turn in self._turns if turn.last <= same]
            return whole + self._grouped(whole[-1].last if whole else 0, same)
        if same < len(entries) or same < len(self._entries):
            self._entries, self._makers = list(entries), list(makers)
            self._lines = self._lines[:same] + [self._line(i) for i in range(same, len(entries))]
            kept = [turn for turn in self._turns if turn.last < same]  # the one that ends there may go on
            self._turns = kept + self._grouped(kept[-1].last if kept else 0, len(entries))
        return self._turns

    def _known(self, entries: Sequence[Entry]) -> int:
        """Return how many entries are in words already."""
        if self._entries == entries[: len(self._entries)]:  # nearly always: something was added
            return len(self._entries)
        pairs = zip(entries, self._entries, strict=False)
        return next((i for i, (new, old) in enumerate(pairs) if new != old), min(len(entries), len(self._entries)))

    def _line(self, i: int) -> str:
        event, names = self._entries[i][1], self._called(i)
        retold = self._retold(i)

        def line() -> str:
            told = {**event, "retold": True} if retold else event
            return str(fill_names(self._game.words.line(told, self._say), names, self._say))

        return self._shared.about([event], (names, retold), line)

    def _retold(self, i: int) -> bool:
        """Whether the log has told this event already, step by step, since the round began."""
        event = self._entries[i][1]
        steps = self._game.retells.get(event["kind"])
        while steps is not None and i > 0 and "round" not in self._entries[i - 1][1]:
            i -= 1
            earlier = self._entries[i][1]
            if earlier["kind"] == steps and earlier["seat"] == event["seat"]:
                return True
        return False

    def _called(self, i: int) -> tuple[str, ...]:
        """Return the names for the sentence of an event; a stand-in's says for whom it played."""
        seat, number = self._makers[i]
        if number not in self._stood_in or not 0 <= seat < len(self._names):
            return self._names
        both = self._together.format(bot=self._bot, name=self._names[seat])
        return (*self._names[:seat], both, *self._names[seat + 1 :])

    # ---------------------------------------------------------------- turns

    def _grouped(self, first: int, last: int) -> list[TurnText]:
        starts = [i for i in range(first, last) if i == first or self._starts(i)]
        return [self._turn_text(start, end) for start, end in pairwise([*starts, last])]

    def _starts(self, i: int) -> bool:
        """Whether a new entry begins with this event: another seat's turn, or what happened by itself."""
        if self._begins(i):
            return True
        (before, earlier), (maker, number) = self._makers[i - 1], self._makers[i]
        if maker != before:
            return True
        # What happened by itself ends with the move that caused it.
        return number != earlier and self._by_itself(i - 1, earlier)

    def _by_itself(self, i: int, number: int) -> bool:
        while i >= 0 and self._makers[i][1] == number:
            if self._begins(i):
                return True
            i -= 1
        return False

    def _begins(self, i: int) -> bool:
        event = self._entries[i][1]
        return "round" in event or event["kind"] == "end" or event["kind"] in self._game.begins

    def _turn_text(self, first: int, last: int) -> TurnText:
        events = [event for _, event in self._entries[first:last]]
        k = self._entries[last - 1][0]
        maker = events[0].get("seat", -1) if self._begins(first) else self._makers[first][0]
        seat = None if maker < 0 else maker
        made = not self._begins(first) or any(number == maker for number, _ in self._makers[first + 1 : last])
        names, say = self._called(first), self._say
        words = self._shared.about(
            events, names, lambda: str(fill_names(self._game.words.turn(events, say), names, say))
        )
        line = self._folded(events[0], seat, k, first, words, self._lines[first:last])
        stood_in = any(maker == seat and number in self._stood_in for maker, number in self._makers[first:last])
        return TurnText(seat, made, first, last, k, words, line, stood_in)

    def _folded(
        self, opens: Mapping[str, Any], seat: int | None, k: int, first: int, words: str, lines: list[str]
    ) -> str:
        lines = [line for line in lines if line]
        if not lines:
            return ""
        head = " head" if "round" in opens or opens["kind"] == "end" else ""
        data = f'data-k="{k}" data-event="{first}"' + ("" if seat is None else f' data-seat="{seat}"')
        if len(lines) == 1:
            return f'<li class="turn{head}" {data}>{lines[0]}</li>'
        if head or not words:
            words, *lines = lines
        lines = [line for line in lines if line != words]  # nothing is said twice
        if not lines:
            return f'<li class="turn{head}" {data}>{words}</li>'
        inner = "".join(f"<li>{line}</li>" for line in lines)
        folded = f"<details><summary>{words}</summary><ol>{inner}</ol></details>"
        return f'<li class="turn{head}" {data}>{folded}</li>'


def marked_turns(
    table: Table, seat: int | None, turns: Sequence[TurnText], makers: Sequence[Maker], say: Translator
) -> list[TurnText]:
    """Return the turns, those with moves that were made by themselves with a word about it in their line."""
    shown = list(turns)
    for number, (mover, prefix) in made_by_itself(table, seat).items():
        own = [place for place, turn in enumerate(shown) if makers[turn.first][1] <= number and turn.seat == mover]
        if own:
            words = say("by plan") if prefix == PLAN_PREFIX else say("by itself")
            shown[own[-1]] = replace(shown[own[-1]], line=_marked(shown[own[-1]].line, f"{escape(words)}"))
    return shown


def _marked(line: str, words: str) -> str:
    mark = f' <small class="by-itself">{words}</small>'
    end = "</summary>" if "</summary>" in line else "</li>"
    return line if mark in line else line.replace(end, mark + end, 1)
