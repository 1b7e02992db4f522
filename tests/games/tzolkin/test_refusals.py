"""Every refusal names its rule: one line for each reason why a kind of move can be illegal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablero.core import State
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for
from tablero.games.tzolkin.moves import FAMILIES
from tablero.games.tzolkin.refusals import RULES

from .position import GAME, legal, play, player, position, refused

FULL = {gear: [0, 1] for gear in ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")}
RICH = {"corn": 9, "wood": 9, "stone": 9, "gold": 9, "skull": 1}
NO_BURN = {"burn_with_open_corn": "forbidden"}
NO_LOSS = {"wasted_temple_choice": "forbidden"}


def picked(moves: str, table: dict[str, Any] | None = None, **mine: Any) -> State:
    """Seat 0 picks up a worker and goes on as far as these moves lead."""
    _, gear, number, *_ = moves.split(";")[0].split()
    return play(position(player(on={gear: [int(number)]}, **mine), **(table or {})), moves)


def turn(**mine: Any) -> State:
    return position(player(**mine))


def placing() -> State:
    return play(turn(corn=9, on={"tikal": [1]}), "place uxmal")


def picking() -> State:
    return picked("pick tikal 0", corn=9)


def mercy() -> State:
    poor = position(player(corn=0, temples=(0, 0, 0)), player(), dummies=FULL, claimed=1)
    return play(poor, "place tikal")


def days() -> State:
    return play(position(player(), player(), turns=1), "place start; end turn")


REFUSED = [
    # A turn.
    (turn(), "end turn", "end-turn"),
    (play(turn(corn=2), "beg brown"), "end turn", "end-turn"),
    (turn(corn=3), "beg brown", "begging"),
    (placing(), "beg brown", "begging"),
    (turn(corn=1, temples=(0, 1, 1)), "beg brown", "anger"),
    (picking(), "place uxmal", "one-kind"),
    (picking(), "place start", "one-kind"),
    (placing(), "pick tikal 1", "one-kind"),
    (mercy(), "place uxmal", "mercy"),
    (mercy(), "pick tikal 1", "mercy"),
    (
        position(player(corn=0, temples=(0, 0, 0)), player(), dummies={**FULL, "uxmal": [0, 1, 2]}, claimed=1),
        "place uxmal",
        "mercy",
    ),
    (position(player(corn=0), player(), dummies=FULL, claimed=1), "place tikal", "placing-cost"),
    (turn(corn=9, on={"tikal": [1, 2, 3]}), "place uxmal", "hand"),
    (turn(corn=9, on={"tikal": [1, 2, 3]}), "place start", "hand"),
    (position(player(corn=9), claimed=1), "place start", "starting-player"),
    (position(player(corn=9), dummies={"uxmal": list(range(8))}), "place uxmal", "gear-full"),
    (position(player(corn=9), dummies={"chichen_itza": list(range(11))}), "place chichen_itza", "gear-full"),
    (position(player(corn=1), dummies={"uxmal": [0, 1]}), "place uxmal", "placing-cost"),
    (play(turn(corn=0), "place uxmal"), "place start", "placing-cost"),
    (turn(corn=9), "pick tikal 3", "own-worker"),
    (position(player(), player(on={"tikal": [3]})), "pick tikal 3", "own-worker"),
    (turn(), "action 1", "picking-up"),
    (turn(**RICH), "build 1", "picking-up"),
    (turn(**RICH), "sell wood", "picking-up"),
    (turn(), "keep 1,2", "turn"),
    (turn(), "two days", "calendar"),
    (turn(), "done", "turn"),
    # The action of a worker.
    (picked("pick palenque 2"), "action 3", "in-hand"),
    (picked("pick palenque 6"), "action 6", "in-hand"),
    (picked("pick yaxchilan 3"), "end turn", "in-hand"),
    (picked("pick yaxchilan 3", corn=9), "place tikal", "in-hand"),
    (picked("pick yaxchilan 3"), "action 2", "stepping-back"),
    (picked("pick palenque 2", {"jungle": [0] * 8}, corn=1), "action 2", "jungle"),
    (picked("pick tikal 7", corn=1, wood=1), "action 2", "building"),
    (picked("pick tikal 7", {"row": ["b06"]}, wood=1), "action 4", "building"),
    (picked("pick tikal 7", {"row": ["b01"]}, wood=1), "action 9", "in-hand"),
    (picked("pick tikal 7", {"row": ["b01"]}, levels={"architecture": 3}), "action 3", "technologies"),
    (picked("pick tikal 7", {"row": ["b01"]}, levels={"architecture": 3}), "action 5", "payment"),
    (picked("pick uxmal 2", corn=3), "action 1", "payment"),
    (picked("pick uxmal 6", {"row": ["b01"]}, corn=1), "action 4", "building"),
    (picked("pick uxmal 7"), "action 5", "payment"),
    (picked("pick chichen_itza 7", {"offered": 1 << 6}, corn=1, skull=1), "action 6", "skulls"),
    (picked("pick chichen_itza 7", corn=1, skull=1), "action 5", "stepping-back"),
    # What the action asks for.
    (picked("pick palenque 3; action 3"), "take corn tile", "jungle"),
    (picked("pick palenque 3; action 3"), "take corn", "agriculture"),
    (picked("pick palenque 3; action 3"), "end turn", "jungle"),
    (picked("pick palenque 2; action 2"), "take wood tile", "jungle"),
    (picked("pick palenque 2; action 2"), "burn", "jungle"),
    (picked("pick palenque 3; action 3", temples=(0, 0, 0)), "burn", "burning"),
    (picked("pick palenque 3; action 3", {"jungle": [0, 2, 1, 1, 2, 0, 2, 0], "options": NO_BURN}), "burn", "burning"),
    (picked("pick palenque 3; action 3; burn", temples=(0, 1, 1)), "down brown", "anger"),
    (picked("pick tikal 1; action 1", wood=1, levels={"theology": 1}), "advance theology", "technologies"),
    (picked("pick tikal 3; action 3", wood=5), "done", "technologies"),
    (picked("pick tikal 1; action 1; advance theology", wood=1), "blocks stone", "payment"),
    (picked("pick tikal 1; action 1; advance theology", wood=2), "blocks wood wood", "payment"),
    (picked("pick tikal 5; action 5", wood=2), "done", "payment"),
    (picked("pick tikal 5; action 5; blocks wood; up green", wood=2), "up green", "temples"),
    (picked("pick uxmal 1; action 1", {"options": NO_LOSS}, corn=3, temples=(6, 1, 1)), "up brown", "temples"),
    (picked("pick tikal 2; action 2", {"row": ["b01", "b06"]}, wood=1), "build 2", "building"),
    (picked("pick tikal 2; action 2", {"row": ["b01"]}, wood=1), "build 5", "building"),
    (picked("pick tikal 2; action 2", {"row": ["b01"]}, wood=1), "done", "building"),
    (picked("pick tikal 2; action 2", {"row": ["b01"]}, wood=1), "build 1 plain", "architecture"),
    (picked("pick tikal 2; action 2", {"row": ["b01"], "monuments": ["m01"]}, **RICH), "monument 1", "monuments"),
    (picked("pick tikal 4; action 4", {"row": ["b01"], "monuments": ["m01"]}, wood=1), "monument 1", "monuments"),
    (picked("pick uxmal 4; action 4", {"row": ["b01"], "monuments": ["m01"]}, **RICH), "monument 1", "monuments"),
    (
        picked("pick tikal 2; action 2; build 1", {"row": ["b08"]}, **RICH, levels={"architecture": 3}),
        "save gold",
        "architecture",
    ),
    (picked("pick uxmal 2; action 2", corn=2), "buy stone", "market"),
    (picked("pick uxmal 2; action 2", corn=2), "sell wood", "market"),
    (picked("pick uxmal 2; action 2; buy wood", corn=4), "sell wood", "market-kind"),
    (picked("pick uxmal 2; action 2; sell wood", wood=2), "buy wood", "market-kind"),
    (picked("pick uxmal 2; action 2; buy wood", {"rules": 1}, corn=4), "sell wood", "market-order"),
    (picked("pick uxmal 5; action 5", corn=1), "done", "other-gears"),
    (picked("pick uxmal 5; action 5", corn=1), "end turn", "other-gears"),
    (picked("pick uxmal 5; action 5", corn=3), "copy uxmal 1", "payment"),
    (picked("pick uxmal 5; action 5", corn=3), "copy tikal 1", "technologies"),
    (picked("pick uxmal 5; action 5", corn=3), "copy tikal 2", "building"),
    (picked("pick uxmal 5; action 5", {"jungle": [0] * 8}, corn=3), "copy palenque 4", "jungle"),
    (picked("pick chichen_itza 6; action 6", skull=1), "blocks wood wood", "payment"),
    (picked("pick chichen_itza 1; action 1", skull=1, wood=1, levels={"theology": 2}), "blocks gold", "theology"),
    (days(), "end turn", "two-days"),
    (GAME.start(2, seed=1), "place tikal", "wealth"),
]


@pytest.mark.parametrize(("state", "words", "rule"), REFUSED, ids=[f"{rule}: {w}" for _, w, rule in REFUSED])
def test_a_refusal_names_its_rule(state: State, words: str, rule: str) -> None:
    assert words not in [GAME.moves.write(move) for move in state.moves(state.actors()[0])]
    assert refused(state, words) == rule


def test_others_cannot_move_and_nobody_when_it_is_over() -> None:
    state = turn(corn=9)
    assert state.why_not(1, GAME.moves.read("place tikal")) == "turn"
    with pytest.raises(ValueError, match="a seat is a number from 0 to 1, not 5"):
        state.why_not(5, 0)
    assert state.why_not(0, 999) == "notation"
    over = play(position(player(corn=6), player(corn=6), day=27, turns=1), "place tikal; end turn")
    assert over.why_not(0, 0) == "over"


def test_every_rule_of_refusal_and_every_kind_of_move_has_a_line_above() -> None:
    tested = {rule for _, _, rule in REFUSED} | {"notation", "over"}
    assert tested == set(RULES)
    tried = {GAME.moves.read(words) for _, words, _ in REFUSED}
    kinds = {name for name, first, size in FAMILIES if any(first <= move < first + size for move in tried)}
    # Taking no action is never refused once a worker is in the hand.
    assert {name for name, _, _ in FAMILIES} - kinds == {"nothing"}


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_rule_of_refusal_is_in_the_guide_and_has_a_sentence_of_its_own(language: str) -> None:
    say = translator_for("tablero.games.tzolkin", language)
    explained = set(re.findall(r"\{#([\w-]+)\}", GAME.guide(language)))
    assert set(RULES) <= explained
    sentences = [GAME.words.refusal(rule, say) for rule in RULES]
    assert len(set(sentences)) == len(RULES)
    assert GAME.words.refusal("no such rule", say) not in sentences


def test_no_action_is_always_allowed() -> None:
    """R-19"""
    for moves in ("pick palenque 3", "pick yaxchilan 4", "pick uxmal 2", "pick chichen_itza 10"):
        assert "no action" in legal(picked(moves, corn=9, skull=1))
