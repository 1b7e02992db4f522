"""The figures of a game as tables and plots for its page in docs/games."""

import textwrap
from collections.abc import Iterable, Sequence

from tablero.core.drawing.shapes import LIGHT_THEME, escape

BEGIN = "<!-- figures: written by tools/measure_games.py -->\n"
END = "<!-- end of figures -->"
NIGHT = {"paper": "#1f1b1a", "paper-3": "#3a322d", "ink": "#f3e7d0", "ink-2": "#c9b698"}
LINES = (
    ("#c8452c", "#e06a4f"),
    ("#1d6fb8", "#559fe0"),
    ("#9a6c06", "#ecb840"),
    ("#5d3a86", "#a481d2"),
)  # the seats' colours, by day and night
LINE = 120  # characters of a line of text
ENOUGH = 100  # games for shares of wins
WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 720, 300, 56, 110, 56, 44


def written(page: str, found: dict) -> str:
    """The page with these figures."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{told(found)}\n{END}{after}"


def told(found: dict) -> str:
    games = ", ".join(f"{games} of `{bot}`" for bot, games in found["games"].items())
    name, last = found["game"], found["seed"] + max(found["games"].values()) - 1
    return "\n".join(
        [
            textwrap.fill(
                f"Measured on {found['date']} with Tablero {found['version']}, rules {found['rules']}, the house's "
                f"component data and default options. Games for each number of seats: {games}, each bot against "
                f"itself, seeds {found['seed']} to {last}. `python tools/measure_games.py {name}` repeats it; "
                f"[all figures as JSON]({name}.json).",
                LINE,
            )
            + "\n",
            "### Length and width\n",
            length(found),
            f"![Legal moves through a game]({name}-course.svg)\n",
            "### What a search weighs\n",
            weighed(found),
            "### Positions\n",
            positions(found),
            "### Luck\n",
            luck(found),
            "### Secrets\n",
            secrets(found),
            "### Points and seats\n",
            points(found),
            f"![Points]({name}-points.svg)\n",
            "### Moves and options\n",
            moves(found),
        ]
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> str:
    """The first columns hold words, the others numbers."""
    marks = ["---"] * words + ["---:"] * (len(head) - words)
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in (head, marks, *rows)) + "\n"


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def each(found: dict) -> Iterable[tuple[str, str, dict]]:
    for seats, of in found["seats"].items():
        for bot, told in of["bots"].items():
            yield seats, f"`{bot}`", told


def length(found: dict) -> str:
    head = (
        *("seats", "who plays", "decisions", "choices", "turns"),
        *("legal moves: mean", "median", "most", "ways, log10", "tree, log10"),
    )
    rows = [
        (
            seats,
            bot,
            f"{of['decisions']['mean']:.0f} ± {of['decisions']['deviation']:.0f}",
            f"{of['choices']['mean']:.0f}",
            f"{of['turns']['mean']:.0f}" if seats != "1" else "–",
            f"{of['legal']['mean']:.1f}",
            f"{of['legal']['median']:.0f}",
            f"{of['legal']['most']:.0f}",
            f"{of['width']['mean']:.0f}",
            f"{of['tree']:.0f}" if bot == "`random`" else "",
        )
        for seats, bot, of in each(found)
    ]
    return table(head, rows, 2)


def weighed(found: dict) -> str:
    head = ("seats", "legal moves of a choice", "of these worth a look: mean", "median", "95 % within")
    rows = [
        (
            seats,
            f"{of['legal']['mean']:.1f}",
            f"{of['weighed']['mean']:.1f}",
            f"{of['weighed']['median']:.1f}",
            f"{of['weighed']['high']:.1f}",
        )
        for seats, _, of in each(found)
        if of["weighed"]
    ]
    return table(head, rows)


def positions(found: dict) -> str:
    head = (
        "seats",
        "layout",
        "numbers of an observation",
        "moves of the mask",
        "different among so many observations",
        "box, log10",
    )
    rows = [
        (
            seats,
            f"`{of['mark']}`",
            of["observation"],
            found["moves"],
            f"{of['positions']['distinct']:,} of {of['positions']['rows']:,}",
            f"{of['positions']['box']:.0f}",
        )
        for seats, of in found["seats"].items()
    ]
    return table(head, rows, 2)


def luck(found: dict) -> str:
    head = (
        "seats",
        "dealt draws",
        "bits",
        "draws in play",
        "bits",
        "deal decides",
        "`greedy` beats `random`",
        "`level1` beats `level4`",
    )
    rows = []
    for seats, of in found["seats"].items():
        heard = of["chance"]
        shares = [
            f"{percent(one['share'])} [{100 * one['low']:.0f}, {100 * one['high']:.0f}]"
            if (one := of["matches"].get(name))
            else "–"
            for name in ("greedy against random", "level1 against level4")
        ]
        rows.append(
            (
                seats,
                f"{heard['deal_draws']['mean']:.0f}",
                f"{heard['deal_bits']['mean']:.0f}",
                f"{heard['later_draws']['mean']:.0f}",
                f"{heard['later_bits']['mean']:.0f}",
                percent(of["deal_share"]),
                *shares,
            )
        )
    return table(head, rows)


def secrets(found: dict) -> str:
    head = (
        "seats",
        "decisions with secrets",
        "hidden bits: mean",
        "95 % within",
        "most",
        "decisions of several seats at once",
    )
    rows = []
    for seats, of in found["seats"].items():
        bits = of["chance"]["hidden_bits"]
        together = of["bots"]["random"]["together"]
        rows.append(
            (
                seats,
                percent(of["chance"]["hidden"]),
                f"{bits['mean']:.0f}",
                f"{bits['high']:.0f}",
                f"{bits['most']:.0f}",
                percent(together),
            )
        )
    return table(head, rows)


def points(found: dict) -> str:
    head = (
        "seats",
        "who plays",
        "points of a seat",
        "90 % of them",
        "lead of the first, median",
        "wins by seat",
        "shared wins",
    )
    rows = []
    for seats, bot, of in each(found):
        several = int(seats) > 1
        rows.append(
            (
                seats,
                bot,
                f"{of['score']['mean']:.0f} ± {of['score']['deviation']:.0f}",
                f"{of['score']['low']:.0f} to {of['score']['high']:.0f}",
                f"{of['margin']['median']:.0f}" if several else "–",
                wins(of),
                percent(of["draws"], 1) if several and of["games"] >= ENOUGH else "–",
            )
        )
    return table(head, rows, 2)


def wins(of: dict) -> str:
    """Shares by seat; a dozen games tell nothing about them."""
    return " · ".join(percent(share) for share in of["wins"]) if of["games"] >= ENOUGH else "–"


def moves(found: dict) -> str:
    usual = "2"
    often = found["seats"][usual]["bots"]["greedy"]["families"]
    rows = [
        (f"`{name}`", f"`{first}`", count, f"{often.get(name, 0):.1f}")
        for name, (count, first) in found["families"].items()
    ]
    options = ", ".join(f"`{name}` ({count or 'a text'})" for name, count in found["options"].items())
    return (
        table(("first word", "for example", "moves of the space", f"in a game of {usual}, `greedy`"), rows, 2)
        + "\n"
        + textwrap.fill(f"{len(found['options'])} options, with how many choices each has: {options}.", LINE)
        + "\n"
    )


# ---------------------------------------------------------------- plots


def plots(found: dict) -> dict[str, str]:
    """The plots of a game by file name."""
    name, title = found["game"], found["title"]
    seats = list(found["seats"])
    course = {
        f"{each} seat{'s' if each != '1' else ''}": found["seats"][each]["bots"]["greedy"]["course"] for each in seats
    }
    lines = {
        label: [((at + 0.5) / len(values), value) for at, value in enumerate(values)]
        for label, values in course.items()
    }
    usual = "3"
    shares = {bot: spread(of["scores"]) for bot, of in found["seats"][usual]["bots"].items()}
    return {
        f"{name}-course.svg": plot(
            f"{title}: legal moves through a game, greedy play",
            lines,
            1.0,
            ["the deal", "the end"],
            "mean of all decisions, forced ones too",
        ),
        f"{name}-points.svg": plot(
            f"{title}: points of a seat, {usual} seats",
            shares,
            None,
            [],
            "share of the seats that got about so many points",
        ),
    }


def spread(scores: dict[str, int]) -> list[tuple[float, float]]:
    """How often about so many points were made: a smooth curve through the counts, as wide as few games allow."""
    counts = sorted((int(score), count) for score, count in scores.items())
    total = sum(count for _, count in counts)
    mean = sum(score * count for score, count in counts) / total
    deviation = max(1.0, (sum(count * (score - mean) ** 2 for score, count in counts) / total) ** 0.5)
    width = 1.06 * deviation * total**-0.2
    low, high = counts[0][0] - 2 * width, counts[-1][0] + 2 * width
    at = [low + (high - low) * step / 80 for step in range(81)]
    return [
        (
            x,
            sum(count * 2.718281828 ** (-0.5 * ((x - score) / width) ** 2) for score, count in counts)
            / (total * width),
        )
        for x in at
    ]


def plot(
    title: str, lines: dict[str, list[tuple[float, float]]], most: float | None, ends: list[str], about: str
) -> str:
    """Lines over a scale, named where they end or are highest; by day and by night."""
    every = [point for line in lines.values() for point in line]
    left, right = (0.0, most) if most else (min(x for x, _ in every), max(x for x, _ in every))
    top = max(y for _, y in every) * 1.08

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - RIGHT) * (x - left) / (right - left), HEIGHT - FOOT - (
            HEIGHT - FOOT - TOP
        ) * y / top

    parts = [
        f'<text class="title" x="16" y="26">{escape(title)}</text>'
        f'<text class="scale" x="16" y="45">{escape(about)}</text>'
    ]
    if most:
        for y in even(top):
            parts.append(
                f'<path class="grid" d="M{LEFT} {place(0, y)[1]:.1f}H{WIDTH - RIGHT}"/>'
                f'<text class="scale" text-anchor="end" x="{LEFT - 8}" y="{place(0, y)[1] + 4:.1f}">{y:g}</text>'
            )
        for x, word, anchor in zip((left, right), ends, ("start", "end"), strict=True):
            parts.append(
                f'<text class="scale" text-anchor="{anchor}" x="{place(x, 0)[0]:.1f}" y="{HEIGHT - 18}">{word}</text>'
            )
    else:
        parts.append(f'<path class="grid" d="M{LEFT} {HEIGHT - FOOT}H{WIDTH - RIGHT}"/>')
        for x in [step for step in even(right) if left <= step]:
            parts.append(
                f'<path class="grid" d="M{place(x, 0)[0]:.1f} {HEIGHT - FOOT}v6"/>'
                f'<text class="scale" text-anchor="middle" x="{place(x, 0)[0]:.1f}" y="{HEIGHT - 18}">{x:g}</text>'
            )
    taken: list[float] = []
    for number, (name, line) in enumerate(lines.items()):
        drawn = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in line))
        x, y = place(*(line[-1] if most else max(line, key=lambda point: point[1])))
        if most:
            y = room(y + 4, taken)
            label = f'<text class="name line{number}" x="{x + 8:.1f}" y="{y:.1f}">{escape(name)}</text>'
        else:
            y = room(y - 7, taken)
            label = (
                f'<text class="name line{number}" text-anchor="middle" x="{x:.1f}" y="{y:.1f}">{escape(name)}</text>'
            )
        parts.append(f'<path class="line line{number}" d="{drawn}"/>{label}')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(title)}">'
        f"<style>{style()}</style>" + '<rect class="ground" width="100%" height="100%"/>' + "".join(parts) + "</svg>\n"
    )


def room(y: float, taken: list[float]) -> float:
    """A height at which no other name stands."""
    while any(abs(y - other) < 15 for other in taken):
        y -= 3
    taken.append(y)
    return y


def even(top: float) -> list[float]:
    """Round figures for a scale, from 0, not more than seven."""
    step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200) if top / size <= 7)
    return [float(step * k) for k in range(int(top // step) + 1)]


def style() -> str:
    day = ";".join(f"--{name}:{LIGHT_THEME[name]}" for name in NIGHT)
    night = ";".join(f"--{name}:{value}" for name, value in NIGHT.items())
    lines = [";".join(f"--line{n}:{pair[at]}" for n, pair in enumerate(LINES)) for at in (0, 1)]
    strokes = "".join(
        f".line.line{n}{{stroke:var(--line{n})}}.name.line{n}{{fill:var(--line{n})}}" for n in range(len(LINES))
    )
    return (
        f"svg{{{day};{lines[0]}}}@media (prefers-color-scheme:dark){{svg{{{night};{lines[1]}}}}}"
        f"text{{font:14px {LIGHT_THEME['text']};fill:var(--ink);font-variant-numeric:lining-nums tabular-nums}}"
        f".title{{font:700 18px {LIGHT_THEME['title']}}}.scale{{fill:var(--ink-2);font-size:13px}}"
        f".name{{font-weight:700}}"
        f".ground{{fill:var(--paper)}}.grid{{stroke:var(--paper-3)}}"
        f".line{{fill:none;stroke-width:2.5;stroke-linejoin:round}}{strokes}"
    )
