/* Rules as we judge them: for each a recording that fires it and one that does not, told as
 * tests/support/told.h has it. */
#include "tests/support/judged.h"
#include "tests/support/suite.h"
#include "tests/unit/analyzers/rules/own_rules_cases.h"
#include "tests/unit/analyzers/rules/own_rules_figures.h"

#include <check.h>
#include <string.h>

static enum rule_severity severity_of(const char *id, const char *text) {
    struct recording r = {0};
    told_write(&r, text, RECORDED_NS);
    struct finding finding = judge(rule_named(id), &r.out);
    enum rule_severity severity = finding.severity;
    finding_free(&finding);
    recording_free(&r);
    return severity;
}

START_TEST(a_rule_fires_where_it_should_and_nowhere_else) {
    ck_assert_msg(severity_of(cases[_i].rule, cases[_i].fires) == cases[_i].severity,
                  "%s: %s, expected %s", cases[_i].rule,
                  rule_severity_name(severity_of(cases[_i].rule, cases[_i].fires)),
                  rule_severity_name(cases[_i].severity));
    ck_assert_msg(severity_of(cases[_i].rule, cases[_i].quiet) <= RULE_OK, "%s: %s, expected OK",
                  cases[_i].rule, rule_severity_name(severity_of(cases[_i].rule, cases[_i].quiet)));
}
END_TEST

static void add_value(const struct finding_value *value, enum rule_kind kind, struct text *out) {
    switch (kind) {
    case RULE_ESTIMATE:
    case RULE_PERCENT: text_addf(out, "%.6g", value->real); break;
    case RULE_TEXT: text_add(out, value->text); break;
    case RULE_PATH:
    case RULE_OTHERS: break;
    default: text_addf(out, "%lld", (long long)value->number);
    }
}

/* "INFO 43.01 outcome, name=value, 0..60000 ms, costs 5, weighs 4". */
static char *figures_of(const char *id, const char *told) {
    struct recording r = {0};
    struct text text = {0};
    told_write(&r, told, RECORDED_NS);
    struct finding finding = judge(rule_named(id), &r.out);
    const struct rule_value *values = finding.rule->values;
    text_addf(&text, "%s %.2f %s", rule_severity_name(finding.severity), finding.score,
              finding.outcome ? finding.outcome->name : "-");
    for (size_t i = 0; values && values[i].key; i++) {
        if (!finding.values[i].given) continue;
        text_addf(&text, ", %s=", values[i].key);
        add_value(&finding.values[i], values[i].kind, &text);
    }
    if (finding.to_ns)
        text_addf(&text, ", %lld..%lld ms", (long long)(finding.from_ns - START_NS) / 1000000,
                  (long long)(finding.to_ns - START_NS) / 1000000);
    if (is_known(finding.cost)) text_addf(&text, ", costs %.4g", finding.cost);
    if (is_known(finding.weight)) text_addf(&text, ", weighs %.4g", finding.weight);
    finding_free(&finding);
    recording_free(&r);
    return text_take(&text);
}

START_TEST(a_rule_has_its_figures_whether_it_fires_or_not) {
    for (int quiet = 0; quiet < 2; quiet++) {
        char *text = figures_of(cases[_i].rule, quiet ? cases[_i].quiet : cases[_i].fires);
        ck_assert_str_eq(text, figures[_i][quiet]);
        free(text);
    }
}
END_TEST

/* Two chunks that follow one another, of which the second began so much later by the clock than by
 * its ticks. */
static enum rule_severity severity_of_jump(int64_t jump_ns) {
    struct recording r = {0};
    struct chunk_head head = usual_head;
    for (int i = 0; i < 2; i++) {
        head.duration_ns = i ? 1000000000 : 10000000000 + jump_ns;
        chunk_begin(&r, &head);
        told_describe(&r, NULL, 0);
        jvm_pools(&(struct jvm){0}, &r);
        chunk_end(&r);
        head.start_ns += head.duration_ns;
        head.start_ticks += 10000000000;
    }
    struct finding finding = judge(rule_named("ClockJump"), &r.out);
    enum rule_severity severity = finding.severity;
    finding_free(&finding);
    recording_free(&r);
    return severity;
}

START_TEST(a_clock_that_was_set_is_noticed) {
    ck_assert_int_eq(severity_of_jump(0), RULE_OK);
    ck_assert_int_eq(severity_of_jump(5000000000), RULE_INFO);
    ck_assert_int_eq(severity_of_jump(3600000000000), RULE_WARNING);
}
END_TEST

/* Those of samples have tests of their own: test_method_profiling.c, and these. */
static bool has_case(const char *id) {
    static const char *const others[] = {"ClockJump",
                                         "MethodProfiling",
                                         "StackdepthSetting", /* those of test_causes.c: */
                                         "HeapTooSmall",
                                         "YoungTooSmall",
                                         "CarriersTaken",
                                         "WaitingForThreads",
                                         "SlowHost",
                                         "PoolWaitsForItself",
                                         "ManySmallReads",
                                         "Library", /* and of test_cpu_rules.c: */
                                         "CallTree",
                                         "InterpretedCode",
                                         "SerialPhases",
                                         "SmallFileCalls",
                                         "NativeWork",
                                         "ShortReplies",
                                         "WaitingToBeNotified",
                                         "SleepPolling",
                                         "UnsampledCpu",
                                         "Compiling",
                                         "SlowConnects",
                                         "OneAtATime",
                                         "SampledWaits"}; /* test_sampled_waits.c */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].rule, id) == 0) return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], id) == 0) return true;
    return false;
}

