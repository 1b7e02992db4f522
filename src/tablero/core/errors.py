"""Errors of the engine, with messages that say what to do next."""

from __future__ import annotations

from typing import Any

from tablero.core.i18n.translator import Translator


class IllegalMove(ValueError):
    """Raised for a move that the rules forbid; `rule` is the id of that rule in the game's guide."""

    def __init__(self, rule: str, text: str = "") -> None:
        super().__init__(text or f"this move is not allowed here (rule {rule!r} of the guide)")
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalMove, (self.rule, str(self))


class BadRecord(ValueError):
    """Raised for a record that cannot be read, or does not follow from its own seed and moves."""


class BadOption(ValueError):
    """Raised for an option, a number of seats or a game that does not exist. The sentence has {named} places, so that
    it can be translated.

    >>> str(BadOption("there is no game '{name}'", name="chess"))
    "there is no game 'chess'"
    """

    def __init__(self, sentence: str, **parts: object) -> None:
        super().__init__(sentence.format(**parts) if parts else sentence)
        self.sentence = sentence
        self.parts = parts

    def __reduce__(self) -> tuple[Any, ...]:
        return _bad_option, (self.sentence, self.parts)

    def told(self, *translators: Translator) -> str:
        """Return the message in the language of the first translator that knows the sentence."""
        say = next((say for say in translators if say(self.sentence) != self.sentence), translators[-1])
        return say(self.sentence, **self.parts)


def _bad_option(sentence: str, parts: dict[str, object]) -> BadOption:
    return BadOption(sentence, **parts)


class BadFacts(ValueError):
    """Raised for a file of component data that does not describe a playable game."""
