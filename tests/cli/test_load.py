"""The load tool: real players at a real server, what it counts, and what it says when something cannot be measured."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablero
from tablero import seeded
from tablero.cli import bench, main
from tablero.cli.console import Refused
from tablero.cli.load import players, scenario, server, show, statistics
from tablero.cli.load.connections import Requests, Site, Unreachable
from tablero.cli.load.players import TableGroup
from tablero.cli.load.statistics import LoadStatistics
from tablero.site.settings import Limits, Settings
from tablero.ui.frames import patch
from tests.cli.test_commands import answer, refusal
from tests.site.served import Served, free_port
from tests.waiting import eventually

KEYS = {
    "game",
    "players",
    "tables",
    "think",
    "api",
    "seconds",
    "games",
    "moves",
    "moves_per_s",
    "p50_ms",
    "p99_ms",
    "max_ms",
    "refused",
    "refusals",
    "errors",
    "faults",
    "server_cpu_ms_per_move",
    "client_cpu_ms_per_move",
    "server_rss_mb",
    "server_processes",
    "bytes_per_move",
    "spectators",
    "watched",
    "idle",
    "rss_kb_per_idle_socket",
}

UNLIMITED = Settings(limits=Limits(**dict.fromkeys((limit.name for limit in fields(Limits)), 0)))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all of these tests."""
    opened = Served(tmp_path_factory.mktemp("load") / "games.db", UNLIMITED)
    yield opened
    opened.client.close()
    opened.stop()


@pytest.fixture
def loaded(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., dict[str, Any]]:
    """The figures of a short load on that server."""
    monkeypatch.setattr(statistics, "WARM_UP", 0.1)

    def load(*words: str) -> dict[str, Any]:
        with pytest.raises(SystemExit) as left:
            main(["load", *words, "--url", served.address, "--seconds", "0.5", "--json"])
        assert not left.value.code
        figures: dict[str, Any] = json.loads(capsys.readouterr().out)
        return figures

    return load


def test_a_server_of_its_own_is_measured_and_stopped() -> None:
    figures = answer("load", "yaxha", "--players", 4, "--seconds", 0.5, "--spectators", 2, "--idle", 3)
    assert set(figures) == KEYS
    assert (figures["players"], figures["tables"], figures["refused"], figures["errors"]) == (4, 2, 0, 0)
    assert figures["moves"] > 0
    assert figures["watched"] > 0
    assert 0 < figures["p50_ms"] <= figures["p99_ms"] <= figures["max_ms"]
    if server.PROC_FOLDER.exists():
        assert figures["server_cpu_ms_per_move"] > 0
        assert figures["server_rss_mb"] > 20
        assert figures["rss_kb_per_idle_socket"] is not None


@pytest.mark.parametrize("game", [one.name for one in tablero.games()])
def test_every_game_is_played_through_its_page(loaded: Callable[..., dict[str, Any]], game: str) -> None:
    figures = loaded(game, "--players", "4")
    assert figures["moves"] > 0
    assert (figures["refused"], figures["errors"]) == (0, 0)
    assert figures["server_cpu_ms_per_move"] is None, "nothing is known of a server somewhere else"


def test_programs_play_through_the_api(loaded: Callable[..., dict[str, Any]]) -> None:
    figures = loaded("yaxha", "--players", "3", "--tables", "1", "--api")
    assert figures["moves"] > 0
    assert (figures["api"], figures["refused"], figures["errors"]) == (True, 0, 0)


def test_who_thinks_moves_less(loaded: Callable[..., dict[str, Any]]) -> None:
    figures = loaded("maya", "--players", "2", "--think", "60")
    assert (figures["moves"], figures["p50_ms"], figures["bytes_per_move"], figures["errors"]) == (0, None, None, 0)


def with_group(served: Served, story: Callable[[TableGroup], Awaitable[None]], api: bool = False) -> LoadStatistics:
    """Let two players play at one table while a story is told."""
    counted = LoadStatistics()

    async def told() -> None:
        group = TableGroup(Site(served.address), counted, scenario.read_scenario("yaxha", 2, None, 1, 0, api, 0, 0))
        await group.open_first_table()
        counted.begun = counted.running = True
        playing = asyncio.create_task(group.play_games())
        await story(group)
        counted.over = True
        playing.cancel()
        group.leave_table()

    asyncio.run(told())
    return counted


