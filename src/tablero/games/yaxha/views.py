"""What may be seen of a position of Yaxha, and positions written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablero.games.yaxha.board import (
    BAG,
    BIT,
    BONUS,
    BUILD,
    CARDS,
    CELL_BIT,
    CELL_X,
    CELL_Y,
    CELL_Z,
    CELLS,
    CENTRE,
    CHOOSE,
    CHOSEN,
    COLOUR,
    COLOURS,
    COUNT,
    DISCARDED,
    DONE,
    FILLED,
    FINISH,
    HAND,
    HIDDEN,
    INITIATIVE,
    LEFTOVER,
    LEVELS,
    MARKET,
    NONE,
    OVER,
    OWNER,
    PHASES,
    PLACE,
    PLACED,
    POINTS,
    ROUNDS,
    SEAT,
    SIZES,
    STRIDE,
    SURVEY,
    TAKEN,
    move_of,
)
from tablero.games.yaxha.scoring import Pyramids


class Seen(Pyramids):
    """A position that can be looked at."""

    def copy(self) -> Seen:
        raise NotImplementedError

    def _by_seat(self, what: i64) -> list[int]:
        return [int(self.v[SEAT + seat * STRIDE + what]) for seat in range(self.seats)]

    def _card_ids(self) -> list[str]:
        return [self.tables.card_ids[self.card(k)] for k in range(CARDS)]

    def _cubes_on(self, tile: i64) -> list[int]:
        """The colours of the cubes on a tile."""
        return [int(c) for c in range(COLOURS) for _ in range(self.v[MARKET + tile * COLOURS + c])]

    def _cube(self, move: i64) -> list[int]:
        """A placed cube as [x, y, z, colour] in outside coordinates."""
        cell: i64 = (move - PLACE) % CELLS
        colour: i64 = (move - PLACE) // CELLS
        return [int(CELL_X[cell] - CENTRE), int(CELL_Y[cell] - CENTRE), int(CELL_Z[cell]), int(colour)]

    def cubes(self, seat: i64) -> list[list[int]]:
        """All cubes of a pyramid as [x, y, z, colour], levels first."""
        b: i64 = SEAT + seat * STRIDE
        out: list[list[int]] = []
        for cell in range(CELLS):
            z: i64 = CELL_Z[cell]
            for colour in range(COLOURS):
                if self.v[b + COLOUR + z * COLOURS + colour] & CELL_BIT[cell] != 0:
                    out.append(self._cube(PLACE + colour * CELLS + cell))
        return out

    def _hidden(self, seat: i64) -> list[list[int]]:
        """The cells of hidden cubes as [x, y, z]."""
        b: i64 = SEAT + seat * STRIDE
        out: list[list[int]] = []
        for cell in range(CELLS):
            z: i64 = CELL_Z[cell]
            if z < LEVELS - 1:
                above: i64 = self.v[b + FILLED + z + 1]
                if above & (above << 1) & (above << 8) & (above << 9) & CELL_BIT[cell] != 0:
                    out.append(self._cube(PLACE + cell)[:3])
        return out

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Everything is read from a copy in which the others' secrets have been taken back: nothing can leak."""
        shown = self.copy()
        shown.reopen(NONE if seat is None else seat)
        surveys = shown.survey_all()
        ready: list[bool] = []
        for s in range(self.seats):
            b: i64 = SEAT + s * STRIDE
            chosen = self.phase == CHOOSE and self.v[b + CHOSEN] != NONE
            ready.append(chosen or (self.phase == BUILD and self.v[b + DONE] == 1))
        result = self.result()
        mine = shown._mine(seat) if seat is not None else None
        pyramids = [shown._pyramid(s, surveys) for s in range(self.seats)]
        cards = [shown._card(k, surveys) for k in range(CARDS)]
        return {
            "game": "yaxha",
            "rules": int(self.game.rules),
            "seats": int(self.seats),
            "seat": seat,
            "options": dict(self.options),
            "phase": PHASES[self.phase],
            "round": int(self.round),
            "rounds": int(ROUNDS),
            "settled": int(self.settled),
            "actors": list(self.actors()),
            "ready": ready,
            "bag": [int(self.v[BAG + c]) for c in range(COLOURS)],
            "initiative": self._by_seat(INITIATIVE),
            "market": [shown._tile(tile) for tile in range(self.seats)],
            "pyramids": pyramids,
            "cards": cards,
            "standing": [
                sum(pyramid["points"]) + sum(int(BONUS) for card in cards if card["won"][s])
                for s, pyramid in enumerate(pyramids)
            ],
            "mine": mine,
            "moves": self.moves(seat) if seat is not None else [],
            "offers": shown._offers(seat) if seat is not None else [],
            "prompt": self._prompt(seat),
            "result": None
            if result is None
            else {
                "scores": list(result.scores),
                "ranks": list(result.ranks),
                "winners": list(result.winners),
                "why": result.why,
            },
        }

    def _mine(self, seat: i64) -> dict[str, Any]:
        b: i64 = SEAT + seat * STRIDE
        building = self.phase == BUILD
        placed = [self._cube(self.v[b + PLACED + i]) for i in range(self.v[b + COUNT])] if building else []
        hand = [int(self.v[b + HAND + c]) for c in range(COLOURS)] if building else [0] * 5
        chosen = int(self.v[b + CHOSEN])
        return {"chosen": None if chosen < 0 else chosen, "hand": hand, "placed": placed}

    def _tile(self, tile: i64) -> dict[str, Any]:
        owner = int(self.v[OWNER + tile])
        wanted: list[int] = []
        if self.phase == LEFTOVER or self.phase == BUILD:
            wanted = [int(s) for s in range(self.seats) if self.v[SEAT + s * STRIDE + CHOSEN] == tile]
        return {"cubes": self._cubes_on(tile), "owner": None if owner < 0 else owner, "wanted": wanted}

    def _pyramid(self, seat: i64, surveys: vec[i64]) -> dict[str, Any]:
        at: i64 = seat * SURVEY
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        sizes = [int(surveys[at + SIZES + c]) for c in range(COLOURS)]
        last = [self._cube(v[b + PLACED + i]) for i in range(v[b + COUNT])]
        return {
            "cubes": self.cubes(seat),
            "hidden": self._hidden(seat),
            "last": last,
            "sizes": sizes,
            "points": [int(self.tables.points[min(size, int(self.tables.largest))]) for size in sizes],
            "discarded": [int(v[b + DISCARDED + c]) for c in range(COLOURS)],
            "frame": self._frame_of(seat),
        }

    def _frame_of(self, seat: i64) -> list[int]:
        """The lowest and highest column and row that the base may still use, outside coordinates."""
        cells: i64 = self.frame(SEAT + seat * STRIDE)
        xs = [x for x in range(7) for y in range(7) if cells & BIT[8 * y + x] != 0]
        ys = [y for x in range(7) for y in range(7) if cells & BIT[8 * y + x] != 0]
        centre = int(CENTRE)
        return [min(xs) - centre, max(xs) - centre, min(ys) - centre, max(ys) - centre]

    def _card(self, k: i64, surveys: vec[i64]) -> dict[str, Any]:
        card = self.card(k)
        values = self.card_values(card, surveys)
        won = self.card_winners(card, surveys)
        # At the end nothing ties with nothing; before that, nobody is ahead who has nothing yet.
        counts = [self.phase == OVER or values[seat] > 0 for seat in range(self.seats)]
        return {
            "id": self.tables.card_ids[card],
            "values": [int(value) for value in values],
            "won": [won[seat] == 1 and counts[seat] for seat in range(self.seats)],
        }

    def _offers(self, seat: i64) -> list[dict[str, Any]]:
        """The legal moves with what they would bring."""
        out: list[dict[str, Any]] = []
        before = self.survey(seat)
        standing = self.standing()
        for move in self.legal(seat):
            if self.phase != BUILD:
                out.append({"move": int(move), "tile": int(move)})
                continue
            if move == FINISH:
                out.append({"move": int(move), "finish": True})
                continue
            after = self.copy()
            after.apply(seat, move)
            survey = after.survey(seat)
            colour: i64 = (move - PLACE) // CELLS
            out.append(
                {
                    "move": int(move),
                    "cube": self._cube(move),
                    "gain": int(survey[POINTS] - before[POINTS]),
                    "total": int(after.standing()[seat] - standing[seat]),
                    "from": int(before[SIZES + colour]),
                    "to": int(survey[SIZES + colour]),
                    "hides": int(survey[HIDDEN] - before[HIDDEN]),
                }
            )
        return out

    def _prompt(self, seat: int | None) -> dict[str, Any]:
        """What the game asks of this seat now."""
        if self.phase == OVER:
            return {"kind": "over"}
        if seat is None or not self.owes(seat):
            return {"kind": "wait", "for": list(self.actors())}
        if self.phase == CHOOSE:
            return {"kind": "choose"}
        if self.phase == LEFTOVER:
            return {"kind": "leftover"}
        b: i64 = SEAT + i64(seat) * STRIDE
        left = [int(c) for c in range(COLOURS) for _ in range(self.v[b + HAND + c])]
        kind = "finish" if self.legal(seat)[0] == FINISH else "build"
        return {"kind": kind, "placed": int(self.v[b + COUNT]), "left": left}

    def dump(self) -> dict[str, Any]:
        players: list[dict[str, Any]] = []
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            players.append(
                {
                    "cubes": self.cubes(seat),
                    "hand": [int(self.v[b + HAND + c]) for c in range(COLOURS)],
                    "discarded": [int(self.v[b + DISCARDED + c]) for c in range(COLOURS)],
                    "placed": [self._cube(self.v[b + PLACED + i]) for i in range(self.v[b + COUNT])],
                    "done": self.v[b + DONE] == 1,
                }
            )
        return {
            "game": "yaxha",
            "rules": int(self.game.rules),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "phase": PHASES[self.phase],
            "round": int(self.round),
            "cards": self._card_ids(),
            "bag": [int(self.v[BAG + c]) for c in range(COLOURS)],
            "market": [self._cubes_on(tile) for tile in range(self.seats)],
            "owners": [int(self.v[OWNER + tile]) for tile in range(self.seats)],
            "initiative": self._by_seat(INITIATIVE),
            "chosen": self._by_seat(CHOSEN),
            "taken": self._by_seat(TAKEN),
            "players": players,
        }

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position."""
        v = self.v
        self.settled = dump["settled"]
        self.phase = PHASES.index(dump["phase"])
        self.round = dump["round"]
        self.card_0, self.card_1, self.card_2 = [self.tables.card_ids.index(card) for card in dump["cards"]]
        for c, count in enumerate(dump["bag"]):
            v[BAG + i64(c)] = count
        for t, cubes in enumerate(dump["market"]):
            v[OWNER + i64(t)] = dump["owners"][t]
            for colour in cubes:
                v[MARKET + i64(t) * COLOURS + i64(colour)] += 1
        for s, player in enumerate(dump["players"]):
            seat: i64 = s
            b: i64 = SEAT + seat * STRIDE
            v[b + INITIATIVE] = dump["initiative"][s]
            v[b + CHOSEN] = dump["chosen"][s]
            v[b + TAKEN] = dump["taken"][s]
            v[b + DONE] = 1 if player["done"] else 0
            for cube in player["cubes"]:
                move = move_of(cube)
                self.put(seat, (move - PLACE) // CELLS, (move - PLACE) % CELLS)
            for c, count in enumerate(player["hand"]):
                v[b + HAND + i64(c)] = count
                v[b + DISCARDED + i64(c)] = player["discarded"][c]
            v[b + COUNT] = len(player["placed"])
            for i, cube in enumerate(player["placed"]):
                v[b + PLACED + i64(i)] = move_of(cube)
