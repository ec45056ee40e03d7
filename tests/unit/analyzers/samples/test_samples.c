/* Which events are samples, which of them are taken, and which of those pass the filters. */
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A chunk with so many events of each of these types, all on stacks of their own: "T100.leaf". */
struct events {
    uint64_t type;
    int count;
};

static void add_chunk(struct recording *r, int64_t seconds, const struct events *events) {
    struct jvm jvm = {0};
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    chunk_begin(r, &head);
    jvm_types(r);
    for (; events->type; events++) {
        char stack[32];
        snprintf(stack, sizeof stack, "T%d.leaf", (int)events->type);
        for (int i = 0; i < events->count; i++)
            jvm_sample_of(r, events->type, 2000 + i, jvm_thread(&jvm, "main"),
                          jvm_stack(&jvm, stack), STATE_RUNNABLE);
    }
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}

#define CHUNK(r, seconds, ...) add_chunk(r, seconds, (const struct events[]){__VA_ARGS__, {0, 0}})

static void check_taken(struct recording *r, const char *const *names, size_t count,
                        const char *taken, uint64_t samples) {
    struct asked options = all_samples;
    options.selection.events = text_list_of(names, count);
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        struct memory_file file = memory_file_make(r->out.data, r->out.len);
        const char *const paths[] = {file.path};
        struct reading reading = reading_of_paths(paths, 1, &options, jobs, false);
        if (taken) ck_assert_str_eq(reading.samples->event, taken);
        else ck_assert_ptr_eq(reading.samples->event, NULL);
        ck_assert_uint_eq(reading.samples->profile.samples, samples);
        reading_release(&reading);
        memory_file_close(&file);
    }
}

/* ==== Shared chunks ========================================================================= */

/* One chunk of more than 2 MB: of stacks, each of several samples, or of events that nobody asks
 * for.
 */
static struct recording large_chunk(int samples, int stacks, int others) {
    struct recording r = {0};
    struct jvm jvm = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (int i = 0; i < others; i++)
        jvm_sample_of(&r, EVENT_NATIVE_METHOD_SAMPLE, 2000 + i, jvm_thread(&jvm, "other"),
                      jvm_stack(&jvm, "N.n"), STATE_RUNNABLE);
    for (int i = 0; i < samples; i++) {
        char stack[1300];
        int len = snprintf(stack, sizeof stack, "A%d.leaf B%d.b", i % stacks % 7, i % stacks);
        while (len < 1200) len += snprintf(stack + len, sizeof stack - (size_t)len, " C.c");
        jvm_sample(&r, 2000 + i, jvm_thread(&jvm, i % 2 ? "main" : "other"),
                   jvm_stack(&jvm, stack));
    }
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    return r;
}

static void check_shared(uint64_t samples, int stacks, uint64_t others) {
    struct recording r = large_chunk((int)samples, stacks, (int)others);
    ck_assert_uint_gt(r.out.len, 2 << 20);
    for (unsigned jobs = 1; jobs < 8; jobs += 2) {
        struct memory_file file = memory_file_make(r.out.data, r.out.len);
        const char *const paths[] = {file.path};
        struct reading reading = reading_of_paths(paths, 1, &all_samples, jobs, false);
        const struct profile *profile = &reading.samples->profile;
        uint64_t sum = 0;
        ck_assert_uint_eq(profile->samples, samples);
        ck_assert_uint_eq(profile->without_stack, 0);
        for (size_t i = 0; i < profile->rows.len; i++) sum += profile->rows.items[i].self;
        ck_assert_uint_eq(sum, samples);
        for (size_t i = 0; i < reading.samples->events.len; i++) {
            const struct samples_event *e = &reading.samples->events.items[i];
            ck_assert_uint_eq(e->count, e->taken ? samples : others);
        }
        reading_release(&reading);
        memory_file_close(&file);
    }
    recording_free(&r);
}

START_TEST(a_chunk_of_stacks_is_shared_by_stack) {
    check_shared(9000, 1800, 100);
}
END_TEST

START_TEST(a_chunk_of_events_is_shared_by_stretches) {
    check_shared(2000, 50, 280000);
}
END_TEST

/* ==== Which are taken ======================================================================= */

