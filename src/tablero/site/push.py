"""Web push: a message is encrypted for one browser and signed by this house. The service between them can read nothing."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tablero.core.errors import BadOption
from tablero.site.calls import Answer, Caller
from tablero.site.settings import Settings
from tablero.store.ways import Device

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
SIGNED_FOR = 12 * 3600  # seconds
KEPT_FOR = 24 * 3600  # seconds for which the service keeps a message for a browser that is not there


def check_keys(p256dh: str, auth: str) -> None:
    """BadOption unless a message can be encrypted with them."""
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
    """Sends messages to browsers in the name of this house, which is known by a key made from a secret of its own."""

    def __init__(self, secret: str, settings: Settings, caller: Caller, clock: Callable[[], float] = time.time) -> None:
        self._vapid = Vapid02(ec.derive_private_key(int(secret, 16) % (ORDER - 1) + 1, ec.SECP256R1()))
        self._caller = caller
        self._clock = clock
        origins = [origin for origin in settings.origins if origin.startswith("https://")]
        sender = settings.smtp_from.rpartition("<")[2].rstrip(">")
        # Whom the service can turn to when something is wrong.
        self._contact = next(iter(origins), f"mailto:{sender}" if sender else "https://localhost")

    @property
    def public_key(self) -> str:
        """What browsers ask for before they take messages from us."""
        raw = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")

    async def send(self, device: Device, message: bytes, topic: str = "") -> Answer:
        """Send a message to one device. CallFailed when the service cannot be reached."""
        from pywebpush import WebPusher  # it takes half a second to load: whoever sends nothing need not wait for it

        where = self._caller.read(device.endpoint)
        claims = {"sub": self._contact, "aud": str(where.origin()), "exp": int(self._clock()) + SIGNED_FOR}
        keys = {"p256dh": device.p256dh, "auth": device.auth}
        body = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(message)["body"]
        headers = {
            **self._vapid.sign(claims), "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR), "Urgency": "high",
        }  # fmt: skip
        if topic:
            headers["Topic"] = topic  # a later message takes the place of one that has not been delivered yet
        return await self._caller.post(device.endpoint, body, headers)
