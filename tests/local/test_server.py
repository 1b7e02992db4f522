"""What a device without a server answers: whole games, lessons and puzzles by messages, pages, and what is kept."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import urljoin

import pytest

from tablero.analysis.puzzle_set import games_with_puzzles, puzzle_set
from tablero.games import game as find_game
from tablero.games import games
from tablero.local.journal import Kind, MemoryJournal
from tablero.local.server import LocalServer
from tablero.local.thinker import offered_levels
from tablero.table.errors import StorageError
from tests.local.pages import Page, get, opened, post

EVERY = [each.name for each in games()]


async def started(journal: MemoryJournal | None = None) -> LocalServer:
    server = LocalServer(journal or MemoryJournal(), pause=0)
    await server.load()
    return server


async def play_to_the_end(page: Page) -> None:
    """Play what is offered first that is neither undone nor asked twice, until the game is over."""
    while not page.shown["over"]:
        await page.until(lambda one: one.shown["over"] or (one.shown["asked"] and one.moves))
        if page.shown["over"]:
            return
        version, refused = page.shown["version"], []
        for move in page.moves:
            answer = await page.play(move)
            if answer["ok"]:
                break
            refused.append(answer)
        else:
            raise AssertionError(refused)
        await page.until(lambda one, before=version: one.shown["version"] > before)


@pytest.mark.parametrize("name", EVERY)
def test_a_whole_game_is_played_against_bots_by_messages(name: str) -> None:
    async def run() -> None:
        server = await started()
        table = (await post(server, f"/play/{name}?level=2")).to
        async with opened(server, table) as page:
            await play_to_the_end(page)
            assert "end-title" in page.places["end"]
        html = (await get(server, table)).body
        assert 'data-over="yes"' in html
        assert (await get(server, f"{table}/record")).body.startswith("{")
        again = (await post(server, f"{table}/again")).to
        assert again not in ("", table)

    asyncio.run(run())


def stage(page: Page) -> tuple[str, ...]:
    return tuple(map(page.card, ("step", "asked", "made")))


@pytest.mark.parametrize("name", EVERY)
def test_a_lesson_is_done_to_its_end_and_kept(name: str) -> None:
    async def run() -> None:
        journal, lesson = MemoryJournal(), next(iter(find_game(name).course.lessons))
        server = await started(journal)
        path = f"/learn/{name}/{lesson}"
        async with opened(server, path) as page:
            while page.card("step") != "end":
                before, asked = stage(page), page.card("asked")
                answer = await (page.play(int(asked)) if asked else page.do("coach", button="next"))
                assert answer["ok"], answer
                await page.until(lambda one, last=before: stage(one) != last)
        assert 'class="state done"' in (await get(await started(journal), "/learn")).body
        on = await post(server, f"{path}/play")
        assert on.to.startswith("/t/") or on.status == 404, "a lesson may end with its game"

    asyncio.run(run())


@pytest.mark.parametrize("name", games_with_puzzles())
def test_a_puzzle_is_solved(name: str) -> None:
    async def run() -> None:
        journal = MemoryJournal()
        server = await started(journal)
        path = (await get(server, f"/puzzles/{name}/next")).to
        puzzle = puzzle_set(name)[path.rpartition("/")[2]]
        async with opened(server, path) as page:
            for move in puzzle.moves(puzzle.best):
                assert (await page.play(move))["ok"]
                await page.do("show")
            await page.until(lambda one: one.card("stage") == "right")
            assert "next" in page.places["puzzle"]
        again = await started(journal)
        assert (await get(again, f"/puzzles/{name}/next")).to != path
        assert "You have tried it before" in (await get(again, path)).body

    asyncio.run(run())


def test_a_table_goes_on_where_it_was_after_a_restart() -> None:
    async def run() -> None:
        journal = MemoryJournal()
        server = await started(journal)
        table = (await post(server, "/play/yaxha?level=1")).to
        async with opened(server, table) as page:
            for _ in range(4):
                await page.until(lambda one: one.shown["asked"] and one.moves)
                version = page.shown["version"]
                assert (await page.play(page.moves[0]))["ok"]
                await page.until(lambda one, before=version: one.shown["version"] > before and one.shown["asked"])
            await page.do("show")
            before = dict(page.places)
        async with opened(await started(journal), table) as page:
            assert page.places["board"] == before["board"]
            assert page.places["history"] == before["history"]
            assert page.moves
            await play_to_the_end(page)

    asyncio.run(run())


class FullJournal(MemoryJournal):
    """A journal that holds nothing more."""

    full = False

    async def put(self, kind: Kind, key: str, value: Mapping[str, Any]) -> None:
        if self.full:
            raise StorageError("this device has no room left: free some and try again")
        await super().put(kind, key, value)


def test_a_move_that_cannot_be_kept_is_not_made_and_said_so() -> None:
    async def run() -> None:
        journal = FullJournal()
        server = await started(journal)
        table = (await post(server, "/play/maya?level=1")).to
        async with opened(server, table) as page:
            await page.until(lambda one: one.moves)
            version, move = page.shown["version"], page.moves[0]
            journal.full = True
            answer = await page.play(move)
            assert not answer["ok"]
            assert "no room left" in answer["text"]
            journal.full = False
            assert page.shown["version"] == version
            assert (await page.play(move))["ok"]

    asyncio.run(run())


def test_a_hint_a_preview_and_the_past_are_answered() -> None:
    async def run() -> None:
        server = await started()
        table = (await post(server, "/play/maya?level=1")).to
        async with opened(server, table) as page:
            await page.until(lambda one: one.moves)
            hint = await page.do("advise")
            assert hint["ok"], hint
            assert hint["advice"]["move"] in page.moves
            assert (await page.do("preview", move=page.moves[0]))["preview"]
            assert (await page.do("at", k=0))["ok"]
            assert (await page.do("why", move=10**6))["ok"] is False
            assert (await page.do("ping"))["time"] > 0

    asyncio.run(run())


def test_a_player_resigns_and_nothing_else_is_in_the_menu() -> None:
    async def run() -> None:
        server = await started()
        table = (await post(server, "/play/yaxha?level=1")).to
        async with opened(server, table) as page:
            assert page.places["menu"].count("<li") <= 1
            assert not (await page.do("table", deed="invite", name="Ana", action_id="1"))["ok"]
            assert (await page.do("table", deed="resign", action_id="2"))["ok"]
            await page.until(lambda one: one.shown["over"])

    asyncio.run(run())


def test_a_what_if_board_answers_and_comes_back() -> None:
    async def run() -> None:
        server = await started(journal := MemoryJournal())
        table = (await post(server, "/play/yaxha?level=1")).to
        tree = (await get(server, f"{table}/whatif")).to
        async with opened(server, tree) as page:
            assert "data-share" not in page.places["branches"]
            await page.until(lambda one: one.moves)
            assert (await page.play(page.moves[0]))["ok"]
            await page.do("show")
            assert 'data-letter="A"' in page.places["branches"]
        assert (await get(server, f"{table}/whatif")).to == tree
        assert 'data-letter="A"' in (await get(await started(journal), tree)).body

    asyncio.run(run())


def test_every_link_of_every_page_leads_to_a_page_here() -> None:
    """Walk over all links and forms from the lobby; of the examples and puzzles of a game, the first ones."""

    async def run() -> None:
        server = await started()
        waiting, known = deque([("GET", "/")]), {("GET", "/")}
        counted: dict[str, int] = {}
        while waiting:
            method, address = waiting.popleft()
            answer = await (get(server, address) if method == "GET" else post(server, address, language="es"))
            assert answer.status in (200, 303), (method, address)
            found = [("GET", link) for link in re.findall(r'<a\b[^>]*? href="([^"]+)"', answer.body)]
            found += [("POST", action) for action in re.findall(r'method="post" action="([^"]+)"', answer.body)]
            found += [("GET", link) for link in re.findall(r'data-draw="([^"]+)"', answer.body)]
            found += [("GET", answer.to)] if answer.to else []
            for method, link in found:
                to = (method, urljoin(address, unescape(link)).partition("#")[0])
                kind = re.sub(r"[^/]*$", "", to[1].partition("?")[0])
                if to not in known and counted.get(kind, 0) < 6:
                    known.add(to)
                    counted[kind] = counted.get(kind, 0) + 1
                    waiting.append(to)
        assert len(known) > 60

    asyncio.run(run())


def test_levels_that_take_long_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("maya")
    monkeypatch.setattr("tablero.local.thinker.iteration_seconds", lambda name: 0.0001)
    assert [level.number for level in offered_levels(game)] == [1, 2, 3, 4, 5, 6, 7, 8]
    monkeypatch.setattr("tablero.local.thinker.iteration_seconds", lambda name: 0.01)
    assert [level.number for level in offered_levels(game)] == [1, 2, 3, 4, 5]

    async def run() -> None:
        server = await started()
        lobby = (await get(server, "/", cookies={"levels": "maya.8."})).body
        assert "level 5" in lobby
        assert "level 8" not in lobby
        table = (await post(server, "/play/maya?level=8")).to
        html = (await get(server, table)).body
        assert "bot 5" in html
        assert "bot 8" not in html

    asyncio.run(run())


def test_pages_speak_the_language_that_was_chosen() -> None:
    async def run() -> None:
        server = await started()
        assert '<html lang="fr"' in (await get(server, "/", languages=("fr-CA", "es"))).body
        chosen = await post(server, "/language", language="es", back="/rules")
        assert (chosen.to, chosen.cookies) == ("/rules", {"language": "es"})
        assert '<html lang="es"' in (await get(server, "/rules", cookies=chosen.cookies)).body
        assert (await post(server, "/language", language="xx")).status == 404
        missing = await get(server, "/me/games")
        assert (missing.status, "sign-in" in missing.body) == (404, False)

    asyncio.run(run())
