"""Passwords: checking their strength, hashing and verifying them (argon2id)."""

from __future__ import annotations

import asyncio
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tablero.people.errors import BadPassword, TooManyAttempts
from tablero.people.names import name_key

MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 200
# Words of this site, from which no password is made; neither is it from the user's name.
CONTEXT_WORDS = ("tablero", "yaxha", "maya", "tzolkin", "tzolk'in", "amritsar", "password", "contraseña", "motdepasse")
LEAST_OF_ONES_OWN = 5  # characters beside these words
# Those that attackers try first, and that the list of `common_passwords` may lack.
MORE_PASSWORDS = frozenset(
    [
        "password",
        "password1",
        "password123",
        "passw0rd",
        "12345678",
        "123456789",
        "1234567890",
        "87654321",
        "11111111",
        "00000000",
        "12341234",
        "11223344",
        "qwertyui",
        "qwertyuiop",
        "qwerty123",
        "azertyui",
        "azertyuiop",
        "asdfghjk",
        "asdfghjkl",
        "1q2w3e4r",
        "1qaz2wsx",
        "abcd1234",
        "abc12345",
        "iloveyou",
        "sunshine",
        "princess",
        "football",
        "baseball",
        "superman",
        "trustno1",
        "letmein1",
        "welcome1",
        "tableros",
        "contraseña",
        "contrasena",
        "teamomucho",
        "motdepasse",
        "jetaime1",
        "doudou12",
        "bonjour1",
    ]
)


def _plain(password: str) -> str:
    """Normalize the password: the same letters from another keyboard are equal."""
    return unicodedata.normalize("NFKC", password)


@cache
def common_passwords() -> frozenset[str]:
    """Return the passwords that are used most, from breaches: those of zxcvbn's list that are long enough."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # a megabyte: loaded with the first new password

    return MORE_PASSWORDS | {each for each in FREQUENCY_LISTS["passwords"] if len(each) >= MIN_PASSWORD_LENGTH}


def _without_context(plain: str, name: str) -> str:
    """Return what a password has beside words that belong to this site or to its user."""
    rest = plain.casefold()
    for word in sorted({*CONTEXT_WORDS, *name.casefold().split(), name.casefold()}, key=len, reverse=True):
        rest = rest.replace(word, "") if len(word) > 2 else rest
    return rest


def check_password(password: str, name: str = "") -> None:
    """Raise BadPassword if the password is too short, too long or too easy to guess."""
    plain = _plain(password)
    if not MIN_PASSWORD_LENGTH <= len(plain) <= MAX_PASSWORD_LENGTH:
        raise BadPassword(
            "a password has {least} to {most} characters", least=MIN_PASSWORD_LENGTH, most=MAX_PASSWORD_LENGTH
        )
    if not _can_be_written(plain):
        raise BadPassword("this password has a character that cannot be written down: choose another")
    easy = plain.casefold() in common_passwords() or len(set(plain)) < 3 or name_key(plain) == name_key(name)
    if easy or len(_without_context(plain, name)) < LEAST_OF_ONES_OWN:
        raise BadPassword("this password would be guessed at once: choose another")


def _can_be_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Passwords:
    """Hash and verify passwords in threads, at most `at_once` at a time: each takes much memory and a whole core.

    Raise TooManyAttempts when more than `waiting` wait.
    """

    def __init__(self, hasher: PasswordHasher | None = None, at_once: int = 2, waiting: int = 50) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)
        self._room = asyncio.Semaphore(at_once)
        self._most = waiting
        self._waiting = 0
        self._dummy_hash = ""

    async def hash(self, password: str) -> str:
        """Return the hash that is stored instead of the password."""
        return await self._work(_plain(password), None)

    async def verify(self, kept: str | None, password: str) -> bool:
        """Return whether the password matches the stored hash. Without one (no such account) it takes as long."""
        if not self._dummy_hash:
            self._dummy_hash = await self._work("nobody has this password", None)
        plain = _plain(password[: 2 * MAX_PASSWORD_LENGTH])
        found = await self._work(plain if _can_be_written(plain) else "", kept or self._dummy_hash)
        return bool(found) and kept is not None

    def needs_rehash(self, kept: str) -> bool:
        """Return whether the hash was made with weaker parameters than the current ones."""
        return self._hasher.check_needs_rehash(kept)

    async def _work(self, plain: str, kept: str | None) -> str:
        if self._waiting >= self._most:
            raise TooManyAttempts("many people sign in just now: try again in {seconds} seconds", 10)
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
