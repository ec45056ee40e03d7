/* The agent's recorder: what goes in is read back from the file. */
#include "agent/recording/system.h"
#include "agent/whatif/experiments.h"
#include "tests/support/recorder.h"

#include <pthread.h>
#include <semaphore.h>

/* ==== Events ================================================================================= */

START_TEST(samples_have_thread_stack_and_state) {
    struct recording *r = open_with((struct agent_options){0});
    int64_t t = clock_now();
    recording_execution_sample(r, t, &first, &stack, RECORDING_STATE_RUNNABLE, 21000000, false);
    recording_event(r, RECORDING_NATIVE_SAMPLE, t + 5, {.thread = &second}, {.stack = NULL},
                    {RECORDING_STATE_SLEEPING});
    close_and_read(r);
    const char *type = "jdk.ExecutionSample";
    char text[40];
    snprintf(text, sizeof text, "%" PRId64, t);
    EVENT_IS(type, 0, "startTime", text);
    EVENT_IS(type, 0, "sampledThread.javaName", "main");
    EVENT_IS(type, 0, "sampledThread.osName", "main");
    EVENT_IS(type, 0, "sampledThread.osThreadId", "11");
    EVENT_IS(type, 0, "sampledThread.javaThreadId", "1");
    EVENT_IS(type, 0, "sampledThread.virtual", "0");
    EVENT_IS(type, 0, "sampledThread.group.name", "main");
    EVENT_IS(type, 0, "sampledThread.group.parent.name", "system");
    EVENT_IS(type, 0, "state", "STATE_RUNNABLE");
    EVENT_IS(type, 0, "stackTrace.truncated", "1");
    type = "jdk.NativeMethodSample";
    EVENT_IS(type, 0, "sampledThread.osName", "os-two");
    EVENT_IS(type, 0, "sampledThread.group", "null");
    EVENT_IS(type, 0, "stackTrace", "null");
    EVENT_IS(type, 0, "state", "STATE_SLEEPING");
}
END_TEST

START_TEST(the_default_state_is_that_of_execution_samples_of_runnable_threads_alone) {
    struct recording *r = open_with((struct agent_options){.state_default = true});
    recording_execution_sample(r, 1000, &first, NULL, RECORDING_STATE_RUNNABLE, 0, false);
    recording_execution_sample(r, 2000, &first, NULL, RECORDING_STATE_SLEEPING, 0, false);
    recording_event(r, RECORDING_NATIVE_SAMPLE, 3000, {.thread = &first}, {.stack = NULL},
                    {RECORDING_STATE_RUNNABLE});
    close_and_read(r);
    EVENT_IS("jdk.ExecutionSample", 0, "state", "STATE_DEFAULT");
    EVENT_IS("jdk.ExecutionSample", 1, "state", "STATE_SLEEPING");
    EVENT_IS("jdk.NativeMethodSample", 0, "state", "STATE_RUNNABLE");
}
END_TEST

