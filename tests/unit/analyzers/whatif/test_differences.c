/* Gains of two experiments: what chance makes of them, and what it does not. */
#include "analyzers/whatif/differences.h"
#include "base/missing.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <math.h>

static struct whatif_estimate gain(double low, double middle, double high) {
    return (struct whatif_estimate){.windows = 50,
                                    .gain = middle,
                                    .low = low,
                                    .high = high,
                                    .chance_low = low,
                                    .chance_high = high};
}

static const struct whatif_estimate unknown = {.gain = MISSING_REAL,
                                               .low = MISSING_REAL,
                                               .high = MISSING_REAL,
                                               .chance_low = MISSING_REAL,
                                               .chance_high = MISSING_REAL};

START_TEST(the_interval_is_made_of_both) {
    /* by hand: 10 - 20 = -10; down by (12 - 8, 3 - 0) = 5, up by (16 - 10, 20 - 12) = 10 */
    const struct whatif_estimate base = gain(12, 20, 23), fresh = gain(6, 10, 16);
    struct whatif_difference d;
    whatif_differences(&base, &fresh, 1, &d);
    ck_assert_double_eq_tol(d.points, -10, 1e-9);
    ck_assert_double_eq_tol(d.low, -15, 1e-9);
    ck_assert_double_eq_tol(d.high, 0, 1e-9);
}
END_TEST

/* What both are uncertain by alike, besides chance. */
START_TEST(what_is_no_chance_is_not_in_the_difference) {
    struct whatif_estimate more = gain(12, 20, 23), less = gain(-16, -10, -6);
    struct whatif_difference plain, wider;
    whatif_differences(&less, &more, 1, &plain);
    more.high += 4;
    less.low -= 3;
    whatif_differences(&less, &more, 1, &wider);
    ck_assert_double_eq_tol(wider.low, plain.low, 1e-9);
    ck_assert_double_eq_tol(wider.high, plain.high, 1e-9);
    ck_assert_double_eq_tol(wider.p, plain.p, 1e-9);
}
END_TEST

