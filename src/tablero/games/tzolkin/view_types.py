"""What a view and an event of Tzolk'in contain, beside what core/view.py says of every game.

Gears, temples and technologies are numbers in the order of the layout (0 is Palenque, the brown temple, agriculture),
tiles are named as in facts.toml, blocks are [wood, stone, gold], materials are words.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from tablero.core.view import Event, GameEnding, OfferedMove, Prompt, View

# ---------------------------------------------------------------- parts of a view


class Gear(TypedDict):
    """A gear and who rides on it."""

    id: str
    teeth: int
    on: list[list[int]]  # occupied positions, each with the seat there; -1 is an unassigned worker
    price: int | None  # the corn for the next worker, surcharge included; None when there is no room


# `in` is a word of Python, hence this way of writing it.
Food = TypedDict("Food", {"index": int, "round": int, "in": int, "end_of_age": bool})
Food.__doc__ = """The next food day: which of the four, in which round, in how many days, and whether it ends an age."""


class Counted(TypedDict):
    """A monument that a seat has built, and what it is worth to it now."""

    id: str
    points: int


class Player(TypedDict):
    """A seat's possessions; all of it lies open."""

    corn: int
    wood: int
    stone: int
    gold: int
    skull: int
    score: int  # points written down; at the end, the final ones without quarters
    hand: int  # workers in front of the seat
    workers: int  # workers in play
    on_gears: int
    temples: list[int]  # the step in each temple, the lowest is 0
    levels: list[int]  # in each technology
    corn_tiles: int
    wood_tiles: int
    buildings: list[str]
    monuments: list[Counted]
    wealth: list[str]  # the two tiles kept
    free: int  # workers that need no food
    discount: int  # corn saved for each other worker
    light: bool  # whether two days may be taken
    due: int  # the corn that the next food day takes
    short: int  # what is missing for it


class Mine(TypedDict):
    """What only the viewer knows: wealth tiles before all are shown."""

    dealt: list[str]
    kept: list[str] | None


# What belongs to an open choice, by its kind; `not` is a word of Python.
_Asked = TypedDict(
    "_Asked",
    {
        "gear": NotRequired[int],  # action: where the worker was picked up
        "position": NotRequired[int],
        "space": NotRequired[int],  # harvest: the space of Palenque
        "left": NotRequired[int],  # track, temple: advances or steps left
        "paid": NotRequired[bool],  # track: whether an advance costs blocks
        "optional": NotRequired[bool],  # track, build, any: whether it may be left
        "n": NotRequired[int],  # pay, take: how many blocks
        "track": NotRequired[int],  # pay: the technology that is paid for; without it, two temple steps
        "with_corn": NotRequired[bool],  # build: paid in corn
        "second": NotRequired[bool],  # build: the second building of one worker
        "wide": NotRequired[bool],  # build: two buildings, or a monument
        "tile": NotRequired[str],  # save: the building
        "slot": NotRequired[int],
        "not": NotRequired[list[int]],  # temple: those climbed already
        "corn": NotRequired[int],  # any: its price
    },
)


class Frame(_Asked):
    """The choice that is open now."""

    kind: str  # turn, action, harvest, anger, track, pay, build, save, temple, take, market, any, offering or days
    depth: int  # how many choices lie on the stack


class TzolkinPrompt(Prompt, _Asked):
    """`wealth`, the kind of the open choice, `wait` or `over`."""

    depth: NotRequired[int]


class TzolkinOffer(OfferedMove):
    """A legal move: the family that it belongs to, and what it means here."""

    kind: str
    corn: NotRequired[int]  # what it costs; what begging, selling or a harvest brings
    goods: NotRequired[dict[str, int]]  # pick, act, copy: what the space brings now; a harvest: one of them
    able: NotRequired[bool]  # pick: whether the own action of the worker can be done now
    cost: NotRequired[dict[str, int]]  # raise: what it costs now
    saves: NotRequired[bool]  # raise: less one block, which is chosen next
    bonus: NotRequired[dict[str, int]]  # raise: the corn and points of architecture
    mercy: NotRequired[bool]  # placed for less than its price
    pile: NotRequired[int]  # the corn on the calendar
    gear: NotRequired[int]
    position: NotRequired[int]
    action: NotRequired[int]  # 0 is none
    tiles: NotRequired[list[str]]  # wealth tiles to keep
    tile: NotRequired[str]  # a building or monument
    slot: NotRequired[int]  # its place in the row
    points: NotRequired[int]  # what the monument would be worth at once
    temple: NotRequired[int]
    step: NotRequired[int]  # the step reached
    lost: NotRequired[bool]  # climb, act: the temple step cannot be made
    up_to: NotRequired[int]  # the corn that a beggar has afterwards
    track: NotRequired[int]
    level: NotRequired[int]  # the level left behind
    blocks: NotRequired[int | list[int]]  # advance: how many; blocks: how many of each
    material: NotRequired[str]
    take: NotRequired[str]  # harvest: corn-tile, corn, wood-tile or burn
    wood: NotRequired[int]
    days: NotRequired[int]


