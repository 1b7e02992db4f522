"""The players' boards: the viewer's own in full, the others' and the maharaja's in short, and the sheet at the end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any

from tablero.core.icons import icon as line_icon
from tablero.core.ink import fill, seat_mark, short
from tablero.core.speech import Speech
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing.pieces import (
    EDGE,
    PAINT,
    RESOURCES,
    Frozen,
    House,
    counter,
    cusp,
    elephant,
    emblem,
    frozen,
    house_icons,
    hue,
    icon,
    icons_of,
    key,
    lotus,
    mahout_icons,
    row,
    shape,
    text,
    thawed,
    use,
)
from tablero.games.amritsar.drawing.scene import Scene, round_of_decade

f = short
PW, PH = 592, 372
NW = 390  # the width of a phone
TITLE = "var(--title)"
GOODS = ("coin", *RESOURCES)


def rosette(number: int, seat: int, size: int = 32) -> str:
    """The points of a seat."""
    return f'<svg data-spot="{key(seat)}-points" width="{size}" height="{size}" viewBox="-11.5 -11.5 23 23" aria-hidden="true">{lotus(0, 0, 10, number)}</svg>'


@lru_cache(64)
def disc(seat: int, size: int = 18) -> str:
    return f'<svg width="{size}" height="{size}" viewBox="-11 -11 22 22" aria-hidden="true">{counter(seat, 0, -0.5, 9.5)}</svg>'


@lru_cache(64)
def mark_of(colour: int, on: bool, size: int = 19) -> str:
    """The mark of a colour in a disc; dashed when no mahout is there."""
    body, edge, _, _ = PAINT[colour]
    if on:
        inside = f'<circle r="8.8" fill="{body}" stroke="{edge}" stroke-width="1.3"/>{emblem(colour, 0, 0, 5.2)}'
    else:
        inside = f'<circle r="8.8" fill="none" stroke="var(--line)" stroke-width="1.3" stroke-dasharray="2.5 2.2"/><g opacity=".4">{emblem(colour, 0, 0, 5.2, "var(--ink-2)")}</g>'
    return f'<svg width="{size}" height="{size}" viewBox="-10 -10 20 20" aria-hidden="true">{inside}</svg>'


# ---------------------------------------------------------------- the own board


def own_boards(scene: Scene) -> tuple[str, str]:
    """The viewer's board, and the same for a phone: its parts one below the other, each as wide as the page."""
    player = scene.player(scene.main)
    mahouts, objectives = _mahouts(scene, player), _objectives(scene, player)
    tracks, load = _tracks(scene, player), _load(scene, player)
    out = (
        f'<rect x=".5" y=".5" width="{PW - 1}" height="{PH - 1}" rx="12" fill="var(--am-card)" stroke="var(--am-line)"/>'
        f"{_head(scene, player, PW, scene.name(scene.main))}{mahouts}"
        f'<path d="M292 50V140M394 244V{PH - 10}M12 146H{PW - 12}M12 236H{PW - 12}" stroke="var(--am-line)"/>'
        f"{objectives}{_houses(scene, player)}{tracks}{load}"
    )
    # What is drawn, and the box that it fills on the wide board.
    parts = (
        (mahouts, (12, 46, 271, 98)),
        (objectives, (300, 46, 283, 98)),
        (_houses(scene, player, 2), (12, 150, 282, 148)),
        (tracks, (12, 240, 380, 122)),
        (load, (404, 240, 180, 130)),
    )
    return _board(scene, out, "am-own", PW, PH), _own_narrow(scene, player, parts)


def _own_narrow(
    scene: Scene, player: Mapping[str, Any], parts: tuple[tuple[str, tuple[int, int, int, int]], ...]
) -> str:
    inside, y = "", 46.0
    for drawn, (left, top, width, height) in parts:
        scale = min((NW - 24) / width, 1.4)
        rule = f'<path d="M12 {f(y)}H{NW - 12}" stroke="var(--am-line)"/>' if inside else ""
        inside += f'{rule}<g transform="translate({f(12 - left * scale)} {f(y + 8 - top * scale)}) scale({scale:.3f})">{drawn}</g>'
        y += height * scale + 14
    name = scene.look.names[scene.main] if scene.main < len(scene.look.names) else ""
    cut = escape(name[:8] + "…") if len(name) > 9 else scene.name(scene.main)
    out = f'<rect x=".5" y=".5" width="{NW - 1}" height="{f(y - 1)}" rx="12" fill="var(--am-card)" stroke="var(--am-line)"/>'
    return _board(scene, out + _head(scene, player, NW, cut) + inside, "am-own-narrow", NW, y)


