/* Only samples of threads that run are CPU time: of the same stacks as samples of native code, of
 * threads of which nothing says that they ran, or of allocations nothing is said to take the CPU.
 */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define PROCESSORS "jdk.CPUInformation hwThreads:l cores:l\n@0 2 2\n"
#define NONE "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"

static void call(void) {
    runs("app.Web.run;app.Audit.copy;app.Text.a", "web-1", 0, 4000);
    runs("app.Web.run;app.Audit.copy;app.Text.b", "web-1", 4000, 8000);
    runs("app.Web.run;app.Work.work", "web-1", 8000, 20000);
}

static void library(void) {
    runs("app.Web.run;app.Web.route;java.util.regex.Matcher.match", "web-1", 0, 4000);
    runs("app.Web.run;app.Web.route;java.util.regex.Pattern.compile", "web-1", 4000, 8000);
    runs("app.Web.run;app.Work.work", "web-1", 8000, 12000);
}

static void small_reads(void) {
    runs("app.Main.run;app.Import.next;java.net.Socket$SocketInputStream.read", "main", 0, 20000);
}

static void alone(void) {
    for (int64_t at = 0; at < 120000; at += 2000) {
        runs("app.Job.run;app.Job.merge", "main", at, at + 1000);
        runs("app.Job.map", "pool-1", at + 1000, at + 2000);
        runs("app.Job.map", "pool-2", at + 1000, at + 2000);
    }
}

static void interpreted(void) {
    runs_interpreted("app.Main.run;app.Tariff.apply", "main", 0, 60000);
    runs_interpreted("app.Main.run;app.Tariff.apply", "main", 60000, 120000);
}

static const struct {
    const char *id, *told;
    void (*samples)(void);
} rules[] = {{"CallTree", NONE, call},
             {"Library", NONE, library},
             {"SmallFileCalls", NONE, small_reads},
             {"SerialPhases", PROCESSORS, alone},
             {"InterpretedCode", NONE, interpreted}};

static const struct {
    const char *event;
    bool run;
} events[] = {{NULL, true},
              {"jdk.ExecutionSample", true},
              {"jdk.CPUTimeSample", true},
              {"datadog.ExecutionSample", true},
              {"jdk.NativeMethodSample", false},
              {"profiler.WallClockSample", false},
              {"datadog.MethodSample", false},
              {"jdk.ObjectAllocationSample", false}};

START_TEST(only_samples_of_threads_that_run_are_cpu_time) {
    rules[_i].samples();
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        judged_event = events[i].event;
        enum rule_severity severity = severity_of(rules[_i].id, rules[_i].told);
        ck_assert_msg((severity >= RULE_INFO) == events[i].run, "%s of %s: %s", rules[_i].id,
                      events[i].event ? events[i].event : "the usual",
                      rule_severity_name(severity));
    }
    judged_event = NULL;
}
END_TEST

/* One in state of web-1 for each 20 ms. */
static void does(const char *stack, const char *state, int64_t from_ms, int64_t to_ms) {
    for (int64_t at = from_ms; at < to_ms; at += 20)
        stacks_sample(&profile, stack, "web-1", state, START_NS + at * 1000000, 1);
}

START_TEST(methods_are_judged_by_wall_clock_samples_of_threads_that_ran) {
    static const char *const clocks[] = {"profiler.WallClockSample", "datadog.MethodSample"};
    judged_event = clocks[_i];
    does("app.Web.run;app.Work.work", "STATE_RUNNABLE", 0, 2000);
    does("app.Web.run;app.Other.work", "STATE_RUNNABLE", 2000, 3000);
    does("app.Web.run;app.Rest.rest", "STATE_SLEEPING", 3000, 60000);
    does("app.Web.run;java.net.SocketInputStream.socketRead0", "STATE_RUNNABLE", 60000, 80000);
    does("app.Web.run;libc.so.6.pthread_cond_wait", "STATE_RUNNABLE", 80000, 100000);
    does("app.Web.run;sun.nio.ch.FileDispatcherImpl.force0", "STATE_RUNNABLE", 100000, 120000);
    ck_assert_int_eq(severity_of("MethodProfiling", NONE), RULE_INFO);
    ck_assert_double_eq_tol(number_of("share_of_taken_percent"), 100.0 * 2 / 3, 0.1);
    ck_assert_double_eq(number_of("of_running"), 1);
    ck_assert_double_eq_tol(finding.cost, 100.0 * 2 / 3, 0.1);
    ck_assert_str_eq(
        strings_get(&profile.frames.strings, profile.frames.rows.items[finding.frame].class_name),
        "app.Work");
    judged_event = NULL;
}
END_TEST

START_TEST(calls_and_libraries_are_judged_by_them_too) {
    judged_event = "profiler.WallClockSample";
    does("app.Web.run;app.Audit.copy;app.Text.a", "STATE_RUNNABLE", 0, 4000);
    does("app.Web.run;app.Audit.copy;app.Text.b", "STATE_RUNNABLE", 4000, 8000);
    does("app.Web.run;app.Work.work", "STATE_RUNNABLE", 8000, 20000);
    does("app.Web.run;app.Rest.rest", "STATE_SLEEPING", 20000, 120000);
    ck_assert_int_eq(severity_of("CallTree", NONE), RULE_INFO);
    ck_assert_double_eq_tol(number_of("total_percent"), 40, 0.1);
    forget();
    teardown();
    setup();
    does("app.Web.run;app.Web.route;java.util.regex.Matcher.match", "STATE_RUNNABLE", 0, 4000);
    does("app.Web.run;app.Web.route;java.util.regex.Pattern.compile", "STATE_RUNNABLE", 4000, 8000);
    does("app.Web.run;app.Work.work", "STATE_RUNNABLE", 8000, 12000);
    does("app.Web.run;app.Rest.rest", "STATE_SLEEPING", 12000, 120000);
    ck_assert_int_eq(severity_of("Library", NONE), RULE_INFO);
    ck_assert_double_eq_tol(number_of("percent"), 100.0 * 2 / 3, 0.1);
    judged_event = NULL;
}
END_TEST

int main(void) {
    Suite *suite = suite_create("running");
    TCase *c = tcase_create("running");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, only_samples_of_threads_that_run_are_cpu_time, 0,
                        sizeof rules / sizeof *rules);
    tcase_add_loop_test(c, methods_are_judged_by_wall_clock_samples_of_threads_that_ran, 0, 2);
    tcase_add_test(c, calls_and_libraries_are_judged_by_them_too);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