START_TEST(locks_allocations_threads_and_collections_have_their_fields) {
    struct recording *r = open_with((struct agent_options){0});
    recording_event(r, RECORDING_MONITOR_ENTER, 1000, {3000}, {.thread = &first}, {.stack = &stack},
                    {.s = "java.lang.Object"}, {.thread = &second}, {0x7f00});
    recording_event(r, RECORDING_THREAD_PARK, 2000, {500}, {.thread = &second}, {.stack = &stack},
                    {.s = "a/b/Lock"}, {77}, {INT64_MIN}, {5});
    recording_event(r, RECORDING_ALLOCATION_SAMPLE, 3000, {.thread = &third}, {.stack = &stack},
                    {.s = "[I"}, {1 << 19});
    recording_event(r, RECORDING_THREAD_START, 4000, {.thread = &first}, {.stack = &stack},
                    {.thread = &second}, {.thread = &first});
    recording_thread_end(r, 5000, &second);
    recording_event(r, RECORDING_GARBAGE_COLLECTION, 6000, {2000}, {.thread = NULL}, {9},
                    {.s = "G1New"}, {.s = "Because"}, {2000}, {2000});
    close_and_read(r);
    EVENT_IS("jdk.JavaMonitorEnter", 0, "duration", "3000");
    EVENT_IS("jdk.JavaMonitorEnter", 0, "eventThread.javaName", "main");
    EVENT_IS("jdk.JavaMonitorEnter", 0, "monitorClass.name", "java/lang/Object");
    EVENT_IS("jdk.JavaMonitorEnter", 0, "monitorClass.package.name", "java/lang");
    EVENT_IS("jdk.JavaMonitorEnter", 0, "previousOwner.javaName", "two");
    EVENT_IS("jdk.JavaMonitorEnter", 0, "address", "32512");
    EVENT_IS("jdk.ThreadPark", 0, "parkedClass.name", "a/b/Lock");
    EVENT_IS("jdk.ThreadPark", 0, "timeout", "77");
    EVENT_IS("jdk.ThreadPark", 0, "until", "-9223372036854775808");
    EVENT_IS("jdk.ObjectAllocationSample", 0, "objectClass.name", "[I");
    EVENT_IS("jdk.ObjectAllocationSample", 0, "objectClass.package", "null");
    EVENT_IS("jdk.ObjectAllocationSample", 0, "weight", "524288");
    EVENT_IS("jdk.ObjectAllocationSample", 0, "eventThread.virtual", "1");
    EVENT_IS("jdk.ThreadStart", 0, "thread.javaName", "two");
    EVENT_IS("jdk.ThreadStart", 0, "parentThread.javaName", "main");
    EVENT_IS("jdk.ThreadEnd", 0, "thread.javaName", "two");
    EVENT_IS("jdk.GarbageCollection", 0, "gcId", "9");
    EVENT_IS("jdk.GarbageCollection", 0, "name", "G1New");
    EVENT_IS("jdk.GarbageCollection", 0, "cause", "Because");
    EVENT_IS("jdk.GarbageCollection", 0, "sumOfPauses", "2000");
    EVENT_IS("jdk.GarbageCollection", 0, "longestPause", "2000");
}
END_TEST

START_TEST(loads_and_statistics_have_their_fields) {
    struct recording *r = open_with((struct agent_options){0});
    recording_event(r, RECORDING_CPU_LOAD, 1, {.f = 0.25f}, {.f = 0.125f}, {.f = 0.5f});
    recording_event(r, RECORDING_THREAD_CPU_LOAD, 2, {.thread = &first}, {.f = 0.75f},
                    {.f = 0.0625f});
    recording_event(r, RECORDING_CONTAINER_CPU_USAGE, 3, {30}, {20}, {10});
    recording_event(r, RECORDING_CONTAINER_CPU_THROTTLING, 4, {100}, {7}, {5});
    recording_statistics(
        r, &(struct recording_statistics){.start = 10,
                                          .end = 30,
                                          .requested = 1,
                                          .taken = 2,
                                          .timed_out = 3,
                                          .left = 4,
                                          .exited = 5,
                                          .failures = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20},
                                          .hold_median = 7,
                                          .hold_p99 = 8,
                                          .hold_max = 9,
                                          .no_processor = 21,
                                          .hold_cpu_median = 22,
                                          .hold_cpu_p99 = 23,
                                          .unmoved = 24});
    close_and_read(r);
    EVENT_IS("jdk.CPULoad", 0, "jvmUser", "0.25");
    EVENT_IS("jdk.CPULoad", 0, "jvmSystem", "0.125");
    EVENT_IS("jdk.CPULoad", 0, "machineTotal", "0.5");
    EVENT_IS("jdk.ThreadCPULoad", 0, "user", "0.75");
    EVENT_IS("jdk.ThreadCPULoad", 0, "eventThread.javaName", "main");
    EVENT_IS("jdk.ContainerCPUUsage", 0, "cpuTime", "30");
    EVENT_IS("jdk.ContainerCPUUsage", 0, "cpuSystemTime", "10");
    EVENT_IS("jdk.ContainerCPUThrottling", 0, "cpuThrottledSlices", "7");
    EVENT_IS("jdk.ContainerCPUThrottling", 0, "cpuThrottledTime", "5");
    static const char *const names[] = {"duration",       "requested",         "taken",
                                        "timedOut",       "leftState",         "exited",
                                        "noFrames",       "noClassLoad",       "gcActive",
                                        "notJava",        "notJavaUnwalkable", "javaUnknown",
                                        "javaUnwalkable", "unknownState",      "threadExit",
                                        "deoptimizing",   "safepoint",         "holdMedian",
                                        "holdP99",        "holdMax",           "noProcessor",
                                        "holdCPUMedian",  "holdCPUP99",        "unmoved"};
    static const char *const values[] = {"20", "1",  "2",  "3",  "4",  "5",  "10", "11",
                                         "12", "13", "14", "15", "16", "17", "18", "19",
                                         "20", "7",  "8",  "9",  "21", "22", "23", "24"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        EVENT_IS("jfragent.SamplingStatistics", 0, names[i], values[i]);
}
END_TEST

