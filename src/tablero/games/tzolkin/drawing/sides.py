"""The rest of the board: temples, technologies, buildings, monuments and the lintel with the starting-player space."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from textwrap import wrap
from typing import Any

from tablero.core.speech import Speech
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing.pieces import (
    STEPS,
    Slab,
    Token,
    chip,
    glyph,
    hole,
    icon,
    marker,
    n,
    seal,
    slab,
    slab_art,
    tag,
    token_row,
    words,
    worker,
)  # fmt: skip
from tablero.games.tzolkin.drawing.scene import PLACING, Scene
from tablero.games.tzolkin.layout import MATERIALS, TEMPLES, TRACKS
from tablero.games.tzolkin.names import Names, remembered

COLOURS = {"farm": "var(--maize)", "public": "var(--jade)", "tomb": "#6d6a66", "shrine": "var(--lapis)"}
LEVELS = (
    ((Token("corn", "+1"),), (Token("fish", "+1"), Token("tree")), (Token("corn", "+2"),), (Token("step-any"),)),
    ((Token("wood", "+1"),), (Token("stone", "+1"),), (Token("gold", "+1"),), (Token("any", "+2"),)),
    ((Token("corn", "+1"),), (Token("vp", "2"),), (Token("any", "−1"),), (Token("vp", "3"),)),
    (
        (Token("forward"),), (Token("any", "−1", True), Token("step-any")), (Token("skull", "+1"),),
        (Token("skull", "+1"),),
    ),
)  # fmt: skip

BRIEF = 17  # letters in a line under the icons of a building


def heading(x: float, y: float, text: str) -> str:
    return words(x, y, text, 15, "h", "start")


def chosen(scene: Scene, move: int | None, inner: str, label: str) -> str:
    """A group that can be chosen, or one that only has a name."""
    if move is None:
        return tag("g", inner, role="img", aria_label=label)
    return f"<g {scene.choice(move)}>{inner}</g>"


# ---------------------------------------------------------------- temples


def temples(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    say = scene.say
    out = tag("g", heading(x, y + 13, say("Temples")), data_spot="temples")
    out += words(x + w, y + 13, say("top player: points in age I, II"), 12, "tm", "end")
    gap = 6
    wide = (w - 2 * gap) / 3
    for t in range(3):
        out += _temple(scene, t, x + t * (wide + gap), y, wide, h)
    return out


def _temple(scene: Scene, t: int, x: float, y: float, w: float, h: float) -> str:
    say = scene.say
    given = scene.names.facts["temples"][t]
    base = y + h - 36
    high = min(21.5, (base - (y + 48)) / 9)
    c = x + w / 2
    moves = {o["temple"]: o for o in scene.of_kind("climb", "descend")}
    mine = moves.get(t)
    out = tag("rect", x=n(x - 1), y=n(base + 2), width=n(w + 2), height=5, rx=2, fill="var(--tz-shade)")
    climbers: dict[int, str] = {}
    for s, step in enumerate(given["steps"]):
        top = base - (s + 1) * high
        wide = w - s * (w - 58) / 8.6
        left = c - wide / 2
        body = _step(scene.names, t, s, left, top, wide, high, say)
        if mine is not None and mine["step"] == s:
            body += tag("rect", class_="tz-legal frame", x=n(left), y=n(top), width=n(wide), height=n(high), rx=3)
            body = f"<g {scene.choice(mine['move'])}>{body}</g>"
        who = [seat for seat in scene.seats if scene.player(seat)["temples"][t] == s]
        for j, seat in enumerate(reversed(who)):
            across = left + wide - 10 - j * min(16.5, (wide - 60) / 2.4)
            label = say(
                "Temple of {god}, step {step}, {points}",
                god=called.temple(t, say),
                step=s,
                points=called.points(step["vp"], say),
            )
            label += f": {scene.who(seat)}"
            climbers[seat] = marker(f"temple-{t}", seat, across, top + high / 2 + 0.3, 6.2, label)
        out += body
    top = base - len(given["steps"]) * high
    out += _comb(t, c, top) + "".join(climbers[seat] for seat in scene.seats)
    if mine is not None and mine.get("lost"):
        ring = tag("rect", x=n(c - 24), y=n(top - 24), width=48, height=24, rx=6, class_="tz-legal")
        out += f"<g {scene.choice(mine['move'])}>{ring}</g>"
    bonus = given["bonus_highest"]
    name = words(c, base + 18, called.temple(t, say), 13.5, "gname")
    name += words(c, base + 33, f"+{bonus['age_1']} · +{bonus['age_2']}", 13, "tm")
    return out + tag("g", tag("title", escape(scene.names.highest(t, say))), name)


@remembered
def _step(names: Names, t: int, s: int, left: float, top: float, wide: float, high: float, say: Speech) -> str:
    step = names.facts["temples"][t]["steps"][s]
    box = {"x": n(left), "y": n(top), "width": n(wide), "height": n(high), "rx": 3}
    body = tag("rect", fill=f"url(#tz-tp-{TEMPLES[t]})", class_="tz-step", **box)
    body += tag("rect", x=n(left + 2.6), y=n(top + 3.6), width=23, height=n(high - 6), rx=3, class_="tz-step-vp")
    body += words(left + 14.2, top + high / 2 + 5, called.signed(step["vp"]), 13, "tb")
    if "material" in step:
        body += icon(step["material"], left + 36, top + high / 2 + 0.4, 16)
    return tag("g", tag("title", escape(names.step(t, s, say))), body)


@remembered
def _comb(t: int, c: float, y: float) -> str:
    """The roof comb with the temple's mark: rain, sun, serpent."""
    d = (
        f"M{n(c - 17)} {n(y)}V{n(y - 12)}H{n(c - 20)}V{n(y - 16)}H{n(c - 11)}V{n(y - 22)}H{n(c + 11)}V{n(y - 16)}"
        f"H{n(c + 20)}V{n(y - 12)}H{n(c + 17)}V{n(y)}Z"
    )
    mark = (
        f"M{n(c - 6)} {n(y - 15)}V{n(y - 5)}M{n(c)} {n(y - 15)}V{n(y - 5)}M{n(c + 6)} {n(y - 15)}V{n(y - 5)}",
        f"M{n(c - 5)} {n(y - 10.4)}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
        f"M{n(c - 10)} {n(y - 6)}l5 -8l5 8l5 -8l5 8",
    )[t]
    ink = "#2a2018" if t == 1 else "#fff8ea"
    return tag("path", d=d, fill=f"var(--tz-{TEMPLES[t]})", class_="tz-step") + tag(
        "path", d=mark, fill="none", stroke=ink, stroke_width=2.2, stroke_linecap="round", stroke_linejoin="round"
    )


