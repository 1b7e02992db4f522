"""The picture of Tzolk'in: teeth that mesh, what glows, what is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from textwrap import wrap
from typing import Any
from xml.etree import ElementTree

import pytest

from tablero.core import State
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for
from tablero.core.luck import seeded
from tablero.core.playout import play_at_random
from tablero.games.tzolkin import names
from tablero.games.tzolkin.drawing.pieces import Point, outline
from tablero.games.tzolkin.drawing.places import PITCH, TEETH, layout
from tablero.games.tzolkin.drawing.side_panels import BRIEF

from .position import BUILDINGS, GAME, MONUMENTS, WEALTH, bits, play, player, position

LOOK = RenderOptions(names=("Ana", "Bo", "Cy", "Di"))
HOUSE = names.Names(GAME.facts, {})


def inside(point: Point, shape: Sequence[Point]) -> bool:
    x, y = point
    hit = False
    for (x0, y0), (x1, y1) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            hit = not hit
    return hit


@pytest.mark.parametrize("step", range(0, 17, 4))
def test_no_tooth_ever_cuts_into_another_gear(step: int) -> None:
    """The calendar turns one tooth, the others with it."""
    turn = -PITCH * step / 16
    calendar = outline(TEETH, 10, 0, 0, -90 + turn)
    for place in layout(10, 0, 0):
        small = outline(place.teeth, 10, place.cx, place.cy, place.angle(0) - turn * TEETH / place.teeth)
        assert not any(inside(point, calendar) for point in small)
        assert not any(inside(point, small) for point in calendar)


def glowing(html: str) -> set[int]:
    return {int(move) for move in re.findall(r'data-move="(\d+)"', html)}


def test_every_choice_is_on_a_panel_or_a_button_of_the_prompt() -> None:
    """What the prompt offers by itself: to end, to leave, to take no action, and the days."""
    loose = {GAME.moves.read(text) for text in ("done", "end turn", "no action", "one day", "two days")}
    for seed in range(6):
        state = GAME.start(2 + seed % 3, seed)
        luck = seeded(seed)
        while actors := state.actors():
            view = state.view(actors[0])
            panels = GAME.drawing.panels(view, LOOK).slots
            desk = glowing(panels["above"] + panels["board"] + panels["ways"])
            dock = glowing(panels["hand"] + panels["board"] + panels["ways"])
            assert desk | loose >= set(view["moves"])
            assert dock | loose >= set(view["moves"])
            play_at_random(state, luck, 9)


def test_the_same_drawing_says_what_it_costs_and_who_stands_where() -> None:
    state = position(player(corn=5, on={"tikal": [2]}), player(on={"palenque": [0, 1]}))
    board = GAME.drawing.panels(state.view(0), LOOK).slots["board"]
    assert (
        "Place a worker on Palenque 2. Costs 2 corn. Acts only when you pick it up, next turn at the earliest." in board
    )
    assert "By then on Palenque 3: harvest 5 corn or 2 wood." in board
    assert "Pick up your worker from Tikal 2. It acts at once: build one building (not possible now)." in board
    assert "Palenque 0: Bo" in board


def test_nothing_glows_for_a_spectator() -> None:
    panels = GAME.drawing.panels(position(player(corn=5)).view(None), LOOK).slots
    assert not any(glowing(html) for html in panels.values())


def test_every_gear_turns_a_tooth_a_day() -> None:
    state = position(player(corn=9), player(corn=9), turns=1)
    before = GAME.drawing.panels(state.view(0), LOOK).slots["board"]
    after = GAME.drawing.panels(play(state, "place tikal; end turn").view(0), LOOK).slots["board"]
    turns = [set(re.findall(r"--turn:([-.0-9]+)deg", board)) for board in (before, after)]
    assert turns == [{"36", "27.69", "-13.85"}, {"72", "55.38", "-27.69"}]


def test_a_picture_stands_alone() -> None:
    state = GAME.start(4, seed=2)
    play_at_random(state, seeded(2), 200)
    picture = GAME.draw(state.view(None), LOOK)
    ElementTree.fromstring(picture)
    assert "var(--" not in picture
    used = set(re.findall(r'href="#([\w-]+)"', picture))
    assert used <= set(re.findall(r' id="([\w-]+)"', picture))


def test_an_update_stays_small() -> None:
    """Stones are sent once; a move sends what changes."""
    state = GAME.start(4, seed=2)
    play_at_random(state, seeded(2), 200)
    panels = GAME.drawing.panels(state.view(0), LOOK).slots
    assert sum(len(unescape(html)) for html in panels.values()) < 150_000


def tooltips(state: State, language: str) -> set[str]:
    """What the table page says about the things under the pointer."""
    render = RenderOptions(names=("Ana", "Bo", "Cy", "Di"), say=translator_for("tablero.games.tzolkin", language))
    html = "".join(GAME.drawing.panels(state.view(0), render).slots.values())
    return {unescape(text) for text in re.findall(r'<title>([^<]+)</title>| title="([^"]+)"', html) for text in text}


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_space_step_level_and_field_says_what_it_does(language: str) -> None:
    say = translator_for("tablero.games.tzolkin", language)
    state = position(player(corn=9), player(on={"tikal": [3]}), jungle=(0, 1, 1, 1, 2, 0, 0, 0), offered=0b100)
    found = tooltips(state, language)
    for number in range(5):
        for place in range(11 if number == 4 else 8):
            text = f"{names.gear(number, say)} {place}: {HOUSE.space(number, place, say)}"
            assert any(tip.startswith(text) for tip in found), text
    for temple, steps in enumerate((7, 9, 8)):
        assert {HOUSE.step(temple, height, say) for height in range(steps)} <= found
        assert HOUSE.highest(temple, say) in found
    for track in range(4):
        for level in range(1, 5):
            assert any(tip.endswith(": " + names.technology(track, level, say)) for tip in found)
    fields = [(0, "c"), (0, "."), (1, "w"), (1, "c"), (2, "w"), (3, ".")]
    assert {HOUSE.field(group, kind, say) for group, kind in fields} <= found
    assert names.starting_space(0, say) in found


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_tile_says_what_it_does(language: str) -> None:
    say = translator_for("tablero.games.tzolkin", language)
    for kind, tiles in (("row", BUILDINGS), ("monuments", MONUMENTS)):
        for at in range(0, len(tiles), 6):
            some = tiles[at : at + 6]
            found = tooltips(position(player(), **{kind: some}), language)
            assert {HOUSE.tooltip(tile, 2, say) for tile in some} <= found
    for owned in ({"built": BUILDINGS}, {"monuments": MONUMENTS}, {"kept": bits(range(len(WEALTH)))}):
        found = tooltips(position(player(**owned)), language)
        assert {HOUSE.tooltip(tile, 2, say) for tile in owned.get("built", owned.get("monuments", WEALTH))} <= found


def test_tooltips_name_the_numbers_of_the_board() -> None:
    found = tooltips(position(player(corn=9), offered=0b100, pile=3), "en")
    assert {
        "Palenque 1: fish: 3 corn",
        "Palenque 5: harvest 9 corn or 4 wood",
        "Yaxchilan 5: 2 corn, 1 stone and 1 gold",
        "Tikal 4: build up to two buildings, or one monument",
        "Tikal 7: any action from 1 to 5",
        "Uxmal 1: pay 3 corn: a step in one temple",
        "Uxmal 2: market: sell and buy wood for 2 corn, stone for 3, gold for 4",
        "Chichen Itza 2: offer a skull: 5 points, a step in the temple of Chaac (offered already)",
        "Chichen Itza 9: offer a skull: 13 points, a step in the temple of Quetzalcoatl, 1 block of any kind",
        "Chichen Itza 10: any action from 1 to 9",
        "Temple of Kukulkan, step 5: 7 points at the end of an age; 1 skull in the middle of an age, here and above",
        "Temple of Chaac, step 6: 8 points at the end of an age; room for one player",
        "Highest in the temple of Quetzalcoatl: 2 more points at the end of age I, 6 at the end of age II",
        "Theology 3: 1 more skull from Yaxchilan",
        "Extraction: bonus: 2 blocks of any kind",
        "Field of Palenque 4: a wood tile (3 wood), below it a corn tile (7 corn)",
        "Starting-player space: take 3 corn after your turn, the marker changes hands, two days may pass",
    } <= found


# Words that are the same in English and in French.
SAME = {
    "8 points",
    "Agriculture",
    "Architecture",
    "Extraction",
    "Jungle",
    "Monuments",
    "Public",
    "Technologies",
    "Temples",
}
NAMES = {"Tzolk'in", "Chaac", "Kukulkan", "Quetzalcoatl", "Palenque", "Yaxchilan", "Tikal", "Uxmal", "Chichen Itza"}


@pytest.mark.parametrize("language", ["es", "fr"])
def test_no_english_is_left_in_a_translated_picture(language: str) -> None:
    """What is said in both languages alike has no words, or only names and words that are spelled alike."""

    def said(view: dict[str, Any], spoken: str) -> set[str]:
        render = RenderOptions(names=("1", "2", "3", "4"), say=translator_for("tablero.games.tzolkin", spoken))
        html = "".join(GAME.drawing.panels(view, render).slots.values())
        found = re.findall(r'>([^<>]+)<|(?:title|aria-label)="([^"]*)"', html)
        return {unescape(text) for pair in found for text in pair}

    alike = set()
    for seed in range(3):
        state = GAME.start(2 + seed, seed)
        luck = seeded(seed)
        while actors := state.actors():
            view = state.view(actors[0])
            alike |= said(view, "en") & said(view, language)
            play_at_random(state, luck, 61)
    place = re.compile(rf"({'|'.join(NAMES)})( \d+)?(: \d)?(\s\+\d)?")
    known = SAME | {word.lower() for word in SAME} if language == "fr" else set()
    lines = {text.removesuffix(",") for text in alike if re.search("[a-z]{3}", text)}
    assert {line for line in lines if not place.fullmatch(line)} - known == set()


@pytest.mark.parametrize(("quarters", "text"), [(0, "0"), (3, "¾"), (27, "6¾"), (-2, "−½"), (8, "2")])
def test_quarters_of_a_point_are_written_as_fractions(quarters: int, text: str) -> None:
    assert names.quarters(quarters) == text


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_building_says_in_two_short_lines_what_it_does(language: str) -> None:
    for tile in BUILDINGS:
        lines = wrap(HOUSE.brief(tile, translator_for("tablero.games.tzolkin", language)), BRIEF)
        assert 1 <= len(lines) <= 2, lines
        assert max(map(len, lines)) <= BRIEF, lines


def test_a_switch_stands_in_the_prompt_while_workers_may_be_placed_or_picked_up() -> None:
    both = position(player(on={"palenque": [2]}, corn=5), player())
    ways = GAME.drawing.panels(both.view(0), LOOK).slots["ways"]
    assert re.findall(r'data-pick="(\w+)">([^<]+)<', ways) == [("placing", "Place"), ("picking", "Pick up")]
    board = GAME.drawing.panels(both.view(0), LOOK).slots["board"]
    kinds = dict(re.findall(r'data-move="(\d+)" data-colour="(\w+)"', board))
    assert kinds[str(GAME.moves.read("pick palenque 2"))] == "picking"
    assert kinds[str(GAME.moves.read("place tikal"))] == kinds[str(GAME.moves.read("place start"))] == "placing"
    play(both, "pick palenque 2")
    assert GAME.drawing.panels(both.view(0), LOOK).slots["ways"] == "", "the first act has decided"
    home = position(player(corn=5), player())
    assert GAME.drawing.panels(home.view(0), LOOK).slots["ways"] == "", "there is nobody to pick up"


def test_a_bot_is_marked_as_one() -> None:
    view = GAME.start(2, 1).view(0)
    right = GAME.drawing.panels(view, RenderOptions(names=("Ana", "Ixchel"), bots={1: 3})).slots["right"]
    ana, ixchel = right.split('<section class="tz-player')[1:]
    assert "bot" not in ana
    assert 'title="a bot of level 3">bot 3<' in ixchel
    assert "data-board" in ixchel, "the others' goods can be enlarged"


# ---------------------------------------------------------------- what a picture must not lack


def test_no_text_of_the_wide_board_is_too_small_for_a_small_laptop() -> None:
    """In a window of 1280 x 720 the board is drawn at 0.77 of its size: text below 14.3 would be below 11 pixels."""
    for language in LANGUAGE_CODES:
        render = RenderOptions(names=("Ana", "Bo", "Cy", "Di"), say=translator_for("tablero.games.tzolkin", language))
        state = GAME.start(4, seed=3)
        play_at_random(state, seeded(3), 150)
        shown = GAME.drawing.panels(state.view(state.actors()[0]), render).slots["board"]
        wide = shown[: shown.index('<div class="tz-narrow">')] + GAME.drawing.symbols()
        assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', wide)) >= 14.3


def test_the_marker_of_the_house_marks_what_may_be_chosen() -> None:
    for seed in range(4):
        state = GAME.start(2 + seed % 3, seed)
        luck = seeded(seed)
        while actors := state.actors():
            slots = GAME.drawing.panels(state.view(actors[0]), LOOK).slots
            for place in ElementTree.fromstring(f"<x>{slots['board']}{slots['above']}</x>").iter():
                kinds = place.get("class", "").split()
                if "can" in kinds:
                    drawn = {part.get("class") for part in place.iter()}
                    assert "can-box" in kinds or drawn >= {"can-case", "can-line"}
            play_at_random(state, luck, 23)


def test_what_is_asked_about_a_gear_is_marked_on_its_spaces() -> None:
    state = play(position(player(corn=5, on={"yaxchilan": [3]}), player()), "pick yaxchilan 3")
    slots = GAME.drawing.panels(state.view(0), LOOK).slots
    wide, small = slots["board"].split('<div class="tz-narrow">')
    for words in ("action 1", "action 2", "action 3"):
        move = f'data-move="{GAME.moves.read(words)}"'
        assert move in wide, "on the plate"
        assert move in small, "on the unrolled gear"
        assert move in slots["above"], "and on a button beside the board"
    assert '<div class="tz-part p1 due">' in small, "the gear of the decision is unrolled"


def test_every_place_that_may_be_clicked_in_vain_says_which_move_is_meant() -> None:
    state = position(
        player(corn=0, on={"tikal": [2]}), player(on={"uxmal": [1]}), row=("b01", "b02"), monuments=("m01",), claimed=1
    )
    board = GAME.drawing.panels(state.view(0), LOOK).slots["board"]
    wide = board[: board.index('<div class="tz-narrow">')]
    for spot, words in (
        ("on-3-1", "pick uxmal 1"),
        ("building-0", "build 1"),
        ("building-5", "build 6"),
        ("monument-0", "monument 1"),
        ("step-1-4", "up yellow"),
        ("level-2-1", "advance architecture"),
        ("claim", "place start"),
    ):
        (found,) = re.findall(rf'data-spot="{spot}"[^>]*data-try="(\d+)"', wide)
        assert GAME.moves.write(int(found)) == words
    seen = GAME.drawing.panels(state.view(None), LOOK).slots
    assert not any("data-try" in html for html in seen.values()), "a spectator has nothing to try"
    tried = {
        int(move)
        for html in GAME.drawing.panels(state.view(0), LOOK).slots.values()
        for move in re.findall(r'data-try="(\d+)"', html)
    }
    assert not tried & set(state.moves(0)), "what may be done is not asked about"
    for move in tried:
        assert state.why_not(0, move) is not None


def test_a_building_shows_what_it_costs_now() -> None:
    """Uxmal 4: two corn for each block, of which architecture 3 saves one."""
    state = position(player(corn=20, on={"uxmal": [4]}, levels={"architecture": 3}), player(), row=("b07",))
    play(state, "pick uxmal 4; action 4")
    slots = GAME.drawing.panels(state.view(0), LOOK).slots
    (cost,) = [offer["cost"] for offer in state.view(0)["offers"] if offer["kind"] == "raise"]
    assert cost == {"corn": 4}
    tile = slots["board"][slots["board"].index('data-spot="building-0"') :]
    assert ">4</text>" in tile[: tile.index("can-case")]


def sign_of(effect: dict[str, Any]) -> set[tuple[str, str]]:
    """The icons, with their numbers, that must be on a tile with this effect."""
    kind = effect["kind"]
    several = str(effect["steps"]) if effect.get("steps", 1) > 1 else ""
    if kind == "gain":
        return {(name, str(number) if number > 1 else "") for name, number in effect.items() if name != "kind"}
    if kind == "temple":
        return {
            (
                {"brown": "step-rain", "yellow": "step-sun", "green": "step-snake"}.get(effect["temple"], "step-any"),
                several,
            )
        }
    if kind == "tech":
        return {("tech" if effect["track"] == "any" else effect["track"], f"+{effect['steps']}")}
    return {
        "vp": {("vp", str(effect.get("vp")))},
        "worker": {("worker-plus", "")},
        "build": {("build", "")},
        "market": {("market", "")},
        "paid_action": {("cog", "")},
        "feed_free": {("bowl", f"−{2 * effect.get('workers', 0)}")},
        "feed_discount": {("bowl", f"−{effect.get('corn_per_worker')}")},
    }[kind]


@pytest.mark.parametrize("architecture", [0, 3])
def test_every_building_draws_its_price_and_everything_it_brings(architecture: int) -> None:
    """Architecture 3 adds the block that is saved to the price: then a tile is fullest."""
    learned = player(on={"tikal": [4]}, levels={"architecture": architecture}, corn=9, wood=9, stone=9, gold=9)
    for at, given in enumerate(GAME.facts["buildings"]):
        state = play(position(learned, player(), row=BUILDINGS[at : at + 1]), "pick tikal 4; action 2")
        board = GAME.drawing.panels(state.view(0), LOOK).slots["board"]
        begin = board.index('<svg class="tz-board tz-sides"')
        sides = ElementTree.fromstring(board[begin : board.index("</svg>", begin) + len("</svg>")])
        tile = next(part for part in sides.iter() if part.get("data-spot") == "building-0")
        icons = [
            (use.get("href", "")[4:], *(float(use.get(k, 0)) for k in ("x", "y", "width"))) for use in tile.iter("use")
        ]
        numbers = [(text.text or "", float(text.get("x", 0)), float(text.get("y", 0))) for text in tile.iter("text")]
        offer = next(offer for offer in state.view(0)["offers"] if offer["kind"] == "raise")
        price = {(name, str(number)) for name, number in offer["cost"].items() if number}
        wanted = price | {sign for effect in given["effects"] for sign in sign_of(effect)}
        wanted |= {("any", "−1")} if offer.get("saves") else set()
        drawn = {
            (icon, text)
            for icon, left, top, size in icons
            for text, x, y in [*numbers, ("", left, top + size / 2)]
            if -16 < x - left < size and abs(y - top - size / 2) < 7  # a number stands before its icon, points on it
        }
        assert wanted <= drawn, given["id"]
        for k, (name, left, top, size) in enumerate(icons):
            assert min(left, top, 131.5 - left - size, 72.5 - top - size) >= 0, (given["id"], name)
            for other, x, y, wide in icons[:k]:
                apart = left >= x + wide - 1 or x >= left + size - 1 or top >= y + wide - 4 or y >= top + size - 4
                assert apart, (given["id"], name, other)


# ---------------------------------------------------------------- sheets


def told(state: State) -> list[dict[str, Any]]:
    state.journal = []
    return state.journal


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_a_food_day_is_shown_with_what_each_seat_pays_lacks_and_is_given(language: str) -> None:
    say = translator_for("tablero.games.tzolkin", language)
    render = RenderOptions(names=("Ana", "Bo"), say=say)
    state = position(
        player(corn=9, temples=(4, 1, 1), score=5),
        player(corn=1, score=9, temples=(0, 1, 5)),
        day=14,
        active=1,
        turns=1,
    )
    events = told(state)
    play(state, "place tikal; end turn")
    first = next(k for k, event in enumerate(events) if event["kind"] == "food-day")
    last = next(k for k, event in enumerate(events) if event["kind"] == "calendar")
    html = GAME.drawing.sheet(state.view(0), render, events[first:last])
    ana, bo = unescape(html).split("<tr")[2:]
    fed = {event["seat"]: event for event in events if event["kind"] == "fed"}
    given = {event["seat"]: event for event in events if event["kind"] == "devotion"}
    assert "Ana" in ana
    assert say("all fed") in ana
    assert f"−{fed[0]['corn']}<" in ana
    assert f">+{given[0]['n']}<" in ana
    assert fed[1]["lost"] == 9
    assert say.plural("{n} unfed", "{n} unfed", 3, n=3) in bo
    assert names.points(-9, say) in bo
    assert say("highest") in ana, "who stands highest is said"
    assert html.startswith('<div class="tz tz-sheet end"><h2>')
    ElementTree.fromstring(html)
    assert GAME.drawing.sheet(state.view(0), render, events[:first]) == ""


def test_wealth_tiles_are_shown_together_when_all_have_chosen() -> None:
    state = GAME.start(2, 3)
    events = told(state)
    for seat in (0, 1):
        state.play(seat, 0)
        if seat == 0:
            mine, theirs = (GAME.drawing.panels(state.view(k), LOOK).slots["right"] for k in (0, 1))
            assert 'href="#tz-wealth"' in mine, "one's own choice is in sight"
            assert 'href="#tz-wealth"' not in theirs, "nobody else's is"
    html = GAME.drawing.sheet(state.view(0), LOOK, events)
    tiles = [tile for player in state.view(None)["players"] for tile in player["wealth"]]
    say = translator_for("tablero.games.tzolkin", "en")
    for tile in tiles:
        assert HOUSE.effects(tile, say) in unescape(html)
