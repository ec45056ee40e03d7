/* What the recording measures itself, on the writer thread: jdk.CPULoad of /proc/self/stat and
 * /proc/stat, jdk.ThreadCPULoad of clocks and /proc/self/task/TID/stat, jdk.ContainerCPU* of
 * cpu.stat of cgroups v2. */
#pragma once

#include "agent/recording/recording.h"
#include "base/text.h"

struct cpu_time { /* clock ticks of the kernel (USER_HZ); of threads ns */
    uint64_t user, system;
};

struct system_thread {
    struct recording_thread thread; /* texts owned */
    struct cpu_time last;
    int64_t clock;    /* its CPU clock when last was read, ns */
    int64_t event_ns; /* when its load was written last; 0: never */
};

struct system_state {
    uint64_t rounds;
    int64_t last_ns; /* of the last measurement of loads, 0: none */
    struct cpu_time process;
    uint64_t machine_busy, machine_all; /* ticks of all processors */
    char cgroup[512];                   /* a folder; "" none */
};

/* Collects once and writes the events. The first call only takes the starting points. */
void recording_system_collect(struct recording *recording, struct system_state *state);
/* The CPU time of threads since it was written last, at the end of the recording. */
void recording_system_finish(struct recording *recording);
/* Writes jdk.OSInformation and jdk.CPUInformation. */
void recording_system_describe(struct recording *recording);

/* lock held: forgets that thread. */
void recording_threads_remove(struct recording *recording, size_t index);

/* Sets what the thread has had of processors until now: its load counts from here on. */
void recording_thread_measure(struct system_thread *thread);
/* lock held: writes the load of the calling thread, which ends. */
void recording_thread_last_load(struct recording *recording, struct system_thread *thread,
                                int64_t now);

/* When this process started, ms since the epoch. */
int64_t recording_process_start(void);

/* Parts, for tests. */
/* utime and stime of a /proc stat line; the command in it may hold blanks and parentheses. */
bool recording_parse_stat(const char *line, struct cpu_time *time);
/* Ticks of all processors, from how /proc/stat begins; older kernels write fewer kinds. */
bool recording_parse_machine(const char *text, uint64_t *busy, uint64_t *all);
/* The number behind "name " in lines of "name number", or -1. */
int64_t recording_parse_key(const char *text, const char *name);
