"""The map and the tile mix as data: what an owner of the box may change, and how mistakes are reported."""

from __future__ import annotations

import contextlib
import copy
import random
from functools import cache
from typing import Any

import pytest

import tablero
from tablero.core import BadFacts, Game, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.facts import fact
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.playout import play_at_random
from tablero.games.maya import load
from tablero.games.maya.reference_tables import tables as reference

FACTS = tablero.game("maya").facts


def facts() -> dict[str, Any]:
    return copy.deepcopy(dict(FACTS))


def tiny(temples: dict[str, tuple[int, int]], distance: int, rows: list[str]) -> Game:
    """A small map of four areas, one a row."""
    made = facts()
    ids = ["blue", "green", "yellow", "red"]
    spaces = [[[int(part) for part in at.split(",")] for at in row.split()] for row in rows]
    made["board"] = {
        "areas": [{"id": area, "spaces": of} for area, of in zip(ids, spaces, strict=True)],
        "temples": [{"name": name, "q": q, "r": r} for name, (q, r) in temples.items()],
        "temples_min_distance": distance,
    }
    made["setup"]["initial_temple"]["temple"] = next(iter(temples))
    return load(made)


def broken(change: Any) -> str:
    made = facts()
    change(made)
    with pytest.raises(BadFacts) as error:
        load(made)
    return str(error.value)


def test_the_house_map_is_as_large_as_its_facts_say() -> None:
    game = load(facts())
    view = game.start(4, 1).view(None)
    assert len(view["map"]["spaces"]) == FACTS["board"]["space_count"]
    assert len(view["map"]["temples"]) == FACTS["board"]["temple_count"] == 13
    assert view["map"]["reconstructed"] is True


def test_an_owner_may_bring_another_tile_mix() -> None:
    made = facts()
    for crop in ("maize", "potato", "squash", "pepper"):
        made["tiles"]["distribution"][crop] = {"single": 4, "double": 4}
    made["tiles"]["distribution"]["crops_per_player_total"] = 48
    state = load(made).start(2, 1)
    player = state.dump()["players"][0]
    assert [a + b for a, b in zip(player["rack"], player["reserve"], strict=True)] == [4] * 8


def test_areas_of_the_wrong_size_are_reported() -> None:
    assert "area green has 35 spaces, but board.spaces_per_area says 36" in broken(
        lambda made: made["board"]["areas"][1]["spaces"].pop()
    )
    assert "board.space_count says 150" in broken(lambda made: made["board"].update(space_count=150))
    assert "listed twice" in broken(lambda made: made["board"]["areas"][1]["spaces"].__setitem__(0, [0, 0]))
    assert "two whole numbers" in broken(lambda made: made["board"]["areas"][1]["spaces"].__setitem__(0, [0.5, 0]))
    assert "four areas" in broken(lambda made: made["board"]["areas"].pop())


def test_temples_too_close_are_reported() -> None:
    assert "Tikal and Caracol are too close" in broken(lambda made: made["board"]["temples"][1].update(q=1, r=1))
    assert "no space of the map" in broken(lambda made: made["board"]["temples"][1].update(q=30, r=1))
    assert "lies in area blue, not in red" in broken(lambda made: made["board"]["temples"][1].update(area="red"))
    assert "name of its own" in broken(lambda made: made["board"]["temples"][1].update(name="Tikal"))
    assert "board.temple_count says 13" in broken(lambda made: made["board"]["temples"].pop())


def test_spaces_that_cannot_be_reached_are_reported() -> None:
    text = broken(lambda made: made["board"]["areas"][1]["spaces"].__setitem__(0, [-20, -2]))
    assert "space -20,-2 cannot be reached from Tikal when blue + green are in play" in text


