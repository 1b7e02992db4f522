"""What lies round the lake in the same picture: the districts with tiles and donations, market, warehouses, decade, the
pieces of the temple to come and the track of points."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tablero.core.drawing.shapes import circle, escape, fill, marker, rect, short
from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing.board import GOLD, GOLDD, NUMERALS, on_track
from tablero.games.amritsar.drawing.pieces import (
    LEAST,
    PAINT,
    RESOURCES,
    Frozen,
    House,
    chhatri,
    counter,
    cusp,
    dome_piece,
    elephant,
    emblem,
    frozen,
    house_icons,
    hue,
    icons_of,
    lotus,
    row,
    shape,
    storey,
    text,
    thawed,
    use,
)
from tablero.games.amritsar.drawing.scene import Scene, round_of_decade
from tablero.games.amritsar.moves import HOUSES

f = short
TITLE = "var(--title)"


# ---------------------------------------------------------------- districts


@lru_cache(256)
def main_side(key: Frozen, x: float, y: float, w: float, h: float, say: Translator) -> str:
    """The main action of a tile, on marble."""
    deed = thawed(key)
    high, top = h > 80, 33 if h > 80 else 26
    out = f'<rect class="am-face" x="{f(x)}" y="{f(y)}" width="{f(w)}" height="{f(h)}" rx="7"/>'
    icons = icons_of(deed)
    size = {1: 32, 2: 29, 3: 26, 4: 19}[len(icons)] if high else {1: 27, 2: 25, 3: 22, 4: 15}[len(icons)]
    caption = names.short_action(deed, say)
    if high:
        out += row(icons, x + w / 2, y + top + (h - top) / 2 - 6, size, "var(--am-mark)")
        return out + _caption(
            text(x + w / 2, y + h - 6, caption, 12.6 if len(caption) < 13 else 12.4, 700, "var(--ink-2)")
        )
    out += row(icons, x + w * 0.3, y + top + (h - top) / 2 + 1.5, size, "var(--am-mark)")
    lines = caption.replace("/", "/ ").split(" ", 1) if len(caption) > 9 else [caption]
    note = ""
    for i, line in enumerate(lines):
        ty = y + top + (h - top) / 2 + (5.5 if len(lines) == 1 else -1.5 + i * 13)
        note += text(x + w * 0.76, ty, line, 12.6 if len(line) < 11 else 12.4, 700, "var(--ink-2)")
    return out + _caption(note)


def _caption(note: str) -> str:
    """What the icons say already: left out where it would be too small to read."""
    return f'<g class="am-cap">{note}</g>'


@lru_cache(64)
def awning(x: float, y: float, w: float, h: float) -> str:
    """The scalloped outline above a tile."""
    top = 33 if h > 80 else 26
    n = round(w / 13)
    step = w / n
    path = (
        f"M{f(x + 0.7)} {f(y + 7)}Q{f(x + 0.7)} {f(y + 0.7)} {f(x + 7)} {f(y + 0.7)}H{f(x + w - 7)}Q{f(x + w - 0.7)} "
        f"{f(y + 0.7)} {f(x + w - 0.7)} {f(y + 7)}V{f(y + top - 4)}"
    )
    return path + f"q{f(-step / 2)} 6 {f(-step)} 0" * (n - 1) + f"q{f(-step / 2 + 0.7)} 6 {f(-step + 1.4)} 0Z"


@lru_cache(256)
def second_side(key: Frozen, colour: int, x: float, y: float, w: float, h: float) -> str:
    """The secondary action of a tile, on an awning in the worker's colour."""
    body, edge, _, _ = PAINT[colour]
    top = 33 if h > 80 else 26
    path = awning(x, y, w, h)
    ey = y + (top - 4) / 2 + 0.5
    out = f'<path class="am-awning" d="{path}" fill="{body}" stroke="{edge}" stroke-linejoin="round"/>'
    out += circle(f(x + 13), f(ey), 8.5, f'fill="#fffdf7" stroke="{edge}"') + emblem(
        colour, x + 13, ey, 5.2, ("#8f6a05", "#2349a5", "#5b4a39", "#1d6b41")[colour]
    )
    icons = icons_of(thawed(key))
    size = 19 if len(icons) < 3 else 14
    wide = sum({"/": size * 0.36, "+": size * 0.46, "*": size * 0.5}.get(i, size) for i in icons) + 8
    px = (x + 25 + x + w - 4) / 2
    pill = rect(f(px - wide / 2), f(ey - 11), f(wide), 22, 'rx="11" fill="#fffdf8" opacity=".93"')
    return out + pill + row(icons, px, ey, size)


