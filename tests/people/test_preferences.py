"""Preferences come back as they were chosen, from an older house and from a newer one."""

import pytest

from tablero.people import Preferences


def test_what_was_chosen_comes_back() -> None:
    chosen = Preferences(language="fr", shows_page=True, wants_rating=True)
    assert Preferences.from_json(chosen.to_json()) == chosen
    assert Preferences().to_json() == "{}"


@pytest.mark.parametrize(
    "kept", ["", "{}", "[]", "null", '{"unknown": 1}', '{"language": null, "wants_rating": "yes"}']
)
def test_whatever_cannot_be_understood_is_as_if_nothing_had_been_chosen(kept: str) -> None:
    assert Preferences.from_json(kept) == Preferences()
