"""Checks of mail and push messages. Nothing is sent."""

from __future__ import annotations

import base64
import smtplib

from tablero.cli.doctor.database import DatabaseFacts
from tablero.cli.doctor.finding import Finding, fail, ok, warn
from tablero.site.settings import Settings

POINT_BYTES = 65  # of a public key on the curve P-256


def mail(given: Settings) -> Finding:
    """Whether the SMTP server takes mail from this site: connect, secure, sign in, say goodbye."""
    from tablero.site.web.mail import smtp_connection

    if not given.smtp_host:
        return ok("mail", "not set up (smtp_host): no mail is sent")
    if not given.smtp_from:
        return fail("mail", "smtp_host is set, and nobody to send from: no mail is sent", "set smtp_from")
    where = f"{given.smtp_host} ({given.smtp_security})"
    try:
        with smtp_connection(given) as server:
            server.noop()
    except smtplib.SMTPNotSupportedError as error:
        todo = 'smtp_security = "tls" if it speaks TLS from the start; "none" only for a server on this machine'
        return fail("mail", f"{where} does not offer what is needed: {error}", todo)
    except smtplib.SMTPAuthenticationError as error:
        return fail("mail", f"{where} refuses the sign-in ({error.smtp_code})", "look at smtp_user and smtp_password")
    except (OSError, smtplib.SMTPException) as error:
        return fail("mail", f"{where} does not take mail: {error}", "look at smtp_host, smtp_port and smtp_security")
    signed = "and signs in" if given.smtp_user else "without signing in"
    return ok("mail", f"{where} answers {signed}; mail comes from {given.smtp_from}; none was sent")


def push(given: Settings, facts: DatabaseFacts) -> Finding:
    """Whether the key that signs push messages is there, and whether browsers will take them."""
    secret = facts.secrets.get("push")
    if secret is None:
        return ok("push", "its key is made at the first start")
    from tablero.site.notifications.push import Push
    from tablero.site.notifications.safe_http import SafeHttpClient

    try:
        key = Push(secret, given, SafeHttpClient()).public_key
        sound = len(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))) == POINT_BYTES
    except ValueError:
        sound = False
    if not sound:
        return fail("push", "the key in the database is damaged", "restore a backup: browsers are bound to that key")
    if not any(origin.startswith("https://") for origin in given.origins):
        return warn(
            "push", "the key is there; browsers take push messages over https only", "set public to an https address"
        )
    return ok("push", f"the key is there ({key[:8]}...), and the site is public over https")
