"""Drawn examples of a guide: parts of real boards, cut out of the pictures of the table page, with their texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.core.teaching.example import Crop, Example
from tablero.core.teaching.lesson import COMPANION_NAMES
from tablero.games import game as find_game
from tablero.ui.language import Language

ICON_WIDTH = 60  # a drawing that is not wider, in its own units, is an icon and no picture
ROW_RATIO = 2.3  # width by height of pictures together that may stand beside one another

_TAG = re.compile(r"<(/?)svg\b[^>]*?(/?)>")
_OPENING = re.compile(r"<[a-zA-Z][^>]*>")
_BOX = re.compile(r'viewBox="\s*(\S+)[\s,]+(\S+)[\s,]+(\S+)[\s,]+(\S+?)\s*"')
_ID = re.compile(r'(?<=[\s"])id="([^"]*)"')
_USED = re.compile(r'url\(#([^)]+)\)|href="#([^"]+)"')
# Attributes of what can be clicked on a table: a cut picture has none of them.
_LIVE = re.compile(
    r"\s(?:role|tabindex|aria-[\w-]+|"
    r"data-(?:try|pick|colour|board|levels|turn|part|optional|twice|sure|instead|do|open))"
    r'(?=[\s=/>])(?:="[^"]*")?'
)
# Attributes that a selector may name stay, under a name that no script of the table page knows.
_NAMED = re.compile(r"data-(?=(?:move|spot)\b)")


@dataclass(frozen=True)
class ExampleText:
    """What is said beside an example in one language, and the room that its pictures need."""

    id: str
    title: str
    text: str
    reckoning: tuple[tuple[str, str], ...]
    ratios: tuple[float, ...]  # width by height of each picture; 0 where only the drawn picture knows

    @property
    def stacked(self) -> bool:
        """Whether the pictures are too wide to stand beside one another."""
        return len(self.ratios) > 1 and sum(ratio or ROW_RATIO for ratio in self.ratios) > ROW_RATIO


@dataclass(frozen=True)
class DrawnExample:
    """The pictures of an example in one language."""

    crops: tuple[Markup, ...]
    lit: str  # a selector of the places that are pointed at


def tell_example(game: Game, example: Example, language: Language) -> ExampleText:
    said = translator_for(f"{game.package}.guide", language.code)
    reckoning = tuple((said(words), said(brings)) for words, brings in example.reckoning)
    ratios = tuple(crop.box[2] / crop.box[3] if crop.box and crop.number >= 0 else 0.0 for crop in example.crops)
    return ExampleText(example.id, said(example.title), said(example.text), reckoning, ratios)


@lru_cache(1024)
def example_of(name: str, id: str, language: Language) -> DrawnExample:
    """Return an example's pictures; they are drawn once for each language."""
    game = find_game(name)
    return draw_example(game, game.figures[id], language)


def draw_example(game: Game, example: Example, language: Language) -> DrawnExample:
    """Draw an example in a language."""
    said = translator_for(f"{game.package}.guide", language.code)
    state = example.state(game)
    others = iter(COMPANION_NAMES)
    names = tuple(language.say("You") if seat == example.seat else next(others) for seat in range(state.seats))
    slots = example.slots(game, state, RenderOptions(names=names, say=language.of(game)))
    title, text = said(example.title), said(example.text)
    crops = tuple(
        Markup(_cut(slots[crop.slot], crop, f"{example.id}-{number}", title if number else f"{title}. {text}"))
        for number, crop in enumerate(example.crops)
    )
    return DrawnExample(crops, _lit(example))


def pictures(html: str) -> list[str]:
    """Return the outermost pictures in a part of the table page, without icons.

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
    return [picture for picture in found if (box := _BOX.search(picture)) and float(box[3]) > ICON_WIDTH]


def _cut(html: str, crop: Crop, prefix: str, name: str) -> str:
    """Return a part of a picture; the whole slot where its number is -1 or the slot has no picture."""
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
        f'<svg class="{style[1] if style else ""}" viewBox="{x} {y} {width} {height}" role="img" '
        f'aria-label="{escape(name)}" data-css="--ratio:{box[2] / box[3]:.3f};--wide:{width}">{rest}'
    )


def still(html: str, prefix: str) -> str:
    """Return the HTML with nothing in it that could be clicked, and with ids that begin with `prefix`."""
    used = {one or other for one, other in _USED.findall(html)}
    own = {id for id in _ID.findall(html) if id in used}

    def made_still(opening: re.Match[str]) -> str:
        tag = _NAMED.sub("data-drawn-", _LIVE.sub("", opening[0]))
        tag = _ID.sub(lambda id: f'id="{prefix}-{id[1]}"' if id[1] in own else f'data-drawn-id="{id[1]}"', tag)
        return _USED.sub(lambda use: use[0].replace("#", f"#{prefix}-") if (use[1] or use[2]) in own else use[0], tag)

    html = _OPENING.sub(made_still, html)
    return re.sub(r"<(/?)button\b", r"<\1span", html)


def _lit(example: Example) -> str:
    """Return a selector of what keeps its marker or gets an outline; all other markers are hidden."""
    return ", ".join(map(_drawn, example.lit))


def _drawn(selector: str) -> str:
    """Translate a selector of the table page for a picture that cannot be clicked.

    >>> _drawn('[data-spot="tz-3"]'), _drawn("#board .hot")
    ('[data-drawn-spot="tz-3"]', '[data-drawn-id="board"] .hot')
    """
    selector = re.sub(r"\[data-(move|spot)", r"[data-drawn-\1", selector)
    return re.sub(r"#([A-Za-z][\w-]*)", r'[data-drawn-id="\1"]', selector)
