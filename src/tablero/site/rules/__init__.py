"""The rulebooks: pages, search, reference tables, drawn examples."""

from tablero.site.rules.pages import HANDLERS

API = ()

__all__ = ["API", "HANDLERS"]
