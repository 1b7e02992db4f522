"""The component data of Amritsar as tables of the guide: what is in the box, what it does, and the maharaja's
procedure.

Every number comes from the facts in use. A row that the facts call reconstructed bears a star, and its table says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.core.teaching.reference_table import ReferenceCell, ReferenceTable
from tablero.games.amritsar import names
from tablero.games.amritsar.components import tables_of
from tablero.games.amritsar.drawing import pieces
from tablero.games.amritsar.drawing.pieces import RESOURCES, icons_of
from tablero.games.amritsar.drawing.player_board import cell as drawn_cell
from tablero.games.amritsar.drawing.player_board import colour_mark
from tablero.games.amritsar.moves import COLOURS, DISTRICTS, SECTIONS, TRACKS

Facts = Mapping[str, Any]
Box = Mapping[str, Any]
NUMERALS = ("I", "II", "III")
SETS = ("2", "3", "4")  # players for whom there are donation tiles
SIZE = 22  # of an icon
SETS_OFF = {"move_group_of_4": "group", "donation": "donation", "upgrade": "upgrade", "market_action": "market"}


def tables(facts: Facts, say: Translator) -> list[ReferenceTable]:
    """All tables, in the order in which the guide needs them."""
    box = tables_of(facts, facts).shown
    return [
        _pieces(facts, say),
        _players(facts, say),
        _start(facts, say),
        _districts(facts, say),
        _penalties(facts, say),
        _tiles(facts, box, say),
        _mahouts(facts, box, say),
        _market(facts, say),
        _upgrades(facts, box, say),
        _houses(facts, box, say),
        _spaces(facts, box, say),
        _tracks(facts, box, say),
        _levels(facts, box, say),
        _donation_tiles(facts, say),
        _bridges(facts, box, say),
        _temples(facts, say),
        _decade(facts, say),
        _objectives(facts, box, say),
        _his_start(facts, say),
        _his_turn(facts, say),
        _his_actions(facts, say),
        _his_track(facts, say),
        _his_end(facts, say),
    ]


# ---------------------------------------------------------------- small things


def _icons(items: tuple[str, ...]) -> str:
    """Icons and signs in a row, as one picture."""
    if not items:
        return ""
    width = pieces.wide(items, SIZE)
    inside = pieces.row(items, width / 2, SIZE / 2, SIZE, "var(--am-mark)")
    return (
        f'<svg width="{width:.0f}" height="{SIZE}" viewBox="0 0 {width:.1f} {SIZE}" aria-hidden="true">{inside}</svg>'
    )


def _rows(rows: Iterable[Sequence[ReferenceCell | str | int]]) -> tuple[tuple[ReferenceCell, ...], ...]:
    return tuple(
        tuple(one if isinstance(one, ReferenceCell) else ReferenceCell(str(one)) for one in cells) for cells in rows
    )


def _starred(words: str, entry: Facts) -> str:
    return f"{words} *" if entry.get("reconstructed") else words


def _star(entries: Iterable[Facts], say: Translator) -> str:
    """Why rows bear a star, when one does."""
    if not any(entry.get("reconstructed") for entry in entries):
        return ""
    return say("* Not fully legible in our copy of the rules: reconstructed to fit everything that is printed.")


def _doubt(entry: Facts, say: Translator) -> str:
    """The same about a whole table."""
    if not entry.get("reconstructed"):
        return ""
    return say(
        "Not all of this is legible in our copy of the rules: it is reconstructed to fit everything that is printed."
    )


def _ids(*lists: Iterable[Facts]) -> frozenset[str]:
    return frozenset(str(entry["id"]) for entries in lists for entry in entries)


def _district(name: str, say: Translator) -> str:
    return names.capital(names.district(DISTRICTS.index(name), say))


def _price(amounts: Facts, say: Translator) -> ReferenceCell:
    """Resources as they are paid."""
    counts = [int(amounts.get(name, 0)) for name in RESOURCES]
    icons = tuple(name for name, n in zip(RESOURCES, counts, strict=True) for _ in range(n))
    return ReferenceCell(names.goods([0, *counts], say), _icons(icons))


# ---------------------------------------------------------------- the box and the start


def _pieces(facts: Facts, say: Translator) -> ReferenceTable:
    counts = facts["counts"]
    labels = {
        "main_boards": say("main board"),
        "player_boards": say("player boards; the back is the maharaja's"),
        "donation_tiles": say("donation tiles"),
        "temple_pieces": say("pieces of the temple"),
        "temple_tiles": say("temple tiles"),
        "bridge_tiles": say("bridge tiles"),
        "district_tiles": say("district tiles"),
        "workers": say("workers, as many of each colour"),
        "warehouses": say("warehouses"),
        "objectives": say("objectives, as many of each type"),
        "maharaja_tokens": say("maharaja tokens"),
        "coins": say("coins; there are always enough"),
        "marble": say("marble"),
        "copper": say("copper"),
        "gold": say("gold"),
        "knowledge_counters": say("knowledge counters"),
        "tax_counters": say("tax counters"),
        "elephants": say("elephants"),
        "prestige_counters": say("counters of points"),
        "movement_tokens": say("movement tokens"),
        "donation_counters_per_player": say("donation counters, for each player"),
        "mahout_tiles_per_player": say("mahouts, for each player"),
    }
    rows = [(names.capital(words), counts[name]) for name, words in labels.items()]
    columns = (say("piece"), say("how many"))
    return ReferenceTable("box", say("In the box"), columns, _rows(rows), frozenset({"counts"}))


def _players(facts: Facts, say: Translator) -> ReferenceTable:
    offer, used = facts["warehouse_rules"]["on_offer"], facts["temple_rules"]["tiles_used"]
    beside = facts["setup"]["spare_workers"]
    rows = [
        (
            n,
            facts["setup"]["workers_on_board"],
            beside if n <= 2 else 0,
            offer[str(n)],
            facts["donation_shape"][SETS[max(n, 2) - 2]][0],
        )
        for n in (1, 2, 3, 4)
    ]
    columns = (
        say("players"),
        say("workers on the sections"),
        say("workers beside the maharaja's spaces"),
        say("warehouses on offer"),
        _starred(say("cells on level 1 of a donation tile"), facts["donation_shape"]),
    )
    note = say(
        "{temples} temple tiles and {bridges} bridge tiles are in a game, one for each decade.",
        temples=used,
        bridges=facts["bridge_rules"]["tiles_used"],
    )
    note = f"{note} {_star([facts['donation_shape']], say)}".strip()
    covers = {
        "donation_shape",
        "warehouse_rules.on_offer",
        "setup.workers_on_board",
        "setup.spare_workers",
        "temple_rules.tiles_used",
        "bridge_rules.tiles_used",
    }
    return ReferenceTable(
        "players", say("Set-up by the number of players"), columns, _rows(rows), frozenset(covers), note
    )


def _start(facts: Facts, say: Translator) -> ReferenceTable:
    board, own = facts["board"], facts["player_board"]
    rows: list[tuple[str, int]] = [
        (say("points"), board["score_start"]),
        (say("coins"), own["start_coins"]),
        (say("slots of the first store"), own["warehouse_spaces"]["start_warehouse_slots"]),
        (say("counters on the board, one on each space of an upgrade"), own["donation_counters_on_board"]),
        (say("counters on the market space"), own["donation_counters_in_market"]),
        (say("objectives dealt, one of each type"), facts["setup"]["objectives_per_player"]),
        (say("counters on the elephant after the set-up"), facts["setup"]["elephant_counters_after_setup"]),
        (say("tax after the set-up"), own["tax_track"]["start"] + own["tax_track"]["objective_tax"]),
        (_starred(say("highest tax on the track"), own["tax_track"]["length"]), own["tax_track"]["length"]["max"]),
        (say("counters that an elephant can carry"), board["elephant_capacity"]),
    ]
    covers = {
        "board.score_start",
        "board.elephant_capacity",
        "player_board.start_coins",
        "player_board.warehouse_spaces",
        "player_board.donation_counters_on_board",
        "player_board.donation_counters_in_market",
        "player_board.tax_track",
        "setup.objectives_per_player",
        "setup.elephant_counters_after_setup",
    }
    data = [(names.capital(words), n) for words, n in rows]
    return ReferenceTable(
        "start",
        say("What everybody begins with"),
        (say("what"), say("how many")),
        _rows(data),
        frozenset(covers),
        _star([own["tax_track"]["length"]], say),
    )


def _districts(facts: Facts, say: Translator) -> ReferenceTable:
    """Sections, and when the maharaja stands at the border of a district."""
    layout, board = facts["board"]["maharaja"]["layout"], facts["board"]
    spaces = layout["spaces"]
    first = next(k for k, space in enumerate(spaces) if space["id"] == layout["start"])
    rows = []
    for name in DISTRICTS:
        k = next(k for k, space in enumerate(spaces) if space["to"] == name)
        behind = _district(spaces[k]["from"], say)
        sections = [
            names.tag(SECTIONS.index(one.replace("_", " ")), say)
            for one in board["sections"]["order"]
            if one.startswith(name)
        ]
        rows.append((_district(name, say), say.every(sections), behind, (k - first) % len(spaces) + 1))
    columns = (say("district"), say("sections"), say("entered from the"), say("the maharaja stands there in round"))
    workers = board["sections"]["start_workers"]
    note = say(
        "Each section holds {capacity} workers; at the start {first} stand on the first of a district, {second} on "
        "the second.",
        capacity=board["sections"]["capacity"],
        first=workers["first_section"],
        second=workers["second_section"],
    )
    covers = {
        "board.sections.order",
        "board.sections.capacity",
        "board.sections.start_workers",
        "board.maharaja.layout",
    } | _ids(spaces)
    return ReferenceTable(
        "districts",
        say("Districts clockwise"),
        columns,
        _rows(rows),
        frozenset(covers),
        f"{note} {_doubt(layout, say)}".strip(),
    )


def _penalties(facts: Facts, say: Translator) -> ReferenceTable:
    past, unpaid = facts["board"]["maharaja"]["pass_penalty_pp"], facts["decade_end"]["unpaid_tax_penalty_pp"]
    rows = [(NUMERALS[k], names.points(past[k], say), names.points(unpaid[k], say)) for k in range(len(past))]
    columns = (say("decade"), say("passing the maharaja costs"), say("each coin of tax that is missing costs"))
    covers = {
        "board.maharaja.pass_penalty_pp",
        "decade_end.unpaid_tax_penalty_pp",
        "board.decades",
        "board.rounds_per_decade",
    }
    note = say(
        "A game has {decades} decades of {rounds} rounds.",
        decades=facts["board"]["decades"],
        rounds=facts["board"]["rounds_per_decade"],
    )
    return ReferenceTable("penalties", say("Losses by decade"), columns, _rows(rows), frozenset(covers), note)


# ---------------------------------------------------------------- tiles, mahouts, market


def _tiles(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    tiles = sorted(facts["district_tile"], key=lambda tile: COLOURS.index(tile["colour"]))
    rows, used, seen = [], set(), Counter[str]()
    for tile in tiles:
        seen[tile["colour"]] += 1
        colour = COLOURS.index(tile["colour"])
        name = f"{names.capital(names.colour(colour, say))} {seen[tile['colour']]}"
        main, second = box["actions"][tile["main"]], box["actions"][tile["secondary"]]
        used |= {tile["main"], tile["secondary"]}
        rows.append(
            (
                ReferenceCell(_starred(name, tile), colour_mark(colour)),
                ReferenceCell(names.action(main, say), _icons(icons_of(main))),
                ReferenceCell(names.action(second, say), _icons(icons_of(second))),
            )
        )
    columns = (say("tile"), say("main action, for every worker"), say("secondary action, for a worker of its colour"))
    return ReferenceTable("tiles", say("District tiles"), columns, _rows(rows), _ids(tiles) | used, _star(tiles, say))


def _mahouts(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    tiles = facts["mahout_tile"]
    rows = []
    for tile in tiles:
        deed = box["mahouts"][tile["id"]]
        name = names.capital(names.mahout(deed, say))
        what = names.action(deed, say)
        if deed["do"] == "donate":
            what = say("donates where your elephant stands; yours from the start")
        elif deed["do"] == "improve":
            what = say("any upgrade, at its price")
        elif deed["do"] == "trade":
            what = say("a market action")
        rows.append((ReferenceCell(_starred(name, tile), _icons(pieces.mahout_icons(deed))), what, tile["tax"]))
    columns = (say("mahout"), say("what he does"), say("tax"))
    return ReferenceTable("mahouts", say("Mahouts"), columns, _rows(rows), _ids(tiles), _star(tiles, say))


def _market(facts: Facts, say: Translator) -> ReferenceTable:
    rows = [
        (n, names.coins(line["price"], say), *(line["pp"][name] for name in RESOURCES))
        for n, line in enumerate(facts["board"]["market"]["rows"], 1)
    ]
    columns = (
        say("row from the top"),
        say("price"),
        *(say("points for covering: {what}", what=names.resource(r, say)) for r in range(3)),
    )
    rules = facts["board"]["market_rules"]
    note = say(
        "From an empty column you buy for {empty}; into a full one you sell for {full}.",
        empty=names.coins(rules["price_when_empty"], say),
        full=names.coins(rules["price_when_full"], say),
    )
    market = facts["board"]["market"]
    return ReferenceTable(
        "market",
        say("Market"),
        columns,
        _rows(rows),
        frozenset({"board.market", "board.market_rules.price_when_empty", "board.market_rules.price_when_full"}),
        f"{note} {_doubt(market, say)}".strip(),
    )


# ---------------------------------------------------------------- upgrades


def _upgrades(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    own = facts["player_board"]
    kinds = {
        "warehouse": (say("Warehouse"), own["warehouse_spaces"]["count"], say("as it shows")),
        "objective": (say("Objective"), len(own["objective_spaces"]["spaces"]), str(own["tax_track"]["objective_tax"])),
        "mahout": (say("Mahout"), len(own["mahout_spaces"]["colours"]), say("as it shows")),
    }
    rows = [
        (ReferenceCell(name, pieces.icon(kind, SIZE)), _price(facts["upgrade_cost"][kind], say), spaces, tax)
        for kind, (name, spaces, tax) in kinds.items()
    ]
    columns = (say("upgrade"), say("costs"), say("spaces on a board"), say("raises the tax by"))
    covers = frozenset({"upgrade_cost", "player_board.mahout_spaces"})
    return ReferenceTable("upgrades", say("Upgrades"), columns, _rows(rows), covers)


def _houses(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    rows = []
    for entry in facts["warehouse"]:
        data = box["warehouses"][entry["id"]]
        name = ReferenceCell(_starred(names.capital(names.house(data, say)), entry), _icons(pieces.house_icons(data)))
        rows.append((name, names.benefit(data, say), data["slots"], data["tax"]))
    columns = (say("warehouse"), say("benefit"), say("slots"), say("tax"))
    return ReferenceTable(
        "warehouses", say("Warehouses"), columns, _rows(rows), _ids(facts["warehouse"]), _star(facts["warehouse"], say)
    )


def _spaces(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    spaces = facts["player_board"]["objective_spaces"]["spaces"]
    rows = []
    for n, deed in enumerate(box["spaces"], 1):
        gain = names.action(deed, say)
        rows.append(
            (
                say("first space, in the set-up") if n == 1 else say("space {n}", n=n),
                ReferenceCell(gain or "–", _icons(icons_of(deed))),
            )
        )
    columns = (say("space"), say("brings at once"))
    return ReferenceTable("spaces", say("Spaces for objectives"), columns, _rows(rows), _ids(spaces))


def _tracks(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    tracks = {str(track["id"]): track for track in facts["knowledge_track"]}
    longest = max(map(len, box["cells"]))
    rows: list[list[ReferenceCell | str | int]] = []
    for n in range(longest):
        rows.append([n + 1])
        for cells in box["cells"]:
            rows[-1].append(ReferenceCell(names.cell(cells[n], say), _known(cells[n])) if n < len(cells) else "–")
    beyond = {
        "recover_counter": say("recover a counter"),
        "any_resource_1": names.any_resource(1, say),
        "coin_1": names.coins(1, say),
    }
    rows.append([say("each step beyond"), *(beyond[tracks[name]["overflow"]] for name in TRACKS)])
    columns = (
        say("cell"),
        *(_starred(names.capital(names.track(t, say)), tracks[name]) for t, name in enumerate(TRACKS)),
    )
    return ReferenceTable(
        "knowledge", say("Knowledge"), columns, _rows(rows), _ids(facts["knowledge_track"]), _star(tracks.values(), say)
    )


def _known(data: str) -> str:
    """A cell of a track as the player's board draws it."""
    kind, _, what = data.partition(":")
    back = (
        f'<rect x="2" y="2" width="36" height="28" rx="{14 if kind == "game_end" else 6}" class="am-know am-{kind}"/>'
    )
    return (
        f'<svg width="40" height="32" viewBox="0 0 40 32" '
        f'aria-hidden="true">{back}{drawn_cell(what, kind, 20, 16, 20, 1)}</svg>'
    )


