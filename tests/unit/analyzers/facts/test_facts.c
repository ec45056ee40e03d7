/* What a recording says besides its samples: taken down in ns, with names, in order of time. */
#include "tests/support/fact_events.h"
#include "analyzers/time/periods.h"

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
    ck_assert_int_eq(facts.containers.items[0].slices, MISSING);
    ck_assert_int_eq(facts.containers.items[0].throttled_ns, MISSING);
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
    tcase_add_test(c, ends_are_those_of_all_events_with_their_durations);
    tcase_add_test(c, no_facts_at_all_are_well);
    tcase_add_test(c, what_another_jvm_writes_is_taken_by_its_metadata);
    Suite *s = suite_create("facts");
    suite_add_tcase(s, c);
    return suite_run(s);
}
