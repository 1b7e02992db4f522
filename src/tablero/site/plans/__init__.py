"""Plans, and what else the server does for people by itself."""

from tablero.site.plans.api import PlansApi

HANDLERS = ()
API = (PlansApi,)

__all__ = ["API", "HANDLERS"]
