"""What Yaxha says: prompts, log lines, the names of moves, refusals, options.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.speech import Speech


def colour(number: int, say: Speech) -> str:
    return (say("orange"), say("blue"), say("green"), say("yellow"), say("grey"))[number]


def mark(number: int, say: Speech) -> str:
    """The engraving that goes with a colour, so that colour never speaks alone."""
    return (say("flame"), say("wave"), say("leaf"), say("sun"), say("moon"))[number]


def colours(numbers: list[int], say: Speech) -> str:
    return _list([colour(number, say) for number in numbers], say)


def _list(items: list[str], say: Speech) -> str:
    if len(items) < 2:
        return "".join(items)
    return say("{first} and {last}").format(first=", ".join(items[:-1]), last=items[-1])


def _seats(numbers: list[int], say: Speech) -> str:
    return _list([f"@{seat}" for seat in numbers], say)


# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    asked = view["prompt"]
    kind = asked["kind"]
    if kind == "over":
        winners = view["result"]["winners"]
        if len(winners) > 1:
            return say("{seats} share the victory").format(seats=_seats(winners, say)), say("The game is over.")
        return say("{seats} wins").format(seats=_seats(winners, say)), say("The game is over.")
    if kind == "wait":
        waiting = _seats(asked["for"], say)
        mine = view["mine"]
        if view["phase"] == "choose":
            detail = ""
            if mine is not None and mine["chosen"] is not None:
                detail = say("You chose tile {tile}. You can take it back until everybody has chosen.").format(
                    tile=mine["chosen"] + 1
                )
            return say("Waiting for {seats} to choose a tile").format(seats=waiting), detail
        if view["phase"] == "leftover":
            return say("Waiting for {seats} to pick one of the tiles left over").format(seats=waiting), ""
        detail = ""
        if mine is not None:
            detail = say("You have finished. You can take it back until everybody has finished.")
        return say("Waiting for {seats} to finish building").format(seats=waiting), detail
    if kind == "choose":
        return say("Choose a tile of the market"), say(
            "In secret. If several want the same one, the lowest initiative gets it."
        )
    if kind == "leftover":
        return say("Pick one of the tiles left over"), say("The tile you wanted went to a lower initiative.")
    secret = say("The others cannot see it yet.") if view["options"]["build_visibility"] == "hidden" else ""
    left = asked["left"]
    if kind == "build":
        cubes = colours(sorted(set(left)), say)
        headline = say("Place the {colour} cube on a glowing cell").format(colour=cubes)
        if len(set(left)) > 1:
            headline = say("Place your cubes on glowing cells")
        progress = say("{placed} of {all} placed, {left} to go.").format(
            placed=asked["placed"], all=asked["placed"] + len(left), left=len(left)
        )
        return headline, f"{progress} {secret}".strip()
    if left:
        return say("Nothing fits: finish building"), say("These cubes go back to the box: {cubes}.").format(
            cubes=colours(left, say)
        )
    return say("Finish building"), f"{say('All cubes are placed.')} {secret}".strip()


# ---------------------------------------------------------------- the log


def line(event: Mapping[str, Any], say: Speech) -> str:
    kind = event["kind"]
    if kind == "start":
        order = sorted(range(len(event["initiative"])), key=lambda seat: event["initiative"][seat])
        cards = "; ".join(card(name, say) for name in event["cards"])
        return say("Bonus cards: {cards}. Initiative: {order}.").format(
            cards=cards, order=", ".join(f"@{seat}" for seat in order)
        )
    if kind == "market":
        return say("Round {round}: {count} new cubes on the market.").format(
            round=event["round"], count=sum(map(len, event["tiles"]))
        )
    if kind == "chose":
        return say("@{seat} secretly chose tile {tile}.").format(seat=event["seat"], tile=event["tile"] + 1)
    if kind == "claim":
        seat, tile = event["seat"], event["tile"] + 1
        if not event["rivals"]:
            return say("@{seat} takes tile {tile}.").format(seat=seat, tile=tile)
        stones = event["initiative"]
        return say("@{seat} and {rivals} wanted tile {tile}. Initiative {stone} is lowest: @{seat} takes it.").format(
            seat=seat, rivals=_seats(event["rivals"], say), tile=tile, stone=stones[seat]
        )
    if kind == "leftover":
        sentence = (
            say("@{seat} takes tile {tile}, the one left over.")
            if event["forced"]
            else say("@{seat} picks tile {tile} among those left over.")
        )
        return sentence.format(seat=event["seat"], tile=event["tile"] + 1)
    if kind == "swap":
        stones = ", ".join(f"@{seat} {event['initiative'][seat]}" for seat in event["seats"])
        return say("Initiative changes hands: {stones}.").format(stones=stones)
    if kind == "placed":
        return say("@{seat} placed {colour} on level {level}.").format(
            seat=event["seat"], colour=colour(event["cube"][3], say), level=event["cube"][2] + 1
        )
    if kind == "finished":
        return say("@{seat} finished building.").format(seat=event["seat"])
    if kind == "built":
        cubes = _list(
            [
                say("{colour} on level {level}").format(colour=colour(cube[3], say), level=cube[2] + 1)
                for cube in event["cubes"]
            ],
            say,
        )
        if not event["discarded"]:
            return say("@{seat} built {cubes}.").format(seat=event["seat"], cubes=cubes)
        lost = colours(event["discarded"], say)
        if not cubes:
            return say("@{seat} could place nothing and discarded {lost}.").format(seat=event["seat"], lost=lost)
        return say("@{seat} built {cubes} and discarded {lost}.").format(seat=event["seat"], cubes=cubes, lost=lost)
    if kind == "bonus":
        if not event["seats"]:
            return say("{card}: nobody.").format(card=card(event["card"], say))
        return say("{card}: 5 points for {seats}.").format(
            card=card(event["card"], say), seats=_seats(event["seats"], say)
        )
    if kind == "end":
        scores = ", ".join(f"@{seat} {score}" for seat, score in enumerate(event["scores"]))
        if len(event["winners"]) > 1:
            return say("The game is over: {scores}. {seats} share the victory.").format(
                scores=scores, seats=_seats(event["winners"], say)
            )
        return say("The game is over: {scores}. {seats} wins.").format(
            scores=scores, seats=_seats(event["winners"], say)
        )
    return ""  # the reveal itself: the claims that follow it say everything


# ---------------------------------------------------------------- names of things


def move(move: int, view: Mapping[str, Any], say: Speech) -> str:
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None:
        return ""
    if "tile" in offer:
        cubes = colours(view["market"][offer["tile"]]["cubes"], say)
        return say("Tile {tile}: {cubes}.").format(tile=offer["tile"] + 1, cubes=cubes)
    if "finish" in offer:
        return say("Finish building")
    return placing(offer, view["pyramids"][view["seat"]]["frame"], say)


def placing(offer: Mapping[str, Any], frame: Sequence[int], say: Speech) -> str:
    """What placing a cube does; rows and columns are counted from the edge of the base as it may still lie."""
    x, y, z, number = offer["cube"]
    west, _, north, _ = frame
    where = say("Level {level}, row {row}, column {column}. Legal for {colour}.").format(
        level=z + 1, row=y - north + 1, column=x - west + 1, colour=colour(number, say)
    )
    return f"{where} {gain(offer, say)} {hiding(offer['hides'], say)}"


def hint(move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
    """What a move brings, in short lines for the bubble beside the pointer; its points stand there already."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None or "cube" not in offer:
        return []
    grows = say("{colour} group {before} → {after}").format(
        colour=colour(offer["cube"][3], say), before=offer["from"], after=offer["to"]
    )
    where = say("Level {level}.").format(level=offer["cube"][2] + 1)
    return [grows[:1].upper() + grows[1:], f"{where} {hiding(offer['hides'], say)}"]


