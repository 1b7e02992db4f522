"""A host's own component data: what Yaxha follows, and that the rest is refused in words."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from librt.vecs import vec

from tablero.core import BadFacts, Game, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for
from tablero.core.playout import play_at_random
from tablero.games.yaxha import load
from tablero.games.yaxha.components import house_facts
from tablero.games.yaxha.evaluation import NAMES
from tablero.games.yaxha.evaluation.features import Pyramid
from tablero.games.yaxha.reference_tables import tables as reference
from tablero.games.yaxha.rules import Yaxha

OWN_POINTS = [0, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]
OWN_BEYOND = 43
OWN_CARD = 8
# What changes nothing in play, and what a host may change: everything else must be refused.
REMARKS = re.compile(r"^(meta|golden|open_question|bga_deviation)\b|(confirmed|source|note|aliases|rulebook_name_es)$")
FOLLOWED = re.compile(
    r"^scoring\.(points_by_group_size|beyond_table_points)$|^bonus\.points_each$|^bonus\.card\.\d+\.beginner$"
)


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The house's facts with other values at some places."""
    facts: Any = copy.deepcopy(house_facts())
    for place, value in changes:
        *way, last = [int(part) if part.isdecimal() else part for part in place.split(".")]
        inside = facts
        for part in way:
            inside = inside[part]
        inside[last] = value
    return facts


@pytest.fixture(scope="module")
def own() -> Game:
    return load(
        changed(
            ("scoring.points_by_group_size", OWN_POINTS),
            ("scoring.beyond_table_points", OWN_BEYOND),
            ("bonus.points_each", OWN_CARD),
        )
    )


