/* Loads: since when each counts, what was throttled between two looks at the counters. */
#include "analyzers/time/load.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000000)

/* ==== Since when ============================================================================ */

/* No settings: every second is usual. */
START_TEST(a_load_counts_since_the_one_before_unless_that_is_more_than_two_periods_ago) {
    static const struct {
        int64_t times[2], start, starts[2];
    } cases[] = {
        {{5 * SECOND, 6 * SECOND}, 0, {4 * SECOND, 5 * SECOND}},
        {{5 * SECOND, 7 * SECOND}, 0, {4 * SECOND, 5 * SECOND}},
        {{5 * SECOND, 7 * SECOND + 1}, 0, {4 * SECOND, 6 * SECOND + 1}},
        {{5 * SECOND, 5 * SECOND}, 0, {4 * SECOND, 5 * SECOND}},
        {{5 * SECOND, 6 * SECOND}, 4 * SECOND + 1, {4 * SECOND + 1, 5 * SECOND}},
        {{5 * SECOND, 9 * SECOND}, 6 * SECOND, {5 * SECOND, 8 * SECOND}}, /* before it began */
        {{-5, INT64_MAX}, 0, {0, INT64_MAX / 2 - SECOND}},                /* as times can be */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct facts facts = {0};
        for (size_t k = 0; k < 2; k++)
            array_push(&facts.loads, (struct fact_load){.time_ns = cases[i].times[k]});
        int64_t *starts = load_starts(&facts, cases[i].start);
        for (size_t k = 0; k < 2; k++)
            ck_assert_msg(starts[k] == cases[i].starts[k], "%zu, %zu: %lld", i, k,
                          (long long)starts[k]);
        free(starts);
        array_free(&facts.loads);
    }
}
END_TEST

static void say_period(struct facts *facts, const char *event, const char *period) {
    struct strings *s = &facts->strings;
    array_push(&facts->settings,
               (struct fact_setting){.event = strings_intern(s, event, strlen(event)),
                                     .name = strings_intern(s, "period", strlen("period")),
                                     .value = strings_intern(s, period, strlen(period))});
}

