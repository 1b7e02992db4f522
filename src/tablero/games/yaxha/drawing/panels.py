"""The slots around the board: status, bonus cards and scores, market, rivals, hand."""

from __future__ import annotations

from tablero.core.drawing.icons import icon
from tablero.core.drawing.shapes import SEAT_SHAPES, escape, fill, medal, seat_mark
from tablero.games.yaxha import names
from tablero.games.yaxha.drawing.board import PYRAMID, VIEW_BOX, cube_buttons, hidden_count, pyramid
from tablero.games.yaxha.drawing.pieces import card_art, loose_cube, worth
from tablero.games.yaxha.drawing.scene import Scene
from tablero.games.yaxha.words import signed


def status(scene: Scene) -> str:
    """The facts for the header strip."""
    view = scene.view
    return scene.once(_status, view["round"], view["bag"], view["initiative"], scene.phase)


def _status(scene: Scene) -> str:
    say = scene.say
    view = scene.view
    phases = {"choose": say("Choosing"), "leftover": say("Leftovers"), "build": say("Building"), "over": say("The end")}
    turn_order = sorted(scene.seats, key=lambda seat: view["initiative"][seat])
    stones = "".join(
        f'<span data-spot="seat-{seat}" role="img" aria-label="'
        f'{fill(say("{name}, initiative {number}"), name=scene.name(seat), number=view["initiative"][seat])}">'
        f'<i data-spot="stone-{seat}">{medal(view["initiative"][seat], 27)}</i>{seat_mark(seat, 17)}</span>'
        for seat in turn_order
    )
    left = sum(view["bag"])
    count = fill(say("{count} in the bag"), count=left)
    round_line = fill(say("Round {round} of {rounds}"), round=f"<b>{view['round']}</b>", rounds=view["rounds"])
    return (
        f'<div class="yx yx-status"><span>{round_line}</span>'
        f'<span class="yx-bag" data-spot="bag" title="{count}">{icon("bag", 19)}<span class="yx-long">{count}</span>'
        f'<span class="yx-number">{left}</span></span>'
        f'<span class="yx-stones"><span class="yx-label">{escape(say("Initiative"))}</span>{stones}</span>'
        f'<span class="yx-phase">{escape(phases[scene.phase])}</span></div>'
    )


# ---------------------------------------------------------------- bonus cards and scores


def _cards(scene: Scene) -> list[str]:
    out = []
    for card in scene.view["cards"]:
        values = ""
        for seat in scene.seats:
            won = card["won"][seat]
            value = worth(card["id"], card["values"][seat])
            check = icon("check", 14, 3) if won else ""
            values += (
                f'<span class="yx-value{" won" if won else ""}">{seat_mark(seat, 16, scene.name(seat))}<b>{value}</b>'
                f"{check}</span>"
            )
        out.append(
            f'<div class="yx-card" data-spot="card-{card["id"]}" title="{scene.about(card["id"])}">'
            f'<div class="yx-card-top">{card_art(card["id"])}'
            f"<b>{scene.card(card['id'])}</b>"
            f'<span class="yx-five">{card["points"]}</span></div>'
            f'<div class="yx-values" data-css="--n:{len(scene.seats)}">{values}'
            f"</div></div>"
        )
    return out


def _heads(scene: Scene) -> str:
    return "".join(
        f'<th scope="col" class="{"me" if seat == scene.main else ""}">{seat_mark(seat, 19, scene.name(seat))}</th>'
        for seat in scene.seats
    )


def _row(scene: Scene, head: str, cells: list[str], kind: str = "") -> str:
    tds = "".join(
        f'<td class="{"me" if seat == scene.main else ""}">{cell}</td>'
        for seat, cell in zip(scene.seats, cells, strict=True)
    )
    return f'<tr class="{kind}"><th scope="row">{head}</th>{tds}</tr>'


def _colour_rows(scene: Scene) -> list[str]:
    out = []
    for colour in range(5):
        best = max(scene.pyramid(seat)["sizes"][colour] for seat in scene.seats)
        cells = []
        for seat in scene.seats:
            shown = scene.pyramid(seat)
            size, points = shown["sizes"][colour], shown["points"][colour]
            change = scene.rises(colour) if seat == scene.main else 0
            pill = f'<i class="yx-up{" down" if change < 0 else ""}">{signed(change)}</i>' if change else ""
            lead = ' class="lead"' if best and size == best else ""
            cells.append(f"<b{lead}>{points}</b><small>{size}</small>{pill}")
        head = f'<span role="img" aria-label="{scene.colour(colour)}">{loose_cube(colour, 11)}</span>'
        out.append(_row(scene, head, cells))
    return out


