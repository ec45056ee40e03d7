/* What a visitor is told besides values: keys, fields, and what it may step over. */
#include "tests/support/suite.h"
#include "tests/support/visited.h"

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

int main(void) {
    Suite *suite = suite_create("visit told");
    TCase *cases = tcase_create("visit told");
    tcase_add_test(cases, keys_and_fields_are_told_and_a_simple_type_goes_by_the_field_that_has_it);
    tcase_add_test(cases, a_constant_that_is_stepped_over_is_not_visited);
    tcase_add_test(cases, what_follows_a_struct_or_array_that_was_stepped_over_is_found);
    tcase_add_test(cases, elements_that_are_stepped_over_lie_one_behind_the_other);
    tcase_add_test(cases, a_simple_type_that_holds_a_key_goes_by_the_key_that_the_event_has);
    tcase_add_loop_test(
        cases, of_a_stack_come_so_many_frames_as_are_wanted_and_what_lies_behind_them, 0, 8);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
