/* The rule MethodProfiling, on profiles and settings written down here: each branch, what counts
 * and what does not. */
#include "tests/unit/analyzers/rules/method_profiling.h"

/* The values that JMC's documentation of the curve gives. */
START_TEST(the_score_goes_through_the_known_points) {
    static const double points[][3] = {{0, 0.66, 0.01},   {0.01, 2.83, 0.01},    {0.02, 10.5, 0.05},
                                       {0.0288, 25, 0.1}, {0.03333, 33.3, 0.05}, {0.05, 50.7, 0.05},
                                       {0.1, 61.5, 0.05}, {0.1903, 75, 0.01},    {0.25, 82.0, 0.05},
                                       {0.5, 96.3, 0.05}, {1, 99.9, 0.05}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        ck_assert_double_eq_tol(method_profiling_score(points[i][0]), points[i][1], points[i][2]);
}
END_TEST

/* 20 ms: 7,500 samples in 30 s are possible; INFO needs 217 of them, JMC's WARNING 1,428. */
static const struct {
    uint32_t samples;
    enum rule_severity severity, of_jmc;
} severities[] = {
    {1, RULE_OK, RULE_OK},        {216, RULE_OK, RULE_OK},         {217, RULE_INFO, RULE_INFO},
    {1427, RULE_INFO, RULE_INFO}, {1428, RULE_INFO, RULE_WARNING}, {7500, RULE_INFO, RULE_WARNING},
};

START_TEST(the_share_of_what_is_possible_decides_the_severity) {
    setting(0, "period", "20 ms");
    samples(1, "app.Main.main;app.Work.run", severities[_i].samples);
    static const char *const others[] = {"app.Main.main", "app.Main.read",  "app.Main.write",
                                         "app.Main.sort", "app.Main.check", "app.Main.count"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) samples(2, others[i], 100);
    judge(); /* none has 30 % where few are possible */
    ck_assert_uint_eq(verdict.severity, severities[_i].severity);
    if (severities[_i].samples <= 100) return;
    ck_assert_str_eq(best_method(), "app.Work.run");
    ck_assert_double_eq_tol(share(), severities[_i].samples / 7500.0, 1e-12);
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_POSSIBLE), 7500, 1e-9);
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), severities[_i].samples);
    ck_assert_int_eq(number(METHOD_PROFILING_TAKEN), severities[_i].samples + 600);
    ck_assert_int_eq(number(METHOD_PROFILING_PERIOD), 20000000);
}
END_TEST

START_TEST(only_for_jmc_a_method_that_takes_the_cpu_is_a_fault) {
    setting(-1, "period", "20 ms");
    samples(1, "app.Work.run", severities[_i].samples);
    samples(1, "app.Work.stop", severities[_i].samples); /* it has half of all, too */
    judge_as_jmc(0, 30);
    ck_assert_uint_eq(verdict.severity, severities[_i].of_jmc);
    ck_assert(verdict.values[METHOD_PROFILING_SHARE_OF_WARNING].given);
    double score = verdict.score;
    input.as_jmc = NULL;
    judge();
    ck_assert(!verdict.values[METHOD_PROFILING_SHARE_OF_WARNING].given);
    for (size_t i = 0; i < verdict.others.len; i++)
        ck_assert_double_eq_tol(verdict.others.items[i].score, verdict.score, 1e-9);
    if (verdict.outcome == outcome(METHOD_PROFILING_JUDGED))
        ck_assert_double_eq_tol(verdict.score, score < 75 ? score : 74, 1e-9);
    ck_assert_uint_le(verdict.severity, RULE_INFO);
}
END_TEST

START_TEST(what_samples_are_about_is_no_method) {
    struct frame about = {.line = -1, .bci = -1, .type = FRAME_THREAD};
    about.class_name = strings_intern(&profile.frames.strings, "/slow", strlen("/slow"));
    uint32_t root = frames_intern(&profile.frames, &about);
    uint32_t run = stacks_frame(&profile, "app.Work", "run", FRAME_ANY), both[] = {run, root};
    const struct profile_weight weight = {.samples = 300};
    struct profile_sample sample = {
        .time_ns = START + SECOND, .thread = PROFILE_NONE, .count = 300};
    sample.stack = profile_add_stack(&profile, both, 2, weight);
    profile_add_sample(&profile, &sample);
    sample.stack = profile_add_stack(&profile, &root, 1, weight); /* without a stack */
    sample.count = 6000;
    profile_add_sample(&profile, &sample);
    setting(0, "period", "20 ms");
    judge();
    ck_assert_str_eq(best_method(), "app.Work.run");
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 300);
}
END_TEST