START_TEST(execution_samples_are_taken_where_there_are_any) {
    struct recording r = {0};
    CHUNK(&r, 0, {EVENT_NATIVE_METHOD_SAMPLE, 7}, {EVENT_EXECUTION_SAMPLE, 3},
          {EVENT_WALL_CLOCK_SAMPLE, 5}, {EVENT_CPU_TIME_SAMPLE, 4});
    check_taken(&r, NULL, 0, "jdk.ExecutionSample", 3);
    recording_free(&r);
}
END_TEST

START_TEST(else_the_first_of_the_other_kinds_is_taken) {
    struct recording r = {0};
    CHUNK(&r, 0, {EVENT_NATIVE_METHOD_SAMPLE, 7});
    check_taken(&r, NULL, 0, "jdk.NativeMethodSample", 7);
    CHUNK(&r, 10, {EVENT_WALL_CLOCK_SAMPLE, 5});
    check_taken(&r, NULL, 0, "profiler.WallClockSample", 5);
    CHUNK(&r, 20, {EVENT_NATIVE_METHOD_SAMPLE, 7}, {EVENT_CPU_TIME_SAMPLE, 4});
    check_taken(&r, NULL, 0, "jdk.CPUTimeSample", 4);
    recording_free(&r);
}
END_TEST

START_TEST(a_better_kind_in_any_chunk_makes_all_others_void) {
    for (int at = 0; at < 5; at++) {
        struct recording r = {0};
        for (int i = 0; i < 5; i++) {
            if (i == at) CHUNK(&r, i * 10, {EVENT_EXECUTION_SAMPLE, 1});
            else CHUNK(&r, i * 10, {EVENT_NATIVE_METHOD_SAMPLE, 9}, {EVENT_WALL_CLOCK_SAMPLE, 9});
        }
        check_taken(&r, NULL, 0, "jdk.ExecutionSample", 1);
        recording_free(&r);
    }
}
END_TEST

START_TEST(threads_that_only_other_events_met_are_none_of_the_samples) {
    struct asked options = all_samples;
    options.needs.keep = PROFILE_STACKS | PROFILE_SAMPLES;
    for (int order = 0; order < 2; order++) { /* with native samples alone in front, or behind */
        struct recording r = {0};
        for (int i = 0; i < 2; i++) {
            struct jvm jvm = {0};
            struct chunk_head head = usual_head;
            head.start_ns += i * INT64_C(1000000000);
            chunk_begin(&r, &head);
            jvm_types(&r);
            jvm_sample_of(&r, EVENT_NATIVE_METHOD_SAMPLE, 2000, jvm_thread(&jvm, "waits"),
                          jvm_stack(&jvm, "T.leaf"), STATE_RUNNABLE);
            if (i == order)
                jvm_sample(&r, 2001, jvm_thread(&jvm, "runs"), jvm_stack(&jvm, "T.leaf"));
            jvm_pools(&jvm, &r);
            chunk_end(&r);
            jvm_free(&jvm);
        }
        struct reading reading = reading_of(&r, &options);
        ck_assert_uint_eq(reading.samples->profile.samples, 1);
        ck_assert_uint_eq(reading.samples->profile.threads.len, 1);
        reading_release(&reading);
        recording_free(&r);
    }
}
END_TEST

START_TEST(what_was_asked_for_is_taken) {
    struct recording r = {0};
    CHUNK(&r, 0, {EVENT_EXECUTION_SAMPLE, 3}, {EVENT_MONITOR_ENTER, 2},
          {EVENT_ALLOCATION_IN_TLAB, 5}, {EVENT_ALLOCATION_OUTSIDE_TLAB, 6},
          {EVENT_WALL_CLOCK_SAMPLE, 1});
    check_taken(&r, (const char *const[]){"wall"}, 1, "profiler.WallClockSample", 1);
    check_taken(&r, (const char *const[]){"cpu"}, 1, "jdk.ExecutionSample", 3);
    check_taken(&r, (const char *const[]){"jdk.JavaMonitorEnter"}, 1, "jdk.JavaMonitorEnter", 2);
    check_taken(&r, (const char *const[]){"alloc"}, 1,
                "jdk.ObjectAllocationInNewTLAB+jdk.ObjectAllocationOutsideTLAB", 11);
    check_taken(&r, (const char *const[]){"lock", "cpu"}, 2,
                "jdk.JavaMonitorEnter+jdk.ExecutionSample", 5);
    check_taken(&r, (const char *const[]){"cpu", "cpu", "none"}, 3, "jdk.ExecutionSample", 3);
    check_taken(&r, (const char *const[]){"exception"}, 1, NULL, 0);
    check_taken(&r, (const char *const[]){"jdk.DataLoss"}, 1, NULL, 0); /* has no stack */
    recording_free(&r);
}
END_TEST

