/* Numbers become cells, and those that are missing become missing cells. */
#include "cmd/write/amount.h"
#include "cmd/write/cell.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(a_number_that_is_missing_is_a_missing_cell_of_any_kind) {
    const struct cell cells[] = {
        cell_count(MISSING),     cell_count(INT64_C(-1)),    cell_bytes(MISSING),
        cell_bytes(INT64_C(-1)), cell_number(MISSING),       cell_ns(MISSING),
        cell_time(MISSING),      cell_flag(MISSING),         cell_percent(MISSING_REAL),
        cell_percent(INFINITY),  cell_real(MISSING_REAL, 2), cell_real(-INFINITY, CELL_SIGNIFICANT),
        cell_text(NULL)};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        ck_assert_uint_eq(cells[i].kind, CELL_MISSING);
}
END_TEST

START_TEST(a_text_that_there_is_none_of_is_no_missing_one) {
    ck_assert_uint_eq(cell_text_if_any(NULL).kind, CELL_BLANK);
    ck_assert_str_eq(cell_text_if_any("").text, "");
    ck_assert_uint_eq(cell_text_if_any("").kind, CELL_TEXT);
}
END_TEST

START_TEST(nought_and_numbers_below_it_are_none_that_is_missing) {
    const struct cell cells[] = {
        cell_count(INT64_C(0)), cell_bytes(INT64_C(0)), cell_number(-1),  cell_ns(-1),
        cell_time(-1),          cell_flag(0),           cell_percent(-1), cell_real(0, 2),
        cell_text("")};
    static const uint8_t kinds_of[] = {CELL_COUNT, CELL_BYTES,   CELL_NUMBER, CELL_NS,  CELL_TIME,
                                       CELL_BOOL,  CELL_PERCENT, CELL_REAL,   CELL_TEXT};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        ck_assert_uint_eq(cells[i].kind, kinds_of[i]);
    ck_assert_uint_eq(cell_flag(0).count, false);
    ck_assert_uint_eq(cell_flag(1).count, true);
    ck_assert_uint_eq(cell_count(UINT64_MAX).count, UINT64_MAX);
}
END_TEST

START_TEST(samples_of_no_event_type_were_not_taken) {
    struct text none = {0}, one = {0}, nought = {0};
    amount_add_sampled(&none, NULL, 0);
    amount_add_sampled(&one, "jdk.X", 1);
    amount_add_sampled(&nought, "jdk.X", 0);
    ck_assert_str_eq(text_str(&none), "No samples");
    ck_assert_str_eq(text_str(&one), "1 sample of jdk.X");
    ck_assert_str_eq(text_str(&nought), "0 samples of jdk.X");
    ck_assert_uint_eq(amount_sampled(NULL, 0).kind, CELL_MISSING);
    ck_assert_uint_eq(amount_sampled("jdk.X", 0).kind, CELL_COUNT);
    text_free(&none), text_free(&one), text_free(&nought);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cell");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, a_number_that_is_missing_is_a_missing_cell_of_any_kind);
    tcase_add_test(cases, nought_and_numbers_below_it_are_none_that_is_missing);
    tcase_add_test(cases, a_text_that_there_is_none_of_is_no_missing_one);
    tcase_add_test(cases, samples_of_no_event_type_were_not_taken);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
