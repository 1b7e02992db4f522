"""Names: how they are shown, which of them an account can have, and when two of them are the same."""

from __future__ import annotations

import re
import unicodedata

from tablero.people.errors import BadName

LONGEST_NAME = 40  # of a guest
LONGEST_OF_ACCOUNT = 24
SHORTEST_OF_ACCOUNT = 2
BOT_NAMES = ("Ixchel", "Balam", "Nicté", "Kinich")
SOMEBODY = "Somebody"  # who has left the house for good; pages say it in the reader's language
GONE = "gone:"  # how the ids of those begin
GUEST = "Guest"  # who has chosen no name; pages say it in the reader's language
GUESTS = (GUEST, "Invitado", "Invité")  # as it was written down while it was said in the guest's own language
# What the house itself is called, calls people or says about them, in its languages.
RESERVED = (
    *BOT_NAMES, *GUESTS, "Bot", "Tablero", "Admin", "Administrator", "Administrador", "Administrateur", "Host",
    "Anfitrión", "Hôte", "Moderator", "Moderador", "Modérateur", "System", "Sistema", "Système", SOMEBODY, "Alguien", "Quelqu’un", "Nobody",
    "Nobody yet", "Nadie", "Personne", "Everybody", "Me", "You", "Tú", "Toi",
)  # fmt: skip


def tidy_name(name: str) -> str:
    """A name as it may be shown: one line, no control characters, not too long.

    >>> tidy_name("  Anna\\tof   the\\nhill ")
    'Anna of the hill'
    """
    words = "".join(c if c.isprintable() else " " for c in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()


def name_key(name: str) -> str:
    """Names with the same key are the same name.

    >>> name_key("ＡＮＮＡ") == name_key("anna") != name_key("Anne")
    True
    """
    tidy = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", tidy.casefold()).replace("’", "'")


_RESERVED_KEYS = frozenset(map(name_key, RESERVED))


def account_name(text: str) -> str:
    """The name of an account from what somebody typed, or BadName with a sentence.

    >>> account_name("  Ana  María ")
    'Ana María'
    """
    name = unicodedata.normalize("NFKC", tidy_name(unicodedata.normalize("NFKC", text[:200])))
    if not SHORTEST_OF_ACCOUNT <= len(name) <= LONGEST_OF_ACCOUNT:
        raise BadName("a name has {least} to {most} letters", least=SHORTEST_OF_ACCOUNT, most=LONGEST_OF_ACCOUNT)
    if not all(unicodedata.category(c)[0] in "LMN" or c in " '’-_." for c in name) or not any(map(str.isalnum, name)):
        raise BadName("a name is made of letters, figures, spaces, and . - _ ’ between them")
    if name_key(name) in _RESERVED_KEYS or re.fullmatch(r"bot ?\d*", name_key(name)):
        raise BadName("the house keeps the name “{name}” for itself: choose another", name=name)
    return name
