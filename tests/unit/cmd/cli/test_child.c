/* Commands in a child of their own: what it says and how it ends, and when there can be no child.
 */
#include "cmd/cli/child.h"
#include "tests/support/suite.h"

#include <check.h>
#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct child_limits limits = {.out = 1000, .err = 1000, .columns = 80};
static char name[] = "version";
static char *const version[] = {name, NULL};

static int lowest_free(void) {
    int fd = dup(STDIN_FILENO);
    close(fd);
    return fd;
}

START_TEST(what_a_command_says_and_how_it_ends_is_known) {
    struct child_result result;
    ck_assert(child_run(1, version, &limits, &result));
    ck_assert_ptr_nonnull(strstr(text_str(&result.out), "jfrtool"));
    ck_assert_uint_eq(result.err.len, 0);
    ck_assert_int_eq(result.code, 0);
    ck_assert(!result.signal && !result.cut && !result.timed_out);
    text_free(&result.out);
    text_free(&result.err);
}
END_TEST

/* Room for so many descriptors: neither pipe, or one of the two. */
START_TEST(without_pipes_there_is_no_child_and_none_of_them_stays) {
    for (int more = 0; more <= 3; more++) {
        struct child child;
        int before = lowest_free();
        struct rlimit old, few;
        getrlimit(RLIMIT_NOFILE, &old);
        few = old;
        few.rlim_cur = (rlim_t)before + (rlim_t)more;
        ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
        errno = 0;
        bool started = child_start(1, version, &limits, &child);
        int failed = errno;
        setrlimit(RLIMIT_NOFILE, &old);
        ck_assert(!started);
        ck_assert_int_eq(failed, EMFILE);
        ck_assert_int_eq(lowest_free(), before);
    }
}
END_TEST

/* 0: a user that may have no process more was told that there is no child, 1: not. */
static int start_as_one_too_many(void) {
    struct child child;
    struct rlimit none = {0, 0};
    if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0))
        return 0; /* there is nobody but root here, who may have any number */
    if (setrlimit(RLIMIT_NPROC, &none) != 0) return 0;
    int before = lowest_free();
    if (child_start(1, version, &limits, &child)) return 1;
    return child.out == -1 && child.err == -1 && lowest_free() == before ? 0 : 2;
}

START_TEST(without_a_process_there_is_no_child) {
    int status;
    pid_t other = fork();
    if (other == 0) _exit(start_as_one_too_many());
    ck_assert_int_eq(waitpid(other, &status, 0), other);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("child");
    TCase *cases = tcase_create("child");
    tcase_add_test(cases, what_a_command_says_and_how_it_ends_is_known);
    tcase_add_test(cases, without_pipes_there_is_no_child_and_none_of_them_stays);
    tcase_add_test(cases, without_a_process_there_is_no_child);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
