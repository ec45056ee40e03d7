/* The statistics against what the test counts out itself: all tables with the same margins, all
 * ways to deal out ranks, integrals, and how often the tests err when there is nothing to find. */
#include "analyzers/compare/statistics.h"

#include "base/mem.h"
#include "tests/support/suite.h"
#include "tests/unit/analyzers/compare/pairs.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* ==== Chance, the same in every run ========================================================= */

static uint64_t state;

static double chance(void) { /* 0 <= x < 1; xorshift */
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static void setup(void) {
    state = 88172645463325252u;
}

static int hits_of(int n, double share) {
    int hits = 0;
    for (int i = 0; i < n; i++) hits += chance() < share;
    return hits;
}

/* ==== Distributions ========================================================================= */

static double t_density(double t, double df) {
    return exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / sqrt(df * M_PI) *
           pow(1 + t * t / df, -(df + 1) / 2);
}

static double t_upper_by_integral(double t, double df) { /* Simpson's rule over 0..t */
    const int steps = 20000;
    double sum = 0, h = t / steps;
    for (int i = 0; i <= steps; i++)
        sum += t_density(i * h, df) * (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2);
    return 0.5 - sum * h / 3;
}

START_TEST(students_distribution_is_the_integral_of_its_density) {
    const double dfs[] = {1, 2, 3.5, 10, 58, 400}, ts[] = {0.1, 0.7, 1.96, 3, 7.5};
    for (size_t i = 0; i < sizeof dfs / sizeof *dfs; i++)
        for (size_t j = 0; j < sizeof ts / sizeof *ts; j++) {
            ck_assert_double_eq_tol(stat_t_upper(ts[j], dfs[i]), t_upper_by_integral(ts[j], dfs[i]),
                                    1e-10);
            ck_assert_double_eq_tol(stat_t_upper(-ts[j], dfs[i]), 1 - stat_t_upper(ts[j], dfs[i]),
                                    1e-12);
        }
}
END_TEST

START_TEST(quantiles_are_those_of_printed_tables) {
    ck_assert_double_eq_tol(stat_normal_quantile(0.975), 1.959964, 1e-6);
    ck_assert_double_eq_tol(stat_normal_quantile(0.8), 0.841621, 1e-6);
    ck_assert_double_eq_tol(stat_normal_quantile(0.025), -1.959964, 1e-6);
    ck_assert_double_eq_tol(stat_t_quantile(0.975, 4), 2.776445, 1e-6);
    ck_assert_double_eq_tol(stat_t_quantile(0.975, 30), 2.042272, 1e-6);
    ck_assert_double_eq_tol(stat_t_quantile(0.995, 1), 63.656741, 1e-5);
    ck_assert_double_eq_tol(stat_normal_quantile(0.5), 0, 1e-12);
}
END_TEST

/* ==== Ranks ================================================================================= */

static double sum_of_ranks(const double *a, int a_len, const double *b, int b_len) {
    double sum = 0; /* of a: how many are below each, ties half */
    for (int i = 0; i < a_len; i++)
        for (int j = 0; j < b_len; j++) sum += a[i] > b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
    return sum;
}

/* All ways to choose which of the numbers are the first row. */
static double rank_p_by_permutation(const double *a, int a_len, const double *b, int b_len) {
    double all[16], first[16], second[16];
    int len = a_len + b_len;
    for (int i = 0; i < len; i++) all[i] = i < a_len ? a[i] : b[i - a_len];
    double middle = a_len * b_len / 2.0, far = 0, total = 0;
    double observed = fabs(sum_of_ranks(a, a_len, b, b_len) - middle);
    for (unsigned chosen = 0; chosen < 1u << len; chosen++) {
        if (__builtin_popcount(chosen) != a_len) continue;
        int m = 0, n = 0;
        for (int i = 0; i < len; i++)
            if (chosen >> i & 1) first[m++] = all[i];
            else second[n++] = all[i];
        total++;
        if (fabs(sum_of_ranks(first, m, second, n) - middle) >= observed - 1e-9) far++;
    }
    return far / total;
}

START_TEST(the_rank_test_is_the_permutation_test) {
    for (int round = 0; round < 60; round++) {
        double a[7], b[7];
        int a_len = 1 + (int)(chance() * 6), b_len = 1 + (int)(chance() * 6);
        bool ties = round % 2;
        for (int i = 0; i < a_len; i++) a[i] = ties ? floor(chance() * 4) : chance() + 0.3;
        for (int i = 0; i < b_len; i++) b[i] = ties ? floor(chance() * 4) : chance();
        ck_assert_double_eq_tol(stat_rank_test(a, (size_t)a_len, b, (size_t)b_len),
                                rank_p_by_permutation(a, a_len, b, b_len), 1e-12);
    }
}
END_TEST

START_TEST(three_recordings_a_side_cannot_give_less_than_a_tenth) {
    const double a[] = {1, 2, 3}, b[] = {7, 8, 9};
    ck_assert_double_eq_tol(stat_rank_test(a, 3, b, 3), 0.1, 1e-12);
    ck_assert_double_eq_tol(stat_rank_least(3, 3), 0.1, 1e-12);
    ck_assert_double_eq_tol(stat_rank_least(5, 5), 2.0 / 252, 1e-12);
    ck_assert_double_eq(stat_rank_least(0, 5), 1);
}
END_TEST

START_TEST(many_numbers_take_the_normal_distribution_and_it_is_near) {
    double a[40], b[40];
    for (int i = 0; i < 40; i++) {
        a[i] = chance();
        b[i] = chance() + 0.18;
    }
    double exact = stat_rank_test(a, 30, b, 30), normal = stat_rank_test(a, 40, b, 40);
    ck_assert_double_gt(exact, normal / 20);
    ck_assert_double_lt(normal, 0.1);
    /* The two meet where one takes over from the other. */
    double one_more = stat_rank_test(a, 31, b, 30);
    ck_assert_double_eq_tol(one_more, exact, 0.02 + exact * 0.5);
}
END_TEST

/* Of what is tied the variance is less. Reckoned by hand: p of the normal distribution with the
 * variance of 40 of the 80 ranks, 40 * 40 / (80 * 79) of the sum of their squares. */
START_TEST(many_numbers_of_which_most_are_tied_vary_less) {
    double a[40], b[40];
    for (int i = 0; i < 40; i++) a[i] = i % 4, b[i] = i % 4 + (i % 3 == 0);
    ck_assert_double_eq_tol(stat_rank_test(a, 40, b, 40), 0.2368358026200676, 1e-12);
    ck_assert_double_eq_tol(stat_rank_test(b, 40, a, 40), 0.2368358026200676, 1e-12);
}
END_TEST

/* ==== Many rows ============================================================================= */

START_TEST(holm_multiplies_the_least_by_all_and_never_falls) {
    const double p[] = {0.01, 0.04, 0.03, 0.005};
    double adjusted[4];
    stat_holm(p, 4, adjusted); /* 0.005*4, 0.01*3, 0.03*2, 0.04*1 -> not below 0.06 */
    ck_assert_double_eq_tol(adjusted[3], 0.02, 1e-12);
    ck_assert_double_eq_tol(adjusted[0], 0.03, 1e-12);
    ck_assert_double_eq_tol(adjusted[2], 0.06, 1e-12);
    ck_assert_double_eq_tol(adjusted[1], 0.06, 1e-12);
}
END_TEST

START_TEST(benjamini_and_hochberg_step_up) {
    double p[] = {0.01, 0.04, 0.03, 0.005, 0.9};
    stat_benjamini_hochberg(p, 5, p); /* 0.9; 0.04*5/4; 0.03*5/3; 0.01*5/2; 0.005*5 */
    ck_assert_double_eq_tol(p[4], 0.9, 1e-12);
    ck_assert_double_eq_tol(p[1], 0.05, 1e-12);
    ck_assert_double_eq_tol(p[2], 0.05, 1e-12);
    ck_assert_double_eq_tol(p[0], 0.025, 1e-12);
    ck_assert_double_eq_tol(p[3], 0.025, 1e-12);
    stat_holm(NULL, 0, NULL); /* nothing is fine */
}
END_TEST

/* ==== Clusters ============================================================================== */

struct side {
    struct stat_clusters all;
    struct stat_hits hits;
};

static void add_cluster(struct side *side, double n, double x) {
    side->all.samples += n;
    side->all.n += n;
    side->all.nn += n * n;
    side->all.count++;
    side->hits.x += x;
    side->hits.xx += x * x;
    side->hits.xn += x * n;
}

START_TEST(clusters_that_are_all_alike_count_once) {
    struct side sides[2] = {0};
    for (int i = 0; i < 40; i++) { /* a second is all of the row, or nothing of it */
        add_cluster(&sides[0], 50, i % 2 ? 50 : 0);
        add_cluster(&sides[1], 50, i % 4 ? 50 : 0);
    }
    const struct stat_clusters all[] = {sides[0].all, sides[1].all};
    const struct stat_hits hits[] = {sides[0].hits, sides[1].hits};
    ck_assert_double_eq_tol(stat_design_effect(all, hits), 50, 1e-9);
}
END_TEST

/* A side that weighs nothing says nothing, whatever its clusters are. */
START_TEST(a_side_of_nothing_leaves_the_effect_to_the_other) {
    static const struct stat_clusters nothing[] = {
        {0}, {.count = 5}, {.count = 5, .samples = 100}, {.count = 5, .n = 100, .nn = 2000}};
    struct side side = {0};
    for (int i = 0; i < 40; i++) add_cluster(&side, 50, i % 2 ? 50 : 0);
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        for (int first = 0; first < 2; first++) {
            struct stat_clusters all[] = {side.all, side.all};
            struct stat_hits hits[] = {side.hits, side.hits};
            all[first] = nothing[i];
            hits[first] = (struct stat_hits){0};
            ck_assert_double_eq_tol(stat_design_effect(all, hits), 50, 1e-9);
        }
    struct side two = {0}; /* clusters are enough to vary */
    add_cluster(&two, 50, 40);
    add_cluster(&two, 50, 10);
    const struct stat_clusters both[] = {two.all, nothing[0]};
    const struct stat_hits both_hits[] = {two.hits, {0}};
    ck_assert_double_eq_tol(stat_design_effect(both, both_hits), 36, 1e-9);
    const struct stat_clusters none[2] = {{0}};
    const struct stat_hits no_hits[2] = {{0}};
    ck_assert_double_eq(stat_design_effect(none, no_hits), 1);
}
END_TEST

START_TEST(clusters_more_even_than_chance_are_taken_as_chance) {
    struct side sides[2] = {0};
    for (int i = 0; i < 40; i++)
        for (int side = 0; side < 2; side++) add_cluster(&sides[side], 50, 10);
    const struct stat_clusters all[] = {sides[0].all, sides[1].all};
    const struct stat_hits hits[] = {sides[0].hits, sides[1].hits};
    ck_assert_double_eq(stat_design_effect(all, hits), 1);
    ck_assert_double_eq_tol(stat_cluster_variance(&all[0], &hits[0]), 0, 1e-15);
}
END_TEST

START_TEST(
    the_variance_is_that_of_leaving_out_a_cluster) { /* jackknife: nearly the same estimate */
    double n[30], x[30];
    struct side side = {0};
    for (int i = 0; i < 30; i++) {
        n[i] = 20 + floor(chance() * 30);
        x[i] = hits_of((int)n[i], chance() * 0.4);
        add_cluster(&side, n[i], x[i]);
    }
    double share = side.hits.x / side.all.n, squares = 0;
    for (int i = 0; i < 30; i++) {
        double without = (side.hits.x - x[i]) / (side.all.n - n[i]);
        squares += (without - share) * (without - share);
    }
    double jackknife = squares * 29 / 30;
    ck_assert_double_eq_tol(stat_cluster_variance(&side.all, &side.hits) / jackknife, 1, 0.1);
}
END_TEST

/* A recording of so many seconds with 50 samples each; in half of the seconds the row has spread
 * more than its share, in the others as much less. */
static void simulate(struct side *side, int seconds, double share, double spread) {
    *side = (struct side){0};
    for (int i = 0; i < seconds; i++) {
        double here = share + (chance() < 0.5 ? spread : -spread);
        add_cluster(side, 50, hits_of(50, here));
    }
}

static double compare(const struct side sides[2], bool clustered) {
    const struct stat_clusters all[] = {sides[0].all, sides[1].all};
    const struct stat_hits hits[] = {sides[0].hits, sides[1].hits};
    struct stat_pair pair = independent(hits[0].x, all[0].n, hits[1].x, all[1].n);
    if (clustered) {
        pair.design_effect = stat_design_effect(all, hits);
        pair.df = all[0].count + all[1].count - 2;
    }
    struct stat_change change;
    stat_compare(&pair, 0.95, &change);
    return change.p;
}

static double found(int seconds, double base, double fresh, double spread, bool clustered) {
    int rounds = 3000, hits = 0;
    for (int i = 0; i < rounds; i++) {
        struct side sides[2];
        simulate(&sides[0], seconds, base, spread);
        simulate(&sides[1], seconds, fresh, spread * fresh / base);
        hits += compare(sides, clustered) <= 0.05;
    }
    return (double)hits / rounds;
}

START_TEST(independent_samples_err_as_often_as_was_said) {
    ck_assert_double_lt(found(30, 0.2, 0.2, 0, true), 0.06);
    ck_assert_double_lt(found(30, 0.01, 0.01, 0, true), 0.06);
    ck_assert_double_lt(found(8, 0.002, 0.002, 0, true), 0.06);
    ck_assert_double_gt(found(30, 0.2, 0.2, 0, true), 0.02);
}
END_TEST

START_TEST(clustered_samples_err_as_often_as_was_said_only_with_the_design_effect) {
    ck_assert_double_lt(found(30, 0.2, 0.2, 0.15, true), 0.065);
    ck_assert_double_lt(found(6, 0.2, 0.2, 0.15, true), 0.075);
    ck_assert_double_gt(found(30, 0.2, 0.2, 0.15, false), 0.2);
}
END_TEST

START_TEST(the_smallest_detectable_change_is_detected_four_times_in_five) {
    double n = 30 * 50, change = stat_detectable(0.1, n, n, 0.05, 0.8);
    double power = found(30, 0.1, 0.1 + change, 0, true);
    ck_assert_double_gt(power, 0.75);
    ck_assert_double_lt(power, 0.85);
    change = stat_detectable(0, n, n, 0.05, 0.8); /* a method that was not there */
    ck_assert_double_gt(change, 3 / n);
    ck_assert_double_lt(change, 12 / n);
    ck_assert(isnan(stat_detectable(0.1, 2, 2, 0.05, 0.8)));
    ck_assert(isnan(stat_detectable(0.1, 0, 100, 0.05, 0.8)));
    ck_assert(isnan(stat_detectable(0, 0, 100, 0.05, 0.8)));
    ck_assert(isnan(stat_detectable(0, 100, 0, 0.05, 0.8)));
}
END_TEST

START_TEST(the_interval_holds_the_truth_as_often_as_was_said) {
    int rounds = 3000, holds = 0;
    for (int i = 0; i < rounds; i++) {
        struct stat_change change;
        struct stat_pair pair = independent(hits_of(400, 0.05), 400, hits_of(600, 0.09), 600);
        stat_compare(&pair, 0.95, &change);
        holds += change.low <= 0.04 && change.high >= 0.04;
    }
    ck_assert_double_gt((double)holds / rounds, 0.94);
    ck_assert_double_lt((double)holds / rounds, 0.97);
}
END_TEST

static double welch(const double *a, size_t a_len, const double *b, size_t b_len) {
    return stat_welch(&(struct stat_numbers){a, a_len, 0}, &(struct stat_numbers){b, b_len, 0});
}

START_TEST(welch_errs_as_often_as_was_said) {
    int rounds = 3000, hits = 0;
    for (int i = 0; i < rounds; i++) {
        double a[10], b[25];
        for (int j = 0; j < 10; j++) a[j] = (chance() + chance() + chance()) * 10 + 5;
        for (int j = 0; j < 25; j++) b[j] = chance() + chance() + chance() + 18.5;
        hits += welch(a, 10, b, 25) <= 0.05;
    }
    ck_assert_double_lt((double)hits / rounds, 0.065);
    ck_assert_double_gt((double)hits / rounds, 0.035);
    const double one[] = {1}, alike[] = {2, 2, 2}, other[] = {3, 3};
    ck_assert_double_eq(welch(one, 1, alike, 3), 1);
    ck_assert_double_eq(welch(alike, 3, alike, 3), 1);
    ck_assert_double_eq(welch(alike, 3, other, 2), 0);
}
END_TEST

static double deal(const double *a, size_t a_len, double a_zeros, const double *b, size_t b_len,
                   double b_zeros) {
    return stat_deal(&(struct stat_numbers){a, a_len, a_zeros},
                     &(struct stat_numbers){b, b_len, b_zeros});
}

START_TEST(few_numbers_are_dealt_out_in_all_ways) {
    const double one[] = {5}, three[] = {1, 2, 3}, alike[] = {2, 2};
    /* 1 of 4 seconds has something: it is on the new side by chance in 2 of 4, 3 of 4 deals. */
    ck_assert_double_eq_tol(deal(NULL, 0, 2, one, 1, 1), 0.5, 1e-12);
    ck_assert_double_eq_tol(deal(NULL, 0, 1, one, 1, 2), 0.75, 1e-12);
    ck_assert_double_eq_tol(deal(one, 1, 1, NULL, 0, 2), 1, 1e-12); /* fewer could not be */
    /* {1,2,3} on one side, three zeros on the other: one deal of 20. */
    ck_assert_double_eq_tol(deal(NULL, 0, 3, three, 3, 0), 0.05, 1e-12);
    ck_assert_double_eq_tol(deal(three, 3, 0, NULL, 0, 3), 1, 1e-12);
    /* 2 and 2 against 5: of 6 deals of 2 and 2, with a zero, those with the 5 have as much. */
    ck_assert_double_eq_tol(deal(alike, 2, 0, one, 1, 1), 0.5, 1e-12);
    ck_assert_double_eq(deal(NULL, 0, 0, one, 1, 1), 1);
    ck_assert_double_eq_tol(deal(NULL, 0, 1e10, three, 3, 1e10), 0.125, 1e-4);
    ck_assert_double_eq_tol(stat_deal_least(3, 3), 0.05, 1e-12);
    ck_assert_double_eq_tol(stat_deal_least(2, 4), 1 / 15.0, 1e-12);
    ck_assert_double_eq(stat_deal_least(0, 4), 1);
    const double many[STAT_DEAL_EXACT + 1] = {1};
    ck_assert(isfinite(deal(many, STAT_DEAL_EXACT - 1, 9, one, 1, 9)));
    ck_assert(isnan(deal(many, STAT_DEAL_EXACT, 9, one, 1, 9)));
}
END_TEST

START_TEST(sums_of_few_numbers_err_as_often_as_was_said_where_welch_errs_more) {
    int rounds = 3000, hits = 0, welch_hits = 0;
    for (int i = 0; i < rounds; i++) {
        double a[60], b[60];
        struct stat_numbers sides[2] = {{a, 0, 0}, {b, 0, 0}};
        for (int side = 0; side < 2; side++) {
            double *to = side ? b : a;
            for (int s = 0; s < 60; s++)
                if (chance() < 0.05 && sides[side].len < STAT_DEAL_EXACT / 2)
                    to[sides[side].len++] = 1 + chance();
            sides[side].zeros = 60 - (double)sides[side].len;
        }
        hits += stat_deal(&sides[0], &sides[1]) <= 0.05;
        welch_hits += sides[1].len > sides[0].len && stat_welch(&sides[0], &sides[1]) / 2 <= 0.05;
    }
    ck_assert_double_lt((double)hits / rounds, 0.055);
    ck_assert_double_gt((double)hits / rounds, 0.02);
    ck_assert_int_lt(hits, welch_hits);
}
END_TEST

START_TEST(ratios_of_sums_err_as_often_as_was_said) {
    int rounds = 3000, hits = 0, above = 0;
    for (int i = 0; i < rounds; i++) {
        double x[2][20], n[2][20];
        for (int side = 0; side < 2; side++)
            for (int s = 0; s < 20; s++) {
                n[side][s] = 5 + floor(10 * chance());
                x[side][s] = 0;
                for (int k = 0; k < (int)n[side][s]; k++) x[side][s] += 1 + chance();
            }
        const struct stat_ratio a = {x[0], n[0], 20}, b = {x[1], n[1], 20};
        hits += stat_ratio_exceeds(&a, &b) <= 0.05;
        above += stat_ratio_above(&a, 1.5) <= 0.05;
    }
    ck_assert_double_lt((double)hits / rounds, 0.065);
    ck_assert_double_gt((double)hits / rounds, 0.035);
    ck_assert_double_lt((double)above / rounds, 0.065);
    ck_assert_double_gt((double)above / rounds, 0.035);
    const double some[] = {2, 4}, twice[] = {4, 8}, ones[] = {1, 2}, none[] = {0, 0};
    const struct stat_ratio two = {some, ones, 2}, four = {twice, ones, 2}, one = {some, ones, 1};
    const struct stat_ratio nothing = {some, none, 2};
    ck_assert_double_eq(stat_ratio_exceeds(&two, &four), 0); /* nothing varies */
    ck_assert_double_eq(stat_ratio_exceeds(&four, &two), 1);
    ck_assert_double_eq(stat_ratio_exceeds(&two, &two), 1);
    ck_assert_double_eq(stat_ratio_exceeds(&one, &four), 1);
    ck_assert_double_eq(stat_ratio_exceeds(&two, &nothing), 1);
    ck_assert_double_eq(stat_ratio_above(&two, 1.9), 0);
    ck_assert_double_eq(stat_ratio_above(&two, 2), 1);
    ck_assert_double_eq(stat_ratio_above(&nothing, 2), 1);
}
END_TEST

START_TEST(zeros_that_are_only_counted_weigh_as_zeros_that_are_kept) {
    const double kept[] = {0, 3, 0, 0, 5, 0, 4}, few[] = {3, 5, 4}, other[] = {1, 2, 2, 0, 3};
    const struct stat_numbers all = {kept, 7, 0}, counted = {few, 3, 4}, b = {other, 5, 0};
    ck_assert_double_eq_tol(stat_welch(&all, &b), stat_welch(&counted, &b), 1e-12);
    ck_assert_double_eq_tol(stat_welch(&b, &all), stat_welch(&b, &counted), 1e-12);
    ck_assert_double_eq_tol(stat_mean_exceeds(&all, 1), stat_mean_exceeds(&counted, 1), 1e-12);
    const struct stat_numbers nothing = {NULL, 0, 1e10};
    ck_assert_double_eq(stat_welch(&nothing, &nothing), 1);
    ck_assert_double_eq(stat_mean_exceeds(&nothing, 0), 1);
}
END_TEST

START_TEST(dispersions_of_few_recordings_are_drawn_to_that_of_all_rows) {
    ck_assert_double_eq_tol(stat_moderate(9, 2, 1, 10), 28.0 / 12, 1e-12);
    ck_assert_double_eq_tol(stat_moderate(0.1, 4, 1, 10), 10.4 / 14, 1e-12);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("statistics");
    TCase *c = tcase_create("statistics");
    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, students_distribution_is_the_integral_of_its_density);
    tcase_add_test(c, quantiles_are_those_of_printed_tables);
    tcase_add_test(c, the_rank_test_is_the_permutation_test);
    tcase_add_test(c, many_numbers_of_which_most_are_tied_vary_less);
    tcase_add_test(c, three_recordings_a_side_cannot_give_less_than_a_tenth);
    tcase_add_test(c, many_numbers_take_the_normal_distribution_and_it_is_near);
    tcase_add_test(c, holm_multiplies_the_least_by_all_and_never_falls);
    tcase_add_test(c, benjamini_and_hochberg_step_up);
    tcase_add_test(c, clusters_that_are_all_alike_count_once);
    tcase_add_test(c, clusters_more_even_than_chance_are_taken_as_chance);
    tcase_add_test(c, a_side_of_nothing_leaves_the_effect_to_the_other);
    tcase_add_test(c, the_variance_is_that_of_leaving_out_a_cluster);
    tcase_add_test(c, independent_samples_err_as_often_as_was_said);
    tcase_add_test(c, clustered_samples_err_as_often_as_was_said_only_with_the_design_effect);
    tcase_add_test(c, the_smallest_detectable_change_is_detected_four_times_in_five);
    tcase_add_test(c, the_interval_holds_the_truth_as_often_as_was_said);
    tcase_add_test(c, welch_errs_as_often_as_was_said);
    tcase_add_test(c, few_numbers_are_dealt_out_in_all_ways);
    tcase_add_test(c, sums_of_few_numbers_err_as_often_as_was_said_where_welch_errs_more);
    tcase_add_test(c, ratios_of_sums_err_as_often_as_was_said);
    tcase_add_test(c, zeros_that_are_only_counted_weigh_as_zeros_that_are_kept);
    tcase_add_test(c, dispersions_of_few_recordings_are_drawn_to_that_of_all_rows);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
