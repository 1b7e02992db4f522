"""The rulebook: its pages, what is drawn and tabled in it, search, and one rule by itself."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.core.teaching.example import Crop, Example
from tablero.core.teaching.lesson import read_script
from tablero.core.teaching.reference_table import ReferenceCell, ReferenceTable
from tablero.core.teaching.start_position import StartPosition
from tablero.games import game as find_game
from tablero.games import games
from tablero.ui.language import Language
from tablero.ui.rules.examples import draw_example, pictures, tell_example
from tablero.ui.rules.guide import guide_of, read_guide
from tablero.ui.rules.reference_tables import make_tables, tables_of
from tablero.ui.rules.rulebook import book_of

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
EVERY = [game.name for game in games()]
LANGUAGES = ("en", "es", "fr")
MAX_ELEMENTS = 7000

TEXT = """# Game

A beginning.

# First things

## Support {#support}

Rests on *four*.

[[figure four]]

> **May I float?** No.

[[table cubes]]

# Later

## The end {#end}

Most points.
"""


def figure(game: Game, **more: object) -> Example:
    crop = Crop("board", (10, 20, 200, 100))
    made = Example(
        "two",
        ("one-kind", "hand"),
        "Two workers",
        "A text with <b>.",
        "",
        StartPosition(game.seats[0], 3),
        read_script([]),
        (crop,),
        (),
        (("one", "1 corn"),),
        0,
        ("True",),
    )
    return replace(made, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the guide in parts


def test_a_guide_is_read_in_chapters_rules_and_parts() -> None:
    guide = read_guide(TEXT)
    assert guide.title == "Game"
    assert [chapter.title for chapter in guide.chapters] == ["", "First things", "Later"]
    assert guide.contents == (("support", "Support"), ("end", "The end"))
    rule = guide.rule("support")
    assert rule is not None
    kinds = [(block.kind, block.id) for block in rule.blocks]
    assert kinds == [("text", ""), ("figure", "four"), ("asked", ""), ("table", "cubes")]
    assert rule.blocks[0].html == "<p>Rests on <em>four</em>.</p>\n"
    assert (rule.blocks[0].words, rule.blocks[2].words) == ("Rests on four.", "May I float? No.")
    assert "blockquote" not in rule.blocks[2].html
    assert guide.rule("") is None
    assert guide.rule("nothing") is None


def test_html_in_a_guide_is_text() -> None:
    rule = read_guide("# G\n\n## R {#r}\n\n<script>x</script> [[figure a]] inside").rule("r")
    assert rule is not None
    assert [block.kind for block in rule.blocks] == ["text"]
    assert "<script>" not in rule.blocks[0].html


# ---------------------------------------------------------------- drawn examples


@pytest.mark.parametrize("name", EVERY)
def test_a_drawn_example_is_cut_out_of_the_board_and_only_looked_at(name: str) -> None:
    game = find_game(name)
    example = draw_example(game, figure(game), Language("fr"))
    (crop,) = example.crops
    assert crop.startswith("<svg")
    assert 'viewBox="10 20 200 100"' in crop.partition(">")[0]
    assert 'aria-label="Two workers. A text with &lt;b&gt;."' in crop
    for live in (" data-move=", " data-spot=", " data-try=", " tabindex=", 'role="button"', "<button"):
        assert live not in crop, live
    ids = re.findall(r'\sid="([^"]*)"', crop)
    assert all(id.startswith("two-0-") for id in ids), "nothing of the table page is called so"
    used = {one or other for one, other in re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', crop)}
    known = set(ids) | set(re.findall(r'id="([^"]*)"', game.drawing.symbols()))
    assert used <= known, "all that the picture uses is there"


@pytest.mark.parametrize("name", EVERY)
def test_what_is_lit_is_named_so_that_only_the_picture_answers(name: str) -> None:
    game = find_game(name)
    example = draw_example(game, figure(game, lit=('[data-spot="x"]', "#there .can")), Language("en"))
    assert example.lit == '[data-drawn-spot="x"], [data-drawn-id="there"] .can'


def test_a_part_without_a_picture_is_shown_whole() -> None:
    game = find_game("tzolkin")
    slots = game.drawing.panels(game.start(2, 3).view(0), RenderOptions()).slots
    assert pictures(slots["right"]) == []
    parts = figure(game, crops=(Crop("right"), Crop("board", number=-1)))
    example = draw_example(game, parts, Language("en"))
    assert all(crop.startswith('<div class="whole" role="img" aria-label="') for crop in example.crops)
    assert not any(" data-spot=" in crop or "<button" in crop for crop in example.crops)
    assert tell_example(game, parts, Language("en")).stacked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_all_that_a_guide_puts_somewhere_can_be_shown(name: str, language: str) -> None:
    game, guide = find_game(name), guide_of(name, language)
    blocks = [block for rule in guide.rules for block in rule.blocks]
    assert {block.id for block in blocks if block.kind == "figure"} <= game.figures.keys()
    assert {block.id for block in blocks if block.kind == "table"} <= tables_of(name, Language(language)).keys()
    book = book_of(name, Language(language))
    assert [rule.id for rule in book.rules if rule.id] == [id for id, _ in guide.contents]
    assert len(book.minute) >= 4


# ---------------------------------------------------------------- tables


def test_a_table_is_told_in_sentences_and_with_what_is_not_confirmed() -> None:
    rows = (
        (ReferenceCell("Palenque"), ReferenceCell("3 corn", "<svg/>"), ReferenceCell("–")),
        (ReferenceCell("Tikal"), ReferenceCell("–"), ReferenceCell("1 gold")),
    )
    table = ReferenceTable("gears", "Gears", ("Gear", "1", "2"), rows, frozenset({"gears.0", "gears.1.gold", "b01"}))
    facts = {
        "confirmed": True,
        "gears": [{"id": "palenque", "corn": 3}, {"id": "tikal", "gold": 1, "confirmed": False}],
        "buildings": {"list": [{"id": "b01", "confirmed": True, "reconstructed": True}]},
    }
    game = replace(find_game("yaxha"), facts=facts, options={}, tables=lambda facts, say: [table])
    shown = make_tables(game, Language("en"))["gears"]
    assert shown.sentences == (("Palenque", "1: 3 corn"), ("Tikal", "2: 1 gold"))
    assert (shown.entries, shown.doubtful) == (3, 2)


# ---------------------------------------------------------------- pages


@pytest.mark.parametrize("name", EVERY)
async def test_a_rulebook_has_every_rule_and_the_game_in_one_minute(client: Client, name: str) -> None:
    for language in LANGUAGES:
        page = await client.get(f"/rules/{name}", headers={"Accept-Language": language})
        assert page.status_code == 200
        for id, title in guide_of(name, language).contents:
            assert f'id="{id}"' in page.text
            assert f'<a href="#{id}">{title}</a>' in html.unescape(page.text)
            assert f">{id}</a>" not in page.text, "ids are for links, not for readers"
        assert book_of(name, Language(language)).minute[0] in html.unescape(page.text)
        drawn = await client.get(f"/rules/{name}", params={"pictures": "all"}, headers={"Accept-Language": language})
        ids = re.findall(r'\sid="([^"]*)"', drawn.text)
        assert len(ids) == len(set(ids)), "no id twice"


@pytest.mark.parametrize("name", EVERY)
async def test_a_rulebook_draws_its_examples_only_when_they_are_asked_for(client: Client, name: str) -> None:
    examples = book_of(name, Language("en")).examples
    page = (await client.get(f"/rules/{name}")).text
    assert page.count('class="awaited"') >= len(examples) == page.count("data-draw=")
    assert page.count("Try it on this board") == len(examples), "what is said about them is there"
    whole = (await client.get(f"/rules/{name}", params={"pictures": "all"})).text
    assert "data-draw=" not in whole
    first = await client.get(f"/rules/{name}/example/{examples[0]}")
    assert first.text.partition("</style>")[2] or first.text
    assert first.text in whole
    for wrong in (f"/rules/{name}/example/nothing", f"/rules/chess/example/{examples[0]}"):
        assert (await client.get(wrong)).status_code == 404


@pytest.mark.parametrize("name", EVERY)
async def test_a_rulebook_is_light(client: Client, name: str) -> None:
    """Elements of the page before any example is drawn: Tzolk'in's had 18,700 with all of them."""
    page = (await client.get(f"/rules/{name}")).text
    assert len(re.findall(r"<[a-zA-Z]", page)) < MAX_ELEMENTS


async def test_options_stand_at_the_rule_that_they_change(client: Client) -> None:
    game = find_game("amritsar")
    option = next(option for option in game.options.values() if option.rule and len(option.choices) > 1)
    part = await client.get(f"/rules/amritsar/rule/{option.rule}")
    assert "Tables can be opened with" in part.text
    assert html.escape(option.about, quote=False) in html.unescape(part.text)
    told = html.unescape(part.text).partition(option.about)[2]
    labels = [told.find(label) for label in option.choices.values()]
    assert labels == sorted(labels)
    assert -1 not in labels


async def test_one_rule_by_itself(client: Client) -> None:
    part = await client.get("/rules/yaxha/rule/support", params={"table": "abc-1"})
    assert part.status_code == 200
    assert "<html" not in part.text
    assert '<h2 id="rule-title"' in part.text
    assert 'href="/rules/yaxha?table=abc-1#support"' in part.text
    for path in ("/rules/yaxha/rule/nothing", "/rules/chess/rule/support", "/rules/yaxha/rule/%00", "/rules/chess"):
        assert (await client.get(path)).status_code == 404


async def test_whoever_comes_from_a_table_is_led_back(client: Client) -> None:
    assert 'href="/t/abc-1"' in (await client.get("/rules/yaxha", params={"table": "abc-1"})).text
    for wrong in ("", "../x", '"><script>', "a" * 100):
        page = await client.get("/rules/yaxha", params={"table": wrong})
        assert page.status_code == 200
        assert "back-to-table" not in page.text
        assert "<script>" not in page.text


async def test_the_index_tells_each_game_in_a_minute_and_leads_to_learning(client: Client) -> None:
    page = await client.get("/rules", headers={"Accept-Language": "fr"})
    for name in EVERY:
        assert f'href="/learn/{name}"' in page.text
        assert f'href="/rules/{name}"' in page.text
        assert book_of(name, Language("fr")).minute[-1] in html.unescape(page.text)
