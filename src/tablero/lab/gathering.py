"""Write datasets: bots play games, and every decision becomes a row (`lab.datasets` reads them).

Games are played as in the arena (`play_out`) and each follows from its seed alone; a file of them is one job. So the
files are the same byte for byte, whatever the number of processes and interruptions.
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
from tablero.lab.bot_names import bot_by_name, own_modules, refuse_clocks
from tablero.lab.datasets import (
    FORMAT_VERSION,
    SETTINGS_FILE,
    SHARDS_FILE,
    Dataset,
    Shard,
    import_arrow,
    schema,
    shards_in,
)
from tablero.lab.errors import ArenaError, DatasetError
from tablero.lab.run_folder import add_line, as_line, as_lines, begin, mend, put
from tablero.lab.seeds import refuse_reserved
from tablero.lab.tensors import Tensors
from tablero.lab.vectorized import rewards
from tablero.lab.workers import share_out

GAMES_PER_FILE = 32
ROWS_PER_GROUP = 4096  # that a reader has to hold at once
Progress = Callable[[int, int, int], None]  # games, rows and bytes so far


@dataclass(frozen=True)
class Portion:
    """Job of one file: the games that it holds."""

    gathering: Gathering
    number: int
    games: int

    @property
    def file(self) -> str:
        return f"shard-{self.number:05}.parquet"


@dataclass(frozen=True)
class Gathering:
    """Settings of a dataset. Game k is dealt by the seed `seed + k`; in it the bots sit in their order beginning with
    bot k, so that every bot plays every seat."""

    game: Game
    bots: tuple[str, ...]
    seats: int = 2
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    shard: int = GAMES_PER_FILE

    def __post_init__(self) -> None:
        if not self.bots:
            raise ArenaError("somebody has to play: --bots search:200")
        refuse_clocks(self.bots, self.game)
        refuse_reserved(self.seed)

    def settings(self) -> dict[str, Any]:
        """Return what a dataset is made of, which must stay the same when an interrupted run goes on."""
        layout = self.game.layout(self.seats)
        return {
            "format": FORMAT_VERSION,
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
        """Make a dataset of `games` games in a folder, or go on with one. Whole files stay, damaged or missing ones are
        made again. Raise ArenaError if it cannot go on; finished files are kept."""
        import_arrow()
        begin(folder / SETTINGS_FILE, self.settings(), "dataset")
        try:
            done = self._kept(folder, games)
            self._want(folder, games)

            def report() -> None:
                if progress is not None:
                    progress(*(sum(getattr(one, name) for one in done.values()) for name in ("games", "rows", "bytes")))

            report()
            left = (portion for portion in self.portions(games) if portion.file not in done)
            for shard, content in share_out(gather, left, processes, ray, own_modules(self.bots)):
                put(folder / shard.file, content)
                add_line(folder / SHARDS_FILE, shard.as_json())
                done[shard.file] = shard
                report()
            put(folder / SHARDS_FILE, b"".join(as_line(done[file].as_json()) for file in sorted(done)))
        except DatasetError as error:
            raise ArenaError(str(error)) from None
        except OSError as error:
            kept = "what is finished is kept there, and the same command goes on"
            raise ArenaError(f"{folder} cannot be written: {error.strerror}; {kept}") from None
        return Dataset(folder)

    def portions(self, games: int) -> list[Portion]:
        """Return the jobs of `games` games."""
        return [
            Portion(self, number, min(self.shard, games - first))
            for number, first in enumerate(range(0, games, self.shard))
        ]

    def _kept(self, folder: Path, games: int) -> dict[str, Shard]:
        """Return the whole files, without a last one that has fewer games than are wanted now."""
        wanted = {portion.file: portion.games for portion in self.portions(games)}
        mend(folder / SHARDS_FILE)
        listed = shards_in(folder)
        if any(shard.games > wanted.get(file, 0) for file, shard in listed.items()):
            there = sum(shard.games for shard in listed.values())
            raise ArenaError(f"the dataset in {folder} has {there} games already; ask for more, or name a new folder")
        return {file: shard for file, shard in listed.items() if shard.games == wanted[file] and shard.is_whole(folder)}

    def _want(self, folder: Path, games: int) -> None:
        """Write the number of games to the settings."""
        about = json.loads((folder / SETTINGS_FILE).read_text("utf-8"))
        if about.get("games") != games:
            put(folder / SETTINGS_FILE, as_lines({**about, "games": games}))

    def seated(self, number: int) -> list[str]:
        """Return the names of the bots in a game, by seat."""
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(self.seats)]


def gather(portion: Portion) -> tuple[Shard, bytes]:
    """Play the games of a file; return its entry in the list of files, and its bytes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    gathering = portion.gathering
    rows = DatasetRows(Tensors(gathering.game, gathering.seats))
    first = portion.number * gathering.shard
    for number in range(first, first + portion.games):
        rows.play(gathering, number)
    about = {"tablero": json.dumps(gathering.settings(), ensure_ascii=False)}
    table = pa.table(rows.columns(), schema(rows.tensors.layout.size, gathering.seats).with_metadata(about))
    packed = io.BytesIO()
    pq.write_table(table, packed, row_group_size=ROWS_PER_GROUP, compression="zstd", compression_level=9)
    content = packed.getvalue()
    sha256 = hashlib.sha256(content).hexdigest()
    return Shard(portion.file, portion.games, len(table), len(content), sha256), content


class DatasetRows:
    """Rows of some games, by columns."""

    def __init__(self, tensors: Tensors) -> None:
        self.tensors = tensors
        self._observations: list[Any] = []
        self._kept: dict[str, list[Any]] = {
            name: [] for name in ("legal", "policy", "seat", "action", "returns", "scores", "game", "move", "bot")
        }

    def play(self, gathering: Gathering, number: int) -> None:
        """Play a game and add a row for each of its decisions."""
        kept, seed, names = self._kept, gathering.seed + number, gathering.seated(number)
        state = gathering.game.start(gathering.seats, seed, gathering.options)
        before = len(kept["action"])

        def add(state: State, seat: int, move: int, visits: list[int] | None) -> None:
            self._observations.append(self.tensors.observation(state, seat))
            kept["legal"].append(state.moves(seat))
            kept["policy"].append(None if visits is None else [count / max(1, sum(visits)) for count in visits])
            kept["seat"].append(seat)
            kept["action"].append(move)
            kept["game"].append(seed)
            kept["move"].append(len(kept["move"]) - before)
            kept["bot"].append(names[seat])

        play_out(state, [bot_by_name(name, gathering.game) for name in names], seed, names, add)
        result = state.result()
        assert result is not None
        decisions = len(kept["action"]) - before
        kept["returns"] += [rewards(state, False)] * decisions
        kept["scores"] += [list(result.scores)] * decisions

    def columns(self) -> dict[str, Any]:
        import pyarrow as pa

        kinds = schema(self.tensors.layout.size, self.tensors.seats)
        numbers = pa.array(np.concatenate(self._observations))
        found = {"observation": pa.FixedSizeListArray.from_arrays(numbers, self.tensors.layout.size)}
        for name, values in self._kept.items():
            if name == "bot":
                found[name] = pa.array(values, pa.string()).dictionary_encode().cast(kinds.field(name).type)
            else:
                found[name] = pa.array(values, kinds.field(name).type)
        return found
