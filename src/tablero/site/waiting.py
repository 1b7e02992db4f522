"""The waiting room: who sits at a table before its game begins, how friends come, what can be changed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import segno
from markupsafe import Markup

from tablero.bots import LEVELS
from tablero.core.speech import Speech
from tablero.site.opening import house_terms, options_of, paces, times, visibilities
from tablero.site.render import render
from tablero.table import Table, Terms
from tablero.table.terms import DAY

if TYPE_CHECKING:
    from tablero.site.tableau import Sight

LEVEL = 3  # of a bot that fills a seat, unless another is chosen


def waiting_room(table: Table, sight: Sight, names: Sequence[str]) -> dict[str, str]:
    """The parts of the page: the room itself, and the form in which whoever opened the table changes it."""
    seat, tongue = sight.seat, sight.tongue
    opener = seat is not None and table.host == table.holders[seat].person
    link = f"{sight.address}/join/{table.invitations.link}" if seat is not None else ""
    open_seats = sum(holder.kind == "open" for holder in table.holders)
    room = render(
        "parts/waiting.jinja", tongue, table=table, names=names, game=table.game, seat=seat, opener=opener, link=link,
        code=qr_code(link) if link else "", here=_here(table, sight), levels=LEVELS, usual=LEVEL, welcome=sight.welcome,
        sent_away=sight.sent_away,
        open_seats=open_seats, agreed=agreed_on(table, tongue.say), named=sorted(table.invitations.named.values()),
    )  # fmt: skip
    return {"waiting": room, "agreeing": _form(table, sight) if opener else ""}


def _form(table: Table, sight: Sight) -> str:
    game, terms, say = table.game, table.terms, sight.tongue.say
    return render(
        "parts/agreeing.jinja", sight.tongue, table=table, game=game, card={"game": game, "name": game.name}, terms=terms,
        options=options_of(game, sight.tongue, table.options), pace=paces(terms, say), times=times(terms, say),
        who=visibilities(terms, say), more=house_terms(terms, table.hints, say, True),
    )  # fmt: skip


def _here(table: Table, sight: Sight) -> list[bool]:
    """Whether somebody at a seat has the table open."""
    return [state in ("here", "idle") for state in sight.there.states] or [False] * table.seats


def agreed_on(table: Table, say: Speech) -> list[str]:
    """What those who come should know: everything that is not as at most tables."""
    terms, usual = table.terms, Terms()
    told = [
        {"listed": say("everybody may sit down"), "link": say("whoever has the link may sit down"),
         "named": say("only people who were named may sit down")}[terms.visibility],
        time_words(terms, say),
    ]  # fmt: skip
    if table.hints != "against_bots":
        told.append(say("hints for everybody") if table.hints == "everybody" else say("hints for nobody"))
    if terms.stand_in != usual.stand_in:
        told.append(say("{bot} plays for somebody who is away", bot=say(LEVELS[terms.stand_in - 1].name)))
    if not terms.watched:
        told.append(say("nobody looks on"))
    elif terms.delay:
        told.append(say.plural("spectators see it {n} turn later", "spectators see it {n} turns later", terms.delay, n=terms.delay))
    if terms.rated:
        told.append(say("rated"))
    return told


def time_words(terms: Terms, say: Speech) -> str:
    """How time is kept, in a few words."""
    if terms.pace == "live":
        return say("{minutes} minutes each, {seconds} seconds more a turn", minutes=int(terms.bank // 60), seconds=int(terms.bonus))
    if terms.pace == "days":
        days = round(terms.span / DAY)
        return say.plural("{n} day for a turn", "{n} days for a turn", days, n=days)
    return say("no clock")


@lru_cache(256)
def qr_code(link: str) -> Markup:
    """A link as a picture that phones read: dark on light by night too, or some of them would not."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", border=3, dark="#1d140c", light="#fffaf0", xmldecl=False, svgns=False, omitsize=True, nl=False,
        svgclass="scanned", lineclass=None,
    )  # fmt: skip
    return Markup(out.getvalue().decode())
