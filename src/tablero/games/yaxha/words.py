"""What Yaxha says: prompts and what they are good for, log lines, the names of moves, refusals.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.yaxha.layout import FINISH
from tablero.games.yaxha.names import card, colour, cubes, seats

Said = Mapping[str, Any]

# ---------------------------------------------------------------- prompts


def prompt(view: Said, say: Translator) -> tuple[str, str]:
    kind = view["prompt"]["kind"]
    if kind == "over":
        return _over(view, say), say("The game is over.")
    if kind == "wait":
        return _waiting(view, say)
    if kind == "choose":
        return say("Choose a tile of the market"), say(
            "In secret. If several want the same tile, the lowest stone gets it: yours is {stone}."
        ).format(stone=view["initiative"][view["seat"]])
    if kind == "leftover":
        return say("Pick one of the tiles left over"), _lost(view, say)
    return _building(view, say)


def _lost(view: Said, say: Translator) -> str:
    """To whom the viewer has lost the tile it wanted."""
    me, stones = view["seat"], view["initiative"]
    tile, owner = next((n, tile["owner"]) for n, tile in enumerate(view["market"]) if me in tile["wanted"])
    return say("Tile {tile} went to @{seat}: stone {low} before your {stone}. Then all build.").format(
        tile=tile + 1, seat=owner, low=stones[owner], stone=stones[me]
    )


def _over(view: Said, say: Translator) -> str:
    winners = view["result"]["winners"]
    if winners == [view["seat"]]:
        return say("You win")
    if len(winners) > 1:
        return say("{seats} share the victory").format(seats=seats(winners, say))
    return say("{seats} wins").format(seats=seats(winners, say))


def _waiting(view: Said, say: Translator) -> tuple[str, str]:
    text = say("Waiting for {seats}").format(seats=seats(view["prompt"]["for"], say))
    mine = view["mine"]
    if view["phase"] == "choose":
        if mine is None or mine["chosen"] is None:
            return text, say("All choose a tile in secret.")
        return text, say("You chose tile {tile}; you can still pick another one.").format(tile=mine["chosen"] + 1)
    if view["phase"] == "leftover":
        return text, say("One of the tiles left over is picked; then all build.")
    if mine is None:
        return text, say("All build their pyramids.")
    return text, say("You have finished; you can take it back until all have finished.")


def _building(view: Said, say: Translator) -> tuple[str, str]:
    asked = view["prompt"]
    left = asked["left"]
    secret = say("Still secret.") if view["options"]["build_visibility"] == "hidden" else ""
    if asked["kind"] == "build":
        headline = say("Place your cubes")
        if len(set(left)) == 1:
            headline = say("Place the {colour} cube").format(colour=colour(left[0], say))
        placed, n = asked["placed"], asked["placed"] + len(left)
        text = say.plural("{placed} of {n} placed.", "{placed} of {n} placed.", placed).format(placed=placed, n=n)
    elif left:
        headline = say("Finish your building")
        text = say.plural(
            "There is no room for {cubes}: it goes back to the box.",
            "There is no room for {cubes}: they go back to the box.",
            len(left),
        )
        return headline, text.format(cubes=cubes(left, say))
    else:
        headline, text = say("Finish your building"), say("All cubes are placed.")
    if view["round"] == view["rounds"]:
        secret = say("It is the last round: then the points are counted.")
    return headline, f"{text} {secret}".strip()


# ---------------------------------------------------------------- what it is good for


def rule(view: Said) -> str:
    """The rule that governs what is asked now: of the viewer, or of those who are waited for."""
    kind = view["prompt"]["kind"]
    if kind == "build" and not view["pyramids"][view["seat"]]["cubes"]:
        return "first-cube"
    if kind == "finish" and view["prompt"]["left"]:
        return "must-place"
    phase: str = view["phase"]
    return phase


def purpose(view: Said, say: Translator) -> str:
    kind = view["prompt"]["kind"]
    if kind == "choose":
        return _worth_taking(view, say)
    if kind == "leftover":
        return say("Take the cubes that join your groups best; if none do, those for which you still have room.")
    if kind == "build":
        return _worth_building(view, say)
    if kind == "finish" and view["prompt"]["left"]:
        return say(
            "What fits nowhere costs no points; keep colours within reach on the upper levels, and this happens less "
            "often."
        )
    if kind == "finish":
        return say("Look once more before you finish: until then you can take your cubes back and try other cells.")
    return ""


def _worth_taking(view: Said, say: Translator) -> str:
    stone = view["initiative"][view["seat"]]
    if view["round"] == 1:
        return say(
            "Nothing is built yet: two cubes of one colour are a good start, or a colour that a bonus card asks for."
        )
    if stone == len(view["initiative"]):
        return say(
            "Your stone loses every quarrel, but losing brings a better one: choose what you need, or what others "
            "hardly want."
        )
    if stone == 1:
        return say(
            "Look for colours that join your groups; your stone wins every quarrel, but then it goes to somebody else."
        )
    return say("Look for colours that join your groups, and guess what players with a lower stone will want.")


def _worth_building(view: Said, say: Translator) -> str:
    if not view["pyramids"][view["seat"]]["cubes"]:
        return say("Begin with any colour and put its like beside it: each colour scores by its largest group.")
    offers = [offer for offer in view["offers"] if "cube" in offer]
    if any(offer["hides"] for offer in offers):
        return say("Cubes under four others are hidden and score no more: bury what you need least.")
    if any(offer["cube"][2] for offer in offers):
        return say("Let equal colours touch, beside or above one another: larger groups are worth more for each cube.")
    return say("Put equal colours side by side, and complete squares of four: only they carry the next level.")


# ---------------------------------------------------------------- the log


def line(event: Said, say: Translator) -> str:
    describe = _LINES.get(event["kind"])
    return describe(event, say) if describe else ""  # the reveal itself: the claims that follow it say everything


def _start(event: Said, say: Translator) -> str:
    order = sorted(range(len(event["initiative"])), key=lambda seat: event["initiative"][seat])
    cards = say.separated([card(name, say) for name in event["cards"]])
    return say("Bonus cards: {cards}. Initiative: {order}.").format(
        cards=cards, order=", ".join(f"@{seat}" for seat in order)
    )


def _market(event: Said, say: Translator) -> str:
    return say("Round {round}: {count} new cubes on the market.").format(
        round=event["round"], count=sum(map(len, event["tiles"]))
    )


def _chose(event: Said, say: Translator) -> str:
    return say("@{seat} secretly chose tile {tile}.").format(seat=event["seat"], tile=event["tile"] + 1)


def _claim(event: Said, say: Translator) -> str:
    seat, tile = event["seat"], event["tile"] + 1
    if not event["rivals"]:
        return say("@{seat} takes tile {tile}.").format(seat=seat, tile=tile)
    return say("{seats} wanted tile {tile}. Initiative {stone} is lowest: @{seat} takes it.").format(
        seats=seats([seat, *event["rivals"]], say), seat=seat, tile=tile, stone=event["initiative"][seat]
    )


def _leftover(event: Said, say: Translator) -> str:
    sentence = (
        say("@{seat} takes tile {tile}, the one left over.")
        if event["forced"]
        else say("@{seat} picks tile {tile} among those left over.")
    )
    return sentence.format(seat=event["seat"], tile=event["tile"] + 1)


def _swap(event: Said, say: Translator) -> str:
    stones = ", ".join(f"@{seat} {event['initiative'][seat]}" for seat in event["seats"])
    return say("Initiative changes hands: {stones}.").format(stones=stones)


def _placed(event: Said, say: Translator) -> str:
    return say("@{seat} placed {cube} on level {level}.").format(
        seat=event["seat"], cube=cubes(event["cube"][3:], say), level=event["cube"][2] + 1
    )


def _finished(event: Said, say: Translator) -> str:
    return say("@{seat} finished building.").format(seat=event["seat"])


def _built(event: Said, say: Translator) -> str:
    seat, lost = event["seat"], cubes(event["discarded"], say)
    if event.get("retold"):
        return say("@{seat} discarded {lost}.").format(seat=seat, lost=lost) if lost else ""
    levels: dict[int, list[int]] = {}
    for _, _, z, number in event["cubes"]:
        levels.setdefault(z, []).append(number)
    placed = say.every(
        [
            say("{cubes} on level {level}").format(cubes=cubes(found, say), level=z + 1)
            for z, found in sorted(levels.items())
        ]
    )
    if not lost:
        return say("@{seat} built {cubes}.").format(seat=seat, cubes=placed)
    if not placed:
        return say("@{seat} could place nothing and discarded {lost}.").format(seat=seat, lost=lost)
    return say("@{seat} built {cubes} and discarded {lost}.").format(seat=seat, cubes=placed, lost=lost)


def _bonus(event: Said, say: Translator) -> str:
    name, n = card(event["card"], say), event["points"]
    if not event["seats"]:
        return say("{card}: nobody.").format(card=name)
    text = say.plural("{card}: {n} point for {seats}.", "{card}: {n} points for {seats}.", n)
    return text.format(card=name, n=n, seats=seats(event["seats"], say))


def _end(event: Said, say: Translator) -> str:
    scores = ", ".join(f"@{seat} {score}" for seat, score in enumerate(event["scores"]))
    who = seats(event["winners"], say)
    if len(event["winners"]) > 1:
        return say("The game is over: {scores}. {seats} share the victory.").format(scores=scores, seats=who)
    return say("The game is over: {scores}. {seats} wins.").format(scores=scores, seats=who)


_LINES: Mapping[str, Callable[[Said, Translator], str]] = {
    "start": _start,
    "market": _market,
    "chose": _chose,
    "claim": _claim,
    "leftover": _leftover,
    "swap": _swap,
    "placed": _placed,
    "finished": _finished,
    "built": _built,
    "bonus": _bonus,
    "end": _end,
}


# ---------------------------------------------------------------- turns


def turn(events: Sequence[Said], say: Translator) -> str:
    """What a seat did in a turn, or what came of itself, in one sentence."""
    kinds = {event["kind"] for event in events}
    if "reveal" in kinds:
        return _revealed(events, say)
    if "leftover" in kinds:
        return _picked(events, say)
    if "built" in kinds:
        return _raised(events[0]["seat"], events[0]["cubes"], events[0]["discarded"], events[0]["gain"], say)
    if "placed" in kinds:
        return _raised(events[0]["seat"], [event["cube"] for event in events if event["kind"] == "placed"], (), 0, say)
    return " ".join(filter(None, (line(event, say) for event in events)))


def _revealed(events: Sequence[Said], say: Translator) -> str:
    """All choices are turned over."""
    claims = [event for event in events if event["kind"] == "claim"]
    fought = [event for event in claims if event["rivals"]]
    if not fought:
        return say("Everybody gets the tile they wanted: {tiles}.").format(
            tiles=", ".join(f"@{event['seat']} {event['tile'] + 1}" for event in claims)
        )
    sentences = [_fought(fought, say)]
    given = [event for event in events if event["kind"] == "leftover"]
    sentences += [
        say("@{seat} takes tile {tile}.").format(seat=event["seat"], tile=event["tile"] + 1) for event in given
    ]
    if not any(event["kind"] == "shared" for event in events):
        stones = fought[0]["initiative"]
        losers = sorted((seat for event in fought for seat in event["rivals"]), key=lambda seat: int(stones[seat]))
        sentences.append(say("@{seat} picks next.").format(seat=losers[0]))
    return " ".join(sentences)


def _fought(claims: Sequence[Said], say: Translator) -> str:
    """Who got the tiles that several wanted."""
    if len(claims) > 1:
        parts = [
            say("@{seat} has tile {tile} before {seats}").format(
                seat=claim["seat"], tile=claim["tile"] + 1, seats=seats(claim["rivals"], say)
            )
            for claim in claims
        ]
        return say("{clashes}, by lower stones.").format(clashes=say.every(parts))
    seat, tile = claims[0]["seat"], claims[0]["tile"] + 1
    return say("{seats} wanted tile {tile}: @{seat} has it with stone {stone}.").format(
        seats=seats([seat, *claims[0]["rivals"]], say), tile=tile, seat=seat, stone=claims[0]["initiative"][seat]
    )


def _picked(events: Sequence[Said], say: Translator) -> str:
    """A player takes what is left over; the last tile is given by itself."""
    taken = [event for event in events if event["kind"] == "leftover"]
    first, rest = taken[0], taken[1:]
    text = say("@{seat} picks tile {tile} among those left over.").format(seat=first["seat"], tile=first["tile"] + 1)
    for event in rest:
        text += " " + say("Tile {tile} remains for @{seat}.").format(seat=event["seat"], tile=event["tile"] + 1)
    return text


def _raised(seat: int, built: Sequence[Sequence[int]], lost: Sequence[int], gain: int, say: Translator) -> str:
    """What a seat has built and what that brought; a cube is [x, y, z, colour]."""
    if not built:
        return say("@{seat} could place nothing and discarded {lost}.").format(seat=seat, lost=cubes(lost, say))
    levels = sorted({cube[2] + 1 for cube in built})
    parts = {
        "seat": seat,
        "cubes": cubes([cube[3] for cube in built], say),
        "levels": say.plural("on level {levels}", "on levels {levels}", len(levels)).format(
            levels=say.every([str(level) for level in levels])
        ),
        "n": abs(gain),
    }
    text = say("@{seat} builds {cubes} {levels}.")
    if gain > 0:
        text = say.plural(
            "@{seat} builds {cubes} {levels}: {n} more point for groups.",
            "@{seat} builds {cubes} {levels}: {n} more points for groups.",
            gain,
        )
    elif gain < 0:
        text = say.plural(
            "@{seat} builds {cubes} {levels}: {n} point less for groups.",
            "@{seat} builds {cubes} {levels}: {n} points less for groups.",
            -gain,
        )
    written = text.format(**parts)
    return written + " " + say("No room for {lost}.").format(lost=cubes(lost, say)) if lost else written


# ---------------------------------------------------------------- moves


def move(move: int, view: Said, say: Translator) -> str:
    if move == FINISH:
        return say("Finish building")
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    return "" if offer is None else offered(offer, view, say)


def offered(offer: Said, view: Said, say: Translator) -> str:
    """A move by what it brings."""
    if "tile" in offer:
        text = (
            say("Tile {tile}: {cubes}. Choose it.")
            if view["phase"] == "choose"
            else say("Tile {tile}: {cubes}. Take it.")
        )
        return text.format(tile=offer["tile"] + 1, cubes=cubes(view["market"][offer["tile"]]["cubes"], say))
    return _placing(offer, view, say)


def _placing(offer: Said, view: Said, say: Translator) -> str:
    """What placing a cube does; rows and columns are counted from the edge of the base as it may still lie."""
    x, y, z, number = offer["cube"]
    west, _, north, _ = view["pyramids"][view["seat"]]["frame"]
    where = say("Level {level}, row {row}, column {column}: {colour}.").format(
        level=z + 1, row=y - north + 1, column=x - west + 1, colour=colour(number, say)
    )
    return f"{where} {_gain(offer, view, say)} {_hiding(offer['hides'], say)}"


def hint(move: int, view: Said, say: Translator) -> list[str]:
    """What a move brings, in short lines for the bubble beside the pointer; its points stand there already."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None or "finish" in offer:
        return []
    if "tile" in offer:
        found = cubes(view["market"][offer["tile"]]["cubes"], say)
        return [say("Tile {tile}: {cubes}.").format(tile=offer["tile"] + 1, cubes=found)]
    parts = _parts(offer, view["pyramids"][view["seat"]], view["cards"][0]["points"], say)
    where = say("Level {level}.").format(level=offer["cube"][2] + 1)
    return [*(part[:1].upper() + part[1:] for part in parts), f"{where} {_hiding(offer['hides'], say)}"]