START_TEST(experiments_have_their_fields) {
    struct recording *r = open_with((struct agent_options){0});
    recording_experiment(r, &(struct recording_experiment){.start = 10,
                                                           .end = 30,
                                                           .block = 1,
                                                           .kind = "virtual",
                                                           .method = "a.B.c",
                                                           .progress_point = "a.B.d",
                                                           .speed = 25,
                                                           .delay = 2,
                                                           .progress = 3,
                                                           .ran = 4,
                                                           .waited = 5,
                                                           .switches = 6,
                                                           .worth = 7,
                                                           .processors = 17,
                                                           .missed = 18,
                                                           .collected = true,
                                                           .samples = 8,
                                                           .failed = 9,
                                                           .hits = 10,
                                                           .pauses = 11,
                                                           .paused = 12,
                                                           .longest_pause = 13,
                                                           .credits = 14});
    recording_experiment_method(
        r, &(struct recording_experiment_method){
               .start = 10, .end = 30, .block = 1, .method = "a.B.c", .hits = 15, .samples = 16});
    close_and_read(r);
    static const char *const window[][2] = {
        {"duration", "20"},     {"block", "1"},    {"kind", "virtual"},
        {"method", "a.B.c"},    {"speedup", "25"}, {"progressPoint", "a.B.d"},
        {"delay", "2"},         {"progress", "3"}, {"ran", "4"},
        {"waited", "5"},        {"switches", "6"}, {"largestDelay", "7"},
        {"collected", "1"},     {"samples", "8"},  {"failed", "9"},
        {"hits", "10"},         {"pauses", "11"},  {"paused", "12"},
        {"longestPause", "13"}, {"credits", "14"}, {"processors", "17"},
        {"missed", "18"},
    };
    for (size_t i = 0; i < sizeof window / sizeof *window; i++)
        EVENT_IS("jfragent.Experiment", 0, window[i][0], window[i][1]);
    EVENT_IS("jfragent.ExperimentMethod", 0, "method", "a.B.c");
    EVENT_IS("jfragent.ExperimentMethod", 0, "hits", "15");
    EVENT_IS("jfragent.ExperimentMethod", 0, "samples", "16");
}
END_TEST

START_TEST(class_names_are_written_as_the_jvm_does) {
    struct recording *r = open_with((struct agent_options){0});
    static const char *const names[][2] = {{"LFoo$$Lambda.0x012ab;", "Foo$$Lambda+0x012ab"},
                                           {"a.b.C", "a/b/C"},
                                           {"Foo/0x1f", "Foo+0x1f"},
                                           {"[La/B;", "[La/B;"},
                                           {"a.0b.C", "a/0b/C"},
                                           {"a.axis.C", "a/axis/C"},
                                           {"Foo.0x", "Foo/0x"},
                                           {".0x1f", "/0x1f"}};
    for (int i = 0; i < 8; i++)
        recording_event(r, RECORDING_ALLOCATION_SAMPLE, i, {.thread = &first}, {.stack = NULL},
                        {.s = names[i][0]}, {1});
    close_and_read(r);
    for (size_t i = 0; i < 8; i++)
        EVENT_IS("jdk.ObjectAllocationSample", i, "objectClass.name", names[i][1]);
}
END_TEST

