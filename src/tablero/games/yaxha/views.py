"""Who may see what of a position of Yaxha, and what it looks like to each of them.

Two things are secret, each for one step of a round and from all others, spectators too:

- which tile a seat has chosen, until the last seat has chosen and all choices are shown;
- where a seat puts its cubes and that some fit nowhere, until the last seat has finished; a table with open building
  has no such secret.

That a seat has chosen or has finished is no secret, nor is anything of an earlier step: tiles taken, cubes built,
initiative. What luck will bring is known to no seat.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.scoring import Scored


class Seen(Scored):
    """A position that can be looked at."""

    # ---------------------------------------------------------------- who may see what

    def hides(self, viewer: i64, owner: i64) -> bool:
        if viewer == owner:
            return False
        return self.phase == at.CHOOSE or (self.phase == at.BUILD and not self.open_building)

    def observed(self, seat: i64, mover: i64, move: i64) -> i64:
        return at.NONE if self.hides(seat, mover) else move

    def reopen(self, seat: i64) -> None:
        for other in range(self.seats):
            if self.hides(seat, other):
                if self.phase == at.CHOOSE:
                    self.v[at.SEAT + other * at.STRIDE + at.CHOSEN] = at.NONE
                else:
                    self._take_back_building(other)

    def _take_back_building(self, seat: i64) -> None:
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        if v[b + at.DONE] == 1:
            for colour in range(at.COLOURS):
                v[b + at.DISCARDED + colour] -= v[b + at.HAND + colour]
            v[b + at.DONE] = 0
        while v[b + at.COUNT] > 0:
            v[b + at.COUNT] -= 1
            move: i64 = v[b + at.PLACED + v[b + at.COUNT]]
            self.lift(seat, (move - at.PLACE) // at.CELLS, (move - at.PLACE) % at.CELLS)

    def imagined(self, seat: i64, luck: Luck) -> Seen:
        """The others' secret choices, their hidden building and all luck to come are dealt anew."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        other.reopen(seat)
        for rival in range(self.seats):
            if not self.hides(seat, rival):
                continue
            b: i64 = at.SEAT + rival * at.STRIDE
            if self.phase == at.CHOOSE:
                if self.v[b + at.CHOSEN] != at.NONE:
                    other.v[b + at.CHOSEN] = luck.below(self.seats)
            elif self.v[b + at.DONE] == 1:
                other._build_somehow(rival, luck)
        return other

    def _build_somehow(self, seat: i64, luck: Luck) -> None:
        """Random legal building to the end, without showing it."""
        found = self.legal(seat)
        while found[0] != at.FINISH:
            self.apply(seat, found[luck.below(len(found))])
            found = self.legal(seat)
        self.put_aside(seat)

    def copy(self) -> Seen:
        raise NotImplementedError

    # ---------------------------------------------------------------- views

    def shown_to(self, seat: int | None) -> dict[str, Any]:
        """Everything is read from a copy in which the others' secrets have been taken back: nothing can leak."""
        shown = self.copy()
        shown.reopen(at.NONE if seat is None else seat)
        surveys = shown.survey_all()
        pyramids = [shown._pyramid(s, surveys) for s in range(self.seats)]
        cards = [shown._card(k, surveys) for k in range(at.CARDS)]
        view = shown.common_view(seat, at.PHASES[self.phase], int(self.round))
        view |= {
            "actors": list(self.actors()),  # who has done its part is no secret
            "ready": [self._ready(s) for s in range(self.seats)],
            "rounds": int(at.ROUNDS),
            "bag": self.five(at.BAG),
            "initiative": self.by_seat(at.INITIATIVE),
            "market": [shown._tile(tile) for tile in range(self.seats)],
            "pyramids": pyramids,
            "cards": cards,
            "standing": [
                sum(pyramid["points"]) + sum(card["points"] for card in cards if card["won"][s])
                for s, pyramid in enumerate(pyramids)
            ],
            "mine": shown._mine(seat) if seat is not None else None,
            "offers": shown._offers(seat) if seat is not None else [],
            "prompt": self._prompt(seat),
        }
        return view

    def _ready(self, seat: i64) -> bool:
        """Whether a seat has done its part of the step."""
        b: i64 = at.SEAT + seat * at.STRIDE
        if self.phase == at.CHOOSE:
            return self.v[b + at.CHOSEN] != at.NONE
        return self.phase == at.BUILD and self.v[b + at.DONE] == 1

    def closing(self, seat: i64) -> i64:
        """Choosing a tile ends a turn by itself; building is finished by a move of its own."""
        return at.FINISH if self.phase == at.BUILD else at.NONE

    def _mine(self, seat: i64) -> dict[str, Any]:
        b: i64 = at.SEAT + seat * at.STRIDE
        building = self.phase == at.BUILD
        placed = self.placed(seat) if building else []
        hand = self.five(b + at.HAND) if building else [0] * 5
        chosen = int(self.v[b + at.CHOSEN])
        return {"chosen": None if chosen < 0 else chosen, "hand": hand, "placed": placed}

    def _tile(self, tile: i64) -> dict[str, Any]:
        owner = int(self.v[at.OWNER + tile])
        wanted: list[int] = []
        if self.phase == at.LEFTOVER or self.phase == at.BUILD:
            wanted = [int(s) for s in range(self.seats) if self.v[at.SEAT + s * at.STRIDE + at.CHOSEN] == tile]
        return {"cubes": self.cubes_on(tile), "owner": None if owner < 0 else owner, "wanted": wanted}

    def _pyramid(self, seat: i64, surveys: vec[i64]) -> dict[str, Any]:
        sizes = [int(surveys[seat * at.SURVEY + at.SIZES + c]) for c in range(at.COLOURS)]
        return {
            "cubes": self.cubes(seat),
            "hidden": self._hidden(seat),
            "last": self.placed(seat),
            "sizes": sizes,
            "points": [int(self.tables.points[size]) for size in sizes],
            "discarded": self.five(at.SEAT + seat * at.STRIDE + at.DISCARDED),
            "frame": self._frame_of(seat),
        }

    def _hidden(self, seat: i64) -> list[list[int]]:
        """The cells of hidden cubes as [x, y, z]."""
        b: i64 = at.SEAT + seat * at.STRIDE
        out: list[list[int]] = []
        for cell in range(at.CELLS):
            z: i64 = at.CELL_Z[cell]
            if z < at.LEVELS - 1 and at.hidden(self.v[b + at.FILLED + z + 1]) & at.CELL_BIT[cell] != 0:
                out.append(at.cube_of(at.PLACE + cell)[:3])
        return out

    def _frame_of(self, seat: i64) -> list[int]:
        """The lowest and highest column and row that the base may still use, outside coordinates."""
        cells: i64 = self.frame(at.SEAT + seat * at.STRIDE)
        xs = [x for x in range(7) for y in range(7) if cells & at.BIT[8 * y + x] != 0]
        ys = [y for x in range(7) for y in range(7) if cells & at.BIT[8 * y + x] != 0]
        centre = int(at.CENTRE)
        return [min(xs) - centre, max(xs) - centre, min(ys) - centre, max(ys) - centre]

    def _card(self, k: i64, surveys: vec[i64]) -> dict[str, Any]:
        card = self.card(k)
        values = self.card_values(card, surveys)
        won = self.card_scorers(card, surveys)
        return {
            "id": self.tables.card_ids[card],
            "points": int(self.tables.card_points),
            "values": [int(value) for value in values],
            "won": [won[seat] == 1 for seat in range(self.seats)],
        }

    def _offers(self, seat: i64) -> list[dict[str, Any]]:
        """The legal moves with what they would bring."""
        out: list[dict[str, Any]] = []
        before = self.survey(seat)
        scored = self._scored(seat, self.survey_all())
        for move in self.legal(seat):
            if self.phase != at.BUILD:
                out.append({"move": int(move), "tile": int(move)})
                continue
            if move == at.FINISH:
                out.append({"move": int(move), "finish": True})
                continue
            after = self.copy()
            after.apply(seat, move)
            surveys = after.survey_all()
            survey = surveys[seat * at.SURVEY : (seat + 1) * at.SURVEY]
            cards = after._scored(seat, surveys)
            colour: i64 = (move - at.PLACE) // at.CELLS
            gain = int(survey[at.POINTS] - before[at.POINTS])
            out.append(
                {
                    "move": int(move),
                    "cube": at.cube_of(move),
                    "gain": gain,
                    "total": gain + int(self.tables.card_points) * (len(cards) - len(scored)),
                    "wins": [card for card in cards if card not in scored],
                    "loses": [card for card in scored if card not in cards],
                    "from": int(before[at.SIZES + colour]),
                    "to": int(survey[at.SIZES + colour]),
                    "hides": int(survey[at.HIDDEN] - before[at.HIDDEN]),
                    "points": [int(self.tables.points[survey[at.SIZES + c]]) for c in range(at.COLOURS)],
                }
            )
        return out

    def _scored(self, seat: i64, surveys: vec[i64]) -> list[str]:
        """The bonus cards that a seat scores as things stand."""
        found = [k for k in range(at.CARDS) if self.card_scorers(self.card(k), surveys)[seat] == 1]
        return [self.tables.card_ids[self.card(k)] for k in found]

    def _prompt(self, seat: int | None) -> dict[str, Any]:
        """What the game asks of this seat now."""
        if self.phase == at.OVER:
            return {"kind": "over"}
        if seat is None or not self.owes(seat):
            return {"kind": "wait", "for": list(self.actors())}
        if self.phase == at.CHOOSE:
            return {"kind": "choose"}
        if self.phase == at.LEFTOVER:
            return {"kind": "leftover"}
        kind = "finish" if self.legal(seat)[0] == at.FINISH else "build"
        return {"kind": kind, "placed": len(self.placed(seat)), "left": self.cubes_in_hand(seat)}
