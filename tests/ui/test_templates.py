"""Templates: what they read exists; that they are compiled once is a help, not a need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from jinja2 import DictLoader, Environment, nodes
from jinja2.bccache import Bucket

from tablero.ui.rendering import _CompiledTemplates
from tests.test_layout import SOURCE, modules

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
    known = BUILT_IN.union(*(named(tree) for tree in modules().values()))
    folder = SOURCE / "ui/templates"
    for path in folder.rglob("*.jinja"):
        for read in Environment().parse(path.read_text("utf-8")).find_all(nodes.Getattr):
            assert read.attr in known, f"{path.relative_to(folder)}:{read.lineno}: nothing is named {read.attr}"


def test_a_page_is_shown_where_its_compiled_template_cannot_be_kept(tmp_path: Path) -> None:
    class Full(_CompiledTemplates):
        def _get_cache_filename(self, bucket: Bucket) -> str:
            return str(tmp_path / "nowhere" / bucket.key)

    environment = Environment(loader=DictLoader({"page": "shown"}), bytecode_cache=Full(str(tmp_path)))
    assert environment.get_template("page").render() == "shown"
    assert list(tmp_path.iterdir()) == []
