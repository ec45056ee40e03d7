/* Visits: every layout of an event, as JSON; and what is told besides. */
#include "tests/support/event_json.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT = 500, SYMBOL, CLASS, GROUP, POINT, LINE, BAG, SELF, FRAME, STACK, TWINS, CAUSE };

/* A chunk whose event has one field, written by the test, so that each layout stands alone. */
struct visited {
    struct recording r;
    struct opened o;
    struct jfr_constants *constants;
    struct jfr_visitor *visitor;
    struct jfr_event event;
    struct text json;
    enum jfr_code code;
    uint64_t frames;
};

static void simple_type(struct recording *r, uint64_t id, const char *name) {
    element_begin(r, "class");
    attribute_number(r, "id", id);
    attribute(r, "name", name);
    attribute(r, "simpleType", "true");
}

/* The types of all tests, and the event with the field. */
static void start_field(struct visited *v, uint64_t type, unsigned how, bool fixed) {
    struct recording *r = &v->r;
    struct chunk_head head = usual_head;
    *v = (struct visited){.frames = UINT64_MAX};
    if (fixed) head.flags = 0;
    chunk_begin(r, &head);
    metadata_begin(r);
    jvm_primitive_types(r);
    simple_type(r, SYMBOL, "jdk.types.Symbol");
    field(r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    simple_type(r, CAUSE, "Cause");
    field(r, "symbol", SYMBOL, FIELD_POOLED);
    type_end(r);
    type_begin(r, CLASS, "java.lang.Class", NULL);
    field(r, "name", SYMBOL, FIELD_POOLED);
    field(r, "outer", CLASS, FIELD_POOLED);
    type_end(r);
    type_begin(r, GROUP, "jdk.types.ThreadGroup", NULL);
    field(r, "parent", GROUP, FIELD_POOLED);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, POINT, "Point", NULL);
    field(r, "x", TYPE_INT, FIELD_PLAIN);
    field(r, "y", TYPE_SHORT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, LINE, "Line", NULL);
    field(r, "from", POINT, FIELD_PLAIN);
    field(r, "to", POINT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, BAG, "Bag", NULL);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "points", POINT, FIELD_ARRAY);
    field(r, "size", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, SELF, "Self", NULL);
    field(r, "self", SELF, FIELD_PLAIN);
    type_end(r);
    type_begin(r, FRAME, "jdk.types.StackFrame", NULL);
    field(r, "line", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, STACK, "jdk.types.StackTrace", NULL);
    field(r, "frames", FRAME, FIELD_ARRAY);
    field(r, "truncated", TYPE_BOOLEAN, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TWINS, "Twins", NULL);
    field(r, "one", TWINS, FIELD_POOLED);
    field(r, "other", TWINS, FIELD_POOLED);
    type_end(r);
    type_begin(r, EVENT, "Event", "jdk.jfr.Event");
    field(r, "v", type, how);
    type_end(r);
    metadata_end(r);
}

static void start(struct visited *v, uint64_t type, unsigned how) {
    start_field(v, type, how, false);
}

/* Ends the chunk and opens it, with all its constants and its event. */
static void open_event(struct visited *v) {
    struct jfr_event event;
    chunk_end(&v->r);
    open_first(&v->o, &v->r);
    v->constants = jfr_constants_open(&v->o.chunk, v->o.metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&v->o.chunk, v->o.metadata, &v->o.log);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    jfr_cursor_want(cursor, EVENT);
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == EVENT) v->event = event;
        else jfr_constants_add(v->constants, &event, &v->o.log);
    }
    jfr_cursor_close(cursor);
    v->visitor = jfr_visitor_open(&v->o.chunk, v->o.metadata, v->constants);
}

static const char *visited_json(struct visited *v) {
    struct event_json e = {
        .chunk = &v->o.chunk, .json = json_open(&v->json, JSON_COMPACT), .frames = v->frames};
    text_clear(&v->json);
    v->code = jfr_visit_event(v->visitor, &v->event, event_json_item, &e);
    ck_assert_uint_eq(e.depth, 0);
    return text_str(&v->json);
}

static void done(struct visited *v) {
    jfr_visitor_close(v->visitor);
    jfr_constants_close(v->constants);
    opened_close(&v->o);
    recording_free(&v->r);
    text_free(&v->json);
}

static void expect_code(struct visited *v, enum jfr_code code, const char *json) {
    open_event(v);
    ck_assert_str_eq(visited_json(v), json);
    ck_assert_int_eq(v->code, code);
    done(v);
}

