/* Conditions on fields: what they mean, and where what is wrong with them is. */
#include "analyzers/events/expression.h"
#include "base/units.h"
#include "tests/support/anywhere.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct field {
    const char *path;
    struct expression_kind kind;
} fields[] = {
    {"duration", {JFR_COLUMN_INT, JFR_UNIT_NS_SPAN}},
    {"bytes", {JFR_COLUMN_INT, JFR_UNIT_BYTES}},
    {"load", {JFR_COLUMN_REAL, JFR_UNIT_PERCENT}},
    {"host", {JFR_COLUMN_TEXT, JFR_UNIT_NONE}},
    {"path", {JFR_COLUMN_TEXT, JFR_UNIT_NONE}},
    {"late", {JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE}},
    {"startTime", {JFR_COLUMN_INT, JFR_UNIT_NS_TIME}},
    {"n", {JFR_COLUMN_INT, JFR_UNIT_NONE}},
    {"thread", {JFR_COLUMN_THREAD, JFR_UNIT_NONE}},
    {"stack", {JFR_COLUMN_STACK, JFR_UNIT_NONE}},
    {"pool", {JFR_COLUMN_STACK, JFR_UNIT_NONE}},
    {"idle", {JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE}},
    {"nowhere", {JFR_COLUMN_STACK, JFR_UNIT_NONE}},
    {"parked", {JFR_COLUMN_STACK, JFR_UNIT_NONE}},
};
#define FIELDS (sizeof fields / sizeof *fields)

#define START (INT64_C(1700000000) * NS_PER_S) /* 2023-11-14T22:13:20Z */

/* An event: 20 ms, 1.5 MiB, 0.25, "db1.example", "", late, 5 s after the start, 7, "main", a stack
 * of a.B.run below java.util.List.add, one of a pool's idle thread, true, a stack that is null, one
 * that ends where the pool's goes on. */
struct world {
    struct things things;
    uint64_t cells[FIELDS];
};

static uint32_t text(struct world *w, const char *s) {
    return strings_intern(&w->things.texts, s, strlen(s));
}

static uint32_t frame(struct world *w, const char *type, const char *method) {
    return things_add_frame(&w->things, &(struct things_frame){.class_name = text(w, type),
                                                               .method = text(w, method),
                                                               .line = -1,
                                                               .bci = -1});
}

static struct world make_world(void) {
    struct world w = {0};
    double load = 0.25;
    text(&w, "");
    uint32_t frames[] = {frame(&w, "java.util.List", "add"), frame(&w, "a.B", "run")};
    w.cells[0] = 20 * NS_PER_MS;
    w.cells[1] = 1536 * 1024;
    memcpy(&w.cells[2], &load, sizeof load);
    w.cells[3] = text(&w, "db1.example");
    w.cells[4] = JFR_NULL_ID;
    w.cells[5] = 1;
    w.cells[6] = (uint64_t)(START + 5 * NS_PER_S);
    w.cells[7] = 7;
    w.cells[8] = things_add_thread(&w.things, &(struct things_thread){.name = text(&w, "main")});
    w.cells[9] = things_add_stack(&w.things, frames, 2, false);
    uint32_t waits[] = {frame(&w, "jdk.internal.misc.Unsafe", "park"),
                        frame(&w, "java.util.concurrent.ForkJoinPool", "awaitWork")};
    w.cells[13] = things_add_stack(&w.things, waits, 1, false);
    w.cells[10] = things_add_stack(&w.things, waits, 2, false);
    w.cells[11] = 1;
    w.cells[12] = jfr_null(JFR_COLUMN_STACK);
    return w;
}

static bool kinds_of(const struct expression *e, struct expression_kind *kinds, uint64_t *cells,
                     const struct world *w) {
    for (size_t i = 0; i < expression_fields(e); i++) {
        kinds[i] = (struct expression_kind){0};
        cells[i] = jfr_null(JFR_COLUMN_NONE);
        for (size_t k = 0; k < FIELDS; k++) {
            if (strcmp(fields[k].path, expression_field(e, i, NULL)) != 0) continue;
            kinds[i] = fields[k].kind;
            cells[i] = w->cells[k];
        }
    }
    return true;
}

static bool holds(const char *source) {
    struct world w = make_world();
    struct expression_error error;
    struct expression_kind kinds[EXPRESSION_FIELDS];
    uint64_t cells[EXPRESSION_FIELDS];
    struct expression_times times = {START, START + 60 * NS_PER_S, {.kind = ZONE_OFFSET}};
    struct expression *e = expression_parse(source, &error);
    ck_assert_msg(e != NULL, "%s: %s", source, error.text);
    kinds_of(e, kinds, cells, &w);
    ck_assert_msg(expression_check(e, kinds, &error), "%s: %s", source, error.text);
    struct expression_match *match = expression_bind(e, kinds, &times, &w.things);
    bool first = expression_passes(match, cells);
    ck_assert(first == expression_passes(match, cells)); /* what is remembered is the same */
    expression_match_free(match);
    expression_free(e);
    things_free(&w.things);
    return first;
}

