"""Why a move is refused: the id of the rule in the guide that a person should read."""

from __future__ import annotations

from tablero.games.amritsar.course import Course
from tablero.games.amritsar.layout import (
    ACT_DISTRICT,
    ACT_DONE,
    ACT_TILE,
    ACTIVATE,
    AT,
    BIT,
    BOUGHT,
    BUILD,
    BUY,
    CHOICE,
    CHOOSE_MAHOUT,
    CHOOSE_OBJECTIVE,
    CHOOSE_SPACE,
    COIN_FIRST,
    COMMAND,
    DEPTH,
    DISCARD,
    DONATE,
    DONATE_ON,
    EITHER,
    ELEPHANT,
    ELEPHANT_DONE,
    EXCHANGE,
    FOLLOW,
    FOLLOWING,
    LAND,
    LANDING,
    LEAP,
    MAIN,
    MAIN_DONE,
    MARKET,
    NONE,
    PAY,
    PAYING,
    PICK,
    PICK_UP,
    PLACE_MAHOUT,
    PLACE_OBJECTIVE,
    SEAT,
    SECOND,
    SECOND_DONE,
    SECOND_WALK,
    SELL,
    SKIP,
    SLOTS_OF_A_DISTRICT,
    SOLD,
    SOW,
    SPACE,
    SPEND_TOKEN,
    STAGE,
    STEP,
    STRIDE,
    STUDY,
    SURPLUS,
    TAKE,
    TILE_CLOSED,
    TURN,
    UPGRADE,
    USE,
    WALK,
    WALKED,
)  # fmt: skip


def reason(state: Course, seat: int, move: int) -> str:
    """The rule that forbids a move which is not among the legal ones."""
    v = state.v
    depth = int(v[DEPTH])
    kind = int(v[state.top()]) if depth > 0 else int(v[STAGE])
    b = int(SEAT + seat * STRIDE)
    if kind == SURPLUS:
        return "storage"
    if kind in (CHOICE, EITHER, CHOOSE_MAHOUT, STUDY, PAYING, PLACE_OBJECTIVE, PLACE_MAHOUT):
        return "finish-action" if not _belongs(kind, move) else "choice"
    if kind in (CHOOSE_OBJECTIVE, CHOOSE_SPACE):
        return "first-mahout" if kind == CHOOSE_SPACE and SPACE <= move < PAY else "set-up"
    if kind in (FOLLOWING, COMMAND):
        return "follow"
    if kind in (ELEPHANT, SECOND_WALK):
        return _no_walk(state, seat, move, kind)
    if kind == PICK_UP:
        return "pick-up"
    if kind == SOW:
        return "sow"
    if kind == LANDING:
        return "jump" if LAND <= move < MAIN else "sow"
    if kind == MARKET:
        return _no_deal(state, seat, move)
    if kind == UPGRADE:
        return "upgrade" if BUILD <= move < SPACE or move == SKIP else _exchange_or(move, "finish-action")
    if kind == DONATE:
        return "donate" if DONATE_ON <= move < FOLLOW else "finish-action"
    # What remains is the stage of actions.
    if MAIN <= move < ACTIVATE:
        return _no_tile(state, move)
    if ACTIVATE <= move < EXCHANGE:
        if v[ACT_DONE] & ELEPHANT_DONE:
            return "elephant-once"
        return "elephant-here" if v[b + AT] != v[ACT_DISTRICT] else "no-effect"
    return _exchange_or(move, "actions")


def _belongs(kind: int, move: int) -> bool:
    """Whether a move is of the family that a frame asks for."""
    first, last = {
        int(CHOICE): (TAKE, DISCARD),
        int(EITHER): (TAKE, DISCARD),
        int(CHOOSE_MAHOUT): (USE, EXCHANGE),
        int(STUDY): (STEP, BUILD),
        int(PAYING): (PAY, DONATE_ON),
        int(PLACE_OBJECTIVE): (SPACE, PAY),
        int(PLACE_MAHOUT): (SPACE, PAY),
    }[kind]
    return bool(first <= move < last)


def _exchange_or(move: int, rule: str) -> str:
    return "exchange" if EXCHANGE <= move < BUY else rule


def _no_walk(state: Course, seat: int, move: int, kind: int) -> str:
    b = int(SEAT + seat * STRIDE)
    if kind == SECOND_WALK and state.v[WALKED]:
        return "second-walk"
    if state.v[b + AT] == NONE:
        return "first-turn"
    if WALK <= move < SPEND_TOKEN:
        return "elephant-coins"
    if SPEND_TOKEN <= move < LEAP:
        return "token"
    return "leap" if LEAP <= move < PICK else "elephant"


def _no_deal(state: Course, seat: int, move: int) -> str:
    b = int(SEAT + seat * STRIDE)
    if BUY <= move < SELL:
        return "market-lock" if state.v[b + SOLD] & BIT[move - BUY] else "market-buy"
    if SELL <= move < COIN_FIRST:
        return "market-lock" if state.v[b + BOUGHT] & BIT[move - SELL] else "market-sell"
    return "market-coin" if move == COIN_FIRST else _exchange_or(move, "finish-action")


def _no_tile(state: Course, move: int) -> str:
    v = state.v
    second = move >= SECOND
    slot = int((move - MAIN) % SLOTS_OF_A_DISTRICT)
    if v[ACT_DONE] & TILE_CLOSED:
        return "elephant-order"
    if v[ACT_TILE] not in (NONE, slot):
        return "one-tile"
    if v[ACT_DONE] & (SECOND_DONE if second else MAIN_DONE):
        return "action-once"
    if second and not state.colour_fits(v[TURN], state.tables.tile_colour[state.tile_here(slot)]):
        return "secondary"
    return "no-effect"
