"""Passwords: which are good enough, and how they are kept (argon2id, so that a stolen database tells none of them)."""

from __future__ import annotations

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tablero.people.errors import BadPassword, TooManyTries
from tablero.people.names import name_key

SHORTEST, LONGEST = 8, 200
# Those that everybody tries first.
WORN_OUT = {
    "password", "password1", "password123", "passw0rd", "12345678", "123456789", "1234567890", "87654321",
    "11111111", "00000000", "12341234", "11223344", "qwertyui", "qwertyuiop", "qwerty123", "azertyui", "azertyuiop",
    "asdfghjk", "asdfghjkl", "1q2w3e4r", "1qaz2wsx", "abcd1234", "abc12345", "iloveyou", "sunshine", "princess",
    "football", "baseball", "superman", "trustno1", "letmein1", "welcome1", "tableros", "contraseña", "contrasena",
    "teamomucho", "motdepasse", "jetaime1", "doudou12", "bonjour1",
}  # fmt: skip


def _plain(password: str) -> str:
    """The same letters from another keyboard are the same password."""
    return unicodedata.normalize("NFKC", password)


def check_password(password: str, name: str = "") -> None:
    """BadPassword, with a sentence, for one that would be guessed."""
    plain = _plain(password)
    if not SHORTEST <= len(plain) <= LONGEST:
        raise BadPassword("a password has {least} to {most} characters", least=SHORTEST, most=LONGEST)
    if not _can_be_written(plain):
        raise BadPassword("this password has a character that cannot be written down: choose another")
    if plain.casefold() in WORN_OUT or len(set(plain)) < 3 or name_key(plain) == name_key(name):
        raise BadPassword("this password would be guessed at once: choose another")


def _can_be_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Passwords:
    """Keeps and checks passwords, each in a thread of its own so that nobody else waits, and few at once: each takes
    much memory and all of a core on purpose."""

    def __init__(self, hasher: PasswordHasher | None = None, at_once: int = 2, waiting: int = 50) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)
        self._room = asyncio.Semaphore(at_once)
        self._most = waiting
        self._waiting = 0
        self._nobodys = ""

    async def keep(self, password: str) -> str:
        """What is written down instead of a password."""
        return await self._work(_plain(password), None)

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether this is the password. Without one that is kept (there is no such account) it takes as long."""
        if not self._nobodys:
            self._nobodys = await self._work("nobody has this password", None)
        plain = _plain(password[: 2 * LONGEST])
        found = await self._work(plain if _can_be_written(plain) else "", kept or self._nobodys)
        return bool(found) and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether it was written down with less effort than is usual now."""
        return self._hasher.check_needs_rehash(kept)

    async def _work(self, plain: str, kept: str | None) -> str:
        if self._waiting >= self._most:
            raise TooManyTries("many people sign in just now: try again in {seconds} seconds", 10)
        self._waiting += 1
        try:
            async with self._room:
                return await asyncio.to_thread(self._hash_or_verify, plain, kept)
        finally:
            self._waiting -= 1

    def _hash_or_verify(self, plain: str, kept: str | None) -> str:
        if kept is None:
            return self._hasher.hash(plain)
        try:
            return "yes" if self._hasher.verify(kept, plain) else ""
        except (VerificationError, InvalidHashError):
            return ""
