"""The component data of Maya as tables of the guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tablero.core.facts import load_facts
from tablero.core.i18n.translator import Translator
from tablero.core.teaching.reference_table import ReferenceCell, ReferenceTable
from tablero.games.maya import names
from tablero.games.maya.components import CROPS, Board, read_board
from tablero.games.maya.drawing.pieces import loose_tile

Facts = Mapping[str, Any]
SEATS = (2, 3, 4)
TILE = 34  # the width of a tile in a table


def tables(facts: Facts, say: Translator) -> list[ReferenceTable]:
    """Everything in the box, what it pays, and how much of it is used."""
    board = read_board(facts)
    facts = _whole(facts, _house())
    return [
        _box(facts, say),
        _tiles(facts, say),
        _areas(facts, board, say),
        _temples(facts, board, say),
        _draws(facts, say),
        _cities(facts, say),
        _ties(facts, say),
    ]


@cache
def _house() -> Facts:
    return load_facts("tablero.games.maya")


def _whole(facts: Facts, house: Facts) -> Facts:
    """Facts with what a host has left out; lists are a host's or the house's."""
    found = {**house, **facts}
    for name, part in facts.items():
        if isinstance(part, Mapping) and isinstance(house.get(name), Mapping) and name != "board":
            found[name] = _whole(part, house[name])
    return found


def _cells(values: Sequence[object]) -> tuple[ReferenceCell, ...]:
    return tuple(ReferenceCell(str(value)) for value in values)


def _box(facts: Facts, say: Translator) -> ReferenceTable:
    """What lies in the printed box."""
    parts = facts["components"]
    rows = [
        (say("board"), say("{n}, in {areas} areas", n=parts["boards"], areas=parts["board_areas"])),
        (
            say("plantation tiles"),
            say("{n}: {each} of each player", n=parts["plantation_tiles"], each=parts["plantation_tiles_per_player"]),
        ),
        (say("temples"), say("{n}, and {tiles} tiles for them", n=parts["temples"], tiles=parts["temple_tiles"])),
        (
            say("limit tiles"),
            say(
                "{n}: {double} for two spaces, {single} for one",
                n=parts["limit_tiles"],
                double=parts["limit_tiles_size_2"],
                single=parts["limit_tiles_size_1"],
            ),
        ),
        (say("racks"), str(parts["tile_racks"])),
        (say("score markers"), str(parts["score_markers"])),
    ]
    covers = {f"components.{name}" for name, value in parts.items() if type(value) is int}
    return ReferenceTable(
        "box", say("What is in the box"), (say("part"), say("how many")), tuple(map(_cells, rows)), frozenset(covers)
    )


def _tiles(facts: Facts, say: Translator) -> ReferenceTable:
    """The tiles that every player owns."""
    mix = facts["tiles"]["distribution"]
    rows = []
    for crop, name in enumerate(CROPS):
        one, two = int(mix[name]["single"]), int(mix[name]["double"])
        drawn = [ReferenceCell(str(n), loose_tile(0, crop, number, TILE)) for number, n in ((1, one), (2, two))]
        rows.append((ReferenceCell(names.crop(crop, say)), *drawn, *_cells([one + two, one + 2 * two])))
    sums = [sum(int(row[column].words) for row in rows) for column in range(1, 5)]
    rows.append(_cells([say("together"), *sums]))
    columns = say("your tiles"), say("with one crop"), say("with two"), say("tiles"), say("crops")
    covers = {"tiles.per_player", *(f"tiles.distribution.{name}" for name in CROPS), *CROPS}
    note = say("How many tiles show two crops could not be looked up: it is a reconstruction.")
    return ReferenceTable(
        "tiles",
        say("The tiles of each player"),
        columns,
        tuple(rows),
        frozenset(covers),
        "" if mix.get("confirmed", True) else note,
    )


def _areas(facts: Facts, board: Board, say: Translator) -> ReferenceTable:
    """Which areas may be in play, and what lies in them."""
    columns = say("players"), say("areas in play"), say("spaces"), say("temple spaces"), say("limit tiles")
    rows = []
    for seats in SEATS:
        for chosen in board.choices(seats):
            limits = board.limits(frozenset(chosen))
            temples = sum(board.area_of[temple.space] in chosen for temple in board.temples)
            spaces = sum(area in chosen for area in board.area_of)
            named = say.every([names.area(board.areas[area], say) for area in chosen])
            rows.append(_cells([seats, named, spaces, temples, _limits(limits, say)]))
    mandatory = names.area(board.areas[board.mandatory], say)
    note = say("As many areas as players; {area} is always one of them.", area=mandatory)
    covers = {"setup.areas_in_play.mandatory_area", *board.areas}
    covers |= {f"board.areas.{n}" for n in range(len(board.areas))}
    covers |= {f"board.limit_covers.{n}" for n in range(len(facts["board"].get("limit_covers", [])))}
    return ReferenceTable(
        "areas", say("Areas by number of players"), columns, tuple(rows), frozenset(covers), _told(note, board, say)
    )


def _limits(limits: Sequence[Sequence[int]], say: Translator) -> str:
    double, single = sum(len(tile) == 2 for tile in limits), sum(len(tile) == 1 for tile in limits)
    if not limits:
        return "–"
    if not single:
        return say("{double} for two spaces", double=double)
    return say("{double} for two spaces, {single} for one", double=double, single=single)


def _told(note: str, board: Board, say: Translator) -> str:
    return f"{note} {say('The map is a reconstruction.')}".strip() if board.reconstructed else note


def _temples(facts: Facts, board: Board, say: Translator) -> ReferenceTable:
    """All temple spaces."""
    columns = say("temple"), say("area"), say("a temple at the start"), say("may be one of the two cities")
    rows = []
    for number, temple in enumerate(board.temples):
        area = names.area(board.areas[board.area_of[temple.space]], say)
        start, two = (say("yes") if number == board.first else "–"), (say("yes") if temple.highlighted else "–")
        rows.append(_cells([names.city(temple.name, say), area, start, two]))
    covers = {"setup.initial_temple.temple", *(temple.name for temple in board.temples)}
    covers |= {f"board.temples.{number}" for number in range(len(board.temples))}
    return ReferenceTable(
        "temples", say("Temple spaces"), columns, tuple(rows), frozenset(covers), _told("", board, say)
    )


def _draws(facts: Facts, say: Translator) -> ReferenceTable:
    """When tiles are drawn, and how many."""
    expand = facts["actions"]["expand"]
    rows = [
        (say("before the first turn"), facts["setup"]["starting_rack"]),
        (say("after planting"), 0),
        (say("after expanding a city"), expand["draw_after"]),
        (say("the same with an empty rack, with a tile from the reserve"), expand["draw_after_if_rack_was_empty"]),
        (say("the rack holds at most"), expand["rack_limit"]),
    ]
    covers = {f"actions.expand.{name}" for name in ("draw_after", "draw_after_if_rack_was_empty", "rack_limit")}
    columns = say("when"), say("tiles")
    return ReferenceTable(
        "draws",
        say("How many tiles you draw"),
        columns,
        tuple(map(_cells, rows)),
        frozenset(covers | {"setup.starting_rack"}),
    )


def _cities(facts: Facts, say: Translator) -> ReferenceTable:
    """What a closed city pays, ties included; every share is rounded up."""
    columns = (
        say("size"),
        say("most crops"),
        say("second most"),
        say("{n} tied for most", n=2),
        say("{n} tied for most", n=3),
        say("{n} tied for most", n=4),
        say("{n} tied for second", n=2),
        say("{n} tied for second", n=3),
    )
    rows = []
    listed = facts["city_scoring"]["table"]
    for row in listed:
        first, second, size = int(row["first"]), int(row["second"]), row["size"]
        shares = [-(-(first + second) // tied) for tied in (2, 3, 4)] + [-(-second // tied) for tied in (2, 3)]
        head = say("{n} and more", n=size) if row is listed[-1] else size
        rows.append(_cells([head, first, second, *shares]))
    note = say("The size counts the temple and the tiles face down. Tied players get so much each, rounded up.")
    covers = {"city_scoring.shares", *(f"city_scoring.table.{number}" for number in range(len(listed)))}
    return ReferenceTable("cities", say("What a closed city pays"), columns, tuple(rows), frozenset(covers), note)


def _ties(facts: Facts, say: Translator) -> ReferenceTable:
    """What decides a tie at the end, by edition."""
    breaks = facts["end_of_game"]["tie_breaks"]
    said = {
        "most tiles left in rack and reserve": say("more tiles left in rack and reserve"),
        "fewest turns taken": say("fewer turns taken"),
        "played last": say("played last"),
        "shared victory": say("the victory is shared"),
    }
    rows = []
    for number, (one, other) in enumerate(zip(breaks["es_2021"], breaks["fr_2019"], strict=True), 2):
        rows.append(_cells([number, said.get(one, one), said.get(other, other)]))
    last = said.get(breaks["if_still_tied"], breaks["if_still_tied"])
    rows = [_cells([1, say("most points"), say("most points")]), *rows, _cells([len(rows) + 2, last, last])]
    columns = say("then"), say("Spanish edition, 2021"), say("French edition, 2019")
    covers = frozenset(f"end_of_game.tie_breaks.{name}" for name in ("es_2021", "fr_2019", "if_still_tied"))
    return ReferenceTable("ties", say("Who wins"), columns, tuple(rows), covers)
