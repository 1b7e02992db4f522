"""The facts file: the numbers that the rules have built in, and what an owner of the box may correct."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec

import tablero
from tablero.core import BadFacts, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.facts import fact
from tablero.core.i18n.translator import translator_for, untranslated
from tablero.core.playout import play_at_random
from tablero.games import OWN_FACTS
from tablero.games.tzolkin import load
from tablero.games.tzolkin.layout import (
    ACTIONS,
    CATEGORIES,
    FREE_CHOICE,
    GEAR_IDS,
    MATERIALS,
    MAX_LEVEL,
    MAX_WORKERS,
    NUMBERED,
    RESOURCES,
    SLOTS,
    SURCHARGE,
    TEETH,
    TEMPLES,
    TRACK_COST,
    TRACKS,
)
from tablero.games.tzolkin.names import Names

from .position import GAME, bits, goods, play, player, position, seat

FACTS = GAME.facts


def facts() -> dict[str, Any]:
    return copy.deepcopy(dict(FACTS))


def test_the_numbers_in_the_rules_are_those_of_the_facts() -> None:
    words = FACTS["vocabulary"]
    assert [*RESOURCES] == words["resources"]
    assert [*MATERIALS] == words["materials"]
    assert [*TEMPLES] == words["temples"] == [temple["id"] for temple in FACTS["temples"]]
    assert [*TRACKS] == words["technologies"] == [track["id"] for track in FACTS["technologies"]]
    assert [*GEAR_IDS] == words["gears"] == [gear["id"] for gear in FACTS["gears"]]
    assert [*CATEGORIES] == words["building_categories"]
    for k, gear in enumerate(FACTS["gears"]):
        assert TEETH[k] == gear["teeth"] == len(gear["positions"]) + len(gear["unnumbered_positions"])
        assert NUMBERED[k] == bits(gear["positions"])
        assert FREE_CHOICE[k] == gear["free_choice_positions"][0]
        assert ACTIONS[k] == sum(action["effect"] not in ("none", "free_choice") for action in gear["actions"])
    assert [int(n) for n in SURCHARGE] == FACTS["placement"]["marginal_surcharge"]
    assert [int(n) for n in TRACK_COST] == [*FACTS["technology_rules"]["cost_in_resources"].values()]
    assert FACTS["technology_rules"]["levels"] == MAX_LEVEL
    assert FACTS["components"]["workers_per_player"] == MAX_WORKERS
    assert FACTS["setup"]["building_slots"] == SLOTS
    setup = FACTS["setup"]
    start = seat(GAME.start(4, seed=1))
    assert start["workers"] == start["hand"] == setup["starting_workers"]
    assert (start["corn"], start["score"]) == (setup["starting_corn"], setup["starting_score"])
    assert start["temples"] == [setup["starting_temple_step"]] * 3
    assert start["levels"] == [setup["starting_technology_level"]] * 4
    assert start["light"] == setup["double_advance_available"]


@pytest.mark.parametrize(("seats", "row"), [(row["players"], row) for row in FACTS["setup"]["by_players"]])
def test_the_table_is_laid_as_the_facts_say(seats: int, row: dict[str, Any]) -> None:
    view = GAME.start(seats, seed=1).view(None)
    assert sum(tile is not None for tile in view["monuments"]) == row["monuments"]
    assert view["fields"] == row["jungle_fields_per_group"]
    assert sum(who < 0 for gear in view["gears"] for _, who in gear["on"]) == row["dummy_workers"]
    assert (view["skulls"], view["rounds"]) == (FACTS["components"]["crystal_skulls"], FACTS["calendar"]["rounds"])
    assert sum(tile is not None for tile in view["row"]) + view["deck"] == FACTS["components"]["buildings_age_1"]


def test_the_components_are_as_many_as_the_facts_say() -> None:
    counts = FACTS["components"]
    assert len(FACTS["wealth"]) == counts["wealth_tiles"]
    assert len(FACTS["monuments"]) == counts["monuments_total"]
    ages = [tile["age"] for tile in FACTS["buildings"]]
    assert (ages.count(1), ages.count(2)) == (counts["buildings_age_1"], counts["buildings_age_2"])
    jungle = position(*[player() for _ in range(4)], jungle=(0, 4, 4, 0, 4, 0, 4, 0)).view(None)["jungle"]
    assert sum(wood + corn for wood, corn in jungle) == counts["corn_harvest_tiles"]
    assert sum(wood for wood, _ in jungle) == counts["wood_harvest_tiles"]


def test_an_owner_may_correct_tiles_spaces_and_steps() -> None:
    own = facts()
    own["buildings"][0]["cost"] = {"stone": 2}
    own["wealth"][0]["effects"] = [{"kind": "gain", "corn": 1}]
    own["gears"][4]["actions"][7]["vp"] = 9
    own["temples"][0]["steps"][3]["vp"] = 5
    own["setup"]["confirmed"] = False
    state = load(own).start(3, seed=1)
    play_at_random(state, seeded(1), 10_000)
    assert state.result() is not None


def test_words_and_picture_tell_what_the_own_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = files("tablero.games.tzolkin").joinpath("facts.toml").read_text("utf-8")
    for old, new in (
        ('effects = [{ kind = "vp", vp = 8 }]', 'effects = [{ kind = "vp", vp = 7 }]'),
        ('{ position = 1, effect = "gain", wood = 1 }', '{ position = 1, effect = "gain", wood = 2 }'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "own.toml"
    path.write_text(text, "utf-8")
    built = {"kind": "drawn", "tile": "b24", "slot": 0}
    usual = GAME.words.line(built, untranslated)
    assert "8 points" in usual
    monkeypatch.setenv(OWN_FACTS, f"tzolkin={path}")
    game = tablero.game("tzolkin")
    assert game.words.line(built, untranslated) == usual.replace("8 points", "7 points")
    board = game.drawing.panels(game.start(2, seed=1).view(0), RenderOptions()).slots["board"]
    assert "Yaxchilan 1: 2 wood" in board
    assert GAME.words.line(built, untranslated) == usual, "the house's own game is another one"


def change(path: str, value: Any) -> dict[str, Any]:
    own = facts()
    at: Any = own
    *steps, last = path.split("/")
    for step in steps:
        at = at[int(step) if isinstance(at, list) else step]
    at[int(last) if isinstance(at, list) else last] = value
    return own


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("market/corn_value/gold", 0, "market.corn_value is worth at least 1"),
        ("market/times", "once", "market.times cannot be changed"),
        ("placement/marginal_surcharge/1", 2, "placement.marginal_surcharge.1 cannot be changed"),
        ("feeding/partial_feeding", True, "feeding.partial_feeding cannot be changed"),
        ("technologies/0/level_1/0/corn", 2, "technologies.0.level_1.0.corn cannot be changed"),
        ("setup/starting_workers", 4, "setup.starting_workers cannot be changed"),
        ("gears/4/teeth", 10, "gears.4.teeth cannot be changed"),
        ("buildings/3/id", "barn", "buildings.3.id cannot be changed"),
        ("monuments", [], "monuments must have 13 entries"),
        ("monuments/1/score/kind", "per_category", "monuments.1.score.kind cannot be changed"),
        ("calendar/food_days/0/kind", "end_age", "calendar.food_days.0.kind cannot be changed"),
        ("calendar/food_days/0/round", 15, "food days follow one another"),
        ("calendar/food_days/0/round", 9, "the tooth of a food day"),
        ("calendar/rounds", 28, "the last one is the last round"),
        ("buildings/3/effects/0/kind", "fly", "unknown effect 'fly'"),
        ("buildings/3/effects/0/corn", 3, "feed_discount of b04"),
        ("buildings/11/effects/1/optional", False, "always a free choice"),
        ("buildings/3/cost/skull", 1, "the cost of b04 cannot be 1 skull"),
        ("buildings/3/cost/wood", -1, "the cost of b04"),
        ("buildings/3/age", 2, "must count the buildings of each age"),
        ("gears/0/actions/2/effect", "dance", "gears.0.actions.2.effect cannot be changed"),
        ("gears/0/actions/1/wood", 2, "nobody reads gears.0.actions.1.wood"),
        ("gears/4/actions/6/any_resource", 4, "one to three blocks"),
        ("buildings/3/category", "castle", "castle"),
        ("setup/by_players/0/dummy_workers", 14, "13 wealth tiles are left"),
        ("setup/by_players/2/monuments", 7, "room for 6 monuments"),
        ("temples/0/steps", [{"vp": 0}], "temples.0.steps must have 7 entries"),
        ("turn/beg/corn_after", 2, "turn.beg.corn_after must be more"),
        ("wealth/0/dummy/position", 3, "different odd positions"),
        ("extra", 1, "nobody reads extra"),
    ],
)
def test_what_the_rules_do_not_read_cannot_be_changed(path: str, value: Any, text: str) -> None:
    with pytest.raises(BadFacts, match=text):
        load(change(path, value))


def numbers(facts: Any, place: str = "") -> Iterator[str]:
    """The place of every number in the facts."""
    if isinstance(facts, int) and not isinstance(facts, bool):
        yield place
    elif isinstance(facts, dict | list):
        for name, inner in facts.items() if isinstance(facts, dict) else enumerate(facts):
            yield from numbers(inner, f"{place}/{name}" if place else str(name))


def tables_of(game: tablero.Game) -> list[str]:
    """What the rules make of the facts."""
    tables = game.start(2, seed=1).tables
    read = [getattr(tables, name) for name in dir(tables) if not name.startswith("_")]
    return [str(list(one) if isinstance(one, vec) else one) for one in read]


def told_by(game: tablero.Game) -> list[str]:
    """What words and pictures make of them."""
    names = Names(game.facts, {})
    tiles = [tile["id"] for tile in [*FACTS["buildings"], *FACTS["monuments"]]]
    return [game.drawing.symbols(), *(names.tooltip(tile, n, untranslated) for n in (2, 3, 4) for tile in tiles)]


def test_every_number_of_the_facts_counts_or_is_refused() -> None:
    usual, told = tables_of(GAME), told_by(GAME)
    silent = []
    for place in numbers({name: part for name, part in FACTS.items() if name != "vectors"}):
        try:
            game = load(change(place, fact(FACTS, place.replace("/", ".")) + 1))
        except BadFacts:
            continue
        if tables_of(game) == usual and told_by(game) == told:
            silent.append(place)
    assert silent == []


@pytest.mark.parametrize(
    ("path", "value", "english", "spanish"),
    [
        ("final_scoring/vp_per_unused_skull", 5, "offered 5 points", "ofrecida 5 puntos"),
        ("feeding/corn_per_worker", 3, "eats 3 corn", "come 3 de maíz"),
        ("feeding/vp_lost_per_unfed_worker", 4, "costs 4 points", "cuesta 4 puntos"),
        ("market/corn_value/gold", 6, "gold 6", "oro 6"),
        ("turn/beg/corn_after", 5, "fill up to 5 corn", "completas hasta 5 de maíz"),
        ("gears/0/actions/1/corn", 7, "fish for 7 corn", "pesca 7 de maíz"),
        ("monuments/1/score/vp", 9, "9 points for each own building", "9 puntos por cada edificio"),
        ("temples/0/steps/6/vp", 23, "23 points", "23 puntos"),
    ],
)
def test_the_guide_tells_the_numbers_of_the_own_file(path: str, value: int, english: str, spanish: str) -> None:
    game = load(change(path, value))
    for language, text in (("en", english), ("es", spanish)):
        assert text in guide(game, language)
        assert text not in guide(GAME, language)


def guide(game: tablero.Game, language: str) -> str:
    """The guide with its tables."""
    assert game.tables is not None
    tables = game.tables(game.facts, translator_for(game.package, language))
    cells = [cell.words for table in tables for row in table.rows for cell in row]
    return "\n".join([game.guide(language).replace("\n", " "), *cells])


def test_prompts_buttons_and_panels_tell_the_numbers_of_the_own_file() -> None:
    game = load(change("market/corn_value", {"wood": 3, "stone": 5, "gold": 7}))
    state = game.load(position(player(on={"uxmal": [2]}, stone=1, corn=9), player()).dump())
    play(state, "pick uxmal 2; action 2")
    view = state.view(0)
    assert game.words.prompt(view, untranslated)[1] == "Wood is worth 3 corn, stone 5, gold 7."
    move = game.moves.read("sell stone")
    assert game.words.move(move, view, untranslated) == "Sell 1 stone for 5 corn"
    assert goods(play(state, "sell stone; buy gold"))["corn"] == 9 + 5 - 7
    beggar = load(change("turn/beg/corn_after", 6))
    state = beggar.load(position(player(corn=1), player()).dump())
    names = [beggar.words.move(move, state.view(0), untranslated) for move in state.moves(0)]
    assert names[0] == ("Beg for corn up to 6: down to step 0 in the temple of Chaac, −1 point at the end of an age.")
    hungry = load(change("feeding/corn_per_worker", 3))
    state = hungry.load(position(player(corn=1), player()).dump())
    assert state.view(0)["players"][0]["due"] == 9
    assert "needs 9 corn on the food day" in hungry.drawing.panels(state.view(0), RenderOptions()).slots["right"]
    early = change("calendar/food_days/0/round", 6)
    early["calendar"]["food_days"][0]["tooth"] = 5
    assert load(early).drawing.symbols() != GAME.drawing.symbols(), "the bowls lie on other teeth"
