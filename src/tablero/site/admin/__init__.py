"""Administration: reports, bans, announcements, the host's dashboard, health and metrics."""

from tablero.site.admin import host_dashboard, pages
from tablero.site.admin.api import AdminApi, ReportApi

HANDLERS = (*pages.HANDLERS, *host_dashboard.HANDLERS)
API = (ReportApi, AdminApi)
lifespan = host_dashboard.lifespan

__all__ = ["API", "HANDLERS", "lifespan"]
