"""A player's board in full: goods and points, mahouts, objectives, warehouses, knowledge, the elephant's load and the
tax.

It is HTML with small pictures in it, so that it is readable in any width; the same board is the viewer's own and,
looked at closely, the others'. What can be chosen is marked on the viewer's own board alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tablero.core.drawing.shapes import escape, fill, marker, short
from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing import pieces
from tablero.games.amritsar.drawing.pieces import RESOURCES, icon, lotus
from tablero.games.amritsar.drawing.scene import Scene

f = short
GOODS = ("coin", *RESOURCES)
SIGNS = {"*": "?", "/": "/", "+": "+"}
TRACKS = ("column", "any", "coin")


@lru_cache(64)
def disc(seat: int, size: int = 18) -> str:
    return (
        f'<svg width="{size}" height="{size}" viewBox="-11 -11 22 22" '
        f'aria-hidden="true">{pieces.counter(seat, 0, -0.5, 9.5)}</svg>'
    )


@lru_cache(64)
def colour_mark(colour: int, on: bool = True, size: int = 19) -> str:
    """The mark of a colour in a disc; dashed when no mahout is there."""
    body, edge, _, _ = pieces.PAINT[colour]
    if on:
        inside = f'<circle r="8.8" fill="{body}" stroke="{edge}" stroke-width="1.3"/>{pieces.emblem(colour, 0, 0, 5.2)}'
    else:
        inside = (
            f'<circle r="8.8" fill="none" stroke="var(--line)" stroke-width="1.3" stroke-dasharray="2.5 2.2"/>'
            f'<g opacity=".4">{pieces.emblem(colour, 0, 0, 5.2, "var(--ink-2)")}</g>'
        )
    return f'<svg width="{size}" height="{size}" viewBox="-10 -10 20 20" aria-hidden="true">{inside}</svg>'


@lru_cache(8)
def seat_sign(seat: int) -> str:
    """A seat's shape on its own colour."""
    return (
        f'<svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">'
        f'<path d="{pieces.shape(seat, 0, 0, 8)}" fill="#fffaf0"/></svg>'
    )


def rosette(number: int, seat: str, size: int = 34) -> str:
    """The points of a seat."""
    drawn = lotus(0, 0, 10.5) + pieces.text(0, 3.6, number, 10.5, 800, "#3d2704")
    return (
        f'<svg class="am-points" data-spot="{seat}-points" width="{size}" height="{size}" viewBox="-11.5 -11.5 23 23" '
        f'aria-hidden="true">{drawn}</svg>'
    )


@lru_cache(256)
def pictures(icons: tuple[str, ...], size: int = 20) -> str:
    """A deed as icons and signs in HTML."""
    return "".join(f"<i>{SIGNS[one]}</i>" if one in SIGNS else icon(one, size) for one in icons)


def place(
    scene: Scene,
    moves: tuple[int, ...],
    kind: str,
    inside: str,
    about: str,
    spot: str = "",
    mine: bool = True,
    why: int | None = None,
) -> str:
    """A part of a board: a button when one of the moves is legal; on the viewer's own board a place that answers why
    not."""
    at_spot = f' data-spot="{spot}"' if spot else ""
    legal = next((move for move in moves if move in scene.moves), None) if mine else None
    if legal is not None:
        scene.placed.add(legal)
        hot = " hot" if scene.render.hot == legal else ""
        return (
            f'<button type="button" class="can can-box {kind}{hot}" data-move="{legal}" tabindex="-1" '
            f'aria-label="{scene.label(legal)}"{at_spot}>{inside}</button>'
        )
    asked = moves[0] if moves else why
    refused = scene.tried(scene.idle if asked is None or asked in scene.moves else asked) if mine else ""
    return f'<div class="{kind}" role="img" aria-label="{about}" title="{about}"{at_spot} {refused}>{inside}</div>'


# The moves that have a place on a player's own board.
HERE = frozenset((*range(at.USE, at.EXCHANGE), *range(at.TAKE, at.DONATE_ON)))


def own(scene: Scene) -> list[str]:
    """The viewer's board."""
    return board(scene, scene.main)


class _Part(NamedTuple):
    """A part of a board, what of a player it shows, and the phases in which its places mean something else."""

    draw: Callable[[Scene, int, Mapping[str, Any], bool], str]
    shows: tuple[str, ...]
    phases: tuple[str, ...] = ()


