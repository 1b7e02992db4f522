"""Each of the 66 tiles does what it says."""

from __future__ import annotations

from typing import Any

import pytest

from tablero.games.tzolkin.layout import GEAR_IDS

from .position import BUILDINGS, GAME, MONUMENTS, WEALTH, play, player, position, seat
from .test_setup_and_placing import with_wealth

NAMES = ("corn", "wood", "stone", "gold", "skull", "score", "workers", "free", "discount")


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, int]:
    found = {name: after[name] - before[name] for name in NAMES}
    for k, name in enumerate(("brown", "yellow", "green")):
        found[name] = after["temples"][k] - before["temples"][k]
    for k, name in enumerate(("agriculture", "extraction", "architecture", "theology")):
        found[name] = after["levels"][k] - before["levels"][k]
    return {name: n for name, n in found.items() if n}


# What is paid, then what it brings after these choices.
BUILT = {
    "b01": ("wood", "", {"free": 1}),
    "b02": ("wood", "", {"free": 1}),
    "b03": ("wood", "", {"free": 1}),
    "b04": ("wood wood wood wood", "", {"discount": 1}),
    "b05": ("wood wood wood wood", "", {"discount": 1}),
    "b06": ("wood wood", "", {"agriculture": 1}),
    "b07": ("wood wood wood", "", {"agriculture": 1, "stone": 1}),
    "b08": ("wood stone", "", {"extraction": 1, "corn": 1}),
    "b09": ("wood wood stone", "", {"extraction": 1, "gold": 1}),
    "b10": ("wood wood stone", "", {"brown": 1, "yellow": 1}),
    "b11": ("wood stone stone", "", {"brown": 1, "green": 1}),
    "b12": ("wood gold", "up green; done", {"green": 1}),
    "b13": ("gold", "", {"architecture": 1}),
    "b14": ("stone gold", "", {"theology": 1, "green": 1}),
    "b15": ("wood wood", "", {"free": 3}),
    "b16": ("wood wood", "", {"free": 3}),
    "b17": ("wood wood", "", {"free": 3}),
    "b18": ("wood wood wood", "advance theology", {"theology": 1, "stone": 1}),
    "b19": ("wood wood stone", "advance extraction", {"extraction": 1, "gold": 1}),
    "b20": ("wood wood wood stone", "advance agriculture", {"agriculture": 1, "corn": 6}),
    "b21": ("wood wood stone stone", "advance architecture", {"architecture": 1, "skull": 1}),
    "b22": ("stone stone stone", "sell gold; done", {"gold": -1, "corn": 4, "score": 6}),
    "b23": ("wood stone gold", "", {"workers": 1, "score": 6}),
    "b24": ("wood gold gold", "", {"score": 8}),
    "b25": ("wood wood stone gold", "copy yaxchilan 4", {"corn": -1, "skull": 1, "score": 2}),
    "b26": ("wood stone stone gold", "", {"brown": 1, "yellow": 1, "green": 1, "score": 3}),
    "b27": ("stone stone", "", {"brown": 2, "score": 2}),
    "b28": ("gold gold", "", {"green": 2, "score": 3}),
    "b29": ("gold gold gold", "", {"yellow": 2, "score": 4}),
    "b30": ("stone gold", "", {"architecture": 1, "score": 3}),
    "b31": ("stone stone gold", "", {"theology": 1, "brown": 1, "green": 1}),
    "b32": ("stone gold gold", "advance theology; advance extraction", {"theology": 1, "extraction": 1}),
}


@pytest.mark.parametrize("tile", BUILDINGS)
def test_a_building(tile: str) -> None:
    cost, choices, brings = BUILT[tile]
    rich = {"corn": 9, "wood": 9, "stone": 9, "gold": 9}
    state = position(player(on={"tikal": [2]}, **rich), row=[tile, "b01" if tile != "b01" else "b02"])
    before = seat(state)
    play(state, "; ".join(["pick tikal 2; action 2; build 1", *([choices] if choices else [])]))
    found = changes(before, seat(state))
    for block in cost.split():
        found[block] = found.get(block, 0) + 1
    assert {name: n for name, n in found.items() if n} == brings
    assert seat(state)["buildings"] == [tile]
    assert state.actors() == (0,)
    assert state.view(0)["frame"]["kind"] == "turn", "nothing is left open"


