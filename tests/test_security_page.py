"""docs/security.md: every requirement of ASVS 5.0 that it promises is there, and every test that it names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parent
PAGE = re.sub(r"\n  +", " ", (HERE.parent / "docs/security.md").read_text("utf-8"))
ROW = re.compile(r"^- (\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))?, (.+?): (.+)$", re.MULTILINE)
TEST = re.compile(r"`((?:\w+/)*test_\w+\.py)::(test_\w+)`")
# Requirements of level 1 and 2 by section, of V6 and V7 those of level 3 too: their last numbers.
WANTED = {
    "1.1": "1-2", "1.2": "1-9", "1.3": "1-11", "1.4": "1-3", "1.5": "1-2",
    "2.1": "1-3", "2.2": "1-3", "2.3": "1-4", "2.4": "1",
    "3.2": "1-2", "3.3": "1-4", "3.4": "1-6", "3.5": "1-5", "3.7": "1-2",
    "4.1": "1-3", "4.2": "1", "4.3": "1-2", "4.4": "1-4",
    "5.1": "1", "5.2": "1-3", "5.3": "1-2", "5.4": "1-3",
    "6.1": "1-3", "6.2": "1-12", "6.3": "1-8", "6.4": "1-6", "6.5": "1-8", "6.6": "1-4", "6.7": "1-2", "6.8": "1-4",
    "7.1": "1-3", "7.2": "1-4", "7.3": "1-2", "7.4": "1-5", "7.5": "1-3", "7.6": "1-2",
    "8.1": "1-2", "8.2": "1-3", "8.3": "1", "8.4": "1",
    "9.1": "1-3", "9.2": "1-4",
    "10.1": "1-2", "10.2": "1-2", "10.3": "1-4", "10.4": "1-11", "10.5": "1-5", "10.6": "1-2", "10.7": "1-3",
    "11.1": "1-2", "11.2": "1-3", "11.3": "1-3", "11.4": "1-4", "11.5": "1", "11.6": "1",
    "12.1": "1-3", "12.2": "1-2", "12.3": "1-4",
    "13.1": "1", "13.2": "1-5", "13.3": "1-2", "13.4": "1-5",
    "14.1": "1-2", "14.2": "1-4", "14.3": "1-3",
    "15.1": "1-3", "15.2": "1-3", "15.3": "1-7",
    "16.1": "1", "16.2": "1-5", "16.3": "1-4", "16.4": "1-3", "16.5": "1-3",
    "17.1": "1", "17.2": "1-4", "17.3": "1-2",
}  # fmt: skip

Number = tuple[int, ...]


def number(text: str) -> Number:
    return tuple(map(int, text.split(".")))


def wanted() -> list[Number]:
    found = []
    for section, last in WANTED.items():
        first, _, end = last.partition("-")
        found += [(*number(section), n) for n in range(int(first), int(end or first) + 1)]
    return sorted(found)


@cache
def functions_of(file: str) -> set[str]:
    tree = ast.parse((HERE / file).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_requirement_has_its_line_in_order() -> None:
    spans = [(number(first), number(last or first)) for first, last, *_ in ROW.findall(PAGE)]
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    missing = [one for one in wanted() if not any(first <= one <= last for first, last in spans)]
    assert missing == []
    assert all(any(first <= one <= last for one in wanted()) for first, last in spans)


def test_every_line_names_a_test_or_says_why_not() -> None:
    for first, _, _, how in ROW.findall(PAGE):
        assert TEST.search(how) or how.rstrip().endswith((".", "`")), (first, how)


def test_every_test_that_is_named_exists() -> None:
    named = set(TEST.findall(PAGE))
    assert len(named) > 80
    assert [(file, test) for file, test in sorted(named) if test not in functions_of(file)] == []
    assert len(named) == len({(file, test) for file, test in re.findall(r"([\w/]+\.py)::(\w+)", PAGE)})


def test_what_falls_short_is_listed() -> None:
    listed = PAGE.partition("## What falls short")[2]
    for first, _, _, how in ROW.findall(PAGE):
        assert ("**" in how) == bool(re.search(rf"^- {re.escape(first)}[ –]", listed, re.MULTILINE)), first
