"""Templates: what they read exists."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jinja2 import Environment, nodes

from tests.test_layout import SOURCE

BUILT_IN = {*dir(str), *dir(dict), "index", "index0", "revindex0", "first", "last", "length"}


def named(tree: ast.Module) -> Iterator[str]:
    """All names that a module gives to something, and its words: keys of dictionaries are among them."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.Constant(value=str(word)):
                yield word


def test_every_attribute_that_a_template_reads_has_a_name_in_the_code() -> None:
    known = BUILT_IN.union(*(named(ast.parse(path.read_text("utf-8"))) for path in SOURCE.rglob("*.py")))
    folder = SOURCE / "ui/templates"
    for path in folder.rglob("*.jinja"):
        for read in Environment().parse(path.read_text("utf-8")).find_all(nodes.Getattr):
            assert read.attr in known, f"{path.relative_to(folder)}:{read.lineno}: nothing is named {read.attr}"
