/* Every variant of skip_varints against a reader that goes byte by byte. The bytes lie right
 * before a page that may not be touched, so reading too far is a crash and not luck. */
#include "parser/skip.h"
#include "parser/skip_variants.h"
#include "tests/support/guarded.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES 1024

static uint8_t *page_end; /* first byte that must not be read */

static void map_page(void) {
    page_end = guarded_make(MAX_BYTES) + MAX_BYTES;
}

/* The second source: ends[i] is the position behind the i-th integer, written down from the
 * format's definition. Returns the number of whole integers. */
static size_t read_ends(const uint8_t *at, const uint8_t *end, const uint8_t **ends) {
    size_t count = 0;
    ends[0] = at;
    while (at < end) {
        int length = 1;
        while (length < 9 && (at[length - 1] & 0x80)) {
            if (end - at == length) return count;
            length++;
        }
        at += length;
        ends[++count] = at;
    }
    return count;
}

/* All variants the processor has must find the same as the reader, from integer first, n further.
 */
static void check_all(const uint8_t *const *ends, size_t count, const uint8_t *end, size_t first,
                      uint64_t n) {
    const uint8_t *expected = n <= count - first ? ends[first + n] : NULL;
    for (size_t v = 0; v < skip_variant_count; v++) {
        if (!skip_variants[v].usable()) continue;
        const uint8_t *found = skip_variants[v].skip(ends[first], end, n);
        if (found != expected) {
            ck_abort_msg("%s: n %llu, %td bytes: expected %td, got %td", skip_variants[v].name,
                         (unsigned long long)n, end - ends[first],
                         expected ? expected - ends[first] : -1, found ? found - ends[first] : -1);
        }
    }
    ck_assert_ptr_eq(skip_varints(ends[first], end, n), expected);
}

static void check_every_n(const uint8_t *at, const uint8_t *end) {
    const uint8_t *ends[MAX_BYTES + 1];
    size_t count = read_ends(at, end, ends);
    for (size_t n = 0; n <= count + 2; n++) check_all(ends, count, end, 0, n);
}

START_TEST(nothing_to_skip) {
    const uint8_t *p = page_end;
    for (size_t v = 0; v < skip_variant_count; v++) {
        if (!skip_variants[v].usable()) continue;
        ck_assert_ptr_eq(skip_variants[v].skip(p, p, 0), p);
        ck_assert_ptr_eq(skip_variants[v].skip(p - 100, p, 0), p - 100);
        ck_assert_ptr_null(skip_variants[v].skip(p, p, 1));
        ck_assert_ptr_null(skip_variants[v].skip(p, p, UINT64_MAX));
        ck_assert_ptr_null(skip_variants[v].skip(p, p - 1, 0)); /* behind the end already */
        ck_assert_ptr_null(skip_variants[v].skip(p, p - 1, 1));
    }
}
END_TEST

START_TEST(absurd_counts) {
    uint8_t *at = page_end - 300;
    memset(at, 1, 300);
    static const uint64_t counts[] = {301, UINT64_C(1) << 32, (UINT64_C(1) << 32) + 5,
                                      UINT64_C(1) << 60, UINT64_MAX};
    for (size_t v = 0; v < skip_variant_count; v++) {
        if (!skip_variants[v].usable()) continue;
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            ck_assert_ptr_null(skip_variants[v].skip(at, page_end, counts[i]));
    }
}
END_TEST

START_TEST(nine_byte_integers) {
    uint8_t *at = page_end - 9 * 40;
    for (int last = 0; last < 256; last += 51) { /* the ninth byte, whatever it looks like */
        memset(at, 0xff, 9 * 40);
        for (int i = 0; i < 40; i++) at[9 * i + 8] = (uint8_t)last;
        check_every_n(at, page_end);
        check_every_n(at, page_end - 1);
        check_every_n(at, page_end - 8);
    }
}
END_TEST

START_TEST(padded_integers) {
    /* Writers that leave room for a value use the long form: 8 x 80, then 80 (ninth) or 00. */
    uint8_t *at = page_end - 200;
    for (size_t lead = 0; lead < 80; lead++) {
        for (int zeros = 1; zeros <= 3; zeros++) {
            memset(at, 1, 200);
            memset(at + lead, 0x80, 9);
            memset(at + lead + 9, 0, (size_t)zeros);
            check_every_n(at, page_end);
        }
    }
}
END_TEST

