"""What can go wrong with accounts, said so that a person knows what to do next. `told` says it in another language."""

from __future__ import annotations

from tablero.core.errors import BadOption


class BadName(BadOption):
    """A name that nobody can have here."""


class NameTaken(BadName):
    """A name that somebody else has."""


class BadPassword(BadOption):
    """A password that would not protect anybody."""


class NotAdmitted(BadOption):
    """Name and password, or code, do not belong together. It never says which of them is wrong."""


class TooManyTries(BadOption):
    """Somebody guesses, or is very forgetful."""

    def __init__(self, sentence: str, seconds: int = 0, **parts: object) -> None:
        super().__init__(sentence, seconds=seconds, **parts)
        self.seconds = seconds
