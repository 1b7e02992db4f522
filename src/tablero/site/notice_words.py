"""What people are told, in words: one message, whatever has come together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablero.core.speech import Speech
from tablero.games import NAMES
from tablero.games import game as find_game
from tablero.people.notices import Notice, once_a_table
from tablero.site.language import Tongue
from tablero.site.lists import line_of
from tablero.site.seats import seat_name
from tablero.store import Summary

MOST_LINES = 5
NEXT = "/next"  # leads to the table that waits longest


@dataclass(frozen=True)
class Message:
    """What is told at once: a headline, a line for each thing, and where it leads."""

    title: str
    lines: tuple[str, ...]
    path: str
    table: str = ""  # the one table that it is about
    game: str = ""

    @property
    def body(self) -> str:
        return "\n".join(self.lines)


def message_of(
    notices: Sequence[Notice], tables: Mapping[str, Summary], waiting: int, person: str, tongue: Tongue
) -> Message:
    """All of it in one message. `tables` are those that are spoken of, `waiting` how many wait for this person in all."""
    told = once_a_table(notices)
    if len(told) == 1:
        return _one(told[0], tables.get(told[0].table), person, tongue)
    say = tongue.say
    turns = sum(notice.kind == "turn" for notice in told)
    if turns == len(told):
        count = max(turns, waiting)
        title = say.plural("{n} game waits for you", "{n} games wait for you", count, n=count)
    else:
        title = say.plural("{n} thing happened at your tables", "{n} things happened at your tables", len(told), n=len(told))
    messages = [_one(notice, tables.get(notice.table), person, tongue) for notice in told[:MOST_LINES]]
    lines = [message.title for message in messages]
    if len(told) > MOST_LINES:
        more = len(told) - MOST_LINES
        lines.append(say.plural("and {n} more", "and {n} more", more, n=more))
    return Message(title, tuple(lines), NEXT if turns else "/")


def _one(notice: Notice, table: Summary | None, person: str, tongue: Tongue) -> Message:
    say = tongue.say
    name = name_of(table, notice.game)
    others = _others(table, person, tongue)
    path = f"/t/{notice.table}" if notice.table else "/"
    if notice.kind == "turn":
        title, line = say("{table}: your turn", table=name), others
    elif notice.kind == "over":
        title, line = say("{table} is over", table=name), _ending(table, person, tongue)
    elif notice.kind == "invited":
        title, line = say("A seat for you: {table}", table=name), others
    elif notice.kind == "stood_in":
        title, line = say("{table}: a bot plays for you", table=name), say("Come back at any moment: the seat is yours.")
    elif notice.kind == "round":
        title, line = say("{table}: the next round begins", table=name), others
    else:
        title, line = say("Your webhook is switched off"), say("It failed several times in a row. Look at its address.")
        path = "/notices"
    return Message(title, (line,) if line else (), path, notice.table, notice.game)


def name_of(table: Summary | None, game: str) -> str:
    """What a table is called: by its own name, else by its game."""
    if table is not None and table.terms.name:
        return table.terms.name
    return find_game(game).title if game in NAMES else "Tablero"


def _others(table: Summary | None, person: str, tongue: Tongue) -> str:
    """What game it is, where the table has a name of its own, and with whom."""
    if table is None:
        return ""
    names = [seat_name(holder, tongue.say) for holder in table.holders if holder.name and holder.person != person]
    with_names = tongue.say("with {names}", names=tongue.say.every(names)) if names else ""
    game = find_game(table.game).title if table.terms.name and table.game in NAMES else ""
    return ", ".join(filter(None, (game, with_names)))


def _ending(table: Summary | None, person: str, tongue: Tongue) -> str:
    if table is None or table.game not in NAMES:
        return ""
    rank = line_of(table, person, tongue).rank
    return rank[:1].upper() + rank[1:] + "." if rank else ""


def why(word: str, say: Speech) -> str:
    """Why a message did not arrive, as a sentence with what to do about it."""
    if word.startswith("status_"):
        return say("It answered with the error {number}.", number=word.removeprefix("status_"))
    return {
        "private": say("The address leads into a private network: such places are not called."),
        "no_name": say("There is no such address: look at it again."),
        "insecure": say("The connection to it is not secure: its certificate is not valid."),
        "slow": say("It did not answer in time."),
        "unreadable": say("Its answer could not be read."),
        "refused": say("The mail address is not known there: look at it again."),
        "no_mail": say("Whoever hosts this site has not set up mail."),
    }.get(word, say("Nobody answers there."))


def mail_text(message: Message, origin: str, stop: str, say: Speech) -> str:
    """A message as a mail."""
    lines = [message.title, *message.lines] if not message.table else [*message.lines]
    return "\n".join(
        [
            *lines,
            "",
            f"{origin}{message.path}",
            "",
            "-- ",
            say("You get this because you asked to be told by mail."),
            say("What is told, and how: {address}", address=f"{origin}/notices"),
            say("No more mails: {address}", address=stop),
            "",
        ]
    )
