"""The board slot: the viewer's pyramid with its legal cells, the levels from above, on a phone the figures around."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tablero.core.drawing.icons import icon
from tablero.core.drawing.shapes import Point, corners, escape, fill, marker, medal, seat_mark, short
from tablero.games.yaxha import names
from tablero.games.yaxha.drawing import pieces
from tablero.games.yaxha.drawing.pieces import Cell, Frame, project, spots, turned
from tablero.games.yaxha.drawing.scene import Scene
from tablero.games.yaxha.words import signed

PYRAMID = 30  # cubes in a finished pyramid
VIEW_BOX = " ".join(map(str, pieces.BOX))
NOTHING: Mapping[Cell, str] = {}
NO_CUBE = escape("–")
NEAR: Frame = (-2, 2, -2, 2)  # as far as the cubes of the first round reach: all of the ground would make them small

# ---------------------------------------------------------------- the ground


def _block(low: Point, high: Point, top: float, bottom: float, kind: str) -> str:
    (a0, b0), (a1, b1) = low, high
    faces = (
        ("right", [project(a1, b1, top), project(a1, b0, top), project(a1, b0, bottom), project(a1, b1, bottom)]),
        ("left", [project(a0, b1, top), project(a1, b1, top), project(a1, b1, bottom), project(a0, b1, bottom)]),
        ("top", [project(a0, b0, top), project(a1, b0, top), project(a1, b1, top), project(a0, b1, top)]),
    )
    return (
        f'<g class="yx-{kind}" stroke="var(--yx-slab-edge)" stroke-width="1.4" stroke-linejoin="round">'
        + "".join(f'<polygon points="{corners(points)}" fill="var(--yx-{kind}-{face})"/>' for face, points in faces)
        + "</g>"
    )


@cache
def slab(frame: Frame, turn: int, stepped: bool = True) -> str:
    """The stone under the part of the ground that the base may still use, with its grid."""
    one = turned(frame[0], frame[2], turn)
    other = turned(frame[1] + 1, frame[3] + 1, turn)
    a0, a1 = sorted((one[0], other[0]))
    b0, b1 = sorted((one[1], other[1]))
    x, y = project((a0 + a1) / 2, (b0 + b1) / 2, -0.5)
    reach = (a1 - a0 + b1 - b0) / 2 + 2 * (pieces.MARGIN + pieces.STEP)
    m = pieces.MARGIN
    n = m + pieces.STEP
    out = (
        f'<ellipse class="yx-ground" cx="{short(x + 15)}" cy="{short(y + 18)}" rx="{short(reach * 98)}" '
        f'ry="{short(reach * 47)}" fill="url(#yx-soft)"/>'
    )
    if stepped:
        out += _block((a0 - n, b0 - n), (a1 + n, b1 + n), -pieces.THICK * 0.55, -pieces.THICK * 1.05, "step")
    out += _block((a0 - m, b0 - m), (a1 + m, b1 + m), 0, -pieces.THICK * 0.55, "slab")
    lines = ""
    for i in range(round(a1 - a0) + 1):
        lines += f"M{corners((project(a0 + i, b0, 0), project(a0 + i, b1, 0)))}"
    for i in range(round(b1 - b0) + 1):
        lines += f"M{corners((project(a0, b0 + i, 0), project(a1, b0 + i, 0)))}"
    return out + f'<path class="yx-grid" d="{lines}" fill="none" stroke="var(--yx-grid)" stroke-width="1.7"/>'


# ---------------------------------------------------------------- one pyramid


@cache
def _cube_use(cell: Cell, colour: int, turn: int) -> str:
    grain = (cell[0] * 7 + cell[1] * 3 + cell[2]) % pieces.GRAINS
    return f'href="#yx-c{colour}{grain}" {spots(turn)[cell].at}/>'


def pyramid(
    cubes: Sequence[Sequence[int]],
    frame: Frame,
    turn: int,
    *,
    key: str = "",
    fresh: Collection[Cell] = (),
    marked: Collection[Cell] = (),
    growing: Collection[Cell] = (),
    ground: str = "",
    barred: Mapping[Cell, str] = NOTHING,
    ghosts: Sequence[tuple[Cell, str]] = (),
    over: str = "",
    stepped: bool = True,
    seen: Frame | None = None,
) -> list[str]:
    """A pyramid on its slab, to be shown in BOX: a piece for the shades and one for the cubes of each level.

    `key` starts the ids of the cubes; fresh cubes land from above; marked ones are outlined as the last ones; growing
    ones as the group that a move enlarges; `ground` lies on the slab, barred cubes say what a click on them
    would mean, ghosts are drawn in their place among the cubes, `over` on top of all. The picture is as large as the
    frame `seen` allows, where that is another one.
    """
    where = spots(turn)
    layers: list[list[tuple[int, str]]] = [[], [], [], []]
    shadows = ["", "", "", ""]
    for x, y, z, colour in cubes:
        cell = (x, y, z)
        name = f' id="{key}-{x}-{y}-{z}" data-spot="{key}-{x}-{y}-{z}"' if key else ""
        kind = f'class="yx-set{" fresh" if cell in fresh else ""}"{barred.get(cell, "")}'
        drawn = f"<use{name} {kind} {_cube_use(cell, colour, turn)}"
        spot = where[cell]
        if cell in growing:
            drawn += f'<use class="yx-line" href="#yx-grow" {spot.at}/>'
        if cell in marked:
            drawn += f'<use class="yx-line" href="#yx-last" {spot.at}/>'
        layers[z].append((spot.order, drawn))
        shadows[z] += f'<use href="#yx-shadow" {spot.at}/>'
    for cell, drawn in ghosts:
        layers[cell[2]].append((where[cell].order, drawn))
    body = []
    for shade, layer in zip(shadows, layers, strict=True):
        layer.sort()
        body += [f'<g class="yx-shade">{shade}</g>' if layer else "", "".join([drawn for _, drawn in layer])]
    eye = pieces.camera(seen or frame, turn)
    head = f'<g class="yx-eye" transform="translate({short(eye.x)} {short(eye.y)}) scale({eye.scale:.4f})">'
    return [head, slab(frame, turn, stepped), ground, *body, over, "</g>"]


# ---------------------------------------------------------------- legal cells


def steady(scene: Scene) -> Frame:
    """What is seen of the ground: as long as the viewer builds it stays as it was before, so that nothing moves under
    the pointer."""
    placed = scene.view["mine"]["placed"] if scene.view["mine"] is not None else []
    base = [cube for cube in scene.pyramid(scene.main)["cubes"] if cube[2] == 0 and cube not in placed]
    if not base:
        return NEAR
    if not placed:
        return scene.frame(scene.main)
    xs, ys = [x for x, *_ in base], [y for _, y, *_ in base]
    return max(xs) - 3, min(xs) + 3, max(ys) - 3, min(ys) + 3


def _badge(offer: Mapping[str, Any], spot: pieces.Spot, size: float) -> str:
    """What a cell brings: the points of groups, with a dot when bonus cards change hands as well."""
    gain, bonus = offer["gain"], offer["total"] - offer["gain"]
    if not gain and not bonus:
        return ""
    kind = "bonus" if not gain else "less" if gain < 0 else "more"
    lost = " lost" if bonus < 0 else ""
    dot = f'<circle class="yx-dot{lost}" cx="29" cy="-16" r="11"/>' if gain and bonus else ""
    return (
        f'<g transform="translate({short(spot.x)} {short(spot.y + 50)}) scale({size:.3f})">'
        f'<g class="yx-badge {kind}{lost}"><rect x="-28" y="-20" width="56" height="40" rx="20"/>'
        f'<text y="10">{signed(gain or bonus)}</text>{dot}</g></g>'
    )


def _ghosts(scene: Scene) -> tuple[list[tuple[Cell, str]], str]:
    """The legal cells among the cubes, and what lies on top of all cubes for each: its points, and its outline where
    cubes stand in front of it."""
    where = spots(scene.turn)
    size = 0.9 / pieces.camera(steady(scene), scene.turn).scale  # letters are as large however far away the ground is
    standing = [where[x, y, z] for x, y, z, _ in scene.pyramid(scene.main)["cubes"]]
    ghosts: list[tuple[Cell, str]] = []
    over: list[str] = []
    for offer in scene.view["offers"]:
        if "cube" not in offer:
            continue
        x, y, z, colour = offer["cube"]
        spot = where[x, y, z]
        outline = f'path transform="translate({short(spot.x)} {short(spot.y)})" d="{pieces.HULL}"'
        drawn = (
            f'<g {scene.choice(offer["move"], "ghost")} data-colour="{colour}">'
            f'<use class="yx-glass" href="#yx-g{colour}" {spot.at}/>'
            f'<use class="yx-real" href="#yx-h{colour}" {spot.at}/>{marker(outline)}</g>'
        )
        ghosts.append(((x, y, z), drawn))
        xray = f'<use href="#yx-xray" {spot.at}/>' if any(pieces.covers(cube, spot) for cube in standing) else ""
        over.append(f'<g class="yx-over" data-colour="{colour}">{xray}{_badge(offer, spot, size)}</g>')
    return ghosts, "".join(over)


def _barred(scene: Scene) -> dict[Cell, str]:
    """What a click on a cube means; those that stand in front of a legal cell let the pointer through."""
    where = spots(scene.turn)
    legal = [where[x, y, z] for x, y, z, _ in (offer["cube"] for offer in scene.view["offers"] if "cube" in offer)]
    cells = [(x, y, z) for x, y, z, _ in scene.pyramid(scene.main)["cubes"]]
    return {
        cell: f" {tried}"
        for cell in cells
        if (tried := scene.barred(cell)) and not any(pieces.covers(where[cell], ghost) for ghost in legal)
    }


def _ground(scene: Scene) -> str:
    """The cells of level 1 that explain on a click why nothing can be built there."""
    out = ""
    x0, x1, y0, y1 = scene.frame(scene.main)
    for x in range(x0, x1 + 1):
        for y in range(y0, y1 + 1):
            if barred := scene.barred((x, y, 0)):
                out += f'<polygon class="yx-cell" {barred} points="{_square(x, y, scene.turn)}"/>'
    return out


@cache
def _square(x: int, y: int, turn: int) -> str:
    """The outline of a cell of the ground."""
    square = [turned(x + i, y + j, turn) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return corners(project(a, b, 0) for a, b in square)


# ---------------------------------------------------------------- levels from above


def _rows(scene: Scene) -> str:
    """The levels as they are read out, row by row."""
    say = scene.say
    shown = scene.pyramid(scene.main)
    buried = {tuple(cell) for cell in shown["hidden"]}
    rows: dict[tuple[int, int], dict[int, str]] = {}
    for x, y, z, colour in shown["cubes"]:
        word = scene.colour(colour)
        hidden = (x, y, z) in buried
        rows.setdefault((z, y), {})[x] = fill(say("{colour} (hidden)"), colour=word) if hidden else word
    x0, x1, y0, _ = scene.frame(scene.main)
    out = []
    for (z, y), found in sorted(rows.items()):
        words = ", ".join([found.get(x, NO_CUBE) for x in range(x0, x1 + 1 - z)])
        out.append(fill(say("Level {level}, row {row}: {cubes}."), level=z + 1, row=y - y0 + 1, cubes=words))
    return " ".join(out)


class _Flat(NamedTuple):
    """Where the cells of each level lie when seen from above, with the level's number below them."""

    levels: tuple[tuple[tuple[tuple[Cell, str, str], ...], str], ...]
    width: str
    height: int


