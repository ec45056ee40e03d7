/* Meanwhile: what threads did while others waited, which is what they waited for.
 *
 *   meanwhile_add(&m, thread, from, to)       somebody waited for this thread, or for all others
 *   meanwhile_make(&m, input, &did)           what those threads did then: most of it
 *
 * Samples say what ran (each is worth a period of the sampler); events say what was read, written,
 * forced to disk, slept or waited for. Stretches of one thread that overlap count once. */
#pragma once

#include "analyzers/rules/judging.h"

#define MEANWHILE_ANY MISSING_ID /* whichever thread */

struct meanwhile_stretch {
    uint32_t thread; /* of the tables; or MEANWHILE_ANY */
    struct interval when;
};

struct meanwhile {
    ARRAY(struct meanwhile_stretch) stretches;
    const struct tallies *waiters; /* those that wait there, not sorted: what one of them slept
                                      then, another waited for, unless it is done by others
                                      (waiters_rest); NULL: they are not known */
    bool waiters_rest;
    bool but_waiters;      /* nothing counts that these did */
    const uint32_t *locks; /* texts of the tables, classes of monitors that are waited for: */
    size_t lock_count;     /* a thread that waits for one as well does not have it */
    bool of_monitor;       /* the stretches are those of who has monitors of this class */
    uint32_t monitor;
};

enum did {
    DID_NOTHING, /* that is known */
    DID_RUN,
    DID_READ_SOCKET,
    DID_WRITE_SOCKET,
    DID_READ_FILE,
    DID_WRITE_FILE,
    DID_FORCE_FILE,
    DID_SLEEP,
    DID_WAIT_MONITOR,
    DID_WAIT_LOCK,   /* of java.util.concurrent */
    DID_WAIT_OTHERS, /* for what other threads do: a future, a barrier */
    DID_COUNT
};

/* What events say that a thread did: of which series, and its columns. */
struct meanwhile_kind {
    enum series_id id;
    enum did did;
    size_t thread, stack;
};
enum {
    MEANWHILE_ALONE = 6, /* the first so many wait for no other thread */
    MEANWHILE_KINDS = 9
};
extern const struct meanwhile_kind meanwhile_kinds[MEANWHILE_KINDS];
extern const char *const meanwhile_words[DID_COUNT]; /* "read a file" */

struct meanwhile_did {
    enum did did;
    char *what;      /* "ran", "ran java.text.Format.format", "waited for the disk", "waited for
                        app.Store"; NULL: nothing is known */
    char *site;      /* "app.Rates.compute": the first method that is not the JDK's; or NULL */
    char *caller;    /* "app.Page.show", which calls that for most of it; or NULL */
    size_t workers;  /* threads that did any of it, */
    bool by_waiters; /* and some of them wait there themselves otherwise */
    char *threads;   /* "worker-*": the pool of the threads that did most of it; "worker-0", if that
                        did nearly all while others of the pool waited; or NULL */
    uint32_t lock;   /* of a monitor: its class, a text of the tables; else JFR_NULL_ID */
    double percent;  /* of all that is known to have been done, */
    double all_ns;   /* which is so much, of all threads together */
};

/* A stretch of a thread that waits; an empty one is left out. ns since the epoch. */
void meanwhile_add(struct meanwhile *m, uint32_t thread, int64_t from_ns, int64_t to_ns);
/* The stretches are made: the first piece of the thread's that reaches into *at..to; *at is where
 * it ends then. False: there is no more. */
bool meanwhile_next(const struct meanwhile *m, uint32_t thread, int64_t *at, int64_t to_ns,
                    struct interval *out);
double meanwhile_ns(const struct meanwhile *m); /* of all stretches */
/* What monitors and locks are waited for counts only of threads that are named (not MEANWHILE_ANY).
 * did is to be freed. */
void meanwhile_make(struct meanwhile *m, const struct rule_input *input, struct meanwhile_did *did);
void meanwhile_did_free(struct meanwhile_did *did);
void meanwhile_free(struct meanwhile *m);
