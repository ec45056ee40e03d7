/* What comes of what: COMES(effect, cause, when), by the rules' ids, the first cause that fits
 * counts. ALWAYS: the cause was found, and costs half as much at least. SAME: besides, both name
 * the same method, host or file somewhere. ZEROES: the effect's method fills memory, as allocation
 * does. */

/* what the collector does */
#define COLLECTOR_COMES(cause)                    \
    COMES("GcPauseRatio", cause, ALWAYS)          \
    COMES("HighGc", cause, ALWAYS)                \
    COMES("LongGcPause", cause, ALWAYS)           \
    COMES("FullGc", cause, ALWAYS)                \
    COMES("GcStall", cause, ALWAYS)               \
    COMES("GcPauseTargetRule", cause, ALWAYS)     \
    COMES("GcThreadStarvation", cause, ALWAYS)    \
    COMES("GcInvertedParallelism", cause, ALWAYS) \
    COMES("SingleThreadedGc", cause, ALWAYS)      \
    COMES("GcFreedRatio", cause, ALWAYS)          \
    COMES("VMOperations", cause, ALWAYS)

COLLECTOR_COMES("ContainerThrottling")
COMES("TimeToSafepoint", "ContainerThrottling", ALWAYS)
COMES("ApplicationHalts", "ContainerThrottling", ALWAYS)
COMES("LockConvoy", "ContainerThrottling", ALWAYS)
COMES("HeapTooSmall", "IncreasingLiveSet", ALWAYS)
COMES("DumpReason", "IncreasingLiveSet", ALWAYS)
COLLECTOR_COMES("SystemGc")
COLLECTOR_COMES("HeapInspectionGc")
COLLECTOR_COMES("HumongousAllocation")
COMES("HeapTooSmall", "HumongousAllocation", ALWAYS)
COMES("TlabAllocationRatio", "HumongousAllocation", ALWAYS)
COLLECTOR_COMES("IncreasingLiveSet")
COLLECTOR_COMES("HeapTooSmall")
COLLECTOR_COMES("PrimitiveToObjectConversion")
COMES("HighGc", "GcPauseRatio", ALWAYS)
COMES("LongGcPause", "GcPauseRatio", ALWAYS)
COMES("FullGc", "GcPauseRatio", ALWAYS)
COMES("GcStall", "GcPauseRatio", ALWAYS)
COMES("GcPauseTargetRule", "GcPauseRatio", ALWAYS)
COMES("GcThreadStarvation", "GcPauseRatio", ALWAYS)
COMES("GcInvertedParallelism", "GcPauseRatio", ALWAYS)
COMES("SingleThreadedGc", "GcPauseRatio", ALWAYS)
COMES("GcFreedRatio", "GcPauseRatio", ALWAYS)
COMES("Allocations.class", "GcPauseRatio", SAME)
COMES("LongGcPause", "HighGc", ALWAYS)
COMES("GcPauseTargetRule", "LongGcPause", ALWAYS)
COMES("GcThreadStarvation", "LongGcPause", ALWAYS)
COMES("GcInvertedParallelism", "LongGcPause", ALWAYS)
COMES("GcStall", "FullGc", ALWAYS)
COMES("GcInvertedParallelism", "CompareCpu", ALWAYS)
COMES("GcThreadStarvation", "CompareCpu", ALWAYS)
COMES("GcPauseTargetRule", "CompareCpu", ALWAYS)
COMES("GcInvertedParallelism", "GcThreadStarvation", ALWAYS)
COMES("TimeToSafepoint", "CompareCpu", ALWAYS)

/* allocation */
COMES("Allocations.class", "PrimitiveToObjectConversion", ALWAYS)
COMES("Allocations.thread", "PrimitiveToObjectConversion", ALWAYS)
COMES("MethodProfiling", "PrimitiveToObjectConversion", SAME)
COMES("Allocations.thread", "Allocations.class", ALWAYS)
COMES("GcFreedRatio", "Allocations.class", ALWAYS)
COMES("MethodProfiling", "Allocations.class", ZEROES)

