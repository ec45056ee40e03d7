/* Where the time of threads went, of waits that are told: what counts where they overlap. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

/* A thread that enters a monitor and parks in the same instant, for as long. */
#define TIE                                                                       \
    "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C\n" \
    "@1000 500 w a.App.enter a/Lock\n"                                            \
    "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C\n"        \
    "@1000 500 w a.App.park a/Parked\n"                                           \
    "jdk.ThreadStart thread:T\n"                                                  \
    "@0 w\n"                                                                      \
    "jdk.ThreadEnd thread:T\n"                                                    \
    "@9000 w\n"
/* The park alone, which a reader that comes from here has met before the monitor. */
#define PARK                                                               \
    "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C\n" \
    "@2000 250 w a.App.park a/Parked\n"

/* threads: how many there are on average, and percentages of their states. */
static void check(const char *first, const char *second, const char *threads) {
    struct recording r = {0};
    if (first) told_write(&r, first, INT64_C(10000000000));
    told_write(&r, second, INT64_C(10000000000));
    struct child_result result =
        commanded_bytes("account --jobs 1 --format csv", r.out.data, r.out.len);
    ck_assert_msg(strstr(text_str(&result.out), threads) != NULL, "%s", text_str(&result.out));
    recording_free(&r);
    text_free(&result.err);
    text_free(&result.out);
}

/* Numbers of what is waited for are given in the order in which a worker meets it. */
START_TEST(of_waits_in_the_same_instant_the_same_counts_whatever_was_read_before) {
    check(NULL, TIE, "0.900000,0.0,0.0,5.6,0.0,0.0,0.0,0.0,94.4,0.0,w");
    check(PARK, TIE, "0.900000,0.0,0.0,5.5,0.0,0.0,2.8,0.0,91.7,0.0,w");
}
END_TEST

#define WAIT(event, more) "jdk." event " duration:d eventThread:T stackTrace:K" more "\n"
#define SAMPLES "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"
#define ENDS "jdk.ThreadStart thread:T\n@0 w\njdk.ThreadEnd thread:T\n@8000 w\n"
#define LIFE SAMPLES "@7990 w a.App.end RUNNABLE\n" ENDS

