/* Rows found again by a number and the time that is nearest. */
#include "analyzers/tables/numbered.h"
#include "tests/support/suite.h"

#include <check.h>

/* In no order; of number 3 three are there, of which two came at once; of the others one each. */
static const struct numbered rows[] = {
    {7, 500, 0}, {3, 300, 1}, {3, 100, 3}, {3, 100, 2}, {5, 200, 4}, {-2, 10, 5},
};
enum { ROWS = sizeof rows / sizeof *rows };

static numbered_index index_of_rows(void) {
    numbered_index index = {0};
    for (size_t i = 0; i < ROWS; i++) array_push(&index, rows[i]);
    numbered_sort(&index);
    return index;
}

START_TEST(they_are_in_the_order_of_numbers_times_and_places) {
    static const size_t sorted[ROWS] = {5, 2, 3, 1, 4, 0};
    numbered_index index = index_of_rows();
    for (size_t i = 0; i < ROWS; i++) ck_assert_uint_eq(index.items[i].at, sorted[i]);
    array_free(&index);
}
END_TEST

START_TEST(of_those_with_the_number_the_nearest_in_time_is_found) {
    static const struct {
        int64_t id, time_ns;
        size_t at;
    } cases[] = {
        {3, INT64_MIN, 2},  {3, 99, 2},         {3, 100, 2},        {3, 101, 3},
        {3, 199, 3},        {3, 201, 1},        {3, 300, 1},        {3, INT64_MAX, 1},
        {3, 200, 1}, /* as near to either: the later one */
        {5, 0, 4},          {5, 200, 4},        {5, 1000, 4},       {7, 499, 0},
        {7, 501, 0},        {-2, 9, 5},         {-2, 11, 5},        {4, 200, SIZE_MAX},
        {-3, 10, SIZE_MAX}, {8, 500, SIZE_MAX}, {6, 200, SIZE_MAX}, {INT64_MIN, 0, SIZE_MAX}};
    numbered_index index = index_of_rows();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(numbered_find(&index, cases[i].id, cases[i].time_ns) == cases[i].at,
                      "%zu: %zu", i, numbered_find(&index, cases[i].id, cases[i].time_ns));
    array_free(&index);
}
END_TEST

START_TEST(in_none_none_is_found) {
    numbered_index index = {0};
    numbered_sort(&index);
    ck_assert_uint_eq(numbered_find(&index, 3, 100), SIZE_MAX);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("numbered");
    TCase *c = tcase_create("numbered");
    tcase_add_test(c, they_are_in_the_order_of_numbers_times_and_places);
    tcase_add_test(c, of_those_with_the_number_the_nearest_in_time_is_found);
    tcase_add_test(c, in_none_none_is_found);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