@lru_cache(256)
def about_tile(slot: int, district: int, colour: int, main: Frozen, second: Frozen, say: Translator) -> str:
    """A tile in words, safe in HTML."""
    return fill(
        say("{tile}: {main}; with {colour}: {second}"),
        tile=escape(names.slot(slot, district, say)),
        main=escape(names.action(thawed(main), say)),
        colour=escape(names.colour(colour, say)),
        second=escape(names.action(thawed(second), say)),
    )


def tile(scene: Scene, district: int, slot: int, x: float, y: float, w: float, h: float) -> str:
    """A district tile: awning in the worker's colour with the secondary action, main action on marble."""
    shown = scene.view["districts"][district]["tiles"][slot]
    colour = shown["colour"]
    actions = scene.box["actions"]
    main_deed, second_deed = frozen(actions[shown["main"]]), frozen(actions[shown["second"]])
    active = scene.view["active"]
    here = active is not None and active["district"] == district
    kind = "am-tile" + (" am-used" if here and active["tile"] == slot else "")
    out = rect(f(x), f(y + 1.5), f(w), f(h), 'rx="7" fill="#2a2018" opacity=".22"')
    main = main_side(main_deed, x, y, w, h, scene.say)
    second = second_side(second_deed, colour, x, y, w, h)
    top = 33 if h > 80 else 26
    if here and at.MAIN + slot in scene.moves:
        main += marker(f'rect x="{f(x)}" y="{f(y + top)}" width="{f(w)}" height="{f(h - top)}" rx="7"')
    if here and at.SECOND + slot in scene.moves:
        second += rect(f(x), f(y - 6), f(w), f(top + 6), 'fill="transparent"') + marker(
            f'path d="{awning(x, y, w, h)}"'
        )
    out += scene.can(at.MAIN + slot, main, "am-main") if here else main
    out += scene.can(at.SECOND + slot, second, "am-second") if here else second
    if here and at.ACTIVATE + slot in scene.moves:
        ex, ey = (x + w - 13, y + h - 9) if h > 80 else (x + w - 18, y + h - 18)
        spot = f'circle cx="{f(ex)}" cy="{f(ey)}" r="16"'
        badge = f'<{spot} class="am-spot"/>' + elephant(scene.main, ex, ey, 19) + marker(spot)
        out += scene.can(at.ACTIVATE + slot, badge, "am-badge")
    about = about_tile(slot, district, colour, main_deed, second_deed, scene.say)
    why = scene.tried(at.MAIN + slot if here or active is None else at.WALK + district)
    lit = opened(scene, district, colour, x, y, w, h)
    return (
        f'<g class="{kind}" data-spot="tile-{district}-{slot}" role="img" aria-label="{about}" {why}>'
        f"<title>{about}</title>{out}{lit}</g>"
    )


