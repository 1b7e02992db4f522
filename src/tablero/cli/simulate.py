"""Commands that start games: games, simulate, perft."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

import tablero
from tablero.bots import Bot, Random, bot, glimpse
from tablero.cli.console import Choices, Json, Refused, out, print_json, read_options, watch, write_file
from tablero.core import Game, Luck, Record, Result, State, seeded
from tablero.core.playout import count_sequences, play_at_random
from tablero.plain import is_compiled

MAX_DECISIONS = 1_000_000  # no game takes so many decisions; a random one that does is a bug worth stopping at


def usual_seats(game: Game) -> int:
    """Return the default number of seats."""
    return 2 if 2 in game.seats else game.seats[0]


def games(*, json: Json = False) -> None:
    """List the games with their seats and options."""
    if json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "seats": list(game.seats),
                    "rules": game.rules,
                    "options": {
                        option.name: {"choices": list(option.choices), "default": option.default, "about": option.about}
                        for option in game.options.values()
                    },
                }
                for game in tablero.games()
            ]
        )
        return
    for game in tablero.games():
        table = Table(title=f"{game.title}: tablero simulate {game.name}, {seats_in_words(game)}", title_justify="left")
        for heading in ("option", "choices", "default", "about"):
            table.add_column(heading, no_wrap=heading in ("option", "default"))
        for option in game.options.values():
            table.add_row(option.name, ", ".join(option.choices) or "text", option.default, option.about)
        out().print(table)


def seats_in_words(game: Game) -> str:
    return f"{', '.join(map(str, game.seats))} seats"


def seat_bots(game: Game, seats: int | None, bots: str | None) -> tuple[int, list[str]]:
    """Return the number of seats and a bot's name for each. Raise Refused if the two do not fit."""
    named = [name.strip() for name in (bots or "random").split(",")]
    if seats is None:
        seats = len(named) if len(named) > 1 else usual_seats(game)
    if len(named) == 1:
        named *= seats
    if len(named) != seats:
        raise Refused(f"{len(named)} bots are named for {seats} seats: name one for each seat, or one for all")
    return seats, named


def simulate(
    game: str,
    /,
    *,
    seats: int | None = None,
    games: int = 100,
    seed: int = 0,
    bots: str | None = None,
    option: Choices = None,
    save: Annotated[Path | None, Parameter(help="A folder that gets the record of every game.")] = None,
    json: Json = False,
) -> None:
    """Let bots play many games against each other.

    Parameters
    ----------
    game
        The game's name, as `tablero games` lists it.
    seats
        How many sit at the table; without it as many as bots are named, or two.
    games
        How many games are played.
    seed
        The luck of the first game; each further game takes the next number. The same seed gives the same games.
    bots
        Who plays, with commas, one for each seat or one for all: random, greedy, search:400, level1 to level8.
    """
    rules = tablero.game(game)
    number, named = seat_bots(rules, seats, bots)
    options = rules.settle_options(number, read_options(option))
    minds = [bot(name) for name in named]
    if games < 1:
        raise Refused(f"--games is 1 or more, not {games}")
    if seed < 0:
        raise Refused(f"--seed is 0 or more, not {seed}")
    if save is not None:
        try:
            save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(f"the folder {save} cannot be made: {error.strerror}") from None
    decisions = 0
    seconds = 0.0
    results = []
    for one in watch(range(seed, seed + games), f"{rules.title}, {number} seats", games, json):
        began = time.perf_counter()
        made, result, record = play_one(rules, number, options, one, named, minds, save is not None)
        seconds += time.perf_counter() - began
        decisions += made
        results.append((one, result))
        if save is not None and record is not None:
            write_file(save / f"{rules.name}-{number}-{one}.tablero", record.to_text().encode())
    rate = round(decisions / seconds) if seconds else 0
    if json:
        print_json(
            {
                "game": rules.name,
                "seats": number,
                "games": games,
                "bots": named,
                "options": options,
                "decisions": decisions,
                "seconds": round(seconds, 6),
                "decisions_per_s": rate,
                "compiled": is_compiled(),
                "results": [
                    {"seed": one, "scores": list(result.scores), "winners": list(result.winners)}
                    for one, result in results
                ],
            }
        )
        return
    table = Table(title=f"{rules.title}, {games} games, seeds {seed} to {seed + games - 1}", title_justify="left")
    for heading in ("seat", "bot", "wins", "mean score", "best"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat, name in enumerate(named):
        scores = [result.scores[seat] for _, result in results]
        # A shared win counts as a share, so that the column adds up to the number of games.
        wins = sum(1 / len(result.winners) for _, result in results if seat in result.winners)
        table.add_row(str(seat), name, f"{100 * wins / games:.1f} %", f"{sum(scores) / games:.1f}", str(max(scores)))
    out().print(table)
    how = "compiled" if is_compiled() else "plain Python"
    out().print(f"{decisions:,} decisions in {seconds:.2f} s: {rate:,} a second ({how}).")


def play_one(
    game: Game, seats: int, options: dict[str, str], seed: int, names: list[str], bots: list[Bot], written: bool
) -> tuple[int, Result, Record | None]:
    """Play one game; return the number of decisions, the result and, if `written`, the record."""
    state = game.start(seats, seed, options)
    luck = seeded(-1 - seed)  # of the bots alone: no deal has a negative seed
    moves: list[tuple[int, int]] = []
    made = 0
    if not written and set(names) == {"random"}:
        made = int(play_at_random(state, luck, MAX_DECISIONS))
    else:
        while (seat := int(state.actor())) >= 0 and made < MAX_DECISIONS:
            move = choose(bots[seat], state, seat, luck)
            moves.append((seat, move))
            state.play(seat, move)
            made += 1
    result = state.result()
    if result is None:
        raise Refused(f"the game with seed {seed} did not end after {made:,} decisions: please report this as a bug")
    players = tuple(f"{name} ({seat + 1})" for seat, name in enumerate(names))
    record = Record.of(game, seats, seed, options, moves, players) if written else None
    return made, result, record


def choose(player: Bot, state: State, seat: int, luck: Luck) -> int:
    """Return the bot's move. Random needs no glimpse; without one it plays the same games, saved or not."""
    if isinstance(player, Random):
        found = state.moves(seat)
        return found[int(luck.below(len(found)))]
    return player.choose(glimpse(state, seat, luck), luck)


def perft(
    game: str, /, *, seats: int | None = None, seed: int = 0, depth: int = 3, option: Choices = None, json: Json = False
) -> None:
    """Count the sequences of legal moves from the start, depth by depth: two programs that agree play the same rules.

    Parameters
    ----------
    game
        The game's name, as `tablero games` lists it.
    seats
        How many sit at the table.
    seed
        The luck of the game.
    depth
        How many moves deep to count.
    """
    rules = tablero.game(game)
    if depth < 0:
        raise Refused(f"--depth is 0 or more, not {depth}")
    if seed < 0:
        raise Refused(f"--seed is 0 or more, not {seed}")
    state = rules.start(seats or usual_seats(rules), seed, read_options(option))
    counts = [int(count_sequences(state, deep)) for deep in watch(range(depth + 1), "depth", depth + 1, json)]
    if json:
        print_json({"game": rules.name, "seats": int(state.seats), "seed": seed, "counts": counts})
        return
    table = Table(title=f"{rules.title}, {int(state.seats)} seats, seed {seed}", title_justify="left")
    table.add_column("depth", justify="right")
    table.add_column("sequences", justify="right")
    for deep, count in enumerate(counts):
        table.add_row(str(deep), f"{count:,}")
    out().print(table)
