/* What exceptions cost of the CPU: by samples of their making, and a microsecond each at least. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define PROCESSORS "jdk.CPUInformation hwThreads:l cores:l\n@0 2 2\n"
#define THROWN(more) "jdk.ExceptionStatistics throwables:l\n@0*100/1000 10+" more "\n"
#define USED(share) \
    "jdk.CPULoad machineTotal:f jvmUser:f jvmSystem:f\n@0*100/1000 0.9 " share " 0\n"
#define MAKES ";java.lang.RuntimeException.<init>;java.lang.Throwable.fillInStackTrace"

START_TEST(exceptions_cost_a_microsecond_each_at_least) {
    static const struct {
        const char *told;
        double cost;
        enum rule_severity severity;
    } cases[] = {
        /* of two processors */
        {PROCESSORS USED("0.5") THROWN("15000"), 1.5, RULE_INFO},
        {PROCESSORS USED("0.5") THROWN("9900"), 0.99, RULE_OK},
        {PROCESSORS USED("0.1") THROWN("15000"), 7.5, RULE_WARNING},
        {PROCESSORS USED("0.125") THROWN("12250"), 4.9, RULE_INFO},
        {PROCESSORS USED("0.02") THROWN("8010"), 20.025, RULE_WARNING},
        {PROCESSORS USED("0.02") THROWN("7960"), 19.9, RULE_INFO},
        {PROCESSORS USED("0.0001") THROWN("999"), 100, RULE_OK}, /* too few to be seen to */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum rule_severity severity = severity_of("Exceptions", cases[i].told);
        ck_assert_msg(severity == cases[i].severity, "case %zu: %s", i,
                      rule_severity_name(severity));
        ck_assert_int_eq(finding.cost_of, COST_OF_CPU);
        ck_assert_double_eq_tol(finding.cost, cases[i].cost, 0.01);
    }
}
END_TEST

START_TEST(exceptions_cost_what_samples_are_in_their_making) {
    runs("app.Main.run;app.Parser.check" MAKES, "main", 0, 300);
    runs("app.Main.run;app.Parser.check", "main", 300, 1000);
    ck_assert_int_eq(severity_of("Exceptions", PROCESSORS USED("0.5") THROWN("5000")),
                     RULE_WARNING);
    ck_assert_double_eq(finding.cost, 30);
    runs("app.Main.run;app.Parser.check", "main", 1000, 2000);
    ck_assert_int_eq(severity_of("Exceptions", PROCESSORS USED("0.5") THROWN("5000")), RULE_INFO);
    ck_assert_double_eq(finding.cost, 15);
}
END_TEST

START_TEST(samples_tell_of_exceptions_if_there_are_fifty_and_none_is_below_eight_frames) {
    runs("app.Main.run" MAKES, "main", 0, 980);
    severity_of("Exceptions", THROWN("5000"));
    ck_assert_int_eq(finding.cost_of, COST_OF_NOTHING); /* 49 */
    runs("app.Main.run;java.lang.RuntimeException.<init>;a.A.b;a.A.c;a.A.d;a.A.e;a.A.f;a.A.g",
         "main", 980, 1960);
    severity_of("Exceptions", THROWN("5000"));
    ck_assert_double_eq(finding.cost, 100);
    runs("app.Main.run;java.lang.RuntimeException.<init>;a.A.b;a.A.c;a.A.d;a.A.e;a.A.f;a.A.g;a.A.h;"
         "a.A.i",
         "main", 1960, 3920);
    severity_of("Exceptions", THROWN("5000"));
    ck_assert_double_eq(finding.cost, 50);
}
END_TEST