# ---------------------------------------------------------------- technologies


def technologies(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    say = scene.say
    out = heading(x, y + 13, say("Technologies"))
    label, gap = 92.0, 4.0
    wide = (w - label - 4 * gap) / 4
    for k, price in enumerate("1231"):
        at = x + label + gap + k * (wide + gap) + wide / 2
        out += words(at - 7, y + 13, price, 13, "tb") + icon("any", at + 5, y + 8.6, 12.5)
    high = (h - 22) / 4
    moves = {o["track"]: o for o in scene.of_kind("advance")}
    for t in range(4):
        top = y + 22 + t * high
        offer = moves.get(t)
        row = tag("rect", x=n(x), y=n(top), width=n(label), height=n(high - gap), rx=6, class_="tz-plate dim")
        title = called.track(t, say).capitalize()
        row += icon(TRACKS[t], x + 14, top + 15, 19, data_spot=f"track-{t}")
        row += words(x + 26, top + 19, title, 12 if len(title) < 11 else 11, "tb", "start")
        for k in range(4):
            left = x + label + gap + k * (wide + gap)
            cell = _cell(t, k, left, top, wide, high - gap, say)
            if offer is not None and offer["level"] == k:
                box = {"x": n(left), "y": n(top), "width": n(wide), "height": n(high - gap), "rx": 6}
                cell += tag("rect", class_="tz-legal frame", **box)
                cell = f"<g {scene.choice(offer['move'])}>{cell}</g>"
            row += cell
        out += row + _levels(scene, t, x, top, label, wide, gap, high)
    return out


@remembered
def _cell(t: int, k: int, left: float, top: float, wide: float, high: float, say: Speech) -> str:
    """A level of a technology."""
    title = called.track(t, say).capitalize()
    level = f"{title} {k + 1}" if k < 3 else title
    tip = tag("title", escape(f"{level}: {called.technology(t, k + 1, say)}"))
    tokens = list(LEVELS[t][k])
    depth = 16 if k < 3 else high / 2
    box = {"x": n(left), "y": n(top), "width": n(wide), "height": n(high), "rx": 6}
    plate = tag("rect", class_="tz-plate beyond" if k == 3 else "tz-plate", **box)
    return tag("g", tip, plate, token_row(tokens, left + wide / 2, top + depth, 19 if len(tokens) == 1 else 15, 3))


def _levels(scene: Scene, t: int, x: float, top: float, label: float, wide: float, gap: float, high: float) -> str:
    climbers: dict[int, str] = {}
    for level in range(4):
        who = [seat for seat in scene.seats if scene.player(seat)["levels"][t] == level]
        middle = x + label / 2 if level == 0 else x + label + gap + (level - 1) * (wide + gap) + wide / 2
        room = 17 if level == 0 or len(who) < 4 else 12.5
        for j, seat in enumerate(who):
            text = scene.say(
                "{name}: level {level} of {track}", name=scene.who(seat), level=level, track=called.track(t, scene.say)
            )
            across = middle + (j - (len(who) - 1) / 2) * room
            climbers[seat] = marker(f"track-{t}", seat, across, top + high - gap - 11, 6.4, text)
    return "".join(climbers[seat] for seat in scene.seats)


# ---------------------------------------------------------------- buildings and monuments


def effect_tokens(names: Names, tile: str) -> list[Token]:
    """What a building or wealth tile brings, as icons."""
    out: list[Token] = []
    for given in names.printed(tile)["effects"]:
        kind = given["kind"]
        if kind == "gain":
            out += [Token(m, str(given[m]) if given[m] > 1 else "") for m in MATERIALS if m in given]
        elif kind == "vp":
            out.append(Token("vp", str(given["vp"])))
        elif kind == "temple":
            name = "step-any" if given["temple"] == "any" else STEPS[TEMPLES.index(given["temple"])]
            out.append(Token(name, str(given["steps"]) if given["steps"] > 1 else ""))
        elif kind == "tech":
            out.append(Token("tech" if given["track"] == "any" else given["track"], f"+{given['steps']}"))
        elif kind == "feed_free":
            out.append(Token("bowl", f"−{names.meal * given['workers']}"))
        else:
            other = {"worker": "worker-plus", "build": "build", "market": "market", "paid_action": "cog"}
            less = Token("bowl", f"−{given.get('corn_per_worker')}")
            out.append(less if kind == "feed_discount" else Token(other[kind]))
    return out


def cost_tokens(names: Names, tile: str) -> list[Token]:
    cost = names.printed(tile)["cost"]
    return [Token(m, str(cost[m])) for m in MATERIALS if m in cost]


def monument_points(names: Names, tile: str, seat_count: int) -> str:
    score: Mapping[str, Any] = names.printed(tile)["score"]
    if "vp_by_players" in score:
        return str(score["vp_by_players"][str(seat_count)])
    if score["kind"] == "technologies_at_level_3":
        return f"{score['vp_by_count'][1]}+"
    return f"{score['vp_by_count']['4']}+" if score["kind"] == "workers_in_play" else str(score.get("vp", "×"))


def _card(x: float, y: float, w: float, h: float) -> str:
    box = {"width": n(w), "height": n(h), "rx": 7}
    shade = tag("rect", x=n(x + 1), y=n(y + 3), fill="var(--tz-shade)", opacity=".55", **box)
    return shade + tag("rect", x=n(x), y=n(y), class_="tz-card", **box)


def buildings(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    say, view = scene.say, scene.view
    out = tag("g", heading(x, y + 12, say("Buildings")), data_spot="buildings")
    age = (
        say.plural("Age I · {n} left in the deck", "Age I · {n} left in the deck", view["deck"])
        if view["age"] == 1
        else say.plural("Age II · {n} left in the deck", "Age II · {n} left in the deck", view["deck"])
    )
    out += words(x + w, y + 12, age.format(n=view["deck"]), 12, "tm", "end")
    gap = 7
    wide = (w - 5 * gap) / 6
    offers = {o["slot"]: o for o in scene.of_kind("raise")}
    for slot, tile in enumerate(view["row"]):
        left = x + slot * (wide + gap)
        if tile is None:
            out += tag("rect", x=n(left), y=n(y + 20), width=n(wide), height=n(h - 20), rx=7, class_="tz-empty")
            continue
        move = offers[slot]["move"] if slot in offers else None
        inner = tag(
            "g",
            _building(scene.names, tile, view["seats"], wide, h - 20, say),
            transform=f"translate({n(left)} {n(y + 20)})",
        )
        if move is not None:
            box = {"x": n(left - 1), "y": n(y + 19), "width": n(wide + 2), "height": n(h - 18), "rx": 8}
            inner += tag("rect", class_="tz-legal frame", **box)
        out += chosen(scene, move, inner, scene.names.tooltip(tile, view["seats"], say))
    return out


@remembered
def _building(names: Names, tile: str, seats: int, w: float, h: float, say: Speech) -> str:
    kind = names.printed(tile)["category"]
    title = tag("title", escape(names.tooltip(tile, seats, say)))
    band = f"M.6 22V7Q.6 .6 7 .6H{n(w - 7)}Q{n(w - 0.6)} .6 {n(w - 0.6)} 7V22Z"
    out = title + _card(0, 0, w, h) + tag("path", d=band, fill=COLOURS[kind])
    out += tag("circle", cx=13, cy=11.6, r=9, fill="#fbf3e2") + icon(kind, 13, 11.2, 14)
    name = {"farm": say("Farm"), "public": say("Public"), "tomb": say("Tomb"), "shrine": say("Shrine")}[kind]
    css = "cat dark" if kind == "farm" else "cat"
    out += words(26, 16, name, 13 if len(name) < 8 else 11, css, "start")
    out += token_row(cost_tokens(names, tile), w / 2, 34, 14.5, 6)
    out += tag("path", d=f"M8 46H{n(w - 8)}", class_="tz-hair")
    tokens = effect_tokens(names, tile)
    out += token_row(tokens, w / 2, 61, 23 if len(tokens) < 3 else 16, 5 if len(tokens) < 3 else 2)
    lines = wrap(names.brief(tile, say), BRIEF)
    for k, line in enumerate(lines):
        out += words(w / 2, 84 + 12.5 * k, line, 12, "td", fit=w - 8)
    return out


def monuments(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    say, view = scene.say, scene.view
    out = tag("g", heading(x, y + 12, say("Monuments")), data_spot="monuments")
    gap = 6
    wide, high = (w - gap) / 2, (h - 20 - 2 * gap) / 3
    offers = {o["slot"]: o for o in scene.of_kind("raise-monument")}
    for slot, tile in enumerate(view["monuments"]):
        left, top = x + slot % 2 * (wide + gap), y + 20 + slot // 2 * (high + gap)
        if tile is None:
            out += tag("rect", x=n(left), y=n(top), width=n(wide), height=n(high), rx=7, class_="tz-empty")
            continue
        place = f"translate({n(left)} {n(top)})"
        inner = tag("g", _monument(scene.names, tile, view["seats"], wide, high, say), transform=place)
        move = offers[slot]["move"] if slot in offers else None
        if move is not None:
            box = {"x": n(left - 1), "y": n(top - 1), "width": n(wide + 2), "height": n(high + 2), "rx": 8}
            inner += tag("rect", class_="tz-legal frame", **box)
        out += chosen(scene, move, inner, scene.names.tooltip(tile, view["seats"], say))
    return out


@remembered
def _monument(names: Names, tile: str, seats: int, w: float, h: float, say: Speech) -> str:
    kind = names.printed(tile)["category"]
    out = tag("title", escape(names.tooltip(tile, seats, say))) + _card(0, 0, w, h)
    band = f"M7 .6Q.6 .6 .6 7V{n(h - 7)}Q.6 {n(h - 0.6)} 7 {n(h - 0.6)}H15V.6Z"
    middle = h / 2
    out += tag("path", d=band, fill=COLOURS[kind])
    out += tag("circle", cx=10, cy=n(middle), r=8.6, fill="#fbf3e2", stroke=COLOURS[kind])
    out += icon(kind, 10, middle - 0.4, 12.5)
    out += seal(32, middle, monument_points(names, tile, seats), 22)
    out += words(46, middle - 3.2, called.short_score(tile, say), 12, "tb", "start", w - 52)
    cost = cost_tokens(names, tile)
    return out + token_row(cost, 44 + 11 * len(cost), middle + 8.2, 12, 3.5)


# ---------------------------------------------------------------- the starting-player space


def lintel(scene: Scene, cx: float) -> tuple[Slab, str]:
    """The stone over the calendar: it points at today's tooth and holds the starting-player space."""
    y, h = 20.0, 62.0
    return slab("lintel"), claim(scene, cx - 65, y + 26, 12.6) + _lintel_words(scene, cx, y, h)


def lintel_art(cx: float, tip: float) -> str:
    x, y, w, h = cx - 88, 20.0, 172.0, 62.0
    d = (
        f"M{n(x + 8)} {n(y)}H{n(x + w - 8)}Q{n(x + w)} {n(y)} {n(x + w)} {n(y + 8)}V{n(y + h - 10)}H{n(cx + 44)}"
        f"V{n(y + h)}H{n(cx + 24)}L{n(cx)} {n(tip)}L{n(cx - 24)} {n(y + h)}H{n(cx - 44)}V{n(y + h - 10)}H{n(x)}"
        f"V{n(y + 8)}Q{n(x)} {n(y)} {n(x + 8)} {n(y)}Z"
    )
    return slab_art("lintel", d, 3, cx, y + 30, 110)


def claim(scene: Scene, x: float, y: float, r: float) -> str:
    """The starting-player space."""
    title = tag("title", escape(called.starting_space(scene.view["pile"], scene.say)))
    out = tag("g", title, hole(x, y, r), data_spot="claim")
    seat = scene.view["claimed"]
    if seat is not None:
        label = scene.say("Starting-player space: {name}", name=scene.who(seat))
        out += tag("g", worker(seat, x, y, r), role="img", aria_label=label, data_spot="on-claim")
    elif scene.claim is not None and scene.me is not None:
        ring = tag("circle", cx=n(x), cy=n(y), r=n(r + 2.4), class_="tz-halo")
        ring += tag("circle", cx=n(x), cy=n(y), r=n(r), class_="tz-legal") + glyph(scene.me, x, y, 6, class_="tz-ghost")
        out += f"<g {scene.choice(scene.claim['move'])}>{ring}</g>"
    return out


def _lintel_words(scene: Scene, cx: float, y: float, h: float) -> str:
    say = scene.say
    name = say("First player")
    out = words(cx - 44, y + 23, name, 15 if len(name) < 13 else 13, "gname", "start")
    text = say("takes {n}", n=scene.view["pile"])
    out += words(cx - 44, y + 39, text, 13, "td", "start") + icon("corn", cx - 36 + 7 * len(text), y + 34.5, 15)
    if scene.claim is not None:
        out += tag("g", chip(cx + 62, y + 26, scene.claim["corn"]), data_colour=PLACING)
    return out + words(cx, y + h + 4, say("today"), 13, "td")
