/* Visits: every layout of an event, as JSON; and what is told besides. */
#include "tests/support/suite.h"
#include "tests/support/visited.h"

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

START_TEST(what_follows_a_value_is_found_whatever_the_value_is) {
    static const struct {
        uint64_t type;
        const char *json;
    } cases[] = {{TYPE_BOOLEAN, "{\"v\":[true,false]}"},
                 {TYPE_BYTE, "{\"v\":[1,0]}"},
                 {TYPE_SHORT, "{\"v\":[1,0]}"},
                 {TYPE_INT, "{\"v\":[1,0]}"},
                 {TYPE_LONG, "{\"v\":[1,0]}"},
                 {TYPE_FLOAT, "{\"v\":[1.5,0.5]}"},
                 {TYPE_DOUBLE, "{\"v\":[1.5,0.5]}"},
                 {TYPE_STRING, "{\"v\":[\"a\",null]}"},
                 {POINT, "{\"v\":[{\"x\":1,\"y\":2},{\"x\":0,\"y\":2}]}"},
                 {GROUP, "{\"v\":[null,null]}"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct visited v;
        bool pooled = cases[i].type == GROUP;
        start(&v, cases[i].type, pooled ? FIELD_ARRAY | FIELD_POOLED : FIELD_ARRAY);
        event_begin(&v.r, EVENT);
        put_int(&v.r, 2);
        for (int k = 1; k >= 0; k--) {
            switch (cases[i].type) {
            case TYPE_BOOLEAN: put_boolean(&v.r, k == 1); break;
            case TYPE_BYTE: put_byte(&v.r, (int8_t)k); break;
            case TYPE_SHORT: put_short(&v.r, (int16_t)k); break;
            case TYPE_FLOAT: put_float(&v.r, (float)k + 0.5F); break;
            case TYPE_DOUBLE: put_double(&v.r, k + 0.5); break;
            case TYPE_STRING: k ? put_utf8(&v.r, "a") : put_null(&v.r); break;
            case POINT: put_int(&v.r, k), put_short(&v.r, 2); break;
            case TYPE_INT: put_int(&v.r, k); break;
            default: put_long(&v.r, k); /* or a key that leads nowhere */
            }
        }
        event_end(&v.r);
        expect(&v, cases[i].json);
    }
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

/* Wherever in it a letter stands that is none of ASCII. */
START_TEST(a_text_is_utf8_wherever_it_is_not_plain) {
    for (size_t len = 7; len < 40; len += 5)
        for (size_t at = 0; at + 2 <= len; at++) {
            struct visited v;
            char text[44] = {0}, json[60];
            memset(text, 'x', len);
            memcpy(text + at, "\xC3\xA9", 2);
            start(&v, TYPE_STRING, FIELD_PLAIN);
            event_begin(&v.r, EVENT);
            put_utf8(&v.r, text);
            event_end(&v.r);
            snprintf(json, sizeof json, "{\"v\":\"%s\"}", text);
            expect(&v, json);
        }
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
    TCase *cases = tcase_create("visit");
    tcase_add_loop_test(cases, numbers_have_the_sign_that_their_width_gives, 0, 2);
    tcase_add_test(cases, what_follows_a_value_is_found_whatever_the_value_is);
    tcase_add_test(cases, a_byte_is_signed_and_a_boolean_is_none);
    tcase_add_loop_test(cases, a_char_is_a_text_of_one_character, 0, 2);
    tcase_add_test(cases, real_numbers_know_how_wide_they_are);
    tcase_add_test(cases, an_empty_array_has_no_elements);
    tcase_add_loop_test(cases, a_text_is_utf8_however_it_is_written, 0, 2);
    tcase_add_test(cases, a_text_is_utf8_wherever_it_is_not_plain);
    tcase_add_test(cases, a_text_in_the_pool_of_strings_is_found_through_references);
    tcase_add_test(cases, a_clean_text_is_lent_from_the_chunk);
    tcase_add_loop_test(cases, a_constant_is_a_struct_or_what_its_simple_type_holds, 0, 2);
    tcase_add_test(cases, constants_in_an_array_may_be_missing);
    tcase_add_test(cases, a_constant_within_itself_is_null);
    tcase_add_test(cases, a_constant_may_come_twice_if_not_within_itself);
    tcase_add_test(cases, a_constant_can_be_visited_by_itself);
    tcase_add_test(cases, an_event_that_ends_too_early_is_visited_up_to_there);
    tcase_add_loop_test(cases, every_event_cut_anywhere_is_damaged_and_closes_what_it_opened, 0, 2);
    tcase_add_test(cases, a_count_beyond_the_event_is_damage);
    tcase_add_test(cases, a_field_of_a_type_that_is_not_described_ends_the_event);
    tcase_add_test(cases, a_struct_of_itself_ends_at_the_limit);
    tcase_add_test(cases, constants_of_constants_that_multiply_end_at_the_limit);
    tcase_add_test(cases, without_constants_keys_lead_nowhere);
    tcase_add_test(cases, a_number_of_a_unit_of_time_is_in_ns_and_none_and_for_ever_stay);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
