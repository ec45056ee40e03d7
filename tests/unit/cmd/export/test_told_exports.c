/* Exports of recordings of a few events. */
#include "base/units.h"
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

/* Two threads; events of one that overlap are beside one another; one without a thread. */
#define EVENTS                                                                              \
    "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C address:l\n" \
    "@1000 30 w_1 a.A.get:3,a.A.run a/Map 7\n"                                              \
    "@1010 5 w_1 a.A.get a/Map 8\n"                                                         \
    "@1020 20 main b.B.put:-1 a/Set 9\n"                                                    \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d\n"                \
    "@2000 12 4 G1New Allocation 11\n"                                                      \
    "jdk.JavaExceptionThrow eventThread:T stackTrace:K thrownClass:C message:s\n"           \
    "@1500 main a.E.<init>,a.App.parse a/E bad\n"                                           \
    "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"                                    \
    "@1000 0.25 0.125 0.5\n"                                                                \
    "@2000 0.5 0.125 0.75\n"

/* The events of a trace, a line each. */
START_TEST(a_trace_has_slices_by_thread_and_counters) {
    struct child_result result = commanded_of("export --to chrome -o -", EVENTS, 60);
    struct text lines = {0};
    for (const char *c = strstr(text_str(&result.out), "{\"ph\""); c && *c; c++) {
        if (strncmp(c, "{\"ph\"", 5) == 0) text_add_char(&lines, '\n');
        text_add_char(&lines, *c);
    }
    const char
        *wrote = text_str(&lines),
        *expected =
            "\n"
            "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"100\"}},\n"
            "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"JVM\"}"
            "},\n"
            "{\"ph\":\"X\",\"name\":\"GarbageCollection\",\"cat\":\"GC\",\"pid\":1,\"tid\":1,"
            "\"ts\":161462000000.000,\"dur\":12000.000,\"args\":{\"gcId\":4,\"name\":\"G1New\","
            "\"cause\":\"Allocation\",\"sumOfPauses\":11000000}},\n"
            "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"w "
            "1\",\"osThreadId\":100}},\n"
            "{\"ph\":\"X\",\"name\":\"JavaMonitorEnter\",\"cat\":\"Locks\",\"pid\":1,\"tid\":2,"
            "\"ts\":161461000000.000,\"dur\":30000.000,\"args\":{\"monitorClass\":\"a.Map\","
            "\"address\":7,\"stackTrace\":[\"a.A.get:3\",\"a.A.run:7\"]}},\n"
            "{\"ph\":\"X\",\"name\":\"JavaMonitorEnter\",\"cat\":\"Locks\",\"pid\":1,\"tid\":2,"
            "\"ts\":161461010000.000,\"dur\":5000.000,\"args\":{\"monitorClass\":\"a.Map\","
            "\"address\":8,\"stackTrace\":[\"a.A.get:7\"]}},\n"
            "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":3,\"args\":{\"name\":"
            "\"main\",\"osThreadId\":101,\"javaThreadId\":1}},\n"
            "{\"ph\":\"X\",\"name\":\"JavaMonitorEnter\",\"cat\":\"Locks\",\"pid\":1,\"tid\":3,"
            "\"ts\":161461020000.000,\"dur\":20000.000,\"args\":{\"monitorClass\":\"a.Set\","
            "\"address\":9,\"stackTrace\":[\"b.B.put\"]}},\n"
            "{\"ph\":\"i\",\"s\":\"t\",\"name\":\"JavaExceptionThrow\",\"cat\":\"Exceptions\","
            "\"pid\":1,\"tid\":3,\"ts\":161461500000.000,\"args\":{\"thrownClass\":\"a.E\","
            "\"message\":\"bad\",\"stackTrace\":[\"a.E.<init>:7\",\"a.App.parse:7\"]}},\n"
            "{\"ph\":\"C\",\"name\":\"CPU "
            "load\",\"pid\":1,\"ts\":161461000000.000,\"args\":{\"jvmUser\":0.25,\"jvmSystem\":0."
            "125,\"machineTotal\":0.5}},\n"
            "{\"ph\":\"C\",\"name\":\"CPU "
            "load\",\"pid\":1,\"ts\":161462000000.000,\"args\":{\"jvmUser\":0.5,\"jvmSystem\":0."
            "125,\"machineTotal\":0.75}}]}\n";
    ck_assert_msg(strcmp(wrote, expected) == 0, "%s", wrote);
    text_free(&lines);
    text_free(&result.out);
    text_free(&result.err);
}
END_TEST

