/* Times of which a recording has nothing, though it goes on behind them. A JVM's chunks follow each
 * other without a break, so either one is missing there, or the recording was stopped and begun
 * again: the chunks cannot tell which.
 *
 *   chunk 1  10:00:00 to 10:00:20      chunk 2  10:01:00 to 10:01:20      ->  40 s behind chunk 1
 *
 * Chunks of another recording, JVM or clock do not follow; nor does anything what its JVM ended
 * (its last chunk says so), left unfinished, or what was cut.
 */
#pragma once

#include "analyzers/walk/scan.h"

/* Shorter ones are rounding: of some formats, chunks begin and end at whole ms. */
#define GAPS_LEAST_NS INT64_C(50000000)

struct gap {
    const struct scan_chunk *before, *after;
    size_t number;          /* of the chunk before, in its recording, by time, from 1 */
    int64_t from_ns, to_ns; /* since the epoch */
};
typedef ARRAY(struct gap) gap_list;

/* In the order of recordings and of time. The caller frees the list; the report outlives it. */
gap_list gaps_find(const struct scan_report *report);
