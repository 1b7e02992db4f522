"""The table's menu: leaving for a while, ending, resigning; and what the prompt says to somebody for whom a bot plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from tablero.bots import LEVELS
from tablero.core.icons import icon
from tablero.core.speech import Speech
from tablero.site.language import Tongue
from tablero.site.render import render
from tablero.store.cup_rounds import ranks
from tablero.table import Cause, Table


@dataclass(frozen=True)
class Row:
    """A line of the menu: what a click does (`deed`), or opens, or copies, or where it leads."""

    icon: str
    title: str
    about: str = ""
    deed: str = ""
    opens: str = ""
    share: str = ""
    leads: str = ""  # to another page
    hand: str = ""  # "on" or "off": whether watchers with the link see it
    grave: bool = False


def stand_in(table: Table, say: Speech) -> str:
    """Who plays for somebody at this table: the name of a level."""
    return say(LEVELS[table.terms.stand_in - 1].name)


def menu(
    table: Table, seat: int | None, names: Sequence[str], tongue: Tongue, guest: bool = False, cup: bool = False
) -> Mapping[str, str]:
    """The parts of the page: the rows of the menu, what resigning would mean, and what somebody proposes."""
    rows = _rows(table, seat, names, tongue.say) if table.started and not table.over and seat is not None else []
    accounts = _accounts(table, tongue.say) if guest and table.started and seat is not None else []
    shown = sorted([*rows, *accounts], key=lambda row: row.grave)  # what is grave comes last
    parts = {"menu": render("parts/table-menu.jinja", tongue, rows=shown) if shown else "", "resigning": "", "offer": ""}
    if rows and seat is not None:
        parts["resigning"] = str(escape(_resigning(table, seat, tongue.say, cup)))
        words = "" if table.represented(seat) else _offer(table, seat, names, tongue.say)
        if words:
            parts["offer"] = render("parts/offer.jinja", tongue, open=bool(table.for_end), mine=seat in table.for_end, words=words)
    return parts


def _rows(table: Table, seat: int, names: Sequence[str], say: Speech) -> list[Row]:
    bot, others = stand_in(table, say), table.playing() - {seat}
    rows = []
    if seat in table.stood_in:
        rows.append(Row("user", say("I am back"), say("{bot} plays for you until then", bot=bot), deed="back"))
    elif seat not in table.resigned and not table.against_bots(seat):
        rows.append(Row("exit", say("Leave for a while"), say("{bot} plays for you until you are back", bot=bot), deed="leave"))
    if not table.represented(seat) and (others or table.terms.pace != "none"):
        if table.for_pause and (table.paused or seat in table.for_pause):
            rows.append(Row("play", say("Go on"), say("without a pause"), deed="resume"))
        else:
            rows.append(Row("pause", say("Ask for a pause"), say("clocks stop when all agree"), deed="pause"))
    if table.terms.watched and table.terms.visibility != "named":
        rows.append(Row("link", say("Copy the link for spectators"), share=f"/t/{table.id}"))
    if table.terms.watched and not table.represented(seat):
        if seat in table.shown:
            rows.append(Row("eye-off", say("Hide my hand again"), say("the link shows nothing any more"), hand="off"))
        else:
            about = say("copies a link for whom you teach; everybody at the table is told")
            rows.append(Row("eye", say("Show my hand"), about, hand="on"))
    if others and not table.represented(seat):
        agreed = _agreed(table, names, say)
        if seat in table.for_end:
            rows.append(Row("undo", say("Play on after all"), agreed, deed="go on"))
        else:
            title = say("Agree to end") if agreed else say("Offer to end")
            rows.append(Row("handshake", title, agreed or say("the game ends here when all agree"), deed="end"))
    if seat not in table.resigned:
        about = say("asked once more; a bot plays on for the others") if _plays_on(table, seat) else say("asked once more; the game ends")
        rows.append(Row("flag", say("Resign"), about, opens="resign", grave=True))
    return rows


def _accounts(table: Table, say: Speech) -> list[Row]:
    """How a guest comes to an account from here, and back."""
    back = f"?back=/t/{table.id}"
    return [
        Row("user", say("Make an account"), say("your seat and your games go with you"), leads=f"/register{back}"),
        Row("lock", say("Sign in"), leads=f"/sign-in{back}"),
    ]


def _agreed(table: Table, names: Sequence[str], say: Speech) -> str:
    """Who has agreed to an end."""
    who = [names[seat] for seat in sorted(table.for_end)]
    return say.plural("{names} agrees", "{names} agree", len(who), names=say.every(who)) if who else ""


def _offer(table: Table, seat: int, names: Sequence[str], say: Speech) -> str:
    """What somebody proposes, or has declined, to one who sits there too."""
    if table.declined is not None and table.declined != seat:
        return say("{name} would rather play on.", name=names[table.declined])
    if not table.for_end:
        return ""
    if seat in table.for_end:
        return say("You would like to end the game here. It ends when the others agree.")
    who = [names[other] for other in sorted(table.for_end)]
    return say.plural("{names} would like to end the game here.", "{names} would like to end the game here.", len(who), names=say.every(who))


def _plays_on(table: Table, seat: int) -> bool:
    """Whether the game goes on when somebody resigns: there is another person who has not."""
    return any(h.kind == "person" and s != seat and s not in table.resigned for s, h in enumerate(table.holders))


def _resigning(table: Table, seat: int, say: Speech, cup: bool) -> str:
    """What happens when somebody resigns."""
    if not _plays_on(table, seat) and cup:
        return say("The game ends here, and in the tournament you come last at this table.")
    if not _plays_on(table, seat):
        return say("The game ends here, and nobody has won.")
    return say("{bot} plays your seat to the end, so that the others can finish. You cannot come back into this game, and you come last.",
               bot=stand_in(table, say))  # fmt: skip


# ---------------------------------------------------------------- the voice of the game


@dataclass(frozen=True)
class Voice:
    """What the prompt says in place of the game; HTML."""

    headline: str
    detail: str = ""
    buttons: str = ""


def voice(table: Table, seat: int | None, names: Sequence[str], tongue: Tongue, cup: bool = False) -> Voice | None:
    """What is to be said to somebody for whom a bot plays, or about a game that was broken off."""
    say = tongue.say
    if table.broken_off:
        return Voice(str(escape(ended(table, seat, say))), str(escape(early(table, names, say, cup))))
    if table.over or seat is None or not table.represented(seat):
        return None
    bot = stand_in(table, say)
    if seat in table.resigned:
        return Voice(
            str(escape(say("You have resigned"))),
            str(escape(say("{bot} plays your seat to the end. You can watch.", bot=bot))),
        )
    why = {
        Cause.WISH: say("Your seat is kept for you."),
        Cause.ABSENCE: say("You were away for longer than the others wait."),
        Cause.TIME: say("Your time had run out."),
    }[table.stood_in[seat]]
    back = escape(say("I am back"))
    button = f'<button class="btn pri" type="button" data-deed="back">{icon("user", 19)}<span>{back}</span></button>'
    return Voice(str(escape(say("{bot} plays for you", bot=bot))), str(escape(why)), button)


def early(table: Table, names: Sequence[str], say: Speech, cup: bool) -> str:
    """What a game that was broken off is worth: nothing, but a tournament gives the win to whoever has not resigned."""
    result = table.result()
    if cup and table.resigned and result is not None:
        first = [names[seat] for seat, rank in enumerate(ranks(table, result)) if rank == 1 and seat not in table.resigned]
        if first:
            return say.plural("These are the points at that moment. In the tournament {names} wins this table.", "These are the points at that moment. In the tournament {names} share the win at this table.", len(first), names=say.every(first))  # fmt: skip
    return say("These are the points at that moment; nobody has won.")


def ended(table: Table, seat: int | None, say: Speech) -> str:
    """How a game came to be broken off."""
    if table.closed:
        return say("The game ended early: whoever runs this house closed it")
    if table.for_end:
        return say("The game ended early, by agreement")
    if seat in table.resigned and len(table.resigned) == 1:
        return say("The game ended early: you have resigned")
    return say("The game ended early: everybody has resigned")


def left_in(table: Table, seat: int, tongue: Tongue, events: Sequence[tuple[int, Mapping[str, Any]]], viewer: int | None) -> str:
    """When somebody resigned, and who went on: for the end sheet."""
    say, bot = tongue.say, stand_in(table, tongue.say)
    made = table.resigned_after(seat)
    rounds = [event["round"] for k, event in events if "round" in event and table.made_before(k, viewer) <= made]
    if not rounds:
        return say("left, {bot} finished", bot=bot)
    return say("left in round {round}, {bot} finished", round=rounds[-1], bot=bot)
