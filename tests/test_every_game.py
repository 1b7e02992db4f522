"""What every game gets: written once, run for each game by its name alone.

A game joins by being named in tablero.games. It brings

- tests/games/NAME/invariants.py with `check(state)`, called in every position of random games, and `check_end(state)`;
- tests/records/NAME/*.json, finished games that are played again by every run, and perft.json beside them: named
  positions with the frozen numbers of legal sequences;
- docs/rulings/NAME.md, the list of readings and edge cases, each beginning with `- **ID**`; each id is named by a test
  in tests/games/NAME.
"""

from __future__ import annotations

import importlib
import json
import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablero
from tablero.core import Game, IllegalMove, Record, State, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for
from tablero.core.playout import count_sequences, play_at_random
from tablero.plain import is_compiled

TESTS = Path(__file__).parent
LONG = 100_000
# A release is played with 10000. Plain Python is some forty times slower: there a few games must do.
RANDOM_GAMES = int(os.environ.get("TABLERO_RANDOM_GAMES", "20" if is_compiled() else "2"))

GAMES = tablero.games()
SEATED = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES for seats in game.seats]


def variants(game: Game) -> Iterator[dict[str, str]]:
    """The defaults, then each other choice of each option by itself."""
    yield {}
    for option in game.options.values():
        for choice in option.choices:
            if choice != option.default:
                yield {option.name: choice}


def can_play(game: Game, seats: int, options: dict[str, str]) -> bool:
    """Whether these seats can; a choice that needs another one beside it is played by the game's own tests."""
    try:
        game.settle_options(seats, options)
    except tablero.BadOption:
        return False
    return True


def every_variant(game: Game, seats: int) -> list[dict[str, str]]:
    return [options for options in variants(game) if can_play(game, seats, options)]


def legal_variants(game: Game, seats: int) -> list[dict[str, str]]:
    """The defaults, and of the other variants this number's share: each is played by one number of seats."""
    found: list[dict[str, str]] = [{}]
    for number, options in enumerate(variants(game)):
        able = [count for count in game.seats if can_play(game, count, options)]
        if options and able and able[number % len(able)] == seats:
            found.append(options)
    return found


def random_game(game: Game, seats: int, seed: int, options: dict[str, str] | None = None) -> Iterator[State]:
    """A random game, position by position; simultaneous decisions are taken in random order."""
    state = game.start(seats, seed, options)
    luck = seeded(seed + 1)
    yield state
    while actors := state.actors():
        seat = actors[luck.below(len(actors))]
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])
        yield state


def position(
    game: Game, seats: int, seed: int, depth: int, options: dict[str, str] | None = None, rules: int | None = None
) -> State:
    """A position some random moves into a game."""
    state = game.start(seats, seed, options, rules=rules)
    play_at_random(state, seeded(seed), depth)
    return state


def invariants(game: Game) -> Any:
    return importlib.import_module(f"tests.games.{game.name}.invariants")


def as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


# ---------------------------------------------------------------- 1. random games end, components are conserved


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_random_games_end_and_conserve_their_components(game: Game, seats: int) -> None:
    check_random_games(game, seats, legal_variants(game, seats))


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_random_games_of_every_variant_with_every_number_of_seats(game: Game, seats: int) -> None:
    check_random_games(game, seats, every_variant(game, seats))


def check_random_games(game: Game, seats: int, variants: list[dict[str, str]]) -> None:
    held = invariants(game)
    for number, options in enumerate(variants):
        for state in random_game(game, seats, seed=number, options=options):
            held.check(state)
            for seat in state.actors():
                assert state.moves(seat), "an actor has no legal move"
        result = state.result()
        assert result is not None
        held.check_end(state)
        assert len(result.scores) == seats
        assert set(result.winners) == {seat for seat in range(seats) if result.ranks[seat] == 1}


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_many_random_games_end(game: Game, seats: int) -> None:
    held = invariants(game)
    luck = seeded(11)
    for seed in range(RANDOM_GAMES):
        state = game.start(seats, seed)
        while state.actor() >= 0:
            play_at_random(state, luck, 1 + luck.below(12))
            held.check(state)
        held.check_end(state)


