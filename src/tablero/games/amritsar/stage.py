"""The board slot: districts, sections, sowing, elephants, market and warehouses round the lake."""

from __future__ import annotations

from functools import cache
from html import escape

from tablero.core.ink import fill, short
from tablero.games.amritsar import names
from tablero.games.amritsar.art import (
    ACTIONS,
    HOUSE_ICONS,
    PAINT,
    RESOURCES,
    counter,
    elephant,
    emblem,
    hue,
    lotus,
    row,
    shape,
    use,
    worker,
)
from tablero.games.amritsar.lake import (
    BH,
    BW,
    CX,
    CY,
    FR,
    GOLD,
    GOLDD,
    LAKE,
    PROM,
    bridge,
    chhatri,
    cusp,
    dome_piece,
    flower,
    lake,
    promenade,
    storey,
    temple_tile,
    text,
    veins,
)
from tablero.games.amritsar.moves import HOUSES
from tablero.games.amritsar.scene import PLACES, Scene

f = short
TITLE = "var(--title)"
# Sections clockwise: x, y, width, height, direction of the niches.
SECTION = (
    (210, 122, 188, 42, (1, 0)), (406, 122, 188, 42, (1, 0)), (598, 168, 43, 188, (0, 1)), (598, 364, 43, 188, (0, 1)),
    (406, 556, 188, 42, (-1, 0)), (210, 556, 188, 42, (-1, 0)), (163, 364, 43, 188, (0, -1)), (163, 168, 43, 188, (0, -1)),
)  # fmt: skip
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # the maharaja's pavilions: before north, east, south, west
NUMERALS = ("I", "II", "III")
MIDDLE = (LAKE + PROM) / 2


def niche(section: int, i: int) -> tuple[float, float]:
    x, y, w, h, (dx, dy) = SECTION[section]
    if dx:
        return (x + 40 + i * 42 if dx > 0 else x + w - 40 - i * 42), y + h / 2
    return x + w / 2, (y + 40 + i * 42 if dy > 0 else y + h - 40 - i * 42)


# ---------------------------------------------------------------- what never changes


@cache
def ground() -> str:
    """Marble, promenade and water: sent once."""
    out = f'<rect x="{FR - 1}" y="{FR - 1}" width="{BW - 2 * FR + 2}" height="{BH - 2 * FR + 2}" rx="3" fill="url(#am-marb)" stroke="{GOLD}" stroke-width="2"/>'
    out += f'<g clip-path="url(#am-boardclip)">{veins()}</g>'
    for sx, sy in CORNERS:
        out += f'<g transform="translate({CX + sx * 218} {CY + sy * 217})"><path d="M0-15C7-8 7-7 15 0 7 7 7 8 0 15-7 8-7 7-15 0-7-7-7-8 0-15Z" fill="var(--am-path)" stroke="{GOLD}" stroke-width="1.2"/>{flower(0, 0, 0.62)}</g>'
    return out + promenade() + lake()


@cache
def frame() -> str:
    """The prestige track: 100 steps in the lapis frame, clockwise from the top left corner."""
    out = f'<rect x=".5" y=".5" width="{BW - 1}" height="{BH - 1}" rx="12" fill="url(#am-lapisf)" stroke="#0e2a44"/>'
    for n in range(100):
        x, y = on_track(n)
        if n % 5 == 0:
            out += text(x, y + 3.8, n, 11, 700, "#f4d676")
        else:
            out += f'<circle cx="{f(x)}" cy="{f(y)}" r="1.5" fill="#c9a956"/>'
    return out


def on_track(score: int) -> tuple[float, float]:
    w, h, m = BW - 15, BH - 15, 7.5
    t = (score % 100) / 100 * 2 * (w + h)
    for length, place in ((w, 0), (h, 1), (w, 2), (h, 3)):
        if t < length:
            return ((m + t, m), (m + w, m + t), (m + w - t, m + h), (m, m + h - t))[place]
        t -= length
    return m, m


# ---------------------------------------------------------------- sections and sowing


