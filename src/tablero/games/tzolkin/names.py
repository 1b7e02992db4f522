"""What the things of Tzolk'in are called, and what each space and tile does, in words made from the facts in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin.layout import CATEGORIES, MATERIALS, RESOURCES, TEMPLES, TRACKS

NO_BREAK = "\N{NO-BREAK SPACE}"
# Words and small pictures are asked for again at every drawing: keep them, for each set of facts and each language.
remembered = lru_cache(4096)
# Whole parts of a page are long and change often: only those of late are kept.
remembered_of_late = lru_cache(512)


def listed(items: Iterable[str], say: Translator) -> str:
    return say.every([item for item in items if item])


def clauses(parts: Sequence[str], say: Translator) -> str:
    """Parts that have commas of their own, one after the other."""
    told = parts[0]
    for part in parts[1:]:
        told = say("{told}; {more}", told=told, more=part)
    return told


def seats(numbers: Iterable[int], say: Translator) -> str:
    return listed([f"@{seat}" for seat in numbers], say)


def gear(number: int, say: Translator) -> str:
    return ("Palenque", say("Yaxchilan"), "Tikal", "Uxmal", say("Chichen Itza"))[number]


def temple(number: int, say: Translator) -> str:
    return ("Chaac", say("Quetzalcoatl"), say("Kukulkan"))[number]


def track(number: int, say: Translator) -> str:
    return (say("agriculture"), say("extraction"), say("architecture"), say("theology"))[number]


def category(name: str, say: Translator) -> str:
    return (say("farm"), say("public building"), say("tomb"), say("shrine"))[CATEGORIES.index(name)]


@remembered
def amount(material: str, n: int, say: Translator) -> str:
    """So much of a material: "3 corn"."""
    text = {
        "corn": say.plural("{n} corn", "{n} corn", n),
        "wood": say.plural("{n} wood", "{n} wood", n),
        "stone": say.plural("{n} stone", "{n} stone", n),
        "gold": say.plural("{n} gold", "{n} gold", n),
        "skull": say.plural("{n} skull", "{n} skulls", n),
        "worker": say("a new worker") if n == 1 else say.plural("{n} new worker", "{n} new workers", n),
    }[material]
    return text.format(n=n)


def goods(counts: Mapping[str, Any], say: Translator) -> str:
    return listed([amount(name, counts[name], say) for name in (*MATERIALS, "worker") if counts.get(name)], say)


def block_list(blocks: list[int], say: Translator) -> str:
    return goods(dict(zip(RESOURCES, blocks, strict=True)), say)


def block_count(n: int, say: Translator) -> str:
    return say.plural("{n} block", "{n} blocks", n, n=n)


@remembered
def points(n: int, say: Translator) -> str:
    return say.plural("{n} point", "{n} points", abs(n)).format(n=signed(n))


def signed(n: int) -> str:
    """A number with a minus sign instead of a hyphen."""
    return str(n).replace("-", "−")


def quarters(n: int) -> str:
    """Quarters of a point as a number: 27 is "6¾"."""
    sign = "−" if n < 0 else ""
    whole, rest = divmod(abs(n), 4)
    part = ("", "¼", "½", "¾")[rest]
    return sign + (f"{whole}{part}" if whole or not part else part)


def form(n: int) -> int:
    """The whole number whose plural form quarters take: half a point is one, more than a point are several."""
    return 0 if n == 0 else 1 if abs(n) <= 4 else max(2, abs(n) // 4)


def final_points(result: Mapping[str, Any], seat: int) -> str:
    """The points of a seat when all is over: corn that is left counts in quarters."""
    return quarters(result["quarters"][seat])


def starting_space(pile: int, say: Translator) -> str:
    text = say("Starting-player space: take {corn} after your turn, the marker changes hands, two days may pass")
    return text.format(corn=amount("corn", pile, say))


def technology(number: int, level: int, say: Translator) -> str:
    """What a level of a track gives; level 4 is the bonus at its end."""
    return (
        say("1 more corn for each harvest"),
        say("1 more corn for fishing; harvest corn even without a tile"),
        say("2 more corn for each harvest"),
        say("bonus: a step in any temple"),
        say("1 more wood from Yaxchilan and the jungle"),
        say("1 more stone from Yaxchilan"),
        say("1 more gold from Yaxchilan"),
        say("bonus: 2 blocks of any kind"),
        say("1 corn for each building"),
        say("2 points for each building"),
        say("each building costs a block less, or 2 corn less at Uxmal"),
        say("bonus: 3 points"),
        say("at Chichen Itza the next action may be taken instead"),
        say("after an offering a block may be paid for a temple step"),
        say("1 more skull from Yaxchilan"),
        say("bonus: 1 skull"),
    )[4 * number + level - 1]


def short_score(tile: str, say: Translator) -> str:
    """What a monument counts, in two words."""
    return {
        "m01": say("per tomb"),
        "m02": say("per tile"),
        "m03": say("all monuments"),
        "m04": say("per corn tile"),
        "m05": say("per wood tile"),
        "m06": say("per public"),
        "m07": say("full tracks"),
        "m08": say("per level"),
        "m09": say("4+ workers"),
        "m10": say("per shrine"),
        "m11": say("steps again"),
        "m12": say("temple steps"),
        "m13": say("skulls offered"),
    }[tile]


# ---------------------------------------------------------------- effects


def effect(given: Mapping[str, Any], say: Translator) -> str:
    """One effect of a building or a wealth tile."""
    kind = given["kind"]
    if kind == "gain":
        return goods(given, say)
    if kind == "vp":
        return points(given["vp"], say)
    if kind == "temple":
        return _steps(given, say)
    if kind == "tech":
        return _levels(given, say)
    if kind == "worker":
        return amount("worker", given["amount"], say)
    if kind == "paid_action":
        corn = amount("corn", given["pay_corn"], say)
        return say("pay {corn} for any action of the first four gears", corn=corn)
    if kind == "feed_free":
        n = given["workers"]
        text = say.plural("{n} worker needs no food", "{n} workers need no food", n)
        return say("one worker needs no food") if n == 1 else text.format(n=n)
    if kind == "feed_discount":
        return say("each worker needs {corn} less", corn=amount("corn", given["corn_per_worker"], say))
    return say("build once more") if kind == "build" else say("trade in the market")


def _steps(given: Mapping[str, Any], say: Translator) -> str:
    n = given["steps"]
    if given["temple"] == "any":
        text = say.plural("a step in {n} temple", "a step in {n} temples", n)
        return say("a step in any temple") if n == 1 else text.format(n=n)
    god = temple(TEMPLES.index(given["temple"]), say)
    if n == 1:
        return say("a step in the temple of {god}", god=god)
    return say.plural("{n} step in the temple of {god}", "{n} steps in the temple of {god}", n, n=n, god=god)


def _levels(given: Mapping[str, Any], say: Translator) -> str:
    n = given["steps"]
    if given["track"] == "any":
        if n < 3:
            return say("a level in any technology") if n == 1 else say("two levels in any technologies")
        text = say.plural("{n} level in any technologies", "{n} levels in any technologies", n)
        return text.format(n=n)
    name = track(TRACKS.index(given["track"]), say)
    if n == 1:
        return say("a level in {track}", track=name)
    return say.plural("{n} level in {track}", "{n} levels in {track}", n, n=n, track=name)


def _brief_effect(given: Mapping[str, Any], say: Translator) -> str:
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
        return say("any action for {corn}", corn=amount("corn", given["pay_corn"], say))
    if kind == "feed_free":
        n = given["workers"]
        return say.plural("feeds {n} worker", "feeds {n} workers", n, n=n)
    if kind == "feed_discount":
        return say("{corn} less for each worker", corn=amount("corn", given["corn_per_worker"], say))
    return effect(given, say)


# ---------------------------------------------------------------- what the facts say


class Names:
    """What tiles, spaces and steps do, by the component data in play: the house's, a host's own, or as options have
    changed them."""

    def __init__(self, facts: Mapping[str, Any], changes: Mapping[str, str]) -> None:
        self.facts = facts
        self.changes = changes  # the options that have changed the facts
        self.market = {name: int(facts["market"]["corn_value"][name]) for name in RESOURCES}
        self.meal = int(facts["feeding"]["corn_per_worker"])

    def printed(self, tile: str) -> Mapping[str, Any]:
        """What the facts say of a tile: b01 is the first building, m01 the first monument, w01 the first wealth
        tile."""
        kind = {"b": "buildings", "m": "monuments", "w": "wealth"}[tile[0]]
        found: Mapping[str, Any] = self.facts[kind][int(tile[1:]) - 1]
        return found

    def action(self, number: int, position: int) -> Mapping[str, Any]:
        """What the facts say of a space of a gear."""
        found: Mapping[str, Any] = self.facts["gears"][number]["actions"][position]
        return found

    def step_points(self, number: int, height: int) -> int:
        """The points of a temple step at the end of an age."""
        return int(self.facts["temples"][number]["steps"][height]["vp"])

    # ---------------------------------------------------------------- tiles

    def effects(self, tile: str, say: Translator) -> str:
        parts: list[str] = []
        for given in self.printed(tile)["effects"]:
            if given["kind"] == "gain":  # one list, not a list inside a list
                parts += [amount(name, given[name], say) for name in MATERIALS if given.get(name)]
            else:
                parts.append(effect(given, say))
        return listed(parts, say)

    @remembered
    def brief(self, tile: str, say: Translator) -> str:
        """What a building does, in as few words as its icons need; points stand in their seal already."""
        given = self.printed(tile)["effects"]
        steps = [one for one in given if one["kind"] == "temple"]
        parts = []
        for one in given:
            if one["kind"] == "temple" and one is steps[0]:
                gods = [
                    say("a temple") if s["temple"] == "any" else temple(TEMPLES.index(s["temple"]), say) for s in steps
                ]
                where = say("each temple") if len(steps) == len(TEMPLES) else ", ".join(gods)
                parts.append(f"{where}{NO_BREAK}+{one['steps']}")
            elif one["kind"] not in ("temple", "vp"):
                parts.append(_brief_effect(one, say))
        return ", ".join(parts) or self.effects(tile, say)

    def scoring(self, tile: str, seat_count: int, say: Translator) -> str:
        """How a monument counts at the end."""
        score = self.printed(tile)["score"]
        kind = score["kind"]
        if kind == "temple_step_vp_again":
            return say("the points of the temple steps once more")
        if kind in ("technologies_at_level_3", "workers_in_play"):
            row, first = score["vp_by_count"], 1 if kind == "technologies_at_level_3" else 4
            numbers = {name: row[k if isinstance(row, list) else str(k)] for k, name in enumerate("abc", first)}
            text = (
                say("{a}, {b} or {c} points for one, two or three technologies on level 3")
                if first == 1
                else say("{a}, {b} or {c} points for four, five or six workers")
            )
            return text.format(**numbers)
        each = score["vp_by_players"][str(seat_count)] if "vp_by_players" in score else score["vp"]
        return _each(kind, score.get("category", ""), points(each, say), say)

    @remembered
    def tile_name(self, tile: str, say: Translator) -> str:
        """A tile by its kind and what it does: "tomb (8 points)"."""
        kind = category(self.printed(tile)["category"], say)
        return say("{kind} ({effects})", kind=kind, effects=self.effects(tile, say))

    @remembered
    def tooltip(self, tile: str, seat_count: int, say: Translator) -> str:
        """A building, monument or wealth tile with its cost and what it does."""
        given = self.printed(tile)
        if tile.startswith("w"):
            return say("Wealth tile: {effects}.", effects=self.effects(tile, say))
        kind = category(given["category"], say)
        cost = goods(given["cost"], say)
        if tile.startswith("m"):
            text = say("Monument, {kind}. Costs {cost}. At the end: {effects}.")
            return text.format(kind=kind, cost=cost, effects=self.scoring(tile, seat_count, say))
        name = kind[:1].upper() + kind[1:]
        text = say("{kind}. Costs {cost}. Brings: {effects}.")
        return text.format(kind=name, cost=cost, effects=self.effects(tile, say))

    def skulls(self, n: int, say: Translator) -> str:
        """Skulls in front of a seat, with what is theirs if they are never offered."""
        each = int(self.facts["final_scoring"]["vp_per_unused_skull"])
        text = say("{skulls}, {points} each at the end")
        return text.format(skulls=amount("skull", n, say), points=points(each, say))

    # ---------------------------------------------------------------- spaces

    @remembered
    def space(self, number: int, position: int, say: Translator) -> str:
        """What a space does, in a few words."""
        if position >= len(self.facts["gears"][number]["actions"]):
            return say("no space: only unassigned workers pass here")
        action = self.action(number, position)
        kind = action["effect"]
        if kind in ("none", "free_choice"):
            return self.no_action(number, position, say)
        if kind == "harvest":
            corn, wood = amount("corn", action["corn"], say), action.get("wood")
            if not wood:
                return say("harvest {corn}", corn=corn)
            return say("harvest {corn} or {wood}", corn=corn, wood=amount("wood", wood, say))
        if kind in ("fish", "gain"):
            found = goods(action, say)
            return found if kind == "gain" else say("fish: {goods}", goods=found)
        if kind == "skull":
            return self._offering(action, say)
        if kind == "technology":
            return say("advance one technology") if action["max"] == 1 else say("advance one or two technologies")
        if kind == "build":
            wide = action["monument"]
            return say("build up to two buildings, or one monument") if wide else say("build one building")
        return self._other_space(action, say)

    def brief_space(self, number: int, position: int, say: Translator) -> str:
        """What a space does in two or three words, for a small button; empty where its signs say it all."""
        action = self.action(number, position)
        kind = action["effect"]
        if kind == "technology":
            return say("one technology") if action["max"] == 1 else say("one or two technologies")
        if kind == "build":
            return say("two buildings or a monument") if action["monument"] else say("one building")
        if kind == "temples":
            return say("a temple step") if "pay_corn" in action else say("steps in two temples")
        words = {
            "market": say("market"),
            "worker": say("new worker"),
            "paid_action": say("any gear’s action"),
            "build_with_corn": say("building for corn"),
        }
        return words.get(kind, "")

    def no_action(self, number: int, position: int, say: Translator) -> str:
        """What is said of a space that has no action of its own."""
        action = self.action(number, position)
        if action["effect"] == "none":
            return say("no action")
        return say("any action from 1 to {last}", last=action["from"][-1])

    def _offering(self, action: Mapping[str, Any], say: Translator) -> str:
        god = temple(TEMPLES.index(action["temple"]), say)
        text = say("offer a skull: {points}, a step in the temple of {god}")
        text = text.format(points=points(action["vp"], say), god=god)
        n = action["any_resource"]
        more = say.plural("{n} block of any kind", "{n} blocks of any kind", n, n=n)
        return f"{text}, {more}" if n else text

    def _other_space(self, action: Mapping[str, Any], say: Translator) -> str:
        kind = action["effect"]
        if kind == "temples":
            if "pay_corn" in action:
                corn = amount("corn", action["pay_corn"], say)
                return say("pay {corn}: a step in one temple", corn=corn)
            blocks = block_count(action["pay_resources"], say)
            return say("pay {blocks}: a step in two different temples", blocks=blocks)
        if kind == "market":
            wood, *others = self.market.values()
            text = say("market: sell and buy wood for {corn}, stone for {stone}, gold for {gold}")
            return text.format(corn=amount("corn", wood, say), stone=others[0], gold=others[1])
        if kind == "worker":
            n = action["amount"]
            text = say.plural("take {n} new worker", "take {n} new workers", n)
            return say("take a new worker") if n == 1 else text.format(n=n)
        if kind == "paid_action":
            corn = amount("corn", action["pay_corn"], say)
            return say("pay {corn}: any action of the first four gears", corn=corn)
        return say("build one building, 2 corn for each block")

    @remembered
    def field(self, group: int, kind: str, say: Translator) -> str:
        """What lies on a field of the jungle: w is wood over corn, c is open corn, a dot is nothing."""
        action = self.action(0, group + 2)
        corn, wood = amount("corn", action["corn"], say), amount("wood", action.get("wood", 0), say)
        text = {
            "w": say("Field of Palenque {n}: a wood tile ({wood}), below it a corn tile ({corn})"),
            "c": say("Field of Palenque {n}: an open corn tile ({corn})"),
            ".": say("Field of Palenque {n}: harvested"),
        }[kind]
        return text.format(n=group + 2, corn=corn, wood=wood)

    # ---------------------------------------------------------------- temples

    @remembered
    def step(self, number: int, height: int, say: Translator) -> str:
        """What a temple step brings on food days."""
        steps = self.facts["temples"][number]["steps"]
        given = steps[height]
        text = say(
            "Temple of {god}, step {step}: {points} at the end of an age",
            god=temple(number, say),
            step=height,
            points=points(given["vp"], say),
        )
        if "material" in given:
            more = say("{goods} in the middle of an age, here and above", goods=amount(given["material"], 1, say))
            text = clauses([text, more], say)
        return clauses([text, say("room for one player")], say) if height == len(steps) - 1 else text

    @remembered
    def highest(self, number: int, say: Translator) -> str:
        """What the highest player of a temple scores besides."""
        bonus = self.facts["temples"][number]["bonus_highest"]
        text = say.plural(
            "Highest in the temple of {god}: {first} more point at the end of age I, {second} at the end of age II",
            "Highest in the temple of {god}: {first} more points at the end of age I, {second} at the end of age II",
            bonus["age_1"],
        )
        return text.format(god=temple(number, say), first=bonus["age_1"], second=bonus["age_2"])


def _each(kind: str, counted: str, each: str, say: Translator) -> str:
    """Points for each thing that a monument counts."""
    text = {
        "per_category": {
            "tomb": say("{points} for each own tomb and grey monument"),
            "public": say("{points} for each own public building and green monument"),
            "shrine": say("{points} for each own shrine and blue monument"),
        }.get(counted, ""),
        "per_construction": say("{points} for each own building and monument"),
        "per_monument_built_by_anyone": say("{points} for each monument that anybody has built"),
        "per_corn_tile": say("{points} for each own corn tile"),
        "per_wood_tile": say("{points} for each own wood tile"),
        "per_technology_level": say("{points} for each own technology level"),
        "best_temple_steps_above_start": say("{points} for each step above the start in the best own temple"),
        "per_skull_on_chichen_itza_by_anyone": say("{points} for each skull offered at Chichen Itza"),
    }[kind]
    return text.format(points=each)
