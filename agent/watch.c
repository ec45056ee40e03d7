#include "agent/agent.h"
#include "agent/sampling/handshake.h"

#include "base/units.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define LOOK_EVERY NS_PER_S

static int fd = -1;
static int64_t looked;

void watch_start(const char *path, int64_t now) {
    watch_stop();
    looked = now;
    if (!path) return;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        fprintf(stderr, "jfragent: cannot open %s: %s; the recording ends only by option stop\n",
                path, strerror(errno));
}

bool watch_is_over(int64_t now) {
    if (fd < 0 || now - looked < LOOK_EVERY) return false;
    looked = now;
    /* The kernel gives locks back when their holder is gone, in whatever way it went. */
    return flock(fd, LOCK_EX | LOCK_NB) == 0;
}

void watch_stop(void) {
    if (fd >= 0) close(fd);
    fd = -1;
}

bool watch_signal_is_ours(int signo) {
    struct sigaction now;
    return sigaction(signo, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) && handshake_ours(&now);
}

bool watch_signal_is_lost(const struct agent_options *options, int64_t now) {
    static int64_t last;
    bool used = options->engine != ENGINE_JVMTI || options->wall_ns > 0;
    if (!used || now - last < LOOK_EVERY) return false;
    last = now;
    return !watch_signal_is_ours(options->signo);
}
