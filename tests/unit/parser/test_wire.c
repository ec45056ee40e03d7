/* Integers and strings as they lie in a recording, and what comes of broken ones. Behind
 * every buffer nothing may be read. */
#define SUITE_APART
#include "parser/wire.h"
#include "base/mem.h"
#include "tests/support/guarded.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

/* A copy; given as literal bytes. */
struct exact {
    uint8_t *data;
    const uint8_t *at, *end;
};

static struct exact exact_of(const void *bytes, size_t len) {
    struct exact e;
    e.data = guarded_copy(bytes, len);
    e.at = e.data;
    e.end = e.data + len;
    return e;
}

#define EXACT(literal) exact_of("" literal, sizeof(literal) - 1)

/* ==== Integers ============================================================================== */

static void check_varint(struct exact e, bool good, uint64_t expected, size_t taken) {
    uint64_t value = 77;
    ck_assert_int_eq(wire_varint(&e.at, e.end, &value), good);
    ck_assert_uint_eq((size_t)(e.at - e.data), good ? taken : 0);
    if (good) ck_assert_uint_eq(value, expected);
    guarded_free(e.data, (size_t)(e.end - e.data));
}

START_TEST(compressed_integers_have_seven_bits_a_byte_lowest_first) {
    check_varint(EXACT("\x00"), true, 0, 1);
    check_varint(EXACT("\x7F"), true, 127, 1);
    check_varint(EXACT("\x80\x01"), true, 128, 2);
    check_varint(EXACT("\xFF\x7F"), true, 16383, 2);
    check_varint(EXACT("\x81\x82\x83\x04"), true, 1 | 2 << 7 | 3 << 14 | 4 << 21, 4);
}
END_TEST

START_TEST(padding_with_zeros_is_legal) {
    check_varint(EXACT("\x85\x80\x80\x00"), true, 5, 4);
    check_varint(EXACT("\x80\x80\x80\x80\x80\x80\x80\x00"), true, 0, 8);
    check_varint(EXACT("\x80\x80\x80\x80\x80\x80\x80\x80\x00"), true, 0, 9);
}
END_TEST

