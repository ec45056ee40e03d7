/* What a recording says besides its samples: taken down in ns, with names, in order of time. */
#include "analyzers/facts.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { LOAD = 300, THREAD_LOAD, USAGE, THROTTLING, PAUSE, COLLECTION, PROCESSOR, SYSTEM,
       LIMITS, LOST, SPAN };

static void event_type(struct recording *r, uint64_t id, const char *name) {
    type_begin(r, id, name, "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
}

static void span(struct recording *r, const char *name, const char *unit) {
    field_begin(r, name, TYPE_LONG, FIELD_PLAIN);
    if (unit) annotation(r, TYPE_TIMESPAN, unit);
    field_end(r);
}

static void types(struct recording *r) {
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
static struct chunk_head two_ns_a_tick(void) {
    struct chunk_head head = usual_head;
    head.ticks_per_second = 500000000;
    return head;
}

static void begin(struct recording *r) {
    struct chunk_head head = two_ns_a_tick();
    *r = (struct recording){0};
    chunk_begin(r, &head);
    types(r);
}

static void at(struct recording *r, uint64_t type, int64_t ns) {
    event_begin(r, type);
    put_long(r, 1000 + ns / 2);
}

static void load(struct recording *r, int64_t ns, float user) {
    at(r, LOAD, ns);
    put_float(r, user);
    put_float(r, 0.25F);
    put_float(r, 0.75F);
    event_end(r);
}

static void setting(struct recording *r, int64_t ns, uint64_t type, const char *name,
                    const char *value) {
    at(r, EVENT_ACTIVE_SETTING, ns);
    put_long(r, (int64_t)type);
    put_utf8(r, name);
    put_utf8(r, value);
    event_end(r);
}

static void pause_event(struct recording *r, int64_t ns, int64_t duration_ns, const char *name) {
    at(r, PAUSE, ns);
    put_long(r, duration_ns / 2);
    put_utf8(r, name);
    event_end(r);
}

static void collection(struct recording *r, struct jvm *jvm, int64_t ns, int64_t sum_ns) {
    at(r, COLLECTION, ns);
    put_long(r, 1000000);
    put_long(r, (int64_t)jvm_symbol(jvm, "G1New"));
    put_long(r, (int64_t)jvm_symbol(jvm, "System.gc()"));
    put_long(r, sum_ns / 2);
    event_end(r);
}

static void thread_load(struct recording *r, uint64_t thread, int64_t ns, float user) {
    at(r, THREAD_LOAD, ns);
    put_long(r, (int64_t)thread);
    put_float(r, user);
    put_float(r, 0.125F);
    event_end(r);
}

/* The first chunk's facts, as a worker would gather them. period: of jdk.ExecutionSample, or NULL. */
static void read_facts(struct recording *r, struct facts *facts, bool ends, int64_t *period) {
    struct opened o;
    struct facts_options options = {.ends = ends};
    struct facts_reader *reader = facts_open(facts, &options);
    struct jfr_event event;
    open_first(&o, r);
    struct jfr_constants *constants = jfr_constants_open(&o.chunk, o.metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&o.chunk, o.metadata, &o.log);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    facts_plan(reader, &o.chunk, o.metadata, cursor);
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == JFR_CHECKPOINT_EVENT) jfr_constants_add(constants, &event, &o.log);
        else ck_assert(facts_event(reader, &event));
    }
    facts_chunk(reader, constants);
    if (period) *period = facts_chunk_period(reader, "jdk.ExecutionSample");
    jfr_cursor_close(cursor);
    jfr_constants_close(constants);
    facts_close(reader);
    opened_close(&o);
}

static struct facts facts_of(struct recording *r) {
    struct facts facts = {0};
    read_facts(r, &facts, false, NULL);
    facts_finish(&facts);
    return facts;
}

static const char *text(const struct facts *facts, uint32_t id) {
    return strings_get(&facts->strings, id);
}

/* ==== Series ================================================================================ */

