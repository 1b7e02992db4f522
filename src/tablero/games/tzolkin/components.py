"""Tzolk'in: the component data of facts.toml as tables of ints, and what of an owner's own file is refused.

An owner may correct what tiles, spaces, temple steps and monuments cost and bring, when food days are, what hunger,
begging and trade come to and how much is set out. Everything else the rules have built in: it must stay as it is in the
house's file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from tablero.games.tzolkin import layout as at

Facts = Sequence[Mapping[str, Any]]
Read = dict[str, Any]

# ---------------------------------------------------------------- what an owner may correct

# Here another value may stand; a star is any one name or number.
VALUES: Final = (
    "components.crystal_skulls",
    "components.buildings_age_?",
    "setup.by_players.*.monuments",
    "setup.by_players.*.jungle_fields_per_group",
    "setup.by_players.*.dummy_workers",
    "calendar.rounds",
    "calendar.food_days.*.round",
    "calendar.food_days.*.tooth",
    "feeding.corn_per_worker",
    "feeding.vp_lost_per_unfed_worker",
    "turn.beg.max_corn_to_beg",
    "turn.beg.corn_after",
    *(f"gears.*.actions.*.{material}" for material in at.MATERIALS),
    "gears.*.actions.*.vp",
    "gears.*.actions.*.temple",
    "gears.*.actions.*.any_resource",
    "gears.*.actions.*.pay_corn",
    "gears.*.actions.*.pay_resources",
    "gears.*.actions.*.amount",
    "market.corn_value.*",
    "temples.*.steps.*.vp",
    "temples.*.bonus_highest.*",
    "buildings.*.age",
    "buildings.*.category",
    "monuments.*.score.vp",
    "monuments.*.score.vp_by_*.*",
    "wealth.*.dummy.*",
    "final_scoring.vp_per_unused_skull",
)
# And here there may also be more or less of them.
LISTS: Final = (
    "temples.*.steps.*.material",
    "buildings.*.cost",
    "buildings.*.effects",
    "monuments.*.cost",
    "wealth.*.effects",
)
# Who says so does not matter, nor do questions and examples.
REMARKS: Final = ("confirmed", "src", "rulings", "vectors")
# What may be said of an effect of a tile, by its kind.
SAID: Final = {
    "gain": at.MATERIALS,
    "vp": ("vp",),
    "temple": ("temple", "steps"),
    "tech": ("track", "steps", "may_split"),
    "worker": ("amount",),
    "build": ("optional",),
    "market": ("optional",),
    "paid_action": ("pay_corn", "gears", "optional"),
    "feed_free": ("workers",),
    "feed_discount": ("corn_per_worker",),
}


def check(facts: Mapping[str, Any], house: Mapping[str, Any]) -> None:
    """ValueError names the first entry of an owner's file that the rules do not read or that does not fit."""
    _compare(facts, house, "")
    for tile in facts["buildings"]:
        categories = facts["vocabulary"]["building_categories"]
        if tile["category"] not in categories:
            known = ", ".join(categories)
            raise ValueError(f"the category of {tile['id']} is one of {known}, not {tile['category']!r}")
        _known(tile["cost"], at.RESOURCES, f"the cost of {tile['id']}")
    for tile in facts["monuments"]:
        _known(tile["cost"], at.MATERIALS[1:], f"the cost of {tile['id']}")
    for tile in [*facts["buildings"], *facts["wealth"]]:
        for effect in tile["effects"]:
            said = SAID.get(effect["kind"])
            if said is None:
                raise ValueError(f"the facts of Tzolk'in name an unknown effect {effect['kind']!r}")
            amounts = {name: n if isinstance(n, int) else 0 for name, n in effect.items() if name != "kind"}
            _known(amounts, said, f"{effect['kind']} of {tile['id']}")
            if not effect.get("optional", True) or not effect.get("may_split", True):
                raise ValueError(f"{effect['kind']} of {tile['id']} is always a free choice")
    for gear in facts["gears"]:
        for action in gear["actions"]:
            given = {name: action[name] for name in at.MATERIALS if name in action}
            _known(given, at.MATERIALS, f"{gear['id']} {action['position']}")
    _check_counts(facts)


