"""Figure: a drawn example of the guide, a position of the engine that can be tried.

`guide/figures.toml` of a game's folder has them. What `checks` say is asserted by the tests.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tablero.core.beginning import Beginning, read_beginning
from tablero.core.lesson import Script, read_script

if TYPE_CHECKING:
    from tablero.core.game import Game
    from tablero.core.look import Look
    from tablero.core.state import State


@dataclass(frozen=True)
class Crop:
    """A part of the page, or a sketch of the game (`slot`); `box` is the part of its picture that is shown (x, y, width,
    height), all of it when empty. `number` says which picture of the slot, from 0; -1 is the whole slot, with all that is
    written round its pictures."""

    slot: str
    box: tuple[float, ...] = ()
    number: int = 0


@dataclass(frozen=True)
class Figure:
    """An example: what is drawn, what is said beside it, and the reckoning line by line."""

    id: str
    rules: tuple[str, ...]  # ids of the guide: it stands at the first, the others point to it
    title: str
    text: str
    source: str  # where the printed rules have it; empty when they do not
    begins: Beginning
    moves: Script  # made before it is drawn
    crops: tuple[Crop, ...]
    lit: tuple[str, ...]  # selectors of what is marked in it
    reckoning: tuple[tuple[str, str], ...]  # words and what they bring, e.g. ("Palenque 1", "1 corn")
    seat: int
    checks: tuple[str, ...]

    def state(self, game: Game) -> State:
        """The position that is drawn, and that can be tried."""
        state = self.begins.state(game, listen=True)
        for seat, words in self.moves:
            state.play(seat, game.read(state, seat, words))
        return state

    def slots(self, game: Game, state: State, look: Look) -> Mapping[str, str]:
        """What crops are cut out of: the parts of the table page, and what the game draws for examples only."""
        view = state.view(self.seat)
        more = game.sketches(view, look) if game.sketches is not None else {}
        return {**game.drawing.panels(view, look).slots, **more}


def load_figures(package: str) -> dict[str, Figure]:
    """The drawn examples in a game's folder, by their ids."""
    data = tomllib.loads(files(package).joinpath("guide", "figures.toml").read_text("utf-8"))
    return {figure["id"]: _figure(package, figure) for figure in data["figure"]}


def figure_sentences(figures: Mapping[str, Figure]) -> set[str]:
    """All that the drawn examples say: to be translated."""
    said = {words for figure in figures.values() for words in (figure.title, figure.text)}
    return said | {words for figure in figures.values() for line in figure.reckoning for words in line if _wordy(words)}


def _wordy(words: str) -> bool:
    return any(sign.isalpha() for sign in words)


def _figure(package: str, data: Mapping[str, Any]) -> Figure:
    crops = [Crop(crop["slot"], tuple(crop.get("box", ())), crop.get("number", 0)) for crop in data["crops"]]
    return Figure(
        data["id"],
        tuple(data["rules"]),
        data["title"],
        data["text"],
        data.get("source", ""),
        read_beginning(package, data),
        read_script(data.get("moves", ())),
        tuple(crops),
        tuple(data.get("lit", ())),
        tuple((words, brings) for words, brings in data.get("reckoning", ())),
        data.get("seat", 0),
        tuple(data["checks"]),
    )
