/* A point of the time axis as a user writes it, and where it is in a recording. */
#pragma once

#include "analyzers/time/zone.h"

enum time_kind {
    TIME_NONE = 0,
    TIME_FROM_START,
    TIME_FROM_END,
    TIME_ABSOLUTE,
    TIME_WALL, /* a date and what a clock shows */
    TIME_CLOCK /* what a clock shows on any day */
};
struct time_point {
    enum time_kind kind;
    int64_t ns;     /* offset (>= 0), since the epoch, wall time, or since midnight */
    bool whole_day; /* a date alone */
};

/* A stretch of time, both ends inclusive, in ns since the epoch. */
struct time_window {
    int64_t from_ns, to_ns;
};
/* Both ends are in it; ns since the epoch. */
static inline bool time_window_has(const struct time_window *window, int64_t time_ns) {
    return time_ns >= window->from_ns && time_ns <= window->to_ns;
}

/* "10s", "500ms", "2m", "1h30m", "1.5s" from the start; "-5s" before the end; ISO 8601
 * "2026-11-20T21:31:00.5Z", without a zone, or a date alone; "21:31", "21:31:00.5". False: not
 * understood. */
bool time_point_parse(const char *text, struct time_point *out);
/* What lies in [from, to) of a recording from start to end, ns since the epoch; without from or to
 * INT64_MIN and INT64_MAX. A clock time is that of the first day on which the recording has it;
 * that of to is the first after from. The day of a date alone is in the window, to included. */
struct time_window time_window_of(const struct time_point *from, const struct time_point *to,
                                  int64_t start_ns, int64_t end_ns, const struct zone *zone);
/* Does it depend on where the recording starts or ends, or on its zone? */
bool time_point_is_relative(const struct time_point *point, const struct zone *zone);
