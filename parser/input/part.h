/* A part of an input: whole chunks, by where they begin, so that the parts are about as large and
 * have each chunk once.
 *
 *   files   |a a a a a a|b b|c c c c|      position: bytes before it, as stored
 *   parts   |   1   |   2   |   3   |      of 3; what is packed belongs to where its file begins
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct input_share { /* a zeroed struct is all of it */
    uint32_t number; /* from 1 on */
    uint32_t of;     /* 0: all */
};

/* Is what begins at this byte of so many in the share? Each byte is in one of them. */
static inline bool input_share_has(struct input_share share, uint64_t position, uint64_t total) {
    if (share.of == 0) return true;
    unsigned __int128 scaled = (unsigned __int128)position * share.of;
    uint64_t part = total ? (uint64_t)(scaled / total) : 0;
    return (part < share.of ? part : share.of - 1) + 1 == share.number;
}
