/* Sorting by numbers: in order, stable, whatever bits the keys differ in. */
#include "base/sort.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 88172645463325252u;

static uint64_t random_number(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

static const size_t lengths[] = {0, 1, 2, 25, 63, 64, 65, 1000, 70000};
/* The bits that keys differ in: none, low ones, one digit, the border of two digits, the sign, all.
 */
static const uint64_t masks[] = {0, 3, 0x7FF, 0xC00, UINT64_C(1) << 63 | 1, UINT64_MAX};
enum { LENGTHS = sizeof lengths / sizeof *lengths, MASKS = sizeof masks / sizeof *masks };

START_TEST(keys_ascend_and_equal_ones_stay_as_they_were) {
    size_t len = lengths[_i % LENGTHS];
    uint64_t mask = masks[_i / LENGTHS], fixed = random_number() & ~mask;
    uint64_t *keys = calloc(len + 1, sizeof *keys);
    bool *seen = calloc(len + 1, sizeof *seen);
    for (size_t i = 0; i < len; i++) keys[i] = (random_number() & mask) | fixed;
    uint32_t *order = sort_start(len);
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) {
        ck_assert_uint_lt(order[i], len);
        ck_assert(!seen[order[i]]);
        seen[order[i]] = true;
        if (i == 0) continue;
        ck_assert_uint_le(keys[order[i - 1]], keys[order[i]]);
        if (keys[order[i - 1]] == keys[order[i]]) ck_assert_uint_lt(order[i - 1], order[i]);
    }
    free(order);
    free(seen);
    free(keys);
}
END_TEST

START_TEST(a_second_sort_decides_first_and_the_first_among_equals) {
    enum { N = 5000 };
    static uint64_t major[N], minor[N];
    for (size_t i = 0; i < N; i++) {
        major[i] = random_number() % 7;
        minor[i] = random_number();
    }
    uint32_t *order = sort_start(N);
    sort_by(order, N, minor);
    sort_by(order, N, major);
    for (size_t i = 1; i < N; i++) {
        uint32_t a = order[i - 1], b = order[i];
        ck_assert(major[a] < major[b] || (major[a] == major[b] && minor[a] <= minor[b]));
    }
    free(order);
}
END_TEST

START_TEST(signed_numbers_have_keys_in_their_order) {
    static const int64_t ascending[] = {INT64_MIN, -5, -1, 0, 1, 5, INT64_MAX};
    for (size_t i = 1; i < sizeof ascending / sizeof *ascending; i++)
        ck_assert_uint_lt(sort_signed(ascending[i - 1]), sort_signed(ascending[i]));
}
END_TEST

START_TEST(numbers_ascend_with_their_signs) {
    int64_t numbers[] = {5, -1, INT64_MAX, 0, INT64_MIN, -1, 7}, one = 3;
    static const int64_t sorted[] = {INT64_MIN, -1, -1, 0, 5, 7, INT64_MAX};
    sort_numbers(numbers, 7);
    for (size_t i = 0; i < 7; i++) ck_assert_int_eq(numbers[i], sorted[i]);
    sort_numbers(&one, 1);
    sort_numbers(NULL, 0);
    ck_assert_int_eq(one, 3);
}
END_TEST

/* Of few and many, near and far, alike and none: each place is what sorting puts there. */
START_TEST(any_one_is_found_without_sorting) {
    size_t len = lengths[_i % LENGTHS];
    int64_t mask = (int64_t)masks[_i / LENGTHS], fixed = (int64_t)random_number() & ~mask;
    int64_t *numbers = calloc(len + 1, sizeof *numbers), *sorted = calloc(len + 1, sizeof *sorted);
    for (size_t i = 0; i < len; i++) numbers[i] = ((int64_t)random_number() & mask) | fixed;
    memcpy(sorted, numbers, len * sizeof *sorted);
    sort_numbers(sorted, len);
    for (size_t nth = 0; nth < len; nth += 1 + nth * 2 + len / 5) {
        int64_t *some = calloc(len, sizeof *some);
        memcpy(some, numbers, len * sizeof *some);
        ck_assert_int_eq(sort_nth(some, len, nth), sorted[nth]);
        memcpy(some, numbers, len * sizeof *some);
        ck_assert_int_eq(sort_nth(some, len, len - 1 - nth), sorted[len - 1 - nth]);
        free(some);
    }
    free(numbers);
    free(sorted);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sort");
    TCase *tc = tcase_create("all");
    tcase_add_loop_test(tc, keys_ascend_and_equal_ones_stay_as_they_were, 0, LENGTHS * MASKS);
    tcase_add_loop_test(tc, any_one_is_found_without_sorting, 0, LENGTHS * MASKS);
    tcase_add_test(tc, a_second_sort_decides_first_and_the_first_among_equals);
    tcase_add_test(tc, signed_numbers_have_keys_in_their_order);
    suite_add_tcase(suite, tc);
    tcase_add_test(tc, numbers_ascend_with_their_signs);
    return suite_run(suite);
}
