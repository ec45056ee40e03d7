/* Values as a person reads them: strings through any number of references, fields by their path. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT = 500, SYMBOL, CLASS, NUMBER, REAL, NESTED, BOX, CYCLE_A, CYCLE_B };

struct valued {
    struct recording r;
    struct opened o;
    struct jfr_constants *constants;
    struct jfr_event event;
    char buffer[64];
};

static void types(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    type_begin(r, SYMBOL, "jdk.types.Symbol", NULL);
    field(r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, CLASS, "java.lang.Class", NULL);
    field(r, "name", SYMBOL, FIELD_POOLED);
    field(r, "outer", CLASS, FIELD_POOLED);
    type_end(r);
    type_begin(r, NUMBER, "Number", NULL); /* a simple type: is the number */
    field(r, "value", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    type_begin(r, REAL, "Real", NULL);
    field(r, "value", TYPE_DOUBLE, FIELD_PLAIN);
    type_end(r);
    type_begin(r, NESTED, "Nested", NULL);
    field(r, "number", NUMBER, FIELD_PLAIN);
    type_end(r);
    type_begin(r, BOX, "Box", NULL);
    field(r, "symbol", SYMBOL, FIELD_PLAIN);
    type_end(r);
    type_begin(r, CYCLE_A, "CycleA", NULL);
    field(r, "b", CYCLE_B, FIELD_POOLED);
    type_end(r);
    type_begin(r, CYCLE_B, "CycleB", NULL);
    field(r, "a", CYCLE_A, FIELD_POOLED);
    type_end(r);
    type_begin(r, EVENT, "Event", "jdk.jfr.Event");
    field(r, "long", TYPE_LONG, FIELD_PLAIN);
    field(r, "float", TYPE_FLOAT, FIELD_PLAIN);
    field(r, "text", TYPE_STRING, FIELD_PLAIN);
    field(r, "reference", TYPE_STRING, FIELD_PLAIN);
    field(r, "class", CLASS, FIELD_POOLED);
    field(r, "nobody", CLASS, FIELD_POOLED);
    field(r, "number", NUMBER, FIELD_PLAIN);
    field(r, "real", REAL, FIELD_PLAIN);
    field(r, "nested", NESTED, FIELD_PLAIN);
    field(r, "box", BOX, FIELD_PLAIN);
    field(r, "cycle", CYCLE_A, FIELD_POOLED);
    field(r, "loop", TYPE_STRING, FIELD_PLAIN);
    field(r, "array", TYPE_INT, FIELD_ARRAY);
    type_end(r);
    metadata_end(r);
}

static void pools(struct recording *r) {
    checkpoint_begin(r, 5);
    pool_begin(r, TYPE_STRING, 4);
    put_long(r, 1), put_utf8(r, "from the pool");
    put_long(r, 2), put_string_key(r, 1);
    put_long(r, 3), put_string_key(r, 3); /* refers to itself */
    put_long(r, 4), put_null(r);
    pool_begin(r, SYMBOL, 1);
    put_long(r, 1), put_utf8(r, "java/lang/Object");
    pool_begin(r, CLASS, 1);
    put_long(r, 1), put_long(r, 1), put_long(r, 1); /* is its own outer class */
    pool_begin(r, CYCLE_A, 1);
    put_long(r, 1), put_long(r, 1);
    pool_begin(r, CYCLE_B, 1);
    put_long(r, 1), put_long(r, 1);
    checkpoint_end(r);
}

static void begin(struct valued *v) {
    struct recording *r = &v->r;
    *v = (struct valued){0};
    chunk_begin(r, NULL);
    types(r);
    pools(r);
    event_begin(r, EVENT);
    put_long(r, -5);
    put_float(r, 0.5F);
    put_utf8(r, "in the event");
    put_string_key(r, 2);
    put_long(r, 1); /* class */
    put_long(r, 99);
    put_long(r, INT64_MIN); /* number */
    put_double(r, -0.125);
    put_long(r, INT64_MAX); /* nested.number.value */
    put_utf8(r, "boxed");
    put_long(r, 1); /* cycle */
    put_string_key(r, 3);
    put_int(r, 1), put_int(r, 5);
    event_end(r);
    chunk_end(r);
    open_first(&v->o, r);
    v->constants = jfr_constants_open(&v->o.chunk, v->o.metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&v->o.chunk, v->o.metadata, NULL);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    jfr_cursor_want(cursor, EVENT);
    ck_assert(jfr_cursor_next(cursor, &v->event));
    jfr_constants_add(v->constants, &v->event, &v->o.log);
    ck_assert(jfr_cursor_next(cursor, &v->event));
    jfr_cursor_close(cursor);
    ck_assert_str_eq(text_str(&v->o.notes), "");
}

static void done(struct valued *v) {
    jfr_constants_close(v->constants);
    opened_close(&v->o);
    recording_free(&v->r);
}

static struct jfr_value value(struct valued *v, const char *path) {
    return value_of_path(v->constants, &v->o.chunk, jfr_type_by_id(v->o.metadata, EVENT), &v->event,
                         path, v->buffer, sizeof v->buffer);
}

static void check_text(struct valued *v, const char *path, const char *expected) {
    struct jfr_value found = value(v, path);
    ck_assert_int_eq(found.kind, JFR_VALUE_TEXT);
    ck_assert_str_eq(found.text, expected);
}

static void check_number(struct valued *v, const char *path, int64_t expected) {
    struct jfr_value found = value(v, path);
    ck_assert_int_eq(found.kind, JFR_VALUE_NUMBER);
    ck_assert_int_eq(found.number, expected);
}