/* Eight seconds of a thread, and percent of its time. */
static const struct {
    const char *told, *expected;
} states[] = {
    {WAIT("JavaMonitorEnter",
          " monitorClass:C previousOwner:T") "@1000 400 w a.App.enter a/Lock owner-7\n@3000 400 w "
                                             "a.App.enter a/Lock owner-8\n" LIFE,
     "0.3,running,a\n"
     "10.0,lock,a.Lock (held by owner-*)\n"
     "77.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("ThreadPark",
          " parkedClass:C") "@1000 400 w jdk.internal.misc.Unsafe.park,a.App.park a/P\n@3000 800 w "
                            "jdk.internal.misc.Unsafe.park,java.util.concurrent.locks.LockSupport."
                            "park,java.util.concurrent.ThreadPoolExecutor.getTask,java.util."
                            "concurrent.ThreadPoolExecutor.runWorker a/P\n" LIFE,
     "0.3,running,a\n"
     "5.0,other,parked in a.App.park\n"
     "10.0,idle,worker pool\n"
     "72.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("JavaMonitorWait",
          " monitorClass:C") "@1000 400 w java.lang.Object.wait,a.App.await a/M\n" LIFE,
     "0.3,running,a\n"
     "5.0,other,to be notified in a.App.await\n"
     "82.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("ThreadSleep", "") "@1000 400 w java.lang.Thread.sleep,a.App.nap\n" LIFE,
     "0.3,running,a\n"
     "5.0,timer,in a.App.nap\n"
     "82.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("SocketRead",
          " host:s address:s") "@1000 400 w java.net.S.read,a.App.ask db 1.1.1.1\n@2000 400 w "
                               "java.net.S.read,a.App.ask web 1.1.1.2\n" LIFE,
     "0.3,running,a\n"
     "5.0,reply,db\n"
     "5.0,reply,web\n"
     "77.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("FileRead", " path:s") "@1000 400 w java.io.F.read,a.App.load /tmp/x\n" LIFE,
     "0.3,running,a\n"
     "5.0,file,/tmp/x\n"
     "82.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("FileForce", "") "@1000 400 w java.io.F.force,a.App.load\n" LIFE,
     "0.3,running,a\n"
     "5.0,file,(path not recorded)\n"
     "82.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("ZAllocationStall", "") "@1000 400 w a.App.make\n" LIFE,
     "0.3,running,a\n"
     "5.0,ready,allocation stall\n"
     "82.2,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("ThreadPark", "") "@1000 1000 w a.App.park\n@1500 1000 w a.App.two\n@7900 300 w "
                            "a.App.late\n@500 0 w a.App.none\n" LIFE,
     "0.2,running,a\n"
     "12.2,other,parked in a.App.park\n"
     "6.1,other,parked in a.App.two\n"
     "3.7,other,parked in a.App.late\n"
     "65.6,unexplained,waiting in native code is not recorded\n"
     "12.2,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {WAIT("ThreadPark", "") "@1000 1000 w a.App.park\n"
                            "jdk.GCPhasePause duration:d\n@1200 100\n@1250 100\n@5000 50\n" SAMPLES
                            "@1000*100/10 v a.App.go RUNNABLE\n@7990 w a.App.end RUNNABLE\n" ENDS,
     "5.7,running,a\n"
     "5.6,other,parked in a.App.park\n"
     "55.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"
     "33.2,unexplained,waiting in native code is not recorded\n"},
    {WAIT("ThreadPark", "") "@1000 1000 w a.App.park\n"
                            "jdk.ExecuteVMOperation duration:d safepoint:b\n@1200 100 1\n@1600 100 "
                            "0\njdk.SafepointBegin duration:d\n@1190 10\n" LIFE,
     "0.3,running,a\n"
     "12.5,other,parked in a.App.park\n"
     "74.7,unexplained,waiting in native code is not recorded\n"
     "12.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {SAMPLES "@0*100/20 w a.App.run,a.App.main RUNNABLE\n@2000*50/20 w a.b.Other.run,a.App.main "
             "RUNNABLE\n" ENDS,
     "25.0,running,a\n"
     "12.5,running,a.b\n"
     "62.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {SAMPLES "@0*100/20 w a.App.run,a.App.main RUNNABLE\n"
             "jdk.NativeMethodSample sampledThread:T stackTrace:K state:s\n@3000*10/20 w "
             "java.net.S.read,a.App.run,a.App.main RUNNABLE\n" ENDS,
     "25.0,running,a\n"
     "48.3,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"
     "24.2,unexplained,waits are not recorded\n"
     "2.5,unexplained,\"in native code, which runs or waits\"\n"},
    {SAMPLES
     "@0*100/20 w a.App.run,a.App.main RUNNABLE\n"
     "jdk.ThreadCPULoad eventThread:T user:f system:f\n@1000 w 0.2 0.05\n@2000 w 0.1 0.05\n" ENDS,
     "25.0,running,a\n"
     "75.0,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {"jdk.CPUTimeSample eventThread:T stackTrace:K failed:b samplingPeriod:d\n@0*50/20 w "
     "a.App.run,a.App.main 0 10\n@2000*10/20 w a.App.run,a.App.main 1 10\n" ENDS,
     "7.5,running,a\n"
     "62.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"
     "30.0,unexplained,waits are not recorded\n"},
    {"profiler.WallClockSample sampledThread:T stackTrace:K state:s timeSpan:d samples:l\n@0*10/50 "
     "w a.App.run RUNNABLE 50 1\n@500*10/50 w jdk.internal.misc.Unsafe.park,a.App.park SLEEPING 50 "
     "1\n@1000 w jdk.internal.misc.Unsafe.park,a.App.park SLEEPING 1000 20\n" ENDS,
     "3.1,running,a\n"
     "9.4,other,parked in a.App.park\n"
     "87.5,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
    {"datadog.MethodSample eventThread:T stackTrace:K state:s weight:l\n@0*10/50 w a.App.run "
     "RUNNABLE 1\n@500*10/50 w a.App.run CONTENDED 1\n@1000*10/50 w "
     "jdk.internal.misc.Unsafe.park,a.App.park PARKED 1\n" ENDS,
     "6.3,running,a\n"
     "6.2,lock,a monitor in a.App.run\n"
     "12.5,other,parked in a.App.park\n"
     "75.0,unexplained,nothing recorded of the thread then (a wait is written at its end)\n"},
};

