"""Read datasets: games of bots as Parquet files, a row for every decision. `lab.gathering` writes them.

>>> from tablero.lab.datasets import Dataset
>>> data = Dataset.sample()
>>> data.game.title, data.seats, data.bots
('Maya', 2, ['search:200'])
>>> for batch in data.batches(256, forced=False, shuffle=7):
...     chosen = batch.mask[range(len(batch)), batch.action]  # batch.observation, .policy, .returns ...
>>> bool(chosen.all())
True

Every file is compared with its checksum before it is read for the first time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tablero
from tablero.core import Game
from tablero.core.integers import within
from tablero.lab.errors import DatasetError
from tablero.lab.run_folder import read_lines
from tablero.lab.tensors import Numbers, Row

FORMAT_VERSION = 1
SETTINGS_FILE = "dataset.json"
SHARDS_FILE = "shards.jsonl"
REPAIR_HINT = "the command that made it makes it anew"


@dataclass(frozen=True)
class Shard:
    """A file of a dataset, with games in the order of their seeds."""

    file: str
    games: int
    rows: int
    bytes: int
    sha256: str

    def as_json(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def is_whole(self, folder: Path) -> bool:
        """Return whether the file has its checksum."""
        try:
            with (folder / self.file).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == self.sha256
        except OSError:
            return False


def shards_in(folder: Path) -> dict[str, Shard]:
    """Return the finished files in their order. A file that was made anew is listed again: the later line counts."""
    found = {}
    for number, line in enumerate(read_lines(folder / SHARDS_FILE), 1):
        try:
            read = json.loads(line)
            games, rows, size = (int(read[name]) for name in ("games", "rows", "bytes"))
            one = Shard(str(read["file"]), games, rows, size, str(read["sha256"]))
        except (ValueError, LookupError, TypeError):
            hint = REPAIR_HINT.replace("it anew", "that part anew")
            raise DatasetError(f"line {number} of {folder / SHARDS_FILE} is damaged; take it out, and {hint}") from None
        found[one.file] = one
    return dict(sorted(found.items()))


@dataclass(frozen=True)
class Decisions:
    """Some decisions as arrays, a row for each."""

    observation: Row  # what the deciding seat may know: (n, width)
    mask: NDArray[np.bool_]  # the legal moves: (n, moves)
    seat: NDArray[np.int64]  # the deciding seat
    action: NDArray[np.int64]  # the move that was made
    policy: NDArray[np.float32]  # shares of the search's visits, (n, moves); all 0 where the bot did not search
    searched: NDArray[np.bool_]  # whether the bot searched
    returns: NDArray[np.float32]  # the rewards of the finished game, as in the environments: (n, seats)
    scores: NDArray[np.int64]  # the final points of each seat: (n, seats)
    game: NDArray[np.int64]  # the seed of the game
    move: NDArray[np.int64]  # the number of the decision in its game, from 0
    bot: NDArray[np.int64]  # index of the deciding bot in `Dataset.bots`

    def __len__(self) -> int:
        return len(self.action)

    @property
    def reward(self) -> NDArray[np.float32]:
        """The reward of the finished game to the deciding seat."""
        return self.returns[np.arange(len(self)), self.seat]


class Dataset:
    """A folder of games. Files are read on demand, a few thousand rows at a time."""

    def __init__(self, folder: Path | str) -> None:
        """Raise DatasetError if there is no dataset in the folder."""
        self.folder = Path(folder)
        try:
            self.about: dict[str, Any] = json.loads((self.folder / SETTINGS_FILE).read_text("utf-8"))
            number = self.about["format"]
            self.seats = int(self.about["seats"])
            self.width = int(self.about["width"])  # of an observation
            self.moves = int(self.about["moves"])  # in the game's space: the width of a mask
            self.bots: list[str] = list(self.about["bots"])
            self.options: dict[str, str] = dict(self.about["options"])
            self.rules = int(self.about["rules"])
            self.layout = str(self.about["layout"])  # mark of the meaning of an observation's numbers
        except OSError as error:
            raise DatasetError(
                f"there is no dataset in {self.folder}: {SETTINGS_FILE} cannot be read ({error.strerror})"
            ) from None
        except (ValueError, LookupError, TypeError):
            raise DatasetError(
                f"{self.folder / SETTINGS_FILE} is damaged, or of another kind than a dataset's"
            ) from None
        if number != FORMAT_VERSION:
            raise DatasetError(
                f"the dataset in {self.folder} has the format {number}; this Tablero reads {FORMAT_VERSION}"
            )
        self.shards = list(shards_in(self.folder).values())
        self._whole: set[str] = set()  # files whose checksum was right

    @classmethod
    def sample(cls) -> Dataset:
        """Return the small dataset that comes with Tablero."""
        return cls(Path(str(files("tablero.lab") / "sample")))

    def __len__(self) -> int:
        """Number of decisions."""
        return sum(shard.rows for shard in self.shards)

    def __repr__(self) -> str:
        return f"<dataset of {self.about['game']}, {self.seats} seats, {self.games} games, {len(self)} decisions>"

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(shard.games for shard in self.shards)

    @property
    def complete(self) -> bool:
        """Whether all requested games are there."""
        return self.games >= int(self.about["games"])

    @property
    def game(self) -> Game:
        return tablero.game(str(self.about["game"]))

    @cached_property
    def seeds(self) -> list[int]:
        """The seeds of its games, for `batches(games=..)`."""
        found: set[int] = set()
        for shard in self.shards:
            found.update(self._open(shard).read(["game"])["game"].unique().to_pylist())
        return sorted(found)

    @cached_property
    def numbers(self) -> Numbers:
        """Meaning of an observation's numbers. Raise DatasetError if this version of the game has another layout."""
        found = Numbers(self.game, self.seats)
        if found.layout.mark != self.layout:
            raise DatasetError(
                f"the numbers in {self.folder} mean what {self.layout} said; here {self.game.title} has "
                f"{found.layout.mark}: read them with Tablero {self.about['tablero']}, or make the dataset anew"
            )
        return found

    def verify(self) -> None:
        """Compare every file with its checksum. Raise DatasetError, which names those that are damaged or missing."""
        if damaged := [shard.file for shard in self.shards if not shard.is_whole(self.folder)]:
            few = ", ".join(damaged[:5]) + (f" and {len(damaged) - 5} more" if len(damaged) > 5 else "")
            raise DatasetError(f"damaged or missing in {self.folder}: {few}; {REPAIR_HINT}")
        self._whole.update(shard.file for shard in self.shards)

    def batches(
        self,
        size: int = 1024,
        *,
        seat: int | None = None,
        bot: str | None = None,
        games: Container[int] | None = None,
        forced: bool = True,
        shuffle: int | None = None,
    ) -> Iterator[Decisions]:
        """Yield all decisions in batches of `size`; the last one may be smaller.

        `seat` and `bot` select decisions; `games` selects games by their seeds (hold out whole games, never rows).
        `forced=False` leaves out decisions with a single legal move. `shuffle` is a seed: it mixes the parts of the
        files, then the rows of each part, some thousand at a time.
        """
        import_arrow()
        import pyarrow as pa

        if size < 1:
            raise ValueError(f"a batch has at least one row, not {size}")
        if seat is not None:
            within(seat, self.seats, "a seat of this dataset")
        if bot is not None and bot not in self.bots:
            raise ValueError(f"the bots of this dataset are {', '.join(self.bots)}, not {bot}")
        waiting: Any = None
        for part in self._parts(None if shuffle is None else np.random.default_rng(shuffle)):
            wanted = self._wanted(part, seat, bot, games, forced)
            waiting = wanted if waiting is None else pa.concat_tables([waiting, wanted])
            while len(waiting) >= size:
                yield self._arrays(waiting.slice(0, size))
                waiting = waiting.slice(size)
        if waiting is not None and len(waiting):
            yield self._arrays(waiting)

    def all(
        self,
        *,
        seat: int | None = None,
        bot: str | None = None,
        games: Container[int] | None = None,
        forced: bool = True,
    ) -> Decisions:
        """Return the same decisions at once, in the order of games and moves, for data that fit into memory."""
        found = list(self.batches(max(1, len(self)), seat=seat, bot=bot, games=games, forced=forced))
        return found[0] if found else self._arrays(self._empty())

    # ---------------------------------------------------------------- files

    def _open(self, shard: Shard) -> Any:
        import_arrow()
        import pyarrow.parquet as pq

        if shard.file not in self._whole:
            if not shard.is_whole(self.folder):
                raise DatasetError(f"{self.folder / shard.file} is damaged or missing; {REPAIR_HINT}")
            self._whole.add(shard.file)
        return pq.ParquetFile(self.folder / shard.file)

    def _parts(self, draw: np.random.Generator | None) -> Iterator[Any]:
        """Yield the tables of all row groups."""
        for number in range(len(self.shards)) if draw is None else draw.permutation(len(self.shards)):
            with self._open(self.shards[number]) as file:
                groups = file.metadata.num_row_groups
                for group in range(groups) if draw is None else draw.permutation(groups):
                    part = file.read_row_group(int(group))
                    yield part if draw is None else part.take(draw.permutation(len(part)))

    def _empty(self) -> Any:
        return schema(self.width, self.seats).empty_table()

    def _wanted(self, part: Any, seat: int | None, bot: str | None, games: Container[int] | None, forced: bool) -> Any:
        """Return the selected rows."""
        import pyarrow as pa
        import pyarrow.compute as pc

        keep = np.ones(len(part), np.bool_)
        if seat is not None:
            keep &= part["seat"].to_numpy() == seat
        if bot is not None:
            keep &= pc.equal(part["bot"].cast(pa.string()), bot).to_numpy()
        if not forced:
            keep &= pc.list_value_length(part["legal"]).to_numpy() > 1
        if games is not None:
            seeds, place = np.unique(part["game"].to_numpy(), return_inverse=True)
            keep &= np.array([int(seed) in games for seed in seeds], np.bool_)[place]
        return part if keep.all() else part.filter(pa.array(keep))

    # ---------------------------------------------------------------- arrays

    def _arrays(self, part: Any) -> Decisions:
        import pyarrow as pa
        import pyarrow.compute as pc

        n = len(part)

        def lists(name: str) -> Any:
            return part[name].combine_chunks() if n else pa.array([], schema(self.width, self.seats).field(name).type)

        def fixed(name: str, width: int, kind: Any) -> NDArray[Any]:
            return np.array(lists(name).flatten().to_numpy(), kind).reshape(n, width)

        def plain(name: str) -> NDArray[np.int64]:
            return np.asarray(part[name].to_numpy(), np.int64)

        legal = lists("legal")
        moves = legal.flatten().to_numpy()
        lengths = pc.list_value_length(legal).to_numpy()
        rows = np.repeat(np.arange(n), lengths)
        mask = np.zeros((n, self.moves), np.bool_)
        mask[rows, moves] = True
        searched = np.array(part["policy"].is_valid().to_numpy(), np.bool_)
        policy = np.zeros((n, self.moves), np.float32)
        with_policy = np.repeat(searched, lengths)
        policy[rows[with_policy], moves[with_policy]] = lists("policy").flatten().to_numpy()
        known = pa.array(self.bots)
        return Decisions(
            observation=fixed("observation", self.width, np.int16),
            mask=mask,
            seat=plain("seat"),
            action=plain("action"),
            policy=policy,
            searched=searched,
            returns=fixed("returns", self.seats, np.float32),
            scores=fixed("scores", self.seats, np.int64),
            game=plain("game"),
            move=plain("move"),
            bot=pc.index_in(part["bot"].cast(pa.string()), known).to_numpy().astype(np.int64),
        )


def schema(width: int, seats: int) -> Any:
    """Return the columns of a file."""
    import_arrow()
    import pyarrow as pa

    return pa.schema(
        [
            ("observation", pa.list_(pa.int16(), width)),
            ("legal", pa.list_(pa.uint16())),
            ("policy", pa.list_(pa.float32())),
            ("seat", pa.uint8()),
            ("action", pa.uint16()),
            ("returns", pa.list_(pa.float32(), seats)),
            ("scores", pa.list_(pa.int32(), seats)),
            ("game", pa.int64()),
            ("move", pa.int32()),
            ("bot", pa.dictionary(pa.int16(), pa.string())),
        ]
    )


def import_arrow() -> None:
    """Raise DatasetError if pyarrow is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise DatasetError('datasets are Parquet files and need pyarrow: pip install "tablero[lab]"') from None
