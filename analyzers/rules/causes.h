/* Causes: findings put together. What comes of another finding stands under it, what is outside of
 * the process is context, and what costs most comes first.
 *
 *   findings --causes_make--> items    {finding, consequences}   by tier, severity and cost
 *                             outside  likewise                  one line each
 *
 * Which finding comes of which is a table (causes.table). An effect is under its cause only if the
 * cause was found itself, and costs half as much at least where both say it of the same thing; else
 * it is as severe at least. */
#pragma once

#include "analyzers/rules/rule.h"

struct cause {
    const struct finding *finding;
    enum rule_severity severity; /* its own, or that of the worst consequence that it explains */
    ARRAY(const struct finding *) consequences; /* the most severe first */
};

struct causes {
    ARRAY(struct cause) items, outside;
};

/* findings must outlive the causes. Those that are OK or worse unknown, and those about settings
 * and security (RULE_OTHER), are none. profile: that was judged, for names of methods. */
void causes_make(const struct findings *findings, const struct profile *profile,
                 struct causes *out);
void causes_free(struct causes *causes);
/* Is it among what causes are made of? */
bool cause_counts(const struct finding *finding);
/* What stands before what in every answer, whatever its severity: 0 what happened in the JVM, then
 * what is wrong with the recording, then settings and security, then what is OK or not judged. */
int cause_tier(const struct finding *finding);
/* "app.Ledger", of a method from its frame; nothing: nobody is to blame. */
void cause_add_culprit(const struct finding *finding, const struct profile *profile,
                       struct text *out);
