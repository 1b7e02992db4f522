"""Encode messages for a socket, without the text that the page has already."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import accumulate, compress, count
from operator import ne
from typing import Any

import msgspec

try:
    from isal.isal_zlib import compress as _compress  # a third of the time

    LEVEL = 2
except ImportError:
    from zlib import compress as _compress

    LEVEL = 1  # higher levels take twice as long to save a fifth

DEFLATE_FROM = 1000  # bytes; shorter messages gain nothing
FIRST_STEP = 256  # characters that are compared at once

Frame = str | bytes
Patch = list[int | str]  # characters to keep, characters to leave out, and what comes instead; again for each change
Change = tuple[int, int, str]  # where it begins and ends in the old text, and the new text


def framed(message: Mapping[str, Any]) -> Frame:
    """Encode a message: JSON, deflated from DEFLATE_FROM bytes on."""
    body = msgspec.json.encode(message)
    return body.decode() if len(body) < DEFLATE_FROM else deflate(body)


def deflate(body: bytes) -> bytes:
    return _compress(body, LEVEL)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str | Patch]:
    """Return the places whose HTML has changed, each as new HTML or as a patch."""
    return {place: patch(before.get(place, ""), html) for place, html in after.items() if before.get(place) != html}


def patch(before: str, after: str) -> str | Patch:
    """Return how to make `after` from `before`, counted in UTF-16 units as browsers do; `after` itself when little is
    the same. Each line is a part of the page of its own (`shapes.part`), and only those that differ are looked at.

    >>> patch("The game goes on and on, and nobody is tired.", "The game goes on and off, and nobody is tired.")
    'The game goes on and off, and nobody is tired.'
    >>> patch("<g\\nid='1'>red<g\\nid='2'>blue<g\\nid='3'>", "<g\\nid='1'>rose<g\\nid='2'>blue<g\\nid='4'>")
    [3, 12, "id='1'>rose<g", 15, 7, "id='4'>"]
    """
    changes = _changes(_lines(before), _lines(after))
    if 4 * sum(len(new) for _, _, new in changes) > 3 * len(after):
        return after
    wide = sys.getsizeof(before) >= 4 * len(before)  # else no character takes more than two bytes, hence two units
    at, out = 0, Patch()
    for start, end, new in changes:
        out += (_units(before[at:start]), _units(before[start:end]), new) if wide else (start - at, end - start, new)
        at = end
    return out


def _lines(text: str) -> list[str]:
    """Return the lines of a text; `str.split` looks at each character by itself."""
    at, out = 0, []
    while (end := text.find("\n", at)) >= 0:
        out.append(text[at:end])
        at = end + 1
    out.append(text[at:])
    return out


def _changes(old: list[str], new: list[str]) -> list[Change]:
    """Return what differs between two texts in lines; where lines have come or gone, one change holds all that do."""
    starts = [number + at for number, at in enumerate(accumulate(map(len, old), initial=0))]
    if len(old) == len(new):
        return [_change(starts[number], old[number], new[number]) for number in compress(count(), map(ne, old, new))]
    most = min(len(old), len(new))
    head = next(compress(count(), map(ne, old, new)), most)
    tail = min(next(compress(count(), map(ne, reversed(old), reversed(new))), most), most - head)
    begin, left = max(0, head - 1), max(0, tail - 1)  # with a line that both have: its break is where others come or go
    before, after = "\n".join(old[begin : len(old) - left]), "\n".join(new[begin : len(new) - left])
    return [_change(starts[begin], before, after)]


def _change(at: int, before: str, after: str) -> Change:
    """Return the change of a stretch of text that begins at `at`; short ones are not searched for what is the same."""
    if len(after) < FIRST_STEP:
        return at, at + len(before), after
    head, tail = _same(before, after)
    return at + head, at + len(before) - tail, after[head : len(after) - tail]


def _same(before: str, after: str) -> tuple[int, int]:
    """Return how many characters are the same at the beginning and at the end."""
    most = min(len(before), len(after))
    head = limit = 0
    step = FIRST_STEP  # growing: little is copied to be compared where the texts soon differ
    while limit < most:
        limit = min(head + step, most)
        if not before.startswith(after[head:limit], head):
            limit -= 1
            break
        head, step = limit, 4 * step
    while head < limit:
        asked = (head + limit + 1) // 2
        if before.startswith(after[head:asked], head):
            head = asked
        else:
            limit = asked - 1
    most -= head
    tail = limit = 0
    step = FIRST_STEP
    while limit < most:
        limit = min(tail + step, most)
        if not before.endswith(after[len(after) - limit : len(after) - tail], 0, len(before) - tail):
            limit -= 1
            break
        tail, step = limit, 4 * step
    while tail < limit:
        asked = (tail + limit + 1) // 2
        if before.endswith(after[len(after) - asked : len(after) - tail], 0, len(before) - tail):
            tail = asked
        else:
            limit = asked - 1
    return head, tail


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2
