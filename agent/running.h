/* Which threads have a processor. A thread in Java code that waits for one cannot answer a signal in
 * time, so asking it only costs both sides; and the kernel does not say who runs, only how much
 * processor time each has had:
 *
 *   clock of each thread  -->  the sampler sleeps 20 us; the thread  -->  clock of each again: those
 *                              that it had displaced goes on              that went on have a processor
 *
 * The sleep is needed for the thread that the sampler itself displaced when it woke up: it has no
 * processor while the sampler looks, and gets it back when the sampler sleeps. If the sampler sleeps
 * much longer, because nobody made room for it, those that ran meanwhile may have lost theirs: then
 * it looks again.
 */
#ifndef AGENT_RUNNING_H
#define AGENT_RUNNING_H

#include "agent/threads.h"

/* So many threads are looked at in a round, at about 0.3 us each for either look. With more threads
 * in Java code than this the others have their turn in the next rounds. */
#define RUNNING_MOST 256

#define RUNNING_TRIES 5 /* so often is looked again because the sampler slept too long */

struct running {
    size_t count;
    int64_t seen; /* when the sampler woke up to the second look, monotonic ns */
    struct running_look {
        uint64_t serial; /* of the thread */
        pid_t tid;
        int64_t cpu_ns;
    } looks[RUNNING_MOST];
};

/* The first look, and the sleep: reads the clock of each of looks[0..count]. False: the sleep took so
 * long that what is seen now is not worth much. The table must not be locked. */
bool running_pause(struct running *running);
/* The second look: keeps those that have a processor, in their order, and returns how many it took
 * out. The threads may have ended since they were put in. */
size_t running_keep(struct running *running);
/* Whether what was seen is too old to go by. */
bool running_stale(const struct running *running);

#endif