START_TEST(methods_whose_names_were_lost_are_not_judged_as_one) {
    static const struct {
        uint32_t lost;
        unsigned outcome;
    } rows[] = {{399, METHOD_PROFILING_JUDGED}, {401, METHOD_PROFILING_LOST}};
    const uint32_t lost = stacks_frame(&profile, "", FRAME_LOST, FRAME_ANY);
    const struct profile_weight weight = {.samples = rows[_i].lost};
    struct profile_sample sample = {
        .time_ns = START + SECOND, .thread = PROFILE_NONE, .count = rows[_i].lost};
    sample.stack = profile_add_stack(&profile, &lost, 1, weight);
    profile_add_sample(&profile, &sample);
    setting(0, "period", "20 ms");
    samples(1, "app.Main.main;app.Work.run", 400);
    judge();
    ck_assert_ptr_eq(verdict.outcome, outcome(rows[_i].outcome));
    ck_assert_uint_eq(verdict.severity, _i ? RULE_NA : RULE_INFO);
    ck_assert_uint_eq(verdict.others.len, 0);
}
END_TEST

START_TEST(without_a_period_the_share_of_all_samples_decides) {
    static const struct {
        uint32_t samples;
        enum rule_severity severity;
    } rows[] = {{199, RULE_OK}, {200, RULE_INFO}, {1000, RULE_INFO}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        teardown();
        setup();
        if (i % 2) setting(0, "period", "everyChunk");
        samples(1, "app.Main.main;app.Work.run;java.util.HashMap.get", rows[i].samples);
        for (int k = 0; k < 10; k++) {
            char name[40];
            snprintf(name, sizeof name, "app.Other%d.run", k);
            samples(2, name,
                    (1000 - rows[i].samples) / 10 + (k < (int)(1000 - rows[i].samples) % 10));
        }
        samples(3, "", 5000); /* without stack */
        judge();
        ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_BY_SHARE));
        ck_assert_str_eq(best_method(), "app.Work.run");
        ck_assert_uint_eq(verdict.severity, rows[i].severity);
        ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_SHARE_OF_TAKEN),
                                rows[i].samples / 10.0, 1e-9);
        ck_assert_int_eq(number(METHOD_PROFILING_TAKEN), 6000);
        ck_assert_double_eq_tol(verdict.score, 13 + rows[i].samples * 0.06, 1e-9);
        ck_assert(!verdict.values[METHOD_PROFILING_POSSIBLE].given);
    }
}
END_TEST

START_TEST(other_samplers_of_running_threads_are_judged_by_share) {
    static const char *const events[] = {"jdk.CPUTimeSample", "datadog.ExecutionSample", "cpu"};
    samples(1, "app.Main.main;app.A.run", 700);
    samples(1, "app.Main.main;app.B.run", 300);
    for (size_t i = 0; i < 3; i++) {
        input.event = events[i];
        judge();
        ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_BY_SHARE));
        ck_assert_uint_eq(verdict.severity, RULE_INFO);
        ck_assert_str_eq(best_method(), "app.A.run");
        ck_assert_uint_eq(verdict.others.len, 1);
        ck_assert_uint_eq(verdict.others.items[0].severity, RULE_INFO);
    }
}
END_TEST

START_TEST(a_few_samples_are_not_judged_by_share) {
    samples(1, "app.Main.main", 29);
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_NA);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_NO_PERIOD));
    samples(1, "app.Main.main", 1);
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_INFO);
}
END_TEST

