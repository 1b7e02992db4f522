"""Records: a game written down as settings, seed and moves, as readable and verifiable text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, SupportsIndex, TypeVar

from tablero.core.errors import BadOption, BadRecord, IllegalMove
from tablero.core.game import Game
from tablero.core.integers import whole, within
from tablero.core.state import State

FORMAT = 1

T = TypeVar("T")

# What rules raise at a position that no game leads to.
IMPOSSIBLE = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError)


def commitment(seed: int, salt: str) -> str:
    """Return the hash shown when a match starts: it binds the host to the seed without revealing it."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def _canonical(body: Mapping[str, Any]) -> str:
    """Return the canonical JSON text of a body, for checksums."""
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object. Raise BadRecord for equal keys: people read the first, programs the last."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadRecord("this record is damaged: a field is written twice")
    return found


def _one(body: Mapping[str, Any], name: str, kind: type[T]) -> T:
    """Return a field of exactly this type. Raise TypeError for others: true is no number here."""
    if type(body[name]) is not kind:
        raise TypeError(f"the field {name!r} does not hold what it should")
    value: T = body[name]
    return value


def _list(body: Mapping[str, Any], name: str, kind: type[T]) -> tuple[T, ...]:
    return tuple(_one({name: value}, name, kind) for value in _one(body, name, list))


