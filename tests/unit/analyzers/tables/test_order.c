/* In which order cells are: by what they stand for; things that are null come last. */
#include "analyzers/tables/order.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

static struct things things;

static void before(enum jfr_column_kind kind, uint64_t a, uint64_t b) {
    ck_assert_int_lt(table_compare_cells(&things, kind, a, b), 0);
    ck_assert_int_gt(table_compare_cells(&things, kind, b, a), 0);
    ck_assert_int_eq(table_compare_cells(&things, kind, a, a), 0);
}

static void before_null(enum jfr_column_kind kind, uint64_t a, uint64_t b) {
    before(kind, a, b);
    before(kind, a, JFR_NULL_ID);
    before(kind, b, JFR_NULL_ID);
}

static uint64_t text(const char *text) {
    return strings_intern(&things.texts, text, strlen(text));
}

START_TEST(texts_are_ordered_by_their_bytes) {
    uint64_t b = text("b"), ab = text("ab"), a = text("a");
    before_null(JFR_COLUMN_TEXT, a, b);
    before_null(JFR_COLUMN_TEXT, a, ab);
    before_null(JFR_COLUMN_TEXT, ab, b);
    things_free(&things);
}
END_TEST

START_TEST(threads_are_ordered_by_name_and_then_by_ids) {
    uint32_t b = (uint32_t)text("b"), a = (uint32_t)text("a");
    const struct things_thread sorted[] = {
        {.name = a, .group = a, .os_id = 1, .java_id = 2},
        {.name = a, .group = a, .os_id = 2, .java_id = 1},
        {.name = a, .group = a, .os_id = 2, .java_id = 2},
        {.name = a, .group = a, .os_id = 2, .java_id = 2, .is_virtual = true},
        {.name = a, .group = b, .os_id = 2, .java_id = 2},
        {.name = b, .group = a, .os_id = 0, .java_id = 0},
    };
    enum { THREADS = sizeof sorted / sizeof *sorted };
    uint32_t ids[THREADS];
    for (size_t i = THREADS; i-- > 0;) ids[i] = things_add_thread(&things, &sorted[i]);
    for (size_t i = 1; i < THREADS; i++) before_null(JFR_COLUMN_THREAD, ids[i - 1], ids[i]);
    things_free(&things);
}
END_TEST

START_TEST(stacks_are_ordered_by_their_hashes) {
    array_push(&things.stacks, (struct things_stack){.hash = 9});
    array_push(&things.stacks, (struct things_stack){.hash = 5});
    before_null(JFR_COLUMN_STACK, 1, 0);
    things_free(&things);
}
END_TEST

static uint64_t real(double value) {
    uint64_t cell;
    memcpy(&cell, &value, sizeof cell);
    return cell;
}

START_TEST(reals_are_ordered_by_their_values_behind_what_is_none) {
    before(JFR_COLUMN_REAL, real(-1.5), real(-0.5));
    before(JFR_COLUMN_REAL, real(-0.5), real(2));
    before(JFR_COLUMN_REAL, real(0.0), real(-0.0)); /* one of the two has to be the first */
    before(JFR_COLUMN_REAL, real((double)NAN), real(2));
    before(JFR_COLUMN_REAL, real((double)NAN), real(-2));
}
END_TEST

START_TEST(numbers_are_ordered_with_their_sign) {
    before(JFR_COLUMN_INT, (uint64_t)-1, 0);
    before(JFR_COLUMN_INT, 0, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("order");
    TCase *all = tcase_create("order");
    tcase_add_test(all, texts_are_ordered_by_their_bytes);
    tcase_add_test(all, threads_are_ordered_by_name_and_then_by_ids);
    tcase_add_test(all, stacks_are_ordered_by_their_hashes);
    tcase_add_test(all, reals_are_ordered_by_their_values_behind_what_is_none);
    tcase_add_test(all, numbers_are_ordered_with_their_sign);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