/* What is wrong, as "COLUMN: SENTENCE". */
static const char *wrong(const char *source) {
    static char said[500];
    struct world w = make_world();
    struct expression_error error = {0};
    struct expression_kind kinds[EXPRESSION_FIELDS];
    uint64_t cells[EXPRESSION_FIELDS];
    struct expression *e = expression_parse(source, &error);
    if (e) {
        kinds_of(e, kinds, cells, &w);
        ck_assert_msg(!expression_check(e, kinds, &error), "%s is fine", source);
    }
    expression_free(e);
    things_free(&w.things);
    snprintf(said, sizeof said, "%zu: %s", error.column, error.text);
    return said;
}

static void all_hold(const char *const *sources) {
    for (; *sources; sources++) ck_assert_msg(holds(*sources), "%s does not hold", *sources);
}

static void none_holds(const char *const *sources) {
    for (; *sources; sources++) ck_assert_msg(!holds(*sources), "%s holds", *sources);
}

START_TEST(numbers_are_compared_in_the_units_of_their_fields) {
    all_hold((const char *[]){"duration == 20ms",
                              "duration = 20 ms",
                              "duration > 19.99ms",
                              "duration < 1s",
                              "duration >= 20000000",
                              "20ms <= duration",
                              "1h30m > duration",
                              "bytes == 1.5MB",
                              "bytes > 1M",
                              "bytes < 2 MiB",
                              "bytes == 1572864",
                              "load == 25%",
                              "load > 24.9 %",
                              "load < 0.26",
                              "n == 7",
                              "n > -1",
                              "n == 0x7",
                              "n < 7.5",
                              "n in (1, 7)",
                              "n != 8",
                              "startTime >= 5s",
                              "startTime == 2023-11-14T22:13:25Z",
                              "startTime < \"22:13:26\"",
                              "startTime > 22:13:24",
                              NULL});
    none_holds((const char *[]){"duration > 20ms", "bytes > 1.5MB", "load > 25%", "n < 6.5",
                                "n in (1, 8)", "n not in (7)", "startTime < 5s", "n != 7", NULL});
}
END_TEST

START_TEST(texts_threads_and_stacks_are_looked_into) {
    all_hold((const char *[]){
        "host == \"db1.example\"", "host == 'db1.example'", "host ~ \"^db\\d\"", "host !~ \"^x\"",
        "host in (\"a\", \"db1.example\")", "host not in (\"a\")", "thread == \"main\"",
        "thread ~ 'ai'", "stack has \"a[.]B\"", "stack has 'List.add$'", "late", "late == true",
        "late != false", NULL});
    none_holds((const char *[]){"host == \"DB1.example\"", "host ~ \"^1\"", "thread == \"x\"",
                                "stack has \"^B\"", "!late", "late == false", NULL});
}
END_TEST

/* What is idle is decided in one place: tests/unit/analyzers/tables/test_idle.c. */
START_TEST(stacks_of_threads_that_wait_for_work_are_idle) {
    all_hold((const char *[]){"idle(pool)", "idle (pool)", "!idle(stack)", "not idle(stack)",
                              "IDLE( pool ) && n == 7", "!(idle(stack) || idle(none))",
                              "!idle(nowhere)", "idle", "idle == true && idle(pool)",
                              "!idle(parked)", NULL});
    none_holds((const char *[]){"idle(stack)", "!idle(pool)", "idle(none)", "idle(nowhere)",
                                "!idle", NULL});
}
END_TEST

START_TEST(null_equals_null_alone) {
    all_hold((const char *[]){"path == null", "path != \"x\"", "!(path == \"x\")", "host != null",
                              "path not in (\"x\")", "path in (null)", "path != host",
                              "path !~ \"x\"", "none == null", NULL});
    none_holds((const char *[]){"path != null", "path == \"\"", "path ~ \"\"", "host == null",
                                "path == host", "none > 3", "none", NULL});
}
END_TEST

START_TEST(and_binds_more_than_or_and_not_more_than_both) {
    all_hold((const char *[]){"n == 7 || n == 1 && n == 2", "n == 2 && n == 1 || n == 7",
                              "!(n == 1 || n == 2)", "!(n == 1) && n == 7",
                              "n == 1 or not n == 2 and n == 7", "((n == 7))", NULL});
    none_holds((const char *[]){"(n == 7 || n == 1) && n == 2", "not n == 7 or n == 1", NULL});
}
END_TEST

