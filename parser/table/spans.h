/* What an event of a chunk can have taken.
 *
 * An event is written when it ends, so it ends before its chunk does; it may have begun long before
 * the chunk, but not by days if the chunk is of seconds. What is negative, goes on behind the chunk
 * by more than clocks that drift explain (a third was seen), or took an hour and ten times as long
 * as was recorded, is damage, or an error of who wrote it: such a span says nothing, and one of
 * them is larger than all others together.
 */
#pragma once

#include "parser/jfr.h"

#include <stdbool.h>
#include <stdint.h>

#define SPANS_FAR INT64_C(3600000000000) /* an hour, in ns */

struct spans {
    int64_t end_ns, slack_ns; /* what is left of the chunk, and so much more */
    int64_t most_ns;          /* nothing takes longer */
};

/* Of a chunk that its JVM did not finish, or that was cut, the end is known by its last event
 * alone, for which it is walked. */
static inline struct spans spans_of(const struct jfr_chunk *chunk) {
    bool known = !chunk->unfinished && !chunk->damaged && chunk->duration_ns > 0;
    int64_t end_ns;
    if (!known) end_ns = jfr_chunk_end(chunk);
    else if (__builtin_add_overflow(chunk->start_ns, chunk->duration_ns, &end_ns))
        end_ns = INT64_MAX;
    int64_t length = end_ns > chunk->start_ns ? end_ns - chunk->start_ns : 0;
    struct spans spans = {.end_ns = end_ns, .most_ns = SPANS_FAR};
    if (length > INT64_MAX / 20) length = INT64_MAX / 20;
    spans.slack_ns = known ? length / 2 + 1000000000 : length + 60000000000;
    if (10 * length > spans.most_ns) spans.most_ns = 10 * length;
    if (!known && length == 0) spans.slack_ns = SPANS_FAR; /* nothing says when it ended */
    return spans;
}

/* start_ns: JFR_NULL_INT: the event does not say. */
static inline bool spans_hold(const struct spans *spans, int64_t start_ns, int64_t span_ns) {
    int64_t left;
    if (span_ns < 0 || span_ns > spans->most_ns) return false;
    if (start_ns == JFR_NULL_INT || __builtin_sub_overflow(spans->end_ns, start_ns, &left))
        return true;
    return span_ns - spans->slack_ns <= (left > 0 ? left : 0);
}
