"""The box of Maya as data: map, tiles and points, read from a facts file, checked, and cut to the areas in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from tablero.core.errors import BadFacts
from tablero.core.facts import fact
from tablero.games.maya.layout import DIRECTIONS, MOST_ALIKE, MOST_SPACES, MOST_TEMPLES, Tables

Space = tuple[int, int]
CROPS = ("maize", "potato", "squash", "pepper")
ROWS = 5  # sizes of cities that pay differently: the guide has a column for each

# What the facts say about the rules themselves: another number or word there would ask for another game.
FIXED: Mapping[str, Any] = {
    "game.players_min": 2,
    "game.players_max": 4,
    "score_track.start": 0,
    "tiles.identical_sets": True,
    "tiles.per_crop.crops_on_a_tile": [1, 2],
    "setup.starting_score": 0,
    "setup.rack_is_hidden_from_others": True,
    "setup.reserve_is_face_down": True,
    "setup.turn_order": "clockwise",
    "setup.areas_in_play.count_equals_player_count": True,
    "turn.actions": ["plant", "expand"],
    "turn.actions_per_turn": 1,
    "turn.action_is_compulsory": True,
    "turn.refill_at_end_of_turn": False,
    "actions.plant.tiles_min": 1,
    "actions.plant.one_crop_per_turn": True,
    "actions.plant.requires_rack_tile": True,
    "actions.plant.other_players_tiles_count": False,
    "actions.expand.tiles": 1,
    "actions.expand.points": 0,
    "actions.expand.space_must_not_touch_empty_temple_space": True,
    "actions.expand.space_must_not_join_two_cities": True,
    "actions.expand.draw_is_capped_by_rack_limit": True,
    "city.temples_per_city": 1,
    "city.temple_pieces_have_effect": False,
    "city_scoring.largest_row_means_or_more": True,
    "city_scoring.tie_first.second_place_awarded": False,
    "board.grid": "hex",
    "board.neighbours": [list(step) for step in DIRECTIONS],
    "variants.0.initial_temples": 1,
    "variants.1.initial_temples": 2,
}


@dataclass(frozen=True)
class Temple:
    """A temple space."""

    name: str
    space: int
    highlighted: bool


@dataclass(frozen=True)
class Board:
    """Spaces are numbered in the order of the facts file; everything else refers to these numbers."""

    spaces: tuple[Space, ...]
    area_of: tuple[int, ...]  # by space
    areas: tuple[str, ...]
    mandatory: int
    temples: tuple[Temple, ...]
    first: int  # the temple that stands at the start
    covers: Mapping[frozenset[int], tuple[tuple[int, ...], ...]]  # limit tiles by areas in play
    reconstructed: bool

    @cached_property
    def number(self) -> Mapping[Space, int]:
        return {at: number for number, at in enumerate(self.spaces)}

    @cached_property
    def neighbours(self) -> Sequence[Sequence[int]]:
        """The spaces beside each space."""
        around = [[(q + dq, r + dr) for dq, dr in DIRECTIONS] for q, r in self.spaces]
        return [[self.number[at] for at in spaces if at in self.number] for spaces in around]

    def choices(self, seats: int) -> list[tuple[int, ...]]:
        """The selections of areas for a number of seats."""
        others = [area for area in range(len(self.areas)) if area != self.mandatory]
        return [(self.mandatory, *chosen) for chosen in combinations(others, min(seats, len(self.areas)) - 1)]

    def name(self, chosen: tuple[int, ...]) -> str:
        """A selection of areas in words."""
        return "+".join(self.areas[area] for area in chosen)

    def limits(self, chosen: frozenset[int]) -> list[list[int]]:
        """The limit tiles: those of the facts file, else one on every unused space that touches the play area."""
        if chosen in self.covers:
            return [list(tile) for tile in self.covers[chosen]]
        return [
            [space]
            for space in range(len(self.spaces))
            if self.area_of[space] not in chosen
            and any(self.area_of[beside] in chosen for beside in self.neighbours[space])
        ]


def read_board(facts: Mapping[str, Any]) -> Board:
    """The board of a facts file; BadFacts says what is wrong with it."""
    _refuse_other_rules(facts)
    board = _table(facts, "board")
    listed = _tables(board, "areas", "board.areas")
    areas = tuple(str(area.get("id", "")) for area in listed)
    if len(areas) != 4 or len(set(areas)) != 4 or not all(area.isidentifier() for area in areas):
        raise BadFacts(f"board.areas must be four areas with different one-word ids, not {', '.join(areas)}")
    spaces: list[Space] = []
    area_of: list[int] = []
    for number, area in enumerate(listed):
        given = [_space(at, f"area {areas[number]}") for at in _list(area, "spaces", "board.areas")]
        expected = board.get("spaces_per_area")
        if not given or (expected is not None and len(given) != expected):
            hint = f"board.spaces_per_area says {expected}" if expected is not None else "it needs at least one"
            raise BadFacts(f"area {areas[number]} has {len(given)} spaces, but {hint}")
        for at in given:
            if at in spaces:
                raise BadFacts(f"space {at[0]},{at[1]} is listed twice (again in area {areas[number]})")
            spaces.append(at)
            area_of.append(number)
    if len(spaces) > MOST_SPACES:
        raise BadFacts(f"the map has {len(spaces)} spaces; {MOST_SPACES} is the most that Tablero can hold")
    if board.get("space_count", len(spaces)) != len(spaces):
        raise BadFacts(f"the map has {len(spaces)} spaces, but board.space_count says {board['space_count']}")
    temples = _read_temples(board, areas, spaces, area_of)
    mandatory, first = _read_start(facts, areas, area_of, temples)
    found = Board(
        tuple(spaces),
        tuple(area_of),
        areas,
        mandatory,
        temples,
        first,
        _read_covers(board, areas, spaces, area_of),
        bool(board.get("reconstructed", False)),
    )
    _check_reach(found)
    return found


def _refuse_other_rules(facts: Mapping[str, Any]) -> None:
    for place, value in FIXED.items():
        try:
            found = fact(facts, place)
        except (LookupError, TypeError, ValueError):
            continue  # a file need not say it
        if found != value or type(found) is not type(value):
            raise BadFacts(f"{place} is {value!r} in Maya and cannot be {found!r}: that would be another game")


def _read_temples(
    board: Mapping[str, Any], areas: tuple[str, ...], spaces: list[Space], area_of: list[int]
) -> tuple[Temple, ...]:
    temples: list[Temple] = []
    for temple in _tables(board, "temples", "board.temples"):
        name = str(temple.get("name", ""))
        at = _space([temple.get("q"), temple.get("r")], f"temple {name or '?'}")
        if at not in spaces:
            raise BadFacts(f"temple {name} lies at {at[0]},{at[1]}, which is no space of the map")
        space = spaces.index(at)
        if "area" in temple and temple["area"] != areas[area_of[space]]:
            raise BadFacts(f"temple {name} lies in area {areas[area_of[space]]}, not in {temple['area']}")
        if not name or name in [other.name for other in temples]:
            raise BadFacts(f"every temple needs a name of its own; {name!r} is not")
        temples.append(Temple(name, space, bool(temple.get("highlighted", False))))
    if not temples:
        raise BadFacts("the map has no temples: give [[board.temples]] tables with name, q and r")
    if len(temples) > MOST_TEMPLES:
        raise BadFacts(f"the map has {len(temples)} temples; {MOST_TEMPLES} is the most that Tablero can hold")
    if board.get("temple_count", len(temples)) != len(temples):
        raise BadFacts(f"the map has {len(temples)} temples, but board.temple_count says {board['temple_count']}")
    apart = max(2, _number(board, "temples_min_distance", "board", 0, 40) if "temples_min_distance" in board else 2)
    for one, other in combinations(temples, 2):
        if distance(spaces[one.space], spaces[other.space]) < apart:
            raise BadFacts(f"{one.name} and {other.name} are too close: temples lie at least {apart} steps apart")
    return tuple(temples)


def _read_start(
    facts: Mapping[str, Any], areas: tuple[str, ...], area_of: list[int], temples: tuple[Temple, ...]
) -> tuple[int, int]:
    """The area that is always in play and the temple that stands at the start."""
    setup = _table(facts, "setup")
    mandatory = str(_table(setup, "areas_in_play").get("mandatory_area", ""))
    if mandatory not in areas:
        raise BadFacts(f"setup.areas_in_play.mandatory_area is {mandatory!r}; the areas are {', '.join(areas)}")
    name = str(_table(setup, "initial_temple").get("temple", ""))
    names = [temple.name for temple in temples]
    if name not in names:
        raise BadFacts(f"setup.initial_temple.temple is {name!r}; the temples are {', '.join(names)}")
    first = names.index(name)
    if area_of[temples[first].space] != areas.index(mandatory):
        raise BadFacts(f"{name} must lie in area {mandatory}, which is always in play")
    return areas.index(mandatory), first


def _read_covers(
    board: Mapping[str, Any], areas: tuple[str, ...], spaces: list[Space], area_of: list[int]
) -> dict[frozenset[int], tuple[tuple[int, ...], ...]]:
    covers: dict[frozenset[int], tuple[tuple[int, ...], ...]] = {}
    for cover in _tables(board, "limit_covers", "board.limit_covers"):
        named = _list(cover, "areas", "board.limit_covers")
        unknown = [area for area in named if area not in areas]
        if unknown:
            raise BadFacts(f"board.limit_covers names the area {unknown[0]!r}; the areas are {', '.join(areas)}")
        chosen = frozenset(areas.index(area) for area in named)
        tiles = _list(cover, "doubles", "board.limit_covers")
        tiles = [*tiles, *([at] for at in _list(cover, "singles", "board.limit_covers"))]
        numbered = []
        for tile in tiles:
            if not isinstance(tile, list) or len(tile) not in (1, 2):
                raise BadFacts(f"board.limit_covers: a limit tile covers one or two spaces, not {tile!r}")
            ends = [_space(at, "board.limit_covers") for at in tile]
            for at in ends:
                if at not in spaces or area_of[spaces.index(at)] in chosen:
                    raise BadFacts(f"a limit tile lies at {at[0]},{at[1]}, which is no unused space of the map")
            if len(ends) == 2 and distance(*ends) != 1:
                raise BadFacts(f"the two halves of the limit tile at {ends[0][0]},{ends[0][1]} do not touch")
            numbered.append(tuple(spaces.index(at) for at in ends))
        covers[chosen] = tuple(numbered)
        for name, count in (("players", len(chosen)), ("border_spaces", sum(map(len, numbered)))):
            if cover.get(name, count) != count:
                raise BadFacts(f"board.limit_covers for {' + '.join(named)}: {name} is {count}, not {cover[name]!r}")
    return covers


def _check_reach(board: Board) -> None:
    """Tiles grow from the first temple: whatever areas are chosen, every space must be reachable from it."""
    for seats in (2, 3, 4):
        for chosen in board.choices(seats):
            inside = {space for space, area in enumerate(board.area_of) if area in chosen}
            todo = [board.temples[board.first].space]
            reached = set(todo)
            while todo:
                for beside in board.neighbours[todo.pop()]:
                    if beside in inside and beside not in reached:
                        reached.add(beside)
                        todo.append(beside)
            for space in sorted(inside - reached):
                q, r = board.spaces[space]
                named = " + ".join(board.areas[area] for area in chosen)
                name = board.temples[board.first].name
                raise BadFacts(f"space {q},{r} cannot be reached from {name} when {named} are in play")


def _read_tiles(tiles: Mapping[str, Any]) -> list[int]:
    """How many tiles of each kind a seat has."""
    mix = _table(tiles, "distribution")
    counts: list[int] = []
    for crop in CROPS:
        row = mix.get(crop)
        if not isinstance(row, Mapping):
            raise BadFacts(f"tiles.distribution.{crop} is missing: give the numbers of single and double tiles")
        counts += [
            _number(row, "single", f"tiles.distribution.{crop}", 0, MOST_ALIKE // 2),
            _number(row, "double", f"tiles.distribution.{crop}", 0, MOST_ALIKE // 2),
        ]
    stated = tiles.get("per_player", sum(counts))
    if stated != sum(counts):
        raise BadFacts(f"tiles.distribution adds up to {sum(counts)} tiles, but tiles.per_player says {stated}")
    return counts


def _check_totals(tiles: Mapping[str, Any], counts: list[int]) -> None:
    """What the facts count themselves must be true."""
    crops = sum(counts[0::2]) + 2 * sum(counts[1::2])
    stated = tiles["distribution"].get("crops_per_player_total", crops)
    if stated != crops:
        raise BadFacts(f"tiles.distribution shows {crops} crops, but its crops_per_player_total says {stated}")
    per_crop = tiles.get("per_crop", {})
    for number, crop in enumerate(CROPS):
        count = counts[2 * number] + counts[2 * number + 1]
        if isinstance(per_crop, Mapping) and per_crop.get("tiles_per_crop", count) != count:
            said = per_crop["tiles_per_crop"]
            raise BadFacts(f"there are {count} tiles of {crop}, but tiles.per_crop.tiles_per_crop says {said}")


def make_tables(facts: Mapping[str, Any], board: Board, chosen: tuple[int, ...]) -> Tables:
    """What the rules count with when these areas are in play."""
    counts = _read_tiles(_table(facts, "tiles"))
    rack = _number(_table(facts, "setup"), "starting_rack", "setup", 1, 8)
    expand = _table(_table(facts, "actions"), "expand")
    limit = _number(expand, "rack_limit", "actions.expand", rack, 8)
    if sum(counts) < rack:
        raise BadFacts(f"there are not enough tiles: {sum(counts)} a seat, but the first rack takes {rack}")
    _check_totals(_table(facts, "tiles"), counts)
    rows = _tables(_table(facts, "city_scoring"), "table", "city_scoring.table")
    if [row.get("size") for row in rows] != list(range(1, ROWS + 1)):
        raise BadFacts(f"city_scoring.table needs one row for each size from 1 to {ROWS}, the last for all larger ones")
    inside = [area in chosen for area in board.area_of]
    beside = [
        [other for other in board.neighbours[space] if inside[space] and inside[other]]
        for space in range(len(board.spaces))
    ]
    return Tables(
        [[q, r] for q, r in board.spaces],
        list(board.area_of),
        list(board.areas),
        [area in chosen for area in range(len(board.areas))],
        beside,
        [temple.space for temple in board.temples],
        [temple.name for temple in board.temples],
        [temple.highlighted for temple in board.temples],
        board.first,
        counts,
        [_number(row, "first", "city_scoring.table", 0, 999) for row in rows],
        [_number(row, "second", "city_scoring.table", 0, 999) for row in rows],
        rack,
        limit,
        _number(expand, "draw_after", "actions.expand", 0, 8),
        _number(expand, "draw_after_if_rack_was_empty", "actions.expand", 0, 8),
        board.limits(frozenset(chosen)),
        board.reconstructed,
    )


def distance(one: Space, other: Space) -> int:
    """Steps between two spaces of a hex grid.

    >>> distance((0, 0), (2, -1))
    2
    """
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def _table(facts: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = facts.get(name)
    if not isinstance(found, Mapping):
        raise BadFacts(f"the facts file has no table [{name}] where one is needed")
    return found


def _list(table: Mapping[str, Any], name: str, where: str) -> list[Any]:
    found = table.get(name, [])
    if not isinstance(found, list):
        raise BadFacts(f"{where}: {name} must be a list in brackets, not {found!r}")
    return found


def _tables(table: Mapping[str, Any], name: str, where: str) -> list[Mapping[str, Any]]:
    found = _list(table, name, where)
    for entry in found:
        if not isinstance(entry, Mapping):
            raise BadFacts(f"{where} must be a list of tables, but {entry!r} is in it")
    return found


def _number(table: Mapping[str, Any], name: str, where: str, least: int, most: int) -> int:
    found = table.get(name)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise BadFacts(f"{where}.{name} must be a whole number from {least} to {most}, not {found!r}")
    return found


def _space(given: Any, where: str) -> Space:
    if not isinstance(given, list) or len(given) != 2 or not all(type(part) is int for part in given):
        raise BadFacts(f"{where}: a space is written [q, r] with two whole numbers, not {given!r}")
    if max(map(abs, given)) > 40:
        raise BadFacts(f"{where}: space {given[0]},{given[1]} lies too far out, 40 is the most")
    return given[0], given[1]
