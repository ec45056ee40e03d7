#include "cmd/export/points.h"

#include "base/platform.h"
#include "base/units.h"
#include "base/order.h"

#include <inttypes.h>
#include <string.h>

#define VALUE 1
#define TEXT 2

enum { JVM, ENVIRONMENT, OWN };

static const struct wish own_rows[OWN] = {
    [JVM] = {"jdk.JVMInformation", {"startTime", "pid", "jvmStartTime"}},
    [ENVIRONMENT] = {"jdk.InitialEnvironmentVariable", {"startTime", "key", "value"}},
};
static const struct wishes own = {
    .rows = own_rows, .count = OWN, .passing = true, .may_lack = true};

void points_add_label(struct text *out, const char *name, const char *text) {
    text_addf(out, "%s=\"", name);
    for (; *text; text++) {
        if (*text == '\n') {
            text_add(out, "\\n");
            continue;
        }
        if (*text == '"' || *text == '\\') text_add_char(out, '\\');
        text_add_char(out, *text);
    }
    text_add_char(out, '"');
}

/* The machine's name, where its environment says it: containers have it. */
static void add_host(const struct tables *tables, struct text *out) {
    const struct event_table *rows = tables_find(tables, &own_rows[ENVIRONMENT]);
    const struct strings *texts = &tables->things.texts;
    for (size_t i = rows->chunk_rows; i < rows->rows; i++) {
        uint32_t key = event_table_id(rows, 1, i), value = event_table_id(rows, 2, i);
        if (key == JFR_NULL_ID || value == JFR_NULL_ID) continue;
        if (strcmp(strings_get(texts, key), "HOSTNAME") != 0) continue;
        text_add_char(out, ',');
        points_add_label(out, "host", strings_get(texts, value));
        return;
    }
}

static uint32_t jvm_of(struct points *points, const struct tables *tables) {
    const struct event_table *rows = tables_find(tables, &own_rows[JVM]);
    OWNED(text_free) struct text text = {0};
    if (rows->chunk_rows >= rows->rows) return 0;
    int64_t pid = event_table_int(rows, 1, rows->chunk_rows);
    int64_t start = event_table_int(rows, 2, rows->chunk_rows);
    if (pid == JFR_NULL_INT) return 0;
    text_addf(&text, "pid=\"%" PRId64 "\"", pid);
    if (start != JFR_NULL_INT && start >= 0) {
        text_add(&text, ",jvm_start=\"");
        units_add_date(&text, start, "%Y-%m-%dT%H:%M:%S");
        text_addf(&text, ".%03dZ\"", (int)(start / NS_PER_MS % 1000));
    }
    add_host(tables, &text);
    return strings_intern(&points->texts, text_str(&text), text.len);
}

static void *open(const void *const *options, size_t count) {
    struct points *points = mem_zero(1, sizeof *points);
    points->wishes = count ? options[0] : NULL;
    strings_intern(&points->texts, "", 0);
    return points;
}

static double value_of(const struct event_table *rows, size_t row) {
    if (rows->columns[VALUE].kind == JFR_COLUMN_REAL) return event_table_real(rows, VALUE, row);
    int64_t n = event_table_int(rows, VALUE, row);
    return n == JFR_NULL_INT ? MISSING_REAL : (double)n;
}

static uint32_t text_of(struct points *points, const struct tables *tables,
                        const struct event_table *rows, size_t row) {
    if (rows->column_count <= TEXT || rows->columns[TEXT].kind != JFR_COLUMN_TEXT) return 0;
    uint32_t id = event_table_id(rows, TEXT, row);
    if (id == JFR_NULL_ID) return 0;
    const struct strings *texts = &tables->things.texts;
    return strings_take(&points->texts, texts, id);
}

static void chunk(void *state, const struct walk *walk) {
    struct points *points = state;
    const struct tables *tables = walk_state(walk, &tables_reader);
    uint32_t jvm = jvm_of(points, tables), recording = walk->chunk->recording;
    if (jvm) array_push(&points->sources, (struct point_source){recording, jvm});
    for (uint32_t i = 0; i < points->wishes->count; i++) {
        const struct event_table *rows = tables_find(tables, &points->wishes->rows[i]);
        if (rows->columns[VALUE].kind == JFR_COLUMN_NONE) continue;
        for (size_t row = rows->chunk_rows; row < rows->rows; row++) {
            struct point point = {.time_ns = event_table_int(rows, 0, row),
                                  .value = value_of(rows, row),
                                  .series = i,
                                  .jvm = jvm,
                                  .text = text_of(points, tables, rows, row),
                                  .recording = recording};
            if (point.time_ns >= 0 && is_known(point.value)) array_push(&points->items, point);
        }
    }
}

static void merge(void *into_state, void *from_state) {
    struct points *into = into_state, *from = from_state;
    size_t len = strings_ids(&from->texts);
    OWNED(mem_release) uint32_t *texts = mem_zero(len, sizeof *texts);
    for (size_t i = 1; i < len; i++)
        texts[i] = strings_intern(&into->texts, from->texts.entries.items[i].data,
                                  from->texts.entries.items[i].len);
    for (size_t i = 0; i < from->items.len; i++) {
        struct point point = from->items.items[i];
        point.jvm = texts[point.jvm];
        point.text = texts[point.text];
        array_push(&into->items, point);
    }
    for (size_t i = 0; i < from->sources.len; i++) {
        struct point_source source = from->sources.items[i];
        source.jvm = texts[source.jvm];
        array_push(&into->sources, source);
    }
}

static int compare_texts(const struct points *points, uint32_t a, uint32_t b) {
    return strcmp(strings_get(&points->texts, a), strings_get(&points->texts, b));
}

ORDERED_IN(compare_sources, struct point_source, RISING(recording),
           compare_texts(context, x->jvm, y->jvm))

ORDERED_IN(compare_points, struct point, RISING(series), compare_texts(context, x->jvm, y->jvm),
           compare_texts(context, x->text, y->text), RISING(time_ns), RISING(value))

/* The JVM that another chunk of the recording names; 0: none does. */
static uint32_t jvm_of_recording(const struct points *points, uint32_t recording) {
    size_t low = 0, high = points->sources.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (points->sources.items[middle].recording < recording) low = middle + 1;
        else high = middle;
    }
    bool found = low < points->sources.len && points->sources.items[low].recording == recording;
    return found ? points->sources.items[low].jvm : 0;
}

static void finish(void *state, struct scan_report *report) {
    struct points *points = state;
    (void)report;
    if (points->sources.len)
        platform_sort(points->sources.items, points->sources.len, sizeof *points->sources.items,
                      compare_sources, points);
    EACH (struct point, point, &points->items)
        if (!point->jvm) point->jvm = jvm_of_recording(points, point->recording);
    if (points->items.len)
        platform_sort(points->items.items, points->items.len, sizeof *points->items.items,
                      compare_points, points);
}

static void close_state(void *state) {
    struct points *points = state;
    strings_free(&points->texts);
    arrays_free(&points->items, &points->sources);
    free(points);
}

const struct reader points_reader = {
    .open = open, .chunk = chunk, .merge = merge, .finish = finish, .close = close_state};

void points_join(struct walk_run *run, const struct wishes *wishes) {
    walk_join(run, &tables_reader, wishes); /* before, so that its rows are there */
    walk_join(run, &tables_reader, &own);
    walk_join(run, &points_reader, wishes);
}
