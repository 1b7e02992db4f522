"""Profiles: a user's own page, its lists and records, and the public page of an account."""

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
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.people import Share
from tablero.people.ratings import MIN_RATED_GAMES
from tablero.site.profiles import plots
from tablero.site.profiles.summary import MIN_GAMES, GameSummary, PlayerSummary, player_summary
from tablero.site.table.list_line import table_line
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.language import language_of
from tablero.site.web.page import Form, HtmlRequest, name_of, page, store_of
from tablero.site.web.services import services_of
from tablero.store import Store, StoreError
from tablero.store.people.accounts import Account
from tablero.store.tables.results import FinishedGame
from tablero.ui.language import Language
from tablero.ui.names import called
from tablero.ui.result_sheet import points_text

PAGE_SIZE = 20  # finished games on a page
NOW = 6  # unfinished ones on my page
SWITCHES = ("shows_page", "wants_rating")
REST = 4.0  # idle time per working time while results of older games are added
RATING_INTERVAL = 60.0  # seconds between two checks for games to rate

logger = logging.getLogger("tablero.site")


# ---------------------------------------------------------------- in words


def day(moment: float, now: float, language: Language) -> str:
    """Return "today", "yesterday" or a date."""
    then, today = datetime.fromtimestamp(moment, UTC), datetime.fromtimestamp(now, UTC)
    days = (today.date() - then.date()).days
    if days in (0, 1):
        return language.say("yesterday") if days else language.say("today")
    return format_skeleton("MMMd" if then.year == today.year else "yMMMd", then, locale=language.locale)


def ordinal(place: int, language: Language) -> str:
    say = language.say
    return {1: say("1st"), 2: say("2nd"), 3: say("3rd")}.get(place, say("4th"))


def companions_text(one: FinishedGame, language: Language) -> str:
    """Return the name of the table, or who else played."""
    say = language.say
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
    return points_text(Fraction(score))


def _row(one: FinishedGame, now: float, language: Language, own: bool) -> dict[str, Any]:
    """Return a finished game as a line of a list; others than the player get links to listed tables only."""
    return {
        "match": one.match if own or one.listed else "",
        "seat": one.seat,
        "title": find_game(one.game).title,
        "company": companions_text(one, language) if own or one.listed else "",
        "place": ordinal(one.place, language) if one.seats > 1 else "",
        "won": one.won > 0,
        "shared": 0 < one.won < 1,
        "lost_alone": one.seats == 1 and not one.won,
        "points": points_of(one.score),
        "day": day(one.ended, now, language),
        "time": datetime.fromtimestamp(one.ended, UTC).isoformat(timespec="minutes"),
    }


# ---------------------------------------------------------------- what the page shows


def _told_places(one: GameSummary, language: Language) -> str:
    say = language.say
    told = [say("{place}: {n}", place=ordinal(place, language), n=n) for place, n in enumerate(one.places, 1) if n]
    return say("Places. {places}", places=", ".join(told))


def _game_row(one: GameSummary, wants_rating: bool, language: Language) -> dict[str, Any]:
    say, standing = language.say, one.standing
    line = ""
    if wants_rating and one.known and standing is not None:
        line = plots.rating_line(
            standing.history,
            say("Rating from {first} to {last}", first=standing.history[0].points, last=standing.history[-1].points),
        )
    return {
        "game": one.game,
        "games": one.games,
        "wins": one.wins,
        "share": _percent(one.share),
        "places": plots.places(one.places, _told_places(one, language)),
        "line": line,
        "standing": standing if wants_rating else None,
        "known": one.known,
    }


def _closer(one: GameSummary, language: Language) -> dict[str, Any]:
    """Return the details of a game: points over time, sources, and shares."""
    say, spoken = language.say, language.of(one.game)
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
            {
                "name": name[:1].upper() + name[1:],
                "own": own,
                "table": table,
                "bar": plots.compared(source.own, source.table, most, told),
            }
        )
    return {
        "game": one.game,
        "mean": round(mean),
        "best": points_of(max(scores)),
        "points": [plots.points_over_time(scores, won, label, narrow) for narrow in (False, True)],
        "recent": len(scores),
        "sources": sources,
        "by_seats": [
            {"seats": row.seats, "games": row.share.games, "share": _percent(row.share), "places": row.places}
            for row in one.by_seats
        ],
        "levels": [
            (level, share.games, _bar(share, language), _percent(share)) for level, share in one.level_shares.items()
        ],
    }