START_TEST(loads_come_in_order_of_time_with_their_shares) {
    struct recording r;
    begin(&r);
    load(&r, 4000, 0.5F);
    load(&r, 2000, 0.375F);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.loads.len, 2);
    ck_assert_int_eq(facts.loads.items[0].time_ns, START_NS + 2000);
    ck_assert_double_eq((double)facts.loads.items[0].jvm_user, 0.375);
    ck_assert_int_eq(facts.loads.items[1].time_ns, START_NS + 4000);
    ck_assert_double_eq((double)facts.loads.items[1].jvm_user, 0.5);
    ck_assert_double_eq((double)facts.loads.items[1].jvm_system, 0.25);
    ck_assert_double_eq((double)facts.loads.items[1].machine, 0.75);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(thread_loads_know_their_thread) {
    struct recording r;
    struct jvm jvm = {0};
    begin(&r);
    thread_load(&r, jvm_thread(&jvm, "main"), 2000, 0.5F);
    thread_load(&r, jvm_thread(&jvm, "worker"), 2000, 0.25F);
    thread_load(&r, jvm_thread(&jvm, "main"), 4000, 0.125F);
    thread_load(&r, 999, 6000, 1); /* in no pool */
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    const struct fact_thread_load *loads = facts.thread_loads.items;
    ck_assert_uint_eq(facts.thread_loads.len, 4);
    ck_assert_str_eq(text(&facts, loads[0].thread), "main");
    ck_assert_uint_eq(loads[0].os_id, 100);
    ck_assert_double_eq((double)loads[0].user, 0.5);
    ck_assert_double_eq((double)loads[0].system, 0.125);
    ck_assert_str_eq(text(&facts, loads[1].thread), "worker");
    ck_assert_uint_eq(loads[1].os_id, 101);
    ck_assert_uint_eq(loads[1].java_id, 1);
    ck_assert_str_eq(text(&facts, loads[2].thread), "main");
    ck_assert_str_eq(text(&facts, loads[3].thread), "");
    facts_free(&facts);
    jvm_free(&jvm);
    recording_free(&r);
}
END_TEST

