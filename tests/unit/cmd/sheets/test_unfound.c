/* What an overview says of what it has no findings about: nothing is in order that nobody judged.
 */
#include "cmd/sheets/unfound.h"

#include "analyzers/rules/rules.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static struct findings findings;
static struct facts facts;
static struct account account;

static void setup(void) {
    findings = (struct findings){0};
    facts = (struct facts){.settings = {0}};
    account = (struct account){.total_ns = 1000};
}

static void teardown(void) {
    findings_free(&findings);
    facts_free(&facts);
}

static void judged_as(const char *id, enum rule_severity severity) {
    size_t at = 0;
    while (strcmp(rules_all[at]->id, id) != 0) at++;
    struct finding finding = finding_of(rules_all[at]);
    finding.severity = severity;
    array_push(&findings, finding);
}

static uint32_t text(const char *of) {
    return strings_add(&facts.strings, of);
}

static void from(const char *event, const char *threshold) {
    const struct fact_setting setting = {
        .event = text(event), .name = text("threshold"), .value = text(threshold)};
    array_push(&facts.settings, setting);
}

static void expect(const char *expected) {
    static const struct profile none;
    const struct rule_input input = {.profile = &none, .facts = &facts};
    const struct reading reading = {.paths = {0}};
    struct text out = {0};
    unfound_add(&findings, &input, &account, &reading, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_free(&out);
}

START_TEST(what_was_judged_and_what_was_not_recorded_are_two_lines) {
    judged_as("JavaBlocking", RULE_OK);
    judged_as("SocketRead", RULE_NA);
    judged_as("Exceptions", RULE_INFO);
    expect("No findings about: locks.\n"
           "Nothing recorded: CPU, hot methods, GC, I/O, allocation, safepoints, memory, lost "
           "data.\n");
}
END_TEST

#define OTHERS                                                                                  \
    "Nothing recorded: CPU, hot methods, GC, allocation, exceptions, safepoints, memory, lost " \
    "data.\n"

START_TEST(short_waits_that_are_not_recorded_are_in_no_order_if_a_tenth_is_unexplained) {
    judged_as("JavaBlocking", RULE_OK);
    judged_as("SocketRead", RULE_OK);
    from("jdk.ThreadPark", "20 ms");
    from("jdk.SocketRead", "1 ms");
    account.ns[ACCOUNT_UNEXPLAINED] = 99;
    expect("No findings about: locks, I/O.\n" OTHERS);
    account.ns[ACCOUNT_UNEXPLAINED] = 100;
    expect("No findings about: I/O.\n"
           "Judged by long waits only: locks (20 ms or longer), as 10 % of the threads' time is "
           "unexplained. To record shorter ones: jcmd PID JFR.start "
           "jdk.ThreadPark#threshold=1ms\n" OTHERS);
    from("jdk.SocketRead", "10 ms"); /* at last */
    expect("Judged by long waits only: locks (20 ms or longer), I/O (10 ms or longer), as 10 % of "
           "the threads' time is unexplained. To record shorter ones: jcmd PID JFR.start "
           "jdk.ThreadPark#threshold=1ms jdk.SocketRead#threshold=1ms\n" OTHERS);
}
END_TEST

START_TEST(waits_that_take_a_tenth_of_the_time_are_not_said_to_be_in_order) {
    judged_as("JavaBlocking", RULE_OK);
    judged_as("SocketRead", RULE_OK);
    account.ns[ACCOUNT_LOCK] = 50;
    account.ns[ACCOUNT_OTHER] = 49;
    account.ns[ACCOUNT_REPLY] = 60;
    account.ns[ACCOUNT_FILE] = 39;
    expect("No findings about: locks, I/O.\n" OTHERS);
    account.ns[ACCOUNT_FILE] = 110;
    expect("No findings about: locks.\n"
           "17 % of the threads' time was waiting for replies and files, none of which stands "
           "out.\n" OTHERS);
    account.ns[ACCOUNT_OTHER] = 50;
    judged_as("SocketRead", RULE_INFO);
    expect("10 % of the threads' time was waiting for locks and other threads, none of which "
           "stands out.\n" OTHERS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("unfound");
    TCase *c = tcase_create("unfound");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, what_was_judged_and_what_was_not_recorded_are_two_lines);
    tcase_add_test(c, short_waits_that_are_not_recorded_are_in_no_order_if_a_tenth_is_unexplained);
    tcase_add_test(c, waits_that_take_a_tenth_of_the_time_are_not_said_to_be_in_order);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
