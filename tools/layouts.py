"""Write the layouts of all tensors into docs/study.md, between its two marks; `--check` only compares them."""

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

import tablero
from tablero.core.encoding.fields import Board, Field, Layout

PAGE = Path(__file__).resolve().parent.parent / "docs/study.md"
BEGIN = "<!-- layouts: written by tools/layouts.py -->\n"
END = "<!-- end of layouts -->"
WIDTH = 120


def layouts_text() -> str:
    """Return all layouts as Markdown."""
    return "\n".join(of_game(game) for game in tablero.games())


def of_game(game: tablero.Game) -> str:
    layouts = [game.layout(seats) for seats in game.seats]
    sizes = ", ".join(f"{layout.size} with {layout.seats}" for layout in layouts)
    usual = game.layout(2)
    parts = [
        f"### {game.title}\n",
        f"Version {usual.version}. A row has {sizes} seat{'s' if len(layouts) > 1 else ''}; "
        f"a mask has {game.moves.size} moves.\n",
        table("what all share", usual.shared, 0),
        table("of each seat", usual.own, None),
    ]
    if usual.boards:
        parts.append(boards(usual))
    return "\n".join(parts)


def table(title: str, fields: tuple[Field, ...], begin: int | None) -> str:
    rows = []
    for one in fields:
        start = one.start if begin is not None else f"+{one.start}"
        kind = "names " if one.names else ""
        rows.append(
            (f"| `{one.name}` | {start} | {one.length} | {kind}{one.low} to {one.high} |", one.name, one.meaning)
        )
    return "\n".join(
        [f"| {title} | from | numbers | range | meaning |", "| --- | ---: | ---: | --- | --- |", *row_lines(rows)]
    )


def boards(layout: Layout) -> str:
    shown: list[Board] = [
        board for board in layout.boards if not board.name.startswith("seat") or board.name.startswith("seat0")
    ]
    rows = []
    for board in shown:
        name = board.name.replace("seat0.", "seatN.")
        rows.append((f"| `{name}` | {' x '.join(map(str, board.shape))} |", name, board.meaning))
    return "\n".join(
        ["| planes | layers x rows x columns, two seats | meaning |", "| --- | --- | --- |", *row_lines(rows)]
    )


def row_lines(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return rows of a table with their meanings; a meaning that makes its row too long stands below the table."""
    lines, notes = [], []
    for row, name, meaning in rows:
        whole = f"{row} {meaning} |"
        lines.append(whole if len(whole) <= WIDTH else f"{row} see below |")
        if len(whole) > WIDTH:
            notes += textwrap.wrap(f"- `{name}`: {meaning}", WIDTH, subsequent_indent="  ")
    return [*lines, "", *notes, ""] if notes else [*lines, ""]


def written(page: str) -> str:
    """Return the page with the current layouts."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{layouts_text()}\n{END}{after}"


def main() -> int:
    page = PAGE.read_text("utf-8")
    now = written(page)
    if "--check" in sys.argv:
        return 0 if now == page else 1
    PAGE.write_text(now, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
