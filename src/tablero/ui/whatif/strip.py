"""The strip of a what-if board: the real game as a line of turns, and branches that leave it above and below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.core.drawing.shapes import escape, seat_mark
from tablero.core.i18n.translator import Translator
from tablero.table.whatif import REAL_LINE, WhatIf, turns_of

TURN_WIDTH = 38  # pixels from one turn to the next
LEFT = 22  # pixels
ROWS = {"above": 20, "real": 57, "below": 94}
PILL_WIDTH = 74  # pixels for the letter of a branch and its chance
TURNS_PER_TICK = 4  # of the real game for each number under it


@dataclass(frozen=True)
class BranchLine:
    """A line of the strip: the move counts at which it can be shown, each with the seat that moved before."""

    letter: str
    stops: Sequence[tuple[int, int]]  # (seat, count); the seat is -1 before the first move
    x: int
    row: str

    def at(self, count: int) -> int:
        """Return the x of the position after `count` moves; inside a turn, that of the turn's end."""
        for place, (_, end) in enumerate(self.stops):
            if end >= count:
                return self.x + TURN_WIDTH * place
        return self.x + TURN_WIDTH * (len(self.stops) - 1)


def shown_letters(tree: WhatIf) -> list[str]:
    """Return the branches that have room: the one shown with its parent, else the newest."""
    here = tree.at[0]
    lines = [here] if here else []
    if here and tree.branches[here].parent:
        lines = [tree.branches[here].parent, here]
    lines += [letter for letter in sorted(tree.branches, reverse=True) if letter not in lines]
    return sorted(lines[:2], key=lambda letter: (letter != here or bool(here and tree.branches[here].parent), letter))


def strip(tree: WhatIf, chances: dict[str, int], names: Sequence[str], say: Translator) -> str:
    """Return the whole strip as HTML."""
    first = tree.ground.number
    real = BranchLine(REAL_LINE, [(-1, 0), *turns_of(tree.ground.made)], LEFT, "real")
    lines = {REAL_LINE: real}
    for letter, row in zip(shown_letters(tree), ("above", "below"), strict=False):
        branch = tree.branches[letter]
        parent = lines.get(branch.parent) or real
        leaves = parent.at(branch.after if branch.parent in lines else tree.root(letter))
        lines[letter] = BranchLine(letter, turns_of(branch.moves) or [(-1, 0)], leaves + TURN_WIDTH, row)
    width = max(line.x + TURN_WIDTH * len(line.stops) for line in lines.values()) + PILL_WIDTH * (
        1 + max(1, len(tree.branches))
    )
    here = lines.get(tree.at[0], real)
    drawn = _rail(real, here.at(tree.at[1]) if here is real else real.at(tree.root(tree.at[0])))
    drawn += "".join(_curve(tree, lines, line) for line in lines.values() if line.letter)
    nodes = "".join(_nodes(tree, line, names, first, say) for line in lines.values())
    pills, right = "", 0
    for line in lines.values():
        if line.letter:
            right = line.x + TURN_WIDTH * len(line.stops) - 10
            pills += _pill(line.letter, right, ROWS[line.row], chances, say)
    for place, letter in enumerate(sorted(tree.branches.keys() - lines.keys()), 1):  # branches without room for a line
        pills += _pill(letter, right + PILL_WIDTH * place, ROWS["below"], chances, say)
    return (
        f'<div class="rails" data-css="width:{width}px">'
        f'<svg width="{width}" height="116" aria-hidden="true">{drawn}</svg>{nodes}{pills}</div>'
    )


def _rail(real: BranchLine, here: int) -> str:
    end = real.x + TURN_WIDTH * (len(real.stops) - 1)
    y = ROWS["real"]
    return f'<path class="rest" d="M{real.x} {y}H{end}"/><path class="gone" d="M{real.x} {y}H{here}"/>'


def _curve(tree: WhatIf, lines: dict[str, BranchLine], line: BranchLine) -> str:
    branch = tree.branches[line.letter]
    parent = lines.get(branch.parent) or lines[REAL_LINE]
    x, y, to = line.x - TURN_WIDTH, ROWS[parent.row], ROWS[line.row]
    end = line.x + TURN_WIDTH * (len(line.stops) - 1)
    return (
        f'<path class="way" data-letter="{line.letter}" d="M{x} {y}C{x + 22} {y} {x + 10} {to} {line.x} {to}H{end}"/>'
    )


def _nodes(tree: WhatIf, line: BranchLine, names: Sequence[str], first: int, say: Translator) -> str:
    real = not line.letter
    branches = [branch for branch in tree.branches.values() if real and not branch.parent]
    roots = {line.at(branch.after): branch.after for branch in branches}
    out = ""
    for place, (seat, count) in enumerate(line.stops):
        x = line.x + TURN_WIDTH * place
        out += _node(tree, line, x, (seat, count), _node_words(line, seat, count, names, first, say), x in roots)
        if real and (place % TURNS_PER_TICK == 0 or x in roots):
            kind = " fork" if x in roots else ""
            out += f'<span class="tick{kind}" data-css="left:{x}px">{first + roots.get(x, count)}</span>'
    return out


def _node_words(line: BranchLine, seat: int, count: int, names: Sequence[str], first: int, say: Translator) -> str:
    if line.letter:
        words = say("Branch {letter}, move {number}", letter=line.letter, number=count)
    else:
        words = say("The real game, move {number}", number=first + count)
    return f"{words}, {names[seat]}" if seat >= 0 and names[seat] else words


def _node(tree: WhatIf, line: BranchLine, x: int, stop: tuple[int, int], words: str, root: bool) -> str:
    seat, count = stop
    shown, shown_count = tree.at
    here = shown == line.letter and line.at(shown_count) == x
    later = not line.letter and x > line.at(tree.root(shown))
    row = line.letter == shown  # all that a phone has room for
    classes = {"here": here, "row": row, "fork": root, "later": later}
    kind = " ".join(["node", *(name for name, true in classes.items() if true)])
    shape = seat_mark(seat, 18) if seat >= 0 else "<i></i>"
    label = escape(words)
    return (
        f'<button class="{kind}" type="button" id="node-{line.letter}-{count}" data-letter="{line.letter}" '
        f'data-count="{count}" tabindex="{0 if here else -1}" data-css="left:{x}px;top:{ROWS[line.row]}px" '
        f'aria-label="{label}" title="{label}"{" aria-current=step" if here else ""}>{shape}</button>'
    )


def _pill(letter: str, x: int, y: int, chances: dict[str, int], say: Translator) -> str:
    chance = f" {chances[letter]} %" if letter in chances else ""
    label = f'aria-label="{escape(say("Branch {letter}", letter=letter))}{chance}"'
    return (
        f'<button class="letter-pill" type="button" tabindex="-1" data-letter="{letter}" data-tip '
        f'data-css="left:{x}px;top:{y}px" {label}>{letter}{chance}</button>'
    )
