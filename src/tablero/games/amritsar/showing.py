"""What a seat sees of a position, and the complete position written down; never on the hot path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.games.amritsar.course import Course
from tablero.games.amritsar.layout import (
    ACT_COLOUR,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_TILE,
    ACTIONS,
    AT,
    BESIDE,
    BIT,
    BOT_OBJECTIVE,
    BOT_TRACK,
    BOUGHT,
    BRIDGE,
    BUY,
    CELL,
    CELLS,
    CHOICE,
    COIN,
    COIN_FIRST,
    COMMAND,
    DECADE,
    DECADES,
    DEPTH,
    DONATE,
    DONATE_ON,
    DROP,
    ELEPHANT,
    ELEPHANT_DONE,
    EXCHANGED,
    FILLED,
    FIRST,
    FOLLOW,
    FOLLOWING,
    FRAME,
    FREE,
    FREE_JUMP,
    GIVEN,
    GROUND,
    HAND,
    HELD,
    HOUSE_TILES,
    HOUSES,
    IN_DISTRICT,
    IN_LEVEL,
    KEPT,
    KINDS,
    LAND,
    LANDING,
    LASTING,
    LEAPER,
    LEDGER,
    LOAD,
    LYING,
    MAHARAJA,
    MAHARAJA_SEAT,
    MAHOUTS,
    MAIN,
    MAIN_DONE,
    NONE,
    OBJECTIVES,
    OFFER,
    ORDER,
    ORIGIN,
    OVER,
    PICK,
    PLACE_MAHOUT,
    PLACE_OBJECTIVE,
    PLACED,
    QUARRY,
    RES,
    ROOM,
    ROUND,
    SCORE,
    SEAT,
    SECOND_DONE,
    SECOND_WALK,
    SECTION,
    SELL,
    SOLD,
    SOURCES,
    SOW,
    SOW_AT,
    SPEND_TOKEN,
    STAGE,
    STALL,
    STOCK,
    STRIDE,
    SURPLUS,
    TAX,
    TEMPLE,
    TILE,
    TOKEN,
    TOUCHED,
    TRACK,
    TURN,
    TURNS,
    UPGRADE,
    WALK,
    WALKED,
    WIDEST,
)  # fmt: skip
from tablero.games.amritsar.moves import WORDS

TYPES = "ABCD"
TRIGGERS = ("group", "donation", "upgrade", "market")

# The flat state by name: (name, where, how many).
BOARD_FIELDS = (
    ("stage", STAGE, 1), ("decade", DECADE, 1), ("round", ROUND, 1), ("turn", TURN, 1), ("order", ORDER, 1),
    ("first", FIRST, 1), ("maharaja", MAHARAJA, 1), ("depth", DEPTH, 1), ("act_tile", ACT_TILE, 1),
    ("act_done", ACT_DONE, 1), ("act_district", ACT_DISTRICT, 1), ("act_colour", ACT_COLOUR, 1), ("held", HELD, 1),
    ("sow_at", SOW_AT, 1), ("origin", ORIGIN, 1), ("exchanged", EXCHANGED, 1), ("walked", WALKED, 1),
    ("touched", TOUCHED, 1), ("offer", OFFER, 1), ("turns", TURNS, 1), ("bot_track", BOT_TRACK, 1),
    ("bot_objective", BOT_OBJECTIVE, 1), ("kept", KEPT, 1), ("hand", HAND, 4), ("beside", BESIDE, 4),
    ("stock", STOCK, 3), ("quarry", QUARRY, 3), ("temple", TEMPLE, 3), ("bridge", BRIDGE, 3), ("filled", FILLED, 4),
    ("lying", LYING, 8), ("tile", TILE, 12), ("section", SECTION, 40), ("cell", CELL, 96), ("frame", FRAME, 64),
)  # fmt: skip
SEAT_FIELDS = (
    ("score", SCORE, 1), ("coin", COIN, 1), ("resources", RES, 3), ("room", ROOM, 1), ("tax", TAX, 1),
    ("load", LOAD, 1), ("stall", STALL, 1), ("at", AT, 1), ("track", TRACK, 3), ("token", TOKEN, 1),
    ("mahouts", MAHOUTS, 4), ("objectives", OBJECTIVES, 4), ("placed", PLACED, 4), ("houses", HOUSES, 3),
    ("lasting", LASTING, 1), ("bought", BOUGHT, 1), ("sold", SOLD, 1), ("given", GIVEN, 1),
    ("in_district", IN_DISTRICT, 4), ("in_level", IN_LEVEL, 4), ("ledger", LEDGER, 10),
)  # fmt: skip


def dump_of(state: Course) -> dict[str, Any]:
    """The complete position by name."""
    return {
        "game": "amritsar",
        "rules": int(state.game.rules),
        "seats": int(state.seats),
        "options": dict(state.options),
        "luck": state.luck.words(),
        "settled": int(state.settled),
        "board": _read(state, 0, BOARD_FIELDS),
        "players": [_read(state, int(SEAT + s * STRIDE), SEAT_FIELDS) for s in range(state.players)],
    }


def _read(state: Course, base: int, fields: tuple[tuple[str, int, int], ...]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, at, count in fields:
        values = [int(state.v[base + at + i]) for i in range(count)]
        out[name] = values[0] if count == 1 else values
    return out


def restore_from(state: Course, dump: Mapping[str, Any]) -> None:
    """Fill a blank state."""
    state.settled = dump["settled"]
    _write(state, 0, BOARD_FIELDS, dump["board"])
    for s, player in enumerate(dump["players"]):
        _write(state, int(SEAT + s * STRIDE), SEAT_FIELDS, player)


def _write(state: Course, base: int, fields: tuple[tuple[str, int, int], ...], values: Mapping[str, Any]) -> None:
    for name, at, count in fields:
        given = [values[name]] if count == 1 else values[name]
        for i in range(count):
            state.v[base + at + i] = given[i]


# ---------------------------------------------------------------- views


def view_of(state: Course, seat: int | None) -> dict[str, Any]:
    """A view, read from a state in which this seat's unknowns have been forgotten."""
    v = state.v
    names = state.tables.names
    decade = min(int(v[DECADE]), int(DECADES) - 1)
    result = state.result()
    return {
        "game": "amritsar",
        "rules": int(state.game.rules),
        "seats": int(state.seats),
        "seat": seat,
        "options": dict(state.options),
        "stage": KINDS[state.asking()],
        "decade": decade,
        "round": min(int(v[ROUND]), 3) if v[STAGE] != OVER else 3,
        "turns": int(v[TURNS]),
        "first": int(v[FIRST]),
        "turn": int(v[TURN]),
        "settled": int(state.settled),
        "actors": list(state.actors()),
        "maharaja": {"space": int(v[MAHARAJA]), "beside": [int(v[BESIDE + i]) for i in range(4)]},
        "temple": {
            "tiles": [names["temple"][int(v[TEMPLE + d])] for d in range(3)],
            "values": [int(state.temple_value(d)) for d in range(4)],
            "built": int(v[DECADE]),
            "ahead": [[int(state.tables.temple[v[TEMPLE + d] * 4 + i]) for i in range(4)] for d in range(3)],
        },
        "bridge": [_bridge(state, d) for d in range(3)],
        "districts": [_district(state, d) for d in range(4)],
        "sections": [_section(state, s) for s in range(8)],
        "hand": _hand(state),
        "active": _active(state),
        "market": _market(state),
        "offer": [names["house"][w] for w in range(int(HOUSE_TILES)) if v[OFFER] & BIT[w]],
        "warehouses": {
            name: [int(state.tables.house_slots[w]), int(state.tables.house_tax[w])]
            for w, name in enumerate(names["house"])
        },
        "cells": [names["cells"][t].split(";") for t in range(3)],
        "players": [_player(state, s) for s in range(state.seats)],
        "solo": _solo(state) if state.seats == 1 else None,
        "standing": [int(points) for points in state.standing()],
        "moves": state.moves(seat) if seat is not None else [],
        "offers": [_offer(state, seat, move) for move in state.moves(seat)] if seat is not None else [],
        "prompt": _prompt(state, seat),
        "result": None
        if result is None
        else {
            "scores": list(result.scores),
            "ranks": list(result.ranks),
            "winners": list(result.winners),
            "why": result.why,
        },
    }


