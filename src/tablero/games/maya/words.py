"""What Maya says: prompts and what they are good for, log lines, the names of moves, refusals.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.maya import names
from tablero.games.maya.layout import DRAW, END, GROW

# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    kind = view["prompt"]["kind"]
    if kind == "over":
        return _over(view, say)
    if kind == "wait":
        return _waiting(view, say)
    if kind == "plant":
        return _planting(view, say)
    if kind == "choose":
        return say("Plant a tile or expand a city"), _either(view["prompt"]["count"], say)
    if kind == "must_expand":
        unseen = say("Your rack is empty: the top tile of your reserve goes face down, unseen.")
        return say("Expand a city"), f"{unseen} {_will_draw(view['prompt']['count'], say)}"
    if kind == "more":
        return _plant_more(view["crop"], say), _so_far(view, say)
    if kind == "end":
        return say("End your turn"), _so_far(view, say)
    if kind == "confirm":
        coming = [*_closings(_ending(view)["closes"], say), _will_draw(view["prompt"]["count"], say)]
        return say("End your turn"), " ".join(coming)
    if kind == "draw":
        return _draw(view["prompt"]["count"], say), say("Your rack is empty and no city can be expanded.")
    return {
        "found": (say("Choose where the first temple stands"), say("Choose one of the marked temple spaces.")),
        "must_plant": (say("Plant a tile"), say("No city can be expanded now: choose a tile of your rack.")),
        "pass": (say("You must pass"), say("There is nothing that you can do this turn.")),
        "turn": (
            say("Which tile goes face down?"),
            say("Any tile will do: it joins a city and its crops no longer count."),
        ),
        "expand": (say("Choose a marked space beside a city"), say("That city grows by one. Two cities never touch.")),
    }[kind]


def _either(count: int, say: Translator) -> str:
    """What each of the two actions costs and brings."""
    if count == 0:
        return say("Choose a tile to plant it. Expanding costs a tile and brings none: nothing can be drawn.")
    sentence = say.plural(
        "Choose a tile to plant it. Expanding costs a tile, which goes face down, and brings {n} new one.",
        "Choose a tile to plant it. Expanding costs a tile, which goes face down, and brings {n} new ones.",
        count,
    )
    return sentence.format(n=count)


def _over(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    winners = view["result"]["winners"]
    headline = say("You win") if winners == [view["seat"]] else victory(winners, say)
    return headline, f"{ended(view, say)} {_decided(view['result'], _left(view), _turns(view), say)}".rstrip()


def ended(view: Mapping[str, Any], say: Translator) -> str:
    """How the game came to its end."""
    if view["result"]["why"] != "last tile":
        return say("Nobody could do anything any more.")
    who = next(seat for seat, left in enumerate(_left(view)) if left == 0)
    return say("@{seat} has placed the last tile.").format(seat=who)


def _left(view: Mapping[str, Any]) -> list[int]:
    return [player["rack"] + player["reserve"] for player in view["players"]]


def _turns(view: Mapping[str, Any]) -> list[int]:
    return [player["turns"] for player in view["players"]]


def _seats(numbers: Sequence[int], say: Translator) -> str:
    return say.every([f"@{seat}" for seat in numbers])


def victory(winners: Sequence[int], say: Translator) -> str:
    sentence = say.plural("{seats} wins", "{seats} share the victory", len(winners))
    return sentence.format(seats=_seats(winners, say))


def _decided(result: Mapping[str, Any], left: Sequence[int], turns: Sequence[int], say: Translator) -> str:
    """What decided between seats with the same points, with the figures of all of them; empty where nothing had to."""
    scores = result["scores"]
    tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if result["tie"] is None or not set(result["winners"]) <= set(tied):  # the best may have resigned
        return ""
    if result["tie"] == "tiles":
        sentence = say("{seats} have {n} points each. More tiles left decide: {figures}.")
        return sentence.format(seats=_seats(tied, say), n=max(scores), figures=_figures(left, tied))
    tied = [seat for seat in tied if left[seat] == max(left[other] for other in tied)]
    if result["tie"] == "turns":
        sentence = say("{seats} have {n} points and equally many tiles left. Fewer turns decide: {figures}.")
        return sentence.format(seats=_seats(tied, say), n=max(scores), figures=_figures(turns, tied))
    sentence = say("{seats} have {n} points and equally many tiles left. Whoever played last wins: {winners}.")
    return sentence.format(seats=_seats(tied, say), n=max(scores), winners=_seats(result["winners"], say))


def ties(view: Mapping[str, Any], say: Translator) -> str:
    """What decided a tie, or would have."""
    used = _decided(view["result"], _left(view), _turns(view), say)
    if used:
        return used
    if len(view["result"]["winners"]) > 1:
        return say("Equal in points, tiles left and turns: the victory is shared.")
    figures = _figures(_left(view), range(view["seats"]))
    return say("More tiles left would have decided a tie: {figures}.").format(figures=figures)


def _figures(values: Sequence[int], seats: Iterable[int]) -> str:
    return ", ".join(f"@{seat} {values[seat]}" for seat in seats)


def _waiting(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
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


def _planting(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    crop, alone = view["mine"]["held"] // 2, view["mine"]["held"] % 2 + 1
    headline = say("Plant {tile}: choose a marked space").format(tile=names.face(crop, alone, say))
    joining = view["prompt"].get("joining")
    if joining is not None:
        where = say("It must touch a tile of this turn.")
        if joining == "one_group":
            where = say("It must end in one group with the tiles of this turn.")
        return headline, f"{where} {_numbers(view, alone, say)}"
    if not any(adds_more(offer, view, alone) for offer in view["offers"]):
        sentence = say.plural("Every marked space brings {n} point.", "Every marked space brings {n} points.", alone)
        return headline, sentence.format(n=alone)
    sentence = say.plural(
        "A space brings the points written on it; without a number, {n} point.",
        "A space brings the points written on it; without a number, {n} points.",
        alone,
    )
    return headline, sentence.format(n=alone)


def closes(offer: Mapping[str, Any], view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The cities that a space closes: not those which an earlier tile of the turn has closed, though they score
    later."""
    shut = {city["name"] for city in view["cities"] if not city["free"]}
    return [closed for closed in offer.get("closes", []) if closed["city"] not in shut]


