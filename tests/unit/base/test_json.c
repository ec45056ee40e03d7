/* The writer of JSON: its bytes are those of cJSON, its numbers are exact. */
#define SUITE_APART
#include "base/json.h"
#include "base/missing.h"

#include "tests/support/suite.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct text out;
static struct json json;

static void start(void) {
    out = (struct text){0};
    json = json_open(&out, JSON_COMPACT);
}

static void stop(void) {
    text_free(&out);
}

static void assert_written(const char *expected) {
    ck_assert_str_eq(text_str(&out), expected);
}

/* ==== Structure ============================================================================= */

START_TEST(members_and_elements_have_commas_between_them) {
    json_begin_object(&json, NULL);
    json_count(&json, "a", 1);
    json_begin_array(&json, "b");
    json_null(&json, NULL);
    json_bool(&json, NULL, true);
    json_begin_object(&json, NULL);
    json_end_object(&json);
    json_begin_array(&json, NULL);
    json_end_array(&json);
    json_end_array(&json);
    json_bool(&json, "c", false);
    json_end_object(&json);
    json_close(&json);
    assert_written("{\"a\":1,\"b\":[null,true,{},[]],\"c\":false}\n");
}
END_TEST

START_TEST(values_of_their_own_are_lines) {
    for (int i = 0; i < 2; i++) {
        json_begin_object(&json, NULL);
        json_number(&json, "i", i);
        json_end_object(&json);
        json_close(&json);
    }
    assert_written("{\"i\":0}\n{\"i\":1}\n");
}
END_TEST

START_TEST(what_was_written_can_be_taken_away_between_values) {
    json_begin_array(&json, NULL);
    json_number(&json, NULL, 1);
    text_clear(&out);
    json_number(&json, NULL, 2);
    json_end_array(&json);
    assert_written(",2]");
}
END_TEST

/* A tree whose nodes have up to four children; texts are valid, as cJSON asks for. */
static void add_random(unsigned *seed, unsigned depth, const char *key, cJSON *parent) {
    static const char *const texts[] = {"", "plain", "\"\\/\b\f\n\r\t", "\x01\x1F",
                                        "h\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"};
    cJSON *item = NULL;
    int kind = rand_r(seed) % (depth < 6 ? 6 : 4);
    const char *text = texts[rand_r(seed) % 5];
    if (kind == 0) {
        json_null(&json, key);
        item = cJSON_CreateNull();
    } else if (kind == 1) {
        json_bool(&json, key, depth % 2);
        item = cJSON_CreateBool(depth % 2);
    } else if (kind == 2) {
        json_number(&json, key, -1 - (int64_t)depth);
        item = cJSON_CreateNumber(-1 - (double)depth);
    } else if (kind == 3) {
        json_text(&json, key, text);
        item = cJSON_CreateString(text);
    } else {
        bool object = kind == 4;
        item = object ? cJSON_CreateObject() : cJSON_CreateArray();
        if (object) json_begin_object(&json, key);
        else json_begin_array(&json, key);
        for (int i = rand_r(seed) % 5; i > 0; i--)
            add_random(seed, depth + 1, object ? texts[i] : NULL, item);
        if (object) json_end_object(&json);
        else json_end_array(&json);
    }
    if (!parent) {
        char *expected =
            json.layout == JSON_PRETTY ? cJSON_Print(item) : cJSON_PrintUnformatted(item);
        json_close(&json);
        out.data[--out.len] = 0;
        assert_written(expected);
        cJSON_free(expected);
        cJSON_Delete(item);
    } else if (key) cJSON_AddItemToObject(parent, key, item);
    else cJSON_AddItemToArray(parent, item);
}

START_TEST(random_trees_have_the_bytes_of_cjson_in_both_layouts) {
    for (unsigned round = 0; round < 2000; round++) {
        unsigned seed = round;
        text_clear(&out);
        json = json_open(&out, round % 2 ? JSON_PRETTY : JSON_COMPACT);
        add_random(&seed, 0, NULL, NULL);
    }
}
END_TEST

START_TEST(a_thousand_levels_are_no_limit) {
    for (int i = 0; i < 1000; i++) {
        json_begin_object(&json, NULL);
        json_begin_array(&json, "a");
    }
    for (int i = 0; i < 1000; i++) {
        json_end_array(&json);
        json_end_object(&json);
    }
    json_close(&json);
    ck_assert_uint_eq(out.len, 1000 * strlen("{\"a\":[]}") + 1);
}
END_TEST

START_TEST(an_object_closed_as_an_array_is_noticed) {
    json_begin_object(&json, NULL);
    json_end_array(&json);
}
END_TEST

START_TEST(a_member_without_a_name_is_noticed) {
    json_begin_object(&json, NULL);
    json_null(&json, NULL);
}
END_TEST

START_TEST(what_was_left_open_is_noticed) {
    json_begin_array(&json, NULL);
    json_close(&json);
}
END_TEST

/* ==== Numbers =============================================================================== */

START_TEST(integers_are_exact_to_64_bits) {
    json_begin_array(&json, NULL);
    json_count(&json, NULL, UINT64_MAX);
    json_number(&json, NULL, INT64_MIN);
    json_number(&json, NULL, INT64_MAX);
    json_end_array(&json);
    assert_written("[18446744073709551615,-9223372036854775808,9223372036854775807]");
}
END_TEST

