/* Profiles beside the recordings that they were made of, or beside profiles that have more: they
 * count once. Profiles wait until all else is known, as far as they have room.
 *
 *   chunk    --overlap_chunk-->   known
 *   profile  --overlap_profile--> waits   --overlap_settle--> counts, was left out, counts in part
 */
#pragma once

#include "parser/document/made.h"
#include "parser/seen.h"

struct waiting {                /* a profile */
    struct jfr_segment segment; /* retained */
    struct made made;
    size_t order;
};

struct overlap {
    ARRAY(struct waiting) waiting;
    uint64_t bytes; /* of them */
};

#define OVERLAP_MOST_BYTES ((uint64_t)256 << 20)

enum overlap_is {
    OVERLAP_NONE,
    OVERLAP_PART,  /* some of its chunks count besides */
    OVERLAP_OTHER, /* all of them, in a profile that left other samples out */
    OVERLAP_ALL,   /* all of them: it is left out */
};

/* A chunk that is read. True: a profile that counts already was made of it. */
bool overlap_chunk(struct seen *seen, const struct jfr_chunk *chunk);
/* False: it says nothing of chunks, and need not wait. */
bool overlap_wait(struct overlap *overlap, const struct jfr_segment *segment);
/* Decides on all that wait, those made of most first, then takes them in the order in which they
 * came. part: how many of its chunks count besides. The segment is released by the one called. */
typedef void overlap_take(void *context, const struct jfr_segment *segment, enum overlap_is is,
                          size_t part, size_t chunks);
/* Afterwards nothing waits any more. */
void overlap_settle(struct overlap *overlap, struct seen *seen, overlap_take *take, void *context);