START_TEST(what_a_thread_waits_for_is_what_events_say_and_its_samples_where_there_are_none) {
    struct child_result result = commanded_of("account --jobs 1 --format csv", states[_i].told, 10);
    char found[2000] = "", *line = strstr(text_str(&result.out), "threads,percent,state,what");
    ck_assert_ptr_nonnull(line);
    for (line = strchr(line, '\n') + 1; *line != '\r'; line = strchr(line, '\n') + 1) {
        size_t len = strcspn(line, "\r"), first = strcspn(line, ",") + 1;
        snprintf(found + strlen(found), sizeof found - strlen(found), "%.*s\n", (int)(len - first),
                 line + first);
    }
    ck_assert_str_eq(found, states[_i].expected);
    text_free(&result.out);
    text_free(&result.err);
}
END_TEST

/* Two threads that wait in turns, and samples of a clock at whatever they do. */
#define TURNS                                                                              \
    WAIT("ThreadPark", "")                                                                 \
    "@1000 500 v a.App.park\n@2000 500 v a.App.park\n@1200 500 w a.App.park\n"             \
    "profiler.WallClockSample sampledThread:T stackTrace:K state:s timeSpan:d samples:l\n" \
    "@1100*5/100 w a.App.calc RUNNABLE 50 1\n@1100*5/100 v a.App.calc RUNNABLE 50 1\n"     \
    "@1499*2/1 v a.App.edge RUNNABLE 50 1\n@1000 v a.App.first RUNNABLE 50 1\n"            \
    "jdk.ThreadStart thread:T\n@0 v\n@0 w\njdk.ThreadEnd thread:T\n@4000 v\n@4000 w\n"

/* Processors that are all taken, while samples say more than the clock. */
#define FULL                                                                                     \
    "jdk.CPUInformation hwThreads:l\n@0 2\n"                                                     \
    "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n@1000*8/1000 0.2 0.1 1.0\n"               \
    "jdk.ThreadCPULoad eventThread:T user:f system:f\n@1000*8/1000 w 0.1 0.05\n"                 \
    "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n@0*400/20 w a.App.run RUNNABLE\n" \
    "jdk.ThreadStart thread:T\n@0 w\njdk.ThreadEnd thread:T\n@8000 w\n"

START_TEST(samples_of_a_thread_that_waits_say_nothing_and_waits_are_each_threads_own) {
    check(NULL, TURNS, "0.400000,12.5,0.0,0.0,0.0,0.0,25.0,0.0,0.0,62.5,v");
    check(NULL, TURNS, "0.400000,12.5,0.0,0.0,0.0,0.0,12.5,0.0,0.0,75.0,w");
}
END_TEST

/* Samplers that know threads by the system's number call it so from its beginning as main. */
START_TEST(what_main_ran_before_it_waited_for_the_jvms_end_is_the_programs) {
    check(NULL,
          SAMPLES "@0*100/20 DestroyJavaVM a.App.run RUNNABLE\n"
                  "jdk.ThreadPark duration:d eventThread:T\n@9000 900 w\n",
          "0.198000,68.8,running,a\r\n");
}
END_TEST

START_TEST(where_all_processors_are_taken_who_did_not_run_was_ready) {
    check(NULL, FULL, "0.800000,30.0,70.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,w");
}
END_TEST

START_TEST(a_recording_of_the_jvms_own_threads_alone_is_said) {
    struct child_result result = commanded_of("account", TIE, 10);
    static const char sentence[] =
        "Only threads of the JVM were recorded, none of the program's.\n";
    ck_assert_int_eq(strncmp(text_str(&result.out), sentence, strlen(sentence)), 0);
    text_free(&result.out);
    text_free(&result.err);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told account");
    TCase *c = tcase_create("told account");
    tcase_add_test(c, of_waits_in_the_same_instant_the_same_counts_whatever_was_read_before);
    tcase_add_loop_test(
        c, what_a_thread_waits_for_is_what_events_say_and_its_samples_where_there_are_none, 0,
        sizeof states / sizeof *states);
    tcase_add_test(c, a_recording_of_the_jvms_own_threads_alone_is_said);
    tcase_add_test(c, samples_of_a_thread_that_waits_say_nothing_and_waits_are_each_threads_own);
    tcase_add_test(c, what_main_ran_before_it_waited_for_the_jvms_end_is_the_programs);
    tcase_add_test(c, where_all_processors_are_taken_who_did_not_run_was_ready);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