START_TEST(a_method_with_much_of_all_samples_is_worth_a_look_however_little_ran) {
    setting(0, "period", "20 ms");
    input.recorded_ns = 600 * SECOND;
    for (int second = 0; second < 600; second += 10) samples(second, "app.Main.main;app.A.run", 1);
    for (int second = 5; second < 600; second += 10) samples(second, "app.Main.main", 1);
    samples(7, "app.Main.main;app.C.run", 40);
    samples(7, "app.Main.main;app.D.run", 40); /* 60 of 200 */
    judge();
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_BY_SHARE));
    ck_assert_uint_eq(verdict.severity, RULE_INFO);
    ck_assert_double_eq_tol(verdict.score, 25, 1e-9);
    ck_assert_int_eq(number(METHOD_PROFILING_LITTLE_RAN), 1);
    samples(3, "app.Main.main;app.B.run", 1); /* now it has less */
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_OK);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_JUDGED));
    for (int i = 0; i < 600; i++) samples(i, "app.Main.main;app.B.run", 1);
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_INFO);
    ck_assert_double_lt(verdict.score, 75);
}
END_TEST

START_TEST(a_short_recording_is_judged_by_what_it_holds) {
    setting(0, "period", "10 ms");
    input.recorded_ns = 8 * SECOND;
    for (int i = 0; i < 8; i++) {
        samples(i, "app.Main.main;app.A.run", 40);
        samples(i, "app.Main.main;app.B.run", 33);
        samples(i, "app.Main.main;app.C.run", 33);
        samples(i, "app.Main.main;app.D.run", 34);
    }
    judge();
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_JUDGED));
    ck_assert_uint_eq(verdict.severity, RULE_INFO);
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_POSSIBLE), 4000, 1e-6);
    ck_assert_double_eq_tol(share(), 0.08, 1e-9);
    ck_assert_int_eq(number(METHOD_PROFILING_SHORT), 8 * SECOND);
    ck_assert_int_eq(verdict.to_ns - verdict.from_ns, 8 * SECOND);
    input.recorded_ns = SECOND; /* judged as five seconds, of which one was recorded */
    judge();
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_POSSIBLE), 2500, 1e-6);
    ck_assert_int_eq(number(METHOD_PROFILING_SHORT), 5 * SECOND);
    ck_assert_int_eq(verdict.to_ns - verdict.from_ns, SECOND);
    input.recorded_ns = 0; /* not known */
    judge();
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_POSSIBLE), 15000, 1e-6);
    ck_assert(!verdict.values[METHOD_PROFILING_SHORT].given);
    settings[METHOD_PROFILING_WINDOW].number = 2 * SECOND;
    input.recorded_ns = SECOND;
    judge();
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_POSSIBLE), 1000, 1e-6);
    ck_assert(!verdict.values[METHOD_PROFILING_SHORT].given);
}
END_TEST

START_TEST(without_samples_or_of_other_events_it_is_not_applicable) {
    setting(0, "period", "20 ms");
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_NA);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_NO_SAMPLES));
    input.event = "profiler.WallClockSample";
    samples(1, "app.Main.main", 1000);
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_NA);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_OTHER_EVENT));
}
END_TEST

START_TEST(frames_of_the_library_count_for_their_caller) {
    setting(0, "period", "20 ms");
    samples(1, "app.Main.main;app.A.get;java.util.HashMap.get;java.lang.Integer.equals", 200);
    samples(1, "app.Main.main;app.A.get;java.util.HashMap.get", 100);
    samples(1, "app.Main.main;app.B.get;java.util.concurrent.Map.get", 299);
    samples(1, "java.lang.Thread.run", 1000); /* nothing is left of it */
    judge();
    ck_assert_str_eq(best_method(), "app.A.get");
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 300);
    ck_assert_uint_eq(verdict.values[METHOD_PROFILING_PATH].path.len, 2);
    ck_assert_uint_eq(verdict.others.len, 1); /* java.util.concurrent is another package */
    settings[METHOD_PROFILING_STRIP].text = "";
    judge();
    ck_assert_str_eq(best_method(), "java.lang.Thread.run");
    settings[METHOD_PROFILING_STRIP].text = "java\\..*";
    judge();
    ck_assert_str_eq(best_method(), "app.A.get");
    ck_assert_double_eq_tol(real(&verdict.others.items[0], METHOD_PROFILING_SHARE), 299 / 75.0,
                            1e-12);
}
END_TEST

