"""A test line for every district tile, mahout, warehouse, bridge tile, objective space and track cell."""

from __future__ import annotations

import pytest

from .position import GAME, Draft, board_of, goods, legal, play, seat_of, stage

OTHERS = (
    "white_1",
    "yellow_1",
    "blue_1",
    "white_2",
    "blue_2",
    "green_1",
    "yellow_3",
    "green_3",
    "white_3",
    "blue_3",
    "yellow_2",
    "green_2",
)
COLOUR_OF = {row["id"]: row["colour"] for row in GAME.facts["district_tile"]}


def with_tile(tile: str, **seat: object) -> Draft:
    """The tile lies left in the north, the active worker there has its colour."""
    tiles = list(OTHERS)
    old = tiles.index(tile)
    tiles[0], tiles[old] = tile, tiles[0]
    draft = Draft().seat(0, at=2, coin=0, **seat).on(tiles=tiles).acting("north", COLOUR_OF[tile])
    return draft.on(bridge=["br_group4_pp", "br_market_pp", "br_donation_coin"])


# The action, choices that follow, and what it leaves: coins, marble, copper, gold.
ACTIONS = {
    "coin1_market": ("done", [1, 0, 0, 0]),
    "coin2": ("", [2, 0, 0, 0]),
    "coin1": ("", [1, 0, 0, 0]),
    "marble2_or_copper1": ("take marble", [0, 2, 0, 0]),
    "gold1": ("", [0, 0, 0, 1]),
    "marble2": ("", [0, 2, 0, 0]),
    "any1": ("take copper", [0, 0, 1, 0]),
    "copper1": ("", [0, 0, 1, 0]),
    "know_any": ("study money", [1, 0, 0, 0]),
    "know_money": ("", [1, 0, 0, 0]),
    "know_resources": ("", [0, 1, 0, 0]),
    "know_development": ("", [0, 0, 0, 0]),
}
SIDES = [
    (row["id"], side, row[kind])
    for row in GAME.facts["district_tile"]
    for side, kind in (("main", "main"), ("secondary", "secondary"))
]


@pytest.mark.parametrize(("tile", "side", "action"), SIDES, ids=[f"{tile}-{side}" for tile, side, _ in SIDES])
def test_each_district_tile(tile: str, side: str, action: str) -> None:
    if action in ACTIONS:
        choices, left = ACTIONS[action]
        state = play(with_tile(tile).load(), f"{side} left{';' if choices else ''}{choices}")
        assert goods(state) == left
        return
    if action == "market":
        state = play(with_tile(tile, resources=[1, 0, 0]).load(), f"{side} left; sell marble; done")
        assert goods(state) == [1, 0, 0, 0]
        return
    if action == "mahout":
        state = play(with_tile(tile, resources=[1, 0, 0]).load(), f"{side} left; use yellow")
        assert stage(state) == "donate"
        assert seat_of(play(state, "donate level 1 cell 1"))["in_district"] == [0, 0, 1, 0]
        return
    state = play(with_tile(tile, resources=[1, 1, 1]).load(), f"{side} left")
    offered = {words.split()[0] for words in legal(state)}
    assert (
        offered
        == {"upgrade_wo": {"build", "aim"}, "upgrade_wm": {"build", "hire"}, "upgrade_any": {"build", "aim", "hire"}}[
            action
        ]
    )


def test_two_marble_or_one_copper() -> None:
    state = play(with_tile("blue_1").load(), "main left")
    assert legal(state) == ["take marble", "take copper"]
    assert goods(play(state, "take copper")) == [0, 0, 1, 0]


# ---------------------------------------------------------------- mahouts


