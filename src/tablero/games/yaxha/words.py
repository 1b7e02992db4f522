"""What Yaxha says: prompts, log lines, the names of moves, refusals.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablero.core.speech import Speech
from tablero.games.yaxha.layout import FINISH
from tablero.games.yaxha.names import card, colour, colours, seats

Said = Mapping[str, Any]

# ---------------------------------------------------------------- prompts


def prompt(view: Said, say: Speech) -> tuple[str, str]:
    kind = view["prompt"]["kind"]
    if kind == "over":
        return _over(view, say), say("The game is over.")
    if kind == "wait":
        return _waiting(view, say)
    if kind == "choose":
        return say("Choose a tile of the market"), say(
            "In secret. If several want the same one, the lowest initiative gets it."
        )
    if kind == "leftover":
        return say("Pick one of the tiles left over"), say("The tile you wanted went to a lower initiative.")
    return _building(view, say)


def _over(view: Said, say: Speech) -> str:
    winners = view["result"]["winners"]
    if winners == [view["seat"]]:
        return say("You win")
    if len(winners) > 1:
        return say("{seats} share the victory").format(seats=seats(winners, say))
    return say("{seats} wins").format(seats=seats(winners, say))


def _waiting(view: Said, say: Speech) -> tuple[str, str]:
    missing = view["prompt"]["for"]
    n, who = len(missing), seats(missing, say)
    mine = view["mine"]
    if view["phase"] == "choose":
        detail = ""
        if mine is not None and mine["chosen"] is not None:
            detail = say("You chose tile {tile}. You can take it back until everybody has chosen.").format(
                tile=mine["chosen"] + 1
            )
        text = say.plural("Waiting for {seats} to choose a tile", "Waiting for {seats} to choose their tiles", n)
        return text.format(seats=who), detail
    if view["phase"] == "leftover":
        return say("Waiting for {seats} to pick one of the tiles left over").format(seats=who), ""
    text = say.plural("Waiting for {seats} to finish building", "Waiting for {seats} to finish their building", n)
    detail = say("You have finished. You can take it back until everybody has finished.") if mine is not None else ""
    return text.format(seats=who), detail


def _building(view: Said, say: Speech) -> tuple[str, str]:
    asked = view["prompt"]
    left = asked["left"]
    secret = say("The others cannot see it yet.") if view["options"]["build_visibility"] == "hidden" else ""
    if asked["kind"] == "build":
        headline = say("Place your cubes on glowing cells")
        if len(set(left)) == 1:
            headline = say("Place the {colour} cube on a glowing cell").format(colour=colour(left[0], say))
        n = len(left)
        text = say.plural("{placed} of {all} placed, {n} to go.", "{placed} of {all} placed, {n} to go.", n)
        progress = text.format(placed=asked["placed"], all=asked["placed"] + n, n=n)
        return headline, f"{progress} {secret}".strip()
    if left:
        text = say.plural("This cube goes back to the box: {cubes}.", "These cubes go back to the box: {cubes}.", len(left))
        return say("Nothing fits: finish building"), text.format(cubes=colours(left, say))
    return say("All cubes are placed: finish building"), secret


# ---------------------------------------------------------------- the log


def line(event: Said, say: Speech) -> str:
    told = _LINES.get(event["kind"])
    return told(event, say) if told else ""  # the reveal itself: the claims that follow it say everything


def _start(event: Said, say: Speech) -> str:
    order = sorted(range(len(event["initiative"])), key=lambda seat: event["initiative"][seat])
    cards = "; ".join(card(name, say) for name in event["cards"])
    return say("Bonus cards: {cards}. Initiative: {order}.").format(
        cards=cards, order=", ".join(f"@{seat}" for seat in order)
    )


def _market(event: Said, say: Speech) -> str:
    return say("Round {round}: {count} new cubes on the market.").format(
        round=event["round"], count=sum(map(len, event["tiles"]))
    )


def _chose(event: Said, say: Speech) -> str:
    return say("@{seat} secretly chose tile {tile}.").format(seat=event["seat"], tile=event["tile"] + 1)


def _claim(event: Said, say: Speech) -> str:
    seat, tile = event["seat"], event["tile"] + 1
    if not event["rivals"]:
        return say("@{seat} takes tile {tile}.").format(seat=seat, tile=tile)
    return say("{seats} wanted tile {tile}. Initiative {stone} is lowest: @{seat} takes it.").format(
        seats=seats([seat, *event["rivals"]], say), seat=seat, tile=tile, stone=event["initiative"][seat]
    )


def _leftover(event: Said, say: Speech) -> str:
    sentence = (
        say("@{seat} takes tile {tile}, the one left over.")
        if event["forced"]
        else say("@{seat} picks tile {tile} among those left over.")
    )
    return sentence.format(seat=event["seat"], tile=event["tile"] + 1)


def _swap(event: Said, say: Speech) -> str:
    stones = ", ".join(f"@{seat} {event['initiative'][seat]}" for seat in event["seats"])
    return say("Initiative changes hands: {stones}.").format(stones=stones)


def _placed(event: Said, say: Speech) -> str:
    return say("@{seat} placed a {colour} cube on level {level}.").format(
        seat=event["seat"], colour=colour(event["cube"][3], say), level=event["cube"][2] + 1
    )


def _finished(event: Said, say: Speech) -> str:
    return say("@{seat} finished building.").format(seat=event["seat"])


def _built(event: Said, say: Speech) -> str:
    seat, lost = event["seat"], colours(event["discarded"], say)
    cubes = say.every(
        [
            say("{colour} on level {level}").format(colour=colour(cube[3], say), level=cube[2] + 1)
            for cube in event["cubes"]
        ]
    )
    if not lost:
        return say("@{seat} built {cubes}.").format(seat=seat, cubes=cubes)
    if not cubes:
        return say("@{seat} could place nothing and discarded {lost}.").format(seat=seat, lost=lost)
    return say("@{seat} built {cubes} and discarded {lost}.").format(seat=seat, cubes=cubes, lost=lost)


def _bonus(event: Said, say: Speech) -> str:
    name, n = card(event["card"], say), event["points"]
    if not event["seats"]:
        return say("{card}: nobody.").format(card=name)
    text = say.plural("{card}: {n} point for {seats}.", "{card}: {n} points for {seats}.", n)
    return text.format(card=name, n=n, seats=seats(event["seats"], say))


def _end(event: Said, say: Speech) -> str:
    scores = ", ".join(f"@{seat} {score}" for seat, score in enumerate(event["scores"]))
    who = seats(event["winners"], say)
    if len(event["winners"]) > 1:
        return say("The game is over: {scores}. {seats} share the victory.").format(scores=scores, seats=who)
    return say("The game is over: {scores}. {seats} wins.").format(scores=scores, seats=who)


_LINES: Mapping[str, Callable[[Said, Speech], str]] = {
    "start": _start, "market": _market, "chose": _chose, "claim": _claim, "leftover": _leftover, "swap": _swap,
    "placed": _placed, "finished": _finished, "built": _built, "bonus": _bonus, "end": _end,
}  # fmt: skip


# ---------------------------------------------------------------- moves


def turn(events: Sequence[Mapping[str, Any]], say: Speech) -> str:
    """What a seat did in a turn, or what a round brought."""
    return " ".join(filter(None, (line(event, say) for event in events)))


def move(move: int, view: Said, say: Speech) -> str:
    if move == FINISH:
        return say("Finish building")
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    return "" if offer is None else offered(offer, view, say)


def offered(offer: Said, view: Said, say: Speech) -> str:
    """A move by what it brings."""
    if "tile" in offer:
        text = (
            say("Tile {tile}: {cubes}. Choose it.")
            if view["phase"] == "choose"
            else say("Tile {tile}: {cubes}. Take it.")
        )
        return text.format(tile=offer["tile"] + 1, cubes=colours(view["market"][offer["tile"]]["cubes"], say))
    return _placing(offer, view["pyramids"][view["seat"]], say)


def _placing(offer: Said, pyramid: Said, say: Speech) -> str:
    """What placing a cube does; rows and columns are counted from the edge of the base as it may still lie."""
    x, y, z, number = offer["cube"]
    west, _, north, _ = pyramid["frame"]
    where = say("Level {level}, row {row}, column {column}. Legal for {colour}.").format(
        level=z + 1, row=y - north + 1, column=x - west + 1, colour=colour(number, say)
    )
    return f"{where} {_gain(offer, pyramid, say)} {_hiding(offer['hides'], say)}"


def hint(move: int, view: Said, say: Speech) -> list[str]:
    """What a move brings, in short lines for the bubble beside the pointer; its points stand there already."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None or "cube" not in offer:
        return []
    grows = say("{colour} group {before} → {after}").format(
        colour=colour(offer["cube"][3], say), before=offer["from"], after=offer["to"]
    )
    where = say("Level {level}.").format(level=offer["cube"][2] + 1)
    return [grows[:1].upper() + grows[1:], f"{where} {_hiding(offer['hides'], say)}"]


def _gain(offer: Said, pyramid: Said, say: Speech) -> str:
    """What placing a cube brings; when it also covers cubes that score, that is said, and the points are what remains."""
    number, points = offer["cube"][3], offer["gain"]
    covers = points < offer["points"][number] - pyramid["points"][number]
    if points < 0:
        return say("Minus {points}: it covers cubes that score.").format(points=-points)
    if points == 0:
        return say("No points in all: it covers cubes that score.") if covers else say("No points now.")
    text = (
        say("Plus {points} in all: {colour} group {before} to {after}, but it covers cubes that score.")
        if covers
        else say("Plus {points}: {colour} group {before} to {after}.")
    )
    return text.format(points=points, colour=colour(number, say), before=offer["from"], after=offer["to"])


def _hiding(n: int, say: Speech) -> str:
    if n == 0:
        return say("Hides nothing.")
    return say.plural("Hides {n} cube.", "Hides {n} cubes.", n).format(n=n)


# ---------------------------------------------------------------- refusals


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