def _bridge(state: Course, decade: int) -> dict[str, Any]:
    tile = int(state.v[BRIDGE + decade])
    trigger = TRIGGERS[state.tables.bridge_trigger[tile]]
    shown = state.tables.names["bridge"][tile]
    return {"id": shown, "trigger": trigger, "now": decade == state.v[DECADE], "past": decade < state.v[DECADE]}


def _district(state: Course, district: int) -> dict[str, Any]:
    v = state.v
    tables = state.tables
    tiles = []
    for slot in range(3):
        tile = int(v[TILE + 3 * district + slot])
        tiles.append(
            {
                "id": tables.names["tile"][tile],
                "colour": int(tables.tile_colour[tile]),
                "main": tables.names["main"][tile],
                "second": tables.names["second"][tile],
            }
        )
    levels = []
    for level in range(4):
        cells = []
        for i in range(int(tables.width[(state.players - 2) * 4 + level])):
            cell = level * 6 + i
            owner = int(v[CELL + district * CELLS + cell])
            points = int(state.cell_value(district, cell))
            cells.append({"cell": cell, "owner": None if owner < 0 else state.named(owner), "points": points})
        levels.append(cells)
    return {
        "tiles": tiles,
        "levels": levels,
        "counts": [int(v[SEAT + s * STRIDE + IN_DISTRICT + district]) for s in range(state.players)],
        "value": int(state.temple_value(district)),
    }


