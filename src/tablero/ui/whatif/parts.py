"""Parts of a what-if board besides the table: chances, branches, the bots' answers, the strip."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from tablero.analysis.win_chances import WinChances
from tablero.core.drawing.icons import icon
from tablero.table import Table
from tablero.table.whatif import REAL_LINE, Node, WhatIf, turns_of
from tablero.ui.language import Language
from tablero.ui.log_text import LogText, TurnText, fill_names
from tablero.ui.names import seat_names
from tablero.ui.rendering import render
from tablero.ui.whatif.room import WhatIfRoom
from tablero.ui.whatif.strip import strip

NAMED_CHANCE = 0.13  # a block of the bar with a smaller chance has no room for a name
MAX_ANSWERS = 6  # turns of other players that are shown


def whatif_parts(room: WhatIfRoom, table: Table, seat: int, language: Language) -> dict[str, str]:
    """Return the parts of the page by the id of their place."""
    tree, names = room.tree, seat_names(table, language)
    turns = LogText(table.game, language.of(table.game)).turns(table.log(seat), table.makers(seat), names)
    rows = [_row(tree, letter, seat, language) for letter in sorted(tree.branches)]
    chances = {row["letter"]: row["chance"] for row in rows if row["chance"] is not None}
    context: dict[str, Any] = {
        "room": room,
        "tree": tree,
        "names": names,
        "seat": seat,
        "game": table.game,
        "over": table.over,
        "here": tree.at[0],
        "rows": rows,
        "played": _played(tree, seat, language),
        "answers": _answers(turns, seat),
        "levels": room.levels,
        "waits_for": _waits_for(tree, table),
        "chances": chances,
    }
    drawn = Markup(strip(tree, chances, names, language.say))
    return {
        "worth": render("whatif/parts/win-chances.jinja", language, **context, **_worth(room, names, seat)),
        "branches": render("whatif/parts/branches.jinja", language, **context),
        "what-note": str(escape(_note(tree, language))),
        "history": render("whatif/parts/branch-strip.jinja", language, **context, strip=drawn),
    }


def whatif_buttons(room: WhatIfRoom, table: Table, seat: int, language: Language) -> str:
    """Return the buttons of the prompt: the best move, and the way back."""
    best, back = escape(language.say("Best move")), escape(_way_back(room.source, language))
    off = "" if table.state.owes(seat) and seat in room.tree.mine and not table.over else " disabled"
    return (
        f'<button class="btn dk best" type="button" data-do="advise" aria-label="{best}" title="{best}"{off}>'
        f"{icon('bulb', 20)}<span>{best}</span></button>"
        f'<a class="btn pri leave-what" href="{escape(room.back)}" aria-label="{back}"><span class="long">{back}</span>'
        f'<span class="short">{escape(language.say("Back"))}</span></a>'
    )


def _way_back(source: str, language: Language) -> str:
    if source.startswith("t/"):
        return language.say("Back to the real game")
    return language.say("Back to the example") if "/try/" in source else language.say("Back to the lesson")


def _note(tree: WhatIf, language: Language) -> str:
    """Return in a few words where the board is."""
    letter, count = tree.at
    number = tree.ground.number + tree.root(letter)
    if not letter:
        return language.say("the real game after move {number}: any choice begins a branch", number=number)
    if count == 0:
        return language.say("branch {letter}, from move {number}; nobody else sees it", letter=letter, number=number)
    return language.say.plural(
        "branch {letter}, {count} move after move {number}; nobody else sees it",
        "branch {letter}, {count} moves after move {number}; nobody else sees it",
        count,
        letter=letter,
        number=number,
        count=count,
    )


# ---------------------------------------------------------------- chances


def _latest(tree: WhatIf, letter: str) -> Node | None:
    """Return the last node of a line that has chances."""
    counts = [count for each, count in tree.win_chances if each == letter]
    return (letter, max(counts)) if counts else None


def _percent(worth: WinChances, seat: int) -> int:
    return round(100 * worth.chances[seat])


def _change(tree: WhatIf, node: Node, seat: int) -> int | None:
    """Return by how many percent a seat's chance differs from the real game."""
    real = tree.win_chances.get(tree.compared(node[0]))
    if real is None or node[0] == REAL_LINE:
        return None
    return _percent(tree.win_chances[node], seat) - _percent(real, seat)


