/* CPU time that threads used, as jdk.ThreadCPULoad says it: the share of all processors since the
 * event before, or since the thread's start. */
#pragma once

#include "analyzers/rules/judging.h"

struct used {
    double ns;        /* not above 0, or no number: it is not known */
    double system_ns; /* of that, in the kernel */
};

/* One for each of the recording's thread loads (facts->thread_loads); to be freed. Needs that the
 * number of processors is known (load_processors). */
struct used *used_of_loads(const struct rule_input *input);
/* ns, of these threads (by their numbers in the tables); 0: or it is not known. */
double used_by(const struct rule_input *input, const struct tallies *threads);
