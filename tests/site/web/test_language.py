"""What pages say in each language: names in sentences, numbers, ages, and which language is meant."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.bots import LEVELS
from tablero.core.i18n.locale_data import own_name
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for
from tablero.games import GAME_NAMES
from tablero.site.table.list_line import table_line
from tablero.site.web.dates import ago
from tablero.site.web.language import negotiate_language
from tablero.store import Summary
from tablero.table import Holder, Terms
from tablero.ui.game_cards import GameExperience, cards
from tablero.ui.language import Language
from tablero.ui.log_text import fill_names
from tablero.ui.rendering import render

BOTS = ("Nicté", "Balam", "Ixchel", "Kinich")


@pytest.mark.parametrize(
    ("language", "sentence", "told"),
    [
        ("es", "Esperando a @1 y @2", "Esperando a Balam e Ixchel"),
        ("es", "Esperando a @2 y @1", "Esperando a Ixchel y Balam"),
        ("es", "@0, @3 o @2", "Nicté, Kinich o Ixchel"),
        ("fr", "Tour de @2.", "Tour d’Ixchel."),
        ("fr", "On attend que @2 et @0 choisissent", "On attend qu’Ixchel et Nicté choisissent"),
        ("en", "Waiting for @1 and @2", "Waiting for Balam and Ixchel"),
    ],
)
def test_names_stand_in_sentences_as_the_language_joins_them(language: str, sentence: str, told: str) -> None:
    say = translator_for("tablero.ui", language)
    assert str(fill_names(sentence, BOTS, say, marks=False)) == told


def test_a_name_beside_its_mark_is_joined_like_the_bare_one() -> None:
    told = str(fill_names("@1 y @2", BOTS, translator_for("tablero.ui", "es")))
    assert '</span> e <span class="who">' in told
    assert told.endswith("Ixchel</span>")


def test_a_name_cannot_bring_its_own_html() -> None:
    assert "<b>" not in fill_names("de @0", ["<b>Ana"], translator_for("tablero.ui", "fr"))


@pytest.mark.parametrize(
    ("language", "winners", "told"),
    [
        ("es", (0,), "ganó Nicté"),
        ("es", (1, 2), "ganaron Balam e Ixchel"),
        ("fr", (1, 2), "Balam et Ixchel ont gagné"),
        ("fr", (2,), "Ixchel a gagné"),
        ("en", (0, 1, 2), "Nicté, Balam and Ixchel won"),
    ],
)
def test_one_winner_or_several(language: str, winners: tuple[int, ...], told: str) -> None:
    holders = tuple(Holder("bot", name, level=1) for name in BOTS)
    summary = Summary(
        id="a",
        game="yaxha",
        seats=4,
        holders=holders,
        host="",
        started=True,
        over=True,
        version=9,
        actors=(),
        scores=(3, 3, 3, 1),
        winners=winners,
        created=0,
        updated=time.time(),
        terms=Terms(),
        represented=(),
        ends={},
    )
    assert table_line(summary, "", Language(language)).rank == told
    assert table_line(replace(summary, winners=()), "", Language("en")).rank == "Nicté did not win"


@pytest.mark.parametrize(
    ("language", "seconds", "told"),
    [
        ("en", 60, "1 minute ago"),
        ("en", 180, "3 minutes ago"),
        ("es", 60, "hace 1 minuto"),
        ("fr", 180, "il y a 3 minutes"),
        ("en", -5, "1 second ago"),
        ("en", 0.4, "1 second ago"),
    ],
)
def test_ages_have_their_plural_and_are_never_in_the_future(language: str, seconds: float, told: str) -> None:
    assert ago(seconds, Language(language)) == told


@pytest.mark.parametrize(
    ("language", "bots", "told"),
    [("en", 1, "against 1 bot"), ("en", 2, "against 2 bots"), ("es", 1, "contra 1 bot"), ("fr", 2, "contre 2 bots")],
)
def test_bots_are_counted_in_words(language: str, bots: int, told: str) -> None:
    (card, *_) = cards(Language(language), dict.fromkeys(GAME_NAMES, GameExperience(learned=True)))
    shown = render(
        "lobby/parts/game-card.jinja",
        Language(language),
        card={**card, "bots": bots},
        levels=LEVELS,
        chosen_levels=dict.fromkeys(GAME_NAMES, 1),
    )
    assert told in shown


@pytest.mark.anyio
async def test_the_lobby_names_every_language_and_english_first(client: AsyncTestClient[Litestar]) -> None:
    text = (await client.get("/", headers={"Accept-Language": "fr-CA"})).text
    places = [text.index(f">{own_name(language)}</button>") for language in LANGUAGE_CODES]
    assert places == sorted(places)
    assert LANGUAGE_CODES[0] == "en"
    assert '<html lang="fr"' in text
    assert 'lang="en"><' not in text, "nothing here is English"


@pytest.mark.anyio
async def test_a_french_page_elides_before_the_name_of_a_game(client: AsyncTestClient[Litestar]) -> None:
    text = (await client.get("/rules", headers={"Accept-Language": "fr"})).text
    assert "Règles d’Amritsar" in text
    assert "Règles de Yaxha" in text


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr-CH, en;q=0.5", "fr"),
        ("en;q=0.3, es;q=0.9", "es"),
        ("tlh, ES-mx;q=0.1", "es"),
        ("fr;q=0, es;q=x", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_the_browsers_first_language_that_we_speak_is_spoken(header: str, language: str) -> None:
    assert negotiate_language(header) == language


def test_a_language_without_a_name_is_called_by_its_code() -> None:
    assert own_name("yua") == "yua"
