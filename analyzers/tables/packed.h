/* Cells of a column that are kept for long: so many rows together, each as the bits in which it
 * differs from the least of them. Most columns have few values or small ones, so that a read of a
 * socket takes 8 bytes where its cells have 48; any cell is found in a few steps. */
#pragma once

#include "parser/jfr.h"

#include <stddef.h>
#include <stdint.h>

#define PACKED_ROWS 1024

struct packed {
    uint64_t *words; /* bits of the first row, then those of the second...; one word more */
    uint64_t base, mask;
    unsigned bits; /* of a row */
};

/* Of PACKED_ROWS cells of the kind. To be freed. */
struct packed packed_make(enum jfr_column_kind kind, const uint64_t *cells);
/* All of them. */
void packed_cells(const struct packed *packed, enum jfr_column_kind kind, uint64_t *out);
void packed_free(struct packed *packed);

/* The cell, of which things have the lower 32 bits. */
static inline uint64_t packed_get(const struct packed *packed, size_t row) {
    size_t bit = row * packed->bits, word = bit / 64, shift = bit % 64;
    uint64_t rest = packed->words[word + 1] << 1 << (63 - shift);
    return packed->base + ((packed->words[word] >> shift | rest) & packed->mask);
}