START_TEST(what_a_container_used_and_waited_is_in_ns) {
    struct recording r;
    begin(&r);
    at(&r, USAGE, 2000), put_long(&r, 777), event_end(&r);
    at(&r, THROTTLING, 4000), put_long(&r, 10), put_long(&r, 3), put_long(&r, 5), event_end(&r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    const struct fact_container *c = facts.containers.items;
    ck_assert_uint_eq(facts.containers.len, 2);
    ck_assert_int_eq(c[0].cpu_ns, 777);
    ck_assert_int_eq(c[0].slices, -1);
    ck_assert_int_eq(c[0].throttled_ns, -1);
    ck_assert_int_eq(c[1].cpu_ns, -1);
    ck_assert_int_eq(c[1].slices, 10);
    ck_assert_int_eq(c[1].throttled_slices, 3);
    ck_assert_int_eq(c[1].throttled_ns, 5000000);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

/* ==== Pauses ================================================================================ */

START_TEST(pauses_are_those_of_the_phases_where_there_are_any) {
    struct recording r;
    struct jvm jvm = {0};
    begin(&r);
    collection(&r, &jvm, 2000, 600);
    pause_event(&r, 2100, 500, "GC Pause");
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert(facts.gc_phases);
    ck_assert_uint_eq(facts.pauses.len, 1);
    ck_assert_int_eq(facts.pauses.items[0].time_ns, START_NS + 2100);
    ck_assert_int_eq(facts.pauses.items[0].duration_ns, 500);
    ck_assert_str_eq(text(&facts, facts.pauses.items[0].name), "GC Pause");
    ck_assert_uint_eq(facts.pauses.items[0].cause, 0);
    facts_free(&facts);
    jvm_free(&jvm);
    recording_free(&r);
}
END_TEST

START_TEST(else_the_sum_of_each_collection) {
    struct recording r;
    struct jvm jvm = {0};
    begin(&r);
    collection(&r, &jvm, 2000, 600);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert(!facts.gc_phases);
    ck_assert_uint_eq(facts.pauses.len, 1);
    ck_assert_int_eq(facts.pauses.items[0].duration_ns, 600);
    ck_assert_str_eq(text(&facts, facts.pauses.items[0].name), "G1New");
    ck_assert_str_eq(text(&facts, facts.pauses.items[0].cause), "System.gc()");
    facts_free(&facts);
    jvm_free(&jvm);
    recording_free(&r);
}
END_TEST

/* ==== Settings ============================================================================== */

START_TEST(the_period_is_that_in_force_at_the_time) {
    struct recording r;
    begin(&r);
    setting(&r, 4000, EVENT_EXECUTION_SAMPLE, "period", "20 ms");
    setting(&r, 2000, EVENT_EXECUTION_SAMPLE, "period", "10 ms");
    setting(&r, 2000, EVENT_EXECUTION_SAMPLE, "enabled", "true");
    setting(&r, 2000, EVENT_MONITOR_ENTER, "threshold", "20 ms");
    setting(&r, 2000, LOAD, "period", "everyChunk");
    setting(&r, 5000, 9999, "period", "1 s"); /* of a type that nobody describes */
    chunk_end(&r);
    struct facts facts = {0};
    int64_t period;
    read_facts(&r, &facts, false, &period);
    facts_finish(&facts);
    ck_assert_int_eq(period, 20000000);
    ck_assert_uint_eq(facts.settings.len, 5);
    ck_assert_int_eq(facts_period(&facts, "jdk.ExecutionSample", START_NS + 3999), 10000000);
    ck_assert_int_eq(facts_period(&facts, "jdk.ExecutionSample", START_NS + 4000), 20000000);
    ck_assert_int_eq(facts_period(&facts, "jdk.ExecutionSample", START_NS), 10000000);
    ck_assert_int_eq(facts_period(&facts, "jdk.CPULoad", START_NS + 4000), 0);
    ck_assert_int_eq(facts_period(&facts, "jdk.JavaMonitorEnter", START_NS + 4000), 0);
    ck_assert_int_eq(facts_period(&facts, "jdk.Nobody", START_NS + 4000), 0);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(periods_are_read_as_jfc_files_write_them) {
    ck_assert_int_eq(facts_parse_period("20 ms"), 20000000);
    ck_assert_int_eq(facts_parse_period("20ms"), 20000000);
    ck_assert_int_eq(facts_parse_period("500 us"), 500000);
    ck_assert_int_eq(facts_parse_period("7 ns"), 7);
    ck_assert_int_eq(facts_parse_period("1 s"), 1000000000);
    ck_assert_int_eq(facts_parse_period("2 m"), INT64_C(120000000000));
    ck_assert_int_eq(facts_parse_period("1 h"), INT64_C(3600000000000));
    ck_assert_int_eq(facts_parse_period("1 d"), INT64_C(86400000000000));
    static const char *const none[] = {"everyChunk", "", "20", "20 x", "-5 ms", "infinity",
                                       "99999999999999999999 d"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_int_eq(facts_parse_period(none[i]), -1);
}
END_TEST

/* ==== JVM and machine ======================================================================= */

static void jvm_information(struct recording *r, int64_t ns, int64_t pid) {
    at(r, EVENT_JVM_INFORMATION, ns);
    put_utf8(r, "HotSpot");
    put_long(r, pid);
    put_long(r, 1234);
    event_end(r);
}

START_TEST(a_jvm_that_says_who_it_is_in_each_chunk_is_one) {
    struct recording r;
    begin(&r);
    jvm_information(&r, 6000, 7);
    jvm_information(&r, 2000, 7);
    jvm_information(&r, 4000, 8);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.jvms.len, 2);
    ck_assert_int_eq(facts.jvms.items[0].pid, 7);
    ck_assert_int_eq(facts.jvms.items[0].time_ns, START_NS + 2000);
    ck_assert_int_eq(facts.jvms.items[0].start_ms, 1234);
    ck_assert_str_eq(text(&facts, facts.jvms.items[0].name), "HotSpot");
    ck_assert_int_eq(facts.jvms.items[1].pid, 8);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

static void processor(struct recording *r, int64_t ns, const char *description, int threads) {
    at(r, PROCESSOR, ns);
    put_utf8(r, "raw name");
    put_utf8(r, description);
    put_int(r, threads);
    event_end(r);
}

static void limits(struct recording *r, int64_t ns, int64_t cpus, int64_t quota) {
    at(r, LIMITS, ns);
    put_long(r, cpus);
    put_long(r, 100000);
    put_long(r, quota);
    event_end(r);
}

START_TEST(the_machine_is_what_was_said_of_it_last) {
    struct recording r;
    begin(&r);
    processor(&r, 4000, "Brand: Fast One, Vendor: X\nFamily: 6", 8);
    processor(&r, 2000, "Brand: Slow One, Vendor: X", 4);
    at(&r, SYSTEM, 2000);
    put_utf8(&r, "PRETTY_NAME=\"Debian 12\"\nNAME=x\nuname: Linux 6.1\nlibc: 2");
    event_end(&r);
    limits(&r, 2000, 2, -1);
    limits(&r, 4000, 3, 50000);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_str_eq(text(&facts, facts.machine.cpu), "Fast One");
    ck_assert_int_eq(facts.machine.hardware_threads, 8);
    ck_assert_str_eq(text(&facts, facts.machine.os), "Debian 12, Linux 6.1");
    ck_assert_int_eq(facts.machine.container_cpus, 3);
    ck_assert_int_eq(facts.machine.cpu_quota_ns, 50000000);
    ck_assert_int_eq(facts.machine.cpu_slice_ns, 100000000);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(no_quota_is_none_and_an_unknown_brand_is_the_type) {
    struct recording r;
    begin(&r);
    processor(&r, 4000, "AArch64", 8);
    limits(&r, 2000, 2, -1);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_int_eq(facts.machine.cpu_quota_ns, 0);
    ck_assert_str_eq(text(&facts, facts.machine.cpu), "raw name");
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(losses_add_up) {
    struct recording r;
    begin(&r);
    at(&r, EVENT_DATA_LOSS, 2000), put_long(&r, 100), event_end(&r);
    at(&r, EVENT_DATA_LOSS, 4000), put_long(&r, 11), event_end(&r);
    at(&r, LOST, 4000), put_int(&r, 5), event_end(&r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.lost_bytes, 111);
    ck_assert_uint_eq(facts.lost_samples, 5);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

/* ==== Ends ================================================================================== */

START_TEST(ends_are_those_of_all_events_with_their_durations) {
    struct recording r;
    begin(&r);
    load(&r, 4000, 0.5F);
    load(&r, 2000, 0.5F);
    at(&r, SPAN, 100), put_long(&r, 9), event_end(&r); /* ends 9 ms later */
    chunk_end(&r);
    struct facts facts = {0};
    read_facts(&r, &facts, true, NULL);
    facts_finish(&facts);
    ck_assert_int_eq(facts.first_end_ns, START_NS + 2000);
    ck_assert_int_eq(facts.last_end_ns, START_NS + 100 + 9000000);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(nobody_looks_at_ends_who_was_not_asked_to) {
    struct recording r;
    begin(&r);
    load(&r, 4000, 0.5F);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_int_eq(facts.first_end_ns, 0);
    ck_assert_int_eq(facts.last_end_ns, 0);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

/* ==== Merging =============================================================================== */

static void write_all(const struct facts *f, struct text *out) {
    for (size_t i = 0; i < f->settings.len; i++)
        text_addf(out, "%s %s %s\n", text(f, f->settings.items[i].event),
                  text(f, f->settings.items[i].name), text(f, f->settings.items[i].value));
    for (size_t i = 0; i < f->loads.len; i++)
        text_addf(out, "%lld %f\n", (long long)f->loads.items[i].time_ns,
                  (double)f->loads.items[i].jvm_user);
    for (size_t i = 0; i < f->thread_loads.len; i++)
        text_addf(out, "%s %f\n", text(f, f->thread_loads.items[i].thread),
                  (double)f->thread_loads.items[i].user);
    for (size_t i = 0; i < f->pauses.len; i++)
        text_addf(out, "%s %s %lld\n", text(f, f->pauses.items[i].name),
                  text(f, f->pauses.items[i].cause), (long long)f->pauses.items[i].duration_ns);
    for (size_t i = 0; i < f->jvms.len; i++)
        text_addf(out, "%s %lld\n", text(f, f->jvms.items[i].name),
                  (long long)f->jvms.items[i].time_ns);
    text_addf(out, "%s %s %lld %llu %lld %lld %d\n", text(f, f->machine.os),
              text(f, f->machine.cpu), (long long)f->machine.container_cpus,
              (unsigned long long)f->lost_bytes, (long long)f->first_end_ns,
              (long long)f->last_end_ns, f->gc_phases);
}

START_TEST(workers_may_be_merged_in_any_order) {
    struct recording a, b;
    struct jvm jvm = {0}, other = {0};
    begin(&a);
    load(&a, 4000, 0.5F);
    thread_load(&a, jvm_thread(&jvm, "x"), 2000, 0.5F);
    collection(&a, &jvm, 2000, 600);
    jvm_information(&a, 2000, 7);
    setting(&a, 2000, EVENT_EXECUTION_SAMPLE, "period", "20 ms");
    processor(&a, 4000, "Brand: A, ", 8);
    limits(&a, 4000, 3, 1);
    at(&a, EVENT_DATA_LOSS, 2000), put_long(&a, 100), event_end(&a);
    jvm_pools(&jvm, &a);
    chunk_end(&a);
    begin(&b);
    load(&b, 4000, 0.5F); /* the same one again */
    load(&b, 1000, 0.5F);
    thread_load(&b, jvm_thread(&other, "w"), 2000, 0.5F);
    collection(&b, &other, 9000, 700);
    pause_event(&b, 9000, 700, "GC Pause");
    jvm_information(&b, 1000, 7);
    setting(&b, 2000, EVENT_EXECUTION_SAMPLE, "period", "10 ms");
    processor(&b, 4000, "Brand: B, ", 4);
    limits(&b, 4000, 3, 2);
    at(&b, EVENT_DATA_LOSS, 2000), put_long(&b, 11), event_end(&b);
    jvm_pools(&other, &b);
    chunk_end(&b);
    struct text texts[2] = {0};
    for (int order = 0; order < 2; order++) {
        struct facts first = {0}, second = {0};
        read_facts(order ? &b : &a, &first, true, NULL);
        read_facts(order ? &a : &b, &second, true, NULL);
        facts_merge(&first, &second);
        facts_free(&second);
        facts_finish(&first);
        ck_assert_uint_eq(first.loads.len, 2);
        ck_assert_uint_eq(first.jvms.len, 1);
        ck_assert_uint_eq(first.pauses.len, 1);
        ck_assert_uint_eq(first.lost_bytes, 111);
        ck_assert_str_eq(text(&first, first.machine.cpu), "B");
        ck_assert_str_eq(text(&first, first.thread_loads.items[0].thread), "w");
        write_all(&first, &texts[order]);
        facts_free(&first);
    }
    ck_assert_str_eq(text_str(&texts[0]), text_str(&texts[1]));
    text_free(&texts[0]);
    text_free(&texts[1]);
    jvm_free(&jvm);
    jvm_free(&other);
    recording_free(&a);
    recording_free(&b);
}
END_TEST

START_TEST(no_facts_at_all_are_well) {
    struct facts facts = {0}, other = {0};
    facts_merge(&facts, &other);
    facts_finish(&facts);
    ck_assert_uint_eq(facts.loads.len, 0);
    ck_assert_int_eq(facts_period(&facts, "jdk.ExecutionSample", 0), 0);
    facts_free(&facts);
}
END_TEST

/* A type without the fields that are looked for, and one whose start time is in ms. */
START_TEST(what_another_jvm_writes_is_taken_by_its_metadata) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, LOAD, "com.oracle.jdk.CPULoad", "com.oracle.jfr.Event");
    field_begin(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(&r, TYPE_TIMESTAMP, "MILLISECONDS_SINCE_EPOCH");
    field_end(&r);
    field(&r, "jvmUser", TYPE_DOUBLE, FIELD_PLAIN);
    type_end(&r);
    type_begin(&r, COLLECTION, "jdk.GarbageCollection", "jdk.jfr.Event");
    span(&r, "duration", "MILLISECONDS");
    type_end(&r);
    type_begin(&r, THROTTLING, "jdk.ContainerCPUThrottling", "jdk.jfr.Event");
    type_end(&r);
    metadata_end(&r);
    event_begin(&r, LOAD), put_long(&r, 5), put_double(&r, 0.5), event_end(&r);
    event_begin(&r, COLLECTION), put_long(&r, 3), event_end(&r);
    event_begin(&r, THROTTLING), event_end(&r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.loads.len, 1);
    ck_assert_int_eq(facts.loads.items[0].time_ns, 5000000);
    ck_assert_double_eq((double)facts.loads.items[0].jvm_user, 0.5);
    ck_assert_double_eq((double)facts.loads.items[0].machine, 0);
    ck_assert_uint_eq(facts.pauses.len, 1);
    ck_assert_int_eq(facts.pauses.items[0].duration_ns, 3000000);
    ck_assert_int_eq(facts.containers.items[0].slices, -1);
    ck_assert_int_eq(facts.containers.items[0].throttled_ns, -1);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("facts");
    tcase_add_test(c, loads_come_in_order_of_time_with_their_shares);
    tcase_add_test(c, thread_loads_know_their_thread);
    tcase_add_test(c, what_a_container_used_and_waited_is_in_ns);
    tcase_add_test(c, pauses_are_those_of_the_phases_where_there_are_any);
    tcase_add_test(c, else_the_sum_of_each_collection);
    tcase_add_test(c, the_period_is_that_in_force_at_the_time);
    tcase_add_test(c, periods_are_read_as_jfc_files_write_them);
    tcase_add_test(c, a_jvm_that_says_who_it_is_in_each_chunk_is_one);
    tcase_add_test(c, the_machine_is_what_was_said_of_it_last);
    tcase_add_test(c, no_quota_is_none_and_an_unknown_brand_is_the_type);
    tcase_add_test(c, losses_add_up);
    tcase_add_test(c, ends_are_those_of_all_events_with_their_durations);
    tcase_add_test(c, nobody_looks_at_ends_who_was_not_asked_to);
    tcase_add_test(c, workers_may_be_merged_in_any_order);
    tcase_add_test(c, no_facts_at_all_are_well);
    tcase_add_test(c, what_another_jvm_writes_is_taken_by_its_metadata);
    Suite *s = suite_create("facts");
    suite_add_tcase(s, c);
    SRunner *runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
