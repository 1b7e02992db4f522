"""What is in the box: reads a facts file into tables, and says clearly when it does not describe a playable game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tablero.core.errors import BadFacts
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.moves import COLOURS as COLOUR_NAMES
from tablero.games.amritsar.moves import DISTRICTS as DISTRICT_NAMES
from tablero.games.amritsar.moves import HOUSES as HOUSE_IDS
from tablero.games.amritsar.moves import MAHOUTS as MAHOUT_IDS
from tablero.games.amritsar.moves import RESOURCES as RESOURCE_NAMES
from tablero.games.amritsar.moves import TRACKS as TRACK_NAMES

Facts = Mapping[str, Any]
KINDS_OF_UPGRADE = {"warehouse": at.WAREHOUSE, "objective": at.OBJECTIVE, "mahout": at.MAHOUT}
TRIGGERS = {
    "move_group_of_4": at.GROUP_OF_4,
    "donation": at.DONATION,
    "upgrade": at.IMPROVEMENT,
    "market_action": at.TRADE,
}
# What a warehouse allows for ever: its words in the facts, its bit, its word in views.
BENEFITS = {
    "purchase_total_minus_1_per_market_action": (at.DISCOUNT, "discount"),
    "tax_minus_1_per_decade": (at.LESS_TAX, "less-tax"),
    "active_worker_jumps_one_section_free": (at.FREE_JUMP, "free-jump"),
    "no_maharaja_penalty": (at.NO_PENALTY, "no-penalty"),
    "all_face_up_bridge_tiles_apply": (at.ALL_BRIDGES, "all-bridges"),
    "specific_track_step_may_go_to_any_track": (at.SWAP_TRACK, "swap-track"),
    "once_per_own_turn_swap_marble_copper_or_copper_gold": (at.EXCHANGER, "exchange"),
    "pay_upgrade_with_any_one_resource": (at.ANY_PAYMENT, "any-payment"),
    "one_shot_place_elephant_anywhere_then_flip": (at.LEAPER, "leap"),
}
WILD_COLOURS = ("yellow", "blue", "green")  # those that white may stand for
END_CELLS = ("pp_per_counter_on_elephant", "pp_per_resource_stored", "pp_per_coin_stored")
CELL_KINDS = {"immediate": at.AT_ONCE, "decade": at.EACH_DECADE, "game_end": at.AT_THE_END}
OBJECTIVE_KINDS = {
    "majority_counters": at.MOST_COUNTERS,
    "majority_coins": at.MOST_COINS,
    "majority_resources": at.MOST_RESOURCES,
    "knowledge_pair": at.TRACK_LEVELS,
    "knowledge_last": at.TRACK_END,
    "per_counter_in_district": at.EACH_COUNTER,
    "distinct_districts": at.SPREAD_DISTRICTS,
    "distinct_levels": at.SPREAD_LEVELS,
    "at_least_in_levels": at.AT_LEAST,
    "count_in_level": at.COUNT_LEVEL,
}


def tables_of(facts: Facts, house: Facts) -> at.Tables:
    """The tables that the rules count with; BadFacts says what is missing, does not fit or would change nothing here
    although it differs from the house's data."""
    box = _read(facts)
    if facts is not house:
        _refuse_unread(facts, house)
    return at.Tables(box.numbers, box.names, box.shown)


def _read(facts: Facts) -> _Box:
    try:
        return _Box(facts)
    except KeyError as error:
        raise BadFacts(f"the facts of Amritsar have no entry {error} where one is needed") from None
    except (TypeError, AttributeError) as error:
        raise BadFacts(f"the facts of Amritsar hold a value of the wrong kind: {error}") from None


# What a table of the facts says about itself.
NOTES = ("confirmed", "reconstructed", "why", "source", "meta", "schema_version")


