"""Tzolk'in: who may see what, and a position as a seat sees it.

Almost everything lies open. Until all have chosen, each seat's four wealth tiles and the two that it keeps are known to
that seat alone; that it has chosen is no secret. The tiles not kept are never shown. What is still to be drawn,
buildings and undealt wealth tiles alike, has no order and is known to no seat.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.effects import Effects
from tablero.games.tzolkin.moves import blocks_of, family, worker_of

MODES: Final = ("undecided", "placing", "picking", "mercy")


class Views(Effects):
    """A position that can be looked at."""

    def copy(self) -> Views:
        raise NotImplementedError

    # ---------------------------------------------------------------- who may see what

    def hides(self, viewer: i64, owner: i64) -> bool:
        """Wealth tiles, until all players show those kept."""
        return self.v[at.PHASE] == at.WEALTH and viewer != owner

    def observed(self, seat: i64, mover: i64, move: i64) -> i64:
        return at.NONE if self.hides(seat, mover) else move

    def reopen(self, seat: i64) -> None:
        for other in range(self.seats):
            if self.hides(seat, other):
                self.v[at.SEAT + other * at.STRIDE + at.CHOICE] = at.NONE

    def imagined(self, seat: i64, luck: Luck) -> Views:
        """The others' wealth tiles and choices and all luck to come are dealt anew."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        v = other.v
        left: i64 = 0
        for rival in range(self.seats):
            if self.hides(seat, rival):
                for k in range(4):
                    left |= at.BIT[v[at.SEAT + rival * at.STRIDE + at.DEALT + k]]
        if left == 0:
            return other
        left |= v[at.UNSEEN]
        for rival in range(self.seats):
            if self.hides(seat, rival):
                b: i64 = at.SEAT + rival * at.STRIDE
                for k in range(4):
                    tile = other.draw(left)
                    left ^= at.BIT[tile]
                    v[b + at.DEALT + k] = tile
                if v[b + at.CHOICE] != at.NONE:
                    v[b + at.CHOICE] = other.luck.below(6)
        v[at.UNSEEN] = left
        return other

    def known_to(self, viewer: i64) -> Views:
        """A copy without what this viewer (-1: a spectator) must not know: views are read from it, so nothing leaks."""
        known = self.copy()
        known.v[at.UNSEEN] = 0
        for other in range(self.seats):
            if self.hides(viewer, other):
                b: i64 = at.SEAT + other * at.STRIDE
                for k in range(4):
                    known.v[b + at.DEALT + k] = at.NONE
                if known.v[b + at.CHOICE] != at.NONE:
                    known.v[b + at.CHOICE] = 0  # that it has chosen may be known
        return known

    def shown_to(self, seat: int | None) -> dict[str, Any]:
        """A TzolkinView of contents.py."""
        return _view(self.known_to(at.NONE if seat is None else seat), seat)


# ---------------------------------------------------------------- a view


def _bits(bits: int) -> list[int]:
    return [i for i in range(40) if bits >> i & 1]


def _or_none(value: int) -> int | None:
    return None if value < 0 else value


def _tiles(known: Views, where: int, ids: list[str]) -> list[str | None]:
    """What lies in a row of six places."""
    found = [int(known.v[i64(where + k)]) for k in range(6)]
    return [ids[tile] if tile >= 0 else None for tile in found]


def _view(known: Views, seat: int | None) -> dict[str, Any]:
    v = known.v
    phase = at.PHASES[v[at.PHASE]]
    tables = known.tables
    rounds = int(tables.rounds)
    view = known.common_view(seat, phase, min(int(v[at.DAY]), rounds))
    asked = _frame(known)
    if view["result"] is not None:
        view["result"]["quarters"] = [int(known.quarter_points(s)) for s in range(known.seats)]
    view |= {
        "rounds": rounds,
        "turned": int(v[at.DAY]) - 1,
        "age": int(v[at.AGE]),
        "food": _food(known),
        "ready": [phase == "wealth" and s not in view["actors"] for s in range(int(known.seats))],
        "active": int(v[at.ACTIVE]) if phase == "play" else None,
        "first": int(v[at.FIRST]),
        "claimed": _or_none(int(v[at.CLAIMED])),
        "pile": int(v[at.PILE]),
        "skulls": int(v[at.RESERVE]),
        "offered": _bits(int(v[at.OFFERED])),
        "gears": [_gear(known, gear) for gear in range(at.GEARS)],
        "jungle": [[int(v[at.JUNGLE + 2 * group]), int(v[at.JUNGLE + 2 * group + 1])] for group in range(4)],
        "fields": tables.by_seats[int(known.seats)][1],
        "row": _tiles(known, int(at.ROW), tables.building_ids),
        "deck": len(_bits(int(v[at.DECK + v[at.AGE] - 1]))),
        "monuments": _tiles(known, int(at.MONUMENT_ROW), tables.monument_ids),
        "players": [_player(known, s) for s in range(known.seats)],
        "mode": MODES[v[at.MODE]] if phase == "play" else None,
        "placed": int(v[at.PLACED]),
        "frame": asked,
        "mine": None if seat is None else _mine(known, seat),
        "offers": [] if seat is None else [_offer(known, seat, move) for move in view["moves"]],
        "prompt": _prompt(view, asked),
    }
    return view


