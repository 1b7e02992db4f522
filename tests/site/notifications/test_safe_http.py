"""Addresses that strangers give are called only on the open internet, once, for a short while; traps lead nowhere."""

from __future__ import annotations

import asyncio
import time

import pytest
from aiohttp import web

from tablero.core.errors import BadOption
from tablero.site.notifications import safe_http
from tablero.site.notifications.safe_http import CallFailed, PublicOnlyResolver, SafeHttpClient, is_public
from tests.site.outside import outside

pytestmark = pytest.mark.anyio

PRIVATE = (
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::1",
    "2001:0:a00:1::f5ff:fffe",
    "2001:db8::1",
)


@pytest.mark.parametrize("number", PRIVATE)
def test_private_numbers_are_known_in_every_disguise(number: str) -> None:
    assert not is_public(number)
    shown = f"[{number}]" if ":" in number else number
    with pytest.raises(BadOption):
        SafeHttpClient().parse(f"https://{shown}/hook")


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/x",
        "ftp://example.org/",
        "https://",
        "https:///x",
        "//example.org/x",
        "example.org",
        "",
        "https://user:secret@example.org/",
        "https://example.org:22/",
        "https://example.org:80/",
        "https://localhost/",
        "https://intranet/hook",
        "https://example.org/a b",
        "https://example.org/\n",
        "https://[::1/",
        "https://example.org:99999/",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://example.org/" + "x" * 1000,
        "https://①②⑦.⓪.⓪.①/",
        "https://127.0.0.1./",
    ],
)
def test_what_is_no_public_address_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(BadOption) as refused:
        SafeHttpClient().parse(address)
    assert len(str(refused.value)) > 20


def test_public_addresses_are_fine() -> None:
    for address in (
        "https://discord.com/api/webhooks/1/abc",
        "https://example.org:8443/x?y=z",
        "https://1.1.1.1/x",
        "https://münchen.example/",
    ):
        assert SafeHttpClient().parse(address).scheme == "https"


class Names(PublicOnlyResolver):
    """Names that lead where the test wants, each time somewhere else."""

    def __init__(self, *answers: list[str]) -> None:
        super().__init__(private=False)
        self.answers = list(answers)
        self.asked = 0

    async def look_up(self, host: str, port: int) -> list[str]:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


async def failure(http: SafeHttpClient, address: str) -> str:
    with pytest.raises(CallFailed) as failed:
        await http.post(address, b"{}", {})
    await http.close()
    return failed.value.why


@pytest.mark.parametrize("numbers", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]])
async def test_a_name_that_leads_to_a_private_place_is_not_called(numbers: list[str]) -> None:
    async with outside() as there:
        assert (
            await failure(SafeHttpClient(resolver=Names(numbers)), f"https://trap.example:{there.port}/hook")
            == "private"
        )
    assert there.asked == []


async def test_a_name_is_asked_once_and_the_connection_goes_where_that_answer_led(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rebinding: the first answer is public, the next one would be ours."""
    monkeypatch.setattr(safe_http, "CONNECT_TIMEOUT", 0.1)
    monkeypatch.setattr(safe_http, "CALL_TIMEOUT", 0.3)
    async with outside() as there:
        names = Names(["192.0.2.1"], ["127.0.0.1"])
        monkeypatch.setattr(safe_http, "is_public", lambda number: number != "127.0.0.1")
        why = await failure(SafeHttpClient(resolver=names), f"https://trap.example:{there.port}/hook")
        assert why in ("silent", "slow")
        assert names.asked == 1
    assert there.asked == []


async def test_the_last_gate_holds_when_the_first_was_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind(PublicOnlyResolver):
        async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[object]:  # type: ignore[override]
            return list(await PublicOnlyResolver(True).resolve("127.0.0.1", port))

    async with outside() as there:
        http = SafeHttpClient(resolver=Blind(False))
        assert await failure(http, f"https://trap.example:{there.port}/hook") in ("private", "silent")
    assert there.asked == []


async def test_nobody_is_followed_to_another_place() -> None:
    async with outside() as there:
        there.answers(302, {"Location": f"{there.address}/secret"})
        http = SafeHttpClient(private=True)
        answer = await http.post(f"{there.address}/hook", b"{}", {})
        await http.close()
    assert (answer.status, answer.fine) == (302, False)
    assert [asked.path for asked in there.asked] == ["/hook"]


async def test_a_slow_answer_and_an_endless_one_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "CALL_TIMEOUT", 0.3)

    async def never(_: web.Request) -> web.StreamResponse:
        await asyncio.sleep(5)
        return web.Response()

    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 65536)

    async with outside() as there:
        there.answer = never
        since = time.monotonic()
        assert await failure(SafeHttpClient(private=True), there.address) == "slow"
        there.answer = endless
        http = SafeHttpClient(private=True)
        answer = await http.post(there.address, b"{}", {})
        await http.close()
        assert answer.status == 200
        assert len(answer.text) <= safe_http.LONGEST_ANSWER
        assert time.monotonic() - since < 3


async def test_where_nobody_listens_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async with outside() as there:
        address = there.address
    assert await failure(SafeHttpClient(private=True), address) == "silent"

    class Nowhere(PublicOnlyResolver):
        async def look_up(self, host: str, port: int) -> list[str]:
            import socket

            raise socket.gaierror(-2, "Name or service not known")

    assert await failure(SafeHttpClient(resolver=Nowhere(False)), "https://nowhere.example/") == "no_name"


async def test_private_places_are_called_where_the_host_allows_it() -> None:
    async with outside() as there:
        http = SafeHttpClient(private=True)
        assert (await http.post(f"{there.address}/hook", b'{"a":1}', {"Content-Type": "application/json"})).fine
        await http.close()
    [asked] = there.asked
    assert asked.body == b'{"a":1}'
    assert asked.headers["User-Agent"] == "Tablero"
    assert "Cookie" not in asked.headers
