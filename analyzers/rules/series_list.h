/* clang-format off */
/* All series, each with its columns: their names in C and the paths of the fields. Who includes this
 * says what a line makes (series.h: numbers, series.c: wishes).
 *
 *   SERIES(name, event, columns)   events at a point of time: the first column is the start
 *   SPANS(name, event, columns)    that take time: the first is the start, the second the duration
 *   LIKE_SERIES, LIKE_SPANS        whose columns have the names of a line above them
 */

/* as facts have them, so that they are one table */
SERIES(JVM, "jdk.JVMInformation",
    COLUMN(JVM_START, "jvmStartTime") COLUMN(JVM_PID, "pid") COLUMN(JVM_NAME, "jvmName")
    COLUMN(JVM_VERSION, "jvmVersion") COLUMN(JVM_ARGUMENTS, "jvmArguments")
    COLUMN(JVM_JAVA_ARGUMENTS, "javaArguments"))
SERIES(LOSS, "jdk.DataLoss", COLUMN(LOSS_AMOUNT, "amount"))
SERIES(LOAD, "jdk.CPULoad",
    COLUMN(LOAD_MACHINE, "machineTotal") COLUMN(LOAD_USER, "jvmUser") COLUMN(LOAD_SYSTEM, "jvmSystem"))
SERIES(THREAD_LOAD, "jdk.ThreadCPULoad",
    COLUMN(THREAD_LOAD_THREAD, "eventThread") COLUMN(THREAD_LOAD_USER, "user")
    COLUMN(THREAD_LOAD_SYSTEM, "system"))
SERIES(THROTTLING, "jdk.ContainerCPUThrottling",
    COLUMN(THROTTLING_SLICES, "cpuElapsedSlices") COLUMN(THROTTLING_THROTTLED, "cpuThrottledSlices")
    COLUMN(THROTTLING_TIME, "cpuThrottledTime"))

/* garbage collection, heap */
SPANS(PAUSE, "jdk.GCPhasePause", COLUMN(PAUSE_NAME, "name") COLUMN(PAUSE_GC, "gcId"))
SPANS(COLLECTION, "jdk.GarbageCollection",
    COLUMN(GC_NAME, "name") COLUMN(GC_CAUSE, "cause") COLUMN(GC_ID, "gcId")
    COLUMN(GC_PAUSES, "sumOfPauses|duration"))
SPANS(OLD_COLLECTION, "jdk.OldGarbageCollection", )
SPANS(SYSTEM_GC, "jdk.SystemGC", COLUMN(SYSTEM_GC_STACK, "stackTrace"))
SERIES(GC_CPU, "jdk.GCCPUTime",
    COLUMN(GC_CPU_USER, "userTime") COLUMN(GC_CPU_SYSTEM, "systemTime") COLUMN(GC_CPU_REAL, "realTime"))
SERIES(GC_CONFIG, "jdk.GCConfiguration",
    COLUMN(CONFIG_OLD, "oldCollector") COLUMN(CONFIG_THREADS, "parallelGCThreads")
    COLUMN(CONFIG_TARGET, "pauseTarget"))
SERIES(YOUNG_CONFIG, "jdk.YoungGenerationConfiguration", COLUMN(YOUNG_MAX, "maxSize"))
SERIES(HEAP, "jdk.GCHeapSummary",
    COLUMN(HEAP_WHEN, "when") COLUMN(HEAP_USED, "heapUsed") COLUMN(HEAP_GC, "gcId"))
SERIES(HEAP_CONFIG, "jdk.GCHeapConfiguration",
    COLUMN(HEAP_CONFIG_MAX, "maxSize") COLUMN(HEAP_CONFIG_OOPS, "usesCompressedOops"))
SERIES(METASPACE, "jdk.MetaspaceSummary",
    COLUMN(METASPACE_WHEN, "when") COLUMN(METASPACE_USED, "metaspace.used"))
SERIES(METASPACE_OOM, "jdk.MetaspaceOOM", )
SERIES(G1_MMU, "jdk.G1MMU", COLUMN(MMU_TIME, "gcTime") COLUMN(MMU_TARGET, "pauseTarget"))
SERIES(MODE_FAILURE, "jdk.ConcurrentModeFailure", )
SPANS(Z_STALL, "jdk.ZAllocationStall", )
SPANS(HEAP_DUMP, "jdk.HeapDump", )