def section(scene: Scene, number: int) -> str:
    view = scene.view["sections"][number]
    x, y, w, h, _ = SECTION[number]
    moves = [move for move in (13 + number, 25 + number) if move in scene.moves]
    steps, start = scene.route()
    chosen = bool(steps) and start == number and scene.view["hand"] is None
    coming = next((colour for colour, where in steps if where == number), None)
    kind = "am-section" + (" am-chosen" if chosen else "")
    out = ""
    if moves:
        out += f'<rect class="am-halo" x="{x - 3}" y="{y - 3}" width="{w + 6}" height="{h + 6}" rx="10"/>'
    out += f'<rect class="am-stone" x="{x}" y="{y}" width="{w}" height="{h}" rx="7"/>'
    for i in range(4):
        cx, cy = niche(number, i)
        out += f'<use href="#am-arch" x="{f(cx - 17)}" y="{f(cy - 18)}" width="34" height="36"/>'
    for i, colour in enumerate(view["workers"]):
        cx, cy = niche(number, i)
        out += worker(colour, cx, cy, 33, ghost=chosen)
    if coming is not None:
        cx, cy = niche(number, min(len(view["workers"]) if not chosen else 0, 3))
        out += worker(coming, cx, cy, 33, ghost=True)
    tx, ty = ((x + 11, y + h / 2), (x + w / 2, y + 10), (x + w - 11, y + h / 2), (x + w / 2, y + h - 10))[number // 2]
    out += text(tx, ty + 4.4, f"{PLACES[number // 2]}{number % 2 + 1}", 12.5, 800, "var(--am-tag)")
    if view["coins"]:
        cx, cy = niche(number, 3)
        out += f'<circle cx="{f(cx + 11)}" cy="{f(cy + 9)}" r="10" fill="#fffaf0" stroke="#a06f00"/>' + use(
            "coin", cx + 11, cy + 9, 17
        )
        if view["coins"] > 1:
            out += text(cx + 11, cy + 13, view["coins"], 12, 800, "#2a2018")
    if moves:
        return scene.can(moves[0], out, kind)
    described = ", ".join(names.colour(colour, scene.say) for colour in view["workers"]) or "–"
    return f'<g class="{kind}" role="img" aria-label="{escape(names.section(number, scene.say))}: {escape(described)}">{out}</g>'


def route(scene: Scene) -> str:
    """The sowing in preview: a thread along the promenade, one numbered bead for each drop; the last is the active one."""
    steps, start = scene.route()
    if not steps:
        return ""
    edge = PROM - 4

    def stop(number: int) -> tuple[float, float]:
        held = len(scene.view["sections"][number]["workers"])
        cx, cy = niche(number, min(held, 3) if number != start else 0)
        return ((cx, CY - edge), (CX + edge, cy), (cx, CY + edge), (CX - edge, cy))[number // 2]

    x, y = stop(start) if scene.view["hand"] is None else stop(_last(scene, start))
    path = f"M{f(x)} {f(y)}"
    side = (start if scene.view["hand"] is None else _last(scene, start)) // 2
    for _, number in steps:
        while side != number // 2:
            sx, sy = CORNERS[(side + 1) % 4]
            path += f"L{f(CX + sx * edge)} {f(CY + sy * edge)}"
            side = (side + 1) % 4
        bx, by = stop(number)
        path += f"L{f(bx)} {f(by)}"
    out = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
        for colour, width in (("#fffaf0", 7), ("#a06f00", 4.6), ("var(--can)", 2.8))
    )
    for n, (_, number) in enumerate(steps, 1):
        out += bead(*stop(number), n, n == len(steps))
    return f'<g class="am-route" aria-hidden="true">{out}</g>'


def _last(scene: Scene, start: int) -> int:
    """The section before the next drop."""
    return int(scene.view["hand"]["next"] + 7) % 8


def bead(x: float, y: float, n: int, last: bool) -> str:
    out = ""
    if last:
        out = f'<circle cx="{f(x)}" cy="{f(y)}" r="12.6" fill="none" stroke="var(--can)" stroke-width="3"/><circle cx="{f(x)}" cy="{f(y)}" r="14.6" fill="none" stroke="#a06f00" stroke-width="1.2"/>'
    dark, light = ("#2a2018", "#f2c64c") if last else ("#fffaf0", "#a06f00")
    out += f'<circle cx="{f(x)}" cy="{f(y)}" r="9.8" fill="{dark}" stroke="{light}" stroke-width="2"/>'
    return out + text(x, y + 4.8, n, 14, 800, "#ffe28a" if last else "#2a2018")


def hand(scene: Scene) -> str:
    """The workers in hand, over the water; each colour can be dropped next."""
    held = scene.view["hand"]
    if held is None:
        return ""
    count = len(held["workers"])
    x0 = CX - 132
    out = f'<rect x="{x0}" y="{CY - 136}" width="{count * 40 + 12}" height="46" rx="10" fill="var(--am-card)" stroke="{GOLD}" stroke-width="1.5"/>'
    seen: set[int] = set()
    for i, colour in enumerate(held["workers"]):
        x = x0 + 26 + i * 40
        drawn = f'<circle class="am-spot" cx="{x}" cy="{CY - 113}" r="19"/>' + worker(colour, x, CY - 113, 33)
        first = colour not in seen
        seen.add(colour)
        out += scene.can(21 + colour, drawn, "am-drop") if first else drawn
    return f"<g>{out}</g>"


# ---------------------------------------------------------------- districts


def tile(scene: Scene, district: int, slot: int, x: float, y: float, w: float, h: float) -> str:
    """A district tile: awning in the worker's colour with the secondary action, main action on marble."""
    shown = scene.view["districts"][district]["tiles"][slot]
    colour = shown["colour"]
    body, edge, _, _ = PAINT[colour]
    high = h > 80
    top = 33 if high else 26
    active = scene.view["active"]
    here = active is not None and active["district"] == district
    kind = "am-tile" + (" am-used" if here and active["tile"] == slot else "")
    out = f'<rect x="{f(x)}" y="{f(y + 1.5)}" width="{f(w)}" height="{f(h)}" rx="7" fill="#2a2018" opacity=".22"/>'
    main = f'<rect class="am-face" x="{f(x)}" y="{f(y)}" width="{f(w)}" height="{f(h)}" rx="7"/>'
    icons = ACTIONS.get(shown["main"], ("up",))
    size = {1: 32, 2: 29, 3: 26, 4: 19}[len(icons)] if high else {1: 27, 2: 25, 3: 22, 4: 15}[len(icons)]
    caption = names.short_action(shown["main"], scene.say)
    if high:
        main += row(icons, x + w / 2, y + top + (h - top) / 2 - 6, size, "var(--am-mark)")
        main += text(x + w / 2, y + h - 6, caption, 11.5 if len(caption) < 14 else 10, 700, "var(--ink-2)")
    else:
        main += row(icons, x + w * 0.3, y + top + (h - top) / 2 + 1.5, size, "var(--am-mark)")
        lines = caption.replace("/", "/ ").split(" ", 1) if len(caption) > 9 else [caption]
        for i, line in enumerate(lines):
            main += text(
                x + w * 0.76,
                y + top + (h - top) / 2 + (5.5 if len(lines) == 1 else -1.5 + i * 12),
                line,
                11.5 if len(line) < 11 else 10,
                700,
                "var(--ink-2)",
            )
    out += scene.can(33 + slot, main, "am-main") if here else main
    n = round(w / 13)
    step = w / n
    path = f"M{f(x + 0.7)} {f(y + 7)}Q{f(x + 0.7)} {f(y + 0.7)} {f(x + 7)} {f(y + 0.7)}H{f(x + w - 7)}Q{f(x + w - 0.7)} {f(y + 0.7)} {f(x + w - 0.7)} {f(y + 7)}V{f(y + top - 4)}"
    path += f"q{f(-step / 2)} 6 {f(-step)} 0" * (n - 1) + f"q{f(-step / 2 + 0.7)} 6 {f(-step + 1.4)} 0Z"
    ey = y + (top - 4) / 2 + 0.5
    second = f'<path class="am-awning" d="{path}" fill="{body}" stroke="{edge}" stroke-linejoin="round"/>'
    second += f'<circle cx="{f(x + 13)}" cy="{f(ey)}" r="8.5" fill="#fffdf7" stroke="{edge}"/>' + emblem(
        colour, x + 13, ey, 5.2, ("#8f6a05", "#2349a5", "#5b4a39", "#1d6b41")[colour]
    )
    icons = ACTIONS.get(shown["second"], ("up",))
    size = 19 if len(icons) < 3 else 14
    wide = sum({"/": size * 0.36, "+": size * 0.46, "*": size * 0.5}.get(i, size) for i in icons) + 8
    px = (x + 25 + x + w - 4) / 2
    second += (
        f'<rect x="{f(px - wide / 2)}" y="{f(ey - 11)}" width="{f(wide)}" height="22" rx="11" fill="#fffdf8" opacity=".93"/>'
        + row(icons, px, ey, size)
    )
    out += scene.can(36 + slot, second, "am-second") if here else second
    if here and 39 + slot in scene.moves:
        ex, ey = (x + w - 13, y + h - 24) if high else (x + 13, y + h - 13)
        badge = f'<circle class="am-spot" cx="{f(ex)}" cy="{f(ey)}" r="13"/>' + elephant(scene.main, ex, ey, 16)
        out += scene.can(39 + slot, badge, "am-badge")
    about = fill(
        scene.say("{tile}: {main}; with {colour}: {second}"),
        tile=escape(names.slot(slot, scene.say)), main=escape(names.action(shown["main"], scene.say)),
        colour=escape(names.colour(colour, scene.say)), second=escape(names.action(shown["second"], scene.say)),
    )  # fmt: skip
    return f'<g class="{kind}" role="group" aria-label="{about}"><title>{about}</title>{out}</g>'


def pyramid(scene: Scene, district: int, x: float, base: float, cw: float, ch: float) -> str:
    """The donation tile: empty cells show their points, filled ones the donor's counter; prices on the right."""
    levels = scene.view["districts"][district]["levels"]
    cost = (("marble",), ("marble", "copper"), ("copper", "gold"), RESOURCES)
    widest = len(levels[0])
    if widest > 5:
        cw *= 5 / widest
    out = ""
    path = ""
    for level, cells in enumerate(levels):
        half = cw * len(cells) / 2 + 4
        path += f"{'M' if not level else 'L'}{f(x - half)} {f(base - ch * level + (3 if not level else -3))}V{f(base - ch * (level + 1) - 3)}"
    for level in (3, 2, 1, 0):
        half = cw * len(levels[level]) / 2 + 4
        path += f"H{f(x + half)}V{f(base - ch * level + (3 if not level else -3))}"
    out += f'<path d="{path}Z" fill="#2a2018" opacity=".16" transform="translate(1.5 2.5)"/><path d="{path}Z" fill="url(#am-marb)" stroke="{GOLDD}" stroke-width="1.3" stroke-linejoin="round"/>'
    asked = scene.stage == "donate" and scene.me is not None and scene.player(scene.me)["at"] == district
    for level, cells in enumerate(levels):
        for i, cell in enumerate(cells):
            cx, cy = x + (i - (len(cells) - 1) / 2) * cw, base - ch * level - ch / 2
            drawn = f'<rect class="am-cell am-l{level}" x="{f(cx - cw / 2 + 1)}" y="{f(cy - ch / 2 + 1)}" width="{f(cw - 2)}" height="{f(ch - 2)}" rx="3"/>'
            if cell["owner"] is not None:
                drawn += counter(cell["owner"], cx, cy - 0.6, min(cw, ch) * 0.46)
            else:
                drawn += text(cx, cy + 4.6, cell["points"], 13, 800, "#57400f")
            out += scene.can(100 + cell["cell"], drawn, "am-give") if asked else drawn
        for j, name in enumerate(cost[level]):
            out += use(name, x + cw * len(cells) / 2 + 12.5 + j * 11.5, base - ch * level - ch / 2, 12)
    return out


def district(scene: Scene, number: int) -> str:
    shown = scene.view["districts"][number]
    name, letter = scene.district(number), PLACES[number]
    value = shown["value"]
    if number % 2 == 0:
        y = 18 if number == 0 else 603
        out = f'<path d="{cusp(166, y, 472, 99, 9)}" fill="var(--am-panel)" stroke="{GOLD}" stroke-width="1.2"/>'
        for slot in range(3):
            out += tile(scene, number, slot, 176 + slot * 86, y + 4, 82, 91)
        out += (
            medallion(letter, 452, y + 29)
            + text(452, y + 63, name, 13.5, 700, face=TITLE)
            + lotus(452, y + 80, 11, value)
        )
        out += pyramid(scene, number, 540, y + 93, 25, 21.5)
    else:
        x = 645 if number == 1 else 18
        out = f'<path d="{cusp(x, 178, 141, 364, 9)}" fill="var(--am-panel)" stroke="{GOLD}" stroke-width="1.2"/>'
        out += (
            medallion(letter, x + 24, 203)
            + text(x + 46, 208, name, 15, 700, anchor="start", face=TITLE)
            + lotus(x + 119, 203, 11.5, value)
        )
        for slot in range(3):
            out += tile(scene, number, slot, x + 6, 224 + slot * 69, 129, 64)
        out += pyramid(scene, number, x + 60, 532, 21, 22.5)
    return f'<g role="group" aria-label="{name}">{out}</g>'


def medallion(letter: str, x: float, y: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y + 1.2}" r="15" fill="#2a2018" opacity=".25"/><circle cx="{x}" cy="{y}" r="15" fill="url(#am-lapisf)" stroke="{GOLD}" stroke-width="2"/>'
        + text(x, y + 6.2, letter, 18, 800, "#ffeebc", face=TITLE)
    )


