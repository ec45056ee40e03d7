/* Markers: events beside the samples, on the time line of their threads. */
#include "cmd/write/words.h"
#include "cmd/export/firefox.h"

#include "analyzers/tables/kinds.h"
#include "base/order.h"
#include "cmd/cli/message.h"
#include "cmd/read/event_filter.h"
#include "cmd/write/event_values.h"

#include <inttypes.h>

struct field { /* of a type's markers */
    size_t column;
    const char *key, *format;
};

struct layout { /* of a type's rows */
    const struct event_source *source;
    size_t kind;
    uint32_t name; /* string */
    struct happened_columns columns;
    ARRAY(struct field) fields;
};

struct marker {
    uint32_t thread;
    struct event_row row;
    const struct layout *layout;
    int64_t duration_ns;
    size_t number; /* in the order of the answers, which does not depend on who read what */
};

struct firefox_markers {
    struct events *events;
    struct event_question questions[HAPPENED_KINDS];
    struct arena texts;
    ARRAY(struct layout) layouts;
    ARRAY(struct marker) markers;
    const struct things *things;
    uint32_t *thread_of; /* by thread of things, one more than the number; 0: not looked up yet */
};

bool firefox_markers_open(struct firefox *f, struct reading *reading) {
    struct firefox_markers *m = f->markers = mem_zero(1, sizeof *m);
    struct events_error error;
    for (size_t kind = 0; kind < HAPPENED_KINDS; kind++)
        m->questions[kind] = happened_question(kind, f->export->options->max_events);
    m->events =
        events_open(m->questions, HAPPENED_KINDS, &f->export->options->target.selection, &error);
    if (m->events) events_join(m->events, &reading->run);
    else event_filter_say_wrong(&error, NULL, NULL);
    return m->events != NULL;
}

/* ==== Fields ================================================================================ */

/* The key of a value: what the viewer takes for something else has another name. */
static const char *key_of(struct firefox_markers *m, const char *path) {
    static const char *const reserved[] = {"cause", "stack", "type", "category", "innerWindowID"};
    OWNED(text_free) struct text key = {0};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(path, reserved[i]) == 0) text_add(&key, "jfr_");
    for (; *path; path++) text_add_char(&key, *path == '.' || *path == '|' ? '_' : *path);
    return arena_copy(&m->texts, text_str(&key), key.len);
}

static const char *format_of(const struct fold_field *field) {
    switch (field->kind) {
    case JFR_COLUMN_INT:
        return field->unit == JFR_UNIT_NS_SPAN   ? "nanoseconds"
               : field->unit == JFR_UNIT_NS_TIME ? "time"
               : field->unit == JFR_UNIT_BYTES   ? "bytes"
               : field->unit == JFR_UNIT_ADDRESS ? "string"
                                                 : "integer";
    case JFR_COLUMN_UNSIGNED: return "integer";
    case JFR_COLUMN_REAL:
        return field->unit == JFR_UNIT_PERCENT ? "percentage"
               : field->unit == JFR_UNIT_BYTES ? "bytes"
                                               : "decimal";
    case JFR_COLUMN_BOOLEAN: return "string";
    default: return "unique-string";
    }
}

static void add_layout(struct firefox *f, const struct event_source *source, size_t kind) {
    struct firefox_markers *m = f->markers;
    struct layout layout = {.source = source, .kind = kind, .columns = happened_columns(source)};
    const char *name = kind_brief_name(source->name);
    layout.name = firefox_string(f, name, strlen(name));
    for (size_t i = 0; i < source->field_count; i++) {
        if (!happened_is_value(source, i)) continue;
        struct field field = {i, key_of(m, source->paths[i]), format_of(&source->fields[i])};
        array_push(&layout.fields, field);
    }
    array_push(&m->layouts, layout);
}

static const struct layout *layout_of(const struct firefox_markers *m,
                                      const struct event_source *source) {
    for (size_t i = 0; i < m->layouts.len; i++)
        if (m->layouts.items[i].source == source) return &m->layouts.items[i];
    return NULL;
}

/* ==== Taking them =========================================================================== */

static void say_cut(size_t kind, const struct events_answer *answer, size_t shown) {
    OWNED(text_free) struct text line = {0};
    words_add(
        &line,
        "{} of {event} of the kind {} are markers, the longest ones; --max-events sets the number",
        cell_count(shown), cell_count(answer->passed), cell_text(happened_kinds[kind].name));
    message_note("%s", text_str(&line));
}

