/* The offset: in which zone the recording was made that starts first. */
#ifndef ANALYZERS_TIME_OFFSET_H
#define ANALYZERS_TIME_OFFSET_H

#include "analyzers/time/zone.h"
#include "analyzers/walk/walk.h"

struct offset {
    bool known;
    int64_t since_ns, offset_ms; /* start of the chunk, its distance from UTC */
};

/* Its state is a struct offset; it has no options. */
extern const struct reader offset_reader;

/* After a run that it took part in: UTC if no recording says it. */
struct zone offset_zone(const struct walk_run *run);

#endif
