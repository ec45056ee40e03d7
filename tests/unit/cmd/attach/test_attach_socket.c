/* The socket that a JVM listens on: this process stands in for the JVM. */
#include "cmd/attach/attach.h"
#include "tests/support/suite.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[60];
static struct jvm jvm;
static struct text answer;
static int code;
static pid_t child; /* 0: none */

static void set_up(void) {
    jvm = (struct jvm){.pid = getpid(), .inner_pid = getpid(), .uid = geteuid(), .gid = getegid()};
    answer = (struct text){0};
    code = -1;
    child = 0;
    snprintf(path, sizeof path, "/tmp/.java_pid%d", getpid());
    unlink(path);
}

static void clean_up(void) {
    unlink(path);
    text_free(&answer);
    if (!child) return;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static int listen_here(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(address.sun_path, path, strlen(path) + 1);
    ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(fd, 1), 0);
    return fd;
}

/* Takes one command and says whether it is the one that is sent here. */
static void answer_one(int listening) {
    static const char wanted[] = "1\0load\0agent\0true\0"; /* and the end of the third argument */
    char request[sizeof wanted];
    size_t len = 0;
    int fd = accept(listening, NULL, NULL);
    for (ssize_t n = 1; len < sizeof wanted && n > 0; len += (size_t)n) {
        n = read(fd, request + len, sizeof request - len);
        if (n < 0) _exit(1);
    }
    bool good = len == sizeof wanted && memcmp(request, wanted, len) == 0;
    _exit(write(fd, good ? "7\nas told" : "1\nelse", good ? 9 : 6) < 0);
}

static bool ask(double timeout_s) {
    static const char *const arguments[3] = {"agent", "true", NULL};
    const struct attach_options options = {.timeout_s = timeout_s};
    return attach_command(&jvm, &options, "load", arguments, &code, &answer);
}

static void is_refused_as_not_its_own(void) {
    char wanted[200];
    snprintf(wanted, sizeof wanted,
             "%s is not the socket of JVM %d: it belongs to someone else or is something else",
             path, getpid());
    ck_assert(!ask(0.2));
    ck_assert_str_eq(answer.data, wanted);
}

START_TEST(the_jvm_that_listens_gets_the_command_and_its_answer_is_given) {
    int listening = listen_here();
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        answer_one(listening);
    }
    close(listening);
    ck_assert_msg(ask(300), "%s", text_str(&answer));
    ck_assert_int_eq(code, 7);
    ck_assert_str_eq(answer.data, "as told");
}
END_TEST

START_TEST(what_is_no_socket_is_not_connected_to) {
    close(open(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
    is_refused_as_not_its_own();
}
END_TEST

START_TEST(a_socket_of_another_user_is_not_connected_to) {
    int listening = listen_here();
    if (chown(path, 65534, 65534) == 0) is_refused_as_not_its_own(); /* else this is not root */
    close(listening);
}
END_TEST

START_TEST(a_socket_that_another_process_listens_on_is_not_the_jvms) {
    char wanted[80];
    int listening = listen_here();
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) pause();
    }
    jvm.pid = child;
    ck_assert(!ask(0.2));
    snprintf(wanted, sizeof wanted, "the socket of JVM %d is held by another process", child);
    ck_assert_str_eq(answer.data, wanted);
    close(listening);
}
END_TEST

START_TEST(a_socket_that_nobody_listens_on_is_no_reason_to_signal_who_does_not_handle_it) {
    close(listen_here());
    ck_assert(!ask(0.2));
    ck_assert_ptr_nonnull(strstr(answer.data, "does not handle SIGQUIT"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attach socket");
    TCase *cases = tcase_create("attach socket");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, the_jvm_that_listens_gets_the_command_and_its_answer_is_given);
    tcase_add_test(cases, what_is_no_socket_is_not_connected_to);
    tcase_add_test(cases, a_socket_of_another_user_is_not_connected_to);
    tcase_add_test(cases, a_socket_that_another_process_listens_on_is_not_the_jvms);
    tcase_add_test(cases,
                   a_socket_that_nobody_listens_on_is_no_reason_to_signal_who_does_not_handle_it);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