@cache
def _flat(frame: Frame, turn: int) -> _Flat:
    x0, x1, y0, y1 = frame
    middle = turned((x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2, turn)
    wide, deep = x1 - x0 + 1, y1 - y0 + 1
    if turn % 2:
        wide, deep = deep, wide
    levels, at = [], 0.0
    for z in range(pieces.levels_within(frame)):
        cells = []
        for x in range(x0, x1 + 1 - z):
            for y in range(y0, y1 + 1 - z):
                a, b = turned(x + z / 2 + 0.5, y + z / 2 + 0.5, turn)
                px = at + (a - middle[0] + (wide - z) / 2 - 0.5) * 20
                py = (b - middle[1] + (deep - z) / 2 - 0.5 + z) * 20
                where = f'x="{short(px)}" y="{short(py)}"'
                box = f'x="{short(px + 1.5)}" y="{short(py + 1.5)}" width="17" height="17" rx="3"'
                cells.append(((x, y, z), where, box))
        number = f'<text x="{short(at + (wide - z) * 10)}" y="{deep * 20 + 17}">{z + 1}</text>'
        levels.append((tuple(cells), number))
        at += (wide - z) * 20 + 14
    return _Flat(tuple(levels), short(at - 14), deep * 20 + 20)


def plan(scene: Scene) -> list[str]:
    """The levels from above: nothing can cover anything here, so hidden cubes are marked here."""
    shown = scene.pyramid(scene.main)
    colours: dict[Cell, int] = {(x, y, z): c for x, y, z, c in shown["cubes"]}
    buried = {tuple(cell) for cell in shown["hidden"]}
    x0, x1, y0, y1 = scene.frame(scene.main)
    hot = tuple(scene.hot["cube"][:3]) if scene.hot else None
    legal: dict[Cell, list[int]] = {}
    for offer in scene.view["offers"]:
        if "cube" in offer:
            x, y, z, colour = offer["cube"]
            legal.setdefault((x, y, z), []).append(colour)
    flat = _flat((x0, x1, y0, y1), scene.turn)
    width, height = flat.width, flat.height
    out = [
        f'<svg class="yx-levels" data-css="--w:{width};--h:{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{fill(scene.say("Levels from above"))}. {_rows(scene)}">'
    ]
    for cells, number in flat.levels:
        for cell, where, box in cells:
            found = colours.get(cell)
            barred = scene.barred(cell)
            if found is not None:
                out.append(f'<use href="#yx-{"k" if cell in buried else "f"}{found}" {barred} {where}/>')
                continue
            out.append(f'<rect class="yx-free" {barred} {box}/>')
            for colour in legal.get(cell, ()):
                kind = "yx-spot hot" if cell == hot else "yx-spot"
                out.append(f'<rect class="{kind}" data-colour="{colour}" {box}/>')
        out.append(number)
    return [*out, "</svg>"]


# ---------------------------------------------------------------- on a phone


def _seats(scene: Scene) -> str:
    """All seats in a strip, where the columns beside the board have no room."""
    out = ""
    for seat in scene.seats:
        name = fill(scene.say("You")) if seat == scene.me else scene.name(seat)
        done = icon("check", 15, 3) if scene.settled(seat) else ""
        out += (
            f'<div class="yx-seat{" me" if seat == scene.main else ""}" data-spot="seat-{seat}">'
            f"<span>{seat_mark(seat, 17)}<b>{name}</b>"
            f"</span><span><strong>{scene.view['standing'][seat]}</strong>{done}"
            f'<i data-spot="stone-{seat}">{medal(scene.view["initiative"][seat], 24)}</i></span></div>'
        )
    return f'<div class="yx-seats" data-css="--n:{len(scene.seats)}">{out}</div>'


def _figures(scene: Scene) -> str:
    """The shown seat's colours and the bonus cards in two rows."""
    say = scene.say
    shown = scene.pyramid(scene.main)
    out = ""
    for colour in range(5):
        change = scene.rises(colour)
        pill = f'<i class="yx-up{" down" if change < 0 else ""}">{signed(change)}</i>' if change else ""
        out += (
            f'<div class="yx-size{" grow" if change > 0 else ""}">{pieces.loose_cube(colour, 10.5)}'
            f"<span><b>{shown['points'][colour]}</b><small>{shown['sizes'][colour]}</small></span>{pill}</div>"
        )
    out += (
        f'<div class="yx-sum"><span><b>{scene.view["standing"][scene.main]}</b><small>{escape(say("total"))}</small>'
        f"</span></div>"
    )
    cards = ""
    for card in scene.view["cards"]:
        winners = "".join(seat_mark(seat, 15) for seat in scene.seats if card["won"][seat])
        value = pieces.worth(card["id"], card["values"][scene.main])
        mine = fill(say("you {value}"), value=value) if scene.me is not None else value
        cards += (
            f'<div class="yx-short" data-spot="card-{card["id"]}" title="{scene.card(card["id"])}. '
            f'{scene.about(card["id"])}">{pieces.card_art(card["id"], 42)}'
            f"<em>{scene.card(card['id'])}</em>"
            f'<span class="yx-five">{card["points"]}</span><span>'
            f"<b>{winners or escape(say('nobody'))}</b>{mine}</span></div>"
        )
    return f'<div class="yx-figures"><div class="yx-row5">{out}</div><div class="yx-row3">{cards}</div></div>'


# ---------------------------------------------------------------- the slot


def hidden_count(scene: Scene, n: int) -> str:
    """How many cubes of a pyramid are hidden."""
    return fill(scene.say.plural("{n} hidden", "{n} hidden", n), n=n)


def cube_buttons(scene: Scene, size: float) -> str:
    """The viewer's three cubes of this round: those placed, those to place, those that fit nowhere."""
    mine = scene.view["mine"]
    tile = next((t for t in scene.view["market"] if t["owner"] == scene.me), None)
    if mine is None or tile is None:
        return ""
    say = scene.say
    placed = [cube[3] for cube in mine["placed"]]
    fitting = {offer["cube"][3] for offer in scene.view["offers"] if "cube" in offer}
    seen: set[int] = set()
    out = ""
    for colour in tile["cubes"]:
        hue = scene.colour(colour)
        if colour in placed:
            placed.remove(colour)
            out += f'<span class="yx-slot" role="img" aria-label="{fill(say("{colour} cube, placed"), colour=hue)}">'
            out += f"{pieces.gone_cube(size)}</span>"
        elif colour in fitting:
            again = " again" if colour in seen else ""
            name = fill(say("Place {cube}"), cube=escape(names.cubes([colour], say)))
            out += (
                f'<button type="button" class="yx-slot yx-pick{again}" data-pick="{colour}" data-spot="hand-{colour}" '
                f'role="radio" '
                f'aria-checked="false" aria-label="{name}">{pieces.loose_cube(colour, size)}</button>'
            )
        else:
            name = fill(say("{colour} cube, fits nowhere"), colour=hue)
            out += (
                f'<span class="yx-slot yx-stuck" role="img" aria-label="{name}">{pieces.loose_cube(colour, size)}'
                f"</span>"
            )
        seen.add(colour)
    return out


def _stage(scene: Scene) -> list[str]:
    """The pyramid with its legal cells, its heading, and its levels from above."""
    say = scene.say
    seat = scene.main
    shown = scene.pyramid(seat)
    ghosts, over = _ghosts(scene)
    last = {(x, y, z) for x, y, z, _ in shown["last"]}
    newest = {(x, y, z) for x, y, z, _ in shown["last"][-1:]}
    count = len(shown["cubes"])
    heading = fill(say("Your pyramid")) if seat == scene.me else fill(say("Pyramid of {name}"), name=scene.name(seat))
    counted = fill(say("{count} of {all} cubes"), count=count, all=PYRAMID)
    x0, x1, y0, y1 = scene.frame(seat)
    floating = (
        f'<span class="yx-floats">{fill(say("The base can still shift"))}</span>' if x1 - x0 + y1 - y0 > 6 else ""
    )
    picture = pyramid(
        shown["cubes"],
        (x0, x1, y0, y1),
        scene.turn,
        key=f"s{seat}",
        fresh=last,
        marked=newest,
        growing=scene.growing,
        ground=_ground(scene),
        barred=_barred(scene),
        ghosts=ghosts,
        over=over,
        seen=steady(scene),
    )
    turns = "".join(
        f'<button type="button" class="yx-turn" data-turn="{(scene.turn + step) % 4}" aria-label="{name}">'
        f"{icon(sign, 22)}</button>" + (f'<span class="yx-side">{side}</span>' if step == -1 else "")
        for step, sign, name, side in (
            (-1, "turn-left", fill(say("Turn the view left")), fill(say("view {turn} of 4"), turn=scene.turn + 1)),
            (1, "turn-right", fill(say("Turn the view right")), ""),
        )
    )
    wide = " wide" if steady(scene) == NEAR else ""  # the ground reaches beyond what is looked at
    return [
        f'<div class="yx-stage"><svg class="yx-view{wide}" viewBox="{VIEW_BOX}" role="group" ',
        f'aria-label="{heading}, {counted}">',
        *picture,
        f'</svg><h2 class="yx-head">{seat_mark(seat, 24)}<span>{heading}</span>',
        f"<small>{counted}</small>{floating}</h2>",
        f'<div class="yx-plan" data-levels=""><button type="button" aria-keyshortcuts="L">'
        f"{fill(say('Levels from above'))}{icon('plus', 24, 2, 'yx-close')}</button>",
        *plan(scene),
        f'<p class="yx-key"><svg width="14" height="14" viewBox="0 0 20 20" aria-hidden="true"><use href="#yx-k4"/>'
        f"</svg><span>{fill(say('hidden, does not score'))}</span></p>"
        f'<p class="yx-hid">{icon("eye-off", 15)}{hidden_count(scene, len(shown["hidden"]))}</p></div>'
        f'<div class="yx-turns">{turns}</div></div>',
    ]


def board(scene: Scene, sheet: str) -> list[str]:
    """The board slot; `sheet` is the score sheet of a finished game, for narrow pages."""
    view, shown = scene.view, scene.pyramid(scene.main)
    standing = view["standing"], view["initiative"]
    seats = scene.once(_seats, *standing, view["ready"], scene.phase, view["result"])
    cubes = [offer for offer in view["offers"] if "cube" in offer]
    hand = None if view["mine"] is None else (view["mine"]["hand"], view["mine"]["placed"])
    stage = scene.once(_stage, shown, hand, cubes, scene.phase == "over", view["market"] if cubes else None)
    if scene.phase != "over":
        sheet = scene.once(_figures, shown["sizes"], shown["points"], view["standing"][scene.main], view["cards"])
    return ['<div class="yx yx-board">', seats, *stage, sheet, "</div>"]
