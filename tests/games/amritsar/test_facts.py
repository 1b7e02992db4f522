"""The facts file, a host's own one, and what must be said about both."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import tablero
from tablero.core import BadFacts, Game, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import untranslated
from tablero.core.option import Option
from tablero.core.playout import play_at_random
from tablero.games.amritsar import load, names
from tablero.games.amritsar.components import NOTES
from tablero.games.amritsar.options import OPTIONS

from .position import GAME


def facts() -> dict[str, Any]:
    return copy.deepcopy(dict(GAME.facts))


def test_a_host_can_play_with_other_component_data() -> None:
    own = facts()
    own["donation_levels"]["cost"][0] = {"marble": 0, "copper": 0, "gold": 1}
    own["board"]["market"]["rows"] = own["board"]["market"]["rows"][:3]
    game = load(own)
    state = game.start(3, 1)
    assert state.view(None)["market"]["stock"] == [3, 3, 3]
    play_at_random(state, seeded(1), 10_000)
    assert state.result() is not None


def change(path: str, value: Any, own: dict[str, Any] | None = None) -> dict[str, Any]:
    own = facts() if own is None else own
    at: Any = own
    *steps, last = path.split("/")
    for step in steps:
        at = at[int(step) if step.isdigit() and isinstance(at, list) else step]
    if value is None:
        del at[last]
    else:
        at[int(last) if last.isdigit() and isinstance(at, list) else last] = value
    return own


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("warehouse", None, "no entry 'warehouse'"),
        ("warehouse/0/slots", "three", "slots of warehouse wh_coin_resource|slots of wh_coin_resource"),
        ("warehouse/4/colour", "red", "one of yellow, blue, green, not 'red'"),
        ("warehouse/6/effect", "fly", "the benefit of warehouse wh_buy_discount"),
        ("mahout_tile/3/id", "mh_fly", "mahout tiles must be exactly"),
        ("district_tile/0/main", "fly", "the main action of tile yellow_1"),
        ("district_tile/0/colour", "blue", "three district tiles of each colour"),
        ("donation_shape/2", [4, 4, 2, 1], "whole number from 1 to|narrower"),
        ("temple_tile/0/pp", {"north": 4, "east": 4, "south": 1, "west": 2}, "temple tile t1"),
        ("board/market/rows", [], "the market has 1 to 8 rows"),
        ("board/market/rows/0/price", 99, "a market price must be a whole number"),
        ("board/maharaja/layout/start", "m9", "the start of the maharaja"),
        ("board/sections/start_workers/first_section", 4, "three workers"),
        ("knowledge_track/0/cells/5/kind", "immediate", "does something unknown|game_end"),
        ("knowledge_track/0/cells/1/n", 7, "numbered from 1"),
        ("bridge_tile/0/trigger", "rain", "what sets off br_group4_resource"),
        ("objective/0/kind", "luck", "the kind of objective A_north"),
        ("objective/0/type", "B", "as many objectives of type A"),
        ("solo/quarry/rows/0/n", 0, "at least one marble"),
        ("solo/store/slots", 3, "the store holds the whole quarry"),
        ("action", 7, "wrong kind"),
    ],
)
def test_facts_that_do_not_fit_are_refused_in_words(path: str, value: Any, text: str) -> None:
    with pytest.raises(BadFacts, match=text):
        load(change(path, value))


def numbers(value: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Every number of the facts with its place."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in inside:
        if name not in NOTES:
            yield from numbers(inner, f"{path}/{name}" if path else str(name))
    if isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def test_every_number_of_the_facts_changes_the_game_or_is_refused() -> None:
    known = state_of(GAME).tables
    honoured = 0
    for path, value in numbers(dict(GAME.facts)):
        try:
            tables = state_of(load(change(path, value + 1))).tables
        except BadFacts:
            continue
        honoured += 1
        now, before = ({**vars_of(one), **one.shown} for one in (tables, known))
        assert now != before, f"{path} changes nothing"
    assert honoured > 300


def state_of(game: Game) -> Any:
    return game.start(2, 1)


def vars_of(tables: Any) -> dict[str, Any]:
    """The tables as lists."""
    found = {name: getattr(tables, name) for name in dir(tables) if not name.startswith("_")}
    return {name: [*value] if hasattr(value, "__len__") else value for name, value in found.items()}


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("board/rounds_per_decade", 5, "board.rounds_per_decade is 4 in this game and cannot be 5"),
        ("board/elephant_capacity", 7, "board.elephant_capacity is 6 in this game and cannot be 7"),
        ("turn/follow_pp_to_active_player", 2, "turn.follow_pp_to_active_player is 1 in this game and cannot be 2"),
        ("board/colour_of_the_lake", "green", "board.colour_of_the_lake is None in this game and cannot be 'green'"),
    ],
)
def test_what_the_game_does_not_read_cannot_be_changed_silently(path: str, value: Any, text: str) -> None:
    with pytest.raises(BadFacts, match=text):
        load(change(path, value))


OWN = {
    "objective/0/pp_first": 8,
    "objective/0/pp_second": 3,
    "objective/12/pp_each": 2,
    "bridge_tile/0/gain/any_resource": 2,
    "action/0/gain/marble": 3,
    "mahout_tile/2/gain/coin": 2,
    "warehouse/1/gain/marble": 4,
    "warehouse/0/slots": 5,
    "player_board/objective_spaces/spaces/2/gain/coin": 3,
    "player_board/tax_track/objective_tax": 2,
    "board/score_start": 7,
    "board/maharaja/pass_penalty_pp/2": 4,
    "donation_levels/cost/0/marble": 2,
    "upgrade_cost/mahout": {"copper": 1},
    "player_board/start_coins": 3,
    "decade_end/unpaid_tax_penalty_pp/2": 5,
    "board/market_rules/price_when_empty": 3,
}


def own_game() -> Game:
    own = facts()
    for path, value in OWN.items():
        own = change(path, value, own)
    return load(own)


def test_words_follow_the_facts_of_the_host() -> None:
    box = own_game().start(2, 1).view(0)["box"]
    assert (
        names.objective(box["objectives"]["A_north"], untranslated) == "Most counters in the North: 8 points, second 3."
    )
    assert names.objective(box["objectives"]["C_north"], untranslated) == "2 points for each counter in the North."
    assert names.action(box["actions"]["marble2"], untranslated) == "3 marble"
    assert names.mahout(box["mahouts"]["mh_coin_pp"], untranslated) == "2 coins and 1 point"
    assert names.benefit(box["warehouses"]["wh_marble2"], untranslated) == "At once: 4 marble."
    assert box["prices"] == [0, 1, 1]
    bridge = {"trigger": "group", "deed": box["bridges"][0]}
    assert names.bridge(bridge, untranslated) == "Moving a group of four: any 2 resources."
    state = own_game().start(2, 1)
    (seat,) = state.actors()
    assert "raises your tax by 2" in own_game().words.prompt(state.view(seat), untranslated)[1]


def test_the_log_follows_the_facts_of_the_host() -> None:
    game = own_game()
    told = " ".join(
        game.words.line(event, untranslated)
        for seed in range(6)
        for event in game.start(4, seed, listen=True).journal or []
    )
    assert "8 points, second 3." in told
    assert "5 points, second 2." in told


def test_pictures_follow_the_facts_of_the_host() -> None:
    def drawn(game: Game) -> dict[str, str]:
        state = game.start(2, 3, rules=1)
        play_at_random(state, seeded(3), 4)
        return dict(game.drawing.panels(state.view(0), RenderOptions()).slots)

    own, house = drawn(own_game()), drawn(GAME)
    assert own["board"] != house["board"]
    assert own["right"] != house["right"]
    assert drawn(GAME) == house, "what was drawn for one host is not shown to another"
    game = own_game()
    state = game.start(2, 3)
    play_at_random(state, seeded(3), 10_000)
    assert "Total, with the first 7" in game.drawing.panels(state.view(0), RenderOptions()).slots["right"]


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_guide_follows_the_facts_of_the_host(language: str) -> None:
    house, own = GAME.guide(language), own_game().guide(language)
    assert "{{" not in house + own
    changed = [(a, b) for a, b in zip(house.splitlines(), own.splitlines(), strict=True) if a != b]
    assert len(changed) >= 5
    assert any("7" in b for _, b in changed), "the first points"


def test_an_option_that_changes_a_number_needs_no_line_of_the_rules() -> None:
    rich = Option("purse", "Coins at the start", {"1": "one", "4": "four"}, {"4": {"player_board.start_coins": 4}})
    game = load(GAME.facts, (*OPTIONS, rich))
    assert [game.start(2, 1, {"purse": n}).view(0)["players"][0]["coins"] for n in ("1", "4")] == [1, 4]
    state = game.start(2, 1, {"purse": "4"})
    assert game.load(state.dump()) == state


def test_every_table_of_the_facts_says_whether_it_is_confirmed() -> None:
    def tables(value: Any, name: str) -> Any:
        if isinstance(value, dict):
            if "confirmed" in value:
                yield name, value
            for key, inner in value.items():
                yield from tables(inner, f"{name}.{key}")
        elif isinstance(value, list):
            for inner in value:
                yield from tables(inner, name)

    found = list(tables(dict(GAME.facts), ""))
    assert len(found) > 100
    for name, table in found:
        assert isinstance(table["reconstructed"], bool), name
        assert not table["reconstructed"] or table["why"], name


def test_what_is_reconstructed_is_named_in_every_guide() -> None:
    for language in ("en", "es", "fr"):
        assert "{#reconstructed}" in GAME.guide(language)


def test_counts_that_arithmetic_forces() -> None:
    kinds = [row["kind"] for row in GAME.facts["warehouse"]]
    assert (len(kinds), kinds.count("immediate")) == (15, 3)
    types = [row["type"] for row in GAME.facts["objective"]]
    assert [types.count(kind) for kind in "ABCD"] == [6, 6, 6, 6]
    assert tablero.game("amritsar").start(1, 1).view(0)["solo"]["board"] == 15
