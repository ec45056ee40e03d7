/* Windows that slide over a recording, and reach what is far away in one step. */
#include "analyzers/rules/windows.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(each_window_is_half_of_its_length_behind_the_one_before) {
    static const int64_t from[] = {0, 5, 10, 15, 20};
    struct windows w = windows_over(0, 21, 10);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_int_eq(w.from_ns, from[i]);
        ck_assert_int_eq(w.to_ns, from[i] + 10);
        ck_assert_int_eq(windows_slide(&w), i < 4);
    }
    w = windows_over(0, 20, 10); /* none begins with the end */
    for (size_t i = 0; i < 4; i++) ck_assert_int_eq(windows_slide(&w), i < 3);
}
END_TEST

START_TEST(the_first_window_that_reaches_a_time_is_gone_on_to) {
    static const struct {
        int64_t time, from;
        bool there;
    } cases[] = {{0, 0, true},   {10, 0, true},      {11, 5, true},        {15, 5, true},
                 {16, 10, true}, {100, 90, true},    {105, 95, true},      {106, 100, false},
                 {-5, 0, true},  {1000, 990, false}, {INT64_MAX, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct windows w = windows_over(0, 100, 10);
        ck_assert_msg(windows_reach(&w, cases[i].time) == cases[i].there, "%zu", i);
        if (cases[i].time < INT64_MAX) ck_assert_int_eq(w.from_ns, cases[i].from);
        else ck_assert_int_gt(w.from_ns, 100);
    }
}
END_TEST

START_TEST(there_is_always_one_window_and_a_step_of_one_at_least) {
    struct windows w = windows_over(5, 5, 10);
    ck_assert(windows_reach(&w, 15)); /* both ends are in it */
    ck_assert(!windows_reach(&w, 16));
    w = windows_over(0, 3, 1);
    ck_assert(windows_slide(&w) && w.from_ns == 1 && w.to_ns == 2);
    w = windows_over(INT64_MAX - 3, INT64_MAX, 10);
    ck_assert_int_eq(w.to_ns, INT64_MAX);
    ck_assert(!windows_slide(&w));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("windows of rules");
    TCase *c = tcase_create("windows of rules");
    tcase_add_test(c, each_window_is_half_of_its_length_behind_the_one_before);
    tcase_add_test(c, the_first_window_that_reaches_a_time_is_gone_on_to);
    tcase_add_test(c, there_is_always_one_window_and_a_step_of_one_at_least);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
