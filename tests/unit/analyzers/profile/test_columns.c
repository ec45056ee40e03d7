/* The profile's columns: who asks for times and threads gets all that was counted, told apart as
 * finely as asked for and no finer; coarser rows come out of finer ones. */
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct facts_options facts;
enum { ALL = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES };

static const char *const recordings[] = {"testdata/shares-17.jfr", "testdata/chunks-17.jfr",
                                         "testdata/lambdas-25.jfr.gz", "testdata/custom-17.jfr"};
enum { RECORDINGS = sizeof recordings / sizeof *recordings };

static struct reading read_as(int recording, const struct asked *options) {
    return reading_of_paths(&recordings[recording], 1, options, 1, false);
}

static char *shown(const struct profile *p) {
    struct text text = {0};
    profile_write(p, &text);
    return text_take(&text);
}

START_TEST(columns_add_up_to_what_was_counted) {
    static const int64_t grains[] = {0, 1000000, 1000000000, SAMPLES_NO_TIMES};
    for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
        struct asked options = {
            .needs.keep = ALL, .needs.time_grain = grains[g], .needs.values = true};
        struct reading reading = read_as(_i, &options);
        const struct profile *p = &reading.samples->profile;
        uint64_t samples = 0;
        int64_t value = 0;
        for (size_t i = 0; i < p->moments.len; i++) {
            samples += profile_sample(p, i).count;
            value += profile_sample(p, i).value;
        }
        ck_assert_uint_gt(samples, 0);
        ck_assert_uint_eq(samples, p->samples);
        ck_assert_int_eq(value, p->value);
        reading_release(&reading);
    }
}
END_TEST

START_TEST(one_row_for_each_stack_thread_state_and_grain) {
    struct asked options = {.needs.keep = ALL, .needs.time_grain = 1000000000};
    struct reading reading = read_as(_i, &options);
    const struct profile *p = &reading.samples->profile;
    for (size_t i = 1; i < p->moments.len; i++) {
        const struct profile_sample a = profile_sample(p, i - 1), b = profile_sample(p, i);
        ck_assert_int_eq(b.time_ns % 1000000000, 0);
        ck_assert_int_le(a.time_ns, b.time_ns);
        bool same = a.time_ns == b.time_ns && a.stack == b.stack && a.thread == b.thread &&
                    a.state == b.state;
        ck_assert(!same);
    }
    reading_release(&reading);
}
END_TEST

START_TEST(without_times_there_is_one_row_for_each_stack_thread_and_state) {
    struct asked options = {.needs.keep = ALL, .needs.time_grain = SAMPLES_NO_TIMES};
    struct reading reading = read_as(_i, &options);
    const struct profile *p = &reading.samples->profile;
    for (size_t i = 0; i < p->moments.len; i++)
        ck_assert_int_eq(p->moments.items[i].time_ns, PROFILE_NO_TIME);
    ck_assert_uint_le(p->moments.len, p->samples);
    reading_release(&reading);
}
END_TEST

/* profile_project of the finest frames is what reading by that would have given. */
START_TEST(coarser_rows_come_out_of_finer_ones) {
    static const enum frame_by bys[] = {BY_METHOD,  BY_LINE,   BY_CLASS,
                                        BY_PACKAGE, BY_MODULE, BY_BCI};
    struct asked options = {.needs.keep = ALL,
                            .selection.by = BY_BCI,
                            .selection.frame_type = true,
                            .needs.modules = true,
                            .needs.values = true};
    struct reading fine = read_as(_i, &options);
    for (size_t i = 0; i < 2 * sizeof bys / sizeof *bys; i++) {
        options.selection.by = bys[i / 2];
        options.selection.frame_type = i % 2;
        struct reading coarse = read_as(_i, &options);
        struct profile projected = {.keep = ALL};
        profile_project(&fine.samples->profile, options.selection.by, options.selection.frame_type,
                        &projected);
        char *found = shown(&projected), *expected = shown(&coarse.samples->profile);
        ck_assert_str_eq(found, expected);
        free(found);
        free(expected);
        profile_free(&projected);
        reading_release(&coarse);
    }
    reading_release(&fine);
}
END_TEST

