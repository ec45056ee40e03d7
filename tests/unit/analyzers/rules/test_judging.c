/* What rules share: how a size grows. */
#include "analyzers/rules/judging.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

/* A size each second, 100 bytes at first, of which each time so many come to it. */
static struct growth growth_by(int64_t step) {
    enum { COUNT = 10 };
    struct tables tables;
    int64_t cells[2 * COUNT];
    for (int64_t i = 0; i < COUNT; i++) {
        cells[2 * i] = i * 1000000000;
        cells[2 * i + 1] = 100 + i * step;
    }
    made_tables(&tables, &series_wishes);
    made_rows(&tables, "jdk.ResidentSetSize", "nn", COUNT, cells);
    const struct rule_input input = {.tables = &tables};
    struct series series = series_of(&input, SERIES_RESIDENT);
    struct growth growth = judge_growth(&series, RESIDENT_SIZE, SIZE_MAX, 0);
    made_tables_free(&tables);
    return growth;
}

START_TEST(a_size_that_goes_up_or_down_evenly_goes_with_time) {
    ck_assert_double_eq_tol(growth_by(5).correlation, 1, 1e-9);
    ck_assert_double_eq_tol(growth_by(5).per_second, 5, 1e-9);
    ck_assert_double_eq_tol(growth_by(-5).correlation, -1, 1e-9);
}
END_TEST

START_TEST(a_size_that_stays_has_nothing_to_do_with_time) {
    ck_assert_uint_eq(growth_by(0).points, 10);
    ck_assert_double_eq(growth_by(0).per_second, 0);
    ck_assert_double_eq(growth_by(0).correlation, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judging");
    TCase *tcase = tcase_create("judging");
    tcase_add_test(tcase, a_size_that_goes_up_or_down_evenly_goes_with_time);
    tcase_add_test(tcase, a_size_that_stays_has_nothing_to_do_with_time);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