/* memory */
COMES("NativeMemoryGrowth", "DirectBufferGrowth", ALWAYS)
COMES("DirectBuffers", "DirectBufferGrowth", ALWAYS)
COMES("NativeMemoryGrowth", "ThreadGrowth", ALWAYS)
COMES("IncreasingLiveSet", "ThreadGrowth", ALWAYS)
COMES("ThreadsStarted", "ThreadGrowth", ALWAYS)
COMES("NativeMemoryGrowth", "IncreasingLiveSet", ALWAYS)
COMES("ClassGrowth", "ClassLoaderGrowth", ALWAYS)
COMES("ClassLeak", "ClassLoaderGrowth", ALWAYS)
COMES("IncreasingMetaSpaceLiveSet", "ClassLoaderGrowth", ALWAYS)
COMES("MetaspaceOom", "ClassLoaderGrowth", ALWAYS)
COMES("Library", "ClassLoaderGrowth", ALWAYS)
COMES("ClassLoading", "ClassLoaderGrowth", ALWAYS)
COMES("IncreasingMetaSpaceLiveSet", "ClassGrowth", ALWAYS)
COMES("ClassLeak", "ClassGrowth", ALWAYS)
COMES("MetaspaceOom", "ClassGrowth", ALWAYS)
COMES("ClassLoading", "ClassGrowth", ALWAYS)
COMES("ClassLeak", "IncreasingMetaSpaceLiveSet", ALWAYS)

/* who waits for whom */
COMES("WaitingForThreads", "PoolWaitsForItself", ALWAYS)
COMES("SlowHost", "PoolWaitsForItself", SAME)
COMES("LockConvoy", "JavaBlocking", ALWAYS)
COMES("ContextSwitch", "JavaBlocking", ALWAYS)
COMES("MethodProfiling", "JavaBlocking", SAME)
COMES("CallTree", "JavaBlocking", SAME)
COMES("SlowHost", "JavaBlocking", SAME)
COMES("FileForce", "JavaBlocking", SAME)
COMES("FileWrite", "JavaBlocking", SAME)
COMES("FileRead", "JavaBlocking", SAME)
COMES("SocketRead", "JavaBlocking", SAME)
COMES("SmallFileCalls", "JavaBlocking", SAME)
COMES("Library", "JavaBlocking", SAME)
COMES("Library", "WaitingForThreads", SAME)
COMES("MethodProfiling", "WaitingForThreads", SAME)
COMES("CallTree", "WaitingForThreads", SAME)
COMES("SerialPhases", "WaitingForThreads", SAME)
COMES("SlowHost", "WaitingForThreads", SAME)
COMES("FileForce", "WaitingForThreads", SAME)
COMES("FileWrite", "WaitingForThreads", SAME)
COMES("FileRead", "WaitingForThreads", SAME)
COMES("SocketRead", "WaitingForThreads", SAME)
COMES("JavaBlocking", "WaitingForThreads", SAME)
COMES("MethodProfiling", "SerialPhases", SAME)
COMES("CallTree", "SerialPhases", SAME)
COMES("SocketRead", "SlowHost", SAME)
COMES("SocketRead", "ManySmallReads", SAME)
COMES("SlowHost", "SmallFileCalls", SAME)
COMES("SocketRead", "SmallFileCalls", SAME)
COMES("SocketWrite", "SmallFileCalls", ALWAYS)
COMES("ContextSwitch", "ManySmallReads", ALWAYS)
COMES("MethodProfiling", "CarriersTaken", SAME)
COMES("CallTree", "CarriersTaken", SAME)
COMES("CarriersTaken", "VirtualThreadPinned", ALWAYS)
COMES("ContextSwitch", "CompareCpu", ALWAYS)

/* what takes the CPU */
COMES("MethodProfiling", "InterpretedCode", SAME)
COMES("CallTree", "InterpretedCode", SAME)
COMES("Library", "InterpretedCode", SAME)
COMES("InterpretedCode", "CodeCache", ALWAYS)
COMES("HighJvmCpu", "InterpretedCode", ALWAYS)
COMES("MethodProfiling", "SmallFileCalls", SAME)
COMES("CallTree", "SmallFileCalls", SAME)
COMES("MethodProfiling", "CallTree", SAME)
COMES("CallTree", "Library", SAME)
COMES("MethodProfiling", "Library", SAME)
COMES("CallTree", "Exceptions", SAME)
COMES("MethodProfiling", "Exceptions", SAME)
COMES("Errors", "Exceptions", SAME)
COMES("Exceptions", "RetryStorm", ALWAYS)
COMES("FinalizerBacklog", "FinalizersRun", SAME)
#undef COLLECTOR_COMES
