"""A move goes one way: everything that is shown of a position is worked out once, whoever and however many look."""

from collections import Counter
from typing import Any

import pytest

from tablero import seeded
from tablero.core.game import Game
from tablero.games import games
from tablero.site.table.broadcast import Broadcasts
from tablero.site.table.presence import Presence
from tablero.store import Store
from tablero.table import Holder
from tablero.table.history import TurnSegment
from tablero.ui.client_view import ClientView
from tablero.ui.connection import TableConnection
from tablero.ui.language import Language
from tablero.ui.log_text import LogText
from tablero.ui.table_page import Perspective

pytestmark = pytest.mark.anyio


class Counted:
    """A state that counts what it is asked: compiled states cannot be watched from inside."""

    def __init__(self, state: Any, counts: Counter[str]) -> None:
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "_counts", counts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._state, name, value)

    def copy(self) -> "Counted":
        return Counted(self._state.copy(), self._counts)

    def view(self, seat: int | None = None) -> Any:
        self._counts[f"view {seat}"] += 1
        return self._state.view(seat)

    def why_not(self, seat: int, move: int) -> Any:
        self._counts["why_not"] += 1
        return self._state.why_not(seat, move)

    def play(self, seat: int, move: int) -> None:
        self._counts["why_not"] += 1
        self._state.play(seat, move)


class Silent:
    """A page that takes what it is sent."""

    def __init__(self) -> None:
        self.sent = 0
        self.direct: Any = None

    async def send_text(self, _: str) -> None:
        self.sent += 1

    async def send_bytes(self, _: bytes) -> None:
        self.sent += 1


def watch(monkeypatch: pytest.MonkeyPatch, game: Game) -> Counter[str]:
    counts: Counter[str] = Counter()

    def counting(place: Any, name: str, called: str) -> None:
        works = getattr(place, name)

        def count(*given: Any) -> Any:
            counts[called] += 1
            return works(*given)

        monkeypatch.setattr(place, name, count)

    begin = Game.start
    monkeypatch.setattr(Game, "start", lambda *given, **more: Counted(begin(*given, **more), counts))
    counting(TurnSegment, "_events_for", "log")
    counting(TurnSegment, "_find_checkpoints", "stops")
    counting(type(game.moves), "write", "write")
    counting(LogText, "_line", "line")
    counting(game.words, "turn", "turn")
    counting(game.drawing, "panels", "panels")
    return counts


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
async def test_a_version_of_a_table_is_worked_out_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, game: Any
) -> None:
    counts = watch(monkeypatch, game)
    people = [Holder("person", name, name) for name in ("Anna", "Ben")]
    id = await store.open_table(game, 2, {}, people, "")
    broadcast = Broadcasts(store, Presence(store)).of(id)
    pages = [
        TableConnection(
            Silent(),
            store,
            broadcast,
            ClientView(person, Perspective(seat, Language(language)), broadcast.pages),  # type: ignore[arg-type]
        )
        for person, seat, language in (
            ("Anna", 0, "en"),
            ("Ben", 1, "es"),
            ("c", None, "fr"),
            ("d", None, "en"),
            ("e", None, "en"),
            ("f", None, "en"),
        )
    ]
    sights = 4  # those who watch in one language see the same
    luck = seeded(4)
    for page in pages:
        await page._show()
    for step in range(12):
        before = await store.table(id)
        seat = before.actors()[luck.below(len(before.actors()))]
        moves = before.state.moves(seat)
        counts.clear()
        await store.play(id, seat, moves[luck.below(len(moves))], before.version_for(seat), f"move {step}")
        assert counts["why_not"] == 1
        for page in (*pages, *pages):
            await page._show()
        after = await store.table(id)
        counted = dict(counts)
        # The views before moves that had one way only are shown to their player, each once.
        alone = {viewer: len(after.made_alone(viewer)) for viewer in (0, 1)}
        assert all(1 <= counted.get(f"view {viewer}", 0) <= 1 + alone.get(viewer, 0) for viewer in (0, 1, None))
        counts.clear()
        counts.update(counted)
        assert counts["write"] == 1
        # Three kinds of viewers; at most the stretch that was settled and the one that begins are told.
        assert counts["log"] <= 6
        assert counts["stops"] <= 6
        assert counts["panels"] <= sights
        new = len(after._history.log(-1)) - len(before._history.log(-1)) + 2 * len(people)
        assert counts["line"] <= sights * new, "what has been told is not told again"
        assert counts["turn"] <= sights * (new + 1), "but for the turn that goes on"
    assert all(page._socket.sent > 2 for page in pages)  # type: ignore[attr-defined]
