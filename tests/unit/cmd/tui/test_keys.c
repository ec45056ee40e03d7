/* Keys and mouse from the bytes of a terminal; what is cut or hostile is no key and takes no more
 * than there is. */
#include "cmd/tui/keys.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static struct key_press press;

static size_t take(const char *bytes) {
    return keys_take(bytes, strlen(bytes), &press);
}

START_TEST(a_letter_is_itself) {
    ck_assert_uint_eq(take("qx"), 1);
    ck_assert_int_eq(press.key, 'q');
    ck_assert_uint_eq(take("\xc3\xa4"), 1);
    ck_assert_int_eq(press.key, 0xc3);
}
END_TEST

START_TEST(arrows_come_in_two_forms) {
    ck_assert_uint_eq(take("\x1b[A"), 3);
    ck_assert_int_eq(press.key, KEY_UP);
    ck_assert_uint_eq(take("\x1bOB!"), 3);
    ck_assert_int_eq(press.key, KEY_DOWN);
    ck_assert_uint_eq(take("\x1bOP"), 3);
    ck_assert_int_eq(press.key, KEY_F1);
    ck_assert_uint_eq(take("\x1b[11~"), 5);
    ck_assert_int_eq(press.key, KEY_F1);
    ck_assert_uint_eq(take("\x1b[6~"), 4);
    ck_assert_int_eq(press.key, KEY_PAGE_DOWN);
}
END_TEST

START_TEST(the_mouse_says_where_it_is_from_0) {
    ck_assert_uint_eq(take("\x1b[<0;12;5Mq"), 10);
    ck_assert_int_eq(press.key, KEY_PRESS);
    ck_assert_int_eq(press.column, 11);
    ck_assert_int_eq(press.line, 4);
    take("\x1b[<32;1;1M");
    ck_assert_int_eq(press.key, KEY_DRAG);
    take("\x1b[<0;1;1m");
    ck_assert_int_eq(press.key, KEY_RELEASE);
    take("\x1b[<65;1;1M");
    ck_assert_int_eq(press.key, KEY_WHEEL_DOWN);
}
END_TEST

START_TEST(an_escape_alone_is_the_key) {
    ck_assert_uint_eq(take("\x1b"), 1);
    ck_assert_int_eq(press.key, KEY_ESCAPE);
    ck_assert_uint_eq(take("\x1bq"), 1);
    ck_assert_int_eq(press.key, KEY_ESCAPE);
}
END_TEST

START_TEST(what_is_cut_or_unknown_is_no_key) {
    static const char *const lines[] = {
        "\x1b[<0;12;", "\x1b[<0;1;2;3;4M", "\x1b[<99999999999999;1;1M", "\x1b[<M", "\x1b[123456~",
        "\x1b[1;5A",   "\x1b[<0;-4;1M"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t taken = take(lines[i]);
        ck_assert_uint_gt(taken, 0);
        ck_assert_uint_le(taken, strlen(lines[i]));
        ck_assert_msg(press.key == KEY_NONE || press.key == KEY_PRESS, "%zu: %d", i, press.key);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("keys");
    TCase *keys = tcase_create("keys");
    tcase_add_test(keys, a_letter_is_itself);
    tcase_add_test(keys, arrows_come_in_two_forms);
    tcase_add_test(keys, the_mouse_says_where_it_is_from_0);
    tcase_add_test(keys, an_escape_alone_is_the_key);
    tcase_add_test(keys, what_is_cut_or_unknown_is_no_key);
    suite_add_tcase(suite, keys);
    return suite_run(suite);
}
