"""The lists of tournaments that a visitor may find."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games import NAMES
from tablero.people.cup import Cup
from tablero.site.cup_words import subtitle
from tablero.site.language import Tongue
from tablero.site.people import Guest
from tablero.site.render import render
from tablero.site.seats import called
from tablero.store import House


@dataclass(frozen=True)
class CupLine:
    """A tournament in a list."""

    cup: Cup
    about: str
    note: str
    mine: bool
    turn: bool
    invited: bool


async def cup_lists(house: House, guest: Guest, tongue: Tongue) -> str:
    """The visitor's own tournaments, those that can be joined, that run, and that are over."""
    mine = [cup for cup in await house.cups.of(guest.id) if cup.rules.game in NAMES]
    tables = await house.tables_of(guest.id) if mine else []
    waiting = {table.id for table in tables if any(table.holders[seat].person == guest.id for seat in table.actors)}
    others = [
        cup for cup in await house.cups.listed() if cup.rules.game in NAMES and cup.key not in {c.key for c in mine}
    ]
    own = [_line(cup, guest, tongue, waiting) for cup in mine]
    lines = [_line(cup, guest, tongue, waiting) for cup in others]
    return render(
        "parts/cup-lists.jinja", tongue, mine=sorted(own, key=lambda line: (not line.turn, line.cup.stage in ("over", "closed"))),
        **{stage: [line for line in lines if line.cup.stage == stage] for stage in ("open", "running", "over")},
    )  # fmt: skip


def _line(cup: Cup, guest: Guest, tongue: Tongue, waiting: set[str]) -> CupLine:
    say, player = tongue.say, cup.player_of(guest.id)
    if cup.stage == "running":
        final = cup.rules.final and cup.round == cup.length
        note = say("Final") if final else say("Round {round} of {all}", round=max(1, cup.round), all=cup.length)
    elif cup.stage == "over":
        first = [cup.player(line.player) for line in cup.standings() if line.place == 1]
        names = say.every([called(player.name, say) for player in first if player is not None])
        note = say.plural("{names} won", "{names} won", len(first), names=names)
    else:
        note = say("People can join.") if cup.stage == "open" else say("Closed before its end")
    return CupLine(
        cup, subtitle(cup, tongue), note, player is not None or cup.host == guest.id,
        any(table.match in waiting for table in cup.tables if table.stage == "running"),
        player is not None and player.state == "invited" and cup.stage == "open",
    )  # fmt: skip
