/* Totals of a recording, second by second, for rules about sums; of gate.c. Seconds without
 * anything are counted, not kept: recordings may say that they are a century long. */
#ifndef ANALYZERS_COMPARE_GATE_TOTALS_H
#define ANALYZERS_COMPARE_GATE_TOTALS_H

#include "analyzers/compare/gate.h"

struct gate_total {
    ARRAY(double) seconds; /* what each second has that has something, in order of time */
    double empty;          /* seconds that have nothing */
    ARRAY(double) single;  /* each pause */
    double per_second, longest;
    uint64_t events;
};

/* Could what the rule is about have been recorded on this side: is there an event of it, or does a
 * setting switch one on? What was not recorded is not none. */
bool gate_total_is_recorded(const struct gate_rule *rule, const struct gate_source *source,
                            int side);
/* Of all recordings of a side. Bytes for allocation, else seconds. */
void gate_total_of(const struct gate_rule *rule, const struct gate_source *source, int side,
                   struct gate_total *total);
void gate_total_free(struct gate_total *total);

#endif
