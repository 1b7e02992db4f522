"""Yaxha in one piece: an SVG that stands alone, for notebooks, files and the documentation; parts of it for the
examples of the guide; and a text board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import circle, escape, fibres, medal_glyph, rect, seat_glyph, settle_colours, short
from tablero.games.yaxha.drawing.board import pyramid
from tablero.games.yaxha.drawing.pieces import BOX, card_glyph, definitions, levels_within, worth
from tablero.games.yaxha.drawing.scene import Scene
from tablero.games.yaxha.names import LETTERS
from tablero.games.yaxha.names import card as card_title

DEFAULT_RENDER = RenderOptions()
WIDTH = 1100
SIDE = 280  # the column with cards and scores
ROOM = WIDTH - SIDE - 48  # market and pyramids
TILE_HEIGHT = 96


@cache
def daylight() -> dict[str, str]:
    """The light values of the custom properties in style.css."""
    css = files("tablero.games.yaxha").joinpath("style.css").read_text("utf-8")
    block = css[css.index("{") + 1 : css.index("}")]
    return dict(re.findall(r"--([\w-]+): *(?:light-dark\()?([^;,)]+)", block))


def _text(x: float, y: float, words: str, size: float = 15, kind: str = "", anchor: str = "start") -> str:
    """A line of text; `kind` holds b for bold, t for the title face, m for muted."""
    face = "var(--title)" if "t" in kind else "var(--text)"
    ink = "var(--ink-2)" if "m" in kind else "var(--ink)"
    weight = 800 if "b" in kind else 500
    return (
        f'<text x="{short(x)}" y="{short(y)}" font-family="{face}" font-size="{short(size)}" font-weight="{weight}" '
        f'fill="{ink}" text-anchor="{anchor}">{words}</text>'
    )


def _box(x: float, y: float, width: float, height: float, fill: str = "var(--card)") -> str:
    return rect(short(x), short(y), short(width), short(height), f'rx="10" fill="{fill}" stroke="var(--edge)"')


def _cube(x: float, y: float, colour: int, size: float) -> str:
    return f'<use href="#yx-c{colour}0" transform="translate({short(x)} {short(y)}) scale({size / 100:.3f})"/>'


def _wrapped(words: str, limit: int = 20) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= limit:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _head(scene: Scene) -> str:
    say = scene.say
    view = scene.view
    words = escape(say("Round {round} of {rounds}")).format(round=view["round"], rounds=view["rounds"])
    bag = escape(say("{count} in the bag")).format(count=sum(view["bag"]))
    return _text(16, 32, "Yaxha", 24, "bt") + _text(90, 32, f"{words} · {bag}", 16, "m")


def _cards(scene: Scene, x: float, y: float, width: float = SIDE, limit: int = 20) -> str:
    out = ""
    cell = (width - 20) / len(scene.seats)
    for card in scene.view["cards"]:
        out += f'<g data-spot="card-{card["id"]}">{_box(x, y, width, 100)}'
        out += f'<g transform="translate({short(x + 8)} {short(y + 6)})">{card_glyph(card["id"])}</g>'
        for i, line in enumerate(_wrapped(card_title(card["id"], scene.say), limit)):
            out += _text(x + 70, y + 26 + i * 18, escape(line), 15, "b")
        out += circle(short(x + width - 24), short(y + 24), 14, 'fill="var(--maize)" stroke="#9a6c06"')
        out += _text(x + width - 24, y + 29.5, f'<tspan fill="#2a2018">{card["points"]}</tspan>', 16, "bt", "middle")
        for seat in scene.seats:
            at = x + 10 + seat * cell
            won = card["won"][seat]
            fill = "var(--gain-fill)" if won else "var(--yx-well)"
            edge = 'stroke="var(--jade-ink)" stroke-width="1.5"' if won else ""
            out += rect(short(at + 2), short(y + 66), short(cell - 4), 26, f'rx="7" fill="{fill}" {edge}')
            out += seat_glyph(seat, at + cell / 2 - 13, y + 79, 5.5)
            out += _text(at + cell / 2 + 2, y + 84.5, worth(card["id"], card["values"][seat]), 15, "b")
        out += "</g>"
        y += 108
    return out


def _scores(scene: Scene, x: float, y: float) -> str:
    say = scene.say
    cell = (SIDE - 70) / len(scene.seats)
    rows: list[tuple[str, list[tuple[str, str]]]] = []
    for colour in range(5):
        values = [scene.pyramid(seat) for seat in scene.seats]
        rows.append(("", [(str(v["points"][colour]), str(v["sizes"][colour])) for v in values]))
    rows.append((say("bonus"), [(str(scene.bonus(seat)), "") for seat in scene.seats]))
    rows.append((say("total"), [(str(total), "") for total in scene.view["standing"]]))
    out = _box(x, y, SIDE, 44 + 36 * len(rows))
    winners = scene.view["result"]["winners"] if scene.view["result"] else []
    for seat in scene.seats:
        at = x + 62 + (seat + 0.5) * cell
        if seat in winners:
            out += rect(
                short(at - cell / 2),
                short(y + 6),
                short(cell),
                short(32 + 36 * len(rows)),
                'rx="8" fill="var(--gain-fill)"',
            )
        out += seat_glyph(seat, at, y + 24, 7)
    for i, (head, cells) in enumerate(rows):
        top = y + 40 + i * 36
        out += f'<path d="M{short(x + 10)} {short(top)}H{short(x + SIDE - 10)}" stroke="var(--edge)"/>'
        out += _text(x + 14, top + 24, escape(head), 15, "m") if head else _cube(x + 30, top + 6, i, 12)
        for seat, (value, size) in enumerate(cells):
            at = x + 62 + (seat + 0.5) * cell
            big = 20 if i == len(rows) - 1 else 17
            out += _text(at + (2 if size else 0), top + 24, value, big, "b", "end" if size else "middle")
            out += _text(at + 7, top + 24, size, 13, "m") if size else ""
    return out


def _market(scene: Scene, x: float, y: float) -> str:
    out = ""
    n = len(scene.seats)
    width = (ROOM - 10 * (n - 1)) / n
    for tile, shown in enumerate(scene.view["market"]):
        at = x + tile * (width + 10)
        tone = f"var(--yx-tile-{tile + 1})"
        out += _box(at, y, width, TILE_HEIGHT, "var(--card-2)")
        out += f'<path d="M{short(at + 6)} {short(y + 4.5)}H{short(at + width - 6)}" stroke="{tone}" stroke-width="7"/>'
        out += rect(short(at), short(y), 24, 24, f'rx="6" fill="{tone}"')
        out += _text(at + 12, y + 17.5, f'<tspan fill="#fffaf0">{tile + 1}</tspan>', 15, "b", "middle")
        for i, colour in enumerate(shown["cubes"]):
            out += _cube(at + width / 2 + (i - 1) * 50, y + 15, colour, 25)
        for i, seat in enumerate([shown["owner"]] if shown["owner"] is not None else shown["wanted"]):
            out += seat_glyph(seat, at + 18 + i * 22, y + TILE_HEIGHT - 15, 6.5)
            if shown["owner"] is not None:
                out += _text(at + 32, y + TILE_HEIGHT - 10, scene.name(seat), 15, "b")
    return out


def _seat(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> str:
    shown = scene.pyramid(seat)
    last = {(cx, cy, cz) for cx, cy, cz, _ in shown["last"]}
    scale = min((width - 16) / BOX[2], (height - 40) / BOX[3])
    out = _box(x, y, width, height)
    built = "".join(pyramid(shown["cubes"], scene.frame(seat), scene.turn, marked=last))
    out += (
        f'<g transform="translate({short(x + width / 2)} {short(y + height - 4 - (BOX[1] + BOX[3]) * scale)}) '
        f'scale({scale:.4f})">{built}</g>'
    )
    out += seat_glyph(seat, x + 24, y + 26, 9) + _text(x + 42, y + 33, scene.name(seat), 20, "bt")
    out += f'<g transform="translate({short(x + width - 40)} {short(y + 12)})">'
    out += medal_glyph(scene.view["initiative"][seat]) + "</g>"
    out += _text(x + 16, y + 66, str(scene.view["standing"][seat]), 30, "bt")
    return out


def _rooms(seats: int, over: bool) -> tuple[int, list[tuple[float, float, float, float]]]:
    """The height of the picture, and where each pyramid stands: x, y, width, height."""
    top = 52.0 if over else 52.0 + TILE_HEIGHT + 12
    rows = (seats + 1) // 2
    height = max(52 + 324 + 44 + 36 * 7 + 16, int(top + rows * 312 + 4))
    room = (height - top - 16 - (rows - 1) * 12) / rows
    places = []
    for seat in range(seats):
        width = ROOM if seats == 3 and seat == 2 else (ROOM - 12) / 2
        places.append((SIDE + 32.0 + (seat % 2) * (width + 12), top + (seat // 2) * (room + 12), width, room))
    return height, places


def glance(view: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """The player's own pyramid; that of seat 0 for a spectator."""
    _, places = _rooms(view["seats"], view["phase"] == "over")
    x, y, width, height = places[view["seat"] or 0]
    shown = min(width, (height - 40) * 1.18)
    return x + (width - shown) / 2, y + 34, shown, height - 38


