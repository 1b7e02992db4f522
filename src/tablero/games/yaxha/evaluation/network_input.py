"""Input of the value network of Yaxha.

Positions are evaluated at the opening of a market, when all pyramids are public. Colours are distinguished only where a
bonus card does so; else a seat's groups are written by their sizes, largest first.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.value_network import NetworkInput
from tablero.core.state import State
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.evaluation.features import FEATURES, LEARNED_CARD, Pyramid
from tablero.games.yaxha.rules import Yaxha

# ---------------------------------------------------------------- the row of a seat

PYRAMID: Final = 0  # the features by which the evaluator measures a pyramid
LARGEST: Final = 17  # the sizes of the largest groups, sorted
AT_LEAST: Final = 22  # colours whose largest group has at least 1 to 10 cubes
LEVEL: Final = 32  # cubes on each level
DISCARDS: Final = 36
GROWING: Final = 37  # colours that can grow at once
SUPPLY: Final = 38  # points that the next cube of the bag may bring
STONE: Final = 39  # 4 stones
STONE_LEFT: Final = 43  # the order of the stones, times the rounds that are left
BEST_TILE: Final = 44  # points that tiles of the market may bring: the best one,
NEXT_TILE: Final = 45  # the next best,
GOT_TILE: Final = 46  # and the one that is left when better stones have chosen
CONTESTED: Final = 47  # rivals whose best tile is the same
SCORED: Final = 48  # cards that would score now
LEAD: Final = 49  # over the best of the others: in points of groups,
CARD_LEAD: Final = 50  # with the cards that would score now,
SURE_LEAD: Final = 51  # with the chances of cards,
LATE_LEAD: Final = 52  # times the rounds that are behind us,
NEXT_LEAD: Final = 53  # and with this round's tile
SCORING: Final = 54  # 18 cards: whether it would score now
AHEAD: Final = 72  # 18 cards: by how much it leads in what the card counts
OWN: Final = 90

# ---------------------------------------------------------------- the shared row

LEFT: Final = 0
LEFT_SQUARED: Final = 1
ROUND: Final = 2  # 10 rounds
SEATS: Final = 12  # 2, 3 or 4
FIXED: Final = 15
CARD_POINTS: Final = 16
CARD: Final = 17  # 18 cards
SHARED: Final = 35

SIZES_TOLD: Final = 10
# What brings the features of a pyramid to about 1.
SCALE: Final[vec[float]] = vec[float](
    [
        0.03, 0.15, 0.15, 0.15, 0.1, 0.06, 0.1, 0.2, 0.3, 0.3, 0.25, 0.2, 0.5, 0.5, 0.1, 0.5, 0.25,
    ]
)  # fmt: skip
ROOM: Final[vec[float]] = vec[float]([1.0 / 16.0, 1.0 / 9.0, 1.0 / 4.0, 1.0])  # one cube of each level's cells
NOUGHTS: Final[vec[float]] = vec[float]([0.0] * 20)


def bounded(x: float) -> float:
    """A host's own component data may make numbers large; no input should drown the others."""
    return -2.0 if x < -2.0 else (3.0 if x > 3.0 else x)


