/* Blocks of windows, and what the first look decides. */
#include "agent/whatif/windows.h"
#include "tests/support/suite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct windows plan_of(int methods, int speeds, uint32_t real) {
    return (struct windows){.methods = methods,
                            .speeds = {25, 10, 50, 40},
                            .speed_count = speeds,
                            .real = real,
                            .chance = 7};
}

static int count(const struct window *list, int len, enum windows_kind kind, int method,
                 int speed) {
    int n = 0;
    for (int i = 0; i < len; i++)
        n += list[i].kind == kind && list[i].method == method && list[i].speed == speed;
    return n;
}

static bool again(int64_t was, int64_t is) {
    struct windows_look before = {.elapsed = 1000000000, .progress = was};
    struct windows_look look = {.elapsed = 2000000000, .progress = 2 * is};
    return windows_look_again(&before, &look);
}

START_TEST(a_program_that_gets_faster_is_looked_at_again) {
    struct windows_look none = {0}, first = {.elapsed = 1000000000, .progress = 500};
    ck_assert(windows_look_again(&none, &first));
    ck_assert(again(100, 126));
    ck_assert(!again(100, 125));
    ck_assert(!again(100, 20));
    ck_assert(again(0, 1));
    ck_assert(again(0, 0));
}
END_TEST

START_TEST(each_block_has_each_window) {
    struct windows plan = plan_of(3, 2, 2);
    enum { LEN = 2 + 2 + 3 * 2 + 2 };
    struct window list[LEN];
    for (uint64_t block = 1; block <= 5; block++) {
        for (int i = 0; i < LEN; i++) {
            list[i] = windows_next(&plan);
            ck_assert_uint_eq(plan.block, block);
        }
        ck_assert_int_eq(count(list, LEN, WINDOW_BASE, -1, 0), WINDOWS_BASE);
        ck_assert_int_eq(count(list, LEN, WINDOW_CONTROL, -1, 25), WINDOWS_CONTROL);
        for (int m = 0; m < 3; m++)
            for (int s = 0; s < 2; s++) {
                ck_assert_int_eq(count(list, LEN, WINDOW_VIRTUAL, m, plan.speeds[s]), 1);
                ck_assert_int_eq(count(list, LEN, WINDOW_REAL, m, plan.speeds[s]), m == 1);
            }
    }
}
END_TEST

START_TEST(each_window_comes_at_each_place_of_a_block_alike) {
    struct windows plan = plan_of(4, 1, 0);
    int first[4] = {0}, last[4] = {0};
    for (int block = 0; block < 4000; block++)
        for (int i = 0; i < 8; i++) {
            struct window w = windows_next(&plan);
            if (w.kind != WINDOW_VIRTUAL) continue;
            first[w.method] += i == 0;
            last[w.method] += i == 7;
        }
    for (int m = 0; m < 4; m++) { /* of 500, four standard deviations are 84 */
        ck_assert_int_lt(abs(first[m] - 500), 84);
        ck_assert_int_lt(abs(last[m] - 500), 84);
    }
}
END_TEST

START_TEST(the_largest_plan_has_room) {
    struct windows plan = plan_of(WINDOWS_METHODS, WINDOWS_SPEEDS, UINT32_MAX);
    for (int i = 0; i < WINDOWS_MOST; i++) windows_next(&plan);
    ck_assert_uint_eq(plan.block, 1);
    windows_next(&plan);
    ck_assert_uint_eq(plan.block, 2);
}
END_TEST

START_TEST(chance_is_below_its_limit_and_reaches_it) {
    uint64_t state = 1;
    bool seen[3] = {false};
    for (int i = 0; i < 100; i++) {
        uint64_t n = windows_chance(&state, 3);
        ck_assert_uint_lt(n, 3);
        seen[n] = true;
    }
    ck_assert(seen[0] && seen[1] && seen[2]);
    ck_assert_uint_eq(windows_chance(&state, 1), 0);
}
END_TEST

START_TEST(samples_are_so_fine_that_a_delay_is_a_small_part_of_a_stretch) {
    static const struct {
        int64_t ran, switches;
        int speed;
        int64_t period;
    } cases[] = {
        {160000000, 1000, 25, 160000}, /* 160 us: delays of 40 */
        {100000000, 1000, 25, 100000},
        {99000000, 1000, 25, 100000},
        {500000000, 1000, 25, 500000},
        {501000000, 1000, 25, 500000},  /* finer still: 500 us are fine enough */
        {4000000000, 1000, 25, 500000}, /* 4 ms: delays of a 32nd */
        {4800000000, 1000, 25, 600000},
        {8000000000, 1000, 25, 1000000},
        {8100000000, 1000, 25, 1000000},
        {320000000, 1000, 50, 160000},
        {5, 0, 25, 1000000},
        {0, 1, 25, 100000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct windows_look look = {.ran = cases[i].ran, .switches = cases[i].switches};
        ck_assert_int_eq(windows_period(&look, cases[i].speed), cases[i].period);
    }
}
END_TEST

START_TEST(windows_are_so_long_that_enough_progress_is_made) {
    static const struct {
        int64_t elapsed, progress, length;
    } cases[] = {
        {500000000, 5000, 50000000}, {500000000, 250, 100000000}, {500000000, 25, 1000000000},
        {500000000, 26, 961538450},  {500000000, 1, 1000000000},  {500000000, 0, 1000000000},
        {500000000, 500, 50000000},  {500000000, 499, 50100200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct windows_look look = {.elapsed = cases[i].elapsed, .progress = cases[i].progress};
        ck_assert_int_eq(windows_length(&look), cases[i].length);
    }
}
END_TEST

START_TEST(a_window_is_too_long_if_twice_as_much_is_done_in_it_as_is_meant) {
    ck_assert(windows_too_long(WINDOWS_SHORTEST + 1, 101));
    ck_assert(!windows_too_long(WINDOWS_SHORTEST + 1, 100));
    ck_assert(!windows_too_long(WINDOWS_SHORTEST, 5000));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("windows");
    TCase *all = tcase_create("plan");
    tcase_add_test(all, each_block_has_each_window);
    tcase_add_test(all, each_window_comes_at_each_place_of_a_block_alike);
    tcase_add_test(all, the_largest_plan_has_room);
    tcase_add_test(all, chance_is_below_its_limit_and_reaches_it);
    tcase_add_test(all, samples_are_so_fine_that_a_delay_is_a_small_part_of_a_stretch);
    tcase_add_test(all, a_program_that_gets_faster_is_looked_at_again);
    tcase_add_test(all, windows_are_so_long_that_enough_progress_is_made);
    tcase_add_test(all, a_window_is_too_long_if_twice_as_much_is_done_in_it_as_is_meant);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
