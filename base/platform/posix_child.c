/* Children where a process can be copied. */
#include "base/platform/posix.h"
#include "base/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#define CANNOT 2 /* the exit code of a child that cannot begin */

static void *wait_for_end(void *fd) {
    char byte;
    while (read((int)(intptr_t)fd, &byte, 1) < 0 && errno == EINTR) {
    }
    kill(getpid(), SIGKILL);
    return NULL;
}

bool platform_live_while(int fd) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_end, (void *)(intptr_t)fd) != 0) return false;
    pthread_detach(thread);
    return true;
}

/* In the child: nothing to read, two pipes to write to. */
static void run(const struct platform_start *start, int parent) {
    char columns[16];
    sigset_t usual;
    int nothing = open("/dev/null", O_RDONLY);
    close(start->alive[1]); /* or it would never be seen to be closed */
    if (!platform_end_with(parent) && !platform_live_while(start->alive[0])) _exit(CANNOT);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(start->out, STDOUT_FILENO) < 0 ||
        dup2(start->err, STDERR_FILENO) < 0)
        _exit(CANNOT);
    sigemptyset(&usual);
    sigprocmask(SIG_SETMASK, &usual, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    snprintf(columns, sizeof columns, "%d", start->columns);
    setenv("COLUMNS", columns, 1);
    setenv("NO_COLOR", "1", 1);
    int code = start->body(start->context);
    fflush(NULL);
    _exit(code);
}

intptr_t platform_start(const struct platform_start *start) {
    int parent = (int)getpid();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) run(start, parent);
    return pid > 0 ? (intptr_t)pid : 0;
}

intptr_t platform_copy(int out) {
    int parent = (int)getpid();
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0) return pid > 0 ? (intptr_t)pid : 0;
    int nothing = open("/dev/null", O_RDWR);
    platform_end_with(parent); /* where there is no such thing, its pipe is closed */
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0 ||
        dup2(out, STDOUT_FILENO) < 0)
        _exit(CANNOT);
    return -1;
}

int platform_role(void) {
    return 0;
}

void platform_kill(intptr_t child) {
    kill((pid_t)child, SIGKILL);
}

int platform_wait(intptr_t child, int *signal) {
    int status = 0;
    while (waitpid((pid_t)child, &status, 0) < 0)
        if (errno != EINTR) break;
    *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}