class YaxhaNetworkInput(NetworkInput):
    """Groups and how they can grow, bonus cards, initiative, what the market offers to whom."""

    def __init__(self) -> None:
        super().__init__(OWN, SHARED)

    def encode(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, Yaxha)
        n: i64 = state.seats
        surveys = state.survey_all()
        left: float = float(at.ROUNDS - state.round) / 10.0
        points = NOUGHTS[0:n]
        chances = NOUGHTS[0:n]
        gains = NOUGHTS[0 : n * n]  # of each seat by each tile
        for seat in range(n):
            pyramid = Pyramid(state, seat, surveys)
            o: i64 = seat * OWN
            pyramid.measure(out, o + PYRAMID)
            points[seat] = out[o + PYRAMID]
            chances[seat] = out[o + PYRAMID + 12] * LEARNED_CARD
            for i in range(FEATURES):
                out[o + PYRAMID + i] = bounded(out[o + PYRAMID + i] * SCALE[i])
            self._groups(pyramid, out, o)
            self._supply(state, pyramid, out, o)
            self._stone(state, seat, out, o, left)
            for tile in range(n):
                gains[seat * n + tile] = self._gain(state, pyramid, tile)
        scored = self._cards(state, surveys, out)
        self._market(state, gains, out)
        leads(points, out, LEAD)
        for seat in range(n):
            scored[seat] = points[seat] + scored[seat] * float(state.tables.card_points)
            points[seat] += chances[seat]
        leads(scored, out, CARD_LEAD)
        leads(points, out, SURE_LEAD)
        for seat in range(n):
            out[seat * OWN + LATE_LEAD] = out[seat * OWN + SURE_LEAD] * (1.0 - left)
            points[seat] += 10.0 * out[seat * OWN + GOT_TILE]
        leads(points, out, NEXT_LEAD)
        self._shared(state, out, n * OWN, left)

    def _groups(self, pyramid: Pyramid, out: vec[float], o: i64) -> None:
        sizes = pyramid.sizes[:]
        for k in range(at.COLOURS):
            for other in range(k + 1, at.COLOURS):
                if sizes[other] > sizes[k]:
                    sizes[k], sizes[other] = sizes[other], sizes[k]
            if sizes[k] > 0:
                out[o + LARGEST + k] = bounded(float(sizes[k]) / 6.0)
                for below in range(min(sizes[k], SIZES_TOLD)):
                    out[o + AT_LEAST + below] += 0.25
        for z in range(at.LEVELS):
            out[o + LEVEL + z] = float(at.count(pyramid.filled[z])) * ROOM[z]

    def _supply(self, state: Yaxha, pyramid: Pyramid, out: vec[float], o: i64) -> None:
        v = state.v
        points = state.tables.points
        worth: float = 0.0
        for colour in range(at.COLOURS):
            if pyramid.room[colour] > 0:
                out[o + GROWING] += 0.25
                size: i64 = min(pyramid.sizes[colour], at.CUBES - 1)
                worth += float(v[at.BAG + colour] * (points[size + 1] - points[size]))
        if pyramid.bag > 0.0:
            out[o + SUPPLY] = bounded(worth / pyramid.bag / 4.0)

    def _stone(self, state: Yaxha, seat: i64, out: vec[float], o: i64, left: float) -> None:
        b: i64 = at.SEAT + seat * at.STRIDE
        stone: i64 = state.v[b + at.INITIATIVE]
        if 1 <= stone <= 4:
            out[o + STONE + stone - 1] = 1.0
            out[o + STONE_LEFT] = float(stone - 1) / 3.0 * left
        lost: i64 = 0
        for colour in range(at.COLOURS):
            lost += state.v[b + at.DISCARDED + colour]
        out[o + DISCARDS] = bounded(float(lost) / 3.0)

    def _gain(self, state: Yaxha, pyramid: Pyramid, tile: i64) -> float:
        """The points that the cubes on a tile may bring to the largest groups."""
        points = state.tables.points
        found: i64 = 0
        for colour in range(at.COLOURS):
            cubes: i64 = state.v[at.MARKET + tile * at.COLOURS + colour]
            size: i64 = pyramid.sizes[colour]
            if cubes > 0 and (size == 0 or pyramid.room[colour] > 0):
                found += points[min(size + cubes, at.CUBES)] - points[size]
        return float(found) / 10.0

    def _market(self, state: Yaxha, gains: vec[float], out: vec[float]) -> None:
        """Who may get what: better stones choose first."""
        n: i64 = state.seats
        favourites = vec[i64](capacity=4)
        for seat in range(n):
            o: i64 = seat * OWN
            best: i64 = 0
            for tile in range(1, n):
                if gains[seat * n + tile] > gains[seat * n + best]:
                    best = tile
            favourites = append(favourites, best)
            out[o + BEST_TILE] = bounded(gains[seat * n + best])
            for tile in range(n):
                if tile != best:
                    out[o + NEXT_TILE] = max(out[o + NEXT_TILE], bounded(gains[seat * n + tile]))
        taken: i64 = 0
        for stone in range(1, n + 1):
            for seat in range(n):
                if state.v[at.SEAT + seat * at.STRIDE + at.INITIATIVE] == stone:
                    choice: i64 = -1
                    for tile in range(n):
                        if (taken >> tile) & 1 == 0 and (
                            choice < 0 or gains[seat * n + tile] > gains[seat * n + choice]
                        ):
                            choice = tile
                    taken |= 1 << choice
                    out[seat * OWN + GOT_TILE] = bounded(gains[seat * n + choice])
        for seat in range(n):
            for other in range(n):
                if other != seat and favourites[other] == favourites[seat]:
                    out[seat * OWN + CONTESTED] += 0.5

    def _cards(self, state: Yaxha, surveys: vec[i64], out: vec[float]) -> vec[float]:
        """What the bonus cards ask for; how many each seat would score now."""
        n: i64 = state.seats
        found = NOUGHTS[0:n]
        for k in range(at.CARDS):
            card: i64 = state.card(k)
            values = state.card_values(card, surveys)
            won = state.card_winners(card, surveys)
            for seat in range(n):
                o: i64 = seat * OWN
                if won[seat] != 0 and (values[seat] > 0 or state.phase == at.OVER):  # no seat is ahead with nothing
                    found[seat] += 1.0
                    out[o + SCORED] += 0.5
                    out[o + SCORING + card] = 1.0
                best: i64 = 0
                if at.NEIGHBOUR <= card < at.LARGEST_ANY:
                    best = values[seat + 1 if seat + 1 < n else 0]
                elif card < at.FIVE_COLOURS_LEVEL_1:
                    for other in range(n):
                        if other != seat:
                            best = max(best, values[other])
                out[o + AHEAD + card] = bounded(float(values[seat] - best) / 4.0)
        return found

    def _shared(self, state: Yaxha, out: vec[float], o: i64, left: float) -> None:
        out[o + LEFT] = left
        out[o + LEFT_SQUARED] = left * left
        if 1 <= state.round <= at.ROUNDS:
            out[o + ROUND + state.round - 1] = 1.0
        if 2 <= state.seats <= 4:
            out[o + SEATS + state.seats - 2] = 1.0
        if state.fixed_frame:
            out[o + FIXED] = 1.0
        out[o + CARD_POINTS] = bounded(float(state.tables.card_points) / LEARNED_CARD - 1.0)
        for k in range(at.CARDS):
            out[o + CARD + state.card(k)] = 1.0


def leads(points: vec[float], out: vec[float], what: i64) -> None:
    """Write into each seat's row by how much it leads the best of the others."""
    n: i64 = len(points)
    for seat in range(n):
        best: float = -9999.0
        for other in range(n):
            if other != seat:
                best = max(best, points[other])
        out[seat * OWN + what] = bounded((points[seat] - best) / 15.0)