def board(scene: Scene, seat: int) -> list[str]:
    """Everything that lies before a player; each part is drawn once as long as nothing in it changes, and on the
    viewer's own board as long as nothing there can be chosen."""
    player, mine = scene.player(seat), seat == scene.main
    label = fill(scene.say("Board of {name}"), name=scene.name(seat))
    spot = f' data-spot="board-{seat}"' if mine else ""  # the other boards have their names in the short list
    fresh = mine and not HERE.isdisjoint(scene.moves)
    drawn = []
    for number, part in enumerate(PARTS):
        if fresh:
            drawn.append(part.draw(scene, seat, player, mine))
            continue
        asked = (scene.idle, scene.phase if scene.phase in part.phases else "") if mine else None
        seen = [player[name] for name in part.shows]
        drawn.append(scene.each(_part, 4 * number + seat, seen, asked, id(scene.box)))
    return [
        f'<section class="am-own" data-css="--c:{pieces.hue(seat)};--e:{pieces.EDGE[seat]}" data-board{spot} '
        f'aria-label="{label}">',
        *drawn,
        "</section>",
    ]


def _part(scene: Scene, which: int) -> str:
    number, seat = divmod(which, 4)
    return PARTS[number].draw(scene, seat, scene.player(seat), seat == scene.main)


def _head(scene: Scene, seat: int, player: Mapping[str, Any], mine: bool) -> str:
    """Whose board it is, the purse and the points."""
    purse = ""
    for k, (good, amount) in enumerate(zip(GOODS, (player["coins"], *player["resources"]), strict=True)):
        moves = (at.DISCARD + k, *((at.TAKE + k - 1, at.PAY + k - 1) if k else ()))
        about = escape(f"{names.capital(names.item(k, scene.say))}: {amount}")
        purse += place(scene, moves, "am-pill", f"{icon(good, 20)}{amount}", about, f"{seat}-{good}", mine)
    return (
        f'<header>{seat_sign(seat)}<b class="am-name">{scene.name(seat)}</b>{scene.badge(seat)}'
        f'<span class="am-purse">{purse}</span>'
        f"{rosette(player['score'], str(seat), 36)}</header>"
    )


def _mahouts(scene: Scene, seat: int, player: Mapping[str, Any], mine: bool) -> str:
    say, out = scene.say, ""
    placing = scene.phase in ("space", "place_mahout")
    for c in range(4):
        tile = player["mahouts"][c]
        deed = scene.box["mahouts"][tile] if tile else None
        moves = (at.SPACE + c,) if placing else (at.USE + c,)
        name = names.capital(names.colour(c, say))
        if deed is None:
            inside = f"{disc(seat, 28)}{icon(RESOURCES[scene.box['prices'][2]], 16)}"
            about = say("{colour}: no mahout yet", colour=name)
        else:
            inside = f"{pictures(pieces.mahout_icons(deed), 22)}<small>{escape(names.mahout(deed, say))}</small>"
            about = say("{colour}: mahout, {deed}", colour=name, deed=names.action(deed, say))
        band = (
            f'<svg class="am-band" viewBox="0 0 64 20" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect width="64" height="20" fill="{pieces.PAINT[c][0]}" opacity="{1 if deed else 0.6}"/></svg>'
            f'<span class="am-sign">{colour_mark(c, True, 18)}</span>'
        )
        kind = f"am-box {'am-full-box' if deed else 'am-free'}"
        out += place(
            scene, moves, kind, f'{band}<span class="am-in">{inside}</span>', escape(about), f"{seat}-mahout-{c}", mine
        )
    return f'<div class="am-part am-mahouts"><h2>{escape(say("Mahouts"))}</h2><div>{out}</div></div>'


def _objectives(scene: Scene, seat: int, player: Mapping[str, Any], mine: bool) -> str:
    say, out = scene.say, ""
    placed = {one["space"]: one for one in player["objectives"] if one["space"] is not None}
    for i in range(4):
        one = placed.get(i)
        if one is not None:
            points = (
                ""
                if one["points"] is None
                else f'<svg width="26" height="26" viewBox="-11.5 -11.5 23 23" '
                f'aria-hidden="true">{lotus(0, 0, 10.5, one["points"])}</svg>'
            )
            inside = f'<i class="am-let">{one["type"]}</i>{points}'
            out += place(scene, (), "am-box am-goal", inside, scene.objective(one), f"{seat}-objective-{i}", mine)
            continue
        deed = scene.box["spaces"][i]
        gain = names.action(deed, say)
        about = say("Space for an objective: {gain}", gain=gain) if gain else say("Space for an objective")
        inside = f"{disc(seat, 28)}<span>{_gain(deed)}</span>"
        out += place(
            scene,
            (at.SPACE + i,) if scene.phase == "place_objective" else (),
            "am-box am-free",
            inside,
            escape(about),
            f"{seat}-objective-{i}",
            mine,
            at.AIM,
        )
    hand = ""
    if mine and scene.me == seat:
        for kind, one in enumerate(player["objectives"]):
            if one["space"] is None:
                hand += place(scene, (), "am-let", one["type"], scene.objective(one), "", mine, at.AIM + kind)
    else:
        left = sum(one["space"] is None for one in player["objectives"])
        hand = f"<small>{escape(say('in hand: {n}', n=left))}</small>"
    return (
        f'<div class="am-part am-goals"><h2>{escape(say("Objectives"))}<span class="am-in-hand">{hand}</span></h2>'
        f"<div>{out}</div></div>"
    )


