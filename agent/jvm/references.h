/* References in the heap, as the collectors keep them. Header only.
 *
 *   narrow      32 bits, shifted, from a base
 *   of ZGC      [ address | colour ]      whose bad bits are clear, or the collector must look
 * first moved       the object's first word is where it is by now, and 3
 */
#pragma once

#include "agent/jvm/layout.h"
#include "agent/jvm/memory.h"

/* The object to which the reference at that address leads; 0: none, or only the collector knows
 * where it is by now. */
static inline uint64_t references_object(const struct memory *m, const struct layout *l,
                                         uint64_t address) {
    enum { MARK = 3, MOVED = 3, MOST_COLOUR = 32 };
    uint64_t object = l->narrow_oops ? memory_number(m, address, 4) : memory_word(m, address);
    if (l->narrow_oops && object) object = (uint64_t)l->oop_base + (object << l->oop_shift);
    if (l->bad_bits && l->colour_bits) {
        uint64_t shift = memory_word(m, (uint64_t)l->colour_bits);
        if (object & memory_word(m, (uint64_t)l->bad_bits) || shift > MOST_COLOUR) return 0;
        object >>= shift;
    }
    uint64_t mark = memory_word(m, object);
    return (mark & MARK) == MOVED ? mark - MOVED : object;
}
