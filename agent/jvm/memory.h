/* Memory that may not be there, read by whole words that lie within a page: in a JVM at plain loads
 * under a guard (guard.h), in tests from what was stored of one.
 *
 * A word that cannot be read is 0, which leads nowhere: no address, offset or count that is looked
 * at is 0 where there is something. */
#pragma once

#include "agent/jvm/layout.h"

#define WORD sizeof(uint64_t)

struct memory {
    /* The word at an address that 8 divides. */
    uint64_t (*word)(const struct memory *memory, uint64_t address);
    struct layout at; /* where things are in it */
};

/* Where a field of an object is. */
static inline uint64_t field(uint64_t object, int64_t offset) {
    return object + (uint64_t)offset;
}
/* The word there; 0 also of an address that is 0 or that 8 does not divide. */
static inline uint64_t memory_word(const struct memory *memory, uint64_t address) {
    return address % WORD || !address ? 0 : memory->word(memory, address);
}

/* The number of so many bytes there, which may cross two words. */
static inline uint64_t memory_number(const struct memory *memory, uint64_t address, unsigned size) {
    uint64_t at = address - address % WORD;
    unsigned shift = (unsigned)(address % WORD) * 8, bits = size * 8;
    if (!at) return 0;
    uint64_t value = memory->word(memory, at) >> shift;
    if (shift + bits > 64) value |= memory->word(memory, at + WORD) << (64 - shift);
    return bits == 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}
/* Four bytes, signed; they may lie anywhere. */
static inline int32_t memory_int(const struct memory *memory, uint64_t address) {
    return (int32_t)(uint32_t)memory_number(memory, address, 4);
}
/* One byte; it may lie anywhere. */
static inline uint8_t memory_byte(const struct memory *memory, uint64_t address) {
    return (uint8_t)memory_number(memory, address, 1);
}
