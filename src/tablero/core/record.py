"""Record: a game written down as settings, seed and moves, readable by people, checkable by anyone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex

from tablero.core.errors import BadRecord, IllegalMove
from tablero.core.game import Game
from tablero.core.numbers import whole
from tablero.core.state import State

FORMAT = 1


def commitment(seed: int, salt: str) -> str:
    """What is shown when a match starts: it binds the host to the seed without giving it away."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


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
    facts: str = ""  # the fingerprint of component data other than the house's
    promise: str = ""  # the commitment of a running match, whose seed is not told yet

    @classmethod
    def of(cls, game: Game, seats: SupportsIndex, seed: SupportsIndex, options: Mapping[str, str],
           moves: Sequence[tuple[SupportsIndex, SupportsIndex]], players: Sequence[str] = (),
           salt: str = "") -> Record:  # fmt: skip
        """The record of a game that was played with these moves."""
        settled = game.settle_options(seats, options)
        state = game.start(seats, seed, settled)
        written = []
        for seat, move in moves:
            written.append((whole(seat, "a seat"), game.write(state, seat, move)))
            state.play(seat, move)
        result = state.result()
        return cls(game.name, game.rules, int(state.seats), settled, whole(seed, "a seed"), tuple(written),
                   tuple(players), salt, result.scores if result else None, result.winners if result else None,
                   game.own_facts)  # fmt: skip

    def to_text(self) -> str:
        """The record as a JSON text with one move a line and a checksum over all the rest."""
        body = self._body()
        moves = ",\n".join(f"  {json.dumps(line)}" for line in body.pop("moves"))
        head = json.dumps(body, ensure_ascii=False, indent=1)[:-2]
        return f'{head},\n "moves": [\n{moves}\n ],\n "checksum": "{self.checksum()}"\n}}\n'

    def checksum(self) -> str:
        """What changes as soon as anything in the record does."""
        canonical = json.dumps(self._body(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

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
        """Read a record; BadRecord says what is wrong with it."""
        try:
            body = json.loads(text)
        except ValueError as error:
            raise BadRecord(f"this is not a record: it is not JSON ({error})") from None
        if not isinstance(body, dict) or body.get("tablero") != FORMAT:
            raise BadRecord(f'this is not a record of format {FORMAT}: it must say "tablero": {FORMAT}')
        try:
            moves = tuple((int(line.split(" ", 1)[0]), str(line.split(" ", 1)[1])) for line in body["moves"])
            record = cls(
                game=str(body["game"]),
                rules=int(body["rules"]),
                seats=int(body["seats"]),
                options={str(k): str(v) for k, v in body["options"].items()},
                seed=None if body["seed"] is None else int(body["seed"]),
                moves=moves,
                players=tuple(map(str, body.get("players", []))),
                salt=str(body.get("salt", "")),
                scores=tuple(map(int, body["scores"])) if "scores" in body else None,
                winners=tuple(map(int, body["winners"])) if "winners" in body else None,
                facts=str(body.get("facts", "")),
                promise="" if "salt" in body else str(body.get("commitment", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise BadRecord(f"this record is damaged: {error!r}") from None
        if record._body() != {key: value for key, value in body.items() if key != "checksum"}:
            raise BadRecord("this record is damaged: a field is unknown, missing or does not fit the others")
        if record.checksum() != body.get("checksum"):
            raise BadRecord("this record was changed after it was written: its checksum does not fit")
        return record

    def replay(self, game: Game, listen: bool = False) -> Iterator[State]:
        """The same state again and again, first as it started, then after each move; BadRecord when a move is illegal.

        A caller that wants to keep a position copies it.
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
        state = game.start(self.seats, self.seed, self.options, listen, self.rules)
        yield state
        for number, (seat, words) in enumerate(self.moves, 1):
            try:
                state.play(seat, game.read(state, seat, words))
            except IllegalMove as error:
                raise BadRecord(f"move {number} ({seat} {words}) is not legal: {error}") from None
            yield state

    def verify(self, game: Game) -> State:
        """The last position, after checking every move and the written scores; BadRecord when something differs."""
        *_, state = self.replay(game)
        result = state.result()
        if self.scores is not None and (result is None or result.scores != self.scores):
            found = list(result.scores) if result else "an unfinished game"
            raise BadRecord(f"the record claims the scores {list(self.scores)}, its moves give {found}")
        if self.winners is not None and (result is None or result.winners != self.winners):
            raise BadRecord(f"the record claims the winners {list(self.winners)}, its moves give others")
        return state
