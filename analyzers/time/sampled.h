/* How many samples pools of threads have for the CPU time that they used, beside what the sampling
 * period promises; of recordings of the agent, whose samples say how much CPU time they stand for
 * (jdk.ExecutionSample.cpuTime): what the thread has used since its last one.
 */
#pragma once

#include "analyzers/walk/walk.h"
#include "base/strings.h"

struct sampled_pool {
    uint32_t name; /* id into strings: as threads roll up (threads_add_pattern) */
    uint64_t samples;
    uint64_t cpu_ns; /* that they stand for */
    double promised; /* samples for that CPU time, by the period */
};

struct sampled {
    struct strings strings;
    ARRAY(struct sampled_pool) pools; /* most CPU time first, then by name */
};

/* Adds to the run what this needs; after the run, makes it. Empty for all other recordings. */
void sampled_join(struct walk_run *run);
void sampled_make(const struct walk_run *run, struct sampled *out);
void sampled_free(struct sampled *sampled);

/* Whether the pool has more or fewer samples than promised by more than a third, and by more than
 * chance makes of it. */
bool sampled_is_off(const struct sampled_pool *pool);
