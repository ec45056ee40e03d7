#include "agent/sampling/running.h"

#include "base/clock.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
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

bool running_is_runnable(pid_t tid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)tid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (len <= 0) return false;
    text[len] = '\0';
    const char *name_end = strrchr(text, ')'); /* a name may hold anything */
    return name_end && strncmp(name_end, ") R", 3) == 0;
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