@pytest.mark.parametrize(
    ("tile", "choices", "left", "score"),
    [
        ("mh_donate", "donate level 1 cell 1", [0, 0, 1, 1], 6),
        ("mh_upgrade", "aim C; space 3", [2, 1, 0, 1], 5),
        ("mh_coin_pp", "", [1, 1, 1, 1], 6),
        ("mh_market", "sell gold; done", [1, 1, 1, 0], 5),
        ("mh_coin_marble", "discard copper", [1, 2, 0, 1], 5),
        ("mh_any_resource", "take gold", [0, 1, 1, 2], 5),
        ("mh_knowledge", "study resources", [0, 2, 1, 1], 5),
    ],
)
def test_each_mahout(tile: str, choices: str, left: list[int], score: int) -> None:
    draft = Draft().seat(0, at=0, coin=0, resources=[1, 1, 1], mahouts=[None, tile, None, None])
    draft.acting("north", "yellow").on(bridge=["br_group4_pp", "br_market_pp", "br_donation_coin"])
    state = play(draft.load(), f"use blue{';' if choices else ''}{choices}")
    assert goods(state) == left
    assert seat_of(state)["score"] == score


def test_each_mahout_but_the_first_raises_the_tax() -> None:
    taxes = {row["id"]: row["tax"] for row in GAME.facts["mahout_tile"]}
    for tile, tax in taxes.items():
        if tile == "mh_donate":
            continue
        draft = Draft().seat(0, at=2, resources=[0, 0, 1]).acting("east", "blue")
        state = play(draft.load(), f"secondary centre; hire {tile}; space 3")
        assert seat_of(state)["tax"] == 1 + tax


# ---------------------------------------------------------------- warehouses


def building(house: str, **seat: object) -> Draft:
    return Draft().seat(0, at=2, coin=0, resources=[1, 0, 0], **seat).acting("north", "blue")


@pytest.mark.parametrize("row", GAME.facts["warehouse"], ids=lambda row: row["id"])
def test_each_warehouse_brings_slots_tax_and_its_counter(row: dict) -> None:  # type: ignore[type-arg]
    state = play(building(row["id"]).load(), f"secondary right; build {row['id']}")
    player = seat_of(state)
    assert player["room"] == 4 + row["slots"]
    assert player["tax"] == 1 + row["tax"]
    assert player["load"] == 3
    assert row["id"] not in state.view(0)["offer"]


@pytest.mark.parametrize(
    ("house", "choices", "left"),
    [
        ("wh_coin_resource", "take gold", [1, 0, 0, 1]),
        ("wh_marble2", "", [0, 2, 0, 0]),
        ("wh_knowledge2", "study money; study resources", [1, 1, 0, 0]),
    ],
)
def test_each_immediate_warehouse(house: str, choices: str, left: list[int]) -> None:
    state = play(building(house).load(), f"secondary right; build {house}{';' if choices else ''}{choices}")
    assert goods(state) == left


@pytest.mark.parametrize("colour", ["yellow", "blue", "green"])
def test_each_colour_warehouse(colour: str) -> None:
    tile = {"yellow": "yellow_3", "blue": "blue_3", "green": "green_1"}[colour]
    draft = with_tile(tile, houses=[f"wh_wild_{colour}"], resources=[1, 0, 0])
    draft.on(act_colour=2)
    assert "secondary left" in legal(draft.load())
    without = with_tile(tile, resources=[1, 0, 0]).on(act_colour=2)
    assert "secondary left" not in legal(without.load())