@pytest.mark.parametrize("api", [False, True])
def test_when_a_game_is_over_the_next_one_begins(served: Served, api: bool) -> None:
    async def story(group: TableGroup) -> None:
        await eventually(lambda: group.statistics.games == 2 and group.statistics.moves > 110)

    counted = with_group(served, story, api)
    assert not counted.errors
    assert not counted.refused


def test_a_refused_move_is_counted_and_tried_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mistaken:
        """Writes a wrong version into one move."""

        written = 0

        def encode(self, move: players.Play) -> bytes:
            self.written += 1
            return msgspec.json.encode(msgspec.structs.replace(move, version=99) if self.written == 3 else move)

    monkeypatch.setattr(players, "JSON_ENCODER", Mistaken())

    async def story(group: TableGroup) -> None:
        await eventually(lambda: group.statistics.refused and group.statistics.moves > 9)

    counted = with_group(served, story)
    assert counted.refused == {"stale_version": 1}
    assert not counted.errors


def test_a_message_of_another_version_is_counted(served: Served) -> None:
    async def story(group: TableGroup) -> None:
        player = group._players[0]
        assert isinstance(player, players.SimulatedPlayer)
        player._on_message(b'{"panels": 7}')
        player._on_message(b"neither JSON nor deflated")

    counted = with_group(served, story)
    assert counted.errors == {"a message that this version does not understand": 2}


def test_players_come_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    served = Served(tmp_path / "games.db", UNLIMITED)

    async def story(group: TableGroup) -> None:
        await eventually(lambda: group.statistics.moves > 5)
        served.kill()
        await eventually(lambda: group.statistics.errors["connection lost"] == 2)
        before = group.statistics.moves
        await asyncio.to_thread(served.launch)
        await eventually(lambda: group.statistics.moves > before + 5)
        assert not group.stuck

    counted = with_group(served, story)
    served.client.close()
    served.stop()
    assert set(counted.errors) == {"connection lost"}
    assert counted.games == 1


# ---------------------------------------------------------------- what cannot be measured


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", 5, "--tables", 2), "5 players cannot share 2 tables: at each table of Yaxha sit 2 to 4"),
        (("--players", 4, "--tables", 0), "try --players 2 --tables 1"),
        (("--players", 0), "--players is a number from 1 to 50000"),
        (("--seconds", 0), "--seconds is a number from 0.1 to 86400"),
        (("--think", -1), "--think is a number from 0 to 3600"),
        (("--processes", 0), "--processes is a number from 1 on"),
        (("--idle", -1), "--idle is a number from 0 to 50000"),
        (("--url", "ftp://here"), "--url is an address like http://127.0.0.1:8520"),
        (("--url", "http://here:x"), "--url is an address like http://127.0.0.1:8520"),
        (("--url", "http://here", "--data", "x.db"), "--data and --processes are for a server of its own"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: tuple[object, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["load", "yaxha", *map(str, words)])
    assert left.value.code == 1
    assert said in capsys.readouterr().err


def test_a_server_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["load", "yaxha", "--url", f"http://127.0.0.1:{free_port()}"])
    assert "cannot be measured: it does not answer a request" in capsys.readouterr().err


def test_a_server_that_does_not_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_text("no database " * 1000, "utf-8")
    assert "the server to be measured did not start: The games cannot be kept" in refusal(
        "load", "yaxha", "--data", broken
    )


def test_open_files_are_allowed_as_far_as_the_system_lets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no such limits")
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: raised.append(limits))
    scenario.need_files(10)
    assert raised == []
    scenario.need_files(1000)
    assert raised == [(1200, 4096)]
    assert "open files was 256 and is 1200" in capsys.readouterr().err
    with pytest.raises(Refused, match="need 5200 open files and this system allows 4096"):
        scenario.need_files(5000)


def test_a_load_that_cannot_begin_says_what_the_server_said(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "OPEN_ATTEMPTS", 1)

    async def open_first_table() -> None:
        wrong = scenario.Scenario("chess", 2, 1, 2, 1, 0, False, 0, 0)
        await TableGroup(Site(served.address), LoadStatistics(), wrong).open_first_table()

    with pytest.raises(Unreachable, match=r"it answers 400 to /api/tables: .*chess"):
        asyncio.run(open_first_table())


# ---------------------------------------------------------------- the wire


