/* The account: where the time of threads went, and whether the machine was the limit.
 *
 *   account_join(&run, &asked);                       asked outlives the run
 *   walk_start(&run, ...);
 *   account_make(&run, &account);
 *   account.ns[ACCOUNT_LOCK], account.total_ns        of the program's threads, in whole ns
 *   account_sums_by(&account, ACCOUNT_BY_POOL, &sums)
 *   account_free(&account);
 *
 * The time of a thread is its life within the window: from its jdk.ThreadStart to its
 * jdk.ThreadEnd; where the recording has those, one without is older or younger than the window;
 * else from when it is seen first to when it is seen last. Each ns of it is in exactly one state,
 * so the states of a thread add up to its time, those of a pool, of a second and of the process to
 * the sum of theirs. Nothing is negative.
 *
 * Where sources overlap, the first of these counts, step by step (a second; longer where there
 * would be more than 1,200), and each gets no more than those before it left:
 *
 *   1 waits     events that have a duration: what is waited for is what the event says. Of two that
 *               overlap the one that began first.
 *   2 CPU       clocks: jdk.ThreadCPULoad of the time that it speaks of, else samples that say how
 *               much CPU time they are worth; else samples times their period (basis)
 *   3 ready     pauses, as far as the thread ran otherwise in that step; throttling, by the CPU
 *               that each thread took; samples of a thread in Java code beyond its CPU time while
 *               the processors were taken
 *   4 samples   of waiting threads: wall-clock samples by their share, native ones by how often the
 *               thread was met, of the thread that was met most often
 *   5 the rest  of the JVM's own threads idle; of others unexplained, with the reason
 *
 * Memory follows threads, steps and what they did, not events: rows of a chunk are forgotten when
 * the next one begins. */
#pragma once

#include "analyzers/time/time_range.h"
#include "analyzers/walk/walk.h"
#include "base/strings.h"

enum account_state {
    ACCOUNT_RUNNING,
    ACCOUNT_READY, /* it wanted to run: pauses, throttling, no processor */
    ACCOUNT_LOCK,
    ACCOUNT_REPLY, /* of a host */
    ACCOUNT_FILE,
    ACCOUNT_OTHER, /* another thread or pool */
    ACCOUNT_TIMER, /* it slept */
    ACCOUNT_IDLE,  /* it waited for work */
    ACCOUNT_UNEXPLAINED,
    ACCOUNT_STATES
};

/* What a thread did or waited for, in a state. Texts; 0 is none. label: a package, a class of a
 * lock, host, path, what was waited for, a reason, or the name of a user's line (own). by: of what
 * runs "Java", "native", "exceptions", "class loading", "JIT", "GC", "JVM"; of a lock the pool that
 * had it. site: the first method on the stack that is not the JDK's; of waits. */
struct account_what {
    enum account_state state;
    uint32_t label, by, site;
    bool own;
};

struct account_cell {
    uint32_t thread, step, what;
    int64_t ns; /* > 0 */
};

enum account_basis {             /* by what it is known how long a thread ran */
                     BASIS_NONE, /* nothing: no clock, no sample */
                     BASIS_SAMPLES,
                     BASIS_CPU_SAMPLES,
                     BASIS_CPU_LOAD,
                     ACCOUNT_BASES
};

struct account_thread {
    uint32_t name, pool; /* texts: as threads roll up (threads_add_pattern) */
    uint64_t os_id, java_id;
    bool is_virtual, of_jvm;     /* of_jvm: GC, JIT and what else the JVM has for itself */
    int64_t from_ns, to_ns;      /* its life */
    bool known_start, known_end; /* by events; else by when it was seen, or the recording's ends */
    enum account_basis basis;
    int64_t ns[ACCOUNT_STATES];
};

struct account_machine {
    int64_t processors;  /* or of the container; MISSING: not known */
    double jvm, machine; /* mean share of them that the JVM and all used, 0..1, or MISSING_REAL */
    double full;         /* of the time: 90 % of them were used, or the quota was, 0..1 */
    double throttled;    /* of the periods: the quota cut them short, 0..1 */
    double paused;       /* of the time: all threads stood still, 0..1 */
};

struct account {
    struct strings texts;
    struct time_range range; /* what of the recording is in the window */
    int64_t step_ns;
    size_t steps;
    ARRAY(struct account_what) whats;
    ARRAY(struct account_thread) threads; /* by pool, name and ids */
    ARRAY(struct account_cell) cells;     /* by thread, step and what */
    struct account_machine machine;
    int64_t ns[ACCOUNT_STATES]; /* of the program's threads, those of the JVM left out */
    int64_t total_ns;           /* the sum of these */
    int64_t jvm_ns;             /* that the JVM's own threads ran */
};

struct account_asked {          /* zeroed: all of the recording */
    struct time_point from, to; /* as in a selection */
    struct zone zone;
    bool states; /* what ran is of no matter: states alone are to be right, which is faster */
    struct time_window window; /* filled before the first chunk */
    int64_t start_ns, end_ns;  /* of the recording; likewise */
};

/* asked outlives the run; who joins second has the window of the first. */
void account_join(struct walk_run *run, struct account_asked *asked);
/* False: there is no thread with any time. To be freed in any case. */
bool account_make(const struct walk_run *run, struct account *out);
/* After the run: is there any thread at all? */
bool account_has_threads(const struct walk_run *run);
void account_free(struct account *account);

/* "waiting for a lock", and one word for programs: "lock". */
const char *account_state_words(enum account_state state);
const char *account_state_key(enum account_state state);
const char *account_basis_words(enum account_basis basis);

/* ==== Sums ================================================================================== */

enum account_by { ACCOUNT_BY_THREAD, ACCOUNT_BY_POOL, ACCOUNT_BY_STEP };

struct account_sum {
    uint32_t key; /* a thread, a pool (text) or a step */
    size_t threads;
    bool of_jvm, is_virtual;
    int64_t ns[ACCOUNT_STATES], total_ns;
};
typedef ARRAY(struct account_sum) account_sums;

/* Of the program's threads, and unless by steps also the JVM's. Most time that is not idle first;
 * steps in their order, all of them. To be freed (array_free). */
void account_sums_by(const struct account *account, enum account_by by, account_sums *out);

struct account_part {
    uint32_t what;
    int64_t ns;
    size_t threads;
};
typedef ARRAY(struct account_part) account_parts;

/* What the program's threads did, those of the pool (a text; MISSING_ID: all), with equal labels
 * summed up whatever their site unless `sites`: by state, then most first. To be freed. */
void account_parts_of(const struct account *account, uint32_t pool, bool sites, account_parts *out);

/* What most of the thread's time in that state was, whatever its site; MISSING_ID: it has none. */
uint32_t account_most_of(const struct account *account, uint32_t thread, enum account_state state);

/* Shares in thousandths that add up to 1000, by the largest remainder; all 0 of nothing. */
void account_shares(const int64_t *ns, size_t count, int *thousandths);
