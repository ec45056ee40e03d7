/* Flame graphs as HTML: both layouts, line by line, and lines that are none. */
#include "tests/support/anywhere.h"
#include "tests/support/document.h"
#include "tests/support/suite.h"

#include <check.h>

#define HEAD                                                                         \
    "<!DOCTYPE html>\n<html lang='en'>\n<style>\n\t#hl {position: absolute; x: y}\n" \
    "\t#canvas {width: 100%}\n</style>\n<script>\n\tfunction f(key, level) {\n\t}\n"

static struct text told_of(const char *before, const char *calls) {
    struct text page = {0};
    text_addf(&page, "%s%s%s\nsearch();\n</script></body></html>\n", HEAD, before, calls);
    struct text told = document_told(page.data, page.len);
    text_free(&page);
    return told;
}

static void check_calls(const char *before, const char *calls, const char *wanted) {
    struct text told = told_of(before, calls);
    ck_assert_str_eq(text_str(&told), wanted);
    text_free(&told);
}

/* Titles: all, a.A.x, a.A.y, a.B.z */
#define POOL "const cpool = [\n'all',\n' a.A.x',\n'$y',\n'\"B.z'\n];\nunpack(cpool);\n\n"
enum { ALL = 0, AX = 8, AY = 16, BZ = 24, INTERPRETED = 0, JIT, INLINED, NATIVE, CPP, KERNEL, C1 };

START_TEST(frames_have_what_no_frame_above_them_has) {
    check_calls(POOL, "n(3,10)\nu(9,6)\nu(17,4)\nn(25,1)\nf(25,1,2,3)\n",
                "| = 1\n| a.A.x [jit] = 1\n| a.A.x [jit] a.A.y [jit] = 4\n"
                "| a.A.x [jit] a.B.z [jit] = 1\n| a.B.z [jit] = 3\n");
}
END_TEST

START_TEST(a_width_is_that_of_the_frame_before_where_there_is_none) {
    check_calls(POOL, "n(3,10)\nu(9)\nu(17)\n", "| a.A.x [jit] a.A.y [jit] = 10\n");
    check_calls(POOL, "n(3,10)\nu(9,5,1,2,3)\nn(17)\n", "| a.A.x [jit] = 5\n| a.A.y [jit] = 5\n");
}
END_TEST

START_TEST(every_kind_of_frame_has_its_name) {
    check_calls(POOL, "n(3,1)\nu(8)\nu(9)\nu(10)\nu(11)\nu(12)\nu(13)\nu(14)\n",
                "| a.A.x [interpreted] a.A.x [jit] a.A.x [inlined] a.A.x [native] a.A.x [c++] "
                "a.A.x [kernel] a.A.x [c1] = 1\n");
    check_calls("",
                "f(0,0,1,3,'all')\nf(1,0,1,0,'a')\nf(2,0,1,1,'b')\nf(3,0,1,2,'c')\n"
                "f(4,0,1,3,'d')\nf(5,0,1,4,'e')\nf(6,0,1,5,'f')\n",
                "| a [jit] b [inlined] c [kernel] d [c++] e [native] f [c1] = 1\n");
}
END_TEST

START_TEST(calls_of_version_2_say_where_a_frame_is) {
    check_calls("",
                "f(0,0,10,3,'all')\nf(1,0,6,0,'A.a')\nf(2,2,4,1,'it\\'s \\\\ B.b')\n"
                "f(1,6,4,4,'C.c',1,2,3)\n",
                "| A.a [jit] = 2\n| A.a [jit] it's \\ B.b [inlined] = 4\n| C.c [native] = 4\n");
}
END_TEST

START_TEST(a_thread_above_the_root_is_a_label) {
    check_calls("",
                "f(0,0,9,3,'all')\nf(1,0,5,4,'[main tid=7]')\nf(2,0,4,0,'A.a')\n"
                "f(1,5,4,4,'[tid=8]')\nf(2,5,4,0,'A.a')\n",
                "thread=main thread_id=7 | = 1\nthread=main thread_id=7 | A.a [jit] = 4\n"
                "thread_id=8 | A.a [jit] = 4\n");
}
END_TEST

START_TEST(differences_of_two_are_read_as_the_one_that_is_drawn) {
    check_calls(POOL, "d=3\nn(3,10)\nd=U\nu(9,6)\nd=-2\nn(17,4)\n",
                "| a.A.x [jit] = 6\n| a.A.y [jit] = 4\n");
}
END_TEST

