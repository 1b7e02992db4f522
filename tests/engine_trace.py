"""Everything that compiled code answers, in one order, so that two processes can be compared line by line.

`python -m tests.engine_trace tzolkin` prints a line for each answer: where it was asked, and a checksum of it;
`--show "..."` prints the answer of the line that begins so. With TABLERO_PLAIN=1 the source answers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import tablero
from tablero.bots import Mind, Searcher, bot, glimpse
from tablero.bots.search import Search, final_values, likelihoods, sample
from tablero.core import Game, Luck, Record, State, seeded
from tablero.core.encoding.fields import Layout
from tablero.core.encoding.tensor import Slate
from tablero.core.playout import count_sequences, play_at_random
from tablero.lab.vectorized import LEAD_REWARD, WIN_REWARD, VectorizedGames, rewards
from tests.core.damage import damaged

RECORDS = Path(__file__).parent / "records"
STEP = 19  # moves between two positions that are asked everything
DEEPEST = 1500  # sequences of perft that plain Python counts
DAMAGED = range(60)
WRONG: tuple[Any, ...] = (2**63, -(2**63) - 1, -1, 10**6, float("inf"), None, [[]], "x")
Line = tuple[str, Any]


def told(value: Any) -> str:
    """Write an answer as JSON; floating-point numbers to their last bit."""
    return json.dumps(value, sort_keys=True, default=plain_value)


def plain_value(value: Any) -> Any:
    return [x.hex() if isinstance(x, float) else int(x) for x in value]


def exact(numbers: Any) -> list[str]:
    return [float(x).hex() for x in numbers]


def refusal(call: Callable[..., Any], *given: Any) -> str:
    """Return which error a call raises, with its words; what it returns is not asked."""
    try:
        call(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


# ---------------------------------------------------------------- positions


def looks(state: State, where: str, luck: Luck) -> Iterator[Line]:
    """Everything that a position is asked."""
    game, seats = state.game, range(int(state.seats))
    yield f"{where} dump", state.dump()
    for seat in (*seats, None):
        yield f"{where} view {seat}", state.view(seat)
    yield f"{where} standing", [list(map(int, state.standing())), repr(state.result()), repr(state), state.actors()]
    for seat in seats:
        yield f"{where} row {seat}", game.tensor.row(state, seat)
        imagined = state.imagine(seat, luck)
        yield f"{where} imagined {seat}", imagined.dump()
        imagined.reopen(seat)
        yield f"{where} reopened {seat}", imagined.dump()
        moves = state.moves(seat)
        tried = sorted({*moves[:2], *(int(luck.below(game.moves.size)) for _ in range(10)), -1, game.moves.size})
        yield f"{where} why not {seat}", [state.why_not(seat, move) for move in tried]
        yield f"{where} refused {seat}", refusal(state.copy().play, seat, tried[-2])
        yield (
            f"{where} seen of {seat}",
            [
                [state.hides(viewer, seat), *(int(state.observed(viewer, seat, move)) for move in moves[:3])]
                for viewer in (-1, *seats)
            ],
        )
        if moves:
            yield f"{where} scored {seat}", exact(game.sense.score_legal_moves(state, seat))
    yield f"{where} chances", [game.sense.is_quiet(state), exact(game.sense.win_chances(state))]
    yield f"{where} judged", exact(game.judge.win_chances(state))
    if game.sight is not None and len(seats) > 1:
        yield f"{where} sight", exact(game.sight.encoded(state))


def one_game(game: Game, seats: int, seed: int, options: dict[str, str], rules: int | None = None) -> Iterator[Line]:
    """A random game, move by move."""
    where = f"{game.name} with {seats} seats, seed {seed}, {options or 'usual'}, rules {rules or game.rules}"
    state = game.start(seats, seed, options, listen=True, rules=rules)
    luck, other = seeded(seed + 1), seeded(seed + 2)
    asked = hashlib.sha256()
    number = 0
    while actors := state.actors():
        if (number + seed) % STEP == 0:
            yield from looks(state, f"{where}, move {number}:", other)
        seat = actors[luck.below(len(actors))]
        moves = state.moves(seat)
        asked.update(str([actors, moves, int(state.settled), *map(int, state.standing())]).encode())
        if number % STEP == 0:
            yield f"{where}, before move {number}", asked.hexdigest()
        state.play(seat, moves[luck.below(len(moves))])
        number += 1
    yield from looks(state, f"{where}, at the end:", other)
    yield f"{where}, events", state.journal
    yield f"{where}, result", [exact(final_values(state)), exact(rewards(state, False)), exact(rewards(state, True))]
    yield f"{where}, over", refusal(state.play, 0, 0)


def variants(game: Game) -> Iterator[tuple[int, dict[str, str], int | None]]:
    """Seats, options and rules: every number of seats, every choice of every option, every older rules."""
    for seats in game.seats:
        yield seats, {}, None
    number = 0
    for option in game.options.values():
        for choice in option.choices:
            fitting = [
                seats
                for seats in game.seats
                if choice != option.default and refusal(game.settle_options, seats, {option.name: choice}) == "no error"
            ]
            if fitting:
                number += 1
                yield fitting[number % len(fitting)], {option.name: choice}, None
    for rules in game.older:
        yield game.seats[-1], {}, rules


def games_at_random(game: Game) -> Iterator[Line]:
    for seed, (seats, options, rules) in enumerate(variants(game)):
        yield from one_game(game, seats, seed, options, rules)


# ---------------------------------------------------------------- records and perft


def recorded(game: Game) -> Iterator[Line]:
    for path in sorted((RECORDS / game.name).glob("*.json")):
        if path.name != "perft.json":
            state = Record.from_text(path.read_text("utf-8")).verify(game)
            yield f"record {game.name}/{path.name}", [state.dump(), state.view(0), repr(state.result())]


def counted(game: Game) -> Iterator[Line]:
    for named in json.loads((RECORDS / game.name / "perft.json").read_text("utf-8")):
        state = game.start(named["seats"], named["seed"], named["options"], rules=named.get("rules"))
        play_at_random(state, seeded(named["seed"]), named["after"])
        depths = [depth for depth, count in enumerate(named["counts"]) if count <= DEEPEST]
        yield f"perft {game.name} {named['name']}", [int(count_sequences(state, depth)) for depth in depths]


# ---------------------------------------------------------------- searches and rows side by side


def tree_of(search: Search, seat: int) -> list[Any]:
    tree = search.trees[seat]
    parts = (tree.label, tree.parent, tree.child, tree.sibling, tree.visits, tree.offers)
    return [[[int(x) for x in part] for part in parts], exact(tree.total), exact(tree.prior)]


def searched(game: Game) -> Iterator[Line]:
    """A search at some moments, with its trees; and a mind that reuses them through some turns."""
    for seats in {game.seats[0], game.seats[-1]}:
        for depth in (0, 23, 61):
            where = f"search {game.name} with {seats} seats after {depth} moves"
            state = game.start(seats, depth)
            play_at_random(state, seeded(depth), depth)
            seat, luck = state.actors()[0], seeded(depth + seats)
            for spec in ("search:24", "classic:12") if depth else ("search:24",):
                if spec.startswith("search"):
                    search = bot(spec).think(glimpse(state, seat, luck), luck)
                    yield f"{where}, {spec}", [tree_of(search, of) for of in range(seats)]
                    values = search.values(state.moves(seat)), search.chances()
                    yield f"{where}, values", [exact(numbers) for numbers in values]
                else:
                    yield f"{where}, {spec}", bot(spec).choose(glimpse(state, seat, luck), luck)
        state, luck = game.start(seats, 5), seeded(6)
        play_at_random(state, seeded(5), 12)
        assert game.cast is not None
        other_way = Searcher(30, candidates=4, character=game.cast.all[seats % 4])
        minds = [Mind(bot("search:30") if seat else other_way, seat) for seat in range(seats)]
        for number in range(12):
            if not (actors := state.actors()):
                break
            seat, forced = actors[0], len(state.moves(actors[0])) == 1
            move, visits = minds[seat].decide(glimpse(state, seat, luck), luck)
            yield f"mind {game.name} with {seats} seats, decision {number}", [move, visits]
            for other in range(seats):
                if other != seat:
                    minds[other].saw(seat, int(state.observed(other, seat, move)), forced)
            state.play(seat, move)


def inputs_of_cells(layout: Layout) -> list[int]:
    """What `unfold` makes of each number of a row, as `lab.tensors` says it with NumPy."""
    found, first = list[int](), 0
    for field in layout.fields:
        for _ in range(field.length):
            found += [first, field.low, field.high, 0 if field.names else field.unit or field.high]
            first += field.high - field.low + 1 if field.names else 1
    return [*found, first]


def side_by_side(game: Game) -> Iterator[Line]:
    for seats, reward in ((game.seats[0], LEAD_REWARD), (game.seats[-1], WIN_REWARD)):
        rows = VectorizedGames(game, game.tensor, seats, game.settle_options(seats), [1, 2], 2, reward)
        for number in range(100):
            rows.play_at_random(3)
            arrays = (rows.observation, rows.mask, rows.reward, rows.done, rows.seat)
            yield (
                f"rows {game.name} with {seats} seats, step {3 * number}",
                [hashlib.sha256(bytes(memoryview(array))).hexdigest() for array in arrays],
            )
        yield f"rows {game.name} with {seats} seats, refused", refusal(rows.step, [-1, -1])
        for wide in (1, 4):
            table = inputs_of_cells(game.layout(seats))
            fed = VectorizedGames(game, game.tensor, seats, game.settle_options(seats), [1, 2], 2, reward, table, wide)
            fed.restarts = False
            for number in range(60):
                if fed.done[0] or fed.done[1]:
                    fed.restart(0, number)
                    fed.restart(1, number + 100)
                fed.move_others_at_random(0, number % seats)
                fed.move_others_at_random(1, 0)
                seats_shown = [int(fed.seat[0]), int(fed.seat[1])]
                if not (fed.done[0] or fed.done[1]):
                    fed.step_beside_random([int(move) for move in fed.chosen()], seats_shown)
                arrays = (fed.inputs, fed.observation, fed.mask, fed.reward, fed.done)
                yield (
                    f"inputs {game.name} with {seats} seats of {wide} bytes, {number}",
                    [hashlib.sha256(bytes(memoryview(array))).hexdigest() for array in arrays],
                )
    slate, state = Slate(game.tensor, game.seats[-1], game.moves.size), game.start(game.seats[-1], 3)
    for number in range(5):
        play_at_random(state, seeded(number), 9)
        seat = int(state.actor())
        slate.observe(state, seat)
        slate.allow(state, seat)
        yield f"slate {game.name} {number}", [list(map(int, slate.cells)), list(map(int, slate.mask))]


# ---------------------------------------------------------------- damaged input, luck


def damaged_positions(game: Game) -> Iterator[Line]:
    """Whatever stands in a dump, both read it or both refuse it; the interpreter's own words behind that differ."""
    state = game.start(game.seats[-1], seed=1)
    play_at_random(state, seeded(1), 30)
    dump = state.dump()
    for key, value in dump.items():
        for number, wrong in enumerate(WRONG):
            harmed = {**dump, key: [wrong] * len(value) if isinstance(value, list) else wrong}
            yield f"damaged position {game.name} {key} {number}", refusal(game.load, harmed).partition("damaged:")[0]


