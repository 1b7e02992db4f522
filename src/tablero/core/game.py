"""Game: the rules, options, words, pictures and bots of one game, from which states are started."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Protocol, SupportsIndex

from tablero.core.aspect import Aspect
from tablero.core.drawing.animation import Animate
from tablero.core.drawing.cover import Cover
from tablero.core.drawing.drawing import Drawing
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.encoding.fields import Layout
from tablero.core.encoding.tensor import Tensor
from tablero.core.errors import BadFacts, BadOption, BadRecord, IllegalMove
from tablero.core.evaluation.character import Characters
from tablero.core.evaluation.evaluator import Evaluator
from tablero.core.evaluation.network_file import NetworkFile
from tablero.core.evaluation.strength import Strength
from tablero.core.evaluation.value_network import NetworkInput, ValueFunction
from tablero.core.facts import load_guide
from tablero.core.highlights import Highlights
from tablero.core.i18n.translator import Translator
from tablero.core.integers import whole, within
from tablero.core.luck import Luck, seeded
from tablero.core.option import Option, facts_with
from tablero.core.score_breakdown import ScoreBreakdowns
from tablero.core.state import State
from tablero.core.teaching.example import Example, load_examples
from tablero.core.teaching.lesson import Course, load_course
from tablero.core.teaching.reference_table import Tabulated

DEFAULT_RENDER = RenderOptions()


class MoveSpace(Protocol):
    """The fixed space of a game's moves and their notation."""

    size: int

    def write(self, move: int) -> str:
        """Return a move in notation, the same in every language."""

    def read(self, text: str) -> int:
        """Return the move of a notation. Raise ValueError if there is none."""


class Words(Protocol):
    """A game's sentences. `say` translates one English sentence; seats are written @0 to @3, and the caller replaces
    them with the players' names."""

    def prompt(self, view: Mapping[str, Any], say: Translator) -> tuple[str, str]:
        """Return what the viewer is asked to do now: a headline and a line of detail."""

    def line(self, event: Mapping[str, Any], say: Translator) -> str:
        """Return an event as a line of the log; empty when it needs none."""

    def turn(self, events: Sequence[Mapping[str, Any]], say: Translator) -> str:
        """Return one short sentence about a turn or a round; empty when it needs none."""

    def move(self, move: int, view: Mapping[str, Any], say: Translator) -> str:
        """Return the accessible name of a legal move: what it does and what it brings."""

    def hint(self, move: int, view: Mapping[str, Any], say: Translator) -> list[str]:
        """Return what a move brings, in short lines for the tooltip; empty when its name says enough."""

    def refusal(self, rule: str, say: Translator) -> str:
        """Return why a move is refused and what to do instead; `rule` is an id of the guide."""

    def rule(self, view: Mapping[str, Any]) -> str:
        """Return the id of the rule that governs the present decision of the viewer."""

    def purpose(self, view: Mapping[str, Any], say: Translator) -> str:
        """Return one sentence for beginners: what this phase or choice is good for, and what to watch."""


def whole_points(result: Mapping[str, Any], seat: int) -> str:
    """Return the points of a seat as the end of the game shows them."""
    return str(result["scores"][seat])


def one_moment(seats: int) -> int:
    """Default of `Game.foresight`: the next quiet position."""
    return 1


def anything_goes(seats: int, options: Mapping[str, str]) -> None:
    """Default of `Game.check`: all options fit together."""


