"""My page and everybody's: a person's games and results. What is one's own is shown to its owner alone."""

from __future__ import annotations

import asyncio
import logging
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from babel.dates import format_skeleton
from litestar import Litestar, Response, get, post
from litestar.exceptions import NotFoundException, TooManyRequestsException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.games import NAMES, games
from tablero.games import game as find_game
from tablero.people.ratings import TOO_EARLY
from tablero.site import plots
from tablero.site.ending import figure
from tablero.site.language import Tongue, tongue_of
from tablero.site.lists import line_of
from tablero.site.pages import Form, Visit, house_of, name_of, page
from tablero.site.people import Guest, guest_of
from tablero.site.portrait import OfGame, Portrait, portrait
from tablero.site.seats import called
from tablero.site.shield import Allowance
from tablero.store import House, StoreError
from tablero.store.accounts import Account
from tablero.store.results import Finished

PAGE = 20  # finished games on a page
NOW = 6  # unfinished ones on my page
SWITCHES = ("shows_page", "wants_rating")
REST = 4.0  # how much longer the house rests than it works while it adds what ended before results were kept
AT_ONCE, PER_SECOND = 2, 1 / 60  # files of all records
LOOK = 60.0  # seconds between two looks for games that nobody has rated

logger = logging.getLogger("tablero.site")


# ---------------------------------------------------------------- in words


def day(moment: float, now: float, tongue: Tongue) -> str:
    """When something was: today, yesterday, or a date."""
    then, today = datetime.fromtimestamp(moment, UTC), datetime.fromtimestamp(now, UTC)
    days = (today.date() - then.date()).days
    if days in (0, 1):
        return tongue.say("yesterday") if days else tongue.say("today")
    return format_skeleton("MMMd" if then.year == today.year else "yMMMd", then, locale=tongue.locale)


def ordinal(place: int, tongue: Tongue) -> str:
    say = tongue.say
    return {1: say("1st"), 2: say("2nd"), 3: say("3rd")}.get(place, say("4th"))


def company(one: Finished, tongue: Tongue) -> str:
    """Who else sat there, or what the table was called."""
    say = tongue.say
    if one.title:
        return one.title
    others = [player for player in one.players if player.seat != one.seat]
    bots = [player.level for player in others if player.level]
    people = [called(player.name, say) for player in others if not player.level]
    if not others:
        return say("alone")
    many = say("a bot") if len(bots) == 1 else say.plural("{n} bot", "{n} bots", len(bots), n=len(bots))
    if people:
        return say("with {names}", names=say.every([*people, *([many] if bots else [])]))
    levels = sorted(set(bots))
    if len(levels) == 1:
        return say("{bots}, level {level}", bots=many, level=levels[0])
    return say("{bots}, levels {first} to {last}", bots=many, first=levels[0], last=levels[-1])


def points_of(score: float) -> str:
    return figure(Fraction(score))


def _row(one: Finished, now: float, tongue: Tongue, own: bool) -> dict[str, Any]:
    """A finished game in a list. Whoever did not sit there is led to listed tables only."""
    return {
        "match": one.match if own or one.listed else "", "seat": one.seat, "title": find_game(one.game).title,
        "company": company(one, tongue) if own or one.listed else "", "place": ordinal(one.place, tongue) if one.seats > 1 else "",
        "won": one.won > 0, "shared": 0 < one.won < 1, "lost_alone": one.seats == 1 and not one.won, "points": points_of(one.score),
        "day": day(one.ended, now, tongue), "time": datetime.fromtimestamp(one.ended, UTC).isoformat(timespec="minutes"),
    }  # fmt: skip


# ---------------------------------------------------------------- what the page shows


def _told_places(one: OfGame, tongue: Tongue) -> str:
    say = tongue.say
    told = [say("{place}: {n}", place=ordinal(place, tongue), n=n) for place, n in enumerate(one.places, 1) if n]
    return say("Places. {places}", places=", ".join(told))


def _game_row(one: OfGame, wants_rating: bool, tongue: Tongue) -> dict[str, Any]:
    say, standing = tongue.say, one.standing
    line = ""
    if wants_rating and one.known and standing is not None:
        line = plots.rating_line(
            standing.history,
            say("Rating from {first} to {last}", first=standing.history[0].points, last=standing.history[-1].points),
        )
    return {
        "game": one.game, "games": one.games, "share": round(100 * one.share.part),
        "places": plots.places(one.places, _told_places(one, tongue)), "line": line, "standing": standing if wants_rating else None,
        "known": one.known,
    }  # fmt: skip


