"""What can go wrong, said so that a person knows what to do next."""

from __future__ import annotations

from typing import Any

from tablero.core.speech import Speech


class IllegalMove(ValueError):
    """A move that the rules forbid; `rule` is the id of that rule in the game's guide."""

    def __init__(self, rule: str, text: str = "") -> None:
        super().__init__(text or f"this move is not allowed here (rule {rule!r} of the guide)")
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalMove, (self.rule, str(self))


class BadRecord(ValueError):
    """A record that cannot be read, or does not follow from its own seed and moves."""


class BadOption(ValueError):
    """An option, a number of seats or a game that does not exist. The sentence has {named} places, so that it can be told
    in other languages too.

    >>> str(BadOption("there is no game '{name}'", name="chess"))
    "there is no game 'chess'"
    """

    def __init__(self, sentence: str, **parts: object) -> None:
        super().__init__(sentence.format(**parts) if parts else sentence)
        self.sentence = sentence
        self.parts = parts

    def __reduce__(self) -> tuple[Any, ...]:
        return _bad_option, (self.sentence, self.parts)

    def told(self, *speeches: Speech) -> str:
        """What is wrong, translated by the first who can."""
        say = next((say for say in speeches if say(self.sentence) != self.sentence), speeches[-1])
        return say(self.sentence, **self.parts)


def _bad_option(sentence: str, parts: dict[str, object]) -> BadOption:
    return BadOption(sentence, **parts)


class BadFacts(ValueError):
    """A file of component data that does not describe a playable game."""