static void expect(struct visited *v, const char *json) {
    expect_code(v, JFR_OK, json);
}

/* ==== Values in place ======================================================================= */

START_TEST(numbers_have_the_sign_that_their_width_gives) {
    struct visited v;
    start_field(&v, LINE, FIELD_ARRAY, _i);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 1);
    put_int(&v.r, INT32_MIN), put_short(&v.r, -1);
    put_int(&v.r, INT32_MAX), put_short(&v.r, INT16_MIN);
    event_end(&v.r);
    expect(&v, "{\"v\":[{\"from\":{\"x\":-2147483648,\"y\":-1},"
               "\"to\":{\"x\":2147483647,\"y\":-32768}}]}");
}
END_TEST

START_TEST(a_byte_is_signed_and_a_boolean_is_none) {
    struct visited v;
    start(&v, TYPE_BYTE, FIELD_ARRAY);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 2), put_byte(&v.r, -128), put_byte(&v.r, 127);
    event_end(&v.r);
    expect(&v, "{\"v\":[-128,127]}");
    start(&v, TYPE_BOOLEAN, FIELD_ARRAY);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 3), put_boolean(&v.r, true), put_boolean(&v.r, false), put_byte(&v.r, 77);
    event_end(&v.r);
    expect(&v, "{\"v\":[true,false,true]}");
}
END_TEST

START_TEST(a_char_is_a_text_of_one_character) {
    struct visited v;
    start_field(&v, TYPE_CHAR, FIELD_ARRAY, _i);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 3), put_char(&v.r, 'a'), put_char(&v.r, 0x20AC), put_char(&v.r, 0xD800);
    event_end(&v.r);
    expect(&v, "{\"v\":[\"a\",\"\xE2\x82\xAC\",\"\xEF\xBF\xBD\"]}");
}
END_TEST

START_TEST(real_numbers_know_how_wide_they_are) {
    struct visited v;
    start(&v, TYPE_FLOAT, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_float(&v.r, 0.1F);
    event_end(&v.r);
    expect(&v, "{\"v\":0.1}");
    start(&v, TYPE_DOUBLE, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_double(&v.r, 0.1);
    event_end(&v.r);
    expect(&v, "{\"v\":0.1}");
}
END_TEST

START_TEST(an_empty_array_has_no_elements) {
    struct visited v;
    start(&v, POINT, FIELD_ARRAY);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 0);
    event_end(&v.r);
    expect(&v, "{\"v\":[]}");
}
END_TEST

/* ==== Texts ================================================================================= */

START_TEST(a_text_is_utf8_however_it_is_written) {
    static const uint16_t units[] = {'h', 0xE4, 0xD83D, 0xDE00};
    struct visited v;
    start_field(&v, TYPE_STRING, FIELD_ARRAY, _i);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 7);
    put_utf8(&v.r, "plain ASCII of more than eight bytes");
    put_utf8(&v.r, "h\xC3\xA4");
    put_utf8(&v.r, "b\xFFroken");
    put_latin1(&v.r, "h\xE4");
    put_latin1(&v.r, "\xC3\xA4 is UTF-8, too");
    put_chars(&v.r, units, 4);
    put_empty(&v.r);
    event_end(&v.r);
    expect(&v, "{\"v\":[\"plain ASCII of more than eight bytes\",\"h\xC3\xA4\","
               "\"b\xEF\xBF\xBDroken\",\"h\xC3\xA4\",\"\xC3\x83\xC2\xA4 is UTF-8, "
               "too\",\"h\xC3\xA4\xF0\x9F\x98\x80\","
               "\"\"]}");
}
END_TEST

START_TEST(a_text_in_the_pool_of_strings_is_found_through_references) {
    struct visited v;
    start(&v, TYPE_STRING, FIELD_ARRAY);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, TYPE_STRING, 3);
    put_long(&v.r, 1), put_utf8(&v.r, "pooled");
    put_long(&v.r, 2), put_string_key(&v.r, 1);
    put_long(&v.r, 3), put_string_key(&v.r, 3); /* refers to itself */
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 5);
    put_string_key(&v.r, 1), put_string_key(&v.r, 2), put_string_key(&v.r, 3);
    put_string_key(&v.r, 4), put_null(&v.r);
    event_end(&v.r);
    expect(&v, "{\"v\":[\"pooled\",\"pooled\",null,null,null]}");
}
END_TEST

