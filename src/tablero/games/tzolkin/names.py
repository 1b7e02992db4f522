"""What the things of Tzolk'in are called, and what each space and tile does, in words made from the facts file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from tablero.core.speech import Speech
from tablero.games import game
from tablero.games.tzolkin.layout import CATEGORIES, MATERIALS, TEMPLES, TRACKS

NO_BREAK = "\N{NO-BREAK SPACE}"


def facts() -> Mapping[str, Any]:
    """The component data that are played with here: the house's, or the host's own."""
    return game("tzolkin").facts


Given = ParamSpec("Given")
Made = TypeVar("Made")


def remembered(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Words and small pictures are asked for again at every drawing: keep them, as long as the same facts are played
    with."""
    store = lru_cache(4096)(make)
    kept = cast("Callable[Given, Made]", store)
    made_of: list[Mapping[str, Any]] = []

    @wraps(make)
    def recall(*given: Given.args, **named: Given.kwargs) -> Made:
        now = facts()
        if not made_of or made_of[0] is not now:
            store.cache_clear()
            made_of[:] = [now]
        return kept(*given, **named)

    return recall


def printed(tile: str) -> Mapping[str, Any]:
    """What the facts say of a tile: b01 is the first building, m01 the first monument, w01 the first wealth tile."""
    kind = {"b": "buildings", "m": "monuments", "w": "wealth"}[tile[0]]
    found: Mapping[str, Any] = facts()[kind][int(tile[1:]) - 1]
    return found


def listed(items: Iterable[str], say: Speech) -> str:
    found = [item for item in items if item]
    if len(found) < 2:
        return "".join(found)
    return say("{first} and {last}").format(first=", ".join(found[:-1]), last=found[-1])


def seats(numbers: Iterable[int], say: Speech) -> str:
    return listed([f"@{seat}" for seat in numbers], say)


def gear(number: int) -> str:
    return ("Palenque", "Yaxchilan", "Tikal", "Uxmal", "Chichen Itza")[number]


def temple(number: int) -> str:
    return ("Chaac", "Quetzalcoatl", "Kukulkan")[number]


def track(number: int, say: Speech) -> str:
    return (say("agriculture"), say("extraction"), say("architecture"), say("theology"))[number]


def category(name: str, say: Speech) -> str:
    return (say("farm"), say("public building"), say("tomb"), say("shrine"))[CATEGORIES.index(name)]


def amount(material: str, n: int, say: Speech) -> str:
    """So much of a material: "3 corn"."""
    if material == "skull":
        return say("1 skull") if n == 1 else say("{n} skulls").format(n=n)
    text = {
        "corn": say("{n} corn"),
        "wood": say("{n} wood"),
        "stone": say("{n} stone"),
        "gold": say("{n} gold"),
    }[material]
    return text.format(n=n)


def goods(counts: Mapping[str, Any], say: Speech) -> str:
    return listed([amount(name, counts[name], say) for name in MATERIALS if counts.get(name)], say)


def block_list(blocks: list[int], say: Speech) -> str:
    return goods(dict(zip(("wood", "stone", "gold"), blocks, strict=True)), say)


def points(n: int, say: Speech) -> str:
    return say("1 point") if n == 1 else say("{n} points").format(n=str(n).replace("-", "−"))


def quarters(n: int) -> str:
    """Quarters of a point as a number: 27 is "6¾"."""
    sign = "−" if n < 0 else ""
    whole, rest = divmod(abs(n), 4)
    part = ("", "¼", "½", "¾")[rest]
    return sign + (f"{whole}{part}" if whole or not part else part)


def final_points(result: Mapping[str, Any], seat: int) -> str:
    """The points of a seat when all is over: corn that is left counts in quarters."""
    return quarters(result["quarters"][seat])


# ---------------------------------------------------------------- effects


def effect(given: Mapping[str, Any], say: Speech) -> str:
    """One effect of a building or a wealth tile."""
    kind = given["kind"]
    if kind == "gain":
        return goods(given, say)
    if kind == "vp":
        return points(given["vp"], say)
    if kind == "temple":
        n = given["steps"]
        if given["temple"] == "any":
            return say("a step in a temple of your choice")
        text = say("a step in the temple of {god}") if n == 1 else say("{n} steps in the temple of {god}")
        return text.format(n=n, god=temple(TEMPLES.index(given["temple"])))
    if kind == "tech":
        if given["track"] == "any":
            return (
                say("a level in a technology of your choice")
                if given["steps"] == 1
                else say("two levels in technologies of your choice")
            )
        return say("a level in {track}").format(track=track(TRACKS.index(given["track"]), say))
    if kind == "worker":
        return say("a new worker")
    if kind == "build":
        return say("build once more")
    if kind == "market":
        return say("trade in the market")
    if kind == "paid_action":
        return say("pay 1 corn for any action of the first four gears")
    if kind == "feed_free":
        n = given["workers"]
        return say("one worker needs no food") if n == 1 else say("{n} workers need no food").format(n=n)
    return say("each worker needs 1 corn less")