def _compare(own: Any, house: Any, place: str) -> None:
    if own == house or _named(place, VALUES) or _named(place, LISTS):
        return
    if isinstance(own, Mapping) and isinstance(house, Mapping):
        for name in {**house, **own}:
            inner = f"{place}.{name}" if place else name
            if name in REMARKS or _named(inner, LISTS):
                continue
            if name not in own or name not in house:
                raise ValueError(f"{inner} is missing" if name not in own else f"nobody reads {inner}")
            _compare(own[name], house[name], inner)
    elif isinstance(own, list) and isinstance(house, list):
        if len(own) != len(house):
            raise ValueError(f"{place} must have {len(house)} entries, not {len(own)}")
        for k, (ours, theirs) in enumerate(zip(own, house, strict=True)):
            _compare(ours, theirs, f"{place}.{k}")
    elif own != house:
        raise ValueError(f"{place} cannot be changed: the rules have it built in")


def _named(place: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(place, pattern) and place.count(".") == pattern.count(".") for pattern in patterns)


def _known(given: Mapping[str, int], names: tuple[str, ...], what: str) -> None:
    for name, n in given.items():
        if name not in names or n < 0:
            raise ValueError(f"{what} cannot be {n} {name}")


def _check_food_days(calendar: Mapping[str, Any]) -> None:
    days = calendar["food_days"]
    rounds = [day["round"] for day in days]
    if rounds != sorted(set(rounds)) or rounds[0] < 1 or rounds[-1] != calendar["rounds"]:
        raise ValueError("food days follow one another, and the last one is the last round")
    if any(day["tooth"] != day["round"] - 1 for day in days):
        raise ValueError("the tooth of a food day is its round less one")


def _check_counts(facts: Mapping[str, Any]) -> None:
    """What must fit together, on the board and in the box."""
    _check_food_days(facts["calendar"])
    ages = [tile["age"] for tile in facts["buildings"]]
    if [ages.count(1), ages.count(2)] != [facts["components"][f"buildings_age_{age}"] for age in (1, 2)]:
        raise ValueError("components.buildings_age_1 and buildings_age_2 must count the buildings of each age")
    for row in facts["setup"]["by_players"]:
        left = len(facts["wealth"]) - facts["setup"]["wealth_dealt"] * row["players"]
        if not (0 <= row["monuments"] <= at.SLOTS and 0 <= row["jungle_fields_per_group"] <= 4):
            raise ValueError("there is room for 6 monuments and for 4 fields in each group of the jungle")
        if not 0 <= row["dummy_workers"] <= left:
            raise ValueError(f"{left} wealth tiles are left to say where unassigned workers stand")
    beg = facts["turn"]["beg"]
    if not 0 <= beg["max_corn_to_beg"] < beg["corn_after"]:
        raise ValueError("turn.beg.corn_after must be more than turn.beg.max_corn_to_beg")
    if min(facts["market"]["corn_value"].values()) < 1:
        raise ValueError("every block of market.corn_value is worth at least 1 corn")
    dummies = [(tile["dummy"]["gear"], tile["dummy"]["position"]) for tile in facts["wealth"]]
    # The opposite positions are even, so that no two unassigned workers meet.
    odd = all(place % 2 == 1 or gear == "chichen_itza" for gear, place in dummies)
    if len(set(dummies)) < len(dummies) or not odd or not all(0 <= place <= 10 for _, place in dummies):
        raise ValueError("wealth tiles name different odd positions for unassigned workers")


# ---------------------------------------------------------------- effects as programs


class Program:
    """A writer of programs: each effect of the facts file becomes a few ints."""

    def __init__(self) -> None:
        self.code: list[int] = [0, 0, 0]  # address 0 does nothing

    def add(self, steps: list[tuple[int, int, int]]) -> int:
        """Where the program of these steps starts."""
        start = len(self.code)
        for step in steps:
            self.code.extend(int(x) for x in step)
        self.code.extend((0, 0, 0))
        return start


def _gains(effect: Mapping[str, Any], op: int) -> list[tuple[int, int, int]]:
    found = [(m, name) for m, name in enumerate(at.MATERIALS) if name in effect]
    return [(op if name != "corn" else int(at.GAIN), int(effect[name]), m) for m, name in found]


