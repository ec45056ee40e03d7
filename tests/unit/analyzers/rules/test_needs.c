/* What a rule needs: events of its type, or proof that there would have been some, had anything
 * happened: a setting and events that the same mechanism writes. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* The type that a rule needs, without events; another that is written together with it. */
static const struct {
    const char *rule, *needed, *other;
} together[] = {
    {"FileRead", "jdk.FileRead duration:d path:s\n", "jdk.FileWrite duration:d\n@0 1\n"},
    {"FileWrite", "jdk.FileWrite duration:d path:s\n", "jdk.FileRead duration:d\n@0 1\n"},
    {"FileForce", "jdk.FileForce duration:d path:s\n", "jdk.FileRead duration:d\n@0 1\n"},
    {"FileRead", "jdk.FileRead duration:d path:s\n", "jdk.FileForce duration:d\n@0 1\n"},
    {"SocketRead", "jdk.SocketRead duration:d host:s\n", "jdk.SocketWrite duration:d\n@0 1\n"},
    {"SocketWrite", "jdk.SocketWrite duration:d host:s\n", "jdk.SocketRead duration:d\n@0 1\n"},
    {"JavaBlocking", "jdk.JavaMonitorEnter duration:d\n", "jdk.JavaMonitorWait duration:d\n@0 1\n"},
    {"WaitingForThreads", "jdk.ThreadPark duration:d\n", "jdk.JavaMonitorWait duration:d\n@0 1\n"},
    {"Errors", "jdk.JavaErrorThrow thrownClass:C\n", "jdk.JavaExceptionThrow x:l\n@0 1\n"},
    {"Errors", "jdk.JavaErrorThrow thrownClass:C\n", "jdk.ExceptionStatistics x:l\n@0 1\n"},
    {"VMOperations", "jdk.ExecuteVMOperation duration:d\n", "jdk.SafepointBegin x:l\n@0 1\n"},
    {"VMOperations", "jdk.ExecuteVMOperation duration:d\n",
     "jdk.BiasedLockClassRevocation x:l\n@0 1\n"},
    {"TimeToSafepoint", "jdk.SafepointStateSynchronization duration:d\n",
     "jdk.ExecuteVMOperation x:l\n@0 1\n"},
    {"ZGCAllocationStallRule", "jdk.ZAllocationStall duration:d\n",
     "jdk.GarbageCollection x:l\n@0 1\n"},
    {"MetaspaceOom", "jdk.MetaspaceOOM x:l\n", "jdk.MetaspaceSummary x:l\n@0 1\n"},
    {"VirtualThreadPinned", "jdk.VirtualThreadPinned duration:d\n",
     "jdk.VirtualThreadStart x:l\n@0 1\n"},
    {"VirtualThreadPinned", "jdk.VirtualThreadPinned duration:d\n",
     "jdk.VirtualThreadEnd x:l\n@0 1\n"},
    {"ClassLoading", "jdk.ClassLoad duration:d\n", "jdk.ClassUnload x:l\n@0 1\n"},
    {"ClassLoading", "jdk.ClassLoad duration:d\n", "jdk.ClassDefine x:l\n@0 1\n"},
    {"ClassLoading", "jdk.ClassLoad duration:d\n", "jdk.ClassLoadingStatistics x:l\n@0 1\n"},
};

/* The setting of the first type. */
#define SETTING "jdk.ActiveSetting id:l name:s value:s\n"
#define SAYS(name, value) SETTING "@0 300 " name " " value "\n"
#define STRANGER "com.acme.Event x:l\n@0 1\n"

static bool needs_more(const char *rule, const char *needed, const char *settings,
                       const char *other) {
    char told[500];
    snprintf(told, sizeof told, "%s%s%s", needed, settings, other);
    severity_of(rule, told);
    ck_assert_int_eq(finding.unmet != NULL, strcmp(finding.outcome->name, "not-recorded") == 0);
    return finding.unmet != NULL;
}

START_TEST(without_events_a_setting_and_others_of_the_mechanism_say_that_there_were_none) {
    static const struct {
        const char *settings;
        bool others, met;
    } cases[] = {
        {SAYS("enabled", "true"), true, true},          {SAYS("enabled", "true"), false, false},
        {SAYS("enabled", "false"), true, false},        {SAYS("threshold", "true"), true, false},
        {SETTING "@0 999 enabled true\n", true, false}, {"", true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool more = needs_more(together[_i].rule, together[_i].needed, cases[i].settings,
                               cases[i].others ? together[_i].other : STRANGER);
        ck_assert_msg(more == !cases[i].met, "%s, %zu", together[_i].rule, i);
    }
}
END_TEST

START_TEST(events_of_the_type_are_enough) {
    ck_assert(!needs_more("FileRead", "jdk.FileRead duration:d path:s\n@0 5 x\n", "", ""));
    ck_assert(!needs_more("LongGcPause", "jdk.GCPhasePause duration:d\n@0 5\n", "", ""));
    ck_assert(needs_more("LongGcPause", "jdk.GCPhasePause duration:d\n", "", ""));
}
END_TEST

START_TEST(pauses_are_those_of_phases_or_of_collections) {
    ck_assert(!needs_more("LongGcPause",
                          "jdk.GarbageCollection duration:d name:s gcId:l\n@0 5 x 1\n", "", ""));
    ck_assert(
        needs_more("LongGcPause", "jdk.GarbageCollection duration:d name:s gcId:l\n", "", ""));
}
END_TEST

START_TEST(a_rule_about_settings_needs_some) {
    ck_assert(
        needs_more("OverAggressiveRecordingSetting", "jdk.ThreadPark duration:d\n", SETTING, ""));
    ck_assert(!needs_more("OverAggressiveRecordingSetting", "jdk.ThreadPark duration:d\n",
                          SAYS("threshold", "20_ms"), ""));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("needs");
    TCase *tcase = tcase_create("needs");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(
        tcase, without_events_a_setting_and_others_of_the_mechanism_say_that_there_were_none, 0,
        (int)(sizeof together / sizeof *together));
    tcase_add_test(tcase, events_of_the_type_are_enough);
    tcase_add_test(tcase, pauses_are_those_of_phases_or_of_collections);
    tcase_add_test(tcase, a_rule_about_settings_needs_some);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
