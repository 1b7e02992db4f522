"""When the database does not answer, every way in says so with 503 and a sentence, and goes on when it is back."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from sqlalchemy import event

from tablero.site.server import serve
from tablero.site.server.app import create_app
from tablero.site.settings import Limits, Settings
from tablero.site.web.services import services_of
from tablero.ui import updates
from tests.limits import LIMIT
from tests.site.served import free_port
from tests.site.table.test_live import Seat, sit
from tests.store.matches import engines

FAULTS = {
    "unable to open database file": "cannot be reached",
    "database is locked": "busy with another program",
    "database or disk is full": "disk is full",
    "attempt to write a readonly database": "can only be read",
    "database disk image is malformed": "damaged",
    "disk I/O error": "disk does not work",
}


class Trouble:
    """A site whose database can be made to fail at every statement."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.words = ""
        for engine in engines(services_of(client.app).store):
            event.listen(engine, "before_cursor_execute", self._fail)

    def _fail(self, *_: object) -> None:
        if self.words:
            raise sqlite3.OperationalError(self.words)


@pytest.fixture(scope="module")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trouble]:
    database = str(tmp_path_factory.mktemp("faults") / "games.db")
    app = create_app(Settings(database=database, bot_pause=0, limits=Limits(tables_at_once=1000)))
    with TestClient(app) as client:
        yield Trouble(client)


def ways_in(seat: Seat, key: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Everything that a visitor or a program can ask that needs the database."""
    client, table, api = seat.client, f"/t/{seat.id}", f"/api/tables/{seat.id}"
    for page in ("/", table, f"{table}/record", "/replays", f"/join/{key}"):
        yield page, lambda page=page: client.get(page)
    for form in ("/play/yaxha", f"{table}/sit", f"{table}/again"):
        yield form, lambda form=form: client.post(form)
    opened = {"game": "yaxha", "seats-yaxha": "2", "kind1": "friend"}
    yield "/open", lambda: client.post("/open", data=opened)
    yield f"/join/{key} (form)", lambda: client.post(f"/join/{key}", data={"name": "Cleo"})
    for read in ("", "/moves", "/log", "/record"):
        yield api + read, lambda read=read: client.get(api + read, headers=seat.headers)
    yield "/api/tables", lambda: client.get("/api/tables")
    yield (
        "/api/tables (new)",
        lambda: client.post("/api/tables", json={"game": "yaxha", "seats": 2, "holders": ["me", "open"]}),
    )
    yield "/join", lambda: client.post(f"{api}/join", json={})
    yield "/invitations", lambda: client.post(f"/api/invitations/{key}/join", json={})
    move = {"version": 0, "move": 0, "action_id": "again"}
    yield "/play", lambda: client.post(f"{api}/play", json=move, headers=seat.headers)
    for back in ("/undo", "/restart"):
        yield back, lambda back=back: client.post(api + back, json={"action_id": "back"}, headers=seat.headers)


@pytest.mark.parametrize(("words", "told"), FAULTS.items())
def test_no_way_in_breaks_and_all_are_open_again_afterwards(trouble: Trouble, words: str, told: str) -> None:
    client = trouble.client
    anna, _, _ = sit(client, "yaxha")
    waiting = client.post("/api/tables", json={"game": "yaxha", "seats": 2, "holders": ["me", "open"]}).json()
    client.cookies.clear()
    refused = 0
    for name, ask in ways_in(anna, waiting["invite"]):
        services_of(client.app).store._tables.clear()  # nothing is answered from memory
        trouble.words = words
        answer = ask()
        trouble.words = ""
        assert answer.status_code < 500 or answer.status_code == 503, (name, answer.text)
        client.cookies.clear()
        if answer.status_code < 500:
            continue  # answered without it
        refused += 1
        assert answer.headers["retry-after"] == "5", name
        if name.startswith("/api") or "application/json" in answer.headers["content-type"]:
            assert told in answer.json()["error"], name
            assert answer.json()["rule"] == "store"
        else:
            assert told in answer.text, name
            assert "Your games are safe" in answer.text
            assert ('http-equiv="refresh"' in answer.text) == (answer.request.method == "GET")
    assert refused > 8
    for name, ask in ways_in(anna, waiting["invite"]):
        assert ask().status_code < 500, name
        client.cookies.clear()


def test_a_page_of_trouble_speaks_the_visitor_s_language(trouble: Trouble) -> None:
    trouble.words = "disk I/O error"
    page = trouble.client.get("/replays", headers={"Accept-Language": "es"})
    trouble.words = ""
    assert "El disco no funciona" in page.text


def test_a_socket_that_cannot_be_served_is_closed_with_the_reason_and_may_come_back(trouble: Trouble) -> None:
    anna, _, _ = sit(trouble.client, "yaxha")
    services_of(trouble.client.app).store._tables.clear()
    trouble.words = "unable to open database file"
    with pytest.raises(WebSocketDisconnect) as closed, anna:
        anna.hear()
    trouble.words = ""
    assert closed.value.code == 1013
    assert "try again" in str(closed.value.detail)
    with anna:
        assert anna.until("panels")


def test_an_open_page_survives_the_trouble_and_catches_up(trouble: Trouble, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "STORE_PAUSE", 0.01)
    anna, ben, cleo = sit(trouble.client, "yaxha")
    with anna, ben, cleo:
        for page in (anna, ben, cleo):
            page.until("panels")
        mover = anna if 0 in anna.ask()["actors"] else ben
        offers = mover.ask("/moves")
        move = {"move": offers["moves"][0]["move"], "version": offers["version"], "action_id": "first"}
        for words in FAULTS:
            trouble.words = words
            refused = mover.do("play", **move)
            trouble.words = ""
            assert (refused["ok"], refused["rule"]) == (False, "store"), words
            assert refused["text"].endswith(".")
        # Asked for while the database is away, shown when it is back.
        services_of(trouble.client.app).store._tables.clear()
        trouble.words = "unable to open database file"
        assert mover.do("look", turn=1)["ok"]
        trouble.words = ""
        assert mover.until("panels")
        assert mover.do("play", **move)["ok"]
        assert mover.ask()["version"] > offers["version"]


def test_the_lobby_goes_on_after_trouble(trouble: Trouble, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablero.site.web.sockets.LOBBY_PAUSE", 0.01)
    trouble.words = "unable to open database file"
    with trouble.client.websocket_connect("/live") as socket:
        socket.send_json({"n": 1, "do": "ping"})
        assert json.loads(socket.receive(timeout=LIMIT)["text"]) == {"ack": 1, "ok": True}
        trouble.words = ""
        assert socket.receive(timeout=LIMIT)


def test_a_damaged_file_is_refused_at_the_start_and_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.db"
    with TestClient(create_app(Settings(database=str(path), bot_pause=0))) as client:
        sit(client, "yaxha")
    body = bytearray(path.read_bytes())
    assert len(body) > 16 * 4096
    body[4 * 4096 : 12 * 4096] = b"\xa5" * (8 * 4096)  # pages in the middle: the head of the file is fine
    path.write_bytes(body)
    assert serve.serve(Settings(port=free_port(), database=str(path))) == 1
    told = capsys.readouterr().err
    assert "the database is damaged" in told
    assert "restore a backup" in told
    assert "Traceback" not in told
    assert path.read_bytes() == bytes(body)
