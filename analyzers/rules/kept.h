/* What stays on the heap, as far as a recording shows it. */
#pragma once

#include "analyzers/rules/judging.h"

struct kept_values { /* of a rule: texts */
    size_t of_class, of_own, of_site, allocated;
    uint64_t least; /* samples of the class, for anything to be named */
};

/* What most of the sampled objects are that were made at since_ns or later and are still there
 * (of_class), which class of the program has most of them (of_own, if it is another), and where
 * most were made (of_site); where that is not recorded, where most of what is allocated of the
 * class is made (allocated). Values of which nothing is known are not set. */
void kept_name(const struct rule_input *input, int64_t since_ns, struct kept_values values,
               struct finding *finding);

/* How many soft references the collector cleared; MISSING: so few that they do not matter, or
 * nothing says it. */
int64_t kept_soft_cleared(const struct rule_input *input);
