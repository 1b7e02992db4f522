"""Profiles of players and the statistics of games."""

from tablero.site.profiles import game_page, pages
from tablero.site.profiles.api import ProfileApi

HANDLERS = (*pages.HANDLERS, *game_page.HANDLERS)
API = (ProfileApi,)
lifespan = pages.lifespan

__all__ = ["API", "HANDLERS", "lifespan"]
