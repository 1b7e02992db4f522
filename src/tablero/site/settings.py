"""Settings of the site, for the command line, the environment, a settings file and `tablero settings`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parseaddr
from ipaddress import ip_network
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from cyclopts import Parameter

Check = Callable[[Any, Any], None]
# No quotes, comments or white space: nothing that could be read as a second address or as a header.
MAIL_ADDRESS = re.compile(
    r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9-]{1,63}", re.ASCII | re.I
)


def between(least: float, most: float) -> Check:
    """Return a validator of numbers; validators raise ValueError with a sentence."""

    def check(_: Any, value: float) -> None:
        if not least <= value <= most:
            raise ValueError(f"It is a number from {least} to {most}.")

    return check


def addresses_of_proxies(_: Any, values: tuple[str, ...]) -> None:
    """Validate addresses and networks of proxies."""
    for value in values:
        try:
            if value != "*":
                ip_network(value)
        except ValueError:
            raise ValueError(
                f"A proxy is told by its address or its network, for example 127.0.0.1 or 10.0.0.0/8, not {value!r}."
            ) from None


def public_addresses(_: Any, values: tuple[str, ...]) -> None:
    """Validate public addresses: as a browser shows them, without a path."""
    for value in values:
        try:
            parts = urlsplit(value)
            fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and "@" not in parts.netloc
        except ValueError:
            fine = False
        if not fine or parts.path not in ("", "/") or parts.query or parts.fragment:
            raise ValueError(f"A public address is written like https://games.example.org, not {value!r}.")


def names_of_hosts(_: Any, values: tuple[str, ...]) -> None:
    """Validate host names, without a port."""
    for value in values:
        if not value or set(value) & set("/@ *") or (value.count(":") == 1):
            raise ValueError(f"A host is written like games.example.org or 10.0.0.5, without a port, not {value!r}.")


def sender_of_mail(_: Any, value: str) -> None:
    """Validate the sender of mail: an address, perhaps with a name before it."""
    if value and not is_mail_address(parseaddr(value)[1]):
        raise ValueError(f"It is written like tablero@example.org or Tablero <tablero@example.org>, not {value!r}.")


def is_mail_address(text: str) -> bool:
    """Return whether the text is one mail address.

    >>> is_mail_address("ana@example.org"), is_mail_address("ana@example.org, bo@example.org"), is_mail_address("ana")
    (True, False, False)
    """
    return len(text) <= 254 and MAIL_ADDRESS.fullmatch(text) is not None


def words(_: Any, value: str, delimiter: str | None = None) -> list[str]:
    """Split a list of the environment at commas and spaces."""
    return value.replace(",", " ").split()


def number(about: str, least: float = 0, most: float = 1_000_000) -> Parameter:
    return Parameter(help=about, validator=between(least, most))


def several(about: str, check: Check) -> Parameter:
    return Parameter(help=about, validator=check, negative=(), env_var_split=words)


@dataclass(frozen=True)
class Limits:
    """Limits of one process, per visitor and in total; 0 means no limit."""

    requests_per_second: Annotated[float, number("Requests a second from one address, in the long run.")] = 100
    requests_at_once: Annotated[float, number("Requests from one address in a burst.")] = 400
    tables_per_minute: Annotated[float, number("Tables that one address opens in a minute, in the long run.")] = 30
    lines_at_once: Annotated[float, number("Lines that one person says at tables in a burst.")] = 8
    lines_per_minute: Annotated[float, number("Lines that one person says in a minute, in the long run.")] = 20
    tables_at_once: Annotated[float, number("Tables that one address opens in a burst.")] = 30
    accounts_per_hour: Annotated[
        float, number("Accounts that one address makes in an hour, and mails it asks for.")
    ] = 30
    reports_per_hour: Annotated[float, number("Reports that one address makes in an hour.")] = 20
    messages_per_second: Annotated[float, number("Messages a second through one websocket, in the long run.")] = 20
    messages_at_once: Annotated[float, number("Messages through one websocket in a burst.")] = 100
    connections: Annotated[int, number("Open connections in all; the oldest that waits for a request makes room.")] = (
        12_000
    )
    connections_per_address: Annotated[int, number("Open connections from one address, other than a proxy's.")] = 200
    sockets_per_address: Annotated[int, number("Open websockets of one address.")] = 100
    head_seconds: Annotated[float, number("Seconds in which the head of a request must be complete.")] = 10
    body_seconds: Annotated[float, number("Seconds in which the body of a request must be complete.")] = 20
    idle_seconds: Annotated[float, number("Seconds that a connection may wait for its next request.")] = 15
    unread_seconds: Annotated[float, number("Seconds that a visitor may leave unread what was sent.")] = 20


@dataclass(frozen=True)
class Settings:
    """All settings with their defaults."""

    host: Annotated[
        str,
        Parameter(help="Where to listen: 127.0.0.1 for this machine alone, 0.0.0.0 for everybody who can reach it."),
    ] = "127.0.0.1"
    port: Annotated[int, number("The port to listen on.", 1, 65535)] = 8520
    database: Annotated[
        str,
        Parameter(
            name=("--database", "--data"),
            help="The file that keeps all tables, or a postgresql:// address; without it a file in your data folder.",
        ),
    ] = ""
    copies: Annotated[
        str,
        Parameter(
            help="The folder for a copy of the database before a new version brings it up to date; without it beside "
            "the file, with PostgreSQL in your data folder; none: no copy is made."
        ),
    ] = ""
    public: Annotated[
        tuple[str, ...],
        several(
            "The address that people type, for example https://games.example.org; may be repeated.", public_addresses
        ),
    ] = ()
    hosts: Annotated[
        tuple[str, ...],
        several("Further hosts that are answered beside the public address; may be repeated.", names_of_hosts),
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        several(
            "Addresses or networks of proxies whose word on visitors is believed; may be repeated.",
            addresses_of_proxies,
        ),
    ] = ()
    proxy_header: Annotated[
        Literal["x-forwarded-for", "forwarded"],
        Parameter(help="Which header your proxies write; the other one may be a visitor's, and is not believed."),
    ] = "x-forwarded-for"
    processes: Annotated[int, number("Processes that serve the site; more than one needs PostgreSQL.", 1, 256)] = 1
    thinkers: Annotated[
        int,
        number(
            "Processes in which bots think; -1: one fewer than there are cores; 0: none here, with PostgreSQL.", -1, 256
        ),
    ] = -1
    bot_pause: Annotated[float, number("Seconds before a bot moves, so that people can follow.", 0, 60)] = 0.3
    automatic_pause: Annotated[
        float,
        number("Seconds before the site makes a move for a player who has asked for that, to be taken back.", 0, 60),
    ] = 2.0
    plan_wait: Annotated[
        float,
        number("Seconds after which a plan answers at the latest; until then as its player usually does.", 0, 86400),
    ] = 600.0
    log: Annotated[Literal["plain", "json"], Parameter(help="How the log is written.")] = "plain"
    host_token: Annotated[
        str, Parameter(help="Opens the host's own pages; best given in the environment or a file.")
    ] = ""
    smtp_host: Annotated[
        str, Parameter(help="The server that takes mail, for example smtp.example.org; without it no mail is sent.")
    ] = ""
    smtp_port: Annotated[int, number("Its port; 0 is the usual one for its security.", 0, 65535)] = 0
    smtp_security: Annotated[
        Literal["starttls", "tls", "none"],
        Parameter(help="How the way there is kept secret; none is for a server on this machine."),
    ] = "starttls"
    smtp_user: Annotated[str, Parameter(help="The name with which to sign in there, if it asks for one.")] = ""
    smtp_password: Annotated[str, Parameter(help="The password for it; best given in the environment or a file.")] = ""
    smtp_from: Annotated[
        str, Parameter(help="Who mails come from, for example Tablero <tablero@example.org>.", validator=sender_of_mail)
    ] = ""
    allow_private_calls: Annotated[
        bool,
        Parameter(
            help="Whether webhooks may lead into your own network, and need no https; "
            "for a house where everybody is trusted.",
            negative=(),
        ),
    ] = False
    waiting_days: Annotated[
        float, number("Days after which a table that nobody has begun is given up; 0: never.", 0, 3650)
    ] = 30
    limits: Limits = field(default_factory=Limits)

    @property
    def origins(self) -> tuple[str, ...]:
        """The public addresses as browsers write them in Origin headers.

        >>> Settings(public=("https://Games.Example:443/", "http://[::1]:81")).origins
        ('https://games.example', 'http://[::1]:81')
        """
        return tuple(_origin(address) for address in self.public)


def _origin(address: str) -> str:
    parts = urlsplit(address.lower())
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{parts.netloc.removesuffix(usual)}"
