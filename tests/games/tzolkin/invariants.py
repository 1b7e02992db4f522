"""What holds in every position of Tzolk'in."""

from __future__ import annotations

from tablero.core import State

FOOD_DAYS = (8, 14, 21, 27)
TOPS = (6, 8, 7)
NUMBERED = (255, 255, 255, 255, 2047)


def check(state: State) -> None:
    dump = state.dump()
    n = dump["seats"]
    players = dump["players"]
    skulls = dump["skulls"] + dump["box"] + dump["offered"].bit_count() + sum(p["goods"][4] for p in players)
    assert skulls == 13, f"{skulls} skulls"
    assert sum(dummies.bit_count() for dummies in dump["dummies"]) == (0, 0, 12, 6, 0)[n]
    for gear in range(5):
        sets = [dump["dummies"][gear], *[p["on"][gear] for p in players]]
        assert sum(sets) == dump["taken"][gear], "two pieces on one position"
        assert sum(s.bit_count() for s in sets) == dump["taken"][gear].bit_count()
        assert all(p["on"][gear] & ~NUMBERED[gear] == 0 for p in players)
    for number, p in enumerate(players):
        assert min(p["goods"]) >= 0, "negative goods"
        placed = sum(on.bit_count() for on in p["on"]) + (dump["claimed"] == number)
        assert p["hand"] + placed == p["workers"] <= 6
        assert p["workers"] >= 3
        assert all(0 <= step <= top for step, top in zip(p["temples"], TOPS, strict=True))
        assert all(0 <= level <= 3 for level in p["levels"])
        if dump["options"]["score_floor"] == "zero":
            assert p["score"] >= 0
    for temple, top in enumerate(TOPS):
        assert sum(p["temples"][temple] == top for p in players) <= 1, "two seats on top of one temple"
    tiles = sum(p["corn_tiles"] for p in players) + sum(dump["jungle"])
    assert tiles == 4 * (0, 0, 2, 3, 4)[n], "corn tiles"
    assert sum(p["wood_tiles"] for p in players) + sum(dump["jungle"][::2]) <= 3 * (0, 0, 2, 3, 4)[n]
    built = [p["built"] for p in players]
    assert sum(b.bit_count() for b in built) == sum(built).bit_count(), "a building has two owners"
    # A food day is held in its round, or in the next one when two days led past it.
    if dump["phase"] == "play" and dump["frames"][-1][0] != "days":
        behind = sum(dump["day"] > when for when in FOOD_DAYS)
        leapt = dump["day"] - 1 in FOOD_DAYS and dump["food_days"] == behind - 1
        assert dump["food_days"] == behind or leapt
    assert 1 <= dump["day"] <= 29
    assert len(dump["frames"]) < 24


def check_end(state: State) -> None:
    """What holds when a game is over: four food days, every round played, nobody owes a move."""
    dump = state.dump()
    assert dump["food_days"] == 4
    assert dump["day"] in (28, 29)
    assert dump["frames"] == []
    assert state.actors() == ()