/* A second of samples of twenty frames; of two processors half is used, of which they have 1 %. */
START_TEST(what_samples_of_java_alone_do_not_have_is_walking_stacks_as_deep_as_they_are) {
#define DEEP "app.A.a;app.A.b;app.A.c;app.A.d;app.A.e;app.A.f;app.A.g;app.A.h;app.A.i;app.A.j;"
    runs(DEEP DEEP "app.Main.run", "main", 0, 1200);
    ck_assert_int_eq(severity_of("Exceptions", PROCESSORS USED("0.5") THROWN("20000")), RULE_INFO);
    ck_assert_double_eq_tol(finding.cost, 2, 0.1);
    judged_event = "jdk.ExecutionSample";
    ck_assert_int_eq(severity_of("Exceptions", PROCESSORS USED("0.5") THROWN("20000")),
                     RULE_WARNING);
    const double cost = finding.cost; /* 20,000 * 21 * 250 ns */
    ck_assert_int_eq(severity_of("Exceptions", PROCESSORS USED("0.5") THROWN("200000")),
                     RULE_WARNING);
    const double all = finding.cost; /* as much as there is */
    judged_event = NULL;
    ck_assert_double_eq_tol(cost, 10.5, 0.5);
    ck_assert_double_eq_tol(all, 99, 1);
}
END_TEST

START_TEST(what_fails_again_and_again_in_the_jdk_alone_is_where_it_is_thrown) {
    severity_of("RetryStorm",
                "jdk.JavaExceptionThrow thrownClass:C message:s stackTrace:K\n"
                "@0*200/10 java/io/IOException closed java.lang.Throwable.<init>,"
                "java.io.IOException.<init>,java.net.http.Client.run,java.lang.Thread.run\n");
    ck_assert_str_eq(text_of("site"), "java.net.http.Client.run");
}
END_TEST

START_TEST(an_exception_is_thrown_where_it_is_made_not_in_its_constructors) {
    static const char *const stacks[] = {
        "java.lang.Throwable.<init>,app.Stop.<init>,app.End.<init>,app.Scan.next,app.Main.run",
        "java.lang.Throwable.fillInStackTrace,java.lang.Throwable.<init>,java.lang.Error.<init>,"
        "app.Stop.<init>,app.Scan.next,app.Main.run",
        "java.lang.Error.<init>,app.Stop.<init>,app.Scan.next,app.Main.run"};
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
        char told[1000];
        snprintf(told, sizeof told,
                 "jdk.ExceptionStatistics throwables:l\n@0 0\n@1000 20000\n@2000 40000\n"
                 "jdk.JavaExceptionThrow thrownClass:C message:s stackTrace:K\n"
                 "@0*20/10 app/Stop end %s\n",
                 stacks[i]);
        severity_of("Exceptions", told);
        ck_assert_msg(strcmp(text_of("site"), "app.Scan.next") == 0, "case %zu: %s", i,
                      text_of("site"));
    }
}
END_TEST

#define MADE "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n"

START_TEST(who_reads_the_stacks_of_exceptions_where_they_are_made_is_told) {
    static const struct {
        const char *made;
        bool read;
    } cases[] = {
        {"java/lang/StackTraceElement 10 web-1 java.lang.Throwable.read,app.Log.where", true},
        {"java/lang/StackTraceElement 10 web-1 java.lang.Throwable.read,app.Dump.all", false},
        {"java/lang/String 10 web-1 java.lang.Throwable.read,app.Log.where", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told,
                 "jdk.ExceptionStatistics throwables:l\n@0 0\n@1000 20000\n@2000 40000\n" MADE
                 "@0 java/lang/Throwable 1000 web-1 java.lang.Throwable.<init>,app.Log.where\n"
                 "@1 %s\n",
                 cases[i].made);
        severity_of("Exceptions", told);
        ck_assert_str_eq(text_of("site"), "app.Log.where");
        ck_assert_msg(isnan(number_of("read")) != cases[i].read, "case %zu", i);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exceptions");
    TCase *c = tcase_create("exceptions");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, exceptions_cost_a_microsecond_each_at_least);
    tcase_add_test(c, exceptions_cost_what_samples_are_in_their_making);
    tcase_add_test(c, samples_tell_of_exceptions_if_there_are_fifty_and_none_is_below_eight_frames);
    tcase_add_test(c, what_samples_of_java_alone_do_not_have_is_walking_stacks_as_deep_as_they_are);
    tcase_add_test(c, what_fails_again_and_again_in_the_jdk_alone_is_where_it_is_thrown);
    tcase_add_test(c, an_exception_is_thrown_where_it_is_made_not_in_its_constructors);
    tcase_add_test(c, who_reads_the_stacks_of_exceptions_where_they_are_made_is_told);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