START_TEST(a_whole_number_that_is_missing_is_null) {
    json_begin_array(&json, NULL);
    json_whole(&json, NULL, MISSING);
    json_whole(&json, NULL, INT64_MIN + 1);
    json_whole(&json, NULL, 0);
    json_end_array(&json);
    assert_written("[null,-9223372036854775807,0]");
}
END_TEST

START_TEST(real_numbers_have_no_trailing_zeros) {
    json_begin_array(&json, NULL);
    json_real(&json, NULL, 1.5, 4);
    json_real(&json, NULL, 2, 4);
    json_real(&json, NULL, 100, 0);
    json_real(&json, NULL, -0.00001, 4);
    json_percent(&json, NULL, 1.0 / 3);
    json_real(&json, NULL, NAN, 2);
    json_end_array(&json);
    assert_written("[1.5,2,100,0,0.3333,null]");
}
END_TEST

START_TEST(the_largest_double_is_written_in_full) {
    json_real(&json, NULL, DBL_MAX, 3);
    ck_assert_uint_eq(out.len, 309);
    ck_assert_double_eq(strtod(out.data, NULL), DBL_MAX);
}
END_TEST

START_TEST(doubles_have_the_digits_that_are_read_as_the_same_number) {
    json_begin_array(&json, NULL);
    json_double(&json, NULL, 0.1);
    json_double(&json, NULL, 1.0 / 3);
    json_double(&json, NULL, 5e-324);
    json_double(&json, NULL, 1e300);
    json_double(&json, NULL, INFINITY);
    json_end_array(&json);
    assert_written("[0.1,0.3333333333333333,4.94065645841247e-324,1e+300,null]");
}
END_TEST

START_TEST(floats_are_written_as_floats) {
    json_begin_array(&json, NULL);
    json_float(&json, NULL, 0.1f);
    json_float(&json, NULL, 16777216.0f);
    json_float(&json, NULL, FLT_MAX);
    json_float(&json, NULL, -INFINITY);
    json_end_array(&json);
    assert_written("[0.1,16777216,3.4028235e+38,null]");
}
END_TEST

START_TEST(a_number_that_is_there_as_text_is_left_as_it_is) {
    json_begin_array(&json, NULL);
    json_number_text(&json, NULL, "-0.50e+3");
    json_number_text(&json, NULL, "007");
    json_number_text(&json, NULL, "1.");
    json_number_text(&json, NULL, "0x1");
    json_end_array(&json);
    assert_written("[-0.50e+3,\"007\",\"1.\",\"0x1\"]");
}
END_TEST

/* ==== Texts ================================================================================= */

START_TEST(what_is_no_utf8_is_replaced_byte_by_byte) {
    json_bytes(&json, NULL, "a\xFF\xC3(\xED\xA0\x80", 7);
    assert_written("\"a\xEF\xBF\xBD\xEF\xBF\xBD(\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}
END_TEST

START_TEST(what_acts_on_a_terminal_is_escaped) {
    json_text(&json, NULL, "a\x7F\xC2\x9B\xC2\xA0\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBFä€");
    assert_written("\"a\\u007f\\u009b\xC2\xA0\\u202e\\u2028\\ufeffä€\"");
}
END_TEST

START_TEST(bytes_may_have_a_zero_among_them) {
    json_bytes(&json, NULL, "a\0b", 3);
    assert_written("\"a\\u0000b\"");
}
END_TEST

START_TEST(no_text_is_null) {
    json_text(&json, NULL, NULL);
    assert_written("null");
}
END_TEST

START_TEST(keys_are_escaped_as_texts_are) {
    json_begin_object(&json, NULL);
    json_null(&json, "a\"\n\xFF");
    json_end_object(&json);
    assert_written("{\"a\\\"\\n\xEF\xBF\xBD\":null}");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json");
    TCase *tcase = tcase_create("json");
    tcase_add_checked_fixture(tcase, start, stop);
    tcase_add_test(tcase, members_and_elements_have_commas_between_them);
    tcase_add_test(tcase, values_of_their_own_are_lines);
    tcase_add_test(tcase, what_was_written_can_be_taken_away_between_values);
    tcase_add_test(tcase, random_trees_have_the_bytes_of_cjson_in_both_layouts);
    tcase_add_test(tcase, a_thousand_levels_are_no_limit);
    tcase_add_test_raise_signal(tcase, an_object_closed_as_an_array_is_noticed, SIGABRT);
    tcase_add_test_raise_signal(tcase, a_member_without_a_name_is_noticed, SIGABRT);
    tcase_add_test_raise_signal(tcase, what_was_left_open_is_noticed, SIGABRT);
    tcase_add_test(tcase, integers_are_exact_to_64_bits);
    tcase_add_test(tcase, a_whole_number_that_is_missing_is_null);
    tcase_add_test(tcase, real_numbers_have_no_trailing_zeros);
    tcase_add_test(tcase, the_largest_double_is_written_in_full);
    tcase_add_test(tcase, doubles_have_the_digits_that_are_read_as_the_same_number);
    tcase_add_test(tcase, floats_are_written_as_floats);
    tcase_add_test(tcase, a_number_that_is_there_as_text_is_left_as_it_is);
    tcase_add_test(tcase, what_is_no_utf8_is_replaced_byte_by_byte);
    tcase_add_test(tcase, what_acts_on_a_terminal_is_escaped);
    tcase_add_test(tcase, bytes_may_have_a_zero_among_them);
    tcase_add_test(tcase, no_text_is_null);
    tcase_add_test(tcase, keys_are_escaped_as_texts_are);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
