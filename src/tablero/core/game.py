"""Game: a set of rules that tables are opened with and states are started from."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Protocol, SupportsIndex

from tablero.core.aspect import Aspect
from tablero.core.cover import Cover
from tablero.core.drawing import Drawing
from tablero.core.errors import BadFacts, BadOption, BadRecord, IllegalMove
from tablero.core.facts import load_guide
from tablero.core.fields import Layout
from tablero.core.figure import Figure, load_figures
from tablero.core.judge import Judge, Sight
from tablero.core.judgement import Judgement
from tablero.core.lesson import Course, load_course
from tablero.core.look import Look
from tablero.core.luck import Luck, seeded
from tablero.core.memory import Memory
from tablero.core.motion import Travel
from tablero.core.numbers import whole, within
from tablero.core.option import Option, facts_with
from tablero.core.reference import Tabulated
from tablero.core.sense import Sense
from tablero.core.speech import Speech
from tablero.core.state import State
from tablero.core.strength import Strength
from tablero.core.tally import Tallied
from tablero.core.tensor import Tensor

DEFAULT_LOOK = Look()


class MoveSpace(Protocol):
    """The fixed space of a game's moves and their notation."""

    size: int

    def write(self, move: int) -> str:
        """A move in words, the same in every language."""

    def read(self, text: str) -> int:
        """The move that these words mean; ValueError says what is wrong with them."""


class Words(Protocol):
    """A game's sentences. `say` translates one English sentence; a seat is written @0 to @3, and whoever shows the
    sentence puts the name of that seat there."""

    def prompt(self, view: Mapping[str, Any], say: Speech) -> tuple[str, str]:
        """What the viewer is asked to do now: a headline and a line of detail."""

    def line(self, event: Mapping[str, Any], say: Speech) -> str:
        """A journal entry for the log; empty when it needs no line."""

    def turn(self, events: Sequence[Mapping[str, Any]], say: Speech) -> str:
        """What a seat did in a turn, or what a round brought, in one short sentence; empty when it needs none."""

    def move(self, move: int, view: Mapping[str, Any], say: Speech) -> str:
        """The accessible name of a legal move: what it does and what it brings."""

    def hint(self, move: int, view: Mapping[str, Any], say: Speech) -> list[str]:
        """What a move brings, in short lines for the bubble beside the pointer; empty when its name says enough."""

    def refusal(self, rule: str, say: Speech) -> str:
        """Why a move is refused and what to do instead; `rule` is an id of the guide."""

    def rule(self, view: Mapping[str, Any]) -> str:
        """The id of the rule that governs what the viewer is asked for now."""

    def purpose(self, view: Mapping[str, Any], say: Speech) -> str:
        """One sentence for a beginner: what this phase or choice is good for, and what to look out for."""


def whole_points(result: Mapping[str, Any], seat: int) -> str:
    """The points of a seat as the end of the game shows them."""
    return str(result["scores"][seat])


def one_moment(seats: int) -> int:
    """The next calm moment."""
    return 1


def anything_goes(seats: int, options: Mapping[str, str]) -> None:
    """All options fit together."""


@dataclass(frozen=True)
class Card:
    """A game as the lobby shows it."""

    about: str  # a few English words, translatable
    minutes: str
    weight: int  # from 1, learned at once, to 3, an evening's thought
    cover: Callable[[], Cover]


