"""The panels beside the board: header, players, open choices, and what a phone shows instead of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tablero.core.ink import seat_mark
from tablero.core.speech import Speech
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing.board import EMBLEMS, action_tokens, field_rows
from tablero.games.tzolkin.drawing.pieces import STEPS, Token, picture, tag
from tablero.games.tzolkin.drawing.scene import PICKING, PLACING, Scene
from tablero.games.tzolkin.drawing.sides import cost_tokens, effect_tokens, monument_points
from tablero.games.tzolkin.layout import MATERIALS, TRACKS
from tablero.games.tzolkin.names import Names, remembered, remembered_of_late

# Choices that glow on the gears, and those for which the prompt has a button of its own.
ELSEWHERE = ("place", "claim", "pick", "end", "done", "nothing", "days")
# Choices that glow on the board; a phone has buttons for them.
ON_BOARD = ("climb", "descend", "advance", "raise", "raise-monument")


def tokens(given: list[Token], size: int = 18) -> str:
    out = ""
    for token in given:
        if token.name == "or":
            out += f'<i class="tz-or">{escape(token.number)}</i>'
        elif token.name == "vp":
            out += f'<span class="tz-seal">{picture("vp", size + 6)}<b>{escape(token.number)}</b></span>'
        else:
            css = ' class="cost"' if token.cost else ""
            number = f"<b{css}>{escape(token.number)}</b>" if token.number else ""
            out += f'<span class="tz-tok">{number}{picture(token.name, size)}</span>'
    return out


# ---------------------------------------------------------------- header strip


def status(scene: Scene) -> str:
    say, view = scene.say, scene.view
    round_ = escape(say("Round {n} of {all}")).format(n=f"<b>{view['round']}</b>", all=view["rounds"])
    food = view["food"]
    due = ""
    if food is not None:
        text = say("Food day today") if food["in"] == 0 else say("Food day in {n}", n=food["in"])
        kind = "end" if food["end_of_age"] else "mid"
        due = f'<span class="tz-pill {kind}">{picture("bowl", 18)}<b>{escape(text)}</b></span>'
    return f'<span class="tz tz-status"><span class="tz-pill">{round_}</span>{due}</span>'


# ---------------------------------------------------------------- players


def players(scene: Scene) -> str:
    order = list(scene.seats)
    if scene.me is not None:
        order = [*order[scene.me :], *order[: scene.me]]
    return '<div class="tz tz-players">' + "".join(_player(scene, seat) for seat in order) + "</div>"


def _player(scene: Scene, seat: int) -> str:
    say, view, shown = scene.say, scene.view, scene.player(seat)
    marks = f'<b class="tz-me">{escape(say("you"))}</b>' if seat == scene.me else ""
    if seat in scene.look.bots:
        level = escape(say("a bot of level {n}", n=scene.look.bots[seat]))
        marks = f'<b class="tz-tag bot" title="{level}" role="img" aria-label="{level}">bot</b>'
    if seat == view["first"]:
        marks += picture("first", 18, say("starting player"))
    light = say("may take two days") if shown["light"] else say("has taken two days")
    marks += f'<span class="{"" if shown["light"] else "tz-used"}">{picture("double", 18, light)}</span>'
    if view["phase"] == "wealth" and view["ready"][seat]:
        marks += f'<b class="tz-tag">{escape(say("ready"))}</b>'
    goods = "".join([_good(scene.names, seat, m, shown[m], say) for m in MATERIALS])
    css = "tz-player act" if seat in view["actors"] else "tz-player"
    score = _points(scene, seat)
    text = say.plural("{name}: {points} point", "{name}: {points} points", _form(scene, seat))
    points = escape(text.format(name=scene.who(seat), points=score))
    return (
        f'<section class="{css}" style="--s:var(--seat-{seat + 1})" aria-label="{escape(scene.who(seat))}">'
        f'<div class="r1">{seat_mark(seat, 26)}<span class="nm">{escape(scene.who(seat))}</span>{marks}'
        f'<span class="vpb" data-spot="{seat}-points" role="img" aria-label="{points}">{picture("vp", 36)}<b>{score}</b>'
        f'</span></div><div class="r2">{goods}</div>{_workforce(scene, seat)}</section>'
    )


@remembered
def _good(names: Names, seat: int, material: str, n: int, say: Speech) -> str:
    """So much of a material in front of a seat."""
    held = names.skulls(n, say) if material == "skull" and n else called.amount(material, n, say)
    return (
        f'<span class="{"" if n else "zero"}" data-spot="{seat}-{material}" role="img"'
        f' aria-label="{escape(held)}">{picture(material, 19)}{n}</span>'
    )


def _form(scene: Scene, seat: int) -> int:
    result = scene.view["result"]
    return called.form(result["quarters"][seat] if result else 4 * scene.player(seat)["score"])


def _points(scene: Scene, seat: int) -> str:
    result = scene.view["result"]
    return called.final_points(result, seat) if result else str(scene.player(seat)["score"])


def _workforce(scene: Scene, seat: int) -> str:
    shown = scene.player(seat)
    monuments = tuple((tile["id"], tile["points"]) for tile in shown["monuments"])
    tiles = (*shown["wealth"], *shown["buildings"])
    built = _built(scene.names, tiles, monuments, scene.view["seats"], scene.say)
    hand = _hand(seat, shown["hand"], shown["workers"], shown["corn_tiles"], shown["wood_tiles"], scene.say)
    hungry = scene.view["food"] is not None and scene.phase == "play"
    food = _food(shown["due"], shown["short"], scene.say) if hungry else ""
    return f'<div class="r3">{hand}<span class="built">{built}</span>{food}</div>'


@remembered
def _hand(seat: int, free: int, workers: int, corn: int, wood: int, say: Speech) -> str:
    """The workers in hand and the tiles of the jungle."""
    hand = escape(say("{n}/{all} in hand")).format(n=f"<b>{free}</b>", all=workers)
    corn_tiles = say.plural("{n} corn tile", "{n} corn tiles", corn).format(n=corn)
    wood_tiles = say.plural("{n} wood tile", "{n} wood tiles", wood).format(n=wood)
    return (
        f'<span data-spot="{seat}-hand">{hand}</span>'
        f"<span>{picture('tile-corn', 17, corn_tiles)}<b>{corn}</b></span>"
        f"<span>{picture('tile-wood', 17, wood_tiles)}<b>{wood}</b></span>"
    )


@remembered_of_late
def _built(
    names: Names, tiles: tuple[str, ...], monuments: tuple[tuple[str, int], ...], seats: int, say: Speech
) -> str:
    """Wealth tiles, buildings and monuments, these with their points."""
    out = ""
    for tile in tiles:
        title = names.tooltip(tile, seats, say)
        face = (
            picture("wealth", 17, title)
            if tile.startswith("w")
            else picture(names.printed(tile)["category"], 17, names.tile_name(tile, say))
        )
        out += f'<span title="{escape(title)}">{face}</span>'
    for tile, points in monuments:
        title = escape(names.tooltip(tile, seats, say))
        out += f'<span class="mon" title="{title}">{picture("monument", 17, title)}<b>{points}</b></span>'
    return out


@remembered
def _food(due: int, short: int, say: Speech) -> str:
    label = say("needs {corn} on the food day", corn=called.amount("corn", due, say))
    if short:
        label += ", " + say.plural("{n} short", "{n} short", short, n=short)
    css, mark = ("food short", "!") if short else ("food", "")
    return f'<span class="{css}" title="{escape(label)}">{picture("bowl", 17, label)}<b>{due}{mark}</b></span>'


# ---------------------------------------------------------------- open choices


def choices(scene: Scene, dock: bool) -> str:
    """Buttons for what is asked now, beside what glows on the board."""
    elsewhere = ELSEWHERE if dock else (*ELSEWHERE, *ON_BOARD)
    offers = [offer for offer in scene.view["offers"] if offer["kind"] not in elsewhere]
    if not offers:
        return ""
    if offers[0]["kind"] in ("sell", "buy"):
        buttons = _stall(scene, offers)
    else:
        buttons = "".join(f'<button type="button" {_attributes(scene, o)}>{_face(scene, o)}</button>' for o in offers)
    if offers[0]["kind"] == "beg":
        buttons = f'<em class="tz-lead">{escape(scene.say("Beg"))}</em>{buttons}'
    return f'<div class="tz tz-choices" role="group" aria-label="{escape(scene.say("Choices"))}">{buttons}</div>'


def _stall(scene: Scene, offers: Sequence[Mapping[str, Any]]) -> str:
    """All six exchanges, also those that cannot be made now: nothing moves under the pointer from one sale to the next."""
    open_now = {(offer["kind"], offer["material"]): offer for offer in offers}
    buttons = ""
    for kind in ("sell", "buy"):
        for material, corn in scene.names.market.items():
            offer = open_now.get((kind, material))
            face = _face(scene, {"kind": kind, "material": material, "corn": corn})
            attributes = _attributes(scene, offer) if offer else 'class="tz-choice" disabled'
            buttons += f'<button type="button" {attributes}>{face}</button>'
    return buttons


def _attributes(scene: Scene, offer: Mapping[str, Any]) -> str:
    move = offer["move"]
    return scene.choice(move, "tz-choice") + f' title="{scene.label(move)}"'


def _face(scene: Scene, offer: Mapping[str, Any]) -> str:
    """What is shown on a button."""
    say, kind = scene.say, offer["kind"]
    if kind == "keep":
        return "".join(
            f'<span class="tz-wealth">{tokens(effect_tokens(scene.names, tile), 20)}</span>' for tile in offer["tiles"]
        )
    if kind in ("act", "copy"):
        fee = tokens([Token("corn", f"−{offer['corn']}", True)]) if offer.get("corn") else ""
        place = f"<em>{escape(called.gear(offer['gear'], say))} {offer['action']}</em>"
        return place + tokens(list(action_tokens(scene.names, offer["gear"], offer["action"]))) + fee
    if kind in ("climb", "descend", "beg"):
        text = called.temple(offer["temple"], say)
        sign = {"climb": "+1", "descend": "−1", "beg": "−1"}[kind]
        corn = tokens([Token("corn", f"+{offer['corn']}")]) if kind == "beg" else ""
        return corn + tokens([Token(STEPS[offer["temple"]], sign)], 20) + escape(text)
    if kind == "advance":
        cost = tokens([Token("any", f"−{offer['blocks']}", True)]) if scene.view["frame"]["paid"] else ""
        return picture(TRACKS[offer["track"]], 20) + escape(called.track(offer["track"], say)) + cost
    if kind == "blocks":
        sign = "+" if scene.view["frame"]["kind"] == "take" else "−"
        counts = zip(("wood", "stone", "gold"), offer["blocks"], strict=True)
        return tokens([Token(m, f"{sign}{k}") for m, k in counts if k], 20)
    if kind in ("raise", "raise-plain", "raise-monument"):
        return _tile_face(scene, offer)
    if kind == "harvest":
        gain = Token("corn", f"+{offer['corn']}") if offer["corn"] else Token("wood", f"+{offer['wood']}")
        tile = {"corn-tile": "tile-corn", "corn": "agriculture", "wood-tile": "tile-wood", "burn": "step-any"}
        sign = "−1" if offer["take"] == "burn" else ""
        text = {
            "corn-tile": say("corn tile"), "corn": say("corn without a tile"), "wood-tile": say("wood tile"),
            "burn": say("burn"),
        }[offer["take"]]  # fmt: skip
        return tokens([gain, Token(tile[offer["take"]], sign, bool(sign))], 20) + escape(text)
    if kind in ("sell", "buy"):
        block, corn = tokens([Token(offer["material"])], 20), tokens([Token("corn", str(offer["corn"]))], 20)
        return f"{block}→{corn}" if kind == "sell" else f"{corn}→{block}"
    return picture(offer["material"], 20) + scene.label(offer["move"])


def _tile_face(scene: Scene, offer: Mapping[str, Any]) -> str:
    tile = offer["tile"]
    kind = scene.names.printed(tile)["category"]
    cost = tokens([Token(t.name, f"−{t.number}", True) for t in cost_tokens(scene.names, tile)], 16)
    if offer["kind"] == "raise-monument":
        seal = Token("vp", str(offer["points"]))
        return picture("monument", 20) + tokens([seal]) + escape(called.short_score(tile, scene.say)) + cost
    if scene.view["frame"].get("with_corn"):
        cost = picture("corn", 16)
    plain = f"<em>{escape(scene.say('without architecture'))}</em>" if offer["kind"] == "raise-plain" else ""
    return picture(kind, 20) + tokens(effect_tokens(scene.names, tile)) + cost + plain


def ways(scene: Scene) -> str:
    """A switch that leaves only one of the two kinds of a turn aglow."""
    if not scene.picks or not (scene.places or scene.claim):
        return ""
    say = scene.say
    buttons = "".join(
        f'<button type="button" data-pick="{way}">{escape(label)}</button>'
        for way, label in ((PLACING, say("Place")), (PICKING, say("Pick up")))
    )
    label = escape(say("Show only one of the two"))
    return f'<div class="ways" role="group" aria-label="{label}" data-optional>{buttons}</div>'


def hand(scene: Scene) -> str:
    """The dock of a phone: own goods and the open choices."""
    if scene.me is None:
        return ""
    shown = scene.player(scene.me)
    goods = "".join(
        f'<span class="{"" if shown[m] else "zero"}" data-spot="{scene.me}-{m}">'
        f"{picture(m, 17, called.amount(m, shown[m], scene.say))}{shown[m]}</span>"
        for m in MATERIALS
    )
    return f'<div class="tz tz-hand"><div class="r2">{goods}</div>{choices(scene, dock=True)}</div>'


# ---------------------------------------------------------------- a phone's board


def strip(scene: Scene) -> str:
    """Everybody in a line, for a narrow page."""
    out = ""
    for seat in scene.seats:
        shown = scene.player(seat)
        name = scene.say("you") if seat == scene.me else scene.who(seat)
        hand = scene.say("{n}/{all} in hand", n=shown["hand"], all=shown["workers"])
        css = "act" if seat in scene.view["actors"] else ""
        points = f'<em data-spot="{seat}-points">{_points(scene, seat)}</em>'
        out += (
            f'<li class="{css}"><span>{seat_mark(seat, 18)}<b>{escape(name)}</b>{points}</span>'
            f'<span data-spot="{seat}-corn">{picture("corn", 16, called.amount("corn", shown["corn"], scene.say))}'
            f'{shown["corn"]}<i role="img" aria-label="{escape(hand)}" data-spot="{seat}-hand">{seat_mark(seat, 12)}'
            f"{shown['hand']}/{shown['workers']}</i></span></li>"
        )
    return f'<ul class="tz-strip">{out}</ul>'


def unrolled(scene: Scene) -> str:
    """One gear as rows of cells, for a narrow page; its emblem or a tap on the wheel chooses which one."""
    tabs = cells = ""
    rows = field_rows(scene)
    for number in range(5):
        due = [PLACING] if number in scene.places else []
        due += [PICKING] if any(gear == number for gear, _ in scene.picks) else []
        dots = "".join(f'<i data-colour="{way}"></i>' for way in due)
        label = escape(called.gear(number, scene.say))
        tabs += (
            f'<button type="button" role="tab" data-part="{number}"'
            f' aria-label="{label}">{picture(EMBLEMS[number], 24)}{dots}</button>'
        )
        inner = "".join(_cells(scene, number, rows if number == 0 else ()))
        cells += f'<div class="tz-part p{number}"><h2>{label}</h2><div class="tz-cells">{inner}</div></div>'
    label = escape(scene.say("Gears"))
    return f'<section class="tz-unrolled"><div role="tablist" aria-label="{label}">{tabs}</div>{cells}</section>'


def _cells(scene: Scene, number: int, rows: tuple[str, ...]) -> list[str]:
    """The spaces of a gear; those that may be chosen are drawn anew."""
    names, say = scene.names, scene.say
    on = tuple((p, seat, scene.who(seat)) for p, seat in scene.view["gears"][number]["on"])
    offered = tuple(scene.view["offered"]) if number == 4 else ()
    cells = list(_resting(names, number, on, rows, offered, say))
    place = scene.places.get(number)
    if place is not None:
        p = place["position"]
        price = f'<span class="tz-price">{place["corn"]}{picture("corn", 13)}</span>'
        cells[p] = _cell(
            scene.choice(place["move"], "tz-cell"), number, p, price, _body(names, number, p, rows, offered, say)
        )
    for (gear, p), pick in scene.picks.items():
        if gear == number:
            who = seat_mark(dict(scene.view["gears"][number]["on"])[p], 20)
            cells[p] = _cell(
                scene.choice(pick["move"], "tz-cell"), number, p, who, _body(names, number, p, rows, offered, say)
            )
    return cells


@remembered_of_late
def _resting(
    names: Names,
    number: int,
    on: tuple[tuple[int, int, str], ...],
    rows: tuple[str, ...],
    offered: tuple[int, ...],
    say: Speech,
) -> tuple[str, ...]:
    """The spaces of a gear with whoever is on them (position, seat and name), while none of them may be chosen."""
    there = {p: (seat, name) for p, seat, name in on}
    cells = []
    for p in range(11 if number == 4 else 8):
        who, label = "", f"{called.gear(number, say)} {p}: {names.space(number, p, say)}"
        if p in there:
            seat, name = there[p]
            who = seat_mark(seat, 20) if seat >= 0 else '<i class="tz-dummy"></i>'
            label += f". {name}"
        css = "tz-cell dim" if _space(names, number, p, say)[0] else "tz-cell"
        attributes = f'class="{css}" role="img" aria-label="{escape(label)}"'
        cells.append(_cell(attributes, number, p, who, _body(names, number, p, rows, offered, say)))
    return tuple(cells)


def _cell(attributes: str, number: int, p: int, who: str, body: str) -> str:
    return f'<div {attributes} data-spot="{number}-{p}"><span class="k"><i>{p}</i>{who}</span>{body}</div>'


def _body(names: Names, number: int, p: int, rows: tuple[str, ...], offered: tuple[int, ...], say: Speech) -> str:
    """What a space does, whether a skull lies there, and what its part of the jungle has left."""
    skull = picture("skull", 15) if p in offered else ""
    fields = ""
    if rows and 2 <= p <= 5:
        icons = {"w": picture("tile-wood", 14), "c": picture("tile-corn", 14), ".": "<s></s>"}
        fields = '<span class="j">' + "".join(icons[kind] for kind in rows[p - 2]) + "</span>"
    return f'<span class="v">{_space(names, number, p, say)[1]}{skull}</span>{fields}'


@remembered
def _space(names: Names, number: int, p: int, say: Speech) -> tuple[bool, str]:
    """Whether a space has no action of its own, and what its cell shows."""
    if names.action(number, p)["effect"] in ("none", "free_choice"):
        return True, f"<small>{escape(names.no_action(number, p, say))}</small>"
    return False, tokens(list(action_tokens(names, number, p)), 17)


def market(scene: Scene) -> str:
    """Temples, technologies, buildings and monuments as lists, for a narrow page."""
    say, view = scene.say, scene.view
    heights = tuple(tuple(player["temples"]) for player in view["players"])
    levels = tuple(tuple(player["levels"]) for player in view["players"])
    rows = _temple_ranks(scene.names, heights, say) + _track_ranks(levels, say)
    tiles = _tiles(scene.names, say("Buildings"), tuple(view["row"]), view["seats"], say)
    tiles += _tiles(scene.names, say("Monuments"), tuple(view["monuments"]), view["seats"], say)
    return f'<div class="tz tz-lists"><ul class="tz-ranks">{rows}</ul><ul class="tz-tiles">{tiles}</ul></div>'


@remembered_of_late
def _temple_ranks(names: Names, heights: tuple[tuple[int, ...], ...], say: Speech) -> str:
    rows = f"<li><h3>{escape(say('Temples'))}</h3></li>"
    for t in range(3):
        worth = [called.signed(names.step_points(t, steps[t])) for steps in heights]
        rows += f"<li>{picture(STEPS[t], 22)}<span>{escape(called.temple(t, say))}</span>{_each(worth)}</li>"
    return rows


@remembered_of_late
def _track_ranks(levels: tuple[tuple[int, ...], ...], say: Speech) -> str:
    rows = f"<li><h3>{escape(say('Technologies'))}</h3></li>"
    for t in range(4):
        reached = _each([str(tracks[t]) for tracks in levels])
        rows += f"<li>{picture(TRACKS[t], 22)}<span>{escape(called.track(t, say))}</span>{reached}</li>"
    return rows


def _each(values: Sequence[str]) -> str:
    """A value for every seat."""
    return "".join(
        f'<span class="tz-who">{seat_mark(seat, 16)}<b>{value}</b></span>' for seat, value in enumerate(values)
    )


@remembered_of_late
def _tiles(names: Names, title: str, row: tuple[str | None, ...], seats: int, say: Speech) -> str:
    tiles = f"<li><h3>{escape(title)}</h3></li>"
    for tile in row:
        if tile is not None:
            face = (
                tokens([Token("vp", monument_points(names, tile, seats))], 20)
                if tile.startswith("m")
                else picture(names.printed(tile)["category"], 24)
            )
            tiles += f"<li>{face}<span>{escape(names.tooltip(tile, seats, say))}</span></li>"
    return tiles


def final(scene: Scene) -> str:
    """What each monument was worth, when all is over."""
    out = ""
    for seat in scene.seats:
        for tile in scene.player(seat)["monuments"]:
            text = scene.names.scoring(tile["id"], scene.view["seats"], scene.say)
            out += tag("li", seat_mark(seat, 16), escape(text), f" <b>{tile['points']}</b>")
    return f'<ul class="tz tz-final">{out}</ul>' if out and scene.phase == "over" else ""
