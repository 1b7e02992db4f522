"""What stands beside the board: the boards of all seats, the maharaja's, the sheet at the end, the dock of a phone, the
status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.drawing.icons import icon as line_icon
from tablero.core.drawing.shapes import escape, fill, seat_mark
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing.pieces import RESOURCES, house_icons, hue, icon
from tablero.games.amritsar.drawing.player_board import GOODS, TRACKS, board, colour_mark, disc, own, pictures, rosette
from tablero.games.amritsar.drawing.scene import Scene, round_of_decade
from tablero.games.amritsar.words import tied_alone

# ---------------------------------------------------------------- the others


def _purse(seat: int, player: Mapping[str, Any]) -> str:
    """Coins and resources in HTML."""
    return "".join(
        f'<span data-spot="{seat}-{name}">{icon(name)}{n}</span>'
        for name, n in zip(GOODS, (player["coins"], *player["resources"]), strict=True)
    )


def _brief(scene: Scene, seat: int) -> list[str]:
    """Another player's board in short."""
    player, say = scene.player(seat), scene.say
    marks = "".join(colour_mark(c, player["mahouts"][c] is not None) for c in range(4))
    tracks = "".join(
        f'<span data-spot="{seat}-track-{t}">{icon(name, 17)}{player["tracks"][t]}</span>'
        for t, name in enumerate(TRACKS)
    )
    kinds = "".join(one["type"] for one in player["objectives"] if one["space"] is not None) or "–"
    houses = "".join(
        f'<span title="{escape(names.benefit(house, say))}" '
        f'data-spot="{seat}-house-{i}">{pictures(house_icons(house)[:1], 18)}</span>'
        for i, house in enumerate((scene.box["warehouses"][built["id"]] for built in player["houses"]), 1)
    )
    turn = " am-turn" if scene.view["turn"] == seat else ""
    carried, tax = escape(say("On the elephant")), escape(say("Tax at decade end"))
    return [
        f'<section class="am am-rival{turn}" data-css="--c:{hue(seat)}" data-board data-spot="board-{seat}" '
        f'aria-label="{scene.name(seat)}"><div class="am-brief">'
        f'<div>{seat_mark(seat, 20)}<b class="am-name">{scene.name(seat)}</b>'
        f'<span class="am-gap"></span>{scene.badge(seat)}{scene.enlarge(seat)}{rosette(player["score"], str(seat))}'
        "</div>",
        f'<div><span class="am-group">{_purse(seat, player)}</span><span class="am-group">'
        f'<span data-spot="{seat}-load" title="{carried}">{disc(seat)}{player["load"]}<em>/6</em></span>'
        f'<span data-spot="{seat}-tax" title="{tax}">{icon("tax")}{player["due"]}</span></span></div>',
        f'<div><span class="am-group"><span class="am-marks" title="{escape(say("Mahouts"))}">{marks}</span>'
        f'<span title="{escape(say("Objectives"))}">{icon("objective", 17)}{kinds}</span></span>'
        f'<span class="am-group">{tracks}<span class="am-held">{houses}</span></span></div></div>',
    ]


def rival(scene: Scene, seat: int) -> list[str]:
    """Another player's board in short; looked at closely it is shown in full."""
    view = scene.view
    brief = scene.each(_brief, seat, view["players"][seat], view["turn"] == seat, id(view["box"]))
    return [*brief, *board(scene, seat), "</section>"]


def maharaja_board(scene: Scene) -> str:
    solo, say = scene.view["solo"], scene.say
    stores = "".join(
        f'<span data-spot="m-{name}">{icon(name)}{n}<em>+{quarry}</em></span>'
        for name, n, quarry in zip(RESOURCES, solo["store"], solo["quarry"], strict=True)
    )
    goal = escape(names.objective(scene.box["objectives"][solo["objective"]], say))
    name = escape(say("The maharaja"))
    return (
        '<section class="am am-rival am-bot" data-css="--c:#8e1c3b" data-board data-spot="board-m" '
        f'aria-label="{name}">'
        f'<div class="am-brief"><div>{icon("parasol", 24)}<b class="am-name">{name}</b>'
        f'<span class="am-gap"></span>{rosette(solo["score"], "m")}</div>'
        f'<div><span data-spot="m-store"><small>{escape(say("Store and quarry"))}</small>{stores}</span>'
        f'<span data-spot="m-load"><small>{escape(say("On the elephant"))}</small>{disc(-1)}{solo["load"]}'
        f"<em>+{solo['board']}</em></span>"
        f'<span data-spot="m-track"><small>{escape(say("His track"))}</small>{colour_mark(2)}{solo["track"]}'
        f"<em>/{solo['end']}</em></span></div>"
        f'<div><span data-spot="m-objective">{icon("objective", 17)}{goal}</span></div></div></section>'
    )


