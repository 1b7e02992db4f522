"""Commands about people: who keeps order, and a way back in for those who have forgotten everything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from tablero.cli.settings import Database, File
from tablero.cli.talk import Json, Refused, out, print_json
from tablero.cli.upkeep import existing, run

if TYPE_CHECKING:
    from tablero.store import House
    from tablero.store.accounts import Account

T = TypeVar("T")


def admin(
    name: str = "",
    /,
    *,
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
    revoke
        Take it away instead.
    """

    async def change(house: House) -> list[str]:
        if name:
            account = await find(house, name)
            await house.accounts.change(account.person, admin=not revoke)
        return [account.name for account in await house.accounts.administering()]

    if revoke and not name:
        raise Refused("name the account: tablero admin NAME --revoke")
    names = run(within(existing(database), change))
    if json:
        print_json({"administer": names})
    else:
        out().print(f"These accounts administer: {', '.join(names)}." if names else "No account administers.")
    return 0


def recover(name: str, /, *, database: Database = "", json: Json = False, settings: File = None) -> int:
    """Print new recovery codes for somebody who has forgotten the password. Earlier ones are worth nothing from then on.

    Parameters
    ----------
    name
        The name of the account.
    """

    async def codes(house: House) -> list[str]:
        account = await find(house, name)
        return await house.accounts.print_codes(account.person)

    found = run(within(existing(database), codes))
    if json:
        print_json({"codes": found})
    else:
        out().print("Each is good once, at /recover:")
        for code in found:
            print(code)
    return 0


async def within(database: str, work: Callable[[House], Awaitable[T]]) -> T:
    from tablero.store import House

    house = await House.open(database)
    try:
        return await work(house)
    finally:
        await house.close()


async def find(house: House, name: str) -> Account:
    account = await house.accounts.named(name)
    if account is None:
        raise Refused(f"there is no account called {name!r}; whoever it is registers first, on the site")
    return account
