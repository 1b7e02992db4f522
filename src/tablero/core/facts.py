"""Component data (facts.toml) and guides of the games: reading and looking up."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from tablero.core.errors import BadFacts
from tablero.core.i18n.translator import LANGUAGE_CODES

_PLACE = re.compile(r"\{\{([\w.-]+)\}\}")


def load_facts(package: str) -> dict[str, Any]:
    """Return the facts.toml of a game's folder."""
    return tomllib.loads(files(package).joinpath("facts.toml").read_text("utf-8"))


def read_facts(path: str) -> dict[str, Any]:
    """Return a host's own component data. Raise BadFacts if the file cannot be read."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadFacts(f"the facts file {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFacts(f"the facts file {path} is not TOML: {error}") from None


def fingerprint(facts: Mapping[str, Any]) -> str:
    """Return a short hash of component data."""
    canonical = json.dumps(facts, sort_keys=True, default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def load_guide(package: str, language: str, facts: Mapping[str, Any]) -> str:
    """Return the guide in a language as Markdown, in English where there is no translation. `{{scoring.skull}}` is
    replaced by the value at that dotted place of the facts."""
    text = files(package).joinpath("guide", f"{guide_language(package, language)}.md").read_text("utf-8")
    return _PLACE.sub(lambda found: str(fact(facts, found[1])), text)


def guide_language(package: str, language: str) -> str:
    """Return the language of the guide for a reader of `language`. Raise ValueError for an unknown one."""
    if language not in LANGUAGE_CODES:
        raise ValueError(f"the guides are written in {', '.join(LANGUAGE_CODES)}, not in {language!r}")
    return language if files(package).joinpath("guide", f"{language}.md").is_file() else "en"


def fact(facts: Mapping[str, Any], place: str) -> Any:
    """Return the value at a dotted place of the facts; lists are counted from 0.

    >>> fact({"days": {"food": [8, 14]}}, "days.food.1")
    14
    """
    found: Any = facts
    for name in place.split("."):
        found = found[int(name)] if isinstance(found, list) else found[name]
    return found
