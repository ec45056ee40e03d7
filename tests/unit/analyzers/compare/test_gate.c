/* The gate on made-up recordings: what breaks a rule and what does not, for shares and for totals.
 */
#include "analyzers/compare/gate.h"
#include "analyzers/compare/gate_totals.h"
#include "cmd/ci/gate_rules.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECOND INT64_C(1000000000)

static struct profile profiles[8];
static struct facts facts[8];
static struct gate_said said[8];
static struct tables tables[8];
static struct wish wished[8][2];
static struct diff_recording recordings[8];
static size_t count;
static struct gate_rules rules;
static struct gate_result result;
static uint64_t state;

static void setup(void) {
    count = 0;
    state = 88172645463325252u;
    rules = (struct gate_rules){0};
    result = (struct gate_result){0};
}

static void teardown(void) {
    gate_result_free(&result);
    gate_rules_free(&rules);
    for (size_t i = 0; i < count; i++) {
        profile_free(&profiles[i]);
        facts_free(&facts[i]);
        for (size_t k = 0; k < tables[i].len; k++) {
            free(tables[i].items[k].columns[0].cells);
            free(tables[i].items[k].columns[1].cells);
        }
        free(tables[i].items);
    }
}

static double chance(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static struct profile *recording(int side, double seconds) {
    struct profile *p = &profiles[count];
    *p = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES, .time_grain = SECOND};
    facts[count] = (struct facts){0};
    tables[count] = (struct tables){.len = 0};
    said[count] = (struct gate_said){
        .facts = &facts[count], .tables = &tables[count], .window = {INT64_MIN, INT64_MAX}};
    recordings[count++] = (struct diff_recording){.profile = p, .side = side, .seconds = seconds};
    return p;
}

static void sample(struct profile *p, const char *stack, int64_t second, uint64_t samples,
                   int64_t value) {
    uint32_t index = stacks_add_weighted(p, stack, (struct profile_weight){samples, value, false});
    struct profile_thread thread = {.os_id = 1};
    struct profile_sample row = {.time_ns = second * SECOND,
                                 .stack = index,
                                 .count = samples,
                                 .value = value,
                                 .thread = profile_add_thread(p, &thread)};
    profile_add_sample(p, &row);
}

/* 50 samples a second, of which a has share, by chance. */
static void shares(int side, double share) {
    struct profile *p = recording(side, 30);
    for (int s = 0; s < 30; s++) {
        uint64_t a = 0;
        for (int i = 0; i < 50; i++) a += chance() < share;
        sample(p, "app.Main.main;app.A.a", s, a, 0);
        sample(p, "app.Main.main;lib.Rest.rest", s, 50 - a, 0);
    }
}

static void pause(size_t at, double second, double milliseconds) {
    array_push(&facts[at].pauses,
               (struct fact_pause){.time_ns = (int64_t)(second * 1e9),
                                   .duration_ns = (int64_t)(milliseconds * 1e6)});
}

static void parse(const char *json) {
    struct text error = {0};
    bool fine = gate_rules_parse("rules", json, &rules, &error);
    ck_assert_msg(fine, "%s", text_str(&error));
    text_free(&error);
}

static void evaluate(void) {
    const char *event = NULL; /* one source serves all rules here */
    struct gate_source source = {event, recordings, said, count};
    gate_evaluate(&rules, &source, 1, &result);
}

static void judge(const char *json) {
    parse(json);
    evaluate();
}

static enum gate_verdict verdict(void) {
    return result.outcomes.items[0].verdict;
}

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

static void enable(size_t at, const char *event) {
    struct strings *texts = &facts[at].strings;
    array_push(&facts[at].settings,
               (struct fact_setting){.event = strings_intern(texts, event, strlen(event)),
                                     .name = strings_intern(texts, "enabled", 7),
                                     .value = strings_intern(texts, "true", 4)});
}

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

/* ==== Events of any type ==================================================================== */

