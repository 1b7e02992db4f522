"""The JSON API, asked as a program would."""

from typing import Any
from uuid import uuid4

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

import tablero
from tablero import Record, seeded
from tablero.site.table.api import RecordFile
from tablero.site.web.services import services_of
from tablero.store import Store
from tests.store.matches import ANNA, BEN, EVERY, play_quickly
from tests.waiting import until_written

pytestmark = pytest.mark.anyio
Client = AsyncTestClient[Litestar]


async def open_table(client: Client, *holders: str, **more: Any) -> dict[str, Any]:
    wanted = {"game": "yaxha", "seats": len(holders), "holders": list(holders), "name": "Anna", **more}
    answer = await client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    client.cookies.clear()
    found: dict[str, Any] = answer.json()
    return found


def bearer(seated: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {seated['token']}"}


async def look(client: Client, seated: dict[str, Any], what: str = "") -> Any:
    answer = await client.get(f"/api/tables/{seated['id']}{what}", headers=bearer(seated))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def do(client: Client, seated: dict[str, Any], what: str, **body: Any) -> tuple[int, dict[str, Any]]:
    body.setdefault("action_id", str(uuid4()))
    answer = await client.post(f"/api/tables/{seated['id']}/{what}", json=body, headers=bearer(seated))
    return answer.status_code, answer.json()


async def two_at_a_table(client: Client, game: str = "yaxha") -> tuple[dict[str, Any], dict[str, Any]]:
    anna = await open_table(client, "me", "open", game=game)
    answer = await client.post(f"/api/invitations/{anna['invite']}/join", json={"name": "Ben"})
    assert answer.status_code == 201, answer.text
    client.cookies.clear()
    return anna, answer.json()


async def test_games_and_their_options_are_listed(client: Client) -> None:
    games = (await client.get("/api/games")).json()
    assert [game["name"] for game in games] == EVERY
    yaxha = next(game for game in games if game["name"] == "yaxha")
    assert yaxha["seats"] == [2, 3, 4]
    assert "beginner" in yaxha["options"]["cards"]


@pytest.mark.parametrize("game", EVERY)
async def test_two_programs_play_and_the_record_verifies(client: Client, store: Store, game: str) -> None:
    anna, ben = await two_at_a_table(client, game)
    assert (anna["seat"], ben["seat"]) == (0, 1)
    luck = tablero.seeded(4)
    for _ in range(12):
        for seated in (anna, ben):
            offers = await look(client, seated, "/moves")
            if offers["moves"]:
                chosen = offers["moves"][luck.below(len(offers["moves"]))]
                by_number = luck.below(2) == 0
                named = {"move": chosen["move"]} if by_number else {"words": chosen["words"]}
                status, done = await do(client, seated, "play", version=offers["version"], **named)
                assert status == 200, done
                assert done["repeated"] is False
    running = Record.from_text((await client.get(f"/api/tables/{anna['id']}/record")).text)
    assert running.seed is None
    await play_quickly(store, anna["id"], luck)
    sight = await look(client, anna)
    assert sight["over"]
    record = Record.from_text((await client.get(f"/api/tables/{anna['id']}/record")).text)
    record.verify(tablero.game(game))
    assert record.players == ("Anna", "Ben")
    assert sight["commitment"] == anna["commitment"]
    lines = [happening["line"] for happening in await look(client, ben, "/log")]
    assert sum(bool(line) for line in lines) > 20


async def test_a_person_plays_against_bots_and_they_answer(client: Client) -> None:
    anna = await open_table(client, "me", "level1", "level3")
    assert (await look(client, anna))["started"]
    offers = await look(client, anna, "/moves")
    await do(client, anna, "play", version=offers["version"], move=offers["moves"][0]["move"])

    async def answered() -> bool:
        sight = await look(client, anna)
        return sight["view"]["phase"] == "build" or sight["actors"] == [0]

    await until_written(services_of(client.app).store, answered)
    assert (await look(client, anna))["version"] >= 2


async def test_a_choice_is_taken_back_until_the_last_one_has_chosen(client: Client) -> None:
    anna, _ = await two_at_a_table(client)
    version = (await look(client, anna))["version"]
    assert (await do(client, anna, "play", version=version, move=1))[0] == 200
    assert (await look(client, anna))["can_undo"]
    assert (await do(client, anna, "undo"))[0] == 200
    status, problem = await do(client, anna, "undo")
    assert (status, problem["rule"]) == (409, "cannot_undo")
    version = (await look(client, anna))["version"]
    assert (await do(client, anna, "play", version=version, move=0))[0] == 200
    assert (await do(client, anna, "restart"))[0] == 200


async def test_the_same_action_id_counts_once(client: Client) -> None:
    anna, _ = await two_at_a_table(client)
    version = (await look(client, anna))["version"]
    first = await do(client, anna, "play", version=version, move=1, action_id="same")
    again = await do(client, anna, "play", version=version, move=1, action_id="same")
    assert first[1] == {"version": version + 1, "repeated": False}
    assert again[1] == {"version": version + 1, "repeated": True}


@pytest.mark.parametrize("game", EVERY)
async def test_a_move_that_the_rules_forbid_is_explained_in_every_game(client: Client, game: str) -> None:
    anna, ben = await two_at_a_table(client, game)
    mover = ben if 1 in (await look(client, anna))["actors"] else anna
    offers = await look(client, mover, "/moves")
    legal = {offer["move"] for offer in offers["moves"]}
    wrong = next(move for move in range(tablero.game(game).moves.size) if move not in legal)
    for named in ({"move": wrong}, {"words": "eat the temple"}):
        status, problem = await do(client, mover, "play", version=offers["version"], **named)
        assert (status, problem["guide"]) == (422, f"/rules/{game}#{problem['rule']}")
        assert problem["error"].endswith(".")
    assert all(offer["words"] and offer["about"] for offer in offers["moves"])


async def test_an_illegal_move_names_the_rule_and_links_to_the_guide(client: Client) -> None:
    anna, _ = await two_at_a_table(client)
    version = (await look(client, anna))["version"]
    for named in ({"move": 30}, {"move": 3}, {"words": "eat the cube"}, {"move": 99999}):
        status, problem = await do(client, anna, "play", version=version, **named)
        assert status == 422
        assert problem["guide"] == f"/rules/yaxha#{problem['rule']}"
        assert problem["error"].endswith(".")
    assert (await look(client, anna))["version"] == version


async def test_a_move_out_of_turn_and_a_stale_version_are_refused_in_words(client: Client) -> None:
    anna, ben = await two_at_a_table(client)
    version = (await look(client, anna))["version"]
    assert (await do(client, anna, "play", version=version, move=1))[0] == 200
    status, problem = await do(client, anna, "play", version=version + 1, move=0)
    assert (status, problem["rule"]) == (409, "out_of_turn")
    assert (await do(client, ben, "play", version=version, move=0))[0] == 200
    status, problem = await do(client, anna, "play", version=version, move=29)
    assert (status, problem["rule"]) == (409, "stale_version")
    assert "moved on" in problem["error"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "cannot be understood"),
        (b"[]", "cannot be understood"),
        (b'{"version": "x", "action_id": "a", "move": 1}', "version"),
        (b'{"version": 0, "move": 1}', "action_id"),
        (b'{"version": 0, "action_id": "", "move": 1}', "action_id"),
        (b'{"version": 0, "action_id": "a"}', "by its number or in words"),
        (b"\xff\xfe", "cannot be understood"),
    ],
)
async def test_a_malformed_message_is_answered_with_a_sentence(client: Client, body: bytes, said: str) -> None:
    anna, _ = await two_at_a_table(client)
    headers = {**bearer(anna), "content-type": "application/json"}
    answer = await client.post(f"/api/tables/{anna['id']}/play", content=body, headers=headers)
    assert answer.status_code == 400
    assert said in answer.json()["error"]