# ---------------------------------------------------------------- elephants and the maharaja


def elephants(scene: Scene) -> str:
    out = ""
    spaces = (
        (CX - 116, CY - MIDDLE - 16, 232, 32),
        (CX + MIDDLE - 16, CY - 116, 32, 232),
        (CX - 116, CY + MIDDLE - 16, 232, 32),
        (CX - MIDDLE - 16, CY - 116, 32, 232),
    )
    for number, (x, y, w, h) in enumerate(spaces):
        if 1 + number in scene.moves:
            reach = f'<rect x="{f(x - 11)}" y="{f(y - 11)}" width="{w + 22}" height="{h + 22}" fill="transparent"/>'  # for a thumb
            halo = f'{reach}<rect class="am-halo" x="{f(x)}" y="{f(y)}" width="{w}" height="{h}" rx="9"/><rect class="am-walk" x="{f(x)}" y="{f(y)}" width="{w}" height="{h}" rx="8"/>'
            out += scene.can(1 + number, halo, "am-path")
    where: dict[int, list[tuple[int, int]]] = {}
    for seat in scene.donors:
        shown = scene.view["solo"] if seat < 0 else scene.player(seat)
        if shown["at"] is not None:
            where.setdefault(shown["at"], []).append((seat, shown["load"]))
    for number, standing in where.items():
        for i, (seat, load) in enumerate(standing):
            off = -72 + i * 48
            x, y = (
                (CX + off, CY - MIDDLE + 2.5),
                (CX + MIDDLE, CY + off),
                (CX - off, CY + MIDDLE - 1),
                (CX - MIDDLE, CY - off),
            )[number]
            drawn = elephant(seat, x, y, 35 if number % 2 == 0 else 31, number == 2, load)
            out += f'<g class="am-elephant" data-piece="elephant-{seat}"><title>{scene.name(seat)}: {load}</title>{drawn}</g>'
    return out