def gain(offer: Mapping[str, Any], say: Speech) -> str:
    """What placing a cube brings."""
    name = colour(offer["cube"][3], say)
    if offer["gain"] > 0:
        return say("Plus {points}: {colour} group {before} to {after}.").format(
            points=offer["gain"], colour=name, before=offer["from"], after=offer["to"]
        )
    if offer["gain"] < 0:
        return say("Minus {points}: it covers cubes that score.").format(points=-offer["gain"])
    return say("No points now.")


def hiding(count: int, say: Speech) -> str:
    if count == 0:
        return say("Hides nothing.")
    if count == 1:
        return say("Hides one cube.")
    return say("Hides {count} cubes.").format(count=count)


def card(name: str, say: Speech) -> str:
    """The short text of a bonus card."""
    kind, _, rest = name.partition("_")
    if kind == "largest" and rest in COLOUR_NAMES:
        return say("Largest {colour} group").format(colour=colour(COLOUR_NAMES.index(rest), say))
    if kind == "left":
        name = rest.removeprefix("neighbour_")
        return say("{colour} at least as large as the left neighbour's").format(
            colour=colour(COLOUR_NAMES.index(name), say).capitalize()
        )
    return {
        "largest_any": say("Largest group of any colour"),
        "largest_level_1": say("Most cubes of one group on level 1"),
        "most_levels": say("A group over the most levels"),
        "second_largest": say("Second-largest group"),
        "five_colours_level_1": say("Five colours on level 1"),
        "five_colours_level_2": say("Five colours on level 2"),
        "one_colour_side": say("One side in a single colour"),
        "three_colours": say("Exactly three colours visible"),
    }[name]


COLOUR_NAMES = ("orange", "blue", "green", "yellow", "grey")


# ---------------------------------------------------------------- refusals and options


def refusal(rule: str, say: Speech) -> str:
    return {
        "over": say("The game is over."),
        "turn": say("It is not your decision now: wait until the prompt asks you."),
        "notation": say("This is no move of Yaxha: choose one of the glowing places."),
        "choose": say("Choose a tile of the market first."),
        "leftover": say("This tile is taken: pick one that nobody has."),
        "build": say("The market is closed: place your cubes."),
        "must-place": say("A cube of yours still fits: place it before you finish."),
        "hand": say("You have no cube of this colour in hand."),
        "occupied": say("There is a cube already: choose an empty cell."),
        "first-cube": say("The first cube goes on level 1, where the cell glows."),
        "base-contact": say("On level 1 a cube must touch the side of another cube of level 1."),
        "base-frame": say("The base would grow wider than four cubes: stay inside the square of four by four."),
        "support": say("A cube above level 1 must rest on four cubes."),
        "colour": say("Above level 1 a cube must lie on or beside a cube of its own colour."),
        "self-blocking": say("This would leave another cube without a place: place as many as you can."),
    }.get(rule, say("The rules do not allow this."))