def _percent(share: Share) -> str:
    """Return a share in percent; of few games nothing."""
    return f"{round(100 * share.part)} %" if share.games >= MIN_GAMES else ""


def _bar(share: Share, language: Language) -> str:
    if share.games < MIN_GAMES:
        return ""
    words = language.say("{share} % of {n} games", share=round(100 * share.part), n=share.games)
    return plots.share_bar(share.part, *share.interval, words)


def _matrix(player_summary: PlayerSummary) -> list[tuple[Game, list[tuple[str, str]]]]:
    """Return for each game and level how often bots were beaten, and which is the strongest of them."""
    known = {one.game.name: one.levels for one in player_summary.by_game}
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


def _firsts(found: PlayerSummary, now: float, language: Language, own: bool) -> list[dict[str, Any]]:
    rows = []
    for one in found.firsts:
        spoken = language.of(one.game) if one.game is not None else None
        title, about = (spoken(words) if spoken else words for words in (one.feat.title, one.feat.about))
        rows.append(
            {
                "icon": one.feat.icon,
                "title": title,
                "about": about,
                "game": one.game,
                "day": day(one.done.ended, now, language) if one.done else "",
                "link": f"/t/{one.done.match}?move={one.done.move}" if one.done and (own or one.done.listed) else "",
            }
        )
    return rows


async def _told(request: HtmlRequest, person: str, own: bool, wants_rating: bool) -> dict[str, Any]:
    """Return what the own and the public page share."""
    store, language = store_of(request), language_of(request)
    found = await player_summary(store, person, language.say)
    now = store.now()
    often = [{"one": one, "bar": _bar(one.share, language), "share": _percent(one.share)} for one in found.often]
    return {
        "portrait": found,
        "own": own,
        "wants_rating": wants_rating,
        "too_early": MIN_RATED_GAMES,
        "levels": LEVELS,
        "rows": [_game_row(one, wants_rating, language) for one in found.by_game],
        "closer": [_closer(one, language) for one in found.by_game if one.games >= MIN_GAMES],
        "few": [one for one in found.by_game if one.games < MIN_GAMES],
        "wanted": MIN_GAMES,
        "latest": [_row(one, now, language, own) for one in found.latest],
        "matrix": _matrix(found),
        "firsts": _firsts(found, now, language, own),
        "done": sum(one.done is not None for one in found.firsts),
        "often": often,
    }


# ---------------------------------------------------------------- my page


@get("/me")
async def my_page(request: HtmlRequest) -> Response[str]:
    guest, store, language = guest_of(request), store_of(request), language_of(request)
    chosen = await store.preferences.of(guest.id)
    unfinished = [summary for summary in await store.results.unfinished(guest.id) if summary.game in GAME_NAMES]
    lines = [table_line(summary, guest.id, language) for summary in unfinished]
    lines.sort(key=lambda line: (not line.turn, not line.kept, not line.summary.started, -line.summary.updated))
    account = guest.account
    told = await _told(request, guest.id, True, chosen.wants_rating and account is not None)
    since = account.made if account is not None else None
    return page(
        "profiles/profile.jinja",
        request,
        here="me",
        name=name_of(guest, language),
        account=account,
        chosen=chosen,
        lines=lines[:NOW],
        unfinished=len(lines),
        waiting=sum(line.turn for line in lines),
        since=_month(since, language),
        first_game=games()[0],
        **told,
    )


def _month(moment: float | None, language: Language) -> str:
    return (
        "" if moment is None else format_skeleton("yMMMM", datetime.fromtimestamp(moment, UTC), locale=language.locale)
    )