def _gain(deed: Mapping[str, Any]) -> str:
    """What an objective space gives, on the space itself."""
    if deed["points"]:
        return (
            f'<svg width="22" height="22" viewBox="-11.5 -11.5 23 23" '
            f'aria-hidden="true">{lotus(0, 0, 10.5, deed["points"])}</svg>'
        )
    icons = pieces.icons_of(deed)
    if not icons:
        return ""
    amount = len(icons) if len(set(icons)) == 1 else 1
    return (f"<b>{amount}</b>" if amount > 1 else "") + icon(icons[0], 18)


def _houses(scene: Scene, seat: int, player: Mapping[str, Any], mine: bool) -> str:
    say = scene.say
    stored = ["coin"] * player["coins"] + [
        name for name, n in zip(RESOURCES, player["resources"], strict=True) for _ in range(n)
    ]
    used = fill(say("{used} of {room} slots used"), used=len(stored), room=player["room"])
    spilt = "".join(icon(name, 19) for name in stored[player["room"] :])  # still to be discarded
    if spilt:
        spilt = f'<span class="am-spilt">{spilt}</span>'
    built = player["houses"]
    slots = [player["room"] - sum(house["slots"] for house in built), *(house["slots"] for house in built)]
    out, filled = "", 0
    for i in range(4):
        if i >= len(slots):
            inside = f"{disc(seat, 26)}{icon(RESOURCES[scene.box['prices'][0]], 18)}"
            out += place(
                scene,
                (),
                "am-box am-free",
                inside,
                escape(say("Space for a warehouse")),
                f"{seat}-house-{i}",
                mine,
                at.BUILD,
            )
            continue
        held = stored[filled : filled + slots[i]]
        filled += slots[i]
        cells = "".join(f"<i>{icon(held[j], 19) if j < len(held) else ''}</i>" for j in range(slots[i]))
        if i == 0 or built[i - 1]["flipped"]:
            out += place(
                scene,
                (),
                "am-box am-store",
                f'<span class="am-slots">{cells}</span>',
                escape(say("Store")),
                f"{seat}-house-{i}",
                mine,
            )
            continue
        data = scene.box["warehouses"][built[i - 1]["id"]]
        name = f"{pictures(pieces.house_icons(data), 17)}<b>{escape(names.house(data, say))}</b>"
        inside = (
            f'<span class="am-benefit">{name}</span>'
            f'<span class="am-slots">{cells}{icon("tax", 15) * data["tax"]}</span>'
        )
        out += place(scene, (), "am-box am-store", inside, escape(names.benefit(data, say)), f"{seat}-house-{i}", mine)
    return (
        f'<div class="am-part am-houses"><h2>{escape(say("Warehouses"))}{spilt}<small>{used}</small></h2>'
        f"<div>{out}</div></div>"
    )


# ---------------------------------------------------------------- knowledge


def _tracks(scene: Scene, seat: int, player: Mapping[str, Any], mine: bool) -> str:
    out = ""
    for t, cells in enumerate(scene.box["cells"]):
        legal = mine and at.STEP + t in scene.moves
        drawn = _track(t, tuple(cells), player["tracks"][t], seat, legal)
        name = names.capital(names.track(t, scene.say))
        about = escape(scene.say("{track}: cell {n} of {all}", track=name, n=player["tracks"][t], all=len(cells)))
        inside = f"{icon(TRACKS[t], 20)}<b>{escape(name)}</b>{drawn}"
        kind = "am-track"
        out += place(scene, (at.STEP + t,), kind, inside, about, f"{seat}-track-{t}", mine)
    return f'<div class="am-part am-tracks"><h2>{escape(scene.say("Knowledge"))}</h2><div>{out}</div></div>'


