/* What other engines ask the engine cpu. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Whether the thread of that id has a timer, or is sampled by that of the process, as one of
 * Java's. */
bool cpu_knows(pid_t tid);
