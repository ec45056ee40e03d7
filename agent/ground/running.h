/* What threads have had of processors: their CPU clocks. Header only. */
#pragma once

#include "base/clock.h"

#include <sys/types.h>

/* The clock of any thread's CPU time, as the kernel numbers it: ~tid << 3, per thread (4), what the
 * scheduler counts (2); linux/posix-timers.h of the kernel. */
static inline clockid_t running_clock_id(pid_t tid) {
    return (clockid_t)(~(unsigned)tid << 3 | 6u);
}

/* That clock, ns, up to date also for a thread that has a processor at this moment; -1 if it is
 * gone. Takes some 0.3 us. */
static inline int64_t running_clock(pid_t tid) {
    return clock_of(running_clock_id(tid));
}
