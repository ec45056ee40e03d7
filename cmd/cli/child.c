#include "cmd/cli/child.h"
#include "base/clock.h"
#include "base/platform.h"
#include "cmd/cli/command.h"
#include "cmd/cli/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*run_command)(int argc, char *const *argv);

void child_runs(int (*command)(int argc, char *const *argv)) {
    run_command = command;
}

/* Held open by this process alone: its children see at the other end that it is gone. */
static int alive[2] = {-1, -1};

static void *wait_for_end(void *fd) {
    char byte;
    while (read((int)(intptr_t)fd, &byte, 1) < 0 && errno == EINTR) {
    }
    kill(getpid(), SIGKILL);
    return NULL;
}

bool child_live_while(int fd) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_end, (void *)(intptr_t)fd) != 0) return false;
    pthread_detach(thread);
    return true;
}

/* The ends of a child's pipes: what is read here, what it writes to. */
struct pipes {
    int out[2], err[2], progress[2];
};

static void close_pipe(int ends[2]) {
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
}

static bool open_pipes(struct pipes *pipes, bool progress) {
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    if ((alive[0] >= 0 || platform_pipe(alive)) && platform_pipe(pipes->out) &&
        platform_pipe(pipes->err) && (!progress || platform_pipe(pipes->progress)))
        return true;
    int why = errno;
    close_pipe(pipes->out);
    close_pipe(pipes->err);
    errno = why;
    return false;
}

/* In the child: nothing to read, two pipes to write to. */
static void run_here(int argc, char *const *argv, const struct child_limits *limits,
                     const struct pipes *pipes, int parent) {
    char columns[16];
    sigset_t usual;
    int nothing = open("/dev/null", O_RDONLY), of_parent = alive[0];
    close(alive[1]); /* or it would never be seen to be closed */
    alive[0] = alive[1] = -1; /* its own children live as long as it does */
    if (!platform_end_with(parent) && !child_live_while(of_parent)) _exit(EXIT_USAGE);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(pipes->out[1], STDOUT_FILENO) < 0 ||
        dup2(pipes->err[1], STDERR_FILENO) < 0)
        _exit(EXIT_USAGE);
    if (limits->memory) platform_limit_memory(limits->memory);
    if (limits->progress) progress_tell(pipes->progress[1]);
    sigemptyset(&usual);
    sigprocmask(SIG_SETMASK, &usual, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    snprintf(columns, sizeof columns, "%d", limits->columns);
    setenv("COLUMNS", columns, 1);
    setenv("NO_COLOR", "1", 1);
    if (limits->begin) limits->begin();
    int code = run_command(argc, argv);
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
    struct pipes pipes;
    *child = (struct child){.out = -1, .err = -1, .progress = -1, .limits = *limits};
    if (!open_pipes(&pipes, limits->progress)) return false;
    fflush(NULL);
    child->end_ns = clock_now() + (int64_t)limits->seconds * NS_PER_S;
    int parent = (int)getpid();
    child->pid = fork();
    if (child->pid == 0) run_here(argc, argv, limits, &pipes, parent);
    close(pipes.out[1]);
    close(pipes.err[1]);
    if (limits->progress) close(pipes.progress[1]);
    child->out = pipes.out[0];
    child->err = pipes.err[0];
    child->progress = pipes.progress[0];
    if (child->pid > 0) return true;
    shut(&child->out);
    shut(&child->err);
    shut(&child->progress);
    return false;
}

/* What it told last. A command that reads twice begins anew, which is one way that is longer. */
static void take_progress(struct child *child) {
    struct progress_told told[64];
    ssize_t got = read(child->progress, told, sizeof told);
    if (got == 0) shut(&child->progress);
    for (size_t i = 0; got > 0 && i < (size_t)got / sizeof *told; i++) {
        if (told[i].done < child->told.done / 2) child->before += child->told.done;
        uint64_t done = child->before + told[i].done;
        if (done > child->done) child->done = done;
        child->told = told[i];
        child->total = told[i].total ? child->before + told[i].total : 0;
    }
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

int child_wait(const struct child *child) {
    return wait_for(child, -1);
}

bool child_take(struct child *child, int64_t ns) {
    struct child_result *result = &child->result;
    struct pollfd ends[3] = {{.fd = child->out, .events = POLLIN},
                             {.fd = child->err, .events = POLLIN},
                             {.fd = child->progress, .events = POLLIN}};
    bool more_notes = false;
    int ready = poll(ends, 3, wait_for(child, ns));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) {
        result->timed_out = child->limits.seconds && clock_now() >= child->end_ns;
        return !result->timed_out;
    }
    if (ends[2].revents) take_progress(child);
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
    shut(&child->progress);
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
