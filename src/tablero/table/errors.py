"""Why a table refuses something. `rule` is a short stable word for programs; the text is for people."""

from __future__ import annotations


class Refusal(ValueError):
    """Something the table does not do now; nothing has changed."""

    rule = "refused"


class OutOfTurn(Refusal):
    """A move of a seat that owes no decision."""

    rule = "out_of_turn"


class StaleVersion(Refusal):
    """A move made on a position that is no longer there."""

    rule = "stale_version"

    def __init__(self) -> None:
        super().__init__("the game has moved on since you looked: look at the new position and choose again")


class CannotUndo(Refusal):
    """There is nothing that this seat may take back."""

    rule = "cannot_undo"

    def __init__(self) -> None:
        super().__init__("there is nothing to take back: only your own moves since the last reveal can be taken back")


class NotStarted(Refusal):
    """A move at a table that still waits for people."""

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
    """Nobody can sit here any more."""

    rule = "seat_taken"


class NotInvited(Refusal):
    """Somebody who may not sit at this table."""

    rule = "not_invited"


class NotYours(Refusal):
    """Something that only whoever opened the table may do."""

    rule = "not_yours"

    def __init__(self) -> None:
        super().__init__("only whoever opened the table can do that")


class Begun(Refusal):
    """A change that comes after the start."""

    rule = "begun"

    def __init__(self) -> None:
        super().__init__("the game has begun: seats and options stay as they are")


class NoSuchTable(Refusal):
    """No table is known by this name or invitation."""

    rule = "no_such_table"


class OtherRules(Refusal):
    """A table that was begun under rules, or with component data, that nobody has here: it rests as it is."""

    rule = "other_rules"