@lru_cache(2048)
def _track(t: int, cells: tuple[str, ...], stands: int, me: int, legal: bool) -> str:
    """A track of knowledge, and where a seat stands on it."""
    out = ""
    step = 40
    for n in range(len(cells) + 1):
        x = n * step + 2
        kind, _, what = cells[n - 1].partition(":") if n else ("immediate", "", "")
        here = n == stands
        rect = f'rect x="{x}" y="2" width="{step - 4}" height="28" rx="{14 if kind == "game_end" else 6}"'
        out += f'<{rect} class="am-know am-{kind}" opacity="{0.5 if n < stands else 1}"/>'
        if n:
            out += cell(
                what, kind, x + (step - 4) * (0.68 if here else 0.5), 16, 15 if here else 20, 0.4 if n < stands else 1
            )
        if here:
            out += (
                f'<{rect} fill="none" stroke="{pieces.EDGE[me]}" stroke-width="2"/>'
                f'<path d="{pieces.shape(me, x + 10, 16.5, 7.5)}" fill="{pieces.hue(me)}" stroke="{pieces.EDGE[me]}" '
                f'stroke-linejoin="round"/>'
            )
        if legal and n == min(stands + 1, len(cells)):
            out += marker(rect)
    return f'<svg viewBox="0 0 {(len(cells) + 1) * step} 32" aria-hidden="true">{out}</svg>'


def cell(what: str, kind: str, x: float, y: float, size: float, opacity: float) -> str:
    sign = {
        "recover_counter": "counter",
        "upgrade_any_paid": "up",
        "upgrade_any_free": "up",
        "unlock_movement": "unlock",
        "tax_minus_1": "tax",
        "pp_per_counter_on_elephant": "counter",
        "pp_per_resource_stored": "any",
        "pp_per_coin_stored": "coin",
    }.get(what)
    if sign is not None:
        out = pieces.use(
            sign,
            x - (7 if kind == "game_end" else 5 if what.endswith("free") else 0),
            y,
            size - 2 * what.endswith("free"),
        )
        if kind == "game_end":
            out += lotus(x + 9, y, 7)
        elif what.endswith("free"):
            out += pieces.text(x + 10, y + 6.4, "0", 18.5, 800)
        return f'<g opacity="{opacity}">{out}</g>'
    out = ""
    gains = [part.split(" ") for part in what.split("+")]
    for k, (amount, name) in enumerate(gains):
        px = x + (k - (len(gains) - 1) / 2) * (size * 0.9) + (4 if amount != "1" else 0)
        out += pieces.use("any" if name == "any_resource" else name, px, y, size if len(gains) == 1 else size * 0.85)
        if amount != "1":
            out += pieces.text(px - size * 0.75, y + 6.4, amount, 18.5, 800)
    return f'<g opacity="{opacity}">{out}</g>'


# ---------------------------------------------------------------- the elephant and the tax


def _load(scene: Scene, seat: int, player: Mapping[str, Any], mine: bool) -> str:
    return _elephant_and_tax(seat, player["load"], player["tax"], player["due"], player["token"], scene.say)


@lru_cache(1024)
def _elephant_and_tax(seat: int, load: int, tax: int, due: int, token: str, say: Translator) -> str:
    """The counters on the elephant, the tax to come and the movement token."""
    drawn = pieces.elephant(seat, 22, 18, 32)
    for i in range(int(at.ELEPHANT_ROOM)):
        x = 56 + i * 21
        drawn += (
            pieces.counter(seat, x, 18, 9)
            if i < load
            else f'<circle cx="{x}" cy="18" r="8" fill="none" stroke="var(--line)" stroke-width="1.2" '
            f'stroke-dasharray="3 2.5"/>'
        )
    ability = {
        "locked": say("second move locked"),
        "ready": say("movement token ready"),
        "spent": say("movement token spent"),
    }[token]
    carried = escape(say("On the elephant: {n}", n=load))
    return (
        f'<div class="am-part am-load"><h2>{escape(say("On the elephant"))}</h2>'
        f'<svg data-spot="{seat}-load" viewBox="0 0 172 36" role="img" aria-label="{carried}">{drawn}</svg>'
        f'<p data-spot="{seat}-tax">{icon("tax", 20)}<span>{escape(say("Tax at decade end"))}</span>'
        f'<b class="am-due" title="{escape(say("The marker stands on {n}", n=tax))}">{due}</b></p>'
        f'<p data-spot="{seat}-token" class="am-{token}">{icon("unlock", 18)}<span>{escape(ability)}</span></p></div>'
    )


PARTS = (
    _Part(_head, ("coins", "resources", "score")),
    _Part(_mahouts, ("mahouts",), ("space", "place_mahout")),
    _Part(_objectives, ("objectives",), ("place_objective",)),
    _Part(_houses, ("coins", "resources", "room", "houses")),
    _Part(_tracks, ("tracks",)),
    _Part(_load, ("load", "tax", "due", "token")),
)
