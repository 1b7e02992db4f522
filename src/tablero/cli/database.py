"""Commands for the database: back up, restore, prune; and the host's token."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import Parameter

from tablero.cli.console import Json, Refused, out, print_json
from tablero.cli.parts import need
from tablero.cli.serve import data_file, database_url
from tablero.cli.settings import Database, File

DAY = 24 * 3600
Days = Annotated[float | None, Parameter(negative="")]
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine; raise Refused if the store raises StoreError."""
    from tablero.store import StoreError
    from tablero.store.errors import for_the_host

    try:
        return asyncio.run(work)
    except StoreError as error:
        raise Refused(for_the_host(error)) from None


def existing(database: str) -> str:
    """Return the address of a database. Raise Refused if it is a file that does not exist."""
    need("site")
    if "://" not in database:
        path = Path(database).expanduser() if database else data_file()
        if not path.is_file():
            raise Refused(f"there is no database {path}; name it with --data")
    return database_url(database)


def backup(
    file: Path,
    /,
    *,
    database: Database = "",
    replace: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
    settings: File = None,
) -> int:
    """Copy the database into a file, while the site goes on.

    Parameters
    ----------
    file
        The copy: an SQLite file, whichever database it is of. `tablero restore` fills either kind from it.
    replace
        Whether a file of that name may be replaced.
    """
    source = existing(database)
    if file.exists() and not replace:
        raise Refused(f"{file} is there already; name another file, or say --replace")
    from tablero.store.database.backup import back_up

    try:
        contents = run(back_up(source, file))
    except OSError as error:
        raise Refused(f"{file} cannot be written: {error.strerror}; name another file") from None
    return print_contents(f"{file} holds", file, contents.tables, contents.moves, json)


def restore(
    file: Path,
    /,
    *,
    database: Database = "",
    replace: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
    settings: File = None,
) -> int:
    """Fill an empty database from a copy. Stop the site first.

    Parameters
    ----------
    file
        A copy that `tablero backup` has made.
    replace
        Whether everything that the database holds may be replaced.
    """
    if not file.is_file():
        raise Refused(f"there is no file {file}")
    target = database_url(database)
    from tablero.store.database.backup import restore as fill

    try:
        contents = run(fill(file, target, replace))
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}") from None
    return print_contents("The database holds", file, contents.tables, contents.moves, json)


def print_contents(what: str, file: Path, tables: int, moves: int, json: bool) -> int:
    if json:
        print_json({"ok": True, "file": str(file), "bytes": file.stat().st_size, "tables": tables, "moves": moves})
    else:
        out().print(f"{what} {tables} tables and {moves} moves ({file.stat().st_size / 1e6:.1f} MB).")
    return 0


def prune(
    *,
    never_started: Days = 30,
    abandoned: Days = None,
    finished: Days = None,
    export: Path | None = None,
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    vacuum: bool = True,
    database: Database = "",
    json: Json = False,
    settings: File = None,
) -> int:
    """Remove tables that no user misses.

    Parameters
    ----------
    never_started
        Tables that still wait for people and were opened this many days ago or earlier.
    abandoned
        Running tables without a move for this many days; without it none.
    finished
        Finished tables whose last move was this many days ago or earlier; without it none.
    export
        A folder for the records of the finished tables that go; one that cannot be written down stays.
    dry_run
        Only tell what would go.
    vacuum
        Whether to give the freed room back to the disk at the end; writers wait meanwhile.
    """
    wanted = {
        "never_started": ("open", never_started),
        "abandoned": ("running", abandoned),
        "finished": ("over", finished),
    }
    for name, (_, days) in wanted.items():
        if days is not None and not 0 <= days < 100_000:
            raise Refused(f"--{name.replace('_', '-')} is a number of days from 0 on, not {days}")
    counts = run(_prune(existing(database), wanted, export, dry_run, vacuum))
    if json:
        print_json(counts)
        return 0
    verb = "would go" if dry_run else "are gone"
    out().print(
        f"{counts['never_started']} tables that never started, {counts['abandoned']} abandoned "
        f"and {counts['finished']} finished ones {verb}."
    )
    if export is not None and not dry_run:
        out().print(
            f"{counts['exported']} records are in {export}; {counts['kept']} tables could not be written down and stay."
        )
    return 0


async def _prune(
    database: str, wanted: dict[str, tuple[str, float | None]], export: Path | None, dry_run: bool, vacuum: bool
) -> dict[str, Any]:
    from tablero.store import Store
    from tablero.store.tables.pruning import vacuum as give_room_back

    store = await Store.open(database)
    try:
        chosen = {
            name: [] if days is None else await store.untouched(stage, time.time() - days * DAY)
            for name, (stage, days) in wanted.items()
        }
        kept = exported = 0
        if export is not None and not dry_run:
            saved = await _export(store, chosen["finished"], export)
            kept, exported = len(chosen["finished"]) - len(saved), len(saved)
            chosen["finished"] = saved
        if not dry_run:
            for ids in chosen.values():
                await store.remove(ids)
    finally:
        await store.close()
    if vacuum and not dry_run:
        await asyncio.to_thread(give_room_back, database)
    counts = {name: len(ids) for name, ids in chosen.items()}
    return {"ok": True, "dry_run": dry_run, **counts, "exported": exported, "kept": kept}


async def _export(store: Any, ids: list[str], folder: Path) -> list[str]:
    """Write the records of finished tables; return the ids of those that were written."""
    from tablero.table import OtherRules

    saved = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for id in ids:
            try:
                table = await store.table(id)
                text = table.record().to_text()
            except OtherRules:
                continue
            (folder / f"{table.game.name}-{id[:8]}.tablero").write_text(text, "utf-8")
            saved.append(id)
    except OSError as error:
        raise Refused(f"records cannot be written to {folder}: {error.strerror}; nothing was removed") from None
    return saved


def token(
    *,
    new: Annotated[bool, Parameter(negative="")] = False,
    database: Database = "",
    json: Json = False,
    settings: File = None,
) -> int:
    """Print the host's token, which opens /host and /metrics.

    Parameters
    ----------
    new
        Make another one; the old one is worth nothing from then on.
    """

    address = existing(database)  # the token of a new one would open nothing

    async def ask() -> str:
        from tablero.store import Store

        store = await Store.open(address)
        try:
            return await (store.secrets.change("host") if new else store.secrets.of("host"))
        finally:
            await store.close()

    found = run(ask())
    if json:
        print_json({"token": found})
    else:
        print(found)
    return 0
