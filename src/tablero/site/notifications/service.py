"""Settings of notifications: what the page and the API do alike."""

from __future__ import annotations

from litestar.exceptions import NotFoundException

from tablero.core.errors import BadOption
from tablero.games import GAME_NAMES
from tablero.people.notification_policy import quiet_games, with_quiet
from tablero.people.preferences import Preferences
from tablero.site.notifications.channel import DeliveryFailure, NotificationChannel, NotificationSettings
from tablero.site.notifications.mail_channel import offers_mail
from tablero.site.notifications.push import PushChannel, check_keys
from tablero.site.notifications.text import NotificationText
from tablero.site.web.identity import device_label, guest_of
from tablero.site.web.language import Connection, language_of
from tablero.site.web.proxy import address_of
from tablero.site.web.rate_limit import RateLimit, visitor_key
from tablero.site.web.services import services_of
from tablero.store.database.keys import is_key


class NotificationService:
    """Notification settings of one user, for one request."""

    def __init__(self, request: Connection) -> None:
        self._request = request
        self.store = services_of(request).store
        self.dispatcher = services_of(request).notifications
        self._settings = services_of(request).settings
        self.person = guest_of(request).id
        self.language = language_of(request)

    async def settings(self) -> NotificationSettings:
        return NotificationSettings(
            await self.store.preferences.of(self.person),
            await self.store.channels.of(self.person),
            await self.store.channels.devices(self.person),
            offers_mail(self._settings),
            self._push.push.public_key,
        )

    # ---------------------------------------------------------------- switches

    async def switch(self, **switches: bool) -> None:
        """Switch channels on or off, by their names."""
        named = {self.dispatcher.channels[name].policy.switch: on for name, on in switches.items()}
        await self.store.preferences.change(self.person, **named)

    async def set_game_quiet(self, game: str, quiet: bool) -> None:
        if game not in GAME_NAMES:
            raise BadOption("there is no game '{name}' here", name=game)
        known = (await self.store.preferences.of(self.person)).quiet_games
        await self.store.preferences.change(self.person, quiet_games=with_quiet(known, game, quiet))

    async def set_table_quiet(self, table: str, quiet: bool) -> None:
        if not is_key(table):
            raise BadOption("this is not the id of a table: '{name}'", name=table[:80])
        if quiet:
            await self.store.table(table)  # NoSuchTable
        known = (await self.store.preferences.of(self.person)).quiet_tables
        await self.store.preferences.change(self.person, quiet_tables=with_quiet(known, table, quiet))

    # ---------------------------------------------------------------- devices

    async def add_device(self, endpoint: str, p256dh: str, auth: str) -> str:
        """Send push messages to this browser from now on; return the id of the device."""
        self._check_limit("addresses")
        self.dispatcher.http.parse(endpoint)
        check_keys(p256dh, auth)
        label = device_label(self._request.headers.get("user-agent", ""))
        where = (label, self.language.code, address_of(self._request))
        await self.switch(**{PushChannel.name: True})
        return await self.store.channels.add_device(self.person, endpoint, p256dh, auth, *where)

    async def remove_device(self, id: str) -> None:
        if not await self.store.channels.remove_device(id[:64], self.person):
            raise NotFoundException("you have no such device")

    async def test_device(self, id: str) -> DeliveryFailure | None:
        """Send a message to one device now."""
        self._check_limit("tests")
        devices = [device for device in await self.store.channels.devices(self.person) if device.id == id]
        if not devices:
            raise NotFoundException("you have no such device")
        return await self._push.send_to(devices, lambda _: self._test())

    @property
    def _push(self) -> PushChannel:
        channel = self.dispatcher.channels[PushChannel.name]
        assert isinstance(channel, PushChannel)
        return channel

    def _test(self) -> NotificationText:
        say = self.language.say
        return NotificationText(
            say("Tablero can reach you"), (say("This is how you are told when it is your turn."),), "/notices"
        )

    # ---------------------------------------------------------------- addresses

    def address_channel(self, name: str) -> NotificationChannel:
        """Return a channel that takes an address; NotFoundException when there is none of that name."""
        channel = self.dispatcher.channels.get(name)
        if channel is None or not channel.has_address:
            raise NotFoundException
        return channel

    async def set_address(self, name: str, address: str) -> str:
        """Set the address of a channel and switch it on; return a sentence when the user has to confirm it first."""
        channel = self.address_channel(name)
        if not channel.confirms:
            self._check_limit("addresses")
        channel.check(address)
        if channel.confirms:
            self._check_limit("mails")
            self._check_limit("mails", address.lower())
        where = (address, self.language.code, address_of(self._request))
        recipient = await self.store.channels.save(self.person, name, *where, confirmed=not channel.confirms)
        await self.switch(**{name: True})
        return await channel.confirm(recipient, self.language.say)

    async def test_address(self, name: str) -> DeliveryFailure | None:
        """Send a message to the address of a channel now. A channel that works again is switched on again."""
        self._check_limit("tests")
        channel, recipient = self.address_channel(name), (await self.store.channels.of(self.person)).get(name)
        if recipient is None:
            raise NotFoundException("you have no webhook: give its address first")
        failure = await channel.send(recipient, lambda _: self._test(), self.language)
        if failure is None and recipient.broken:
            await self.store.channels.save(self.person, name, recipient.address, recipient.language, recipient.origin)
        return failure

    async def remove(self, name: str) -> None:
        """Remove the address of a channel."""
        await self.store.channels.remove(self.person, self.address_channel(name).name)

    def _check_limit(self, what: str, who: str = "") -> None:
        limit = services_of(self._request).notification_limits[what]
        sentence = "that was often enough for now: wait some minutes"
        limit.check(who or visitor_key(self._request), sentence, retry_after=300)


def limits() -> dict[str, RateLimit]:
    """Return the limits for setting addresses, test messages and confirmation mails."""
    return {"addresses": RateLimit(30, 1 / 10), "tests": RateLimit(6, 1 / 20), "mails": RateLimit(4, 1 / 900)}


def notified_games(chosen: Preferences) -> dict[str, bool]:
    """Return for each game whether the user gets notifications."""
    return {name: name not in quiet_games(chosen) for name in GAME_NAMES}
