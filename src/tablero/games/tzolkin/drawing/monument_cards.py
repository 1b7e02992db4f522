"""What the monuments that lie open would score now: a card for each, which the page shows while it is pointed at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.shapes import escape, in_ascii
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing.scene import Scene
from tablero.games.tzolkin.layout import MATERIALS
from tablero.games.tzolkin.names import Names

GLYPHS = tuple(map(in_ascii, "▲●■◆"))  # the shapes of the seats


def points_if_built(names: Names, players: Sequence[Mapping[str, Any]], offered: int, tile: str, seat: int) -> int:
    """The points of a monument if this seat had it already; `offered` skulls lie at Chichen Itza."""
    score, own = names.printed(tile)["score"], players[seat]
    kind = score["kind"]
    if kind == "temple_step_vp_again":
        return sum(names.step_points(temple, step) for temple, step in enumerate(own["temples"]))
    if kind == "technologies_at_level_3":
        return int(score["vp_by_count"][own["levels"].count(3)])
    if kind == "workers_in_play":
        return int(score["vp_by_count"].get(str(own["workers"]), 0))
    each = score["vp_by_players"][str(len(players))] if "vp_by_players" in score else score["vp"]
    return int(each) * _counted(names, players, offered, tile, seat)


def _counted(names: Names, players: Sequence[Mapping[str, Any]], offered: int, tile: str, seat: int) -> int:
    """How many things a monument counts, itself included."""
    score, own = names.printed(tile)["score"], players[seat]
    built = [*own["buildings"], *(monument["id"] for monument in own["monuments"]), tile]
    found: Mapping[str, int] = {
        "per_category": sum(names.printed(one)["category"] == score.get("category") for one in built),
        "per_construction": len(built),
        "per_monument_built_by_anyone": 1 + sum(len(player["monuments"]) for player in players),
        "per_corn_tile": int(own["corn_tiles"]),
        "per_wood_tile": int(own["wood_tiles"]),
        "per_technology_level": sum(own["levels"]),
        "best_temple_steps_above_start": max(0, *(step - 1 for step in own["temples"])),
        "per_skull_on_chichen_itza_by_anyone": offered,
    }
    return found[score["kind"]]


def monument_cards(scene: Scene) -> list[str]:
    """A card for each monument that lies open; none of them is shown until it is asked for."""
    view = scene.view
    counted = [
        [
            player[part]
            for part in ("buildings", "monuments", "corn_tiles", "wood_tiles", "workers", "levels", "temples")
        ]
        for player in view["players"]
    ]
    held = None if scene.me is None else [scene.player(scene.me)[material] for material in MATERIALS]
    return scene.once(_cards, view["monuments"], counted, held, len(view["offered"]), view["options"])


def _cards(scene: Scene) -> list[str]:
    tiles = enumerate(scene.view["monuments"])
    cards = ["" if tile is None else _card(scene, slot, tile) for slot, tile in tiles]
    return ['<div class="tz tz-cards">', *cards, "</div>"]


def _card(scene: Scene, slot: int, tile: str) -> str:
    """Short as text can be: it is sent for each monument, and seldom looked at."""
    names, say, view = scene.names, scene.say, scene.view
    rows = ""
    for seat in scene.seats:
        now = points_if_built(names, view["players"], len(view["offered"]), tile, seat)
        me = " class=me" if seat == scene.me else ""
        rows += f"<li{me}><i>{GLYPHS[seat]}</i>{escape(scene.who(seat))}<b>{escape(called.signed(now))}</b></li>"
    title = called.short_score(tile, say)
    rule = say("At the end: {effects}.", effects=names.scoring(tile, view["seats"], say))
    return (
        f'<section id="tz-card-{slot}"><h3>{escape(title[:1].upper() + title[1:])}</h3><p>{escape(rule)}</p>'
        f"<p>{escape(say('If it were built now:'))}</p><ul>{rows}</ul>{_missing(scene, tile)}</section>"
    )


def points_now(scene: Scene, tile: str | None) -> str:
    """What a monument would score now for each seat, in one line: the list of a phone has no cards."""
    view = scene.view
    if tile is None:
        return ""
    return _by_seat(
        {
            seat: called.signed(points_if_built(scene.names, view["players"], len(view["offered"]), tile, seat))
            for seat in scene.seats
        }
    )


def points_now_heading(scene: Scene) -> str:
    """What the line of `points_now` says, and whose points are whose."""
    names = {seat: escape(scene.say("you") if seat == scene.me else scene.who(seat)) for seat in scene.seats}
    return f"<small>{escape(scene.say('If it were built now:'))}</small>{_by_seat(names)}"


def _by_seat(words: Mapping[int, str]) -> str:
    said = "".join(f"<b><i>{GLYPHS[seat]}</i>{points}</b>" for seat, points in words.items())
    return f'<small class="tz-now">{said}</small>'


def _missing(scene: Scene, tile: str) -> str:
    """What the viewer lacks of its price."""
    if scene.me is None:
        return ""
    own, cost = scene.player(scene.me), scene.names.printed(tile)["cost"]
    lacking = {name: n - own[name] for name, n in cost.items() if n > own[name]}
    if not lacking:
        return f"<p class=good>{escape(scene.say('You have what it costs.'))}</p>"
    words = scene.say("You still need {goods}.", goods=called.goods(lacking, scene.say))
    return f"<p class=bad>{escape(words)}</p>"
