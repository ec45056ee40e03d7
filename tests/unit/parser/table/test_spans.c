/* What an event of a chunk can have taken. */
#include "parser/table/spans.h"
#include "tests/support/suite.h"

#include <check.h>

#define S INT64_C(1000000000)
#define START (1700000000 * S)

static struct spans of(int64_t duration_ns) {
    const struct jfr_chunk chunk = {.start_ns = START, .duration_ns = duration_ns};
    return spans_of(&chunk);
}

START_TEST(a_duration_goes_to_the_end_of_its_chunk_and_half_as_long_and_a_second) {
    static const struct {
        int64_t start, span;
        bool holds;
    } rows[] = {
        {0, 0, true},
        {0, 16 * S, true},
        {0, 16 * S + 1, false},
        {4 * S, 12 * S, true},
        {4 * S, 12 * S + 1, false},
        {10 * S, 6 * S, true},
        {10 * S, 6 * S + 1, false},
        {12 * S, 6 * S, true}, /* clocks drift: it began behind the chunk's end */
        {12 * S, 6 * S + 1, false},
        {0, -1, false},
        {-3580 * S, 3590 * S, true}, /* it began before the chunk */
        {-3580 * S, 3596 * S, true},
        {-3580 * S, 3596 * S + 1, false},
        {-9999 * S, 3600 * S, true},
        {-9999 * S, 3600 * S + 1, false},
        {0, INT64_MAX, false},
        {0, (int64_t)1 << 62, false},
        {0, INT64_MIN, false},
    };
    const struct spans spans = of(10 * S);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(spans_hold(&spans, START + rows[i].start, rows[i].span) == rows[i].holds,
                      "row %zu", i);
    ck_assert(spans_hold(&spans, INT64_MIN, 3600 * S));
    ck_assert(!spans_hold(&spans, INT64_MIN, 3600 * S + 1));
    ck_assert(!spans_hold(&spans, INT64_MIN, -1));
}
END_TEST

START_TEST(of_long_chunks_ten_times_as_long_is_far) {
    const struct spans spans = of(600 * S), edge = of(360 * S);
    ck_assert(spans_hold(&spans, START - 5990 * S, 6000 * S));
    ck_assert(!spans_hold(&spans, START - 5990 * S, 6000 * S + 1));
    ck_assert_int_eq(edge.most_ns, 3600 * S);
    ck_assert_int_eq(of(INT64_MAX).end_ns, INT64_MAX);
    ck_assert_int_eq(of(INT64_MAX).most_ns, 10 * (INT64_MAX / 20));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("spans");
    TCase *tcase = tcase_create("spans");
    tcase_add_test(tcase, a_duration_goes_to_the_end_of_its_chunk_and_half_as_long_and_a_second);
    tcase_add_test(tcase, of_long_chunks_ten_times_as_long_is_far);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
