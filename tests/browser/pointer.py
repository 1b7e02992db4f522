"""A mouse or a finger that points at coordinates, as a hand does: what lies there may be drawn anew at any time."""

from __future__ import annotations

import time

from playwright.sync_api import Page

DOUBLE_SECONDS = 0.52  # within which the page takes two taps for one that was made twice

Point = tuple[float, float]


class Pointer:
    """Clicks with a mouse or taps with a finger at one page."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self.touch = touch
        self._pressed = 0.0

    def press(self, at: Point) -> None:
        """Click or tap, not so soon after the last time that the page takes both for a double click."""
        rest = self._pressed + DOUBLE_SECONDS - time.monotonic()
        if rest > 0:
            self.page.wait_for_timeout(rest * 1000)
        if self.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)
        self._pressed = time.monotonic()
