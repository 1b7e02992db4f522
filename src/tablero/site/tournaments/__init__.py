"""Tournaments on the site: pages, API, rounds, and the runner that advances them."""

from tablero.site.tournaments.api import TournamentApi
from tablero.site.tournaments.pages import HANDLERS

API = (TournamentApi,)

__all__ = ["API", "HANDLERS"]
