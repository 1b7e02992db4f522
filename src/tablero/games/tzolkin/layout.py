"""Tzolk'in: where things are in the flat state, the space of moves and the words of programs, as constants.

A gear is a set of positions kept as bits, one set for each seat and one for the unassigned workers, so a day is a
shift. A turn's nested choices are a stack of frames, each one int. Effects of spaces, buildings, wealth tiles and
technologies are programs: runs of three ints (what, how much, of what) in one table, read by `Effects.run`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

# ---------------------------------------------------------------- counts and names

NONE: Final[i64] = -1
RESOURCES: Final = ("wood", "stone", "gold")
MATERIALS: Final = ("corn", "wood", "stone", "gold", "skull")
TEMPLES: Final = ("brown", "yellow", "green")
TRACKS: Final = ("agriculture", "extraction", "architecture", "theology")
GEAR_IDS: Final = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")
CATEGORIES: Final = ("farm", "public", "tomb", "shrine")
PHASES: Final = ("wealth", "play", "over")
GEARS: Final[i64] = 5
PALENQUE: Final[i64] = 0
YAXCHILAN: Final[i64] = 1
TIKAL: Final[i64] = 2
UXMAL: Final[i64] = 3
CHICHEN: Final[i64] = 4
AGRICULTURE: Final[i64] = 0
EXTRACTION: Final[i64] = 1
ARCHITECTURE: Final[i64] = 2
THEOLOGY: Final[i64] = 3
SLOTS: Final[i64] = 6  # places in the building row and, at most, in the monument row
GROUPS: Final[i64] = 4  # of jungle fields, one for each Palenque space from 2 to 5
MAX_LEVEL: Final[i64] = 3
MAX_WORKERS: Final[i64] = 6

# ---------------------------------------------------------------- phases and frames

WEALTH: Final[i64] = 0
PLAY: Final[i64] = 1
OVER: Final[i64] = 2

# A frame is kind + 32 * a + 2048 * b. Below RUN a seat has to decide.
TURN: Final[i64] = 0
ACTION: Final[i64] = 1  # a: gear, b: position of the worker in the hand
HARVEST: Final[i64] = 2  # a: jungle group
ANGER: Final[i64] = 3
TRACK: Final[i64] = 4  # a: advances left, b: 1 paid + 2 optional
PAY: Final[i64] = 5  # a: how many blocks
BUILD: Final[i64] = 6  # a: the flags below
SAVE: Final[i64] = 7  # a: slot, b: flags
TEMPLE: Final[i64] = 8  # a: temples not to be chosen, as bits, b: steps left
TAKE: Final[i64] = 9  # a: how many blocks
MARKET: Final[i64] = 10  # a: kinds of blocks bought as bits, and kinds sold from bit 3 on; rules 1: 1 after a purchase
ANY: Final[i64] = 11  # a: 1 optional
OFFERING: Final[i64] = 12
DAYS: Final[i64] = 13
RUN: Final[i64] = 14  # b: where in the program
ADVANCE: Final[i64] = 15  # a: track
GIVE: Final[i64] = 16  # a: seat whose wealth tiles take effect
ROUND: Final[i64] = 17
FRAMES: Final = (
    "turn",
    "action",
    "harvest",
    "anger",
    "track",
    "pay",
    "build",
    "save",
    "temple",
    "take",
    "market",
    "any",
    "offering",
    "days",
    "run",
    "advance",
    "give",
    "round",
)

# Flags of a BUILD frame.
WITH_CORN: Final[i64] = 1
SECOND: Final[i64] = 2  # the second building of one worker
WIDE: Final[i64] = 4  # two buildings, or a monument
OPTIONAL: Final[i64] = 8
NO_ARCHITECTURE: Final[i64] = 16

# What the turn has been used for.
UNDECIDED: Final[i64] = 0
PLACING: Final[i64] = 1
PICKING: Final[i64] = 2
MERCY: Final[i64] = 3  # the gods let one worker in; nothing else may be done

# ---------------------------------------------------------------- moves

KEEP: Final[i64] = 0  # 6 pairs of four tiles
BEG: Final[i64] = 6  # and the temple to go down in
PLACE: Final[i64] = 9  # 5 gears, then the starting-player space
SPACE: Final[i64] = 14
PICK: Final[i64] = 15  # 4 gears of 8 positions, then 11
NOTHING: Final[i64] = 58
ACT: Final[i64] = 58  # ACT + a is action a, from 1 to 9
CORN_TILE: Final[i64] = 68
CORN_ONLY: Final[i64] = 69  # agriculture 2: corn without a tile
WOOD_TILE: Final[i64] = 70
BURN: Final[i64] = 71
DESCEND: Final[i64] = 72
CLIMB: Final[i64] = 75
ADVANCE_ON: Final[i64] = 78
MIX: Final[i64] = 82  # 19 mixes of one to three blocks
RAISE: Final[i64] = 101  # a building, with architecture where it applies
RAISE_PLAIN: Final[i64] = 107  # the first of two buildings, keeping architecture for the second
RAISE_MONUMENT: Final[i64] = 113
SAVING: Final[i64] = 119  # the block that architecture 3 saves
SELL: Final[i64] = 122
BUY: Final[i64] = 125
COPY: Final[i64] = 128  # 4 gears of 5 actions
DONE: Final[i64] = 148
END: Final[i64] = 149
ONE_DAY: Final[i64] = 150
TWO_DAYS: Final[i64] = 151
MOVES: Final[i64] = 152

HARVESTS: Final = ("corn-tile", "corn", "wood-tile", "burn")  # the moves from CORN_TILE on

# ---------------------------------------------------------------- the flat state

ROW: Final[i64] = 0  # 6 buildings on offer
MONUMENT_ROW: Final[i64] = 6
JUNGLE: Final[i64] = 12  # for each group: fields under wood, fields with open corn
DUMMY: Final[i64] = 20  # unassigned workers on each gear, as bits
TAKEN: Final[i64] = 25  # all occupied positions of each gear
STACK: Final[i64] = 30  # 24 frames
DAY: Final[i64] = 54  # the round, counted by the calendar
FOOD: Final[i64] = 55  # food days behind us
AGE: Final[i64] = 56
FIRST: Final[i64] = 57  # who holds the starting-player marker
ACTIVE: Final[i64] = 58
MODE: Final[i64] = 59
PLACED: Final[i64] = 60
CLAIMED: Final[i64] = 61  # the seat on the starting-player space
PILE: Final[i64] = 62  # corn on the calendar
RESERVE: Final[i64] = 63  # skulls
OFFERED: Final[i64] = 64  # skull spaces filled at Chichen Itza, as bits
DECK: Final[i64] = 65  # two ages, as bits
UNSEEN: Final[i64] = 67  # wealth tiles neither dealt nor drawn for unassigned workers
DEPTH: Final[i64] = 68
PHASE: Final[i64] = 69
BOX: Final[i64] = 70  # skulls out of the game, an option
TURNS: Final[i64] = 71  # turns finished in this round
DRAWN: Final[i64] = 72  # wealth tiles drawn for unassigned workers
SEAT: Final[i64] = 73
STRIDE: Final[i64] = 34
SIZE: Final[i64] = 209
# Inside a seat's block.
CORN: Final[i64] = 0
WOOD: Final[i64] = 1
STONE: Final[i64] = 2
GOLD: Final[i64] = 3
SKULL: Final[i64] = 4
SCORE: Final[i64] = 5
HAND: Final[i64] = 6
WORKERS: Final[i64] = 7
STEP: Final[i64] = 8  # in each temple
LEVEL: Final[i64] = 11  # in each technology
ON: Final[i64] = 15  # positions on each gear, as bits
CORN_TILES: Final[i64] = 20
WOOD_TILES: Final[i64] = 21
BUILT: Final[i64] = 22
MONUMENTS: Final[i64] = 23
FREE: Final[i64] = 24  # workers that need no food
DISCOUNT: Final[i64] = 25  # corn saved for each other worker
LIGHT: Final[i64] = 26  # 1 while two days may be taken
KEPT: Final[i64] = 27  # wealth tiles
DEALT: Final[i64] = 28  # 4 places
CHOICE: Final[i64] = 32

# Options that change a rule, one bit each; zero is what the facts recommend.
NEGATIVE: Final[i64] = 1
WHOLE_POINTS: Final[i64] = 2
NO_LEAP_AT_END: Final[i64] = 4
DUMMIES_BLOCK: Final[i64] = 8
SKULL_LOST: Final[i64] = 16
PLAIN_TOMB: Final[i64] = 32
NO_NEEDLESS_BURN: Final[i64] = 64
NO_LOST_STEP: Final[i64] = 128
TEMPLES_APART: Final[i64] = 256
SELL_FIRST: Final[i64] = 512  # no option: the market of rules 1
FLAGS: Final = {
    "score_floor": NEGATIVE,
    "quarter_points": WHOLE_POINTS,
    "double_advance_round_26": NO_LEAP_AT_END,
    "double_advance_dummies": DUMMIES_BLOCK,
    "monument_skull": SKULL_LOST,
    "tomb_build_architecture": PLAIN_TOMB,
    "burn_with_open_corn": NO_NEEDLESS_BURN,
    "wasted_temple_choice": NO_LOST_STEP,
    "temple_points": TEMPLES_APART,
}

# ---------------------------------------------------------------- programs

STOP: Final[i64] = 0
GAIN: Final[i64] = 1  # n of a material
MINE: Final[i64] = 2  # the same, with the bonuses of extraction and theology
POINTS: Final[i64] = 3  # n, from this source
RISE: Final[i64] = 4  # n steps in a temple
RISE_ANY: Final[i64] = 5  # one step in each of n temples of choice
LEARN: Final[i64] = 6  # n steps on a track
LEARN_ANY: Final[i64] = 7
STUDY: Final[i64] = 8  # up to n paid advances
FISH: Final[i64] = 9
REAP: Final[i64] = 10  # jungle group n
RAISING: Final[i64] = 11  # build, with these flags
TRADE: Final[i64] = 12
RECRUIT: Final[i64] = 13
PAY_CORN: Final[i64] = 14
PAY_BLOCKS: Final[i64] = 15
CHOOSE_BLOCKS: Final[i64] = 16
OFFER_SKULL: Final[i64] = 17  # on space n
OFFER_MORE: Final[i64] = 18  # theology 2
COPYING: Final[i64] = 19  # any space of four gears; 1 optional
FEED: Final[i64] = 20  # n workers need no food
SPARE: Final[i64] = 21  # each worker needs n corn less

# Where points come from, as the journal tells it.
FROM_BUILDING: Final[i64] = 0
FROM_OFFERING: Final[i64] = 1
FROM_TECHNOLOGY: Final[i64] = 2
FROM_WEALTH: Final[i64] = 3
SOURCES: Final = ("building", "offering", "technology", "wealth")

# Ways in which a monument counts.
PER_CATEGORY: Final[i64] = 0
PER_CONSTRUCTION: Final[i64] = 1
PER_MONUMENT: Final[i64] = 2
PER_CORN_TILE: Final[i64] = 3
PER_WOOD_TILE: Final[i64] = 4
FULL_TRACKS: Final[i64] = 5
PER_LEVEL: Final[i64] = 6
BY_WORKERS: Final[i64] = 7
STEPS_AGAIN: Final[i64] = 8
BEST_TEMPLE: Final[i64] = 9
PER_OFFERED_SKULL: Final[i64] = 10
WAYS: Final = (
    "per_category",
    "per_construction",
    "per_monument_built_by_anyone",
    "per_corn_tile",
    "per_wood_tile",
    "technologies_at_level_3",
    "per_technology_level",
    "workers_in_play",
    "temple_step_vp_again",
    "best_temple_steps_above_start",
    "per_skull_on_chichen_itza_by_anyone",
)

# ---------------------------------------------------------------- tables

# `1 << c` is compiled wrongly for native c above 30, hence a table.
BIT: Final[vec[i64]] = vec[i64]([1 << c for c in range(40)])
# The index of a lone bit is WHICH[bit % 37]: 2 is a primitive root of 37.
WHICH: Final[vec[i64]] = vec[i64]([next((c for c in range(36) if (1 << c) % 37 == r), 0) for r in range(37)])
BLANK: Final[vec[i64]] = vec[i64]([0] * 209)
NUMBERED: Final[vec[i64]] = vec[i64]([255, 255, 255, 255, 2047])  # positions that have a number, by gear
TEETH: Final[vec[i64]] = vec[i64]([10, 10, 10, 10, 13])
WHOLE: Final[vec[i64]] = vec[i64]([1023, 1023, 1023, 1023, 8191])
ACTIONS: Final[vec[i64]] = vec[i64]([5, 5, 5, 5, 9])
FREE_CHOICE: Final[vec[i64]] = vec[i64]([6, 6, 6, 6, 10])  # from this position on any action is free
FIRST_PICK: Final[vec[i64]] = vec[i64]([15, 23, 31, 39, 47])
SURCHARGE: Final[vec[i64]] = vec[i64]([0, 1, 2, 3, 4, 5])
PAIR_A: Final[vec[i64]] = vec[i64]([0, 0, 0, 1, 1, 2])
PAIR_B: Final[vec[i64]] = vec[i64]([1, 2, 3, 2, 3, 3])
TRACK_COST: Final[vec[i64]] = vec[i64]([1, 2, 3, 1])  # by level; beyond the last only a bonus is bought


def _mixes() -> list[tuple[int, int, int]]:
    """All mixes of one, two and three blocks."""
    return [
        (wood, stone, total - wood - stone)
        for total in (1, 2, 3)
        for wood in range(total, -1, -1)
        for stone in range(total - wood, -1, -1)
    ]


MIX_WOOD: Final[vec[i64]] = vec[i64]([mix[0] for mix in _mixes()])
MIX_STONE: Final[vec[i64]] = vec[i64]([mix[1] for mix in _mixes()])
MIX_GOLD: Final[vec[i64]] = vec[i64]([mix[2] for mix in _mixes()])
MIX_FROM: Final[vec[i64]] = vec[i64]([0, 0, 3, 9, 19])  # mixes of k blocks are MIX_FROM[k] to MIX_FROM[k + 1]


def count(bits: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while bits != 0:
        bits &= bits - 1
        found += 1
    return found


# ---------------------------------------------------------------- what the facts say


class Tables:
    """The component data as the rules count with it; box.py fills it."""

    def __init__(self, read: Mapping[str, Any]) -> None:
        self.choices: dict[str, str] = read["choices"]  # the options that have changed the facts
        # programs, and where the one of a space (at gear * 11 + action), tile or bonus begins
        self.code: vec[i64] = vec[i64](read["code"])
        self.space: vec[i64] = vec[i64](read["space"])
        self.building: vec[i64] = vec[i64](read["building"])
        self.wealth: vec[i64] = vec[i64](read["wealth"])
        self.beyond: vec[i64] = vec[i64](read["beyond"])
        # spaces: what they ask for (corn, or blocks where they ask for blocks), and what a harvest brings
        self.space_asks: vec[i64] = vec[i64](read["space_asks"])
        self.fish: i64 = read["fish"]
        self.reaped_corn: vec[i64] = vec[i64](read["reaped_corn"])
        self.reaped_wood: vec[i64] = vec[i64](read["reaped_wood"])
        # buildings: the cost is at building * 3 + block
        self.building_ids: list[str] = read["building_ids"]
        self.building_cost: vec[i64] = vec[i64](read["building_cost"])
        self.building_sum: vec[i64] = vec[i64](read["building_sum"])
        self.building_category: vec[i64] = vec[i64](read["building_category"])
        self.category_bits: vec[i64] = vec[i64](read["category_bits"])
        self.age_1: i64 = read["age_1"]
        self.age_2: i64 = read["age_2"]
        # wealth tiles, and where they put unassigned workers
        self.wealth_ids: list[str] = read["wealth_ids"]
        self.wealth_gear: vec[i64] = vec[i64](read["wealth_gear"])
        self.wealth_position: vec[i64] = vec[i64](read["wealth_position"])
        # monuments: points for each thing counted, or, at monument * 8 + count, for so many things
        self.monument_ids: list[str] = read["monument_ids"]
        self.monument_cost: vec[i64] = vec[i64](read["monument_cost"])
        self.monument_way: vec[i64] = vec[i64](read["monument_way"])
        self.monument_category: vec[i64] = vec[i64](read["monument_category"])
        self.monument_category_bits: vec[i64] = vec[i64](read["monument_category_bits"])
        self.monument_each: vec[i64] = vec[i64](read["monument_each"])
        self.monument_scale: vec[i64] = vec[i64](read["monument_scale"])
        # temples: steps are at temple * 16 + step; a material is 0 for none, else its number + 1
        self.step_points: vec[i64] = vec[i64](read["step_points"])
        self.step_material: vec[i64] = vec[i64](read["step_material"])
        self.top: vec[i64] = vec[i64](read["top"])
        self.highest: vec[i64] = vec[i64](read["highest"])
        # numbers of the rules
        self.food_days: vec[i64] = vec[i64](read["food_days"])
        self.rounds: i64 = read["rounds"]
        self.skulls: i64 = read["skulls"]
        self.skull_points: i64 = read["skull_points"]
        self.block_value: vec[i64] = vec[i64](read["block_value"])
        self.meal: i64 = read["meal"]
        self.hunger: i64 = read["hunger"]
        self.beg_with: i64 = read["beg_with"]
        self.beg_to: i64 = read["beg_to"]
        self.by_seats: dict[int, tuple[int, int, int]] = read["by_seats"]  # monuments, fields in a group, dummies
