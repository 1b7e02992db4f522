"""What Maya says: numbers decide the form of a sentence, and a sentence asks only for what can be done."""

from __future__ import annotations

import re

import pytest

from tablero.core import State, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import translator_for, untranslated
from tablero.core.playout import play_at_random
from tablero.table import Holder, Table
from tablero.ui.log_text import LogText

from .position import GAME, do, position, why
from .test_end import ended, full_board

SPANISH = translator_for(GAME.package, "es")
FRENCH = translator_for(GAME.package, "fr")
WORDS = GAME.words


def test_points_and_tiles_have_a_singular() -> None:
    state = position(racks=["maize maize", "maize"], reserves=["maize", "maize"])
    do(state, "plant maize", "at 1,0")
    assert WORDS.prompt(state.view(0), untranslated)[1] == "1 point so far, scored when you end your turn."
    assert WORDS.prompt(state.view(0), SPANISH)[1] == "1 punto de momento; lo obtienes al terminar el turno."
    state = position(racks=["maize maize", "maize"], reserves=["maize", "maize"])
    do(state, "expand", "turn maize", "at 1,0")
    assert WORDS.prompt(state.view(0), untranslated)[1] == "Then you draw 1 tile."
    assert WORDS.prompt(state.view(0), FRENCH)[1] == "Ensuite vous piochez 1 tuile."
    panel = GAME.drawing.panels(state.view(0), RenderOptions(names=("A", "B"))).slots["right"]
    assert "0 points, 1 tile in the rack, 1 in reserve." in panel


def test_a_harvest_is_told_with_its_crops_and_points() -> None:
    event = {"kind": "harvest", "seat": 1, "crop": 3, "tiles": 1, "points": 2}
    assert WORDS.line(event, untranslated) == "@1 harvests 2 peppers: 2 points."
    assert WORDS.line(event, SPANISH) == "@1 cosecha 2 pimientos: 2 puntos."
    assert WORDS.line({**event, "points": 1}, FRENCH) == "@1 récolte 1 piment\N{NO-BREAK SPACE}: 1 point."


def test_a_list_ends_with_and_in_every_language() -> None:
    event = {"kind": "got", "seat": 0, "tiles": [[0, 1], [1, 2], [3, 1]], "to": 0}
    assert WORDS.line(event, untranslated) == "You got one maize, two potatoes and one pepper."
    assert WORDS.line(event, SPANISH) == "Has recibido un maíz, dos patatas y un pimiento."
    assert WORDS.line(event, FRENCH) == "Vous avez reçu un maïs, deux pommes de terre et un piment."


@pytest.mark.parametrize(
    ("joining", "said"), [("connected", "touch a tile of this turn"), ("one_group", "end in one group")]
)
def test_the_prompt_asks_for_what_the_option_asks(joining: str, said: str) -> None:
    state = position(racks=["maize maize", "maize"], joining=joining)
    do(state, "plant maize", "at 1,0", "plant maize")
    assert said in WORDS.prompt(state.view(0), untranslated)[1]


def test_drawing_says_how_many_tiles_are_left_to_draw() -> None:
    state = full_board(rack="")
    view = state.view(0)
    assert WORDS.prompt(view, untranslated)[0] == WORDS.move(2, view, untranslated) == "Draw 2 tiles"
    assert view["closing"] == 2
    dump = state.dump()
    dump["players"][0]["reserve"] = [1, 0, 0, 0, 0, 0, 0, 0]
    view = state.game.load(dump).view(0)
    assert WORDS.prompt(view, untranslated)[0] == WORDS.move(2, view, untranslated) == "Draw 1 tile"


def test_what_ends_a_turn_has_a_name_before_it_may_be_done() -> None:
    view = position(racks=["maize", "maize"]).view(0)
    assert view["closing"] == 0
    assert view["closing"] not in view["moves"]
    assert WORDS.move(view["closing"], view, untranslated) == "End turn"


