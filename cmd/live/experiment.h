/* Experiments in a running JVM: started, read while they are recorded, ended.
 *
 *   without methods  a first recording says which the program's own hot ones are
 *   requests         a recording of the JVM's own says which events they are
 *   then             the agent's engine whatif; its windows are read each second, until intervals
 *                    are narrow enough, the time is over, the user or the JVM ends it
 */
#pragma once

#include "analyzers/whatif/experiments.h"
#include "cmd/cli/options.h"

struct jvm;

struct experiment {
    /* what is wanted; borrowed */
    const struct text_list *operands; /* the JVM, and options of the agent */
    const char *agent;                /* its library; NULL: the one that came with this program */
    const char *cuts, *keep;          /* or NULL */
    const char *progress, *latency;   /* one of them; latency: "a.B.from,a.B.to" */
    const struct text_list *methods;
    uint32_t speed;
    int64_t time_ns, timeout_ns;
    double within; /* percent: it ends when all intervals are; 0: it does not */
    bool quiet;    /* no progress line */
    /* while it runs */
    struct jvm *jvm;
    const char *library, *options;
    /* what came of it */
    bool known; /* there is at least a window */
    struct experiments experiments;
    struct text why;     /* a sentence without full stop, if it could not be done */
    struct walk_run run; /* owns the texts */
    struct text chosen;  /* methods: "a.B.c;d.E.f" */
    struct text point;   /* of progress */
};

/* False: it could not be started; why says why, if that has not been said on stderr. */
bool experiment_run(struct experiment *experiment);
void experiment_free(struct experiment *experiment);