def _refuse_unread(facts: Facts, house: Facts) -> None:
    """Each value that differs from the house's must change something when it is read alone, or be refused itself."""
    known = _read(house).read
    for place, value, own in _differences(facts, house, ()):
        try:
            same = _read(_changed(house, place, value)).read == known
        except BadFacts:
            continue
        _check(not same, f"{'.'.join(map(str, place))} is {own!r} in this game and cannot be {value!r}")


def _differences(facts: Any, house: Any, place: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Where the facts differ from the house's: the place, the value there, the house's."""
    if isinstance(facts, Mapping) and isinstance(house, Mapping):
        for name, value in facts.items():
            if name not in NOTES:
                yield from _differences(value, house.get(name), (*place, name))
    elif isinstance(facts, list) and isinstance(house, list) and len(facts) == len(house):
        for number, value in enumerate(facts):
            yield from _differences(value, house[number], (*place, number))
    elif facts != house:
        yield place, facts, house


def _changed(facts: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The same facts with one value changed."""
    if not place:
        return value
    first, *rest = place
    if isinstance(facts, list):
        return [*facts[:first], _changed(facts[first], tuple(rest), value), *facts[first + 1 :]]
    return {**facts, first: _changed(facts.get(first), tuple(rest), value) if rest else value}


def _check(fits: bool, text: str) -> None:
    if not fits:
        raise BadFacts(f"the facts of Amritsar do not fit: {text}")


def _whole(value: object, text: str, low: int = 0, high: int = 99) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        wanted = f"a whole number from {low} to {high}"
        raise BadFacts(f"the facts of Amritsar do not fit: {text} must be {wanted}, not {value!r}")
    return value


def _one_of(value: object, known: Sequence[str], text: str) -> int:
    if value not in known:
        raise BadFacts(f"the facts of Amritsar do not fit: {text} is one of {', '.join(known)}, not {value!r}")
    return known.index(str(value))


def _by_id(rows: Sequence[Facts], ids: Sequence[str], text: str) -> list[Facts]:
    """The rows in the order of the ids the move space knows."""
    found = {str(row["id"]): row for row in rows}
    _check(set(found) == set(ids) and len(rows) == len(ids), f"{text} must be exactly {', '.join(ids)}")
    return [found[name] for name in ids]


def _cell_name(cell: Facts) -> str:
    """A track cell in short for pictures: kind, then what it brings."""
    effect = str(cell["effect"])
    if effect == "gain":
        effect = "+".join(f"{amount} {name}" for name, amount in cell["gain"].items())
    return f"{cell['kind']}:{effect}"


class _Box:
    """One reading of a facts file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.rows: list[list[int]] = []
        self.numbers: dict[str, list[int]] = {}
        self.names: dict[str, list[str]] = {}
        self.shown: dict[str, Any] = {}
        for part in (
            self._tiles,
            self._mahouts,
            self._houses,
            self._spaces,
            self._bridges,
            self._tracks,
            self._market,
            self._donations,
            self._temples,
            self._board,
            self._objectives,
            self._solo,
        ):
            part()
        self.numbers["effects"] = [number for row in self.rows for number in row]
        self.read = (self.numbers, self.names, self.shown)

    # ---------------------------------------------------------------- effects

    def _row(
        self, op: int, coin: int = 0, goods: Sequence[int] = (0, 0, 0), choose: int = 0, points: int = 0, arg: int = 0
    ) -> int:
        """A row of the effect table; equal rows are kept once."""
        row = [int(op), coin, *goods, choose, points, int(arg)]
        if row not in self.rows:
            self.rows.append(row)
        return self.rows.index(row)

    def _deed(self, number: int) -> dict[str, Any]:
        """A row of the effect table as views tell it."""
        op, coin, marble, copper, gold, choose, points, arg = self.rows[number]
        goods = [marble, copper, gold]
        return {"do": at.DEEDS[op], "coin": coin, "goods": goods, "any": choose, "points": points, "arg": arg}

    def _gain(self, gain: Facts, text: str) -> int:
        known = ("coin", *RESOURCE_NAMES, "any_resource", "pp")
        for key, amount in gain.items():
            _one_of(key, known, f"a gain of {text}")
            _whole(amount, f"{key} of {text}", 0, 9)
        goods = [int(gain.get(name, 0)) for name in RESOURCE_NAMES]
        coins, choose, points = (int(gain.get(key, 0)) for key in ("coin", "any_resource", "pp"))
        return self._row(at.GAIN, coins, goods, choose, points)

    def _upgrade(self, kinds: Sequence[str], flags: int = 0) -> int:
        mask = 0
        for kind in kinds:
            _one_of(kind, list(KINDS_OF_UPGRADE), "an upgrade")
            mask |= int(KINDS_OF_UPGRADE[kind])
        return self._row(at.IMPROVE, arg=mask | flags)

    def _learn(self, track: str, steps: int) -> int:
        return self._row(at.LEARN, choose=steps, arg=_one_of(track, (*TRACK_NAMES, "any"), "a track"))

    def _action(self, row: Facts) -> int:
        """An action of the district tiles."""
        name = f"action {row['id']}"
        if "choose" in row:
            goods = [0, 0, 0]
            for gain in row["choose"]:
                _check(len(gain) == 1, f"{name}: each choice is one kind of resource")
                ((kind, amount),) = gain.items()
                goods[_one_of(kind, RESOURCE_NAMES, name)] = _whole(amount, name, 1, 9)
            return self._row(at.EITHER_OF, goods=goods)
        if "upgrade" in row:
            return self._upgrade(row["upgrade"])
        if "track" in row:
            return self._learn(row["track"], _whole(row["steps"], f"steps of {name}", 1, 1))
        if "do" not in row:
            return self._gain(row["gain"], name)
        (deed,) = row["do"]
        if deed == "use_one_own_mahout_tile":
            return self._row(at.USE_MAHOUT)
        _check(deed == "market_action", f"{name} does something unknown: {deed!r}")
        return self._row(at.TRADING, coin=_whole(row.get("gain", {}).get("coin", 0), f"coin of {name}", 0, 9))

    # ---------------------------------------------------------------- components

    def _tiles(self) -> None:
        actions = {str(row["id"]): self._action(row) for row in self.facts["action"]}
        tiles = list(self.facts["district_tile"])
        for row in tiles:
            _one_of(row["colour"], COLOUR_NAMES, f"the colour of tile {row['id']}")
            for side in ("main", "secondary"):
                _one_of(row[side], list(actions), f"the {side} action of tile {row['id']}")
        tiles.sort(key=lambda row: COLOUR_NAMES.index(row["colour"]))
        per_colour = [sum(row["colour"] == colour for row in tiles) for colour in COLOUR_NAMES]
        _check(per_colour == [3] * 4, f"there must be three district tiles of each colour, not {per_colour}")
        self.numbers["tile_colour"] = [COLOUR_NAMES.index(row["colour"]) for row in tiles]
        self.numbers["tile_main"] = [actions[row["main"]] for row in tiles]
        self.numbers["tile_second"] = [actions[row["secondary"]] for row in tiles]
        self.names["tile"] = [str(row["id"]) for row in tiles]
        self.names["main"] = [str(row["main"]) for row in tiles]
        self.names["second"] = [str(row["secondary"]) for row in tiles]
        self.shown["actions"] = {name: self._deed(number) for name, number in actions.items()}

    def _mahouts(self) -> None:
        read: dict[str, Callable[[Facts], int]] = {
            "donate": lambda row: self._row(at.GIVE),
            "upgrade_any_paid": lambda row: self._upgrade(list(KINDS_OF_UPGRADE)),
            "market_action": lambda row: self._row(at.TRADING),
            "knowledge_any": lambda row: self._learn("any", _whole(row["steps"], "steps of a mahout", 1, 1)),
            "gain": lambda row: self._gain(row["gain"], f"mahout {row['id']}"),
        }
        rows = _by_id(self.facts["mahout_tile"], MAHOUT_IDS, "mahout tiles")
        for row in rows:
            _one_of(row["effect"], list(read), f"the effect of mahout {row['id']}")
        _check(rows[0]["effect"] == "donate", "the first mahout, mh_donate, donates")
        self.numbers["mahout_effect"] = [read[row["effect"]](row) for row in rows]
        self.numbers["mahout_tax"] = [_whole(row["tax"], f"tax of {row['id']}", 0, 9) for row in rows]
        self.names["mahout"] = list(MAHOUT_IDS)
        self.shown["mahouts"] = {
            name: self._deed(self.numbers["mahout_effect"][k]) for k, name in enumerate(MAHOUT_IDS)
        }
        self.shown["mahout_tax"] = dict(zip(MAHOUT_IDS, self.numbers["mahout_tax"], strict=True))

    def _houses(self) -> None:
        rows = _by_id(self.facts["warehouse"], HOUSE_IDS, "warehouses")
        effects, lasting, flipped = [], [], []
        self.shown["warehouses"] = {}
        for row in rows:
            name = f"warehouse {row['id']}"
            benefit, word = 0, ""
            effect = self._row(at.NOTHING)
            if row["kind"] == "immediate" and "gain" in row:
                effect = self._gain(row["gain"], name)
            elif row["kind"] == "immediate":
                effect = self._learn("any", 2)
            elif row["effect"] == "white_and_colour_interchangeable":
                _one_of(row["colour"], WILD_COLOURS, f"the colour of {name}")
                benefit, word = int(at.WILD) << COLOUR_NAMES.index(row["colour"]), f"wild-{row['colour']}"
            else:
                _one_of(row["effect"], list(BENEFITS), f"the benefit of {name}")
                benefit, word = int(BENEFITS[row["effect"]][0]), BENEFITS[row["effect"]][1]
            effects.append(effect)
            lasting.append(benefit)
            flipped.append(_whole(row.get("slots_after_flip", row["slots"]), f"slots of {name}", 1, 6))
            self.shown["warehouses"][row["id"]] = {
                "slots": _whole(row["slots"], f"slots of {name}", 1, 6),
                "flipped": flipped[-1],
                "tax": _whole(row["tax"], f"tax of {name}", 0, 9),
                "benefit": word,
                "deed": self._deed(effect),
            }
        offers = self.facts["warehouse_rules"]["on_offer"]
        self.numbers["house_effect"] = effects
        self.numbers["house_lasting"] = lasting
        self.numbers["house_flipped"] = flipped
        self.numbers["house_slots"] = [row["slots"] for row in rows]
        self.numbers["house_tax"] = [row["tax"] for row in rows]
        self.numbers["on_offer"] = [0, *[_whole(offers[str(n)], "warehouses on offer", 0, 15) for n in (1, 2, 3, 4)]]
        self.names["house"] = list(HOUSE_IDS)

    def _spaces(self) -> None:
        board = self.facts["player_board"]
        spaces = board["objective_spaces"]["spaces"]
        _check(len(spaces) == 4, "a player board has four objective spaces")
        self.numbers["space_effect"] = [self._gain(row["gain"], f"objective space {row['id']}") for row in spaces]
        self.shown["spaces"] = [self._deed(number) for number in self.numbers["space_effect"]]
        self.numbers["start_room"] = [_whole(board["warehouse_spaces"]["start_warehouse_slots"], "start slots", 1, 9)]
        self.numbers["start_coins"] = [_whole(board["start_coins"], "start coins", 0, 9)]
        self.numbers["objective_tax"] = [_whole(board["tax_track"]["objective_tax"], "tax of an objective", 0, 9)]
        costs = []
        for kind in KINDS_OF_UPGRADE:
            price = self.facts["upgrade_cost"][kind]
            _check(len(price) == 1 and set(price.values()) == {1}, f"the upgrade {kind} costs one resource")
            costs.append(_one_of(next(iter(price)), RESOURCE_NAMES, f"the price of the upgrade {kind}"))
        self.numbers["upgrade_cost"] = costs
        self.shown["prices"] = costs
        self.shown["objective_tax"] = self.numbers["objective_tax"][0]

    def _bridges(self) -> None:
        rows = self.facts["bridge_tile"]
        _check(len(rows) >= at.DECADES, "there must be a bridge tile for each decade")
        for row in rows:
            _one_of(row["trigger"], list(TRIGGERS), f"what sets off {row['id']}")
        self.numbers["bridge_trigger"] = [int(TRIGGERS[row["trigger"]]) for row in rows]
        self.numbers["bridge_effect"] = [self._gain(row["gain"], f"bridge {row['id']}") for row in rows]
        self.names["bridge"] = [str(row["id"]) for row in rows]
        self.shown["bridges"] = [self._deed(number) for number in self.numbers["bridge_effect"]]

    def _tracks(self) -> None:
        size = int(at.CELLS_OF_A_TRACK)
        for key in ("cell_kind", "cell_effect", "cell_tax"):
            self.numbers[key] = [0] * (3 * size)
        self.numbers["track_end"], self.numbers["track_scores"], self.numbers["overflow"] = [], [], []
        self.shown["cells"] = []
        overflows = {
            "recover_counter": self._row(at.RECOVER),
            "any_resource_1": self._row(at.GAIN, choose=1),
            "coin_1": self._row(at.GAIN, coin=1),
        }
        for t, track in enumerate(_by_id(self.facts["knowledge_track"], TRACK_NAMES, "knowledge tracks")):
            cells = track["cells"]
            _check(0 < len(cells) < size, f"track {track['id']} has 1 to {size - 1} cells")
            for n, cell in enumerate(cells, 1):
                _check(cell["n"] == n, f"the cells of track {track['id']} are numbered from 1 without a gap")
                self._cell(t * size + n, cell, f"cell {n} of track {track['id']}")
            self.shown["cells"].append([_cell_name(cell) for cell in cells])
            last = cells[-1]
            _check(
                last["kind"] == "game_end" and [c["kind"] for c in cells].count("game_end") == 1,
                f"track {track['id']} ends in its only game_end cell",
            )
            self.numbers["track_end"].append(len(cells))
            self.numbers["track_scores"].append(_one_of(last["effect"], END_CELLS, "an end cell"))
            _one_of(track["overflow"], list(overflows), f"the overflow of track {track['id']}")
            self.numbers["overflow"].append(overflows[track["overflow"]])

    def _cell(self, place: int, cell: Facts, name: str) -> None:
        _one_of(cell["kind"], list(CELL_KINDS), f"the kind of {name}")
        kind = CELL_KINDS[cell["kind"]]
        effect = cell["effect"]
        every = list(KINDS_OF_UPGRADE)
        self.numbers["cell_kind"][place] = int(kind)
        number = self._row(at.NOTHING)
        if effect == "gain":
            number = self._gain(cell["gain"], name)
        elif effect == "recover_counter":
            number = self._row(at.RECOVER)
        elif effect == "upgrade_any_paid":
            number = self._upgrade(every, int(at.OPTIONAL))
        elif effect == "upgrade_any_free":
            number = self._upgrade(every, int(at.OPTIONAL | at.FREE))
        elif effect == "unlock_movement":
            number = self._row(at.UNLOCK)
        elif effect == "tax_minus_1":
            _check(kind == at.EACH_DECADE, f"{name}: less tax comes every decade")
            self.numbers["cell_tax"][place] = 1
        else:
            _check(kind == at.AT_THE_END, f"{name} does something unknown: {effect!r}")
        if kind == at.EACH_DECADE:
            _check(effect in ("gain", "recover_counter", "tax_minus_1"), f"{name} cannot come every decade")
        self.numbers["cell_effect"][place] = number

    # ---------------------------------------------------------------- board

    def _market(self) -> None:
        rules, rows = self.facts["board"]["market_rules"], self.facts["board"]["market"]["rows"]
        _check(1 <= len(rows) <= 8, "the market has 1 to 8 rows")
        self.numbers["price"] = [_whole(row["price"], "a market price", 1, 9) for row in rows]
        falling = sorted(self.numbers["price"], reverse=True)
        _check(self.numbers["price"] == falling, "prices fall from the top row down")
        self.numbers["sale_points"] = [
            _whole(row["pp"][name], "points for a sale", 0, 9) for row in rows for name in RESOURCE_NAMES
        ]
        self.numbers["price_fallback"] = [
            _whole(rules["price_when_empty"], "price_when_empty", 1, 9),
            _whole(rules["price_when_full"], "price_when_full", 1, 9),
        ]

    def _donations(self) -> None:
        self.numbers["width"], self.numbers["cell_points"] = [], []
        for players in (2, 3, 4):
            shape = self.facts["donation_shape"][str(players)]
            _check(len(shape) == 4, f"donation tiles for {players} players have four levels")
            for level, width in enumerate(shape):
                _whole(width, f"width of level {level + 1} for {players} players", 1, 6 - level)
                _check(level == 0 or width < shape[level - 1], "each level is narrower than the one below")
            self.numbers["width"] += shape
            for district in DISTRICT_NAMES:
                tiles = [t for t in self.facts["donation_tile"] if (t["players"], t["district"]) == (players, district)]
                _check(len(tiles) == 1, f"there is one donation tile for {players} players in the {district}")
                points = tiles[0]["cell_pp"]
                _check([len(row) for row in points] == list(shape), f"{tiles[0]['id']} does not have the shape {shape}")
                for row in points:
                    padded = [_whole(value, f"points of {tiles[0]['id']}", 0, 30) for value in row]
                    self.numbers["cell_points"] += padded + [0] * (6 - len(row))
        costs = self.facts["donation_levels"]["cost"]
        _check(len(costs) == 4, "there is a cost for each of the four levels")
        self.numbers["cost"] = [
            _whole(cost[name], "a donation cost", 0, 4) for cost in costs for name in RESOURCE_NAMES
        ]
        self.shown["costs"] = [[cost[name] for name in RESOURCE_NAMES] for cost in costs]

    def _temples(self) -> None:
        tiles = self.facts["temple_tile"]
        _check(len(tiles) == 4, "there are four temple tiles")
        self.numbers["temple"] = []
        for tile in tiles:
            values = [tile["pp"][name] for name in DISTRICT_NAMES]
            _check(sorted(values) == [1, 2, 3, 4], f"temple tile {tile['id']} gives 1, 2, 3 and 4 to one district each")
            self.numbers["temple"] += values
        self.names["temple"] = [str(tile["id"]) for tile in tiles]

    def _board(self) -> None:
        board = self.facts["board"]
        spaces = board["maharaja"]["layout"]["spaces"]
        entered = [_one_of(space["to"], DISTRICT_NAMES, "a maharaja space") for space in spaces]
        _check(sorted(entered) == [0, 1, 2, 3], "each maharaja space lies on the border into another district")
        self.numbers["entered"] = entered
        start = board["maharaja"]["layout"]["start"]
        self.numbers["start_space"] = [_one_of(start, [space["id"] for space in spaces], "the start of the maharaja")]
        for key, value in (
            ("pass_penalty", board["maharaja"]["pass_penalty_pp"]),
            ("tax_penalty", self.facts["decade_end"]["unpaid_tax_penalty_pp"]),
        ):
            _check(len(value) == 3, f"{key} has one value for each decade")
            self.numbers[key] = [_whole(points, key, 0, 9) for points in value]
        self.numbers["start_score"] = [_whole(board["score_start"], "the first points", 0, 99)]
        self.shown["start_score"] = board["score_start"]
        workers = board["sections"]["start_workers"]
        split = [_whole(workers[key], key, 0, 4) for key in ("first_section", "second_section")]
        _check(sum(split) == 3, "each district starts with three workers")
        self.numbers["start_workers"] = split * 4

    def _objectives(self) -> None:
        rows = sorted(self.facts["objective"], key=lambda row: str(row["type"]))
        by_type = [sum(row["type"] == kind for row in rows) for kind in "ABCD"]
        _check(
            len(set(by_type)) == 1 and sum(by_type) == len(rows) and by_type[0] >= 4,
            f"there are as many objectives of type A as of B, C and D, at least four; not {by_type}",
        )
        self.numbers["objectives"] = [number for row in rows for number in self._objective(row)]
        self.numbers["starred"] = [int(bool(row.get("star"))) for row in rows]
        _check(sum(self.numbers["starred"]) >= 2, "at least two objectives of type C carry the star")
        for row in rows:
            if row.get("star"):
                _check(
                    row["type"] == "C" and row["kind"] == "per_counter_in_district",
                    f"only a district objective of type C carries the star, not {row['id']}",
                )
        self.names["objective"] = [str(row["id"]) for row in rows]
        self.shown["objectives"] = {}
        for k, row in enumerate(rows):
            numbers = self.numbers["objectives"][8 * k : 8 * k + 8]
            self.shown["objectives"][str(row["id"])] = {"kind": row["kind"], "of": numbers[1:4], "points": numbers[4:]}

    def _objective(self, row: Facts) -> list[int]:
        name = f"objective {row['id']}"
        _one_of(row["kind"], list(OBJECTIVE_KINDS), f"the kind of {name}")
        kind = int(OBJECTIVE_KINDS[row["kind"]])
        args = [0, 0, 0]
        if "pp_first" in row:
            points = [row["pp_first"], row["pp_second"], 0, 0]
        elif "pp_by_count" in row:
            points = list(row["pp_by_count"])
        else:
            points = [row["pp_each"] if "pp_each" in row else row["pp"], 0, 0, 0]
        if "district" in row:
            args[0] = _one_of(row["district"], DISTRICT_NAMES, f"the district of {name}")
        if "track" in row:
            args[0] = _one_of(row["track"], TRACK_NAMES, f"the track of {name}")
        if "need" in row:
            args = [_whole(row["need"].get(track, 0), name, 0, 9) for track in TRACK_NAMES]
        if "level" in row:
            args[0] = _whole(row["level"], f"the level of {name}", 1, 4) - 1
        if "levels" in row:
            args[0] = sum(1 << (_whole(level, f"a level of {name}", 1, 4) - 1) for level in row["levels"])
            args[1] = _whole(row["count"], f"the count of {name}", 1, 16)
        _check(len(points) == 4, f"{name} has four values")
        return [kind, *args, *[_whole(value, f"points of {name}", 0, 30) for value in points]]

    def _solo(self) -> None:
        solo = self.facts["solo"]
        quarry = {row["resource"]: row["n"] for row in solo["quarry"]["rows"]}
        self.numbers["quarry"] = [_whole(quarry[name], f"{name} in the quarry", 0, 20) for name in RESOURCE_NAMES]
        _check(self.numbers["quarry"][0] >= 1, "the quarry starts with at least one marble")
        self.numbers["bot_slots"] = [_whole(solo["store"]["slots"], "slots of the maharaja's store", 1, 40)]
        _check(sum(self.numbers["quarry"]) <= self.numbers["bot_slots"][0], "the store holds the whole quarry")
        takes = solo["actions"]["blue"]["take_by_decade"]
        _check(len(takes) == 3, "the blue action has one line for each decade")
        self.numbers["blue"] = [
            _whole(take.get(name, 0), "blue action", 0, 9) for take in takes for name in RESOURCE_NAMES
        ]
        ends = ("", "pp_per_resource_in_store", "pp_per_visible_coin_in_store")
        cells = []
        for cell in solo["white_track"]["cells"]:
            end = _one_of(cell.get("game_end", ""), ends, "an end of the white track")
            goods = [_whole(cell.get(key, 0), "white track", 0, 9) for key in ("marble", "counter", "pp")]
            cells += [*goods, end]
        _check(len(cells) >= 12, "the white track has at least three cells")
        self.numbers["bot_cells"] = cells
