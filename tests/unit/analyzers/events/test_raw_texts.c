/* Texts as they lie in events: which are told apart by their skeleton, and that those which are not
 * have one pattern. */
#include "analyzers/events/raw_texts.h"

#include "analyzers/events/fold.h"
#include "parser/wire.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <string.h>

#define ROOM 400

/* A chunk with nothing but the text, `behind` bytes before its end. */
static struct raw_text look(enum wire_string encoding, const char *bytes, size_t len,
                            size_t behind) {
    uint8_t data[ROOM + 200];
    struct jfr_chunk chunk = {.data = data, .encoding = JFR_COMPRESSED};
    size_t at = 0;
    memset(data, '7', sizeof data); /* what stands behind a text decides nothing */
    data[at++] = (uint8_t)encoding;
    if (len > 127) data[at++] = (uint8_t)(len & 0x7F) | 0x80;
    data[at++] = (uint8_t)(len > 127 ? len >> 7 : len);
    memcpy(data + at, bytes, len);
    chunk.size = at + len + behind;
    struct raw_text found = raw_text_look(&chunk, 0, true);
    ck_assert_uint_eq(raw_text_look(&chunk, 0, false).hash, found.hash);
    return found;
}

static uint64_t skeleton(const char *text) {
    struct raw_text near = look(WIRE_UTF8, text, strlen(text), 0),
                    far = look(WIRE_UTF8, text, strlen(text), 150);
    ck_assert_uint_eq(near.skeleton, far.skeleton);
    ck_assert_uint_eq(near.hash, far.hash);
    return near.skeleton;
}

static const struct {
    const char *one, *other;
    bool same;
} pairs[] = {
    {"order 17 was not found", "order 99 was not found", true},
    {"order 17 was not found", "order 17 was not found", true},
    {"order 17 was not found", "order 17 was not bound", false},
    {"17", "99", true},
    {"7", "8", true},
    {"a7", "a8", false}, /* a word with letters is shown */
    {"7a", "8a", false},
    {"a 7", "a 8", true},
    {"_7", "_8", false},
    {"7_", "8_", false},
    {"0x7", "0x8", false}, /* "#" both, but not for the digits alone */
    {"10.0.0.1:80", "10.0.0.2:81", true},
    {"x-7-y", "x-8-y", true},
    {"\x01"
     "7",
     "\x01"
     "8",
     false}, /* what may become a part of a word */
    {"\x7f"
     "7",
     "\x7f"
     "8",
     false},
    {" 7", " 8", true},
    {"/7", "/8", true},
    {":7", ":8", true},
    {"@7", "@8", true},
    {"[7", "[8", true},
    {"`7", "`8", true},
    {"{7", "{8", true},
    {"\xc3\xa4"
     "7",
     "\xc3\xa4"
     "8",
     false},
    {"\xc3\xa4 7", "\xc3\xa4 8", true},
    {"a1b2 33 c4", "a1b2 44 c4", true},
    {"a1b2 33 c4", "a1b3 33 c4", false},
    {"1 a2 3", "4 a2 6", true},
};

START_TEST(digits_count_in_words_that_have_more_than_digits) {
    ck_assert_int_eq(skeleton(pairs[_i].one) == skeleton(pairs[_i].other), pairs[_i].same);
}
END_TEST

/* Masks are of 64 bytes; a word that goes over a seam is told apart by its digits. */
START_TEST(what_a_number_is_does_not_depend_on_where_it_stands) {
    char one[ROOM], other[ROOM];
    for (int before = 0; before < 140; before++)
        for (int digits = 1; digits < 4; digits++) {
            int begins = before, ends = before + digits;
            bool on_a_seam = begins / 64 != (ends - 1) / 64 || begins == 64 || begins == 128 ||
                             ends == 64 || ends == 128;
            snprintf(one, sizeof one, "%*s%.*s !", before, "", digits, "123");
            snprintf(other, sizeof other, "%*s%.*s !", before, "", digits, "987");
            ck_assert_msg((skeleton(one) == skeleton(other)) == !on_a_seam, "%d %d", before,
                          digits);
            one[ends] = other[ends] = 0; /* it is the last word */
            on_a_seam = begins / 64 != (ends - 1) / 64 || begins == 64 || begins == 128;
            ck_assert_msg((skeleton(one) == skeleton(other)) == !on_a_seam, "%d %d at the end",
                          before, digits);
        }
}
END_TEST

