/* Samples of CPU time and of wall-clock time under one name: which are taken, and what they are
 * worth; as samples, as events in groups and in rows, and one by one. */
#include "analyzers/events/events.h"
#include "analyzers/stream/stream.h"
#include "sql/sql.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS INT64_C(1000000)

struct asprof { /* a chunk of async-profiler; NULL: it has no such setting */
    const char *event, *interval, *wall;
    int cpu, runs, sleeps; /* samples in STATE_DEFAULT, _RUNNABLE and _SLEEPING */
    const char *top;       /* of all stacks; NULL: "T.cpu", "T.runs", "T.sleeps" */
    bool late;             /* settings come behind the samples */
    bool of_jvm;           /* no name of async-profiler is in it */
};

static void setting(struct recording *r, uint64_t of, const char *name, const char *value) {
    if (!value) return;
    event_begin(r, EVENT_ACTIVE_SETTING);
    put_long(r, 1000);
    put_long(r, (int64_t)of);
    put_utf8(r, name);
    put_utf8(r, value);
    event_end(r);
}

static void settings(struct recording *r, const struct asprof *m) {
    setting(r, EVENT_JVM_INFORMATION, "version", m->of_jvm ? "21" : "async-profiler 2.9");
    setting(r, EVENT_JVM_INFORMATION, "event", m->event);
    setting(r, EVENT_EXECUTION_SAMPLE, "interval", m->interval);
    setting(r, EVENT_EXECUTION_SAMPLE, "wall", m->wall);
}

static void samples(struct recording *r, struct jvm *jvm, const struct asprof *m, const char *top,
                    int count, uint64_t state) {
    uint64_t stack = jvm_stack(jvm, m->top ? m->top : top);
    for (int i = 0; i < count; i++)
        jvm_sample_of(r, EVENT_EXECUTION_SAMPLE, 2000 + i, jvm_thread(jvm, "main"), stack, state);
}

static void add_chunk(struct recording *r, int64_t seconds, const struct asprof *m) {
    struct jvm jvm = {0};
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000 * MS;
    chunk_begin(r, &head);
    jvm_types(r);
    if (!m->late) settings(r, m);
    samples(r, &jvm, m, "T.cpu", m->cpu, STATE_DEFAULT);
    samples(r, &jvm, m, "T.runs", m->runs, STATE_RUNNABLE);
    samples(r, &jvm, m, "T.sleeps", m->sleeps, STATE_SLEEPING);
    if (m->late) settings(r, m);
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}

struct taken {
    const char *event; /* NULL: nothing */
    uint64_t samples;
    int64_t worth;
};

static struct reading read_as(const struct recording *r, const char *event, unsigned jobs) {
    struct asked asked = all_samples;
    struct memory_file file = memory_file_make(r->out.data, r->out.len);
    const char *const paths[] = {file.path};
    if (event) asked.selection.events = text_list_of(&event, 1);
    asked.needs.values = true;
    struct reading reading = reading_of_paths(paths, 1, &asked, jobs, false);
    memory_file_close(&file);
    return reading;
}

static void check(const struct recording *r, const char *event, struct taken taken) {
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        struct reading reading = read_as(r, event, jobs);
        if (taken.event) ck_assert_str_eq(reading.samples->event, taken.event);
        else ck_assert_ptr_eq(reading.samples->event, NULL);
        ck_assert_uint_eq(reading.samples->profile.samples, taken.samples);
        ck_assert_int_eq(reading.samples->profile.value, taken.worth);
        reading_release(&reading);
    }
}

/* ==== Events ================================================================================ */

static bool count_row(void *context, const struct event_row *row) {
    ++*(uint64_t *)context;
    return true;
}

