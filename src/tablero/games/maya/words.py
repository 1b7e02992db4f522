"""What Maya says: prompts, log lines, the names of moves, refusals, options.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.speech import Speech


def crop(number: int, say: Speech) -> str:
    return (say("maize"), say("potato"), say("squash"), say("pepper"))[number]


def face(number: int, crops: int, say: Speech) -> str:
    """What a tile shows."""
    single = (say("one maize"), say("one potato"), say("one squash"), say("one pepper"))
    double = (say("two maize"), say("two potatoes"), say("two squashes"), say("two peppers"))
    return (single if crops == 1 else double)[number]


def area(name: str, say: Speech) -> str:
    """The colour of an area; a map from somebody else's file may have other names."""
    return {"blue": say("blue"), "green": say("green"), "yellow": say("yellow"), "red": say("red")}.get(name, name)


def _list(items: list[str], say: Speech) -> str:
    if len(items) < 2:
        return "".join(items)
    return say("{first} and {last}").format(first=", ".join(items[:-1]), last=items[-1])


def _seats(numbers: list[int], say: Speech) -> str:
    return _list([f"@{seat}" for seat in numbers], say)


def _points(shares: list[int]) -> str:
    return ", ".join(f"@{seat} +{share}" for seat, share in enumerate(shares) if share)


# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    kind = view["prompt"]["kind"]
    if kind == "over":
        return _over(view, say)
    if kind == "wait":
        return _waiting(view, say)
    if kind == "found":
        return say("Choose where the first temple stands"), say("Click one of the glowing temple spaces.")
    if kind == "choose":
        return say("Plant a tile or expand a city"), say("Take a tile of your rack to plant it, or expand a city.")
    if kind == "must_plant":
        return say("Plant a tile"), say("No city can be expanded now: take a tile of your rack.")
    if kind == "must_expand":
        return say("Expand a city"), say("Your rack is empty: the top tile of your reserve goes face down, unseen.")
    if kind == "draw":
        return say("Draw two tiles"), say("Your rack is empty and no city can be expanded.")
    if kind == "pass":
        return say("You must pass"), say("There is nothing that you can do this turn.")
    if kind == "more":
        return say("Plant more {crop} or end your turn").format(crop=crop(view["crop"], say)), _so_far(view, say)
    if kind == "end":
        return say("End your turn"), _so_far(view, say)
    if kind == "plant":
        number = view["mine"]["held"]
        headline = say("Plant {tile}: choose a glowing space").format(tile=face(number // 2, number % 2 + 1, say))
        if view["new"]:
            return headline, say("The tiles of one turn lie side by side.")
        return headline, say("A number is what your whole group brings with this tile.")
    if kind == "turn":
        return say("Which tile goes face down?"), say("Any tile will do; its crops will not count any more.")
    if kind == "expand":
        return say("Choose a glowing space beside a city"), say("Two cities never touch one another.")
    return say("End your turn"), _will_draw(view, say)


def _over(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    result = view["result"]
    winners = _seats(result["winners"], say)
    headline = say("{seats} wins") if len(result["winners"]) == 1 else say("{seats} share the victory")
    if result["why"] == "all passed":
        return headline.format(seats=winners), say("Nobody could do anything any more.")
    return headline.format(seats=winners), say("The last tile of a seat was placed.")


def _waiting(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    waiting = _seats(view["prompt"]["for"], say)
    if view["phase"] == "found":
        return say("Waiting for {seats} to choose the first temple").format(seats=waiting), ""
    if view["crop"] is not None:
        doing = say("{seats} plants {crop}.").format(seats=waiting, crop=crop(view["crop"], say))
    elif view["phase"] in ("turn", "expand", "confirm"):
        doing = say("{seats} expands a city.").format(seats=waiting)
    else:
        doing = ""
    return say("Waiting for {seats}").format(seats=waiting), doing


def _so_far(view: Mapping[str, Any], say: Speech) -> str:
    return say("This turn brings {points} points so far.").format(points=view["pending"])


def _will_draw(view: Mapping[str, Any], say: Speech) -> str:
    player = view["players"][view["seat"]]
    most = 3 if player["rack"] or view["mine"]["held"] != 8 else 2
    count = max(0, min(most, view["rack_limit"] - player["rack"], player["reserve"]))
    if count == 0:
        return say("You draw nothing.")
    return say("Then you draw up to {count} tiles.").format(count=count)


# ---------------------------------------------------------------- the log


def line(event: Mapping[str, Any], say: Speech) -> str:
    kind = event["kind"]
    if kind == "start":
        areas = _list([area(name, say) for name in event["areas"]], say)
        return say("The areas {areas} are in play. @{seat} begins.").format(areas=areas, seat=event["first"])
    if kind == "round":
        return say("Round {round}").format(round=event["round"])
    if kind == "founded":
        return say("A temple rises at {city}.").format(city=event["name"])
    if kind == "planted":
        return say("@{seat} plants {tile}.").format(seat=event["seat"], tile=face(event["crop"], event["number"], say))
    if kind == "harvest":
        return say("@{seat} scores {points} for {crop}.").format(
            seat=event["seat"], points=event["points"], crop=crop(event["crop"], say)
        )
    if kind == "expanded":
        if event["blind"]:
            return say("@{seat} expands {city} with a tile nobody has seen, size {size}.").format(
                seat=event["seat"], city=event["city"], size=event["size"]
            )
        return say("@{seat} expands {city}, size {size}.").format(
            seat=event["seat"], city=event["city"], size=event["size"]
        )
    if kind == "turned":
        return say("You turned over {tile}.").format(tile=face(event["crop"], event["number"], say))
    if kind == "drew":
        if event["count"] == 1:
            return say("@{seat} draws one tile.").format(seat=event["seat"])
        return say("@{seat} draws {count} tiles.").format(seat=event["seat"], count=event["count"])
    if kind == "got":
        tiles = _list([face(number, crops, say) for number, crops in event["tiles"]], say)
        return say("You got {tiles}.").format(tiles=tiles)
    if kind == "closed":
        points = _points(event["points"])
        if not points:
            return say("{city} is closed with size {size}: no points.").format(city=event["city"], size=event["size"])
        return say("{city} is closed with size {size}: {points}.").format(
            city=event["city"], size=event["size"], points=points
        )
    if kind == "no_space":
        return say("@{seat} finds no space for a blind tile.").format(seat=event["seat"])
    if kind == "passed":
        return say("@{seat} can do nothing and passes.").format(seat=event["seat"])
    if kind == "end":
        scores = ", ".join(f"@{seat} {score}" for seat, score in enumerate(event["scores"]))
        winners = _seats(event["winners"], say)
        if len(event["winners"]) > 1:
            return say("The game is over: {scores}. {seats} share the victory.").format(scores=scores, seats=winners)
        return say("The game is over: {scores}. {seats} wins.").format(scores=scores, seats=winners)
    return ""


# ---------------------------------------------------------------- names of things


def move(move: int, view: Mapping[str, Any], say: Speech) -> str:
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None:
        return ""
    if "space" in offer:
        return _space(offer, view, say)
    if "crop" in offer:
        tile = face(offer["crop"], offer["number"], say)
        if offer["face_down"]:
            return say("Turn over {tile}").format(tile=tile)
        return say("Plant {tile}").format(tile=tile)
    return (say("End turn"), say("Expand a city"), say("Draw two tiles"), say("Pass"))[move]


def hint(move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
    """What a space brings, in short lines for the bubble beside the pointer; its points stand there already."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None or "space" not in offer or view["phase"] == "found":
        return []
    if "city" in offer:
        lines = [say("{city} grows to size {size}.").format(city=offer["city"], size=offer["size"])]
    elif len(offer["group"]) == 1:
        lines = [say("A new group")]
    else:
        planted = crop(view["mine"]["held"] // 2, say)
        lines = [
            say("Group of {tiles} tiles, {points} {crop}").format(
                tiles=len(offer["group"]), points=offer["points"], crop=planted
            )
        ]
    return lines + _consequences(offer, say)


def _consequences(offer: Mapping[str, Any], say: Speech) -> list[str]:
    """The temples that a tile founds and the cities that it closes."""
    lines = []
    if offer["founds"]:
        lines.append(say("Founds {cities}.").format(cities=_list(offer["founds"], say)))
    for closed in offer["closes"]:
        points = _points(closed["points"])
        if points:
            lines.append(say("Closes {city}: {points}.").format(city=closed["city"], points=points))
        else:
            lines.append(say("Closes {city}.").format(city=closed["city"]))
    return lines


def _space(offer: Mapping[str, Any], view: Mapping[str, Any], say: Speech) -> str:
    """What choosing a space does and brings."""
    if view["phase"] == "found":
        name = next(name for name, space in view["map"]["temples"] if space == offer["space"])
        return say("Let the temple of {city} stand first.").format(city=name)
    parts = []
    if "city" in offer:
        parts.append(say("{city} grows to size {size}.").format(city=offer["city"], size=offer["size"]))
    else:
        if offer["beside"]:
            parts.append(say("Beside {cities}.").format(cities=_list(offer["beside"], say)))
        number = view["mine"]["held"]
        parts.append(say("Legal for {crop}.").format(crop=crop(number // 2, say)))
        parts.append(say("Plus {points}.").format(points=offer["points"]))
    parts += _consequences(offer, say)
    q, r, _ = view["map"]["spaces"][offer["space"]]
    parts.append(say("Space {q}, {r}.").format(q=q, r=r))
    return " ".join(parts)


# ---------------------------------------------------------------- refusals and options


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
        "empty-rack": say("Your rack is empty: expand a city to get new tiles."),
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
