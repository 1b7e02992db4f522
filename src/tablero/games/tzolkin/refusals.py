"""Why a move of Tzolk'in is not legal: the id of the rule in the guide. Asked only after a move was found illegal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.moves import family

if TYPE_CHECKING:
    from tablero.games.tzolkin.rules import Tzolkin

# What each open choice asks for, when the move belongs to another one.
ASKED = {
    "action": "in-hand",
    "harvest": "jungle",
    "anger": "anger",
    "track": "technologies",
    "pay": "payment",
    "build": "building",
    "save": "architecture",
    "temple": "temples",
    "take": "payment",
    "market": "market",
    "any": "other-gears",
    "offering": "theology",
    "days": "two-days",
}
ANSWERS = {
    "action": ("act", "nothing"),
    "harvest": ("harvest",),
    "anger": ("descend",),
    "track": ("advance", "done"),
    "pay": ("blocks",),
    "build": ("raise", "raise-plain", "raise-monument", "done"),
    "save": ("save",),
    "temple": ("climb",),
    "take": ("blocks",),
    "market": ("sell", "buy", "done"),
    "any": ("copy", "done"),
    "offering": ("blocks", "done"),
    "days": ("days",),
}
RULES = (
    "over",
    "turn",
    "notation",
    "wealth",
    "one-kind",
    "placing-cost",
    "gear-full",
    "hand",
    "starting-player",
    "begging",
    "anger",
    "mercy",
    "end-turn",
    "own-worker",
    "picking-up",
    "in-hand",
    "stepping-back",
    "skulls",
    "jungle",
    "burning",
    "agriculture",
    "technologies",
    "payment",
    "building",
    "monuments",
    "architecture",
    "temples",
    "market",
    "market-kind",
    "market-order",
    "other-gears",
    "theology",
    "two-days",
    "calendar",
)


def reason(state: Tzolkin, seat: int, move: int) -> str:
    v = state.v
    if v[at.PHASE] == at.WEALTH:
        return "wealth"
    frame = int(v[at.STACK + v[at.DEPTH] - 1])
    kind, a, b = frame & 31, frame >> 5 & 63, frame >> 11
    if kind == at.TURN:
        return _in_turn(state, seat, move)
    name, k = family(move)
    asked = at.FRAMES[kind]
    if name not in ANSWERS[asked]:
        return ASKED[asked]
    if kind == at.ACTION:
        return _why_not_act(state, seat, a, b, k + 1)
    if kind == at.HARVEST:
        if name == "harvest" and k == 1:
            return "agriculture"
        return "burning" if k == 3 and v[at.JUNGLE + 2 * a] > 0 else "jungle"
    if kind == at.BUILD:
        return _why_not_build(state, a, name, k)
    if kind == at.MARKET:
        return _why_not_trade(state, a, name, k)
    if kind == at.ANY and name == "copy":
        return _why_not_do(state, seat, k // 5, k % 5 + 1)
    return ASKED[asked]


def _in_turn(state: Tzolkin, seat: int, move: int) -> str:
    v = state.v
    b = int(at.SEAT + seat * at.STRIDE)
    mode = int(v[at.MODE])
    name, _ = family(move)
    if name == "end":
        return "end-turn"
    if name == "beg":
        return "anger" if mode == at.UNDECIDED and v[b + at.CORN] <= state.tables.beg_with else "begging"
    if name in ("place", "claim"):
        gear = move - int(at.PLACE)
        if mode == at.PICKING:
            return "one-kind"
        if mode == at.MERCY or _merciful(state, seat):
            return "mercy"
        if v[b + at.HAND] == 0:
            return "hand"
        if name == "claim":
            return "starting-player" if v[at.CLAIMED] != at.NONE else "placing-cost"
        return "gear-full" if ~v[at.TAKEN + gear] & at.NUMBERED[gear] == 0 else "placing-cost"
    if name == "pick":
        return "mercy" if mode == at.MERCY else "one-kind" if mode == at.PLACING else "own-worker"
    # Wealth, days and leaving a choice are not asked for now; all the rest is done by a worker that is picked up.
    if name == "days":
        return "calendar"
    return "turn" if name in ("keep", "done") else "picking-up"


def _merciful(state: Tzolkin, seat: int) -> bool:
    """Whether the gods let a worker in that cannot be paid for."""
    moves = state.moves(seat)
    return bool(moves) and all(
        at.PLACE <= move <= at.SPACE and state.price(move - at.PLACE) > state.v[at.SEAT + seat * at.STRIDE + at.CORN]
        for move in moves
    )


def _why_not_act(state: Tzolkin, seat: int, gear: int, position: int, action: int) -> str:
    if action > at.ACTIONS[gear]:
        return "in-hand"
    fee = int(state.fee(gear, position, action))
    if fee < 0:
        return "in-hand"
    if fee > state.v[at.SEAT + seat * at.STRIDE + at.CORN]:
        return "stepping-back"
    return _why_not_do(state, seat, gear, action)


def _why_not_do(state: Tzolkin, seat: int, gear: int, action: int) -> str:
    """Why the seat cannot meet what a space asks for."""
    if gear == at.CHICHEN:
        return "skulls"
    if gear == 0:
        return "jungle"
    if gear == 2:
        return "payment" if action == 5 else ("technologies" if action in (1, 3) else "building")
    return "building" if action == 4 else "payment"


def _why_not_trade(state: Tzolkin, traded: int, name: str, kind: int) -> str:
    if state.flags & at.SELL_FIRST:
        return "market-order" if name == "sell" and traded == 1 else "market"
    other = {"sell": kind, "buy": kind + 3}.get(name, 6)  # the bit of the same kind, traded the other way
    return "market-kind" if traded >> other & 1 else "market"


def _why_not_build(state: Tzolkin, flags: int, name: str, slot: int) -> str:
    v = state.v
    if name == "raise-monument":
        return "monuments"
    if name == "raise-plain" and v[at.ROW + slot] != at.NONE and not (flags & 4 and state.uses_architecture(flags)):
        return "architecture"
    return "building"
