/* Which chunks were there before: dumps of one JVM have most of their chunks in common. */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "parser/jfr.h"

struct seen { /* a zeroed struct has seen nothing */
    ARRAY(struct seen_chunk) chunks;
    struct map by_start;                  /* start and size -> the first such chunk */
    struct map by_content;                /* start, size and hash of the content -> chunk */
    size_t mappings;                      /* retained; the kernel allows a process 65,530 */
    const struct jfr_segment_owner *last; /* of these */
    struct map chunk_ids;                 /* of chunks of recordings, see parser/document/made.h */
    struct map profile_ids; /* of chunks that profiles were made of: what both are of -> nothing */
};

#define SEEN_MAPPINGS 16384

/* Was a chunk of this start, size and content there before? Else it is remembered: by its bytes if
 * the segment is mapped (it is retained then, SEEN_MAPPINGS of them), else by a hash of them. */
bool seen_before(struct seen *seen, const struct jfr_segment *segment,
                 const struct jfr_chunk *chunk);
/* The same. Returns its number if it was there before, counted from 0 in the order in which they
 * were met, else SEEN_NEVER. */
size_t seen_find(struct seen *seen, const struct jfr_segment *segment,
                 const struct jfr_chunk *chunk);
#define SEEN_NEVER SIZE_MAX
void seen_free(struct seen *seen);
