/* Functions of SQL that are not SQLite's own: of null nothing, of nonsense an error or nothing. */
#include "tests/support/asked_sql.h"

static void open_nothing(void) {
    chunk_begin(&recording, NULL);
    metadata_begin(&recording);
    jvm_primitive_types(&recording);
    metadata_end(&recording);
    chunk_end(&recording);
    open_recording((struct sql_options){0});
}

/* Columns by |, or the error. */
static void check(const char *statement, const char *expected) {
    struct text out = {0};
    struct sql_error error = {0};
    struct sql_statement *s = sql_prepare(sql, statement, NULL, &error);
    ck_assert_msg(s != NULL, "%s: %s", statement, text_str(&error.text));
    int row = sql_step(s, &error);
    for (size_t i = 0; i < sql_columns(s) && row == 1; i++) {
        struct sql_value v = sql_value(s, i);
        text_add(&out, i ? "|" : "");
        if (v.kind == SQL_NULL) text_add(&out, "null");
        else if (v.kind == SQL_INTEGER) text_addf(&out, "%lld", (long long)v.integer);
        else if (v.kind == SQL_REAL) text_addf(&out, "%g real", v.real);
        else text_addf(&out, "'%.*s'", (int)v.length, v.text);
    }
    if (row < 0) text_add(&out, text_str(&error.text));
    ck_assert_msg(strcmp(text_str(&out), expected) == 0, "%s: %s, not %s", statement,
                  text_str(&out), expected);
    sql_error_free(&error);
    sql_finalize(s);
    text_free(&out);
}

static const struct {
    const char *expression, *value;
} values[] = {
    {"ms(1500000)", "1.5 real"},
    {"ms(NULL)", "null"},
    {"us(1500)", "1.5 real"},
    {"seconds(2500000000)", "2.5 real"},
    {"duration(1500000)", "'1.50 ms'"},
    {"duration(-1500000)", "'-1.50 ms'"},
    {"duration(0)", "'0 s'"},
    {"duration(-9223372036854775807 - 1)", "'-2562047 h 47 min'"},
    {"duration(NULL)", "null"},
    {"bytes(1536)", "'1.50 KiB'"},
    {"bytes(-1)", "'-1 B'"},
    {"bytes(NULL)", "null"},
    {"time(0)", "'1970-01-01T00:00:00.000000000Z'"},
    {"time(1)", "'1970-01-01T00:00:00.000000001Z'"},
    {"time(-1)", "'1969-12-31T23:59:59.999999999Z'"},
    {"time(1234567890123456789)", "'2009-02-13T23:31:30.123456789Z'"},
    {"time('12:03:04')", "'12:03:04'"},
    {"time('2020-01-02 12:03:04')", "'12:03:04'"},
    {"time('x')", "null"},
    {"time(NULL)", "null"},
    {"bucket(1234, 100)", "1200"},
    {"bucket(1200, 100)", "1200"},
    {"bucket(1199, 100)", "1100"},
    {"bucket(-1, 100)", "-100"},
    {"bucket(-100, 100)", "-100"},
    {"bucket(-101, 100)", "-200"},
    {"bucket(0, 1)", "0"},
    {"bucket(12345678901, '10s')", "10000000000"},
    {"bucket(NULL, 100)", "null"},
    {"bucket(1, 0)", "bucket(time, step): the step is a length as '10s', or ns"},
    {"bucket(1, -5)", "bucket(time, step): the step is a length as '10s', or ns"},
    {"bucket(1, 'x')", "bucket(time, step): the step is a length as '10s', or ns"},
    {"bucket(1, NULL)", "bucket(time, step): the step is a length as '10s', or ns"},
    {"bucket(1, 2.5)", "0"},
    {"class('a.b.C.m')", "'a.b.C'"},
    {"class('m')", "''"},
    {"class('')", "''"},
    {"class('.m')", "''"},
    {"class('C.m')", "'C'"},
    {"class(NULL)", "null"},
    {"package('a.b.C.m')", "'a.b'"},
    {"package('C.m')", "''"},
    {"package('a.C.m')", "'a'"},
    {"package('m')", "''"},
    {"package(NULL)", "null"},
    {"pool('pool-3-thread-17')", "'pool-*-thread-*'"},
    {"pool('main')", "'main'"},
    {"pool('')", "''"},
    {"pool(NULL)", "null"},
    {"label('jdk.ThreadPark')", "null"},
    {"label('nothing')", "null"},
    {"label(NULL)", "null"},
    {"'abc' REGEXP 'B|c$'", "1"},
    {"'abc' REGEXP '^b'", "0"},
    {"'abc' REGEXP ''", "1"},
    {"'' REGEXP 'a'", "0"},
    {"NULL REGEXP 'a'", "null"},
    {"'a' REGEXP NULL", "null"},
    {"'a' REGEXP '('",
     "'(' is not a regular expression: missing closing parenthesis at position 1"},
    {"masked('password', 'x')", "'***'"},
    {"masked('name', 'x')", "'x'"},
    {"masked(NULL, '--password=x')", "'--password=***'"},
    {"masked('a', NULL)", "null"},
    {"frame(NULL, 0)", "null"},
    {"frame(1, NULL)", "null"},
    {"frame(1, 0)", "null"},
    {"collapsed(NULL)", "null"},
    {"collapsed(1)", "null"},
    {"app_frame(NULL)", "null"},
    {"app_frame(1)", "null"},
    {"stack_has(NULL, 'a')", "null"},
    {"stack_has(1, NULL)", "null"},
    {"stack_has(1, 'a')", "0"},
    {"clock(NULL, 0, '')", "null"},
};

