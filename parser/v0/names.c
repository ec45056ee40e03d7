#include "parser/v0/names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    const char *old, *later;
};

/* By the old name, of which all begin with FOLDER; types of "jdk.". */
#define FOLDER "http://www.oracle.com/hotspot/"
static const struct pair events[] = {
    {"jdk/java/error_throw", "JavaErrorThrow"},
    {"jdk/java/exception_throw", "JavaExceptionThrow"},
    {"jdk/java/file_read", "FileRead"},
    {"jdk/java/file_write", "FileWrite"},
    {"jdk/java/security_property", "SecurityPropertyModification"},
    {"jdk/java/socket_read", "SocketRead"},
    {"jdk/java/socket_write", "SocketWrite"},
    {"jdk/java/statistics/throwables", "ExceptionStatistics"},
    {"jdk/java/tls_handshake", "TLSHandshake"},
    {"jdk/java/x509_certificate", "X509Certificate"},
    {"jdk/java/x509_validation", "X509Validation"},
    {"jfr-info/recordings/recording", "ActiveRecording"},
    {"jfr-info/recordings/recording_setting", "ActiveSetting"},
    {"jvm/java/monitor_enter", "JavaMonitorEnter"},
    {"jvm/java/monitor_wait", "JavaMonitorWait"},
    {"jvm/java/object_alloc_in_new_TLAB", "ObjectAllocationInNewTLAB"},
    {"jvm/java/object_alloc_outside_TLAB", "ObjectAllocationOutsideTLAB"},
    {"jvm/java/old_object", "OldObjectSample"},
    {"jvm/java/statistics/class_loading", "ClassLoadingStatistics"},
    {"jvm/java/statistics/thread_allocation", "ThreadAllocationStatistics"},
    {"jvm/java/statistics/threads", "JavaThreadStatistics"},
    {"jvm/java/thread_end", "ThreadEnd"},
    {"jvm/java/thread_park", "ThreadPark"},
    {"jvm/java/thread_sleep", "ThreadSleep"},
    {"jvm/java/thread_start", "ThreadStart"},
    {"jvm/os/information", "OSInformation"},
    {"jvm/os/initial_environment_variable", "InitialEnvironmentVariable"},
    {"jvm/os/memory/physical_memory", "PhysicalMemory"},
    {"jvm/os/processor/context_switch_rate", "ThreadContextSwitchRate"},
    {"jvm/os/processor/cpu_information", "CPUInformation"},
    {"jvm/os/processor/cpu_load", "CPULoad"},
    {"jvm/os/processor/cpu_tsc", "CPUTimeStampCounter"},
    {"jvm/os/system_process", "SystemProcess"},
    {"jvm/vm/class/load", "ClassLoad"},
    {"jvm/vm/class/unload", "ClassUnload"},
    {"jvm/vm/code_cache/config", "CodeCacheConfiguration"},
    {"jvm/vm/code_cache/full", "CodeCacheFull"},
    {"jvm/vm/code_cache/stats", "CodeCacheStatistics"},
    {"jvm/vm/code_sweeper/config", "CodeSweeperConfiguration"},
    {"jvm/vm/code_sweeper/stats", "CodeSweeperStatistics"},
    {"jvm/vm/code_sweeper/sweep", "SweepCodeCache"},
    {"jvm/vm/compiler/compilation", "Compilation"},
    {"jvm/vm/compiler/config", "CompilerConfiguration"},
    {"jvm/vm/compiler/failure", "CompilationFailure"},
    {"jvm/vm/compiler/phase", "CompilerPhase"},
    {"jvm/vm/compiler/stats", "CompilerStatistics"},
    {"jvm/vm/flag/boolean", "BooleanFlag"},
    {"jvm/vm/flag/boolean_changed", "BooleanFlagChanged"},
    {"jvm/vm/flag/double", "DoubleFlag"},
    {"jvm/vm/flag/double_changed", "DoubleFlagChanged"},
    {"jvm/vm/flag/int", "IntFlag"},
    {"jvm/vm/flag/int_changed", "IntFlagChanged"},
    {"jvm/vm/flag/long", "LongFlag"},
    {"jvm/vm/flag/long_changed", "LongFlagChanged"},
    {"jvm/vm/flag/string", "StringFlag"},
    {"jvm/vm/flag/string_changed", "StringFlagChanged"},
    {"jvm/vm/flag/uint", "UnsignedIntFlag"},
    {"jvm/vm/flag/uint_changed", "UnsignedIntFlagChanged"},
    {"jvm/vm/flag/ulong", "UnsignedLongFlag"},
    {"jvm/vm/flag/ulong_changed", "UnsignedLongFlagChanged"},
    {"jvm/vm/gc/collector/g1_garbage_collection", "G1GarbageCollection"},
    {"jvm/vm/gc/collector/garbage_collection", "GarbageCollection"},
    {"jvm/vm/gc/collector/old_garbage_collection", "OldGarbageCollection"},
    {"jvm/vm/gc/collector/parold_garbage_collection", "ParallelOldGarbageCollection"},
    {"jvm/vm/gc/collector/young_garbage_collection", "YoungGarbageCollection"},
    {"jvm/vm/gc/configuration/gc", "GCConfiguration"},
    {"jvm/vm/gc/configuration/heap", "GCHeapConfiguration"},
    {"jvm/vm/gc/configuration/survivor", "GCSurvivorConfiguration"},
    {"jvm/vm/gc/configuration/tlab", "GCTLABConfiguration"},
    {"jvm/vm/gc/configuration/young_generation", "YoungGenerationConfiguration"},
    {"jvm/vm/gc/detailed/allocation_requiring_gc", "AllocationRequiringGC"},
    {"jvm/vm/gc/detailed/concurrent_mode_failure", "ConcurrentModeFailure"},
    {"jvm/vm/gc/detailed/evacuation_failed", "EvacuationFailed"},
    {"jvm/vm/gc/detailed/evacuation_info", "EvacuationInformation"},
    {"jvm/vm/gc/detailed/object_count", "ObjectCount"},
    {"jvm/vm/gc/detailed/object_count_after_gc", "ObjectCountAfterGC"},
    {"jvm/vm/gc/detailed/promotion_failed", "PromotionFailed"},
    {"jvm/vm/gc/heap/metaspace_summary", "MetaspaceSummary"},
    {"jvm/vm/gc/heap/ps_summary", "PSHeapSummary"},
    {"jvm/vm/gc/heap/summary", "GCHeapSummary"},
    {"jvm/vm/gc/metaspace/allocation_failure", "MetaspaceAllocationFailure"},
    {"jvm/vm/gc/metaspace/chunk_free_list_summary", "MetaspaceChunkFreeListSummary"},
    {"jvm/vm/gc/metaspace/gc_threshold", "MetaspaceGCThreshold"},
    {"jvm/vm/gc/metaspace/out_of_memory", "MetaspaceOOM"},
    {"jvm/vm/gc/phases/pause", "GCPhasePause"},
    {"jvm/vm/gc/phases/pause_level_1", "GCPhasePauseLevel1"},
    {"jvm/vm/gc/phases/pause_level_2", "GCPhasePauseLevel2"},
    {"jvm/vm/gc/phases/pause_level_3", "GCPhasePauseLevel3"},
    {"jvm/vm/gc/reference/statistics", "GCReferenceStatistics"},
    {"jvm/vm/info", "JVMInformation"},
    {"jvm/vm/initial_system_property", "InitialSystemProperty"},
    {"jvm/vm/prof/execution_sample", "ExecutionSample"},
    {"jvm/vm/prof/execution_sampling_info", "ExecutionSampling"},
    {"jvm/vm/runtime/execute_vm_operation", "ExecuteVMOperation"},
    {"jvm/vm/runtime/shutdown", "Shutdown"},
    {"jvm/vm/runtime/thread_dump", "ThreadDump"},
};

