"""Reasons for a move: the largest changes, in three languages, from nothing that the seat cannot know."""

from __future__ import annotations

import re

import pytest

import tablero
from tablero.analysis import hints, move_reasons
from tablero.bots import Searcher, bot, glimpse
from tablero.core import State
from tablero.core.aspect import Aspect, Reason
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for
from tablero.games import games
from tests.games.tzolkin.position import player, position

EVERY = [game.name for game in games()]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_reasons, "PLAYOUT_PAIRS", 6)


def played(name: str, decisions: int, seats: int = 2) -> tuple[State, int]:
    """A position in which a seat has a choice."""
    state, luck, made = tablero.game(name).start(seats, seed=4), tablero.seeded(4), 0
    while True:
        seat = state.actors()[0]
        if made >= decisions and len(state.moves(seat)) > 1:
            return state, seat
        state.play(seat, bot("greedy").choose(glimpse(state, seat, luck), luck))
        made += 1


def found(state: State, better: str, other: str) -> list[Reason]:
    seat = state.actors()[0]
    moves = [state.game.moves.read(words) for words in (better, other)]
    return move_reasons.reasons(glimpse(state, seat, tablero.seeded(1)), *moves, tablero.seeded(2), seconds=0.0)


# ---------------------------------------------------------------- what is named


def test_food_comes_first_where_one_move_feeds_everybody_and_the_other_starves_them(quick: None) -> None:
    state = position(player(on={"palenque": [4]}, corn=1, levels={"agriculture": 3}), player(corn=9), day=8)
    speaks = found(state, "pick palenque 4", "place yaxchilan")
    assert speaks[0].aspect == "food"
    assert (speaks[0].better, speaks[0].other) == (0.0, -3.0)
    assert (
        move_reasons.reason_text(state.game, speaks[0], translator_for(state.game.package, "en"))
        == "feeds everybody on today's food day"
    )
    assert found(state, "place yaxchilan", "pick palenque 4")[:1] != speaks[:1], "it is no reason for the other"


def test_where_both_moves_are_the_same_nothing_is_named(quick: None) -> None:
    state, seat = played("maya", 20)
    move = state.moves(seat)[0]
    assert move_reasons.reasons(glimpse(state, seat, tablero.seeded(1)), move, move, tablero.seeded(2)) == []


def weighed(*weights: float) -> list[tuple[float, Reason]]:
    return [(weight, Reason(f"{weight}", weight, 0.0)) for weight in weights]


@pytest.mark.parametrize(
    ("weights", "most", "chosen"),
    [
        ((1.0, 3.0, 2.0, 0.5), 3, ["3.0", "2.0", "1.0"]),
        ((1.0, 3.0, -2.0), 3, ["3.0", "1.0"]),  # what it is for outweighs the price
        ((1.0, 3.0, 2.0, -4.0, -5.0), 3, ["3.0", "2.0", "-5.0"]),
        ((-4.0,), 3, []),  # a price alone is no reason
        ((3.0, -4.0), 1, ["3.0"]),
    ],
)
def test_the_weightiest_come_first_and_a_price_last(weights: tuple[float, ...], most: int, chosen: list[str]) -> None:
    assert [reason.aspect for reason in move_reasons._chosen(weighed(*weights), most)] == chosen


def test_what_chance_could_have_made_is_not_named() -> None:
    noise = [(9.0, 0.0), (0.0, 8.0)] * 8
    assert move_reasons._weight(noise, unit=0.1) == 0.0
    assert move_reasons._weight([(4.0, 1.0), (5.0, 1.0)] * 8, unit=0.5) == 7.0
    assert move_reasons._weight([(0.4, 0.0)] * 16, unit=0.1) == 0.0, "less than one thing"


# ---------------------------------------------------------------- how it is told


@pytest.mark.parametrize("language", LANGUAGE_CODES)
@pytest.mark.parametrize("name", EVERY)
def test_every_aspect_is_told_both_ways(name: str, language: str) -> None:
    game = tablero.game(name)
    say = translator_for(game.package, language)
    names = [aspect.name for aspect in game.aspects]
    assert len(set(names)) == len(names)

    def told(aspect: Aspect, better: float, other: float, moment: int = 0) -> str:
        return move_reasons.reason_text(game, Reason(aspect.name, better, other, moment), say)

    sentences = []
    for aspect in game.aspects:
        ways = {told(aspect, 3.0, 1.0), told(aspect, 1.0, 3.0)}
        assert len(ways) == 2
        sentences += ways
        for text in (*ways, told(aspect, 2.0, 1.0), told(aspect, -1.0, -2.0, moment=2)):
            assert re.fullmatch(r"[^\s{}.][^{}]*[^\s{}.]", text), text
            assert text[0].islower(), "it ends a sentence"
    assert len(set(sentences)) == len(sentences), "no two aspects are told alike"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "feeds everybody on the food day in 2 rounds"),
        ("es", "alimenta a todos el día de comida, dentro de 2 rondas"),
        ("fr", "nourrit tout le monde au jour de festin, dans 2 manches"),
    ],
)
def test_a_food_day_to_come_is_named_with_its_rounds(language: str, words: str) -> None:
    game = tablero.game("tzolkin")
    assert move_reasons.reason_text(game, Reason("food", 0.0, -3.0, 2), translator_for(game.package, language)) == words


# ---------------------------------------------------------------- what it knows


@pytest.mark.parametrize("name", EVERY)
def test_advice_knows_nothing_that_the_seat_cannot_know(
    name: str, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "strongest", lambda game: Searcher(12))
    state, seat = played(name, 1 if name == "yaxha" else 11)  # there the first to choose has chosen in secret
    before = state.dump()
    others = [state.imagine(seat, tablero.seeded(seed)) for seed in (1, 2)]
    assert others[0].dump() != others[1].dump()
    given = [
        hints.make_hint(glimpse(one, seat, tablero.seeded(3)), tablero.seeded(4), seconds=0.0)
        for one in (state, *others)
    ]
    assert given[0] == given[1] == given[2]
    assert state.dump() == before
    assert {choice.move for choice in given[0].best} <= set(state.moves(seat))
    assert all(0.0 <= choice.chance <= 1.0 for choice in given[0].best)