def _as_things_stand(scene: Scene, seat: int) -> str:
    """What the bonus cards would bring a seat at an end now: anybody may still take it away."""
    n = scene.bonus(seat)
    return f' <i class="yx-may" title="{escape(scene.say("if the game ended now"))}">(+{n})</i>' if n else ""


def score_table(scene: Scene) -> list[str]:
    """Points and largest group of each colour, bonus and total of each seat."""
    say = scene.say
    totals = []
    for seat in scene.seats:
        change = scene.hot["total"] if scene.hot is not None and seat == scene.main else 0
        pill = f'<i class="yx-up{" down" if change < 0 else ""}">{signed(change)}</i>' if change else ""
        totals.append(f"<b>{scene.view['standing'][seat] - scene.bonus(seat)}</b>{_as_things_stand(scene, seat)}{pill}")
    rows = _colour_rows(scene)
    bonuses = [_as_things_stand(scene, seat) or "<b>0</b>" for seat in scene.seats]
    rows.append(_row(scene, escape(say("bonus")), bonuses, "yx-bonus"))
    rows.append(_row(scene, escape(say("total")), totals, "yx-total"))
    legend = escape(say("Boxed: cubes of the largest group. Underlined: nobody has a larger one."))
    head = f'<table class="yx-scores"><thead><tr><td></td>{_heads(scene)}</tr></thead><tbody>'
    return [head, *rows, f'</tbody></table><p class="yx-legend">{legend}</p>']


def score_sheet(scene: Scene) -> str:
    """The sheet of a finished game: every colour, every card, the total and who wins."""
    say = scene.say
    winners = scene.view["result"]["winners"]
    rows = "".join(_colour_rows(scene))
    for card in scene.view["cards"]:
        name = scene.card(card["id"])
        cells = [
            f"<b>{card['points'] if won else 0}</b><small>{worth(card['id'], value)}</small>"
            for won, value in zip(card["won"], card["values"], strict=True)
        ]
        rows += _row(
            scene, f'<span title="{name}" role="img" aria-label="{name}">{card_art(card["id"], 34)}</span>', cells
        )
    totals = [f'<b data-spot="total-{seat}">{total}</b>' for seat, total in enumerate(scene.view["standing"])]
    rows += _row(scene, escape(say("total")), totals, "yx-total")
    crowns = [
        icon("crown", 22, 1.8, "yx-crown") if seat in winners else str(scene.view["result"]["ranks"][seat])
        for seat in scene.seats
    ]
    rows += _row(scene, escape(say("place")), crowns, "yx-place")
    who = say.every([scene.name(seat) for seat in winners])
    n = scene.view["standing"][winners[0]]
    text = say.plural("{names} wins with {n} point", "{names} wins with {n} points", n)
    if len(winners) > 1:
        text = say.plural("{names} share the win with {n} point", "{names} share the win with {n} points", n)
    line = fill(text, names=who, n=n)
    return (
        f'<section class="yx-sheet"><h2>{icon("crown", 22)}<span>{line}</span></h2>'
        f'<table class="yx-scores"><thead><tr><td></td>{_heads(scene)}</tr></thead>'
        f"<tbody>{rows}</tbody></table></section>"
    )


def left(scene: Scene, sheet: str) -> list[str]:
    """The column with bonus cards and scores; the score sheet when the game is over."""
    say = scene.say
    over = scene.phase == "over"
    note = "" if over else f"<small>{escape(say('who would score now'))}</small>"
    drawn = scene.once(_cards, scene.view["cards"])
    cards = [f'<section class="yx-panel"><h2>{escape(say("Bonus cards"))}{note}</h2>', *drawn, "</section>"]
    if over:
        return ['<div class="yx yx-left yx-ended">', sheet, *cards, "</div>"]
    groups = [(pyramid["sizes"], pyramid["points"]) for pyramid in scene.view["pyramids"]]
    scores = scene.once(score_table, groups, scene.view["standing"])
    title = f"<h2>{escape(say('Score'))}<small>{escape(say('points, largest group'))}</small></h2>"
    return [
        '<div class="yx yx-left">',
        *cards,
        f'<section class="yx-panel yx-grow">{title}',
        *scores,
        "</section></div>",
    ]