START_TEST(when_all_frames_are_taken_off_it_is_not_applicable) {
    setting(0, "period", "20 ms");
    samples(1, "java.lang.Thread.run;java.util.HashMap.get", 5000);
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_NA);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_NO_METHOD));
}
END_TEST

START_TEST(the_best_window_decides_and_windows_overlap_by_half) {
    setting(0, "period", "20 ms");
    samples(2, "app.A.run", 300);
    samples(29, "app.B.run", 200);
    samples(31, "app.B.run", 200); /* B's are in the window from 15 s on alone */
    samples(95, "app.C.run", 10);
    judge();
    ck_assert_str_eq(best_method(), "app.B.run");
    ck_assert_int_eq(verdict.from_ns, START + 15 * SECOND);
    ck_assert_int_eq(verdict.to_ns, START + 45 * SECOND);
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 400);
    ck_assert_uint_eq(verdict.others.len, 1);
}
END_TEST

START_TEST(of_equally_hot_methods_the_first_by_name_wins) {
    setting(0, "period", "20 ms");
    samples(1, "app.B.run", 500);
    samples(1, "app.A.zzz", 500);
    samples(1, "app.A.run", 500);
    judge();
    ck_assert_str_eq(best_method(), "app.A.run");
}
END_TEST

START_TEST(of_windows_in_which_a_method_is_as_hot_the_first_is_shown) {
    setting(0, "period", "20 ms");
    for (int at = 46; at < 200; at += 90) {
        samples(at, "app.A.run", 600);
        samples(at, "app.B.run", 400);
    }
    judge();
    ck_assert_str_eq(best_method(), "app.A.run");
    ck_assert_int_eq(verdict.from_ns, START + 30 * SECOND);
    ck_assert_uint_eq(verdict.others.len, 1);
    ck_assert_int_eq(verdict.others.items[0].from_ns, START + 30 * SECOND);
}
END_TEST

START_TEST(both_ends_belong_to_a_window) {
    setting(0, "period", "20 ms");
    samples(0, "app.A.run", 1);
    samples(30, "app.A.run", 2);
    samples(30.000000001, "app.A.run", 4);
    judge();
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 6); /* 15 s to 45 s */
    samples(1, "app.A.run", 8);
    judge();
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 11); /* 0 s to 30 s */
}
END_TEST

START_TEST(each_period_counts_for_its_part_of_the_window) {
    setting(0, "period", "20 ms");
    setting(10, "period", "10 ms");
    setting(20, "period", "10 ms"); /* said again: changes nothing */
    setting(40, "period", "1 s");
    samples(1, "app.A.run", 1250);
    judge();
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_POSSIBLE), 5 * (10 / 0.02 + 20 / 0.01),
                            1e-6);
    ck_assert_double_eq_tol(share(), 0.1, 1e-12);
}
END_TEST

START_TEST(a_period_is_in_force_from_its_time_on) {
    struct periods periods;
    setting(0, "enabled", "true");
    setting(10, "period", "20 ms");
    setting(20, "period", "10 ms");
    setting(30, "period", "everyChunk");
    periods_of(&facts, "jdk.ExecutionSample", true, &periods);
    ck_assert_uint_eq(periods.items.len, 3);
    static const struct {
        double seconds;
        int64_t latest_ms, earliest_ms;
    } cases[] = {{9.9, 20, 0}, {10, 20, 20},   {19.9, 20, 20},
                 {20, 10, 20}, {29.9, 10, 20}, {30, 0, 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t time = START + (int64_t)(cases[i].seconds * 1e9);
        ck_assert_int_eq(periods_latest(&periods, time), cases[i].latest_ms * 1000000);
        ck_assert_int_eq(periods_earliest(&periods, time), cases[i].earliest_ms * 1000000);
    }
    ck_assert_double_eq_tol(periods_possible(&periods, START, 40 * SECOND),
                            5 * (20 / 0.02 + 10 / 0.01), 1e-6);
    periods_free(&periods);
    periods_of(&facts, "jdk.NativeMethodSample", true, &periods);
    ck_assert_uint_eq(periods.items.len, 0);
    ck_assert_double_eq(periods_possible(&periods, START, SECOND), 0);
}
END_TEST

START_TEST(samples_without_a_stack_are_no_method) {
    setting(0, "period", "20 ms");
    samples(1, "", 5000);
    samples(1, "app.A.run", 20);
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_OK);
    ck_assert_int_eq(number(METHOD_PROFILING_TAKEN), 5020);
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_SHARE_OF_TAKEN), 100, 1e-12);
}
END_TEST