async def test_unknown_tables_options_games_and_paths_are_told(client: Client) -> None:
    for path in ("/api/tables/nowhere", "/api/tables/nowhere/moves", "/api/nothing"):
        answer = await client.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]
    assert (await client.post("/api/invitations/none/join", json={})).status_code == 404
    for wrong, said in (
        ({"game": "chess"}, "no game"),
        ({"options": {"sauce": "red"}}, "no option"),
        ({"options": {"cards": "blue"}}, "is one of"),
        ({"seats": 7}, "seats"),
        ({"holders": ["me", "dragon"]}, "filled by"),
        ({"holders": ["me", "me"]}, "one seat"),
        ({"holders": ["me"]}, "seats to fill"),
    ):
        wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"], **wrong}
        answer = await client.post("/api/tables", json=wanted)
        assert answer.status_code == 400, answer.text
        assert said in answer.json()["error"]


async def test_a_tampered_cookie_makes_a_new_guest_and_breaks_nothing(client: Client) -> None:
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"], "name": "Anna"}
    answer = await client.post("/api/tables", json=wanted)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    id, value = answer.json()["id"], client.cookies["tablero"]
    assert (await client.get(f"/api/tables/{id}")).json()["seat"] == 0
    for broken in (value[:-1] + ("0" if value[-1] != "0" else "1"), "x" + value[1:], "nonsense", "a.b", ".", "é.1"):
        client.cookies.clear()
        answer = await client.get(f"/api/tables/{id}", headers={"cookie": f"tablero={broken}".encode()})
        assert answer.status_code == 200
        assert answer.json()["seat"] is None
        assert "tablero=" in answer.headers["set-cookie"]


