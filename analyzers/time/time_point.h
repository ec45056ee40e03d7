/* A point of the time axis as a user writes it, and where it is in a recording. */
#ifndef ANALYZERS_TIME_TIME_POINT_H
#define ANALYZERS_TIME_TIME_POINT_H

#include <stdbool.h>
#include <stdint.h>

enum time_kind { TIME_NONE = 0, TIME_FROM_START, TIME_FROM_END, TIME_ABSOLUTE };
struct time_point {
    enum time_kind kind;
    int64_t ns; /* offset (>= 0), or since the epoch */
};

/* "10s", "500ms", "2m", "1h30m", "1.5s" from the start; "-5s" before the end; ISO 8601
 * "2026-11-20T21:31:00.5Z" (no zone: UTC). False: not understood. */
bool time_point_parse(const char *text, struct time_point *out);
/* Where it is in a recording from start to end, ns since the epoch; otherwise if it is TIME_NONE.
 */
int64_t time_point_resolve(const struct time_point *point, int64_t start, int64_t end,
                           int64_t otherwise);
/* Does it depend on where the recording starts or ends? */
bool time_point_is_relative(const struct time_point *point);

#endif