static int compare(const void *name, const void *pair) {
    return strcmp(name, ((const struct pair *)pair)->old);
}

const char *v0_event_name(const char *uri, const char *path) {
    char name[128];
    size_t folder = strlen(FOLDER), uri_len = strlen(uri), path_len = strlen(path);
    if (strncmp(uri, FOLDER, folder) != 0 || uri_len - folder + path_len >= sizeof name)
        return NULL;
    memcpy(name, uri + folder, uri_len - folder);
    memcpy(name + uri_len - folder, path, path_len + 1);
    const struct pair *found =
        bsearch(name, events, sizeof events / sizeof *events, sizeof *events, compare);
    return found ? found->later : NULL;
}

struct rename {
    const char *of, *old, *later;
};

static const char *renamed(const struct rename *table, size_t count, const char *of,
                           const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].old, name) == 0 && strcmp(table[i].of, of) == 0) return table[i].later;
    return name;
}

static const struct rename event_fields[] = {
    {"ThreadPark", "klass", "parkedClass"},
    {"JavaMonitorEnter", "klass", "monitorClass"},
    {"JavaMonitorWait", "klass", "monitorClass"},
    {"ObjectAllocationInNewTLAB", "class", "objectClass"},
    {"ObjectAllocationOutsideTLAB", "class", "objectClass"},
    {"ObjectCount", "class", "objectClass"},
    {"ObjectCountAfterGC", "class", "objectClass"},
    {"Compilation", "compileID", "compileId"},
    {"CompilerPhase", "compileID", "compileId"},
    {"CompilationFailure", "compileID", "compileId"},
    {"CompilationFailure", "failure", "failureMessage"},
    {"CompilerStatistics", "nmetodsSize", "nmethodsSize"},
    {"CompilerStatistics", "nmetodCodeSize", "nmethodCodeSize"},
    {"SweepCodeCache", "sweepIndex", "sweepId"},
    {"EvacuationInformation", "allocRegionsUsedBefore", "allocationRegionsUsedBefore"},
    {"EvacuationInformation", "allocRegionsUsedAfter", "allocationRegionsUsedAfter"},
    {"ActiveRecording", "startTime", "recordingStart"},
    {"ActiveRecording", "duration", "recordingDuration"},
    {"ThreadStart", "javalangthread", "thread"},
    {"ThreadEnd", "javalangthread", "thread"},
    {"PromotionFailed", "data", "promotionFailed"},
    {"EvacuationFailed", "data", "evacuationFailed"},
};

