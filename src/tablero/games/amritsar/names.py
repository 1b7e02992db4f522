"""What the things of Amritsar are called: colours, districts, tiles, warehouses, objectives."""

from __future__ import annotations

from tablero.core.speech import Speech


def colour(number: int, say: Speech) -> str:
    return (say("yellow"), say("blue"), say("white"), say("green"))[number]


def mark(number: int, say: Speech) -> str:
    """The mark that goes with a colour, so that colour never speaks alone."""
    return (say("sun"), say("drop"), say("ring"), say("leaf"))[number]


def district(number: int, say: Speech) -> str:
    return (say("North"), say("East"), say("South"), say("West"))[number]


def section(number: int, say: Speech) -> str:
    return f"{district(number // 2, say)} {number % 2 + 1}"


def resource(number: int, say: Speech) -> str:
    return (say("marble"), say("copper"), say("gold"))[number]


def item(number: int, say: Speech) -> str:
    """A coin or a resource."""
    return (say("coin"), say("marble"), say("copper"), say("gold"))[number]


def track(number: int, say: Speech) -> str:
    return (say("development"), say("resources"), say("money"))[number]


def slot(number: int, say: Speech) -> str:
    return (say("left tile"), say("centre tile"), say("right tile"))[number]


def listed(items: list[str], say: Speech) -> str:
    if len(items) < 2:
        return "".join(items)
    return say("{first} and {last}").format(first=", ".join(items[:-1]), last=items[-1])


def goods(amounts: list[int], say: Speech) -> str:
    """Coins, marble, copper and gold in words."""
    words = []
    for number, amount in enumerate(amounts):
        if amount == 1:
            words.append((say("1 coin"), say("1 marble"), say("1 copper"), say("1 gold"))[number])
        elif amount > 1:
            sentence = (say("{n} coins"), say("{n} marble"), say("{n} copper"), say("{n} gold"))[number]
            words.append(sentence.format(n=amount))
    return listed(words, say)


def action(name: str, say: Speech) -> str:
    """One of the 17 actions of the district tiles."""
    return {
        "marble2": say("2 marble"),
        "copper1": say("1 copper"),
        "marble2_or_copper1": say("2 marble or 1 copper"),
        "gold1": say("1 gold"),
        "any1": say("any 1 resource"),
        "market": say("market"),
        "coin1": say("1 coin"),
        "coin2": say("2 coins"),
        "coin1_market": say("1 coin and market"),
        "mahout": say("use a mahout"),
        "upgrade_wo": say("upgrade: warehouse or objective"),
        "upgrade_wm": say("upgrade: warehouse or mahout"),
        "upgrade_any": say("any upgrade"),
        "know_development": say("a step of development"),
        "know_resources": say("a step of resources"),
        "know_money": say("a step of money"),
        "know_any": say("a step on any track"),
    }.get(name, name)


def short_action(name: str, say: Speech) -> str:
    """The same for the small space on a tile."""
    return {
        "marble2": say("2 marble"),
        "copper1": say("Copper"),
        "marble2_or_copper1": say("Marble/copper"),
        "gold1": say("Gold"),
        "any1": say("Any resource"),
        "market": say("Market"),
        "coin1": say("Coin"),
        "coin2": say("2 coins"),
        "coin1_market": say("Coin + market"),
        "mahout": say("Mahout"),
        "upgrade_any": say("Any upgrade"),
        "know_any": say("Knowledge"),
    }.get(name, action(name, say))


def mahout(name: str, say: Speech) -> str:
    return {
        "mh_donate": say("donate"),
        "mh_upgrade": say("upgrade"),
        "mh_coin_pp": say("coin and point"),
        "mh_market": say("trade"),
        "mh_coin_marble": say("coin and marble"),
        "mh_any_resource": say("any resource"),
        "mh_knowledge": say("knowledge"),
    }.get(name, name)


