#include "agent/recording/types.h"

#include "base/mem.h"

#include <pthread.h>
#include <string.h>

const struct recording_constant recording_frame_types[] = {
    {RECORDING_INTERPRETED, "Interpreted"},
    {RECORDING_JIT, "JIT compiled"},
    {RECORDING_INLINED, "Inlined"},
    {RECORDING_NATIVE, "Native"},
    {RECORDING_CPP, "C++"},
    {0, NULL},
};
const struct recording_constant recording_thread_states[] = {
    {RECORDING_STATE_DEFAULT, "STATE_DEFAULT"},
    {RECORDING_STATE_RUNNABLE, "STATE_RUNNABLE"},
    {RECORDING_STATE_SLEEPING, "STATE_SLEEPING"},
    {0, NULL},
};

/* clang-format off */

/* ==== Words ================================================================================== */

#define NOTE(name, ...) {"jdk.jfr." name, {__VA_ARGS__}}
#define NONE {{NULL, {NULL}}}
#define UNSIGNED NOTE("Unsigned", NULL)
#define SPAN(unit) NOTE("Timespan", unit)
#define BYTES NOTE("DataAmount", "BYTES")

/* What fields are, by the words that the table has for it. */
static const struct word {
    const char *word, *type;
    char kind; /* how it is encoded, see recording_kinds */
    bool is_pooled, is_array;
    struct writer_annotation notes[3];
} words[] = {
    {"text", "java.lang.String", 'S', 0, 0, NONE},
    {"boolean", "boolean", 'b', 0, 0, NONE},
    {"int", "int", 'i', 0, 0, NONE},
    {"long", "long", 'n', 0, 0, NONE},
    {"count", "long", 'n', 0, 0, {UNSIGNED}},
    {"number", "int", 'n', 0, 0, {UNSIGNED}},
    {"rest", "int", 'r', 0, 0, {UNSIGNED}},
    {"percent", "float", 'f', 0, 0, {NOTE("Percentage", NULL)}},
    {"bytes", "long", 'n', 0, 0, {BYTES}},
    {"amount", "long", 'n', 0, 0, {UNSIGNED, BYTES}},
    {"ns", "long", 'n', 0, 0, {SPAN("NANOSECONDS")}},
    {"ms", "long", 'n', 0, 0, {SPAN("MILLISECONDS")}},
    {"span", "long", 'd', 0, 0, {SPAN("TICKS")}},
    {"pause", "long", 'd', 0, 0, {UNSIGNED, SPAN("TICKS")}},
    {"time", "long", 't', 0, 0, {NOTE("Timestamp", "TICKS")}},
    {"date", "long", 'n', 0, 0, {NOTE("Timestamp", "MILLISECONDS_SINCE_EPOCH")}},
    {"address", "long", 'n', 0, 0, {UNSIGNED, NOTE("MemoryAddress", NULL), { "jdk.types.JavaMonitorAddress", {NULL}}}},
    {"gc", "int", 'n', 0, 0, {UNSIGNED, {"jdk.types.GcId", {NULL}}}},
    {"thread", "java.lang.Thread", 'T', 1, 0, NONE},
    {"stack", "jdk.types.StackTrace", 'K', 1, 0, NONE},
    {"class", "java.lang.Class", 'C', 1, 0, NONE},
    {"state", "jdk.types.ThreadState", 'n', 1, 0, NONE},
    {"collector", "jdk.types.GCName", 'G', 1, 0, NONE},
    {"cause", "jdk.types.GCCause", 'Q', 1, 0, NONE},
    /* of constants: */
    {"symbol", "jdk.types.Symbol", 0, 1, 0, NONE},
    {"loader", "jdk.types.ClassLoader", 0, 1, 0, NONE},
    {"package", "jdk.types.Package", 0, 1, 0, NONE},
    {"module", "jdk.types.Module", 0, 1, 0, NONE},
    {"group", "jdk.types.ThreadGroup", 0, 1, 0, NONE},
    {"method", "jdk.types.Method", 0, 1, 0, NONE},
    {"type", "jdk.types.FrameType", 0, 1, 0, NONE},
    {"frames", "jdk.types.StackFrame", 0, 0, 1, NONE},
    {"texts", "java.lang.String", 0, 0, 1, NONE},
};

