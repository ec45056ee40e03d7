/* Does what collections leave on the heap grow? The one answer to it: of leaks, and of the rule.
 *
 * The heap after collections, the least of each of ten parts of the time: what collections of the
 * young generation leave lying does not count. Its slope is the median of the slopes between all
 * pairs of parts (Theil and Sen), whether it grows the test of Mann and Kendall on their order.
 * What it grew by before most classes were loaded is start-up, and is left out; so is all, if there
 * was no collection but in the first seconds of the JVM.
 *
 * Times are ns since the epoch, amounts bytes. */
#pragma once

#include "analyzers/jvm/leak_trend_wishes.h"
#include "analyzers/tables/table.h"
#include "analyzers/time/time_point.h"
#include "base/array.h"

#define LEAK_PARTS 10

enum leak_verdict {
    LEAK_UNKNOWN, /* fewer than five parts have a collection, all of it is less than a second, or
                     there are several JVMs */
    LEAK_STEADY,
    LEAK_SHRINKS,
    LEAK_GROWS,
};

struct leak_part {
    int64_t time_ns, bytes;
};

struct leak_trend {
    enum leak_verdict verdict;
    uint64_t collections;
    ARRAY(struct leak_part) parts;
    double bytes_per_s; /* or missing */
    double chance;      /* of such an order without a trend, 0..1 */
    int64_t max;        /* the heap's, or missing */
    int64_t full_ns; /* until the heap is full at this slope; MISSING: not known, or not growing */
};

extern const struct wish leak_trend_rows[LEAK_TREND_TABLES];

/* Of what lies in the window; both ends are in it. end_ns: when the recording ends, or its window;
 * INT64_MAX: not known. Events may lie behind it: chunks say a length of their own. */
void leak_trend_make(const struct tables *tables, const struct time_window *window, int64_t end_ns,
                     struct leak_trend *trend);
void leak_trend_free(struct leak_trend *trend);
/* JVMs that the recordings are of, as far as they say. */
size_t leak_processes(const struct tables *tables);
/* When most classes were loaded, as the table LEAKS_CLASSES has it; INT64_MIN: not known. */
int64_t leak_warm_since(const struct event_table *classes, const struct time_window *window);
