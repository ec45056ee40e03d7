/* What all rules find where one number of a recording is another: each of those told, in turn
 * nought, a little and much more or less. All of it comes to one number, so that no bound moves
 * unseen: see tests/support/anywhere.h. */
#include "tests/support/anywhere.h"
#include "tests/support/judged.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

#include <check.h>

static struct profile profile;

static void runs(const char *stack, const char *thread, int64_t from_ms, int64_t to_ms) {
    for (int64_t at = from_ms; at < to_ms; at += 100)
        stacks_sample(&profile, stack, thread, NULL, START_NS + at * 1000000, 1);
}

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    runs("app.Main.run;app.Page.show;java.util.HashMap.get", "main", 0, 90000);
    runs("app.Main.run;app.Cart.sum;app.Price.of", "web-1", 1000, 60000);
    runs("app.Main.run;app.Main.once", "main", 100000, 110000);
    profile_sort_samples(&profile);
}

static void teardown(void) {
    profile_free(&profile);
}

static void tell_finding(const struct finding *f, struct text *out) {
    text_addf(out, "%s %d %.6g %.6g %.6g %lld %lld %s\n", f->rule->id, (int)f->severity, f->score,
              f->cost, f->weight, (long long)(f->from_ns ? f->from_ns - START_NS : 0),
              (long long)(f->to_ns ? f->to_ns - START_NS : 0), f->culprit ? f->culprit : "-");
    for (size_t i = 0; f->rule->values && f->rule->values[i].key; i++) {
        const struct rule_value *value = &f->rule->values[i];
        if (!f->values[i].given) continue;
        text_addf(out, " %s=", value->key);
        switch (value->kind) {
        case RULE_PATH:
        case RULE_OTHERS: break;
        case RULE_TEXT: text_add(out, f->values[i].text); break;
        case RULE_PERCENT:
        case RULE_ESTIMATE: text_addf(out, "%.6g", f->values[i].real); break;
        default: text_addf(out, "%lld", (long long)f->values[i].number); break;
        }
    }
    text_add_char(out, '\n');
    EACH (const struct finding, other, &f->others) tell_finding(other, out);
}

static void tell_findings(const uint8_t *bytes, size_t len, struct text *out) {
    static const struct facts_options options;
    struct recording r = {0};
    char *told = anywhere_text(bytes, len);
    told_write(&r, told, RECORDED_NS);
    free(told);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct scan_report report;
    struct walk_run run = {0};
    rules_join(rules_all, &run, false);
    facts_join(&run, &options);
    walk_start(&run, &scan, &report);
    struct facts facts = facts_take(&run);
    const struct rule_input input = {.profile = &profile,
                                     .facts = &facts,
                                     .tables = walk_result(&run, &tables_reader),
                                     .census = walk_result(&run, &census_reader),
                                     .event = "jdk.ExecutionSample",
                                     .start_ns = START_NS,
                                     .recorded_ns = RECORDED_NS};
    struct findings findings = rules_judge(rules_all, &input);
    EACH (const struct finding, f, &findings)
        if (f->severity != RULE_NA) tell_finding(f, out);
    findings_free(&findings);
    facts_free(&facts);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
}