static const struct writer_setting possible[] = {
    {"enabled", "jdk.settings.Enabled", "true"},
    {"period", "jdk.settings.Period", "20 ms"},
    {"stackTrace", "jdk.settings.StackTrace", "true"},
    {"threshold", "jdk.settings.Threshold", "0 ns"},
    {"throttle", "jdk.settings.Throttle", "off"},
};

/* ==== The table ============================================================================== */

/* Fields, a line each: name, word, label, and behind a bar what it is about. Of events startTime
 * comes first, which is not written here. */
#define THREAD "eventThread thread Event Thread|Thread in which event was committed in\n"
#define STACK \
    "stackTrace stack Stack Trace|Stack Trace starting from the method the event was committed in\n"
#define DURATION "duration span Duration\n"
#define SAMPLE "sampledThread thread Thread\nstackTrace stack Stack Trace\nstate state Thread State\n"
#define JVM "Java Virtual Machine"
#define OS "Operating System"
#define APPLICATION "Java Application"
#define RECORDER "Flight Recorder"
#define STATISTIC(name, line) line "\n"
#define STATISTICS(name, count, lines) lines "\n"

#define TIMED(number, name, label) \
    {TYPE_EVENTS + RECORDING_EVENTS + (number), name, label, DURATION THREAD STACK, {APPLICATION}, "est", NULL}
