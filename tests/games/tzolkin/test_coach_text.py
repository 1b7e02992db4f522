"""Choices explain themselves: what they cost now, what they bring now, when, and whether they must be made."""

from __future__ import annotations

from typing import Any

import pytest

from tablero.core import State
from tablero.core.i18n.translator import untranslated

from .position import GAME, play, player, position

FULL = {gear: [0, 1] for gear in ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")}
RICH = {"corn": 9, "wood": 9, "stone": 9, "gold": 9}


def asked(state: State) -> tuple[str, str]:
    return GAME.words.prompt(state.view(state.actors()[0]), untranslated)


def name(state: State, words: str) -> str:
    return GAME.words.move(GAME.moves.read(words), state.view(state.actors()[0]), untranslated)


def picked(moves: str, table: dict[str, Any] | None = None, **mine: Any) -> State:
    _, gear, number, *_ = moves.split(";")[0].split()
    return play(position(player(on={gear: [int(number)]}, **mine), player(), **(table or {})), moves)


# ---------------------------------------------------------------- placing and picking up


def test_placing_says_that_the_action_comes_later_and_which_one() -> None:
    state = position(player(corn=5), player(on={"tikal": [0]}))
    assert name(state, "place tikal") == (
        "Place a worker on Tikal 1. Costs 1 corn. Acts only when you pick it up, next turn at the earliest."
        " By then on Tikal 2: build one building."
    )
    state = position(player(corn=9), player(), dummies={"tikal": list(range(7))})
    assert name(state, "place tikal").endswith("It would leave the gear at the end of the round, without an action.")


def test_the_starting_player_space_says_what_comes_when() -> None:
    state = position(player(corn=5), player(), pile=3)
    assert name(state, "place start") == (
        "Place a worker on the starting-player space. Costs 0 corn. After your turn you take 3 corn."
        " At the end of the round the marker changes hands, the worker comes back, and two days may pass."
    )
    assert "two days" not in name(position(player(corn=5, light=0), player()), "place start")


@pytest.mark.parametrize(
    ("gear", "where", "effect", "mine"),
    [
        ("palenque", 1, "fish: 4 corn", {"levels": {"agriculture": 2}}),
        ("palenque", 2, "harvest 7 corn", {"levels": {"agriculture": 3}}),
        ("palenque", 3, "harvest 3 wood, or burn for 5 corn and a temple step down", {"levels": {"extraction": 1}}),
        ("palenque", 3, "harvest 6 corn or 2 wood", {"levels": {"agriculture": 2}}),
        ("palenque", 3, "harvest 2 wood", {"temples": (0, 0, 0)}),
        ("yaxchilan", 2, "1 corn and 2 stone", {"levels": {"extraction": 2}}),
        ("yaxchilan", 5, "2 corn, 2 stone and 2 gold", {"levels": {"extraction": 3}}),
        ("yaxchilan", 4, "2 skulls", {"levels": {"theology": 3}}),
        ("yaxchilan", 4, "nothing: no skulls are left", {"skull": 13}),
        ("uxmal", 3, "nothing: all 6 workers are in play", {"workers": 6}),
        ("chichen_itza", 4, "offer a skull: 7 points, a step in the temple of Kukulkan (not possible now)", {}),
        (
            "chichen_itza",
            4,
            "offer a skull: 7 points, a step in the temple of Kukulkan (that step would be lost)",
            {"skull": 1, "temples": (1, 1, 7)},
        ),
    ],
)
def test_a_worker_says_what_its_action_brings_now(gear: str, where: int, effect: str, mine: dict[str, Any]) -> None:
    state = position(player(on={gear: [where]}, **mine), player())
    words = f"pick {gear} {where}"
    assert name(state, words).endswith(f"It acts at once: {effect}.")
    assert GAME.words.hint(GAME.moves.read(words), state.view(0), untranslated)[-1] == f"acts at once: {effect}"


def test_what_is_offered_is_what_comes() -> None:
    """The goods of an offer are those that the move brings."""
    for gear, where in (("palenque", 1), ("yaxchilan", 1), ("yaxchilan", 3), ("yaxchilan", 4), ("yaxchilan", 5)):
        levels = {"agriculture": 3, "extraction": 3, "theology": 3}
        state = picked(f"pick {gear} {where}", levels=levels)
        view = state.view(0)
        (offer,) = [offer for offer in view["offers"] if offer["kind"] == "act" and offer["action"] == where]
        after = play(state, f"action {where}").view(0)["players"][0]
        assert all(after[what] == n for what, n in offer["goods"].items())


def test_steps_back_are_mentioned_only_where_they_cost_something() -> None:
    back = "Its own action costs nothing more, each step back 1 corn."
    assert asked(picked("pick yaxchilan 3", corn=2))[1] == back
    assert (
        asked(picked("pick yaxchilan 6", corn=2))[1]
        == "Here you choose freely: no action costs corn for stepping back."
    )
    assert asked(picked("pick yaxchilan 1", corn=2))[1] == "Its own action, or none."
    assert asked(picked("pick yaxchilan 3"))[1] == "Its own action, or none."
    theology = picked("pick chichen_itza 3", skull=1, levels={"theology": 1})
    assert asked(theology)[1] == "Theology lets it do the next action instead, for no corn."


# ---------------------------------------------------------------- what must be and what may be


def test_begging_that_must_be_says_so() -> None:
    state = position(player(corn=0), player(), dummies=FULL, claimed=1)
    headline, detail = asked(state)
    assert headline == "You must beg: choose the temple in which you go down a step"
    assert "may" not in headline + detail
    assert asked(position(player(corn=1), player()))[1].endswith("You may beg for corn first.")


def test_mercy_is_told_before_it_is_used() -> None:
    state = position(player(corn=1, temples=(0, 0, 0)), player(), dummies=FULL, claimed=1)
    assert asked(state)[0] == "The gods have mercy: place one worker for all your corn"
    assert name(state, "place tikal").startswith(
        "The gods have mercy: place a worker on Tikal 2 for all your corn, 1 corn."
    )
    play(state, "place tikal")
    assert asked(state)[0] == "The gods had mercy: end your turn"


def test_what_may_be_left_says_so_and_how_it_is_left() -> None:
    state = picked("pick tikal 4; action 4; build 1", {"row": ["b01", "b02"]}, wood=5)
    assert (asked(state)[0], name(state, "done")) == ("You may build a second building", "No second building")
    state = picked("pick tikal 2; action 2; build 1; up green", {"row": ["b12", "b01"]}, **RICH)
    assert (asked(state)[0], name(state, "done")) == ("You may build one more building", "Build nothing more")
    state = picked("pick tikal 3; action 3; advance theology; blocks wood", wood=5)
    assert (asked(state)[0], name(state, "done")) == ("You may advance once more", "No further advance")
    state = picked("pick uxmal 2; action 2", corn=5)
    assert (asked(state)[0], name(state, "done")) == ("Trade in the market as often as you like", "Leave the market")
    state = picked("pick chichen_itza 1; action 1", skull=1, wood=1, levels={"theology": 2})
    assert (asked(state)[0], name(state, "done")) == ("You may pay a block for a temple step", "Pay nothing")
    state = picked("pick tikal 2; action 2; build 1", {"row": ["b25"]}, **RICH)
    assert (asked(state)[0], name(state, "done")) == ("You may use any action of the first four gears", "Use no action")


def test_the_market_of_rules_1_says_its_order() -> None:
    for rules, told in ((1, True), (2, False)):
        state = picked("pick uxmal 2; action 2", {"rules": rules}, corn=5)
        assert asked(state)[1].endswith("Sell first, then buy.") == told


# ---------------------------------------------------------------- buildings, levels, days


@pytest.mark.parametrize(
    ("moves", "level", "cost", "adds"),
    [
        ("pick tikal 2; action 2", 0, "1 stone and 1 gold", ""),
        ("pick tikal 2; action 2", 1, "1 stone and 1 gold", "1 corn"),
        ("pick tikal 2; action 2", 3, "1 stone and 1 gold, less one block of your choice", "1 corn and 2 points"),
        ("pick uxmal 4; action 4", 0, "4 corn", ""),
        ("pick uxmal 4; action 4", 3, "2 corn", "1 corn and 2 points"),
    ],
)
def test_a_building_says_what_it_costs_now(moves: str, level: int, cost: str, adds: str) -> None:
    state = picked(moves, {"row": ["b30"]}, **RICH, levels={"architecture": level})
    told = name(state, "build 1")
    assert told.startswith(f"Shrine. Costs {cost}. Brings: a level in architecture and 3 points.")
    assert told.endswith(f" Architecture adds {adds}." if adds else "3 points.")
    assert GAME.words.hint(GAME.moves.read("build 1"), state.view(0), untranslated)[1] == f"costs {cost}"


def test_a_block_that_must_be_saved_is_taken_off_the_price() -> None:
    state = picked("pick tikal 2; action 2", {"row": ["b30"]}, gold=1, levels={"architecture": 3})
    assert name(state, "build 1").startswith("Shrine. Costs 1 gold.")
    state = picked("pick tikal 2; action 2", {"row": ["b01"]}, levels={"architecture": 3})
    assert name(state, "build 1").startswith("Farm. Costs nothing.")


def test_a_building_says_what_it_cannot_bring_any_more() -> None:
    state = picked("pick tikal 2; action 2", {"row": ["b23"]}, **RICH, workers=6)
    assert name(state, "build 1").endswith("All 6 workers are in play: no new one comes.")
    state = picked("pick tikal 2; action 2", {"row": ["b21"], "skulls": 0}, **RICH)
    assert name(state, "build 1").endswith("No skulls are left: none comes.")


def test_a_level_says_its_cost_and_what_is_left_of_its_bonus() -> None:
    state = picked("pick tikal 1; action 1", {"skulls": 0}, **RICH, levels={"theology": 3, "extraction": 2})
    assert name(state, "advance theology") == "Advance theology for 1 block: nothing: no skulls are left."
    assert name(state, "advance extraction") == "Advance extraction for 3 blocks: 1 more gold from Yaxchilan."


def test_temple_steps_are_counted_as_the_guide_counts_them() -> None:
    state = picked("pick uxmal 1; action 1", corn=3, light=0, temples=(5, 1, 1))
    assert name(state, "up green") == "Up to step 2 in the temple of Kukulkan: 1 point at the end of an age."
    assert name(state, "up brown").endswith("On top you may let two days pass once more.")
    assert "on step 1 of each temple (the lowest step is 0)" in GAME.guide("en").replace("\n", " ")


def test_days_say_which_round_comes() -> None:
    state = play(position(player(), player(), turns=1, day=5), "place start; end turn")
    assert (name(state, "one day"), name(state, "two days")) == ("One day passes: round 6", "Two days pass: round 7")


# ---------------------------------------------------------------- notation


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("blocks gold wood", "blocks wood gold"),
        ("Blocks  gold stone wood", "blocks wood stone gold"),
        ("keep 2,1", "keep 1,2"),
        ("keep 4, 2", "keep 2,4"),
        ("keep 3 1", "keep 1,3"),
    ],
)
def test_notation_does_not_mind_the_order(typed: str, written: str) -> None:
    assert GAME.moves.write(GAME.moves.read(typed)) == written


@pytest.mark.parametrize("typed", ["keep 1,1", "keep 5,1", "blocks", "blocks corn", "keep", ""])
def test_notation_that_means_nothing_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="is no move of Tzolk'in"):
        GAME.moves.read(typed)