/* safepoints: the six of one follow one another */
SPANS(VM_OPERATION, "jdk.ExecuteVMOperation",
    COLUMN(VM_OPERATION, "operation") COLUMN(VM_SAFEPOINT, "safepoint") COLUMN(VM_BLOCKING, "blocking")
    COLUMN(VM_CALLER, "caller"))
SPANS(SAFEPOINT_BEGIN, "jdk.SafepointBegin", )
SPANS(SAFEPOINT_CLEANUP, "jdk.SafepointCleanup", )
SPANS(SAFEPOINT_TASK, "jdk.SafepointCleanupTask", )
SPANS(SAFEPOINT_SYNC, "jdk.SafepointStateSynchronization", )
SPANS(SAFEPOINT_WAIT, "jdk.SafepointWaitBlocked", )
SPANS(SAFEPOINT_END, "jdk.SafepointEnd", )

/* objects */
SERIES(IN_TLAB, "jdk.ObjectAllocationInNewTLAB",
    COLUMN(TLAB_CLASS, "objectClass") COLUMN(TLAB_SIZE, "tlabSize") COLUMN(TLAB_THREAD, "eventThread")
    COLUMN(TLAB_STACK, "stackTrace"))
LIKE_SERIES(OUT_OF_TLAB, "jdk.ObjectAllocationOutsideTLAB",
    COLUMN(TLAB_CLASS, "objectClass") COLUMN(TLAB_SIZE, "allocationSize")
    COLUMN(TLAB_THREAD, "eventThread") COLUMN(TLAB_STACK, "stackTrace"))
LIKE_SERIES(ALLOCATION, "jdk.ObjectAllocationSample",
    COLUMN(TLAB_CLASS, "objectClass") COLUMN(TLAB_SIZE, "weight") COLUMN(TLAB_THREAD, "eventThread")
    COLUMN(TLAB_STACK, "stackTrace"))
SERIES(OBJECT_COUNT, "jdk.ObjectCount",
    COLUMN(COUNT_GC, "gcId") COLUMN(COUNT_CLASS, "objectClass") COLUMN(COUNT_SIZE, "totalSize"))
LIKE_SERIES(OBJECT_COUNT_GC, "jdk.ObjectCountAfterGC",
    COLUMN(COUNT_GC, "gcId") COLUMN(COUNT_CLASS, "objectClass") COLUMN(COUNT_SIZE, "totalSize"))
SERIES(OLD_OBJECT, "jdk.OldObjectSample", COLUMN(OLD_OBJECT_CLASS, "object.type")
    COLUMN(OLD_OBJECT_MADE, "allocationTime") COLUMN(OLD_OBJECT_STACK, "stackTrace"))
SERIES(FINALIZERS, "jdk.FinalizerStatistics",
    COLUMN(FINALIZER_CLASS, "finalizableClass") COLUMN(FINALIZER_RUN, "totalFinalizersRun")
    COLUMN(FINALIZER_OBJECTS, "objects"))

/* classes, code */
SPANS(CLASS_LOAD, "jdk.ClassLoad",
    COLUMN(CLASS_NAME, "loadedClass") COLUMN(CLASS_DEFINED_BY, "definingClassLoader.type")
    COLUMN(CLASS_INITIATED_BY, "initiatingClassLoader.type"))
LIKE_SPANS(CLASS_UNLOAD, "jdk.ClassUnload", COLUMN(CLASS_NAME, "unloadedClass"))
SERIES(CLASSES, "jdk.ClassLoadingStatistics",
    COLUMN(CLASSES_LOADED, "loadedClassCount") COLUMN(CLASSES_UNLOADED, "unloadedClassCount"))
SERIES(CLASS_DEFINE, "jdk.ClassDefine", COLUMN(CLASS_DEFINE_STACK, "stackTrace"))
SERIES(LOADERS, "jdk.ClassLoaderStatistics", COLUMN(LOADER_TYPE, "classLoader.type"))
SERIES(CODE_FULL, "jdk.CodeCacheFull", )
SERIES(CODE_CONFIG, "jdk.CodeCacheConfiguration",
    COLUMN(CODE_CONFIG_RESERVED, "reservedSize") COLUMN(CODE_CONFIG_NON_NMETHOD, "nonNMethodSize")
    COLUMN(CODE_CONFIG_PROFILED, "profiledSize") COLUMN(CODE_CONFIG_NON_PROFILED, "nonProfiledSize"))
SERIES(CODE_CACHE, "jdk.CodeCacheStatistics",
    COLUMN(CODE_TYPE, "codeBlobType") COLUMN(CODE_FREE, "unallocatedCapacity"))

