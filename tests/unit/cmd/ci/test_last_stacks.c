/* Last stacks of threads: of samples, of waits that end later, of a thread dump. */
#include "cmd/ci/last_stacks.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>

enum { EVENT_DUMP = 300, EVENT_PARK, EVENT_SAMPLE };

static void event_type(struct recording *r, uint64_t id, const char *name) {
    type_begin(r, id, name, "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
}

static void describe(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    event_type(r, EVENT_DUMP, "jdk.ThreadDump");
    field(r, "result", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    event_type(r, EVENT_PARK, "jdk.ThreadPark");
    field_begin(r, "duration", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESPAN, "TICKS");
    field_end(r);
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    type_end(r);
    event_type(r, EVENT_SAMPLE, "jdk.ExecutionSample");
    field(r, "sampledThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    type_end(r);
    metadata_end(r);
}

static void put_sample(struct recording *r, struct jvm *jvm, int64_t ms, const char *thread,
                       const char *stack) {
    event_begin(r, EVENT_SAMPLE);
    put_long(r, 1000 + ms * 1000000);
    put_long(r, (int64_t)jvm_thread(jvm, thread));
    put_long(r, (int64_t)jvm_stack(jvm, stack));
    event_end(r);
}

static void put_park(struct recording *r, struct jvm *jvm, int64_t ms, int64_t length,
                     const char *thread, const char *stack) {
    event_begin(r, EVENT_PARK);
    put_long(r, 1000 + ms * 1000000);
    put_long(r, length * 1000000);
    put_long(r, (int64_t)jvm_thread(jvm, thread));
    put_long(r, (int64_t)jvm_stack(jvm, stack));
    event_end(r);
}

static void put_dump(struct recording *r, int64_t ms, const char *result) {
    event_begin(r, EVENT_DUMP);
    put_long(r, 1000 + ms * 1000000);
    put_utf8(r, result);
    event_end(r);
}

static const char *died; /* the thread that an error log has, from before all others; or NULL */

/* "thread event: leaf root | ..." of what put writes. */
static char *said(void (*put)(struct recording *r, struct jvm *jvm), int64_t last_ms) {
    struct recording r = {0};
    struct jvm jvm = {0};
    struct chunk_head head = usual_head;
    head.duration_ns = INT64_C(60000000000);
    chunk_begin(&r, &head);
    describe(&r);
    put(&r, &jvm);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct scan_report report;
    struct walk_run run = {0};
    struct last_stacks stacks;
    struct text out = {0};
    walk_join(&run, &tables_reader, &last_stacks_wishes);
    walk_start(&run, &scan, &report);
    const struct time_window window = {report.end_ns - last_ms * 1000000, report.end_ns};
    last_stacks_make(walk_result(&run, &tables_reader), &window, &stacks);
    if (died) last_stacks_replace(&stacks, died, &(const char *){"app.Died.here:1"}, 1, 1);
    for (size_t i = 0; i < stacks.threads.len; i++) {
        const struct last_stack *one = &stacks.threads.items[i];
        text_addf(&out, "%s%s %s:", i ? " | " : "", one->thread, one->event);
        for (size_t k = 0; k < one->depth; k++) {
            text_add_char(&out, ' ');
            last_stacks_add_frame(&stacks, one, k, &out);
        }
    }
    last_stacks_free(&stacks);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    jvm_free(&jvm);
    recording_free(&r);
    return text_take(&out);
}

static void put_both(struct recording *r, struct jvm *jvm) {
    put_sample(r, jvm, 1000, "one", "app.A.early");
    put_sample(r, jvm, 2000, "one", "app.A.late app.Main.run");
    put_sample(r, jvm, 3000, "two", "app.B.run");
    put_park(r, jvm, 1500, 4000, "two", "jdk.Unsafe.park app.B.take");
    put_park(r, jvm, 100, 200, "one", "jdk.Unsafe.park");
}

START_TEST(the_stack_that_ended_last_counts) {
    char *found = said(put_both, 60000);
    ck_assert_str_eq(found, "two jdk.ThreadPark: jdk.Unsafe.park:7 app.B.take:7 | "
                            "one jdk.ExecutionSample: app.A.late:7 app.Main.run:7");
    free(found);
}
END_TEST

START_TEST(what_is_older_than_the_window_does_not_count) {
    char *found = said(put_both, 55000);
    ck_assert_str_eq(found, "two jdk.ThreadPark: jdk.Unsafe.park:7 app.B.take:7");
    free(found);
}
END_TEST

static void put_at_edges(struct recording *r, struct jvm *jvm) {
    put_sample(r, jvm, 1999, "before", "app.A.before");
    put_sample(r, jvm, 2000, "first", "app.A.first");
    put_sample(r, jvm, 60000, "last", "app.A.last");
}

START_TEST(what_is_at_the_edges_of_the_window_counts) {
    char *found = said(put_at_edges, 58000);
    ck_assert_str_eq(found, "last jdk.ExecutionSample: app.A.last:7 | "
                            "first jdk.ExecutionSample: app.A.first:7");
    free(found);
}
END_TEST

static void put_dumped(struct recording *r, struct jvm *jvm) {
    put_sample(r, jvm, 2000, "one", "app.A.late");
    put_dump(r, 1000, "\"gone\" #1 x\n\tat app.Gone.run(Gone.java:1)\n");
    put_dump(r, 1500,
             "2026-11-20 22:43:09\nFull thread dump\n\n"
             "\"one\" #1 prio=5 os_prio=0 tid=0x1\n   java.lang.Thread.State: RUNNABLE\n"
             "\tat app.A.dumped(A.java:3)\n\n"
             "\"a \"quoted\" name\" #22 daemon\n   java.lang.Thread.State: WAITING (parking)\n"
             "\tat java.lang.Object.wait(java.base@17.0.1/Native Method)\n"
             "\t- locked <0x1> (a x)\n"
             "\tat app.Queue.take(app@1/Queue.java:55)\n\n"
             "\"GC Thread#0\" os_prio=0 cpu=1ms\n\n"
             "\"no end\n\tat app.Nobody.x(Y.java:1)\n"
             "\"cut\" #9 x\n\tat \n\tat app.Cut");
}

START_TEST(a_dump_says_it_of_threads_that_were_not_seen) {
    char *found = said(put_dumped, 60000);
    ck_assert_str_eq(found, "one jdk.ExecutionSample: app.A.late:7 | "
                            "a \"quoted\" name jdk.ThreadDump: java.lang.Object.wait "
                            "app.Queue.take:55 | cut jdk.ThreadDump: app.Cut");
    free(found);
}
END_TEST

START_TEST(who_died_comes_first_whatever_the_logs_clock_says) {
    died = "two";
    char *found = said(put_both, 60000);
    ck_assert_str_eq(found, "two error log: app.Died.here:1 | "
                            "one jdk.ExecutionSample: app.A.late:7 app.Main.run:7");
    free(found);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("last stacks");
    TCase *tcase = tcase_create("last stacks");
    tcase_add_test(tcase, the_stack_that_ended_last_counts);
    tcase_add_test(tcase, what_is_older_than_the_window_does_not_count);
    tcase_add_test(tcase, what_is_at_the_edges_of_the_window_counts);
    tcase_add_test(tcase, a_dump_says_it_of_threads_that_were_not_seen);
    tcase_add_test(tcase, who_died_comes_first_whatever_the_logs_clock_says);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
