/* The walk: what its readers are handed, in which order, and that several questions cost one. */
#include "analyzers/samples/task.h"
#include "analyzers/walk/walk.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ==== How often chunks are walked =========================================================== */

static _Atomic unsigned walks;

struct jfr_cursor *__real_jfr_cursor_open(const struct jfr_chunk *chunk,
                                          const struct jfr_metadata *metadata,
                                          const struct jfr_log *log);
struct jfr_cursor *__wrap_jfr_cursor_open(const struct jfr_chunk *chunk,
                                          const struct jfr_metadata *metadata,
                                          const struct jfr_log *log);

/* The linker puts it in the place of jfr_cursor_open (see the Makefile). */
struct jfr_cursor *__wrap_jfr_cursor_open(const struct jfr_chunk *chunk,
                                          const struct jfr_metadata *metadata,
                                          const struct jfr_log *log) {
    walks++;
    return __real_jfr_cursor_open(chunk, metadata, log);
}

/* ==== A run over a recording in memory ====================================================== */

struct opened_run {
    struct memory_file file;
    const char *paths[1];
    struct scan_options scan;
    struct scan_report report;
    struct walk_run run;
};

static void open_run(struct opened_run *o, struct recording *r, unsigned jobs) {
    *o = (struct opened_run){.file = memory_file_make(r->out.data, r->out.len)};
    o->paths[0] = o->file.path;
    o->scan = (struct scan_options){.paths = o->paths, .path_count = 1, .jobs = jobs};
    recording_free(r);
}

static void start_run(struct opened_run *o) {
    walks = 0;
    walk_start(&o->run, &o->scan, &o->report);
}

static void close_run(struct opened_run *o) {
    walk_run_free(&o->run);
    scan_report_free(&o->report);
    memory_file_close(&o->file);
}

/* ==== Two questions at once ================================================================= */

enum { CHUNKS = 3 };

static void three_chunks(struct recording *r) {
    static const char *const stacks[] = {"A.leaf Main.main", "B.leaf Main.main",
                                         "A.leaf B.leaf Main.main"};
    *r = (struct recording){0};
    for (int64_t i = 0; i < CHUNKS; i++) {
        struct chunk_head head = usual_head;
        head.start_ns += i * 1000000000;
        jvm_chunk(r, &head, stacks, (size_t)i + 1);
    }
}

static void write_summary(const struct summary *summary, struct text *out) {
    for (size_t i = 0; i < summary->events.len; i++) {
        const struct summary_event *e = &summary->events.items[i];
        text_addf(out, "%s %s %llu %llu\n", e->name, e->label ? e->label : "-",
                  (unsigned long long)e->count, (unsigned long long)e->bytes);
    }
    for (size_t i = 0; i < summary->facts.len; i++)
        text_addf(out, "%s %s\n", summary->facts.items[i].key, summary->facts.items[i].shown);
    for (size_t i = 0; i < summary->warnings.len; i++)
        text_addf(out, "%s\n", summary->warnings.items[i]);
}

static void write_samples(const struct samples *samples, struct text *out) {
    profile_write(&samples->profile, out);
    for (size_t i = 0; i < samples->events.len; i++)
        text_addf(out, "%s %llu %d\n", samples->events.items[i].name,
                  (unsigned long long)samples->events.items[i].count,
                  samples->events.items[i].taken);
}

START_TEST(samples_and_a_summary_in_one_run_are_those_of_two_runs_and_walk_each_chunk_once) {
    const unsigned jobs[] = {1, 4};
    const struct needs needs = {.keep = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES,
                                .values = true};
    /* Relative to a start that is known at the end. */
    const struct selection selection = {.from = {TIME_FROM_START, 1000000}};
    struct recording r;
    struct opened_run o;
    struct text expected = {0}, got = {0};
    three_chunks(&r);
    open_run(&o, &r, jobs[_i]);
    struct scan_report report;

    walks = 0;
    struct samples *samples = samples_read(&o.scan, &selection, &needs, &report);
    ck_assert_uint_eq(walks, CHUNKS);
    scan_report_free(&report);
    struct summary *summary = summary_read(&o.scan, &report);
    ck_assert_uint_eq(walks, 2 * CHUNKS);
    scan_report_free(&report);
    write_samples(samples, &expected);
    write_summary(summary, &expected);
    samples_free(samples);
    summary_free(summary);

    struct samples_task task;
    samples_task_make(&selection, &needs, &task);
    samples_join(&o.run, &task);
    summary_join(&o.run);
    start_run(&o);
    ck_assert_uint_eq(walks, CHUNKS);
    samples = samples_take(&o.run, &o.report);
    summary = summary_make(&o.run);
    write_samples(samples, &got);
    write_summary(summary, &got);
    ck_assert_str_eq(text_str(&got), text_str(&expected));
    ck_assert_ptr_ne(strstr(text_str(&got), "A.leaf"), NULL);
    samples_free(samples);
    summary_free(summary);
    text_free(&expected);
    text_free(&got);
    close_run(&o);
}
END_TEST

