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
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
