/* Verdicts of the gate on little evidence: few samples, few events, nothing recorded, too short. */
#include "analyzers/compare/gate_totals.h"
#include "tests/support/gated.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>

/* 6 samples a second for 20 s: share of them in a. */
static void few(int side, int a) {
    struct profile *p = recording(side, 20);
    for (int s = 0; s < 20; s++) {
        sample(p, "m.M.m;a.A.a", s, (uint64_t)a, 0);
        sample(p, "m.M.m;b.B.b", s, (uint64_t)(6 - a), 0);
    }
}

START_TEST(few_samples_hide_nothing_that_is_more_than_chance) {
    few(0, 1);
    few(1, 4);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2},"
          "{\"check\": \"share\", \"max_percent\": 50, \"match\": \"A\"}]}");
    ck_assert_uint_eq(result.outcomes.items[0].samples[1], 120); /* of 200 wanted */
    ck_assert_int_eq(verdict(), GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_FAILED);
    ck_assert(result.failed);
    ck_assert(!result.inconclusive);
}
END_TEST

START_TEST(few_samples_without_a_change_are_no_pass) {
    few(0, 3);
    few(1, 3);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2},"
          "{\"check\": \"growth\", \"max_points\": 2, \"min_samples\": 120}]}");
    ck_assert_int_eq(verdict(), GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_FEW);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
    ck_assert(!result.failed);
    ck_assert(result.inconclusive);
}
END_TEST

START_TEST(one_second_of_each_side_shows_nothing) {
    struct profile *base = recording(0, 1), *fresh = recording(1, 1);
    sample(base, "m.M.m;a.A.a", 0, 10, 0);
    sample(fresh, "m.M.m;b.B.b", 0, 10, 0);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2}]}");
    ck_assert_int_eq(verdict(), GATE_INCONCLUSIVE);
    ck_assert(!result.failed);
}
END_TEST

START_TEST(a_warning_that_is_inconclusive_leaves_the_gate_passed) {
    few(0, 3);
    few(1, 3);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2, \"level\": \"warning\"}]}");
    ck_assert_int_eq(verdict(), GATE_INCONCLUSIVE);
    ck_assert(!result.inconclusive);
}
END_TEST

START_TEST(what_was_not_recorded_is_not_none) {
    recording(0, 20);
    recording(1, 20);
    parse("{\"rules\": [{\"check\": \"gc-pause\", \"max_growth\": 20},"
          "{\"check\": \"lock-wait\", \"max_growth\": 20},"
          "{\"check\": \"lock-wait\", \"event\": \"ThreadPark\", \"max\": 20}]}");
    evaluate();
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(result.outcomes.items[i].verdict, GATE_INCONCLUSIVE);
        ck_assert_int_eq(result.outcomes.items[i].why, GATE_NOT_RECORDED);
        ck_assert_int_eq(result.outcomes.items[i].side, i == 2);
    }
    gate_result_free(&result);
    for (size_t at = 0; at < 2; at++) {
        enable(at, "jdk.GarbageCollection");
        enable(at, "jdk.JavaMonitorEnter");
    }
    evaluate();
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_INCONCLUSIVE);
    gate_result_free(&result);
    enable(1, "jdk.ThreadPark"); /* "max" is about the new side alone */
    evaluate();
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_PASSED);
}
END_TEST

