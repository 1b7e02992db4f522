"""What each viewer sees of a position of Amritsar.

Who may see what is said here and nowhere else. Secret are the objectives alone: the four that a seat was dealt are
known to that seat; the others see only how many of them, of which type, lie on its board. When the game is over those
on the boards are laid open, for they score; those left in the hand stay secret for ever. All else is open to all,
spectators too: tiles, warehouses, coins, bridges and temples to come, the objective of the solo maharaja. Every move is
made in the open (`observed`), and no choice waits in secret (`reopen`). Luck falls in the set-up only.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.layout import NONE, SEAT, STAGE, STRIDE
from tablero.games.amritsar.moves import WORDS
from tablero.games.amritsar.turns import Turns

TYPES: Final = "ABCD"
TRIGGERS: Final = ("group", "donation", "upgrade", "market")


class Views(Turns):
    """Secrets: who has them, what an imagined position puts in their place, and what is shown."""

    def hides(self, viewer: i64, owner: i64) -> bool:
        """A seat's objectives are hidden from all others."""
        return viewer != owner

    def concealed(self, viewer: i64, kind: i64) -> i64:
        """The seats, as bits, whose objective of a type is hidden from a viewer: those on boards are open at the
        end."""
        v = self.v
        over: bool = v[STAGE] == at.OVER
        out: i64 = 0
        for s in range(self.seats):
            if self.hides(viewer, s) and not (over and self.is_placed(SEAT + s * STRIDE + at.PLACED, kind)):
                out |= at.BIT[s]
        return out

    def copy(self) -> Views:
        raise NotImplementedError

    def imagined(self, seat: i64, luck: Luck) -> Views:
        """The objectives hidden from this seat are dealt anew from those that it does not know."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        pile_size: i64 = len(self.tables.starred) // 4
        for kind in range(4):
            taken: i64 = 0
            hidden = self.concealed(seat, kind)
            for s in range(self.seats):
                if hidden & at.BIT[s] == 0:
                    taken |= at.BIT[self.v[SEAT + s * STRIDE + at.OBJECTIVES + kind] - kind * pile_size]
            for s in range(self.seats):
                if hidden & at.BIT[s] == 0:
                    continue
                k = luck.below(pile_size)
                while taken & at.BIT[k] != 0:
                    k = luck.below(pile_size)
                taken |= at.BIT[k]
                other.v[SEAT + s * STRIDE + at.OBJECTIVES + kind] = kind * pile_size + k
        return other

    def conceal(self, viewer: i64) -> None:
        """Forget every objective that is hidden from this viewer."""
        for kind in range(4):
            hidden = self.concealed(viewer, kind)
            for s in range(self.seats):
                if hidden & at.BIT[s] != 0:
                    self.v[SEAT + s * STRIDE + at.OBJECTIVES + kind] = NONE

    def shown_to(self, seat: int | None) -> dict[str, Any]:
        """Everything is read from a copy in which what is hidden from the viewer is forgotten: nothing can leak."""
        shown = self.copy()
        shown.conceal(NONE if seat is None else seat)
        return _view(shown, seat)


# ---------------------------------------------------------------- the parts of a view


def _view(state: Views, seat: int | None) -> dict[str, Any]:
    v = state.v
    names = state.tables.names
    over = v[STAGE] == at.OVER
    decade = min(int(v[at.DECADE]), int(at.DECADES) - 1)
    turn_of_decade = int(at.ROUNDS) if over else min(int(v[at.ROUND]), int(at.ROUNDS) - 1) + 1
    view = state.common_view(seat, at.KINDS[state.asking()], decade * int(at.ROUNDS) + turn_of_decade)
    view["decade"] = decade
    view["step"] = _step(state)
    view["turns"] = int(v[at.TURNS])
    view["first"] = int(v[at.FIRST])
    view["turn"] = int(v[at.TURN])
    view["maharaja"] = {"space": int(v[at.MAHARAJA]), "beside": [int(v[at.BESIDE + i]) for i in range(4)]}
    view["temple"] = _temple(state)
    view["bridge"] = [_bridge(state, d) for d in range(3)]
    view["districts"] = [_district(state, d) for d in range(4)]
    view["sections"] = [_section(state, s) for s in range(8)]
    view["hand"] = _hand(state)
    view["active"] = _active(state)
    view["market"] = _market(state)
    view["offer"] = [names["house"][w] for w in range(int(at.HOUSE_TILES)) if v[at.OFFER] & at.BIT[w]]
    view["box"] = state.tables.shown
    view["players"] = [_player(state, s) for s in range(int(state.seats))]
    view["solo"] = _solo(state) if state.seats == 1 else None
    view["offers"] = [_offer(state, seat, move) for move in view["moves"]] if seat is not None else []
    view["prompt"] = _prompt(state, seat)
    return view


def _step(state: Views) -> dict[str, Any] | None:
    """How far the turn or the set-up has come; a second elephant move is told as soon as it is sure to follow."""
    v = state.v
    stage = int(v[STAGE])
    if stage >= at.INCOME:
        return None
    if stage <= at.CHOOSE_SPACE or (stage == at.ELEPHANT and v[SEAT + v[at.TURN] * STRIDE + at.AT] == NONE):
        return {"trail": ["objective", "mahout", "elephant"], "at": stage}
    trail = ["elephant", "sow", "actions", "follow"]
    if stage == at.SECOND_WALK or state.walks_twice(v[at.TURN]):
        trail.insert(3, "elephant")
    places = {int(at.ELEPHANT): 0, int(at.ACTIONS): 2, int(at.SECOND_WALK): 3}
    return {"trail": trail, "at": len(trail) - 1 if stage >= at.FOLLOWING else places.get(stage, 1)}


def _temple(state: Views) -> dict[str, Any]:
    v = state.v
    return {
        "tiles": [state.tables.names["temple"][int(v[at.TEMPLE + d])] for d in range(3)],
        "values": [int(state.temple_value(d)) for d in range(4)],
        "built": int(v[at.DECADE]),
        "ahead": [[int(state.tables.temple[v[at.TEMPLE + d] * 4 + i]) for i in range(4)] for d in range(3)],
    }


def _bridge(state: Views, decade: int) -> dict[str, Any]:
    tile = int(state.v[at.BRIDGE + decade])
    trigger = TRIGGERS[state.tables.bridge_trigger[tile]]
    return {
        "id": state.tables.names["bridge"][tile],
        "trigger": trigger,
        "deed": state.tables.shown["bridges"][tile],
        "now": decade == state.v[at.DECADE],
        "past": decade < state.v[at.DECADE],
    }


def _district(state: Views, district: int) -> dict[str, Any]:
    v = state.v
    tables = state.tables
    tiles = []
    for slot in range(3):
        tile = int(v[at.TILE + 3 * district + slot])
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
            owner = int(v[at.CELL + district * at.CELLS + cell])
            points = int(state.cell_value(district, cell))
            cells.append({"cell": cell, "owner": None if owner < 0 else state.named(owner), "points": points})
        levels.append(cells)
    return {
        "tiles": tiles,
        "levels": levels,
        "counts": [int(v[SEAT + s * STRIDE + at.IN_DISTRICT + district]) for s in range(state.players)],
        "value": int(state.temple_value(district)),
    }


def _section(state: Views, section: int) -> dict[str, Any]:
    spot = int(at.SECTION + section * at.GROUND)
    workers = [colour for colour in range(4) for _ in range(int(state.v[spot + colour]))]
    return {"workers": workers, "coins": int(state.v[at.LYING + section])}


def _hand(state: Views) -> dict[str, Any] | None:
    v = state.v
    if v[at.HELD] == 0:
        return None
    workers = [colour for colour in range(4) for _ in range(int(v[at.HAND + colour]))]
    return {"workers": workers, "origin": int(v[at.ORIGIN]), "next": int(state.next_open(v[at.SOW_AT]))}


def _active(state: Views) -> dict[str, Any] | None:
    v = state.v
    if v[at.ACT_DISTRICT] == NONE or not at.ACTIONS <= v[STAGE] <= at.FOLLOWING:
        return None
    done = int(v[at.ACT_DONE])
    return {
        "district": int(v[at.ACT_DISTRICT]),
        "colour": int(v[at.ACT_COLOUR]),
        "tile": None if v[at.ACT_TILE] == NONE else int(v[at.ACT_TILE]),
        "main": bool(done & at.MAIN_DONE),
        "second": bool(done & at.SECOND_DONE),
        "elephant": bool(done & at.ELEPHANT_DONE),
    }


def _market(state: Views) -> dict[str, Any]:
    tables = state.tables
    rows = int(tables.rows)
    return {
        "stock": [int(state.v[at.STOCK + r]) for r in range(3)],
        "prices": [int(tables.price[i]) for i in range(rows)],
        "points": [[int(tables.sale_points[3 * i + r]) for r in range(3)] for i in range(rows)],
        "buy": [int(state.buy_price(r)) for r in range(3)],
        "sell": [int(state.sell_price(r)) for r in range(3)],
    }


def _player(state: Views, seat: int) -> dict[str, Any]:
    v = state.v
    b = int(SEAT + seat * STRIDE)
    names = state.tables.names
    houses = []
    for i in range(3):
        house = int(v[b + at.HOUSES + i])
        if house >= 0:
            flips = bool(state.tables.house_lasting[house] & at.LEAPER) and not v[b + at.LASTING] & at.LEAPER
            slots = state.tables.house_flipped[house] if flips else state.tables.house_slots[house]
            houses.append({"id": names["house"][house], "slots": int(slots), "flipped": flips})
    objectives = []
    for kind in range(4):
        known = int(v[b + at.OBJECTIVES + kind])
        space = next((i for i in range(4) if v[b + at.PLACED + i] == kind), None)
        objectives.append(
            {
                "type": TYPES[kind],
                "space": space,
                "id": None if known < 0 else names["objective"][known],
                "points": None if known < 0 else int(state.objective_points(seat, known)),
            }
        )
    mahouts = [int(v[b + at.MAHOUTS + c]) for c in range(4)]
    return {
        "score": int(v[b + at.SCORE]),
        "total": int(state.total(seat)),
        "coins": int(v[b + at.COIN]),
        "resources": [int(v[b + at.RES + r]) for r in range(3)],
        "room": int(v[b + at.ROOM]),
        "tax": int(v[b + at.TAX]),
        "due": int(state.tax_due(seat)),
        "load": int(v[b + at.LOAD]),
        "stall": int(v[b + at.STALL]),
        "at": None if v[b + at.AT] == NONE else int(v[b + at.AT]),
        "tracks": [int(v[b + at.TRACK + t]) for t in range(3)],
        "token": ("locked", "ready", "spent")[v[b + at.TOKEN]],
        "mahouts": [None if tile < 0 else names["mahout"][tile] for tile in mahouts],
        "objectives": objectives,
        "houses": houses,
        "given": int(v[b + at.GIVEN]),
        "bought": [bool(v[b + at.BOUGHT] & at.BIT[r]) for r in range(3)],
        "sold": [bool(v[b + at.SOLD] & at.BIT[r]) for r in range(3)],
        "ledger": {name: int(v[b + at.LEDGER + i]) for i, name in enumerate(at.SOURCES)},
    }


def _solo(state: Views) -> dict[str, Any]:
    v = state.v
    b = int(SEAT + at.MAHARAJA_SEAT * STRIDE)
    return {
        "score": int(v[b + at.SCORE]),
        "total": int(state.total(at.MAHARAJA_SEAT)),
        "load": int(v[b + at.LOAD]),
        "board": int(v[b + at.STALL]),
        "at": int(v[b + at.AT]),
        "store": [int(v[b + at.RES + r]) for r in range(3)],
        "quarry": [int(v[at.QUARRY + r]) for r in range(3)],
        "track": int(v[at.BOT_TRACK]),
        "end": int(state.tables.bot_end),
        "given": int(v[b + at.GIVEN]),
        "objective": state.tables.names["objective"][int(v[at.BOT_OBJECTIVE])],
        "ledger": {name: int(v[b + at.LEDGER + i]) for i, name in enumerate(at.SOURCES)},
    }


# ---------------------------------------------------------------- offers and prompt


def route_of(state: Views, section: int, workers: list[int]) -> list[int]:
    """Where a group from a section comes down, worker by worker, without jumps."""
    copy = state.copy()
    assert isinstance(copy, Views)
    spot = int(at.SECTION + section * at.GROUND)
    if state.v[at.HELD] == 0:
        for i in range(int(at.GROUND)):
            copy.v[spot + i] = 0
    here = section if state.v[at.HELD] == 0 else int(state.v[at.SOW_AT])
    out = []
    for colour in workers:
        here = int(copy.next_open(here))
        copy.put_worker(here, colour)
        out.append(here)
    return out


def _offer(state: Views, seat: int, move: int) -> dict[str, Any]:
    """A legal move with what a person wants to know before choosing it."""
    v = state.v
    out: dict[str, Any] = {"move": move, "words": WORDS[move]}
    if at.WALK <= move < at.SPEND_TOKEN:
        first = v[SEAT + seat * STRIDE + at.AT] == NONE
        out["coins"] = 0 if first else int(state.steps_to(seat, move - at.WALK)) - 1
        out["points"] = -int(state.walk_penalty(seat, move - at.WALK))
    elif at.PICK <= move < at.DROP and state.asking() != at.SPARED:
        section = move - int(at.PICK)
        workers = _section(state, section)["workers"]
        out["workers"] = workers
        out["route"] = route_of(state, section, workers)
        out["coins"] = int(v[at.LYING + section])
    elif at.DROP <= move < at.LAND:
        rest = list(_hand_workers(state))
        rest.remove(move - int(at.DROP))
        out["workers"] = [move - int(at.DROP), *rest]
        out["route"] = route_of(state, int(v[at.ORIGIN]), out["workers"])
    elif at.LAND <= move < at.MAIN:
        out["coins"] = _jump_coins(state, seat, move - int(at.LAND))
        out["found"] = int(v[at.LYING + move - at.LAND])
        out["workers"] = list(_hand_workers(state))
    elif at.BUY <= move < at.SELL:
        out["coins"] = int(state.price_now(seat, move - at.BUY, v[state.top() + 2]))
    elif at.SELL <= move < at.COIN_FIRST:
        out["coins"] = int(state.sell_price(move - at.SELL))
        out["points"] = int(state.sell_points(move - at.SELL))
    elif at.DONATE_ON <= move < at.FOLLOW:
        cell = move - int(at.DONATE_ON)
        district = int(v[SEAT + seat * STRIDE + at.AT])
        out["points"] = int(state.cell_value(district, cell)) + _own_supports(state, seat, district, cell)
    elif at.BUILD <= move < at.SPACE:
        out["tax"] = _upgrade_tax(state, move)
    elif at.TAKE <= move < at.DISCARD:
        out["amount"] = 1
        if state.asking() == at.EITHER:
            row = int(v[state.top() + 2] * at.ROW)
            out["amount"] = int(state.tables.effects[row + at.E_MARBLE + move - at.TAKE])
    return out


def _upgrade_tax(state: Views, move: int) -> int:
    """By how much an upgrade raises the tax."""
    if move < at.AIM:
        return int(state.tables.house_tax[move - at.BUILD])
    return int(state.tables.objective_tax if move < at.HIRE else state.tables.mahout_tax[move - at.HIRE])


def _hand_workers(state: Views) -> list[int]:
    return [colour for colour in range(4) for _ in range(int(state.v[at.HAND + colour]))]


def _jump_coins(state: Views, seat: int, target: int) -> int:
    section = int(state.next_open(state.v[at.SOW_AT]))
    coins = -1 if state.v[SEAT + seat * STRIDE + at.LASTING] & at.FREE_JUMP else 0
    while section != target:
        coins += 1
        section = int(state.next_open(section))
    return max(coins, 0)


def _own_supports(state: Views, seat: int, district: int, cell: int) -> int:
    if cell < at.WIDEST:
        return 0
    spot = int(at.CELL + district * at.CELLS + cell - at.WIDEST)
    return sum(int(state.v[spot + k]) == seat for k in range(2))


def _prompt(state: Views, seat: int | None) -> dict[str, Any]:
    """What the game asks of this seat now."""
    v = state.v
    if v[STAGE] == at.OVER:
        return {"kind": "over"}
    if seat is None or not state.owes(seat):
        return {"kind": "wait", "for": list(state.actors())}
    kind = int(state.asking())
    out: dict[str, Any] = {"kind": at.KINDS[kind]}
    b = int(SEAT + seat * STRIDE)
    if kind == at.ELEPHANT and v[b + at.AT] == NONE:
        out["kind"] = "place"
    elif kind == at.SECOND_WALK and v[at.WALKED] == 1:
        out["kind"] = "end"
    elif kind in (at.FOLLOWING, at.COMMAND):
        tile = int(v[b + at.MAHOUTS + state.followed_colour()])
        out["colour"] = int(state.followed_colour())
        out["mahout"] = state.tables.names["mahout"][tile]
        out["deed"] = state.mahout_deed(tile)
        out["whom"] = int(v[at.TURN]) if kind == at.FOLLOWING else -1
    elif kind == at.CHOICE:
        out["left"] = int(v[state.top() + 2])
    elif kind == at.SURPLUS:
        out["left"] = int(state.stored(seat) - v[b + at.ROOM])
    elif kind == at.UPGRADE:
        out["free"] = bool(v[state.top() + 2] & at.FREE)
        out["kinds"] = [kind for kind in range(3) if v[state.top() + 2] & at.BIT[kind]]
    elif kind == at.PLACE_OBJECTIVE:
        out["what"] = TYPES[v[state.top() + 2]]
    elif kind == at.PLACE_MAHOUT:
        out["what"] = state.tables.names["mahout"][int(v[state.top() + 2])]
        out["deed"] = state.mahout_deed(v[state.top() + 2])
    elif kind == at.ACTIONS:
        out["colour"] = int(v[at.ACT_COLOUR])
        out["district"] = int(v[at.ACT_DISTRICT])
        out["more"] = len(state.moves(seat)) > 1
    elif kind == at.DONATE:
        out["district"] = int(v[b + at.AT])
    elif kind in (at.SOW, at.LANDING, at.SPARED):
        out["next"] = int(state.next_open(v[at.SOW_AT]))
        out["left"] = int(v[at.HELD])
    return out
