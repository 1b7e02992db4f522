"""Names of users: display form, rules for accounts, and comparison."""

from __future__ import annotations

import re
import unicodedata

from tablero.people.errors import BadName
from tablero.people.lookalikes import LOOKALIKE_PROTOTYPES

LONGEST_NAME = 40  # of a guest
LONGEST_OF_ACCOUNT = 24
SHORTEST_OF_ACCOUNT = 2
BOT_NAMES = ("Ixchel", "Balam", "Nicté", "Kinich")
DELETED_NAME = "Somebody"  # of a deleted account; pages translate it
GONE_PREFIX = "gone:"  # of ids of deleted accounts
GUEST_NAME = "Guest"  # of a guest without a name; pages translate it
GUEST_NAMES = (GUEST_NAME, "Invitado", "Invité")  # earlier versions stored it in the guest's language
# Of the site and its roles, in all languages: no user is called so, guests neither.
ROLE_NAMES = (
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
)
# Names of the site, its roles and its placeholders, in all languages.
RESERVED = (
    *BOT_NAMES,
    *GUEST_NAMES,
    "Bot",
    *ROLE_NAMES,
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


# Letters and marks that show nothing: Default_Ignorable_Code_Point of Unicode, without its control characters.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
MARKS_AT_ONCE = 3  # marks on one letter; more cover what is beside it
# Scripts that are written together, by the first word of their letters' names: highly restrictive in terms of UTS 39.
WRITTEN_TOGETHER = tuple(
    frozenset(["LATIN", "CJK", *others])
    for others in (["HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"], ["BOPOMOFO"], ["HANGUL"])
)


def tidy_name(name: str) -> str:
    """Return the name as one line without control and invisible characters, at most LONGEST_NAME characters.

    >>> tidy_name("  Anna\\tof   the\\nhill ")
    'Anna of the hill'
    """
    words = "".join(c if c.isprintable() else " " for c in INVISIBLE.sub("", name)).split()
    return " ".join(words)[:LONGEST_NAME].strip()


def name_key(name: str) -> str:
    """Return a key that is equal for names that count as the same.

    >>> name_key("ＡＮＮＡ") == name_key("anna") != name_key("Anne")
    True
    """
    tidy = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", tidy.casefold()).replace("’", "'")


def name_shape(name: str) -> str:
    """Return a key that is equal for names that look alike: the skeleton of UTS 39, whatever the case, with i as l.

    >>> name_shape("Anna") == name_shape("\u0410nn\u0430") == name_shape("ANNA\ufe0f") != name_shape("Ana")
    True
    >>> name_shape("Ian") == name_shape("lan") == name_shape("1AN")
    True
    """
    seen = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", INVISIBLE.sub("", "".join(name.split()))))
    for _ in range(2):  # capitals look like others than their small letters
        seen = unicodedata.normalize("NFD", seen.translate(LOOKALIKE_PROTOTYPES).casefold())
    return seen.replace("i", "l").replace("’", "'")


_RESERVED_SHAPES = frozenset(map(name_shape, RESERVED))
_ROLE_SHAPES = frozenset(map(name_shape, ROLE_NAMES))


def is_reserved(name: str) -> bool:
    """Return whether a name is, or looks like, one that the site keeps for itself."""
    return name_shape(name) in _RESERVED_SHAPES or re.fullmatch(r"bot ?\d*", name_key(name)) is not None


def is_role(name: str) -> bool:
    """Return whether a name is, or looks like, that of the site or of a role."""
    return name_shape(name) in _ROLE_SHAPES


def _scripts(name: str) -> set[str]:
    """Return the scripts of the letters of a name."""
    letters = (c for c in name if unicodedata.category(c)[0] == "L")
    return {unicodedata.name(c, c).split()[0] for c in letters} - {"MODIFIER", "MASCULINE", "FEMININE"}


def _is_of_one_script(name: str) -> bool:
    """Return whether letters are of one script, or of those that are written together, and figures of one system."""
    scripts = _scripts(name)
    zeros = {ord(c) - unicodedata.decimal(c) for c in name if unicodedata.category(c) == "Nd"}
    return len(zeros) <= 1 and (len(scripts) <= 1 or any(scripts <= together for together in WRITTEN_TOGETHER))


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
    marks = "".join(unicodedata.category(c)[0] for c in unicodedata.normalize("NFD", name))
    if INVISIBLE.search(text) or "M" * (MARKS_AT_ONCE + 1) in marks or not _is_of_one_script(name):
        raise BadName("a name is written in one alphabet, with letters that can be seen")
    if is_reserved(name):
        raise BadName("the name “{name}” is reserved: choose another", name=name)
    return name
