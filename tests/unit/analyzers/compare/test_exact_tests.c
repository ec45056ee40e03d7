/* Exact tests of counts, against all tables with the same margins and all outcomes, counted out
 * here. */
#include "analyzers/compare/statistics.h"

#include "tests/support/suite.h"
#include "tests/unit/analyzers/compare/pairs.h"

#include <check.h>
#include <math.h>
#include <stdint.h>

static double choose(int n, int k) { /* exact in a double for what is used here */
    double ways = 1;
    for (int i = 1; i <= k; i++) ways = ways * (n - k + i) / i;
    return round(ways);
}

START_TEST(fishers_mid_p_counts_all_tables_with_the_same_margins) {
    for (int n1 = 1; n1 <= 9; n1 += 2)
        for (int n2 = 1; n2 <= 12; n2 += 3)
            for (int x1 = 0; x1 <= n1; x1++)
                for (int x2 = 0; x2 <= n2; x2++) {
                    int hits = x1 + x2;
                    double here = choose(n1, x1) * choose(n2, x2), p = 0, all = 0;
                    for (int x = 0; x <= n1; x++) {
                        if (hits - x < 0 || hits - x > n2) continue;
                        double ways = choose(n1, x) * choose(n2, hits - x);
                        all += ways;
                        p += ways < here ? ways : ways == here ? ways / 2 : 0;
                    }
                    if (hits == 0 || hits == n1 + n2) p = all; /* one table: nothing to be seen */
                    ck_assert_double_eq_tol(stat_fisher_mid_p(x1, n1, x2, n2), p / all, 1e-9);
                }
}
END_TEST

START_TEST(the_binomial_mid_p_adds_up_all_outcomes) {
    for (int n = 1; n <= 15; n++)
        for (int x = 0; x <= n; x++)
            for (int tenths = 1; tenths < 10; tenths += 2) {
                double share = tenths / 10.0;
                double here = choose(n, x) * pow(share, x) * pow(1 - share, n - x), p = 0;
                for (int other = 0; other <= n; other++) {
                    double there = choose(n, other) * pow(share, other) * pow(1 - share, n - other);
                    if (fabs(there - here) < 1e-9 * here) p += there / 2;
                    else if (there < here) p += there;
                }
                ck_assert_double_eq_tol(stat_binomial_mid_p(x, n, share), p, 1e-9);
            }
}
END_TEST

START_TEST(exceeding_a_limit_is_the_upper_tail_of_the_binomial_distribution) {
    for (int x = 0; x <= 20; x++) {
        double p = 0;
        for (int other = x; other <= 20; other++)
            p += choose(20, other) * pow(0.3, other) * pow(0.7, 20 - other) / (other == x ? 2 : 1);
        ck_assert_double_eq_tol(stat_exceeds(x, 20, 0.3, 1, INFINITY), p, 1e-9);
    }
    ck_assert_double_eq_tol(stat_exceeds(1, 1, 0.3, 1, INFINITY), 0.3 / 2, 1e-9);
    ck_assert_double_eq_tol(stat_exceeds(0, 1, 0.3, 1, INFINITY), 0.7 / 2 + 0.3, 1e-9);
    ck_assert_double_eq(stat_exceeds(1, 1, 0.3, 3, INFINITY), 1); /* less than one sample */
    /* Large counts: the normal distribution is near the sum. */
    double exact = 0;
    for (int other = 1080; other <= 10000; other++)
        exact += exp(lgamma(10001) - lgamma(other + 1) - lgamma(10001 - other) + other * log(0.1) +
                     (10000 - other) * log(0.9));
    ck_assert_double_eq_tol(stat_exceeds(1080, 10000, 0.1, 1, INFINITY), exact, 0.001);
}
END_TEST

START_TEST(a_limit_of_nothing_is_exceeded_by_one_sample_and_one_of_all_by_none) {
    ck_assert_double_eq(stat_exceeds(0, 20, 0, 1, INFINITY), 1);
    ck_assert_double_eq(stat_exceeds(1, 20, 0, 1, INFINITY), 0);
    ck_assert_double_eq(stat_exceeds(19, 20, 1, 1, INFINITY), 1);
    ck_assert_double_eq(stat_exceeds(20, 20, 1, 1, INFINITY), 1);
}
END_TEST

