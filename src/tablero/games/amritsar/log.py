"""What happened in Amritsar: a line for each event, and one sentence for a turn or for what came of itself.

A turn is told by what a player did, in the order of doing, with what belongs together added up: two gains are one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import names
from tablero.games.amritsar.names import who

NUMERALS = ("I", "II", "III")

Event = Mapping[str, Any]

# ---------------------------------------------------------------- a line for each event


def line(event: Event, say: Translator) -> str:
    kind = event["kind"]
    seat = who(event.get("seat", 0), say)
    if kind in ("picked", "landed", "elephant"):
        return _moving(event, seat, say)
    if kind == "action":
        return _action(event, seat, say)
    if kind in ("gained", "discarded", "bought", "sold", "exchanged", "paid", "recovered", "no_counter", "unlocked"):
        return _dealing(event, seat, say)
    if kind in ("built", "aimed", "hired", "learned"):
        return _upgrading(event, seat, say)
    if kind.startswith("maharaja"):
        return _maharaja(event, say)
    if kind in ("donated", "supported", "points", "majority", "taxed", "knowledge", "objective"):
        return _scoring(event, seat, say)
    if kind == "followed":
        deed = names.mahout(event["deed"], say)
        if event["whom"] < 0:
            return say("{seat} follows the maharaja: {deed}.", seat=seat, deed=deed)
        return say("{seat} follows {whom}: {deed}.", seat=seat, whom=who(event["whom"], say), deed=deed)
    return _course(event, seat, say)


def _scoring(event: Event, seat: str, say: Translator) -> str:
    kind = event["kind"]
    points = names.points(event["points"], say)
    if kind == "donated":
        return say(
            "{seat} donates in the {district}, level {level}: {points}.",
            seat=seat,
            district=names.district(event["district"], say),
            level=event["level"] + 1,
            points=points,
        )
    if kind == "supported":
        return say("{seat}: 1 point for a counter below a donation.", seat=seat)
    if kind == "points":
        return say("{seat}: {points} ({source}).", seat=seat, points=points, source=names.source(event["source"], say))
    if kind == "majority":
        where, most = names.district(event["district"], say), max(event["counts"])
        sentence = (
            say("{seat} has most counters in the {district}, {n}: {points}.")
            if event["counts"].count(most) == 1
            else say("{seat} shares the most counters in the {district}, {n}: {points}.")
        )
        return sentence.format(seat=seat, district=where, n=most, points=points)
    if kind == "taxed":
        paid = names.coins(event["paid"], say)
        if event["missing"]:
            return say.plural(
                "{seat} pays {paid} of tax; {n} coin is missing: {points}.",
                "{seat} pays {paid} of tax; {n} coins are missing: {points}.",
                event["missing"],
                seat=seat,
                paid=paid,
                n=event["missing"],
                points=points,
            )
        return say("{seat} pays {paid} of tax.", seat=seat, paid=paid)
    if kind == "knowledge":
        return say(
            "{seat}: {points} for the last cell of {track}.",
            seat=seat,
            points=points,
            track=names.track(event["track"], say),
        )
    return say(
        "{seat}: {points}. Objective: {text}", seat=seat, points=points, text=names.objective(event["goal"], say)
    )


def _course(event: Event, seat: str, say: Translator) -> str:
    kind = event["kind"]
    if kind == "start":
        return say("The game begins. Start player: @{first}.", first=event["first"])
    if kind == "dealt":
        texts = " ".join(names.objective(goal, say) for goal in event["goals"])
        return say("Your objectives: {texts}", texts=texts)
    if kind == "round":
        return say(
            "Decade {decade}, round {round} of 4", decade=NUMERALS[event["decade"]], round=(event["round"] - 1) % 4 + 1
        )
    if kind == "decade_end":
        return say("Decade {decade} ends: majorities, taxes, income.", decade=NUMERALS[event["decade"]])
    if kind == "decade":
        if event["decade"] == 3:
            return say("The dome is set: the temple is complete.")
        return say("Decade {decade} is over; the temple grows.", decade=NUMERALS[event["decade"] - 1])
    if kind == "final":
        return say("Final scoring: the last cells of the tracks, then the objectives.")
    if kind == "end":
        scores = [f"{who(seat, say)} {score}" for seat, score in enumerate(event["scores"])]
        if event["seats"] == 1:
            scores[1] = f"{say('the maharaja')} {event['scores'][1]}"
        return say("The game is over: {scores}.", scores=", ".join(scores))
    return ""  # single drops, the beginning and the end of a turn: the lines around them say everything


def _moving(event: Event, seat: str, say: Translator) -> str:
    kind = event["kind"]
    if kind == "picked":
        workers = [names.colour(c, say) for c, count in enumerate(event["workers"]) for _ in range(count)]
        sentence = say(
            "{seat} sows from {section}: {workers}.",
            seat=seat,
            section=names.section(event["section"], say),
            workers=", ".join(workers),
        )
        return _with_coins(sentence, event["coins"], say)
    if kind == "landed":
        sentence = say(
            "Active worker: {colour}, {section}.",
            colour=names.colour(event["colour"], say),
            section=names.section(event["section"], say),
        )
        if event["jumped"]:
            left = names.coins(len(event["left"]), say)
            sentence += " " + say("Sections jumped: {n}, for {coins}.", n=event["jumped"], coins=left)
        return _with_coins(sentence, event["coins"], say)
    where = names.district(event["district"], say)
    if event["how"] == "stay":
        return say("The elephant of {seat} stays in the {district}.", seat=seat, district=where)
    sentence = say("The elephant of {seat} goes to the {district}.", seat=seat, district=where)
    if event["how"] == "token":
        sentence += " " + say("The movement token is spent.")
    if event["how"] == "leap":
        sentence += " " + say("The leaping warehouse is turned over.")
    if event["coins"]:
        sentence += " " + say("Paid: {coins}.", coins=names.coins(event["coins"], say))
    if event["points"]:
        sentence += " " + say("Past the maharaja: {points}.", points=names.points(event["points"], say))
    return sentence


def _with_coins(sentence: str, coins: int, say: Translator) -> str:
    return sentence + " " + say("Found: {coins}.", coins=names.coins(coins, say)) if coins else sentence


def _action(event: Event, seat: str, say: Translator) -> str:
    if event["by"] == "mahout":
        return say("{seat} uses a mahout: {deed}.", seat=seat, deed=names.mahout(event["deed"], say))
    sentence = {
        "main": say("{seat} uses the main action of the {tile}: {deed}."),
        "second": say("{seat} uses the secondary action of the {tile}: {deed}."),
        "elephant": say("The elephant of {seat} uses the {tile}: {deed}."),
    }[event["by"]]
    return sentence.format(
        seat=seat, tile=names.slot(event["slot"], event["district"], say), deed=names.action(event["deed"], say)
    )


def _dealing(event: Event, seat: str, say: Translator) -> str:
    kind = event["kind"]
    if kind == "gained":
        return say("{seat} takes {goods}.", seat=seat, goods=names.goods(event["items"], say))
    if kind == "discarded":
        return say("{seat} discards {item}.", seat=seat, item=names.one_item(event["item"], say))
    if kind == "exchanged":
        return say(
            "{seat} exchanges {first} for {second}.",
            seat=seat,
            first=names.one(event["lost"], say),
            second=names.one(event["won"], say),
        )
    if kind == "recovered":
        return say("{seat} recovers a counter.", seat=seat)
    if kind == "no_counter":
        return say("{seat}: 1 point, no counter is left to recover.", seat=seat)
    if kind == "unlocked":
        return say("{seat} unlocks the second elephant move.", seat=seat)
    what = names.one(event["resource"], say)
    if kind == "paid":
        return say("{seat} pays {resource}.", seat=seat, resource=what)
    price = names.coins(event["price"], say)
    if kind == "bought":
        return say("{seat} buys {resource} for {price}.", seat=seat, resource=what, price=price)
    if event["points"]:
        points = names.points(event["points"], say)
        return say(
            "{seat} sells {resource} for {price} and {points}.", seat=seat, resource=what, price=price, points=points
        )
    return say("{seat} sells {resource} for {price}.", seat=seat, resource=what, price=price)


def _upgrading(event: Event, seat: str, say: Translator) -> str:
    kind = event["kind"]
    if kind == "learned":
        track = names.track(event["track"], say)
        if event["overflow"]:
            return say("{seat} is at the end of {track} and takes its gain.", seat=seat, track=track)
        return say("{seat} steps to cell {cell} of {track}.", seat=seat, cell=event["cell"], track=track)
    if kind == "built":
        return say(
            "{seat} builds a warehouse: {house}. Tax {tax}.", seat=seat, house=names.house(event, say), tax=event["tax"]
        )
    if kind == "aimed":
        return say(
            "{seat} places an objective of type {type}. Tax {tax}.",
            seat=seat,
            type="ABCD"[event["what"]],
            tax=event["tax"],
        )
    return say(
        "{seat} places a mahout on {colour}: {deed}. Tax {tax}.",
        seat=seat,
        colour=names.colour(event["space"], say),
        deed=names.mahout(event["deed"], say),
        tax=event["tax"],
    )


def _maharaja(event: Event, say: Translator) -> str:
    kind = event["kind"]
    if kind == "maharaja":
        where = names.district(event["space"], say)
        if event["colour"] < 0:
            return say("The maharaja walks on to the border before the {district}.", district=where)
        colour = names.colour(event["colour"], say)
        return say(
            "The maharaja walks on to the border before the {district}, beside a {colour} worker.",
            district=where,
            colour=colour,
        )
    if kind == "maharaja_goes":
        where = names.district(event["district"], say)
        if event["why"] == "objective":
            return say("The maharaja can pay in the district of his objective: {district}.", district=where)
        return say(
            "The maharaja looks for the most valuable district where he can pay: {district}, worth {value}.",
            district=where,
            value=event["value"],
        )
    if kind == "maharaja_acts":
        sentence = (
            say("The maharaja does his yellow action."),
            say("The maharaja does his blue action."),
            say("The maharaja does his white action."),
            say("The maharaja does his green action."),
        )[event["colour"]]
        reason = (
            say("That was the colour of @0's worker.")
            if event["why"] == "worker"
            else say("That is the colour beside him.")
        )
        return f"{sentence} {reason}"
    if kind == "maharaja_takes":
        what = names.one(event["resource"], say)
        if event["resource"] != event["wanted"]:
            wanted = names.resource(event["wanted"], say)
            return say(
                "The maharaja takes {resource}: there is no more {wanted} in his quarry.", resource=what, wanted=wanted
            )
        return say("The maharaja takes {resource}.", resource=what)
    if kind == "maharaja_empties":
        return say("The market loses {resource}.", resource=names.one(event["resource"], say))
    if kind == "maharaja_learns":
        return say("The maharaja steps to cell {cell} of his track.", cell=event["cell"])
    if kind == "maharaja_ending":
        return say(
            "The maharaja: {aim} for his objective, {track} for his track.",
            aim=names.points(event["aim"], say),
            track=names.points(event["track"], say),
        )
    return say("The maharaja's turn.")


# ---------------------------------------------------------------- a sentence for a turn


def turn(events: Sequence[Event], say: Translator) -> str:
    """What a seat did in a turn, or what came of itself: a round, a step of the maharaja, the end of a decade."""
    first = events[0]
    special = {
        "maharaja_turn": _maharaja_gives,
        "maharaja_acts": _maharaja_acts,
        "decade_end": _decade_ends,
        "final": _final_scoring,
        "followed": _follows,
    }.get(first["kind"])
    if special is not None:
        return special(events, say)
    seat = first.get("seat", -1)
    deeds = _deeds(events, seat, say)
    if seat < 0 or not deeds:
        return line(first, say)
    sentence = say("{seat} {deeds}.", seat=who(seat, say), deeds=say.every(deeds))
    if events[-1]["kind"] == "decade":  # the last choice of the decade's income
        sentence += " " + line(events[-1], say)
    return sentence


def _follows(events: Sequence[Event], say: Translator) -> str:
    first = events[0]
    deeds = _deeds(events, first["seat"], say)
    if not deeds:
        return line(first, say)
    parts = {"seat": who(first["seat"], say), "whom": who(first["whom"], say), "deeds": say.every(deeds)}
    if first["whom"] < 0:
        return say("{seat} follows the maharaja: {deed}.", seat=parts["seat"], deed=parts["deeds"])
    rewarded = any(event["kind"] == "points" and event["source"] == "followers" for event in events)
    if rewarded:
        return say("{seat} follows {whom} (who gains 1 point): {deeds}.", **parts)
    return say("{seat} follows {whom}: {deed}.", seat=parts["seat"], whom=parts["whom"], deed=parts["deeds"])


def _deeds(events: Sequence[Event], seat: int, say: Translator) -> list[str]:
    """What a seat did, as predicates in the order of doing; what is of one kind is told where it began."""
    own = [event for event in events if event.get("seat") == seat]
    # A deal brings a counter back, as all seats know
    dealt = any(event["kind"] in ("bought", "sold") for event in own)
    out: list[str] = []
    done_groups: set[str] = set()
    for event in own:
        kind = event["kind"]
        if kind == "elephant":
            out += _walk(event, say)
        elif kind == "picked":
            out.append(_sowing(event, own, say))
        elif kind in ("built", "aimed", "hired", "exchanged", "unlocked") or (kind == "recovered" and not dealt):
            out.append(_single(event, say))
        elif kind in ("gained", "discarded", "bought", "sold", "donated", "learned", "points", "no_counter"):
            group = "points" if kind == "no_counter" else kind
            if group not in done_groups:
                done_groups.add(group)
                out += _summed(group, own, say)
    if any(event["kind"] == "ended" for event in own) and not any(event["kind"] == "action" for event in own):
        out.append(say("takes no action"))
    return out


def _walk(event: Event, say: Translator) -> list[str]:
    where = names.district(event["district"], say)
    how = event["how"]
    if how == "stay":
        return []
    if how == "place":
        return [say("places the elephant in the {district}", district=where)]
    if how == "token":
        return [say("spends the movement token to reach the {district}", district=where)]
    if how == "leap":
        return [say("turns over a warehouse to reach the {district}", district=where)]
    if event["coins"]:
        out = [
            say(
                "leads the elephant to the {district} for {coins}",
                district=where,
                coins=names.coins(event["coins"], say),
            )
        ]
    else:
        out = [say("leads the elephant to the {district}", district=where)]
    if event["points"]:
        out.append(say("loses {points} to the maharaja", points=names.points(-event["points"], say)))
    return out


def _sowing(event: Event, own: Sequence[Event], say: Translator) -> str:
    where = names.tag(event["section"], say)
    landed = next((one for one in own if one["kind"] == "landed"), None)
    if landed is None:
        return say("sows from {tag}", tag=where)
    return say(
        "sows from {tag} ({colour} acts in the {district})",
        tag=where,
        colour=names.colour(landed["colour"], say),
        district=names.district(landed["section"] // 2, say),
    )


def _single(event: Event, say: Translator) -> str:
    kind = event["kind"]
    if kind == "built":
        return say("builds a warehouse ({house})", house=names.house(event, say))
    if kind == "aimed":
        return say("places an objective of type {type}", type="ABCD"[event["what"]])
    if kind == "hired":
        colour, deed = names.colour(event["space"], say), names.mahout(event["deed"], say)
        return say("puts a mahout on {colour} ({deed})", colour=colour, deed=deed)
    if kind == "exchanged":
        first, second = (names.one(event[which], say) for which in ("lost", "won"))
        return say("exchanges {first} for {second}", first=first, second=second)
    return say("recovers a counter") if kind == "recovered" else say("unlocks the second elephant move")


def _summed(kind: str, own: Sequence[Event], say: Translator) -> list[str]:
    """All events of a kind together."""
    alike = [event for event in own if event["kind"] == kind]
    if kind == "gained":
        items = [sum(event["items"][k] for event in alike) for k in range(4)]
        return [say("takes {goods}", goods=names.goods(items, say))]
    if kind == "discarded":
        items = [sum(event["item"] == k for event in alike) for k in range(4)]
        return [say("discards {goods}", goods=names.goods(items, say))]
    if kind in ("bought", "sold"):
        return [_traded(kind, alike, say)]
    if kind == "donated":
        return [_donations(alike, own, say)]
    if kind == "learned":
        tracks = list(dict.fromkeys(names.track(event["track"], say) for event in alike))
        return [say("advances in {tracks}", tracks=say.every(tracks))]
    extra = [e["points"] for e in own if e["kind"] in ("points", "no_counter") and e.get("source") != "followers"]
    return [say("gains {points}", points=names.points(sum(extra), say))] if extra else []


def _traded(kind: str, deals: Sequence[Event], say: Translator) -> str:
    counts = [0, *(sum(event["resource"] == r for event in deals) for r in range(3))]
    parts = {"goods": names.goods(counts, say), "coins": names.coins(sum(e["price"] for e in deals), say)}
    if bonus := sum(event.get("points", 0) for event in deals):
        return say("sells {goods} for {coins} and {points}", points=names.points(bonus, say), **parts)
    return say("buys {goods} for {coins}", **parts) if kind == "bought" else say("sells {goods} for {coins}", **parts)


def _donations(made: Sequence[Event], own: Sequence[Event], say: Translator) -> str:
    """With what the own counters below them brought."""
    points = names.points(sum(event["points"] for event in own if event["kind"] in ("donated", "supported")), say)
    if len(made) > 1:
        return say("makes {n} donations for {points}", n=len(made), points=points)
    return say(
        "donates in the {district} for {points}", district=names.district(made[0]["district"], say), points=points
    )


# ---------------------------------------------------------------- what comes of itself


def _maharaja_gives(events: Sequence[Event], say: Translator) -> str:
    """The first step of his turn: a donation where it is worth most, else a counter."""
    kinds = {event["kind"]: event for event in events}
    if "donated" in kinds:
        return say(
            "The maharaja donates in the {district}, the most valuable district where he can pay: {points}.",
            district=names.district(kinds["donated"]["district"], say),
            points=_his_points(events, say),
        )
    if "recovered" in kinds:
        return say("The maharaja can donate nowhere: instead a counter goes onto his elephant.")
    return say("The maharaja can donate nowhere, and no counter can go onto his elephant.")


def _his_points(events: Sequence[Event], say: Translator) -> str:
    won = [event["points"] for event in events if event.get("seat") == -1 and event["kind"] in ("donated", "supported")]
    return names.points(sum(won), say)


def _maharaja_acts(events: Sequence[Event], say: Translator) -> str:
    """One of his two actions, with the worker that called for it."""
    deeds = say.every(_maharaja_deeds(events, say) or [say("can do nothing")])
    colour = names.capital(names.colour(events[0]["colour"], say))
    if events[0]["why"] == "worker":
        return say("{colour} (worker of @0): the maharaja {deeds}.", colour=colour, deeds=deeds)
    return say("{colour} (worker beside him): the maharaja {deeds}.", colour=colour, deeds=deeds)


def _maharaja_deeds(events: Sequence[Event], say: Translator) -> list[str]:
    out = []
    green = events[0]["colour"] == 3
    took = [event for event in events if event["kind"] == "maharaja_takes"]
    for event in events:
        kind = event["kind"]
        if kind == "recovered":
            if green:
                out.append(say("would donate, but cannot"))
            out.append(say("takes a counter"))
        elif kind == "maharaja_takes" and event is took[0]:
            out.append(_quarried(took, say))
        elif kind == "maharaja_empties":
            out.append(say("removes {resource} from the market", resource=names.one(event["resource"], say)))
        elif kind == "maharaja_learns":
            out.append(say("steps to cell {cell} of his track", cell=event["cell"]))
        elif kind == "maharaja_goes":
            where, points = names.district(event["district"], say), _his_points(events, say)
            if event["why"] == "objective":
                out.append(
                    say("donates in the {district}, as his objective asks, for {points}", district=where, points=points)
                )
            else:
                out.append(
                    say(
                        "donates in the {district}, not being able to where his objective asks, for {points}",
                        district=where,
                        points=points,
                    )
                )
        elif kind == "points" and event["seat"] < 0:
            out.append(say("gains {points}", points=names.points(event["points"], say)))
    return out


def _quarried(took: Sequence[Event], say: Translator) -> str:
    """All that he took from his quarry in one action, and what he wanted in its place."""
    counts = [0, *(sum(event["resource"] == r for event in took) for r in range(3))]
    missed = sorted({event["wanted"] for event in took if event["wanted"] != event["resource"]})
    taken = names.goods(counts, say)
    if missed:
        wanted = say.every([names.resource(r, say) for r in missed])
        return say("takes {goods} from his quarry, for want of {wanted}", goods=taken, wanted=wanted)
    return say("takes {goods} from his quarry", goods=taken)


def _decade_ends(events: Sequence[Event], say: Translator) -> str:
    decade = NUMERALS[events[0]["decade"]]
    won = _by_seat([event for event in events if event["kind"] == "majority"], say)
    sentence = (
        say("Decade {decade} ends. Majorities: {scores}.", decade=decade, scores=won)
        if won
        else say("Decade {decade} ends; nobody has a majority.", decade=decade)
    )
    lost = _by_seat([event for event in events if event["kind"] == "taxed" and event["points"]], say)
    return f"{sentence} {say('Unpaid taxes: {scores}.', scores=lost)}" if lost else sentence


def _final_scoring(events: Sequence[Event], say: Translator) -> str:
    scored = [event for event in events if event["kind"] in ("knowledge", "objective")]
    scored += [{**event, "seat": -1} for event in events if event["kind"] == "maharaja_ending"]
    return say("Last cells and objectives: {scores}.", scores=_by_seat(scored, say) or names.points(0, say))


def _by_seat(events: Sequence[Event], say: Translator) -> str:
    """The points of these events, added up for each player."""
    sums: dict[int, int] = {}
    for event in events:
        sums[event["seat"]] = sums.get(event["seat"], 0) + event["points"]
    order = sorted(sums, key=lambda seat: (seat < 0, seat))
    return say.every([f"{who(seat, say, inside=True)} {names.points(sums[seat], say)}" for seat in order])
