/* Collapsed stacks: what lines say, which texts look like them, and lines that are none. */
#include "tests/support/anywhere.h"
#include "tests/support/document.h"
#include "tests/support/suite.h"

#include <check.h>

static void check_told(const char *text, const char *wanted) {
    struct text told = document_told(text, strlen(text));
    ck_assert_str_eq(text_str(&told), wanted);
    text_free(&told);
}

static bool looks(const char *text) {
    return document_looks((const uint8_t *)text, strlen(text)) != NULL;
}

START_TEST(a_line_is_a_stack_and_its_count) {
    check_told("A.a;B.b 3\nA.a;C.c 4\n", "| A.a B.b = 3\n| A.a C.c = 4\n");
    check_told("A.a;B.b 3", "| A.a B.b = 3\n");
}
END_TEST

START_TEST(lines_may_end_in_cr_lf_and_blanks) {
    check_told("A.a;B.b 3\r\nA.a;C.c\t 4 \r\n", "| A.a B.b = 3\n| A.a C.c = 4\n");
}
END_TEST

START_TEST(empty_lines_and_comments_mean_nothing) {
    check_told("# made by x;y\n\nA.a;B.b 3\n\n", "| A.a B.b = 3\n");
}
END_TEST

START_TEST(names_may_have_blanks) {
    check_told("operator new(unsigned long);A b 3\n", "| operator new(unsigned long) A b = 3\n");
    check_told("java/lang/String.length;thread 5 6 7\nx;y 1\n",
               "| java/lang/String.length thread 5 6 = 7\n| x y = 1\n");
}
END_TEST

START_TEST(the_last_four_characters_say_what_a_frame_was) {
    check_told("a_[0];b_[j];c_[i];d_[k];e_[1] 2\n",
               "| a [interpreted] b [jit] c [inlined] d [kernel] e [c1] = 2\n");
    check_told("a_[x];_[j];b[j] 2\n", "| a_[x] _[j] b[j] = 2\n");
}
END_TEST

START_TEST(lines_of_methods_are_taken_apart) {
    check_told("a.B.c:12;a.B.c:12_[j];a.B.c 2\n", "| a.B.c:12 a.B.c:12 [jit] a.B.c = 2\n");
    check_told("[app:12;std::1;a.b::2;:3;a.B.c:1234567890 2\n",
               "| [app:12 std::1 a.b::2 :3 a.B.c:1234567890 = 2\n");
}
END_TEST

START_TEST(a_thread_in_front_is_a_label) {
    check_told("[main tid=17];A.a;B.b 3\n", "thread=main thread_id=17 | A.a B.b = 3\n");
    check_told("[tid=17];A.a 3\n", "thread_id=17 | A.a = 3\n");
    check_told("[pool 1 [x] tid=17];A.a 3\n", "thread=pool 1 [x] thread_id=17 | A.a = 3\n");
    check_told("A.a;[main tid=17] 3\n", "| A.a [main tid=17] = 3\n");
    check_told("[main tid=];A.a 3\n[main.tid=1];A.a 3\n[main tid=x];A.a 3\n",
               "| [main tid=] A.a = 3\n| [main.tid=1] A.a = 3\n| [main tid=x] A.a = 3\n");
}
END_TEST

START_TEST(two_counts_in_every_line_are_two_sides) {
    check_told("A.a;B.b 3 5\nA.a 0 2\n",
               "| A.a B.b = 3 0\n| A.a B.b = 0 5\n| A.a = 0 0\n| A.a = 0 2\n");
    check_told("A.a;B.b 3 5\nA.a 2\n", "| A.a B.b 3 = 5\n| A.a = 2\n");
}
END_TEST

START_TEST(a_stack_may_have_no_frames) {
    check_told("A.a;B.b 1\n 7\n", "| A.a B.b = 1\n| = 7\n");
    check_told(";A.a;;B.b; 1\n", "| A.a B.b = 1\n");
}
END_TEST

START_TEST(what_is_no_line_is_said_with_its_number) {
    static const char wrong[] =
        "error: line 2 is \"A.a;B.b\"; expected frames with semicolons between them, a blank and a "
        "number of samples";
    char text[8000];
    memset(text, 'x', sizeof text);
    memcpy(text, "A;", 2);
    strcpy(text + 5000, " 1\nA.a;B.b\n"); /* beyond what is looked at first */
    check_told(text, wrong);
}
END_TEST

