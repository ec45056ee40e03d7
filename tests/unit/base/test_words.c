/* Many words in one text: against looking for each at each place. */
#include "base/words.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

struct told {
    char text[4096];
    size_t len;
};

static void tell(void *context, size_t from, size_t len) {
    struct told *told = context;
    told->len += (size_t)snprintf(told->text + told->len, sizeof told->text - told->len, "%zu+%zu ",
                                  from, len);
}

static void tell_word(void *context, size_t from, size_t len, uint32_t word) {
    struct told *told = context;
    told->len += (size_t)snprintf(told->text + told->len, sizeof told->text - told->len,
                                  "%zu+%zu=%u ", from, len, word);
}

static struct words words_of(const char *const *list, size_t count) {
    struct words words = {0};
    for (size_t i = 0; i < count; i++) words_add(&words, list[i], strlen(list[i]));
    words_make(&words);
    return words;
}

static void covers(const char *const *list, size_t count, const char *text, const char *expected) {
    struct words words = words_of(list, count);
    struct told told = {0};
    words_cover(&words, text, strlen(text), tell, &told);
    ck_assert_str_eq(told.text, expected);
    words_free(&words);
}

static void finds(const char *const *list, size_t count, const char *text, const char *expected) {
    struct words words = words_of(list, count);
    struct told told = {0};
    words_find(&words, text, strlen(text), tell_word, &told);
    ck_assert_str_eq(told.text, expected);
    words_free(&words);
}

#define WORDS(...) \
    (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

START_TEST(what_words_cover_is_told_as_stretches) {
    covers(WORDS("abc"), "abc", "0+3 ");
    covers(WORDS("abc"), "ab", "");
    covers(WORDS("abc"), "xabcabcx", "1+6 ");
    covers(WORDS("abc"), "abcxabc", "0+3 4+3 ");
    covers(WORDS("abc", "cde"), "xabcdey", "1+5 ");
    covers(WORDS("bc", "abcd"), "abcd bc abc", "0+4 5+2 9+2 ");
    covers(WORDS("abcd", "bc"), "xbcd", "1+2 ");
    covers(WORDS("a", "aaaab"), "aaaa", "0+4 ");
    covers(NULL, 0, "abc", "");
    covers(WORDS("abc"), "", "");
}
END_TEST

START_TEST(of_words_that_overlap_the_first_and_longest_is_told) {
    finds(WORDS("abc", "abcde"), "abcdx abcde", "0+3=0 6+5=1 ");
    finds(WORDS("abc", "cd"), "abcd cd", "0+3=0 5+2=1 ");
    finds(WORDS("bcd", "d", "ab"), "abcd", "0+2=2 3+1=1 ");
    finds(WORDS("bc", "abcd"), "abcx", "1+2=0 ");
    finds(WORDS("bc", "abcdx", "cd"), "abcde", "1+2=0 ");
    finds(WORDS("x"), "xxx", "0+1=0 1+1=0 2+1=0 ");
    finds(WORDS("ab", "ab"), "ab", "0+2=0 ");
}
END_TEST

START_TEST(all_short_texts_are_covered_as_by_looking_everywhere) {
    static const char *const list[] = {"aab", "ba", "bb", "abab"};
    struct words words = words_of(list, 4);
    for (unsigned bits = 0; bits < 1u << 12; bits++) {
        char text[13] = {0};
        bool in[13] = {0};
        struct told told = {0}, expected = {0};
        for (unsigned i = 0; i < 12; i++) text[i] = bits >> i & 1 ? 'a' : 'b';
        for (size_t w = 0; w < 4; w++)
            for (size_t i = 0; i + strlen(list[w]) <= 12; i++)
                if (memcmp(text + i, list[w], strlen(list[w])) == 0)
                    memset(in + i, true, strlen(list[w]));
        for (size_t i = 0, from; i < 12; i++) {
            if (!in[i]) continue;
            for (from = i; i < 12 && in[i]; i++) continue;
            tell(&expected, from, i - from);
        }
        words_cover(&words, text, 12, tell, &told);
        ck_assert_msg(strcmp(told.text, expected.text) == 0, "%s: %s, not %s", text, told.text,
                      expected.text);
    }
    words_free(&words);
}
END_TEST

/* Of every twelve letters, from every place on: the first at which one of the words stands. */
static void next_of_all(const char *const *list, size_t count) {
    struct words words = words_of(list, count);
    for (unsigned bits = 0; bits < 1u << 12; bits++) {
        char text[12];
        for (unsigned i = 0; i < 12; i++) text[i] = bits >> i & 1 ? 'a' : 'b';
        size_t next = 12;
        for (size_t from = 13; from-- > 0;) {
            for (size_t w = 0; w < count; w++)
                if (from + strlen(list[w]) <= 12 &&
                    memcmp(text + from, list[w], strlen(list[w])) == 0)
                    next = from;
            ck_assert_msg(words_next(&words, text, from, 12) == next, "%.12s from %zu: not %zu",
                          text, from, next);
        }
    }
    words_free(&words);
}

START_TEST(the_next_word_is_found_whatever_is_stepped_over) {
    next_of_all(WORDS("a"));
    next_of_all(WORDS("ab"));
    next_of_all(WORDS("aba"));
    next_of_all(WORDS("abab", "aabba"));
    next_of_all(WORDS("aabba", "bbb"));
    next_of_all(WORDS("abbaba", "bbbaaab", "aaaaaaa"));
    next_of_all(NULL, 0);
}
END_TEST

/* Steps are bytes: of a word of more than 256 they are shorter than could be. */
START_TEST(a_word_may_be_longer_than_a_step) {
    char word[400], text[1200];
    memset(word, 'x', sizeof word);
    memset(text, 'y', sizeof text);
    struct words words = {0};
    words_add(&words, word, sizeof word);
    words_make(&words);
    ck_assert_uint_eq(words_next(&words, text, 0, sizeof text), sizeof text);
    for (size_t at = 0; at + sizeof word <= sizeof text; at += 80) {
        memset(text, 'y', sizeof text);
        memcpy(text + at, word, sizeof word);
        ck_assert_uint_eq(words_next(&words, text, 0, sizeof text), at);
        ck_assert_uint_eq(words_next(&words, text, 0, at + sizeof word - 1), at + sizeof word - 1);
    }
    words_free(&words);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("words");
    TCase *cases = tcase_create("words");
    tcase_add_test(cases, what_words_cover_is_told_as_stretches);
    tcase_add_test(cases, of_words_that_overlap_the_first_and_longest_is_told);
    tcase_add_test(cases, all_short_texts_are_covered_as_by_looking_everywhere);
    tcase_add_test(cases, the_next_word_is_found_whatever_is_stepped_over);
    tcase_add_test(cases, a_word_may_be_longer_than_a_step);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
