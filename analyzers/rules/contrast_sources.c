#include "analyzers/rules/contrast_parts.h"

#include <string.h>

/* ==== Measures ============================================================================== */

enum { PARK_CLASS = SERIES_DURATION + 1, PARK_STACK };
static const struct wish parks = {"jdk.ThreadPark",
                                  {[SERIES_START] = "startTime",
                                   [SERIES_DURATION] = "duration",
                                   [PARK_CLASS] = "parkedClass",
                                   [PARK_STACK] = "stackTrace"}};
static const struct wishes own_wishes = {.rows = &parks, .count = 1, .may_lack = true};

#define TIME(series, thing) series, CONTRAST_BY_SPAN, 0, thing, 0

/* clang-format off: a table */
const struct contrast_source contrast_sources[CONTRAST_SOURCES] = {
    {{"machine_cpu", "CPU of the machine", RULE_CPU, CONTRAST_PERCENT, "timeline"},
     SERIES_LOAD,
     CONTRAST_BY_LEVEL,
     LOAD_MACHINE,
     0,
     100},
    {{"jvm_user_cpu", "CPU of the JVM, user", RULE_CPU, CONTRAST_PERCENT, "threads"},
     SERIES_LOAD,
     CONTRAST_BY_LEVEL,
     LOAD_USER,
     0,
     100},
    {{"jvm_system_cpu", "CPU of the JVM, system", RULE_CPU, CONTRAST_PERCENT, "threads"},
     SERIES_LOAD,
     CONTRAST_BY_LEVEL,
     LOAD_SYSTEM,
     0,
     100},
    {{"throttled", "threads kept from running by the container's limit", RULE_CPU, CONTRAST_THREADS,
      "timeline"},
     SERIES_THROTTLING,
     CONTRAST_BY_COUNTER,
     THROTTLING_TIME,
     0,
     1e-9},
    {{"context_switches", "context switches", RULE_CPU, CONTRAST_PER_SECOND, "threads"},
     SERIES_SWITCH_RATE,
     CONTRAST_BY_LEVEL,
     SWITCH_RATE,
     0,
     0},
    {{"gc_pauses", "GC pauses", RULE_COLLECTOR, CONTRAST_PERCENT, "gc"},
     SERIES_PAUSE,
     CONTRAST_BY_SPAN,
     0,
     PAUSE_NAME,
     100},
    {{"gc_pause_length", "length of a GC pause", RULE_COLLECTOR, CONTRAST_NS, "gc"},
     SERIES_PAUSE,
     CONTRAST_BY_LEVEL,
     SERIES_DURATION,
     0,
     0},
    {{"collections", "collections", RULE_COLLECTOR, CONTRAST_PER_SECOND, "gc"},
     SERIES_COLLECTION,
     CONTRAST_BY_COUNT,
     0,
     GC_CAUSE,
     0},
    {{"allocation_stalls", "threads stalled by ZGC", RULE_COLLECTOR, CONTRAST_THREADS, "gc"},
     TIME(SERIES_Z_STALL, 0)},
    {{"monitors", "waits for monitors", RULE_LOCKS, CONTRAST_THREADS, "locks"},
     TIME(SERIES_MONITOR, MONITOR_CLASS)},
    {{"parks", "parked threads, idle ones of pools apart", RULE_LOCKS, CONTRAST_THREADS, "locks"},
     TIME(SERIES_COUNT, PARK_CLASS)},
    {{"pinned", "virtual threads pinned", RULE_LOCKS, CONTRAST_THREADS, "locks"},
     TIME(SERIES_PINNED, PINNED_REASON)},
    {{"file_reads", "reading files", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_FILE_READ, IO_PATH)},
    {{"file_writes", "writing files", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_FILE_WRITE, IO_PATH)},
    {{"file_forces", "forcing files to disk", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_FILE_FORCE, IO_PATH)},
    {{"socket_reads", "reading sockets", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_SOCKET_READ, IO_PATH)},
    {{"socket_writes", "writing sockets", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_SOCKET_WRITE, IO_PATH)},
    {{"allocation", "allocation", RULE_ALLOCATION, CONTRAST_BYTES_PER_SECOND, "allocations"},
     SERIES_ALLOCATION,
     CONTRAST_BY_SUM,
     2,
     1,
     0},
    {{"tlabs", "allocation of TLABs", RULE_ALLOCATION, CONTRAST_BYTES_PER_SECOND, "allocations"},
     SERIES_IN_TLAB,
     CONTRAST_BY_SUM,
     TLAB_SIZE,
     TLAB_CLASS,
     0},
    {{"outside_tlabs", "allocation outside of TLABs", RULE_ALLOCATION, CONTRAST_BYTES_PER_SECOND,
      "allocations"},
     SERIES_OUT_OF_TLAB,
     CONTRAST_BY_SUM,
     TLAB_SIZE,
     TLAB_CLASS,
     0},
    {{"throwables", "exceptions and errors", RULE_EXCEPTIONS, CONTRAST_PER_SECOND, "exceptions"},
     SERIES_THROWABLES,
     CONTRAST_BY_COUNTER,
     THROWABLES,
     0,
     0},
    {{"exceptions", "exceptions recorded", RULE_EXCEPTIONS, CONTRAST_PER_SECOND, "exceptions"},
     SERIES_EXCEPTION,
     CONTRAST_BY_COUNT,
     0,
     THROWN_CLASS,
     0},
    {{"errors", "errors", RULE_EXCEPTIONS, CONTRAST_PER_SECOND, "exceptions"},
     SERIES_ERROR,
     CONTRAST_BY_COUNT,
     0,
     THROWN_CLASS,
     0},
    {{"safepoints", "safepoints", RULE_SAFEPOINTS, CONTRAST_PER_SECOND, "safepoints"},
     SERIES_SAFEPOINT_BEGIN,
     CONTRAST_BY_COUNT,
     0,
     0,
     0},
    {{"time_to_safepoint", "waiting for threads to stop", RULE_SAFEPOINTS, CONTRAST_PERCENT,
      "safepoints"},
     SERIES_SAFEPOINT_SYNC,
     CONTRAST_BY_SPAN,
     0,
     0,
     100},
    {{"vm_operations", "VM operations", RULE_SAFEPOINTS, CONTRAST_PERCENT, "safepoints"},
     SERIES_VM_OPERATION,
     CONTRAST_BY_SPAN,
     0,
     VM_OPERATION,
     100},
    {{"heap_after_gc", "heap after GC", RULE_MEMORY, CONTRAST_BYTES, "gc"},
     SERIES_HEAP,
     CONTRAST_BY_LEVEL,
     HEAP_USED,
     0,
     0},
    {{"resident", "resident memory", RULE_MEMORY, CONTRAST_BYTES, "leaks"},
     SERIES_RESIDENT,
     CONTRAST_BY_LEVEL,
     RESIDENT_SIZE,
     0,
     0},
    {{"direct_buffers", "direct buffers", RULE_MEMORY, CONTRAST_BYTES, "leaks"},
     SERIES_DIRECT,
     CONTRAST_BY_LEVEL,
     DIRECT_USED,
     0,
     0},
    {{"container_memory", "memory of the container", RULE_MEMORY, CONTRAST_BYTES, "leaks"},
     SERIES_CONTAINER_MEMORY,
     CONTRAST_BY_LEVEL,
     CONTAINER_USED,
     0,
     0},
    {{"threads", "threads", RULE_MEMORY, CONTRAST_COUNT, "threads"},
     SERIES_THREADS,
     CONTRAST_BY_LEVEL,
     THREADS_ACTIVE,
     0,
     0},
    {{"class_loads", "class loads", RULE_OTHER, CONTRAST_PER_SECOND, "classes"},
     SERIES_CLASS_LOAD,
     CONTRAST_BY_COUNT,
     0,
     0,
     0},
};
/* clang-format on */
const char *contrast_unit_name(enum contrast_unit unit) {
    static const char *const names[] = {
        [CONTRAST_PERCENT] = "percent",       [CONTRAST_THREADS] = "threads",
        [CONTRAST_PER_SECOND] = "per_second", [CONTRAST_BYTES_PER_SECOND] = "bytes_per_second",
        [CONTRAST_BYTES] = "bytes",           [CONTRAST_NS] = "ns",
        [CONTRAST_COUNT] = "count",
    };
    return names[unit];
}

