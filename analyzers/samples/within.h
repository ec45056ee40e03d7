/* Within: the times, thread by thread, during which something was going on: a request, a test, a
 * wait. Samples are taken only within them, or only outside.
 *
 *   within_add(&within, thread, from_ns, to_ns); ...
 *   within_make(&within);                  sorted, overlapping ones joined
 *   within_has(&within, within_find(&within, thread), time_ns)
 *
 * A thread is its Java id where it has one, else its number in the operating system. Both ends are
 * in it; times are ns since the epoch.
 */
#ifndef ANALYZERS_SAMPLES_WITHIN_H
#define ANALYZERS_SAMPLES_WITHIN_H

#include "base/array.h"
#include "base/map.h"

struct within_thread {
    uint64_t os_id, java_id; /* 0: none */
};

struct within_span {
    uint64_t thread; /* key */
    int64_t from_ns, to_ns;
};

struct within { /* a zeroed struct has none */
    ARRAY(struct within_span) spans;
    struct map threads; /* key -> index of the first span */
    uint64_t events;    /* that were added */
};

#define WITHIN_NONE SIZE_MAX

/* What tells threads apart. */
uint64_t within_key(struct within_thread thread);
void within_add(struct within *within, struct within_thread thread, int64_t from_ns, int64_t to_ns);
/* After the last was added. */
void within_make(struct within *within);
/* The first span of the thread; WITHIN_NONE: it has none. */
size_t within_find(const struct within *within, struct within_thread thread);
bool within_has(const struct within *within, size_t first, int64_t time_ns);
void within_free(struct within *within);

#endif
