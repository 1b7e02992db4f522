"""What is refused, by which rule: the one that a person should read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablero.core import State
from tablero.core.i18n.translator import translator_for
from tablero.games.amritsar import refusals

from .position import GAME, Draft, legal, play, refused


def elephant(**fields: object) -> State:
    return Draft(own_district="no").seat(0, at=1, **fields).load()


def test_a_walk_a_token_and_a_leap_to_the_own_district_are_no_question_of_coins() -> None:
    state = elephant(token=1, houses=["wh_teleport"], coin=9)
    for words in ("walk east", "token east", "leap east"):
        assert refused(state, words) == "own-district"
    plain = elephant(coin=0)
    assert refused(plain, "walk west") == "elephant-coins"
    assert refused(plain, "token east") == "token"
    assert refused(plain, "leap east") == "leap"
    assert refused(plain, "main left") == "elephant"


def test_a_colour_without_a_mahout() -> None:
    state = Draft().seat(0, at=0, resources=[1, 0, 0]).acting("north", "yellow").load()
    assert refused(state, "use blue") == "no-mahout"
    poor = Draft().seat(0, at=0).acting("north", "yellow").load()
    assert refused(poor, "use yellow") == "no-effect"
    two = ["mh_coin_pp", "mh_donate", None, None]
    choosing = play(Draft().seat(0, at=3, mahouts=two).acting("east", "green").load(), "main right")
    assert legal(choosing) == ["use yellow"]
    assert refused(choosing, "use white") == "no-mahout"
    assert refused(choosing, "use blue") == "no-effect"
    assert refused(choosing, "done") == "finish-action"


def test_a_coin_where_none_comes_along_and_one_between_the_deals() -> None:
    plain = play(Draft().seat(0, at=3, coin=2).acting("north", "white").load(), "secondary left")
    assert refused(plain, "coin") == "market-plain"
    along = Draft().seat(0, at=3, coin=2).acting("north", "yellow")
    taken = play(along.load(), "main centre; coin")
    assert refused(taken, "coin") == "market-coin"
    assert refused(play(along.load(), "main centre; buy marble"), "coin") == "market-coin"


def upgrading(**fields: object) -> State:
    """Warehouse or objective."""
    return play(Draft().seat(0, at=3, **fields).acting("north", "blue").load(), "secondary right")


def test_an_upgrade_that_is_due_cannot_be_skipped() -> None:
    state = upgrading(resources=[1, 0, 0])
    assert refused(state, "skip") == "upgrade-due"
    optional = play(
        Draft().seat(0, at=3, resources=[1, 0, 0], track=[1, 0, 0]).acting("east", "white").load(),
        "main left; study development",
    )
    assert "skip" in legal(optional)


def test_an_upgrade_lacks_its_kind_its_price_or_its_place() -> None:
    state = upgrading(resources=[1, 0, 0], houses=["wh_marble2"])
    assert refused(state, "hire mh_market") == "upgrade-kind"
    assert refused(state, "aim B") == "upgrade-price"
    assert refused(state, "aim A") == "upgrade-taken"
    assert refused(state, "build wh_marble2") == "upgrade-taken"
    full = upgrading(resources=[0, 1, 0], houses=["wh_marble2", "wh_exchange", "wh_free_jump"])
    assert refused(full, "build wh_teleport") == "upgrade-taken"
    assert refused(full, "walk east") == "finish-action"


def test_a_donation_lacks_a_free_cell_its_supports_or_its_price() -> None:
    draft = (
        Draft().seat(0, at=0, load=3, resources=[1, 0, 0]).acting("north", "yellow").donate(1, "north", (1, 1), (1, 2))
    )
    state = draft.load()
    assert refused(state, "donate level 1 cell 3") == "donating"
    play(state, "use yellow")
    assert refused(state, "donate level 1 cell 1") == "donate-taken"
    assert refused(state, "donate level 2 cell 2") == "donate-supports"
    assert refused(state, "donate level 2 cell 1") == "donate-price"
    assert refused(state, "donate level 4 cell 6") == "donate"
    assert refused(state, "done") == "finish-action"


def test_a_full_section_is_no_question_of_coins() -> None:
    workers = ["y", "b", "bbbb", "www", "ggg", "", "", ""]
    state = play(Draft().seat(0, coin=4).on(workers=workers, stage="pick").load(), "pick north 1")
    assert refused(state, "land east 1") == "section-full"
    assert refused(state, "drop yellow") == "sow"


def test_deals_and_upgrades_need_an_action_that_brings_them() -> None:
    state = Draft().seat(0, at=3, coin=2, resources=[1, 1, 1]).acting("north", "white").load()
    assert refused(state, "buy gold") == refused(state, "coin") == "trading"
    assert refused(state, "build wh_marble2") == refused(state, "hire mh_market") == "upgrading"
    assert refused(state, "exchange marble copper") == "exchange"
    assert refused(state, "walk east") == "actions"


def test_coins_for_a_store_full_of_coins_would_change_nothing() -> None:
    """R43"""
    draft = Draft().seat(0, at=3, coin=4).acting("south", "yellow")
    state = draft.load()
    assert "main left" not in legal(state)
    assert refused(state, "main left") == "no-effect"
    assert "main left" in legal(draft.load(rules=2))
    other = Draft().seat(0, at=3, coin=3, resources=[1, 0, 0]).acting("south", "yellow").load()
    assert "main left" in legal(other), "a coin may take the place of the marble"


def test_a_step_beyond_the_last_cell_needs_a_gain_that_counts() -> None:
    """R43"""
    draft = Draft().seat(0, at=3, coin=4, track=[0, 0, 6]).acting("north", "yellow")
    assert "secondary centre" not in legal(draft.load()), "the arrow of money gives a coin"
    assert "secondary centre" in legal(draft.load(rules=2))
    swapping = Draft().seat(0, at=3, coin=6, track=[0, 0, 6], houses=["wh_knowledge_swap"]).acting("north", "yellow")
    assert "secondary centre" in legal(swapping.load()), "the step may go to another track"
    full = Draft().seat(0, at=3, load=6, stall=2, track=[6, 0, 0]).acting("north", "green")
    full.on(
        tiles=(
            "white_1",
            "green_2",
            "blue_1",
            "white_2",
            "blue_2",
            "green_1",
            "yellow_3",
            "green_3",
            "white_3",
            "blue_3",
            "yellow_2",
            "yellow_1",
        )
    )
    assert "secondary centre" not in legal(full.load()), "a full elephant leaves the counter where it is"
    assert "secondary centre" in legal(full.seat(0, stall=0).load()), "an empty market space pays a point"


def test_nobody_follows_without_effect() -> None:
    """R43, R65"""
    draft = Draft().seat(1, mahouts=[None, None, "mh_coin_marble", None], coin=0, resources=[4, 0, 0])
    state = play(draft.acting("north", "white").load(), "done")
    assert legal(state) == ["follow", "pass"], "the coin may take the place of a marble"


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_refusal_has_its_sentence_and_its_place_in_the_guide(language: str) -> None:
    rules = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', Path(refusals.__file__).read_text("utf-8")))
    say = translator_for(GAME.package, language)
    unknown = GAME.words.refusal("no such rule", say)
    headings = set(re.findall(r"\{#([\w-]+)\}", GAME.guide(language)))
    assert rules <= headings
    assert [rule for rule in rules if GAME.words.refusal(rule, say) == unknown] == []
