/* Nought where none can be is missing, in the columns of tables; elsewhere it is nought. */
#include "analyzers/tables/table.h"
#include "analyzers/tables/unsaid.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

enum { MEMORY = 300 };

static void memory_event(struct recording *r, int64_t ns, int64_t total, int64_t used) {
    event_begin(r, MEMORY);
    put_long(r, 1000 + ns), put_long(r, total), put_long(r, used);
    event_end(r);
}

static struct recording recording_of(const char *event) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    jvm_profile_types(&r);
    type_begin(&r, MEMORY, event, "jdk.jfr.Event");
    field_begin(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(&r, TYPE_TIMESTAMP, "TICKS");
    field_end(&r);
    field(&r, "totalSize", TYPE_LONG, FIELD_PLAIN);
    field(&r, "usedSize", TYPE_LONG, FIELD_PLAIN);
    type_end(&r);
    metadata_end(&r);
    memory_event(&r, 10, 4096, 0);
    memory_event(&r, 20, 0, 1);
    memory_event(&r, 30, -1, 2048);
    chunk_end(&r);
    return r;
}

/* Rows as "total used", those that are missing as "-". */
static void check_rows(const char *event, const char *wanted) {
    const struct wish wish = {event, {"startTime", "totalSize", "usedSize"}};
    const struct wishes wishes = {.rows = &wish, .count = 1};
    struct recording r = recording_of(event);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct scan_report report;
    struct walk_run run = {0};
    struct text told = {0};
    walk_join(&run, &tables_reader, &wishes);
    walk_start(&run, &scan, &report);
    const struct event_table *table = tables_find(walk_result(&run, &tables_reader), &wish);
    for (size_t row = 0; row < table->rows; row++)
        for (size_t column = 1; column < 3; column++) {
            int64_t n = event_table_int(table, column, row);
            if (is_missing(n)) text_add(&told, "- ");
            else text_addf(&told, "%lld ", (long long)n);
        }
    ck_assert_str_eq(text_str(&told), wanted);
    text_free(&told);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
}

START_TEST(memory_of_which_nothing_is_used_was_not_seen) {
    check_rows("jdk.PhysicalMemory", "4096 - - 1 -1 2048 ");
}
END_TEST

START_TEST(fields_of_that_name_of_another_event_are_what_they_say) {
    check_rows("app.PhysicalMemory", "4096 0 0 1 -1 2048 ");
}
END_TEST

START_TEST(event_and_field_have_to_be_those) {
    ck_assert(unsaid_if_nought("jdk.PhysicalMemory", "usedSize"));
    ck_assert(unsaid_if_nought("jdk.CPUInformation", "hwThreads"));
    ck_assert(!unsaid_if_nought("jdk.PhysicalMemory", "startTime"));
    ck_assert(!unsaid_if_nought("jdk.CPUInformation", "usedSize"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("unsaid");
    TCase *tcase = tcase_create("unsaid");
    tcase_add_test(tcase, memory_of_which_nothing_is_used_was_not_seen);
    tcase_add_test(tcase, fields_of_that_name_of_another_event_are_what_they_say);
    tcase_add_test(tcase, event_and_field_have_to_be_those);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