START_TEST(patterns_take_all_types_that_they_name_each_once) {
    static const char *const patterns[] = {"jdk.*Sample"};
    static const char *const twice[] = {"jdk.ExecutionSample", "jdk.*Sample", "ExecutionSample"};
    struct recording r = {0};
    CHUNK(&r, 0, {EVENT_NATIVE_METHOD_SAMPLE, 7}, {EVENT_EXECUTION_SAMPLE, 3},
          {EVENT_WALL_CLOCK_SAMPLE, 5});
    check_taken(&r, patterns, 1, "jdk.NativeMethodSample+jdk.ExecutionSample", 10);
    check_taken(&r, twice, 3, "jdk.ExecutionSample+jdk.NativeMethodSample", 10);
    check_taken(&r, &twice[2], 1, "jdk.ExecutionSample", 3);
    recording_free(&r);
}
END_TEST

START_TEST(it_is_known_what_became_of_what_was_asked_for) {
    static const char *const names[] = {"jdk.ExecutionSample", "jdk.CPUTimeSample", "no.Such",
                                        "jdk.DataLoss"};
    struct asked options = all_samples;
    struct recording r = {0};
    CHUNK(&r, 0, {EVENT_EXECUTION_SAMPLE, 3});
    chunk_begin(&r, NULL); /* events without a field for a stack trace */
    jvm_types(&r);
    event_begin(&r, EVENT_DATA_LOSS);
    put_long(&r, 2000), put_long(&r, 1), put_long(&r, 1);
    event_end(&r);
    chunk_end(&r);
    options.selection.events = text_list_of(names, 4);
    struct reading reading = reading_of(&r, &options);
    const struct samples_asked *asked = reading.samples->asked.items;
    ck_assert_uint_eq(reading.samples->asked.len, 4);
    ck_assert(asked[0].occurred && asked[0].declared);
    ck_assert(!asked[1].occurred && asked[1].declared);
    ck_assert(!asked[2].occurred && !asked[2].declared);
    ck_assert_str_eq(asked[3].name, "jdk.DataLoss");
    ck_assert(!asked[3].occurred && asked[3].declared);
    ck_assert_uint_eq(asked[3].without_stack, 1);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(what_else_there_is_is_counted_and_labelled) {
    struct recording r = {0};
    CHUNK(&r, 0, {EVENT_EXECUTION_SAMPLE, 3}, {EVENT_MONITOR_ENTER, 8});
    CHUNK(&r, 10, {EVENT_NATIVE_METHOD_SAMPLE, 4}, {EVENT_EXECUTION_SAMPLE, 3});
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.samples->events.len, 3);
    const struct samples_event *events = reading.samples->events.items;
    ck_assert_str_eq(events[0].name, "jdk.JavaMonitorEnter");
    ck_assert_uint_eq(events[0].count, 8);
    ck_assert(!events[0].taken);
    ck_assert_str_eq(events[1].name, "jdk.ExecutionSample");
    ck_assert_str_eq(events[1].label, "Method Profiling Sample");
    ck_assert_uint_eq(events[1].count, 6);
    ck_assert(events[1].taken);
    ck_assert_str_eq(events[2].name, "jdk.NativeMethodSample");
    ck_assert(!reading.samples->filtered);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

/* ==== Weights =============================================================================== */

static void wall_sample(struct recording *r, int64_t samples) {
    event_begin(r, EVENT_WALL_CLOCK_SAMPLE);
    put_long(r, 2000), put_long(r, 1), put_long(r, 1), put_long(r, STATE_SLEEPING);
    put_int(r, samples);
    event_end(r);
}

START_TEST(a_wall_clock_sample_stands_for_as_many_as_it_says) {
    struct recording r = {0};
    struct jvm jvm = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    jvm_stack(&jvm, "A.leaf Main.main");
    wall_sample(&r, 5);
    wall_sample(&r, 1000000);
    wall_sample(&r, 0);
    wall_sample(&r, -7); /* cannot be: one */
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.samples->profile.samples, 1000006);
    ck_assert_uint_eq(reading_self(&reading, "A.leaf"), 1000006);
    reading_release(&reading);
    recording_free(&r);
    jvm_free(&jvm);
}
END_TEST

