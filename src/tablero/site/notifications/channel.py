"""Base class of notification channels, and what is passed to it and returned by it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from tablero.core.errors import BadOption
from tablero.core.i18n.translator import Translator
from tablero.people.notification_policy import ChannelPolicy, Kind
from tablero.people.preferences import Preferences
from tablero.site.notifications.safe_http import SafeHttpClient
from tablero.site.notifications.text import NotificationText
from tablero.site.settings import Settings
from tablero.store import Store
from tablero.store.notifications.channels import ChannelAddress, PushDevice
from tablero.ui.language import Language

Words = Callable[[str], NotificationText]  # from the code of a language to the message in it


@dataclass(frozen=True)
class DeliveryFailure:
    """Why a message was not delivered: a code that `text.failure_text` explains. `for_good`: retrying is useless."""

    reason: str
    for_good: bool = False


@dataclass(frozen=True)
class NotificationSettings:
    """Notification settings of one user."""

    chosen: Preferences
    addresses: dict[str, ChannelAddress]  # by the name of the channel
    devices: list[PushDevice]
    mail_here: bool  # mail is set up on this site
    push_key: str


class NotificationChannel(ABC):
    """One way to reach a user. A new channel is a subclass listed in `channels.CHANNELS`.

    `name` is stored in the database and part of addresses, at most 8 characters. Channels with `has_address` take an
    address from the user; those with `confirms` send only after the user has opened the link `/mail/KEY`.
    """

    name: str
    policy: ChannelPolicy
    has_address: bool = True
    confirms: bool = False
    max_failures: int | None = None  # failures in a row after which the channel is switched off; None: never
    kind_when_broken: Kind | None = None  # sent by the other channels when this one is switched off

    def __init__(self, store: Store, settings: Settings, http: SafeHttpClient) -> None:
        self._store = store
        self._settings = settings
        self._http = http

    @classmethod
    async def open(cls, store: Store, settings: Settings, http: SafeHttpClient) -> Self:
        """Create the channel for this process."""
        return cls(store, settings, http)

    @abstractmethod
    async def send(self, recipient: ChannelAddress, words: Words, language: Language) -> DeliveryFailure | None:
        """Send one message; return None once it is delivered. `language` is for the text around the message."""

    @abstractmethod
    def label(self, say: Translator) -> str:
        """Return the name of the channel on the page of settings."""

    def check(self, address: str) -> None:
        """Raise BadOption unless the channel can send to an address."""
        raise BadOption("this is not the address of a page: copy it again")

    async def confirm(self, recipient: ChannelAddress, say: Translator) -> str:
        """Ask the owner of a new address for confirmation; return a sentence for the page, empty when none is asked."""
        return ""

    def is_ready(self, settings: NotificationSettings) -> bool:
        """Whether a message could be sent if the channel is switched on."""
        recipient = settings.addresses.get(self.name)
        return recipient is not None and recipient.works

    def state(self, settings: NotificationSettings, say: Translator) -> str:
        """Return what the page says about the channel beside its switch."""
        recipient = settings.addresses.get(self.name)
        if recipient is None:
            return say("not set up yet")
        if not recipient.confirmed:
            return say("waits for the link in its mail to be opened")
        if recipient.broken:
            return say("switched off because it failed")
        return say("on") if self.policy.is_on(settings.chosen) else say("off")

    def origin_of(self, recipient: ChannelAddress) -> str:
        """Return the scheme and host of links in messages: the site's public address, else the one the user came by."""
        return next(iter(self._settings.origins), recipient.origin)
