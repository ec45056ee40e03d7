/* What was recorded of the events of a report, in words. */
#include "cmd/reports/parts.h"
#include "tests/support/suite.h"

#include <check.h>

static recorded_types types;
static struct text out;

static void setup(void) {
    types = (recorded_types){0};
    out = (struct text){0};
}

static void teardown(void) {
    array_free(&types);
    text_free(&out);
}

static void add(const char *type, bool off, const char *threshold, const char *throttle) {
    array_push(
        &types,
        (struct recorded){
            .type = type, .known = true, .off = off, .threshold = threshold, .throttle = throttle});
}

static void says(const char *expected) {
    text_clear(&out);
    recorded_add(&types, &out);
    ck_assert_str_eq(text_str(&out), expected);
}

static void says_of_nothing(const char *expected) {
    text_clear(&out);
    recorded_add_nothing(&types, &out);
    ck_assert_str_eq(text_str(&out), expected);
}

START_TEST(of_types_without_limits_nothing_is_said) {
    says("");
    add("jdk.FileRead", false, NULL, NULL);
    says("");
}
END_TEST

START_TEST(types_with_one_limit_are_named_together_in_their_order) {
    add("jdk.JavaMonitorEnter", false, "20 ms", NULL);
    says("Only what takes 20 ms or longer: JavaMonitorEnter.");
    add("jdk.FileRead", false, "10 ms", NULL);
    add("app.Query", false, "20 ms", NULL);
    add("jdk.FileWrite", false, "10 ms", NULL);
    says("Only what takes 20 ms or longer: JavaMonitorEnter, app.Query. Only what takes 10 ms or "
         "longer: FileRead, FileWrite.");
}
END_TEST

START_TEST(throttles_come_behind_thresholds) {
    add("jdk.ObjectAllocationSample", false, NULL, "150/s");
    add("jdk.SocketRead", false, "1 s", "300/s");
    says(
        "Only what takes 1 s or longer: SocketRead. At most 150/s: ObjectAllocationSample. At most "
        "300/s: SocketRead.");
}
END_TEST

START_TEST(of_virtual_threads_types_are_named_that_need_a_carrier) {
    add("jdk.ThreadPark", false, "20 ms", NULL);
    add("jdk.JavaMonitorWait", true, NULL, NULL);
    types.items[0].pinned = types.items[1].pinned = true;
    says("Only what takes 20 ms or longer: ThreadPark. For virtual threads, only waits that keep "
         "their carrier: ThreadPark. Switched off: JavaMonitorWait.\n"
         "To record it: jcmd PID JFR.start jdk.JavaMonitorWait#enabled=true");
    types.items[1].off = false;
    types.items[0].threshold = NULL;
    says("For virtual threads, only waits that keep their carrier: ThreadPark, JavaMonitorWait.");
}
END_TEST

START_TEST(that_monitors_of_virtual_threads_are_missing_is_left_to_the_lead) {
    add("jdk.JavaMonitorEnter", false, "20 ms", NULL);
    ck_assert(!recorded_lacks_virtual(&types));
    types.items[0].pinned = true;
    ck_assert(recorded_lacks_virtual(&types));
    says("Only what takes 20 ms or longer: JavaMonitorEnter.");
    says_of_nothing(
        "They are switched on: none was recorded. Only what takes 20 ms or longer: "
        "JavaMonitorEnter. Not recorded: how long virtual threads waited for locks (jfrtool record "
        "PID lock=10ms does it).");
    types.items[0].off = true;
    ck_assert(!recorded_lacks_virtual(&types));
}
END_TEST

START_TEST(what_is_off_has_no_limits_and_how_to_record_the_first_is_in_a_line_of_its_own) {
    add("jdk.FileRead", true, "20 ms", "1/s");
    add("jdk.FileWrite", false, "20 ms", NULL);
    add("app.Query", true, NULL, NULL);
    says("Only what takes 20 ms or longer: FileWrite. Switched off: FileRead, app.Query.\n"
         "To record it: jcmd PID JFR.start jdk.FileRead#enabled=true");
}
END_TEST

START_TEST(why_there_is_nothing_is_that_it_is_off_or_that_it_did_not_occur) {
    says_of_nothing("");
    add("jdk.Other", false, NULL, NULL);
    types.items[0].known = false;
    says_of_nothing("");
    types.items[0].known = true;
    says_of_nothing("They are switched on: none was recorded.");
    types.items[0].threshold = "20 ms";
    says_of_nothing(
        "They are switched on: none was recorded. Only what takes 20 ms or longer: Other.");
    add("jdk.SocketRead", true, NULL, NULL);
    says_of_nothing("Only what takes 20 ms or longer: Other. Switched off: SocketRead. To record "
                    "it: jcmd PID JFR.start jdk.SocketRead#enabled=true");
    types.items[0].off = true;
    says_of_nothing("Switched off: Other, SocketRead. To record it: jcmd PID JFR.start "
                    "jdk.Other#enabled=true");
}
END_TEST

START_TEST(names_do_nothing_to_a_terminal) {
    add("app.\x1b[31m", true, NULL, NULL);
    recorded_add(&types, &out);
    for (const char *at = text_str(&out); *at; at++) ck_assert(*at != '\x1b');
}
END_TEST

int main(void) {
    Suite *suite = suite_create("recorded");
    TCase *cases = tcase_create("recorded");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, of_types_without_limits_nothing_is_said);
    tcase_add_test(cases, types_with_one_limit_are_named_together_in_their_order);
    tcase_add_test(cases, throttles_come_behind_thresholds);
    tcase_add_test(cases, of_virtual_threads_types_are_named_that_need_a_carrier);
    tcase_add_test(cases, that_monitors_of_virtual_threads_are_missing_is_left_to_the_lead);
    tcase_add_test(cases,
                   what_is_off_has_no_limits_and_how_to_record_the_first_is_in_a_line_of_its_own);
    tcase_add_test(cases, why_there_is_nothing_is_that_it_is_off_or_that_it_did_not_occur);
    tcase_add_test(cases, names_do_nothing_to_a_terminal);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
