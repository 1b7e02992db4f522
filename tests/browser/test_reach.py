"""Whatever is asked can be seen, reached and read: by mouse at 1280 x 720, by thumb on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive, Server
from tests.browser.laid import lay, moves_before
from tests.browser.reach import DESKTOP, GAMES, PHONE, Finding, Reach, prepare, settings, told

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
SEED = 3


def complaints(findings: list[Finding]) -> list[str]:
    return [f"{f.kind} {n}x: {f.figure}, {f.place}: {f.label} [{f.prompt}]" for f, n in told(findings)]


def at_table(server: Server, page: Page, game: str, seats: int, share: float | None) -> None:
    """Sit at a table in that part of the game, or at its very beginning."""
    path, cookie = lay(server, game, seats, () if share is None else moves_before(game, seats, SEED, share), SEED)
    page.context.add_cookies([cookie])
    page.goto(server.address + path)


@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_chosen_is_within_reach(
    server: Server, arrive: Arrive, game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    page = arrive("/luck", **settings(size)).page  # a short page: the table comes with its own address
    prepare(page)
    reach = Reach(page, game, size, shots=tmp_path)
    for share, decisions in ((0, 5), (0.4, 3), (0.8, 3)):
        at_table(server, page, game, 2, share)
        reach.play(decisions)
    assert complaints(reach.findings) == []


@pytest.mark.long
@SIZES
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("yaxha", 2),
        ("yaxha", 4),
        ("maya", 2),
        ("maya", 4),
        ("tzolkin", 2),
        ("tzolkin", 4),
        ("amritsar", 1),
        ("amritsar", 2),
        ("amritsar", 4),
    ],
)
def test_all_that_can_be_chosen_is_within_reach_in_whole_games(
    server: Server, arrive: Arrive, game: str, seats: int, size: tuple[int, int], tmp_path: Path
) -> None:
    page = arrive(**settings(size, color_scheme="dark")).page
    prepare(page)
    reach = Reach(page, game, size, shots=tmp_path, contrast=True)
    at_table(server, page, game, seats, None)
    assert reach.play(1500) == "over"
    assert complaints(reach.findings) == []
