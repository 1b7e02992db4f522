"""Names that an account can have."""

import pytest

from tablero.people import BadName
from tablero.people.names import BOT_NAMES, account_name, name_key


@pytest.mark.parametrize("name", ["Ana", "Ana María", "O’Neill", "jean-luc_2", "Ωμέγα", "渡辺", "A. B."])
def test_people_have_names_of_their_own_languages(name: str) -> None:
    assert account_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name", ["", "a", "x" * 25, "a/b", "<b>", "..", "- -", "\u202eevil?", "a\x00", "ana#1", "🎲🎲", "a\ud800", "ﷺ" * 3]
)
def test_what_would_not_fit_into_a_page_or_an_address_is_no_name(name: str) -> None:
    with pytest.raises(BadName):
        account_name(name)


@pytest.mark.parametrize(
    "name", [*BOT_NAMES, "guest", "ADMIN", "ｔａｂｌｅｒｏ", "somebody", "Bot 3", "bot7", "Quelqu'un"]
)
def test_nobody_is_called_like_the_house_or_its_bots(name: str) -> None:
    with pytest.raises(BadName, match="for itself"):
        account_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "aNA"), ("Ana María", "ANA   maría"), ("ﬁn", "FIN"), ("Straße", "STRASSE"), ("O’Neill", "o'neill")],
)
def test_two_ways_of_writing_are_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