def maharaja(scene: Scene) -> str:
    shown = scene.view["maharaja"]
    out = ""
    for space, colour in enumerate(shown["beside"]):
        if colour >= 0:
            sx, sy = CORNERS[space]
            out += worker(colour, CX + sx * 218, CY + sy * 217, 30)
    sx, sy = CORNERS[shown["space"]]
    x, y = CX + sx * MIDDLE, CY + sy * MIDDLE - 2
    title = escape(scene.say("The maharaja"))
    return out + (
        f'<g class="am-maharaja" role="img" aria-label="{title}"><title>{title}</title><ellipse cx="{f(x)}" cy="{f(y + 4)}" rx="18" ry="17" fill="#2a2018" opacity=".35"/><circle cx="{f(x)}" cy="{f(y + 1.5)}" r="17" fill="#8a6212"/>'
        f'<circle cx="{f(x)}" cy="{f(y)}" r="17" fill="url(#am-gold)" stroke="#7d5305" stroke-width="1.2"/><circle cx="{f(x)}" cy="{f(y)}" r="13.6" fill="#fff3cf" stroke="#b47d17"/>{use("parasol", x, y - 0.5, 22)}</g>'
    )


# ---------------------------------------------------------------- corners


def corner(x: float, y: float, title: str, w: float = 141, h: float = 154) -> str:
    return f'<path d="{cusp(x, y, w, h, 9)}" fill="var(--am-card)" stroke="{GOLD}" stroke-width="1.3"/>' + text(
        x + w / 2, y + 17, title, 14.5, 700, face=TITLE
    )


