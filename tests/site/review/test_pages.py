"""The review of a finished table: requested once, made in other processes, kept; and nothing of a running game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.analysis import review_jobs
from tablero.analysis.review import REVIEW_VERSION, Costly, review
from tablero.analysis.review_jobs import PlayedGame
from tablero.core import seeded
from tablero.site.review.chart import Lines, chart
from tablero.site.review.download import review_file, table_of
from tablero.site.review.report import ReviewPage
from tablero.site.review.service import MAX_OF_ONE_ADDRESS, MAX_WAITING, ReviewQueue, ReviewTask
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.table import Holder, Refusal
from tablero.ui.language import Language
from tests.analysis.games import TINY, finished, played
from tests.store.matches import play_quickly
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
PEOPLE = [Holder("person", "Ana", "ana"), Holder("person", "Ben", "ben")]


async def ended(store: Store, name: str = "maya") -> str:
    """A table whose last moves have been made."""
    start = played(name, 2)[0][-12]
    id = await store.open_table(name, 2, dict(start.options), PEOPLE, "ana", start=start.dump())
    await play_quickly(store, id, seeded(1))
    return id


async def test_a_running_game_is_refused_in_words(client: Client, store: Store) -> None:
    id = await store.open_table("maya", 2, {}, PEOPLE, "ana")
    answer = await client.get(f"/t/{id}/review")
    assert answer.status_code == 409
    assert "it can be reviewed when it is over" in answer.text
    assert (await client.get(f"/t/{id}/review/json")).status_code == 404
    assert (await client.get(f"/t/{id}/review/file")).status_code == 404
    assert not (await client.get(f"/t/{id}/review/progress")).json()["ready"]
    assert not services_of(client.app).reviews._pending, "nothing has begun"
    assert (await client.get("/t/nothing/review")).status_code == 404


async def test_a_review_is_made_once_and_kept(client: Client, store: Store) -> None:
    id = await ended(store)
    services_of(client.app).reviews._budget = TINY
    first = await client.get(f"/t/{id}/review")
    assert first.status_code == 202
    assert re.search(r"Judging, \d+ of \d+ moves", first.text)

    async def ready() -> bool:
        told = (await client.get(f"/t/{id}/review/progress")).json()
        assert told["ready"] or told["done"] <= told["all"]
        return bool(told["ready"])

    await eventually(ready)
    shown = await client.get(f"/t/{id}/review")
    assert shown.status_code == 200
    assert "Turning points" in shown.text
    kept = await store.reviews.of(id, REVIEW_VERSION)
    assert kept is not None
    assert (await client.get(f"/t/{id}/review/json")).text == kept
    assert not services_of(client.app).reviews._pending


async def test_only_so_many_games_wait(store: Store) -> None:
    table = await store.table(await ended(store))
    queue = ReviewQueue(store, TINY)
    queue._pending = {str(n): ReviewTask(0, 1) for n in range(MAX_WAITING)}
    with pytest.raises(Refusal, match="in a minute"):
        await queue.request(table, "ana", "192.0.2.1")
    await queue.close()


async def test_one_address_does_not_take_all_places(store: Store) -> None:
    table = await store.table(await ended(store))
    queue = ReviewQueue(store, TINY)
    queue._pending = {str(n): ReviewTask(0, 1, "192.0.2.1") for n in range(MAX_OF_ONE_ADDRESS)}
    with pytest.raises(Refusal, match="in a minute"):
        await queue.request(table, "ana", "192.0.2.1")
    assert isinstance(await queue.request(table, "ben", "192.0.2.2"), ReviewTask)
    await queue.close()


@pytest.mark.parametrize("language", ["en", "es", "fr"])
async def test_a_file_stands_alone(language: str) -> None:
    record = finished("maya", 2)
    html = review_file(record, review(record, TINY), language)
    fetched = re.findall(r'(?:src|href)="([^"#]+)"|url\((?!data:|#)([^)]+)\)', html)
    assert not fetched, "nothing is fetched"
    assert "https://" not in html.replace("https://www.w3.org", "")
    assert f'lang="{language}"' in html
    assert "Ana" in html


@pytest.mark.parametrize("game", ["yaxha", "maya", "tzolkin", "amritsar"])
async def test_a_page_tells_turning_points_and_a_sum(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "reasons", lambda *_, **__: [])
    record = finished(game, 2)
    found = review(record, TINY)
    table = table_of(record)
    for seat in (0, 1, None):
        page = ReviewPage(table, found, Language("es"), seat)
        points = page.turning_points
        assert [one.number for one in points] == list(range(1, len(points) + 1))
        assert all(one.mine == (one.seat == seat) for one in points)
        for one in points:
            assert "data-move=" not in one.board, "a still picture"
            assert one.title
            assert one.sure.startswith("±")
            assert one.better is not None or one.told, "it says what happened"
            assert all(change[0] in "+−" for change, _ in one.expected)
        for number in range(2):
            start, parts, end = page.turning.sums(number)
            assert start + sum(parts.values()) == end
        rows = page.turning.rows()
        assert all(0 <= row.left <= 100 and row.width <= 100 for row in rows)
        assert page.turning.sentence().endswith("%")


async def test_reasons_sum_to_the_difference_of_the_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "reasons", lambda *_, **__: [])
    record = finished("maya", 2)
    found = review(record, TINY)
    mover, move = PlayedGame(record).moves[0]
    sources = {"maize": 3.4, "closed cities": 2.4, "squash": -1.4}
    costly = Costly(0, mover, move, move, [move], [move], [40.2, 44.6], 0.5, [0.2, 0.6], 0.05, 8, [], sources)
    level = [replace(one, chances=[0.5, 0.5], thought=[0.5, 0.5]) for one in found.moments[:-1]]
    found = replace(found, moments=[*level, found.moments[-1]], costliest=[costly])
    cards = ReviewPage(table_of(record), found, Language("es"), mover).turning_points
    [card] = [one for one in cards if one.better is not None]
    assert card.items == [("+4", "Maíz"), ("+2", "Ciudades rodeadas"), ("−1", "Calabaza")]
    assert card.chips[0] == ("−4", "Maíz")
    assert card.total == "+5"


def test_a_chart_has_a_line_and_a_shape_for_every_seat() -> None:
    lines = Lines(
        [[40, 60], [55, 45], [100, 0]], [[5, 5], [3, 3], [0, 0]], 0, 100, " %", [0], [1, 1, 2], [(1, 1, 1, "less")]
    )
    for narrow in (False, True):
        drawn = chart(lines, "Ana & Ben", narrow)
        assert drawn.count('class="rv-line"') == 2
        assert drawn.count('class="rv-band"') == 1
        assert drawn.count('class="rv-diamond gem-less"') == 1
        assert 'aria-label="Ana &amp; Ben"' in drawn