/* Adds an event type to the recording: so many in each of its 30 s, each so long, give or take
 * half. */
static void events(size_t at, const char *name, int each, double milliseconds) {
    struct tables *t = &tables[at];
    size_t rows = (size_t)each * 30;
    if (!t->items) t->items = mem_zero(2, sizeof *t->items);
    wished[at][t->len] = (struct wish){name, {"startTime", "duration"}};
    struct event_table *table = &t->items[t->len];
    int64_t *times = mem_zero(rows + 1, sizeof *times), *spans = mem_zero(rows + 1, sizeof *spans);
    for (size_t i = 0; i < rows; i++) {
        times[i] = (int64_t)(i / (size_t)each) * SECOND;
        spans[i] = (int64_t)(milliseconds * 1e6 * (0.5 + chance()));
    }
    *table = (struct event_table){.wish = &wished[at][t->len++],
                                  .column_count = 2,
                                  .rows = rows,
                                  .columns = {{.kind = JFR_COLUMN_INT, .cells = times},
                                              {.kind = JFR_COLUMN_INT, .cells = spans}}};
}

START_TEST(a_rate_may_neither_grow_nor_fall_beyond_its_limits) {
    recording(0, 30);
    recording(1, 30);
    events(0, "app.Request", 20, 1);
    events(1, "app.Request", 14, 1);
    judge("{\"rules\": ["
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"min_ratio\": 0.8},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"min_ratio\": 0.6},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"max_ratio\": 1.1},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"max\": 13},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"max\": 15}]}");
    const enum gate_verdict expected[] = {GATE_FAILED, GATE_PASSED, GATE_PASSED, GATE_FAILED,
                                          GATE_PASSED};
    for (size_t i = 0; i < 5; i++) ck_assert_int_eq(result.outcomes.items[i].verdict, expected[i]);
    ck_assert_double_eq_tol(result.outcomes.items[0].base, 20, 1e-9);
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 14, 1e-9);
    ck_assert_uint_eq(result.outcomes.items[0].samples[1], 14 * 30);
}
END_TEST

START_TEST(a_rate_that_grew_fails_and_one_outside_of_the_window_is_not_counted) {
    recording(0, 30);
    recording(1, 30);
    events(0, "jdk.ThreadStart", 4, 1);
    events(1, "jdk.ThreadStart", 6, 1);
    const char *json = "{\"rules\": [{\"check\": \"rate\", \"event\": \"ThreadStart\", "
                       "\"max_ratio\": 1.2, \"max_growth\": 1}]}";
    judge(json);
    ck_assert_int_eq(verdict(), GATE_FAILED);
    gate_result_free(&result);
    said[1].window = (struct time_window){0, 9 * SECOND};
    evaluate();
    ck_assert_uint_eq(result.outcomes.items[0].samples[1], 60);
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 2, 1e-9); /* of 30 s that it is long */
}
END_TEST

START_TEST(a_percentile_is_held_against_that_of_the_base_and_against_a_limit) {
    recording(0, 30);
    recording(1, 30);
    events(0, "app.Request", 20, 10);
    events(1, "app.Request", 20, 14);
    judge(
        "{\"rules\": ["
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_ratio\": "
        "1.2},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_ratio\": "
        "1.6},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_growth\": 2},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_growth\": 9},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max\": 16},"
        "{\"check\": \"quantile\", \"of\": \"p99.9\", \"event\": \"app.Request\", \"max\": 22}]}");
    const enum gate_verdict expected[] = {GATE_FAILED, GATE_PASSED, GATE_FAILED,
                                          GATE_PASSED, GATE_FAILED, GATE_PASSED};
    for (size_t i = 0; i < 6; i++) ck_assert_int_eq(result.outcomes.items[i].verdict, expected[i]);
    ck_assert_double_eq_tol(result.outcomes.items[0].base, 0.014, 0.0005); /* 10 * (0.5 + 0.9) */
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 0.0196, 0.0006);
}
END_TEST