START_TEST(what_is_wrong_has_a_column) {
    static const struct {
        const char *source, *said;
    } cases[] = {
        {"", "0: there is no condition"},
        {"duration >> 20ms", "10: expected a field or a value"},
        {"duration > 20parsecs", "11: '20parsecs' has no known unit"},
        {"(n == 7", "0: the bracket that opens here is not closed"},
        {"n == 7 n == 8", "7: expected && or ||, or the end"},
        {"host ~ \"a(b\"", "7: 'a(b' is not a regular expression: missing closing parenthesis"},
        {"host == \"db", "8: the text that begins here has no closing quote"},
        {"host ~ 7", "7: expected a regular expression in quotes"},
        {"1 == 1", "0: one side of a comparison must be a field"},
        {"n # 7", "2: this is not expected here"},
        {"duration > 20MB", "11: this is a size, but duration is a duration"},
        {"bytes > 5%", "8: this is a percentage, but bytes is a size"},
        {"host > \"a\"", "5: host is a text: only numbers can be less or greater"},
        {"n == \"seven\"", "5: this is a text, but n is a number"},
        {"duration", "0: duration is a duration: a condition compares it"},
        {"stack == \"a\"", "6: stack is a stack trace: use stack has"},
        {"host has \"a\"", "5: host is a text: only a stack trace has frames"},
        {"stack ~ \"a\"", "6: stack is a stack trace: use has"},
        {"n ~ \"a\"", "2: n is a number: regular expressions search texts"},
        {"n", "0: n is a number: a condition compares it"},
        {"idle(host)", "0: host is a text: only a stack trace says"},
        {"n == 7 && idle()", "15: expected a field: the stack trace"},
        {"idle(7)", "5: expected a field: the stack trace"},
        {"idle(pool", "9: expected )"},
        {"idle(pool, stack)", "9: expected )"},
        {"idle(#)", "5: this is not expected here"},
        {"idle(pool#", "9: this is not expected here"},
        {"n in 7", "5: expected ( and a list of values"},
        {"n in (#)", "6: this is not expected here"},
        {"n in (7 #)", "8: this is not expected here"},
        {"n in (7, #)", "9: this is not expected here"},
        {"n in (7,)", "8: expected a value"},
        {"n in (7 8)", "8: expected , or )"},
        {"n in (7", "7: expected , or )"},
        {"idle(pool) == true", "11: expected && or ||, or the end"},
        {"duration > bytes", "9: duration is a duration, but bytes is a size"},
        {"startTime > \"noon\"", "12: this is a text, but startTime is a point of time"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *said = wrong(cases[i].source);
        ck_assert_msg(strncmp(said, cases[i].said, strlen(cases[i].said)) == 0, "%s: %s",
                      cases[i].source, said);
    }
}
END_TEST

START_TEST(deep_nesting_is_refused) {
    char deep[1000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    ck_assert_ptr_nonnull(strstr(wrong(deep), "nested too deep"));
    memset(deep, '!', sizeof deep - 1);
    ck_assert_ptr_nonnull(strstr(wrong(deep), "nested too deep"));
}
END_TEST

static void tell_condition(const uint8_t *bytes, size_t len, struct text *out) {
    struct world w = make_world();
    struct expression_error error = {0};
    struct expression_kind kinds[EXPRESSION_FIELDS];
    uint64_t cells[EXPRESSION_FIELDS];
    struct expression_times times = {START, START + 60 * NS_PER_S, {.kind = ZONE_OFFSET}};
    char *source = anywhere_text(bytes, len);
    struct expression *e = expression_parse(source, &error);
    for (size_t i = 0, column; e && i < expression_fields(e); i++) {
        text_addf(out, "%s", expression_field(e, i, &column));
        text_addf(out, " at %zu\n", column);
    }
    if (e && kinds_of(e, kinds, cells, &w) && expression_check(e, kinds, &error)) {
        struct expression_match *match = expression_bind(e, kinds, &times, &w.things);
        text_add(out, expression_passes(match, cells) ? "holds" : "does not hold");
        expression_match_free(match);
    } else {
        text_addf(out, "%zu: %s", error.column, error.text);
    }
    expression_free(e);
    things_free(&w.things);
    free(source);
}

START_TEST(what_is_wrong_in_one_place_means_what_it_ever_did) {
    static const char *const sources[] = {
        "duration > 19.5ms && (host ~ \"db.*\" || n not in (1, 0x7)) && !(late == false)",
        "bytes >= 1.5MB and load<=25% or not idle(pool)",
        "startTime < 2023-11-14T22:13:26Z && stack has \"a.B\" && n != -7 || thread = 'main'",
        "1h30m>duration && path == null && startTime>=5s && host in (\"db1.example\", null)",
    };
    anywhere_texts("condition", sources, 4, "( \"1", tell_condition, 0xC2FCA6F9C395F55D);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("conditions on events");
    TCase *cases = tcase_create("conditions on events");
    tcase_add_test(cases, numbers_are_compared_in_the_units_of_their_fields);
    tcase_add_test(cases, texts_threads_and_stacks_are_looked_into);
    tcase_add_test(cases, null_equals_null_alone);
    tcase_add_test(cases, and_binds_more_than_or_and_not_more_than_both);
    tcase_add_test(cases, stacks_of_threads_that_wait_for_work_are_idle);
    tcase_add_test(cases, what_is_wrong_has_a_column);
    tcase_add_test(cases, deep_nesting_is_refused);
    tcase_add_test(cases, what_is_wrong_in_one_place_means_what_it_ever_did);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
