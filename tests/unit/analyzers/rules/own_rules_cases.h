/* Recordings of a few events for each rule: one that fires it and one that does not, told as
 * tests/support/told.h has it. */
#pragma once

#define THROTTLING \
    "jdk.ContainerCPUThrottling cpuElapsedSlices:l cpuThrottledSlices:l cpuThrottledTime:l\n"
#define LIMIT "jdk.ContainerConfiguration memoryLimit:l effectiveCpuCount:l\n"
#define MEMORY "jdk.ContainerMemoryUsage memoryUsage:l memoryFailCount:l\n"
#define PINNED "jdk.VirtualThreadPinned duration:d pinnedReason:s stackTrace:K\n"
#define DUMP "jdk.ThreadDump result:s\n"
#define RESIDENT "jdk.ResidentSetSize size:l peak:l\n"
#define BUFFERS "jdk.DirectBufferStatistics maxCapacity:l count:l memoryUsed:l\n"
#define THREADS "jdk.JavaThreadStatistics activeCount:l daemonCount:l peakCount:l\n"
#define SYNC "jdk.SafepointStateSynchronization duration:d\n"
#define BEGIN "jdk.SafepointBegin duration:d\n"
#define SHAKES(at)                                                                             \
    "@" at " 1000 5 db.example sun.security.ssl.SSLSocketImpl.startHandshake,app.Client.call " \
    "- 5432\n"
#define GC_CPU "jdk.GCCPUTime userTime:d systemTime:d realTime:d gcId:l\n"
#define CONFIG \
    "jdk.GCConfiguration oldCollector:s youngCollector:s parallelGCThreads:l\n@0 G1Old G1New 8\n"
#define COST "jdk.ThreadCPULoad eventThread:T user:f system:f\n"
#define ENTER "jdk.JavaMonitorEnter duration:d monitorClass:C address:l\n"
#define THROWN "jdk.JavaExceptionThrow thrownClass:C message:s stackTrace:K\n"
#define SOCKET "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l\n"
#define SAMPLE "jdk.NativeMethodSample stackTrace:K\n"
#define FINALIZERS "jdk.FinalizerStatistics finalizableClass:C totalFinalizersRun:l objects:l\n"
#define PAUSE "jdk.GCPhasePause duration:d name:s gcId:l\n"
#define GC "jdk.GarbageCollection duration:d name:s cause:s gcId:l\n"
#define GC_SUM "jdk.GarbageCollection duration:d name:s cause:s gcId:l sumOfPauses:d\n"
#define MMU "jdk.G1MMU gcTime:d pauseTarget:d\n"
#define STALL "jdk.ZAllocationStall duration:d eventThread:T\n"
#define CLASSES "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n@0 1000 0\n"
#define HEAP "jdk.GCHeapSummary when:s heapUsed:l gcId:l\n"
#define HEAP_CONFIG "jdk.GCHeapConfiguration maxSize:l usesCompressedOops:b\n"
#define ALLOCATION "jdk.ObjectAllocationSample objectClass:C weight:l eventThread:T stackTrace:K\n"
#define LOAD "jdk.ClassLoad duration:d loadedClass:C\n"
#define READ "jdk.FileRead duration:d bytesRead:l path:s\n"
#define ERROR "jdk.JavaErrorThrow thrownClass:C\n"
/* Of four processors: so many times 1.2 of them, and so many times 0.44; the first counts
 * for nothing. */
#define QUOTA(quota) \
    PROCESSORS "jdk.ContainerConfiguration cpuSlicePeriod:l cpuQuota:l\n@0 100000 " quota "\n"
#define USED(high, all) \
    CPU "@0 1 0.2 0.1\n@1000*" high "/1000 1 0.2 0.1\n@20000*" all "/1000 1 0.1 0.01\n"
#define CPU "jdk.CPULoad machineTotal:f jvmUser:f jvmSystem:f\n"
#define OPERATION "jdk.ExecuteVMOperation duration:d operation:s safepoint:b blocking:b\n"
#define EXHAUSTED \
    "jdk.HeapDump duration:d onOutOfMemoryError:b eventThread:T stackTrace:K destination:s\n"
#define CODE                                                                     \
    "jdk.CodeCacheConfiguration reservedSize:l nonNMethodSize:l profiledSize:l " \
    "nonProfiledSize:l\n"
