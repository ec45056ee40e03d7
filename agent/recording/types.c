#include "agent/recording/types.h"

#include "agent/recording/words.h"

/* ==== Constants ============================================================================== */

static fields thread_fields = {
    FIELD("osName", STRING, LABEL("OS Thread Name")),
    FIELD("osThreadId", "long", LABEL("OS Thread Id")),
    FIELD("javaName", STRING, LABEL("Java Thread Name")),
    FIELD("javaThreadId", "long", LABEL("Java Thread Id")),
    POOLED("group", "jdk.types.ThreadGroup", LABEL("Java Thread Group")),
    FIELD("virtual", "boolean", LABEL("Virtual Thread")),
    END,
};
static fields class_fields = {
    POOLED("classLoader", "jdk.types.ClassLoader", LABEL("Class Loader")),
    POOLED("name", SYMBOL, LABEL("Name")),
    POOLED("package", "jdk.types.Package", LABEL("Package")),
    FIELD("modifiers", "int", LABEL("Access Modifiers")),
    FIELD("hidden", "boolean", LABEL("Hidden")),
    END,
};
static fields class_loader_fields = {
    POOLED("type", CLASS, LABEL("Type")),
    POOLED("name", SYMBOL, LABEL("Name")),
    END,
};
static fields package_fields = {
    POOLED("name", SYMBOL, LABEL("Name")),
    POOLED("module", "jdk.types.Module", LABEL("Module")),
    FIELD("exported", "boolean", LABEL("Exported")),
    END,
};
static fields module_fields = {
    POOLED("name", SYMBOL, LABEL("Name")),
    POOLED("version", SYMBOL, LABEL("Version")),
    POOLED("location", SYMBOL, LABEL("Location")),
    POOLED("classLoader", "jdk.types.ClassLoader", LABEL("Class Loader")),
    END,
};
static fields method_fields = {
    POOLED("type", CLASS, LABEL("Type")),
    POOLED("name", SYMBOL, LABEL("Name")),
    POOLED("descriptor", SYMBOL, LABEL("Descriptor")),
    FIELD("modifiers", "int", LABEL("Access Modifiers")),
    FIELD("hidden", "boolean", LABEL("Hidden")),
    END,
};
static fields symbol_fields = {FIELD("string", STRING, LABEL("String")), END};
static fields thread_group_fields = {
    POOLED("parent", "jdk.types.ThreadGroup", LABEL("Parent")),
    FIELD("name", STRING, LABEL("Name")),
    END,
};
static fields stack_trace_fields = {
    FIELD("truncated", "boolean", LABEL("Truncated")),
    ARRAY_OF("frames", "jdk.types.StackFrame", LABEL("Stack Frames")),
    END,
};
static fields stack_frame_fields = {
    POOLED("method", "jdk.types.Method", LABEL("Java Method")),
    FIELD("lineNumber", "int", LABEL("Line Number")),
    FIELD("bytecodeIndex", "int", LABEL("Bytecode Index")),
    POOLED("type", "jdk.types.FrameType", LABEL("Frame Type")),
    END,
};
static fields description_field = {FIELD("description", STRING, LABEL("Description")), END};
static fields name_field = {FIELD("name", STRING, LABEL("Name")), END};
static fields cause_field = {FIELD("cause", STRING, LABEL("Cause")), END};

const struct recording_constant recording_frame_types[] = {
    {RECORDING_INTERPRETED, "Interpreted"},
    {RECORDING_JIT, "JIT compiled"},
    {RECORDING_INLINED, "Inlined"},
    {RECORDING_NATIVE, "Native"},
    {RECORDING_CPP, "C++"},
    {0, NULL},
};
const struct recording_constant recording_thread_states[] = {
    {RECORDING_STATE_NEW, "STATE_NEW"},
    {RECORDING_STATE_DEFAULT, "STATE_DEFAULT"},
    {RECORDING_STATE_TERMINATED, "STATE_TERMINATED"},
    {RECORDING_STATE_RUNNABLE, "STATE_RUNNABLE"},
    {RECORDING_STATE_SLEEPING, "STATE_SLEEPING"},
    {RECORDING_STATE_OBJECT_WAIT, "STATE_IN_OBJECT_WAIT"},
    {RECORDING_STATE_OBJECT_WAIT_TIMED, "STATE_IN_OBJECT_WAIT_TIMED"},
    {RECORDING_STATE_PARKED, "STATE_PARKED"},
    {RECORDING_STATE_PARKED_TIMED, "STATE_PARKED_TIMED"},
    {RECORDING_STATE_BLOCKED, "STATE_BLOCKED_ON_MONITOR_ENTER"},
    {0, NULL},
};

