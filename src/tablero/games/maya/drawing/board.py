"""The map: sea, land, limit tiles, cities, plantations, and the spaces that may be chosen now."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tablero.core.drawing.shapes import escape, fill, marker, short
from tablero.core.i18n.translator import Translator
from tablero.games.maya import names, words
from tablero.games.maya.drawing.pieces import CHOSEN, SIZE, middle, outline, rounded, tile, use
from tablero.games.maya.drawing.places import Land
from tablero.games.maya.drawing.scene import Scene
from tablero.games.maya.layout import AT

# ---------------------------------------------------------------- what never changes during a game


def _earth(land: Land) -> str:
    """Beach, areas, trees and limit tiles."""
    spaces, areas, used, limits = land.spaces, land.areas, land.used, land.limits
    everything = outline(frozenset(spaces))
    out = [
        f'<path d="{everything}" fill="none" stroke="var(--my-{tone})" stroke-opacity="{opacity}" '
        f'stroke-width="{width}" stroke-linejoin="round"/>'
        for width, tone, opacity in ((46, "surf-1", 0.45), (28, "surf-2", 0.6), (13, "beach", 1))
    ]
    luck = random.Random(9)
    covered = {space for limit in limits for space in limit}
    wild = [space for space, area in enumerate(areas) if area not in used]
    for area in sorted(set(areas)):
        inside = [space for space, of in enumerate(areas) if of == area]
        border = outline(frozenset(spaces[space] for space in inside))
        out.append(f'<path d="{border}" fill="url(#my-{f"land-{area}" if area in used else "wild"})"/>')
        if area in used:
            out.append(
                f'<path d="{border}" fill="none" stroke="var(--my-area-edge)" stroke-opacity=".55" stroke-width="2" '
                f'stroke-linejoin="round"/>'
            )
    if wild:
        out.append(f'<path d="{outline(frozenset(spaces[s] for s in wild))}" fill="url(#my-hatch)"/>')
    for space in wild:
        if space not in covered and luck.random() < 0.5:
            x, y = middle(*spaces[space])
            out.append(use("tree-0", x + luck.uniform(-6, 6), y + luck.uniform(-5, 5), luck.uniform(0.85, 1.2)))
    for limit in limits:
        border = outline(frozenset(spaces[space] for space in limit))
        out.append(
            f'<path d="{border}" fill="var(--my-jungle)" stroke="var(--my-jungle-edge)" stroke-width="2" '
            f'stroke-linejoin="round"/>'
        )
        out += [use("thicket", *middle(*spaces[space])) for space in limit]
    return "".join(out)


def _sea(left: float, top: float, width: float, height: float) -> str:
    """Water far beyond the box, so that any shape of window is filled."""
    luck = random.Random(4)
    waves = ""
    for _ in range(70):
        x, y = luck.uniform(left - 300, left + width + 280), luck.uniform(top - 40, top + height + 40)
        waves += f"M{short(x)} {short(y)}q5-5 10 0t10 0"
    return (
        '<defs><radialGradient id="my-sea" cx=".5" cy=".5" r=".75"><stop offset="0" stop-color="var(--my-sea-1)"/>'
        '<stop offset="1" stop-color="var(--my-sea-2)"/></radialGradient></defs>'
        f'<rect x="{short(left - 400)}" y="{short(top - 300)}" width="{short(width + 800)}" '
        f'height="{short(height + 600)}" fill="url(#my-sea)"/>'
        f'<path d="{waves}" fill="none" stroke="var(--my-wave)" stroke-opacity=".4" stroke-width="1.6" '
        f'stroke-linecap="round"/>'
    )


def _compass(x: float, y: float, say: Translator) -> str:
    petals = "".join(
        f'<path transform="rotate({angle})" d="M0-7L-7-15 0-34 7-15Z" fill="{"#b5492b" if angle == 0 else "#f6ecd8"}"/>'
        for angle in (0, 90, 180, 270)
    )
    return (
        f'<g transform="translate({short(x)} {short(y)})" stroke="var(--my-sea-ink)" stroke-width="1.4" '
        f'stroke-linejoin="round"><circle r="26" fill="none" stroke-opacity=".6"/>{petals}'
        f'<circle r="5" fill="#dfa226"/><text y="-38" text-anchor="middle" font-family="var(--title)" '
        f'class="my-label" font-weight="700" font-size="15" fill="var(--my-sea-deep)" '
        f'stroke="none">{escape(say("N"))}</text></g>'
    )


@lru_cache(64)
def _ground(land: Land, say: Translator) -> str:
    left, top, width, height = land.box
    out = _sea(left, top, width, height) + _earth(land)
    points = [at for at, inside in zip(land.middles, land.in_play, strict=True) if not inside]
    if points:
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        out += (
            f'<text class="my-wild" x="{short(x)}" y="{short(y)}" text-anchor="middle" font-family="var(--title)" '
            f'font-style="italic" '
            f'font-weight="500" font-size="19" fill="var(--my-wild-ink)" stroke="var(--my-wild)" stroke-width="5" '
            f'paint-order="stroke">{escape(say("out of play"))}</text>'
        )
    return out if land.compass is None else out + _compass(*land.compass, say)


def ground(scene: Scene) -> str:
    return _ground(scene.land, scene.say)


# ---------------------------------------------------------------- what lies on the map


def empty(scene: Scene) -> list[str]:
    """The spaces on which nothing lies and that cannot be chosen now: each says what it is."""
    view = scene.view
    taken = {tile[0] for tile in view["tiles"]} | {space for city in view["cities"] for space in city["spaces"]}
    taken |= {offer["space"] for offer in scene.offers.values() if "space" in offer}
    land, say, answers = scene.land, scene.say, scene.answers
    areas = tuple(view["map"]["areas"])
    return [
        _empty(land, space, areas, scene.temples.get(space, ""), answers, say)
        if space not in taken and (land.in_play[space] or answers)
        else ""
        for space in range(len(land.spaces))
    ]


@lru_cache(4096)
def _empty(land: Land, space: int, areas: tuple[str, ...], temple: str, answers: bool, say: Translator) -> str:
    if not land.in_play[space]:
        label = say("Out of play")
    elif temple:
        label = say("Temple space of {city}, still empty").format(city=names.city(temple, say))
    else:
        label = say("Empty space, area: {area}").format(area=names.area(areas[land.areas[space]], say))
    heard = f'{land.spots[space]} role="img" aria-label="{escape(label)}" {_try(space) if answers else ""}'
    return use("hit", *land.middles[space], more=heard)


def _try(space: int) -> str:
    return f'data-try="{AT + space}"'


def cities(scene: Scene) -> list[str]:
    out = []
    for city in scene.view["cities"]:
        shown = _city(scene.land, tuple(city["spaces"]), city["closed"])
        asks = _try(city["spaces"][0]) if scene.answers else ""
        out.append(f'<g role="img" aria-label="{_city_label(scene, city)}" {asks}>{shown}</g>')
    return _filled(out, len(scene.temples))


def _filled(pieces: list[str], most: int) -> list[str]:
    """As many pieces in each drawing: what follows them stays where it was."""
    return pieces + [""] * (most - len(pieces))


def _city_label(scene: Scene, city: Mapping[str, Any]) -> str:
    """A city in a sentence, safe in HTML."""
    say = scene.say
    sentence = (
        say("{city}, closed with size {size}.")
        if city["closed"]
        else say("{city}, size {size}, pays {first} and {second}.")
    )
    caption = fill(
        sentence, city=escape(names.city(city["name"], say)), **{key: city[key] for key in ("size", "first", "second")}
    )
    crops = [f"{scene.name(seat)} {names.crops(n, say)}" for seat, n in enumerate(city["crops"]) if n]
    return f"{caption} {', '.join(crops)}".rstrip()


@lru_cache(1024)
def _city(land: Land, spaces: tuple[int, ...], closed: bool) -> str:
    border = outline(land.set_of(spaces))
    out = f'<path d="{border}" fill="var(--my-city)"/>'
    for number, space in enumerate(spaces):
        name = f"court-{(space * 7) % 3}" if number else "paved"
        out += use(name, *land.middles[space], more=land.spots[space])
    out += (
        f'<path d="{border}" fill="none" stroke="var(--my-wall)" stroke-width="{2.6 if closed else 3.4}" '
        f'stroke-linejoin="round"/>'
    )
    if not closed:
        out += (
            f'<path d="{border}" fill="none" stroke="var(--my-stitch)" stroke-width="1.1" stroke-dasharray="5 4" '
            f'stroke-linejoin="round"/>'
        )
    return out


def plantations(scene: Scene) -> str:
    land, say, answers = scene.land, scene.say, scene.answers
    who = [scene.name(seat) for seat in scene.seats]
    out = [
        _plantation(land, space, seat, who[seat], crop, number, answers, say)
        for space, seat, crop, number in scene.view["tiles"]
    ]
    out += [
        use("last", *scene.at(space), more='pointer-events="none"') for space in scene.view["new"] or scene.view["old"]
    ]
    return "".join(out)


@lru_cache(8192)
def _plantation(
    land: Land, space: int, seat: int, who: str, crop: int, number: int, answers: bool, say: Translator
) -> str:
    label = f"{who}, {escape(names.face(crop, number, say))}"
    piece = tile(*land.middles[space], seat, crop, number)
    asks = f" {_try(space)}" if answers else ""
    return f'<g {land.spots[space]}{asks} role="img" aria-label="{label}">{piece}</g>'


def _name(name: str, x: float, y: float) -> str:
    return (
        f'<text x="{short(x)}" y="{short(y)}" text-anchor="middle" font-family="var(--title)" font-weight="700" '
        f'class="my-label" font-size="14.5" fill="var(--my-name)" stroke="var(--my-halo)" stroke-width="3.6" '
        f'stroke-linejoin="round" '
        f'paint-order="stroke">{escape(name)}</text>'
    )


def temples(scene: Scene) -> str:
    """Temples, dashed where none stands yet."""
    standing = {city["spaces"][0] for city in scene.view["cities"]}
    out = ""
    for space in scene.temples:
        if scene.land.in_play[space]:
            x, y = scene.at(space)
            out += use("temple", x, y - 2, 0.92) if space in standing else use("no-temple", x, y)
    return f'<g pointer-events="none">{out}</g>'


def signs(scene: Scene) -> str:
    """The names of temples and the sizes of their cities, above everything else."""
    standing = {city["spaces"][0]: city for city in scene.view["cities"]}
    out = ""
    for space, name in scene.temples.items():
        if scene.land.in_play[space]:
            city = standing.get(space)
            size, closed = (city["size"], city["closed"]) if city is not None else (None, False)
            out += _sign(*scene.at(space), name, size, closed, scene.say)
    return f'<g pointer-events="none">{out}</g>'


@lru_cache(2048)
def _sign(x: float, y: float, name: str, size: int | None, closed: bool, say: Translator) -> str:
    """The name of a temple, and the size of its city if it stands."""
    out = _name(names.city(name, say), x, y + (21 if size is None else 24))
    if size is None:
        return out
    # At the upper corner it covers no tile's sign of its owner: those are at the lower corners of the tiles beside it.
    out += (
        f'<circle cx="{short(x)}" cy="{short(y - 26)}" r="10" '
        f'fill="{"var(--my-shut)" if closed else "var(--my-size)"}" stroke="#fffaf0" stroke-width="1.6"/>'
    )
    if closed:
        return out + (
            f'<path d="M{short(x - 5)} {short(y - 26)}l3.5 3.8 6.5-7" fill="none" stroke="#fffaf0" '
            f'stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return out + (
        f'<text x="{short(x)}" y="{short(y - 21)}" text-anchor="middle" font-family="var(--text)" '
        f'class="my-label" font-weight="800" font-size="15" fill="#fffaf0">{size}</text>'
    )


# ---------------------------------------------------------------- what may be chosen


MARKER = marker(f'path d="{CHOSEN}"')


def choices(scene: Scene) -> str:
    out = []
    for move, offer in scene.offers.items():
        if "space" not in offer:
            continue
        space = offer["space"]
        x, y = scene.at(space)
        hot = scene.hot is not None and scene.hot["move"] == move
        inside = _hot_piece(scene) if hot else f'<use href="#my-spot"/>{_promise(scene, offer)}'
        # All of the space can be met, not only what is inside the marker; and what is met stays while the rest changes.
        inside = f'<use href="#my-hit"/>{inside}'
        out.append(
            f'<g id="my-at-{space}" {scene.land.spots[space]} {scene.choice(move)} transform="translate({short(x)} '
            f'{short(y)})">'
            f"{inside}{MARKER}</g>"
        )
    return "".join(out)


def _promise(scene: Scene, offer: Mapping[str, Any]) -> str:
    """What a space adds, where that is more than the tile alone; a check where it closes a city; else a dot."""
    closes = bool(words.closes(offer, scene.view))
    bare = scene.held[1] if scene.held is not None else 0
    if words.adds_more(offer, scene.view, bare):
        more = "!" if closes else ""
        return (
            f'<text y="7" text-anchor="middle" font-family="var(--text)" font-weight="800" font-size="20" '
            f'fill="var(--my-spot-ink)">+{offer["gain"]}{more}</text>'
        )
    if closes:
        return (
            '<path d="M-7 0l5 5.5 9-10" fill="none" stroke="var(--my-grow)" stroke-width="4" stroke-linecap="round"/>'
        )
    return '<circle r="3" fill="var(--can)" stroke="var(--my-spot-edge)" stroke-width=".8"/>'


def _hot_piece(scene: Scene) -> str:
    """The real piece, as if it were placed."""
    if scene.phase == "plant" and scene.held is not None and scene.me is not None:
        return tile(0, 0, scene.me, *scene.held)
    if scene.phase == "found":
        return use("paved", 0, 0) + use("temple", 0, -2, 0.92)
    return use("court-0", 0, 0)


def growing(scene: Scene) -> str:
    """The group that the hot space enlarges, and the temples that it founds."""
    if scene.hot is None:
        return ""
    out = []
    for space in scene.hot.get("group", []):
        if space != scene.hot["space"]:
            out.append(use("grows", *scene.at(space)))
    for space, name in scene.temples.items():
        if name in scene.hot.get("founds", []):
            x, y = scene.at(space)
            out.append(
                f'<path transform="translate({short(x)} {short(y)})" d="{rounded(0, 0, SIZE * 0.86)}" fill="none" '
                f'stroke="var(--my-grow)" stroke-width="3" stroke-dasharray="6 4"/>'
            )
    return "".join(out)


def chart(scene: Scene) -> list[str]:
    """Everything on the map, back to front."""
    view, answers = scene.view, scene.answers
    tiles, built = view["tiles"], view["cities"]
    spaces = [offer["space"] for offer in view["offers"] if "space" in offer]
    return [
        ground(scene),
        *scene.once(empty, id(scene.land), tiles, built, spaces, answers),
        *scene.once(cities, built, answers),
        scene.once(plantations, tiles, view["new"], view["old"], answers),
        growing(scene),
        scene.once(temples, built),
        choices(scene),
        scene.once(signs, built),
    ]


def overview(scene: Scene) -> str:
    """The land in play, whose plantations are where, and where something may be chosen: in the size of a thumbnail."""
    out = [f'<path d="{scene.land.coast}" class="my-mini-land"/>']
    out += [_dot(*scene.at(city), "var(--my-wall)") for one in scene.view["cities"] for city in one["spaces"]]
    out += [_dot(*scene.at(space), f"var(--seat-{seat + 1})") for space, seat, _, _ in scene.view["tiles"]]
    for offer in scene.offers.values():
        if "space" in offer:
            x, y = scene.at(offer["space"])
            out.append(f'<circle cx="{short(x)}" cy="{short(y)}" r="22" class="my-mini-can"/>')
    return "".join(out)


@lru_cache(2048)
def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{short(x)}" cy="{short(y)}" r="21" fill="{colour}"/>'


def focus(scene: Scene) -> tuple[float, float]:
    """Where the game is going on, as shares of width and height in play: a narrow page looks there first."""
    left, top, width, height = scene.land.box
    spaces = [offer["space"] for offer in scene.offers.values() if "space" in offer]
    spaces = spaces or scene.view["new"] or scene.view["old"] or [city["spaces"][0] for city in scene.view["cities"]]
    points = [scene.at(space) for space in spaces] or [(left + width / 2, top + height / 2)]
    across, down = (sum(values) / len(points) for values in zip(*points, strict=True))
    return (across - left) / width, (down - top) / height
