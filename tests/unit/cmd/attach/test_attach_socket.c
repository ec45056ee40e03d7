/* The socket that a JVM listens on: this process stands in for the JVM. */
#include "cmd/attach/attach.h"
#include "tests/support/stand_in.h"

#include <fcntl.h>
#include <poll.h>

static struct text answer;
static int code;

static void set_up(void) {
    stand_in_set_up();
    answer = (struct text){0};
    code = -1;
}

static void clean_up(void) {
    stand_in_clean_up();
    text_free(&answer);
}

/* Takes one command, the one that is sent here, and answers with the text, without end if so. */
static void answer_one(int listening, const char *text, bool endless) {
    static const char wanted[] = "1\0load\0agent\0true\0"; /* and the end of the third argument */
    char request[100] = "";
    size_t len;
    int fd = stand_in_takes(listening, request, sizeof request, &len);
    signal(SIGPIPE, SIG_IGN); /* who asks may have had enough */
    if (len != sizeof wanted || memcmp(request, wanted, len) != 0) text = "1\nelse";
    bool good = write(fd, text, strlen(text)) >= 0;
    while (good && endless) good = write(fd, request, sizeof request) > 0;
    _exit(!good);
}

static void stand_in(const char *text, bool endless) {
    int listening = stand_in_listens();
    if (stand_in_forks()) answer_one(listening, text, endless);
    close(listening);
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
             socket_path, getpid());
    ck_assert(!ask(0.2));
    ck_assert_str_eq(answer.data, wanted);
}

START_TEST(the_jvm_that_listens_gets_the_command_and_its_answer_is_given) {
    stand_in("7\nas told", false);
    ck_assert_msg(ask(300), "%s", text_str(&answer));
    ck_assert_int_eq(code, 7);
    ck_assert_str_eq(answer.data, "as told");
}
END_TEST

START_TEST(a_result_below_zero_and_no_output_are_an_answer) {
    stand_in("-1\n", false);
    ck_assert_msg(ask(300), "%s", text_str(&answer));
    ck_assert_int_eq(code, -1);
    ck_assert_str_eq(text_str(&answer), "");
}
END_TEST

static const struct {
    const char *text, *why;
    bool endless;
} no_results[] = {
    {"", "the JVM %d gave no answer: it is ending, or accepts only its own user and group", false},
    {"100", "the JVM %d answered something other than a result", false},
    {"else\n", "the JVM %d answered something other than a result", false},
    {"0\n", "the JVM %d answers without end", true},
};

START_TEST(what_is_no_result_is_not_taken_for_one) {
    char wanted[100];
    snprintf(wanted, sizeof wanted, no_results[_i].why, getpid());
    stand_in(no_results[_i].text, no_results[_i].endless);
    ck_assert(!ask(300));
    ck_assert_str_eq(answer.data, wanted);
}
END_TEST

START_TEST(a_jvm_that_does_not_answer_is_given_up) {
    char wanted[100];
    int listening = stand_in_listens();
    snprintf(wanted, sizeof wanted, "the JVM %d took the command but did not answer within 0.",
             getpid());
    ck_assert(!ask(0.2));
    ck_assert_int_eq(strncmp(answer.data, wanted, strlen(wanted)), 0);
    close(listening);
}
END_TEST

/* Its answer takes longer than the time-out, and than what is looked at between two polls. */
static bool ask_slow(double answer_s, const char *what) {
    static const char *const arguments[3] = {"agent", "true", NULL};
    const struct attach_options options = {.timeout_s = 0.2, .answer_s = answer_s, .what = what};
    int listening = stand_in_listens();
    if (stand_in_forks()) {
        char request[100];
        size_t len;
        int fd = stand_in_takes(listening, request, sizeof request, &len);
        poll(NULL, 0, 700);
        _exit(write(fd, "0\n", 2) != 2);
    }
    close(listening);
    return attach_command(&jvm, &options, "load", arguments, &code, &answer);
}