/* ==== Events ================================================================================= */

static fields sample_fields = {
    START,
    POOLED("sampledThread", THREAD, LABEL("Thread")),
    POOLED("stackTrace", STACK, LABEL("Stack Trace")),
    POOLED("state", "jdk.types.ThreadState", LABEL("Thread State")),
    END,
};
static fields execution_sample_fields = {
    START,
    POOLED("sampledThread", THREAD, LABEL("Thread")),
    POOLED("stackTrace", STACK, LABEL("Stack Trace")),
    POOLED("state", "jdk.types.ThreadState", LABEL("Thread State")),
    /* Converters that know the four fields above alone read on behind them: what follows is to them
     * an event of its own, its size first, its type next, and they step over it. */
    FIELD("rest", "int", UNSIGNED, LABEL("Rest"),
          ABOUT("Bytes of this and the following fields, for readers that do not know them")),
    FIELD(
        "leftJava", "boolean", LABEL("Left Java Code"),
        ABOUT("The thread was chosen in Java code and had left it when it was stopped: the frames "
              "are the last ones in there")),
    FIELD("cpuTime", "long", SPAN("NANOSECONDS"), LABEL("CPU Time"),
          ABOUT("CPU time that the thread used since its last sample")),
    END,
};
static fields wall_sample_fields = {
    START,
    POOLED("sampledThread", THREAD, LABEL("Thread")),
    POOLED("stackTrace", STACK, LABEL("Stack Trace")),
    POOLED("state", "jdk.types.ThreadState", LABEL("Thread State")),
    FIELD("samples", "int", UNSIGNED, LABEL("Samples")),
    FIELD("timeSpan", "long", SPAN("TICKS"), LABEL("Time Span")),
    END,
};
static fields active_recording_fields = {
    START,
    FIELD("id", "long", LABEL("Id")),
    FIELD("name", STRING, LABEL("Name")),
    FIELD("destination", STRING, LABEL("Destination")),
    FIELD("disk", "boolean", LABEL("To Disk")),
    FIELD("maxAge", "long", LABEL("Max Age"), SPAN("MILLISECONDS")),
    FIELD("flushInterval", "long", LABEL("Flush Interval"), SPAN("MILLISECONDS")),
    FIELD("maxSize", "long", LABEL("Max Size"), BYTES),
    FIELD("recordingStart", "long", LABEL("Start Time"), TIME("MILLISECONDS_SINCE_EPOCH")),
    FIELD("recordingDuration", "long", LABEL("Recording Duration"), SPAN("MILLISECONDS")),
    END,
};
static fields active_setting_fields = {
    START,
    FIELD("id", "long", LABEL("Event Id")),
    FIELD("name", STRING, LABEL("Setting Name")),
    FIELD("value", STRING, LABEL("Setting Value")),
    END,
};
static fields jvm_information_fields = {
    START,
    FIELD("jvmName", STRING, LABEL("JVM Name")),
    FIELD("jvmVersion", STRING, LABEL("JVM Version")),
    FIELD("jvmArguments", STRING, LABEL("JVM Command Line Arguments")),
    FIELD("jvmFlags", STRING, LABEL("JVM Settings File Arguments")),
    FIELD("javaArguments", STRING, LABEL("Java Application Arguments")),
    FIELD("jvmStartTime", "long", TIME("MILLISECONDS_SINCE_EPOCH"), LABEL("JVM Start Time")),
    FIELD("pid", "long", LABEL("Process Identifier")),
    END,
};
static fields os_information_fields = {START, FIELD("osVersion", STRING, LABEL("OS Version")), END};
static fields cpu_information_fields = {
    START,
    FIELD("cpu", STRING, LABEL("Type")),
    FIELD("description", STRING, LABEL("Description")),
    FIELD("sockets", "int", UNSIGNED, LABEL("Sockets")),
    FIELD("cores", "int", UNSIGNED, LABEL("Cores")),
    FIELD("hwThreads", "int", UNSIGNED, LABEL("Hardware Threads")),
    END,
};
static fields system_property_fields = {
    START,
    FIELD("key", STRING, LABEL("Key")),
    FIELD("value", STRING, LABEL("Value")),
    END,
};
static fields cpu_load_fields = {
    START,
    FIELD("jvmUser", "float", PERCENT, LABEL("JVM User")),
    FIELD("jvmSystem", "float", PERCENT, LABEL("JVM System")),
    FIELD("machineTotal", "float", PERCENT, LABEL("Machine Total")),
    END,
};
static fields thread_cpu_load_fields = {
    START,
    EVENT_THREAD,
    FIELD("user", "float", PERCENT, LABEL("User Mode CPU Load"),
          ABOUT("User mode thread CPU load")),
    FIELD("system", "float", PERCENT, LABEL("System Mode CPU Load"),
          ABOUT("System mode thread CPU load")),
    END,
};
static fields container_usage_fields = {
    START,
    FIELD("cpuTime", "long", LABEL("CPU Time"),
          ABOUT("Aggregate time consumed by all tasks in the container"), SPAN("NANOSECONDS")),
    FIELD("cpuUserTime", "long", LABEL("CPU User Time"),
          ABOUT("Aggregate user time consumed by all tasks in the container"), SPAN("NANOSECONDS")),
    FIELD("cpuSystemTime", "long", LABEL("CPU System Time"),
          ABOUT("Aggregate system time consumed by all tasks in the container"),
          SPAN("NANOSECONDS")),
    END,
};
static fields container_throttling_fields = {
    START,
    FIELD("cpuElapsedSlices", "long", LABEL("CPU Elapsed Slices"),
          ABOUT("Number of time-slice periods that have elapsed if a CPU quota has been setup for "
                "the container")),
    FIELD("cpuThrottledSlices", "long", LABEL("CPU Throttled Slices"),
          ABOUT("Number of time-slice periods that the CPU has been throttled or limited due to "
                "exceeding CPU quota")),
    FIELD("cpuThrottledTime", "long", LABEL("CPU Throttled Time"),
          ABOUT("Total time duration, in nanoseconds, that the CPU has been throttled or limited "
                "due to exceeding CPU quota"),
          SPAN("NANOSECONDS")),
    END,
};
static fields garbage_collection_fields = {
    START,
    DURATION,
    EVENT_THREAD,
    FIELD("gcId", "int", UNSIGNED, {"jdk.types.GcId", {NULL}}, LABEL("GC Identifier")),
    POOLED("name", "jdk.types.GCName", LABEL("Name"), ABOUT("The name of the Garbage Collector")),
    POOLED("cause", "jdk.types.GCCause", LABEL("Cause"),
           ABOUT("The reason for triggering this Garbage Collection")),
    FIELD("sumOfPauses", "long", UNSIGNED, SPAN("TICKS"), LABEL("Sum of Pauses"),
          ABOUT("Sum of all the times in which Java execution was paused during the garbage "
                "collection")),
    FIELD("longestPause", "long", UNSIGNED, SPAN("TICKS"), LABEL("Longest Pause"),
          ABOUT("Longest individual pause during the garbage collection")),
    END,
};
static fields thread_start_fields = {
    START,
    EVENT_THREAD,
    STACK_TRACE,
    POOLED("thread", THREAD, LABEL("New Java Thread")),
    POOLED("parentThread", THREAD, LABEL("Parent Java Thread")),
    END,
};
static fields thread_end_fields = {
    START,
    EVENT_THREAD,
    POOLED("thread", THREAD, LABEL("Java Thread")),
    END,
};
static fields data_loss_fields = {
    START,
    FIELD("amount", "long", UNSIGNED, BYTES, LABEL("Amount"), ABOUT("Amount lost data")),
    FIELD("total", "long", UNSIGNED, BYTES, LABEL("Total"), ABOUT("Total lost amount for thread")),
    END,
};
#define MONITOR_ADDRESS(name_, label_)                                \
    FIELD(name_, "long", UNSIGNED, {"jdk.jfr.MemoryAddress", {NULL}}, \
          {"jdk.types.JavaMonitorAddress", {NULL}}, LABEL(label_))