def effects(tile: str, say: Speech) -> str:
    return listed([effect(given, say) for given in printed(tile)["effects"]], say)


@remembered
def brief(tile: str, say: Speech) -> str:
    """What a building does, in as few words as its icons need; points stand in their seal already."""
    given = printed(tile)["effects"]
    steps = [one for one in given if one["kind"] == "temple"]
    parts = []
    for one in given:
        if one["kind"] == "temple" and one is steps[0]:
            gods = [say("a temple") if s["temple"] == "any" else temple(TEMPLES.index(s["temple"])) for s in steps]
            where = say("each temple") if len(steps) == len(TEMPLES) else ", ".join(gods)
            parts.append(f"{where}{NO_BREAK}+{one['steps']}")
        elif one["kind"] not in ("temple", "vp"):
            parts.append(_brief_effect(one, say))
    return ", ".join(parts) or effects(tile, say)


def _brief_effect(given: Mapping[str, Any], say: Speech) -> str:
    kind = given["kind"]
    if kind == "tech":
        if given["track"] == "any":
            return say("a technology") if given["steps"] == 1 else say("two technologies")
        return track(TRACKS.index(given["track"]), say)
    if kind == "gain":
        return goods(given, say).replace(" ", NO_BREAK)
    if kind == "build":
        return say("build again")
    if kind == "market":
        return say("market")
    if kind == "paid_action":
        return say("any action for 1 corn")
    if kind == "feed_free":
        n = given["workers"]
        return say("feeds 1 worker") if n == 1 else say("feeds {n} workers").format(n=n)
    if kind == "feed_discount":
        return say("1 corn less for each worker")
    return effect(given, say)


def scoring(tile: str, seat_count: int, say: Speech) -> str:
    """How a monument counts at the end."""
    score = printed(tile)["score"]
    kind = score["kind"]
    if kind == "per_category":
        return {
            "tomb": say("4 points for each of your tombs and grey monuments"),
            "public": say("4 points for each of your public buildings and green monuments"),
            "shrine": say("4 points for each of your shrines and blue monuments"),
        }[score["category"]]
    if kind == "per_monument_built_by_anyone":
        n = score["vp_by_players"][str(seat_count)]
        return say("{n} points for each monument that anybody has built").format(n=n)
    return {
        "per_construction": say("2 points for each of your buildings and monuments"),
        "per_corn_tile": say("4 points for each of your corn tiles"),
        "per_wood_tile": say("4 points for each of your wood tiles"),
        "technologies_at_level_3": say("9, 20 or 33 points for one, two or three technologies on level 3"),
        "per_technology_level": say("3 points for each level of your technologies"),
        "workers_in_play": say("6, 12 or 18 points for four, five or six workers"),
        "temple_step_vp_again": say("the points of your temple steps once more"),
        "best_temple_steps_above_start": say("3 points for each step above the start in your best temple"),
        "per_skull_on_chichen_itza_by_anyone": say("3 points for each skull offered at Chichen Itza"),
    }[kind]


@remembered
def tile_name(tile: str, say: Speech) -> str:
    """A tile by its kind and what it does: "tomb (8 points)"."""
    kind = category(printed(tile)["category"], say)
    return say("{kind} ({effects})").format(kind=kind, effects=effects(tile, say))


@remembered
def tooltip(tile: str, seat_count: int, say: Speech) -> str:
    """A building, monument or wealth tile with its cost and what it does."""
    given = printed(tile)
    if tile.startswith("w"):
        return say("Wealth tile: {effects}.").format(effects=effects(tile, say))
    kind = category(given["category"], say)
    cost = goods(given["cost"], say)
    if tile.startswith("m"):
        text = say("Monument, {kind}. Costs {cost}. At the end: {effects}.")
        return text.format(kind=kind, cost=cost, effects=scoring(tile, seat_count, say))
    name = kind[:1].upper() + kind[1:]
    return say("{kind}. Costs {cost}. Brings: {effects}.").format(kind=name, cost=cost, effects=effects(tile, say))


# ---------------------------------------------------------------- spaces


