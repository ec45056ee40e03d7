/* The census: which event types there are and how many events of each, for rules that ask whether
 * something was recorded at all, and what chunks say of clocks. Counting costs nothing, the walk
 * does it anyway. */
#pragma once

#include "analyzers/walk/walk.h"

struct census_chunk { /* what its header says of clocks */
    int64_t start_ns, duration_ns, start_ticks;
    double ticks_per_ns;
    uint32_t recording;
};

struct census {
    struct strings names;
    struct map counts;                 /* name -> events of the type */
    ARRAY(struct census_chunk) chunks; /* by recording and time */
};

/* Its state is a struct census; it has no options. */
extern const struct reader census_reader;

/* Events of the type; 0: there are none, or there is no census. */
uint64_t census_count(const struct census *census, const char *event);
