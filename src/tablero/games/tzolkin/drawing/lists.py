"""Temples, technologies, buildings and monuments as lists, for a page without room for the board."""

from __future__ import annotations

from collections.abc import Sequence

from tablero.core.ink import escape, seat_mark
from tablero.core.speech import Speech
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing.panels import fee, tokens
from tablero.games.tzolkin.drawing.pieces import STEPS, Token, picture
from tablero.games.tzolkin.drawing.scene import Scene
from tablero.games.tzolkin.drawing.sides import monument_points
from tablero.games.tzolkin.layout import TRACKS
from tablero.games.tzolkin.names import Names, remembered_of_late


def market(scene: Scene) -> str:
    """What the right half of the board shows."""
    say, view = scene.say, scene.view
    heights = tuple(tuple(player["temples"]) for player in view["players"])
    levels = tuple(tuple(player["levels"]) for player in view["players"])
    rows = _temple_ranks(scene.names, heights, say) + _track_ranks(levels, say)
    tiles = _tiles(scene.names, say("Buildings"), "building", tuple(view["row"]), view["seats"], say)
    tiles += _tiles(scene.names, say("Monuments"), "monument", tuple(view["monuments"]), view["seats"], say)
    return f'<div class="tz tz-lists"><ul class="tz-ranks">{rows}</ul><ul class="tz-tiles">{tiles}</ul></div>'


@remembered_of_late
def _temple_ranks(names: Names, heights: tuple[tuple[int, ...], ...], say: Speech) -> str:
    """Each temple as a row of its steps: the points, what lies there in the middle of an age, and who stands there."""
    rows = f"<li><h2>{escape(say('Temples'))}</h2></li>"
    for t in range(3):
        steps = ""
        for s, step in enumerate(names.facts["temples"][t]["steps"]):
            gift = picture(step["material"], 16) if "material" in step else ""
            there = _there([seat for seat, own in enumerate(heights) if own[t] == s], f"temple-{t}")
            told = escape(names.step(t, s, say))
            steps += (
                f'<span class="st" role="img" aria-label="{told}"><b>{called.signed(step["vp"])}</b>'
                f"{gift}{there}</span>"
            )
        name = f'{picture(STEPS[t], 22)}<span data-spot="temple-{t}">{escape(called.temple(t, say))}</span>'
        told = f"<small>{escape(names.highest(t, say))}.</small>"
        rows += f'<li>{name}<span class="tz-steps">{steps}</span>{told}</li>'
    return rows + f"<li><small>{escape(say('A step shows its points at the end of an age.'))}</small></li>"


@remembered_of_late
def _track_ranks(levels: tuple[tuple[int, ...], ...], say: Speech) -> str:
    """Each technology with what its levels give and cost, and who has reached them."""
    rows = f"<li><h2>{escape(say('Technologies'))}</h2></li>"
    for t in range(4):
        at_level = [_there([seat for seat, own in enumerate(levels) if own[t] == k], f"track-{t}") for k in range(4)]
        name = escape(called.track(t, say).capitalize())
        lines = "".join(
            f'<span class="lv"><b>{k if k < 4 else "+"}</b><span>{escape(called.technology(t, k, say))}</span>'
            f"{at_level[k] if k < 4 else ''}{fee([Token('any', price)])}</span>"
            for k, price in enumerate("1231", 1)
        )
        rows += f'<li>{picture(TRACKS[t], 22)}<span data-spot="track-{t}">{name}</span>{at_level[0]}{lines}</li>'
    return rows


def _there(seats: Sequence[int], spot: str) -> str:
    """Those who stand there."""
    marks = "".join(f'<i data-spot="{spot}-{seat}">{seat_mark(seat, 15)}</i>' for seat in seats)
    return f'<span class="tz-who">{marks}</span>' if marks else ""


@remembered_of_late
def _tiles(names: Names, title: str, spot: str, row: tuple[str | None, ...], seats: int, say: Speech) -> str:
    head = f"{spot}s"
    tiles = f'<li data-spot="{head}"><h2>{escape(title)}</h2></li>'
    for slot, tile in enumerate(row):
        if tile is not None:
            face = (
                tokens([Token("vp", monument_points(names, tile, seats))], 20)
                if tile.startswith("m")
                else picture(names.printed(tile)["category"], 24)
            )
            told = escape(names.tooltip(tile, seats, say))
            tiles += f'<li data-spot="{spot}-{slot}">{face}<span>{told}</span></li>'
    return tiles
