"""The database with which every schedule begins: its accounts, and the secret that signs cookies."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from tablero.people.names import name_key
from tablero.site.web.identity import Signer
from tablero.store import Store

SECRET = "5" * 64
USER_PASSWORD = "corn and cacao"
PASSWORD_HASH = "$argon2id$v=19$m=8,t=1,p=1$c3Nzc3Nzc3M$C0LXx5Ger7EGnDRNEWa0ag"  # quick to verify, and no secret
COOKIE_SIGNER = Signer(SECRET)
# Name, secret id, whether an administrator, whether with an account.
USER_NAMES = (
    ("Ana", "secret-id-of-ana-0001", True, True),
    ("Ben", "secret-id-of-ben-0002", False, True),
    ("Cleo", "secret-id-of-cleo-0003", False, False),
    ("Dan", "secret-id-of-dan-0004", False, True),
    ("Eva", "secret-id-of-eva-0005", False, False),
)


def write_template(file: Path) -> None:
    """Create the database."""

    async def create() -> None:
        await (await Store.open(str(file))).close()

    asyncio.run(create())
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT OR REPLACE INTO secrets (name, value) VALUES ('cookies', ?)", [SECRET])
        for name, id, admin, account in USER_NAMES:
            if account:
                connection.execute(
                    "INSERT INTO accounts (person, name, key, password, badge, made, admin) VALUES (?,?,?,?,?,?,?)",
                    [id, name, name_key(name), PASSWORD_HASH, f"badge{name}", 0.0, admin],
                )
                connection.execute(
                    "INSERT INTO ways (person, channel, address, key, language, origin, made, confirmed, last, "
                    "claimed, "
                    "failures, broken) VALUES (?, 'webhook', ?, ?, 'en', 'http://127.0.0.1:8520', 0, 1, 0, 0, 0, '')",
                    [id, f"https://hooks.example/{name}", f"key{name}"],
                )
        connection.execute("INSERT OR REPLACE INTO secrets (name, value) VALUES ('first-account', '')")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
