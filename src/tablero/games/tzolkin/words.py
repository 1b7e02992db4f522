"""What Tzolk'in says: prompts, log lines, the names of moves, refusals, options.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.speech import Speech
from tablero.games.tzolkin.layout import END
from tablero.games.tzolkin.names import (
    amount, block_list, effects, facts, gear, goods, points, quarters, scoring, seats, space,
    technology, temple, tile_name, tooltip, track,
)  # fmt: skip

# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    asked = view["prompt"]
    kind = asked["kind"]
    if kind == "over":
        winners = view["result"]["winners"]
        text = say("{seats} share the victory") if len(winners) > 1 else say("{seats} wins")
        return text.format(seats=seats(winners, say)), say("The calendar has come round: the game is over.")
    if kind == "wait":
        return _waiting(view, say)
    if kind == "wealth":
        return say("Keep two of your four wealth tiles"), say("In secret. All tiles are shown together.")
    mine = view["players"][view["seat"]]
    if kind == "turn":
        return _turn(view, mine, say)
    if kind == "action":
        return say("What does the worker of {gear} {position} do?").format(
            gear=gear(asked["gear"]), position=asked["position"]
        ), say("Lower actions cost 1 corn for each step back.")
    if kind == "harvest":
        return say("What do you take from the jungle?"), say(
            "Wood lies on top of corn. Burning it for the corn below angers the gods."
        )
    if kind == "anger":
        return say("The gods are angry: go down a step"), say("Choose the temple.")
    if kind == "track":
        text = say("Advance a technology")
        if asked["left"] > 1:
            text = say("Advance a technology: {n} advances").format(n=asked["left"])
        return text, say("You may also leave it.") if asked["optional"] else _possessions(mine, say)
    if kind in ("pay", "take"):
        text = say("Pay a block") if kind == "pay" else say("Take a block")
        if asked["n"] > 1:
            text = (say("Pay {n} blocks") if kind == "pay" else say("Take {n} blocks")).format(n=asked["n"])
        return text, _possessions(mine, say)
    if kind == "build":
        if asked["wide"]:
            return say("Build one or two buildings, or a monument"), _possessions(mine, say)
        if asked["second"]:
            return say("Build a second building, or leave it"), _possessions(mine, say)
        return say("Build a building"), _possessions(mine, say)
    if kind == "temple":
        return say("Climb a step in a temple"), say("The top of a temple holds one player only.")
    if kind == "any":
        return say("Use any action of the first four gears"), say("It costs 1 corn besides what the action costs.")
    return {
        "save": (say("Which block do you save?"), say("Architecture makes this building one block cheaper.")),
        "market": (say("Trade in the market"), say("Wood is worth 2 corn, stone 3, gold 4. Sell first, then buy.")),
        "offering": (say("Pay a block for a temple step?"), say("Theology allows it after an offering.")),
        "days": (
            say("Shall one day pass, or two?"),
            say("After two days you cannot do so again until you arrive on top of a temple."),
        ),
    }[kind]


def _waiting(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    waiting = seats(view["prompt"]["for"], say)
    if view["phase"] == "wealth":
        mine = view["mine"]
        detail = ""
        if mine is not None and mine["kept"] is not None:
            detail = say("You have chosen. You can take it back until everybody has.")
        return say("Waiting for {seats} to choose wealth tiles").format(seats=waiting), detail
    return say("Waiting for {seats}").format(seats=waiting), ""


def _turn(view: Mapping[str, Any], mine: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    corn = amount("corn", mine["corn"], say)
    mode = view["mode"]
    kinds = {offer["kind"] for offer in view["offers"]}
    if mode in ("placing", "picking") and not kinds & {"place", "claim", "pick"}:
        text = say("Nothing is left to do: end your turn")
    elif mode == "placing":
        text = say("Place more workers or end your turn: {corn}").format(corn=corn)
    elif mode == "picking":
        text = say("Pick up more workers or end your turn: {corn}").format(corn=corn)
    elif mode == "mercy":
        text = say("The gods had mercy: end your turn")
    elif mine["on_gears"] and mine["hand"]:
        text = say("Place workers or pick some up: {corn}").format(corn=corn)
    elif mine["hand"]:
        text = say("Place workers: {corn}").format(corn=corn)
    else:
        text = say("Pick up workers: {corn}").format(corn=corn)
    food = view["food"]
    if food is None:
        return text, ""
    owed = say("You are {corn} short of feeding everybody.").format(corn=amount("corn", mine["short"], say))
    when = say("Food day in {n} days.").format(n=food["in"])
    if food["in"] < 2:
        when = say("Food day tomorrow.") if food["in"] else say("Food day today.")
    beg = say("You may beg for corn first.") if "beg" in kinds else ""
    return text, " ".join(part for part in (when, owed if mine["short"] else "", beg) if part)


def _possessions(mine: Mapping[str, Any], say: Speech) -> str:
    held = goods(mine, say)
    return say("You have {goods}.").format(goods=held) if held else say("You have nothing.")


# ---------------------------------------------------------------- the log


def line(event: Mapping[str, Any], say: Speech) -> str:
    kind, seat = event["kind"], event.get("seat", 0)
    if kind in ("placed", "claimed", "picked", "acted", "copied", "no-action", "begged", "burned", "turn-over"):
        return _turn_line(event, kind, seat, say)
    if kind in ("gained", "scored", "recruited", "paid", "blocks-paid", "blocks-taken", "sold", "bought", "skull"):
        return _goods_line(event, kind, seat, say)
    if kind in ("climbed", "descended", "step-lost"):
        text = {
            "climbed": say("@{seat} climbs to step {step} of {god}."),
            "descended": say("@{seat} goes down to step {step} of {god}."),
            "step-lost": say("@{seat} can climb no further in the temple of {god}."),
        }[kind]
        return text.format(seat=seat, step=event.get("step", 0), god=temple(event["temple"]))
    if kind == "advanced":
        return say("@{seat} reaches level {level} of {track}: {effect}.").format(
            seat=seat,
            level=event["level"],
            track=track(event["track"], say),
            effect=technology(event["track"], event["level"], say),
        )
    if kind == "beyond":
        return say("@{seat} takes the bonus of {track}.").format(seat=seat, track=track(event["track"], say))
    if kind == "built":
        text = say("@{seat} builds a {tile} for {goods}.") if event["paid"] else say("@{seat} builds a {tile}.")
        return text.format(seat=seat, tile=tile_name(event["tile"], say), goods=goods(event["paid"], say))
    if kind == "monument":
        return say("@{seat} builds a monument for {goods}: {effects}.").format(
            seat=seat, goods=goods(event["paid"], say), effects=scoring(event["tile"], event["seats"], say)
        )
    return _round_line(event, kind, seat, say)


def _turn_line(event: Mapping[str, Any], kind: str, seat: int, say: Speech) -> str:
    if kind == "placed":
        text = (
            say("The gods have mercy: @{seat} places a worker on {gear} {position} for {corn}.")
            if event["mercy"]
            else say("@{seat} places a worker on {gear} {position} for {corn}.")
        )
        return text.format(
            seat=seat, gear=gear(event["gear"]), position=event["position"], corn=amount("corn", event["corn"], say)
        )
    if kind == "claimed":
        return say("@{seat} places a worker on the starting-player space for {corn}.").format(
            seat=seat, corn=amount("corn", event["corn"], say)
        )
    if kind == "picked":
        return say("@{seat} picks up a worker from {gear} {position}.").format(
            seat=seat, gear=gear(event["gear"]), position=event["position"]
        )
    if kind in ("acted", "copied"):
        text = say("@{seat} uses {gear} {action}: {effect}.")
        if event["fee"]:
            text = say("@{seat} pays {corn} and uses {gear} {action}: {effect}.")
        return text.format(
            seat=seat,
            corn=amount("corn", event["fee"], say),
            gear=gear(event["gear"]),
            action=event["action"],
            effect=space(event["gear"], event["action"], say),
        )
    if kind == "begged":
        return say("@{seat} begs for {corn}.").format(seat=seat, corn=amount("corn", event["n"], say))
    if kind == "burned":
        return say("@{seat} burns the jungle.").format(seat=seat)
    if kind == "no-action":
        return say("@{seat} takes no action.").format(seat=seat)
    return ""  # the end of a turn: the next line begins the next one


def _goods_line(event: Mapping[str, Any], kind: str, seat: int, say: Speech) -> str:
    if kind == "gained":
        return say("@{seat} gets {goods}.").format(seat=seat, goods=amount(event["what"], event["n"], say))
    if kind == "scored":
        return say("@{seat} scores {points}.").format(seat=seat, points=points(event["n"], say))
    if kind == "recruited":
        return say("@{seat} has a new worker.").format(seat=seat)
    if kind == "paid":
        return say("@{seat} pays {goods}.").format(seat=seat, goods=amount("corn", event["n"], say))
    if kind == "blocks-paid":
        return say("@{seat} pays {goods}.").format(seat=seat, goods=block_list(event["blocks"], say))
    if kind == "blocks-taken":
        return say("@{seat} gets {goods}.").format(seat=seat, goods=block_list(event["blocks"], say))
    if kind == "skull":
        return say("@{seat} offers a skull on Chichen Itza {space}.").format(seat=seat, space=event["space"])
    text = say("@{seat} sells {goods} for {corn}.") if kind == "sold" else say("@{seat} buys {goods} for {corn}.")
    return text.format(seat=seat, goods=amount(event["what"], 1, say), corn=amount("corn", event["corn"], say))


def _round_line(event: Mapping[str, Any], kind: str, seat: int, say: Speech) -> str:
    if kind == "start":
        return say("@{seat} is the starting player.").format(seat=event["first"])
    if kind == "dealt":
        return say("You were dealt four wealth tiles.")
    if kind == "kept":
        tiles = "; ".join(effects(tile, say) for tile in event["tiles"])
        return say("You keep two tiles: {tiles}.").format(tiles=tiles)
    if kind == "wealth":
        return say("@{seat} starts with: {tiles}.").format(
            seat=seat, tiles="; ".join(effects(tile, say) for tile in event["tiles"])
        )
    if kind == "drawn":
        return say("A new building: {tile}.").format(tile=tile_name(event["tile"], say))
    if kind == "calendar" and event["last"]:
        return say("The calendar has come round.")
    if kind == "calendar":
        text = say("The calendar turns one day: round {round}.")
        if event["days"] == 2:
            text = say("The calendar turns two days: round {round}.")
        first = "" if event["claimed"] < 0 else " " + say("@{seat} is the starting player.").format(seat=event["first"])
        return text.format(round=event["round"]) + first
    if kind == "fell":
        return say("A worker of @{seat} leaves {gear} without an action.").format(seat=seat, gear=gear(event["gear"]))
    if kind == "food-day":
        return (
            say("Food day: workers eat, the gods give goods.")
            if event["index"] % 2
            else say("Food day: workers eat, the gods give points.")
        )
    if kind == "age":
        return say("The second age begins: new buildings.")
    if kind == "fed":
        corn = amount("corn", event["corn"], say)
        if event["unfed"]:
            text = say("@{seat} feeds for {corn}; {n} workers go hungry: {points} lost.")
            if event["unfed"] == 1:
                text = say("@{seat} feeds for {corn}; one worker goes hungry: {points} lost.")
            return text.format(seat=seat, corn=corn, n=event["unfed"], points=points(event["lost"], say))
        return say("@{seat} feeds all workers for {corn}.").format(seat=seat, corn=corn)
    if kind == "gifts":
        return say("The temples give @{seat} {goods}.").format(
            seat=seat, goods=goods(event["goods"], say) or say("nothing")
        )
    if kind == "devotion":
        return say("The temples give @{seat} {points} and {more} for standing highest.").format(
            seat=seat, points=points(event["steps"], say), more=event["highest"]
        )
    if kind == "counted":
        return say("@{seat} scores {points} for a monument: {effects}.").format(
            seat=seat, points=points(event["n"], say), effects=scoring(event["tile"], event["seats"], say)
        )
    if kind == "left":
        return say("@{seat} has {goods} left, worth {points} points.").format(
            seat=seat, goods=goods(event["goods"], say), points=quarters(event["quarters"])
        )
    if kind == "total":
        return say("@{seat} has {points} points in all.").format(seat=seat, points=quarters(event["quarters"]))
    if kind == "end":
        text = say("{seats} share the victory.") if len(event["winners"]) > 1 else say("{seats} wins.")
        return text.format(seats=seats(event["winners"], say))
    return ""


# ---------------------------------------------------------------- names of moves


def move(move: int, view: Mapping[str, Any], say: Speech) -> str:
    if move == END:  # its button is there before the turn may end
        return say("End turn")
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    return _named(offer, view, say) if offer is not None else ""


def _named(offer: Mapping[str, Any], view: Mapping[str, Any], say: Speech) -> str:
    kind = offer["kind"]
    if kind == "keep":
        return say("Keep: {tiles}.").format(tiles="; ".join(effects(tile, say) for tile in offer["tiles"]))
    if kind in ("place", "claim", "pick", "act", "nothing", "copy"):
        return _named_space(offer, kind, view, say)
    if kind in ("beg", "descend", "climb"):
        text = {
            "beg": say("Beg for corn up to 3: a step down in the temple of {god}, to {points}."),
            "descend": say("A step down in the temple of {god}, to {points}."),
            "climb": say("A step up in the temple of {god}, to {points}."),
        }[kind]
        if offer.get("lost"):
            text = say("The temple of {god}: the step would be lost.")
        return text.format(god=temple(offer["temple"]), points=_step_points(offer, say))
    if kind == "advance":
        level = offer["level"] + 1
        name = track(offer["track"], say)
        effect = technology(offer["track"], level, say)
        if not view["frame"]["paid"]:
            return say("Advance {track}: {effect}.").format(track=name, effect=effect)
        cost = say("1 block") if offer["blocks"] == 1 else say("{n} blocks").format(n=offer["blocks"])
        return say("Advance {track} for {cost}: {effect}.").format(track=name, cost=cost, effect=effect)
    if kind == "blocks":
        text = say("Take {goods}") if view["frame"]["kind"] == "take" else say("Pay {goods}")
        return text.format(goods=block_list(offer["blocks"], say))
    if kind in ("raise", "raise-plain"):
        text = tooltip(offer["tile"], view["seats"], say)
        more = say("Keep architecture for the second building.")
        return f"{text} {more}" if kind == "raise-plain" else text
    if kind == "raise-monument":
        text = tooltip(offer["tile"], view["seats"], say)
        return text + " " + say("Now it would be worth {points}.").format(points=points(offer["points"], say))
    if kind == "harvest":
        return _named_harvest(offer, say)
    if kind in ("sell", "buy"):
        text = say("Sell {goods} for {corn}") if kind == "sell" else say("Buy {goods} for {corn}")
        return text.format(goods=amount(offer["material"], 1, say), corn=amount("corn", offer["corn"], say))
    if kind == "save":
        return say("Save {goods}").format(goods=amount(offer["material"], 1, say))
    if kind == "days":
        return say("One day passes") if offer["days"] == 1 else say("Two days pass")
    return say("Done")


def hint(move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
    """What a space or a tile does, in short lines for the bubble beside the pointer."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None:
        return []
    if offer["kind"] in ("place", "pick"):
        where = f"{gear(offer['gear'])} {offer['position']}"
        lines = [where, space(offer["gear"], offer["position"], say)]
        if offer["kind"] == "place":
            lines.append(say("costs {corn}").format(corn=amount("corn", offer["corn"], say)))
        return lines
    if offer["kind"] == "advance":
        return [technology(offer["track"], offer["level"] + 1, say)]
    if offer["kind"] in ("raise", "raise-plain"):
        return [effects(offer["tile"], say)]
    if offer["kind"] == "raise-monument":
        return [scoring(offer["tile"], view["seats"], say)]
    return []