def opened(scene: Scene, district: int, colour: int, x: float, y: float, w: float, h: float) -> str:
    """What the sowing that is looked at would open: every main action where the last worker stops, the secondary ones
    of its colour."""
    drops, _ = scene.route()
    if not drops or drops[-1][1] // 2 != district:
        return ""
    top = 33 if h > 80 else 26
    fits = colour == drops[-1][0]
    high = (y, h) if fits else (y + top, h - top)
    mark = (
        f'<circle cx="{f(x + w - 2)}" cy="{f(y + 2)}" r="10.5" fill="#2a2018" stroke="#f2c64c" '
        f'stroke-width="1.6"/>{text(x + w - 2, y + 7.8, len(drops), LEAST, 800, "#ffe28a")}'
    )
    return (
        f'<rect class="am-opens" x="{f(x - 2)}" y="{f(high[0] - 2)}" width="{f(w + 4)}" height="{f(high[1] + 4)}" '
        f'rx="8"/>{mark if fits else ""}'
    )


@lru_cache(64)
def steps(
    widths: tuple[int, ...], costs: tuple[tuple[int, ...], ...], x: float, base: float, cw: float, ch: float
) -> tuple[str, ...]:
    """What never changes of a donation tile: the stone, and the price on the right of each level."""
    path = ""
    for level, width in enumerate(widths):
        half = cw * width / 2 + 4
        path += (
            f"{'M' if not level else 'L'}{f(x - half)} "
            f"{f(base - ch * level + (3 if not level else -3))}V{f(base - ch * (level + 1) - 3)}"
        )
    for level in (3, 2, 1, 0):
        half = cw * widths[level] / 2 + 4
        path += f"H{f(x + half)}V{f(base - ch * level + (3 if not level else -3))}"
    stone = (
        f'<path d="{path}Z" fill="#2a2018" opacity=".16" transform="translate(1.5 2.5)"/>'
        f'<path d="{path}Z" fill="url(#am-marb)" stroke="{GOLDD}" stroke-width="1.3" stroke-linejoin="round"/>'
    )
    prices = []
    for level, cost in enumerate(costs):
        goods = [name for name, n in zip(RESOURCES, cost, strict=True) for _ in range(n)]
        left, middle = x + cw * widths[level] / 2 + 12.5, base - ch * level - ch / 2
        prices.append("".join(use(name, left + j * 11.5, middle, 12) for j, name in enumerate(goods)))
    return stone, *prices


def pyramid(scene: Scene, district: int, x: float, base: float, cw: float, ch: float) -> str:
    """The donation tile: empty cells show their points, filled ones the donor's counter; prices on the right."""
    levels = scene.view["districts"][district]["levels"]
    widest = len(levels[0])
    if widest > 5:
        cw *= 5 / widest
    out, *prices = steps(tuple(map(len, levels)), tuple(map(tuple, scene.box["costs"])), x, base, cw, ch)
    asked = _donating(scene, district)
    for level, cells in enumerate(levels):
        for i, cell in enumerate(cells):
            cx, cy = x + (i - (len(cells) - 1) / 2) * cw, base - ch * level - ch / 2
            drawn = donation_cell(level, cx, cy, cw, ch, cell["owner"], cell["points"], f"{district}-{cell['cell']}")
            if asked and at.DONATE_ON + cell["cell"] in scene.moves:
                drawn += marker(
                    f'rect x="{f(cx - cw / 2 + 1)}" y="{f(cy - ch / 2 + 1)}" width="{f(cw - 2)}" height="{f(ch - 2)}" '
                    f'rx="3"'
                )
            out += scene.can(at.DONATE_ON + cell["cell"], drawn, "am-give") if asked else drawn
        out += prices[level]
    if asked:
        return f'<g data-spot="gifts-{district}">{out}</g>'
    about = fill(scene.say("Donations in the {district}"), district=scene.district(district))
    why = scene.tried(at.DONATE_ON if scene.view["active"] is None else at.WALK + district)
    return f'<g data-spot="gifts-{district}" role="img" aria-label="{about}" {why}><title>{about}</title>{out}</g>'


