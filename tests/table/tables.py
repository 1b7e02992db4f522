"""Tables for tests, played without a store."""

from collections.abc import Sequence
from itertools import count

from tablero import game, seeded
from tablero.table import Holder, Table

NAMES = ("Anna", "Ben", "Cleo", "Dora")
_numbers = count()


def new_table(seats: int = 2, seed: int = 1, of: str = "yaxha", **options: str) -> Table:
    holders = [Holder("person", NAMES[seat], f"person-{seat}") for seat in range(seats)]
    return Table("t", game(of), seats, options, holders, seed, "salt")


def reload(table: Table, snapshot: object = None) -> Table:
    """The same table, read from its rows, with a snapshot or without."""
    args = (table.id, table.game, table.seats, table.options, table.holders, table.seed, table.salt, table.host)
    return Table(*args, rows=table.rows, snapshot=snapshot)  # type: ignore[arg-type]


def play(table: Table, seat: int, move: int) -> None:
    table.apply(table.play(seat, move, table.version_for(seat), f"a{next(_numbers)}"))


def undo(table: Table, seat: int) -> None:
    table.apply(table.undo(seat, f"a{next(_numbers)}"))


def restart(table: Table, seat: int) -> None:
    table.apply(table.restart(seat, f"a{next(_numbers)}"))


def play_on(table: Table, moves: int, seed: int) -> None:
    """Random legal moves by random actors."""
    luck = seeded(seed)
    for _ in range(moves):
        actors = table.actors()
        if not actors:
            return
        seat = actors[luck.below(len(actors))]
        legal = table.state.moves(seat)
        play(table, seat, legal[luck.below(len(legal))])


def play_until(table: Table, phase: str, seed: int) -> None:
    for step in range(500):
        if table.view(None)["phase"] == phase and not table._history.live.made:
            return
        play_on(table, 1, seed * 1000 + step)


def seen(table: Table, seat: int | None) -> dict[str, object]:
    """Everything that comes out of a table for a viewer."""
    stops = table.checkpoints(seat)
    out: dict[str, object] = {
        "view": table.view(seat),
        "log": table.log(seat),
        "stops": stops,
        "version": table.version_for(seat),
        "history": [(table.at(k).view(seat), table.at(k).log(seat)) for k in tail(stops)],
        "beyond": [table.at(stops[-1][0] + more).view(seat) for more in (1, 2, 5)],
        "record": table.record(),
        "commitment": table.commitment,
    }
    if seat is not None:
        out["undo"] = table.can_undo(seat)
        out["preview"] = [table.preview(seat, move) for move in table.state.moves(seat)[:4]]
    return out


def tail(stops: Sequence[tuple[int, str]]) -> list[int]:
    return [k for k, _ in stops[-6:]]
