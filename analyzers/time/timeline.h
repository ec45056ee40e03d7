/* Timeline: samples over time, all of them and those of the hottest methods, threads or states,
 * next to what the processors and the collector did in the same stretches of time (buckets).
 *
 *   columns of the profile ---\
 *   loads, pauses of facts ----+--> buckets of one length --> total, rows, loads, pauses
 *   the busiest window ------------ found among the samples themselves, wherever buckets begin
 */
#pragma once

#include "analyzers/facts/facts.h"
#include "analyzers/time/time_range.h"

enum timeline_split {
    TIMELINE_BY_METHOD,
    TIMELINE_BY_THREAD,
    TIMELINE_BY_STATE,
    TIMELINE_BY_NONE,
    TIMELINE_BY_FIELD, /* what the samples are about: the root of each stack says it */
};

struct timeline_options {
    struct time_range range;
    int64_t origin_ns; /* start of the recording: windows begin whole ms after it */
    int64_t bucket_ns; /* > 0 */
    bool aligned;      /* buckets begin whole buckets after the origin, or before it */
    enum timeline_split split;
    size_t top;         /* rows at most; what is not among them is one row more */
    size_t top_threads; /* rows of thread CPU load at most */
    int64_t window_ns;  /* length of the busiest window; 0: none is looked for */
};

enum timeline_row_kind {
    TIMELINE_ROW,
    TIMELINE_UNKNOWN, /* without stack, thread or state */
    TIMELINE_OTHERS,  /* all that are not among the top */
};

struct timeline_row {
    enum timeline_row_kind kind;
    uint32_t id;    /* of the frame, or of the name in frames.strings */
    size_t members; /* TIMELINE_OTHERS: how many there are */
    uint64_t samples;
    uint64_t *counts; /* in each bucket */
};

struct timeline_thread { /* jdk.ThreadCPULoad, threads of one name together */
    uint32_t name;       /* id in facts->strings */
    double cpu_ns;       /* share of all processors times time; times load_processors: CPU time */
    double
        *load; /* in each bucket: share of all processors, 0..1; MISSING_REAL: nothing is known */
};

struct timeline_cause { /* of collections that began in the range */
    uint32_t name;      /* id in facts->strings */
    uint64_t collections;
};

struct timeline_window {
    int64_t from_ns, to_ns; /* both inclusive */
    uint64_t samples;
};

struct timeline {
    int64_t start_ns, end_ns, bucket_ns;
    size_t buckets;
    uint64_t *total;
    ARRAY(struct timeline_row) rows; /* most samples first, then by name; unknown, others last */
    /* Means over each bucket, MISSING_REAL where nothing is known. All NULL if there is no such
     * event. */
    double *jvm_user, *jvm_system, *machine; /* shares of all processors, 0..1 */
    ARRAY(struct timeline_thread) threads;   /* most CPU time first, then by name */
    size_t all_threads;
    double *container_cpus; /* processors in use: 1.5 is one and a half */
    double *throttled;      /* share of the CPU slices that were cut short, 0..1 */
    double *throttled_ns;   /* time for which it was throttled: threads of it waited for the CPU */
    bool has_pauses;
    double *paused_ns; /* in each bucket */
    uint64_t pauses;   /* that began in the range */
    int64_t longest_pause_ns, all_pauses_ns;
    int64_t median_pause_ns, p99_pause_ns; /* one in 2, one in 100 is longer */
    ARRAY(struct timeline_cause) causes;   /* most collections first, then by name */
    struct timeline_window window;         /* samples 0: there is none */
};

/* profile: with PROFILE_SAMPLES, in order of time (profile_sort_samples). */
void timeline_make(const struct profile *profile, const struct facts *facts,
                   const struct timeline_options *options, struct timeline *out);
void timeline_free(struct timeline *timeline);

/* The length of the busiest window if nobody asks for another: 10 s, or a tenth of the range if
 * that is shorter; whole ms. */
int64_t timeline_usual_window(const struct time_range *range);
