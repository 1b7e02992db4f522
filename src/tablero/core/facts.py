"""Reading what lies beside a game's rules: its component data and its guide."""

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
from tablero.core.speech import LANGUAGES

_PLACE = re.compile(r"\{\{([\w.-]+)\}\}")


def load_facts(package: str) -> dict[str, Any]:
    """The facts.toml of a game's folder."""
    return tomllib.loads(files(package).joinpath("facts.toml").read_text("utf-8"))


def read_facts(path: str) -> dict[str, Any]:
    """A host's own file of component data; BadFacts says why it cannot be read."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadFacts(f"the facts file {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFacts(f"the facts file {path} is not TOML: {error}") from None


def fingerprint(facts: Mapping[str, Any]) -> str:
    """A short name for component data: the same data, the same name."""
    canonical = json.dumps(facts, sort_keys=True, default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def load_guide(package: str, language: str, facts: Mapping[str, Any]) -> str:
    """The rules retold in a language, as Markdown; English where nobody has retold them yet. A number that the facts say
    is written `{{scoring.skull}}`, by its dotted place there."""
    text = files(package).joinpath("guide", f"{guide_language(package, language)}.md").read_text("utf-8")
    return _PLACE.sub(lambda found: str(fact(facts, found[1])), text)


def guide_language(package: str, language: str) -> str:
    """The language that somebody who speaks this one gets the guide in."""
    if language not in LANGUAGES:
        raise ValueError(f"the guides are written in {', '.join(LANGUAGES)}, not in {language!r}")
    return language if files(package).joinpath("guide", f"{language}.md").is_file() else "en"


def fact(facts: Mapping[str, Any], place: str) -> Any:
    """What the facts say at a dotted place; lists are counted from 0.

    >>> fact({"days": {"food": [8, 14]}}, "days.food.1")
    14
    """
    found: Any = facts
    for name in place.split("."):
        found = found[int(name)] if isinstance(found, list) else found[name]
    return found
