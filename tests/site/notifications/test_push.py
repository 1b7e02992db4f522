"""Web push with real encryption: a push service of the test's own, and a browser that decrypts the messages."""

from __future__ import annotations

import base64
import json
import os

import http_ece
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tablero.core.errors import BadOption
from tablero.site.notifications.push import Push, check_keys
from tablero.site.notifications.safe_http import CallFailed, SafeHttpClient
from tablero.site.settings import Settings
from tablero.store import Store
from tablero.store.notifications.channels import PushDevice
from tests.site.outside import Asked, outside

pytestmark = pytest.mark.anyio


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The receiving end: the keys that a browser makes for a subscription, and what it reads with them."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text(point), "auth": text(self._auth)}

    @property
    def subscription(self) -> dict[str, object]:
        return {"endpoint": self.endpoint, "keys": self.keys}

    def device(self) -> PushDevice:
        return PushDevice("id", "ana", self.endpoint, self.keys["p256dh"], self.keys["auth"], "", "en", 0.0, None, 0)

    def read(self, asked: Asked) -> dict[str, str]:
        assert asked.headers["Content-Encoding"] == "aes128gcm"
        found = http_ece.decrypt(asked.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        told: dict[str, str] = json.loads(found)
        return told


def claims_of(asked: Asked, public_key: str) -> dict[str, object]:
    """What the house has signed, once the signature is found to be its own."""
    authorization = asked.headers["Authorization"]
    assert Vapid02.verify(authorization)
    parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert parts["k"] == public_key
    claims: dict[str, object] = json.loads(raw(parts["t"].split(".")[1]))
    return claims


async def test_a_message_reaches_the_browser_and_nobody_else(store: Store) -> None:
    secret = await store.secrets.of("push")
    http = SafeHttpClient(private=True)
    push = Push(secret, Settings(public=("https://games.example",)), http, lambda: 1_000_000.0)
    again = Push(await store.secrets.of("push"), Settings(), http)
    assert push.public_key == again.public_key  # made once
    async with outside() as there:
        browser = Browser(f"{there.address}/send/abc")
        answer = await push.send(browser.device(), json.dumps({"title": "Te toca, Nicté"}).encode())
    await http.close()
    assert answer.fine
    [asked] = there.asked
    assert asked.path == "/send/abc"
    assert browser.read(asked) == {"title": "Te toca, Nicté"}
    assert b"Nict" not in asked.body
    assert asked.headers["TTL"] == "86400"
    claims = claims_of(asked, push.public_key)
    assert claims == {"sub": "https://games.example", "aud": there.address, "exp": 1_000_000 + 12 * 3600}
    with pytest.raises((http_ece.ECEException, InvalidTag)):
        Browser(browser.endpoint).read(asked)


async def test_two_messages_never_look_alike() -> None:
    http = SafeHttpClient(private=True)
    push = Push("ab" * 32, Settings(), http)
    async with outside() as there:
        browser = Browser(there.address)
        for _ in range(2):
            await push.send(browser.device(), b"same")
    await http.close()
    assert there.asked[0].body != there.asked[1].body


async def test_an_endpoint_in_a_private_network_is_not_called() -> None:
    async with outside() as there:
        push = Push("ab" * 32, Settings(), SafeHttpClient())
        with pytest.raises((BadOption, CallFailed)):
            await push.send(Browser(there.address).device(), b"hello")
    assert there.asked == []


def test_keys_that_are_none_are_refused() -> None:
    good = Browser("").keys
    no_point = text(b"\4" + b"\1" * 64)
    short = text(b"\1" * 15)
    for p256dh, auth in (
        ("", ""),
        ("x" * 87, "y" * 22),
        (no_point, good["auth"]),
        (good["p256dh"], short),
        ("é" * 87, good["auth"]),
    ):
        with pytest.raises(BadOption):
            check_keys(p256dh, auth)


def test_keys_of_a_browser_are_taken() -> None:
    check_keys(**Browser("").keys)
