"""Luck: a random number generator written out in full, so that no library change ever alters an old game.

The generator is xoshiro128** on four words of 32 bits. It was chosen over 64-bit generators because every step
stays below 2**63: compiled native integers and plain Python integers give the same numbers without any masking
tricks. The seed, an integer of any size, goes through SHA-256 first, so that neighbouring seeds share nothing.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, SupportsIndex

from mypy_extensions import i64

from tablero.core.integers import whole

WORD: Final[i64] = 0xFFFFFFFF


class Luck:
    """Random number generator whose stream can be copied, compared, stored and continued."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        if not 0 <= a | b | c | d <= WORD:
            raise ValueError("luck is made of four numbers from 0 to 4294967295")
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d

    def next(self) -> i64:
        """Return the next 32 random bits."""
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        d: i64 = self.d
        x: i64 = (b * 5) & WORD
        x = ((x << 7) | (x >> 25)) & WORD
        x = (x * 9) & WORD
        t: i64 = (b << 9) & WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        d = ((d << 11) | (d >> 21)) & WORD
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        return x

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1, each equally likely; n is at most 2**31."""
        if (n - 1) >> 31 != 0:  # both bounds in one step: this is the hottest line of random play
            raise ValueError("luck chooses among 1 to 2147483648 things")
        m: i64 = self.next() * n
        low: i64 = m & WORD
        if low < n:
            # Reject the few values that would make small results likelier than others.
            threshold: i64 = ((WORD + 1) - n) % n
            while low < threshold:
                m = self.next() * n
                low = m & WORD
        return m >> 32

    def copy(self) -> Luck:
        """Return an independent generator that continues the same stream."""
        return Luck(self.a, self.b, self.c, self.d)

    def words(self) -> list[int]:
        """Return the four words, to be stored; `Luck(*words)` continues the same stream."""
        return [int(self.a), int(self.b), int(self.c), int(self.d)]

    def __eq__(self, other: object) -> bool:
        return self.words() == other.words() if isinstance(other, Luck) else NotImplemented

    def __copy__(self) -> Luck:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Luck:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Luck, tuple(self.words())

    def __repr__(self) -> str:
        return f"Luck({', '.join(map(str, self.words()))})"


def seeded(seed: SupportsIndex) -> Luck:
    """Return the generator of a seed: the same stream on every machine, for ever.

    >>> seeded(7).below(1000) == seeded(7).below(1000)
    True
    """
    digest = hashlib.sha256(str(whole(seed, "a seed")).encode()).digest()
    words = [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12)]
    return Luck(words[0] | 1, words[1], words[2], words[3])
