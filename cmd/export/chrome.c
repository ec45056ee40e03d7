/* Chrome's trace format, which Perfetto opens: events as slices of threads, written as read. */
#include "cmd/export/export.h"
#include "cmd/export/happened.h"
#include "cmd/export/lanes.h"

#include "cmd/write/shape.h"
#include "analyzers/tables/kinds.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/event_filter.h"
#include "cmd/write/event_values.h"
#include "parser/jfr.h"

#include <inttypes.h>

#define LARGE ((uint64_t)500 << 20) /* a tab has 2 GB, and a trace takes 2 to 4 times its size */
#define PID 1
#define FRAMES 16 /* of a stack, from the leaf */
#define NS_PER_DAY (24 * 3600 * NS_PER_S)

struct counter { /* an event type whose values are lines */
    const char *event, *name;
    const char *paths[3];
};
static const struct counter counters[] = {
    {"jdk.CPULoad", "CPU load", {"jvmUser", "jvmSystem", "machineTotal"}},
    {"jdk.GCHeapSummary", "Heap used", {"heapUsed"}},
    {"jdk.JavaThreadStatistics", "Threads", {"activeCount", "daemonCount"}},
    {"jdk.ResidentSetSize", "Resident memory", {"size"}},
};
#define COUNTERS (sizeof counters / sizeof *counters)

struct thread {
    uint32_t name, group; /* texts */
    uint64_t os_id, java_id;
    ARRAY(uint32_t) tids; /* by lane */
    lanes lanes;
};

struct layout { /* of a type's rows */
    const struct event_source *source;
    struct happened_columns columns;
};

struct chrome;
struct chrome_kind { /* of a question, for its rows */
    struct chrome *chrome;
    size_t kind;
};

struct chrome {
    struct export *export;
    struct events *events;
    struct event_question questions[HAPPENED_KINDS + COUNTERS];
    struct chrome_kind kinds[HAPPENED_KINDS + COUNTERS];
    struct json json;
    struct event_values values;
    struct strings texts;
    ARRAY(struct thread) threads;
    struct map thread_ids; /* hash of what it is -> index */
    struct map thread_of;  /* of things of an epoch -> index */
    ARRAY(struct layout) layouts;
    uint64_t epoch, rows, split; /* split: slices that did not nest in their thread */
    int64_t base_ns;             /* times are since then */
    uint32_t tids;
    bool begun;
    struct text text;
};

/* ==== Beginning ============================================================================= */

/* Times are those of a day, so that they are exact in viewers that count in floating point. */
static void begin(struct chrome *c, int64_t first_ns) {
    OWNED(text_free) struct text title = {0};
    if (c->begun) return;
    c->begun = true;
    c->base_ns = first_ns - first_ns % NS_PER_DAY - NS_PER_DAY;
    c->values.zone = (struct zone){.kind = ZONE_OFFSET};
    reading_add_title(&c->export->answer->reading, &title);
    event_values_add_iso(&c->values, c->base_ns, &c->text);
    c->json = json_open(&c->export->sink.text, JSON_COMPACT);
    json_fill(&c->json,
              "{displayTimeUnit: 'ms', "
              "otherData: {tool: 'jfrtool " JFR_VERSION "', recording: $, zero: $}, "
              "traceEvents: [{ph: 'M', name: 'process_name', pid: 1, args: {name: $}}",
              cell_text(text_str(&title)), cell_text(text_str(&c->text)),
              cell_text(text_str(&title)));
}

/* Microseconds with all digits of the nanoseconds. */
static void add_us(struct chrome *c, const char *key, int64_t ns) {
    char digits[40];
    snprintf(digits, sizeof digits, "%s%" PRId64 ".%03d", ns < 0 && ns > -1000 ? "-" : "",
             ns / 1000, (int)(ns < 0 ? -(ns % 1000) : ns % 1000));
    json_number_text(&c->json, key, digits);
}

/* ==== Threads =============================================================================== */

static bool is_thread(const void *thread, const void *content) {
    const struct thread *a = thread, *b = content;
    return a->name == b->name && a->group == b->group && a->os_id == b->os_id &&
           a->java_id == b->java_id;
}

static struct thread *enter(struct chrome *c, const struct thread *thread, size_t *index) {
    const uint64_t tuple[] = {thread->name, thread->group, thread->os_id, thread->java_id};
    uint32_t id =
        map_intern(&c->thread_ids, hash_bytes(tuple, sizeof tuple), is_thread, &c->threads, thread);
    *index = id;
    return &c->threads.items[id];
}

