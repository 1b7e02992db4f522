"""JSON API of puzzles: the sets, a position as its seat may know it, and the judgement of a turn."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import JSONBody, Parameter

from tablero.analysis.puzzle_set import games_with_puzzles, puzzle_set
from tablero.analysis.puzzles import Puzzle
from tablero.analysis.turns import Turn, is_turn_over
from tablero.site.web.api import ApiController, ApiRequest, api_get, api_post
from tablero.site.web.rate_limit import visitor_key
from tablero.site.web.services import services_of

GameName = Annotated[str, Parameter(description="One of the games here.", max_length=32)]
PuzzleId = Annotated[str, Parameter(description="The id of a puzzle.", max_length=32)]
Notation = Annotated[str, msgspec.Meta(max_length=200)]


class PuzzleCard(msgspec.Struct):
    """A puzzle: how hard it is, for how many seats, whether it is early (0) or late (2) in the game, and what is gained
    in it most."""

    id: str
    rating: int
    seats: int
    stage: int
    theme: str


class PuzzlePosition(msgspec.Struct):
    """A puzzle to be solved: the position as its seat may know it, with its legal moves in notation."""

    id: str
    game: str
    seats: int
    seat: int
    rating: int
    options: dict[str, str]
    view: dict[str, Any]
    moves: list[str]


class TriedTurn(msgspec.Struct):
    """A whole turn in notation, up to the point where chance or another seat comes in."""

    moves: Annotated[list[Notation], msgspec.Meta(min_length=1, max_length=40)]


class TurnVerdict(msgspec.Struct):
    """Whether a turn is right, the chance of winning after it, and by how much the best one leads, give or take."""

    right: bool
    chance: float
    lead: float
    give: float


def find_puzzle(game: str, id: str) -> Puzzle:
    """Return a puzzle of a set. Raise NotFoundException."""
    if game not in games_with_puzzles() or id not in puzzle_set(game):
        raise NotFoundException(f"there is no puzzle '{id}' of '{game}'")
    return puzzle_set(game)[id]


def read_turn(puzzle: Puzzle, moves: list[str]) -> Turn:
    """Return the moves of a turn as numbers. Raise ClientException if it is no whole legal turn."""
    state, seat, turn = puzzle.state(), puzzle.seat, list[int]()
    settled = int(state.settled)
    for words in moves:
        if is_turn_over(state, seat, settled):
            raise ClientException(f"the turn is over before '{words}': leave out what comes after")
        try:
            move = state.game.read(state, seat, words)
        except ValueError:
            raise ClientException(f"'{words}' is no move: see the moves that the puzzle lists") from None
        if move not in state.moves(seat):
            raise ClientException(f"'{words}' is not legal there: see the moves that the puzzle lists")
        state.apply(seat, move)
        turn.append(move)
    if not is_turn_over(state, seat, settled):
        raise ClientException("this turn is not over yet: send all its moves at once")
    return tuple(turn)


class PuzzleApi(ApiController):
    """Puzzles for programs. Nothing is kept of their tries."""

    path = "/api/puzzles"
    tags = ("puzzles",)

    @api_get("/{game:str}", summary="The puzzles of a game")
    async def every(self, game: GameName) -> list[PuzzleCard]:
        """All puzzles that come with a game, the easiest first."""
        if game not in games_with_puzzles():
            raise NotFoundException(f"there are no puzzles of '{game}'")
        known = puzzle_set(game)
        found = (known[id] for id in known.ratings)
        return [PuzzleCard(one.id, one.rating, one.seats, one.stage, one.theme) for one in found]

    @api_get("/{game:str}/{id:str}", summary="A puzzle")
    async def one(self, game: GameName, id: PuzzleId) -> PuzzlePosition:
        """The position of a puzzle as its seat may know it. Its answer is not told."""
        puzzle = find_puzzle(game, id)
        state, seat = puzzle.state(), puzzle.seat
        return PuzzlePosition(
            puzzle.id,
            puzzle.game,
            puzzle.seats,
            seat,
            puzzle.rating,
            dict(state.options),
            state.view(seat),
            [state.game.write(state, seat, move) for move in state.moves(seat)],
        )

    @api_post("/{game:str}/{id:str}/try", summary="Try a turn at a puzzle", status_code=200, opt={"scope": "play"})
    async def judge(self, request: ApiRequest, game: GameName, id: PuzzleId, data: JSONBody[TriedTurn]) -> TurnVerdict:
        """What a whole turn is worth beside the best one, judged by searches from 32 ways to deal what is hidden."""
        puzzle = find_puzzle(game, id)
        verdict = await services_of(request).whatif.judge_turn(
            puzzle, read_turn(puzzle, data.moves), visitor_key(request)
        )
        turn = verdict.turn
        return TurnVerdict(turn.right, turn.chance, turn.lead, turn.give)
