/* Conditions as they are written: where a word, a number, a text ends, what is too much, and that
 * nothing that is wrong within one is passed over. */
#include "analyzers/events/expression.h"
#include "base/text.h"
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The fields that it names, "a b.c"; or where it is wrong, "3:". */
static const char *fields_of(const char *source) {
    static char said[1000];
    struct expression_error error = {.column = SIZE_MAX};
    struct expression *e = expression_parse(source, &error);
    *said = 0;
    for (size_t i = 0; e && i < expression_fields(e); i++)
        snprintf(said + strlen(said), sizeof said - strlen(said), "%s%s", i ? " " : "",
                 expression_field(e, i, NULL));
    if (!e) snprintf(said, sizeof said, "%zu:", error.column);
    expression_free(e);
    return said;
}

/* One of each thing that conditions have, words with blanks in between. */
static const char *const conditions[] = {
    "a == 1",
    "1 < a",
    "a != b",
    "a ~ 'x'",
    "a !~ 'x'",
    "a has 'x'",
    "a in ( 1 , null , 'x' )",
    "a not in ( 1 )",
    "not a",
    "! a && ( b || c )",
    "idle ( a ) or b",
    "a and b or not ( c )",
    "( ( a ) )",
    "a",
};

/* At each place where a word could stand, one that is none. */
START_TEST(what_means_nothing_is_wrong_wherever_it_stands) {
    const char *source = conditions[_i];
    char broken[100], expected[24];
    for (const char *at = source; *at; at++) {
        if (at > source && at[-1] != ' ') continue;
        snprintf(broken, sizeof broken, "%.*s# %s", (int)(at - source), source, at);
        snprintf(expected, sizeof expected, "%zu:", (size_t)(at - source));
        ck_assert_msg(strcmp(fields_of(broken), expected) == 0, "%s: %s", broken,
                      fields_of(broken));
    }
    snprintf(broken, sizeof broken, "%s #", source);
    snprintf(expected, sizeof expected, "%zu:", strlen(source) + 1);
    ck_assert_msg(strcmp(fields_of(broken), expected) == 0, "%s: %s", broken, fields_of(broken));
}
END_TEST

