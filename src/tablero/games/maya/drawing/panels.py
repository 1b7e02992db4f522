"""The slots around the map: status, rack, players, cities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any

from tablero.core.icons import icon
from tablero.core.ink import fill, seat_mark, short
from tablero.core.speech import Speech
from tablero.games.maya import names
from tablero.games.maya.drawing.board import chart, focus, overview
from tablero.games.maya.drawing.pieces import SIZE, loose_tile, rounded, use
from tablero.games.maya.drawing.scene import Scene
from tablero.games.maya.layout import HIDE, TAKE

WIDEST = 12  # crops that fill a bar


def status(scene: Scene) -> str:
    """The facts for the header strip: the areas in play and the number of the turn."""
    areas = "".join(
        _area(number, name, scene.say)
        for number, name in enumerate(scene.view["map"]["areas"])
        if number in scene.land.used
    )
    turn = fill(scene.say("Turn {number}"), number=f"<b>{scene.view['turn']}</b>")
    return f'<div class="my my-status">{areas}<span>{turn}</span></div>'


@lru_cache(64)
def _area(number: int, name: str, say: Speech) -> str:
    label = escape(names.area(name, say))
    return (
        f'<span class="my-area" title="{label}"><svg width="24" height="26" viewBox="-16 -17 32 34" role="img" '
        f'aria-label="{label}"><path d="{rounded(0, 0, 16, 2)}" fill="var(--my-land-{number})" '
        f'stroke="var(--ink-2)" stroke-width="1.4"/>{use(f"mark-{number}", 0, 0)}</svg>'
        f"<span>{label}</span></span>"
    )


# ---------------------------------------------------------------- map and rack


def aid(scene: Scene, kind: str = "") -> str:
    """What a closed city pays."""
    return _aid(tuple(map(tuple, scene.view["table"])), kind, scene.say)


@lru_cache(64)
def _aid(table: tuple[tuple[int, int], ...], kind: str, say: Speech) -> str:
    rows = ""
    last = len(table)
    for size, (first, second) in enumerate(table, 1):
        if first:
            label = fill(say("{size} or more"), size=size) if size == last else str(size)
            rows += f"<tr><td>{label}</td><td><b>{first}</b></td><td>{second}</td></tr>"
    return (
        f'<div class="my-aid {kind}"><b>{escape(say("A closed city pays"))}</b><table><tr>'
        f"<th>{escape(say('size'))}</th><th>{escape(say('1st'))}</th><th>{escape(say('2nd'))}</th></tr>{rows}</table></div>"
    )


def board(scene: Scene) -> str:
    """The map with what may be chosen on it."""
    left, top, width, height = scene.land.box
    note = ""
    if scene.view["map"]["reconstructed"]:
        note = (
            f'<p class="my-note">{escape(scene.say("This map is a reconstruction: the printed one may differ."))}</p>'
        )
    x, y, wide, high = scene.land.play_box
    mini = (
        f'<div class="my-mini" data-pan="{focus(scene):.2f}" aria-hidden="true">'
        f'<svg viewBox="{short(x)} {short(y)} {short(wide)} {short(high)}">{overview(scene)}</svg><span></span></div>'
    )
    sizes = {"w": width, "h": height, "pl": x - left, "pt": y - top, "pw": wide, "ph": high}
    style = ";".join(f"--{name}:{short(size)}" for name, size in sizes.items())
    return (
        f'<div class="my my-map" style="{style}">'
        f'<svg class="my-chart" viewBox="{short(left)} {short(top)} {short(width)} {short(height)}" '
        f'role="group" aria-label="{escape(scene.say("Map of Yucatan"))}">{chart(scene)}</svg>'
        f"{mini}{aid(scene)}{note}</div>"
    )


def _tiles(scene: Scene, key: str, size: float) -> str:
    """The tiles of the viewer's rack; those that may be taken are buttons."""
    mine = scene.view["mine"]
    seat = scene.me or 0
    kinds = [kind for kind in range(8) for _ in range(mine["rack"][kind])]
    flip = f'<i class="flip">{icon("flip", 15)}</i>' if scene.phase in ("turn", "expand") else ""
    out = ""
    held = mine["held"] if scene.phase in ("plant", "expand") else None
    for place in range(max(scene.view["rack_limit"], len(kinds))):
        if place >= len(kinds):
            hole = rounded(0, 0, SIZE * 0.87, 5)
            out += (
                f'<span id="my-{key}-{place}" class="my-slot"><svg width="{short(size)}" height="{short(size * 1.15)}" '
                f'viewBox="-31 -34 62 71" aria-hidden="true"><path d="{hole}" fill="none" stroke="var(--line)" '
                f'stroke-width="1.5" stroke-dasharray="4 4"/></svg></span>'
            )
            continue
        kind = kinds[place]
        picture = loose_tile(seat, kind // 2, kind % 2 + 1, size)
        name = escape(names.face(kind // 2, kind % 2 + 1, scene.say))
        move = (HIDE if scene.phase == "turn" else TAKE) + kind
        if kind == held and (place + 1 == len(kinds) or kinds[place + 1] != kind):
            out += (
                f'<span id="my-{key}-{place}" class="my-slot held" role="img" aria-label="{name}">{picture}{flip}'
                f"</span>"
            )
        elif move in scene.offers:
            out += (
                f'<button type="button" id="my-{key}-{place}" {scene.choice(move, "my-slot")}>{picture}{flip}</button>'
            )
        else:
            rest = " rest" if scene.offers else ""
            out += f'<span id="my-{key}-{place}" class="my-slot{rest}" role="img" aria-label="{name}">{picture}</span>'
    return f'<div class="my-tiles" data-spot="{seat}-rack" role="group" aria-label="{escape(scene.say("Your rack"))}">{out}</div>'


def rack(scene: Scene) -> str:
    """The viewer's rack and what its reserve still holds."""
    if scene.me is None or scene.phase == "over":
        return ""
    say = scene.say
    player = scene.view["players"][scene.me]
    count = fill(say("{count} of {most} tiles"), count=player["rack"], most=scene.view["rack_limit"])
    unknown = scene.view["mine"]["unknown"]
    chips = ""
    for crop in range(4):
        left = unknown[2 * crop] + unknown[2 * crop + 1]
        chips += _chip(crop, left, say)
    return (
        f'<section class="my my-panel my-rack"><div><h2>{escape(say("Your rack"))}</h2><div class="my-count">{count}'
        f"<br>{escape(say('only you see them'))}</div></div>{_tiles(scene, 'rack', 66)}"
        f'<span class="my-chips-title">{escape(say("not seen yet"))}</span><div class="my-chips">{chips}</div>'
        f"</section>"
    )


@lru_cache(1024)
def _chip(crop: int, left: int, say: Speech) -> str:
    """How many crops of a kind the reserve may still hold."""
    name = escape(names.crop(crop, say))
    return (
        f'<span class="my-chip{"" if left else " none"}"><svg width="26" height="26" viewBox="-14 -14 28 28" '
        f'aria-hidden="true">{use(f"crop-{crop}", 0, 0)}</svg>{name}<b>{left}</b></span>'
    )


def hand(scene: Scene) -> str:
    """The rack in the dock of a phone."""
    if scene.me is None or scene.phase == "over":
        return ""
    return f'<div class="my my-hand">{_tiles(scene, "hand", 46)}</div>'


# ---------------------------------------------------------------- players


def _player(scene: Scene, seat: int) -> str:
    say = scene.say
    view = scene.view
    player = view["players"][seat]
    pips = ""
    for place in range(max(view["rack_limit"], player["rack"])):
        full = place < player["rack"]
        fill_, edge = (f"var(--seat-{seat + 1})", f"var(--seat-{seat + 1}-dark)") if full else ("none", "var(--line)")
        pips += (
            f'<svg width="13" height="15" aria-hidden="true"><use href="#my-pip" fill="{fill_}" stroke="{edge}"/></svg>'
        )
    acting = seat in view["actors"]
    doing = ""
    if acting:
        doing = say("your turn") if seat == scene.me else say("plays")
    reserve = fill(say("{count} in reserve"), count=player["reserve"])
    shape = (say("triangle"), say("circle"), say("square"), say("diamond"))[seat]
    points, tiles = player["score"], player["rack"]
    parts = (
        scene.name(seat),
        escape(shape),
        fill(say.plural("{n} point", "{n} points", points), n=points),
        fill(say.plural("{n} tile in the rack", "{n} tiles in the rack", tiles), n=tiles),
        reserve,
    )
    name = f"{', '.join(parts)}."
    winner = view["result"] is not None and seat in view["result"]["winners"]
    crown = icon("crown", 20, 1.8, "my-crown") if winner else ""
    gain = _coming(scene, seat)
    more = f"<i>+{gain}</i>" if gain else ""
    return (
        f'<div id="my-seat-{seat}" class="my-player{" on" if acting or winner else ""}" role="group" '
        f'aria-label="{name}">{seat_mark(seat, 24)}<div class="my-who"><div class="my-name">{scene.name(seat)}{crown}'
        f"<small>{escape(doing)}</small></div>"
        f'<div class="my-pips" data-spot="{seat}-rack">{pips}<small data-spot="{seat}-reserve">{reserve}</small></div></div>'
        f'<b class="my-score" data-spot="{seat}-points">{player["score"]}{more}</b></div>'
    )


def _coming(scene: Scene, seat: int) -> int:
    """The points that the turn brings a seat as it stands, with the hot space counted in."""
    points = 0
    if seat in scene.view["actors"]:
        points = scene.view["pending"] or 0
        if scene.hot is not None and "points" in scene.hot:
            points = scene.hot["points"]
    if scene.hot is not None:
        points += sum(closed["points"][seat] for closed in scene.hot.get("closes", []))
    return points


# ---------------------------------------------------------------- cities


def _bars(scene: Scene, city: Mapping[str, Any]) -> str:
    """Who has how many crops round a city."""
    out = ""
    more = scene.hot_crops(city)
    top = max(city["crops"])
    for seat in scene.seats:
        count = city["crops"][seat]
        extra = more if seat == scene.me else 0
        lead = count == top and count > 0
        bar = (
            f'<i style="width:{count * 66 / max(WIDEST, top):.0f}%;background:var(--seat-{seat + 1})"></i>'
            if count
            else ""
        )
        if extra:
            bar += f'<i class="more" style="width:{extra * 66 / WIDEST:.0f}%;background:var(--seat-{seat + 1})"></i>'
        plus = f" <u>+{extra}</u>" if extra else ""
        alone = city["crops"].count(top) == 1
        leads = f" <small>{escape(scene.say('leads') if alone else scene.say('tied'))}</small>" if lead else ""
        out += (
            f'<div class="my-bar{" lead" if lead else ""}">{seat_mark(seat, 15, scene.name(seat))}'
            f"<span>{bar}<b>{count}{plus}{leads}</b></span></div>"
        )
    return out


def _shares(scene: Scene, values: list[int]) -> str:
    return "".join(
        f'<span class="my-share">{seat_mark(seat, 14, scene.name(seat))}<b>{values[seat]}</b></span>'
        for seat in sorted(scene.seats, key=lambda seat: -values[seat])
        if values[seat]
    )


def _city(scene: Scene, city: Mapping[str, Any]) -> str:
    say = scene.say
    name = f'<b>{escape(names.city(city["name"], say))}</b><span class="my-size">{city["size"]}</span>'
    open_ = fill(say("{count} open"), count=len(city["free"]))
    if city["closed"]:
        shares = _shares(scene, city["points"]) or "0"
        return (
            f'<div class="my-city shut"><div class="my-line">{name}{icon("check", 15, 3)}'
            f'<span class="my-shares">{shares}</span></div></div>'
        )
    hot = scene.hot is not None and (scene.hot["space"] in city["free"])
    kind = "my-city hot" if hot else "my-city"
    if city["size"] == 1 and not hot:
        return (
            f'<div class="{kind}"><div class="my-line">{name}{_shares(scene, city["crops"])}'
            f'<span class="my-open">{open_}</span></div></div>'
        )
    return (
        f'<div class="{kind}"><div class="my-line">{name}<span class="my-pays"><b>{city["first"]}</b> / '
        f'{city["second"]}</span><span class="my-open">{open_}</span></div>{_bars(scene, city)}</div>'
    )


def right(scene: Scene) -> str:
    """Players, then cities: open ones first, the largest above."""
    say = scene.say
    players = "".join(_player(scene, seat) for seat in scene.seats)
    order = sorted(scene.view["cities"], key=lambda city: (city["closed"], -city["size"]))
    listed = "".join(_city(scene, city) for city in order)
    return (
        f'<div class="my my-right" style="--n:{len(scene.seats)}"><section class="my-panel">{players}</section><section class="my-panel my-cities">'
        f"<h2>{escape(say('Cities'))}<small>{escape(say('crops around each'))}</small></h2>{listed}"
        f"{aid(scene, 'inside')}</section></div>"
    )
