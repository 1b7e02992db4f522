"""Where the points of a finished game came from. The ledger of each player says it: every point is booked when it is
won or lost, unless a score would fall below zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.core.score_breakdown import ScoreBreakdown, ScoreSource
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.words import tied_alone

# A picture for each source.
SYMBOLS = {
    "donating": "am-donate",
    "support": "am-counter",
    "majority": "am-column",
    "market": "am-market",
    "bridge": "am-bridges",
    "followers": "am-mahout",
    "effects": "am-coin",
    "penalty": "am-tax",
    "knowledge": "am-book",
    "objectives": "am-objective",
}


def break_down_score(events: Sequence[Mapping[str, Any]], view: Mapping[str, Any], say: Translator) -> ScoreBreakdown:
    solo = view["solo"]
    players = [*view["players"], *([solo] if solo is not None else [])]
    start = Fraction(view["box"]["start_score"])
    sources = [ScoreSource(say("At the start"), "am-pp", tuple(start for _ in players))]
    for name in at.SOURCES:
        points = tuple(Fraction(player["ledger"][name]) for player in players)
        sources.append(ScoreSource(names.source(name, say), SYMBOLS[name], points))
    return ScoreBreakdown(
        sources=tuple(sources),
        why=say("After three decades the temple is complete."),
        ties=_ties(view, say) if solo is None else _solo_ties(view, say),
        rivals=() if solo is None else (say("the maharaja"),),
        sharing=(0,) if solo is not None and tied_alone(view) else (),
    )


def _ties(view: Mapping[str, Any], say: Translator) -> str:
    """Donations break a tie: for the first places, or for the two who came closest."""
    scores = view["result"]["scores"]
    given = [player["given"] for player in view["players"]]
    best = [seat for seat in range(view["seats"]) if scores[seat] == max(scores)]
    if len(best) == 1:
        pair = sorted(range(view["seats"]), key=lambda seat: -scores[seat])[:2]
        return say("A tie would have gone to more donations: {counts}.", counts=_counts(pair, given, say))
    winners = view["result"]["winners"]
    if len(winners) == 1:
        return say(
            "{seats} are level in points; more donations decide: {counts}.",
            seats=_seats(best, say),
            counts=_counts(best, given, say),
        )
    return say(
        "{seats} are level in points and in donations, {n} each: they share the victory.",
        seats=_seats(winners, say),
        n=given[winners[0]],
    )


def _seats(seats: Sequence[int], say: Translator) -> str:
    return say.every([f"@{seat}" for seat in seats])


def _counts(seats: Sequence[int], given: Sequence[int], say: Translator) -> str:
    return ", ".join(f"@{seat} {given[seat]}" for seat in sorted(seats, key=lambda seat: -given[seat]))


def _solo_ties(view: Mapping[str, Any], say: Translator) -> str:
    """What a tie with the maharaja means at this table."""
    own, his = view["players"][0], view["solo"]
    level = own["score"] == his["score"]
    choice = view["options"]["solo_tie"]
    if choice == "donations":
        counts = {"own": own["given"], "his": his["given"]}
        if level and own["given"] == his["given"]:
            return say("Level in points and in donations, {n} each: the game is shared.", n=own["given"])
        if level:
            return say("Level in points; donations decide: @0 {own}, the maharaja {his}.", **counts)
        return say("A tie would have gone to more donations: @0 {own}, the maharaja {his}.", **counts)
    if choice == "shared":
        return (
            say("Level in points: by house rule the game is shared.")
            if level
            else say("By house rule a tie would have been shared.")
        )
    return (
        say("Level in points: by house rule a tie is lost.")
        if level
        else say("By house rule a tie would have been lost.")
    )
