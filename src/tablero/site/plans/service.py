"""Plans at tables of the store: who may make one, how it is kept, taken away and shown."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from tablero.store import Store
from tablero.store.tables.plans import StoredPlan
from tablero.table import LogRow, Refusal, Table
from tablero.table.automatic import PLAY_PLAN
from tablero.table.plans import PlanLine, PlannedMove, TurnPlan, check, decide, new_plan, write


def check_may_plan(table: Table, seat: int) -> None:
    """Raise Refusal where plans are not made: in rated and live games, before the start and after the end."""
    if not table.started or table.over:
        raise Refusal("a plan is made while a game runs")
    if table.terms.rated:
        raise Refusal("in a rated game every move is made by its player: there are no plans")
    if table.terms.pace == "live":
        raise Refusal("plans are for games over days and games without a clock")
    if table.represented(seat):
        raise Refusal("a bot plays for you: come back first")


async def keep_plan(
    store: Store, table: Table, seat: int, lines: Sequence[PlanLine], base: TurnPlan | None = None
) -> TurnPlan:
    """Keep a plan for a seat in place of another, for the position of `base` if it is given. Raise Refusal or
    BadOption."""
    check_may_plan(table, seat)
    if base is None:
        plan = new_plan(table, seat, lines)
    else:
        check(table.game, table.seats, seat, lines)
        plan = TurnPlan(base.since, base.facts, tuple(lines))
    await store.plans.save(table.id, seat, write(plan))
    if table.automatic.get(seat, 0) & PLAY_PLAN:
        await switch(store, table.id, seat, True)  # what is under way by the old plan does not count any more
    return plan


async def remove_plan(store: Store, table: Table, seat: int) -> None:
    """Delete the plan of a seat; first it is not played any more."""
    if table.automatic.get(seat, 0) & PLAY_PLAN:
        await switch(store, table.id, seat, False)
    await store.plans.remove(table.id, seat)


async def switch(store: Store, id: str, seat: int, on: bool) -> None:
    """Have the plan of a seat played by itself, or no longer."""
    action_id = f"plan-switch-{secrets.token_hex(8)}"

    def make(table: Table) -> LogRow:
        bits = table.automatic.get(seat, 0)
        return table.automate(seat, bits | PLAY_PLAN if on else bits & ~PLAY_PLAN, action_id)

    await store.append(id, seat, action_id, make)


def proposed(plan: TurnPlan, stored: StoredPlan, table: Table, seat: int) -> str:
    """Return the move that a plan says now, in notation; empty where it says none."""
    decision = None if stored.stopped else decide(plan, table, seat)
    return table.game.write(table.state, seat, decision.move) if isinstance(decision, PlannedMove) else ""
