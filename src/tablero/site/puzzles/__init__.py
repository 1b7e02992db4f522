"""Puzzles: solving them, one for each day, practice, the archive."""

from tablero.site.puzzles import api, pages

HANDLERS = pages.HANDLERS
API = (api.PuzzleApi,)

__all__ = ["API", "HANDLERS"]