START_TEST(metrics_have_a_line_a_time) {
    commanded("export --to openmetrics -o -",
              "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"
              "@1000 0.25 0.125 0.5\n"
              "@2000 0.5 0.125 0.75\n"
              "jdk.JVMInformation pid:l jvmStartTime:l\n"
              "@10 77 1000\n"
              "jdk.InitialEnvironmentVariable key:s value:s\n"
              "@10 HOME /x\n"
              "@10 HOSTNAME web_7\n"
              "jdk.GCPhasePause duration:d gcId:l name:s\n"
              "@1500 8 1 GC_Pause\n"
              "@2500 4 2 GC_Pause\n"
              "jdk.ObjectAllocationSample weight:l\n"
              "@1200 1000\n"
              "@2600 500\n",
              60,
              "# TYPE jvm_cpu_ratio gauge\n"
              "# UNIT jvm_cpu_ratio ratio\n"
              "# HELP jvm_cpu_ratio CPU time of the JVM as a share of all processors.\n"
              "jvm_cpu_ratio{mode=\"user\",pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host="
              "\"web 7\"} 0.25 1763671861.000\n"
              "jvm_cpu_ratio{mode=\"user\",pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host="
              "\"web 7\"} 0.5 1763671862.000\n"
              "jvm_cpu_ratio{mode=\"system\",pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\","
              "host=\"web 7\"} 0.125 1763671861.000\n"
              "jvm_cpu_ratio{mode=\"system\",pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\","
              "host=\"web 7\"} 0.125 1763671862.000\n"
              "# TYPE machine_cpu_ratio gauge\n"
              "# UNIT machine_cpu_ratio ratio\n"
              "# HELP machine_cpu_ratio CPU time of all processes as a share of all processors.\n"
              "machine_cpu_ratio{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host=\"web 7\"} "
              "0.5 1763671861.000\n"
              "machine_cpu_ratio{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host=\"web 7\"} "
              "0.75 1763671862.000\n"
              "# TYPE jvm_gc_pause_seconds counter\n"
              "# UNIT jvm_gc_pause_seconds seconds\n"
              "# HELP jvm_gc_pause_seconds Time that the JVM was paused for garbage collection.\n"
              "jvm_gc_pause_seconds_total{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host="
              "\"web 7\"} 0.008 1763671861.500\n"
              "jvm_gc_pause_seconds_total{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host="
              "\"web 7\"} 0.012 1763671862.500\n"
              "# TYPE jvm_gc_pauses counter\n"
              "# HELP jvm_gc_pauses Pauses for garbage collection.\n"
              "jvm_gc_pauses_total{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host=\"web "
              "7\"} 1 1763671861.500\n"
              "jvm_gc_pauses_total{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host=\"web "
              "7\"} 2 1763671862.500\n"
              "# TYPE jvm_allocated_bytes counter\n"
              "# UNIT jvm_allocated_bytes bytes\n"
              "# HELP jvm_allocated_bytes Bytes allocated, estimated from samples.\n"
              "jvm_allocated_bytes_total{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host="
              "\"web 7\"} 1000 1763671862.000\n"
              "jvm_allocated_bytes_total{pid=\"77\",jvm_start=\"1970-01-01T00:00:00.000Z\",host="
              "\"web 7\"} 1500 1763671863.000\n"
              "# EOF\n");
}
END_TEST

static char *metrics_of(const struct recording *r, unsigned jobs) {
    char line[80];
    snprintf(line, sizeof line, "export --to openmetrics -o - --jobs %u", jobs);
    struct child_result result = commanded_bytes(line, r->out.data, r->out.len);
    ck_assert_msg(result.code == 0, "%s", text_str(&result.err));
    text_free(&result.err);
    return text_take(&result.out);
}

static size_t count_of(const char *text, const char *what) {
    size_t count = 0;
    while ((text = strstr(text, what))) count++, text += strlen(what);
    return count;
}

/* Only the second of four chunks says which JVM it is. */
START_TEST(metrics_are_of_the_jvm_that_some_chunk_names_however_many_read_them) {
    struct recording r = {0};
    for (int chunk = 0; chunk < 4; chunk++) {
        char told[400];
        snprintf(told, sizeof told,
                 "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n@%d 0.%d 0 1\n"
                 "jdk.InitialEnvironmentVariable key:s value:s\n@10 HOST other\n"
                 "jdk.JVMInformation pid:l jvmStartTime:l\n%s",
                 1000 + chunk, chunk + 1, chunk == 1 ? "@10 77 1000\n" : "");
        told_write(&r, told, NS_PER_S);
    }
    char *alone = metrics_of(&r, 1);
    ck_assert_uint_eq(count_of(alone, "\njvm_cpu_ratio{mode=\"user\",pid=\"77\""), 4);
    ck_assert_uint_eq(count_of(alone, "host="), 0);
    for (unsigned jobs = 2; jobs < 5; jobs++) {
        char *more = metrics_of(&r, jobs);
        ck_assert_str_eq(more, alone);
        free(more);
    }
    free(alone);
    recording_free(&r);
}
END_TEST

/* Firefox shows a value by the format of its field, and no key is one that it takes for its own. */
START_TEST(fields_of_markers_have_the_format_of_their_unit) {
    static const char *const formats[] = {
        "\"key\":\"share\",\"label\":\"share\",\"format\":\"percentage\"",
        "\"key\":\"sized\",\"label\":\"sized\",\"format\":\"bytes\"",
        "\"key\":\"mean\",\"label\":\"mean\",\"format\":\"decimal\"",
        "\"key\":\"bytes\",\"label\":\"bytes\",\"format\":\"bytes\"",
        "\"key\":\"span\",\"label\":\"span\",\"format\":\"nanoseconds\"",
        "\"key\":\"count\",\"label\":\"count\",\"format\":\"integer\"",
        "\"key\":\"is\",\"label\":\"is\",\"format\":\"string\"",
        "\"key\":\"jfr_type\",\"label\":\"type\",\"format\":\"unique-string\"",
    };
    struct child_result result = commanded_of(
        "export --to firefox -o -",
        "app.Request duration:d eventThread:T share:p sized:z mean:f bytes:y span:d count:l is:b "
        "type:s\n@1000 5 main 0.25 7.5 0.5 8 9 10 1 x\n",
        10);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        ck_assert_msg(strstr(text_str(&result.out), formats[i]), "%s is not in\n%s", formats[i],
                      text_str(&result.out));
    text_free(&result.out);
    text_free(&result.err);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told exports");
    TCase *c = tcase_create("told exports");
    tcase_add_test(c, a_trace_has_slices_by_thread_and_counters);
    tcase_add_test(c, metrics_have_a_line_a_time);
    tcase_add_test(c, metrics_are_of_the_jvm_that_some_chunk_names_however_many_read_them);
    tcase_add_test(c, fields_of_markers_have_the_format_of_their_unit);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
