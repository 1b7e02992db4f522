"""Recovery codes: a few words of luck, printed once, each of which opens an account once when the password is forgotten."""

from __future__ import annotations

import hashlib
import secrets

HOW_MANY = 8
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: they are misread
LONG = 12  # letters of 5 bits each: too many to try


def new_codes() -> list[str]:
    """Codes as they are printed."""
    return [
        "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(LONG // 4)) for _ in range(HOW_MANY)
    ]


def code_print(person: str, code: str) -> str:
    """What is kept of a person's code; the same however it was typed. Codes are pure luck, so one round of SHA-256 is
    enough.

    >>> code_print("ana", "0ab1-cdef-2345") == code_print("ana", " OABL CDEF 2345")
    True
    """
    plain = "".join(code.upper().split()).replace("-", "").translate(str.maketrans("OIL", "011"))
    return hashlib.sha256(f"{person}:{plain}".encode(errors="replace")).hexdigest()