def _section(state: Course, section: int) -> dict[str, Any]:
    at = int(SECTION + section * GROUND)
    workers = [colour for colour in range(4) for _ in range(int(state.v[at + colour]))]
    return {"workers": workers, "coins": int(state.v[LYING + section])}


def _hand(state: Course) -> dict[str, Any] | None:
    v = state.v
    if v[HELD] == 0:
        return None
    workers = [colour for colour in range(4) for _ in range(int(v[HAND + colour]))]
    return {"workers": workers, "origin": int(v[ORIGIN]), "next": int(state.next_open(v[SOW_AT]))}


def _active(state: Course) -> dict[str, Any] | None:
    v = state.v
    if v[ACT_DISTRICT] == NONE or not ACTIONS <= v[STAGE] <= FOLLOWING:
        return None
    done = int(v[ACT_DONE])
    return {
        "district": int(v[ACT_DISTRICT]),
        "colour": int(v[ACT_COLOUR]),
        "tile": None if v[ACT_TILE] == NONE else int(v[ACT_TILE]),
        "main": bool(done & MAIN_DONE),
        "second": bool(done & SECOND_DONE),
        "elephant": bool(done & ELEPHANT_DONE),
    }


def _market(state: Course) -> dict[str, Any]:
    tables = state.tables
    rows = int(tables.rows)
    return {
        "stock": [int(state.v[STOCK + r]) for r in range(3)],
        "prices": [int(tables.price[i]) for i in range(rows)],
        "points": [[int(tables.sale_points[3 * i + r]) for r in range(3)] for i in range(rows)],
        "buy": [int(state.buy_price(r)) for r in range(3)],
        "sell": [int(state.sell_price(r)) for r in range(3)],
    }


