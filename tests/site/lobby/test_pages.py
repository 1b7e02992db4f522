"""The pages without a browser: what they show of every game, where their forms lead, and what goes wrong with them."""

import html
import re
import struct

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero import Record, seeded
from tablero.games import game as find_game
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.lobby.experience import level_after
from tablero.site.web.page import own_path
from tablero.store import Store, Summary
from tablero.table import Holder, Terms
from tablero.ui.game_cards import GameExperience, chosen_levels
from tests.store.matches import ANNA, BEN, EVERY, play_quickly

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]


@pytest.mark.parametrize("game", EVERY)
async def test_one_click_opens_a_table_full_of_bots(client: Client, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr(BotScheduler, "wake", lambda *_: None)  # they need not move here
    answer = await client.post(f"/play/{game}", follow_redirects=True)
    assert answer.status_code == 200
    assert re.fullmatch(r"/t/[\w-]+", answer.url.path)
    assert find_game(game).title in html.unescape(answer.text)
    lobby = await client.get("/")
    assert answer.url.path in lobby.text
    art = re.search(rf"/art/{game}\.\w+\.svg", lobby.text)
    assert art is not None
    assert (await client.get(art[0])).headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize("game", EVERY)
async def test_a_running_game_is_shown_as_it_stands_to_those_who_play_it(client: Client, game: str) -> None:
    path = (await client.post(f"/play/{game}", follow_redirects=False)).headers["location"]
    shown = re.search(rf"{path}/glance\?v=\d+", (await client.get("/")).text)
    assert shown is not None
    picture = await client.get(shown[0])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture.content[16:24]) == (312, 264)
    client.cookies.clear()
    assert (await client.get(shown[0])).status_code == 404, "others do not see it with a player's eyes"


@pytest.mark.parametrize("game", EVERY)
async def test_a_glance_lies_within_the_whole_picture(game: str) -> None:
    chosen = find_game(game)
    for seats in chosen.seats:
        view = chosen.start(seats, 3).view(0)
        whole = re.search(r'viewBox="0 0 (\S+) (\S+)"', chosen.drawing.draw(view))
        assert whole is not None
        x, y, width, height = chosen.drawing.glance(view)
        assert 0 <= x < x + width <= float(whole[1]) + 1
        assert 0 <= y < y + height <= float(whole[2]) + 1


@pytest.mark.parametrize(
    ("over", "scores", "winners", "level"),
    [(False, None, None, 4), (True, (9, 5, 7), (0,), 5), (True, (6, 5, 7), (2,), 4), (True, (3, 5, 7), (2,), 3)],
    ids=["running", "won", "second", "last"],
)
def test_the_level_follows_how_one_does(
    over: bool, scores: tuple[int, ...] | None, winners: tuple[int, ...] | None, level: int
) -> None:
    holders = (ANNA, Holder("bot", "Balam", level=4), Holder("bot", "Ixchel", level=4))
    table = Summary("x", "yaxha", 3, holders, "", True, over, 1, (), scores, winners, 0.0, 0.0, Terms(), (), {})
    assert level_after(table, ANNA.person) == level


async def test_a_level_chosen_on_the_device_holds_until_the_next_game(client: Client) -> None:
    client.cookies.set("levels", "yaxha.6.~maya.9.~nothing")
    path = (await client.post("/play/yaxha", follow_redirects=False)).headers["location"]
    holders = (await client.get(f"/api/tables/{path.removeprefix('/t/')}")).json()["holders"]
    assert {holder["level"] for holder in holders if holder["kind"] == "bot"} == {6}
    assert chosen_levels("yaxha.6.", {"yaxha": GameExperience(level=2, latest="other")}) == {"yaxha": 2}


async def test_a_table_is_opened_in_a_sheet_that_has_a_page_of_its_own(client: Client) -> None:
    assert '<dialog id="open-sheet" class="open-sheet" aria-labelledby="open-title">' in (await client.get("/")).text
    assert 'aria-labelledby="open-title" open>' in (await client.get("/open")).text
    wrong = await client.post("/open", data={"game": "maya", "seats-maya": "9"})
    assert wrong.status_code == 400
    assert 'aria-labelledby="open-title" open>' in wrong.text
    assert 'role="alert"' in wrong.text


async def test_options_of_a_single_player_come_last_and_are_marked(client: Client) -> None:
    page = (await client.get("/open")).text
    fields = page[page.index('class="options" data-game="amritsar"') :]
    fields = fields[: fields.index("</fieldset>")]
    assert fields.count("data-alone") == 2
    assert fields.index("data-alone") > fields.index("House rules")