@lru_cache(2048)
def donation_cell(
    level: int, cx: float, cy: float, cw: float, ch: float, owner: int | None, points: int, name: str
) -> str:
    out = (
        f'<rect class="am-cell am-l{level}" x="{f(cx - cw / 2 + 1)}" y="{f(cy - ch / 2 + 1)}" width="{f(cw - 2)}" '
        f'height="{f(ch - 2)}" rx="3"/>'
    )
    if owner is None:
        return out + text(cx, cy + 5.6, points, LEAST, 800, "#57400f")
    return out + counter(owner, cx, cy - 0.6, min(cw, ch) * 0.46, f' data-spot="cell-{name}"')


REMEMBERED: dict[tuple[Any, ...], list[str]] = {}
ENOUGH = 1024


def district(scene: Scene, number: int, lying: bool = False) -> list[str]:
    """A district with its tiles and donations; remembered while nothing in it can be chosen.

    East and West stand on the board; `lying` draws them as North, for a phone.
    """
    shown, active = scene.view["districts"][number], scene.view["active"]
    if (active is not None and active["district"] == number) or _donating(scene, number) or scene.opens(number):
        return _district(scene, number, lying)
    return scene.each(_remembered, 4 * lying + number, shown, active is None)


def _remembered(scene: Scene, which: int) -> list[str]:
    """A district in which nothing can be chosen: the same for all who look at it."""
    lying, number = divmod(which, 4)
    shown = scene.view["districts"][number]
    actions = scene.box["actions"]
    tiles = tuple(
        (one["colour"], frozen(actions[one["main"]]), frozen(actions[one["second"]])) for one in shown["tiles"]
    )
    cells = tuple(tuple((cell["owner"], cell["points"]) for cell in level) for level in shown["levels"])
    costs = tuple(map(tuple, scene.box["costs"]))
    seen = (which, scene.say, scene.view["active"] is None, shown["value"], tiles, cells, costs)
    if seen not in REMEMBERED:
        if len(REMEMBERED) >= ENOUGH:
            REMEMBERED.clear()
        REMEMBERED[seen] = _district(scene, number, bool(lying))
    return REMEMBERED[seen]


def _donating(scene: Scene, district: int) -> bool:
    return scene.phase == "donate" and scene.me is not None and scene.player(scene.me)["at"] == district


def _district(scene: Scene, number: int, lying: bool) -> list[str]:
    shown = scene.view["districts"][number]
    name, letter = scene.district(number), names.letter(number, scene.say)
    value = shown["value"]
    out = [f'<g data-spot="quarter-{number}" role="group" aria-label="{name}">']
    if lying or number % 2 == 0:
        y = 603 if number == 2 else 18
        out[0] += f'<path d="{cusp(166, y, 472, 99, 9)}" fill="var(--am-panel)" stroke="{GOLD}" stroke-width="1.2"/>'
        out += [tile(scene, number, slot, 176 + slot * 86, y + 4, 82, 91) for slot in range(3)]
        out += [
            medallion(letter, 452, y + 29)
            + text(452, y + 61, name, LEAST, 700, face=TITLE)
            + f'<g data-spot="district-{number}">{lotus(452, y + 81, 13, value, least=LEAST)}</g>',
            pyramid(scene, number, 540, y + 93, 25, 21.5),
        ]
    else:
        x = 645 if number == 1 else 18
        out[0] += f'<path d="{cusp(x, 178, 141, 364, 9)}" fill="var(--am-panel)" stroke="{GOLD}" stroke-width="1.2"/>'
        out[0] += (
            medallion(letter, x + 24, 203)
            + text(x + 46, 208, name, LEAST, 700, anchor="start", face=TITLE)
            + f'<g data-spot="district-{number}">{lotus(x + 121, 203, 13, value, least=LEAST)}</g>'
        )
        out += [tile(scene, number, slot, x + 6, 224 + slot * 69, 129, 64) for slot in range(3)]
        out.append(pyramid(scene, number, x + 60, 532, 21, 22.5))
    return [*out, "</g>"]


