"""Writing small numbers into rows: the six functions that make every tensor.

`cells.h` says the same in C, and setup.py lets compiled code call that instead: a row of 400 cells is copied in 67 ns
and cleared in 15, where the compiled loops below, which check every index, took 290 each. Code that is not
compiled runs the text below.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8


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