@remembered
def space(number: int, position: int, say: Speech) -> str:
    """What a space does, in a few words."""
    given = facts()["gears"][number]["actions"]
    action = next((action for action in given if action["position"] == position), None)
    if action is None:
        return say("no space: only unassigned workers pass here")
    kind = action["effect"]
    if kind == "none":
        return say("no action")
    if kind == "free_choice":
        return say("any action from 1 to {last}").format(last=action["from"][-1])
    if kind == "fish":
        return say("fish: {goods}").format(goods=goods(action, say))
    if kind == "harvest":
        corn, wood = amount("corn", action["corn"], say), action.get("wood")
        if not wood:
            return say("harvest {corn}").format(corn=corn)
        return say("harvest {corn} or {wood}").format(corn=corn, wood=amount("wood", wood, say))
    if kind == "gain":
        return goods(action, say)
    if kind == "skull":
        god = temple(TEMPLES.index(action["temple"]))
        text = say("offer a skull: {points}, a step in the temple of {god}").format(
            points=points(action["vp"], say), god=god
        )
        return text + (", " + say("1 block of your choice") if action["any_resource"] else "")
    if kind == "technology":
        return say("advance one technology") if action["max"] == 1 else say("advance one or two technologies")
    if kind == "build":
        return say("build up to two buildings, or one monument") if action["monument"] else say("build one building")
    if kind == "build_with_corn":
        return say("build one building, 2 corn for each block")
    if kind == "temples":
        return (
            say("pay 3 corn: a step in one temple")
            if "pay_corn" in action
            else say("pay 1 block: a step in two different temples")
        )
    return {
        "market": say("market: sell and buy wood for 2 corn, stone for 3, gold for 4"),
        "worker": say("take a new worker"),
        "paid_action": say("pay 1 corn: any action of the first four gears"),
    }[kind]


@remembered
def field(group: int, kind: str, say: Speech) -> str:
    """What lies on a field of the jungle: w is wood over corn, c is open corn, a dot is nothing."""
    action = facts()["gears"][0]["actions"][group + 2]
    corn, wood = amount("corn", action["corn"], say), amount("wood", action.get("wood", 0), say)
    text = {
        "w": say("Field of Palenque {n}: a wood tile ({wood}), below it a corn tile ({corn})"),
        "c": say("Field of Palenque {n}: an open corn tile ({corn})"),
        ".": say("Field of Palenque {n}: harvested"),
    }[kind]
    return text.format(n=group + 2, corn=corn, wood=wood)


@remembered
def step(number: int, height: int, say: Speech) -> str:
    """What a temple step brings on food days."""
    steps = facts()["temples"][number]["steps"]
    given = steps[height]
    text = say("Temple of {god}, step {step}: {points} at the end of an age").format(
        god=temple(number), step=height, points=points(given["vp"], say)
    )
    if "material" in given:
        text += "; " + say("{goods} in the middle of an age, here and above").format(
            goods=amount(given["material"], 1, say)
        )
    return text + ("; " + say("room for one player") if height == len(steps) - 1 else "")


@remembered
def highest(number: int, say: Speech) -> str:
    """What the highest player of a temple scores besides."""
    bonus = facts()["temples"][number]["bonus_highest"]
    text = say("Highest in the temple of {god}: {first} more points at the end of age I, {second} at the end of age II")
    return text.format(god=temple(number), first=bonus["age_1"], second=bonus["age_2"])


def starting_space(pile: int, say: Speech) -> str:
    text = say("Starting-player space: take {corn} after your turn, the marker changes hands, two days may pass")
    return text.format(corn=amount("corn", pile, say))


def technology(number: int, level: int, say: Speech) -> str:
    """What a level of a track gives; level 4 is the bonus at its end."""
    return (
        say("1 more corn for each harvest"),
        say("1 more corn for fishing; harvest corn even without a tile"),
        say("2 more corn for each harvest"),
        say("bonus: a step in a temple of your choice"),
        say("1 more wood from Yaxchilan and the jungle"),
        say("1 more stone from Yaxchilan"),
        say("1 more gold from Yaxchilan"),
        say("bonus: 2 blocks of your choice"),
        say("1 corn for each building"),
        say("2 points for each building"),
        say("each building costs a block less, or 2 corn less at Uxmal"),
        say("bonus: 3 points"),
        say("at Chichen Itza you may take the next action instead"),
        say("after an offering you may pay a block for a temple step"),
        say("1 more skull from Yaxchilan"),
        say("bonus: 1 skull"),
    )[4 * number + level - 1]