static struct thread *thread_of(struct chrome *c, const struct event_row *row, size_t column) {
    uint64_t cell = column == SIZE_MAX ? JFR_NULL_ID : row->cells[column];
    size_t index;
    if (cell == JFR_NULL_ID) {
        struct thread none = {.name = strings_intern(&c->texts, "JVM", 3)};
        return enter(c, &none, &index);
    }
    if (c->epoch != row->epoch) map_clear(&c->thread_of);
    c->epoch = row->epoch;
    bool fresh;
    uint64_t *known = map_put(&c->thread_of, cell, &fresh);
    if (!fresh) return &c->threads.items[*known];
    const struct things_thread *t = &row->things->threads.items[cell];
    struct thread thread = {.name = strings_take(&c->texts, &row->things->texts, t->name),
                            .group = strings_take(&c->texts, &row->things->texts, t->group),
                            .os_id = t->os_id,
                            .java_id = t->java_id};
    struct thread *entered = enter(c, &thread, &index);
    *known = index;
    return entered;
}

static void add_thread_name(struct chrome *c, const struct thread *thread, size_t lane,
                            uint32_t tid) {
    text_clear(&c->text);
    text_add(&c->text, strings_get(&c->texts, thread->name));
    if (!c->text.len) text_addf(&c->text, "thread %" PRIu64, thread->os_id);
    if (lane) text_addf(&c->text, " (%zu)", lane + 1);
    json_fill(&c->json, "{ph: 'M', name: 'thread_name', pid: 1, tid: $, args: {name: $",
              cell_count((uint64_t)tid), cell_text(text_str(&c->text)));
    if (thread->os_id) json_count(&c->json, "osThreadId", thread->os_id);
    if (thread->java_id) json_count(&c->json, "javaThreadId", thread->java_id);
    json_shape(&c->json, "}}");
}

/* Slices of one tid nest: a thread has as many as that takes. */
static uint32_t tid_of(struct chrome *c, struct thread *thread, size_t lane) {
    while (thread->tids.len <= lane) {
        array_push(&thread->tids, ++c->tids);
        add_thread_name(c, thread, thread->tids.len - 1, c->tids);
    }
    return thread->tids.items[lane];
}

/* ==== Events ================================================================================ */

static const struct layout *layout_of(struct chrome *c, const struct event_source *source) {
    for (size_t i = 0; i < c->layouts.len; i++)
        if (c->layouts.items[i].source == source) return &c->layouts.items[i];
    struct layout layout = {source, happened_columns(source)};
    array_push(&c->layouts, layout);
    return &c->layouts.items[c->layouts.len - 1];
}

static void add_stack(struct chrome *c, const struct event_row *row, size_t column) {
    if (column == SIZE_MAX || row->cells[column] == JFR_NULL_ID) return;
    const struct things_stack *stack = &row->things->stacks.items[row->cells[column]];
    json_begin_array(&c->json, "stackTrace");
    for (uint32_t i = 0; i < stack->depth && i < FRAMES; i++) {
        const struct things_frame *frame = things_frame_of(row->things, stack, i);
        text_clear(&c->text);
        things_add_frame_name(row->things, frame, &c->text);
        if (frame->line >= 0) text_addf(&c->text, ":%d", frame->line);
        json_bytes(&c->json, NULL, text_str(&c->text), c->text.len);
    }
    json_end_array(&c->json);
}

static void add_arguments(struct chrome *c, const struct layout *layout,
                          const struct event_row *row) {
    const struct event_source *source = layout->source;
    json_begin_object(&c->json, "args");
    for (size_t i = 0; i < source->field_count; i++) {
        enum jfr_column_kind kind = source->fields[i].kind;
        if (!happened_is_value(source, i) || event_values_is_null(kind, row->cells[i])) continue;
        if (kind == JFR_COLUMN_THREAD) {
            uint32_t name = row->things->threads.items[row->cells[i]].name;
            json_bytes(&c->json, source->paths[i], strings_get(&row->things->texts, name),
                       strings_len(&row->things->texts, name));
        } else {
            event_values_write_json(&c->values, row->things, kind, source->fields[i].unit,
                                    row->cells[i], source->paths[i], FRAMES, &c->json);
        }
    }
    add_stack(c, row, layout->columns.stack);
    json_end_object(&c->json);
}

static bool add_event(void *context, const struct event_row *row) {
    const struct chrome_kind *of = context;
    struct chrome *c = of->chrome;
    if (!happened_is_of(of->kind, row->source->name)) return true;
    begin(c, row->time_ns);
    const struct layout *layout = layout_of(c, row->source);
    int64_t start = row->time_ns - c->base_ns;
    int64_t duration = happened_duration(row, &layout->columns);
    struct thread *thread = thread_of(c, row, layout->columns.thread);
    if (duration > INT64_MAX / 4) duration = INT64_MAX / 4; /* damage */
    size_t lane = duration ? lanes_place(&thread->lanes, start, start + duration) : 0;
    uint32_t tid = tid_of(c, thread, lane);
    c->split += lane > 0;
    c->rows++;
    json_begin_object(&c->json, NULL);
    json_text(&c->json, "ph", duration ? "X" : "i");
    if (!duration) json_text(&c->json, "s", "t");
    json_text(&c->json, "name", kind_brief_name(row->source->name));
    json_text(&c->json, "cat", happened_kinds[of->kind].name);
    json_count(&c->json, "pid", PID);
    json_count(&c->json, "tid", tid);
    add_us(c, "ts", start);
    if (duration) add_us(c, "dur", duration);
    add_arguments(c, layout, row);
    json_end_object(&c->json);
    return sink_step(&c->export->sink);
}