def _food(known: Views) -> dict[str, Any] | None:
    """The next food day: its number, its round, how many days are left, and whether it ends an age."""
    index = int(known.v[at.FOOD])
    if index > 3:
        return None
    day = int(known.tables.food_days[index])
    return {"index": index + 1, "round": day, "in": max(0, day - int(known.v[at.DAY])), "end_of_age": index % 2 == 1}


def _gear(known: Views, gear: int) -> dict[str, Any]:
    """Occupied positions with the seat there; -1 is an unassigned worker."""
    v = known.v
    on = [[p, -1] for p in _bits(int(v[at.DUMMY + gear]))]
    for seat in range(known.seats):
        on += [[p, int(seat)] for p in _bits(int(v[at.SEAT + seat * at.STRIDE + at.ON + gear]))]
    price = int(known.price(gear)) if v[at.PHASE] == at.PLAY else -1
    return {"id": at.GEAR_IDS[gear], "teeth": int(at.TEETH[gear]), "on": sorted(on), "price": _or_none(price)}


def _player(known: Views, seat: int) -> dict[str, Any]:
    v = known.v
    b = int(at.SEAT + seat * at.STRIDE)
    tables = known.tables
    over = v[at.PHASE] == at.OVER
    due = int(known.due(seat))
    return {
        **{name: int(v[b + at.CORN + m]) for m, name in enumerate(at.MATERIALS)},
        "score": int(known.quarter_points(seat) // 4) if over else int(v[b + at.SCORE]),
        "hand": int(v[b + at.HAND]),
        "workers": int(v[b + at.WORKERS]),
        "temples": [int(v[b + at.STEP + t]) for t in range(3)],
        "levels": [int(v[b + at.LEVEL + t]) for t in range(4)],
        "corn_tiles": int(v[b + at.CORN_TILES]),
        "wood_tiles": int(v[b + at.WOOD_TILES]),
        "buildings": [tables.building_ids[i] for i in _bits(int(v[b + at.BUILT]))],
        "monuments": [
            {"id": tables.monument_ids[i], "points": int(known.monument_points(seat, i))}
            for i in _bits(int(v[b + at.MONUMENTS]))
        ],
        "wealth": [tables.wealth_ids[i] for i in _bits(int(v[b + at.KEPT]))],
        "free": int(v[b + at.FREE]),
        "discount": int(v[b + at.DISCOUNT]),
        "light": bool(v[b + at.LIGHT]),
        "due": due,
        "short": max(0, due - int(v[b + at.CORN]) - (int(v[at.PILE]) if v[at.CLAIMED] == seat else 0)),
        "on_gears": int(known.on_gears(seat)),
    }


def _mine(known: Views, seat: int) -> dict[str, Any]:
    v = known.v
    b = int(at.SEAT + seat * at.STRIDE)
    if v[at.PHASE] != at.WEALTH:
        return {"dealt": [], "kept": None}
    dealt = [known.tables.wealth_ids[v[b + at.DEALT + k]] for k in range(4)]
    pair = int(v[b + at.CHOICE])
    return {"dealt": dealt, "kept": None if pair < 0 else [dealt[at.PAIR_A[pair]], dealt[at.PAIR_B[pair]]]}


def _frame(known: Views) -> dict[str, Any] | None:
    """The choice that is open now."""
    v = known.v
    if v[at.PHASE] != at.PLAY:
        return None
    frame = int(v[at.STACK + v[at.DEPTH] - 1])
    kind, a, b = frame & 31, frame >> 5 & 63, frame >> 11
    out: dict[str, Any] = {"kind": at.FRAMES[kind], "depth": int(v[at.DEPTH])}
    if kind == at.ACTION:
        out |= {"gear": a, "position": b}
    elif kind == at.HARVEST:
        out |= {"space": a + 2}
    elif kind == at.TRACK:
        out |= {"left": a, "paid": bool(b & 1), "optional": bool(b & 2)}
    elif kind == at.PAY or kind == at.TAKE:
        out |= {"n": a}
        below = int(v[at.STACK + v[at.DEPTH] - 2])
        if kind == at.PAY and below & 31 == at.ADVANCE:
            out |= {"track": below >> 5 & 63}
    elif kind == at.BUILD:
        flags = {"with_corn": at.WITH_CORN, "second": at.SECOND, "wide": at.WIDE, "optional": at.OPTIONAL}
        out |= {name: a & int(flag) != 0 for name, flag in flags.items()}
    elif kind == at.SAVE:
        out |= {"tile": known.tables.building_ids[v[at.ROW + a]], "slot": a}
    elif kind == at.TEMPLE:
        out |= {"left": b, "not": _bits(a)}
    elif kind == at.ANY:
        out |= {"optional": bool(a), "corn": b}
    return out


def _prompt(view: dict[str, Any], asked: dict[str, Any] | None) -> dict[str, Any]:
    """What the game asks of this seat now."""
    if view["phase"] == "over":
        return {"kind": "over"}
    if view["seat"] not in view["actors"]:
        return {"kind": "wait", "for": view["actors"]}
    return asked or {"kind": "wealth"}


# ---------------------------------------------------------------- what a legal move means here


def _offer(known: Views, seat: int, move: int) -> dict[str, Any]:
    name, k = family(move)
    out: dict[str, Any] = {"move": move, "kind": name}
    if name in ("place", "claim", "pick", "act", "nothing", "copy"):
        return out | _worker_offer(known, seat, name, move, k)
    if name in ("keep", "raise", "raise-plain", "raise-monument"):
        return out | _tile_offer(known, seat, name, k)
    if name in ("climb", "descend", "beg", "advance"):
        return out | _step_offer(known, seat, name, k)
    if name in ("sell", "buy"):
        return out | {"material": at.RESOURCES[k], "corn": int(known.tables.block_value[k])}
    if name == "save":
        return out | {"material": at.RESOURCES[k]}
    if name == "blocks":
        return out | {"blocks": blocks_of(move)}
    if name == "harvest":
        return out | _harvest_offer(known, seat, move, k)
    if name == "days":
        return out | {"days": k + 1}
    return out


def _worker_offer(known: Views, seat: int, name: str, move: int, k: int) -> dict[str, Any]:
    v = known.v
    if name in ("place", "claim"):
        gear = move - int(at.PLACE)
        price, corn = int(known.price(gear)), int(v[at.SEAT + seat * at.STRIDE + at.CORN])
        out: dict[str, Any] = {"corn": min(price, corn), "mercy": price > corn}
        if name == "claim":
            return out | {"pile": int(v[at.PILE])}
        taken = int(v[at.TAKEN + gear])
        return out | {"gear": gear, "position": next(p for p in range(16) if not taken >> p & 1)}
    if name == "pick":
        gear, position = worker_of(move)
        there = {"gear": gear, "position": position}
        if not 0 < position <= at.ACTIONS[gear]:
            return there
        able = known.doable(gear, position, v[at.SEAT + seat * at.STRIDE + at.CORN])
        return there | {"able": able} | _yield(known, gear, position)
    frame = int(v[at.STACK + v[at.DEPTH] - 1])
    if name == "copy":
        gear, action = k // 5, k % 5 + 1
        return {"gear": gear, "action": action, "corn": frame >> 11} | _yield(known, gear, action)
    gear = frame >> 5 & 63
    if name == "nothing":
        return {"gear": gear, "action": 0, "corn": 0}
    fee = int(known.fee(gear, frame >> 11, k + 1))
    return {"gear": gear, "action": k + 1, "corn": fee} | _yield(known, gear, k + 1)


def _yield(known: Views, gear: int, action: int) -> dict[str, Any]:
    """What a space brings now to the seat on the move, with its technologies and with what is left."""
    code, pc = known.tables.code, int(known.tables.space[gear * 11 + action])
    if code[pc] == at.REAP:
        group = int(code[pc + 1])
        return {"goods": _reaped(known, group), "burns": _burns(known, group)}
    found: dict[str, int] = {}
    while code[pc] != at.STOP:
        op, n, m = code[pc], int(code[pc + 1]), int(code[pc + 2])
        if op == at.OFFER_SKULL:  # points follow, then the step in a temple
            return {"lost": not known.climbs(code[pc + 8])}
        if op == at.FISH:
            found["corn"] = n + (1 if known.v[known.own() + at.LEVEL + at.AGRICULTURE] >= 2 else 0)
        elif op == at.RECRUIT:
            found["worker"] = min(n, int(at.MAX_WORKERS - known.v[known.own() + at.WORKERS]))
        elif op == at.GAIN or op == at.MINE:
            n += int(known.mining_bonus(known.own(), m)) if op == at.MINE else 0
            found[at.MATERIALS[m]] = min(n, int(known.v[at.RESERVE])) if m == at.SKULL else n
        else:
            return {}
        pc += 3
    return {"goods": found}


def _reaped(known: Views, group: int) -> dict[str, int]:
    """The corn and the wood that a harvest can bring now: one of them."""
    v, b = known.v, known.own()
    found = {}
    level = int(v[b + at.LEVEL + at.AGRICULTURE])
    wood = int(v[at.JUNGLE + 2 * group])
    if v[at.JUNGLE + 2 * group + 1] > 0 or level >= 2 or (wood > 0 and known.can_descend()):
        found["corn"] = int(known.tables.reaped_corn[group]) + (0, 1, 1, 3)[level]
    if wood > 0:
        found["wood"] = int(known.tables.reaped_wood[group]) + (1 if v[b + at.LEVEL + at.EXTRACTION] >= 1 else 0)
    return found


def _burns(known: Views, group: int) -> bool:
    """Whether corn can be had there only by burning the wood that lies on it."""
    open_corn = known.v[at.JUNGLE + 2 * group + 1] > 0 or known.v[known.own() + at.LEVEL + at.AGRICULTURE] >= 2
    return bool(not open_corn and known.v[at.JUNGLE + 2 * group] > 0 and known.can_descend())


def _tile_offer(known: Views, seat: int, name: str, k: int) -> dict[str, Any]:
    v = known.v
    tables = known.tables
    if name == "keep":
        b = int(at.SEAT + seat * at.STRIDE)
        pair = (v[b + at.DEALT + at.PAIR_A[k]], v[b + at.DEALT + at.PAIR_B[k]])
        return {"tiles": [tables.wealth_ids[tile] for tile in pair]}
    if name == "raise-monument":
        monument = tables.monument_ids[v[at.MONUMENT_ROW + k]]
        return {"slot": k, "tile": monument, "points": _points_if_built(known, seat, k)}
    frame = int(v[at.STACK + v[at.DEPTH] - 1])
    plain = int(at.NO_ARCHITECTURE) if name == "raise-plain" else 0
    tile = int(v[at.ROW + k])
    return {"slot": k, "tile": tables.building_ids[tile], **_price(known, tile, frame >> 5 & 63 | plain)}


def _price(known: Views, tile: int, flags: int) -> dict[str, Any]:
    """What a building costs the seat on the move now, and what its architecture adds."""
    tables, uses = known.tables, known.uses_architecture(flags)
    level = int(known.v[known.own() + at.LEVEL + at.ARCHITECTURE]) if uses else 0
    bonus = {name: n for name, n, needs in (("corn", 1, 1), ("points", 2, 2)) if level >= needs}
    full = level == at.MAX_LEVEL
    if flags & at.WITH_CORN:
        return {"cost": {"corn": 2 * int(tables.building_sum[tile] - (1 if full else 0))}, "bonus": bonus}
    cost = {block: int(tables.building_cost[3 * tile + r]) for r, block in enumerate(at.RESOURCES)}
    saved = known.savings(tile) if full else vec[i64]()
    if len(saved) == 1:
        cost[at.RESOURCES[saved[0]]] -= 1
    out = {"cost": {block: n for block, n in cost.items() if n}, "bonus": bonus}
    return out | {"saves": True} if len(saved) > 1 else out


def _step_offer(known: Views, seat: int, name: str, k: int) -> dict[str, Any]:
    v = known.v
    b = int(at.SEAT + seat * at.STRIDE)
    if name == "advance":
        level = int(v[b + at.LEVEL + k])
        return {"track": k, "level": level, "blocks": int(at.TRACK_COST[level])}
    step = int(v[b + at.STEP + k])
    if name == "climb":
        return {"temple": k, "step": step + 1, "lost": not known.climbs(k)}
    out: dict[str, Any] = {"temple": k, "step": step - 1}
    if name == "beg":
        out |= {"corn": int(known.tables.beg_to - v[b + at.CORN]), "up_to": int(known.tables.beg_to)}
    return out


def _harvest_offer(known: Views, seat: int, move: int, k: int) -> dict[str, Any]:
    b = int(at.SEAT + seat * at.STRIDE)
    after = known.copy()
    after.apply(seat, move)
    return {
        "take": at.HARVESTS[k],
        "corn": int(after.v[b + at.CORN] - known.v[b + at.CORN]),
        "wood": int(after.v[b + at.WOOD] - known.v[b + at.WOOD]),
    }


def _points_if_built(known: Views, seat: int, slot: int) -> int:
    after = known.copy()
    tile = int(after.v[at.MONUMENT_ROW + slot])
    after.build_monument(slot)
    return int(after.monument_points(seat, tile))
