/* Windows beside their neighbours, by numbers that are known. */
#include "analyzers/whatif/neighbours.h"
#include "base/missing.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <math.h>

#define LENGTH 100

static double mean_of(const struct neighbour *items, size_t len, uint32_t group) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        if (items[i].group == group && is_known(items[i].beside)) sum += items[i].beside, count++;
    return sum / (double)count;
}

START_TEST(what_groups_do_is_found_whatever_their_order_and_however_fast_all_are) {
    static const double truth[] = {0, 0.2, -0.1};
    struct neighbour items[60];
    random_state = 3;
    for (int i = 0; i < 60; i++) {
        uint32_t group = (uint32_t)(random_u64() % 3);
        items[59 - i] =
            (struct neighbour){.time = i * LENGTH, .group = group, .log = truth[group] + 0.01 * i};
    }
    neighbours_compare(items, 60, LENGTH);
    double base = mean_of(items, 60, 0);
    ck_assert_double_eq_tol(mean_of(items, 60, 1) - base, 0.2, 0.004);
    ck_assert_double_eq_tol(mean_of(items, 60, 2) - base, -0.1, 0.004);
    for (int i = 0; i < 60; i++) ck_assert_int_eq(items[i].time, i * LENGTH);
}
END_TEST

START_TEST(who_has_nobody_near_has_no_neighbours) {
    struct neighbour items[] = {
        {.time = 0, .log = 1}, {.time = LENGTH, .log = 1}, {.time = 100 * LENGTH, .log = 1}};
    neighbours_compare(items, 3, LENGTH);
    ck_assert(is_known(items[0].beside) && is_known(items[1].beside));
    ck_assert(is_missing(items[2].beside));
    neighbours_compare(items, 0, LENGTH);
}
END_TEST

/* Far away counts nothing, near counts most: at first 0, later 10. */
START_TEST(a_step_is_seen_by_those_at_it_alone) {
    struct neighbour items[40];
    for (int i = 0; i < 40; i++)
        items[i] = (struct neighbour){.time = i * LENGTH, .log = i < 20 ? 0 : 10};
    neighbours_compare(items, 40, LENGTH);
    for (int i = 0; i < 40; i++) {
        double far = fabs(i - 19.5);
        if (far > 9) ck_assert_double_eq_tol(items[i].beside, 0, 1e-2);
        else if (far < 1) ck_assert_double_gt(fabs(items[i].beside), 3);
    }
}
END_TEST

START_TEST(single_windows_that_are_off_move_no_group) {
    struct neighbour items[80];
    random_state = 5;
    for (int i = 0; i < 80; i++)
        items[i] =
            (struct neighbour){.time = i * LENGTH, .group = i % 4 == 1, .log = i == 41 ? 9 : 0};
    neighbours_compare(items, 80, LENGTH);
    for (int i = 0; i < 80; i++)
        if (abs(i - 41) > 12) ck_assert_double_eq_tol(items[i].beside, 0, 0.02);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("neighbours");
    TCase *all = tcase_create("windows");
    tcase_add_test(all, what_groups_do_is_found_whatever_their_order_and_however_fast_all_are);
    tcase_add_test(all, who_has_nobody_near_has_no_neighbours);
    tcase_add_test(all, a_step_is_seen_by_those_at_it_alone);
    tcase_add_test(all, single_windows_that_are_off_move_no_group);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