static enum jfr_answer keep_text(void *context, const struct jfr_item *item) {
    const char **text = context;
    if (item->kind == JFR_ITEM_TEXT) *text = item->text;
    return JFR_GO_ON;
}

START_TEST(a_clean_text_is_lent_from_the_chunk) {
    struct visited v;
    const char *text = NULL;
    start(&v, TYPE_STRING, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_utf8(&v.r, "l\xC3\xA4nt as it is");
    event_end(&v.r);
    open_event(&v);
    ck_assert_int_eq(jfr_visit_event(v.visitor, &v.event, keep_text, &text), JFR_OK);
    ck_assert_ptr_eq(text, v.event.payload + 2);
    done(&v);
}
END_TEST

/* ==== Constants ============================================================================= */

START_TEST(a_constant_is_a_struct_or_what_its_simple_type_holds) {
    struct visited v;
    start_field(&v, CLASS, FIELD_POOLED, _i);
    checkpoint_begin(&v.r, 2);
    pool_begin(&v.r, SYMBOL, 1);
    put_long(&v.r, 7), put_utf8(&v.r, "java/lang/Object");
    pool_begin(&v.r, CLASS, 1);
    put_long(&v.r, 0), put_long(&v.r, 7), put_long(&v.r, 99); /* 0 is a key like any other */
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 0);
    event_end(&v.r);
    expect(&v, "{\"v\":{\"name\":\"java/lang/Object\",\"outer\":null}}");
}
END_TEST

START_TEST(constants_in_an_array_may_be_missing) {
    struct visited v;
    start(&v, SYMBOL, FIELD_POOLED | FIELD_ARRAY);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, SYMBOL, 1);
    put_long(&v.r, 7), put_utf8(&v.r, "here");
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 3), put_long(&v.r, 7), put_long(&v.r, 8), put_long(&v.r, 7);
    event_end(&v.r);
    expect(&v, "{\"v\":[\"here\",null,\"here\"]}");
}
END_TEST

START_TEST(a_constant_within_itself_is_null) {
    struct visited v;
    start(&v, GROUP, FIELD_POOLED);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, GROUP, 2);
    put_long(&v.r, 1), put_long(&v.r, 2), put_utf8(&v.r, "main");
    put_long(&v.r, 2), put_long(&v.r, 1), put_utf8(&v.r, "system");
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 1);
    event_end(&v.r);
    expect(&v, "{\"v\":{\"parent\":{\"parent\":null,\"name\":\"system\"},\"name\":\"main\"}}");
}
END_TEST

START_TEST(a_constant_may_come_twice_if_not_within_itself) {
    struct visited v;
    start(&v, TWINS, FIELD_POOLED);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, TWINS, 2);
    put_long(&v.r, 1), put_long(&v.r, 2), put_long(&v.r, 2);
    put_long(&v.r, 2), put_long(&v.r, 3), put_long(&v.r, 3);
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 1);
    event_end(&v.r);
    expect(&v, "{\"v\":{\"one\":{\"one\":null,\"other\":null},"
               "\"other\":{\"one\":null,\"other\":null}}}");
}
END_TEST

START_TEST(a_constant_can_be_visited_by_itself) {
    struct visited v;
    start(&v, GROUP, FIELD_POOLED);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, GROUP, 1);
    put_long(&v.r, 5), put_long(&v.r, 0), put_utf8(&v.r, "main");
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 1);
    event_end(&v.r);
    open_event(&v);
    struct event_json e = {.json = json_open(&v.json, JSON_COMPACT)};
    jfr_visit_constant(v.visitor, opened_type(&v.o, "jdk.types.ThreadGroup"), 5, event_json_item,
                       &e);
    ck_assert_str_eq(text_str(&v.json), "{\"parent\":null,\"name\":\"main\"}");
    done(&v);
}
END_TEST

/* ==== What is told besides ================================================================== */

struct told {
    struct text items;
    const char *over; /* what the field with this name has is stepped over: structs, arrays */
    bool elements;    /* ... its elements, not the array */
};

static enum jfr_answer note_item(void *context, const struct jfr_item *item) {
    static const char *const kinds[] = {"null",    "begin", "end",     "array", "array-end",
                                        "boolean", "char",  "integer", "real",  "text"};
    struct told *told = context;
    text_addf(&told->items, "%s %s", kinds[item->kind], item->field ? item->field->name : "-");
    if (item->element) text_add(&told->items, " element");
    if (item->constant) text_addf(&told->items, " key %llu", (unsigned long long)item->key);
    text_add(&told->items, "; ");
    bool over = told->over && item->field && strcmp(item->field->name, told->over) == 0 &&
                item->element == told->elements;
    return over ? JFR_STEP_OVER : JFR_GO_ON;
}

