#include "agent/watch.h"

#include "agent/sampling/handshake.h"
#include "agent/sampling/sampler.h"
#include "base/clock.h"
#include "base/units.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const struct agent_options *options;
static int fd = -1;
static int64_t started, looked;
/* Whoever started it had given up before it began, and has taken the file away. */
static bool abandoned;

void watch_start(const struct agent_options *wanted) {
    watch_stop();
    options = wanted;
    started = looked = clock_now();
    abandoned = false;
    if (!options->lock_file) return;
    fd = open(options->lock_file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    abandoned = fd < 0 && errno == ENOENT;
    if (fd < 0 && !abandoned)
        fprintf(stderr, "jfragent: cannot open %s: %s; the recording ends only by option stop\n",
                options->lock_file, strerror(errno));
}

bool watch_is_over(int64_t now) {
    if (abandoned || (options->duration_ns > 0 && now - started >= options->duration_ns))
        return true;
    if (now - looked < NS_PER_S) return false;
    looked = now;
    /* The kernel gives locks back when their holder is gone, in whatever way it went. */
    return (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) ||
           (sampler_is_by_signal() && !watch_signal_is_ours(options->signo));
}

void watch_stop(void) {
    if (fd >= 0) close(fd);
    fd = -1;
}

bool watch_signal_is_ours(int signo) {
    struct sigaction now;
    return sigaction(signo, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) && handshake_ours(&now);
}