@dataclass(frozen=True)
class StandingAnswer:
    """A move that people may have made for them wherever a game asks for one of its standing answers and nothing else.
    `title` and `about` are translatable."""

    name: str
    move: int
    title: str
    about: str


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
    levels: tuple[Strength, ...]  # search settings of the bot levels, the weakest first
    sense: Evaluator
    # Makes an empty state: (game, seats, luck, options, the number of the rules to play under).
    blank: Callable[[Game, int, Luck, Mapping[str, str], int], State]
    card: Card
    tensor: Tensor  # a position as a row of small numbers, as a seat sees it
    layout: Callable[[int], Layout]  # what those numbers mean, by the number of seats
    # The levels of earlier versions of Tablero, by version: they stay as they were.
    frozen: Mapping[str, tuple[Strength, ...]] = field(default_factory=dict)
    cast: Characters | None = None  # the characters that its bots may have
    check: Callable[[int, Mapping[str, str]], None] = anything_goes  # raises BadOption when options do not fit together
    sight: NetworkInput | None = None  # input of the value network
    aspects: tuple[Aspect, ...] = ()  # quantities that explain why a move is good
    # What puzzles are about, translatable, by the first word of the aspect in which their best turn gains most.
    themes: Mapping[str, str] = field(default_factory=dict)
    # Quiet positions, by the number of seats, after which a move has shown its effect.
    foresight: Callable[[int], int] = one_moment
    older: tuple[int, ...] = ()  # numbers of earlier rules under which it can still be played
    final: Callable[[Mapping[str, Any], int], str] = whole_points  # a seat's points in the result of a view, as written
    keys: tuple[str, ...] = ()  # keys of its page besides the common ones: turn, levels
    motion: Animate | None = None  # animation of the latest events
    # Kinds of events that begin a part of the log of their own: a day turns, choices are turned over.
    begins: frozenset[str] = frozenset()
    # Kinds of events that repeat to those who saw it what events of another kind have told since the round began:
    # their line of the log gets the event with "retold" set.
    retells: Mapping[str, str] = field(default_factory=dict)
    # Kinds of events that the history strip marks besides rounds, each with the id of a picture of it (or nothing).
    marks: Mapping[str, str] = field(default_factory=dict)
    # Kinds of events that bring what no player could know before: a draw, a reveal.
    surprises: frozenset[str] = frozenset()
    # Kinds of events that show what every seat has chosen in secret since the last settled point.
    reveals: frozenset[str] = frozenset()
    answers: tuple[StandingAnswer, ...] = ()  # questions that can be answered once for all: follow or not
    tally: ScoreBreakdowns | None = None  # where the points of a finished game came from
    memory: Highlights | None = None  # openings and achievements
    tables: Tabulated | None = None  # the reference tables of its guide
    # Pictures for drawn examples of what the table page writes as text: (view, render) -> slot -> SVG.
    sketches: Callable[[Mapping[str, Any], RenderOptions], Mapping[str, str]] | None = None
    # What a phone's tabs are called, translatable: board, market (the slot above) and players, where it is not the
    # usual.
    tabs: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(repr=False, default_factory=dict)
    own_facts: str = ""  # the fingerprint of a host's own component data; empty for the built-in one

    @cached_property
    def judge(self) -> ValueFunction:
        """Value function of searches: the value network where there is one, else `sense`."""
        weights = self.judgement_file
        if self.sight is None or not weights.is_file():
            return self.sense
        return NetworkFile.read(weights.read_text("utf-8")).network(self.sight, solo=self.sense)

    @property
    def judgement_file(self) -> Traversable:
        """Path of the value network's weights; the file may be missing."""
        return files(f"{self.package}.evaluation") / "judgement.json"

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """The value of every option where nothing is chosen."""
        return {option.name: option.default for option in self.options.values()}

    def settle_options(self, seats: SupportsIndex, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return all options with their values, defaults filled in. Raise BadOption for unknown ones."""
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
                raise BadOption(
                    "{game} has no option '{option}'; it has {known}", game=self.title, option=name, known=known
                )
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
        self,
        seats: SupportsIndex,
        seed: SupportsIndex | None = None,
        options: Mapping[str, str] | None = None,
        listen: bool = False,
        rules: SupportsIndex | None = None,
    ) -> State:
        """Return the first position. The same seed and options give the same game on every machine; without a seed the
        operating system's secure source gives one. With `listen` the journal is kept from the first deal on. `rules`
        is the number of the rules to play under, by default the newest."""
        settled = self.settle_options(seats, options)
        luck = seeded(int.from_bytes(os.urandom(16), "big") if seed is None else seed)
        state = self.blank(self, whole(seats, "the number of seats"), luck, settled, self.rules_known(rules))
        state.journal = [] if listen else None
        state.start()
        return state

    def load(self, dump: Mapping[str, Any]) -> State:
        """Return the position of a `state.dump()`. Raise BadRecord when it is none of this game."""
        if not isinstance(dump, Mapping) or dump.get("game") != self.name:
            raise BadRecord(f'this is no position of {self.title}: it must say "game": "{self.name}"')
        try:
            rules = self.rules_known(dump["rules"])
            self._check_numbers(dump)
            luck = Luck(*[within(word, 1 << 32, "a word of luck") for word in dump["luck"]])
            state = self.blank(self, dump["seats"], luck, dump["options"], rules)
            state.restore(dump)
        except BadOption:
            raise
        except (LookupError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise BadRecord(f"this position of {self.title} is damaged: {error!r}") from None
        return state

    def from_line(self, line: str) -> State:
        """Return the position of a `state.to_line()`. Raise BadRecord when it is none of this game."""
        try:
            dump = json.loads(line)
        except ValueError:
            raise BadRecord(
                f"this is no position of {self.title}: it must be one line as `to_line` writes it"
            ) from None
        return self.load(dump)

    def _check_numbers(self, dump: Mapping[str, Any]) -> None:
        """Raise ValueError where a dump lacks a number of 64 bits: compiled code refuses it in words of its own, and
        plain Python would play on with it."""
        for key, usual in self._usual_dump.items():
            if isinstance(usual, int) and not -(1 << 63) <= whole(dump[key], f'"{key}"') < 1 << 63:
                raise ValueError(f'"{key}" is a number of 64 bits, not {dump[key]}')

    @cached_property
    def _usual_dump(self) -> Mapping[str, Any]:
        return self.start(self.seats[0], 0).dump()

    def rules_known(self, number: SupportsIndex | None) -> int:
        """Return the number of the rules to play under. Raise BadOption for unknown ones."""
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
        """Pickle by name: the reader takes its own game of that name, with the same component data."""
        known = game_again(self.name, self.own_facts)
        if known.sense is not self.sense:
            raise TypeError(f"a game is pickled by its name: this {self.title} has a sense of its own")
        return game_again, (self.name, self.own_facts)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def guide(self, language: str, options: Mapping[str, str] | None = None) -> str:
        """Return the guide in a language as Markdown, with the numbers of the component data as `options` change
        them."""
        chosen = {name: (options or {}).get(name, option.default) for name, option in self.options.items()}
        return load_guide(self.package, language, facts_with(self.facts, self.options, chosen))

    @cached_property
    def course(self) -> Course:
        """Its lessons."""
        return load_course(self.package)

    @cached_property
    def figures(self) -> Mapping[str, Example]:
        """The drawn examples of its guide."""
        return load_examples(self.package)

    @property
    def package(self) -> str:
        """Name of the package with its translations and its guide."""
        return f"tablero.games.{self.name}"

    def write(self, state: State, seat: SupportsIndex, move: SupportsIndex) -> str:
        """Return a move in notation."""
        return self.moves.write(whole(move, "a move"))

    def read(self, state: State, seat: SupportsIndex, text: str) -> int:
        """Return the move of a notation. Raise IllegalMove when there is none."""
        if not isinstance(text, str):
            raise TypeError(f"a move is read from words, not from {text!r}")
        try:
            return self.moves.read(text)
        except ValueError as error:
            raise IllegalMove("notation", str(error)) from None

    def draw(self, view: Mapping[str, Any], look: RenderOptions = DEFAULT_RENDER) -> str:
        """Return a view as an SVG picture."""
        return self.drawing.draw(view, look)

    def text(self, state: State) -> str:
        """Return a position as a text board, as a spectator sees it."""
        return self.drawing.text(state.view(None))

    def describe(self, state: State) -> str:
        """Return one line about a position, for `repr`."""
        actors = ", ".join(map(str, state.actors()))
        turn = f"seats to act: {actors}" if actors else "over"
        return f"<{self.name}, {int(state.seats)} seats, {turn}>"


def game_again(name: str, own_facts: str) -> Game:
    """Return the game that a pickle names. Raise BadFacts when it has other component data here."""
    # By its name, because core knows no game.
    found: Game = import_module("tablero.games").game(name)
    if found.own_facts != own_facts:
        data = f"the facts file {own_facts!r}" if own_facts else "the house's component data"
        raise BadFacts(f"this was pickled with {data} of {found.title}, not with the one in use here")
    return found