/* A run of every length at every place: all ways to cross the border of a block. */
START_TEST(runs_everywhere) {
    uint8_t *at = page_end - 200;
    for (size_t run = 0; run <= 40; run++) {
        for (size_t lead = 0; lead + run <= 150; lead++) {
            memset(at, 0x11, 200);
            memset(at + lead, 0x91, run);
            const uint8_t *ends[MAX_BYTES + 1];
            size_t count = read_ends(at, page_end, ends);
            for (size_t n = lead > 2 ? lead - 2 : 0; n < lead + 8 && n <= count; n++)
                check_all(ends, count, page_end, 0, n);
            check_all(ends, count, page_end, 0, count);
            check_all(ends, count, page_end, 0, count + 1);
        }
    }
}
END_TEST

/* Cut anywhere: the integers that are whole are found, the next is not. */
START_TEST(every_tail) {
    for (size_t size = 0; size <= 200; size++) {
        uint8_t *at = page_end - size;
        for (size_t i = 0; i < size; i++) at[i] = (uint8_t)random_u64();
        check_every_n(at, page_end);
        for (size_t i = 0; i < size; i++) at[i] |= 0x80;
        check_every_n(at, page_end);
    }
}
END_TEST

static uint8_t *put_integer(uint8_t *at, uint64_t value, int padded_to) {
    int length = 1;
    while (length < 9 && (value >= 0x80 || length < padded_to)) {
        *at++ = (uint8_t)(value | 0x80);
        value >>= 7;
        length++;
    }
    *at++ = (uint8_t)value;
    return at;
}

/* Integers as they occur: how long they are is drawn a sequence at a time. */
static size_t fill_integers(uint8_t *buffer, size_t size) {
    uint8_t *at = buffer;
    int usual = 1 + (int)random_below(63), odd = (int)random_below(40);
    while ((size_t)(at - buffer) + 9 <= size) {
        int bits = random_below(64) < (size_t)odd ? 1 + (int)random_below(64) : usual;
        int padded_to = random_below(50) == 0 ? 1 + (int)random_below(9) : 1;
        at = put_integer(at, random_u64() >> (64 - bits), padded_to);
    }
    return (size_t)(at - buffer);
}

static size_t fill_bytes(uint8_t *buffer, size_t size) {
    size_t one_in = (size_t)1 << random_below(8); /* a byte with clear top bit */
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = (uint8_t)random_u64();
        buffer[i] = random_below(one_in) == 0 ? byte & 0x7f : byte | 0x80;
    }
    return size;
}

static void random_sequences(size_t rounds) {
    uint8_t bytes[MAX_BYTES];
    const uint8_t *ends[MAX_BYTES + 1];
    for (size_t round = 0; round < rounds; round++) {
        size_t size = random_below(round % 8 == 0 ? MAX_BYTES : 160);
        size = round % 2 ? fill_integers(bytes, size) : fill_bytes(bytes, size);
        /* To the end of the page, or with bytes behind the end that must not count. */
        size_t beyond = round % 4 == 3 && size > 0 ? random_below(size) : 0;
        uint8_t *at = page_end - size;
        memcpy(at, bytes, size);
        size_t count = read_ends(at, page_end - beyond, ends);
        for (int i = 0; i < 4; i++) {
            size_t first = i == 0 ? 0 : random_below(count + 1);
            check_all(ends, count, page_end - beyond, first, random_below(count - first + 3));
        }
        check_all(ends, count, page_end - beyond, 0, count);
    }
}

START_TEST(random_sequence) {
    random_state = (uint64_t)_i * 1000003;
    random_sequences(25000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("skip");
    TCase *cases = tcase_create("skip");
    tcase_add_checked_fixture(cases, map_page, NULL);
    tcase_add_test(cases, nothing_to_skip);
    tcase_add_test(cases, absurd_counts);
    tcase_add_test(cases, nine_byte_integers);
    tcase_add_test(cases, padded_integers);
    tcase_add_test(cases, runs_everywhere);
    tcase_add_test(cases, every_tail);
    tcase_add_loop_test(cases, random_sequence, 0, 10);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
