"""What Amritsar says: prompts, log lines, the names of moves, refusals, options.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.speech import Speech
from tablero.games.amritsar import names
from tablero.games.amritsar.moves import HOUSES, MAHOUTS, WORDS

NUMERALS = ("I", "II", "III")


def _seats(numbers: list[int], say: Speech) -> str:
    return names.listed([who(seat, say) for seat in numbers], say)


def who(seat: int, say: Speech) -> str:
    """A seat, or the maharaja of the solo game."""
    return say("The maharaja") if seat < 0 else f"@{seat}"


# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    asked = view["prompt"]
    kind = asked["kind"]
    if kind == "over":
        return _ended(view, say)
    if kind == "wait":
        return say("Waiting for {seats}").format(seats=_seats(asked["for"], say)), ""
    if kind in ("follow", "command"):
        colour = names.colour(asked["colour"], say)
        deed = names.mahout(asked["mahout"], say)
        if kind == "follow":
            headline = say("Follow {seat}?").format(seat=who(asked["whom"], say))
            gift = say("The worker was {colour}; your mahout: {deed}. {seat} gains 1 point if you follow.")
            return headline, gift.format(colour=colour, deed=deed, seat=who(asked["whom"], say))
        return say("Follow the maharaja?"), say("The worker beside him is {colour}; your mahout: {deed}.").format(
            colour=colour, deed=deed
        )
    if kind in ("sow", "land"):
        return _sowing(view, say)
    if kind == "actions":
        where = names.district(asked["district"], say)
        detail = say("Active worker: {colour}, {district}.").format(
            colour=names.colour(asked["colour"], say), district=where
        )
        return (say("Choose an action, or end your turn") if asked["more"] else say("End your turn")), detail
    if kind == "choose":
        return say("Choose a resource"), say("{n} to choose.").format(n=asked["left"])
    if kind == "surplus":
        return say("Too much for your slots: discard"), say("{n} too many.").format(n=asked["left"])
    if kind == "upgrade":
        detail = say("Free.") if asked["free"] else say("Warehouse: marble. Objective: copper. Mahout: gold.")
        return say("Choose an upgrade"), detail
    if kind == "place_objective":
        return say("Choose a space for objective {type}").format(type=asked["what"]), ""
    if kind == "place_mahout":
        deed = names.mahout(asked["what"], say)
        return say("Choose a colour for the mahout: {deed}").format(deed=deed), ""
    if kind == "donate":
        where = names.district(asked["district"], say)
        return say("Choose a cell for your donation"), say("District: {district}.").format(district=where)
    return {
        "objective": (say("Choose your first objective"), say("Free; it raises your tax by 1 and frees a counter.")),
        "space": (say("Choose a colour for your donating mahout"), say("No two players take the same colour.")),
        "place": (say("Place your elephant"), say("In any district, free.")),
        "elephant": (say("Move your elephant, or let it stay"), say("The first step is free, others cost a coin.")),
        "second_walk": (say("Move your elephant again, or end your turn"), ""),
        "end": (say("End your turn"), ""),
        "pick": (say("Choose a section to sow"), say("Take a whole group; one worker goes to each next section.")),
        "either": (say("Choose a resource"), ""),
        "market": (say("Buy and sell, or leave the market"), say("Not the same resource both ways in one turn.")),
        "mahout": (say("Choose a mahout"), ""),
        "pay": (say("Choose what you pay with"), ""),
        "study": (say("Choose a track"), ""),
    }[kind]


def _ended(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    over = say("The game is over.")
    winners = view["result"]["winners"]
    if view["solo"] is not None:
        detail = say("{own} points against {his} of the maharaja.").format(
            own=view["players"][0]["score"], his=view["solo"]["score"]
        )
        return (say("@0 beats the maharaja") if winners else say("The maharaja wins")), detail
    if len(winners) > 1:
        return say("{seats} share the victory").format(seats=_seats(winners, say)), over
    return say("{seats} wins").format(seats=_seats(winners, say)), over


def _sowing(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    asked = view["prompt"]
    where = names.section(asked["next"], say)
    if asked["kind"] == "land":
        colour = names.colour(view["hand"]["workers"][0], say)
        return say("Choose where the {colour} worker stops").format(colour=colour), say(
            "Next is {section}; each section jumped takes a coin."
        ).format(section=where)
    return say("Which worker goes to {section}?").format(section=where), say("{n} in hand; the last one acts.").format(
        n=asked["left"]
    )


# ---------------------------------------------------------------- the log


def line(event: Mapping[str, Any], say: Speech) -> str:
    kind = event["kind"]
    seat = who(event.get("seat", 0), say)
    points = event.get("points", 0)
    if kind in ("picked", "dropped", "landed", "elephant", "ended"):
        return _moving(event, seat, say)
    if kind == "action":
        return _action(event, seat, say)
    if kind in ("gained", "discarded", "bought", "sold", "exchanged", "paid", "recovered", "no_counter", "unlocked"):
        return _dealing(event, seat, say)
    if kind in ("built", "aimed", "hired", "learned"):
        return _upgrading(event, seat, say)
    if kind.startswith("maharaja"):
        return _maharaja(event, say)
    if kind == "donated":
        return say("{seat} donates in the {district}, level {level}: {points} points.").format(
            seat=seat, district=names.district(event["district"], say), level=event["level"] + 1, points=points
        )
    if kind == "supported":
        return say("{seat}: 1 point for a support.").format(seat=seat)
    if kind == "points":
        return say("{seat}: {points} points ({source}).").format(
            seat=seat, points=points, source=names.source(event["source"], say)
        )
    if kind == "followed":
        deed = names.mahout(event["what"], say)
        if event["whom"] < 0:
            return say("{seat} follows the maharaja: {deed}.").format(seat=seat, deed=deed)
        return say("{seat} follows {whom}: {deed}.").format(seat=seat, whom=who(event["whom"], say), deed=deed)
    if kind == "majority":
        return say("{seat} has most donations in the {district}: {points} points.").format(
            seat=seat, district=names.district(event["district"], say), points=points
        )
    if kind == "taxed":
        if event["missing"]:
            return say("{seat} pays {paid} of tax; {missing} missing: {points} points.").format(
                seat=seat, paid=event["paid"], missing=event["missing"], points=points
            )
        return say("{seat} pays {paid} of tax.").format(seat=seat, paid=event["paid"])
    if kind == "knowledge":
        return say("{seat}: {points} points for the last cell of {track}.").format(
            seat=seat, points=points, track=names.track(event["track"], say)
        )
    if kind == "objective":
        return say("{seat}: {points} points. Objective: {text}").format(
            seat=seat, points=points, text=names.objective(event["what"], say)
        )
    return _course(event, seat, say)


def _course(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "start":
        return say("The game begins. Start player: @{first}.").format(first=event["first"])
    if kind == "dealt":
        texts = " ".join(names.objective(name, say) for name in event["objectives"])
        return say("Your objectives: {texts}").format(texts=texts)
    if kind == "round":
        return say("Decade {decade}, round {round} of 4").format(
            decade=NUMERALS[event["decade"]], round=(event["round"] - 1) % 4 + 1
        )
    if kind == "turn":
        return say("Turn of {seat}.").format(seat=seat)
    if kind == "decade":
        if event["decade"] == 3:
            return say("The dome is set: the temple is complete.")
        return say("Decade {decade} is over; the temple grows.").format(decade=NUMERALS[event["decade"] - 1])
    if kind == "end":
        scores = [f"{who(seat, say)} {score}" for seat, score in enumerate(event["scores"])]
        if event["seats"] == 1:
            scores[1] = f"{say('The maharaja')} {event['scores'][1]}"
        return say("The game is over: {scores}.").format(scores=", ".join(scores))
    return ""


def _moving(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "picked":
        workers = [names.colour(c, say) for c, count in enumerate(event["workers"]) for _ in range(count)]
        sentence = say("{seat} sows {section}: {workers}.").format(
            seat=seat, section=names.section(event["section"], say), workers=", ".join(workers)
        )
        return _with_coins(sentence, event["coins"], say)
    if kind == "landed":
        sentence = say("Active worker: {colour}, {section}.").format(
            colour=names.colour(event["colour"], say), section=names.section(event["section"], say)
        )
        if event["jumped"]:
            sentence += " " + say("Sections jumped: {n}.").format(n=event["jumped"])
        return _with_coins(sentence, event["coins"], say)
    if kind == "elephant":
        where = names.district(event["district"], say)
        if event["how"] == "stay":
            return say("The elephant of {seat} stays in the {district}.").format(seat=seat, district=where)
        sentence = say("The elephant of {seat} goes to the {district}.").format(seat=seat, district=where)
        if event["how"] in ("token", "leap"):
            sentence += " " + say("Free placement.")
        if event["coins"]:
            sentence += " " + say("Coins paid: {n}.").format(n=event["coins"])
        if event["points"]:
            sentence += " " + say("Past the maharaja: {points} points.").format(points=event["points"])
        return sentence
    return ""  # single drops and the end of a turn: the lines around them say everything


def _with_coins(sentence: str, coins: int, say: Speech) -> str:
    return sentence + " " + say("Coins found: {n}.").format(n=coins) if coins else sentence


def _action(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    if event["by"] == "mahout":
        return say("{seat} uses a mahout: {deed}.").format(seat=seat, deed=names.mahout(event["what"], say))
    return {
        "main": say("{seat} uses the main action of {tile}."),
        "second": say("{seat} uses the secondary action of {tile}."),
        "elephant": say("The elephant of {seat} uses {tile}."),
    }[event["by"]].format(seat=seat, tile=tile_name(event["what"], say))


def tile_name(name: str, say: Speech) -> str:
    """A district tile by its colour and number."""
    colour, _, number = name.partition("_")
    known = {"yellow": 0, "blue": 1, "white": 2, "green": 3}
    if colour not in known:
        return name
    return say("tile {colour} {number}").format(colour=names.colour(known[colour], say), number=number)


def _dealing(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "gained":
        return say("{seat} takes {goods}.").format(seat=seat, goods=names.goods(event["items"], say))
    if kind == "discarded":
        return say("{seat} discards: {item}.").format(seat=seat, item=names.item(event["item"], say))
    if kind == "exchanged":
        return say("{seat} exchanges {first} for {second}.").format(
            seat=seat,
            first=names.resource(event["from"], say),
            second=names.resource(event["to_resource"], say),
        )
    if kind == "recovered":
        return say("{seat} recovers a counter.").format(seat=seat)
    if kind == "no_counter":
        return say("{seat}: 1 point, no counter is left to recover.").format(seat=seat)
    if kind == "unlocked":
        return say("{seat} unlocks the second elephant move.").format(seat=seat)
    what = names.resource(event["resource"], say)
    if kind == "paid":
        return say("{seat} pays {resource}.").format(seat=seat, resource=what)
    if kind == "bought":
        return say("{seat} buys {resource} for {price}.").format(seat=seat, resource=what, price=event["price"])
    sentence = say("{seat} sells {resource} for {price}.").format(seat=seat, resource=what, price=event["price"])
    if event["points"]:
        sentence += " " + say("Points: {points}.").format(points=event["points"])
    return sentence


def _upgrading(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "learned":
        track = names.track(event["track"], say)
        if event["overflow"]:
            return say("{seat} is at the end of {track} and takes its gain.").format(seat=seat, track=track)
        return say("{seat} steps to cell {cell} of {track}.").format(seat=seat, cell=event["cell"], track=track)
    if kind == "built":
        return say("{seat} builds a warehouse: {house}. Tax {tax}.").format(
            seat=seat, house=names.house(HOUSES[event["what"]], say), tax=event["tax"]
        )
    if kind == "aimed":
        return say("{seat} places an objective of type {type}. Tax {tax}.").format(
            seat=seat, type="ABCD"[event["what"]], tax=event["tax"]
        )
    return say("{seat} places a mahout on {colour}: {deed}. Tax {tax}.").format(
        seat=seat,
        colour=names.colour(event["space"], say),
        deed=names.mahout(MAHOUTS[event["what"]], say),
        tax=event["tax"],
    )


def _maharaja(event: Mapping[str, Any], say: Speech) -> str:
    kind = event["kind"]
    if kind == "maharaja":
        if event["colour"] < 0:
            return say("The maharaja walks on.")
        return say("The maharaja walks on to a {colour} worker.").format(colour=names.colour(event["colour"], say))
    if kind == "maharaja_acts":
        return say("The maharaja does his {colour} action.").format(colour=names.colour(event["colour"], say))
    if kind == "maharaja_takes":
        return say("The maharaja takes {resource}.").format(resource=names.resource(event["resource"], say))
    if kind == "maharaja_empties":
        return say("One {resource} leaves the market.").format(resource=names.resource(event["resource"], say))
    if kind == "maharaja_learns":
        return say("The maharaja steps to cell {cell}.").format(cell=event["cell"])
    if kind == "maharaja_ending":
        return say("The maharaja scores {points} points at the end.").format(points=event["points"])
    return say("The maharaja's turn.")


# ---------------------------------------------------------------- the names of moves


def move(move: int, view: Mapping[str, Any], say: Speech) -> str:
    """What a legal move does, for buttons, tooltips and screen readers."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None:
        return ""
    family, _, rest = WORDS[move].partition(" ")
    if family in ("walk", "token", "leap", "pick", "drop", "land", "stay"):
        return _move_of_pieces(family, move, offer, view, say)
    if family in ("main", "secondary", "elephant", "use"):
        return _move_of_action(family, move, view, say)
    seat = view["seat"]
    if family == "exchange":
        first, second = rest.split(" ")
        numbers = {"marble": 0, "copper": 1, "gold": 2}
        return say("Exchange {first} for {second}").format(
            first=names.resource(numbers[first], say), second=names.resource(numbers[second], say)
        )
    if family in ("buy", "sell", "take", "discard", "pay"):
        return _move_of_goods(family, move, offer, say)
    if family == "study":
        return say("A step on the track of {track}").format(track=names.track(move - 64, say))
    if family == "build":
        return say("Build: {house}. {benefit}").format(house=names.house(rest, say), benefit=names.benefit(rest, say))
    if family == "aim":
        known = view["players"][seat]["objectives"][move - 82]["id"]
        return say("Objective {type}. {text}").format(type=rest, text=names.objective(known, say))
    if family == "hire":
        return say("Mahout: {deed}").format(deed=names.mahout(rest, say))
    if family == "space":
        return _move_of_space(move - 93, view, say)
    if family == "donate":
        return _move_of_donation(offer, rest, say)
    if family == "done":
        return say("Leave the market") if view["stage"] == "market" else say("End the turn")
    return {
        "coin": say("Take the coin first"),
        "follow": say("Follow"),
        "pass": say("Do not follow"),
        "skip": say("Do without"),
    }[family]


