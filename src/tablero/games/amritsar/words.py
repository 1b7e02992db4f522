"""What Amritsar says: prompts, log lines, the names of moves, refusals, options.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.speech import Speech
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.moves import WORDS

NUMERALS = ("I", "II", "III")


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
        return say("Waiting for {seats}", seats=say.every([f"@{seat}" for seat in asked["for"]])), ""
    if kind in ("follow", "command"):
        return _asked_to_follow(asked, say)
    if kind in ("choose", "surplus", "upgrade", "place_objective", "place_mahout", "donate"):
        return _choosing(view, say)
    if kind in ("sow", "land"):
        return _sowing(view, say)
    if kind == "actions":
        where = names.district(asked["district"], say)
        detail = say("Active worker: {colour}, {district}.", colour=names.colour(asked["colour"], say), district=where)
        return (say("Choose an action, or end your turn") if asked["more"] else say("End your turn")), detail
    tax = view["box"]["objective_tax"]
    return {
        "objective": (
            say("Choose your first objective"),
            say("Free; it raises your tax by {n} and frees a counter.", n=tax),
        ),
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


def _asked_to_follow(asked: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    colour = names.colour(asked["colour"], say)
    deed = names.mahout(asked["deed"], say)
    if asked["kind"] == "follow":
        seat = who(asked["whom"], say)
        gift = say("The worker was {colour}; your mahout: {deed}. {seat} gains 1 point if you follow.")
        return say("Follow {seat}?", seat=seat), gift.format(colour=colour, deed=deed, seat=seat)
    beside = say("The worker beside him is {colour}; your mahout: {deed}.")
    return say("Follow the maharaja?"), beside.format(colour=colour, deed=deed)


def _choosing(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    """A choice inside an action."""
    asked = view["prompt"]
    kind = asked["kind"]
    if kind == "choose":
        return say("Choose a resource"), say("{n} to choose.", n=asked["left"])
    if kind == "surplus":
        return say("Too much for your slots: discard"), say.plural(
            "{n} too many.", "{n} too many.", asked["left"], n=asked["left"]
        )
    if kind == "upgrade":
        warehouse, objective, mahout = (names.resource(r, say) for r in view["box"]["prices"])
        prices = say("Warehouse: {warehouse}. Objective: {objective}. Mahout: {mahout}.")
        detail = prices.format(warehouse=warehouse, objective=objective, mahout=mahout)
        return say("Choose an upgrade"), say("Free.") if asked["free"] else detail
    if kind == "place_objective":
        return say("Choose a space for objective {type}", type=asked["what"]), ""
    if kind == "place_mahout":
        deed = names.mahout(asked["deed"], say)
        return say("Choose a colour for the mahout: {deed}", deed=deed), ""
    where = names.district(asked["district"], say)
    return say("Choose a cell for your donation"), say("District: {district}.", district=where)


def _ended(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    over = say("The game is over.")
    winners = view["result"]["winners"]
    if view["solo"] is not None:
        own, his = view["players"][0]["score"], view["solo"]["score"]
        detail = say.plural(
            "{own} point against {his} of the maharaja.",
            "{own} points against {his} of the maharaja.",
            own,
            own=own,
            his=his,
        )
        return (say("@0 beats the maharaja") if winners else say("The maharaja wins")), detail
    won = say.plural("{seats} wins", "{seats} share the victory", len(winners))
    return won.format(seats=say.every([f"@{seat}" for seat in winners])), over


def _sowing(view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
    asked = view["prompt"]
    where = names.section(asked["next"], say)
    if asked["kind"] == "land":
        colour = names.colour(view["hand"]["workers"][0], say)
        return say("Choose where the {colour} worker stops", colour=colour), say(
            "Next is {section}; each section jumped takes a coin.", section=where
        )
    return say("Which worker goes to {section}?", section=where), say(
        "{n} in hand; the last one acts.", n=asked["left"]
    )


# ---------------------------------------------------------------- the log


def line(event: Mapping[str, Any], say: Speech) -> str:
    kind = event["kind"]
    seat = who(event.get("seat", 0), say)
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
    if kind in ("donated", "supported", "points", "majority", "taxed", "knowledge", "objective"):
        return _scoring(event, seat, say)
    if kind == "followed":
        deed = names.mahout(event["deed"], say)
        if event["whom"] < 0:
            return say("{seat} follows the maharaja: {deed}.", seat=seat, deed=deed)
        return say("{seat} follows {whom}: {deed}.", seat=seat, whom=who(event["whom"], say), deed=deed)
    return _course(event, seat, say)


def _scoring(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    points = names.points(event["points"], say)
    if kind == "donated":
        return say(
            "{seat} donates in the {district}, level {level}: {points}.",
            seat=seat,
            district=names.district(event["district"], say),
            level=event["level"] + 1,
            points=points,
        )
    if kind == "supported":
        return say("{seat}: 1 point for a support.", seat=seat)
    if kind == "points":
        return say("{seat}: {points} ({source}).", seat=seat, points=points, source=names.source(event["source"], say))
    if kind == "majority":
        return say(
            "{seat} has most donations in the {district}: {points}.",
            seat=seat,
            district=names.district(event["district"], say),
            points=points,
        )
    if kind == "taxed":
        if event["missing"]:
            return say.plural(
                "{seat} pays {paid} of tax; {n} coin is missing: {points}.",
                "{seat} pays {paid} of tax; {n} coins are missing: {points}.",
                event["missing"],
                seat=seat,
                paid=event["paid"],
                n=event["missing"],
                points=points,
            )
        return say("{seat} pays {paid} of tax.", seat=seat, paid=event["paid"])
    if kind == "knowledge":
        return say(
            "{seat}: {points} for the last cell of {track}.",
            seat=seat,
            points=points,
            track=names.track(event["track"], say),
        )
    return say(
        "{seat}: {points}. Objective: {text}", seat=seat, points=points, text=names.objective(event["goal"], say)
    )


def _course(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "start":
        return say("The game begins. Start player: @{first}.", first=event["first"])
    if kind == "dealt":
        texts = " ".join(names.objective(goal, say) for goal in event["goals"])
        return say("Your objectives: {texts}", texts=texts)
    if kind == "round":
        return say(
            "Decade {decade}, round {round} of 4", decade=NUMERALS[event["decade"]], round=(event["round"] - 1) % 4 + 1
        )
    if kind == "turn":
        return say("Turn of {seat}.", seat=seat)
    if kind == "decade":
        if event["decade"] == 3:
            return say("The dome is set: the temple is complete.")
        return say("Decade {decade} is over; the temple grows.", decade=NUMERALS[event["decade"] - 1])
    if kind == "end":
        scores = [f"{who(seat, say)} {score}" for seat, score in enumerate(event["scores"])]
        if event["seats"] == 1:
            scores[1] = f"{say('The maharaja')} {event['scores'][1]}"
        return say("The game is over: {scores}.", scores=", ".join(scores))
    return ""


def _moving(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "picked":
        workers = [names.colour(c, say) for c, count in enumerate(event["workers"]) for _ in range(count)]
        sentence = say(
            "{seat} sows {section}: {workers}.",
            seat=seat,
            section=names.section(event["section"], say),
            workers=", ".join(workers),
        )
        return _with_coins(sentence, event["coins"], say)
    if kind == "landed":
        sentence = say(
            "Active worker: {colour}, {section}.",
            colour=names.colour(event["colour"], say),
            section=names.section(event["section"], say),
        )
        if event["jumped"]:
            sentence += " " + say("Sections jumped: {n}.", n=event["jumped"])
        return _with_coins(sentence, event["coins"], say)
    if kind == "elephant":
        where = names.district(event["district"], say)
        if event["how"] == "stay":
            return say("The elephant of {seat} stays in the {district}.", seat=seat, district=where)
        sentence = say("The elephant of {seat} goes to the {district}.", seat=seat, district=where)
        if event["how"] in ("token", "leap"):
            sentence += " " + say("Free placement.")
        if event["coins"]:
            sentence += " " + say("Coins paid: {n}.", n=event["coins"])
        if event["points"]:
            lost = names.points(event["points"], say)
            sentence += " " + say("Past the maharaja: {points}.", points=lost)
        return sentence
    return ""  # single drops and the end of a turn: the lines around them say everything


def _with_coins(sentence: str, coins: int, say: Speech) -> str:
    return sentence + " " + say("Coins found: {n}.", n=coins) if coins else sentence


def _action(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    if event["by"] == "mahout":
        return say("{seat} uses a mahout: {deed}.", seat=seat, deed=names.mahout(event["deed"], say))
    tile = say("tile {colour} {number}", colour=names.colour(event["colour"], say), number=event["number"])
    return {
        "main": say("{seat} uses the main action of {tile}."),
        "second": say("{seat} uses the secondary action of {tile}."),
        "elephant": say("The elephant of {seat} uses {tile}."),
    }[event["by"]].format(seat=seat, tile=tile)


def _dealing(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "gained":
        return say("{seat} takes {goods}.", seat=seat, goods=names.goods(event["items"], say))
    if kind == "discarded":
        return say("{seat} discards: {item}.", seat=seat, item=names.item(event["item"], say))
    if kind == "exchanged":
        return say(
            "{seat} exchanges {first} for {second}.",
            seat=seat,
            first=names.one(event["lost"], say),
            second=names.one(event["won"], say),
        )
    if kind == "recovered":
        return say("{seat} recovers a counter.", seat=seat)
    if kind == "no_counter":
        return say("{seat}: 1 point, no counter is left to recover.", seat=seat)
    if kind == "unlocked":
        return say("{seat} unlocks the second elephant move.", seat=seat)
    what = names.one(event["resource"], say)
    if kind == "paid":
        return say("{seat} pays {resource}.", seat=seat, resource=what)
    price = names.coins(event["price"], say)
    if kind == "bought":
        return say("{seat} buys {resource} for {price}.", seat=seat, resource=what, price=price)
    sentence = say("{seat} sells {resource} for {price}.", seat=seat, resource=what, price=price)
    if event["points"]:
        sentence += " " + say("Points: {points}.", points=event["points"])
    return sentence


def _upgrading(event: Mapping[str, Any], seat: str, say: Speech) -> str:
    kind = event["kind"]
    if kind == "learned":
        track = names.track(event["track"], say)
        if event["overflow"]:
            return say("{seat} is at the end of {track} and takes its gain.", seat=seat, track=track)
        return say("{seat} steps to cell {cell} of {track}.", seat=seat, cell=event["cell"], track=track)
    if kind == "built":
        return say(
            "{seat} builds a warehouse: {house}. Tax {tax}.", seat=seat, house=names.house(event, say), tax=event["tax"]
        )
    if kind == "aimed":
        return say(
            "{seat} places an objective of type {type}. Tax {tax}.",
            seat=seat,
            type="ABCD"[event["what"]],
            tax=event["tax"],
        )
    return say(
        "{seat} places a mahout on {colour}: {deed}. Tax {tax}.",
        seat=seat,
        colour=names.colour(event["space"], say),
        deed=names.mahout(event["deed"], say),
        tax=event["tax"],
    )


def _maharaja(event: Mapping[str, Any], say: Speech) -> str:
    kind = event["kind"]
    if kind == "maharaja":
        if event["colour"] < 0:
            return say("The maharaja walks on.")
        return say("The maharaja walks on to a {colour} worker.", colour=names.colour(event["colour"], say))
    if kind == "maharaja_acts":
        return (
            say("The maharaja does his yellow action."),
            say("The maharaja does his blue action."),
            say("The maharaja does his white action."),
            say("The maharaja does his green action."),
        )[event["colour"]]
    if kind == "maharaja_takes":
        return say("The maharaja takes {resource}.", resource=names.one(event["resource"], say))
    if kind == "maharaja_empties":
        return say("{resource} leaves the market.", resource=names.one(event["resource"], say))
    if kind == "maharaja_learns":
        return say("The maharaja steps to cell {cell}.", cell=event["cell"])
    if kind == "maharaja_ending":
        return say("The maharaja scores {points} at the end.", points=names.points(event["points"], say))
    return say("The maharaja's turn.")


# ---------------------------------------------------------------- the names of moves


def turn(events: Sequence[Mapping[str, Any]], say: Speech) -> str:
    """What a seat did in a turn, or what a round brought."""
    return " ".join(filter(None, (line(event, say) for event in events)))


def move(move: int, view: Mapping[str, Any], say: Speech) -> str:
    """What a legal move does, for buttons, tooltips and screen readers."""
    offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
    if offer is None:
        # What ends the turn has a name before it may be done.
        return say("End the turn") if move == view["closing"] else ""
    family, _, rest = WORDS[move].partition(" ")
    if family in ("walk", "token", "leap", "pick", "drop", "land", "stay"):
        return _move_of_pieces(family, move, offer, view, say)
    if family in ("main", "secondary", "elephant", "use"):
        return _move_of_action(family, move, view, say)
    seat = view["seat"]
    if family == "exchange":
        first, second = (names.one(number[move - at.EXCHANGE], say) for number in (at.EXCHANGE_FROM, at.EXCHANGE_TO))
        return say("Exchange {first} for {second}", first=first, second=second)
    if family in ("buy", "sell", "take", "discard", "pay"):
        return _move_of_goods(family, move, offer, say)
    if family == "study":
        return say("A step on the track of {track}", track=names.track(move - at.STEP, say))
    if family == "build":
        told = view["box"]["warehouses"][rest]
        return say("Build: {house}. {benefit}", house=names.house(told, say), benefit=names.benefit(told, say))
    if family == "aim":
        known = view["players"][seat]["objectives"][move - at.AIM]["id"]
        text = names.objective(view["box"]["objectives"][known], say)
        return say("Objective {type}. {text}", type=rest, text=text)
    if family == "hire":
        return say("Mahout: {deed}", deed=names.mahout(view["box"]["mahouts"][rest], say))
    if family == "space":
        return _move_of_space(move - at.SPACE, view, say)
    if family == "donate":
        return _move_of_donation(offer, rest, say)
    if family == "done":
        return say("Leave the market") if view["phase"] == "market" else say("End the turn")
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
        where = names.district((move - at.WALK) % at.DISTRICTS, say)
        if family == "token":
            return say("Spend the movement token: place the elephant in the {district}", district=where)
        if family == "leap":
            return say("Use the warehouse: place the elephant in the {district}", district=where)
        return say(
            "Elephant to the {district}: {coins}, {points}",
            district=where,
            coins=names.coins(offer["coins"], say),
            points=names.points(offer["points"], say),
        )
    if family == "land":
        where = names.section(move - at.LAND, say)
        sentence = say("Stop on {section}", section=where)
        if offer["coins"]:
            sentence += ", " + say("coins to leave behind: {n}", n=offer["coins"])
        return sentence
    route = [names.section(number, say) for number in offer["route"]]
    if family == "drop":
        return say("Drop {colour} on {section}", colour=names.colour(offer["workers"][0], say), section=route[0])
    sentence = say.plural(
        "Sow {section}: {n} worker, to {route}", "Sow {section}: {n} workers, to {route}, in the order you choose",
        len(route),
    )  # fmt: skip
    return sentence.format(section=names.section(move - at.PICK, say), n=len(route), route=say.every(route))


def _move_of_action(family: str, move: int, view: Mapping[str, Any], say: Speech) -> str:
    if family == "use":
        name = view["players"][view["seat"]]["mahouts"][move - at.USE]
        return say("Use your mahout: {deed}", deed=names.mahout(view["box"]["mahouts"][name], say))
    slot = (move - at.MAIN) % at.SLOTS_OF_A_DISTRICT
    tile = view["districts"][view["active"]["district"]]["tiles"][slot]
    deed = names.action(view["box"]["actions"][tile["second" if family == "secondary" else "main"]], say)
    sentence = {
        "main": say("Main action, {slot}: {deed}"),
        "secondary": say("Secondary action, {slot}: {deed}"),
        "elephant": say("The elephant acts, {slot}: {deed}"),
    }[family]
    return sentence.format(slot=names.slot(slot, say), deed=deed)


def _move_of_goods(family: str, move: int, offer: Mapping[str, Any], say: Speech) -> str:
    if family == "discard":
        return say("Discard: {item}", item=names.item(move - at.DISCARD, say))
    first = {"buy": at.BUY, "sell": at.SELL, "take": at.TAKE, "pay": at.PAY}[family]
    what = names.one(move - first, say)
    if family == "buy":
        return say("Buy {resource} for {coins}", resource=what, coins=names.coins(offer["coins"], say))
    if family == "sell":
        return say(
            "Sell {resource} for {coins}, points: {points}",
            resource=what,
            coins=names.coins(offer["coins"], say),
            points=offer["points"],
        )
    return (say("Take {resource}") if family == "take" else say("Pay {resource}")).format(resource=what)


def _move_of_space(space: int, view: Mapping[str, Any], say: Speech) -> str:
    if view["phase"] == "place_objective":
        gain = names.action(view["box"]["spaces"][space], say)
        return say("Space: {gain}", gain=gain) if gain else say("First space")
    return say("Space of {colour}", colour=names.colour(space, say))


def _move_of_donation(offer: Mapping[str, Any], rest: str, say: Speech) -> str:
    _, level, _, cell = rest.split(" ")
    return say(
        "Donate on level {level}, cell {cell}: {points}",
        level=level,
        cell=cell,
        points=names.points(offer["points"], say),
    )


def hint(move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
    """What a move brings, in short lines for the bubble beside the pointer; empty when its name says enough."""
    family, _, rest = WORDS[move].partition(" ")
    if move not in view["moves"]:
        return []
    if family == "build":
        told = view["box"]["warehouses"][rest]
        return [names.house(told, say), names.benefit(told, say)]
    if family == "pick":
        offer = next(offer for offer in view["offers"] if offer["move"] == move)
        return [f"{k}. {names.section(section, say)}" for k, section in enumerate(offer["route"], 1)]
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
