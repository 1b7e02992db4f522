"""All notification channels. A new one is added here; it also needs a switch in `Preferences` and a form."""

from __future__ import annotations

from tablero.site.notifications.channel import NotificationChannel
from tablero.site.notifications.mail_channel import MailChannel
from tablero.site.notifications.push import PushChannel
from tablero.site.notifications.safe_http import SafeHttpClient
from tablero.site.notifications.webhooks import WebhookChannel
from tablero.site.settings import Settings
from tablero.store import Store

# By name, in the order of the page of settings.
CHANNELS: dict[str, type[NotificationChannel]] = {
    channel.name: channel for channel in (PushChannel, WebhookChannel, MailChannel)
}


async def open_channels(store: Store, settings: Settings, http: SafeHttpClient) -> dict[str, NotificationChannel]:
    """Create the channels of this process, by name."""
    return {name: await channel.open(store, settings, http) for name, channel in CHANNELS.items()}
