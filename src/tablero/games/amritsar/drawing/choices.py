"""What is asked now, as cards and rows that can be read: the name of each choice, what it costs now and what it brings.

The same things are marked where they lie; both places answer together. A panel is `wide` (it covers the column beside
the board), `low` (it covers the others' boards) or `near`: then the board itself is the place to choose, and only where
the board is too small for a finger the rows are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablero.core.drawing.icons import icon as line_icon
from tablero.core.drawing.shapes import escape, fill
from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing import cards
from tablero.games.amritsar.drawing.pieces import RESOURCES, house_icons, hue, icon, icons_of, mahout_icons
from tablero.games.amritsar.drawing.player_board import GOODS, TRACKS, colour_mark, pictures, seat_sign
from tablero.games.amritsar.drawing.scene import Scene
from tablero.games.amritsar.moves import HOUSES, MAHOUTS
from tablero.games.amritsar.words import bridged, next_cell


@dataclass(frozen=True)
class Row:
    """One choice: all but the number of its move is HTML."""

    move: int
    icons: str
    name: str
    line: str = ""
    aside: str = ""


def row(scene: Scene, shown: Row, kind: str = "") -> str:
    """A choice as a button; what cannot be chosen now stays, and answers why."""
    label = f"<b>{shown.name}</b>" + (f"<small>{shown.line}</small>" if shown.line else "")
    about = f' title="{shown.line}"' if shown.line and "<" not in shown.line else ""
    inside = f'<span class="am-ic">{shown.icons}</span><span class="am-told">{label}</span>{shown.aside}'
    if shown.move in scene.moves:
        return (
            f'<button type="button" {scene.option(shown.move, f"am-row can-box {kind}".strip())}{about}>{inside}'
            f"</button>"
        )
    return f'<div class="am-row" {scene.tried(shown.move)}>{inside}</div>'


def rows(scene: Scene, shown: Sequence[Row], columns: int, kind: str = "", narrow: int = 1) -> str:
    """Rows in so many columns; `narrow` is how many a phone has room for."""
    return (
        f'<div class="am-rows" data-css="--k:{columns};--p:{narrow}">{"".join(row(scene, one, kind) for one in shown)}'
        f"</div>"
    )


def goods(scene: Scene) -> str:
    """Whose choice it is and what there is to pay with."""
    player = scene.player(scene.main)
    held = "".join(
        f'<span class="am-pill">{icon(name, 20)}{n}</span>'
        for name, n in zip(GOODS, (player["coins"], *player["resources"]), strict=True)
    )
    return (
        f'<div class="am-ownbar" data-css="--c:{hue(scene.main)}">{seat_sign(scene.main)}'
        f"<b>{scene.name(scene.main)}</b>{held}"
        f'<span class="am-pill">{icon("pp", 20)}{player["score"]}</span></div>'
    )


def panel(scene: Scene) -> str:
    """What is asked of the viewer, where it is more than the board and three buttons can say."""
    if not scene.moves or scene.me is None:
        return ""
    ask = PANELS.get(scene.phase)
    shown = ask(scene) if ask is not None else None
    if shown is None:
        return ""
    kind, title, inside = shown
    bar = goods(scene) if kind != "near" and scene.phase != "objective" else ""
    # A row says what it does: one tap, and Undo takes it back. What counts for the whole game is selected first.
    sure = "" if scene.phase in ("upgrade", "objective", "space") else " data-sure"
    return (
        f'<details class="am am-choice am-{kind}" open{sure}><summary><i></i><b>{title}</b></summary>'
        f'<div class="am-asked">{bar}{inside}</div></details>'
    )


Asked = tuple[str, str, str] | None  # the kind of panel, its title and what it offers, both HTML


# ---------------------------------------------------------------- objectives


def _first_objective(scene: Scene) -> Asked:
    say = scene.say
    own = scene.player(scene.main)
    price = names.one(scene.box["prices"][1], say)
    tax = scene.offers[at.AIM]["tax"] if at.AIM in scene.offers else scene.box["objective_tax"]
    drawn = "".join(
        cards.card(scene, one, kind + 1, scene.option(at.AIM + kind, "am-goal-card can-box"))
        for kind, one in enumerate(own["objectives"])
    )
    after = (
        f'<div class="am-after"><b>{escape(say("Whichever you take"))}</b>'
        f"<span>{icon('tax', 22)}{_change(own['tax'], own['tax'] + tax)}</span>"
        f"<span>{icon('counter', 22)}{escape(say('a counter for your elephant'))}</span></div>"
    )
    head = (
        f'<p class="am-note">{fill(say("One now, the others later for {price} each."), price=escape(price))}'
        f"<span>{line_icon('eye-off', 18)}{escape(say('Only you see them.'))}</span></p>"
    )
    return "wide", escape(say("Your four objectives")), f'{head}<div class="am-cards">{drawn}</div>{after}'


def _change(before: int, after: int) -> str:
    return f"<span>{before}{line_icon('arrow', 16, 2.2)}{after}</span>"


# ---------------------------------------------------------------- upgrades


def upgrade_name(move: int, scene: Scene) -> str:
    """A warehouse, an objective or a mahout by its name, as a sentence begins."""
    say = scene.say
    if move < at.AIM:
        return names.capital(names.house(scene.box["warehouses"][HOUSES[move - at.BUILD]], say))
    if move < at.HIRE:
        own = scene.player(scene.main)["objectives"][move - at.AIM]
        return cards.title(scene.box["objectives"][own["id"]], scene)
    return names.capital(names.mahout(scene.box["mahouts"][MAHOUTS[move - at.HIRE]], say))


def in_short(data: Mapping[str, Any], say: Translator) -> str:
    """What a warehouse brings, in a line."""
    if not data["benefit"]:
        return say("at once") if data["deed"]["do"] != "learn" else say("on one track or two")
    return {
        "wild-yellow": say("on district tiles"),
        "wild-blue": say("on district tiles"),
        "wild-green": say("on district tiles"),
        "discount": say("1 coin less in each market action"),
        "less-tax": say("1 coin less in each decade"),
        "free-jump": say("one section in each turn"),
        "no-penalty": say("passing him costs no points"),
        "all-bridges": say("every open bridge tile counts"),
        "swap-track": say("a named step may go elsewhere"),
        "exchange": say("copper for marble or gold, or back"),
        "any-payment": say("pay upgrades with any resource"),
        "leap": say.plural(
            "once; then {n} plain slot", "once; then {n} plain slots", data["flipped"], n=data["flipped"]
        ),
    }[data["benefit"]]


def _warehouse(name: str, scene: Scene) -> Row:
    data, say = scene.box["warehouses"][name], scene.say
    move = at.BUILD + HOUSES.index(name)
    room = escape(say.plural("{n} slot", "{n} slots", data["slots"], n=data["slots"]))
    line = f"{escape(in_short(data, say))}, {room}"
    return Row(
        move,
        pictures(house_icons(data), 22),
        escape(upgrade_name(move, scene)),
        line,
        f'<span class="am-taxes">{icon("tax", 18) * data["tax"]}</span>',
    )


def _objective(kind: int, one: Mapping[str, Any], scene: Scene) -> Row:
    goal = scene.box["objectives"][one["id"]]
    best = cards.pays(goal, scene)[-1]
    line = f"{escape(best[0])}: {escape(names.points(best[1], scene.say))}"
    return Row(at.AIM + kind, f'<i class="am-let">{one["type"]}</i>', escape(cards.title(goal, scene)), line)


def _mahout(tile: int, scene: Scene) -> Row:
    deed = scene.box["mahouts"][MAHOUTS[tile]]
    return Row(
        at.HIRE + tile,
        pictures(mahout_icons(deed), 22),
        escape(names.capital(names.mahout(deed, scene.say))),
        escape(names.action(deed, scene.say)),
    )


def _upgrades_of(kind: int, shown: list[Row], scene: Scene) -> str:
    wide = 2 if kind == 0 and len(shown) < 9 else 3
    return rows(scene, shown, wide, "am-tight" if len(shown) > 8 else "", 2 if len(shown) > 6 else 1)


def _upgrade(scene: Scene) -> Asked:
    """Three kinds in a fixed order; one that cannot be paid stays and says what it needs."""
    own, say = scene.player(scene.main), scene.say
    asked = scene.view["prompt"]
    offered: tuple[tuple[str, str, str, list[Row]], ...] = (
        (
            "warehouse",
            say("Warehouse"),
            say("slots for goods and a gift"),
            [_warehouse(name, scene) for name in scene.view["offer"]],
        ),
        (
            "objective",
            say("Objective"),
            say("only you see them"),
            [_objective(kind, one, scene) for kind, one in enumerate(own["objectives"]) if one["space"] is None],
        ),
        (
            "mahout",
            say("Mahout"),
            say("then choose its colour"),
            [_mahout(tile, scene) for tile, name in enumerate(MAHOUTS) if name not in own["mahouts"]],
        ),
    )
    tabs, groups = "", ""
    part = 0
    opens: int | None = None  # the first part in which something can be chosen
    for kind, (sign, title, note, shown) in enumerate(offered):
        if kind not in asked.get("kinds", (0, 1, 2)):
            continue
        resource = scene.box["prices"][kind]
        possible = sum(one.move in scene.moves for one in shown)
        price = _price(resource, asked["free"], bool(possible) or asked["free"], scene)
        if shown and _is_full(kind, own):
            note = say("no free space on your board")
        inside = _upgrades_of(kind, shown, scene) if shown else f'<p class="am-none">{escape(say("all taken"))}</p>'
        groups += (
            f'<section class="am-kind am-part-{part}{"" if possible else " am-dim"}" data-twice>'
            f"<header>{icon(sign, 24)}<h2>{escape(title)}</h2>"
            f"<small>{escape(note)}</small>{price}</header>{inside}</section>"
        )
        if possible and opens is None:
            opens = part
        state = say("{n} open", n=possible) if possible else _why_closed(kind, resource, shown, scene)
        tabs += (
            f'<button type="button" role="tab" data-part="{part}" aria-selected="false"{"" if possible else CLOSED}>'
            f"<b>{escape(title)}</b><small>{'' if asked['free'] else icon(RESOURCES[resource], 18)}{escape(state)}"
            f"</small></button>"
        )
        part += 1
    exchange = _exchanges(scene)
    if len(exchange) > 2:  # two of them are buttons beside the prompt
        title = escape(say("Exchange"))
        tabs += (
            f'<button type="button" role="tab" data-part="{part}" aria-selected="false"><b>{title}</b>'
            f"<small>{escape(say('{n} open', n=len(exchange)))}</small></button>"
        )
        groups += (
            f'<section class="am-kind am-exchange am-part-{part}" '
            f'aria-label="{title}">{rows(scene, exchange, len(exchange))}</section>'
        )
        part += 1
    if part > 1:
        named = escape(say("Kinds of upgrade"))
        tabs = f'<div class="am-tabs" role="tablist" data-opens="{opens or 0}" aria-label="{named}">{tabs}</div>'
    else:
        tabs = ""
    return "wide", escape(say("Choose an upgrade")), f"{tabs}{groups}{preview(scene)}"


CLOSED = ' class="am-closed"'


def _why_closed(kind: int, resource: int, shown: Sequence[Row], scene: Scene) -> str:
    """Why nothing of a kind can be chosen, in short."""
    say, own = scene.say, scene.player(scene.main)
    if not shown:
        return say("all taken")
    if _is_full(kind, own):
        return say("no free space")
    if not own["resources"][resource]:
        return say("needs {price}", price=names.one(resource, say))
    return say("{n} open", n=0)


def _is_full(kind: int, own: Mapping[str, Any]) -> bool:
    """Whether the board has no space left for a warehouse or a mahout; every objective has its own."""
    return len(own["houses"]) == at.HOUSE_SPACES if kind == 0 else kind == 2 and None not in own["mahouts"]


def _price(resource: int, free: bool, payable: bool, scene: Scene) -> str:
    say = scene.say
    if free:
        return f'<span class="am-price">{escape(say("free"))}</span>'
    label = names.one(resource, say)
    if not payable and not scene.player(scene.main)["resources"][resource]:
        label = say("needs {price}", price=label)
        return f'<span class="am-price am-needs">{icon(RESOURCES[resource], 20)}{escape(label)}</span>'
    return f'<span class="am-price">{icon(RESOURCES[resource], 20)}{escape(label)}</span>'


def preview(scene: Scene) -> str:
    """What the upgrade under the pointer changes."""
    say = scene.say
    if scene.hot is None or not at.BUILD <= scene.hot["move"] < at.SPACE:
        note = say("Every upgrade raises the tax by its icons and frees a counter.")
        return f'<div class="am-after"><em>{escape(note)}</em></div>'
    move = scene.hot["move"]
    label = f"<b>{escape(upgrade_name(move, scene))}</b>"
    if move < at.AIM:
        label += f"<em>{escape(names.benefit(scene.box['warehouses'][HOUSES[move - at.BUILD]], say))}</em>"
    return f'<div class="am-after">{label}{_changes(scene, scene.hot)}</div>'


def _changes(scene: Scene, offer: Mapping[str, Any]) -> str:
    own, say = scene.player(scene.main), scene.say
    move = offer["move"]
    kind = 0 if move < at.AIM else 1 if move < at.HIRE else 2
    resource = scene.box["prices"][kind]
    out = ""
    # With the right warehouse anything pays: then the next question is with what.
    if not scene.view["prompt"]["free"] and own["resources"][resource]:
        held = own["resources"][resource]
        out += f"<span>{icon(RESOURCES[resource], 20)}{_change(held, held - 1)}</span>"
    out += f"<span>{icon('tax', 20)}{_change(own['tax'], own['tax'] + offer['tax'])}</span>"
    out += f"<span>{icon('counter', 20)}{escape(say('counter freed'))}</span>"
    for gain in bridged("upgrade", scene.view, say):
        out += f"<span>{icon('bridges', 20)}{escape(gain)}</span>"
    return out


def verb(scene: Scene) -> str:
    """The button that does what has been selected."""
    if scene.hot is None or scene.phase != "upgrade" or not at.BUILD <= scene.hot["move"] < at.SPACE:
        return ""
    move, say = scene.hot["move"], scene.say
    sentence = (
        say("Build: {name}") if move < at.AIM else say("Place: {name}") if move < at.HIRE else say("Hire: {name}")
    )
    label = upgrade_name(move, scene)
    words = escape(sentence.format(name=label[:1].lower() + label[1:]))
    return (
        f'<button class="btn pri am-go" type="button" data-move="{move}" '
        f'aria-keyshortcuts="F">{line_icon("check", 19, 2.4)}<span>{words}</span></button>'
    )


# ---------------------------------------------------------------- what follows an upgrade


def _space(scene: Scene) -> Asked:
    """A colour for a mahout; all colours are shown, those that are taken cannot be chosen."""
    say = scene.say
    title = (
        say("A colour for your mahout")
        if scene.phase == "space"
        else f"{say('A colour for your mahout')} · {_step(2, 2, say)}"
    )
    shown = [
        Row(
            at.SPACE + c,
            colour_mark(c, True, 26),
            escape(names.capital(names.colour(c, say))),
            escape(_taken(scene, c)),
        )
        for c in range(4)
    ]
    return "low", escape(title), rows(scene, shown, 4)


def _taken(scene: Scene, colour: int) -> str:
    say = scene.say
    if at.SPACE + colour in scene.moves:
        districts = scene.view["districts"]
        where = [
            names.letter(d, say) for d in range(4) if any(tile["colour"] == colour for tile in districts[d]["tiles"])
        ]
        return say("tiles: {districts}", districts=say.every(where))
    holder = next((seat for seat in scene.seats if scene.player(seat)["mahouts"][colour]), None)
    if holder is None or scene.phase != "space" or holder >= len(scene.render.names):
        return say("taken")
    return say("taken by {name}", name=scene.render.names[holder])


def _step(now: int, whole: int, say: Translator) -> str:
    return say("{n} of {all}", n=now, all=whole)


def _objective_space(scene: Scene) -> Asked:
    say = scene.say
    shown = []
    for space, deed in enumerate(scene.box["spaces"]):
        if at.SPACE + space not in scene.moves:
            continue
        gain = names.action(deed, say)
        icons = pictures(icons_of(deed), 22) or icon("objective", 22)
        shown.append(
            Row(
                at.SPACE + space,
                icons,
                escape(names.capital(gain) if gain else say("Nothing more")),
                escape(say("at once")),
            )
        )
    title = f"{say('A space for the objective')} · {_step(2, 2, say)}"
    return "low", escape(title), rows(scene, shown, 4)


def _resource_row(move: int, item: int, line: str, scene: Scene) -> Row:
    say = scene.say
    player = scene.player(scene.main)
    held = (player["coins"], *player["resources"])[item]
    return Row(
        move,
        icon(GOODS[item], 26),
        escape(names.capital(names.item(item, say))),
        escape(line or say("you have {n}", n=held)),
    )


def _pay(scene: Scene) -> Asked:
    shown = [_resource_row(at.PAY + r, r + 1, "", scene) for r in range(3) if at.PAY + r in scene.moves]
    return (
        "low",
        f"{escape(scene.say('What do you pay with?'))} · {escape(_step(2, 2, scene.say))}",
        rows(scene, shown, 3),
    )


def _choose(scene: Scene) -> Asked:
    shown = []
    for r in range(3):
        if at.TAKE + r in scene.moves:
            n = scene.offers[at.TAKE + r]["amount"]
            row = _resource_row(at.TAKE + r, r + 1, "", scene)
            name = escape(names.pieces(r, n, scene.say))
            shown.append(replace(row, icons=row.icons * n, name=name) if scene.phase == "either" else row)
    return "low", escape(scene.say("Choose a resource")), rows(scene, shown, 3)


def _surplus(scene: Scene) -> Asked:
    shown = [_resource_row(at.DISCARD + k, k, "", scene) for k in range(4) if at.DISCARD + k in scene.moves]
    left = scene.view["prompt"].get("left", 1)
    room = scene.player(scene.main)["room"]
    title = scene.say.plural(
        "Your {room} slots are full: discard {n}", "Your {room} slots are full: discard {n}", left, room=room, n=left
    )
    return "low", escape(title), rows(scene, shown, 4)


# ---------------------------------------------------------------- actions


def _mahouts_here(scene: Scene) -> list[Row]:
    own, say, out = scene.player(scene.main), scene.say, []
    for c in range(4):
        if at.USE + c in scene.moves:
            deed = scene.box["mahouts"][own["mahouts"][c]]
            name = escape(names.capital(names.mahout(deed, say)))
            out.append(
                Row(
                    at.USE + c,
                    pictures(mahout_icons(deed), 22),
                    name,
                    escape(names.action(deed, say)),
                    colour_mark(c, True, 24),
                )
            )
    return out


def _use_mahout(scene: Scene) -> Asked:
    return "low", escape(scene.say("Choose a mahout")), rows(scene, _mahouts_here(scene), 2)


def _study(scene: Scene) -> Asked:
    say, shown = scene.say, []
    for t in range(3):
        if at.STEP + t in scene.moves:
            line = next_cell(at.STEP + t, scene.view, say)
            shown.append(
                Row(at.STEP + t, icon(TRACKS[t], 26), escape(names.capital(names.track(t, say))), escape(line))
            )
    return "low", escape(say("A step on a track")), rows(scene, shown, 3)


def _market(scene: Scene) -> Asked:
    say, shown = scene.say, []
    for first, sentence in ((at.BUY, say("Buy {resource}")), (at.SELL, say("Sell {resource}"))):
        for r in range(3):
            offer = scene.offers.get(first + r)
            if offer is None:
                continue
            coins = f"{'−' if first == at.BUY else '+'}{offer['coins']}"
            brought = f'<span class="am-cost">{icon("coin", 20)}{coins}</span>'
            if offer.get("points"):
                brought += f'<span class="am-cost">{icon("pp", 20)}+{offer["points"]}</span>'
            shown.append(
                Row(
                    first + r,
                    icon(RESOURCES[r], 26),
                    escape(sentence.format(resource=names.resource(r, say))),
                    "",
                    brought,
                )
            )
    return ("low", escape(say("Market")), rows(scene, shown, 3, narrow=2)) if shown else None


def _exchanges(scene: Scene) -> list[Row]:
    out = []
    for k in range(4):
        if at.EXCHANGE + k in scene.moves:
            lost, won = int(at.EXCHANGE_FROM[k]), int(at.EXCHANGE_TO[k])
            icons = f"{icon(RESOURCES[lost], 22)}{line_icon('arrow', 15, 2.2)}{icon(RESOURCES[won], 22)}"
            sentence = scene.say(
                "{first} for {second}",
                first=names.capital(names.resource(lost, scene.say)),
                second=names.resource(won, scene.say),
            )
            out.append(Row(at.EXCHANGE + k, icons, escape(sentence)))
    return out


def _actions(scene: Scene) -> Asked:
    """What the active worker and the elephant can do here; on the board the tiles themselves are marked."""
    say, active = scene.say, scene.view["active"]
    shown = []
    for slot, tile in enumerate(scene.view["districts"][active["district"]]["tiles"] if active else ()):
        for first, side, line in (
            (at.MAIN, "main", say("main action, {tile}")),
            (at.SECOND, "second", say("secondary action, {tile}")),
            (at.ACTIVATE, "main", say("the elephant, {tile}")),
        ):
            if first + slot in scene.moves:
                deed = scene.box["actions"][tile[side]]
                caption = line.format(tile=names.slot(slot, active["district"], say))
                sign = (
                    icon("e" + str(scene.main), 26) if first == at.ACTIVATE else colour_mark(tile["colour"], True, 24)
                )
                shown.append(
                    Row(
                        first + slot,
                        pictures(icons_of(deed), 20),
                        escape(names.capital(names.action(deed, say))),
                        escape(caption),
                        sign,
                    )
                )
    shown += _mahouts_here(scene)
    exchange = _exchanges(scene)
    if len(exchange) > 2:
        here = f'<div class="am-here-too">{rows(scene, shown, 1)}</div>' if shown else ""
        return "low", escape(say("Actions")), f"{here}{rows(scene, exchange, 2, narrow=2)}"
    return ("near", escape(say("Actions")), rows(scene, shown, 1)) if shown else None


def _anywhere(scene: Scene) -> Asked:
    """The movement token and the warehouse that place the elephant anywhere."""
    say, shown = scene.say, []
    for first, sign, line in (
        (at.SPEND_TOKEN, "unlock", say("spend the movement token")),
        (at.LEAP, "teleport", say("by the warehouse, once")),
    ):
        for d in range(4):
            if first + d in scene.moves:
                shown.append(Row(first + d, icon(sign, 24), scene.district(d), escape(line)))
    return (
        ("low", escape(say("Place the elephant anywhere")), rows(scene, shown, min(4, len(shown)), narrow=2))
        if shown
        else None
    )


def _sow(scene: Scene) -> Asked:
    say, shown = scene.say, []
    for c in range(4):
        offer = scene.offers.get(at.DROP + c)
        if offer is not None:
            where = names.tag(offer["route"][0], say)
            last = offer["route"][-1]
            line = say("the last one comes to {section}", section=names.section(last, say))
            shown.append(
                Row(
                    at.DROP + c,
                    f'<svg width="30" height="34" viewBox="0 0 28 32" aria-hidden="true"><use href="#am-w{c}"/></svg>',
                    escape(say("{colour} to {section}", colour=names.capital(names.colour(c, say)), section=where)),
                    escape(line),
                )
            )
    return "near", escape(say("Which worker next?")), rows(scene, shown, 1)


def _donate(scene: Scene) -> Asked:
    say, shown = scene.say, []
    for cell in range(at.CELLS):
        offer = scene.offers.get(at.DONATE_ON + cell)
        if offer is not None:
            level = cell // at.WIDEST
            cost = "".join(icon(RESOURCES[r], 20) * n for r, n in enumerate(scene.box["costs"][level]))
            name = say("Level {level}, cell {cell}", level=level + 1, cell=cell % at.WIDEST + 1)
            shown.append(
                Row(
                    at.DONATE_ON + cell,
                    cost,
                    escape(name),
                    "",
                    f'<span class="am-cost">{icon("pp", 20)}+{offer["points"]}</span>',
                )
            )
    adds = "".join(
        f'<p class="am-note">{icon("bridges", 20)}{escape(gain)}</p>' for gain in bridged("donation", scene.view, say)
    )
    return (
        "low",
        escape(say("A cell for your donation")),
        rows(scene, shown, 3, narrow=2 if len(shown) > 6 else 1) + adds,
    )


PANELS: Mapping[str, Callable[[Scene], Asked]] = {
    "objective": _first_objective,
    "space": _space,
    "upgrade": _upgrade,
    "place_mahout": _space,
    "place_objective": _objective_space,
    "pay": _pay,
    "choose": _choose,
    "either": _choose,
    "surplus": _surplus,
    "mahout": _use_mahout,
    "study": _study,
    "market": _market,
    "actions": _actions,
    "elephant": _anywhere,
    "second_walk": _anywhere,
    "sow": _sow,
    "donate": _donate,
}


# ---------------------------------------------------------------- the way through a turn


def trail(scene: Scene) -> str:
    """Where the viewer is: what is done, what is asked now, what follows."""
    step = scene.view["step"]
    if step is None or not scene.moves or scene.me is None:
        return ""
    say = scene.say
    called = {
        "objective": say("Objective"),
        "mahout": say("Mahout"),
        "elephant": say("Elephant"),
        "sow": say("Sow"),
        "actions": say("Actions"),
        "follow": say("Follow"),
    }
    steps, now = [called[name] for name in step["trail"]], step["at"]
    items = ""
    for number, name in enumerate(steps):
        done = number < now
        mark = line_icon("check", 15, 2.6) if done else ""
        kind = "am-did" if done else "am-here" if number == now else ""
        current = ' aria-current="step"' if number == now else ""
        items += f'<li class="{kind}"{current}>{mark}<span>{escape(name)}</span></li>'
    heard = escape(say("step {n} of {all}", n=now + 1, all=len(steps)))
    return f'<ol class="am-trail"><li class="am-heard">{heard}</li>{items}</ol>'


def ways(scene: Scene) -> str:
    """What the prompt says beside its words: the way through the turn, and what has been selected."""
    looked_at = preview(scene) if scene.phase == "upgrade" and scene.moves else ""
    return f"{trail(scene)}{looked_at}{verb(scene)}{following(scene)}{ending(scene)}"


def ending(scene: Scene) -> str:
    """The button that ends the turn, as the lesser one while there is still something to do."""
    closing = scene.view["closing"]
    if scene.me is None or closing not in scene.moves or not scene.placed - {closing}:
        return ""
    scene.placed.add(closing)
    return (
        f'<div class="am-follow" data-sure><button class="btn aside can-do" type="button" data-move="{closing}">'
        f"{line_icon('check', 19, 2.4)}<span>{scene.label(closing)}</span></button></div>"
    )


def following(scene: Scene) -> str:
    """Whether to follow: to do without is the lesser button, and not where a turn is ended."""
    if scene.phase not in ("follow", "command") or at.PASS not in scene.moves:
        return ""
    scene.placed |= {int(at.FOLLOW), int(at.PASS)} & scene.moves
    out = (
        f'<button class="btn aside can-do" type="button" data-move="{at.PASS}">{line_icon("next", 19, 2.4)}'
        f"<span>{scene.label(at.PASS)}</span></button>"
    )
    if at.FOLLOW in scene.moves:
        out += (
            f'<button class="btn pri can-do" type="button" data-move="{at.FOLLOW}" '
            f'aria-keyshortcuts="F">{line_icon("check", 19, 2.4)}<span>{scene.label(at.FOLLOW)}</span></button>'
        )
    return f'<div class="am-follow" data-sure>{out}</div>'
