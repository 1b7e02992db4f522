"""The sheet over the map when a city closes: the city with all that lies beside it, who has how many crops there, what
that is worth, and how ties were settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import escape, fill, seat_mark, short
from tablero.games.maya import names
from tablero.games.maya.drawing.pieces import bounds, outline, tile, use
from tablero.games.maya.drawing.scene import Scene

MARGIN = 8.0


def sheet(view: Mapping[str, Any], render: RenderOptions, events: Sequence[Mapping[str, Any]]) -> str:
    """The cities that have just scored; empty when none did."""
    scored = [event for event in events if event["kind"] == "closed" and any(event["points"])]
    if not scored:
        return ""
    scene = Scene(view, render)
    known = {city["name"]: city for city in view["cities"]}
    return "".join(_scored(scene, event, known[event["city"]]) for event in scored)


def _scored(scene: Scene, event: Mapping[str, Any], city: Mapping[str, Any]) -> str:
    say = scene.say
    name = escape(names.city(event["city"], say))
    got = event["points"][scene.me] if scene.me is not None else 0
    headline = fill(say("{city} is closed"), city=name)
    if got:
        sentence = say.plural("{city} is closed: you get {n} point", "{city} is closed: you get {n} points", got)
        headline = fill(sentence, city=name, n=got)
    pays = say("Size {size}: {first} points for most crops beside it, {second} for second most.")
    pays = fill(pays, size=event["size"], first=city["first"], second=city["second"])
    order = sorted(scene.seats, key=lambda seat: (-event["crops"][seat], seat))
    rows = "".join(_row(scene, event, seat) for seat in order)
    shared = _shared(scene, event, city)
    foot = f'<p class="my-shared">{shared}</p>' if shared else ""
    return (
        f'<section class="my my-sheet"><header><h2>{headline}</h2><p>{pays}</p></header>'
        f'<div class="my-sheet-body">{_picture(scene, city)}<ol>{rows}</ol></div>{foot}</section>'
    )


# ---------------------------------------------------------------- who has how many crops


def _row(scene: Scene, event: Mapping[str, Any], seat: int) -> str:
    say = scene.say
    crops, points = event["crops"][seat], event["points"][seat]
    width = 100 * crops / max(event["crops"])
    own = " me" if seat == scene.me else ""
    gain = f"<b>+{points}</b>" if points else "<b>0</b>"
    return (
        f'<li class="{"won" if points else "none"}{own}">{seat_mark(seat, 24)}<span class="my-of">{scene.name(seat)}'
        f'{scene.badge(seat)}</span><span class="my-measure">'
        f'<i data-css="width:{short(width)}%;background:var(--seat-{seat + 1})"></i>'
        f"</span><span>{escape(names.crops(crops, say))}</span>"
        f"<small>{escape(_place(scene, event, seat))}</small>{gain}</li>"
    )


def _place(scene: Scene, event: Mapping[str, Any], seat: int) -> str:
    """Why a seat gets what it gets."""
    say, all_crops = scene.say, event["crops"]
    crops = all_crops[seat]
    if not crops:
        return say("no crops, no place")
    alike = all_crops.count(crops) > 1
    ahead = len({other for other in all_crops if other > crops})
    if ahead == 0:
        return say("tied for most") if alike else say("most crops")
    if not event["points"][seat]:
        return say("no place left")
    return say("tied for second") if alike else say("second most")


def _shared(scene: Scene, event: Mapping[str, Any], city: Mapping[str, Any]) -> str:
    """How a tie was settled, in figures; empty where there was none."""
    say = scene.say
    best = max(event["crops"])
    tied = [seat for seat in scene.seats if event["crops"][seat] == best]
    if len(tied) > 1:
        sentence = say(
            "First and second place together, {first} + {second}, are shared by {n}, rounded up: {points} each."
        )
        if (city["first"] + city["second"]) % len(tied) == 0:
            sentence = say("First and second place together, {first} + {second}, are shared by {n}: {points} each.")
    else:
        paid = [seat for seat in scene.seats if event["points"][seat] and event["crops"][seat] < best]
        if len(paid) < 2:
            return ""
        tied = paid
        sentence = say("Second place, {second}, is shared by {n}, rounded up: {points} each.")
        if city["second"] % len(tied) == 0:
            sentence = say("Second place, {second}, is shared by {n}: {points} each.")
    points = event["points"][tied[0]]
    return fill(sentence, first=city["first"], second=city["second"], n=len(tied), points=points)


# ---------------------------------------------------------------- the city and its surroundings


def _picture(scene: Scene, city: Mapping[str, Any]) -> str:
    land = scene.land
    inside = city["spaces"]
    around = sorted({other for space in inside for other in land.beside[space]} - set(inside))
    planted = {space: rest for space, *rest in scene.view["tiles"]}
    covered = {space for limit in land.limits for space in limit}
    out = ""
    for space in around:
        x, y = land.middles[space]
        if space in planted:
            out += tile(x, y, *planted[space])
        elif space in covered:
            out += (
                f'<path d="{outline(land.set_of((space,)))}" fill="var(--my-jungle)" stroke="var(--my-jungle-edge)"/>'
                f"{use('thicket', x, y)}"
            )
    out += f'<path d="{outline(land.set_of(inside))}" fill="var(--my-city)"/>'
    for number, space in enumerate(inside):
        out += use(f"court-{(space * 7) % 3}" if number else "paved", *land.middles[space])
    out += f'<path d="{outline(land.set_of(inside))}" fill="none" stroke="var(--my-wall)" stroke-width="3"/>'
    x, y = land.middles[inside[0]]
    out += use("temple", x, y - 2, 0.92)
    left, top, width, height = bounds([land.spaces[space] for space in (*inside, *around)], MARGIN)
    label = escape(scene.say("{city} and what lies beside it").format(city=names.city(city["name"], scene.say)))
    return (
        f'<svg class="my-crop" viewBox="{short(left)} {short(top)} {short(width)} {short(height)}" role="img" '
        f'aria-label="{label}">{out}</svg>'
    )