def market(scene: Scene, x: float = 645, y: float = 18) -> str:
    shown = scene.view["market"]
    out = corner(x, y, scene.say("Market"))
    rows = len(shown["prices"])
    step = 102 / rows
    for r, name in enumerate(RESOURCES):
        stock = shown["stock"][r]
        for i in range(rows):
            cx, cy = x + 46 + r * 33, y + 37 + i * step
            points = shown["points"][i][r]
            drawn = f'<rect class="am-slot am-price{shown["prices"][i]}" x="{f(cx - 15)}" y="{f(cy - 12)}" width="30" height="{f(step - 1.5)}" rx="4"/>'
            if i < stock:
                drawn += use(name, cx, cy - 0.5, 20)
            elif points:
                drawn += lotus(cx, cy, 9.5, points, "pale")
            else:
                drawn += f'<g opacity=".25">{use(name, cx, cy, 16)}</g>'
            if i == stock - 1:
                drawn = scene.can(50 + r, drawn, "am-deal")
            elif i == stock:
                drawn = scene.can(53 + r, drawn, "am-deal")
            out += drawn
    first = 0
    for price in sorted(set(shown["prices"]), reverse=True):
        count = shown["prices"].count(price)
        yy = y + 25.5 + first * step
        out += f'<path d="M{x + 28} {f(yy + 1)}h-4v{f(count * step - 4)}h4" fill="none" stroke="{GOLDD}" stroke-width="1.3"/>'
        out += (
            use("coin", x + 13, yy + count * step / 2 - 1, 20)
            + f'<circle cx="{x + 13}" cy="{f(yy + count * step / 2 - 1.3)}" r="6" fill="#f0d68a"/>'
            + text(x + 13, yy + count * step / 2 + 3.4, price, 13.5, 800, "#4a3206")
        )
        first += count
    for j, seat in enumerate(scene.seats):
        cx = x + 20 + j * (33 if len(scene.seats) == 4 else 40)
        out += counter(seat, cx - 6, y + 142, 7) + text(
            cx + 4, y + 146.5, f"×{scene.player(seat)['stall']}", 12, 700, anchor="start"
        )
    return f'<g role="group" aria-label="{escape(scene.say("Market"))}">{out}</g>'