START_TEST(symbols_are_utf8_in_place_also_that_of_no_class) {
    struct recording *r = open_with((struct agent_options){0});
    struct recording_frame frame = {recording_named(NULL, "[unknown]"), 0, 0, RECORDING_JIT};
    recording_execution_sample(r, 1000, &first, &(struct recording_stack){&frame, 1, false},
                               RECORDING_STATE_RUNNABLE, 0, false);
    close_and_read(r);
    const struct written_chunk *chunk = &w.chunks.items[0];
    const struct jfr_type *symbol = jfr_type_by_name(chunk->metadata, "jdk.types.Symbol");
    const uint8_t *at;
    uint64_t key = 0;
    while ((at = jfr_constant_find(chunk->constants, symbol, key + 1)) != NULL) {
        ck_assert_uint_eq(*at, WIRE_UTF8);
        key++;
    }
    ck_assert_uint_ge(key, 3);
}
END_TEST

START_TEST(equal_stacks_and_threads_are_written_once) {
    struct recording *r = open_with((struct agent_options){0});
    for (int i = 0; i < 1000; i++) {
        sample_line(r, i % 3);
        if (i == 500) recording_flush(r);
    }
    close_and_read(r);
    const struct written_chunk *c = &w.chunks.items[0];
    ck_assert_uint_eq(written_count(&w, "jdk.ExecutionSample"), 1000);
    ck_assert_uint_eq(
        jfr_constants_count(c->constants, jfr_type_by_name(c->metadata, "jdk.types.StackTrace")),
        3);
    ck_assert_uint_eq(
        jfr_constants_count(c->constants, jfr_type_by_name(c->metadata, "java.lang.Thread")), 1);
    ck_assert_uint_eq(
        jfr_constants_count(c->constants, jfr_type_by_name(c->metadata, "jdk.types.Method")), 1);
}
END_TEST

/* ==== Threads ================================================================================ */

static void *write_many(void *argument) {
    struct recording *r = argument;
    for (int i = 0; i < 5000; i++) {
        sample_line(r, i % 100);
        recording_thread_start(r, clock_now(), &second);
        recording_thread_end(r, clock_now(), &second);
    }
    return NULL;
}

START_TEST(events_of_many_threads_all_arrive) {
    struct recording *r = open_with(
        (struct agent_options){.flush_ns = 1000000, .chunk_bytes = 50000, .system_ns = 1000000});
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, write_many, r);
    for (int i = 0; i < 20; i++) recording_rotate(r);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    close_and_read(r);
    ck_assert_uint_eq(written_count(&w, "jdk.ExecutionSample"), 20000);
    ck_assert_uint_eq(written_count(&w, "jdk.ThreadStart"), 20000);
    ck_assert_uint_eq(written_count(&w, "jdk.ThreadEnd"), 20000);
}
END_TEST

/* ==== Machine and process ==================================================================== */

/* A thread of a native program may attach itself to the JVM after hours. */
struct late {
    sem_t ready, end;
    pid_t tid;
};

static void *work_then_wait(void *argument) {
    struct late *late = argument;
    struct timespec used = {0};
    while (used.tv_nsec < 500000000 && used.tv_sec < 1)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    late->tid = gettid();
    sem_post(&late->ready);
    sem_wait(&late->end);
    return NULL;
}

