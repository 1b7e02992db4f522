"""Checks of whole numbers from callers: Python's, NumPy's, anything with `__index__`."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex


def whole(number: SupportsIndex, what: str) -> int:
    """Return a number as a plain int. Raise TypeError, which names `what`, for anything else.

    >>> whole("2", "the number of seats")
    Traceback (most recent call last):
    TypeError: the number of seats is a whole number, not '2'
    """
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {number!r}") from None


def within(number: SupportsIndex, size: int, what: str) -> int:
    """Return a number from 0 to size - 1 as a plain int. Raise TypeError or ValueError, which name `what`.

    >>> within(7, 3, "a seat")
    Traceback (most recent call last):
    ValueError: a seat is a number from 0 to 2, not 7
    """
    found = whole(number, what)
    if not 0 <= found < size:
        raise ValueError(f"{what} is a number from 0 to {size - 1}, not {found}")
    return found