START_TEST(a_value_may_be_a_product_of_two_fields) {
    enum { OBJECT_SAMPLE = 900 };
    struct recording r = {0};
    struct jvm jvm = {0};
    struct asked options = all_samples;
    static const char *const names[] = {"alloc"};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, OBJECT_SAMPLE, "datadog.ObjectSample", "jdk.jfr.Event");
    field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(&r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    field(&r, "size", TYPE_LONG, FIELD_PLAIN);
    field(&r, "weight", TYPE_FLOAT, FIELD_PLAIN);
    type_end(&r);
    jvm_profile_types(&r);
    metadata_end(&r);
    event_begin(&r, OBJECT_SAMPLE);
    put_long(&r, 2000), put_long(&r, (int64_t)jvm_stack(&jvm, "A.leaf"));
    put_long(&r, 4016), put_float(&r, 2.5F);
    event_end(&r);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    options.needs.values = true;
    options.selection.events = text_list_of(names, 1);
    struct reading reading = reading_of(&r, &options);
    ck_assert_int_eq(reading.samples->profile.unit, PROFILE_BYTES);
    ck_assert_int_eq(reading.samples->profile.value, 10040);
    reading_release(&reading);
    recording_free(&r);
    jvm_free(&jvm);
}
END_TEST

/* ==== Threads and states ==================================================================== */

static void threads(struct recording *r) {
    struct jvm jvm = {0};
    chunk_begin(r, NULL);
    jvm_types(r);
    uint64_t stack = jvm_stack(&jvm, "A.leaf");
    static const char *const names[] = {"main", "worker-1", "worker-2", "GC"};
    for (size_t i = 0; i < 4; i++)
        for (size_t n = 0; n <= i; n++)
            jvm_sample_of(r, EVENT_EXECUTION_SAMPLE, 2000, jvm_thread(&jvm, names[i]), stack,
                          n % 2 ? STATE_SLEEPING : STATE_RUNNABLE);
    jvm_sample_of(r, EVENT_EXECUTION_SAMPLE, 2000, 99, stack, 99); /* of no known thread or state */
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}

START_TEST(samples_are_chosen_by_the_name_of_their_thread) {
    static const struct {
        const char *regex;
        uint64_t samples;
    } rows[] = {{"main", 1}, {"^worker-", 5}, {"(?i)gc$", 4},
                {".", 11},   {"none", 0},     {"unknown", 1}};
    struct recording r = {0};
    threads(&r);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct asked options = all_samples;
        options.selection.thread = rows[i].regex;
        struct reading reading = reading_of(&r, &options);
        ck_assert_uint_eq(reading.samples->profile.samples, rows[i].samples);
        ck_assert_uint_eq(reading.samples->threads.len, 5); /* for suggestions */
        ck_assert_str_eq(reading.samples->threads.items[0], "GC");
        ck_assert(reading.samples->filtered);
        reading_release(&reading);
    }
    recording_free(&r);
}
END_TEST

START_TEST(samples_are_chosen_by_the_state_of_their_thread) {
    static const char *const runnable[] = {"runnable"},
                             *const both[] = {"STATE_SLEEPING", "runnable"},
                             *const none[] = {"blocked"};
    struct recording r = {0};
    struct asked options = all_samples;
    threads(&r);
    options.selection.states = text_list_of(runnable, 1);
    struct reading reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, 6);
    ck_assert_uint_eq(reading.samples->states.len, 2);
    reading_release(&reading);
    options.selection.states = text_list_of(both, 2);
    reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, 10);
    reading_release(&reading);
    options.selection.states = text_list_of(none, 1);
    reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, 0);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(threads_can_be_the_roots_of_their_stacks) {
    struct recording r = {0};
    struct asked options = all_samples;
    options.needs.thread_roots = true;
    threads(&r);
    struct reading reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, 11);
    ck_assert_uint_eq(reading.samples->profile.stacks.len, 5);
    ck_assert_uint_eq(reading_total(&reading, "[GC tid=103]"), 4);
    ck_assert_uint_eq(reading_total(&reading, "[unknown tid=0]"), 1);
    ck_assert_uint_eq(reading_self(&reading, "A.leaf"), 11);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