#define EVENT(name, ...) {TYPE_EVENTS + RECORDING_##name, __VA_ARGS__}
#define CONSTANT(...) {__VA_ARGS__, {NULL}, NULL, NULL}
static const struct row {
    uint64_t id;
    const char *name, *label, *fields; /* label: NULL: none; fields: NULL: none */
    const char *category[3];           /* of events */
    const char *settings;              /* letters of possible: e, p, s, t, r; of events */
    const char *about;
} rows[] = {
    CONSTANT(TYPE_THREAD, "java.lang.Thread", "Thread", "osName text OS Thread Name\nosThreadId long OS Thread Id\n"
     "javaName text Java Thread Name\njavaThreadId long Java Thread Id\ngroup group Java Thread Group\n"
     "virtual boolean Virtual Thread\n"),
    CONSTANT(TYPE_CLASS, "java.lang.Class", "Java Class", "classLoader loader Class Loader\nname symbol Name\n"
     "package package Package\nmodifiers int Access Modifiers\nhidden boolean Hidden\n"),
    CONSTANT(TYPE_CLASS_LOADER, "jdk.types.ClassLoader", "Java Class Loader", "type class Type\nname symbol Name\n"),
    CONSTANT(TYPE_PACKAGE, "jdk.types.Package", "Package", "name symbol Name\nmodule module Module\n"
     "exported boolean Exported\n"),
    CONSTANT(TYPE_MODULE, "jdk.types.Module", "Module", "name symbol Name\nversion symbol Version\n"
     "location symbol Location\nclassLoader loader Class Loader\n"),
    CONSTANT(TYPE_METHOD, "jdk.types.Method", "Java Method", "type class Type\nname symbol Name\n"
     "descriptor symbol Descriptor\nmodifiers int Access Modifiers\nhidden boolean Hidden\n"),
    CONSTANT(TYPE_SYMBOL, "jdk.types.Symbol", "Symbol", "string text String\n"),
    CONSTANT(TYPE_THREAD_GROUP, "jdk.types.ThreadGroup", "Thread Group", "parent group Parent\nname text Name\n"),
    CONSTANT(TYPE_STACK_TRACE, "jdk.types.StackTrace", "Stacktrace", "truncated boolean Truncated\n"
     "frames frames Stack Frames\n"),
    CONSTANT(TYPE_STACK_FRAME, "jdk.types.StackFrame", NULL, "method method Java Method\nlineNumber int Line Number\n"
     "bytecodeIndex int Bytecode Index\ntype type Frame Type\n"),
    CONSTANT(TYPE_FRAME_TYPE, "jdk.types.FrameType", "Frame type", "description text Description\n"),
    CONSTANT(TYPE_THREAD_STATE, "jdk.types.ThreadState", "Java Thread State", "name text Name\n"),
    CONSTANT(TYPE_GC_NAME, "jdk.types.GCName", "GC Name", "name text Name\n"),
    CONSTANT(TYPE_GC_CAUSE, "jdk.types.GCCause", "GC Cause", "cause text Cause\n"),
    EVENT(EXECUTION_SAMPLE, "jdk.ExecutionSample", "Java Execution Sample",
     /* Converters that know the first four fields alone read on behind them: what follows is to
      * them an event of its own, its size first, its type next, and they step over it. */
     SAMPLE "rest rest Rest|Bytes of this and the following fields, for readers that do not know them\n"
     "leftJava boolean Left Java Code|The thread was chosen in Java code and had left it when it was stopped: the "
     "frames are the last ones in there\ncpuTime ns CPU Time|CPU time that the thread used since its last sample\n",
     {JVM, "Profiling"}, "ep", "Snapshot of a thread executing Java code. Threads that are not executing Java code, "
     "including those waiting or executing native code, are not included."),
    EVENT(NATIVE_SAMPLE, "jdk.NativeMethodSample", "Native Sample", SAMPLE, {JVM, "Profiling"}, "ep",
     "Snapshot of a thread in native code, executing or waiting. Threads that are executing Java code are not "
     "included."),
    EVENT(WALL_SAMPLE, "profiler.WallClockSample", "Wall Clock Sample", SAMPLE
     "samples number Samples\ntimeSpan span Time Span\n", {JVM, "Profiling"}, "ep", "Snapshot of a thread, running or "
     "not; it stands for so many periods"),
    EVENT(ACTIVE_RECORDING, "jdk.ActiveRecording", "Flight Recording", "id long Id\nname text Name\n"
     "destination text Destination\ndisk boolean To Disk\nmaxAge ms Max Age\nflushInterval ms Flush Interval\n"
     "maxSize bytes Max Size\nrecordingStart date Start Time\nrecordingDuration ms Recording Duration\n", {RECORDER},
     "e", NULL),
    EVENT(ACTIVE_SETTING, "jdk.ActiveSetting", "Recording Setting", "id long Event Id\nname text Setting Name\n"
     "value text Setting Value\n", {RECORDER}, "e", NULL),
    EVENT(JVM_INFORMATION, "jdk.JVMInformation", "JVM Information",
     "jvmName text JVM Name\njvmVersion text JVM Version\njvmArguments text JVM Command Line Arguments\n"
     "jvmFlags text JVM Settings File Arguments\njavaArguments text Java Application Arguments\n"
     "jvmStartTime date JVM Start Time\npid long Process Identifier\n", {JVM}, "ep", "Description of JVM and the Java "
     "application"),
    EVENT(OS_INFORMATION, "jdk.OSInformation", "OS Information", "osVersion text OS Version\n", {OS}, "ep",
     "Description of the OS the JVM runs on, for example, a uname-like output"),
    EVENT(CPU_INFORMATION, "jdk.CPUInformation", "CPU Information", "cpu text Type\ndescription text Description\n"
     "sockets number Sockets\ncores number Cores\nhwThreads number Hardware Threads\n", {OS, "Processor"}, "ep",
     "Characteristics and descriptions of the processor(s) the JVM is running on"),
    EVENT(SYSTEM_PROPERTY, "jdk.InitialSystemProperty", "Initial System Property", "key text Key\nvalue text Value\n",
     {JVM}, "ep", "System Property at JVM start"),
    EVENT(CPU_LOAD, "jdk.CPULoad", "CPU Load", "jvmUser percent JVM User\njvmSystem percent JVM System\n"
     "machineTotal percent Machine Total\n", {OS, "Processor"}, "ep", "Information about the recent CPU usage of the "
     "JVM process"),
    EVENT(THREAD_CPU_LOAD, "jdk.ThreadCPULoad", "Thread CPU Load", THREAD
     "user percent User Mode CPU Load|User mode thread CPU load\n"
     "system percent System Mode CPU Load|System mode thread CPU load\n", {OS, "Processor"}, "ep", NULL),
    EVENT(CONTAINER_CPU_USAGE, "jdk.ContainerCPUUsage", "CPU Usage",
     "cpuTime ns CPU Time|Aggregate time consumed by all tasks in the container\n"
     "cpuUserTime ns CPU User Time|Aggregate user time consumed by all tasks in the container\n"
     "cpuSystemTime ns CPU System Time|Aggregate system time consumed by all tasks in the container\n",
     {OS, "Processor"}, "ep", "Container CPU usage related information"),
    EVENT(CONTAINER_CPU_THROTTLING, "jdk.ContainerCPUThrottling", "CPU Throttling",
     "cpuElapsedSlices long CPU Elapsed Slices|Number of time-slice periods that have elapsed if a CPU quota has been "
     "setup for the container\n"
     "cpuThrottledSlices long CPU Throttled Slices|Number of time-slice periods that the CPU has been throttled or "
     "limited due to exceeding CPU quota\n"
     "cpuThrottledTime ns CPU Throttled Time|Total time duration, in nanoseconds, that the CPU has been throttled or "
     "limited due to exceeding CPU quota\n", {OS, "Processor"}, "ep", "Container CPU throttling related information"),
    EVENT(GARBAGE_COLLECTION, "jdk.GarbageCollection", "Garbage Collection", DURATION THREAD
     "gcId gc GC Identifier\nname collector Name|The name of the Garbage Collector\n"
     "cause cause Cause|The reason for triggering this Garbage Collection\n"
     "sumOfPauses pause Sum of Pauses|Sum of all the times in which Java execution was paused during the garbage "
     "collection\nlongestPause pause Longest Pause|Longest individual pause during the garbage collection\n",
     {JVM, "GC", "Collector"}, "et", "Garbage collection performed by the JVM"),
    EVENT(THREAD_START, "jdk.ThreadStart", "Java Thread Start", THREAD STACK "thread thread New Java Thread\n"
     "parentThread thread Parent Java Thread\n", {APPLICATION}, "es", NULL),
    EVENT(THREAD_END, "jdk.ThreadEnd", "Java Thread End", THREAD "thread thread Java Thread\n", {APPLICATION}, "e",
     NULL),
    EVENT(DATA_LOSS, "jdk.DataLoss", "Data Loss", "amount amount Amount|Amount lost data\n"
     "total amount Total|Total lost amount for thread\n", {RECORDER}, "e", "Data could not be copied out from a "
     "buffer, typically because of contention"),
    EVENT(MONITOR_ENTER, "jdk.JavaMonitorEnter", "Java Monitor Blocked", DURATION THREAD STACK
     "monitorClass class Monitor Class\npreviousOwner thread Previous Monitor Owner\naddress address Monitor Address\n",
     {APPLICATION}, "est", NULL),
    EVENT(THREAD_PARK, "jdk.ThreadPark", "Java Thread Park", DURATION THREAD STACK "parkedClass class Class Parked On\n"
     "timeout ns Park Timeout\nuntil date Park Until\naddress address Address of Object Parked\n", {APPLICATION}, "est",
     NULL),
    EVENT(ALLOCATION_SAMPLE, "jdk.ObjectAllocationSample", "Object Allocation Sample", THREAD STACK
     "objectClass class Object Class|Class of allocated object\n"
     "weight bytes Sample Weight|The relative weight of the sample. Aggregating the weights for a large number of "
     "samples, for a particular class, thread or stack trace, gives a statistically accurate representation of the "
     "allocation pressure\n", {APPLICATION}, "esr", NULL),
    EVENT(LIVE_OBJECT, "profiler.LiveObject", "Live Object", THREAD STACK "objectClass class Object Class\n"
     "allocationSize bytes Allocation Size|Bytes of live objects that this one stands for\n"
     "allocationTime time Allocation Time\n", {JVM, "Profiling"}, "es", "Object of an allocation sample that is alive "
     "when the recording ends"),
    EVENT(SAMPLING_STATISTICS, "jfragent.SamplingStatistics", "Sampling Statistics", DURATION
     RECORDING_STATISTICS(STATISTIC, STATISTICS), {RECORDER, "jfragent"}, "e", "What became of the samples that the "
     "agent asked for, and how long threads were held for them"),
    EVENT(EXPERIMENT, "jfragent.Experiment", "Experiment", DURATION
     "block long Block|Windows of a block are compared with each other\n"
     "kind text Kind|base: sampled alone; virtual: a method is faster by delays of all others; control: delays that "
     "are worth nothing; real: the program was told to do less\nmethod text Method\n"
     "progressPoint text Point of Progress\nspeedup int Speed-Up|Percent of the method's time\n"
     "delay ns Delay|What all threads owed for this window; without it, it would have been so much shorter\n"
     "progress count Progress\nran ns Ran|All Java threads together\n"
     "waited ns Waited for Processors|All Java threads together\nswitches count Waits\n"
     "largestDelay ns Largest Delay by One Sample\nprocessors count Processors\nmissed ns Without Samples\n"
     "collected boolean With a Collection\nsamples count Samples\nfailed count Failed Walks\n"
     "hits count Samples of the Method\npauses count Pauses\npaused ns Paused|All threads together\n"
     "longestPause ns Longest Pause\ncredits count Credits\n"
     "spent ns Spent|From the first method to the second, without what all threads owed\n"
     "lone count Lone Ends|The second method was reached without the first\n", {RECORDER, "jfragent"}, "e",
     "A window in which a method was virtually faster, or one to compare that with"),
    EVENT(EXPERIMENT_METHOD, "jfragent.ExperimentMethod", "Method of Experiments", DURATION
     "block long Block\nmethod text Method\nhits count Samples of the Method\nsamples count Samples\n",
     {RECORDER, "jfragent"}, "e", "How often it was found in windows left alone"),
    /* Declared and never written: the JDK's stock views ask for them and fail where a recording
     * does not know them. */
    EVENT(EVENTS, "jdk.GCHeapSummary", "Heap Summary", "gcId gc GC Identifier\nwhen text When\n"
     "heapUsed amount Heap Used\n", {JVM, "GC", "Heap"}, "e", NULL),
    {TYPE_EVENTS + (RECORDING_EVENTS + 1), "jdk.YoungGarbageCollection", "Young Garbage Collection", DURATION
     "gcId gc GC Identifier\n", {JVM, "GC", "Collector"}, "e", NULL},
    {TYPE_EVENTS + (RECORDING_EVENTS + 2), "jdk.OldGarbageCollection", "Old Garbage Collection", DURATION
     "gcId gc GC Identifier\n", {JVM, "GC", "Collector"}, "e", NULL},
    {TYPE_EVENTS + (RECORDING_EVENTS + 3), "jdk.Shutdown", "JVM Shutdown", THREAD STACK "reason text Reason\n",
     {JVM, "Runtime"}, "e", NULL},
    TIMED(4, "jdk.JavaMonitorWait", "Java Monitor Wait"),
    TIMED(5, "jdk.ThreadSleep", "Java Thread Sleep"),
    TIMED(6, "jdk.FileRead", "File Read"),
    TIMED(7, "jdk.FileWrite", "File Write"),
    TIMED(8, "jdk.SocketRead", "Socket Read"),
    TIMED(9, "jdk.SocketWrite", "Socket Write"),
};