START_TEST(each_rule_has_a_recording_that_fires_it) {
    for (size_t i = 0; rules_all[i]; i++)
        ck_assert_msg(has_case(rules_all[i]->id), "%s has none", rules_all[i]->id);
}
END_TEST

static const char *depth_outcome;
static enum rule_severity severity_of_depth(uint64_t samples, uint64_t truncated,
                                            uint64_t shortened) {
    struct profile profile = {.samples = samples, .truncated = truncated, .shortened = shortened};
    struct facts facts = {.lost_samples = 0};
    const struct rule_input input = {
        .profile = &profile, .facts = &facts, .recorded_ns = RECORDED_NS};
    struct finding finding;
    rule_judge(rule_named("StackdepthSetting"), &input, NULL, &finding);
    enum rule_severity severity = finding.severity;
    depth_outcome = finding.outcome->name; /* the rule's */
    finding_free(&finding);
    return severity;
}

START_TEST(of_stacks_of_a_few_samples_nothing_is_said_and_of_whole_ones_that_they_are) {
    ck_assert_int_eq(severity_of_depth(0, 0, 0), RULE_NA);
    ck_assert_str_eq(depth_outcome, "no-samples");
    ck_assert_int_eq(severity_of_depth(1, 0, 0), RULE_NA);
    ck_assert_str_eq(depth_outcome, "few-samples");
    ck_assert_int_eq(severity_of_depth(9, 9, 0), RULE_NA);
    ck_assert_int_eq(severity_of_depth(10, 0, 0), RULE_OK);
    ck_assert_str_eq(depth_outcome, "whole");
    ck_assert_int_eq(severity_of_depth(10, 5, 5), RULE_OK);
    ck_assert_str_eq(depth_outcome, "whole");
    ck_assert_int_eq(severity_of_depth(10, 9, 0), RULE_OK);
    ck_assert_str_eq(depth_outcome, "judged");
    ck_assert_int_eq(severity_of_depth(10, 10, 0), RULE_INFO);
    ck_assert_str_eq(depth_outcome, "judged");
}
END_TEST

START_TEST(stacks_that_are_cut_are_noticed) {
    ck_assert_int_eq(severity_of_depth(1000, 10, 0), RULE_OK);
    ck_assert_int_eq(severity_of_depth(1000, 30, 0), RULE_INFO);
    ck_assert_int_eq(severity_of_depth(1000, 500, 0), RULE_INFO);
    ck_assert_int_eq(severity_of_depth(1000, 500, 500), RULE_OK); /* not by the recording */
    ck_assert_int_eq(severity_of_depth(1000, 530, 500), RULE_INFO);
}
END_TEST

START_TEST(of_an_option_the_worst_that_became_of_it_is_said_and_since_when) {
    static const char *const said[][2] = {
        {"-XX:+ForceNUMA", "-XX:+ForceNUMA (removed in JDK 17)"},
        {"-XX:+UseAltSigs", "-XX:+UseAltSigs (ignored since JDK 9)"},
        {"-XX:+UseBiasedLocking", "-XX:+UseBiasedLocking (deprecated since JDK 15)"}};
    char text[600];
    struct recording r = {0};
    snprintf(text, sizeof text,
             JVM "@0 7 " VM "%s app\n" PROPERTY "@0 java.vm.specification.version 17\n",
             said[_i][0]);
    told_write(&r, text, RECORDED_NS);
    struct finding finding = judge(rule_named("Options"), &r.out);
    ck_assert(finding.values[0].given);
    ck_assert_str_eq(finding.values[0].text, said[_i][1]);
    ck_assert_int_eq(finding.severity, _i == 0 ? RULE_WARNING : RULE_INFO);
    finding_free(&finding);
    recording_free(&r);
}
END_TEST

/* One that was never deprecated, of a JVM that does not ignore it yet; one that will be. */
START_TEST(an_option_that_is_still_fine_is_not_told) {
    static const char *const fine[] = {"-XX:+MonitorInUseLists", "-XX:+UseBiasedLocking",
                                       "-XX:+UseParallelOldGC"};
    char text[600];
    struct recording r = {0};
    snprintf(text, sizeof text,
             JVM "@0 7 " VM "%s app\n" PROPERTY "@0 java.vm.specification.version 11\n", fine[_i]);
    told_write(&r, text, RECORDED_NS);
    struct finding finding = judge(rule_named("Options"), &r.out);
    ck_assert_int_eq(finding.severity, RULE_OK);
    finding_free(&finding);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("own rules");
    TCase *tcase = tcase_create("own rules");
    tcase_add_loop_test(tcase, a_rule_fires_where_it_should_and_nowhere_else, 0,
                        (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(tcase, a_rule_has_its_figures_whether_it_fires_or_not, 0,
                        (int)(sizeof cases / sizeof *cases));
    tcase_add_test(tcase, each_rule_has_a_recording_that_fires_it);
    tcase_add_test(tcase, a_clock_that_was_set_is_noticed);
    tcase_add_test(tcase,
                   of_stacks_of_a_few_samples_nothing_is_said_and_of_whole_ones_that_they_are);
    tcase_add_test(tcase, stacks_that_are_cut_are_noticed);
    tcase_add_loop_test(tcase, an_option_that_is_still_fine_is_not_told, 0, 3);
    tcase_add_loop_test(tcase, of_an_option_the_worst_that_became_of_it_is_said_and_since_when, 0,
                        3);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
