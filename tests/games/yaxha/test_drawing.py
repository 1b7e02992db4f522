"""Yaxha's pictures, over random games: everything that can be chosen is there once, named, and nothing secret is."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import tablero
from tablero.core.drawing.render_options import RenderOptions
from tablero.games.yaxha import drawing
from tablero.games.yaxha.drawing.pieces import BOX, HALF_WIDTH, camera, spots
from tablero.games.yaxha.drawing.scene import Scene
from tablero.games.yaxha.moves import YaxhaMoves

from .position import position

GAME = tablero.game("yaxha")
NAMES = ("Inés", 'Marco "<i>', "Bot & Ixchel", "Yuki")
SLOTS = {"status", "left", "above", "board", "right", "hand"}
FINISH = 4


def views(seats: int, seed: int, each: int = 1, **options: str) -> Iterator[dict[str, Any]]:
    """The views of a random game, of every seat and of a spectator, at every `each`th step and at the end."""
    state = GAME.start(seats=seats, seed=seed, options=options)
    luck = random.Random(seed)
    step = 0
    while True:
        actors = state.actors()
        if step % each == 0 or not actors:
            for seat in (*range(seats), None):
                yield state.view(seat)
        if not actors:
            return
        actor = luck.choice(actors)
        state.play(actor, luck.choice(state.moves(actor)))
        step += 1


def look_at(view: dict[str, Any], turn: int = 0, hot: int | None = None) -> RenderOptions:
    return RenderOptions(names=NAMES[: view["seats"]], turn=turn, hot=hot)


def parsed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<x>{html}</x>")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_view_of_a_random_game_draws_to_well_formed_panels(seats: int) -> None:
    phases = set()
    for i, view in enumerate(views(seats, seed=seats, each=5)):
        hot = view["moves"][i % len(view["moves"])] if view["moves"] else None
        panels = drawing.panels(view, look_at(view, turn=i % 4, hot=hot)).slots
        assert set(panels) == SLOTS
        for html in panels.values():
            parsed(html)
        phases.add(view["phase"])
    assert {"choose", "build", "over"} <= phases


@pytest.mark.parametrize("turn", range(4))
def test_each_legal_move_is_offered_exactly_once_with_a_name(turn: int) -> None:
    for view in views(3, seed=11 + turn, each=7):
        page = parsed("".join(drawing.panels(view, look_at(view, turn)).slots.values()))
        choosable = [element for element in page.iter() if "data-move" in element.attrib]
        moves = sorted(int(element.attrib["data-move"]) for element in choosable)
        assert moves == sorted(move for move in view["moves"] if move != FINISH)
        for element in choosable:
            assert "can" in element.attrib["class"].split()
            assert element.attrib["tabindex"] == "-1"
            assert len(element.attrib["aria-label"]) > 8


def test_ids_are_unique_and_cubes_keep_theirs_in_every_view() -> None:
    for view in views(4, seed=3, each=25):
        kept: set[str] | None = None
        for turn in range(4):
            page = parsed("".join(drawing.panels(view, look_at(view, turn)).slots.values()))
            ids = [element.attrib["id"] for element in page.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert kept is None or kept == set(ids)
            kept = set(ids)
        cubes = {f"s{s}-{x}-{y}-{z}" for s, p in enumerate(view["pyramids"]) for x, y, z, _ in p["cubes"]}
        assert cubes <= (kept or set())


def test_a_cell_says_level_row_column_gain_and_what_it_hides() -> None:
    for view in views(2, seed=5):
        for offer in view["offers"]:
            if offer.get("gain", 0) > 0 and offer["cube"][2] == 1:
                page = drawing.panels(view, look_at(view)).slots["board"]
                found = re.search(rf'data-move="{offer["move"]}"[^>]*aria-label="([^"]*)"', page)
                assert found is not None
                colour = YaxhaMoves().write(offer["move"]).split()[0]
                said = found[1]
                assert said.startswith("Level 2, row ")
                assert f": {colour}. Plus {offer['total']} in all: " in said
                assert f" {colour} group {offer['from']} to {offer['to']} (+" in said
                assert "Hides" in said
                return
    raise AssertionError("no such offer in this game")


def test_all_panels_together_stay_under_their_budget() -> None:
    largest = max(
        len(gzip.compress("".join(drawing.panels(view, look_at(view)).slots.values()).encode()))
        for view in views(4, seed=2, each=8)
    )
    assert largest < 40_000
    assert len(gzip.compress(drawing.symbols().encode())) < 40_000


def test_what_a_view_hides_is_not_drawn() -> None:
    """Two states that differ only in what seat 0 cannot know give the same picture."""
    one = GAME.start(seats=2, seed=8)
    other = one.copy()
    one.play(1, 0)
    other.play(1, 1)
    for seat in (0, None):
        assert (
            drawing.panels(one.view(seat), RenderOptions()).slots
            == drawing.panels(other.view(seat), RenderOptions()).slots
        )
        assert drawing.draw(one.view(seat)) == drawing.draw(other.view(seat))
    for state in (one, other):
        state.play(0, 0 if state is one else 1)
    while one.view(1)["phase"] != "build":
        one.play(one.actors()[0], one.moves(one.actors()[0])[0])
    before = drawing.panels(one.view(0), RenderOptions()).slots
    one.play(1, one.moves(1)[0])
    assert len(one.view(1)["pyramids"][1]["cubes"]) == 1
    assert drawing.panels(one.view(0), RenderOptions()).slots == before


def test_names_are_escaped() -> None:
    view = GAME.start(seats=4, seed=1).view(0)
    html = "".join(drawing.panels(view, look_at(view)).slots.values()) + drawing.draw(view, look_at(view))
    assert "<i>" not in html.replace('<i class="yx-up">', "")
    assert "Bot &amp; Ixchel" in html


def test_a_hot_placement_outlines_the_group_and_shows_its_gain() -> None:
    for view in views(2, seed=4):
        offer = max((o for o in view["offers"] if "cube" in o), key=lambda o: int(o["gain"]), default=None)
        if offer and offer["gain"] > 1 and offer["from"] > 1:
            panels = drawing.panels(view, look_at(view, hot=offer["move"])).slots
            assert "#yx-grow" in panels["board"]
            assert f">+{offer['gain']}</i>" in panels["left"]
            assert "hot" in panels["board"]
            assert "#yx-grow" not in drawing.panels(view, look_at(view)).slots["board"]
            return
    raise AssertionError("no such offer in this game")


@pytest.mark.parametrize("bridge", ["separates", "connects"])
def test_the_group_that_a_cube_joins_is_the_one_that_the_rules_count(bridge: str) -> None:
    grown = 0
    for view in views(3, seed=6, each=3, hidden_bridge=bridge):
        for offer in view["offers"]:
            if "cube" in offer:
                group = Scene(view, look_at(view, hot=offer["move"])).growing
                assert tuple(offer["cube"][:3]) in group
                assert len(group) <= offer["to"]
                if offer["to"] > offer["from"]:
                    assert len(group) == offer["to"]
                    grown += 1
    assert grown > 50


def test_hidden_cubes_join_a_group_only_where_the_table_says_so() -> None:
    """Two blue cubes at the ends of a row whose middle is covered; a third one beside the first."""
    base = ["OOOO", "BBBB", "OOOO", "OOO."]
    for bridge, size in (("separates", 2), ("connects", 3)):
        state = position([[base, ["OOO", "OOO", "OO."]], []], ["B", ""], hidden_bridge=bridge)
        view = state.view(0)
        view["offers"] = [{"move": 0, "cube": [4, 1, 0, 1], "points": [0] * 5}]
        assert len(Scene(view, look_at(view, hot=0)).growing) == size


def test_everything_on_the_board_lies_inside_the_picture() -> None:
    left, top, width, height = BOX
    for view in views(3, seed=9, each=4):
        for turn in range(4):
            for shown in view["pyramids"]:
                x0, x1, y0, y1 = shown["frame"]
                eye = camera((x0, x1, y0, y1), turn)
                cells = [tuple(cube[:3]) for cube in shown["cubes"]]
                cells += [(x, y, 0) for x in (x0, x1) for y in (y0, y1)]
                for x, y, z in cells:
                    spot = spots(turn)[x, y, z]
                    for dx, dy in ((-HALF_WIDTH, 50), (HALF_WIDTH, 50), (0, 0), (0, 200)):
                        px, py = eye.see(spot.x + dx, spot.y + dy)
                        assert left <= px <= left + width
                        assert top <= py <= top + height


def test_a_turn_keeps_the_order_in_which_cubes_cover_each_other() -> None:
    for turn in range(4):
        where = spots(turn)
        for (_, _, z), spot in where.items():
            for (_, _, other), above in where.items():
                assert z >= other or spot.order < above.order


def test_the_picture_stands_alone() -> None:
    for view in views(3, seed=7, each=25):
        svg = drawing.draw(view, look_at(view))
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(" not in svg
        ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        wanted = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert wanted <= ids


def test_the_panels_refer_only_to_art_that_was_sent() -> None:
    ids = set(re.findall(r' id="([^"]+)"', drawing.symbols()))
    ElementTree.fromstring(drawing.symbols())
    for view in views(4, seed=12, each=17):
        html = "".join(drawing.panels(view, look_at(view)).slots.values())
        assert set(re.findall(r'href="#([^"]+)"', html)) <= ids


def test_the_text_board_counts_every_cube() -> None:
    for view in views(2, seed=13, each=20):
        board = drawing.text(view)
        for seat, shown in enumerate(view["pyramids"]):
            part = board.split(f"seat {seat}  initiative")[1].split("\n\n")[0]
            letters = re.sub("[^OBGYWobgyw]", "", "".join(part.splitlines()[1:]))
            assert len(letters) == len(shown["cubes"])
            assert sum(letter.islower() for letter in letters) == len(shown["hidden"])


@pytest.mark.parametrize("number", range(18))
def test_every_bonus_card_has_a_title_and_a_picture(number: int) -> None:
    card = sorted(GAME.facts["bonus"]["card"], key=lambda c: int(c["bga_id"]))[number]
    view = GAME.start(seats=3, seed=1).view(0)
    view["cards"][0]["id"] = card["id"]
    html = drawing.panels(view, look_at(view)).slots["left"]
    assert 'class="yx-card-art"' in html
    parsed(html)


def test_the_finished_game_shows_its_score_sheet() -> None:
    *_, view = views(3, seed=14, each=1000)
    assert view["phase"] == "over"
    for slot in ("left", "board"):
        html = drawing.panels(view, look_at(view)).slots[slot]
        assert "yx-sheet" in html
        assert f'<b data-spot="total-0">{view["standing"][0]}</b>' in html
    assert "data-move" not in html