const char *v0_event_field(const char *event, const char *field) {
    if (!event) return field;
    if (strcmp(field, "old_value") == 0 && strstr(event, "FlagChanged")) return "oldValue";
    if (strcmp(field, "new_value") == 0 && strstr(event, "FlagChanged")) return "newValue";
    return renamed(event_fields, sizeof event_fields / sizeof *event_fields, event, field);
}

static const struct pair contents[] = {
    {"Thread", "java.lang.Thread"},
    {"Class", "java.lang.Class"},
    {"StackTrace", "jdk.types.StackTrace"},
    {"ThreadGroup", "jdk.types.ThreadGroup"},
    {"Method", "jdk.types.Method"},
    {"UTFConstant", "jdk.types.Symbol"},
    {"ThreadState", "jdk.types.ThreadState"},
    {"FrameType", "jdk.types.FrameType"},
    {"GCName", "jdk.types.GCName"},
    {"GCCause", "jdk.types.GCCause"},
    {"GCWhen", "jdk.types.GCWhen"},
    {"G1YCType", "jdk.types.G1YCType"},
    {"GCThresholdUpdater", "jdk.types.GCThresholdUpdater"},
    {"ReferenceType", "jdk.types.ReferenceType"},
    {"MetadataType", "jdk.types.MetadataType"},
    {"MetaspaceObjectType", "jdk.types.MetaspaceObjectType"},
    {"NARROW_OOP_MODE", "jdk.types.NarrowOopMode"},
    {"VMOperationType", "jdk.types.VMOperationType"},
    {"CompilerPhaseType", "jdk.types.CompilerPhaseType"},
    {"FlagValueOrigin", "jdk.types.FlagValueOrigin"},
    {"OldObject", "jdk.types.OldObject"},
    {"JavaObject", "jdk.types.OldObject"},
};

const char *v0_content_name(const char *content) {
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++)
        if (strcmp(contents[i].old, content) == 0) return contents[i].later;
    return NULL;
}

static const struct rename content_fields[] = {
    {"UTFConstant", "utf8", "string"},       {"FrameType", "desc", "description"},
    {"Class", "loaderClass", "classLoader"}, {"Method", "class", "type"},
    {"Method", "signature", "descriptor"},   {"StackFrame", "line", "lineNumber"},
    {"StackFrame", "bci", "bytecodeIndex"},
};

const char *v0_content_field(const char *content, const char *field) {
    return renamed(content_fields, sizeof content_fields / sizeof *content_fields, content, field);
}

/* ==== Java names ============================================================================ */

/* Words that no identifier may be; some readers refuse the whole file for one. */
static bool is_reserved(const char *word, size_t len) {
    static const char *const words[] = {
        "_",       "abstract",  "assert",       "boolean",  "break",      "byte",    "case",
        "catch",   "char",      "class",        "const",    "continue",   "default", "do",
        "double",  "else",      "enum",         "extends",  "false",      "final",   "finally",
        "float",   "for",       "goto",         "if",       "implements", "import",  "instanceof",
        "int",     "interface", "long",         "native",   "new",        "null",    "package",
        "private", "protected", "public",       "return",   "short",      "static",  "strictfp",
        "super",   "switch",    "synchronized", "this",     "throw",      "throws",  "transient",
        "true",    "try",       "void",         "volatile", "while",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == len && memcmp(words[i], word, len) == 0) return true;
    return false;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool fits(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* A part of a name: each byte that no identifier has becomes '_'. */
static void add_part(struct text *out, const char *part, size_t len) {
    if (len == 0) return;
    if (out->len > 0) text_add(out, ".");
    if (is_digit(*part)) text_add(out, "_");
    for (size_t i = 0; i < len; i++) text_add_char(out, fits(part[i]) ? part[i] : '_');
    if (is_reserved(part, len)) text_add(out, "_");
}

static void add_parts(struct text *out, const char *name) {
    for (; *name; name += *name != 0) {
        size_t len = strcspn(name, "/.");
        add_part(out, name, len);
        name += len;
    }
}

/* "www.oracle.com" -> com.oracle */
static void add_host(struct text *out, const char *host, size_t len) {
    while (len > 0) {
        size_t begin = len;
        while (begin > 0 && host[begin - 1] != '.') begin--;
        bool www = begin == 0 && len == 3 && memcmp(host, "www", 3) == 0;
        if (!www) add_part(out, host + begin, len - begin);
        len = begin > 0 ? begin - 1 : 0;
    }
}

char *v0_java_name(const char *uri, const char *path) {
    struct text name = {0};
    const char *host = strstr(uri, "://");
    if (host) {
        size_t len = strcspn(host + 3, "/");
        add_host(&name, host + 3, len);
        uri = host + 3 + len;
    }
    add_parts(&name, uri);
    add_parts(&name, path);
    if (name.len == 0) text_add(&name, "unnamed");
    return text_take(&name);
}