def medallion(letter: str, x: float, y: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y + 1.2}" r="15" fill="#2a2018" opacity=".25"/>'
        f'<circle cx="{x}" cy="{y}" r="15" fill="url(#am-lapisf)" stroke="{GOLD}" stroke-width="2"/>'
        + text(x, y + 6.2, letter, 18, 800, "#ffeebc", face=TITLE)
    )


# ---------------------------------------------------------------- corners


@lru_cache(64)
def corner(x: float, y: float, title: str, w: float = 141, h: float = 154) -> str:
    return f'<path d="{cusp(x, y, w, h, 9)}" fill="var(--am-card)" stroke="{GOLD}" stroke-width="1.3"/>' + text(
        x + w / 2, y + 18, title, LEAST, 700, face=TITLE
    )


def market(scene: Scene, x: float = 645, y: float = 18) -> str:
    shown = scene.view["market"]
    out = ""
    prices = tuple(shown["prices"])
    for r in range(3):
        stock = shown["stock"][r]
        for i in range(len(prices)):
            drawn = _stall_space(r, i, prices, i < stock, shown["points"][i][r], x, y)
            if i in (stock - 1, stock):
                move = at.BUY + r if i == stock - 1 else at.SELL + r
                if move in scene.moves:
                    drawn += marker(_space_of(r, i, len(prices), x, y))
                drawn = scene.can(move, drawn, "am-deal")
            out += drawn
    out += _price_tags(prices, x, y)
    wide = 33 if len(scene.seats) == 4 else 40
    for seat in scene.seats:
        cx = x + 20 + seat * wide
        out += counter(seat, cx - 6, y + 142, 8)
        out += text(cx + 4, y + 147.5, scene.player(seat)["stall"], LEAST, 700, anchor="start")
    title = scene.say("Market")
    return f'<g data-spot="market" role="group" aria-label="{escape(title)}">{corner(x, y, title)}{out}</g>'


@lru_cache(256)
def _space_of(r: int, i: int, many: int, x: float, y: float) -> str:
    step = 102 / many
    cx, cy = x + 46 + r * 33, y + 37 + i * step
    return f'rect x="{f(cx - 15)}" y="{f(cy - 12)}" width="30" height="{f(step - 1.5)}" rx="4"'


@lru_cache(256)
def _stall_space(r: int, i: int, prices: tuple[int, ...], full: bool, points: int, x: float, y: float) -> str:
    """A space of the market: what lies there, or what comes with selling there."""
    step = 102 / len(prices)
    cx, cy = x + 46 + r * 33, y + 37 + i * step
    out = f'<{_space_of(r, i, len(prices), x, y)} class="am-slot am-price{prices[i]}"/>'
    if full:
        return out + use(RESOURCES[r], cx, cy - 0.5, 20)
    if points:
        return out + lotus(cx, cy, 10, points, "pale", LEAST)
    return f'{out}<g opacity=".25">{use(RESOURCES[r], cx, cy, 16)}</g>'


@lru_cache(64)
def _price_tags(prices: tuple[int, ...], x: float, y: float) -> str:
    step = 102 / len(prices)
    out, first = "", 0
    for price in sorted(set(prices), reverse=True):
        count = prices.count(price)
        yy = y + 25.5 + first * step
        out += (
            f'<path d="M{x + 28} {f(yy + 1)}h-4v{f(count * step - 4)}h4" fill="none" stroke="{GOLDD}" '
            f'stroke-width="1.3"/>'
        )
        out += (
            use("coin", x + 13, yy + count * step / 2 - 1, 23)
            + circle(x + 13, f(yy + count * step / 2 - 1.3), 7.4, 'fill="#f0d68a"')
            + text(x + 13, yy + count * step / 2 + 4.4, price, LEAST, 800, "#4a3206")
        )
        first += count
    return out