def offers(scene: Scene, x: float = 645, y: float = 548) -> str:
    title = scene.say("Warehouses")
    out = corner(x, y, title)
    facts = scene.view["offer"]
    columns = 4 if len(facts) > 9 else 3
    size = 32 if columns == 4 else 40
    for k, name in enumerate(facts):
        cx, cy = x + (20 + (k % 4) * 34 if columns == 4 else 27 + (k % 3) * 43.5), y + 45 + (k // columns) * 42.5
        about = f"{names.house(name, scene.say)}. {names.benefit(name, scene.say)}"
        drawn = f'<title>{escape(about)}</title><rect class="am-face" x="{f(cx - size / 2)}" y="{f(cy - 20)}" width="{size}" height="39" rx="5"/>'
        icons = HOUSE_ICONS.get(name, ("warehouse",))
        drawn += row(icons, cx, cy - 7, 20 if len(icons) == 1 else 15, "var(--am-mark)")
        for i in range(scene.slots(name)):
            drawn += f'<rect x="{f(cx - size / 2 + 3 + i * 9)}" y="{f(cy + 8)}" width="7.5" height="7.5" rx="1.5" fill="#efe0bf" stroke="#8a6a3a" stroke-width=".9"/>'
        for i in range(scene.tax(name)):
            drawn += use("tax", cx + size / 2 - 6 - i * 7.5, cy + 11.5, 11)
        if 67 + HOUSES.index(name) in scene.moves:
            out += scene.can(67 + HOUSES.index(name), drawn, "am-offer")
        else:
            out += f'<g role="img" aria-label="{escape(about)}">{drawn}</g>'
    return f'<g role="group" aria-label="{escape(title)}">{out}</g>'


def decade(scene: Scene, x: float = 18, y: float = 18) -> str:
    """Decade, round, and who leads in each district."""
    view = scene.view
    out = corner(x, y, fill(scene.say("Decade {number}"), number=NUMERALS[view["decade"]]))
    for i in range(4):
        cx = x + 34 + i * 24.5
        done, now = i < view["round"], i == view["round"]
        paint = "#8e1c3b" if now else "#c9962c" if done else "#fffaf0"
        out += f'<circle cx="{f(cx)}" cy="{y + 34}" r="{9 if now else 7}" fill="{paint}" stroke="{"#5c0e24" if now else GOLDD}" stroke-width="1.2"/>'
        out += text(cx, y + 38.5, i + 1, 12.5, 800, "#fff3dc" if now else "#3d2704")
    out += f'<path d="M{x + 10} {y + 51}h121" stroke="#d3b77d"/>' + text(
        x + 10, y + 66, scene.say("Most donations"), 12.5, 700, "var(--ink-2)", "start"
    )
    first, step, count_at = (58, 31, 8) if len(scene.donors) < 4 else (53, 23.5, 5)
    for d in range(4):
        shown = view["districts"][d]
        yy = y + 82 + d * 19
        out += text(x + 15, yy + 4.5, PLACES[d], 14.5, 800, face=TITLE) + lotus(x + 33, yy, 8.8, shown["value"])
        best = max(shown["counts"])
        for j, seat in enumerate(scene.donors):
            cx = x + first + j * step
            count = shown["counts"][j]
            lead = count > 0 and count == best
            if lead:
                out += f'<rect x="{f(cx - 11)}" y="{yy - 8.5}" width="{f(step - 3)}" height="17" rx="8.5" fill="#f6dc92" stroke="#b47d17"/>'
            out += f'<g opacity="{1 if count else 0.45}"><path d="{shape(seat, cx - 3, yy, 4.4)}" fill="{hue(seat)}"/>{text(cx + count_at, yy + 4.6, count, 13, 800 if lead else 500, "#2a2018" if lead else "var(--ink)")}</g>'
    return f'<g role="group" aria-label="{escape(scene.say("Most donations"))}">{out}</g>'


def pieces(scene: Scene, x: float = 18, y: float = 548) -> str:
    """The pieces of the temple that still wait."""
    built = scene.view["temple"]["built"]
    out = corner(x, y, scene.say("Temple to come"))
    by = y + 116
    if built < 2:
        bx = x + 42
        out += f'<g transform="translate({bx} {by}) scale(1.06) translate({-bx} {-by})">' + storey(
            bx - 28, by - 26, 56, 26, 5
        )
        out += f'<path d="M{bx - 31} {by - 32}H{bx + 31}L{bx + 29} {by - 26}H{bx - 29}Z" fill="#f9e29a" stroke="#7d5305"/><path d="M{bx - 27} {by - 47}H{bx + 27}L{bx + 30} {by - 32}H{bx - 30}Z" fill="url(#am-goldroof)" stroke="#7d5305"/>'
        out += chhatri(bx - 24, by - 38, 0.6) + chhatri(bx + 24, by - 38, 0.6) + "</g>"
        out += text(bx, y + 134, scene.say("Middle"), 13, 700)
    if built < 3:
        bx = x + 107 if built < 2 else x + 70
        out += dome_piece(bx, by) + text(bx, y + 134, scene.say("Dome"), 13, 700)
    ahead = [values for number, values in enumerate(scene.view["temple"]["ahead"]) if number > scene.view["decade"]]
    for k, values in enumerate(ahead):
        number = scene.view["decade"] + 1 + k
        told = "  ".join(f"{letter} {value}" for letter, value in zip(PLACES, values, strict=True))
        out += text(x + 70, y + 31 + 12 * k, f"{NUMERALS[number]}:  {told}", 10.5, 700, "var(--ink-2)")
    return out


# ---------------------------------------------------------------- the whole board


def marks(scene: Scene) -> str:
    out = ""
    spots: dict[int, int] = {}
    for seat in scene.donors:
        score = (scene.view["solo"] if seat < 0 else scene.player(seat))["score"]
        x, y = on_track(score)
        shift = spots.get(score % 100, 0)
        spots[score % 100] = shift + 1
        out += f'<g class="am-mark" data-piece="score-{seat}"><title>{scene.name(seat)}: {score}</title><path d="{shape(seat, x + 5 * shift, y + 3 * shift, 7.4)}" fill="{hue(seat)}" stroke="#fffaf0" stroke-width="1.8" stroke-linejoin="round"/></g>'
    return out


def centre(scene: Scene) -> str:
    """Lake, temple, bridge, arcade and everything that moves there."""
    view = scene.view
    values = view["temple"]["values"]
    told = ", ".join(f"{names.district(d, scene.say)} {values[d]}" for d in range(4))
    tower = f'<g role="img" aria-label="{escape(told)}" transform="translate({CX} {CY - 4}) scale(1.08) translate({-CX} {-CY + 4})"><title>{escape(told)}</title><use href="#am-temple{view["temple"]["built"]}"/>{temple_tile(values, view["temple"]["built"])}</g>'
    crossing = "".join(
        f'<g role="img"><title>{NUMERALS[i]}: {escape(names.bridge(one["id"], scene.say))}</title><rect x="{CX - 27}" y="{490 - i * 27.5}" width="54" height="25" fill="transparent"/></g>'
        for i, one in enumerate(view["bridge"])
    )
    order = sorted(range(8), key=lambda s: 13 + s in scene.moves or 25 + s in scene.moves)
    return (
        bridge(list(view["bridge"]))
        + tower
        + crossing
        + "".join(section(scene, s) for s in order)
        + elephants(scene)
        + maharaja(scene)
        + route(scene)
        + hand(scene)
    )


def picture(scene: Scene) -> str:
    """The inside of the board's SVG."""
    return (
        '<use href="#am-frame"/><use href="#am-ground"/>'
        + "".join(district(scene, d) for d in range(4))
        + centre(scene) + decade(scene) + market(scene) + offers(scene) + pieces(scene) + marks(scene)
    )  # fmt: skip


def board(scene: Scene, own: str) -> str:
    """The board slot: the whole board, and for narrow screens the lake with its districts one by one."""
    title = escape(scene.say("Board of Amritsar"))
    wide = f'<svg class="am-board" viewBox="0 0 {BW} {BH}" preserveAspectRatio="xMidYMin meet" role="group" aria-label="{title}">{picture(scene)}</svg>'
    return f'<div class="am am-stage">{wide}{narrow(scene, own)}</div>'


def narrow(scene: Scene, own: str) -> str:
    """For narrow screens: the lake, the districts one by one, the own board, then market and warehouses."""
    a = 250
    lake_side = (
        f'<svg class="am-lake" viewBox="{CX - a} {CY - a} {2 * a} {2 * a}" role="group" aria-label="{escape(scene.say("Board of Amritsar"))}">'
        f'<use href="#am-ground"/>{centre(scene)}</svg>'
    )
    boxes = ((160, 12, 484, 111), (639, 172, 153, 376), (160, 597, 484, 111), (12, 172, 153, 376))
    active = scene.view["active"]
    first = active["district"] if active is not None else scene.player(scene.main)["at"] or 0
    strips = "".join(
        f'<details class="am-strip"{" open" if d == first else ""}><summary>{scene.district(d)} {scene.view["districts"][d]["value"]}</summary>'
        f'<svg viewBox="{" ".join(map(str, boxes[d]))}" class="am-{"flat" if d % 2 == 0 else "tall"}">{district(scene, d)}</svg></details>'
        for d in [*range(first, 4), *range(first)]
    )
    corners_ = (
        f'<div class="am-corners"><svg viewBox="640 12 152 166">{market(scene)}</svg><svg viewBox="640 542 152 166">{offers(scene)}</svg>'
        f'<svg viewBox="12 12 152 166">{decade(scene)}</svg></div>'
    )
    return f'<div class="am-narrow">{lake_side}{strips}{own}{corners_}</div>'


__all__ = ["board", "frame", "ground", "picture"]
