#include "agent/running.h"

#include "agent/handshake.h"

#include <time.h>

#define NANOS INT64_C(1000000000)
#define GAP_NS 20000
#define STALE_NS 200000 /* a tenth of the shortest time that a processor is usually given for */
#define TRIES 5

/* The CPU time of a thread of this process, ns; -1 if it is gone. The kernel brings it up to date for
 * a thread that has a processor at this moment, to the nanosecond. */
static int64_t cpu_clock(pid_t tid) {
    /* As the kernel numbers them: ~tid << 3, per thread (4), what the scheduler counts (2). */
    clockid_t clock = (clockid_t)(~(unsigned)tid << 3 | 6u);
    struct timespec ts;
    if (clock_gettime(clock, &ts) != 0) return -1;
    return (int64_t)ts.tv_sec * NANOS + ts.tv_nsec;
}

bool running_stale(const struct running *running) {
    return handshake_now() - running->seen > STALE_NS;
}

size_t running_keep(struct running *running, size_t first) {
    if (running->count <= first) return 0;
    for (int i = 0; i < TRIES; i++) {
        for (size_t k = first; k < running->count; k++)
            running->looks[k].cpu_ns = cpu_clock(running->looks[k].tid);
        running->seen = handshake_now();
        clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = GAP_NS}, NULL);
        if (!running_stale(running)) break;
    }
    size_t kept = first;
    for (size_t k = first; k < running->count; k++) {
        struct running_look look = running->looks[k];
        if (cpu_clock(look.tid) > look.cpu_ns) running->looks[kept++] = look;
    }
    size_t out = running->count - kept;
    running->count = kept;
    running->seen = handshake_now();
    return out;
}
