/* Suggestions for misspelled words. */
#include "base/suggest.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *best_of(const char *word, const char *const *candidates) {
    struct suggest s = suggest_for(word);
    for (; *candidates; candidates++) suggest_offer(&s, *candidates);
    return s.best;
}

static const char *const commands[] = {"hot-methods", "flame", "collapsed", "summary", NULL};

START_TEST(distance_counts_insert_delete_replace_and_swap) {
    ck_assert_uint_eq(suggest_distance("flame", "flame"), 0);
    ck_assert_uint_eq(suggest_distance("flme", "flame"), 1);
    ck_assert_uint_eq(suggest_distance("fllame", "flame"), 1);
    ck_assert_uint_eq(suggest_distance("flume", "flame"), 1);
    ck_assert_uint_eq(suggest_distance("falme", "flame"), 1);
    ck_assert_uint_eq(suggest_distance("", "flame"), 5);
    ck_assert_uint_eq(suggest_distance("kitten", "sitting"), 3);
}
END_TEST

START_TEST(distance_ignores_case) {
    ck_assert_uint_eq(suggest_distance("FLAME", "flame"), 0);
}
END_TEST

START_TEST(distance_is_symmetric) {
    static const char *const words[] = {"", "a", "ab", "ba", "abc", "summary", "sumary", "xyzzy"};
    for (size_t i = 0; i < 8; i++)
        for (size_t j = 0; j < 8; j++)
            ck_assert_uint_eq(suggest_distance(words[i], words[j]),
                              suggest_distance(words[j], words[i]));
}
END_TEST

START_TEST(two_errors_are_forgiven_three_are_not) {
    ck_assert_str_eq(best_of("sumarry", commands), "summary");
    ck_assert_str_eq(best_of("hot-metods", commands), "hot-methods");
    ck_assert_ptr_null(best_of("smmr-y", commands));
    ck_assert_ptr_null(best_of("xyzzy", commands));
}
END_TEST

START_TEST(short_words_forgive_one_error) {
    static const char *const formats[] = {"text", "json", "csv", "md", NULL};
    ck_assert_str_eq(best_of("cvs", formats), "csv");
    static const char *const others[] = {"html", "json", NULL};
    ck_assert_ptr_null(best_of("yaml", others)); /* two of its letters, but another word */
    ck_assert_str_eq(best_of("htm", others), "html");
    ck_assert_ptr_null(best_of("xy", formats));
}
END_TEST

START_TEST(a_beginning_is_enough) {
    ck_assert_str_eq(best_of("hot", commands), "hot-methods");
    ck_assert_str_eq(best_of("coll", commands), "collapsed");
    ck_assert_ptr_null(best_of("h", commands));
}
END_TEST

START_TEST(a_typing_error_beats_a_beginning) {
    static const char *const words[] = {"topology", "tops", NULL};
    ck_assert_str_eq(best_of("top", words), "tops");
}
END_TEST

START_TEST(types_are_found_by_their_last_part) {
    struct suggest s = suggest_for("ExecutionSampel");
    suggest_offer_dotted(&s, "jdk.NativeMethodSample");
    suggest_offer_dotted(&s, "jdk.ExecutionSample");
    ck_assert_str_eq(s.best, "jdk.ExecutionSample");
}
END_TEST

START_TEST(all_that_is_near_is_named_the_nearest_first) {
    static const char *const options[] = {"format", "from", "sort", "quiet", "from", NULL};
    struct suggest s = suggest_for("form");
    struct text text = {0};
    for (size_t i = 0; options[i]; i++) suggest_offer(&s, options[i]);
    suggest_add_near(&s, "--", &text);
    ck_assert_str_eq(text_str(&text), "--from or --format");
    text_free(&text);
}
END_TEST

START_TEST(no_more_are_named_than_there_is_room_for) {
    static const char *const names[] = {"aab", "aac", "aad", "aae", "aaf", "aa", NULL};
    struct suggest s = suggest_for("aaa");
    struct text text = {0};
    for (size_t i = 0; names[i]; i++) suggest_offer(&s, names[i]);
    suggest_add_near(&s, "", &text);
    ck_assert_str_eq(text_str(&text), "aab, aac, aad or aae");
    text_free(&text);
}
END_TEST

static void check_near(const char *word, const char *const *candidates, bool dotted,
                       const char *expected) {
    struct suggest s = suggest_for(word);
    struct text text = {0};
    for (; *candidates; candidates++)
        if (dotted) suggest_offer_dotted(&s, *candidates);
        else suggest_offer(&s, *candidates);
    suggest_add_near(&s, "", &text);
    ck_assert_str_eq(text_str(&text), expected);
    text_free(&text);
}

/* A candidate that is near in two ways stands where the nearer puts it; there is room for four. */
START_TEST(what_is_near_in_several_ways_is_named_once_at_its_nearest) {
    static const char *const twice[] = {"findxy",      "findx",       "findz",
                                        "findxy.find", "other.findz", NULL};
    check_near("find", twice, true, "findxy.find, findx, findz or other.findz");
    static const char *const again[] = {"abcdxy", "abcdx", "abcdxy", "abcd", "abcdx", NULL};
    check_near("abcd", again, false, "abcd, abcdx or abcdxy");
    static const char *const full[] = {"abcd12", "abcd1", "abcd2", "abcd3", "abcd4", "abcd", NULL};
    check_near("abcd", full, false, "abcd, abcd1, abcd2 or abcd3");
    static const char *const moved[] = {"abcd1", "xx.abcd23", "abcd2", "xx.abcd23.abcd", NULL};
    check_near("abcd", moved, true, "xx.abcd23.abcd, abcd1, abcd2 or xx.abcd23");
    static const char *const nearer[] = {"abcd12.abcd1.abcd", "abcd3", NULL};
    check_near("abcd", nearer, true, "abcd12.abcd1.abcd or abcd3");
}
END_TEST

START_TEST(endless_words_are_near_to_nothing) {
    char word[1000];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = 0;
    ck_assert_ptr_null(best_of(word, commands));
    word[200] = 0; /* the longest that is looked at */
    ck_assert_uint_eq(suggest_distance(word, word + 1), 1);
    ck_assert_uint_eq(suggest_distance(word + 1, word), 1);
    word[200] = 'a', word[201] = 0;
    ck_assert_uint_gt(suggest_distance(word, word + 1), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("suggest");
    TCase *cases = tcase_create("suggest");
    tcase_add_test(cases, distance_counts_insert_delete_replace_and_swap);
    tcase_add_test(cases, distance_ignores_case);
    tcase_add_test(cases, distance_is_symmetric);
    tcase_add_test(cases, two_errors_are_forgiven_three_are_not);
    tcase_add_test(cases, short_words_forgive_one_error);
    tcase_add_test(cases, a_beginning_is_enough);
    tcase_add_test(cases, a_typing_error_beats_a_beginning);
    tcase_add_test(cases, all_that_is_near_is_named_the_nearest_first);
    tcase_add_test(cases, no_more_are_named_than_there_is_room_for);
    tcase_add_test(cases, types_are_found_by_their_last_part);
    tcase_add_test(cases, what_is_near_in_several_ways_is_named_once_at_its_nearest);
    tcase_add_test(cases, endless_words_are_near_to_nothing);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
