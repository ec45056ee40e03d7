/* Shipped reports over recordings of a few events, whose figures can be seen from them. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

/* Two hosts, a file; one read ran into its time-out, one met the end, one waits for a request. */
#define IO                                                                                      \
    "jdk.SocketRead duration:d eventThread:T stackTrace:K host:s port:l timeout:d bytesRead:l " \
    "endOfStream:b\n"                                                                           \
    "@1000 30 main java.net.S.read,a.App.load db 5432 30 100 0\n"                               \
    "@2000 20 w_1 java.net.S.read,a.App.load db 5432 30 200 0\n"                                \
    "@3000 29 w_1 java.net.S.read,a.App.ask web 80 30 0 1\n"                                    \
    "jdk.FileWrite duration:d eventThread:T stackTrace:K path:s bytesWritten:l\n"               \
    "@1500*4/100 10+10 main java.io.F.write,a.Log.add /tmp/log 50+1\n"                          \
    "jdk.FileForce duration:d eventThread:T stackTrace:K path:s metaData:b\n"                   \
    "@4000 7 main java.io.F.force,a.Log.end /tmp/log 1\n"

START_TEST(reads_and_writes_are_summed_by_host_file_site_and_thread) {
    commanded("io --all", IO, 60,
              "Sockets took 79.0 ms, 63 % of it with db (2 calls).\n"
              "Files took 107 ms, 93 % of it /tmp/log (FileWrite, 4 calls).\n"
              "\n"
              "Operations\n"
              "  total  count  bytes      p50      p99      max  operation\n"
              " 100 ms      4    206  20.0 ms  40.0 ms  40.0 ms  FileWrite\n"
              "79.0 ms      3    300  29.0 ms  30.0 ms  30.0 ms  SocketRead\n"
              "7.00 ms      1      -  7.00 ms  7.00 ms  7.00 ms  FileForce\n"
              "\n"
              "Hosts\n"
              "  total  count  bytes      p50      p99      max  closed  operation   host  port\n"
              "50.0 ms      2    300  20.0 ms  30.0 ms  30.0 ms       0  SocketRead  db    5432\n"
              "29.0 ms      1      0  29.0 ms  29.0 ms  29.0 ms       1  SocketRead  web     80\n"
              "\n"
              "Socket reads that timed out\n"
              "count    total  time-out  host  port\n"
              "    1  30.0 ms   30.0 ms  db    5432\n"
              "\n"
              "Files\n"
              "  total  count  bytes      p50      p99      max  operation  file\n"
              " 100 ms      4    206  20.0 ms  40.0 ms  40.0 ms  FileWrite  /tmp/log\n"
              "7.00 ms      1      -  7.00 ms  7.00 ms  7.00 ms  FileForce  /tmp/log\n"
              "\n"
              "Sites (first method that is not the JDK's)\n"
              "  total  count  bytes      p50      p99      max  operation   method\n"
              " 100 ms      4    206  20.0 ms  40.0 ms  40.0 ms  FileWrite   a.Log.add\n"
              "50.0 ms      2    300  20.0 ms  30.0 ms  30.0 ms  SocketRead  a.App.load\n"
              "29.0 ms      1      0  29.0 ms  29.0 ms  29.0 ms  SocketRead  a.App.ask\n"
              "7.00 ms      1      -  7.00 ms  7.00 ms  7.00 ms  FileForce   a.Log.end\n"
              "\n"
              "Threads\n"
              "  total  count  bytes      p50      p99      max  thread\n"
              " 137 ms      6    306  20.0 ms  40.0 ms  40.0 ms  main\n"
              "49.0 ms      2    200  20.0 ms  29.0 ms  29.0 ms  w 1\n"
              "\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "Next: jfrtool flame --event io /proc/self/fd/100 (the stacks of reads and writes)\n"
              "Next: jfrtool account /proc/self/fd/100 (what else threads waited for)\n");
    commanded("io --all --thread w --format csv", IO, 60,
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,operation\r\n"
              "49000000,2,200,20000000,29000000,29000000,jdk.SocketRead\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,end_of_stream,operation,host,port\r\n"
              "29000000,1,0,29000000,29000000,29000000,1,jdk.SocketRead,web,80\r\n"
              "20000000,1,200,20000000,20000000,20000000,0,jdk.SocketRead,db,5432\r\n"
              "\r\n"
              "count,total_ns,timeout_ns,host,port\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,operation,path\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,operation,method\r\n"
              "29000000,1,0,29000000,29000000,29000000,jdk.SocketRead,a.App.ask\r\n"
              "20000000,1,200,20000000,20000000,20000000,jdk.SocketRead,a.App.load\r\n"
              "\r\n"
              "total_ns,count,bytes,p50_ns,p99_ns,max_ns,thread\r\n"
              "49000000,2,200,20000000,29000000,29000000,w 1\r\n"
              "\r\n"
              "total_ns,count,max_ns,operation,thread\r\n");
    commanded("io --all --top 1 --from 2s", IO, 60,
              "Sockets took 49.0 ms, 59 % of it with web (1 call).\n"
              "Files took 7.00 ms, all of it /tmp/log (FileForce, 1 call).\n"
              "\n"
              "Operations\n"
              "  total  count  bytes      p50      p99      max  operation\n"
              "49.0 ms      2    200  20.0 ms  29.0 ms  29.0 ms  SocketRead\n"
              "  ... and 1 more row; --top 0 shows all\n"
              "\n"
              "Hosts\n"
              "  total  count  bytes      p50      p99      max  closed  operation   host  port\n"
              "29.0 ms      1      0  29.0 ms  29.0 ms  29.0 ms       1  SocketRead  web     80\n"
              "  ... and 1 more row; --top 0 shows all\n"
              "\n"
              "Files\n"
              "  total  count  bytes      p50      p99      max  operation  file\n"
              "7.00 ms      1      -  7.00 ms  7.00 ms  7.00 ms  FileForce  /tmp/log\n"
              "\n"
              "Sites (first method that is not the JDK's)\n"
              "  total  count  bytes      p50      p99      max  operation   method\n"
              "29.0 ms      1      0  29.0 ms  29.0 ms  29.0 ms  SocketRead  a.App.ask\n"
              "  ... and 2 more rows; --top 0 shows all\n"
              "\n"
              "Threads\n"
              "  total  count  bytes      p50      p99      max  thread\n"
              "49.0 ms      2    200  20.0 ms  29.0 ms  29.0 ms  w 1\n"
              "  ... and 1 more row; --top 0 shows all\n"
              "\n"
              "Recorded: 58.0 s. From 2025-11-20 20:51:02 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "Next: jfrtool flame --event io --from 2s /proc/self/fd/100 (the stacks of reads and "
              "writes)\n"
              "Next: jfrtool account --from 2s /proc/self/fd/100 (what else threads waited for)\n");
}
END_TEST

#define LOCKS                                                                                     \
    "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C previousOwner:T\n" \
    "@1000 30 w_1 a.A.get a/Map main\n"                                                           \
    "@2000 10 w_2 a.A.get a/Map main\n"                                                           \
    "@3000 20 w_2 a.B.put a/Set w_1\n"                                                            \
    "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C timeout:l until:l\n"      \
    "@1500 40 w_3 jdk.U.park,a.C.take a/Queue -1 -1\n"                                            \
    "@5000 5 w_1 jdk.U.park,a.C.take a/Queue -1 -1\n"                                             \
    "jdk.JavaMonitorWait duration:d eventThread:T stackTrace:K monitorClass:C notifier:T "        \
    "timeout:l timedOut:b\n"                                                                      \
    "@6000 100 w_1 java.lang.Object.wait,a.D.go a/Gate main 0 0\n"                                \
    "@7000 50 w_1 java.lang.Object.wait,a.D.go a/Gate main 50 1\n"

START_TEST(waits_for_locks_are_summed_by_class_site_and_owner) {
    commanded(
        "locks --all", LOCKS, 60,
        "Threads waited 60.0 ms for monitors, 67 % of it for a.Map (2 waits by 2 threads).\n"
        "Threads were parked for 45.0 ms (without idle pool threads), all of it for a.Queue.\n"
        "\n"
        "Monitors\n"
        "  total  count      p50      p99      max  threads  class\n"
        "40.0 ms      2  10.0 ms  30.0 ms  30.0 ms        2  a.Map\n"
        "20.0 ms      1  20.0 ms  20.0 ms  20.0 ms        1  a.Set\n"
        "\n"
        "Waits by site\n"
        "  total  count      p99      max  threads  class  method\n"
        "40.0 ms      2  30.0 ms  30.0 ms        2  a.Map  a.A.get\n"
        "20.0 ms      1  20.0 ms  20.0 ms        1  a.Set  a.B.put\n"
        "\n"
        "Previous owners\n"
        "  total  count      max  waiting  class  previous owner\n"
        "40.0 ms      2  30.0 ms        2  a.Map  main\n"
        "20.0 ms      1  20.0 ms        1  a.Set  w 1\n"
        "\n"
        "Waiting threads\n"
        "  total  count      p50      p99      max  thread\n"
        "30.0 ms      1  30.0 ms  30.0 ms  30.0 ms  w 1\n"
        "30.0 ms      2  10.0 ms  20.0 ms  20.0 ms  w 2\n"
        "\n"
        "Parked for locks and queues, without idle pool threads\n"
        "  total  count      p50      p99      max  threads  class\n"
        "45.0 ms      2  5.00 ms  40.0 ms  40.0 ms        2  a.Queue\n"
        "\n"
        "Parks by site\n"
        "  total  count      p99      max  threads  class    method\n"
        "45.0 ms      2  40.0 ms  40.0 ms        2  a.Queue  a.C.take\n"
        "\n"
        "Object.wait: no contention\n"
        " total  count  timed out     max  threads  class   method\n"
        "150 ms      2          1  100 ms        1  a.Gate  a.D.go\n"
        "\n"
        "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
        "\n"
        "Next: jfrtool flame --event lock /proc/self/fd/100 (the stacks of the waits)\n"
        "Next: jfrtool account /proc/self/fd/100 (what else threads waited for)\n");
    commanded("locks --all --thread w_2", LOCKS, 60,
              "Threads waited 30.0 ms for monitors, 67 % of it for a.Set (1 wait by 1 thread).\n"
              "\n"
              "Monitors\n"
              "  total  count      p50      p99      max  threads  class\n"
              "20.0 ms      1  20.0 ms  20.0 ms  20.0 ms        1  a.Set\n"
              "10.0 ms      1  10.0 ms  10.0 ms  10.0 ms        1  a.Map\n"
              "\n"
              "Waits by site\n"
              "  total  count      p99      max  threads  class  method\n"
              "20.0 ms      1  20.0 ms  20.0 ms        1  a.Set  a.B.put\n"
              "10.0 ms      1  10.0 ms  10.0 ms        1  a.Map  a.A.get\n"
              "\n"
              "Previous owners\n"
              "  total  count      max  waiting  class  previous owner\n"
              "20.0 ms      1  20.0 ms        1  a.Set  w 1\n"
              "10.0 ms      1  10.0 ms        1  a.Map  main\n"
              "\n"
              "Waiting threads\n"
              "  total  count      p50      p99      max  thread\n"
              "30.0 ms      2  10.0 ms  20.0 ms  20.0 ms  w 2\n"
              "\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "Next: jfrtool flame --event lock --thread 'w 2' /proc/self/fd/100 (the stacks of "
              "the waits)\n"
              "Next: jfrtool account /proc/self/fd/100 (what else threads waited for)\n");
}
END_TEST

#define SAFEPOINTS                                                                              \
    "jdk.SafepointBegin duration:d safepointId:l totalThreadCount:l jniCriticalThreadCount:l\n" \
    "@1000*3/1000 2+3 1+1 10 1\n"                                                               \
    "jdk.ExecuteVMOperation duration:d operation:s safepoint:b blocking:b caller:T "            \
    "safepointId:l\n"                                                                           \
    "@1003 20 Redefine 1 1 main 1\n"                                                            \
    "@2006 30 Redefine 1 0 main 2\n"                                                            \
    "@3010 5 Exit 1 1 w 3\n"                                                                    \
    "@5000 1 Print 0 1 w 0\n"

START_TEST(safepoints_are_told_by_operation) {
    commanded("safepoints", SAFEPOINTS, 60,
              "3 operations at safepoints took 55.0 ms, 0.09 % of the time, mostly Redefine; "
              "reaching them took\n"
              "15.0 ms, at most 8.00 ms.\n"
              "\n"
              "Safepoints\n"
              "  To reach them  3, together 15.0 ms: 0.03 % of the time; p50 5.00 ms, p99 8.00 ms, "
              "longest 8.00 ms\n"
              "  Operations     3, together 55.0 ms: 0.09 % of the time; p50 20.0 ms, p99 30.0 ms, "
              "longest 30.0 ms\n"
              "\n"
              "By operation\n"
              "times    total      p50      p99  longest  to reach  stops  operation\n"
              "    2  50.0 ms  20.0 ms  30.0 ms  30.0 ms   7.00 ms  yes    Redefine\n"
              "    1  5.00 ms  5.00 ms  5.00 ms  5.00 ms   8.00 ms  yes    Exit\n"
              "    1  1.00 ms  1.00 ms  1.00 ms  1.00 ms         -  no     Print\n"
              "\n"
              "Slowest to reach\n"
              "time (UTC)    to reach  operation  threads  in JNI  for       requested by\n"
              "20:51:03.000   8.00 ms    5.00 ms       10       1  Exit      w\n"
              "20:51:02.000   5.00 ms    30.0 ms       10       1  Redefine  main\n"
              "20:51:01.000   2.00 ms    20.0 ms       10       1  Redefine  main\n"
              "\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n");
    commanded("safepoints --json", SAFEPOINTS, 60,
              "{\n"
              "\t\"duration_ns\":\t60000000000,\n"
              "\t\"safepoints\":\t3,\n"
              "\t\"to_reach\":\t{\n"
              "\t\t\"count\":\t3,\n"
              "\t\t\"total_ns\":\t15000000,\n"
              "\t\t\"p50_ns\":\t5000000,\n"
              "\t\t\"p90_ns\":\t8000000,\n"
              "\t\t\"p99_ns\":\t8000000,\n"
              "\t\t\"p999_ns\":\t8000000,\n"
              "\t\t\"max_ns\":\t8000000\n"
              "\t},\n"
              "\t\"at_safepoint\":\t{\n"
              "\t\t\"count\":\t3,\n"
              "\t\t\"total_ns\":\t55000000,\n"
              "\t\t\"p50_ns\":\t20000000,\n"
              "\t\t\"p90_ns\":\t30000000,\n"
              "\t\t\"p99_ns\":\t30000000,\n"
              "\t\t\"p999_ns\":\t30000000,\n"
              "\t\t\"max_ns\":\t30000000\n"
              "\t},\n"
              "\t\"operations\":\t[{\n"
              "\t\t\t\"count\":\t2,\n"
              "\t\t\t\"total_ns\":\t50000000,\n"
              "\t\t\t\"p50_ns\":\t20000000,\n"
              "\t\t\t\"p90_ns\":\t30000000,\n"
              "\t\t\t\"p99_ns\":\t30000000,\n"
              "\t\t\t\"p999_ns\":\t30000000,\n"
              "\t\t\t\"max_ns\":\t30000000,\n"
              "\t\t\t\"reach_total_ns\":\t7000000,\n"
              "\t\t\t\"reach_max_ns\":\t5000000,\n"
              "\t\t\t\"safepoint\":\ttrue,\n"
              "\t\t\t\"operation\":\t\"Redefine\"\n"
              "\t\t}, {\n"
              "\t\t\t\"count\":\t1,\n"
              "\t\t\t\"total_ns\":\t5000000,\n"
              "\t\t\t\"p50_ns\":\t5000000,\n"
              "\t\t\t\"p90_ns\":\t5000000,\n"
              "\t\t\t\"p99_ns\":\t5000000,\n"
              "\t\t\t\"p999_ns\":\t5000000,\n"
              "\t\t\t\"max_ns\":\t5000000,\n"
              "\t\t\t\"reach_total_ns\":\t8000000,\n"
              "\t\t\t\"reach_max_ns\":\t8000000,\n"
              "\t\t\t\"safepoint\":\ttrue,\n"
              "\t\t\t\"operation\":\t\"Exit\"\n"
              "\t\t}, {\n"
              "\t\t\t\"count\":\t1,\n"
              "\t\t\t\"total_ns\":\t1000000,\n"
              "\t\t\t\"p50_ns\":\t1000000,\n"
              "\t\t\t\"p90_ns\":\t1000000,\n"
              "\t\t\t\"p99_ns\":\t1000000,\n"
              "\t\t\t\"p999_ns\":\t1000000,\n"
              "\t\t\t\"max_ns\":\t1000000,\n"
              "\t\t\t\"reach_total_ns\":\tnull,\n"
              "\t\t\t\"reach_max_ns\":\tnull,\n"
              "\t\t\t\"safepoint\":\tfalse,\n"
              "\t\t\t\"operation\":\t\"Print\"\n"
              "\t\t}],\n"
              "\t\"slowest\":\t[{\n"
              "\t\t\t\"start_ns\":\t1763671863000000000,\n"
              "\t\t\t\"reach_ns\":\t8000000,\n"
              "\t\t\t\"operation_ns\":\t5000000,\n"
              "\t\t\t\"threads\":\t10,\n"
              "\t\t\t\"jni_critical_threads\":\t1,\n"
              "\t\t\t\"operation\":\t\"Exit\",\n"
              "\t\t\t\"caller\":\t\"w\"\n"
              "\t\t}, {\n"
              "\t\t\t\"start_ns\":\t1763671862000000000,\n"
              "\t\t\t\"reach_ns\":\t5000000,\n"
              "\t\t\t\"operation_ns\":\t30000000,\n"
              "\t\t\t\"threads\":\t10,\n"
              "\t\t\t\"jni_critical_threads\":\t1,\n"
              "\t\t\t\"operation\":\t\"Redefine\",\n"
              "\t\t\t\"caller\":\t\"main\"\n"
              "\t\t}, {\n"
              "\t\t\t\"start_ns\":\t1763671861000000000,\n"
              "\t\t\t\"reach_ns\":\t2000000,\n"
              "\t\t\t\"operation_ns\":\t20000000,\n"
              "\t\t\t\"threads\":\t10,\n"
              "\t\t\t\"jni_critical_threads\":\t1,\n"
              "\t\t\t\"operation\":\t\"Redefine\",\n"
              "\t\t\t\"caller\":\t\"main\"\n"
              "\t\t}],\n"
              "\t\"late\":\t[]\n"
              "}\n");
}
END_TEST

#define GC                                                                                  \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1000*3/1000 10+5 1+1 G1New Allocation 8+4 8+4\n"                                      \
    "@9000 900 4 G1Full System.gc() 900 900\n"                                              \
    "jdk.GCPhasePause duration:d gcId:l name:s\n"                                           \
    "@1000*3/1000 8+4 1+1 GC_Pause\n"                                                       \
    "@9000 900 4 GC_Pause\n"                                                                \
    "jdk.GCHeapSummary gcId:l when:s heapUsed:l\n"                                          \
    "@999*3/1000 1+1 Before_GC 1000000+500000\n"                                            \
    "@1009*3/1000 1+1 After_GC 400000+100000\n"                                             \
    "jdk.SystemGC duration:d invokedConcurrent:b eventThread:T stackTrace:K\n"              \
    "@9000 901 0 main java.lang.System.gc,a.App.tidy\n"

START_TEST(collections_are_told_by_cause_collector_and_pause) {
    commanded(
        "gc --all", GC, 60,
        "The program was paused for 1.56 % of the time: 4 pauses, p99 900 ms, the longest 900 ms, "
        "mostly for\n"
        "System.gc().\n"
        "\n"
        "Garbage collection\n"
        "  Pauses            4, together 936 ms: 1.56 % of the time\n"
        "  Durations         p50 12.0 ms, p90 900 ms, p99 900 ms, p99.9 900 ms, longest 900 ms\n"
        "  Heap              after collections 391 KiB to 586 KiB, at last 586 KiB; before them up "
        "to\n"
        "                    1.91 MiB\n"
        "  Allocated         1.23 MiB/s by jdk.GCHeapSummary, 2.48 MiB in all\n"
        "  Out of the usual  1 requested collection\n"
        "  System.gc()       a.App.tidy, 1 call, waited 901 ms\n"
        "\n"
        "By cause\n"
        "collections   paused  % of time      p50      p99  longest  cause\n"
        "          1   900 ms       1.50   900 ms   900 ms   900 ms  System.gc()\n"
        "          3  36.0 ms       0.06  12.0 ms  16.0 ms  16.0 ms  Allocation\n"
        "\n"
        "By collector\n"
        "collections   paused  % of time      p50      p99  longest  collector\n"
        "          1   900 ms       1.50   900 ms   900 ms   900 ms  G1Full\n"
        "          3  36.0 ms       0.06  12.0 ms  16.0 ms  16.0 ms  G1New\n"
        "\n"
        "The longest pauses\n"
        "time (UTC)      pause    before    after  cause        what ran before\n"
        "20:51:09.000   900 ms         -        -  System.gc()  requested by a.App.tidy\n"
        "20:51:03.000  16.0 ms  1.91 MiB  586 KiB  Allocation   -\n"
        "20:51:02.000  12.0 ms  1.43 MiB  488 KiB  Allocation   -\n"
        "20:51:01.000  8.00 ms   977 KiB  391 KiB  Allocation   -\n"
        "\n"
        "Phases of pauses\n"
        "times   total      p50     p99  longest  phase\n"
        "    4  936 ms  12.0 ms  900 ms   900 ms  GC Pause\n"
        "\n"
        "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
        "\n"
        "Next: jfrtool memory /proc/self/fd/100 (what fills the heap, and what stays)\n");
    commanded(
        "gc --from 2s --to 9s", GC, 60,
        "The program was paused for 0.40 % of the time: 2 pauses, p99 16.0 ms, the longest "
        "16.0 ms, mostly\n"
        "for Allocation.\n"
        "\n"
        "Garbage collection\n"
        "  Pauses     2, together 28.0 ms: 0.40 % of the time\n"
        "  Durations  p50 12.0 ms, p90 16.0 ms, p99 16.0 ms, p99.9 16.0 ms, longest 16.0 ms\n"
        "  Heap       after collections 488 KiB to 586 KiB, at last 586 KiB; before them up "
        "to 1.91 MiB\n"
        "  Allocated  1.43 MiB/s by jdk.GCHeapSummary, 1.43 MiB in all\n"
        "\n"
        "By cause\n"
        "collections   paused  % of time      p50      p99  longest  cause\n"
        "          2  28.0 ms       0.40  12.0 ms  16.0 ms  16.0 ms  Allocation\n"
        "\n"
        "The longest pauses\n"
        "time (UTC)      pause    before    after  cause       what ran before\n"
        "20:51:03.000  16.0 ms  1.91 MiB  586 KiB  Allocation  -\n"
        "20:51:02.000  12.0 ms  1.43 MiB  488 KiB  Allocation  -\n"
        "\n"
        "More with --all: By collector; Phases\n"
        "Recorded: 7.00 s. From 2025-11-20 20:51:02 to 2025-11-20 20:51:08.999, UTC\n"
        "\n"
        "Next: jfrtool memory --from 2s --to 9s /proc/self/fd/100 (what fills the heap, and what "
        "stays)\n");
}
END_TEST

#define ALLOCATIONS                                                                  \
    "jdk.ObjectAllocationSample eventThread:T stackTrace:K objectClass:C weight:l\n" \
    "@1000*4/100 main a.App.make,a.App.main [B 1000+100\n"                           \
    "@2000 w a.App.copy a/Node 500\n"

START_TEST(allocations_are_told_by_class_and_site) {
    commanded("allocations --all", ALLOCATIONS, 10,
              "5,100 were allocated, 90 % of it as byte[] (4 samples).\n"
              "a.App.make allocated 90 % of it (4 samples).\n"
              "\n"
              "Events\n"
              "bytes  share %   per s  samples  event\n"
              " 5100   100.00  510.00        5  ObjectAllocationSample\n"
              "\n"
              "Classes\n"
              "bytes  share %   per s  samples  class\n"
              " 4600    90.20  460.00        4  byte[]\n"
              "  500     9.80   50.00        1  a.Node\n"
              "\n"
              "Sites (first method that is not the JDK's)\n"
              "bytes  share %   per s  samples  method\n"
              " 4600    90.20  460.00        4  a.App.make\n"
              "  500     9.80   50.00        1  a.App.copy\n"
              "\n"
              "Classes by site\n"
              "bytes  share %   per s  samples  class   method\n"
              " 4600    90.20  460.00        4  byte[]  a.App.make\n"
              "  500     9.80   50.00        1  a.Node  a.App.copy\n"
              "\n"
              "Threads\n"
              "bytes  share %   per s  samples  thread\n"
              " 4600    90.20  460.00        4  main\n"
              "  500     9.80   50.00        1  w\n"
              "\n"
              "Recorded: 10.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:51:10, UTC\n"
              "\n"
              "Next: jfrtool flame --event alloc /proc/self/fd/100 (the stacks that allocate)\n");
}
END_TEST

START_TEST(a_deadlock_is_told_above_the_waits) {
    commanded("locks", "jdk.ThreadDump result:s\n@1000*2/100 Found_one_Java-level_deadlock:\n", 60,
              "Threads wait for each other and will never continue: 2 thread dumps found a "
              "deadlock (jfrtool\n"
              "overview names the threads).\n"
              "\n"
              "More with --all: Thread dumps with a deadlock\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "Next: jfrtool account /proc/self/fd/100 (what else threads waited for)\n");
}
END_TEST

START_TEST(a_host_without_a_name_is_known_by_its_address) {
    commanded("network",
              "jdk.SocketRead duration:d host:s address:s bytesRead:l\n"
              "@1000 30 db 10.0.0.1 100\n"
              "jdk.SocketWrite duration:d address:s bytesWritten:l\n"
              "@2000*2/100 5 10.0.0.2 50\n",
              60,
              "Reads from sockets and writes to them took 40.0 ms, 75 % of it with db.\n"
              "\n"
              "Hosts\n"
              "  total  count  read  written      p99      max  threads  host\n"
              "30.0 ms      1   100        -  30.0 ms  30.0 ms        0  db\n"
              "10.0 ms      2     -      100  5.00 ms  5.00 ms        0  10.0.0.2\n"
              "\n"
              "More with --all: Sites (first method that is not the JDK's); By time\n"
              "Recorded: 60.0 s. From 2025-11-20 20:51:00 to 2025-11-20 20:52:00, UTC\n"
              "\n"
              "Next: jfrtool io /proc/self/fd/100 (each host and port, and time-outs)\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told reports");
    TCase *c = tcase_create("told reports");
    tcase_add_test(c, reads_and_writes_are_summed_by_host_file_site_and_thread);
    tcase_add_test(c, waits_for_locks_are_summed_by_class_site_and_owner);
    tcase_add_test(c, safepoints_are_told_by_operation);
    tcase_add_test(c, collections_are_told_by_cause_collector_and_pause);
    tcase_add_test(c, allocations_are_told_by_class_and_site);
    tcase_add_test(c, a_deadlock_is_told_above_the_waits);
    tcase_add_test(c, a_host_without_a_name_is_known_by_its_address);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