/* With and without blanks: they mean the same. */
START_TEST(blanks_stand_only_where_words_would_run_together) {
    static const struct {
        const char *source, *fields;
    } cases[] = {
        {"a==1", "a"},
        {"1<a", "a"},
        {"a<>b", "a b"},
        {"a=b", "a b"},
        {"a=~'x'", "a"},
        {"a!~'x'", "a"},
        {"a in(1,null,'x')", "a"},
        {"!a&&(b||c)", "a b c"},
        {"idle(a)or b", "a b"},
        {"idle", "idle"},
        {"idle \t\r\n(a)", "a"},
        {"idlea", "idlea"},
        {"\t a\n", "a"},
        {"a && a || b", "a b"},
        {"A && a", "A a"},
        {"a.b.c", "a.b.c"},
        {"a.1", "1:"},
        {"a.", "1:"},
        {".a", "0:"},
        {"a1", "a1"},
        {"_a", "_a"},
        {"$a", "$a"},
        {"\x80", "\x80"},
        {"\x7f", "0:"},
        {"a\xff", "a\xff"},
        {"TRUE == a", "a"},
        {"truea", "truea"},
        {"nota", "nota"},
        {"Not a", "a"},
        {"a AND b Or c", "a b c"},
        {"null == a", "a"},
        {"a == ''", "a"},
        {"a == '\"'", "a"},
        {"a == '", "5:"},
        {"a == 'b\\'", "5:"},
        {"a == 'b\\\\'", "a"},
        {"a == 'b\\''", "a"},
        {"a == 0x", "5:"},
        {"a == 0x1", "a"},
        {"a == 0X1f", "a"},
        {"a == 0x1g", "5:"},
        {"a == 0x1_", "5:"},
        {"a == -0x1", "a"},
        {"a == -1", "a"},
        {"a == -", "5:"},
        {"a == - 1", "5:"},
        {"a == --1", "5:"},
        {"a == 1.5", "a"},
        {"a == 1.", "6:"},
        {"a == .5", "5:"},
        {"a == 1x", "5:"},
        {"a == 1 x", "7:"},
        {"a == 1 ms", "a"},
        {"a == 1  ms", "a"},
        {"a == 1ms ms", "9:"},
        {"a == 1 %", "a"},
        {"a == 1%%", "7:"},
        {"a == 1 ms%", "9:"},
        {"a == 1h30m", "a"},
        {"a == 2026-11-20", "a"},
        {"a == 2026-11-20T21:31:00Z", "a"},
        {"a == 2026-11-20T21:31:00+01:00", "a"},
        {"a == 2026-x", "9:"},
        {"a == 2026-99-99", "5:"},
        {"a == 1:02", "a"},
        {"a == 21:31", "a"},
        {"a == 21:31:05", "a"},
        {"a == 21:", "7:"},
        {"a == 21:x", "7:"},
        {"a == 121:30", "8:"},
        {"a == 25:99", "5:"},
        {"a not", "5:"},
        {"a not b", "6:"},
        {"1", "0:"},
        {"a in 1", "5:"},
        {"a in ()", "6:"},
        {"a in (b)", "6:"},
        {"a in (1", "7:"},
        {"a in (1 2)", "8:"},
        {"a in (1,)", "8:"},
        {"a ~ b", "4:"},
        {"a ~ 1", "4:"},
        {"a has", "5:"},
        {"(a", "0:"},
        {"(a b)", "3:"},
        {"a)", "1:"},
        {"a &&", "4:"},
        {"a ||", "4:"},
        {"a & b", "2:"},
        {"a == ", "5:"},
        {"== a", "0:"},
        {"1 == 2", "0:"},
        {"idle(1)", "5:"},
        {"idle(a", "6:"},
        {"idle(a b)", "7:"},
        {" ", "1:"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_msg(strcmp(fields_of(cases[i].source), cases[i].fields) == 0, "%s: %s, not %s",
                      cases[i].source, fields_of(cases[i].source), cases[i].fields);
}
END_TEST

/* Is it too deep, so often within the other? */
static bool is_fine(const char *before, size_t times, const char *within, const char *behind) {
    struct text source = {0};
    struct expression_error error;
    for (size_t i = 0; i < times; i++) text_add(&source, before);
    text_add(&source, within);
    for (size_t i = 0; i < times; i++) text_add(&source, behind);
    struct expression *e = expression_parse(text_str(&source), &error);
    bool fine = e != NULL;
    expression_free(e);
    text_free(&source);
    return fine;
}

START_TEST(a_condition_is_as_deep_and_as_long_as_conditions_may_be) {
    struct text many = {0};
    ck_assert(is_fine("(", 99, "a", ")") && !is_fine("(", 100, "a", ")"));
    ck_assert(is_fine("!", 99, "a", "") && !is_fine("!", 100, "a", ""));
    ck_assert(is_fine("(a) && ", 1000, "a", "")); /* beside one another */
    ck_assert(is_fine(" ", 8191, "a", "") && !is_fine(" ", 8192, "a", ""));
    for (int i = 0; i < EXPRESSION_FIELDS; i++) text_addf(&many, "%sf%d", i ? " || f0 && " : "", i);
    ck_assert(is_fine("", 0, text_str(&many), ""));
    size_t len = many.len;
    text_add(&many, " || g");
    ck_assert_uint_eq(strtoul(fields_of(text_str(&many)), NULL, 10), len + 4);
    text_free(&many);
}
END_TEST

/* ==== What a value is ======================================================================= */

static const struct {
    const char *source;
    enum jfr_column_kind kind;
    enum jfr_unit unit;
    int64_t cell;
    bool holds;
} values[] = {
    {"a == 9223372036854775807", JFR_COLUMN_INT, JFR_UNIT_NONE, INT64_MAX, true},
    {"a == 9223372036854775806", JFR_COLUMN_INT, JFR_UNIT_NONE, INT64_MAX, false},
    {"a == 9223372036854775808", JFR_COLUMN_INT, JFR_UNIT_NONE, INT64_MAX, true}, /* as a double */
    {"a == -9223372036854775807", JFR_COLUMN_INT, JFR_UNIT_NONE, -INT64_MAX, true},
    {"a == -0x10", JFR_COLUMN_INT, JFR_UNIT_NONE, 16, true}, /* bits have no sign */
    {"a == 0xffffffffffffffff", JFR_COLUMN_INT, JFR_UNIT_NONE, -1, true},
    {"a == 0", JFR_COLUMN_INT, JFR_UNIT_NONE, 0, true},
    {"a == 1.0", JFR_COLUMN_INT, JFR_UNIT_NONE, 1, true},
    {"a == 1.5", JFR_COLUMN_INT, JFR_UNIT_NONE, 1, false},
    {"a < 1.5", JFR_COLUMN_INT, JFR_UNIT_NONE, 1, true},
    {"a > -1.5", JFR_COLUMN_INT, JFR_UNIT_NONE, -1, true},
    {"a == 1us", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, 1000, true},
    {"a == -1 us", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, -1000, true},
    {"a == 1h30m", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, 5400 * NS_PER_S, true},
    {"a == 1M", JFR_COLUMN_INT, JFR_UNIT_BYTES, 1 << 20, true}, /* 1m is a minute, too */
    {"a == 1m", JFR_COLUMN_INT, JFR_UNIT_BYTES, 1 << 20, true},
    {"a == 1m", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, 60 * NS_PER_S, true},
    {"a == 1.5kB", JFR_COLUMN_INT, JFR_UNIT_BYTES, 1536, true},
    {"a == -1kB", JFR_COLUMN_INT, JFR_UNIT_BYTES, -1024, true},
    {"a == 0.3B", JFR_COLUMN_INT, JFR_UNIT_BYTES, 0, true},
    {"a == 0.5B", JFR_COLUMN_INT, JFR_UNIT_BYTES, 1, true},
    {"a == 8000000TB", JFR_COLUMN_INT, JFR_UNIT_BYTES, INT64_C(8000000) << 40, true},
};

START_TEST(a_value_is_as_it_is_written) {
    struct expression_error error;
    const struct expression_times times = {0, NS_PER_S, {.kind = ZONE_OFFSET}};
    const struct expression_kind kind = {values[_i].kind, values[_i].unit};
    uint64_t cell = (uint64_t)values[_i].cell;
    struct things things = {0};
    struct expression *e = expression_parse(values[_i].source, &error);
    ck_assert_msg(e && expression_check(e, &kind, &error), "%s: %s", values[_i].source, error.text);
    struct expression_match *match = expression_bind(e, &kind, &times, &things);
    ck_assert_msg(expression_passes(match, &cell) == values[_i].holds, "%s", values[_i].source);
    expression_match_free(match);
    expression_free(e);
    things_free(&things);
}
END_TEST

/* Texts: a backslash stays, but before the quote that it keeps. */
START_TEST(a_text_is_what_stands_in_its_quotes) {
    static const struct {
        const char *source, *text;
        bool holds;
    } cases[] = {
        {"a == 'x'", "x", true},           {"a == 'x'", "X", false},
        {"a == 'x'", "xy", false},         {"a == 'xy'", "x", false},
        {"a == \"it's\"", "it's", true},   {"a == 'it\\'s'", "it's", true},
        {"a == \"a\\\"b\"", "a\"b", true}, {"a == 'a\\\"b'", "a\\\"b", true},
        {"a == 'a\\\\b'", "a\\\\b", true}, {"a == 'a\\db'", "a\\db", true},
        {"a == 'a\\\\'", "a\\\\", true},   {"a ~ '^a\\.b$'", "a.b", true},
        {"a ~ '^a\\.b$'", "axb", false},   {"a ~ '^a\\\\b$'", "a\\b", true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct expression_error error;
        const struct expression_times times = {0, NS_PER_S, {.kind = ZONE_OFFSET}};
        const struct expression_kind kind = {JFR_COLUMN_TEXT, JFR_UNIT_NONE};
        struct things things = {0};
        uint64_t cell = strings_intern(&things.texts, cases[i].text, strlen(cases[i].text));
        struct expression *e = expression_parse(cases[i].source, &error);
        ck_assert_msg(e && expression_check(e, &kind, &error), "%s", cases[i].source);
        struct expression_match *match = expression_bind(e, &kind, &times, &things);
        ck_assert_msg(expression_passes(match, &cell) == cases[i].holds, "%s of %s",
                      cases[i].source, cases[i].text);
        expression_match_free(match);
        expression_free(e);
        things_free(&things);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("words of conditions");
    TCase *cases = tcase_create("words of conditions");
    tcase_add_loop_test(cases, what_means_nothing_is_wrong_wherever_it_stands, 0,
                        COUNT(conditions));
    tcase_add_test(cases, blanks_stand_only_where_words_would_run_together);
    tcase_add_test(cases, a_condition_is_as_deep_and_as_long_as_conditions_may_be);
    tcase_add_loop_test(cases, a_value_is_as_it_is_written, 0, COUNT(values));
    tcase_add_test(cases, a_text_is_what_stands_in_its_quotes);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