@dataclass(frozen=True)
class Game:
    """One game. `tablero.game("yaxha")` gives it.

    >>> import tablero
    >>> yaxha = tablero.game("yaxha")
    >>> state = yaxha.start(seats=3, seed=7)
    >>> state.actors()
    (0, 1, 2)
    """

    name: str
    title: str
    seats: tuple[int, ...]
    rules: int
    options: Mapping[str, Option]
    moves: MoveSpace
    words: Words
    drawing: Drawing
    levels: tuple[Strength, ...]  # how bots think, the weakest first
    sense: Sense
    # A state with nothing in it yet: (game, seats, luck, options, the number of the rules to play under).
    blank: Callable[[Game, int, Luck, Mapping[str, str], int], State]
    card: Card
    tensor: Tensor  # a position as a row of small numbers, as a seat sees it
    layout: Callable[[int], Layout]  # what those numbers mean, by the number of seats
    check: Callable[[int, Mapping[str, str]], None] = anything_goes  # raises BadOption when options do not fit together
    sight: Sight | None = None  # what a learned judge looks at
    aspects: tuple[Aspect, ...] = ()  # what its players care about: reasons for a move are made of it
    foresight: Callable[[int], int] = (
        one_moment  # calm moments, by the number of seats, after which a move has shown its effect
    )
    older: tuple[int, ...] = ()  # numbers of earlier rules under which it can still be played
    final: Callable[[Mapping[str, Any], int], str] = whole_points  # a seat's points in the result of a view, as written
    keys: tuple[str, ...] = ()  # what its page understands besides the common keys: turn, levels
    motion: Travel | None = None  # what the page lets travel because of the latest events
    # Kinds of events with which something begins that is told by itself: a day turns, choices are turned over.
    begins: frozenset[str] = frozenset()
    # Kinds of events that the history strip marks besides rounds, each with the id of a picture of it (or nothing).
    marks: Mapping[str, str] = field(default_factory=dict)
    tally: Tallied | None = None  # where the points of a finished game came from
    memory: Memory | None = None  # what else is remembered of it: openings, first times
    tables: Tabulated | None = None  # the reference tables of its guide
    # Pictures for drawn examples of what the table page writes as text: (view, look) -> slot -> SVG.
    sketches: Callable[[Mapping[str, Any], Look], Mapping[str, str]] | None = None
    # What a phone's tabs are called, translatable: board, market (the slot above) and players, where it is not the usual.
    tabs: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(repr=False, default_factory=dict)
    own_facts: str = ""  # the fingerprint of a host's own component data; empty when it is the house's

    @cached_property
    def judge(self) -> Judge:
        """Who judges positions in a search: the learned judge where there is one, else the sense."""
        weights = self.judgement_file
        if self.sight is None or not weights.is_file():
            return self.sense
        return Judgement.read(weights.read_text("utf-8")).judge(self.sight, alone=self.sense)

    @property
    def judgement_file(self) -> Traversable:
        """Where the weights of the learned judge lie, if there are any."""
        return files(f"{self.package}.sense") / "judgement.json"

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """The value of every option where nothing is chosen."""
        return {option.name: option.default for option in self.options.values()}

    def settle_options(self, seats: SupportsIndex, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """All options with their values, defaults filled in; BadOption says what does not exist."""
        seats = whole(seats, "the number of seats")
        if seats not in self.seats:
            known = ", ".join(map(str, self.seats))
            raise BadOption(
                "{game} is played with {known} seats, not {seats}", game=self.title, known=known, seats=seats
            )
        settled = dict(self.defaults)
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options is a mapping of names to words, not {options!r}")
        for name, value in (options or {}).items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options)
                raise BadOption("{game} has no option '{option}'; it has {known}",
                                game=self.title, option=name, known=known)  # fmt: skip
            value = str(value)
            if option.choices and value not in (*option.choices, *option.older):
                known = ", ".join(option.choices)
                raise BadOption(
                    "option '{option}' of {game} is one of {known}, not '{value}'",
                    option=option.name,
                    game=self.title,
                    known=known,
                    value=value,
                )
            settled[name] = value
        self.check(seats, settled)
        return settled

    def start(
        self, seats: SupportsIndex, seed: SupportsIndex | None = None, options: Mapping[str, str] | None = None,
        listen: bool = False, rules: SupportsIndex | None = None,
    ) -> State:  # fmt: skip
        """The first position. The same seed and options give the same luck on every machine; without a seed the
        operating system's secure source gives one. With `listen` the journal is kept from the first deal on. `rules`
        is the number of the rules to play under, today's unless an older one is named."""
        settled = self.settle_options(seats, options)
        luck = seeded(int.from_bytes(os.urandom(16), "big") if seed is None else seed)
        state = self.blank(self, whole(seats, "the number of seats"), luck, settled, self.rules_known(rules))
        state.journal = [] if listen else None
        state.start()
        return state

    def load(self, dump: Mapping[str, Any]) -> State:
        """The position that `state.dump()` wrote down; BadRecord when it is none of this game."""
        if not isinstance(dump, Mapping) or dump.get("game") != self.name:
            raise BadRecord(f'this is no position of {self.title}: it must say "game": "{self.name}"')
        try:
            rules = self.rules_known(dump["rules"])
            luck = Luck(*[within(word, 1 << 32, "a word of luck") for word in dump["luck"]])
            state = self.blank(self, dump["seats"], luck, dump["options"], rules)
            state.restore(dump)
        except BadOption:
            raise
        except (LookupError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise BadRecord(f"this position of {self.title} is damaged: {error!r}") from None
        return state

    def rules_known(self, number: SupportsIndex | None) -> int:
        """The number of the rules to play under; BadOption when nobody here knows them."""
        if number is None:
            return self.rules
        wanted = whole(number, "the number of the rules")
        if wanted not in (self.rules, *self.older):
            known = ", ".join(map(str, sorted((*self.older, self.rules))))
            raise BadOption(
                "{game} is played here under rules {known}, not {number}", game=self.title, known=known, number=wanted
            )
        return wanted

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: whoever reads it finds the game in his own house, with the same component data."""
        house = game_again(self.name, self.own_facts)
        if house.sense is not self.sense:
            raise TypeError(f"a game is pickled by its name: this {self.title} has a sense of its own")
        return game_again, (self.name, self.own_facts)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def guide(self, language: str, options: Mapping[str, str] | None = None) -> str:
        """The rules retold in a language, in Markdown, with the numbers of the component data in use, as these options
        change them."""
        chosen = {name: (options or {}).get(name, option.default) for name, option in self.options.items()}
        return load_guide(self.package, language, facts_with(self.facts, self.options, chosen))

    @cached_property
    def course(self) -> Course:
        """Its lessons."""
        return load_course(self.package)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The drawn examples of its guide."""
        return load_figures(self.package)

    @property
    def package(self) -> str:
        """Where its translations and its guide lie."""
        return f"tablero.games.{self.name}"

    def write(self, state: State, seat: SupportsIndex, move: SupportsIndex) -> str:
        """A move in words."""
        return self.moves.write(whole(move, "a move"))

    def read(self, state: State, seat: SupportsIndex, text: str) -> int:
        """The move that words mean; IllegalMove when they mean none."""
        if not isinstance(text, str):
            raise TypeError(f"a move is read from words, not from {text!r}")
        try:
            return self.moves.read(text)
        except ValueError as error:
            raise IllegalMove("notation", str(error)) from None

    def draw(self, view: Mapping[str, Any], look: Look = DEFAULT_LOOK) -> str:
        """A view as an SVG picture."""
        return self.drawing.draw(view, look)

    def text(self, state: State) -> str:
        """A position as a text board, as a spectator sees it."""
        return self.drawing.text(state.view(None))

    def describe(self, state: State) -> str:
        """One line about a position, for `repr`."""
        actors = ", ".join(map(str, state.actors()))
        turn = f"seats to act: {actors}" if actors else "over"
        return f"<{self.name}, {int(state.seats)} seats, {turn}>"


def game_again(name: str, own_facts: str) -> Game:
    """The game that a pickle names; BadFacts when it is played here with other component data."""
    # By its name, because core knows no game.
    found: Game = import_module("tablero.games").game(name)
    if found.own_facts != own_facts:
        data = f"the facts file {own_facts!r}" if own_facts else "the house's component data"
        raise BadFacts(f"this was pickled with {data} of {found.title}, not with the one in use here")
    return found