def places(facts: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Everything that the facts say, by its place."""
    if isinstance(facts, dict) or (isinstance(facts, list) and facts and isinstance(facts[0], dict)):
        for name, value in facts.items() if isinstance(facts, dict) else enumerate(facts):
            yield from places(value, f"{where}.{name}" if where else str(name))
    else:
        yield where, facts


def another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return [*value, *value[:1]] if isinstance(value, list) else f"{value} or not"


def test_everything_that_the_facts_say_is_followed_or_refused() -> None:
    for place, value in places(house_facts()):
        if REMARKS.search(place):
            load(changed((place, another(value))))
        elif not FOLLOWED.search(place):
            with pytest.raises(BadFacts) as refused:
                load(changed((place, another(value))))
            assert len(str(refused.value)) > 30, place


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("setup.rounds", 8, "setup.rounds is 10 in these rules and cannot be 8"),
        ("components.cubes_per_colour", 20, "components.cubes_per_colour is 24"),
        ("setup.cubes_per_market_tile", 4, "setup.cubes_per_market_tile is 3"),
        ("setup.bonus_cards_in_play", 4, "setup.bonus_cards_in_play is 3"),
        ("bonus.points_each", -1, "bonus.points_each must be 0"),
        ("bonus.point_each", 7, "knows nothing of bonus.point_each"),
        ("scoring.points_by_group_size", [0, 1, 2], "sizes 0 to 12"),
        ("scoring.points_by_group_size", OWN_POINTS, "beyond_table_points must be 41"),
        ("scoring.beyond_table_points", 501, "at most 500"),
        ("bonus.card.0.beginner", False, "7 beginner cards"),
    ],
)
def test_what_cannot_be_followed_is_refused_with_its_place(place: str, value: Any, words: str) -> None:
    with pytest.raises(BadFacts, match=words):
        load(changed((place, value)))


def test_remarks_may_be_left_out() -> None:
    facts = changed()
    for name in ("meta", "golden", "open_question", "bga_deviation", "pyramid"):
        del facts[name]
    assert load(facts).name == "yaxha"


def test_fewer_beginner_cards_are_dealt_from() -> None:
    sizes = [(f"setup.by_players.{k}.beginner_pool_size", 7) for k in range(3)]
    game = load(changed(("bonus.card.0.beginner", False), *sizes))
    dealt = {card for seed in range(40) for card in game.start(2, seed, {"cards": "beginner"}).dump()["cards"]}
    assert len(dealt) == 7
    assert "largest_orange" not in dealt
    for language in LANGUAGE_CODES:
        assert "7" in game.guide(language).split("{#setup}")[1].split("##")[0]


def finished(game: Game, seed: int = 3) -> Any:
    state = game.start(2, seed, {"cards": "beginner"}, listen=True)
    play_at_random(state, seeded(seed), 10_000)
    return state


def test_a_host_s_points_are_counted(own: Game) -> None:
    state = finished(own)
    view = state.view(None)
    for seat, pyramid in enumerate(view["pyramids"]):
        assert pyramid["points"] == [OWN_POINTS[size] for size in pyramid["sizes"]]
        won = sum(card["won"][seat] for card in view["cards"])
        assert view["standing"][seat] == sum(pyramid["points"]) + OWN_CARD * won == view["result"]["scores"][seat]


def test_a_host_s_points_are_shown_and_told(own: Game) -> None:
    state = finished(own)
    view = state.view(None)
    panels = own.drawing.panels(view, RenderOptions()).slots
    assert f'<span class="yx-five">{OWN_CARD}</span>' in panels["left"]
    assert f"<b>{OWN_CARD}</b>" in panels["left"]
    assert f">{OWN_CARD}</text>" in own.draw(view)
    assert '<span class="yx-five">5</span>' not in "".join(panels.values())
    bonus = [event for event in state.journal if event["kind"] == "bonus" and event["seats"]]
    for language in LANGUAGE_CODES:
        say = translator_for("tablero.games.yaxha", language)
        assert all(f" {OWN_CARD} " in own.words.line(event, say) for event in bonus)


def test_what_a_cube_would_bring_is_shown_in_the_host_s_points(own: Game) -> None:
    state = own.start(2, 1)
    luck = seeded(1)
    shown = 0
    while state.actors():
        seat = state.actors()[0]
        view = state.view(seat)
        for offer in view["offers"]:
            if offer.get("gain", 0) > 0 and offer["to"] > offer["from"] and offer["hides"] == 0:
                step = OWN_POINTS[offer["to"]] - OWN_POINTS[offer["from"]]
                assert offer["gain"] == step
                panels = own.drawing.panels(view, RenderOptions(hot=offer["move"])).slots
                assert f'<i class="yx-up">+{step}</i>' in panels["left"]
                words = own.words.move(offer["move"], view, translator_for("tablero.games.yaxha", "en"))
                assert f" to {offer['to']} (+{step})" in words
                assert all(
                    f"({sign}{OWN_CARD})" in words for sign, key in (("+", "wins"), ("−", "loses")) if offer[key]
                )
                shown += 1
                break
        play_at_random(state, luck, 1)
    assert shown > 10


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_the_guide_tells_the_host_s_numbers(own: Game, language: str) -> None:
    guide = own.guide(language)
    say = translator_for("tablero.games.yaxha", language)
    tables = {table.id: table for table in reference(own.facts, say)}
    assert [cell.words for cell in tables["points"].rows[0][1:]] == [str(n) for n in (*OWN_POINTS[1:], OWN_BEYOND)]
    assert f" {OWN_CARD} " in tables["cards"].note
    bonus = guide.split("{#bonus}")[1].split("##")[0]
    assert f" {OWN_CARD} " in bonus
    assert own.options["group_over_12"].choice("36", say) == str(OWN_BEYOND)
    assert "{{" not in guide


def test_bots_count_with_the_host_s_points(own: Game) -> None:
    """A card counts for as much as it is worth, a group for what its size gives."""
    usual = load(house_facts())
    dump = finished(usual).dump()
    chances = []
    for game, card, points in ((usual, 5, house_facts()["scoring"]["points_by_group_size"]), (own, 8, OWN_POINTS)):
        state = game.load(dump)
        assert isinstance(state, Yaxha)
        row = vec[float]([0.0] * len(NAMES))
        Pyramid(state, 0, state.survey_all()).measure(row, 0)
        felt = dict(zip(NAMES, row, strict=True))
        assert felt["points"] == sum(points[size] for size in state.view(None)["pyramids"][0]["sizes"])
        assert felt["cards"] > 0
        chances.append(felt["cards"] / card)
    assert chances[0] == pytest.approx(chances[1])