def test_answers_come_in_pieces_and_connections_are_opened_again() -> None:
    """As a proxy may answer: in chunks, closing the connection, or not in HTTP at all."""
    answers = [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n4;x=y\r\n two\r\n0\r\n\r\n",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\ngone",
        b"good morning\r\n\r\n",
    ]
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while answers:
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(answers.pop(0))
            if len(answers) < 2:
                break
        writer.close()

    async def ask() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as listening:
            requests = Requests(Site(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/games/"))
            assert await requests.ask("/a", token="t") == (200, b"one two")
            assert await requests.ask("/b") == (404, b"gone")
            with pytest.raises(Unreachable, match="does not answer a request"):
                await requests.ask("/c")

    asyncio.run(ask())
    assert asked[0].startswith(b"GET /games/a HTTP/1.1\r\n")
    assert b"Authorization: Bearer t\r\n" in asked[0]


def test_a_server_without_websockets_is_told(served: Served) -> None:
    async def knock(path: str, port: int) -> None:
        line = players.MessageSocket(Site(f"http://127.0.0.1:{port}"), path, "", lambda _: None, lambda: None)
        await line.open()

    with pytest.raises(Unreachable, match=r"it answers 4\d\d .* to a websocket"):
        asyncio.run(knock("/nowhere", served.port))
    with pytest.raises(Unreachable, match="lets nobody in"):
        asyncio.run(knock("/", free_port()))


def test_addresses_of_sockets_follow_the_site() -> None:
    assert Site("https://games.example.org/tablero/").socket("/t/x/live") == "wss://games.example.org/tablero/t/x/live"
    assert Site("http://127.0.0.1:1").port == 1


@pytest.mark.parametrize("before", ["plain old words", "Tzolk’in old words", "\N{GAME DIE} old words"])
def test_a_part_that_came_is_put_between_what_was_there(before: str) -> None:
    before *= 60
    after = before.replace("old", "quite new", 1)
    change = patch([before], [after])
    assert isinstance(change, list)
    assert players.patched(before, change) == after


@pytest.mark.parametrize("letter", ["o", "’", "\N{GAME DIE}"])
def test_pieces_that_come_and_go_are_put_between_the_others(letter: str) -> None:
    luck = seeded(1)
    pieces = [f"<g id='{number}'>{letter * luck.below(300)}" for number in range(12)]
    for _ in range(200):
        before = list(pieces)
        for place in (luck.below(12), luck.below(12))[: 1 + luck.below(2)]:
            pieces[place] = letter * luck.below(300)
        if luck.below(3) == 0:
            del pieces[luck.below(12)]
            pieces.insert(luck.below(12), "<g/>" + letter * luck.below(300))
        change = patch(before, pieces)
        whole = change if isinstance(change, str) else players.patched("".join(before), change)
        assert whole == "".join(pieces)


# ---------------------------------------------------------------- what is shown


def test_figures_become_a_table_and_advice_for_a_host(capsys: pytest.CaptureFixture[str]) -> None:
    asked = scenario.read_scenario("tzolkin", 8, None, 10, 0, False, 3, 0)
    figures = dict.fromkeys(KEYS, None) | {
        "moves_per_s": 123.4,
        "refused": 1,
        "refusals": {"stale_version": 1},
        "errors": 2,
        "faults": {"connection lost": 2},
        "server_cpu_ms_per_move": 2.0,
        "watched": 77,
    }
    show(asked, figures)
    told = capsys.readouterr().out
    for words in ("Tzolk'in: 8 players at 4 tables", "123.4", "77", "1 x stale_version", "2 x connection lost"):
        assert words in told
    assert "about 1,500 players who think 5 seconds" in told


def test_the_bench_measures_a_server_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "LOAD_PLAYERS", 2)
    figures = bench.measure_load("maya", 0.1)
    assert (figures["players"], figures["errors"]) == (2, 0)
    shown = {"plain": {"decisions_per_s": 1.0}, "compiled": None, "load": {**figures, "moves_per_s": 4321.0}}
    bench.show_table({"maya": shown}, {})
    assert "4,321" in capsys.readouterr().out


def test_where_the_system_tells_nothing_figures_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(server, "PROC_FOLDER", tmp_path)
    assert server.process_tree(1) == []
    assert server.cpu_seconds([1]) is None
    assert server.rss_kb([1]) is None


def test_a_table_at_which_nobody_moves_is_an_error(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "STUCK_SECONDS", 0.05)

    async def story(group: TableGroup) -> None:
        group.statistics.over = True
        await eventually(lambda: group.stuck)

    with_group(served, story)