def test_too_few_tiles_are_reported() -> None:
    def fewer(made: dict[str, Any]) -> None:
        for crop in ("maize", "potato", "squash", "pepper"):
            made["tiles"]["distribution"][crop] = {"single": 1, "double": 0}
        made["tiles"]["per_player"] = 4

    assert "not enough tiles: 4 a seat" in broken(fewer)
    assert "adds up to 31" in broken(lambda made: made["tiles"]["distribution"]["maize"].update(single=5))
    assert "tiles.distribution.maize is missing" in broken(lambda made: made["tiles"]["distribution"].pop("maize"))
    assert "whole number" in broken(lambda made: made["tiles"]["distribution"]["maize"].update(single=-1))


def test_limit_tiles_must_lie_on_unused_spaces() -> None:
    assert "no unused space" in broken(lambda made: made["board"]["limit_covers"][0]["singles"].__setitem__(0, [0, 1]))
    assert "do not touch" in broken(
        lambda made: made["board"]["limit_covers"][0]["doubles"].__setitem__(0, [[-3, -3], [2, -3]])
    )
    assert "names the area 'pink'" in broken(
        lambda made: made["board"]["limit_covers"][0].update(areas=["blue", "pink"])
    )


def test_missing_tables_are_named() -> None:
    assert "[board]" in broken(lambda made: made.pop("board"))
    assert "[setup]" in broken(lambda made: made.pop("setup"))
    assert "mandatory_area is 'pink'" in broken(
        lambda made: made["setup"]["areas_in_play"].update(mandatory_area="pink")
    )
    assert "initial_temple.temple is 'Atlantis'" in broken(
        lambda made: made["setup"]["initial_temple"].update(temple="Atlantis")
    )
    assert "must lie in area blue" in broken(lambda made: made["setup"]["initial_temple"].update(temple="Coba"))
    assert "city_scoring.table" in broken(lambda made: made["city_scoring"].update(table=[]))


def test_a_map_without_limit_tiles_gets_one_on_every_border_space() -> None:
    made = facts()
    listed = made["board"].pop("limit_covers")
    bare, covered = (
        load(chosen).start(2, 1, {"areas": "blue+green"}).view(None)["map"]["limits"] for chosen in (made, facts())
    )
    assert sorted(space for tile in bare for space in tile) == sorted(space for tile in covered for space in tile)
    assert len(bare) == listed[0]["border_spaces"]


@pytest.mark.parametrize("cover", FACTS["board"]["limit_covers"], ids=lambda cover: "+".join(cover["areas"]))
def test_the_limit_tiles_cover_the_border_and_suffice(cover: dict[str, Any]) -> None:
    """D-08: nine doubles and three singles, limit tiles or jungle tiles, border every choice of areas."""
    seats = len(cover["areas"])
    limits = tablero.game("maya").start(seats, 1, {"areas": "+".join(cover["areas"])}).view(None)["map"]["limits"]
    assert sum(map(len, limits)) == cover["border_spaces"]
    assert sum(len(tile) == 2 for tile in limits) <= 9
    assert sum(len(tile) == 1 for tile in limits) <= 3


NONSENSE: list[Any] = [None, "pebble", -7, 3.5, True, [], {}, [[]], [None], {"q": 1}]


