/* Samples of a thread that claim more CPU time than the JVM's clocks say it had. */
#include "analyzers/time/claims.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>

#define MS INT64_C(1000000)
#define SECOND (1000 * MS)
#define START (INT64_C(1000) * SECOND)
#define PERIOD (20 * MS)

static struct profile profile;
static struct facts facts;
static struct claims claims;
static uint32_t worker, other;

static uint32_t thread(const char *name, uint64_t os_id) {
    struct strings *strings = &profile.frames.strings;
    const struct profile_thread its = {.name = strings_intern(strings, name, strlen(name)),
                                       .os_id = os_id,
                                       .java_id = os_id + 100};
    return profile_add_thread(&profile, &its);
}

static void begin(void) {
    profile = (struct profile){.keep = PROFILE_SAMPLES};
    facts = (struct facts){.machine = MACHINE_UNSAID};
    facts.machine.hardware_threads = 2;
    profile_set_unit(&profile, PROFILE_NS);
    worker = thread("worker", 7);
    other = thread("other", 8);
}

static void end(void) {
    claims_free(&claims);
    facts_free(&facts);
    profile_free(&profile);
}

/* used: CPU time since the load before, or in the ten seconds before it. */
static void load(uint64_t os_id, int64_t second, int64_t used) {
    array_push(&facts.thread_loads,
               (struct fact_thread_load){.time_ns = START + second * SECOND,
                                         .os_id = os_id,
                                         .java_id = os_id + 100,
                                         .user = (float)((double)used / (2 * 10 * SECOND))});
}

static void sample(uint32_t who, int64_t at, uint64_t count, int64_t value) {
    const struct profile_sample its = {.time_ns = START + at,
                                       .stack = PROFILE_NONE,
                                       .thread = who,
                                       .count = count,
                                       .value = value};
    profile_add_sample(&profile, &its);
}

static size_t beyond(bool strict) {
    claims_free(&claims);
    claims_make(&profile, &facts, PERIOD, strict, START, &claims);
    return claims.beyond.len;
}

START_TEST(a_thread_may_claim_its_clock_and_a_period) {
    load(7, 10, SECOND);
    sample(worker, 5 * SECOND, 1, SECOND + PERIOD);
    ck_assert_uint_eq(beyond(true), 0);
    ck_assert_uint_eq(claims.compared, 1);
    sample(worker, 6 * SECOND, 1, MS);
    ck_assert_uint_eq(beyond(true), 1);
    const struct claims_thread *its = &claims.beyond.items[0];
    ck_assert_str_eq(strings_get(&profile.frames.strings, its->name), "worker");
    ck_assert_uint_eq(its->os_id, 7);
    ck_assert_uint_eq(its->java_id, 107);
    ck_assert_uint_eq(its->samples, 2);
    ck_assert_double_eq_tol(its->claimed_ns, 1021e6, 1);
    ck_assert_double_eq_tol(its->used_ns, 1000e6, 1000);
    ck_assert_double_eq_tol(its->granted_ns, 20e6, 1);
}
END_TEST

/* The load of 10 s speaks of what lies behind 0 s, up to 10 s, nothing else. */
START_TEST(only_samples_of_times_that_loads_speak_of_are_compared) {
    static const struct {
        int64_t at;
        size_t compared;
    } times[] = {{0, 0}, {1, 1}, {10 * SECOND, 1}, {10 * SECOND + 1, 0}, {-1, 0}, {15 * SECOND, 0}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        end();
        begin();
        load(7, 10, MS);
        sample(worker, times[i].at, 1, SECOND);
        ck_assert_uint_eq(beyond(true), times[i].compared);
        ck_assert_uint_eq(claims.compared, times[i].compared);
    }
}
END_TEST