#define CODE_STATS "jdk.CodeCacheStatistics codeBlobType:s unallocatedCapacity:l\n"
#define DEOPTIMIZED "jdk.Deoptimization stackTrace:K reason:s\n"
#define GROWS "@2000*50/2000 After_GC 50000000+8000000 1\n"
#define PROPERTY "jdk.InitialSystemProperty key:s value:s\n"
#define AGENT "jdk.JavaAgent name:s options:s dynamic:b initializationTime:l\n"
#define NATIVE_AGENT "jdk.NativeAgent name:s options:s dynamic:b\n@0 libjdwp.so x 0\n"
#define CERTIFICATE \
    "jdk.X509Certificate algorithm:s keyType:s keyLength:l validUntil:l certificateId:l\n"
#define JVM "jdk.JVMInformation pid:l jvmName:s jvmVersion:s jvmArguments:s javaArguments:s\n"
#define VM                      \
    "OpenJDK_64-Bit_Server_VM " \
    "OpenJDK_64-Bit_Server_VM_(17.0.1+12)_for_linux-amd64_JRE_(17.0.1+12) "
#define COUNTED "jdk.ObjectCount gcId:l objectClass:C count:l totalSize:l\n"
#define PROCESSORS "jdk.CPUInformation hwThreads:l cores:l\n@0 4 4\n"
#define BIASED "jdk.BiasedLockClassRevocation duration:d revokedClass:C disableBiasing:b\n"