START_TEST(the_period_is_what_the_recording_says_if_it_is_one) {
    static const struct {
        const char *period;
        int64_t since;
    } cases[] = {{"5 s", 95 * SECOND},
                 {"everyChunk", 99 * SECOND},
                 {"0 s", 99 * SECOND},
                 {"86400 s", 99 * SECOND}, /* a day is none */
                 {"86399 s", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct facts facts = {0};
        say_period(&facts, "jdk.CPULoad", cases[i].period);
        array_push(&facts.loads, (struct fact_load){.time_ns = 100 * SECOND});
        int64_t *starts = load_starts(&facts, 0);
        ck_assert_msg(*starts == cases[i].since, "%s: %lld", cases[i].period, (long long)*starts);
        free(starts);
        array_free(&facts.loads);
        array_free(&facts.settings);
        strings_free(&facts.strings);
    }
}
END_TEST

/* Each ten seconds is usual: a load of another thread is not the one before. */
START_TEST(loads_of_threads_count_since_the_one_of_the_same_thread) {
    static const struct fact_thread_load loads[] = {
        {.time_ns = 50 * SECOND, .thread = 1, .os_id = 7, .java_id = 8},
        {.time_ns = 52 * SECOND, .thread = 1, .os_id = 9, .java_id = 8},
        {.time_ns = 54 * SECOND, .thread = 1, .os_id = 7, .java_id = 9},
        {.time_ns = 56 * SECOND, .thread = 2, .os_id = 7, .java_id = 8},
        {.time_ns = 58 * SECOND, .thread = 1, .os_id = 7, .java_id = 8},
        {.time_ns = 59 * SECOND, .thread = 1, .os_id = 7, .java_id = 8},
    };
    static const int64_t expected[] = {40, 42, 44, 46, 50, 58};
    struct facts facts = {0};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        array_push(&facts.thread_loads, loads[i]);
    int64_t *starts = load_thread_starts(&facts, 0);
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        ck_assert_int_eq(starts[i], expected[i] * SECOND);
    free(starts);
    array_free(&facts.thread_loads);
}
END_TEST

/* ==== Throttling ============================================================================ */

START_TEST(of_two_looks_at_counters_that_grow_is_known_what_was_throttled) {
    static const struct {
        struct fact_container two[2];
        double share; /* NaN: nothing is known */
        int64_t waited_ns;
    } cases[] = {
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, 200, 35, 9}}, 0.25, 4},
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, 100, 10, 5}}, 0, 0},
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, 99, 10, 5}}, (double)NAN, 0},
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, 200, 9, 5}}, (double)NAN, 0},
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, 200, 10, 4}}, (double)NAN, 0},
        {{{1, MISSING, 100, 10, 5}, {1, MISSING, 200, 35, 9}}, (double)NAN, 0},
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, MISSING, 35, 9}}, (double)NAN, 0},
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, 200, MISSING, 9}}, (double)NAN, 0},
        {{{1, MISSING, 100, 10, 5}, {2, MISSING, 200, 35, MISSING}}, (double)NAN, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct facts facts = {0};
        for (size_t k = 0; k < 2; k++) array_push(&facts.containers, cases[i].two[k]);
        load_throttles throttles = load_throttling(&facts);
        ck_assert_msg(throttles.len == !isnan(cases[i].share), "%zu", i);
        for (size_t k = 0; k < throttles.len; k++) {
            ck_assert_int_eq(throttles.items[k].from_ns, 1);
            ck_assert_int_eq(throttles.items[k].to_ns, 2);
            ck_assert_double_eq(throttles.items[k].share, cases[i].share);
            ck_assert_int_eq(throttles.items[k].waited_ns, cases[i].waited_ns);
        }
        array_free(&throttles);
        array_free(&facts.containers);
    }
}
END_TEST

/* ==== Processors, and the mean ============================================================== */

START_TEST(a_container_has_the_processors_that_it_was_given) {
    static const struct {
        int64_t container, machine, processors;
    } cases[] = {{2, 8, 2},       {MISSING, 8, 8},       {0, 8, 8},  {1, MISSING, 1},
                 {MISSING, 1, 1}, {MISSING, 0, MISSING}, {-1, 8, 8}, {MISSING, MISSING, MISSING}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct facts facts = {.machine = {.container_cpus = cases[i].container,
                                                .hardware_threads = cases[i].machine}};
        ck_assert_int_eq(load_processors(&facts), cases[i].processors);
    }
}
END_TEST

START_TEST(each_load_has_its_part_of_the_mean) {
    struct facts facts = {0};
    ck_assert(isnan(load_mean_jvm(&facts, 0)));
    array_push(&facts.loads,
               (struct fact_load){.time_ns = SECOND, .jvm_user = 0.5f, .jvm_system = 0.25f});
    array_push(&facts.loads, (struct fact_load){.time_ns = 3 * SECOND}); /* of two seconds */
    ck_assert_double_eq_tol(load_mean_jvm(&facts, 0), 0.25, 1e-9);
    array_free(&facts.loads);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("load");
    TCase *c = tcase_create("load");
    tcase_add_test(c, a_load_counts_since_the_one_before_unless_that_is_more_than_two_periods_ago);
    tcase_add_test(c, the_period_is_what_the_recording_says_if_it_is_one);
    tcase_add_test(c, loads_of_threads_count_since_the_one_of_the_same_thread);
    tcase_add_test(c, of_two_looks_at_counters_that_grow_is_known_what_was_throttled);
    tcase_add_test(c, a_container_has_the_processors_that_it_was_given);
    tcase_add_test(c, each_load_has_its_part_of_the_mean);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
