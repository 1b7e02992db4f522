"""The sheet on which all secret choices are turned over: who wanted which tile, who lost it to whom and has what
instead, which stones change hands. It is made from the events alone, because the table may have gone on since."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tablero.core.drawing.icons import icon
from tablero.core.drawing.shapes import escape, fill, medal, seat_mark
from tablero.games.yaxha import names
from tablero.games.yaxha.drawing.pieces import loose_cube
from tablero.games.yaxha.drawing.scene import Scene


class Draft(NamedTuple):
    """Who wanted and who has what. A list has a place for each seat."""

    market: Sequence[Sequence[int]]  # the colours on each tile
    wanted: Sequence[int]
    taken: Sequence[int | None]  # None: still to be picked
    before: Sequence[int]  # the stones that decide
    after: Sequence[int]

    @property
    def done(self) -> bool:
        return None not in self.taken

    @property
    def losers(self) -> list[int]:
        """Those who did not get what they wanted, in the order in which they pick."""
        found = [seat for seat, tile in enumerate(self.wanted) if self.taken[seat] != tile]
        return sorted(found, key=lambda seat: self.before[seat])

    def wanting(self, tile: int) -> list[int]:
        """Who wanted a tile; the first of them has it."""
        found = [seat for seat, wish in enumerate(self.wanted) if wish == tile]
        return sorted(found, key=lambda seat: self.before[seat])


def sheet(look: Callable[[], Scene], events: Sequence[Mapping[str, Any]]) -> str:
    """The sheet for the viewer; empty when no choices clashed, or while losers have yet to pick, unless the viewer
    is one of them: then there is more to see in a moment."""
    draft = _draft(events)
    if draft is None or not draft.losers:
        return ""
    scene = look()
    if not draft.done and scene.me not in draft.losers:
        return ""
    headline, detail = _headline(scene, draft)
    unheard = "" if _picking(scene, draft) else ' aria-hidden="true"'  # unless something can be chosen there
    button = scene.say("Build now") if draft.done else scene.say("Go on")
    return (
        f'<section class="yxr" data-css="--n:{len(draft.market)}"><header><div><h2>{headline}</h2><p>{detail}</p></div>'
        f'<div class="yxr-do"><button type="button" class="btn dk" '
        f'data-again="">{icon("replay", 18)}{escape(scene.say("Again"))}'
        f'</button><button type="button" class="btn pri" data-tell="sheet" '
        f'autofocus="">{icon("check", 18)}{escape(button)}</button></div></header>'
        f'<ul class="sr">{_spoken(scene, draft)}</ul><div class="yxr-grid"{unheard}>{_columns(scene, draft)}</div>'
        f'<footer aria-hidden="true">{_stones(scene, draft)}{_time(scene)}</footer></section>'
    )


def _draft(events: Sequence[Mapping[str, Any]]) -> Draft | None:
    for event in events:
        if event["kind"] == "shared":
            return Draft(event["market"], event["wanted"], event["taken"], event["before"], event["initiative"])
    for event in events:
        if event["kind"] == "reveal":
            got = {claim["seat"]: claim["tile"] for claim in events if claim["kind"] == "claim"}
            stones = event["initiative"]
            return Draft(
                event["market"], event["tiles"], [got.get(seat) for seat in range(len(stones))], stones, stones
            )
    return None


# ---------------------------------------------------------------- in words


def _headline(scene: Scene, draft: Draft) -> tuple[str, str]:
    """What has come of it for the viewer, and why."""
    say, me = scene.say, scene.me
    if me is not None and me in draft.losers:
        return _lost(scene, draft, me)
    fought = [tile for tile in range(len(draft.market)) if len(draft.wanting(tile)) > 1]
    if me is None or len(draft.wanting(draft.wanted[me])) == 1:
        clashes = " ".join(_clash(scene, draft, tile) for tile in fought)
        if me is None:
            return clashes.rstrip("."), scene.with_names(say("The lowest stone wins."))
        return scene.with_names(
            say("You have tile {tile}, nobody else wanted it").format(tile=draft.wanted[me] + 1)
        ), clashes
    tile = draft.wanted[me]
    rivals = names.seats(draft.wanting(tile)[1:], say)
    text = say.plural(
        "{seats} wanted it too, but your stone {stone} is lower.",
        "{seats} wanted it too, but your stone {stone} is the lowest.",
        len(draft.wanting(tile)) - 1,
    )
    detail = scene.with_names(text.format(seats=rivals, stone=draft.before[me]))
    return scene.with_names(
        say("You have tile {tile}").format(tile=tile + 1)
    ), f"{detail} {_new_stone(scene, draft, me)}"


def _lost(scene: Scene, draft: Draft, me: int) -> tuple[str, str]:
    say, tile = scene.say, draft.wanted[me]
    winner = draft.wanting(tile)[0]
    headline = scene.with_names(say("@{seat} has tile {tile}, which you wanted too").format(seat=winner, tile=tile + 1))
    why = say("Stone {low} goes before your {stone}.").format(low=draft.before[winner], stone=draft.before[me])
    taken = draft.taken[me]
    if taken is not None:
        instead = say("You take tile {tile} instead.").format(tile=taken + 1)
        return headline, f"{scene.with_names(f'{why} {instead}')} {_new_stone(scene, draft, me)}"
    ahead = [seat for seat in draft.losers if draft.before[seat] < draft.before[me] and draft.taken[seat] is None]
    then = say("Now you pick one of the tiles left over.")
    if ahead:
        text = say.plural("{seats} picks before you.", "{seats} pick before you.", len(ahead))
        then = text.format(seats=names.seats(ahead, say))
    return headline, scene.with_names(f"{why} {then}")


def _new_stone(scene: Scene, draft: Draft, seat: int) -> str:
    if draft.before[seat] == draft.after[seat]:
        return ""
    return scene.with_names(scene.say("Your stone is now {stone}.").format(stone=draft.after[seat]))


def _clash(scene: Scene, draft: Draft, tile: int) -> str:
    found = draft.wanting(tile)
    text = scene.say("{seats} wanted tile {tile}: @{seat} has it with stone {stone}.").format(
        seats=names.seats(found, scene.say), tile=tile + 1, seat=found[0], stone=draft.before[found[0]]
    )
    return scene.with_names(text)


def _spoken(scene: Scene, draft: Draft) -> str:
    """One sentence for each tile, then the stones."""
    say = scene.say
    items = []
    for tile, colours in enumerate(draft.market):
        found = draft.wanting(tile)
        wanted = _clash(scene, draft, tile) if len(found) > 1 else ""
        if len(found) == 1:
            wanted = scene.with_names(say("Only @{seat} wanted it and has it.").format(seat=found[0]))
        elif not found:
            taker = next((seat for seat in draft.losers if draft.taken[seat] == tile), None)
            wanted = scene.with_names(say("Nobody wanted it."))
            if taker is not None:
                wanted += " " + scene.with_names(say("@{seat} takes it instead.").format(seat=taker))
        what = say("Tile {tile}: {cubes}.").format(tile=tile + 1, cubes=names.cubes(colours, say))
        items.append(f"{escape(what)} {wanted}")
    changed = [seat for seat in scene.seats if draft.before[seat] != draft.after[seat]]
    items += [
        scene.with_names(say("@{seat} now has stone {stone}.").format(seat=seat, stone=draft.after[seat]))
        for seat in changed
    ]
    return "".join(f"<li>{sentence}</li>" for sentence in items)


# ---------------------------------------------------------------- in pictures


def _columns(scene: Scene, draft: Draft) -> str:
    """A column for each tile. Winners stand in the first row; every loser has a row of its own, so that the way to the
    tile it has instead is straight."""
    rows = {seat: row for row, seat in enumerate(draft.losers, 1)}
    return "".join(_column(scene, draft, tile, rows) for tile in range(len(draft.market)))


def _picking(scene: Scene, draft: Draft) -> bool:
    """Whether the viewer is asked to pick, and now."""
    return not draft.done and scene.phase == "leftover" and bool(scene.offers)


def _column(scene: Scene, draft: Draft, tile: int, rows: Mapping[int, int]) -> str:
    say = scene.say
    found = draft.wanting(tile)
    text = (
        say.plural("wanted by {n}", "wanted by {n}", len(found)).format(n=len(found))
        if found
        else say("wanted by nobody")
    )
    cubes = "".join(loose_cube(colour, 33) for colour in draft.market[tile])
    body = f'<b data-css="background:var(--yx-tile-{tile + 1})">{tile + 1}</b>{cubes}'
    out = f'<div class="yxr-tile{" fought" if len(found) > 1 else ""}">{body}</div>'
    if _picking(scene, draft) and tile in scene.offers:
        out = (
            f'<button type="button" data-tell="sheet" data-move="{tile}" class="yxr-tile can-box" '
            f'aria-label="{scene.label(tile)}">{body}</button>'
        )
    out += f'<p class="yxr-cap">{escape(text)}</p>'
    for seat in found[:1]:
        reason = say("lowest stone") if len(found) > 1 else say("alone")
        out += _name(scene, draft, seat, "win", 0, escape(reason))
    for seat in found[1:]:
        out += _name(scene, draft, seat, "gone", rows[seat], _way(scene, draft, seat))
        taken = draft.taken[seat]
        if taken is not None:
            a, b = sorted((tile, taken))
            side = "right" if taken > tile else "left"
            out += f'<i class="yxr-arrow {side}" data-css="--r:{rows[seat]};--a:{a + 1};--b:{b + 1}"></i>'
    for seat in draft.losers:
        if draft.taken[seat] == tile:
            note = fill(say("takes tile {tile} instead"), tile=tile + 1)
            out += _name(scene, draft, seat, "inst" if tile > draft.wanted[seat] else "inst back", rows[seat], note)
    return f'<div class="yxr-col" data-css="--c:{tile + 1}">{out}</div>'


def _way(scene: Scene, draft: Draft, seat: int) -> str:
    """Where a loser goes; a wide page draws it as an arrow, and says it only where it is still open."""
    taken = draft.taken[seat]
    if taken is not None:
        return f'<span class="yxr-to">→ {taken + 1}</span>'
    picking = [other for other in draft.losers if draft.taken[other] is None]
    if seat == picking[0]:
        return escape(scene.say("picks now"))
    return escape(scene.say("gets the last tile") if seat == picking[-1] else scene.say("picks later"))


def _name(scene: Scene, draft: Draft, seat: int, kind: str, row: int, note: str) -> str:
    you = f"<em>{escape(scene.say('you'))}</em>" if seat == scene.me else ""
    return (
        f'<div class="yxr-name {kind}" data-css="--r:{row}">{you}{seat_mark(seat, 20)}<span>{scene.name(seat)}</span>'
        f"{medal(draft.before[seat], 30)}<small>{note}</small></div>"
    )


def _stones(scene: Scene, draft: Draft) -> str:
    """Who has which stone from now on; those that change hands first."""
    say = scene.say
    if not draft.done:
        return f"<h3>{escape(say('Stones change hands when everybody has a tile.'))}</h3>"
    order = sorted(scene.seats, key=lambda seat: (draft.before[seat] == draft.after[seat], draft.before[seat]))
    out = ""
    for seat in order:
        changes = draft.before[seat] != draft.after[seat]
        new = f"{icon('arrow', 16)}{medal(draft.after[seat], 28)}" if changes else ""
        kind = ' class="new"' if changes else ""
        out += f"<span{kind}>{medal(draft.before[seat], 28)}{new}<b>{scene.name(seat)}</b></span>"
    return f'<h3>{escape(say("Initiative changes"))}</h3><div class="yxr-stones">{out}</div>'


def _time(scene: Scene) -> str:
    say = scene.say
    steps = (say("show"), say("compare"), say("move"), say("build"))
    return f'<ol class="yxr-time">{"".join(f"<li>{escape(step)}</li>" for step in steps)}</ol>'
