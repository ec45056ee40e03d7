/* Recorded names on a terminal. */
#include "base/fill.h"
#include "base/safe.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void check_safe(const char *given, const char *wanted) {
    struct text out = {0};
    safe_add(&out, given, strlen(given));
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
}

START_TEST(plain_text_stays) {
    check_safe("", "");
    check_safe("java.util.HashMap$Node.<init>", "java.util.HashMap$Node.<init>");
    check_safe("Grüße", "Grüße");
    check_safe("日本語", "日本語");
    check_safe("\U0001F525", "\U0001F525");
}
END_TEST

START_TEST(control_characters_become_visible) {
    check_safe("a\x1b[31mb", "a\\x1b[31mb");
    check_safe("a\nb\r\tc", "a\\x0ab\\x0d\\x09c");
    check_safe("\x7f", "\\x7f");
    check_safe("\x07", "\\x07");
}
END_TEST

START_TEST(c1_controls_become_visible) {
    check_safe("\xC2\x9B"
               "31m",
               "\\x9b31m"); /* U+009B is ESC [ in one character */
    check_safe("\xC2\x85", "\\x85");
    check_safe("\xC2\xA0", "\xC2\xA0");
}
END_TEST

START_TEST(direction_overrides_become_visible) {
    check_safe("\u202Eevil", "\\u202eevil");
    check_safe("\u202A\u202D", "\\u202a\\u202d");
    check_safe("\u2066x\u2069", "\\u2066x\\u2069");
    check_safe("\u2028", "\\u2028");
}
END_TEST

START_TEST(bad_utf8_becomes_visible) {
    check_safe("\xFF", "\\xff");
    check_safe("a\xC3", "a\\xc3");
    check_safe("\xC0\x80", "\\xc0\\x80");          /* overlong */
    check_safe("\xED\xA0\x80", "\\xed\\xa0\\x80"); /* surrogate */
    check_safe("\xF5\x80\x80\x80", "\\xf5\\x80\\x80\\x80");
    check_safe("\xE2\x82", "\\xe2\\x82"); /* cut */
}
END_TEST

START_TEST(zero_bytes_become_visible) {
    struct text out = {0};
    safe_add(&out, "a\0b", 3);
    ck_assert_str_eq(text_str(&out), "a\\x00b");
    text_free(&out);
}
END_TEST

START_TEST(output_is_always_safe) {
    uint64_t state = 88172645463325252u;
    for (int round = 0; round < 20000; round++) {
        char bytes[12];
        for (size_t i = 0; i < sizeof bytes; i++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            bytes[i] = (char)state;
        }
        struct text out = {0}, again = {0};
        safe_add(&out, bytes, sizeof bytes);
        safe_add(&again, out.data, out.len);
        ck_assert_str_eq(again.data, out.data);
        text_free(&out);
        text_free(&again);
    }
}
END_TEST

START_TEST(patterns_have_names_that_are_safe_and_stay_as_they_are) {
    OWNED(text_free) struct text out = {0};
    text_add(&out, "> ");
    text_fill(&out, safe_add_name, "\n%s has no \"%s\"", "a%s", "b\nc");
    text_fill(&out, safe_add_name, "; nothing");
    ck_assert_str_eq(text_str(&out), "> \na%s has no \"b\\x0ac\"; nothing");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("safe");
    TCase *cases = tcase_create("safe");
    tcase_add_test(cases, plain_text_stays);
    tcase_add_test(cases, control_characters_become_visible);
    tcase_add_test(cases, c1_controls_become_visible);
    tcase_add_test(cases, direction_overrides_become_visible);
    tcase_add_test(cases, bad_utf8_becomes_visible);
    tcase_add_test(cases, zero_bytes_become_visible);
    tcase_add_test(cases, output_is_always_safe);
    tcase_add_test(cases, patterns_have_names_that_are_safe_and_stay_as_they_are);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
