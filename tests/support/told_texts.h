/* Recordings that are told (tests/support/told.h), of each kind of event some: for tests of what is
 * made of them where one number is another, or an event is there twice or not at all, see
 * tests/support/anywhere.h. */
#pragma once

#include "tests/support/anywhere.h"
#include "tests/support/told.h"

#define COLLECTIONS                                                                         \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1000*3/5000 80 1+1 G1New G1_Evacuation_Pause 70 60\n"                                 \
    "@20000 300 9 G1Full System.gc() 300 200\n"                                             \
    "jdk.GCPhasePause duration:d gcId:l name:s\n"                                           \
    "@1000*3/5000 70 1+1 Pause_Young\n"                                                     \
    "@20000 300 9 Pause_Full\n"                                                             \
    "jdk.GCHeapSummary gcId:l when:s heapUsed:l\n"                                          \
    "@900*3/5000 1+1 Before_GC 300000000+2000000\n"                                         \
    "@1100*3/5000 1+1 After_GC 100000000+3000000\n"                                         \
    "jdk.GCHeapConfiguration maxSize:l initialSize:l\n"                                     \
    "@0 400000000 10000000\n"                                                               \
    "jdk.SafepointStateSynchronization duration:d safepointId:l\n"                          \
    "@5000*2/5000 30 3+1\n"                                                                 \
    "jdk.SafepointBegin duration:d safepointId:l totalThreadCount:l\n"                      \
    "@5000*2/5000 40 3+1 12\n"                                                              \
    "jdk.ExecuteVMOperation duration:d operation:s safepoint:b safepointId:l\n"             \
    "@5010*2/5000 20 G1Collect 1 3+1\n"
#define WAITS                                                                     \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                          \
    "@1000*9/20 web-1 app.Cart.sum:3,app.Main.run\n"                              \
    "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T "   \
    "eventThread:T stackTrace:K\n"                                                \
    "@2000*3/2000 1500 app/Lock 7 main web-1 app.Cart.sum,app.Main.run\n"         \
    "@3000 900 app/Lock 7 web-1 web-2 app.Page.show,app.Main.run\n"               \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K eventThread:T\n"   \
    "@1000*2/1000 400 9 db java.net.Socket.read,app.Db.ask web-3\n"               \
    "jdk.FileWrite duration:d bytesWritten:l path:s eventThread:T stackTrace:K\n" \
    "@4000*2/100 700 5 /a web-1 app.Files.write\n"                                \
    "jdk.ThreadSleep duration:d time:d eventThread:T stackTrace:K\n"              \
    "@0*2/1000 500 500 web-2 java.lang.Thread.sleep,app.Poll.run\n"               \
    "app.Request duration:d eventThread:T path:s\n"                               \
    "@1000*3/2500 2400 web-1 /cart\n"                                             \
    "@2500 2000 web-2 /page\n"
#define MACHINE                                                                      \
    "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"                             \
    "@0*4/1000 0 0 1\n"                                                              \
    "@5000*3/1000 1 0 1\n"                                                           \
    "jdk.ThreadCPULoad eventThread:T user:f system:f\n"                              \
    "@5000*2/5000 web-1 1 0\n"                                                       \
    "jdk.CPUInformation hwThreads:l cores:l\n"                                       \
    "@0 4 2\n"                                                                       \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                             \
    "@1000*9/20 web-1 app.Cart.sum:3,app.Main.run\n"                                 \
    "@7000*5/500 main app.Main.run\n"                                                \
    "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n" \
    "@0*4/2000 byte[] 90000 main app.Page.copy,app.Main.run\n"                       \
    "jdk.JavaExceptionThrow thrownClass:C message:s eventThread:T stackTrace:K\n"    \
    "@50*3/1500 app/Bad x web-2 app.Page.parse\n"                                    \
    "jdk.ClassLoad duration:d loadedClass:C\n"                                       \
    "@8000*2/100 900 app/Big\n"                                                      \
    "jdk.ContainerCPUThrottling cpuElapsedSlices:l cpuThrottledSlices:l "            \
    "cpuThrottledTime:l\n"                                                           \
    "@0*3/10000 100+100 20+30 9000000+9000000\n"

#define STACKS                                                                       \
    "jdk.ActiveSetting id:l name:s value:s\n"                                        \
    "@0 305 period 20_ms\n"                                                          \
    "jdk.ExecutionSample sampledThread:T stackTrace:K state:s\n"                     \
    "@1000*9/20 pool-1-thread-1 app.Cart.sum:3,app.Cart.all:8,app.Main.run R\n"      \
    "@1010*7/20 pool-1-thread-2 app.Cart.sum:4,app.Cart.sum:5,app.Main.run R\n"      \
    "@1100*3/900 main java.util.Map.get:9,lib.Db.ask,app.Page.show,app.Main.run R\n" \
    "@2100*5/300 main app.Page.show,app.Main.run R\n"                                \
    "jdk.NativeMethodSample sampledThread:T stackTrace:K state:s\n"                  \
    "@500*6/700 net-1 sun.Net.read,lib.Db.ask,app.Main.run N\n"                      \
    "jdk.ObjectAllocationSample objectClass:C weight:y eventThread:T stackTrace:K\n" \
    "@0*4/2000 byte[] 90000 main app.Page.copy,app.Main.run\n"                       \
    "@100*2/2000 app/Item 5000+700 pool-1-thread-1 app.Cart.all,app.Main.run\n"
#define SPANS                                                                   \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                        \
    "@1000*40/20 web-1 app.Cart.sum:3,app.Main.run\n"                           \
    "@2000*9/40 web-2 app.Page.show,app.Main.run\n"                             \
    "jdk.JavaMonitorEnter duration:d monitorClass:C previousOwner:T "           \
    "eventThread:T stackTrace:K\n"                                              \
    "@1100*3/500 200 app/Lock web-2 web-1 app.Cart.sum,app.Main.run\n"          \
    "jdk.ThreadPark duration:d parkedClass:C timeout:d until:l eventThread:T "  \
    "stackTrace:K\n"                                                            \
    "@1500*4/100 60+1 app/Queue 70 -1 web-2 jdk.U.park,app.Pool.take\n"         \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K eventThread:T\n" \
    "@1300*3/400 90 9 db java.net.Socket.read,app.Db.ask web-2\n"               \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d "     \
    "longestPause:d\n"                                                          \
    "@1250*3/900 80 1+1 G1New Full 70 60\n"                                     \
    "jdk.GCPhasePause duration:d gcId:l name:s\n"                               \
    "@1250*3/900 70 1+1 Pause\n"                                                \
    "app.Request duration:d eventThread:T path:s n:l\n"                         \
    "@1000*3/600 500+50 web-1 /cart 1+1\n"                                      \
    "@1200*2/900 700 web-2 /page 7\n"                                           \
    "@1150 5 web-2 /page 8\n"                                                   \
    "app.Part duration:d eventThread:T name:s\n"                                \
    "@1010*5/200 90 web-1 sum\n"

/* How many chunks have it, of which the last begins before the one before is over. */
static int numbered_chunks = 1;

static inline void numbered_write(struct recording *r, const char *told) {
    for (int64_t i = 0; i < numbered_chunks; i++)
        told_write_at(r, told, usual_head.start_ns + (30 - 3 * (i > 1)) * i * 1000000000,
                      INT64_C(30000000000));
}