START_TEST(what_is_wrong_is_said_with_its_line) {
    static const struct {
        const char *before, *calls, *words;
    } wrong[] = {
        {POOL, "n(99,10)\n", "line 18 is \"n(99,10)\"; expected f(key,level,left,width)"},
        {POOL, "n(3,10)\nf(9,2,0,1)\n", "expected a frame no more than a level above"},
        {POOL, "n(3,10)\nu(9,11)\n", "expected a frame that is as wide as the one below it"},
        {POOL, "n(3,10)\nf(9,1,5,6)\n", "expected a frame that is as wide as the one below it"},
        {POOL, "n(3,10)\nu(9,5)\nf(9,1,-1,2)\n", "expected one frame below all others"},
        {POOL, "n(3,10)\nu(9,5)\nf(9,1,4,2)\n", "expected a frame behind the one before it"},
        {POOL, "n(3,10)\nn(3,10)\n", "expected one frame below all others"},
        {POOL, "n(3,10)\nu(9,-1)\n", "expected one frame below all others"},
        {POOL, "u(3,10)\n", "expected a frame no more than a level above"},
        {POOL, "n(3,99999999999999999999)\n", "expected f(key,level,left,width)"},
        {POOL, "", "there are no frames in it"},
        {"", "f(0,0,10,3,'all)\n", "expected f(level,left,width,type,'title')"},
        {"", "f(0,0,10,'all')\n", "expected f(level,left,width,type,'title')"},
        {"const cpool = [\n'all',\n'%a'\n];\n", "", "expected a title that begins as the one"},
        {"const cpool = [\n'all',\n''\n];\n", "", "expected a title that begins as the one"},
        {"const cpool = [\n'all',\nx\n];\n", "", "expected a title in '...'"},
        {"\tlet reverse = true;\n" POOL, "n(3,10)\n", "is drawn from top to bottom"},
        {"\tlet inverted = true;\n" POOL, "n(3,10)\n", "is drawn from top to bottom"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text told = told_of(wrong[i].before, wrong[i].calls);
        ck_assert_msg(strstr(text_str(&told), wrong[i].words) != NULL, "%zu: %s", i,
                      text_str(&told));
        ck_assert_msg(strncmp(text_str(&told), "error: ", 7) == 0, "%zu", i);
        text_free(&told);
    }
}
END_TEST

START_TEST(calls_of_other_names_are_lines_of_the_page) {
    static const char page[] = HEAD POOL "n(3,10)\nu(9,6)\n"
                                         "\0(17,4)\nx(17,4)\nu[17,4)\nu(/,4)\nu(:,4)\nu(99\n";
    struct text told = document_told(page, sizeof page - 1);
    ck_assert_ptr_nonnull(strstr(text_str(&told), "error: line 25 is \"u(99\""));
    text_free(&told);
}
END_TEST

START_TEST(titles_share_as_much_as_their_first_character_says) {
    check_calls("const cpool = [\n'all',\n'#x',\n'$\\'',\n' \xc3\xa9'\n];\n",
                "n(3,3)\nu(11,1)\nn(19,1)\nn(27,1)\n",
                "| allx [native] = 1\n| allx' [native] = 1\n| \xc3\xa9 [native] = 1\n");
    struct text told = told_of("const cpool = [\n'\xc3\xa9',\n'!x'\n];\n", "n(3,3)\n");
    ck_assert_ptr_nonnull(strstr(text_str(&told), "expected a title that begins"));
    text_free(&told);
}
END_TEST

START_TEST(other_pages_are_not_taken) {
    static const char *const others[] = {
        "<!DOCTYPE html>\n<html><style>#hl {position: absolute}</style>",
        "<!DOCTYPE html>\n<html><style>#hl {position: absolute} #canvas {} #heatmap-canvas {}",
        "<html>#hl {position: absolute #canvas {",
        "<!DOCTYPE html>",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_ptr_null(document_begins((const uint8_t *)others[i], strlen(others[i])));
    ck_assert_ptr_nonnull(document_begins((const uint8_t *)HEAD, strlen(HEAD)));
    ck_assert_ptr_nonnull(
        document_begins((const uint8_t *)"\xef\xbb\xbf \r\n" HEAD, strlen(HEAD) + 6));
}
END_TEST

START_TEST(what_is_wrong_in_one_place_is_read_as_ever) {
    static const char *const pages[] = {
        HEAD POOL "n(3,10)\nu(9,6)\nu(17,4)\nn(25,1)\nf(25,1,2,3)\nsearch();\n</script>\n",
        HEAD "f(0,0,9,3,'all')\nf(1,0,5,4,'[main tid=7]')\nf(2,0,4,0,'A.a')\n"
             "f(1,5,4,4,'it\\'s',1,2,3)\n</script>\n"};
    static const uint64_t expected[] = {0x85D94871B03F145C, 0x67312A04C14BD47E};
    anywhere(_i ? "flame2" : "flame", pages[_i], strlen(pages[_i]), 1, document_tell, expected[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("flame_html");
    TCase *c = tcase_create("flame_html");
    tcase_add_test(c, frames_have_what_no_frame_above_them_has);
    tcase_add_test(c, a_width_is_that_of_the_frame_before_where_there_is_none);
    tcase_add_test(c, every_kind_of_frame_has_its_name);
    tcase_add_test(c, calls_of_version_2_say_where_a_frame_is);
    tcase_add_test(c, a_thread_above_the_root_is_a_label);
    tcase_add_test(c, differences_of_two_are_read_as_the_one_that_is_drawn);
    tcase_add_test(c, what_is_wrong_is_said_with_its_line);
    tcase_add_test(c, calls_of_other_names_are_lines_of_the_page);
    tcase_add_test(c, titles_share_as_much_as_their_first_character_says);
    tcase_add_test(c, other_pages_are_not_taken);
    tcase_add_loop_test(c, what_is_wrong_in_one_place_is_read_as_ever, 0, 2);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
