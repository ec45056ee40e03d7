/* Rows of own_rules_cases.h at both sides of the limits of rules: the first fires it, the second
 * does not. */
{"ContextSwitch", PROCESSORS "jdk.ThreadContextSwitchRate switchRate:f\n@1000 40000\n@2000 30000\n",
 RULE_INFO, PROCESSORS "jdk.ThreadContextSwitchRate switchRate:f\n@1000 39999\n@2000 30000\n"},
    {"ManyRunningProcesses", "jdk.SystemProcess pid:s\n@1000*150/0 7\n@2000*150/0 7\n", RULE_INFO,
     "jdk.SystemProcess pid:s\n@1000*150/0 7\n@2001*150/0 7\n"},
    {"ContainerThrottling",
     THROTTLING "@0 1000 10 0\n@1000 1100 15 5\n@2000 50 1 3\n@3000 150 6 9\n", RULE_INFO,
     THROTTLING "@0 1000 10 0\n@1000 1100 15 5\n@2000 50 1 3\n@3000 150 5 9\n"},
    {"ContainerThrottling", THROTTLING "@0 1000 50 5000000000\n", RULE_INFO,
     THROTTLING "@0 1000 0 0\n"},
    {"ContainerThrottling", THROTTLING "@0 1000 50 5000000000\n", RULE_INFO,
     THROTTLING "@0 0 0 0\n"},
    {"HighJvmCpu",
     CPU "@0*20/1000 0.1 0.1 0.1\n@20000*11/1000 0.95 0.7 0.1\n@31000*20/1000 0.1 0.1 0\n",
     RULE_INFO, CPU "@1000*4/1000 0.95 0.8 0.1\n@5000*10/1000 0.1 0 0\n"},
    {"HighJvmCpu", CPU "@0*5/1000 1 0.9 0.6\n", RULE_INFO, CPU "@0*5/1000 1 0.9 0.61\n"},
    {"CompareCpu",
     CPU "@1000*10/1000 0.5 0.6 0.1\n@11000*11/1000 0.9 0.5 0.2\n@40000*3/1000 9 0.1 0.1\n",
     RULE_INFO, CPU "@1000*10/1000 0.5 0.6 0.1\n@40000*3/1000 9 0.1 0.1\n"},
    {"LowOnPhysicalMemory",
     "jdk.PhysicalMemory totalSize:l usedSize:l\n@1000 1000 950\n@2000 1000 900\n", RULE_INFO,
     "jdk.PhysicalMemory totalSize:l usedSize:l\n@1000 1000 949\n"},
    {"LowOnPhysicalMemory", "jdk.PhysicalMemory totalSize:l usedSize:l\n@1000 1000 990\n",
     RULE_INFO,
     JVM "@0 7 x x_for_bsd-aarch64_JRE x x\njdk.PhysicalMemory totalSize:l usedSize:l\n@1000 1000 "
         "990\n"},
    {"CompressedOops", CONFIG HEAP_CONFIG "@0 34359738367 0\n", RULE_INFO,
     CONFIG HEAP_CONFIG "@0 34359738368 0\n"},
    {"CompressedOops", CONFIG HEAP_CONFIG "@0 1 0\n", RULE_INFO, CONFIG HEAP_CONFIG "@0 1 1\n"},
    {"CompressedOops", CONFIG HEAP_CONFIG "@0 1 0\n", RULE_INFO,
     "jdk.GCConfiguration oldCollector:s\n@0 ZGC\n" HEAP_CONFIG "@0 1 0\n"},
    {"CompressedOops", CONFIG HEAP_CONFIG "@0 1 0\n", RULE_INFO,
     "jdk.GCConfiguration oldCollector:s\n@0 N/A\n" HEAP_CONFIG "@0 1 0\n"},
    {"ContainerMemory", LIMIT "@0 1000 4\n" MEMORY "@0 900 3\n@1000 800 2\n", RULE_INFO,
     LIMIT "@0 1000 4\n" MEMORY "@0 899 3\n@1000 899 4\n"},
    {"ContainerMemory", LIMIT "@0 1 4\n" MEMORY "@0 1 0\n", RULE_WARNING,
     LIMIT "@0 1152921504606846976 4\n" MEMORY "@0 1152921504606846976 0\n"},
    {"NativeMemoryGrowth", RESIDENT "@0*31/1000 100000000+1000000 0\n", RULE_INFO,
     RESIDENT "@0*30/1000 100000000+1000000 0\n"},
    {"NativeMemoryGrowth", RESIDENT "@0*5/7500 100000000+5000000 0\n", RULE_INFO,
     RESIDENT "@0*4/10000 100000000+8000000 0\n"},
    {"NativeMemoryGrowth", RESIDENT "@0*5/7500 100000000+4194305 0\n", RULE_INFO,
     RESIDENT "@0*5/7500 100000000+4194304 0\n"},
    {"NativeMemoryGrowth",
     "jdk.NativeMemoryUsageTotal committed:l reserved:l\n@0*31/1000 100000000+1000000 0\n" RESIDENT
     "@0*31/1000 5 0\n",
     RULE_INFO,
     "jdk.NativeMemoryUsageTotal committed:l reserved:l\n@0*31/1000 100000000 0\n" RESIDENT
     "@0*31/1000 100000000+1000000 0\n"},
    {"DirectBuffers", BUFFERS "@1000 1000 3 700\n@2000 900 2 600\n", RULE_INFO,
     BUFFERS "@1000 1000 3 699\n"},
    {"DirectBuffers", HEAP_CONFIG "@0 1000 1\n" BUFFERS "@1000 0 3 700\n", RULE_INFO,
     BUFFERS "@1000 0 3 699\n"},
    {"ThreadGrowth", THREADS "@0*21/1000 10+1 1 70\n", RULE_INFO, THREADS "@0*20/1000 10+1 1 70\n"},
    {"ThreadsStarted",
     "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0*3/1000 9 20+50\n", RULE_INFO,
     "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0*3/1000 9 20+49\n"},
    {"ThreadsStarted",
     "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0*2/1000 9 20+50\n", RULE_INFO,
     "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0 9 9000\n"},
    {"GcFreedRatio",
     HEAP "@1000*5/1000 Before_GC 200000000 1+1\n@1500*5/1000 After_GC 200000 1+1\n" PAUSE
          "@0*100/1000 25 Pause 1\n",
     RULE_INFO,
     HEAP "@1000*4/1000 Before_GC 200000000 1+1\n@1500*4/1000 After_GC 200000 1+1\n" PAUSE
          "@0*100/1000 25 Pause 1\n"},
    {"GcOptions",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 SerialOld 1\n" PROCESSORS
         HEAP_CONFIG "@0 4294967297 1\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 SerialOld 1\n" PROCESSORS
         HEAP_CONFIG "@0 4294967296 1\n"},
    {"GcOptions",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 SerialOld 1\n" PROCESSORS
         HEAP_CONFIG "@0 4294967297 1\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 SerialOld 9\njdk.CPUInformation "
     "hwThreads:l\n@0 3\n" HEAP_CONFIG "@0 4294967297 1\n"},
    {"GcOptions",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 1\njdk.CPUInformation "
     "hwThreads:l\n@0 2\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 1\njdk.CPUInformation "
     "hwThreads:l\n@0 1\n"},
    {"GcOptions",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 ParallelOld 1\njdk.CPUInformation "
     "hwThreads:l\n@0 2\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 ParallelOld 2\njdk.CPUInformation "
     "hwThreads:l\n@0 2\n"},
    {"GcOptions",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 ParallelOld 1\njdk.CPUInformation "
     "hwThreads:l\n@0 1\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 Other 1\njdk.CPUInformation "
     "hwThreads:l\n@0 2\n"},
    {"GcOptions",
     LIMIT "@0 -1 3\n"
           "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 4\n" PROCESSORS,
     RULE_INFO,
     LIMIT "@0 -1 0\n"
           "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 4\n" PROCESSORS},
    {"GcPauseTargetRule", MMU "@1000*3/10 101 100\n@2000*8/10 100 100\n", RULE_WARNING,
     MMU "@1000*2/10 101 100\n@2000*8/10 100 100\n"},
    {"GcPauseTargetRule", MMU "@1000*3/10 101 100\n@2000*147/10 100 100\n", RULE_INFO,
     MMU "@1000*3/10 101 100\n@2000*148/10 100 100\n"},
    {"GcInvertedParallelism", CONFIG GC_CPU "@1000*3/1000 50 49 100 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000*3/1000 50 48 99 1\n"},
    {"GcInvertedParallelism", CONFIG GC_CPU "@1000*3/1000 50 49 100 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000*3/1000 50 50 100 1\n"},
    {"GcInvertedParallelism",
     "jdk.GCConfiguration oldCollector:s\n@0 SerialOld\n" GC_CPU "@1000*3/1000 80 9 100 1\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s\n@0 SerialOld\n" GC_CPU "@1000*3/1000 80 11 100 1\n"},
    {"GcThreadStarvation", CONFIG GC_CPU "@1000*3/1000 300 18 100 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000*3/1000 300 22 100 1\n"},
    {"GcThreadStarvation",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 2\n" GC_CPU
     "@1000*3/1000 10 0 100 1\n",
     RULE_WARNING,
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 1\n" GC_CPU
     "@1000*3/1000 10 0 100 1\n"},
    {"SingleThreadedGc", CONFIG GC_CPU "@1000 40 0 50 1\n@2000*4/1000 200 0 50 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000 39 0 50 1\n@2000*4/1000 200 0 50 1\n"},
    {"SingleThreadedGc", CONFIG GC_CPU "@1000 60 4 50 1\n@2000*4/1000 200 0 50 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000 60 6 50 1\n@2000*4/1000 200 0 50 1\n"},
    {"SingleThreadedGc", CONFIG GC_CPU "@1000 40 0 50 1\n@2000*4/1000 200 0 50 1\n", RULE_INFO,
     CONFIG GC_CPU "@1000 40 0 49 1\n@2000*4/1000 200 0 50 1\n"},
    {"SingleThreadedGc",
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 4\n" GC_CPU
     "@1000 50 0 50 1\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s parallelGCThreads:l\n@0 G1Old 3\n" GC_CPU
     "@1000 50 0 50 1\n"},
    {"TimeToSafepoint", SYNC "@1000 50\n@2000 1\n", RULE_INFO, SYNC "@1000 49\n@2000 1\n"},
    {"VMOperations", OPERATION "@1000 1000 FindDeadlocks 0 1\n@3000 999 Other 1 0\n", RULE_INFO,
     OPERATION "@1000 1500 Beside 0 0\n@4000 999 FindDeadlocks 1 0\n"},
    {"biasedLockingRevocationPause",
     OPERATION "@1000 50 RevokeBias 1 1\n@2000 50 BulkRevokeBias 1 1\n", RULE_INFO,
     OPERATION "@1000 50 RevokeBias 1 1\n@2000 49 BulkRevokeBias 1 1\n@3000 50 Other 1 1\n"},
    {"Exceptions", "jdk.ExceptionStatistics throwables:l\n@1000*9/1000 10+1000\n", RULE_INFO,
     "jdk.ExceptionStatistics throwables:l\n@1000*9/1000 10+999\n"},
    {"Exceptions", "jdk.ExceptionStatistics throwables:l\n@1000 0\n@1900 5000\n", RULE_INFO,
     "jdk.ExceptionStatistics throwables:l\n@1000 0\n@1899 5000\n"},
    {"Exceptions",
     "jdk.ExceptionStatistics throwables:l\n@1000 0\n@2000 900\n@3000 100\n@4000 1200\n", RULE_INFO,
     "jdk.ExceptionStatistics throwables:l\n@1000 5000\n@2000 100\n"},
    {"Errors", ERROR "@1000*30/2000 java/lang/NoSuchFieldError\n", RULE_INFO,
     ERROR "@1000*30/2100 java/lang/NoSuchFieldError\n"},
    {"RetryStorm",
     THROWN
     "@1000*100/101 java/net/ConnectException refused java.net.Socket.connect,app.Client.call\n",
     RULE_INFO,
     THROWN
     "@1000*100/102 java/net/ConnectException refused java.net.Socket.connect,app.Client.call\n"},
    {"FinalizerBacklog",
     FINALIZERS "@1000 app/Handle 5 6000\n@1000 java/io/X 5 4000\n@2000 app/Handle 5 5000\n",
     RULE_INFO,
     FINALIZERS "@1000 app/Handle 5 6000\n@1000 java/io/X 5 3999\n@2000 app/Handle 5 6000\n"},
    {"FinalizersRun", FINALIZERS "@1000 app/A 5 0\n@1000 app/B 7 0\n@2000 app/A 6 0\n", RULE_INFO,
     FINALIZERS "@1000 app/A 0 0\n"},
    {"SlowNameLookups",
     SAMPLE "@1000*5/20 java.net.Inet6AddressImpl.lookupAllHostAddr,app.Client.call\n"
            "@1000*90/20 java.net.PlainSocketImpl.socketAccept,app.Server.run\n",
     RULE_INFO,
     SAMPLE "@1000*4/20 java.net.Inet6AddressImpl.getHostByAddr,app.Client.call\n"
            "@1000*10/20 java.net.PlainSocketImpl.socketAccept,app.Server.run\n"},
    {"LongGcPause", PAUSE "@1000 1000 G1 1\n@9000 999 G2 1\n", RULE_INFO, PAUSE "@1000 999 G1 1\n"},
    {"LongGcPause", GC "@1000 1000 G1 Why 7\n" PAUSE "@1000 1000 G1 7\n", RULE_INFO,
     GC "@1000 5 G1 Why 8\n" PAUSE "@1000 5 G1 7\n"},
    {"HighGc", PAUSE "@1000*10/1000 200 G1 1\n", RULE_INFO, PAUSE "@1000*10/1000 199 G1 1\n"},
    {"HighGc", PAUSE "@1000*10/1000 500 G1 1\n", RULE_WARNING, PAUSE "@1000*5/2000 200 G1 1\n"},
    {"GcPauseRatio", PAUSE "@1000*100/1000 50 G1 1\n", RULE_INFO, PAUSE "@1000*100/1000 49 G1 1\n"},
    {"GcPauseRatio",
     PAUSE "@1000*100/1000 120 G1 1\n" GC_SUM "@1000 9 G1 System.gc() 1 50\n@2000 9 G1 x 2 51\n",
     RULE_WARNING,
     PAUSE "@1000*100/1000 40 G1 1\n" GC_SUM "@1000 9 G1 System.gc() 1 50\n@2000 9 G1 x 2 50\n"},
    {"GcPauseRatio",
     PAUSE "@1000*100/1000 120 G1 1\n" GC_SUM "@1000 9 G1 System.gc() 1 50\n@2000 9 G1 x 2 50\n",
     RULE_INFO, PAUSE "@1000 40 G1 1\n"},
    {"GcPauseRatio",
     PAUSE "@1000*100/1000 120 G1 1\n" ALLOCATION
           "@1000 byte[] 3000 main app.Main.copy\n@1001 a/B 2000 main app.Main.b\n@1002 byte[] 500 "
           "main app.Main.c\n",
     RULE_WARNING, PAUSE "@1000 40 G1 1\n" ALLOCATION "@1000 byte[] 3000 main app.Main.copy\n"},
    {"FullGc",
     "jdk.GCConfiguration oldCollector:s\n@0 G1Old\n" GC
     "@1000 500 G1Full Allocation_Failure 1\n@3000 600 Full x 2\n@5000 600 SerialOld y 3\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s\n@0 G1Old\n" GC
     "@1000 5 G1Full Heap_Dump_Initiated_GC 1\n@2000 5 G1Full Heap_Inspection 1\n@3000 5 G1Full "
     "Diagnostic_Command 1\n@4000 5 G1Full JvmtiEnv_ForceGarbageCollection 1\n@5000 5 G1Full "
     "WhiteBox 1\n"},
    {"FullGc",
     "jdk.GCConfiguration oldCollector:s\n@0 ParallelOld\n" GC
     "@1000 500 ParallelOld Ergonomics 1\n",
     RULE_INFO, GC "@1000 5 ShenandoahFullish x 1\n"},
    {"GcStall", "jdk.GCConfiguration oldCollector:s\n@0 G1Old\n" GC "@1000 5 SerialOld x 1\n",
     RULE_WARNING,
     "jdk.GCConfiguration oldCollector:s\n@0 SerialOld\n" GC "@1000 5 SerialOld x 1\n"},
    {"GcStall",
     "jdk.GCConfiguration oldCollector:s\n@0 G1Old\n" GC
     "@1000 5 G1New x 1\njdk.EvacuationFailed gcId:l\n@1001*3/1 1\njdk.PromotionFailed "
     "gcId:l\n@1001 1\n",
     RULE_INFO,
     "jdk.GCConfiguration oldCollector:s\n@0 G1Old\n" GC "@1000 5 SerialOld System.gc() 1\n"},
    {"LockConvoy", ENTER "@1000*10/10 1300 app/Lock 4711\n@5000*20/600 500 app/Other 9\n",
     RULE_INFO, ENTER "@1000*9/10 1400 app/Lock 4711\n"},
    {"LockConvoy",
     ENTER
     "@1000*3/0 4000 app/Lock 4711\n@4999 100 app/Lock 4711\n@20000*6/4000 100 app/Lock 4711\n",
     RULE_INFO,
     ENTER
     "@1000*3/0 4000 app/Lock 4711\n@5000 100 app/Lock 4711\n@20000*6/4000 100 app/Lock 4711\n"},
    {"LockConvoy", ENTER "@1000*16/10 1000 app/Lock 4711\n@5000*16/10 1000 app/Lock 4711\n",
     RULE_WARNING, ENTER "@1000*16/10 700 app/Lock 4711\n"},
    {"LockConvoy", ENTER "@1000*16/10 1000 app/Lock 4711\n@5000*15/10 1000 app/Lock 4711\n",
     RULE_INFO, ENTER "@1000*16/10 700 app/Lock 4711\n"}, /* nearly all of them once */
    {"Deadlock",
     DUMP
     "@1000 Full\n@2000 Java-level_deadlock:|\"a\":|\"b\":|Java_stack_information|\"c\"\n@3000 "
     "Java-level_deadlock:|\"d\":\n",
     RULE_WARNING, DUMP "@1000 Full\n"},
    {"Deadlock", DUMP "@2000 Java-level_deadlock:|\"a\":|\"b\":|\"c\":|\"d\":|\"e\":\n",
     RULE_WARNING, DUMP "@1000 deadlock\n"},
    {"JavaBlocking",
     "jdk.JavaMonitorEnter duration:d monitorClass:C eventThread:T previousOwner:T stackTrace:K\n"
     "@1000*10/1000 1000 app/Lock a owner app.Main.enter\n@2000*10/1000 1400 app/Lock b owner "
     "app.Main.enter\n@30000*2/1000 10 app/Other a c app.Main.x\n",
     RULE_INFO,
     "jdk.JavaMonitorEnter duration:d monitorClass:C eventThread:T previousOwner:T stackTrace:K\n"
     "@1000*10/1000 1000 app/Lock a one app.Main.enter\n@20000*10/1000 1399 app/Lock b two "
     "app.Main.enter\n"},
    {"HumongousAllocation",
     GC_SUM "@0*5/1000 5 G1New G1_Humongous_Allocation 1 7\n@9000*20/10 5 G1New x 1 2\n", RULE_INFO,
     GC_SUM "@0*5/1000 5 G1New G1_Humongous_Allocation 1 7\n@9000*21/10 5 G1New x 1 2\n"},
    {"HumongousAllocation",
     GC_SUM
     "@0*5/1000 5 G1New G1_Humongous_Allocation 1 7\n@9000*5/10 5 G1New x 1 2\n"
     "jdk.ObjectAllocationOutsideTLAB objectClass:C allocationSize:l stackTrace:K\n@1000*2/10 [B "
     "3000 app.Main.big\n@2000 [J 5000 app.Main.large\n@3000 a/B 90000 app.M.m\n",
     RULE_INFO, GC_SUM "@0*4/1000 5 G1New G1_Humongous_Allocation 1 7\n"},
    {"Allocations.class",
     "jdk.ObjectAllocationInNewTLAB objectClass:C tlabSize:l eventThread:T stackTrace:K\n@1000 a/A "
     "20000000000 one a.M.m\n@1001 a/B 9000000000 one a.M.n\n"
     "jdk.ObjectAllocationOutsideTLAB objectClass:C allocationSize:l eventThread:T "
     "stackTrace:K\n@1000*2/1 a/A 9000000000 two a.M.o\n",
     RULE_INFO, ALLOCATION "@1000 byte[] 0 main app.Main.copy\n"},
    {"Allocations.class", ALLOCATION "@1000 byte[] 37748736000 main app.Main.copy\n", RULE_INFO,
     ALLOCATION "@1000 byte[] 37748735000 main app.Main.copy\n"},
    {"Allocations.thread",
     "jdk.ObjectAllocationInNewTLAB objectClass:C tlabSize:l eventThread:T stackTrace:K\n@1000 a/A "
     "40000000000 one a.M.m\n@1001 a/B 9000000000 one a.M.n\n"
     "jdk.ObjectAllocationOutsideTLAB objectClass:C allocationSize:l eventThread:T "
     "stackTrace:K\n@1000*3/1 a/A 9500000000 two a.M.o\n",
     RULE_INFO,
     ALLOCATION "@1000 byte[] 40000 main app.Main.copy\n@1000 byte[] 60000 two app.Main.copy\n"},
    {"PrimitiveToObjectConversion",
     ALLOCATION "@1000 x 4026531840 main java.lang.Long.valueOf,app.Main.sum\n@1001 x 16106127360 "
                "main app.M.a\n",
     RULE_INFO,
     ALLOCATION
     "@1000 x 4026531839 main java.lang.Long.valueOf,app.Main.sum\n@1001 x 1 main app.M.a\n"},
    {"PrimitiveToObjectConversion",
     ALLOCATION "@1000 x 5000000000 main java.lang.Character.valueOf,app.Main.a\n@1001 x "
                "6000000000 main java.lang.Boolean.valueOf,app.Main.b\n@1001 x 5000000000 main "
                "java.lang.Double.valueOf,app.Main.c\n",
     RULE_WARNING,
     ALLOCATION "@1000 x 5000000000 main java.lang.Characters.valueOf,app.Main.a\n@1001 x "
                "6000000000 main java.lang.Enum.valueOf,app.Main.b\n@1001 x 5000000000 main "
                "java.util.Double.valueOf,app.Main.c\n"},
    {"TlabAllocationRatio",
     "jdk.ObjectAllocationInNewTLAB tlabSize:l\n@1000 5033164800\njdk.ObjectAllocationOutsideTLAB "
     "allocationSize:l\n@1000 1258291200\n",
     RULE_INFO,
     "jdk.ObjectAllocationInNewTLAB tlabSize:l\n@1000 5033164810\njdk.ObjectAllocationOutsideTLAB "
     "allocationSize:l\n@1000 1258291200\n"},
    {"HeapContent",
     COUNTED "@1000 1 byte[] 9 9000\n@2000 2 a/B 9 700\n@2000 2 a/C 9 800\n@2000 2 a/D 9 800\n",
     RULE_OK, COUNTED},
    {"StringDeduplication",
     COUNTED
     "@1000 1 byte[] 9 300\n@1000 1 char[] 9 200\n@1000 1 app/Row 9 500\n@2000 2 app/Row 9 500\n",
     RULE_INFO, COUNTED "@1000 1 byte[] 9 300\n@1000 1 char[] 9 199\n@1000 1 app/Row 9 500\n"},
    {"StringDeduplication", COUNTED "@1000 1 byte[] 9 300\n", RULE_INFO,
     "jdk.BooleanFlag name:s value:b\n@0 UseStringDeduplication 1\n" COUNTED
     "@1000 1 byte[] 9 300\n"},
    {"ClassLeak",
     LOAD "@1000*10/10 5 app.Plugin\n@2000*9/10 5 app.Q\njdk.ClassUnload duration:d "
          "unloadedClass:C\n@9000 5 app.Q\n",
     RULE_INFO,
     LOAD "@1000*10/10 5 app.Plugin\n@2000*9/10 5 app.Q\njdk.ClassUnload duration:d "
          "unloadedClass:C\n@9000 5 app.Plugin\n"},
    {"ClassLeak",
     LOAD "@1000*10/10 5 app.Plugin\njdk.ClassUnload duration:d unloadedClass:C\n@9000 5 app.Q\n",
     RULE_INFO,
     LOAD "@1000*10/10 5 app.Plugin$$Lambda\n@2000*10/10 5 java.util.X\njdk.ClassUnload duration:d "
          "unloadedClass:C\n@9000 5 app.Q\n"},
    {"ClassLoading", LOAD "@1000 1001 app.Main\n", RULE_INFO, LOAD "@1000 1000 app.Main\n"},
    {"ClassLoading", LOAD "@1000*15/1000 800 app.Main\n", RULE_INFO,
     LOAD "@1000*15/100 800 app.Main\n@60000*15/1000 600 app.N\n"},
    {"HeapDump", "jdk.HeapDump duration:d\n@1000 90\n@1050 90\n", RULE_INFO,
     "jdk.HeapDump duration:d\n"},
    {"HeapDump", "jdk.HeapDump duration:d\n@1000 12000\n", RULE_WARNING,
     "jdk.HeapDump duration:d\n"},
    {"OutOfMemory", /* what somebody asked for is none */
     EXHAUSTED "@1000 90 1 main app.Cart.add /tmp/1.hprof\n@5000 90 1 main app.Cart.add x\n",
     RULE_WARNING, EXHAUSTED "@1000 90 0 main app.Cart.add /tmp/1.hprof\n"},
    {"ApplicationHalts", /* a heap dump has a rule of its own */
     PAUSE "@500 1 G1 1\n" OPERATION "@1000 30000 HeapDumper 1 1\n", RULE_WARNING,
     PAUSE "@500 1 G1 1\n" OPERATION
           "@1000 30000 HeapDumper 1 1\njdk.HeapDump duration:d\n@999 30002\n"},
    {"OverAggressiveRecordingSetting",
     "jdk.ThreadPark duration:d\njdk.JavaMonitorEnter duration:d\njdk.ActiveSetting id:l name:s "
     "value:s\n@0 300 threshold 0_ns\n@1 301 threshold 0_ms\n@2 300 threshold 0_ms\n",
     RULE_INFO,
     "jdk.ThreadPark duration:d\njdk.ThreadSleep duration:d\njdk.ActiveSetting id:l name:s "
     "value:s\n@0 300 threshold 1_ns\n@1 301 threshold 0_ns\n@2 300 period 0_ns\n"},
    {"RecordingCost",
     COST "@1000 JFR_Periodic_Tasks 0.015 0.005\n@1500 JFR_Recorder_Thread 0.01 0.01\n@2000 main "
          "0.9 0\n",
     RULE_INFO,
     COST "@1000 JFR_Periodic_Tasks 0.015 0.005\n@1500 JFR_Recorder_Thread 0.01 0.009\n@2000 main "
          "0.9 0\n"},
    {"PasswordsInEnvironment",
     "jdk.InitialEnvironmentVariable key:s\n@0 DB_PASSWORD\n@0 DBPASSWORD\n@0 SECRET\n@1 SECRET\n",
     RULE_WARNING, "jdk.InitialEnvironmentVariable key:s\n@0 HOME\n"},
    {"ManagementAgent",
     PROPERTY "@0 com.sun.management.jmxremote.port 9\n@0 com.sun.management.jmxremote.ssl false\n",
     RULE_INFO,
     PROPERTY "@0 com.sun.management.jmxremote.authenticate false\n@0 "
              "com.sun.management.jmxremote.ssl false\n"},
    {"DynamicAgents",
     "jdk.JavaAgent name:s dynamic:b\n@0 a.jar 0\n"
     "jdk.NativeAgent name:s options:s dynamic:b\n@0 libx.so x 1\n@0 liby.so x 1\n",
     RULE_INFO, "jdk.JavaAgent name:s dynamic:b\n@0 a.jar 0\n" NATIVE_AGENT},
    {"MultipleAgents",
     "jdk.JavaAgent name:s dynamic:b\n@0 a.jar 0\n"
     "jdk.NativeAgent name:s options:s dynamic:b\n@0 libx.so x 0\n@0 libx.so y 0\n",
     RULE_INFO, "jdk.JavaAgent name:s dynamic:b\n" NATIVE_AGENT},
    {"CryptoSecurityRule",
     CERTIFICATE
     "@0 SHA256withRSA RSA 2047 2000000000000 1\n@0 SHA1withRSA RSA 4096 2000000000000 2\n@0 "
     "SHA256withDSA DSA 1025 2000000000000 3\n@1 SHA256withDSA DSA 1025 2000000000000 3\n",
     RULE_INFO,
     CERTIFICATE "@0 SHA256withRSA RSA 2048 2000000000000 1\n@0 SHA256withECDSA EC 224 "
                 "2000000000000 2\n@0 Ed25519 X 100 2000000000000 4\n"},
    {"CryptoSecurityRule", CERTIFICATE "@0 MD5withRSA RSA 4096 2000000000000 1\n", RULE_WARNING,
     CERTIFICATE "@0 SHA256withRSA RSA 4096 0 1\n"},
    {"CryptoSecurityRule", CERTIFICATE "@0 x EC 223 2000000000000 1\n", RULE_WARNING,
     CERTIFICATE "@0 x RSASSA-PSS 0 2000000000000 1\n"},
    {"CryptoSecurityRule", CERTIFICATE "@0 x RSA 4096 1766263979000 1\n", RULE_INFO,
     CERTIFICATE "@0 x RSA 4096 1766263980000 1\n"},
    {"CryptoSecurityRule", CERTIFICATE "@0 x RSA 4096 1763671979000 1\n", RULE_WARNING,
     CERTIFICATE "@0 x RSA 4096 1766263980000 1\n"},
    {"CryptoSecurityRule", CERTIFICATE "@0*7/1 MD2 RSA 4096 1963671979000 1+1\n", RULE_WARNING,
     CERTIFICATE "@0 - - 4096 1766263980000 1\n"},
    {"FileRead", READ "@1000 2000 4 /data\n@9000 1500 4 /log\n@12000 1500 4 /log\n", RULE_INFO,
     READ "@1000 1999 4 /data\n"},
    {"FileRead",
     "jdk.FileRead duration:d path:s eventThread:T stackTrace:K\n@1000*20/500 300 /data w "
     "app.M.load\n@1000 2 /x w app.M.x\n",
     RULE_INFO,
     "jdk.FileRead duration:d path:s eventThread:T stackTrace:K\n@1000*19/500 400 /data w "
     "app.M.load\n"},
    {"FileForce", "jdk.FileForce duration:d metaData:b path:s\n@1000*3/1000 100 0 /data\n",
     RULE_INFO, "jdk.FileForce duration:d metaData:b path:s\n@1000*3/1000 99 0 /data\n"},
    {"SocketRead",
     SOCKET "@1000 500 5 db.example java.net.Socket.read,app.Client.call - 5432\n@2000 100 5 web "
            "java.net.Socket.read,app.Client.ask - -1\n",
     RULE_INFO, SOCKET "@1000 499 5 db.example java.net.Socket.read,app.Client.call - 0\n"},
    {"SocketWrite", "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 9000 5 db.example\n",
     RULE_WARNING, "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 9 5 localhost\n"},
    {"SocketWrite", "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 9000 5 localhost\n",
     RULE_INFO, "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 9 5 127.0.0.1\n"},
    {"SocketWrite", "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 9000 5 ::1\n",
     RULE_INFO, "jdk.SocketWrite duration:d bytesWritten:l host:s\n@1000 9 5 0:0:0:0:0:0:0:1\n"},
    {"biasedLockingRevocation",
     BIASED
     "@1000*9/10 1 app/A 1\n@1001 1 app/B 1\n@1002 1 app/C 1\n@1003 1 app/D 1\n@1004 1 app/E 1\n",
     RULE_INFO,
     BIASED
     "@1000*9/10 1 app/A 1\n@1001 1 app/B 1\n@1002 1 app/C 1\n@1003 1 app/D 1\n@1004 1 app/E 0\n"},
    {"ApplicationHalts",
     "jdk.SafepointBegin duration:d\n@1000*60/1000 50\n" PAUSE "@500 1 G1 1\n" OPERATION
     "@9000 1 X 1 0\n",
     RULE_INFO,
     "jdk.SafepointBegin duration:d\n@1000*60/1000 49\n" PAUSE "@500 1 G1 1\n" OPERATION
     "@9000 1 X 1 0\n"},
    {"BufferLost", "jdk.DataLoss amount:l\n@1000 65503\n@2000 -5\n@3000 33\n", RULE_WARNING,
     "jdk.DataLoss amount:l\n"},
    {"CryptoSecurityRule", CERTIFICATE "@0 x RSA 4096 1766263979000000000 1\n", RULE_INFO, /* ns */
     CERTIFICATE "@0 x RSA 4096 1766263980000000000 1\n"},
    {"CompressedOops", CONFIG HEAP_CONFIG "@0 1 0\n", RULE_INFO, CONFIG HEAP_CONFIG "@0 0 0\n"},
    {"BufferLost", "jdk.DataLoss amount:l\n@1000 65502\n@3000 33\n", RULE_INFO,
     "jdk.DataLoss amount:l\n"},
    {"ContainerCpuLimit", QUOTA("50000") USED("1", "3"), RULE_INFO, QUOTA("50000") USED("1", "4")},
    {"ContainerCpuLimit", QUOTA("50000") USED("12", "4"), RULE_WARNING,
     QUOTA("-1") USED("12", "4")},
    {"ContainerCpuLimit", QUOTA("100000") USED("12", "4"), RULE_INFO,
     QUOTA("400000") USED("12", "4")},
    {"ContainerCpuLimit", QUOTA("50000") USED("3", "1"), RULE_WARNING,
     QUOTA("50000") USED("2", "1")},
    {"DirectBufferGrowth", /* by 8 MiB */
     "jdk.DirectBufferStatistics maxCapacity:l count:l totalCapacity:l memoryUsed:l\n"
     "@10000*5/10000 -1 2+1 0 8388608+2097152\n",
     RULE_INFO,
     "jdk.DirectBufferStatistics maxCapacity:l count:l totalCapacity:l memoryUsed:l\n"
     "@10000*5/10000 -1 2+1 0 8388608+2097151\n"},
    {"ContainerCpuLimit", /* nine tenths of it */
     QUOTA("50000") CPU "@0*13/1000 1 0.1125 0\n", RULE_WARNING,
     QUOTA("50000") CPU "@0*13/1000 1 0.1124 0\n"},
    {"ClassChurn", /* 20 a second, half of those that are loaded */
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000+40 0+20\n"
     "jdk.MetaspaceAllocationFailure stackTrace:K\n"
     "@1000*3/1000 app.Start.load\n@40000 java.lang.ClassLoader.defineClass,app.Script.compile\n",
     RULE_INFO,
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000+41 0+20\n"},
    {"ClassChurn",
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000+200 0+200\n",
     RULE_WARNING,
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000+19 0+19\n"},
    {"ClassChurn",
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000+199 0+199\n",
     RULE_INFO,
     "jdk.ClassLoadingStatistics loadedClassCount:l unloadedClassCount:l\n"
     "@0*60/1000 1000 0\n"},
    {"IncreasingMetaSpaceLiveSet", /* what slows down is a start-up */
     CLASSES "jdk.MetaspaceSummary when:s metaspace:m\n@2000*10/2000 After_GC 100000000+900000\n"
             "@22000*10/2000 After_GC 109000000+500000\n",
     RULE_INFO,
     CLASSES "jdk.MetaspaceSummary when:s metaspace:m\n@2000*10/2000 After_GC 100000000+900000\n"
             "@22000*10/2000 After_GC 109000000+100000\n"},
    {"TimeToSafepoint", BEGIN "@0*50/2000 240\n", RULE_WARNING, BEGIN "@0*50/2000 49\n"},
    {"TimeToSafepoint", BEGIN "@0*50/2000 239\n", RULE_INFO, BEGIN},
    {"SlowHandshakes", SOCKET SHAKES("1000") SHAKES("100000"), RULE_WARNING, SOCKET},
    {"SlowHandshakes",
     SOCKET SHAKES("1000") SHAKES("2000") SHAKES("3000") SHAKES("4000") SHAKES("100000"), RULE_INFO,
     SOCKET},
    {"Deoptimizations", DEOPTIMIZED "@0*12000/10 app.Row.cell null_check\n", RULE_INFO,
     DEOPTIMIZED "@0*11999/10 app.Row.cell null_check\n"},
    {"Deoptimizations",
     DEOPTIMIZED "@0*8000/8 app.Row.cell null_check\n@60000*4000/4 app.Row.cell class_check\n",
     RULE_INFO, DEOPTIMIZED "@0*12000/4 app.Row.cell null_check\n"}, /* a program that warms up */
    {"CompilerOption",
     PROCESSORS JVM "@0 7 x x -XX:TieredStopAtLevel=1 x\n" CPU "@1000*9/1000 1 0.06 0.01\n",
     RULE_WARNING,
     PROCESSORS JVM "@0 7 x x -XX:TieredStopAtLevel=4 x\n" CPU "@1000*9/1000 1 0.06 0.01\n"},
    {"CompilerOption",
     PROCESSORS JVM "@0 7 x x -XX:CompilationMode=quick-only x\n" CPU "@1000*9/1000 1 0.01 0.01\n",
     RULE_INFO,
     PROCESSORS JVM "@0 7 x x -XX:CompilationMode=quick-only x\n" CPU "@1000*9/1000 1 0.01 0\n"},
    {"ThreadsStarted", /* 100 µs each, of a processor */
     PROCESSORS CPU "@1000*9/1000 1 0.125 0.125\njdk.JavaThreadStatistics activeCount:l "
                    "accumulatedCount:l\n@0*60/1000 9 20+500\n",
     RULE_INFO, "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0 9 20\n"},
    {"IncreasingLiveSet",
     CLASSES HEAP GROWS ALLOCATION "@1000*9/1000 byte[] 100 web-1 app.Parcel.<init>,app.Desk.take\n"
                                   "@1000*9/1000 byte[] 90 web-1 app.Other.read\n"
                                   "jdk.OldObjectSample object:o\n@110000 byte[]\n",
     RULE_INFO, CLASSES HEAP "@2000*50/2000 After_GC 50000000 1\n"},
