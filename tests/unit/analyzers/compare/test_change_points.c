/* Change points: the statistic by hand, what is found at known places, and how often noise is. */
#include "analyzers/compare/change_points.h"
#include "analyzers/compare/statistics.h"
#include "base/missing.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

enum { BUILDS = 24 };

static void expect_cut(const double *values, size_t len, bool stretches, size_t from, size_t to,
                       double statistic) {
    struct change_cut cut = change_cut(values, len, stretches);
    ck_assert_double_eq_tol(cut.statistic, statistic, 1e-9);
    ck_assert_uint_eq(cut.from, from);
    ck_assert_uint_eq(cut.to, to);
}

START_TEST(the_statistic_is_the_weighted_difference_of_the_means) {
    static const double step[] = {1, 1, 1, 5, 5, 5, 5, 5}, two[] = {2, 1}, same[] = {2, 2, 2};
    static const double middle[] = {1, 1, 1, 5, 5, 5, 1, 1};
    expect_cut(step, 8, false, 3, 8, 4 * sqrt(3.0 * 5 / 8));
    expect_cut(step, 8, true, 3, 8, 4 * sqrt(3.0 * 5 / 8));
    expect_cut(two, 2, false, 1, 2, sqrt(0.5));
    expect_cut(two, 2, true, 1, 2, sqrt(0.5));
    ck_assert_double_eq(change_cut(same, 3, true).statistic, 0);
    expect_cut(middle, 8, true, 3, 6, 4 * sqrt(3.0 * 5 / 8));
    expect_cut(middle, 8, false, 3, 8, (17.0 / 5 - 1) * sqrt(3.0 * 5 / 8));
}
END_TEST

START_TEST(the_clearest_cut_is_one_of_few_permutations) {
    static const struct {
        size_t len;
        double p;
    } wanted[] = {{2, 1}, {4, 1.0 / 3}, {6, 0.1}, {7, 2.0 / 35}, {8, 1.0 / 35}, {10, 1.0 / 126}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_double_eq_tol(change_least_p(wanted[i].len), wanted[i].p, 1e-9);
}
END_TEST

/* Student's t of the cut, for as many cuts as there are, and once more for the stretches. */
START_TEST(p_is_that_of_the_best_cut_times_the_number_of_cuts) {
    static const double values[] = {-1, 0, -1, 0, -1, 0, 7, 6, 7, 6, 7, 6};
    struct change_cut cut;
    /* Means -0.5 and 6.5, squares within 12 * 0.25 = 3 over 10 degrees of freedom. */
    double p = 2 * 2 * 11 * stat_t_upper(7 / sqrt(0.3 * (1.0 / 6 + 1.0 / 6)), 10);
    ck_assert_double_eq_tol(change_p(values, 12, 0, 0.05, &cut) / p, 1, 1e-9);
    ck_assert_uint_eq(cut.from, 6);
    ck_assert_uint_eq(cut.to, 12);
    ck_assert_double_eq_tol(change_p(values, 12, 2.99, 0.05, &cut) / p, 1, 1e-9);
    ck_assert_double_gt(change_p(values, 12, 3.5, 0.05, &cut), p);
    ck_assert_double_gt(change_p(values, 12, 300, 0.05, &cut), 0.01);
}
END_TEST

START_TEST(one_value_that_is_far_off_is_no_change_wherever_it_is) {
    for (size_t at = 0; at < BUILDS; at++) {
        double values[BUILDS];
        struct change_cut cut;
        for (size_t i = 0; i < BUILDS; i++) values[i] = (double)(i * 7 % 5);
        values[at] = 1000;
        ck_assert_double_gt(change_p(values, BUILDS, 0, 0.035, &cut), 0.035);
    }
}
END_TEST

/* Of about the normal distribution: twelve numbers of 0..1 less six. */
static double noise(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += (double)(random_u64() >> 11) * 0x1p-53;
    return sum;
}

static void find(const double *values, size_t series, size_t len, struct change_points *out) {
    struct change_series all[40];
    for (size_t i = 0; i < series; i++)
        all[i] = (struct change_series){values + i * len, NULL, len};
    change_points_find(all, series, 0.05, out);
}

START_TEST(changes_are_found_where_they_are_among_series_without) {
    double values[10 * BUILDS];
    struct change_points found;
    random_state = 1;
    for (size_t i = 0; i < 10 * BUILDS; i++) values[i] = 100 + noise();
    for (size_t i = 14; i < BUILDS; i++) values[3 * BUILDS + i] += 10; /* one step */
    for (size_t i = 8; i < 16; i++) values[7 * BUILDS + i] -= 10;      /* down and up again */
    find(values, 10, BUILDS, &found);
    ck_assert_uint_eq(found.items.len, 3);
    static const size_t series[] = {3, 7, 7}, at[] = {14, 8, 16};
    for (size_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(found.items.items[i].series, series[i]);
        ck_assert_uint_eq(found.items.items[i].at, at[i]);
    }
    ck_assert_double_eq_tol(found.items.items[0].before, 100, 1);
    ck_assert_double_eq_tol(found.items.items[0].after, 110, 1);
    ck_assert_double_eq_tol(found.items.items[1].after, 90, 1);
    ck_assert_double_eq_tol(found.items.items[2].before, 90, 1);
    ck_assert_double_eq_tol(found.items.items[2].after, 100, 1);
    change_points_free(&found);
}
END_TEST

/* Beside a change the two stretches are looked at, which is two questions if both have four values
 * that are not the same, and one else. */
START_TEST(what_is_left_beside_a_change_is_asked_about_if_it_varies_and_is_of_four_values) {
    static const struct {
        size_t first;
        bool varies;
        double questions;
    } wanted[] = {{3, true, 1}, {4, true, 2}, {4, false, 1}, {5, true, 2}, {5, false, 1}};
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
        double values[5 + BUILDS];
        size_t first = wanted[w].first;
        struct change_points found;
        for (size_t i = 0; i < first; i++) values[i] = wanted[w].varies ? (double)(i % 2) : 0;
        for (size_t i = 0; i < BUILDS; i++)
            values[first + i] = 1000 + (double)(i % 2) + (i < BUILDS / 2 ? 0 : 10);
        find(values, 1, first + BUILDS, &found);
        ck_assert_uint_eq(found.items.len, 2);
        const struct change_point *far = &found.items.items[0], *near = &found.items.items[1];
        ck_assert_uint_eq(far->at, first);
        ck_assert_uint_eq(near->at, first + BUILDS / 2);
        ck_assert_double_eq_tol(far->adjusted / far->p, 1, 1e-9);
        ck_assert_double_gt(near->p, 0);
        ck_assert_double_eq_tol(near->adjusted / near->p, wanted[w].questions, 1e-9);
        change_points_free(&found);
    }
}
END_TEST

