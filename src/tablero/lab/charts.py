"""Charts of a tournament as SVG: the Elo of each bot and the result of each match, with confidence intervals.

A chart is a self-contained file and follows the reader's light or dark theme.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablero.core.drawing.shapes import LIGHT_THEME, escape
from tablero.lab.standings import Standings

NIGHT = {"paper": "#1f1b1a", "paper-3": "#3a322d", "ink": "#f3e7d0", "ink-2": "#c9b698", "line": "#8a7354"}
MARGIN = 24
NAMES = 240  # width of the names
FIGURES = 190  # width of the text behind a bar
BAR = 400
ROW = 34
HEAD = 64
FOOT = 52
WIDTH = MARGIN + NAMES + BAR + FIGURES + MARGIN
LETTER = 7.6  # the usual width of a letter at 15 px


@dataclass(frozen=True)
class ChartBar:
    """One bar: its name, its value with the interval around it, and the text behind it."""

    name: str
    value: float
    low: float
    high: float
    words: str


def chart(standings: Standings) -> str:
    """Return the whole chart: Elo of all bots above, the matches below."""
    game = standings.tournament.game
    bots = [
        ChartBar(
            one.name,
            one.rating.elo,
            one.rating.low,
            one.rating.high,
            f"{one.rating.elo:.0f} ({one.rating.low:.0f} to {one.rating.high:.0f})",
        )
        for one in sorted(standings.bots, key=lambda one: -one.rating.elo)
    ]
    matches = []
    for hero, rival, match in standings.matches:
        low, high = match.interval()
        words = f"{match.share:.1%} ({low:.1%} to {high:.1%})"
        matches.append(ChartBar(f"{hero} – {rival}", match.share, low, high, words))
    games = ", ".join(str(number) for number in sorted({match.games for _, _, match in standings.matches}))
    title = f"{game.title}, {standings.seats} seats"
    top = MARGIN + 40
    first = HEAD + ROW * len(bots) + FOOT
    height = top + first + HEAD + ROW * len(matches) + FOOT + MARGIN
    furthest = max(100.0, *(row.high for row in bots))
    parts = [
        f'<text class="title" x="{MARGIN}" y="{MARGIN + 18}">{escape(title)}</text>',
        *_panel(top, "Elo above the weakest bot", bots, furthest, _even_steps(furthest), "{:.0f}", None),
        *_panel(
            top + first,
            f"Share of wins of the first against the second; {games} games a match",
            matches,
            1.0,
            (0.0, 0.25, 0.5, 0.75, 1.0),
            "{:.0%}",
            1 / standings.seats,
        ),
    ]
    about = "; ".join(
        [*(f"{row.name} {row.words} Elo" for row in bots), *(f"{row.name} {row.words}" for row in matches)]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-labelledby="chart-title chart-about">'
        f'<title id="chart-title">{escape(title)}</title><desc id="chart-about">{escape(about)}</desc>'
        f"<style>{_style()}</style>"
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>{"".join(parts)}</svg>\n'
    )


def _style() -> str:
    day = {name: LIGHT_THEME[name] for name in NIGHT}
    colours = [";".join(f"--{name}:{value}" for name, value in theme.items()) for theme in (day, NIGHT)]
    return (
        f"svg{{{colours[0]}}}@media (prefers-color-scheme:dark){{svg{{{colours[1]}}}}}"
        f"text{{font:15px {LIGHT_THEME['text']};fill:var(--ink);font-variant-numeric:lining-nums tabular-nums}}"
        f".title{{font:700 24px {LIGHT_THEME['title']}}}.head{{font-weight:700}}"
        ".scale{fill:var(--ink-2);font-size:13px}"
        ".ground{fill:var(--paper)}.bar{fill:var(--paper-3);stroke:var(--line)}.grid{stroke:var(--paper-3)}"
        ".equal{stroke:var(--ink-2);stroke-width:2;stroke-dasharray:5 4}.sure{stroke:var(--ink);stroke-width:2}"
    )


def _panel(
    top: float, head: str, rows: list[ChartBar], furthest: float, steps: Iterable[float], form: str, equal: float | None
) -> list[str]:
    """Return rows of bars over a scale from 0, with a dashed line where all would be equal."""
    left = MARGIN + NAMES
    under = top + HEAD + ROW * len(rows)

    def x(value: float) -> float:
        return left + BAR * min(1.0, max(0.0, value / furthest))

    parts = [f'<text class="head" x="{MARGIN}" y="{top + 24:.0f}">{escape(head)}</text>']
    for step in steps:
        parts.append(f'<path class="grid" d="M{x(step):.1f} {top + HEAD - 12:.0f}V{under + 4:.0f}"/>')
        parts.append(_scale_text(x(step), under + 22, form.format(step)))
    for number, row in enumerate(rows):
        middle = top + HEAD + ROW * number + 5
        low, high = x(row.low), x(row.high)
        ends = "".join(f"M{end:.1f} {middle - 6}v12" for end in (low, high))
        name = f'x="{left - 12}" y="{middle + 5:.0f}"{_squeezed(row.name)}>{escape(row.name)}'
        parts.append(
            f'<text text-anchor="end" {name}</text>'
            f'<rect class="bar" x="{left}" y="{middle - 9:.0f}" width="{x(row.value) - left:.1f}" height="18"/>'
            f'<path class="sure" d="M{low:.1f} {middle}H{high:.1f}{ends}"/>'
            f'<text x="{left + BAR + 14}" y="{middle + 5:.0f}">{escape(row.words)}</text>'
        )
    if equal is not None:
        parts.append(f'<path class="equal" d="M{x(equal):.1f} {top + HEAD - 16:.0f}V{under + 4:.0f}"/>')
        parts.append(_scale_text(x(equal), top + HEAD - 22, "equal"))
    return parts


def _scale_text(x: float, y: float, text: str) -> str:
    return f'<text class="scale" text-anchor="middle" x="{x:.1f}" y="{y:.0f}">{text}</text>'


def _squeezed(name: str) -> str:
    """Return attributes that squeeze a name too long for its column."""
    room = NAMES - 12
    return f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if LETTER * len(name) > room else ""


def _even_steps(furthest: float) -> list[float]:
    """Return round numbers for a scale, about eight of them."""
    step = next(size for size in (25, 50, 100, 200, 400, 800, 1600, 3200, 6400) if furthest / size <= 8)
    return [float(value) for value in range(0, int(furthest) + 1, step)]
