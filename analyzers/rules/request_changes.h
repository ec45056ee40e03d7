/* Requests on two sides: how many there were, and how long they took.
 *
 *   request_changes_make(&sides, &changes)   each event type that may be requests, each group of it
 *
 * Rates are compared as the contrast compares measures, by cells of time; median and p99 by Mood's
 * test (analyzers/compare/quantiles.h). All are corrected together (Benjamini and Hochberg). */
#pragma once

#include "analyzers/rules/contrast.h"
#include "base/strings.h"

struct request_figure {
    double value[2]; /* requests a second, ns; MISSING_REAL: there are none */
    double p, adjusted;
    bool tested, significant;
};

struct request_change {
    const char *type;  /* "shop.Request" */
    const char *group; /* what the events say in `field`; NULL: all of the type */
    const char *field;
    uint64_t count[2];
    uint64_t of_type;                        /* events of all of the type, on both sides */
    struct request_figure rate, median, p99; /* no durations: the last two are missing */
};

struct request_changes {
    ARRAY(struct request_change)
    rows; /* types by number of events; all of a type, then its groups */
    struct strings names;
};

/* The tables of candidates (analyzers/requests/candidates.h) must be in the inputs. To be freed. */
void request_changes_make(const struct contrast_sides *sides, struct request_changes *out);
void request_changes_free(struct request_changes *changes);
