"""What holds in every position of Yaxha."""

from __future__ import annotations

from tablero.core import State


def check(state: State) -> None:
    dump = state.dump()
    n = dump["seats"]
    on_market = dump["phase"] in ("choose", "leftover")
    for colour in range(5):
        total = dump["bag"][colour]
        if on_market:
            total += sum(tile.count(colour) for tile in dump["market"])
        for player in dump["players"]:
            total += sum(cube[3] == colour for cube in player["cubes"]) + player["discarded"][colour]
            if dump["phase"] == "build" and not player["done"]:
                total += player["hand"][colour]
        assert total == 24, f"colour {colour} has {total} cubes"
    assert sorted(dump["initiative"]) == list(range(1, n + 1))
    assert 0 <= sum(dump["bag"]) == 120 - 3 * n * dump["round"]
    for player in dump["players"]:
        check_pyramid([tuple(cube[:3]) for cube in player["cubes"]])


def check_pyramid(cells: list[tuple[int, ...]]) -> None:
    filled = set(cells)
    assert len(filled) == len(cells) <= 30
    base = [(x, y) for x, y, z in filled if z == 0]
    if base:
        assert max(x for x, _ in base) - min(x for x, _ in base) <= 3
        assert max(y for _, y in base) - min(y for _, y in base) <= 3
    for x, y, z in filled:
        if z > 0:
            assert all((x + i, y + j, z - 1) in filled for i in (0, 1) for j in (0, 1))


def check_end(state: State) -> None:
    """What holds when a game is over: ten rounds were played and every base is complete."""
    dump = state.dump()
    assert dump["round"] == 10
    for player in dump["players"]:
        assert len(player["cubes"]) + sum(player["discarded"]) == 30
        assert sum(cube[2] == 0 for cube in player["cubes"]) == 16
