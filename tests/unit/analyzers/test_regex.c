/* Regular expressions: what matches, what is none, and what would take too long. */
#define SUITE_APART
#include "analyzers/regex.h"
#include "base/text.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool matches(const char *pattern, enum regex_fit fit, const char *text, size_t len) {
    struct jfr_error error;
    struct regex *regex = regex_compile(pattern, fit, &error);
    ck_assert_msg(regex != NULL, "%s", error.text);
    struct regex_matcher *matcher = regex_matcher_open();
    bool found = regex_matches(regex, matcher, text, len);
    ck_assert(!regex_given_up(0));
    ck_assert_int_eq(regex_try(regex, matcher, text, len), found ? REGEX_FOUND : REGEX_NONE);
    regex_matcher_close(matcher);
    regex_free(regex);
    return found;
}

#define MATCHES(pattern, fit, text) matches(pattern, fit, text, sizeof(text) - 1)

START_TEST(a_part_or_the_whole_is_matched_as_asked_for) {
    ck_assert(MATCHES("Map", REGEX_PART, "java.util.HashMap.get"));
    ck_assert(!MATCHES("Map", REGEX_WHOLE, "java.util.HashMap.get"));
    ck_assert(MATCHES("java\\..*", REGEX_WHOLE, "java.util"));
    ck_assert(!MATCHES("java|javax", REGEX_WHOLE, "javaxy"));
    ck_assert(!MATCHES("map", REGEX_PART, "HashMap"));
    ck_assert(MATCHES("(?i)map", REGEX_PART, "HashMap"));
}
END_TEST

START_TEST(letters_are_characters_not_bytes) {
    ck_assert(MATCHES("^Gr.ße$", REGEX_PART, "Grüße"));
}
END_TEST

START_TEST(bytes_that_are_not_utf8_match_nothing_but_the_rest_does) {
    ck_assert(MATCHES("get$", REGEX_PART, "a\xFF\xC3.get"));
    ck_assert(!MATCHES("a.\\.get", REGEX_PART, "a\xFF.get"));
}
END_TEST

START_TEST(zeros_do_not_end_a_text) {
    ck_assert(MATCHES("b$", REGEX_PART, "a\0b"));
}
END_TEST

START_TEST(a_pattern_that_is_none_is_refused_with_its_position) {
    struct jfr_error error = {0};
    ck_assert(!regex_compile("a(b", REGEX_PART, &error));
    ck_assert_str_eq(error.text, "'a(b' is not a regular expression: missing closing parenthesis "
                                 "at position 3");
    ck_assert_uint_eq(error.offset, 3);
    ck_assert(!regex_compile("\xFF", REGEX_WHOLE, NULL));
}
END_TEST

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

START_TEST(a_match_that_would_take_for_ever_is_given_up_and_is_none) {
    static const char *const patterns[] = {"(a+)+$", "(a|aa)+$", "^((a)+.)+B(a)+$",
                                           "(?:.?){400}b$"};
    char name[1000];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '!';
    struct regex_matcher *matcher = regex_matcher_open();
    double start = seconds();
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct regex *regex = regex_compile(patterns[i], REGEX_PART, NULL);
        if (i < 3) ck_assert_int_eq(regex_try(regex, matcher, name, sizeof name), REGEX_GAVE_UP);
        if (i < 3) ck_assert(!regex_given_up(i)); /* the caller says so */
        for (int times = 0; times < 20; times++)
            ck_assert(!regex_matches(regex, matcher, name, sizeof name));
        if (i < 3) ck_assert_str_eq(regex_given_up(i), patterns[i]);
        regex_free(regex);
    }
    ck_assert_double_lt(seconds() - start, 3);
    regex_matcher_close(matcher);
}
END_TEST

/* The matcher's own stack: without it the JIT compiler's code gives up here. */
START_TEST(long_names_are_searched_to_their_end) {
    size_t len = 60000;
    char *name = malloc(len);
    memset(name, 'a', len);
    memcpy(name + len - 3, "ba.", 3);
    ck_assert(matches("(a|b)+\\.", REGEX_WHOLE, name, len));
    ck_assert(matches("a.*b.*\\.", REGEX_PART, name, len));
    free(name);
}
END_TEST

static void add_group(void *context, const char *name, const char *text, size_t len) {
    struct text *out = context;
    text_addf(out, "%s=%.*s;", name, (int)len, text);
}

START_TEST(groups_with_a_name_say_what_they_matched) {
    const char *pattern = "(\\w+)=(?<service>[^/]+)/(?<day>day)?(?:(?<b>b)|(?<c>c))?(?<empty>)";
    struct regex_matcher *matcher = regex_matcher_open();
    struct regex *regex = regex_compile(pattern, REGEX_PART, NULL);
    struct text out = {0};
    ck_assert_uint_eq(regex_names(regex), 5);
    ck_assert_str_eq(regex_name(regex, 0), "b");
    ck_assert(regex_groups(regex, matcher, "lake/x=shop/c", 13, add_group, &out));
    ck_assert_str_eq(text_str(&out), "c=c;empty=;service=shop;");
    text_clear(&out);
    ck_assert(!regex_groups(regex, matcher, "lake", 4, add_group, &out));
    ck_assert_uint_eq(out.len, 0);
    regex_free(regex);
    regex = regex_compile("(a)", REGEX_PART, NULL);
    ck_assert_uint_eq(regex_names(regex), 0);
    ck_assert(regex_groups(regex, matcher, "a", 1, add_group, &out));
    ck_assert_uint_eq(out.len, 0);
    regex_free(regex);
    regex_matcher_close(matcher);
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regex");
    TCase *cases = tcase_create("regex");
    tcase_add_test(cases, a_part_or_the_whole_is_matched_as_asked_for);
    tcase_add_test(cases, letters_are_characters_not_bytes);
    tcase_add_test(cases, bytes_that_are_not_utf8_match_nothing_but_the_rest_does);
    tcase_add_test(cases, zeros_do_not_end_a_text);
    tcase_add_test(cases, a_pattern_that_is_none_is_refused_with_its_position);
    tcase_add_test(cases, a_match_that_would_take_for_ever_is_given_up_and_is_none);
    tcase_add_test(cases, long_names_are_searched_to_their_end);
    tcase_add_test(cases, groups_with_a_name_say_what_they_matched);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