@pytest.mark.parametrize("game", EVERY)
async def test_the_rules_are_retold_in_every_language(client: Client, game: str) -> None:
    for language in ("en", "es", "fr"):
        answer = await client.get(f"/rules/{game}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        assert f'lang="{language}"' in answer.text
    assert f"/rules/{game}" in (await client.get("/rules")).text


@pytest.mark.parametrize("game", EVERY)
async def test_a_finished_game_shows_its_end_and_is_found_among_the_replays(
    client: Client, store: Store, game: str
) -> None:
    id = await store.open_table(game, 2, {}, [ANNA, BEN], ANNA.person)
    await play_quickly(store, id, seeded(3))
    page = await client.get(f"/t/{id}")
    assert page.status_code == 200
    result = (await store.table(id)).state.result()
    assert result is not None
    for seat in range(2):
        assert find_game(game).final((await store.table(id)).view(None)["result"], seat) in page.text
    replays = await client.get("/replays")
    assert f"/t/{id}" in replays.text
    saved = await client.get(f"/t/{id}/record")
    assert saved.headers["content-disposition"].startswith(f'attachment; filename="{game}-')
    Record.from_text(saved.text).verify(find_game(game))


async def test_the_seed_is_promised_on_the_page_from_the_start(client: Client, store: Store) -> None:
    game = "maya"
    id = await store.open_table(game, 2, {}, [ANNA, Holder("open")], ANNA.person)
    table = await store.table(id)
    for _ in range(2):
        page = await client.get(f"/t/{id}")
        assert f"<code>{table.commitment}</code>" in page.text
        assert str(table.seed) not in page.text
        await client.post(f"/t/{id}/sit")
    for language in ("en", "es", "fr"):
        told = await client.get("/luck", headers={"Accept-Language": language})
        assert "tablero verify FILE --commitment" in told.text
        assert f'lang="{language}"' in told.text


async def test_a_friend_is_asked_before_sitting_down(client: Client) -> None:
    await client.post("/name", data={"name": "Anna"})
    opened = await client.post(
        "/open", data={"game": "maya", "seats-maya": "2", "kind1": "friend"}, follow_redirects=True
    )
    invitation = re.search(r"/join/[\w-]+", opened.text)
    assert invitation is not None
    assert (await client.get(invitation[0], follow_redirects=True)).url.path == opened.url.path, (
        "who sits there is led on"
    )
    client.cookies.clear()
    page = await client.get(invitation[0])
    assert "Anna" in page.text
    assert (await client.post(f"{opened.url.path}/sit", follow_redirects=True)).url.path == opened.url.path
    client.cookies.clear()
    late = await client.post(invitation[0], data={"name": "Late"}, follow_redirects=True)
    assert (late.status_code, late.url.path) == (200, invitation[0]), "who comes too late is told so"
    assert "The game has begun: every seat is taken." in late.text
    assert f'href="{opened.url.path}"' in late.text, "and may watch"
    assert (await client.get(opened.url.path)).status_code == 200


async def test_a_language_is_chosen_and_leads_back_to_our_own_pages_only(client: Client) -> None:
    answer = await client.post("/language", data={"language": "fr", "back": "/rules"}, follow_redirects=True)
    assert answer.url.path == "/rules"
    assert 'lang="fr"' in answer.text
    assert (await client.post("/language", data={"language": "xx"})).status_code == 404
    for foreign in ("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:1", ""):
        assert own_path(foreign) == "/"
    assert own_path("/t/x?move=3") == "/t/x?move=3"


async def test_what_is_not_there_is_told_on_a_page(client: Client) -> None:
    for path in ("/t/nowhere", "/t/nowhere/record", "/rules/chess", "/art/chess.0.svg", "/nothing"):
        answer = await client.get(path)
        assert answer.status_code == 404
        assert "There is nothing here" in answer.text
    withdrawn = await client.get("/join/nothing")
    assert withdrawn.status_code == 404
    assert "This invitation is no longer valid" in withdrawn.text
    for path in ("/play/chess", "/open", "/t/nowhere/sit", "/t/nowhere/again", "/join/nothing"):
        assert (await client.post(path, data={"name": "x"})).status_code == 404
    answer = await client.get("/t/x?move=many")
    assert answer.status_code == 400
    assert "That did not work" in answer.text


async def test_a_server_that_breaks_says_so_on_a_page_and_in_json(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Store, "open_tables", broken)
    page = await client.get("/")
    assert page.status_code == 500
    assert "Your games are safe" in page.text
    answer = await client.get("/api/tables")
    assert (answer.status_code, answer.json()["rule"]) == (500, "broken")
    monkeypatch.setattr("tablero.site.web.page.page", broken)
    assert (await client.get("/t/nowhere")).status_code == 404