/* ==== Annotations and controls =============================================================== */

static const struct writer_field value[] = {{.name = "value", .type = "java.lang.String"}, {.name = NULL}};
static const struct writer_field values[] = {
    {.name = "value", .type = "java.lang.String", .array = true}, {.name = NULL}};

#define LABEL(text) NOTE("Label", text)
#define ABOUT(text) NOTE("Description", text)
#define CONTENT NOTE("ContentType", NULL)
#define FLAG NOTE("BooleanFlag", NULL)
#define PRIMITIVE(id_, name_) {.id = (id_), .name = (name_)}
#define OTHER(id_, name_, super_, fields_, ...) \
    {.id = id_, .name = name_, .super = super_, .fields = fields_, .annotations = {__VA_ARGS__}}
#define ANNOTATION "java.lang.annotation.Annotation"
#define CONTROL "jdk.jfr.SettingControl"

static const struct writer_type fixed[] = {
    PRIMITIVE(4, "boolean"), PRIMITIVE(5, "char"), PRIMITIVE(6, "float"), PRIMITIVE(7, "double"), PRIMITIVE(8, "byte"),
    PRIMITIVE(9, "short"), PRIMITIVE(10, "int"), PRIMITIVE(11, "long"), PRIMITIVE(12, "java.lang.String"),
    OTHER(128, "jdk.jfr.Label", ANNOTATION, value, {NULL, {NULL}}),
    OTHER(129, "jdk.jfr.Description", ANNOTATION, value, {NULL, {NULL}}),
    OTHER(130, "jdk.jfr.Category", ANNOTATION, values, {NULL, {NULL}}),
    OTHER(131, "jdk.jfr.ContentType", ANNOTATION, NULL, LABEL("Content Type"), ABOUT("Semantic meaning of a value")),
    OTHER(132, "jdk.jfr.Timespan", ANNOTATION, value, CONTENT, LABEL("Timespan"),
     ABOUT("A duration, measured in nanoseconds by default")),
    OTHER(133, "jdk.jfr.Timestamp", ANNOTATION, value, CONTENT, LABEL("Timestamp"), ABOUT("A point in time")),
    OTHER(134, "jdk.jfr.DataAmount", ANNOTATION, value, CONTENT, LABEL("Data Amount"), ABOUT("Amount of data")),
    OTHER(135, "jdk.jfr.Unsigned", ANNOTATION, NULL, CONTENT, LABEL("Unsigned Value"),
     ABOUT("Value should be interpreted as unsigned data type")),
    OTHER(136, "jdk.jfr.Percentage", ANNOTATION, NULL, CONTENT, LABEL("Percentage"),
     ABOUT("Percentage, represented as a number between 0 and 1")),
    OTHER(137, "jdk.jfr.MemoryAddress", ANNOTATION, NULL, CONTENT, LABEL("Memory Address"),
     ABOUT("Represents a physical memory address")),
    OTHER(138, "jdk.jfr.Relational", ANNOTATION, NULL, LABEL("Relation")),
    OTHER(139, "jdk.types.GcId", ANNOTATION, NULL, NOTE("Relational", NULL)),
    OTHER(140, "jdk.types.JavaMonitorAddress", ANNOTATION, NULL, NOTE("Relational", NULL)),
    OTHER(141, "jdk.jfr.BooleanFlag", ANNOTATION, NULL, CONTENT, LABEL("Flag")),
    OTHER(150, "jdk.settings.Enabled", CONTROL, NULL, LABEL("Enabled"), ABOUT("Record event"), FLAG),
    OTHER(151, "jdk.settings.Period", CONTROL, NULL, LABEL("Period"), ABOUT("Record event at interval")),
    OTHER(152, "jdk.settings.StackTrace", CONTROL, NULL, LABEL("Stack Trace"), ABOUT("Record stack traces"), FLAG),
    OTHER(153, "jdk.settings.Threshold", CONTROL, NULL, LABEL("Threshold"),
     ABOUT("Record event with duration above or equal to threshold"), SPAN("NANOSECONDS")),
    OTHER(154, "jdk.settings.Throttle", CONTROL, NULL, LABEL("Throttle"),
     ABOUT("Throttles the emission rate for an event")),
};