def _board(scene: Scene, inside: str, kind: str, width: float, height: float) -> str:
    label = fill(scene.say("Board of {name}"), name=scene.name(scene.main))
    return f'<svg class="{kind}" viewBox="0 0 {f(width)} {f(height)}" role="group" aria-label="{label}">{inside}</svg>'


def _head(scene: Scene, player: Mapping[str, Any], width: float, name: str) -> str:
    """Whose board it is, the purse and the points."""
    me = scene.main
    out = _banner(me, width, name)
    for k, (good, amount) in enumerate(zip(GOODS, (player["coins"], *player["resources"]), strict=True)):
        drawn = _purse_of(me, good, amount, width - 236 + 51 * k)
        moves = [at.DISCARD + k] + ([at.TAKE + k - 1, at.PAY + k - 1] if k else [])
        legal = next((move for move in moves if move in scene.moves), None)
        out += scene.can(legal, drawn, "am-take") if legal is not None else drawn
    points = lotus(width - 27, 20, 15) + text(width - 27, 26, player["score"], 17, 800, "#3d2704")
    return f'{out}<g data-spot="{me}-points">{points}</g>'


@lru_cache(256)
def _banner(me: int, width: float, name: str) -> str:
    return (
        f'<path d="M1 38V12.5Q1 1 12.5 1H{width - 12.5}Q{width - 1} 1 {width - 1} 12.5V38Z" fill="{hue(me)}"/><path d="M1 38H{width - 1}" stroke="{EDGE[me]}" stroke-width="2"/>'
        f'<path d="{shape(me, 23, 20, 8.5)}" fill="#fffaf0"/>'
        f'<text x="42" y="26" font-family="{TITLE}" font-weight="800" font-size="20" fill="#fffaf0">{name}</text>'
    )


@lru_cache(1024)
def _purse_of(me: int, good: str, amount: int, x: float) -> str:
    return (
        f'<rect class="am-purse" data-spot="{me}-{good}" x="{x - 14}" y="8" width="46" height="24" rx="12"/>'
        + use(good, x, 20, 18)
        + text(x + 19, 25.5, amount, 16, 800, "#2a2018")
    )


def _mahouts(scene: Scene, player: Mapping[str, Any]) -> str:
    out = text(12, 58, scene.say("Mahouts"), 14.5, 700, anchor="start", face=TITLE)
    placing = scene.phase in ("space", "place_mahout")
    for c in range(4):
        tile = player["mahouts"][c]
        deed = frozen(scene.box["mahouts"][tile]) if tile else None
        drawn = _mahout(c, deed, scene.main, scene.box["prices"][2], scene.say)
        using = at.USE + c in scene.moves
        move = at.USE + c if using else at.SPACE + c
        out += scene.can(move, drawn, "am-own-space") if using or placing else drawn
    return out


@lru_cache(1024)
def _mahout(c: int, deed: Frozen | None, seat: int, price: int, say: Speech) -> str:
    """The space for a mahout of a colour; without one, the counter that lies there and the price."""
    body, edge, _, _ = PAINT[c]
    x, ty = 12 + c * 69, 65
    out = f'<rect class="{"am-face" if deed else "am-empty"}" x="{x}" y="{ty}" width="64" height="76" rx="8"/>'
    out += f'<path d="M{x + 1} {ty + 21}V{ty + 8}Q{x + 1} {ty + 1} {x + 8} {ty + 1}H{x + 56}Q{x + 63} {ty + 1} {x + 63} {ty + 8}V{ty + 21}Z" fill="{body}" stroke="{edge}" opacity="{1 if deed else 0.55}"/>{emblem(c, x + 32, ty + 11, 6.3)}'
    if deed is None:
        return out + counter(seat, x + 32, ty + 43, 13) + use(RESOURCES[price], x + 32, ty + 67, 13)
    icons = mahout_icons(thawed(deed))
    out += row(icons, x + 32, ty + 41, 28 if len(icons) == 1 else 23, "var(--am-mark)")
    caption = names.mahout(thawed(deed), say)
    out += text(x + 32, ty + 69, caption, 11.5 if len(caption) < 11 else 9, 700, "var(--ink-2)")
    return f"<title>{escape(caption)}</title>{out}"


