"""What Amritsar asks for, in words for a player in the first games: which rule governs it, and what it is good
for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.i18n.translator import Translator

# What is asked, and the rule of the guide that governs it.
RULES = {
    "objective": "set-up",
    "space": "first-mahout",
    "place": "first-turn",
    "elephant": "elephant",
    "second_walk": "second-walk",
    "end": "second-walk",
    "pick": "pick-up",
    "sow": "sow",
    "land": "jump",
    "spare": "free-jump",
    "actions": "actions",
    "follow": "follow",
    "command": "round",
    "income": "income",
    "choose": "choice",
    "either": "choice",
    "surplus": "storage",
    "market": "trading",
    "mahout": "no-mahout",
    "upgrade": "upgrade",
    "place_objective": "upgrade-taken",
    "place_mahout": "no-mahout",
    "pay": "upgrade-price",
    "study": "knowledge",
    "donate": "donate",
    "over": "over",
}


def rule(view: Mapping[str, Any]) -> str:
    """The id of the rule that governs what is asked now; while others decide, of what they are asked."""
    asked = view["prompt"]["kind"]
    kind = view["phase"] if asked == "wait" else asked
    # Between the decades a resource is chosen because of the income.
    return RULES["income" if kind == "choose" and view["step"] is None else kind]


def purpose(view: Mapping[str, Any], say: Translator) -> str:
    """What this choice is good for, and what to look out for; nothing while others decide."""
    asked = view["prompt"]
    kind = asked["kind"]
    if kind in ("over", "wait"):
        return ""
    if kind == "actions" and not asked["more"]:
        kind = "end"
    return _of_pieces(say).get(kind) or _of_goods(say)[kind]


def _of_pieces(say: Translator) -> dict[str, str]:
    """Elephants, workers, mahouts."""
    return {
        "objective": say(
            "Only objectives on your board score: begin with one that you can work towards from the first round."
        ),
        "space": say(
            "You may donate in the turns of others: choose a colour that many groups can bring to the end of a sowing."
        ),
        "place": say(
            "You donate only where your elephant stands: choose a district worth much, where your worker can act too."
        ),
        "elephant": say("Bring it where your last worker will stop: there it acts as well, and there you can donate."),
        "second_walk": say(
            "Prepare your next donation, in your turn or when you follow; mind the coins and the maharaja."
        ),
        "end": say("Nothing more can be done: end your turn, and the others may follow your worker."),
        "pick": say(
            "Count where the last worker stops: there you act, best where your elephant is and a tile has its colour."
        ),
        "sow": say("Keep for last a colour that a tile there has; mind that the others may follow this colour."),
        "land": say("Stopping at once is free; jump when the place further on is worth the coins that you leave."),
        "spare": say("The coin stays yours; those on other sections go to whoever picks up or stops there."),
        "actions": say(
            "One tile, both halves if the colours match; your elephant before or after it: look for what leads to a "
            "donation."
        ),
        "follow": say("An action for you in the turn of another: it is mostly worth more than the point they gain."),
        "command": say("An action between the rounds, and nobody gains a point by it: look at what it costs you."),
        "mahout": say("One of your mahouts acts, whatever his colour: choose what helps most now, often a donation."),
        "place_mahout": say("Choose a colour that often comes last in a sowing: you may follow it with this mahout."),
    }


def _of_goods(say: Translator) -> dict[str, str]:
    """Resources, upgrades, donations."""
    return {
        "choose": say("Take what your next donation or upgrade still lacks, and mind your free slots."),
        "either": say("Take what your next donation or upgrade still lacks, and mind your free slots."),
        "surplus": say(
            "Keep what your next donation or upgrade needs, and coins for the tax; warehouses bring more slots."
        ),
        "market": say("Buy what a donation lacks, sell where points are covered; any deal brings a counter back."),
        "upgrade": say("Slots, points at the end or more actions: each upgrade frees a counter, but raises your tax."),
        "place_objective": say("Each space gives something once: take what you need now."),
        "pay": say("Give what you need least for your next donation."),
        "study": say(
            "Few tracks far up pay more than all a little: green cells come every decade, golden ones at the end."
        ),
        "donate": say(
            "Points now, a vote for the majority, and a support: whoever builds on your counter brings you a point."
        ),
    }
