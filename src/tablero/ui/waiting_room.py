"""The waiting room of a table before its game begins: seats, invitations, terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablero.bots import LEVELS
from tablero.core.i18n.translator import Translator
from tablero.table import Table, Terms
from tablero.table.terms import DAY_SECONDS
from tablero.ui.avatar import face
from tablero.ui.rendering import render
from tablero.ui.terms_form import more_terms, options_of, paces, times, visibilities

if TYPE_CHECKING:
    from tablero.ui.table_page import Perspective

DEFAULT_LEVEL = 3  # of a bot that fills a seat


def waiting_room(table: Table, perspective: Perspective, names: Sequence[str]) -> dict[str, str]:
    """Return the parts of the page: the room, and the form in which the host changes the table."""
    seat, language = perspective.seat, perspective.language
    opener = seat is not None and table.host == table.holders[seat].person
    link = f"{perspective.address}/join/{table.invitations.link}" if seat is not None else ""
    code = perspective.qr_code(link) if link and perspective.qr_code else ""
    open_seats = sum(holder.kind == "open" for holder in table.holders)
    room = render(
        "table/parts/waiting-room.jinja",
        language,
        table=table,
        names=names,
        game=table.game,
        seat=seat,
        opener=opener,
        link=link,
        code=code,
        here=_here(table, perspective),
        levels=LEVELS,
        cast=table.game.cast.all if table.game.cast else (),
        characters=[holder.character(table.game) for holder in table.holders],
        say_game=language.of(table.game),
        face=face,
        usual=DEFAULT_LEVEL,
        welcome=perspective.welcome,
        sent_away=perspective.sent_away,
        open_seats=open_seats,
        agreed=terms_summary(table, language.say),
        named=sorted(table.invitations.named.values()),
    )
    return {"waiting": room, "agreeing": _form(table, perspective) if opener else ""}


def _form(table: Table, perspective: Perspective) -> str:
    game, terms, say = table.game, table.terms, perspective.language.say
    return render(
        "table/parts/terms-form.jinja",
        perspective.language,
        table=table,
        game=game,
        card={"game": game, "name": game.name},
        terms=terms,
        options=options_of(game, perspective.language, table.options),
        pace=paces(terms, say),
        times=times(terms, say),
        who=visibilities(terms, say),
        more=more_terms(terms, table.hints, say, True),
    )


def _here(table: Table, perspective: Perspective) -> list[bool]:
    """Return by seat whether its player has the table open."""
    return [state in ("here", "idle") for state in perspective.presence.states] or [False] * table.seats


def terms_summary(table: Table, say: Translator) -> list[str]:
    """Return what players should know before they join: access, time, and terms that are not the default."""
    terms, usual = table.terms, Terms()
    lines = [
        {
            "listed": say("everybody may sit down"),
            "link": say("whoever has the link may sit down"),
            "named": say("only people who were named may sit down"),
        }[terms.visibility],
        time_words(terms, say),
    ]
    if table.hints != "against_bots":
        lines.append(say("hints for everybody") if table.hints == "everybody" else say("hints for nobody"))
    if terms.stand_in != usual.stand_in:
        lines.append(say("{bot} plays for somebody who is away", bot=say(LEVELS[terms.stand_in - 1].name)))
    if not terms.watched:
        lines.append(say("nobody looks on"))
    elif terms.delay:
        lines.append(
            say.plural(
                "spectators see it {n} turn later", "spectators see it {n} turns later", terms.delay, n=terms.delay
            )
        )
    if terms.rated:
        lines.append(say("rated"))
    return lines


def time_words(terms: Terms, say: Translator) -> str:
    """Return in a few words how time is kept."""
    if terms.pace == "live":
        return say(
            "{minutes} minutes each, {seconds} seconds more a turn",
            minutes=int(terms.bank // 60),
            seconds=int(terms.bonus),
        )
    if terms.pace == "days":
        days = round(terms.span / DAY_SECONDS)
        return say.plural("{n} day for a turn", "{n} days for a turn", days, n=days)
    return say("no clock")
