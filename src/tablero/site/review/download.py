"""Review as one self-contained HTML file: styles, fonts, pictures and the script are inside, nothing is fetched."""

from __future__ import annotations

import base64
import re

from markupsafe import Markup

from tablero.analysis.review import Review
from tablero.core import Record
from tablero.core.drawing.element_styles import style_sheet, with_styles
from tablero.games import game as find_game
from tablero.site.review.report import ReviewPage
from tablero.table import Holder, LogRow, Table
from tablero.ui.language import Language
from tablero.ui.rendering import STATIC_FOLDER, asset, has_asset, render

_FACE = re.compile(r"@font-face\{[^}]*\}")
_FONT = re.compile(r"url\(/static/([\w.-]+\.woff2)\)")
EMBEDDED_SUBSET = "-latin-"  # the letters of our languages; others come from the fonts of the reader's machine
EMBEDDED_WEIGHTS = ("500", "700", "800")


def table_of(record: Record) -> Table:
    """Return a table with the seats and moves of a record."""
    game = find_game(record.game)
    names = [*record.players, *[""] * record.seats][: record.seats]
    holders = [Holder("person", name or f"{seat + 1}", f"seat-{seat}") for seat, name in enumerate(names)]
    states = record.replay(game)
    rows = []
    for number, ((seat, words), state) in enumerate(zip(record.moves, states, strict=False), 1):
        rows.append(LogRow(number, seat, "move", game.read(state, seat, words), str(number), 0.0))
    assert record.seed is not None  # it was replayed
    settings = (game, record.seats, record.options, holders, record.seed, record.salt)
    return Table("", *settings, rows=rows, rules=record.rules, start=record.start)


def review_file(record: Record, review: Review, language: str) -> str:
    """Return the file. Raise RuntimeError if the styles and scripts of the site have not been built."""
    return file_of(ReviewPage(table_of(record), review, Language(language), None))


def file_of(page: ReviewPage) -> str:
    """Return the file of a review page, for its viewer."""
    game = page.game
    styles = _style("site.css") + (_style(f"{game.name}.css") if has_asset(f"{game.name}.css") else "")
    script = _text("review.js").replace("</script", "<\\/script")
    html = render(
        "review/review.jinja",
        page.language,
        table=page.table,
        game=game,
        theme="",
        here="",
        path="",
        alone=True,
        moves=page.review.moves,
        body_of_review=Markup(render("review/parts/report.jinja", page.language, page=page, game=game, alone=True)),
        symbols=Markup(game.drawing.symbols()),
        styles=Markup(styles),
        script=Markup(script),
    )
    return with_styles(html, style_sheet(html))


def _text(name: str) -> str:
    return (STATIC_FOLDER / asset(name).rpartition("/")[2]).read_text("utf-8")


def _style(name: str) -> str:
    """Return a style sheet with its fonts embedded."""

    def face(rule: re.Match[str]) -> str:
        font = _FONT.search(rule[0])
        if (
            font is None
            or EMBEDDED_SUBSET not in font[1]
            or not any(f"-{weight}-" in font[1] for weight in EMBEDDED_WEIGHTS)
        ):
            return ""
        packed = base64.b64encode((STATIC_FOLDER / font[1]).read_bytes()).decode()
        return rule[0].replace(font[0], f"url(data:font/woff2;base64,{packed})")

    return _FACE.sub(face, _text(name)).replace("</style", "<\\/style")
