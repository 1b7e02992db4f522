"""The slots around the map: status, rack, players, cities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tablero.core.drawing.icons import icon
from tablero.core.drawing.shapes import escape, fill, seat_mark, short
from tablero.core.i18n.translator import Translator
from tablero.games.maya import names, words
from tablero.games.maya.drawing.board import chart, focus, overview
from tablero.games.maya.drawing.pieces import SIZE, loose_tile, rounded, use
from tablero.games.maya.drawing.scene import Scene
from tablero.games.maya.layout import AT, END, GROW, HIDE, TAKE


def status(scene: Scene) -> str:
    """The header strip: the areas in play and the number of the round; on a phone the points of all seats."""
    view = scene.view
    scores = [player["score"] for player in view["players"]]
    return scene.once(_status, id(scene.land), view["round"], view["actors"], scores)


def _status(scene: Scene) -> str:
    areas = "".join(
        _area(number, name, scene.say)
        for number, name in enumerate(scene.view["map"]["areas"])
        if number in scene.land.used
    )
    turn = fill(scene.say("Round {round}"), round=f"<b>{scene.view['round']}</b>")
    points = "".join(_points(scene, seat) for seat in scene.seats)
    return (
        f'<div class="my my-status">{areas}<span class="my-turn">{turn}</span>'
        f'<span class="my-points">{points}</span></div>'
    )


def _points(scene: Scene, seat: int) -> str:
    """A seat's points where there is room for no more; what travels to it or from it ends and begins here."""
    on = " on" if seat in scene.view["actors"] else ""
    return (
        f'<span class="my-chair{on}" data-spot="{seat}-points"><span data-spot="{seat}-reserve">'
        f'<span data-spot="{seat}-rack">'
        f"{seat_mark(seat, 16, scene.name(seat))}</span></span><b>{scene.view['players'][seat]['score']}</b></span>"
    )


@lru_cache(64)
def _area(number: int, name: str, say: Translator) -> str:
    label = escape(names.area(name, say))
    return (
        f'<span class="my-area" title="{label}"><svg width="24" height="26" viewBox="-16 -17 32 34" role="img" '
        f'aria-label="{label}"><path d="{rounded(0, 0, 16, 2)}" fill="var(--my-land-{number})" '
        f'stroke="var(--ink-2)" stroke-width="1.4"/>{use(f"mark-{number}", 0, 0)}</svg>'
        f"<span>{label}</span></span>"
    )


# ---------------------------------------------------------------- map and rack


def board(scene: Scene) -> list[str]:
    """The map with what may be chosen on it."""
    view = scene.view
    spaces = [offer["space"] for offer in view["offers"] if "space" in offer]
    small = scene.once(overview, id(scene.land), view["cities"], view["tiles"], spaces)
    left, top, width, height = scene.land.box
    box = f"{short(left)} {short(top)} {short(width)} {short(height)}"
    across, down = focus(scene)
    return [
        f'<div class="my my-map" data-css="--w:{short(width)};--h:{short(height)}">'
        f'<svg class="my-chart" viewBox="{box}" role="group" '
        f'aria-label="{escape(scene.say("Map of Yucatan"))}">',
        *chart(scene),
        f'</svg><div class="my-mini" data-pan="{across:.2f} {down:.2f}" aria-hidden="true"><svg viewBox="{box}">',
        small,
        "</svg><span></span></div></div>",
    ]


def _tiles(scene: Scene, key: str, size: float) -> list[str]:
    """The tiles of the viewer's rack: those that may be taken, the one in hand, and others that answer a click. Tiles
    that are alike lie in a pile, so that whichever of them is meant is the one that is taken."""
    mine = scene.view["mine"]
    seat = scene.me or 0
    held = mine["held"] if scene.phase in ("plant", "expand") and scene.offers else None
    label = escape(scene.say("Your rack"))
    out = [f'<div class="my-tiles" data-spot="{seat}-rack" data-sure="" role="group" aria-label="{label}">']
    for kind, count in enumerate(mine["rack"]):
        name = f'id="my-{key}-{kind}"'
        drawn = _in_hand if kind == held else _in_rack
        out.append(drawn(scene, name, kind, size) if count else "")
    free = range(sum(mine["rack"]), scene.view["rack_limit"])
    hole = _hole(size)
    return [
        *out,
        "".join([f'<span id="my-{key}-free-{place}" class="my-slot">{hole}</span>' for place in free]),
        "</div>",
    ]


