/* Counters of a JVM, built byte by byte: in both byte orders, and with offsets that lie. */
#include "base/hsperf.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRY = 32, NAME = 20, DATA = 28, LENGTH = 40 };

static uint8_t memory[ENTRY + LENGTH];

static void put(size_t at, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        memory[at + i] = (uint8_t)(value >> (memory[4] == 1 ? i : 3 - i) * 8);
}

/* One counter, a.b, whose eight bytes of text are given. */
static void counters(bool little, const char *text) {
    static const uint8_t magic[] = {0xca, 0xfe, 0xc0, 0xc0};
    memset(memory, 0, sizeof memory);
    memcpy(memory, magic, sizeof magic);
    memory[4] = little;
    memory[5] = 2;
    put(24, ENTRY);
    put(28, 1);
    put(ENTRY, LENGTH);
    put(ENTRY + 4, NAME);
    put(ENTRY + 8, 8);
    memory[ENTRY + 12] = 'B';
    put(ENTRY + 16, DATA);
    memcpy(memory + ENTRY + NAME, "a.b", 4);
    memcpy(memory + ENTRY + DATA, text, strlen(text));
}

static const char *found(size_t size, size_t *len) {
    return hsperf_text(memory, size, "a.b", len);
}

START_TEST(a_text_is_found_in_both_byte_orders) {
    size_t len = 0;
    for (int little = 0; little < 2; little++) {
        counters(little, "cause");
        const char *text = found(sizeof memory, &len);
        ck_assert_ptr_eq(text, memory + ENTRY + DATA);
        ck_assert_uint_eq(len, 5);
    }
}
END_TEST

START_TEST(a_text_ends_where_its_elements_or_its_entry_do) {
    size_t len = 0;
    counters(true, "ABCDEFGHIJKL");
    ck_assert_ptr_nonnull(found(sizeof memory, &len));
    ck_assert_uint_eq(len, 8);
    put(ENTRY + 8, 1000);
    ck_assert_ptr_nonnull(found(sizeof memory, &len));
    ck_assert_uint_eq(len, 12);
    put(ENTRY + 16, LENGTH - 1);
    ck_assert_ptr_nonnull(found(sizeof memory, &len));
    ck_assert_uint_eq(len, 1);
}
END_TEST

START_TEST(what_lies_outside_its_entry_is_none) {
    size_t len;
    counters(true, "cause");
    put(ENTRY + 16, LENGTH);
    ck_assert_ptr_null(found(sizeof memory, &len));
    counters(true, "cause");
    put(ENTRY + 4, LENGTH - 3);
    memcpy(memory + ENTRY + LENGTH - 3, "a.b", 3);
    ck_assert_ptr_null(found(sizeof memory, &len));
    put(ENTRY + 4, LENGTH - 4);
    memcpy(memory + ENTRY + LENGTH - 4, "a.b", 4);
    ck_assert_ptr_nonnull(found(sizeof memory, &len));
}
END_TEST

START_TEST(an_entry_beyond_the_memory_is_none) {
    size_t len;
    counters(true, "cause");
    ck_assert_ptr_null(found(sizeof memory - 1, &len));
    put(ENTRY, LENGTH + 1);
    ck_assert_ptr_null(found(sizeof memory, &len));
    put(24, sizeof memory);
    ck_assert_ptr_null(found(sizeof memory, &len));
    put(24, UINT32_MAX);
    ck_assert_ptr_null(found(sizeof memory, &len));
}
END_TEST

START_TEST(other_bytes_are_no_counters) {
    counters(true, "cause");
    ck_assert(hsperf_is(memory, ENTRY));
    ck_assert(!hsperf_is(memory, ENTRY - 1));
    memory[5] = 1;
    ck_assert(!hsperf_is(memory, sizeof memory));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hsperf");
    TCase *cases = tcase_create("hsperf");
    tcase_add_test(cases, a_text_is_found_in_both_byte_orders);
    tcase_add_test(cases, a_text_ends_where_its_elements_or_its_entry_do);
    tcase_add_test(cases, what_lies_outside_its_entry_is_none);
    tcase_add_test(cases, an_entry_beyond_the_memory_is_none);
    tcase_add_test(cases, other_bytes_are_no_counters);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
