"""A tournament in words: its rules, its points, its dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction

from babel.dates import format_interval

from tablero.games import game as find_game
from tablero.people.cup import Cup, Rules
from tablero.site.language import Tongue
from tablero.table import Terms
from tablero.table.terms import DAY, HOUR, MINUTE

QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}


def points_of(points: Fraction) -> str:
    """Points as people write them: places that are shared, and smaller tables, make quarters at most.

    >>> [points_of(Fraction(quarters, 4)) for quarters in (44, 14, 3, 0)]
    ['11', '3½', '¾', '0']
    """
    whole, quarters = divmod(round(points * 4), 4)
    return f"{whole if whole or not quarters else ''}{QUARTERS[quarters]}"


def pace_of(rules: Rules, tongue: Tongue) -> str:
    """How much time there is."""
    say, terms = tongue.say, Terms.of(rules.terms)
    if terms.pace == "live":
        minutes, seconds = round(terms.bank / MINUTE), round(terms.bonus)
        return say("{minutes} min for each, and {seconds} s more a turn", minutes=minutes, seconds=seconds)
    if terms.pace == "days" and terms.span < DAY:
        hours = round(terms.span / HOUR)
        return say.plural("{n} hour for a turn", "{n} hours for a turn", hours, n=hours)
    if terms.pace == "days":
        days = round(terms.span / DAY)
        return say.plural("{n} day for a turn", "{n} days for a turn", days, n=days)
    return say("no clock")


def subtitle(cup: Cup, tongue: Tongue) -> str:
    """The whole tournament in one line."""
    say, rules = tongue.say, cup.rules
    players = sum(player.state != "invited" for player in cup.players)
    rounds = cup.length - rules.final
    parts = [
        find_game(rules.game).title,
        say.plural("{n} player", "{n} players", players, n=players),
        say.plural("{n} round at tables of {seats}", "{n} rounds at tables of {seats}", rounds, n=rounds, seats=rules.seats),
        pace_of(rules, tongue),
    ]  # fmt: skip
    return ", ".join(parts)


def places_worth(rules: Rules, tongue: Tongue) -> str:
    """What stands over the standings."""
    worth = tongue.say.every([str(points) for points in range(rules.seats, 0, -1)])
    return tongue.say("{worth} points for the places; then game points", worth=worth)


def best_of(rules: Rules, tongue: Tongue) -> str:
    return tongue.say("then the best {n} play a final", n=rules.seats)


def days(begin: float, end: float, tongue: Tongue) -> str:
    """From one day to another."""
    first, last = (datetime.fromtimestamp(moment, UTC) for moment in (begin, end))
    return str(format_interval(first, last, "MMMd", locale=tongue.locale))


def rules_of(cup: Cup, tongue: Tongue) -> list[tuple[str, str]]:
    """The rules of a tournament, each with a headline."""
    say, rules = tongue.say, cup.rules
    if rules.kind == "robin":
        meet = say("Everybody against everybody: each pair meets about equally often, and everybody has each seat about "
                   "equally often. The whole plan is drawn at the start.")  # fmt: skip
    else:
        meet = say("Neighbours in the standings meet. Nobody meets the same people again while another draw exists. Seats change "
                   "so that everybody begins about equally often.")  # fmt: skip
    if rules.fill:
        uneven = say("Where the number of players does not divide, bots of level {level} fill the seats. They take places at "
                     "the table and none in the standings.", level=rules.fill)  # fmt: skip
    elif rules.seats == 2:
        uneven = say("With an odd number of players one has a bye each round, nobody twice before everybody once. It counts as a "
                     "victory.")  # fmt: skip
    else:
        uneven = say("Where the number of players does not divide, some tables are smaller. Every table gives the same points on "
                     "average, so nobody gains by that.")  # fmt: skip
    told = [
        (say("Who meets whom"), meet),
        (say("Points"), _points(rules, tongue)),
        (say("Tie-break"), say("Equal points are decided by game points: at each table its average counts 100, and what you have "
                               "beside that is added up. Then by the points of those whom you have met. Then the place is "
                               "shared.")),
        (say("Numbers that do not divide"), uneven),
        (say("Time"), _time(rules, tongue)),
        (say("Leaving"), say("Whoever withdraws resigns at the running table, where a bot plays on for the others and the place "
                             "is the last one. What was played before counts.")),
    ]  # fmt: skip
    if rules.final:
        final = say("After the last round the best {n} of the standings play one more table. It decides their order; everybody else "
                    "keeps the place.", n=rules.seats)  # fmt: skip
        told.insert(4, (say("Final"), final))
    chosen = _options(rules, tongue)
    return [*told, (say("House rules"), chosen)] if chosen else told


def _points(rules: Rules, tongue: Tongue) -> str:
    worth = tongue.say.every([str(points) for points in range(rules.seats, 0, -1)])
    return tongue.say("The places at a table are worth {worth} points. At a smaller table the first and the last are worth the same, "
                      "the others lie evenly between them. Whoever shares places shares their points.", worth=worth)  # fmt: skip


def _time(rules: Rules, tongue: Tongue) -> str:
    say, pace = tongue.say, pace_of(rules, tongue)
    stand_in = say("A bot of level {level} stands in for whoever is away too long or has no time left, and gives the seat back at "
                   "any moment.", level=Terms.of(rules.terms).stand_in)  # fmt: skip
    return f"{pace[:1].upper()}{pace[1:]}. {stand_in}"


def _options(rules: Rules, tongue: Tongue) -> str:
    """The options of the game that differ from the usual."""
    game = find_game(rules.game)
    say = tongue.of(game)
    chosen: Sequence[str] = [
        f"{option.label(say)}: {option.choice(rules.options[name], say)}"
        for name, option in game.options.items()
        if option.choices and rules.options.get(name, option.default) != option.default
    ]
    return ". ".join(chosen)
