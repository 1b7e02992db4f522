"""Rendering of templates, with icons, the seats' shapes and the addresses of static files."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from tablero.core.drawing import shapes
from tablero.core.drawing.icons import icon
from tablero.core.game import Game
from tablero.core.i18n.locale_data import own_name
from tablero.core.i18n.translator import LANGUAGE_CODES
from tablero.games import game as find_game
from tablero.ui.avatar import avatar
from tablero.ui.language import Language
from tablero.ui.names import called, seat_note

_SITE = Path(__file__).parent.parent / "site"
STATIC_FOLDER = _SITE / "static"
DOCS_FOLDER = _SITE / "docs"  # what `make docs` has built

_MORE_ICONS = {
    "sun": '<circle cx="12" cy="12" r="4.2"/><path d="M12 2.8v2.4M12 18.8v2.4M2.8 12h2.4M18.8 12h2.4M5.5 5.5l1.7 '
    '1.7M16.8 16.8l1.7 1.7M5.5 18.5l1.7-1.7M16.8 7.2l1.7-1.7"/>',
    "moon": '<path d="M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z"/>',
    "download": '<path d="M12 4v11M7 11l5 5 5-5M4.5 20h15"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>',
    "exit": '<path d="M10 4H5.5v16H10M9.5 12H20M16 8l4 4-4 4"/>',
    "flag": '<path d="M6 21V4h11l-2.5 4L17 12H6"/>',
    "handshake": '<path d="M3 8.5 7 7l5 1.5L17 7l4 1.5v7L17 17l-4.5 2.5L8 16l-5-.5zM12 8.5 9 12c1.5 1.6 3 1 '
    '4-.5l4.5 4"/>',
    "up": '<path d="M12 19V5M6 11l6-6 6 6"/>',
    "bell": '<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0"/>',
    "share": '<circle cx="18" cy="5.5" r="2.6"/><circle cx="6" cy="12" r="2.6"/><circle cx="18" cy="18.5" r="2.6"/>'
    '<path d="m8.3 10.8 7.4-4M8.3 13.2l7.4 4"/>',
    "puzzle": '<path d="M4.5 8.5h4.2a2.3 2.3 0 1 1 4.6 0h4.2v4.2a2.3 2.3 0 1 1 0 4.6v3.2H4.5z"/>',
    "calendar": '<path d="M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8"/>',
    "minus": '<path d="M5 12h14"/>',
    "list": '<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"/>',
    "pencil": '<path d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5 17.5 10"/>',
}


def _icon(name: str, size: float = 20, stroke: float = 1.8) -> Markup:
    if name not in _MORE_ICONS:
        return Markup(icon(name, size, stroke))
    return Markup(
        f'<svg class="icon {name}" width="{size}" height="{size}" viewBox="0 0 24 24" fill="none" '
        f'stroke="currentColor" stroke-width="{stroke}" stroke-linecap="round" stroke-linejoin="round" '
        f'aria-hidden="true">{_MORE_ICONS[name]}</svg>'
    )


@cache
def _manifest() -> dict[str, str]:
    path = STATIC_FOLDER / "manifest.json"
    if not path.exists():
        raise RuntimeError("the page has not been built yet: run `make play` once, or `npm run build` in web/")
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def asset(name: str) -> str:
    """Return the address of a static file; its name has a hash of its content."""
    return f"/static/{_manifest()[name]}"


@cache
def picture(game: str) -> str:
    """Return the SVG on a game's card."""
    return find_game(game).card.cover().picture()


def art(name: str) -> str:
    """Return the address of a game's picture, with a hash of its content."""
    return f"/art/{name}.{hashlib.sha256(picture(name).encode()).hexdigest()[:10]}.svg"


@cache
def symbol(game: str, id: str, size: float) -> Markup:
    """Return one of a game's pictures in `size` pixels; empty when it has none of this id. Symbols fill a square of
    24 units, groups lie around the origin."""
    drawn = find_game(game).drawing.symbols()
    if not id or f'id="{id}"' not in drawn:
        return Markup()
    box = "0 0 24 24" if f'<symbol id="{id}"' in drawn else "-22 -22 44 44"
    return Markup('<svg width="{0}" height="{0}" viewBox="{1}" aria-hidden="true"><use href="#{2}"/></svg>').format(
        size, box, id
    )


def has_asset(name: str) -> bool:
    return name in _manifest()


def has_docs() -> bool:
    """Whether the documentation is built; without it no page links to it."""
    return (DOCS_FOLDER / "index.html").is_file()


class _CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates on disk. One that cannot be written is compiled again by the next process."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):  # the disk is full, or files may not grow: pages are shown all the same
            super().dump_bytecode(bucket)


def _compiled_templates() -> FileSystemBytecodeCache | None:
    """Return where compiled templates are kept: beside Python's own compiled files, where those can be written."""
    folder = Path(__file__).with_name("__pycache__")
    return _CompiledTemplates(str(folder), "%s.jinjac") if os.access(folder, os.W_OK) else None


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("tablero.ui"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # else every use of a template checks its file
        bytecode_cache=_compiled_templates(),
    )
    environment.globals.update(
        icon=_icon,
        asset=asset,
        art=art,
        has_asset=has_asset,
        has_docs=has_docs,
        symbol=symbol,
        called=called,
        seat_note=seat_note,
        logo=lambda size=30: Markup(shapes.logo(size)),
        mark=lambda seat, size=18, label="": Markup(shapes.seat_mark(seat, size, label)),
        empty_mark=lambda seat, size=18: Markup(shapes.empty_seat_mark(seat, size)),
        avatar=avatar,
        medal=lambda number, size=26, label="": Markup(shapes.medal(number, size, label)),
        fibres=lambda: Markup(shapes.fibres(1440, 900, 90, 8, 0.07)),
        languages=LANGUAGE_CODES,
        own_name=own_name,
    )
    return environment


def render(template: str, language: Language, **context: Any) -> str:
    """Render a template in a language. What is not marked as safe is escaped."""
    spoken = language.say.language

    def lang(language: str) -> Markup:
        """Return the attribute of an element whose words are not in the page's language."""
        tag = language.replace("_", "-")
        return Markup(' lang="{}"').format(tag) if language != spoken else Markup()

    def words_of(game: Game) -> Markup:
        return lang(language.of(game).language)

    return (
        _environment()
        .get_template(template)
        .render(
            say=language.say,
            language=language.code,
            tag=spoken.replace("_", "-"),
            lang=lang,
            words_of=words_of,
            **{"visitor": None, "news": (), "local": False, **context},
        )
    )
