/* What stands in a terminal while a file is read, and what a pipe is told instead. */
#include "base/clock.h"
#include "base/text.h"
#include "base/units.h"
#include "cmd/cli/progress.h"
#include "tests/support/suite.h"

#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A terminal of so many columns as standard error; returns its other end. */
static int open_terminal(unsigned short columns) {
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(master, 0);
    ck_assert_int_eq(grantpt(master), 0);
    ck_assert_int_eq(unlockpt(master), 0);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    ck_assert_int_ge(slave, 0);
    ck_assert_int_eq(ioctl(slave, TIOCSWINSZ, &size), 0);
    ck_assert_int_eq(dup2(slave, STDERR_FILENO), STDERR_FILENO);
    ck_assert_int_eq(fcntl(master, F_SETFL, O_NONBLOCK), 0);
    setenv("TERM", "xterm", 1);
    return master;
}

/* What was drawn since, without what clears the line. */
static const char *drawn(int master) {
    static char text[400];
    ssize_t len = read(master, text, sizeof text - 1);
    text[len > 0 ? len : 0] = 0;
    char *begin = strstr(text, "\x1b[K");
    return begin ? begin + 3 : text;
}

/* As if it had begun so long ago. */
static struct progress since(double seconds) {
    struct progress p;
    progress_start(&p, false, false);
    p.start_ns -= (int64_t)(seconds * NS_PER_S);
    p.appears_ns -= (int64_t)(seconds * NS_PER_S);
    return p;
}

START_TEST(a_bar_says_how_much_was_read_how_fast_and_how_long_it_takes) {
    int master = open_terminal(100);
    int64_t begin = clock_now();
    struct progress p = since(10);
    progress_update(&p, 250, 1000);
    const char *line = drawn(master);
    double spent = 10 + (double)(clock_now() - begin) / NS_PER_S, rate = 0, left = 0;
    static const char words[] = "[#####...............]  25 %  250 B of 1000 B, ";
    ck_assert_msg(strncmp(line, words, sizeof words - 1) == 0, "%s", line);
    ck_assert_int_eq(sscanf(strchr(line, ',') + 1, "%lf B/s, %lf s left", &rate, &left), 2);
    ck_assert_double_le(rate, 25.05);
    ck_assert_double_ge(rate, 250 / spent - 0.05);
    ck_assert_double_ge(left, 30);
    ck_assert_double_le(left, 3 * spent + 0.5);
    progress_update(&p, 300, 1000); /* not yet again */
    ck_assert_str_eq(drawn(master), "");
    p.last_ns -= NS_PER_S;
    progress_update(&p, 2000, 1000); /* a file that grows */
    ck_assert_ptr_nonnull(strstr(drawn(master), "[####################] 100 %"));
    progress_end(&p);
    ck_assert_str_eq(drawn(master), "");
    progress_update(&p, 300, 1000);
    ck_assert_str_eq(drawn(master), "");
}
END_TEST

START_TEST(nothing_is_drawn_before_its_time_or_where_nobody_wants_it) {
    int master = open_terminal(100);
    struct progress p;
    progress_start(&p, false, false);
    p.appears_ns += 100 * NS_PER_S;
    progress_update(&p, 250, 1000);
    ck_assert_str_eq(drawn(master), "");
    progress_start(&p, false, true); /* somebody waits */
    ck_assert_str_eq(drawn(master), "reading");
    progress_start(&p, true, true);
    progress_update(&p, 250, 1000);
    ck_assert_str_eq(drawn(master), "");
    setenv("TERM", "dumb", 1);
    p = since(10);
    progress_update(&p, 250, 1000);
    ck_assert_str_eq(drawn(master), "");
}
END_TEST

START_TEST(of_what_has_no_end_that_is_known_only_the_rate_is_said) {
    int master = open_terminal(100);
    struct progress p = since(10);
    progress_update(&p, 250, 0);
    const char *line = drawn(master);
    ck_assert_msg(strncmp(line, "250 B, 2", 8) == 0, "%s", line);
    ck_assert_ptr_null(strstr(line, "left"));
    p = since(10);
    progress_update(&p, 0, 1000); /* at no rate it takes for ever */
    ck_assert_ptr_null(strstr(drawn(master), "left"));
}
END_TEST

/* A line that wraps could not be cleared. */
START_TEST(a_line_is_shorter_than_the_terminal_is_wide) {
    for (unsigned short columns = 20; columns < 60; columns++) {
        int master = open_terminal(columns);
        struct progress p = since(10);
        progress_update(&p, 250, 1000);
        size_t len = strlen(drawn(master));
        if (columns < 45) ck_assert_uint_eq(len, columns - 1u);
        ck_assert_uint_lt(len, columns);
        close(master);
    }
    int master = open_terminal(0); /* not known: 80 */
    struct progress p = since(10);
    progress_update(&p, 250, 1000);
    ck_assert_ptr_nonnull(strstr(drawn(master), "s left"));
}
END_TEST

START_TEST(a_pipe_is_told_numbers_instead) {
    int pipes[2];
    struct progress_told told;
    ck_assert_int_eq(pipe(pipes), 0);
    progress_tell(pipes[1]);
    struct progress p = since(10);
    progress_update(&p, 250, 1000);
    ck_assert_int_eq(read(pipes[0], &told, sizeof told), sizeof told);
    ck_assert_uint_eq(told.done, 250);
    ck_assert_uint_eq(told.total, 1000);
    progress_start(&p, true, false); /* whoever listens wants it */
    ck_assert_int_le(p.appears_ns - p.start_ns, NS_PER_S / 4);
    ck_assert_int_gt(p.appears_ns, p.start_ns);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("progress");
    TCase *cases = tcase_create("progress");
    tcase_add_test(cases, a_bar_says_how_much_was_read_how_fast_and_how_long_it_takes);
    tcase_add_test(cases, nothing_is_drawn_before_its_time_or_where_nobody_wants_it);
    tcase_add_test(cases, of_what_has_no_end_that_is_known_only_the_rate_is_said);
    tcase_add_test(cases, a_line_is_shorter_than_the_terminal_is_wide);
    tcase_add_test(cases, a_pipe_is_told_numbers_instead);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
