"""How a round is told: one sentence for each turn, a sheet when choices clash, an answer to every click."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from tablero.core import State, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import translator_for, untranslated
from tablero.core.playout import play_at_random

from .position import FINISH, GAME, place, position

NAMES = ("Ana", "Ixchel", "Balam", "Nicté")
WORDS = GAME.words


def drafted(choices: tuple[int, ...], stones: list[int], picks: tuple[int, ...] = ()) -> State:
    """A round in which these tiles were chosen, and these picked of what was left."""
    state = GAME.load({**GAME.start(len(stones), 1).dump(), "initiative": stones})
    state.journal = []
    for seat, tile in enumerate(choices):
        state.play(seat, tile)
    for tile in picks:
        state.play(state.actors()[0], tile)
    return state


def heard(state: State, seat: int | None = None) -> list[dict[str, Any]]:
    return [event for event in state.journal or [] if event.get("to", seat) == seat]


def sheet(state: State, seat: int | None, language: str = "en") -> str:
    render = RenderOptions(names=NAMES[: state.seats], say=translator_for("tablero.games.yaxha", language))
    return GAME.drawing.sheet(state.view(seat), render, heard(state, seat))


def turn(state: State, kind: str, language: str = "en") -> str:
    """What is told of all that happened from the last event of a kind on."""
    events = heard(state)
    first = max(number for number, event in enumerate(events) if event["kind"] == kind)
    return WORDS.turn(events[first:], translator_for("tablero.games.yaxha", language))


# ---------------------------------------------------------------- one sentence


@pytest.mark.parametrize(
    ("choices", "stones", "words"),
    [
        ((0, 1, 2), [1, 2, 3], "Everybody gets the tile they wanted: @0 1, @1 2, @2 3."),
        ((0, 0, 2), [2, 1, 3], "@1 and @0 wanted tile 1: @1 has it with stone 1. @0 takes tile 2."),
        ((1, 1, 1, 3), [3, 1, 4, 2], "@1, @0 and @2 wanted tile 2: @1 has it with stone 1. @0 picks next."),
        (
            (0, 0, 3, 3),
            [1, 2, 3, 4],
            "@0 has tile 1 before @1 and @2 has tile 4 before @3, by lower stones. @1 picks next.",
        ),
    ],
)
def test_a_reveal_is_told_in_one_sentence(choices: tuple[int, ...], stones: list[int], words: str) -> None:
    assert turn(drafted(choices, stones), "reveal") == words


def test_what_is_left_over_is_told_with_the_last_tile() -> None:
    state = drafted((1, 1, 1, 3), [3, 1, 4, 2], (2,))
    events = heard(state)
    first = next(number for number, event in enumerate(events) if event["kind"] == "leftover")
    assert WORDS.turn(events[first:], untranslated) == "@0 picks tile 3 among those left over. Tile 1 remains for @2."


def test_a_building_is_told_with_what_it_brought() -> None:
    state = position([[["OO"]], [["OO"]]], ["OOB", "BBB"])
    state.journal = []
    for seat, letters in enumerate(("OOB", "BBB")):
        for x, letter in enumerate(letters):
            place(state, seat, letter, x % 2, 1 + x // 2, 1)
        state.play(seat, FINISH)
    built = [event for event in heard(state) if event["kind"] == "built"]
    assert [WORDS.turn([event], untranslated) for event in built] == [
        "@0 builds 2 orange cubes and a blue cube on level 1: 5 more points for groups.",
        "@1 builds 3 blue cubes on level 1: 4 more points for groups.",
    ]
    assert WORDS.turn(built[1:], translator_for("tablero.games.yaxha", "fr")).startswith(
        "@1 construit 3 cubes bleus au niveau 1"
    )
    assert WORDS.turn(built[1:], translator_for("tablero.games.yaxha", "es")).startswith(
        "@1 construye 3 cubos azules en el nivel 1"
    )


def test_what_fits_nowhere_is_told() -> None:
    full = [["OBOB", "BOBO", "OBOB", "BOBO"]]
    state = position([full, full], ["YYY", "OYY"])
    state.journal = []
    state.play(0, FINISH)
    place(state, 1, "O", 0, 0, 2)
    state.play(1, FINISH)
    built = [event for event in heard(state) if event["kind"] == "built"]
    assert WORDS.turn(built[:1], untranslated) == "@0 could place nothing and discarded 3 yellow cubes."
    assert WORDS.turn(built[1:], untranslated).endswith("No room for 2 yellow cubes.")


# ---------------------------------------------------------------- the sheet


def test_a_clash_is_turned_over_on_a_sheet_for_everybody() -> None:
    state = drafted((1, 1, 1, 3), [3, 1, 4, 2], (2,))
    headlines = {
        0: "Ixchel has tile 2, which you wanted too",
        1: "You have tile 2",
        3: "You have tile 4, nobody else wanted it",
        None: "Ixchel, Ana and Balam wanted tile 2: Ixchel has it with stone 1",
    }
    for seat, words in headlines.items():
        page = ElementTree.fromstring(sheet(state, seat))
        assert page.findtext(".//h2") == words
        names: dict[str, list[tuple[str | None, str]]] = {"win": [], "gone": [], "inst": []}
        for box in page.iter("div"):
            kind = box.attrib.get("class", "").split()
            if kind[:1] == ["yxr-name"]:
                names[kind[1]].append((box.findtext("span"), box.attrib["data-css"]))
        assert names["win"] == [("Ixchel", "--r:0"), ("Nicté", "--r:0")]
        # Whoever lost stands on the same line as its second tile.
        assert names["gone"] == [("Ana", "--r:1"), ("Balam", "--r:2")]
        assert sorted(names["inst"]) == [("Ana", "--r:1"), ("Balam", "--r:2")]
        told = [row.text or "" for row in page.iter("li")]
        assert told[1].endswith("Ixchel, Ana and Balam wanted tile 2: Ixchel has it with stone 1.")
        assert told[2].endswith("Nobody wanted it. Ana takes it instead.")
        assert told[4:6] == ["Ixchel now has stone 4.", "Balam now has stone 1."]
        assert page.find(".//button[@data-tell]") is not None
    assert "Stone 1 goes before your 3. You take tile 3 instead." in sheet(state, 0)


def test_nobody_clashed_no_sheet() -> None:
    state = drafted((0, 1, 2), [1, 2, 3])
    assert [sheet(state, seat) for seat in (0, 1, 2, None)] == [""] * 4


def test_no_sheet_before_the_choices_are_turned_over() -> None:
    state = drafted((0, 0), [1, 2, 3])
    assert [sheet(state, seat) for seat in (0, 1, 2, None)] == [""] * 4


def test_whoever_has_lost_and_still_picks_is_told_so_at_once() -> None:
    state = drafted((1, 1, 1, 3), [3, 1, 4, 2])
    assert [sheet(state, seat) for seat in (1, 3, None)] == [""] * 3
    first = ElementTree.fromstring(sheet(state, 0))
    assert [button.attrib["data-move"] for button in first.iterfind(".//button[@data-move]")] == ["0", "2"]
    assert "Now you pick one of the tiles left over." in sheet(state, 0)
    second = sheet(state, 2)
    assert "Ana picks before you." in second
    assert "data-move" not in second


def test_a_name_is_never_taken_for_markup() -> None:
    render = RenderOptions(names=("<b>", '"&', "Cy"))
    state = drafted((0, 0, 2), [2, 1, 3])
    ElementTree.fromstring(GAME.drawing.sheet(state.view(0), render, heard(state, 0)))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "La loseta 2, que también querías, es para Ixchel"),
        ("fr", "Ixchel obtient la tuile 2, que vous vouliez aussi"),
    ],
)
def test_the_sheet_speaks_the_viewers_language(language: str, words: str) -> None:
    assert f"<h2>{words}</h2>" in unescape(sheet(drafted((1, 1, 1, 3), [3, 1, 4, 2], (2,)), 0, language))


# ---------------------------------------------------------------- clicks


def test_what_cannot_be_chosen_is_refused_for_a_reason_that_is_told() -> None:
    rules = set()
    state = GAME.start(3, 5)
    luck = seeded(5)
    while state.actors():
        for seat in (0, 1):
            html = "".join(GAME.drawing.panels(state.view(seat), RenderOptions()).slots.values())
            for move in {int(found) for found in re.findall(r'data-try="(\d+)"', html)}:
                rule = state.why_not(seat, move)
                assert rule is not None
                rules.add(rule)
        play_at_random(state, luck, 1)
    assert {"choose", "build", "occupied", "base-contact", "support", "colour", "turn"} <= rules
    other = WORDS.refusal("", untranslated)
    assert other not in {WORDS.refusal(rule, untranslated) for rule in rules}


def test_another_tile_may_be_picked_until_all_have_chosen() -> None:
    state = position(phase="choose", seats=3)
    before = GAME.drawing.panels(state.view(0), RenderOptions()).slots["above"]
    assert "data-instead" not in before
    state.play(0, 1)
    tiles = GAME.drawing.panels(state.view(0), RenderOptions()).slots["above"]
    assert re.findall(r'data-instead="(\d)"', tiles) == ["0", "2"]
    assert "data-instead" not in GAME.drawing.panels(state.view(None), RenderOptions()).slots["above"]
