/* The six deeds of cells.py in C, for compiled code: one look at the bounds, then loops that the compiler unrolls.
   An index that lies outside raises IndexError (2 is mypyc's sign for that, 1 is None) before anything is written outside. */
#pragma once
#include <Python.h>
#include <string.h>
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

static inline int tablero_put(VecU8 out, int64_t at, int64_t wide, int64_t number, int64_t unit) {
    if (!TABLERO_FITS(out, at, wide)) return 0;
    if (wide == 1) {
        out.items[at] = (uint8_t)(number < 0 ? 0 : number > 255 ? 255 : number);
    } else {
        float scaled = (float)number / (float)unit;
        memcpy(out.items + at, &scaled, sizeof scaled);
    }
    return 1;
}

static inline char tablero_unfold(VecU8 out, int64_t o, int64_t wide, VecI16 rows, int64_t r, VecI16 shown, int64_t n,
                                  VecI64 inputs) {
    if (!TABLERO_FITS(rows, r, n) || !TABLERO_FITS(shown, r, n) || 4 * n > inputs.len) return tablero_outside();
    if (wide != 1 && wide != 4) return tablero_outside();
    const int16_t *row = rows.items + r;
    int16_t *was = shown.items + r;
    for (int64_t k = 0; k < n; k++) {
        if (k + 4 <= n && memcmp(row + k, was + k, 8) == 0) {  /* most have not changed */
            k += 3;
            continue;
        }
        int64_t before = was[k], now = row[k];
        if (before == now) continue;
        was[k] = row[k];
        const int64_t *input = inputs.items + 4 * k;
        int64_t first = input[0], low = input[1], high = input[2], unit = input[3];
        if (unit == 0) {
            if (low <= before && before <= high && !tablero_put(out, o + wide * (first + before - low), wide, 0, 1))
                return tablero_outside();
            if (low <= now && now <= high && !tablero_put(out, o + wide * (first + now - low), wide, 1, 1))
                return tablero_outside();
        } else if (!tablero_put(out, o + wide * first, wide, now, unit)) {
            return tablero_outside();
        }
    }
    return 1;
}

/* Loading ahead: a row that lies outside of the caches is waited for while another one is played. Never fails. */
#define TABLERO_LINE 64

static inline void tablero_load(const char *from, const char *end, int written) {
    for (from = (const char *)((uintptr_t)from & ~(uintptr_t)(TABLERO_LINE - 1)); from < end; from += TABLERO_LINE) {
        if (written) __builtin_prefetch(from, 1);
        else __builtin_prefetch(from, 0);
    }
}

static inline char tablero_fetch_numbers(VecNested rows, int64_t i) {
    if (i >= 0 && i < rows.len && rows.items[i].items) {
        const int64_t *row = rows.items[i].items;
        tablero_load((const char *)row - 32, (const char *)(row + rows.items[i].len), 1);  /* with the head of the buffer */
    }
    return 1;
}

static inline char tablero_fetch_object(PyObject *objects, int64_t i) {
    if (i >= 0 && i < PyList_GET_SIZE(objects)) {
        const char *one = (const char *)PyList_GET_ITEM(objects, i);
        tablero_load(one - 16, one + 6 * TABLERO_LINE, 1);
    }
    return 1;
}

static inline char tablero_fetch_cells(VecI16 out, int64_t o, int64_t n) {
    if (TABLERO_FITS(out, o, n)) tablero_load((const char *)(out.items + o), (const char *)(out.items + o + n), 1);
    return 1;
}

static inline char tablero_fetch_mask(VecU8 mask, int64_t o, int64_t n) {
    if (TABLERO_FITS(mask, o, n)) tablero_load((const char *)(mask.items + o), (const char *)(mask.items + o + n), 1);
    return 1;
}
