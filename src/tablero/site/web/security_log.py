"""Events of security in the log: who signed in or was refused. No names that visitors type, passwords or tokens."""

from __future__ import annotations

import logging

from tablero.site.web.client_address import address_key
from tablero.site.web.identity import Connection, account_of

logger = logging.getLogger("tablero.security")


def log_event(connection: Connection, event: str, badge: str | None = None, **about: str | int) -> None:
    """Log an event with the visitor's address and the badge of an account, else the visitor's own. It is kept where the
    log is JSON, and at public sites."""
    account = account_of(connection)
    address = address_key(connection.client.host) if connection.client else ""
    fields = {"address": address, "account": (account.badge if account else "") if badge is None else badge, **about}
    logger.info("%s", event, extra={"fields": fields})


def log_refusal(connection: Connection, status: int) -> None:
    """Log an answer that refuses somebody (401, 403, 421, 429)."""
    if status in (401, 403, 421, 429):
        method, path = connection.scope.get("method", "CONNECT"), connection.scope["path"]
        log_event(connection, "refused", status=status, method=str(method), path=path[:200])
