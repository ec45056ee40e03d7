/* The census: which event types there are and how many events of each, for rules that ask whether
 * something was recorded at all.
 *
 * Counting costs nothing, the walk does it anyway. What JDK Mission Control's formulas want besides
 * looks at every event, and is read only if asked for: when the first began and the last ended, how
 * many stacks were cut, and pauses in the order of the file. */
#ifndef ANALYZERS_RULES_CENSUS_H
#define ANALYZERS_RULES_CENSUS_H

#include "analyzers/walk/walk.h"

struct census_type {
    uint32_t name;              /* in names */
    uint64_t count;             /* events */
    uint64_t stacks, truncated; /* of them with a field for a stack, and whose stack was cut */
};

struct census_pause { /* jdk.GCPhasePause */
    int64_t chunk_ns; /* start of its chunk */
    uint64_t offset;  /* in it */
    int64_t start_ns, end_ns;
};

struct census_chunk { /* what its header says of clocks */
    int64_t start_ns, duration_ns, start_ticks;
    double ticks_per_ns;
    uint32_t recording;
};

struct census_span { /* of events; all 0: there are none */
    int64_t first_start_ns, first_end_ns, last_end_ns;
};

struct census_options {
    bool all; /* look at every event */
};

struct census {
    struct strings names;
    struct map index; /* name -> index in types */
    ARRAY(struct census_type) types;
    ARRAY(struct census_chunk) chunks;     /* by recording and time */
    ARRAY(struct census_pause) pauses;     /* if all: by chunk and offset */
    struct census_span events, of_threads; /* if all: of all events, of those that have a thread */
    bool all;
    struct census_at *at; /* of the chunk at hand */
};

/* Its state is a struct census; options are struct census_options. */
extern const struct reader census_reader;

/* Of the type, or NULL: the recording does not know it. */
const struct census_type *census_find(const struct census *census, const char *event);
uint64_t census_count(const struct census *census, const char *event);

#endif