def _player(state: Course, seat: int) -> dict[str, Any]:
    v = state.v
    b = int(SEAT + seat * STRIDE)
    names = state.tables.names
    houses = []
    for i in range(3):
        house = int(v[b + HOUSES + i])
        if house >= 0:
            flips = bool(state.tables.house_lasting[house] & LEAPER) and not v[b + LASTING] & LEAPER
            slots = state.tables.house_flipped[house] if flips else state.tables.house_slots[house]
            houses.append({"id": names["house"][house], "slots": int(slots), "flipped": flips})
    objectives = []
    for kind in range(4):
        known = int(v[b + OBJECTIVES + kind])
        space = next((i for i in range(4) if v[b + PLACED + i] == kind), None)
        objectives.append(
            {
                "type": TYPES[kind],
                "space": space,
                "id": None if known < 0 else names["objective"][known],
                "points": None if known < 0 else int(state.objective_points(seat, known)),
            }
        )
    mahouts = [int(v[b + MAHOUTS + c]) for c in range(4)]
    return {
        "score": int(v[b + SCORE]),
        "total": int(state.total(seat)),
        "coins": int(v[b + COIN]),
        "resources": [int(v[b + RES + r]) for r in range(3)],
        "room": int(v[b + ROOM]),
        "tax": int(v[b + TAX]),
        "due": int(state.tax_due(seat)),
        "load": int(v[b + LOAD]),
        "stall": int(v[b + STALL]),
        "at": None if v[b + AT] == NONE else int(v[b + AT]),
        "tracks": [int(v[b + TRACK + t]) for t in range(3)],
        "token": ("locked", "ready", "spent")[v[b + TOKEN]],
        "mahouts": [None if tile < 0 else names["mahout"][tile] for tile in mahouts],
        "objectives": objectives,
        "houses": houses,
        "given": int(v[b + GIVEN]),
        "bought": [bool(v[b + BOUGHT] & BIT[r]) for r in range(3)],
        "sold": [bool(v[b + SOLD] & BIT[r]) for r in range(3)],
        "ledger": {name: int(v[b + LEDGER + i]) for i, name in enumerate(SOURCES)},
    }


def _solo(state: Course) -> dict[str, Any]:
    v = state.v
    b = int(SEAT + MAHARAJA_SEAT * STRIDE)
    return {
        "score": int(v[b + SCORE]),
        "total": int(state.total(MAHARAJA_SEAT)),
        "load": int(v[b + LOAD]),
        "board": int(v[b + STALL]),
        "at": int(v[b + AT]),
        "store": [int(v[b + RES + r]) for r in range(3)],
        "quarry": [int(v[QUARRY + r]) for r in range(3)],
        "track": int(v[BOT_TRACK]),
        "end": int(state.tables.bot_end),
        "given": int(v[b + GIVEN]),
        "objective": state.tables.names["objective"][int(v[BOT_OBJECTIVE])],
        "ledger": {name: int(v[b + LEDGER + i]) for i, name in enumerate(SOURCES)},
    }


# ---------------------------------------------------------------- offers and prompt


def route_of(state: Course, section: int, workers: list[int]) -> list[int]:
    """Where a group from a section comes down, worker by worker, without jumps."""
    copy = state.copy()
    assert isinstance(copy, Course)
    at = int(SECTION + section * GROUND)
    if state.v[HELD] == 0:
        for i in range(int(GROUND)):
            copy.v[at + i] = 0
    here = section if state.v[HELD] == 0 else int(state.v[SOW_AT])
    out = []
    for colour in workers:
        here = int(copy.next_open(here))
        copy.put_worker(here, colour)
        out.append(here)
    return out