def offers(scene: Scene, x: float = 645, y: float = 548) -> str:
    title = scene.say("Warehouses")
    out = corner(x, y, title)
    on_offer = scene.view["offer"]
    columns = 4 if len(on_offer) > 9 else 3
    size = 32 if columns == 4 else 40
    for k, name in enumerate(on_offer):
        cx, cy = x + (20 + (k % 4) * 34 if columns == 4 else 27 + (k % 3) * 43.5), y + 45 + (k // columns) * 42.5
        about, drawn = _on_offer(House.of(scene.box["warehouses"][name]), cx, cy, size, scene.say)
        move = at.BUILD + HOUSES.index(name)
        if move in scene.moves:
            edge = marker(f'rect x="{f(cx - size / 2)}" y="{f(cy - 20)}" width="{size}" height="39" rx="5"')
            out += scene.can(move, drawn + edge, "am-offer")
        else:
            out += f'<g role="img" aria-label="{about}" {scene.tried(move)}>{drawn}</g>'
    return f'<g data-spot="offers" data-twice="" role="group" aria-label="{escape(title)}">{out}</g>'


@lru_cache(1024)
def _on_offer(house: House, cx: float, cy: float, size: int, say: Translator) -> tuple[str, str]:
    """A warehouse on offer, in words and drawn."""
    note = house.as_dict()
    about = escape(f"{names.house(note, say)}. {names.benefit(note, say)}")
    return about, f"<title>{about}</title>{warehouse(house_icons(note), house.slots, house.tax, cx, cy, size)}"


def warehouse(icons: tuple[str, ...], slots: int, tax: int, cx: float, cy: float, size: int) -> str:
    """A warehouse on offer: its benefit, its slots, its tax."""
    out = f'<rect class="am-face" x="{f(cx - size / 2)}" y="{f(cy - 20)}" width="{size}" height="39" rx="5"/>'
    out += row(icons, cx, cy - 7, 20 if len(icons) == 1 else 15, "var(--am-mark)")
    for i in range(slots):
        out += rect(
            f(cx - size / 2 + 3 + i * 9),
            f(cy + 8),
            7.5,
            7.5,
            'rx="1.5" fill="#efe0bf" stroke="#8a6a3a" stroke-width=".9"',
        )
    for i in range(tax):
        out += use("tax", cx + size / 2 - 6 - i * 7.5, cy + 11.5, 11)
    return out


def decade(scene: Scene, x: float = 18, y: float = 18) -> str:
    """Decade, round, and who leads in each district."""
    view = scene.view
    values = tuple(shown["value"] for shown in view["districts"])
    counts = tuple(tuple(shown["counts"]) for shown in view["districts"])
    return _decade(view["decade"], round_of_decade(view), values, counts, tuple(scene.donors), x, y, scene.say)


@lru_cache(512)
def _decade(
    number: int,
    now: int,
    values: tuple[int, ...],
    counts: tuple[tuple[int, ...], ...],
    donors: tuple[int, ...],
    x: float,
    y: float,
    say: Translator,
) -> str:
    out = corner(x, y, fill(say("Decade {number}"), number=NUMERALS[number]))
    for i in range(4):
        cx = x + 34 + i * 24.5
        here = i == now - 1
        paint = "#8e1c3b" if here else "#c9962c" if i < now - 1 else "#fffaf0"
        out += (
            f'<circle cx="{f(cx)}" cy="{y + 34}" r="{11 if here else 9.5}" fill="{paint}" '
            f'stroke="{"#5c0e24" if here else GOLDD}" stroke-width="1.2"/>'
        )
        out += text(cx, y + 39.8, i + 1, LEAST, 800, "#fff3dc" if here else "#3d2704")
    out += f'<path d="M{x + 10} {y + 51}h121" stroke="#d3b77d"/>' + text(
        x + 70, y + 67, say("Most donations"), LEAST, 700, "var(--ink-2)"
    )
    first, step, count_at = (58, 31, 8) if len(donors) < 4 else (53, 23.5, 5)
    for d in range(4):
        yy = y + 82 + d * 19
        out += text(x + 13, yy + 5.6, names.letter(d, say), LEAST, 800, face=TITLE) + lotus(
            x + 33, yy, 9.4, values[d], least=LEAST
        )
        best = max(counts[d])
        for j, seat in enumerate(donors):
            cx = x + first + j * step
            count = counts[d][j]
            lead = count > 0 and count == best
            if lead:
                out += rect(f(cx - 11), yy - 8.5, f(step - 3), 17, 'rx="8.5" fill="#f6dc92" stroke="#b47d17"')
            weight, colour = (800, "#2a2018") if lead else (500, "var(--ink)")
            out += (
                f'<g opacity="{1 if count else 0.45}"><path d="{shape(seat, cx - 3, yy, 4.4)}" '
                f'fill="{hue(seat)}"/>{text(cx + count_at, yy + 5.6, count, LEAST, weight, colour)}</g>'
            )
    return f'<g data-spot="decade" role="group" aria-label="{escape(say("Most donations"))}">{out}</g>'


def pieces(scene: Scene, x: float = 18, y: float = 548) -> str:
    """The pieces of the temple that still wait."""
    built, decade = scene.view["temple"]["built"], scene.view["decade"]
    return _pieces(built, decade, tuple(map(tuple, scene.view["temple"]["ahead"])), x, y, scene.say)


@lru_cache(256)
def _pieces(built: int, decade: int, tiles: tuple[tuple[int, ...], ...], x: float, y: float, say: Translator) -> str:
    out = corner(x, y, say("Temple to come"))
    by = y + 128
    if built < 2:
        bx = x + 42
        out += f'<g transform="translate({bx} {by}) scale(1.06) translate({-bx} {-by})">' + storey(
            bx - 28, by - 26, 56, 26, 5
        )
        out += (
            f'<path d="M{bx - 31} {by - 32}H{bx + 31}L{bx + 29} {by - 26}H{bx - 29}Z" fill="#f9e29a" '
            f'stroke="#7d5305"/><path d="M{bx - 27} {by - 47}H{bx + 27}L{bx + 30} {by - 32}H{bx - 30}Z" '
            f'fill="url(#am-goldroof)" stroke="#7d5305"/>'
        )
        out += chhatri(bx - 24, by - 38, 0.6) + chhatri(bx + 24, by - 38, 0.6) + "</g>"
        out += text(bx, y + 147, say("Middle"), LEAST, 700)
    if built < 3:
        bx = x + 107 if built < 2 else x + 70
        out += dome_piece(bx, by) + text(bx, y + 147, say("Dome"), LEAST, 700)
    for k, number in enumerate(range(decade + 1, len(tiles))):
        note = " ".join(f"{names.letter(d, say)}:{value}" for d, value in enumerate(tiles[number]))
        out += text(x + 70, y + 35 + 15 * k, f"{NUMERALS[number]}: {note}", LEAST, 700, "var(--ink-2)")
    return f'<g data-spot="pieces">{out}</g>'


# ---------------------------------------------------------------- the track of points


def marks(scene: Scene) -> str:
    out = ""
    spots: dict[int, int] = {}
    for seat in scene.donors:
        score = scene.player(seat)["score"]
        x, y = on_track(score)
        shift = spots.get(score % 100, 0)
        spots[score % 100] = shift + 1
        out += (
            f'<g class="am-mark" data-piece="score-{seat}"><title>{scene.name(seat)}: {score}</title>'
            f'<path d="{shape(seat, x + 5 * shift, y + 3 * shift, 7.4)}" fill="{hue(seat)}" stroke="#fffaf0" '
            f'stroke-width="1.8" stroke-linejoin="round"/></g>'
        )
    return out
