"""The maharaja of the solo game. He plays by fixed rules: no choice, no luck, no bot."""

from __future__ import annotations

from mypy_extensions import i64

from tablero.games.amritsar import layout as at
from tablero.games.amritsar.effects import Effects
from tablero.games.amritsar.layout import NONE, SEAT, STRIDE


class Solo(Effects):
    """The maharaja's turn. His block is that of seat 1; STALL counts the counters on his board."""

    def maharaja_turn(self) -> None:
        """He donates, then does the two actions of the worker you used and of the worker beside him (S08)."""
        v = self.v
        if self.journal is not None:
            self.tell({"kind": "maharaja_turn"})
        if not self.maharaja_donates():
            self.maharaja_counter()
        yours: i64 = v[at.ACT_COLOUR]
        beside: i64 = v[at.BESIDE + v[at.MAHARAJA]]
        # The board prints the colours in their order: the upper action comes first, the same one twice in full (S10).
        if yours <= beside:
            self.maharaja_acts(yours, "worker")
            self.maharaja_acts(beside, "beside")
        else:
            self.maharaja_acts(beside, "beside")
            self.maharaja_acts(yours, "worker")

    def maharaja_acts(self, colour: i64, why: str) -> None:
        v = self.v
        if self.journal is not None:
            self.tell({"kind": "maharaja_acts", "colour": int(colour), "why": why})
        if colour == 0:
            self.maharaja_counter()
            taken = self.maharaja_takes(0)
            if taken != NONE and v[at.STOCK + taken] > 0:
                # S06: the type really taken leaves the market for the supply.
                v[at.STOCK + taken] -= 1
                if self.journal is not None:
                    self.tell({"kind": "maharaja_empties", "resource": int(taken)})
        elif colour == 1:
            for resource in range(at.RESOURCES):
                for _ in range(self.tables.blue[v[at.DECADE] * at.RESOURCES + resource]):
                    self.maharaja_takes(resource)
        elif colour == at.WHITE:
            self.maharaja_learns()
        elif not self.maharaja_donates_at(self.objective_district(), "objective") and not self.maharaja_donates():
            self.maharaja_counter()

    def objective_district(self) -> i64:
        return self.tables.objectives[self.v[at.BOT_OBJECTIVE] * at.ROW + at.O_A]

    def maharaja_counter(self) -> None:
        """The first counter of his board goes to his elephant; six at most, the rest stays (S05)."""
        v = self.v
        b: i64 = SEAT + at.MAHARAJA_SEAT * STRIDE
        if v[b + at.STALL] > 0 and v[b + at.LOAD] < at.ELEPHANT_ROOM:
            v[b + at.STALL] -= 1
            v[b + at.LOAD] += 1
            if self.journal is not None:
                self.tell({"kind": "recovered", "seat": -1})

    def maharaja_takes(self, wanted: i64) -> i64:
        """A resource from his quarry: the wanted one, else the first there is (S01), else a point. What he took."""
        v = self.v
        b: i64 = SEAT + at.MAHARAJA_SEAT * STRIDE
        taken: i64 = wanted
        if v[at.QUARRY + wanted] == 0:
            taken = 0
            while taken < at.RESOURCES and v[at.QUARRY + taken] == 0:
                taken += 1
        if taken == at.RESOURCES:
            self.maharaja_scores(1, at.BY_EFFECTS)
            return NONE
        v[at.QUARRY + taken] -= 1
        v[b + at.RES + taken] += 1
        if self.journal is not None:
            self.tell({"kind": "maharaja_takes", "resource": int(taken), "wanted": int(wanted)})
        return taken

    def maharaja_learns(self) -> None:
        """One cell on; from the last one back to the one before it (S13)."""
        v = self.v
        end: i64 = self.tables.bot_end
        v[at.BOT_TRACK] = end - 1 if v[at.BOT_TRACK] == end else v[at.BOT_TRACK] + 1
        if self.journal is not None:
            self.tell({"kind": "maharaja_learns", "cell": int(v[at.BOT_TRACK])})
        spot: i64 = v[at.BOT_TRACK] * 4
        for _ in range(self.tables.bot_cells[spot]):
            self.maharaja_takes(0)
        for _ in range(self.tables.bot_cells[spot + 1]):
            self.maharaja_counter()
        if self.tables.bot_cells[spot + 2] > 0:
            self.maharaja_scores(self.tables.bot_cells[spot + 2], at.BY_EFFECTS)

    def maharaja_scores(self, points: i64, source: i64) -> None:
        self.score(at.MAHARAJA_SEAT, points, source)
        if self.journal is not None:
            self.tell({"kind": "points", "seat": -1, "points": int(points), "source": at.SOURCES[source]})

    def maharaja_donates(self) -> bool:
        """In the most valuable district where he can (S03)."""
        value: i64 = 4
        while value > 0:
            for district in range(at.DISTRICTS):
                if self.temple_value(district) == value and self.maharaja_donates_at(district, "value"):
                    return True
            value -= 1
        return False

    def maharaja_donates_at(self, district: i64, why: str) -> bool:
        """On the cell that brings most at once, the leftmost of equals (S02); the elephant goes there free."""
        v = self.v
        b: i64 = SEAT + at.MAHARAJA_SEAT * STRIDE
        if v[b + at.LOAD] == 0:
            return False
        best: i64 = NONE
        most: i64 = 0
        cells = self.cells_open(at.MAHARAJA_SEAT, district)
        for i in range(len(cells)):
            cell: i64 = cells[i]
            points = self.cell_value(district, cell)
            if cell >= at.WIDEST:
                for k in range(2):
                    if v[at.CELL + district * at.CELLS + cell - at.WIDEST + k] == at.MAHARAJA_SEAT:
                        points += 1
            # Twice x, so that it stays whole: x is the index plus half the level.
            left: i64 = 2 * (cell % at.WIDEST) + cell // at.WIDEST
            if best == NONE or points > most or (points == most and left < 2 * (best % at.WIDEST) + best // at.WIDEST):
                best = cell
                most = points
        if best == NONE:
            return False
        level: i64 = best // at.WIDEST
        if self.journal is not None:
            event = {"kind": "maharaja_goes", "before": int(v[b + at.AT]), "district": int(district)}
            event["value"] = int(self.temple_value(district))
            self.tell({**event, "why": why})
        v[b + at.AT] = district
        # What he pays goes back to his quarry; he gets nothing from the bridge (S04).
        for r in range(at.RESOURCES):
            v[at.QUARRY + r] += self.tables.cost[level * at.RESOURCES + r]
        self.place_donation(at.MAHARAJA_SEAT, best)
        return True