/* ==== What a reader is handed =============================================================== */

/* A reader that writes down what happens, with the letter in its first options before it. All share
 * one text, which is why their runs have one job. */
static struct text diary;

static void *write_open(const void *const *options, size_t count) {
    char *state = mem_alloc(1);
    *state = *(const char *)options[0];
    for (size_t i = 0; i < count; i++) text_add(&diary, options[i]);
    text_add_char(&diary, ' ');
    return state;
}

static void write_plan(void *state, struct walk *walk) {
    const struct jfr_type *type = jfr_type_by_name(walk->metadata, "jdk.ExecutionSample");
    ck_assert(walk_want(walk, type, 7));
    text_addf(&diary, "%cp ", *(char *)state);
}

static void write_event(void *state, const struct walk *walk, uint32_t tag,
                        const struct jfr_event *event) {
    ck_assert_ptr_eq(walk->constants, NULL);
    ck_assert_uint_eq(event->type_id, EVENT_EXECUTION_SAMPLE);
    text_addf(&diary, "%c%u ", *(char *)state, tag);
}

static void write_walked(void *state, struct walk *walk) {
    struct jfr_tally tally = walk_tally(walk, EVENT_EXECUTION_SAMPLE);
    text_addf(&diary, "%cw%llu ", *(char *)state, (unsigned long long)tally.count);
}

static void write_chunk(void *state, const struct walk *walk) {
    const struct jfr_type *trace = jfr_type_by_name(walk->metadata, "jdk.types.StackTrace");
    text_addf(&diary, "%cc%s", *(char *)state, walk->constants ? "" : "- ");
    if (walk->constants) /* the one that was asked for and, as it may be, that of no stack */
        text_addf(&diary, "%d%d ", jfr_constant_find(walk->constants, trace, 1) != NULL,
                  jfr_constant_find(walk->constants, trace, 2) != NULL);
}

static void write_merge(void *into, void *from) {
    ck_abort_msg("there is one worker");
}

static const struct reader first = {.open = write_open,
                                    .plan = write_plan,
                                    .event = write_event,
                                    .walked = write_walked,
                                    .chunk = write_chunk,
                                    .merge = write_merge,
                                    .close = free};

static void plan_twice(void *state, struct walk *walk) {
    ck_assert_ptr_ne(walk_state(walk, &first), NULL);
    write_plan(state, walk);
    ck_assert(walk_want(walk, jfr_type_by_id(walk->metadata, EVENT_EXECUTION_SAMPLE), 8));
    ck_assert(!walk_want(walk, NULL, 9));
}

static void ask_second_stack(void *state, struct walk *walk) {
    write_walked(state, walk);
    walk_ask_stack(walk, 2);
}

static const struct reader second = {.needs = WALK_UNDESCRIBED,
                                     .open = write_open,
                                     .plan = plan_twice,
                                     .event = write_event,
                                     .walked = ask_second_stack,
                                     .chunk = write_chunk,
                                     .merge = write_merge,
                                     .close = free};

static void two_samples(struct recording *r) {
    static const char *const stacks[] = {"A.leaf Main.main", "B.leaf Main.main"};
    *r = (struct recording){0};
    jvm_chunk(r, NULL, stacks, 2);
}

START_TEST(each_reader_is_handed_its_events_in_the_order_of_the_list_and_under_each_of_its_tags) {
    struct recording r;
    struct opened_run o;
    two_samples(&r);
    open_run(&o, &r, 1);
    walk_join(&o.run, &first, "a");
    walk_join(&o.run, &second, "b");
    walk_join(&o.run, &first, "c"); /* has joined already */
    walk_join(&o.run, &first, NULL);
    start_run(&o);
    ck_assert_str_eq(text_str(&diary), "ac b ap bp a7 b7 b8 a7 b7 b8 aw2 bw2 ac01 bc01 ");
    close_run(&o);
}
END_TEST

START_TEST(constants_that_nobody_asked_for_are_not_read) {
    struct recording r;
    struct opened_run o;
    two_samples(&r);
    open_run(&o, &r, 1);
    walk_join(&o.run, &first, "a");
    start_run(&o);
    ck_assert_str_eq(text_str(&diary), "a ap a7 a7 aw2 ac- ");
    close_run(&o);
}
END_TEST

static void damaged_metadata(struct recording *r) {
    two_samples(r);
    memset(r->out.data + r->metadata + 10, 0xFF, 40);
}

