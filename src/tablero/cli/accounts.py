"""Commands about accounts: administrators, and recovery codes."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from tablero.cli.console import Json, Refused, out, print_json
from tablero.cli.database import existing, run
from tablero.cli.serve import database_url
from tablero.cli.settings import Database, File

if TYPE_CHECKING:
    from tablero.store import Store
    from tablero.store.people.accounts import Account

T = TypeVar("T")


def admin(
    name: str = "",
    /,
    *,
    new: Annotated[bool, Parameter(negative="")] = False,
    revoke: Annotated[bool, Parameter(negative="")] = False,
    database: Database = "",
    json: Json = False,
    settings: File = None,
) -> int:
    """Let an account administer the house, or no longer; without a name, list those that do.

    Parameters
    ----------
    name
        The name of the account.
    new
        Create the account, also before the first start: codes are printed with which its password is chosen.
    revoke
        Take it away instead.
    """

    async def change(store: Store) -> tuple[list[str], list[str]]:
        codes = await make(store, name) if new else []
        if name:
            account = await find(store, name)
            await store.accounts.change(account.person, admin=not revoke)
        return [account.name for account in await store.accounts.administrators()], codes

    if (revoke or new) and not name:
        raise Refused(f"name the account: tablero admin NAME --{'revoke' if revoke else 'new'}")
    if revoke and new:
        raise Refused("an account is made or loses what it had, not both: say --new or --revoke")
    names, codes = run(with_store(database_url(database) if new else existing(database), change))
    if json:
        print_json({"administer": names, **({"codes": codes} if new else {})})
        return 0
    out().print(f"These accounts administer: {', '.join(names)}." if names else "No account administers.")
    if codes:
        print_codes(f"Choose the password of {name} at /recover, with one of these codes. Each is good once:", codes)
    return 0


async def make(store: Store, name: str) -> list[str]:
    """Create an account with a random password; return the codes with which another one is chosen."""
    from tablero.people import BadName, NameTaken
    from tablero.people.names import account_name
    from tablero.people.passwords import Passwords

    try:
        account = await store.accounts.create(account_name(name), await Passwords().hash(secrets.token_urlsafe(32)))
    except NameTaken:
        raise Refused(
            f"there is an account called {name!r} already, or one that looks like it: leave --new out"
        ) from None
    except BadName as error:
        raise Refused(str(error)) from None
    return await store.accounts.new_recovery_codes(account.person)


def print_codes(heading: str, codes: list[str]) -> None:
    out().print(heading)
    for code in codes:
        print(code)


def recover(name: str, /, *, database: Database = "", json: Json = False, settings: File = None) -> int:
    """Print new recovery codes for an account whose password is forgotten. Earlier codes stop working.

    Parameters
    ----------
    name
        The name of the account.
    """

    async def codes(store: Store) -> list[str]:
        account = await find(store, name)
        return await store.accounts.new_recovery_codes(account.person)

    found = run(with_store(existing(database), codes))
    if json:
        print_json({"codes": found})
    else:
        print_codes("Each is good once, at /recover:", found)
    return 0


async def with_store(database: str, work: Callable[[Store], Awaitable[T]]) -> T:
    from tablero.store import Store

    store = await Store.open(database)
    try:
        return await work(store)
    finally:
        await store.close()


async def find(store: Store, name: str) -> Account:
    account = await store.accounts.by_name(name)
    if account is None:
        raise Refused(
            f"there is no account called {name!r}: register it on the site, or make it with tablero admin NAME --new"
        )
    return account
