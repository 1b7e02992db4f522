"""The sheet at the end: who won and by how much, where the points came from, what decided it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tablero.core.game import Game
from tablero.core.i18n.translator import Translator, translator_for
from tablero.core.score_breakdown import ScoreBreakdown, ScoreSource
from tablero.games import game as find_game
from tablero.table import Holder, Table
from tablero.ui.language import Language
from tablero.ui.result_sheet import ResultSheet, ResultSide, amount, end_sheet, ending_of, points_text

EN, ES, FR = (translator_for("tablero.ui", language) for language in ("en", "es", "fr"))
NAMES = ("Ana", "Balam", "Ixchel", "Nicté")
QUARTER = Fraction(1, 4)


def ended(
    *points: tuple[int | Fraction, ...],
    winners: tuple[int, ...] = (0,),
    seat: int | None = 0,
    say: Translator = EN,
    rival: str = "",
) -> ResultSheet:
    """An ending: for every side its points by source."""
    sources = ("Temples", "Skulls", "Taxes")
    tally = ScoreBreakdown(
        tuple(ScoreSource(name, "", tuple(Fraction(side[n]) for side in points)) for n, name in enumerate(sources)),
        "It is over.",
        "More workers win.",
    )
    sums = [sum(map(Fraction, side), Fraction(0)) for side in points]
    sides = [
        ResultSide(
            n,
            rival if rival and n == len(points) - 1 else NAMES[n],
            "",
            1 if n in winners else 1 + sum(p > s for p in sums),
            n == seat,
            bool(rival) and n == len(points) - 1,
            s,
        )
        for n, s in enumerate(sums)
    ]
    sides = [replace(side, rank=max(side.rank, 2)) if side.number not in winners else side for side in sides]
    sides.sort(key=lambda side: (side.number not in winners, side.rank, -side.points))
    return ResultSheet(tally, sides, frozenset(winners), seat, say)


@pytest.mark.parametrize(
    ("lead", "en", "es", "fr"),
    [
        (QUARTER, "a quarter of a point", "un cuarto de punto", "un quart de point"),
        (2 * QUARTER, "half a point", "medio punto", "un demi-point"),
        (3 * QUARTER, "three quarters of a point", "tres cuartos de punto", "trois quarts de point"),
        (Fraction(1), "1 point", "1 punto", "1 point"),
        (Fraction(5, 2), "2½ points", "2½ puntos", "2½ points"),
        (Fraction(8), "8 points", "8 puntos", "8 points"),
    ],
)
def test_points_are_said_as_people_say_them(lead: Fraction, en: str, es: str, fr: str) -> None:
    assert [amount(lead, say) for say in (EN, ES, FR)] == [en, es, fr]


def test_quarters_are_written_as_fractions() -> None:
    assert [points_text(QUARTER * n) for n in (0, 1, 4, 7, -2, -9)] == ["0", "¼", "1", "1¾", "−½", "−2¼"]


def test_the_headline_says_what_it_means_for_the_viewer() -> None:
    four: tuple[tuple[int | Fraction, ...], ...] = ((5, 0, 0), (4, QUARTER, 0), (2, 0, 0), (1, 0, 0))
    assert ended(*four).headline() == "You win by three quarters of a point"
    assert ended(*four, seat=None).headline() == "Ana wins by three quarters of a point"
    assert ended(*four, seat=1).headline() == "Ana wins by three quarters of a point, you are second"
    assert ended(*four, seat=3, say=ES).headline() == "Ana gana por tres cuartos de punto; quedas en cuarto lugar"
    assert (
        ended(*four, seat=2, say=FR).headline() == "Ana gagne avec trois quarts de point d’avance, vous êtes troisième"
    )
    assert ended((5, 0, 0), (4, 0, 0), seat=1).headline() == "Ana wins by 1 point"


def test_a_tie_break_and_a_shared_victory_are_called_so() -> None:
    tied = ended((5, 0, 0), (3, 2, 0))
    assert tied.headline() == "You win on the tie-break"
    assert tied.score() == "5 points each."
    assert [(fact.title, fact.bold) for fact in tied.facts()][-1] == ("Tie-break", "More workers win.")
    assert ended((5, 0, 0), (3, 2, 0), (1, 0, 0), seat=1).headline() == "Ana wins on the tie-break, you are second"
    shared = ((5, 0, 0), (3, 2, 0), (1, 0, 0))
    assert ended(*shared, winners=(0, 1)).headline() == "You share the victory with Balam"
    assert ended(*shared, winners=(0, 1), seat=2).headline() == "Ana and Balam share the victory, you are third"
    assert ended(*shared, winners=(0, 1), seat=None, say=FR).headline() == "Ana et Balam se partagent la victoire"
    assert ended((5, 0, 0), (4, 0, 0)).facts()[-1].bold == "Not needed."


def test_an_opponent_that_the_rules_play_has_a_side_of_its_own() -> None:
    lost = ended((5, 0, 0), (9, 0, 0), winners=(1,), rival="the maharaja")
    assert lost.headline() == "The maharaja wins by 4 points"
    assert lost.facts()[0].title == "Where the maharaja won it"
    assert lost.best.title == "The maharaja"
    won = ended((9, 0, 0), (5, 0, 0), rival="the maharaja")
    assert won.headline() == "You win by 4 points"
    assert (won.score(), lost.score()) == ("You 9, The maharaja 5.", "The maharaja 9, You 5.")


def test_all_bars_have_one_scale_and_losses_hang_from_their_end() -> None:
    ending = ended((30, 10, 0), (12, 0, -4), (6, 0, 0))
    first, second, third = ending.sides
    assert [(piece.start, piece.width) for piece in ending.gains(first)] == [(0, 75), (75, 25)]
    assert [(piece.start, piece.width) for piece in ending.gains(second)] == [(0, 30)]
    assert [(piece.start, piece.width, piece.points) for piece in ending.losses(second)] == [(20, 10, "−4")]
    assert ending.losses(third) == []
    assert ending.bar_text(second) == "Temples 12 and Taxes −4"


def test_a_source_that_nobody_used_is_left_out() -> None:
    ending = ended((30, 0, 0), (12, 0, 0))
    assert [source.name for source in ending.sources] == ["Temples"]


def test_where_it_was_won_and_what_would_have_changed_it() -> None:
    where, tie = ended((30, 3, 0), (12, 20, 0)).facts()
    assert (where.title, where.bold, where.rest) == (
        "Where you won it",
        "Temples: 30 to 12 for you.",
        "Skulls: 20 to 3 for Balam.",
    )
    assert tie.title == "Tie-break", "without thirty points anybody loses: that is not close"
    _, closest, _ = ended((30, 5, 0), (32, 0, 0)).facts()
    assert (closest.bold, closest.rest) == (
        "You: Skulls, 5 points.",
        "Without that you would have been 2 points behind.",
    )
    _, closest, _ = ended((30, 0, 0), (29, 4, -4), seat=1).facts()
    assert (closest.bold, closest.rest) == (
        "You: Taxes, 4 points.",
        "Without this loss you would have won by 3 points.",
    )
    _, closest, _ = ended((30, 1, 0), (30, 0, 0), seat=None).facts()
    assert closest.bold == "Ana: Skulls, 1 point."
    assert closest.rest == "Without that it would have been a tie."
    _, closest, _ = ended((30, 30, 0), (3, 3, 0), seat=None).facts()
    assert closest.bold == "Nothing alone decided it."


# ---------------------------------------------------------------- on the page


def finished(game: Game) -> Table:
    holders = [Holder("person", "<Ana>", "a"), Holder("bot", "Balam", level=3)]
    table = Table("id", game, 2, {}, holders, 7, "salt")
    while table.actors():
        seat = table.actors()[0]
        row = table.play(seat, table.state.moves(seat)[0], table.version_for(seat), str(table.version))
        table.apply(row)
    return table


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_a_game_without_a_tally_keeps_a_plain_table(language: str) -> None:
    table = finished(replace(find_game("yaxha"), tally=None))
    view, language = table.view(0), Language(language)
    ending = ending_of(table, view, [], language, 0)
    assert ending is None
    context = {
        "table": table,
        "game": table.game,
        "names": ("<Ana>", "Balam"),
        "seat": 0,
        "rematch": None,
        "tournament": "",
    }
    html = end_sheet(table, view, ending, language, context)
    assert "&lt;Ana&gt;" in html
    assert html.count("<tr") == 3


def test_a_tally_is_drawn_with_the_names_of_those_who_played() -> None:
    def tally(events: object, view: object, say: Translator) -> ScoreBreakdown:
        return ScoreBreakdown(
            (ScoreSource("Cubes & cards", "", (Fraction(9, 4), Fraction(7))),), "@1 built on.", "@0 or @1."
        )

    table = finished(replace(find_game("yaxha"), tally=tally))
    view, language = table.view(0), Language("en")
    context = {
        "table": table,
        "game": table.game,
        "names": ("<Ana>", "Balam"),
        "seat": 0,
        "rematch": None,
        "tournament": "",
    }
    html = end_sheet(table, view, ending_of(table, view, [], language, 0), language, context)
    for words in (
        "Balam built on.",
        "&lt;Ana&gt; or Balam.",
        "Cubes &amp; cards",
        "2<sup>¼</sup>",
        "bot, level 3 (Shell)",
    ):
        assert words in html
    assert "<Ana>" not in html


def test_a_rival_who_shares_the_victory_is_named_and_not_beaten() -> None:
    def tally(events: object, view: object, say: Translator) -> ScoreBreakdown:
        points = (Fraction(7), Fraction(3), Fraction(7))
        return ScoreBreakdown(
            (ScoreSource("Cubes", "", points),), "It is over.", "Level.", ("the maharaja",), sharing=(0,)
        )

    table = finished(replace(find_game("yaxha"), tally=tally))
    view = {**table.view(0), "result": {"scores": [7, 3], "ranks": [1, 2], "winners": [0], "why": ""}}
    ending = ending_of(table, view, [], Language("en"), 0)
    assert ending is not None
    assert ending.headline() == "You share the victory with the maharaja"
