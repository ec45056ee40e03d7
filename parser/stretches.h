/* A chunk in stretches: where it can be cut between two events, so that several may read it side by
 * side, and the checkpoints, which all of them need.
 *
 *   [header | events ... CP ... | events ... CP ... | events ... METADATA]
 *           0                   1                   2                   3   begins
 *
 * Found by stepping from size to size. Stretches are of about equally many bytes of other events
 * than checkpoints.
 */
#pragma once

#include "base/array.h"
#include "parser/jfr.h"

struct stretches {
    size_t count;
    uint64_t *begins;   /* in the chunk; count + 1, the last is its end */
    uint64_t constants; /* bytes of checkpoints */
    ARRAY(struct jfr_event) checkpoints;
};

/* At most so many stretches. False: the chunk is damaged, or has not enough events for two; there
 * is nothing to be freed. */
bool stretches_find(const struct jfr_chunk *chunk, size_t most, struct stretches *out);
void stretches_free(struct stretches *stretches);
