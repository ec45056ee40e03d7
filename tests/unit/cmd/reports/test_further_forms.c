/* The same as test_forms.c of kinds of events that tests/support/told_texts.h has not: what a
 * collection consists of, memory beside the heap, the compiler, classes, notifications and what is
 * forced to disk. */
#define SUITE_APART
#include "tests/support/numbered.h"
#include "tests/support/suite.h"

#define PHASES                                                                              \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1000*4/4000 90 1+1 G1Old G1_Evacuation_Pause 80 60\n"                                 \
    "@9000*2/9000 500 8+1 G1New Allocation_Failure 500+90 300\n"                            \
    "jdk.GCPhasePause duration:d gcId:l name:s\n"                                           \
    "@1000*4/4000 60 1+1 GC_Pause\n"                                                        \
    "@1065*4/4000 20 1+1 Remark\n"                                                          \
    "@9000*2/9000 500+90 8+1 GC_Pause\n"                                                    \
    "jdk.GCPhasePauseLevel1 duration:d gcId:l name:s\n"                                     \
    "@1005*4/4000 40 1+1 Evacuate_Collection_Set\n"                                         \
    "@9005*2/9000 400 8+1 Evacuate_Collection_Set\n"                                        \
    "@1050*4/4000 8 1+1 Merge_Heap_Roots\n"                                                 \
    "jdk.GCPhaseConcurrent duration:d gcId:l name:s\n"                                      \
    "@1020*2/4000 900 1+1 Concurrent_Mark\n"                                                \
    "jdk.GCPhaseParallel duration:d gcId:l name:s gcWorkerId:l\n"                           \
    "@1005*4/4000 30 1+1 ObjCopy 0\n"                                                       \
    "@1005*4/4000 9 1+1 ObjCopy 1\n"                                                        \
    "jdk.AllocationRequiringGC gcId:l size:l stackTrace:K\n"                                \
    "@9000*2/9000 8+1 4000000 app.Page.copy,app.Main.run\n"                                 \
    "jdk.SystemGC duration:d stackTrace:K\n"                                                \
    "@1000 95 java.lang.System.gc,app.Cart.tidy,app.Main.run\n"                             \
    "jdk.GCConfiguration youngCollector:s oldCollector:s parallelGCThreads:l "              \
    "concurrentGCThreads:l pauseTarget:d\n"                                                 \
    "@0 G1New G1Old 4 1 200\n"
#define ROOM                                                                 \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d\n" \
    "@1000*9/3000 90 1+1 ParallelOld Ergonomics 90\n"                        \
    "jdk.GCHeapSummary gcId:l when:s heapUsed:l\n"                           \
    "@999*9/3000 1+1 Before_GC 390000000+1000000\n"                          \
    "@1090*9/3000 1+1 After_GC 300000000+9000000\n"                          \
    "jdk.GCHeapConfiguration maxSize:l initialSize:l\n"                      \
    "@0 500000000 10000000\n"                                                \
    "jdk.GCCPUTime gcId:l userTime:d systemTime:d realTime:d\n"              \
    "@1090*9/3000 1+1 200 20 90\n"                                           \
    "jdk.MetaspaceSummary gcId:l when:s metaspace:m gcThreshold:l\n"         \
    "@1090*9/3000 1+1 After_GC 20000000+900000 30000000\n"                   \
    "jdk.GCReferenceStatistics gcId:l type:s count:l\n"                      \
    "@1090*9/3000 1+1 Weak_reference 70+9\n"                                 \
    "@1090*2/3000 1+1 Soft_reference 5\n"                                    \
    "jdk.PromotionFailed gcId:l\n"                                           \
    "@1050 1\n"                                                              \
    "jdk.ZAllocationStall duration:d eventThread:T type:s size:l\n"          \
    "@4000*3/2000 70+9 web-1 Small 2000000\n"
