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
        self._tapped = 0.0

    def press(self, at: Point) -> None:
        """Click or tap, not so soon after the last tap that the browser takes both for a double tap. A click says
        itself that it is a single one."""
        if not self.touch:
            self.page.mouse.click(*at)
            return
        rest = self._tapped + DOUBLE_SECONDS - time.monotonic()
        if rest > 0:
            self.page.wait_for_timeout(rest * 1000)
        self.page.touchscreen.tap(*at)
        self._tapped = time.monotonic()