/* threads, locks */
SERIES(SWITCH_RATE, "jdk.ThreadContextSwitchRate", COLUMN(SWITCH_RATE, "switchRate"))
SERIES(THREADS, "jdk.JavaThreadStatistics",
    COLUMN(THREADS_ACTIVE, "activeCount") COLUMN(THREADS_STARTED, "accumulatedCount"))
SERIES(THREAD_START, "jdk.ThreadStart", COLUMN(THREAD_START_STACK, "stackTrace")
    COLUMN(THREAD_START_THREAD, "thread") COLUMN(THREAD_START_PARENT, "parentThread"))
SERIES(THREAD_DUMP, "jdk.ThreadDump", COLUMN(DUMP_TEXT, "result"))
SPANS(MONITOR, "jdk.JavaMonitorEnter",
    COLUMN(MONITOR_THREAD, "eventThread") COLUMN(MONITOR_CLASS, "monitorClass")
    COLUMN(MONITOR_ADDRESS, "address") COLUMN(MONITOR_OWNER, "previousOwner")
    COLUMN(MONITOR_STACK, "stackTrace"))
SPANS(SLEEP, "jdk.ThreadSleep", COLUMN(SLEEP_THREAD, "eventThread") COLUMN(SLEEP_TIME, "time")
    COLUMN(SLEEP_STACK, "stackTrace"))
SPANS(MONITOR_WAIT, "jdk.JavaMonitorWait", COLUMN(MONITOR_WAIT_THREAD, "eventThread")
    COLUMN(MONITOR_WAIT_NOTIFIER, "notifier") COLUMN(MONITOR_WAIT_STACK, "stackTrace"))
SPANS(PARK, "jdk.ThreadPark",
    COLUMN(PARK_CLASS, "parkedClass") COLUMN(PARK_THREAD, "eventThread")
    COLUMN(PARK_STACK, "stackTrace") COLUMN(PARK_ADDRESS, "address"))
SPANS(BIASED_CLASS, "jdk.BiasedLockClassRevocation",
    COLUMN(BIASED_CLASS, "revokedClass") COLUMN(BIASED_DISABLED, "disableBiasing"))
SPANS(PINNED, "jdk.VirtualThreadPinned",
    COLUMN(PINNED_REASON, "pinnedReason") COLUMN(PINNED_STACK, "stackTrace"))

/* exceptions: the stack is there if the class is one of retries; the sites are texts: the first frame
 * that is not the JDK's, null if all are, and the first; for there are millions with as many stacks */
SERIES(ERROR, "jdk.JavaErrorThrow",
    COLUMN(THROWN_CLASS, "thrownClass") COLUMN(THROWN_MESSAGE, "message")
    COLUMN(THROWN_STACK, "stackTrace") COLUMN(THROWN_SITE, "stackTrace.topApplicationFrame")
    COLUMN(THROWN_TOP, "stackTrace.topFrame"))
LIKE_SERIES(EXCEPTION, "jdk.JavaExceptionThrow",
    COLUMN(THROWN_CLASS, "thrownClass") COLUMN(THROWN_MESSAGE, "message")
    COLUMN(THROWN_STACK, "stackTrace") COLUMN(THROWN_SITE, "stackTrace.topApplicationFrame")
    COLUMN(THROWN_TOP, "stackTrace.topFrame"))
SERIES(THROWABLES, "jdk.ExceptionStatistics", COLUMN(THROWABLES, "throwables"))

/* files and sockets */
SPANS(SOCKET_READ, "jdk.SocketRead",
    COLUMN(IO_PATH, "host") COLUMN(IO_STACK, "stackTrace") COLUMN(IO_THREAD, "eventThread")
    COLUMN(IO_BYTES, "bytesRead") COLUMN(IO_ADDRESS, "address") COLUMN(IO_PORT, "port"))
LIKE_SPANS(SOCKET_WRITE, "jdk.SocketWrite",
    COLUMN(IO_PATH, "host") COLUMN(IO_STACK, "stackTrace") COLUMN(IO_THREAD, "eventThread")
    COLUMN(IO_BYTES, "bytesWritten") COLUMN(IO_ADDRESS, "address") COLUMN(IO_PORT, "port"))
LIKE_SPANS(FILE_READ, "jdk.FileRead",
    COLUMN(IO_PATH, "path") COLUMN(IO_STACK, "stackTrace") COLUMN(IO_THREAD, "eventThread")
    COLUMN(IO_BYTES, "bytesRead"))
