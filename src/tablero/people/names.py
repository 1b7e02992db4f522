"""Names of users: display form, rules for accounts, and comparison."""

from __future__ import annotations

import re
import unicodedata

from tablero.people.errors import BadName

LONGEST_NAME = 40  # of a guest
LONGEST_OF_ACCOUNT = 24
SHORTEST_OF_ACCOUNT = 2
BOT_NAMES = ("Ixchel", "Balam", "Nicté", "Kinich")
DELETED_NAME = "Somebody"  # of a deleted account; pages translate it
GONE_PREFIX = "gone:"  # of ids of deleted accounts
GUEST_NAME = "Guest"  # of a guest without a name; pages translate it
GUEST_NAMES = (GUEST_NAME, "Invitado", "Invité")  # earlier versions stored it in the guest's language
# Names of the site, its roles and its placeholders, in all languages.
RESERVED = (
    *BOT_NAMES,
    *GUEST_NAMES,
    "Bot",
    "Tablero",
    "Admin",
    "Administrator",
    "Administrador",
    "Administrateur",
    "Host",
    "Anfitrión",
    "Hôte",
    "Moderator",
    "Moderador",
    "Modérateur",
    "System",
    "Sistema",
    "Système",
    DELETED_NAME,
    "Alguien",
    "Quelqu’un",
    "Nobody",
    "Nobody yet",
    "Nadie",
    "Personne",
    "Everybody",
    "Me",
    "You",
    "Tú",
    "Toi",
)


def tidy_name(name: str) -> str:
    """Return the name as one line without control characters, at most LONGEST_NAME characters.

    >>> tidy_name("  Anna\\tof   the\\nhill ")
    'Anna of the hill'
    """
    words = "".join(c if c.isprintable() else " " for c in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()


def name_key(name: str) -> str:
    """Return a key that is equal for names that count as the same.

    >>> name_key("ＡＮＮＡ") == name_key("anna") != name_key("Anne")
    True
    """
    tidy = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", tidy.casefold()).replace("’", "'")


_RESERVED_KEYS = frozenset(map(name_key, RESERVED))


def account_name(text: str) -> str:
    """Return the typed text as the name of an account, or raise BadName.

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