static void take_kind(struct firefox *f, const struct walk_run *run, size_t kind,
                      int64_t *start_ns) {
    struct firefox_markers *m = f->markers;
    struct events_answer answer = events_answer(m->events, run, kind);
    size_t first_layout = m->layouts.len, taken = 0;
    for (size_t i = 0; i < answer.source_count; i++)
        if (answer.counts[i] && happened_is_of(kind, answer.sources[i]->name))
            add_layout(f, answer.sources[i], kind);
    m->things = answer.things;
    for (size_t i = 0; i < answer.row_count && first_layout < m->layouts.len; i++) {
        struct marker marker = {.row = answer.rows[i]};
        if (!happened_is_of(kind, marker.row.source->name)) continue;
        if (marker.row.time_ns < *start_ns) *start_ns = marker.row.time_ns;
        marker.number = m->markers.len;
        array_push(&m->markers, marker);
        taken++;
    }
    if (answer.row_count < answer.passed) say_cut(kind, &answer, taken);
}

int firefox_markers_take(struct firefox *f, struct reading *reading, int64_t *start_ns) {
    struct firefox_markers *m = f->markers;
    if (events_wrong(m->events)) {
        event_filter_say_wrong(events_wrong(m->events), m->events, &reading->run);
        return EXIT_USAGE;
    }
    for (size_t kind = 0; kind < HAPPENED_KINDS; kind++)
        take_kind(f, &reading->run, kind, start_ns);
    return EXIT_OK;
}

size_t firefox_markers_count(const struct firefox *f) {
    return f->markers->markers.len;
}

/* ==== Threads =============================================================================== */

static uint32_t take_text(struct firefox *f, uint32_t text) {
    const struct strings *texts = &f->markers->things->texts;
    return firefox_string(f, strings_get(texts, text), strings_len(texts, text));
}

static uint32_t thread_name(struct firefox *f, uint64_t cell) {
    const struct things_thread *t = &f->markers->things->threads.items[cell];
    if (t->name) return take_text(f, t->name);
    OWNED(text_free) struct text name = {0};
    things_add_thread_name(f->markers->things, (uint32_t)cell, &name);
    return firefox_string(f, text_str(&name), name.len);
}

static uint32_t thread_of(struct firefox *f, uint64_t cell) {
    struct firefox_markers *m = f->markers;
    if (cell == JFR_NULL_ID) {
        struct firefox_thread none = {.name = firefox_string(f, "JVM", 3)};
        return firefox_thread(f, &none);
    }
    uint32_t *known = &m->thread_of[cell];
    if (!*known) {
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): cells are places in the list */
        const struct things_thread *t = &m->things->threads.items[cell];
        struct firefox_thread thread = {.name = thread_name(f, cell),
                                        .group = take_text(f, t->group),
                                        .os_id = t->os_id,
                                        .java_id = t->java_id};
        *known = firefox_thread(f, &thread) + 1;
    }
    return *known - 1;
}

ORDERED(compare_markers, struct marker, RISING(thread), RISING(row.time_ns), FALLING(duration_ns),
        RISING(layout), RISING(number))

void firefox_markers_deal(struct firefox *f) {
    struct firefox_markers *m = f->markers;
    size_t threads = m->things ? m->things->threads.len : 0;
    m->thread_of = mem_zero(threads, sizeof *m->thread_of);
    EACH (struct marker, marker, &m->markers) {
        marker->layout = layout_of(m, marker->row.source);
        const struct happened_columns *columns = &marker->layout->columns;
        marker->duration_ns = happened_duration(&marker->row, columns);
        marker->thread = thread_of(
            f, columns->thread == SIZE_MAX ? JFR_NULL_ID : marker->row.cells[columns->thread]);
    }
    array_sort(&m->markers, compare_markers);
    for (size_t i = 0; i < m->markers.len; i++) {
        struct firefox_thread *thread = &f->threads.items[m->markers.items[i].thread];
        if (!thread->marker_count) thread->markers = i;
        thread->marker_count++;
    }
}

/* ==== Writing =============================================================================== */

/* The first text of a marker is what tells it from others: a path, a class, a cause. */
static void write_labels(struct json *json, const struct layout *layout) {
    OWNED(text_free) struct text label = {0};
    for (size_t i = 0; i < layout->fields.len && !label.len; i++)
        if (layout->source->fields[layout->fields.items[i].column].kind == JFR_COLUMN_TEXT)
            text_addf(&label, "{marker.name}: {marker.data.%s}", layout->fields.items[i].key);
    if (!label.len) text_add(&label, "{marker.name}");
    json_fill(json, "tooltipLabel: '{marker.name}', tableLabel: $, chartLabel: $",
              cell_text(text_str(&label)), cell_text(text_str(&label)));
}

void firefox_markers_write_schemas(struct firefox *f) {
    const struct firefox_markers *m = f->markers;
    struct json *json = &f->json;
    json_begin_array(json, "markerSchema");
    EACH (const struct layout, layout, &m->layouts) {
        json_fill(json, "{name: $", cell_text(layout->source->name));
        write_labels(json, layout);
        json_shape(json, "display: ['marker-chart', 'marker-table', 'timeline-overview'], "
                         "fields: [");
        EACH (const struct field, field, &layout->fields)
            json_fill(json, "{key: $, label: $, format: $}", cell_text(field->key),
                      cell_text(layout->source->paths[field->column]), cell_text(field->format));
        json_shape(json, "]}");
    }
    json_end_array(json);
}