async def test_a_token_plays_its_own_seat_only(client: Client) -> None:
    anna, ben = await two_at_a_table(client)
    other = await open_table(client, "me", "open")
    assert (await client.get(f"/api/tables/{anna['id']}", headers=bearer(other))).status_code == 403
    assert (await client.get(f"/api/tables/{anna['id']}", headers={"Authorization": "Bearer x.y"})).status_code == 401
    answer = await client.post(f"/api/tables/{anna['id']}/undo", json={"action_id": "a"})
    assert answer.status_code == 403
    assert "do not sit" in answer.json()["error"]
    assert (await look(client, ben))["seat"] == 1


@pytest.mark.parametrize("game", EVERY)
async def test_a_record_is_described_as_the_object_that_it_is(client: Client, store: Store, game: str) -> None:
    schema = (await client.get("/api/openapi.json")).json()
    answer = schema["paths"]["/api/tables/{id}/record"]["get"]["responses"]["200"]["content"]["application/json"]
    assert answer["schema"] == {"$ref": "#/components/schemas/RecordFile"}
    described = schema["components"]["schemas"]["RecordFile"]
    id = await store.open_table(game, 2, {}, [ANNA, BEN], ANNA.person)
    await play_quickly(store, id, seeded(2), 8)
    keys = set()
    for _ in range(2):
        sent = await client.get(f"/api/tables/{id}/record")
        assert sent.text == (await store.table(id)).record().to_text()
        assert set(described["required"]) <= set(sent.json())
        msgspec.convert(sent.json(), RecordFile)
        keys |= set(sent.json())
        await play_quickly(store, id, seeded(2))
    assert keys | {"facts"} == set(described["properties"])


async def test_a_running_record_hides_the_seed_and_what_is_not_settled(client: Client) -> None:
    anna, _ = await two_at_a_table(client)
    version = (await look(client, anna))["version"]
    await do(client, anna, "play", version=version, move=1)
    body = (await client.get(f"/api/tables/{anna['id']}/record")).json()
    assert body["seed"] is None
    assert "salt" not in body
    assert body["moves"] == []
    assert body["commitment"] == anna["commitment"]


async def test_before_the_start_nobody_sees_the_deal(client: Client) -> None:
    anna = await open_table(client, "me", "open")
    sight = await look(client, anna)
    assert (sight["started"], sight["view"], sight["actors"]) == (False, None, [])
    assert await look(client, anna, "/log") == []
    assert (await look(client, anna, "/moves"))["moves"] == []
    status, problem = await do(client, anna, "play", version=0, move=0)
    assert (status, problem["rule"]) == (409, "not_started")
    [card] = (await client.get("/api/tables")).json()
    assert card["id"] == anna["id"]


async def test_every_answer_carries_protecting_headers(client: Client) -> None:
    for path in ("/api/games", "/api/nothing", "/nothing", "/api/openapi.json"):
        headers = (await client.get(path)).headers
        policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
        assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
        assert not [name for name, sources in policy.items() if "unsafe" in sources]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


async def test_another_site_cannot_act_in_a_guests_name(client: Client) -> None:
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"]}
    for headers in ({"origin": "https://elsewhere.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = await client.post("/api/tables", json=wanted, headers=headers)
        assert answer.status_code == 403
        assert "another site" in answer.json()["error"]
    home = {"origin": str(client.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    assert (await client.post("/api/tables", json=wanted, headers=home)).status_code == 201


async def test_the_api_describes_itself_without_foreign_assets(client: Client) -> None:
    answer = await client.get("/api/openapi.json")
    schema = answer.json()
    assert answer.status_code == 200
    assert {"/api/games", "/api/tables", "/api/tables/{id}", "/api/tables/{id}/play"} <= set(schema["paths"])
    assert "http" not in answer.text.replace("HTTP", "")
    assert (await client.get("/api")).status_code == 404
