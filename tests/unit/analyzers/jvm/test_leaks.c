/* Classes of the objects that stay, and how large they are together. */
#include "analyzers/jvm/leaks.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

/* Bytes of the only candidate: objects of these sizes were sampled. */
static int64_t bytes_of(size_t count, const int64_t *sizes) {
    static const struct time_window all = {INT64_MIN, INT64_MAX};
    struct tables tables;
    struct leaks leaks;
    int64_t cells[8 * 4];
    made_tables(&tables, &leaks_wishes);
    for (size_t i = 0; i < count; i++) {
        const int64_t row[8] = {1000, 10,        made_text(&tables, "app.Row"), sizes[i], 0, 0,
                                0,    (int64_t)i};
        memcpy(cells + 8 * i, row, sizeof row);
    }
    made_rows(&tables, "jdk.OldObjectSample", "nntn---n", count, cells);
    leaks_make(&tables, &all, &leaks);
    ck_assert_uint_eq(leaks.candidates.len, 1);
    ck_assert_uint_eq(leaks.candidates.items[0].samples, count);
    int64_t bytes = leaks.candidates.items[0].bytes;
    leaks_free(&leaks);
    made_tables_free(&tables);
    return bytes;
}

START_TEST(a_class_is_as_large_as_its_objects_whose_size_is_known) {
    ck_assert_int_eq(bytes_of(3, (int64_t[]){24, 40, 16}), 80);
    ck_assert_int_eq(bytes_of(3, (int64_t[]){JFR_NULL_INT, 24, JFR_NULL_INT}), 24);
    ck_assert_int_eq(bytes_of(2, (int64_t[]){JFR_NULL_INT, JFR_NULL_INT}), MISSING);
    ck_assert_int_eq(bytes_of(3, (int64_t[]){0, 24, 40}), 64); /* nothing is a size, too */
    ck_assert_int_eq(bytes_of(1, (int64_t[]){0}), 0);
}
END_TEST

START_TEST(sizes_that_no_number_holds_are_the_largest_number) {
    ck_assert_int_eq(bytes_of(3, (int64_t[]){INT64_MAX, 1, 24}), INT64_MAX);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("leaks");
    TCase *tcase = tcase_create("leaks");
    tcase_add_test(tcase, a_class_is_as_large_as_its_objects_whose_size_is_known);
    tcase_add_test(tcase, sizes_that_no_number_holds_are_the_largest_number);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
