/* What stretch of time the events of CPU load speak of: each says what was used since the one
 * before.
 *
 *   jdk.ThreadCPULoad of HotSpot: CPU time of the thread since its last event, divided by the time
 *   since then and by the number of processors that the JVM may use.
 */
#ifndef ANALYZERS_TIME_LOAD_H
#define ANALYZERS_TIME_LOAD_H

#include "analyzers/facts/facts.h"

/* For each of facts->loads (or thread_loads) since when it speaks, ns since the epoch, never later
 * than its own time; to be freed. Where there is no event before, or it is further back than two
 * periods: one period, but not before start_ns. */
int64_t *load_starts(const struct facts *facts, int64_t start_ns);
int64_t *load_thread_starts(const struct facts *facts, int64_t start_ns);

/* Processors that shares are shares of: what the container has, else hardware threads; 0: not
 * known. */
int64_t load_processors(const struct facts *facts);

#endif
