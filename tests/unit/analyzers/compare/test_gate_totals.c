/* The gate on amounts a second: allocation, waits, pauses, CPU time; of one recording a side and of
 * several. */
#include "analyzers/compare/gate_totals.h"
#include "tests/support/gated.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>

/* ==== Totals ================================================================================ */

/* Each second about so many bytes, give or take a third. */
static void bytes(int side, double each) {
    struct profile *p = recording(side, 30);
    p->unit = PROFILE_BYTES;
    for (int s = 0; s < 30; s++)
        for (int i = 0; i < 10; i++)
            sample(p, "a.A.a", s, 1, (int64_t)(each / 10 * (0.67 + 0.66 * chance())));
}

START_TEST(allocation_is_bytes_of_each_second) {
    bytes(0, 1e6);
    bytes(1, 1.5e6);
    judge(
        "{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.2},"
        "{\"check\": \"allocation\", \"max_ratio\": 1.2, \"max_growth\": 1e6},"
        "{\"check\": \"allocation\", \"max\": 1.2e6}, {\"check\": \"allocation\", \"max\": 2e6}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[3].verdict, GATE_PASSED);
    ck_assert_double_eq_tol(result.outcomes.items[0].base, 1e6, 5e4);
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 1.5e6, 7e4);
}
END_TEST

START_TEST(equal_allocation_passes) {
    bytes(0, 1e6);
    bytes(1, 1e6);
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_growth\": 1}]}");
    ck_assert_int_eq(verdict(), GATE_PASSED);
}
END_TEST

START_TEST(waiting_is_seconds_of_each_second) {
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, 30);
        p->unit = PROFILE_NS;
        for (int s = 0; s < 30; s++)
            for (int i = 0; i < 8; i++)
                sample(p, "a.A.a", s, 1, (int64_t)((side ? 6e6 : 1e6) * (0.5 + chance())));
    }
    judge("{\"rules\": [{\"check\": \"lock-wait\", \"max_growth\": 20},"
          "{\"check\": \"lock-wait\", \"max\": 100}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 0.048, 0.005);
}
END_TEST

START_TEST(pauses_are_summed_up_and_the_longest_stands_for_itself) {
    recording(0, 60);
    recording(1, 60);
    for (int i = 0; i < 60; i++) {
        pause(0, i + 0.2, 10 * (0.5 + chance()));
        pause(1, i + 0.2, 60 * (0.5 + chance()));
    }
    pause(1, 59.5, 500);
    judge("{\"min_samples\": 20, \"rules\": [{\"check\": \"gc-pause\", \"max_growth\": 20},"
          "{\"check\": \"gc-pause\", \"max_growth\": 200},"
          "{\"check\": \"gc-pause\", \"of\": \"longest\", \"max\": 400},"
          "{\"check\": \"gc-pause\", \"of\": \"longest\", \"max\": 600},"
          "{\"check\": \"gc-pause\", \"of\": \"longest\", \"max_growth\": 100}]}");
    const enum gate_verdict expected[] = {GATE_FAILED, GATE_PASSED, GATE_FAILED, GATE_PASSED,
                                          GATE_FAILED};
    for (size_t i = 0; i < 5; i++) ck_assert_int_eq(result.outcomes.items[i].verdict, expected[i]);
    ck_assert_double_eq_tol(result.outcomes.items[2].fresh, 0.5, 1e-9);
    ck_assert(isnan(result.findings.items[1].adjusted)); /* it was that long: no test */
}
END_TEST

START_TEST(a_recording_that_says_it_took_a_century_costs_what_it_has) {
    const double century = 3.1e9;
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, century);
        p->unit = PROFILE_BYTES;
        for (int64_t i = 0; i < 30; i++) sample(p, "a.A.a", i * 100000000, 1, 1 + side);
    }
    judge("{\"min_samples\": 10, \"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.2},"
          "{\"check\": \"allocation\", \"max\": 1e-9}]}");
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 60 / century, 1e-12);
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_FAILED);
    const struct gate_source source = {NULL, recordings, said, count};
    struct gate_total total;
    gate_total_of(&rules.items.items[0], &source, 1, &total);
    ck_assert_uint_eq(total.seconds.len, 30);
    ck_assert_double_eq(total.empty, century - 30);
    gate_total_free(&total);
}
END_TEST

START_TEST(a_profile_without_times_has_no_totals) {
    bytes(0, 1e6);
    bytes(1, 9e6);
    said[0].facts = NULL;
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.2},"
          "{\"check\": \"allocation\", \"max\": 2e6}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_NO_TIMES);
    ck_assert_int_eq(result.outcomes.items[0].side, 0);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_FAILED); /* about the new side alone */
}
END_TEST

