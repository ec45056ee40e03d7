/* SQL over recordings built byte by byte: what tables and values are. */
#include "analyzers/regex.h"
#include "base/units.h"
#include "tests/support/asked_sql.h"

#include <math.h>

static void open_sql(void) {
    static const char *const stacks[] = {"A.leaf:12 A.main", "A.leaf:13 A.main", "B.leaf A.main",
                                         ""};
    jvm_chunk(&recording, NULL, stacks, 4);
    open_recording((struct sql_options){.timeout_ns = 20000000000});
}

/* ==== Tables ================================================================================ */

START_TEST(a_type_is_a_table_by_both_of_its_names) {
    ck_assert_str_eq(answer("SELECT count(*) FROM jdk.ExecutionSample"), "4");
    ck_assert_str_eq(answer("SELECT count(*) FROM ExecutionSample"), "4");
    ck_assert_str_eq(answer("SELECT count(*) FROM executionsample"), "4");
    ck_assert_ptr_nonnull(sql_type_named(sql, "jdk.ExecutionSample"));
    ck_assert_ptr_eq(sql_type_named(sql, "ExecutionSample"),
                     sql_type_named(sql, "jdk.ExecutionSample"));
    ck_assert_ptr_null(sql_type_named(sql, "Sample"));
}
END_TEST

START_TEST(times_are_a_millisecond_apart) {
    ck_assert_str_eq(answer("SELECT max(startTime) - min(startTime) FROM ExecutionSample"),
                     "3000000");
}
END_TEST

START_TEST(stacks_have_parts) {
    ck_assert_str_eq(
        answer("SELECT stackTrace_top, count(*) FROM ExecutionSample GROUP BY 1 ORDER BY 1"),
        "null|1 A.leaf|2 B.leaf|1");
    ck_assert_str_eq(
        answer("SELECT stackTrace_line FROM ExecutionSample ORDER BY startTime LIMIT 2"), "12 13");
    ck_assert_str_eq(
        answer("SELECT stackTrace_depth FROM ExecutionSample WHERE stackTrace_top = 'B.leaf'"),
        "2");
}
END_TEST