def _objectives(scene: Scene, player: Mapping[str, Any]) -> str:
    y = 46
    out = text(300, y + 12, scene.say("Objectives"), 14.5, 700, anchor="start", face=TITLE)
    placed = {one["space"]: one for one in player["objectives"] if one["space"] is not None}
    for i in range(4):
        one = placed.get(i)
        if one is not None:
            out += _objective(i, one["type"], scene.objective(one), one["points"])
            continue
        drawn = _objective_space(i, scene.main, frozen(scene.box["spaces"][i]))
        out += scene.can(at.SPACE + i, drawn, "am-own-space") if scene.phase == "place_objective" else drawn
    in_hand = [(kind, one) for kind, one in enumerate(player["objectives"]) if one["space"] is None]
    if scene.me == scene.main:
        for j, (kind, one) in enumerate(in_hand):
            told = scene.objective(one)
            cx = PW - 22 - (len(in_hand) - 1 - j) * 27
            drawn = (
                f'<title>{told}</title><rect class="am-card" x="{cx - 12}" y="{y}" width="24" height="17" rx="4" fill="url(#am-lapisf)" stroke="#d9b75f"/>'
                + text(cx, y + 13, one["type"], 13, 800, "#ffe9ad", face=TITLE)
            )
            out += (
                scene.can(at.AIM + kind, drawn, "am-own-space")
                if at.AIM + kind in scene.moves
                else f'<g role="img" aria-label="{told}">{drawn}</g>'
            )
    return out


@lru_cache(512)
def _objective(i: int, kind: str, told: str, points: int | None) -> str:
    """An objective in its space."""
    x, ty = 300 + i * 71, 65
    out = f'<title>{told}</title><rect x="{x}" y="{ty}" width="67" height="76" rx="8" fill="url(#am-lapisf)" stroke="#0e2a44"/><path d="{cusp(x + 5, ty + 5, 57, 66, 7)}" fill="none" stroke="#d9b75f" stroke-width="1.2"/>'
    out += f'<circle cx="{x + 33.5}" cy="{ty + 32}" r="13" fill="#163a5c" stroke="#f2c64c" stroke-width="1.5"/>'
    out += text(x + 33.5, ty + 38, kind, 18, 800, "#ffe9ad", face=TITLE)
    if points is not None:
        out += lotus(x + 33.5, ty + 60, 10, points)
    return f'<g role="img" aria-label="{told}">{out}</g>'


@lru_cache(256)
def _objective_space(i: int, seat: int, deed: Frozen) -> str:
    """A space without an objective: the counter that lies there, and what the space gives."""
    x, ty = 300 + i * 71, 65
    return (
        f'<rect class="am-empty" x="{x}" y="{ty}" width="67" height="76" rx="8"/>'
        + counter(seat, x + 33.5, ty + 24, 13)
        + f'<path d="M{x + 14} {ty + 46}h39" stroke="var(--am-line)"/>'
        + _space_gain(thawed(deed), x + 33.5, ty + 60)
    )


def _space_gain(deed: Mapping[str, Any], x: float, y: float) -> str:
    """What an objective space gives, on the space itself."""
    if deed["points"]:
        return lotus(x, y, 11, deed["points"])
    icons = icons_of(deed)
    if not icons:
        return ""
    amount = len(icons) if len(set(icons)) == 1 else 1
    return use(icons[0], x, y, 20) + (text(x + 16.5, y + 5, amount, 13, 800) if amount > 1 else "")


def _houses(scene: Scene, player: Mapping[str, Any], columns: int = 4) -> str:
    y, right = 150, 8 + columns * 143
    goods = ["coin"] * player["coins"] + [
        name for name, n in zip(RESOURCES, player["resources"], strict=True) for _ in range(n)
    ]
    used = fill(scene.say("{used} of {room} slots used"), used=len(goods), room=player["room"])
    out = text(12, y + 13, scene.say("Warehouses"), 14.5, 700, anchor="start", face=TITLE) + text(
        right, y + 13, used, 12.5, 500, "var(--ink-2)", "end"
    )
    built = player["houses"]
    slots = [player["room"] - sum(house["slots"] for house in built), *(house["slots"] for house in built)]
    told = [None, *(None if one["flipped"] else House.of(scene.box["warehouses"][one["id"]]) for one in built)]
    filled = 0
    for i in range(4):
        x, ty = 12 + i % columns * 143, y + 20 + i // columns * 64
        if i < len(slots):
            out += _house(told[i], slots[i], tuple(goods[filled : filled + slots[i]]), x, ty, scene.say)
            filled += slots[i]
        else:
            out += _house_space(scene.main, scene.box["prices"][0], x, ty)
    return out


