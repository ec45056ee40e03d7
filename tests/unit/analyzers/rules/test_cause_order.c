/* Causes: what comes of what, and in which order they stand. */
#include "analyzers/rules/causes.h"
#include "tests/support/judged.h"
#include "tests/support/suite.h"

#include <check.h>

static struct findings findings;
static struct causes causes;
static const struct profile none;

static void setup(void) {
    findings = (struct findings){0};
    causes = (struct causes){.items = {0}};
}

static void teardown(void) {
    causes_free(&causes);
    findings_free(&findings);
}

static struct finding *found(const char *id, enum rule_severity severity) {
    struct finding finding = finding_of(rule_named(id));
    finding.severity = severity;
    array_push(&findings, finding);
    return &findings.items[findings.len - 1];
}

static void found_costing(const char *id, enum rule_severity severity, enum cost_of of,
                          double percent) {
    finding_cost(found(id, severity), of, percent);
}

/* "JavaBlocking(LockConvoy) GcPauseRatio | CompareCpu" */
static void add_ids(const struct cause *items, size_t len, struct text *out) {
    for (size_t i = 0; i < len; i++) {
        text_addf(out, "%s%s", out->len ? " " : "", items[i].finding->rule->id);
        for (size_t k = 0; k < items[i].consequences.len; k++)
            text_addf(out, "%s%s", k ? "," : "(", items[i].consequences.items[k]->rule->id);
        if (items[i].consequences.len) text_add_char(out, ')');
    }
}

static void expect(const char *expected) {
    struct text ids = {0};
    causes_free(&causes);
    causes_make(&findings, &none, &causes);
    add_ids(causes.items.items, causes.items.len, &ids);
    if (causes.outside.len) text_add(&ids, " |");
    add_ids(causes.outside.items, causes.outside.len, &ids);
    ck_assert_str_eq(text_str(&ids), expected);
    text_free(&ids);
}

START_TEST(the_more_severe_come_first_then_what_costs_more) {
    found_costing("Library", RULE_INFO, COST_OF_CPU, 90);
    found_costing("JavaBlocking", RULE_WARNING, COST_OF_WAITERS, 30);
    found_costing("GcPauseRatio", RULE_WARNING, COST_OF_TIME, 31);
    expect("GcPauseRatio JavaBlocking Library");
}
END_TEST

static void found_scoring(const char *id, enum rule_severity severity, double score,
                          double percent) {
    struct finding *finding = found(id, severity);
    finding->score = score;
    if (percent >= 0) finding_cost(finding, COST_OF_WAITERS, percent);
}

