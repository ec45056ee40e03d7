/* What threads have had of processors: their CPU clocks; and how many processors there are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* The clock of any thread's CPU time, as the kernel numbers it. */
clockid_t running_clock_id(pid_t tid);
/* That clock, ns: what it has had of processors; -1 if it is gone. Takes some 0.3 us. If the thread
 * has a processor, to read its clock ends its turn where that is used up: the kernel looks at that
 * once a tick (4 ms are usual), but also here. */
int64_t running_clock(pid_t tid);
/* Counts the processors that the sampler may use; from time to time, since that can change. */
void running_count_processors(void);
/* How many threads can run beside the sampler; 0: it has the only processor. */
size_t running_beside(void);
