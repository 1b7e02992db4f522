"""The panels beside the board: header, players, open choices, and what a phone shows instead of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.ink import escape, seat_mark
from tablero.core.speech import Speech
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.choices import effect_now
from tablero.games.tzolkin.drawing.board import EMBLEMS, field_rows, wheel
from tablero.games.tzolkin.drawing.pieces import STEPS, Token, picture
from tablero.games.tzolkin.drawing.scene import PICKING, PLACING, Scene
from tablero.games.tzolkin.drawing.sides import action_tokens, cost_tokens, effect_tokens
from tablero.games.tzolkin.layout import MATERIALS, TRACKS
from tablero.games.tzolkin.names import Names, remembered, remembered_of_late

# Choices that are marked on the gears, and those for which the prompt has a button of its own.
ELSEWHERE = ("place", "claim", "pick", "end", "done", "nothing", "days")
# Choices that are marked on the board, where there is room for it; a phone has buttons for them.
ON_BOARD = ("climb", "descend", "advance", "raise", "raise-monument")
UNROLLED = ("act",)  # choices that a phone shows on the gear itself
SEAL = 26  # pixels: a number in it can be read


def tokens(given: list[Token], size: int = 18) -> str:
    out = ""
    for token in given:
        if token.name == "or":
            out += f'<i class="tz-or">{escape(token.number)}</i>'
        elif token.name == "vp":
            out += f'<span class="tz-seal">{picture("vp", max(size + 6, SEAL))}<b>{escape(token.number)}</b></span>'
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
        gifts = say("The temples give points") if food["end_of_age"] else say("The temples give goods")
        short = f'<b class="short" aria-hidden="true">{food["in"]}</b>'
        brought = picture("vp" if food["end_of_age"] else "stone", 18, gifts)
        due = (
            f'<span class="tz-pill {kind}" title="{escape(f"{text}. {gifts}.")}">{picture("bowl", 18)}'
            f"<b>{escape(text)}</b>{short}{brought}</span>"
        )
    return f'<span class="tz tz-status"><span class="tz-pill">{round_}</span>{due}</span>'


# ---------------------------------------------------------------- players


def players(scene: Scene) -> str:
    order = list(scene.seats)
    if scene.me is not None:
        order = [*order[scene.me :], *order[: scene.me]]
    return '<div class="tz tz-players">' + "".join(_player(scene, seat) for seat in order) + "</div>"


def _player(scene: Scene, seat: int) -> str:
    say, view, shown, own = scene.say, scene.view, scene.player(seat), seat == scene.me
    marks = scene.badge(seat) + scene.enlarge(seat)
    if view["phase"] == "wealth" and view["ready"][seat]:
        marks += f'<b class="tz-tag">{escape(say("ready"))}</b>'
    vain = scene.in_vain if own else NOT_MINE
    goods = "".join([_good(scene.names, seat, m, shown[m], vain[m], say) for m in MATERIALS])
    css = " ".join(["tz-player", *(["me"] if own else []), *(["act"] if seat in view["actors"] else [])])
    score = _points(scene, seat)
    text = say.plural("{name}: {points} point", "{name}: {points} points", _form(scene, seat))
    points = escape(text.format(name=scene.who(seat), points=score))
    who = escape(scene.who(seat))
    return (
        f'<section class="{css}" style="--s:var(--seat-{seat + 1})" aria-label="{who}" data-board="{seat}">'
        f'<div class="r1">{seat_mark(seat, 24)}<span class="nm">{who}</span>{marks}'
        f"{_hand(seat, shown['hand'], shown['workers'], vain['hand'], say)}"
        f'<span class="vpb" data-spot="{seat}-points" role="img" aria-label="{points}">{picture("vp", 34)}<b>{score}</b>'
        f'</span></div><div class="r2">{goods}</div>{_belongings(scene, seat)}'
        f"{_reached(scene.names, tuple(shown['temples']), tuple(shown['levels']), say)}</section>"
    )


NOT_MINE = dict.fromkeys((*MATERIALS, "hand"), "")


@remembered
def _good(names: Names, seat: int, material: str, n: int, vain: str, say: Speech) -> str:
    """So much of a material in front of a seat."""
    held = names.skulls(n, say) if material == "skull" and n else called.amount(material, n, say)
    return (
        f'<span class="{"" if n else "zero"}" data-spot="{seat}-{material}" role="img"'
        f' aria-label="{escape(held)}" title="{escape(held)}" {vain}>{picture(material, 19)}{n}</span>'
    )


def _form(scene: Scene, seat: int) -> int:
    result = scene.view["result"]
    return called.form(result["quarters"][seat] if result else 4 * scene.player(seat)["score"])


def _points(scene: Scene, seat: int) -> str:
    result = scene.view["result"]
    return called.final_points(result, seat) if result else str(scene.player(seat)["score"])


def _belongings(scene: Scene, seat: int) -> str:
    shown = scene.player(seat)
    monuments = tuple((tile["id"], tile["points"]) for tile in shown["monuments"])
    secret = (scene.view["mine"] or {}).get("kept") if seat == scene.me else None
    tiles = (*(secret or shown["wealth"]), *shown["buildings"])
    built = _built(scene.names, tiles, monuments, scene.view["seats"], scene.say)
    fields = _fields(shown["corn_tiles"], shown["wood_tiles"], scene.say)
    hungry = scene.view["food"] is not None and scene.phase == "play"
    food = _food(shown["due"], shown["short"], scene.say) if hungry else ""
    standing = _standing(seat == scene.view["first"], shown["light"], scene.say)
    tiles_of = f'<span class="built" data-spot="{seat}-tiles">{built}</span>'
    return f'<div class="r3">{standing}{fields}{tiles_of}{food}</div>'


@remembered
def _reached(names: Names, heights: tuple[int, ...], levels: tuple[int, ...], say: Speech) -> str:
    """Temples and technologies of a seat, which the board shows too: for a panel that is looked at alone."""
    rows = [(STEPS[t], called.temple(t, say), called.signed(names.step_points(t, s))) for t, s in enumerate(heights)]
    rows += [(TRACKS[t], called.track(t, say).capitalize(), str(level)) for t, level in enumerate(levels)]
    shown = "".join(f'<span title="{escape(name)}">{picture(sign, 20)}<b>{value}</b></span>' for sign, name, value in rows)
    return f'<div class="r4">{shown}</div>'


@remembered
def _standing(first: bool, light: bool, say: Speech) -> str:
    """Whether a seat begins the rounds, and whether it may still let two days pass."""
    first_, two = say("starting player"), say("may take two days") if light else say("has taken two days")
    begins = f'<span title="{escape(first_)}" data-spot="first">{picture("first", 18, first_)}</span>' if first else ""
    used = "" if light else ' class="tz-used"'
    return f'{begins}<span title="{escape(two)}"{used}>{picture("double", 18, two)}</span>'


@remembered
def _hand(seat: int, free: int, workers: int, vain: str, say: Speech) -> str:
    """The workers in hand, of all that are in play."""
    text = escape(say("{n}/{all} in hand", n=free, all=workers))
    shown = f"{seat_mark(seat, 15)}<b>{free}</b>/{workers}"
    return f'<span class="hnd" data-spot="{seat}-hand" role="img" aria-label="{text}" title="{text}" {vain}>{shown}</span>'


@remembered
def _fields(corn: int, wood: int, say: Speech) -> str:
    """The tiles of the jungle."""
    corn_tiles = say.plural("{n} corn tile", "{n} corn tiles", corn).format(n=corn)
    wood_tiles = say.plural("{n} wood tile", "{n} wood tiles", wood).format(n=wood)
    return (
        f'<span title="{escape(corn_tiles)}">{picture("tile-corn", 17, corn_tiles)}<b>{corn}</b></span>'
        f'<span title="{escape(wood_tiles)}">{picture("tile-wood", 17, wood_tiles)}<b>{wood}</b></span>'
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


def open_choices(scene: Scene, dock: bool) -> str:
    """Buttons for what is asked now, beside what is marked on the board; `dock` is for a page that has no room for it."""
    elsewhere = (*ELSEWHERE, *(UNROLLED if dock else ON_BOARD))
    offers = [offer for offer in scene.view["offers"] if offer["kind"] not in elsewhere]
    if not offers:
        return ""
    kind = offers[0]["kind"]
    if kind == "keep":
        inner = _wealth(scene, offers)
    elif kind in ("sell", "buy"):
        inner = _stall(scene, offers)
    elif kind == "copy":
        inner = _other_gears(scene)
    else:
        inner = "".join(_button(scene, offer, _face(scene, offer)) for offer in offers)
    if kind == "beg":
        full = called.amount("corn", offers[0]["up_to"], scene.say)
        lead = scene.say("Beg: fill up to {corn} and go down a step in", corn=full)
        inner = f'<em class="tz-lead">{escape(lead)}</em>{inner}'
    label = escape(scene.say("Choices"))
    return f'<div class="tz tz-choices {kind}" role="group" aria-label="{label}">{inner}</div>'


def _button(scene: Scene, offer: Mapping[str, Any], face: str) -> str:
    """A choice: its label says in words all that its face shows."""
    move = offer["move"]
    given = scene.choice(move, "tz-choice can-box") + f' title="{scene.label(move)}"'
    return f'<button type="button" {given}><span class="tz-face" aria-hidden="true">{face}</span></button>'


def _wealth(scene: Scene, offers: Sequence[Mapping[str, Any]]) -> str:
    """The four tiles dealt, each with what it brings, and the six ways to keep two of them with what both bring."""
    dealt, say = scene.view["mine"]["dealt"], scene.say
    cards = "".join(
        f'<li {scene.attempt("place")}><b class="tz-no">{number}</b>{tokens(effect_tokens(scene.names, tile), 22)}'
        f"<small>{escape(scene.names.effects(tile, say))}</small></li>"
        for number, tile in enumerate(dealt, 1)
    )
    pairs = ""
    for offer in offers:
        first, second = sorted(dealt.index(tile) + 1 for tile in offer["tiles"])
        both = tokens(_together(scene.names, offer["tiles"]), 18)
        numbers = f'<span class="pair"><b class="tz-no">{first}</b><b class="tz-no">{second}</b></span>'
        pairs += _button(scene, offer, numbers + both)
    lead = f'<p class="tz-lead">{escape(say("Keep which two? What both bring:"))}</p>'
    return f'<ol class="tz-dealt">{cards}</ol>{lead}<div class="tz-pairs">{pairs}</div>'


def _together(names: Names, tiles: Sequence[str]) -> list[Token]:
    """What two wealth tiles bring, goods of one kind added up."""
    all_of_them = [token for tile in tiles for token in effect_tokens(names, tile)]
    out: list[Token] = []
    for token in all_of_them:
        same = [other for other in all_of_them if other.name == token.name]
        if token.name in MATERIALS:
            count = sum(int(other.number or 1) for other in same)
            token = Token(token.name, str(count) if count > 1 else "")
        if token.name not in MATERIALS or token not in out:
            out.append(token)
    return sorted(out, key=lambda token: token.name not in MATERIALS)


def _stall(scene: Scene, offers: Sequence[Mapping[str, Any]]) -> str:
    """All six exchanges, also those that cannot be made now: nothing moves under the pointer from one sale to the next."""
    open_now = {(offer["kind"], offer["material"]): offer for offer in offers}
    buttons = ""
    for number, (material, corn) in enumerate(scene.names.market.items()):
        for kind in ("sell", "buy"):
            offer = open_now.get((kind, material))
            face = _face(scene, {"kind": kind, "material": material, "corn": corn})
            goods, price = called.amount(material, 1, scene.say), called.amount("corn", corn, scene.say)
            text = scene.say("Sell {goods} for {corn}") if kind == "sell" else scene.say("Buy {goods} for {corn}")
            label = text.format(goods=goods, corn=price)
            buttons += _open_or_shut(scene, offer, face, label, scene.attempt(kind, number))
    return buttons


def _other_gears(scene: Scene) -> str:
    """The actions of the first four gears, a column for each; also those that cannot be done now."""
    out = ""
    for gear in range(4):
        name = escape(called.gear(gear, scene.say))
        out += f'<span class="tz-lead">{picture(EMBLEMS[gear], 16)}{name}</span>'
        for action in range(1, 6):
            offer = scene.acts.get((gear, action))
            face = tokens(_brings(scene.names, offer or {"gear": gear, "action": action}), 16)
            label = f"{called.gear(gear, scene.say)} {action}: {scene.names.space(gear, action, scene.say)}"
            out += _open_or_shut(scene, offer, face, label, scene.attempt("copy", 5 * gear + action - 1))
    return out


def _open_or_shut(scene: Scene, offer: Mapping[str, Any] | None, face: str, label: str, vain: str) -> str:
    """A choice, or what it would be: nothing moves from one choice to the next."""
    if offer is not None:
        return _button(scene, offer, face)
    named = escape(label)
    return f'<span class="tz-choice shut" role="img" aria-label="{named}" title="{named}" {vain}>{face}</span>'


def _brings(names: Names, offer: Mapping[str, Any]) -> list[Token]:
    """What an action brings: now, where the offer says so, else as it is printed."""
    gear, action = offer["gear"], offer["action"]
    given = offer.get("goods")
    if not given or "worker" in given:
        return list(action_tokens(names, gear, action))
    found = [Token(m, str(given[m]) if given[m] > 1 else "") for m in MATERIALS if given.get(m)]
    return [found[0], Token("or", "/"), found[1]] if gear == 0 and len(found) > 1 else found


def _face(scene: Scene, offer: Mapping[str, Any]) -> str:
    """What is shown on a button."""
    say, kind = scene.say, offer["kind"]
    if kind == "act":
        return _space_face(scene, offer)
    if kind in ("climb", "descend", "beg"):
        step = tokens([Token(STEPS[offer["temple"]], "+1" if kind == "climb" else "−1", kind != "climb")], 22)
        if kind == "beg":
            name = f"<small>{escape(called.temple(offer['temple'], say))}</small>"
            more = tokens([Token("corn", f"+{offer['corn']}")])
            return f'<span class="both">{more}{step}</span>{name}'
        return step + escape(called.temple(offer["temple"], say))
    if kind == "advance":
        return _level_face(scene, offer)
    if kind == "blocks":
        sign = "+" if scene.asked["kind"] == "take" else "−"
        counts = zip(("wood", "stone", "gold"), offer["blocks"], strict=True)
        return tokens([Token(m, f"{sign}{k}") for m, k in counts if k], 22)
    if kind in ("raise", "raise-plain", "raise-monument"):
        return _tile_face(scene, offer)
    if kind == "harvest":
        return _harvest_face(offer, say)
    if kind in ("sell", "buy"):
        block, corn = tokens([Token(offer["material"])], 22), tokens([Token("corn", str(offer["corn"]))], 20)
        if kind == "sell":
            return f"<small>{escape(say('sell'))}</small>{block}→{corn}"
        return f"<small>{escape(say('buy'))}</small>{corn}→{block}"
    return picture(offer["material"], 22) + scene.label(offer["move"])


def fee(given: list[Token]) -> str:
    """What it costs, at the end of a button."""
    return f'<span class="fee">{tokens(given)}</span>' if given else ""


def _space_face(scene: Scene, offer: Mapping[str, Any]) -> str:
    """An action of a gear: what it brings now, in signs and in words, and what going back to it costs."""
    shown = tokens(_brings(scene.names, offer), 19)
    back = [Token("corn", f"−{offer['corn']}", True)] if offer["corn"] else []
    told = escape(effect_now(offer, scene.names, scene.say))
    number = f'<b class="tz-no">{offer["action"]}</b>'
    return f'{number}<span class="two"><span>{shown}</span><small>{told}</small></span>{fee(back)}'


def _level_face(scene: Scene, offer: Mapping[str, Any]) -> str:
    track, level = offer["track"], offer["level"]
    cost = [Token("any", f"−{offer['blocks']}", True)] if scene.asked["paid"] else []
    name = f"{called.track(track, scene.say).capitalize()} {level + 1}" if level < 3 else called.track(track, scene.say).capitalize()
    told = escape(called.technology(track, level + 1, scene.say))
    two = f'<span class="two"><span>{escape(name)}</span><small>{told}</small></span>'
    return picture(TRACKS[track], 22) + two + fee(cost)


def _harvest_face(offer: Mapping[str, Any], say: Speech) -> str:
    gain = Token("corn", f"+{offer['corn']}") if offer["corn"] else Token("wood", f"+{offer['wood']}")
    tile = {"corn-tile": "tile-corn", "corn": "agriculture", "wood-tile": "tile-wood", "burn": "step-any"}
    sign = "−1" if offer["take"] == "burn" else ""
    text = {
        "corn-tile": say("corn tile"), "corn": say("corn without a tile"), "wood-tile": say("wood tile"),
        "burn": say("burn"),
    }[offer["take"]]  # fmt: skip
    return tokens([gain, Token(tile[offer["take"]], sign, bool(sign))], 22) + escape(text)


def _tile_face(scene: Scene, offer: Mapping[str, Any]) -> str:
    tile, say = offer["tile"], scene.say
    cost = fee([Token(t.name, f"−{t.number}", True) for t in cost_tokens(scene.names, tile, offer)])
    if offer["kind"] == "raise-monument":
        seal = Token("vp", str(offer["points"]))
        told = f"<small>{escape(called.short_score(tile, say))}</small>"
        return f'{picture("monument", 20)}<span class="two"><span>{tokens([seal])}</span>{told}</span>{cost}'
    told = say("without architecture") if offer["kind"] == "raise-plain" else scene.names.brief(tile, say)
    shown = tokens(effect_tokens(scene.names, tile), 17)
    kind = picture(scene.names.printed(tile)["category"], 20)
    return f'{kind}<span class="two"><span>{shown}</span><small>{escape(told)}</small></span>{cost}'


# ---------------------------------------------------------------- the prompt


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
    """The dock of a phone: own goods."""
    if scene.me is None:
        return ""
    shown, vain = scene.player(scene.me), scene.in_vain
    goods = "".join(_good(scene.names, scene.me, m, shown[m], vain[m], scene.say) for m in MATERIALS)
    return f'<div class="tz tz-hand"><div class="r2">{goods}</div></div>'


# ---------------------------------------------------------------- a narrow board


def narrow(scene: Scene) -> str:
    """What a page without room for the whole board shows: the wheel, everybody in short, and below them what is asked."""
    asked = open_choices(scene, dock=True)
    begging = asked if scene.asked.get("kind") == "turn" else ""
    below = unrolled(scene) + begging if begging or not asked else asked
    return f'<div class="tz-narrow"><div class="tz-over">{wheel(scene)}{strip(scene)}</div>{below}</div>'


def strip(scene: Scene) -> str:
    """Everybody in short."""
    out = ""
    for seat in scene.seats:
        shown = scene.player(seat)
        name = scene.say("you") if seat == scene.me else scene.who(seat)
        css = "act" if seat in scene.view["actors"] else ""
        first = ""
        if seat == scene.view["first"]:
            first = f'<i class="bg">{picture("first", 15, scene.say("starting player"))}</i>'
        out += (
            f'<li class="{css}"><span>{seat_mark(seat, 18)}<b>{escape(name)}</b>{first}'
            f'<em data-spot="{seat}-points">{_points(scene, seat)}</em></span>'
            f'<span><span class="gd" data-spot="{seat}-corn">{picture("corn", 16, called.amount("corn", shown["corn"], scene.say))}'
            f"{shown['corn']}</span>{_hand(seat, shown['hand'], shown['workers'], '', scene.say)}</span></li>"
        )
    return f'<ul class="tz-strip">{out}</ul>'


def unrolled(scene: Scene) -> str:
    """One gear as rows of cells, for a narrow page: the gear of the decision, else the one whose name or wheel is tapped."""
    due = scene.asked["gear"] if scene.asked.get("kind") == "action" else None
    say, tabs, parts = scene.say, "", ""
    rows = field_rows(scene)
    for number in range(6):
        ways = [PLACING] if number == 5 and scene.claim else scene.ways(number)
        dots = "".join(f'<i data-colour="{way}"></i>' for way in ways)
        label = escape(called.gear(number, say) if number < 5 else say("First player"))
        emblem = picture(EMBLEMS[number] if number < 5 else "first", 22)
        tabs += f'<button type="button" role="tab" data-part="{number}">{emblem}<span>{label}</span>{dots}</button>'
        inner = "".join(_cells(scene, number, rows if number == 0 else ())) if number < 5 else _start(scene)
        css = f"tz-part p{number}" + (" due" if number == due else "")
        parts += f'<div class="{css}"><h2>{label}</h2><div class="tz-cells">{inner}</div></div>'
    css = "tz-unrolled" if due is None else "tz-unrolled due"
    return f'<section class="{css}"><div role="tablist" aria-label="{escape(say("Gears"))}">{tabs}</div>{parts}</section>'


def _start(scene: Scene) -> str:
    """The starting-player space of a narrow page."""
    say, seat = scene.say, scene.view["claimed"]
    words = called.starting_space(scene.view["pile"], say)
    body = f'<span class="v"><small>{escape(words)}</small></span>'
    if seat is None and scene.claim is not None:
        price = _price(scene.claim["corn"])
        return f'<div {scene.choice(scene.claim["move"], "tz-cell can-box")} data-spot="claim">{price}{body}</div>'
    who = "" if seat is None else seat_mark(seat, 20, scene.who(seat))
    there = "claim" if seat is None else "on-claim"
    return (
        f'<div class="tz-cell" role="img" aria-label="{escape(words)}" data-spot="{there}" {scene.attempt("claim")}>'
        f"{who}{body}</div>"
    )


def _price(corn: int) -> str:
    return f'<span class="tz-price">{corn}{picture("corn", 14)}</span>'


def _cells(scene: Scene, number: int, rows: tuple[str, ...]) -> list[str]:
    """The spaces of a gear; those that may be chosen are drawn anew."""
    names, say = scene.names, scene.say
    on = tuple((p, seat, scene.who(seat)) for p, seat in scene.view["gears"][number]["on"])
    offered = tuple(scene.view["offered"]) if number == 4 else ()
    cells = list(_resting(names, number, on, rows, offered, scene.attempts(number), say))
    there = dict(scene.view["gears"][number]["on"])

    def choose(p: int, move: int, more: str, spot: str) -> None:
        body = _body(names, number, p, rows, offered, say)
        cells[p] = _cell(scene.choice(move, "tz-cell can-box"), spot, p, more, body)

    place = scene.places.get(number)
    if place is not None:
        choose(place["position"], place["move"], _price(place["corn"]), f"{number}-{place['position']}")
    for (gear, p), pick in scene.picks.items():
        if gear == number:
            choose(p, pick["move"], seat_mark(there[p], 20), f"on-{number}-{p}")
    for (gear, action), act in scene.acts.items():
        if gear == number and act["kind"] == "act":
            choose(action, act["move"], _price(act["corn"]) if act["corn"] else "", f"{number}-{action}")
    return cells


@remembered_of_late
def _resting(
    names: Names,
    number: int,
    on: tuple[tuple[int, int, str], ...],
    rows: tuple[str, ...],
    offered: tuple[int, ...],
    attempts: tuple[str, ...],
    say: Speech,
) -> tuple[str, ...]:
    """The spaces of a gear with whoever is on them (position, seat and name), while none of them may be chosen."""
    there = {p: (seat, name) for p, seat, name in on}
    cells = []
    for p in range(11 if number == 4 else 8):
        who, label, spot = "", f"{called.gear(number, say)} {p}: {names.space(number, p, say)}", f"{number}-{p}"
        if p in there:
            seat, name = there[p]
            who = seat_mark(seat, 20) if seat >= 0 else '<i class="tz-dummy"></i>'
            label += f". {name}"
            spot = f"on-{spot}"
        css = "tz-cell dim" if _space(names, number, p, say)[0] else "tz-cell"
        attributes = f'class="{css}" role="img" aria-label="{escape(label)}" {attempts[p]}'
        cells.append(_cell(attributes, spot, p, who, _body(names, number, p, rows, offered, say)))
    return tuple(cells)


def _cell(attributes: str, spot: str, p: int, more: str, body: str) -> str:
    return f'<div {attributes} data-spot="{spot}"><span class="k"><i>{p}</i>{more}</span>{body}</div>'


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