/* Groups, rows that are kept and rows that are handed on: three questions in one walk. */
static void check_questions(const char *path, const char *event, uint64_t samples) {
    static const char *const fields[] = {"startTime"};
    const struct fold_show count = {.label = "count", .function = FOLD_COUNT};
    uint64_t rows = 0;
    const struct event_question questions[] = {
        {.types = &event, .type_count = 1, .shows = &count, .show_count = 1, .may_lack = true},
        {.types = &event, .type_count = 1, .fields = fields, .field_count = 1, .may_lack = true},
        {.types = &event,
         .type_count = 1,
         .fields = fields,
         .field_count = 1,
         .row = count_row,
         .context = &rows,
         .may_lack = true}};
    struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct scan_report report = {0};
    struct walk_run run = {0};
    struct events_error error;
    struct events *events = events_open(questions, 3, NULL, &error);
    events_join(events, &run);
    walk_start(&run, &scan, &report);
    ck_assert_ptr_eq(events_wrong(events), NULL);
    ck_assert_uint_eq(events_answer(events, &run, 0).passed, samples);
    ck_assert_uint_eq(events_answer(events, &run, 1).row_count, samples);
    ck_assert_uint_eq(rows, samples);
    walk_run_free(&run);
    scan_report_free(&report);
    events_free(events);
}

static void no_chunk(void *context, const struct walk *walk) {
}

static bool count_event(void *context, const struct jfr_type *type, const struct jfr_event *event) {
    ++*(uint64_t *)context;
    return true;
}

static void no_end(void *context) {
}

static void check_stream(const char *path, const char *event, uint64_t samples) {
    uint64_t events = 0;
    const struct type_filter filter = {.selected = text_list_of(&event, 1)};
    struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    const struct stream_options options = {.types = &filter,
                                           .context = &events,
                                           .chunk = no_chunk,
                                           .event = count_event,
                                           .chunk_ends = no_end};
    struct scan_report report = {0};
    struct stream_result result = stream_run(&scan, &options, &report);
    ck_assert_uint_eq(events, samples);
    ck_assert_uint_eq(result.events, samples);
    scan_report_free(&report);
}

/* The first number of the answer; 0 where it is null. */
static uint64_t ask_sql(struct sql *sql, const char *text) {
    struct sql_error error = {0};
    const char *rest = text;
    struct sql_statement *statement = sql_prepare(sql, text, &rest, &error);
    ck_assert_msg(statement != NULL, "%s: %s", text, text_str(&error.text));
    ck_assert_int_eq(sql_step(statement, &error), 1);
    uint64_t number = (uint64_t)sql_value(statement, 0).integer;
    sql_finalize(statement);
    return number;
}

/* The function, the view of CPU samples, and that of samples by the default rule: those of CPU time
 * if there are any. */
static void check_sql(const char *path, uint64_t cpu, uint64_t wall) {
    struct jfr_error error;
    struct sql *sql = sql_open(&path, 1, &(struct sql_options){0}, &error);
    ck_assert_uint_eq(ask_sql(sql, "SELECT count(*) FROM ExecutionSample WHERE clock(recording, "
                                   "chunk, state) = 'cpu'"),
                      cpu);
    ck_assert_uint_eq(ask_sql(sql, "SELECT count(*) FROM ExecutionSample WHERE clock(recording, "
                                   "chunk, state) = 'wall'"),
                      wall);
    ck_assert_uint_eq(ask_sql(sql, "SELECT count(*) FROM cpuSamples"), cpu);
    ck_assert_uint_eq(ask_sql(sql, "SELECT count(*) FROM samples"), cpu ? cpu : wall);
    ck_assert_uint_eq(ask_sql(sql, "SELECT sum(weight) FROM samples WHERE event = "
                                   "'jdk.ExecutionSample'"),
                      cpu);
    ck_assert_uint_eq(ask_sql(sql, "SELECT count(*) FROM samples WHERE event = "
                                   "'profiler.WallClockSample'"),
                      cpu ? 0 : wall);
    sql_close(sql);
}

static void check_events(const struct recording *r, const char *event, uint64_t samples) {
    struct memory_file file = memory_file_make(r->out.data, r->out.len);
    check_questions(file.path, event, samples);
    check_stream(file.path, event, samples);
    memory_file_close(&file);
}

/* By the default rule, as cpu, as wall and by the name of the type. */
static void check_all(const struct asprof *made, size_t count, struct taken usual, struct taken cpu,
                      struct taken wall, struct taken type) {
    struct recording r = {0};
    for (size_t i = 0; i < count; i++) add_chunk(&r, (int64_t)i * 10, &made[i]);
    check(&r, NULL, usual);
    check(&r, "cpu", cpu);
    check(&r, "wall", wall);
    check(&r, "profiler.WallClockSample", wall);
    check(&r, "jdk.ExecutionSample", type);
    check_events(&r, "cpu", cpu.samples);
    check_events(&r, "wall", wall.samples);
    check_events(&r, "profiler.WallClockSample", wall.samples);
    check_events(&r, "jdk.ExecutionSample", type.samples);
    check_events(&r, "*Sample", type.samples);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    check_sql(file.path, cpu.samples, wall.samples);
    memory_file_close(&file);
    recording_free(&r);
}

