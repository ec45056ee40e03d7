#include "cmd/cli/child.h"
#include "base/clock.h"
#include "base/platform.h"
#include "cmd/cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: nothing to read, two pipes to write to. */
static void run_here(int argc, char *const *argv, const struct child_limits *limits, int out,
                     int err) {
    char columns[16];
    sigset_t usual;
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(err, STDERR_FILENO) < 0)
        _exit(EXIT_USAGE);
    sigemptyset(&usual);
    sigprocmask(SIG_SETMASK, &usual, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    snprintf(columns, sizeof columns, "%d", limits->columns);
    setenv("COLUMNS", columns, 1);
    setenv("NO_COLOR", "1", 1);
    int code = command_run(command_find(argv[0]), argc - 1, argv + 1);
    fflush(NULL);
    _exit(code);
}

/* Reads what is there; false: the end. What is beyond the limit is read and dropped. */
static bool take(int fd, size_t limit, struct text *text, bool *cut) {
    char buffer[1 << 14];
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0) return errno == EINTR;
    if (got == 0) return false;
    size_t room = limit - text->len, len = (size_t)got < room ? (size_t)got : room;
    text_add_bytes(text, buffer, len);
    *cut |= len < (size_t)got;
    return true;
}

/* Closes an end at which nothing is read any more. */
static void shut(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

bool child_start(int argc, char *const *argv, const struct child_limits *limits,
                 struct child *child) {
    int out[2], err[2];
    *child = (struct child){.out = -1, .err = -1, .limits = *limits};
    if (!platform_pipe(out)) return false;
    if (!platform_pipe(err)) {
        close(out[0]);
        close(out[1]);
        return false;
    }
    fflush(NULL);
    child->end_ns = clock_now() + (int64_t)limits->seconds * NS_PER_S;
    child->pid = fork();
    if (child->pid == 0) run_here(argc, argv, limits, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    child->out = out[0];
    child->err = err[0];
    if (child->pid > 0) return true;
    shut(&child->out);
    shut(&child->err);
    return false;
}

/* How long to wait, in ms, so that neither this nor the child's limit is exceeded; -1: for ever. */
static int wait_for(const struct child *child, int64_t ns) {
    if (child->limits.seconds) {
        int64_t left = child->end_ns - clock_now();
        if (ns < 0 || left < ns) ns = left > 0 ? left : 0;
    }
    if (ns < 0) return -1;
    return ns / NS_PER_MS < INT_MAX ? (int)((ns + NS_PER_MS - 1) / NS_PER_MS) : INT_MAX;
}

bool child_take(struct child *child, int64_t ns) {
    struct child_result *result = &child->result;
    struct pollfd ends[2] = {{.fd = child->out, .events = POLLIN},
                             {.fd = child->err, .events = POLLIN}};
    bool more_notes = false;
    int ready = poll(ends, 2, wait_for(child, ns));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) {
        result->timed_out = child->limits.seconds && clock_now() >= child->end_ns;
        return !result->timed_out;
    }
    if (ends[0].revents && !take(child->out, child->limits.out, &result->out, &result->cut))
        shut(&child->out);
    if (ends[1].revents && !take(child->err, child->limits.err, &result->err, &more_notes))
        shut(&child->err);
    return !result->cut && (child->out >= 0 || child->err >= 0);
}

void child_end(struct child *child, struct child_result *result) {
    int status = 0;
    bool whole = child->out < 0 && child->err < 0;
    *result = child->result;
    child->result = (struct child_result){0};
    if (!whole) kill(child->pid, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0)
        if (errno != EINTR) break;
    if (WIFEXITED(status)) result->code = WEXITSTATUS(status);
    else if (whole) result->signal = WTERMSIG(status);
    shut(&child->out);
    shut(&child->err);
    child->pid = 0;
}

bool child_run(int argc, char *const *argv, const struct child_limits *limits,
               struct child_result *result) {
    struct child child;
    *result = (struct child_result){0};
    if (!child_start(argc, argv, limits, &child)) return false;
    while (child_take(&child, -1)) {
    }
    child_end(&child, result);
    return true;
}