START_TEST(a_percentile_of_few_or_of_none_is_inconclusive) {
    recording(0, 30);
    recording(1, 30);
    events(0, "app.Request", 3, 10);
    events(1, "app.Request", 3, 10);
    enable(1, "app.Other");
    enable(0, "app.Other");
    judge(
        "{\"rules\": ["
        "{\"check\": \"quantile\", \"of\": \"p99\", \"event\": \"app.Request\", \"max_ratio\": "
        "1.2},"
        "{\"check\": \"quantile\", \"of\": \"p99\", \"event\": \"app.Other\", \"max_ratio\": 1.2},"
        "{\"check\": \"quantile\", \"of\": \"p99\", \"event\": \"app.None\", \"max\": 1}]}");
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(result.outcomes.items[i].verdict, GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_FEW);
    ck_assert_int_eq(result.outcomes.items[1].why, GATE_FEW);
    ck_assert_int_eq(result.outcomes.items[2].why, GATE_NOT_RECORDED);
    gate_result_free(&result);
    tables[1].items[0].columns[1].kind = JFR_COLUMN_NONE;
    evaluate();
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_NO_DURATION);
    ck_assert_int_eq(result.outcomes.items[0].side, 1);
}
END_TEST

START_TEST(percentiles_of_the_same_seldom_fail) {
    int failures = 0;
    for (int i = 0; i < 100; i++) {
        recording(0, 30);
        recording(1, 30);
        events(0, "app.Request", 10, 10);
        events(1, "app.Request", 10, 10);
        judge("{\"rules\": [{\"check\": \"quantile\", \"of\": \"p95\", "
              "\"event\": \"app.Request\", \"max_growth\": 0}]}");
        failures += result.failed;
        teardown();
        rules = (struct gate_rules){0};
        result = (struct gate_result){0};
        count = 0;
    }
    ck_assert_int_le(failures, 9);
}
END_TEST

/* So many requests a second, each of which allocates so many bytes, more or less. */
static void work(int side, int requests, double each) {
    size_t at = count;
    struct profile *p = recording(side, 30);
    p->unit = PROFILE_BYTES;
    events(at, "app.Request", requests, 1);
    for (int s = 0; s < 30; s++)
        for (int i = 0; i < requests; i++)
            sample(p, "a.A.a", s, 1, (int64_t)(each * (0.67 + 0.66 * chance())));
}

START_TEST(work_per_request_does_not_depend_on_the_load) {
    work(0, 10, 1000);
    work(1, 20, 1000); /* twice the load */
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max\": 1500}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_PASSED);
    ck_assert_double_eq_tol(result.outcomes.items[1].fresh, 1000, 50);
}
END_TEST