# ---------------------------------------------------------------- 2. perft


def perft_positions() -> list[Any]:
    return [
        pytest.param(game, named, id=f"{game.name}-{named['name']}")
        for game in GAMES
        for named in json.loads((TESTS / "records" / game.name / "perft.json").read_text("utf-8"))
    ]


@pytest.mark.parametrize(("game", "named"), perft_positions())
def test_the_number_of_legal_sequences_is_frozen(game: Game, named: dict[str, Any]) -> None:
    state = position(game, named["seats"], named["seed"], named["after"], named["options"], named.get("rules"))
    depths = range(len(named["counts"]))
    assert [int(count_sequences(state, depth)) for depth in depths] == named["counts"]


# ---------------------------------------------------------------- 3. round trips


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_positions_moves_and_records_survive_a_round_trip(game: Game, seats: int) -> None:
    state = game.start(seats, seed=5)
    luck = seeded(6)
    played = []
    while actors := state.actors():
        assert game.load(json.loads(json.dumps(state.dump()))).dump() == state.dump()
        seat = actors[luck.below(len(actors))]
        moves = state.moves(seat)
        for move in moves:
            assert game.read(state, seat, game.write(state, seat, move)) == move
        move = moves[luck.below(len(moves))]
        state.play(seat, move)
        played.append((seat, move))
    record = Record.of(game, seats, 5, {}, played, players=tuple("ABCD"[:seats]), salt="salt")
    again = Record.from_text(record.to_text())
    assert again == record
    assert again.verify(game).dump() == state.dump()


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_a_loaded_position_plays_on_like_the_original(game: Game, seats: int) -> None:
    for depth in (0, 7, 23, 61):
        state = position(game, seats, seed=depth, depth=depth)
        loaded = game.load(json.loads(json.dumps(state.dump())))
        play_at_random(state, seeded(1), LONG)
        play_at_random(loaded, seeded(1), LONG)
        assert loaded.dump() == state.dump()


# ---------------------------------------------------------------- 4. secrets


def seen_events(state: State, seat: int, mover: int, move: int) -> tuple[int, str]:
    """What a seat is told of a move, and how far the game has settled then."""
    after = state.copy()
    after.journal = []
    after.play(mover, move)
    return int(after.settled), as_json([event for event in after.journal or [] if event.get("to", seat) == seat])


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_what_a_seat_cannot_know_shows_nowhere(game: Game, seats: int) -> None:
    """Two positions that differ only in what a seat cannot know look the same to it, byte for byte."""
    luck = seeded(99)
    differed = 0
    for seed, options in enumerate(legal_variants(game, seats)):
        step = 5 if seed == 0 and is_compiled() else 29  # the usual options closely, the others here and there
        for number, state in enumerate(random_game(game, seats, seed, options)):
            if (number + seed) % step:
                continue
            for seat in range(seats):
                other = state.imagine(seat, luck)
                differed += other.dump() != state.dump()
                assert as_json(other.view(seat)) == as_json(state.view(seat))
                assert other.moves(seat) == state.moves(seat)
                assert other.actors() == state.actors()
                for move in state.moves(seat)[:3]:
                    settled, told = seen_events(state, seat, seat, move)
                    other_settled, other_told = seen_events(other, seat, seat, move)
                    assert settled == other_settled
                    if settled == state.settled:
                        assert told == other_told
    assert differed, "imagining never changed anything: this test compared each position with itself"


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_who_may_see_what_is_said_once(game: Game, seats: int) -> None:
    """`hides` says it, and what is observed, told, shown and imagined agrees with it."""
    luck = seeded(5)
    step = 4 if is_compiled() else 19
    for number, state in enumerate(random_game(game, seats, seed=6)):
        if number % step:
            continue
        for viewer in range(-1, seats):
            assert viewer < 0 or not state.hides(viewer, viewer)
            imagined = state.imagine(viewer, luck) if viewer >= 0 else state
            for owner in range(seats):
                if owner == viewer:
                    continue
                hidden = state.hides(viewer, owner)
                if not hidden:
                    assert imagined.moves(owner) == state.moves(owner), "what is not hidden stays as it is"
                unseen = set()
                for move in state.moves(owner)[:6]:
                    seen = state.observed(viewer, owner, move)
                    assert seen == move or (seen == -1 and hidden)
                    settled, told = seen_events(state, viewer, owner, move)
                    after = state.copy()
                    after.play(owner, move)
                    if seen == -1 and settled == state.settled:
                        unseen.add(told + as_json(after.view(None if viewer < 0 else viewer)))
                    if f'"to": {owner}' in seen_events(state, owner, owner, move)[1]:
                        assert state.hides(-1, owner) or after.hides(-1, owner), (
                            "only what is hidden is told to one seat"
                        )
                assert len(unseen) <= 1, "moves that nobody else sees look the same"


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_imagining_leaves_the_true_position_alone_and_plays_to_an_end(game: Game, seats: int) -> None:
    luck = seeded(3)
    for depth in (0, 9, 30, 55):
        state = position(game, seats, seed=depth, depth=depth)
        before = as_json(state.dump())
        for seat in range(seats):
            imagined = state.imagine(seat, luck)
            invariants(game).check(imagined)
            imagined.reopen(seat)
            play_at_random(imagined, luck, LONG)
            assert imagined.actor() == -1
        assert as_json(state.dump()) == before


