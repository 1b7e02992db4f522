"""Refusals of a table. `rule` is a stable word for programs; the text is for people."""

from __future__ import annotations


class Refusal(ValueError):
    """A request that a table refuses; nothing has changed."""

    rule = "refused"


class StorageError(RuntimeError):
    """Stored data could not be read or written; the text is for users."""


class OutOfTurn(Refusal):
    """A move of a seat that owes no decision."""

    rule = "out_of_turn"


class StaleVersion(Refusal):
    """A move made on an outdated position."""

    rule = "stale_version"

    def __init__(self) -> None:
        super().__init__("the game has moved on since you looked: look at the new position and choose again")


class CannotUndo(Refusal):
    """This seat has no move that it may undo."""

    rule = "cannot_undo"

    def __init__(self) -> None:
        super().__init__("there is nothing to take back: only your own moves since the last reveal can be taken back")


class NotStarted(Refusal):
    """A move before the start."""

    rule = "not_started"

    def __init__(self) -> None:
        super().__init__("the game starts when every seat is taken")


class NoSuchSeat(Refusal):
    """A seat that the table does not have, or that this person does not hold."""

    rule = "no_such_seat"


class StoodIn(Refusal):
    """A move of a person for whom a bot plays."""

    rule = "stood_in"

    def __init__(self) -> None:
        super().__init__("a bot plays for you: say that you are back first")


class SeatTaken(Refusal):
    """The seat, or every seat, is taken."""

    rule = "seat_taken"


class NotInvited(Refusal):
    """A person who may not sit at this table."""

    rule = "not_invited"


class NotYours(Refusal):
    """An action that only the opener of the table may take."""

    rule = "not_yours"

    def __init__(self) -> None:
        super().__init__("only whoever opened the table can do that")


class Begun(Refusal):
    """A change of the setup after the start."""

    rule = "begun"

    def __init__(self) -> None:
        super().__init__("the game has begun: seats and options stay as they are")


class NoSuchTable(Refusal):
    """No table with this id or invitation."""

    rule = "no_such_table"


class OtherRules(Refusal):
    """A table of rules or component data that are not installed; it stays as it is."""

    rule = "other_rules"
