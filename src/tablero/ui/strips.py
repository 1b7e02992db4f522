"""The two strips of a table page that every move changes: the prompt above and the history below.

They are built here and not in a template: a template took a third of the time that it takes to draw a page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablero.core.drawing.icons import icon
from tablero.core.drawing.shapes import escape
from tablero.core.i18n.translator import Translator

LABEL_PERCENT = 2.4  # of the strip: a shorter round has no room for its label
Mark = tuple[str, str, int]  # a picture (HTML), words, and the k at which it happened


@dataclass(slots=True)
class Prompt:
    """What the game says, and what can be done without touching the board. Headline and detail are HTML."""

    headline: str
    detail: str
    lang: str  # attribute of the game's words when their language is not the page's
    ways: str  # HTML of the game beside the buttons
    loose: Sequence[tuple[int, str]]  # moves without a place on the board, with their names
    aside: Collection[int]  # those of them that are not the first thing to offer
    later: str | None  # name of the move that will end the turn, while it is not legal
    forced: int | None
    asked: bool
    undo: bool
    late: bool
    started: bool
    over: bool
    past: bool
    rule: str = ""  # the address of the rule that governs what is asked
    review: str = ""  # the address of the review of a finished game
    more: str = ""  # buttons besides


def prompt(shown: Prompt, say: Translator) -> str:
    """Return the strip above the board."""
    forced = "" if shown.forced is None else f' data-forced="{shown.forced}"'
    return (
        f'<div class="words">{_words(shown, say)}</div>{_rule(shown.rule, say)}{shown.ways}'
        f'<div class="do"{forced}>{_buttons(shown, say)}{shown.more}</div>'
    )


@lru_cache(256)
def _rule(address: str, say: Translator) -> str:
    """Return the link to the rule for this step, which the page shows over the table."""
    if not address:
        return ""
    words = escape(say("Rules for this step"))
    return (
        f'<a class="btn dk sq to-rule" href="{escape(address)}" data-rule aria-label="{words}" aria-keyshortcuts="R" '
        f'title="{words} (R)">{icon("book", 21)}</a>'
    )


def _words(shown: Prompt, say: Translator) -> str:
    if shown.past:
        detail = (
            say("The game is over: every move of it can be seen.")
            if shown.over
            else say("Nothing can be changed here. The game itself goes on.")
        )
        return _said(escape(say("You are looking back")), escape(detail))
    if not shown.started:
        return _said(escape(say("Waiting for players")), escape(say("The game starts when every seat is taken.")))
    words = _said(shown.headline, shown.detail, shown.lang)
    if shown.late:
        late = say("The bot is held up. It goes on by itself: you need not do anything.")
        words += f'<div class="s">{escape(late)}</div>'
    return words


def _said(headline: str, detail: str, lang: str = "") -> str:
    return f'<div class="t"{lang}>{headline}</div><div class="s"{lang}>{detail}</div>'


def _buttons(shown: Prompt, say: Translator) -> str:
    if shown.past:
        words = say("Last position") if shown.over else say("Back to the game")
        return f'<button class="btn pri" type="button" data-do="live">{escape(words)}</button>'
    out = _back(say, shown.undo) if shown.undo or shown.asked else ""
    check = icon("check", 19, 2.4)
    for place, (move, name) in enumerate(shown.loose):
        kind = "aside" if move in shown.aside else "pri"
        key = "" if place else ' aria-keyshortcuts="F"'
        out += (
            f'<button class="btn {kind} can-do" type="button" data-move="{move}"{key}>{check}'
            f"<span{shown.lang}>{escape(name)}</span></button>"
        )
    if shown.later:
        out += (
            f'<button class="btn" type="button" disabled>{check}<span{shown.lang}>{escape(shown.later)}</span></button>'
        )
    if shown.over:
        words = escape(say("Final scores"))
        out += f'<button class="btn pri" type="button" data-open="end-sheet">{words}</button>'
        if shown.review:
            words = escape(say("Review"))
            out += (
                f'<a class="btn dk" href="{escape(shown.review)}" aria-label="{words}" title="{words}">'
                f"{icon('chart', 19)}<span>{words}</span></a>"
            )
    return out


@lru_cache(64)
def _back(say: Translator, possible: bool) -> str:
    """Return the buttons for undo and for the whole turn again."""
    off = "" if possible else " disabled"
    undo, restart = escape(say("Undo")), escape(say("Restart turn"))
    return (
        f'<button class="btn dk" type="button" data-do="undo"{off} aria-label="{undo}" aria-keyshortcuts="U" '
        f'title="{undo} (U)">{icon("undo", 19)}<span>{undo}</span></button>'
        f'<button class="btn dk restart" type="button" data-do="restart"{off} aria-label="{restart}" title="{restart}">'
        f"{icon('first', 17)}<span>{restart}</span></button>"
    )


# ---------------------------------------------------------------- the history


def history(
    ks: Sequence[int],
    index: int,
    rounds: Sequence[tuple[object, int]],
    notable: Sequence[Mark],
    live: bool,
    over: bool,
    say: Translator,
    what_if: str = "",
) -> str:
    """Return the strip at the bottom.

    `ks` are the move counts at which the viewer's history may stop, `index` the one shown. `rounds` are labels with
    the k at which each begins, `notable` further marks, `what_if` the address of a what-if board from there.
    """
    last = len(ks) - 1
    first, previous, play, following, final = _steps(say, index == 0, index == last)
    whole = max(1, last)
    begins = [min(bisect_left(ks, k), last) for _, k in rounds]
    marks = ""
    for (label, _), begin, end in zip(rounds, begins, [*begins[1:], last], strict=False):
        at = round(100 * begin / whole, 2)
        marks += f'<line x1="{at}%" x2="{at}%" y1="11" y2="25"/>'
        if 100 * (end - begin) / whole > LABEL_PERCENT:
            here = ' class="here"' if begin <= index < end or index == end == last else ""
            middle = round(50 * (begin + end) / whole, 2)
            marks += f'<text x="{middle}%" y="38" text-anchor="middle"{here}>{escape(str(label))}</text>'
    filled = round(100 * index / whole, 2)
    position = escape(say("move {number} of {all}", number=ks[index], all=ks[-1]))
    after = f"{following}{final}{_what_if(say, what_if)}{_now(say, live, over)}"
    return (
        f'{first}{previous}{play}<div class="track" data-stops="{list(ks)}">'
        '<svg width="100%" height="42" aria-hidden="true">'
        '<rect x="0" y="15" width="100%" height="6" rx="3" class="rest"/>'
        f'<rect x="0" y="15" width="{filled}%" height="6" rx="3" class="done"/>{marks}'
        f'<line x1="100%" x2="100%" y1="11" y2="25"/></svg>'
        f'<input type="range" min="0" max="{last}" value="{index}" aria-label="{escape(say("History"))}" '
        f'aria-valuetext="{position}">{_marks(ks, notable)}</div>{after}'
    )


def _marks(ks: Sequence[int], notable: Sequence[Mark]) -> str:
    """Return a button for each notable stop; what happened at the same stop is one mark."""
    last = len(ks) - 1
    by_stop: dict[int, list[Mark]] = {}
    for mark in notable:
        by_stop.setdefault(min(bisect_left(ks, mark[2]), last), []).append(mark)
    out = ""
    for stop, marks in by_stop.items():
        words = " ".join(dict.fromkeys(mark[1] for mark in marks))
        at = round(stop / max(1, last), 4)
        out += (
            f'<button class="mark" type="button" tabindex="-1" data-stop="{stop}" data-css="--at-share:{at}" '
            f'title="{words}" aria-label="{words}">{marks[0][0] or "<i></i>"}</button>'
        )
    return out


@lru_cache(64)
def _steps(say: Translator, at_start: bool, at_end: bool) -> tuple[str, str, str, str, str]:
    """Return the buttons that step through the history."""

    def step(name: str, words: str, key: str, off: bool) -> str:
        return (
            f'<button class="btn sq ghost" type="button" data-step="{name}" aria-label="{escape(words)}"{key}'
            f"{' disabled' if off else ''}>{icon(name)}</button>"
        )

    words = escape(say("Play the moves"))
    return (
        step("first", say("First move"), "", at_start),
        step("previous", say("One move back"), ' aria-keyshortcuts="["', at_start),
        f'<button class="btn sq ghost play" type="button" data-step="play" aria-label="{words}" title="{words}" '
        f'aria-pressed="false">{icon("play", 20, kind="go")}{icon("pause", 20, kind="rest")}</button>',
        step("next", say("One move on"), ' aria-keyshortcuts="]"', at_end),
        step("last", say("Last move"), "", at_end),
    )


def _what_if(say: Translator, address: str) -> str:
    if not address:
        return ""
    words = escape(say("What if: try another way from here"))
    label = f'aria-label="{words}" title="{words}"'
    return f'<a class="btn sq ghost way" href="{escape(address)}" {label}>{icon("branch")}</a>'


@lru_cache(64)
def _now(say: Translator, live: bool, over: bool) -> str:
    words = say("End") if over else say("Live")
    return (
        f'<button class="btn live{" on" if live else ""}" type="button" data-step="live" '
        f'aria-pressed="{"true" if live else "false"}"><i></i>{escape(words)}</button>'
    )
