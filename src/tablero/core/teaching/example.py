"""Drawn examples of a guide: positions of the engine that can be tried.

They lie in `guide/figures.toml` of a game's folder. Tests assert their `checks`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tablero.core.teaching.lesson import Script, read_script
from tablero.core.teaching.start_position import StartPosition, read_start_position

if TYPE_CHECKING:
    from tablero.core.drawing.render_options import RenderOptions
    from tablero.core.game import Game
    from tablero.core.state import State


@dataclass(frozen=True)
class Crop:
    """A part of the page, or a sketch of the game (`slot`); `box` is the part of its picture that is shown (x, y,
    width, height), all of it when empty. `number` says which picture of the slot, from 0; -1 is the whole slot, with
    all that is written round its pictures."""

    slot: str
    box: tuple[float, ...] = ()
    number: int = 0


@dataclass(frozen=True)
class Example:
    """An example: what is drawn, the text beside it, and its sums line by line."""

    id: str
    rules: tuple[str, ...]  # ids of the guide: it is shown at the first, the others link to it
    title: str
    text: str
    source: str  # its place in the printed rules; empty when it is not there
    begins: StartPosition
    moves: Script  # made before it is drawn
    crops: tuple[Crop, ...]
    lit: tuple[str, ...]  # selectors of what is marked in it
    reckoning: tuple[tuple[str, str], ...]  # words and what they bring, e.g. ("Palenque 1", "1 corn")
    seat: int
    checks: tuple[str, ...]

    def state(self, game: Game) -> State:
        """Return the position that is drawn and can be tried."""
        state = self.begins.state(game, listen=True)
        for seat, words in self.moves:
            state.play(seat, game.read(state, seat, words))
        return state

    def slots(self, game: Game, state: State, render: RenderOptions) -> Mapping[str, str]:
        """Return what crops are cut from: the parts of the table page, and the game's sketches for examples."""
        view = state.view(self.seat)
        more = game.sketches(view, render) if game.sketches is not None else {}
        return {**game.drawing.panels(view, render).slots, **more}


def load_examples(package: str) -> dict[str, Example]:
    """Return the drawn examples in a game's folder, by their ids."""
    data = tomllib.loads(files(package).joinpath("guide", "figures.toml").read_text("utf-8"))
    return {example["id"]: _example(package, example) for example in data["figure"]}


def example_sentences(examples: Mapping[str, Example]) -> set[str]:
    """Return all sentences of drawn examples, for translation."""
    found = set()
    for example in examples.values():
        parts = [part for line in example.reckoning for part in line]
        found |= {example.title, example.text, *(part for part in parts if any(sign.isalpha() for sign in part))}
    return found


def _example(package: str, data: Mapping[str, Any]) -> Example:
    crops = [Crop(crop["slot"], tuple(crop.get("box", ())), crop.get("number", 0)) for crop in data["crops"]]
    return Example(
        data["id"],
        tuple(data["rules"]),
        data["title"],
        data["text"],
        data.get("source", ""),
        read_start_position(package, data),
        read_script(data.get("moves", ())),
        tuple(crops),
        tuple(data.get("lit", ())),
        tuple((words, brings) for words, brings in data.get("reckoning", ())),
        data.get("seat", 0),
        tuple(data["checks"]),
    )
