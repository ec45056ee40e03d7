/* Facts: what a recording says besides its samples, for those who judge them: which JVM, sampled
 * how often, what the processors and the collector did meanwhile.
 *
 * They are read off tables (analyzers/tables/table.h). A new series is a wish in facts.c, a struct
 * here and the few lines that make one of the other; a table alone will do for whoever does not
 * share it.
 *
 * Every series is in order of time, without what occurs twice, and without events that do not say
 * what it is about: a load or a length that is not known is none of 0. Texts are ids into strings,
 * in the order of the texts; 0 is none. Times are ns since the epoch.
 */
#pragma once

#include "analyzers/tables/table.h"
#include "base/strings.h"
#include "base/text.h"

struct fact_setting { /* jdk.ActiveSetting; JMC reads periods from them */
    int64_t time_ns;
    uint32_t event, name, value; /* "jdk.ExecutionSample", "period", "20 ms" */
    bool derived; /* a period that async-profiler said in words of its own, see settings.h */
};

struct fact_load { /* jdk.CPULoad: shares of all processors, 0..1 */
    int64_t time_ns;
    float jvm_user, jvm_system, machine;
};

struct fact_thread_load { /* jdk.ThreadCPULoad: shares of all processors, 0..1 */
    int64_t time_ns;
    uint32_t thread, group; /* names; "" is no group */
    uint64_t os_id, java_id;
    float user, system;
};

struct fact_container { /* jdk.ContainerCPUUsage and ...Throttling: since the container started */
    int64_t time_ns;
    int64_t cpu_ns;                                 /* MISSING: not of this event */
    int64_t slices, throttled_slices, throttled_ns; /* MISSING: not of this event */
};

struct fact_pause { /* the JVM stood still */
    int64_t time_ns, duration_ns;
    uint32_t name; /* "GC Pause" of jdk.GCPhasePause; where there are none, of jdk.GarbageCollection
                      its collector, and duration is the sum of its pauses */
    uint32_t cause; /* of jdk.GarbageCollection, else 0 */
};

struct fact_collection { /* jdk.GarbageCollection */
    int64_t time_ns;
    uint32_t cause;
};

struct fact_heap {         /* jdk.GCHeapSummary, before and after each collection */
    int64_t time_ns, used; /* bytes */
};

struct fact_jvm {    /* jdk.JVMInformation: one row for each different one */
    int64_t time_ns; /* when it was said first */
    uint32_t name, version, jvm_arguments, java_arguments;
    int64_t pid, start_ms; /* ms since the epoch; MISSING: not known */
};

struct fact_machine { /* jdk.CPUInformation, jdk.OSInformation, jdk.ContainerConfiguration */
    uint32_t os, cpu; /* for people: "Debian GNU/Linux 12 (bookworm), Linux 6.1", brand */
    /* MISSING: not known, or no limit */
    int64_t hardware_threads, container_cpus, cpu_quota_ns, cpu_slice_ns;
};
#define MACHINE_UNSAID \
    { 0, 0, MISSING, MISSING, MISSING, MISSING }

struct facts {
    struct strings strings;
    ARRAY(struct fact_setting) settings;
    ARRAY(struct fact_load) loads;
    ARRAY(struct fact_thread_load) thread_loads;
    ARRAY(struct fact_container) containers;
    ARRAY(struct fact_pause) pauses;
    ARRAY(struct fact_collection) collections;
    ARRAY(struct fact_heap) heaps;
    ARRAY(struct fact_jvm) jvms;
    struct fact_machine machine;
    uint64_t lost_bytes;   /* jdk.DataLoss */
    uint64_t lost_samples; /* jdk.CPUTimeSamplesLost */
    bool gc_phases;        /* pauses are of jdk.GCPhasePause */
};

struct facts_options {
    bool few; /* only settings, JVMs and losses; it is not said which constants are lost */
};

/* Adds to the run what facts are made of. options NULL: only settings, JVMs and losses, and chunk
 * by chunk: for facts_of_chunk and facts_chunk_period, in reader.chunk of those who join later. */
void facts_join(struct walk_run *run, const struct facts_options *options);
/* After the run. To be freed. */
struct facts facts_take(const struct walk_run *run);
struct facts facts_of_chunk(const struct walk *walk);
void facts_free(struct facts *facts);

/* The period of the event type as the chunk at hand says it last, in ns, or of async-profiler's
 * samples those before it (analyzers/walk/sampler.h); 0: none does, or "everyChunk". */
int64_t facts_chunk_period(const struct walk *walk, const char *event);

/* Of jdk.OSInformation, which is often a whole os-release file, the pretty name and the kernel. */
void facts_show_system(struct text *out, const char *os_version);
/* Of a processor's description its brand. False: there is no brand in it. */
bool facts_show_brand(struct text *out, const char *description);
