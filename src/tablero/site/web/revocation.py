"""Revocation: what let a visitor in (a seat token, an API key, a device) may end while a connection is open."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tablero.site.web.identity import Guest
from tablero.store import Store, StoreError

# Seconds. What another process revokes is known here after the caches' CACHE_SECONDS: together below five.
CHECK_INTERVAL = 2.0


async def is_still_valid(store: Store, guest: Guest) -> bool:
    """Return whether what let a visitor in is valid; a guest's cookie always is. Raise StoreError."""
    if guest.token:
        return await store.seat_tokens.is_valid(guest.token)
    if guest.key:
        return await store.api_keys.find(guest.key) is not None
    return not guest.device or await store.devices.account(guest.device) is not None


async def wait_until_revoked(store: Store, guest: Guest) -> str:
    """Return the reason, within seconds after what let a visitor in has been revoked; for a guest, never."""
    valid = True
    while valid:
        await asyncio.sleep(CHECK_INTERVAL)
        with suppress(StoreError):  # not known now: ask again
            valid = await is_still_valid(store, guest)
    if guest.token:
        return "this token has been revoked"
    return "this key has been revoked" if guest.key else "you have been signed out on this device"


def can_be_revoked(guest: Guest) -> bool:
    """Return whether anything but a guest's cookie let a visitor in."""
    return bool(guest.token or guest.key or guest.device)
