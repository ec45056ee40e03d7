#include "analyzers/tables/packed.h"

#include "base/mem.h"

static uint8_t none[8]; /* of rows that are all the same */

/* What is added to cells so that null, of things the greatest and of numbers the least, is the
 * least. */
static uint64_t bias_of(enum jfr_column_kind kind) {
    if (jfr_is_thing(kind)) return 1;
    return kind == JFR_COLUMN_INT || kind == JFR_COLUMN_BOOLEAN ? UINT64_C(1) << 63 : 0;
}

static uint64_t low_of(enum jfr_column_kind kind) {
    return jfr_is_thing(kind) ? UINT32_MAX : UINT64_MAX;
}

/* As wire_load reads it. */
static uint8_t *put(uint8_t *at, uint64_t word) {
    word = wire_load((const uint8_t *)&word);
    memcpy(at, &word, sizeof word);
    return at + sizeof word;
}

struct packed packed_make(enum jfr_column_kind kind, const uint64_t *cells) {
    uint64_t bias = bias_of(kind), low = low_of(kind), least = UINT64_MAX, most = 0, word = 0;
    for (size_t i = 0; i < PACKED_ROWS; i++) {
        uint64_t biased = (cells[i] + bias) & low;
        least = biased < least ? biased : least;
        most = biased > most ? biased : most;
    }
    struct packed packed = {.bytes = none, .base = least - bias};
    if (least == most) return packed;
    packed.bits = 64 - (unsigned)__builtin_clzll(most - least);
    if (packed.bits > 57) packed.bits = 64;
    packed.mask = UINT64_MAX >> (64 - packed.bits);
    uint8_t *out = packed.bytes = mem_alloc(PACKED_ROWS / 8 * packed.bits + sizeof word);
    unsigned filled = 0;
    for (size_t i = 0; i < PACKED_ROWS; i++) {
        uint64_t bits = ((cells[i] + bias) & low) - least;
        word |= bits << filled;
        filled += packed.bits;
        if (filled < 64) continue;
        out = put(out, word);
        filled -= 64;
        word = filled ? bits >> (packed.bits - filled) : 0;
    }
    put(out, 0);
    return packed;
}

void packed_cells(const struct packed *packed, enum jfr_column_kind kind, size_t row, size_t count,
                  uint64_t *out) {
    const struct packed block = *packed;
    uint64_t low = low_of(kind);
    for (size_t i = 0; i < count; i++) out[i] = packed_get(&block, row + i) & low;
}

void packed_free(struct packed *packed) {
    if (packed->bytes != none) free(packed->bytes);
    packed->bytes = none;
}
