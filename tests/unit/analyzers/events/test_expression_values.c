/* Conditions on values at the edges: each kind of field against each kind of value, two fields with
 * and without a value, and what is not a number. */
#include "analyzers/events/expression.h"
#include "base/missing.h"
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define START (INT64_C(1700000000) * NS_PER_S)

static struct things things;

static uint32_t text(const char *s) {
    return strings_intern(&things.texts, s, strlen(s));
}

static void open_things(void) {
    things = (struct things){0};
    text("");
}

static void close_things(void) {
    things_free(&things);
}

struct cell { /* of a field */
    struct expression_kind kind;
    uint64_t cell;
};

/* Fields are a and b. */
static struct expression *parse(const char *source, struct cell a, struct cell b,
                                struct expression_kind *kinds, uint64_t *cells) {
    struct expression_error error;
    struct expression *e = expression_parse(source, &error);
    ck_assert_msg(e != NULL, "%s: %s", source, error.text);
    for (size_t i = 0; i < expression_fields(e); i++) {
        const struct cell *cell = strcmp(expression_field(e, i, NULL), "a") == 0 ? &a : &b;
        kinds[i] = cell->kind;
        cells[i] = cell->cell;
    }
    return e;
}

static bool passes(const char *source, struct cell a, struct cell b) {
    struct expression_kind kinds[EXPRESSION_FIELDS];
    uint64_t cells[EXPRESSION_FIELDS];
    struct expression_error error;
    const struct expression_times times = {START, START + 60 * NS_PER_S, {.kind = ZONE_OFFSET}};
    struct expression *e = parse(source, a, b, kinds, cells);
    ck_assert_msg(expression_check(e, kinds, &error), "%s: %s", source, error.text);
    struct expression_match *match = expression_bind(e, kinds, &times, &things);
    bool said = expression_passes(match, cells);
    expression_match_free(match);
    expression_free(e);
    return said;
}

static bool may_be_asked(const char *source, struct cell a, struct cell b) {
    struct expression_kind kinds[EXPRESSION_FIELDS];
    uint64_t cells[EXPRESSION_FIELDS];
    struct expression_error error;
    struct expression *e = parse(source, a, b, kinds, cells);
    bool said = expression_check(e, kinds, &error);
    expression_free(e);
    return said;
}

static struct cell of(enum jfr_column_kind kind, uint64_t cell) {
    return (struct cell){{kind, JFR_UNIT_NONE}, cell};
}

static struct cell null_of(enum jfr_column_kind kind) {
    return of(kind, jfr_null(kind));
}

static struct cell real(double number) {
    uint64_t cell;
    memcpy(&cell, &number, sizeof cell);
    return of(JFR_COLUMN_REAL, cell);
}

static const struct cell none = {{JFR_COLUMN_NONE, JFR_UNIT_NONE}, 0};

/* What holds of a and b, as a word of the six comparisons: "=", "!", "<", "[", ">", "]". */
static void check_holds(struct cell a, struct cell b, const char *holding) {
    static const char *const sources[] = {"a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b"};
    static const char signs[] = "=!<[>]";
    bool ordered = a.kind.kind == JFR_COLUMN_NONE ||
                   (a.kind.kind != JFR_COLUMN_TEXT && a.kind.kind != JFR_COLUMN_THREAD &&
                    a.kind.kind != JFR_COLUMN_BOOLEAN && a.kind.kind != JFR_COLUMN_STACK);
    for (size_t i = 0; i < (ordered ? 6 : 2); i++) {
        bool expected = strchr(holding, signs[i]) != NULL;
        ck_assert_msg(passes(sources[i], a, b) == expected, "%s: %d, kinds %d and %d, %llx, %llx",
                      sources[i], !expected, (int)a.kind.kind, (int)b.kind.kind,
                      (unsigned long long)a.cell, (unsigned long long)b.cell);
    }
}

#define LESS "!<["
#define EQUAL "=[]"
#define GREATER "!>]"
#define DIFFER "!"
#define BOTH "="

