"""The table's menu (leave for a while, pause, end, resign), and the prompt of a player for whom a bot plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from tablero.bots import LEVELS
from tablero.core.drawing.icons import icon
from tablero.core.i18n.translator import Translator
from tablero.table import Cause, Table
from tablero.table.automatic import choices_on
from tablero.table.outcome import ranks
from tablero.ui.language import Language
from tablero.ui.rendering import render


@dataclass(frozen=True)
class MenuRow:
    """A line of the menu: its click does an action, opens a dialog, copies a link or leads to another page."""

    icon: str
    title: str
    about: str = ""
    action: str = ""
    opens: str = ""
    share: str = ""
    href: str = ""
    hand: str = ""  # "on" or "off": whether spectators with the link see it
    grave: bool = False
    choice: str = ""  # something done by itself that the click switches
    on: bool = False  # whether that is done


def stand_in_name(table: Table, say: Translator) -> str:
    """Return the name of the bot that stands in for players at this table."""
    return say(LEVELS[table.terms.stand_in - 1].name)


def menu_state(table: Table) -> tuple[Any, ...]:
    """Return all that `menu` reads of a table: as long as it is the same, so is the menu."""
    return (
        table.id,
        table.started,
        table.over,
        table.holders,
        table.terms,
        table.stood_in,
        table.resigned,
        table.for_end,
        table.declined,
        table.for_pause,
        table.shown,
        table.automatic,
    )


def menu(
    table: Table, seat: int | None, names: Sequence[str], language: Language, guest: bool, tournament: bool
) -> Mapping[str, str]:
    """Return the parts of the page: the rows of the menu, what resigning means, and an offer to end the game."""
    parts = {"menu": "", "resigning": "", "offer": ""}
    if seat is None or not table.started:
        return parts
    say = language.say
    rows = [] if table.over else _rows(table, seat, names, language)
    accounts = _account_rows(table, say) if guest else []
    shown = sorted([*rows, *accounts], key=lambda row: row.grave)
    if shown:
        parts["menu"] = render("table/parts/menu.jinja", language, rows=shown)
    if rows:
        parts["resigning"] = str(escape(_resigning(table, seat, say, tournament)))
        words = "" if table.represented(seat) else _offer(table, seat, names, say)
        if words:
            asked = {"open": bool(table.for_end), "mine": seat in table.for_end}
            parts["offer"] = render("table/parts/end-offer.jinja", language, **asked, words=words)
    return parts


def _rows(table: Table, seat: int, names: Sequence[str], language: Language) -> list[MenuRow]:
    say = language.say
    others = table.playing() - {seat}
    represented = table.represented(seat)
    rows = _absence_rows(table, seat, say)
    if not represented:
        rows += _automatic_rows(table, seat, language)
    if not represented and (others or table.terms.pace != "none"):
        rows.append(_pause_row(table, seat, say))
    if table.terms.watched and table.terms.visibility != "named":
        rows.append(MenuRow("link", say("Copy the link for spectators"), share=f"/t/{table.id}"))
    if table.terms.watched and not represented:
        rows.append(_hand_row(table, seat, say))
    if others and not represented:
        rows.append(_end_row(table, seat, names, say))
    if seat not in table.resigned:
        goes_on = say("asked once more; a bot plays on for the others")
        about = goes_on if _plays_on(table, seat) else say("asked once more; the game ends")
        rows.append(MenuRow("flag", say("Resign"), about, opens="resign", grave=True))
    return rows


def _absence_rows(table: Table, seat: int, say: Translator) -> list[MenuRow]:
    bot = stand_in_name(table, say)
    if seat in table.stood_in:
        return [MenuRow("user", say("I am back"), say("{bot} plays for you until then", bot=bot), action="back")]
    if seat in table.resigned or table.against_bots(seat):
        return []
    about = say("{bot} plays for you until you are back", bot=bot)
    return [MenuRow("exit", say("Leave for a while"), about, action="leave")]


def _automatic_rows(table: Table, seat: int, language: Language) -> list[MenuRow]:
    """Return the switches of what the server does by itself at a seat."""
    say, told = language.say, language.of(table.game)
    on = choices_on(table, seat)
    ends = MenuRow(
        "check",
        say("End my turn by itself"),
        say("when nothing is left to choose"),
        choice="end_turn",
        on="end_turn" in on,
    )
    answers = [
        MenuRow("check", told(answer.title), told(answer.about), choice=answer.name, on=answer.name in on)
        for answer in table.game.answers
    ]
    plans = not table.terms.rated and table.terms.pace != "live" and not table.against_bots(seat)
    made = [MenuRow("branch", say("Plan my next turns"), say("if they do this, I do that"), href=f"/t/{table.id}/plan")]
    return [ends, *answers, *(made if plans else [])]


def _pause_row(table: Table, seat: int, say: Translator) -> MenuRow:
    if table.for_pause and (table.paused or seat in table.for_pause):
        return MenuRow("play", say("Go on"), say("without a pause"), action="resume")
    return MenuRow("pause", say("Ask for a pause"), say("clocks stop when all agree"), action="pause")


def _hand_row(table: Table, seat: int, say: Translator) -> MenuRow:
    if seat in table.shown:
        return MenuRow("eye-off", say("Hide my hand again"), say("the link shows nothing any more"), hand="off")
    about = say("copies a link for whom you teach; everybody at the table is told")
    return MenuRow("eye", say("Show my hand"), about, hand="on")


def _end_row(table: Table, seat: int, names: Sequence[str], say: Translator) -> MenuRow:
    who = [names[agreed] for agreed in sorted(table.for_end)]
    agree = say.plural("{names} agrees", "{names} agree", len(who), names=say.every(who)) if who else ""
    if seat in table.for_end:
        return MenuRow("undo", say("Play on after all"), agree, action="go on")
    title = say("Agree to end") if agree else say("Offer to end")
    return MenuRow("handshake", title, agree or say("the game ends here when all agree"), action="end")


def _account_rows(table: Table, say: Translator) -> list[MenuRow]:
    """Return how a guest gets an account, with the way back to the table."""
    back = f"?back=/t/{table.id}"
    return [
        MenuRow("user", say("Create an account"), say("your seat and your games go with you"), href=f"/register{back}"),
        MenuRow("lock", say("Sign in"), href=f"/sign-in{back}"),
    ]


def _offer(table: Table, seat: int, names: Sequence[str], say: Translator) -> str:
    """Return what another player proposes, or has declined."""
    if table.declined is not None and table.declined != seat:
        return say("{name} would rather play on.", name=names[table.declined])
    if not table.for_end:
        return ""
    if seat in table.for_end:
        return say("You would like to end the game here. It ends when the others agree.")
    who = [names[other] for other in sorted(table.for_end)]
    return say.plural(
        "{names} would like to end the game here.",
        "{names} would like to end the game here.",
        len(who),
        names=say.every(who),
    )


def _plays_on(table: Table, seat: int) -> bool:
    """Whether the game goes on when a player resigns: another person has not resigned."""
    return any(h.kind == "person" and s != seat and s not in table.resigned for s, h in enumerate(table.holders))


def _resigning(table: Table, seat: int, say: Translator, tournament: bool) -> str:
    """Return what happens when a player resigns."""
    if not _plays_on(table, seat):
        if tournament:
            return say("The game ends here, and in the tournament you come last at this table.")
        return say("The game ends here, and nobody has won.")
    return say(
        "{bot} plays your seat to the end, so that the others can finish. "
        "You cannot come back into this game, and you come last.",
        bot=stand_in_name(table, say),
    )


# ---------------------------------------------------------------- the prompt


@dataclass(frozen=True)
class StatusPrompt:
    """What the prompt says in place of the game; HTML."""

    headline: str
    detail: str = ""
    buttons: str = ""


def status_prompt(
    table: Table, seat: int | None, names: Sequence[str], language: Language, tournament: bool
) -> StatusPrompt | None:
    """Return the prompt of a player for whom a bot plays, or of a game that was broken off; else None."""
    say = language.say
    if table.broken_off:
        return StatusPrompt(
            str(escape(early_end_reason(table, seat, say))), str(escape(early_end_text(table, names, say, tournament)))
        )
    if table.over or seat is None or not table.represented(seat):
        return None
    bot = stand_in_name(table, say)
    if seat in table.resigned:
        return StatusPrompt(
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
    return StatusPrompt(str(escape(say("{bot} plays for you", bot=bot))), str(escape(why)), button)


def early_end_text(table: Table, names: Sequence[str], say: Translator, tournament: bool) -> str:
    """Return what a game that was broken off counts: in a tournament the players who have not resigned win."""
    result = table.result()
    if tournament and table.resigned and result is not None:
        first = [
            names[seat] for seat, rank in enumerate(ranks(table, result)) if rank == 1 and seat not in table.resigned
        ]
        if first:
            return say.plural(
                "These are the points at that moment. In the tournament {names} wins this table.",
                "These are the points at that moment. In the tournament {names} share the win at this table.",
                len(first),
                names=say.every(first),
            )
    return say("These are the points at that moment; nobody has won.")


def early_end_reason(table: Table, seat: int | None, say: Translator) -> str:
    """Return how a game came to be broken off."""
    if table.closed:
        return say("The game ended early: whoever runs this site closed it")
    if table.for_end:
        return say("The game ended early, by agreement")
    if seat in table.resigned and len(table.resigned) == 1:
        return say("The game ended early: you have resigned")
    return say("The game ended early: everybody has resigned")


def resigned_in(
    table: Table, seat: int, language: Language, events: Sequence[tuple[int, Mapping[str, Any]]], viewer: int | None
) -> str:
    """Return for the result sheet when a player resigned, and that a bot went on."""
    say, bot = language.say, stand_in_name(table, language.say)
    made = table.resigned_after(seat)
    rounds = [event["round"] for k, event in events if "round" in event and table.made_before(k, viewer) <= made]
    if not rounds:
        return say("left, {bot} finished", bot=bot)
    return say("left in round {round}, {bot} finished", round=rounds[-1], bot=bot)