START_TEST(loads_without_a_gap_are_one_stretch_and_each_stretch_has_a_period) {
    load(7, 10, SECOND), load(7, 20, SECOND);
    sample(worker, 5 * SECOND, 1, 2 * SECOND + PERIOD);
    ck_assert_uint_eq(beyond(true), 0);
    sample(worker, 15 * SECOND, 1, MS);
    ck_assert_uint_eq(beyond(true), 1);
    load(7, 60, SECOND); /* of 50 s to 60 s */
    sample(worker, 55 * SECOND, 1, SECOND + PERIOD - MS);
    ck_assert_uint_eq(beyond(true), 0);
    sample(worker, 45 * SECOND, 1, SECOND); /* nobody speaks of that */
    ck_assert_uint_eq(beyond(true), 0);
    sample(worker, 56 * SECOND, 1, MS);
    ck_assert_uint_eq(beyond(true), 1);
}
END_TEST

START_TEST(a_period_is_no_shorter_than_a_tick_of_the_kernel) {
    load(7, 10, SECOND);
    sample(worker, 5 * SECOND, 1, SECOND + 10 * MS);
    claims_make(&profile, &facts, MS, true, START, &claims);
    ck_assert_uint_eq(claims.beyond.len, 0);
    sample(worker, 5 * SECOND, 1, MS);
    claims_make(&profile, &facts, MS, true, START, &claims);
    ck_assert_uint_eq(claims.beyond.len, 1);
}
END_TEST

/* 100 samples of 20 ms: a standard deviation is 10 of them. */
START_TEST(of_samples_that_stand_for_a_period_by_chance_four_deviations_are_granted) {
    load(7, 10, SECOND);
    sample(worker, 5 * SECOND, 100, SECOND + 41 * PERIOD - MS);
    ck_assert_uint_eq(beyond(false), 0);
    ck_assert_uint_eq(beyond(true), 1);
    sample(worker, 6 * SECOND, 0, 2 * MS);
    ck_assert_uint_eq(beyond(false), 1);
}
END_TEST

START_TEST(threads_are_compared_by_their_ids_and_those_too_much_most_come_first) {
    load(7, 10, SECOND), load(8, 10, SECOND);
    sample(worker, 5 * SECOND, 1, SECOND + 2 * PERIOD);
    sample(other, 5 * SECOND, 1, SECOND + 3 * PERIOD);
    sample(thread("renamed", 7), 6 * SECOND, 1, MS);
    sample(thread("without loads", 9), 6 * SECOND, 1, 9 * SECOND);
    sample(PROFILE_NONE, 6 * SECOND, 1, 9 * SECOND);
    ck_assert_uint_eq(beyond(true), 2);
    ck_assert_uint_eq(claims.compared, 2);
    ck_assert_uint_eq(claims.beyond.items[0].os_id, 8);
    ck_assert_double_eq_tol(claims.beyond.items[1].claimed_ns, 1041e6, 1);
}
END_TEST

START_TEST(without_period_processors_or_time_nothing_is_compared) {
    load(7, 10, SECOND);
    sample(worker, 5 * SECOND, 1, 9 * SECOND);
    claims_make(&profile, &facts, 0, true, START, &claims);
    ck_assert_uint_eq(claims.compared, 0);
    facts.machine.hardware_threads = MISSING;
    ck_assert_uint_eq(beyond(true), 0);
    facts.machine.hardware_threads = 2;
    ck_assert_uint_eq(beyond(true), 1);
    profile_set_unit(&profile, PROFILE_BYTES);
    ck_assert_uint_eq(beyond(true), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("claims");
    TCase *cases = tcase_create("claims");
    tcase_add_checked_fixture(cases, begin, end);
    tcase_add_test(cases, a_thread_may_claim_its_clock_and_a_period);
    tcase_add_test(cases, only_samples_of_times_that_loads_speak_of_are_compared);
    tcase_add_test(cases, loads_without_a_gap_are_one_stretch_and_each_stretch_has_a_period);
    tcase_add_test(cases, a_period_is_no_shorter_than_a_tick_of_the_kernel);
    tcase_add_test(cases, of_samples_that_stand_for_a_period_by_chance_four_deviations_are_granted);
    tcase_add_test(cases, threads_are_compared_by_their_ids_and_those_too_much_most_come_first);
    tcase_add_test(cases, without_period_processors_or_time_nothing_is_compared);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
