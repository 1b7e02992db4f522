"""Datasets hold what was played, by any bot and after any interruption, and nothing damaged is read."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

import tablero
from tablero.lab import gathering
from tablero.lab.datasets import Dataset, Decisions
from tablero.lab.errors import ArenaError, DatasetError
from tablero.lab.gathering import DatasetRows, Gathering, Portion
from tablero.lab.tensors import Tensors
from tablero.lab.vectorized import rewards

MAYA = tablero.game("maya")
SMALL = Gathering(MAYA, ("search:6", "greedy"), seed=5, shard=2)
GAMES = 5


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five games in three files, made in one go."""
    folder = tmp_path_factory.mktemp("whole") / "maya"
    SMALL.fill(folder, GAMES)
    return folder


@pytest.fixture
def copied(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copied"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_rows_are_the_games_that_were_played(whole: Path) -> None:
    data = Dataset(whole)
    rows = data.all()
    assert (data.games, len(data), data.seeds) == (GAMES, len(rows), [5, 6, 7, 8, 9])
    assert data.complete
    tensors = Tensors(MAYA, 2)
    at = 0
    for seed in data.seeds:
        state, first = MAYA.start(2, seed), at
        while state.actors():
            seat = int(rows.seat[at])
            assert seat == state.actors()[0]
            assert (rows.observation[at] == tensors.observation(state, seat)).all()
            assert (rows.mask[at] == tensors.mask(state, seat)).all()
            assert (rows.game[at], rows.move[at]) == (seed, at - first)
            # The first named begins one seat further with every game.
            assert rows.bot[at] == (seat + seed - 5) % 2
            state.play(seat, rows.action[at])
            at += 1
        result = state.result()
        assert result is not None
        assert (rows.scores[first:at] == result.scores).all()
        assert (rows.returns[first:at] == rewards(state, False)).all()
    assert at == len(rows)
    assert (rows.reward == rows.returns[np.arange(at), rows.seat]).all()


def test_who_searches_tells_how_often_each_move_was_tried(whole: Path) -> None:
    rows = Dataset(whole).all()
    assert (rows.searched == (rows.bot == 0)).all()
    assert rows.policy[rows.searched].sum(1) == pytest.approx(1, abs=1e-5)
    assert not rows.policy[~rows.searched].any()
    assert not rows.policy[~rows.mask].any()
    tried_most = rows.policy[np.arange(len(rows)), rows.action] == rows.policy.max(1)
    assert tried_most[rows.searched].all(), "a search plays what it tried most"
    assert (rows.policy > 0).sum(1).max() > 1


def test_rows_are_chosen_by_seat_bot_game_and_choice(whole: Path) -> None:
    data = Dataset(whole)
    rows = data.all()
    assert set(data.all(seat=1).seat) == {1}
    assert len(data.all(seat=1)) == (rows.seat == 1).sum()
    assert (data.all(bot="greedy").bot == 1).all()
    assert set(data.all(games=range(6, 8)).game) == {6, 7}
    choices = data.all(forced=False)
    assert len(choices) == (rows.mask.sum(1) > 1).sum() < len(rows)
    assert len(data.all(games=())) == 0
    assert data.all(games=()).observation.shape == (0, data.width)
    with pytest.raises(ValueError, match="the bots of this dataset are search:6, greedy, not level1"):
        next(data.batches(bot="level1"))
    with pytest.raises(ValueError, match="a seat of this dataset is a number from 0 to 1, not 9"):
        data.all(seat=9)


def test_batches_bring_every_row_once_in_order_or_mixed(whole: Path) -> None:
    data = Dataset(whole)

    def names(batches: list[Decisions]) -> list[tuple[int, int]]:
        return [pair for one in batches for pair in zip(one.game.tolist(), one.move.tolist(), strict=True)]

    plain = list(data.batches(100))
    assert {len(one) for one in plain[:-1]} == {100}
    assert names(plain) == sorted(names(plain))
    assert len(names(plain)) == len(data)
    mixed = list(data.batches(100, shuffle=7))
    assert names(mixed) != names(plain)
    assert sorted(names(mixed)) == names(plain)
    assert names(list(data.batches(100, shuffle=7))) == names(mixed)
    assert names(list(data.batches(100, shuffle=8))) != names(mixed)


def test_other_programs_can_read_it_and_each_file_says_what_it_is(whole: Path) -> None:
    table = parquet.read_table(whole / "shard-00000.parquet")
    about = json.loads(table.schema.metadata[b"tablero"])
    assert about == {name: value for name, value in Dataset(whole).about.items() if name != "games"}
    assert (about["game"], about["rules"], about["layout"]) == ("maya", MAYA.rules, MAYA.layout(2).mark)
    assert set(table["bot"].to_pylist()) == {"search:6", "greedy"}
    row = table.slice(3, 1).to_pylist()[0]
    assert row["action"] in row["legal"]
    assert len(row["observation"]) == MAYA.layout(2).size


# ---------------------------------------------------------------- made again


def test_several_processes_make_the_same_files(whole: Path, tmp_path: Path) -> None:
    SMALL.fill(tmp_path / "many", GAMES, processes=2)
    assert contents(tmp_path / "many") == contents(whole)


def test_an_interrupted_one_goes_on_to_the_same_files(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def gather(portion: Portion) -> Any:
        played.append(portion.number)
        if len(played) == 2:
            raise KeyboardInterrupt
        return gathering_gather(portion)

    gathering_gather = gathering.gather
    monkeypatch.setattr(gathering, "gather", gather)
    folder = tmp_path / "torn"
    with pytest.raises(KeyboardInterrupt):
        SMALL.fill(folder, GAMES)
    assert (Dataset(folder).games, Dataset(folder).complete) == (2, False)
    with (folder / "shards.jsonl").open("ab") as listed:
        listed.write(b'{"file":"shard-00001.par')  # the process was killed while it wrote
    (folder / "shard-00001.parquet.unfinished").write_bytes(b"half")
    assert Dataset(folder).games == 2
    heard: list[int] = []
    SMALL.fill(folder, GAMES, progress=lambda games, rows, size: heard.append(games))
    assert played == [0, 1, 1, 2]
    assert heard == [2, 4, 5]
    assert contents(folder) == contents(whole)


def test_more_games_are_added_and_fewer_refused(whole: Path, tmp_path: Path) -> None:
    SMALL.fill(tmp_path / "growing", 3)
    assert SMALL.fill(tmp_path / "growing", GAMES).games == GAMES
    assert contents(tmp_path / "growing") == contents(whole)
    with pytest.raises(ArenaError, match=r"has 5 games already; ask for more, or name a new folder"):
        SMALL.fill(tmp_path / "growing", 3)


def test_what_is_damaged_is_refused_and_made_anew(copied: Path, whole: Path) -> None:
    file = copied / "shard-00001.parquet"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    (copied / "shard-00002.parquet").unlink()
    sentence = (
        r"damaged or missing in .*: shard-00001.parquet, shard-00002.parquet; the command that made it makes it anew"
    )
    with pytest.raises(DatasetError, match=sentence):
        Dataset(copied).verify()
    with pytest.raises(DatasetError, match=r"shard-00001.parquet is damaged or missing; the command that made it"):
        list(Dataset(copied).batches(10))
    SMALL.fill(copied, GAMES).verify()
    assert contents(copied) == contents(whole)


def test_a_full_disk_is_said_and_what_is_finished_stays(whole: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="only POSIX can bound the size of files")
    bound = min(shard.bytes for shard in Dataset(whole).shards[:2])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bound, hard))
    try:
        with pytest.raises(ArenaError, match=r"cannot be written: File too large; what is finished is kept there"):
            SMALL.fill(tmp_path / "tight", GAMES)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list((tmp_path / "tight").glob("*.unfinished"))
    Dataset(tmp_path / "tight").verify()
    SMALL.fill(tmp_path / "tight", GAMES)
    assert contents(tmp_path / "tight") == contents(whole)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Gathering(MAYA, ("greedy",), seed=5, shard=2), r'bots was \["search:6", "greedy"\] and is \["greedy"\] now'),
        (Gathering(MAYA, SMALL.bots, seed=6, shard=2), "seed was 5 and is 6 now"),
        (Gathering(tablero.game("yaxha"), SMALL.bots, seed=5, shard=2), 'game was "maya" and is "yaxha" now'),
    ],
)
def test_another_dataset_is_refused_in_the_same_folder(other: Gathering, words: str, copied: Path) -> None:
    before = contents(copied)
    with pytest.raises(ArenaError, match=f"the dataset in .* was begun with other settings: {words}"):
        other.fill(copied, GAMES)
    assert contents(copied) == before


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ArenaError, match="holds other things than a dataset; name a new folder"):
        SMALL.fill(tmp_path, GAMES)
    with pytest.raises(DatasetError, match=r"there is no dataset in .*: dataset.json cannot be read"):
        Dataset(tmp_path)
    (tmp_path / "dataset.json").write_text('{"format": 1}')
    with pytest.raises(DatasetError, match=r"dataset.json is damaged"):
        Dataset(tmp_path)


