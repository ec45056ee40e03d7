/* Recordings that were transferred as text are told from those that are damaged otherwise. */
#include "parser/as_text.h"
#include "tests/support/guarded.h"
#include "tests/support/suite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 4000

/* Bytes as a recording has them, with so many line feeds, of which so many behind CR. */
static void fill(uint8_t *data, unsigned feeds, unsigned pairs) {
    for (unsigned i = 0; i < SIZE; i++) data[i] = (uint8_t)(0x80 | (i * 7 & 0x7F));
    memcpy(data, "FLR\0\0\2\0\1", 8);
    for (unsigned i = 0; i < feeds; i++) {
        data[100 + i * 20] = '\n';
        if (i < pairs) data[99 + i * 20] = '\r';
    }
}

static bool says(const char *what, const uint8_t *data, uint64_t size, int64_t missing) {
    const char *why = as_text_damage(data, size, missing);
    if (!why) return !what;
    ck_assert(strncmp(why, AS_TEXT, strlen(AS_TEXT)) == 0);
    return what && strstr(why, what);
}

START_TEST(line_ends_that_were_changed_are_seen_by_what_is_left) {
    static const struct {
        unsigned feeds, pairs;
        int64_t missing;
        const char *what;
    } cases[] = {
        {100, 0, 10, "every CR LF became LF"},
        {100, 0, 100, "every CR LF became LF"},
        {100, 0, 1, "every CR LF became LF"},
        {100, 0, 101, NULL}, /* more than there were line feeds */
        {100, 0, 0, NULL},   /* nothing is missing */
        {100, 0, -5, NULL},
        {100, 1, 10, NULL}, /* one is left */
        {8, 0, 3, "every CR LF became LF"},
        {7, 0, 3, NULL}, /* may be chance */
        {100, 100, 0, "every line feed (LF) became CR LF"},
        {100, 100, -100, "every line feed (LF) became CR LF"},
        {100, 100, 5, NULL},
        {100, 99, -100, NULL},
        {8, 8, 0, "every line feed (LF) became CR LF"},
        {7, 7, 0, NULL},
        {0, 0, 10, NULL},
    };
    uint8_t data[SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fill(data, cases[i].feeds, cases[i].pairs);
        ck_assert_msg(says(cases[i].what, data, SIZE, cases[i].missing), "case %zu", i);
    }
}
END_TEST

/* n times the sequence, then ASCII. */
static size_t repeat(uint8_t *data, const char *sequence, unsigned n) {
    size_t len = strlen(sequence), at = 8;
    memcpy(data, "FLR\0\0\2\0\1", 8);
    for (unsigned i = 0; i < n; i++, at += len) memcpy(data + at, sequence, len);
    memset(data + at, 'a', 100);
    return at + 100;
}

START_TEST(what_was_read_as_characters_is_utf_8_all_of_it) {
    static const struct {
        const char *sequence;
        unsigned n;
        const char *what;
    } cases[] = {
        {"\xEF\xBF\xBD", 8, "EF BF BD stands for every byte"},
        {"\xEF\xBF\xBD", 7, NULL},
        {"\xC2\x80", 8, "written as UTF-8"},
        {"\xC3\xBF", 7, NULL},
        {"\x80", 8, NULL},
    };
    uint8_t data[SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = repeat(data, cases[i].sequence, cases[i].n);
        ck_assert_msg(says(cases[i].what, data, size, 0), "case %zu", i);
        data[size - 50] = 0xFF; /* one byte that is none, and it was never text */
        ck_assert(says(NULL, data, size, 0));
    }
}
END_TEST

START_TEST(a_sequence_that_the_end_cuts_off_is_one) {
    uint8_t data[SIZE];
    size_t size = repeat(data, "\xEF\xBF\xBD", 20);
    memcpy(data + size, "\xEF\xBF", 2);
    ck_assert(says("EF BF BD", data, size + 2, 0));
}
END_TEST

START_TEST(two_bytes_for_each_are_utf_16) {
    static const char *const begins[] = {"\xFF\xFE"
                                         "F\0L\0R\0\0\0",
                                         "\xFE\xFF"
                                         "\0F\0L\0R\0\0",
                                         "F\0L\0R\0\0\0", "\0F\0L\0R\0\0"};
    static const size_t sizes[] = {10, 10, 8, 8};
    for (size_t i = 0; i < 4; i++) {
        uint8_t *exact = guarded_copy(begins[i], sizes[i]);
        ck_assert(says("UTF-16", exact, sizes[i], 0));
        ck_assert(says(NULL, exact, sizes[i] - 1, 0));
        guarded_free(exact, sizes[i]);
    }
}
END_TEST

START_TEST(of_nothing_nothing_is_said) {
    ck_assert(says(NULL, (const uint8_t *)"", 0, 0));
    ck_assert(says(NULL, (const uint8_t *)"\xFF\xFE", 2, 1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("as text");
    TCase *tests = tcase_create("as text");
    tcase_add_test(tests, line_ends_that_were_changed_are_seen_by_what_is_left);
    tcase_add_test(tests, what_was_read_as_characters_is_utf_8_all_of_it);
    tcase_add_test(tests, a_sequence_that_the_end_cuts_off_is_one);
    tcase_add_test(tests, two_bytes_for_each_are_utf_16);
    tcase_add_test(tests, of_nothing_nothing_is_said);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
