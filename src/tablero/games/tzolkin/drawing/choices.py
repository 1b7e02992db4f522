"""Buttons for what is asked now: each shows in signs what its label says in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.icons import icon as line_icon
from tablero.core.drawing.shapes import escape
from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.coach_text import effect_now
from tablero.games.tzolkin.drawing.board import EMBLEMS
from tablero.games.tzolkin.drawing.pieces import STEPS, Token, picture
from tablero.games.tzolkin.drawing.scene import Scene
from tablero.games.tzolkin.drawing.side_panels import action_tokens, cost_tokens, effect_tokens
from tablero.games.tzolkin.layout import MATERIALS, TRACKS
from tablero.games.tzolkin.names import Names

# Choices that are marked on the gears, and those for which the prompt has a button of its own.
ELSEWHERE = ("place", "claim", "pick", "end", "done", "nothing", "days")
# Choices that are marked on the board, where there is room for it; a phone has buttons for them.
ON_BOARD = ("climb", "descend", "advance", "raise", "raise-monument")
UNROLLED = ("act",)  # choices that a phone shows on the gear itself
MOST_BESIDE = 6  # choices for which there is room below the gears
SEAL = 26  # pixels: a number in it can be read


def tokens(given: list[Token], size: int = 18) -> str:
    out = ""
    for token in given:
        if token.name == "or":
            out += f'<i class="tz-or">{escape(token.number)}</i>'
        elif token.name == "vp":
            out += f'<span class="tz-seal">{picture("vp", max(size + 6, SEAL))}<b>{escape(token.number)}</b></span>'
        else:
            css = ' class="cost"' if token.cost else ""
            number = f"<b{css}>{escape(token.number)}</b>" if token.number else ""
            out += f'<span class="tz-tok">{number}{picture(token.name, size)}</span>'
    return out


def open_choices(scene: Scene, dock: bool) -> str:
    """Buttons for what is asked now, beside what is marked on the board; `dock` is for a page that has no room for
    it."""
    elsewhere = (*ELSEWHERE, *(UNROLLED if dock else ON_BOARD))
    offers = [offer for offer in scene.view["offers"] if offer["kind"] not in elsewhere]
    if not offers:
        return ""
    kind = offers[0]["kind"]
    if kind == "keep":
        inner = _wealth(scene)
    elif kind in ("sell", "buy"):
        inner = _stall(scene, offers)
    elif kind == "copy":
        inner = _other_gears(scene)
    else:
        inner = "".join(_button(scene, offer, _face(scene, offer)) for offer in offers)
    if kind == "beg":
        full = called.amount("corn", offers[0]["up_to"], scene.say)
        lead = scene.say("Beg: fill up to {corn} and go down a step in", corn=full)
        inner = f'<em class="tz-lead">{escape(lead)}</em>{inner}'
    label = escape(scene.say("Choices"))
    return f'<div class="tz tz-choices {kind}" data-rows="" role="group" aria-label="{label}">{inner}</div>'


def beside_gears(scene: Scene, asked: str) -> str:
    """The same choices for the free ground below the gears, where a wide page has room for a few of them."""
    kinds = [offer["kind"] for offer in scene.view["offers"] if offer["kind"] not in (*ELSEWHERE, *ON_BOARD)]
    if not kinds or kinds[0] in ("keep", "copy", "sell", "buy") or len(kinds) > MOST_BESIDE:
        return ""
    return asked.replace("tz-choices", "tz-choices tz-beside", 1)


def _button(scene: Scene, offer: Mapping[str, Any], face: str) -> str:
    """A choice: its label says in words all that its face shows."""
    move = offer["move"]
    given = scene.choice(move, "tz-choice can-box") + f' title="{scene.label(move)}"'
    return f'<button type="button" {given}><span class="tz-face" aria-hidden="true">{silent(face)}</span></button>'


def silent(face: str) -> str:
    """Figures as the style sheet writes them: they belong to the picture, and the words of a face are those of its
    label."""
    return re.sub(r"<([bi])( [^>]*)?>([^<]+)</\1>", r'<\1\2 data-n="\3"></\1>', face)


def _wealth(scene: Scene) -> str:
    """The four tiles dealt: two of them are clicked, and the bar says what both bring."""
    say, tiles = scene.say, ""
    for number, tile in enumerate(scene.view["mine"]["dealt"], 1):
        words = escape(scene.names.effects(tile, say))
        face = f'<b class="tz-no">{number}</b>{tokens(effect_tokens(scene.names, tile), 22)}'
        tiles += (
            f'<button type="button" class="tz-wealth can-box" data-pick="{number}" aria-pressed="false" '
            f'aria-label="{number}: {words}"><span class="tz-face" aria-hidden="true">{silent(face)}</span>'
            f"<small>{words}</small></button>"
        )
    return f'<div class="tz-dealt" data-two="">{tiles}</div>'


def kept_pairs(scene: Scene) -> str:
    """For the bar: what the two tiles that are clicked bring, and the button that keeps them."""
    say, out = scene.say, ""
    dealt = (scene.view["mine"] or {}).get("dealt", [])
    for offer in scene.of_kind("keep"):
        scene.placed.add(offer["move"])
        first, second = sorted(dealt.index(tile) + 1 for tile in offer["tiles"])
        both = silent(tokens(_together(scene.names, offer["tiles"]), 20))
        words = escape(say("Keep {first} and {second}", first=first, second=second))
        check = line_icon("check", 19, 2.4)
        pair = f'data-colour="{first} {second}"'
        out += (
            f'<span class="tz tz-both" {pair} aria-hidden="true">{both}</span>'
            f'<button type="button" class="btn pri can-do" data-move="{offer["move"]}" {pair}>'
            f"{check}<span>{words}</span></button>"
        )
    return f'<div class="tz-keep">{out}</div>' if out else ""


def _together(names: Names, tiles: Sequence[str]) -> list[Token]:
    """What two wealth tiles bring, goods of one kind added up."""
    all_of_them = [token for tile in tiles for token in effect_tokens(names, tile)]
    out: list[Token] = []
    for token in all_of_them:
        same = [other for other in all_of_them if other.name == token.name]
        if token.name in MATERIALS:
            count = sum(int(other.number or 1) for other in same)
            token = Token(token.name, str(count) if count > 1 else "")
        if token.name not in MATERIALS or token not in out:
            out.append(token)
    return sorted(out, key=lambda token: token.name not in MATERIALS)


def _stall(scene: Scene, offers: Sequence[Mapping[str, Any]]) -> str:
    """All six exchanges, also those that cannot be made now: nothing moves under the pointer from one sale to the
    next."""
    open_now = {(offer["kind"], offer["material"]): offer for offer in offers}
    buttons = ""
    for number, (material, corn) in enumerate(scene.names.market.items()):
        for kind in ("sell", "buy"):
            offer = open_now.get((kind, material))
            face = _face(scene, {"kind": kind, "material": material, "corn": corn})
            goods, price = called.amount(material, 1, scene.say), called.amount("corn", corn, scene.say)
            text = scene.say("Sell {goods} for {corn}") if kind == "sell" else scene.say("Buy {goods} for {corn}")
            label = text.format(goods=goods, corn=price)
            buttons += _open_or_shut(scene, offer, face, label, scene.attempt(kind, number))
    return buttons


def _other_gears(scene: Scene) -> str:
    """The actions of the first four gears, a column for each; also those that cannot be done now."""
    out = ""
    for gear in range(4):
        name = escape(called.gear(gear, scene.say))
        out += f'<span class="tz-lead">{picture(EMBLEMS[gear], 16)}{name}</span>'
        for action in range(1, 6):
            offer = scene.acts.get((gear, action))
            face = tokens(_brings(scene.names, offer or {"gear": gear, "action": action}), 16)
            label = f"{called.gear(gear, scene.say)} {action}: {scene.names.space(gear, action, scene.say)}"
            out += _open_or_shut(scene, offer, face, label, scene.attempt("copy", 5 * gear + action - 1))
    return out


def _open_or_shut(scene: Scene, offer: Mapping[str, Any] | None, face: str, label: str, vain: str) -> str:
    """A choice, or what it would be: nothing moves from one choice to the next."""
    if offer is not None:
        return _button(scene, offer, face)
    named = escape(label)
    return f'<span class="tz-choice shut" role="img" aria-label="{named}" title="{named}" {vain}>{face}</span>'


def _brings(names: Names, offer: Mapping[str, Any]) -> list[Token]:
    """What an action brings: now, where the offer says so, else as it is printed."""
    gear, action = offer["gear"], offer["action"]
    given = offer.get("goods")
    if not given or "worker" in given:
        return list(action_tokens(names, gear, action))
    found = [Token(m, str(given[m]) if given[m] > 1 else "") for m in MATERIALS if given.get(m)]
    return [found[0], Token("or", "/"), found[1]] if gear == 0 and len(found) > 1 else found


def _face(scene: Scene, offer: Mapping[str, Any]) -> str:
    """What is shown on a button."""
    say, kind = scene.say, offer["kind"]
    if kind == "act":
        return _space_face(scene, offer)
    if kind in ("climb", "descend", "beg"):
        step = tokens([Token(STEPS[offer["temple"]], "+1" if kind == "climb" else "−1", kind != "climb")], 22)
        if kind == "beg":
            name = f"<small>{escape(called.temple(offer['temple'], say))}</small>"
            more = tokens([Token("corn", f"+{offer['corn']}")])
            return f'<span class="both">{more}{step}</span>{name}'
        return step + escape(called.temple(offer["temple"], say))
    if kind == "advance":
        return _level_face(scene, offer)
    if kind == "blocks":
        sign = "+" if scene.asked["kind"] == "take" else "−"
        counts = zip(("wood", "stone", "gold"), offer["blocks"], strict=True)
        return tokens([Token(m, f"{sign}{k}") for m, k in counts if k], 22)
    if kind in ("raise", "raise-plain", "raise-monument"):
        return _tile_face(scene, offer)
    if kind == "harvest":
        return _harvest_face(offer, say)
    if kind in ("sell", "buy"):
        block, corn = tokens([Token(offer["material"])], 22), tokens([Token("corn", str(offer["corn"]))], 20)
        if kind == "sell":
            return f"<small>{escape(say('sell'))}</small>{block}<i>→</i>{corn}"
        return f"<small>{escape(say('buy'))}</small>{corn}<i>→</i>{block}"
    return picture(offer["material"], 22) + scene.label(offer["move"])


def fee(given: list[Token]) -> str:
    """What it costs, at the end of a button."""
    return f'<span class="fee">{tokens(given)}</span>' if given else ""


def _space_face(scene: Scene, offer: Mapping[str, Any]) -> str:
    """An action of a gear: what it brings now, in signs and in words, and what going back to it costs."""
    shown = tokens(_brings(scene.names, offer), 19)
    back = [Token("corn", f"−{offer['corn']}", True)] if offer["corn"] else []
    caption = escape(effect_now(offer, scene.names, scene.say))
    brief = scene.names.brief_space(offer["gear"], offer["action"], scene.say)
    brief = f'<em class="tz-brief">{escape(brief)}</em>' if brief else ""
    number = f'<b class="tz-no">{offer["action"]}</b>'
    return f'{number}<span class="two"><span>{shown}</span>{brief}<small>{caption}</small></span>{fee(back)}'


def _level_face(scene: Scene, offer: Mapping[str, Any]) -> str:
    track, level = offer["track"], offer["level"]
    cost = [Token("any", f"−{offer['blocks']}", True)] if scene.asked["paid"] else []
    name = (
        f"{called.track(track, scene.say).capitalize()} {level + 1}"
        if level < 3
        else called.track(track, scene.say).capitalize()
    )
    caption = escape(called.technology(track, level + 1, scene.say))
    two = f'<span class="two"><span>{escape(name)}</span><small>{caption}</small></span>'
    return picture(TRACKS[track], 22) + two + fee(cost)


def _harvest_face(offer: Mapping[str, Any], say: Translator) -> str:
    gain = Token("corn", f"+{offer['corn']}") if offer["corn"] else Token("wood", f"+{offer['wood']}")
    tile = {"corn-tile": "tile-corn", "corn": "agriculture", "wood-tile": "tile-wood", "burn": "step-any"}
    sign = "−1" if offer["take"] == "burn" else ""
    text = {
        "corn-tile": say("corn tile"),
        "corn": say("corn without a tile"),
        "wood-tile": say("wood tile"),
        "burn": say("burn"),
    }[offer["take"]]
    return tokens([gain, Token(tile[offer["take"]], sign, bool(sign))], 22) + escape(text)


def _tile_face(scene: Scene, offer: Mapping[str, Any]) -> str:
    tile, say = offer["tile"], scene.say
    cost = fee([Token(t.name, f"−{t.number}", True) for t in cost_tokens(scene.names, tile, offer)])
    if offer["kind"] == "raise-monument":
        seal = Token("vp", str(offer["points"]))
        caption = f"<small>{escape(called.short_score(tile, say))}</small>"
        return f'{picture("monument", 20)}<span class="two"><span>{tokens([seal])}</span>{caption}</span>{cost}'
    caption = say("without architecture") if offer["kind"] == "raise-plain" else scene.names.brief(tile, say)
    shown = tokens(effect_tokens(scene.names, tile), 17)
    kind = picture(scene.names.printed(tile)["category"], 20)
    return f'{kind}<span class="two"><span>{shown}</span><small>{escape(caption)}</small></span>{cost}'
