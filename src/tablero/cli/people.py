"""Commands about people: who keeps order, and a way back in for those who have forgotten everything."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from tablero.cli.serving import database_url
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
        Make the account, also before the first start: codes are printed with which its password is chosen.
    revoke
        Take it away instead.
    """

    async def change(house: House) -> tuple[list[str], list[str]]:
        codes = await make(house, name) if new else []
        if name:
            account = await find(house, name)
            await house.accounts.change(account.person, admin=not revoke)
        return [account.name for account in await house.accounts.administering()], codes

    if (revoke or new) and not name:
        raise Refused(f"name the account: tablero admin NAME --{'revoke' if revoke else 'new'}")
    if revoke and new:
        raise Refused("an account is made or loses what it had, not both: say --new or --revoke")
    names, codes = run(within(database_url(database) if new else existing(database), change))
    if json:
        print_json({"administer": names, **({"codes": codes} if new else {})})
        return 0
    out().print(f"These accounts administer: {', '.join(names)}." if names else "No account administers.")
    if codes:
        print_codes(f"Choose the password of {name} at /recover, with one of these codes. Each is good once:", codes)
    return 0


async def make(house: House, name: str) -> list[str]:
    """A new account with a password that nobody knows; the codes with which another one is chosen."""
    from tablero.people import BadName, NameTaken
    from tablero.people.names import account_name
    from tablero.people.passwords import Passwords

    try:
        account = await house.accounts.create(account_name(name), await Passwords().keep(secrets.token_urlsafe(32)))
    except NameTaken:
        raise Refused(f"there is an account called {name!r} already: leave --new out") from None
    except BadName as error:
        raise Refused(str(error)) from None
    return await house.accounts.print_codes(account.person)


def print_codes(told: str, codes: list[str]) -> None:
    out().print(told)
    for code in codes:
        print(code)


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
        print_codes("Each is good once, at /recover:", found)
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
        raise Refused(f"there is no account called {name!r}: register it on the site, or make it with tablero admin NAME --new")
    return account