def _step_points(offer: Mapping[str, Any], say: Speech) -> str:
    steps = facts()["temples"][offer["temple"]]["steps"]
    return points(steps[max(0, min(offer["step"], len(steps) - 1))]["vp"], say)


def _named_space(offer: Mapping[str, Any], kind: str, view: Mapping[str, Any], say: Speech) -> str:
    if kind == "nothing":
        return say("Take no action")
    if kind == "claim":
        return say("Place a worker on the starting-player space, take {pile}. Costs {corn}.").format(
            pile=amount("corn", offer["pile"], say), corn=amount("corn", offer["corn"], say)
        )
    where = offer["position"] if "position" in offer else offer["action"]
    name, effect = gear(offer["gear"]), space(offer["gear"], where, say)
    if kind == "place":
        text = say("Place a worker on {gear} {position}, {effect}. Costs {corn}.")
        return text.format(gear=name, position=where, effect=effect, corn=amount("corn", offer["corn"], say))
    if kind == "pick":
        text = say("Pick up your worker from {gear} {position}, {effect}.")
        return text.format(gear=name, position=where, effect=effect)
    if offer.get("corn"):
        return say("{gear} {action}: {effect}. Costs {corn} for stepping back.").format(
            gear=name, action=where, effect=effect, corn=amount("corn", offer["corn"], say)
        )
    return say("{gear} {action}: {effect}.").format(gear=name, action=where, effect=effect)


def _named_harvest(offer: Mapping[str, Any], say: Speech) -> str:
    corn, wood = amount("corn", offer["corn"], say), amount("wood", offer["wood"], say)
    return {
        "corn-tile": say("Take a corn tile: {corn}."),
        "corn": say("Harvest without a tile: {corn}."),
        "wood-tile": say("Take a wood tile: {wood}."),
        "burn": say("Burn the wood and take the corn tile: {corn}. A step down in a temple."),
    }[offer["take"]].format(corn=corn, wood=wood)


# ---------------------------------------------------------------- refusals and options


def refusal(rule: str, say: Speech) -> str:
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
        "begging": say("You may beg at the start of your turn with 2 corn or less."),
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
