/* Beside engine=cpu: the threads that are none of Java's: compilers, collectors, the JVM's own,
 * those of native libraries. They get no signal, for there is no Java stack to walk: their CPU
 * clocks are read, and each period that went by is a sample of one frame which says what the thread
 * is. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Whether that thread is one of them; by the sampler. */
bool others_know(pid_t tid);
