"""Ratings agree with the matches that they are made of, and charts and standings with the ratings."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tablero
from tablero.lab.arena import Match, Outcome, share_of
from tablero.lab.charts import chart
from tablero.lab.ratings import fit, openskill_ratings, ratings
from tablero.lab.standings import Standings
from tablero.lab.tournament import Tournament

GAME = tablero.game("yaxha")


def won(share: float, seats: int = 2, seeds: int = 40) -> Match:
    """A match with this share, seed by seed won or lost as a whole, so that it comes out nearly so."""
    wins = round(share * seeds)
    rank = {True: (1, *[2] * (seats - 1)), False: (seats, *[1] * (seats - 1))}
    outcomes = []
    for seed in range(seeds):
        good = (seed * wins) % seeds < wins
        ranks = tuple(rank[good][-seat:] + rank[good][:-seat] if seat else rank[good] for seat in range(seats))
        outcomes.append(Outcome(seed, float(good), (50,) * seats, (40.0,) * seats, ranks))
    return Match.of(seats, outcomes)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("share", [0.1, 0.25, 0.7, 1.0])
def test_two_bots_are_rated_as_their_match_says(share: float, seats: int) -> None:
    match = won(share, seats)
    hero, rival = ratings({(0, 1): match})
    assert hero.elo - rival.elo == pytest.approx(match.elo, abs=0.1)
    assert min(hero.elo, rival.elo) == 0
    ahead = hero if hero.elo > rival.elo else rival
    assert ahead.low <= ahead.elo <= ahead.high
    if ahead is hero:
        assert (ahead.low, ahead.high) == pytest.approx(match.elo_interval(), abs=0.1)
    assert (rival if ahead is hero else hero).high == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_many_bots_get_back_the_elo_that_their_shares_were_made_of(seats: int) -> None:
    truth = [0.0, 120.0, 90.0, 300.0]
    pairs = [(hero, rival) for rival in range(4) for hero in range(rival + 1, 4)]
    matches = {pair: won(0.5, seats) for pair in pairs}
    shares = {(hero, rival): share_of(truth[hero] - truth[rival], seats) for hero, rival in pairs}
    assert fit(shares, matches) == pytest.approx(truth, abs=0.5)
    rungs = {(hero, hero - 1): shares[hero, hero - 1] for hero in (1, 2, 3)}
    assert fit(rungs, {pair: matches[pair] for pair in rungs}) == pytest.approx(truth, abs=0.5), "a ladder adds up"


@pytest.mark.parametrize("seats", [2, 3])
def test_openskill_orders_bots_by_their_wins(seats: int) -> None:
    rated = openskill_ratings({(0, 1): won(0.8, seats), (1, 2): won(0.8, seats), (0, 2): won(0.9, seats)})
    assert rated is not None
    first, second, third = rated
    assert first["mu"] > second["mu"] > third["mu"]
    assert first["ordinal"] == pytest.approx(first["mu"] - 3 * first["sigma"])
    even = openskill_ratings({(0, 1): won(0.5, 2, 2)})
    assert even is not None
    assert even[0]["sigma"] < 25 / 3


def test_without_openskill_there_are_no_such_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert openskill_ratings({(0, 1): won(0.8)}) is None


def test_standings_tell_of_every_bot_and_every_match() -> None:
    tournament = Tournament(GAME, ("greedy", "random", "greedy"), seats=3)
    matches = {(0, 1): won(0.7, 3), (0, 2): won(0.3, 3), (1, 2): won(0.2, 3)}
    told = Standings.of(tournament, matches, (0, 50)).as_json()
    assert (told["game"], told["seats"]) == ("yaxha", 3)
    assert [bot["name"] for bot in told["bots"]] == ["greedy", "random", "greedy (2)"]
    assert set(told["bots"][0]) >= {"name", "share", "low", "high", "elo", "score", "ms_per_turn"}
    assert told["bots"][0]["share"] == pytest.approx(0.5)
    assert told["bots"][1]["share"] == pytest.approx((0.3 / 2 + 0.2) / 2), "rivals share what the hero leaves"
    assert told["bots"][0]["low"] < 0.5 < told["bots"][0]["high"]
    assert [(match["hero"], match["rival"]) for match in told["matches"]] == [
        ("greedy", "random"),
        ("greedy", "greedy (2)"),
        ("random", "greedy (2)"),
    ]
    assert told["matches"][0]["sprt"] == "high"


def test_a_chart_is_a_picture_with_all_names_and_figures(tmp_path: Path) -> None:
    name = "http://127.0.0.1:9/<&>"
    standings = Standings.of(Tournament(GAME, ("greedy", name)), {(0, 1): won(0.75)})
    root = ElementTree.fromstring(chart(standings))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Yaxha, 2 seats" in texts
    assert {"greedy", name, f"greedy – {name}", "equal"} <= set(texts)
    assert any(text.startswith("75.0% (") for text in texts if text)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(element.get("x", 0)) + float(element.attrib["width"]) <= width
        assert float(element.get("y", 0)) + float(element.attrib["height"]) <= height
