"""Who can enter the arena, and what is said to whoever cannot."""

from __future__ import annotations

import doctest
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tablero
from tablero.bots import Greedy, Searcher, glimpse
from tablero.core import seeded
from tablero.lab.arena import play_seed
from tablero.lab.bot_names import bot_by_name, yardstick
from tablero.lab.errors import ArenaError
from tablero.lab.http_bot import HttpBot

GAME = tablero.game("maya")


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Writes a person's own module, mine.py, into the folder where the command is called."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield lambda text: (tmp_path / "mine.py").write_text(text, "utf-8") and None
    sys.modules.pop("mine", None)


def test_the_house_s_bots_enter_by_name() -> None:
    assert bot_by_name("greedy", GAME) == Greedy()
    assert bot_by_name("search:30", GAME) == Searcher(iterations=30)


def test_a_bot_of_one_s_own_plays(module: Callable[[str], None]) -> None:
    module("class First:\n    def choose(self, glimpse, luck, stop=None):\n        return glimpse.moves[0]\n")
    outcome = play_seed(GAME, "mine:First", ["mine:First"], 1)
    assert outcome.share == 0.5
    assert bot_by_name("mine:First", GAME) is not bot_by_name("mine:First", GAME), "every seat has a bot of its own"


@pytest.mark.parametrize(
    ("text", "spec", "words"),
    [
        ("", "alphago", "there is no bot 'alphago'; .*MODULE:FACTORY"),
        ("", "search:fast", "there is no bot 'search:fast'; .*nor is there a module search"),
        ("", "others:make", "nor is there a module others that could be imported from here"),
        ("", "mine:make", r"the module mine \(.*mine.py\) has no make"),
        ("import nowhere_to_be_found", "mine:make", "mine cannot be imported: ModuleNotFoundError.*nowhere.*line 1"),
        ("make = (", "mine:make", "the module mine cannot be imported: SyntaxError"),
        ("make = 3", "mine:make", "mine:make is an object of the type int, nothing that can be called"),
        ("def make():\n    return 3", "mine:make", r"mine:make\(\) made an object of the type int, which is no bot"),
        ("def make(game):\n    pass", "mine:make", r"mine:make\(\) made no bot: TypeError"),
        ("def make():\n    return 1 / 0", "mine:make", r"made no bot: ZeroDivisionError.*\(in mine.py, line 2\)"),
    ],
)
def test_what_is_no_bot_is_answered_with_a_sentence(
    text: str, spec: str, words: str, module: Callable[[str], None]
) -> None:
    module(text)
    with pytest.raises(ArenaError, match=words):
        bot_by_name(spec, GAME)


def test_openspiel_gets_the_time_of_the_slowest_bot_or_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert yardstick("openspiel-mcts", ["search:0.2s", "search:0.5s"], GAME) == "openspiel-mcts:0.5s"
    assert yardstick("openspiel-mcts:2s", ["search:0.2s"], GAME) == "openspiel-mcts:2s"
    assert yardstick("greedy", ["search:0.2s"], GAME) == "greedy"
    with pytest.raises(ArenaError, match="say how long OpenSpiel's search may think"):
        bot_by_name(yardstick("openspiel-mcts", ["greedy"], GAME), GAME)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "tablero.lab.openspiel_mcts", raising=False)
    with pytest.raises(ArenaError, match=r"OpenSpiel is not installed here .*pip install 'tablero\[openspiel\]'"):
        bot_by_name("openspiel-mcts:1s", GAME)


@pytest.mark.skipif(sys.platform == "win32", reason="OpenSpiel is not made for Windows")
def test_openspiel_s_search_plays() -> None:
    assert play_seed(GAME, "openspiel-mcts:0.001s", ["random"], 1).hero_pace.decisions > 10


@pytest.mark.parametrize("name", ["bot_names", "standings"])
def test_the_examples_run(name: str) -> None:
    done = doctest.testmod(import_module(f"tablero.lab.{name}"))
    assert done.attempted > 0
    assert done.failed == 0


# ---------------------------------------------------------------- a program that answers over HTTP


class Program:
    """A program outside: it answers each question by a function."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.answer: Callable[[dict[str, Any]], tuple[int, str]] = lambda question: (200, "{}")
        program = self

        class Answering(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                program.asked.append({"path": self.path, **question})
                status, text = program.answer(question)
                self.send_response(status)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_: object) -> None:
                """Tests are quiet."""

        self.server = HTTPServer(("127.0.0.1", 0), Answering)
        self.address = f"http://127.0.0.1:{self.server.server_port}/play?as=first"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)


@pytest.fixture
def program() -> Iterator[Program]:
    one = Program()
    one.thread.start()
    yield one
    one.server.shutdown()
    one.server.server_close()
    one.thread.join(5)


def ask(address: str, timeout: float = 5.0) -> int:
    luck = seeded(1)
    return HttpBot(address, timeout).choose(glimpse(GAME.start(2, 1), 0, luck), luck)


def test_a_program_outside_is_told_what_its_seat_sees_and_answers(program: Program) -> None:
    program.answer = lambda question: (200, json.dumps({"move": question["moves"][-1]}))
    start = GAME.start(2, 1)
    assert ask(program.address) == start.moves(0)[-1]
    told = program.asked[0]
    assert told["path"] == "/play?as=first"
    assert (told["game"], told["seats"], told["seat"]) == ("maya", 2, 0)
    assert told["moves"] == start.moves(0)
    assert told["notation"] == [GAME.moves.write(move) for move in told["moves"]]
    assert told["view"] == json.loads(json.dumps(start.view(0))), "the view of its seat, and nothing of its own making"


@pytest.mark.parametrize(
    ("status", "text", "words"),
    [
        (200, "[]", r'must answer {"move": n}, not \[\]'),
        (200, '{"move": "3"}', r'must answer {"move": n}, not {"move": "3"}'),
        (200, '{"move": true}', "must answer"),
        (200, "seven", "must answer JSON, not b'seven'"),
        (500, "oh no", "answered with status 500"),
    ],
)
def test_a_wrong_answer_is_told(status: int, text: str, words: str, program: Program) -> None:
    program.answer = lambda question: (status, text)
    with pytest.raises(ArenaError, match=words) as refused:
        ask(program.address)
    assert program.address in str(refused.value)


def test_a_program_that_is_slow_or_gone_is_told(program: Program) -> None:
    program.answer = lambda question: (time.sleep(0.3), (200, "{}"))[1]
    with pytest.raises(ArenaError, match=r"did not answer within 0.1 seconds"):
        ask(program.address, timeout=0.1)
    free = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    free.server_close()
    with pytest.raises(ArenaError, match=r"cannot be asked .*start the program first"):
        ask(f"http://127.0.0.1:{free.server_port}/")
    with pytest.raises(ArenaError, match="no address of a program"):
        ask("http://127.0.0.1:port/")


def test_an_illegal_answer_ends_the_match_with_its_place(program: Program) -> None:
    program.answer = lambda question: (200, '{"move": 100000}')
    with pytest.raises(
        ArenaError, match=rf"the bot {program.address.partition('?')[0]}.* chose 100000.* seed 4, 0 moves"
    ):
        play_seed(GAME, program.address, ["random"], 4)
