"""What the things of Amritsar are called and what they do: colours, districts, actions, warehouses, objectives.

What the box says in numbers is said with the numbers of the box in use: they come with the view or with the event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator


def who(seat: int, say: Translator, inside: bool = False) -> str:
    """A seat, or the maharaja of the solo game; `inside` a sentence he is written small."""
    if seat >= 0:
        return f"@{seat}"
    return say("the maharaja") if inside else say("The maharaja")


def colour(number: int, say: Translator) -> str:
    return (say("yellow"), say("blue"), say("white"), say("green"))[number]


def district(number: int, say: Translator) -> str:
    return (say("North"), say("East"), say("South"), say("West"))[number]


def letter(district: int, say: Translator) -> str:
    """A district where there is room for one letter only."""
    return (say("N"), say("E"), say("S"), say("W"))[district]


def tag(number: int, say: Translator) -> str:
    """The sign of a section, as the board shows it: a letter for its district, so that no district is called like
    it."""
    return f"{letter(number // 2, say)}{number % 2 + 1}"


def section(number: int, say: Translator) -> str:
    return say("section {tag}", tag=tag(number, say))


def resource(number: int, say: Translator) -> str:
    return (say("marble"), say("copper"), say("gold"))[number]


def item(number: int, say: Translator) -> str:
    """A coin or a resource."""
    return (say("coin"), say("marble"), say("copper"), say("gold"))[number]


def track(number: int, say: Translator) -> str:
    return (say("development"), say("resources"), say("money"))[number]


def slot(number: int, district: int, say: Translator) -> str:
    """A tile by its place: side by side in the North and the South, one above the other in the East and the West."""
    if district % 2:
        return (say("top tile"), say("centre tile"), say("bottom tile"))[number]
    return (say("left tile"), say("centre tile"), say("right tile"))[number]


def capital(text: str) -> str:
    """The same at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- amounts


def points(n: int, say: Translator) -> str:
    return say.plural("{n} point", "{n} points", abs(n), n=n)


def coins(n: int, say: Translator) -> str:
    return say.plural("{n} coin", "{n} coins", n, n=n)


def marble(n: int, say: Translator) -> str:
    return say.plural("{n} marble", "{n} marble", n, n=n)


def copper(n: int, say: Translator) -> str:
    return say.plural("{n} copper", "{n} copper", n, n=n)


def gold(n: int, say: Translator) -> str:
    return say.plural("{n} gold", "{n} gold", n, n=n)


def any_resource(n: int, say: Translator) -> str:
    return say.plural("any {n} resource", "any {n} resources", n, n=n)


AMOUNTS = (coins, marble, copper, gold, any_resource, points)


def one(resource: int, say: Translator) -> str:
    """One piece of a resource."""
    return AMOUNTS[1 + resource](1, say)


def pieces(resource: int, n: int, say: Translator) -> str:
    """Some pieces of a resource."""
    return AMOUNTS[1 + resource](n, say)


def one_item(number: int, say: Translator) -> str:
    """A coin or one piece of a resource."""
    return AMOUNTS[number](1, say)


def _amounts(deed: Mapping[str, Any]) -> tuple[int, ...]:
    """How much a gain brings, in the order of AMOUNTS."""
    return (deed["coin"], *deed["goods"], deed["any"], deed["points"])


def goods(amounts: Sequence[int], say: Translator) -> str:
    """Coins, marble, copper, gold, resources of one's choice and points in words, as far as they are named."""
    return say.every([AMOUNTS[k](n, say) for k, n in enumerate(amounts) if n])


def _short_goods(deed: Mapping[str, Any], chosen: str, say: Translator) -> str:
    """The same where room is scarce: one of each needs no number. `chosen` stands for a resource of one's choice."""
    amounts = _amounts(deed)
    if max(amounts) > 1:
        return goods(amounts, say)
    single = (say("coin"), say("marble"), say("copper"), say("gold"), chosen, say("point"))
    return say.every([single[k] for k, n in enumerate(amounts) if n])


# ---------------------------------------------------------------- what things do; a deed is one of a view's `box`


