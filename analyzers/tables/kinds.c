#include "analyzers/tables/kinds.h"

#include <string.h>

const struct kind_short_name kind_short_names[KIND_GROUPS] = {
    [KIND_CPU] = {"cpu", "running threads: the first of these that the recording has"},
    [KIND_WALL] = {"wall", "all threads, waiting ones too: the first of these"},
    [KIND_NATIVE] = {"native", "threads in native methods"},
    [KIND_ALLOC] = {"alloc", "allocations: the sample event, or else both TLAB events"},
    [KIND_LOCK] = {"lock", "waits for monitors and parked threads"},
    [KIND_EXCEPTION] = {"exception", "exceptions thrown (errors are among them; alone where only "
                                     "they were recorded)"},
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
    {"alloc_space", ALLOC, .rank = 3},
    {"alloc_objects", .group = KIND_ALLOC, .rank = 4},
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

const struct kind *kind_of(const char *event) {
    static const struct kind other = {.unit = PROFILE_NS, .value = "duration"};
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].event, event) == 0) return &kinds[i];
    return &other;
}
