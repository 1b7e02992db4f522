"""Lessons and examples that are played."""

from tablero.site.learn.pages import HANDLERS

API = ()

__all__ = ["API", "HANDLERS"]