def _effect(effect: Mapping[str, Any], source: int) -> list[tuple[int, int, int]]:
    """The steps of one effect of a building or a wealth tile."""
    kind = effect["kind"]
    if kind == "gain":
        return _gains(effect, int(at.GAIN))
    if kind == "temple":
        if effect["temple"] == "any":
            return [(int(at.RISE_ANY), effect["steps"], 0)]
        return [(int(at.RISE), effect["steps"], at.TEMPLES.index(effect["temple"]))]
    if kind == "tech":
        if effect["track"] == "any":
            return [(int(at.LEARN_ANY), effect["steps"], 0)]
        return [(int(at.LEARN), effect["steps"], at.TRACKS.index(effect["track"]))]
    return {
        "vp": [(int(at.POINTS), effect.get("vp", 0), source)],
        "worker": [(int(at.RECRUIT), effect.get("amount", 0), 0)],
        "build": [(int(at.RAISING), int(at.OPTIONAL), 0)],
        "market": [(int(at.TRADE), 0, 0)],
        "paid_action": [(int(at.COPYING), 1, effect.get("pay_corn", 0))],
        "feed_free": [(int(at.FEED), effect.get("workers", 0), 0)],
        "feed_discount": [(int(at.SPARE), effect.get("corn_per_worker", 0), 0)],
    }[kind]


