#include "analyzers/tables/kinds.h"
#include "base/glob.h"

const struct kind_short_name kind_short_names[KIND_GROUPS] = {
    [KIND_CPU] = {"cpu", "running threads: the first of these that the recording has", {NULL}},
    [KIND_WALL] = {"wall", "all threads, waiting ones too: the first of these", {NULL}},
    [KIND_NATIVE] = {"native", "threads in native methods", {NULL}},
    [KIND_ALLOC] = {"alloc",
                    "allocations: the sample event, or else both TLAB events, or Datadog's",
                    {NULL}},
    [KIND_LIVE] = {"live",
                   "objects that were still alive: async-profiler's, Datadog's, or the JVM's",
                   {NULL}},
    [KIND_MALLOC] = {"malloc", "allocations of native memory", {NULL}},
    [KIND_LOCK] = {"lock", "waits for monitors and parked threads", {NULL}},
    [KIND_EXCEPTION] =
        {"exception",
         "exceptions thrown, including errors (only errors if nothing else was recorded)",
         {NULL}},
    [KIND_IO] = {"io", "files and sockets: reads, writes, syncs", {"jdk.File*", "jdk.Socket*"}},
    [KIND_FILE] = {"file", "reads, writes and syncs of files", {"jdk.File*"}},
    [KIND_SOCKET] = {"socket", "reads from and writes to sockets", {"jdk.Socket*"}},
    [KIND_GC] = {"gc",
                 "collections, where they have a stack trace: jdk.SystemGC",
                 {"jdk.SystemGC", "jdk.GarbageCollection"}},
};

#define CPU .group = KIND_CPU, .unit = PROFILE_NS, .pprof = {"samples", "cpu"}
#define WALL .group = KIND_WALL, .unit = PROFILE_NS, .pprof = {"samples", "wall"}
#define BYTES .unit = PROFILE_BYTES, .flags = KIND_BY_VALUE
#define TIME .unit = PROFILE_NS, .value = "duration", .flags = KIND_BY_VALUE
#define ALLOC .group = KIND_ALLOC, BYTES, .pprof = {"alloc_objects", "alloc_space"}
#define LIVE .group = KIND_LIVE, BYTES, .pprof = {"inuse_objects", "inuse_space"}
#define WAIT                                                     \
    .group = KIND_LOCK, .unit = PROFILE_NS, .value = "duration", \
    .pprof = {"contentions", "delay"}, .flags = KIND_BY_VALUE | KIND_PINNED
#define THROWN .group = KIND_EXCEPTION, .unit = PROFILE_NS, .pprof = {"exceptions", "time"}