def action(deed: Mapping[str, Any], say: Translator) -> str:
    """What an action does."""
    do = deed["do"]
    if do == "gain":
        return goods(_amounts(deed), say)
    if do == "either":
        return say.either([AMOUNTS[k](n, say) for k, n in enumerate(deed["goods"], 1) if n])
    if do == "trade":
        return say.every([coins(deed["coin"], say), say("market")]) if deed["coin"] else say("market")
    if do == "improve":
        kinds = (say("warehouse"), say("objective"), say("mahout"))
        allowed = [kind for k, kind in enumerate(kinds) if deed["arg"] >> k & 1]
        return say("any upgrade") if len(allowed) == 3 else say("upgrade: {kinds}", kinds=say.either(allowed))
    if do == "learn":
        any_track = say("a step on any track")
        return (say("a step of development"), say("a step of resources"), say("a step of money"), any_track)[
            deed["arg"]
        ]
    return {
        "mahout": say("use a mahout"),
        "donate": say("donate"),
        "recover": say("recover a counter"),
        "unlock": say("unlock the second elephant move"),
    }.get(do, "–")


def short_action(deed: Mapping[str, Any], say: Translator) -> str:
    """The same for the small space on a tile."""
    do = deed["do"]
    if do == "gain" and sum(_amounts(deed)) == 1:
        return capital(_short_goods(deed, say("Any resource"), say))
    if do == "either":
        return capital("/".join(resource(r, say) for r, n in enumerate(deed["goods"]) if n))
    if do == "trade" and deed["coin"] < 2:
        return say("Coin + market") if deed["coin"] else say("Market")
    if do == "mahout":
        return say("Mahout")
    if do == "improve" and deed["arg"] & 7 == 7:
        return say("Any upgrade")
    if do == "learn" and deed["arg"] == 3:
        return say("Knowledge")
    return capital(action(deed, say))


def mahout(deed: Mapping[str, Any], say: Translator) -> str:
    """A mahout by what it does, short."""
    if deed["do"] == "gain":
        return _short_goods(deed, say("any resource"), say)
    return {"donate": say("donate"), "improve": say("upgrade"), "trade": say("trade"), "learn": say("knowledge")}[
        deed["do"]
    ]


def house(data: Mapping[str, Any], say: Translator) -> str:
    """A warehouse by its benefit, short."""
    if not data["benefit"]:
        if data["deed"]["do"] == "learn":
            return say("2 steps at once")
        return say("{gain} at once", gain=_short_goods(data["deed"], say("resource"), say))
    return {
        "wild-yellow": say("white equals yellow"),
        "wild-blue": say("white equals blue"),
        "wild-green": say("white equals green"),
        "discount": say("cheaper purchases"),
        "less-tax": say("less tax"),
        "free-jump": say("free jump"),
        "no-penalty": say("pass the maharaja"),
        "all-bridges": say("future bridges"),
        "swap-track": say("change of track"),
        "exchange": say("exchange"),
        "any-payment": say("any payment"),
        "leap": say("elephant anywhere"),
    }[data["benefit"]]


def benefit(data: Mapping[str, Any], say: Translator) -> str:
    """What a warehouse does, in a sentence."""
    if not data["benefit"]:
        if data["deed"]["do"] == "learn":
            return say("At once: two steps on the tracks, on one or on two.")
        return say("At once: {gain}.", gain=action(data["deed"], say))
    if data["benefit"] == "leap":
        plain = say.plural("then it is {n} plain slot", "then it is {n} plain slots", data["flipped"])
        return say("Once: place the elephant anywhere, free; {then}.", then=plain.format(n=data["flipped"]))
    return {
        "wild-yellow": say("White and yellow workers stand for each other on district tiles."),
        "wild-blue": say("White and blue workers stand for each other on district tiles."),
        "wild-green": say("White and green workers stand for each other on district tiles."),
        "discount": say("Each market action: purchases cost 1 coin less in all."),
        "less-tax": say("Each decade: 1 coin less of tax."),
        "free-jump": say("Each turn the active worker may jump one section without a coin."),
        "no-penalty": say("Passing the maharaja costs no points."),
        "all-bridges": say("All bridge tiles that are face up count, not only the one of this decade."),
        "swap-track": say("A step on a named track may go to another track."),
        "exchange": say("Once in your turn: exchange marble and copper, or copper and gold."),
        "any-payment": say("Upgrades may be paid with any one resource."),
    }[data["benefit"]]


