/* The world outside, which nobody can pause: other programs that ask this one, each by a connection
 * of its own. No clock, no system call: the simulated machine runs the same code.
 *
 *   waits     a connection by which something came that is not answered yet is credited, as a
 *             thread is that waits for another one
 *   works     one whose turn it is owes, as it should be slower too, and cannot pay
 *   arrives   when something comes by it again, what it owes goes to the thread that is woken by
 *             that: one that waited at the last look, and runs now
 *   nobody    has begun to run: it is on its way to a thread, or all are at other work, and what
 *             waits for them meanwhile need not wait for its delay as well
 *
 * So who waits for connections that are looked at owes nothing itself meanwhile. By one thread. */
#pragma once

#include "agent/whatif/debts.h"

#define OUTSIDE_ARRIVED 256

struct outsider { /* a connection; zero: its turn was not seen */
    struct debtor debtor;
    bool works;
};

struct outside {                      /* zero at first */
    int64_t arrived[OUTSIDE_ARRIVED]; /* ns that came with what no thread has taken yet */
    int count;
};

/* A look at all, one after the other: at connections first, then at threads, in the end what time
 * has passed since the last one. */
void outside_see(struct outside *outside, struct debts *debts, const struct debts_look *look,
                 struct outsider *outsider, bool works);
/* *waited: the caller's, of that thread: whether it did not run at the last look. True: the thread
 * is at work that it had before. */
bool outside_runs(struct outside *outside, struct debtor *debtor, bool *waited);
/* busy: any thread is at work that it had before. */
void outside_pass(struct outside *outside, bool busy, int64_t elapsed);