def draw(view: Mapping[str, Any], render: RenderOptions = DEFAULT_RENDER) -> str:
    """Market, bonus cards, scores and all pyramids as one SVG document in daylight colours."""
    scene = Scene(view, render)
    over = scene.phase == "over"
    height, places = _rooms(len(scene.seats), over)
    body = _head(scene) + _cards(scene, 16, 52) + _scores(scene, 16, 52 + 324)
    if not over:
        body += _market(scene, SIDE + 32.0, 52)
    for seat in scene.seats:
        body += _seat(scene, seat, *places[seat])
    return settle_colours(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="Yaxha"><defs>{definitions()}</defs>'
        f'<rect width="{WIDTH}" height="{height}" fill="var(--paper)"/>{fibres(WIDTH, height, 60, 5, 0.07)}'
        f"{body}</svg>",
        daylight(),
    )


# ---------------------------------------------------------------- parts for the examples of the guide

WISH = 200.0  # the width of a tile with those who wanted it
TALL = 156.0  # and its height, with a gap
STONE = 46.0  # the height of a row of stones


def sketches(view: Mapping[str, Any], render: RenderOptions) -> dict[str, str]:
    """What the table page writes as text and not as pictures: who wanted which tile, the bonus cards, the scores. They
    are drawn with the symbols of the page and in its colours."""
    scene = Scene(view, render)
    across = 2 if len(scene.seats) == 4 else len(scene.seats)  # four in a row would be small
    down = -(-len(scene.seats) // across)
    return {
        "market": _sketch(_wishes(scene, across), across * (WISH + 10) - 10, down * (TALL + STONE)),
        "cards": _sketch(_cards(scene, 2, 2, 436, 33), 440, 324),
        "scores": _sketch(_scores(scene, 2, 2), SIDE + 4, 302),
    }


def _sketch(body: str, width: float, height: float) -> str:
    return f'<svg class="yx yx-sketch" viewBox="0 0 {short(width)} {short(height)}" role="img">{body}</svg>'


def _wishes(scene: Scene, across: int) -> str:
    """The tiles of the market, on each who has it and who had chosen it in vain, and at the bottom all players'
    stone."""
    stones = scene.view["initiative"]
    out = ""
    for tile in range(len(scene.seats)):
        x, y = tile % across * (WISH + 10), tile // across * TALL
        out += f'<g transform="translate({short(x)} {short(y)})">{_wish(scene, tile)}</g>'
    below = -(-len(scene.seats) // across) * TALL
    for place, seat in enumerate(sorted(scene.seats, key=lambda seat: int(stones[seat]))):
        x, y = place % across * (WISH + 10) + 24, below + place // across * STONE
        out += (
            f'<g data-spot="stone-{seat}" transform="translate({short(x)} {short(y)}) '
            f'scale(1.4)">{medal_glyph(stones[seat])}</g>'
        )
        out += seat_glyph(seat, x + 54, y + 18, 8) + _text(x + 70, y + 24, scene.name(seat), 17, "b")
    return out


def _wish(scene: Scene, tile: int) -> str:
    shown = scene.view["market"][tile]
    owner, stones = shown["owner"], scene.view["initiative"]
    tone = f"var(--yx-tile-{tile + 1})"
    out = _box(1, 1, WISH - 2, TALL - 10, "var(--card-2)")
    out += f'<path d="M8 6H{short(WISH - 8)}" stroke="{tone}" stroke-width="8"/>'
    out += f'<rect width="28" height="28" rx="7" fill="{tone}"/>'
    out += _text(14, 20, f'<tspan fill="#fffaf0">{tile + 1}</tspan>', 17, "b", "middle")
    for i, colour in enumerate(shown["cubes"]):
        out += _cube(WISH / 2 + (i - 1) * 54, 22, colour, 28)
    if owner is not None:
        out += rect(7, 86, short(WISH - 14), 28, 'rx="8" fill="var(--gain-fill)"')
        out += seat_glyph(owner, 22, 100, 7.5) + _text(38, 106, scene.name(owner), 17, "b")
    losers = sorted((seat for seat in shown["wanted"] if seat != owner), key=lambda seat: int(stones[seat]))
    for i, seat in enumerate(losers):
        x = 22 + i * 40
        out += seat_glyph(seat, x, 130, 6.5)
        out += f'<path d="M{short(x - 10)} 139L{short(x + 10)} 121" stroke="var(--cochineal)" stroke-width="2.6"/>'
    return out


# ---------------------------------------------------------------- text


def _levels(shown: Mapping[str, Any]) -> list[str]:
    """A pyramid's levels side by side, a letter for each cube, small when it is hidden."""
    x0, x1, y0, y1 = shown["frame"]
    buried = {tuple(cell) for cell in shown["hidden"]}
    letters = {}
    for x, y, z, colour in shown["cubes"]:
        letter = LETTERS[colour]
        letters[x, y, z] = letter.lower() if (x, y, z) in buried else letter
    lines = []
    for row in range(y1 - y0 + 1):
        line = ""
        for z in range(levels_within((x0, x1, y0, y1))):
            y = y0 + row - z
            cells = [letters.get((x, y, z), ".") if y >= y0 else " " for x in range(x0, x1 + 1 - z)]
            line += " ".join(cells) + "    "
        lines.append(line.rstrip())
    return lines


def text(view: Mapping[str, Any]) -> str:
    """The position as text: O orange, B blue, G green, Y yellow, W grey; a small letter is a hidden cube."""
    out = [f"Yaxha, round {view['round']} of {view['rounds']}, {view['phase']}, {sum(view['bag'])} cubes in the bag"]
    if view["phase"] != "over":
        tiles = []
        for number, tile in enumerate(view["market"], 1):
            owner = "" if tile["owner"] is None else f" (seat {tile['owner']})"
            tiles.append(f"{number}: {' '.join(LETTERS[c] for c in tile['cubes'])}{owner}")
        out.append("market  " + "   ".join(tiles))
    for card in view["cards"]:
        values = "  ".join(
            f"{worth(card['id'], value)}{'*' if won else ''}"
            for value, won in zip(card["values"], card["won"], strict=True)
        )
        out.append(f"card    {card['id']}: {values}")
    for seat, shown in enumerate(view["pyramids"]):
        sizes = " ".join(f"{LETTERS[c]}{size}" for c, size in enumerate(shown["sizes"]))
        out.append("")
        out.append(
            f"seat {seat}  initiative {view['initiative'][seat]}  {view['standing'][seat]} points  "
            f"groups {sizes}  {len(shown['cubes'])} cubes"
        )
        out += [f"  {line}" for line in _levels(shown)]
    if view["result"] is not None:
        out += ["", "winners: " + ", ".join(f"seat {seat}" for seat in view["result"]["winners"])]
    return "\n".join(out)
