"""The rest of the board: temples, technologies, buildings, monuments and the lintel with the starting-player space."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from tablero.core.drawing.shapes import escape
from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing import pieces
from tablero.games.tzolkin.drawing.pieces import Token, frame, icon, n, tag, token_row, words
from tablero.games.tzolkin.drawing.places import SMALL
from tablero.games.tzolkin.drawing.scene import PLACING, Scene
from tablero.games.tzolkin.layout import MATERIALS, TEMPLES, TRACKS
from tablero.games.tzolkin.names import Names, remembered, remembered_of_late

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

BRIEF = 18  # letters in a line under the icons of a building


def heading(x: float, y: float, text: str) -> str:
    return words(x, y, text, 16.5, "h", "start")


def chosen(scene: Scene, move: int | None, inner: str, label: str, spot: str, vain: str) -> str:
    """A group that can be chosen, or one that only has a name; `vain` is what a click on it means then."""
    if move is None:
        return f'<g role="img" aria-label="{escape(label)}" data-spot="{spot}" {vain}>{inner}</g>'
    return f'<g {scene.choice(move)} data-spot="{spot}">{inner}</g>'


# ---------------------------------------------------------------- temples


def temples(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    out = _temples_heading(x, y, w, scene.say)
    gap = 6
    wide = (w - 2 * gap) / 3
    for t in range(3):
        out += _temple(scene, t, x + t * (wide + gap), y, wide, h)
    return out


@remembered
def _temples_heading(x: float, y: float, w: float, say: Translator) -> str:
    out = tag("g", heading(x, y + 13, say("Temples")), data_spot="temples")
    return out + words(x + w, y + 13, say("top player: points in age I, II"), SMALL, "tm", "end", w - 100)


def _temple(scene: Scene, t: int, x: float, y: float, w: float, h: float) -> str:
    mine = next((o for o in scene.of_kind("climb", "descend") if o["temple"] == t), None)
    down = scene.asked.get("kind") == "anger"
    vain = "" if mine is not None else scene.attempt("descend" if down else "climb", t)
    stairs = _stairs(scene.names, t, x, y, w, h, vain, scene.say)
    marked = ""
    if mine is not None:
        # A step is low: all of its temple can be clicked.
        reach = tag("rect", x=n(x), y=n(y), width=n(w), height=n(h - 19), class_="tz-hit", fill="transparent")
        frame_ = stairs.frames[mine["step"]] if mine["step"] < len(stairs.steps) else ""
        frame_ += stairs.beyond if mine.get("lost") else ""
        marked = f"<g {scene.choice(mine['move'])}>{reach}{frame_}</g>"
    heights = tuple(player["temples"][t] for player in scene.view["players"])
    climbers = _climbers(scene.names, t, x, y, w, h, heights, scene.everybody, scene.say)
    drawn = f"{stairs.ground}{''.join(stairs.steps)}{stairs.comb}{climbers}{stairs.name}{marked}"
    return f'<g data-spot="stairs-{t}">{drawn}</g>'


class Stairs(NamedTuple):
    """A temple without its climbers: its steps from the lowest one, a frame for each that may be chosen, and one for a
    step beyond the highest."""

    ground: str
    steps: tuple[str, ...]
    frames: tuple[str, ...]
    comb: str
    beyond: str
    name: str


class Step(NamedTuple):
    """Where a step of a temple lies."""

    left: float
    top: float
    wide: float
    high: float


@remembered
def _steps(x: float, y: float, w: float, h: float, count: int) -> tuple[Step, ...]:
    base = y + h - 19
    high = (base - (y + 41)) / 9
    widths = [w - s * (w - 62) / 8.6 for s in range(count)]
    return tuple(Step(x + w / 2 - wide / 2, base - (s + 1) * high, wide, high) for s, wide in enumerate(widths))


@remembered
def _stairs(names: Names, t: int, x: float, y: float, w: float, h: float, vain: str, say: Translator) -> Stairs:
    given = names.facts["temples"][t]
    base, c = y + h - 19, x + w / 2
    steps = _steps(x, y, w, h, len(given["steps"]))
    roof = base - len(steps) * steps[0].high
    bonus = given["bonus_highest"]
    god = called.temple(t, say)
    name = words(x, base + 17, god, SMALL, "gname", "start", w - 52)
    name += words(x + w, base + 17, f"+{bonus['age_1']} · +{bonus['age_2']}", SMALL, "tm", "end")
    named = f'role="img" aria-label="{escape(names.highest(t, say))}" data-spot="temple-{t}" {vain}'
    return Stairs(
        ground=tag("rect", x=n(x - 1), y=n(base + 1), width=n(w + 2), height=3, rx=1.5, fill="var(--tz-shade)"),
        steps=tuple(_step(names, t, s, *step, vain, say) for s, step in enumerate(steps)),
        frames=tuple(frame(*step, 3) for step in steps),
        comb=_comb(t, c, roof),
        beyond=frame(c - 24, roof - 24, 48, 24, 6),
        name=f"<g {named}><title>{escape(names.highest(t, say))}</title>{name}</g>",
    )


@remembered_of_late
def _climbers(
    names: Names,
    t: int,
    x: float,
    y: float,
    w: float,
    h: float,
    heights: tuple[int, ...],
    who: tuple[str, ...],
    say: Translator,
) -> str:
    """The markers of all players on a temple."""
    given = names.facts["temples"][t]["steps"]
    steps = _steps(x, y, w, h, len(given))
    out = ""
    for seat, s in enumerate(heights):
        left, top, wide, high = steps[s]
        before = heights[seat + 1 :].count(s)  # later seats stand further right
        across = left + wide - 10 - before * min(16.5, (wide - 62) / 2.4)
        points = called.points(given[s]["vp"], say)
        label = say("Temple of {god}, step {step}, {points}", god=called.temple(t, say), step=s, points=points)
        out += pieces.marker(f"temple-{t}", seat, across, top + high / 2, 6, f"{label}: {who[seat]}")
    return out


def _step(
    names: Names, t: int, s: int, left: float, top: float, wide: float, high: float, vain: str, say: Translator
) -> str:
    step = names.facts["temples"][t]["steps"][s]
    box = {"x": n(left), "y": n(top), "width": n(wide), "height": n(high), "rx": 3}
    body = tag("rect", fill=f"url(#tz-tp-{TEMPLES[t]})", class_="tz-step", **box)
    body += tag("rect", x=n(left + 2), y=n(top + 1.6), width=24, height=n(high - 3), rx=3, class_="tz-step-vp")
    body += words(left + 14, top + high / 2 + 5, called.signed(step["vp"]), SMALL, "tb")
    if "material" in step:
        body += icon(step["material"], left + 36, top + high / 2, 15.5)
    return f'<g data-spot="step-{t}-{s}" {vain}><title>{escape(names.step(t, s, say))}</title>{body}</g>'


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


LABEL, GAP = 108.0, 4.0  # the width of a track's name, and what lies between two levels


def technologies(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    wide, high = (w - LABEL - 4 * GAP) / 4, (h - 20) / 4
    moves = {o["track"]: o for o in scene.of_kind("advance")}
    out = _prices(x, y, wide, scene.say)
    for t in range(4):
        top = y + 20 + t * high
        vain = "" if t in moves else scene.attempt("advance", t)
        track = _track(t, x, top, wide, high - GAP, vain, scene.say)
        cells = list(track.cells)
        if t in moves:
            k = moves[t]["level"]
            cells[k] = f"<g {scene.choice(moves[t]['move'])}>{cells[k]}{track.frames[k]}</g>"
        levels = tuple(player["levels"][t] for player in scene.view["players"])
        out += track.name + "".join(cells) + _levels(t, x, top, wide, high - GAP, levels, scene.everybody, scene.say)
    return out


@remembered
def _prices(x: float, y: float, wide: float, say: Translator) -> str:
    out = heading(x, y + 14, say("Technologies"))
    for k, price in enumerate("1231"):
        at = _level_at(x, wide, k) + wide / 2
        out += words(at - 8, y + 14, price, SMALL, "tb") + icon("any", at + 6, y + 9, 14)
    return out


def _level_at(x: float, wide: float, k: int) -> float:
    return x + LABEL + GAP + k * (wide + GAP)


class Track(NamedTuple):
    """A technology without its markers: its levels, and a frame for each that may be chosen."""

    name: str
    cells: tuple[str, ...]
    frames: tuple[str, ...]


@remembered
def _track(t: int, x: float, top: float, wide: float, high: float, vain: str, say: Translator) -> Track:
    title = called.track(t, say).capitalize()
    name = tag("rect", x=n(x), y=n(top), width=n(LABEL), height=n(high), rx=6, class_="tz-plate dim")
    name += icon(TRACKS[t], x + 13, top + 12, 19)
    name += words(x + 25, top + 17, title, SMALL, "tb", "start", LABEL - 29)
    cells, frames = [], []
    for k in range(4):
        left = _level_at(x, wide, k)
        cells.append(_cell(t, k, left, top, wide, high, vain, say))
        frames.append(frame(left, top, wide, high, 6))
    return Track(f'<g data-spot="track-{t}" {vain}>{name}</g>', tuple(cells), tuple(frames))


def _cell(t: int, k: int, left: float, top: float, wide: float, high: float, vain: str, say: Translator) -> str:
    """A level of a technology."""
    title = called.track(t, say).capitalize()
    level = f"{title} {k + 1}" if k < 3 else title
    tip = tag("title", escape(f"{level}: {called.technology(t, k + 1, say)}"))
    tokens = list(LEVELS[t][k])
    depth = 12 if k < 3 else high / 2
    box = {"x": n(left), "y": n(top), "width": n(wide), "height": n(high), "rx": 6}
    plate = tag("rect", class_="tz-plate beyond" if k == 3 else "tz-plate", **box)
    drawn = token_row(
        tokens, left + wide / 2, top + depth, 18 if len(tokens) == 1 and tokens[0].name != "vp" else 17, 3
    )
    return f'<g data-spot="level-{t}-{k + 1}" {vain}>{tip}{plate}{drawn}</g>'


@remembered_of_late
def _levels(
    t: int,
    x: float,
    top: float,
    wide: float,
    high: float,
    levels: tuple[int, ...],
    who: tuple[str, ...],
    say: Translator,
) -> str:
    """The markers of all players on a track."""
    out = ""
    for seat, level in enumerate(levels):
        beside = levels.count(level)
        middle = x + LABEL / 2 if level == 0 else _level_at(x, wide, level - 1) + wide / 2
        room = 17 if level == 0 or beside < 4 else 15
        text = say("{name}: level {level} of {track}", name=who[seat], level=level, track=called.track(t, say))
        across = middle + (levels[:seat].count(level) - (beside - 1) / 2) * room
        out += pieces.marker(f"track-{t}", seat, across, top + high - 9.5, 6.2, text)
    return out


# ---------------------------------------------------------------- buildings and monuments


def action_tokens(names: Names, number: int, action: int) -> tuple[Token, ...]:
    """What is printed beside a position."""
    given = names.action(number, action)
    kind = given["effect"]
    if kind == "fish":
        return Token("fish"), Token("corn", str(given["corn"]))
    if kind == "harvest":
        corn = Token("corn", str(given["corn"]))
        return (corn, Token("or", "/"), Token("wood", str(given["wood"]))) if "wood" in given else (corn,)
    if kind == "gain":
        order = ("gold", "wood", "stone", "skull", "corn")
        return tuple(Token(m, str(given[m]) if given[m] > 1 else "") for m in order if m in given)
    if kind == "technology":
        return (Token("tech", "" if given["max"] == 1 else "1–2"),)
    if kind == "build":
        if not given["monument"]:
            return (Token("build"),)
        return Token("build", "2"), Token("or", "/"), Token("monument")
    if kind == "temples":
        if "pay_corn" in given:
            return Token("corn", f"−{given['pay_corn']}", True), Token("step-any")
        return Token("any", f"−{given['pay_resources']}", True), Token("step-any", "2")
    if kind == "skull":
        return Token("vp", str(given["vp"])), Token(pieces.STEPS[TEMPLES.index(given["temple"])])
    return {
        "market": (Token("market"),),
        "worker": (Token("worker-plus"),),
        "build_with_corn": (Token("corn", "×2", True), Token("build")),
        "paid_action": (Token("corn", f"−{given.get('pay_corn')}", True), Token("cog")),
    }[kind]


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
            name = "step-any" if given["temple"] == "any" else pieces.STEPS[TEMPLES.index(given["temple"])]
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


def cost_tokens(names: Names, tile: str, offer: Mapping[str, Any] | None = None) -> list[Token]:
    """What a tile costs: what is printed, or what an offer says that it costs now."""
    cost = (offer or {}).get("cost", names.printed(tile)["cost"])
    out = [Token(m, str(cost[m])) for m in MATERIALS if cost.get(m)]
    return [*out, Token("any", "−1")] if offer and offer.get("saves") else out


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
    view = scene.view
    offers = {o["slot"]: o for o in scene.of_kind("raise")}
    out = _buildings_heading(x, y, w, view["age"], view["deck"], scene.say)
    for slot, tile in enumerate(view["row"]):
        out += _on_offer(scene, tile, _building, _box(slot, x, y, w, h), offers.get(slot), f"building-{slot}", "raise")
    return out


def _box(slot: int, x: float, y: float, w: float, h: float) -> Box:
    """A place in two rows of three, below a heading."""
    gap, head = 5.0, 19.0
    wide, high = (w - 2 * gap) / 3, (h - head - gap + 1) / 2
    return x + slot % 3 * (wide + gap), y + head + slot // 3 * (high + gap - 1), wide, high


@remembered
def _buildings_heading(x: float, y: float, w: float, age: int, deck: int, say: Translator) -> str:
    out = tag("g", heading(x, y + 13, say("Buildings")), data_spot="buildings")
    text = (
        say.plural("Age I · {n} left in the deck", "Age I · {n} left in the deck", deck)
        if age == 1
        else say.plural("Age II · {n} left in the deck", "Age II · {n} left in the deck", deck)
    )
    return out + tag("g", words(x + w, y + 13, text.format(n=deck), SMALL, "tm", "end", w - 110), data_spot="deck")


# With a price, in a width and a height
Face = Callable[[Names, str, int, tuple[Token, ...], float, float, Translator], str]
Box = tuple[float, float, float, float]


def _on_offer(
    scene: Scene, tile: str | None, face: Face, box: Box, offer: Mapping[str, Any] | None, spot: str, family: str
) -> str:
    """A place for a building or a monument; what lies there may be chosen when there is an offer for it."""
    seats, say, slot = scene.view["seats"], scene.say, int(spot[-1])
    if tile is None:
        return _bare(box, spot, scene.attempt(family, slot), say)
    cost = tuple(cost_tokens(scene.names, tile, offer))
    inner = _tile(scene.names, tile, face, box, seats, cost, offer is not None, say)
    label = scene.names.tooltip(tile, seats, say)
    return chosen(scene, None if offer is None else offer["move"], inner, label, spot, scene.attempt(family, slot))


@remembered
def _bare(box: Box, spot: str, vain: str, say: Translator) -> str:
    left, top, wide, high = box
    place = tag("rect", x=n(left), y=n(top), width=n(wide), height=n(high), rx=7, class_="tz-empty")
    return f'<g role="img" aria-label="{escape(say("No tile left here"))}" data-spot="{spot}" {vain}>{place}</g>'


@remembered
def _tile(
    names: Names, tile: str, face: Face, box: Box, seats: int, cost: tuple[Token, ...], legal: bool, say: Translator
) -> str:
    left, top, wide, high = box
    out = tag("g", face(names, tile, seats, cost, wide, high, say), transform=f"translate({n(left)} {n(top)})")
    return out + (frame(left, top, wide, high, 7) if legal else "")


def _building(names: Names, tile: str, seats: int, cost: tuple[Token, ...], w: float, h: float, say: Translator) -> str:
    """A building: its kind, its price and what it brings, in icons and in words."""
    brings = effect_tokens(names, tile)
    lines = wrap(names.brief(tile, say), BRIEF)
    out = tag("title", escape(names.tooltip(tile, seats, say))) + _card(0, 0, w, h)
    price = _row_width(cost, 17)
    if price + _row_width(brings, 17) > w - 18:
        return out + _crowded(names.printed(tile)["category"], cost, brings, lines, w, h)
    out += _named_band(names.printed(tile)["category"], w, say)
    out += token_row(list(cost), 5 + price / 2, 32, 17, 2)
    out += tag("path", d=f"M{n(price + 10)} 24V40", class_="tz-hair")
    out += token_row(brings, (price + 10 + w) / 2, 32, 17, 2)
    for k, line in enumerate(lines):
        out += words(w / 2, 56 + 14 * k - 2 * len(lines), line, SMALL, "td", fit=w - 8)
    return out


def _named_band(kind: str, w: float, say: Translator) -> str:
    """The kind of a building, across its top."""
    band = f"M.6 19V7Q.6 .6 7 .6H{n(w - 7)}Q{n(w - 0.6)} .6 {n(w - 0.6)} 7V19Z"
    out = tag("path", d=band, fill=COLOURS[kind])
    out += tag("circle", cx=12, cy=10, r=8.4, fill="#fbf3e2") + icon(kind, 12, 9.7, 13.5)
    name = {"farm": say("Farm"), "public": say("Public"), "tomb": say("Tomb"), "shrine": say("Shrine")}[kind]
    return out + words(24, 15, name, SMALL, "cat dark" if kind == "farm" else "cat", "start")


def _crowded(kind: str, cost: Sequence[Token], brings: list[Token], lines: list[str], w: float, h: float) -> str:
    """A building whose price and gains do not fit side by side: one below the other, beside its kind."""
    out = _side_band(kind, h)
    middle = (16 + w) / 2
    out += token_row(list(cost), middle, 10.5, 17, 1)
    out += tag("path", d=f"M22 19.5H{n(w - 6)}", class_="tz-hair")
    out += token_row(brings, middle, 31 if len(lines) > 1 else 36, 17, 2)
    for k, line in enumerate(lines):
        out += words(middle, h - 5.5 - 13.5 * (len(lines) - 1 - k), line, SMALL, "td", fit=w - 22)
    return out


def _side_band(kind: str, h: float) -> str:
    """The kind of a tile, along its left side."""
    band = f"M7 .6Q.6 .6 .6 7V{n(h - 7)}Q.6 {n(h - 0.6)} 7 {n(h - 0.6)}H16V.6Z"
    out = tag("path", d=band, fill=COLOURS[kind])
    return out + tag("circle", cx=9, cy=n(h / 2), r=7.6, fill="#fbf3e2") + icon(kind, 9, h / 2 - 0.3, 12)


def _row_width(tokens: Sequence[Token], size: float) -> float:
    return sum(pieces.token_width(token, size) for token in tokens) + 2 * (len(tokens) - 1)


def monuments(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    offers = {o["slot"]: o for o in scene.of_kind("raise-monument")}
    out = _monuments_heading(x, y, scene.say)
    for slot, tile in enumerate(scene.view["monuments"]):
        spot = f"monument-{slot}"
        shown = _on_offer(scene, tile, _monument, _box(slot, x, y, w, h), offers.get(slot), spot, "raise-monument")
        # Pointed at or clicked, it shows its card.
        card = f'tabindex="-1" data-card-of="{slot}" aria-describedby="tz-card-{slot}"'
        out += shown if tile is None else f"<g {card}>{shown}</g>"
    return out


@remembered
def _monuments_heading(x: float, y: float, say: Translator) -> str:
    return tag("g", heading(x, y + 13, say("Monuments")), data_spot="monuments")


def _monument(names: Names, tile: str, seats: int, cost: tuple[Token, ...], w: float, h: float, say: Translator) -> str:
    kind = names.printed(tile)["category"]
    out = tag("title", escape(names.tooltip(tile, seats, say))) + _card(0, 0, w, h) + _side_band(kind, h)
    middle = h / 2
    out += pieces.seal(30, middle, monument_points(names, tile, seats), 26)
    out += words(45, middle - 2.6, called.short_score(tile, say), SMALL, "tb", "start", w - 49)
    return out + token_row(list(cost), 45 + _row_width(cost, 17) / 2, middle + 8, 17, 2)


# ---------------------------------------------------------------- the starting-player space


def lintel(scene: Scene, cx: float) -> tuple[pieces.Slab, str]:
    """The stone over the calendar: it points at today's tooth and holds the starting-player space."""
    y, h = 12.0, 62.0
    price = None if scene.claim is None else scene.claim["corn"]
    text = _lintel_words(cx, y, h, scene.view["pile"], price, scene.say)
    return pieces.slab("lintel"), claim(scene, cx - 65, y + 26, 12.6) + text


