"""The form that opens a table: what it refuses, it says in the visitor's language; bots say what they are like."""

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

import tablero

pytestmark = pytest.mark.anyio

FORM = {"game": "yaxha", "seats-yaxha": "2", "kind1": "friend", "yaxha.cards": "chosen"}


@pytest.mark.parametrize(
    ("language", "form", "words"),
    [
        ("en", {"yaxha.chosen_cards": "one"}, "There is no bonus card &#39;one&#39; for 2 seats; there are"),
        ("es", {"yaxha.chosen_cards": "one"}, "No hay carta de bonificación «one» para 2 asientos; hay"),
        ("fr", {"seats-yaxha": "9"}, "Yaxha se joue avec 2, 3, 4 places, pas 9."),
        ("es", {"seats-yaxha": "x"}, "«x» no es un número que se pueda elegir aquí."),
        (
            "fr",
            {"kind1": "bot", "level1": "9", "yaxha.cards": "beginner"},
            "Les bots jouent du niveau 1 au niveau 8, pas au niveau 9.",
        ),
    ],
)
async def test_what_is_refused_is_told_in_the_visitors_language(
    client: AsyncTestClient[Litestar], language: str, form: dict[str, str], words: str
) -> None:
    answer = await client.post("/open", data={**FORM, **form}, headers={"Accept-Language": language})
    assert answer.status_code == 400
    assert words in answer.text


async def test_cards_are_chosen_by_ticking_them(client: AsyncTestClient[Litestar]) -> None:
    ticked = {f"yaxha.chosen_cards.{card}": "yes" for card in ("three_colours", "most_levels", "largest_grey")}
    answer = await client.post("/open", data={**FORM, **ticked}, follow_redirects=False)
    assert answer.status_code == 303
    del ticked["yaxha.chosen_cards.most_levels"]
    answer = await client.post("/open", data={**FORM, **ticked}, headers={"Accept-Language": "es"})
    assert answer.status_code == 400
    assert "Elige tres cartas de bonificación distintas, ni más ni menos." in answer.text


async def test_levels_say_what_their_bots_are_like(client: AsyncTestClient[Litestar]) -> None:
    answer = await client.get("/", headers={"Accept-Language": "fr"})
    assert 'title="Galet. Aimable, posé"' in answer.text
    assert "<b>Galet.</b> Aimable, posé" in answer.text


async def test_a_text_for_a_choice_that_was_not_made_is_let_go(client: AsyncTestClient[Litestar]) -> None:
    form = {**FORM, "yaxha.cards": "beginner", "yaxha.chosen_cards": "one"}
    assert (await client.post("/open", data=form, follow_redirects=False)).status_code == 303


async def test_every_choice_of_every_game_is_in_the_form(client: AsyncTestClient[Litestar]) -> None:
    text = (await client.get("/")).text
    for game in tablero.games():
        for option in game.options.values():
            field = f'name="{game.name}.{option.name}"'
            assert (field in text) == (len(option.choices) != 1 and not option.among), option.name
            for value in option.among:
                assert f'type="checkbox" name="{game.name}.{option.name}.{value}"' in text
            for choice in option.choices if len(option.choices) > 1 else ():
                assert f'<option value="{choice}"' in text