def right(scene: Scene) -> list[str]:
    """The others' boards, the own one, and at the end the sheet of points."""
    others = [piece for seat in scene.seats if seat != scene.main for piece in rival(scene, seat)]
    if scene.view["solo"] is not None:
        others.append(maharaja_board(scene))
    sheet = score_sheet(scene) if scene.view["result"] is not None else ""
    return [
        f'<div class="am am-right"><div class="am-rivals{" am-many" if len(scene.donors) > 3 else ""}" '
        f'data-css="--n:{max(1, len(scene.donors) - 1)}">',
        *others,
        f"</div>{sheet}",
        *own(scene),
        "</div>",
    ]


def score_sheet(scene: Scene) -> str:
    """Where the points of all seats came from."""
    ledgers = [scene.player(seat) for seat in scene.donors]
    heads = "".join(f'<th scope="col">{scene.name(seat)}</th>' for seat in scene.donors)
    rows = ""
    for source in at.SOURCES:
        cells = "".join(f"<td>{one['ledger'][source]}</td>" for one in ledgers)
        if any(one["ledger"][source] for one in ledgers):
            rows += f'<tr><th scope="row">{escape(names.source(source, scene.say))}</th>{cells}</tr>'
    winners = set(scene.view["result"]["winners"])
    if scene.view["solo"] is not None:
        winners = {0, -1} if tied_alone(scene.view) else winners or {-1}
    total = "".join(
        f"<td><b>{one['score']}</b>{line_icon('crown', 16) if seat in winners else ''}</td>"
        for seat, one in zip(scene.donors, ledgers, strict=True)
    )
    first = fill(scene.say("Total, with the first {n}"), n=scene.box["start_score"])
    return (
        f'<table class="am-sheet"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}<tr class="am-total">'
        f'<th scope="row">{first}</th>{total}</tr></tbody></table>'
    )


def seats(scene: Scene) -> str:
    """All seats with their points and whose turn it is, where a page has room for no more."""
    out = ""
    for seat in scene.seats:
        name = escape(scene.say("you")) if seat == scene.me else scene.name(seat)
        turn = ' class="am-on" aria-current="true"' if scene.view["turn"] == seat else ""
        points = scene.player(seat)["score"]
        out += f'<li{turn}>{seat_mark(seat, 18)}<b dir="auto">{name}</b><i>{points}</i></li>'
    if scene.view["solo"] is not None:
        maharaja = escape(scene.say("The maharaja"))
        out += f"<li>{icon('parasol', 20)}<b>{maharaja}</b><i>{scene.view['solo']['score']}</i></li>"
    return f'<ol class="am am-seats">{out}</ol>'


def hand(scene: Scene) -> str:
    """The dock of a phone: what the viewer has; a spectator has nothing."""
    if scene.me is None:
        return ""
    player = scene.player(scene.main)
    return (
        f'<div class="am am-hand">{_purse(scene.main, player)}'
        f'<span data-spot="{scene.main}-load">{disc(scene.main)}{player["load"]}</span>'
        f"<span>{icon('tax')}{player['due']}</span>{rosette(player['score'], str(scene.main), 30)}</div>"
    )


def status(scene: Scene) -> str:
    view = scene.view
    label = fill(
        scene.say("Decade {decade}, round {round} of 4"),
        decade=("I", "II", "III")[view["decade"]],
        round=round_of_decade(view),
    )
    now = next((one for one in view["bridge"] if one["now"]), None)
    crossing = (
        f'<span class="am-long" title="{escape(scene.say("Bridge"))}">'
        f"{icon('bridges', 17)}{escape(names.bridge(now, scene.say))}</span>"
        if now
        else ""
    )
    # Where the printed components could not be read, their values are reconstructed; facts.toml marks each of them.
    doubt = (
        f'<small class="am-long">{escape(scene.say("Some component data are reconstructed: see the rules."))}</small>'
    )
    return f'<div class="am am-status"><b>{label}</b>{crossing}{doubt}</div>'
