"""Sentences of notifications: one message for all that is due together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablero.core.i18n.translator import Translator
from tablero.games import GAME_NAMES
from tablero.games import game as find_game
from tablero.people.notification_policy import Notification, one_per_table
from tablero.site.table.list_line import table_line
from tablero.store import Summary
from tablero.ui.language import Language
from tablero.ui.names import seat_name

MOST_LINES = 5
NEXT = "/next"  # leads to the table that waits longest


@dataclass(frozen=True)
class NotificationText:
    """One message: a headline, a line for each notification, and the path it leads to."""

    title: str
    lines: tuple[str, ...]
    path: str
    table: str = ""  # if it is about one table
    game: str = ""

    @property
    def body(self) -> str:
        return "\n".join(self.lines)


def message_of(
    notifications: Sequence[Notification], tables: Mapping[str, Summary], waiting: int, person: str, language: Language
) -> NotificationText:
    """Return one message about all notifications.

    `tables` are those they are about, `waiting` is the number of tables that wait for the user in all.
    """
    shown = one_per_table(notifications)
    if len(shown) == 1:
        return _one(shown[0], tables.get(shown[0].table), person, language)
    say = language.say
    turns = sum(notification.kind == "turn" for notification in shown)
    if turns == len(shown):
        count = max(turns, waiting)
        title = say.plural("{n} game waits for you", "{n} games wait for you", count, n=count)
    else:
        title = say.plural(
            "{n} thing happened at your tables", "{n} things happened at your tables", len(shown), n=len(shown)
        )
    messages = [
        _one(notification, tables.get(notification.table), person, language) for notification in shown[:MOST_LINES]
    ]
    lines = [message.title for message in messages]
    if len(shown) > MOST_LINES:
        more = len(shown) - MOST_LINES
        lines.append(say.plural("and {n} more", "and {n} more", more, n=more))
    return NotificationText(title, tuple(lines), NEXT if turns else "/")


def _one(notification: Notification, table: Summary | None, person: str, language: Language) -> NotificationText:
    say = language.say
    name = name_of(table, notification.game)
    others = _others(table, person, language)
    path = f"/t/{notification.table}" if notification.table else "/"
    if notification.kind == "turn":
        title, line = say("{table}: your turn", table=name), others
    elif notification.kind == "plan":
        title, line = say("{table}: your plan asks you", table=name), others
    elif notification.kind == "over":
        title, line = say("{table} is over", table=name), _ending(table, person, language)
    elif notification.kind == "invited":
        title, line = say("A seat for you: {table}", table=name), others
    elif notification.kind == "stood_in":
        title, line = (
            say("{table}: a bot plays for you", table=name),
            say("Come back at any moment: the seat is yours."),
        )
    elif notification.kind == "round":
        title, line = say("{table}: the next round begins", table=name), others
    else:
        title, line = say("Your webhook is switched off"), say("It failed several times in a row. Look at its address.")
        path = "/notices"
    return NotificationText(title, (line,) if line else (), path, notification.table, notification.game)


def name_of(table: Summary | None, game: str) -> str:
    """Return the name of a table, else the title of its game."""
    if table is not None and table.terms.name:
        return table.terms.name
    return find_game(game).title if game in GAME_NAMES else "Tablero"


def _others(table: Summary | None, person: str, language: Language) -> str:
    """Return the game, if the table has a name of its own, and the other players."""
    if table is None:
        return ""
    names = [seat_name(holder, language.say) for holder in table.holders if holder.name and holder.person != person]
    with_names = language.say("with {names}", names=language.say.every(names)) if names else ""
    game = find_game(table.game).title if table.terms.name and table.game in GAME_NAMES else ""
    return ", ".join(filter(None, (game, with_names)))


def _ending(table: Summary | None, person: str, language: Language) -> str:
    if table is None or table.game not in GAME_NAMES:
        return ""
    rank = table_line(table, person, language).rank
    return rank[:1].upper() + rank[1:] + "." if rank else ""


def failure_text(reason: str, say: Translator) -> str:
    """Return why a message was not delivered and what to do about it."""
    if reason.startswith("status_"):
        return say("It answered with the error {number}.", number=reason.removeprefix("status_"))
    return {
        "private": say("The address is in a private network: nothing is sent there."),
        "no_name": say("There is no such address: look at it again."),
        "insecure": say("The connection to it is not secure: its certificate is not valid."),
        "slow": say("It did not answer in time."),
        "unreadable": say("Its answer could not be read."),
        "refused": say("The mail address is not known there: look at it again."),
        "no_mail": say("Whoever hosts this site has not set up mail."),
    }.get(reason, say("Nobody answers there."))


def mail_text(message: NotificationText, origin: str, stop: str, say: Translator) -> str:
    """Return a message as the text of a mail."""
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


def confirmation_text(link: str, say: Translator) -> str:
    """Return the mail that asks the owner of an address to confirm it."""
    return "\n".join(
        [
            say("Somebody, probably you, wants to be told by mail at this address when it is their turn on Tablero."),
            say("If that was you, open this page and say yes:"),
            "",
            link,
            "",
            say("If it was not, do nothing: no more mails come."),
            "",
        ]
    )
