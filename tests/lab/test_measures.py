"""Measures of games: what is counted is what is there, and the pages tell what was counted."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import pytest

import game_pages
import measure_games
import tablero
from tablero.lab import measures
from tablero.plain import is_compiled
from tests.limits import LIMIT

NAMES = [game.name for game in tablero.games()]


def figures(name: str) -> dict:
    return json.loads((measure_games.FOLDER / f"{name}.json").read_text("utf-8"))


def test_a_trace_is_the_game_that_its_moves_replay() -> None:
    game = tablero.game("yaxha")
    one = measures.trace(game, "greedy", 3, seed=4)
    state, width, choices = game.start(3, 4), 0.0, 0
    for seat, move, legal in zip(one.movers, one.moves, one.legal, strict=True):
        assert seat == state.actors()[0]
        assert legal == len(state.moves(seat))
        width += math.log10(legal)
        choices += legal > 1
        state.play(seat, move)
    assert state.result() == one.result
    assert one.width == pytest.approx(width)
    found = measures.Measures.of(game, [one])
    assert (found.decisions.mean, found.choices.mean) == (len(one.moves), choices)
    assert found.tree == pytest.approx(width)
    assert sum(found.families.values()) == len(one.moves)
    assert sum(found.wins) == pytest.approx(1)
    assert 0 < found.together < 1


def test_the_same_seed_gives_the_same_trace_and_another_repeat_another_one() -> None:
    first = measures.trace("maya", "level3", 2, seed=9)
    assert measures.trace("maya", "level3", 2, seed=9) == first
    assert measures.trace("maya", "level3", 2, seed=9, repeat=1).moves != first.moves


def test_a_search_tells_how_many_moves_it_weighed() -> None:
    one = measures.trace("tzolkin", "search:8", 2, seed=1)
    choices = [legal for legal in one.legal if legal > 1]
    assert len(one.weighed) == len(choices)
    assert all(1 <= weighed <= legal + 1e-6 for weighed, legal in zip(one.weighed, choices, strict=True))


def test_the_share_of_the_deal_lies_between_nothing_and_all() -> None:
    assert 0 <= measures.deal_share("amritsar", 1, deals=4, repeats=3) <= 1
    # Who always chooses alike makes the deal decide everything.
    assert measures.deal_share("yaxha", 2, bot="greedy", deals=6, repeats=3, seed=5) > 0.5


def test_positions_are_counted() -> None:
    found = measures.positions("maya", 2, rows=2_000, games=16)
    assert 1_000 < found.distinct <= found.rows == 2_000
    assert 20 < found.box < 200


def test_luck_is_listened_to_in_plain_python_alone() -> None:
    told = (
        "from tablero.lab.measures import chance; c = chance('amritsar', 2, games=2); "
        "print(c.deal_bits.mean > 100, c.later_draws.most, c.hidden)"
    )
    run = subprocess.run(
        [sys.executable, "-c", told],
        env={**os.environ, "TABLERO_PLAIN": "1"},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert run.stdout.split() == ["True", "0", "1.0"]
    if is_compiled():
        with pytest.raises(RuntimeError, match="TABLERO_PLAIN=1"):
            measures.chance("amritsar", 2, games=1)


# ---------------------------------------------------------------- the pages


@pytest.mark.parametrize("name", NAMES)
def test_the_figures_on_a_page_are_those_that_were_measured(name: str) -> None:
    found = figures(name)
    page = (measure_games.FOLDER / f"{name}.md").read_text("utf-8")
    assert game_pages.written(page, found) == page, "python tools/measure_games.py --write"
    for plot, drawn in game_pages.plots(found).items():
        assert (measure_games.FOLDER / plot).read_text("utf-8") == drawn, "python tools/measure_games.py --write"


@pytest.mark.parametrize("name", NAMES)
def test_the_games_that_were_measured_are_still_played_like_that(name: str) -> None:
    """Other rules, another layout or other bots: `python tools/measure_games.py` measures anew."""
    game, found = tablero.game(name), figures(name)
    assert (found["rules"], found["moves"], list(found["options"])) == (game.rules, game.moves.size, list(game.options))
    for seats, of in found["seats"].items():
        assert of["mark"] == game.layout(int(seats)).mark
        for bot in ("random", "greedy"):
            kept = of["bots"][bot]["kept"][0]
            one = measures.trace(game, bot, int(seats), kept["seed"])
            assert (len(one.moves), list(one.result.scores)) == (kept["decisions"], kept["scores"]), (
                f"{seats} seats, {bot}"
            )
