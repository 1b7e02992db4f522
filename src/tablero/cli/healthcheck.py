"""The command `healthcheck`: whether the site answers, for containers, units and timers."""

from __future__ import annotations

import http.client
import json as json_text
import sys
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from cyclopts import Parameter

from tablero.cli.console import Json, print_json
from tablero.cli.settings import File, Given
from tablero.site.settings import Settings

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # what a server listens on, and where to ask it


def ask_site(
    given: Settings, path: str, seconds: float, url: str = "", headers: Mapping[str, str] | None = None
) -> tuple[int, bytes, str]:
    """Return status, body and the Server header of an answer. Raise OSError or HTTPException if there is none.

    Without `url` the site is asked where it listens."""
    parts = urlsplit(url)
    host = parts.hostname or EVERYWHERE.get(given.host, given.host)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(host, parts.port if url else given.port, timeout=seconds)
    try:
        connection.request("GET", path, headers={"Connection": "close", **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.getheader("Server", "")
    finally:
        connection.close()


def ask_health(given: Settings, seconds: float, url: str = "") -> dict[str, Any]:
    """Return what /health says; `ok` is False and `error` says why if it is not a healthy Tablero that answers."""
    where = f"{url or f'port {given.port} of {given.host}'}"
    try:
        status, body, _ = ask_site(given, "/health", seconds, url)
        found = json_text.loads(body)
        if isinstance(found, dict) and isinstance(found.get("ok"), bool) and "version" in found:
            return found
    except TimeoutError:
        return {"ok": False, "error": f"nothing has answered at {where} for {seconds:g} seconds"}
    except (OSError, http.client.HTTPException) as error:
        return {"ok": False, "error": f"nothing answers at {where} ({error}); start it with: tablero serve"}
    except ValueError:
        pass
    return {"ok": False, "error": f"another program answers at {where} (status {status})", "foreign": True}


def healthcheck(
    *,
    given: Given = Settings(),  # noqa: B008, for it never changes
    url: Annotated[str, Parameter(help="Ask this address instead of the port of the settings.")] = "",
    seconds: Annotated[float, Parameter(help="How long to wait for the answer.")] = 5.0,
    json: Json = False,
    settings: File = None,
) -> int:
    """Ask the running site whether it is well: exit status 0 if it is, else 1."""
    found = ask_health(given, seconds, url.rstrip("/"))
    if json:
        print_json(found)
    elif found["ok"]:
        print(f"ok: Tablero {found['version']} answers, its database ({found['database']}) reads and writes")
    else:
        print(f"tablero: {found['error']}", file=sys.stderr)
    return 0 if found["ok"] else 1
