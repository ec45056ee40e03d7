#include "analyzers/rules/series.h"

#include "analyzers/rules/rule.h"

#include <math.h>
#include <string.h>

#define IO(event, bytes, ...)                                                         \
    {                                                                                 \
        event, {                                                                      \
            "startTime", "duration", bytes, __VA_ARGS__, "eventThread", "stackTrace", \
        }                                                                             \
    }

static bool is_of_retries(const char *thrown) {
    return strstr(thrown, "Connect") || strstr(thrown, "Timeout") ||
           strstr(thrown, "IOException") || strstr(thrown, "SocketException") ||
           strstr(thrown, "SQL") || strstr(thrown, "Unavailable") || strstr(thrown, "Rejected");
}

/* Millions, with as many stacks: a frame is all that is needed of most. */
#define THROWN(type)                                                            \
    {                                                                           \
        type, {                                                                 \
            "startTime", "thrownClass", "message", "eventThread", "stackTrace", \
                "stackTrace.topApplicationFrame", "stackTrace.topFrame"         \
        }                                                                       \
    }

const struct wish series_rows[SERIES_COUNT] = {
    /* as facts have them, so that they are one table */
    [SERIES_SETTING] = {"jdk.ActiveSetting", {"startTime", "id.event", "name", "value"}},
    [SERIES_JVM] = {"jdk.JVMInformation",
                    {"startTime", "jvmStartTime", "pid", "jvmName", "jvmVersion", "jvmArguments",
                     "javaArguments"}},
    [SERIES_LOSS] = {"jdk.DataLoss", {"startTime", "amount"}},
    [SERIES_LOAD] = {"jdk.CPULoad", {"startTime", "machineTotal", "jvmUser", "jvmSystem"}},
    [SERIES_PAUSE] = {"jdk.GCPhasePause", {"startTime", "duration", "name", "gcId"}},
    [SERIES_COLLECTION] = {"jdk.GarbageCollection",
                           {"startTime", "duration", "name", "cause", "gcId",
                            "sumOfPauses|duration", "longestPause|duration"}},
    [SERIES_OLD_COLLECTION] = {"jdk.OldGarbageCollection", {"startTime", "duration"}},
    [SERIES_YOUNG_COLLECTION] = {"jdk.YoungGarbageCollection", {"startTime", "duration"}},
    [SERIES_GC_CPU] = {"jdk.GCCPUTime",
                       {"startTime", "userTime", "systemTime", "realTime", "gcId"}},
    [SERIES_GC_CONFIG] = {"jdk.GCConfiguration",
                          {"startTime", "oldCollector", "youngCollector", "parallelGCThreads"}},
    [SERIES_HEAP] = {"jdk.GCHeapSummary",
                     {"startTime", "when", "heapUsed", "gcId", "heapSpace.committedSize"}},
    [SERIES_HEAP_CONFIG] = {"jdk.GCHeapConfiguration",
                            {"startTime", "maxSize", "usesCompressedOops"}},
    [SERIES_METASPACE] = {"jdk.MetaspaceSummary", {"startTime", "when", "metaspace.used"}},
    [SERIES_METASPACE_OOM] = {"jdk.MetaspaceOOM", {"startTime"}},
    [SERIES_G1_MMU] = {"jdk.G1MMU", {"startTime", "gcTime", "pauseTarget"}},
    [SERIES_MODE_FAILURE] = {"jdk.ConcurrentModeFailure", {"startTime"}},
    [SERIES_Z_STALL] = {"jdk.ZAllocationStall", {"startTime", "duration", "eventThread"}},
    [SERIES_VM_OPERATION] = {"jdk.ExecuteVMOperation",
                             {"startTime", "duration", "operation", "safepoint", "blocking",
                              "caller"}},
    [SERIES_SAFEPOINT_BEGIN] = {"jdk.SafepointBegin", {"startTime", "duration"}},
    [SERIES_SAFEPOINT_CLEANUP] = {"jdk.SafepointCleanup", {"startTime", "duration"}},
    [SERIES_SAFEPOINT_TASK] = {"jdk.SafepointCleanupTask", {"startTime", "duration"}},
    [SERIES_SAFEPOINT_SYNC] = {"jdk.SafepointStateSynchronization", {"startTime", "duration"}},
    [SERIES_SAFEPOINT_WAIT] = {"jdk.SafepointWaitBlocked", {"startTime", "duration"}},
    [SERIES_SAFEPOINT_END] = {"jdk.SafepointEnd", {"startTime", "duration"}},
    [SERIES_FLAG] = {"jdk.BooleanFlag", {"startTime", "name", "value", "origin"}},
    [SERIES_SIZE_FLAG] = {"jdk.UnsignedLongFlag", {"startTime", "name", "value", "origin"}},
    [SERIES_TEXT_FLAG] = {"jdk.StringFlag", {"startTime", "name", "value", "origin"}},
    [SERIES_IN_TLAB] = {"jdk.ObjectAllocationInNewTLAB",
                        {"startTime", "objectClass", "tlabSize", "eventThread", "stackTrace"}},
    [SERIES_OUT_OF_TLAB] = {"jdk.ObjectAllocationOutsideTLAB",
                            {"startTime", "objectClass", "allocationSize", "eventThread",
                             "stackTrace"}},
    [SERIES_ALLOCATION] = {"jdk.ObjectAllocationSample",
                           {"startTime", "objectClass", "weight", "eventThread", "stackTrace"}},
    [SERIES_OBJECT_COUNT] = {"jdk.ObjectCount",
                             {"startTime", "gcId", "objectClass", "count", "totalSize"}},
    [SERIES_OBJECT_COUNT_GC] = {"jdk.ObjectCountAfterGC",
                                {"startTime", "gcId", "objectClass", "count", "totalSize"}},
    [SERIES_OLD_OBJECT] = {"jdk.OldObjectSample",
                           {"startTime", "object.type", "object.address",
                            "object.referrer.object.address", "allocationTime"}},
    [SERIES_HEAP_DUMP] = {"jdk.HeapDump", {"startTime", "duration"}},
    [SERIES_CLASS_LOAD] = {"jdk.ClassLoad", {"startTime", "duration", "loadedClass"}},
    [SERIES_CLASS_UNLOAD] = {"jdk.ClassUnload", {"startTime", "duration", "unloadedClass"}},
    [SERIES_CLASSES] = {"jdk.ClassLoadingStatistics",
                        {"startTime", "loadedClassCount", "unloadedClassCount"}},
    [SERIES_CODE_FULL] = {"jdk.CodeCacheFull", {"startTime"}},
    [SERIES_CODE_CONFIG] = {"jdk.CodeCacheConfiguration",
                            {"startTime", "reservedSize", "nonNMethodSize", "profiledSize",
                             "nonProfiledSize"}},
    [SERIES_CODE_CACHE] = {"jdk.CodeCacheStatistics",
                           {"startTime", "codeBlobType", "unallocatedCapacity", "startAddress",
                            "reservedTopAddress"}},
    [SERIES_SWITCH_RATE] = {"jdk.ThreadContextSwitchRate", {"startTime", "switchRate"}},
    [SERIES_MONITOR] = {"jdk.JavaMonitorEnter",
                        {"startTime", "duration", "eventThread", "monitorClass", "address",
                         "previousOwner", "stackTrace"}},
    [SERIES_BIASED_CLASS] = {"jdk.BiasedLockClassRevocation",
                             {"startTime", "duration", "revokedClass", "disableBiasing"}},
    [SERIES_BIASED] = {"jdk.BiasedLockRevocation", {"startTime", "duration", "lockClass"}},
    [SERIES_BIASED_SELF] = {"jdk.BiasedLockSelfRevocation", {"startTime", "duration", "lockClass"}},
    [SERIES_CERTIFICATE] = {"jdk.X509Certificate",
                            {"startTime", "algorithm", "keyType", "keyLength", "validUntil",
                             "certificateId", "subject"}},
    [SERIES_PROPERTY] = {"jdk.InitialSystemProperty", {"startTime", "key", "value"}},
    [SERIES_ENVIRONMENT] = {"jdk.InitialEnvironmentVariable", {"startTime", "key"}},
    [SERIES_DUMP_REASON] = {"jdk.DumpReason", {"startTime", "reason"}},
    [SERIES_SHUTDOWN] = {"jdk.Shutdown", {"startTime", "reason"}},
    [SERIES_JAVA_AGENT] = {"jdk.JavaAgent",
                           {"startTime", "name", "options", "dynamic", "initializationTime"}},
    [SERIES_NATIVE_AGENT] = {"jdk.NativeAgent",
                             {"startTime", "name", "options", "dynamic", "initializationTime"}},
    [SERIES_ERROR] = THROWN("jdk.JavaErrorThrow"),
    [SERIES_EXCEPTION] = THROWN("jdk.JavaExceptionThrow"),
    [SERIES_THROWABLES] = {"jdk.ExceptionStatistics", {"startTime", "throwables"}},
    [SERIES_PROCESSOR] = {"jdk.CPUInformation", {"startTime", "hwThreads", "cores"}},
    [SERIES_FILE_READ] = IO("jdk.FileRead", "bytesRead", "path"),
    [SERIES_FILE_WRITE] = IO("jdk.FileWrite", "bytesWritten", "path"),
    [SERIES_FILE_FORCE] = IO("jdk.FileForce", "metaData", "path"),
    [SERIES_SOCKET_READ] = {"jdk.SocketRead",
                            {"startTime", "duration", "bytesRead", "host", "eventThread",
                             "stackTrace", "address", "port"}},
    [SERIES_SOCKET_WRITE] = {"jdk.SocketWrite",
                             {"startTime", "duration", "bytesWritten", "host", "eventThread",
                              "stackTrace", "address", "port"}},
    [SERIES_FINALIZERS] = {"jdk.FinalizerStatistics",
                           {"startTime", "finalizableClass", "totalFinalizersRun", "objects"}},
    [SERIES_MEMORY] = {"jdk.PhysicalMemory", {"startTime", "totalSize", "usedSize"}},
    [SERIES_PROCESS] = {"jdk.SystemProcess", {"startTime", "pid"}},
    [SERIES_PROCESS_START] = {"jdk.ProcessStart", {"startTime", "duration"}},
    [SERIES_DMS] = {"com.oracle.dms.dfw.dms.dfw.DFW_Incident.DFW_Incident_state", {"startTime"}},
    [SERIES_THROTTLING] = {"jdk.ContainerCPUThrottling",
                           {"startTime", "cpuElapsedSlices", "cpuThrottledSlices",
                            "cpuThrottledTime"}},
    [SERIES_CONTAINER] = {"jdk.ContainerConfiguration",
                          {"startTime", "memoryLimit", "effectiveCpuCount"}},
    [SERIES_CONTAINER_MEMORY] = {"jdk.ContainerMemoryUsage",
                                 {"startTime", "memoryUsage", "memoryFailCount"}},
    [SERIES_PINNED] = {"jdk.VirtualThreadPinned",
                       {"startTime", "duration", "eventThread", "pinnedReason", "stackTrace"}},
    [SERIES_THREAD_DUMP] = {"jdk.ThreadDump", {"startTime", "result"}},
    [SERIES_THREADS] = {"jdk.JavaThreadStatistics",
                        {"startTime", "activeCount", "daemonCount", "peakCount"}},
    [SERIES_THREAD_LOAD] = {"jdk.ThreadCPULoad", {"startTime", "eventThread", "user", "system"}},
    [SERIES_RESIDENT] = {"jdk.ResidentSetSize", {"startTime", "size", "peak"}},
    [SERIES_NATIVE_TOTAL] = {"jdk.NativeMemoryUsageTotal", {"startTime", "reserved", "committed"}},
    [SERIES_DIRECT] = {"jdk.DirectBufferStatistics",
                       {"startTime", "maxCapacity", "count", "memoryUsed"}},
    [SERIES_NATIVE_SAMPLE] = {"jdk.NativeMethodSample", {"startTime", "stackTrace.top"}},
};