START_TEST(work_per_request_that_grew_fails_whatever_the_load) {
    work(0, 20, 1000);
    work(1, 10, 1500); /* half the load */
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max\": 1200},"
          "{\"check\": \"allocation\", \"per\": \"app.Nothing\", \"max_ratio\": 1.1}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[3].verdict, GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[3].why, GATE_NOTHING_TO_DIVIDE);
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

START_TEST(what_a_rule_needs_or_cannot_have_is_said) {
    static const struct {
        const char *rule, *error;
    } cases[] = {
        {"\"check\": \"rate\", \"max\": 1", "\"event\" is missing"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"max\": 1", "\"of\" is missing"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"99\", \"max\": 1", "a percentile"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"p100\", \"max\": 1",
         "a percentile"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"p\", \"max\": 1", "a percentile"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"p9x\", \"max\": 1",
         "a percentile"},
        {"\"check\": \"rate\", \"event\": \"io\", \"max\": 1", "expected one event type"},
        {"\"check\": \"rate\", \"event\": \"a.*\", \"max\": 1", "expected one event type"},
        {"\"check\": \"allocation\", \"per\": \"lock\", \"max\": 1", "expected one event type"},
        {"\"check\": \"rate\", \"event\": \"a.B\"", "max_growth, max_ratio, min_ratio or max"},
        {"\"check\": \"rate\", \"event\": \"a.B\", \"max_ratio\": 2, \"min_ratio\": 1", "falls"},
        {"\"check\": \"rate\", \"event\": \"a.B\", \"max\": 2, \"min_ratio\": 1", "new side alone"},
        {"\"check\": \"gc-pause\", \"of\": \"longest\", \"per\": \"a.B\", \"max\": 2", "one event"},
        {"\"check\": \"lock-wait\", \"min_ratio\": 0.5, \"max\": 2", "no such key"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text json = {0}, error = {0};
        struct gate_rules read = {0};
        text_addf(&json, "{\"rules\": [{%s}]}", cases[i].rule);
        ck_assert(!gate_rules_parse("rules", text_str(&json), &read, &error));
        ck_assert_msg(strstr(text_str(&error), cases[i].error) != NULL, "%s: %s", cases[i].rule,
                      text_str(&error));
        gate_rules_free(&read);
        text_free(&json);
        text_free(&error);
    }
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
    tcase_add_test(c, few_samples_hide_nothing_that_is_more_than_chance);
    tcase_add_test(c, few_samples_without_a_change_are_no_pass);
    tcase_add_test(c, one_second_of_each_side_shows_nothing);
    tcase_add_test(c, a_warning_that_is_inconclusive_leaves_the_gate_passed);
    tcase_add_test(c, what_was_not_recorded_is_not_none);
    tcase_add_test(c, three_pauses_against_none_may_be_chance);
    tcase_add_test(c, seven_pauses_against_none_are_more_than_chance_however_many_are_wanted);
    tcase_add_test(c, in_two_seconds_nothing_can_fail_and_that_is_said);
    tcase_add_test(c, packages_and_patterns_are_rows_of_their_own);
    tcase_add_test(c, a_share_is_held_against_its_limit_with_chance_allowed_for);
    tcase_add_test(c, without_a_base_limits_are_judged_and_what_compares_is_not);
    tcase_add_test(c, only_what_is_found_again_is_confirmed);
    tcase_add_test(c, overloads_are_told_apart_by_name_and_key);
    tcase_add_test(c, the_key_does_not_depend_on_which_other_overload_was_tested);
    tcase_add_test(c, one_overload_does_not_confirm_the_other);
    tcase_add_test(c, unchanged_programs_seldom_fail);
    tcase_add_test(c, unchanged_programs_seldom_fail_on_few_samples_either);
    tcase_add_test(c, allocation_is_bytes_of_each_second);
    tcase_add_test(c, equal_allocation_passes);
    tcase_add_test(c, waiting_is_seconds_of_each_second);
    tcase_add_test(c, pauses_are_summed_up_and_the_longest_stands_for_itself);
    tcase_add_test(c, a_recording_that_says_it_took_a_century_costs_what_it_has);
    tcase_add_test(c, a_profile_without_times_has_no_totals);
    tcase_add_test(c, a_rate_may_neither_grow_nor_fall_beyond_its_limits);
    tcase_add_test(c, a_rate_that_grew_fails_and_one_outside_of_the_window_is_not_counted);
    tcase_add_test(c, a_percentile_is_held_against_that_of_the_base_and_against_a_limit);
    tcase_add_test(c, a_percentile_of_few_or_of_none_is_inconclusive);
    tcase_add_test(c, percentiles_of_the_same_seldom_fail);
    tcase_add_test(c, work_per_request_does_not_depend_on_the_load);
    tcase_add_test(c, work_per_request_that_grew_fails_whatever_the_load);
    tcase_add_test(c, cpu_time_is_load_by_processors_and_time);
    tcase_add_test(c, without_processors_or_loads_there_is_no_cpu_time);
    tcase_add_test(c, what_a_rule_needs_or_cannot_have_is_said);
    tcase_add_test(c, the_default_rules_say_something);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
