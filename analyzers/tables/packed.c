#include "analyzers/tables/packed.h"

#include "base/mem.h"

#include <stdlib.h>

static uint64_t none[2]; /* of rows that are all the same */

/* What is added to cells so that null, of things the greatest and of numbers the least, is the
 * least. */
static uint64_t bias_of(enum jfr_column_kind kind) {
    if (jfr_is_thing(kind)) return 1;
    return kind == JFR_COLUMN_INT || kind == JFR_COLUMN_BOOLEAN ? UINT64_C(1) << 63 : 0;
}

static uint64_t low_of(enum jfr_column_kind kind) {
    return jfr_is_thing(kind) ? UINT32_MAX : UINT64_MAX;
}

struct packed packed_make(enum jfr_column_kind kind, const uint64_t *cells) {
    uint64_t bias = bias_of(kind), low = low_of(kind), least = UINT64_MAX, most = 0, word = 0;
    for (size_t i = 0; i < PACKED_ROWS; i++) {
        uint64_t biased = (cells[i] + bias) & low;
        least = biased < least ? biased : least;
        most = biased > most ? biased : most;
    }
    struct packed packed = {.words = none, .base = least - bias};
    if (least == most) return packed;
    packed.bits = 64 - (unsigned)__builtin_clzll(most - least);
    packed.mask = UINT64_MAX >> (64 - packed.bits);
    uint64_t *out = packed.words =
        mem_resize(NULL, PACKED_ROWS / 64 * packed.bits + 1, sizeof *packed.words);
    for (size_t i = 0, filled = 0; i < PACKED_ROWS; i++) {
        uint64_t bits = ((cells[i] + bias) & low) - least;
        word |= bits << filled;
        filled += packed.bits;
        if (filled < 64) continue;
        *out++ = word;
        filled -= 64;
        word = filled ? bits >> (packed.bits - filled) : 0;
    }
    *out = 0;
    return packed;
}

void packed_cells(const struct packed *packed, enum jfr_column_kind kind, uint64_t *out) {
    uint64_t low = low_of(kind);
    for (size_t row = 0; row < PACKED_ROWS; row++) out[row] = packed_get(packed, row) & low;
}

void packed_free(struct packed *packed) {
    if (packed->words != none) free(packed->words);
    packed->words = none;
}
