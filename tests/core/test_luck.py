"""Luck gives the same numbers for ever, fairly."""

from __future__ import annotations

import pytest

from tablero.core import Luck, seeded


def test_a_seed_gives_the_same_numbers_for_ever() -> None:
    """Frozen: a change here would alter every game ever recorded."""
    luck = seeded(7)
    assert [int(luck.next()) for _ in range(4)] == FROZEN
    assert seeded(2**127 + 1).words() != seeded(2**127).words()


FROZEN = [3928849674, 1078135117, 1643401451, 1014892411]


def test_the_generator_is_xoshiro128_starstar() -> None:
    """The published algorithm by Blackman and Vigna, from the state 1, 2, 3, 4."""
    luck = Luck(1, 2, 3, 4)
    words = [1, 2, 3, 4]
    for _ in range(1000):
        assert luck.next() == reference(words)
    assert luck.words() == words


def reference(s: list[int]) -> int:
    def turn(x: int, k: int) -> int:
        return (x << k | x >> (32 - k)) % 2**32

    result = turn(s[1] * 5 % 2**32, 7) * 9 % 2**32
    t = s[1] << 9 & 0xFFFFFFFF
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = turn(s[3], 11)
    return result


def test_every_number_below_n_is_equally_likely() -> None:
    luck = seeded(1)
    counts = [0] * 6
    for _ in range(60_000):
        counts[luck.below(6)] += 1
    assert max(counts) - min(counts) < 600  # about 4.6 standard deviations of the difference


@pytest.mark.parametrize("n", [1, 2, 3, 1000, 3 * 2**29, 2**31 - 1])
def test_numbers_that_would_make_some_results_likelier_are_drawn_again(n: int) -> None:
    """Lemire's method, written once more: of 2**32 numbers as many are left out as do not divide evenly among n."""
    luck, words = seeded(4), seeded(4).words()
    drawn = 0
    for _ in range(400):
        while True:
            product = reference(words) * n
            drawn += 1
            if product % 2**32 >= 2**32 % n:
                break
        assert luck.below(n) == product >> 32
    assert luck.words() == words
    assert (drawn > 400) == (2**32 % n > 2**28), "a small rest is hardly ever met"


def test_a_copy_goes_on_by_itself() -> None:
    luck = seeded(3)
    other = luck.copy()
    first = [int(luck.below(100)) for _ in range(5)]
    assert [int(other.below(100)) for _ in range(5)] == first
    assert Luck(*luck.words()).next() == luck.next()
