"""What Maya says: prompts, log lines, the names of moves, refusals.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablero.core.speech import Speech
from tablero.games.maya import names
from tablero.games.maya.layout import DRAW, END, GROW

# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    kind = view["prompt"]["kind"]
    if kind == "over":
        return _over(view, say)
    if kind == "wait":
        return _waiting(view, say)
    if kind == "plant":
        return _planting(view, say)
    if kind == "more":
        return _plant_more(view["crop"], say), _so_far(view["pending"], say)
    if kind == "end":
        return say("End your turn"), _so_far(view["pending"], say)
    if kind == "confirm":
        return say("End your turn"), _will_draw(view["prompt"]["count"], say)
    if kind == "draw":
        return _draw(view["prompt"]["count"], say), say("Your rack is empty and no city can be expanded.")
    return {
        "found": (say("Choose where the first temple stands"), say("Click one of the glowing temple spaces.")),
        "choose": (
            say("Plant a tile or expand a city"),
            say("Take a tile of your rack to plant it, or expand a city."),
        ),
        "must_plant": (say("Plant a tile"), say("No city can be expanded now: take a tile of your rack.")),
        "must_expand": (
            say("Expand a city"),
            say("Your rack is empty: the top tile of your reserve goes face down, unseen."),
        ),
        "pass": (say("You must pass"), say("There is nothing that you can do this turn.")),
        "turn": (say("Which tile goes face down?"), say("Any tile will do; its crops will not count any more.")),
        "expand": (say("Choose a glowing space beside a city"), say("Two cities never touch one another.")),
    }[kind]


def _over(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    result = view["result"]
    winners = result["winners"]
    headline = say("You win") if winners == [view["seat"]] else _victory(winners, say)
    why = say("Nobody could do anything any more.")
    if result["why"] == "last tile":
        why = say("The last tile of a seat was placed.")
    return headline, f"{why} {_tie(result['tie'], winners, say)}".rstrip()


def _seats(numbers: list[int], say: Speech) -> str:
    return say.every([f"@{seat}" for seat in numbers])


def _victory(winners: list[int], say: Speech) -> str:
    sentence = say.plural("{seats} wins", "{seats} share the victory", len(winners))
    return sentence.format(seats=_seats(winners, say))


def _tie(decided: str | None, winners: list[int], say: Speech) -> str:
    """What decided between seats with the same points."""
    n = len(winners)
    sentence = {
        "tiles": say.plural(
            "Equal in points, {seats} has more tiles left.", "Equal in points, {seats} have more tiles left.", n
        ),
        "turns": say.plural(
            "Equal in points, {seats} has taken fewer turns.", "Equal in points, {seats} have taken fewer turns.", n
        ),
        "last": say.plural(
            "Equal in points, {seats} has played last.", "Equal in points, {seats} have played last.", n
        ),
    }
    return sentence[decided].format(seats=_seats(winners, say)) if decided else ""


def _waiting(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    waiting = _seats(view["prompt"]["for"], say)
    if view["phase"] == "found":
        return say("Waiting for {seats} to choose the first temple").format(seats=waiting), ""
    doing = ""
    if view["crop"] is not None:
        doing = (
            say("{seats} plants maize."),
            say("{seats} plants potatoes."),
            say("{seats} plants squash."),
            say("{seats} plants peppers."),
        )[view["crop"]]
    elif view["phase"] in ("turn", "expand", "confirm"):
        doing = say("{seats} expands a city.")
    return say("Waiting for {seats}").format(seats=waiting), doing.format(seats=waiting)


def _planting(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    number = view["mine"]["held"]
    headline = say("Plant {tile}: choose a glowing space").format(tile=names.face(number // 2, number % 2 + 1, say))
    joining = view["prompt"].get("joining")
    if joining == "connected":
        return headline, say("The tiles of one turn lie side by side.")
    if joining == "one_group":
        return headline, say("The tiles of one turn end in one group of yours.")
    return headline, say("A number is what your whole group brings with this tile.")


def _plant_more(crop: int, say: Speech) -> str:
    return (
        say("Plant more maize or end your turn"),
        say("Plant more potatoes or end your turn"),
        say("Plant more squash or end your turn"),
        say("Plant more peppers or end your turn"),
    )[crop]


def _so_far(points: int, say: Speech) -> str:
    sentence = say.plural("This turn brings {n} point so far.", "This turn brings {n} points so far.", points)
    return sentence.format(n=points)


def _will_draw(count: int, say: Speech) -> str:
    if count == 0:
        return say("You draw nothing.")
    return say.plural("Then you draw {n} tile.", "Then you draw {n} tiles.", count).format(n=count)


def _draw(count: int, say: Speech) -> str:
    return say.plural("Draw {n} tile", "Draw {n} tiles", count).format(n=count)


# ---------------------------------------------------------------- the log


def line(event: Mapping[str, Any], say: Speech) -> str:
    return LINES[event["kind"]](event, say)


def _start(event: Mapping[str, Any], say: Speech) -> str:
    areas = say.every([names.area(name, say) for name in event["areas"]])
    return say("The areas {areas} are in play. @{seat} begins.").format(areas=areas, seat=event["first"])


def _round(event: Mapping[str, Any], say: Speech) -> str:
    return say("Round {round}").format(round=event["round"])


def _founded(event: Mapping[str, Any], say: Speech) -> str:
    return say("A temple rises at {city}.").format(city=names.city(event["name"], say))


def _planted(event: Mapping[str, Any], say: Speech) -> str:
    tile = names.face(event["crop"], event["number"], say)
    return say("@{seat} plants {tile}.").format(seat=event["seat"], tile=tile)


def _harvest(event: Mapping[str, Any], say: Speech) -> str:
    n = event["points"]
    sentence = say.plural("@{seat} harvests {crops}: {n} point.", "@{seat} harvests {crops}: {n} points.", n)
    return sentence.format(seat=event["seat"], crops=names.amount(event["crop"], n, say), n=n)


def _expanded(event: Mapping[str, Any], say: Speech) -> str:
    sentence = say("@{seat} expands {city}, size {size}.")
    if event["blind"]:
        sentence = say("@{seat} expands {city} with a tile nobody has seen, size {size}.")
    return sentence.format(seat=event["seat"], city=names.city(event["city"], say), size=event["size"])


def _turned(event: Mapping[str, Any], say: Speech) -> str:
    return say("You turned over {tile}.").format(tile=names.face(event["crop"], event["number"], say))


def _drew(event: Mapping[str, Any], say: Speech) -> str:
    n = event["count"]
    return say.plural("@{seat} draws {n} tile.", "@{seat} draws {n} tiles.", n).format(seat=event["seat"], n=n)


def _got(event: Mapping[str, Any], say: Speech) -> str:
    return say("You got {tiles}.").format(tiles=say.every([names.face(crop, n, say) for crop, n in event["tiles"]]))


def _closed(event: Mapping[str, Any], say: Speech) -> str:
    points = _points(event["points"])
    sentence = say("{city} is closed with size {size}: {points}.")
    if not points:
        sentence = say("{city} is closed with size {size}: no points.")
    return sentence.format(city=names.city(event["city"], say), size=event["size"], points=points)


def _points(shares: list[int]) -> str:
    return ", ".join(f"@{seat} +{share}" for seat, share in enumerate(shares) if share)


def _no_space(event: Mapping[str, Any], say: Speech) -> str:
    return say("@{seat} finds no space for a blind tile.").format(seat=event["seat"])


def _passed(event: Mapping[str, Any], say: Speech) -> str:
    return say("@{seat} can do nothing and passes.").format(seat=event["seat"])


def _end(event: Mapping[str, Any], say: Speech) -> str:
    scores = ", ".join(f"@{seat} {score}" for seat, score in enumerate(event["scores"]))
    told = say("The game is over: {scores}. {victory}.").format(scores=scores, victory=_victory(event["winners"], say))
    return f"{told} {_tie(event['tie'], event['winners'], say)}".rstrip()


LINES: Mapping[str, Callable[[Mapping[str, Any], Speech], str]] = {
    "start": _start,
    "round": _round,
    "founded": _founded,
    "planted": _planted,
    "harvest": _harvest,
    "expanded": _expanded,
    "turned": _turned,
    "drew": _drew,
    "got": _got,
    "closed": _closed,
    "no_space": _no_space,
    "passed": _passed,
    "end": _end,
}


# ---------------------------------------------------------------- names of moves


def turn(events: Sequence[Mapping[str, Any]], say: Speech) -> str:
    """What a seat did in a turn, or what a round brought."""
    return " ".join(filter(None, (line(event, say) for event in events)))


def move(move: int, view: Mapping[str, Any], say: Speech) -> str:
    # What ends a turn is named before it may be done.
    if move == END:
        return say("End turn")
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None:
        return ""
    if "space" in offer:
        return _space(offer, view, say)
    if "crop" in offer:
        tile = names.face(offer["crop"], offer["number"], say)
        sentence = say("Turn over {tile}") if offer["face_down"] else say("Plant {tile}")
        return sentence.format(tile=tile)
    if move == DRAW:
        return _draw(offer["count"], say)
    return say("Expand a city") if move == GROW else say("Pass")


def hint(move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
    """What a space brings, in short lines for the bubble beside the pointer; its points stand there already."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None or "space" not in offer or view["phase"] == "found":
        return []
    if "city" in offer:
        lines = [_grows(offer, say)]
    elif len(offer["group"]) == 1:
        lines = [say("A new group")]
    else:
        n = len(offer["group"])
        crops = names.amount(view["mine"]["held"] // 2, offer["points"], say)
        lines = [say.plural("Group of {n} tile, {crops}", "Group of {n} tiles, {crops}", n).format(n=n, crops=crops)]
    return lines + _consequences(offer, say)


def _grows(offer: Mapping[str, Any], say: Speech) -> str:
    return say("{city} grows to size {size}.").format(city=names.city(offer["city"], say), size=offer["size"])


def _cities(found: list[str], say: Speech) -> str:
    return say.every([names.city(name, say) for name in found])


def _consequences(offer: Mapping[str, Any], say: Speech) -> list[str]:
    """The temples that a tile founds and the cities that it closes."""
    lines = []
    if offer["founds"]:
        lines.append(say("Founds {cities}.").format(cities=_cities(offer["founds"], say)))
    for closed in offer["closes"]:
        points = _points(closed["points"])
        sentence = say("Closes {city}: {points}.") if points else say("Closes {city}.")
        lines.append(sentence.format(city=names.city(closed["city"], say), points=points))
    return lines


def _space(offer: Mapping[str, Any], view: Mapping[str, Any], say: Speech) -> str:
    """What choosing a space does and brings."""
    if view["phase"] == "found":
        name = next(name for name, space in view["map"]["temples"] if space == offer["space"])
        return say("Let the temple of {city} stand first.").format(city=names.city(name, say))
    parts = []
    if "city" in offer:
        parts.append(_grows(offer, say))
    else:
        if offer["beside"]:
            parts.append(say("Beside {cities}.").format(cities=_cities(offer["beside"], say)))
        parts.append(say("Legal for {crop}.").format(crop=names.crop(view["mine"]["held"] // 2, say)))
        parts.append(say("Plus {points}.").format(points=offer["points"]))
    parts += _consequences(offer, say)
    q, r, _ = view["map"]["spaces"][offer["space"]]
    parts.append(say("Space {q}, {r}.").format(q=q, r=r))
    return " ".join(parts)


# ---------------------------------------------------------------- refusals


def refusal(rule: str, say: Speech) -> str:
    return {
        "over": say("The game is over."),
        "turn": say("It is not your turn: wait until the prompt asks you."),
        "notation": say("This is no move of Maya: choose one of the glowing places."),
        "first-temple": say("Choose a glowing temple space first."),
        "must-act": say("Something can be done: plant a tile or expand a city."),
        "one-action": say("One action a turn: end your turn, or take it back and choose the other."),
        "one-crop": say("All tiles of a turn show the same crop."),
        "rack": say("There is no such tile in your rack."),
        "empty-rack": say("Your rack is empty: only expanding a city brings new tiles."),
        "tile-first": say("Take a tile first, then choose its space."),
        "in-hand": say("You have a tile in hand: put it on a glowing space, or take it back."),
        "turn-over": say("Choose the tile that goes face down."),
        "in-play": say("This space is not in play."),
        "temple-space": say("Only temples stand on temple spaces."),
        "occupied": say("Something lies there already: choose an empty space."),
        "beside": say("A tile must touch a temple or another tile."),
        "together": say("The tiles of one turn must touch one another."),
        "city-space": say("There is no space where a city could grow: plant a tile."),
        "city-beside": say("A face-down tile must touch a temple or another face-down tile."),
        "cities-apart": say("This would join two cities."),
        "empty-temple": say("No tile goes face down beside an empty temple space."),
    }.get(rule, say("The rules do not allow this."))
