/* Rules of what the JVM's samples of Java code do not show: CPU time of the JVM and the kernel,
 * connections being made, code that cannot be compiled any more. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define NATIVE "jdk.NativeMethodSample state:s stackTrace:K sampledThread:T\n"
#define WRITES "java.io.FileOutputStream.writeBytes,java.io.FileOutputStream.write,app.Log.put"
#define PROCESSORS "jdk.CPUInformation hwThreads:l cores:l\n@0 2 2\n"
#define CPU_LOAD "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"

#define REPLY                                                                         \
    "sun.nio.ch.SocketDispatcher.read0,sun.nio.ch.NioSocketImpl.implRead,sun.nio.ch." \
    "NioSocketImpl.read,java.net.Socket$SocketInputStream.read,app.Client.ask,app.Page.show"

START_TEST(connections_that_are_waited_for_are_found_by_samples_of_native_code) {
    static const char connects[] = NATIVE
        "@0*20/20 x sun.nio.ch.Net.poll,sun.nio.ch.NioSocketImpl.connect,java.net.Socket.connect,"
        "app.Client.open,app.Page.show web-1\n";
    ck_assert_int_eq(severity_of("SlowConnects", connects), RULE_INFO);
    ck_assert_str_eq(text_of("site"), "app.Client.open");
    ck_assert_str_eq(text_of("caller"), "app.Page.show");
    ck_assert_double_eq(number_of("samples"), 20);
    ck_assert_int_eq(severity_of("SlowConnects", NATIVE "@0*20/20 x " REPLY " web-1\n"), RULE_OK);
}
END_TEST

#define CODE_CACHE                                         \
    "jdk.CodeCacheConfiguration reservedSize:l\n@0 1000\n" \
    "jdk.CodeCacheStatistics codeBlobType:s unallocatedCapacity:l\n@60000 CodeCache "

START_TEST(a_code_cache_is_too_small_if_code_still_runs_interpreted) {
    static const struct {
        const char *told;
        int64_t from_ms, to_ms; /* interpreted, of 120 s */
        enum rule_severity severity;
    } cases[] = {{CODE_CACHE "190\n", 60000, 72000, RULE_WARNING}, /* a fifth of the second half */
                 {CODE_CACHE "190\n", 60000, 71980, RULE_INFO},
                 {CODE_CACHE "190\n", 0, 60000, RULE_INFO}, /* start-up */
                 {CODE_CACHE "210\n", 60000, 120000, RULE_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        runs("app.Web.run;app.Work.work", "web-1", 0, cases[i].from_ms);
        runs_interpreted("app.Web.run;app.Cold.cold", "web-1", cases[i].from_ms, cases[i].to_ms);
        runs("app.Web.run;app.Work.work", "web-1", cases[i].to_ms, 120000);
        ck_assert_msg(severity_of("CodeCache", cases[i].told) == cases[i].severity, "case %zu: %s",
                      i, rule_severity_name(finding.severity));
    }
}
END_TEST

