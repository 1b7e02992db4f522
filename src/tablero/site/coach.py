"""The coach of somebody's first games: what a step is good for, and, when asked, what the strongest bot would do."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from markupsafe import Markup, escape

from tablero.core.icons import icon
from tablero.core.luck import seeded
from tablero.site.bot_thought import advise
from tablero.site.language import Tongue
from tablero.site.seats import seat_names
from tablero.site.shield import Allowance
from tablero.site.telling import tell
from tablero.site.thinkers import Pool
from tablero.table import Refusal, Table

Thought = tuple[int, float]  # a move, and its share of a bot's thoughts
FIRST_GAMES = 2  # so many games somebody is a beginner
AT_ONCE = 4  # questions that may wait for the one process that answers them
QUESTIONS, PER_SECOND = 8, 0.25  # that somebody may ask at once, and after that


def rule_address(table: Table, view: Mapping[str, Any]) -> str:
    """The rule that governs what a viewer is asked, with the way back to the table."""
    back = f"?table={table.id}" if table.id else ""
    return f"/rules/{table.game.name}{back}#{table.game.words.rule(view)}"


def coach_line(table: Table, view: Mapping[str, Any], seat: int | None, tongue: Tongue, names: Sequence[str]) -> str:
    """One sentence on what this step is good for; empty where there is nothing to say."""
    say = tongue.of(table.game)
    purpose = table.game.words.purpose(view, say) if seat is not None else ""
    if seat is None or not purpose:
        return ""
    ask, off = escape(tongue.say("What would you do?")), escape(tongue.say("Switch the coach off"))
    lang = f' lang="{say.language.replace("_", "-")}"' if say.language != tongue.say.language else ""
    asking = (
        f'<button class="btn sm ask" type="button" data-do="advise" aria-label="{ask}">{icon("bulb", 19)}'
        f"<span>{ask}</span></button>"
        if may_ask(table, seat)
        else ""
    )
    return (
        f'<p class="purpose"{lang}>{tell(purpose, names, say, marks=False)}</p>{asking}<button class="btn ghost sq" type="button" '
        f'data-coach="off" aria-label="{off}" title="{off}">{icon("close", 18)}</button>'
    )


def may_ask(table: Table, seat: int) -> bool:
    """Help is for those who play against bots: between people everybody decides alone."""
    return all(holder.kind == "bot" for other, holder in enumerate(table.holders) if other != seat)


def brings(table: Table, seat: int, move: int, tongue: Tongue) -> tuple[int, list[Markup]]:
    """What a legal move brings: points, and what the game's words say about it."""
    view, say = table.view(seat), tongue.of(table.game)
    after = table.preview(seat, move)
    offer: Mapping[str, Any] = next((offer for offer in view["offers"] if offer["move"] == move), {})
    gain = 0 if after["settles"] else offer.get("gain", after["gain"])  # what may still change is told in the lines
    names = seat_names(table, tongue)
    return gain, [tell(line, names, say, marks=False) for line in table.game.words.hint(move, view, say)]


def told_advice(table: Table, seat: int, thoughts: Sequence[Thought], tongue: Tongue) -> dict[str, Any]:
    """A move that somebody is advised to make, in words, and why: what it brings, and what else came into question."""
    (move, share), *others = thoughts
    gain, lines = brings(table, seat, move, tongue)
    say, names = tongue.of(table.game), seat_names(table, tongue)

    def name(move: int) -> str:
        return tell(table.game.words.move(move, table.view(seat), say), names, say, marks=False).unescape()

    called = name(move)
    points = [tongue.say.plural("{gain} point", "{gain} points", abs(gain), gain=f"{gain:+d}".replace("-", "−"))] if gain else []
    reasons = points + [words for line in lines if (words := line.unescape()).rstrip(".") not in called]
    if others:
        next_best, rest = others[0]
        reasons.append(
            tongue.say(
                "{share} % of the thoughts of the strongest bot were about it, {rest} % about the next best: {other}",
                share=round(100 * share), rest=round(100 * rest), other=name(next_best),
            )
        )  # fmt: skip
    return {"advice": {"move": move, "words": called, "reason": " · ".join(reasons)}}


class Adviser:
    """Thinks for people who ask what to do, in a process of its own that is started when somebody asks first."""

    def __init__(self) -> None:
        self._pool = Pool(1)
        self._allowed = Allowance(QUESTIONS, PER_SECOND)
        self._waiting = 0

    async def advice(self, table: Table, seat: int, who: str) -> Sequence[Thought]:
        """What the strongest bot would do at a seat that owes a decision. It thinks about an imagined position."""
        if not table.started or not table.state.owes(seat):
            raise Refusal("it is not your turn: ask when something is asked of you")
        if not may_ask(table, seat):
            raise Refusal("at this table everybody decides alone: help is given where all others are bots")
        moves = table.state.moves(seat)
        if len(moves) == 1:
            return [(moves[0], 1.0)]
        if self._waiting >= AT_ONCE or not self._allowed.allows(who):
            raise Refusal("too many questions at once: ask again in a moment")
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        executor = self._pool.executor()
        self._waiting += 1
        try:
            given = (table.game.name, imagined, seat, secrets.randbits(128))
            return await asyncio.get_running_loop().run_in_executor(executor, advise, *given)
        except BrokenProcessPool:
            self._pool.drop(executor)
            raise Refusal("the thought was lost: ask again") from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._pool.close()
