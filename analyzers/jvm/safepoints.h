/* Safepoints: how long the JVM took to stop its threads, for what, and how long that took.
 *
 *   reach       from the wish to stop until all threads stood: jdk.SafepointBegin
 *   operation   what was done then, and for how long: jdk.ExecuteVMOperation
 *
 * Both are joined by the safepoint's number. Either may be missing, by its threshold or because it
 * is switched off. Times are ns since the epoch.
 */
#pragma once

#include "analyzers/tables/table.h"
#include "analyzers/time/lengths.h"
#include "analyzers/time/time_point.h"

struct safepoint {
    int64_t start_ns, reach_ns; /* reach_ns: or missing, as what follows */
    int64_t operation_ns;       /* of what it was for */
    int64_t threads, critical;  /* in all, in JNI critical sections */
    uint32_t operation, caller; /* a text, a thread, or THINGS_NONE */
};

struct safepoint_operation {
    uint32_t name; /* or THINGS_NONE */
    bool stops;    /* done at safepoints */
    struct lengths lengths, reach;
};

struct safepoints {
    ARRAY(struct safepoint) items;                /* in order of time */
    ARRAY(struct safepoint_operation) operations; /* most time first, to reach it included */
    struct lengths reach, lengths;                /* of operations at safepoints */
    ARRAY(size_t) slowest;                        /* to reach, first */
};

extern const struct wishes safepoints_wishes;
/* Rows that begin in the window. */
void safepoints_make(const struct tables *tables, const struct time_window *window,
                     struct safepoints *out);
void safepoints_free(struct safepoints *safepoints);