def _closer(one: OfGame, tongue: Tongue) -> dict[str, Any]:
    """A game looked at closely: points over time, sources, and shares."""
    say, spoken = tongue.say, tongue.of(one.game)
    scores, won = [scored.score for scored in one.points], [scored.won > 0 for scored in one.points]
    mean, figures = sum(scores) / len(scores), ", ".join(map(points_of, scores))
    label = say("Points of {n} games, the earliest first: {points}", n=len(scores), points=figures)
    most = max([1.0, *(max(abs(source.own), abs(source.table)) for source in one.sources)])
    sources = []
    for source in one.sources:
        name = spoken(source.name)
        own, table = (points_of(round(4 * value) / 4) for value in (source.own, source.table))
        told = say("{source}: you {own}, the table {table}", source=name, own=own, table=table)
        sources.append(
            {"name": name[:1].upper() + name[1:], "own": own, "table": table, "bar": plots.compared(source.own, source.table, most, told)}
        )  # fmt: skip
    return {
        "game": one.game,
        "mean": round(mean),
        "best": points_of(max(scores)),
        "points": [plots.points_over_time(scores, won, label, narrow) for narrow in (False, True)],
        "recent": len(scores),
        "sources": sources,
        "by_seats": [
            {"seats": row.seats, "games": row.share.games, "share": round(100 * row.share.part), "places": row.places}
            for row in one.by_seats
        ],
        "levels": [
            (level, share.games, plots.share_bar(share.part, *share.interval, _told_share(share.part, share.games, tongue)), round(100 * share.part))
            for level, share in one.level_shares.items()
        ],
    }  # fmt: skip


def _told_share(part: float, number: int, tongue: Tongue) -> str:
    return tongue.say("{share} % of {n} games", share=round(100 * part), n=number)


def _matrix(portrait: Portrait) -> list[tuple[Game, list[tuple[str, str]]]]:
    """Bots beaten: for each game and level how often, and whether it is the strongest one."""
    known = {one.game.name: one.levels for one in portrait.of_games}
    rows = []
    for game in games():
        levels = known.get(game.name, {})
        beaten = [level for level, (_, wins) in levels.items() if wins]
        cells = []
        for level in LEVELS:
            met, wins = levels.get(level.number, (0, 0))
            kind = "top" if beaten and level.number == max(beaten) else "some" if wins else "none"
            cells.append((kind, str(wins) if met else "–"))
        rows.append((game, cells))
    return rows


def _firsts(found: Portrait, now: float, tongue: Tongue, own: bool) -> list[dict[str, Any]]:
    rows = []
    for one in found.firsts:
        spoken = tongue.of(one.game) if one.game is not None else None
        title, about = (spoken(words) if spoken else words for words in (one.feat.title, one.feat.about))
        rows.append(
            {
                "icon": one.feat.icon, "title": title, "about": about, "game": one.game,
                "day": day(one.done.ended, now, tongue) if one.done else "",
                "link": f"/t/{one.done.match}?move={one.done.move}" if one.done and (own or one.done.listed) else "",
            }
        )  # fmt: skip
    return rows


async def _told(request: Visit, person: str, own: bool, wants_rating: bool) -> dict[str, Any]:
    """What both pages show about somebody."""
    house, tongue = house_of(request), tongue_of(request)
    found = await portrait(house, person, tongue.say)
    now = house.now()
    often = [
        {"one": one, "bar": plots.share_bar(one.share.part, *one.share.interval, _told_share(one.share.part, one.share.games, tongue)), "share": round(100 * one.share.part)}
        for one in found.often
    ]  # fmt: skip
    return {
        "portrait": found, "own": own, "wants_rating": wants_rating, "too_early": TOO_EARLY, "levels": LEVELS,
        "rows": [_game_row(one, wants_rating, tongue) for one in found.of_games],
        "closer": [_closer(one, tongue) for one in found.of_games],
        "latest": [_row(one, now, tongue, own) for one in found.latest], "matrix": _matrix(found),
        "firsts": _firsts(found, now, tongue, own), "done": sum(one.done is not None for one in found.firsts), "often": often,
    }  # fmt: skip


# ---------------------------------------------------------------- my page


@get("/me")
async def my_page(request: Visit) -> Response[str]:
    guest, house, tongue = guest_of(request), house_of(request), tongue_of(request)
    chosen = await house.settings.of(guest.id)
    unfinished = [summary for summary in await house.results.unfinished(guest.id) if summary.game in NAMES]
    lines = [line_of(summary, guest.id, tongue) for summary in unfinished]
    lines.sort(key=lambda line: (not line.turn, not line.kept, not line.summary.started, -line.summary.updated))
    account = guest.account
    told = await _told(request, guest.id, True, chosen.wants_rating and account is not None)
    since = account.made if account is not None else None
    return page(
        "me.jinja", request, here="me", name=name_of(guest, tongue), account=account, chosen=chosen,
        lines=lines[:NOW], unfinished=len(lines), waiting=sum(line.turn for line in lines), since=_month(since, tongue),
        first_game=games()[0], **told,
    )  # fmt: skip


def _month(moment: float | None, tongue: Tongue) -> str:
    return "" if moment is None else format_skeleton("yMMMM", datetime.fromtimestamp(moment, UTC), locale=tongue.locale)


