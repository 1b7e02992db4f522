"""Notifications: channels, settings of users, and the dispatcher that queues and sends."""

from tablero.site.notifications.api import NotificationApi
from tablero.site.notifications.pages import HANDLERS

API = (NotificationApi,)

__all__ = ["API", "HANDLERS"]