START_TEST(who_yields_again_and_again_waits_busily) {
    stacks_add(&profile, "app.Main.main;app.Log.put", 60);
    ck_assert_int_eq(severity_of("SmallFileCalls",
                                 NATIVE "@0*20/20 x java.lang.Thread.yield0,java.lang.Thread.yield,"
                                        "app.Poller.next main\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("what"), "busy waiting (Thread.yield)");
    ck_assert_str_eq(text_of("site"), "app.Poller.next");
    ck_assert_double_eq(number_of("percent"), 25);
    ck_assert_ptr_nonnull(strstr(text_of("advice"), "occupies a processor"));
    static const char in_future[] =
        NATIVE "@0*20/20 x java.lang.Thread.yield0,java.lang.Thread.yield,java.util.concurrent."
               "FutureTask.awaitDone,app.Lot.bid,app.Lot.run web-1\n";
    ck_assert_int_eq(severity_of("SmallFileCalls", in_future), RULE_OK);
    runs("app.Lot.run;app.Lot.bid", "web-1", 0, 20);
    ck_assert_int_eq(severity_of("NativeWork", in_future), RULE_OK);
}
END_TEST

START_TEST(of_who_has_the_jvm_stop_is_said_what_most_of_its_samples_are_in) {
    for (int64_t other = 200; other <= 220; other += 20) {
        teardown();
        setup();
        runs("app.Dog.run;app.Dog.look;java.util.HashMap.get", "dog-1", 0, 200);
        runs("app.Dog.run;app.Dog.rest", "dog-1", 200, 200 + other / 2);
        runs("app.Dog.run;app.Dog.bark", "dog-1", 500, 500 + other / 2);
        runs("app.Web.run", "web-1", 0, 1000);
        severity_of(
            "ApplicationHalts",
            "jdk.GCPhasePause duration:d name:s gcId:l\n@500 1 G1 1\n"
            "jdk.ExecuteVMOperation duration:d operation:s safepoint:b blocking:b caller:T\n"
            "@1000*40/1000 500 ThreadDump 1 1 dog-1\n");
        ck_assert_str_eq(text_of("caller"), "dog-1");
        ck_assert_str_eq(text_of("site"), other == 200 ? "app.Dog.look" : "");
    }
}
END_TEST

/* ==== CPU time that samples do not show ====================================================== */

#define THREAD_LOADS PROCESSORS "jdk.ThreadCPULoad eventThread:T user:f system:f\n"
#define USED CPU_LOAD "@0*10/1000 0.1 0.15 0.5\n" /* less than four processors */
#define INTERN "java.lang.String.intern,app.Tags.canon,app.Tags.read"

/* Of 24 s of CPU time in 120 s the samples, a 20 ms each, show so many ms. */
static enum rule_severity unsampled_with(int64_t shown_ms, const char *more) {
    OWNED(text_free) struct text told = {0};
    teardown();
    setup();
    runs("app.Web.run;app.Tags.read;app.Tags.split", "web-1", 0, shown_ms);
    text_addf(&told, USED "%s" THREAD_LOADS "@10000*12/10000 web-1 0.05 0.05\n", more);
    judged_event = "jdk.ExecutionSample";
    severity_of("UnsampledCpu", text_str(&told));
    judged_event = NULL;
    return finding.severity;
}

START_TEST(cpu_time_that_samples_do_not_show_is_named_by_what_they_have_in_common) {
    ck_assert_int_eq(unsampled_with(7200, ""), RULE_INFO); /* 30 % of it */
    ck_assert_int_eq(unsampled_with(7220, ""), RULE_OK);
    ck_assert_int_eq(unsampled_with(6000, NATIVE "@0*2/20 x " INTERN " web-1\n"), RULE_INFO);
    ck_assert_str_eq(text_of("pool"), "web-*");
    ck_assert_str_eq(text_of("site"), "app.Tags.split");
    ck_assert_str_eq(text_of("call"), "java.lang.String.intern");
    ck_assert_double_eq_tol(number_of("kernel_percent"), 50, 0.01);
    ck_assert_double_eq_tol(number_of("sampled_percent"), 25.17, 0.01);
    ck_assert_double_eq_tol(finding.cost, 74.83, 0.01);
    ck_assert_int_eq(unsampled_with(6000, NATIVE "@0*2/20 x " WRITES " web-1\n"), RULE_INFO);
    ck_assert_str_eq(text_of("call"), "java.io.FileOutputStream.writeBytes");
}
END_TEST

/* Two pools' worth of samples: so many ms of each second in a selector, of so much CPU time. */
static void selecting(int64_t in_selector_ms, int64_t beside_ms, const char *load) {
    OWNED(text_free) struct text told = {0};
    teardown();
    setup();
    runs("app.Loop.run;sun.nio.ch.SelectorImpl.select;java.util.HashSet.add", "loop-1", 0,
         in_selector_ms);
    runs("app.Loop.run;app.Line.flush", "loop-1", in_selector_ms, in_selector_ms + beside_ms);
    text_addf(&told, USED THREAD_LOADS "@10000*12/10000 loop-1 %s\n", load);
    judged_event = "jdk.ExecutionSample";
    severity_of("UnsampledCpu", text_str(&told));
    judged_event = NULL;
}

START_TEST(a_selector_that_hardly_waits_is_told_from_one_that_does) {
    selecting(1000, 1000, "0.07 0.08"); /* 30 % of a thread's time, on two processors */
    ck_assert(strstr(text_of("hint"), "OP_WRITE"));
    selecting(980, 1000, "0.07 0.08");
    ck_assert(strstr(text_of("hint"), "operating system"));
    selecting(1000, 1000, "0.05 0.07"); /* 24 % */
    ck_assert(strstr(text_of("hint"), "operating system"));
    selecting(1000, 1000, "0.08 0.07"); /* not in the kernel */
    ck_assert(strstr(text_of("hint"), "String.intern"));
}
END_TEST

/* The samples show next to nothing of what the load says; is that judged? */
static enum rule_severity unsampled_of(const char *load, const char *thread_load) {
    OWNED(text_free) struct text told = {0};
    text_addf(&told, CPU_LOAD "@0*10/1000 %s 0 0.5\n" THREAD_LOADS "@10000 web-1 %s\n", load,
              thread_load);
    teardown();
    setup();
    runs("app.Web.run;app.Tags.read;app.Tags.split", "web-1", 0, 40);
    runs("app.Web.run;app.Tags.read;app.Tags.join", "web-1", 40, 60);
    runs("app.Web.run;app.Other.other", "web-1", 60, 80);
    judged_event = "jdk.ExecutionSample";
    severity_of("UnsampledCpu", text_str(&told));
    judged_event = NULL;
    return finding.severity;
}

START_TEST(little_cpu_time_and_that_of_more_threads_than_are_looked_at_is_not_judged) {
    ck_assert_int_eq(unsampled_of("0.25", "0.05 0"), RULE_INFO); /* a second */
    ck_assert_int_eq(unsampled_of("0.25", "0.0499 0"), RULE_OK);
    ck_assert_int_eq(unsampled_of("2", "0.5 0"), RULE_INFO); /* four processors */
    ck_assert_int_eq(unsampled_of("2.01", "0.5 0"), RULE_NA);
}
END_TEST

START_TEST(four_fifths_of_the_samples_stand_for_what_is_not_shown_and_half_of_it_for_the_kernel) {
    unsampled_of("0.25", "0.05 0.05");
    ck_assert_str_eq(text_of("site"), "app.Web.run"); /* app.Tags.read has three of four */
    ck_assert(strstr(text_of("hint"), "operating system"));
    unsampled_of("0.25", "0.051 0.049");
    ck_assert(strstr(text_of("hint"), "String.intern"));
}
END_TEST

#define WAITS                                                                                      \
    "jdk.JavaMonitorWait duration:d eventThread:T stackTrace:K\n@0*5/1000 20 %s java.lang.Object." \
    "wait,app.Box.take\n@10000*4/1000 20 web-1 java.lang.Object.wait,app.Other.take\n"

START_TEST(where_threads_of_the_pool_wait_is_said_of_time_in_the_kernel) {
    char told[500];
    snprintf(told, sizeof told, WAITS, "web-2");
    unsampled_with(6000, told);
    ck_assert_str_eq(text_of("waits_in"), "app.Box.take");
    snprintf(told, sizeof told, WAITS, "other-1");
    unsampled_with(6000, told);
    ck_assert_str_eq(text_of("waits_in"), "app.Other.take");
}
END_TEST

/* 120 s, of which nothing was in the kernel: weights in MiB. */
static void unsampled_arrays(const char *of_class, const char *thread, int64_t mib) {
    OWNED(text_free) struct text told = {0};
    teardown();
    setup();
    runs("app.Web.run;app.Tags.read", "web-1", 0, 6000);
    text_addf(&told,
              USED THREAD_LOADS "@10000*12/10000 web-1 0.1 0\n"
                                "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T "
                                "stackTrace:K\n@0*120/1000 %s %lld %s java.util.Arrays.copyOf,"
                                "java.util.ArrayList.grow,app.Tags.add,app.Tags.read\n",
              of_class, (long long)mib << 20, thread);
    judged_event = "jdk.ExecutionSample";
    severity_of("UnsampledCpu", text_str(&told));
    judged_event = NULL;
}

START_TEST(arrays_that_the_pool_makes_are_what_samples_may_not_show) {
    unsampled_arrays("byte[]", "web-1", 64);
    ck_assert_str_eq(text_of("arrays_site"), "app.Tags.add");
    ck_assert_str_eq(text_of("arrays_through"), "java.util.ArrayList.grow");
    ck_assert_double_eq(number_of("arrays_per_second_bytes"), 64 << 20);
    unsampled_arrays("byte[]", "web-1", 63);
    ck_assert_str_eq(text_of("arrays_site"), "");
    unsampled_arrays("app/Tag", "web-1", 64);
    ck_assert_str_eq(text_of("arrays_site"), "");
    unsampled_arrays("byte[]", "other-1", 64);
    ck_assert_str_eq(text_of("arrays_site"), "");
}
END_TEST

START_TEST(a_hot_method_that_looks_again_and_again_waits_with_the_processor) {
    static const struct {
        const char *called;
        int64_t called_ms;
        bool looks;
    } cases[] = {{"java.util.concurrent.ConcurrentLinkedQueue.poll", 400, true},
                 {"java.util.concurrent.ConcurrentLinkedQueue.poll", 380, false}, /* 2 % of 1,000 */
                 {"java.util.concurrent.ConcurrentLinkedQueue.add", 400, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char stack[200];
        teardown();
        setup();
        snprintf(stack, sizeof stack, "app.Web.run;app.Spool.take;%s", cases[i].called);
        runs("app.Web.run;app.Spool.take", "web-1", 0, 20000);
        runs(stack, "web-1", 20000, 20000 + cases[i].called_ms);
        severity_of("MethodProfiling", PROCESSORS);
        ck_assert_msg(!strstr(text_of("because"), "does not wait") == !cases[i].looks,
                      "case %zu: %s", i, text_of("because"));
    }
}
END_TEST

/* Of two pools, of which samples show nothing but so many that hand tasks over, and some that do
 * not: one uses 12 s of CPU time, the other this load more. */
static void unsampled_pools(double load, int handed, int own) {
    OWNED(text_free) struct text told = {0};
    teardown();
    setup();
    runs("app.Web.run;app.Rows.total;java.util.concurrent.FutureTask.get;"
         "java.util.concurrent.locks.LockSupport.park",
         "web-1", 0, handed * 20);
    runs("app.Web.run;app.Rows.total;java.util.concurrent.ConcurrentHashMap.get", "web-1", 1000,
         1000 + own / 2 * 20);
    runs("app.Web.run;app.Rows.total;java.util.concurrent.locks.ReentrantLock.lock", "web-1", 2000,
         2000 + (own + 1) / 2 * 20);
    text_addf(&told,
              USED THREAD_LOADS "@10000*12/10000 web-1 0.05 0\n@10000*12/10000 row-1 0 %g\n"
                                "@10000*12/10000 row-2 0 %g\n",
              load / 2, load / 2);
    judged_event = "jdk.ExecutionSample";
    severity_of("UnsampledCpu", text_str(&told));
    judged_event = NULL;
}

START_TEST(two_pools_that_hand_tasks_over_are_one_finding) {
    static const struct {
        double load;
        int own;
        const char *next;
        double threads, cpu_s, percent;
    } cases[] = {{0.02, 5, "row-*", 3, 16.8, 98.81},
                 {0.016, 5, "", 1, 12, 74.49}, /* less than a third of the other */
                 {0.02, 6, "", 1, 12, 70.12}}; /* they do other things */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsampled_pools(cases[i].load, 5, cases[i].own);
        ck_assert_str_eq(text_of("pool"), "web-*");
        ck_assert_str_eq(text_of("next_pool"), cases[i].next);
        ck_assert_double_eq(number_of("threads"), cases[i].threads);
        ck_assert_double_eq_tol(number_of("cpu_ns"), cases[i].cpu_s * 1e9, 1e6);
        ck_assert_double_eq_tol(number_of("percent"), cases[i].percent, 0.01);
    }
}
END_TEST

START_TEST(threads_that_hand_tasks_over_are_told_from_others_by_half_of_the_samples) {
    static const struct {
        int handed, own;
        bool handing;
    } cases[] = {{5, 5, true}, {5, 6, false}, {4, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsampled_pools(0.02, cases[i].handed, cases[i].own);
        ck_assert_msg(!strstr(text_of("hint"), "hand over tasks") == !cases[i].handing, "case %zu",
                      i);
        ck_assert_str_eq(text_of("site"), "app.Rows.total");
    }
}
END_TEST

START_TEST(samples_of_virtual_threads_are_those_of_their_carriers) {
    for (int64_t shown_ms = 7200; shown_ms <= 7220; shown_ms += 20) { /* 30 % of 24 s */
        teardown();
        setup();
        runs("app.Page.show;app.Rows.read", "request", 0, shown_ms);
        profile.threads.items[0].is_virtual = true;
        judged_event = "jdk.ExecutionSample";
        severity_of("UnsampledCpu",
                    USED THREAD_LOADS "@10000*12/10000 ForkJoinPool-1-worker-2 0.05 0.05\n");
        judged_event = NULL;
        ck_assert_int_eq(finding.severity, shown_ms == 7200 ? RULE_INFO : RULE_OK);
        if (shown_ms == 7200) ck_assert_str_eq(text_of("pool"), "ForkJoinPool-*-worker-*");
    }
}
END_TEST

START_TEST(what_main_took_to_start_the_jvm_is_not_of_the_recording) {
    for (int64_t before_ms = 0; before_ms <= 1000; before_ms += 1000) {
        OWNED(text_free) struct text more = {0};
        text_addf(&more,
                  "0.05 0\n@10000 main 0.05 0\n"
                  "jdk.JVMInformation jvmStartTime:l pid:l jvmName:s jvmVersion:s jvmArguments:s "
                  "javaArguments:s\n@0 %lld 7 x x - app",
                  (long long)(START_NS / 1000000 - before_ms));
        ck_assert_int_eq(unsampled_of("0.25", text_str(&more)), RULE_INFO);
        ck_assert_str_eq(text_of("pool"), before_ms ? "web-*" : "main");
    }
}
END_TEST

/* ==== What the JIT compiler uses ============================================================== */

/* Of all processors, of which there are two: the JVM, and the compiler from a second on. */
static enum rule_severity compiling(double jvm, double compiler, int from_s) {
    OWNED(text_free) struct text told = {0};
    text_addf(&told, CPU_LOAD "@1000*120/1000 %g 0 1\n" THREAD_LOADS, jvm);
    for (int s = 10; s <= 120; s += 10)
        text_addf(&told, "@%d C2-CompilerThread0 %g 0\n@%d web-1 0.01 0\n", 1000 * s,
                  s > from_s ? compiler : 0.0, 1000 * s);
    return severity_of("Compiling", text_str(&told));
}

START_TEST(a_jvm_that_still_compiles_in_the_second_half_is_told_what_of_its_cpu_time_that_takes) {
    ck_assert_int_eq(compiling(0.6, 0.1205, 0), RULE_INFO); /* 20 % */
    ck_assert_int_eq(compiling(0.6, 0.1195, 0), RULE_OK);
    ck_assert_int_eq(compiling(0.1, 0.0501, 0), RULE_INFO); /* a tenth of a processor */
    ck_assert_int_eq(compiling(0.1, 0.0499, 0), RULE_OK);
    ck_assert_int_eq(compiling(0.5, 0.25, 60), RULE_INFO);
    ck_assert_double_eq_tol(number_of("share_percent"), 50, 0.01);
    ck_assert_double_eq_tol(number_of("used_percent"), 50, 0.01);
    ck_assert_str_eq(text_of("thread"), "C2-CompilerThread0");
    ck_assert_int_eq(compiling(0.5, 0.5, 90), RULE_INFO); /* of the last half, the half */
    ck_assert_double_eq_tol(number_of("share_percent"), 50, 0.01);
}
END_TEST

START_TEST(what_the_compiler_used_is_not_known_without_loads_of_threads_and_of_the_jvm) {
    ck_assert_int_eq(severity_of("Compiling", CPU_LOAD "@1000*120/1000 0.5 0 1\n" THREAD_LOADS),
                     RULE_NA);
    ck_assert_int_eq(severity_of("Compiling", CPU_LOAD THREAD_LOADS "@10000*12/10000 web-1 1 0\n"),
                     RULE_NA);
}
END_TEST

START_TEST(what_was_compiled_in_the_first_half_is_left_out) {
    OWNED(text_free) struct text told = {0};
    text_addf(&told, CPU_LOAD "@1000*120/1000 0.5 0 1\n" THREAD_LOADS
                              "@10000*6/10000 C2-CompilerThread0 0.5 0\n");
    ck_assert_int_eq(severity_of("Compiling", text_str(&told)), RULE_OK);
    text_addf(&told, "@65000 C2-CompilerThread0 0.5 0\n"); /* 5 s of the second half */
    ck_assert_int_eq(severity_of("Compiling", text_str(&told)), RULE_OK);
    ck_assert_double_eq_tol(number_of("share_percent"), 100.0 / 12, 0.01);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("unseen work");
    TCase *c = tcase_create("unseen work");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, connections_that_are_waited_for_are_found_by_samples_of_native_code);
    tcase_add_test(c, a_code_cache_is_too_small_if_code_still_runs_interpreted);
    tcase_add_test(c, cpu_time_that_samples_do_not_show_is_named_by_what_they_have_in_common);
    tcase_add_test(c, little_cpu_time_and_that_of_more_threads_than_are_looked_at_is_not_judged);
    tcase_add_test(
        c, four_fifths_of_the_samples_stand_for_what_is_not_shown_and_half_of_it_for_the_kernel);
    tcase_add_test(c, a_selector_that_hardly_waits_is_told_from_one_that_does);
    tcase_add_test(c, two_pools_that_hand_tasks_over_are_one_finding);
    tcase_add_test(c, threads_that_hand_tasks_over_are_told_from_others_by_half_of_the_samples);
    tcase_add_test(c, what_main_took_to_start_the_jvm_is_not_of_the_recording);
    tcase_add_test(c, who_yields_again_and_again_waits_busily);
    tcase_add_test(c, of_who_has_the_jvm_stop_is_said_what_most_of_its_samples_are_in);
    tcase_add_test(c, samples_of_virtual_threads_are_those_of_their_carriers);
    tcase_add_test(
        c, a_jvm_that_still_compiles_in_the_second_half_is_told_what_of_its_cpu_time_that_takes);
    tcase_add_test(c, what_the_compiler_used_is_not_known_without_loads_of_threads_and_of_the_jvm);
    tcase_add_test(c, what_was_compiled_in_the_first_half_is_left_out);
    tcase_add_test(c, where_threads_of_the_pool_wait_is_said_of_time_in_the_kernel);
    tcase_add_test(c, arrays_that_the_pool_makes_are_what_samples_may_not_show);
    tcase_add_test(c, a_hot_method_that_looks_again_and_again_waits_with_the_processor);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
