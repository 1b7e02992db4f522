"""What can be changed in a file to make it wrong, and how such a change is found again in a later version."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OTHER: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True)
class Mutant:
    """One fault: what stands at a place of a file, and what is put there."""

    path: str
    function: str  # the classes and functions around it, joined by dots; empty at the top of a file
    old: str
    new: str
    same: int  # how many equal ones stand before it in that function: with it, the five fields above name a fault
    line: int
    statement: int  # the first line of the statement that it is part of
    start: int  # in characters from the beginning of the file
    end: int

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """Return what stays the same when other lines of the file change."""
        return self.path, self.function, self.old, self.new, self.same

    def told(self) -> str:
        old, new = " ".join(self.old.split())[:70], " ".join(self.new.split())[:70]
        return f"{self.path}:{self.line}: {old}  ->  {new}"


class Finder(ast.NodeVisitor):
    """Finds what can be changed in a file."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.found: list[Mutant] = []
        self.around: list[str] = []
        self.known: Counter[tuple[str, str, str]] = Counter()
        self.statement = 1
        lines = text.splitlines(keepends=True)
        self.lines = [line.encode() for line in lines]
        self.offsets = [0]
        for line in lines:
            self.offsets.append(self.offsets[-1] + len(line))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            self.statement = node.lineno
        super().visit(node)

    def inside(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.around.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.around.pop()

    def _at(self, line: int, column: int) -> int:
        return self.offsets[line - 1] + len(self.lines[line - 1][:column].decode())

    def plant(self, node: ast.expr | ast.stmt, new: ast.AST | str) -> None:
        text = new if isinstance(new, str) else ast.unparse(new)
        if isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.UnaryOp):
            text = f"({text})"
        end = self._at(node.end_lineno or node.lineno, node.end_col_offset or 0)
        start = self._at(node.lineno, node.col_offset)
        function, old = ".".join(self.around), self.text[start:end]
        same = self.known[function, old, text]
        self.known[function, old, text] += 1
        self.found.append(Mutant(self.path, function, old, text, same, node.lineno, self.statement, start, end))

    def swap(self, node: ast.expr | ast.stmt, operator: str, index: int | None = None) -> None:
        """Put the other operator in."""
        new = copy.deepcopy(node)
        if index is None:
            kind = OTHER.get(type(getattr(node, operator)))
            if kind is None:
                return
            setattr(new, operator, kind())
        else:
            kind = OTHER.get(type(getattr(node, operator)[index]))
            if kind is None:
                return
            getattr(new, operator)[index] = kind()
        self.plant(node, new)

    def visit_Compare(self, node: ast.Compare) -> None:
        for index in range(len(node.ops)):
            self.swap(node, "ops", index)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.swap(node, "op")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in (node.left, node.right)):
            self.swap(node, "op")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.swap(node, "op")
        self.visit(node.value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.plant(node, node.operand)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.plant(node, str(not node.value))
        elif isinstance(node.value, int):
            self.plant(node, str(node.value + 1))

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.plant(node, "return None")
        elif node.value is None:
            self.plant(node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Await):
            self.plant(node, "pass")
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if not (isinstance(node.exc, ast.Name) and node.exc.id == "NotImplementedError"):
            self.plant(node, "pass")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.inside(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self.inside(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Assert(self, node: ast.Assert) -> None:
        """What must always hold is no rule of its own."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Sentences are not counted."""


def mutants(root: Path, paths: list[Path]) -> Iterator[Mutant]:
    """Return every fault that can be planted in these files of a tree."""
    for path in paths:
        text = path.read_text("utf-8")
        finder = Finder(path.relative_to(root).as_posix(), text)
        finder.visit(ast.parse(text))
        yield from finder.found
