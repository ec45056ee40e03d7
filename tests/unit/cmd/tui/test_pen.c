/* What is written to the terminal: colours as far as it has them, and no more than there is room.
 */
#include "cmd/tui/pen.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

static struct text out;
static struct pen pen;

static void set_up(void) {
    out = (struct text){0};
    pen = (struct pen){.out = &out, .columns = 10, .utf8 = true};
}

static void clean_up(void) {
    text_free(&out);
}

static void wrote(const char *wanted) {
    ck_assert_str_eq(text_str(&out), wanted);
    text_clear(&out);
}

START_TEST(the_terminals_variables_say_how_many_colours_it_has) {
    static const struct {
        const char *none, *more, *term;
        enum pen_colors colors;
    } cases[] = {
        {"", "", "xterm", PEN_16},
        {"", "", "xterm-256color", PEN_256},
        {"", "truecolor", "xterm-256color", PEN_TRUE},
        {"", "24bit", "xterm", PEN_TRUE},
        {"", "yes", "xterm", PEN_16},
        {"", "", "vt100", PEN_MONO},
        {"", "", "vt220", PEN_MONO},
        {"1", "truecolor", "xterm-256color", PEN_MONO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv("NO_COLOR", cases[i].none, 1);
        setenv("COLORTERM", cases[i].more, 1);
        setenv("TERM", cases[i].term, 1);
        ck_assert_uint_eq(pen_colors(), cases[i].colors);
    }
    setenv("NO_COLOR", "", 1);
    unsetenv("COLORTERM");
    unsetenv("TERM");
    ck_assert_uint_eq(pen_colors(), PEN_16);
}
END_TEST

/* The cube of 256 colours: 16 + 36 r + 6 g + b, each 0 to 5. */
START_TEST(a_terminal_of_256_colours_gets_the_nearest_of_the_cube) {
    pen.colors = PEN_256;
    pen_halves(&pen, 0xff0000, 0x00ff00);
    wrote("\x1b[0m\x1b[38;5;196m\x1b[48;5;46m");
    pen_halves(&pen, 0x0000ff, 0xffffff);
    wrote("\x1b[0m\x1b[38;5;21m\x1b[48;5;231m");
    pen_halves(&pen, 0x19664d, 0x1a6780); /* 1/2 of a fifth is 25.5 */
    wrote("\x1b[0m\x1b[38;5;30m\x1b[48;5;67m");
}
END_TEST

START_TEST(a_terminal_of_all_colours_gets_them_as_they_are) {
    pen.colors = PEN_TRUE;
    pen_halves(&pen, 0x0102fe, 0xa0b0c0);
    wrote("\x1b[0m\x1b[38;2;1;2;254m\x1b[48;2;160;176;192m");
}
END_TEST

START_TEST(a_terminal_of_few_colours_gets_the_hue_and_greys_are_black_or_white) {
    pen.colors = PEN_16;
    pen_halves(&pen, 0xffc0c0, 0x20a050);
    wrote("\x1b[0m\x1b[31m\x1b[42m");
    pen_halves(&pen, 0x707070, 0x909090);
    wrote("\x1b[0m\x1b[30m\x1b[47m");
    pen_halves(&pen, 0xc0c020, 0x2020c0);
    wrote("\x1b[0m\x1b[33m\x1b[44m");
}
END_TEST

START_TEST(without_colours_a_ground_is_reversed) {
    pen_ground(&pen, 0xff0000, true);
    wrote("\x1b[0m\x1b[7m");
    pen.colors = PEN_TRUE;
    pen_ground(&pen, 0xff0000, true);
    wrote("\x1b[0m\x1b[38;2;16;16;16m\x1b[48;2;255;0;0m");
    pen_ground(&pen, 0xff0000, false);
    wrote("\x1b[0m\x1b[38;2;240;240;240m\x1b[48;2;255;0;0m");
}
END_TEST

START_TEST(text_ends_where_its_room_or_the_line_does) {
    ck_assert_int_eq(pen_put(&pen, "abcdef", 4), 4);
    wrote("abcd");
    ck_assert_int_eq(pen_put(&pen, "abc", 5), 3);
    wrote("abc");
    ck_assert_int_eq(pen_put(&pen, "abcdef", 5), 3);
    wrote("abc");
    ck_assert_int_eq(pen_put(&pen, "a", -1), 0);
    pen_blanks(&pen, 1);
    wrote("");
    pen_end_line(&pen);
    wrote("\x1b[0m\n");
    pen_blanks(&pen, 11);
    wrote("          ");
    ck_assert_int_eq(pen.column, 10);
}
END_TEST

START_TEST(a_bar_is_as_long_as_its_share) {
    const struct {
        double share;
        bool utf8;
        const char *bar;
    } bars[] = {{0, true, "    "},    {0.001, true, "▏   "}, {0.5, true, "██  "},
                {0.53, true, "██▏ "}, {1, true, "████"},     {2, true, "████"},
                {0.5, false, "##  "}, {0.6, false, "##- "},  {0.66, false, "### "}};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        struct text bar = {0};
        struct pen own = {.out = &bar, .columns = 10, .utf8 = bars[i].utf8};
        pen_bar(&own, bars[i].share, 4);
        ck_assert_str_eq(text_str(&bar), bars[i].bar);
        ck_assert_int_eq(own.column, 4);
        text_free(&bar);
    }
}
END_TEST

START_TEST(what_would_move_the_cursor_is_shown) {
    ck_assert_int_eq(pen_put(&pen, "a\tb", -1), 6);
    wrote("a\\x09b");
}
END_TEST

START_TEST(a_wide_letter_that_does_not_fit_is_left_out) {
    ck_assert_int_eq(pen_put(&pen, "a\u4e2d\u6587", 4), 3);
    wrote("a\u4e2d");
    pen.utf8 = false;
    ck_assert_int_eq(pen_put(&pen, "\u00e4b", -1), 2);
    wrote("?b");
}
END_TEST

START_TEST(secrets_are_masked_before_they_are_cut) {
    pen.columns = 20;
    pen_put(&pen, "pool token=abcdefghijklmnop 1", -1);
    wrote("pool token=*** 1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pen");
    TCase *cases = tcase_create("pen");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, secrets_are_masked_before_they_are_cut);
    tcase_add_test(cases, the_terminals_variables_say_how_many_colours_it_has);
    tcase_add_test(cases, a_terminal_of_256_colours_gets_the_nearest_of_the_cube);
    tcase_add_test(cases, a_terminal_of_all_colours_gets_them_as_they_are);
    tcase_add_test(cases, a_terminal_of_few_colours_gets_the_hue_and_greys_are_black_or_white);
    tcase_add_test(cases, without_colours_a_ground_is_reversed);
    tcase_add_test(cases, text_ends_where_its_room_or_the_line_does);
    tcase_add_test(cases, a_bar_is_as_long_as_its_share);
    tcase_add_test(cases, what_would_move_the_cursor_is_shown);
    tcase_add_test(cases, a_wide_letter_that_does_not_fit_is_left_out);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
