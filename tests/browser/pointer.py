"""A mouse or a finger that points at coordinates, as a hand does: what lies there may be drawn anew at any time."""

from __future__ import annotations

import time

from playwright.sync_api import CDPSession, Page

Point = tuple[float, float]


class Pointer:
    """Clicks with a mouse or taps with a finger at one page, never twice so soon that the page takes it for one."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self.touch = touch
        self._devtools: CDPSession | None = None
        self._tapped = 0.0

    def press(self, at: Point) -> None:
        """Click, or tap a second after the last tap: by the time that the event tells, so that none is waited for."""
        if not self.touch:
            self.page.mouse.click(*at)  # each is a first click, however soon it comes
            return
        if self._devtools is None:
            self._devtools = self.page.context.new_cdp_session(self.page)
        self._tapped = max(time.time(), self._tapped + 1)
        point = {"x": at[0], "y": at[1]}
        self._touch("touchStart", [point], self._tapped)
        self._touch("touchEnd", [], self._tapped + 0.02)

    def _touch(self, kind: str, points: list[dict[str, float]], when: float) -> None:
        assert self._devtools is not None
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": when})
