"""What Amritsar says: prompts, the names of moves and what they bring, refusals. What happened is told in `log`.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.coach_text import purpose, rule
from tablero.games.amritsar.log import line, turn
from tablero.games.amritsar.moves import WORDS
from tablero.games.amritsar.names import who

__all__ = ["hint", "line", "move", "prompt", "purpose", "refusal", "rule", "turn"]

# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
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
        return _acting(view, say)
    tax = view["box"]["objective_tax"]
    return {
        "objective": (
            say("Choose your first objective"),
            say("Free; it raises your tax by {n} and frees a counter.", n=tax),
        ),
        "space": (
            say("Choose a colour for your donating mahout"),
            say("You may follow workers of this colour; no two players take the same."),
        ),
        "place": (say("Place your elephant"), say("In any district, free; it acts where your last worker stops.")),
        "elephant": (say("Move your elephant, or let it stay"), say("The first step is free, others cost a coin.")),
        "second_walk": (
            say("Move your elephant again, or end your turn"),
            say("The first step is free, others cost a coin."),
        ),
        "end": (say("End your turn"), ""),
        "pick": (
            say("Choose a section to sow from"),
            say("Its workers go one by one to the next sections; the last one acts."),
        ),
        "spare": (say("Which section takes no coin?"), say("Your warehouse spares one of those jumped.")),
        "either": (say("Choose a resource"), ""),
        "market": _trading(view, say),
        "mahout": (say("Choose a mahout"), ""),
        "pay": (say("Choose what you pay with"), ""),
        "study": (say("Choose a track"), say("You take what its next cell shows.")),
    }[kind]


def _asked_to_follow(asked: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    colour = names.colour(asked["colour"], say)
    deed = names.mahout(asked["deed"], say)
    if asked["kind"] == "follow":
        seat = who(asked["whom"], say)
        gift = say("The worker was {colour}; your mahout: {deed}. {seat} gains 1 point if you follow.")
        return say("Follow {seat}?", seat=seat), gift.format(colour=colour, deed=deed, seat=seat)
    beside = say("The worker beside him is {colour}; your mahout: {deed}.")
    return say("Follow the maharaja?"), beside.format(colour=colour, deed=deed)


def _acting(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    asked = view["prompt"]
    where = names.district(asked["district"], say)
    detail = say("Active worker: {colour}, {district}.", colour=names.colour(asked["colour"], say), district=where)
    if _walks_again(view):
        choose = say("Choose an action, or go on to your elephant")
        return (choose if asked["more"] else say("Go on to your elephant")), detail
    return (say("Choose an action, or end your turn") if asked["more"] else say("End your turn")), detail


def _walks_again(view: Mapping[str, Any]) -> bool:
    """Whether a second move of the elephant comes after the actions."""
    step = view["step"]
    return step is not None and "elephant" in step["trail"][step["at"] + 1 :]


def _choosing(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
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
        return say("Choose a colour for the mahout: {deed}", deed=deed), say("You may follow workers of this colour.")
    where = names.district(asked["district"], say)
    return say("Choose a cell for your donation"), say("District: {district}.", district=where)


def _trading(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    """What is said of deals where one can be made."""
    offered = {offer["move"] for offer in view["offers"]}
    if any(move not in (at.COIN_FIRST, at.DONE) for move in offered):
        ways = say("Not the same resource both ways in one turn. Leaving after a deal brings a counter back.")
        return say("Buy and sell, or leave the market"), ways
    if at.COIN_FIRST in offered:
        return say("Take the coin first, or leave the market"), say("Without it you can buy and sell nothing.")
    return say("Leave the market"), ""


def _ended(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
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
        if tied_alone(view):
            return say("@0 ties with the maharaja"), detail
        return (say("@0 beats the maharaja") if winners else say("The maharaja wins")), detail
    won = say.plural("{seats} wins", "{seats} share the victory", len(winners))
    return won.format(seats=say.every([f"@{seat}" for seat in winners])), over


def tied_alone(view: Mapping[str, Any]) -> bool:
    """Whether the solo game is shared with the maharaja: level in points, and no donations decide it."""
    own, his = view["players"][0], view["solo"]
    level: bool = {"lost": False, "shared": True}.get(view["options"]["solo_tie"], own["given"] == his["given"])
    return level and bool(own["score"] == his["score"])


def _sowing(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    asked = view["prompt"]
    where = names.section(asked["next"], say)
    if asked["kind"] == "land":
        colour = names.colour(view["hand"]["workers"][0], say)
        stops = say("Choose where the {colour} worker stops", colour=colour)
        if not any(offer["coins"] for offer in view["offers"]):
            return stops, ""
        return stops, say("Next is {section}; each section jumped takes a coin.", section=where)
    return say("Which worker goes to {section}?", section=where), say(
        "{n} in hand; the last one acts.", n=asked["left"]
    )


# ---------------------------------------------------------------- the names of moves


def move(move: int, view: Mapping[str, Any], say: Translator) -> str:
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
    if family == "exchange":
        first, second = (names.one(number[move - at.EXCHANGE], say) for number in (at.EXCHANGE_FROM, at.EXCHANGE_TO))
        return say("Exchange {first} for {second}", first=first, second=second)
    if family in ("buy", "sell", "take", "discard", "pay"):
        return _move_of_goods(family, move, offer, say)
    if family == "study":
        return say("A step of {track}: {gain}", track=names.track(move - at.STEP, say), gain=next_cell(move, view, say))
    if family in ("build", "aim", "hire"):
        return _move_of_upgrade(family, move, rest, view, say)
    if family == "space":
        return _move_of_space(move - at.SPACE, view, say)
    if family == "donate":
        return _move_of_donation(offer, rest, view, say)
    if family == "done":
        return _done(view, say)
    return {
        "coin": say("Take the coin first"),
        "follow": say("Follow"),
        "pass": say("Do not follow"),
        "skip": say("Do without the upgrade"),
    }[family]


def _done(view: Mapping[str, Any], say: Translator) -> str:
    if view["phase"] == "market":
        return say("Leave the market")
    return say("End the actions, then move the elephant") if _walks_again(view) else say("End the turn")


def _move_of_pieces(family: str, move: int, offer: Mapping[str, Any], view: Mapping[str, Any], say: Translator) -> str:
    if family == "stay":
        return say("The elephant stays: end the turn") if view["phase"] == "second_walk" else say("The elephant stays")
    if family in ("walk", "token", "leap"):
        where = names.district((move - at.WALK) % at.DISTRICTS, say)
        if family == "token":
            return say("Spend the movement token: place the elephant in the {district}", district=where)
        if family == "leap":
            return say("Use the warehouse: place the elephant in the {district}", district=where)
        return _walk(where, offer, say)
    if family == "land":
        where = names.section(move - at.LAND, say)
        if offer["coins"]:
            left = names.coins(offer["coins"], say)
            return say("Stop on {section}; {coins} left on the way", section=where, coins=left)
        return say("Stop on {section}", section=where)
    if view["phase"] == "spare":
        return say("No coin on {section}", section=names.section(move - at.PICK, say))
    route = [names.tag(number, say) for number in offer["route"]]
    if family == "drop":
        section = names.section(offer["route"][0], say)
        return say("Drop {colour} on {section}", colour=names.colour(offer["workers"][0], say), section=section)
    sentence = say.plural(
        "Sow from {section}: {n} worker, to {route}; it acts in the {district}",
        "Sow from {section}: {n} workers, one each to {route}, in the order you choose; the last acts in the "
        "{district}",
        len(route),
    )
    where = names.district(offer["route"][-1] // 2, say)
    return sentence.format(
        section=names.section(move - at.PICK, say), n=len(route), route=say.every(route), district=where
    )


def _walk(where: str, offer: Mapping[str, Any], say: Translator) -> str:
    cost = names.coins(offer["coins"], say) if offer["coins"] else say("free")
    if offer["points"]:
        lost = names.points(-offer["points"], say)
        return say(
            "Elephant to the {district}: {cost}, and {points} lost to the maharaja",
            district=where,
            cost=cost,
            points=lost,
        )
    return say("Elephant to the {district}: {cost}", district=where, cost=cost)


def _move_of_action(family: str, move: int, view: Mapping[str, Any], say: Translator) -> str:
    if family == "use":
        name = view["players"][view["seat"]]["mahouts"][move - at.USE]
        deed = names.mahout(view["box"]["mahouts"][name], say)
        if view["phase"] == "mahout":
            return say("Use your mahout: {deed}", deed=deed)
        return say("The elephant acts, your mahout: {deed}", deed=deed)
    slot = (move - at.MAIN) % at.SLOTS_OF_A_DISTRICT
    district = view["active"]["district"]
    tile = view["districts"][district]["tiles"][slot]
    deed = names.action(view["box"]["actions"][tile["second" if family == "secondary" else "main"]], say)
    sentence = {
        "main": say("Main action, {slot}: {deed}"),
        "secondary": say("Secondary action, {slot}: {deed}"),
        "elephant": say("The elephant acts, {slot}: {deed}"),
    }[family]
    return sentence.format(slot=names.slot(slot, district, say), deed=deed)


def _move_of_goods(family: str, move: int, offer: Mapping[str, Any], say: Translator) -> str:
    if family == "discard":
        return say("Discard {item}", item=names.one_item(move - at.DISCARD, say))
    first = {"buy": at.BUY, "sell": at.SELL, "take": at.TAKE, "pay": at.PAY}[family]
    what = names.pieces(move - first, offer.get("amount", 1), say)
    if family == "buy":
        return say("Buy {resource} for {coins}", resource=what, coins=names.coins(offer["coins"], say))
    if family == "sell":
        coins = names.coins(offer["coins"], say)
        if offer["points"]:
            return say(
                "Sell {resource} for {coins} and {points}",
                resource=what,
                coins=coins,
                points=names.points(offer["points"], say),
            )
        return say("Sell {resource} for {coins}", resource=what, coins=coins)
    return (say("Take {resource}") if family == "take" else say("Pay {resource}")).format(resource=what)


def _move_of_upgrade(family: str, move: int, rest: str, view: Mapping[str, Any], say: Translator) -> str:
    if family == "build":
        data = view["box"]["warehouses"][rest]
        if not data["benefit"]:
            return say("Build: {house}", house=names.house(data, say))
        return say("Build: {house}. {benefit}", house=names.house(data, say), benefit=names.benefit(data, say))
    if family == "hire":
        return say("Mahout: {deed}", deed=names.mahout(view["box"]["mahouts"][rest], say))
    known = view["players"][view["seat"]]["objectives"][move - at.AIM]["id"]
    text = names.objective(view["box"]["objectives"][known], say)
    return say("Objective {type}. {text}", type=rest, text=text)


def _move_of_space(space: int, view: Mapping[str, Any], say: Translator) -> str:
    if view["phase"] == "place_objective":
        gain = names.action(view["box"]["spaces"][space], say)
        return say("This space brings {gain} at once", gain=gain) if gain else say("First space")
    return say("Space of {colour}", colour=names.colour(space, say))


def _move_of_donation(offer: Mapping[str, Any], rest: str, view: Mapping[str, Any], say: Translator) -> str:
    _, level, _, cell = rest.split(" ")
    return say(
        "Donate on level {level}, cell {cell}, for {cost}: {points}",
        level=level,
        cell=cell,
        cost=names.goods([0, *view["box"]["costs"][int(level) - 1]], say),
        points=names.points(offer["points"], say),
    )


# ---------------------------------------------------------------- what a move brings


def hint(move: int, view: Mapping[str, Any], say: Translator) -> list[str]:
    """What a move brings, in short lines for the bubble beside the pointer; empty when its name says enough."""
    if move not in view["moves"]:
        return []
    family, _, rest = WORDS[move].partition(" ")
    offer = next(offer for offer in view["offers"] if offer["move"] == move)
    if family in ("pick", "drop", "land"):
        return _opened(family, move, offer, view, say)
    if family in ("build", "aim", "hire"):
        return _upgrade(family, move, rest, view, say)
    if family == "donate":
        return _donation(view, say)
    if family in ("main", "secondary", "elephant", "use"):
        return _yield(_deed_of(family, move, view), view, say)
    if family in ("leap", "token"):
        return _placement(family, move, view, say)
    if family == "follow":
        return _yield(view["prompt"]["deed"], view, say)
    return []


def _placement(family: str, move: int, view: Mapping[str, Any], say: Translator) -> list[str]:
    """A free placement; on the spot only the warehouse gains by it."""
    if (move - at.WALK) % at.DISTRICTS != view["players"][view["seat"]]["at"]:
        return [say("Without coins and without loss; once in the game.")]
    if family == "token":
        return [say("The elephant is there already: only the token would be gone.")]
    slots = next(data["flipped"] for data in view["box"]["warehouses"].values() if data["benefit"] == "leap")
    return [
        say.plural(
            "The elephant is there already; the warehouse becomes {n} plain slot.",
            "The elephant is there already; the warehouse becomes {n} plain slots.",
            slots,
            n=slots,
        )
    ]


def _opened(family: str, move: int, offer: Mapping[str, Any], view: Mapping[str, Any], say: Translator) -> list[str]:
    """What a sowing opens: where the last worker stops, and which actions each colour finds there."""
    if view["phase"] == "spare":
        return []
    own = view["players"][view["seat"]]
    if family == "land":
        last, colours, out = move - at.LAND, offer["workers"], []
    else:
        last, colours = offer["route"][-1], offer["workers"]
        out = [say("You choose who goes where.")] if family == "pick" and len(set(colours)) > 1 else []
        if family == "drop" and len(colours) > 1:
            colours = colours[1:]
    district = last // 2
    where = names.district(district, say)
    mains = say.separated(list(_mains(district, view, say)))
    out.append(say("The last worker acts in the {district}. Main actions: {deeds}.", district=where, deeds=mains))
    for colour in sorted(set(colours)):
        also = _seconds(district, colour, view, say)
        if also:
            last_one = names.capital(names.colour(colour, say))
            out.append(say("{colour} last: also {deeds}.", colour=last_one, deeds=say.separated(also)))
    if own["at"] == district:
        out.append(say("Your elephant is there and acts too."))
    if family == "pick" and offer["coins"]:
        out.append(say("Found: {coins}.", coins=names.coins(offer["coins"], say)))
    if family == "land" and offer["found"]:
        out.append(say("Found: {coins}.", coins=names.coins(offer["found"], say)))
    return out


def _benefits(view: Mapping[str, Any]) -> set[str]:
    """What the viewer's warehouses allow."""
    houses = view["players"][view["seat"]]["houses"]
    return {view["box"]["warehouses"][house["id"]]["benefit"] for house in houses}


