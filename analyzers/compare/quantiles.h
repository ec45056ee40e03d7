/* Quantiles of durations on two sides: is one higher by more than chance?
 *
 * Mood's test at any quantile: are more of one side's events longer than the quantile of both
 * sides' together? Events of one second follow each other and are alike, so they count as clusters
 * (statistics.h); exact where counts are small. */
#pragma once

#include "base/array.h"

struct quantile_event {
    int64_t ns;    /* how long it took */
    uint64_t cell; /* the second that it is of, and of which recording */
};

struct quantile_events {
    ARRAY(struct quantile_event) items;
};

/* In ns; MISSING: there are no events. share: 0..1. */
int64_t quantile_at(const struct quantile_events *events, double share);
/* p of the new side's quantile being at most the base side's, all of whose events count as factor
 * times as long; one-sided. 1 if a side has none. */
double quantile_exceeds(const struct quantile_events sides[2], double share, double factor);
/* p of at most the rest to 100 % of the events being longer than limit_ns; one-sided. */
double quantile_above(const struct quantile_events *events, double share, double limit_ns);
void quantile_events_free(struct quantile_events *events);
