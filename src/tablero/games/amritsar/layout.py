"""Where everything of Amritsar lies in the flat state, how moves are numbered, what the facts say in tables."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

NONE: Final[i64] = -1

# ---------------------------------------------------------------- things that have a number

DISTRICTS: Final[i64] = 4  # north, east, south, west
SECTIONS: Final[i64] = 8  # north 1, north 2, east 1 ... west 2
COLOURS: Final[i64] = 4  # yellow, blue, white, green
WHITE: Final[i64] = 2
RESOURCES: Final[i64] = 3  # marble, copper, gold
TRACKS: Final[i64] = 3  # development, resources, money
LEVELS: Final[i64] = 4
SLOTS_OF_A_DISTRICT: Final[i64] = 3  # left, centre, right
SECTION_ROOM: Final[i64] = 4
ELEPHANT_ROOM: Final[i64] = 6
ROUNDS: Final[i64] = 4
DECADES: Final[i64] = 3
COUNTERS: Final[i64] = 16
STALL_COUNTERS: Final[i64] = 5
DONATE_TILE: Final[i64] = 0  # the mahout that every seat starts with

# The maharaja of the solo game sits in the block after the only seat.
MAHARAJA_SEAT: Final[i64] = 1

# The three kinds of upgrade, one bit each; a track may give one free or leave the choice to do none.
WAREHOUSE: Final[i64] = 1
OBJECTIVE: Final[i64] = 2
MAHOUT: Final[i64] = 4
FREE: Final[i64] = 8
OPTIONAL: Final[i64] = 16

# What a warehouse allows for ever, one bit each; the first three are the colours that white may stand for.
WILD: Final[i64] = 1  # 1 yellow, 2 blue, 8 green (bit of the colour)
DISCOUNT: Final[i64] = 16
LESS_TAX: Final[i64] = 32
FREE_JUMP: Final[i64] = 64
NO_PENALTY: Final[i64] = 128
ALL_BRIDGES: Final[i64] = 256
SWAP_TRACK: Final[i64] = 512
EXCHANGER: Final[i64] = 1024
ANY_PAYMENT: Final[i64] = 2048
LEAPER: Final[i64] = 4096

# What sets off a bridge tile.
GROUP_OF_4: Final[i64] = 0
DONATION: Final[i64] = 1
IMPROVEMENT: Final[i64] = 2
TRADE: Final[i64] = 3

# Where points come from: the ledger of a seat.
BY_DONATING: Final[i64] = 0
BY_SUPPORT: Final[i64] = 1
BY_MAJORITY: Final[i64] = 2
BY_MARKET: Final[i64] = 3
BY_BRIDGE: Final[i64] = 4
BY_FOLLOWERS: Final[i64] = 5
BY_EFFECTS: Final[i64] = 6
BY_PENALTY: Final[i64] = 7
BY_KNOWLEDGE: Final[i64] = 8
BY_OBJECTIVES: Final[i64] = 9
SOURCES: Final = (
    "donating",
    "support",
    "majority",
    "market",
    "bridge",
    "followers",
    "effects",
    "penalty",
    "knowledge",
    "objectives",
)

# ---------------------------------------------------------------- effects: rows of eight numbers, one interpreter

ROW: Final[i64] = 8
OP: Final[i64] = 0
E_COIN: Final[i64] = 1
E_MARBLE: Final[i64] = 2  # then copper, gold
E_ANY: Final[i64] = 5
E_POINTS: Final[i64] = 6
E_ARG: Final[i64] = 7

GAIN: Final[i64] = 0  # coins, resources, resources of one's choice, points
EITHER_OF: Final[i64] = 1  # one of the resources named in the row
TRADING: Final[i64] = 2  # a market action, with E_COIN coins before or after
USE_MAHOUT: Final[i64] = 3
IMPROVE: Final[i64] = 4  # E_ARG: kinds of upgrade allowed, FREE, OPTIONAL
LEARN: Final[i64] = 5  # E_ARG: the track or TRACKS for any; E_ANY: steps
GIVE: Final[i64] = 6
RECOVER: Final[i64] = 7
UNLOCK: Final[i64] = 8
NOTHING: Final[i64] = 9
DEEDS: Final = ("gain", "either", "trade", "mahout", "improve", "learn", "donate", "recover", "unlock", "nothing")

# Objectives are rows of eight numbers too: kind, three arguments, four values.
O_KIND: Final[i64] = 0
O_A: Final[i64] = 1
O_PP: Final[i64] = 4
MOST_COUNTERS: Final[i64] = 0
MOST_COINS: Final[i64] = 1
MOST_RESOURCES: Final[i64] = 2
TRACK_LEVELS: Final[i64] = 3
TRACK_END: Final[i64] = 4
EACH_COUNTER: Final[i64] = 5
SPREAD_DISTRICTS: Final[i64] = 6
SPREAD_LEVELS: Final[i64] = 7
AT_LEAST: Final[i64] = 8
COUNT_LEVEL: Final[i64] = 9

# Kinds of track cell.
AT_ONCE: Final[i64] = 0
EACH_DECADE: Final[i64] = 1
AT_THE_END: Final[i64] = 2
CELLS_OF_A_TRACK: Final[i64] = 10

# ---------------------------------------------------------------- the flat state

STAGE: Final[i64] = 0
DECADE: Final[i64] = 1
ROUND: Final[i64] = 2
TURN: Final[i64] = 3  # the seat whose turn it is
ORDER: Final[i64] = 4  # how far a question to several seats in turn has come
FIRST: Final[i64] = 5
MAHARAJA: Final[i64] = 6  # the space of the token
DEPTH: Final[i64] = 7  # open frames
ACT_TILE: Final[i64] = 8  # the district tile that the active worker uses
ACT_DONE: Final[i64] = 9  # MAIN_DONE, SECOND_DONE, ELEPHANT_DONE, TILE_CLOSED
ACT_DISTRICT: Final[i64] = 10
ACT_COLOUR: Final[i64] = 11
HELD: Final[i64] = 12  # workers in hand
SOW_AT: Final[i64] = 13  # the section of the last drop
ORIGIN: Final[i64] = 14
EXCHANGED: Final[i64] = 15
WALKED: Final[i64] = 16  # the second elephant move has been made
TOUCHED: Final[i64] = 17  # the action at hand has had an effect
OFFER: Final[i64] = 18  # warehouses on offer, one bit each
TURNS: Final[i64] = 19  # turns completed
BOT_TRACK: Final[i64] = 20
BOT_OBJECTIVE: Final[i64] = 21
KEPT: Final[i64] = 22  # coins of the origin that wait for the end of the sowing (an option)
HAND: Final[i64] = 24  # 4 counts by colour
BESIDE: Final[i64] = 28  # the worker beside each maharaja space
STOCK: Final[i64] = 32  # resources in each market column
QUARRY: Final[i64] = 35  # the maharaja's own
TEMPLE: Final[i64] = 38  # temple tile of each decade
BRIDGE: Final[i64] = 41  # bridge tile of each decade
FILLED: Final[i64] = 44  # occupied donation cells of each district, one bit each
LYING: Final[i64] = 48  # coins on each section
TILE: Final[i64] = 56  # the tile of each slot of each district
SECTION: Final[i64] = 68  # 4 counts by colour and their sum, for each section
GROUND: Final[i64] = 5
CELL: Final[i64] = 108  # the owner of each donation cell, 24 for each district
CELLS: Final[i64] = 24
WIDEST: Final[i64] = 6
FRAME: Final[i64] = 204  # kind, seat, a, b
FRAME_SIZE: Final[i64] = 4
SEAT: Final[i64] = 268
STRIDE: Final[i64] = 51
SIZE: Final[i64] = 472

MAIN_DONE: Final[i64] = 1
SECOND_DONE: Final[i64] = 2
ELEPHANT_DONE: Final[i64] = 4
TILE_CLOSED: Final[i64] = 8

# Inside a seat's block.
SCORE: Final[i64] = 0
COIN: Final[i64] = 1
RES: Final[i64] = 2  # marble, copper, gold
ROOM: Final[i64] = 5  # slots of all warehouses
TAX: Final[i64] = 6
LOAD: Final[i64] = 7  # counters on the elephant
STALL: Final[i64] = 8  # counters on the own market space; on the maharaja's board
AT: Final[i64] = 9  # the elephant's district
TRACK: Final[i64] = 10
TOKEN: Final[i64] = 13  # LOCKED, READY, SPENT
MAHOUTS: Final[i64] = 14  # the tile on each colour's space
OBJECTIVES: Final[i64] = 18  # the objective of each type
PLACED: Final[i64] = 22  # the type of the objective on each space
HOUSES: Final[i64] = 26  # the warehouse on each space
LASTING: Final[i64] = 29  # lasting benefits of the warehouses
BOUGHT: Final[i64] = 30  # resource types bought this turn, one bit each
SOLD: Final[i64] = 31
GIVEN: Final[i64] = 32  # donations made
IN_DISTRICT: Final[i64] = 33
IN_LEVEL: Final[i64] = 37
LEDGER: Final[i64] = 41

HOUSE_SPACES: Final[i64] = 3
LOCKED: Final[i64] = 0
READY: Final[i64] = 1
SPENT: Final[i64] = 2

# ---------------------------------------------------------------- stages of the game and frames of nested choices

CHOOSE_OBJECTIVE: Final[i64] = 0
CHOOSE_SPACE: Final[i64] = 1
ELEPHANT: Final[i64] = 2
PICK_UP: Final[i64] = 3
SOW: Final[i64] = 4
LANDING: Final[i64] = 5
ACTIONS: Final[i64] = 6
SECOND_WALK: Final[i64] = 7
FOLLOWING: Final[i64] = 8
COMMAND: Final[i64] = 9  # following the maharaja
INCOME: Final[i64] = 10
OVER: Final[i64] = 11
CHOICE: Final[i64] = 12  # a: resources still to choose, b: what comes with them
EITHER: Final[i64] = 13  # a: the effect row
SURPLUS: Final[i64] = 14
MARKET: Final[i64] = 15  # a: deals made, b: coins that come before or after, below 0 once taken
CHOOSE_MAHOUT: Final[i64] = 16
UPGRADE: Final[i64] = 17  # a: kinds and flags
PLACE_OBJECTIVE: Final[i64] = 18  # a: type, b: flags
PLACE_MAHOUT: Final[i64] = 19  # a: tile, b: flags
PAYING: Final[i64] = 20  # a: kind of upgrade, b: what it places
STUDY: Final[i64] = 21  # one step on a track of one's choice
DONATE: Final[i64] = 22
# Frames that ask no seat: they wait until what lies above them is finished.
DEFERRED: Final[i64] = 23  # a: the effect row
CROSSING: Final[i64] = 24  # a: what may set off the bridge
REWARD: Final[i64] = 25  # a: the seat that is followed, or NONE
SPARED: Final[i64] = 26  # asks again: which of the jumped sections takes no coin; a: where the worker stops
KINDS: Final = (
    "objective",
    "space",
    "elephant",
    "pick",
    "sow",
    "land",
    "actions",
    "second_walk",
    "follow",
    "command",
    "income",
    "over",
    "choose",
    "either",
    "surplus",
    "market",
    "mahout",
    "upgrade",
    "place_objective",
    "place_mahout",
    "pay",
    "study",
    "donate",
    "deferred",
    "crossing",
    "reward",
    "spare",
)

# ---------------------------------------------------------------- the space of moves

STAY: Final[i64] = 0
WALK: Final[i64] = 1  # to a district
SPEND_TOKEN: Final[i64] = 5  # to a district
LEAP: Final[i64] = 9  # to a district, by the teleport warehouse
PICK: Final[i64] = 13  # a section: its group, or after a long jump the one that takes no coin
DROP: Final[i64] = 21  # a colour
LAND: Final[i64] = 25  # on a section
MAIN: Final[i64] = 33  # of a tile
SECOND: Final[i64] = 36  # of a tile
ACTIVATE: Final[i64] = 39  # the elephant uses the main action of a tile
USE: Final[i64] = 42  # the mahout on a colour's space
EXCHANGE: Final[i64] = 46  # marble-copper, copper-marble, copper-gold, gold-copper
BUY: Final[i64] = 50
SELL: Final[i64] = 53
COIN_FIRST: Final[i64] = 56
TAKE: Final[i64] = 57  # a resource
DISCARD: Final[i64] = 60  # coin, marble, copper, gold
STEP: Final[i64] = 64  # on a track
BUILD: Final[i64] = 67  # a warehouse
AIM: Final[i64] = 82  # an objective, by type
HIRE: Final[i64] = 86  # a mahout tile
SPACE: Final[i64] = 93
PAY: Final[i64] = 97  # a resource
DONATE_ON: Final[i64] = 100  # a cell
FOLLOW: Final[i64] = 124
PASS: Final[i64] = 125
DONE: Final[i64] = 126
SKIP: Final[i64] = 127
MOVES: Final[i64] = 128

HOUSE_TILES: Final[i64] = 15
MAHOUT_TILES: Final[i64] = 7

# ---------------------------------------------------------------- small tables

# `1 << c` is compiled wrongly for native c above 30, hence a table.
BIT: Final[vec[i64]] = vec[i64]([1 << c for c in range(40)])
BLANK: Final[vec[i64]] = vec[i64]([0] * 472)
# The two cells that a cell rests on, as bits; cell (level, i) has the number 6 * level + i.
SUPPORTS: Final[vec[i64]] = vec[i64]([0] * 6 + [3 << c for c in range(18)])
EXCHANGE_FROM: Final[vec[i64]] = vec[i64]([0, 1, 1, 2])
EXCHANGE_TO: Final[vec[i64]] = vec[i64]([1, 0, 2, 1])


class Tables:
    """What a facts file says, as numbers; `components.py` reads it. Also the names for views and dumps, and
    what a view shows of the box."""

    def __init__(self, numbers: dict[str, list[int]], names: dict[str, list[str]], shown: dict[str, Any]) -> None:
        self.names = names
        self.shown = shown
        self.effects: vec[i64] = vec[i64](numbers["effects"])
        self.tile_colour: vec[i64] = vec[i64](numbers["tile_colour"])
        self.tile_main: vec[i64] = vec[i64](numbers["tile_main"])
        self.tile_second: vec[i64] = vec[i64](numbers["tile_second"])
        self.mahout_effect: vec[i64] = vec[i64](numbers["mahout_effect"])
        self.mahout_tax: vec[i64] = vec[i64](numbers["mahout_tax"])
        self.house_effect: vec[i64] = vec[i64](numbers["house_effect"])
        self.house_slots: vec[i64] = vec[i64](numbers["house_slots"])
        self.house_flipped: vec[i64] = vec[i64](numbers["house_flipped"])
        self.house_tax: vec[i64] = vec[i64](numbers["house_tax"])
        self.house_lasting: vec[i64] = vec[i64](numbers["house_lasting"])
        self.on_offer: vec[i64] = vec[i64](numbers["on_offer"])  # by seats
        self.space_effect: vec[i64] = vec[i64](numbers["space_effect"])
        self.bridge_trigger: vec[i64] = vec[i64](numbers["bridge_trigger"])
        self.bridge_effect: vec[i64] = vec[i64](numbers["bridge_effect"])
        self.track_end: vec[i64] = vec[i64](numbers["track_end"])  # the last cell
        self.track_scores: vec[i64] = vec[i64](numbers["track_scores"])  # 0 counters, 1 resources, 2 coins
        self.cell_kind: vec[i64] = vec[i64](numbers["cell_kind"])
        self.cell_effect: vec[i64] = vec[i64](numbers["cell_effect"])
        self.cell_tax: vec[i64] = vec[i64](numbers["cell_tax"])
        self.overflow: vec[i64] = vec[i64](numbers["overflow"])
        self.price: vec[i64] = vec[i64](numbers["price"])  # rows from the top
        self.sale_points: vec[i64] = vec[i64](numbers["sale_points"])  # 3 for each row
        self.rows: i64 = len(numbers["price"])
        self.price_empty: i64 = numbers["price_fallback"][0]
        self.price_full: i64 = numbers["price_fallback"][1]
        self.width: vec[i64] = vec[i64](numbers["width"])  # 4 levels for each number of players
        self.cell_points: vec[i64] = vec[i64](numbers["cell_points"])  # 96 for each number of players
        self.cost: vec[i64] = vec[i64](numbers["cost"])  # 3 for each level
        self.temple: vec[i64] = vec[i64](numbers["temple"])  # 4 districts for each tile
        self.pass_penalty: vec[i64] = vec[i64](numbers["pass_penalty"])
        self.tax_penalty: vec[i64] = vec[i64](numbers["tax_penalty"])
        self.entered: vec[i64] = vec[i64](numbers["entered"])  # the district behind each maharaja space
        self.start_space: i64 = numbers["start_space"][0]
        self.start_workers: vec[i64] = vec[i64](numbers["start_workers"])  # marked spaces of each section
        self.start_room: i64 = numbers["start_room"][0]
        self.start_score: i64 = numbers["start_score"][0]
        self.start_coins: i64 = numbers["start_coins"][0]
        self.objective_tax: i64 = numbers["objective_tax"][0]
        self.upgrade_cost: vec[i64] = vec[i64](numbers["upgrade_cost"])  # the resource for each kind
        self.objectives: vec[i64] = vec[i64](numbers["objectives"])  # rows
        self.starred: vec[i64] = vec[i64](numbers["starred"])
        self.quarry: vec[i64] = vec[i64](numbers["quarry"])
        self.blue: vec[i64] = vec[i64](numbers["blue"])  # 3 resources for each decade
        self.bot_cells: vec[i64] = vec[i64](numbers["bot_cells"])  # marble, counter, points, end for each cell
        self.bot_end: i64 = len(numbers["bot_cells"]) // 4 - 1
        self.bot_slots: i64 = numbers["bot_slots"][0]
