"""What has happened in Tzolk'in: a line of the log for each event, and a turn, a day or a food day in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.animation import changes
from tablero.games.tzolkin.layout import CATEGORIES, MATERIALS

Event = Mapping[str, Any]

TURN = ("placed", "claimed", "picked", "acted", "copied", "no-action", "harvested", "begged", "turn-over")
GOODS = ("given", "gained", "scored", "recruited", "paid", "blocks-paid", "blocks-taken", "sold", "bought", "skull")
STEPS = ("climbed", "descended", "step-lost", "advanced", "beyond")
TILES = ("dealt", "kept", "revealed", "wealth", "drawn", "built", "monument", "counted")
FOOD = ("food-day", "age", "fed", "gifts", "devotion")
LONG = 105  # letters above which several workers are summed up


# ---------------------------------------------------------------- a line for each event


def line(event: Event, names: called.Names, say: Translator) -> str:
    """A journal entry for the log; empty when it needs no line."""
    kind = event["kind"]
    if kind in TURN:
        return _turn_line(event, kind, names, say)
    if kind in GOODS:
        return _goods_line(event, kind, say)
    if kind in STEPS:
        return _step_line(event, kind, say)
    if kind in TILES:
        return _tile_line(event, kind, names, say)
    return _food_line(event, kind, say) if kind in FOOD else _round_line(event, kind, say)


def _turn_line(event: Event, kind: str, names: called.Names, say: Translator) -> str:
    seat = event["seat"]
    if kind in ("placed", "claimed"):
        return sentence(seat, _placing([event], say), say)
    if kind == "no-action":
        return _picked_up(event, "", say)
    if kind == "acted":
        return _acted(event, names, say)
    if kind == "copied":
        return say(
            "@{seat} pays {corn} and uses {gear} {action}: {what}.",
            seat=seat,
            corn=called.amount("corn", event["fee"], say),
            gear=called.gear(event["gear"], say),
            action=event["action"],
            what=_brought(event, names, say),
        )
    if kind == "harvested":
        text = {
            "corn-tile": say("@{seat} takes a corn tile of Palenque {space}: {goods}."),
            "corn": say("@{seat} harvests Palenque {space} without a tile: {goods}."),
            "wood-tile": say("@{seat} takes a wood tile of Palenque {space}: {goods}."),
            "burn": say("@{seat} burns the jungle of Palenque {space}: {goods}."),
        }[event["take"]]
        return text.format(seat=seat, space=event["space"], goods=called.goods(event["goods"], say))
    if kind == "begged":
        return say("@{seat} begs for {corn}.", seat=seat, corn=called.amount("corn", event["n"], say))
    return ""  # picked up: what the worker does comes next; the end of a turn: the next line begins the next one


def _acted(event: Event, names: called.Names, say: Translator) -> str:
    """A worker that is picked up, with what it brought at once; what it only begins is told by the lines that
    follow."""
    effect = names.action(event["gear"], event["action"])["effect"]
    own = event["action"] == event["position"]
    if own and effect in ("harvest", "skull"):
        return ""
    what = _brought(event, names, say) if effect in ("fish", "gain", "worker") else ""
    if own:
        return _picked_up(event, what, say, what == "")
    place = {"seat": event["seat"], "gear": called.gear(event["gear"], say), "position": event["position"]}
    place |= {"action": event["action"], "what": what, "corn": called.amount("corn", event["fee"], say)}
    if event["fee"]:
        if what:
            return say("@{seat} picks up from {gear} {position}, steps back to {action} for {corn}: {what}.", **place)
        return say("@{seat} picks up from {gear} {position}, steps back to {action} for {corn}.", **place)
    if what:
        return say("@{seat} picks up from {gear} {position} and uses action {action}: {what}.", **place)
    return say("@{seat} picks up from {gear} {position} and uses action {action}.", **place)


def _picked_up(event: Event, what: str, say: Translator, acts: bool = False) -> str:
    place = {"seat": event["seat"], "gear": called.gear(event["gear"], say), "position": event["position"]}
    if what:
        return say("@{seat} picks up from {gear} {position}: {what}.", **place, what=what)
    if acts:
        return say("@{seat} picks up from {gear} {position}.", **place)
    return say("@{seat} picks up from {gear} {position} without an action.", **place)


def _brought(event: Event, names: called.Names, say: Translator) -> str:
    """What an action has brought at once, or what it lets do."""
    if names.action(event["gear"], event["action"])["effect"] in ("fish", "gain", "worker"):
        return called.goods(event["goods"], say) or say("nothing is left there")
    return names.space(event["gear"], event["action"], say)


def _goods_line(event: Event, kind: str, say: Translator) -> str:
    seat = event["seat"]
    if kind == "given":
        return (
            say("@{seat} gets {goods}.", seat=seat, goods=called.goods(event["goods"], say)) if event["goods"] else ""
        )
    if kind == "gained":
        return say("@{seat} gets {goods}.", seat=seat, goods=called.amount(event["what"], event["n"], say))
    if kind == "scored":
        return say("@{seat} scores {points}.", seat=seat, points=called.points(event["n"], say))
    if kind == "recruited":
        return say("@{seat} has a new worker.", seat=seat)
    if kind == "paid":
        return say("@{seat} pays {goods}.", seat=seat, goods=called.amount("corn", event["n"], say))
    if kind == "blocks-paid":
        return say("@{seat} pays {goods}.", seat=seat, goods=called.block_list(event["blocks"], say))
    if kind == "blocks-taken":
        return say("@{seat} gets {goods}.", seat=seat, goods=called.block_list(event["blocks"], say))
    if kind == "skull":
        return say("@{seat} offers a skull on Chichen Itza {space}.", seat=seat, space=event["space"])
    text = say("@{seat} sells {goods} for {corn}.") if kind == "sold" else say("@{seat} buys {goods} for {corn}.")
    return text.format(
        seat=seat, goods=called.amount(event["what"], 1, say), corn=called.amount("corn", event["corn"], say)
    )


def _step_line(event: Event, kind: str, say: Translator) -> str:
    """Temples and technologies."""
    seat = event["seat"]
    if kind in ("advanced", "beyond"):
        name = called.track(event["track"], say)
        if kind == "beyond":
            effect = called.technology(event["track"], 4, say)
            return say("@{seat} advances beyond level 3 of {track}, {effect}.", seat=seat, track=name, effect=effect)
        level = event["level"]
        return say(
            "@{seat} reaches level {level} of {track}: {effect}.",
            seat=seat,
            level=level,
            track=name,
            effect=called.technology(event["track"], level, say),
        )
    text = {
        "climbed": say("@{seat} climbs to step {step} of {god}."),
        "descended": say("@{seat} goes down to step {step} of {god}."),
        "step-lost": say("@{seat} can climb no further in the temple of {god}."),
    }[kind]
    return text.format(seat=seat, step=event.get("step", 0), god=called.temple(event["temple"], say))


def _tile_line(event: Event, kind: str, names: called.Names, say: Translator) -> str:
    """Wealth tiles, buildings and monuments."""
    seat = event.get("seat")
    if kind == "dealt":
        return say("You were dealt four wealth tiles.")
    if kind == "revealed":
        return say("Everybody shows the two wealth tiles kept.")
    if kind in ("kept", "wealth"):
        tiles = called.clauses([names.effects(tile, say) for tile in event["tiles"]], say)
        text = say("You keep two tiles: {tiles}.") if kind == "kept" else say("@{seat} starts with: {tiles}.")
        return text.format(seat=seat, tiles=tiles)
    if kind == "drawn":
        return say("A new building: {tile}.", tile=names.tile_name(event["tile"], say))
    if kind == "built":
        text = say("@{seat} builds a {tile} for {goods}.") if event["paid"] else say("@{seat} builds a {tile}.")
        return text.format(seat=seat, tile=names.tile_name(event["tile"], say), goods=called.goods(event["paid"], say))
    effects = names.scoring(event["tile"], event["seats"], say)
    if kind == "monument":
        text = say("@{seat} builds a monument for {goods}: {effects}.")
        return text.format(seat=seat, goods=called.goods(event["paid"], say), effects=effects)
    text = say("@{seat} scores {points} for a monument: {effects}.")
    return text.format(seat=seat, points=called.points(event["n"], say), effects=effects)


def _food_line(event: Event, kind: str, say: Translator) -> str:
    seat = event.get("seat")
    if kind == "food-day":
        return (
            say("Food day: workers eat, the gods give goods.")
            if event["index"] % 2
            else say("Food day: workers eat, the gods give points.")
        )
    if kind == "age":
        return say("The second age begins: new buildings.")
    if kind == "fed":
        return sentence(event["seat"], [_fed(event, say)], say)
    if kind == "gifts":
        given = called.goods(event["goods"], say) or say("nothing")
        return say("The temples give @{seat} {goods}.", seat=seat, goods=given)
    steps, more = event["steps"], called.points(event["highest"], say)
    text = say("The temples give @{seat} {points}.") if steps >= 0 else say("The temples cost @{seat} {points}.")
    if event["highest"]:
        text = (
            say("The temples give @{seat} {points}, and {more} for standing highest.")
            if steps >= 0
            else say("The temples cost @{seat} {points} and give {more} for standing highest.")
        )
    lost = text.format(seat=seat, points=called.points(abs(steps), say), more=more)
    return lost if event["n"] == steps + event["highest"] else f"{lost} {say('The score stops at zero.')}"


def _fed(event: Event, say: Translator) -> str:
    """What a seat paid on a food day and who went hungry, without its name."""
    corn, n = called.amount("corn", event["corn"], say), event["unfed"]
    if n == 0:
        return say("feeds all workers for {corn}", corn=corn)
    text = say.plural(
        "pays {corn}, {n} worker goes hungry ({points} lost)", "pays {corn}, {n} workers go hungry ({points} lost)", n
    )
    text = say("pays {corn}, a worker goes hungry ({points} lost)") if n == 1 else text
    if not event["lost"]:
        text = say.plural(
            "pays {corn}, {n} worker goes hungry (the score stays at 0)",
            "pays {corn}, {n} workers go hungry (the score stays at 0)",
            n,
        )
    return text.format(corn=corn, n=n, points=called.points(event["lost"], say))


def _round_line(event: Event, kind: str, say: Translator) -> str:
    """The beginning, the calendar and the end."""
    if kind == "start":
        return say("@{seat} is the starting player.", seat=event["first"])
    if kind == "calendar":
        return _day([event], say)
    if kind == "end":
        winners = event["winners"]
        number = event["quarters"][winners[0]]
        text = say.plural("{seats} wins with {points}.", "{seats} share the victory with {points}.", len(winners))
        return text.format(seats=called.seats(winners, say), points=exact_points(number, say))
    seat = event["seat"]
    if kind == "fell":
        text = say("A worker of @{seat} leaves {gear} without an action.")
        return text.format(seat=seat, gear=called.gear(event["gear"], say))
    worth = exact_points(event["quarters"], say)
    if kind == "left":
        return say(
            "@{seat} has {goods} left, worth {points}.",
            seat=seat,
            goods=called.goods(event["goods"], say),
            points=worth,
        )
    if event["sum"] < event["quarters"]:
        text = say("@{seat} has {points} in all: a score never drops below zero, and the sum was {sum}.")
        return text.format(seat=seat, points=worth, sum=called.quarters(event["sum"]))
    return say("@{seat} has {points} in all.", seat=seat, points=worth)


def exact_points(n: int, say: Translator) -> str:
    """So many quarters of a point, in words."""
    return say.plural("{points} point", "{points} points", called.form(n), points=called.quarters(n))


# ---------------------------------------------------------------- a turn in one sentence


def turn(events: Sequence[Event], names: called.Names, say: Translator) -> str:
    """What a seat did in a turn, or what came of itself, in one sentence; empty when it needs none."""
    opens = next((event for event in events if event["kind"] == "start"), events[0])  # buildings are laid out before
    if opens["kind"] in ("start", "kept", "revealed", "end"):
        return line(opens, names, say)
    if opens["kind"] == "food-day":
        return _food_day(events, say)
    if opens["kind"] == "calendar":
        return _day(events, say)
    seat = next((event["seat"] for event in events if "seat" in event), None)
    return "" if seat is None else _turn(events, seat, names, say)


def sentence(seat: int, deeds: Sequence[str], say: Translator) -> str:
    """Return what a seat did; `deeds` are predicates without its name."""
    return say("@{seat} {deeds}.", seat=seat, deeds=say.every(deeds))


def _turn(events: Sequence[Event], seat: int, names: called.Names, say: Translator) -> str:
    deeds = [say("begs for {corn}", corn=called.amount("corn", e["n"], say)) for e in events if e["kind"] == "begged"]
    placed = [event for event in events if event["kind"] in ("placed", "claimed")]
    deeds += _placing(placed, say) if placed else _picking(events, names, say)
    over = next((k for k, event in enumerate(events) if event["kind"] == "turn-over"), len(events))
    found = sum(event["n"] for event in events[over:] if event["kind"] == "gained")
    if not deeds:
        return ""
    told = say("@{seat} {deeds}", seat=seat, deeds=say.every(deeds))
    if found:
        text = say("{told}; then takes {corn} from the calendar.")
        return text.format(told=told, corn=called.amount("corn", found, say))
    return f"{told}."


def _placing(placed: Sequence[Event], say: Translator) -> list[str]:
    """Workers that were placed, without the name of their seat."""
    places = [
        say("the starting-player space")
        if event["kind"] == "claimed"
        else f"{called.gear(event['gear'], say)} {event['position']}"
        for event in placed
    ]
    paid = sum(event["corn"] for event in placed)
    corn = called.amount("corn", paid, say)
    if any(event.get("mercy") for event in placed):
        text = say("places a worker on {place} for {corn}, by the mercy of the gods")
        return [text.format(place=places[0], corn=corn)]
    if len(placed) == 1:
        text = say("places a worker on {place} for {corn}") if paid else say("places a worker on {place}")
        return [text.format(place=places[0], corn=corn)]
    text = say("places {workers}: {places}, for {corn}") if paid else say("places {workers}: {places}")
    return [text.format(workers=_workers(len(placed), say), places=say.every(places), corn=corn)]


def _workers(n: int, say: Translator) -> str:
    few = (say("two workers"), say("three workers"), say("four workers"), say("five workers"), say("six workers"))
    return few[n - 2]


def _by_worker(events: Sequence[Event]) -> list[list[Event]]:
    """The events of each worker that was picked up."""
    each: list[list[Event]] = []
    for event in events:
        if event["kind"] == "turn-over":  # what comes after it is no worker's
            break
        if event["kind"] == "picked":
            each.append([])
        if each:
            each[-1].append(event)
    return each


def _picking(events: Sequence[Event], names: called.Names, say: Translator) -> list[str]:
    """Workers that were picked up, with what each of them brought, without the name of their seat."""
    each = _by_worker(events)
    if not each:
        return []
    places = [f"{called.gear(one[0]['gear'], say)} {one[0]['position']}" for one in each]
    going_on = not any(event["kind"] == "turn-over" for event in events)
    brought = [outcome(one, names, say, going_on and one is each[-1]) for one in each]
    if len(each) == 1:
        if brought[0]:
            return [say("picks up from {place}: {what}", place=places[0], what=brought[0])]
        if going_on and all(event["kind"] != "no-action" for event in events):
            return [say("picks up from {place}", place=places[0])]
        return [say("picks up from {place} without an action", place=places[0])]
    pairs = [f"{place} ({what})" if what else place for place, what in zip(places, brought, strict=True)]
    workers = _workers(len(each), say)
    sentence = say("picks up {workers}: {places}", workers=workers, places=say.every(pairs))
    if len(sentence) <= LONG:
        return [sentence]
    gears = list(dict.fromkeys(called.gear(one[0]["gear"], say) for one in each))
    what = outcome([event for one in each for event in one], names, say, going_on)
    if not what:
        return [sentence]
    return [say("picks up {workers} from {gears}: {what}", workers=workers, gears=say.every(gears), what=what)]


def outcome(events: Sequence[Event], names: called.Names, say: Translator, going_on: bool = False) -> str:
    """What came of some events of one seat: what it has more, for what it has less; empty when nothing changed, or when
    something was only paid and what it brings is still to be chosen."""
    total: dict[str, int] = {}
    for event in events:
        for what, n in changes(event).items():
            total[what] = total.get(what, 0) + n
    parts = _built(events, names, say)
    levels = {event["track"]: event["level"] for event in events if event["kind"] == "advanced"}
    parts += [f"{called.track(t, say)} {level}" for t, level in levels.items()]
    steps = [0, 0, 0]
    for event in events:
        if event["kind"] in ("climbed", "descended"):
            steps[event["temple"]] += 1 if event["kind"] == "climbed" else -1
    parts += _climbed(steps, 1, say)
    parts += [called.amount(name, total[name], say) for name in MATERIALS if total.get(name, 0) > 0]
    if total.get("points"):
        parts.append(called.points(total["points"], say))
    if total.get("worker"):
        parts.append(called.amount("worker", total["worker"], say))
    parts += _climbed(steps, -1, say)
    cost = called.goods({name: -n for name, n in total.items() if n < 0}, say)
    if not cost or (going_on and not parts):
        return say.every(parts)
    return say("{what} for {cost}", what=say.every(parts) or say("nothing"), cost=cost)


def _built(events: Sequence[Event], names: called.Names, say: Translator) -> list[str]:
    kinds = (say("a farm"), say("a public building"), say("a tomb"), say("a shrine"))
    return [
        say("a monument")
        if event["kind"] == "monument"
        else kinds[CATEGORIES.index(names.printed(event["tile"])["category"])]
        for event in events
        if event["kind"] in ("built", "monument")
    ]


def _climbed(steps: Sequence[int], way: int, say: Translator) -> list[str]:
    """Temple steps up (1) or down (-1): as many in one temple as in another are told together."""
    found = []
    for n in sorted({way * step for step in steps if way * step > 0}):
        gods = called.listed([called.temple(t, say) for t, step in enumerate(steps) if way * step == n], say)
        text = (
            say.plural("{n} step up at {gods}", "{n} steps up at {gods}", n)
            if way > 0
            else say.plural("{n} step down at {gods}", "{n} steps down at {gods}", n)
        )
        if n == 1:
            text = say("a step up at {gods}") if way > 0 else say("a step down at {gods}")
        found.append(text.format(n=n, gods=gods))
    return found


# ---------------------------------------------------------------- days


def _day(events: Sequence[Event], say: Translator) -> str:
    """The calendar turns: who begins now, and whose workers have come home without an action."""
    day = events[0]
    if day["last"]:
        parts = [say("The calendar has come round")]
    else:
        text = say("The calendar turns one day: round {round}")
        if day["days"] == 2:
            text = say("The calendar turns two days: round {round}")
        parts = [text.format(round=day["round"])]
        if day["claimed"] >= 0:
            parts.append(say("@{seat} begins now", seat=day["first"]))
    fell: dict[int, int] = {}
    for event in events:
        if event["kind"] == "fell":
            fell[event["seat"]] = fell.get(event["seat"], 0) + 1
    for seat, n in fell.items():
        text = say.plural(
            "{n} worker of @{seat} leaves the gears without an action",
            "{n} workers of @{seat} leave the gears without an action",
            n,
        )
        text = say("a worker of @{seat} leaves the gears without an action") if n == 1 else text
        parts.append(text.format(n=n, seat=seat))
    return f"{called.clauses(parts, say)}."


def _food_day(events: Sequence[Event], say: Translator) -> str:
    """Who paid what, who went hungry, and what the temples gave; seats that fared alike are told together."""
    paid: dict[tuple[int, int, int], list[int]] = {}
    given: dict[str, list[int]] = {}
    for event in events:
        if event["kind"] == "fed":
            paid.setdefault((event["unfed"], event["corn"], event["lost"]), []).append(event["seat"])
        elif event["kind"] == "gifts" and event["goods"]:
            given.setdefault(called.goods(event["goods"], say), []).append(event["seat"])
        elif event["kind"] == "devotion" and event["n"]:
            given.setdefault(called.points(event["n"], say), []).append(event["seat"])
    fed = [_payers(who, corn, unfed, lost, say) for (unfed, corn, lost), who in sorted(paid.items())]
    gifts = [f"{called.seats(who, say)} {what}" for what, who in given.items()]
    parts = [say("Food day: {paid}", paid=", ".join(fed))]
    if gifts:
        parts.append(say("the temples give {gifts}", gifts=", ".join(gifts)))
    return f"{called.clauses(parts, say)}."


def _payers(who: list[int], corn: int, unfed: int, lost: int, say: Translator) -> str:
    """Seats that paid as much on a food day as each other."""
    text = say.plural("{seats} pays {corn}", "{seats} pay {corn} each", len(who))
    if unfed:
        text = say.plural(
            "{seats} pays {corn} and lets {n} go hungry ({points} lost)",
            "{seats} pay {corn} each and let {n} go hungry ({points} lost)",
            len(who),
        )
    if unfed and not lost:
        text = say.plural(
            "{seats} pays {corn} and lets {n} go hungry (the score stays at 0)",
            "{seats} pay {corn} each and let {n} go hungry (the score stays at 0)",
            len(who),
        )
    return text.format(
        seats=called.seats(who, say), corn=called.amount("corn", corn, say), n=unfed, points=called.points(lost, say)
    )