static const struct {
    const char *rule, *fires;
    enum rule_severity severity;
    const char *quiet;
} cases[] = {
    {"ContainerThrottling", THROTTLING "@0 1000 10 0\n@60000 1600 516 69000000000\n", RULE_WARNING,
     THROTTLING "@0 1000 900 0\n@60000 1600 901 1000\n"},
    {"ContainerMemory", LIMIT "@0 1000000000 4\n" MEMORY "@0*5/1000 700000000+60000000 0\n",
     RULE_INFO, LIMIT "@0 1000000000 4\n" MEMORY "@0*5/1000 300000000 0\n"},
    {"ContainerMemory",
     LIMIT "@0 1000000000 4\njdk.GCHeapConfiguration maxSize:l usesCompressedOops:b\n"
           "@0 2000000000 1\n",
     RULE_WARNING, LIMIT "@0 -1 4\n"},
    {"VirtualThreadPinned", PROCESSORS PINNED "@1000*100/1000 49 monitor app.Main.run\n", RULE_INFO,
     PROCESSORS PINNED "@1000*100/1000 47 monitor app.Main.run\n"}, /* 1 % of 4 */
    {"VirtualThreadPinned", PROCESSORS PINNED "@1000*100/1000 961 monitor app.Main.run\n",
     RULE_WARNING, PINNED "@1000 5 monitor app.Main.run\n"},
    {"Deadlock",
     DUMP "@1000 Found_one_Java-level_deadlock:|=|\"left\":|__waiting|\"right\":|__waiting|\n",
     RULE_WARNING, DUMP "@1000 Full_thread_dump|\"main\"_#1\n"},
    {"NativeMemoryGrowth", RESIDENT "@0*60/1000 100000000+2000000 0\n", RULE_INFO,
     RESIDENT "@0*60/1000 100000000+1000 0\n"},
    {"DirectBuffers", BUFFERS "@1000 1000 3 950\n", RULE_WARNING, BUFFERS "@1000 1000 3 500\n"},
    {"ThreadGrowth", THREADS "@0*30/1000 10+2 1 70\n", RULE_INFO, THREADS "@0*30/1000 50 1 70\n"},
    {"TimeToSafepoint", SYNC "@1000 80\n@2000 1\n", RULE_INFO, SYNC "@1000 2\n@2000 1\n"},
    {"GcThreadStarvation", CONFIG GC_CPU "@1000*3/1000 150 20 200 1\n", RULE_WARNING,
     CONFIG GC_CPU "@1000*3/1000 1300 20 200 1\n"},
    {"GcThreadStarvation", CONFIG GC_CPU "@1000*3/1000 150 20 200 1\n", RULE_WARNING,
     CONFIG GC_CPU "@1000*2/1000 150 20 200 1\n"},
    {"SingleThreadedGc", CONFIG GC_CPU "@1000*4/1000 95 5 100 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000*4/1000 700 5 100 1\n"},
    {"RecordingCost", COST "@1000 JFR_Periodic_Tasks 0.04 0.01\n", RULE_INFO,
     COST "@1000 main 0.9 0.01\n"},
    {"LockConvoy", ENTER "@1000*12/10 1100 app/Lock 4711\n", RULE_INFO,
     ENTER "@1000*12/500 500 app/Lock 4711\n"},
    {"LockConvoy", ENTER "@1000*12/10 1000 app/Lock 4711\n", RULE_INFO,
     ENTER "@1000*12/10 999 app/Lock 4711\n"}, /* 10 % of the time together */
    {"RetryStorm",
     THROWN
     "@1000*200/20 java/net/ConnectException refused java.net.Socket.connect,app.Client.call\n",
     RULE_INFO,
     THROWN
     "@1000*20/20 java/net/ConnectException refused java.net.Socket.connect,app.Client.call\n"
     "@1000*200/20 app/NotFound x app.Server.find\n"},
    {"SlowHandshakes",
     SOCKET "@1000 300 5 db.example sun.security.ssl.SSLSocketImpl.startHandshake,app.Client.call "
            "- 5432\n",
     RULE_INFO, SOCKET "@1000 300 5 db.example java.net.Socket.read,app.Client.call - 5432\n"},
    {"SlowNameLookups",
     SAMPLE "@1000*10/20 java.net.Inet6AddressImpl.lookupAllHostAddr,app.Client.call\n"
            "@1000*90/20 java.net.PlainSocketImpl.socketAccept,app.Server.run\n",
     RULE_INFO, SAMPLE "@1000*90/20 java.net.PlainSocketImpl.socketAccept,app.Server.run\n"},
    {"FinalizerBacklog", FINALIZERS "@1000 app/Handle 5 20000\n@2000 app/Handle 5 20000\n",
     RULE_INFO, FINALIZERS "@1000 app/Handle 5 9000\n@2000 app/Handle 5 9000\n"},
    /* those that JDK Mission Control has, too, as we judge them */
    {"GcPauseRatio", PAUSE "@1000*100/1000 120 G1 1\n", RULE_WARNING,
     PAUSE "@1000*100/1000 10 G1 1\n"},
    {"LongGcPause", PAUSE "@1000 1500 G1 1\n", RULE_INFO, PAUSE "@1000 150 G1 1\n"},
    {"HighGc", PAUSE "@1000*10/1000 400 G1 1\n", RULE_INFO, PAUSE "@1000*10/1000 40 G1 1\n"},
    /* where there are no phases, pauses are those of the collections, as gc shows them */
    {"GcPauseRatio", GC_SUM "@1000*100/1000 900 G1 x 1 120\n", RULE_WARNING,
     GC_SUM "@1000*100/1000 900 G1 x 1 10\n"},
    {"GcPauseRatio", GC "@1000*100/1000 120 G1 x 1\n", RULE_WARNING,
     PAUSE "@1000 1 G1 1\n" GC "@1000*100/1000 120 G1 x 1\n"},
    {"LongGcPause", GC_SUM "@1000 9000 G1 x 1 1500\n", RULE_INFO, GC_SUM "@1000 9000 G1 x 1 150\n"},
    {"HighGc", GC_SUM "@1000*10/1000 900 G1 x 1 400\n", RULE_INFO,
     GC_SUM "@1000*10/1000 900 G1 x 1 40\n"},
    {"FullGc", CONFIG GC "@1000 500 G1Full Allocation_Failure 1\n", RULE_INFO,
     CONFIG GC "@1000 500 G1Full System.gc() 1\n@2000 9 G1New G1_Evacuation_Pause 2\n"},
    {"GcStall", CONFIG GC "@1000 5 G1New x 1\njdk.ConcurrentModeFailure gcId:l\n@1500 1\n",
     RULE_WARNING, CONFIG GC "@1000 5 G1New x 1\n"},
    {"SystemGc", GC "@1000*6/10 5 G1Full System.gc() 1\n@2000*4/10 5 G1New x 9\n", RULE_INFO,
     GC "@1000*2/10 5 G1Full System.gc() 1\n@2000*4/10 5 G1New x 9\n"},
    {"GcLocker", GC "@1000*4/10 5 G1New GCLocker_Initiated_GC 1\n@2000*6/10 5 G1New x 9\n",
     RULE_INFO, GC "@2000*6/10 5 G1New x 9\n"},
    {"HeapInspectionGc", GC "@1000 5 G1Full Heap_Inspection_Initiated_GC 1\n", RULE_INFO,
     GC "@1000 5 G1New x 1\n"},
    {"GcOptions", CONFIG "jdk.CPUInformation hwThreads:l cores:l\n@0 4 4\n", RULE_INFO,
     CONFIG "jdk.CPUInformation hwThreads:l cores:l\n@0 8 4\n"},
    {"GcPauseTargetRule", MMU "@1000*8/10 50 100\n@2000*3/10 150 100\n", RULE_WARNING,
     MMU "@1000*100/10 50 100\n@3000 150 100\n"},
    {"GcInvertedParallelism", CONFIG GC_CPU "@1000*3/1000 50 20 200 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000*5/1000 0 0 5 1\n@9000*3/1000 500 20 200 2\n"},
    {"GcInvertedParallelism", CONFIG GC_CPU "@1000*3/1000 50 20 200 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000*2/1000 50 20 200 1\n"},
    {"ZGCAllocationStallRule", STALL "@1000*20/1000 90 main\n", RULE_INFO, STALL "@1000 5 main\n"},
    {"MetaspaceOom", "jdk.MetaspaceOOM x:l\n@1000 1\n", RULE_WARNING, "jdk.MetaspaceOOM x:l\n"},
    {"IncreasingLiveSet", CLASSES HEAP "@2000*20/2000 After_GC 100000000+2000000 1+1\n", RULE_INFO,
     CLASSES HEAP "@2000*20/2000 After_GC 100000000+1000 1+1\n"},
    {"GcFreedRatio",
     HEAP "@1000*100/1000 Before_GC 200000000 1+1\n@1500*100/1000 After_GC 2000000 1+1\n" PAUSE
          "@0*100/1000 25 Pause 1\n",
     RULE_INFO,
     HEAP "@1000*100/1000 Before_GC 200000000 1+1\n@1500*100/1000 After_GC 2000000 1+1\n" PAUSE
          "@0*100/1000 23 Pause 1\n"},
    {"Allocations.class", ALLOCATION "@1000*10/10 byte[] 4000000000 main app.Main.copy\n",
     RULE_INFO, ALLOCATION "@1000*10/10 byte[] 40000 main app.Main.copy\n"},
    {"Allocations.thread", ALLOCATION "@1000*10/10 byte[] 4000000000 main app.Main.copy\n",
     RULE_INFO, ALLOCATION "@1000*10/10 byte[] 40000 main app.Main.copy\n"},
    {"PrimitiveToObjectConversion",
     ALLOCATION "@1000*5/10 x 900000000 main java.lang.Integer.valueOf,app.Main.sum\n"
                "@2000*5/10 x 900000000 main app.M.a\n",
     RULE_INFO, ALLOCATION "@1000*5/10 x 50 main java.lang.Integer.parseInt,app.Main.sum\n"},
    {"HeapDump", "jdk.HeapDump duration:d\n@1000 90\n", RULE_INFO, "jdk.HeapDump duration:d\n"},
    {"LowOnPhysicalMemory", "jdk.PhysicalMemory totalSize:l usedSize:l\n@1000 1000 990\n",
     RULE_INFO, "jdk.PhysicalMemory totalSize:l usedSize:l\n@1000 1000 900\n"},
    {"CompressedOops", CONFIG HEAP_CONFIG "@0 8000000000 0\n", RULE_INFO,
     CONFIG HEAP_CONFIG "@0 40000000000 0\n"},
    {"ClassLeak",
     LOAD
     "@1000*12/10 5 app.Plugin\njdk.ClassUnload duration:d unloadedClass:C\n@9000 5 app.Other\n",
     RULE_INFO,
     LOAD "@1000*12/10 5 app.Plugin\njdk.ClassUnload duration:d unloadedClass:C\n@2000*12/10 5 "
          "app.Plugin\n"},
    {"ClassLoading", LOAD "@1000 1500 app.Main\n", RULE_INFO, LOAD "@1000*10/10 1 app.Main\n"},
    {"FileRead", READ "@1000 3000 4 /data\n", RULE_INFO, READ "@1000 300 4 /data\n"},
    {"FileWrite", "jdk.FileWrite duration:d bytesWritten:l path:s\n@1000 9000 4 /data\n",
     RULE_WARNING, "jdk.FileWrite duration:d bytesWritten:l path:s\n@1000 90 4 /data\n"},
    {"FileForce", "jdk.FileForce duration:d metaData:b path:s\n@1000 500 0 /data\n", RULE_INFO,
     "jdk.FileForce duration:d metaData:b path:s\n@1000 5 0 /data\n"},
    {"SocketRead", SOCKET "@1000 900 5 db.example java.net.Socket.read,app.Client.call - 5432\n",
     RULE_INFO,
     SOCKET "@1000 900 5 db.example "
            "java.net.SocketInputStream.read,sun.rmi.transport.tcp.TCPTransport.handleMessages "
            "- 5432\n"},
    {"Exceptions", "jdk.ExceptionStatistics throwables:l\n@1000*9/1000 10+3000\n", RULE_INFO,
     "jdk.ExceptionStatistics throwables:l\n@1000*9/1000 10+30\n@20000 5\n"},
    {"Errors", ERROR "@1000*40/1000 java/lang/NoSuchFieldError\n", RULE_INFO,
     ERROR "@1000*40/1000 com/sun/el/parser/ELParser$LookaheadSuccess\n"},
    {"JavaBlocking", ENTER "@1000*30/1000 1000 app/Lock 4711\n", RULE_INFO,
     ENTER "@1000*3/1000 1000 app/Lock 4711\n"},
    {"HighJvmCpu", CPU "@1000*20/1000 0.95 0.8 0.1\n", RULE_INFO,
     CPU "@1000*20/1000 0.95 0.3 0.1\n"},
    {"CompareCpu", CPU "@1000*20/1000 0.9 0.1 0.1\n", RULE_INFO, CPU "@1000*20/1000 0.9 0.7 0.1\n"},
    {"ContextSwitch", "jdk.ThreadContextSwitchRate switchRate:f\n@1000 30000\n", RULE_INFO,
     "jdk.ThreadContextSwitchRate switchRate:f\n@1000 3000\n"},
    {"ManyRunningProcesses", "jdk.SystemProcess pid:s\n@1000*400/1 7\n", RULE_INFO,
     "jdk.SystemProcess pid:s\n@1000*200/1 7\n@60000*200/1 7\n"},
    {"ProcessStarted", "jdk.ProcessStart pid:l\n@1000 7\n", RULE_INFO, "jdk.ProcessStart pid:l\n"},
    {"FinalizersRun", FINALIZERS "@1000 app/Handle 5 0\n", RULE_INFO,
     FINALIZERS "@1000 java/io/X 5 0\n"},
    {"ApplicationHalts", PAUSE "@500 1 G1 1\n" OPERATION "@1000*100/1000 300 FindDeadlocks 1 1\n",
     RULE_WARNING,
     PAUSE "@1000*100/1000 300 G1 1\n" OPERATION "@1000*100/1000 300 G1CollectFull 1 1\n"},
    {"ApplicationHalts", PAUSE "@500 1 G1 1\n" OPERATION "@1000*100/1000 300 FindDeadlocks 1 1\n",
     RULE_WARNING, PAUSE "@500 1 G1 1\n" OPERATION "@1000*100/1000 300 Beside 0 0\n"},
    {"VMOperations", OPERATION "@1000 1500 FindDeadlocks 1 1\n", RULE_INFO,
     OPERATION "@1000 1500 Beside 0 0\n@4000 20 FindDeadlocks 1 1\n"},
    {"CodeCache",
     CODE "@0 1000 1000 1000 1000\n" CODE_STATS "@1000 CodeHeap_'profiled_nmethods' 100\n",
     RULE_INFO,
     CODE "@0 1000 1000 1000 1000\n" CODE_STATS "@1000 CodeHeap_'profiled_nmethods' 500\n"},
    {"DumpReason", "jdk.DumpReason reason:s\n@1000 Crash\n", RULE_WARNING,
     "jdk.DumpReason reason:s\n@1000 Asked\n"},
    {"Fatal Errors", "jdk.Shutdown reason:s\n@1000 VM_Error\n", RULE_WARNING,
     "jdk.Shutdown reason:s\n@1000 Shutdown_requested_from_Java\n"},
    {"BufferLost", "jdk.CPUTimeSamplesLost lostSamples:l\n@1000 7\n", RULE_INFO,
     "jdk.CPUTimeSamplesLost lostSamples:l\n"},
    {"PasswordsInEnvironment", "jdk.InitialEnvironmentVariable key:s\n@0 DB_PASSWORD\n",
     RULE_WARNING, "jdk.InitialEnvironmentVariable key:s\n@0 MAX_TOKENS\n"},
    {"PasswordsInSystemProperties", PROPERTY "@0 app.secret x\n", RULE_WARNING,
     PROPERTY "@0 java.home x\n"},
    {"ManagementAgent",
     PROPERTY
     "@0 com.sun.management.jmxremote.port 9\n@0 com.sun.management.jmxremote.authenticate false\n"
     "@0 com.sun.management.jmxremote.ssl false\n",
     RULE_WARNING, PROPERTY "@0 com.sun.management.jmxremote.port 9\n"},
    {"DynamicAgents", AGENT "@0 spy.jar x 1 5\n" NATIVE_AGENT, RULE_INFO,
     AGENT "@0 spy.jar x 0 5\n" NATIVE_AGENT},
    {"MultipleAgents", AGENT "@0 one.jar x 0 5\n@0 two.jar x 0 6\n" NATIVE_AGENT, RULE_INFO,
     AGENT "@0 one.jar x 0 5\n@1000 one.jar x 0 5\n" NATIVE_AGENT},
    {"DiscouragedVmOptions", "jdk.BooleanFlag name:s value:b\n@0 IgnoreUnrecognizedVMOptions 1\n",
     RULE_INFO, "jdk.BooleanFlag name:s value:b\n@0 IgnoreUnrecognizedVMOptions 0\n"},
    {"CryptoSecurityRule", CERTIFICATE "@0 SHA256withRSA RSA 1024 2000000000000 1\n", RULE_WARNING,
     CERTIFICATE "@0 Ed25519 EdDSA 255 2000000000000 1\n"},
    {"biasedLockingRevocation",
     BIASED "@1000 1 app/A 1\n@1001 1 app/B 1\n@1002 1 app/C 1\n"
            "@1003 1 app/D 1\n@1004 1 app/E 1\n",
     RULE_INFO, BIASED "@1000 1 app/A 0\n"},
    {"BytecodeVerification", JVM "@0 7 " VM "-Xmx1g_-Xverify:none app\n", RULE_WARNING,
     JVM "@0 7 " VM "-Xmx1g_-Xverify:all app\n"},
    {"DuplicateFlags", JVM "@0 7 " VM "-Xmx1g_-XX:MaxHeapSize=2g app\n", RULE_INFO,
     JVM "@0 7 " VM "-Xmx1g_-XX:OnError=a_-XX:OnError=b_-Da=1_-Db=1 app\n"},
    {"Options",
     JVM "@0 7 " VM "-XX:+UseConcMarkSweepGC app\n" PROPERTY
         "@0 java.vm.specification.version 17\n",
     RULE_WARNING,
     JVM "@0 7 " VM "-XX:+UseG1GC app\n" PROPERTY "@0 java.vm.specification.version 17\n"},
    {"FlightRecordingSupport",
     JVM "@0 7 OpenJDK_64-Bit_Server_VM "
         "OpenJDK_64-Bit_Server_VM_(25-ea+12)_for_linux-amd64_JRE_(25-ea+12) x x\n",
     RULE_INFO, JVM "@0 7 " VM "x x\n"},
    {"JfrPeriodicEventsFix",
     JVM "@0 7 OpenJDK_64-Bit_Server_VM OpenJDK_64-Bit_Server_VM_(25.292-b10)_for_linux-amd64_JRE_"
         "(1.8.0_292-b10) x x\n",
     RULE_WARNING, JVM "@0 7 " VM "x x\n"},
    {"DebugNonSafepoints",
     JVM "@0 7 " VM "-XX:-DebugNonSafepoints app\n" PROPERTY
         "@0 java.vm.specification.version 17\n",
     RULE_INFO, JVM "@0 7 " VM "x app\n" PROPERTY "@0 java.vm.specification.version 17\n"},
    {"PID1Rule", JVM "@0 1 " VM "x app\n", RULE_INFO, JVM "@0 11 " VM "x app\n"},
    {"PasswordsInArguments", JVM "@0 7 " VM "-Ddb.password=x app\n", RULE_WARNING,
     JVM "@0 7 " VM "-Dmax.tokens=9 app\n"},
    {"PasswordsInArguments", JVM "@0 7 " VM "-Durl=db://joe:x@h app\n", RULE_WARNING,
     JVM "@0 7 " VM "-Durl=db://joe@h app_url=db://h\n"},
    {"OverAggressiveRecordingSetting",
     "jdk.ThreadPark duration:d\njdk.ActiveSetting id:l name:s value:s\n@0 300 threshold 0_ns\n",
     RULE_INFO,
     "jdk.ThreadPark duration:d\njdk.ActiveSetting id:l name:s value:s\n@0 300 threshold 20_ms\n"},
    {"SocketWrite", "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 900 5 db.example\n",
     RULE_INFO, "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 90 5 db.example\n"},
    {"TlabAllocationRatio",
     "jdk.ObjectAllocationInNewTLAB tlabSize:l\n@1000 100\n"
     "jdk.ObjectAllocationOutsideTLAB allocationSize:l\n@1000 1258291200\n",
     RULE_INFO,
     "jdk.ObjectAllocationInNewTLAB tlabSize:l\n@1000 100\n"
     "jdk.ObjectAllocationOutsideTLAB allocationSize:l\n@1000 1258291000\n"},
    {"StringDeduplication", COUNTED "@1000 1 byte[] 9 9000\n@1000 1 app/Row 9 1000\n", RULE_INFO,
     COUNTED "@1000 1 byte[] 9 1000\n@1000 1 app/Row 9 9000\n"},
    {"IncreasingMetaSpaceLiveSet",
     CLASSES "jdk.MetaspaceSummary when:s metaspace:m\n@2000*20/2000 After_GC 100000000+500000\n",
     RULE_INFO,
     CLASSES "jdk.MetaspaceSummary when:s metaspace:m\n@2000*20/2000 After_GC 100000000+1000\n"},
    {"ClassLoaderGrowth",
     "jdk.ClassLoaderStatistics classLoader:o classCount:l\n@0 app/Space 1\n"
     "@60000*600/0 app/Space 1\n",
     RULE_WARNING,
     "jdk.ClassLoaderStatistics classLoader:o classCount:l\n@0*600/0 app/Space 1\n"
     "@60000*600/0 app/Space 1\n"},
    {"HumongousAllocation", GC "@0*6/1000 5 G1New G1_Humongous_Allocation 1\n@9000 5 G1New x 1\n",
     RULE_INFO, GC "@0*4/1000 5 G1New G1_Humongous_Allocation 1\n@9000 5 G1New x 1\n"},
    {"ClassGrowth",
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000+50 0\n",
     RULE_WARNING,
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000+50 0+40\n"},
    {"DirectBufferGrowth",
     "jdk.DirectBufferStatistics maxCapacity:l count:l totalCapacity:l memoryUsed:l\n"
     "@0*20/5000 1000000000 1+1 1 10000000+10000000\n",
     RULE_WARNING,
     "jdk.DirectBufferStatistics maxCapacity:l count:l totalCapacity:l memoryUsed:l\n"
     "@0*20/5000 1000000000 1+1 1 10000000+100000\n"},
    {"ThreadsStarted",
     "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0*60/1000 9 20+60\n", RULE_INFO,
     "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0*60/1000 9 20+40\n"},
    {"DMSIncident", "com.oracle.dms.dfw.dms.dfw.DFW_Incident.DFW_Incident_state x:l\n@1000 1\n",
     RULE_WARNING, "com.oracle.dms.dfw.dms.dfw.DFW_Incident.DFW_Incident_state x:l\n"},
    /* those that only say how it is */
    {"GarbageCollectionInfoRule", GC "@1000 5 G1New x 1\n", RULE_OK, GC "@1000 9000 G1Full x 1\n"},
    {"HeapContent", COUNTED "@1000 1 byte[] 9 9000\n", RULE_OK, COUNTED "@1000 1 app/Row 1 1\n"},
    {"FewSampledThreads", PROCESSORS, RULE_NA, PROCESSORS},
    {"biasedLockingRevocationPause", OPERATION "@1000*5/1000 30 RevokeBias 1 1\n", RULE_INFO,
     OPERATION "@1000 30 RevokeBias 1 1\n"},
/* at both sides of limits */
#include "tests/unit/analyzers/rules/own_rules_limits.h"
};
