"""Errors of accounts. Their sentences are for users; `told` translates them."""

from __future__ import annotations

from tablero.core.errors import BadOption


class BadName(BadOption):
    """A name that no account may have."""


class NameTaken(BadName):
    """A name that another account has."""


class BadPassword(BadOption):
    """A password that is too weak."""


class NotAdmitted(BadOption):
    """Name and password (or code) do not match; the sentence never says which of them is wrong."""


class TooManyAttempts(BadOption):
    """Too many failed attempts; `seconds` says how long to wait."""

    def __init__(self, sentence: str, seconds: int = 0, **parts: object) -> None:
        super().__init__(sentence, seconds=seconds, **parts)
        self.seconds = seconds
