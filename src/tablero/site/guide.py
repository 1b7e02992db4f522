"""A game's guide as a page: Markdown with an anchor for every rule, so that a refusal can point to it."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt

from tablero.core.facts import guide_language
from tablero.core.joints import set_signs
from tablero.games import game as find_game

_ANCHOR = re.compile(r"\s*\{#([\w-]+)\}\s*$")


@dataclass(frozen=True)
class Guide:
    """The language it is written in, the title, the page and its contents as (anchor, heading) pairs."""

    language: str
    title: str
    html: str
    contents: tuple[tuple[str, str], ...]


def read_guide(text: str, language: str = "en") -> Guide:
    """A guide from its Markdown. A heading ends with its rule's id: `## Four cubes below {#support}`.

    >>> read_guide("# Yaxha\\n\\n## Support {#support}\\n\\nRests on four.").contents
    (('support', 'Support'),)
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for piece in (piece for token in tokens for piece in token.children or () if piece.type == "text"):
        piece.content = set_signs(language, piece.content)
    title = ""
    contents = []
    for heading, inline in itertools.pairwise(tokens):
        if heading.type != "heading_open":
            continue
        found = _ANCHOR.search(inline.content)
        words = set_signs(language, _ANCHOR.sub("", inline.content))
        if inline.children:
            inline.children[-1].content = _ANCHOR.sub("", inline.children[-1].content)
        if found:
            heading.attrSet("id", found[1])
            contents.append((found[1], words))
        if heading.tag == "h1":
            title = title or words
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # a wide one scrolls: with the keyboard too
    return Guide(language, title, reader.renderer.render(tokens, reader.options, {}), tuple(contents))


@cache
def guide_of(name: str, language: str) -> Guide:
    game = find_game(name)
    return read_guide(game.guide(language), guide_language(game.package, language))