START_TEST(a_frame_of_a_stack_is_named_by_its_place) {
    static const char *const rows[][2] = {{"-1", "null|null|null"},
                                          {"0", "A.leaf|A.leaf|B.leaf"},
                                          {"1", "A.main|A.main|A.main"},
                                          {"2", "null|null|null"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char statement[300];
        snprintf(statement, sizeof statement,
                 "SELECT max(f) FILTER (WHERE t LIKE '%%:12%%'), max(f) FILTER (WHERE t LIKE "
                 "'%%:13%%'), max(f) FILTER (WHERE t LIKE 'B%%') FROM (SELECT text t, frame(stack, "
                 "%s) f FROM stacks)",
                 rows[i][0]);
        ck_assert_str_eq(answer(statement), rows[i][1]);
    }
    ck_assert_str_eq(answer("SELECT count(*) FROM stacks WHERE stack_has(stack, 'A.main')"), "3");
    ck_assert_str_eq(answer("SELECT count(*) FROM stacks WHERE stack_has(stack, 'B.leaf')"), "1");
}
END_TEST

START_TEST(stacks_and_their_frames_are_tables) {
    ck_assert_str_eq(
        answer("SELECT replace(text, char(10), ','), top, depth, truncated FROM stacks "
               "WHERE depth > 0 ORDER BY 1"),
        "A.leaf:12,A.main:7|A.leaf|2|0 A.leaf:13,A.main:7|A.leaf|2|0 "
        "B.leaf:7,A.main:7|B.leaf|2|0");
    ck_assert_str_eq(
        answer("SELECT position, class, method, line FROM frames f JOIN stacks s USING "
               "(stack) WHERE s.text LIKE '%13%' ORDER BY 1"),
        "0|A|leaf|13 1|A|main|7");
    ck_assert_str_eq(answer("SELECT count(*) FROM frames"), "6");
    ck_assert_str_eq(answer("SELECT count(*) FROM frames WHERE stack = 1"), "0");
    ck_assert_str_eq(answer("SELECT count(*), count(DISTINCT stack) FROM frames WHERE stack IN "
                            "(SELECT stack FROM stacks WHERE top = 'A.leaf')"),
                     "4|2");
}
END_TEST

START_TEST(of_samples_without_a_stack_or_thread_nothing_is_a_sample) {
    static const char *const fields[] = {"sampledThread", "stackTrace"};
    for (int lacks = 0; lacks < 2; lacks++) {
        close_sql();
        chunk_begin(&recording, NULL);
        metadata_begin(&recording);
        jvm_primitive_types(&recording);
        jvm_profile_types(&recording);
        type_begin(&recording, 600, "jdk.ObjectAllocationSample", "jdk.jfr.Event");
        field(&recording, fields[lacks], lacks ? TYPE_STACK_TRACE : TYPE_THREAD, FIELD_POOLED);
        type_end(&recording);
        metadata_end(&recording);
        event_begin(&recording, 600);
        put_long(&recording, 1);
        event_end(&recording);
        chunk_end(&recording);
        open_recording((struct sql_options){0});
        ck_assert_str_eq(answer("SELECT count(*) FROM ObjectAllocationSample"), "1");
        ck_assert_str_eq(answer("SELECT count(*) FROM samples"), "0");
    }
}
END_TEST

START_TEST(a_condition_on_time_takes_the_rows_in_it) {
    ck_assert_str_eq(answer("SELECT count(*) FROM ExecutionSample WHERE startTime > "
                            "(SELECT min(startTime) FROM ExecutionSample)"),
                     "3");
    ck_assert_str_eq(answer("SELECT count(*) FROM ExecutionSample WHERE startTime >= "
                            "(SELECT min(startTime) FROM ExecutionSample)"),
                     "4");
    ck_assert_str_eq(answer("SELECT count(*) FROM ExecutionSample WHERE startTime < "
                            "(SELECT max(startTime) FROM ExecutionSample)"),
                     "3");
}
END_TEST

START_TEST(a_join_finds_each_pair_once) {
    ck_assert_str_eq(answer("SELECT count(*) FROM ExecutionSample a JOIN ExecutionSample b "
                            "ON a.startTime = b.startTime"),
                     "4");
}
END_TEST

#define MANY 140000 /* more than twice as many as groups look for equal rows at least */

static void open_many_within(uint64_t index_bytes) {
    static const char *const two[] = {"A.leaf A.main", "B.leaf A.main"};
    const char **stacks = mem_zero(MANY, sizeof *stacks);
    for (size_t i = 0; i < MANY; i++) stacks[i] = two[i % 3 == 0];
    jvm_chunk(&recording, NULL, stacks, MANY);
    free(stacks);
    file = memory_file_make(recording.out.data, recording.out.len);
    const char *path = file.path;
    struct jfr_error error = {0};
    sql = sql_open(&path, 1, &(struct sql_options){.index_bytes = index_bytes}, &error);
    ck_assert_msg(sql != NULL, "%s", error.text);
}

static void open_many(void) {
    open_many_within(0);
}

START_TEST(groups_of_many_equal_rows_are_counted) {
    ck_assert_str_eq(answer("SELECT stackTrace_top, count(*) FROM ExecutionSample GROUP BY 1"),
                     "A.leaf|93333 B.leaf|46667");
    ck_assert_str_eq(answer("SELECT count(*), max(n) FROM (SELECT count(*) AS n FROM "
                            "ExecutionSample GROUP BY stackTrace_top, sampledThread)"),
                     "2|93333");
    ck_assert_str_eq(
        answer("SELECT stackTrace_top, max(startTime) - min(startTime), count(DISTINCT startTime) "
               "FROM ExecutionSample GROUP BY 1"),
        "A.leaf|139998000000|93333 B.leaf|139998000000|46667");
}
END_TEST

/* The first table stays the first; from its second row on the rows of the other are looked up. */
START_TEST(a_join_finds_texts_and_threads_by_their_names) {
    ck_assert_str_eq(answer("SELECT few.top, count(*) FROM (SELECT DISTINCT stackTrace_top AS top "
                            "FROM ExecutionSample) few CROSS JOIN ExecutionSample many ON "
                            "many.stackTrace_top = few.top GROUP BY 1"),
                     "A.leaf|93333 B.leaf|46667");
    ck_assert_str_eq(
        answer("SELECT count(*) FROM (SELECT DISTINCT sampledThread AS thread, "
               "stackTrace_top FROM ExecutionSample) few CROSS JOIN ExecutionSample many ON "
               "many.sampledThread = few.thread"),
        "280000"); /* one thread, which two rows name */
}
END_TEST

/* Groups of a chunk that take too much memory are left to SQLite, from the row on that was not
 * handed out yet. */
START_TEST(groups_that_do_not_fit_into_memory_are_all_there) {
    static const char statement[] =
        "SELECT stackTrace_top, count(*) FROM ExecutionSample GROUP BY 1 UNION ALL "
        "SELECT 'times', count(*) FROM (SELECT DISTINCT startTime FROM ExecutionSample)";
    open_many_within(MANY);
    ck_assert_str_eq(answer(statement), "A.leaf|93333 B.leaf|46667 times|140000");
    close_sql();
}
END_TEST

START_TEST(groups_of_many_different_rows_are_all_there) {
    ck_assert_str_eq(answer("SELECT count(*), sum(n), max(n) FROM (SELECT count(*) AS n FROM "
                            "ExecutionSample GROUP BY startTime)"),
                     "140000|140000|1");
    ck_assert_str_eq(answer("SELECT count(*) FROM (SELECT DISTINCT startTime, stackTrace_top FROM "
                            "ExecutionSample)"),
                     "140000");
}
END_TEST

START_TEST(a_type_without_events_is_empty_however_often_it_is_asked) {
    static const char both[] = "SELECT (SELECT count(*) FROM NativeMethodSample), count(*), "
                               "(SELECT max(startTime) FROM NativeMethodSample) "
                               "FROM ExecutionSample";
    ck_assert_str_eq(answer("SELECT count(*) FROM NativeMethodSample"), "0");
    ck_assert_str_eq(answer(both), "0|4|null");
    ck_assert_str_eq(answer(both), "0|4|null");
}
END_TEST

/* Two acme.Sale and three beta.Sale. */
static void open_sales(void) {
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    for (uint64_t id = 200; id < 202; id++) {
        type_begin(&recording, id, id == 200 ? "acme.Sale" : "beta.Sale", "jdk.jfr.Event");
        field(&recording, "value", TYPE_LONG, FIELD_PLAIN);
        type_end(&recording);
    }
    metadata_end(&recording);
    for (int i = 0; i < 5; i++) {
        event_begin(&recording, i < 2 ? 200 : 201);
        put_long(&recording, i);
        event_end(&recording);
    }
    chunk_end(&recording);
    open_recording((struct sql_options){.timeout_ns = 20000000000});
}

/* Tables are made when they are named. */
START_TEST(which_table_a_name_is_does_not_depend_on_what_was_asked_before) {
    if (_i) ck_assert_str_eq(answer("SELECT count(*) FROM beta.Sale"), "3");
    ck_assert_str_eq(answer("SELECT count(*) FROM Sale"), "2");
    ck_assert_str_eq(answer("SELECT count(*) FROM \"beta.Sale\""), "3");
}
END_TEST

START_TEST(who_asks_which_tables_there_are_is_told_of_all) {
    ck_assert_str_eq(answer("SELECT count(*) FROM pragma_table_list WHERE name = 'Sale'"), "2");
}
END_TEST

START_TEST(samples_are_a_table_over_all_types_of_samples) {
    ck_assert_str_eq(answer("SELECT method, count(*) FROM samples GROUP BY 1 ORDER BY 2 DESC, 1"),
                     "A.leaf|2 null|1 B.leaf|1");
}
END_TEST

/* ==== Values ================================================================================ */

START_TEST(values_keep_their_kind) {
    ck_assert_str_eq(answer("SELECT 1, 1.5, 'a', NULL, x'4142'"), "1|1.5|a|null|AB");
}
END_TEST

START_TEST(what_is_not_a_number_is_null_and_other_reals_are_what_they_are) {
    enum { LOAD = 700 };
    static const double loads[] = {0.5, (double)NAN, -2.25};
    close_sql();
    recording = (struct recording){0};
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    type_begin(&recording, LOAD, "Load", "jdk.jfr.Event");
    field(&recording, "load", TYPE_DOUBLE, FIELD_PLAIN);
    type_end(&recording);
    metadata_end(&recording);
    for (size_t i = 0; i < 3; i++) {
        event_begin(&recording, LOAD);
        put_double(&recording, loads[i]);
        event_end(&recording);
    }
    chunk_end(&recording);
    open_recording((struct sql_options){.timeout_ns = 20000000000});
    ck_assert_str_eq(answer("SELECT load FROM Load"), "0.5 null -2.25");
}
END_TEST

START_TEST(columns_are_called_as_they_are_written) {
    struct sql_error error = {0};
    const char *rest;
    struct sql_statement *s =
        sql_prepare(sql, "SELECT count(*) AS n, startTime FROM ExecutionSample", &rest, &error);
    ck_assert_str_eq(sql_column_name(s, 0), "n");
    ck_assert_str_eq(sql_column_name(s, 1), "startTime");
    ck_assert_int_eq(sql_column_unit(s, 0), JFR_UNIT_NONE);
    ck_assert_int_eq(sql_column_unit(s, 1), JFR_UNIT_NS_TIME);
    sql_finalize(s);
}
END_TEST

START_TEST(percentiles_are_of_what_is_not_null) {
    static const char from[] =
        "FROM (SELECT 1 AS x UNION ALL SELECT 3 UNION ALL SELECT 10 UNION ALL SELECT NULL)";
    char text[300];
    snprintf(text, sizeof text, "SELECT median(x), quantile(x, 0), quantile(x, 1) %s", from);
    ck_assert_str_eq(answer(text), "3|1|10");
    ck_assert_str_eq(answer("SELECT median(x) FROM (SELECT NULL AS x)"), "null");
}
END_TEST

/* So many that they are sorted in another way: every number from -2500 to 2499, out of order. */
START_TEST(percentiles_are_of_many_numbers_with_and_without_a_sign) {
    static const char from[] =
        "FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) "
        "SELECT (i * 1237) % 5000 - 2500 AS x FROM n)";
    char text[400];
    snprintf(text, sizeof text, "SELECT quantile(x, 0), p50(x), p99(x), quantile(x, 1) %s", from);
    ck_assert_str_eq(answer(text), "-2500|-1|2449|2499");
}
END_TEST

/* Of 4095 the place k of 4096 is a whole one, and what lies behind it is shared out. */
START_TEST(percentiles_of_many_are_at_their_place) {
    static const char *const values[] = {"i * 2654435761 % 1000003 - 500000", "i % 3",
                                         "i * 1237 % 4096 << 40", "CASE i % 9 WHEN 0 THEN -i END"};
    static const int places[] = {1, 2, 7, 455, 456, 2048, 4000, 4094};
    char from[400], text[1200], place[100];
    snprintf(from, sizeof from,
             "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4095) "
             "SELECT coalesce(%s, 5) AS x FROM n ORDER BY i * 31 %% 4096)",
             values[_i]);
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        snprintf(text, sizeof text,
                 "WITH v AS MATERIALIZED (SELECT * FROM %s), s AS (SELECT x, lead(x) OVER () AS y "
                 "FROM (SELECT x FROM v ORDER BY x) LIMIT 1 OFFSET %d) SELECT quantile(v.x, %d / "
                 "4096.0) - s.x, quantile(v.x, %d.5 / 4096) - s.x - (s.y - s.x) / 2 FROM v, s",
                 from, places[k] - 1, places[k], places[k]);
        snprintf(place, sizeof place, "%s", answer(text));
        ck_assert_msg(strcmp(place, "0|0") == 0, "%d: %s", places[k], place);
    }
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("sql");
    TCase *tc = tcase_create("all");
    tcase_add_checked_fixture(tc, open_sql, close_sql);
    tcase_add_test(tc, a_type_is_a_table_by_both_of_its_names);
    tcase_add_test(tc, a_frame_of_a_stack_is_named_by_its_place);
    tcase_add_test(tc, stacks_and_their_frames_are_tables);
    tcase_add_test(tc, times_are_a_millisecond_apart);
    tcase_add_test(tc, stacks_have_parts);
    tcase_add_test(tc, of_samples_without_a_stack_or_thread_nothing_is_a_sample);
    tcase_add_test(tc, a_condition_on_time_takes_the_rows_in_it);
    tcase_add_test(tc, a_join_finds_each_pair_once);
    tcase_add_test(tc, a_type_without_events_is_empty_however_often_it_is_asked);
    tcase_add_test(tc, samples_are_a_table_over_all_types_of_samples);
    tcase_add_test(tc, values_keep_their_kind);
    tcase_add_test(tc, what_is_not_a_number_is_null_and_other_reals_are_what_they_are);
    tcase_add_test(tc, columns_are_called_as_they_are_written);
    tcase_add_test(tc, percentiles_are_of_what_is_not_null);
    tcase_add_test(tc, percentiles_are_of_many_numbers_with_and_without_a_sign);
    tcase_add_loop_test(tc, percentiles_of_many_are_at_their_place, 0, 4);
    TCase *sales = tcase_create("names");
    tcase_add_checked_fixture(sales, open_sales, close_sql);
    tcase_add_loop_test(sales, which_table_a_name_is_does_not_depend_on_what_was_asked_before, 0,
                        2);
    tcase_add_test(sales, who_asks_which_tables_there_are_is_told_of_all);
    suite_add_tcase(suite, sales);
    suite_add_tcase(suite, tc);
    TCase *many = tcase_create("many");
    tcase_add_checked_fixture(many, open_many, close_sql);
    tcase_add_test(many, groups_of_many_equal_rows_are_counted);
    tcase_add_test(many, groups_of_many_different_rows_are_all_there);
    tcase_add_test(many, a_join_finds_texts_and_threads_by_their_names);
    suite_add_tcase(suite, many);
    TCase *little = tcase_create("little memory");
    tcase_add_test(little, groups_that_do_not_fit_into_memory_are_all_there);
    suite_add_tcase(suite, little);
    return suite_run(suite);
}
