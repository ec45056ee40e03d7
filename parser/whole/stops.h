/* Events that are nothing but compressed integers and single bytes, as most are: where each ends, a
 * mask of the bytes whose top bit is clear tells at once, so that only keys need be looked at, and
 * one loop goes from event to event.
 *
 *   |1xxxxxxx|0xxxxxxx|0xxxxxxx|1xxxxxxx|0xxxxxxx|     startTime, a byte, a key of Thread
 *        0        1        1        0        1         fits: three ends, the last one at the end,
 *                                                      and the byte is one
 */
#pragma once

#include "parser/whole/plan.h"

#define WHOLE_LONGEST 64 /* bytes */

/* Of the steps of a plan for compressed integers. Leaves count 0 if they are not all of that kind,
 * or too many. */
void whole_stops_make(struct whole_stops *stops, const struct whole_step *steps, size_t len);

/* Forgets what it met: before each chunk. */
static inline void whole_stops_begin(struct whole_stops *stops) {
    for (unsigned i = 0; i < stops->keys; i++) stops->key[i].last = 0;
}

/* Of no event. */
extern struct whole_stops whole_stops_none;

#define WHOLE_NEAR 16384 /* ids of one byte or two */

/* What the loop goes by. */
struct whole_quick {
    struct whole_stops *near[WHOLE_NEAR]; /* by type id */
    uint64_t earliest;                    /* times of events, in ticks */
    uint64_t span;                        /* up to the latest */
    uint64_t events;                      /* how many were found right, added up */
};

/* From the event at `at`, of a chunk of compressed integers that ends at limit, over all that are
 * exactly what they must be, with their keys taken. Returns the first that is not, or that has to
 * be looked at field by field; of its keys some may be taken. */
typedef const uint8_t *whole_walk(struct whole_quick *quick, const uint8_t *at,
                                  const uint8_t *limit);
/* The best for this machine. */
whole_walk *whole_walk_choose(void);
/* Any machine's, for tests. */
whole_walk whole_walk_plain;
