/* Requests: what of each is what, against a look at every single nanosecond. */
#include "analyzers/requests/requests.h"
#include "base/missing.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static const struct within_thread one = {.os_id = 7, .java_id = 1}, other = {.os_id = 8};

static void ck_parts(const struct request_group *group, const double *expected) {
    for (int part = 0; part < REQUEST_PARTS; part++)
        ck_assert_msg(is_missing(expected[part]) ? is_missing(group->part_ns[part])
                                                 : group->part_ns[part] == expected[part],
                      "part %d: %g, expected %g", part, group->part_ns[part], expected[part]);
}

START_TEST(a_moment_counts_once_as_the_first_that_it_is) {
    struct requests r = {.groups = {NULL, 0, 0}};
    requests_add(&r, one, 100, 200, 0);
    requests_state(&r, one, 90, 150, REQUEST_OTHER);
    requests_state(&r, one, 120, 130, REQUEST_LOCKED);
    requests_state(&r, one, 125, 140, REQUEST_REPLY);
    requests_state(&r, other, 100, 200, REQUEST_LOCKED); /* of another thread */
    requests_pause(&r, 128, 135);
    requests_sample(&r, other, 150, 10);
    requests_join(&r);
    ck_parts(&r.groups.items[0], (const double[]){7, 8, 5, MISSING_REAL, 30, MISSING_REAL});
    ck_assert(r.groups.items[0].unexplained_ns == 50);
    requests_free(&r);
}
END_TEST

START_TEST(samples_are_of_the_thread_and_at_both_ends) {
    struct requests r = {.groups = {NULL, 0, 0}};
    requests_add(&r, one, 100, 200, 1);
    const int64_t times[] = {99, 100, 150, 200, 201};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        requests_sample(&r, one, times[i], 10);
    requests_sample(&r, other, 150, 10);
    requests_sample(&r, one, 150, -5); /* damage is worth nothing */
    requests_join(&r);
    ck_assert_uint_eq(r.groups.len, 2);
    ck_assert_uint_eq(r.groups.items[1].samples, 4);
    ck_assert(r.groups.items[1].cpu_ns == 30);
    ck_assert(r.groups.items[1].unexplained_ns == 70);
    ck_assert_uint_eq(r.groups.items[0].lengths.items.len, 0);
    requests_free(&r);
}
END_TEST

/* One sample of the request and one of another thread, worth so much. */
static const struct {
    int64_t own_ns, other_ns;
    double cpu_ns, unexplained_ns;
} worths[] = {
    {0, 0, MISSING_REAL, MISSING_REAL}, /* it may have computed all the time */
    {-1, 0, MISSING_REAL, MISSING_REAL}, {1, 0, 1, 99}, {0, 1, 0, 100}, {100, 0, 100, 0},
};

START_TEST(without_samples_that_are_worth_time_neither_cpu_nor_the_rest_is_known) {
    struct requests r = {.groups = {NULL, 0, 0}};
    requests_add(&r, one, 100, 200, 0);
    requests_sample(&r, one, 150, worths[_i].own_ns);
    requests_sample(&r, other, 150, worths[_i].other_ns);
    requests_join(&r);
    const struct request_group *group = &r.groups.items[0];
    ck_assert_uint_eq(group->samples, 1);
    ck_assert_int_eq(r.has_cpu, !is_missing(worths[_i].cpu_ns));
    if (!r.has_cpu) ck_assert(is_missing(group->cpu_ns) && is_missing(group->unexplained_ns));
    else ck_assert(group->cpu_ns == worths[_i].cpu_ns);
    if (r.has_cpu) ck_assert(group->unexplained_ns == worths[_i].unexplained_ns);
    requests_free(&r);
}
END_TEST

START_TEST(a_part_is_missing_if_the_recording_has_no_such_events_and_0_if_they_were_elsewhere) {
    struct requests r = {.groups = {NULL, 0, 0}};
    requests_add(&r, one, 100, 200, 0);
    requests_state(&r, other, 100, 200, REQUEST_OTHER);
    requests_pause(&r, 300, 400);
    requests_join(&r);
    ck_parts(&r.groups.items[0],
             (const double[]){0, MISSING_REAL, MISSING_REAL, MISSING_REAL, 0, MISSING_REAL});
    requests_free(&r);
}
END_TEST

/* As doubles such times are 256 ns apart. */
START_TEST(parts_are_exact_whenever_they_were) {
    static const int64_t begins[] = {0, INT64_C(1795213544783716117), INT64_MAX - 1000, INT64_MIN,
                                     INT64_MIN + 1};
    struct requests r = {.groups = {NULL, 0, 0}};
    requests_add(&r, one, begins[_i], begins[_i] + 400, 0);
    requests_state(&r, one, begins[_i] + 17, begins[_i] + 316, REQUEST_LOCKED);
    requests_state(&r, one, begins[_i] + 320, begins[_i] + 999, REQUEST_FILE);
    requests_pause(&r, begins[_i] + 20, begins[_i] + 21);
    requests_join(&r);
    const double *parts = r.groups.items[0].part_ns;
    ck_assert_double_eq(parts[REQUEST_PAUSED], 1);
    ck_assert_double_eq(parts[REQUEST_LOCKED], 298);
    ck_assert_double_eq(parts[REQUEST_FILE], 80);
    requests_free(&r);
}
END_TEST

