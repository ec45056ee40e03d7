/* Only samples of threads that run are CPU time: of the same stacks as samples of native code, of
 * all threads whatever they do, or of allocations nothing is said to take the CPU. */
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

int main(void) {
    Suite *suite = suite_create("running");
    TCase *c = tcase_create("running");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, only_samples_of_threads_that_run_are_cpu_time, 0,
                        sizeof rules / sizeof *rules);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