def cell(data: str, say: Translator) -> str:
    """A cell of a track as the box tells it (kind:effect): what it brings, and when."""
    kind, _, effect = data.partition(":")
    known = {
        "recover_counter": say("recover a counter"),
        "upgrade_any_paid": say("any upgrade, at its price"),
        "upgrade_any_free": say("any upgrade, free"),
        "unlock_movement": say("unlock the second elephant move"),
        "tax_minus_1": say("1 coin less of tax"),
        "pp_per_counter_on_elephant": say("a point for each counter on the elephant"),
        "pp_per_resource_stored": say("a point for each resource in store"),
        "pp_per_coin_stored": say("a point for each coin in store"),
    }
    what = known[effect] if effect in known else _gain_of_cell(effect, say)
    sentence = {
        "immediate": say("{what}, at once"),
        "decade": say("{what}, at the end of each decade"),
        "game_end": say("{what}, at the end of the game"),
    }[kind]
    return sentence.format(what=what)


def _gain_of_cell(effect: str, say: Translator) -> str:
    order = ("coin", "marble", "copper", "gold", "any_resource", "pp")
    amounts = [0] * len(order)
    for part in effect.split("+"):
        n, _, name = part.partition(" ")
        amounts[order.index(name)] = int(n)
    return goods(amounts, say)


def bridge(tile: Mapping[str, Any], say: Translator) -> str:
    """A bridge tile: what sets it off and what it gives."""
    sentence = {
        "group": say("Moving a group of four: {gain}."),
        "donation": say("Each donation: {gain}."),
        "upgrade": say("Each upgrade: {gain}."),
        "market": say("Each market action: {gain}."),
    }[tile["trigger"]]
    return sentence.format(gain=action(tile["deed"], say))


# ---------------------------------------------------------------- objectives


def objective(goal: Mapping[str, Any], say: Translator) -> str:
    """What an objective asks for and pays."""
    kind, of, pays = goal["kind"], goal["of"], goal["points"]
    worth = points(pays[0], say)
    if kind.startswith("majority"):
        sentence = {
            "majority_counters": say("Most counters in the {district}: {points}, second {second}."),
            "majority_coins": say("Most coins: {points}, second {second}."),
            "majority_resources": say("Most resources: {points}, second {second}."),
        }[kind]
        return sentence.format(district=district(of[0], say), points=worth, second=pays[1])
    if kind == "per_counter_in_district":
        return say("{points} for each counter in the {district}.", points=worth, district=district(of[0], say))
    if kind == "knowledge_pair":
        return _levels_of_knowledge(of, worth, say)
    if kind == "knowledge_last":
        return say("The last cell of {track}: {points}.", track=track(of[0], say), points=worth)
    return _spread(goal, worth, say)


def _levels_of_knowledge(of: Sequence[int], worth: str, say: Translator) -> str:
    needed = [(track(number, say), cell) for number, cell in enumerate(of) if cell]
    if len({cell for _, cell in needed}) == 1:
        tracks = capital(say.every([name for name, _ in needed]))
        return say("{tracks} at cell {cell} or beyond: {points}.", tracks=tracks, cell=needed[0][1], points=worth)
    each = [say("{track} at cell {cell} or beyond", track=name, cell=cell) for name, cell in needed]
    return f"{capital(say.every(each))}: {worth}."


def _spread(goal: Mapping[str, Any], worth: str, say: Translator) -> str:
    """Counters over districts and levels."""
    kind, of, pays = goal["kind"], goal["of"], goal["points"]
    if kind in ("distinct_districts", "distinct_levels"):
        either = (
            say("Counters in 1, 2, 3 or 4 districts: {values} points.")
            if kind == "distinct_districts"
            else say("Counters on 1, 2, 3 or 4 levels: {values} points.")
        )
        return either.format(values=say.either([str(value) for value in pays]))
    if kind == "count_in_level":
        values = ", ".join(map(str, pays))
        return say("1, 2, 3, 4 counters on level {level}: {values} points.", level=of[0] + 1, values=values)
    levels = [str(level + 1) for level in range(4) if of[0] >> level & 1]
    where = say.plural("level {levels}", "levels {levels}", len(levels), levels=say.every(levels))
    return say.plural(
        "{n} counter on {levels}: {points}.",
        "{n} counters on {levels}: {points}.",
        of[1],
        n=of[1],
        levels=where,
        points=worth,
    )


def source(name: str, say: Translator) -> str:
    """Where points come from."""
    return {
        "donating": say("Donations"),
        "support": say("Supports"),
        "majority": say("Majorities"),
        "market": say("Market"),
        "bridge": say("Bridge"),
        "followers": say("Followers"),
        "effects": say("Actions and income"),
        "penalty": say("Penalties"),
        "knowledge": say("Knowledge"),
        "objectives": say("Objectives"),
    }[name]