class TzolkinEnding(GameEnding):
    """Corn that is left counts in quarters of a point."""

    quarters: list[int]


class TzolkinView(View):
    """What a viewer may see of Tzolk'in. Phases: wealth, play, over."""

    rounds: int
    turned: int  # days that have passed
    age: int
    food: Food | None
    ready: list[bool]  # who has chosen wealth tiles
    active: int | None  # whose turn it is
    first: int  # who holds the starting-player marker
    claimed: int | None  # who stands on the starting-player space
    pile: int  # corn on the calendar
    skulls: int  # in the reserve
    offered: list[int]  # skull spaces filled at Chichen Itza
    gears: list[Gear]
    jungle: list[list[int]]  # each group: fields under wood, fields with open corn
    fields: int  # fields in each group at the start
    row: list[str | None]  # buildings on offer
    deck: int  # buildings of this age still to come
    monuments: list[str | None]
    players: list[Player]
    mode: str | None  # what the turn is used for: undecided, placing, picking, mercy
    placed: int  # workers placed in this turn
    frame: Frame | None
    mine: Mine | None


VIEW = TzolkinView

# ---------------------------------------------------------------- events


class Told(Event):
    """Options that have changed component data are in every event, for its words."""

    options: NotRequired[dict[str, str]]


class Start(Told):
    first: int


class Tiles(Told):
    tiles: list[str]


class Goods(Told):
    goods: dict[str, int]


class Drawn(Told):
    tile: str
    slot: int


class Claimed(Told):
    corn: int


class Placed(Claimed):
    gear: int
    position: int
    mercy: bool


class Picked(Told):
    gear: int
    position: int


class Copied(Told):
    gear: int
    action: int
    fee: int  # corn for stepping back or for an action of another gear
    goods: dict[str, int]  # what it brought at once, new workers too


class Acted(Copied):
    position: int  # where the worker was


class Harvested(Told):
    space: int  # of Palenque
    take: str  # corn-tile, corn, wood-tile or burn
    goods: dict[str, int]


class OnGear(Told):
    gear: int


class Amount(Told):
    n: int


class Gained(Amount):
    what: str


class Scored(Amount):
    source: str  # building, offering, technology or wealth


class Blocks(Told):
    blocks: list[int]


class Traded(Told):
    what: str
    corn: int


class Offered(Told):
    space: int


class InTemple(Told):
    temple: int


class Stepped(InTemple):
    step: int


class OnTrack(Told):
    track: int


class Advanced(OnTrack):
    level: int


class Beyond(OnTrack):
    goods: dict[str, int]


class Bought(Told):
    tile: str
    slot: int  # its place in the row
    paid: dict[str, int]


class Built(Bought):
    goods: dict[str, int]  # what it and architecture brought at once


class Erected(Bought):
    seats: int


class Calendar(Told):
    days: int
    first: int
    claimed: int  # the seat on the starting-player space; -1 is none
    last: bool


class FoodDay(Told):
    index: int


class Fed(Told):
    corn: int
    workers: int  # in play
    unfed: int  # workers
    lost: int  # points


class Gifts(Goods):
    temples: list[dict[str, int]]  # the same, temple by temple


class Devotion(Amount):
    """`n` is what the score really grew by: it may have stopped at zero."""

    steps: int  # points of the own steps
    highest: int  # points for standing highest
    temples: list[list[int]]  # the same, temple by temple


class Counting(Amount):
    tile: str
    seats: int


class Left(Goods):
    quarters: int
    skulls: int  # points, of which the quarters are made as well


class Total(Told):
    quarters: int
    sum: int  # quarters before the score stops at zero


class End(Told):
    scores: list[int]
    winners: list[int]
    quarters: list[int]


EVENTS: dict[str, type] = {
    # before the first day; tiles dealt and kept are told to their owner alone
    "drawn": Drawn,
    "start": Start,
    "dealt": Tiles,
    "kept": Tiles,
    "revealed": Told,
    "wealth": Tiles,
    "given": Goods,
    # a turn
    "begged": Amount,
    "placed": Placed,
    "claimed": Claimed,
    "picked": Picked,
    "acted": Acted,
    "copied": Copied,
    "no-action": Picked,
    "harvested": Harvested,
    "turn-over": Told,
    # what it brings and takes
    "gained": Gained,
    "scored": Scored,
    "recruited": Amount,
    "paid": Amount,
    "blocks-paid": Blocks,
    "blocks-taken": Blocks,
    "sold": Traded,
    "bought": Traded,
    "skull": Offered,
    "climbed": Stepped,
    "descended": Stepped,
    "step-lost": InTemple,
    "advanced": Advanced,
    "beyond": Beyond,
    "built": Built,
    "monument": Erected,
    # the end of a round
    "food-day": FoodDay,
    "fed": Fed,
    "age": Told,
    "gifts": Gifts,
    "devotion": Devotion,
    "calendar": Calendar,
    "fell": OnGear,
    # the end
    "counted": Counting,
    "left": Left,
    "total": Total,
    "end": End,
}