START_TEST(what_may_take_long_is_waited_for_and_that_is_said_once) {
    char said[400] = "", wanted[200];
    FILE *messages = tmpfile();
    int before = dup(STDERR_FILENO);
    dup2(fileno(messages), STDERR_FILENO);
    bool good = ask_slow(300, "JFR.start");
    dup2(before, STDERR_FILENO);
    ck_assert_msg(good, "%s", text_str(&answer));
    ck_assert_int_eq(code, 0);
    ck_assert_int_ge(pread(fileno(messages), said, sizeof said - 1, 0), 0);
    snprintf(
        wanted, sizeof wanted,
        "jfrtool: process %d is busy with JFR.start; waiting for it, up to 300 s (--timeout)\n",
        getpid());
    ck_assert_str_eq(said, wanted);
    fclose(messages);
    close(before);
}
END_TEST

START_TEST(who_may_answer_in_less_time_has_the_time_out) {
    ck_assert(!ask_slow(0.1, NULL));
    ck_assert_ptr_nonnull(strstr(answer.data, " s; --timeout waits longer"));
}
END_TEST

START_TEST(nothing_is_sent_that_the_jvm_would_not_read) {
    char longest[1026], wanted[160];
    const char *const arguments[3] = {longest};
    const struct attach_options options = {.timeout_s = 0.2};
    memset(longest, 'x', sizeof longest);
    longest[1025] = 0;
    snprintf(wanted, sizeof wanted,
             "the JVM takes arguments of at most 1024 bytes, this has 1025: %.60s...", longest);
    ck_assert(!attach_command(&jvm, &options, "load", arguments, &code, &answer));
    ck_assert_str_eq(answer.data, wanted);
    longest[1024] = 0;
    ck_assert(!attach_command(&jvm, &options, "load", arguments, &code, &answer));
    ck_assert_ptr_nonnull(strstr(answer.data, "does not handle SIGQUIT"));
}
END_TEST

START_TEST(what_is_no_socket_is_not_connected_to) {
    close(open(socket_path, O_WRONLY | O_CREAT | O_EXCL, 0600));
    is_refused_as_not_its_own();
}
END_TEST

START_TEST(a_socket_of_another_user_is_not_connected_to) {
    int listening = stand_in_listens();
    if (chown(socket_path, 65534, 65534) == 0)
        is_refused_as_not_its_own(); /* else this is not root */
    close(listening);
}
END_TEST

START_TEST(a_socket_that_another_process_listens_on_is_not_the_jvms) {
    char wanted[80];
    int listening = stand_in_listens();
    if (stand_in_forks())
        for (;;) pause();
    jvm.pid = child;
    ck_assert(!ask(0.2));
    snprintf(wanted, sizeof wanted, "the socket of JVM %d is held by another process", child);
    ck_assert_str_eq(answer.data, wanted);
    close(listening);
}
END_TEST

START_TEST(a_socket_that_nobody_listens_on_is_no_reason_to_signal_who_does_not_handle_it) {
    close(stand_in_listens());
    ck_assert(!ask(0.2));
    ck_assert_ptr_nonnull(strstr(answer.data, "does not handle SIGQUIT"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attach socket");
    TCase *cases = tcase_create("attach socket");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, the_jvm_that_listens_gets_the_command_and_its_answer_is_given);
    tcase_add_test(cases, a_result_below_zero_and_no_output_are_an_answer);
    tcase_add_loop_test(cases, what_is_no_result_is_not_taken_for_one, 0,
                        sizeof no_results / sizeof *no_results);
    tcase_add_test(cases, a_jvm_that_does_not_answer_is_given_up);
    tcase_add_test(cases, what_may_take_long_is_waited_for_and_that_is_said_once);
    tcase_add_test(cases, who_may_answer_in_less_time_has_the_time_out);
    tcase_add_test(cases, nothing_is_sent_that_the_jvm_would_not_read);
    tcase_add_test(cases, what_is_no_socket_is_not_connected_to);
    tcase_add_test(cases, a_socket_of_another_user_is_not_connected_to);
    tcase_add_test(cases, a_socket_that_another_process_listens_on_is_not_the_jvms);
    tcase_add_test(cases,
                   a_socket_that_nobody_listens_on_is_no_reason_to_signal_who_does_not_handle_it);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