def _parts(offer: Said, pyramid: Said, each: int, say: Translator) -> list[str]:
    """Of what the points that a cube brings are made: its own group, groups that it covers, bonus cards."""
    number = offer["cube"][3]
    own = offer["points"][number] - pyramid["points"][number]
    rest = offer["gain"] - own
    parts = [
        say("{colour} group {before} to {after} ({points})").format(
            colour=colour(number, say), before=offer["from"], after=offer["to"], points=signed(own)
        )
    ]
    if offer["from"] == offer["to"]:
        parts = [say("{colour} group stays at {after}").format(colour=colour(number, say), after=offer["to"])]
    if rest:
        parts.append(say("groups that it covers ({points})").format(points=signed(rest)))
    parts += [
        say("bonus card “{card}” as things stand ({points})").format(card=card(name, say), points=signed(sign * each))
        for sign, names in ((1, offer["wins"]), (-1, offer["loses"]))
        for name in names
    ]
    return parts


def _gain(offer: Said, view: Said, say: Translator) -> str:
    """What placing a cube brings in all as things stand, and of what that is made."""
    parts = _parts(offer, view["pyramids"][view["seat"]], view["cards"][0]["points"], say)
    text = (
        say("Plus {points} in all: {parts}.")
        if offer["total"] > 0
        else say("Minus {points} in all: {parts}.")
        if offer["total"] < 0
        else say("No points: {parts}.")
    )
    return text.format(points=abs(offer["total"]), parts=say.separated(parts))


