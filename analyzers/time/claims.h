/* Whether samples of a thread claim more CPU time than it had, by the JVM's own clocks: who says
 * that a thread used 12 s of which the kernel knows 10 is wrong by 2, whoever took the samples.
 *
 *   jdk.ThreadCPULoad    |---- 31 % ----|---- 40 % ----|        sums of what was used: the clock
 *   samples              . . .  .   .  .   .  . .   . .   .     those within: what is claimed
 *
 * Claimed may be a period more, or a tick of the kernel, for each stretch without a gap: of its
 * first sample part is from before. Samples that do not say themselves what they are worth stand
 * for a period each, by chance too many: four standard deviations are granted besides.
 */
#pragma once

#include "analyzers/facts/facts.h"
#include "analyzers/profile/profile.h"

struct claims_thread {
    uint32_t name; /* id into the profile's strings */
    uint64_t os_id, java_id;
    uint64_t samples;                       /* within what its loads speak of */
    double claimed_ns, used_ns, granted_ns; /* granted: beyond what was used */
};

struct claims {
    size_t compared; /* threads that have both samples and loads; 0: nothing can be said */
    ARRAY(struct claims_thread) beyond; /* that claim more than is granted, most too much first */
};

/* profile: of CPU time, with samples and their exact times; period_ns: between samples; strict:
 * they say what they are worth; origin_ns: the recording's start. */
void claims_make(const struct profile *profile, const struct facts *facts, int64_t period_ns,
                 bool strict, int64_t origin_ns, struct claims *out);
void claims_free(struct claims *claims);