START_TEST(recordings_years_apart_take_no_time) {
    setting(0, "period", "20 ms");
    samples(0, "app.A.run", 10);
    samples(7e9, "app.B.run", 300); /* 220 years later: half a billion windows between */
    judge();
    ck_assert_str_eq(best_method(), "app.B.run");
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 300);
}
END_TEST

START_TEST(times_at_the_ends_of_the_world_do_no_harm) {
    setting(0, "period", "20 ms");
    samples(1, "app.A.run", 10);
    profile.moments.items[0].time_ns = INT64_MIN + 1;
    samples(1, "app.A.run", 10);
    samples(2, "app.A.run", 10);
    profile.moments.items[2].time_ns = INT64_MAX;
    settings[METHOD_PROFILING_WINDOW].number = 1;
    judge();
    judge_as_jmc(-1, 1);
    ends.first_ns = INT64_MIN + 1;
    ends.last_ns = INT64_MAX;
    judge();
    settings[METHOD_PROFILING_WINDOW].number = INT64_MAX;
    judge();
}
END_TEST

START_TEST(only_regular_expressions_name_packages) {
    struct jfr_error error = {0};
    ck_assert_ptr_null(rule_misused(&rule_method_profiling, settings, &error));
    settings[METHOD_PROFILING_STRIP].text = "java.(";
    const struct rule_option *misused = rule_misused(&rule_method_profiling, settings, &error);
    ck_assert_str_eq(misused->name, "strip");
    ck_assert_ptr_nonnull(strstr(error.text, "'java.('"));
    ck_assert_ptr_nonnull(strstr(error.text, "position"));
}
END_TEST

static const char *said(size_t value) {
    return verdict.values[value].given ? verdict.values[value].text : "";
}

