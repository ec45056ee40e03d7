/* The range of time that is shown: the recording's, the samples', what a user narrows it down to.
 */
#include "analyzers/time/time_range.h"
#include "tests/support/suite.h"

#include <check.h>

#define SECOND INT64_C(1000000000)

static struct time_range range_of(const int64_t *times, size_t count, int64_t start, int64_t end,
                                  struct time_window window) {
    struct profile profile = {.keep = PROFILE_SAMPLES};
    for (size_t i = 0; i < count; i++) {
        struct profile_sample sample = {
            .time_ns = times[i], .count = 2, .stack = PROFILE_NONE, .thread = PROFILE_NONE};
        profile_add_sample(&profile, &sample);
    }
    struct time_range range = time_range_of(&profile, start, end, &window);
    profile_free(&profile);
    return range;
}

static const struct time_window whole = {INT64_MIN, INT64_MAX};

/* A recording of 100 s to 110 s; a second at least is as far as its clock may be wrong. */
START_TEST(samples_widen_the_range_by_as_much_as_the_recording_is_long) {
    static const struct {
        int64_t sample, start, end; /* s */
        bool inside;
    } cases[] = {{105, 100, 110, true}, {100, 100, 110, true}, {110, 100, 110, true},
                 {99, 99, 110, true},   {111, 100, 111, true}, {90, 90, 110, true},
                 {120, 100, 120, true}, {89, 100, 110, false}, {121, 100, 110, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t time = cases[i].sample * SECOND;
        struct time_range range = range_of(&time, 1, 100 * SECOND, 110 * SECOND, whole);
        ck_assert_int_eq(range.start_ns, cases[i].start * SECOND);
        ck_assert_int_eq(range.end_ns, cases[i].end * SECOND);
        ck_assert_uint_eq(range.samples, cases[i].inside ? 2 : 0);
        ck_assert_uint_eq(range.outside, cases[i].inside ? 0 : 2);
        ck_assert_uint_eq(range.untimed, 0);
    }
}
END_TEST

START_TEST(a_short_recording_may_be_wrong_by_a_second_and_one_that_ends_before_it_begins_too) {
    static const int64_t times[] = {100 * SECOND - SECOND, 100 * SECOND + SECOND};
    for (int64_t end = 99; end <= 100; end++) {
        struct time_range range = range_of(times, 2, 100 * SECOND, end * SECOND, whole);
        ck_assert_int_eq(range.start_ns, 99 * SECOND);
        ck_assert_int_eq(range.end_ns, 101 * SECOND);
        ck_assert_uint_eq(range.samples, 4);
    }
}
END_TEST

START_TEST(a_window_narrows_the_range_if_it_lies_in_it) {
    static const struct {
        struct time_window window;
        int64_t start, end;
        uint64_t samples;
    } cases[] = {{{105, 107}, 105, 107, 2},       {{100, 110}, 100, 110, 6},
                 {{101, INT64_MAX}, 101, 110, 4}, {{110, 110}, 110, 110, 2},
                 {{99, 111}, 100, 110, 6},        {{111, 112}, 100, 110, 6},
                 {{90, 99}, 100, 110, 6},         {{90, 100}, 100, 100, 2}};
    static const int64_t times[] = {100, 105, 110};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct time_range range = range_of(times, 3, 100, 110, cases[i].window);
        ck_assert_msg(range.start_ns == cases[i].start && range.end_ns == cases[i].end,
                      "%zu: %lld to %lld", i, (long long)range.start_ns, (long long)range.end_ns);
        ck_assert_uint_eq(range.samples, cases[i].samples);
    }
}
END_TEST

START_TEST(samples_without_a_time_are_counted_apart) {
    static const int64_t times[] = {105, PROFILE_NO_TIME};
    struct time_range range = range_of(times, 2, 100, 110, whole);
    ck_assert_uint_eq(range.samples, 2);
    ck_assert_uint_eq(range.untimed, 2);
    ck_assert_uint_eq(range.outside, 0);
}
END_TEST

START_TEST(a_step_that_is_begun_is_one) {
    static const struct {
        int64_t length, step;
        size_t steps;
    } cases[] = {{0, 10, 1}, {1, 10, 1}, {10, 10, 1}, {11, 10, 2}, {20, 10, 2}, {21, 10, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct time_range range = {.start_ns = 5, .end_ns = 5 + cases[i].length};
        ck_assert_uint_eq(time_range_steps(&range, cases[i].step), cases[i].steps);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("time range");
    TCase *c = tcase_create("time range");
    tcase_add_test(c, samples_widen_the_range_by_as_much_as_the_recording_is_long);
    tcase_add_test(
        c, a_short_recording_may_be_wrong_by_a_second_and_one_that_ends_before_it_begins_too);
    tcase_add_test(c, a_window_narrows_the_range_if_it_lies_in_it);
    tcase_add_test(c, samples_without_a_time_are_counted_apart);
    tcase_add_test(c, a_step_that_is_begun_is_one);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