def _worth(room: WhatIfRoom, names: tuple[str, ...], seat: int) -> dict[str, Any]:
    """Return the bar of chances; the old values stay while new ones are computed."""
    tree = room.tree
    known = tree.at if tree.at in tree.win_chances else _latest(tree, tree.at[0]) or _latest(tree, REAL_LINE)
    if known is None:
        return {"blocks": [], "give": 0, "thoughts": 0, "updating": room.weighing}
    worth = tree.win_chances[known]
    blocks = [
        {
            "seat": number,
            "name": name,
            "percent": _percent(worth, number),
            "share": worth.chances[number],
            "change": _change(tree, known, number),
            "roomy": worth.chances[number] >= NAMED_CHANCE,
            "mine": number == seat,
        }
        for number, name in enumerate(names)
    ]
    return {
        "blocks": blocks,
        "give": round(100 * worth.error),
        "thoughts": worth.iterations,
        "updating": known != tree.at and room.owned,
    }


# ---------------------------------------------------------------- branches


def _row(tree: WhatIf, letter: str, seat: int, language: Language) -> dict[str, Any]:
    branch, node = tree.branches[letter], _latest(tree, letter)
    return {
        "letter": letter,
        "title": _first_turn(tree, letter, language),
        "moves": len(branch.moves),
        "parent": branch.parent,
        "chance": None if node is None else _percent(tree.win_chances[node], seat),
        "change": None if node is None else _change(tree, node, seat),
        "same": branch.luck is None,
    }


def _played(tree: WhatIf, seat: int, language: Language) -> dict[str, Any]:
    """Return the line of the real game, beside the branches."""
    letter = tree.at[0]
    worth = tree.win_chances.get(tree.compared(letter))
    root = tree.root(letter)
    return {
        "title": _first_turn(tree, REAL_LINE, language, root),
        "more": root < len(tree.ground.made),
        "count": root,
        "number": tree.ground.number + root,
        "chance": None if worth is None else _percent(worth, seat),
    }


def _first_turn(tree: WhatIf, letter: str, language: Language, root: int = 0) -> Markup:
    """Return the first turn of a line in one sentence; empty when it has no moves."""
    moves = tree.moves_of(letter)[root:]
    if not moves:
        return Markup()
    count = turns_of(moves)[0][1]
    start = tree.start_of(letter) if letter else tree.ground.state(root)
    state, events = start.copy(), []
    for seat, move in moves[:count]:
        state.journal = []
        state.apply(seat, move)
        events += state.journal
    state.journal = None
    say = language.of(tree.ground.game)
    mover = moves[0][0]
    public = [event for event in events if event.get("to", mover) == mover]
    makers = [(mover, 1)] * len(public)
    turns = LogText(tree.ground.game, say).turns([(1, event) for event in public], makers, tuple(tree.ground.names))
    names = tree.ground.names
    lines = (fill_names(tree.ground.game.words.line(event, say), names, say) for event in public)
    return Markup(next((turn.words for turn in turns if turn.words), "") or next((line for line in lines if line), ""))


def _waits_for(tree: WhatIf, table: Table) -> int | None:
    """Return the seat that a bot would move at the end of a branch; None when the user owes a decision."""
    owing = table.state.actors()
    return None if not owing or any(seat in tree.mine for seat in owing) else owing[0]


def _answers(turns: list[TurnText], seat: int) -> list[dict[str, Any]]:
    """Return the other players' turns since the viewer's last one."""
    out: list[dict[str, Any]] = []
    for turn in reversed(turns):
        if turn.made and turn.seat == seat:
            break
        if turn.words:
            out.append({"seat": turn.seat, "words": Markup(turn.words)})
    return out[::-1][-MAX_ANSWERS:]