#define CPU "jdk.ExecutionSample"
#define WALL "profiler.WallClockSample"
static const struct taken nothing = {NULL, 0, 0};

START_TEST(an_engine_of_one_clock_has_samples_of_one_kind_whatever_their_states) {
    for (int late = 0; late < 2; late++) {
        const struct asprof cpu = {"cpu", "5000000", NULL, 0, 7, 0, .late = late};
        const struct asprof wall = {"wall", "20000000", NULL, 0, 7, 0, .late = late};
        const struct taken of_cpu = {CPU, 7, 35 * MS}, of_wall = {WALL, 7, 140 * MS};
        check_all(&cpu, 1, of_cpu, of_cpu, nothing, of_cpu);
        check_all(&wall, 1, of_wall, nothing, of_wall, (struct taken){CPU, 7, 140 * MS});
    }
}
END_TEST

START_TEST(of_two_engines_the_state_tells_whose_sample_it_is) {
    const struct asprof both = {"itimer", "0", "20000000", 3, 4, 5};
    check_all(&both, 1, (struct taken){CPU, 3, 30 * MS}, (struct taken){CPU, 3, 30 * MS},
              (struct taken){WALL, 9, 180 * MS}, (struct taken){CPU, 12, 210 * MS});
}
END_TEST

START_TEST(of_two_engines_that_of_wall_clock_time_may_be_alone_in_a_chunk) {
    const struct asprof two[] = {{"cpu", "0", "20000000", 0, 4, 5}, {NULL, NULL, NULL, 2, 1, 0}};
    check_all(two, 1, (struct taken){WALL, 9, 180 * MS}, nothing, (struct taken){WALL, 9, 180 * MS},
              (struct taken){CPU, 9, 180 * MS});
    check_all(two, 2, (struct taken){CPU, 2, 20 * MS}, (struct taken){CPU, 2, 20 * MS},
              (struct taken){WALL, 10, 200 * MS}, (struct taken){CPU, 12, 220 * MS});
}
END_TEST

START_TEST(chunks_that_say_nothing_are_as_the_first_of_the_recording) {
    const struct asprof wall[] = {{"wall", "20000000", NULL, 0, 1, 0},
                                  {NULL, NULL, NULL, 0, 2, 0},
                                  {NULL, NULL, NULL, 0, 3, 0}};
    check_all(wall, 3, (struct taken){WALL, 6, 120 * MS}, nothing,
              (struct taken){WALL, 6, 120 * MS}, (struct taken){CPU, 6, 120 * MS});
}
END_TEST

START_TEST(without_settings_states_tell_the_clock) {
    const struct asprof sleeps = {NULL, NULL, NULL, 0, 4, 1}, states = {NULL, NULL, NULL, 3, 4, 0};
    check_all(&sleeps, 1, (struct taken){WALL, 5, 0}, nothing, (struct taken){WALL, 5, 0},
              (struct taken){CPU, 5, 0});
    check_all(&states, 1, (struct taken){CPU, 3, 0}, (struct taken){CPU, 3, 0},
              (struct taken){WALL, 4, 0}, (struct taken){CPU, 7, 0});
}
END_TEST