START_TEST(functions_of_one_row) {
    open_nothing();
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char statement[200];
        snprintf(statement, sizeof statement, "SELECT %s", values[i].expression);
        check(statement, values[i].value);
    }
    close_sql();
}
END_TEST

static const struct {
    const char *statement, *value;
} aggregates[] = {
    {"SELECT median(x) FROM (SELECT 1 x UNION SELECT 3 UNION SELECT 10 UNION SELECT NULL)", "3"},
    {"SELECT median(x) FROM (SELECT 1 x UNION SELECT 3)", "2"},
    {"SELECT median(x) FROM (SELECT 1.5 x UNION SELECT 2)", "1.75 real"},
    {"SELECT median(x) FROM (SELECT 1 x WHERE 0)", "null"},
    {"SELECT median(x) FROM (SELECT NULL x)", "null"},
    {"SELECT quantile(x, 0), quantile(x, 0.5), quantile(x, 1) FROM (SELECT 1 x UNION SELECT 3 "
     "UNION SELECT 10)",
     "1|3|10"},
    {"SELECT quantile(x, 0.25), quantile(x, 0.75) FROM (SELECT 1 x UNION SELECT 2 UNION SELECT 5 "
     "UNION SELECT 9)",
     "1|8"},
    {"SELECT quantile(x, 1.01) FROM (SELECT 1 x)",
     "quantile(x, q): q is a share from 0 to 1, as 0.99"},
    {"SELECT quantile(x, -0.01) FROM (SELECT 1 x)",
     "quantile(x, q): q is a share from 0 to 1, as 0.99"},
    {"SELECT quantile(x, NULL) FROM (SELECT 1 x)", "1"},
    {"SELECT quantile(x, 'a') FROM (SELECT 1 x)", "1"},
    {"SELECT p99(x) FROM (SELECT 9223372036854775807 x UNION SELECT -9223372036854775807)",
     "9223372036854775807"},
    {"SELECT median(x) FROM (SELECT 'a' x UNION SELECT 3)", "3"},
    {"SELECT p50(x), p90(x), p95(x), p99(x), p999(x) FROM (WITH RECURSIVE n(x) AS (SELECT 0 UNION "
     "ALL SELECT x + 1 FROM n WHERE x < 1000) SELECT x FROM n)",
     "500|900|950|990|999"},
    {"SELECT first(x, y), last(x, y) FROM (SELECT 1 x, 5 y UNION SELECT 2, 3 UNION SELECT 3, 9)",
     "2|3"},
    {"SELECT first(x, y), last(x, y) FROM (SELECT 1 x, 5 y UNION ALL SELECT 2, 5)", "1|2"},
    {"SELECT first(x, y), last(x, y) FROM (SELECT NULL x, 1 y UNION ALL SELECT 2, 5)", "null|2"},
    {"SELECT first(x, y) FROM (SELECT 'a' x, 2 y UNION ALL SELECT 1.5, 1)", "1.5 real"},
    {"SELECT first(x, y) FROM (SELECT 1 x, 2 y WHERE 0)", "null"},
};

START_TEST(functions_of_many_rows) {
    open_nothing();
    for (size_t i = 0; i < sizeof aggregates / sizeof *aggregates; i++)
        check(aggregates[i].statement, aggregates[i].value);
    close_sql();
}
END_TEST

int main(void) {
    need_sqlite();
    Suite *suite = suite_create("functions");
    TCase *c = tcase_create("functions");
    tcase_add_test(c, functions_of_one_row);
    tcase_add_test(c, functions_of_many_rows);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