/* Where the event happened, as the viewer wants it of a marker. */
static void write_stack(struct firefox *f, const struct marker *marker) {
    const struct things *things = f->markers->things;
    size_t column = marker->layout->columns.stack;
    if (column == SIZE_MAX || marker->row.cells[column] == JFR_NULL_ID) return;
    const struct things_stack *stack = &things->stacks.items[marker->row.cells[column]];
    uint32_t parent = FIREFOX_NO_STACK;
    OWNED(text_free) struct text name = {0};
    for (uint32_t i = stack->depth; i-- > 0;) {
        const struct things_frame *frame = things_frame_of(things, stack, i);
        text_clear(&name);
        things_add_frame_name(things, frame, &name);
        uint32_t type = frame_type_parse(strings_get(&things->texts, frame->type));
        parent = firefox_stack(f, parent, firefox_frame(f, &name, frame->line, type));
    }
    if (parent == FIREFOX_NO_STACK) return;
    json_fill(&f->json, "cause: {stack: $}", cell_count((uint64_t)parent));
}

static void write_value(struct firefox *f, const struct marker *marker, const struct field *field) {
    const struct fold_field *of = &marker->layout->source->fields[field->column];
    uint64_t cell = marker->row.cells[field->column];
    char hex[24];
    if (event_values_is_null(of->kind, cell)) return;
    switch (of->kind) {
    case JFR_COLUMN_BOOLEAN: json_text(&f->json, field->key, cell ? "true" : "false"); break;
    case JFR_COLUMN_INT:
        if (of->unit == JFR_UNIT_NS_TIME) firefox_add_ms(f, field->key, (int64_t)cell);
        else if (of->unit == JFR_UNIT_ADDRESS) {
            snprintf(hex, sizeof hex, "0x%" PRIx64, cell);
            json_text(&f->json, field->key, hex);
        } else json_number(&f->json, field->key, (int64_t)cell);
        break;
    case JFR_COLUMN_UNSIGNED: json_count(&f->json, field->key, cell); break;
    case JFR_COLUMN_REAL: {
        double real;
        memcpy(&real, &cell, sizeof real);
        json_double(&f->json, field->key, real);
        break;
    }
    case JFR_COLUMN_TEXT: json_count(&f->json, field->key, take_text(f, (uint32_t)cell)); break;
    case JFR_COLUMN_THREAD: json_count(&f->json, field->key, thread_name(f, cell)); break;
    default: break;
    }
}

static void write_data(struct firefox *f, const struct marker *marker) {
    json_begin_object(&f->json, NULL);
    json_text(&f->json, "type", marker->layout->source->name);
    for (size_t i = 0; i < marker->layout->fields.len; i++)
        write_value(f, marker, &marker->layout->fields.items[i]);
    write_stack(f, marker);
    json_end_object(&f->json);
}

void firefox_markers_write(struct firefox *f, const struct firefox_thread *thread) {
    struct json *json = &f->json;
    size_t count = thread->marker_count;
    const struct marker *markers = count ? f->markers->markers.items + thread->markers : NULL;
    json_fill(json, "markers: {length: $, data: [", cell_count(count));
    for (size_t i = 0; i < count; i++) {
        write_data(f, &markers[i]);
        sink_step(&f->export->sink);
    }
    json_shape(json, "], name: [");
    for (size_t i = 0; i < count; i++) json_count(json, NULL, markers[i].layout->name);
    json_shape(json, "], startTime: [");
    for (size_t i = 0; i < count; i++) firefox_add_ms(f, NULL, markers[i].row.time_ns);
    json_shape(json, "], endTime: [");
    for (size_t i = 0; i < count; i++) {
        if (!markers[i].duration_ns) json_null(json, NULL);
        else firefox_add_ms(f, NULL, markers[i].row.time_ns + markers[i].duration_ns);
    }
    json_shape(json, "], phase: [");
    for (size_t i = 0; i < count; i++) json_count(json, NULL, markers[i].duration_ns ? 1 : 0);
    json_shape(json, "], category: [");
    for (size_t i = 0; i < count; i++)
        json_count(json, NULL, FIREFOX_CATEGORY_OF_KIND(markers[i].layout->kind));
    json_shape(json, "]}");
    sink_step(&f->export->sink);
}

void firefox_markers_close(struct firefox *f) {
    struct firefox_markers *m = f->markers;
    if (m->events) events_free(m->events);
    for (size_t i = 0; i < m->layouts.len; i++) array_free(&m->layouts.items[i].fields);
    arrays_free(&m->layouts, &m->markers);
    arena_free(&m->texts);
    mem_free(m->thread_of, m);
}