static const struct {
    const char *name, *told;
    uint64_t expected;
} recordings[] = {
    {"collections",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l usesDynamicGCThreads:b\n"
     "@0 G1Old 4 1\n"
     "jdk.CPUInformation hwThreads:l cores:l\n"
     "@0 8 4\n"
     "jdk.GCHeapConfiguration maxSize:l initialSize:l usesCompressedOops:b\n"
     "@0 4000000000 100000000 1\n"
     "jdk.GCHeapSummary gcId:l when:s heapUsed:l\n"
     "@900*20/5000 1+1 Before_GC 3000000000+20000000\n"
     "@1100*20/5000 1+1 After_GC 1000000000+30000000\n"
     "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d longestPause:d\n"
     "@1000*15/5000 80 1+1 G1New G1_Evacuation_Pause 70 60\n"
     "@76000*4/5000 900 16+1 G1Full G1_Compaction_Pause 900 800\n"
     "@96000 300 20 G1Full System.gc() 300 300\n"
     "jdk.GCPhasePause duration:d gcId:l name:s\n"
     "@1000*15/5000 60 1+1 Pause_Young\n"
     "@76000*4/5000 800 16+1 Pause_Full\n"
     "jdk.SystemGC duration:d invokedConcurrent:b eventThread:T stackTrace:K\n"
     "@96000 310 0 main java.lang.System.gc,app.Main.tidy\n"
     "jdk.ObjectCount gcId:l objectClass:C count:l totalSize:l\n"
     "@1200 1 app/Row 10000 40000000\n"
     "@96400 20 app/Row 90000 900000000\n"
     "@96400 20 byte[] 5000 300000000\n",
     0x40B29CA2F0CC9195},
    {"waits",
     "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T eventThread:T "
     "stackTrace:K\n"
     "@2000*20/2000 1500 app/Lock 7 main web-1 app.Cart.sum,app.Main.run\n"
     "@3000*10/2000 900 app/Lock 7 web-1 web-2 app.Page.show,app.Main.run\n"
     "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
     "@1000*30/1000 400 9 db java.net.Socket.read,app.Db.ask 10.0.0.1 99 web-3\n"
     "@50000 4000 0 slow java.net.Socket.read,app.Db.ask 10.0.0.2 98 web-3\n"
     "jdk.SocketWrite duration:d bytesWritten:l host:s eventThread:T\n"
     "@51000 3000 7 slow web-3\n"
     "jdk.FileRead duration:d bytesRead:l path:s eventThread:T stackTrace:K\n"
     "@4000*5/100 700 5 /a web-1 app.Files.read\n"
     "jdk.FileForce duration:d metaData:b path:s eventThread:T stackTrace:K\n"
     "@9000*3/900 800 0 /log web-2 app.Log.write\n"
     "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C\n"
     "@0*30/3000 2000 web-4 jdk.internal.misc.Unsafe.park,app.Pool.lease app/Sync\n"
     "@1000*30/3000 2000 web-5 jdk.internal.misc.Unsafe.park,app.Pool.lease app/Sync\n"
     "jdk.JavaMonitorWait duration:d notifier:T eventThread:T stackTrace:K\n"
     "@0*20/5000 4000 main web-6 java.lang.Object.wait,app.Queue.take\n"
     "jdk.ThreadSleep duration:d time:d eventThread:T stackTrace:K\n"
     "@0*50/1000 500 500 poll java.lang.Thread.sleep,app.Poll.run\n",
     0xD373B7A73504BFF5},
    {"machine",
     "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"
     "@0*60/1000 0 0 1\n"
     "@60000*60/1000 1 0 1\n"
     "jdk.CPUInformation hwThreads:l cores:l\n"
     "@0 4 2\n"
     "jdk.JavaThreadStatistics activeCount:l daemonCount:l peakCount:l accumulatedCount:l\n"
     "@0*12/10000 50+90 9 900+90 100+500\n"
     "jdk.ThreadContextSwitchRate switchRate:f\n"
     "@0*12/10000 30000\n"
     "jdk.SafepointStateSynchronization duration:d\n"
     "@5000*10/5000 300\n"
     "jdk.ExecuteVMOperation duration:d operation:s safepoint:b blocking:b caller:T\n"
     "@7000*4/4000 2500 HeapDumper 1 1 main\n"
     "jdk.ClassLoad duration:d loadedClass:C\n"
     "@8000*9/100 900 app/Big\n"
     "jdk.ExceptionStatistics throwables:l\n"
     "@0*12/10000 0+90000\n",
     0xBD0322595048D81C},
    {"memory",
     "jdk.PhysicalMemory totalSize:l usedSize:l\n"
     "@0*12/10000 8000000000 7000000000+80000000\n"
     "jdk.ResidentSetSize size:l peak:l\n"
     "@0*12/10000 2000000000+90000000 3000000000\n"
     "jdk.DirectBufferStatistics maxCapacity:l count:l totalCapacity:l memoryUsed:l\n"
     "@0*12/10000 1000000000 30+5 500000000+40000000 500000000+40000000\n"
     "jdk.NativeMemoryUsageTotal committed:l reserved:l\n"
     "@0*12/10000 1000000000+90000000 3000000000\n"
     "jdk.MetaspaceSummary when:s metaspace:m\n"
     "@0*12/10000 After_GC 100000000+20000000\n"
     "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n"
     "@0*40/2000 byte[] 90000000 main app.Page.copy,app.Main.run\n"
     "@100*20/4000 app/Row 30000000 web-1 app.Cart.rows\n"
     "jdk.ContainerMemoryUsage memoryFailCount:l memoryUsage:l swapMemoryUsage:l\n"
     "@0*12/10000 0+5 3000000000 100000000+1000000\n"
     "jdk.ContainerCPUThrottling cpuElapsedSlices:l cpuThrottledSlices:l cpuThrottledTime:l\n"
     "@0*12/10000 100+100 20+30 900000000+900000000\n",
     0xDC5716008A3ED767},
    {"others",
     "jdk.FinalizerStatistics finalizableClass:C totalFinalizersRun:l objects:l\n"
     "@0*12/10000 app/File 5+1 100+900\n"
     "jdk.JavaExceptionThrow thrownClass:C message:s eventThread:T stackTrace:K\n"
     "@0*80/900 java/net/ConnectException no web-1 java.net.Socket.connect,app.Call.try\n"
     "@50*40/1500 app/Bad x web-2 app.Page.parse\n"
     "jdk.VirtualThreadPinned duration:d pinnedReason:s stackTrace:K\n"
     "@9000*5/900 200 monitor app.Page.show\n"
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*12/10000 9000+2000 10\n"
     "jdk.ClassLoaderStatistics classLoader:o classCount:l\n"
     "@0*2/60000 app/Loader 10+90\n"
     "jdk.BiasedLockClassRevocation duration:d revokedClass:C disableBiasing:b\n"
     "@4000*4/100 70 app/Bias 0\n"
     "jdk.ZAllocationStall duration:d eventThread:T\n"
     "@5000*6/1000 40 main\n"
     "jdk.CPUTimeSamplesLost lostSamples:l\n"
     "@5000*6/1000 40\n",
     0xDE1F040DB9AFC394},
};

START_TEST(another_number_is_judged_as_it_ever_was) {
    struct anywhere a = anywhere_begin(recordings[_i].name, tell_findings);
    anywhere_numbers(&a, recordings[_i].told, true);
    anywhere_end(&a, recordings[_i].name, recordings[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("numbers");
    TCase *tcase = tcase_create("numbers");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, another_number_is_judged_as_it_ever_was, 0,
                        sizeof recordings / sizeof *recordings);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