START_TEST(numbers_have_a_limit) {
    check_told("a;b 1152921504606846976\n", "| a b = 1152921504606846976\n");
    check_told("a;b 1152921504606846976\na;b 1\n",
               "error: line 2: the values add up to more than can be");
}
END_TEST

START_TEST(a_number_beyond_the_limit_is_none) {
    static const char *const beyond[] = {"1152921504606846977", "1152921504606846980",
                                         "11529215046068469760", /* wrapped, less than 0 */
                                         "18446744073709551617", /* wrapped, 1 */
                                         "99999999999999999999999999999999999999999"};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        char line[100];
        snprintf(line, sizeof line, "a;b %s\n", beyond[i]);
        ck_assert_msg(!looks(line), "%s", line);
    }
    ck_assert(looks("a;b 1152921504606846976\n"));
    ck_assert(looks("a;b 0000000000000000000000000000001\n"));
    ck_assert(!looks("a;b 1:2\n"));
    ck_assert(!looks("a;b 1/2\n"));
}
END_TEST

START_TEST(texts_of_other_kinds_do_not_look_like_it) {
    static const char *const others[] = {"",
                                         "\n",
                                         "a b\n",
                                         "2026-11-25 took 17\n",
                                         "a;b\n",
                                         "a;b 1x\n",
                                         "a;b -1\n",
                                         "12\n",
                                         "a;b 1\nand more text\n",
                                         "{\"a\": 1}\n",
                                         "a;b \x01 1\n",
                                         "int x = 5; x++;\n"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!looks(others[i]), "%s", others[i]);
    ck_assert(looks("a;b 1\n"));
    ck_assert(looks("main 1\na;b 1"));
}
END_TEST

START_TEST(a_line_that_goes_on_beyond_what_is_seen_may_be_one) {
    char text[6000];
    memset(text, 'x', sizeof text);
    memcpy(text, "a;", 2);
    ck_assert(document_looks((const uint8_t *)text, sizeof text) != NULL);
    memcpy(text, "a ", 2);
    ck_assert(document_looks((const uint8_t *)text, sizeof text) == NULL);
}
END_TEST

START_TEST(files_are_called_so) {
    ck_assert(document_is_named_so("out/x.collapsed"));
    ck_assert(document_is_named_so("x.FOLDED.gz"));
    ck_assert(!document_is_named_so("x.collapsed/log.txt"));
    ck_assert(!document_is_named_so("x.txt"));
}
END_TEST

START_TEST(what_is_wrong_in_one_place_is_read_as_ever) {
    static const char *const texts[] = {
        "# x\n[main tid=17];A.a;B.b:12_[j] 3\r\n[tid=8];C.c;D d_[0] 40\n\n 5\nA.a 77",
        "A.a;B.b 3 4\nA.a;C.c 10 0\nD.d 0 7\n"};
    static const uint64_t expected[] = {0x1DA11959D1D220A8, 0x77674CEF5602C54B};
    anywhere(_i ? "collapsed2" : "collapsed", texts[_i], strlen(texts[_i]), 1, document_tell,
             expected[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("collapsed");
    TCase *c = tcase_create("collapsed");
    tcase_add_test(c, a_line_is_a_stack_and_its_count);
    tcase_add_test(c, lines_may_end_in_cr_lf_and_blanks);
    tcase_add_test(c, empty_lines_and_comments_mean_nothing);
    tcase_add_test(c, names_may_have_blanks);
    tcase_add_test(c, the_last_four_characters_say_what_a_frame_was);
    tcase_add_test(c, lines_of_methods_are_taken_apart);
    tcase_add_test(c, a_thread_in_front_is_a_label);
    tcase_add_test(c, two_counts_in_every_line_are_two_sides);
    tcase_add_test(c, a_stack_may_have_no_frames);
    tcase_add_test(c, what_is_no_line_is_said_with_its_number);
    tcase_add_test(c, numbers_have_a_limit);
    tcase_add_test(c, a_number_beyond_the_limit_is_none);
    tcase_add_test(c, texts_of_other_kinds_do_not_look_like_it);
    tcase_add_test(c, a_line_that_goes_on_beyond_what_is_seen_may_be_one);
    tcase_add_test(c, files_are_called_so);
    tcase_add_loop_test(c, what_is_wrong_in_one_place_is_read_as_ever, 0, 2);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
