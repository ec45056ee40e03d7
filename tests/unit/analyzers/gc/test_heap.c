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
    ck_assert_int_eq(promoted_by(-5, 30), MISSING);
    ck_assert_int_eq(promoted_by(JFR_NULL_INT, 30), MISSING);
    ck_assert_int_eq(promoted_by(60, -5), MISSING);
    ck_assert_int_eq(promoted_by(60, JFR_NULL_INT), MISSING);
    ck_assert_int_eq(promoted_by(101, 0), MISSING); /* larger than the heap */
    ck_assert_int_eq(promoted_by(60, 41), MISSING); /* together */
    ck_assert_int_eq(promoted_by(INT64_MAX, INT64_MAX), MISSING);
}
END_TEST

/* Heap in use, by turns before and after a collection, a second apart. */
static struct gc_heap heap_of(size_t count, const int64_t *used) {
    static const struct gc_options options = {.window = {INT64_MIN, INT64_MAX}};
    struct tables tables;
    struct gc gc;
    int64_t cells[8 * 5] = {0};
    made_tables(&tables, &gc_wishes);
    int64_t when[] = {made_text(&tables, "Before GC"), made_text(&tables, "After GC")};
    for (size_t i = 0; i < count; i++) {
        const int64_t row[] = {(int64_t)i * 1000000000, (int64_t)i / 2, when[i % 2], used[i], 0};
        memcpy(&cells[5 * i], row, sizeof row);
    }
    made_rows(&tables, "jdk.GCHeapSummary", "nntn-", count, cells);
    gc_make(&tables, &options, &gc);
    struct gc_heap heap = gc.heap;
    gc_free(&gc);
    made_tables_free(&tables);
    return heap;
}

static const struct {
    size_t summaries;
    int64_t used[6], allocated;
} uses[] = {
    {0, {0}, MISSING},
    {1, {100}, MISSING},
    {2, {100, 5}, MISSING},              /* one collection */
    {4, {100, 5, 5, 4}, MISSING},        /* two at once */
    {4, {100, 5, 6, 4}, 1},              /* between them one byte */
    {4, {100, 50, 40, 4}, MISSING},      /* it cannot shrink but in a collection */
    {4, {100, MISSING, 90, 4}, MISSING}, /* who knows what it was */
    {6, {100, 5, 25, 4, 34, 9}, 50},     /* 20 and 30 */
    {6, {100, 5, 25, 4, MISSING, 9}, 25} /* 20, and at least 5 */
};

START_TEST(what_was_allocated_is_known_only_where_the_heap_was_seen_to_grow) {
    struct gc_heap heap = heap_of(uses[_i].summaries, uses[_i].used);
    ck_assert_int_eq(heap.allocated, uses[_i].allocated);
    ck_assert_int_eq(is_missing(heap.allocated_per_s), is_missing(heap.allocated));
    ck_assert_int_eq(heap.allocated_from == NULL, is_missing(heap.allocated));
}
END_TEST

/* Samples of allocation, beside collections by one that is called so. */
static struct gc_heap heap_beside(const char *collector) {
    static const struct gc_options options = {.window = {INT64_MIN, INT64_MAX}};
    struct tables tables;
    struct gc gc;
    made_tables(&tables, &gc_wishes);
    int64_t other = made_text(&tables, "Other"), name = made_text(&tables, collector);
    made_rows(&tables, "jdk.GarbageCollection", "nnnttnn", 2,
              (int64_t[]){1000, 10, 7, other, other, 10, 10, 2000, 10, 8, name, other, 10, 10});
    made_rows(&tables, "jdk.ObjectAllocationSample", "nn", 2, (int64_t[]){1000, 300, 1500, 40});
    gc_make(&tables, &options, &gc);
    struct gc_heap heap = gc.heap;
    gc_free(&gc);
    made_tables_free(&tables);
    return heap;
}

static const struct {
    const char *name;
    bool beside;
} collectors[] = {
    {"Z", true},      {"ZGC Major", true},  {"Shenandoah", true},   {"Shenandoah Concurrent", true},
    {"G1New", false}, {"SerialOld", false}, {"PSMarkSweep", false}, {"Shen", false}};

/* The heap before a collection is then not what was allocated since the one before. */
START_TEST(of_collectors_that_work_beside_the_program_samples_say_what_was_allocated) {
    struct gc_heap heap = heap_beside(collectors[_i].name);
    ck_assert_int_eq(heap.allocated, collectors[_i].beside ? 340 : MISSING);
    if (collectors[_i].beside) ck_assert_str_eq(heap.allocated_from, "jdk.ObjectAllocationSample");
    else ck_assert_ptr_null(heap.allocated_from);
}
END_TEST

START_TEST(of_no_summary_all_is_missing) {
    struct gc_heap heap = heap_of(0, NULL);
    const int64_t figures[] = {heap.max,         heap.before_most, heap.after_first,
                               heap.after_least, heap.after_most,  heap.after_last,
                               heap.promoted,    heap.full_ns};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        ck_assert_int_eq(figures[i], MISSING);
    ck_assert(is_missing(heap.promoted_per_s));
}
END_TEST

START_TEST(an_empty_heap_is_none_that_is_missing) {
    struct gc_heap heap = heap_of(2, (int64_t[]){0, 0});
    ck_assert_int_eq(heap.before_most, 0);
    ck_assert_int_eq(heap.after_first, 0);
    ck_assert_int_eq(heap.after_least, 0);
    ck_assert_int_eq(heap.after_last, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gc heap");
    TCase *tcase = tcase_create("gc heap");
    tcase_add_test(tcase, what_the_old_generation_grew_by_was_promoted);
    tcase_add_test(tcase, a_young_generation_that_cannot_be_says_nothing_of_the_old_one);
    tcase_add_loop_test(tcase, what_was_allocated_is_known_only_where_the_heap_was_seen_to_grow, 0,
                        sizeof uses / sizeof *uses);
    tcase_add_loop_test(tcase,
                        of_collectors_that_work_beside_the_program_samples_say_what_was_allocated,
                        0, sizeof collectors / sizeof *collectors);
    tcase_add_test(tcase, of_no_summary_all_is_missing);
    tcase_add_test(tcase, an_empty_heap_is_none_that_is_missing);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
