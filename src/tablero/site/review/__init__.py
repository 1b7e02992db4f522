"""Reviews of finished games."""

from tablero.site.review.pages import HANDLERS

API = ()

__all__ = ["API", "HANDLERS"]
