/* Causes on two sides: which findings are new, gone, larger or smaller.
 *
 *   finding_changes_add(&causes, 0, &findings, &profile);      of each recording of the base side
 *   finding_changes_add(&causes, 1, &findings, &profile);      ... and of the new one
 *   finding_changes_finish(&causes);                           what changed, the worst first
 *
 * A finding counts for a side if more than half of its recordings have it; the one with the middle
 * figure stands for it. Findings of one rule are the same cause if they blame the same (of hosts
 * whatever the port). Nothing here is tested: a rule's thresholds are what decides. */
#pragma once

#include "analyzers/rules/rule.h"

#define FINDING_LARGER_BY 1.25 /* times the figure of the base side */

enum finding_became { FINDING_NEW, FINDING_LARGER, FINDING_SMALLER, FINDING_GONE, FINDING_SAME };

struct finding_seen { /* in a recording */
    const struct finding *finding;
    const struct profile *profile;
};

struct finding_change {
    const struct rule *rule;
    char *culprit; /* "" unless it tells causes apart */
    ARRAY(struct finding_seen) seen[2];
    size_t judged[2]; /* recordings in which the rule could judge */
    enum finding_became change;
    struct finding_seen shown[2]; /* no finding: it is none there */
    double figure[2];             /* MISSING_REAL: none */
    bool unknown;                 /* it is new or gone where the other side was not judged */
};

struct finding_changes {
    ARRAY(struct finding_change) items;
    size_t recordings[2];
};

/* The findings and the profile that they are about must outlive the causes. */
void finding_changes_add(struct finding_changes *causes, int side, const struct findings *findings,
                         const struct profile *profile);
/* Leaves what is on one side at least: new ones first, then larger, smaller, gone, the same; in
 * each the most severe first. */
void finding_changes_finish(struct finding_changes *causes);
void finding_changes_free(struct finding_changes *causes);