START_TEST(without_states_what_is_on_top_tells_the_clock_or_it_is_said_that_nothing_does) {
    static const struct {
        const char *first, *second;
        int of_first, of_second;
        bool wall;
    } rows[] = {
        {"T.runs", "java/lang/Thread.sleep", 2, 1, false},
        {"T.runs", "java/lang/Thread.sleep", 2, 2, true},
        {"T.runs", "java/lang/Thread.yield", 2, 3, false},
        {"T.runs", "app/Thread.sleep", 2, 3, false},
        {"java/lang/Object.wait", "T.runs", 3, 2, true},
        {"java/lang/Object.wait", "sun/misc/Unsafe.park", 3, 2, true},
        {"java/lang/Object.wait T.main", "T.runs", 3, 2, true},
        {"T.runs java/lang/Object.wait", "T.runs", 3, 2, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recording r = {0};
        const struct asprof two[] = {
            {NULL, NULL, NULL, 0, rows[i].of_first, 0, .top = rows[i].first},
            {NULL, NULL, NULL, 0, rows[i].of_second, 0, .top = rows[i].second}};
        struct jvm jvm = {0};
        chunk_begin(&r, NULL);
        jvm_types(&r);
        settings(&r, &two[0]);
        samples(&r, &jvm, &two[0], NULL, two[0].runs, STATE_RUNNABLE);
        samples(&r, &jvm, &two[1], NULL, two[1].runs, STATE_RUNNABLE);
        jvm_pools(&jvm, &r);
        chunk_end(&r);
        jvm_free(&jvm);
        struct reading reading = read_as(&r, NULL, 1);
        int all = rows[i].of_first + rows[i].of_second;
        ck_assert_msg(strcmp(reading.samples->event, rows[i].wall ? WALL : CPU) == 0, "row %zu", i);
        ck_assert_int_eq((int)reading.samples->clocks.unsaid, rows[i].wall ? 0 : all);
        ck_assert_int_eq((int)reading.samples->clocks.wall, rows[i].wall ? all : 0);
        check_events(&r, "cpu", rows[i].wall ? 0 : (uint64_t)all);
        check_events(&r, "wall", rows[i].wall ? (uint64_t)all : 0);
        struct memory_file file = memory_file_make(r.out.data, r.out.len);
        check_sql(file.path, rows[i].wall ? 0 : (uint64_t)all, rows[i].wall ? (uint64_t)all : 0);
        memory_file_close(&file);
        reading_release(&reading);
        recording_free(&r);
    }
}
END_TEST

START_TEST(samples_of_a_jvm_are_of_cpu_time_in_whatever_state) {
    const struct asprof jvm = {"wall", "20000000", "20000000", 1, 2, 3, .of_jvm = true};
    const struct taken all = {CPU, 6, 0};
    check_all(&jvm, 1, all, all, nothing, all);
}
END_TEST

START_TEST(events_are_counted_by_what_they_are_unless_the_type_was_asked_for) {
    const struct asprof both = {"cpu", "0", "20000000", 3, 4, 5};
    struct recording r = {0};
    add_chunk(&r, 0, &both);
    struct reading by_kind = read_as(&r, "wall", 1), by_type = read_as(&r, CPU, 1);
    ck_assert_uint_eq(by_kind.samples->events.len, 2);
    ck_assert_str_eq(by_kind.samples->events.items[0].name, WALL);
    ck_assert_uint_eq(by_kind.samples->events.items[0].count, 9);
    ck_assert_uint_eq(by_kind.samples->events.items[1].count, 3);
    ck_assert_uint_eq(by_kind.samples->taken_events, 9);
    ck_assert_uint_eq(by_kind.samples->clocks.wall, 9);
    ck_assert_uint_eq(by_type.samples->events.len, 1);
    ck_assert_uint_eq(by_type.samples->taken_events, 12);
    ck_assert_uint_eq(by_type.samples->clocks.wall, 0);
    ck_assert_uint_eq(reading_self(&by_kind, "T.sleeps"), 5);
    ck_assert_uint_eq(reading_self(&by_kind, "T.cpu"), 0);
    ck_assert_uint_eq(reading_self(&by_type, "T.cpu"), 3);
    reading_release(&by_kind);
    reading_release(&by_type);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("clocks");
    TCase *cases = tcase_create("clocks");
    tcase_add_test(cases, an_engine_of_one_clock_has_samples_of_one_kind_whatever_their_states);
    tcase_add_test(cases, of_two_engines_the_state_tells_whose_sample_it_is);
    tcase_add_test(cases, of_two_engines_that_of_wall_clock_time_may_be_alone_in_a_chunk);
    tcase_add_test(cases, chunks_that_say_nothing_are_as_the_first_of_the_recording);
    tcase_add_test(cases, without_settings_states_tell_the_clock);
    tcase_add_test(cases,
                   without_states_what_is_on_top_tells_the_clock_or_it_is_said_that_nothing_does);
    tcase_add_test(cases, samples_of_a_jvm_are_of_cpu_time_in_whatever_state);
    tcase_add_test(cases, events_are_counted_by_what_they_are_unless_the_type_was_asked_for);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