@pytest.mark.parametrize(
    "house",
    [
        "wh_buy_discount",
        "wh_tax_discount",
        "wh_free_jump",
        "wh_no_maharaja_penalty",
        "wh_future_bridges",
        "wh_knowledge_swap",
        "wh_exchange",
        "wh_any_upgrade_resource",
        "wh_teleport",
    ],
)
def test_each_lasting_warehouse(house: str) -> None:
    draft = Draft().seat(0, at=1, coin=0, resources=[1, 0, 0], tax=0, houses=[house]).on(maharaja=2)
    plain = Draft().seat(0, at=1, coin=0, resources=[1, 0, 0], tax=0).on(maharaja=2)
    if house == "wh_tax_discount":
        assert draft.load().view(0)["players"][0]["due"] == 0
    elif house == "wh_no_maharaja_penalty":
        assert seat_of(play(draft.load(), "walk south"))["score"] == 5
        assert seat_of(play(plain.load(), "walk south"))["score"] == 4
    elif house == "wh_teleport":
        assert legal(draft.load(), "leap") == ["leap north", "leap east", "leap south", "leap west"]
        assert legal(plain.load(), "leap") == []
    elif house == "wh_free_jump":
        assert len(legal(play(draft.load(), "stay; pick north 2"))) == 2
        assert len(legal(play(plain.load(), "stay; pick north 2"))) == 1
    elif house == "wh_buy_discount":
        assert "buy gold" in legal(play(draft.acting("north", "white").load(), "secondary left"))
        assert "buy gold" not in legal(play(plain.acting("north", "white").load(), "secondary left"))
    elif house == "wh_exchange":
        assert legal(draft.acting("north", "white").load(), "exchange") == ["exchange marble copper"]
        assert legal(plain.acting("north", "white").load(), "exchange") == []
    elif house == "wh_any_upgrade_resource":
        assert "aim B" in legal(play(draft.acting("north", "blue").load(), "secondary right"))
        assert "aim B" not in legal(play(plain.acting("north", "blue").load(), "secondary right"))
    elif house == "wh_knowledge_swap":
        assert stage(play(draft.acting("north", "yellow").load(), "secondary centre")) == "study"
        assert stage(play(plain.acting("north", "yellow").load(), "secondary centre")) == "actions"
    else:
        for one, coins in ((draft, 3), (plain, 1)):
            one.on(bridge=["br_upgrade_coin"] * 3)
            state = play(one.acting("north", "blue").load(), "secondary right; build wh_exchange")
            assert goods(state)[0] == coins


# ---------------------------------------------------------------- bridge tiles and objective spaces


@pytest.mark.parametrize(
    ("tile", "moves", "gain"),
    [
        ("br_group4_resource", "stay; pick south 1; take gold", {"gold": 1}),
        ("br_group4_pp", "stay; pick south 1", {"score": 1}),
        ("br_donation_coin", "ACT use yellow; donate level 1 cell 1", {"coin": 1}),
        ("br_upgrade_pp", "ACT secondary right; build wh_exchange", {"score": 1}),
        ("br_upgrade_coin", "ACT secondary right; build wh_exchange", {"coin": 1}),
        ("br_market_pp", "ACT main centre; sell marble; done", {"score": 1}),
    ],
)
def test_each_bridge_tile(tile: str, moves: str, gain: dict[str, int]) -> None:
    def after(bridge: str) -> tuple[int, int, int]:
        workers = ["yb", "w", "gy", "", "wgyb", "", "wb", "g"]
        draft = Draft().seat(0, at=0, coin=0, resources=[1, 0, 0]).on(workers=workers)
        other = "br_donation_coin" if "group4" in tile else "br_group4_pp"
        draft.on(bridge=[bridge, other, other])
        words = moves
        if moves.startswith("ACT "):
            draft.acting("north", "blue")
            words = moves[4:]
        if bridge != tile:
            words = words.replace("; take gold", "")
        state = play(draft.load(), words)
        player = seat_of(state)
        return player["score"], player["coin"], player["resources"][2]

    unlike = "br_market_pp" if "market" not in tile else "br_upgrade_pp"
    plain, crossed = after(unlike), after(tile)
    wanted = (gain.get("score", 0), gain.get("coin", 0), gain.get("gold", 0))
    assert tuple(b - a for a, b in zip(plain, crossed, strict=True)) == wanted


