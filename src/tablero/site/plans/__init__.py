"""Plans, and what else the server does for people by itself."""

from tablero.site.plans.api import PlansApi
from tablero.site.plans.pages import HANDLERS

API = (PlansApi,)

__all__ = ["API", "HANDLERS"]
