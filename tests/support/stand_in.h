/* A process of the test's that stands in for a JVM: it listens where that would. */
#pragma once

#include "cmd/attach/jvm.h"
#include "tests/support/suite.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char socket_path[60];
static struct jvm jvm;
static pid_t child; /* 0: none */

static inline void stand_in_set_up(void) {
    jvm = (struct jvm){.pid = getpid(), .inner_pid = getpid(), .uid = geteuid(), .gid = getegid()};
    child = 0;
    snprintf(socket_path, sizeof socket_path, "/tmp/.java_pid%d", getpid());
    unlink(socket_path);
}

static inline void stand_in_clean_up(void) {
    unlink(socket_path);
    if (!child) return;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static inline int stand_in_listens(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(address.sun_path, socket_path, strlen(socket_path) + 1);
    ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(fd, 1), 0);
    return fd;
}

/* True in the child, which ends with the test. */
static inline bool stand_in_forks(void) {
    child = fork();
    if (child == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
    return child == 0;
}

/* Takes one command, five texts that end with a zero byte each, in the child. The connection. */
static inline int stand_in_takes(int listening, char *request, size_t room, size_t *len) {
    int fd = accept(listening, NULL, NULL);
    *len = 0;
    for (int texts = 0; texts < 5 && *len < room; texts += request[(*len)++] == 0)
        if (read(fd, request + *len, 1) != 1) _exit(1);
    return fd;
}
