#include "analyzers/tables/kinds.h"

#include <string.h>

const struct kind_short_name kind_short_names[KIND_GROUPS] = {
    [KIND_CPU] = {"cpu", "running threads: the first of these that the recording has", {NULL}},
    [KIND_WALL] = {"wall", "all threads, waiting ones too: the first of these", {NULL}},
    [KIND_NATIVE] = {"native", "threads in native methods", {NULL}},
    [KIND_ALLOC] = {"alloc", "allocations: the sample event, or else both TLAB events", {NULL}},
    [KIND_LOCK] = {"lock", "waits for monitors and parked threads", {NULL}},
    [KIND_EXCEPTION] = {"exception",
                        "exceptions thrown (errors are among them; alone where only "
                        "they were recorded)",
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
#define ALLOC .group = KIND_ALLOC, .unit = PROFILE_BYTES, .pprof = {"alloc_objects", "alloc_space"}
#define LIVE .unit = PROFILE_BYTES, .pprof = {"inuse_objects", "inuse_space"}
#define WAIT .group = KIND_LOCK, .unit = PROFILE_NS, .pprof = {"contentions", "delay"}
#define THROWN .group = KIND_EXCEPTION, .unit = PROFILE_NS, .pprof = {"exceptions", "time"}

/* clang-format off: a table */
const struct kind kinds[KINDS] = {
    {"jdk.ExecutionSample", CPU, .rank = 1, .usual = 1, .flags = KIND_RUNNING | KIND_BIASED,
     .setting = {"execution_sample", "Java samples"}},
    {"jdk.NativeMethodSample", .group = KIND_NATIVE, .rank = 1, .usual = 6, .unit = PROFILE_NS,
     .pprof = {"samples", "native"}, .setting = {"native_method_sample", "Native samples"}},
    {"jdk.CPUTimeSample", CPU, .rank = 2, .usual = 2, .value = "samplingPeriod",
     .flags = KIND_RUNNING, .setting = {"cpu_time_sample", "CPU-time samples"}},
    {"datadog.ExecutionSample", CPU, .rank = 3, .usual = 4},
    {"cpu", CPU, .rank = 4},
    {"profiler.WallClockSample", WALL, .rank = 1, .usual = 3, .value = "timeSpan",
     .weight = "samples", .setting = {"wall_clock_sample", "Wall-clock samples"}},
    {"datadog.MethodSample", WALL, .rank = 2, .usual = 5},
    {"wall", WALL, .rank = 3},
    {"jdk.ObjectAllocationSample", ALLOC, .rank = 1, .value = "weight",
     .setting = {"object_allocation_sample", "Allocation samples"}},
    {"jdk.ObjectAllocationInNewTLAB", ALLOC, .rank = 2, .value = "tlabSize"},
    {"jdk.ObjectAllocationOutsideTLAB", ALLOC, .rank = 2, .value = "allocationSize"},
    {"datadog.ObjectSample", ALLOC, .rank = 3, .value = "size", .factor = "weight"},
    {"alloc_space", ALLOC, .rank = 4},
    {"alloc_objects", .group = KIND_ALLOC, .rank = 5},
    {"jdk.OldObjectSample", LIVE, .value = "objectSize"},
    {"profiler.LiveObject", LIVE, .value = "allocationSize"},
    {"inuse_space", LIVE},
    {"profiler.Malloc", .unit = PROFILE_BYTES, .value = "size"},
    {"jdk.JavaMonitorEnter", WAIT, .rank = 1, .value = "duration"},
    {"jdk.ThreadPark", WAIT, .rank = 1, .value = "duration"},
    {"delay", WAIT, .rank = 2},
    {"contentions", .group = KIND_LOCK, .rank = 3},
    {"jdk.JavaExceptionThrow", THROWN, .rank = 1, .value = "duration"},
    {"jdk.JavaErrorThrow", THROWN, .rank = 2, .value = "duration"},
    {"exceptions", .group = KIND_EXCEPTION, .rank = 3},
    {"jdk.ActiveSetting", .unit = PROFILE_NS, .value = "duration", .flags = KIND_ABOUT_RECORDING},
    {"jdk.ActiveRecording", .unit = PROFILE_NS, .value = "duration", .flags = KIND_ABOUT_RECORDING},
};
/* clang-format on */

enum kind_group kind_group_named(const char *short_name) {
    for (int group = KIND_NO_GROUP + 1; group < KIND_GROUPS; group++)
        if (strcmp(kind_short_names[group].name, short_name) == 0) return (enum kind_group)group;
    return KIND_NO_GROUP;
}

/* The text that the pattern's last '*' stands for becomes longer until the rest fits. */
static bool glob_matches(const char *pattern, const char *name) {
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == 0;
}

bool kind_matches(const char *pattern, const char *event) {
    if (glob_matches(pattern, event)) return true;
    return !strchr(pattern, '.') && strncmp(event, "jdk.", 4) == 0 &&
           glob_matches(pattern, event + 4);
}

const struct kind *kind_of(const char *event) {
    static const struct kind other = {.unit = PROFILE_NS, .value = "duration"};
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].event, event) == 0) return &kinds[i];
    return &other;
}