def _offer(state: Course, seat: int, move: int) -> dict[str, Any]:
    """A legal move with what a person wants to know before choosing it."""
    v = state.v
    out: dict[str, Any] = {"move": move, "words": WORDS[move]}
    if WALK <= move < SPEND_TOKEN:
        first = v[SEAT + seat * STRIDE + AT] == NONE
        out["coins"] = 0 if first else int(state.steps_to(seat, move - WALK)) - 1
        out["points"] = -int(state.walk_penalty(seat, move - WALK))
    elif PICK <= move < DROP:
        section = move - int(PICK)
        workers = _section(state, section)["workers"]
        out["workers"] = workers
        out["route"] = route_of(state, section, workers)
        out["coins"] = int(v[LYING + section])
    elif DROP <= move < LAND:
        rest = list(_hand_workers(state))
        rest.remove(move - int(DROP))
        out["workers"] = [move - int(DROP), *rest]
        out["route"] = route_of(state, int(v[ORIGIN]), out["workers"])
    elif LAND <= move < MAIN:
        out["coins"] = _jump_coins(state, seat, move - int(LAND))
        out["found"] = int(v[LYING + move - LAND])
        out["workers"] = list(_hand_workers(state))
    elif BUY <= move < SELL:
        out["coins"] = int(state.price_now(seat, move - BUY, v[state.top() + 2]))
    elif SELL <= move < COIN_FIRST:
        out["coins"] = int(state.sell_price(move - SELL))
        out["points"] = int(state.sell_points(move - SELL))
    elif DONATE_ON <= move < FOLLOW:
        cell = move - int(DONATE_ON)
        district = int(v[SEAT + seat * STRIDE + AT])
        out["points"] = int(state.cell_value(district, cell)) + _own_supports(state, seat, district, cell)
    return out


def _hand_workers(state: Course) -> list[int]:
    return [colour for colour in range(4) for _ in range(int(state.v[HAND + colour]))]


def _jump_coins(state: Course, seat: int, target: int) -> int:
    section = int(state.next_open(state.v[SOW_AT]))
    coins = -1 if state.v[SEAT + seat * STRIDE + LASTING] & FREE_JUMP else 0
    while section != target:
        coins += 1
        section = int(state.next_open(section))
    return max(coins, 0)


def _own_supports(state: Course, seat: int, district: int, cell: int) -> int:
    if cell < WIDEST:
        return 0
    at = int(CELL + district * CELLS + cell - WIDEST)
    return sum(int(state.v[at + k]) == seat for k in range(2))


def _prompt(state: Course, seat: int | None) -> dict[str, Any]:
    """What the game asks of this seat now."""
    v = state.v
    if v[STAGE] == OVER:
        return {"kind": "over"}
    if seat is None or not state.owes(seat):
        return {"kind": "wait", "for": list(state.actors())}
    kind = int(state.asking())
    out: dict[str, Any] = {"kind": KINDS[kind]}
    b = int(SEAT + seat * STRIDE)
    if kind == ELEPHANT and v[b + AT] == NONE:
        out["kind"] = "place"
    elif kind == SECOND_WALK and v[WALKED] == 1:
        out["kind"] = "end"
    elif kind in (FOLLOWING, COMMAND):
        tile = int(v[b + MAHOUTS + state.followed_colour()])
        out["colour"] = int(state.followed_colour())
        out["mahout"] = state.tables.names["mahout"][tile]
        out["whom"] = int(v[TURN]) if kind == FOLLOWING else -1
    elif kind == CHOICE:
        out["left"] = int(v[state.top() + 2])
    elif kind == SURPLUS:
        out["left"] = int(state.stored(seat) - v[b + ROOM])
    elif kind == UPGRADE:
        out["free"] = bool(v[state.top() + 2] & FREE)
    elif kind == PLACE_OBJECTIVE:
        out["what"] = TYPES[v[state.top() + 2]]
    elif kind == PLACE_MAHOUT:
        out["what"] = state.tables.names["mahout"][int(v[state.top() + 2])]
    elif kind == ACTIONS:
        out["colour"] = int(v[ACT_COLOUR])
        out["district"] = int(v[ACT_DISTRICT])
        out["more"] = len(state.moves(seat)) > 1
    elif kind == DONATE:
        out["district"] = int(v[b + AT])
    elif kind in (SOW, LANDING):
        out["next"] = int(state.next_open(v[SOW_AT]))
        out["left"] = int(v[HELD])
    return out
