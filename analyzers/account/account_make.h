/* An account that is being made. */
#pragma once

#include "analyzers/account/account_parts.h"
#include "analyzers/facts/facts.h"
#include "base/platform.h"

struct making_load { /* CPU time of a thread */
    uint32_t thread; /* of raw */
    int64_t from_ns, to_ns;
    double ns;
};

struct making {
    struct raw *raw;
    const struct facts *facts;
    const struct account_asked *asked;
    struct account *out;
    int64_t from_ns, to_ns; /* of the window in the recording; to is behind it */
    /* for each step, all of the JVM together */
    double *pauses[PAUSE_KINDS]; /* of that kind and those before */
    double *throttled, *ran;
    bool *full;
    ARRAY(struct making_load) loads;  /* by thread and time */
    struct map whats;                 /* of out */
    bool has_waits, waits_of_virtual; /* such events are recorded */
    char *reason, *reason_full; /* why the rest is not explained; while no processor is free */
    double native_scale;        /* what a native sample is worth, of its period */
};

/* Bounds of a step, ns since the epoch; those of the first and last end where the recording does.
 * */
int64_t making_step_start(const struct making *m, size_t step);
int64_t making_step_end(const struct making *m, size_t step);
/* The step of a moment, ns since the epoch; moments outside belong to the first or last. */
size_t making_step_of(const struct making *m, int64_t time_ns);
/* How long two spans overlap, ns. */
double making_overlap(int64_t from, int64_t to, int64_t other_from, int64_t other_to);

/* Allocates the totals of each step; close frees them. */
void making_open(struct making *m);
void making_close(struct making *m);
/* Cells of raw are by thread and step. */
void making_weigh_all(struct making *m);

/* By what they say: numbers are given as things are met, which is by chance where workers share. */
int account_order_whats(const struct account *account, uint32_t a, uint32_t b);