def _move_of_pieces(family: str, move: int, offer: Mapping[str, Any], view: Mapping[str, Any], say: Speech) -> str:
    if family == "stay":
        return say("The elephant stays")
    if family in ("walk", "token", "leap"):
        where = names.district((move - 1) % 4, say)
        if family == "token":
            return say("Spend the movement token: place the elephant in the {district}").format(district=where)
        if family == "leap":
            return say("Use the warehouse: place the elephant in the {district}").format(district=where)
        return say("Elephant to the {district}: {coins} coins, {points} points").format(
            district=where, coins=offer["coins"], points=offer["points"]
        )
    if family == "land":
        where = names.section(move - 25, say)
        sentence = say("Stop on {section}").format(section=where)
        if offer["coins"]:
            sentence += ", " + say("coins to leave behind: {n}").format(n=offer["coins"])
        return sentence
    route = [names.section(number, say) for number in offer["route"]]
    workers = [names.colour(number, say) for number in offer["workers"]]
    steps = ", ".join(f"{worker} {where}" for worker, where in zip(workers, route, strict=True))
    if family == "drop":
        return say("Drop {colour} on {section}").format(colour=workers[0], section=route[0])
    return say("Sow {section}. In this order: {steps}").format(section=names.section(move - 13, say), steps=steps)