# ---------------------------------------------------------------- market


def _weave(tile: int) -> str:
    return (
        f'<svg class="yx-weave" width="100%" height="9" aria-hidden="true">'
        f'<rect width="100%" height="9" fill="var(--yx-tile-{tile + 1})"/>'
        f'<rect width="100%" height="9" fill="url(#yx-weave)"/></svg>'
        f'<span class="yx-tile-number" data-css="background:var(--yx-tile-{tile + 1})" data-number="{tile + 1}"></span>'
    )


WEAVES = tuple(_weave(tile) for tile in range(4))


def _foot(scene: Scene, tile: int) -> str:
    """Who has a tile, who wanted it, or what the viewer may do with it."""
    say = scene.say
    shown = scene.view["market"][tile]
    owner = shown["owner"]
    if owner is not None:
        others = [seat for seat in shown["wanted"] if seat != owner]
        if others and scene.phase == "leftover":
            marks = "".join(seat_mark(seat, 15) for seat in others)
            text = say.plural("Also wanted by {names}", "Also wanted by {names}", len(others))
            label = fill(text, names=say.every([scene.name(seat) for seat in others]))
            note = f'<span class="yx-note yx-rivalry" role="img" title="{label}" aria-label="{label}">{marks}</span>'
        elif owner == scene.me:
            note = f'<span class="yx-note"><b>{escape(say("your cubes"))}</b></span>'
        else:
            done = icon("check", 15, 2.6) if scene.settled(owner) else ""
            note = f'<span class="yx-note">{done}{escape(scene.state(owner))}</span>' if scene.phase == "build" else ""
        return f"{seat_mark(owner, 18)}<b>{scene.name(owner)}</b>{note}"
    mine = scene.view["mine"]
    if scene.phase == "choose" and mine is not None and mine["chosen"] == tile:
        return f"{seat_mark(scene.main, 18)}<b>{escape(say('your choice'))}</b>{icon('lock', 15)}"
    if tile in scene.offers:
        return f'<b class="yx-act">{escape(say("choose") if scene.phase == "choose" else say("take"))}</b>'
    if scene.phase == "choose" and mine is not None and mine["chosen"] is not None:
        return f'<span class="yx-act">{escape(say("choose instead"))}</span>'
    return f'<span class="yx-note">{escape(say("left over") if scene.phase == "leftover" else "")}</span>'


def _tile(scene: Scene, tile: int) -> str:
    say = scene.say
    shown = scene.view["market"][tile]
    mine = shown["owner"] is not None and shown["owner"] == scene.me
    if mine and scene.phase == "build":
        cubes = cube_buttons(scene, 25)
        group = f' role="radiogroup" aria-label="{escape(say("Your cubes"))}"'
    else:
        cubes = "".join(f'<span class="yx-slot">{loose_cube(colour, 25)}</span>' for colour in shown["cubes"])
        group = ""
    choice = scene.view["mine"]["chosen"] if scene.view["mine"] is not None and scene.phase == "choose" else None
    chosen = choice == tile
    kind = "yx-tile me" if mine or chosen else "yx-tile"
    body = (
        f'{WEAVES[tile]}<span class="yx-three" data-spot="cubes-{tile}"{group}>{cubes}</span>'
        f'<span class="yx-foot" data-spot="owner-{tile}">{_foot(scene, tile)}</span>'
    )
    here = f'id="yx-tile-{tile}" data-spot="tile-{tile}"'
    if tile in scene.offers:
        return f'<button type="button" {here} {scene.choice(tile, kind)}>{body}</button>'
    name = escape(say("Tile {tile}: {cubes}.").format(tile=tile + 1, cubes=names.cubes(shown["cubes"], say)))
    if choice is not None and not chosen:  # another choice in the place of the one made
        name += " " + escape(say("Choose it instead."))
        return f'<button type="button" {here} class="{kind}" data-instead="{tile}" aria-label="{name}">{body}</button>'
    settled = chosen or scene.me is None or (mine and scene.phase == "build")
    tried = "" if settled else f" {scene.tried(tile)}"
    return f'<div {here} class="{kind}" role="group" aria-label="{name}"{tried}>{body}</div>'