def lintel_art(cx: float, tip: float) -> str:
    x, y, w, h = cx - 88, 12.0, 172.0, 62.0
    d = (
        f"M{n(x + 8)} {n(y)}H{n(x + w - 8)}Q{n(x + w)} {n(y)} {n(x + w)} {n(y + 8)}V{n(y + h - 10)}H{n(cx + 44)}"
        f"V{n(y + h)}H{n(cx + 24)}L{n(cx)} {n(tip)}L{n(cx - 24)} {n(y + h)}H{n(cx - 44)}V{n(y + h - 10)}H{n(x)}"
        f"V{n(y + 8)}Q{n(x)} {n(y)} {n(x + 8)} {n(y)}Z"
    )
    return pieces.slab_art("lintel", d, 3, cx, y + 30, 110)


def claim(scene: Scene, x: float, y: float, r: float, small: bool = False) -> str:
    """The starting-player space; a small one is chosen where it is unrolled."""
    seat = scene.view["claimed"]
    who = "" if seat is None else scene.who(seat)
    out = _space(x, y, r, scene.view["pile"], seat, who, "" if small else scene.attempt("claim"), scene.say)
    if seat is None and scene.claim is not None and scene.me is not None:
        shown = pieces.reach(x, y, r) + tag("circle", cx=n(x), cy=n(y), r=n(r), class_="tz-open") + pieces.ring(x, y, r)
        shown += pieces.glyph(scene.me, x, y, 5.4, class_="tz-ghost")
        given = f'data-colour="{PLACING}"' if small else scene.choice(scene.claim["move"])
        out += f"<g {given}>{shown}</g>"
    return out


@remembered
def _space(x: float, y: float, r: float, pile: int, seat: int | None, who: str, vain: str, say: Translator) -> str:
    named = called.starting_space(pile, say)
    hollow = f"<title>{escape(named)}</title>{pieces.hole(x, y, r)}"
    out = f'<g role="img" aria-label="{escape(named)}" data-spot="claim" {vain}>{hollow}</g>'
    if seat is not None:
        label = say("Starting-player space: {name}", name=who)
        out += tag("g", pieces.worker(seat, x, y, r), role="img", aria_label=label, data_spot="on-claim")
    return out


@remembered
def _lintel_words(cx: float, y: float, h: float, pile: int, price: int | None, say: Translator) -> str:
    room = 92 if price is not None else 122
    out = words(cx - 46, y + 22, say("First player"), 15, "gname", "start", room)
    text = say("takes {n}", n=pile)
    lying = words(cx - 46, y + 40, text, SMALL, "td", "start") + icon("corn", cx - 36 + 7 * len(text), y + 35, 16)
    out += tag("g", lying, data_spot="pile")
    if price is not None:
        out += tag("g", pieces.chip(cx + 64, y + 26, price), data_colour=PLACING)
    return out + words(cx, y + h + 4, say("today"), SMALL, "td")