/* clang-format on */

/* ==== Made of the table, once ================================================================ */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct writer_type types[COUNT(fixed) + COUNT(rows) + 1];
static char kinds[RECORDING_EVENTS][80];

static const struct word *find_word(const char *text) {
    const struct word *word = words;
    while (strcmp(word->word, text) != 0) word++;
    return word;
}

/* A line of the fields, which is cut; returns the word's kind. */
static char read_field(char *line, struct writer_field *field) {
    char *save, *about = strchr(line, '|');
    if (about) *about++ = 0;
    field->name = strtok_r(line, " ", &save);
    const struct word *word = find_word(strtok_r(NULL, " ", &save));
    struct writer_annotation *note = field->annotations;
    field->type = word->type;
    field->pooled = word->is_pooled;
    field->array = word->is_array;
    *note++ = (struct writer_annotation)LABEL(save);
    for (size_t i = 0; i < COUNT(word->notes) && word->notes[i].type; i++) *note++ = word->notes[i];
    if (about) *note = (struct writer_annotation)ABOUT(about);
    return word->kind;
}

static const struct writer_field *read_fields(const char *text, bool is_event, char *its_kinds) {
    size_t count = 2;
    for (const char *p = text; *p; p++) count += *p == '\n';
    struct writer_field *fields = mem_zero(count, sizeof *fields), *field = fields;
    if (is_event)
        *field++ =
            (struct writer_field){.name = "startTime",
                                  .type = "long",
                                  .annotations = {LABEL("Start Time"), NOTE("Timestamp", "TICKS")}};
    char *copy = mem_copy_text(text), *save; /* stays: names are in there */
    for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char kind = read_field(line, field++);
        if (its_kinds) *its_kinds++ = kind;
    }
    return fields;
}