START_TEST(what_a_thread_did_before_it_came_to_the_jvm_is_not_its_load) {
    struct late late;
    pthread_t thread;
    sem_init(&late.ready, 0, 0);
    sem_init(&late.end, 0, 0);
    pthread_create(&thread, NULL, work_then_wait, &late);
    sem_wait(&late.ready);
    struct recording *r =
        open_with((struct agent_options){.system_ns = 10000000, .flush_ns = 10000000});
    wait_until_written("jdk.CPULoad", 2); /* what comes is a difference to the first round */
    recording_thread_start(r, clock_now(),
                           &(struct recording_thread){.java_name = "late", .os_tid = late.tid});
    wait_until_written("jdk.CPULoad", 20);
    close_and_read(r);
    sem_post(&late.end);
    pthread_join(thread, NULL);
    ck_assert_uint_eq(written_count(&w, "jdk.ThreadStart"), 1);
    ck_assert_uint_eq(written_count(&w, "jdk.ThreadCPULoad"), 0);
}
END_TEST

START_TEST(machine_and_process_are_measured) {
    struct recording *r =
        open_with((struct agent_options){.system_ns = 10000000, .flush_ns = 10000000});
    recording_thread_known(r, &(struct recording_thread){.java_name = "me", .os_tid = gettid()},
                           false);
    struct timespec used = {0};
    while (used.tv_sec < 1) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    wait_until_written("jdk.CPULoad", 4);
    close_and_read(r);
    ck_assert_uint_eq(written_count(&w, "jdk.OSInformation"), 1);
    ck_assert_uint_eq(written_count(&w, "jdk.CPUInformation"), 1);
    ck_assert_uint_gt(written_count(&w, "jdk.CPULoad"), 3);
    ck_assert_uint_ge(written_count(&w, "jdk.ThreadCPULoad"), 1);
    EVENT_IS("jdk.ThreadCPULoad", 0, "eventThread.javaName", "me");
    double user = 0;
    for (size_t i = 0; i < written_count(&w, "jdk.CPULoad"); i++)
        user +=
            written_value(&w, written_event(&w, "jdk.CPULoad", i), "jvmUser", other, sizeof other)
                .real;
    ck_assert_double_gt(user, 0);
    struct jfr_value threads = written_value(&w, written_event(&w, "jdk.CPUInformation", 0),
                                             "hwThreads", other, sizeof other);
    ck_assert_int_eq(threads.number, sysconf(_SC_NPROCESSORS_CONF));
}
END_TEST

static void burn(int64_t ns) {
    for (int64_t end = clock_of(CLOCK_THREAD_CPUTIME_ID) + ns;
         clock_of(CLOCK_THREAD_CPUTIME_ID) < end;) {
    }
}

/* 0: of Java, met when the JVM is up and when it starts; 1: of the JVM, begun since. */
START_TEST(a_thread_has_all_that_it_used_since_it_was_met_first) {
    const int64_t used = 200000000, begin = clock_now();
    struct recording_thread me = {.java_name = "me", .os_tid = gettid(), .java_id = _i ? 0 : 7};
    struct recording *r = open_with((struct agent_options){.system_ns = INT64_C(3600000000000)});
    if (!_i) recording_thread_known(r, &me, false);
    burn(used);
    if (_i) recording_thread_known(r, &me, true);
    else recording_thread_start(r, clock_now(), &me);
    close_and_read(r);
    /* One at the end; another before it if the first look at the threads came late. */
    double all = 0;
    int64_t last = begin;
    for (size_t i = 0; i < written_count(&w, "jdk.ThreadCPULoad"); i++) {
        const struct written_event *event = written_event(&w, "jdk.ThreadCPULoad", i);
        EVENT_IS("jdk.ThreadCPULoad", i, "eventThread.javaName", "me");
        int64_t now = written_value(&w, event, "startTime", other, sizeof other).number;
        all +=
            (double)(now - last) * (written_value(&w, event, "user", other, sizeof other).real +
                                    written_value(&w, event, "system", other, sizeof other).real);
        last = now;
    }
    ck_assert_double_ge(all * (double)sysconf(_SC_NPROCESSORS_ONLN), 0.99 * (double)used);
}
END_TEST

