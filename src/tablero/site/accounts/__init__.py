"""Accounts: registering, signing in, devices, API keys, seat tokens, vacation, export, the stream of events."""

from tablero.site.accounts import api_keys, pages, seat_tokens, vacation
from tablero.site.accounts.api import AccountApi
from tablero.site.accounts.event_stream import EventApi

HANDLERS = (*pages.HANDLERS, *seat_tokens.HANDLERS, *api_keys.HANDLERS, *vacation.HANDLERS)
API = (AccountApi, api_keys.KeyApi, seat_tokens.TokenApi, vacation.ClockApi, EventApi)

__all__ = ["API", "HANDLERS"]