def read_again(text: str) -> str:
    record = Record.from_text(text)
    return told(record.verify(tablero.game(record.game)).dump())


def damaged_records() -> Iterator[Line]:
    for seed in DAMAGED:
        text = damaged(seed).decode("utf-8", "surrogateescape")
        yield f"damaged record {seed}", refusal(read_again, text)


def drawn_luck() -> Iterator[Line]:
    from librt.vecs import vec

    luck = seeded(2**70)
    yield "luck next", [int(luck.next()) for _ in range(50)]
    for n in (1, 2, 6, 1000, 3 * 2**29, 2**31 - 1, 2**31):
        yield f"luck below {n}", [[int(luck.below(n)) for _ in range(20)], luck.words(), repr(luck.copy())]
    for n in (0, -1, 2**31 + 1):
        yield f"luck refuses {n}", refusal(luck.below, n)
    yield "luck refuses words", [refusal(Luck, -1, 0, 0, 0), refusal(Luck, 0, 0, 0, 2**32), refusal(seeded, "x")]
    for weights in ([0.0, 0.0], [5.0, -800.0, 3.0], [1000.0, 999.0], [0.1, 0.2, 0.3]):
        chances = likelihoods(vec[float](weights))
        yield f"likelihoods {weights}", [exact(chances), [int(sample(chances, luck)) for _ in range(9)]]


GAME_PARTS = (games_at_random, recorded, counted, searched, side_by_side, damaged_positions)
NAMES = ("core", *(game.name for game in tablero.games()))


def trace(name: str) -> Iterator[Line]:
    """Every answer of a game, or of what all games share."""
    if name == "core":
        yield from drawn_luck()
        yield from damaged_records()
    else:
        for part in GAME_PARTS:
            yield from part(tablero.game(name))


def main() -> None:
    reader = argparse.ArgumentParser(description="Print what the engine answers, a line for each answer.")
    reader.add_argument("name", choices=NAMES)
    reader.add_argument("--show", help="print the answer of the first line that begins so")
    given = reader.parse_args()
    for where, answer in trace(given.name):
        if given.show is None:
            print(where, checksum(answer), sep="\t")
        elif where.startswith(given.show):
            print(told(answer))
            break
    else:
        if given.show is not None:
            sys.exit(f"there is no answer {given.show!r}")


def checksum(answer: Any) -> str:
    return hashlib.sha256(told(answer).encode()).hexdigest()[:16]


if __name__ == "__main__":
    main()