START_TEST(two_fields_are_equal_if_both_are_null_and_differ_if_one_is) {
    static const enum jfr_column_kind kinds[] = {
        JFR_COLUMN_INT,  JFR_COLUMN_UNSIGNED, JFR_COLUMN_REAL, JFR_COLUMN_BOOLEAN,
        JFR_COLUMN_TEXT, JFR_COLUMN_THREAD,   JFR_COLUMN_STACK};
    uint32_t thread = things_add_thread(&things, &(struct things_thread){.name = text("x")});
    enum jfr_column_kind kind = kinds[_i];
    uint64_t value = kind == JFR_COLUMN_TEXT ? text("x") : kind == JFR_COLUMN_THREAD ? thread : 0;
    check_holds(null_of(kind), null_of(kind), BOTH);
    check_holds(null_of(kind), of(kind, value), DIFFER);
    check_holds(of(kind, value), null_of(kind), DIFFER);
    check_holds(none, of(kind, value), DIFFER);
    check_holds(of(kind, value), none, DIFFER);
    check_holds(none, null_of(kind), BOTH);
    check_holds(null_of(kind), none, BOTH);
    check_holds(of(kind, value), of(kind, value), EQUAL);
}
END_TEST

START_TEST(two_numbers_are_compared_as_what_they_are) {
    const struct {
        struct cell a, b;
        const char *holding;
    } cases[] = {
        {of(JFR_COLUMN_INT, 6), of(JFR_COLUMN_INT, 7), LESS},
        {of(JFR_COLUMN_INT, 7), of(JFR_COLUMN_INT, 7), EQUAL},
        {of(JFR_COLUMN_INT, 8), of(JFR_COLUMN_INT, 7), GREATER},
        {of(JFR_COLUMN_INT, UINT64_MAX), of(JFR_COLUMN_INT, 0), LESS},
        {of(JFR_COLUMN_UNSIGNED, UINT64_MAX - 1), of(JFR_COLUMN_UNSIGNED, 0), GREATER},
        {of(JFR_COLUMN_UNSIGNED, UINT64_MAX - 1), of(JFR_COLUMN_INT, UINT64_MAX - 1), GREATER},
        {of(JFR_COLUMN_INT, UINT64_MAX - 1), of(JFR_COLUMN_UNSIGNED, UINT64_MAX - 1), LESS},
        /* which doubles do not tell apart */
        {of(JFR_COLUMN_INT, (UINT64_C(1) << 53) + 1), of(JFR_COLUMN_INT, UINT64_C(1) << 53),
         GREATER},
        {of(JFR_COLUMN_UNSIGNED, (UINT64_C(1) << 53) + 1),
         of(JFR_COLUMN_UNSIGNED, UINT64_C(1) << 53), GREATER},
        {of(JFR_COLUMN_INT, 7), real(7), EQUAL},
        {of(JFR_COLUMN_INT, 7), real(7.5), LESS},
        {real(7.5), of(JFR_COLUMN_INT, 7), GREATER},
        {real(7.5), of(JFR_COLUMN_UNSIGNED, 8), LESS},
        {real(-1), of(JFR_COLUMN_UNSIGNED, UINT64_MAX - 1), LESS},
        {real(0.25), real(0.5), LESS},
        {real(0.5), real(0.5), EQUAL},
        {real(0.5), real(0.25), GREATER},
        {real((double)MISSING_REAL), real(0.25), DIFFER},
        {real(0.25), real((double)MISSING_REAL), DIFFER},
        {of(JFR_COLUMN_INT, 7), real((double)MISSING_REAL), DIFFER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_holds(cases[i].a, cases[i].b, cases[i].holding);
}
END_TEST

/* Ids are those of two threads, of which one has the other's name, and another one. */
START_TEST(threads_are_their_names_in_each_comparison) {
    struct cell threads[3];
    static const char *const names[] = {"worker", "worker", "main"};
    for (uint32_t i = 0; i < 3; i++)
        threads[i] = of(JFR_COLUMN_THREAD,
                        things_add_thread(&things, &(struct things_thread){.name = text(names[i]),
                                                                           .java_id = i + 1}));
    struct cell worker = of(JFR_COLUMN_TEXT, text("worker"));
    ck_assert_uint_ne(threads[0].cell, threads[1].cell);
    check_holds(threads[0], threads[1], EQUAL);
    check_holds(threads[0], threads[2], DIFFER);
    check_holds(threads[2], threads[2], EQUAL);
    check_holds(threads[1], worker, EQUAL);
    check_holds(worker, threads[1], EQUAL);
    check_holds(worker, threads[2], DIFFER);
    check_holds(worker, of(JFR_COLUMN_TEXT, text("main")), DIFFER);
}
END_TEST

/* Fields: i int, r real, x text with a value; n without one; q not a number. */
START_TEST(a_value_is_what_is_asked_for_or_not) {
    const struct {
        const char *source;
        struct cell a;
        bool holds;
    } cases[] = {
        {"a == null", null_of(JFR_COLUMN_INT), true},
        {"a != null", null_of(JFR_COLUMN_INT), false},
        {"a < null", null_of(JFR_COLUMN_INT), false},
        {"a <= null", null_of(JFR_COLUMN_INT), false},
        {"a >= null", null_of(JFR_COLUMN_INT), false},
        {"a >= null", of(JFR_COLUMN_INT, 7), false},
        {"a == null", of(JFR_COLUMN_INT, 7), false},
        {"a != null", of(JFR_COLUMN_INT, 7), true},
        {"a == 7", null_of(JFR_COLUMN_INT), false},
        {"a != 7", null_of(JFR_COLUMN_INT), true},
        {"a < 7", null_of(JFR_COLUMN_INT), false},
        {"a >= 7", null_of(JFR_COLUMN_INT), false},
        {"a in (7)", null_of(JFR_COLUMN_INT), false},
        {"a in (7, null)", null_of(JFR_COLUMN_INT), true},
        {"a in (null)", of(JFR_COLUMN_INT, 0), false},
        {"a in (null, 7)", of(JFR_COLUMN_INT, 7), true},
        {"a in (6, 8)", of(JFR_COLUMN_INT, 7), false},
        {"a in (null)", of(JFR_COLUMN_TEXT, 0), false},
        {"a in (null, \"\")", of(JFR_COLUMN_TEXT, 0), true},
        {"a in (null, \"\")", null_of(JFR_COLUMN_TEXT), true},
        {"a in (\"\")", null_of(JFR_COLUMN_TEXT), false},
        {"a == 0", real((double)MISSING_REAL), false},
        {"a != 0", real((double)MISSING_REAL), true},
        {"a < 0", real((double)MISSING_REAL), false},
        {"a >= 0", real((double)MISSING_REAL), false},
        {"a in (0)", real((double)MISSING_REAL), false},
        {"a in (0, 0.25)", real(0.25), true},
        {"a", of(JFR_COLUMN_BOOLEAN, 0), false},
        {"a", of(JFR_COLUMN_BOOLEAN, 1), true},
        {"a", null_of(JFR_COLUMN_BOOLEAN), false},
        {"!a", null_of(JFR_COLUMN_BOOLEAN), true},
        {"a == true", null_of(JFR_COLUMN_BOOLEAN), false},
        {"a == false", null_of(JFR_COLUMN_BOOLEAN), false},
        {"a == false", of(JFR_COLUMN_BOOLEAN, 0), true},
        /* each side of a number */
        {"a < 7", of(JFR_COLUMN_INT, 6), true},
        {"a < 7", of(JFR_COLUMN_INT, 7), false},
        {"a <= 7", of(JFR_COLUMN_INT, 7), true},
        {"a <= 7", of(JFR_COLUMN_INT, 8), false},
        {"a > 7", of(JFR_COLUMN_INT, 8), true},
        {"a > 7", of(JFR_COLUMN_INT, 7), false},
        {"a >= 7", of(JFR_COLUMN_INT, 7), true},
        {"a >= 7", of(JFR_COLUMN_INT, 6), false},
        {"a > 7.5", of(JFR_COLUMN_INT, 7), false},
        {"a > 7.5", of(JFR_COLUMN_INT, 8), true},
        {"a > 0", of(JFR_COLUMN_UNSIGNED, UINT64_MAX - 1), true},
        {"a < 0", of(JFR_COLUMN_INT, UINT64_MAX - 1), true},
        {"a > 9007199254740992", of(JFR_COLUMN_INT, (UINT64_C(1) << 53) + 1), true},
        {"a < 0.5", real(0.25), true},
        {"a < 0.25", real(0.25), false},
        {"a <= 0.25", real(0.25), true},
        {"a > 0.25", real(0.25), false},
        {"a == 1", real(1.5), false},
        {"a ~ \"\"", of(JFR_COLUMN_TEXT, 0), true},
        {"a ~ \"\"", null_of(JFR_COLUMN_TEXT), false},
        {"a has \"\"", null_of(JFR_COLUMN_STACK), false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(passes(cases[i].source, cases[i].a, none) == cases[i].holds, "%s of %llx: %d",
                      cases[i].source, (unsigned long long)cases[i].a.cell, !cases[i].holds);
}
END_TEST

/* ==== What may be asked ===================================================================== */

static const struct expression_kind kinds[] = {
    {JFR_COLUMN_NONE, JFR_UNIT_NONE},        {JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE},
    {JFR_COLUMN_TEXT, JFR_UNIT_NONE},        {JFR_COLUMN_THREAD, JFR_UNIT_NONE},
    {JFR_COLUMN_STACK, JFR_UNIT_NONE},       {JFR_COLUMN_INT, JFR_UNIT_NONE},
    {JFR_COLUMN_INT, JFR_UNIT_NS_SPAN},      {JFR_COLUMN_INT, JFR_UNIT_NS_TIME},
    {JFR_COLUMN_UNSIGNED, JFR_UNIT_BYTES},   {JFR_COLUMN_REAL, JFR_UNIT_PERCENT},
    {JFR_COLUMN_REAL, JFR_UNIT_BYTES_PER_S},
};
#define KINDS (sizeof kinds / sizeof *kinds)

START_TEST(what_may_be_asked_of_a_field_depends_on_its_kind) {
    static const struct {
        const char *source;
        const char *allowed; /* parallel to kinds: y, n */
    } cases[] = {
        {"a == null", "yyyyyyyyyyy"},
        {"a == true", "yynnnnnnnnn"},
        {"a == \"x\"", "ynyynnnnnnn"},
        {"a == 7", "ynnnnyyyyyy"},
        {"a == 7.5", "ynnnnyynyyy"},
        {"a == 20ms", "ynnnnnyynnn"},
        {"a == 10m", "ynnnnnyyynn"}, /* minutes or megabytes */
        {"a == 0m", "ynnnnnyyynn"},
        {"a == -1m", "ynnnnnyynnn"}, /* no bytes */
        {"a == 10MB", "ynnnnnnnynn"},
        {"a == 5%", "ynnnnnnnnyn"},
        {"a == 2023-11-14T22:13:25Z", "ynnnnnnynnn"},
        {"a == \"2023-11-14T22:13:25Z\"", "ynyynnnynnn"},
        {"a < 7", "ynnnnyyyyyy"},
        {"a < \"x\"", "ynnnnnnnnnn"},
        {"a < null", "ynnnnyyyyyy"},
        {"a in (null, true)", "yynnnnnnnnn"},
        {"a in (true, null)", "yynnnnnnnnn"},
        {"a ~ \"x\"", "ynyynnnnnnn"},
        {"a has \"x\"", "ynnnynnnnnn"},
        {"a", "yynnnnnnnnn"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < KINDS; k++)
            ck_assert_msg(may_be_asked(cases[i].source, (struct cell){kinds[k], 0}, none) ==
                              (cases[i].allowed[k] == 'y'),
                          "%s of kind %zu", cases[i].source, k);
}
END_TEST

START_TEST(two_fields_may_be_compared_if_they_are_of_a_kind_and_a_unit) {
    static const char *const allowed[] = {
        /* parallel to kinds, both ways */
        "yyyyyyyyyyy", "yynnnnnnnnn", "ynyynnnnnnn", "ynyynnnnnnn", "ynnnynnnnnn", "ynnnnyyyyyy",
        "ynnnnyynnnn", "ynnnnynynnn", "ynnnnynnynn", "ynnnnynnnyn", "ynnnnynnnny"};
    for (size_t i = 0; i < KINDS; i++)
        for (size_t k = 0; k < KINDS; k++) {
            struct cell a = {kinds[i], 0}, b = {kinds[k], 0};
            bool numbers = i == 0 || i >= 5;
            ck_assert_msg(may_be_asked("a == b", a, b) == (allowed[i][k] == 'y'), "%zu, %zu", i, k);
            ck_assert_msg(may_be_asked("a < b", a, b) == (allowed[i][k] == 'y' && numbers),
                          "%zu, %zu", i, k);
        }
}
END_TEST

/* ==== Things ================================================================================ */

START_TEST(a_stack_has_each_of_its_frames_by_class_and_method) {
    static const struct {
        const char *class_name, *method, *pattern;
    } frames[] = {
        {"a.B", "run", "^a[.]B[.]run$"}, {"a.C", "", "^a[.]C$"}, {"", "native", "^native$"}};
    uint32_t all[3];
    for (size_t i = 0; i < 3; i++)
        all[i] = things_add_frame(&things,
                                  &(struct things_frame){.class_name = text(frames[i].class_name),
                                                         .method = text(frames[i].method),
                                                         .line = -1,
                                                         .bci = -1});
    for (uint32_t depth = 0; depth <= 3; depth++) {
        struct cell stack = of(JFR_COLUMN_STACK, things_add_stack(&things, all, depth, false));
        for (uint32_t i = 0; i < 3; i++) {
            char source[60];
            snprintf(source, sizeof source, "a has \"%s\"", frames[i].pattern);
            ck_assert_msg(passes(source, stack, none) == (i < depth), "%s of %u", source, depth);
        }
    }
}
END_TEST

/* One match for many cells, as a worker has it, and numbers that stand for other texts later. */
START_TEST(what_was_looked_at_is_forgotten_when_numbers_stand_for_others) {
    enum { COUNT = 40 };
    struct expression_kind kind[1];
    uint64_t cell[1];
    const struct expression_times times = {0};
    char name[10];
    uint32_t ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%d", i);
        ids[i] = text(name);
    }
    struct expression *e = parse("a ~ \"[13579]$\"", of(JFR_COLUMN_TEXT, 0), none, kind, cell);
    struct expression_match *match = expression_bind(e, kind, &times, &things);
    for (int i = 0; i < 4 * COUNT; i++) {
        *cell = ids[i * 7 % COUNT];
        ck_assert_int_eq(expression_passes(match, cell), i * 7 % COUNT % 2);
    }
    close_things();
    open_things();
    for (int i = 1; i <= COUNT; i++) {
        snprintf(name, sizeof name, "%d", i);
        ck_assert_uint_eq(text(name), ids[i - 1]);
    }
    expression_forget(match);
    for (int i = 0; i < COUNT; i++) {
        *cell = ids[i];
        ck_assert_int_eq(expression_passes(match, cell), (i + 1) % 2);
    }
    expression_match_free(match);
    expression_free(e);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("values of conditions");
    TCase *tcase = tcase_create("values of conditions");
    tcase_add_checked_fixture(tcase, open_things, close_things);
    tcase_add_loop_test(tcase, two_fields_are_equal_if_both_are_null_and_differ_if_one_is, 0, 7);
    tcase_add_test(tcase, two_numbers_are_compared_as_what_they_are);
    tcase_add_test(tcase, threads_are_their_names_in_each_comparison);
    tcase_add_test(tcase, a_value_is_what_is_asked_for_or_not);
    tcase_add_test(tcase, what_may_be_asked_of_a_field_depends_on_its_kind);
    tcase_add_test(tcase, two_fields_may_be_compared_if_they_are_of_a_kind_and_a_unit);
    tcase_add_test(tcase, a_stack_has_each_of_its_frames_by_class_and_method);
    tcase_add_test(tcase, what_was_looked_at_is_forgotten_when_numbers_stand_for_others);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
