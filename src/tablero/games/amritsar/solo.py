"""The maharaja of the solo game. He plays by fixed rules: no choice, no luck, no bot."""

from __future__ import annotations

from mypy_extensions import i64

from tablero.games.amritsar.effects import Effects
from tablero.games.amritsar.layout import (
    ACT_COLOUR,
    AT,
    BESIDE,
    BOT_OBJECTIVE,
    BOT_TRACK,
    BY_EFFECTS,
    CELL,
    CELLS,
    DECADE,
    DISTRICTS,
    ELEPHANT_ROOM,
    LOAD,
    MAHARAJA,
    MAHARAJA_SEAT,
    NONE,
    O_A,
    QUARRY,
    RES,
    RESOURCES,
    ROW,
    SEAT,
    SOURCES,
    STALL,
    STOCK,
    STRIDE,
    WHITE,
    WIDEST,
)  # fmt: skip


class Solo(Effects):
    """The maharaja's turn. His block is that of seat 1; STALL counts the counters on his board."""

    def maharaja_turn(self) -> None:
        """He donates, then does the two actions of the worker you used and of the worker beside him (S08)."""
        v = self.v
        if self.journal is not None:
            self.tell({"kind": "maharaja_turn"})
        if not self.maharaja_donates():
            self.maharaja_counter()
        yours: i64 = v[ACT_COLOUR]
        beside: i64 = v[BESIDE + v[MAHARAJA]]
        # The board prints the colours in their order: the upper action comes first, the same one twice in full (S10).
        self.maharaja_acts(min(yours, beside))
        self.maharaja_acts(max(yours, beside))

    def maharaja_acts(self, colour: i64) -> None:
        v = self.v
        if self.journal is not None:
            self.tell({"kind": "maharaja_acts", "colour": int(colour)})
        if colour == 0:
            self.maharaja_counter()
            taken = self.maharaja_takes(0)
            if taken != NONE and v[STOCK + taken] > 0:
                # S06: the type really taken leaves the market for the supply.
                v[STOCK + taken] -= 1
                if self.journal is not None:
                    self.tell({"kind": "maharaja_empties", "resource": int(taken)})
        elif colour == 1:
            for resource in range(RESOURCES):
                for _ in range(self.tables.blue[v[DECADE] * RESOURCES + resource]):
                    self.maharaja_takes(resource)
        elif colour == WHITE:
            self.maharaja_learns()
        elif not self.maharaja_donates_at(self.objective_district()) and not self.maharaja_donates():
            self.maharaja_counter()

    def objective_district(self) -> i64:
        return self.tables.objectives[self.v[BOT_OBJECTIVE] * ROW + O_A]

    def maharaja_counter(self) -> None:
        """The first counter of his board goes to his elephant; six at most, the rest stays (S05)."""
        v = self.v
        b: i64 = SEAT + MAHARAJA_SEAT * STRIDE
        if v[b + STALL] > 0 and v[b + LOAD] < ELEPHANT_ROOM:
            v[b + STALL] -= 1
            v[b + LOAD] += 1
            if self.journal is not None:
                self.tell({"kind": "recovered", "seat": -1})

    def maharaja_takes(self, wanted: i64) -> i64:
        """A resource from his quarry: the wanted one, else the first there is (S01), else a point. What he took."""
        v = self.v
        b: i64 = SEAT + MAHARAJA_SEAT * STRIDE
        taken: i64 = wanted
        if v[QUARRY + wanted] == 0:
            taken = 0
            while taken < RESOURCES and v[QUARRY + taken] == 0:
                taken += 1
        if taken == RESOURCES:
            self.maharaja_scores(1, BY_EFFECTS)
            return NONE
        v[QUARRY + taken] -= 1
        v[b + RES + taken] += 1
        if self.journal is not None:
            self.tell({"kind": "maharaja_takes", "resource": int(taken), "wanted": int(wanted)})
        return taken

    def maharaja_learns(self) -> None:
        """One cell on; from the last one back to the one before it (S13)."""
        v = self.v
        end: i64 = self.tables.bot_end
        v[BOT_TRACK] = end - 1 if v[BOT_TRACK] == end else v[BOT_TRACK] + 1
        if self.journal is not None:
            self.tell({"kind": "maharaja_learns", "cell": int(v[BOT_TRACK])})
        at: i64 = v[BOT_TRACK] * 4
        for _ in range(self.tables.bot_cells[at]):
            self.maharaja_takes(0)
        for _ in range(self.tables.bot_cells[at + 1]):
            self.maharaja_counter()
        if self.tables.bot_cells[at + 2] > 0:
            self.maharaja_scores(self.tables.bot_cells[at + 2], BY_EFFECTS)

    def maharaja_scores(self, points: i64, source: i64) -> None:
        self.score(MAHARAJA_SEAT, points, source)
        if self.journal is not None:
            self.tell({"kind": "points", "seat": -1, "points": int(points), "source": SOURCES[source]})

    def maharaja_donates(self) -> bool:
        """In the most valuable district where he can (S03)."""
        value: i64 = 4
        while value > 0:
            for district in range(DISTRICTS):
                if self.temple_value(district) == value and self.maharaja_donates_at(district):
                    return True
            value -= 1
        return False

    def maharaja_donates_at(self, district: i64) -> bool:
        """On the cell that brings most at once, the leftmost of equals (S02); the elephant goes there free."""
        v = self.v
        b: i64 = SEAT + MAHARAJA_SEAT * STRIDE
        if v[b + LOAD] == 0:
            return False
        best: i64 = NONE
        most: i64 = 0
        cells = self.cells_open(MAHARAJA_SEAT, district)
        for i in range(len(cells)):
            cell: i64 = cells[i]
            points = self.cell_value(district, cell)
            if cell >= WIDEST:
                for k in range(2):
                    if v[CELL + district * CELLS + cell - WIDEST + k] == MAHARAJA_SEAT:
                        points += 1
            # Twice x, so that it stays whole: x is the index plus half the level.
            left: i64 = 2 * (cell % WIDEST) + cell // WIDEST
            if best == NONE or points > most or (points == most and left < 2 * (best % WIDEST) + best // WIDEST):
                best = cell
                most = points
        if best == NONE:
            return False
        level: i64 = best // WIDEST
        v[b + AT] = district
        # What he pays goes back to his quarry; he gets nothing from the bridge (S04).
        for r in range(RESOURCES):
            v[QUARRY + r] += self.tables.cost[level * RESOURCES + r]
        self.place_donation(MAHARAJA_SEAT, best)
        return True
