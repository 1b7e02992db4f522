"""A review as one HTML file that stands alone: styles, letters, pictures and the script are inside, nothing is fetched."""

from __future__ import annotations

import base64
import re

from markupsafe import Markup

from tablero.core import Record
from tablero.games import game as find_game
from tablero.insight.review import Review
from tablero.site.language import Tongue
from tablero.site.render import STATIC, asset, has_asset, render
from tablero.site.review_page import ReviewPage
from tablero.table import Holder, Row, Table

_FACE = re.compile(r"@font-face\{[^}]*\}")
_FONT = re.compile(r"url\(/static/([\w.-]+\.woff2)\)")
LETTERS = "-latin-"  # the letters of our languages; others come from the reader's own machine
WEIGHTS = ("500", "700", "800")


def table_of(record: Record) -> Table:
    """A finished game that was written down, as a table that can be looked at."""
    game = find_game(record.game)
    names = [*record.players, *[""] * record.seats][: record.seats]
    holders = [Holder("person", name or f"{seat + 1}", f"seat-{seat}") for seat, name in enumerate(names)]
    states = record.replay(game)
    rows = []
    for number, ((seat, words), state) in enumerate(zip(record.moves, states, strict=False), 1):
        rows.append(Row(number, seat, "move", game.read(state, seat, words), str(number), 0.0))
    assert record.seed is not None  # else it could not have been replayed
    return Table(
        "", game, record.seats, record.options, holders, record.seed, record.salt, rows=rows, rules=record.rules, start=record.start
    )  # fmt: skip


def review_file(record: Record, review: Review, language: str) -> str:
    """The file. RuntimeError when the page, whose styles it takes, has not been built."""
    return file_of(ReviewPage(table_of(record), review, Tongue(language), None))


def file_of(page: ReviewPage) -> str:
    """A review as a file, as this viewer sees it."""
    game = page.game
    styles = _style("site.css") + (_style(f"{game.name}.css") if has_asset(f"{game.name}.css") else "")
    script = _text("review.js").replace("</script", "<\\/script")
    return render(
        "review.jinja", page.tongue, table=page.table, game=game, theme="", here="", path="", alone=True, moves=page.review.moves,
        body_of_review=Markup(render("parts/review.jinja", page.tongue, page=page, game=game, alone=True)), symbols=Markup(game.drawing.symbols()), styles=Markup(styles), script=Markup(script),
    )  # fmt: skip


def _text(name: str) -> str:
    return (STATIC / asset(name).rpartition("/")[2]).read_text("utf-8")


def _style(name: str) -> str:
    """A style sheet with the letters it needs inside it."""

    def face(rule: re.Match[str]) -> str:
        font = _FONT.search(rule[0])
        if font is None or LETTERS not in font[1] or not any(f"-{weight}-" in font[1] for weight in WEIGHTS):
            return ""
        packed = base64.b64encode((STATIC / font[1]).read_bytes()).decode()
        return rule[0].replace(font[0], f"url(data:font/woff2;base64,{packed})")

    return _FACE.sub(face, _text(name)).replace("</style", "<\\/style")