def places(table: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a table."""
    inner = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    return [found for key, value in inner for found in ((*path, key), *places(value, (*path, key)))]


@pytest.mark.parametrize("part", ["board", "setup", "tiles", "actions", "city_scoring"])
def test_nonsense_is_reported_and_never_crashes(part: str) -> None:
    """Whatever is replaced or left out, the file is either playable or refused with a sentence."""
    luck = random.Random(part)
    paths = places(FACTS[part], (part,))
    for path in luck.sample(paths, min(len(paths), 120)):
        made = facts()
        inside: Any = made
        for step in path[:-1]:
            inside = inside[step]
        if luck.random() < 0.3:
            del inside[path[-1]]
        else:
            inside[path[-1]] = luck.choice(NONSENSE)
        with contextlib.suppress(BadFacts):
            load(made).start(2, 1)


# ---------------------------------------------------------------- every number is followed or refused

# What play does not read: credits, the printed components, arithmetic that follows, retold examples.
NOTES = (
    "schema",
    "game.year",
    "game.minutes",
    "game.age_min",
    "editions.",
    "components.",
    "tiles.distribution.alternatives",
    "city_scoring.shares.",
    "worked_examples.",
)


def numbers() -> list[str]:
    """The dotted places of all whole numbers in the facts; of the map's many, some."""
    found = [".".join(map(str, path)) for path in places(FACTS) if type(fact(FACTS, ".".join(map(str, path)))) is int]
    on_the_map = [place for place in found if place.startswith("board.")]
    luck = random.Random(3)
    return [place for place in found if not place.startswith(("board.", *NOTES))] + luck.sample(on_the_map, 24)


def changed(place: str, more: int = 1) -> dict[str, Any]:
    made = facts()
    *outer, last = place.split(".")
    inside: Any = fact(made, ".".join(outer)) if outer else made
    inside[int(last) if isinstance(inside, list) else last] += more
    return made


def told(game: Game) -> list[Any]:
    """What somebody sees of a game: a random one for two seats, its words, pictures and guide."""
    state = game.start(2, 5, {"areas": "blue+green"}, listen=True)
    luck = seeded(5)
    shown: list[Any] = [game.guide("en")]
    while state.actors():
        view = state.view(state.actors()[0])
        shown.append([view, game.words.prompt(view, untranslated)])
        play_at_random(state, luck, 7)
    return [*shown, state.journal, state.result(), game.draw(state.view(0))]


@cache
def house() -> list[Any]:
    return told(tablero.game("maya"))


@pytest.mark.parametrize("place", numbers())
def test_every_number_of_the_facts_is_followed_or_refused(place: str) -> None:
    with contextlib.suppress(BadFacts):
        assert told(load(changed(place))) != house()


def test_guide_panels_and_words_follow_the_facts() -> None:
    made = facts()
    made["setup"]["starting_rack"] = 4
    made["actions"]["expand"].update(draw_after=6, draw_after_if_rack_was_empty=1, rack_limit=8)
    made["city_scoring"]["table"][4].update(first=41, second=19)
    made["setup"]["initial_temple"]["temple"] = "Caracol"
    game = load(made)
    for language in LANGUAGE_CODES:
        guide = game.guide(language)
        assert "{{" not in guide
        tables = {table.id: table for table in reference(game.facts, translator_for("tablero.games.maya", language))}
        assert [cell.words for cell in tables["cities"].rows[4][1:3]] == ["41", "19"]
        assert "Caracol" in guide
        for sentence in ("take 4 of them", "draw\n6 tiles", "at most 8 tiles", "draw only 1"):
            assert language != "en" or sentence in guide
    state = game.start(2, 1)
    panels = game.drawing.panels(state.view(0), RenderOptions()).slots
    assert "<td><b>41</b></td>" in panels["right"]
    assert "<td>19</td>" in panels["right"]
    assert "4 of 8 tiles" in panels["above"]
    rack = next(text for text in map(game.moves.write, state.moves(0)) if text.startswith("plant"))
    state.play(0, game.moves.read("expand"))
    state.play(0, game.moves.read(rack.replace("plant", "turn")))
    state.play(0, state.moves(0)[0])
    assert game.words.prompt(state.view(0), untranslated)[1] == "Then you draw 5 tiles."


def test_what_would_be_another_game_is_refused() -> None:
    assert "setup.starting_score is 0 in Maya" in broken(lambda made: made["setup"].update(starting_score=5))
    assert "cannot be False" in broken(lambda made: made["actions"]["plant"].update(one_crop_per_turn=False))
    assert "from 1 to 5" in broken(lambda made: made["city_scoring"]["table"].pop())
    assert "border_spaces is 11" in broken(lambda made: made["board"]["limit_covers"][0].update(border_spaces=12))
    assert "crops_per_player_total says 41" in broken(
        lambda made: made["tiles"]["distribution"].update(crops_per_player_total=41)
    )
    assert "tiles_per_crop says 9" in broken(lambda made: made["tiles"]["per_crop"].update(tiles_per_crop=9))