@lru_cache(8)
def _hole(size: float) -> str:
    return (
        f'<svg width="{short(size)}" height="{short(size * 1.15)}" viewBox="-31 -34 62 71" aria-hidden="true">'
        f'<path d="{rounded(0, 0, SIZE * 0.87, 5)}" fill="none" stroke="var(--line)" stroke-width="1.5" '
        f'stroke-dasharray="4 4"/></svg>'
    )


def _pile(scene: Scene, kind: int, size: float, chosen: bool) -> str:
    """The tiles of one kind: the picture of one, and how many there are if there are more."""
    count = scene.view["mine"]["rack"][kind]
    more = f'<i class="my-pile">{count}</i>' if count > 1 else ""
    return loose_tile(scene.me or 0, kind // 2, kind % 2 + 1, size, chosen, count > 1) + more


def _in_hand(scene: Scene, name: str, kind: int, size: float) -> str:
    """The tile that has been taken; another click puts it back."""
    face = names.face(kind // 2, kind % 2 + 1, scene.say)
    label = escape(scene.say("Put back {tile}").format(tile=face))
    return (
        f'<button type="button" {name} class="my-slot held" data-do="undo" aria-label="{label}" title="{label}">'
        f'{_pile(scene, kind, size, True)}{_flip(scene)}<i class="my-taken">{icon("check", 15, 3)}</i></button>'
    )


def _in_rack(scene: Scene, name: str, kind: int, size: float) -> str:
    face = escape(names.face(kind // 2, kind % 2 + 1, scene.say))
    turning = scene.phase in ("turn", "expand")
    move = int(HIDE if turning else TAKE) + kind
    swaps = _swaps(scene, kind)
    picture = _pile(scene, kind, size, move in scene.offers or swaps)
    if move in scene.offers:
        return f'<button type="button" {name} {scene.choice(move, "my-slot")}>{picture}{_flip(scene)}</button>'
    if swaps:
        return (
            f'<button type="button" {name} class="my-slot" data-instead="{move}" aria-label="{face}" '
            f'title="{face}">{picture}'
            f"{_flip(scene)}</button>"
        )
    rest = " rest" if scene.offers else ""
    asks = scene.tried(move) if scene.answers else ""
    return f'<span {name} class="my-slot{rest}" {asks} role="img" aria-label="{face}">{picture}</span>'


def _swaps(scene: Scene, kind: int) -> bool:
    """Whether this tile may be taken instead of the one in hand."""
    if scene.held is None or not scene.offers:
        return False
    return scene.phase == "expand" or not scene.view["new"] or kind // 2 == scene.view["crop"]


def _flip(scene: Scene) -> str:
    return f'<i class="flip">{icon("flip", 15)}</i>' if scene.phase in ("turn", "expand") else ""


def _ways(scene: Scene) -> str:
    """The two things that can be done in a turn: one of them is being done, the other is a click away or over for
    now."""
    view = scene.view
    if not scene.offers or scene.phase == "found":
        return ""
    say = scene.say
    grow = f"{_sign('court-0', 30)}<span>{escape(say('Expand a city'))}</span>"
    if scene.phase in ("turn", "expand", "confirm"):
        # An empty rack leaves nothing else to do.
        back = scene.view["players"][scene.me or 0]["rack"] > 0
        plant = f"{_sign('crop-0', 15)}<span>{escape(say('Plant instead'))}</span>"
        other = f'<button type="button" class="my-back" data-do="restart">{plant}</button>' if back else ""
        return f'<div class="my-ways" data-sure="">{other}<span class="on">{grow}</span></div>'
    offer = scene.offers.get(int(GROW))
    if offer is not None:
        cost = f"<small>{escape(words.exchange(offer, say))}</small>"
        caption = fill(say("{action}: {cost}"), action=escape(say("Expand a city")), cost=cost)
        other = (
            f'<button type="button" {scene.choice(int(GROW), "can-box my-grow")}>{_sign("court-0", 30)}'
            f"<span>{caption}</span></button>"
        )
    elif scene.held is not None and not view["new"]:
        other = f'<button type="button" class="can-box my-grow" data-instead="{int(GROW)}">{grow}</button>'
    elif view["new"] or scene.held is not None or any("crop" in one for one in scene.offers.values()):
        other = f'<span class="no" {scene.tried(int(GROW))}>{grow}</span>'
    else:
        return ""
    plant = f"{_sign('crop-0', 15)}<span>{escape(say('Plant'))}</span>"
    planting = f'<span class="on">{plant}</span>' if view["new"] or view["mine"]["rack"] != [0] * 8 else ""
    return f'<div class="my-ways" data-sure="">{planting}{other}</div>'


@lru_cache(8)
def _sign(name: str, reach: int) -> str:
    """A piece as a small picture that says nothing."""
    return (
        f'<svg width="22" height="22" viewBox="{-reach} {-reach} {2 * reach} {2 * reach}" '
        f'aria-hidden="true">{use(name, 0, 0)}</svg>'
    )


def rack(scene: Scene) -> list[str]:
    """The viewer's rack, what can be done with it, and what its reserve still holds."""
    if scene.me is None or scene.phase == "over":
        return []
    if scene.offers:
        return _rack(scene)
    view = scene.view
    return scene.once(_rack, view["mine"], view["players"][scene.me], scene.phase, view["new"], view["crop"])


def _rack(scene: Scene) -> list[str]:
    say = scene.say
    player = scene.view["players"][scene.me]
    count = fill(say("{count} of {most} tiles"), count=player["rack"], most=scene.view["rack_limit"])
    return [
        f'<section class="my my-panel my-rack"><div class="my-rack-head"><h2>{escape(say("Your rack"))}</h2>'
        f'<div class="my-count"><span>{count}</span> '
        f'<span class="my-secret">{escape(say("only you see them"))}</span></div></div>',
        *_tiles(scene, "rack", 60),
        f'<div class="my-way">{_ways(scene)}</div>',
        f"{_unseen(scene)}</section>",
    ]


def _unseen(scene: Scene) -> str:
    """What the viewer's set still holds, by crop. Tiles that went face down unseen may be any of these."""
    if scene.me is None:
        return ""
    say = scene.say
    unknown = scene.view["mine"]["unknown"]
    whole = sum(unknown) == scene.view["players"][scene.me]["reserve"]
    title = say("left in your reserve") if whole else say("your tiles not seen yet")
    chips = "".join(_chip(crop, unknown[2 * crop] + unknown[2 * crop + 1], say) for crop in range(4))
    return f'<div class="my-unseen"><span>{escape(title)}</span><div class="my-chips">{chips}</div></div>'


@lru_cache(1024)
def _chip(crop: int, left: int, say: Translator) -> str:
    """How many tiles of a crop the reserve may still hold."""
    name = escape(names.crop(crop, say))
    return (
        f'<span class="my-chip{"" if left else " none"}" title="{name}">'
        f'<svg width="24" height="24" viewBox="-14 -14 28 28" '
        f'role="img" aria-label="{name}">{use(f"crop-{crop}", 0, 0)}</svg><b>{left}</b></span>'
    )


def hand(scene: Scene) -> list[str]:
    """The rack in the dock of a phone."""
    if scene.me is None or scene.phase == "over":
        return []
    view = scene.view
    return _hand(scene) if scene.offers else scene.once(_hand, view["mine"], view["rack_limit"], scene.phase)


def _hand(scene: Scene) -> list[str]:
    ways = "" if int(END) in scene.offers else _ways(scene)  # the button that ends the turn has their place
    return ['<div class="my my-hand">', *_tiles(scene, "hand", 46), f"{ways}</div>"]


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
    more = f"<i>(+{gain})</i>" if gain else ""
    return (
        f'<div id="my-seat-{seat}" class="my-player{" on" if acting or winner else ""}" role="group" '
        f'aria-label="{name}">{seat_mark(seat, 24)}<div class="my-who"><div class="my-name">'
        f"<span>{scene.name(seat)}</span>{crown}"
        f'{scene.badge(seat)}<small>{escape(doing)}</small></div><div class="my-pips" data-spot="{seat}-rack">{pips}'
        f'<small data-spot="{seat}-reserve">{reserve}</small></div></div>'
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


@lru_cache(64)
def _aid(table: tuple[tuple[int, int], ...], say: Translator) -> str:
    """What a closed city pays, by its size."""
    sizes = "".join(f"<th>{size}{'+' if size == len(table) else ''}</th>" for size in range(1, len(table) + 1))
    firsts = "".join(f"<td><b>{first}</b></td>" for first, _ in table)
    seconds = "".join(f"<td>{second}</td>" for _, second in table)
    return (
        f'<table class="my-aid" aria-label="{escape(say("A closed city pays"))}"><tr>'
        f"<th>{escape(say('size'))}</th>{sizes}</tr>"
        f"<tr><th>{escape(say('1st'))}</th>{firsts}</tr><tr><th>{escape(say('2nd'))}</th>{seconds}</tr></table>"
    )


def _crops(scene: Scene, city: Mapping[str, Any]) -> str:
    """Who has how many crops round an open city, with what the hot space adds; seats that have most are emphasized."""
    more = scene.hot_crops(city)
    counts = [count + (more if seat == scene.me else 0) for seat, count in enumerate(city["crops"])]
    top = max(counts)
    said = escape(scene.say("leads") if counts.count(top) == 1 else scene.say("tied"))
    out = ""
    for seat in scene.seats:
        if counts[seat]:
            plus = f"<u>+{more}</u>" if more and seat == scene.me else ""
            lead, word = (" lead", f"<small>{said}</small>") if counts[seat] == top else ("", "")
            count = f"<b>{city['crops'][seat]}{plus}</b>"
            out += f'<span class="my-share{lead}">{seat_mark(seat, 15, scene.name(seat))}{count}{word}</span>'
    return out or f"<small>{escape(scene.say('no crops yet'))}</small>"


def _shares(scene: Scene, values: list[int]) -> str:
    return "".join(
        f'<span class="my-share">{seat_mark(seat, 15, scene.name(seat))}<b>{values[seat]}</b></span>'
        for seat in sorted(scene.seats, key=lambda seat: -values[seat])
        if values[seat]
    )


def _city(scene: Scene, city: Mapping[str, Any]) -> str:
    say = scene.say
    q, r = scene.land.spaces[city["spaces"][0]]
    row = f'data-spot="{q},{r}-city"'
    if scene.answers:
        row += f" {scene.tried(int(AT) + city['spaces'][0])}"
    name = f'<b>{escape(names.city(city["name"], say))}</b><span class="my-size">{city["size"]}</span>'
    if city["closed"]:
        shares = _shares(scene, city["points"]) or f"<small>{escape(say('no points'))}</small>"
        return (
            f'<li class="my-city shut" {row}><div class="my-line">{name}{icon("check", 15, 3)}'
            f'<span class="my-shares">{shares}</span></div></li>'
        )
    hot = " hot" if scene.hot is not None and scene.hot["space"] in city["free"] else ""
    free = say.plural("{n} space free", "{n} spaces free", len(city["free"])).format(n=len(city["free"]))
    if scene.phase == "over":
        free = say("open, not scored")
    free = f'<span class="my-open">{escape(free)}</span>'
    if not city["first"]:  # what pays nothing yet takes one line
        return (
            f'<li class="my-city{hot}" {row}><div class="my-line my-crops">{name}{_crops(scene, city)}{free}</div></li>'
        )
    pays = f'<span class="my-pays"><b>{city["first"]}</b> / {city["second"]}</span>'
    return (
        f'<li class="my-city{hot}" {row}><div class="my-line">{name}{pays}{free}</div>'
        f'<div class="my-line my-crops">{_crops(scene, city)}</div></li>'
    )


def _cities(scene: Scene) -> list[str]:
    order = sorted(scene.view["cities"], key=lambda city: (city["closed"], -city["size"]))
    return [_city(scene, city) for city in order]


def right(scene: Scene) -> list[str]:
    """Players, then cities: open ones first, the largest above."""
    say = scene.say
    view = scene.view
    players = []
    for seat in scene.seats:
        acting = seat in view["actors"]
        pending = view["pending"] if acting else None
        players.append(scene.each(_player, seat, view["players"][seat], acting, pending, view["result"]))
    listed = scene.once(_cities, view["cities"], scene.answers, scene.phase == "over")
    note = ""
    if scene.view["map"]["reconstructed"]:
        note = f'<p class="my-note">{escape(say("This map is a reconstruction: the printed one may differ."))}</p>'
    title = escape(say("Cities and the crops beside them"))
    return [
        '<div class="my my-right"><section class="my-panel my-players">',
        *players,
        f"</section>{_unseen(scene)}",
        f'<section class="my-panel my-cities">'
        f"<h2>{escape(say('Cities'))}</h2>{_aid(tuple(map(tuple, scene.view['table'])), say)}"
        f'<div class="my-list" tabindex="0" role="region" aria-label="{title}"><ul>',
        *listed,
        f"</ul>{note}</div></section></div>",
    ]
