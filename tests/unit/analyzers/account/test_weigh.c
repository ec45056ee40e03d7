/* One step of one thread: which source counts before which, at the boundaries. */
#include "analyzers/account/account_parts.h"
#include "analyzers/time/threads.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(what_comes_first_leaves_less_for_what_follows) {
    static const struct {
        struct weigh step;
        struct weighed is;
    } rows[] = {
        /* life, waits, paused in them, cpu, pauses, throttled, sampled, share */
        {{100, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 100}},
        {{100, 40, 0, 0, 0, 0, 0, 0}, {40, 0, 0, 0, 60}},
        {{100, 100, 0, 50, 0, 0, 0, 0}, {100, 0, 0, 0, 0}},
        {{100, 140, 0, 50, 0, 0, 0, 0}, {100, 0, 0, 0, 0}},
        {{100, 40, 0, 60, 0, 0, 0, 0}, {40, 60, 0, 0, 0}},
        {{100, 40, 0, 61, 0, 0, 0, 0}, {40, 60, 0, 0, 0}},
        {{100, 40, 0, 20, 0, 0, 0, 0}, {40, 20, 0, 0, 40}},
        /* it ran of all the time outside of the pause: the pause stopped it */
        {{100, 0, 0, 90, 10, 0, 0, 0}, {0, 90, 10, 0, 0}},
        /* of half of it: half of the pause did */
        {{100, 0, 0, 40, 20, 0, 0, 0}, {0, 40, 10, 0, 50}},
        /* it did not run: no pause stopped it */
        {{100, 0, 0, 0, 20, 0, 0, 1}, {0, 0, 0, 0, 100}},
        /* it waited meanwhile */
        {{100, 50, 20, 50, 20, 0, 0, 0}, {50, 50, 0, 0, 0}},
        {{100, 50, 5, 35, 20, 0, 0, 0}, {50, 35, 15, 0, 0}},
        /* all of it is a pause: as it ran else */
        {{100, 0, 0, 0, 100, 0, 0, 0.5}, {0, 0, 50, 0, 50}},
        {{100, 0, 0, 0, 120, 0, 0, 2}, {0, 0, 100, 0, 0}},
        {{100, 0, 0, 20, 0, 30, 0, 0}, {0, 20, 0, 30, 50}},
        {{100, 0, 0, 20, 0, 90, 0, 0}, {0, 20, 0, 80, 0}},
        {{100, -5, -5, -5, -5, -5, 0, 0}, {0, 0, 0, 0, 100}},
        {{0, 10, 10, 10, 10, 10, 0, 1}, {0, 0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct weighed is = account_weigh(&rows[i].step), *want = &rows[i].is;
        ck_assert_msg(is.waits == want->waits && is.running == want->running &&
                          is.paused == want->paused && is.throttled == want->throttled &&
                          is.left == want->left,
                      "row %zu: waits %g, running %g, paused %g, throttled %g, left %g", i,
                      is.waits, is.running, is.paused, is.throttled, is.left);
    }
}
END_TEST

START_TEST(cpu_time_goes_where_samples_are_and_then_where_there_is_room) {
    static const struct {
        double amount, room[3], sampled[3], given[3], rest;
    } rows[] = {
        {30, {100, 100, 100}, {0, 0, 0}, {10, 10, 10}, 0},
        {30, {100, 100, 100}, {30, 0, 0}, {30, 0, 0}, 0},
        {60, {100, 100, 100}, {30, 0, 0}, {40, 10, 10}, 0.0},
        {15, {100, 100, 100}, {30, 0, 0}, {15, 0, 0}, 0},
        {30, {10, 20, 0}, {0, 0, 50}, {10, 20, 0}, 0},
        {50, {10, 20, 0}, {0, 0, 50}, {10, 20, 0}, 20},
        {50, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}, 50},
        {0, {10, 10, 10}, {1, 1, 1}, {0, 0, 0}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double given[3] = {0, 0, 0}, all = 0;
        double rest = account_spread(rows[i].amount, rows[i].room, rows[i].sampled, 3, given);
        for (size_t k = 0; k < 3; k++) {
            all += given[k];
            if (i == 2) continue; /* what is left goes by room: 70 : 100 : 100 */
            ck_assert_msg(given[k] > rows[i].given[k] - 1e-9 && given[k] < rows[i].given[k] + 1e-9,
                          "row %zu, step %zu: %g", i, k, given[k]);
        }
        ck_assert_double_eq_tol(rest, rows[i].rest, 1e-9);
        ck_assert_double_eq_tol(all + rest, rows[i].amount, 1e-9);
    }
}
END_TEST

START_TEST(what_was_given_before_is_no_room_any_more) {
    double given[2] = {10, 0};
    const double room[2] = {10, 10}, sampled[2] = {5, 0};
    ck_assert_double_eq_tol(account_spread(12, room, sampled, 2, given), 2, 1e-9);
    ck_assert_double_eq_tol(given[0], 10, 1e-9);
    ck_assert_double_eq_tol(given[1], 10, 1e-9);
}
END_TEST

START_TEST(shares_add_up_to_a_thousand_by_the_largest_remainder) {
    static const struct {
        int64_t ns[4];
        int is[4];
    } rows[] = {
        {{1, 1, 1, 0}, {334, 333, 333, 0}},   {{2, 1, 0, 0}, {667, 333, 0, 0}},
        {{0, 0, 0, 0}, {0, 0, 0, 0}},         {{5, 0, 0, 0}, {1000, 0, 0, 0}},
        {{1, 1, 1, 1}, {250, 250, 250, 250}}, {{9995, 5, 0, 0}, {1000, 0, 0, 0}},
        {{9994, 6, 0, 0}, {999, 1, 0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int is[4];
        account_shares(rows[i].ns, 4, is);
        for (size_t k = 0; k < 4; k++)
            ck_assert_msg(is[k] == rows[i].is[k], "row %zu, %zu: %d", i, k, is[k]);
    }
}
END_TEST

START_TEST(threads_of_the_jvm_are_known_by_their_names) {
    static const struct {
        const char *name, *what;
    } rows[] = {
        {"C2 CompilerThread0", "JIT"},
        {"GC Thread#1", "GC"},
        {"G1 Conc#0", "GC"},
        {"ZWorkerYoung#0", "GC"},
        {"VM Thread", "JVM"},
        {"JFR Periodic Tasks", "JVM"},
        {"Common-Cleaner", "JVM"},
        {"Reference Handler", "JVM"},
        {"main", NULL},
        {"DestroyJavaVM", NULL}, /* it was main */
        {"GC", NULL},
        {"worker-C2 CompilerThread", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *what = threads_of_jvm(rows[i].name);
        ck_assert_msg(!what == !rows[i].what, "%s", rows[i].name);
        if (what) ck_assert_str_eq(what, rows[i].what);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weigh");
    TCase *tcase = tcase_create("weigh");
    tcase_add_test(tcase, what_comes_first_leaves_less_for_what_follows);
    tcase_add_test(tcase, cpu_time_goes_where_samples_are_and_then_where_there_is_room);
    tcase_add_test(tcase, what_was_given_before_is_no_room_any_more);
    tcase_add_test(tcase, shares_add_up_to_a_thousand_by_the_largest_remainder);
    tcase_add_test(tcase, threads_of_the_jvm_are_known_by_their_names);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
