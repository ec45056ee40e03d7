/* SQL over recordings built byte by byte: what statements may do, where errors are, views. */
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

START_TEST(words_that_belong_together_are_missed) {
    static const char *const texts[] = {
        "SELECT state, count(*) FROM ExecutionSample GROUP state",
        "SELECT count(*) FROM ExecutionSample GROUP BY state ORDER 1",
        "SELECT count(*) FROM ExecutionSample GROUP BY 1 WHERE 1",
        "SELECT state FROM ExecutionSample LIMIT 1 ORDER BY 1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct sql_error error = refused(texts[i]);
        sql_error_free(&error);
    }
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
    need_sqlite();
    Suite *suite = suite_create("statements");
    TCase *tc = tcase_create("all");
    tcase_add_checked_fixture(tc, open_sql, close_sql);
    tcase_add_test(tc, statements_come_one_after_the_other);
    tcase_add_test(tc, a_comment_is_no_statement_and_no_error);
    tcase_add_test(tc, a_semicolon_within_a_text_ends_nothing);
    tcase_add_test(tc, an_error_has_its_place);
    tcase_add_test(tc, words_that_belong_together_are_missed);
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
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
