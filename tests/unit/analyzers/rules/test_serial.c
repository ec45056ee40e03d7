/* One thread that works alone while others could: at both sides of each limit. A step is 200 ms, in
 * which a thread can have 10 samples; it runs if it has 4 of them. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define PROCESSORS(count) "jdk.CPUInformation hwThreads:l\n@0 " count "\n"

static int64_t now_ms;

static void begin(void) {
    setup();
    now_ms = 0;
}

/* Steps in which threads a, b and c have so many samples. */
static void steps(size_t count, uint64_t a, uint64_t b, uint64_t c) {
    const uint64_t samples[] = {a, b, c};
    static const char *const names[] = {"a", "b", "c"};
    for (size_t i = 0; i < count; i++, now_ms += 200)
        for (size_t k = 0; k < 3; k++)
            if (samples[k])
                stacks_sample(&profile, "app.Main.run;app.Main.work", names[k], NULL,
                              START_NS + now_ms * 1000000, samples[k]);
}

static const char *outcome(const char *processors) {
    severity_of("SerialPhases", processors);
    return finding.outcome->name;
}

START_TEST(a_step_is_serial_if_one_thread_runs_and_has_nearly_all_of_it) {
    static const struct {
        uint64_t a, b;
        bool serial;
    } cases[] = {{10, 0, true},  {4, 0, true},   {3, 0, false},  {17, 3, true},
                 {16, 3, false}, {20, 4, false}, {40, 4, false}, {10, 1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        for (int phase = 0; phase < 3; phase++)
            steps(4, cases[i].a, cases[i].b, 0), steps(4, 5, 5, 5);
        ck_assert_msg(strcmp(outcome(PROCESSORS("4")), cases[i].serial ? "judged" : "none") == 0,
                      "%zu", i);
        if (i + 1 < sizeof cases / sizeof *cases) teardown();
    }
}
END_TEST

START_TEST(there_are_phases_steps_processors_and_steps_in_which_several_run) {
    static const struct {
        int phases;
        size_t serial, parallel; /* steps of each */
        const char *processors, *outcome;
    } cases[] = {{3, 4, 4, PROCESSORS("2"), "judged"},  {3, 4, 4, PROCESSORS("1"), "too-few"},
                 {2, 6, 6, PROCESSORS("2"), "none"},    {3, 5, 2, PROCESSORS("2"), "judged"},
                 {3, 4, 2, PROCESSORS("2"), "too-few"}, /* 18 steps */
                 {4, 4, 1, PROCESSORS("2"), "judged"},  /* 20 */
                 {4, 9, 1, PROCESSORS("2"), "judged"},  /* a tenth */
                 {4, 10, 1, PROCESSORS("2"), "none"},   {3, 4, 4, "", "too-few"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        begin();
        for (int phase = 0; phase < cases[i].phases; phase++)
            steps(cases[i].serial, 10, 0, 0), steps(cases[i].parallel, 5, 5, 0);
        ck_assert_msg(strcmp(outcome(cases[i].processors), cases[i].outcome) == 0, "%zu: %s", i,
                      finding.outcome->name);
    }
}
END_TEST

/* Who runs with others is counted, and who runs alone most is named. */
START_TEST(the_thread_that_is_alone_most_is_named_with_what_it_does) {
    for (int phase = 0; phase < 5; phase++) {
        steps(20, 10, 1, 0);
        steps(10, 0, 10, 0);
        steps(5, 4, 4, 3); /* the third hardly runs */
    }
    ck_assert_str_eq(outcome(PROCESSORS("4")), "judged");
    ck_assert_str_eq(text_of("thread"), "a");
    ck_assert_str_eq(text_of("site"), "app.Main.work");
    ck_assert_double_eq(number_of("phases"), 5); /* one thread after the other is one phase */
    ck_assert_double_eq(number_of("threads"), 2);
    ck_assert_double_eq_tol(number_of("alone_percent"), 100 * 100 * 0.2 / 120, 0.01);
    ck_assert_double_eq_tol(finding.cost, 100 * 100 * 0.2 / 120 / 2, 0.01);
}
END_TEST

/* Damage makes times: one that is further before the others than a number of ns has room for. */
START_TEST(a_sample_of_long_ago_is_a_step_of_its_own) {
    stacks_sample(&profile, "app.Main.run", "c", NULL, INT64_C(-7711072213709552640), 1);
    for (int phase = 0; phase < 3; phase++) steps(4, 10, 0, 0), steps(4, 5, 5, 5);
    ck_assert_str_eq(outcome(PROCESSORS("4")), "judged");
    ck_assert_double_eq(number_of("phases"), 3);
}
END_TEST

/* Rounds of 2 s: of each one thread merges for so long, and two map in the rest. */
static void rounds(int64_t alone_ms) {
    for (int64_t at = 0; at < 120000; at += 2000) {
        runs("app.Job.run;app.Job.merge", "main", at, at + alone_ms);
        runs("app.Job.map", "pool-1", at + alone_ms, at + 2000);
        runs("app.Job.map", "pool-2", at + alone_ms, at + 2000);
    }
}

START_TEST(one_thread_that_works_alone_in_between_is_named) {
    rounds(1000);
    ck_assert_int_eq(severity_of("SerialPhases", PROCESSORS("2")), RULE_INFO);
    ck_assert_str_eq(text_of("thread"), "main");
    ck_assert_str_eq(text_of("site"), "app.Job.merge");
    ck_assert_double_eq(number_of("phases"), 60);
    ck_assert_double_eq(number_of("threads"), 2);
    ck_assert_double_eq_tol(number_of("alone_percent"), 50, 0.01);
    ck_assert_double_eq_tol(finding.cost, 25, 0.01); /* two could have done it */
}
END_TEST

START_TEST(a_short_merge_or_a_program_that_is_never_parallel_is_none) {
    rounds(400);
    ck_assert_int_eq(severity_of("SerialPhases", PROCESSORS("2")), RULE_OK);
    teardown();
    setup();
    runs("app.Job.run;app.Job.merge", "main", 0, 120000);
    ck_assert_int_eq(severity_of("SerialPhases", PROCESSORS("2")), RULE_OK);
    ck_assert_int_eq(severity_of("SerialPhases", "jdk.ThreadPark duration:d\n"), RULE_NA);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("serial");
    TCase *tcase = tcase_create("serial");
    tcase_add_checked_fixture(tcase, begin, teardown);
    tcase_add_test(tcase, a_step_is_serial_if_one_thread_runs_and_has_nearly_all_of_it);
    tcase_add_test(tcase, there_are_phases_steps_processors_and_steps_in_which_several_run);
    tcase_add_test(tcase, a_sample_of_long_ago_is_a_step_of_its_own);
    tcase_add_test(tcase, the_thread_that_is_alone_most_is_named_with_what_it_does);
    tcase_add_test(tcase, one_thread_that_works_alone_in_between_is_named);
    tcase_add_test(tcase, a_short_merge_or_a_program_that_is_never_parallel_is_none);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
