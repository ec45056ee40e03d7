#include "cmd/cli/child.h"
#include "base/clock.h"
#include "base/platform.h"
#include "cmd/cli/command.h"

#include <errno.h>
#include <fcntl.h>
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

/* Until both pipes are at their end, the output is full, or the time is over. */
static void collect(int out, int err, const struct child_limits *limits,
                    struct child_result *result) {
    struct pollfd ends[2] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};
    int64_t end = clock_now() + (int64_t)limits->seconds * NS_PER_S;
    bool more_notes = false;
    while ((ends[0].fd >= 0 || ends[1].fd >= 0) && !result->cut) {
        int64_t left_ns = end - clock_now();
        int wait_ms = !limits->seconds ? -1 : left_ns > 0 ? (int)(left_ns / NS_PER_MS) + 1 : 0;
        int ready = wait_ms ? poll(ends, 2, wait_ms) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) {
            result->timed_out = ready == 0;
            return;
        }
        if (ends[0].revents && !take(out, limits->out, &result->out, &result->cut)) ends[0].fd = -1;
        if (ends[1].revents && !take(err, limits->err, &result->err, &more_notes)) ends[1].fd = -1;
    }
}

static void end_child(pid_t child, struct child_result *result) {
    int status;
    if (result->cut || result->timed_out) kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return;
    if (WIFEXITED(status)) result->code = WEXITSTATUS(status);
    else if (!result->cut && !result->timed_out) result->signal = WTERMSIG(status);
}

bool child_run(int argc, char *const *argv, const struct child_limits *limits,
               struct child_result *result) {
    int out[2], err[2];
    *result = (struct child_result){0};
    if (!platform_pipe(out)) return false;
    if (!platform_pipe(err)) {
        close(out[0]);
        close(out[1]);
        return false;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) run_here(argc, argv, limits, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    if (child > 0) {
        collect(out[0], err[0], limits, result);
        end_child(child, result);
    }
    close(out[0]);
    close(err[0]);
    return child > 0;
}
