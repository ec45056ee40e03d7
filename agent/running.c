#include "agent/running.h"

#include <time.h>

#define NANOS INT64_C(1000000000)
#define GAP_NS 20000

/* The CPU time of a thread of this process, ns; -1 if it is gone. The kernel brings it up to date for
 * a thread that has a processor at this moment, to the nanosecond. */
static int64_t cpu_clock(pid_t tid) {
    /* As the kernel numbers them: ~tid << 3, per thread (4), what the scheduler counts (2). */
    clockid_t clock = (clockid_t)(~(unsigned)tid << 3 | 6u);
    struct timespec ts;
    if (clock_gettime(clock, &ts) != 0) return -1;
    return (int64_t)ts.tv_sec * NANOS + ts.tv_nsec;
}

bool running_first(struct running *running, const struct agent_thread *thread) {
    if (running->count == RUNNING_MOST) return false;
    running->looks[running->count++] = (struct running_look){
        .serial = thread->serial, .tid = thread->tid, .cpu_ns = cpu_clock(thread->tid)};
    running->last = thread->serial;
    return true;
}

void running_second(struct running *running) {
    if (running->count == 0) return;
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = GAP_NS}, NULL);
    size_t kept = 0;
    for (size_t i = 0; i < running->count; i++) {
        struct running_look look = running->looks[i];
        if (cpu_clock(look.tid) > look.cpu_ns) running->looks[kept++] = look;
    }
    running->count = kept;
}
