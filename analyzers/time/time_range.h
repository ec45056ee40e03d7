/* The stretch of time that a picture of samples shows, and how it is divided.
 *
 * Both ends are inclusive, in ns since the epoch. A picture spans the recording; samples a little
 * outside of it (taken before the first chunk was begun) widen it, samples far outside are of a
 * broken clock and are only counted.
 */
#pragma once

#include "analyzers/profile/profile.h"
#include "analyzers/time/time_point.h"

struct time_range {
    int64_t start_ns, end_ns;
    uint64_t samples; /* in it */
    uint64_t outside; /* further away than the recording is long */
    uint64_t untimed; /* without a time */
};

/* start_ns, end_ns: of the recording, as in struct scan_report. window: what the user narrowed it
 * down to. profile has PROFILE_SAMPLES with times. */
struct time_range time_range_of(const struct profile *profile, int64_t start_ns, int64_t end_ns,
                                const struct time_window *window);
/* Samples of the column are in the range. */
static inline bool time_range_has(const struct time_range *range, int64_t time_ns) {
    return time_ns >= range->start_ns && time_ns <= range->end_ns && time_ns != PROFILE_NO_TIME;
}
/* The shortest of the lengths that people think in (1, 2, 5, 10, ... ms, 1, 2, 5, 10, 15, 30 s,
 * min,
 * ...) and that are multiples of least, of which at most count cover the range. least 0: any. */
int64_t time_range_step(const struct time_range *range, size_t count, int64_t least);
/* The same with more lengths between (2.5, 4, 40 ms, 1.2, 3, 12, 40 s, ...), for charts that are to
 * be as wide as there is room. */
int64_t time_range_fine_step(const struct time_range *range, size_t count);
/* How many of that length cover the range: at least 1. */
size_t time_range_steps(const struct time_range *range, int64_t step);