const struct wish_only series_of_retries[] = {
    {&series_rows[SERIES_ERROR], THROWN_STACK, THROWN_CLASS, is_of_retries, false, 0},
    {&series_rows[SERIES_EXCEPTION], THROWN_STACK, THROWN_CLASS, is_of_retries, true, THROWN_TOP},
    {.wish = NULL}};

const struct wish_only series_in_window[] = {
    {&series_rows[SERIES_ERROR], THROWN_STACK, THROWN_CLASS, is_of_retries, false, 0},
    {&series_rows[SERIES_EXCEPTION], THROWN_STACK, THROWN_CLASS, is_of_retries, false, 0},
    {.wish = NULL}};

const struct wishes series_wishes = {
    .rows = series_rows, .count = SERIES_COUNT, .only = series_of_retries, .may_lack = true};
const struct wishes series_wishes_in_window = {
    .rows = series_rows, .count = SERIES_COUNT, .only = series_in_window, .may_lack = true};

/* The first row at the time or later. */
static size_t row_at(const struct event_table *table, int64_t time_ns) {
    size_t low = 0, high = table->rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (event_table_int(table, SERIES_START, middle) < time_ns) low = middle + 1;
        else high = middle;
    }
    return low;
}

struct series series_of(const struct rule_input *input, enum series_id id) {
    struct series series = {.tables = input->tables};
    if (input->tables) series.table = tables_find(input->tables, &series_rows[id]);
    if (!series.table) return series;
    series.rows = series.table->rows;
    if (!input->has_window) return series;
    series.first = row_at(series.table, input->window_from_ns);
    series.rows = row_at(series.table, input->window_to_ns);
    series.rows = series.rows > series.first ? series.rows - series.first : 0;
    return series;
}