@lru_cache(256)
def _house_space(seat: int, price: int, x: int, y: int) -> str:
    """A space without a warehouse: the counter that lies there and the price."""
    return (
        f'<rect class="am-empty" x="{x}" y="{y}" width="139" height="60" rx="8"/>'
        + counter(seat, x + 50, y + 30, 13)
        + use(RESOURCES[price], x + 88, y + 30, 18)
    )


@lru_cache(2048)
def _house(house: House | None, slots: int, goods: tuple[str, ...], x: int, y: int, say: Speech) -> str:
    """A warehouse, or the store that everybody begins with, and what lies in it."""
    w, size = 139, 26 if house else 30
    out = f'<rect class="am-face" x="{x}" y="{y}" width="{w}" height="60" rx="8"/>'
    for j in range(slots):
        sx, sy = (
            (x + 20 + j * (size + 3), y + 41) if house else (x + w / 2 + (j - (slots - 1) / 2) * (size + 3), y + 31)
        )
        out += f'<rect class="am-slot" x="{f(sx - size / 2)}" y="{f(sy - size / 2)}" width="{size}" height="{size}" rx="5"/>'
        if j < len(goods):
            out += use(goods[j], sx, sy, size - 7)
    if house is None:
        return out
    told = house.told()
    out += f'<path d="M{x + 1} {y + 24}V{y + 8}Q{x + 1} {y + 1} {x + 8} {y + 1}H{x + w - 8}Q{x + w - 1} {y + 1} {x + w - 1} {y + 8}V{y + 24}Z" fill="var(--am-strip)"/>'
    out += use(house_icons(told)[0], x + 14, y + 12.5, 17, 'color="var(--am-mark)"')
    out += text(x + 26, y + 17, names.house(told, say), 11, 700, anchor="start")
    for j in range(house.tax):
        out += use("tax", x + w - 14 - j * 12, y + 43, 15)
    about = escape(names.benefit(told, say))
    return f'<g role="img" aria-label="{about}"><title>{about}</title>{out}</g>'


def _tracks(scene: Scene, player: Mapping[str, Any]) -> str:
    out = text(12, 253, scene.say("Knowledge"), 14.5, 700, anchor="start", face=TITLE)
    for t, cells in enumerate(scene.box["cells"]):
        line = _track(t, tuple(cells), player["tracks"][t], scene.main, scene.say)
        out += scene.can(at.STEP + t, line, "am-study")
    return out


@lru_cache(1024)
def _track(t: int, cells: tuple[str, ...], stands: int, me: int, say: Speech) -> str:
    """A track of knowledge, and where a seat stands on it."""
    ty = 262 + t * 33
    label = names.track(t, say)
    out = f'<rect x="12" y="{f(ty - 2)}" width="380" height="31" fill="transparent"/>'
    out += use(("column", "any", "coin")[t], 22, ty + 14, 19)
    out += text(34, ty + 18, label, 12 if len(label) < 12 else 10.5, 700, anchor="start")
    step = min(41, 288 / (len(cells) + 1))
    for n in range(len(cells) + 1):
        x = 104 + n * step
        kind, _, what = cells[n - 1].partition(":") if n else ("immediate", "", "")
        here = n == stands
        out += f'<rect class="am-know am-{kind}" x="{f(x)}" y="{f(ty)}" width="{f(step - 4)}" height="27" rx="{13 if kind == "game_end" else 6}" opacity="{0.5 if n < stands else 1}"/>'
        if n:
            cx, size = x + (step - 4) * (0.72 if here else 0.5), 14 if here else 17
            out += _cell(what, kind, cx, ty + 13.5, size, 0.4 if n < stands else 1)
        if here:
            out += f'<rect x="{f(x)}" y="{f(ty)}" width="{f(step - 4)}" height="27" rx="6" fill="none" stroke="{EDGE[me]}" stroke-width="1.8"/><path d="{shape(me, x + 11, ty + 14, 7.5)}" fill="{hue(me)}" stroke="{EDGE[me]}" stroke-linejoin="round"/>'
    return out


