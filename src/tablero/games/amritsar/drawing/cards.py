"""Objectives as cards that can be read: a picture of what is counted, what it pays, and where the viewer stands now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.shapes import escape, short
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing.pieces import counter, text, use
from tablero.games.amritsar.drawing.scene import Scene
from tablero.games.amritsar.drawing.side_panels import medallion

f = short
TRACKS = ("column", "any", "coin")
SPREADS = ("distinct_districts", "distinct_levels", "count_in_level")
MOST = {"majority_coins": "coin", "majority_resources": "any"}


# ---------------------------------------------------------------- in words


def title(goal: Mapping[str, Any], scene: Scene) -> str:
    """What an objective counts, without what it pays."""
    say, kind, of = scene.say, goal["kind"], goal["of"]
    if kind == "knowledge_pair":
        return names.capital(say.every([names.track(t, say) for t, cell in enumerate(of) if cell]))
    where = names.district(of[0], say) if of[0] < at.DISTRICTS else ""
    if kind == "count_in_level":
        return say("Counters on level {level}", level=of[0] + 1)
    if kind == "at_least_in_levels":
        levels = [str(level) for level in _levels(goal)]
        label = say.plural("level {levels}", "levels {levels}", len(levels), levels=say.every(levels))
        return say.plural("{n} counter on {levels}", "{n} counters on {levels}", of[1], n=of[1], levels=label)
    return {
        "majority_counters": say("Most counters in the {district}"),
        "majority_coins": say("Most coins"),
        "majority_resources": say("Most resources"),
        "per_counter_in_district": say("Each counter in the {district}"),
        "knowledge_last": say("The last cell of {track}"),
        "distinct_districts": say("Counters in many districts"),
        "distinct_levels": say("Counters on many levels"),
    }[kind].format(district=where, track=names.track(of[0], say) if of[0] < at.TRACKS else "")


def _levels(goal: Mapping[str, Any]) -> list[int]:
    """The levels that count, from 1."""
    if goal["kind"] == "count_in_level":
        return [goal["of"][0] + 1]
    return [level + 1 for level in range(at.LEVELS) if goal["of"][0] >> level & 1]


def pays(goal: Mapping[str, Any], scene: Scene) -> list[tuple[str, int]]:
    """The steps of what an objective pays, the best one last."""
    say, kind, points = scene.say, goal["kind"], goal["points"]
    if kind.startswith("majority"):
        return [(say("second"), points[1]), (say("most"), points[0])]
    if kind in SPREADS:
        return [(str(n), value) for n, value in enumerate(points, 1)]
    if kind == "per_counter_in_district":
        return [(say("each"), points[0])]
    if kind == "knowledge_last":
        return [(say("last cell"), points[0])]
    cells = [cell for cell in goal["of"] if cell]
    return [(say("cell {n} or beyond", n=cells[0]) if kind == "knowledge_pair" else str(goal["of"][1]), points[0])]


def standing(goal: Mapping[str, Any], scene: Scene) -> str:
    """Where the viewer stands now, in one line."""
    say, kind, of = scene.say, goal["kind"], goal["of"]
    if kind.startswith("majority"):
        held = [_held(kind, of[0], scene, seat) for seat in scene.seats]
        best = max((n for seat, n in enumerate(held) if seat != scene.main), default=None)
        own = held[scene.main]
        return (
            say("Now: {n}.", n=own)
            if best is None
            else say("Now: {n}, the best of the others {best}.", n=own, best=best)
        )
    if kind.startswith("knowledge"):
        here = scene.player(scene.main)["tracks"]
        wanted = of if kind == "knowledge_pair" else [len(scene.box["cells"][t]) * (t == of[0]) for t in range(3)]
        away = sum(max(0, goal - here[t]) for t, goal in enumerate(wanted))
        return say.plural("{n} step away.", "{n} steps away.", away, n=away)
    own = _counters(goal, scene)
    whole = {"distinct_districts": 4, "distinct_levels": 4, "at_least_in_levels": of[1]}.get(kind)
    return say("Now: {n}.", n=own) if whole is None else say("Now: {n} of {whole}.", n=own, whole=whole)


def _held(kind: str, district: int, scene: Scene, seat: int) -> int:
    player = scene.player(seat)
    if kind == "majority_counters":
        return int(scene.view["districts"][district]["counts"][seat])
    return int(player["coins"] if kind == "majority_coins" else sum(player["resources"]))


def _counters(goal: Mapping[str, Any], scene: Scene) -> int:
    """How many counters, districts or levels of the viewer count so far."""
    districts = scene.view["districts"]
    inside = [shown["counts"][scene.main] for shown in districts]
    levels = [
        sum(cell["owner"] == scene.main for shown in districts for cell in shown["levels"][level]) for level in range(4)
    ]
    kind = goal["kind"]
    if kind == "per_counter_in_district":
        return int(inside[goal["of"][0]])
    if kind == "distinct_districts":
        return sum(n > 0 for n in inside)
    if kind == "distinct_levels":
        return sum(n > 0 for n in levels)
    return sum(levels[level - 1] for level in _levels(goal))


# ---------------------------------------------------------------- in pictures


def picture(goal: Mapping[str, Any], scene: Scene) -> str:
    """What an objective counts, drawn in a box of 250 x 104."""
    kind, of = goal["kind"], goal["of"]
    if kind.startswith("majority"):
        inside = (
            _big(medallion(names.letter(of[0], scene.say), 0, 0), 70, 54, 1.5)
            if kind == "majority_counters"
            else use(MOST[kind], 66, 54, 46)
        )
        inside += _podium(goal["points"])
    elif kind == "per_counter_in_district":
        inside = _big(medallion(names.letter(of[0], scene.say), 0, 0), 70, 54, 1.5)
        inside += "".join(counter(scene.main, 124 + 30 * n, 54, 12) for n in range(4))
    elif kind.startswith("knowledge"):
        inside = _cells(goal, scene)
    elif kind == "distinct_districts":
        inside = "".join(
            _big(medallion(names.letter(d, scene.say), 0, 0), 56 + 46 * d, 38, 1.15)
            + _ghost(scene, counter(scene.main, 56 + 46 * d, 80, 10), scene.view["districts"][d]["counts"][scene.main])
            for d in range(4)
        )
    else:
        inside = _pyramid(
            _levels(goal) if kind != "distinct_levels" else (1, 2, 3, 4), kind == "distinct_levels", scene
        )
    return f'<svg viewBox="0 0 250 104" aria-hidden="true">{inside}</svg>'


def _big(drawn: str, x: float, y: float, size: float) -> str:
    return f'<g transform="translate({f(x)} {f(y)}) scale({size})">{drawn}</g>'


def _ghost(scene: Scene, drawn: str, there: int) -> str:
    return drawn if there else f'<g opacity=".38">{drawn}</g>'


def _podium(points: Sequence[int]) -> str:
    out = "".join(use("counter", x, y, 21) for x, y in ((145, 46), (145, 25), (181, 62)))
    for x, y, high, kind in ((128, 58, 40, "am-best"), (164, 74, 24, ""), (92, 86, 12, "")):
        out += f'<rect class="am-step {kind}" x="{x}" y="{y}" width="34" height="{high}" rx="3"/>'
    return out + text(145, 86, points[0], 22, 800, "#4a3408") + text(181, 94, points[1], 22, 800, "#4a3408")


def _cells(goal: Mapping[str, Any], scene: Scene) -> str:
    """One or two tracks up to the cell that is asked for, with the viewer's mark."""
    last = goal["kind"] == "knowledge_last"
    wanted = (
        [(goal["of"][0], len(scene.box["cells"][goal["of"][0]]))]
        if last
        else [(track, cell) for track, cell in enumerate(goal["of"]) if cell]
    )
    out = ""
    for line, (track, cell) in enumerate(wanted):
        y = 52 if len(wanted) == 1 else 33 + 40 * line
        step = min(29, 168 / (cell + 1))
        out += use(TRACKS[track], 54, y, 30)
        here = scene.player(scene.main)["tracks"][track]
        for n in range(cell + 1):
            x = 76 + n * step
            out += (
                f'<rect class="am-step{" am-best" if n == cell else ""}" x="{f(x)}" y="{y - 14}" '
                f'width="{f(step - 3)}" height="28" rx="6"/>'
            )
            if n == min(here, cell):
                out += counter(scene.main, x + (step - 3) / 2, y, min(10, step / 2 - 3))
    return out


