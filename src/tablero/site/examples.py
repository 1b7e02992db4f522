"""The drawn examples of a guide: parts of real boards, cut out of the pictures of the table page, and what is said beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from tablero.core.figure import Crop, Figure
from tablero.core.game import Game
from tablero.core.lesson import COMPANY
from tablero.core.look import Look
from tablero.core.speech import speaker
from tablero.games import game as find_game
from tablero.site.language import Tongue

ICON = 60  # what is not wider than this, in its own units, is an icon and no picture
WIDE = 2.3  # how many times as wide as high pictures may be together to stand beside one another

_TAG = re.compile(r"<(/?)svg\b[^>]*?(/?)>")
_RATIO = re.compile(r"--ratio:([\d.]+)")
_OPENING = re.compile(r"<[a-zA-Z][^>]*>")
_BOX = re.compile(r'viewBox="\s*(\S+)[\s,]+(\S+)[\s,]+(\S+)[\s,]+(\S+?)\s*"')
_ID = re.compile(r'(?<=[\s"])id="([^"]*)"')
_USED = re.compile(r'url\(#([^)]+)\)|href="#([^"]+)"')
# What makes a place on a table live: a cut picture is only looked at.
_LIVE = re.compile(
    r"\s(?:role|tabindex|aria-[\w-]+|data-(?:try|pick|colour|board|levels|turn|part|optional|twice|sure|instead|do|open))"
    r'(?=[\s=/>])(?:="[^"]*")?'
)
# What a selector may name stays, under a name that no script of the table page knows.
_NAMED = re.compile(r"data-(?=(?:move|spot)\b)")


@dataclass(frozen=True)
class Example:
    """A drawn example as a page shows it, in a language."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...]
    crops: tuple[Markup, ...]
    reckoning: tuple[tuple[str, str], ...]
    style: Markup  # marks what is lit
    stacked: bool = False  # too wide to stand beside one another


@lru_cache(1024)
def example_of(name: str, id: str, tongue: Tongue) -> Example:
    """Drawn once for each language."""
    game = find_game(name)
    return draw_example(game, game.figures[id], tongue)


def draw_example(game: Game, figure: Figure, tongue: Tongue) -> Example:
    """The example, drawn."""
    said = speaker(f"{game.package}.guide", tongue.language)
    state = figure.state(game)
    others = iter(COMPANY)
    names = tuple(tongue.say("You") if seat == figure.seat else next(others) for seat in range(state.seats))
    slots = figure.slots(game, state, Look(names=names, say=tongue.of(game)))
    title, text = said(figure.title), said(figure.text)
    crops = tuple(
        Markup(_cut(slots[crop.slot], crop, f"{figure.id}-{number}", title if number else f"{title}. {text}"))
        for number, crop in enumerate(figure.crops)
    )
    reckoning = tuple((said(words), said(brings)) for words, brings in figure.reckoning)
    ratios = [float(found[1]) if (found := _RATIO.search(crop)) else WIDE for crop in crops]
    stacked = len(crops) > 1 and sum(ratios) > WIDE
    return Example(figure.id, title, text, figure.rules, crops, reckoning, _lighting(figure), stacked)


def pictures(html: str) -> list[str]:
    """The pictures in a part of the table page, icons left out: those that stand in no other picture.

    >>> pictures('<p><svg viewBox="0 0 9 9"/></p><svg viewBox="0 0 90 90"><svg viewBox="0 0 80 80"></svg></svg>')
    ['<svg viewBox="0 0 90 90"><svg viewBox="0 0 80 80"></svg></svg>']
    """
    found, depth, start = [], 0, 0
    for tag in _TAG.finditer(html):
        if not tag[1]:
            start = tag.start() if depth == 0 else start
            depth += 1
        if tag[1] or tag[2]:
            depth -= 1
            if depth == 0:
                found.append(html[start : tag.end()])
    return [picture for picture in found if (box := _BOX.search(picture)) and float(box[3]) > ICON]


def _cut(html: str, crop: Crop, prefix: str, name: str) -> str:
    """A part of a picture; the whole slot where -1 is asked for, or where it has no picture."""
    found = pictures(html) if crop.number >= 0 else []
    if not found:
        return f'<div class="whole" role="img" aria-label="{escape(name)}">{still(html, prefix)}</div>'
    head, _, rest = still(found[crop.number], prefix).partition(">")
    own = _BOX.search(head)
    assert own is not None  # else it is no picture
    box = crop.box or tuple(float(part) for part in own.groups())
    style = re.search(r'class="([^"]*)"', head)
    x, y, width, height = (f"{part:g}" for part in box)
    return (
        f'<svg class="{style[1] if style else ""}" viewBox="{x} {y} {width} {height}" role="img" aria-label="{escape(name)}" '
        f'style="--ratio:{box[2] / box[3]:.3f};--wide:{width}">{rest}'
    )


def still(html: str, prefix: str) -> str:
    """The same with nothing in it that could be clicked, and with ids of its own."""
    used = {one or other for one, other in _USED.findall(html)}
    own = {id for id in _ID.findall(html) if id in used}

    def settled(opening: re.Match[str]) -> str:
        tag = _NAMED.sub("data-drawn-", _LIVE.sub("", opening[0]))
        tag = _ID.sub(lambda id: f'id="{prefix}-{id[1]}"' if id[1] in own else f'data-drawn-id="{id[1]}"', tag)
        return _USED.sub(lambda use: use[0].replace("#", f"#{prefix}-") if (use[1] or use[2]) in own else use[0], tag)

    html = _OPENING.sub(settled, html)
    return re.sub(r"<(/?)button\b", r"<\1span", html)


def _lighting(figure: Figure) -> Markup:
    """What is lit keeps its marker; what has none gets an outline. The marker of everything else is taken away."""
    if not figure.lit:
        return Markup()
    lit = f"#figure-{figure.id} .crops :is({', '.join(map(_drawn, figure.lit))})"
    return Markup(
        f"<style>{lit} :is(.can-case,.can-line),{lit}:is(.can-case,.can-line){{display:inline}}"
        f"{lit}:not(:has(.can-line)){{filter:var(--lit);outline:var(--lit-box);outline-offset:2px}}</style>"
    )


def _drawn(selector: str) -> str:
    """A selector of the table page, for a picture that is only looked at.

    >>> _drawn('[data-spot="tz-3"]'), _drawn("#board .hot")
    ('[data-drawn-spot="tz-3"]', '[data-drawn-id="board"] .hot')
    """
    selector = re.sub(r"\[data-(move|spot)", r"[data-drawn-\1", selector)
    return re.sub(r"#([A-Za-z][\w-]*)", r'[data-drawn-id="\1"]', selector)
