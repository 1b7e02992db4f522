"""Names that an account can have."""

import pytest

from tablero.people import BadName
from tablero.people.names import BOT_NAMES, account_name, name_key, name_shape


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
    with pytest.raises(BadName, match="is reserved"):
        account_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "aNA"), ("Ana María", "ANA   maría"), ("ﬁn", "FIN"), ("Straße", "STRASSE"), ("O’Neill", "o'neill")],
)
def test_two_ways_of_writing_are_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    "name",
    [
        "Admin\ufe0f",
        "\u3164Ana",
        "A\u034fna",
        "\u0410nna",
        "Иван Ivan",
        "Ana\u0663\u0967",
        "a\u0308\u0301\u0302\u0303b",
    ],
)
def test_what_cannot_be_seen_or_mixes_alphabets_is_no_name(name: str) -> None:
    with pytest.raises(BadName, match="one alphabet"):
        account_name(name)


@pytest.mark.parametrize("name", ["Adm1n", "ADMlN", "lxchel", "Тоі"])
def test_nobody_looks_like_the_house(name: str) -> None:
    with pytest.raises(BadName, match="is reserved"):
        account_name(name)


@pytest.mark.parametrize("name", ["田中Taro", "ハンナ", "नीलम", "สมชาย", "مريم", "Ольга", "김Min"])
def test_scripts_that_are_written_together_are_one(name: str) -> None:
    assert account_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Аnnа"), ("AHHA", "АННА"), ("Beta", "ΒΕΤΑ"), ("Ian", "1an"), ("Marnie", "Mamie"), ("OO", "0O")],
)
def test_names_that_look_alike_have_one_shape(one: str, other: str) -> None:
    assert name_shape(one) == name_shape(other)
    assert name_key(one) != name_key(other)


def test_names_that_differ_for_the_eye_have_shapes_of_their_own() -> None:
    names = ["Ana", "Anna", "Aná", "Ben", "Jose", "José", "Zoë", "Зоя", "渡辺"]
    assert len({name_shape(name) for name in names}) == len(names)