def _cell(what: str, kind: str, x: float, y: float, size: float, opacity: float) -> str:
    sign = {
        "recover_counter": "counter", "upgrade_any_paid": "up", "upgrade_any_free": "up", "unlock_movement": "unlock",
        "tax_minus_1": "tax", "pp_per_counter_on_elephant": "counter", "pp_per_resource_stored": "any",
        "pp_per_coin_stored": "coin",
    }.get(what)  # fmt: skip
    if sign is not None:
        out = use(sign, x - (6 if kind == "game_end" else 0), y, size)
        out += (
            lotus(x + 8, y, 6)
            if kind == "game_end"
            else text(x + 12, y + 5, "0", 12, 800)
            if what.endswith("free")
            else ""
        )
        return f'<g opacity="{opacity}">{out}</g>'
    out = ""
    gains = [part.split(" ") for part in what.split("+")]
    for k, (amount, name) in enumerate(gains):
        px = x + (k - (len(gains) - 1) / 2) * (size * 0.95)
        out += use("any" if name == "any_resource" else name, px, y, size if len(gains) == 1 else size * 0.85)
        if amount != "1":
            out += text(px - size * 0.72, y + 5, amount, 13, 800)
    return f'<g opacity="{opacity}">{out}</g>'


def _load(scene: Scene, player: Mapping[str, Any]) -> str:
    return _elephant_and_tax(scene.main, player["load"], player["tax"], player["due"], player["token"], scene.say)


@lru_cache(1024)
def _elephant_and_tax(me: int, load: int, tax: int, due: int, token: str, say: Speech) -> str:
    """The counters on the elephant, the tax to come and the movement token."""
    x, y = 400, 240
    out = text(x + 4, y + 13, say("On the elephant"), 14.5, 700, anchor="start", face=TITLE)
    out += f'<g data-spot="{me}-load">{elephant(me, x + 25, y + 37, 33)}</g>'
    for i in range(6):
        cx = x + 64 + i * 21
        out += (
            counter(me, cx, y + 37, 9)
            if i < load
            else f'<circle cx="{cx}" cy="{y + 37}" r="8" fill="none" stroke="var(--line)" stroke-width="1.2" stroke-dasharray="3 2.5"/>'
        )
    out += text(x + 4, y + 72, say("Tax at decade end"), 14.5, 700, anchor="start", face=TITLE)
    out += f'<rect x="{PW - 44}" y="{y + 59}" width="32" height="18" rx="9" fill="#8e1c3b"/>' + text(
        PW - 28, y + 73, due, 14.5, 800, "#fff3dc"
    )
    for n in range(13):
        left = x + 4 + n * 13.9
        on = n == tax
        out += (
            f'<rect class="am-tax{" on" if on else " past" if 0 < n < tax else ""}" x="{f(left)}" y="{y + 82}" width="12.4" height="24" rx="3.5"/>'
            + text(left + 6.2, y + 98, n, 10.5, 800 if on else 500, "#fff3dc" if on else "var(--ink-2)")
        )
    told = {
        "locked": say("second move locked"),
        "ready": say("movement token ready"),
        "spent": say("movement token spent"),
    }[token]
    return (
        out
        + use("unlock", x + 12, y + 119, 15, 'opacity=".4"' if token == "locked" else "")
        + text(x + 24, y + 123.5, told, 11.5, 500, "var(--ink-2)", "start")
    )


# ---------------------------------------------------------------- the others


def _purse(seat: int, player: Mapping[str, Any]) -> str:
    """Coins and resources in HTML."""
    return "".join(
        f'<span data-spot="{seat}-{name}">{icon(name)}{n}</span>'
        for name, n in zip(GOODS, (player["coins"], *player["resources"]), strict=True)
    )


def rival(scene: Scene, seat: int) -> str:
    player = scene.player(seat)
    marks = "".join(mark_of(c, player["mahouts"][c] is not None) for c in range(4))
    tracks = "".join(
        f'<span class="am-tk">{icon(name, 15)}<b>{n}</b></span>'
        for name, n in zip(("column", "any", "coin"), player["tracks"], strict=True)
    )
    kinds = " ".join(one["type"] for one in player["objectives"] if one["space"] is not None)
    houses = "".join(
        f'<span title="{escape(names.benefit(house, scene.say))}">{icon(house_icons(house)[0], 16)}</span>'
        for house in (scene.box["warehouses"][built["id"]] for built in player["houses"])
    )
    turn = " am-turn" if scene.view["turn"] == seat else ""
    return (
        f'<section class="am-rival{turn}" style="--c:{hue(seat)}" aria-label="{scene.name(seat)}"><div>{seat_mark(seat, 22)}<b class="am-name">{scene.name(seat)}</b>'
        f'<span class="am-gap"></span>{rosette(player["score"], seat)}</div><div>{_purse(seat, player)}<span class="am-gap"></span><span data-spot="{seat}-load">{disc(seat)}{player["load"]}<em>/6</em></span><span>{icon("tax")}{player["tax"]}</span></div>'
        f'<div><span class="am-marks">{marks}</span><span>{icon("objective", 16)}{kinds}</span>{houses}<span class="am-gap"></span>{tracks}</div></section>'
    )