START_TEST(what_is_said_follows_from_interval_and_p) {
    static const struct {
        double base[3], fresh[3];
        enum whatif_change change;
    } cases[] = {
        {{-1, 0, 1}, {4, 5, 6}, WHATIF_DIFFERS},
        {{4, 5, 6}, {-1, 0, 1}, WHATIF_DIFFERS},
        {{-1, 0, 1}, {0, 1, 2}, WHATIF_UNSURE_CHANGE},
        {{-1, 0, 1}, {-0.9, 0.1, 1.1}, WHATIF_SAME},
        {{-1, 0, 1}, {-0.35, 0.65, 1.65}, WHATIF_UNSURE_CHANGE}, /* reaches beyond 2 */
        {{-1, 0, 1}, {-1.65, -0.65, 0.35}, WHATIF_UNSURE_CHANGE},
        {{0, 0, 0}, {-2, 0, 1}, WHATIF_UNSURE_CHANGE}, /* down to 2 */
        {{0, 0, 0}, {-1, 0, 2}, WHATIF_UNSURE_CHANGE},
        {{-0.1, 0, 0.1}, {0.9, 1, 1.1}, WHATIF_SAME}, /* not by chance, but as good as nothing */
        {{-9, 0, 9}, {-4, 5, 14}, WHATIF_UNSURE_CHANGE},
        {{5, 5, 5}, {5, 5, 5}, WHATIF_SAME}, /* without any chance */
        {{5, 5, 5}, {9, 9, 9}, WHATIF_DIFFERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct whatif_estimate base =
                                         gain(cases[i].base[0], cases[i].base[1], cases[i].base[2]),
                                     fresh = gain(cases[i].fresh[0], cases[i].fresh[1],
                                                  cases[i].fresh[2]);
        struct whatif_difference d;
        whatif_differences(&base, &fresh, 1, &d);
        ck_assert_msg(d.change == cases[i].change, "%zu: %d", i, (int)d.change);
    }
}
END_TEST

START_TEST(p_is_that_of_the_normal_distribution_in_logarithms) {
    /* standard errors of 0.03 and 0.04 and a difference of 0.1: 2 of 0.05 */
    double z = 1.959963984540054;
    const struct whatif_estimate base = gain(100 * expm1(-0.03 * z), 0, 100 * expm1(0.03 * z)),
                                 fresh = gain(100 * expm1(0.1 - 0.04 * z), 100 * expm1(0.1),
                                              100 * expm1(0.1 + 0.04 * z));
    struct whatif_difference d;
    whatif_differences(&base, &fresh, 1, &d);
    ck_assert_double_eq_tol(d.p, 0.045500263896, 1e-9);
    ck_assert_int_eq(d.change, WHATIF_DIFFERS);
}
END_TEST

START_TEST(the_more_is_looked_at_the_more_is_asked_for) {
    double z = 1.959963984540054;
    const struct whatif_estimate still = gain(-5, 0, 5),
                                 base = gain(100 * expm1(-0.05 * z), 0, 100 * expm1(0.05 * z)),
                                 fresh = gain(100 * expm1(0.1), 100 * expm1(0.1), 100 * expm1(0.1)),
                                 all[2][3] = {{base, still, unknown}, {fresh, still, base}};
    struct whatif_difference d[3];
    whatif_differences(all[0], all[1], 3, d);
    ck_assert_double_eq_tol(d[0].p, 2 * 0.045500263896, 1e-9); /* of two that are known */
    ck_assert_int_eq(d[0].change, WHATIF_UNSURE_CHANGE);
    ck_assert_double_eq(d[1].p, 1);
    ck_assert(is_missing(d[2].points));
    ck_assert(is_missing(d[2].low));
    ck_assert_int_eq(d[2].change, WHATIF_UNSURE_CHANGE);
}
END_TEST

START_TEST(a_side_that_is_not_known_differs_by_nothing) {
    const struct whatif_estimate known = gain(4, 5, 6);
    struct whatif_difference d[2];
    whatif_differences((struct whatif_estimate[]){known, unknown},
                       (struct whatif_estimate[]){unknown, known}, 2, d);
    for (int i = 0; i < 2; i++) {
        ck_assert(is_missing(d[i].points));
        ck_assert_double_eq(d[i].p, 1);
        ck_assert_int_eq(d[i].change, WHATIF_UNSURE_CHANGE);
    }
}
END_TEST

static double normal(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += (double)(random_u64() >> 11) / (double)(UINT64_C(1) << 53);
    return sum;
}

/* Both sides are measured of one truth, with errors as large as their intervals say. */
START_TEST(of_equal_programs_one_in_twenty_differs) {
    enum { TRIES = 4000 };
    int held = 0, differ = 0;
    for (int i = 0; i < TRIES; i++) {
        struct whatif_estimate sides[2];
        for (int side = 0; side < 2; side++) {
            double error = side ? 0.03 : 0.015, log = log1p(0.2) + error * normal();
            sides[side] = gain(100 * expm1(log - 1.96 * error), 100 * expm1(log),
                               100 * expm1(log + 1.96 * error));
        }
        struct whatif_difference d;
        whatif_differences(&sides[0], &sides[1], 1, &d);
        held += d.low <= 0 && d.high >= 0;
        differ += d.change == WHATIF_DIFFERS;
    }
    ck_assert_int_gt(held, TRIES * 940 / 1000);
    ck_assert_int_lt(held, TRIES * 960 / 1000);
    ck_assert_int_gt(differ, TRIES * 40 / 1000);
    ck_assert_int_lt(differ, TRIES * 60 / 1000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("differences");
    TCase *all = tcase_create("all");
    tcase_add_test(all, the_interval_is_made_of_both);
    tcase_add_test(all, what_is_no_chance_is_not_in_the_difference);
    tcase_add_test(all, what_is_said_follows_from_interval_and_p);
    tcase_add_test(all, p_is_that_of_the_normal_distribution_in_logarithms);
    tcase_add_test(all, the_more_is_looked_at_the_more_is_asked_for);
    tcase_add_test(all, a_side_that_is_not_known_differs_by_nothing);
    tcase_add_test(all, of_equal_programs_one_in_twenty_differs);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
