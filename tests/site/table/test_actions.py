"""Private tables, seats before the start, leaving and ending: through pages, the live connection and the API; and what
strangers try."""

from __future__ import annotations

from inspect import signature
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.site.lobby.lists import lists_for
from tablero.site.table.actions import ACTIONS, TableActions
from tablero.site.web.identity import Guest
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.table import NotInvited, pregame
from tablero.ui.language import Language
from tablero.ui.table_page import Perspective, build_table_page

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
GAME = {"game": "maya", "seats": 3, "holders": ["me", "open", "open"]}


async def ask(client: Client, method: str, path: str, token: str = "", **content: Any) -> Any:
    client.cookies.clear()  # everybody comes with a token of their own, or as a stranger
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return await client.request(method, path, headers=headers, json=content or None)


async def visit(client: Client, path: str, language: str = "en") -> Any:
    """What a stranger sees."""
    client.cookies.clear()
    return await client.get(path, headers={"Accept-Language": language})


async def opened(client: Client, holders: list[str] | None = None, game: str = "maya", **terms: Any) -> dict[str, Any]:
    more = {"holders": holders, "seats": len(holders)} if holders else {}
    answer = await ask(client, "POST", "/api/tables", **{**GAME, "name": "Ana", "game": game, **more}, terms=terms)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def join(client: Client, table: dict[str, Any], name: str = "Ben") -> dict[str, Any]:
    answer = await ask(client, "POST", f"/api/invitations/{table['invite']}/join", name=name)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def look(client: Client, table: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (await ask(client, "GET", f"/api/tables/{table['id']}", table["token"])).json()
    return found


def refused(answer: Any, status: int, rule: str) -> bool:
    return (answer.status_code, answer.json()["rule"]) == (status, rule)


@pytest.mark.parametrize("visibility", ["link", "named"])
async def test_the_id_of_a_private_table_opens_no_seat(client: Client, visibility: str) -> None:
    table = await opened(client, visibility=visibility)
    id = table["id"]
    answer = await ask(client, "POST", f"/api/tables/{id}/join", name="Eve")
    assert refused(answer, 403, "not_invited")
    await client.post(f"/t/{id}/sit", follow_redirects=False)
    assert [seat["kind"] for seat in (await look(client, table))["holders"]] == ["person", "open", "open"]
    assert (await ask(client, "GET", "/api/tables")).json() == []
    page = await visit(client, f"/t/{id}")
    assert page.status_code == (403 if visibility == "named" else 200)
    assert table["invite"] not in page.text
    assert f'action="/t/{id}/sit"' not in page.text
    if visibility == "named":
        assert refused(
            await ask(client, "POST", f"/api/invitations/{table['invite']}/join", name="Eve"), 403, "not_invited"
        )
        assert (await ask(client, "GET", f"/api/tables/{id}")).status_code == 403
        for path in ("record", "review", "whatif"):
            assert (await visit(client, f"/t/{id}/{path}")).status_code == 403
        for path in ("record", "log"):
            assert (await ask(client, "GET", f"/api/tables/{id}/{path}")).status_code == 403
        invitation = await visit(client, f"/join/{table['invite']}")
        assert "only people who were named may sit" in invitation.text.lower()


async def test_a_game_that_nobody_may_watch_shows_nothing_to_strangers(client: Client) -> None:
    table = await opened(client, ["me", "level1"], watched=False)
    assert (await visit(client, f"/t/{table['id']}")).status_code == 403
    assert (await ask(client, "GET", f"/api/tables/{table['id']}")).status_code == 403
    assert (await look(client, table))["started"]


async def test_strangers_and_guests_arrange_nothing(client: Client) -> None:
    ana = await opened(client)
    ben = await join(client, ana)
    deeds = {
        "kick": {"seat": 0},
        "seats": {"seat": 2, "holder": "level1"},
        "order": {},
        "options": {"seats": 2},
        "begin": {},
        "cancel": {},
        "link": {},
        "withdraw": {"name": "Ben"},
        "invite": {"name": "Nobody"},
    }
    for name, content in deeds.items():
        for token in ("", ben["token"]):
            answer = await ask(client, "POST", f"/api/tables/{ana['id']}/{name}", token, action_id="x", **content)
            assert answer.status_code in (400, 403), (name, answer.text)
            assert answer.json()["rule"] in ("not_yours", "bad_option"), name
    for name in ("leave", "back", "resign", "end"):
        assert refused(await ask(client, "POST", f"/api/tables/{ana['id']}/{name}", action_id="x"), 403, "no_such_seat")
    assert [seat["name"] for seat in (await look(client, ana))["holders"]] == ["Ana", "Ben", ""]


def test_a_message_is_read_for_every_argument_of_its_action() -> None:
    for action in ACTIONS.values():
        signature(action.function).bind("actions", "action_id", **dict.fromkeys(action.fields))


async def test_a_request_that_comes_twice_counts_once(client: Client) -> None:
    ana = await opened(client)
    ben = await join(client, ana)
    path = f"/api/tables/{ana['id']}/kick"
    first = await ask(client, "POST", path, ana["token"], action_id="k", seat=1)
    again = await ask(client, "POST", path, ana["token"], action_id="k", seat=1)
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert refused(await ask(client, "POST", path, ben["token"], action_id="k", seat=1), 403, "not_yours"), (
        "not by another"
    )
    assert refused(
        await ask(client, "POST", f"/api/invitations/{ana['invite']}/join", ben["token"], name="Ben"),
        403,
        "no_such_seat",
    )


async def test_a_bot_has_the_character_that_was_chosen_for_its_seat(client: Client, store: Store) -> None:
    ana = await opened(client, ["me", "level3:closer", "open", "open"])
    at = f"/api/tables/{ana['id']}"
    for seat, holder in ((2, "level4:closer"), (3, "level5:surprise")):
        answer = await ask(client, "POST", f"{at}/seats", ana["token"], action_id=f"f{seat}", seat=seat, holder=holder)
        assert answer.status_code == 200, answer.text
        if seat == 2:
            page = (await ask(client, "GET", f"/t/{ana['id']}", ana["token"])).text
            assert "The city builder" in page
            assert 'class="face"' in page
            assert 'name="character-3"' in page, "the open seat offers them"
    table = await store.table(ana["id"])
    assert table.names[1:3] == ("Sacnite", "Sacnite 3")
    chosen = [holder.character(table.game) for holder in table.holders]
    assert chosen[0] is None
    assert [one.key for one in chosen[1:3] if one] == ["closer", "closer"]
    assert chosen[3] is not None
    assert chosen[3].key != "closer", "another one, as long as there are others"
    for wrong in ("level3:dragon", "level3:farmer"):
        answer = await ask(client, "POST", "/api/tables", **{**GAME, "holders": ["me", "open", wrong]})
        assert answer.status_code == 400
        assert "planter, closer" in answer.json()["error"]


async def test_seats_and_options_change_until_the_game_begins(client: Client) -> None:
    ana = await opened(client, held=True)
    ben = await join(client, ana)
    at = f"/api/tables/{ana['id']}"
    assert (
        await ask(client, "POST", f"{at}/seats", ben["token"], action_id="m", seat=2, holder="me")
    ).status_code == 200
    assert refused(await ask(client, "POST", f"{at}/begin", ana["token"], action_id="b"), 409, "not_started")
    await ask(client, "POST", f"{at}/seats", ana["token"], action_id="f", seat=1, holder="level2")
    shown = await look(client, ana)
    assert [seat["name"] for seat in shown["holders"]] == ["Ana", "Ixchel", "Ben"]
    assert not shown["started"], "it is held"
    await ask(client, "POST", f"{at}/order", ana["token"], action_id="o", order=[2, 1, 0])
    await ask(
        client,
        "POST",
        f"{at}/options",
        ana["token"],
        action_id="t",
        hints="nobody",
        terms={"held": True, "pace": "live"},
    )
    assert (
        await ask(client, "POST", f"{at}/options", ana["token"], action_id="u", terms={"stand_in": 99})
    ).status_code == 400
    assert (await ask(client, "POST", f"{at}/begin", ana["token"], action_id="b")).status_code == 200
    shown = await look(client, ana)
    assert shown["started"]
    assert shown["terms"]["pace"] == "live"
    assert shown["hints"] == "nobody"
    assert [seat["name"] for seat in shown["holders"]] == ["Ben", "Ixchel", "Ana"]
    for name, content in {"options": {"seats": 2}, "kick": {"seat": 0}, "cancel": {}, "order": {}}.items():
        assert refused(
            await ask(client, "POST", f"{at}/{name}", ana["token"], action_id="z", **content), 409, "begun"
        ), name


async def test_a_cancelled_table_says_so_kindly(client: Client) -> None:
    ana = await opened(client)
    ben = await join(client, ana)
    await ask(client, "POST", f"/api/tables/{ana['id']}/cancel", ana["token"], action_id="c")
    for path in (f"/t/{ana['id']}", f"/join/{ana['invite']}"):
        page = await visit(client, path, "es")
        assert page.status_code == 404
        assert "Se canceló antes de que empezara la partida" in page.text
    gone = await ask(client, "GET", f"/api/tables/{ana['id']}", ben["token"])
    assert (gone.status_code, gone.json()["error"]) == (404, "this table was cancelled before the game began")


async def test_people_leave_come_back_agree_and_resign(client: Client) -> None:
    ana = await opened(client, ["me", "open"])
    ben = await join(client, ana)
    at = f"/api/tables/{ana['id']}"

    async def do(who: dict[str, Any], deed: str, **content: Any) -> Any:
        return await ask(client, "POST", f"{at}/{deed}", who["token"], action_id=f"{deed}-{content}", **content)

    assert (await do(ben, "leave")).status_code == 200
    assert (await look(client, ana))["represented"] == [1]
    assert refused(await do(ben, "end"), 409, "stood_in")
    assert (await do(ben, "back")).status_code == 200
    await do(ana, "end")
    assert (await look(client, ben))["for_end"] == [0]
    await do(ana, "end", agrees=False)
    assert (await look(client, ben))["for_end"] == []
    await do(ben, "resign")
    shown = await look(client, ana)
    assert (shown["resigned"], shown["over"]) == ([1], False)
    late = await ask(client, "POST", f"{at}/back", ben["token"], action_id="late")
    assert late.json()["error"] == "you have resigned: the bot plays this game to its end"
    await do(ana, "resign")
    shown = await look(client, ana)
    assert (shown["over"], shown["broken_off"]) == (True, True)
    review = await visit(client, f"/t/{ana['id']}/review")
    assert review.status_code == 409
    assert "was not played to its end" in review.text
    assert (await visit(client, f"/t/{ana['id']}/record")).status_code == 200
    replays = await visit(client, "/replays")
    assert "It ended early" in replays.text
    assert f"/t/{ana['id']}/review" not in replays.text
    assert "no review: it was not played to its end" in replays.text
    review = await visit(client, f"/t/{ana['id']}/review")
    assert (review.status_code, "No review" in review.text, "Not yet" in review.text) == (409, True, False)
    page = await visit(client, f"/t/{ana['id']}")
    assert "The game ended early: everybody has resigned" in page.text
    assert (await visit(client, f"/t/{ana['id']}/whatif")).status_code == 200


async def test_an_offered_end_is_declined_and_whoever_offered_it_is_told(client: Client, store: Store) -> None:
    ana = await opened(client, ["me", "open"])
    ben = await join(client, ana)
    end = f"/api/tables/{ana['id']}/end"
    nobody = await ask(client, "POST", end, ben["token"], action_id="0", agrees=False)
    assert nobody.json()["error"] == "nobody has offered to end the game"
    await ask(client, "POST", end, ana["token"], action_id="1")

    async def offers() -> list[str]:
        table = await store.table(ana["id"])
        return [build_table_page(table, Perspective(seat, Language("en"))).parts["offer"] for seat in (0, 1)]

    assert ["Play on after all" in words for words in await offers()] == [True, False]
    assert ["Decline" in words for words in await offers()] == [False, True]
    await ask(client, "POST", end, ben["token"], action_id="2", agrees=False)
    assert (await look(client, ana))["for_end"] == []
    assert ["Ben would rather play on." in words for words in await offers()] == [True, False]
    assert "data-deed" not in "".join(await offers())
    while (await store.table(ana["id"])).declined is not None:  # until the game has gone on
        [seat] = (table := await store.table(ana["id"])).actors()
        await store.play(
            ana["id"], seat, table.view(seat)["moves"][0], table.version_for(seat), f"move {table.version}"
        )
    assert await offers() == ["", ""]
    await ask(client, "POST", end, ben["token"], action_id="3")
    await ask(client, "POST", end, ana["token"], action_id="4")
    assert (await look(client, ana))["broken_off"]


async def test_a_running_game_of_one_s_own_is_opened_and_says_whose_turn_it_is(client: Client, store: Store) -> None:
    ana = await opened(client, ["me", "open"])
    await join(client, ana)
    table = await store.table(ana["id"])
    [seat] = table.actors()
    guest, mover = Guest(table.holders[1 - seat].person), table.holders[seat].name
    for language, turn, button in (
        ("en", f"{mover} to move", "Look"),
        ("es", f"juega {mover}", "Mirar"),
        ("fr", f"à {mover} de jouer", "Voir"),
    ):
        mine = (await lists_for(store, guest, Language(language)))["mine"]
        assert turn in mine
        assert f'href="/t/{ana["id"]}">{button}<' in mine
    both = await opened(client, ["me", "open"], game="yaxha")
    await join(client, both)
    watched = (await client.get("/replays", headers={"Accept-Language": "es"})).text
    assert "juegan Ana y Ben" in watched


async def test_only_guests_are_offered_an_account_in_the_menu(client: Client, store: Store) -> None:
    ana = await opened(client, ["me", "level1"])
    table = await store.table(ana["id"])
    for guest in (True, False):
        menu = build_table_page(table, Perspective(0, Language("en"), guest=guest)).parts["menu"]
        assert (f'href="/register?back=/t/{table.id}"' in menu, f'href="/sign-in?back=/t/{table.id}"' in menu) == (
            guest,
            guest,
        )
    assert build_table_page(table, Perspective(None, Language("en"), guest=True)).parts["menu"] == ""


async def test_whoever_was_sent_away_is_told_so_where_they_look(client: Client, store: Store) -> None:
    for visibility in ("listed", "link", "named"):
        table = await opened(client, visibility=visibility)
        [ana, ben] = (await store.table(table["id"])).host, Guest(f"ben-{visibility}", "Ben")
        if visibility == "named":
            await store.append(
                table["id"],
                -1,
                "i",
                lambda t, ana=ana, ben=ben: pregame.invite(t, ana, t.invitations.name(ben.id, "Ben"), "i"),
            )
        await store.sit(table["id"], ben.id, "Ben", link=table["invite"])
        await ask(client, "POST", f"/api/tables/{table['id']}/kick", table["token"], seat=1, action_id="k")
        client.cookies.clear()
        cookie = services_of(client.app).signer.sign("guest", {"id": ben.id, "name": "Ben"})
        page = await client.get(f"/t/{table['id']}", headers={"cookie": f"tablero={cookie}"})
        assert "You were asked to leave this table" in page.text, visibility
        assert page.status_code == (403 if visibility == "named" else 200)
        assert "You were asked to leave" not in (await visit(client, f"/t/{table['id']}")).text, "strangers were not"


async def test_lists_say_that_a_bot_keeps_the_seat_and_lead_back_with_one_click(client: Client, store: Store) -> None:
    table = await opened(client, ["me", "open"])
    await join(client, table)
    ana = Guest((await store.table(table["id"])).host, "Ana")
    cookie = {"cookie": f"tablero={services_of(client.app).signer.sign('guest', {'id': ana.id, 'name': 'Ana'})}"}
    pages = ("/", "/me", "/me/games")

    async def told() -> list[bool]:
        client.cookies.clear()
        return [f'action="/t/{table["id"]}/back"' in (await client.get(path, headers=cookie)).text for path in pages]

    assert await told() == [False, False, False]
    await ask(client, "POST", f"/api/tables/{table['id']}/leave", table["token"], action_id="l")
    assert await told() == [True, True, True]
    assert "Un bot guarda tu asiento" in (await client.get("/", headers={**cookie, "accept-language": "es"})).text
    answer = await client.post(f"/t/{table['id']}/back", headers=cookie, follow_redirects=False)
    assert answer.headers["location"] == f"/t/{table['id']}"
    assert (await look(client, table))["represented"] == []
    await ask(client, "POST", f"/api/tables/{table['id']}/resign", table["token"], action_id="r")
    assert await told() == [False, False, False], "nobody comes back to a seat that was given up"


async def test_a_guest_without_a_name_is_one_in_each_readers_language(client: Client) -> None:
    client.cookies.clear()
    form = {"game": "maya", "seats-maya": "2", "kind1": "friend"}
    answer = await client.post("/open", data=form, headers={"accept-language": "es"}, follow_redirects=False)
    at = answer.headers["location"]
    for language, word in (("en", "Guest"), ("es", "Invitado"), ("fr", "Invité")):
        page = (await visit(client, at, language)).text
        assert f"<b>{word}</b>" in page, language
        assert word in (await visit(client, "/", language)).text.partition('id="free"')[2]


async def test_a_game_ended_by_agreement_says_so(client: Client) -> None:
    ana = await opened(client, ["me", "open"])
    ben = await join(client, ana)
    for who in (ana, ben):
        await ask(client, "POST", f"/api/tables/{ana['id']}/end", who["token"], action_id="e")
    page = await visit(client, f"/t/{ana['id']}", "fr")
    assert "La partie s’est terminée avant l’heure, d’un commun accord" in page.text
    assert "personne n’a gagné" in page.text


async def test_the_form_opens_private_tables_with_a_clock(client: Client) -> None:
    form = {
        "game": "maya",
        "seats-maya": "2",
        "kind1": "friend",
        "pace": "live",
        "live": "45",
        "visibility": "link",
        "name": "Thursday",
    }
    answer = await client.post("/open", data=form, follow_redirects=False)
    page = await client.get(answer.headers["location"])
    assert "Thursday" in page.text
    assert "45 minutes each, 60 seconds more a turn" in page.text
    assert 'class="scanned"' in page.text
    short = await client.post("/open", data={**form, "live": "5"}, follow_redirects=False)
    assert "5 minutes each, 10 seconds more a turn" in (await client.get(short.headers["location"])).text
    assert (await ask(client, "GET", "/api/tables")).json() == []
    wrong = await client.post(
        "/open", data={**form, "visibility": "named", "invited": "Nobody"}, headers={"Accept-Language": "es"}
    )
    assert wrong.status_code == 400
    assert "nadie aquí tiene una cuenta llamada «Nobody»" in wrong.text.replace("Nadie", "nadie")
    wrong = await client.post("/open", data={**form, "rated": "yes"})
    assert wrong.status_code == 400
    assert "has none" in wrong.text


async def test_somebody_who_is_named_finds_the_table_and_takes_a_seat_or_not(client: Client, store: Store) -> None:
    ben, cleo = [await store.accounts.create(name, "a password's print") for name in ("Ben", "Cleo")]
    ana = await ask(
        client, "POST", "/api/tables", **{**GAME, "name": "Ana"}, terms={"visibility": "named"}, invited=["ben"]
    )
    at, token = f"/api/tables/{ana.json()['id']}", ana.json()["token"]
    unknown = await ask(client, "POST", f"{at}/invite", token, action_id="n", name="Nobody")
    assert refused(unknown, 400, "bad_option")
    assert (await ask(client, "POST", f"{at}/invite", token, action_id="i", name="CLEO")).status_code == 200
    for account in (ben, cleo):
        free = (await lists_for(store, Guest(account.person, account.name), Language("en")))["free"]
        assert "invited by Ana" in free
        assert "Decline" in free
    assert "invited by" not in (await lists_for(store, Guest("stranger"), Language("en")))["free"]
    await TableActions(store, ana.json()["id"], cleo.person, None).decline("d")
    assert (await ask(client, "POST", f"{at}/withdraw", token, action_id="w", name="Cleo")).status_code == 400, (
        "gone already"
    )
    assert await store.sit(ana.json()["id"], ben.person, "Ben") == 1
    with pytest.raises(NotInvited):
        await store.sit(ana.json()["id"], cleo.person, "Cleo")
