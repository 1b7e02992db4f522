"""The page renders in every phase of every game: for players, absent players, spectators and shown hands."""

from __future__ import annotations

import pytest

from tablero import seeded
from tablero.cli.load.players import patched
from tablero.games import GAME_NAMES
from tablero.table import Cause
from tablero.ui.language import Language
from tablero.ui.log_text import SharedSentences
from tablero.ui.table_page import PageMemory, Perspective, TablePage, build_table_page
from tests.table.test_absence_everywhere import any_move, new_table, play


@pytest.mark.parametrize("name", GAME_NAMES)
def test_in_every_phase_everybody_is_shown_the_table(name: str) -> None:
    table, luck, language = new_table(name, 2), seeded(4), Language("es")
    met: set[tuple[str, str]] = set()
    for number in range(160):
        if not table.actors():
            break
        seat = table.actors()[0]
        view = table.view(seat)
        if (kind := (view["phase"], view["prompt"]["kind"])) not in met:
            met.add(kind)
            own = build_table_page(table, Perspective(seat, language)).parts["prompt"]
            over_shoulder = build_table_page(table, Perspective(seat, language, over_shoulder=True))
            assert "data-move" not in over_shoulder.parts["prompt"]
            assert build_table_page(table, Perspective(None, language)).parts["prompt"] != own
            table.apply(table.leave(seat, Cause.TIME, f"away-{number}"))
            left = build_table_page(table, Perspective(seat, language))
            assert 'data-deed="back"' in left.parts["prompt"]
            assert not left.asked
            table.apply(table.come_back(seat, f"back-{number}"))
        play(table, seat, any_move(table, seat, luck))
    assert len(met) > 2


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_played_on_after_a_player_resigned_is_shown_to_its_end(name: str) -> None:
    table, luck, language = new_table(name, 3), seeded(4), Language("en")
    table.apply(table.resign(1, "r"))
    for _ in range(10_000):
        if table.over:
            break
        seat = table.actors()[0]
        play(table, seat, any_move(table, seat, luck), bot=seat == 1)
    result = table.result()
    assert result is not None
    assert 1 not in result.winners
    for seat in (0, 1, None):
        assert build_table_page(table, Perspective(seat, language)).parts["prompt"]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_what_is_kept_of_a_page_is_what_would_be_drawn_and_little_of_it_is_sent(name: str) -> None:
    table, luck = new_table(name, 2), seeded(6)
    pages = [Perspective(seat, Language(language)) for seat, language in ((0, "en"), (1, "es"), (None, "en"))]
    sentences = SharedSentences()
    memories = [PageMemory(table, page.language, sentences if page.seat != 1 else None) for page in pages]
    shown: list[TablePage | None] = [None] * len(pages)
    sent, whole = 0, 0
    for number in range(40):
        seat = table.actors()[0]
        if number == 20:
            table.apply(table.leave(seat, Cause.WISH, "away"))
        elif number == 30:
            table.apply(table.come_back(next(iter(table.stood_in)), "back"))
        elif table.can_undo(seat) and luck.below(6) == 0:
            table.apply(table.undo(seat, f"undo-{number}"))
        else:
            play(table, seat, any_move(table, seat, luck), bot=table.represented(seat))
        for place, (page, memory) in enumerate(zip(pages, memories, strict=True)):
            kept, anew = build_table_page(table, page, None, memory), build_table_page(table, page)
            assert (kept.panels, kept.parts, kept.log) == (anew.panels, anew.parts, anew.log)
            before = shown[place]
            if before is not None:
                news = kept.since(before).get("panels", {})
                sent += sum(len(str(change)) for change in news.values())
                whole += sum(map(len, kept.panels.values()))
                for slot, html in kept.panels.items():
                    change = news.get(slot, before.panels[slot])
                    assert (change if isinstance(change, str) else patched(before.panels[slot], change)) == html
            shown[place] = kept
    assert sent < whole / 3