def _mains(district: int, view: Mapping[str, Any], say: Translator) -> list[str]:
    tiles = view["districts"][district]["tiles"]
    return list(dict.fromkeys(names.action(view["box"]["actions"][tile["main"]], say) for tile in tiles))


def _seconds(district: int, colour: int, view: Mapping[str, Any], say: Translator) -> list[str]:
    """The secondary actions for a worker's colour; warehouses let white stand for others and others for white."""
    benefits = _benefits(view)
    alike = {colour}
    for number, name in enumerate(("yellow", "blue", "white", "green")):
        if f"wild-{name}" in benefits and colour in (number, at.WHITE):
            alike |= {number, int(at.WHITE)}
    tiles = view["districts"][district]["tiles"]
    return [names.action(view["box"]["actions"][tile["second"]], say) for tile in tiles if tile["colour"] in alike]


def _upgrade(family: str, move: int, rest: str, view: Mapping[str, Any], say: Translator) -> list[str]:
    """Its price now, what it raises, what it brings and when."""
    box = view["box"]
    own = view["players"][view["seat"]]
    if family == "build":
        data = box["warehouses"][rest]
        slots = say.plural("{n} slot, tax +{tax}.", "{n} slots, tax +{tax}.", data["slots"])
        named = [names.house(data, say)] if data["benefit"] else []
        out = [*named, names.benefit(data, say), slots.format(n=data["slots"], tax=data["tax"])]
    elif family == "aim":
        now = own["objectives"][move - at.AIM]["points"]
        worth = say("Scored at the end of the game; now it would bring {points}.", points=names.points(now, say))
        out = [worth, say("Tax +{tax}.", tax=box["objective_tax"])]
    else:
        out = [
            say("It acts with your elephant and when you follow its colour."),
            say("Tax +{tax}.", tax=box["mahout_tax"][rest]),
        ]
    if view["phase"] != "objective":
        out.append(_price(0 if family == "build" else 1 if family == "aim" else 2, view, say))
        out += bridged("upgrade", view, say)
    return out


