/* Leaks: does what is left after collections grow, and which objects stay?
 *
 *   trend        see leak_trend.h
 *   candidates   jdk.OldObjectSample: objects that were sampled when they were made and lived until
 *                the recording was written, by class; the chain that most of a class have
 *   not freed    native memory that async-profiler saw allocated (profiler.Malloc) and not freed
 * again (profiler.Free at that address), by the function that asked for it; apart from what was
 * allocated in the last tenth of the time, which may well be freed later loaders      class loaders
 * of one type, at the first and the last jdk.ClassLoaderStatistics
 *
 * Times are ns since the epoch, amounts bytes. Texts are those of the tables' things.
 */
#pragma once

#include "analyzers/jvm/leak_trend.h"
#include "analyzers/jvm/leaks_wishes.h"

struct leak_chain {
    uint32_t text, root; /* see parser/table/chain.h; "Class Loader Data" */
    uint64_t samples;
};

struct leak_candidate {
    uint32_t class_name;
    uint64_t samples;
    int64_t bytes;                  /* of the samples, or missing */
    int64_t oldest_ns, youngest_ns; /* when they were made; JFR_NULL_INT: not known */
    uint32_t site;                  /* first method of most that is not the JDK's, or THINGS_NONE */
    ARRAY(struct leak_chain) chains; /* most samples first */
};

struct leak_loaders {
    uint32_t type, name;
    uint64_t first, last; /* loaders */
    uint64_t classes;     /* of the last */
    int64_t bytes;        /* of metaspace */
};

struct leak_native {
    uint32_t function;    /* text, or THINGS_NONE */
    uint64_t allocations; /* not freed */
    int64_t bytes;
    uint64_t early; /* of these allocations: made in the first nine tenths of the time */
    int64_t early_bytes;
};

struct leaks {
    struct leak_trend trend;
    uint64_t samples;                        /* objects, at the end of the time */
    int64_t seen_ns;                         /* when they were looked at */
    ARRAY(struct leak_candidate) candidates; /* most bytes first, then most samples */
    ARRAY(struct leak_native) natives;       /* most early bytes first */
    struct leak_native native;               /* all of them */
    bool saw_frees;                          /* else nothing can be said of them */
    ARRAY(struct leak_loaders) loaders;      /* of types with more than one, most first */
};

extern const struct wishes leaks_wishes;
/* window, end_ns: as in leak_trend_make. */
void leaks_make(const struct tables *tables, const struct time_window *window, int64_t end_ns,
                struct leaks *out);
void leaks_free(struct leaks *leaks);
