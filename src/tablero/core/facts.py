"""Reading what lies beside a game's rules: its component data and its guide."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from tablero.core.speech import LANGUAGES


def load_facts(package: str) -> dict[str, Any]:
    """The facts.toml of a game's folder."""
    return tomllib.loads(files(package).joinpath("facts.toml").read_text("utf-8"))


def load_guide(package: str, language: str) -> str:
    """The rules retold in a language, as Markdown."""
    if language not in LANGUAGES:
        raise ValueError(f"the guides are written in {', '.join(LANGUAGES)}, not in {language!r}")
    return files(package).joinpath("guide", f"{language}.md").read_text("utf-8")