def signed(points: int) -> str:
    """Points gained or lost, with a true minus sign."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def _hiding(n: int, say: Translator) -> str:
    if n == 0:
        return say("Hides nothing.")
    return say.plural("Hides {n} cube.", "Hides {n} cubes.", n).format(n=n)


# ---------------------------------------------------------------- refusals


def refusal(rule: str, say: Translator) -> str:
    return {
        "over": say("The game is over."),
        "turn": say("You have done your part: now the others decide."),
        "notation": say("This is no move of Yaxha: choose one of the marked places."),
        "choose": say("Now everybody chooses a tile of the market; cubes are placed after that."),
        "leftover": say("First pick one of the tiles that nobody has taken."),
        "build": say("All tiles are taken: place your cubes; new ones come in the next round."),
        "must-place": say("A cube of yours still fits: place it before you finish."),
        "hand": say("You have no cube of this colour in hand."),
        "occupied": say("There is a cube already: choose an empty cell."),
        "first-cube": say("The first cube goes on level 1: choose a marked cell."),
        "base-contact": say(
            "On level 1 a cube must touch the side of a cube that lies there: choose a cell beside one."
        ),
        "base-frame": say("The base would grow wider than four cubes: stay inside the square of four by four."),
        "support": say("A cube above level 1 must rest on four cubes: build those first."),
        "colour": say("Above level 1 a cube must lie on or beside a cube of its own colour."),
        "self-blocking": say("This would leave another cube without a place: place as many as you can."),
    }.get(rule, say("The rules do not allow this."))