/* Samples stand for it, too. */
START_TEST(what_a_thread_used_last_is_told_at_the_end_though_it_is_less_than_a_tick) {
    struct recording *r = open_with((struct agent_options){.system_ns = INT64_C(3600000000000)});
    recording_thread_known(r, &(struct recording_thread){.java_name = "me", .os_tid = gettid()},
                           false);
    burn(2000000);
    close_and_read(r);
    ck_assert_uint_eq(written_count(&w, "jdk.ThreadCPULoad"), 1);
}
END_TEST

/* On x86-64; elsewhere the kernel has other words for it. */
START_TEST(the_processor_has_the_name_that_the_kernel_gives_it) {
    char line[256] = "", *name = NULL;
    FILE *cpus = fopen("/proc/cpuinfo", "r");
    while (cpus && !name && fgets(line, sizeof line, cpus))
        if (strncmp(line, "model name", 10) == 0) name = strstr(line, ": ");
    if (cpus) fclose(cpus);
    if (!name) return;
    name[strcspn(name, "\n")] = 0;
    close_and_read(open_with((struct agent_options){.system_ns = 10000000}));
    EVENT_IS("jdk.CPUInformation", 0, "cpu", name + 2);
}
END_TEST

START_TEST(proc_lines_are_read_whatever_the_command_is) {
    struct cpu_time time;
    ck_assert(recording_parse_stat("7 (a) R) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13", &time));
    ck_assert_uint_eq(time.user, 11);
    ck_assert_uint_eq(time.system, 12);
    ck_assert(!recording_parse_stat("7 (a) S 1 2", &time));
    ck_assert(!recording_parse_stat("", &time));
    ck_assert_int_eq(recording_parse_key("nr_periods 5\nnr_throttled 6\n", "nr_throttled"), 6);
    ck_assert_int_eq(recording_parse_key("nr_periods 5\n", "nr_period"), -1);
    ck_assert_int_eq(recording_parse_key("", "x"), -1);
}
END_TEST

START_TEST(the_machine_is_busy_when_it_is_not_idle_and_waits_for_no_disk) {
    uint64_t busy = 0, all = 0;
    ck_assert(recording_parse_machine("cpu  1 2 4 8 16 32 64 128 256 512\ncpu0 9", &busy, &all));
    ck_assert_uint_eq(all, 255); /* guests are in the first two */
    ck_assert_uint_eq(busy, 255 - 8 - 16);
    ck_assert(recording_parse_machine("cpu  1 2 4 8\n", &busy, &all));
    ck_assert_uint_eq(busy, 7);
    ck_assert(!recording_parse_machine("cpu  1 2 4\n", &busy, &all));
    ck_assert(!recording_parse_machine("cpu0 1 2 4 8 16 32 64 128\n", &busy, &all));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("recording");
    TCase *cases = recorder_case("recording");
    tcase_add_test(cases, samples_have_thread_stack_and_state);
    tcase_add_test(cases, the_default_state_is_that_of_execution_samples_of_runnable_threads_alone);
    tcase_add_test(cases, locks_allocations_threads_and_collections_have_their_fields);
    tcase_add_test(cases, loads_and_statistics_have_their_fields);
    tcase_add_test(cases, experiments_have_their_fields);
    tcase_add_test(cases, class_names_are_written_as_the_jvm_does);
    tcase_add_test(cases, symbols_are_utf8_in_place_also_that_of_no_class);
    tcase_add_test(cases, equal_stacks_and_threads_are_written_once);
    tcase_add_test(cases, events_of_many_threads_all_arrive);
    tcase_add_test(cases, what_a_thread_did_before_it_came_to_the_jvm_is_not_its_load);
    tcase_add_test(cases, machine_and_process_are_measured);
    tcase_add_loop_test(cases, a_thread_has_all_that_it_used_since_it_was_met_first, 0, 2);
    tcase_add_test(cases, what_a_thread_used_last_is_told_at_the_end_though_it_is_less_than_a_tick);
    tcase_add_test(cases, the_processor_has_the_name_that_the_kernel_gives_it);
    tcase_add_test(cases, proc_lines_are_read_whatever_the_command_is);
    tcase_add_test(cases, the_machine_is_busy_when_it_is_not_idle_and_waits_for_no_disk);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
