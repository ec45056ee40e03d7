/* Busy: how long threads had something to do, which is what a wait of theirs is a share of.
 *
 *   busy_ns(input, &threads)     what was recorded of each one's life, less what it waited for work
 *   busy_cost(...)               what waits cost those who waited: percent of that time
 *
 * Waits are gone over once for all rules of an input, and so is what is known of their stacks:
 * rule_input.busy, which is zeroed, and freed behind the last.
 *
 * Waiting for work: parks and reads of sockets that are idle (analyzers/tables/idle.h), and
 * Object.wait; who sleeps goes on by itself, and does so whatever else takes less time. Where more
 * than half of what is left is neither waited nor run as far as the recording says, it is what it
 * says that is taken: the rest are most likely sleeps and waits for work below its thresholds; but
 * of the time in which all processors were taken, waits for one. */
#pragma once

#include "analyzers/rules/alike.h"
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"

struct busy {
    struct sites sites; /* for busy_idle */
    ARRAY(bool) served; /* by name, whether who reads from a socket there waits for requests */
    bool has_served;
    struct spent { /* of a thread, ns; forced: of that, until files were on disk; away: of the time
                      recorded, before it started and after it ended */
        double idle, known, forced, away;
    } * spent; /* by the tables' threads; NULL: nobody asked yet */
    size_t threads;
    double taken; /* of the time recorded, in which all processors were: 0..1 */
    struct alike *alike[SERIES_COUNT]; /* NULL: nobody asked yet */
    struct cpu *cpu;                   /* likewise; cpu.h */
    struct profile *ran;               /* likewise; ran.h */
};

/* What events say that threads waited. */
enum { BUSY_WAITS = 9 };
extern const struct busy_wait {
    enum series_id id;
    bool idle;            /* whatever the stack */
    size_t thread, stack; /* stack: of those that are idle by where they are, else SIZE_MAX */
} busy_waits[BUSY_WAITS];

/* Frees what it holds, not the struct; a zeroed one may be freed. */
void busy_free(struct busy *busy);

/* Does the row wait for work, or for the next request? */
bool busy_idle(const struct rule_input *input, const struct series *series, size_t column,
               size_t row);

/* threads: by their numbers in the tables, with what they waited, ns. Never less than that.
 * partly: it is what the recording says that they did, as they have done more. */
double busy_ns(const struct rule_input *input, const struct tallies *threads, bool *partly);
/* What the thread waited for its files to be on disk (fsync), by events, and by samples of native
 * code as far as its time is not known to have been something else. */
double busy_forced_ns(const struct rule_input *input, uint64_t thread);
/* The cost of a finding: what the threads waited, and besides_ns, of their busy time. */
void busy_cost(const struct rule_input *input, struct finding *finding,
               const struct tallies *threads, double besides_ns);
