/* Clocks: what they show, in ns. Safe in signal handlers. Header only. */
#pragma once

#include "base/units.h"

#include <time.h>

/* -1: there is no such clock (any more). */
static inline int64_t clock_of(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return -1;
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* The same time for system calls; ns is not negative. */
static inline struct timespec clock_timespec(int64_t ns) {
    return (struct timespec){.tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S)};
}

/* Monotonic: for what is subtracted. The JVM's ticks are the same on Linux. */
static inline int64_t clock_now(void) {
    return clock_of(CLOCK_MONOTONIC);
}

/* Since 1970, as the machine is set. */
static inline int64_t clock_epoch(void) {
    return clock_of(CLOCK_REALTIME);
}
