#include "agent/running.h"

#include "agent/handshake.h"

#include <time.h>

#define NANOS INT64_C(1000000000)
#define PAUSE_NS 20000
/* Small against the time for which a processor is usually given, some milliseconds. */
#define LONG_PAUSE_NS 200000
#define STALE_NS 500000

/* The CPU time of a thread of this process, ns; -1 if it is gone. The kernel brings it up to date for
 * a thread that has a processor at this moment, to the nanosecond. */
static int64_t cpu_clock(pid_t tid) {
    /* As the kernel numbers them: ~tid << 3, per thread (4), what the scheduler counts (2). */
    clockid_t clock = (clockid_t)(~(unsigned)tid << 3 | 6u);
    struct timespec ts;
    if (clock_gettime(clock, &ts) != 0) return -1;
    return (int64_t)ts.tv_sec * NANOS + ts.tv_nsec;
}

bool running_pause(struct running *running) {
    if (running->count == 0) return true;
    for (size_t i = 0; i < running->count; i++)
        running->looks[i].cpu_ns = cpu_clock(running->looks[i].tid);
    int64_t begin = handshake_now();
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    running->seen = handshake_now();
    return running->seen - begin <= LONG_PAUSE_NS;
}

size_t running_keep(struct running *running) {
    size_t kept = 0, count = running->count;
    for (size_t i = 0; i < count; i++) {
        struct running_look look = running->looks[i];
        if (cpu_clock(look.tid) > look.cpu_ns) running->looks[kept++] = look;
    }
    running->count = kept;
    return count - kept;
}

bool running_stale(const struct running *running) {
    return handshake_now() - running->seen > STALE_NS;
}