def _move_of_action(family: str, move: int, view: Mapping[str, Any], say: Speech) -> str:
    if family == "use":
        name = view["players"][view["seat"]]["mahouts"][move - 42]
        return say("Use your mahout: {deed}").format(deed=names.mahout(name, say))
    slot = (move - 33) % 3
    tile = view["districts"][view["active"]["district"]]["tiles"][slot]
    deed = names.action(tile["second" if family == "secondary" else "main"], say)
    sentence = {
        "main": say("Main action, {slot}: {deed}"),
        "secondary": say("Secondary action, {slot}: {deed}"),
        "elephant": say("The elephant acts, {slot}: {deed}"),
    }[family]
    return sentence.format(slot=names.slot(slot, say), deed=deed)


def _move_of_goods(family: str, move: int, offer: Mapping[str, Any], say: Speech) -> str:
    if family == "discard":
        return say("Discard: {item}").format(item=names.item(move - 60, say))
    first = {"buy": 50, "sell": 53, "take": 57, "pay": 97}[family]
    what = names.resource(move - first, say)
    if family == "buy":
        return say("Buy {resource} for {coins}").format(resource=what, coins=offer["coins"])
    if family == "sell":
        return say("Sell {resource} for {coins}, points: {points}").format(
            resource=what, coins=offer["coins"], points=offer["points"]
        )
    return (say("Take {resource}") if family == "take" else say("Pay {resource}")).format(resource=what)


