/* Meanwhile: what threads did while others waited, which is what they waited for.
 *
 *   meanwhile_add(&m, thread, from, to)       somebody waited for this thread, or for all others
 *   meanwhile_make(&m, input, lock, &did)     what those threads did then: most of it
 *
 * Samples say what ran (each is worth a period of the sampler); events say what was read, written,
 * forced to disk or waited for. Stretches of one thread that overlap count once. */
#ifndef ANALYZERS_RULES_MEANWHILE_H
#define ANALYZERS_RULES_MEANWHILE_H

#include "analyzers/rules/judging.h"

#define MEANWHILE_ANY MISSING_ID /* whichever thread */

struct meanwhile_stretch {
    uint32_t thread; /* of the tables; or MEANWHILE_ANY */
    struct interval when;
};

struct meanwhile {
    ARRAY(struct meanwhile_stretch) stretches;
    const struct tallies *waiters; /* those that wait there, not sorted: what one of them slept
                                      then, another waited for; NULL: they are not known */
};

struct meanwhile_did {
    const char *what; /* "ran", "waited for the disk"; NULL: nothing is known */
    char *site;       /* "app.Rates.compute": the first method that is not the JDK's; or NULL */
    char *threads;    /* "worker-*": the pool of the threads that did most of it; or NULL */
    double percent;   /* of all that is known to have been done, */
    double all_ns;    /* which is so much, of all threads together */
};

void meanwhile_add(struct meanwhile *m, uint32_t thread, int64_t from_ns, int64_t to_ns);
/* but_monitor: a text of the tables, the class of the lock that is waited for: a thread that waits
 * for it as well does not have it. MISSING_ID: what else waits for monitors is not looked at. Frees
 * the stretches; did is to be freed. */
void meanwhile_make(struct meanwhile *m, const struct rule_input *input, uint32_t but_monitor,
                    struct meanwhile_did *did);
void meanwhile_did_free(struct meanwhile_did *did);

#endif
