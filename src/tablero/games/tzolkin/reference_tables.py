"""The component data of Tzolk'in as tables of the guide, in words and in the signs of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.core.teaching.reference_table import ReferenceCell, ReferenceTable
from tablero.games.tzolkin.drawing.board import EMBLEMS
from tablero.games.tzolkin.drawing.pieces import SEAL, STEPS, Token, n, tag, token_row, token_width
from tablero.games.tzolkin.drawing.side_panels import LEVELS, action_tokens, cost_tokens, effect_tokens
from tablero.games.tzolkin.layout import MATERIALS, RESOURCES, TEMPLES, TRACKS
from tablero.games.tzolkin.names import (
    Names,
    amount,
    block_count,
    category,
    clauses,
    effect,
    gear,
    goods,
    listed,
    points,
    technology,
    temple,
    track,
)

Row = tuple[ReferenceCell, ...]
NOTHING = ReferenceCell("–")
SIZE, GAP = 20, 4  # of an icon in a table, and between two
AGES = ("I", "II")


def tables(facts: Mapping[str, Any], say: Translator) -> list[ReferenceTable]:
    """Everything in the box, in the order of the guide."""
    names = Names(facts, {})
    return [
        _box(facts, say),
        _by_players(facts, say),
        _wealth(names, say),
        _workers(facts, say),
        _gears(names, say),
        _jungle(names, say),
        _technologies(facts, say),
        _buildings(names, 1, say),
        _buildings(names, 2, say),
        _farms(names, say),
        _monuments(names, say),
        _temples(names, say),
        _market(names, say),
        _offerings(names, say),
        _food_days(facts, say),
        _final(names, say),
    ]


# ---------------------------------------------------------------- signs


def _signs(given: Sequence[Token]) -> str:
    """Icons in a row."""
    if not given:
        return ""
    wide = sum(token_width(token, SIZE) for token in given) + GAP * (len(given) - 1)
    high = SIZE * SEAL if any(token.name == "vp" for token in given) else SIZE + 4
    inner = token_row(list(given), wide / 2, high / 2, SIZE, GAP)
    box = {"width": n(wide), "height": n(high), "viewBox": f"0 0 {n(wide)} {n(high)}"}
    return tag("svg", inner, class_="tz-ico", aria_hidden="true", **box)


def _named(words: str, *icons: str) -> ReferenceCell:
    """What a row is about, with its icon."""
    return ReferenceCell(words[:1].upper() + words[1:], _signs([Token(name) for name in icons]))


def _amount(material: str, number: int, say: Translator) -> ReferenceCell:
    return ReferenceCell(amount(material, number, say), _signs([Token(material)]))


def _seal(number: int) -> list[Token]:
    """Points as a sign; a loss has none."""
    return [Token("vp", str(number))] if number >= 0 else []


def _points(number: int, say: Translator) -> ReferenceCell:
    return ReferenceCell(points(number, say), _signs(_seal(number)))


# ---------------------------------------------------------------- before the first day


def _box(facts: Mapping[str, Any], say: Translator) -> ReferenceTable:
    given = facts["components"]
    counted = (
        ("workers_per_player", _named(say("workers of each player"), "worker")),
        ("crystal_skulls", _named(say("crystal skulls"), "skull")),
        ("corn_harvest_tiles", _named(say("corn tiles of the jungle"), "tile-corn")),
        ("wood_harvest_tiles", _named(say("wood tiles of the jungle"), "tile-wood")),
        ("wealth_tiles", _named(say("wealth tiles"), "wealth")),
        ("buildings_age_1", _named(say("buildings of age I"), "build")),
        ("buildings_age_2", _named(say("buildings of age II"), "build")),
        ("monuments_total", _named(say("monuments"), "monument")),
    )
    rows = [(cell, ReferenceCell(str(given[name]))) for name, cell in counted]
    endless = _named(say.every([_material(name, say) for name in given["unlimited"]]), *given["unlimited"])
    rows.append((endless, ReferenceCell(say("as much as is needed"))))
    covers = frozenset({f"components.{name}" for name, _ in counted} | {"components.unlimited"})
    return ReferenceTable("box", say("In the box"), (say("Pieces"), say("How many")), tuple(rows), covers)


def _material(name: str, say: Translator) -> str:
    return {"corn": say("corn"), "wood": say("wood"), "stone": say("stone"), "gold": say("gold")}[name]


def _by_players(facts: Mapping[str, Any], say: Translator) -> ReferenceTable:
    rows, covers = [], set()
    for k, given in enumerate(facts["setup"]["by_players"]):
        parts = (given["monuments"], given["jungle_fields_per_group"], given["dummy_workers"])
        rows.append(
            (ReferenceCell(say("{n} players", n=given["players"])), *[ReferenceCell(str(part)) for part in parts])
        )
        covers.add(f"setup.by_players.{k}")
    columns = (
        say("At the table"),
        say("Monuments"),
        say("Fields in each group of the jungle"),
        say("Unassigned workers"),
    )
    return ReferenceTable("players", say("Set-up by number of players"), columns, tuple(rows), frozenset(covers))


def _wealth(names: Names, say: Translator) -> ReferenceTable:
    rows = []
    opposed = names.facts["setup"]["dummies"]["opposite_rule_gears"]
    ids = [given["id"] for given in names.facts["gears"]]
    for tile in names.facts["wealth"]:
        place, number = tile["dummy"], ids.index(tile["dummy"]["gear"])
        teeth = names.facts["gears"][number]["teeth"]
        opposite = ReferenceCell(str((place["position"] + teeth // 2) % teeth)) if place["gear"] in opposed else NOTHING
        brings = ReferenceCell(names.effects(tile["id"], say), _signs(effect_tokens(names, tile["id"])))
        rows.append((brings, ReferenceCell(f"{gear(number, say)} {place['position']}"), opposite))
    columns = (say("It brings"), say("Unassigned worker on"), say("If it is the first there, also on"))
    covers = frozenset(tile["id"] for tile in names.facts["wealth"])
    note = say("The last two columns count for tiles that nobody was dealt, with two or three players.")
    return ReferenceTable("wealth", say("Wealth tiles"), columns, tuple(rows), covers, note)


# ---------------------------------------------------------------- workers and gears


def _workers(facts: Mapping[str, Any], say: Translator) -> ReferenceTable:
    more, in_all = facts["placement"]["marginal_surcharge"], facts["placement"]["cumulative_surcharge"]
    rows = [
        (ReferenceCell(str(k)), _amount("corn", extra, say), _amount("corn", in_all[k], say))
        for k, extra in enumerate(more, 1)
    ]
    columns = (say("Worker of the turn"), say("Costs more"), say("All together"))
    covers = frozenset({"placement.marginal_surcharge", "placement.cumulative_surcharge"})
    note = say("To this comes the number of each position.")
    return ReferenceTable("workers", say("What another worker costs"), columns, tuple(rows), covers, note)


def _gears(names: Names, say: Translator) -> ReferenceTable:
    rows, covers = [], set()
    small = names.facts["gears"][:4]
    for number, given in enumerate(small):
        cells = [_named(gear(number, say), EMBLEMS[number])]
        for action in given["actions"]:
            position = action["position"]
            covers.add(f"gears.{number}.actions.{position}")
            if action["effect"] == "free_choice" and position == given["free_choice_positions"][0]:
                cells.append(ReferenceCell(names.no_action(number, position, say)))
            elif action["effect"] not in ("none", "free_choice"):
                cells.append(
                    ReferenceCell(names.space(number, position, say), _signs(action_tokens(names, number, position)))
                )
        rows.append(tuple(cells))
    own = [str(action["position"]) for action in small[0]["actions"] if action["effect"] not in ("none", "free_choice")]
    free = say.every([str(position) for position in small[0]["free_choice_positions"]])
    covers |= {given["id"] for given in small}
    note = say("Position 0 has no action.")
    return ReferenceTable(
        "gears", say("What each position brings"), (say("Gear"), *own, free), tuple(rows), frozenset(covers), note
    )


def _jungle(names: Names, say: Translator) -> ReferenceTable:
    rows = []
    for space, stack in names.facts["jungle"]["stacks"].items():
        action = names.action(0, int(space))
        wood = _amount("wood", action["wood"], say) if "wood" in action else NOTHING
        lies = say("wood on top of corn") if len(stack) > 1 else say("corn")
        shown = ReferenceCell(lies, _signs([Token(f"tile-{kind}") for kind in stack]))
        rows.append((ReferenceCell(f"{gear(0, say)} {space}"), shown, _amount("corn", action["corn"], say), wood))
    columns = (say("Group"), say("On each field"), say("Corn tile"), say("Wood tile"))
    covers = frozenset(f"jungle.stacks.{space}" for space in names.facts["jungle"]["stacks"])
    return ReferenceTable("jungle", say("The jungle"), columns, tuple(rows), covers)


def _offerings(names: Names, say: Translator) -> ReferenceTable:
    rows, covers = [], {"chichen_itza"}
    for action in names.facts["gears"][4]["actions"]:
        position = action["position"]
        covers.add(f"gears.4.actions.{position}")
        where = ReferenceCell(f"{gear(4, say)} {position}")
        if action["effect"] == "free_choice":
            rows.append((where, ReferenceCell(names.no_action(4, position, say)), NOTHING, NOTHING))
        if action["effect"] != "skull":
            continue
        t, blocks = TEMPLES.index(action["temple"]), action["any_resource"]
        more = ReferenceCell(block_count(blocks, say), _signs([Token("any", str(blocks))])) if blocks else NOTHING
        rows.append((where, _points(action["vp"], say), _named(temple(t, say), STEPS[t]), more))
    columns = (say("Action"), say("Points"), say("A step in the temple of"), say("Blocks of your choice"))
    note = say("Position 0 has no action.")
    return ReferenceTable("offerings", say("What an offering brings"), columns, tuple(rows), frozenset(covers), note)


def _market(names: Names, say: Translator) -> ReferenceTable:
    rows = [(_named(_material(block, say), block), _amount("corn", names.market[block], say)) for block in RESOURCES]
    covers = frozenset(f"market.corn_value.{block}" for block in RESOURCES)
    return ReferenceTable(
        "market", say("Prices of the market"), (say("Block"), say("Bought or sold for")), tuple(rows), covers
    )


# ---------------------------------------------------------------- technologies and tiles


def _technologies(facts: Mapping[str, Any], say: Translator) -> ReferenceTable:
    price = facts["technology_rules"]["cost_in_resources"]
    rows = []
    for t, name in enumerate(TRACKS):
        levels = [ReferenceCell(technology(t, k, say), _signs(LEVELS[t][k - 1])) for k in range(1, 5)]
        rows.append((_named(track(t, say), name), *levels))
    columns = [say("Technology")]
    for k in range(1, facts["technology_rules"]["levels"] + 1):
        columns.append(say("Level {n}: {blocks}", n=k, blocks=block_count(price[f"to_level_{k}"], say)))
    columns.append(say("Beyond: {blocks}", blocks=block_count(price["bonus_beyond_level_3"], say)))
    covers = frozenset({*TRACKS, "technology_rules.cost_in_resources"})
    return ReferenceTable("technologies", say("Technologies"), tuple(columns), tuple(rows), covers)


def _alike(tiles: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Tiles that cost and bring the same lie together."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for tile in tiles:
        found.setdefault(str((tile["age"], tile["category"], tile["cost"], tile["effects"])), []).append(tile)
    return list(found.values())


def _cost(names: Names, tile: Mapping[str, Any], say: Translator) -> ReferenceCell:
    return ReferenceCell(goods(tile["cost"], say), _signs(cost_tokens(names, tile["id"])))


def _buildings(names: Names, age: int, say: Translator) -> ReferenceTable:
    tiles = [tile for tile in names.facts["buildings"] if tile["age"] == age]
    rows = []
    for group in _alike(tiles):
        tile = group[0]
        brings = ReferenceCell(names.effects(tile["id"], say), _signs(effect_tokens(names, tile["id"])))
        kind = _named(category(tile["category"], say), tile["category"])
        rows.append((kind, _cost(names, tile, say), brings, ReferenceCell(str(len(group)))))
    columns = (say("Kind"), say("Costs"), say("Brings"), say("Tiles"))
    title = say("Buildings of age {age}", age=AGES[age - 1])
    sure = names.facts["building_rules"]["effect_order_confirmed"]
    note = (
        ""
        if sure
        else say("The printed rules do not say in which order a tile gives its effects: here from left to right.")
    )
    return ReferenceTable(
        f"buildings-{age}", title, columns, tuple(rows), frozenset(tile["id"] for tile in tiles), note
    )


def _farms(names: Names, say: Translator) -> ReferenceTable:
    """Whatever makes a food day cheaper; the tiles are counted where they stand with all others."""
    rows = []
    for group in _alike(tile for tile in names.facts["buildings"] if tile["category"] == "farm"):
        tile = group[0]
        kind = say("{kind}, age {age}", kind=category("farm", say), age=AGES[tile["age"] - 1])
        rows.append(
            (_named(kind, "farm"), _cost(names, tile, say), _meal(names, tile, say), ReferenceCell(str(len(group))))
        )
    for tile in names.facts["wealth"]:
        if any(given["kind"].startswith("feed") for given in tile["effects"]):
            rows.append((_named(say("wealth tile"), "wealth"), NOTHING, _meal(names, tile, say), ReferenceCell("1")))
    columns = (say("Tile"), say("Costs"), say("On every food day"), say("Tiles"))
    return ReferenceTable("farms", say("Cheaper food"), columns, tuple(rows))


def _meal(names: Names, tile: Mapping[str, Any], say: Translator) -> ReferenceCell:
    """What a tile saves on a food day, without what else it brings."""
    saved = [effect(given, say) for given in tile["effects"] if given["kind"].startswith("feed")]
    return ReferenceCell(
        listed(saved, say), _signs([token for token in effect_tokens(names, tile["id"]) if token.name == "bowl"])
    )


def _monuments(names: Names, say: Translator) -> ReferenceTable:
    rows = []
    for tile in names.facts["monuments"]:
        score = tile["score"]
        written = names.scoring(tile["id"], 2, say)
        if "vp_by_players" in score:
            two, three, four = (score["vp_by_players"][seats] for seats in "234")
            text = say(
                "with two, three or four players {two}, {three} or {four} points for each monument that anybody has "
                "built"
            )
            written = text.format(two=two, three=three, four=four)
        each = [Token("vp", str(score["vp"]))] if "vp" in score else []
        kind = _named(category(tile["category"], say), tile["category"])
        rows.append((kind, _cost(names, tile, say), ReferenceCell(written, _signs(each))))
    columns = (say("Kind"), say("Costs"), say("Counts at the end"))
    return ReferenceTable(
        "monuments", say("Monuments"), columns, tuple(rows), frozenset(tile["id"] for tile in names.facts["monuments"])
    )


# ---------------------------------------------------------------- temples and days


def _temples(names: Names, say: Translator) -> ReferenceTable:
    """Every temple as a column with its top above."""
    given = names.facts["temples"]
    start, highest = names.facts["setup"]["starting_temple_step"], max(len(one["steps"]) for one in given) - 1
    rows: list[Row] = []
    for height in range(highest, -1, -1):
        called = say("{n} (start)", n=height) if height == start else str(height)
        rows.append((ReferenceCell(called), *[_step(one["steps"], height, say) for one in given]))
    for age, name in enumerate(AGES, 1):
        bonus = [_points(one["bonus_highest"][f"age_{age}"], say) for one in given]
        rows.append((ReferenceCell(say("highest, age {age}", age=name)), *bonus))
    columns = (say("Step"), *[temple(t, say) for t in range(len(given))])
    covers = {f"temples.{t}.steps.{height}" for t, one in enumerate(given) for height in range(len(one["steps"]))}
    covers |= {f"temples.{t}.bonus_highest" for t in range(len(given))} | {one["id"] for one in given}
    note = say(
        "Points at the end of an age; goods in the middle of an age, those of lower steps too. On top is room for one "
        "player."
    )
    return ReferenceTable("temples", say("Temple steps"), columns, tuple(rows), frozenset(covers), note)


def _step(steps: Sequence[Mapping[str, Any]], height: int, say: Translator) -> ReferenceCell:
    if height >= len(steps):
        return ReferenceCell("")
    step = steps[height]
    if "material" not in step:
        return _points(step["vp"], say)
    written = clauses([points(step["vp"], say), amount(step["material"], 1, say)], say)
    return ReferenceCell(written, _signs([*_seal(step["vp"]), Token(step["material"])]))


def _food_days(facts: Mapping[str, Any], say: Translator) -> ReferenceTable:
    rows, covers = [], {"feeding.corn_per_worker", "feeding.vp_lost_per_unfed_worker"}
    for k, day in enumerate(facts["calendar"]["food_days"]):
        covers.add(f"calendar.food_days.{k}")
        ends = day["kind"] == "end_age"
        gives = say("points of the steps, and the bonus for the highest") if ends else say("goods of the steps")
        shown = ReferenceCell(gives, _signs([Token("vp", "")] if ends else [Token(m) for m in MATERIALS[1:]]))
        then = ReferenceCell(say("the game ends")) if day.get("ends_game") else NOTHING
        if day.get("switch_buildings"):
            then = ReferenceCell(say("before that, the buildings of age II replace those on offer"))
        rows.append(
            (_named(say("round {n}", n=day["round"]), "bowl"), ReferenceCell(AGES[day["age"] - 1]), shown, then)
        )
    columns = (say("Food day"), say("Age"), say("The temples give"), say("Besides"))
    meal = amount("corn", facts["feeding"]["corn_per_worker"], say)
    lost = points(facts["feeding"]["vp_lost_per_unfed_worker"], say)
    note = say("Each worker eats {corn}; one that is not fed costs {points}.", corn=meal, points=lost)
    return ReferenceTable("food-days", say("Food days"), columns, tuple(rows), frozenset(covers), note)


def _final(names: Names, say: Translator) -> ReferenceTable:
    given = names.facts["final_scoring"]
    rows = [
        (
            _named(amount(block, 1, say), block),
            ReferenceCell(say("counts as {corn}", corn=amount("corn", names.market[block], say))),
        )
        for block in RESOURCES
    ]
    rows.append((_named(amount("corn", given["corn_per_vp"], say), "corn"), _points(1, say)))
    rows.append((_named(say("a skull that was not offered"), "skull"), _points(given["vp_per_unused_skull"], say)))
    rows.append((_named(say("a monument"), "monument"), ReferenceCell(say("what it counts"))))
    covers = frozenset({"final_scoring.corn_per_vp", "final_scoring.vp_per_unused_skull"})
    return ReferenceTable(
        "final", say("What is left at the end"), (say("Left over"), say("Brings")), tuple(rows), covers
    )