static fields monitor_enter_fields = {
    START,
    DURATION,
    EVENT_THREAD,
    STACK_TRACE,
    POOLED("monitorClass", CLASS, LABEL("Monitor Class")),
    POOLED("previousOwner", THREAD, LABEL("Previous Monitor Owner")),
    MONITOR_ADDRESS("address", "Monitor Address"),
    END,
};
static fields thread_park_fields = {
    START,
    DURATION,
    EVENT_THREAD,
    STACK_TRACE,
    POOLED("parkedClass", CLASS, LABEL("Class Parked On")),
    FIELD("timeout", "long", SPAN("NANOSECONDS"), LABEL("Park Timeout")),
    FIELD("until", "long", TIME("MILLISECONDS_SINCE_EPOCH"), LABEL("Park Until")),
    MONITOR_ADDRESS("address", "Address of Object Parked"),
    END,
};
static fields allocation_fields = {
    START,
    EVENT_THREAD,
    STACK_TRACE,
    POOLED("objectClass", CLASS, LABEL("Object Class"), ABOUT("Class of allocated object")),
    FIELD("weight", "long", BYTES, LABEL("Sample Weight"),
          ABOUT("The relative weight of the sample. Aggregating the weights for a large number of "
                "samples, for a particular class, thread or stack trace, gives a statistically "
                "accurate representation of the allocation pressure")),
    END,
};
static fields live_fields = {
    START,
    EVENT_THREAD,
    STACK_TRACE,
    POOLED("objectClass", CLASS, LABEL("Object Class")),
    FIELD("allocationSize", "long", BYTES, LABEL("Allocation Size"),
          ABOUT("Bytes of live objects that this one stands for")),
    FIELD("allocationTime", "long", TIME("TICKS"), LABEL("Allocation Time")),
    END,
};
/* Types that are declared and never written: the JDK's stock views ask for them and fail where a
 * recording does not know them. */