START_TEST(a_request_within_another_counts_in_both) {
    struct requests r = {.groups = {NULL, 0, 0}};
    requests_add(&r, one, 0, 100, 0);
    requests_add(&r, one, 20, 60, 1);
    requests_state(&r, one, 50, 70, REQUEST_REPLY);
    requests_join(&r);
    ck_parts(&r.groups.items[0], (const double[]){MISSING_REAL, MISSING_REAL, 20, MISSING_REAL,
                                                  MISSING_REAL, MISSING_REAL});
    ck_parts(&r.groups.items[1], (const double[]){MISSING_REAL, MISSING_REAL, 10, MISSING_REAL,
                                                  MISSING_REAL, MISSING_REAL});
    ck_assert_int_eq(r.groups.items[0].lengths.total, 100);
    ck_assert_int_eq(r.groups.items[1].lengths.total, 40);
    requests_free(&r);
}
END_TEST

START_TEST(times_at_both_ends_of_all_do_not_overflow) {
    struct requests r = {.groups = {NULL, 0, 0}};
    requests_add(&r, one, INT64_MIN, INT64_MAX, 0);
    requests_add(&r, one, 5, 5, 0);
    requests_state(&r, one, INT64_MIN, INT64_MAX, REQUEST_LOCKED);
    requests_pause(&r, 10, 5); /* ends before it begins */
    requests_sample(&r, one, INT64_MAX, INT64_MAX);
    requests_join(&r);
    ck_assert(r.groups.items[0].part_ns[REQUEST_PAUSED] == 0);
    ck_assert(r.groups.items[0].unexplained_ns >= 0);
    requests_free(&r);
}
END_TEST

/* ==== Against every nanosecond ============================================================== */

enum { LENGTH = 64, GROUPS = 3, SPANS = 12 };

static unsigned seed;

static unsigned random_below(unsigned n) {
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % n;
}

struct slow { /* of one thread: what each ns is; -1: nothing */
    int best[LENGTH];
};

static void mark(struct slow *slow, int64_t from, int64_t to, int part) {
    for (int64_t ns = from; ns < to; ns++)
        if (slow->best[ns] < 0 || part < slow->best[ns]) slow->best[ns] = part;
}

START_TEST(parts_agree_with_a_look_at_every_nanosecond) {
    seed = (unsigned)_i + 1;
    struct requests r = {.groups = {NULL, 0, 0}};
    struct slow slow[2];
    double expected[GROUPS][REQUEST_PARTS] = {{0}};
    bool any[REQUEST_PARTS] = {false};
    const struct within_thread threads[] = {one, other};
    memset(slow, 0xFF, sizeof slow);
    for (int i = 0; i < SPANS; i++) {
        int64_t from = random_below(LENGTH), to = from + random_below((unsigned)(LENGTH - from));
        unsigned thread = random_below(2), part = random_below(REQUEST_PARTS);
        any[part] = true;
        if (part == REQUEST_PAUSED) requests_pause(&r, from, to);
        else requests_state(&r, threads[thread], from, to, (enum request_part)part);
        for (unsigned t = 0; t < 2; t++)
            if (part == REQUEST_PAUSED || t == thread) mark(&slow[t], from, to, (int)part);
    }
    for (int i = 0; i < SPANS; i++) {
        int64_t from = random_below(LENGTH), to = from + random_below((unsigned)(LENGTH - from));
        unsigned thread = random_below(2), group = random_below(GROUPS);
        requests_add(&r, threads[thread], from, to, group);
        for (int64_t ns = from; ns < to; ns++)
            if (slow[thread].best[ns] >= 0) expected[group][slow[thread].best[ns]]++;
    }
    for (int i = 0; i < GROUPS * REQUEST_PARTS; i++)
        if (!any[i % REQUEST_PARTS]) expected[i / REQUEST_PARTS][i % REQUEST_PARTS] = MISSING_REAL;
    requests_join(&r);
    for (size_t i = 0; i < r.groups.len; i++) ck_parts(&r.groups.items[i], expected[i]);
    requests_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("requests");
    TCase *tcase = tcase_create("requests");
    tcase_add_test(tcase, a_moment_counts_once_as_the_first_that_it_is);
    tcase_add_test(tcase, samples_are_of_the_thread_and_at_both_ends);
    tcase_add_loop_test(tcase, parts_are_exact_whenever_they_were, 0, 5);
    tcase_add_test(tcase, a_request_within_another_counts_in_both);
    tcase_add_loop_test(tcase,
                        without_samples_that_are_worth_time_neither_cpu_nor_the_rest_is_known, 0,
                        sizeof worths / sizeof *worths);
    tcase_add_test(
        tcase, a_part_is_missing_if_the_recording_has_no_such_events_and_0_if_they_were_elsewhere);
    tcase_add_test(tcase, times_at_both_ends_of_all_do_not_overflow);
    tcase_add_loop_test(tcase, parts_agree_with_a_look_at_every_nanosecond, 0, 300);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
