/* Which threads have a processor. A thread in Java code that waits for one cannot answer a signal
 * in time, so asking it only costs both sides; and the kernel does not say who runs, only how much
 * processor time each has had. A thread whose CPU clock moves between two readings runs.
 *
 * One is missing then: the thread that the sampler itself displaced when it woke up. So when it has
 * asked all that run, and some did not, it makes way: it goes to another processor, and whoever
 * gets the one that it leaves is seen by looking again:
 *
 *   processor 1:  T1 | sampler: T2 runs, ask it | T1, or whoever is next .......
 *   processor 2:  T2 .......................... T2 | sampler: T1 runs, ask it | T2
 *
 * With a single processor it sleeps for a moment instead, and sees whose clock went on meanwhile.
 */
#ifndef AGENT_SAMPLING_RUNNING_H
#define AGENT_SAMPLING_RUNNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* So many threads are looked at in a round, at about 0.3 us for each reading. With more threads in
 * Java code than this the others have their turn in the next rounds. */
#define RUNNING_MOST 256

struct running_look {
    uint64_t serial; /* of the thread */
    pid_t tid;
    int64_t cpu_ns; /* its CPU clock when it was last read */
};

/* The clock of any thread's CPU time, as the kernel numbers it. */
clockid_t running_clock_id(pid_t tid);
/* That clock, ns: what it has had of processors; -1 if it is gone. */
int64_t running_clock(pid_t tid);
/* Counts the processors that the sampler may use; from time to time, since that can change. */
void running_count_processors(void);
/* How many threads can run beside the sampler; 0: it has the only processor. */
size_t running_beside(void);

/* Begins a round: reads all clocks, and ends the turns of those that have used theirs up. The
 * kernel looks at that once a tick (4 ms are usual), but also when a clock is read, and then the
 * next interrupt takes the processor away: the signal would, in every fifth case on a busy machine,
 * and find the thread without one. So all processors are interrupted (membarrier does it) after the
 * clocks were read, and who runs after that goes on running. */
void running_settle(struct running_look *looks, size_t count);

/* Whether the thread has a processor; with a single one: whether it had it since the last reading.
 * The thread may have ended since: then false. */
bool running_now(struct running_look *look);

/* Gives the processor to whoever is next on it. That costs some 40 us, so it is done only if the
 * last time is long enough ago: else false. The table must not be locked. */
bool running_make_way(void);

#endif
