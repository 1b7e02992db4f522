"""Whatever arrives is answered with a sentence: no request makes the server say that it broke, and no message of a page
cuts its websocket."""

import json
import socket
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.limits import LIMIT
from tests.site.served import Served

FORM = {"content-type": "application/x-www-form-urlencoded"}
MOVE = '{"version": 0, "move": 0, "action_id": %s}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("bad") / "games.db")
    yield served
    served.kill()


@pytest.fixture(scope="module")
def seated(server: Served) -> dict[str, Any]:
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"], "name": "Anna\0\u202e"}
    found: dict[str, Any] = server.client.post("/api/tables", json=wanted).json()
    return found


BODIES = {
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 15_000,
    "not UTF-8": b'{"game": "\xff\xfe"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "5,000 digits": b'{"version": ' + b"9" * 5000 + b', "action_id": "a", "move": 0}',
    "no number": b'{"version": NaN, "action_id": "a", "move": 0}',
    "no end": b'{"version": Infinity, "action_id": "a", "move": 0}',
    "too large": b'{"version": 1e999, "action_id": "a", "move": 0}',
    "half a pair": (MOVE % '"\\ud800"').encode(),
    "NUL": (MOVE % '"a\\u0000"').encode(),
    "NUL in words": b'{"version": 0, "action_id": "a", "words": "take tile \\u0000"}',
    "NUL in a game": b'{"game": "ya\\u0000", "seats": 2, "holders": ["me", "open"]}',
    "NUL in an option": b'{"game": "yaxha", "seats": 2, "holders": ["me", "open"], "options": {"\\u0000": "\\u0000"}}',
    "NUL in a holder": b'{"game": "yaxha", "seats": 2, "holders": ["me", "\\u0000"]}',
    "nothing": b"",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/{id}/play", "/api/tables/{id}/undo"])
def test_a_body_that_cannot_be_used_is_refused_in_a_sentence(
    server: Served, seated: dict[str, Any], path: str, body: bytes
) -> None:
    headers = {"content-type": "application/json", "Authorization": f"Bearer {seated['token']}"} if "{" in path else {}
    answer = server.client.post(path.format(id=seated["id"]), content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]


@pytest.mark.parametrize("what", ["%00", "%ff", "%ed%a0%80", "\u0663", "x" * 5000, "a%0d%0ab", "%", ".."])
@pytest.mark.parametrize(
    "path",
    [
        "/t/{}",
        "/api/tables/{}",
        "/api/tables/{}/record",
        "/join/{}",
        "/rules/{}",
        "/rules/yaxha/rule/{}",
        "/art/{}",
        "/static/{}",
        "/docs/{}",
    ],
)
def test_an_address_of_nothing_leads_nowhere(server: Served, path: str, what: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), LIMIT) as wire:
        head = f"GET {path.format(what)} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        wire.sendall(head.encode())
        assert wire.recv(12)[9:] in (b"404", b"400")


NUMBERS = (
    "/t/{id}?move=",
    "/t/{id}/whatif?move=",
    "/t/{id}/whatif?move=0&on=",
    "/t/{id}/report?seat=",
    "/t/{id}/report?seat=0&line=",
    "/me/games?number=",
    "/cups/none?round=",
    "/api/tables/{id}/talk?before=",
    "/api/me/games?skip=",
    "/api/me/games?most=",
)


@pytest.mark.parametrize("path", NUMBERS)
def test_a_number_that_no_database_holds_breaks_nothing(server: Served, seated: dict[str, Any], path: str) -> None:
    headers = {"Authorization": f"Bearer {seated['token']}"} if path.startswith("/api/tables/") else {}
    for number in (2**31, -(2**31) - 1, 2**63, -(2**63) - 1, 10**30, -(10**30)):
        answer = server.client.get(path.format(id=seated["id"]) + str(number), headers=headers)
        assert answer.status_code < 500, (number, answer.text)


@pytest.mark.parametrize("number", ["%00", "\u0663", "\u00b2", "9" * 5000, "NaN", "", "%ff"])
def test_a_look_back_at_no_number_is_refused_and_the_websocket_goes_on(
    server: Served, seated: dict[str, Any], number: str
) -> None:
    assert server.client.get(f"/t/{seated['id']}?move={number}").status_code == 400
    with page(server, seated, f"?turn={number}") as live:
        assert say(live, '{"n": 1, "do": "ping"}').items() >= {"ack": 1, "ok": True}.items()