def _move_of_space(space: int, view: Mapping[str, Any], say: Speech) -> str:
    if view["stage"] == "place_objective":
        return (say("First space"), say("Space: any 1 resource"), say("Space: 2 coins"), say("Space: 2 points"))[space]
    return say("Space of {colour}").format(colour=names.colour(space, say))


def _move_of_donation(offer: Mapping[str, Any], rest: str, say: Speech) -> str:
    _, level, _, cell = rest.split(" ")
    return say("Donate on level {level}, cell {cell}: {points} points").format(
        level=level, cell=cell, points=offer["points"]
    )


def hint(move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
    """What a move brings, in short lines for the bubble beside the pointer; empty when its name says enough."""
    family, _, rest = WORDS[move].partition(" ")
    if move not in view["moves"]:
        return []
    if family == "build":
        return [names.house(rest, say), names.benefit(rest, say)]
    if family == "pick":
        offer = next(offer for offer in view["offers"] if offer["move"] == move)
        steps = zip(offer["workers"], offer["route"], strict=True)
        return [f"{k}. {names.colour(c, say)}: {names.section(s, say)}" for k, (c, s) in enumerate(steps, 1)]
    return []


# ---------------------------------------------------------------- refusals and options


def refusal(rule: str, say: Speech) -> str:
    return {
        "over": say("The game is over."),
        "turn": say("It is not your decision now: wait until the prompt asks you."),
        "notation": say("This is no move of Amritsar: choose one of the glowing places."),
        "storage": say("Your slots are full: discard first what is too much."),
        "finish-action": say("Finish the action you have begun first."),
        "choice": say("This is not among what you may choose here."),
        "set-up": say("First choose an objective, then a colour for your mahout."),
        "first-mahout": say("Another player has this colour already: choose another one."),
        "follow": say("Decide first whether you follow."),
        "elephant": say("First decide where your elephant goes, or let it stay."),
        "elephant-coins": say("You have too few coins for so many steps."),
        "first-turn": say("In your first turn you must place your elephant."),
        "token": say("You have no movement token to spend."),
        "leap": say("You have no warehouse that moves the elephant anywhere."),
        "second-walk": say("Your elephant has moved: end your turn."),
        "pick-up": say("Now choose a section with workers."),
        "sow": say("Drop one of the workers in your hand on the next section."),
        "jump": say("Each section jumped costs a coin: the worker cannot stop there."),
        "market-lock": say("Within a turn you may not buy and sell the same resource."),
        "market-buy": say("You have too few coins for this."),
        "market-sell": say("You have none to sell."),
        "market-coin": say("The coin comes before or after the deals, not between them."),
        "upgrade": say("This upgrade is not possible: it needs its price, a free space and a tile."),
        "exchange": say("The exchange needs its warehouse and is allowed once in your own turn."),
        "donate": say("This cell is taken, lacks its two supports or costs what you do not have."),
        "elephant-once": say("Your elephant has acted already."),
        "elephant-here": say("Your elephant is in another district."),
        "no-effect": say("This would have no effect now."),
        "elephant-order": say("The elephant acts before or after both tile actions, never between."),
        "one-tile": say("Main and secondary action are of one and the same tile."),
        "action-once": say("You have done this action already."),
        "secondary": say("The secondary action needs a worker of the tile's colour."),
        "actions": say("Choose an action of this district, or end your turn."),
    }.get(rule, say("The rules do not allow this."))