/* ==== Counters ============================================================================== */

static bool add_counter(void *context, const struct event_row *row) {
    const struct chrome_kind *of = context;
    struct chrome *c = of->chrome;
    const struct counter *counter = &counters[of->kind];
    const struct event_source *source = row->source;
    begin(c, row->time_ns);
    c->rows++;
    json_begin_object(&c->json, NULL);
    json_text(&c->json, "ph", "C");
    json_text(&c->json, "name", counter->name);
    json_count(&c->json, "pid", PID);
    add_us(c, "ts", row->time_ns - c->base_ns);
    json_begin_object(&c->json, "args");
    for (size_t i = 0; i < source->field_count; i++) {
        enum jfr_column_kind kind = source->fields[i].kind;
        if (kind != JFR_COLUMN_INT && kind != JFR_COLUMN_UNSIGNED && kind != JFR_COLUMN_REAL)
            continue;
        if (event_values_is_null(kind, row->cells[i])) continue;
        event_values_write_json(&c->values, row->things, kind, JFR_UNIT_NONE, row->cells[i],
                                source->paths[i], 0, &c->json);
    }
    json_end_object(&c->json);
    json_end_object(&c->json);
    return sink_step(&c->export->sink);
}

/* ==== The format ============================================================================ */

static void make_questions(struct chrome *c) {
    for (size_t kind = 0; kind < HAPPENED_KINDS; kind++) {
        c->kinds[kind] = (struct chrome_kind){c, kind};
        c->questions[kind] = happened_question(kind, 0);
        c->questions[kind].sort = NULL;
        c->questions[kind].row = add_event;
        c->questions[kind].context = &c->kinds[kind];
    }
    for (size_t i = 0; i < COUNTERS; i++) {
        const struct counter *counter = &counters[i];
        size_t paths = 0;
        while (paths < 3 && counter->paths[paths]) paths++;
        c->kinds[HAPPENED_KINDS + i] = (struct chrome_kind){c, i};
        c->questions[HAPPENED_KINDS + i] =
            (struct event_question){.types = &counter->event,
                                    .type_count = 1,
                                    .fields = counter->paths,
                                    .field_count = paths,
                                    .row = add_counter,
                                    .context = &c->kinds[HAPPENED_KINDS + i],
                                    .may_lack = true};
    }
}

static int read_and_write(struct chrome *c, struct reading *reading) {
    struct walk_run run = {0};
    struct scan_options scan = reading_scan(reading);
    scan.jobs = 1; /* events go out in the order in which they are read */
    events_join(c->events, &run);
    walk_start(&run, &scan, &reading->report);
    int code = reading_done(reading);
    if (code == EXIT_OK && events_wrong(c->events)) {
        event_filter_say_wrong(events_wrong(c->events), c->events, &run);
        code = EXIT_USAGE;
    }
    walk_run_free(&run);
    if (code != EXIT_OK) return code;
    c->export->answer->empty = !c->rows;
    if (!c->rows) message_error("there are no events with a duration to show");
    begin(c, reading->report.start_ns);
    json_shape(&c->json, "]}");
    json_close(&c->json);
    return EXIT_OK;
}

static int write_chrome(struct export *export) {
    struct chrome c = {.export = export};
    struct events_error error;
    int code = EXIT_USAGE;
    make_questions(&c);
    c.events = events_open(c.questions, HAPPENED_KINDS + COUNTERS,
                           &export->options->target.selection, &error);
    if (c.events) code = read_and_write(&c, &export->answer->reading);
    else event_filter_say_wrong(&error, NULL, NULL);
    if (c.events) events_free(c.events);
    event_values_free(&c.values);
    strings_free(&c.texts);
    for (size_t i = 0; i < c.threads.len; i++)
        arrays_free(&c.threads.items[i].tids, &c.threads.items[i].lanes);
    array_free(&c.threads);
    free_each(map_free, &c.thread_ids, &c.thread_of);
    array_free(&c.layouts);
    text_free(&c.text);
    return code;
}

const struct export_format export_chrome = {
    .name = "chrome",
    .help = "a trace for ui.perfetto.dev: events, not samples, as slices of their threads",
    .write = write_chrome,
    .large = LARGE,
    .viewer = "Perfetto in a browser",
    .smaller =
        "--from and --to, or --thread make it smaller; trace_processor --httpd opens it as it is",
};