def _space(effect: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    """The steps of one action space."""
    kind = effect["effect"]
    if kind == "gain":
        return _gains(effect, int(at.MINE))
    if kind == "temples":
        climb = (int(at.RISE_ANY), effect["temples"], 0)
        if "pay_corn" in effect:
            return [(int(at.PAY_CORN), effect["pay_corn"], 0), climb]
        return [(int(at.PAY_BLOCKS), effect["pay_resources"], 0), climb]
    if kind == "skull":
        steps = [(int(at.OFFER_SKULL), effect["position"], 0), (int(at.POINTS), effect["vp"], int(at.FROM_OFFERING))]
        steps.append((int(at.RISE), 1, at.TEMPLES.index(effect["temple"])))
        if effect["any_resource"]:
            steps.append((int(at.CHOOSE_BLOCKS), _few(effect["any_resource"]), 0))
        return [*steps, (int(at.OFFER_MORE), 0, 0)]
    return {
        "fish": [(int(at.FISH), effect.get("corn", 0), 0)],
        "harvest": [(int(at.REAP), effect["position"] - 2, 0)],
        "technology": [(int(at.STUDY), effect.get("max", 0), 0)],
        "build": [(int(at.RAISING), int(at.WIDE) if effect.get("monument") else 0, 0)],
        "build_with_corn": [(int(at.RAISING), int(at.WITH_CORN), 0)],
        "market": [(int(at.TRADE), 0, 0)],
        "worker": [(int(at.RECRUIT), effect.get("amount", 0), 0)],
        "paid_action": [(int(at.COPYING), 0, effect.get("pay_corn", 0))],
    }[kind]


def _few(n: int) -> int:
    if not 1 <= n <= 3:
        raise ValueError(f"one to three blocks can be paid or taken at once, not {n}")
    return n


# ---------------------------------------------------------------- the facts as tables


def tables_of(facts: Mapping[str, Any], build_first: bool, choices: dict[str, str]) -> at.Tables:
    """The facts as the rules count with them. `choices` are those options that have changed them; with `build_first`
    the tomb with two effects begins with the building."""
    program = Program()
    read = {
        "choices": choices,
        **_read_spaces(facts["gears"], program),
        **_read_buildings(facts["buildings"], program, build_first),
        **_read_wealth(facts["wealth"], program),
        **_read_monuments(facts["monuments"]),
        **_read_temples(facts["temples"]),
        **_read_numbers(facts),
    }
    # What one more advance brings at the end of a track.
    read["beyond"] = [
        program.add([(int(at.RISE_ANY), 1, 0)]),
        program.add([(int(at.CHOOSE_BLOCKS), 2, 0)]),
        program.add([(int(at.POINTS), 3, int(at.FROM_TECHNOLOGY))]),
        program.add([(int(at.GAIN), 1, int(at.SKULL))]),
    ]
    return at.Tables({**read, "code": program.code})


def _read_spaces(gears: Facts, program: Program) -> Read:
    spaces = [0] * 55
    asked = [0] * 55
    reaped_corn = [0] * 4
    reaped_wood = [0] * 4
    for g, gear in enumerate(gears):
        for action in gear["actions"]:
            p = action["position"]
            if action["effect"] in ("none", "free_choice"):
                continue
            if action["effect"] == "harvest":
                reaped_corn[p - 2] = action["corn"]
                reaped_wood[p - 2] = action.get("wood", 0)
            asked[g * 11 + p] = action["pay_corn"] if "pay_corn" in action else _few(action.get("pay_resources", 1))
            spaces[g * 11 + p] = program.add(_space(action))
    fish = gears[0]["actions"][1]["corn"]
    return {"space": spaces, "space_asks": asked, "fish": fish, "reaped_corn": reaped_corn, "reaped_wood": reaped_wood}


def _read_buildings(buildings: Facts, program: Program, build_first: bool) -> Read:
    programs = []
    for tile in buildings:
        steps = [step for effect in tile["effects"] for step in _effect(effect, int(at.FROM_BUILDING))]
        programs.append(program.add(steps[::-1] if build_first and tile["id"] == "b12" else steps))
    return {
        "building_ids": [tile["id"] for tile in buildings],
        "building": programs,
        "building_cost": [tile["cost"].get(name, 0) for tile in buildings for name in at.RESOURCES],
        "building_sum": [sum(tile["cost"].values()) for tile in buildings],
        "building_category": [at.CATEGORIES.index(tile["category"]) for tile in buildings],
        "age_1": _bits(buildings, "age", 1),
        "age_2": _bits(buildings, "age", 2),
        "category_bits": [_bits(buildings, "category", c) for c in at.CATEGORIES],
    }


def _bits(tiles: Facts, what: str, value: object) -> int:
    """The set of tiles of which the facts say this."""
    return sum(1 << i for i, tile in enumerate(tiles) if tile[what] == value)


def _read_wealth(wealth: Facts, program: Program) -> Read:
    return {
        "wealth_ids": [tile["id"] for tile in wealth],
        "wealth": [
            program.add([step for effect in tile["effects"] for step in _effect(effect, int(at.FROM_WEALTH))])
            for tile in wealth
        ],
        "wealth_gear": [at.GEAR_IDS.index(tile["dummy"]["gear"]) for tile in wealth],
        "wealth_position": [tile["dummy"]["position"] for tile in wealth],
    }


def _read_monuments(monuments: Facts) -> Read:
    each = [0] * len(monuments)
    scale = [0] * (8 * len(monuments))
    for i, tile in enumerate(monuments):
        score = tile["score"]
        each[i] = score.get("vp", 0)
        for key in ("vp_by_count", "vp_by_players"):
            if key in score:
                row = score[key]
                for n in range(8):
                    scale[8 * i + n] = row[min(n, len(row) - 1)] if isinstance(row, list) else row.get(str(n), 0)
    return {
        "monument_ids": [tile["id"] for tile in monuments],
        "monument_cost": [tile["cost"].get(name, 0) for tile in monuments for name in at.MATERIALS[1:]],
        "monument_way": [at.WAYS.index(tile["score"]["kind"]) for tile in monuments],
        "monument_category": [at.CATEGORIES.index(tile["category"]) for tile in monuments],
        "monument_category_bits": [_bits(monuments, "category", c) for c in at.CATEGORIES],
        "monument_each": each,
        "monument_scale": scale,
    }


def _read_temples(temples: Facts) -> Read:
    points = [0] * 48
    materials = [0] * 48
    for t, temple in enumerate(temples):
        for s, step in enumerate(temple["steps"]):
            points[16 * t + s] = step["vp"]
            materials[16 * t + s] = at.MATERIALS.index(step["material"]) + 1 if "material" in step else 0
    highest = [temple["bonus_highest"][age] for temple in temples for age in ("age_1", "age_2")]
    top = [len(temple["steps"]) - 1 for temple in temples]
    return {"step_points": points, "step_material": materials, "top": top, "highest": highest}


def _read_numbers(facts: Mapping[str, Any]) -> Read:
    return {
        "food_days": [day["round"] for day in facts["calendar"]["food_days"]],
        "rounds": facts["calendar"]["rounds"],
        "skulls": facts["components"]["crystal_skulls"],
        "skull_points": facts["final_scoring"]["vp_per_unused_skull"],
        "block_value": [facts["market"]["corn_value"][name] for name in at.RESOURCES],
        "meal": facts["feeding"]["corn_per_worker"],
        "hunger": facts["feeding"]["vp_lost_per_unfed_worker"],
        "beg_with": facts["turn"]["beg"]["max_corn_to_beg"],
        "beg_to": facts["turn"]["beg"]["corn_after"],
        "by_seats": {
            row["players"]: (row["monuments"], row["jungle_fields_per_group"], row["dummy_workers"])
            for row in facts["setup"]["by_players"]
        },
    }
