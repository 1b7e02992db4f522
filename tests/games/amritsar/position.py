"""Positions of Amritsar built with a few words."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import tablero
from tablero.core import State
from tablero.games.amritsar.layout import KINDS
from tablero.games.amritsar.moves import COLOURS, DISTRICTS, HOUSES, MAHOUTS, SECTIONS

GAME = tablero.game("amritsar")
OBJECTIVES = sorted((row["type"], row["id"]) for row in GAME.facts["objective"])
OBJECTIVE_IDS = [row["id"] for row in sorted(GAME.facts["objective"], key=lambda row: row["type"])]
BRIDGES = [row["id"] for row in GAME.facts["bridge_tile"]]
TEMPLES = [row["id"] for row in GAME.facts["temple_tile"]]
TILES = [row["id"] for row in GAME.facts["district_tile"]]
# Three of each colour, two and one in each district; tests that care lay out their own.
WORKERS = ("yb", "w", "gy", "b", "wg", "y", "bw", "g")
LAID = (
    "white_1",
    "yellow_1",
    "blue_1",
    "white_2",
    "blue_2",
    "green_1",
    "yellow_3",
    "green_3",
    "white_3",
    "blue_3",
    "yellow_2",
    "green_2",
)


@cache
def _plain(seats: int, options: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """A dump after the set-up in which everything that luck decides is fixed."""
    state = GAME.start(seats, 1, dict(options))
    while state.view(None)["phase"] in ("objective", "space"):
        (seat,) = state.actors()
        state.play(seat, state.moves(seat)[0])
    dump = state.dump()
    board = dump["board"]
    board.update(first=0, turn=0, temple=[2, 0, 1], bridge=[2, 3, 5], offer=(1 << 15) - 1, tile=_tiles(LAID))
    board["section"] = _sections(WORKERS)
    if seats <= 2:
        board["beside"] = [0, 1, 2, 3]
    for seat in range(seats):
        player = dump["players"][seat]
        player["mahouts"] = [0 if colour == seat else -1 for colour in range(4)]
        player["objectives"] = [
            OBJECTIVE_IDS.index(f"{kind}_{name}")
            for kind, name in zip("ABCD", (DISTRICTS[seat], "development", DISTRICTS[seat], "level_1"), strict=True)
        ]
        player["at"] = seat
    if seats == 1:
        board["bot_objective"] = OBJECTIVE_IDS.index("C_north")
        dump["players"][1]["at"] = 1
    return dump


def _tiles(names: tuple[str, ...]) -> list[int]:
    order = sorted(TILES, key=lambda name: COLOURS.index(name.split("_")[0]))
    return [order.index(name) for name in names]


def _sections(letters: tuple[str, ...]) -> list[int]:
    out = []
    for group in letters:
        counts = [group.count(letter) for letter in "ybwg"]
        out += [*counts, len(group)]
    return out


class Draft:
    """A position being laid out."""

    def __init__(self, seats: int = 3, **options: str) -> None:
        settled = GAME.settle_options(seats, options)
        self.dump = copy.deepcopy(_plain(seats, tuple(settled.items())))
        self.board = self.dump["board"]
        self.seats = seats

    def seat(self, seat: int, **fields: Any) -> Draft:
        """Fields of a seat by name; `houses` and `mahouts` by their ids, `objectives` as {type: id}."""
        player = self.dump["players"][seat]
        for name, value in fields.items():
            if name == "houses":
                for i, house in enumerate(value):
                    number = HOUSES.index(house)
                    player["houses"][i] = number
                    row = next(row for row in GAME.facts["warehouse"] if row["id"] == house)
                    player["room"] += row["slots"]
                    player["tax"] += row["tax"]
                    player["load"] += 1
                    player["lasting"] |= _lasting(number)
                    self.board["offer"] &= ~(1 << number)
            elif name == "mahouts":
                player["mahouts"] = [-1 if tile is None else MAHOUTS.index(tile) for tile in value]
            elif name == "objectives":
                for kind, objective in value.items():
                    player["objectives"]["ABCD".index(kind)] = OBJECTIVE_IDS.index(objective)
            else:
                assert name in player, name
                player[name] = value
        return self

    def on(self, **fields: Any) -> Draft:
        """Fields of the board by name; `workers` as eight groups of letters, `tiles` as twelve ids."""
        for name, value in fields.items():
            if name == "workers":
                self.board["section"] = _sections(tuple(value))
            elif name == "tiles":
                self.board["tile"] = _tiles(tuple(value))
            elif name == "stage":
                self.board["stage"] = KINDS.index(value)
            elif name == "bridge":
                self.board["bridge"] = [BRIDGES.index(tile) for tile in value]
            elif name == "temple":
                self.board["temple"] = [TEMPLES.index(tile) for tile in value]
            elif name == "lying":
                self.board["lying"] = [value.get(section, 0) for section in SECTIONS]
            else:
                assert name in self.board, name
                self.board[name] = value
        return self

    def donate(self, seat: int, district: str, *cells: tuple[int, int]) -> Draft:
        """Counters that lie on a donation tile already, as (level, cell) from 1."""
        d = DISTRICTS.index(district)
        player = self.dump["players"][seat]
        for level, i in cells:
            cell = 6 * (level - 1) + i - 1
            self.board["cell"][24 * d + cell] = seat
            self.board["filled"][d] |= 1 << cell
            player["given"] += 1
            player["in_district"][d] += 1
            player["in_level"][level - 1] += 1
        return self

    def acting(self, district: str, colour: str) -> Draft:
        """The active worker stands in a district: actions may be chosen."""
        self.on(stage="actions", act_district=DISTRICTS.index(district), act_colour=COLOURS.index(colour))
        self.on(act_tile=-1, act_done=0)
        return self

    def load(self, rules: int = GAME.rules) -> State:
        return GAME.load({**self.dump, "rules": rules})


def _lasting(house: int) -> int:
    state = GAME.start(2, 1)
    return int(state.tables.house_lasting[house])  # type: ignore[attr-defined]


def play(state: State, moves: str) -> State:
    """Play moves in words, separated by semicolons, each by the seat that is asked; choices with one way to be made
    that are not named are made as the page makes them."""
    for words in moves.split(";"):
        (seat,) = state.actors()
        move = GAME.read(state, seat, words)
        while state.why_not(seat, move) is not None and (forced := state.view(seat)["forced"]) is not None:
            state.play(seat, forced)
            (seat,) = state.actors()
        state.play(seat, move)
    return state


def legal(state: State, family: str = "") -> list[str]:
    """The legal moves in words that begin with these letters."""
    (seat,) = state.actors()
    words = [GAME.moves.write(move) for move in state.moves(seat)]
    return [one for one in words if one.startswith(family)]


def refused(state: State, words: str) -> str | None:
    """The rule that forbids a move to the seat that is asked."""
    (seat,) = state.actors()
    return state.why_not(seat, GAME.moves.read(words))


def seat_of(state: State, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = state.dump()["players"][seat]
    return found


def board_of(state: State) -> dict[str, Any]:
    found: dict[str, Any] = state.dump()["board"]
    return found


def goods(state: State, seat: int = 0) -> list[int]:
    """Coins, marble, copper, gold."""
    player = seat_of(state, seat)
    return [player["coin"], *player["resources"]]


def stage(state: State) -> str:
    """What is asked now."""
    found: str = state.view(None)["phase"]
    return found


def events(state: State, moves: str) -> list[dict[str, Any]]:
    """What the journal says while these moves are played."""
    state.journal = []
    play(state, moves)
    return state.journal or []


def settle(state: State) -> State:
    """Everybody who is asked to follow passes, until somebody has a turn."""
    while stage(state) in ("follow", "command"):
        play(state, "pass")
    return state
