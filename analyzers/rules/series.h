/* Series: the tables of events that rules judge, one wish for each event type, whatever number of
 * rules looks at it, so that an event is decoded once.
 *
 *   struct series pauses = series_of(input, SERIES_PAUSE);
 *   for (size_t row = 0; row < pauses.rows; row++)
 *       longest = max(longest, series_int(&pauses, PAUSE_DURATION, row));
 *
 * Rows are in order of time. The first column of each is the start, "duration" the second of those
 * that have one. A new series is a line of the enum, an enum of its columns and a wish. */
#ifndef ANALYZERS_RULES_SERIES_H
#define ANALYZERS_RULES_SERIES_H

#include "analyzers/tables/table.h"

enum series_id {
    SERIES_SETTING,
    SERIES_JVM,
    SERIES_LOSS,
    SERIES_LOAD,
    SERIES_PAUSE,
    SERIES_COLLECTION,
    SERIES_OLD_COLLECTION,
    SERIES_YOUNG_COLLECTION,
    SERIES_GC_CPU,
    SERIES_GC_CONFIG,
    SERIES_HEAP,
    SERIES_HEAP_CONFIG,
    SERIES_METASPACE,
    SERIES_METASPACE_OOM,
    SERIES_G1_MMU,
    SERIES_MODE_FAILURE,
    SERIES_Z_STALL,
    SERIES_VM_OPERATION,
    SERIES_SAFEPOINT_BEGIN, /* the six of a safepoint follow one another */
    SERIES_SAFEPOINT_CLEANUP,
    SERIES_SAFEPOINT_TASK,
    SERIES_SAFEPOINT_SYNC,
    SERIES_SAFEPOINT_WAIT,
    SERIES_SAFEPOINT_END,
    SERIES_FLAG,
    SERIES_SIZE_FLAG,
    SERIES_TEXT_FLAG,
    SERIES_IN_TLAB,
    SERIES_OUT_OF_TLAB,
    SERIES_ALLOCATION,
    SERIES_OBJECT_COUNT,
    SERIES_OBJECT_COUNT_GC,
    SERIES_OLD_OBJECT,
    SERIES_HEAP_DUMP,
    SERIES_CLASS_LOAD,
    SERIES_CLASS_UNLOAD,
    SERIES_CLASSES,
    SERIES_CODE_FULL,
    SERIES_CODE_CONFIG,
    SERIES_CODE_CACHE,
    SERIES_SWITCH_RATE,
    SERIES_MONITOR,
    SERIES_BIASED_CLASS,
    SERIES_BIASED,
    SERIES_BIASED_SELF,
    SERIES_CERTIFICATE,
    SERIES_PROPERTY,
    SERIES_ENVIRONMENT,
    SERIES_DUMP_REASON,
    SERIES_SHUTDOWN,
    SERIES_JAVA_AGENT,
    SERIES_NATIVE_AGENT,
    SERIES_ERROR,
    SERIES_EXCEPTION,
    SERIES_THROWABLES,
    SERIES_PROCESSOR,
    SERIES_FILE_READ,
    SERIES_FILE_WRITE,
    SERIES_FILE_FORCE,
    SERIES_SOCKET_READ,
    SERIES_SOCKET_WRITE,
    SERIES_FINALIZERS,
    SERIES_MEMORY,
    SERIES_PROCESS,
    SERIES_PROCESS_START,
    SERIES_DMS,
    SERIES_THROTTLING,
    SERIES_CONTAINER,
    SERIES_CONTAINER_MEMORY,
    SERIES_PINNED,
    SERIES_THREAD_DUMP,
    SERIES_THREADS,
    SERIES_THREAD_LOAD,
    SERIES_RESIDENT,
    SERIES_NATIVE_TOTAL,
    SERIES_DIRECT,
    SERIES_NATIVE_SAMPLE,
    SERIES_COUNT
};

