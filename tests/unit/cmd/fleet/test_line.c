/* The line of facts of a recording whose events are told: what each figure is made of. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

/* The line, of the command with more options, has this in it. */
static void expect(const char *more, const char *told, const char *expected) {
    char line[100];
    snprintf(line, sizeof line, "facts --top 2%s", more);
    struct child_result result = commanded_of(line, told, 10);
    ck_assert_msg(strstr(text_str(&result.out), expected) != NULL, "%s\nis not in\n%s%s", expected,
                  text_str(&result.out), text_str(&result.err));
    text_free(&result.out);
    text_free(&result.err);
}

START_TEST(processors_and_pauses) {
    expect("",
           "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"
           "@1000 0.2 0.1 0.9\n"
           "@2000 0.3 0.2 0.7\n"
           "@3000 0.1 0.0 0.8\n"
           "jdk.ContainerCPUThrottling cpuElapsedSlices:l cpuThrottledSlices:l cpuThrottledTime:l\n"
           "@1000 0 0 0\n"
           "@5000 50 5 400000000\n"
           "jdk.GarbageCollection name:s cause:s sumOfPauses:d\n"
           "@1000 G1New System.gc() 10\n"
           "jdk.GCPhasePause name:s duration:d\n"
           "@1000*10/100 Pause 10+1\n"
           "jdk.GCHeapSummary heapUsed:l\n"
           "@1000 200\n"
           "@1500 500\n"
           "@2000 300\n",
           "\"cpu_mean\":0.3,\"cpu_max\":0.5,\"machine_max\":0.9,\"throttled_ns\":400000000,"
           "\"gc_collections\":1,\"gc_pauses\":10,\"gc_pause_ns\":145000000,"
           "\"gc_p99_ns\":19000000,\"gc_longest_ns\":19000000,\"heap_max\":500,"
           "\"alloc_bytes\":null,\"exceptions\":null,");
}
END_TEST

START_TEST(of_old_jdks_buffers_and_what_lies_outside_are_allocated) {
    expect("",
           "jdk.ObjectAllocationInNewTLAB tlabSize:l\n"
           "@1000 100\n"
           "@2000 50\n"
           "jdk.ObjectAllocationOutsideTLAB allocationSize:l\n"
           "@1000 7\n",
           "\"alloc_bytes\":157,");
    expect("", "jdk.ObjectAllocationOutsideTLAB allocationSize:l\n@1000 7\n", "\"alloc_bytes\":7,");
    expect("",
           "jdk.ObjectAllocationSample weight:l\n@1000 3\n@2000 4\n"
           "jdk.ObjectAllocationInNewTLAB tlabSize:l\n@1000 100\n",
           "\"alloc_bytes\":7,");
}
END_TEST

START_TEST(a_counter_of_exceptions_goes_before_their_events) {
    const char *const events = "jdk.JavaExceptionThrow message:s\n@1000 x\n@1001 x\n"
                               "jdk.JavaErrorThrow message:s\n@1000 x\n";
    char told[400];
    expect("", events, "\"exceptions\":3,");
    snprintf(told, sizeof told, "jdk.ExceptionStatistics throwables:l\n%s%s",
             "@0 100\n@1000 150\n@2000 30\n@3000 45\n@4000 45\n", events);
    expect("", told, "\"exceptions\":65,"); /* a new JVM's counter begins anew */
    snprintf(told, sizeof told, "jdk.ExceptionStatistics throwables:l\n@0 100\n%s", events);
    expect("", told, "\"exceptions\":3,"); /* one of it is no difference */
}
END_TEST

#define JVM "jdk.JVMInformation jvmVersion:s javaArguments:s jvmArguments:s pid:l jvmStartTime:l\n"

START_TEST(the_jvm_is_the_last_and_its_version_what_is_in_brackets) {
    expect("", JVM "@0 VM_(17.0.15+6)_for_linux_(x) a.Main_--password_x -Xmx1g 7 9\n",
           "\"jvm\":\"17.0.15+6\",\"jvm_name\":null,\"main\":\"a.Main\",\"pid\":7,"
           "\"jvm_start_ms\":9,");
    expect("", JVM "@0 VM_(17 b.Main -Xmx1g 7 9\n", "\"jvm\":\"VM (17\"");
    expect("", JVM "@0 VM)17 b.Main -Xmx1g 7 9\n", "\"jvm\":\"VM)17\"");
}
END_TEST

START_TEST(arguments_are_there_where_they_are_asked_for_without_secrets) {
    const char *const properties = "jdk.InitialEnvironmentVariable key:s value:s\n"
                                   "@0 HOME /root\n@0 PASSWORD secret\n@1 HOME /home\n";
    char told[400];
    snprintf(told, sizeof told, "%s@0 VM a.Main_--password_x -Dtoken=y_-Xmx1g 7 9\n%s", JVM,
             properties);
    expect(" --arguments", told,
           "\"jvm_arguments\":\"-Dtoken=*** -Xmx1g\",\"java_arguments\":\"a.Main --password ***\","
           "\"environment\":{\"PASSWORD\":\"***\",\"HOME\":\"/home\"}}");
    expect(" --arguments", properties, "\"jvm_arguments\":null,\"java_arguments\":null,");
    expect("", told, "\"hot\":[]}");
}
END_TEST

START_TEST(samples_are_counted_and_the_hottest_methods_named) {
    expect("",
           "jdk.ExecutionSample sampledThread:T stackTrace:K\n"
           "@0*5/10 w a.A.one,a.A.main\n"
           "@0*3/10 w a.A.two,a.A.one,a.A.main\n"
           "@0*2/10 w a.A.three,a.A.main\n"
           "jdk.DataLoss amount:l\n"
           "@5 300\n",
           "\"event\":\"jdk.ExecutionSample\",\"period_ns\":null,\"samples\":10,"
           "\"without_stack\":0,\"truncated\":0,\"lost_samples\":0,\"lost_event_bytes\":300,");
    expect("",
           "jdk.ExecutionSample sampledThread:T stackTrace:K\n"
           "@0*5/10 w a.A.one,a.A.main\n"
           "@0*3/10 w a.A.two,a.A.one,a.A.main\n"
           "@0*2/10 w a.A.three,a.A.main\n",
           "\"hot\":[{\"method\":\"a.A.one\",\"self\":5,\"total\":8},"
           "{\"method\":\"a.A.two\",\"self\":3,\"total\":3}]");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("facts");
    TCase *c = tcase_create("facts");
    tcase_add_test(c, processors_and_pauses);
    tcase_add_test(c, of_old_jdks_buffers_and_what_lies_outside_are_allocated);
    tcase_add_test(c, a_counter_of_exceptions_goes_before_their_events);
    tcase_add_test(c, the_jvm_is_the_last_and_its_version_what_is_in_brackets);
    tcase_add_test(c, arguments_are_there_where_they_are_asked_for_without_secrets);
    tcase_add_test(c, samples_are_counted_and_the_hottest_methods_named);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
