"""The form that opens a table or changes one before its game begins: its choices, and what a visitor chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.core.option import Option
from tablero.people.names import tidy_name
from tablero.table import HINT_CHOICES, Terms
from tablero.table.pregame import SetupChange
from tablero.table.terms import DAY_SECONDS, LONGEST_NAME, MINUTE_SECONDS, Pace, Visibility
from tablero.ui.language import Language

LIVE = {
    "5": (5 * MINUTE_SECONDS, 10.0),
    "10": (10 * MINUTE_SECONDS, 15.0),
    "20": (20 * MINUTE_SECONDS, 30.0),
    "45": (45 * MINUTE_SECONDS, 60.0),
}  # bank and bonus in seconds, by minutes
SPANS = (1, 2, 3, 7)  # days for a turn
DELAYS = (0, 1, 2, 3, 5, 10)  # turns


@dataclass(frozen=True)
class Choice:
    """A field with a list of (value, words), and the value that is chosen."""

    field: str
    label: str
    choices: list[tuple[str, str]]
    chosen: str
    when: str = ""  # shown where another field has a value: "pace=live"


def paces(terms: Terms, say: Translator) -> Choice:
    """Return the choice of how time is kept."""
    known = [("none", say("No clock")), ("live", say("Live tonight")), ("days", say("Over days"))]
    return Choice("pace", say("Time"), known, terms.pace)


def visibilities(terms: Terms, say: Translator) -> Choice:
    known = [("listed", say("Everybody")), ("link", say("By link")), ("named", say("By name"))]
    return Choice("visibility", say("Who may come"), known, terms.visibility)


def times(terms: Terms, say: Translator) -> list[Choice]:
    """Return the choices that belong to one pace."""
    live = [
        (name, say("{minutes} minutes each, {seconds} seconds more a turn", minutes=name, seconds=int(bonus)))
        for name, (_, bonus) in LIVE.items()
    ]
    chosen = next((name for name, known in LIVE.items() if known == (terms.bank, terms.bonus)), "20")
    spans = [(str(days), say.plural("{n} day for a turn", "{n} days for a turn", days, n=days)) for days in SPANS]
    return [
        Choice("live", say("Clock"), live, chosen, "pace=live"),
        Choice("span", say("Clock"), spans, str(int(terms.span // DAY_SECONDS)), "pace=days"),
    ]


def more_terms(terms: Terms, hints: str, say: Translator, may_rate: bool) -> list[Choice]:
    """Return the choices that most users leave as they are."""
    bots, everybody, nobody = say("against bots alone"), say("for everybody"), say("for nobody")
    helped = [("against_bots", bots), ("everybody", everybody), ("nobody", nobody)]
    beginnings = [("no", say("when every seat is taken")), ("yes", say("when I say so"))]
    levels = [(str(level.number), f"{level.number}, {say(level.name)}") for level in LEVELS]
    spectators = [("yes", say("whoever has the link")), ("no", say("nobody"))]
    delays = [
        (str(n), say.plural("{n} turn later", "{n} turns later", n, n=n) if n else say("at once")) for n in DELAYS
    ]
    offered = [
        Choice("hints", say("Hints"), helped, hints),
        Choice("held", say("The game begins"), beginnings, _yes(terms.held)),
        Choice("stand_in", say("Who plays for somebody who is away"), levels, str(terms.stand_in)),
        Choice("watched", say("Who may look on"), spectators, _yes(terms.watched)),
        Choice("delay", say("They see the game"), delays, str(terms.delay), "watched=yes"),
    ]
    if may_rate:
        rated = [("no", say("no")), ("yes", say("yes, everybody has an account"))]
        offered.append(Choice("rated", say("Rated"), rated, _yes(terms.rated)))
    return offered


def _yes(true: bool) -> str:
    return "yes" if true else "no"


# ---------------------------------------------------------------- the options of a game


def options_of(game: Game, language: Language, chosen: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Return the options as the form shows them: the first two at once, the rest under "House rules". Those for a
    single player come last."""
    known = chosen or {}
    shown = sorted((one for one in game.options.values() if len(one.choices) != 1), key=lambda one: one.alone)
    return [
        _option(game, option, language, str(known.get(option.name, option.default)), number < 2)
        for number, option in enumerate(shown)
    ]


def _option(game: Game, option: Option, language: Language, value: str, first: bool) -> dict[str, Any]:
    say = language.of(game)
    home = _choice_of_text(game, option)
    return {
        "field": f"{game.name}.{option.name}",
        "label": option.label(say),
        "choices": [(value, option.choice(value, say)) for value in option.choices],
        "among": [(value, option.choice(value, say)) for value in option.among],
        "value": value,
        "ticked": value.split(","),
        "first": first,
        "alone": option.alone,
        "when": f"{game.name}.{home[0]}={home[1]}" if home else "",
    }


def _choice_of_text(game: Game, option: Option) -> tuple[str, str] | None:
    """Return the choice that a free text is named after: for chosen_cards, cards=chosen."""
    value, _, name = option.name.partition("_")
    other = game.options.get(name)
    return (name, value) if not option.choices and other is not None and value in other.choices else None


def chosen_options(game: Game, data: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a submitted form, without texts that belong to choices not made."""
    chosen = {name: data[f"{game.name}.{name}"] for name in game.options if data.get(f"{game.name}.{name}")}
    for option in game.options.values():
        if ticked := [value for value in option.among if f"{game.name}.{option.name}.{value}" in data]:
            chosen[option.name] = ",".join(ticked)
        home = _choice_of_text(game, option)
        if home is not None and chosen.get(home[0], game.options[home[0]].default) != home[1]:
            chosen.pop(option.name, None)
    return chosen


# ---------------------------------------------------------------- submitted forms


def chosen_terms(data: Mapping[str, str], before: Terms | None = None) -> Terms:
    """Return the terms of a submitted form; fields that it lacks stay as in `before`. Raise BadOption."""
    usual = before or Terms()
    bank, bonus = LIVE.get(data.get("live", ""), (usual.bank, usual.bonus))
    said = {"yes": True, "no": False}
    terms = Terms(
        name=tidy_name(data.get("name", usual.name))[:LONGEST_NAME],
        visibility=cast(Visibility, data.get("visibility", usual.visibility)),
        pace=cast(Pace, data.get("pace", usual.pace)),
        bank=bank,
        bonus=bonus,
        span=number(data["span"]) * DAY_SECONDS if "span" in data else usual.span,
        absence=usual.absence,
        stand_in=number(data["stand_in"]) if "stand_in" in data else usual.stand_in,
        watched=said.get(data.get("watched", ""), usual.watched),
        delay=number(data["delay"]) if "delay" in data else usual.delay,
        rated=said.get(data.get("rated", ""), usual.rated),
        held=said.get(data.get("held", ""), usual.held),
    )
    terms.check()
    return terms


def setup_change(game: Game, data: Mapping[str, str], before: Terms) -> SetupChange:
    """Return what a submitted form changes about a table before its game."""
    seats = data.get(f"seats-{game.name}", "")
    return SetupChange(
        number(seats) if seats else None,
        chosen_options(game, data),
        data.get("hints", HINT_CHOICES[0]),
        chosen_terms(data, before),
    )


def invited_names(data: Mapping[str, str]) -> list[str]:
    """Return the names in a submitted form, once each."""
    if data.get("visibility") != "named":
        return []
    return list(dict.fromkeys(filter(None, (tidy_name(name) for name in data.get("invited", "").split(",")))))


def number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise BadOption("'{text}' is not a number that can be chosen here", text=text)
    return int(text)
