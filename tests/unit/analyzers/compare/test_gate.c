/* The gate on shares: what breaks a rule and what does not, which rows there are, what is
 * confirmed. */
#include "analyzers/compare/gate_totals.h"
#include "tests/support/gated.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>

START_TEST(growth_beyond_limit_and_chance_breaks_the_rule) {
    shares(0, 0.2);
    shares(1, 0.3);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2, \"match\": \"A\"}]}");
    ck_assert_int_eq(verdict(), GATE_FAILED);
    ck_assert(result.failed);
    ck_assert_uint_eq(result.findings.len, 1);
    ck_assert_str_eq(result.findings.items[0].name, "app.A.a");
    ck_assert_str_eq(result.findings.items[0].class_name, "app.A");
    ck_assert_str_eq(result.findings.items[0].package, "app");
}
END_TEST

START_TEST(a_share_that_fell_breaks_nothing) {
    shares(0, 0.3);
    shares(1, 0.2);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2, \"match\": \"A\"}]}");
    ck_assert_int_eq(verdict(), GATE_PASSED);
}
END_TEST

START_TEST(growth_below_the_limit_is_fine_however_certain) {
    shares(0, 0.2);
    shares(1, 0.3);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 15}]}");
    ck_assert_int_eq(verdict(), GATE_PASSED);
}
END_TEST

START_TEST(both_limits_have_to_be_reached) {
    shares(0, 0.5);
    shares(1, 0.6); /* 10 points, but 1.2 times */
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 5, \"max_ratio\": 1.5}]}");
    ck_assert_int_eq(verdict(), GATE_PASSED);
}
END_TEST

START_TEST(growth_without_a_limit_breaks_nothing) {
    shares(0, 0.2);
    shares(1, 0.4);
    parse("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2}]}");
    rules.items.items[0].max_points = NAN;
    evaluate();
    ck_assert_int_eq(verdict(), GATE_PASSED);
}
END_TEST

START_TEST(a_warning_does_not_fail_the_gate) {
    shares(0, 0.2);
    shares(1, 0.4);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2, \"level\": \"warning\"}]}");
    ck_assert_int_eq(verdict(), GATE_FAILED);
    ck_assert(!result.failed);
}
END_TEST

START_TEST(packages_and_patterns_are_rows_of_their_own) {
    shares(0, 0.2);
    shares(1, 0.35);
    judge(
        "{\"rules\": [{\"check\": \"growth\", \"of\": \"self\", \"by\": \"package\", "
        "\"max_points\": 2},"
        "{\"check\": \"growth\", \"by\": \"pattern\", \"match\": \"A|Main\", \"max_points\": 2}]}");
    ck_assert_int_eq(verdict(), GATE_FAILED);
    ck_assert_str_eq(result.findings.items[0].name, "app");
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED); /* main is in every stack */
    ck_assert_double_eq_tol(result.outcomes.items[1].fresh, 1, 1e-9);
}
END_TEST

START_TEST(a_share_is_held_against_its_limit_with_chance_allowed_for) {
    shares(0, 0.2);
    shares(1, 0.2);
    judge("{\"rules\": [{\"check\": \"share\", \"match\": \"A\", \"max_percent\": 15},"
          "{\"check\": \"share\", \"match\": \"A\", \"max_percent\": 19.5}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
}
END_TEST

START_TEST(without_a_base_limits_are_judged_and_what_compares_is_not) {
    shares(1, 0.5);
    judge("{\"rules\": [{\"check\": \"share\", \"of\": \"self\", \"match\": \"A\", "
          "\"max_percent\": 40},"
          "{\"check\": \"share\", \"match\": \"A\", \"by\": \"pattern\", \"max_percent\": 40},"
          "{\"check\": \"share\", \"match\": \"A\", \"max_percent\": 60},"
          "{\"check\": \"growth\", \"max_points\": 1},"
          "{\"check\": \"gc-pause\", \"max_growth\": 1}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[3].verdict, GATE_NOT_JUDGED);
    ck_assert_int_eq(result.outcomes.items[4].verdict, GATE_NOT_JUDGED);
    ck_assert_double_eq_tol(result.findings.items[0].fresh, 0.5, 0.05);
}
END_TEST

START_TEST(only_what_is_found_again_is_confirmed) {
    shares(0, 0.2);
    shares(1, 0.35);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2}]}");
    struct gate_result none = {0};
    gate_confirm(&rules, &result, &none);
    ck_assert_int_eq(verdict(), GATE_NOT_CONFIRMED);
    ck_assert(!result.failed);
    ck_assert(!result.findings.items[0].confirmed);
}
END_TEST

/* Two methods of one name grow on the new side, by which other share of it they have. */
static void overloads(double first, double second) {
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, 30);
        for (int s = 0; s < 30; s++) {
            uint64_t a = side ? (uint64_t)(first * 50) : 1, b = side ? (uint64_t)(second * 50) : 1;
            sample(p, "app.Main.main;app.A.f(I)V", s, a, 0);
            sample(p, "app.Main.main;app.A.f(J)V", s, b, 0);
            sample(p, "app.Main.main;lib.Rest.rest", s, 50 - a - b, 0);
        }
    }
}

