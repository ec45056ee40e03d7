/* Digests: how many there are, what their percentiles are, and that it does not matter how they
 * came, at each side of the number up to which they are exact. */
#include "analyzers/events/digest.h"
#include "base/missing.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdlib.h>

static const size_t sizes[] = {
    0, 1, 2, 3, DIGEST_EXACT - 1, DIGEST_EXACT, DIGEST_EXACT + 1, 2 * DIGEST_EXACT};
#define SIZES ((int)(sizeof sizes / sizeof *sizes))
static const double shares[] = {0, 1e-4, 0.001, 0.25, 0.5, 0.75, 0.999, 0.99985, 1};
#define SHARES (sizeof shares / sizeof *shares)

/* Out of order and of both signs, each once, from this one up. */
static double lowest(size_t n) {
    return -(double)(n / 2 + 5); /* not where a bucket begins */
}

static double number_at(size_t i, size_t n) {
    return (double)(i * 7919 % n) + lowest(n);
}

/* Those from begin up to end of n numbers. */
static struct digest digest_of(size_t begin, size_t end, size_t n) {
    struct digest d = {0};
    for (size_t i = begin; i < end; i++) digest_add(&d, number_at(i, n));
    return d;
}

static uint64_t in_buckets(const struct digest *d) {
    uint64_t sum = 0;
    digest_buckets all = digest_buckets_of(d);
    for (size_t i = 0; i < all.len; i++) sum += all.items[i].value;
    array_free(&all);
    return sum;
}

/* Each number is in one place: all are kept, or all are in buckets. */
static void check_whole(const struct digest *d, size_t n) {
    bool exact = n <= DIGEST_EXACT;
    ck_assert_uint_eq(d->count, n);
    ck_assert_uint_eq(d->exact.len, exact ? n : 0);
    ck_assert_uint_eq(in_buckets(d), exact ? 0 : n);
}

/* Of the n numbers, whose percentiles are known. */
static void check_percentiles(struct digest *d, size_t n) {
    for (size_t i = 0; i < SHARES && n; i++) {
        double rank = ceil((double)n * shares[i] - 1e-9);
        double number = (rank < 1 ? 0 : rank - 1) + lowest(n);
        bool end = rank <= 1 || rank >= (double)n; /* which are known */
        double error = n > DIGEST_EXACT && !end ? fabs(number) * DIGEST_ERROR : 0;
        double said = digest_quantile(d, shares[i]);
        ck_assert_msg(fabs(said - number) <= error, "%g of %zu: %g, not %g", shares[i], n, said,
                      number);
    }
}

START_TEST(each_number_counts_once_and_percentiles_are_those_of_all) {
    size_t n = sizes[_i];
    struct digest d = digest_of(0, n, n);
    check_whole(&d, n);
    check_percentiles(&d, n);
    if (!n) ck_assert(is_missing(digest_quantile(&d, 0.5)));
    digest_free(&d);
    ck_assert_uint_eq(d.count, 0);
}
END_TEST

START_TEST(digests_that_are_merged_are_that_of_all_numbers) {
    size_t a = sizes[_i / SIZES], n = a + sizes[_i % SIZES];
    struct digest all = digest_of(0, n, n), into = digest_of(0, a, n), from = digest_of(a, n, n);
    digest_quantile(&into, 0.5); /* sorts what is merged */
    digest_merge(&into, &from);
    check_whole(&into, n);
    check_whole(&from, n - a); /* it stays as it is */
    check_percentiles(&into, n);
    if (n) ck_assert_double_eq(into.least, all.least);
    if (n) ck_assert_double_eq(into.most, all.most);
    for (size_t i = 0; i < SHARES && n; i++)
        ck_assert_double_eq(digest_quantile(&into, shares[i]), digest_quantile(&all, shares[i]));
    digest_free(&all);
    digest_free(&into);
    digest_free(&from);
}
END_TEST

/* Least and most may be the first, the last or one within. */
START_TEST(least_and_most_are_found_wherever_they_stand) {
    static const double orders[][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},    {2, 3, 1},
                                       {3, 1, 2}, {3, 2, 1}, {-1, -3, -2}, {5, 5, 5}};
    const double *o = orders[_i];
    struct digest added = {0}, merged = {0};
    for (int i = 0; i < 3; i++) {
        struct digest one = {0};
        digest_add(&added, o[i]);
        digest_add(&one, o[i]);
        digest_merge(&merged, &one);
        digest_free(&one);
    }
    const struct digest *both[] = {&added, &merged};
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq(both[i]->least, fmin(o[0], fmin(o[1], o[2])));
        ck_assert_double_eq(both[i]->most, fmax(o[0], fmax(o[1], o[2])));
    }
    digest_free(&added);
    digest_free(&merged);
}
END_TEST

START_TEST(what_comes_after_a_question_counts) {
    struct digest d = {0};
    digest_add(&d, 3);
    digest_add(&d, 2);
    ck_assert_double_eq(digest_quantile(&d, 0.5), 2);
    digest_add(&d, 1);
    ck_assert_double_eq(digest_quantile(&d, 0.5), 2);
    digest_add(&d, 0);
    digest_add(&d, MISSING_REAL);
    ck_assert_uint_eq(d.count, 4);
    ck_assert_double_eq(digest_quantile(&d, 0.5), 1);
    ck_assert_double_eq(digest_quantile(&d, 0.75), 2);
    digest_free(&d);
}
END_TEST

/* A percentile is between the least and the most, and zeros of both signs are one number. */
START_TEST(a_bucket_says_nothing_that_was_not_there) {
    static const double numbers[] = {1000003, -1000003, 0, -0.0};
    struct digest d = {0};
    for (int i = 0; i <= DIGEST_EXACT; i++) digest_add(&d, numbers[_i]);
    ck_assert_double_eq(digest_quantile(&d, 0.5), numbers[_i]);
    for (int i = 0; i <= DIGEST_EXACT; i++) digest_add(&d, numbers[_i] == 0 ? -numbers[_i] : 1);
    digest_buckets buckets = digest_buckets_of(&d);
    ck_assert_uint_eq(buckets.len, numbers[_i] == 0 ? 1 : 2);
    array_free(&buckets);
    digest_free(&d);
}
END_TEST

START_TEST(of_many_zeros_the_percentile_is_zero) {
    struct digest d = {0};
    for (int i = 0; i < 3 * DIGEST_EXACT; i++) digest_add(&d, i % 3 - 1);
    ck_assert_double_eq(digest_quantile(&d, 0.34), 0);
    ck_assert_double_eq(digest_quantile(&d, 0.66), 0);
    digest_free(&d);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("digests");
    TCase *tcase = tcase_create("digests");
    tcase_add_loop_test(tcase, each_number_counts_once_and_percentiles_are_those_of_all, 0, SIZES);
    tcase_add_loop_test(tcase, digests_that_are_merged_are_that_of_all_numbers, 0, SIZES * SIZES);
    tcase_add_loop_test(tcase, least_and_most_are_found_wherever_they_stand, 0, 8);
    tcase_add_test(tcase, what_comes_after_a_question_counts);
    tcase_add_test(tcase, of_many_zeros_the_percentile_is_zero);
    tcase_add_loop_test(tcase, a_bucket_says_nothing_that_was_not_there, 0, 4);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
