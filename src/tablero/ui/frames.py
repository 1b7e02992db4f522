"""Encode messages for a socket, without the text that the page has already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
SHORT = 400  # characters; shorter pieces are sent as a whole, which costs less than to search them
FINEST = 32  # characters that are compared at once

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
    return {
        place: patch((before.get(place, ""),), (html,)) for place, html in after.items() if before.get(place) != html
    }


def changed_pieces(before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> dict[str, str | Patch]:
    """Return the same for HTML in pieces."""
    out: dict[str, str | Patch] = {}
    for place, pieces in after.items():
        known = before.get(place)
        if known is None:
            out[place] = "".join(pieces)
        elif known != pieces and (made := patch(known, pieces)) != []:  # else it was only cut otherwise
            out[place] = made
    return out


def patch(before: Sequence[str], after: Sequence[str]) -> str | Patch:
    """Return how to make `after` from `before`, two texts in pieces, counted in UTF-16 units as browsers do; the new
    text itself when little is the same.

    >>> patch(["The game", " goes on and on, "], ["The game", " goes on and off, "])
    [8, 17, ' goes on and off, ']
    """
    changes = [_change(*stretch) for stretch in _differing(before, after) if stretch[1] != stretch[2]]
    if 4 * sum(len(new) for _, _, new in changes) > 3 * sum(map(len, after)):
        return "".join(after)
    at, out, narrow = 0, Patch(), all(map(str.isascii, before))
    for start, end, new in changes:
        out += (start - at, end - start, new)
        at = end
    return out if narrow else _in_units(out, "".join(before))


def _differing(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Return the pieces that differ, each with its place in the old text; where pieces have come or gone, all from the
    first to the last that differ as one."""
    starts = list(accumulate(map(len, old), initial=0))
    if len(old) == len(new):
        for number in compress(count(), map(ne, old, new)):
            yield starts[number], old[number], new[number]
        return
    most = min(len(old), len(new))
    head = next(compress(count(), map(ne, old, new)), most)
    tail = min(next(compress(count(), map(ne, reversed(old), reversed(new))), most), most - head)
    yield starts[head], "".join(old[head : len(old) - tail]), "".join(new[head : len(new) - tail])


def _change(at: int, before: str, after: str) -> Change:
    """Return the change of a stretch of text that begins at `at`; short ones are not searched for what is the same."""
    if len(after) < SHORT:
        return at, at + len(before), after
    head, tail = _same(before, after)
    return at + head, at + len(before) - tail, after[head : len(after) - tail]


def _in_units(patch: Patch, before: str) -> Patch:
    """Return a patch of this text counted in UTF-16 units instead of characters."""
    at, out = 0, Patch()
    for item in patch:
        if isinstance(item, int):
            out.append(_units(before[at : at + item]))
            at += item
        else:
            out.append(item)
    return out


def _same(before: str, after: str) -> tuple[int, int]:
    """Return how many characters are the same at the beginning and at the end, or nearly so many."""
    most = min(len(before), len(after))
    step = most // 2
    head = 0
    while step >= FINEST:
        if head + step <= most and before.startswith(after[head : head + step], head):
            head += step
        else:
            step //= 2
    most -= head
    old, new = len(before), len(after)
    tail, step = 0, most // 2
    while step >= FINEST:
        if tail + step <= most and before.endswith(after[new - tail - step : new - tail], 0, old - tail):
            tail += step
        else:
            step //= 2
    return head, tail


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2
