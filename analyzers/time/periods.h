/* Sampling periods: how often an event type was sampled, when, and how many samples that can be at
 * most.
 *
 *   jdk.ActiveSetting "period" of the type:   20 ms          10 ms
 *                                         ----|--------------|-----------> time
 *   in force, by the latest setting:    20 ms   20 ms          10 ms
 *   by the earliest, as JMC looks it up:  none  20 ms          20 ms
 */
#pragma once

#include "analyzers/facts/facts.h"

/* The JVM looks at no more than so many threads in Java code each period. */
#define PERIODS_THREADS 5

struct period {
    int64_t time_ns; /* since the epoch */
    int64_t ns;      /* 0: "everyChunk", or not understood */
};

struct periods {
    ARRAY(struct period) items; /* by time */
};

/* All periods that the recording says for the event type. of_jvm: only those of the JVM's own
 * sampler, which looks at PERIODS_THREADS threads. */
void periods_of(const struct facts *facts, const char *event, bool of_jvm, struct periods *out);
void periods_free(struct periods *periods);

/* That of the event type in force at the time, in ns; before the first setting that one counts. 0:
 * not known, or "everyChunk". */
int64_t period_at(const struct facts *facts, const char *event, int64_t time_ns);

/* In force at the time, in ns; before the first setting that one counts. 0: not known. */
int64_t periods_latest(const struct periods *periods, int64_t time_ns);
/* The earliest setting not after the time, in ns; 0: there is none. */
int64_t periods_earliest(const struct periods *periods, int64_t time_ns);
/* Samples that can be taken at most in span_ns at that period. period_ns 0: 0. */
double period_possible(int64_t period_ns, int64_t span_ns);
/* Samples that can be taken at most in window_ns from start_ns on. 0: not known. */
double periods_possible(const struct periods *periods, int64_t start_ns, int64_t window_ns);
