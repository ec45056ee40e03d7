/* UTF-8 read, made valid, and measured. */
#include "base/utf8.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void check_utf8(const char *bytes, size_t len, const char *expected) {
    char *exact = memcpy(malloc(len + !len), bytes, len); /* the sanitizer sees its end */
    struct text out = {0};
    utf8_add_valid(&out, exact, len);
    ck_assert_str_eq(text_str(&out), expected);
    ck_assert_uint_eq(out.len, strlen(expected));
    text_free(&out);
    free(exact);
}

#define UTF8(literal, expected) check_utf8(literal, sizeof(literal) - 1, expected)
#define BAD "\xEF\xBF\xBD"

START_TEST(good_utf8_stays_as_it_is) {
    UTF8("", "");
    UTF8("plain", "plain");
    UTF8("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x94\xA5!", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x94\xA5!");
    UTF8("\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"); /* the last character there is */
}
END_TEST

START_TEST(surrogate_pairs_of_java_become_one_character) {
    UTF8("a\xED\xA0\xBD\xED\xB4\xA5z", "a\xF0\x9F\x94\xA5z"); /* U+1F525 */
}
END_TEST

START_TEST(lone_surrogates_become_the_replacement_character) {
    UTF8("\xED\xA0\xBD", BAD);
    UTF8("\xED\xA0\xBDx", BAD "x");
    UTF8("\xED\xB4\xA5x", BAD "x");
    UTF8("\xED\xA0\xBD\xED\xA0\xBD\xED\xB4\xA5", BAD "\xF0\x9F\x94\xA5");
}
END_TEST

START_TEST(broken_utf8_becomes_the_replacement_character) {
    UTF8("a\x80z", "a" BAD "z");
    UTF8("a\xFFz", "a" BAD "z");
    UTF8("a\xC3", "a" BAD);
    UTF8("a\xE2\x82", "a" BAD BAD);
    UTF8("\xC1\xBF", BAD BAD);                 /* overlong */
    UTF8("\xE0\x80\xAF", BAD BAD BAD);         /* overlong */
    UTF8("\xF4\x90\x80\x80", BAD BAD BAD BAD); /* beyond the last character */
}
END_TEST

START_TEST(zeros_do_not_end_a_text) {
    UTF8("a\0z", "a" BAD "z");
    UTF8("a\xC0\x80z", "a" BAD BAD "z"); /* Java's zero in two bytes */
}
END_TEST

START_TEST(a_surrogate_is_a_code_point_only_where_it_is_asked_for) {
    size_t size;
    ck_assert_uint_eq(utf8_next("\xED\xA0\xBD", 3, &size), UTF8_BAD);
    ck_assert_uint_eq(size, 1);
    ck_assert_uint_eq(utf8_next_unit("\xED\xA0\xBD", 3, &size), 0xD83D);
    ck_assert_uint_eq(size, 3);
}
END_TEST

START_TEST(every_code_point_comes_back) {
    struct text out = {0};
    for (uint32_t c = 1; c <= 0x10FFFF; c++) {
        if (c == 0xD800) c = 0xE000;
        uint32_t pending = 0;
        size_t size;
        text_clear(&out);
        utf8_add_unit(&out, c, &pending);
        if (utf8_next(out.data, out.len, &size) != c || size != out.len)
            ck_abort_msg("U+%04X in %zu bytes", c, out.len);
    }
    text_free(&out);
}
END_TEST

START_TEST(columns_of_a_terminal) {
    ck_assert_uint_eq(utf8_columns("abc", 3), 3);
    ck_assert_uint_eq(utf8_columns("ä", strlen("ä")), 1);
    ck_assert_uint_eq(utf8_columns("a\u0308", strlen("a\u0308")), 1); /* combining */
    ck_assert_uint_eq(utf8_columns("日本", strlen("日本")), 4);
    ck_assert_uint_eq(utf8_columns("\U0001F525", 4), 2);
    ck_assert_uint_eq(utf8_columns("…", strlen("…")), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("utf8");
    TCase *cases = tcase_create("utf8");
    tcase_add_test(cases, good_utf8_stays_as_it_is);
    tcase_add_test(cases, surrogate_pairs_of_java_become_one_character);
    tcase_add_test(cases, lone_surrogates_become_the_replacement_character);
    tcase_add_test(cases, broken_utf8_becomes_the_replacement_character);
    tcase_add_test(cases, zeros_do_not_end_a_text);
    tcase_add_test(cases, a_surrogate_is_a_code_point_only_where_it_is_asked_for);
    tcase_add_test(cases, every_code_point_comes_back);
    tcase_add_test(cases, columns_of_a_terminal);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
