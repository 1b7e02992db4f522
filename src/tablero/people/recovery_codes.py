"""Recovery codes: random codes, shown once, each of which replaces a forgotten password once."""

from __future__ import annotations

import hashlib
import secrets

HOW_MANY = 8
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: they are misread
LONG = 28  # letters of 5 bits each: 140 bits need no slow hash


def new_codes() -> list[str]:
    """Return random codes as they are printed."""
    return [
        "-".join("".join(secrets.choice(CODE_LETTERS) for _ in range(4)) for _ in range(LONG // 4))
        for _ in range(HOW_MANY)
    ]


def code_hash(person: str, code: str) -> str:
    """Return the stored hash of a code, whatever its case and separators. Codes are random: one round of SHA-256 does.

    >>> code_hash("ana", "0ab1-cdef") == code_hash("ana", " OABL CDEF")
    True
    """
    plain = "".join(code.upper().split()).replace("-", "").translate(str.maketrans("OIL", "011"))
    return hashlib.sha256(f"{person}:{plain}".encode(errors="replace")).hexdigest()