@get("/me/games")
async def my_games(request: HtmlRequest, game: FromQuery[str] = "", number: FromQuery[int] = 1) -> Response[str]:
    """All games of the visitor: the running ones, and the finished ones page by page."""
    guest, store, language = guest_of(request), store_of(request), language_of(request)
    chosen = game if game in GAME_NAMES else ""
    total = await store.results.count(guest.id, chosen)
    pages = max(1, -(-total // PAGE_SIZE))
    here = min(max(1, number), pages)
    finished = await store.results.finished(guest.id, chosen, PAGE_SIZE * (here - 1), PAGE_SIZE)
    unfinished = [summary for summary in await store.results.unfinished(guest.id) if summary.game in GAME_NAMES]
    lines = [table_line(summary, guest.id, language) for summary in unfinished if chosen in ("", summary.game)]
    return page(
        "profiles/my-games.jinja",
        request,
        here="games",
        rows=[_row(one, store.now(), language, True) for one in finished],
        total=total,
        pages=pages,
        number=here,
        chosen=chosen,
        games=games(),
        waiting=[line for line in lines if line.turn],
        open=[line for line in lines if not line.summary.started],
        running=[line for line in lines if line.summary.started and not line.turn],
    )


@post("/me/settings")
async def change_settings(request: HtmlRequest, data: Form) -> Redirect:
    """Set one of SWITCHES on or off."""
    name = data.get("switch", "")
    if name not in SWITCHES:
        raise NotFoundException
    guest = guest_of(request)
    if guest.account is not None:  # guests have no page and no rating
        await store_of(request).preferences.change(guest.id, **{name: data.get("to") == "on"})
    return Redirect("/me#yours", status_code=303)


# ---------------------------------------------------------------- all my records as one file


class _Pipe:
    """A stream that a zip file is written to and that is emptied at once."""

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


async def zip_records(store: Store, person: str) -> AsyncIterator[bytes]:
    """Yield a zip file of the records of all finished games, with one game in memory at a time."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        async for match, game, ended, text in store.results.records(person):
            date = datetime.fromtimestamp(ended, UTC)
            about = zipfile.ZipInfo(f"{game}-{date:%Y-%m-%d}-{match[:8]}.tablero", date.timetuple()[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            await asyncio.to_thread(archive.writestr, about, text)
            yield pipe.taken()
    yield pipe.taken()


def records_response(request: HtmlRequest, guest: Guest) -> Stream:
    """The zip file as a response. It costs the server some work, so it is limited."""
    sentence = "your records are being packed already: try again in a minute"
    services_of(request).record_limit.check(guest.id, sentence, retry_after=60)
    headers = {"Content-Disposition": 'attachment; filename="tablero-records.zip"', "Cache-Control": "no-store"}
    return Stream(zip_records(store_of(request), guest.id), media_type="application/zip", headers=headers)


@get("/me/records")
async def my_records(request: HtmlRequest) -> Stream:
    return records_response(request, guest_of(request))


# ---------------------------------------------------------------- the public page


async def visible_account(store: Store, name: str, viewer: str) -> Account | None:
    """Return the account of this name, None if its page is private. Raise NotFoundException if there is none."""
    account = await store.accounts.by_name(name)
    if account is None:
        raise NotFoundException("nobody here has this name: check how it is written")
    shown = account.person == viewer or (await store.preferences.of(account.person)).shows_page
    return account if shown else None


@get("/people/{name:str}")
async def person_page(request: HtmlRequest, name: FromPath[str]) -> Response[str]:
    store, language, guest = store_of(request), language_of(request), guest_of(request)
    account = await visible_account(store, name, guest.id)
    if account is None:
        return page("profiles/private-profile.jinja", request, name=name)
    chosen = await store.preferences.of(account.person)
    told = await _told(request, account.person, False, chosen.wants_rating)
    return page(
        "profiles/profile.jinja",
        request,
        here="",
        name=account.name,
        account=account,
        chosen=chosen,
        since=_month(account.made, language),
        lines=[],
        unfinished=0,
        waiting=0,
        first_game=games()[0],
        **told,
    )


# ---------------------------------------------------------------- behind the pages


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """While the site runs, add results of games that ended before results were stored, and rate games."""
    store = services_of(app).store
    ended = asyncio.Event()

    async def add() -> None:
        try:
            await store.results.fill(REST)
        except StoreError:  # it goes on at the next start
            logger.warning("results of older games could not be added: the next start goes on")

    async def rate() -> None:
        while True:
            try:
                await store.ratings.catch_up()
            except Exception as error:  # the next time
                logger.warning("games could not be rated yet: %s", error)
            ended.clear()
            with suppress(TimeoutError):  # a game may have ended in another process
                async with asyncio.timeout(RATING_INTERVAL):
                    await ended.wait()

    def on_row(id: str, version: int) -> None:
        table = store.cached(id)
        if table is not None and table.terms.rated and (table.over or table.version < version):
            ended.set()

    stop = store.subscribe(on_row)
    tasks = [asyncio.create_task(add()), asyncio.create_task(rate())]
    try:
        yield
    finally:
        stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


HANDLERS = (my_page, my_games, change_settings, my_records, person_page)
