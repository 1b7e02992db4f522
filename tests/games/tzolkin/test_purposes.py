"""Which rule governs a choice of Tzolk'in, and what the choice is good for: for everybody, at every moment."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import tablero
from tablero.core import State
from tablero.core.i18n.translator import LANGUAGE_CODES, Translator, translator_for, untranslated
from tablero.core.luck import seeded
from tablero.games.tzolkin.refusals import ANSWERS
from tests.games.tzolkin.position import play, player, position
from tests.lessons import count

GAME = tablero.game("tzolkin")
RULES = set(re.findall(r"\{#([\w-]+)\}", GAME.guide("en")))
RICH = {"corn": 9, "wood": 9, "stone": 9, "gold": 9, "skull": 1}
# How each kind of choice comes up, and the rule of it.
ASKED = {
    "action": ("pick tikal 4", "picking-up"),
    "harvest": ("pick palenque 4; action 4", "jungle"),
    "anger": ("pick palenque 4; action 4; burn", "anger"),
    "track": ("pick tikal 4; action 3", "technologies"),
    "pay": ("pick tikal 4; action 3; advance extraction", "payment"),
    "build": ("pick tikal 4; action 2", "building"),
    "save": ("pick tikal 4; action 2; build 5", "architecture"),
    "temple": ("pick uxmal 5; action 1", "temples"),
    "take": ("pick chichen_itza 6; action 6", "payment"),
    "market": ("pick uxmal 5; action 2", "market"),
    "any": ("pick uxmal 5; action 5", "other-gears"),
    "offering": ("pick chichen_itza 6; action 5", "theology"),
}


def at_random(seats: int, seed: int) -> Iterator[State]:
    """The positions of a whole game."""
    state, luck = GAME.start(seats, seed=seed), seeded(seed)
    while state.actors():
        yield state
        seat = state.actors()[0]
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])
    yield state


def purpose(state: State, say: Translator = untranslated, seat: int = 0) -> str:
    return GAME.words.purpose(state.view(seat), say)


def rule(state: State, seat: int | None = 0) -> str:
    return GAME.words.rule(state.view(seat))


@pytest.mark.parametrize("kind", ASKED)
def test_every_choice_inside_a_move_has_its_rule_and_its_purpose(kind: str) -> None:
    on = {"tikal": [4], "palenque": [4], "uxmal": [5], "chichen_itza": [6]}
    tiles = {"row": ("b01", "b06", "b10", "b04", "b08", "b12"), "monuments": ("m01",)}
    learned = {"architecture": 3, "theology": 2}
    moves, governs = ASKED[kind]
    state = play(position(player(on=on, workers=5, levels=learned, **RICH), player(), **tiles), moves)
    assert state.view(0)["prompt"]["kind"] == kind
    assert rule(state) == governs
    for language in LANGUAGE_CODES:
        said = purpose(state, translator_for(GAME.package, language))
        assert 0 < count(said) <= (22 if language == "en" else 28), said


def test_every_kind_of_choice_is_asked_here() -> None:
    assert {*ASKED, "days"} == set(ANSWERS)


def test_others_choices_of_wealth_are_not_told() -> None:
    """Whatever the others keep in secret, a seat hears the same."""
    heard = set()
    for choice in ("keep 1,2", "keep 3,4"):
        state = GAME.start(2, seed=5)
        state.play(1, GAME.read(state, 1, choice))
        heard.add((rule(state), purpose(state), rule(state, None)))
    assert heard == {("wealth", purpose(GAME.start(2, seed=5)), "wealth")}


def test_the_rule_of_a_turn_follows_what_can_be_done() -> None:
    state = position(player(on={"palenque": [3]}, corn=5), player())
    assert rule(state) == "placing-cost"
    assert rule(position(player(on={"palenque": [3, 4, 5]}, corn=5), player())) == "picking-up"
    assert rule(state, 1) == "turn"
    assert rule(play(state.copy(), "place tikal")) == "placing-cost"
    assert rule(play(state.copy(), "pick palenque 3")) == "picking-up"
    assert rule(play(state.copy(), "pick palenque 3; no action")) == "end-turn"
    assert rule(play(position(player(on={"chichen_itza": [3]}, skull=1), player()), "pick chichen_itza 3")) == "skulls"


def test_those_who_wait_read_the_rule_of_what_the_other_decides() -> None:
    state = play(position(player(on={"uxmal": [2]}, stone=1), player()), "pick uxmal 2; action 2")
    assert [rule(state, seat) for seat in (0, 1, None)] == ["market"] * 3
    assert purpose(state, seat=1) == ""


def test_hunger_begging_and_mercy_are_told_first() -> None:
    hungry = position(player(on={"palenque": [3]}, corn=5), player(), day=8)
    assert purpose(hungry) == "Everybody eats after this round: get corn now, each hungry worker costs 3 points."
    assert purpose(position(player(on={"palenque": [3]}, corn=1), player())).startswith("Begging fills up your corn")
    full = {gear: [0, 1] for gear in ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")}
    must = position(player(corn=0), player(workers=6), claimed=1, dummies=full)
    assert (rule(must), purpose(must).split(":")[0]) == ("begging", "Nothing else is possible")
    pitied = position(player(corn=0, temples=(0, 0, 0)), player(workers=6), claimed=1, dummies=full)
    assert (rule(pitied), purpose(pitied).split(":")[0]) == ("mercy", "You give all your corn in any case")


@pytest.mark.parametrize(
    ("moves", "begins"),
    [
        ("pick tikal 4; action 4", "Buildings bring something at once"),
        ("pick tikal 4; action 2", "Farms save corn"),
        ("pick tikal 4; action 4; build 1", "Another building"),
        ("pick uxmal 4; action 4", "Corn replaces every block"),
    ],
)
def test_each_way_to_build_has_its_own_purpose(moves: str, begins: str) -> None:
    rich = player(on={"tikal": [4], "uxmal": [4]}, corn=9, wood=9, stone=9, gold=9)
    state = position(rich, player(), row=("b01", "b06", "b10", "b04", "b08", "b12"), monuments=("m01",))
    assert purpose(play(state, moves)).startswith(begins)