static const struct writer_setting *read_settings(const char *letters) {
    static const char order[] = "epstr"; /* of possible */
    struct writer_setting *settings = mem_zero(strlen(letters) + 1, sizeof *settings);
    for (size_t i = 0; letters[i]; i++) settings[i] = possible[strchr(order, letters[i]) - order];
    return settings;
}

static void read_row(const struct row *row, struct writer_type *type) {
    bool is_event = row->id >= TYPE_EVENTS;
    uint64_t event = row->id - TYPE_EVENTS;
    struct writer_annotation *note = type->annotations;
    type->id = row->id;
    type->name = row->name;
    type->super = is_event ? "jdk.jfr.Event" : NULL;
    type->simple = !is_event && strchr(row->fields, '\n')[1] == 0;
    type->fields = read_fields(row->fields, is_event,
                               is_event && event < RECORDING_EVENTS ? kinds[event] : NULL);
    if (is_event) type->settings = read_settings(row->settings);
    if (row->category[0]) {
        *note = (struct writer_annotation){.type = "jdk.jfr.Category"};
        memcpy(note++->values, row->category, sizeof row->category);
    }
    if (row->label) *note++ = (struct writer_annotation)LABEL(row->label);
    if (row->about) *note = (struct writer_annotation)ABOUT(row->about);
}

static void make(void) {
    memcpy(types, fixed, sizeof fixed);
    for (size_t i = 0; i < COUNT(rows); i++) read_row(&rows[i], &types[COUNT(fixed) + i]);
}

const struct writer_type *recording_types(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
    return types;
}

const char *recording_kinds(enum recording_event event) {
    recording_types();
    return kinds[event];
}
