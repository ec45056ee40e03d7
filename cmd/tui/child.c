#include "cmd/tui/child.h"

#include "cmd/cli/command.h"
#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_child(const char *name, char *const *arguments, int columns, const int *out,
                      const int *errors) {
    char width[16];
    int count = 0, none = open("/dev/null", O_RDONLY);
    sigset_t all;
    sigemptyset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGINT, SIG_DFL);
    dup2(none, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(errors[1], STDERR_FILENO);
    snprintf(width, sizeof width, "%d", columns);
    setenv("COLUMNS", width, 1);
    while (arguments[count]) count++;
    exit(command_run(command_find(name), count, arguments));
}

/* Reads both pipes until they end. */
static void drain(int out, int errors, size_t limit, struct text *text, struct text *said) {
    struct pollfd both[2] = {{.fd = out, .events = POLLIN}, {.fd = errors, .events = POLLIN}};
    struct text *const into[2] = {text, said};
    char buffer[16384];
    while (both[0].fd >= 0 || both[1].fd >= 0) {
        if (poll(both, 2, -1) < 0 && errno != EINTR) break;
        for (int i = 0; i < 2; i++) {
            if (both[i].fd < 0 || !both[i].revents) continue;
            ssize_t n = read(both[i].fd, buffer, sizeof buffer);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) both[i].fd = -1;
            else if (into[i]->len < limit) text_add_bytes(into[i], buffer, (size_t)n);
        }
    }
}

bool child_read(const char *command, char *const *arguments, int columns, size_t limit,
                struct text *out) {
    int answers[2], errors[2];
    struct text said = {0};
    if (!platform_pipe(answers)) return false;
    if (!platform_pipe(errors)) {
        close(answers[0]);
        close(answers[1]);
        return false;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) run_child(command, arguments, columns, answers, errors);
    close(answers[1]);
    close(errors[1]);
    if (child > 0) drain(answers[0], errors[0], limit, out, &said);
    close(answers[0]);
    close(errors[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    if (said.len) {
        if (out->len) text_add_char(out, '\n');
        text_add(out, said.data);
    }
    text_free(&said);
    return child > 0;
}