START_TEST(the_number_of_workers_does_not_show) {
    struct asked options = {.needs.keep = ALL,
                            .needs.time_grain = 1000000000,
                            .selection.by = BY_LINE,
                            .needs.values = true,
                            .needs.facts = &facts};
    struct reading one = reading_of_paths(recordings, RECORDINGS, &options, 1, false);
    struct reading four = reading_of_paths(recordings, RECORDINGS, &options, 4, false);
    char *found = shown(&four.samples->profile), *expected = shown(&one.samples->profile);
    ck_assert_str_eq(found, expected);
    free(found);
    free(expected);
    reading_release(&one);
    reading_release(&four);
}
END_TEST

/* testdata/shares-17.jfr was recorded with a period of 10 ms (testdata/make.sh). */
START_TEST(an_execution_sample_is_worth_its_period) {
    struct asked options = {.needs.keep = ALL, .needs.values = true};
    struct reading reading = read_as(0, &options);
    const struct profile *p = &reading.samples->profile;
    ck_assert_int_eq(p->unit, PROFILE_NS);
    ck_assert_int_eq(p->value, (int64_t)p->samples * 10000000);
    reading_release(&reading);
}
END_TEST

START_TEST(a_count_beyond_32_bits_is_kept_whole) {
    for (int64_t grain = 0; grain < 2; grain++) {
        struct profile p = {.keep = PROFILE_SAMPLES, .time_grain = grain};
        struct profile_sample sample = {.stack = PROFILE_NONE, .value = 7};
        sample.count = UINT64_C(10000000000);
        profile_add_sample(&p, &sample);
        sample.count = 5;
        profile_add_sample(&p, &sample);
        uint64_t count = 0;
        int64_t value = 0;
        for (size_t i = 0; i < p.moments.len; i++) {
            count += profile_sample(&p, i).count;
            value += profile_sample(&p, i).value;
        }
        ck_assert_uint_eq(count, UINT64_C(10000000005));
        ck_assert_int_eq(value, 14);
        profile_free(&p);
    }
}
END_TEST

/* Samples that differ in one thing, whichever it is, stay two; those that agree are one. */
START_TEST(samples_that_differ_in_anything_are_told_apart) {
    static const struct profile_sample pairs[][2] = {
        {{.thread = 1}, {.time_ns = 1}},
        {{.stack = 1}, {.time_ns = INT64_C(1) << 32}},
        {{.time_ns = 1}, {.state = 1}},
        {{.thread = 1}, {.state = 1}},
    };
    struct profile p = {.keep = PROFILE_SAMPLES, .time_grain = 1};
    for (int twice = 0; twice < 2; twice++)
        for (size_t i = 0; i < 2; i++) {
            struct profile_sample sample = pairs[_i][i];
            sample.count = 1;
            profile_add_sample(&p, &sample);
        }
    profile_sort_samples(&p);
    ck_assert_uint_eq(p.moments.len, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct profile_sample given = pairs[_i][i];
        bool found = false;
        for (size_t k = 0; k < 2; k++) {
            const struct profile_sample row = profile_sample(&p, k);
            ck_assert_uint_eq(row.count, 2);
            found = found || (row.stack == given.stack && row.thread == given.thread &&
                              row.time_ns == given.time_ns && row.state == given.state);
        }
        ck_assert(found);
    }
    profile_free(&p);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("columns");
    TCase *all = tcase_create("columns");
    tcase_add_loop_test(all, columns_add_up_to_what_was_counted, 0, RECORDINGS);
    tcase_add_loop_test(all, one_row_for_each_stack_thread_state_and_grain, 0, RECORDINGS);
    tcase_add_loop_test(all, without_times_there_is_one_row_for_each_stack_thread_and_state, 0,
                        RECORDINGS);
    tcase_add_loop_test(all, coarser_rows_come_out_of_finer_ones, 0, RECORDINGS);
    tcase_add_test(all, the_number_of_workers_does_not_show);
    tcase_add_test(all, an_execution_sample_is_worth_its_period);
    tcase_add_test(all, a_count_beyond_32_bits_is_kept_whole);
    tcase_add_loop_test(all, samples_that_differ_in_anything_are_told_apart, 0, 4);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