@get("/me/games")
async def my_games(request: Visit, game: FromQuery[str] = "", number: FromQuery[int] = 1) -> Response[str]:
    """All my games: those that go on, and the finished ones page by page."""
    guest, house, tongue = guest_of(request), house_of(request), tongue_of(request)
    chosen = game if game in NAMES else ""
    total = await house.results.count(guest.id, chosen)
    pages = max(1, -(-total // PAGE))
    here = min(max(1, number), pages)
    finished = await house.results.finished(guest.id, chosen, PAGE * (here - 1), PAGE)
    unfinished = [summary for summary in await house.results.unfinished(guest.id) if summary.game in NAMES]
    lines = [line_of(summary, guest.id, tongue) for summary in unfinished if chosen in ("", summary.game)]
    return page(
        "my-games.jinja", request, here="me", rows=[_row(one, house.now(), tongue, True) for one in finished], total=total,
        pages=pages, number=here, chosen=chosen, games=games(),
        waiting=[line for line in lines if line.turn], open=[line for line in lines if not line.summary.started],
        running=[line for line in lines if line.summary.started and not line.turn],
    )  # fmt: skip


@post("/me/settings")
async def change_settings(request: Visit, data: Form) -> Redirect:
    """One switch: its name, and on or off."""
    name = data.get("switch", "")
    if name not in SWITCHES:
        raise NotFoundException
    guest = guest_of(request)
    if guest.account is not None:  # guests have no page and no rating
        await house_of(request).settings.change(guest.id, **{name: data.get("to") == "on"})
    return Redirect("/me#yours", status_code=303)


# ---------------------------------------------------------------- all my records as one file


class _Pipe:
    """What a zip file is written to: taken away as soon as it is there."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Everything is taken at once."""

    def taken(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def packed_records(house: House, person: str) -> AsyncIterator[bytes]:
    """The records of all games that somebody has finished, packed while they are read: one game is in memory at a time."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        async for match, game, ended, text in house.results.records(person):
            date = datetime.fromtimestamp(ended, UTC)
            about = zipfile.ZipInfo(f"{game}-{date:%Y-%m-%d}-{match[:8]}.tablero", date.timetuple()[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            await asyncio.to_thread(archive.writestr, about, text)
            yield pipe.taken()
    yield pipe.taken()


def records_file(request: Visit, guest: Guest) -> Stream:
    """The answer that brings it. It costs the house some work, so not too often."""
    allowance: Allowance = request.app.state.record_files
    if not allowance.allows(guest.id):
        raise TooManyRequestsException(
            "your records are being packed already: try again in a minute", headers={"Retry-After": "60"}
        )
    headers = {"Content-Disposition": 'attachment; filename="tablero-records.zip"', "Cache-Control": "no-store"}
    return Stream(packed_records(house_of(request), guest.id), media_type="application/zip", headers=headers)


@get("/me/records")
async def my_records(request: Visit) -> Stream:
    return records_file(request, guest_of(request))


# ---------------------------------------------------------------- somebody's page


async def shown_person(house: House, name: str, viewer: str) -> Account | None:
    """The account of this name whose page the viewer may see; None when it is kept private."""
    account = await house.accounts.named(name)
    if account is None:
        raise NotFoundException("nobody here has this name: check how it is written")
    shown = account.person == viewer or (await house.settings.of(account.person)).shows_page
    return account if shown else None


@get("/people/{name:str}")
async def person_page(request: Visit, name: FromPath[str]) -> Response[str]:
    house, tongue, guest = house_of(request), tongue_of(request), guest_of(request)
    account = await shown_person(house, name, guest.id)
    if account is None:
        return page("private-person.jinja", request, name=name)
    chosen = await house.settings.of(account.person)
    told = await _told(request, account.person, False, chosen.wants_rating)
    return page(
        "me.jinja", request, here="", name=account.name, account=account, chosen=chosen, since=_month(account.made, tongue),
        lines=[], unfinished=0, waiting=0, first_game=games()[0], **told,
    )  # fmt: skip


# ---------------------------------------------------------------- behind the pages


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """While the house is open: results of games that ended before they were kept are added, and rated games are rated."""
    app.state.record_files = Allowance(AT_ONCE, PER_SECOND)
    house: House = app.state.house
    ended = asyncio.Event()

    async def add() -> None:
        try:
            await house.results.fill(REST)
        except StoreError:  # it goes on at the next start
            logger.warning("results of older games could not be added: the next start goes on")

    async def rate() -> None:
        while True:
            try:
                await house.ratings.catch_up()
            except Exception as error:  # the next time
                logger.warning("games could not be rated yet: %s", error)
            ended.clear()
            with suppress(TimeoutError):  # a game may have ended in another process
                await asyncio.wait_for(ended.wait(), LOOK)

    def listen(id: str, version: int) -> None:
        table = house.kept(id)
        if table is not None and table.terms.rated and (table.over or table.version < version):
            ended.set()

    stop = house.listen(listen)
    tasks = [asyncio.create_task(add()), asyncio.create_task(rate())]
    try:
        yield
    finally:
        stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


HANDLERS = (my_page, my_games, change_settings, my_records, person_page)
