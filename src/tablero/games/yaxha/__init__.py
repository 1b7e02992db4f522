"""Yaxha by Baptiste Vaiana: draft cubes, raise a pyramid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.errors import BadFacts, BadOption
from tablero.core.facts import load_facts
from tablero.core.game import Card, Game
from tablero.core.luck import Luck
from tablero.games.yaxha import drawing, words
from tablero.games.yaxha.board import Tables
from tablero.games.yaxha.cover import cover
from tablero.games.yaxha.moves import YaxhaMoves
from tablero.games.yaxha.options import OPTIONS
from tablero.games.yaxha.rules import Yaxha
from tablero.games.yaxha.sense import learned

RULES = 1


def _pool(cards: list[dict[str, Any]], seats: int, options: Mapping[str, str]) -> list[int]:
    """The numbers of the cards that may be dealt; exactly three when they were chosen by name."""
    allowed = [card for card in cards if seats in card["players"]]
    if options["cards"] == "beginner":
        allowed = [card for card in allowed if card["beginner"]]
    if options["cards"] != "chosen":
        return [card["bga_id"] for card in allowed]
    known = {card["id"]: card["bga_id"] for card in allowed}
    names = [name.strip() for name in options["chosen_cards"].split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise BadOption(
                "there is no bonus card '{name}' for {seats} seats; there are {known}",
                name=name,
                seats=seats,
                known=", ".join(known),
            )
    if len(names) != 3 or len(set(names)) != 3:
        raise BadOption("name three different bonus cards in chosen_cards, with commas between them")
    return [known[name] for name in names]


def _tables(facts: Mapping[str, Any]) -> tuple[Tables, list[dict[str, Any]]]:
    """What the rules count with, from a facts file, and its bonus cards by number."""
    try:
        points = [int(point) for point in facts["scoring"]["points_by_group_size"]]
        cards = sorted(facts["bonus"]["card"], key=lambda card: int(card["bga_id"]))
        numbers = [card["bga_id"] for card in cards]
        names = [str(card["id"]) for card in cards if card["players"] and card["beginner"] in (True, False)]
    except (KeyError, TypeError, ValueError) as error:
        raise BadFacts(f"the facts of Yaxha lack something or say it wrongly: {error}") from None
    if points[:1] != [0] or points != sorted(points) or not 2 <= len(points) <= 25:
        raise BadFacts("scoring.points_by_group_size must begin with 0, never fall and end at size 1 to 24")
    if numbers != list(range(18)) or len(set(names)) != 18:
        raise BadFacts("bonus.card must list the 18 cards with bga_id 0 to 17 and different ids")
    return Tables(points, names), cards


def load(facts: Mapping[str, Any]) -> Game:
    """Yaxha with the component data of a facts file, the house's or an owner's; BadFacts says what is wrong with it."""
    tables, cards = _tables(facts)

    def check(seats: int, options: Mapping[str, str]) -> None:
        _pool(cards, seats, options)
        if options["chosen_cards"] and options["cards"] != "chosen":
            raise BadOption("chosen_cards needs cards=chosen")

    def blank(game: Game, seats: int, luck: Luck, options: Mapping[str, str], rules: int) -> Yaxha:
        state = Yaxha(game, seats, luck, tables, options)
        state.pool = _pool(cards, seats, options)
        return state

    return Game(
        name="yaxha",
        title="Yaxha",
        seats=(2, 3, 4),
        rules=RULES,
        options={option.name: option for option in OPTIONS},
        moves=YaxhaMoves(),
        words=words,
        drawing=drawing,
        sense=learned(),
        blank=blank,
        card=Card("Draft cubes, raise a pyramid", minutes="20", weight=1, cover=cover),
        check=check,
        keys=("turn", "levels"),
        facts=facts,
    )


GAME = load(load_facts(__name__))
