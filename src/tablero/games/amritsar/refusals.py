"""Why a move is refused: the id of the rule in the guide that a person should read."""

from __future__ import annotations

from tablero.games.amritsar import layout as at
from tablero.games.amritsar.turns import Turns

# What a frame asks for: the moves from one number up to another.
ASKED = {
    int(at.CHOICE): (at.TAKE, at.DISCARD),
    int(at.EITHER): (at.TAKE, at.DISCARD),
    int(at.STUDY): (at.STEP, at.BUILD),
    int(at.PAYING): (at.PAY, at.DONATE_ON),
    int(at.PLACE_OBJECTIVE): (at.SPACE, at.PAY),
    int(at.PLACE_MAHOUT): (at.SPACE, at.PAY),
}
# What refuses every move but the legal ones.
ALWAYS = {
    int(at.SURPLUS): "storage",
    int(at.FOLLOWING): "follow",
    int(at.COMMAND): "follow",
    int(at.PICK_UP): "pick-up",
    int(at.SOW): "sow",
}


def reason(state: Turns, seat: int, move: int) -> str:
    """The rule that forbids a move which is not among the legal ones."""
    v = state.v
    kind = int(v[state.top()]) if v[at.DEPTH] > 0 else int(v[at.STAGE])
    if kind in ALWAYS:
        return ALWAYS[kind]
    if kind in ASKED:
        first, last = ASKED[kind]
        return "choice" if first <= move < last else "finish-action"
    if kind == at.CHOOSE_MAHOUT:
        return _no_mahout(state, seat, move) if at.USE <= move < at.EXCHANGE else "finish-action"
    if kind == at.SPARED:
        return "free-jump" if at.PICK <= move < at.DROP else "finish-action"
    if kind in (at.CHOOSE_OBJECTIVE, at.CHOOSE_SPACE):
        return "first-mahout" if kind == at.CHOOSE_SPACE and at.SPACE <= move < at.PAY else "set-up"
    if kind in (at.ELEPHANT, at.SECOND_WALK):
        return _no_walk(state, seat, move, kind)
    if kind == at.LANDING:
        return _no_landing(state, move)
    if kind == at.MARKET:
        return _no_deal(state, seat, move)
    if kind == at.UPGRADE:
        return _no_upgrade(state, seat, move)
    if kind == at.DONATE:
        return _no_donation(state, seat, move) if at.DONATE_ON <= move < at.FOLLOW else "finish-action"
    return _no_action(state, seat, move)


def _no_walk(state: Turns, seat: int, move: int, kind: int) -> str:
    v = state.v
    b = int(at.SEAT + seat * at.STRIDE)
    if kind == at.SECOND_WALK and v[at.WALKED]:
        return "second-walk"
    if v[b + at.AT] == at.NONE:
        return "first-turn"
    if not at.WALK <= move < at.PICK:
        return "elephant"
    if at.SPEND_TOKEN <= move < at.LEAP and v[b + at.TOKEN] != at.READY:
        return "token"
    if move >= at.LEAP and not v[b + at.LASTING] & at.LEAPER:
        return "leap"
    return "own-district" if (move - at.WALK) % at.DISTRICTS == v[b + at.AT] else "elephant-coins"


def _no_landing(state: Turns, move: int) -> str:
    if not at.LAND <= move < at.MAIN:
        return "sow"
    full = state.v[at.SECTION + (move - at.LAND) * at.GROUND + at.COLOURS] == at.SECTION_ROOM
    return "section-full" if full else "jump"


def _no_deal(state: Turns, seat: int, move: int) -> str:
    v = state.v
    b = int(at.SEAT + seat * at.STRIDE)
    if at.BUY <= move < at.SELL:
        return "market-lock" if v[b + at.SOLD] & at.BIT[move - at.BUY] else "market-buy"
    if at.SELL <= move < at.COIN_FIRST:
        return "market-lock" if v[b + at.BOUGHT] & at.BIT[move - at.SELL] else "market-sell"
    if move == at.COIN_FIRST:
        return "market-plain" if v[state.top() + 3] == 0 else "market-coin"
    return _exchange_or(move, "finish-action")


def _exchange_or(move: int, rule: str) -> str:
    return "exchange" if at.EXCHANGE <= move < at.BUY else rule


def _no_upgrade(state: Turns, seat: int, move: int) -> str:
    """Which of an upgrade's needs is missing: that this action allows it, a tile, a space, the price."""
    if move == at.SKIP:
        return "upgrade-due"
    if not at.BUILD <= move < at.SPACE:
        return _exchange_or(move, "finish-action")
    flags = int(state.v[state.top() + 2])
    kind = 0 if move < at.AIM else 1 if move < at.HIRE else 2
    b = int(at.SEAT + seat * at.STRIDE)
    if not flags & at.BIT[kind]:
        return "upgrade-kind"
    if kind == 0:
        there = bool(state.v[at.OFFER] & at.BIT[move - at.BUILD])
    elif kind == 1:
        there = not state.is_placed(b + at.PLACED, move - at.AIM)
    else:
        there = not state.is_placed(b + at.MAHOUTS, move - at.HIRE)
    if not there or not state.room_for(seat, kind):
        return "upgrade-taken"
    return "upgrade-price"


def _no_donation(state: Turns, seat: int, move: int) -> str:
    cell = int(move - at.DONATE_ON)
    district = int(state.v[at.SEAT + seat * at.STRIDE + at.AT])
    level, place = divmod(cell, int(at.WIDEST))
    if place >= state.tables.width[(state.players - 2) * at.LEVELS + level]:
        return "donate"
    filled = int(state.v[at.FILLED + district])
    if filled & at.BIT[cell]:
        return "donate-taken"
    return "donate-price" if filled & at.SUPPORTS[cell] == at.SUPPORTS[cell] else "donate-supports"


def _no_action(state: Turns, seat: int, move: int) -> str:
    """In the stage of actions."""
    v = state.v
    if at.MAIN <= move < at.ACTIVATE:
        return _no_tile(state, move)
    if at.ACTIVATE <= move < at.EXCHANGE:
        if v[at.ACT_DONE] & at.ELEPHANT_DONE:
            return "elephant-once"
        if v[at.SEAT + seat * at.STRIDE + at.AT] != v[at.ACT_DISTRICT]:
            return "elephant-here"
        return _no_mahout(state, seat, move) if move >= at.USE else "no-effect"
    if at.DONATE_ON <= move < at.FOLLOW:
        return "donating"
    if at.BUY <= move <= at.COIN_FIRST:
        return "trading"
    return "upgrading" if at.BUILD <= move < at.SPACE else _exchange_or(move, "actions")


def _no_mahout(state: Turns, seat: int, move: int) -> str:
    """A space without a mahout, or one that could do nothing now."""
    placed = state.v[at.SEAT + seat * at.STRIDE + at.MAHOUTS + move - at.USE] != at.NONE
    return "no-effect" if placed else "no-mahout"


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
