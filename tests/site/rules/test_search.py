"""Search in the rules: questions of readers, words in other forms, mistyped and unknown ones, and what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.games import GAME_NAMES
from tablero.site.rules.search import BEST_HITS, MAX_QUERY_LENGTH, entries_of, search
from tablero.site.rules.search_index import RuleIndex, fold
from tablero.ui.language import Language

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
QUESTIONS = Path(__file__).parent / "questions"
MISSED = 4  # questions of a language whose rule says none of their words


def questions(language: str) -> list[list[str]]:
    """What readers of a game's rules type, and the rules that answer it."""
    return [line.split("\t") for line in (QUESTIONS / f"{language}.tsv").read_text("utf-8").splitlines()]


def found_in(query: str, language: str = "en", first: str = "") -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for hit in search(query, Language(language), first).hits:
        found.setdefault(hit.game.name, []).append(hit.id)
    return found


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_best_three_rules_answer_what_readers_ask(language: str) -> None:
    asked = questions(language)
    assert len(asked) >= 50
    known = {(name, entry.id) for name in GAME_NAMES for entry in entries_of(name, Language(language))}
    missed = []
    for game, question, answers in asked:
        wanted = {(game, id) for id in answers.split()}
        assert wanted <= known, question
        best = [(hit.game.name, hit.id) for hit in search(question, Language(language), game).best]
        if wanted.isdisjoint(best):
            missed.append((question, best))
    assert len(missed) <= MISSED, missed


@pytest.mark.parametrize("question", ["initiative tie", "who wins ties"])
def test_ties_are_found_from_everywhere(question: str) -> None:
    for first in ("", *GAME_NAMES):
        best = search(question, Language("en"), first).best
        assert len(best) == BEST_HITS
        assert any(hit.id in ("choose", "swap", "over") for hit in best)


def test_capitals_and_accents_make_no_difference() -> None:
    assert fold("Élan MAÍZ") == "elan maiz"
    assert found_in("pirámide", "es") == found_in("PIRAMIDE", "es") != {}


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["placing workers", "place worker", "placed worker"]),
        ("es", ["quemar losetas", "quema loseta"]),
        ("fr", ["brûler tuiles", "brule tuile"]),
    ],
)
def test_a_word_is_found_in_any_of_its_forms(language: str, forms: list[str]) -> None:
    first, *others = [found_in(form + " ?", language, "tzolkin")["tzolkin"][0] for form in forms]
    assert set(others) == {first}


def test_a_word_that_is_being_typed_is_found_by_its_beginning() -> None:
    assert found_in("init", first="yaxha")["yaxha"][0] in ("choose", "swap", "leftover")
    assert found_in("beg", first="tzolkin")["tzolkin"][0] == "begging"


def test_what_no_rule_says_is_left_out_and_told() -> None:
    found = search("xylophone begging", Language("en"), "tzolkin")
    assert found.unknown == ("xylophone",)
    assert found.best[0].id == "begging"
    nothing = search("xylophone", Language("en"))
    assert (nothing.best, nothing.games, nothing.unknown) == ((), (), ("xylophone",))


def test_a_mistyped_word_is_read_as_the_one_that_is_meant() -> None:
    for typed, meant in {"wrkers": "workers", "initative": "initiative", "pyrmaid": "pyramid"}.items():
        found = search(typed, Language("en"))
        assert found.mistyped == ((typed, meant),)
        assert found.best
    assert search("piramid", Language("fr")).mistyped == (("piramid", "pyramide"),)


def test_the_game_that_is_read_comes_first() -> None:
    for first in GAME_NAMES:
        assert next(iter(found_in("points", first=first))) == first


def test_words_of_questions_alone_are_looked_for_when_there_are_no_others() -> None:
    assert search("how many", Language("en")).best


def test_found_words_are_marked_and_everything_else_escaped() -> None:
    best, *_ = search("paying corn", Language("en"), "tzolkin").best
    marked = re.findall("<mark>([^<]*)</mark>", best.title + best.excerpt)
    assert {fold(word)[:3] for word in marked} >= {"pay", "cor"} or "corn" in marked
    assert "<" not in re.sub("</?mark>", "", best.title + best.excerpt)


def test_a_language_without_a_stemmer_is_searched_word_by_word() -> None:
    index = RuleIndex("tlh", [("Title", "", "", ""), ("Titles", "", "", "")])
    assert index.scores(index.readings("title", last=False)).keys() == {0}
    assert index.mistyped("titlse") in ("title", "titles")
    assert index.mistyped("xy") == ""


@pytest.mark.parametrize(
    "query", ["", "   ", "?!", "\x00", "a" * 5000, "(" * 50, "\ud800", "\u0661\u0662", "<script>alert(1)</script>", "%"]
)
async def test_no_query_does_harm(client: Client, query: str) -> None:
    for more in ({}, {"fragment": "1"}, {"game": "chess"}):
        asked = {"q": query.encode("utf-8", "replace").decode(), **more}
        answer = await client.get("/rules/search", params=asked)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
    assert len(search(query, Language("en")).query) <= MAX_QUERY_LENGTH


async def test_search_is_a_page_and_a_list(client: Client) -> None:
    page = await client.get("/rules/search", params={"q": "corn", "game": "tzolkin"})
    assert "<!doctype html>" in page.text
    assert 'value="corn"' in page.text
    part = await client.get("/rules/search", params={"q": "corn", "game": "tzolkin", "fragment": "1"})
    assert "<html" not in part.text
    assert 'href="/rules/tzolkin#' in part.text
    meant = await client.get("/rules/search", params={"q": "wrkers xylophone", "fragment": "1"})
    assert "Nothing says “wrkers”; shown for “workers”." in meant.text
    assert "No rule says “xylophone”; left out." in meant.text
    nothing = await client.get("/rules/search", params={"q": "xylophone", "fragment": "1"})
    assert "No rule says that word." in nothing.text
