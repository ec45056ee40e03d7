/* The rules of virtual speed-ups: who owes which delay, who is credited, who pauses for how long.
 * No clock, no system call, no thread: libjfragent.so and a simulated machine (tests/support/
 * simulated_machine.h) run the same code.
 *
 * That a method is a quarter faster cannot be had, but all others can be a quarter of its time
 * slower; what is slower then by as much as all time is was not affected by the method.
 *
 *   global    delay that each thread has to have had since the beginning, ns
 *   paid      what of it a thread has had: paused, been credited, or ahead by own hits
 *
 *   hit       a sample found the method: it is worth d of delay. Who owes settles with it; the
 *             rest is new to all others, so global grows
 *   settle    another thread: blocked by a thread, it is credited, because who wakes it pays;
 *             in Java code it is asked to pause at once; elsewhere the debt stays
 *   pause     a thread pays in its own handler, in Java code only, no longer than `longest`; what
 *             it was paused too long counts for the next time
 *   wake      who waited for a thread that is ahead was woken late by as much, and is as far ahead
 *             itself, whatever it was before: for whom of those that ran meanwhile is not known, so
 *             it comes to be between the least and the most of them
 *   round     debts are void when a window begins: a pause that began before counts for nothing
 *
 * All functions may be called in signal handlers, by any number of threads at a time.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct debts {
    _Atomic int64_t global;
    _Atomic uint32_t round;
    int64_t least;   /* smaller debts wait until they are as large, ns */
    int64_t longest; /* a pause, ns: no safepoint waits for longer */
};

struct debtor { /* a thread */
    _Atomic int64_t paid;
};

enum debtor_state {
    DEBTOR_IN_JAVA,
    DEBTOR_BLOCKED, /* by another thread: a monitor, Object.wait, park */
    DEBTOR_ELSEWHERE,
};

enum debts_verdict {
    DEBTS_NOTHING,  /* nothing to do */
    DEBTS_CREDITED, /* it was given what it owed */
    DEBTS_ASK,      /* it is to be asked to pause */
};

/* A window begins: nobody owes anything. Each thread that is there has to join again. */
void debts_begin(struct debts *debts);
/* The thread takes part from now on: it owes nothing. */
void debts_join(struct debts *debts, struct debtor *debtor);
/* ns; below 0: it is ahead. */
int64_t debts_owed(struct debts *debts, struct debtor *debtor);

/* A sample of that thread found the method, and is worth d ns. Returns what is new to the others.
 */
int64_t debts_hit(struct debts *debts, struct debtor *debtor, int64_t d);
/* It owes what came with that by which it was woken, besides. */
void debts_inherit(struct debtor *debtor, int64_t owed);
/* Delay that nobody's method is worth: everybody owes it. */
void debts_charge(struct debts *debts, int64_t d);
/* What it took that thread to have the others pay: they lose as much. */
void debts_share_cost(struct debts *debts, struct debtor *debtor, int64_t cost);

/* What becomes of another thread's debt. credited: NULL, or what was given is added to it. */
enum debts_verdict debts_settle(struct debts *debts, struct debtor *debtor, enum debtor_state state,
                                _Atomic int64_t *credited);
/* A look at all threads that are not outside, before new delay: first each with debts_ran, then
 * each with debts_runs. zero at first. */
struct debts_look {
    int64_t least, most; /* by how much those that ran at the last look are ahead, ns */
    bool any;
};
enum debtor_was {
    DEBTOR_WAS_ELSEWHERE,
    DEBTOR_RAN,
    DEBTOR_WAITED, /* for another thread */
};
void debts_ran(struct debts *debts, struct debts_look *look, struct debtor *debtor,
               enum debtor_was was);
/* It was woken since the last look, by one of those. */
void debts_wake(struct debts *debts, const struct debts_look *look, struct debtor *debtor);
/* was: the caller's, of that thread, an enum debtor_was; becomes what it is now. */
void debts_runs(struct debts *debts, const struct debts_look *look, struct debtor *debtor,
                enum debtor_state state, uint8_t *was);

/* How long the thread has to pause now, ns; 0: not at all. */
int64_t debts_pause(struct debts *debts, struct debtor *debtor, enum debtor_state state);
/* That took it so long, with all that belongs to a pause; round: as it was when the pause began. */
void debts_paused(struct debts *debts, struct debtor *debtor, int64_t took, uint32_t round);
