#include "agent/sampling/running.h"

#include "base/clock.h"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NAP_NS 20000
/* Small against the time in which a processor changes hands some times, so that with short periods,
 * too, the sampler has been on each often enough. */
#define MAKE_WAY_EVERY_NS 45000000

/* ~tid << 3, per thread (4), what the scheduler counts (2); linux/posix-timers.h of the kernel. */
clockid_t running_clock_id(pid_t tid) {
    return (clockid_t)(~(unsigned)tid << 3 | 6u);
}

/* The kernel brings it up to date for a thread that has a processor at this moment, to the
 * nanosecond, so that two readings one after the other differ. */
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

void running_settle(struct running_look *looks, size_t count) {
    static bool registered;
    for (size_t i = 0; i < count; i++) looks[i].cpu_ns = running_clock(looks[i].tid);
    if (beside == 0 || count == 0) return;
    if (!registered) syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
    registered = true;
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

/* Most have not run since the last reading: one more tells. */
bool running_now(struct running_look *look) {
    int64_t before = look->cpu_ns;
    look->cpu_ns = running_clock(look->tid);
    if (look->cpu_ns <= before || beside == 0) return look->cpu_ns > before;
    before = look->cpu_ns;
    look->cpu_ns = running_clock(look->tid);
    return look->cpu_ns > before;
}

/* To another of the processors that this thread may use. Its own is shut to it only while it moves:
 * later the kernel finds it the best one again. */
static void move(void) {
    cpu_set_t all, others;
    int here = sched_getcpu();
    if (here < 0 || sched_getaffinity(0, sizeof all, &all) != 0) return;
    others = all;
    CPU_CLR((size_t)here, &others);
    if (sched_setaffinity(0, sizeof others, &others) == 0) sched_setaffinity(0, sizeof all, &all);
}

bool running_make_way(void) {
    static int64_t last;
    int64_t now = clock_now();
    if (beside == 0) {
        clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = NAP_NS}, NULL);
        return true;
    }
    if (now - last < MAKE_WAY_EVERY_NS) return false;
    last = now;
    move();
    return true;
}