/* Whatever is alike for the skeleton is alike for the pattern. */
START_TEST(texts_of_one_skeleton_have_one_pattern) {
    static const char alphabet[] = "019afxz_ .:-,/@#\x01\x7f\xc3\xa4";
    uint64_t random = 88172645463325252u;
    struct text one = {0}, other = {0};
    size_t alike = 0;
    for (int round = 0; round < 20000; round++) {
        char a[100], b[100];
        size_t len = (size_t)(round % 90) + 1;
        for (size_t i = 0; i < len; i++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            a[i] = b[i] = alphabet[(random >> 20) % (sizeof alphabet - 1)];
            if (a[i] >= '0' && a[i] <= '9' && random >> 60 < 4) b[i] = (char)('0' + random % 10);
        }
        a[len] = b[len] = 0;
        if (strcmp(a, b) == 0 || skeleton(a) != skeleton(b)) continue;
        text_clear(&one), text_clear(&other);
        fold_add_pattern(&one, a, len);
        fold_add_pattern(&other, b, len);
        ck_assert_msg(strcmp(text_str(&one), text_str(&other)) == 0, "%s | %s", a, b);
        alike++;
    }
    ck_assert_uint_gt(alike, 1000);
    text_free(&one), text_free(&other);
}
END_TEST

START_TEST(plain_texts_have_one_hash_in_every_encoding) {
    char text[ROOM];
    for (size_t len = 0; len < 300; len++) {
        memset(text, 'x', len);
        text[len] = 0;
        uint64_t hash = raw_text_hash(text, len);
        ck_assert_uint_ne(hash, 0);
        ck_assert_uint_eq(look(WIRE_UTF8, text, len, 0).hash, hash);
        ck_assert_uint_eq(look(WIRE_LATIN1, text, len, 9).hash, hash);
        ck_assert_uint_eq(look(WIRE_CHARS, text, len, 100).hash, hash);
        if (!len) continue;
        text[len - 1] = 'y';
        ck_assert_uint_ne(raw_text_hash(text, len), hash);
        ck_assert_uint_ne(look(WIRE_UTF8, text, len, 0).hash, hash);
        text[len - 1] = 0; /* it is written in another way */
        ck_assert_uint_eq(look(WIRE_UTF8, text, len, 50).hash, 0);
        text[len - 1] = (char)0x80;
        ck_assert_uint_eq(look(WIRE_LATIN1, text, len, 50).hash, 0);
    }
}
END_TEST

START_TEST(keys_are_told_apart_and_have_to_be_followed) {
    uint8_t data[] = {WIRE_CONSTANT, 5, WIRE_CONSTANT, 6,
                      WIRE_CONSTANT, 5, WIRE_NULL,     WIRE_CONSTANT};
    struct jfr_chunk chunk = {.data = data, .size = sizeof data, .encoding = JFR_COMPRESSED};
    struct raw_text five = raw_text_look(&chunk, 0, true), six = raw_text_look(&chunk, 2, true),
                    again = raw_text_look(&chunk, 4, true), null = raw_text_look(&chunk, 6, true),
                    cut = raw_text_look(&chunk, 7, true);
    ck_assert(five.is_key && six.is_key && again.is_key && !null.is_key && !cut.is_key);
    ck_assert_uint_eq(five.skeleton, again.skeleton);
    ck_assert_uint_ne(five.skeleton, six.skeleton);
    ck_assert_uint_eq(five.hash, 0);
    ck_assert_uint_eq(null.hash, 0);
    ck_assert_uint_ne(null.skeleton, cut.skeleton);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("texts as they lie in events");
    TCase *tcase = tcase_create("texts");
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, digits_count_in_words_that_have_more_than_digits, 0,
                        sizeof pairs / sizeof *pairs);
    tcase_add_test(tcase, what_a_number_is_does_not_depend_on_where_it_stands);
    tcase_add_test(tcase, texts_of_one_skeleton_have_one_pattern);
    tcase_add_test(tcase, plain_texts_have_one_hash_in_every_encoding);
    tcase_add_test(tcase, keys_are_told_apart_and_have_to_be_followed);
    return suite_run(suite);
}
