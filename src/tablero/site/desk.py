"""Where people say how they want to be told: what the page and the JSON API do alike."""

from __future__ import annotations

from dataclasses import dataclass

from litestar.exceptions import HTTPException, NotFoundException, TooManyRequestsException

from tablero.core.errors import BadOption
from tablero.games import NAMES
from tablero.people.notices import Channel, quiet_games, quiet_tables, with_quiet
from tablero.people.preferences import Preferences
from tablero.site.account_desk import device_label
from tablero.site.door import address_of
from tablero.site.language import Connection, tongue_of
from tablero.site.mail import MailFailed, can_mail, send_mail
from tablero.site.notice_words import Message
from tablero.site.people import guest_of
from tablero.site.push import check_keys
from tablero.site.settings import Settings, is_mail_address
from tablero.site.shield import Allowance, visitor_of
from tablero.site.teller import Teller, Trouble
from tablero.store import House
from tablero.store.reading import is_key
from tablero.store.ways import Device, Way


@dataclass(frozen=True)
class Wishes:
    """How a person is told things now."""

    chosen: Preferences
    ways: dict[Channel, Way]
    devices: list[Device]
    mail_here: bool  # the host has set up mail
    push_key: str


class Desk:
    """One person's wishes, for one request."""

    def __init__(self, request: Connection) -> None:
        self._request = request
        self.house: House = request.app.state.house
        self.teller: Teller = request.app.state.teller
        self._settings: Settings = request.app.state.settings
        self.person = guest_of(request).id
        self.tongue = tongue_of(request)

    async def wishes(self) -> Wishes:
        return Wishes(
            await self.house.settings.of(self.person), await self.house.ways.of(self.person),
            await self.house.ways.devices(self.person), mails(self._settings), self.teller.push.public_key,
        )  # fmt: skip

    # ---------------------------------------------------------------- switches

    async def switch(self, **switches: bool) -> None:
        """Switch channels on or off: push, webhook, mail."""
        await self.house.settings.change(self.person, **{f"tell_{name}": on for name, on in switches.items()})

    async def hush_game(self, game: str, quiet: bool) -> None:
        if game not in NAMES:
            raise BadOption("there is no game '{name}' here", name=game)
        known = (await self.house.settings.of(self.person)).quiet_games
        await self.house.settings.change(self.person, quiet_games=with_quiet(known, game, quiet))

    async def hush_table(self, table: str, quiet: bool) -> None:
        if not is_key(table):
            raise BadOption("this is not the id of a table: '{name}'", name=table[:80])
        if quiet:
            await self.house.table(table)  # NoSuchTable
        known = (await self.house.settings.of(self.person)).quiet_tables
        await self.house.settings.change(self.person, quiet_tables=with_quiet(known, table, quiet))

    # ---------------------------------------------------------------- devices

    async def add_device(self, endpoint: str, p256dh: str, auth: str) -> str:
        """Send push messages to this browser from now on; what the device is called here."""
        self._slow_down("ways")
        self.teller.caller.read(endpoint)
        check_keys(p256dh, auth)
        label = device_label(self._request.headers.get("user-agent", ""))
        where = (label, self.tongue.language, address_of(self._request))
        await self.house.settings.change(self.person, tell_push=True)
        return await self.house.ways.add_device(self.person, endpoint, p256dh, auth, *where)

    async def remove_device(self, id: str) -> None:
        if not await self.house.ways.remove_device(id[:64], self.person):
            raise NotFoundException("you have no such device")

    async def test_device(self, id: str) -> Trouble | None:
        """Send a message to one device now."""
        self._slow_down("tests")
        devices = [device for device in await self.house.ways.devices(self.person) if device.id == id]
        if not devices:
            raise NotFoundException("you have no such device")
        return await self.teller.send_push(devices, lambda _: self._test())

    def _test(self) -> Message:
        say = self.tongue.say
        return Message(say("Tablero can reach you"), (say("This is how you are told when it is your turn."),), "/notices")

    # ---------------------------------------------------------------- webhook

    async def set_webhook(self, address: str) -> None:
        self._slow_down("ways")
        self.teller.caller.read(address)
        await self.house.settings.change(self.person, tell_webhook=True)
        await self.house.ways.keep(self.person, "webhook", address, self.tongue.language, address_of(self._request))

    async def test_webhook(self) -> Trouble | None:
        """Post a message to the webhook now. One that works again is switched on again."""
        self._slow_down("tests")
        way = (await self.house.ways.of(self.person)).get("webhook")
        if way is None:
            raise NotFoundException("you have no webhook: give its address first")
        trouble = await self.teller.send_webhook(way, self._test())
        if trouble is None and way.broken:
            await self.house.ways.keep(self.person, "webhook", way.address, way.language, way.origin)
        return trouble

    # ---------------------------------------------------------------- mail

    async def set_mail(self, address: str) -> None:
        """Ask whoever reads mail at an address whether they want it."""
        say = self.tongue.say
        if not mails(self._settings):
            raise BadOption("whoever hosts this site has not set up mail")
        if not is_mail_address(address):
            raise BadOption("this is not a mail address: write it like ana@example.org")
        self._slow_down("mails")
        self._slow_down("mails", address.lower())
        home = address_of(self._request)
        way = await self.house.ways.keep(self.person, "mail", address, self.tongue.language, home, confirmed=False)
        await self.house.settings.change(self.person, tell_mail=True)
        text = "\n".join(
            [
                say("Somebody, probably you, wants to be told by mail at this address when it is their turn on Tablero."),
                say("If that was you, open this page and say yes:"),
                "",
                f"{home}/mail/{way.key}",
                "",
                say("If it was not, do nothing: no more mails come."),
                "",
            ]
        )
        try:
            await send_mail(self._settings, address, say("Mail from Tablero?"), text)
        except MailFailed as error:
            await self.house.ways.remove(self.person, "mail")
            if error.refused:
                raise BadOption("this mail address is not known there: look at it again") from None
            raise HTTPException("the mail could not be sent: try again later", status_code=503) from None

    async def remove(self, channel: Channel) -> None:
        await self.house.ways.remove(self.person, channel)

    def _slow_down(self, what: str, who: str = "") -> None:
        allowance: Allowance = self._request.app.state.told_limits[what]
        if not allowance.allows(who or visitor_of(self._request)):
            raise TooManyRequestsException("that was often enough for now: wait some minutes", headers={"Retry-After": "300"})


def mails(settings: Settings) -> bool:
    """Whether people can be sent mail. Links in it lead to the public address: one that a visitor names could be a trap."""
    return can_mail(settings) and bool(settings.public)


def limits() -> dict[str, Allowance]:
    """How often somebody may set something up, try it, and have a mail sent."""
    return {"ways": Allowance(30, 1 / 10), "tests": Allowance(6, 1 / 20), "mails": Allowance(4, 1 / 900)}


def games_told(chosen: Preferences) -> dict[str, bool]:
    """Of which games somebody hears."""
    return {name: name not in quiet_games(chosen) for name in NAMES}


def hushed_tables(chosen: Preferences) -> list[str]:
    return list(quiet_tables(chosen))
