/* Totals of a side, second by second, for rules about sums; of gate_sums.c. Seconds without
 * anything are counted, not kept: recordings may say that they are a century long. */
#pragma once

#include "analyzers/compare/gate.h"
#include "analyzers/compare/quantiles.h"

struct gate_total {
    ARRAY(double) seconds;         /* what each second has that has something, in order of time */
    ARRAY(double) per;             /* parallel: how many events of rule->per it has */
    double empty;                  /* seconds that have nothing */
    struct quantile_events single; /* pauses, or events of a quantile */
    double longest;                /* seconds */
    double rate; /* a second, or an event of rule->per; MISSING_REAL: there is none of those */
    uint64_t events;
    ARRAY(double) runs; /* the rate of each recording that has one */
};

/* Could what the rule is about have been recorded on this side: is there an event of it, or does a
 * setting switch one on? What was not recorded is not none. */
bool gate_total_is_recorded(const struct gate_rule *rule, const struct gate_source *source,
                            int side);
/* Of all recordings of a side. Bytes for allocation, events for rates, else seconds. */
void gate_total_of(const struct gate_rule *rule, const struct gate_source *source, int side,
                   struct gate_total *total);
/* GATE_QUANTILE: have the events a duration, if there are any? */
bool gate_total_is_timed(const struct gate_rule *rule, const struct gate_source *source, int side);
void gate_total_free(struct gate_total *total);
