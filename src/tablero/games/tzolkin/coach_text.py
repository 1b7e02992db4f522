"""What may be chosen in Tzolk'in: the name of each move, with what it costs now, what it brings now and when, and the
short lines of the bubble beside the pointer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.layout import FREE_CHOICE, MAX_WORKERS

Offer = Mapping[str, Any]
View = Mapping[str, Any]


def named(offer: Offer, view: View, names: called.Names, say: Translator) -> str:
    """The accessible name of a legal move: what it does and what it brings."""
    kind = offer["kind"]
    if kind == "keep":
        return say("Keep: {tiles}.", tiles=called.clauses([names.effects(tile, say) for tile in offer["tiles"]], say))
    if kind in ("place", "claim"):
        return _named_place(offer, view, names, say)
    if kind in ("pick", "act", "copy"):
        return _named_space(offer, kind, names, say)
    if kind in ("beg", "descend", "climb"):
        return _named_step(offer, kind, view, names, say)
    if kind in ("raise", "raise-plain", "raise-monument"):
        return _named_tile(offer, kind, view, names, say)
    if kind == "advance":
        return _named_advance(offer, view, say)
    if kind == "harvest":
        return _named_harvest(offer, say)
    if kind in ("blocks", "sell", "buy", "save"):
        return _named_goods(offer, kind, view, say)
    if kind == "days":
        return _named_days(offer, view, say)
    return say("Take no action") if kind == "nothing" else _named_leaving(view, say)


def hinted(offer: Offer, view: View, names: called.Names, say: Translator) -> list[str]:
    """What a space or a tile does, in short lines for the bubble beside the pointer."""
    kind = offer["kind"]
    if kind == "place":
        cost = say("costs {corn}", corn=called.amount("corn", offer["corn"], say))
        if offer["mercy"]:
            cost = say("mercy: for all your corn, {corn}", corn=called.amount("corn", offer["corn"], say))
        return [f"{called.gear(offer['gear'], say)} {offer['position']}", cost, *_later(offer, names, say)]
    if kind == "pick":
        where = f"{called.gear(offer['gear'], say)} {offer['position']}"
        return [where, say("acts at once: {effect}", effect=effect_now(offer, names, say))]
    if kind == "advance":
        return [_level(offer, view, say)]
    if kind in ("raise", "raise-plain"):
        return [names.effects(offer["tile"], say), say("costs {corn}", corn=_cost(offer, say))]
    if kind == "raise-monument":
        return [names.scoring(offer["tile"], view["seats"], say)]
    return []


# ---------------------------------------------------------------- workers


def effect_now(offer: Offer, names: called.Names, say: Translator) -> str:
    """What a space does for the seat on the move, with its technologies and with what is left."""
    number, where = offer["gear"], offer["position"] if "position" in offer else offer["action"]
    printed = names.space(number, where, say)
    if offer.get("lost"):
        return say("{effect} (that step would be lost)", effect=printed)
    if not offer.get("able", True):
        return say("{effect} (not possible now)", effect=printed)
    if "goods" not in offer:
        return printed
    given, kind = offer["goods"], names.action(number, where)["effect"]
    if kind == "harvest" and offer["burns"]:
        corn, wood = called.amount("corn", given["corn"], say), called.amount("wood", given["wood"], say)
        return say("harvest {wood}, or burn for {corn} and a temple step down", corn=corn, wood=wood)
    if kind == "harvest":
        return say(
            "harvest {goods}",
            goods=say.either([called.amount(m, given[m], say) for m in ("corn", "wood") if m in given]),
        )
    if kind == "worker":
        return printed if given["worker"] else say("nothing: all {n} workers are in play", n=int(MAX_WORKERS))
    found = called.goods(given, say) or say("nothing: no skulls are left")
    return found if kind == "gain" else say("fish: {goods}", goods=found)


def _named_place(offer: Offer, view: View, names: called.Names, say: Translator) -> str:
    corn = called.amount("corn", offer["corn"], say)
    if offer["kind"] == "claim":
        parts = [
            say("Place a worker on the starting-player space. Costs {corn}.", corn=corn),
            say("After your turn you take {pile}.", pile=called.amount("corn", offer["pile"], say)),
            say("At the end of the round the marker changes hands and the worker comes back.")
            if view["players"][view["seat"]]["light"] is False
            else say("At the end of the round the marker changes hands, the worker comes back, and two days may pass."),
        ]
        return " ".join(parts)
    text = say("Place a worker on {gear} {position}. Costs {corn}.")
    if offer["mercy"]:
        text = say("The gods have mercy: place a worker on {gear} {position} for all your corn, {corn}.")
    placed = text.format(gear=called.gear(offer["gear"], say), position=offer["position"], corn=corn)
    later = _later(offer, names, say)
    return " ".join([placed, *(f"{part[:1].upper()}{part[1:]}." for part in later)])


def _later(offer: Offer, names: called.Names, say: Translator) -> list[str]:
    """When a worker that is placed here acts, and what it can do then."""
    number, then = offer["gear"], offer["position"] + 1
    if then >= len(names.facts["gears"][number]["actions"]):
        return [say("it would leave the gear at the end of the round, without an action")]
    return [
        say("acts only when you pick it up, next turn at the earliest"),
        say("by then on {gear} {position}: {effect}").format(
            gear=called.gear(number, say), position=then, effect=names.space(number, then, say)
        ),
    ]


def _named_space(offer: Offer, kind: str, names: called.Names, say: Translator) -> str:
    effect, name = effect_now(offer, names, say), called.gear(offer["gear"], say)
    if kind == "pick":
        place = {"gear": name, "position": offer["position"]}
        if offer["position"] == 0:
            return say("Pick up your worker from {gear} {position}.", **place)
        if offer["position"] < FREE_CHOICE[offer["gear"]]:
            return say("Pick up your worker from {gear} {position}. It acts at once: {effect}.", **place, effect=effect)
        return say("Pick up your worker from {gear} {position}. You choose at once: {effect}.", **place, effect=effect)
    text = say("{gear} {action}: {effect}.")
    if offer["corn"]:
        text = (
            say("{gear} {action}: {effect}. Costs {corn} for stepping back.")
            if kind == "act"
            else say("{gear} {action}: {effect}. Costs {corn} for the use of another gear.")
        )
    corn = called.amount("corn", offer["corn"], say)
    return text.format(gear=name, action=offer["action"], effect=effect, corn=corn)


def _named_days(offer: Offer, view: View, say: Translator) -> str:
    when = min(view["round"] + offer["days"], view["rounds"])
    if offer["days"] == 1:
        return say("One day passes: round {round}", round=when)
    return say("Two days pass: round {round}", round=when)


def _named_leaving(view: View, say: Translator) -> str:
    """What is said of leaving a choice that need not be made."""
    frame = view["frame"]
    return {
        "track": say("No further advance"),
        "build": say("No second building") if frame.get("second") else say("Build nothing more"),
        "market": say("Leave the market"),
        "any": say("Use no action"),
        "offering": say("Pay nothing"),
    }[frame["kind"]]


# ---------------------------------------------------------------- temples and technologies


def _named_step(offer: Offer, kind: str, view: View, names: called.Names, say: Translator) -> str:
    god = called.temple(offer["temple"], say)
    if offer.get("lost"):
        return say("The temple of {god}: the step would be lost.", god=god)
    text = {
        "beg": say(
            "Beg for corn up to {n}: down to step {step} in the temple of {god}, {points} at the end of an age."
        ),
        "descend": say("Down to step {step} in the temple of {god}: {points} at the end of an age."),
        "climb": say("Up to step {step} in the temple of {god}: {points} at the end of an age."),
    }[kind]
    step = offer["step"]
    worth = called.points(names.step_points(offer["temple"], step), say)
    out = text.format(god=god, n=offer.get("up_to"), step=step, points=worth)
    top = len(names.facts["temples"][offer["temple"]]["steps"]) - 1
    if kind == "climb" and step == top and not view["players"][view["seat"]]["light"]:
        out += " " + say("On top you may let two days pass once more.")
    return out


def _named_advance(offer: Offer, view: View, say: Translator) -> str:
    name, effect = called.track(offer["track"], say), _level(offer, view, say)
    if not view["frame"]["paid"]:
        return say("Advance {track}: {effect}.", track=name, effect=effect)
    cost = called.block_count(offer["blocks"], say)
    return say("Advance {track} for {cost}: {effect}.", track=name, cost=cost, effect=effect)


def _level(offer: Offer, view: View, say: Translator) -> str:
    """What the next level of a track gives."""
    if offer["track"] == 3 and offer["level"] == 3 and not view["skulls"]:
        return say("nothing: no skulls are left")
    return called.technology(offer["track"], offer["level"] + 1, say)


# ---------------------------------------------------------------- buildings, goods


def _named_tile(offer: Offer, kind: str, view: View, names: called.Names, say: Translator) -> str:
    if kind == "raise-monument":
        text = names.tooltip(offer["tile"], view["seats"], say)
        return text + " " + say("Now it would be worth {points}.", points=called.points(offer["points"], say))
    name = called.category(names.printed(offer["tile"])["category"], say)
    text = say("{kind}. Costs {cost}. Brings: {effects}.")
    out = [
        text.format(kind=name[:1].upper() + name[1:], cost=_cost(offer, say), effects=names.effects(offer["tile"], say))
    ]
    bonus = offer["bonus"]
    if bonus:
        parts = [called.amount("corn", bonus["corn"], say)] + (
            [called.points(bonus["points"], say)] if "points" in bonus else []
        )
        out.append(say("Architecture adds {goods}.", goods=called.listed(parts, say)))
    effects = {effect["kind"]: effect for effect in names.printed(offer["tile"])["effects"]}
    if "worker" in effects and view["players"][view["seat"]]["workers"] >= MAX_WORKERS:
        out.append(say("All {n} workers are in play: no new one comes.", n=int(MAX_WORKERS)))
    if effects.get("gain", {}).get("skull") and not view["skulls"]:
        out.append(say("No skulls are left: none comes."))
    if kind == "raise-plain":
        out.append(say("Keep architecture for the second building."))
    return " ".join(out)


def _cost(offer: Offer, say: Translator) -> str:
    """What a building costs now."""
    cost = called.goods(offer["cost"], say) or say("nothing")
    return say("{cost}, less one block of your choice", cost=cost) if offer.get("saves") else cost


def _named_goods(offer: Offer, kind: str, view: View, say: Translator) -> str:
    if kind == "blocks":
        text = say("Take {goods}") if view["frame"]["kind"] == "take" else say("Pay {goods}")
        return text.format(goods=called.block_list(offer["blocks"], say))
    held = called.amount(offer["material"], 1, say)
    if kind == "save":
        return say("Save {goods}", goods=held)
    text = say("Sell {goods} for {corn}") if kind == "sell" else say("Buy {goods} for {corn}")
    return text.format(goods=held, corn=called.amount("corn", offer["corn"], say))


def _named_harvest(offer: Offer, say: Translator) -> str:
    corn, wood = called.amount("corn", offer["corn"], say), called.amount("wood", offer["wood"], say)
    return {
        "corn-tile": say("Take a corn tile: {corn}."),
        "corn": say("Harvest without a tile: {corn}."),
        "wood-tile": say("Take a wood tile: {wood}."),
        "burn": say("Burn the wood and take the corn tile: {corn}. A step down in a temple."),
    }[offer["take"]].format(corn=corn, wood=wood)