def test_two_levels_of_b32_may_go_to_one_track() -> None:
    state = position(player(on={"tikal": [2]}, stone=1, gold=2), row=["b32"])
    play(state, "pick tikal 2; action 2; build 1; advance theology; advance theology")
    assert seat(state)["levels"] == [0, 0, 0, 2]


KEPT = {
    "w01": {"corn": 3, "yellow": 1, "agriculture": 1},
    "w02": {"corn": 5, "gold": 1, "yellow": 1},
    "w03": {"stone": 1, "gold": 1, "agriculture": 1},
    "w04": {"corn": 9, "stone": 1},
    "w05": {"wood": 1, "green": 1, "extraction": 1},
    "w06": {"corn": 2, "wood": 2, "green": 1},
    "w07": {"corn": 4, "wood": 1, "extraction": 1},
    "w08": {"corn": 3, "wood": 2, "stone": 1},
    "w09": {"corn": 2, "brown": 1, "architecture": 1},
    "w10": {"corn": 6, "stone": 2},
    "w11": {"corn": 3, "gold": 1, "architecture": 1},
    "w12": {"corn": 6, "wood": 1, "stone": 1},
    "w13": {"corn": 5, "stone": 1, "brown": 1},
    "w14": {"corn": 3, "wood": 1, "free": 1},
    "w15": {"workers": 1},
    "w16": {"corn": 8, "gold": 1},
    "w17": {"corn": 4, "wood": 1, "skull": 1},
    "w18": {"corn": 5, "stone": 1, "theology": 1},
    "w19": {"corn": 4, "wood": 3},
    "w20": {"corn": 2, "wood": 2, "theology": 1},
    "w21": {"corn": 7, "wood": 2},
}


@pytest.mark.parametrize("tile", WEALTH)
def test_a_wealth_tile(tile: str) -> None:
    other = "w21" if tile != "w21" else "w19"
    state = with_wealth(tile, other)
    found = changes(seat(position(player())), seat(state))
    for name, n in KEPT[other].items():
        found[name] = found.get(name, 0) - n
    assert {name: n for name, n in found.items() if n} == KEPT[tile]
    assert seat(state)["wealth"] == sorted([tile, other])


# Where each tile puts an unassigned worker.
PRINTED = {
    "w01": ("palenque", 1), "w02": ("palenque", 3), "w03": ("palenque", 5), "w04": ("palenque", 7),
    "w05": ("yaxchilan", 1), "w06": ("yaxchilan", 3), "w07": ("yaxchilan", 5), "w08": ("yaxchilan", 7),
    "w09": ("tikal", 1), "w10": ("tikal", 3), "w11": ("tikal", 5), "w12": ("tikal", 7),
    "w13": ("uxmal", 1), "w14": ("uxmal", 3), "w15": ("uxmal", 5), "w16": ("uxmal", 7),
    "w17": ("chichen_itza", 0), "w18": ("chichen_itza", 3), "w19": ("chichen_itza", 5), "w20": ("chichen_itza", 7),
    "w21": ("chichen_itza", 10),
}  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3])
def test_unassigned_workers_stand_where_the_drawn_tiles_say(seats: int) -> None:
    """R-2, R-3, R-4: every tile's own position, and at most one opposite on each of the four small gears."""
    alone = 0
    for seed in range(150):
        dump = GAME.start(seats, seed).dump()
        drawn = [tile for i, tile in enumerate(WEALTH) if dump["drawn"] >> i & 1]
        for number, gear in enumerate(GEAR_IDS):
            told = {PRINTED[tile][1] for tile in drawn if PRINTED[tile][0] == gear}
            standing = {p for p in range(13) if dump["dummies"][number] >> p & 1}
            assert told <= standing
            more = standing - told
            if gear == "chichen_itza" or not told:
                assert not more
            elif more:
                assert len(more) == 1
                assert more <= {(p + 5) % 10 for p in told}
            else:
                assert len(told) == 1, "only the last worker of all has no opposite"
                alone += 1
    assert alone > 0