#define GC_ID FIELD("gcId", "int", UNSIGNED, {"jdk.types.GcId", {NULL}}, LABEL("GC Identifier"))
static fields timed_fields = {START, DURATION, EVENT_THREAD, STACK_TRACE, END};
static fields gc_fields = {START, DURATION, GC_ID, END};
static fields heap_fields = {
    START,
    GC_ID,
    FIELD("when", STRING, LABEL("When")),
    FIELD("heapUsed", "long", UNSIGNED, BYTES, LABEL("Heap Used")),
    END,
};
static fields shutdown_fields = {
    START, EVENT_THREAD, STACK_TRACE, FIELD("reason", STRING, LABEL("Reason")), END,
};
enum {
    DECLARED_HEAP = RECORDING_EVENTS,
    DECLARED_YOUNG,
    DECLARED_OLD,
    DECLARED_SHUTDOWN,
    DECLARED_WAIT,
    DECLARED_SLEEP,
    DECLARED_FILE_READ,
    DECLARED_FILE_WRITE,
    DECLARED_SOCKET_READ,
    DECLARED_SOCKET_WRITE,
};
#define COUNT(name_, label_) FIELD(name_, "long", UNSIGNED, LABEL(label_))
#define CUT(name_, label_, what) \
    FIELD(name_, "long", UNSIGNED, LABEL("Cut: " label_), ABOUT("Of those taken, not whole: " what))