/* ==== What is missing ======================================================================= */

START_TEST(samples_whose_stack_was_lost_count_as_unresolved_and_without_stack) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    jvm_sample(&r, 2000, 1, 55); /* in no pool */
    jvm_sample(&r, 2000, 1, 0);  /* 0: has none, nothing lost */
    chunk_end(&r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.samples->profile.samples, 2);
    ck_assert_uint_eq(reading.samples->profile.without_stack, 2);
    ck_assert_uint_eq(reading.samples->unresolved, 1);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(methods_whose_constants_were_lost_are_called_unknown) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    jvm_sample(&r, 2000, 1, 1);
    checkpoint_begin(&r, 1);
    pool_begin(&r, TYPE_STACK_TRACE, 1);
    put_long(&r, 1), put_boolean(&r, false), put_int(&r, 1);
    put_long(&r, 77), put_int(&r, 1), put_int(&r, 1), put_long(&r, 1);
    checkpoint_end(&r);
    chunk_end(&r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading_self(&reading, "[unknown method]"), 1);
    ck_assert_uint_eq(reading.samples->unresolved, 0);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

START_TEST(chunks_with_other_fields_for_one_event_count_together) {
    struct recording r = {0};
    CHUNK(&r, 0, {EVENT_EXECUTION_SAMPLE, 3});
    struct chunk_head head = usual_head; /* another writer: other ids, other order, more fields */
    head.start_ns += 10000000000;
    head.flags = 0;
    chunk_begin(&r, &head);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, 900, "jdk.ExecutionSample", "jdk.jfr.Event");
    field(&r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    field(&r, "note", TYPE_STRING, FIELD_PLAIN);
    field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    type_end(&r);
    jvm_profile_types(&r);
    metadata_end(&r);
    struct jvm jvm = {0};
    event_begin(&r, 900);
    put_long(&r, (int64_t)jvm_stack(&jvm, "T100.leaf"));
    put_utf8(&r, "hello");
    put_long(&r, 2000);
    event_end(&r);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading_self(&reading, "T100.leaf"), 4);
    ck_assert_uint_eq(reading_events(&reading, "jdk.ExecutionSample"), 4);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("samples");
    TCase *shared = tcase_create("shared chunks");
    suite_add_tcase(suite, shared);
    TCase *cases = tcase_create("samples");
    tcase_add_test(cases, execution_samples_are_taken_where_there_are_any);
    tcase_add_test(cases, else_the_first_of_the_other_kinds_is_taken);
    tcase_add_test(cases, a_better_kind_in_any_chunk_makes_all_others_void);
    tcase_add_test(cases, threads_that_only_other_events_met_are_none_of_the_samples);
    tcase_add_test(cases, what_was_asked_for_is_taken);
    tcase_add_test(cases, patterns_take_all_types_that_they_name_each_once);
    tcase_add_test(cases, it_is_known_what_became_of_what_was_asked_for);
    tcase_add_test(cases, a_value_may_be_a_product_of_two_fields);
    tcase_add_test(cases, what_else_there_is_is_counted_and_labelled);
    tcase_add_test(cases, a_wall_clock_sample_stands_for_as_many_as_it_says);
    tcase_add_test(cases, samples_are_chosen_by_the_name_of_their_thread);
    tcase_add_test(cases, samples_are_chosen_by_the_state_of_their_thread);
    tcase_add_test(cases, threads_can_be_the_roots_of_their_stacks);
    tcase_add_test(cases, samples_whose_stack_was_lost_count_as_unresolved_and_without_stack);
    tcase_add_test(cases, methods_whose_constants_were_lost_are_called_unknown);
    tcase_add_test(cases, chunks_with_other_fields_for_one_event_count_together);
    suite_add_tcase(suite, cases);
    tcase_add_test(shared, a_chunk_of_stacks_is_shared_by_stack);
    tcase_add_test(shared, a_chunk_of_events_is_shared_by_stretches);
    return suite_run(suite);
}
