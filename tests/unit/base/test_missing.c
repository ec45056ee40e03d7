/* What is missing stays so through arithmetic; what is gathered leaves it out. */
#include "base/missing.h"
#include "parser/jfr.h"
#include "tests/support/suite.h"

#include <check.h>

static const int64_t most = INT64_MAX, least = INT64_MIN + 1;

START_TEST(one_value_of_each_kind_of_number_is_missing_and_no_other) {
    ck_assert(is_missing(MISSING) && is_missing(MISSING_REAL) && is_missing(MISSING_ID));
    static const int64_t wholes[] = {INT64_MIN + 1, -1, 0, 1, INT64_MAX};
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) ck_assert(is_known(wholes[i]));
    static const double reals[] = {-1, 0, 1, -INFINITY, INFINITY, (double)INT64_MIN};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) ck_assert(is_known(reals[i]));
    static const uint32_t ids[] = {0, 1, UINT32_MAX - 1};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) ck_assert(is_known(ids[i]));
}
END_TEST

START_TEST(columns_of_tables_say_missing_in_the_same_way) {
    ck_assert_int_eq(JFR_NULL_INT, MISSING);
    ck_assert_uint_eq(JFR_NULL_ID, MISSING_ID);
}
END_TEST

static const struct {
    int64_t a, b, plus, minus, max, min, gathered;
} pairs[] = {
    {1, 2, 3, -1, 2, 1, 3},
    {2, 1, 3, 1, 2, 1, 3},
    {0, 0, 0, 0, 0, 0, 0},
    {-1, 0, -1, -1, 0, -1, -1},
    {MISSING, 7, MISSING, MISSING, 7, 7, 7},
    {7, MISSING, MISSING, MISSING, 7, 7, 7},
    {MISSING, MISSING, MISSING, MISSING, MISSING, MISSING, MISSING},
    {MISSING, 0, MISSING, MISSING, 0, 0, 0},
    {INT64_MAX, 1, INT64_MAX, INT64_MAX - 1, INT64_MAX, 1, INT64_MAX},
    {INT64_MIN + 1, -1, INT64_MIN + 1, INT64_MIN + 2, -1, INT64_MIN + 1, INT64_MIN + 1},
    {INT64_MIN + 1, 1, INT64_MIN + 2, INT64_MIN + 1, 1, INT64_MIN + 1, INT64_MIN + 2},
    {INT64_MIN + 1, INT64_MAX, 0, INT64_MIN + 1, INT64_MAX, INT64_MIN + 1, 0},
    {INT64_MAX, INT64_MIN + 1, 0, INT64_MAX, INT64_MAX, INT64_MIN + 1, 0},
};

START_TEST(a_sum_of_two_needs_both_and_what_is_gathered_one) {
    int64_t sum = pairs[_i].a;
    whole_gather(&sum, pairs[_i].b);
    ck_assert_int_eq(sum, pairs[_i].gathered);
    ck_assert_int_eq(whole_plus(pairs[_i].a, pairs[_i].b), pairs[_i].plus);
    ck_assert_int_eq(whole_minus(pairs[_i].a, pairs[_i].b), pairs[_i].minus);
    ck_assert_int_eq(whole_max(pairs[_i].a, pairs[_i].b), pairs[_i].max);
    ck_assert_int_eq(whole_min(pairs[_i].a, pairs[_i].b), pairs[_i].min);
}
END_TEST

START_TEST(an_amount_below_zero_is_missing) {
    ck_assert_int_eq(whole_amount(0), 0);
    ck_assert_int_eq(whole_amount(1), 1);
    ck_assert_int_eq(whole_amount(-1), MISSING);
    ck_assert_int_eq(whole_amount(least), MISSING);
    ck_assert_int_eq(whole_amount(MISSING), MISSING);
    ck_assert_int_eq(whole_amount(most), most);
}
END_TEST

START_TEST(what_stands_in_for_missing_does_so_for_nothing_else) {
    ck_assert_int_eq(whole_or(MISSING, 5), 5);
    ck_assert_int_eq(whole_or(0, 5), 0);
    ck_assert_int_eq(whole_or(-1, 5), -1);
    ck_assert(real_or(MISSING_REAL, 5) == 5 && real_or(0, 5) == 0);
}
END_TEST

START_TEST(a_missing_whole_number_is_a_missing_real_one) {
    ck_assert(is_missing(whole_real(MISSING)));
    ck_assert(whole_real(0) == 0 && whole_real(-3) == -3);
}
END_TEST

START_TEST(real_numbers_are_gathered_likewise) {
    double sum = MISSING_REAL;
    real_gather(&sum, MISSING_REAL);
    ck_assert(is_missing(sum));
    real_gather(&sum, 1.5);
    ck_assert(sum == 1.5);
    real_gather(&sum, MISSING_REAL);
    real_gather(&sum, 2);
    ck_assert(sum == 3.5);
}
END_TEST

START_TEST(a_ratio_needs_both_and_a_whole_above_nought) {
    ck_assert(ratio_of(1, 4) == 0.25 && percent_of(1, 4) == 25 && ratio_of(0, 4) == 0);
    ck_assert(is_missing(ratio_of(1, 0)) && is_missing(ratio_of(0, 0)));
    ck_assert(is_missing(ratio_of(1, -1)) && is_missing(percent_of(1, 0)));
    ck_assert(is_missing(ratio_of(MISSING_REAL, 4)) && is_missing(ratio_of(1, MISSING_REAL)));
}
END_TEST

START_TEST(a_rate_needs_an_amount_and_a_length_of_time) {
    ck_assert(rate_of(10, 2000000000) == 5 && rate_of(0, 1) == 0);
    ck_assert(is_missing(rate_of(10, 0)) && is_missing(rate_of(10, -1)));
    ck_assert(is_missing(rate_of(MISSING, 1)) && is_missing(rate_of(10, MISSING)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("missing");
    TCase *tc = tcase_create("all");
    tcase_add_test(tc, one_value_of_each_kind_of_number_is_missing_and_no_other);
    tcase_add_test(tc, columns_of_tables_say_missing_in_the_same_way);
    tcase_add_loop_test(tc, a_sum_of_two_needs_both_and_what_is_gathered_one, 0,
                        sizeof pairs / sizeof *pairs);
    tcase_add_test(tc, an_amount_below_zero_is_missing);
    tcase_add_test(tc, what_stands_in_for_missing_does_so_for_nothing_else);
    tcase_add_test(tc, a_missing_whole_number_is_a_missing_real_one);
    tcase_add_test(tc, real_numbers_are_gathered_likewise);
    tcase_add_test(tc, a_ratio_needs_both_and_a_whole_above_nought);
    tcase_add_test(tc, a_rate_needs_an_amount_and_a_length_of_time);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
