/* Numbers that wait: as they were, in as few bytes as the largest needs. */
#include "analyzers/tables/pending.h"
#include "tests/support/suite.h"

#include <check.h>

static uint64_t number_at(const struct pending_column *c, size_t i) {
    uint64_t number;
    pending_numbers(c, i, 1, &number);
    return number;
}

static const struct {
    uint64_t numbers[4];
    unsigned widths[4];
} cases[] = {
    {{0, 1, 2, 3}, {2, 2, 2, 2}},
    {{UINT16_MAX, UINT16_MAX + 1ull, 5, 0}, {2, 4, 4, 4}},
    {{7, UINT32_MAX, UINT32_MAX + 1ull, 6}, {2, 4, 8, 8}},
    {{9, UINT64_MAX, 8, UINT16_MAX}, {2, 8, 8, 8}},
};

START_TEST(a_column_is_as_wide_as_its_largest_number) {
    struct pending_column c = {.items = NULL};
    for (size_t i = 0; i < 4; i++) {
        pending_push(&c, &cases[_i].numbers[i], 1);
        ck_assert_uint_eq(c.width, cases[_i].widths[i]);
        for (size_t k = 0; k <= i; k++) ck_assert_uint_eq(number_at(&c, k), cases[_i].numbers[k]);
    }
    pending_forget(&c);
    ck_assert_uint_eq(c.len, 0);
}
END_TEST

START_TEST(thousands_are_kept_when_they_become_wider) {
    struct pending_column c = {.items = NULL};
    uint64_t block[100];
    for (uint64_t n = 0; n < 5000; n += 100) {
        for (uint64_t i = 0; i < 100; i++) block[i] = (n + i) * 40;
        pending_push(&c, block, 100);
    }
    ck_assert_uint_eq(c.len, 5000);
    ck_assert_uint_eq(c.width, 4);
    for (uint64_t i = 0; i < 5000; i++) ck_assert_uint_eq(number_at(&c, i), i * 40);
    pending_numbers(&c, 4900, 100, block);
    for (uint64_t i = 0; i < 100; i++) ck_assert_uint_eq(block[i], (4900 + i) * 40);
    pending_forget(&c);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("pending");
    tcase_add_loop_test(c, a_column_is_as_wide_as_its_largest_number, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_test(c, thousands_are_kept_when_they_become_wider);
    Suite *s = suite_create("pending");
    suite_add_tcase(s, c);
    return suite_run(s);
}