def maharaja_board(scene: Scene) -> str:
    solo = scene.view["solo"]
    stores = "".join(
        f'<span data-spot="m-{name}">{icon(name)}{n}<em>+{quarry}</em></span>'
        for name, n, quarry in zip(RESOURCES, solo["store"], solo["quarry"], strict=True)
    )
    goal = escape(names.objective(scene.box["objectives"][solo["objective"]], scene.say))
    return (
        f'<section class="am-rival am-bot" style="--c:#8e1c3b" aria-label="{escape(scene.say("The maharaja"))}"><div>{icon("parasol", 24)}<b class="am-name">{escape(scene.say("The maharaja"))}</b>'
        f'<span class="am-gap"></span>{rosette(solo["score"], -1)}</div><div title="{escape(scene.say("Store and quarry"))}">{stores}<span class="am-gap"></span><span data-spot="m-load">{disc(-1)}{solo["load"]}<em>+{solo["board"]}</em></span></div>'
        f'<div><span class="am-goal">{icon("objective", 16)}{goal}</span><span class="am-gap"></span><span class="am-tk">{mark_of(2, True, 17)}<b>{solo["track"]}/{solo["end"]}</b></span></div></section>'
    )


def right(scene: Scene, own: str) -> str:
    """The others' boards, the own one, and at the end the sheet of points."""
    others = "".join(rival(scene, seat) for seat in scene.seats if seat != scene.main)
    if scene.view["solo"] is not None:
        others += maharaja_board(scene)
    sheet = score_sheet(scene) if scene.view["result"] is not None else ""
    return f'<div class="am am-right"><div class="am-rivals" style="--n:{max(1, len(scene.donors) - 1)}">{others}</div>{sheet}{own}</div>'


def score_sheet(scene: Scene) -> str:
    """Where everybody's points came from."""
    ledgers = [scene.player(seat) for seat in scene.donors]
    heads = "".join(f'<th scope="col">{scene.name(seat)}</th>' for seat in scene.donors)
    rows = ""
    for source in at.SOURCES:
        cells = "".join(f"<td>{one['ledger'][source]}</td>" for one in ledgers)
        if any(one["ledger"][source] for one in ledgers):
            rows += f'<tr><th scope="row">{escape(names.source(source, scene.say))}</th>{cells}</tr>'
    winners = scene.view["result"]["winners"]
    total = "".join(
        f"<td><b>{one['score']}</b>{line_icon('crown', 16) if seat in winners or (seat < 0 and not winners) else ''}</td>"
        for seat, one in zip(scene.donors, ledgers, strict=True)
    )
    first = fill(scene.say("Total, with the first {n}"), n=scene.box["start_score"])
    return f'<table class="am-sheet"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}<tr class="am-total"><th scope="row">{first}</th>{total}</tr></tbody></table>'


def hand(scene: Scene) -> str:
    """The dock of a phone: what the viewer has."""
    player = scene.player(scene.main)
    return f'<div class="am am-hand">{_purse(scene.main, player)}<span data-spot="{scene.main}-load">{disc(scene.main)}{player["load"]}</span><span>{icon("tax")}{player["due"]}</span>{rosette(player["score"], scene.main, 28)}</div>'


def status(scene: Scene) -> str:
    view = scene.view
    told = fill(
        scene.say("Decade {decade}, round {round} of 4"),
        decade=("I", "II", "III")[view["decade"]],
        round=round_of_decade(view),
    )
    now = next((one for one in view["bridge"] if one["now"]), None)
    crossing = (
        f'<span class="am-long" title="{escape(scene.say("Bridge"))}">{icon("bridges", 17)}{escape(names.bridge(now, scene.say))}</span>'
        if now
        else ""
    )
    # Where the printed components could not be read, their values are reconstructed; facts.toml marks each of them.
    doubt = (
        f'<small class="am-long">{escape(scene.say("Some component data are reconstructed: see the rules."))}</small>'
    )
    return f'<div class="am am-status"><b>{told}</b>{crossing}{doubt}</div>'
