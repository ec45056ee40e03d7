/* Who sleeps, or waits with a time-out, to look again whether something has come. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"
#define FUTURE \
    "java.util.concurrent.locks.LockSupport.park,java.util.concurrent.FutureTask.awaitDone"
#define SLEEP "jdk.ThreadSleep duration:d time:l eventThread:T stackTrace:K\n"

#define POLLS(times, each, asked, by) \
    SLEEP "@0*" times "/100 " each " " asked " web-1 java.lang.Thread.sleep," by "\n"
#define REPLY "app.Reply.await,app.Page.show"
#define LAST "@99900 100 1000000000 x app.Clock.tick\n"

START_TEST(who_sleeps_again_at_once_in_what_another_class_calls_waits_for_something) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {POLLS("1000", "100", "100000000", REPLY), RULE_INFO},
        {POLLS("1000", "100", "100000001", REPLY), RULE_OK},
        {POLLS("1000", "99", "90000000", REPLY), RULE_OK}, /* it does something meanwhile */
        {POLLS("480", "100", "100000000", REPLY) LAST, RULE_INFO},
        {POLLS("479", "100", "100000000", REPLY) LAST, RULE_OK},
        {POLLS("1000", "100", "100000000", "app.Clock.tick,app.Clock.run"), RULE_OK},
        {POLLS("1000", "100", "100000000", "app.Page.lambda$main$0,app.Load.run"), RULE_OK},
        {PARK, RULE_NA},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(severity_of("SleepPolling", cases[i].told) == cases[i].severity, "case %zu",
                      i);
    severity_of("SleepPolling", cases[0].told);
    ck_assert_str_eq(text_of("site"), "app.Reply.await");
    ck_assert_str_eq(text_of("caller"), "app.Page.show");
    ck_assert_double_eq(number_of("threads"), 1);
    ck_assert_double_eq(number_of("mean_ns"), 1e8);
    ck_assert_double_eq(finding.weight, 0);
}
END_TEST

#define OBJECT_WAIT \
    "jdk.JavaMonitorWait duration:d eventThread:T notifier:T stackTrace:K timedOut:b\n"
#define LOOKS(times, out)                                                                    \
    OBJECT_WAIT "@0*" times "/1000 1000 reader-1 - java.lang.Object.wait,app.Pipe.read,app." \
                "Codec.next " out "\n"
#define FOLLOWS(times, first) "@" first "*" times "/1000 400 web-1 " FUTURE ",app.Page.show\n"

START_TEST(waits_that_end_by_time_out_whereupon_another_goes_on_are_polling) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {SLEEP LAST LOOKS("20", "1") PARK FOLLOWS("20", "601"), RULE_OK}, /* 20 s of 120 */
        {SLEEP LAST LOOKS("60", "1") PARK FOLLOWS("60", "601"), RULE_INFO},
        {SLEEP LAST LOOKS("60", "0") PARK FOLLOWS("60", "601"),
         RULE_OK}, /* notified; nobody sleeps */
        {SLEEP LAST LOOKS("60", "1") PARK FOLLOWS("30", "601"), RULE_INFO}, /* half of them */
        {SLEEP LAST LOOKS("60", "1") PARK FOLLOWS("29", "601"), RULE_OK},
        {SLEEP LAST LOOKS("60", "1") PARK FOLLOWS("60", "603"), RULE_OK}, /* later */
        {SLEEP LAST LOOKS("60", "1") PARK FOLLOWS("60", "601") FOLLOWS("15", "101"), RULE_INFO},
        {SLEEP LAST LOOKS("60", "1") PARK FOLLOWS("60", "601") FOLLOWS("16", "101"),
         RULE_OK}, /* by chance */
        {SLEEP LAST LOOKS("19", "1") PARK FOLLOWS("19", "601"), RULE_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(severity_of("SleepPolling", cases[i].told) == cases[i].severity,
                      "case %zu: %s", i, rule_severity_name(finding.severity));
    severity_of("SleepPolling", cases[1].told);
    ck_assert_str_eq(finding.outcome->name, "timed-out");
    ck_assert_str_eq(text_of("site"), "app.Pipe.read");
    ck_assert_str_eq(text_of("caller"), "app.Codec.next");
    ck_assert_double_eq(number_of("sleeps"), 60);
    ck_assert_double_eq(number_of("mean_ns"), 1e9);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("polling");
    TCase *c = tcase_create("polling");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, who_sleeps_again_at_once_in_what_another_class_calls_waits_for_something);
    tcase_add_test(c, waits_that_end_by_time_out_whereupon_another_goes_on_are_polling);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
