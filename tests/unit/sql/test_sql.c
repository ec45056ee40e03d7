/* SQL over recordings built byte by byte: what tables hold, what statements may do, where errors
 * are. */
#include "sql/room.h"
#include "analyzers/regex.h"
#include "base/units.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

static struct recording recording;
static struct memory_file file;
static struct sql *sql;

static void open_recording(void) {
    file = memory_file_make(recording.out.data, recording.out.len);
    const char *path = file.path;
    struct jfr_error error = {0};
    sql = sql_open(&path, 1, &(struct sql_options){.timeout_ns = 20000000000}, &error);
    ck_assert_msg(sql != NULL, "%s", error.text);
}

static void open_sql(void) {
    static const char *const stacks[] = {"A.leaf:12 A.main", "A.leaf:13 A.main", "B.leaf A.main",
                                         ""};
    jvm_chunk(&recording, NULL, stacks, 4);
    open_recording();
}

static void close_sql(void) {
    sql_close(sql);
    memory_file_close(&file);
    recording_free(&recording);
}

/* All rows, "a|b c|d": columns by |, rows by blanks. */
static const char *answer(const char *text) {
    static char said[2000];
    struct text out = {0};
    struct sql_error error = {0};
    const char *rest = text;
    struct sql_statement *s = sql_prepare(sql, text, &rest, &error);
    ck_assert_msg(s != NULL, "%s: %s", text, text_str(&error.text));
    int row;
    while ((row = sql_step(s, &error)) == 1) {
        if (out.len) text_add_char(&out, ' ');
        for (size_t i = 0; i < sql_columns(s); i++) {
            struct sql_value v = sql_value(s, i);
            if (i) text_add_char(&out, '|');
            if (v.kind == SQL_NULL) text_add(&out, "null");
            else if (v.kind == SQL_INTEGER) text_addf(&out, "%lld", (long long)v.integer);
            else if (v.kind == SQL_REAL) text_addf(&out, "%g", v.real);
            else text_add_bytes(&out, v.text, v.length);
        }
    }
    ck_assert_msg(row == 0, "%s: %s", text, text_str(&error.text));
    snprintf(said, sizeof said, "%s", text_str(&out));
    sql_finalize(s);
    text_free(&out);
    return said;
}

