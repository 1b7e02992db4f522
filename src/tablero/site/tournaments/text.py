"""Sentences about tournaments: rules, points, dates, and the state of a tournament, its rounds and tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction

from babel.dates import format_interval, format_timedelta

from tablero.games import game as find_game
from tablero.table import Table, Terms
from tablero.table.terms import DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS
from tablero.tournaments.tournament import Rules, Tournament, TournamentTable
from tablero.ui.language import Language
from tablero.ui.names import called, seat_name

QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}


def points_of(points: Fraction) -> str:
    """Return points with a fraction sign: shared places and smaller tables make quarters at most.

    >>> [points_of(Fraction(quarters, 4)) for quarters in (44, 14, 3, 0)]
    ['11', '3½', '¾', '0']
    """
    whole, quarters = divmod(round(points * 4), 4)
    return f"{whole if whole or not quarters else ''}{QUARTERS[quarters]}"


def pace_of(rules: Rules, language: Language) -> str:
    """Return how much time players have."""
    say, terms = language.say, Terms.stored(rules.terms)
    if terms.pace == "live":
        minutes, seconds = round(terms.bank / MINUTE_SECONDS), round(terms.bonus)
        return say("{minutes} min for each, and {seconds} s more a turn", minutes=minutes, seconds=seconds)
    if terms.pace == "days" and terms.span < DAY_SECONDS:
        hours = round(terms.span / HOUR_SECONDS)
        return say.plural("{n} hour for a turn", "{n} hours for a turn", hours, n=hours)
    if terms.pace == "days":
        days = round(terms.span / DAY_SECONDS)
        return say.plural("{n} day for a turn", "{n} days for a turn", days, n=days)
    return say("no clock")


def subtitle(tournament: Tournament, language: Language) -> str:
    """Return the whole tournament in one line."""
    say, rules = language.say, tournament.rules
    players = sum(player.state != "invited" for player in tournament.players)
    rounds = tournament.length - rules.final
    parts = [
        find_game(rules.game).title,
        say.plural("{n} player", "{n} players", players, n=players),
        say.plural(
            "{n} round at tables of {seats}", "{n} rounds at tables of {seats}", rounds, n=rounds, seats=rules.seats
        ),
        pace_of(rules, language),
        *([say("rated")] if Terms.stored(rules.terms).rated else []),
    ]
    return ", ".join(parts)


def places_worth(rules: Rules, language: Language) -> str:
    """Return the headline of the standings."""
    worth = language.say.every([str(points) for points in range(rules.seats, 0, -1)])
    return language.say("{worth} points for the places; then game points", worth=worth)


def days(begin: float, end: float, language: Language) -> str:
    """Return the days from one moment to another."""
    first, last = (datetime.fromtimestamp(moment, UTC) for moment in (begin, end))
    return str(format_interval(first, last, "MMMd", locale=language.locale))


def is_final(tournament: Tournament, number: int) -> bool:
    return tournament.rules.final and number == tournament.length


def round_title(tournament: Tournament, number: int, language: Language) -> str:
    return language.say("Final") if is_final(tournament, number) else language.say("Round {round}", round=number)


def round_note(tournament: Tournament, number: int, language: Language) -> str:
    """Return when a round was played, how many of its tables are done, or what it waits for."""
    say, drawn = language.say, [table for table in tournament.tables if table.round == number]
    if not drawn:
        before_final = tournament.rules.final and number == tournament.length - 1
        return say("then the best {n} play a final", n=tournament.rules.seats) if before_final else say("to come")
    done = sum(table.stage == "over" for table in drawn)
    if done == len(drawn):
        return days(min(t.drawn for t in drawn), max(t.ended or t.drawn for t in drawn), language)
    return say.plural("{done} of {n} table done", "{done} of {n} tables done", len(drawn), done=done, n=len(drawn))


def table_note(
    drawn: TournamentTable, table: Table | None, names: Sequence[str], mine: bool, language: Language
) -> str:
    """Return the state of a drawn table. `names` are those of its seats; `mine`: the reader owes a decision there."""
    say = language.say
    if drawn.played.bye:
        return say("has a bye in this round")
    if drawn.ranks is not None:
        order = sorted(zip(drawn.ranks, names, strict=True), key=lambda one: one[0])
        return say("finished: {places}", places=", ".join(f"{rank}. {name}" for rank, name in order))
    return say("is being laid") if table is None else _running_note(table, mine, language)


def _running_note(table: Table, mine: bool, language: Language) -> str:
    """Return how far a running game is, and for whom it waits."""
    say, parts, seats = language.say, [], table.actors()
    if seats and not mine:
        names = say.every([seat_name(table.holders[seat], say) for seat in seats])
        parts.append(say.plural("{names} thinks", "{names} think", len(seats), names=names))
    if table.terms.pace == "days" and (end := table.clocks.deadline()) is not None:
        left = format_timedelta(int(max(60, end - table.clock())), threshold=1.5, locale=language.locale)
        parts.append(say("{time} left", time=left))
    if away := [seat_name(table.holders[seat], say) for seat in table.stood_in]:
        parts.append(say("a bot stands in for {names}", names=say.every(away)))
    parts.append(say("round {round} of the game", round=table.view(None)["round"]))
    return ", ".join(parts)


def _winners(tournament: Tournament, language: Language) -> list[str]:
    first = [tournament.player(line.player) for line in tournament.standings() if line.place == 1]
    return [called(player.name, language.say) for player in first if player is not None]


def stage_note(tournament: Tournament, language: Language) -> str:
    """Return the state of a tournament, for a list."""
    say = language.say
    if tournament.stage == "running":
        final = is_final(tournament, tournament.round)
        return (
            say("Final")
            if final
            else say("Round {round} of {all}", round=max(1, tournament.round), all=tournament.length)
        )
    if tournament.stage == "over":
        names = _winners(tournament, language)
        return say.plural("{names} won", "{names} won", len(names), names=say.every(names))
    return say("People can join.") if tournament.stage == "open" else say("Closed before its end")


def stage_sentence(tournament: Tournament, language: Language) -> str:
    """Return the state of a tournament, as a sentence that screen readers announce."""
    say = language.say
    if tournament.stage == "open":
        return say("People can join.")
    if tournament.stage == "closed":
        return say("This tournament was closed before its end.")
    if tournament.stage == "over":
        names = _winners(tournament, language)
        won = say.every(names)
        return say.plural("{names} has won the tournament.", "{names} have won the tournament.", len(names), names=won)
    if not tournament.round:
        return say("The first round is being drawn.")
    return say("{round} is on.", round=round_title(tournament, tournament.round, language))


def rules_of(tournament: Tournament, language: Language) -> list[tuple[str, str]]:
    """Return the rules of a tournament, each with a headline."""
    say, rules = language.say, tournament.rules
    if rules.kind == "robin":
        meet = say(
            "Everybody against everybody: each pair meets about equally often, and everybody has each seat about "
            "equally often. The whole plan is drawn at the start."
        )
    else:
        meet = say(
            "Neighbours in the standings meet. Nobody meets the same people again while another draw exists. Seats "
            "change so that everybody begins about equally often."
        )
    if rules.fill:
        uneven = say(
            "Where players are missing, bots of level {level} fill the seats. They have a place at the table, but none "
            "in the standings.",
            level=rules.fill,
        )
    elif rules.seats == 2:
        uneven = say(
            "With an odd number of players one has a bye each round, nobody twice before everybody once. It counts as "
            "a victory."
        )
    else:
        uneven = say(
            "Where players are missing, some tables are smaller. Every table gives the same points on average, so "
            "nobody gains by that."
        )
    sections = [
        (say("Who meets whom"), meet),
        (say("Points"), _points(rules, language)),
        (
            say("Tie-break"),
            say(
                "On equal points, game points decide: at each table your points count in per cent of the table’s "
                "average, and these are added up. Then the points of those you have met. Then the place is shared."
            ),
        ),
        (say("Tables that are not full"), uneven),
        (say("Time"), _time(rules, language)),
        (
            say("Leaving"),
            say(
                "Whoever withdraws resigns at the running table: a bot plays on for the others, and the place there is "
                "the last. What was played before counts."
            ),
        ),
    ]
    if rules.final:
        final = say(
            "After the last round the best {n} of the standings play one more table. It decides their order; everybody "
            "else keeps the place.",
            n=rules.seats,
        )
        sections.insert(4, (say("Final"), final))
    chosen = _options(rules, language)
    return [*sections, (say("House rules"), chosen)] if chosen else sections


def _points(rules: Rules, language: Language) -> str:
    worth = language.say.every([str(points) for points in range(rules.seats, 0, -1)])
    return language.say(
        "The places at a table are worth {worth} points. At a smaller table the first and the last are worth the same, "
        "the others lie evenly between them. Whoever shares places shares their points.",
        worth=worth,
    )


def _time(rules: Rules, language: Language) -> str:
    say, pace = language.say, pace_of(rules, language)
    stand_in = say(
        "A bot of level {level} stands in for whoever is away too long or has no time left, and gives the seat back at "
        "any moment.",
        level=Terms.stored(rules.terms).stand_in,
    )
    return f"{pace[:1].upper()}{pace[1:]}. {stand_in}"


def _options(rules: Rules, language: Language) -> str:
    """Return the options of the game that differ from the default."""
    game = find_game(rules.game)
    say = language.of(game)
    chosen: Sequence[str] = [
        f"{option.label(say)}: {option.choice(rules.options[name], say)}"
        for name, option in game.options.items()
        if option.choices and rules.options.get(name, option.default) != option.default
    ]
    return ". ".join(chosen)