def market(scene: Scene) -> list[str]:
    """The market tiles."""
    if scene.phase == "over":
        return []
    view, mine = scene.view, scene.view["mine"]
    doing = (scene.phase, view["ready"], view["actors"], None if mine is None else mine["chosen"])
    tiles = []
    for tile in scene.seats:
        shown = view["market"][tile]
        building = (mine, view["offers"]) if shown["owner"] is not None and shown["owner"] == scene.me else None
        tiles.append(scene.each(_tile, tile, shown, doing, building, tile in scene.offers))
    label = escape(scene.say("Market"))
    head = f'<div class="yx yx-market" data-css="--n:{len(scene.seats)}" role="group" aria-label="{label}">'
    return [head, *tiles, "</div>"]


# ---------------------------------------------------------------- rivals and hand


def _rival(scene: Scene, seat: int) -> list[str]:
    say = scene.say
    shown = scene.pyramid(seat)
    last = {(x, y, z) for x, y, z, _ in shown["last"]}
    picture = pyramid(shown["cubes"], scene.frame(seat), scene.turn, key=f"s{seat}", fresh=last, marked=last)
    chips = "".join(
        f'<span class="yx-chip" role="img" aria-label="{scene.colour(colour)} {shown["sizes"][colour]}">'
        f"{loose_cube(colour, 8.5)}<b>{shown['sizes'][colour]}</b></span>"
        for colour in range(5)
    )
    n = scene.view["standing"][seat]
    over = scene.phase == "over"
    points, more = (n, "") if over else (n - scene.bonus(seat), _as_things_stand(scene, seat))
    state = escape(scene.state(seat))
    number = scene.view["initiative"][seat]
    text = say.plural(
        "{name}, {shape}, initiative {number}, {n} point, {state}.",
        "{name}, {shape}, initiative {number}, {n} points, {state}.",
        n,
    )
    name = fill(text, name=scene.name(seat), shape=_shape(scene, seat), number=number, n=n, state=state)
    count = fill(say("{count} of {all} cubes"), count=len(shown["cubes"]), all=PYRAMID)
    crown = icon("crown", 17, 1.8, "yx-crown") if over and scene.settled(seat) else ""
    return [
        f'<section id="yx-seat-{seat}" class="yx-rival" data-board="" aria-label="{name}">'
        f'<svg viewBox="{VIEW_BOX}" role="img" aria-label="{count}">',
        *picture,
        f'</svg>{scene.enlarge(seat)}<div class="yx-who"><div class="yx-name">'
        f"{seat_mark(seat, 20)}<b>{scene.name(seat)}</b>"
        f'{medal(number, 24)}</div><div class="yx-points">{scene.badge(seat)}'
        f"{fill(say.plural('{n} point', '{n} points', points), n=f'<b>{points}</b>{more}')}</div>",
        f'<div class="yx-chips">{chips}</div>',
        f'<div class="yx-doing">{icon("eye-off", 15)}'
        f"<span>{hidden_count(scene, len(shown['hidden']))}</span>"
        f'<span class="yx-state{" done" if scene.settled(seat) else ""}">{crown}{state}</span></div></div></section>',
    ]


def _shape(scene: Scene, seat: int) -> str:
    say = scene.say
    shapes = (say("triangle"), say("circle"), say("square"), say("diamond"))
    return escape(shapes[seat % len(SEAT_SHAPES)])


def right(scene: Scene) -> list[str]:
    """The other players."""
    view = scene.view
    doing = (scene.phase, view["actors"], view["result"])
    rivals = []
    for step in range(1, len(scene.seats)):
        seat = (scene.main + step) % len(scene.seats)
        seen = view["pyramids"][seat], view["ready"][seat], view["standing"][seat], view["initiative"][seat]
        rivals += scene.each(_rival, seat, *seen, doing)
    return ['<div class="yx yx-right">', *rivals, "</div>"]


def hand(scene: Scene) -> str:
    """The cubes of this round, for the dock of a phone."""
    if scene.phase != "build" or scene.me is None:
        return ""
    return scene.once(_hand, scene.view["market"], scene.view["mine"], scene.view["offers"])


def _hand(scene: Scene) -> str:
    tile = next(number for number, shown in enumerate(scene.view["market"]) if shown["owner"] == scene.me)
    return (
        f'<div class="yx yx-hand" data-spot="tile-{tile}" role="radiogroup" '
        f'aria-label="{escape(scene.say("Your cubes"))}">'
        f"{cube_buttons(scene, 26)}</div>"
    )
