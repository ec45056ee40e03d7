#include "agent/sampling/running.h"

#include "base/clock.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ~tid << 3, per thread (4), what the scheduler counts (2); linux/posix-timers.h of the kernel. */
clockid_t running_clock_id(pid_t tid) {
    return (clockid_t)(~(unsigned)tid << 3 | 6u);
}

/* The kernel brings it up to date for a thread that has a processor at this moment, to the
 * nanosecond. */
int64_t running_clock(pid_t tid) {
    return clock_of(running_clock_id(tid));
}

bool running_has_processor(pid_t tid, int64_t cpu) {
    return running_clock(tid) > cpu;
}

/* What /proc says of it there; false: it is gone. */
static bool read_about(pid_t tid, const char *name, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)tid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd < 0 ? -1 : read(fd, text, size - 1);
    if (fd >= 0) close(fd);
    if (len <= 0) return false;
    text[len] = '\0';
    return true;
}

bool running_is_runnable(pid_t tid) {
    char text[512];
    if (!read_about(tid, "stat", text, sizeof text)) return false;
    const char *name_end = strrchr(text, ')'); /* a name may hold anything */
    return name_end && strncmp(name_end, ") R", 3) == 0;
}

int64_t running_sleeps(pid_t tid) {
    static const char field[] = "\nvoluntary_ctxt_switches:";
    char text[8192]; /* with the masks of the largest machines */
    if (!read_about(tid, "status", text, sizeof text)) return -1;
    const char *found = strstr(text, field);
    return found ? strtoll(found + sizeof field - 1, NULL, 10) : -1;
}

static size_t beside = 1;

/* More than the set has room for are enough. */
void running_count_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) beside = (size_t)CPU_COUNT(&set) - 1;
}

void running_move(void) {
    cpu_set_t set, others;
    int here = sched_getcpu();
    if (here < 0 || sched_getaffinity(0, sizeof set, &set) != 0) return;
    others = set;
    CPU_CLR((size_t)here, &others);
    if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
    sched_setaffinity(0, sizeof set, &set);
}

size_t running_beside(void) {
    return beside;
}
