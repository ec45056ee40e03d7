/* Percentiles of durations, of all and by key. */
#include "analyzers/time/lengths.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(a_percentile_is_the_shortest_that_so_many_are_not_longer_than) {
    struct lengths lengths = {0};
    for (int64_t i = 100; i >= 1; i--) lengths_add(&lengths, i * 10);
    lengths_sort(&lengths);
    ck_assert_int_eq(lengths_at(&lengths, 0.5), 500);
    ck_assert_int_eq(lengths_at(&lengths, 0.9), 900);
    ck_assert_int_eq(lengths_at(&lengths, 0.99), 990);
    ck_assert_int_eq(lengths_at(&lengths, 0.991), 1000);
    ck_assert_int_eq(lengths_at(&lengths, 0), 10);
    ck_assert_int_eq(lengths_longest(&lengths), 1000);
    ck_assert_int_eq(lengths.total, 50500);
    lengths_free(&lengths);
}
END_TEST

START_TEST(of_few_a_high_percentile_is_the_longest) {
    struct lengths lengths = {0};
    lengths_add(&lengths, 3);
    lengths_add(&lengths, 1);
    lengths_sort(&lengths);
    ck_assert_int_eq(lengths_at(&lengths, 0.5), 1);
    ck_assert_int_eq(lengths_at(&lengths, 0.51), 3);
    ck_assert_int_eq(lengths_at(&lengths, 0.999), 3);
    lengths_free(&lengths);
}
END_TEST

START_TEST(of_none_all_are_missing) {
    struct lengths lengths = {0};
    lengths_sort(&lengths);
    ck_assert_int_eq(lengths_at(&lengths, 0.5), MISSING);
    ck_assert_int_eq(lengths_longest(&lengths), MISSING);
    ck_assert_int_eq(lengths_count(&lengths), MISSING);
    ck_assert_int_eq(lengths_total(&lengths), MISSING);
}
END_TEST

START_TEST(of_one_that_took_no_time_none_is_missing) {
    struct lengths lengths = {0};
    lengths_add(&lengths, 0);
    lengths_sort(&lengths);
    ck_assert_int_eq(lengths_at(&lengths, 0.5), 0);
    ck_assert_int_eq(lengths_count(&lengths), 1);
    ck_assert_int_eq(lengths_total(&lengths), 0);
    lengths_free(&lengths);
}
END_TEST

START_TEST(what_is_too_long_is_as_long_as_can_be) {
    struct lengths lengths = {0};
    lengths_add(&lengths, INT64_MAX);
    lengths_add(&lengths, INT64_MAX);
    lengths_add(&lengths, -5);
    lengths_sort(&lengths);
    ck_assert_int_eq(lengths.total, INT64_MAX);
    ck_assert_int_eq(lengths_at(&lengths, 0.1), 0);
    lengths_free(&lengths);
}
END_TEST

START_TEST(keys_are_in_the_order_of_their_totals) {
    struct lengths_by by = {0};
    lengths_by_add(&by, 7, 10);
    lengths_by_add(&by, 9, 30);
    lengths_by_add(&by, 7, 25);
    lengths_by_add(&by, 5, 30);
    lengths_by_add(&by, 1, 15);
    lengths_by_add(&by, 1, 15);
    lengths_by_sort(&by);
    const uint64_t keys[] = {7, 1, 5, 9};
    ck_assert_uint_eq(by.rows.len, 4);
    for (size_t i = 0; i < 4; i++) ck_assert_uint_eq(by.rows.items[i].key, keys[i]);
    ck_assert_int_eq(lengths_longest(&by.rows.items[0].lengths), 25);
    lengths_by_free(&by);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lengths");
    TCase *cases = tcase_create("lengths");
    tcase_add_test(cases, a_percentile_is_the_shortest_that_so_many_are_not_longer_than);
    tcase_add_test(cases, of_few_a_high_percentile_is_the_longest);
    tcase_add_test(cases, of_none_all_are_missing);
    tcase_add_test(cases, of_one_that_took_no_time_none_is_missing);
    tcase_add_test(cases, what_is_too_long_is_as_long_as_can_be);
    tcase_add_test(cases, keys_are_in_the_order_of_their_totals);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
