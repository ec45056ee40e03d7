/* Events besides samples, as a JVM writes them, and the facts that come of them. */
#pragma once

#include "analyzers/facts/ends.h"
#include "analyzers/facts/facts.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>

enum {
    LOAD = 300,
    THREAD_LOAD,
    USAGE,
    THROTTLING,
    PAUSE,
    COLLECTION,
    PROCESSOR,
    SYSTEM,
    LIMITS,
    LOST,
    SPAN
};

static inline void event_type(struct recording *r, uint64_t id, const char *name) {
    type_begin(r, id, name, "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
}

static inline void span(struct recording *r, const char *name, const char *unit) {
    field_begin(r, name, TYPE_LONG, FIELD_PLAIN);
    if (unit) annotation(r, TYPE_TIMESPAN, unit);
    field_end(r);
}

static inline void types(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    event_type(r, LOAD, "jdk.CPULoad");
    field(r, "jvmUser", TYPE_FLOAT, FIELD_PLAIN);
    field(r, "jvmSystem", TYPE_FLOAT, FIELD_PLAIN);
    field(r, "machineTotal", TYPE_FLOAT, FIELD_PLAIN);
    type_end(r);
    event_type(r, THREAD_LOAD, "jdk.ThreadCPULoad");
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "user", TYPE_FLOAT, FIELD_PLAIN);
    field(r, "system", TYPE_FLOAT, FIELD_PLAIN);
    type_end(r);
    event_type(r, USAGE, "jdk.ContainerCPUUsage");
    span(r, "cpuTime", "NANOSECONDS");
    type_end(r);
    event_type(r, THROTTLING, "jdk.ContainerCPUThrottling");
    field(r, "cpuElapsedSlices", TYPE_LONG, FIELD_PLAIN);
    field(r, "cpuThrottledSlices", TYPE_LONG, FIELD_PLAIN);
    span(r, "cpuThrottledTime", "MILLISECONDS");
    type_end(r);
    event_type(r, PAUSE, "jdk.GCPhasePause");
    span(r, "duration", "TICKS");
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    event_type(r, COLLECTION, "jdk.GarbageCollection");
    span(r, "duration", "TICKS");
    field(r, "name", TYPE_SYMBOL, FIELD_POOLED);
    field(r, "cause", TYPE_SYMBOL, FIELD_POOLED);
    span(r, "sumOfPauses", "TICKS");
    type_end(r);
    event_type(r, PROCESSOR, "jdk.CPUInformation");
    field(r, "cpu", TYPE_STRING, FIELD_PLAIN);
    field(r, "description", TYPE_STRING, FIELD_PLAIN);
    field(r, "hwThreads", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    event_type(r, SYSTEM, "jdk.OSInformation");
    field(r, "osVersion", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    event_type(r, LIMITS, "jdk.ContainerConfiguration");
    field(r, "effectiveCpuCount", TYPE_LONG, FIELD_PLAIN);
    span(r, "cpuSlicePeriod", "MICROSECONDS");
    span(r, "cpuQuota", NULL); /* microseconds all the same */
    type_end(r);
    event_type(r, LOST, "jdk.CPUTimeSamplesLost");
    field(r, "lostSamples", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    event_type(r, SPAN, "app.Request");
    span(r, "duration", "MILLISECONDS");
    type_end(r);
    metadata_end(r);
}

/* One tick is two ns, the first is 1000: tick 1000 + 500 is START_NS + 1000. */
static inline struct chunk_head two_ns_a_tick(void) {
    struct chunk_head head = usual_head;
    head.ticks_per_second = 500000000;
    return head;
}

static inline void begin(struct recording *r) {
    struct chunk_head head = two_ns_a_tick();
    *r = (struct recording){0};
    chunk_begin(r, &head);
    types(r);
}

static inline void at(struct recording *r, uint64_t type, int64_t ns) {
    event_begin(r, type);
    put_long(r, 1000 + ns / 2);
}

static inline void load(struct recording *r, int64_t ns, float user) {
    at(r, LOAD, ns);
    put_float(r, user);
    put_float(r, 0.25F);
    put_float(r, 0.75F);
    event_end(r);
}

static inline void setting(struct recording *r, int64_t ns, uint64_t type, const char *name,
                           const char *value) {
    at(r, EVENT_ACTIVE_SETTING, ns);
    put_long(r, (int64_t)type);
    put_utf8(r, name);
    put_utf8(r, value);
    event_end(r);
}

static inline void pause_event(struct recording *r, int64_t ns, int64_t duration_ns,
                               const char *name) {
    at(r, PAUSE, ns);
    put_long(r, duration_ns / 2);
    put_utf8(r, name);
    event_end(r);
}

static inline void collection(struct recording *r, struct jvm *jvm, int64_t ns, int64_t sum_ns) {
    at(r, COLLECTION, ns);
    put_long(r, 1000000);
    put_long(r, (int64_t)jvm_symbol(jvm, "G1New"));
    put_long(r, (int64_t)jvm_symbol(jvm, "System.gc()"));
    put_long(r, sum_ns / 2);
    event_end(r);
}

static inline void thread_load(struct recording *r, uint64_t thread, int64_t ns, float user) {
    at(r, THREAD_LOAD, ns);
    put_long(r, (int64_t)thread);
    put_float(r, user);
    put_float(r, 0.125F);
    event_end(r);
}

/* Asks for the period of jdk.ExecutionSample at each chunk, as readers of samples do. Its state is
 * where the last answer goes. */
static inline void *period_open(const void *const *options, size_t count) {
    return mem_zero(1, sizeof(int64_t));
}
static inline void period_chunk(void *state, const struct walk *walk) {
    *(int64_t *)state = facts_chunk_period(walk, "jdk.ExecutionSample");
}

/* The facts of recordings that are read one after the other. period: of jdk.ExecutionSample in the
 * last chunk, or NULL. ends: of all events, or NULL. */
static inline struct facts read_facts(struct recording *const *recordings, size_t count,
                                      struct ends *ends, int64_t *period) {
    static const struct reader period_reader = {
        .open = period_open, .chunk = period_chunk, .close = free};
    struct memory_file files[4];
    const char *paths[4];
    for (size_t i = 0; i < count; i++) {
        files[i] = memory_file_make(recordings[i]->out.data, recordings[i]->out.len);
        paths[i] = files[i].path;
    }
    struct scan_options scan = {.paths = paths, .path_count = count, .jobs = 1};
    struct scan_report report;
    static const struct facts_options options;
    struct walk_run run = {0};
    facts_join(&run, &options);
    walk_join(&run, &period_reader, NULL);
    if (ends) walk_join(&run, &ends_reader, NULL);
    walk_start(&run, &scan, &report);
    struct facts facts = facts_take(&run);
    if (period) *period = *(int64_t *)walk_result(&run, &period_reader);
    if (ends) *ends = *(struct ends *)walk_result(&run, &ends_reader);
    walk_run_free(&run);
    scan_report_free(&report);
    for (size_t i = 0; i < count; i++) memory_file_close(&files[i]);
    return facts;
}

static inline struct facts facts_of(struct recording *r) {
    return read_facts(&r, 1, NULL, NULL);
}

static inline const char *text(const struct facts *facts, uint32_t id) {
    return strings_get(&facts->strings, id);
}
