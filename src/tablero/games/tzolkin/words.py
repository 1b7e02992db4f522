"""What Tzolk'in says: prompts, log lines, the names of moves, refusals.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablero.core.speech import Speech
from tablero.games.tzolkin.layout import END
from tablero.games.tzolkin.names import (
    Names,
    amount,
    block_count,
    block_list,
    form,
    gear,
    goods,
    points,
    quarters,
    seats,
    technology,
    temple,
    track,
)  # fmt: skip


class TzolkinWords:
    """The sentences of a game of Tzolk'in; `names` knows what tiles and spaces do under the options chosen."""

    def __init__(self, names: Callable[[Mapping[str, str]], Names]) -> None:
        self._names = names

    def prompt(self, view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
        return prompt(view, self._names(view["options"]), say)

    def line(self, event: Mapping[str, Any], say: Speech) -> str:
        return line(event, self._names(event.get("options", {})), say)

    def turn(self, events: Sequence[Mapping[str, Any]], say: Speech) -> str:
        return " ".join(filter(None, (self.line(event, say) for event in events)))

    def move(self, move: int, view: Mapping[str, Any], say: Speech) -> str:
        if move == END:  # its button is there before the turn may end
            return say("End turn")
        offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
        return named(offer, view, self._names(view["options"]), say) if offer is not None else ""

    def hint(self, move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
        offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
        return hinted(offer, view, self._names(view["options"]), say) if offer is not None else []

    def refusal(self, rule: str, say: Speech) -> str:
        return refusal(rule, say)


# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], names: Names, say: Speech) -> tuple[str, str]:
    """What the viewer is asked to do now: a headline and a line of detail."""
    asked = view["prompt"]
    kind = asked["kind"]
    if kind == "over":
        winners = view["result"]["winners"]
        text = say.plural("{seats} wins", "{seats} share the victory", len(winners))
        return text.format(seats=seats(winners, say)), say("The calendar has come round: the game is over.")
    if kind == "wait":
        return _waiting(view, say)
    if kind == "wealth":
        return say("Keep two of your four wealth tiles"), say("In secret. All tiles are shown together.")
    mine = view["players"][view["seat"]]
    if kind == "turn":
        return _turn(view, mine, say)
    if kind in ("track", "pay", "take", "build"):
        return _spending(asked, mine, say)
    if kind == "action":
        return say(
            "What does the worker of {gear} {position} do?", gear=gear(asked["gear"], say), position=asked["position"]
        ), say("Lower actions cost 1 corn for each step back.")
    if kind == "any":
        corn = amount("corn", asked["corn"], say)
        detail = say("It costs {corn} besides what the action costs.", corn=corn)
        return say("Use any action of the first four gears"), detail
    return _simple(kind, names, say)


def _waiting(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    waited = view["prompt"]["for"]
    waiting = seats(waited, say)
    if view["phase"] != "wealth":
        return say("Waiting for {seats}", seats=waiting), ""
    mine = view["mine"]
    detail = ""
    if mine is not None and mine["kept"] is not None:
        detail = say("You have chosen. You can take it back until everybody has.")
    text = say.plural(
        "Waiting for {seats} to choose wealth tiles", "Waiting for {seats} to choose wealth tiles", len(waited)
    )
    return text.format(seats=waiting), detail


def _turn(view: Mapping[str, Any], mine: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    kinds = {offer["kind"] for offer in view["offers"]}
    text = _turn_asks(view["mode"], mine, kinds, say)
    food = view["food"]
    if food is None:
        return text, ""
    owed = say.plural(
        "You are {corn} short of feeding everybody.", "You are {corn} short of feeding everybody.", mine["short"]
    ).format(corn=amount("corn", mine["short"], say))
    when = say.plural("Food day in {n} day.", "Food day in {n} days.", food["in"], n=food["in"])
    if food["in"] < 2:
        when = say("Food day tomorrow.") if food["in"] else say("Food day today.")
    beg = say("You may beg for corn first.") if "beg" in kinds else ""
    return text, " ".join(part for part in (when, owed if mine["short"] else "", beg) if part)


def _turn_asks(mode: str, mine: Mapping[str, Any], kinds: set[str], say: Speech) -> str:
    corn = amount("corn", mine["corn"], say)
    if mode in ("placing", "picking") and not kinds & {"place", "claim", "pick"}:
        return say("Nothing is left to do: end your turn")
    if mode == "placing":
        return say("Place more workers or end your turn: {corn}", corn=corn)
    if mode == "picking":
        return say("Pick up more workers or end your turn: {corn}", corn=corn)
    if mode == "mercy":
        return say("The gods had mercy: end your turn")
    if mine["on_gears"] and mine["hand"]:
        return say("Place workers or pick some up: {corn}", corn=corn)
    return (say("Place workers: {corn}") if mine["hand"] else say("Pick up workers: {corn}")).format(corn=corn)


def _spending(asked: Mapping[str, Any], mine: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    """What is paid for, with what the seat has."""
    goods_held = goods(mine, say)
    held = say("You have {goods}.", goods=goods_held) if goods_held else say("You have nothing.")
    kind = asked["kind"]
    if kind == "track":
        n = asked["left"]
        text = say.plural("Advance a technology: {n} advance", "Advance a technology: {n} advances", n, n=n)
        text = say("Advance a technology") if n == 1 else text
        return text, say("You may also leave it.") if asked["optional"] else held
    if kind == "build":
        if asked["wide"]:
            return say("Build one or two buildings, or a monument"), held
        return say("Build a second building, or leave it") if asked["second"] else say("Build a building"), held
    n = asked["n"]
    if kind == "pay":
        return say("Pay a block") if n == 1 else say.plural("Pay {n} block", "Pay {n} blocks", n, n=n), held
    return say("Take a block") if n == 1 else say.plural("Take {n} block", "Take {n} blocks", n, n=n), held


def _simple(kind: str, names: Names, say: Speech) -> tuple[str, str]:
    """What is asked in the same words every time."""
    wood, stone, gold = names.market.values()
    return {
        "harvest": (
            say("What do you take from the jungle?"),
            say("Wood lies on top of corn. Burning it for the corn below angers the gods."),
        ),
        "anger": (say("The gods are angry: go down a step"), say("Choose the temple.")),
        "temple": (say("Climb a step in a temple"), say("The top of a temple holds one player only.")),
        "save": (say("Which block do you save?"), say("Architecture makes this building one block cheaper.")),
        "market": (
            say("Trade in the market"),
            say(
                "Wood is worth {corn}, stone {stone}, gold {gold}. Sell first, then buy.",
                corn=amount("corn", wood, say),
                stone=stone,
                gold=gold,
            ),
        ),
        "offering": (say("Pay a block for a temple step?"), say("Theology allows it after an offering.")),
        "days": (
            say("Shall one day pass, or two?"),
            say("After two days you cannot do so again until you arrive on top of a temple."),
        ),
    }[kind]


# ---------------------------------------------------------------- the log

TURN = ("placed", "claimed", "picked", "acted", "copied", "no-action", "begged", "burned", "turn-over")
GOODS = ("gained", "scored", "recruited", "paid", "blocks-paid", "blocks-taken", "sold", "bought", "skull")
STEPS = ("climbed", "descended", "step-lost", "advanced", "beyond")
TILES = ("dealt", "kept", "wealth", "drawn", "built", "monument", "counted")
FOOD = ("food-day", "age", "fed", "gifts", "devotion")


def line(event: Mapping[str, Any], names: Names, say: Speech) -> str:
    """A journal entry for the log; empty when it needs no line."""
    kind = event["kind"]
    if kind in TURN:
        return _turn_line(event, kind, names, say)
    if kind in GOODS:
        return _goods_line(event, kind, say)
    if kind in STEPS:
        return _step_line(event, kind, say)
    if kind in TILES:
        return _tile_line(event, kind, names, say)
    return _food_line(event, kind, say) if kind in FOOD else _round_line(event, kind, say)


def _turn_line(event: Mapping[str, Any], kind: str, names: Names, say: Speech) -> str:
    seat = event["seat"]
    if kind == "placed":
        text = (
            say("The gods have mercy: @{seat} places a worker on {gear} {position} for {corn}.")
            if event["mercy"]
            else say("@{seat} places a worker on {gear} {position} for {corn}.")
        )
        return text.format(
            seat=seat,
            gear=gear(event["gear"], say),
            position=event["position"],
            corn=amount("corn", event["corn"], say),
        )
    if kind == "claimed":
        return say(
            "@{seat} places a worker on the starting-player space for {corn}.",
            seat=seat,
            corn=amount("corn", event["corn"], say),
        )
    if kind == "picked":
        return say(
            "@{seat} picks up a worker from {gear} {position}.",
            seat=seat,
            gear=gear(event["gear"], say),
            position=event["position"],
        )
    if kind in ("acted", "copied"):
        text = say("@{seat} uses {gear} {action}: {effect}.")
        if event["fee"]:
            text = say("@{seat} pays {corn} and uses {gear} {action}: {effect}.")
        return text.format(
            seat=seat,
            corn=amount("corn", event["fee"], say),
            gear=gear(event["gear"], say),
            action=event["action"],
            effect=names.space(event["gear"], event["action"], say),
        )
    if kind == "begged":
        return say("@{seat} begs for {corn}.", seat=seat, corn=amount("corn", event["n"], say))
    if kind == "burned":
        return say("@{seat} burns the jungle.", seat=seat)
    if kind == "no-action":
        return say("@{seat} takes no action.", seat=seat)
    return ""  # the end of a turn: the next line begins the next one


def _goods_line(event: Mapping[str, Any], kind: str, say: Speech) -> str:
    seat = event["seat"]
    if kind == "gained":
        return say("@{seat} gets {goods}.", seat=seat, goods=amount(event["what"], event["n"], say))
    if kind == "scored":
        return say("@{seat} scores {points}.", seat=seat, points=points(event["n"], say))
    if kind == "recruited":
        return say("@{seat} has a new worker.", seat=seat)
    if kind == "paid":
        return say("@{seat} pays {goods}.", seat=seat, goods=amount("corn", event["n"], say))
    if kind == "blocks-paid":
        return say("@{seat} pays {goods}.", seat=seat, goods=block_list(event["blocks"], say))
    if kind == "blocks-taken":
        return say("@{seat} gets {goods}.", seat=seat, goods=block_list(event["blocks"], say))
    if kind == "skull":
        return say("@{seat} offers a skull on Chichen Itza {space}.", seat=seat, space=event["space"])
    text = say("@{seat} sells {goods} for {corn}.") if kind == "sold" else say("@{seat} buys {goods} for {corn}.")
    return text.format(seat=seat, goods=amount(event["what"], 1, say), corn=amount("corn", event["corn"], say))


def _step_line(event: Mapping[str, Any], kind: str, say: Speech) -> str:
    """Temples and technologies."""
    seat = event["seat"]
    if kind in ("advanced", "beyond"):
        name = track(event["track"], say)
        if kind == "beyond":
            return say("@{seat} takes the bonus of {track}.", seat=seat, track=name)
        level = event["level"]
        return say(
            "@{seat} reaches level {level} of {track}: {effect}.",
            seat=seat,
            level=level,
            track=name,
            effect=technology(event["track"], level, say),
        )
    text = {
        "climbed": say("@{seat} climbs to step {step} of {god}."),
        "descended": say("@{seat} goes down to step {step} of {god}."),
        "step-lost": say("@{seat} can climb no further in the temple of {god}."),
    }[kind]
    return text.format(seat=seat, step=event.get("step", 0), god=temple(event["temple"], say))


def _tile_line(event: Mapping[str, Any], kind: str, names: Names, say: Speech) -> str:
    """Wealth tiles, buildings and monuments."""
    seat = event.get("seat")
    if kind == "dealt":
        return say("You were dealt four wealth tiles.")
    if kind in ("kept", "wealth"):
        tiles = "; ".join(names.effects(tile, say) for tile in event["tiles"])
        text = say("You keep two tiles: {tiles}.") if kind == "kept" else say("@{seat} starts with: {tiles}.")
        return text.format(seat=seat, tiles=tiles)
    if kind == "drawn":
        return say("A new building: {tile}.", tile=names.tile_name(event["tile"], say))
    if kind == "built":
        text = say("@{seat} builds a {tile} for {goods}.") if event["paid"] else say("@{seat} builds a {tile}.")
        return text.format(seat=seat, tile=names.tile_name(event["tile"], say), goods=goods(event["paid"], say))
    effects = names.scoring(event["tile"], event["seats"], say)
    if kind == "monument":
        text = say("@{seat} builds a monument for {goods}: {effects}.")
        return text.format(seat=seat, goods=goods(event["paid"], say), effects=effects)
    text = say("@{seat} scores {points} for a monument: {effects}.")
    return text.format(seat=seat, points=points(event["n"], say), effects=effects)


def _food_line(event: Mapping[str, Any], kind: str, say: Speech) -> str:
    seat = event.get("seat")
    if kind == "food-day":
        return (
            say("Food day: workers eat, the gods give goods.")
            if event["index"] % 2
            else say("Food day: workers eat, the gods give points.")
        )
    if kind == "age":
        return say("The second age begins: new buildings.")
    if kind == "fed":
        corn, n = amount("corn", event["corn"], say), event["unfed"]
        if n == 0:
            return say("@{seat} feeds all workers for {corn}.", seat=seat, corn=corn)
        text = say.plural(
            "@{seat} feeds for {corn}; {n} worker goes hungry: {points} lost.",
            "@{seat} feeds for {corn}; {n} workers go hungry: {points} lost.",
            n,
        )
        text = say("@{seat} feeds for {corn}; one worker goes hungry: {points} lost.") if n == 1 else text
        return text.format(seat=seat, corn=corn, n=n, points=points(event["lost"], say))
    if kind == "gifts":
        given = goods(event["goods"], say) or say("nothing")
        return say("The temples give @{seat} {goods}.", seat=seat, goods=given)
    return say(
        "The temples give @{seat} {points} and {more} for standing highest.",
        seat=seat,
        points=points(event["steps"], say),
        more=event["highest"],
    )


def _round_line(event: Mapping[str, Any], kind: str, say: Speech) -> str:
    """The beginning, the calendar and the end."""
    if kind == "start":
        return say("@{seat} is the starting player.", seat=event["first"])
    if kind == "calendar":
        if event["last"]:
            return say("The calendar has come round.")
        text = say("The calendar turns one day: round {round}.")
        if event["days"] == 2:
            text = say("The calendar turns two days: round {round}.")
        first = "" if event["claimed"] < 0 else " " + say("@{seat} is the starting player.", seat=event["first"])
        return text.format(round=event["round"]) + first
    if kind == "end":
        text = say.plural("{seats} wins.", "{seats} share the victory.", len(event["winners"]))
        return text.format(seats=seats(event["winners"], say))
    seat = event["seat"]
    if kind == "fell":
        text = say("A worker of @{seat} leaves {gear} without an action.")
        return text.format(seat=seat, gear=gear(event["gear"], say))
    n, number = form(event["quarters"]), quarters(event["quarters"])
    if kind == "left":
        text = say.plural(
            "@{seat} has {goods} left, worth {points} point.", "@{seat} has {goods} left, worth {points} points.", n
        )
        return text.format(seat=seat, goods=goods(event["goods"], say), points=number)
    text = say.plural("@{seat} has {points} point in all.", "@{seat} has {points} points in all.", n)
    return text.format(seat=seat, points=number)


# ---------------------------------------------------------------- names of moves


def named(offer: Mapping[str, Any], view: Mapping[str, Any], names: Names, say: Speech) -> str:
    """The accessible name of a legal move: what it does and what it brings."""
    kind = offer["kind"]
    if kind == "keep":
        return say("Keep: {tiles}.", tiles="; ".join(names.effects(tile, say) for tile in offer["tiles"]))
    if kind in ("place", "claim", "pick", "act", "nothing", "copy"):
        return _named_space(offer, kind, names, say)
    if kind in ("beg", "descend", "climb"):
        return _named_step(offer, kind, names, say)
    if kind in ("raise", "raise-plain", "raise-monument"):
        text = names.tooltip(offer["tile"], view["seats"], say)
        if kind == "raise-plain":
            return text + " " + say("Keep architecture for the second building.")
        if kind == "raise-monument":
            return text + " " + say("Now it would be worth {points}.", points=points(offer["points"], say))
        return text
    if kind == "advance":
        return _named_advance(offer, view, say)
    if kind == "harvest":
        return _named_harvest(offer, say)
    if kind in ("blocks", "sell", "buy", "save"):
        return _named_goods(offer, kind, view, say)
    if kind == "days":
        return say("One day passes") if offer["days"] == 1 else say("Two days pass")
    return say("Done")


def hinted(offer: Mapping[str, Any], view: Mapping[str, Any], names: Names, say: Speech) -> list[str]:
    """What a space or a tile does, in short lines for the bubble beside the pointer."""
    if offer["kind"] in ("place", "pick"):
        where = f"{gear(offer['gear'], say)} {offer['position']}"
        lines = [where, names.space(offer["gear"], offer["position"], say)]
        if offer["kind"] == "place":
            lines.append(say("costs {corn}", corn=amount("corn", offer["corn"], say)))
        return lines
    if offer["kind"] == "advance":
        return [technology(offer["track"], offer["level"] + 1, say)]
    if offer["kind"] in ("raise", "raise-plain"):
        return [names.effects(offer["tile"], say)]
    if offer["kind"] == "raise-monument":
        return [names.scoring(offer["tile"], view["seats"], say)]
    return []


def _named_space(offer: Mapping[str, Any], kind: str, names: Names, say: Speech) -> str:
    if kind == "nothing":
        return say("Take no action")
    if kind == "claim":
        return say(
            "Place a worker on the starting-player space, take {pile}. Costs {corn}.",
            pile=amount("corn", offer["pile"], say),
            corn=amount("corn", offer["corn"], say),
        )
    where = offer["position"] if "position" in offer else offer["action"]
    name, effect = gear(offer["gear"], say), names.space(offer["gear"], where, say)
    if kind == "place":
        text = say("Place a worker on {gear} {position}, {effect}. Costs {corn}.")
        return text.format(gear=name, position=where, effect=effect, corn=amount("corn", offer["corn"], say))
    if kind == "pick":
        return say("Pick up your worker from {gear} {position}, {effect}.", gear=name, position=where, effect=effect)
    if offer.get("corn"):
        return say(
            "{gear} {action}: {effect}. Costs {corn} for stepping back.",
            gear=name,
            action=where,
            effect=effect,
            corn=amount("corn", offer["corn"], say),
        )
    return say("{gear} {action}: {effect}.", gear=name, action=where, effect=effect)


def _named_step(offer: Mapping[str, Any], kind: str, names: Names, say: Speech) -> str:
    god = temple(offer["temple"], say)
    if offer.get("lost"):
        return say("The temple of {god}: the step would be lost.", god=god)
    text = {
        "beg": say("Beg for corn up to {n}: a step down in the temple of {god}, to {points}."),
        "descend": say("A step down in the temple of {god}, to {points}."),
        "climb": say("A step up in the temple of {god}, to {points}."),
    }[kind]
    worth = points(names.step_points(offer["temple"], offer["step"]), say)
    return text.format(god=god, n=offer.get("up_to"), points=worth)


def _named_advance(offer: Mapping[str, Any], view: Mapping[str, Any], say: Speech) -> str:
    name, effect = track(offer["track"], say), technology(offer["track"], offer["level"] + 1, say)
    if not view["frame"]["paid"]:
        return say("Advance {track}: {effect}.", track=name, effect=effect)
    cost = block_count(offer["blocks"], say)
    return say("Advance {track} for {cost}: {effect}.", track=name, cost=cost, effect=effect)


def _named_goods(offer: Mapping[str, Any], kind: str, view: Mapping[str, Any], say: Speech) -> str:
    if kind == "blocks":
        text = say("Take {goods}") if view["frame"]["kind"] == "take" else say("Pay {goods}")
        return text.format(goods=block_list(offer["blocks"], say))
    held = amount(offer["material"], 1, say)
    if kind == "save":
        return say("Save {goods}", goods=held)
    text = say("Sell {goods} for {corn}") if kind == "sell" else say("Buy {goods} for {corn}")
    return text.format(goods=held, corn=amount("corn", offer["corn"], say))


def _named_harvest(offer: Mapping[str, Any], say: Speech) -> str:
    corn, wood = amount("corn", offer["corn"], say), amount("wood", offer["wood"], say)
    return {
        "corn-tile": say("Take a corn tile: {corn}."),
        "corn": say("Harvest without a tile: {corn}."),
        "wood-tile": say("Take a wood tile: {wood}."),
        "burn": say("Burn the wood and take the corn tile: {corn}. A step down in a temple."),
    }[offer["take"]].format(corn=corn, wood=wood)


# ---------------------------------------------------------------- refusals


def refusal(rule: str, say: Speech) -> str:
    """Why a move is refused and what to do instead."""
    return {
        "over": say("The game is over."),
        "turn": say("It is not your decision now: wait until the prompt asks you."),
        "notation": say("This is no move of Tzolk'in: choose one of the glowing places."),
        "wealth": say("Choose two of your wealth tiles first."),
        "one-kind": say("In one turn you place workers or pick them up, never both."),
        "placing-cost": say("You cannot pay for this worker: its position, and 1 corn for each worker before it."),
        "gear-full": say("Every numbered position of this gear is taken."),
        "hand": say("You have no worker in hand."),
        "starting-player": say("Somebody is on the starting-player space already."),
        "begging": say("You may beg at the start of your turn, while you have little corn."),
        "anger": say("The gods take a step from you: you need one that is not the lowest of its temple."),
        "mercy": say("The gods have let one worker in: end your turn."),
        "end-turn": say("Passing is not allowed: place or pick up at least one worker."),
        "own-worker": say("There is no worker of yours on this position."),
        "picking-up": say("Pick up a worker, then choose its own action, a lower one, or none."),
        "stepping-back": say("You have too little corn: each step back costs 1."),
        "skulls": say("An offering needs a skull of yours and an empty skull space."),
        "jungle": say("Choose what this part of the jungle has left."),
        "burning": say(
            "Burning needs a wood tile and a temple step that the gods can take; some tables forbid it beside open corn."
        ),
        "agriculture": say("Corn without a tile needs agriculture 2, and no open corn tile."),
        "technologies": say(
            "Choose an advance that you can pay for: 1, 2 or 3 blocks for the levels, 1 for the bonus."
        ),
        "payment": say("You cannot pay this, or it is not what is asked for."),
        "building": say("Choose a building on offer that you can pay for."),
        "monuments": say("A monument is built with Tikal 4, instead of buildings, and paid in full."),
        "architecture": say(
            "Architecture serves one of two buildings of the same worker, and saves a block of its price."
        ),
        "temples": say(
            "Choose a temple that you have not climbed with this action; some tables forbid a step that is lost."
        ),
        "market": say("Choose an exchange for which you have enough."),
        "market-order": say("Sell first, then buy: every exchange can be made in that order."),
        "other-gears": say("Choose an action of Palenque, Yaxchilan, Tikal or Uxmal that you can pay for."),
        "theology": say("Pay one block for a temple step, or leave it."),
        "two-days": say("Say whether one day passes or two."),
    }.get(rule, say("The rules do not allow this."))
