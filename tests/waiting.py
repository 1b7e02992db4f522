"""Waiting for what must come, and for nothing else: only what hangs reaches the limit."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from tablero.store import Store
from tests.limits import LIMIT

Condition = Callable[[], Awaitable[object] | object]


async def _holds(condition: Condition) -> bool:
    found = condition()
    return bool(await found if inspect.isawaitable(found) else found)


async def until_written(store: Store, condition: Condition) -> None:
    """Wait for what rows bring about: the condition is asked again when the store hears of a row. It may belong to an
    application that runs in another thread."""
    news, loop = asyncio.Event(), asyncio.get_running_loop()
    stop = store.subscribe(lambda *_: loop.call_soon_threadsafe(news.set))
    try:
        async with asyncio.timeout(LIMIT):
            while not await _holds(condition):
                await news.wait()
                news.clear()
    finally:
        stop()


async def eventually(condition: Condition) -> None:
    """Wait for what another process or thread brings about, of which there is no news here."""
    async with asyncio.timeout(LIMIT):
        while not await _holds(condition):
            await asyncio.sleep(0.02)
