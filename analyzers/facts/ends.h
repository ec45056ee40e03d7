/* Ends: when the first and the last of all events ended, of whatever type. */
#pragma once

#include "analyzers/walk/walk.h"

struct ends {
    int64_t first_ns, last_ns; /* since the epoch; both 0: there are no events */
    struct ends_chunk *chunk;  /* of the chunk at hand */
};

/* Its state is a struct ends; it has no options. */
extern const struct reader ends_reader;