START_TEST(the_ninth_byte_has_eight_bits_and_ends_the_integer) {
    check_varint(EXACT("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), JFR_COMPRESSED, UINT64_MAX, 9);
    check_varint(EXACT("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"), JFR_COMPRESSED, UINT64_MAX, 9);
    check_varint(EXACT("\x80\x80\x80\x80\x80\x80\x80\x80\x80"), true, UINT64_C(1) << 63, 9);
    check_varint(EXACT("\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), JFR_COMPRESSED,
                 (uint64_t)INT64_C(-2), 9);
}
END_TEST

START_TEST(integers_that_run_over_the_end_are_refused_and_nothing_is_taken) {
    check_varint(EXACT(""), false, 0, 0);
    check_varint(EXACT("\x80"), false, 0, 0);
    check_varint(EXACT("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), false, 0, 0);
}
END_TEST

START_TEST(fixed_integers_are_big_endian) {
    struct exact e = EXACT("\x01\x02\x03\x04\x05\x06\x07\x08");
    static const struct {
        unsigned width;
        uint64_t value;
    } rows[] = {{2, 0x0102}, {4, 0x01020304}, {8, UINT64_C(0x0102030405060708)}};
    for (size_t i = 0; i < 3; i++) {
        uint64_t value;
        const uint8_t *at = e.data;
        ck_assert(wire_integer(JFR_FIXED, rows[i].width, &at, e.end, &value));
        ck_assert_uint_eq(value, rows[i].value);
        ck_assert_int_eq(at - e.data, rows[i].width);
        at = e.end - rows[i].width + 1;
        ck_assert(!wire_integer(JFR_FIXED, rows[i].width, &at, e.end, &value));
    }
    guarded_free(e.data, (size_t)(e.end - e.data));
}
END_TEST

/* ==== The head of an event ================================================================== */

static bool event_of(struct exact e, enum jfr_encoding encoding, uint64_t *size, uint64_t *type,
                     long *head) {
    const uint8_t *payload = NULL;
    bool good = wire_event(encoding, e.at, e.end, size, type, &payload);
    *head = good ? payload - e.at : -1;
    guarded_free(e.data, (size_t)(e.end - e.data));
    return good;
}

START_TEST(an_event_begins_with_its_size_and_type) {
    uint64_t size, type;
    long head;
    ck_assert(event_of(EXACT("\x04\x81\x01\x09"), JFR_COMPRESSED, &size, &type, &head));
    ck_assert_uint_eq(size, 4);
    ck_assert_uint_eq(type, 129);
    ck_assert_int_eq(head, 3);
    ck_assert(event_of(EXACT("\x86\x80\x80\x00\x05\x09"), JFR_COMPRESSED, &size, &type, &head));
    ck_assert_uint_eq(size, 6);
    ck_assert_int_eq(head, 5);
    ck_assert(event_of(EXACT("\0\0\0\x0C\0\0\0\0\0\0\0\x05"), JFR_FIXED, &size, &type, &head));
    ck_assert_uint_eq(size, 12);
    ck_assert_uint_eq(type, 5);
    ck_assert_int_eq(head, 12);
}
END_TEST

START_TEST(an_event_that_is_smaller_than_its_head_is_none) {
    uint64_t size, type;
    long head;
    ck_assert(!event_of(EXACT("\x00\x05\x09\x09"), JFR_COMPRESSED, &size, &type, &head));
    ck_assert(!event_of(EXACT("\x01\x05\x09\x09"), JFR_COMPRESSED, &size, &type, &head));
    ck_assert(event_of(EXACT("\x02\x05\x09\x09"), JFR_COMPRESSED, &size, &type, &head));
    ck_assert(!event_of(EXACT("\x04\x80\x80\x80\x01"), JFR_COMPRESSED, &size, &type, &head));
}
END_TEST

START_TEST(an_event_that_is_larger_than_what_is_left_is_none) {
    uint64_t size, type;
    long head;
    ck_assert(!event_of(EXACT("\x05\x05\x09\x09"), JFR_COMPRESSED, &size, &type, &head));
    ck_assert(!event_of(EXACT("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x05"), JFR_COMPRESSED, &size,
                        &type, &head));
    ck_assert(
        !event_of(EXACT("\xFF\xFF\xFF\xFF\0\0\0\0\0\0\0\x05"), JFR_FIXED, &size, &type, &head));
    ck_assert(!event_of(EXACT("\x04"), JFR_COMPRESSED, &size, &type, &head));
    ck_assert(!event_of(EXACT(""), JFR_COMPRESSED, &size, &type, &head));
}
END_TEST

/* ==== Strings =============================================================================== */

/* Decodes and expects all bytes to be taken. */
static void check_string(struct exact e, enum jfr_encoding encoding, const char *expected) {
    struct wire_text text;
    struct text out = {0};
    ck_assert(wire_string(encoding, &e.at, e.end, &text));
    ck_assert_ptr_eq(e.at, e.end);
    wire_text_utf8(&text, encoding, e.end, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_free(&out);
    guarded_free(e.data, (size_t)(e.end - e.data));
}

static void check_no_string(struct exact e) {
    struct wire_text text;
    ck_assert(!wire_string(JFR_COMPRESSED, &e.at, e.end, &text));
    ck_assert_ptr_eq(e.at, e.data);
    guarded_free(e.data, (size_t)(e.end - e.data));
}

START_TEST(strings_of_all_encodings) {
    check_string(EXACT("\0"), JFR_COMPRESSED, "");
    check_string(EXACT("\1"), JFR_COMPRESSED, "");
    check_string(EXACT("\3\2hi"), JFR_COMPRESSED, "hi");
    check_string(EXACT("\3\0"), JFR_COMPRESSED, "");
    check_string(EXACT("\4\2h\xE9\1"), JFR_COMPRESSED, "h\xC3\xA9");
    check_string(EXACT("\5\2h\xE9"), JFR_COMPRESSED, "h\xC3\xA9");
    check_string(EXACT("\3\0\0\0\2hi"), JFR_FIXED, "hi");
    check_string(EXACT("\4\0\0\0\2\0h\x20\xAC"), JFR_FIXED, "h\xE2\x82\xAC");
}
END_TEST

START_TEST(a_string_may_be_the_key_of_a_constant) {
    struct exact e = EXACT("\2\x81\x01");
    struct wire_text text;
    ck_assert(wire_string(JFR_COMPRESSED, &e.at, e.end, &text));
    ck_assert_int_eq(text.encoding, WIRE_CONSTANT);
    ck_assert_uint_eq(text.key, 129);
    guarded_free(e.data, (size_t)(e.end - e.data));
}
END_TEST

START_TEST(strings_that_run_over_the_end_are_refused) {
    check_no_string(EXACT(""));
    check_no_string(EXACT("\2"));
    check_no_string(EXACT("\3"));
    check_no_string(EXACT("\3\3hi"));
    check_no_string(EXACT("\3\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFFhi"));
    check_no_string(EXACT("\4\3hi"));
    check_no_string(EXACT("\4\2h\x80"));
    check_no_string(EXACT("\4\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x0Fhi"));
    check_no_string(EXACT("\5\3hi"));
}
END_TEST

START_TEST(encodings_that_nobody_knows_are_refused) {
    check_no_string(EXACT("\6\1h"));
    check_no_string(EXACT("\xFF\1h"));
}
END_TEST

#define BAD "\xEF\xBF\xBD"

START_TEST(zeros_do_not_end_a_string) {
    struct exact e = EXACT("\5\3a\0z");
    check_string(e, JFR_COMPRESSED, "a" BAD "z");
}
END_TEST

START_TEST(chars_behind_ascii_are_read_where_they_are) {
    check_string(EXACT("\4\4ab\xE9\1z"), JFR_COMPRESSED, "ab\xC3\xA9z");
    check_string(EXACT("\4\3a\0z"), JFR_COMPRESSED, "a" BAD "z");
    check_string(EXACT("\4\0\0\0\2\0a\0z"), JFR_FIXED, "az");
}
END_TEST

START_TEST(utf16_pairs_in_char_strings_become_one_character) {
    check_string(EXACT("\4\0\0\0\2\xD8\x3D\xDD\x25"), JFR_FIXED, "\xF0\x9F\x94\xA5");
    check_string(EXACT("\4\0\0\0\1\xD8\x3D"), JFR_FIXED, BAD);
    check_string(EXACT("\4\0\0\0\2\xDD\x25\0a"), JFR_FIXED, BAD "a");
}
END_TEST

/* ==== Memory ================================================================================ */

static void leave(size_t size) {
    exit(size > 1000 ? 42 : 1);
}

START_TEST(who_uses_the_library_hears_that_memory_ran_out) {
    jfr_on_out_of_memory(leave);
    mem_zero(SIZE_MAX / 4, 16);
}
END_TEST

START_TEST(an_error_is_said_to_who_wants_to_know_and_is_false_to_all) {
    struct jfr_error error = {0};
    ck_assert(!error_set(&error, JFR_DAMAGED, 7, "%d of %s", 3, "x"));
    ck_assert_int_eq(error.code, JFR_DAMAGED);
    ck_assert_uint_eq(error.offset, 7);
    ck_assert_str_eq(error.text, "3 of x");
    ck_assert(!error_set(NULL, JFR_DAMAGED, 7, "nobody"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wire");
    TCase *cases = tcase_create("wire");
    tcase_add_test(cases, an_error_is_said_to_who_wants_to_know_and_is_false_to_all);
    tcase_add_test(cases, compressed_integers_have_seven_bits_a_byte_lowest_first);
    tcase_add_test(cases, padding_with_zeros_is_legal);
    tcase_add_test(cases, the_ninth_byte_has_eight_bits_and_ends_the_integer);
    tcase_add_test(cases, integers_that_run_over_the_end_are_refused_and_nothing_is_taken);
    tcase_add_test(cases, fixed_integers_are_big_endian);
    tcase_add_test(cases, an_event_begins_with_its_size_and_type);
    tcase_add_test(cases, an_event_that_is_smaller_than_its_head_is_none);
    tcase_add_test(cases, an_event_that_is_larger_than_what_is_left_is_none);
    tcase_add_test(cases, strings_of_all_encodings);
    tcase_add_test(cases, a_string_may_be_the_key_of_a_constant);
    tcase_add_test(cases, strings_that_run_over_the_end_are_refused);
    tcase_add_test(cases, encodings_that_nobody_knows_are_refused);
    tcase_add_test(cases, zeros_do_not_end_a_string);
    tcase_add_test(cases, chars_behind_ascii_are_read_where_they_are);
    tcase_add_test(cases, utf16_pairs_in_char_strings_become_one_character);
    tcase_add_exit_test(cases, who_uses_the_library_hears_that_memory_ran_out, 42);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
