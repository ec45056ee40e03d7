/* What stays on the heap, as far as a recording shows it. */
#pragma once

#include "analyzers/rules/judging.h"

struct kept_values { /* of a rule: texts */
    size_t of_class, of_own, of_site, allocated, holder;
    uint64_t least; /* samples of the class, for anything to be named */
};

/* What most of the sampled objects are that were made at since_ns or later and are still there
 * (of_class), which class of the program has most of them (of_own, if it is another), and where
 * most were made (of_site); where that is not recorded, where most of what is allocated of the
 * class is made (allocated); and what keeps half of them (holder), where their chains are recorded.
 * Values of which nothing is known are not set. */
void kept_name(const struct rule_input *input, int64_t since_ns, struct kept_values values,
               struct finding *finding);

/* What keeps an object alive by its chain (parser/table/chain.h): "a ThreadLocal of api-*", "the
 * queue of a thread pool", or the
 * field of the program's class that is nearest to the root, "app.Registry.sessions". Appends
 * nothing if neither is in it, or the chain is the program's object itself. */
void kept_add_holder(const char *chain, struct text *out);

/* How many soft references the collector cleared; MISSING: so few that they do not matter, or
 * nothing says it. */
int64_t kept_soft_cleared(const struct rule_input *input);