START_TEST(large_counts_give_nearly_what_the_exact_test_gives) {
    struct stat_change change;
    struct stat_pair pair = independent(120, 1000, 165, 1000);
    stat_compare(&pair, 0.95, &change);
    ck_assert(!change.exact);
    ck_assert_double_eq_tol(change.p, stat_fisher_mid_p(120, 1000, 165, 1000), 0.0005);
    ck_assert_double_eq_tol(change.change, 0.045, 1e-12);
    ck_assert(change.low > 0 && change.low < 0.045 && change.high > 0.045);
}
END_TEST

START_TEST(few_samples_take_the_exact_test) {
    struct stat_change change;
    struct stat_pair pair = independent(0, 400, 6, 400);
    stat_compare(&pair, 0.95, &change);
    ck_assert(change.exact);
    ck_assert_double_eq_tol(change.p, stat_fisher_mid_p(0, 400, 6, 400), 1e-12);
    pair = independent(400, 400, 394, 400); /* the same the other way round */
    stat_compare(&pair, 0.95, &change);
    ck_assert(change.exact);
    ck_assert_double_eq_tol(change.p, stat_fisher_mid_p(0, 400, 6, 400), 1e-9);
}
END_TEST

START_TEST(a_side_without_samples_is_no_evidence) {
    struct stat_change change;
    struct stat_pair pair = independent(0, 0, 5, 10);
    stat_compare(&pair, 0.95, &change);
    ck_assert_double_eq(change.p, 1);
    ck_assert_double_eq(change.low, -1);
    ck_assert_double_eq(change.high, 1);
}
END_TEST

START_TEST(equal_shares_are_as_likely_as_it_gets) {
    struct stat_change change;
    struct stat_pair pair = independent(50, 500, 100, 1000);
    stat_compare(&pair, 0.95, &change);
    ck_assert_double_eq_tol(change.p, 1, 1e-9);
    ck_assert(change.low < 0 && change.high > 0);
    pair = independent(0, 500, 0, 1000);
    stat_compare(&pair, 0.95, &change);
    ck_assert_double_eq(change.p, 1);
}
END_TEST

START_TEST(rates_are_compared_by_the_binomial_distribution_of_their_sum) {
    const double few[] = {3, 9}, exposure[] = {10, 10}, longer[] = {10, 30}, many[] = {1000, 1150};
    ck_assert_double_eq_tol(stat_compare_rates(few, exposure, 1, INFINITY),
                            stat_binomial_mid_p(9, 12, 0.5), 1e-12);
    ck_assert_double_gt(stat_compare_rates(few, longer, 1, INFINITY), 0.8);
    ck_assert_double_eq_tol(stat_compare_rates(many, exposure, 1, INFINITY),
                            stat_binomial_mid_p(1150, 2150, 0.5), 0.0001);
    ck_assert_double_gt(stat_compare_rates(many, exposure, 10, INFINITY), 0.2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact tests");
    TCase *c = tcase_create("exact tests");
    tcase_add_test(c, fishers_mid_p_counts_all_tables_with_the_same_margins);
    tcase_add_test(c, the_binomial_mid_p_adds_up_all_outcomes);
    tcase_add_test(c, exceeding_a_limit_is_the_upper_tail_of_the_binomial_distribution);
    tcase_add_test(c, a_limit_of_nothing_is_exceeded_by_one_sample_and_one_of_all_by_none);
    tcase_add_test(c, large_counts_give_nearly_what_the_exact_test_gives);
    tcase_add_test(c, few_samples_take_the_exact_test);
    tcase_add_test(c, a_side_without_samples_is_no_evidence);
    tcase_add_test(c, equal_shares_are_as_likely_as_it_gets);
    tcase_add_test(c, rates_are_compared_by_the_binomial_distribution_of_their_sum);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