@dataclass(frozen=True)
class Record:
    """A finished or running game. `moves` holds (seat, move in words) pairs in the order of play."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, str]
    seed: int | None  # None while a match runs: it is revealed when it is over
    moves: tuple[tuple[int, str], ...]
    players: tuple[str, ...] = ()
    salt: str = ""
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    facts: str = ""  # the fingerprint of a host's own component data
    promise: str = ""  # the commitment of a running match, whose seed is still secret
    start: Mapping[str, Any] | None = None  # the position it began with, when that was not the first deal

    @classmethod
    def of(
        cls,
        game: Game,
        seats: SupportsIndex,
        seed: SupportsIndex,
        options: Mapping[str, str],
        moves: Sequence[tuple[SupportsIndex, SupportsIndex]],
        players: Sequence[str] = (),
        salt: str = "",
    ) -> Record:
        """Return the record of a game that was played with these moves."""
        settled = game.settle_options(seats, options)
        state = game.start(seats, seed, settled)
        written = []
        for seat, move in moves:
            written.append((whole(seat, "a seat"), game.write(state, seat, move)))
            state.play(seat, move)
        result = state.result()
        return cls(
            game.name,
            game.rules,
            int(state.seats),
            settled,
            whole(seed, "a seed"),
            tuple(written),
            tuple(players),
            salt,
            result.scores if result else None,
            result.winners if result else None,
            game.own_facts,
        )

    def to_text(self) -> str:
        """Return the record as JSON text with one move a line and a checksum over all the rest."""
        body = self._body()
        moves = ",\n".join(f"  {json.dumps(line)}" for line in body.pop("moves"))
        head = json.dumps(body, ensure_ascii=False, indent=1)[:-2]
        return f'{head},\n "moves": [\n{moves}\n ],\n "checksum": "{self.checksum()}"\n}}\n'

    def checksum(self) -> str:
        """Return the SHA-256 hash of everything in the record."""
        return hashlib.sha256(_canonical(self._body()).encode()).hexdigest()

    def _body(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "tablero": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": None if self.seed is None else str(self.seed),
            "players": list(self.players),
            "moves": [f"{seat} {words}" for seat, words in self.moves],
        }
        if self.facts:
            body["facts"] = self.facts
        if self.start is not None:
            body["start"] = dict(self.start)
        if self.salt and self.seed is not None:
            body["salt"] = self.salt
            body["commitment"] = commitment(self.seed, self.salt)
        elif self.promise:
            body["commitment"] = self.promise
        if self.scores is not None and self.winners is not None:
            body["scores"] = list(self.scores)
            body["winners"] = list(self.winners)
        return body

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a record. Raise BadRecord if the text is no valid record."""
        try:
            body = json.loads(text, parse_constant=_no_number, object_pairs_hook=_each_once)
        except BadRecord:
            raise
        except ValueError as error:
            raise BadRecord(f"this is not a record: it is not JSON ({error})") from None
        except RecursionError:
            raise BadRecord("this is not a record: it is nested too deeply") from None
        if not isinstance(body, dict) or body.get("tablero") != FORMAT:
            raise BadRecord(f'this is not a record of format {FORMAT}: it must say "tablero": {FORMAT}')
        given = {key: value for key, value in body.items() if key != "checksum"}
        try:
            record = cls._from_body(given)
            written, checksum = _canonical(record._body()), record.checksum()
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadRecord(f"this record is damaged: {str(error)[:200]}") from None
        # As texts, because Python takes 2.0 for 2 and true for 1.
        if written != _canonical(given):
            raise BadRecord("this record is damaged: a field is unknown, missing or does not fit the others")
        if checksum != body.get("checksum"):
            raise BadRecord("this record was changed after it was written: its checksum does not fit")
        return record

    @classmethod
    def _from_body(cls, body: dict[str, Any]) -> Record:
        """Return the record that a body describes. Raise KeyError, TypeError or ValueError for a wrong field."""
        lines = [line.split(" ", 1) for line in _list(body, "moves", str)]
        seats = _one(body, "seats", int)
        moves = tuple((within(int(line[0]), seats, "the seat of a move"), line[1]) for line in lines)
        seed = None if body["seed"] is None else int(_one(body, "seed", str))
        options = _one(body, "options", dict)
        return cls(
            game=_one(body, "game", str),
            rules=_one(body, "rules", int),
            seats=seats,
            options={name: _one(options, name, str) for name in options},
            seed=seed,
            moves=moves,
            players=_list(body, "players", str),
            salt=_one(body, "salt", str) if "salt" in body else "",
            scores=_list(body, "scores", int) if "scores" in body else None,
            winners=_list(body, "winners", int) if "winners" in body else None,
            facts=_one(body, "facts", str) if "facts" in body else "",
            promise=_one(body, "commitment", str) if "commitment" in body and "salt" not in body else "",
            start=_one(body, "start", dict) if "start" in body else None,
        )

    def replay(self, game: Game, listen: bool = False) -> Iterator[State]:
        """Yield the first position and the position after each move. Raise BadRecord when a move is illegal.

        It is the same state object each time: copy it to keep a position.
        """
        if self.rules not in (game.rules, *game.older):
            raise BadRecord(
                f"this game was played under rules {self.rules} of {game.title}; here are rules {game.rules}"
            )
        if self.facts != game.own_facts:
            data = f"the facts file {self.facts!r}" if self.facts else "the house's component data"
            raise BadRecord(f"this game was played with {data}, not with the one in use here: see --facts")
        if self.seed is None:
            raise BadRecord("this match was still running when it was written down: its seed is told when it is over")
        try:
            state = self._first(game, listen)
        except BadOption as error:
            raise BadRecord(f"this record does not fit {game.title}: {error}") from None
        yield state
        for number, (seat, words) in enumerate(self.moves, 1):
            try:
                state.play(seat, game.read(state, seat, words))
            except IllegalMove as error:
                raise BadRecord(f"move {number} ({seat} {words}) is not legal: {error}") from None
            except IMPOSSIBLE:
                self._blame_start()
                raise
            yield state

    def _first(self, game: Game, listen: bool) -> State:
        if self.start is None:
            return game.start(self.seats, self.seed, self.options, listen, self.rules)
        state = game.load(self.start)
        if (int(state.seats), state.rules_number()) != (self.seats, self.rules):
            raise BadRecord("this record is damaged: its moves do not belong to the position it begins with")
        state.journal = [] if listen else None
        return state

    def _blame_start(self) -> None:
        """Raise BadRecord if the record begins with a position of its own: it can be read, but not played on."""
        if self.start is not None:
            raise BadRecord("this record is damaged: no game leads to the position it begins with") from None

    def verify(self, game: Game) -> State:
        """Return the last position after checking every move and the scores. Raise BadRecord for differences."""
        *_, state = self.replay(game)
        try:
            result = state.result()
        except IMPOSSIBLE:
            self._blame_start()
            raise
        if self.scores is not None and (result is None or result.scores != self.scores):
            found = list(result.scores) if result else "an unfinished game"
            raise BadRecord(f"the record claims the scores {list(self.scores)}, its moves give {found}")
        if self.winners is not None and (result is None or result.winners != self.winners):
            raise BadRecord(f"the record claims the winners {list(self.winners)}, its moves give others")
        return state
