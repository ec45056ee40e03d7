#include "analyzers/account/wishes.h"

#define WAIT(event, ...)                                                      \
    {                                                                         \
        "jdk." event, {                                                       \
            "startTime", "duration", "eventThread", "stackTrace", __VA_ARGS__ \
        }                                                                     \
    }
const struct wish account_rows[WISHES] = {
    [MONITOR] = WAIT("JavaMonitorEnter", "monitorClass", "previousOwner"),
    [PARK] = WAIT("ThreadPark", "parkedClass"),
    [OBJECT_WAIT] = WAIT("JavaMonitorWait", "monitorClass"),
    [SLEEP] = WAIT("ThreadSleep", NULL),
    [SOCKET_READ] = WAIT("SocketRead", "host", "address"),
    [SOCKET_WRITE] = WAIT("SocketWrite", "host", "address"),
    [SOCKET_CONNECT] = WAIT("SocketConnect", "host", "address"),
    [FILE_READ] = WAIT("FileRead", "path"),
    [FILE_WRITE] = WAIT("FileWrite", "path"),
    [FILE_FORCE] = WAIT("FileForce", "path"),
    [STALL] = WAIT("ZAllocationStall", NULL),
    [EXECUTION] = {"jdk.ExecutionSample",
                   {"startTime", "sampledThread", "stackTrace", "state", "cpuTime"}},
    [CPU_TIME] = {"jdk.CPUTimeSample",
                  {"startTime", "eventThread", "stackTrace", "failed", "samplingPeriod"}},
    [NATIVE] = {"jdk.NativeMethodSample", {"startTime", "sampledThread", "stackTrace", "state"}},
    [WALL] = {"profiler.WallClockSample",
              {"startTime", "sampledThread", "stackTrace", "state", "timeSpan", "samples"}},
    [DATADOG_CPU] = {"datadog.ExecutionSample",
                     {"startTime", "eventThread", "stackTrace", "state", "weight"}},
    [DATADOG_WALL] = {"datadog.MethodSample",
                      {"startTime", "eventThread", "stackTrace", "state", "weight"}},
    [ALLOCATED] = {"jdk.ThreadAllocationStatistics", {"startTime", "thread"}},
    [STARTED] = {"jdk.ThreadStart", {"startTime", "thread|eventThread"}},
    [ENDED] = {"jdk.ThreadEnd", {"startTime", "thread|eventThread"}},
    [VIRTUAL_STARTED] = {"jdk.VirtualThreadStart", {"startTime", "eventThread"}},
    [VIRTUAL_ENDED] = {"jdk.VirtualThreadEnd", {"startTime", "eventThread"}},
    [AGENT] = {"jfragent.SamplingStatistics", {"startTime"}},
    [OPERATION] = {"jdk.ExecuteVMOperation", {"startTime", "duration", "safepoint"}},
    [SAFEPOINT] = {"jdk.SafepointBegin", {"startTime", "duration"}},
    [GC_PAUSE] = {"jdk.GCPhasePause", {"startTime", "duration"}},
};

#define PASSING(from, to) \
    .rows = account_rows + (from), .count = (to) - (from), .passing = true, .may_lack = true
const struct wishes account_waits = {PASSING(MONITOR, WAITS)};
const struct wishes account_samples = {PASSING(EXECUTION, ALLOCATED), .sliced = true};
const struct wishes account_others = {PASSING(ALLOCATED, WISHES)};
