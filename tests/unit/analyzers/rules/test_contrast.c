/* Contrast: which cells of time there are, what an event adds to each, and when cells of two sides
 * differ by more than chance: against all ways to deal out their ranks. */
#include "analyzers/rules/contrast_parts.h"
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

#define SECOND NS_PER_S
#define START (INT64_C(1000) * SECOND)

static struct contrast_cells cells_of(double end, double from, double to) {
    const struct rule_input input = {.window_from_ns = START + (int64_t)(from * 1e9),
                                     .window_to_ns = START + (int64_t)(to * 1e9)};
    struct contrast_cells cells;
    ck_assert(contrast_cells_make(&input, START, START + (int64_t)(end * 1e9), &cells));
    return cells;
}

START_TEST(cells_of_the_window_and_the_rest_are_of_one_length) {
    struct contrast_cells cells = cells_of(100, 40, 60);
    ck_assert_int_eq(cells.length_ns, SECOND);
    ck_assert_uint_eq(cells.before, 40);
    ck_assert_uint_eq(cells.window, 20);
    ck_assert_uint_eq(cells.after, 40);
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(a_short_window_has_some_cells_too) {
    struct contrast_cells cells = cells_of(100, 40, 41.6);
    ck_assert_uint_eq(cells.window, 8);
    ck_assert_int_eq(cells.length_ns, SECOND / 5);
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(a_window_that_is_all_of_it_has_no_cells) {
    const struct rule_input all = {.window_from_ns = START, .window_to_ns = START + 9 * SECOND};
    const struct rule_input none = {.window_from_ns = START + 20 * SECOND,
                                    .window_to_ns = START + 30 * SECOND};
    struct contrast_cells cells;
    ck_assert(!contrast_cells_make(&all, START, START + 9 * SECOND, &cells));
    ck_assert(!contrast_cells_make(&none, START, START + 9 * SECOND, &cells));
}
END_TEST

/* Lengths that do not go into each other. */
static const double windows[][3] = {{100, 40, 60}, {61.7, 7.3, 19.9}, {5, 0, 1.1}, {33, 30.7, 33}};

START_TEST(each_moment_is_in_one_cell) {
    struct contrast_cells cells = cells_of(windows[_i][0], windows[_i][1], windows[_i][2]);
    size_t len = contrast_cells_len(&cells);
    for (size_t i = 0; i < len; i++) {
        int64_t end = contrast_cell_end(&cells, i);
        int64_t begin = i ? contrast_cell_end(&cells, i - 1) : cells.first_ns;
        ck_assert_int_lt(begin, end);
        ck_assert_uint_eq(contrast_cell_of(&cells, begin), i);
        ck_assert_uint_eq(contrast_cell_of(&cells, end - 1), i);
        ck_assert(!(begin < cells.from_ns && end > cells.from_ns));
        ck_assert(!(begin < cells.to_ns && end > cells.to_ns));
    }
    ck_assert_int_ge(contrast_cell_end(&cells, len - 1), cells.end_ns);
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(an_event_adds_to_each_cell_what_it_has_of_it) {
    struct contrast_cells cells = cells_of(100, 40, 60);
    struct contrast_spread spread = {.cells = &cells};
    contrast_spread_over(&spread, START + 39 * SECOND + SECOND / 2,
                         START + 41 * SECOND + SECOND / 2, 8, START);
    ck_assert_double_eq_tol(spread.rest, 2, 1e-9);
    ck_assert_double_eq_tol(spread.window, 6, 1e-9);
    ck_assert_double_eq_tol(cells.sum[39], 2, 1e-9);
    ck_assert_double_eq_tol(cells.sum[40], 4, 1e-9);
    ck_assert_double_eq_tol(cells.sum[41], 2, 1e-9);
    /* One that takes no time is in one cell; one that goes on is counted to the end. */
    contrast_spread_over(&spread, START + 60 * SECOND, START + 60 * SECOND, 5, START);
    ck_assert_double_eq_tol(cells.sum[60], 5, 1e-9);
    ck_assert_double_eq_tol(spread.rest, 5, 1e-9);
    contrast_spread_over(&spread, START + 99 * SECOND, START + 109 * SECOND, 10, START);
    ck_assert_double_eq_tol(cells.sum[99], 10, 1e-9);
    contrast_spread_over(&spread, START - SECOND, START + SECOND, 10, START);
    ck_assert_double_eq(spread.window + spread.rest, 0);
    contrast_cells_free(&cells);
}
END_TEST

/* ==== The test ============================================================================== */

/* So many cells before, in and after the window, of a second each. */
static struct contrast_row row_of(const double *values, size_t before, size_t window,
                                  size_t after) {
    size_t len = before + window + after;
    double *sum = mem_zero(len, sizeof *sum), *weight = mem_zero(len, sizeof *weight);
    struct contrast_row row = {.p = -1};
    double totals[2] = {0};
    for (size_t i = 0; i < len; i++) {
        sum[i] = values[i];
        weight[i] = 1;
        totals[i >= before && i < before + window] += values[i];
    }
    row.value[0] = totals[0] / (double)(before + after);
    row.value[1] = totals[1] / (double)window;
    const struct contrast_cells cells = {.from_ns = START + (int64_t)before * SECOND,
                                         .to_ns = START + (int64_t)(before + window) * SECOND,
                                         .end_ns = START + (int64_t)len * SECOND,
                                         .first_ns = START,
                                         .length_ns = SECOND,
                                         .before = before,
                                         .window = window,
                                         .after = after,
                                         .sum = sum,
                                         .weight = weight};
    contrast_test(&cells, &row);
    free(sum);
    free(weight);
    return row;
}

/* How many values of the window each value of the rest is above, ties as a half, over all ways to
 * deal out which of the cells are the window's. */
static double p_by_all_ways(const double *values, size_t len, unsigned window_mask) {
    double observed = 0, ways = 0, extreme = 0;
    size_t window = (size_t)__builtin_popcount(window_mask);
    double mean = (double)(window * (len - window)) / 2;
    for (int first = 1; first >= 0; first--)
        for (unsigned mask = 0; mask < 1u << len; mask++) {
            if (first ? mask != window_mask : (size_t)__builtin_popcount(mask) != window) continue;
            double above = 0;
            for (size_t i = 0; i < len; i++)
                for (size_t k = 0; k < len; k++)
                    if (mask >> i & 1 && !(mask >> k & 1))
                        above += values[i] > values[k] ? 1 : values[i] < values[k] ? 0 : 0.5;
            double off = fabs(above - mean);
            if (first) observed = off;
            else ways++, extreme += off >= observed - 1e-9;
        }
    return extreme / ways;
}

static const double dealt[][12] = {/* three before, six in the window, three after */
                                   {1, 3, 2, 14, 11, 15, 12, 16, 13, 2.5, 0.5, 3.5},
                                   {4, 1, 6, 5, 2, 7, 3, 8, 1.5, 2.5, 6.5, 0.5},
                                   {1, 2, 1, 2, 3, 2, 3, 2, 3, 2, 1, 2},
                                   {9, 3, 7, 1, 5, 2, 6, 1, 4, 8, 2, 9}};

START_TEST(p_is_how_many_ways_to_deal_out_the_cells_are_as_far_off) {
    const double *values = dealt[_i];
    const struct contrast_row row = row_of(values, 3, 6, 3);
    ck_assert(row.tested);
    ck_assert_uint_eq(row.cells[0], 6);
    ck_assert_uint_eq(row.cells[1], 6);
    ck_assert_int_eq(row.cell_ns, SECOND);
    ck_assert_double_eq_tol(row.p, p_by_all_ways(values, 12, 0x1f8), 1e-9);
}
END_TEST

START_TEST(cells_that_go_on_as_the_one_before_are_joined) {
    double values[96]; /* each level goes on for eight cells */
    static const double levels[] = {3, 9, 4, 8, 2, 7, 1, 9, 3, 6, 2, 8};
    for (size_t i = 0; i < 96; i++) values[i] = levels[i / 8];
    const struct contrast_row row = row_of(values, 32, 32, 32);
    ck_assert(row.tested);
    ck_assert_int_ge(row.cell_ns, 4 * SECOND);
    ck_assert_int_eq((int64_t)row.cells[0] * row.cell_ns, 64 * SECOND);
    ck_assert_int_eq((int64_t)row.cells[1] * row.cell_ns, 32 * SECOND);
}
END_TEST

START_TEST(what_goes_up_all_the_time_is_no_difference_of_a_window) {
    double values[24]; /* the last half is above the first, as are those of any two halves */
    for (size_t i = 0; i < 24; i++) values[i] = (double)i;
    const struct contrast_row row = row_of(values, 12, 12, 0);
    ck_assert_double_gt(row.p, CONTRAST_ALPHA);
    ck_assert_int_gt(row.cell_ns, SECOND);
}
END_TEST

START_TEST(a_mean_that_a_few_cells_make_is_no_difference) {
    /* The mean of the window is higher, nearly all of its cells are lower. */
    static const double values[] = {5, 6, 5, 6, 5, 6, 1, 2, 1, 2, 900, 1, 2, 1, 5, 6, 5, 6, 5, 6};
    const struct contrast_row row = row_of(values, 6, 8, 6);
    ck_assert(row.tested);
    ck_assert_double_eq(row.p, 1);
}
END_TEST

START_TEST(nothing_at_all_is_not_tested) {
    static const double values[20] = {0};
    ck_assert(!row_of(values, 6, 8, 6).tested);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contrast");
    TCase *tcase = tcase_create("contrast");
    tcase_add_test(tcase, cells_of_the_window_and_the_rest_are_of_one_length);
    tcase_add_test(tcase, a_short_window_has_some_cells_too);
    tcase_add_test(tcase, a_window_that_is_all_of_it_has_no_cells);
    tcase_add_loop_test(tcase, each_moment_is_in_one_cell, 0,
                        (int)(sizeof windows / sizeof *windows));
    tcase_add_test(tcase, an_event_adds_to_each_cell_what_it_has_of_it);
    tcase_add_loop_test(tcase, p_is_how_many_ways_to_deal_out_the_cells_are_as_far_off, 0,
                        (int)(sizeof dealt / sizeof *dealt));
    tcase_add_test(tcase, cells_that_go_on_as_the_one_before_are_joined);
    tcase_add_test(tcase, what_goes_up_all_the_time_is_no_difference_of_a_window);
    tcase_add_test(tcase, a_mean_that_a_few_cells_make_is_no_difference);
    tcase_add_test(tcase, nothing_at_all_is_not_tested);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