START_TEST(what_is_not_known_is_left_out_and_places_stay) {
    double values[BUILDS];
    struct change_points found;
    for (size_t i = 0; i < BUILDS; i++) values[i] = (double)(i % 3) + (i < 12 ? 0 : 20);
    values[2] = values[12] = values[20] = MISSING_REAL;
    find(values, 1, BUILDS, &found);
    ck_assert_uint_eq(found.items.len, 1);
    ck_assert_uint_eq(found.items.items[0].at, 13);
    change_points_free(&found);
}
END_TEST

START_TEST(a_series_that_stays_as_it_is_has_no_change) {
    double values[BUILDS];
    struct change_points found;
    for (size_t i = 0; i < BUILDS; i++) values[i] = 5;
    find(values, 1, BUILDS, &found);
    ck_assert_uint_eq(found.items.len, 0);
    find(values, 1, 0, &found);
    ck_assert_uint_eq(found.items.len, 0);
    change_points_free(&found);
}
END_TEST

/* Series of few values at several levels, short ones and long ones, with gaps: where they change is
 * one number for all. */
START_TEST(other_series_change_where_they_ever_did) {
    uint64_t sum = 0, changes = 0;
    random_state = 11;
    for (int round = 0; round < 120; round++) {
        double values[3 * 30];
        size_t len = 1 + random_below(30), count = 1 + random_below(3);
        struct change_points found;
        for (size_t i = 0; i < count; i++) {
            double level = 0;
            for (size_t k = 0; k < len; k++) {
                if (!random_below(5)) level = (double)random_below(4) * 10;
                values[i * len + k] =
                    random_below(12) ? level + (double)random_below(3) / 4 : MISSING_REAL;
            }
        }
        find(values, count, len, &found);
        changes += found.items.len;
        for (size_t i = 0; i < found.items.len; i++) {
            const struct change_point *at = &found.items.items[i];
            sum = sum * UINT64_C(0x9E3779B97F4A7C15) + at->series * 1000 + at->at +
                  (uint64_t)(at->before * 1e3 + 0.25) * 10000 +
                  ((uint64_t)(at->after * 1e3 + 0.25) << 32);
        }
        sum = sum * UINT64_C(0x9E3779B97F4A7C15) + found.items.len;
        change_points_free(&found);
    }
    ck_assert_msg(sum == 0x88B1CB9A02963627, "%d changes: 0x%016llX", (int)changes,
                  (unsigned long long)sum);
}
END_TEST

START_TEST(in_noise_alone_hardly_anything_is_found) {
    enum { SERIES = 10, WORLDS = 200 };
    size_t wrong = 0;
    random_state = 7;
    for (size_t world = 0; world < WORLDS; world++) {
        double values[SERIES * 16];
        struct change_points found;
        for (size_t i = 0; i < SERIES * 16; i++) {
            double n = noise();
            values[i] = _i ? exp(n) : n; /* skewed, too */
        }
        find(values, SERIES, 16, &found);
        wrong += found.items.len > 0;
        change_points_free(&found);
    }
    ck_assert_uint_le(wrong, WORLDS * 5 / 100);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("change_points");
    TCase *tcase = tcase_create("change_points");
    tcase_add_test(tcase, the_statistic_is_the_weighted_difference_of_the_means);
    tcase_add_test(tcase, the_clearest_cut_is_one_of_few_permutations);
    tcase_add_test(tcase, p_is_that_of_the_best_cut_times_the_number_of_cuts);
    tcase_add_test(tcase, one_value_that_is_far_off_is_no_change_wherever_it_is);
    tcase_add_test(tcase, changes_are_found_where_they_are_among_series_without);
    tcase_add_test(tcase,
                   what_is_left_beside_a_change_is_asked_about_if_it_varies_and_is_of_four_values);
    tcase_add_test(tcase, what_is_not_known_is_left_out_and_places_stay);
    tcase_add_test(tcase, a_series_that_stays_as_it_is_has_no_change);
    tcase_add_test(tcase, other_series_change_where_they_ever_did);
    tcase_add_loop_test(tcase, in_noise_alone_hardly_anything_is_found, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
