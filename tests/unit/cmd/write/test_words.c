/* Sentences with values in them. */
#include "cmd/write/words.h"
#include "tests/support/suite.h"

static void check(const char *expected, struct text *found) {
    ck_assert_str_eq(text_str(found), expected);
    text_free(found);
}

#define SAYS(expected, pattern, ...)                      \
    do {                                                  \
        struct text out = {0};                            \
        ck_assert(words_add(&out, pattern, __VA_ARGS__)); \
        check(expected, &out);                            \
    } while (0)
#define SAYS_NOTHING(pattern, ...)                         \
    do {                                                   \
        struct text out = {0};                             \
        ck_assert(!words_add(&out, pattern, __VA_ARGS__)); \
        check("", &out);                                   \
    } while (0)

START_TEST(values_stand_where_the_braces_are) {
    SAYS("2.00 ms of 1.50 s: yes", "{} of {}: {}", cell_ns(2000000), cell_ns(1500000000),
         cell_text("yes"));
    SAYS("12.50 %", "{} %", cell_percent(12.5));
}
END_TEST

START_TEST(what_is_counted_is_grouped_and_has_its_noun) {
    SAYS("1 stall", "{stall}", cell_count(1));
    SAYS("0 stalls", "{stall}", cell_count(0));
    SAYS("1,234 stalls in 1,000", "{stall} in {}", cell_count(1234), cell_number(1000));
    SAYS("-1000", "{}", cell_number(-1000)); /* a difference is no count */
    SAYS("-1", "{stall}", cell_number(-1));
    SAYS("many", "{stall}", cell_shown(cell_count(9), "many"));
}
END_TEST

START_TEST(a_bracket_is_left_out_with_its_value) {
    SAYS("a 1 c", "a[ {}] c", cell_count(1));
    SAYS("a c", "a[ {}] c", cell_missing());
    SAYS("a c", "a[ {}] c", cell_blank());
    SAYS("a d", "a[ {} b {}] d", cell_count(1), cell_missing());
    SAYS("a 5", "a[ {}|{} 7] {}", cell_missing(), cell_missing(), cell_count(5));
}
END_TEST

START_TEST(of_a_choice_the_first_that_can_be_said_is_taken) {
    SAYS("1", "[{}|none]", cell_count(1));
    SAYS("none", "[{}|none]", cell_missing());
    SAYS("2", "[{}|{}|none]", cell_missing(), cell_count(2));
    SAYS("", "[{}|{}]", cell_missing(), cell_missing());
}
END_TEST

START_TEST(brackets_stand_within_brackets) {
    SAYS("1, together 2.00 ms: 3", "{}[, together {}[: {}]]", cell_count(1), cell_ns(2000000),
         cell_count(3));
    SAYS("1, together 2.00 ms", "{}[, together {}[: {}]]", cell_count(1), cell_ns(2000000),
         cell_missing());
    SAYS("1", "{}[, together {}[: {}]]", cell_count(1), cell_missing(), cell_count(3));
    SAYS("b", "[[{}]{}|b]", cell_count(1), cell_missing()); /* the bar is of the outer one */
    SAYS("x", "[[{}|x]]", cell_missing());
}
END_TEST

START_TEST(without_a_value_outside_of_brackets_nothing_is_said) {
    SAYS_NOTHING("a {} b", cell_missing());
    SAYS_NOTHING("{} b {}", cell_count(1), cell_missing());
    struct text out = {0};
    text_add(&out, "before");
    ck_assert(!words_add(&out, "{} and {}", cell_count(1), cell_missing()));
    check("before", &out);
}
END_TEST

START_TEST(a_part_of_a_pattern_is_a_pattern) {
    const char *pattern = "one {stall}\ntwo";
    struct text out = {0};
    ck_assert(words_fill_part(pattern + 12, pattern + 15, NULL, NULL, &out));
    check("two", &out);
}
END_TEST

/* What a sheet shows of a sentence, a pair and a note, each with and without its value. */
START_TEST(on_a_sheet_stands_what_can_be_said) {
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, FORMAT_TEXT);
    words_pair(&sheet, "Stalls", "{stall}, {}", cell_count(2), cell_ns(3000000));
    words_pair(&sheet, "Not known", "{stall}, {}", cell_count(2), cell_missing());
    words_say(sheet_lines, &sheet, SHEET_PEOPLE, "{} of {}.\n", cell_count(1), cell_count(2));
    words_say(sheet_lines, &sheet, SHEET_PEOPLE, "{} more.\n", cell_if_any(0));
    sheet_write(&sheet, &(struct sheet_style){0}, &out);
    sheet_free(&sheet);
    check("  Stalls  2 stalls, 3.00 ms\n\n1 of 2.\n", &out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("words");
    TCase *tc = tcase_create("words");
    tcase_add_test(tc, values_stand_where_the_braces_are);
    tcase_add_test(tc, what_is_counted_is_grouped_and_has_its_noun);
    tcase_add_test(tc, a_bracket_is_left_out_with_its_value);
    tcase_add_test(tc, of_a_choice_the_first_that_can_be_said_is_taken);
    tcase_add_test(tc, brackets_stand_within_brackets);
    tcase_add_test(tc, without_a_value_outside_of_brackets_nothing_is_said);
    tcase_add_test(tc, a_part_of_a_pattern_is_a_pattern);
    tcase_add_test(tc, on_a_sheet_stands_what_can_be_said);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