static void expect_told(struct visited *v, const char *over, const char *items) {
    struct told told = {.over = over};
    open_event(v);
    ck_assert_int_eq(jfr_visit_event(v->visitor, &v->event, note_item, &told), JFR_OK);
    ck_assert_str_eq(text_str(&told.items), items);
    text_free(&told.items);
    done(v);
}

START_TEST(keys_and_fields_are_told_and_a_simple_type_goes_by_the_field_that_has_it) {
    struct visited v;
    start(&v, CLASS, FIELD_POOLED);
    checkpoint_begin(&v.r, 2);
    pool_begin(&v.r, SYMBOL, 1);
    put_long(&v.r, 7), put_utf8(&v.r, "A");
    pool_begin(&v.r, CLASS, 1);
    put_long(&v.r, 3), put_long(&v.r, 7), put_long(&v.r, 99);
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 3);
    event_end(&v.r);
    expect_told(&v, NULL,
                "begin -; begin v key 3; text name key 7; null outer key 99; end v key 3; end -; ");
}
END_TEST

START_TEST(a_constant_that_is_stepped_over_is_not_visited) {
    struct visited v;
    start(&v, CLASS, FIELD_POOLED);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, CLASS, 1);
    put_long(&v.r, 3), put_long(&v.r, 7), put_long(&v.r, 99);
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 3);
    event_end(&v.r);
    expect_told(&v, "v", "begin -; begin v key 3; end -; ");
}
END_TEST

START_TEST(what_follows_a_struct_or_array_that_was_stepped_over_is_found) {
    struct visited v;
    start(&v, BAG, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_utf8(&v.r, "bag");
    put_int(&v.r, 2), put_int(&v.r, 1), put_short(&v.r, 2), put_int(&v.r, 3), put_short(&v.r, 4);
    put_int(&v.r, 5);
    event_end(&v.r);
    expect_told(&v, "points",
                "begin -; begin v; text name; array points; integer size; end v; end -; ");
    start(&v, LINE, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 1), put_short(&v.r, 2), put_int(&v.r, 3), put_short(&v.r, 4);
    event_end(&v.r);
    expect_told(&v, "from",
                "begin -; begin v; begin from; begin to; integer x; integer y; end to; end v; "
                "end -; ");
}
END_TEST

START_TEST(elements_that_are_stepped_over_lie_one_behind_the_other) {
    struct visited v;
    struct told told = {.over = "v", .elements = true};
    start(&v, BAG, FIELD_ARRAY);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 2);
    put_utf8(&v.r, "one"), put_int(&v.r, 0), put_int(&v.r, 1);
    put_utf8(&v.r, "two"), put_int(&v.r, 0), put_int(&v.r, 2);
    event_end(&v.r);
    open_event(&v);
    v.event.end--; /* what is missing of the last one does not matter: it is not read */
    ck_assert_int_eq(jfr_visit_event(v.visitor, &v.event, note_item, &told), JFR_OK);
    ck_assert_str_eq(text_str(&told.items), "begin -; array v; begin v element; begin v element; "
                                            "array-end v; end -; ");
    v.event.end = v.event.payload + 6; /* ... but of the first it does */
    ck_assert_int_eq(jfr_visit_event(v.visitor, &v.event, note_item, &told), JFR_DAMAGED);
    text_free(&told.items);
    done(&v);
}
END_TEST

START_TEST(a_simple_type_that_holds_a_key_goes_by_the_key_that_the_event_has) {
    struct visited v;
    start(&v, CAUSE, FIELD_POOLED);
    checkpoint_begin(&v.r, 2);
    pool_begin(&v.r, SYMBOL, 1);
    put_long(&v.r, 7), put_utf8(&v.r, "because");
    pool_begin(&v.r, CAUSE, 1);
    put_long(&v.r, 3), put_long(&v.r, 7);
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 3);
    event_end(&v.r);
    expect_told(&v, NULL, "begin -; text v key 3; end -; ");
}
END_TEST

