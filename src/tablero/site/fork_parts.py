"""What a what-if board shows besides the table: the chances, the branches, what bots answered, the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from tablero.bots import LEVELS
from tablero.core.icons import icon
from tablero.insight.worth import Worth
from tablero.site.fork_strip import strip
from tablero.site.language import Tongue
from tablero.site.render import render
from tablero.site.seats import seat_names
from tablero.site.tableau import Sight, What
from tablero.site.telling import Chronicle, Told, tell
from tablero.table import Table
from tablero.table.whatif import REAL, Node, WhatIf, turns_of

if TYPE_CHECKING:
    from tablero.site.fork_room import ForkRoom

NARROW = 0.13  # a block of the bar with a smaller chance has no room for a name
ANSWERS = 6  # turns of others that are told


def what_if(room: ForkRoom, table: Table, sight: Sight) -> What:
    """All of it for one viewer."""
    tree, tongue = room.tree, sight.tongue
    names = seat_names(table, tongue)
    seat = sight.seat if sight.seat is not None else tree.seat
    turns = Chronicle(table.game, tongue.of(table.game)).turns(table.log(seat), table.makers(seat), names)
    rows = [_row(tree, letter, seat, tongue) for letter in sorted(tree.branches)]
    chances = {row["letter"]: row["chance"] for row in rows if row["chance"] is not None}
    context: dict[str, Any] = {
        "room": room, "tree": tree, "names": names, "seat": seat, "game": table.game, "over": table.over,
        "here": tree.at[0], "rows": rows, "played": _played(tree, seat, tongue), "answers": _answers(turns, seat),
        "levels": LEVELS, "waits_for": _waits_for(tree, table),
    }  # fmt: skip
    parts = {
        "worth": render("parts/worth.jinja", tongue, **context, **_worth(room, names, seat)),
        "branches": render("parts/branches.jinja", tongue, **context),
        "what-note": str(escape(_note(tree, tongue))),
        "history": render("parts/branch-strip.jinja", tongue, **context, strip=Markup(strip(tree, chances, names, tongue.say)),
                          chances=chances),
    }  # fmt: skip
    undo = room.owned and bool(tree.at[0]) and tree.at[1] > 0
    return What(parts, _buttons(room, table, seat, tongue), undo)


def _buttons(room: ForkRoom, table: Table, seat: int, tongue: Tongue) -> str:
    best, back = escape(tongue.say("Best move")), escape(_way_back(room.source, tongue))
    off = "" if table.state.owes(seat) and seat in room.tree.mine and not table.over else " disabled"
    return (
        f'<button class="btn dk best" type="button" data-do="advise" aria-label="{best}" title="{best}"{off}>{icon("bulb", 20)}'
        f'<span>{best}</span></button><a class="btn pri leave-what" href="{escape(room.back)}" aria-label="{back}"><span class="long">{back}</span>'
        f'<span class="short">{escape(tongue.say("Back"))}</span></a>'
    )


def _way_back(source: str, tongue: Tongue) -> str:
    if source.startswith("t/"):
        return tongue.say("Back to the real game")
    return tongue.say("Back to the example") if "/try/" in source else tongue.say("Back to the lesson")


def _note(tree: WhatIf, tongue: Tongue) -> str:
    """Where the board is, in a few words."""
    letter, count = tree.at
    number = tree.ground.number + tree.root(letter)
    if not letter:
        return tongue.say("the real game after move {number}: any choice begins a branch", number=number)
    if count == 0:
        return tongue.say("branch {letter}, from move {number}; nobody else sees it", letter=letter, number=number)
    return tongue.say.plural(
        "branch {letter}, {count} move after move {number}; nobody else sees it",
        "branch {letter}, {count} moves after move {number}; nobody else sees it",
        count, letter=letter, number=number, count=count,
    )  # fmt: skip


# ---------------------------------------------------------------- chances


def _latest(tree: WhatIf, letter: str) -> Node | None:
    """The node of a line that was weighed furthest on."""
    counts = [count for each, count in tree.worths if each == letter]
    return (letter, max(counts)) if counts else None


def _percent(worth: Worth, seat: int) -> int:
    return round(100 * worth.chances[seat])


def _change(tree: WhatIf, node: Node, seat: int) -> int | None:
    """How much better a seat stands there than in the real game."""
    real = tree.worths.get(tree.compared(node[0]))
    if real is None or node[0] == REAL:
        return None
    return _percent(tree.worths[node], seat) - _percent(real, seat)


def _worth(room: ForkRoom, names: tuple[str, ...], seat: int) -> dict[str, Any]:
    """The bar of chances; while a new value is thought about the old one stays."""
    tree = room.tree
    known = tree.at if tree.at in tree.worths else _latest(tree, tree.at[0]) or _latest(tree, REAL)
    if known is None:
        return {"blocks": [], "give": 0, "thoughts": 0, "updating": room.weighing}
    worth = tree.worths[known]
    blocks = [
        {
            "seat": number, "name": name, "percent": _percent(worth, number), "share": worth.chances[number],
            "change": _change(tree, known, number), "roomy": worth.chances[number] >= NARROW, "mine": number == seat,
        }
        for number, name in enumerate(names)
    ]  # fmt: skip
    return {
        "blocks": blocks, "give": round(100 * worth.give), "thoughts": worth.thoughts,
        "updating": known != tree.at and room.owned,
    }  # fmt: skip


# ---------------------------------------------------------------- branches


def _row(tree: WhatIf, letter: str, seat: int, tongue: Tongue) -> dict[str, Any]:
    branch, node = tree.branches[letter], _latest(tree, letter)
    return {
        "letter": letter, "title": _first_turn(tree, letter, tongue), "moves": len(branch.moves), "parent": branch.parent,
        "chance": None if node is None else _percent(tree.worths[node], seat),
        "change": None if node is None else _change(tree, node, seat),
        "same": branch.luck is None,
    }  # fmt: skip


def _played(tree: WhatIf, seat: int, tongue: Tongue) -> dict[str, Any]:
    """The real game, beside the branches."""
    letter = tree.at[0]
    worth = tree.worths.get(tree.compared(letter))
    root = tree.root(letter)
    return {
        "title": _first_turn(tree, REAL, tongue, root), "more": root < len(tree.ground.made),
        "count": root, "number": tree.ground.number + root,
        "chance": None if worth is None else _percent(worth, seat),
    }  # fmt: skip


def _first_turn(tree: WhatIf, letter: str, tongue: Tongue, root: int = 0) -> Markup:
    """What a line begins with, in one sentence; empty where nothing has been done yet."""
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
    say = tongue.of(tree.ground.game)
    mover = moves[0][0]
    public = [event for event in events if event.get("to", mover) == mover]
    makers = [(mover, 1)] * len(public)
    told = Chronicle(tree.ground.game, say).turns([(1, event) for event in public], makers, tuple(tree.ground.names))
    names = tree.ground.names
    lines = (tell(tree.ground.game.words.line(event, say), names, say) for event in public)
    return Markup(next((turn.words for turn in told if turn.words), "") or next((line for line in lines if line), ""))


def _waits_for(tree: WhatIf, table: Table) -> int | None:
    """The seat that a bot would move, were this the end of a branch."""
    owing = table.state.actors()
    return None if not owing or any(seat in tree.mine for seat in owing) else owing[0]


def _answers(turns: list[Told], seat: int) -> list[dict[str, Any]]:
    """What the others did since the viewer's last turn."""
    out: list[dict[str, Any]] = []
    for turn in reversed(turns):
        if turn.made and turn.seat == seat:
            break
        if turn.words:
            out.append({"seat": turn.seat, "words": Markup(turn.words)})
    return out[::-1][-ANSWERS:]
