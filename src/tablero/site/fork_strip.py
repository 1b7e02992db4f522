"""The strip of a what-if board: the real game as a line of turns, and branches that leave it above and below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.core.ink import escape, seat_mark
from tablero.core.speech import Speech
from tablero.table.whatif import REAL, WhatIf, turns_of

EACH = 38  # pixels from one turn to the next
FIRST = 22
ROWS = {"above": 20, "real": 57, "below": 94}
PILL = 74  # pixels for the letter of a branch and its chance
EVERY = 4  # turns of the real game for each number under it


@dataclass(frozen=True)
class Line:
    """A line of the strip: the counts of moves at which it can be looked at, each with who moved before, and where it lies."""

    letter: str
    stops: Sequence[tuple[int, int]]  # (seat, count); the seat is -1 where nobody has moved yet
    x: int
    row: str

    def at(self, count: int) -> int:
        """Where the position after so many moves lies; between two turns at the one that is begun."""
        for place, (_, end) in enumerate(self.stops):
            if end >= count:
                return self.x + EACH * place
        return self.x + EACH * (len(self.stops) - 1)


def shown_letters(tree: WhatIf) -> list[str]:
    """The branches that have room: the one looked at with the one that it left, else the newest."""
    here = tree.at[0]
    lines = [here] if here else []
    if here and tree.branches[here].parent:
        lines = [tree.branches[here].parent, here]
    lines += [letter for letter in sorted(tree.branches, reverse=True) if letter not in lines]
    return sorted(lines[:2], key=lambda letter: (letter != here or bool(here and tree.branches[here].parent), letter))


def strip(tree: WhatIf, chances: dict[str, int], names: Sequence[str], say: Speech) -> str:
    """The whole strip."""
    first = tree.ground.number
    real = Line(REAL, [(-1, 0), *turns_of(tree.ground.made)], FIRST, "real")
    lines = {REAL: real}
    for letter, row in zip(shown_letters(tree), ("above", "below"), strict=False):
        branch = tree.branches[letter]
        parent = lines.get(branch.parent) or real
        leaves = parent.at(branch.after if branch.parent in lines else tree.root(letter))
        lines[letter] = Line(letter, turns_of(branch.moves) or [(-1, 0)], leaves + EACH, row)
    width = max(line.x + EACH * len(line.stops) for line in lines.values()) + PILL * (1 + max(1, len(tree.branches)))
    here = lines.get(tree.at[0], real)
    drawn = _rail(real, here.at(tree.at[1]) if here is real else real.at(tree.root(tree.at[0])))
    drawn += "".join(_curve(tree, lines, line) for line in lines.values() if line.letter)
    nodes = "".join(_nodes(tree, line, names, first, say) for line in lines.values())
    pills, right = "", 0
    for line in lines.values():
        if line.letter:
            right = line.x + EACH * len(line.stops) - 10
            pills += _pill(line.letter, right, ROWS[line.row], chances, say)
    for place, letter in enumerate(sorted(tree.branches.keys() - lines.keys()), 1):  # those without room for a line
        pills += _pill(letter, right + PILL * place, ROWS["below"], chances, say)
    return (
        f'<div class="rails" style="width:{width}px"><svg width="{width}" height="116" aria-hidden="true">{drawn}</svg>'
        f"{nodes}{pills}</div>"
    )


def _rail(real: Line, here: int) -> str:
    end = real.x + EACH * (len(real.stops) - 1)
    y = ROWS["real"]
    return f'<path class="rest" d="M{real.x} {y}H{end}"/><path class="gone" d="M{real.x} {y}H{here}"/>'


def _curve(tree: WhatIf, lines: dict[str, Line], line: Line) -> str:
    branch = tree.branches[line.letter]
    parent = lines.get(branch.parent) or lines[REAL]
    x, y, to = line.x - EACH, ROWS[parent.row], ROWS[line.row]
    end = line.x + EACH * (len(line.stops) - 1)
    return (
        f'<path class="way" data-letter="{line.letter}" d="M{x} {y}C{x + 22} {y} {x + 10} {to} {line.x} {to}H{end}"/>'
    )


def _nodes(tree: WhatIf, line: Line, names: Sequence[str], first: int, say: Speech) -> str:
    out, y = "", ROWS[line.row]
    roots = {
        line.at(branch.after): branch.after
        for branch in tree.branches.values()
        if not branch.parent and not line.letter
    }
    later = line.at(tree.root(tree.at[0]))
    for place, (seat, count) in enumerate(line.stops):
        x = line.x + EACH * place
        here = tree.at[0] == line.letter and line.at(tree.at[1]) == x
        who = names[seat] if seat >= 0 else ""
        words = (
            say("Branch {letter}, move {number}", letter=line.letter, number=count)
            if line.letter
            else say("The real game, move {number}", number=first + count)
        )
        kind = " here" if here else ""
        kind += " row" if line.letter == tree.at[0] else ""  # all that a phone has room for
        kind += " fork" if x in roots else ""
        kind += " later" if not line.letter and x > later else ""
        shape = seat_mark(seat, 18) if seat >= 0 else "<i></i>"
        label = escape(f"{words}, {who}" if who else words)
        out += (
            f'<button class="node{kind}" type="button" id="node-{line.letter}-{count}" data-letter="{line.letter}" '
            f'data-count="{count}" tabindex="{0 if here else -1}" style="left:{x}px;top:{y}px" '
            f'aria-label="{label}" title="{label}"{" aria-current=step" if here else ""}>{shape}</button>'
        )
        if not line.letter and (place % EVERY == 0 or x in roots):
            out += f'<span class="tick{" fork" if x in roots else ""}" style="left:{x}px">{first + roots.get(x, count)}</span>'
    return out


def _pill(letter: str, x: int, y: int, chances: dict[str, int], say: Speech) -> str:
    chance = f" {chances[letter]} %" if letter in chances else ""
    return (
        f'<button class="letter-pill" type="button" tabindex="-1" data-letter="{letter}" data-tip style="left:{x}px;top:{y}px" '
        f'aria-label="{escape(say("Branch {letter}", letter=letter))}{chance}">{letter}{chance}</button>'
    )
