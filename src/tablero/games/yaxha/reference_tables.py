"""The component data of Yaxha as tables of the guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.shapes import medal
from tablero.core.i18n.translator import Translator
from tablero.core.teaching.reference_table import ReferenceCell, ReferenceTable
from tablero.games.yaxha import components, names
from tablero.games.yaxha.drawing.pieces import card_art, loose_cube

Facts = Mapping[str, Any]
CUBE = 12  # the edge of a cube in a table


def tables(facts: Facts, say: Translator) -> list[ReferenceTable]:
    """Everything in the box, and what it is worth."""
    facts = components.whole(facts)
    return [
        _box(facts, say),
        _players(facts, say),
        _swaps(facts, say),
        _levels(facts, say),
        _points(facts, say),
        _cards(facts, say),
    ]


def _numbers(values: Sequence[object]) -> tuple[ReferenceCell, ...]:
    return tuple(ReferenceCell(str(value)) for value in values)


def _box(facts: Facts, say: Translator) -> ReferenceTable:
    """What lies in the printed box."""
    parts = facts["components"]
    rows = [
        (
            ReferenceCell(names.colour(number, say), loose_cube(number, CUBE)),
            ReferenceCell(say("{n} cubes", n=colour["count"])),
        )
        for number, colour in enumerate(parts["colour"])
    ]
    tiles = say.every([str(tile["id"]) for tile in parts["market_tile"]])
    stones = [int(stone) for stone in parts["initiative_tiles"]]
    sets, each = parts["player_card_sets"], parts["cards_per_set"]
    rows += [
        (
            ReferenceCell(say("cubes in all")),
            ReferenceCell(
                say(
                    "{n} in {colours} colours, {each} of each",
                    n=parts["cubes_total"],
                    colours=parts["cube_colours"],
                    each=parts["cubes_per_colour"],
                )
            ),
        ),
        (
            ReferenceCell(say("market tiles")),
            ReferenceCell(say("{n}, numbered {numbers}", n=parts["market_tiles"], numbers=tiles)),
        ),
        (
            ReferenceCell(say("initiative stones")),
            ReferenceCell(say.every([str(stone) for stone in stones]), "".join(medal(n, 22) for n in stones)),
        ),
        (ReferenceCell(say("bonus cards")), ReferenceCell(str(parts["bonus_cards"]))),
        (
            ReferenceCell(say("cards to choose a tile with")),
            ReferenceCell(say("{n}: {sets} sets of {each}", n=parts["player_cards"], sets=sets, each=each)),
        ),
        (ReferenceCell(say("cards with the points of groups")), ReferenceCell(str(parts["score_reference_cards"]))),
        (ReferenceCell(say("score pad")), ReferenceCell(str(parts["score_pads"]))),
        (ReferenceCell(say("cloth bag for the cubes")), ReferenceCell(str(parts["cloth_bag"]))),
    ]
    covers = {f"components.{name}" for name in parts if name not in ("confirmed", "source")}
    covers |= {colour["id"] for colour in parts["colour"]}
    return ReferenceTable(
        "box", say("What is in the box"), (say("part"), say("how many")), tuple(rows), frozenset(covers)
    )


def _players(facts: Facts, say: Translator) -> ReferenceTable:
    """The set-up for each number of players."""
    columns = (
        say("players"),
        say("market tiles"),
        say("initiative stones"),
        say("cards each to choose a tile with"),
        say("cubes a round"),
        say("cubes in the game"),
        say("left in the bag"),
        say("bonus cards to draw from"),
        say("of these for a first game"),
    )
    keys = (
        "player_cards_each",
        "cubes_per_round",
        "cubes_used_in_game",
        "cubes_left_in_bag",
        "bonus_pool_size",
        "beginner_pool_size",
    )
    rows = []
    for part in facts["setup"]["by_players"]:
        stones = [int(stone) for stone in part["initiative_tiles"]]
        drawn = ReferenceCell(
            say.every([str(stone) for stone in stones]), "".join(medal(stone, 22) for stone in stones)
        )
        rows.append((*_numbers([part["players"], part["market_tiles"]]), drawn, *_numbers([part[key] for key in keys])))
    setup = facts["setup"]
    note = say(
        "{rounds} rounds; {cubes} cubes on each tile; {all} cubes for each player in all; {cards} bonus cards lie "
        "open, {points} points each.",
        rounds=setup["rounds"],
        cubes=setup["cubes_per_market_tile"],
        all=setup["cubes_per_player_per_game"],
        cards=setup["bonus_cards_in_play"],
        points=facts["bonus"]["points_each"],
    )
    covered = ("rounds", "cubes_per_market_tile", "cubes_per_player_per_game", "bonus_cards_in_play")
    covers = (
        {f"setup.{name}" for name in covered}
        | {f"setup.by_players.{n}" for n in range(len(rows))}
        | {"bonus.points_each"}
    )
    return ReferenceTable("players", say("Set-up by number of players"), columns, tuple(rows), frozenset(covers), note)


def _swaps(facts: Facts, say: Translator) -> ReferenceTable:
    """Who gets which stone after players have wanted the same tile: the order of those tied is reversed."""
    stones = [int(stone) for stone in facts["components"]["initiative_tiles"]]
    columns = (say("wanted the same tile"), *(say("place {n} among them", n=stone) for stone in stones))
    rows = []
    for many in range(2, len(stones) + 1):
        cells = [ReferenceCell(say.plural("{n} player", "{n} players", many, n=many))]
        for place in range(1, len(stones) + 1):
            other = many + 1 - place
            kept, swapped = say("keeps the stone"), say("swaps with place {n}", n=other)
            cells.append(ReferenceCell("–" if place > many else kept if other == place else swapped))
        rows.append(tuple(cells))
    note = say("Places count from the lowest stone of those who wanted the tile. Everybody else keeps theirs.")
    covers = frozenset(
        {"components.initiative_tiles", *(f"round.swap.tied_{many}" for many in range(2, len(stones) + 1))}
    )
    return ReferenceTable("swaps", say("Stones after a quarrel"), columns, tuple(rows), covers, note)


def _levels(facts: Facts, say: Translator) -> ReferenceTable:
    """The levels of a whole pyramid."""
    sizes, capacity = facts["pyramid"]["level_sizes"], facts["pyramid"]["level_capacity"]
    visible = facts["visibility"]["visible_per_level_complete"]
    rows = [
        _numbers([level + 1, say("{n} by {n}", n=size), capacity[level], visible[level]])
        for level, size in enumerate(sizes)
    ]
    rows.append(
        _numbers(
            [say("together"), "", facts["pyramid"]["capacity"], facts["visibility"]["visible_in_complete_pyramid"]]
        )
    )
    covers = {
        "pyramid.levels",
        "pyramid.level_sizes",
        "pyramid.level_capacity",
        "pyramid.capacity",
        "visibility.visible_per_level_complete",
        "visibility.visible_in_complete_pyramid",
    }
    columns = say("level"), say("square"), say("cubes"), say("visible when all is built")
    return ReferenceTable("levels", say("The levels of a pyramid"), columns, tuple(rows), frozenset(covers))


def _points(facts: Facts, say: Translator) -> ReferenceTable:
    """What the largest group of a colour is worth."""
    points, beyond = facts["scoring"]["points_by_group_size"], facts["scoring"]["beyond_table_points"]
    last = len(points)
    columns = (say("cubes in the group"), *map(str, range(1, last)), say("{n} and more", n=last))
    row = _numbers([say("points"), *points[1:], beyond])
    covers = {f"scoring.points_by_group_size.{size}" for size in range(last)} | {"scoring.beyond_table_points"}
    note = say("The printed table ends at {n}; what larger groups give is a house rule.", n=last - 1)
    return ReferenceTable(
        "points", say("Points for the largest group of a colour"), columns, (row,), frozenset(covers), note
    )


def _cards(facts: Facts, say: Translator) -> ReferenceTable:
    """All bonus cards."""
    columns = say("card"), say("who scores it"), say("players"), say("in a first game")
    rows = []
    for card in sorted(facts["bonus"]["card"], key=lambda card: int(card["bga_id"])):
        players = card["players"]
        rows.append(
            (
                ReferenceCell(names.card(card["id"], say), card_art(card["id"], 44)),
                ReferenceCell(names.card_about(card["id"], say)),
                ReferenceCell(f"{min(players)}–{max(players)}"),
                ReferenceCell(say("yes") if card["beginner"] else "–"),
            )
        )
    note = say.plural(
        "Every card brings {n} point to each player who scores it.",
        "Every card brings {n} points to each player who scores it.",
        facts["bonus"]["points_each"],
        n=facts["bonus"]["points_each"],
    )
    covers = {str(card["id"]) for card in facts["bonus"]["card"]}  # one for each row: the page counts them
    return ReferenceTable("cards", say("All bonus cards"), columns, tuple(rows), frozenset(covers), note)
