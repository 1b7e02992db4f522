"""What characters of Maya may value."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.leaning import Leaning
from tablero.core.state import State
from tablero.games.maya import layout as at
from tablero.games.maya.rules import Maya

NAMES: Final = (
    "field",  # its largest field
    "beside",  # its crops beside open cities
    "leads",  # open cities at which it has more crops than each of the others
    "closed",  # cities that have scored
    "grown",  # how far open cities have grown
    "rack",  # tiles in its rack
    "others",  # points that the best of the others lacks
    "stranded",  # crops that the others lack beside open cities
)


class MayaLeaning(Leaning):
    """Measures of fields, cities and the rack."""

    def measures(self, state: State, seat: i64) -> vec[float]:
        assert isinstance(state, Maya)
        v = state.v
        n: i64 = state.seats
        beside: i64 = 0
        theirs: i64 = 0
        leads: i64 = 0
        closed: i64 = 0
        grown: i64 = 0
        for temple in state.tables.usable:
            b: i64 = at.TOWNS + temple * at.TOWN
            if v[b + at.SIZE] == 0:
                continue
            if v[b + at.CLOSED] != 0:
                closed += 1
                continue
            grown += v[b + at.SIZE]
            crops = state.crops_around(temple)
            best: i64 = 0
            for other in range(n):
                if other != seat:
                    best = max(best, crops[other])
            beside += crops[seat]
            theirs += best
            if crops[seat] > best:
                leads += 1
        points = state.standing()
        lead: i64 = 0
        for other in range(n):
            if other != seat:
                lead = max(lead, points[other])
        out = vec[float]()
        out = append(out, float(self._largest(state, seat)) / 12.0)
        out = append(out, float(beside) / 15.0)
        out = append(out, float(leads) / 4.0)
        out = append(out, float(closed) / 4.0)
        out = append(out, float(grown) / 10.0)
        out = append(out, float(state.rack_size(seat)) / 5.0)
        out = append(out, -float(lead) / 100.0)
        out = append(out, -float(theirs) / 15.0)
        return out

    def _largest(self, state: Maya, seat: i64) -> i64:
        """Return the crops of the seat's largest field."""
        v = state.v
        seen = at.BLANK[0 : at.WORDS]
        found = at.BLANK[0 : at.MOST_ALIKE]
        largest: i64 = 0
        for space in range(state.tables.count):
            what: i64 = v[at.LIES + space]
            if what == 0 or what >= at.CITY or (what - 1) >> 3 != seat:
                continue
            if seen[at.WORD_OF[space]] & at.BIT_OF[space] != 0:
                continue
            total: i64 = 0
            for i in range(state.spread(space, seen, found)):
                total += 1 + ((v[at.LIES + found[i]] - 1) & 1)
            largest = max(largest, total)
        return largest
