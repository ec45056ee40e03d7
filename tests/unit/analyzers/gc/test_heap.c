/* What the heap before and after collections says of promotion. */
#include "analyzers/gc/gc.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

/* One young collection of G1: 100 bytes are in use before and after it. Before it, 95 of them are
 * young; after it, so many. */
static int64_t promoted_by(int64_t eden, int64_t survivor) {
    static const struct gc_options options = {.window = {INT64_MIN, INT64_MAX}};
    struct tables tables;
    struct gc gc;
    made_tables(&tables, &gc_wishes);
    int64_t before = made_text(&tables, "Before GC"), after = made_text(&tables, "After GC");
    int64_t collector = made_text(&tables, "G1New"), cause = made_text(&tables, "x");
    made_rows(&tables, "jdk.GarbageCollection", "nnnttnn", 1,
              (int64_t[]){1000, 10, 7, collector, cause, 10, 10});
    made_rows(&tables, "jdk.GCHeapSummary", "nntn-", 2,
              (int64_t[]){1000, 7, before, 100, 0, 1010, 7, after, 100, 0});
    made_rows(&tables, "jdk.G1HeapSummary", "nntnn", 2,
              (int64_t[]){1000, 7, before, 90, 5, 1010, 7, after, eden, survivor});
    gc_make(&tables, &options, &gc);
    int64_t promoted = gc.heap.promoted;
    gc_free(&gc);
    made_tables_free(&tables);
    return promoted;
}

START_TEST(what_the_old_generation_grew_by_was_promoted) {
    ck_assert_int_eq(promoted_by(60, 30), 5);
    ck_assert_int_eq(promoted_by(0, 0), 95);
    ck_assert_int_eq(promoted_by(100, 0), 0); /* nothing is old */
}
END_TEST

START_TEST(a_young_generation_that_cannot_be_says_nothing_of_the_old_one) {
    ck_assert_int_eq(promoted_by(-5, 30), -1);
    ck_assert_int_eq(promoted_by(JFR_NULL_INT, 30), -1);
    ck_assert_int_eq(promoted_by(60, -5), -1);
    ck_assert_int_eq(promoted_by(60, JFR_NULL_INT), -1);
    ck_assert_int_eq(promoted_by(101, 0), -1); /* larger than the heap */
    ck_assert_int_eq(promoted_by(60, 41), -1); /* together */
    ck_assert_int_eq(promoted_by(INT64_MAX, INT64_MAX), -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gc heap");
    TCase *tcase = tcase_create("gc heap");
    tcase_add_test(tcase, what_the_old_generation_grew_by_was_promoted);
    tcase_add_test(tcase, a_young_generation_that_cannot_be_says_nothing_of_the_old_one);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