#define FAILED(name_, code) COUNT(name_, "Failed with " code)
static fields statistics_fields = {
    START,
    DURATION,
    COUNT("requested", "Requested"),
    COUNT("taken", "Taken"),
    COUNT("timedOut", "Timed Out"),
    COUNT("leftState", "No Longer in State"),
    COUNT("exited", "Thread Exited"),
    COUNT("crashed", "Stack Walk Crashed"),
    FAILED("noFrames", "0 (No Frames)"),
    FAILED("noClassLoad", "-1 (No Class Load)"),
    FAILED("gcActive", "-2 (GC Active)"),
    FAILED("notJava", "-3 (Not in Java)"),
    FAILED("notJavaUnwalkable", "-4 (Not in Java, Not Walkable)"),
    FAILED("javaUnknown", "-5 (In Java, Unknown)"),
    FAILED("javaUnwalkable", "-6 (In Java, Not Walkable)"),
    FAILED("unknownState", "-7 (Unknown State)"),
    FAILED("threadExit", "-8 (Thread Exit)"),
    FAILED("deoptimizing", "-9 (Deoptimizing)"),
    FAILED("safepoint", "-10 (Safepoint)"),
    FIELD("holdMedian", "long", SPAN("NANOSECONDS"), LABEL("Hold Time, Median"),
          ABOUT("How long a thread was suspended for one sample")),
    FIELD("holdP99", "long", SPAN("NANOSECONDS"), LABEL("Hold Time, 99th Percentile")),
    FIELD("holdMax", "long", SPAN("NANOSECONDS"), LABEL("Hold Time, Longest")),
    FIELD("noProcessor", "long", UNSIGNED, LABEL("Without a Processor"),
          ABOUT("Threads in Java code that waited for a processor when it was their turn: they did "
                "not answer, or had used no interval of CPU time since their last sample")),
    FIELD("holdCPUMedian", "long", SPAN("NANOSECONDS"), LABEL("Hold Time on a Processor, Median"),
          ABOUT("CPU time of a suspended thread: the walk of its stack. The rest of the hold time "
                "passes until sampler and thread get a processor")),
    FIELD("holdCPUP99", "long", SPAN("NANOSECONDS"),
          LABEL("Hold Time on a Processor, 99th Percentile")),
    FIELD("unmoved", "long", UNSIGNED, LABEL("Had Not Run"),
          ABOUT("Threads that had not run since their last sample, and so were not asked: their "
                "stack was written again")),
    FIELD("noRoom", "long", UNSIGNED, LABEL("No Room"),
          ABOUT("Too many samples waited to be written; the thread's next one stands for them")),
    FIELD("timersRefused", "long", UNSIGNED, LABEL("Timers Refused"),
          ABOUT("Threads that the system gave no timer for their CPU time")),
    FIELD("jvmThreads", "long", UNSIGNED, LABEL("Of Other Threads"),
          ABOUT("Samples of compilers, collectors and other threads without Java code, by their "
                "CPU clocks; they are not asked")),
    FIELD(
        "leftJava", "long", UNSIGNED, LABEL("Left Java Code"),
        ABOUT("Of those taken: the thread was not in Java code when it stopped, its last frames in "
              "there were taken")),
    FIELD("movedOn", "long", UNSIGNED, LABEL("Moved On"),
          ABOUT("Threads in the wanted state that were in another one when their turn came, and so "
                "were not asked")),
    FIELD("notReached", "long", UNSIGNED, LABEL("Not Reached"),
          ABOUT("Threads in Java code that the round did not come to: it was full, or late")),
    FIELD(
        "whole", "long", UNSIGNED, LABEL("Whole"),
        ABOUT("Of those taken: the stack ends where its thread began; 0 where the JVM walks, which "
              "does not tell")),
    CUT("cutDepth", "Deeper", "the stack has more frames than are walked"),
    CUT("cutHeap", "Frames in the Heap", "some frames of a virtual thread are in the heap"),
    CUT("cutCode", "Unknown Code", "a return address leads to no code of the JVM's"),
    CUT("cutMethod", "Without a Method", "a frame has no method: it is being made"),
    CUT("cutCall", "Without a Call", "a caller is at a bytecode that does not call"),
    CUT("cutStack", "Off the Stack", "a frame is not on the stack"),
    FIELD("cpuSampled", "long", SPAN("NANOSECONDS"), LABEL("CPU Time of the Samples"),
          ABOUT("What the samples written meanwhile stand for")),
    FIELD("cpuUsed", "long", SPAN("NANOSECONDS"), LABEL("CPU Time of the Process"),
          ABOUT("What all threads of the process used meanwhile, but for those of the agent")),
    FIELD("woken", "long", UNSIGNED, LABEL("Woken"),
          ABOUT("Threads that the signal of the process's timer woke, as the one that ran had it "
                "blocked: they are charged nothing")),
    END,
};

static settings plain = {ENABLED, {.name = NULL}};
static settings periodic = {ENABLED, PERIOD, {.name = NULL}};
static settings with_stack = {ENABLED, STACKS, {.name = NULL}};
static settings timed = {ENABLED, THRESHOLD, {.name = NULL}};
static settings timed_with_stack = {ENABLED, STACKS, THRESHOLD, {.name = NULL}};
static settings throttled = {ENABLED, STACKS, THROTTLE, {.name = NULL}};

/* ==== Annotations and controls =============================================================== */

static fields text_value = {FIELD("value", STRING), END};
static fields texts_value = {ARRAY_OF("value", STRING), END};

static fields experiment_fields = {
    START,
    DURATION,
    FIELD("block", "long", LABEL("Block"),
          ABOUT("Windows of a block are compared with each other")),
    FIELD(
        "kind", STRING, LABEL("Kind"),
        ABOUT("base: sampled alone; virtual: a method is faster by delays of all others; control: "
              "delays that are worth nothing; real: the program was told to do less")),
    FIELD("method", STRING, LABEL("Method")),
    FIELD("progressPoint", STRING, LABEL("Point of Progress")),
    FIELD("speedup", "int", LABEL("Speed-Up"), ABOUT("Percent of the method's time")),
    FIELD("delay", "long", SPAN("NANOSECONDS"), LABEL("Delay"),
          ABOUT("What all threads owed for this window; without it, it would have been so much "
                "shorter")),
    COUNT("progress", "Progress"),
    FIELD("ran", "long", SPAN("NANOSECONDS"), LABEL("Ran"), ABOUT("All Java threads together")),
    FIELD("waited", "long", SPAN("NANOSECONDS"), LABEL("Waited for Processors"),
          ABOUT("All Java threads together")),
    COUNT("switches", "Waits"),
    FIELD("largestDelay", "long", SPAN("NANOSECONDS"), LABEL("Largest Delay by One Sample")),
    COUNT("processors", "Processors"),
    FIELD("collected", "boolean", LABEL("With a Collection")),
    COUNT("samples", "Samples"),
    COUNT("failed", "Failed Walks"),
    COUNT("hits", "Samples of the Method"),
    COUNT("pauses", "Pauses"),
    FIELD("paused", "long", SPAN("NANOSECONDS"), LABEL("Paused"), ABOUT("All threads together")),
    FIELD("longestPause", "long", SPAN("NANOSECONDS"), LABEL("Longest Pause")),
    COUNT("credits", "Credits"),
    END,
};
static fields experiment_method_fields = {
    START,
    DURATION,
    FIELD("block", "long", LABEL("Block")),
    FIELD("method", STRING, LABEL("Method")),
    COUNT("hits", "Samples of the Method"),
    COUNT("samples", "Samples"),
    END,
};

