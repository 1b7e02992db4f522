"""What must hold after every schedule, worked out again from the logs."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tablero.cli.simulate_faults.replaced import MESSAGES_APART
from tablero.cli.simulate_faults.world import World, read_tables
from tablero.people import RatedPlayer, Rating, bot_rating, rated
from tablero.store.people.ratings import places_of
from tablero.table import Cause, Table
from tablero.table.clock import PREGAME_KINDS
from tablero.table.outcome import outcomes, ranks

if TYPE_CHECKING:
    from tablero.cli.simulate_faults.schedule import ScheduleOutcome

SLACK = 1.5  # seconds by which a move may be dated back


async def check(world: World, outcome: ScheduleOutcome) -> None:
    """Note in the outcome what does not hold."""
    ids = [id for (id,) in world.reader.execute("SELECT id FROM matches ORDER BY created, id").fetchall()]
    tables = await read_tables(world, ids)
    outcome.acknowledged = len(world.acks)
    for id, table in tables.items():
        _check_log(world, outcome, table)
        _check_summary(world, table)
        _check_results(world, table)
        _check_clocks(world, table)
    _check_ratings(world, tables)
    _check_tournaments(world, tables)
    _check_messages(world)


def _check_log(world: World, outcome: ScheduleOutcome, table: Table) -> None:
    """Every acknowledged request is in the log, once, and after those that were acknowledged before it was sent."""
    acks = [ack for ack in world.acks if ack.table == table.id]
    numbers: dict[str, list[int]] = {}
    for row in table.rows:
        numbers.setdefault(row.action_id, []).append(row.number)
    for action, found in numbers.items():
        if len(found) > 1:
            world.wrong(f"{action} is in the log of {table.id} {len(found)} times")
    for where, action, sent_last in world.refused:
        if where == table.id and action in numbers and table.rows[numbers[action][0] - 1].time < sent_last:
            world.wrong(f"{action} was refused when it was sent again, and is in the log of {table.id}")
    for ack in acks:
        if ack.action not in numbers:
            outcome.lost += 1
            world.wrong(f"{ack.action} was acknowledged and is not in the log of {table.id}")
    latest = 0
    told = sorted((ack.told, numbers[ack.action][0]) for ack in acks if ack.action in numbers)
    place = 0
    for sent, number, action in sorted((a.sent, numbers[a.action][0], a.action) for a in acks if a.action in numbers):
        while place < len(told) and told[place][0] < sent:
            latest = max(latest, told[place][1])
            place += 1
        if number < latest:
            world.wrong(f"{action} was sent after row {latest} of {table.id} was told, and is row {number}")
    times = [row.time for row in table.rows]
    if times != sorted(times):
        world.wrong(f"the rows of {table.id} are not in the order of their times")


def _check_summary(world: World, table: Table) -> None:
    """What lists show is what the log says."""
    query = "SELECT version, stage FROM matches WHERE id = ?"
    version, stage = world.reader.execute(query, [table.id]).fetchone()
    if version != table.version or (stage == "over") != table.over:
        world.wrong(f"lists show {table.id} {stage} at version {version}, its log has {table.version} rows")


def _check_results(world: World, table: Table) -> None:
    """A finished game has its results, once; no other game has any."""
    query = "SELECT seat, person, level, score, place, won FROM results WHERE match = ? ORDER BY seat"
    kept = [tuple(row) for row in world.reader.execute(query, [table.id])]
    expected = [(o.seat, o.person, o.level, o.score, o.place, o.won) for o in outcomes(table)]
    if kept != expected:
        world.wrong(f"the results of {table.id} are {kept}, its log says {expected}")


def _check_clocks(world: World, table: Table) -> None:
    """No time has run out for a player who has not owed a decision for so long."""
    terms = table.terms
    if terms.pace == "none":
        return
    begun = max((row.number for row in table.rows if row.kind in PREGAME_KINDS), default=0)
    allowed = terms.bank + terms.bonus if terms.pace == "live" else terms.span
    again = table.rebuilt()
    owed = [0.0] * table.seats
    returned: set[int] = set()
    before = table.created
    for row in table.rows:
        for seat in again.actors():
            if row.number > begun and not again.represented(seat) and not again.paused:
                owed[seat] += row.time - before
        before = row.time
        timed_out = row.kind == "away" and row.move == Cause.TIME and row.seat not in returned
        if timed_out and owed[row.seat] < allowed - SLACK:
            world.wrong(f"seat {row.seat} of {table.id} was out of time after {owed[row.seat]:.1f} s of {allowed:.0f}")
        if row.kind == "back":
            returned.add(row.seat)
        again.apply(row)


def _check_ratings(world: World, tables: dict[str, Table]) -> None:
    """Each rated game counts once, and its ratings follow from those before it."""
    query = "SELECT match, game, person, mu, sigma FROM ratings ORDER BY rowid"
    kept = world.reader.execute(query).fetchall()
    counted = Counter((match, game, person) for match, game, person, _, _ in kept)
    for key, times in counted.items():
        if times > 1:
            world.wrong(f"{key} was rated {times} times")
    latest: dict[tuple[str, str], Rating] = {}
    grouped: dict[tuple[str, str], list[Any]] = {}
    for match, game, person, mu, sigma in kept:
        grouped.setdefault((match, game), []).append((person, Rating(mu, sigma)))
    for (match, game), rows in grouped.items():
        found = outcomes(tables[match])
        places = places_of([(one.place, one.absent) for one in found])
        sides = [
            RatedPlayer(bot_rating(one.level), place, bot=True)
            if one.level
            else RatedPlayer(latest.get((one.person, game), Rating()), place)
            for one, place in zip(found, places, strict=True)
        ]
        for one, after in zip(found, rated(sides), strict=True):
            if not one.level:
                latest[one.person, game] = after
        expected = {one.person: latest[one.person, game] for one in found if not one.level}
        if dict(rows) != expected:
            world.wrong(f"the ratings after {match} are {rows}, its log says {expected}")
    waiting = world.reader.execute("SELECT count(*) FROM results WHERE rated = 1").fetchone()[0]
    accounts = {id for (id,) in world.reader.execute("SELECT person FROM accounts")}
    for id, table in tables.items():
        people = [holder.person for holder in table.holders if holder.kind == "person"]
        counts = table.terms.rated and outcomes(table) and len({*people}) == len(people) and accounts.issuperset(people)
        if counts and not waiting and (id, table.game.name) not in grouped:
            world.wrong(f"{id} was rated and changed no rating")


def _check_tournaments(world: World, tables: dict[str, Table]) -> None:
    """Each table of a tournament was drawn and opened once, and has the result that its log says."""
    query = "SELECT cup, round, number, match, stage, ranks, scores FROM cup_tables"
    drawn = world.reader.execute(query).fetchall()
    for place, times in Counter((tournament, turn, number) for tournament, turn, number, *_ in drawn).items():
        if times > 1:
            world.wrong(f"the table {place} of a tournament was drawn {times} times")
    for _, _, _, match, stage, kept, scores in drawn:
        table = tables.get(match)
        if not match or table is None:
            continue
        result = table.result()
        expected = (None, None) if result is None else (str(ranks(table, result)), str(list(result.scores)))
        if stage == "over" and (kept, scores) != expected:
            world.wrong(f"a tournament has {(kept, scores)} for {match}, its log says {expected}")


def _check_messages(world: World) -> None:
    """Where nothing prevents a process from noting what it has sent, two messages to a person are some time apart."""
    plan = world.plan
    faults = (plan.deaths, world.database.failed, world.network.lost)
    for who in {who for _, who in world.network.messages} if not any(faults) else ():
        times = [when for when, other in world.network.messages if other == who]
        if any(after - before < MESSAGES_APART - 1 for before, after in pairwise(times)):
            world.wrong(f"{who} was sent messages at {times}")
