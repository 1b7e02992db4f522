"""What a visitor knows of each game, from tables and lessons."""

from __future__ import annotations

from statistics import mean

from tablero.bots import LEVELS
from tablero.games import games
from tablero.store import Store, Summary
from tablero.ui.game_cards import FIRST_LEVEL, USUAL_LEVEL, GameExperience


async def known_games(store: Store, person: str) -> dict[str, GameExperience]:
    """Return what the visitor with the id `person` knows of each game, by the game's name."""
    tables = [table for table in await store.tables_of(person) if any(h.person == person for h in table.holders)]
    lessons = await store.lesson_progress.of(person)
    known = {}
    for game in games():
        mine = [table for table in tables if table.game == game.name]
        finished = sum(table.over for table in mine)
        progress = [lessons.get((game.name, lesson)) for lesson in game.course.lessons]
        open_one = next((n for n, one in enumerate(progress) if one is None or not one.finished), len(progress))
        begun = progress[open_one] if open_one < len(progress) else None
        latest = max((table for table in mine if _bot_levels(table)), key=lambda table: table.created, default=None)
        usual = USUAL_LEVEL if finished else FIRST_LEVEL
        known[game.name] = GameExperience(
            played=len(mine),
            finished=finished,
            learned=progress[0] is not None and progress[0].finished,
            lesson=open_one,
            step=begun.step if begun is not None else 0,
            level=usual if latest is None else level_after(latest, person),
            latest="" if latest is None else latest.id,
        )
    return known


def _bot_levels(table: Summary) -> list[int]:
    return [holder.level for holder in table.holders if holder.kind == "bot" and holder.level]


def level_after(table: Summary, person: str) -> int:
    """Return the level that suits a player next: one more after a victory over bots, one less after a last place."""
    level = round(mean(_bot_levels(table)))
    if not table.over or table.broken_off or not table.scores:
        return level
    own = next(seat for seat, holder in enumerate(table.holders) if holder.person == person)
    if own in (table.winners or ()):
        return min(level + 1, LEVELS[-1].number)
    return max(level - (table.scores[own] == min(table.scores)), LEVELS[0].number)