@pytest.mark.parametrize(
    "header",
    [
        "Origin: http://[",
        "Cookie: tablero=eyJpZCI6.abc",
        "Cookie: tablero=%00.%00",
        "Cookie: tablero=\u00ff.\u00ff; =",
        'Cookie: tablero="\\400\\777"; language=\u00ff; theme=\u00ff',
        "Authorization: Bearer",
        "Authorization: \u00ff",
        "Authorization: Bearer \u00ff\u00fe.\u00ff",
        "Authorization: Bearer eyJ9." + "0" * 64,
        "Accept-Language: fr;q=nan",
        "Sec-Fetch-Site: \u00ff",
        "Content-Type: \u00ff",
    ],
)
def test_a_strange_header_is_no_reason_to_break(server: Served, seated: dict[str, Any], header: str) -> None:
    for line in (f"GET /api/tables/{seated['id']}", "GET /", "POST /name", "POST /api/tables"):
        with socket.create_connection(("127.0.0.1", server.port), LIMIT) as wire:
            head = f"{line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{header}\r\nContent-Length: 0\r\n\r\n"
            wire.sendall(head.encode("latin-1"))
            assert b"200" <= wire.recv(12)[9:] < b"500"


def test_a_form_leads_back_to_our_own_pages_whatever_it_says(server: Served) -> None:
    for back in ("http://[", "/%0d%0aX:1", "/%00", "/%09/elsewhere.example", "%ff"):
        answer = server.client.post("/language", content=f"language=fr&back={back}", headers=FORM)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
    for body in (b"name=%00", b"name=%ed%a0%80", b"\xff\xfe", b"name=a&name=b", b"&&="):
        assert server.client.post("/name", content=body, headers=FORM).status_code < 500
    for seats in ("%00", "\u0663", "9" * 5000):
        assert server.client.post("/open", content=f"game=yaxha&seats-yaxha={seats}", headers=FORM).status_code == 400


def page(server: Served, seated: dict[str, Any], query: str = "") -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/t/{seated['id']}/live{query}"
    return connect(address, additional_headers={"Authorization": f"Bearer {seated['token']}"}, proxy=None)


def say(live: ClientConnection, message: str | bytes) -> dict[str, Any]:
    """Send something, and hear what the server answers."""
    live.send(message)
    while True:
        heard = live.recv(LIMIT)
        answer: dict[str, Any] = json.loads(zlib.decompress(heard) if isinstance(heard, bytes) else heard)
        if "ack" in answer:
            return answer


MESSAGES = [
    "",
    "[" * 4000,
    '{"a":' * 800,
    '{"n": NaN, "do": "ping"}',
    '{"n": true, "do": "ping"}',
    '{"n": 1e999, "do": "ping"}',
    '{"n": %s, "do": "ping"}' % ("9" * 4000),
    '{"n": 1.0, "do": "ping"}',
    '{"n": null, "do": "ping"}',
    "x" * 8000,
    '{"n": 18446744073709551615, "do": "ping"}',
    '{"n": 1, "do": "\\ud800"}',
    '{"n": 1, "do": 7}',
    "\ufeff{}",
    "\0",
    b"\xff\xfe\x00",
    b"",
]
ASKED = [
    {"do": "play", "move": True, "version": 0, "action_id": "a"},
    {"do": "play", "move": 1 << 62, "version": 0},
    {"do": "play", "move": 0, "version": 0, "action_id": "\0"},
    {"do": "undo", "action_id": "a\u0085"},
    {"do": "play", "move": 0, "version": 0, "action_id": "x" * 129},
    {"do": "undo", "action_id": ["a"]},
    {"do": "at", "k": "\u0663"},
    {"do": "at", "k": 1.5},
    {"do": "look"},
    {"do": "preview", "move": -(1 << 63)},
    {"do": "\0"},
    {"do": ""},
]


def test_no_message_cuts_the_websocket(server: Served, seated: dict[str, Any]) -> None:
    with page(server, seated) as live:
        for message in MESSAGES:
            answer = say(live, message)
            assert (answer["ok"], answer["rule"]) == (False, "bad_message"), message
            assert answer["ack"] in (0, 1)
        for number, asked in enumerate(ASKED, 1):
            answer = say(live, json.dumps({"n": number, **asked}))
            assert (answer["ack"], answer["ok"], answer["rule"]) == (number, False, "bad_message"), asked
        assert say(live, '{"n": 5, "do": "ping"}').items() >= {"ack": 5, "ok": True}.items()