# ---------------------------------------------------------------- donations, temple, bridge


def _levels(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    costs = facts["donation_levels"]["cost"]
    rows = []
    for level, cost in enumerate(costs):
        points = sorted({n for tile in facts["donation_tile"] for n in tile["cell_pp"][level]})
        support = facts["donation_rules"]["pp_to_owner_of_each_support"] if level else 0
        below = (
            say("{n} for the owner of each of the two cells below", n=names.points(support, say)) if support else "–"
        )
        rows.append((level + 1, _price(cost, say), say.either([str(n) for n in points]), below))
    columns = (say("level"), say("costs"), say("points"), say("besides"))
    levels = facts["donation_levels"]
    return ReferenceTable(
        "levels",
        say("What a donation costs and brings"),
        columns,
        _rows(rows),
        frozenset({"donation_levels.cost"}),
        _doubt(levels, say),
    )


def _donation_tiles(facts: Facts, say: Translator) -> ReferenceTable:
    """Tiles that are alike stand in one row."""
    alike: dict[tuple[int, str], list[Facts]] = {}
    for tile in facts["donation_tile"]:
        alike.setdefault((tile["players"], str(tile["cell_pp"])), []).append(tile)
    rows = []
    for (players, _), tiles in alike.items():
        where = [_district(tile["district"], say) for tile in tiles]
        which = say("all districts") if len(where) == len(DISTRICTS) else say.every(where)
        cells = [
            say.every([f"{n} × {points}" for points, n in Counter(level).items()]) for level in tiles[0]["cell_pp"]
        ]
        rows.append((say("1 or 2") if players == 2 else str(players), which, *cells))
    columns = (say("players"), say("donation tile"), *(say("level {n}", n=n) for n in (1, 2, 3, 4)))
    note = say("Cells and what each brings: 4 × 1 are four cells of 1 point. Each cell above level 1 rests on two.")
    covers = _ids(facts["donation_tile"]) | {"donation_shape"}
    return ReferenceTable(
        "donation-tiles",
        say("Cells of the donation tiles"),
        columns,
        _rows(rows),
        covers,
        f"{note} {_doubt(facts['donation_shape'], say)}".strip(),
    )


def _bridges(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    when = {
        "group": say("move a group of four workers"),
        "donation": say("make a donation"),
        "upgrade": say("make an upgrade"),
        "market": say("make a market action with a deal"),
    }
    rows = []
    for tile, deed in zip(facts["bridge_tile"], box["bridges"], strict=True):
        trigger = SETS_OFF[tile["trigger"]]
        rows.append(
            (
                ReferenceCell(_starred(when[trigger], tile), _icons((pieces.TRIGGERS[trigger],))),
                ReferenceCell(names.action(deed, say), _icons(icons_of(deed))),
            )
        )
    columns = (say("whenever you"), say("you gain"))
    return ReferenceTable(
        "bridges",
        say("Bridge tiles"),
        columns,
        _rows(rows),
        _ids(facts["bridge_tile"]),
        _star(facts["bridge_tile"], say),
    )


def _temples(facts: Facts, say: Translator) -> ReferenceTable:
    tiles = facts["temple_tile"]
    rows = [(say("tile {n}", n=n), *(tile["pp"][name] for name in DISTRICTS)) for n, tile in enumerate(tiles, 1)]
    columns = (say("temple tile"), *(_district(name, say) for name in DISTRICTS))
    note = _doubt(tiles[0], say)
    return ReferenceTable("temples", say("What a majority is worth"), columns, _rows(rows), _ids(tiles), note)


def _decade(facts: Facts, say: Translator) -> ReferenceTable:
    data = {
        "donation_majorities": (
            say("Donations"),
            say("Most counters in a district bring its temple value; whoever is tied gains it in full."),
        ),
        "taxes": (say("Taxes"), say("Coins as the tax counter says, less discounts; each one missing costs points.")),
        "income": (say("Income"), say("Every green cell that you have reached or passed pays.")),
        "flip_bridge": (say("Bridge"), say("The tile of this decade is turned over; the next one is in force.")),
        "build_temple": (say("Temple"), say("A piece is built, and the tile on it is in force for the next decade.")),
    }
    rows = [(n, *data[step]) for n, step in enumerate(facts["decade_end"]["steps"], 1)]
    last = {
        "knowledge_game_end_cells": (say("Knowledge"), say("After decade III: the golden last cells of your tracks.")),
        "objectives_on_board": (say("Objectives"), say("After decade III: the objectives on your board.")),
    }
    rows += [(len(rows) + n, *last[step]) for n, step in enumerate(facts["final_scoring"]["steps"], 1)]
    columns = (say("step"), say("what"), say("what happens"))
    covers = frozenset({"decade_end.steps", "final_scoring.steps"})
    return ReferenceTable("decade", say("The end of a decade, step by step"), columns, _rows(rows), covers)


def _objectives(facts: Facts, box: Box, say: Translator) -> ReferenceTable:
    goals = sorted(facts["objective"], key=lambda goal: str(goal["type"]))
    rows = []
    for goal in goals:
        star = say("yes") if goal.get("star") else "–"
        rows.append((_starred(goal["type"], goal), names.objective(box["objectives"][goal["id"]], say), star))
    columns = (say("type"), say("asks for and pays"), say("possible for the maharaja"))
    return ReferenceTable("objectives", say("Objectives"), columns, _rows(rows), _ids(goals), _star(goals, say))


# ---------------------------------------------------------------- the maharaja of the solo game


def _his_start(facts: Facts, say: Translator) -> ReferenceTable:
    solo = facts["solo"]
    hard, board = solo["hard_mode"], solo["counters"]["board_spaces"]
    normal = solo["start_counters_on_elephant"]
    there = board + normal - hard["start_counters_on_elephant"]
    quarry = names.goods([0, *(entry["n"] for entry in solo["quarry"]["rows"])], say)
    store = names.goods([0, *(solo["start_store"].get(name, 0) for name in RESOURCES)], say)
    same = say("the same")
    rows = [
        (say("points"), facts["board"]["score_start"], same),
        (say("counters on his board"), board, there),
        (say("counters on his elephant"), normal, hard["start_counters_on_elephant"]),
        (say("where his elephant stands"), say("in the district worth 4"), same),
        (say("quarry"), quarry, same),
        (say("store, taken from the quarry"), store, same),
        (say("slots of his store"), solo["store"]["slots"], same),
        (
            say("objective"),
            say("one that pays for each counter in a district"),
            say("scored {n} times", n=hard["objective_scored_times"]),
        ),
    ]
    data = [(names.capital(words), *cells) for words, *cells in rows]
    columns = (say("the maharaja"), say("normal"), say("hard"))
    covers = {
        "solo.counters",
        "solo.start_counters_on_elephant",
        "solo.start_store",
        "solo.hard_mode",
        "solo.quarry.rows",
        "solo.store",
        "solo.objective",
    }
    return ReferenceTable(
        "solo-start",
        say("What the maharaja begins with"),
        columns,
        _rows(data),
        frozenset(covers),
        _doubt(solo["quarry"], say),
    )


def _his_turn(facts: Facts, say: Translator) -> ReferenceTable:
    none_left = names.points(facts["solo"]["quarry"]["none_left_pp"], say)
    rows = [
        (
            say("Donation: where"),
            say(
                "The district worth 4, else 3, else 2, else 1: the first where he can pay a cell. His elephant goes "
                "there free."
            ),
        ),
        (
            say("Donation: which cell"),
            say("The one that brings most at once, points for his own supports included; of equals the leftmost."),
        ),
        (say("No donation possible"), say("His elephant stays, and a counter of his board goes onto it.")),
        (
            say("Two actions"),
            say("One for the colour of your active worker, one for the worker beside the maharaja on the board."),
        ),
        (
            say("Their order"),
            say(
                "As his board shows them: {order}. The same colour twice is done twice.",
                order=say.every(
                    [names.colour(COLOURS.index(one), say) for one in facts["solo"]["turn"]["action_order"]]
                ),
            ),
        ),
        (say("A resource is missing"), say("He takes the first that his quarry has: marble, copper, gold.")),
        (say("The quarry is empty"), say("{points} for each resource that he cannot take.", points=none_left)),
        (say("What he pays"), say("Goes back to his quarry.")),
        (say("Full elephant or empty board"), say("The counter stays where it is; he gains nothing for it.")),
        (
            say("End of the round"),
            say("The maharaja on the board goes on; you may follow the worker beside his new space."),
        ),
    ]
    covers = frozenset({"solo.turn", "solo.quarry.none_left_pp", "solo.quarry.missing_resource"})
    return ReferenceTable(
        "solo-turn",
        say("The maharaja's turn, step by step"),
        (say("step"), say("what happens")),
        _rows(rows),
        covers,
        _doubt(facts["solo"]["turn"], say),
    )


def _his_actions(facts: Facts, say: Translator) -> ReferenceTable:
    takes = [
        names.goods([0, *(take.get(name, 0) for name in RESOURCES)], say)
        for take in facts["solo"]["actions"]["blue"]["take_by_decade"]
    ]
    data = {
        "yellow": say(
            "A counter of his board goes onto his elephant. He takes a marble; then the market loses one resource of "
            "the kind he took, if it has one."
        ),
        "blue": say(
            "He takes from his quarry: {first} in decade I, {second} in decade II, {third} in decade III.",
            first=takes[0],
            second=takes[1],
            third=takes[2],
        ),
        "white": say("A step on his track, and what the cell brings."),
        "green": say(
            "He donates in the district of his objective; if he cannot, in the district worth 4, 3, 2 or 1; if "
            "nowhere, a counter goes onto his elephant."
        ),
    }
    rows = [
        (
            ReferenceCell(names.capital(names.colour(COLOURS.index(name), say)), colour_mark(COLOURS.index(name))),
            data[name],
        )
        for name in facts["solo"]["turn"]["action_order"]
    ]
    columns = (say("worker"), say("what he does"))
    return ReferenceTable(
        "solo-actions",
        say("The maharaja's four actions, in their order"),
        columns,
        _rows(rows),
        frozenset({"solo.actions"}),
        say("That his board shows the colours in this order is assumed.")
        if facts["solo"]["turn"].get("reconstructed")
        else "",
    )


def _his_track(facts: Facts, say: Translator) -> ReferenceTable:
    track = facts["solo"]["white_track"]
    ends = {
        "pp_per_resource_in_store": say("a point for each resource in his store"),
        "pp_per_visible_coin_in_store": say("a point for each empty slot of his store"),
    }
    rows = []
    for entry in track["cells"]:
        brought = [names.goods([0, entry.get("marble", 0)], say)]
        if entry.get("counter"):
            brought.append(
                say.plural(
                    "{n} counter onto his elephant",
                    "{n} counters onto his elephant",
                    entry["counter"],
                    n=entry["counter"],
                )
            )
        brought.append(names.goods([0, 0, 0, 0, 0, entry.get("pp", 0)], say))
        words = say.every([one for one in brought if one])
        icons = (
            ("marble",) * entry.get("marble", 0) + ("counter",) * entry.get("counter", 0) + ("pp",) * entry.get("pp", 0)
        )
        rows.append(
            (
                entry["n"] or say("start"),
                ReferenceCell(words or "–", _icons(icons)),
                ends.get(entry.get("game_end", ""), "–"),
            )
        )
    columns = (say("cell"), say("brings when he enters it"), say("at the end of the game, if he stands there"))
    note = say("From the last cell he goes back to the one before it, and so to and fro.")
    return ReferenceTable(
        "solo-track",
        say("The maharaja's track"),
        columns,
        _rows(rows),
        frozenset({"solo.white_track"}),
        f"{note} {_doubt(track, say)}".strip(),
    )


def _his_end(facts: Facts, say: Translator) -> ReferenceTable:
    rows = [
        (say("Majorities"), say("yes, as everybody")),
        (say("Taxes"), say("yes") if facts["solo"]["pays_taxes"] else say("none, and no loss")),
        (say("Coins and penalties of his elephant"), say("yes") if facts["solo"]["pays_for_elephant"] else say("none")),
        (say("Bridge tiles"), say("nothing")),
        (say("His objective"), say("at the end of the game")),
        (say("His track"), say("at the end of the game, if he stands on one of the last two cells")),
    ]
    columns = (say("what"), say("for the maharaja"))
    covers = frozenset({"solo.pays_taxes", "solo.pays_for_elephant", "solo.final_scoring"})
    return ReferenceTable("solo-end", say("What counts for the maharaja"), columns, _rows(rows), covers)
