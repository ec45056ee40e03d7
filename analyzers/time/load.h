/* What stretch of time the events of CPU load speak of: each says what was used since the one
 * before.
 *
 *   jdk.ThreadCPULoad of HotSpot: CPU time of the thread since its last event, divided by the time
 *   since then and by the number of processors that the JVM may use.
 */
#pragma once

#include "analyzers/facts/facts.h"

/* For each of facts->loads (or thread_loads) since when it speaks, ns since the epoch, never later
 * than its own time; to be freed. Where there is no event before, or it is further back than two
 * periods: one period, but not before start_ns. */
int64_t *load_starts(const struct facts *facts, int64_t start_ns);
int64_t *load_thread_starts(const struct facts *facts, int64_t start_ns);

/* The mean share of all processors of the machine that the JVM used from from_ns to to_ns, 0..1, as
 * the loads say that speak of that time; or MISSING_REAL. */
double load_jvm_between(const struct facts *facts, int64_t start_ns, int64_t from_ns,
                        int64_t to_ns);
/* Of all the time that is recorded; */
double load_mean_jvm(const struct facts *facts, int64_t start_ns);
/* ... in processors. */
double load_processors_used(const struct facts *facts, int64_t start_ns);

struct load_throttle {      /* between two events of jdk.ContainerCPUThrottling */
    int64_t from_ns, to_ns; /* since the epoch; to > from */
    double share;           /* of CPU periods that were cut short by the quota, 0..1 */
    int64_t waited_ns;      /* for how long, all threads together */
};
typedef ARRAY(struct load_throttle) load_throttles;

/* In order of time; to be freed. Counters that fell are those of another container. */
load_throttles load_throttling(const struct facts *facts);

/* Processors that shares are of: what the container has, else hardware threads; or MISSING. */
int64_t load_processors(const struct facts *facts);