START_TEST(fields_of_the_event_itself) {
    struct valued v;
    begin(&v);
    check_number(&v, "long", -5);
    check_text(&v, "text", "in the event");
    struct jfr_value real = value(&v, "float");
    ck_assert_int_eq(real.kind, JFR_VALUE_REAL);
    ck_assert_double_eq(real.real, 0.5);
    ck_assert_str_eq(real.field->name, "float");
    done(&v);
}
END_TEST

START_TEST(constants_are_looked_up_along_the_path) {
    struct valued v;
    begin(&v);
    check_text(&v, "class.name", "java/lang/Object");
    check_text(&v, "class.name.string", "java/lang/Object");
    check_text(&v, "class.outer.outer.name", "java/lang/Object");
    check_text(&v, "reference", "from the pool");
    done(&v);
}
END_TEST

START_TEST(simple_types_are_the_value_they_hold) {
    struct valued v;
    begin(&v);
    check_number(&v, "number", INT64_MIN);
    check_number(&v, "nested", INT64_MAX);
    check_number(&v, "nested.number", INT64_MAX);
    check_text(&v, "box", "boxed");
    struct jfr_value real = value(&v, "real");
    ck_assert_int_eq(real.kind, JFR_VALUE_REAL);
    ck_assert_double_eq(real.real, -0.125);
    done(&v);
}
END_TEST

START_TEST(what_is_not_there_is_null) {
    struct valued v;
    begin(&v);
    static const char *const paths[] = {"",      "none", "class.none", "nobody", "nobody.name",
                                        "array", ".",    "class..name"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        ck_assert_msg(value(&v, paths[i]).kind == JFR_VALUE_NULL, "%s", paths[i]);
    ck_assert_int_eq(value(&v, "class").kind, JFR_VALUE_STRUCT);
    char path[300];
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = 0;
    ck_assert_int_eq(value(&v, path).kind, JFR_VALUE_NULL);
    done(&v);
}
END_TEST

START_TEST(constants_that_refer_to_one_another_in_a_circle_come_to_an_end) {
    struct valued v;
    begin(&v);
    ck_assert_int_eq(value(&v, "cycle").kind, JFR_VALUE_STRUCT);
    ck_assert_int_eq(value(&v, "loop").kind, JFR_VALUE_NULL);
    ck_assert_str_eq(v.buffer, "");
    ck_assert_int_eq(value(&v, "class.outer.outer.outer.outer.outer.outer.outer.outer.outer."
                               "outer.outer.outer.outer.outer.outer.outer.name")
                         .kind,
                     JFR_VALUE_NULL);
    done(&v);
}
END_TEST

START_TEST(an_event_that_ends_early_gives_null_for_what_lies_behind_its_end) {
    struct valued v;
    begin(&v);
    const uint8_t *end = v.event.end;
    for (v.event.end = v.event.payload; v.event.end < end; v.event.end++) {
        value(&v, "long");
        value(&v, "text");
        ck_assert_int_eq(value(&v, "array").kind, JFR_VALUE_NULL);
    }
    v.event.end = v.event.payload;
    ck_assert_int_eq(value(&v, "long").kind, JFR_VALUE_NULL);
    done(&v);
}
END_TEST

START_TEST(texts_are_cut_between_characters_and_say_how_long_they_are) {
    static const uint8_t string[] = {5, 4, 'a', 0xE9, 'b', 0xE9}; /* a, e acute, b, e acute */
    static const char *const cut[] = {"",
                                      "",
                                      "a",
                                      "a",
                                      "a\xC3\xA9",
                                      "a\xC3\xA9"
                                      "b",
                                      "a\xC3\xA9"
                                      "b",
                                      "a\xC3\xA9"
                                      "b\xC3\xA9"};
    struct jfr_chunk chunk = {.data = string, .size = sizeof string, .encoding = JFR_COMPRESSED};
    for (size_t size = 0; size < 8; size++) {
        char *buffer = malloc(size ? size : 1);
        ck_assert_int_eq(
            jfr_string_at(NULL, NULL, &chunk, string, string + sizeof string, buffer, size), 6);
        if (size) ck_assert_str_eq(buffer, cut[size]);
        free(buffer);
    }
}
END_TEST

START_TEST(null_strings_and_broken_ones_have_no_length) {
    static const uint8_t strings[][3] = {{0}, {6, 1, 'x'}, {3, 5, 'x'}, {2, 1, 0}};
    struct jfr_chunk chunk = {.data = *strings, .size = sizeof strings, .encoding = JFR_COMPRESSED};
    char buffer[4] = "xyz";
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(jfr_string_at(NULL, NULL, &chunk, strings[i], strings[i] + 3, buffer, 4),
                         -1);
        ck_assert_str_eq(buffer, "");
    }
    ck_assert_int_eq(jfr_string_at(NULL, NULL, &chunk, NULL, NULL, buffer, 4), -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("value");
    TCase *cases = tcase_create("value");
    tcase_add_test(cases, fields_of_the_event_itself);
    tcase_add_test(cases, constants_are_looked_up_along_the_path);
    tcase_add_test(cases, simple_types_are_the_value_they_hold);
    tcase_add_test(cases, what_is_not_there_is_null);
    tcase_add_test(cases, constants_that_refer_to_one_another_in_a_circle_come_to_an_end);
    tcase_add_test(cases, an_event_that_ends_early_gives_null_for_what_lies_behind_its_end);
    tcase_add_test(cases, texts_are_cut_between_characters_and_say_how_long_they_are);
    tcase_add_test(cases, null_strings_and_broken_ones_have_no_length);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