START_TEST(what_costs_nothing_that_is_known_stands_where_its_score_is) {
    static const struct {
        enum rule_severity severity;
        double growth, classes; /* scores */
        const char *order;
    } cases[] = {
        {RULE_WARNING, 81, 79, "IncreasingLiveSet JavaBlocking ClassGrowth SlowHost"},
        {RULE_WARNING, 80, 80, "JavaBlocking IncreasingLiveSet ClassGrowth SlowHost"},
        {RULE_WARNING, 81, 82, "ClassGrowth IncreasingLiveSet JavaBlocking SlowHost"},
        {RULE_WARNING, 78, 77, "JavaBlocking IncreasingLiveSet SlowHost ClassGrowth"},
        {RULE_WARNING, 76, 76, "JavaBlocking SlowHost IncreasingLiveSet ClassGrowth"},
        {RULE_INFO, 81, 30, "JavaBlocking SlowHost IncreasingLiveSet ClassGrowth"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        found_scoring("SlowHost", RULE_WARNING, 77, 20);
        found_scoring("JavaBlocking", RULE_WARNING, 80, 48);
        found_scoring("IncreasingLiveSet", cases[i].severity, cases[i].growth, -1);
        found_scoring("ClassGrowth", cases[i].severity, cases[i].classes, -1);
        expect(cases[i].order);
    }
}
END_TEST

START_TEST(what_costs_so_much_at_least_stands_where_that_is) {
    found_scoring("Library", RULE_INFO, 30, 10);
    found_scoring("ClassGrowth", RULE_INFO, 70, -1);
    expect("ClassGrowth Library");
    findings.items[1].weight = 9;
    expect("Library ClassGrowth");
    findings.items[1].weight = 11;
    expect("ClassGrowth Library");
}
END_TEST

/* The marks are 25 and 75. */
START_TEST(what_has_no_score_stands_at_its_mark) {
    found_scoring("Library", RULE_INFO, 25, 10);
    found("ClassGrowth", RULE_INFO);
    expect("Library ClassGrowth");
    findings.items[0].score = 24;
    expect("ClassGrowth Library");
    teardown();
    setup();
    found_scoring("JavaBlocking", RULE_WARNING, 75, 10);
    found("Deadlock", RULE_WARNING);
    expect("JavaBlocking Deadlock");
    findings.items[0].score = 74;
    expect("Deadlock JavaBlocking");
}
END_TEST

START_TEST(what_is_about_the_recording_comes_behind_what_is_about_the_program) {
    found_scoring("RecordingCost", RULE_INFO, 74, -1);
    found_scoring("Library", RULE_INFO, 26, 10);
    found_scoring("ClassGrowth", RULE_INFO, 25, -1);
    expect("Library ClassGrowth RecordingCost");
    findings.items[0].severity = RULE_WARNING;
    expect("Library ClassGrowth RecordingCost"); /* however severe */
}
END_TEST

START_TEST(what_the_jvm_died_of_is_about_the_program) {
    found_scoring("Library", RULE_INFO, 26, 10);
    found_scoring("BufferLost", RULE_WARNING, 100, -1);
    found_scoring("DumpReason", RULE_WARNING, 75, -1);
    expect("DumpReason Library BufferLost");
}
END_TEST

START_TEST(what_is_fine_or_about_settings_is_no_cause) {
    found("JavaBlocking", RULE_OK);
    found("GcPauseRatio", RULE_NA);
    found("PID1Rule", RULE_WARNING);
    expect("");
}
END_TEST

START_TEST(what_comes_of_a_cause_stands_under_it_however_far) {
    found("LongGcPause", RULE_INFO);
    found_costing("GcPauseRatio", RULE_WARNING, COST_OF_TIME, 47);
    found_costing("ContainerThrottling", RULE_WARNING, COST_OF_TIME, 84);
    found("GcStall", RULE_INFO);
    expect("ContainerThrottling(LongGcPause,GcPauseRatio,GcStall)");
}
END_TEST

START_TEST(a_cause_that_costs_less_than_half_of_an_effect_is_none) {
    found_costing("GcPauseRatio", RULE_WARNING, COST_OF_TIME, 40);
    found_costing("ContainerThrottling", RULE_WARNING, COST_OF_TIME, 20);
    expect("ContainerThrottling(GcPauseRatio)");
    findings.items[1].cost = 19.9;
    expect("GcPauseRatio ContainerThrottling");
}
END_TEST

START_TEST(where_costs_cannot_be_compared_a_cause_is_as_severe_as_its_effect) {
    found_costing("GcPauseRatio", RULE_WARNING, COST_OF_TIME, 40);
    found("IncreasingLiveSet", RULE_INFO);
    expect("GcPauseRatio IncreasingLiveSet");
    findings.items[0].severity = RULE_INFO;
    expect("GcPauseRatio IncreasingLiveSet"); /* what it costs is not known */
    findings.items[1].severity = RULE_WARNING;
    findings.items[0].severity = RULE_WARNING;
    findings.items[1].score = 80;
    expect("IncreasingLiveSet(GcPauseRatio)");
}
END_TEST

START_TEST(who_uses_little_cpu_keeps_nobody_waiting_for_long) {
    found_costing("SmallFileCalls", RULE_INFO, COST_OF_CPU, 90);
    finding_blame(&findings.items[0], CULPRIT_METHOD, "app.Feed.read");
    finding_blame(found("SlowHost", RULE_INFO), CULPRIT_METHOD, "app.Feed.read");
    finding_cost(&findings.items[1], COST_OF_WAITERS, 80);
    findings.items[0].weight = 40;
    expect("SmallFileCalls(SlowHost)");
    findings.items[0].weight = 39.9;
    expect("SlowHost SmallFileCalls");
}
END_TEST

START_TEST(some_come_of_a_cause_only_if_both_name_the_same) {
    struct finding *lock = found("JavaBlocking", RULE_WARNING);
    finding_blame(lock, CULPRIT_LOCK, "app.Rates");
    finding_text(lock, 6, "app.Rates.get"); /* the site */
    finding_blame(found("CallTree", RULE_INFO), CULPRIT_METHOD, "app.Other.get");
    expect("JavaBlocking CallTree");
    finding_blame(&findings.items[1], CULPRIT_METHOD, "app.Rates.get");
    expect("JavaBlocking(CallTree)");
}
END_TEST

/* The value of a rule with that key. */
static void say(struct finding *finding, const char *key, const char *text) {
    size_t at = 0;
    while (strcmp(finding->rule->values[at].key, key) != 0) at++;
    finding_text(finding, at, text);
}

START_TEST(what_one_method_calls_besides_is_no_consequence) {
    found_costing("WaitingForThreads", RULE_INFO, COST_OF_TIME, 40);
    found_costing("MethodProfiling", RULE_INFO, COST_OF_TIME, 20);
    say(&findings.items[0], "site", "app.Table.get");
    say(&findings.items[0], "caller", "app.Page.show");
    say(&findings.items[1], "caller", "app.Page.show");
    expect("WaitingForThreads MethodProfiling");
    say(&findings.items[1], "caller", "app.Table.get");
    expect("WaitingForThreads(MethodProfiling)");
}
END_TEST

START_TEST(what_is_allocated_where_a_call_is_hot_comes_of_the_call) {
    found_costing("Allocations.class", RULE_INFO, COST_OF_TIME, 3);
    say(&findings.items[0], "site", "app.Pages.render");
    found_costing("CallTree", RULE_INFO, COST_OF_CPU, 60);
    finding_blame(&findings.items[1], CULPRIT_METHOD, "app.Pages.render");
    expect("CallTree(Allocations.class)");
    finding_blame(&findings.items[1], CULPRIT_METHOD, "app.Other.run");
    expect("CallTree Allocations.class");
}
END_TEST

START_TEST(a_thread_that_allocates_where_a_call_is_hot_comes_of_the_call) {
    static const char *const hot[] = {"CallTree", "MethodProfiling"};
    for (size_t i = 0; i < 2; i++) {
        struct text together = {0}, apart = {0};
        teardown();
        setup();
        found_costing("Allocations.thread", RULE_INFO, COST_OF_TIME, 0.2);
        finding_text(&findings.items[0], 3, "app.Pages.render"); /* where most of it is */
        found_costing(hot[i], RULE_INFO, COST_OF_CPU, 60);
        finding_blame(&findings.items[1], CULPRIT_METHOD, "app.Pages.render");
        text_addf(&together, "%s(Allocations.thread)", hot[i]);
        expect(text_str(&together));
        finding_blame(&findings.items[1], CULPRIT_METHOD, "app.Other.run");
        text_addf(&apart, "%s Allocations.thread", hot[i]);
        expect(text_str(&apart));
        text_free(&together);
        text_free(&apart);
    }
}
END_TEST

START_TEST(full_collections_come_of_a_cpu_limit_that_is_always_reached) {
    found_costing("FullGc", RULE_WARNING, COST_OF_TIME, 40);
    found("ContainerCpuLimit", RULE_INFO);
    expect("FullGc ContainerCpuLimit");
    findings.items[1].severity = RULE_WARNING;
    expect("ContainerCpuLimit(FullGc)");
}
END_TEST

START_TEST(a_method_of_a_library_comes_of_the_library) {
    finding_blame(found("Library", RULE_INFO), CULPRIT_LIBRARY, "org.probe");
    finding_blame(found("CallTree", RULE_INFO), CULPRIT_METHOD, "org.probe.Walk.run");
    expect("Library(CallTree)");
    finding_blame(&findings.items[1], CULPRIT_METHOD, "org.probes.Walk.run");
    expect("Library CallTree");
}
END_TEST

START_TEST(of_a_call_and_the_library_that_it_calls_the_larger_has_the_other_under_it) {
    found_costing("Library", RULE_INFO, COST_OF_CPU, 35);
    finding_blame(&findings.items[0], CULPRIT_LIBRARY, "org.probe");
    finding_text(&findings.items[0], 3, "app.Walk.run"); /* who calls it */
    found_costing("CallTree", RULE_INFO, COST_OF_CPU, 58);
    finding_blame(&findings.items[1], CULPRIT_METHOD, "app.Walk.run");
    expect("CallTree(Library)");
    finding_cost(&findings.items[1], COST_OF_CPU, 34);
    expect("Library(CallTree)");
    finding_cost(&findings.items[1], COST_OF_CPU, 35);
    expect("Library(CallTree)");
    finding_blame(&findings.items[1], CULPRIT_METHOD, "app.Other.run");
    expect("Library CallTree");
}
END_TEST

START_TEST(a_function_that_fills_memory_comes_of_what_is_allocated) {
    static const char *const names[] = {"libc.so.6.__memset_avx512_unaligned_erms",
                                        "libsystem_platform.dylib._platform_bzero$VARIANT$Haswell"};
    for (size_t i = 0; i < 3; i++) {
        teardown();
        setup();
        found_costing("MethodProfiling", RULE_WARNING, COST_OF_CPU, 70);
        finding_blame(&findings.items[0], CULPRIT_METHOD, i < 2 ? names[i] : "app.Main.run");
        found("Allocations.class", RULE_INFO);
        expect(i < 2 ? "Allocations.class(MethodProfiling)" : "MethodProfiling Allocations.class");
    }
}
END_TEST

START_TEST(what_is_outside_stands_apart_and_explains_something_only_if_it_is_much) {
    struct finding *others = found("CompareCpu", RULE_INFO);
    finding_blame(others, CULPRIT_OUTSIDE, "other processes");
    finding_real(others, 0, 60);
    found("GcThreadStarvation", RULE_WARNING);
    expect(" | CompareCpu(GcThreadStarvation)");
    ck_assert_int_eq(causes.outside.items[0].severity, RULE_INFO);
    finding_real(&findings.items[0], 0, 59.9);
    expect("GcThreadStarvation | CompareCpu");
}
END_TEST

START_TEST(pauses_of_a_collector_that_got_no_processor_come_of_that) {
    found("LongGcPause", RULE_INFO);
    found("VMOperations", RULE_INFO);
    expect("LongGcPause VMOperations");
    found("GcThreadStarvation", RULE_WARNING);
    expect("GcThreadStarvation(LongGcPause,VMOperations)");
}
END_TEST

START_TEST(a_cause_is_as_bad_as_what_comes_of_it) {
    found_costing("FullGc", RULE_WARNING, COST_OF_TIME, 6);
    found_costing("GcPauseRatio", RULE_INFO, COST_OF_TIME, 6);
    expect("GcPauseRatio(FullGc)");
    ck_assert_int_eq(causes.items.items[0].severity, RULE_WARNING);
}
END_TEST

/* Full collections of so many ms in 120 s. */
static enum rule_severity severity_of_full(const char *ms) {
    char told[200];
    struct recording r = {0};
    snprintf(told, sizeof told,
             "jdk.GarbageCollection duration:d name:s cause:s gcId:l\n@0 %s G1Full x 1\n", ms);
    told_write(&r, told, RECORDED_NS);
    struct finding finding = judge(rule_named("FullGc"), &r.out);
    enum rule_severity severity = finding.severity;
    finding_free(&finding);
    recording_free(&r);
    return severity;
}

START_TEST(what_costs_little_is_no_warning) {
    ck_assert_int_eq(severity_of_full("5999"), RULE_INFO);
    ck_assert_int_eq(severity_of_full("6000"), RULE_WARNING); /* 5 % */
}
END_TEST

START_TEST(a_cost_is_a_percentage_and_stays_unknown) {
    struct finding *finding = found("JavaBlocking", RULE_INFO);
    finding_cost(finding, COST_OF_WAITERS, MISSING_REAL);
    ck_assert_int_eq(finding->cost_of, COST_OF_NOTHING);
    finding_cost(finding, COST_OF_WAITERS, 101);
    ck_assert_double_eq(finding->cost, 100);
    finding_cost(finding, COST_OF_WAITERS, -1);
    ck_assert_double_eq(finding->cost, 0);
}
END_TEST

static const struct {
    const char *effect, *cause, *how;
} comes[] = {
#define COMES(effect, cause, how) {effect, cause, #how},
#include "analyzers/rules/causes_table.h"
#undef COMES
};

/* Does the cause come of the effect, in so many steps at most? What is larger does not, whatever
 * the table says the other way round. */
static bool comes_of(const char *cause, const char *effect, size_t steps) {
    for (size_t i = 0; i < sizeof comes / sizeof *comes; i++)
        if (strcmp(comes[i].how, "LARGER") != 0 && strcmp(comes[i].effect, cause) == 0 &&
            (strcmp(comes[i].cause, effect) == 0 ||
             (steps && comes_of(comes[i].cause, effect, steps - 1))))
            return true;
    return false;
}

START_TEST(what_comes_of_what_are_rules_and_none_comes_of_itself) {
    for (size_t i = 0; i < sizeof comes / sizeof *comes; i++) {
        rule_named(comes[i].effect);
        rule_named(comes[i].cause);
        ck_assert_msg(strcmp(comes[i].how, "LARGER") == 0 ||
                          !comes_of(comes[i].cause, comes[i].effect, 20),
                      "%s and %s", comes[i].effect, comes[i].cause);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cause order");
    TCase *c = tcase_create("cause order");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, who_uses_little_cpu_keeps_nobody_waiting_for_long);
    tcase_add_test(c, what_comes_of_what_are_rules_and_none_comes_of_itself);
    tcase_add_test(c, the_more_severe_come_first_then_what_costs_more);
    tcase_add_test(c, what_costs_nothing_that_is_known_stands_where_its_score_is);
    tcase_add_test(c, what_costs_so_much_at_least_stands_where_that_is);
    tcase_add_test(c, what_has_no_score_stands_at_its_mark);
    tcase_add_test(c, what_is_about_the_recording_comes_behind_what_is_about_the_program);
    tcase_add_test(c, what_the_jvm_died_of_is_about_the_program);
    tcase_add_test(c, what_is_fine_or_about_settings_is_no_cause);
    tcase_add_test(c, what_comes_of_a_cause_stands_under_it_however_far);
    tcase_add_test(c, a_cause_that_costs_less_than_half_of_an_effect_is_none);
    tcase_add_test(c, where_costs_cannot_be_compared_a_cause_is_as_severe_as_its_effect);
    tcase_add_test(c, some_come_of_a_cause_only_if_both_name_the_same);
    tcase_add_test(c, what_one_method_calls_besides_is_no_consequence);
    tcase_add_test(c, what_is_allocated_where_a_call_is_hot_comes_of_the_call);
    tcase_add_test(c, a_thread_that_allocates_where_a_call_is_hot_comes_of_the_call);
    tcase_add_test(c, full_collections_come_of_a_cpu_limit_that_is_always_reached);
    tcase_add_test(c, a_method_of_a_library_comes_of_the_library);
    tcase_add_test(c, of_a_call_and_the_library_that_it_calls_the_larger_has_the_other_under_it);
    tcase_add_test(c, a_function_that_fills_memory_comes_of_what_is_allocated);
    tcase_add_test(c, what_is_outside_stands_apart_and_explains_something_only_if_it_is_much);
    tcase_add_test(c, pauses_of_a_collector_that_got_no_processor_come_of_that);
    tcase_add_test(c, a_cause_is_as_bad_as_what_comes_of_it);
    tcase_add_test(c, what_costs_little_is_no_warning);
    tcase_add_test(c, a_cost_is_a_percentage_and_stays_unknown);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
