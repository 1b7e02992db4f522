"""Styles of single elements: no attribute, one sheet that the policy of the page allows."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

import tablero
from tablero.core.drawing.element_styles import style_sheet, style_source, with_styles
from tablero.core.drawing.render_options import RenderOptions
from tablero.games import GAME_NAMES

SOURCE = Path(tablero.__file__).parent


def test_a_page_says_each_style_once_in_its_head() -> None:
    body = '<i data-css="--n:2"></i><b data-css="left:3.5px;top:1%"></b><i data-css="--n:2"></i>'
    sheet = '[data-css="--n:2"]:not(#_){--n:2}[data-css="left:3.5px;top:1%"]:not(#_){left:3.5px;top:1%}'
    assert style_sheet(body) == sheet
    page = with_styles(f"<html><head></head><body>{body}</body></html>", sheet)
    assert page == f"<html><head><style>{sheet}</style></head><body>{body}</body></html>"
    assert style_source(sheet) == f"'sha256-{base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()}'"


def test_what_could_end_the_sheet_is_no_style() -> None:
    assert style_sheet('<i data-css="--n:1}</style>"></i><i data-css="background:url(\'x\')"></i>') == ""


def test_no_source_writes_style_attributes() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {text}"
        for kind in ("*.py", "*.jinja", "*.svg")
        for path in SOURCE.rglob(kind)
        if not {"static", "docs", "lab"} & set(path.relative_to(SOURCE).parts)
        for text in re.findall(r"(?<![\w-])style=[\"'{].{0,40}", path.read_text("utf-8"))
    ]
    assert not found


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_picture_by_itself_needs_no_sheet_of_a_page(name: str) -> None:
    game = tablero.game(name)
    state = game.start(2, 1)
    drawn = game.drawing.draw(state.view(None), RenderOptions())
    assert "data-css" not in drawn
