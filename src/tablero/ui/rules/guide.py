"""Parse a game's guide into chapters, rules and blocks. Every rule has an anchor that refusals link to.

Markdown with four conventions: `## Heading {#id}` is a rule, `# Heading` below the title begins a chapter, a paragraph
of exactly `[[figure ID]]` or `[[table ID]]` is a drawn example or a reference table, and a block quote is a frequent
question with its answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from tablero.core.facts import guide_language
from tablero.core.i18n.contractions import set_signs
from tablero.games import game as find_game

if TYPE_CHECKING:  # the first page shown is no guide: a start need not wait until Markdown can be read
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_ANCHOR = re.compile(r"\s*\{#([\w-]+)\}\s*$")
_INSERTED = re.compile(r"\[\[(figure|table) ([\w-]+)\]\]")


@dataclass(frozen=True)
class Block:
    """A part of a rule: kinds `text` and `asked` have HTML and plain words, `figure` and `table` an id."""

    kind: str
    html: str = ""
    words: str = ""
    id: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule of the guide; without an id, the text before the first rule."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A chapter of rules; without a title where a guide has no chapters."""

    title: str
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Guide:
    """A guide in the language that it is written in."""

    language: str
    title: str
    chapters: tuple[Chapter, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        return (rule for chapter in self.chapters for rule in chapter.rules)

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """The rules as (anchor, heading) pairs."""
        return tuple((rule.id, rule.title) for rule in self.rules if rule.id)

    def rule(self, id: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.id == id), None) if id else None


def read_guide(text: str, language: str = "en") -> Guide:
    """Parse a guide's Markdown. A heading ends with its rule's id: `## Four cubes below {#support}`.

    >>> read_guide("# Yaxha\\n\\n## Support {#support}\\n\\nRests on four.").contents
    (('support', 'Support'),)
    """
    tokens = _reader().parse(text)
    for piece in (piece for token in tokens for piece in token.children or () if piece.type == "text"):
        piece.content = set_signs(language, piece.content)
    title = ""
    chapters = [Chapter("")]
    for part in _parts(tokens):
        if part[0].type == "heading_open" and part[0].tag in ("h1", "h2"):
            words, id = _heading(part[1], language)
            if part[0].tag == "h2":
                chapters[-1] = replace(chapters[-1], rules=(*chapters[-1].rules, Rule(id, words)))
            elif title:
                chapters.append(Chapter(words))
            else:
                title = words
            continue
        last = chapters[-1]
        before, rule = (last.rules[:-1], last.rules[-1]) if last.rules else ((), Rule("", ""))
        rule = replace(rule, blocks=(*rule.blocks, _block(part)))
        chapters[-1] = replace(last, rules=(*before, rule))
    return Guide(language, title, tuple(chapter for chapter in chapters if chapter.title or chapter.rules))


def _parts(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the paragraphs, lists and tables, each from its opening token to its closing one."""
    first = 0
    for place, token in enumerate(tokens):
        if token.level == 0 and token.nesting <= 0:
            yield tokens[first : place + 1]
            first = place + 1


def _heading(inline: Token, language: str) -> tuple[str, str]:
    found = _ANCHOR.search(inline.content)
    return set_signs(language, _ANCHOR.sub("", inline.content)), found[1] if found else ""


def _block(part: Sequence[Token]) -> Block:
    if part[0].type == "paragraph_open" and (inserted := _INSERTED.fullmatch(part[1].content.strip())):
        return Block(inserted[1], id=inserted[2])
    kind = "asked" if part[0].type == "blockquote_open" else "text"
    if kind == "asked":
        part = part[1:-1]
    for token in part:
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # a wide table scrolls with the keyboard too
    words = " ".join(_plain(token) for token in part if token.children)
    return Block(kind, _reader().renderer.render(part, _reader().options, {}), words)


def _plain(inline: Token) -> str:
    return "".join(" " if piece.type.endswith("break") else piece.content for piece in inline.children or ())


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def guide_of(name: str, language: str) -> Guide:
    game = find_game(name)
    return read_guide(game.guide(language), guide_language(game.package, language))
