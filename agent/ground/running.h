/* What threads have had of processors: their CPU clocks. Header only. */
#pragma once

#include "base/clock.h"

#include <sys/types.h>

/* The clock of any thread's CPU time, as the kernel numbers it: ~tid << 3, per thread (4), what the
 * scheduler counts (2); linux/posix-timers.h of the kernel. */
static inline clockid_t running_clock_id(pid_t tid) {
    return (clockid_t)(~(unsigned)tid << 3 | 6u);
}

/* That clock, ns: what it has had of processors, up to date also for a thread that has one at this
 * moment; -1 if it is gone. Takes some 0.3 us. If the thread has a processor, to read its clock
 * ends its turn where that is used up: the kernel looks at that once a tick (4 ms are usual), but
 * also here. */
static inline int64_t running_clock(pid_t tid) {
    return clock_of(running_clock_id(tid));
}