/* Columns. */
enum { SERIES_START, SERIES_DURATION };
enum { SETTING_EVENT = 1, SETTING_NAME, SETTING_VALUE };
enum { JVM_START = 1, JVM_PID, JVM_NAME, JVM_VERSION, JVM_ARGUMENTS, JVM_JAVA_ARGUMENTS };
enum { LOSS_AMOUNT = 1 };
enum { LOAD_MACHINE = 1, LOAD_USER, LOAD_SYSTEM };
enum { PAUSE_NAME = 2, PAUSE_GC };
enum { GC_NAME = 2, GC_CAUSE, GC_ID, GC_PAUSES, GC_LONGEST };
enum { GC_CPU_USER = 1, GC_CPU_SYSTEM, GC_CPU_REAL, GC_CPU_ID };
enum { CONFIG_OLD = 1, CONFIG_YOUNG, CONFIG_THREADS };
enum { HEAP_WHEN = 1, HEAP_USED, HEAP_GC, HEAP_COMMITTED };
enum { HEAP_CONFIG_MAX = 1, HEAP_CONFIG_OOPS };
enum { METASPACE_WHEN = 1, METASPACE_USED };
enum { MMU_TIME = 1, MMU_TARGET };
enum { STALL_THREAD = 2 };
enum { VM_OPERATION = 2, VM_SAFEPOINT, VM_BLOCKING, VM_CALLER };
enum { FLAG_NAME = 1, FLAG_VALUE, FLAG_ORIGIN };
enum { TLAB_CLASS = 1, TLAB_SIZE, TLAB_THREAD, TLAB_STACK };
enum { COUNT_GC = 1, COUNT_CLASS, COUNT_OBJECTS, COUNT_SIZE };
enum { OLD_OBJECT_CLASS = 1, OLD_OBJECT_ADDRESS, OLD_OBJECT_REFERRER, OLD_OBJECT_TIME };
enum { CLASS_NAME = 2 };
enum { CLASSES_LOADED = 1, CLASSES_UNLOADED };
enum {
    CODE_CONFIG_RESERVED = 1,
    CODE_CONFIG_NON_NMETHOD,
    CODE_CONFIG_PROFILED,
    CODE_CONFIG_NON_PROFILED
};
enum { CODE_TYPE = 1, CODE_FREE, CODE_FROM, CODE_TO };
enum { SWITCH_RATE = 1 };
enum { MONITOR_THREAD = 2, MONITOR_CLASS, MONITOR_ADDRESS, MONITOR_OWNER, MONITOR_STACK };
enum { BIASED_CLASS = 2, BIASED_DISABLED };
enum {
    CERTIFICATE_ALGORITHM = 1,
    CERTIFICATE_KEY,
    CERTIFICATE_LENGTH,
    CERTIFICATE_UNTIL,
    CERTIFICATE_ID,
    CERTIFICATE_SUBJECT
};
enum { PROPERTY_KEY = 1, PROPERTY_VALUE };
enum { REASON = 1 };
enum { AGENT_NAME = 1, AGENT_OPTIONS, AGENT_DYNAMIC, AGENT_TIME };
/* The stack is there if the class is one of retries; the sites are texts: the first frame that is
 * not the JDK's, null if all are, and the first. */
enum { THROWN_CLASS = 1, THROWN_MESSAGE, THROWN_THREAD, THROWN_STACK, THROWN_SITE, THROWN_TOP };
enum { THROWABLES = 1 };
enum { PROCESSOR_THREADS = 1, PROCESSOR_CORES };
enum { IO_BYTES = 2, IO_PATH, IO_THREAD, IO_STACK, IO_ADDRESS, IO_PORT };
enum { FINALIZER_CLASS = 1, FINALIZER_RUN, FINALIZER_OBJECTS };
enum { MEMORY_TOTAL = 1, MEMORY_USED };
enum { THROTTLING_SLICES = 1, THROTTLING_THROTTLED, THROTTLING_TIME };
enum { CONTAINER_MEMORY_LIMIT = 1, CONTAINER_CPUS };
enum { CONTAINER_USED = 1, CONTAINER_FAILS };
enum { PINNED_THREAD = 2, PINNED_REASON, PINNED_STACK };
enum { DUMP_TEXT = 1 };
enum { THREADS_ACTIVE = 1, THREADS_DAEMON, THREADS_PEAK };
enum { THREAD_LOAD_THREAD = 1, THREAD_LOAD_USER, THREAD_LOAD_SYSTEM };
enum { RESIDENT_SIZE = 1, RESIDENT_PEAK };
enum { NATIVE_RESERVED = 1, NATIVE_COMMITTED };
enum { DIRECT_MAX = 1, DIRECT_COUNT, DIRECT_USED };
enum { SAMPLE_TOP = 1 };

extern const struct wish series_rows[SERIES_COUNT];
extern const struct wishes series_wishes;           /* exceptions are counted, see series_count */
extern const struct wishes series_wishes_in_window; /* all of them are rows */
/* Of which rows they have stacks. */
extern const struct wish_only series_of_retries[];

struct series { /* a table with rows, or without any */
    const struct tables *tables;
    const struct event_table *table; /* NULL: none */
    size_t first, rows;              /* those of the input's window; row 0 is the first of them */
};

struct rule_input;
struct series series_of(const struct rule_input *input, enum series_id id);

/* Cells; null is JFR_NULL_INT, NaN, NULL, JFR_NULL_ID. */
int64_t series_int(const struct series *series, size_t column, size_t row);
double series_real(const struct series *series, size_t column, size_t row);
const char *series_text(const struct series *series, size_t column, size_t row);
/* Of the last row that has one; NULL: none has. */
const char *series_last_text(const struct rule_input *input, enum series_id id, size_t column);
uint32_t series_id(const struct series *series, size_t column, size_t row);
/* How many events the row stands for. */
uint64_t series_count(const struct series *series, size_t row);
bool series_true(const struct series *series, size_t column, size_t row);
/* What a cell of threads is called, or NULL. */
const char *series_thread(const struct series *series, size_t column, size_t row);

/* No time is before the epoch or beyond this, so that sums and differences of some are numbers,
 * whatever a damaged recording says. */
#define SERIES_LAST (INT64_MAX / 4)

int64_t series_start(const struct series *series, size_t row);
/* Never negative; 0 of what has none. */
int64_t series_duration(const struct series *series, size_t row);
int64_t series_end(const struct series *series, size_t row);

/* Frames of a stack, leaf first; *depth is 0 if there is none. */
const uint32_t *series_stack(const struct series *series, size_t column, size_t row,
                             uint32_t *depth);
/* Of a frame. */
const char *series_frame_class(const struct series *series, uint32_t frame);
const char *series_frame_method(const struct series *series, uint32_t frame);

#endif