LIKE_SPANS(FILE_WRITE, "jdk.FileWrite",
    COLUMN(IO_PATH, "path") COLUMN(IO_STACK, "stackTrace") COLUMN(IO_THREAD, "eventThread")
    COLUMN(IO_BYTES, "bytesWritten"))
LIKE_SPANS(FILE_FORCE, "jdk.FileForce",
    COLUMN(IO_PATH, "path") COLUMN(IO_STACK, "stackTrace") COLUMN(IO_THREAD, "eventThread"))

/* the machine, its memory and processes, containers */
SERIES(PROCESSOR, "jdk.CPUInformation", COLUMN(PROCESSOR_THREADS, "hwThreads"))
SERIES(MEMORY, "jdk.PhysicalMemory", COLUMN(MEMORY_TOTAL, "totalSize") COLUMN(MEMORY_USED, "usedSize"))
SERIES(PROCESS, "jdk.SystemProcess", )
SPANS(PROCESS_START, "jdk.ProcessStart", )
SERIES(CONTAINER, "jdk.ContainerConfiguration",
    COLUMN(CONTAINER_MEMORY_LIMIT, "memoryLimit") COLUMN(CONTAINER_CPUS, "effectiveCpuCount")
    COLUMN(CONTAINER_SLICE, "cpuSlicePeriod") COLUMN(CONTAINER_QUOTA, "cpuQuota"))
SERIES(CONTAINER_MEMORY, "jdk.ContainerMemoryUsage",
    COLUMN(CONTAINER_USED, "memoryUsage") COLUMN(CONTAINER_FAILS, "memoryFailCount"))
SERIES(RESIDENT, "jdk.ResidentSetSize", COLUMN(RESIDENT_SIZE, "size"))
SERIES(NATIVE_TOTAL, "jdk.NativeMemoryUsageTotal", COLUMN(NATIVE_COMMITTED, "committed"))
SERIES(DIRECT, "jdk.DirectBufferStatistics",
    COLUMN(DIRECT_MAX, "maxCapacity") COLUMN(DIRECT_COUNT, "count") COLUMN(DIRECT_USED, "memoryUsed"))

/* how the JVM was started and ended, what was loaded into it */
SERIES(FLAG, "jdk.BooleanFlag", COLUMN(FLAG_NAME, "name") COLUMN(FLAG_VALUE, "value"))
SERIES(PROPERTY, "jdk.InitialSystemProperty", COLUMN(PROPERTY_KEY, "key") COLUMN(PROPERTY_VALUE, "value"))
LIKE_SERIES(ENVIRONMENT, "jdk.InitialEnvironmentVariable",
    COLUMN(PROPERTY_KEY, "key") COLUMN(PROPERTY_VALUE, "value"))
SERIES(CERTIFICATE, "jdk.X509Certificate",
    COLUMN(CERTIFICATE_ALGORITHM, "algorithm") COLUMN(CERTIFICATE_KEY, "keyType")
    COLUMN(CERTIFICATE_LENGTH, "keyLength") COLUMN(CERTIFICATE_UNTIL, "validUntil")
    COLUMN(CERTIFICATE_ID, "certificateId") COLUMN(CERTIFICATE_SUBJECT, "subject"))
SERIES(DUMP_REASON, "jdk.DumpReason", COLUMN(REASON, "reason"))
LIKE_SERIES(SHUTDOWN, "jdk.Shutdown", COLUMN(REASON, "reason"))
SERIES(JAVA_AGENT, "jdk.JavaAgent",
    COLUMN(AGENT_NAME, "name") COLUMN(AGENT_OPTIONS, "options") COLUMN(AGENT_DYNAMIC, "dynamic")
    COLUMN(AGENT_TIME, "initializationTime"))
LIKE_SERIES(NATIVE_AGENT, "jdk.NativeAgent",
    COLUMN(AGENT_NAME, "name") COLUMN(AGENT_OPTIONS, "options") COLUMN(AGENT_DYNAMIC, "dynamic")
    COLUMN(AGENT_TIME, "initializationTime"))
SERIES(DMS, "com.oracle.dms.dfw.dms.dfw.DFW_Incident.DFW_Incident_state", )
SERIES(NATIVE_SAMPLE, "jdk.NativeMethodSample",
    COLUMN(SAMPLE_STACK, "stackTrace")
    COLUMN(SAMPLE_THREAD, "sampledThread"))

/* when each was thrown, for what compares stretches of time (contrast.h): no rule looks at it */
LIKE_SERIES(THROWN, "jdk.JavaExceptionThrow", COLUMN(THROWN_CLASS, "thrownClass"))