double contrast_unit_floor(enum contrast_unit unit) {
    static const double floors[] = {
        [CONTRAST_PERCENT] = 1,      [CONTRAST_THREADS] = 0.02,
        [CONTRAST_PER_SECOND] = 0.5, [CONTRAST_BYTES_PER_SECOND] = 1 << 20,
        [CONTRAST_BYTES] = 16 << 20, [CONTRAST_NS] = 1e6,
        [CONTRAST_COUNT] = 5,
    };
    return floors[unit];
}

void contrast_join(struct walk_run *run) {
    walk_join(run, &tables_reader, &own_wishes);
}

/* ==== Series ================================================================================ */

/* What threads of a pool have on their stack that wait for work. */
bool contrast_is_idle(const struct series *series, size_t row) {
    static const struct {
        const char *of_class, *method;
    } idle[] = {{"ThreadPoolExecutor", "getTask"},
                {"ForkJoinPool", "awaitWork"},
                {"ForkJoinPool", "runWorker"},
                {"DelayedWorkQueue", "take"},
                {"DelayedWorkQueue", "poll"},
                {"ReferenceQueue", "remove"},
                {"LinkedTransferQueue", "take"},
                {"LinkedTransferQueue", "poll"},
                {"TimerThread", "mainLoop"},
                {"InnocuousThread", "run"},
                {"CleanerImpl", "run"}};
    uint32_t depth;
    const uint32_t *frames = series_stack(series, PARK_STACK, row, &depth);
    for (uint32_t i = 0; i < depth; i++) {
        const char *of_class = series_frame_class(series, frames[i]);
        const char *method = series_frame_method(series, frames[i]);
        size_t len = strlen(of_class);
        for (size_t k = 0; k < sizeof idle / sizeof *idle; k++) {
            size_t end = strlen(idle[k].of_class);
            if (len >= end && strcmp(of_class + len - end, idle[k].of_class) == 0 &&
                strcmp(method, idle[k].method) == 0)
                return true;
        }
    }
    return false;
}

struct series contrast_series(const struct rule_input *input,
                              const struct contrast_source *source) {
    struct rule_input all = *input;
    all.has_window = false;
    return source->series == SERIES_COUNT ? series_of_wish(&all, &parks)
                                          : series_of(&all, source->series);
}
