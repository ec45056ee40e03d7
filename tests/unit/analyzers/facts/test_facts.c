/* What a recording says besides its samples: taken down in ns, with names, in order of time. */
#include "tests/support/fact_events.h"
#include "analyzers/time/load.h"
#include "analyzers/time/periods.h"
#include "base/missing.h"

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
    ck_assert_int_eq(c[0].slices, MISSING);
    ck_assert_int_eq(c[0].throttled_ns, MISSING);
    ck_assert_int_eq(c[1].cpu_ns, MISSING);
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
    struct recording *const recordings[] = {&r};
    int64_t period;
    struct facts facts = read_facts(recordings, 1, NULL, &period);
    ck_assert_int_eq(period, 20000000);
    ck_assert_uint_eq(facts.settings.len, 5);
    ck_assert_int_eq(period_at(&facts, "jdk.ExecutionSample", START_NS + 3999), 10000000);
    ck_assert_int_eq(period_at(&facts, "jdk.ExecutionSample", START_NS + 4000), 20000000);
    ck_assert_int_eq(period_at(&facts, "jdk.ExecutionSample", START_NS), 10000000);
    ck_assert_int_eq(period_at(&facts, "jdk.CPULoad", START_NS + 4000), 0);
    ck_assert_int_eq(period_at(&facts, "jdk.JavaMonitorEnter", START_NS + 4000), 0);
    ck_assert_int_eq(period_at(&facts, "jdk.Nobody", START_NS + 4000), 0);
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
    struct recording *const recordings[] = {&r};
    struct ends ends;
    struct facts facts = read_facts(recordings, 1, &ends, NULL);
    ck_assert_int_eq(ends.first_ns, START_NS + 2000);
    ck_assert_int_eq(ends.last_ns, START_NS + 100 + 9000000);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(no_facts_at_all_are_well) {
    struct ends ends;
    struct facts facts = read_facts(NULL, 0, &ends, NULL);
    ck_assert_int_eq(ends.last_ns, 0);
    ck_assert_uint_eq(facts.loads.len, 0);
    ck_assert_int_eq(period_at(&facts, "jdk.ExecutionSample", 0), 0);
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
    field(&r, "jvmSystem", TYPE_DOUBLE, FIELD_PLAIN);
    field(&r, "machineTotal", TYPE_DOUBLE, FIELD_PLAIN);
    type_end(&r);
    type_begin(&r, COLLECTION, "jdk.GarbageCollection", "jdk.jfr.Event");
    span(&r, "duration", "MILLISECONDS");
    type_end(&r);
    type_begin(&r, THROTTLING, "jdk.ContainerCPUThrottling", "jdk.jfr.Event");
    type_end(&r);
    metadata_end(&r);
    event_begin(&r, LOAD), put_long(&r, 5), put_double(&r, 0.5), put_double(&r, 0),
        put_double(&r, 0);
    event_end(&r);
    event_begin(&r, COLLECTION), put_long(&r, 3), event_end(&r);
    event_begin(&r, THROTTLING), event_end(&r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.loads.len, 1);
    ck_assert_int_eq(facts.loads.items[0].time_ns, 5000000);
    ck_assert_double_eq((double)facts.loads.items[0].jvm_user, 0.5);
    ck_assert_uint_eq(facts.pauses.len, 1);
    ck_assert_int_eq(facts.pauses.items[0].duration_ns, 3000000);
    ck_assert_int_eq(facts.containers.items[0].slices, MISSING);
    ck_assert_int_eq(facts.containers.items[0].throttled_ns, MISSING);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

/* What cannot be is not known: of a share what is below nought, or no number. */
START_TEST(a_load_that_does_not_say_all_its_shares_is_none) {
    static const struct {
        float machine, user, system;
        bool known;
    } table[] = {{0.5F, 0, 0, true},         {0, 0, 0, true},      {-1, 0, 0.5F, false},
                 {0, -0.01F, 0, false},      {0.5F, 0, -1, false}, {0.5F, NAN, 0, false},
                 {0.5F, 0, INFINITY, false}, {1e6F, 0, 0, false},  {999999, 0, 0, true}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct recording r;
        struct jvm jvm = {0};
        begin(&r);
        at(&r, LOAD, 2000);
        put_float(&r, table[i].user), put_float(&r, table[i].system);
        put_float(&r, table[i].machine), event_end(&r);
        at(&r, THREAD_LOAD, 2000);
        put_long(&r, (int64_t)jvm_thread(&jvm, "main"));
        put_float(&r, table[i].user + table[i].machine), put_float(&r, table[i].system);
        event_end(&r);
        jvm_pools(&jvm, &r);
        chunk_end(&r);
        struct facts facts = facts_of(&r);
        ck_assert_msg((facts.loads.len == 1) == table[i].known, "row %zu", i);
        ck_assert_msg((facts.thread_loads.len == 1) == table[i].known, "row %zu", i);
        facts_free(&facts);
        jvm_free(&jvm);
        recording_free(&r);
    }
}
END_TEST

/* A type that has only a time: its events are no pauses of 0 ns, no heap of 0 bytes, no JVM with
 * process 0. */
START_TEST(what_an_event_does_not_say_is_not_nought) {
    struct recording r = {0};
    enum { HEAP = 400, INFORMATION };
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    event_type(&r, PAUSE, "jdk.GCPhasePause"), type_end(&r);
    event_type(&r, COLLECTION, "jdk.GarbageCollection"), type_end(&r);
    event_type(&r, HEAP, "jdk.GCHeapSummary"), type_end(&r);
    event_type(&r, INFORMATION, "jdk.JVMInformation"), type_end(&r);
    event_type(&r, PROCESSOR, "jdk.CPUInformation");
    field(&r, "hwThreads", TYPE_INT, FIELD_PLAIN);
    type_end(&r);
    event_type(&r, LIMITS, "jdk.ContainerConfiguration"), type_end(&r);
    metadata_end(&r);
    at(&r, PAUSE, 0), event_end(&r);
    at(&r, COLLECTION, 0), event_end(&r);
    at(&r, HEAP, 0), event_end(&r);
    at(&r, INFORMATION, 0), event_end(&r);
    at(&r, PROCESSOR, 0), put_int(&r, 0), event_end(&r);
    at(&r, LIMITS, 0), event_end(&r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.pauses.len, 0);
    ck_assert(!facts.gc_phases);
    ck_assert_uint_eq(facts.collections.len, 1);
    ck_assert_uint_eq(facts.heaps.len, 0);
    ck_assert_uint_eq(facts.jvms.len, 1);
    ck_assert(is_missing(facts.jvms.items[0].pid));
    ck_assert(is_missing(facts.jvms.items[0].start_ms));
    ck_assert(is_missing(facts.machine.hardware_threads)); /* nobody runs on none */
    ck_assert(is_missing(facts.machine.container_cpus));
    ck_assert(is_missing(facts.machine.cpu_quota_ns));
    ck_assert(is_missing(load_processors(&facts)));
    facts.machine.hardware_threads = 1;
    ck_assert_int_eq(load_processors(&facts), 1);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("facts");
    tcase_add_test(c, a_load_that_does_not_say_all_its_shares_is_none);
    tcase_add_test(c, what_an_event_does_not_say_is_not_nought);
    tcase_add_test(c, loads_come_in_order_of_time_with_their_shares);
    tcase_add_test(c, thread_loads_know_their_thread);
    tcase_add_test(c, what_a_container_used_and_waited_is_in_ns);
    tcase_add_test(c, pauses_are_those_of_the_phases_where_there_are_any);
    tcase_add_test(c, else_the_sum_of_each_collection);
    tcase_add_test(c, the_period_is_that_in_force_at_the_time);
    tcase_add_test(c, ends_are_those_of_all_events_with_their_durations);
    tcase_add_test(c, no_facts_at_all_are_well);
    tcase_add_test(c, what_another_jvm_writes_is_taken_by_its_metadata);
    Suite *s = suite_create("facts");
    suite_add_tcase(s, c);
    return suite_run(s);
}
