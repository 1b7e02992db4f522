"""Syntax of ids and invitation links."""

from __future__ import annotations

import re

KEY = re.compile(r"[\w-]{1,64}", re.ASCII)


def is_key(text: str) -> bool:
    """Return whether `text` can be an id or a link: 1 to 64 ASCII letters, digits, `_` or `-`. Check it before a query:
    PostgreSQL accepts no NUL, SQLite no lone surrogate."""
    return KEY.fullmatch(text) is not None
