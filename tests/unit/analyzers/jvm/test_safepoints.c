/* Which operation was done at which safepoint. */
#include "analyzers/jvm/safepoints.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

static const struct time_window all = {INT64_MIN, INT64_MAX};

START_TEST(an_operation_was_done_at_the_safepoint_of_its_number_that_is_nearest_in_time) {
    struct tables tables;
    struct safepoints safepoints;
    made_tables(&tables, &safepoints_wishes);
    int64_t name = made_text(&tables, "FindDeadlocks");
    made_rows(
        &tables, "jdk.SafepointBegin", "nnnnn", 4, /* two programs, each has a 7 */
        (int64_t[]){1000, 10, 7, 3, 0, 1500, 20, 8, 3, 0, 2000, 30, 7, 3, 0, 2090, 40, 7, 3, 0});
    made_table(&tables, "jdk.SafepointBegin")->rows = 3; /* the fourth is no row of it */
    made_rows(&tables, "jdk.ExecuteVMOperation", "nnntn-", 2,
              (int64_t[]){1020, 500, 7, name, 1, 0, 2100, 600, 7, name, 1, 0});
    safepoints_make(&tables, &all, &safepoints);
    ck_assert_uint_eq(safepoints.items.len, 3);
    ck_assert_int_eq(safepoints.items.items[0].operation_ns, 500);
    ck_assert_int_eq(safepoints.items.items[1].operation_ns, MISSING);
    ck_assert_int_eq(safepoints.items.items[2].operation_ns, 600);
    ck_assert_uint_eq(safepoints.operations.len, 1);
    ck_assert_int_eq(safepoints.operations.items[0].reach.total, 40);
    safepoints_free(&safepoints);
    made_tables_free(&tables);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("safepoints");
    TCase *tcase = tcase_create("safepoints");
    tcase_add_test(tcase,
                   an_operation_was_done_at_the_safepoint_of_its_number_that_is_nearest_in_time);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