@pytest.mark.parametrize(
    ("space", "choices", "left", "score"),
    [(2, "; take marble", [0, 1, 0, 0], 5), (3, "", [2, 0, 0, 0], 5), (4, "", [0, 0, 0, 0], 7)],
)
def test_each_objective_space(space: int, choices: str, left: list[int], score: int) -> None:
    draft = Draft().seat(0, at=2, coin=0, resources=[0, 1, 0]).acting("north", "blue")
    state = play(draft.load(), f"secondary right; aim D; space {space}{choices}")
    assert (goods(state), seat_of(state)["score"]) == (left, score)


# ---------------------------------------------------------------- knowledge cells


@pytest.mark.parametrize(
    ("track", "cell", "choices", "left"),
    [
        ("development", 1, "", {"load": 3}),
        ("development", 2, "skip", {}),
        ("development", 3, "", {"token": 1}),
        ("development", 4, "", {}),
        ("development", 5, "build wh_exchange", {"load": 3}),
        ("development", 6, "", {}),
        ("resources", 1, "", {"goods": [0, 2, 1, 0]}),
        ("resources", 2, "", {"goods": [0, 1, 2, 0]}),
        ("resources", 3, "take gold", {"goods": [0, 1, 1, 1]}),
        ("resources", 4, "", {}),
        ("resources", 5, "take gold; take marble", {"goods": [0, 2, 1, 1]}),
        ("resources", 6, "", {}),
        ("money", 1, "", {"goods": [1, 1, 1, 0]}),
        ("money", 2, "", {"due": 0}),
        ("money", 3, "", {"goods": [2, 1, 1, 0]}),
        ("money", 4, "", {}),
        ("money", 5, "", {"due": 0}),
        ("money", 6, "", {}),
    ],
)
def test_each_knowledge_cell(track: str, cell: int, choices: str, left: dict) -> None:  # type: ignore[type-arg]
    start = [0, 0, 0]
    number = ("development", "resources", "money").index(track)
    start[number] = cell - 1
    draft = Draft().seat(0, at=2, coin=0, resources=[1, 1, 0], track=start).acting("east", "yellow")
    state = play(draft.load(), f"main left; study {track}{';' if choices else ''}{choices}")
    player = seat_of(state)
    assert player["track"][number] == cell
    assert stage(state) == "actions"
    assert goods(state) == left.get("goods", [0, 1, 1, 0])
    assert player["load"] == left.get("load", 2)
    assert player["token"] == left.get("token", 0)
    if "due" in left:
        assert state.view(0)["players"][0]["due"] == left["due"]


@pytest.mark.parametrize(
    ("track", "choices", "left"),
    [
        ("development", "", {"load": 3}),
        ("resources", "; take gold", {"goods": [0, 0, 0, 1]}),
        ("money", "", {"goods": [1, 0, 0, 0]}),
    ],
)
def test_each_overflow(track: str, choices: str, left: dict) -> None:  # type: ignore[type-arg]
    draft = Draft().seat(0, at=2, coin=0, track=[6, 6, 6]).acting("east", "yellow")
    state = play(draft.load(), f"main left; study {track}{choices}")
    assert goods(state) == left.get("goods", [0, 0, 0, 0])
    assert seat_of(state)["load"] == left.get("load", 2)
    assert seat_of(state)["track"] == [6, 6, 6]


@pytest.mark.parametrize(
    ("track", "choices", "coins", "load", "score"),
    [([4, 0, 0], "", 0, 3, 5), ([0, 4, 0], "take gold", 0, 2, 5), ([0, 0, 4], "", 1, 2, 6)],
)
def test_each_income_cell(track: list[int], choices: str, coins: int, load: int, score: int) -> None:
    draft = Draft().seat(0, coin=0, tax=0, track=track, mahouts=[None] * 4).seat(1, tax=0, mahouts=[None] * 4)
    draft.seat(2, tax=0, mahouts=[None] * 4).on(turn=2, round=3, maharaja=3).acting("north", "green")
    state = play(draft.load(), f"done{';' if choices else ''}{choices}")
    player = seat_of(state)
    assert (player["coin"], player["load"], player["score"]) == (coins, load, score)
    assert board_of(state)["decade"] == 1
