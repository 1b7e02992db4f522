"""Writing small numbers into rows: the functions that make every tensor.

`cells.h` says the same in C, and setup.py lets compiled code call that instead: a row of 400 cells is copied in 67 ns
and cleared in 15, where the compiled loops below, which check every index, took 290 each. Code that is not
compiled runs the text below.
"""

from __future__ import annotations

import struct
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

NOTHING_SHOWN: Final = -32768  # in `shown`: an input that has never been written


def narrow(out: vec[i16], o: i64, v: vec[i64], s: i64, n: i64) -> None:
    """Copy n numbers of v, from place s on, to the cells from o on."""
    for k in range(n):
        out[o + k] = i16(v[s + k])


def fill(out: vec[i16], o: i64, n: i64, value: i64) -> None:
    """Write one value into n cells."""
    for k in range(n):
        out[o + k] = i16(value)


def translate(out: vec[i16], o: i64, v: vec[i64], s: i64, n: i64, words: vec[i64], w: i64, last: i64) -> None:
    """Copy n numbers of v as what a dictionary says for them: number x stands at w + x, and -1 at w + last. Its length,
    last + 1, is a power of two."""
    for k in range(n):
        out[o + k] = i16(words[w + (v[s + k] & last)])


def spread(out: vec[i16], o: i64, bits: i64, n: i64) -> None:
    """Write the lowest n bits of a set into n cells, each 0 or 1."""
    for k in range(n):
        out[o + k] = i16(bits & 1)
        bits >>= 1


def mark(out: vec[i16], o: i64, v: vec[i64], s: i64, n: i64, places: vec[i64], p: i64, value: i64) -> None:
    """Write into cells what the bits of n sets say: bit c of a set belongs to the cell o + places[p + c], and for the
    first set that is `value`, for the second one more ..."""
    for k in range(n):
        bits: i64 = v[s + k]
        c: i64 = p
        while bits != 0:
            if bits & 1 != 0:
                out[o + places[c]] = i16(value + k)
            bits >>= 1
            c += 1


def point(mask: vec[u8], o: i64, moves: vec[i64], value: i64) -> None:
    """Write one value into the cells of a mask that belong to these moves."""
    for k in range(len(moves)):
        mask[o + moves[k]] = u8(value)


def fetch_numbers(rows: vec[vec[i64]], i: i64) -> None:
    """Let the processor load row i into its cache; nothing happens outside of the rows. Plain Python waits instead."""


def fetch_object(objects: list[Any], i: i64) -> None:
    """Let the processor load object i into its cache."""


def fetch_cells(out: vec[i16], o: i64, n: i64) -> None:
    """Let the processor load n cells, which will be written."""


def fetch_mask(mask: vec[u8], o: i64, n: i64) -> None:
    """Let the processor load n cells of a mask, which will be written."""


def unfold(out: vec[u8], o: i64, wide: i64, rows: vec[i16], r: i64, shown: vec[i16], n: i64, inputs: vec[i64]) -> None:
    """Write n numbers of a row, from place r on, as inputs of a network into the bytes from o on; only those that
    differ from `shown`, the row that has been written there, which follows.

    `inputs` has four numbers for each of a row: its first input, its lowest and its highest number, and by what it is
    divided: 0 for a name, which is one of many. An input has one byte (amounts are whole, from 0 to 255) or four (a
    float of 32 bits), as `wide` says.
    """
    for k in range(n):
        old: i64 = i64(shown[r + k])
        new: i64 = i64(rows[r + k])
        if old == new:
            continue
        shown[r + k] = rows[r + k]
        first: i64 = inputs[4 * k]
        low: i64 = inputs[4 * k + 1]
        high: i64 = inputs[4 * k + 2]
        unit: i64 = inputs[4 * k + 3]
        if unit == 0:
            if low <= old and old <= high:
                _put(out, o + wide * (first + old - low), wide, 0, 1)
            if low <= new and new <= high:
                _put(out, o + wide * (first + new - low), wide, 1, 1)
        else:
            _put(out, o + wide * first, wide, new, unit)


def _put(out: vec[u8], at: i64, wide: i64, number: i64, unit: i64) -> None:
    if wide == 1:
        out[at] = u8(max(0, min(number, 255)))
        return
    for k, byte in enumerate(struct.pack("=f", int(number) / int(unit))):
        out[at + k] = u8(byte)