const struct writer_type recording_types[] = {
    PRIMITIVE(4, "boolean"),
    PRIMITIVE(5, "char"),
    PRIMITIVE(6, "float"),
    PRIMITIVE(7, "double"),
    PRIMITIVE(8, "byte"),
    PRIMITIVE(9, "short"),
    PRIMITIVE(10, "int"),
    PRIMITIVE(11, "long"),
    PRIMITIVE(12, STRING),
    TYPE(TYPE_THREAD, THREAD, thread_fields, LABEL("Thread")),
    TYPE(TYPE_CLASS, CLASS, class_fields, LABEL("Java Class")),
    TYPE(TYPE_CLASS_LOADER, "jdk.types.ClassLoader", class_loader_fields,
         LABEL("Java Class Loader")),
    TYPE(TYPE_PACKAGE, "jdk.types.Package", package_fields, LABEL("Package")),
    TYPE(TYPE_MODULE, "jdk.types.Module", module_fields, LABEL("Module")),
    TYPE(TYPE_METHOD, "jdk.types.Method", method_fields, LABEL("Java Method")),
    SIMPLE(TYPE_SYMBOL, SYMBOL, symbol_fields, LABEL("Symbol")),
    TYPE(TYPE_THREAD_GROUP, "jdk.types.ThreadGroup", thread_group_fields, LABEL("Thread Group")),
    TYPE(TYPE_STACK_TRACE, STACK, stack_trace_fields, LABEL("Stacktrace")),
    TYPE(TYPE_STACK_FRAME, "jdk.types.StackFrame", stack_frame_fields, {NULL, {NULL}}),
    SIMPLE(TYPE_FRAME_TYPE, "jdk.types.FrameType", description_field, LABEL("Frame type")),
    SIMPLE(TYPE_THREAD_STATE, "jdk.types.ThreadState", name_field, LABEL("Java Thread State")),
    SIMPLE(TYPE_GC_NAME, "jdk.types.GCName", name_field, LABEL("GC Name")),
    SIMPLE(TYPE_GC_CAUSE, "jdk.types.GCCause", cause_field, LABEL("GC Cause")),

    EVENT(RECORDING_EXECUTION_SAMPLE, "jdk.ExecutionSample", periodic, execution_sample_fields,
          CATEGORY(JVM, "Profiling"), LABEL("Java Execution Sample"),
          ABOUT("Snapshot of a thread executing Java code. Threads that are not executing Java "
                "code, including those waiting or executing native code, are not included.")),
    EVENT(RECORDING_NATIVE_SAMPLE, "jdk.NativeMethodSample", periodic, sample_fields,
          CATEGORY(JVM, "Profiling"), LABEL("Native Sample"),
          ABOUT("Snapshot of a thread in native code, executing or waiting. Threads that are "
                "executing Java code are not included.")),
    EVENT(RECORDING_ACTIVE_RECORDING, "jdk.ActiveRecording", plain, active_recording_fields,
          LABEL("Flight Recording"), CATEGORY("Flight Recorder")),
    EVENT(RECORDING_ACTIVE_SETTING, "jdk.ActiveSetting", plain, active_setting_fields,
          LABEL("Recording Setting"), CATEGORY("Flight Recorder")),
    EVENT(RECORDING_JVM_INFORMATION, "jdk.JVMInformation", periodic, jvm_information_fields,
          CATEGORY(JVM), LABEL("JVM Information"),
          ABOUT("Description of JVM and the Java application")),
    EVENT(RECORDING_OS_INFORMATION, "jdk.OSInformation", periodic, os_information_fields,
          CATEGORY(OS), LABEL("OS Information"),
          ABOUT("Description of the OS the JVM runs on, for example, a uname-like output")),
    EVENT(RECORDING_CPU_INFORMATION, "jdk.CPUInformation", periodic, cpu_information_fields,
          CATEGORY(OS, "Processor"), LABEL("CPU Information"),
          ABOUT("Characteristics and descriptions of the processor(s) the JVM is running on")),
    EVENT(RECORDING_SYSTEM_PROPERTY, "jdk.InitialSystemProperty", periodic, system_property_fields,
          CATEGORY(JVM), LABEL("Initial System Property"), ABOUT("System Property at JVM start")),
    EVENT(RECORDING_CPU_LOAD, "jdk.CPULoad", periodic, cpu_load_fields, CATEGORY(OS, "Processor"),
          LABEL("CPU Load"), ABOUT("Information about the recent CPU usage of the JVM process")),
    EVENT(RECORDING_THREAD_CPU_LOAD, "jdk.ThreadCPULoad", periodic, thread_cpu_load_fields,
          CATEGORY(OS, "Processor"), LABEL("Thread CPU Load")),
    EVENT(RECORDING_CONTAINER_CPU_USAGE, "jdk.ContainerCPUUsage", periodic, container_usage_fields,
          LABEL("CPU Usage"), CATEGORY(OS, "Processor"),
          ABOUT("Container CPU usage related information")),
    EVENT(RECORDING_CONTAINER_CPU_THROTTLING, "jdk.ContainerCPUThrottling", periodic,
          container_throttling_fields, LABEL("CPU Throttling"), CATEGORY(OS, "Processor"),
          ABOUT("Container CPU throttling related information")),
    EVENT(RECORDING_GARBAGE_COLLECTION, "jdk.GarbageCollection", timed, garbage_collection_fields,
          CATEGORY(JVM, "GC", "Collector"), LABEL("Garbage Collection"),
          ABOUT("Garbage collection performed by the JVM")),
    EVENT(RECORDING_THREAD_START, "jdk.ThreadStart", with_stack, thread_start_fields,
          CATEGORY("Java Application"), LABEL("Java Thread Start")),
    EVENT(RECORDING_THREAD_END, "jdk.ThreadEnd", plain, thread_end_fields,
          CATEGORY("Java Application"), LABEL("Java Thread End")),
    EVENT(RECORDING_DATA_LOSS, "jdk.DataLoss", plain, data_loss_fields, CATEGORY("Flight Recorder"),
          LABEL("Data Loss"),
          ABOUT("Data could not be copied out from a buffer, typically because of contention")),
    EVENT(RECORDING_MONITOR_ENTER, "jdk.JavaMonitorEnter", timed_with_stack, monitor_enter_fields,
          CATEGORY("Java Application"), LABEL("Java Monitor Blocked")),
    EVENT(RECORDING_THREAD_PARK, "jdk.ThreadPark", timed_with_stack, thread_park_fields,
          CATEGORY("Java Application"), LABEL("Java Thread Park")),
    EVENT(RECORDING_ALLOCATION_SAMPLE, "jdk.ObjectAllocationSample", throttled, allocation_fields,
          CATEGORY("Java Application"), LABEL("Object Allocation Sample")),
    EVENT(RECORDING_SAMPLING_STATISTICS, "jfragent.SamplingStatistics", plain, statistics_fields,
          CATEGORY("Flight Recorder", "jfragent"), LABEL("Sampling Statistics"),
          ABOUT("What became of the samples that the agent requested, and how long threads were "
                "held for them")),
    EVENT(RECORDING_WALL_SAMPLE, "profiler.WallClockSample", periodic, wall_sample_fields,
          CATEGORY(JVM, "Profiling"), LABEL("Wall Clock Sample"),
          ABOUT("Snapshot of a thread, running or not; it stands for so many periods")),
    EVENT(RECORDING_LIVE_OBJECT, "profiler.LiveObject", with_stack, live_fields,
          CATEGORY(JVM, "Profiling"), LABEL("Live Object"),
          ABOUT("Object of an allocation sample that is alive when the recording ends")),
    EVENT(RECORDING_EXPERIMENT, "jfragent.Experiment", plain, experiment_fields,
          CATEGORY("Flight Recorder", "jfragent"), LABEL("Experiment"),
          ABOUT("A window in which a method was virtually faster, or one to compare that with")),
    EVENT(RECORDING_EXPERIMENT_METHOD, "jfragent.ExperimentMethod", plain, experiment_method_fields,
          CATEGORY("Flight Recorder", "jfragent"), LABEL("Method of Experiments"),
          ABOUT("How often it was found in windows left alone")),

    EVENT(DECLARED_HEAP, "jdk.GCHeapSummary", plain, heap_fields, CATEGORY(JVM, "GC", "Heap"),
          LABEL("Heap Summary")),
    EVENT(DECLARED_YOUNG, "jdk.YoungGarbageCollection", plain, gc_fields,
          CATEGORY(JVM, "GC", "Collector"), LABEL("Young Garbage Collection")),
    EVENT(DECLARED_OLD, "jdk.OldGarbageCollection", plain, gc_fields,
          CATEGORY(JVM, "GC", "Collector"), LABEL("Old Garbage Collection")),
    EVENT(DECLARED_SHUTDOWN, "jdk.Shutdown", plain, shutdown_fields, CATEGORY(JVM, "Runtime"),
          LABEL("JVM Shutdown")),
    EVENT(DECLARED_WAIT, "jdk.JavaMonitorWait", timed_with_stack, timed_fields,
          CATEGORY("Java Application"), LABEL("Java Monitor Wait")),
    EVENT(DECLARED_SLEEP, "jdk.ThreadSleep", timed_with_stack, timed_fields,
          CATEGORY("Java Application"), LABEL("Java Thread Sleep")),
    EVENT(DECLARED_FILE_READ, "jdk.FileRead", timed_with_stack, timed_fields,
          CATEGORY("Java Application"), LABEL("File Read")),
    EVENT(DECLARED_FILE_WRITE, "jdk.FileWrite", timed_with_stack, timed_fields,
          CATEGORY("Java Application"), LABEL("File Write")),
    EVENT(DECLARED_SOCKET_READ, "jdk.SocketRead", timed_with_stack, timed_fields,
          CATEGORY("Java Application"), LABEL("Socket Read")),
    EVENT(DECLARED_SOCKET_WRITE, "jdk.SocketWrite", timed_with_stack, timed_fields,
          CATEGORY("Java Application"), LABEL("Socket Write")),

    NOTE(128, "jdk.jfr.Label", text_value, {NULL, {NULL}}),
    NOTE(129, "jdk.jfr.Description", text_value, {NULL, {NULL}}),
    NOTE(130, "jdk.jfr.Category", texts_value, {NULL, {NULL}}),
    NOTE(131, "jdk.jfr.ContentType", NULL, LABEL("Content Type"),
         ABOUT("Semantic meaning of a value")),
    NOTE(132, "jdk.jfr.Timespan", text_value, CONTENT, LABEL("Timespan"),
         ABOUT("A duration, measured in nanoseconds by default")),
    NOTE(133, "jdk.jfr.Timestamp", text_value, CONTENT, LABEL("Timestamp"),
         ABOUT("A point in time")),
    NOTE(134, "jdk.jfr.DataAmount", text_value, CONTENT, LABEL("Data Amount"),
         ABOUT("Amount of data")),
    NOTE(135, "jdk.jfr.Unsigned", NULL, CONTENT, LABEL("Unsigned Value"),
         ABOUT("Value should be interpreted as unsigned data type")),
    NOTE(136, "jdk.jfr.Percentage", NULL, CONTENT, LABEL("Percentage"),
         ABOUT("Percentage, represented as a number between 0 and 1")),
    NOTE(137, "jdk.jfr.MemoryAddress", NULL, CONTENT, LABEL("Memory Address"),
         ABOUT("Represents a physical memory address")),
    NOTE(138, "jdk.jfr.Relational", NULL, LABEL("Relation")),
    NOTE(139, "jdk.types.GcId", NULL, RELATION),
    NOTE(140, "jdk.types.JavaMonitorAddress", NULL, RELATION),
    NOTE(141, "jdk.jfr.BooleanFlag", NULL, CONTENT, LABEL("Flag")),

    CONTROL(150, "jdk.settings.Enabled", LABEL("Enabled"), ABOUT("Record event"),
            {"jdk.jfr.BooleanFlag", {NULL}}),
    CONTROL(151, "jdk.settings.Period", LABEL("Period"), ABOUT("Record event at interval")),
    CONTROL(152, "jdk.settings.StackTrace", LABEL("Stack Trace"), ABOUT("Record stack traces"),
            {"jdk.jfr.BooleanFlag", {NULL}}),
    CONTROL(153, "jdk.settings.Threshold", LABEL("Threshold"),
            ABOUT("Record event with duration above or equal to threshold"), SPAN("NANOSECONDS")),
    CONTROL(154, "jdk.settings.Throttle", LABEL("Throttle"),
            ABOUT("Throttles the emission rate for an event")),
    {.id = 0},
};
