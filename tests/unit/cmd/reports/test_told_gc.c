/* Collections, pauses and the heap, in recordings of a few events. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define GC                                                                                  \
    "jdk.GarbageCollection gcId:l duration:d name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1000 1 10 G1New G1_Evacuation_Pause 10 10\n"                                          \
    "@2000 2 20 G1New G1_Evacuation_Pause 20 20\n"                                          \
    "@3000 3 300 G1Old System.gc() 250 240\n"                                               \
    "@4000 4 40 G1New Metadata_GC_Threshold 30 30\n"                                        \
    "jdk.GCPhasePause gcId:l duration:d name:s\n"                                           \
    "@1000 1 10 GC_Pause\n"                                                                 \
    "@2000 2 20 GC_Pause\n"                                                                 \
    "@3000 3 240 GC_Pause\n"                                                                \
    "@3260 3 10 Cleanup\n"                                                                  \
    "@4000 4 30 GC_Pause\n"                                                                 \
    "jdk.GCHeapSummary gcId:l when:s heapUsed:l\n"                                          \
    "@999 1 Before_GC 9000\n"                                                               \
    "@1011 1 After_GC 3000\n"                                                               \
    "@1999 2 Before_GC 9500\n"                                                              \
    "@2021 2 After_GC 4000\n"                                                               \
    "@2999 3 Before_GC 5000\n"                                                              \
    "@3301 3 After_GC 1000\n"                                                               \
    "@3999 4 Before_GC 8000\n"                                                              \
    "@4041 4 After_GC 1500\n"                                                               \
    "jdk.GCHeapConfiguration minSize:l maxSize:l initialSize:l\n"                           \
    "@0 1000 100000 2000\n"                                                                 \
    "jdk.GCConfiguration youngCollector:s oldCollector:s parallelGCThreads:l "              \
    "concurrentGCThreads:l\n"                                                               \
    "@0 G1New G1Old 2 1\n"                                                                  \
    "jdk.EvacuationFailed gcId:l\n"                                                         \
    "@2010 2\n"                                                                             \
    "jdk.SystemGC duration:d eventThread:T stackTrace:K invokedConcurrent:b\n"              \
    "@2999 302 main java.lang.System.gc,a.App.clean 0\n"

#define FEW                                                                                 \
    "jdk.GarbageCollection gcId:l duration:d name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1000 1 10 ParallelOld Ergonomics 10 10\n"

#define ZGC                                                                                 \
    "jdk.ZYoungGarbageCollection gcId:l duration:d tenuringThreshold:l\n"                   \
    "@1000*3/1000 1+1 100+50 3\n"                                                           \
    "jdk.GCPhasePause gcId:l duration:d name:s\n"                                           \
    "@1000*3/1000 1+1 1 Pause_Mark_Start\n"                                                 \
    "jdk.ZAllocationStall duration:d eventThread:T type:s size:l\n"                         \
    "@1500*2/100 30+10 w-1 Small 100\n"                                                     \
    "jdk.GarbageCollection gcId:l duration:d name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1000*3/1000 1+1 100+50 ZGC_Minor Allocation_Rate 1 1\n"

#define SAFE                                                                                    \
    "jdk.SafepointBegin safepointId:l totalThreadCount:l jniCriticalThreadCount:l duration:d\n" \
    "@1000*3/1000 1+1 10 0 2+1\n"                                                               \
    "jdk.SafepointEnd safepointId:l duration:d\n"                                               \
    "@1020*3/1000 1+1 1\n"                                                                      \
    "jdk.ExecuteVMOperation duration:d operation:s safepoint:b blocking:b safepointId:l\n"      \
    "@1003 10 G1CollectFull 1 1 1\n"                                                            \
    "@2004 7 ICBufferFull 1 0 2\n"                                                              \
    "@3005 5 ICBufferFull 1 0 3\n"                                                              \
    "@4005 50 Concurrent 0 0 9\n"

#define EXCEPTIONS                                                                                 \
    "jdk.JavaExceptionThrow eventThread:T stackTrace:K message:s thrownClass:C\n"                  \
    "@1000*5/10 w-1 java.lang.Throwable.<init>,java.lang.Exception.<init>,a.App.parse,a.App.main " \
    "bad a/ParseException\n"                                                                       \
    "@2000*2/10 w-2 java.lang.Throwable.<init>,a.App.open,a.App.main gone java/io/IOException\n"   \
    "jdk.JavaErrorThrow eventThread:T stackTrace:K message:s thrownClass:C\n"                      \
    "@3000 w-1 java.lang.Throwable.<init>,a.App.link,a.App.main no java/lang/NoSuchMethodError\n"  \
    "jdk.ExceptionStatistics throwables:l\n"                                                       \
    "@0 100\n"                                                                                     \
    "@9000 190\n"

START_TEST(collections_pauses_and_the_heap_are_told) {
    commanded(
        "gc", GC, 10,
        "The program was paused for 3.10 % of the time: 5 pauses, p99 240 ms, the longest 240 ms, "
        "mostly for\n"
        "System.gc().\n"
        "\n"
        "Garbage collection\n"
        "  Collector         G1New and G1Old, 2 threads, 1 concurrent\n"
        "  Pauses            5, together 310 ms: 3.10 % of the time\n"
        "  Durations         p50 20.0 ms, p90 240 ms, p99 240 ms, p99.9 240 ms, longest 240 ms\n"
        "  Heap              after collections 1000 B to 3.91 KiB, at last 1.46 KiB; before them "
        "up to\n"
        "                    9.28 KiB of 97.7 KiB\n"
        "  Allocated         4.65 KiB/s by jdk.GCHeapSummary, 14.2 KiB in all\n"
        "  Until full        without a collection, the free heap at the end (96.2 KiB) lasts 20.7 "
        "s\n"
        "  Out of the usual  1 evacuation failed, 1 collection for metaspace, 1 requested "
        "collection\n"
        "  System.gc()       a.App.clean, 1 call, waited 302 ms\n"
        "\n"
        "By cause\n"
        "collections   paused  % of time      p50      p99  longest  cause\n"
        "          1   250 ms       2.50   240 ms   240 ms   240 ms  System.gc()\n"
        "          2  30.0 ms       0.30  10.0 ms  20.0 ms  20.0 ms  G1 Evacuation Pause\n"
        "          1  30.0 ms       0.30  30.0 ms  30.0 ms  30.0 ms  Metadata GC Threshold\n"
        "\n"
        "The longest pauses\n"
        "time (UTC)      pause    before     after  cause                  what ran before\n"
        "20:51:03.000   240 ms  4.88 KiB    1000 B  System.gc()            requested by "
        "a.App.clean\n"
        "20:51:04.000  30.0 ms  7.81 KiB  1.46 KiB  Metadata GC Threshold  -\n"
        "20:51:02.000  20.0 ms  9.28 KiB  3.91 KiB  G1 Evacuation Pause    -\n"
        "20:51:01.000  10.0 ms  8.79 KiB  2.93 KiB  G1 Evacuation Pause    -\n"
        "20:51:03.260  10.0 ms  4.88 KiB    1000 B  System.gc()            requested by "
        "a.App.clean\n"
        "\n"
        "More with --all: By collector; Phases\n"
        "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n"
        "\n"
        "Next: jfrtool memory /proc/self/fd/100 (what fills the heap, and what stays)\n");
    commanded(
        "gc --format csv", GC, 10,
        "collections,sum_of_pauses_ns,share_percent,p50_ns,p99_ns,max_ns,cause\r\n"
        "1,250000000,2.5000,240000000,240000000,240000000,System.gc()\r\n"
        "2,30000000,0.3000,10000000,20000000,20000000,G1 Evacuation Pause\r\n"
        "1,30000000,0.3000,30000000,30000000,30000000,Metadata GC Threshold\r\n"
        "\r\n"
        "collections,sum_of_pauses_ns,share_percent,p50_ns,p99_ns,max_ns,collector\r\n"
        "1,250000000,2.5000,240000000,240000000,240000000,G1Old\r\n"
        "3,60000000,0.6000,20000000,30000000,30000000,G1New\r\n"
        "\r\n"
        "start_ns,duration_ns,heap_before,heap_after,collector,cause,before\r\n"
        "1763671863000000000,240000000,5000,1000,G1Old,System.gc(),requested by a.App.clean\r\n"
        "1763671864000000000,30000000,8000,1500,G1New,Metadata GC Threshold,\r\n"
        "1763671862000000000,20000000,9500,4000,G1New,G1 Evacuation Pause,\r\n"
        "1763671861000000000,10000000,9000,3000,G1New,G1 Evacuation Pause,\r\n"
        "1763671863260000000,10000000,5000,1000,G1Old,System.gc(),requested by a.App.clean\r\n"
        "\r\n"
        "kind,level,count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,name\r\n"
        "pause,0,4,300000000,20000000,240000000,240000000,240000000,240000000,GC Pause\r\n"
        "pause,0,1,10000000,10000000,10000000,10000000,10000000,10000000,Cleanup\r\n"
        "\r\n"
        "count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,thread\r\n");
}
END_TEST

START_TEST(a_window_has_its_collections) {
    commanded(
        "gc --from 2s --to 3500ms --format csv", GC, 10,
        "collections,sum_of_pauses_ns,share_percent,p50_ns,p99_ns,max_ns,cause\r\n"
        "1,250000000,16.6667,240000000,240000000,240000000,System.gc()\r\n"
        "1,20000000,1.3333,20000000,20000000,20000000,G1 Evacuation Pause\r\n"
        "\r\n"
        "collections,sum_of_pauses_ns,share_percent,p50_ns,p99_ns,max_ns,collector\r\n"
        "1,250000000,16.6667,240000000,240000000,240000000,G1Old\r\n"
        "1,20000000,1.3333,20000000,20000000,20000000,G1New\r\n"
        "\r\n"
        "start_ns,duration_ns,heap_before,heap_after,collector,cause,before\r\n"
        "1763671863000000000,240000000,5000,1000,G1Old,System.gc(),requested by a.App.clean\r\n"
        "1763671862000000000,20000000,9500,4000,G1New,G1 Evacuation Pause,\r\n"
        "1763671863260000000,10000000,5000,1000,G1Old,System.gc(),requested by a.App.clean\r\n"
        "\r\n"
        "kind,level,count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,name\r\n"
        "pause,0,2,260000000,20000000,240000000,240000000,240000000,240000000,GC Pause\r\n"
        "pause,0,1,10000000,10000000,10000000,10000000,10000000,10000000,Cleanup\r\n"
        "\r\n"
        "count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,thread\r\n");
}
END_TEST

START_TEST(one_collection_is_no_rate) {
    commanded("gc", FEW, 10,
              "The program was paused for 0.10 % of the time: 1 pause of 10.0 ms, mostly for "
              "Ergonomics.\n"
              "\n"
              "Garbage collection\n"
              "  Pauses     1, together 10.0 ms: 0.10 % of the time\n"
              "  Durations  p50 10.0 ms, p90 10.0 ms, p99 10.0 ms, p99.9 10.0 ms, longest 10.0 ms\n"
              "\n"
              "By cause\n"
              "collections   paused  % of time      p50      p99  longest  cause\n"
              "          1  10.0 ms       0.10  10.0 ms  10.0 ms  10.0 ms  Ergonomics\n"
              "\n"
              "The longest pauses\n"
              "time (UTC)      pause  before  after  cause       what ran before\n"
              "20:51:01.000  10.0 ms       -      -  Ergonomics  -\n"
              "\n"
              "More with --all: By collector\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
}
END_TEST

START_TEST(concurrent_collectors_stall_who_allocates) {
    commanded("gc", ZGC, 10,
              "The program was paused for 0.03 % of the time: 3 pauses, p99 1.00 ms, the longest "
              "1.00 ms, mostly\n"
              "for Allocation Rate.\n"
              "\n"
              "Garbage collection\n"
              "  Pauses            3, together 3.00 ms: 0.03 % of the time\n"
              "  Durations         p50 1.00 ms, p90 1.00 ms, p99 1.00 ms, p99.9 1.00 ms, longest "
              "1.00 ms\n"
              "  Waits for memory  2 stalls, together 70.0 ms, the longest 40.0 ms, in 1 thread\n"
              "\n"
              "By cause\n"
              "collections   paused  % of time      p50      p99  longest  cause\n"
              "          3  3.00 ms       0.03  1.00 ms  1.00 ms  1.00 ms  Allocation Rate\n"
              "\n"
              "The longest pauses\n"
              "time (UTC)      pause  before  after  cause            what ran before\n"
              "20:51:01.000  1.00 ms       -      -  Allocation Rate  -\n"
              "20:51:02.000  1.00 ms       -      -  Allocation Rate  -\n"
              "20:51:03.000  1.00 ms       -      -  Allocation Rate  -\n"
              "\n"
              "Threads that waited for memory\n"
              "times    total      p50      p99  longest  thread\n"
              "    2  70.0 ms  30.0 ms  40.0 ms  40.0 ms  w-1\n"
              "\n"
              "More with --all: By collector; Phases\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
    commanded("gc --format csv", ZGC, 10,
              "collections,sum_of_pauses_ns,share_percent,p50_ns,p99_ns,max_ns,cause\r\n"
              "3,3000000,0.0300,1000000,1000000,1000000,Allocation Rate\r\n"
              "\r\n"
              "collections,sum_of_pauses_ns,share_percent,p50_ns,p99_ns,max_ns,collector\r\n"
              "3,3000000,0.0300,1000000,1000000,1000000,ZGC Minor\r\n"
              "\r\n"
              "start_ns,duration_ns,heap_before,heap_after,collector,cause,before\r\n"
              "1763671861000000000,1000000,,,ZGC Minor,Allocation Rate,\r\n"
              "1763671862000000000,1000000,,,ZGC Minor,Allocation Rate,\r\n"
              "1763671863000000000,1000000,,,ZGC Minor,Allocation Rate,\r\n"
              "\r\n"
              "kind,level,count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,name\r\n"
              "pause,0,3,3000000,1000000,1000000,1000000,1000000,1000000,Pause Mark Start\r\n"
              "\r\n"
              "count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,thread\r\n"
              "2,70000000,30000000,40000000,40000000,40000000,40000000,w-1\r\n");
}
END_TEST

START_TEST(safepoints_are_told_with_what_took_them) {
    commanded("safepoints", SAFE, 10,
              "3 operations at safepoints took 22.0 ms, 0.22 % of the time, mostly ICBufferFull; "
              "reaching them took\n"
              "9.00 ms, at most 4.00 ms.\n"
              "\n"
              "Safepoints\n"
              "  To reach them  3, together 9.00 ms: 0.09 % of the time; p50 3.00 ms, p99 4.00 ms, "
              "longest 4.00 ms\n"
              "  Operations     3, together 22.0 ms: 0.22 % of the time; p50 7.00 ms, p99 10.0 ms, "
              "longest 10.0 ms\n"
              "\n"
              "By operation\n"
              "times    total      p50      p99  longest  to reach  stops  operation\n"
              "    2  12.0 ms  5.00 ms  7.00 ms  7.00 ms   7.00 ms  yes    ICBufferFull\n"
              "    1  10.0 ms  10.0 ms  10.0 ms  10.0 ms   2.00 ms  yes    G1CollectFull\n"
              "    1  50.0 ms  50.0 ms  50.0 ms  50.0 ms         -  no     Concurrent\n"
              "\n"
              "Slowest to reach\n"
              "time (UTC)    to reach  operation  threads  in JNI  for            requested by\n"
              "20:51:03.000   4.00 ms    5.00 ms       10       0  ICBufferFull   -\n"
              "20:51:02.000   3.00 ms    7.00 ms       10       0  ICBufferFull   -\n"
              "20:51:01.000   2.00 ms    10.0 ms       10       0  G1CollectFull  -\n"
              "\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n");
    commanded(
        "safepoints --format csv", SAFE, 10,
        "count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,reach_total_ns,reach_max_ns,safepoint,"
        "operation\r\n"
        "2,12000000,5000000,7000000,7000000,7000000,7000000,7000000,4000000,true,ICBufferFull\r\n"
        "1,10000000,10000000,10000000,10000000,10000000,10000000,2000000,2000000,true,"
        "G1CollectFull\r\n"
        "1,50000000,50000000,50000000,50000000,50000000,50000000,,,false,Concurrent\r\n"
        "\r\n"
        "start_ns,reach_ns,operation_ns,threads,jni_critical_threads,operation,caller\r\n"
        "1763671863000000000,4000000,5000000,10,0,ICBufferFull,\r\n"
        "1763671862000000000,3000000,7000000,10,0,ICBufferFull,\r\n"
        "1763671861000000000,2000000,10000000,10,0,G1CollectFull,\r\n"
        "\r\n"
        "count,total_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,state,method\r\n");
}
END_TEST

START_TEST(exceptions_are_told_by_class_site_and_message) {
    commanded(
        "exceptions", EXCEPTIONS, 10,
        "The recording has 7 exceptions, 71 % of them a.ParseException.\n"
        "a.App.parse threw 71 % of them.\n"
        "The JVM counted 90 exceptions and errors while it recorded, 10 a second on average, "
        "up to 10.\n"
        "\n"
        "Errors\n"
        "count  first         last          class                        message  method\n"
        "    1  20:51:03.000  20:51:03.000  java.lang.NoSuchMethodError  no       a.App.link\n"
        "\n"
        "Classes\n"
        "count  share %  per s  messages  threads  first         last          class\n"
        "    5    71.43   0.50         1        1  20:51:01.000  20:51:01.040  a.ParseException\n"
        "    2    28.57   0.20         1        1  20:51:02.000  20:51:02.010  "
        "java.io.IOException\n"
        "\n"
        "Sites (first method that is neither a constructor nor the JDK's)\n"
        "count  share %  class                method\n"
        "    5    71.43  a.ParseException     a.App.parse\n"
        "    2    28.57  java.io.IOException  a.App.open\n"
        "\n"
        "All exceptions and errors since the JVM started\n"
        "at first  at last  while recorded\n"
        "     100      190              90\n"
        "\n"
        "More with --all: Messages (# for numbers and ids); Sites, the JDK's, too (without "
        "constructors); By\n"
        "time\n"
        "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n"
        "\n"
        "Next: jfrtool flame --event exception /proc/self/fd/100 (the stacks)\n");
    commanded(
        "exceptions --format csv", EXCEPTIONS, 10,
        "count,first,last,class,message,method\r\n"
        "1,2025-11-20T20:51:03Z,2025-11-20T20:51:03Z,java.lang.NoSuchMethodError,no,a.App.link\r\n"
        "\r\n"
        "count,class,message\r\n"
        "\r\n"
        "count,share_percent,per_second,messages,threads,first,last,class\r\n"
        "5,71.4286,0.50,1,1,2025-11-20T20:51:01Z,2025-11-20T20:51:01.040Z,a.ParseException\r\n"
        "2,28.5714,0.20,1,1,2025-11-20T20:51:02Z,2025-11-20T20:51:02.010Z,java.io.IOException\r\n"
        "\r\n"
        "count,share_percent,class,message\r\n"
        "5,71.4286,a.ParseException,bad\r\n"
        "2,28.5714,java.io.IOException,gone\r\n"
        "\r\n"
        "count,share_percent,class,method\r\n"
        "5,71.4286,a.ParseException,a.App.parse\r\n"
        "2,28.5714,java.io.IOException,a.App.open\r\n"
        "\r\n"
        "count,share_percent,class,method\r\n"
        "5,71.4286,a.ParseException,a.App.parse\r\n"
        "2,28.5714,java.io.IOException,a.App.open\r\n"
        "\r\n"
        "from,count,classes,threads\r\n"
        "2025-11-20T20:51:01Z,5,1,1\r\n"
        "2025-11-20T20:51:02Z,2,1,1\r\n"
        "\r\n"
        "first,last,while_recorded\r\n"
        "100,190,90\r\n"
        "\r\n"
        "start_ns,count,per_second\r\n"
        "1763671860000000000,9,10.0\r\n"
        "1763671860900000000,9,10.0\r\n"
        "1763671861800000000,9,10.0\r\n"
        "1763671862700000000,9,10.0\r\n"
        "1763671863600000000,9,10.0\r\n"
        "1763671864500000000,9,10.0\r\n"
        "1763671865400000000,9,10.0\r\n"
        "1763671866300000000,9,10.0\r\n"
        "1763671867200000000,9,10.0\r\n"
        "1763671868100000000,9,10.0\r\n"
        "\r\n"
        "count,share_percent,class,method\r\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told gc");
    TCase *c = tcase_create("told gc");
    tcase_add_test(c, collections_pauses_and_the_heap_are_told);
    tcase_add_test(c, a_window_has_its_collections);
    tcase_add_test(c, one_collection_is_no_rate);
    tcase_add_test(c, concurrent_collectors_stall_who_allocates);
    tcase_add_test(c, safepoints_are_told_with_what_took_them);
    tcase_add_test(c, exceptions_are_told_by_class_site_and_message);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