/* A share that is just enough for one test: 45 of 600 against 72. */
static size_t failed_with_callers(int callers) {
    teardown();
    setup();
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, 60);
        for (int s = 0; s < 60; s++) {
            uint64_t hits = side ? (s % 5 == 0 ? 2 : 1) : s % 4 ? 1 : 0;
            char stack[400] = "app.Main.main";
            for (int i = 0; i < callers; i++)
                snprintf(stack + strlen(stack), sizeof stack - strlen(stack), ";app.C.c%d", i);
            strcat(stack, ";app.A.a");
            sample(p, stack, s, hits, 0);
            sample(p, "app.Main.main;app.Rest.rest", s, 10 - hits, 0);
        }
    }
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2}]}");
    return result.findings.len;
}

START_TEST(callers_that_have_the_same_samples_are_one_test) {
    size_t alone = failed_with_callers(0);
    ck_assert_uint_eq(alone, 1);
    ck_assert_uint_eq(failed_with_callers(14), 15);
}
END_TEST

START_TEST(overloads_are_told_apart_by_name_and_key) {
    overloads(0.4, 0.3);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2, \"match\": \"A\"}]}");
    ck_assert_uint_eq(result.findings.len, 2);
    ck_assert_str_eq(result.findings.items[0].name, "app.A.f(int)");
    ck_assert_str_eq(result.findings.items[1].name, "app.A.f(long)");
    ck_assert_str_eq(result.findings.items[0].key, "app.A.f(I)V");
    ck_assert_str_eq(result.findings.items[1].key, "app.A.f(J)V");
    ck_assert_str_eq(result.findings.items[0].descriptor, "(I)V");
    ck_assert_str_eq(result.findings.items[0].method, "f");
}
END_TEST

START_TEST(the_key_does_not_depend_on_which_other_overload_was_tested) {
    overloads(0.4, 0.02);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 5, \"match\": \"A\"}]}");
    ck_assert_uint_eq(result.findings.len, 1);
    ck_assert_str_eq(result.findings.items[0].name, "app.A.f");
    ck_assert_str_eq(result.findings.items[0].key, "app.A.f(I)V");
}
END_TEST

START_TEST(one_overload_does_not_confirm_the_other) {
    overloads(0.4, 0.3);
    judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2, \"match\": \"A\"}]}");
    struct gate_finding only = result.findings.items[1];
    only.name = result.findings.items[0].name;
    struct gate_result again = {0};
    array_push(&again.findings, only);
    gate_confirm(&rules, &result, &again);
    ck_assert(!result.findings.items[0].confirmed);
    ck_assert(result.findings.items[1].confirmed);
    array_free(&again.findings);
}
END_TEST

/* How many of 200 gates over two recordings of the same fail for nothing. */
static int false_alarms(int seconds, int samples) {
    int failures = 0;
    for (int i = 0; i < 200; i++) {
        for (int side = 0; side < 2; side++) {
            struct profile *p = recording(side, seconds);
            for (int s = 0; s < seconds; s++)
                for (int k = 0; k < samples; k++) {
                    char name[48];
                    snprintf(name, sizeof name, "app.M.main;app.F.f%d",
                             (int)(15 * chance() * chance()));
                    sample(p, name, s, 1, 0);
                }
        }
        judge("{\"rules\": [{\"check\": \"growth\", \"of\": \"self\", \"max_points\": 0.1}]}");
        failures += result.failed;
        teardown();
        rules = (struct gate_rules){0};
        result = (struct gate_result){0};
        count = 0;
    }
    return failures;
}

START_TEST(unchanged_programs_seldom_fail) {
    ck_assert_int_le(false_alarms(20, 25), 14);
}
END_TEST

START_TEST(unchanged_programs_seldom_fail_on_few_samples_either) {
    ck_assert_int_le(false_alarms(10, 10), 14);
    ck_assert_int_le(false_alarms(5, 6), 14);
}
END_TEST

START_TEST(the_default_rules_say_something) {
    gate_default_rules(&rules);
    ck_assert_uint_eq(rules.items.len, 2);
    for (size_t i = 0; i < rules.items.len; i++) ck_assert_ptr_nonnull(rules.items.items[i].id);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gate");
    TCase *c = tcase_create("gate");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, growth_beyond_limit_and_chance_breaks_the_rule);
    tcase_add_test(c, a_share_that_fell_breaks_nothing);
    tcase_add_test(c, growth_below_the_limit_is_fine_however_certain);
    tcase_add_test(c, both_limits_have_to_be_reached);
    tcase_add_test(c, growth_without_a_limit_breaks_nothing);
    tcase_add_test(c, a_warning_does_not_fail_the_gate);
    tcase_add_test(c, packages_and_patterns_are_rows_of_their_own);
    tcase_add_test(c, a_share_is_held_against_its_limit_with_chance_allowed_for);
    tcase_add_test(c, without_a_base_limits_are_judged_and_what_compares_is_not);
    tcase_add_test(c, only_what_is_found_again_is_confirmed);
    tcase_add_test(c, callers_that_have_the_same_samples_are_one_test);
    tcase_add_test(c, overloads_are_told_apart_by_name_and_key);
    tcase_add_test(c, the_key_does_not_depend_on_which_other_overload_was_tested);
    tcase_add_test(c, one_overload_does_not_confirm_the_other);
    tcase_add_test(c, unchanged_programs_seldom_fail);
    tcase_add_test(c, unchanged_programs_seldom_fail_on_few_samples_either);
    tcase_add_test(c, the_default_rules_say_something);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