static void write_count(void *context, uint64_t type_id, struct jfr_tally tally) {
    text_addf(&diary, "%llux%llu ", (unsigned long long)type_id, (unsigned long long)tally.count);
}

static void count_undescribed(void *state, struct walk *walk) {
    ck_assert_ptr_eq(walk->metadata, NULL);
    walk_ask(walk, true);
    walk_tallies(walk, write_count, NULL);
}

START_TEST(a_chunk_whose_metadata_is_damaged_is_said_once_and_only_counted) {
    static const struct reader counting = {
        .needs = WALK_UNDESCRIBED, .open = write_open, .walked = count_undescribed, .close = free};
    struct recording r;
    struct opened_run o;
    damaged_metadata(&r);
    open_run(&o, &r, 1);
    walk_join(&o.run, &first, "a");
    walk_join(&o.run, &counting, "b");
    start_run(&o);
    ck_assert_ptr_ne(strstr(text_str(&diary), "100x2 "), NULL);
    ck_assert_ptr_eq(strstr(text_str(&diary), "aw"), NULL); /* not even called */
    ck_assert_uint_eq(o.report.notes.len, 1);
    ck_assert_ptr_ne(report_note(&o.report, "the chunk's metadata is damaged"), NULL);
    close_run(&o);
}
END_TEST

START_TEST(a_chunk_whose_metadata_is_damaged_is_not_walked_for_those_that_only_read_events) {
    struct recording r;
    struct opened_run o;
    damaged_metadata(&r);
    open_run(&o, &r, 1);
    walk_join(&o.run, &first, "a");
    start_run(&o);
    ck_assert_str_eq(text_str(&diary), "a ");
    ck_assert_uint_eq(walks, 0);
    ck_assert_uint_eq(o.report.notes.len, 1);
    close_run(&o);
}
END_TEST

/* ==== The order of events =================================================================== */

static void *order_open(const void *const *options, size_t count) {
    return mem_zero(2, sizeof(uint64_t)); /* the last offset; how often one came too early */
}

static void order_plan(void *state, struct walk *walk) {
    walk_want(walk, jfr_type_by_name(walk->metadata, "jdk.ExecutionSample"), 0);
}

static void order_event(void *state, const struct walk *walk, uint32_t tag,
                        const struct jfr_event *event) {
    uint64_t *order = state;
    if (event->offset < order[0]) order[1]++;
    order[0] = event->offset;
}

START_TEST(events_come_in_file_order_when_a_reader_needs_that) {
    static const struct reader any = {
        .open = order_open, .plan = order_plan, .event = order_event, .close = free};
    static const struct reader ordered = {.needs = WALK_IN_ORDER,
                                          .open = order_open,
                                          .plan = order_plan,
                                          .event = order_event,
                                          .close = free};
    struct recording r = {0};
    struct jvm jvm = {0};
    struct opened_run o;
    chunk_begin(&r, NULL);
    jvm_types(&r);
    uint64_t thread = jvm_thread(&jvm, "main"), stack = jvm_stack(&jvm, "A.leaf");
    for (int64_t i = 0; i < 40000; i++) { /* large enough to be walked in two parts */
        jvm_sample(&r, 1000 + i, thread, stack);
        if (i == 20000) jvm_pools(&jvm, &r);
    }
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    open_run(&o, &r, 1);
    walk_join(&o.run, &any, NULL);
    start_run(&o);
    ck_assert_uint_gt(((const uint64_t *)walk_result(&o.run, &any))[1], 0);
    walk_join(&o.run, &ordered, NULL);
    free(walk_result(&o.run, &any));
    scan_report_free(&o.report);
    start_run(&o);
    ck_assert_uint_eq(((const uint64_t *)walk_result(&o.run, &any))[1], 0);
    ck_assert_uint_eq(((const uint64_t *)walk_result(&o.run, &ordered))[1], 0);
    close_run(&o);
}
END_TEST

static void forget_diary(void) {
    text_free(&diary);
}

int main(void) {
    Suite *suite = suite_create("walk");
    TCase *cases = tcase_create("walk");
    tcase_add_checked_fixture(cases, NULL, forget_diary);
    tcase_add_loop_test(
        cases, samples_and_a_summary_in_one_run_are_those_of_two_runs_and_walk_each_chunk_once, 0,
        2);
    tcase_add_test(
        cases,
        each_reader_is_handed_its_events_in_the_order_of_the_list_and_under_each_of_its_tags);
    tcase_add_test(cases, constants_that_nobody_asked_for_are_not_read);
    tcase_add_test(cases, a_chunk_whose_metadata_is_damaged_is_said_once_and_only_counted);
    tcase_add_test(cases,
                   a_chunk_whose_metadata_is_damaged_is_not_walked_for_those_that_only_read_events);
    tcase_add_test(cases, events_come_in_file_order_when_a_reader_needs_that);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
