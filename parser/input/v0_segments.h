/* Chunks of format 0.9 within a segment come out as segments of format 2.1, a chunk each: memory
 * follows the largest. What lies between them comes as it is.
 *
 *   segment:  |0.9 chunk|0.9 chunk|2.1 chunks ...|   -->   translated, translated, the rest
 */
#pragma once

#include "parser/jfr.h"

struct v0_types;

struct v0_segments { /* a zeroed one is empty */
    struct jfr_segment whole;
    uint64_t at;            /* what lies before has come; whole.size: all has */
    struct v0_types *types; /* of the chunk before, which is mostly as the next */
};

/* Is there a chunk of format 0.9 in it? */
bool v0_segments_wanted(const struct jfr_segment *segment);
/* Takes the segment over; the one before has come out to its end. */
void v0_segments_feed(struct v0_segments *segments, const struct jfr_segment *segment);
/* 1: *segment is filled, release it. 0: no more. -1: a chunk cannot be read, *error says why; call
 * again. */
int v0_segments_next(struct v0_segments *segments, struct jfr_segment *segment,
                     const struct jfr_log *log, struct jfr_error *error);
void v0_segments_free(struct v0_segments *segments);
