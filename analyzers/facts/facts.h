/* Facts: what a recording says besides its samples, for those who judge them: which JVM, sampled
 * how often, what the processors and the collector did meanwhile.
 *
 *   facts_plan   at the start of a chunk: which events are wanted
 *   facts_event  for each event of the walk: taken down if it is one of these
 *   facts_chunk  when the constants are there: decoded
 *
 * Every series is in order of time after facts_finish. facts_merge is commutative as far as that
 * order shows. Texts are ids into strings; 0 is none. Times are ns since the epoch.
 */
#ifndef ANALYZERS_FACTS_FACTS_H
#define ANALYZERS_FACTS_FACTS_H

#include "base/array.h"
#include "parser/jfr.h"
#include "base/strings.h"
#include "base/text.h"

struct fact_setting { /* jdk.ActiveSetting; JMC reads periods from them */
    int64_t time_ns;
    uint32_t event, name, value; /* "jdk.ExecutionSample", "period", "20 ms" */
};

struct fact_load { /* jdk.CPULoad: shares of all processors, 0..1 */
    int64_t time_ns;
    float jvm_user, jvm_system, machine;
};

struct fact_thread_load { /* jdk.ThreadCPULoad: shares of all processors, 0..1 */
    int64_t time_ns;
    uint32_t thread; /* name */
    uint64_t os_id, java_id;
    float user, system;
};

struct fact_container { /* jdk.ContainerCPUUsage and ...Throttling: since the container started */
    int64_t time_ns;
    int64_t cpu_ns;                                 /* -1: not of this event */
    int64_t slices, throttled_slices, throttled_ns; /* -1: not of this event */
};

struct fact_pause { /* the JVM stood still */
    int64_t time_ns, duration_ns;
    uint32_t name; /* "GC Pause" of jdk.GCPhasePause; where there are none, of jdk.GarbageCollection
                      its collector, and duration is the sum of its pauses */
    uint32_t cause; /* of jdk.GarbageCollection, else 0 */
};

struct fact_jvm {    /* jdk.JVMInformation: one row for each different one */
    int64_t time_ns; /* when it was said first */
    uint32_t name, version, jvm_arguments, java_arguments;
    int64_t pid, start_ms; /* ms since the epoch */
};

struct fact_machine { /* jdk.CPUInformation, jdk.OSInformation, jdk.ContainerConfiguration */
    uint32_t os, cpu; /* for people: "Debian GNU/Linux 12 (bookworm), Linux 6.1", brand */
    int64_t hardware_threads;            /* 0: not known */
    int64_t container_cpus;              /* 0: not known */
    int64_t cpu_quota_ns, cpu_slice_ns;  /* 0: not known or no limit */
    int64_t os_ns, cpu_ns, container_ns; /* when each was said: the latest counts */
};

struct facts {
    struct strings strings;
    ARRAY(struct fact_setting) settings;
    ARRAY(struct fact_load) loads;
    ARRAY(struct fact_thread_load) thread_loads;
    ARRAY(struct fact_container) containers;
    ARRAY(struct fact_pause) pauses;
    ARRAY(struct fact_pause)
    collections; /* of jdk.GarbageCollection; they become the pauses or go
                    when facts_finish decides */
    ARRAY(struct fact_jvm) jvms;
    struct fact_machine machine;
    uint64_t lost_bytes;               /* jdk.DataLoss */
    uint64_t lost_samples;             /* jdk.CPUTimeSamplesLost */
    bool gc_phases;                    /* pauses are of jdk.GCPhasePause */
    int64_t first_end_ns, last_end_ns; /* over the ends of all events, of any type; 0 unless
                                          facts_options.ends */
};

struct facts_options {
    bool ends; /* look at the time of every event, which costs as much as all the rest */
};

struct facts_reader; /* a worker's state between chunks */

/* facts: where everything goes; must outlive the reader. */
struct facts_reader *facts_open(struct facts *facts, const struct facts_options *options);
void facts_plan(struct facts_reader *reader, const struct jfr_chunk *chunk,
                const struct jfr_metadata *metadata, struct jfr_cursor *cursor);
/* True: the event was (also) of interest here. */
bool facts_event(struct facts_reader *reader, const struct jfr_event *event);
void facts_chunk(struct facts_reader *reader, const struct jfr_constants *constants);
/* The period of the event type as this chunk says it last, in ns; 0: it does not, or "everyChunk".
 * Of the chunk of the last facts_chunk. */
int64_t facts_chunk_period(const struct facts_reader *reader, const char *event);
void facts_close(struct facts_reader *reader);

/* Takes over what of the machine was said later than what is known; from's texts are in strings.
 * And makes room for ends in first_end_ns..last_end_ns. For the reader above. */
void facts_add_machine(struct facts *facts, const struct fact_machine *from,
                       const struct strings *strings);
void facts_add_end(struct facts *facts, int64_t first_ns, int64_t last_ns);

void facts_merge(struct facts *into, const struct facts *from);
/* Sorts the series, leaves out what occurs twice, and drops the pauses of jdk.GarbageCollection
 * where there are those of jdk.GCPhasePause. Once, after the last merge. */
void facts_finish(struct facts *facts);
/* Forgets all but the strings, whose ids stay. */
void facts_clear(struct facts *facts);
void facts_free(struct facts *facts);

/* The period of the event type in force at the time, in ns; 0: not known or "everyChunk". JMC takes
 * the earliest setting there is at that time; ours is the latest. */
int64_t facts_period(const struct facts *facts, const char *event, int64_t time_ns);
/* "20 ms", "1 s", "500 us" -> ns; -1: "everyChunk" or not understood. */
int64_t facts_parse_period(const char *text);

/* What a person reads of what the JVM knows: of jdk.OSInformation (often a whole os-release file)
 * the pretty name and the kernel, of a CPU's description its brand. False: no brand in it. */
void facts_show_system(struct text *out, const char *os_version);
bool facts_show_brand(struct text *out, const char *description);

#endif