# ---------------------------------------------------------------- 5. refusals and settled points


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_why_not_is_none_exactly_for_the_legal_moves(game: Game, seats: int) -> None:
    luck = seeded(8)
    rules = {rule for language in LANGUAGE_CODES for rule in guide_rules(game, language)}
    for seed, options in enumerate(legal_variants(game, seats)):
        for depth in (0, 5, 18, 44, 90):
            state = position(game, seats, seed, depth, options)
            for seat in range(seats):
                legal = set(state.moves(seat))
                tried = range(game.moves.size)
                if len(tried) > 700:
                    tried = sorted(legal | {int(luck.below(game.moves.size)) for _ in range(500)})  # type: ignore[assignment]
                for move in tried:
                    rule = state.why_not(seat, move)
                    assert (rule is None) == (move in legal), f"{game.write(state, seat, move)}: {rule}"
                    assert rule is None or rule in rules, f"{rule} is not in the guide"


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_illegal_move_raises_and_changes_nothing(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    seats = data.draw(st.sampled_from(game.seats))
    state = position(game, seats, data.draw(st.integers(0, 1000)), data.draw(st.integers(0, 150)))
    seat = data.draw(st.integers(-1, seats))
    move = data.draw(st.integers(-2, game.moves.size + 1))
    before = as_json(state.dump())
    if 0 <= seat < seats and move in state.moves(seat):
        state.play(seat, move)
        assert as_json(state.dump()) != before
    else:
        with pytest.raises(IllegalMove):
            state.play(seat, move)
        assert as_json(state.dump()) == before


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_an_unsettled_move_can_be_taken_out_of_the_tail(game: Game, seats: int) -> None:
    """Undo plays the moves since the settled point again without those of one seat: it must always be possible."""
    for seed in range(3):
        state = game.start(seats, seed)
        luck = seeded(seed)
        settled_copy, tail = state.copy(), []
        while actors := state.actors():
            seat = actors[luck.below(len(actors))]
            moves = state.moves(seat)
            move = moves[luck.below(len(moves))]
            before = int(state.settled)
            state.play(seat, move)
            assert state.settled >= before
            if state.settled > before:
                settled_copy, tail = state.copy(), []
                continue
            tail.append((seat, move))
            for gone in range(seats):
                again = settled_copy.copy()
                for other, kept in tail:
                    if other != gone:
                        again.play(other, kept)
                assert again.settled == state.settled


# ---------------------------------------------------------------- 6. records


def record_files(game: Game) -> list[Path]:
    return sorted(path for path in (TESTS / "records" / game.name).glob("*.json") if path.name != "perft.json")


@pytest.mark.parametrize("path", [path for game in GAMES for path in record_files(game)], ids=lambda path: path.stem)
def test_a_finished_game_replays_to_the_same_scores(path: Path) -> None:
    record = Record.from_text(path.read_text("utf-8"))
    assert record.scores is not None
    record.verify(tablero.game(record.game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_variant_and_each_number_of_seats_has_a_record(game: Game) -> None:
    records = [Record.from_text(path.read_text("utf-8")) for path in record_files(game)]
    assert {record.seats for record in records} == set(game.seats)
    for option in game.options.values():
        for choice in option.choices:
            # A record from before an option was there has been played as its default.
            played = {record.options.get(option.name, option.default) for record in records}
            assert choice in played, f"{option.name}={choice}"


# ---------------------------------------------------------------- 7. rulings


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_ruling_is_named_by_a_test(game: Game) -> None:
    rulings = (TESTS.parent / "docs" / "rulings" / f"{game.name}.md").read_text("utf-8")
    ids = re.findall(r"^- \*\*([\w-]+)\*\*", rulings, re.MULTILINE)
    assert ids
    tests = "\n".join(path.read_text("utf-8") for path in (TESTS / "games" / game.name).glob("test_*.py"))
    assert [name for name in ids if not re.search(rf"\b{name}\b", tests)] == []


# ---------------------------------------------------------------- 8. pictures, words, guide


class Choosable(HTMLParser):
    """Collects what can be chosen in a panel, with its accessible name."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[int, str] = {}
        self.inside: int | None = None  # a button that is named by the words on it

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if "data-move" in values:
            move = int(values["data-move"] or -1)
            self.found[move] = values.get("aria-label") or ""
            if tag == "button" and not self.found[move]:
                self.inside = move

    def handle_data(self, data: str) -> None:
        if self.inside is not None:
            self.found[self.inside] += data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self.inside = None


def guide_rules(game: Game, language: str) -> set[str]:
    return set(re.findall(r"\{#([\w-]+)\}", game.guide(language)))


@pytest.mark.parametrize("language", LANGUAGE_CODES)
@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_every_view_can_be_drawn_and_named(game: Game, seats: int, language: str) -> None:
    say = translator_for(f"tablero.games.{game.name}", language)
    render = RenderOptions(names=("Ana", "Bo", "Cy", "Di")[:seats], say=say)
    ElementTree.fromstring(game.drawing.symbols())
    step, first = 67 if is_compiled() else 197, 23 * LANGUAGE_CODES.index(language)  # each language at other moments
    for number, state in enumerate(random_game(game, seats, seed=4)):
        if number % step != first:
            continue
        for seat in (*range(seats), None):
            view = json.loads(json.dumps(state.view(seat)))
            headline, _ = game.words.prompt(view, say)
            assert headline
            panels = game.drawing.panels(view, render)
            choosable = Choosable()
            for html in panels.slots.values():
                choosable.feed(html)
            assert set(choosable.found) == panels.moves
            for move in view["moves"]:
                assert game.words.move(move, view, say), f"move {move} has no name"
            for move, name in choosable.found.items():
                assert move in view["moves"]
                assert name, f"{game.write(state, 0, move)} has no accessible name"
    ElementTree.fromstring(game.draw(state.view(None), render))
    assert str(state)
    assert game.name in repr(state)


@pytest.mark.parametrize("language", LANGUAGE_CODES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_log_lines_refusals_and_options_are_worded(game: Game, language: str) -> None:
    say = translator_for(f"tablero.games.{game.name}", language)
    state = game.start(game.seats[-1], seed=2, listen=True)
    play_at_random(state, seeded(2), LONG)
    lines = [game.words.line(event, say) for event in state.journal or []]
    assert sum(map(bool, lines)) > len(lines) / 2
    assert not any("{" in line for line in lines), "a placeholder was not filled in"
    assert guide_rules(game, language) == guide_rules(game, "en")
    for rule in guide_rules(game, language):
        assert game.words.refusal(rule, say)
    for option in game.options.values():
        assert option.label(say)
        for choice in option.choices:
            assert option.choice(choice, say)
