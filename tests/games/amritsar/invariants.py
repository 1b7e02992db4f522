"""What is true of every position of Amritsar."""

from __future__ import annotations

from tablero.games.amritsar import layout as at


def broken(state) -> list[str]:
    """What does not hold in this position; empty when all is well."""
    v = state.v
    t = state.tables
    out = []

    def demand(holds, text):
        if not holds:
            out.append(text)

    sections = [[int(v[at.SECTION + s * at.GROUND + c]) for c in range(5)] for s in range(8)]
    for s, ground in enumerate(sections):
        demand(sum(ground[:4]) == ground[4], f"section {s} does not count its workers")
        demand(0 <= ground[4] <= 4, f"section {s} holds {ground[4]} workers")
    for c in range(4):
        demand(sum(g[c] for g in sections) + v[at.HAND + c] == 3, f"there are not three workers of colour {c}")
    if state.players == 2:
        demand(sorted(int(v[at.BESIDE + i]) for i in range(4)) == [0, 1, 2, 3], "not one worker beside each space")
    for seat in range(state.players):
        out += [f"seat {seat}: {text}" for text in _seat(state, seat)]
    _districts(state, demand)
    for r in range(3):
        demand(0 <= v[at.STOCK + r] <= t.rows, "the market overflows")
    if state.seats == 1:
        b = at.SEAT + at.STRIDE
        for r in range(3):
            demand(v[at.QUARRY + r] >= 0, "the quarry is below zero")
            demand(v[at.QUARRY + r] + v[b + at.RES + r] == t.quarry[r], "quarry and store lost a resource")
        demand(v[b + at.COIN] == 0, "the maharaja owns a coin")
    demand(0 <= v[at.DEPTH] <= 12, f"{int(v[at.DEPTH])} frames are open")
    moves = int(v[at.DECADE]) * 4 + (int(v[at.ROUND]) if v[at.DECADE] < 3 else 0)
    demand(v[at.STAGE] != at.OVER or moves == 12, f"the maharaja moved {moves} times")
    _warehouses(state, demand)
    return out


def _districts(state, demand) -> None:
    v = state.v
    t = state.tables
    for d in range(4):
        filled = int(v[at.FILLED + d])
        owned = 0
        for cell in range(24):
            owner = int(v[at.CELL + d * 24 + cell])
            demand((owner >= 0) == bool(filled >> cell & 1), f"cell {cell} of district {d} has owner {owner}")
            owned += owner >= 0
            if owner >= 0:
                demand(filled & int(at.SUPPORTS[cell]) == at.SUPPORTS[cell], f"cell {cell} of district {d} floats")
                width = int(t.width[(state.players - 2) * 4 + cell // 6])
                demand(cell % 6 < width, f"cell {cell} does not exist")
        counts = sum(int(v[at.SEAT + s * at.STRIDE + at.IN_DISTRICT + d]) for s in range(state.players))
        demand(owned == counts, f"district {d} counts {counts} of {owned} donations")


def _warehouses(state, demand) -> None:
    v = state.v
    t = state.tables
    rows = [set(), set()]
    for w in range(15):
        if v[at.OFFER] >> w & 1:
            rows[0].add(w)
    for seat in range(state.seats):
        for i in range(3):
            house = int(v[at.SEAT + seat * at.STRIDE + at.HOUSES + i])
            if house >= 0:
                demand(house not in rows[0] and house not in rows[1], f"warehouse {house} is there twice")
                rows[1].add(house)
    demand(len(rows[0]) + len(rows[1]) == t.on_offer[state.seats], "a warehouse was lost")


def _board(v, b, t) -> tuple[int, int, int]:
    """Free places, icons of tax and room of the board whose block begins at b."""
    free = 0
    tax = 0
    room = int(t.start_room)
    for i in range(4):
        free += (v[b + at.MAHOUTS + i] < 0) + (v[b + at.PLACED + i] < 0)
        if v[b + at.MAHOUTS + i] >= 0:
            tax += int(t.mahout_tax[v[b + at.MAHOUTS + i]])
        if v[b + at.PLACED + i] >= 0:
            tax += int(t.objective_tax)
    for i in range(3):
        house = int(v[b + at.HOUSES + i])
        free += house < 0
        if house >= 0:
            tax += int(t.house_tax[house])
            leaps = int(t.house_lasting[house]) & at.LEAPER
            flipped = leaps and not v[b + at.LASTING] & at.LEAPER
            room += int(t.house_flipped[house] if flipped else t.house_slots[house])
    return free, tax, room


def _seat(state, seat) -> list[str]:
    v = state.v
    t = state.tables
    out = []
    b = at.SEAT + seat * at.STRIDE
    solo_bot = state.seats == 1 and seat == 1
    given = int(v[b + at.GIVEN])
    free, tax, room = _board(v, b, t)
    on_board = 0 if solo_bot else free
    if on_board + v[b + at.LOAD] + v[b + at.STALL] + given != 16:
        out.append(f"counters {on_board} + {v[b + at.LOAD]} + {v[b + at.STALL]} + {given} are not 16")
    if not 0 <= v[b + at.LOAD] <= 6:
        out.append(f"the elephant carries {v[b + at.LOAD]}")
    if given != sum(int(v[b + at.IN_DISTRICT + d]) for d in range(4)):
        out.append("donations by district are wrong")
    if given != sum(int(v[b + at.IN_LEVEL + d]) for d in range(4)):
        out.append("donations by level are wrong")
    if min(int(v[b + at.COIN + i]) for i in range(4)) < 0 or v[b + at.SCORE] < 0:
        out.append("something is below zero")
    if int(v[b + at.SCORE]) != 5 + sum(int(v[b + at.LEDGER + i]) for i in range(10)):
        out.append("the ledger does not explain the score")
    if solo_bot:
        return out
    if tax != v[b + at.TAX]:
        out.append(f"tax {v[b + at.TAX]} is not the {tax} icons on the board")
    if room != v[b + at.ROOM]:
        out.append(f"room {v[b + at.ROOM]} is not {room}")
    surplus = any(v[at.FRAME + 4 * i] == at.SURPLUS and v[at.FRAME + 4 * i + 1] == seat for i in range(v[at.DEPTH]))
    if state.stored(seat) > room and not surplus:
        out.append(f"{state.stored(seat)} items lie in {room} slots")
    return out


def check(state) -> None:
    assert broken(state) == []


def check_end(state) -> None:
    """Three decades were played: twelve turns for each seat, twelve steps of the maharaja."""
    assert state.v[at.STAGE] == at.OVER
    assert state.v[at.DECADE] == 3
    assert state.v[at.MAHARAJA] == state.tables.start_space
    assert state.v[at.TURNS] == 12 * state.seats
