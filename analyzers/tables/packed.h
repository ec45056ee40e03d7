/* Cells of a column that are kept for long: so many rows together, each as the bits in which it
 * differs from the least of them. Most columns have few values or small ones, so that a read of a
 * socket takes 8 bytes where its cells have 48; any cell is found in a few steps. */
#pragma once

#include "parser/jfr.h"
#include "parser/wire.h"

#define PACKED_ROWS 1024

struct packed {
    uint8_t *bytes; /* bits of the first row, then those of the second...; a word more */
    uint64_t base, mask;
    unsigned bits; /* of a row: up to 57, which lie in a word that begins at a byte, or 64 */
};

/* Of PACKED_ROWS cells of the kind. To be freed. */
struct packed packed_make(enum jfr_column_kind kind, const uint64_t *cells);
/* Some of them. */
void packed_cells(const struct packed *packed, enum jfr_column_kind kind, size_t row, size_t count,
                  uint64_t *out);
void packed_free(struct packed *packed);

/* The cell, of which things have the lower 32 bits. */
static inline uint64_t packed_get(const struct packed *packed, size_t row) {
    size_t bit = row * packed->bits;
    return packed->base + (wire_load(packed->bytes + bit / 8) >> bit % 8 & packed->mask);
}
