/* Stepping over compressed integers without decoding them.
 *
 *   |1xxxxxxx|0xxxxxxx|0xxxxxxx|1xxxxxxx|1xxxxxxx|0xxxxxxx|     three integers
 *    more     last     last     more     more     last
 *
 * An integer ends with the first byte whose top bit is clear, or with its ninth byte whatever that
 * looks like (JFR's LEB128: 8 times 7 bits, then 8 whole bits). So n integers further is behind
 * the n-th byte with a clear top bit, found 64 bytes at a time, unless a run of eight or more set
 * top bits says that there may be a ninth byte to mind. Most of a recording full of deep stacks is
 * frames that nobody asks for; stepping over those is the inner loop of reading it.
 */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

typedef const uint8_t *skip_function(const uint8_t *at, const uint8_t *end, uint64_t n);

/* The best variant for this machine; until the first call the one that finds out which that is.
 * Every thread would find the same, so a relaxed load is enough. */
extern _Atomic(skip_function *) skip_chosen;

/* Position behind the n-th compressed integer from at on, at itself for n = 0. NULL if the n
 * integers do not end at or before end. Reads no byte at or behind end. */
static inline const uint8_t *skip_varints(const uint8_t *at, const uint8_t *end, uint64_t n) {
    return atomic_load_explicit(&skip_chosen, memory_order_relaxed)(at, end, n);
}