static size_t row_of(const struct series *series, size_t row) {
    granted(row < series->rows);
    return series->first + row;
}

int64_t series_int(const struct series *series, size_t column, size_t row) {
    return event_table_int(series->table, column, row_of(series, row));
}

double series_real(const struct series *series, size_t column, size_t row) {
    return event_table_real(series->table, column, row_of(series, row));
}

uint32_t series_id(const struct series *series, size_t column, size_t row) {
    return event_table_id(series->table, column, row_of(series, row));
}

uint64_t series_count(const struct series *series, size_t row) {
    return event_table_count(series->table, row_of(series, row));
}

bool series_true(const struct series *series, size_t column, size_t row) {
    return event_table_int(series->table, column, row_of(series, row)) == 1;
}

const char *series_text(const struct series *series, size_t column, size_t row) {
    uint32_t id = series_id(series, column, row);
    if (id == JFR_NULL_ID || series->table->columns[column].kind != JFR_COLUMN_TEXT) return NULL;
    return strings_get(&series->tables->things.texts, id);
}

const char *series_last_text(const struct rule_input *input, enum series_id id, size_t column) {
    struct series series = series_of(input, id);
    for (size_t row = series.rows; row-- > 0;)
        if (series_text(&series, column, row)) return series_text(&series, column, row);
    return NULL;
}