START_TEST(of_a_stack_come_so_many_frames_as_are_wanted_and_what_lies_behind_them) {
    static const char *const expected[] = {
        "{\"v\":{\"frames\":[],\"truncated\":true}}",
        "{\"v\":{\"frames\":[{\"line\":1}],\"truncated\":true}}",
        "{\"v\":{\"frames\":[{\"line\":1},{\"line\":2}],\"truncated\":true}}",
        "{\"v\":{\"frames\":[{\"line\":1},{\"line\":2}],\"truncated\":true}}"};
    struct visited v;
    start(&v, STACK, _i & 4 ? FIELD_POOLED : FIELD_PLAIN);
    v.frames = (uint64_t)(_i & 3);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, STACK, 1);
    put_long(&v.r, 3), put_int(&v.r, 2), put_int(&v.r, 1), put_int(&v.r, 2),
        put_boolean(&v.r, true);
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    if (_i & 4) put_long(&v.r, 3);
    else put_int(&v.r, 2), put_int(&v.r, 1), put_int(&v.r, 2), put_boolean(&v.r, true);
    event_end(&v.r);
    expect(&v, expected[_i & 3]);
}
END_TEST

/* ==== Damage ================================================================================ */

START_TEST(an_event_that_ends_too_early_is_visited_up_to_there) {
    struct visited v;
    start(&v, BAG, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_utf8(&v.r, "bag");
    put_int(&v.r, 2), put_int(&v.r, 1), put_short(&v.r, 2), put_int(&v.r, 3);
    event_end(&v.r);
    expect_code(&v, JFR_DAMAGED,
                "{\"v\":{\"name\":\"bag\",\"points\":[{\"x\":1,\"y\":2},{\"x\":3}]}}");
}
END_TEST

START_TEST(every_event_cut_anywhere_is_damaged_and_closes_what_it_opened) {
    struct visited v;
    start_field(&v, BAG, FIELD_PLAIN, _i);
    event_begin(&v.r, EVENT);
    put_utf8(&v.r, "bag");
    put_int(&v.r, 1), put_int(&v.r, 1), put_short(&v.r, 2);
    put_int(&v.r, 7);
    event_end(&v.r);
    open_event(&v);
    ck_assert_str_eq(visited_json(&v),
                     "{\"v\":{\"name\":\"bag\",\"points\":[{\"x\":1,\"y\":2}],\"size\":7}}");
    while (v.event.end > v.event.payload) {
        v.event.end--;
        visited_json(&v);
        ck_assert_int_eq(v.code, JFR_DAMAGED);
    }
    done(&v);
}
END_TEST

START_TEST(a_count_beyond_the_event_is_damage) {
    struct visited v;
    start(&v, TYPE_INT, FIELD_ARRAY);
    event_begin(&v.r, EVENT);
    put_int(&v.r, INT32_MAX), put_int(&v.r, 1);
    event_end(&v.r);
    expect_code(&v, JFR_DAMAGED, "{}");
}
END_TEST

START_TEST(a_field_of_a_type_that_is_not_described_ends_the_event) {
    struct visited v;
    start(&v, 9999, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 1);
    event_end(&v.r);
    expect_code(&v, JFR_DAMAGED, "{}");
    start(&v, 9999, FIELD_POOLED); /* ... but its key can be stepped over */
    event_begin(&v.r, EVENT);
    put_long(&v.r, 1);
    event_end(&v.r);
    expect(&v, "{\"v\":null}");
}
END_TEST

START_TEST(a_struct_of_itself_ends_at_the_limit) {
    struct visited v;
    start(&v, SELF, FIELD_PLAIN);
    event_begin(&v.r, EVENT);
    put_int(&v.r, 1);
    event_end(&v.r);
    open_event(&v);
    visited_json(&v);
    ck_assert_int_eq(v.code, JFR_LIMIT);
    done(&v);
}
END_TEST

START_TEST(constants_of_constants_that_multiply_end_at_the_limit) {
    struct visited v;
    start(&v, TWINS, FIELD_POOLED);
    checkpoint_begin(&v.r, 1);
    pool_begin(&v.r, TWINS, 60);
    for (int i = 0; i < 60; i++) put_long(&v.r, i), put_long(&v.r, i + 1), put_long(&v.r, i + 1);
    checkpoint_end(&v.r);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 0);
    event_end(&v.r);
    open_event(&v);
    visited_json(&v);
    ck_assert_int_eq(v.code, JFR_LIMIT);
    ck_assert_uint_lt(v.json.len, 40000000);
    done(&v);
}
END_TEST

