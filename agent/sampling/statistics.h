/* What became of samples since jfragent.SamplingStatistics was written last. By the sampler. */
#pragma once

#include "agent/jvm/framewalk.h"
#include "agent/recording/recording.h"

extern struct recording_statistics statistics; /* but times held, start and end */
extern int64_t statistics_cpu_agent;           /* ns: what the agent's own threads used */

/* Counts the outcome of one walk: stackwalk.count and end. */
void statistics_count(int code, enum framewalk_end end);
/* A thread was held suspended for that long and used so much CPU time meanwhile, ns. */
void statistics_held(int64_t ns, int64_t cpu_ns);
/* Starts afresh at that time. */
void statistics_begin(int64_t now);
/* Writes the event, and starts afresh. */
void statistics_write(struct recording *recording, int64_t now);
