"""What deserves a sheet over the board: a food day with what each seat pays, lacks and is given, and the wealth tiles
when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablero.core.drawing.shapes import escape, seat_mark
from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing.choices import tokens
from tablero.games.tzolkin.drawing.pieces import STEPS, Token, picture
from tablero.games.tzolkin.drawing.scene import Scene
from tablero.games.tzolkin.drawing.side_panels import effect_tokens
from tablero.games.tzolkin.layout import MATERIALS

Events = Sequence[Mapping[str, Any]]


def sheet(look: Callable[[], Scene], events: Events) -> str:
    """The sheet of these events; empty when they need none."""
    kinds = {event["kind"] for event in events}
    if "food-day" in kinds:
        return _food_day(look(), events)
    return _wealth(look(), events) if "wealth" in kinds else ""


def _about(scene: Scene, seat: int) -> str:
    """Whom a row is about."""
    return f'{seat_mark(seat, 24)}<span class="nm">{escape(scene.who(seat))}</span>{scene.badge(seat)}'


# ---------------------------------------------------------------- a food day


def _food_day(scene: Scene, events: Events) -> str:
    say = scene.say
    day = next(event["index"] for event in events if event["kind"] == "food-day")
    days = scene.names.facts["calendar"]["food_days"]
    ends = days[day - 1]["kind"] == "end_age"
    fed = {event["seat"]: event for event in events if event["kind"] == "fed"}
    given = {event["seat"]: event for event in events if event["kind"] in ("gifts", "devotion")}
    temples = "".join(
        f'<th scope="col">{picture(STEPS[t], 22)}<span>{escape(called.temple(t, say))}</span></th>' for t in range(3)
    )
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in (say("Workers"), say("Corn"), say("Hunger")))
    last = f'<th scope="col">{escape(say("Points"))}</th>'
    rows = "".join(_row(scene, seat, fed.get(seat), given.get(seat)) for seat in scene.seats)
    about = (
        say("The end of an age: temple steps are worth points, and more to whoever stands highest.")
        if ends
        else say("The middle of an age: temple steps bring goods.")
    )
    if any(event["kind"] == "age" for event in events):
        about += " " + say("Age II begins with six new buildings.")
    title = escape(say("Food day {n} of {all}", n=day, all=len(days)))
    kind = "end" if ends else "mid"
    return (
        f'<div class="tz tz-sheet {kind}"><h2>{picture("bowl", 30)}{title}</h2><p>{escape(about)}</p><table><thead><tr>'
        f'<th scope="col">{escape(say("Player"))}</th>{heads}{temples}{last}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(scene: Scene, seat: int, fed: Mapping[str, Any] | None, given: Mapping[str, Any] | None) -> str:
    say, shown = scene.say, scene.player(seat)
    lost = fed["lost"] if fed else 0
    workers = fed["workers"] if fed else shown["workers"]
    gained = given["n"] if given and given["kind"] == "devotion" else 0
    cells = [
        (say("Workers"), f"<b>{workers}</b>{_farms(shown, say)}"),
        (say("Corn"), tokens([Token("corn", f"−{fed['corn']}", True)], 20) if fed and fed["corn"] else _nothing()),
        (say("Hunger"), _hunger(fed, say)),
    ]
    cells += [(called.temple(t, say), _from_temple(given, t, say)) for t in range(3)]
    cells.append((say("Points"), _change(gained - lost)))
    inner = "".join(f'<td data-head="{escape(head)}">{cell}</td>' for head, cell in cells)
    css = ' class="me"' if seat == scene.me else ""
    return f'<tr{css}><th scope="row">{_about(scene, seat)}</th>{inner}</tr>'


def _nothing() -> str:
    return '<span class="none">0</span>'


def _farms(shown: Mapping[str, Any], say: Translator) -> str:
    """What the farms of a seat save it."""
    parts = []
    if shown["free"]:
        parts.append(say.plural("{n} eats for nothing", "{n} eat for nothing", shown["free"], n=shown["free"]))
    if shown["discount"]:
        parts.append(say("each eats {corn} less", corn=called.amount("corn", shown["discount"], say)))
    return f"<small>{picture('farm', 17)}{escape(', '.join(parts))}</small>" if parts else ""


def _hunger(fed: Mapping[str, Any] | None, say: Translator) -> str:
    if fed is None or not fed["unfed"]:
        return f'<span class="good">{escape(say("all fed"))}</span>'
    unfed = say.plural("{n} unfed", "{n} unfed", fed["unfed"], n=fed["unfed"])
    cost = called.points(-fed["lost"], say) if fed["lost"] else say("no points to lose")
    return f'<span class="bad">{escape(unfed)}</span><small>{escape(cost)}</small>'


def _from_temple(given: Mapping[str, Any] | None, temple: int, say: Translator) -> str:
    """What a temple gave: goods, or points with those for standing highest."""
    if given is None:
        return _nothing()
    if given["kind"] == "gifts":
        goods = given["temples"][temple]
        found = [Token(m, f"+{goods[m]}") for m in MATERIALS if goods.get(m)]
        return tokens(found, 20) or _nothing()
    steps, highest = given["temples"][temple]
    top = ""
    if highest:
        text = escape(say("highest"))
        top = f'<small class="best">{picture("vp", 15)}+{highest} {text}</small>'
    return f"{_change(steps)}{top}"


def _change(n: int) -> str:
    css = "good" if n > 0 else "bad" if n < 0 else "none"
    return f'<b class="{css}">{"+" if n > 0 else ""}{called.signed(n)}</b>'


# ---------------------------------------------------------------- wealth tiles


def _wealth(scene: Scene, events: Events) -> str:
    """Which player keeps what, side by side."""
    say = scene.say
    shown = ""
    for event in events:
        if event["kind"] == "wealth":
            cards = "".join(
                f"<li>{tokens(effect_tokens(scene.names, tile), 24)}"
                f"<small>{escape(scene.names.effects(tile, say))}</small></li>"
                for tile in event["tiles"]
            )
            shown += f'<section><h3>{_about(scene, event["seat"])}</h3><ol class="tz-dealt">{cards}</ol></section>'
    title = escape(say("Wealth tiles"))
    about = escape(say("Everybody shows the two tiles kept and takes what they bring."))
    return f'<div class="tz tz-sheet"><h2>{title}</h2><p>{about}</p><div class="tz-shown">{shown}</div></div>'
