"""What a view and an event of Amritsar contain, besides what every game has (core/view.py).

Things are numbered as in `layout`: districts north, east, south, west; sections north 1, north 2, east 1 ...; colours
yellow, blue, white, green; resources marble, copper, gold; tracks development, resources, money. Slots of a district
are left, centre, right. The maharaja of the solo game is seat -1.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from tablero.core import view as common

# ---------------------------------------------------------------- what is in the box


class Deed(TypedDict):
    """What an action, a mahout, a warehouse, a space or a bridge tile brings."""

    do: str  # one of layout.DEEDS
    coin: int
    goods: list[int]  # by resource; of `either` one of them is chosen
    any: int  # resources of one's choice; steps of `learn`
    points: int
    arg: int  # of `improve`: kinds as bits (1 warehouse, 2 objective, 4 mahout, 8 free, 16 optional); of `learn`: track


class Warehouse(TypedDict):
    slots: int
    flipped: int  # its slots once it has been turned over
    tax: int
    benefit: str  # what it allows for ever; empty when it brings its deed at once
    deed: Deed


class Goal(TypedDict):
    """What an objective asks for and pays."""

    kind: str  # as the facts name it
    of: list[int]  # a district, track, level or the cells needed by track; levels as bits and how many counters
    points: list[int]  # one value, first and second place, or by count from 1 to 4


class Box(TypedDict):
    """The component data in use, as far as a picture or a sentence needs them."""

    actions: dict[str, Deed]
    mahouts: dict[str, Deed]
    warehouses: dict[str, Warehouse]
    bridges: list[Deed]
    spaces: list[Deed]  # of the four objective spaces
    objectives: dict[str, Goal]
    cells: list[list[str]]  # of each track: kind and what it brings
    costs: list[list[int]]  # of a donation: marble, copper, gold by level
    prices: list[int]  # the resource that pays a warehouse, an objective, a mahout
    mahout_tax: dict[str, int]  # by how much a mahout raises the tax
    objective_tax: int
    start_score: int


# ---------------------------------------------------------------- the board


class Maharaja(TypedDict):
    space: int  # 0 before the north, 1 before the east ...
    beside: list[int]  # the colour of the worker beside each space, -1 for none


class Temple(TypedDict):
    tiles: list[str]  # of each decade
    values: list[int]  # of each district in this decade
    built: int  # pieces
    ahead: list[list[int]]  # values of each decade's tile


class Bridge(TypedDict):
    id: str
    trigger: str  # group, donation, upgrade, market
    deed: Deed
    now: bool
    past: bool


class Tile(TypedDict):
    id: str
    colour: int
    main: str  # an action of the box
    second: str


class Cell(TypedDict):
    cell: int  # 6 * level + place, both from 0
    owner: int | None
    points: int


class District(TypedDict):
    tiles: list[Tile]
    levels: list[list[Cell]]
    counts: list[int]  # donations of each player
    value: int  # of its majority in this decade


class Section(TypedDict):
    workers: list[int]  # colours
    coins: int


class Hand(TypedDict):
    """Workers picked up and not yet sown."""

    workers: list[int]
    origin: int
    next: int  # the section of the next drop


class Active(TypedDict):
    """The active worker and what has been done with it."""

    district: int
    colour: int
    tile: int | None  # the slot whose actions are used
    main: bool
    second: bool
    elephant: bool


class Market(TypedDict):
    stock: list[int]
    prices: list[int]  # rows from the top
    points: list[list[int]]  # for covering a space, by row and resource
    buy: list[int]  # what the next purchase costs, before discounts
    sell: list[int]


# ---------------------------------------------------------------- the players


class Objective(TypedDict):
    type: str
    space: int | None  # where it lies on the board; None in the hand
    id: str | None  # None where it is hidden from the viewer
    points: int | None  # what it would bring now


class House(TypedDict):
    id: str
    slots: int
    flipped: bool


class Player(TypedDict):
    score: int
    total: int  # if the game ended now, as far as the viewer knows
    coins: int
    resources: list[int]
    room: int  # slots of all warehouses
    tax: int  # the marker
    due: int  # what is to be paid, discounts taken off
    load: int  # counters on the elephant
    stall: int  # counters on the own market space
    at: int | None  # the district of the elephant
    tracks: list[int]
    token: str  # locked, ready, spent
    mahouts: list[str | None]  # by colour
    objectives: list[Objective]  # by type
    houses: list[House]
    given: int  # donations made
    bought: list[bool]  # this turn
    sold: list[bool]
    ledger: dict[str, int]  # where the points came from


class Solo(TypedDict):
    """The maharaja as an opponent."""

    score: int
    total: int
    load: int
    board: int  # counters on his board
    at: int
    store: list[int]
    quarry: list[int]
    track: int
    end: int  # the last cell of his track
    given: int
    objective: str
    ledger: dict[str, int]


# ---------------------------------------------------------------- what is asked


class Offer(common.OfferedMove):
    words: str  # the move in notation
    coins: NotRequired[int]  # paid or found
    points: NotRequired[int]
    found: NotRequired[int]  # coins where the last worker stops
    workers: NotRequired[list[int]]
    route: NotRequired[list[int]]  # where the workers come down
    tax: NotRequired[int]  # by how much an upgrade raises it
    amount: NotRequired[int]  # how many pieces the resource chosen brings


class Prompt(common.Prompt):
    colour: NotRequired[int]
    district: NotRequired[int]
    mahout: NotRequired[str]  # the one that could follow
    deed: NotRequired[Deed]  # of the mahout
    whom: NotRequired[int]  # who is followed
    left: NotRequired[int]  # how many are still to choose, to discard or in hand
    free: NotRequired[bool]  # an upgrade without a price
    kinds: NotRequired[list[int]]  # of upgrades that are allowed: 0 warehouse, 1 objective, 2 mahout
    what: NotRequired[str]  # what is placed
    more: NotRequired[bool]  # whether there is more to do than to end the turn
    next: NotRequired[int]  # the section of the next drop


class Step(TypedDict):
    """How far the turn at hand has come, or the set-up of a seat."""

    trail: list[str]  # objective, mahout, elephant; or elephant, sow, actions, elephant once more if unlocked, follow
    at: int  # which of them it is now


class AmritsarView(common.View):
    decade: int  # from 0
    step: Step | None  # the same for every viewer; None at the end of a decade and of the game
    turns: int  # completed
    first: int  # the start player
    turn: int  # whose turn it is
    maharaja: Maharaja
    temple: Temple
    bridge: list[Bridge]
    districts: list[District]
    sections: list[Section]
    hand: Hand | None
    active: Active | None
    market: Market
    offer: list[str]  # warehouses on offer
    box: Box
    players: list[Player]
    solo: Solo | None
    offers: list[Offer]
    prompt: Prompt
    result: common.GameEnding | None


VIEW = AmritsarView


# ---------------------------------------------------------------- events


class Start(common.Event):
    first: int
    seats: int


class Dealt(common.Event):
    """Only to its seat."""

    objectives: list[str]
    goals: list[Goal]


class Round(common.Event):
    decade: int  # from 0


class Elephant(common.Event):
    how: str  # stay, walk, place, token, leap
    before: int  # the district it leaves, -1 when it was not on the board
    district: int
    coins: int  # paid
    points: int  # lost, as a negative number


class Picked(common.Event):
    section: int
    coins: int  # found
    workers: list[int]  # how many of each colour


class Dropped(common.Event):
    section: int
    colour: int


class Landed(Dropped):
    jumped: int
    coins: int  # found
    left: list[int]  # sections on which a coin was left


class Action(common.Event):
    by: str  # main, second, elephant, mahout
    what: str  # the tile or the mahout
    deed: Deed
    colour: NotRequired[int]  # of the tile
    number: NotRequired[int]  # of the tile among those of its colour, from 1
    district: NotRequired[int]
    slot: NotRequired[int]


class Ended(common.Event):
    """A turn ends; followers look at this colour."""

    colour: int


class Followed(common.Event):
    whom: int  # -1 is the maharaja
    what: str
    deed: Deed


class Gained(common.Event):
    items: list[int]  # coins, marble, copper, gold


class Discarded(common.Event):
    item: int  # coin, marble, copper, gold


class Bought(common.Event):
    resource: int
    price: int


class Sold(Bought):
    points: int


class Exchanged(common.Event):
    lost: int
    won: int


class Paid(common.Event):
    resource: int


class Aimed(common.Event):
    """An objective is placed."""

    what: int  # its type
    space: int
    tax: int  # where the marker stands now


class Hired(Aimed):
    """A mahout is placed on a colour."""

    deed: Deed


class Built(common.Event):
    what: int  # the warehouse
    benefit: str
    deed: Deed
    tax: int


class Learned(common.Event):
    track: int
    cell: int
    overflow: bool  # beyond the last cell


class Points(common.Event):
    points: int


class Scored(Points):
    source: str  # one of layout.SOURCES


class Donated(Points):
    district: int
    level: int
    cell: int


class Majority(Points):
    district: int
    counts: list[int]  # counters of each player there, the solo maharaja last


class Taxed(Points):
    paid: int
    missing: int


class Knowledge(Points):
    track: int


class Fulfilled(Points):
    """An objective at the end of the game."""

    what: str
    goal: Goal


class Walked(common.Event):
    """The maharaja goes on."""

    space: int
    colour: int  # of the worker beside him, -1 for none


class DecadeEnd(common.Event):
    """Majorities, taxes and income follow."""

    decade: int  # from 0


class Decade(common.Event):
    """A decade is over."""

    decade: int  # decades that are over


class MaharajaGoes(common.Event):
    """He has found where to donate; his elephant goes there free."""

    before: int
    district: int
    value: int  # of its majority in this decade
    why: str  # value: the most valuable district where he can; objective: the one of his objective


class MaharajaActs(common.Event):
    colour: int
    why: str  # worker: the one that was active in the turn before; beside: the one beside him


class MaharajaTakes(common.Event):
    resource: int
    wanted: int


class MaharajaEmpties(common.Event):
    """A resource leaves the market."""

    resource: int


class MaharajaLearns(common.Event):
    cell: int


class MaharajaEnding(Points):
    aim: int  # by his objective
    track: int  # by his track


class End(common.Event):
    scores: list[int]  # in the solo game the maharaja's too
    winners: list[int]
    seats: int


EVENTS: dict[str, type] = {
    "start": Start,
    "dealt": Dealt,
    "round": Round,
    "turn": common.Event,
    "elephant": Elephant,
    "picked": Picked,
    "dropped": Dropped,
    "landed": Landed,
    "action": Action,
    "ended": Ended,
    "followed": Followed,
    "gained": Gained,
    "discarded": Discarded,
    "bought": Bought,
    "sold": Sold,
    "exchanged": Exchanged,
    "paid": Paid,
    "recovered": common.Event,
    "no_counter": Points,
    "unlocked": common.Event,
    "aimed": Aimed,
    "hired": Hired,
    "built": Built,
    "learned": Learned,
    "points": Scored,
    "donated": Donated,
    "supported": Points,
    "majority": Majority,
    "taxed": Taxed,
    "decade_end": DecadeEnd,
    "decade": Decade,
    "final": common.Event,
    "knowledge": Knowledge,
    "objective": Fulfilled,
    "end": End,
    "maharaja": Walked,
    "maharaja_turn": common.Event,
    "maharaja_goes": MaharajaGoes,
    "maharaja_acts": MaharajaActs,
    "maharaja_takes": MaharajaTakes,
    "maharaja_empties": MaharajaEmpties,
    "maharaja_learns": MaharajaLearns,
    "maharaja_ending": MaharajaEnding,
}
