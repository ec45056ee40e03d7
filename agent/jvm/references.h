/* References in the heap, as the collectors keep them. Header only.
 *
 *   narrow      32 bits, shifted, from a base
 *   of ZGC      [ address | colour ]      whose bad bits are clear, or the collector must look
 * first moved       the object's first word is where it is by now, and 3 */
#pragma once

#include "agent/jvm/memory.h"

/* The object to which the reference at that address leads; 0: none, or only the collector knows
 * where it is by now. */
static inline uint64_t references_object(const struct memory *m, uint64_t address) {
    enum { MARK = 3, MOVED = 3, MOST_COLOUR = 32 };
    uint64_t object = m->at.narrow_oops ? memory_number(m, address, 4) : memory_word(m, address);
    if (m->at.narrow_oops && object)
        object = (uint64_t)m->at.oop_base + (object << m->at.oop_shift);
    if (m->at.bad_bits && m->at.colour_bits) {
        uint64_t shift = memory_word(m, (uint64_t)m->at.colour_bits);
        if (object & memory_word(m, (uint64_t)m->at.bad_bits) || shift > MOST_COLOUR) return 0;
        object >>= shift;
    }
    uint64_t mark = memory_word(m, object);
    return (mark & MARK) == MOVED ? mark - MOVED : object;
}
