"""Gathering: bots play games, and every decision becomes a row of a dataset (`lab.datasets` reads it).

Games are played as in the arena (`play_out`) and each follows from its seed alone; a file of them is one piece of work. So it does not
matter who plays which, how many play at once, or how often it was interrupted: the same files come of it, byte for byte.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import tablero
from tablero.core import Game, State
from tablero.lab.arena import play_out
from tablero.lab.datasets import FORMAT, SETTINGS, SHARDS, Dataset, Shard, import_arrow, schema, shards_in
from tablero.lab.entrants import entrant, own_modules, refuse_clocks
from tablero.lab.errors import ArenaError, DatasetError
from tablero.lab.folders import add_line, as_line, as_lines, begin, mend, put
from tablero.lab.labour import share_out
from tablero.lab.rows import rewards
from tablero.lab.tensors import Tensors

SHARD = 32  # games of one file, unless somebody says otherwise
GROUP = 4096  # rows that a reader has to hold at once
Progress = Callable[[int, int, int], None]  # games, rows and bytes so far


@dataclass(frozen=True)
class Portion:
    """The games of one file, as they are handed to whoever plays them."""

    gathering: Gathering
    number: int
    games: int

    @property
    def file(self) -> str:
        return f"shard-{self.number:05}.parquet"


@dataclass(frozen=True)
class Gathering:
    """Whose games are gathered, under which seeds. Game k is dealt by the seed `seed + k`; in it the bots take their seats in the order
    in which they were named, beginning with bot k, so that everybody sits everywhere."""

    game: Game
    bots: tuple[str, ...]
    seats: int = 2
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    shard: int = SHARD

    def __post_init__(self) -> None:
        if not self.bots:
            raise ArenaError("somebody has to play: --bots search:200")
        refuse_clocks(self.bots, self.game)

    def settings(self) -> dict[str, Any]:
        """What a dataset is made of, and what must be the same when its making goes on."""
        layout = self.game.layout(self.seats)
        return {
            "format": FORMAT,
            "tablero": tablero.__version__,
            "game": self.game.name,
            "rules": self.game.rules,
            "facts": self.game.own_facts,
            "seats": self.seats,
            "options": self.game.settle_options(self.seats, self.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "layout": layout.mark,
            "width": int(layout.size),
            "moves": int(self.game.moves.size),
            "shard": self.shard,
        }

    def fill(
        self, folder: Path, games: int, *, processes: int = 1, ray: str | None = None, progress: Progress | None = None
    ) -> Dataset:
        """Make a dataset of so many games in a folder, or go on with one. What is whole there stays, what is damaged or missing is
        played again. ArenaError says what keeps it from going on; what is finished by then is kept."""
        import_arrow()
        begin(folder / SETTINGS, self.settings(), "dataset")
        try:
            done = self._kept(folder, games)
            self._want(folder, games)

            def tell() -> None:
                if progress is not None:
                    kept = done.values()
                    progress(
                        sum(one.games for one in kept), sum(one.rows for one in kept), sum(one.bytes for one in kept)
                    )

            tell()
            left = (portion for portion in self.portions(games) if portion.file not in done)
            for shard, content in share_out(gather, left, processes, ray, own_modules(self.bots)):
                put(folder / shard.file, content)
                add_line(folder / SHARDS, shard.as_json())
                done[shard.file] = shard
                tell()
            put(folder / SHARDS, b"".join(as_line(done[file].as_json()) for file in sorted(done)))
        except DatasetError as error:
            raise ArenaError(str(error)) from None
        except OSError as error:
            raise ArenaError(
                f"{folder} cannot be written: {error.strerror}; what is finished is kept there, and the same command goes on"
            ) from None
        return Dataset(folder)

    def portions(self, games: int) -> list[Portion]:
        """The files that so many games need."""
        return [
            Portion(self, number, min(self.shard, games - first))
            for number, first in enumerate(range(0, games, self.shard))
        ]

    def _kept(self, folder: Path, games: int) -> dict[str, Shard]:
        """The files that are there and whole. The last one of fewer games than are wanted now does not count."""
        wanted = {portion.file: portion.games for portion in self.portions(games)}
        mend(folder / SHARDS)
        listed = shards_in(folder)
        if any(shard.games > wanted.get(file, 0) for file, shard in listed.items()):
            there = sum(shard.games for shard in listed.values())
            raise ArenaError(f"the dataset in {folder} has {there} games already; ask for more, or name a new folder")
        return {file: shard for file, shard in listed.items() if shard.games == wanted[file] and shard.is_whole(folder)}

    def _want(self, folder: Path, games: int) -> None:
        """Write down how many games there are to be."""
        about = json.loads((folder / SETTINGS).read_text("utf-8"))
        if about.get("games") != games:
            put(folder / SETTINGS, as_lines({**about, "games": games}))

    def seated(self, number: int) -> list[str]:
        """Who sits where in a game."""
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(self.seats)]


def gather(portion: Portion) -> tuple[Shard, bytes]:
    """Play the games of a file: the file, and what is in it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    gathering = portion.gathering
    rows = Ledger(Tensors(gathering.game, gathering.seats))
    first = portion.number * gathering.shard
    for number in range(first, first + portion.games):
        rows.play(gathering, number)
    about = {"tablero": json.dumps(gathering.settings(), ensure_ascii=False)}
    table = pa.table(rows.columns(), schema(rows.tensors.layout.size, gathering.seats).with_metadata(about))
    packed = io.BytesIO()
    pq.write_table(table, packed, row_group_size=GROUP, compression="zstd", compression_level=9)
    content = packed.getvalue()
    sha256 = hashlib.sha256(content).hexdigest()
    return Shard(portion.file, portion.games, len(table), len(content), sha256), content


class Ledger:
    """The rows of some games, column by column."""

    def __init__(self, tensors: Tensors) -> None:
        self.tensors = tensors
        self._seen: list[Any] = []
        self._kept: dict[str, list[Any]] = {
            name: [] for name in ("legal", "policy", "seat", "action", "returns", "scores", "game", "move", "bot")
        }

    def play(self, gathering: Gathering, number: int) -> None:
        """Play a game; all its decisions become rows."""
        kept, seed, names = self._kept, gathering.seed + number, gathering.seated(number)
        state = gathering.game.start(gathering.seats, seed, gathering.options)
        before = len(kept["action"])

        def look(state: State, seat: int, move: int, tried: list[int] | None) -> None:
            self._seen.append(self.tensors.observation(state, seat))
            kept["legal"].append(state.moves(seat))
            kept["policy"].append(None if tried is None else [visits / max(1, sum(tried)) for visits in tried])
            kept["seat"].append(seat)
            kept["action"].append(move)
            kept["game"].append(seed)
            kept["move"].append(len(kept["move"]) - before)
            kept["bot"].append(names[seat])

        play_out(state, [entrant(name, gathering.game) for name in names], seed, names, look)
        result = state.result()
        assert result is not None
        decisions = len(kept["action"]) - before
        kept["returns"] += [rewards(state, False)] * decisions
        kept["scores"] += [list(result.scores)] * decisions

    def columns(self) -> dict[str, Any]:
        import pyarrow as pa

        kinds = schema(self.tensors.layout.size, self.tensors.seats)
        numbers = pa.array(np.concatenate(self._seen))
        found = {"observation": pa.FixedSizeListArray.from_arrays(numbers, self.tensors.layout.size)}
        for name, values in self._kept.items():
            if name == "bot":
                found[name] = pa.array(values, pa.string()).dictionary_encode().cast(kinds.field(name).type)
            else:
                found[name] = pa.array(values, kinds.field(name).type)
        return found
