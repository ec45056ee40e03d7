/* A chunk of format 0.9 as one of format 2.1, so that all above reads one format.
 *
 *   records of 0.9 --walk--> checkpoints --pools--> keys that are unique, what belongs together
 *                  --walk--> events, checkpoints: the same in the same order, with the later bytes
 *                            a checkpoint of what is made: class loaders, threads without a name
 *   metadata       -------->  metadata, header
 *
 * Integers are compressed; the result is about as long as the original.
 */
#pragma once

#include "parser/v0/types.h"

struct v0_source {
    const uint8_t *data; /* the magic */
    uint64_t metadata;   /* offset of its record */
    uint64_t size;       /* of the chunk, as v0_chunk_at found it */
    uint64_t offset;     /* in the recording, for what is said */
};

/* The chunk, malloc'ed; *size is its length. *types: NULL, or those of the chunk before, which are
 * taken again if they fit and replaced if not; they are the caller's. What cannot be read is noted
 * to log. NULL: the metadata is damaged, error filled. */
uint8_t *v0_translate(const struct v0_source *source, struct v0_types **types, uint64_t *size,
                      const struct jfr_log *log, struct jfr_error *error);
