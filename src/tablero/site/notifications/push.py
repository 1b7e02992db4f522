"""Web push: messages encrypted for one browser, signed by this site, unreadable for the service between."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from tablero.core.errors import BadOption
from tablero.core.i18n.translator import Translator
from tablero.people.notification_policy import ChannelPolicy
from tablero.site.notifications.channel import DeliveryFailure, NotificationChannel, NotificationSettings, Words
from tablero.site.notifications.safe_http import Answer, CallFailed, SafeHttpClient
from tablero.site.notifications.text import NotificationText
from tablero.site.settings import Settings
from tablero.store import Store
from tablero.store.notifications.channels import PUSH_CHANNEL, ChannelAddress, PushDevice
from tablero.ui.language import Language

if TYPE_CHECKING:  # what encrypts takes a while to load, and a start need not wait for it
    from py_vapid import Vapid02

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
SIGNED_FOR = 12 * 3600  # seconds
KEPT_FOR = 24 * 3600  # seconds for which the service keeps a message for a browser that is offline
GONE = (404, 410)  # status codes for a subscription that has ended


def check_keys(p256dh: str, auth: str) -> None:
    """Raise BadOption unless messages can be encrypted with these keys."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        if not 80 <= len(p256dh) <= 100 or not 20 <= len(auth) <= 30:
            raise ValueError
        point = base64.urlsafe_b64decode(p256dh.rstrip("=") + "=" * (-len(p256dh.rstrip("=")) % 4))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        if len(base64.urlsafe_b64decode(auth.rstrip("=") + "=" * (-len(auth.rstrip("=")) % 4))) != 16:
            raise ValueError
    except ValueError:
        raise BadOption("these are not the keys of a push subscription: take those that the browser gives") from None


class Push:
    """Sends push messages, signed with a key derived from a secret of the site."""

    def __init__(
        self, secret: str, settings: Settings, http: SafeHttpClient, clock: Callable[[], float] = time.time
    ) -> None:
        self._secret = secret
        self._http = http
        self._clock = clock
        origins = [origin for origin in settings.origins if origin.startswith("https://")]
        sender = settings.smtp_from.rpartition("<")[2].rstrip(">")
        # The contact for operators of the push service.
        self._contact = next(iter(origins), f"mailto:{sender}" if sender else "https://localhost")

    @cached_property
    def _vapid(self) -> Vapid02:
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid02

        return Vapid02(ec.derive_private_key(int(self._secret, 16) % (ORDER - 1) + 1, ec.SECP256R1()))

    @property
    def public_key(self) -> str:
        """The key that browsers need to subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        raw = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")

    async def send(self, device: PushDevice, message: bytes, topic: str = "") -> Answer:
        """Send a message to one device. Raise CallFailed if the service cannot be reached."""
        from pywebpush import WebPusher  # takes half a second to load

        where = self._http.parse(device.endpoint)
        claims = {"sub": self._contact, "aud": str(where.origin()), "exp": int(self._clock()) + SIGNED_FOR}
        keys = {"p256dh": device.p256dh, "auth": device.auth}
        body = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(message)["body"]
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Urgency": "high",
        }
        if topic:
            headers["Topic"] = topic  # a later message replaces one that is not delivered yet
        return await self._http.post(device.endpoint, body, headers)


class PushChannel(NotificationChannel):
    """Sends messages to all devices of a user."""

    name = PUSH_CHANNEL
    policy = ChannelPolicy("tell_push", grace=30.0, apart=60.0)
    has_address = False

    def __init__(self, store: Store, settings: Settings, http: SafeHttpClient, push: Push) -> None:
        super().__init__(store, settings, http)
        self.push = push

    @classmethod
    async def open(cls, store: Store, settings: Settings, http: SafeHttpClient) -> Self:
        return cls(store, settings, http, Push(await store.secrets.of("push"), settings, http, store.now))

    def label(self, say: Translator) -> str:
        return say("Push messages")

    def is_ready(self, settings: NotificationSettings) -> bool:
        return bool(settings.devices)

    def state(self, settings: NotificationSettings, say: Translator) -> str:
        devices = len(settings.devices)
        if devices and self.policy.is_on(settings.chosen):
            return say.plural("{n} device", "{n} devices", devices, n=devices)
        return super().state(settings, say)

    async def send(self, recipient: ChannelAddress, words: Words, language: Language) -> DeliveryFailure | None:
        return await self.send_to(await self._store.channels.devices(recipient.person), words)

    async def send_to(self, devices: Sequence[PushDevice], words: Words) -> DeliveryFailure | None:
        """Send a message to devices and remove those that are gone. Delivered: one device has it, or none is left."""
        answers = await asyncio.gather(*(self._send_to(device, words(device.language)) for device in devices))
        left = [answer for answer in answers if answer is None or answer.status not in GONE]
        if not left or any(answer is not None and answer.fine for answer in left):
            return None
        worst = next((answer for answer in left if answer is not None), None)
        return DeliveryFailure("silent" if worst is None else f"status_{worst.status}")

    async def _send_to(self, device: PushDevice, message: NotificationText) -> Answer | None:
        content = {
            "title": message.title,
            "body": message.body,
            "url": message.path,
            "tag": message.table or "tablero",
            "lang": device.language,
        }
        try:
            answer = await self.push.send(device, json.dumps(content, ensure_ascii=False).encode())
        except (CallFailed, BadOption):
            await self._store.channels.record_delivery(device.id, False)
            return None
        if answer.status in GONE:
            await self._store.channels.remove_device(device.id, device.person)
        else:
            await self._store.channels.record_delivery(device.id, answer.fine)
        return answer
