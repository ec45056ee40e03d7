/* What differs between systems: that it does what its header says. test_platform_others.c is the
 * same for what other systems than Linux get. */
#include "base/folder.h"
#include "base/platform/posix.h"
#include "tests/support/suite.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_last_digits(const void *a, const void *b, void *context) {
    const int *x = a, *y = b, *digits = context;
    return *x % *digits - *y % *digits;
}

START_TEST(sorted_with_a_context) {
    for (int len = 0; len < 300; len += 1 + len / 8) {
        int items[300], digits = 37, seen[300] = {0};
        for (int i = 0; i < len; i++) items[i] = i * 7919 % len;
        platform_sort(items, (size_t)len, sizeof *items, by_last_digits, &digits);
        for (int i = 0; i < len; i++) seen[items[i]]++;
        for (int i = 0; i < len; i++) ck_assert_int_eq(seen[i], 1);
        for (int i = 1; i < len; i++) ck_assert_int_le(items[i - 1] % 37, items[i] % 37);
    }
}
END_TEST

START_TEST(last_of_some_bytes) {
    static const char text[] = "a.b.c";
    ck_assert_ptr_eq(platform_last(text, '.', 5), text + 3);
    ck_assert_ptr_eq(platform_last(text, '.', 3), text + 1);
    ck_assert_ptr_null(platform_last(text, '.', 1));
    ck_assert_ptr_null(platform_last(text, '.', 0));
}
END_TEST

START_TEST(seeds_differ) {
    uint64_t seed[2] = {0}, again[2] = {0};
    platform_seed(seed);
    platform_seed(again);
    ck_assert(seed[0] != 0 && seed[1] != 0 && seed[0] != seed[1]);
}
END_TEST

START_TEST(pipes_are_not_inherited) {
    int ends[2];
    char got = 0;
    ck_assert(platform_pipe(ends));
    ck_assert_int_eq(fcntl(ends[0], F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    ck_assert_int_eq(fcntl(ends[1], F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    ck_assert_int_eq(write(ends[1], "x", 1), 1);
    ck_assert_int_eq(read(ends[0], &got, 1), 1);
    ck_assert_int_eq(got, 'x');
    close(ends[0]);
    close(ends[1]);
}
END_TEST

START_TEST(scratch_is_read_by_its_path) {
    char path[PLATFORM_PATH_MAX], got[6] = "";
    int fd = platform_scratch("label", path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, "there", 5), 5);
    int again = open(path, O_RDONLY);
    ck_assert_int_ge(again, 0);
    ck_assert_int_eq(pread(again, got, 5, 0), 5);
    ck_assert_str_eq(got, "there");
    close(again);
    close(fd);
}
END_TEST

START_TEST(nameless_gets_a_name) {
    char folder[] = "/tmp/test-platform.XXXXXX", name[64], got[6] = "";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/name", folder);
    int fd = platform_nameless(folder);
    if (fd >= 0) { /* this system and file system have such files */
        ck_assert_int_eq(write(fd, "there", 5), 5);
        ck_assert_int_ne(access(name, F_OK), 0);
        ck_assert(platform_name(fd, name));
        int again = open(name, O_RDONLY);
        ck_assert_int_eq(read(again, got, 5), 5);
        ck_assert_str_eq(got, "there");
        close(again);
        close(fd);
        unlink(name);
    } else {
        ck_assert(!platform_name(STDOUT_FILENO, name));
    }
    rmdir(folder);
}
END_TEST

START_TEST(waits_for_what_is_ready) {
    int ends[2];
    sigset_t none;
    sigemptyset(&none);
    const struct timespec at_once = {0};
    ck_assert(platform_pipe(ends));
    struct pollfd files[] = {{.fd = -1, .events = POLLIN}, {.fd = ends[0], .events = POLLIN}};
    ck_assert_int_eq(platform_poll(files, 2, &at_once, &none), 0);
    ck_assert_int_eq(write(ends[1], "x", 1), 1);
    ck_assert_int_eq(platform_poll(files, 2, &at_once, &none), 1);
    ck_assert_int_eq(files[0].revents, 0);
    ck_assert_int_ne(files[1].revents & POLLIN, 0);
    close(ends[0]);
    close(ends[1]);
}
END_TEST

START_TEST(names_of_a_folder_are_in_order_and_have_the_ending) {
    char path[] = "/tmp/test_folder_XXXXXX";
    const char *const given[] = {"b.jfr", "a.jfr", ".hidden.jfr", ".jfr", "c.txt"};
    OWNED(folder_names_free) folder_names all = {0}, recordings = {0};
    ck_assert_ptr_nonnull(mkdtemp(path));
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    for (size_t i = 0; i < COUNT_OF(given); i++)
        close(openat(folder, given[i], O_CREAT | O_WRONLY, 0600));
    ck_assert_int_eq(folder_take(opendir(path), NULL, &all), 0);
    ck_assert_int_eq(folder_take(opendir(path), ".jfr", &recordings), 0);
    for (size_t i = 0; i < COUNT_OF(given); i++) unlinkat(folder, given[i], 0);
    close(folder);
    rmdir(path);
    ck_assert_int_eq(folder_take(opendir(path), NULL, &all), ENOENT);
    ck_assert_uint_eq(all.len, 3);
    ck_assert_uint_eq(recordings.len, 2);
    ck_assert_str_eq(all.items[0], "a.jfr");
    ck_assert_str_eq(recordings.items[1], "b.jfr");
    ck_assert_str_eq(all.items[2], "c.txt");
}
END_TEST

static void nothing(void) {
}

START_TEST(who_was_told_to_ignore_a_signal_goes_on_to) {
    struct sigaction before, hangup = {.sa_handler = SIG_IGN}, usual = {.sa_handler = SIG_DFL};
    sigaction(SIGHUP, &hangup, &before); /* nohup does */
    sigaction(SIGTERM, &usual, NULL);
    platform_on_end(nothing);
    struct sigaction now;
    sigaction(SIGHUP, &before, &now);
    ck_assert(now.sa_handler == SIG_IGN);
    sigaction(SIGTERM, &usual, &now);
    ck_assert(now.sa_handler != SIG_DFL);
    sigaction(SIGINT, &usual, NULL);
}
END_TEST

int main(void) {
    Suite *s = suite_create("platform");
    TCase *c = tcase_create("platform");
    tcase_add_test(c, sorted_with_a_context);
    tcase_add_test(c, last_of_some_bytes);
    tcase_add_test(c, seeds_differ);
    tcase_add_test(c, pipes_are_not_inherited);
    tcase_add_test(c, scratch_is_read_by_its_path);
    tcase_add_test(c, nameless_gets_a_name);
    tcase_add_test(c, waits_for_what_is_ready);
    tcase_add_test(c, names_of_a_folder_are_in_order_and_have_the_ending);
    tcase_add_test(c, who_was_told_to_ignore_a_signal_goes_on_to);
    suite_add_tcase(s, c);
    return suite_run(s);
}