def _pyramid(levels: Sequence[int], each: bool, scene: Scene) -> str:
    out = ""
    for level in range(4):
        wide = 6 - level
        for n in range(wide):
            lit = level + 1 in levels and (not each or n == 0)
            x, y = 135 + (n - wide / 2) * 27, 79 - level * 24
            out += (
                f'<rect class="am-step{" am-best" if lit else ""}" x="{f(x)}" y="{y}" width="25" height="22" rx="4"/>'
            )
            if lit and each:
                out += f'<g opacity=".5">{counter(scene.main, x + 12.5, y + 11, 8)}</g>'
    return out + "".join(text(238, 97 - 24 * (level - 1), level, 22, 700, "var(--ink-2)") for level in levels)


def card(scene: Scene, one: Mapping[str, Any], number: int, attributes: str) -> str:
    """An objective as a card that can be taken."""
    goal = scene.box["objectives"][one["id"]]
    steps = pays(goal, scene)
    ladder = "".join(
        f'<span class="{"am-best" if k == len(steps) - 1 else ""}"><small>{escape(what)}</small><b>{points}</b></span>'
        for k, (what, points) in enumerate(steps)
    )
    return (
        f'<button type="button" {attributes}><span class="am-pic">'
        f'<i class="am-let">{one["type"]}</i>{picture(goal, scene)}'
        f'<kbd aria-hidden="true">{number}</kbd></span><span class="am-tx"><b>{escape(title(goal, scene))}</b>'
        f'<span class="am-lad">{ladder}</span>'
        f'<span class="am-now">{escape(standing(goal, scene))}</span></span></button>'
    )