def _price(kind: int, view: Mapping[str, Any], say: Translator) -> str:
    if view["prompt"].get("free"):
        return say("Free.")
    if "any-payment" in _benefits(view):
        return say("Costs any one resource.")
    return say("Costs {resource}.", resource=names.one(view["box"]["prices"][kind], say))


def bridged(trigger: str, view: Mapping[str, Any], say: Translator) -> list[str]:
    """What the bridge adds to a move that sets it off; the seat that follows may be left out."""
    step = view["step"]
    following = step is None or step["trail"][step["at"]] == "follow"
    if following and view["options"]["bridge_follow"] == "no":
        return []
    every = "all-bridges" in _benefits(view)
    alike = [tile for tile in view["bridge"] if tile["trigger"] == trigger]
    tiles = [tile for tile in alike if tile["now"] or (every and not tile["past"])]
    return [say("The bridge adds {gain}.", gain=names.action(tile["deed"], say)) for tile in tiles]


def _donation(view: Mapping[str, Any], say: Translator) -> list[str]:
    district = view["districts"][view["players"][view["seat"]]["at"]]
    out = [say("The most counters here bring {n} at the end of the decade.", n=names.points(district["value"], say))]
    return out + bridged("donation", view, say)


def _deed_of(family: str, move: int, view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an action does, as the box tells it."""
    box = view["box"]
    if family == "use":
        return box["mahouts"][view["players"][view["seat"]]["mahouts"][move - at.USE]]  # type: ignore[no-any-return]
    slot = (move - at.MAIN) % at.SLOTS_OF_A_DISTRICT
    tile = view["districts"][view["active"]["district"]]["tiles"][slot]
    return box["actions"][tile["second" if family == "secondary" else "main"]]  # type: ignore[no-any-return]


def _yield(deed: Mapping[str, Any], view: Mapping[str, Any], say: Translator) -> list[str]:
    """What an action brings as things stand."""
    own = view["players"][view["seat"]]
    if deed["do"] == "gain":
        over = own["coins"] + sum(own["resources"]) + deed["coin"] + sum(deed["goods"]) + deed["any"] - own["room"]
        if over > 0:
            return [
                say.plural(
                    "Your slots are full: {n} piece must go.", "Your slots are full: {n} pieces must go.", over, n=over
                )
            ]
    if deed["do"] == "trade":
        market = view["market"]
        less = 1 if "discount" in _benefits(view) else 0
        prices = [
            say(
                "{resource}: buy for {buy}, sell for {sell}.",
                resource=names.capital(names.resource(r, say)),
                buy=max(buy - less, 0),
                sell=sell,
            )
            for r, (buy, sell) in enumerate(zip(market["buy"], market["sell"], strict=True))
        ]
        return [*prices, say("After a deal a counter comes back from the market.")]
    if deed["do"] == "learn":
        tracks = range(3) if deed["arg"] == at.TRACKS else [deed["arg"]]
        return [
            say("{track}: {gain}.", track=names.capital(names.track(t, say)), gain=next_cell(at.STEP + t, view, say))
            for t in tracks
        ]
    return []


def next_cell(move: int, view: Mapping[str, Any], say: Translator) -> str:
    """What the next step on a track brings."""
    track = move - at.STEP
    cells, here = view["box"]["cells"][track], view["players"][view["seat"]]["tracks"][track]
    if here < len(cells):
        return names.cell(cells[here], say)
    beyond = (say("recover a counter"), names.any_resource(1, say), names.coins(1, say))[track]
    return say("{what}, beyond the last cell", what=beyond)


# ---------------------------------------------------------------- refusals


def refusal(rule: str, say: Translator) -> str:
    return {
        "over": say("The game is over."),
        "turn": say("It is not your decision now: wait until the prompt asks you."),
        "notation": say("This is no move of Amritsar: choose one of the marked places."),
        "storage": say("Your slots are full: discard first what is too much."),
        "finish-action": say("Finish the action you have begun first, or take it back."),
        "choice": say("This is not among what you may choose here: take one of the marked things."),
        "set-up": say("First choose an objective, then a colour for your mahout."),
        "first-mahout": say("Another player has this colour already: choose another one."),
        "follow": say("Decide first whether you follow."),
        "elephant": say("First decide where your elephant goes, or let it stay."),
        "elephant-coins": say("You have too few coins for so many steps: choose a nearer district, or stay."),
        "own-district": say("Your elephant stands here already: let it stay, or choose another district."),
        "first-turn": say("In your first turn you must place your elephant: choose a district."),
        "token": say("You have no movement token to spend: walk, or let the elephant stay."),
        "leap": say("You have no warehouse that moves the elephant anywhere: walk, or let it stay."),
        "second-walk": say("Your elephant has moved: end your turn."),
        "pick-up": say("Now workers must move: choose a section that holds some."),
        "sow": say("Drop one of the workers in your hand on the next section."),
        "jump": say("Each section jumped costs a coin, and you have too few to get there: stop earlier."),
        "free-jump": say("The worker did not jump this section: choose one of those it passed."),
        "section-full": say("This section is full with four workers: stop on another one."),
        "trading": say("Deals need a market action: choose a tile or a mahout that trades."),
        "market-lock": say("Within a turn you may not buy and sell the same resource: choose another one."),
        "market-buy": say("You have too few coins for this: sell something first, or leave the market."),
        "market-sell": say("You have none of it to sell."),
        "market-coin": say("The coin comes once, before the first deal or after the last: it follows when you leave."),
        "market-plain": say("No coin comes with this market action: buy, sell or leave."),
        "upgrade": say("This upgrade is not possible: it needs its price, a free space and a tile."),
        "upgrading": say("Upgrades need an action that allows them: choose such a tile or mahout."),
        "upgrade-due": say("This upgrade must be made while one is possible: choose one, or take the action back."),
        "upgrade-kind": say("This action allows other upgrades: choose one of the marked ones."),
        "upgrade-price": say("You lack the resource that this upgrade costs: choose another kind."),
        "upgrade-taken": say("It is taken already, or your board has no free space for it: choose another one."),
        "exchange": say("The exchange needs its warehouse and the resource, once in your own turn."),
        "donating": say(
            "Donations are made by the donating mahout: use it with your elephant, or a tile that uses a mahout."
        ),
        "donate": say("There is no such cell on this donation tile: choose one of the marked cells."),
        "donate-taken": say("This cell is taken: choose a free one."),
        "donate-supports": say("Both cells below this one must be taken first: choose a lower one."),
        "donate-price": say("You lack the resources that this level costs: choose a cheaper level."),
        "elephant-once": say("Your elephant has acted already: once in a turn."),
        "elephant-here": say("Your elephant is in another district: it acts only where the active worker is."),
        "no-mahout": say("You have no mahout on this colour: use another one."),
        "no-effect": say("This would change nothing now: choose something else, or end your turn."),
        "elephant-order": say("The elephant has acted between: the tile's actions are over."),
        "one-tile": say("Main and secondary action are of one and the same tile: keep to the one you have begun."),
        "action-once": say("You have done this action already: once in a turn."),
        "secondary": say("The secondary action needs a worker of the tile's colour: use a main action."),
        "actions": say("Choose an action of this district, or end your turn."),
    }.get(rule, say("The rules do not allow this."))
