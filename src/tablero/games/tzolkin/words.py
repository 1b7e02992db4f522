"""What Tzolk'in says: prompts, what they are about, and refusals; what has happened and what may be chosen have files
of their own.

Sentences are whole English sentences inside `say(...)`; a seat is written @0 to @3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import log
from tablero.games.tzolkin.coach_text import hinted, named
from tablero.games.tzolkin.layout import ACTIONS, BURN, CHICHEN, END, FREE_CHOICE, MATERIALS, RESOURCES
from tablero.games.tzolkin.names import Names, amount, gear, goods, points, seats, track
from tablero.games.tzolkin.refusals import ASKED


class TzolkinWords:
    """The sentences of a game of Tzolk'in; `names` knows what tiles and spaces do under the options chosen."""

    def __init__(self, names: Callable[[Mapping[str, str]], Names]) -> None:
        self._names = names

    def prompt(self, view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
        return prompt(view, self._names(view["options"]), say)

    def line(self, event: Mapping[str, Any], say: Translator) -> str:
        return log.line(event, self._names(event.get("options", {})), say)

    def turn(self, events: Sequence[Mapping[str, Any]], say: Translator) -> str:
        return log.turn(events, self._names(events[0].get("options", {})), say)

    def move(self, move: int, view: Mapping[str, Any], say: Translator) -> str:
        if move == END:  # its button is there before the turn may end
            return say("End turn")
        offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
        return named(offer, view, self._names(view["options"]), say) if offer is not None else ""

    def hint(self, move: int, view: Mapping[str, Any], say: Translator) -> list[str]:
        offer = next((offer for offer in view["offers"] if offer["move"] == move), None)
        return hinted(offer, view, self._names(view["options"]), say) if offer is not None else []

    def refusal(self, rule: str, say: Translator) -> str:
        return refusal(rule, say)

    def rule(self, view: Mapping[str, Any]) -> str:
        return rule(view)

    def purpose(self, view: Mapping[str, Any], say: Translator) -> str:
        return purpose(view, self._names(view["options"]), say)


# ---------------------------------------------------------------- prompts


def prompt(view: Mapping[str, Any], names: Names, say: Translator) -> tuple[str, str]:
    """What the viewer is asked to do now: a headline and a line of detail."""
    asked = view["prompt"]
    kind = asked["kind"]
    if kind == "over":
        return _over(view, say)
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
        text = say("What does the worker of {gear} {position} do?")
        return text.format(gear=gear(asked["gear"], say), position=asked["position"]), _reach(view, say)
    if kind == "any":
        corn = amount("corn", asked["corn"], say)
        detail = say("It costs {corn} besides what the action costs.", corn=corn)
        if asked["optional"]:
            return say("You may use any action of the first four gears"), detail
        return say("Use any action of the first four gears"), detail
    return _simple(view, names, say)


def _over(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    winners = view["result"]["winners"]
    text = say.plural("{seats} wins", "{seats} share the victory", len(winners))
    if winners == [view["seat"]]:
        text = say("You win")
    return text.format(seats=seats(winners, say)), say("The calendar has come round: the game is over.")


def _waiting(view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
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


def _turn(view: Mapping[str, Any], mine: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    offers = view["offers"]
    kinds = {offer["kind"] for offer in offers}
    if kinds == {"beg"}:
        detail = say("You can pay for no space and have no worker to pick up. You fill up to {corn}.")
        full = amount("corn", offers[0]["up_to"], say)
        return say("You must beg: choose the temple in which you go down a step"), detail.format(corn=full)
    if any(offer.get("mercy") for offer in offers):
        detail = say("You can neither pay for a space nor beg: one worker on a cheapest space, then your turn is over.")
        return say("The gods have mercy: place one worker for all your corn"), detail
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


def _turn_asks(mode: str, mine: Mapping[str, Any], kinds: set[str], say: Translator) -> str:
    corn = amount("corn", mine["corn"], say)
    if mode in ("placing", "picking") and not kinds & {"place", "claim", "pick"}:
        return say("Nothing is left to do: end your turn")
    if mode == "placing":
        return say("Place more workers or end your turn: you have {corn}", corn=corn)
    if mode == "picking":
        return say("Pick up more workers or end your turn: you have {corn}", corn=corn)
    if mode == "mercy":
        return say("The gods had mercy: end your turn")
    if mine["on_gears"] and mine["hand"]:
        return say("Place workers or pick some up: you have {corn}", corn=corn)
    text = say("Place workers: you have {corn}") if mine["hand"] else say("Pick up workers: you have {corn}")
    return text.format(corn=corn)


def _reach(view: Mapping[str, Any], say: Translator) -> str:
    """Which actions a worker can reach, and for how much."""
    asked = view["prompt"]
    position = asked["position"]
    offered = [offer for offer in view["offers"] if offer["kind"] == "act"]
    if position >= FREE_CHOICE[asked["gear"]]:
        if len(offered) < ACTIONS[asked["gear"]]:
            return say("Here every action is free of corn. Those that are not marked you cannot do now.")
        return say("Here you choose freely: no action costs corn for stepping back.")
    if any(offer["action"] > position for offer in offered):
        return say("Theology lets it do the next action instead, for no corn.")
    if any(offer["corn"] for offer in offered):
        return say("Its own action costs nothing more, each step back 1 corn.")
    return say("Its own action, or none.")


def _spending(asked: Mapping[str, Any], mine: Mapping[str, Any], say: Translator) -> tuple[str, str]:
    """What is paid for, with what the seat has."""
    kind = asked["kind"]
    useful = RESOURCES if kind in ("track", "pay") else MATERIALS
    goods_held = goods({name: mine[name] for name in useful}, say)
    held = say("You have {goods}.", goods=goods_held) if goods_held else say("You have nothing.")
    if kind in ("pay", "take"):
        held = say("Blocks are wood, stone and gold.") + " " + held
    if kind == "track":
        n = asked["left"]
        text = say.plural("Advance a technology: {n} advance", "Advance a technology: {n} advances", n, n=n)
        text = say("Advance a technology") if n == 1 else text
        return (say("You may advance once more"), held) if asked["optional"] else (text, held)
    if kind == "build":
        return _building(asked, say), held
    n = asked["n"]
    if kind == "pay":
        return _paying(asked, mine, say), held
    return say("Take a block") if n == 1 else say.plural("Take {n} block", "Take {n} blocks", n, n=n), held


def _paying(asked: Mapping[str, Any], mine: Mapping[str, Any], say: Translator) -> str:
    """How many blocks are paid, and for what."""
    n, learnt = asked["n"], asked.get("track")
    if learnt is None:
        return say.plural("Pay {n} block for two temple steps", "Pay {n} blocks for two temple steps", n, n=n)
    name, level = track(learnt, say), mine["levels"][learnt] + 1
    given = {"n": n, "track": name, "level": level}
    if level > 3:
        return say.plural(
            "Pay {n} block for the bonus of {track}", "Pay {n} blocks for the bonus of {track}", n, **given
        )
    return say.plural("Pay {n} block for {track} {level}", "Pay {n} blocks for {track} {level}", n, **given)


def _building(asked: Mapping[str, Any], say: Translator) -> str:
    if asked["wide"]:
        return say("Build one or two buildings, or a monument")
    if asked["second"]:
        return say("You may build a second building")
    if asked["optional"]:
        return say("You may build one more building")
    return say("Build a building and pay it with corn") if asked["with_corn"] else say("Build a building")


def _simple(view: Mapping[str, Any], names: Names, say: Translator) -> tuple[str, str]:
    """What is asked in the same words every time."""
    wood, stone, gold = names.market.values()
    return {
        "harvest": (say("What do you take from the jungle?"), _jungle(view, say)),
        "anger": (say("The gods are angry: go down a step"), say("Choose the temple.")),
        "temple": (say("Climb a step in a temple"), say("The top of a temple has room for one player only.")),
        "save": (say("Which block do you save?"), say("Architecture makes this building one block cheaper.")),
        "market": (
            say("Trade in the market as often as you like"),
            say(
                "Wood is worth {corn}, stone {stone}, gold {gold}.",
                corn=amount("corn", wood, say),
                stone=stone,
                gold=gold,
            )
            + (" " + say("Sell first, then buy.") if view["rules"] == 1 else ""),
        ),
        "offering": (say("You may pay a block for a temple step"), say("Theology allows it after an offering.")),
        "days": (
            say("Shall one day pass, or two?"),
            say("After two days you cannot do so again until you arrive on top of a temple."),
        ),
    }[view["prompt"]["kind"]]


def _jungle(view: Mapping[str, Any], say: Translator) -> str:
    """What lies in the jungle; what burning costs, where it is offered."""
    if any(offer["move"] == BURN for offer in view["offers"]):
        return say("Wood lies on top of corn. Burning it for the corn below angers the gods.")
    return ""


# ---------------------------------------------------------------- what a choice is about

# The rule of each choice inside a move.
GOVERNED = {**ASKED, "action": "picking-up"}


def rule(view: Mapping[str, Any]) -> str:
    """The id of the rule that governs what is asked now; of those who wait, what they wait for."""
    if view["phase"] != "play":
        return "wealth" if view["phase"] == "wealth" else "over"
    frame = view["frame"]
    if frame["kind"] == "turn":
        if view["prompt"]["kind"] == "wait":
            return "turn"
        governed = _rule_of_turn(view)
        return _rule_of_beginning(view) if governed == "one-kind" else governed
    if frame["kind"] == "action" and frame["gear"] == CHICHEN:
        return "skulls"
    return GOVERNED[frame["kind"]]


def _rule_of_beginning(view: Mapping[str, Any]) -> str:
    """Before a turn has its kind: who may place wants to know what that costs."""
    kinds = {offer["kind"] for offer in view["offers"]}
    return "placing-cost" if kinds & {"place", "claim"} else "picking-up"


def _rule_of_turn(view: Mapping[str, Any]) -> str:
    offers = view["offers"]
    kinds = {offer["kind"] for offer in offers}
    if kinds == {"beg"}:
        return "begging"
    if view["mode"] == "mercy" or any(offer.get("mercy") for offer in offers):
        return "mercy"
    if not kinds & {"place", "claim", "pick"}:
        return "end-turn"
    return {"placing": "placing-cost", "picking": "picking-up"}.get(view["mode"], "one-kind")


def purpose(view: Mapping[str, Any], names: Names, say: Translator) -> str:
    """What a choice is good for and what to look out for, for beginners; empty while nothing is asked."""
    asked = view["prompt"]
    kind = asked["kind"]
    if kind in ("wait", "over"):
        return ""
    if kind == "turn":
        return _purpose_of_turn(view, names, say)
    if kind == "action":
        return _purpose_of_action(view, say)
    if kind == "build":
        return _purpose_of_building(asked, say)
    return {
        "wealth": say(
            "Corn pays for your first workers; levels, temple steps and a new worker help you all game long."
        ),
        "harvest": say(
            "Wood pays for buildings, corn for workers and food; burning brings corn at once but costs a temple step."
        ),
        "anger": say("Go down where it costs you least: look at the points and goods of your step in each temple."),
        "track": say("A level helps each time you use it: learn early what your plan needs often."),
        "pay": say(
            "Pay with what your next buildings and levels need least; what is left over can be sold in the market."
        ),
        "take": say("Take what your next building or level lacks; if nothing does, what the market pays best."),
        "save": say("Save the block that you would miss most in your next plans."),
        "temple": say("Steps count at the end of each age; the highest gets a bonus, so look who is near you."),
        "market": say("Turn what is left over into what is missing, and think of the next food day."),
        "any": say(
            "The best action of four gears is yours, without having ridden there; look at what you can pay for."
        ),
        "offering": say("A block for a temple step is cheap, if that step brings you goods, points or the lead."),
        "days": say("A second day carries all workers further, those of others too, and brings the food day nearer."),
    }[kind]


def _purpose_of_turn(view: Mapping[str, Any], names: Names, say: Translator) -> str:
    governed, mine = _rule_of_turn(view), view["players"][view["seat"]]
    if governed != "one-kind":
        return {
            "begging": say("Nothing else is possible: go down where the step costs you the fewest points."),
            "mercy": say("You give all your corn in any case: choose the gear that helps you most."),
            "end-turn": say("Nothing more can be done in this turn; until you end it, you can still take it back."),
            "placing-cost": say(
                "Each further worker of a turn costs more: place those you need soon, and keep corn for food."
            ),
            "picking-up": say("Mind the order: what one worker brings can pay for the action of the next."),
        }[governed]
    food = view["food"]
    if mine["short"] and food is not None and food["in"] == 0:
        lost = points(int(names.facts["feeding"]["vp_lost_per_unfed_worker"]), say)
        return say("Everybody eats after this round: get corn now, each hungry worker costs {points}.", points=lost)
    if any(offer["kind"] == "beg" for offer in view["offers"]):
        return say("Begging fills up your corn for a temple step: worth it when it lets you do much more now.")
    if not mine["on_gears"]:
        return say(
            "Workers act when you take them back, in a later turn: each day they ride, their action gets better."
        )
    if not mine["hand"]:
        return say("Nobody is left to place: take back those whose action helps you, and let the others ride on.")
    return say("Place now to act later, or take back workers that have reached what you need: never both in one turn.")


def _purpose_of_action(view: Mapping[str, Any], say: Translator) -> str:
    if view["prompt"]["gear"] == CHICHEN:
        return say("Each space takes one skull in the whole game: points at once, and a step in its temple.")
    return say("A higher action is mostly worth more; a lower one costs corn, but may be just what you need.")


def _purpose_of_building(asked: Mapping[str, Any], say: Translator) -> str:
    if asked["wide"]:
        return say(
            "Buildings bring something at once; a monument counts only at the end, but then it can decide the game."
        )
    if asked["with_corn"]:
        return say("Corn replaces every block here: good when you have plenty of it and few blocks.")
    if asked["second"] or asked["optional"]:
        return say("Another building without another journey: build it if you can spare the blocks.")
    return say("Farms save corn on every food day; other buildings bring levels, temple steps or goods at once.")


# ---------------------------------------------------------------- refusals


def refusal(rule: str, say: Translator) -> str:
    """Why a move is refused and what to do instead."""
    return {
        "over": say("The game is over."),
        "turn": say("It is not your decision now: wait until the prompt asks you."),
        "notation": say("This is no move of Tzolk'in: choose one of the marked places."),
        "wealth": say("First keep two of your wealth tiles: choose one of the six pairs."),
        "calendar": say("The calendar turns by itself when everybody has had a turn: place workers or pick some up."),
        "one-kind": say("In one turn you place workers or pick them up, never both: end your turn, or take it back."),
        "placing-cost": say(
            "You have too little corn: a worker costs the number of its position, and 1 more for each worker placed "
            "before"
            " it in this turn."
        ),
        "gear-full": say("Every numbered position of this gear is taken: choose another gear."),
        "hand": say("All your workers are on the gears: pick some up, or end your turn."),
        "starting-player": say("Somebody is on the starting-player space already: choose a gear."),
        "begging": say("Begging is for the start of a turn, before any worker, and for those with next to no corn."),
        "anger": say("You are on the lowest step of this temple: choose another one to go down in."),
        "mercy": say("The gods let in one worker, on a cheapest space; after it your turn is over."),
        "end-turn": say("Passing is not allowed: place or pick up at least one worker."),
        "own-worker": say("There is no worker of yours on this position: pick up one of your own, or place one."),
        "picking-up": say("Only a worker that you pick up does this: pick one up first."),
        "in-hand": say(
            "First say what the worker in your hand does: its own action, a lower one of the same gear, or none."
        ),
        "stepping-back": say("You have too little corn: each step back costs 1."),
        "skulls": say("An offering needs a skull of yours and a space where nobody has offered one yet."),
        "jungle": say("That is not what lies open here: choose what this part of the jungle has left."),
        "burning": say(
            "Burning needs a wood tile and a temple step that the gods can take; some tables forbid it beside open "
            "corn."
        ),
        "agriculture": say("Corn without a tile needs agriculture 2, and no open corn tile."),
        "technologies": say(
            "Choose an advance that you can pay for: 1, 2 or 3 blocks for the levels, 1 for the bonus."
        ),
        "payment": say(
            "You have too little for this, or it is not what is asked for: choose one of the marked payments."
        ),
        "building": say("Choose a building that lies open and that you can pay for."),
        "monuments": say("A monument is built with Tikal 4, instead of buildings, and paid in full."),
        "architecture": say(
            "Architecture serves one of two buildings of the same worker, and saves a block of its price."
        ),
        "temples": say(
            "Choose a temple that you have not climbed with this action; some tables forbid a step that is lost."
        ),
        "market": say("You have too little for this exchange: choose another one, or leave the market."),
        "market-kind": say(
            "What you have bought in this visit you do not sell again, nor the other way round: take the exchange back."
        ),
        "market-order": say(
            "At this table you sell first and buy afterwards: every exchange can be made in that order."
        ),
        "other-gears": say("Choose an action of Palenque, Yaxchilan, Tikal or Uxmal that you can pay for."),
        "theology": say("Pay one block for a temple step, or leave it."),
        "two-days": say("Say whether one day passes or two."),
    }.get(rule, say("The rules do not allow this."))
