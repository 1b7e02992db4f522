"""Why a move is refused: the id of the rule in the guide that a person should read."""

from __future__ import annotations

from tablero.games.amritsar import layout as at
from tablero.games.amritsar.turns import Turns


def reason(state: Turns, seat: int, move: int) -> str:
    """The rule that forbids a move which is not among the legal ones."""
    v = state.v
    depth = int(v[at.DEPTH])
    kind = int(v[state.top()]) if depth > 0 else int(v[at.STAGE])
    b = int(at.SEAT + seat * at.STRIDE)
    if kind == at.SURPLUS:
        return "storage"
    if kind in (at.CHOICE, at.EITHER, at.CHOOSE_MAHOUT, at.STUDY, at.PAYING, at.PLACE_OBJECTIVE, at.PLACE_MAHOUT):
        return "finish-action" if not _belongs(kind, move) else "choice"
    if kind in (at.CHOOSE_OBJECTIVE, at.CHOOSE_SPACE):
        return "first-mahout" if kind == at.CHOOSE_SPACE and at.SPACE <= move < at.PAY else "set-up"
    if kind in (at.FOLLOWING, at.COMMAND):
        return "follow"
    if kind in (at.ELEPHANT, at.SECOND_WALK):
        return _no_walk(state, seat, move, kind)
    if kind == at.PICK_UP:
        return "pick-up"
    if kind == at.SOW:
        return "sow"
    if kind == at.LANDING:
        return "jump" if at.LAND <= move < at.MAIN else "sow"
    if kind == at.MARKET:
        return _no_deal(state, seat, move)
    if kind == at.UPGRADE:
        return "upgrade" if at.BUILD <= move < at.SPACE or move == at.SKIP else _exchange_or(move, "finish-action")
    if kind == at.DONATE:
        return "donate" if at.DONATE_ON <= move < at.FOLLOW else "finish-action"
    # What remains is the stage of actions.
    if at.MAIN <= move < at.ACTIVATE:
        return _no_tile(state, move)
    if at.ACTIVATE <= move < at.EXCHANGE:
        if v[at.ACT_DONE] & at.ELEPHANT_DONE:
            return "elephant-once"
        return "elephant-here" if v[b + at.AT] != v[at.ACT_DISTRICT] else "no-effect"
    return _exchange_or(move, "actions")


def _belongs(kind: int, move: int) -> bool:
    """Whether a move is of the family that a frame asks for."""
    first, last = {
        int(at.CHOICE): (at.TAKE, at.DISCARD),
        int(at.EITHER): (at.TAKE, at.DISCARD),
        int(at.CHOOSE_MAHOUT): (at.USE, at.EXCHANGE),
        int(at.STUDY): (at.STEP, at.BUILD),
        int(at.PAYING): (at.PAY, at.DONATE_ON),
        int(at.PLACE_OBJECTIVE): (at.SPACE, at.PAY),
        int(at.PLACE_MAHOUT): (at.SPACE, at.PAY),
    }[kind]
    return bool(first <= move < last)


def _exchange_or(move: int, rule: str) -> str:
    return "exchange" if at.EXCHANGE <= move < at.BUY else rule


def _no_walk(state: Turns, seat: int, move: int, kind: int) -> str:
    b = int(at.SEAT + seat * at.STRIDE)
    if kind == at.SECOND_WALK and state.v[at.WALKED]:
        return "second-walk"
    if state.v[b + at.AT] == at.NONE:
        return "first-turn"
    if at.WALK <= move < at.SPEND_TOKEN:
        return "elephant-coins"
    if at.SPEND_TOKEN <= move < at.LEAP:
        return "token"
    return "leap" if at.LEAP <= move < at.PICK else "elephant"


def _no_deal(state: Turns, seat: int, move: int) -> str:
    b = int(at.SEAT + seat * at.STRIDE)
    if at.BUY <= move < at.SELL:
        return "market-lock" if state.v[b + at.SOLD] & at.BIT[move - at.BUY] else "market-buy"
    if at.SELL <= move < at.COIN_FIRST:
        return "market-lock" if state.v[b + at.BOUGHT] & at.BIT[move - at.SELL] else "market-sell"
    return "market-coin" if move == at.COIN_FIRST else _exchange_or(move, "finish-action")


def _no_tile(state: Turns, move: int) -> str:
    v = state.v
    second = move >= at.SECOND
    slot = int((move - at.MAIN) % at.SLOTS_OF_A_DISTRICT)
    if v[at.ACT_DONE] & at.TILE_CLOSED:
        return "elephant-order"
    if v[at.ACT_TILE] not in (at.NONE, slot):
        return "one-tile"
    if v[at.ACT_DONE] & (at.SECOND_DONE if second else at.MAIN_DONE):
        return "action-once"
    if second and not state.colour_fits(v[at.TURN], state.tables.tile_colour[state.tile_here(slot)]):
        return "secondary"
    return "no-effect"
