"""The panels beside the board: header, players, and what a phone shows instead of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablero.core.drawing.shapes import escape, seat_mark
from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing.board import EMBLEMS, field_rows, wheel, while_waiting
from tablero.games.tzolkin.drawing.choices import fee, kept_pairs, open_choices, silent, tokens
from tablero.games.tzolkin.drawing.monument_cards import points_now, points_now_heading
from tablero.games.tzolkin.drawing.pieces import STEPS, Token, picture
from tablero.games.tzolkin.drawing.scene import PICKING, PLACING, Scene
from tablero.games.tzolkin.drawing.side_panels import action_tokens, monument_points
from tablero.games.tzolkin.layout import MATERIALS, TRACKS
from tablero.games.tzolkin.names import Names, remembered, remembered_of_late

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


def players(scene: Scene) -> list[str]:
    order = list(scene.seats)
    if scene.me is not None:
        order = [*order[scene.me :], *order[: scene.me]]
    drawn = [piece for seat in order for piece in scene.each(_player, seat, *_about(scene, seat))]
    return ['<div class="tz tz-players">', *drawn, "</div>"]


def _about(scene: Scene, seat: int) -> tuple[Any, ...]:
    """Everything that the panel of a player shows, and what a click there means."""
    view = scene.view
    own = (view["mine"], scene.in_vain) if seat == scene.me else None
    food = view["food"] is not None and scene.phase == "play"
    turn = seat in view["actors"], seat == view["first"], scene.phase == "wealth" and view["ready"][seat]
    return view["players"][seat], own, food, *turn, view["result"], view["options"]


def _player(scene: Scene, seat: int) -> tuple[str, ...]:
    say, view, shown, own = scene.say, scene.view, scene.player(seat), seat == scene.me
    marks = scene.badge(seat) + scene.enlarge(seat)
    if view["phase"] == "wealth" and view["ready"][seat]:
        marks = f'<b class="tz-tag">{escape(say("ready"))}</b>{marks}'
    vain = scene.in_vain if own else NOT_MINE
    goods = "".join([_good(scene.names, seat, m, shown[m], vain[m], say) for m in MATERIALS])
    css = " ".join(["tz-player", *(["me"] if own else []), *(["act"] if seat in view["actors"] else [])])
    score = _points(scene, seat)
    text = say.plural("{name}: {points} point", "{name}: {points} points", _form(scene, seat))
    points = escape(text.format(name=scene.who(seat), points=score))
    who = escape(scene.who(seat))
    return (
        f'<section class="{css}" data-css="--s:var(--seat-{seat + 1})" aria-label="{who}" data-board="{seat}"'
        f' data-spot="player-{seat}">'
        f'<div class="r1">{seat_mark(seat, 24)}<span class="nm">{who}</span>{marks}'
        f"{_hand(seat, shown['hand'], shown['workers'], vain['hand'], say)}",
        f'<span class="vpb" data-spot="{seat}-points" role="img" aria-label="{points}">{picture("vp", 34)}'
        f"<b>{score}</b></span></div>",
        f'<div class="r2">{goods}</div>',
        _belongings(scene, seat),
        f"{_reached(scene.names, tuple(shown['temples']), tuple(shown['levels']), say)}</section>",
    )


NONE = ' class="zero"'
NOT_MINE = dict.fromkeys((*MATERIALS, "hand"), "")


@remembered
def _good(names: Names, seat: int, material: str, n: int, vain: str, say: Translator) -> str:
    """So much of a material in front of a seat."""
    held = names.skulls(n, say) if material == "skull" and n else called.amount(material, n, say)
    return (
        f'<span{NONE if n == 0 else ""} data-spot="{seat}-{material}" role="img"'
        f' aria-label="{escape(held)}" title="{escape(held)}"{vain and " "}{vain}>{picture(material, 19)}{n}</span>'
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
    standing = _standing(seat, seat == scene.view["first"], shown["light"], scene.say)
    tiles_of = f'<span class="built" data-spot="{seat}-tiles">{built}</span>'
    return f'<div class="r3">{standing}{fields}{tiles_of}{food}</div>'


@remembered
def _reached(names: Names, heights: tuple[int, ...], levels: tuple[int, ...], say: Translator) -> str:
    """Temples and technologies of a seat, which the board shows too: for a panel that is looked at alone."""
    rows = [(STEPS[t], called.temple(t, say), called.signed(names.step_points(t, s))) for t, s in enumerate(heights)]
    rows += [(TRACKS[t], called.track(t, say).capitalize(), str(level)) for t, level in enumerate(levels)]
    shown = "".join(
        f'<span title="{escape(name)}">{picture(sign, 20)}<b>{escape(value)}</b></span>' for sign, name, value in rows
    )
    return f'<div class="r4">{shown}</div>'


@remembered
def _standing(seat: int, first: bool, light: bool, say: Translator) -> str:
    """Whether a seat begins the rounds, and whether it may still let two days pass."""
    first_, two = say("starting player"), say("may take two days") if light else say("has taken two days")
    begins = f'<span title="{escape(first_)}" data-spot="first">{picture("first", 18, first_)}</span>' if first else ""
    used = "" if light else ' class="tz-used"'
    return f'{begins}<span title="{escape(two)}" data-spot="{seat}-days"{used}>{picture("double", 18, two)}</span>'


@remembered
def _hand(seat: int, free: int, workers: int, vain: str, say: Translator) -> str:
    """The workers in hand, of all that are in play."""
    text = escape(say("{n}/{all} in hand", n=free, all=workers))
    shown = f"{seat_mark(seat, 15)}<b>{free}</b>/{workers}"
    named = f'role="img" aria-label="{text}" title="{text}" {vain}'.rstrip()
    return f'<span class="hnd" data-spot="{seat}-hand" {named}>{shown}</span>'


@remembered
def _fields(corn: int, wood: int, say: Translator) -> str:
    """The tiles of the jungle."""
    corn_tiles = say.plural("{n} corn tile", "{n} corn tiles", corn).format(n=corn)
    wood_tiles = say.plural("{n} wood tile", "{n} wood tiles", wood).format(n=wood)
    return (
        f'<span title="{escape(corn_tiles)}">{picture("tile-corn", 17, corn_tiles)}<b>{corn}</b></span>'
        f'<span title="{escape(wood_tiles)}">{picture("tile-wood", 17, wood_tiles)}<b>{wood}</b></span>'
    )


@remembered_of_late
def _built(
    names: Names, tiles: tuple[str, ...], monuments: tuple[tuple[str, int], ...], seats: int, say: Translator
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
def _food(due: int, short: int, say: Translator) -> str:
    label = say("needs {corn} on the food day", corn=called.amount("corn", due, say))
    if short:
        label += ", " + say.plural("{n} short", "{n} short", short, n=short)
    css, mark = ("food short", "!") if short else ("food", "")
    return f'<span class="{css}" title="{escape(label)}">{picture("bowl", 17, label)}<b>{due}{mark}</b></span>'


# ---------------------------------------------------------------- the prompt


def ways(scene: Scene) -> str:
    """A switch that leaves only one of the two kinds of a turn aglow; of wealth tiles, the two that are clicked."""
    if scene.phase == "wealth":
        return kept_pairs(scene)
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


def narrow(scene: Scene) -> list[str]:
    """What a page without room for the whole board shows: the wheel, all seats in short, and below them what is
    asked."""
    asked = open_choices(scene, dock=True)
    begging = asked if scene.asked.get("kind") == "turn" else ""
    below = [*while_waiting(scene, unrolled), begging] if begging or not asked else [asked]
    small = while_waiting(scene, wheel)
    return ['<div class="tz-narrow"><div class="tz-over">', *small, *strip(scene), "</div>", *below, "</div>"]


def strip(scene: Scene) -> list[str]:
    """All players in short."""
    view, out = scene.view, []
    for seat, shown in enumerate(view["players"]):
        purse = shown["score"], shown["corn"], shown["hand"], shown["workers"]
        out.append(scene.each(_brief, seat, *purse, seat in view["actors"], seat == view["first"], view["result"]))
    return ['<ul class="tz-strip">', *out, "</ul>"]


def _brief(scene: Scene, seat: int) -> str:
    shown = scene.player(seat)
    name = scene.say("you") if seat == scene.me else scene.who(seat)
    css = ' class="act"' if seat in scene.view["actors"] else ""
    first = ""
    if seat == scene.view["first"]:
        first = f'<i class="bg" data-spot="first">{picture("first", 15, scene.say("starting player"))}</i>'
    return (
        f'<li{css} data-spot="player-{seat}"><span>{seat_mark(seat, 18)}<b>{escape(name)}</b>{first}'
        f'<em data-spot="{seat}-points">{_points(scene, seat)}</em></span>'
        f'<span><span class="gd" data-spot="{seat}-corn">'
        f"{picture('corn', 16, called.amount('corn', shown['corn'], scene.say))}"
        f"{shown['corn']}</span>{_hand(seat, shown['hand'], shown['workers'], '', scene.say)}</span></li>"
    )


def unrolled(scene: Scene) -> list[str]:
    """One gear as rows of cells, for a narrow page: the gear of the decision, else the one whose name or wheel is
    tapped."""
    due = scene.asked["gear"] if scene.asked.get("kind") == "action" else None
    say, parts = scene.say, []
    tabs = []
    for number in range(6):
        ways = [PLACING] if number == 5 and scene.claim else scene.ways(number)
        dots = "".join(f'<i data-colour="{way}"></i>' for way in ways)
        label = escape(called.gear(number, say) if number < 5 else say("First player"))
        emblem = picture(EMBLEMS[number] if number < 5 else "first", 22)
        tabs.append(
            f'<button type="button" role="tab" data-part="{number}">{emblem}<span>{label}</span>{dots}</button>'
        )
        inner = scene.each(_cells, number, *scene.about(number)) if number < 5 else [_start(scene)]
        css = f"tz-part p{number}" + (" due" if number == due else "")
        parts += [f'<div class="{css}"><h2>{label}</h2><div class="tz-cells">', *inner, "</div></div>"]
    css = "tz-unrolled" if due is None else "tz-unrolled due"
    head = f'<section class="{css}">', f'<div role="tablist" aria-label="{escape(say("Gears"))}">'
    return [*head, *tabs, "</div>", *parts, "</section>"]


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
    return f'<span class="tz-price"><b>{corn}</b>{picture("corn", 14)}</span>'


def _cells(scene: Scene, number: int) -> list[str]:
    """The spaces of a gear; those that may be chosen are drawn anew."""
    names, say = scene.names, scene.say
    rows = field_rows(scene) if number == 0 else ()
    on = tuple((p, seat, scene.who(seat)) for p, seat in scene.view["gears"][number]["on"])
    offered = tuple(scene.view["offered"]) if number == 4 else ()
    cells = list(_resting(names, number, on, rows, offered, scene.attempts(number), say))
    there = dict(scene.view["gears"][number]["on"])

    def choose(p: int, move: int, more: str, spot: str) -> None:
        body = _body(names, number, p, rows, offered, say)
        cells[p] = silent(_cell(scene.choice(move, "tz-cell can-box"), spot, p, more, body))

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
    say: Translator,
) -> tuple[str, ...]:
    """The spaces of a gear with the workers on them (position, seat and name), while none of them may be chosen."""
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
        attributes = f'class="{css}" role="img" aria-label="{escape(label)}" {attempts[p]}'.rstrip()
        cells.append(_cell(attributes, spot, p, who, _body(names, number, p, rows, offered, say)))
    return tuple(cells)


def _cell(attributes: str, spot: str, p: int, more: str, body: str) -> str:
    return f'<div {attributes} data-spot="{spot}"><span class="k"><i>{p}</i>{more}</span>{body}</div>'


def _body(names: Names, number: int, p: int, rows: tuple[str, ...], offered: tuple[int, ...], say: Translator) -> str:
    """What a space does, whether a skull lies there, and what its part of the jungle has left."""
    skull = picture("skull", 15) if p in offered else ""
    fields = ""
    if rows and 2 <= p <= 5:
        icons = {"w": picture("tile-wood", 14), "c": picture("tile-corn", 14), ".": "<s></s>"}
        fields = f'<span class="j" data-spot="jungle-{p}">' + "".join(icons[kind] for kind in rows[p - 2]) + "</span>"
    return f'<span class="v">{_space(names, number, p, say)[1]}{skull}</span>{fields}'


@remembered
def _space(names: Names, number: int, p: int, say: Translator) -> tuple[bool, str]:
    """Whether a space has no action of its own, and what its cell shows."""
    if names.action(number, p)["effect"] in ("none", "free_choice"):
        return True, f"<small>{escape(names.no_action(number, p, say))}</small>"
    return False, tokens(list(action_tokens(names, number, p)), 17)


def market(scene: Scene) -> str:
    """What the right half of the board shows."""
    say, view = scene.say, scene.view
    heights = tuple(tuple(player["temples"]) for player in view["players"])
    levels = tuple(tuple(player["levels"]) for player in view["players"])
    rows = _temple_ranks(scene.names, heights, say) + _track_ranks(levels, say)
    tiles = _tiles(scene.names, say("Buildings"), "building", tuple(view["row"]), view["seats"], say)
    monuments = tuple(view["monuments"])
    now = (points_now_heading(scene), *(points_now(scene, tile) for tile in monuments))
    tiles += _tiles(scene.names, say("Monuments"), "monument", monuments, view["seats"], say, now)
    return f'<div class="tz tz-lists"><ul class="tz-ranks">{rows}</ul><ul class="tz-tiles">{tiles}</ul></div>'


@remembered_of_late
def _temple_ranks(names: Names, heights: tuple[tuple[int, ...], ...], say: Translator) -> str:
    """Each temple as a row of its steps: the points, what lies there in the middle of an age, and who stands there."""
    rows = f"<li><h2>{escape(say('Temples'))}</h2></li>"
    for t in range(3):
        steps = ""
        for s, step in enumerate(names.facts["temples"][t]["steps"]):
            gift = picture(step["material"], 16) if "material" in step else ""
            there = _there([seat for seat, own in enumerate(heights) if own[t] == s], f"temple-{t}")
            caption = escape(names.step(t, s, say))
            steps += (
                f'<span class="st" role="img" aria-label="{caption}" data-spot="step-{t}-{s}">'
                f"<b>{escape(called.signed(step['vp']))}</b>"
                f"{gift}{there}</span>"
            )
        name = f'{picture(STEPS[t], 22)}<span data-spot="temple-{t}">{escape(called.temple(t, say))}</span>'
        caption = f"<small>{escape(names.highest(t, say))}.</small>"
        rows += f'<li data-spot="stairs-{t}">{name}<span class="tz-steps">{steps}</span>{caption}</li>'
    return rows + f"<li><small>{escape(say('A step shows its points at the end of an age.'))}</small></li>"


@remembered_of_late
def _track_ranks(levels: tuple[tuple[int, ...], ...], say: Translator) -> str:
    """Each technology with what its levels give and cost, and who has reached them."""
    rows = f"<li><h2>{escape(say('Technologies'))}</h2></li>"
    for t in range(4):
        at_level = [_there([seat for seat, own in enumerate(levels) if own[t] == k], f"track-{t}") for k in range(4)]
        name = escape(called.track(t, say).capitalize())
        lines = "".join(
            f'<span class="lv" data-spot="level-{t}-{k}"><b>{k if k < 4 else "+"}</b>'
            f"<span>{escape(called.technology(t, k, say))}</span>"
            f"{at_level[k] if k < 4 else ''}{fee([Token('any', price)])}</span>"
            for k, price in enumerate("1231", 1)
        )
        rows += f'<li>{picture(TRACKS[t], 22)}<span data-spot="track-{t}">{name}</span>{at_level[0]}{lines}</li>'
    return rows


def _there(seats: Sequence[int], spot: str) -> str:
    """Those who stand there."""
    marks = "".join(f'<i data-spot="{spot}-{seat}">{seat_mark(seat, 15)}</i>' for seat in seats)
    return f'<span class="tz-who">{marks}</span>' if marks else ""


@remembered_of_late
def _tiles(
    names: Names,
    title: str,
    spot: str,
    row: tuple[str | None, ...],
    seats: int,
    say: Translator,
    notes: tuple[str, ...] = (),
) -> str:
    """Tiles in words, with what is said of them all and of each besides."""
    head = f"{spot}s"
    tiles = f'<li data-spot="{head}"><h2>{escape(title)}</h2>{"".join(notes[:1])}</li>'
    for slot, tile in enumerate(row):
        if tile is not None:
            face = (
                tokens([Token("vp", monument_points(names, tile, seats))], 20)
                if tile.startswith("m")
                else picture(names.printed(tile)["category"], 24)
            )
            caption = escape(names.tooltip(tile, seats, say))
            tiles += (
                f'<li data-spot="{spot}-{slot}">{face}<span>{caption}{"".join(notes[slot + 1 : slot + 2])}</span></li>'
            )
    return tiles