def test_a_tie_break_is_explained() -> None:
    tiles = ended("es-2021", [50, 50, 20], ["maize", "maize maize", ""], [9, 9, 9], [25, 26, 27])
    assert WORDS.prompt(tiles.view(None), untranslated) == (
        "@1 wins",
        "@2 has placed the last tile. @0 and @1 have 50 points each. More tiles left decide: @0 1, @1 2.",
    )
    assert WORDS.prompt(tiles.view(1), untranslated)[0] == "You win"
    turns = ended("es-2021", [50, 50, 20], ["maize", "maize", ""], [9, 8, 9], [25, 24, 27])
    assert turns.view(None)["result"]["tie"] == "turns"
    assert WORDS.prompt(turns.view(None), untranslated)[1].endswith("Fewer turns decide: @0 9, @1 8.")
    last = ended("fr-2019", [50, 50, 20], ["maize", "maize", ""], [9, 9, 9], [25, 26, 27])
    assert last.view(None)["result"]["tie"] == "last"
    assert WORDS.prompt(last.view(None), untranslated)[1].endswith("Whoever played last wins: @1.")
    clear = ended("es-2021", [50, 40, 20], ["maize", "maize", ""], [9, 9, 9], [25, 26, 27])
    assert clear.view(None)["result"]["tie"] is None


def test_places_have_their_accents() -> None:
    event = {"kind": "founded", "temple": 2, "name": "Copan", "space": [0, 3]}
    assert WORDS.line(event, SPANISH) == "Se alza un templo en Copán."
    assert WORDS.line(event, untranslated) == "A temple rises at Copan."
    assert WORDS.line({**event, "name": "Atlantis"}, SPANISH) == "Se alza un templo en Atlantis."


# ---------------------------------------------------------------- a turn in one sentence


def told(state: State, *words: str) -> list[str]:
    """What moves are told as: first by whoever made them, then what came of itself."""
    state.journal = []
    do(state, *words)
    by_itself = [event for event in state.journal if event["kind"] in ("closed", "round", "end")]
    own = [event for event in state.journal if event not in by_itself and "to" not in event]
    return [WORDS.turn(own, untranslated), *filter(None, (WORDS.turn([event], untranslated) for event in by_itself))]


def test_a_turn_is_told_in_one_sentence() -> None:
    state = position(["0 maize 1,0", "0 maize 1,1"], racks=["maize maize2 pepper", "maize"])
    assert told(state.copy(), "plant maize", "at 1,2") == ["@0 plants 1 maize and founds Caracol."]
    assert told(state.copy(), "plant maize", "at 1,2", "plant maize2", "at 0,2", "end") == [
        "@0 plants 3 maize on 2 tiles and founds Caracol and Copan: 5 points for a group of 4 tiles."
    ]
    assert told(state.copy(), "plant pepper", "at 0,1", "end") == ["@0 plants 1 pepper: 1 point."]
    assert told(state, "expand", "turn pepper", "at -1,0", "end") == ["@0 expands Tikal to size 2 and draws 3 tiles."]
    blind = position(racks=["", "maize"])
    assert told(blind, "expand", "at 1,0", "end") == [
        "@0 expands Tikal to size 2 with an unseen tile and draws 2 tiles."
    ]


def test_a_city_that_closes_is_told_with_its_crops_and_shares() -> None:
    event = {"kind": "closed", "space": [0, 0], "city": "Tikal", "size": 3, "crops": [5, 4, 4], "points": [12, 3, 3]}
    assert WORDS.turn([event], untranslated) == (
        "Tikal is closed with size 3: @0 12 points with 5 crops, @1 and @2 3 points each with 4 crops."
    )
    tied = {**event, "crops": [4, 4, 0], "points": [9, 9, 0]}
    assert WORDS.line(tied, SPANISH) == "Tikal queda rodeada con tamaño 3: @0 y @1 9 puntos cada uno con 4 cultivos."
    none = {**event, "size": 1, "points": [0, 0, 0]}
    assert WORDS.line(none, FRENCH) == "Tikal est entourée, taille 1\N{NO-BREAK SPACE}: aucun point."


