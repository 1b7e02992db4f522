"""What deserves a sheet over the board: the end of a decade, and in the solo game the maharaja's turn, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablero.core.drawing.shapes import escape, seat_mark
from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing.board import NUMERALS
from tablero.games.amritsar.drawing.pieces import icon, lotus
from tablero.games.amritsar.drawing.player_board import GOODS, disc
from tablero.games.amritsar.drawing.scene import Scene
from tablero.games.amritsar.drawing.side_panels import medallion

Event = Mapping[str, Any]
FEW = 3  # steps: for fewer the line under the board is enough


def sheet(look: Callable[[], Scene], events: Sequence[Event]) -> str:
    """The sheet for these events; empty for everything that the board itself shows well enough."""
    kinds = {event["kind"] for event in events}
    if "decade_end" in kinds:
        return _decade(look(), events)
    return _maharaja(look(), events) if kinds & {"maharaja_turn", "maharaja_acts"} else ""


# ---------------------------------------------------------------- the end of a decade


def _decade(scene: Scene, events: Sequence[Event]) -> str:
    say = scene.say
    number = next(event["decade"] for event in events if event["kind"] == "decade_end")
    title = escape(say("Decade {decade} ends", decade=NUMERALS[number]))
    kept = [
        event
        for event in events
        if event["kind"] in ("majority", "taxed", "gained", "points", "recovered", "no_counter")
    ]
    rows = "".join(_district(scene, d, kept) for d in range(4))
    head = "".join(
        f'<th scope="col">{escape(words)}</th>'
        for words in (say("District"), say("Counters"), say("Most"), say("Points"))
    )
    seats = "".join(_seat(scene, seat, kept) for seat in scene.donors)
    heads = "".join(
        f'<th scope="col">{escape(words)}</th>'
        for words in (say("Majorities"), say("Tax"), say("Income"), say("Points"))
    )
    return (
        f'<div class="am am-told"><h2>{title}</h2>'
        f'<table class="am-sheet"><caption>{escape(say("Majorities"))}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        f'<table class="am-sheet"><caption>{escape(say("What everybody got"))}</caption><thead><tr>'
        f"<td></td>{heads}</tr></thead><tbody>{seats}</tbody></table></div>"
    )


def _district(scene: Scene, district: int, events: Sequence[Event]) -> str:
    """Who has most donations there, and what it is worth. Without counters no seat scores."""
    won = [event for event in events if event["kind"] == "majority" and event["district"] == district]
    shown = scene.view["districts"][district]
    counts = won[0]["counts"] if won and "counts" in won[0] else shown["counts"]
    held = "".join(
        f"<span>{disc(seat)}{count}</span>" for seat, count in zip(scene.donors, counts, strict=False) if count
    )
    first = scene.say.every([scene.name(event["seat"]) for event in won]) if won else escape(scene.say("nobody"))
    worth = "–"
    if won:
        items = escape(names.points(won[0]["points"], scene.say))
        worth = (
            f'<svg width="30" height="30" viewBox="-12 -12 24 24" role="img" '
            f'aria-label="{items}">{lotus(0, 0, 11, won[0]["points"])}</svg>'
        )
    letter = (
        f'<svg width="30" height="30" viewBox="-17 -17 34 34" '
        f'aria-hidden="true">{medallion(names.letter(district, scene.say), 0, 0)}</svg>'
    )
    return (
        f'<tr><th scope="row"><span>{letter}{scene.district(district)}</span></th><td><span>{held or "–"}</span></td>'
        f"<td>{first}</td><td><span>{worth}</span></td></tr>"
    )


def _seat(scene: Scene, seat: int, events: Sequence[Event]) -> str:
    """What the end of the decade brought to a seat and took from it."""
    own = [event for event in events if event.get("seat") == seat]
    majorities = sum(event["points"] for event in own if event["kind"] == "majority")
    paid = "".join(_tax(event, scene.say) for event in own if event["kind"] == "taxed") or "–"
    goods = [0, 0, 0, 0]
    for event in own:
        if event["kind"] == "gained":
            goods = [held + n for held, n in zip(goods, event["items"], strict=False)]
    income = "".join(f"<span>{icon(name)}+{n}</span>" for name, n in zip(GOODS, goods, strict=True) if n)
    freed = sum(event["kind"] == "recovered" for event in own)
    income += f"<span>{disc(seat)}+{freed}</span>" if freed else ""
    points = sum(event.get("points", 0) for event in own)
    mark = seat_mark(seat, 18) if seat >= 0 else icon("parasol", 20)
    return (
        f'<tr><th scope="row"><span>{mark}{scene.name(seat)}</span></th><td>{majorities}</td><td>'
        f"<span>{paid}</span></td>"
        f"<td><span>{income or '–'}</span></td><td><b>{'+' if points > 0 else ''}{points}</b></td></tr>"
    )


def _tax(event: Event, say: Translator) -> str:
    """The tax that was paid, and what was missing."""
    paid = f"{icon('coin')}{'−' if event['paid'] else ''}{event['paid']}"
    if event["missing"]:
        missing = say.plural("{n} coin missing", "{n} coins missing", event["missing"], n=event["missing"])
        paid += f' <em class="am-lost">{escape(missing)}: {event["points"]}</em>'
    return paid


# ---------------------------------------------------------------- the maharaja's turn


def _maharaja(scene: Scene, events: Sequence[Event]) -> str:
    """What he did and why, one sentence a step; his goods and points as they stand now."""
    items = []
    for event in events:
        his = event["kind"].startswith("maharaja_") or event.get("seat") == -1
        sentence = scene.words_of(event) if his and event["kind"] != "maharaja_turn" else ""
        if sentence:
            items.append(f"<li>{sentence}</li>")
    if len(items) < FEW:
        return ""
    solo = scene.view["solo"]
    now = "".join(f"<span>{icon(name)}{n}</span>" for name, n in zip(GOODS[1:], solo["store"], strict=True))
    score = escape(names.points(solo["score"], scene.say))
    title = escape(scene.say("What the maharaja does"))
    return (
        f'<div class="am am-told"><h2>{icon("parasol", 30)}{title}</h2><ol class="am-steps">{"".join(items)}</ol>'
        f'<p class="am-after"><b>{escape(scene.say("He has now"))}</b>{now}<span>{disc(-1)}{solo["load"]}</span>'
        f"<span>{icon('pp', 20)}{score}</span></p></div>"
    )
