/* Lanes: slices of a thread so that those of one lane nest, as trace viewers want them, in whatever
 * order they come.
 *
 * A slice goes into the first lane where it is apart from, within or around each of those that are
 * there already. Of these a lane remembers the MEMORY that end last; what is forgotten has ended
 * before `horizon`, and whatever begins later is apart from it.
 */
#pragma once

#include "base/array.h"

#include <stdbool.h>

#define LANES_MEMORY 64

struct lane {
    int64_t start[LANES_MEMORY], end[LANES_MEMORY];
    unsigned len;
    int64_t horizon; /* with any: the latest end of what was forgotten */
    bool any;
};

typedef ARRAY(struct lane) lanes; /* a zeroed one is empty */

/* The number of the lane, 0 for the first; a new one if it fits nowhere. end > start. */
size_t lanes_place(lanes *of, int64_t start, int64_t end);