START_TEST(without_constants_keys_lead_nowhere) {
    struct visited v;
    start(&v, CLASS, FIELD_POOLED);
    event_begin(&v.r, EVENT);
    put_long(&v.r, 1);
    event_end(&v.r);
    open_event(&v);
    jfr_visitor_close(v.visitor);
    v.visitor = jfr_visitor_open(&v.o.chunk, v.o.metadata, NULL);
    ck_assert_str_eq(visited_json(&v), "{\"v\":null}");
    done(&v);
}
END_TEST

/* ==== Units ================================================================================= */

START_TEST(a_number_of_a_unit_of_time_is_in_ns_and_none_and_for_ever_stay) {
    const struct jfr_chunk chunk = {.start_ns = 1000, .start_ticks = 50, .ticks_per_ns = 2};
    static const struct {
        enum jfr_unit unit;
        int64_t number, ns;
    } rows[] = {
        {JFR_UNIT_TICKS_TIME, 70, 1010},
        {JFR_UNIT_TICKS_TIME, INT64_MIN, INT64_MIN},
        {JFR_UNIT_TICKS_SPAN, 9, 4},
        {JFR_UNIT_TICKS_SPAN, INT64_MAX, INT64_MAX},
        {JFR_UNIT_NS_SPAN, 7, 7},
        {JFR_UNIT_US_SPAN, 7, 7000},
        {JFR_UNIT_MS_TIME, 7, 7000000},
        {JFR_UNIT_S_SPAN, -7, -INT64_C(7000000000)},
        {JFR_UNIT_MS_SPAN, INT64_MIN, INT64_MIN},
        {JFR_UNIT_S_SPAN, INT64_MAX / 2, INT64_MAX},
    };
    int64_t ns;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert(jfr_chunk_ns(&chunk, rows[i].unit, rows[i].number, &ns));
        ck_assert_int_eq(ns, rows[i].ns);
    }
    ck_assert(!jfr_chunk_ns(&chunk, JFR_UNIT_BYTES, 7, &ns));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("visit");
    TCase *tcase = tcase_create("visit");
    tcase_add_loop_test(tcase, numbers_have_the_sign_that_their_width_gives, 0, 2);
    tcase_add_test(tcase, a_byte_is_signed_and_a_boolean_is_none);
    tcase_add_loop_test(tcase, a_char_is_a_text_of_one_character, 0, 2);
    tcase_add_test(tcase, real_numbers_know_how_wide_they_are);
    tcase_add_test(tcase, an_empty_array_has_no_elements);
    tcase_add_loop_test(tcase, a_text_is_utf8_however_it_is_written, 0, 2);
    tcase_add_test(tcase, a_text_in_the_pool_of_strings_is_found_through_references);
    tcase_add_test(tcase, a_clean_text_is_lent_from_the_chunk);
    tcase_add_loop_test(tcase, a_constant_is_a_struct_or_what_its_simple_type_holds, 0, 2);
    tcase_add_test(tcase, constants_in_an_array_may_be_missing);
    tcase_add_test(tcase, a_constant_within_itself_is_null);
    tcase_add_test(tcase, a_constant_may_come_twice_if_not_within_itself);
    tcase_add_test(tcase, a_constant_can_be_visited_by_itself);
    tcase_add_test(tcase, keys_and_fields_are_told_and_a_simple_type_goes_by_the_field_that_has_it);
    tcase_add_test(tcase, a_constant_that_is_stepped_over_is_not_visited);
    tcase_add_test(tcase, what_follows_a_struct_or_array_that_was_stepped_over_is_found);
    tcase_add_loop_test(
        tcase, of_a_stack_come_so_many_frames_as_are_wanted_and_what_lies_behind_them, 0, 8);
    tcase_add_test(tcase, elements_that_are_stepped_over_lie_one_behind_the_other);
    tcase_add_test(tcase, a_simple_type_that_holds_a_key_goes_by_the_key_that_the_event_has);
    tcase_add_test(tcase, an_event_that_ends_too_early_is_visited_up_to_there);
    tcase_add_loop_test(tcase, every_event_cut_anywhere_is_damaged_and_closes_what_it_opened, 0, 2);
    tcase_add_test(tcase, a_count_beyond_the_event_is_damage);
    tcase_add_test(tcase, a_field_of_a_type_that_is_not_described_ends_the_event);
    tcase_add_test(tcase, a_struct_of_itself_ends_at_the_limit);
    tcase_add_test(tcase, constants_of_constants_that_multiply_end_at_the_limit);
    tcase_add_test(tcase, without_constants_keys_lead_nowhere);
    tcase_add_test(tcase, a_number_of_a_unit_of_time_is_in_ns_and_none_and_for_ever_stay);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