/* clang-format off: a table */
const struct kind kinds[KINDS] = {
    {KIND_CPU_EVENT, CPU, .rank = 1, .usual = 1, .value = "cpuTime",
     .flags = KIND_RUNNING | KIND_BIASED | KIND_OR_PERIOD,
     .setting = {"execution_sample", "Java samples"}},
    {"jdk.NativeMethodSample", .group = KIND_NATIVE, .rank = 1, .usual = 6, .unit = PROFILE_NS,
     .pprof = {"samples", "native"}, .setting = {"native_method_sample", "Native samples"}},
    {"jdk.CPUTimeSample", CPU, .rank = 2, .usual = 2, .value = "samplingPeriod",
     .flags = KIND_RUNNING, .setting = {"cpu_time_sample", "CPU-time samples"}},
    {"datadog.ExecutionSample", CPU, .rank = 3, .usual = 4},
    {"cpu", CPU, .rank = 4},
    {KIND_WALL_EVENT, WALL, .rank = 1, .usual = 3, .value = "timeSpan", .weight = "samples",
     .flags = KIND_OR_PERIOD, .setting = {"wall_clock_sample", "Wall-clock samples"}},
    {"datadog.MethodSample", WALL, .rank = 2, .usual = 5},
    {"wall", WALL, .rank = 3},
    {"jdk.ObjectAllocationSample", ALLOC, .rank = 1, .value = "weight",
     .setting = {"object_allocation_sample", "Allocation samples"}},
    {"jdk.ObjectAllocationInNewTLAB", ALLOC, .rank = 2, .value = "tlabSize"},
    {"jdk.ObjectAllocationOutsideTLAB", ALLOC, .rank = 2, .value = "allocationSize"},
    {"datadog.ObjectSample", ALLOC, .rank = 3, .value = "size", .factor = "weight"},
    {"alloc_space", ALLOC, .rank = 4},
    {"alloc_objects", .group = KIND_ALLOC, .rank = 5},
    {"profiler.LiveObject", LIVE, .rank = 1, .value = "allocationSize"},
    {"datadog.HeapLiveObject", LIVE, .rank = 2, .value = "size", .factor = "weight"},
    {"jdk.OldObjectSample", LIVE, .rank = 3, .value = "objectSize"},
    {"inuse_space", LIVE, .rank = 4},
    {"profiler.Malloc", .group = KIND_MALLOC, .rank = 1, .unit = PROFILE_BYTES, .value = "size",
     .flags = KIND_BY_VALUE | KIND_HOOKED},
    {"jdk.JavaMonitorEnter", WAIT, .rank = 1},
    {"jdk.ThreadPark", WAIT, .rank = 1},
    {"delay", .group = KIND_LOCK, .rank = 2, .unit = PROFILE_NS, .flags = KIND_BY_VALUE,
     .pprof = {"contentions", "delay"}},
    {"contentions", .group = KIND_LOCK, .rank = 3},
    {"profiler.NativeLock", .unit = PROFILE_NS, .value = "duration",
     .flags = KIND_BY_VALUE | KIND_HOOKED},
    {"jdk.FileRead", TIME},
    {"jdk.FileWrite", TIME},
    {"jdk.FileForce", TIME},
    {"jdk.SocketRead", TIME},
    {"jdk.SocketWrite", TIME},
    {"jdk.JavaExceptionThrow", THROWN, .rank = 1, .value = "duration"},
    {"datadog.ExceptionSample", THROWN, .rank = 2, .value = "duration"},
    {"jdk.JavaErrorThrow", THROWN, .rank = 3, .value = "duration"},
    {"exceptions", .group = KIND_EXCEPTION, .rank = 4},
    {"jdk.ActiveSetting", .unit = PROFILE_NS, .value = "duration", .flags = KIND_ABOUT_RECORDING},
    {"jdk.ActiveRecording", .unit = PROFILE_NS, .value = "duration", .flags = KIND_ABOUT_RECORDING},
};
/* clang-format on */

enum kind_group kind_group_named(const char *short_name) {
    static const struct {
        const char *name;
        enum kind_group group;
    } others[] = {
        {"allocation", KIND_ALLOC}, {"allocations", KIND_ALLOC}, {"memory", KIND_ALLOC},
        {"locks", KIND_LOCK},       {"monitor", KIND_LOCK},      {"exceptions", KIND_EXCEPTION},
        {"files", KIND_FILE},       {"sockets", KIND_SOCKET},    {"network", KIND_SOCKET}};
    for (int group = KIND_NO_GROUP + 1; group < KIND_GROUPS; group++)
        if (strcmp(kind_short_names[group].name, short_name) == 0) return (enum kind_group)group;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].name, short_name) == 0) return others[i].group;
    return KIND_NO_GROUP;
}

bool kind_matches(const char *pattern, const char *event) {
    if (glob_matches(pattern, event)) return true;
    return !strchr(pattern, '.') && strncmp(event, "jdk.", 4) == 0 &&
           glob_matches(pattern, event + 4);
}

bool kind_is_in_group(enum kind_group group, const char *event) {
    if (group == KIND_NO_GROUP) return false;
    if (kind_of(event)->group == group) return true;
    for (size_t i = 0; i < KIND_PATTERNS && kind_short_names[group].events[i]; i++)
        if (kind_matches(kind_short_names[group].events[i], event)) return true;
    return false;
}

/* Of those rows that the pattern names, if any. */
static bool all_by_value(const char *pattern) {
    bool any = false;
    for (size_t i = 0; i < KINDS; i++) {
        if (!kind_matches(pattern, kinds[i].event)) continue;
        if (!(kinds[i].flags & KIND_BY_VALUE)) return false;
        any = true;
    }
    return any;
}

bool kind_counts_by_value(const char *name) {
    enum kind_group group = kind_group_named(name);
    const char *const *patterns = kind_short_names[group].events;
    if (!group) return all_by_value(name);
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].group == group && kinds[i].flags & KIND_BY_VALUE) return true;
    for (size_t i = 0; i < KIND_PATTERNS && patterns[i]; i++)
        if (!all_by_value(patterns[i])) return false;
    return patterns[0] != NULL;
}

const char *kind_brief_name(const char *event) {
    return strncmp(event, "jdk.", 4) == 0 ? event + 4 : event;
}

const struct kind *kind_of(const char *event) {
    static const struct kind other = {.unit = PROFILE_NS, .value = "duration"};
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].event, event) == 0) return &kinds[i];
    return &other;
}