#define NATIVE                                                                              \
    "jdk.NativeMemoryUsage type:s committed:y reserved:y\n"                                 \
    "@0*5/5000 Thread 9000000+90000 20000000\n"                                             \
    "@0*5/5000 Code 5000000 9000000\n"                                                      \
    "@0*5/5000 Internal 100000+400000 900000+400000\n"                                      \
    "jdk.NativeMemoryUsageTotal committed:y reserved:y\n"                                   \
    "@0*5/5000 40000000+500000 90000000\n"                                                  \
    "jdk.ResidentSetSize size:y peak:y\n"                                                   \
    "@0*5/5000 70000000+900000 80000000+900000\n"                                           \
    "jdk.JavaThreadStatistics activeCount:l daemonCount:l accumulatedCount:l peakCount:l\n" \
    "@0*5/5000 20+3 9 40+9 30+3\n"                                                          \
    "jdk.DirectBufferStatistics maxCapacity:l count:l memoryUsed:l\n"                       \
    "@0*5/5000 9000000 7+1 1000000+800000\n"                                                \
    "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"                  \
    "@0*5/5000 4000+90 20+1\n"                                                              \
    "jdk.PhysicalMemory totalSize:l usedSize:l\n"                                           \
    "@0*5/5000 8000000000 7000000000+90000000\n"                                            \
    "jdk.ThreadContextSwitchRate switchRate:f\n"                                            \
    "@0*5/5000 900+90\n"
#define COMPILED                                                                             \
    "jdk.CompilerConfiguration threadCount:l tieredCompilation:b\n"                          \
    "@0 3 1\n"                                                                               \
    "jdk.CompilerStatistics compileCount:l osrCompileCount:l bailoutCount:l "                \
    "invalidatedCount:l totalTimeSpent:d peakTimeSpent:d nmethodsSize:y nmethodCodeSize:y\n" \
    "@1000*5/5000 900+90 30+3 1 2+1 4000+900 300 9000000 5000000+90000\n"                    \
    "jdk.Compilation duration:d compileId:l compiler:s method:s compileLevel:l "             \
    "succeded:b isOsr:b codeSize:y inlinedBytes:y\n"                                         \
    "@2000*5/900 100+20 50+1 c2 app.Cart.sum 4 1 0 4000+90 900\n"                            \
    "@2100*2/900 300 70+1 c1 app.Page.show 3 1 1 2000 90\n"                                  \
    "@2300 400 90 c2 app.Page.parse 4 0 0 0 0\n"                                             \
    "jdk.CompilationFailure compileId:l failureMessage:s\n"                                  \
    "@2700*2/100 90+1 out_of_nodes\n"                                                        \
    "jdk.Deoptimization compileId:l reason:s action:s stackTrace:K\n"                        \
    "@3000*9/200 50 unstable_if reinterpret app.Cart.sum:3,app.Main.run\n"                   \
    "@3100*2/200 51 null_check none app.Page.show:9,app.Main.run\n"                          \
    "jdk.CodeCacheStatistics codeBlobType:s startAddress:l reservedTopAddress:l "            \
    "entryCount:l methodCount:l adaptorCount:l unallocatedCapacity:y fullCount:l\n"          \
    "@1000*5/5000 CodeHeap 1000000 49000000 900+9 400+9 20 9000000 0\n"                      \
    "jdk.CodeCacheFull codeBlobType:s\n"                                                     \
    "@9000 CodeHeap\n"
#define CLASSES                                                                      \
    "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"           \
    "@0*3/9000 4000+900 20+10\n"                                                     \
    "jdk.ClassLoad duration:d loadedClass:C definingClassLoader:o\n"                 \
    "@1000*5/90 40+9 app/Big app/Loader\n"                                           \
    "@1100*3/90 9 app/Small app/Other\n"                                             \
    "jdk.ClassDefine definedClass:C definingClassLoader:o stackTrace:K\n"            \
    "@1000*5/90 app/Big app/Loader app.Loader.define,app.Main.run\n"                 \
    "jdk.ClassUnload unloadedClass:C definingClassLoader:o\n"                        \
    "@9000*2/90 app/Old app/Loader\n"                                                \
    "jdk.ClassLoaderStatistics classLoader:o classCount:l chunkSize:y blockSize:y\n" \
    "@1000*2/9000 app/Loader 70+9 500000+90000 400000\n"                             \
    "@1000*2/9000 app/Other 3 9000 9000\n"                                           \
    "jdk.MethodTiming method:s invocations:l minimum:d average:d maximum:d\n"        \
    "@9000*2/900 app.Cart.sum 900+90 1 2 9\n"                                        \
    "jdk.MethodTrace duration:d method:s eventThread:T stackTrace:K\n"               \
    "@3000*9/90 7+1 app.Cart.sum web-1 app.Page.show,app.Main.run\n"