/* ==== Several recordings ==================================================================== */

/* Three a side, of which each second has about so many bytes. */
static void six_runs(const double *each) {
    for (int i = 0; i < 6; i++) bytes(i >= 3, each[i]);
}

START_TEST(what_differs_from_run_to_run_is_counted) {
    static const double apart[] = {0.7e6, 1e6, 1.3e6, 0.9e6, 1.2e6, 1.5e6};
    six_runs(apart); /* 1.2 times, which any run may be off */
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.1}]}");
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh / result.outcomes.items[0].base, 1.2,
                            0.03);
    ck_assert_int_eq(verdict(), GATE_PASSED);
}
END_TEST

START_TEST(runs_that_agree_show_the_same_growth) {
    static const double alike[] = {0.98e6, 1e6, 1.02e6, 1.18e6, 1.2e6, 1.22e6};
    six_runs(alike);
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.1}]}");
    ck_assert_int_eq(verdict(), GATE_FAILED);
}
END_TEST

START_TEST(a_limit_is_exceeded_by_runs_not_by_their_seconds) {
    static const double apart[] = {1e6, 1e6, 1e6, 0.9e6, 1.1e6, 1.3e6};
    six_runs(apart); /* 1.1e6 on average, 0.12e6 the standard error of it */
    judge("{\"rules\": [{\"check\": \"allocation\", \"max\": 1e6},"
          "{\"check\": \"allocation\", \"max\": 0.2e6}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_FAILED);
}
END_TEST

static void load(size_t at, double second, float share) {
    array_push(&facts[at].loads,
               (struct fact_load){.time_ns = (int64_t)(second * 1e9), .jvm_user = share});
}

START_TEST(cpu_time_is_load_by_processors_and_time) {
    for (int side = 0; side < 2; side++) {
        recording(side, 30);
        facts[side].machine.hardware_threads = 4;
        for (int i = 0; i <= 10; i++) /* every three seconds */
            load((size_t)side, 3 * i, (float)(side ? 0.5 : 0.25) + (float)(i % 3) / 100);
    }
    judge("{\"min_samples\": 5, \"rules\": [{\"check\": \"cpu-time\", \"max_ratio\": 1.5},"
          "{\"check\": \"cpu-time\", \"max_growth\": 1200},"
          "{\"check\": \"cpu-time\", \"max\": 1500},"
          "{\"check\": \"cpu-time\", \"max\": 2500}]}");
    const enum gate_verdict expected[] = {GATE_FAILED, GATE_PASSED, GATE_FAILED, GATE_PASSED};
    for (size_t i = 0; i < 4; i++) ck_assert_int_eq(result.outcomes.items[i].verdict, expected[i]);
    ck_assert_double_eq_tol(result.outcomes.items[0].base, 1.04, 0.005);
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 2.04, 0.005);
}
END_TEST

START_TEST(without_processors_or_loads_there_is_no_cpu_time) {
    recording(0, 30);
    recording(1, 30);
    facts[0].machine.hardware_threads = facts[1].machine.hardware_threads = 4;
    for (int i = 0; i < 9; i++) load(1, i, 0.5f);
    judge("{\"rules\": [{\"check\": \"cpu-time\", \"max_ratio\": 1.5}]}");
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_NOT_RECORDED);
    ck_assert_int_eq(result.outcomes.items[0].side, 0);
    gate_result_free(&result);
    for (int i = 0; i < 9; i++) load(0, i, 0.5f);
    facts[1].machine.hardware_threads = 0;
    evaluate();
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_NOT_RECORDED);
    ck_assert_int_eq(result.outcomes.items[0].side, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gate_totals");
    TCase *c = tcase_create("gate_totals");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, allocation_is_bytes_of_each_second);
    tcase_add_test(c, equal_allocation_passes);
    tcase_add_test(c, waiting_is_seconds_of_each_second);
    tcase_add_test(c, pauses_are_summed_up_and_the_longest_stands_for_itself);
    tcase_add_test(c, a_recording_that_says_it_took_a_century_costs_what_it_has);
    tcase_add_test(c, a_profile_without_times_has_no_totals);
    tcase_add_test(c, what_differs_from_run_to_run_is_counted);
    tcase_add_test(c, runs_that_agree_show_the_same_growth);
    tcase_add_test(c, a_limit_is_exceeded_by_runs_not_by_their_seconds);
    tcase_add_test(c, cpu_time_is_load_by_processors_and_time);
    tcase_add_test(c, without_processors_or_loads_there_is_no_cpu_time);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
