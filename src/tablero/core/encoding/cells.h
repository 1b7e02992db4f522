/* The six deeds of cells.py in C, for compiled code: one look at the bounds, then loops that the compiler unrolls.
   An index that lies outside raises IndexError (2 is mypyc's sign for that, 1 is None) before anything is written outside. */
#pragma once
#include <Python.h>
#include "librt_vecs.h"

static char tablero_outside(void) {
    PyErr_SetString(PyExc_IndexError, "index out of range");
    return 2;
}

#define TABLERO_FITS(row, from, n) ((n) >= 0 && (from) >= 0 && (from) + (n) <= (row).len)

static inline char tablero_narrow(VecI16 out, int64_t o, VecI64 v, int64_t s, int64_t n) {
    if (!TABLERO_FITS(out, o, n) || !TABLERO_FITS(v, s, n)) return tablero_outside();
    int16_t *restrict to = out.items + o;
    const int64_t *restrict from = v.items + s;
    for (int64_t k = 0; k < n; k++) to[k] = (int16_t)from[k];
    return 1;
}

static inline char tablero_fill(VecI16 out, int64_t o, int64_t n, int64_t value) {
    if (!TABLERO_FITS(out, o, n)) return tablero_outside();
    int16_t *to = out.items + o;
    for (int64_t k = 0; k < n; k++) to[k] = (int16_t)value;
    return 1;
}

static inline char tablero_translate(VecI16 out, int64_t o, VecI64 v, int64_t s, int64_t n, VecI64 words, int64_t w,
                                     int64_t last) {
    if (!TABLERO_FITS(out, o, n) || !TABLERO_FITS(v, s, n) || last < 0 || !TABLERO_FITS(words, w, last + 1)) return tablero_outside();
    int16_t *restrict to = out.items + o;
    const int64_t *restrict from = v.items + s, *restrict said = words.items + w;
    for (int64_t k = 0; k < n; k++) to[k] = (int16_t)said[from[k] & last];
    return 1;
}

static inline char tablero_spread(VecI16 out, int64_t o, int64_t bits, int64_t n) {
    if (!TABLERO_FITS(out, o, n) || n > 63) return tablero_outside();
    int16_t *to = out.items + o;
    for (int64_t k = 0; k < n; k++) to[k] = (int16_t)(bits >> k & 1);
    return 1;
}

static inline char tablero_mark(VecI16 out, int64_t o, VecI64 v, int64_t s, int64_t n, VecI64 places, int64_t p, int64_t value) {
    if (!TABLERO_FITS(v, s, n)) return tablero_outside();
    for (int64_t k = 0; k < n; k++) {
        for (uint64_t left = (uint64_t)v.items[s + k]; left != 0; left &= left - 1) {
            uint64_t c = (uint64_t)p + (uint64_t)__builtin_ctzll(left);
            if (c >= (uint64_t)places.len) return tablero_outside();
            uint64_t at = (uint64_t)(o + places.items[c]);
            if (at >= (uint64_t)out.len) return tablero_outside();
            out.items[at] = (int16_t)(value + k);
        }
    }
    return 1;
}

static inline char tablero_point(VecU8 mask, int64_t o, VecI64 moves, int64_t value) {
    for (int64_t k = 0; k < moves.len; k++) {
        uint64_t at = (uint64_t)(o + moves.items[k]);
        if (at >= (uint64_t)mask.len) return tablero_outside();
        mask.items[at] = (uint8_t)value;
    }
    return 1;
}
