/* What the files of the account share: what was read, before it is weighed. */
#pragma once

#include "analyzers/account/account.h"
#include "analyzers/facts/facts.h"
#include "analyzers/tables/table.h"
#include "parser/table/stack_wait.h"

enum raw_source {
    RAW_WAIT,   /* an event says it, to the ns */
    RAW_PAUSED, /* of those waits: while all threads stood still */
    RAW_CPU,    /* samples worth CPU time */
    RAW_RUN,    /* samples of threads in Java code, worth their period */
    RAW_NATIVE, /* samples of threads in native code: worth one each */
    RAW_WALL,   /* samples of all threads, worth their interval */
};

struct raw_what {
    enum raw_source source;
    struct account_what what;
};

struct raw_cell {
    uint32_t thread, step, what; /* indices */
    int64_t ns;
    uint32_t samples;
};

struct raw_thread {
    uint64_t os_id, java_id;
    uint32_t name; /* a text; the one that was seen last */
    int64_t named_ns;
    uint32_t cell;              /* that something of it was added to last: the next may be as well */
    bool is_virtual, in_java;   /* in_java: some sample has Java frames */
    int64_t first_ns, last_ns;  /* seen; */
    int64_t since_ns, until_ns; /* by what it did; INT64_MAX, INT64_MIN: not yet */
    int64_t start_ns, end_ns;   /* by events, or MISSING */
};

enum pause_kind { PAUSE_GC, PAUSE_OPERATION, PAUSE_REACHING, PAUSE_KINDS }; /* a safepoint */

struct raw_pause {
    int64_t from_ns, to_ns;
    enum pause_kind kind;
};

struct account_frame { /* of a stack */
    struct stack_frame of;
    bool makes_exception, loads_class, of_jdk;
    uint32_t library, site; /* texts of raw; 0: not asked for yet */
};

struct raw { /* a worker's, then all */
    struct account_asked *asked;
    int64_t step_ns;
    struct strings texts;
    struct map thread_ids, what_ids, cell_ids;
    ARRAY(struct raw_thread) threads;
    ARRAY(struct raw_what) whats;
    ARRAY(struct raw_cell) cells;
    ARRAY(struct raw_pause) pauses;
    bool of_agent;   /* ours recorded it */
    bool has_starts; /* threads that start or end are recorded */
    struct raw_chunk *chunk;
    ARRAY(struct account_frame) frames; /* by their number among the things of the tables */
};

extern const struct reader account_reader; /* its state is a struct raw */

/* Ids of what is kept once; the argument is copied and stays the caller's. */
uint32_t raw_text(struct raw *raw, const char *text);
uint32_t raw_thread(struct raw *raw, const struct raw_thread *thread);
uint32_t raw_what(struct raw *raw, const struct raw_what *what);
/* By what they say: numbers are given as a worker meets them, which is by chance. */
int raw_order_whats(const struct raw *raw, uint32_t a, uint32_t b);
/* Adds to the cell; amounts that are not positive are none. */
void raw_add(struct raw *raw, uint32_t thread, uint32_t step, uint32_t what, int64_t ns,
             uint32_t samples);
struct raw_piece { /* of a stretch of time: what of it is in a step */
    int64_t from_ns, to_ns;
    uint32_t step;
};
/* The first piece from *at on that is in the window; false: there is no more. */
bool raw_next_piece(const struct raw *raw, int64_t *at, int64_t to_ns, struct raw_piece *out);
/* False: the time is not in the window. */
bool raw_step_of(const struct raw *raw, int64_t time_ns, uint32_t *step);
void raw_merge(struct raw *into, const struct raw *from);
void raw_free(struct raw *raw);

/* ==== Stacks ================================================================================ */

struct account_place {        /* of a stack; texts of raw */
    struct account_what wait; /* as far as the stack says it: ACCOUNT_UNEXPLAINED if it does not */
    struct account_what run;  /* if its thread runs */
    bool in_java;
    bool in_java_code; /* a method that is not native is on top of Java's frames */
    bool stopped;      /* a function of the system is on top that threads only wait in */
};

/* The stack of an event that is a read, as the JDK 25 cuts it: without the frames that read. */
bool account_read_is_idle(struct raw *raw, const struct things *things, uint32_t number);
/* number: JFR_NULL_ID: none. */
struct account_place account_place_of(struct raw *raw, const struct things *things,
                                      uint32_t number);

struct account_places { /* of stacks, each found once; a zeroed struct has none */
    ARRAY(uint32_t) of; /* 1 + number of the stack, or 0: none -> index, or MISSING_ID */
    struct map ids;     /* hash -> index */
    ARRAY(struct account_place) all; /* the different ones: far fewer than stacks */
};
/* The same. Valid until the next call. */
const struct account_place *account_place_at(struct raw *raw, const struct things *things,
                                             uint32_t number, struct account_places *places);
/* Was it asked for? */
static inline bool account_places_has(const struct account_places *places, uint32_t number) {
    return number + 1 < places->of.len && !is_missing(places->of.items[number + 1]);
}
/* Those of the first so many stacks. */
void account_places_keep(struct account_places *places, size_t stacks);
void account_places_free(struct account_places *places);

/* What it comes to; false: there is no thread with any time. Cells are sorted. */
bool account_of_raw(struct raw *raw, const struct facts *facts, struct account *out);

/* ==== Weighing ============================================================================== */

/* One step of one thread, all in ns; see account.h for the order. */
struct weigh {
    double life, waits, paused_in_waits, cpu; /* what there is; cpu is cut to what waits leave */
    double pauses, throttled, sampled;        /* that may be charged */
    double run_share;                         /* of a step all of which is paused or waited */
};
struct weighed {
    double waits, running, paused, throttled; /* parts of life; the rest is left */
    double left;
};
/* The parts of one step of a thread's life, ns, which never exceed it in sum. */
struct weighed account_weigh(const struct weigh *step);

/* Spreads an amount over steps that have room, first by what samples say, then by the room that is
 * left; returns what found none. given: is added to. */
double account_spread(double amount, const double *room, const double *sampled, size_t count,
                      double *given);
