"""Sending mail by the SMTP server of the settings."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr

from tablero.site.settings import Settings, is_mail_address

SMTP_TIMEOUT = 20.0  # seconds for each step of the conversation
USUAL_PORTS = {"starttls": 587, "tls": 465, "none": 25}


class MailFailed(Exception):
    """A mail was not accepted. `refused`: the address itself was, so a retry is useless."""

    def __init__(self, reason: str, refused: bool = False) -> None:
        super().__init__(reason)
        self.refused = refused


def can_mail(settings: Settings) -> bool:
    """Return whether the settings allow sending mail."""
    return bool(settings.smtp_host and settings.smtp_from)


async def send_mail(
    settings: Settings, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None
) -> None:
    """Send a mail to one address. Raise MailFailed if the SMTP server does not accept it."""
    if not can_mail(settings):
        raise MailFailed("mail is not set up here: smtp_host and smtp_from are needed")
    message = written(settings, to, subject, text, headers or {})
    await asyncio.to_thread(_send, settings, message)


def written(settings: Settings, to: str, subject: str, text: str, headers: Mapping[str, str]) -> EmailMessage:
    """Return the mail as plain text; line breaks in subject and headers are removed."""
    if not is_mail_address(to):
        raise MailFailed(f"{to!r} is no mail address", refused=True)
    message = EmailMessage()
    message["From"] = settings.smtp_from
    message["To"] = to
    message["Subject"] = _one_line(subject)
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=parseaddr(settings.smtp_from)[1].partition("@")[2])
    message["Auto-Submitted"] = "auto-generated"  # so that holiday answers are not sent back
    for name, value in headers.items():
        message[name] = _one_line(value)
    message.set_content(text)
    return message


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


@contextmanager
def smtp_connection(settings: Settings) -> Iterator[smtplib.SMTP]:
    """Connect to the SMTP server of the settings and sign in. Raise OSError or SMTPException if that fails."""
    port = settings.smtp_port or USUAL_PORTS[settings.smtp_security]
    secure = ssl.create_default_context()
    if settings.smtp_security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(settings.smtp_host, port, timeout=SMTP_TIMEOUT, context=secure)
    else:
        server = smtplib.SMTP(settings.smtp_host, port, timeout=SMTP_TIMEOUT)
    with server:
        if settings.smtp_security == "starttls":
            server.starttls(context=secure)  # a server without it is refused: nothing is sent in the open
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        yield server


def _send(settings: Settings, message: EmailMessage) -> None:
    try:
        with smtp_connection(settings) as server:
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        [(code, words)] = error.recipients.values()
        raise MailFailed(f"{code} {words.decode(errors='replace')}", refused=500 <= code < 600) from None
    except (OSError, smtplib.SMTPException) as error:
        raise MailFailed(f"{type(error).__name__}: {error}") from None