# The cost, and what each monument is worth to the seat below.
RAISED = {
    "m01": ("wood wood wood stone stone gold", 4 * 3),
    "m02": ("wood stone stone stone gold gold", 2 * 6),
    "m03": ("wood wood stone stone gold gold", 6 * 2),
    "m04": ("wood stone gold gold gold gold", 4 * 2),
    "m05": ("wood gold gold gold gold", 4 * 3),
    "m06": ("wood wood stone stone stone gold", 4 * 2),
    "m07": ("wood stone gold gold gold", 20),
    "m08": ("wood wood stone gold gold gold", 3 * 9),
    "m09": ("wood wood wood gold gold gold", 12),
    "m10": ("stone stone gold gold gold", 4 * 2),
    "m11": ("stone stone stone stone gold gold gold", 4 + 6 + 1),
    "m12": ("stone stone stone gold gold gold", 3 * 4),
    "m13": ("gold gold gold gold skull", 3 * 2),
}


@pytest.mark.parametrize("tile", MONUMENTS)
def test_a_monument(tile: str) -> None:
    cost, points = RAISED[tile]
    other = "m04" if tile != "m04" else "m01"
    mine = player(
        on={"tikal": [4]},
        workers=5,
        temples=(3, 5, 2),
        levels={"agriculture": 3, "extraction": 3, "architecture": 2, "theology": 1},
        built=["b01", "b06", "b10", "b11", "b14"],
        corn_tiles=2,
        wood_tiles=3,
        **{"wood": 9, "stone": 9, "gold": 9, "skull": 2},
    )
    state = position(mine, player(monuments=[other]), monuments=[tile], offered=0b110)
    before = seat(state)
    play(state, "pick tikal 4; action 4; monument 1")
    found = changes(before, seat(state))
    assert found == {block: -cost.split().count(block) for block in set(cost.split())}
    assert seat(state)["monuments"] == [{"id": tile, "points": points}]


@pytest.mark.parametrize(("full", "points"), [(0, 0), (1, 9), (2, 20), (3, 33), (4, 33)])
def test_the_monument_for_full_tracks(full: int, points: int) -> None:
    tracks = ("agriculture", "extraction", "architecture", "theology")
    levels = {track: 3 if k < full else 2 for k, track in enumerate(tracks)}
    assert seat(position(player(monuments=["m07"], levels=levels)))["monuments"][0]["points"] == points


@pytest.mark.parametrize(("workers", "points"), [(3, 0), (4, 6), (5, 12), (6, 18)])
def test_the_monument_for_workers(workers: int, points: int) -> None:
    """Those on the gears and on the starting-player space are in play too."""
    state = position(player(monuments=["m09"], workers=workers, on={"tikal": [1]}), claimed=0)
    assert seat(state)["monuments"][0]["points"] == points


def test_burned_wood_counts_for_no_monument() -> None:
    """R-22: the corn tile below it does."""
    state = position(player(on={"palenque": [4, 5]}, monuments=["m04", "m05"]))
    play(state, "pick palenque 4; action 4; burn; down brown; pick palenque 5; action 5; take wood tile")
    assert [tile["points"] for tile in seat(state)["monuments"]] == [4, 4]


def test_every_tile_has_its_line() -> None:
    assert [(tile["dummy"]["gear"], tile["dummy"]["position"]) for tile in GAME.facts["wealth"]] == [*PRINTED.values()]
    assert len(BUILT) + len(KEPT) + len(RAISED) == 66
    assert GAME.facts["components"]["buildings_total"] == len(BUILT)
