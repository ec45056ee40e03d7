/* Which threads have a processor. A thread in Java code that waits for one cannot answer a signal in
 * time, so asking it only costs both sides; and the kernel does not say who runs, only how much
 * processor time each has had:
 *
 *   running_first                 sampler sleeps 20 us                 running_second
 *   clock of each thread   ->   the thread that it had displaced   ->  clock of each again: those that
 *                               goes on                                went on have a processor
 *
 * The sleep is needed for the thread that the sampler itself displaced when it woke up: it has no
 * processor while the sampler looks, and gets it back when the sampler sleeps.
 */
#ifndef AGENT_RUNNING_H
#define AGENT_RUNNING_H

#include "agent/threads.h"

/* So many threads are looked at in a round, at about 0.3 us each for either look. With more threads
 * in Java code than this the others have their turn in the next rounds. */
#define RUNNING_MOST 256

struct running {
    size_t count;
    uint64_t last; /* the serial number of the last thread looked at; 0 if there was none */
    struct running_look {
        uint64_t serial; /* of the thread */
        pid_t tid;
        int64_t cpu_ns;
    } looks[RUNNING_MOST];
};

/* With the table locked: adds a thread and reads its clock. False: there is no room. */
bool running_first(struct running *running, const struct agent_thread *thread);
/* Sleeps, and keeps those whose clock went on meanwhile, in their order. The table must not be
 * locked; serial numbers may be those of threads that have ended since. */
void running_second(struct running *running);

#endif