def test_a_round_that_begins_needs_no_sentence() -> None:
    assert WORDS.turn([{"kind": "round", "round": 2}], untranslated) == ""


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_turn_of_whole_games_has_a_short_sentence(language: str) -> None:
    """Told as the page groups them: a sentence of one line or two, with all its places filled."""
    say = translator_for(GAME.package, language)
    for seats in (2, 4):
        table = Table("t", GAME, seats, {}, [Holder("bot", name, level=1) for name in "ABCD"[:seats]], seats, "salt")
        luck = seeded(seats)
        while table.state.actors():
            seat = table.state.actors()[0]
            moves = table.state.moves(seat)
            table.apply(
                table.play(seat, moves[luck.below(len(moves))], table.version_for(seat), f"{len(table.rows):032x}")
            )
        entries = table.log(None)
        turns = LogText(GAME, say).turns(entries, table.makers(None), tuple("ABCD"[:seats]))
        kinds = [entries[turn.first][1]["kind"] for turn in turns]
        assert kinds.count("closed") == sum(event["kind"] == "closed" for _, event in entries)
        for turn, kind in zip(turns, kinds, strict=True):
            words = re.sub("<[^>]+>", "", turn.words)
            assert words or kind == "round"
            assert not set("{}@") & set(words)
            assert len(words) < 190


# ---------------------------------------------------------------- refusals and points


@pytest.mark.parametrize(
    ("rack", "before", "move", "rule"),
    [
        ("maize", (), "at 1,0", "tile-first"),
        ("maize pepper", ("plant maize",), "plant pepper", "in-hand"),
        ("maize pepper", ("plant maize", "at 1,0"), "plant pepper", "one-crop"),
        ("maize pepper", ("plant maize", "at 1,0"), "expand", "one-action"),
        ("maize maize pepper", ("plant maize", "at 1,0", "plant maize"), "plant pepper", "one-crop"),
        ("maize maize pepper", ("plant maize", "at 1,0", "plant maize"), "expand", "one-action"),
        ("maize", ("plant maize", "at 1,0"), "plant maize", "last-tile"),
        ("maize", ("plant maize", "at 1,0"), "at 2,0", "last-tile"),
        ("maize pepper", ("expand",), "at 1,0", "turn-over"),
        ("maize", ("plant maize",), "at 0,0", "occupied"),
        ("maize", ("plant maize",), "at 2,2", "temple-space"),
    ],
)
def test_a_click_in_vain_names_the_right_rule(rack: str, before: tuple[str, ...], move: str, rule: str) -> None:
    state = position(racks=[rack, "maize"], reserves=["maize pepper", "maize"])
    do(state, *before)
    assert why(state, move) == rule
    assert WORDS.refusal(rule, untranslated) != WORDS.refusal("no such rule", untranslated)


def test_the_points_of_a_game_add_up_by_source() -> None:
    for seats in (2, 3, 4):
        state = GAME.start(seats, seats, listen=True)
        play_at_random(state, seeded(seats), 10_000)
        view = state.view(None)
        assert GAME.tally is not None
        assert state.journal is not None
        tally = GAME.tally(state.journal, view, untranslated)
        assert [source.name for source in tally.sources] == ["maize", "potato", "squash", "pepper", "closed cities"]
        for seat in range(seats):
            assert sum(source.points[seat] for source in tally.sources) == view["result"]["scores"][seat]
        assert tally.why.endswith("has placed the last tile.")
        left = [player["rack"] + player["reserve"] for player in view["players"]]
        assert all(f"@{seat} {n}" in tally.ties for seat, n in enumerate(left))
        assert all(f'id="{source.symbol}"' in GAME.drawing.symbols() for source in tally.sources)
