"""What is in the box: the component data of a facts file as tables of ints, and what of a host's own data is
refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from tablero.core.errors import BadFacts, BadOption
from tablero.core.facts import fact, load_facts
from tablero.games.yaxha.layout import CUBES, Tables
from tablero.games.yaxha.names import NEIGHBOUR

Facts = Mapping[str, Any]

TABLE: Final = 12  # the largest group in the printed table of points
MOST: Final = 500  # points that bots can reckon with
# What a host may say otherwise; the rules, the words, the pictures, the guide and the bots follow.
POINTS: Final = "scoring.points_by_group_size"
BEYOND: Final = "scoring.beyond_table_points"
CARD_POINTS: Final = "bonus.points_each"
_OPEN = {POINTS, BEYOND, CARD_POINTS, "bonus.card.beginner", "setup.by_players.beginner_pool_size"}
# What changes nothing in play: where things are known from, what they are called elsewhere, examples for tests.
_REMARKS = {"meta", "open_question", "bga_deviation", "golden"}
_NOTES = ("confirmed", "source", "note", "aliases", "rulebook_name_es")


@cache
def house_facts() -> dict[str, Any]:
    """The facts.toml of this folder."""
    return load_facts("tablero.games.yaxha")


def whole(facts: Any, house: Any = None) -> Any:
    """Facts with what a host has left out: it must be the house's anyway."""
    house = house_facts() if house is None else house
    if isinstance(facts, Mapping) and isinstance(house, Mapping):
        return {**house, **{name: whole(part, house.get(name, part)) for name, part in facts.items()}}
    if isinstance(facts, list) and isinstance(house, list) and len(facts) == len(house):
        return [whole(part, other) for part, other in zip(facts, house, strict=True)]
    return facts


def tables_of(facts: Facts) -> Tables:
    """What the rules count with; BadFacts says what is wrong, or what these rules cannot follow."""
    try:
        points = [int(point) for point in fact(facts, POINTS)]
        beyond = int(fact(facts, BEYOND))
        card_points = int(fact(facts, CARD_POINTS))
        cards = cards_of(facts)
        numbers = [card["bga_id"] for card in cards]
        names = [str(card["id"]) for card in cards if card["players"] and card["beginner"] in (True, False)]
        pools = {part["players"]: part["beginner_pool_size"] for part in facts["setup"]["by_players"]}
    except (KeyError, TypeError, ValueError) as error:
        raise BadFacts(f"the facts of Yaxha lack something or say it wrongly: {error}") from None
    if points[:1] != [0] or points != sorted(points):
        raise BadFacts(f"{POINTS} must begin with 0 and never fall")
    if len(points) != TABLE + 1:
        raise BadFacts(f"{POINTS} must list the points of sizes 0 to {TABLE}, as the printed table does")
    if not points[-1] <= beyond <= MOST:
        raise BadFacts(f"{BEYOND} must be {points[-1]}, what a group of {TABLE} gives, or more, and at most {MOST}")
    if not 0 <= card_points <= MOST:
        raise BadFacts(f"{CARD_POINTS} must be 0 to {MOST}")
    if numbers != list(range(18)) or len(set(names)) != 18:
        raise BadFacts("bonus.card must list the 18 cards with bga_id 0 to 17 and different ids")
    for seats, size in pools.items():
        found = sum(card["beginner"] and seats in card["players"] for card in cards)
        if found != size or found < 3:
            raise BadFacts(
                f"for {seats} players there are {found} beginner cards: setup.by_players must give that number as "
                f"beginner_pool_size, and it must be 3 or more"
            )
    _refuse_the_rest(facts)
    return Tables(points + [beyond] * (int(CUBES) - TABLE), card_points, names)


def cards_of(facts: Facts) -> list[dict[str, Any]]:
    """The bonus cards by number."""
    return sorted(facts["bonus"]["card"], key=lambda card: int(card["bga_id"]))


# ---------------------------------------------------------------- what these rules cannot follow


def _refuse_the_rest(facts: Facts) -> None:
    """Numbers and readings that are built into the rules must be the house's: nothing is passed over in silence."""
    known = dict(_said(house_facts()))
    for place, value in _said(facts):
        if place not in known:
            raise BadFacts(f"Yaxha knows nothing of {place}: leave it out, or look how facts.toml spells it")
        if value != known[place]:
            raise BadFacts(f"{place} is {known[place]!r} in these rules and cannot be {value!r}: they are built on it")


def _said(facts: Facts, where: str = "") -> Iterator[tuple[str, Any]]:
    """Everything that facts say and that is not open to a host, by its place; cards are named instead of counted."""
    for name, value in facts.items():
        place = f"{where}.{name}" if where else name
        plain = ".".join(part for part in place.split(".") if not part.startswith("#"))
        if plain in _OPEN or name in _REMARKS or name.endswith(_NOTES):
            continue
        if isinstance(value, Mapping):
            yield from _said(value, place)
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            for number, part in enumerate(value):
                yield from _said(part, f"{place}.#{part.get('id', part.get('players', number))}")
        else:
            yield place, value


# ---------------------------------------------------------------- which cards are dealt


def pool(cards: Sequence[Facts], seats: int, options: Mapping[str, str]) -> list[int]:
    """The numbers of the cards that may be dealt; exactly three when they were chosen by name."""
    allowed = [card for card in cards if seats in card["players"]]
    if options["cards"] == "beginner":
        allowed = [card for card in allowed if card["beginner"]]
    if options["cards"] != "chosen":
        return [card["bga_id"] for card in allowed]
    known = {card["id"]: card["bga_id"] for card in allowed}
    names = [name.strip() for name in options["chosen_cards"].split(",") if name.strip()]
    if any(name not in known and name.startswith(NEIGHBOUR) for name in names):
        raise BadOption("a bonus card that compares with the player on the left needs three players or more")
    for name in names:
        if name not in known:
            raise BadOption(
                "there is no bonus card '{name}' for {seats} seats; there are {known}",
                name=name,
                seats=seats,
                known=", ".join(known),
            )
    if len(names) != 3 or len(set(names)) != 3:
        raise BadOption("choose three different bonus cards, no more and no fewer")
    return [known[name] for name in names]


def check(cards: Sequence[Facts], seats: int, options: Mapping[str, str]) -> None:
    """BadOption when the options do not fit together."""
    if options["cards"] == "chosen":
        pool(cards, seats, options)
    elif options["chosen_cards"]:
        raise BadOption("chosen_cards needs cards=chosen")