START_TEST(three_pauses_against_none_may_be_chance) {
    recording(0, 60);
    recording(1, 60);
    enable(0, "jdk.GCPhasePause");
    for (int i = 0; i < 3; i++) pause(1, i * 20, 500);
    judge("{\"rules\": [{\"check\": \"gc-pause\", \"max_growth\": 20, \"min_samples\": 5},"
          "{\"check\": \"gc-pause\", \"max_growth\": 20, \"min_samples\": 3}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_FEW);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
}
END_TEST

START_TEST(seven_pauses_against_none_are_more_than_chance_however_many_are_wanted) {
    recording(0, 60);
    recording(1, 60);
    enable(0, "jdk.GCPhasePause");
    for (int i = 0; i < 7; i++) pause(1, i * 8, 500);
    judge("{\"rules\": [{\"check\": \"gc-pause\", \"max_growth\": 20}]}");
    ck_assert_int_eq(verdict(), GATE_FAILED);
}
END_TEST

START_TEST(in_two_seconds_nothing_can_fail_and_that_is_said) {
    recording(0, 2);
    recording(1, 2);
    pause(0, 0, 1);
    pause(0, 1, 1);
    pause(1, 0, 900);
    pause(1, 1, 900);
    judge("{\"rules\": [{\"check\": \"gc-pause\", \"max_growth\": 20, \"min_samples\": 1},"
          "{\"check\": \"gc-pause\", \"max\": 2000, \"min_samples\": 1},"
          "{\"check\": \"gc-pause\", \"of\": \"longest\", \"max\": 500}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_TOO_SHORT);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_FAILED);
}
END_TEST

/* 100 samples a second for a minute, so many of them in A, by the JVM's own sampler or not. */
static void minute(int side, uint64_t a, bool of_jvm) {
    struct profile *p = recording(side, 60);
    said[count - 1].of_jvm = of_jvm;
    for (int s = 0; s < 60; s++) {
        sample(p, "m.M.m;a.A.a", s, a, 0);
        sample(p, "m.M.m;b.B.b", s, 100 - a, 0);
    }
}

#define GROWTH "{\"rules\": [{\"check\": \"growth\", \"max_points\": 2, \"match\": \"A\"}]}"

/* By hand: 4 points, of which sampling leaves 0.7 uncertain, and runs 0.1 x 0.22 x 0.78 x sqrt(2).
 */
START_TEST(one_recording_a_side_of_the_jvms_sampler_may_differ_as_runs_do) {
    minute(0, 20, true);
    minute(1, 24, true);
    judge(GROWTH);
    ck_assert_int_eq(verdict(), GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_RUNS);
    ck_assert_str_eq(result.outcomes.items[0].doubt->name, "a.A.a");
    ck_assert_double_eq_tol(result.outcomes.items[0].doubt->change, 0.04, 1e-9);
    ck_assert_uint_eq(result.findings.len, 0);
    ck_assert(!result.failed);
    ck_assert(result.inconclusive);
}
END_TEST

START_TEST(what_is_more_than_runs_differ_by_fails_with_one_recording_a_side) {
    minute(0, 20, true);
    minute(1, 40, true);
    judge(GROWTH);
    ck_assert_int_eq(verdict(), GATE_FAILED);
    ck_assert_ptr_null(result.outcomes.items[0].doubt);
}
END_TEST

START_TEST(samplers_that_agree_from_run_to_run_are_believed_with_one_recording_a_side) {
    minute(0, 20, false);
    minute(1, 24, false);
    judge(GROWTH);
    ck_assert_int_eq(verdict(), GATE_FAILED);
}
END_TEST

/* By hand: of 6,000 samples a side sampling leaves 0.55 points of 10 %, runs 1.27. */
START_TEST(what_could_have_been_shown_allows_for_runs) {
    minute(0, 20, false);
    minute(1, 20, false);
    judge(GROWTH);
    const double alone = result.outcomes.items[0].detectable;
    teardown();
    setup();
    minute(0, 20, true);
    minute(1, 20, true);
    judge(GROWTH);
    ck_assert_double_gt(result.outcomes.items[0].detectable, 2 * alone);
    ck_assert_double_lt(result.outcomes.items[0].detectable, 3 * alone);
}
END_TEST

START_TEST(one_side_of_the_jvms_sampler_is_enough_to_doubt) {
    minute(0, 20, true);
    minute(1, 24, false);
    judge(GROWTH);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_RUNS);
}
END_TEST

START_TEST(three_recordings_a_side_say_themselves_how_runs_differ) {
    for (uint64_t run = 0; run < 3; run++) {
        minute(0, 20 + run % 2, true);
        minute(1, 25 + run % 2, true);
    }
    judge(GROWTH);
    ck_assert_int_eq(verdict(), GATE_FAILED);
}
END_TEST

/* Of both, the one that fails is what is shown; and of two in doubt the larger. */
START_TEST(a_row_that_fails_outweighs_one_in_doubt) {
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, 60);
        said[count - 1].of_jvm = true;
        for (int s = 0; s < 60; s++) {
            sample(p, "m.M.m;a.A.a", s, side ? 24 : 20, 0);
            sample(p, "m.M.m;a.A.b", s, side ? 15 : 12, 0);
            sample(p, "m.M.m;b.B.b", s, side ? 31 : 11, 0);
            sample(p, "m.M.m;c.C.c", s, side ? 30 : 57, 0);
        }
    }
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2},"
          "{\"check\": \"growth\", \"max_points\": 2, \"match\": \"a\\\\.A\"}]}");
    ck_assert_int_eq(verdict(), GATE_FAILED);
    ck_assert_uint_eq(result.findings.len, 1);
    ck_assert_str_eq(result.findings.items[0].name, "b.B.b");
    ck_assert_int_eq(result.outcomes.items[1].why, GATE_RUNS);
    ck_assert_str_eq(result.outcomes.items[1].doubt->name, "a.A.a");
    ck_assert(result.failed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gate_verdicts");
    TCase *c = tcase_create("gate_verdicts");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, few_samples_hide_nothing_that_is_more_than_chance);
    tcase_add_test(c, few_samples_without_a_change_are_no_pass);
    tcase_add_test(c, one_second_of_each_side_shows_nothing);
    tcase_add_test(c, a_warning_that_is_inconclusive_leaves_the_gate_passed);
    tcase_add_test(c, what_was_not_recorded_is_not_none);
    tcase_add_test(c, three_pauses_against_none_may_be_chance);
    tcase_add_test(c, seven_pauses_against_none_are_more_than_chance_however_many_are_wanted);
    tcase_add_test(c, in_two_seconds_nothing_can_fail_and_that_is_said);
    tcase_add_test(c, one_recording_a_side_of_the_jvms_sampler_may_differ_as_runs_do);
    tcase_add_test(c, what_is_more_than_runs_differ_by_fails_with_one_recording_a_side);
    tcase_add_test(c, samplers_that_agree_from_run_to_run_are_believed_with_one_recording_a_side);
    tcase_add_test(c, what_could_have_been_shown_allows_for_runs);
    tcase_add_test(c, one_side_of_the_jvms_sampler_is_enough_to_doubt);
    tcase_add_test(c, three_recordings_a_side_say_themselves_how_runs_differ);
    tcase_add_test(c, a_row_that_fails_outweighs_one_in_doubt);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