/* What is wrong with a statement; error is to be freed. */
static struct sql_error refused(const char *text) {
    struct sql_error error = {0};
    const char *rest;
    struct sql_statement *s = sql_prepare(sql, text, &rest, &error);
    if (s) {
        while (sql_step(s, &error) == 1) {
        }
        sql_finalize(s);
    }
    ck_assert_msg(error.text.len > 0, "%s is answered", text);
    return error;
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
    open_recording();
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
    open_recording();
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

START_TEST(functions_take_names_apart) {
    ck_assert_str_eq(answer("SELECT class('a.b.C.m'), package('a.b.C.m')"), "a.b.C|a.b");
    ck_assert_str_eq(answer("SELECT 'abc' REGEXP 'B|c$', 'abc' REGEXP '^b'"), "1|0");
    ck_assert_str_eq(answer("SELECT bucket(1234, 100), bucket(12345678901, '10s')"),
                     "1200|10000000000");
}
END_TEST

/* ==== Statements ============================================================================ */

START_TEST(statements_come_one_after_the_other) {
    struct sql_error error = {0};
    const char *rest = NULL;
    struct sql_statement *s = sql_prepare(sql, "SELECT 1; SELECT 2", &rest, &error);
    ck_assert_ptr_nonnull(s);
    sql_finalize(s);
    ck_assert_str_eq(rest + strspn(rest, " "), "SELECT 2");
}
END_TEST

START_TEST(a_comment_is_no_statement_and_no_error) {
    struct sql_error error = {0};
    const char *rest;
    ck_assert_ptr_null(sql_prepare(sql, " -- nothing\n", &rest, &error));
    ck_assert_uint_eq(error.text.len, 0);
}
END_TEST

START_TEST(a_semicolon_within_a_text_ends_nothing) {
    ck_assert(sql_is_complete("SELECT ';';"));
    ck_assert(!sql_is_complete("SELECT ';"));
    ck_assert(!sql_is_complete("SELECT 1"));
}
END_TEST

START_TEST(an_error_has_its_place) {
    struct sql_error error = refused("SELECT nothin FROM ExecutionSample");
    ck_assert_int_eq(error.offset, 7);
    sql_error_free(&error);
}
END_TEST

START_TEST(a_misspelt_table_gets_the_near_one) {
    struct sql_error error = refused("SELECT * FROM ExecutionSampel");
    ck_assert_msg(strstr(text_str(&error.suggestion), "ExecutionSample") != NULL, "%s",
                  text_str(&error.suggestion));
    sql_error_free(&error);
}
END_TEST

START_TEST(a_statement_that_does_not_end_is_ended) {
    sql_close(sql);
    const char *path = file.path;
    struct jfr_error failed = {0};
    sql = sql_open(&path, 1, &(struct sql_options){.timeout_ns = 1000000}, &failed);
    struct sql_error error = refused(
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c");
    ck_assert(error.timeout);
    sql_error_free(&error);
}
END_TEST

START_TEST(what_writes_long_rows_can_ask_whether_there_is_time) {
    sql_close(sql);
    const char *path = file.path;
    struct jfr_error failed = {0};
    struct sql_error error = {0};
    sql = sql_open(&path, 1, &(struct sql_options){.timeout_ns = 3600 * NS_PER_S}, &failed);
    struct sql_statement *s = sql_prepare(sql, "SELECT 1 UNION ALL SELECT 2", NULL, &error);
    ck_assert(sql_in_time(s, &error));
    ck_assert_int_eq(sql_step(s, &error), 1);
    sql->deadline = 1;
    ck_assert(!sql_in_time(s, &error) && error.timeout);
    sql_error_free(&error);
    ck_assert_int_eq(sql_step(s, &error), -1); /* though the row is there */
    ck_assert(error.timeout);
    sql_error_free(&error);
    sql_finalize(s);
}
END_TEST

START_TEST(memory_has_a_limit_if_one_is_given) {
    static const char large[] = "SELECT length(hex(zeroblob(30000000)))";
    ck_assert_str_eq(answer(large), "60000000");
    sql_close(sql);
    const char *path = file.path;
    struct jfr_error failed = {0};
    sql = sql_open(&path, 1, &(struct sql_options){.memory_bytes = 20 << 20}, &failed);
    struct sql_error error = refused(large);
    ck_assert_ptr_nonnull(strstr(text_str(&error.text), "--memory"));
    sql_error_free(&error);
}
END_TEST

START_TEST(a_text_is_no_longer_than_64_mib) {
    ck_assert_str_eq(answer("SELECT length(zeroblob(67108864))"), "67108864");
    struct sql_error error = refused("SELECT length(zeroblob(67108865))");
    ck_assert_ptr_nonnull(strstr(text_str(&error.text), "too big"));
    sql_error_free(&error);
}
END_TEST

START_TEST(a_pattern_that_takes_too_long_is_an_error_and_not_none) {
    struct sql_error error =
        refused("SELECT 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!z' "
                "REGEXP '^(a|aa)+$|z$'");
    ck_assert_ptr_nonnull(strstr(text_str(&error.text), "takes too long"));
    sql_error_free(&error);
    ck_assert_str_eq(answer("SELECT 'az' REGEXP '^(a|aa)+$|z$', 'b' REGEXP '^(a|aa)+$|z$'"), "1|0");
    ck_assert(!regex_given_up(0)); /* it was said */
}
END_TEST

/* ==== What they may not do ================================================================== */

static const char *const forbidden[] = {
    "ATTACH 'other.db' AS other",
    "ATTACH ':memory:' AS other",
    "DETACH jdk",
    "SELECT load_extension('x.so')",
    "PRAGMA temp_store_directory = '/'",
    "PRAGMA journal_mode = WAL",
    "VACUUM INTO 'copy.db'",
    "CREATE TABLE main.t(x)",
    "DROP TABLE jdk.ExecutionSample",
    "DELETE FROM ExecutionSample",
    "INSERT INTO ExecutionSample(startTime) VALUES (1)",
    "UPDATE ExecutionSample SET startTime = 0",
    "CREATE VIRTUAL TABLE t USING fts5(x)",
};

START_TEST(what_would_write_is_refused) {
    struct sql_error error = refused(forbidden[_i]);
    sql_error_free(&error);
    ck_assert_str_eq(answer("SELECT count(*) FROM ExecutionSample"), "4");
}
END_TEST

/* ==== Views ================================================================================= */

START_TEST(a_view_says_what_it_is) {
    struct sql_view_parts parts =
        sql_view_read("-- Hot Things\n-- form, application\n-- needs: A or B\n"
                      "-- units: ns, text, bytes\n-- limit: 7\nSELECT 1\n");
    ck_assert_str_eq(parts.title, "Hot Things");
    ck_assert_str_eq(parts.group, "application");
    ck_assert_str_eq(parts.needs, "A or B");
    ck_assert(parts.form);
    ck_assert_uint_eq(parts.limit, 7);
    ck_assert_uint_eq(parts.unit_count, 3);
    ck_assert_int_eq(parts.units[0], SQL_NS);
    ck_assert_int_eq(parts.units[1], SQL_AS_IT_IS);
    ck_assert_int_eq(parts.units[2], SQL_BYTES);
    ck_assert(!sql_view_may_answer(sql, &parts));
    ck_assert(!sql_view_has_events(sql, &parts));
    sql_view_free(&parts);
}
END_TEST

START_TEST(a_view_may_answer_if_one_of_its_types_is_described_and_does_if_it_occurs) {
    struct sql_view_parts parts =
        sql_view_read("-- T\n-- table\n-- needs: Nothing or ExecutionSample\nSELECT 1\n");
    ck_assert(sql_view_may_answer(sql, &parts));
    ck_assert(sql_view_has_events(sql, &parts));
    sql_view_free(&parts);
    parts = sql_view_read("-- T\n-- table\n-- needs: NativeMethodSample\nSELECT 1\n");
    ck_assert(sql_view_may_answer(sql, &parts));
    ck_assert(!sql_view_has_events(sql, &parts));
    sql_view_free(&parts);
    parts = sql_view_read("-- T\n-- table\n-- needs: all\nSELECT 1\n");
    ck_assert(sql_view_has_events(sql, &parts));
    sql_view_free(&parts);
}
END_TEST

START_TEST(lines_for_types_that_are_not_there_are_left_out) {
    struct text out = {0};
    sql_view_add_statement(sql,
                           "SELECT\n  1 --? ExecutionSample\n  2 --? Nothing\n  3 --! Nothing\n"
                           "  4 --! ExecutionSample\n",
                           &out);
    ck_assert_str_eq(text_str(&out), "SELECT\n  1\n  3\n");
    text_free(&out);
}
END_TEST

START_TEST(lines_for_columns_that_are_not_there_are_left_out) {
    struct text out = {0};
    sql_view_add_statement(sql,
                           "SELECT\n  1 --? ExecutionSample.state\n  2 --? ExecutionSample.stat\n"
                           "  3 --! ExecutionSample.stat\n  4 --! ExecutionSample.state\n"
                           "  5 --? jdk.ExecutionSample\n  6 --? jdk.ExecutionSample.state\n"
                           "  7 --? Nothing.state\n",
                           &out);
    ck_assert_str_eq(text_str(&out), "SELECT\n  1\n  3\n  5\n  6\n");
    text_free(&out);
}
END_TEST

START_TEST(views_are_found_whatever_their_letters) {
    ck_assert_uint_ge(sql_view_count, 83); /* as many as JDK 25 has */
    ck_assert_ptr_nonnull(sql_view_find("GC-Pauses"));
    ck_assert_ptr_eq(sql_view_find("gc-pauses"), sql_view_find("GC-PAUSES"));
    ck_assert_ptr_null(sql_view_find("gc-pauze"));
}
END_TEST

START_TEST(a_view_that_has_events_is_a_statement) {
    for (size_t i = 0; i < sql_view_count; i++) {
        struct sql_view_parts parts = sql_view_read(sql_views[i].text);
        struct text statement = {0};
        ck_assert_msg(parts.title && *parts.title, "%s has no title", sql_views[i].name);
        sql_view_add_statement(sql, sql_views[i].text, &statement);
        if (parts.needs && strcmp(parts.needs, "all") != 0 && sql_view_has_events(sql, &parts))
            answer(text_str(&statement));
        text_free(&statement);
        sql_view_free(&parts);
    }
}
END_TEST

int main(void) {
    const char *path = "/dev/null";
    struct jfr_error error = {0};
    struct sql *there = sql_open(&path, 1, &(struct sql_options){0}, &error);
    sql_close(there);
    if (!there && error.code == JFR_UNSUPPORTED) {
        printf("100%%: Checks: 0, Failures: 0, Errors: 0\n"); /* no SQLite */
        return EXIT_SUCCESS;
    }
    Suite *suite = suite_create("sql");
    TCase *tc = tcase_create("all");
    tcase_add_checked_fixture(tc, open_sql, close_sql);
    tcase_add_test(tc, a_type_is_a_table_by_both_of_its_names);
    tcase_add_test(tc, times_are_a_millisecond_apart);
    tcase_add_test(tc, stacks_have_parts);
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
    tcase_add_test(tc, functions_take_names_apart);
    tcase_add_test(tc, statements_come_one_after_the_other);
    tcase_add_test(tc, a_comment_is_no_statement_and_no_error);
    tcase_add_test(tc, a_semicolon_within_a_text_ends_nothing);
    tcase_add_test(tc, an_error_has_its_place);
    tcase_add_test(tc, a_misspelt_table_gets_the_near_one);
    tcase_add_test(tc, a_statement_that_does_not_end_is_ended);
    tcase_add_test(tc, what_writes_long_rows_can_ask_whether_there_is_time);
    tcase_add_test(tc, memory_has_a_limit_if_one_is_given);
    tcase_add_test(tc, a_text_is_no_longer_than_64_mib);
    tcase_add_test(tc, a_pattern_that_takes_too_long_is_an_error_and_not_none);
    tcase_add_loop_test(tc, what_would_write_is_refused, 0, sizeof forbidden / sizeof *forbidden);
    tcase_add_test(tc, a_view_says_what_it_is);
    tcase_add_test(tc, a_view_may_answer_if_one_of_its_types_is_described_and_does_if_it_occurs);
    tcase_add_test(tc, lines_for_types_that_are_not_there_are_left_out);
    tcase_add_test(tc, lines_for_columns_that_are_not_there_are_left_out);
    tcase_add_test(tc, views_are_found_whatever_their_letters);
    tcase_add_test(tc, a_view_that_has_events_is_a_statement);
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