START_TEST(who_calls_the_method_and_what_of_the_library_has_half_of_it_is_said) {
    static const struct {
        uint32_t nodes, hashes, own;
        const char *inside;
    } cases[] = {{500, 300, 200, "java.util.TreeMap.find"},
                 {499, 300, 201, ""},
                 {300, 700, 0, "java.lang.String.hashCode"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        setting(0, "period", "20 ms");
        samples(1,
                "java.lang.Thread.run;a.Web.run;a.Shop.show;java.util.List.each;a.Cache.get;java."
                "util.TreeMap.find",
                cases[i].nodes);
        samples(1,
                "java.lang.Thread.run;a.Web.run;a.Shop.show;java.util.List.each;a.Cache.get;java."
                "lang.String.hashCode",
                cases[i].hashes);
        if (cases[i].own)
            samples(1, "java.lang.Thread.run;a.Web.run;a.Shop.show;java.util.List.each;a.Cache.get",
                    cases[i].own);
        judge();
        ck_assert_str_eq(said(METHOD_PROFILING_CALLER), "a.Shop.show");
        ck_assert_str_eq(said(METHOD_PROFILING_INSIDE), cases[i].inside);
    }
    judge_as_jmc(0, 30);
    ck_assert_str_eq(said(METHOD_PROFILING_CALLER), "");
    ck_assert_str_eq(said(METHOD_PROFILING_INSIDE), "");
}
END_TEST

START_TEST(of_another_class_is_named_what_half_of_a_method_comes_to) {
    static const struct {
        uint32_t hashes, keys, own;
        const char *innermost;
    } cases[] = {{500, 300, 200, "java.util.List.hashCode"},
                 {499, 301, 200, ""}, /* HashMap is what is called */
                 {500, 0, 501, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        setting(0, "period", "20 ms");
        samples(1,
                "a.Web.run;a.Shop.at;java.util.HashMap.get;java.util.HashMap.hash;"
                "java.util.List.hashCode",
                cases[i].hashes);
        if (cases[i].keys)
            samples(1, "a.Web.run;a.Shop.at;java.util.HashMap.get;java.util.HashMap.hash",
                    cases[i].keys);
        samples(1, "a.Web.run;a.Shop.at", cases[i].own);
        judge();
        ck_assert_str_eq(said(METHOD_PROFILING_INNERMOST), cases[i].innermost);
    }
}
END_TEST

/* The program's method is named, and why what is in it has the time. */
START_TEST(a_method_of_the_jdk_that_has_time_for_one_reason_alone_says_it) {
    static const struct {
        uint32_t nodes, own;
        bool said;
    } cases[] = {{500, 500, true}, {499, 501, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        setting(0, "period", "20 ms");
        samples(1, "a.Web.run;a.Shop.at;java.util.LinkedList.get;java.util.LinkedList.node",
                cases[i].nodes);
        samples(1, "a.Web.run;a.Shop.at", cases[i].own);
        judge();
        ck_assert_int_eq(*said(METHOD_PROFILING_BECAUSE) != 0, cases[i].said);
    }
    judge_as_jmc(0, 30);
    ck_assert_str_eq(said(METHOD_PROFILING_BECAUSE), "");
}
END_TEST

START_TEST(a_method_that_calls_itself_is_called_by_another_and_a_thread_by_nobody) {
    setting(0, "period", "20 ms");
    samples(1, "java.lang.Thread.run;a.Main.main;a.Fib.of;a.Fib.of;a.Fib.of", 500);
    judge();
    ck_assert_str_eq(said(METHOD_PROFILING_CALLER), "a.Main.main");
    samples(1, "java.lang.Thread.run;a.Spin.run", 900);
    judge();
    ck_assert_str_eq(said(METHOD_PROFILING_CALLER), "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("method profiling");
    TCase *tcase = tcase_create("rule");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, the_score_goes_through_the_known_points);
    tcase_add_loop_test(tcase, the_share_of_what_is_possible_decides_the_severity, 0,
                        sizeof severities / sizeof *severities);
    tcase_add_loop_test(tcase, only_for_jmc_a_method_that_takes_the_cpu_is_a_fault, 0,
                        sizeof severities / sizeof *severities);
    tcase_add_test(tcase, what_samples_are_about_is_no_method);
    tcase_add_loop_test(tcase, methods_whose_names_were_lost_are_not_judged_as_one, 0, 2);
    tcase_add_test(tcase, without_a_period_the_share_of_all_samples_decides);
    tcase_add_test(tcase, other_samplers_of_running_threads_are_judged_by_share);
    tcase_add_test(tcase, a_few_samples_are_not_judged_by_share);
    tcase_add_test(tcase, a_method_with_much_of_all_samples_is_worth_a_look_however_little_ran);
    tcase_add_test(tcase, a_short_recording_is_judged_by_what_it_holds);
    tcase_add_test(tcase, without_samples_or_of_other_events_it_is_not_applicable);
    tcase_add_test(tcase, frames_of_the_library_count_for_their_caller);
    tcase_add_test(tcase, when_all_frames_are_taken_off_it_is_not_applicable);
    tcase_add_test(tcase, the_best_window_decides_and_windows_overlap_by_half);
    tcase_add_test(tcase, of_equally_hot_methods_the_first_by_name_wins);
    tcase_add_test(tcase, of_windows_in_which_a_method_is_as_hot_the_first_is_shown);
    tcase_add_test(tcase, both_ends_belong_to_a_window);
    tcase_add_test(tcase, each_period_counts_for_its_part_of_the_window);
    tcase_add_test(tcase, a_period_is_in_force_from_its_time_on);
    tcase_add_test(tcase, samples_without_a_stack_are_no_method);
    tcase_add_test(tcase, recordings_years_apart_take_no_time);
    tcase_add_test(tcase, times_at_the_ends_of_the_world_do_no_harm);
    tcase_add_test(tcase, who_calls_the_method_and_what_of_the_library_has_half_of_it_is_said);
    tcase_add_test(tcase, of_another_class_is_named_what_half_of_a_method_comes_to);
    tcase_add_test(tcase, a_method_of_the_jdk_that_has_time_for_one_reason_alone_says_it);
    tcase_add_test(tcase, a_method_that_calls_itself_is_called_by_another_and_a_thread_by_nobody);
    tcase_add_test(tcase, only_regular_expressions_name_packages);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
