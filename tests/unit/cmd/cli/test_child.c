/* Commands in a child of their own: what it says and how it ends, and when there can be no child.
 */
#include "cmd/cli/child.h"
#include "base/clock.h"
#include "base/platform.h"
#include "cmd/cli/command.h"
#include "cmd/cli/twin.h"
#include "tests/support/suite.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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
    struct child_result result;
    ck_assert(child_run(1, version, &limits, &result)); /* makes what all children share */
    text_free(&result.out);
    text_free(&result.err);
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
    struct child_result result;
    if (!child_run(1, version, &limits, &result)) return 3; /* makes what all children share */
    text_free(&result.out);
    text_free(&result.err);
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

/* The end of a process that calls begin. */
static int end_of(void (*begin)(int fd)) {
    int ends[2], status;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[1]);
        begin(ends[0]);
        _exit(0);
    }
    close(ends[0]);
    close(ends[1]);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return status;
}

static void wait_with_a_pipe(int fd) {
    if (platform_live_while(fd))
        for (;;) pause();
}

START_TEST(a_process_can_end_with_a_pipe) {
    int status = end_of(wait_with_a_pipe);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), SIGKILL);
}
END_TEST

static void have_lost_the_parent(int fd) {
    platform_end_with((int)getppid() + 1);
}

static void have_a_parent(int fd) {
    if (!platform_end_with((int)getppid())) _exit(2);
}

START_TEST(a_child_whose_parent_ended_before_it_could_say_so_ends_too) {
    ck_assert_int_eq(WEXITSTATUS(end_of(have_lost_the_parent)), 1);
    ck_assert_int_eq(WEXITSTATUS(end_of(have_a_parent)), 0);
}
END_TEST

static void take_too_much(int fd) {
    int file = open("/proc/self/exe", O_RDONLY);
    platform_limit_memory((uint64_t)256 << 20);
    platform_limit_memory((uint64_t)1 << 40); /* what is limited stays so */
    void *own =
        mmap(NULL, (size_t)300 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *mapped = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    _exit(own == MAP_FAILED && mapped != MAP_FAILED ? 0 : 1);
}

START_TEST(memory_has_a_limit_and_mapped_files_do_not_count) {
    ck_assert_int_eq(WEXITSTATUS(end_of(take_too_much)), 0);
}
END_TEST

static int tell_progress(int argc, char *const *argv) {
    struct progress progress;
    static const struct {
        uint64_t done, total;
    } steps[] = {{40, 100}, {39, 100}, {90, 100}, {10, 100}, {70, 0}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        progress_start(&progress, true, false); /* a process that is asked tells it in any case */
        progress.appears_ns = 0;
        progress_update(&progress, steps[i].done, steps[i].total);
        progress_end(&progress);
    }
    progress_start(&progress, false, false);
    progress_update(&progress, 1, 1); /* too soon */
    return 0;
}

/* What was read twice is a longer way; what is told out of order does not go back. */
START_TEST(progress_grows) {
    struct child child;
    struct child_result result;
    struct child_limits told = limits;
    told.progress = true;
    child_runs(tell_progress);
    ck_assert(child_start(1, version, &told, &child));
    ck_assert_int_eq(child_wait(&child), -1);
    while (child_take(&child, -1)) {
    }
    while (child.progress >= 0) child_take(&child, -1);
    ck_assert_uint_eq(child.done, 90 + 70);
    ck_assert_uint_eq(child.total, 0);
    ck_assert_uint_eq(child.before, 90);
    child_end(&child, &result);
    ck_assert_uint_eq(result.err.len, 0);
    text_free(&result.out);
    text_free(&result.err);
}
END_TEST

/* Says as much as it is told to, in either process. */
static int split(int argc, char *const *argv) {
    bool copy = twin_split();
    int len = atoi(argv[copy ? 2 : 1]);
    for (int i = 0; i < len; i++) putchar(copy ? '{' : 't');
    fputs(copy ? "of the copy" : "of the process", stderr);
    return copy ? 3 : 4;
}

static int whole(int argc, char *const *argv) {
    puts("whole");
    return 0;
}

START_TEST(text_and_json_come_of_one_reading) {
    static const struct {
        char text[8], json[8];
        size_t text_len, json_len;
        bool cut, json_cut;
    } cases[] = {
        {"1", "1", 1, 1, false, false},           {"10", "20", 10, 20, false, false},
        {"11", "20", 10, 20, true, false},        {"10", "21", 10, 20, false, true},
        {"300000", "20", 10, 20, true, false},    {"1", "300000", 1, 20, false, true},
        {"300000", "300000", 10, 20, true, true}, {"0", "1", 0, 1, false, false},
    };
    const struct child_limits both = {.out = 10, .err = 100, .json = 20};
    child_runs(split);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct child_result result;
        char text[8], json[8];
        strcpy(text, cases[i].text);
        strcpy(json, cases[i].json);
        ck_assert(child_run(3, (char *[]){name, text, json}, &both, &result));
        ck_assert_uint_eq(result.out.len, cases[i].text_len);
        ck_assert_uint_eq(strspn(text_str(&result.out), "t"), cases[i].text_len);
        ck_assert_uint_eq(result.json.len, cases[i].json_len);
        ck_assert_uint_eq(strspn(text_str(&result.json), "{"), cases[i].json_len);
        ck_assert_int_eq(result.cut, cases[i].cut);
        ck_assert_int_eq(result.json_cut, cases[i].json_cut);
        ck_assert_int_eq(result.code, 4);
        ck_assert_str_eq(text_str(&result.err), "of the process");
        text_free(&result.out);
        text_free(&result.err);
        text_free(&result.json);
    }
}
END_TEST

START_TEST(who_is_not_asked_for_json_and_who_does_not_split_writes_none) {
    static char one[] = "1";
    const struct child_limits both = {.out = 10, .err = 100, .json = 20};
    struct child_result result;
    for (int i = 0; i < 2; i++) {
        child_runs(i ? whole : split);
        ck_assert(child_run(3, (char *[]){name, one, one}, i ? &both : &limits, &result));
        ck_assert_uint_eq(result.json.len, 0);
        ck_assert_str_eq(text_str(&result.out), i ? "whole\n" : "t");
        text_free(&result.out);
        text_free(&result.err);
    }
}
END_TEST

START_TEST(how_long_to_wait_is_up_to_the_limit) {
    struct child child = {.limits = {.seconds = 5}, .end_ns = clock_now() + 5 * NS_PER_S};
    ck_assert(child_wait(&child) > 4000 && child_wait(&child) <= 5000);
    child.end_ns = clock_now() - 1;
    ck_assert_int_eq(child_wait(&child), 0);
}
END_TEST

int main(void) {
    child_runs(command_run_named);
    Suite *suite = suite_create("child");
    TCase *cases = tcase_create("child");
    tcase_add_test(cases, what_a_command_says_and_how_it_ends_is_known);
    tcase_add_test(cases, text_and_json_come_of_one_reading);
    tcase_add_test(cases, who_is_not_asked_for_json_and_who_does_not_split_writes_none);
    tcase_add_test(cases, without_pipes_there_is_no_child_and_none_of_them_stays);
    tcase_add_test(cases, without_a_process_there_is_no_child);
    tcase_add_test(cases, a_process_can_end_with_a_pipe);
    tcase_add_test(cases, a_child_whose_parent_ended_before_it_could_say_so_ends_too);
    tcase_add_test(cases, memory_has_a_limit_and_mapped_files_do_not_count);
    tcase_add_test(cases, progress_grows);
    tcase_add_test(cases, how_long_to_wait_is_up_to_the_limit);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
