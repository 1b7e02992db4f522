"""Tzolk'in positions as plain JSON values: what a seat may see, and everything, to be stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tablero.games.tzolkin.layout import (
    ACTION, ACTIVE, AGE, ANY, BLOCK_VALUE, BOX, BUILD, BUILT, CHOICE, CLAIMED, CORN, CORN_TILES, DAY, DEALT, DECK,
    DEPTH, DISCOUNT, DRAWN, DUMMY, END, FIRST, FOOD, FRAMES, FREE, GEARS, GEAR_IDS, HAND, HARVEST, JUNGLE, KEPT, LEVEL,
    LIGHT, MATERIALS, MODE, MONUMENTS, MONUMENT_ROW, OFFERED, ON, OVER, PAIR_A, PAIR_B, PAY, PHASE, PHASES, PILE,
    PLACE, PLACED, PLAY, RESERVE, ROW, SAVE, SCORE, SEAT, SIZE, STACK, STEP, STRIDE, TAKE, TAKEN, TEETH, TEMPLE,
    TRACK, TRACK_COST, TURNS, UNSEEN, WEALTH, WITH_CORN, WOOD_TILES, WORKERS,
)  # fmt: skip
from tablero.games.tzolkin.moves import blocks_of, family, worker_of

if TYPE_CHECKING:
    from tablero.games.tzolkin.rules import Tzolkin

MODES = ("undecided", "placing", "picking", "mercy")


def _bits(bits: int) -> list[int]:
    return [i for i in range(40) if bits >> i & 1]


def _or_none(value: int) -> int | None:
    return None if value < 0 else value


# ---------------------------------------------------------------- what a seat may see


def view(shown: Tzolkin, seat: int | None, ready: list[bool], actors: Sequence[int]) -> dict[str, Any]:
    """A view, read from a state in which nothing is left that the seat must not know."""
    v = shown.v
    phase = int(v[PHASE])
    tables = shown.tables
    mine = seat is not None and seat in actors
    result = shown.result()
    asked = _frame(shown)
    return {
        "game": "tzolkin",
        "rules": int(shown.game.rules),
        "seats": int(shown.seats),
        "seat": seat,
        "options": dict(shown.options),
        "phase": PHASES[phase],
        "round": min(int(v[DAY]), int(tables.rounds)),
        "rounds": int(tables.rounds),
        "turned": int(v[DAY]) - 1,
        "age": int(v[AGE]),
        "food": _food(shown),
        "settled": int(shown.settled),
        "actors": list(actors),
        "ready": ready if phase == WEALTH else [False] * int(shown.seats),
        "active": int(v[ACTIVE]) if phase == PLAY else None,
        "first": int(v[FIRST]),
        "claimed": _or_none(int(v[CLAIMED])),
        "pile": int(v[PILE]),
        "skulls": int(v[RESERVE]),
        "offered": _bits(int(v[OFFERED])),
        "gears": [_gear(shown, gear) for gear in range(GEARS)],
        "jungle": [[int(v[JUNGLE + 2 * group]), int(v[JUNGLE + 2 * group + 1])] for group in range(4)],
        "fields": tables.by_seats[int(shown.seats)][1],
        "row": [tables.building_ids[v[ROW + k]] if v[ROW + k] >= 0 else None for k in range(6)],
        "deck": len(_bits(int(v[DECK + v[AGE] - 1]))),
        "monuments": [tables.monument_ids[v[MONUMENT_ROW + k]] if v[MONUMENT_ROW + k] >= 0 else None for k in range(6)],
        "players": [_player(shown, s) for s in range(shown.seats)],
        "mode": MODES[v[MODE]] if phase == PLAY else None,
        "placed": int(v[PLACED]),
        "frame": asked,
        "standing": [int(points) for points in shown.standing()],
        "mine": _mine(shown, seat) if seat is not None else None,
        "moves": shown.moves(seat) if mine and seat is not None else [],
        "offers": [_offer(shown, seat, move) for move in shown.moves(seat)] if mine and seat is not None else [],
        "forced": _forced(shown, seat) if mine and seat is not None else None,
        "closing": int(END) if mine and asked is not None and asked["kind"] != "days" else None,
        "prompt": _prompt(shown, seat, actors),
        "result": None
        if result is None
        else {
            "scores": list(result.scores),
            "quarters": [int(shown.tally(s)) for s in range(shown.seats)],
            "ranks": list(result.ranks),
            "winners": list(result.winners),
            "why": result.why,
        },
    }  # fmt: skip


def _food(shown: Tzolkin) -> dict[str, Any] | None:
    """The next food day: its number, its round, how many days are left, and whether it ends an age."""
    index = int(shown.v[FOOD])
    if index > 3:
        return None
    day = int(shown.tables.food_days[index])
    return {"index": index + 1, "round": day, "in": max(0, day - int(shown.v[DAY])), "end_of_age": index % 2 == 1}


def _gear(shown: Tzolkin, gear: int) -> dict[str, Any]:
    """Occupied positions with the seat there; -1 is an unassigned worker."""
    v = shown.v
    on = [[p, -1] for p in _bits(int(v[DUMMY + gear]))]
    for seat in range(shown.seats):
        on += [[p, int(seat)] for p in _bits(int(v[SEAT + seat * STRIDE + ON + gear]))]
    price = int(shown.price(gear)) if v[PHASE] == PLAY else -1
    return {"id": GEAR_IDS[gear], "teeth": int(TEETH[gear]), "on": sorted(on), "price": _or_none(price)}


def _player(shown: Tzolkin, seat: int) -> dict[str, Any]:
    v = shown.v
    b = int(SEAT + seat * STRIDE)
    tables = shown.tables
    over = v[PHASE] == OVER
    due = int(shown.due(seat))
    return {
        **{name: int(v[b + CORN + m]) for m, name in enumerate(MATERIALS)},
        "score": int(shown.tally(seat) // 4) if over else int(v[b + SCORE]),
        "hand": int(v[b + HAND]),
        "workers": int(v[b + WORKERS]),
        "temples": [int(v[b + STEP + t]) for t in range(3)],
        "levels": [int(v[b + LEVEL + t]) for t in range(4)],
        "corn_tiles": int(v[b + CORN_TILES]),
        "wood_tiles": int(v[b + WOOD_TILES]),
        "buildings": [tables.building_ids[i] for i in _bits(int(v[b + BUILT]))],
        "monuments": [
            {"id": tables.monument_ids[i], "points": int(shown.monument_points(seat, i))}
            for i in _bits(int(v[b + MONUMENTS]))
        ],
        "wealth": [tables.wealth_ids[i] for i in _bits(int(v[b + KEPT]))],
        "free": int(v[b + FREE]),
        "discount": int(v[b + DISCOUNT]),
        "light": bool(v[b + LIGHT]),
        "due": due,
        "short": max(0, due - int(v[b + CORN]) - (int(v[PILE]) if v[CLAIMED] == seat else 0)),
        "on_gears": int(shown.on_gears(seat)),
    }


def _mine(shown: Tzolkin, seat: int) -> dict[str, Any]:
    v = shown.v
    b = int(SEAT + seat * STRIDE)
    if v[PHASE] != WEALTH:
        return {"dealt": [], "kept": None}
    dealt = [shown.tables.wealth_ids[v[b + DEALT + k]] for k in range(4)]
    pair = int(v[b + CHOICE])
    return {"dealt": dealt, "kept": None if pair < 0 else [dealt[PAIR_A[pair]], dealt[PAIR_B[pair]]]}


def _frame(shown: Tzolkin) -> dict[str, Any] | None:
    """The choice that is open now."""
    v = shown.v
    if v[PHASE] != PLAY:
        return None
    frame = int(v[STACK + v[DEPTH] - 1])
    kind, a, b = frame & 31, frame >> 5 & 63, frame >> 11
    out: dict[str, Any] = {"kind": FRAMES[kind], "depth": int(v[DEPTH])}
    if kind == ACTION:
        out |= {"gear": a, "position": b}
    elif kind == HARVEST:
        out |= {"space": a + 2}
    elif kind == TRACK:
        out |= {"left": a, "paid": bool(b & 1), "optional": bool(b & 2)}
    elif kind in (PAY, TAKE):
        out |= {"n": a}
    elif kind == BUILD:
        out |= {"with_corn": bool(a & WITH_CORN), "second": bool(a & 2), "wide": bool(a & 4), "optional": bool(a & 8)}
    elif kind == SAVE:
        out |= {"tile": shown.tables.building_ids[v[ROW + a]], "slot": a}
    elif kind == TEMPLE:
        out |= {"left": b, "not": _bits(a)}
    elif kind == ANY:
        out |= {"optional": bool(a), "corn": b}
    return out


def _prompt(shown: Tzolkin, seat: int | None, actors: Sequence[int]) -> dict[str, Any]:
    """What the game asks of this seat now."""
    if shown.v[PHASE] == OVER:
        return {"kind": "over"}
    if seat is None or seat not in actors:
        return {"kind": "wait", "for": list(actors)}
    if shown.v[PHASE] == WEALTH:
        return {"kind": "wealth"}
    return _frame(shown) or {}


def _forced(shown: Tzolkin, seat: int) -> int | None:
    """The only choice of a nested decision, which needs nobody to make it. A turn and the calendar are never forced:
    people end their turns themselves."""
    frame = _frame(shown)
    moves = shown.moves(seat)
    return moves[0] if len(moves) == 1 and frame and frame["kind"] not in ("turn", "days") else None


def _offer(shown: Tzolkin, seat: int, move: int) -> dict[str, Any]:
    """A legal move with what it means here."""
    v = shown.v
    b = int(SEAT + seat * STRIDE)
    tables = shown.tables
    name, k = family(move)
    out: dict[str, Any] = {"move": move, "kind": name}
    if name == "keep":
        dealt = [tables.wealth_ids[v[b + DEALT + i]] for i in range(4)]
        out["tiles"] = [dealt[PAIR_A[k]], dealt[PAIR_B[k]]]
    elif name in ("place", "claim"):
        gear = move - int(PLACE)
        price = int(shown.price(gear))
        out |= {"corn": min(price, int(v[b + CORN])), "mercy": price > v[b + CORN]}
        if name == "place":
            taken = int(v[TAKEN + gear])
            out |= {"gear": gear, "position": next(p for p in range(16) if not taken >> p & 1)}
        else:
            out["pile"] = int(v[PILE])
    elif name == "pick":
        out["gear"], out["position"] = worker_of(move)
    elif name in ("act", "nothing"):
        frame = int(v[STACK + v[DEPTH] - 1])
        gear, position = frame >> 5 & 63, frame >> 11
        out |= {"gear": gear, "action": k + 1 if name == "act" else 0}
        out["corn"] = int(shown.fee(gear, position, k + 1)) if name == "act" else 0
    elif name == "copy":
        out |= {"gear": k // 5, "action": k % 5 + 1}
    elif name == "blocks":
        out["blocks"] = blocks_of(move)
    elif name == "advance":
        level = int(v[b + LEVEL + k])
        out |= {"track": k, "level": level, "blocks": int(TRACK_COST[level])}
    elif name in ("raise", "raise-plain"):
        out |= {"slot": k, "tile": tables.building_ids[v[ROW + k]]}
    elif name == "raise-monument":
        tile = int(v[MONUMENT_ROW + k])
        out |= {"slot": k, "tile": tables.monument_ids[tile], "points": _points_if_built(shown, seat, k)}
    elif name in ("climb", "descend", "beg"):
        step = int(v[b + STEP + k])
        out |= {"temple": k, "step": step + (1 if name == "climb" else -1)}
        if name == "climb":
            out["lost"] = not shown.climbs(k)
        if name == "beg":
            out["corn"] = 3 - int(v[b + CORN])
    elif name in ("sell", "buy"):
        out |= {"material": MATERIALS[k + 1], "corn": int(BLOCK_VALUE[k])}
    elif name == "save":
        out["material"] = MATERIALS[k + 1]
    elif name == "harvest":
        after = shown.copy()
        after.apply(seat, move)
        out |= {
            "take": ("corn-tile", "corn", "wood-tile", "burn")[k],
            "corn": int(after.v[b + CORN] - v[b + CORN]),
            "wood": int(after.v[b + CORN + 1] - v[b + CORN + 1]),
        }
    elif name == "days":
        out["days"] = k + 1
    return out


def _points_if_built(shown: Tzolkin, seat: int, slot: int) -> int:
    after = shown.copy()
    tile = int(after.v[MONUMENT_ROW + slot])
    after.build_monument(slot)
    return int(after.monument_points(seat, tile))


# ---------------------------------------------------------------- everything, to be stored

# Names of the flat state: name, where, how many; the rest of the state is written out by hand.
_TABLE = (
    ("jungle", JUNGLE, 8), ("dummies", DUMMY, 5), ("taken", TAKEN, 5), ("day", DAY, 1), ("food_days", FOOD, 1),
    ("age", AGE, 1), ("first", FIRST, 1), ("active", ACTIVE, 1), ("mode", MODE, 1), ("placed", PLACED, 1),
    ("claimed", CLAIMED, 1), ("pile", PILE, 1), ("skulls", RESERVE, 1), ("offered", OFFERED, 1), ("decks", DECK, 2),
    ("unseen", UNSEEN, 1), ("box", BOX, 1), ("turns", TURNS, 1), ("drawn", DRAWN, 1), ("row", ROW, 6),
    ("monuments", MONUMENT_ROW, 6),
)  # fmt: skip
_SEAT = (
    ("goods", CORN, 5), ("score", SCORE, 1), ("hand", HAND, 1), ("workers", WORKERS, 1), ("temples", STEP, 3),
    ("levels", LEVEL, 4), ("on", ON, 5), ("corn_tiles", CORN_TILES, 1), ("wood_tiles", WOOD_TILES, 1),
    ("built", BUILT, 1), ("monuments", MONUMENTS, 1), ("free", FREE, 1), ("discount", DISCOUNT, 1),
    ("light", LIGHT, 1), ("kept", KEPT, 1), ("dealt", DEALT, 4), ("choice", CHOICE, 1),
)  # fmt: skip


def dump(state: Tzolkin) -> dict[str, Any]:
    """Sets are written as bits: a tile is its number in the facts file, a position its number on the gear."""
    v = state.v
    return {
        "game": "tzolkin",
        "rules": int(state.game.rules),
        "seats": int(state.seats),
        "options": dict(state.options),
        "luck": state.luck.words(),
        "settled": int(state.settled),
        "phase": PHASES[v[PHASE]],
        "frames": [_spell(int(v[STACK + i])) for i in range(v[DEPTH])],
        **{name: _read(state, int(at), size) for name, at, size in _TABLE},
        "players": [
            {name: _read(state, int(SEAT + seat * STRIDE + at), size) for name, at, size in _SEAT}
            for seat in range(state.seats)
        ],
    }


def _read(state: Tzolkin, at: int, size: int) -> int | list[int]:
    return int(state.v[at]) if size == 1 else [int(state.v[at + i]) for i in range(size)]


def _spell(frame: int) -> list[Any]:
    return [FRAMES[frame & 31], frame >> 5 & 63, frame >> 11]


def flat(dump: Mapping[str, Any]) -> list[int]:
    """The flat state of a dumped position."""
    v = [0] * int(SIZE)

    def fill(source: Mapping[str, Any], where: int, names: tuple[tuple[str, Any, int], ...]) -> None:
        for name, at, size in names:
            value = source[name]
            v[where + int(at) : where + int(at) + size] = [value] if size == 1 else value

    fill(dump, 0, _TABLE)
    for seat, player in enumerate(dump["players"]):
        fill(player, int(SEAT + seat * STRIDE), _SEAT)
    v[int(PHASE)] = PHASES.index(dump["phase"])
    v[int(DEPTH)] = len(dump["frames"])
    for i, (kind, a, b) in enumerate(dump["frames"]):
        v[int(STACK) + i] = FRAMES.index(kind) + 32 * a + 2048 * b
    return v
