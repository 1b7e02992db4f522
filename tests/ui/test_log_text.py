"""The log turn by turn, and what happened step by step."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from tablero.core.game import Game
from tablero.core.i18n.translator import untranslated
from tablero.games import game as find_game
from tablero.games import games
from tablero.table import Holder, Table
from tablero.ui.language import Language
from tablero.ui.log_text import LogText
from tablero.ui.table_page import Perspective, build_table_page

NAMES = ("Ana", "Balam", "Citlali", "Diego")


def match(game: Game, seats: int) -> Table:
    holders = tuple(Holder("bot", name, level=1) for name in NAMES[:seats])
    return Table("t", game, seats, {}, holders, seed=5, salt="salt")


def moves(table: Table, count: int, luck: random.Random) -> None:
    """Some moves, now and then one taken back."""
    for _ in range(count):
        if table.over:
            return
        seat = luck.choice(table.actors())
        if luck.random() < 0.15 and table.can_undo(seat):
            table.apply(table.undo(seat, "a"))
        else:
            move = luck.choice(list(table.state.moves(seat)))
            table.apply(table.play(seat, move, table.version_for(seat), "a"))


def turns(table: Table, chronicle: LogText, seat: int | None) -> list[Any]:
    return list(chronicle.turns(table.log(seat), table.makers(seat), table.names))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_log_that_was_told_bit_by_bit_is_the_same_as_one_told_at_once(game: Game) -> None:
    luck = random.Random(3)
    table = match(game, 2)
    known = {seat: LogText(game, untranslated) for seat in (None, 0)}
    for _ in range(25):
        moves(table, luck.randrange(1, 6), luck)
        for seat, chronicle in known.items():
            assert turns(table, chronicle, seat) == turns(table, LogText(game, untranslated), seat)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_event_belongs_to_one_turn_and_no_turn_mixes_two_seats(game: Game) -> None:
    table = match(game, 3)
    moves(table, 120, random.Random(4))
    told = turns(table, LogText(game, untranslated), None)
    assert told[0].first == 0
    assert told[-1].last == len(table.log(None))
    for before, after in pairwise(told):
        assert before.last == after.first
    makers = table.makers(None)
    for turn in told:
        if turn.seat is not None and not any(kind in game.begins for kind in kinds(table, turn)):
            assert {seat for seat, _ in makers[turn.first : turn.last]} == {turn.seat}


def kinds(table: Table, turn: Any) -> list[str]:
    return [event["kind"] for _, event in table.log(None)[turn.first : turn.last]]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_since_ones_last_turn_tells_the_others_turns_and_nothing_of_ones_own(game: Game) -> None:
    luck = random.Random(6)
    table = match(game, 3)
    sight = Perspective(0, Language("en"))
    filled = 0
    for _ in range(30):
        moves(table, 5, luck)
        stage = build_table_page(table, sight).playback
        assert stage is not None
        film = stage.since()
        filled += len(film) > 1
        assert all(step["text"] for step in film), "every step has a caption"
        assert all(step.get("seat") != 0 for step in film)
        ks = [step["k"] for step in film]
        assert ks == sorted(ks)
    assert filled, "with three at the table several things happen between two turns"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_news_tell_step_by_step_what_happened_and_a_move_taken_back_tells_nothing(game: Game) -> None:
    table = match(game, 2)
    sight = Perspective(None, Language("en"))
    luck = random.Random(7)
    steps = 0
    before = build_table_page(table, sight)
    for _ in range(60):
        known = len(table.log(None))
        moves(table, 1, luck)
        after = build_table_page(table, sight)
        told = after.since(before).get("steps", [])
        if table.rows[-1].kind == "undo":
            assert not told
        elif len(table.log(None)) > known:
            assert told
        steps += len(told)
        before = after
    assert steps


def test_a_turn_of_several_lines_unfolds_and_says_whose_it_was() -> None:
    game = next(game for game in games() if game.name == "tzolkin")
    table = match(game, 2)
    moves(table, 80, random.Random(1))
    lines = [turn.line for turn in turns(table, LogText(game, untranslated), None) if turn.line]
    assert any("<details><summary>" in line for line in lines)
    assert all('data-event="' in line and 'data-k="' in line for line in lines)
    assert any('data-seat="0"' in line for line in lines)


def test_what_all_did_at_once_is_told_of_every_other_seat() -> None:
    """The middle one of three sees what both others built, whoever finished last."""
    for last in (0, 1, 2):
        table = match(find_game("yaxha"), 3)
        luck = random.Random(8)
        while "built" not in {event["kind"] for _, event in table.log(None)}:
            actors = table.actors()
            seat = next((seat for seat in actors if seat != last), last)
            table.apply(table.play(seat, luck.choice(list(table.state.moves(seat))), table.version_for(seat), "a"))
        stage = build_table_page(table, Perspective(1, Language("en"))).playback
        assert stage is not None
        told = [step["text"] for step in stage.since()]
        assert sum(" builds " in words for words in told) == 2
        assert "Balam" not in "".join(told)


def test_a_turn_that_unfolds_says_nothing_twice() -> None:
    game = find_game("maya")
    table = match(game, 2)
    moves(table, 400, random.Random(3))
    text = LogText(game, untranslated)
    turns = text.turns(table.log(0), table.makers(0), NAMES[:2])
    unfolded = [turn.line for turn in turns if "<details>" in turn.line]
    assert unfolded
    for line in unfolded:
        said = line.partition("<summary>")[2].partition("</summary>")[0]
        assert f"<li>{said}</li>" not in line


def test_what_a_player_has_built_is_told_once_to_that_player_and_to_the_others() -> None:
    table = match(find_game("yaxha"), 2)
    luck = random.Random(5)
    discards = False
    while not table.over:
        seat = table.actors()[0]
        table.apply(table.play(seat, luck.choice(list(table.state.moves(seat))), table.version_for(seat), "a"))
    for viewer, built in ((0, 0), (1, 0), (None, 0)):
        told: list[str] = []
        for turn in turns(table, LogText(table.game, untranslated), viewer):
            if "head" in turn.line.partition(" data-k")[0]:
                assert len(told) == len(set(told)), told
                told = []
            if " buil" in turn.line and f"{NAMES[built]}<" in turn.line.partition("<ol>")[0]:
                told.append("built")
            discards |= "discarded" in turn.line
    assert discards, "what was thrown away is still told"