#define NOTIFIED                                                                          \
    "jdk.JavaMonitorWait duration:d monitorClass:C notifier:T timedOut:b timeout:d "      \
    "eventThread:T stackTrace:K\n"                                                        \
    "@1000*5/900 700+30 app/Queue main 0 0 web-1 java.lang.Object.wait,app.Queue.take\n"  \
    "@1000*3/900 300 app/Timer main 1 300 web-2 java.lang.Object.wait,app.Timer.next\n"   \
    "jdk.FileForce duration:d path:s eventThread:T stackTrace:K\n"                        \
    "@2000*4/500 200+9 /log main sun.nio.ch.FileChannelImpl.force,app.Log.put\n"          \
    "jdk.FileRead duration:d bytesRead:l endOfFile:b path:s eventThread:T stackTrace:K\n" \
    "@2000*3/500 90 4000 0 /data web-1 java.io.FileInputStream.read,app.Rows.load\n"      \
    "@4000 90 -1 1 /data web-1 java.io.FileInputStream.read,app.Rows.load\n"              \
    "jdk.SocketWrite duration:d bytesWritten:l host:s address:s port:l eventThread:T "    \
    "stackTrace:K\n"                                                                      \
    "@3000*3/500 60 900 db 10.0.0.7 5432 web-2 java.net.Socket.write,app.Db.ask\n"        \
    "jdk.SocketRead duration:d bytesRead:l endOfStream:b timeout:d host:s address:s "     \
    "port:l eventThread:T stackTrace:K\n"                                                 \
    "@3100*3/500 160 0 0 160 db 10.0.0.7 5432 web-2 java.net.Socket.read,app.Db.ask\n"    \
    "jdk.NetworkUtilization networkInterface:s readRate:l writeRate:l\n"                  \
    "@0*4/5000 eth0 900000+90000 70000\n"                                                 \
    "jdk.BiasedLockClassRevocation duration:d revokedClass:C disableBiasing:b\n"          \
    "@5000*2/90 3 app/Lock 0\n"                                                           \
    "jdk.VirtualThreadPinned duration:d eventThread:T stackTrace:K pinnedReason:s\n"      \
    "@6000*3/500 90 v-1 app.Pool.enter,app.Main.run Native_frame\n"

static const struct {
    const char *line, *told;
    uint64_t expected;
} commands[] = {
    {"gc --format text --all", PHASES, 0x6F1D43C1E39E5458},
    {"gc --json", PHASES, 0xCEA80878608925F7},
    {"gc --format text --all", ROOM, 0xB7CCEE120828EBD2},
    {"gc --json", ROOM, 0x3E274D5F7A088331},
    {"memory --format text", ROOM, 0xEA347E924ED6710E},
    {"overview --format text", PHASES, 0xF9EFBD916D4474B1},
    {"memory --format text", NATIVE, 0x178165FCE0655AEC},
    {"memory --leaks --json", NATIVE, 0x83CD9075ABF34EAA},
    {"timeline --format text", NATIVE, 0xA9007AFC03D7AB7C},
    {"facts", NATIVE, 0xB2AD881E4D1FAD33},
    {"compiler --format text --all", COMPILED, 0x72EC43FF3103C5D5},
    {"compiler --json", COMPILED, 0x03DBF9DF5688BA8C},
    {"classes --format text --all", CLASSES, 0xEAD7C1EABB9182B7},
    {"classes --json", CLASSES, 0xBEFF77A97544C1DA},
    {"methods --format text --all", CLASSES, 0xCAB017F9985B1253},
    {"locks --format text --all", NOTIFIED, 0x8212589736AD68C8},
    {"locks --json", NOTIFIED, 0xD9E0C9A2DC168D48},
    {"io --format text --all", NOTIFIED, 0x820E31446A69DFFB},
    {"io --json", NOTIFIED, 0x0C960405C75CDA20},
    {"files --format csv", NOTIFIED, 0xCB341477EB5ABC00},
    {"network --format text --all", NOTIFIED, 0x362C306C28CB6D8B},
    {"account --json", NOTIFIED, 0xB09A563A20EC48AD},
    {"threads --format text", NOTIFIED, 0x6BC4F6FFACD59679},
    {"facts", NOTIFIED, 0x8902CDE352E05FC3},
};

START_TEST(what_is_there_or_not_is_said_as_it_ever_was) {
    struct anywhere a = anywhere_begin(commands[_i].line, numbered_tell);
    numbered_line = commands[_i].line;
    anywhere_one(&a, "as it is", 0, (const uint8_t *)commands[_i].told, strlen(commands[_i].told));
    anywhere_lines(&a, commands[_i].told);
    anywhere_numbers(&a, commands[_i].told, false);
    anywhere_end(&a, numbered_line, commands[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("further forms");
    TCase *tcase = tcase_create("further forms");
    tcase_add_loop_test(tcase, what_is_there_or_not_is_said_as_it_ever_was, 0,
                        sizeof commands / sizeof *commands);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
