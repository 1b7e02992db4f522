"""Lists of the tournaments that a visitor may find."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games import GAME_NAMES
from tablero.site.tournaments.text import stage_note, subtitle
from tablero.site.web.identity import Guest
from tablero.store import Store
from tablero.tournaments.tournament import Tournament
from tablero.ui.language import Language
from tablero.ui.rendering import render

TOURNAMENT_POLL_SECONDS = 5.0  # where other processes change tournaments too


@dataclass(frozen=True)
class TournamentLine:
    """A tournament in a list. `turn`: the visitor owes a decision at one of its tables."""

    tournament: Tournament
    about: str
    note: str
    mine: bool
    turn: bool
    invited: bool


async def tournament_lists(store: Store, guest: Guest, language: Language) -> str:
    """Return the lists as HTML: the visitor's own tournaments, and others that are open, running and over."""
    mine = await store.tournaments.of(guest.id)
    own = {tournament.key for tournament in mine}
    others = [tournament for tournament in await store.tournaments.listed() if tournament.key not in own]
    tables = await store.tables_of(guest.id) if mine else []
    waiting = {table.id for table in tables if any(table.holders[seat].person == guest.id for seat in table.actors)}

    def lines(tournaments: list[Tournament]) -> list[TournamentLine]:
        return [_line(one, guest, language, waiting) for one in tournaments if one.rules.game in GAME_NAMES]

    found = lines(others)
    return render(
        "tournaments/parts/tournament-lists.jinja",
        language,
        mine=sorted(lines(mine), key=lambda line: (not line.turn, line.tournament.stage in ("over", "closed"))),
        **{stage: [line for line in found if line.tournament.stage == stage] for stage in ("open", "running", "over")},
    )


def _line(tournament: Tournament, guest: Guest, language: Language, waiting: set[str]) -> TournamentLine:
    player = tournament.player_of(guest.id)
    return TournamentLine(
        tournament,
        subtitle(tournament, language),
        stage_note(tournament, language),
        player is not None or tournament.host == guest.id,
        any(table.match in waiting for table in tournament.tables if table.stage == "running"),
        player is not None and player.state == "invited" and tournament.stage == "open",
    )
