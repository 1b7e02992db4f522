"""What-if boards: trees of branches from a moment of a game."""

from tablero.site.whatif.pages import HANDLERS

API = ()

__all__ = ["API", "HANDLERS"]