@pytest.mark.parametrize("spec", ["search:0.5s", "classic:1s", "level8"])
def test_who_thinks_by_the_clock_is_refused(spec: str) -> None:
    with pytest.raises(ArenaError, match=rf"{spec} thinks by the clock .* take one that is limited by iterations"):
        Gathering(MAYA, ("greedy", spec))


def test_unknown_bots_are_refused_before_anything_is_played() -> None:
    with pytest.raises(ArenaError, match="there is no bot 'clever'"):
        Gathering(MAYA, ("clever",))
    with pytest.raises(ArenaError, match="somebody has to play"):
        Gathering(MAYA, ())


def test_numbers_of_another_layout_are_not_mistaken(copied: Path) -> None:
    assert Dataset(copied).numbers.read(Dataset(copied).all().observation[0])["turn"] == 1
    file = copied / "dataset.json"
    file.write_text(file.read_text("utf-8").replace("maya-2-v1-", "maya-2-v0-"), "utf-8")
    with pytest.raises(DatasetError, match=r"mean what maya-2-v0-.* said"):
        _ = Dataset(copied).numbers


def test_without_pyarrow_there_is_a_sentence(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for deed in (lambda: Dataset(whole).all(), lambda: SMALL.fill(tmp_path / "new", 1)):
        with pytest.raises(DatasetError, match=r'need pyarrow: pip install "tablero\[lab\]"'):
            deed()
    assert not (tmp_path / "new").exists()


def test_the_sample_is_whole_and_its_games_can_be_played_again() -> None:
    data = Dataset.sample()
    data.verify()
    assert (data.games, data.complete) == (64, True)
    assert data.numbers.layout.size == data.width
    about = data.about
    again = Gathering(data.game, tuple(data.bots), data.seats, about["seed"], data.options, about["shard"])
    ledger, number = DatasetRows(Tensors(data.game, data.seats)), 37
    ledger.play(again, number)
    kept, columns = data.all(games={about["seed"] + number}), ledger.columns()
    assert len(kept) == len(columns["action"]) > 100
    assert kept.action.tolist() == columns["action"].to_pylist()
    assert kept.observation.tolist() == columns["observation"].to_pylist()
    assert kept.scores.tolist() == columns["scores"].to_pylist()
    shares = [sorted(row[row > 0].tolist()) for row in kept.policy]
    assert shares == [sorted(share for share in row if share > 0) for row in columns["policy"].to_pylist()]
