/* Comments of profiles that say what they are of. */
#include "analyzers/samples/origin.h"
#include "base/mem.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* A copy that ends where the text does. */
static char *exact(const char *text) {
    size_t len = strlen(text);
    return memcpy(mem_alloc(len + !len), text, len);
}

START_TEST(a_number_is_the_whole_comment_behind_its_name) {
    static const struct {
        const char *comment;
        int64_t number; /* -1: it is none */
    } cases[] = {
        {"jfrtool:size=12", 12},
        {"jfrtool:size=0", 0},
        {"jfrtool:size=922337203685477580", INT64_C(922337203685477580)},
        {"jfrtool:size=92233720368547758090", -1},
        {"jfrtool:size=", -1},
        {"jfrtool:size", -1},
        {"jfrtool:siz", -1},
        {"jfrtool:", -1},
        {"jfrtoo", -1},
        {"", -1},
        {"jfrtool:size=1x", -1},
        {"jfrtool:size=x1", -1},
        {"jfrtool:size=/", -1},
        {"jfrtool:size=:", -1},
        {"jfrtool:size=9", 9},
        {"jfrtool:sizes=9", -1},
        {"jfrtool:soze=9", -1},
        {"jfrtoot:size=9", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *comment = exact(cases[i].comment);
        uint64_t number = 77;
        bool is = origin_number(comment, strlen(cases[i].comment), "size", &number);
        ck_assert_msg(is == (cases[i].number >= 0), "%s", cases[i].comment);
        if (is) ck_assert_uint_eq(number, (uint64_t)cases[i].number);
        free(comment);
    }
}
END_TEST

/* What is read is written again. */
START_TEST(facts_add_up_and_are_written_as_they_are_read) {
    static const char *const taken[] = {"jfrtool:event=jdk.A 3", "jfrtool:event=jdk.A 4",
                                        "jfrtool:jvm=X 21", "jfrtool:jvm=X 21",
                                        "jfrtool:recordings=2"};
    static const char *const others[] = {
        "jfrtool:event=3", "jfrtool:event=jdk.A x",  "jfrtool:event=jdk.A ", "jfrtool:jvm=",
        "jfrtool:what=1",  "jfrtool:recordings=a 2", "event=jdk.A 3",        ""};
    struct origin origin = {0};
    struct text out = {0};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        char *comment = exact(taken[i]);
        ck_assert_msg(origin_take_comment(&origin, comment, strlen(taken[i])), "%s", taken[i]);
        free(comment);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char *comment = exact(others[i]);
        ck_assert_msg(!origin_take_comment(&origin, comment, strlen(others[i])), "%s", others[i]);
        free(comment);
    }
    origin_sort(&origin);
    for (size_t i = 0; i < origin.facts.len; i++) {
        origin_add_comment(&origin, &origin.facts.items[i], &out);
        text_add_char(&out, '\n');
    }
    ck_assert_str_eq(text_str(&out),
                     "jfrtool:event=jdk.A 7\njfrtool:jvm=X 21\njfrtool:recordings=2\n");
    ck_assert_uint_eq(origin_sum(&origin, ORIGIN_EVENT), 7);
    ck_assert_uint_eq(origin_sum(&origin, ORIGIN_PERIOD), 0);
    text_free(&out);
    origin_free(&origin);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("origin");
    TCase *c = tcase_create("origin");
    tcase_add_test(c, a_number_is_the_whole_comment_behind_its_name);
    tcase_add_test(c, facts_add_up_and_are_written_as_they_are_read);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
