"""My page, everybody's page, the page of a game; in pages and as JSON."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero import Record, seeded
from tablero.people import Rating
from tablero.people.ratings import MIN_RATED_GAMES
from tablero.site.profiles import game_page, plots
from tablero.site.web.identity import Signer
from tablero.store import Store
from tablero.store.database import schema
from tablero.store.people.accounts import Account
from tablero.table import Holder
from tests.store.matches import BEN, EVERY, play_quickly

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
BOT = Holder("bot", "Ixchel", level=3)


async def signed_in(client: Client, store: Store, name: str = "Ana") -> Account:
    """Somebody with an account, at this browser."""
    account = await store.accounts.create(name, "none")
    device = await store.devices.add(account.person, "a test")
    cookie = Signer(await store.secrets.of("cookies")).sign("guest", {"device": device})
    client.cookies.set("tablero", cookie)
    return account


async def finished_game(store: Store, person: str, name: str, game: str = "yaxha", seed: int = 3) -> str:
    id = await store.open_table(game, 2, {}, [Holder("person", name, person), BOT], person)
    await play_quickly(store, id, seeded(seed))
    return id


async def test_somebody_new_is_offered_a_game_and_a_way_to_keep_what_comes(client: Client) -> None:
    page = await client.get("/me")
    assert page.status_code == 200
    assert "Your first game shows up here." in page.text
    assert 'action="/play/' in page.text
    assert 'href="/register?back=/me"' in page.text
    assert "Bots beaten" not in page.text


@pytest.mark.parametrize("game", EVERY)
async def test_a_finished_game_is_on_my_page_in_every_language(
    client: Client, store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = await signed_in(client, store)
    id = await finished_game(store, account.person, account.name, game)
    for language in ("en", "es", "fr"):
        page = await client.get("/me", headers={"Accept-Language": language})
        assert page.status_code == 200
        assert f'href="/t/{id}/review"' in page.text
        assert f'id="closer-{game}"' not in page.text, "statistics wait for ten games"
        assert not re.search(r"\d %<", page.text)
        with monkeypatch.context() as patch:
            patch.setattr("tablero.site.profiles.pages.MIN_GAMES", 1)
            page = await client.get("/me", headers={"Accept-Language": language})
        assert f'id="closer-{game}"' in page.text
        assert f'lang="{language}"' in page.text
    assert account.person not in page.text
    assert (await client.get(f"/games/{game}")).status_code == 200


async def test_a_shared_victory_is_one_win_and_half_of_a_share_everywhere(
    client: Client, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = await signed_in(client, store)
    for seed in (1, 2, 10):  # the last one ends in a tie
        monkeypatch.setattr("tablero.store.tables.write_statements.secrets.randbits", lambda _, dealt=seed: dealt)
        await finished_game(store, account.person, account.name)
    [latest] = await store.results.finished(account.person, most=1)
    assert latest.won == 0.5
    games = [one.won for one in await store.results.finished(account.person)]
    wins, percent = sum(won > 0 for won in games), round(100 * sum(games) / len(games))
    monkeypatch.setattr("tablero.site.profiles.pages.MIN_GAMES", 1)
    page = (await client.get("/me")).text
    assert f"<dt>{'win' if wins == 1 else 'wins'}</dt><dd>{wins}</dd>" in page
    shares = [int(found) for found in re.findall(r">(\d+) %<", page)]
    assert shares == [percent] * 3, "by game, by seats and with bots"
    assert "1st <small>shared</small>" in page
    told = (await client.get("/api/me")).json()
    assert told["wins"] == wins
    [first] = [one for one in told["firsts"] if one["name"] == "won"]
    assert first["done"]


async def test_my_games_are_listed_by_what_they_wait_for_and_page_by_page(
    client: Client, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablero.site.profiles.pages.PAGE_SIZE", 1)
    account = await signed_in(client, store)
    me = Holder("person", account.name, account.person)
    first = await finished_game(store, account.person, account.name, seed=1)
    second = await finished_game(store, account.person, account.name, seed=2)
    mine = await store.open_table("maya", 2, {}, [me, BEN], account.person)
    open_one = await store.open_table("yaxha", 2, {}, [me, Holder("open")], account.person)
    page = (await client.get("/me/games")).text
    assert page.index("Waiting for you") < page.index(mine) < page.index("Waiting for players") < page.index(open_one)
    assert second in page
    assert first not in page
    assert first in (await client.get("/me/games?number=2")).text
    assert (await client.get("/me/games?number=99&game=maya")).status_code == 200
    told = (await client.get("/api/me/games?skip=1&most=1")).json()
    assert told["total"] == 2
    assert [one["table"] for one in told["finished"]] == [first]
    assert {one["id"] for one in told["unfinished"]} == {mine, open_one}


async def test_a_page_is_private_until_its_owner_shows_it_and_never_tells_ids(client: Client, store: Store) -> None:
    account = await signed_in(client, store)
    id = await finished_game(store, account.person, account.name)
    other = await finished_game(store, "guest-beside", "Ben")
    hidden = await store.open_table(
        "yaxha", 2, {}, [Holder("person", account.name, account.person), BEN], account.person
    )
    await play_quickly(store, hidden, seeded(4))
    async with store._writer.transaction() as connection:
        m = schema.matches
        await connection.execute(m.update().where(m.c.id == hidden).values(visibility="link"))
    assert (await client.get("/people/Ana")).status_code == 200  # one's own
    mine = dict(client.cookies)
    client.cookies.clear()
    page = await client.get("/people/Ana")
    assert "keeps this page private" in page.text
    assert id not in page.text
    assert (await client.get("/api/people/Ana")).status_code == 403
    client.cookies.update(mine)
    await client.post("/me/settings", data={"switch": "shows_page", "to": "on"})
    client.cookies.clear()
    for text in ((await client.get("/people/ana")).text, (await client.get("/api/people/ANA")).text):
        assert id in text
        for secret in (account.person, BEN.person, hidden, other, mine["tablero"]):
            assert secret not in text
    assert "Yours alone" not in (await client.get("/people/Ana")).text
    assert (await client.get("/people/Nobody-Here")).status_code == 404
    assert (await client.get("/api/people/%00")).status_code == 404


async def test_a_guest_has_results_but_no_page_to_show(client: Client, store: Store) -> None:
    assert (await client.patch("/api/me/settings", json={"shows_page": True})).status_code == 403
    await client.post("/me/settings", data={"switch": "shows_page", "to": "on"})
    assert (await client.get("/api/me")).json()["settings"] is None
    assert (await client.post("/me/settings", data={"switch": "admin", "to": "on"})).status_code == 404


async def test_all_my_records_are_one_file_that_can_be_verified(client: Client, store: Store) -> None:
    account = await signed_in(client, store)
    ids = set()
    for game in ("yaxha", "maya"):
        ids.add((await finished_game(store, account.person, account.name, game))[:8])
    answer = await client.get("/me/records")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert {re.split(r"\d-", name, maxsplit=3)[-1].removesuffix(".tablero") for name in archive.namelist()} == ids
        for name in archive.namelist():
            record = Record.from_text(archive.read(name).decode())
            assert record.scores is not None
    assert (await client.get("/api/me/records")).status_code == 200
    assert (await client.get("/me/records")).status_code == 429


async def test_ratings_are_told_to_those_who_want_them_and_not_before_ten_games(client: Client, store: Store) -> None:
    account = await signed_in(client, store)
    id = await finished_game(store, account.person, account.name, "maya")
    for number in range(MIN_RATED_GAMES):
        rows = [
            {
                "person": account.person,
                "game": game,
                "match": f"{number}",
                "mu": 25.0 + number,
                "sigma": 3.0,
                "ended": float(number),
            }
            for game in ("maya", "")
        ]
        async with store._writer.transaction() as connection:
            await connection.execute(schema.ratings.insert(), rows)
        if number == MIN_RATED_GAMES - 2:
            assert (await client.patch("/api/me/settings", json={"wants_rating": True})).json()["wants_rating"] is True
            assert "too early to say" in (await client.get("/me")).text
    page = (await client.get("/me")).text
    assert "1770" in page
    assert "± 180" in page
    assert "rating-line" in page
    await client.post("/me/settings", data={"switch": "wants_rating", "to": "off"})
    page = (await client.get("/me")).text
    assert "1770" not in page
    assert id in page
    assert (await client.get("/api/me")).json()["rating"] is None


async def test_a_game_tells_how_it_is_played_here(client: Client, store: Store) -> None:
    empty = await client.get("/games/maya")
    assert "No game has been finished here yet" in empty.text
    await finished_game(store, "guest", "Ben", "maya")
    page = await client.get("/games/maya")
    assert "Counted over 1 finished game" in page.text
    assert "1 of 10 games. Statistics begin with the tenth." in page.text
    assert 'role="img"' not in page.text, "one game tells nothing"
    told = (await client.get("/api/games/maya/statistics")).json()
    assert told["games"] == 1
    assert [card["seats"] for card in told["by_seats"]] == [2]
    assert sum(share["share"] for share in told["by_seats"][0]["by_seat"]) == pytest.approx(1)
    assert told["by_seats"][0]["openings"][0]["words"].endswith("first")
    assert (await client.get("/games/chess")).status_code == 404
    assert (await client.get("/api/games/chess/statistics")).status_code == 404
    for place in ("/", "/rules/maya"):
        assert 'href="/games/maya"' in (await client.get(place)).text


async def test_shares_are_shown_from_the_tenth_game_on(
    client: Client, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_page, "MIN_GAMES", 1)
    await finished_game(store, "guest", "Ben", "maya")
    page = await client.get("/games/maya")
    assert 'role="img"' in page.text
    assert "Statistics begin" not in page.text


def test_a_bar_of_places_adds_up_and_says_its_figures() -> None:
    drawn = str(plots.places([12, 5, 0, 1], "Places"))
    widths = [float(found) for found in re.findall(r'<rect[^>]* width="([\d.]+)"', drawn)]
    assert len(widths) == 3
    assert sum(widths) == pytest.approx(150 - 2 * 1.6, abs=0.1)
    assert re.findall(r">(\d+)</text>", drawn) == ["12", "5"]


@pytest.mark.parametrize("scores", [[7.0], [40.0, 40.0], [-3.0, 0.25, 210.0]])
def test_points_over_time_lie_inside_their_plot(scores: list[float]) -> None:
    for narrow in (False, True):
        drawn = str(plots.points_over_time(scores, [True] * len(scores), "Points", narrow))
        heights = [float(y) for y in re.findall(r'cy="([\d.-]+)"', drawn)]
        assert len(heights) == len(scores)
        assert all(0 <= y <= (132 if narrow else 150) for y in heights)


def test_a_rating_s_band_narrows_inside_its_plot() -> None:
    history = [Rating(25 + n, 8 - 0.5 * n) for n in range(12)]
    drawn = str(plots.rating_line(history, "Rating"))
    assert all(0 <= float(y) <= 58 for y in re.findall(r"[ML][\d.]+ ([\d.-]+)", drawn))
