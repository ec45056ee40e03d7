#include "cmd/cli/child.h"
#include "base/clock.h"
#include "base/platform.h"
#include "base/posix.h"
#include "cmd/cli/twin.h"
#include "cmd/cli/voice.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

enum { ROLE_NONE, ROLE_TOOLS }; /* what it is told where it is this program anew */

static int (*run_command)(int argc, char *const *argv);

void child_runs(int (*command)(int argc, char *const *argv)) {
    run_command = command;
}

void child_prepare(void) {
    if (platform_role() == ROLE_TOOLS) voice_of_tools();
}

/* Held open by this process alone: its children see at the other end that it is gone. */
static int alive[2] = {-1, -1};

/* The ends of a child's pipes: what is read here, what it writes to. */
struct pipes {
    int out[2], err[2], json[2], progress[2];
};

static void close_pipe(int ends[2]) {
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
}

static bool open_pipes(struct pipes *pipes, const struct child_limits *limits) {
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    if ((alive[0] >= 0 || platform_pipe(alive)) && platform_pipe(pipes->out) &&
        platform_pipe(pipes->err) && (!limits->json || platform_pipe(pipes->json)) &&
        (!limits->progress || platform_pipe(pipes->progress)))
        return true;
    int why = errno;
    close_pipe(pipes->out);
    close_pipe(pipes->err);
    close_pipe(pipes->json);
    errno = why;
    return false;
}

/* What is to be run in the child. */
struct running {
    int argc;
    char *const *argv;
    const struct child_limits *limits;
    int json, progress;
};

static int run(void *context) {
    const struct running *running = context;
    const struct child_limits *limits = running->limits;
    alive[0] = alive[1] = -1; /* its own children live as long as it does */
    if (limits->memory) platform_limit_memory(limits->memory);
    if (limits->progress) progress_tell(running->progress);
    if (limits->tools) voice_of_tools();
    if (limits->json) twin_want(running->json);
    int code = run_command(running->argc, running->argv);
    fflush(NULL); /* whoever reads it has it before the JSON */
    twin_end();
    return code;
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
    *child = (struct child){.out = -1, .err = -1, .json = -1, .progress = -1, .limits = *limits};
    if (!open_pipes(&pipes, limits)) return false;
    child->end_ns = clock_now() + (int64_t)limits->seconds * NS_PER_S;
    struct running running = {argc, argv, limits, pipes.json[1], pipes.progress[1]};
    const struct platform_start start = {.out = pipes.out[1],
                                         .err = pipes.err[1],
                                         .alive = {alive[0], alive[1]},
                                         .argc = argc,
                                         .argv = argv,
                                         .columns = limits->columns,
                                         .role = limits->tools ? ROLE_TOOLS : ROLE_NONE,
                                         .body = run,
                                         .context = &running};
    child->pid = platform_start(&start);
    int why = errno;
    close(pipes.out[1]);
    close(pipes.err[1]);
    if (limits->json) close(pipes.json[1]);
    if (limits->progress) close(pipes.progress[1]);
    child->out = pipes.out[0];
    child->err = pipes.err[0];
    child->json = pipes.json[0];
    child->progress = pipes.progress[0];
    if (child->pid) return true;
    shut(&child->out);
    shut(&child->err);
    shut(&child->json);
    shut(&child->progress);
    errno = why;
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
    struct pollfd ends[4] = {{.fd = child->out, .events = POLLIN},
                             {.fd = child->err, .events = POLLIN},
                             {.fd = child->progress, .events = POLLIN},
                             {.fd = child->json, .events = POLLIN}};
    bool more_notes = false;
    int ready = poll(ends, 4, wait_for(child, ns));
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
    if (ends[3].revents && !take(child->json, child->limits.json, &result->json, &result->json_cut))
        shut(&child->json);
    return (!result->cut || child->limits.json) &&
           (child->out >= 0 || child->err >= 0 || child->json >= 0);
}

void child_end(struct child *child, struct child_result *result) {
    bool whole = child->out < 0 && child->err < 0 && child->json < 0;
    *result = child->result;
    child->result = (struct child_result){0};
    int signal;
    if (!whole) platform_kill(child->pid);
    result->code = platform_wait(child->pid, &signal);
    if (whole) result->signal = signal;
    shut(&child->out);
    shut(&child->err);
    shut(&child->json);
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