def house(name: str, say: Speech) -> str:
    """A warehouse by its benefit, short."""
    return {
        "wh_coin_resource": say("coin and resource at once"),
        "wh_marble2": say("2 marble at once"),
        "wh_knowledge2": say("2 steps at once"),
        "wh_wild_yellow": say("white equals yellow"),
        "wh_wild_blue": say("white equals blue"),
        "wh_wild_green": say("white equals green"),
        "wh_buy_discount": say("cheaper purchases"),
        "wh_tax_discount": say("less tax"),
        "wh_free_jump": say("free jump"),
        "wh_no_maharaja_penalty": say("pass the maharaja"),
        "wh_future_bridges": say("future bridges"),
        "wh_knowledge_swap": say("change of track"),
        "wh_exchange": say("exchange"),
        "wh_any_upgrade_resource": say("any payment"),
        "wh_teleport": say("elephant anywhere"),
    }.get(name, name)


def benefit(name: str, say: Speech) -> str:
    """What a warehouse does, in a sentence."""
    return {
        "wh_coin_resource": say("At once: 1 coin and any 1 resource."),
        "wh_marble2": say("At once: 2 marble."),
        "wh_knowledge2": say("At once: two steps on the tracks, on one or on two."),
        "wh_wild_yellow": say("White and yellow workers stand for each other on district tiles."),
        "wh_wild_blue": say("White and blue workers stand for each other on district tiles."),
        "wh_wild_green": say("White and green workers stand for each other on district tiles."),
        "wh_buy_discount": say("Each market action: purchases cost 1 coin less in all."),
        "wh_tax_discount": say("Each decade: 1 coin less of tax."),
        "wh_free_jump": say("Each turn the active worker may jump one section without a coin."),
        "wh_no_maharaja_penalty": say("Passing the maharaja costs no points."),
        "wh_future_bridges": say("All bridge tiles that are face up count, not only the one of this decade."),
        "wh_knowledge_swap": say("A step on a named track may go to another track."),
        "wh_exchange": say("Once in your turn: exchange marble and copper, or copper and gold."),
        "wh_any_upgrade_resource": say("Upgrades may be paid with any one resource."),
        "wh_teleport": say("Once: place the elephant anywhere, free; then it is four plain slots."),
    }.get(name, name)


def objective(name: str, say: Speech) -> str:
    """What an objective asks for and pays."""
    kind, _, rest = name.partition("_")
    places = {"north": 0, "east": 1, "south": 2, "west": 3}
    if kind == "A" and rest in places:
        return say("Most counters in the {district}: 5 points, second 2.").format(district=district(places[rest], say))
    if kind == "C" and rest in places:
        return say("1 point for each counter in the {district}.").format(district=district(places[rest], say))
    return {
        "A_coins": say("Most coins: 5 points, second 2."),
        "A_resources": say("Most resources: 5 points, second 2."),
        "B_dev_res": say("Development and resources at cell 4 or beyond: 6 points."),
        "B_dev_mon": say("Development and money at cell 4 or beyond: 6 points."),
        "B_res_mon": say("Resources and money at cell 4 or beyond: 6 points."),
        "B_development": say("The last cell of development: 5 points."),
        "B_resources": say("The last cell of resources: 5 points."),
        "B_money": say("The last cell of money: 5 points."),
        "C_districts": say("Counters in 1, 2, 3 or 4 districts: 1, 2, 3 or 5 points."),
        "C_levels": say("Counters on 1, 2, 3 or 4 levels: 1, 2, 4 or 6 points."),
        "D_levels_1_2": say("Six counters on levels 1 and 2: 6 points."),
        "D_levels_2_3": say("Four counters on levels 2 and 3: 5 points."),
        "D_level_1": say("1, 2, 3, 4 counters on level 1: 1, 2, 3, 5 points."),
        "D_level_2": say("1, 2, 3, 4 counters on level 2: 2, 3, 4, 6 points."),
        "D_level_3": say("1, 2, 3, 4 counters on level 3: 3, 4, 5, 7 points."),
        "D_level_4": say("A counter on level 4: 5 points."),
    }.get(name, name)


def bridge(name: str, say: Speech) -> str:
    return {
        "br_group4_resource": say("Moving a group of four: any 1 resource."),
        "br_group4_pp": say("Moving a group of four: 1 point."),
        "br_donation_coin": say("Each donation: 1 coin."),
        "br_upgrade_pp": say("Each upgrade: 1 point."),
        "br_upgrade_coin": say("Each upgrade: 1 coin."),
        "br_market_pp": say("Each market action: 1 point."),
    }.get(name, name)


def source(name: str, say: Speech) -> str:
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