def adds_more(offer: Mapping[str, Any], view: Mapping[str, Any], alone: int) -> bool:
    """Whether a space is marked with a number: planting there brings something else than the tile alone."""
    return "gain" in offer and (offer["gain"] != alone or bool(closes(offer, view)))


def _numbers(view: Mapping[str, Any], alone: int, say: Translator) -> str:
    if any(adds_more(offer, view, alone) for offer in view["offers"]):
        return say("A number is what it adds.")
    return say.plural("It adds {n} point.", "It adds {n} points.", alone).format(n=alone)


def _plant_more(crop: int, say: Translator) -> str:
    return (
        say("Plant more maize or end your turn"),
        say("Plant more potatoes or end your turn"),
        say("Plant more squash or end your turn"),
        say("Plant more peppers or end your turn"),
    )[crop]


def _ending(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What ending the turn brings."""
    found: Mapping[str, Any] = next(offer for offer in view["offers"] if offer["move"] == END)
    return found


def _so_far(view: Mapping[str, Any], say: Translator) -> str:
    points = view["pending"]
    sentence = say.plural(
        "{n} point so far, scored when you end your turn.", "{n} points so far, scored when you end your turn.", points
    )
    return " ".join([sentence.format(n=points), *_closings(_ending(view)["closes"], say)])


def _will_draw(count: int, say: Translator) -> str:
    if count == 0:
        return say("You draw nothing.")
    return say.plural("Then you draw {n} tile.", "Then you draw {n} tiles.", count).format(n=count)


def _draw(count: int, say: Translator) -> str:
    return say.plural("Draw {n} tile", "Draw {n} tiles", count).format(n=count)


# ---------------------------------------------------------------- what it is good for

# The rule that governs a decision, by the kind of the prompt.
RULES = {
    "over": "over",
    "found": "first-temple",
    "choose": "turn",
    "must_plant": "city-space",
    "must_expand": "empty-rack",
    "draw": "draw-only",
    "pass": "nothing-fits",
    "more": "one-crop",
    "end": "harvest",
    "plant": "beside",
    "turn": "turn-over",
    "expand": "city-beside",
    "confirm": "expand",
}


def rule(view: Mapping[str, Any]) -> str:
    """The rule that governs what is asked now: of the viewer, or of those who are waited for."""
    kind = view["prompt"]["kind"]
    if kind == "wait":
        return {"found": "first-temple", "turn": "expand", "expand": "expand", "confirm": "expand"}.get(
            view["phase"], "turn"
        )
    if kind == "plant" and "joining" in view["prompt"]:
        return "one-group" if view["prompt"]["joining"] == "one_group" else "together"
    return RULES[kind]


def purpose(view: Mapping[str, Any], say: Translator) -> str:
    kind = view["prompt"]["kind"]
    if kind == "choose":
        if view["prompt"]["count"] == 0:
            return say("Planting scores at once; expanding brings no tiles now, it only lets a city pay more.")
        return say(
            "Planting scores at once and closes cities; expanding lets a city pay more and brings you new tiles."
        )
    if kind == "plant":
        if "joining" in view["prompt"]:
            return say(
                "Keep to the tiles of this turn; whatever older tiles of this crop they touch score again with them."
            )
        return say(
            "Beside your own tiles of this crop, these score again; beside a city, your crops count when it closes."
        )
    return {
        "found": say(
            "The first tiles must touch a temple: choose one with room around it and other temple spaces near."
        ),
        "must_plant": say("Enlarge a group of your own: all its crops score again, not only the new ones."),
        "must_expand": say("Let a city grow beside which you have most crops; the new tiles let you plant again."),
        "draw": say("New tiles let you plant again on your next turn."),
        "pass": say("You lose nothing but the turn; when everybody passes in a row, the game ends."),
        "more": say(
            "Each further tile enlarges the group, and all of it scores; keep tiles that another place needs more."
        ),
        "end": say("Look once more: until you end the turn, you can take the tiles back and plant elsewhere."),
        "turn": say("Give up the tile that you will miss least: face down, its crops count for nobody."),
        "expand": say("A larger city pays more: let it grow where you have, or will have, the most crops beside it."),
        "confirm": say("Look once more: until you end the turn, you can take the tile back and expand elsewhere."),
    }.get(kind, "")


# ---------------------------------------------------------------- the log


def line(event: Mapping[str, Any], say: Translator) -> str:
    return LINES[event["kind"]](event, say)


def _start(event: Mapping[str, Any], say: Translator) -> str:
    areas = say.every([names.area(name, say) for name in event["areas"]])
    return say("The areas {areas} are in play. @{seat} begins.").format(areas=areas, seat=event["first"])


def _round(event: Mapping[str, Any], say: Translator) -> str:
    return say("Round {round}").format(round=event["round"])


def _founded(event: Mapping[str, Any], say: Translator) -> str:
    return say("A temple rises at {city}.").format(city=names.city(event["name"], say))


def _planted(event: Mapping[str, Any], say: Translator) -> str:
    tile = names.face(event["crop"], event["number"], say)
    return say("@{seat} plants {tile}.").format(seat=event["seat"], tile=tile)


def _harvest(event: Mapping[str, Any], say: Translator) -> str:
    n = event["points"]
    sentence = say.plural("@{seat} harvests {crops}: {n} point.", "@{seat} harvests {crops}: {n} points.", n)
    return sentence.format(seat=event["seat"], crops=names.amount(event["crop"], n, say), n=n)


def _expanded(event: Mapping[str, Any], say: Translator) -> str:
    sentence = say("@{seat} expands {city} to size {size}.")
    if event["blind"]:
        sentence = say("@{seat} expands {city} to size {size} with a tile that nobody has seen.")
    return sentence.format(seat=event["seat"], city=names.city(event["city"], say), size=event["size"])


def _turned(event: Mapping[str, Any], say: Translator) -> str:
    return say("You turned over {tile}.").format(tile=names.face(event["crop"], event["number"], say))


def _drew(event: Mapping[str, Any], say: Translator) -> str:
    n = event["count"]
    return say.plural("@{seat} draws {n} tile.", "@{seat} draws {n} tiles.", n).format(seat=event["seat"], n=n)


def _got(event: Mapping[str, Any], say: Translator) -> str:
    return say("You got {tiles}.").format(tiles=say.every([names.face(crop, n, say) for crop, n in event["tiles"]]))


def _closed(event: Mapping[str, Any], say: Translator) -> str:
    """A city that scores: who gets how much for how many crops, the most first."""
    by_crops: dict[int, list[int]] = {}
    for seat, points in enumerate(event["points"]):
        if points:
            by_crops.setdefault(event["crops"][seat], []).append(seat)
    shares = []
    for crops in sorted(by_crops, reverse=True):
        seats = by_crops[crops]
        sentence = (
            say("{seats} {points} with {crops}") if len(seats) == 1 else say("{seats} {points} each with {crops}")
        )
        points = names.points(event["points"][seats[0]], say)
        shares.append(sentence.format(seats=_seats(seats, say), points=points, crops=names.crops(crops, say)))
    sentence = say("{city} is closed with size {size}: {points}.")
    if not shares:
        sentence = say("{city} is closed with size {size}: no points.")
    return sentence.format(city=names.city(event["city"], say), size=event["size"], points=", ".join(shares))


def _no_space(event: Mapping[str, Any], say: Translator) -> str:
    return say("@{seat} finds no space for a blind tile.").format(seat=event["seat"])


def _passed(event: Mapping[str, Any], say: Translator) -> str:
    return say("@{seat} can do nothing and passes.").format(seat=event["seat"])


def _end(event: Mapping[str, Any], say: Translator) -> str:
    outcome = say("The game is over: {scores}. {victory}.").format(
        scores=_figures(event["scores"], range(len(event["scores"]))), victory=victory(event["winners"], say)
    )
    return f"{outcome} {_decided(event, event['left'], event['turns'], say)}".rstrip()


LINES: Mapping[str, Callable[[Mapping[str, Any], Translator], str]] = {
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


# ---------------------------------------------------------------- a turn in one sentence


def turn(events: Sequence[Mapping[str, Any]], say: Translator) -> str:
    """What a seat did in a turn, or what came of itself. That a round begins needs no words."""
    kinds = {event["kind"]: event for event in events}
    if "planted" in kinds:
        return _planted_all(events, say)
    if "expanded" in kinds:
        return _expanded_and_drew(kinds["expanded"], kinds.get("drew"), say)
    if "no_space" in kinds:
        n = kinds["drew"]["count"] if "drew" in kinds else 0
        sentence = say.plural(
            "@{seat} has no tile and no space to expand: draws {n} tile.",
            "@{seat} has no tile and no space to expand: draws {n} tiles.",
            n,
        )
        return sentence.format(seat=kinds["no_space"]["seat"], n=n)
    for kind in ("start", "closed", "passed", "end"):
        if kind in kinds:
            return line(kinds[kind], say)
    return " ".join(_founded(event, say) for event in events if event["kind"] == "founded")


def _planted_all(events: Sequence[Mapping[str, Any]], say: Translator) -> str:
    """All tiles of a turn, the temples that they founded, and what their group brought, as far as it has come to
    that."""
    planted = [event for event in events if event["kind"] == "planted"]
    founded = [event["name"] for event in events if event["kind"] == "founded"]
    harvest = next((event for event in events if event["kind"] == "harvest"), None)
    crops = names.amount(planted[0]["crop"], sum(event["number"] for event in planted), say)
    if len(planted) > 1:
        crops = say("{crops} on {n} tiles").format(crops=crops, n=len(planted))
    if harvest is None:
        sentence = say("@{seat} plants {crops} and founds {cities}.") if founded else say("@{seat} plants {crops}.")
        return sentence.format(seat=planted[0]["seat"], crops=crops, cities=_cities(founded, say))
    sentence = (
        say("@{seat} plants {crops} and founds {cities}: {points}.")
        if founded
        else say("@{seat} plants {crops}: {points}.")
    )
    points = names.points(harvest["points"], say)
    if len(harvest["group"]) > len(planted):
        points = say("{points} for a group of {n} tiles").format(points=points, n=len(harvest["group"]))
    return sentence.format(seat=planted[0]["seat"], crops=crops, cities=_cities(founded, say), points=points)


def _expanded_and_drew(expanded: Mapping[str, Any], drew: Mapping[str, Any] | None, say: Translator) -> str:
    if drew is None:
        return _expanded(expanded, say)
    n = drew["count"]
    sentence = say.plural(
        "@{seat} expands {city} to size {size} and draws {n} tile.",
        "@{seat} expands {city} to size {size} and draws {n} tiles.",
        n,
    )
    if expanded["blind"]:
        sentence = say.plural(
            "@{seat} expands {city} to size {size} with an unseen tile and draws {n} tile.",
            "@{seat} expands {city} to size {size} with an unseen tile and draws {n} tiles.",
            n,
        )
    city = names.city(expanded["city"], say)
    return sentence.format(seat=expanded["seat"], city=city, size=expanded["size"], n=n)


# ---------------------------------------------------------------- names of moves


def move(move: int, view: Mapping[str, Any], say: Translator) -> str:
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
    if move == GROW:
        return say("{action}: {cost}").format(action=say("Expand a city"), cost=exchange(offer, say))
    return say("Pass")


def exchange(offer: Mapping[str, Any], say: Translator) -> str:
    """What expanding a city costs and brings."""
    n = offer["count"]
    if n == 0:
        return say("1 tile face down, nothing to draw")
    sentence = say("an unseen tile face down, draw {n}") if offer["blind"] else say("1 tile face down, draw {n}")
    return sentence.format(n=n)


def hint(move: int, view: Mapping[str, Any], say: Translator) -> list[str]:
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
    lines += [_beside(name, view, say) for name in offer.get("beside", [])]
    return lines + _consequences(offer, view, say)


def _beside(name: str, view: Mapping[str, Any], say: Translator) -> str:
    """How the viewer would stand at a city with the tile in hand beside it."""
    city = next(city for city in view["cities"] if city["name"] == name)
    own = city["crops"][view["seat"]] + view["mine"]["held"] % 2 + 1
    most = max(count for seat, count in enumerate(city["crops"]) if seat != view["seat"])
    if own > most:
        sentence = say("Beside {city}: you lead with {own}")
    elif own == most:
        sentence = say("Beside {city}: you are tied with {own}")
    else:
        sentence = say("Beside {city}: you have {own}, the leader {most}")
    return sentence.format(city=names.city(name, say), own=own, most=most)


def _grows(offer: Mapping[str, Any], say: Translator) -> str:
    return say("{city} grows to size {size}.").format(city=names.city(offer["city"], say), size=offer["size"])


def _cities(found: Sequence[str], say: Translator) -> str:
    return say.every([names.city(name, say) for name in found])


def _consequences(offer: Mapping[str, Any], view: Mapping[str, Any], say: Translator) -> list[str]:
    """The temples that a tile founds and the cities that it closes."""
    lines = []
    if offer["founds"]:
        lines.append(say("Founds {cities}.").format(cities=_cities(offer["founds"], say)))
    return lines + _closings(closes(offer, view), say)


def _closings(cities: Iterable[Mapping[str, Any]], say: Translator) -> list[str]:
    """Cities that are closed when the turn ends so, and who gets how much."""
    lines = []
    for closed in cities:
        points = ", ".join(f"@{seat} +{share}" for seat, share in enumerate(closed["points"]) if share)
        sentence = say("Closes {city}: {points}.") if points else say("Closes {city}: no points.")
        lines.append(sentence.format(city=names.city(closed["city"], say), points=points))
    return lines


def _space(offer: Mapping[str, Any], view: Mapping[str, Any], say: Translator) -> str:
    """What choosing a space does and brings."""
    if view["phase"] == "found":
        name = next(name for name, space in view["map"]["temples"] if space == offer["space"])
        return say("Let the temple of {city} stand first.").format(city=names.city(name, say))
    parts = []
    if "city" in offer:
        parts.append(_grows(offer, say))
    else:
        beside = _cities(offer["beside"], say)
        parts.append(say("Plant here, beside {cities}.").format(cities=beside) if beside else say("Plant here."))
        gain = say.plural("Plus {n} point.", "Plus {n} points.", offer["gain"]).format(n=offer["gain"])
        parts.append(gain)
    parts += _consequences(offer, view, say)
    q, r, _ = view["map"]["spaces"][offer["space"]]
    parts.append(say("Space {q}, {r}.").format(q=q, r=r))
    return " ".join(parts)


# ---------------------------------------------------------------- refusals


def refusal(rule: str, say: Translator) -> str:
    return {
        "over": say("The game is over."),
        "turn": say("It is not your turn: wait until the prompt asks you."),
        "notation": say("This is no move of Maya: choose one of the marked places."),
        "first-temple": say("Choose one of the marked temple spaces first."),
        "must-act": say("You must plant a tile or expand a city."),
        "nothing-fits": say("You can neither plant nor expand: pass."),
        "draw-only": say("Your rack is empty and no city can grow: draw tiles."),
        "one-action": say("One action a turn: end your turn, or take it back and choose the other."),
        "one-crop": say("All tiles of a turn show the same crop: choose one like those planted, or end your turn."),
        "rack": say("There is no such tile in your rack: choose another one."),
        "empty-rack": say("Your rack is empty: expand a city, that brings new tiles."),
        "last-tile": say("That was the last tile of your rack: end your turn. Expanding a city brings new ones later."),
        "tile-first": say("First choose a tile of your rack or Expand a city, then the space."),
        "in-hand": say("You have a tile in hand: put it on a marked space, or put it back."),
        "turn-over": say("First choose the tile of your rack that goes face down."),
        "in-play": say("This space is not in play."),
        "temple-space": say("Only a temple stands on a temple space: choose a marked space."),
        "occupied": say("Something lies there already: choose a marked space."),
        "beside": say("A tile must touch a temple or another tile: choose a marked space."),
        "together": say("The tiles of one turn must touch one another: choose a marked space, or end your turn."),
        "one-group": say("The tiles of one turn must end in one group: choose a marked space, or end your turn."),
        "city-space": say("There is no space where a city could grow: plant a tile."),
        "city-beside": say("A face-down tile must touch a temple or another face-down tile."),
        "cities-apart": say("This would join two cities: choose a space that touches only one."),
        "empty-temple": say("No tile goes face down beside an empty temple space."),
    }.get(rule, say("The rules do not allow this."))
