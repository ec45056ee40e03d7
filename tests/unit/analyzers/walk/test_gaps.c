/* Chunks between which one is missing, and chunks that only look so. */
#include "analyzers/walk/gaps.h"
#include "tests/support/suite.h"

#define MS INT64_C(1000000)
#define S (1000 * MS)
#define BEGAN (INT64_C(1700000000) * S)

/* A chunk from..to, ms behind BEGAN, of a JVM whose clock began then. */
static struct scan_chunk of(int64_t from, int64_t to) {
    return (struct scan_chunk){.source = "a.jfr",
                               .start_ns = BEGAN + from * MS,
                               .duration_ns = (to - from) * MS,
                               .start_ticks = from * 1000,
                               .ticks_per_second = 1000000};
}

static size_t gaps_of(struct scan_chunk *chunks, size_t count, struct gap *first) {
    struct scan_report report = {.chunks = {.items = chunks, .len = count, .cap = count}};
    gap_list gaps = gaps_find(&report);
    size_t len = gaps.len;
    if (len) *first = gaps.items[0];
    array_free(&gaps);
    return len;
}

static size_t between(struct scan_chunk a, struct scan_chunk b) {
    struct scan_chunk chunks[] = {a, b};
    struct gap gap;
    return gaps_of(chunks, 2, &gap);
}

START_TEST(a_missing_chunk_leaves_a_gap_of_its_time) {
    struct scan_chunk chunks[] = {of(0, 1000), of(1000, 2000), of(42000, 43000)};
    struct gap gap;
    ck_assert_uint_eq(gaps_of(chunks, 3, &gap), 1);
    ck_assert_uint_eq(gap.number, 2);
    ck_assert_int_eq(gap.from_ns, BEGAN + 2 * S);
    ck_assert_int_eq(gap.to_ns, BEGAN + 42 * S);
    ck_assert_ptr_eq(gap.before, &chunks[1]);
    ck_assert_ptr_eq(gap.after, &chunks[2]);
}
END_TEST

START_TEST(chunks_may_come_in_any_order_and_lie_within_each_other) {
    struct scan_chunk turned[] = {of(42000, 43000), of(0, 1000)},
                      within[] = {of(0, 9000), of(1000, 2000), of(9000, 9500)},
                      missing[] = {of(0, 9000), of(1000, 2000), of(12000, 12500)};
    struct gap gap;
    ck_assert_uint_eq(gaps_of(turned, 2, &gap), 1);
    ck_assert_uint_eq(gap.number, 1);
    ck_assert_uint_eq(gaps_of(within, 3, &gap), 0);
    ck_assert_uint_eq(gaps_of(missing, 3, &gap), 1);
    ck_assert_uint_eq(gap.number, 1);
    ck_assert_int_eq(gap.from_ns, BEGAN + 9 * S);
}
END_TEST

START_TEST(short_breaks_are_rounding) {
    ck_assert_uint_eq(between(of(0, 1000), of(1000, 2000)), 0);
    ck_assert_uint_eq(between(of(0, 1000), of(1049, 2000)), 0);
    ck_assert_uint_eq(between(of(0, 1000), of(1050, 2000)), 1);
}
END_TEST

START_TEST(what_does_not_follow_leaves_no_gap) {
    struct scan_chunk a = of(0, 1000), b = of(42000, 43000), other = b;
    ck_assert_uint_eq(between(a, b), 1);
    other.recording = 1;
    ck_assert_uint_eq(between(a, other), 0);
    other = b, other.start_ns = 0; /* not known */
    ck_assert_uint_eq(between(a, other), 0);
    other = a, other.final = true;
    ck_assert_uint_eq(between(other, b), 0);
    other = a, other.unfinished = true;
    ck_assert_uint_eq(between(other, b), 0);
    other = a, other.damaged = true;
    ck_assert_uint_eq(between(other, b), 0);
}
END_TEST

START_TEST(another_clock_is_another_jvm) {
    struct scan_chunk a = of(0, 1000), b = of(42000, 43000);
    static const struct {
        int64_t off_ms;
        size_t gaps;
    } clocks[] = {{0, 1}, {1000, 1}, {-1000, 1}, {1100, 0}, {-1100, 0}, {-42000, 0}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct scan_chunk other = b;
        other.start_ticks += clocks[i].off_ms * 1000;
        ck_assert_msg(between(a, other) == clocks[i].gaps, "%zu", i);
    }
    b.ticks_per_second = 999999;
    ck_assert_uint_eq(between(a, b), 0);
    a.ticks_per_second = b.ticks_per_second = 0;
    ck_assert_uint_eq(between(a, b), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gaps");
    TCase *tests = tcase_create("gaps");
    tcase_add_test(tests, a_missing_chunk_leaves_a_gap_of_its_time);
    tcase_add_test(tests, chunks_may_come_in_any_order_and_lie_within_each_other);
    tcase_add_test(tests, short_breaks_are_rounding);
    tcase_add_test(tests, what_does_not_follow_leaves_no_gap);
    tcase_add_test(tests, another_clock_is_another_jvm);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
