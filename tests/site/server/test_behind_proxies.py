"""Through a real proxy: forms, websockets, cookies, and an allowance for each visitor."""

import json
import re
import socket
import sqlite3
import sys
import zlib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tablero.cli.doctor.network import websockets
from tablero.site.settings import Limits, Settings
from tablero.ui.rendering import asset
from tests.limits import LIMIT
from tests.site.proxy import NAME, NGINX, Nginx
from tests.site.served import Served
from tests.site.web.test_proxy import ODD

pytestmark = [
    pytest.mark.skipif(
        not NGINX, reason="there is no nginx here (Debian: apt-get install nginx; tools/outside.py does it for root)"
    ),
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses of its own"),
]
OPEN_SEAT = {"game": "yaxha", "seats-yaxha": "2", "seat-1": "open"}
HOME = f"https://{NAME}"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = Settings(
        bot_pause=0, public=(HOME,), proxies=("127.0.0.1",), limits=Limits(tables_at_once=2, tables_per_minute=0.01)
    )
    server = Served(tmp_path_factory.mktemp("behind") / "games.db", settings)
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory, served: Served) -> Iterator[Nginx]:
    started = Nginx(tmp_path_factory.mktemp("nginx"), served.port)
    yield started
    started.stop()


def visitor(nginx: Nginx, port: int, address: str, **headers: str) -> httpx.Client:
    """A browser at an address of its own."""
    return httpx.Client(
        base_url=f"https://127.0.0.1:{port}",
        headers={"Host": NAME, "Origin": HOME, **headers},
        timeout=LIMIT,
        transport=httpx.HTTPTransport(verify=nginx.trust, local_address=address),
    )


def live(nginx: Nginx, port: int, path: str, address: str, cookie: str, origin: str = HOME) -> ClientConnection:
    sock = socket.create_connection(("127.0.0.1", port), source_address=(address, 0), timeout=LIMIT)
    return connect(
        f"wss://{NAME}{path}", sock=sock, ssl=nginx.trust, origin=origin, additional_headers={"Cookie": cookie}
    )  # type: ignore[arg-type]


def heard(socket: ClientConnection) -> dict[str, Any]:
    message = socket.recv(timeout=LIMIT)
    return dict(json.loads(message if isinstance(message, str) else zlib.decompress(message)))


@pytest.mark.parametrize(
    ("door", "address"), [("kept", "127.0.0.11"), ("told", "127.0.0.12"), ("silent", "127.0.0.13")]
)
def test_a_visitor_opens_a_table_and_plays_however_the_proxy_treats_the_host(
    nginx: Nginx, door: str, address: str
) -> None:
    port = getattr(nginx, door)
    with visitor(nginx, port, address) as browser:
        opened = browser.post("/play/yaxha")
        assert opened.status_code == 303, opened.text
        carried = opened.headers["set-cookie"]
        assert "; Secure" in carried
        cookie = carried.partition(";")[0]
        table = opened.headers["location"]
        invited = browser.post("/open", data=OPEN_SEAT, headers={"Cookie": cookie}).headers["location"]
        assert f"{HOME}/join/" in browser.get(invited, headers={"Cookie": cookie}).text
        offers = browser.get(f"/api/tables/{table.rpartition('/')[2]}/moves", headers={"Cookie": cookie}).json()
    build = asset("table.js").rpartition("/")[2]
    with live(nginx, port, f"{table}/live?build={build}", address, cookie) as socket:
        move = {
            "n": 1,
            "do": "play",
            "move": offers["moves"][0]["move"],
            "version": offers["version"],
            "action_id": "a",
        }
        socket.send(json.dumps(move))
        answers = (heard(socket) for _ in range(20))
        assert next(answer for answer in answers if "ack" in answer) == {"ack": 1, "ok": True}
    with pytest.raises(Exception, match="403"):
        live(nginx, port, f"{table}/live", address, cookie, "https://elsewhere.example")


def test_doctor_sees_that_websockets_open_through_it(nginx: Nginx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(nginx.certificate))
    found = websockets(Settings(), LIMIT, f"https://127.0.0.1:{nginx.kept}")
    assert found.state == "ok", found


def test_the_figures_are_told_neither_to_strangers_nor_to_a_trusted_proxy_without_the_token(
    nginx: Nginx, served: Served
) -> None:
    for door in (nginx.kept, nginx.told, nginx.silent):
        assert visitor(nginx, door, "127.0.0.14").get("/metrics").status_code == 403
    near = served.client.get("/metrics")
    assert (near.status_code, "`proxies`" in near.text) == (403, True)
    [token] = sqlite3.connect(served.settings.database).execute("SELECT value FROM secrets WHERE name = 'host'")
    assert served.client.get("/metrics", headers={"Authorization": f"Bearer {token[0]}"}).status_code == 200


def test_each_visitor_has_an_allowance_of_its_own(nginx: Nginx) -> None:
    def openings(address: str, **headers: str) -> list[int]:
        with visitor(nginx, nginx.kept, address, **headers) as browser:
            return [browser.post("/play/yaxha").status_code for _ in range(3)]

    assert openings("127.0.0.21") == [303, 303, 429]
    assert openings("127.0.0.22") == [303, 303, 429]
    # What a visitor writes about itself does not help.
    assert openings("127.0.0.22", **{"X-Forwarded-For": "192.0.2.9"}) == [429, 429, 429]
    assert openings("127.0.0.22", **{"Forwarded": "for=192.0.2.9"}) == [429, 429, 429]


def test_a_stranger_who_plays_proxy_is_not_believed(served: Served) -> None:
    forged = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": NAME}
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.31"), base_url=served.address) as stranger:
        answers = [
            stranger.post("/play/yaxha", headers={**forged, "X-Forwarded-For": f"192.0.2.{n}"}) for n in range(3)
        ]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert "Secure" not in answers[0].headers["set-cookie"]


def test_whoever_asks_for_another_site_is_told_the_address(served: Served) -> None:
    page = served.client.get("/", headers={"Host": "elsewhere.example"})
    assert page.status_code == 421
    assert f"Open {HOME} instead." in page.text
    told = served.client.get("/api/games", headers={"Host": "elsewhere.example"})
    assert (told.status_code, told.json()) == (421, {"error": f"this site answers under another address: open {HOME}"})
    with pytest.raises(Exception, match="HTTP 4"):
        connect("ws://elsewhere.example/live", sock=socket.create_connection(("127.0.0.1", served.port)))
    for host in (NAME, f"{NAME.upper()}.:81", "localhost:1", "127.0.0.1", "[::1]:80"):
        assert served.client.get("/api/games", headers={"Host": host}).status_code == 200, host


def test_odd_headers_never_break_the_server(served: Served) -> None:
    for name in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Origin"):
        for value in ODD:
            for line in (b"GET /nowhere HTTP/1.1", b"POST /play/chess HTTP/1.1"):
                head = b"" if name == "Host" else b"Host: localhost\r\n"
                request = line + b"\r\n" + head + name.encode() + b": " + value + b"\r\nConnection: close\r\n\r\n"
                status = asked_raw(served.port, request)
                assert 400 <= status < 500, (name, value, line, status)


def asked_raw(port: int, request: bytes) -> int:
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as sock:
        sock.sendall(request)
        answer = b"".join(iter(lambda: sock.recv(65536), b""))
    found = re.match(rb"HTTP/1.1 (\d+)", answer)
    assert found, answer
    return int(found[1])
