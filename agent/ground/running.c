#include "agent/ground/running.h"

#include "base/clock.h"

#include <sched.h>

/* ~tid << 3, per thread (4), what the scheduler counts (2); linux/posix-timers.h of the kernel. */
clockid_t running_clock_id(pid_t tid) {
    return (clockid_t)(~(unsigned)tid << 3 | 6u);
}

/* The kernel brings it up to date for a thread that has a processor at this moment, to the
 * nanosecond. */
int64_t running_clock(pid_t tid) {
    return clock_of(running_clock_id(tid));
}

static size_t beside = 1;

/* More than the set has room for are enough. */
void running_count_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) beside = (size_t)CPU_COUNT(&set) - 1;
}

size_t running_beside(void) {
    return beside;
}