const char *series_thread(const struct series *series, size_t column, size_t row) {
    uint32_t id = series_id(series, column, row);
    if (id == JFR_NULL_ID || series->table->columns[column].kind != JFR_COLUMN_THREAD) return NULL;
    return strings_get(&series->tables->things.texts,
                       series->tables->things.threads.items[id].name);
}

int64_t series_start(const struct series *series, size_t row) {
    int64_t start = series_int(series, SERIES_START, row);
    return start < 0 ? 0 : start > SERIES_LAST ? SERIES_LAST : start;
}

int64_t series_duration(const struct series *series, size_t row) {
    const char *second = series->table->wish->fields[SERIES_DURATION];
    if (!second || strcmp(second, "duration") != 0) return 0;
    int64_t duration = series_int(series, SERIES_DURATION, row);
    return duration < 0 ? 0 : duration > SERIES_LAST ? SERIES_LAST : duration;
}

int64_t series_end(const struct series *series, size_t row) {
    return series_start(series, row) + series_duration(series, row);
}

const uint32_t *series_stack(const struct series *series, size_t column, size_t row,
                             uint32_t *depth) {
    uint32_t id = series_id(series, column, row);
    *depth = 0;
    if (id == JFR_NULL_ID || series->table->columns[column].kind != JFR_COLUMN_STACK) return NULL;
    const struct things_stack *stack = &series->tables->things.stacks.items[id];
    *depth = stack->depth;
    return stack->depth ? series->tables->things.stack_frames.items + stack->first : NULL;
}

const char *series_frame_class(const struct series *series, uint32_t frame) {
    const struct things *things = &series->tables->things;
    return strings_get(&things->texts, things->frames.items[frame].class_name);
}

const char *series_frame_method(const struct series *series, uint32_t frame) {
    const struct things *things = &series->tables->things;
    return strings_get(&things->texts, things->frames.items[frame].method);
}
