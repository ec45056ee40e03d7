/* OpenMetrics with timestamps: series of the JVM, its heap and its container, for what fills a time
 * series data base afterwards (promtool tsdb create-blocks-from openmetrics). */
#include "cmd/export/export.h"

#include "base/units.h"
#include "base/search.h"
#include "cmd/cli/message.h"
#include "cmd/read/tables.h"
#include "base/platform.h"

#include <inttypes.h>

/* ==== Points ================================================================================ */

/* Points of time series, each of the JVM whose chunk it is from: rows of several JVMs in one table
 * could not be told apart. */
struct point {
    int64_t time_ns;
    double value;    /* as the event has it */
    uint32_t series; /* number of the wish */
    uint32_t jvm;    /* texts, as OpenMetrics has them between braces: pid="1",jvm_start="...";
                        0: not known */
    uint32_t text;   /* third column of the wish, if it is a text; 0: none */
    uint32_t recording;
};

struct point_source { /* a chunk of the recording names this JVM */
    uint32_t recording, jvm;
};

struct points {
    struct strings texts;
    ARRAY(struct point) items; /* by series, JVM, text, time; after the run */
    ARRAY(struct point_source) sources;
    const struct wishes *wishes;
};

#define VALUE 1
#define TEXT 2

enum { JVM, ENVIRONMENT, OWN };

static const struct wish own_rows[OWN] = {
    [JVM] = {"jdk.JVMInformation", {"startTime", "pid", "jvmStartTime"}},
    [ENVIRONMENT] = {"jdk.InitialEnvironmentVariable", {"startTime", "key", "value"}},
};
static const struct wishes own = {
    .rows = own_rows, .count = OWN, .passing = true, .may_lack = true};

/* Appends name="text", as OpenMetrics escapes it. */
static void points_add_label(struct text *out, const char *name, const char *text) {
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
    array_sort_with(&points->sources, compare_sources, points);
    EACH (struct point, point, &points->items)
        if (!point->jvm) point->jvm = jvm_of_recording(points, point->recording);
    array_sort_with(&points->items, compare_points, points);
}

static void close_state(void *state) {
    struct points *points = state;
    strings_free(&points->texts);
    arrays_free(&points->items, &points->sources);
    free(points);
}

static const struct reader points_reader = {
    .open = open, .chunk = chunk, .merge = merge, .finish = finish, .close = close_state};

/* Joins the run with what it needs; wishes outlive it. */
static void points_join(struct walk_run *run, const struct wishes *wishes) {
    walk_join(run, &tables_reader, wishes); /* before, so that its rows are there */
    walk_join(run, &tables_reader, &own);
    walk_join(run, &points_reader, wishes);
}

enum shape {
    GAUGE,
    COUNTER, /* the event says the sum since the JVM began */
    SUM,     /* what the event says is added up from the recording's start, by seconds */
    TOTAL,   /* likewise, at each event */
    COUNT,   /* the number of events since the recording's start, at each */
};

/* A family's lines stand together: series of one follow each other, the first has the help. */
struct series {
    const char *name, *unit; /* the unit is the end of the name */
    enum shape shape;
    const char *event, *field, *help;
    const char *label; /* "mode=\"user\"", or NULL */
    const char *text;  /* a field whose text is a label of its name, or NULL */
    bool of_ns;        /* the field; the series is of seconds */
};

static const struct series table[] = {
#include "cmd/export/openmetrics_table.h"
};
#define SERIES (sizeof table / sizeof *table)

struct metrics {
    struct export *export;
    const struct tables_read *read;
    const struct points *points;
    const char *family; /* whose head was written last */
    struct text *out;
    uint64_t lines;
};

/* ==== Lines ================================================================================= */

static void add_head(struct metrics *m, const struct series *family) {
    if (m->family && strcmp(m->family, family->name) == 0) return;
    m->family = family->name;
    text_addf(m->out, "# TYPE %s %s\n", family->name, family->shape == GAUGE ? "gauge" : "counter");
    if (*family->unit) text_addf(m->out, "# UNIT %s %s\n", family->name, family->unit);
    text_addf(m->out, "# HELP %s %s.\n", family->name, family->help ? family->help : "");
}

static int64_t floor_ms(int64_t ns) {
    return ns / NS_PER_MS - (ns % NS_PER_MS < 0);
}

/* The labels of the series that a point is of. */
static void add_labels(struct metrics *m, const struct series *series, const struct point *point) {
    const struct strings *texts = &m->points->texts;
    OWNED(text_free) struct text all = {0};
    if (series->label) text_add(&all, series->label);
    if (point->text) {
        if (all.len) text_add_char(&all, ',');
        points_add_label(&all, series->text, strings_get(texts, point->text));
    }
    if (point->jvm) {
        if (all.len) text_add_char(&all, ',');
        text_add(&all, strings_get(texts, point->jvm));
    }
    if (all.len) text_addf(m->out, "{%s}", all.data);
}

/* One line: seconds since the epoch, to the millisecond, as data bases keep them. */
static void add_line(struct metrics *m, const struct series *series, const struct point *point,
                     double value, int64_t ms) {
    text_addf(m->out, "%s%s", series->name, series->shape == GAUGE ? "" : "_total");
    add_labels(m, series, point);
    text_addf(m->out, " %.15g %" PRId64 ".%03d\n", value, ms / 1000, (int)(ms % 1000));
    m->lines++;
    sink_step(&m->export->sink);
}

/* ==== Series ================================================================================ */

/* Points of one series, JVM and text, in the order of time: one a millisecond, the last. */
static void add_points(struct metrics *m, const struct series *series, const struct point *points,
                       size_t len) {
    enum shape shape = series->shape;
    bool adds = shape == SUM || shape == TOTAL || shape == COUNT, any = false;
    double sum = 0;
    int64_t last = 0;
    for (size_t i = 0; i < len; i++) {
        if (!tables_read_has(m->read, points[i].time_ns)) continue;
        double value = shape == COUNT ? 1 : points[i].value * (series->of_ns ? 1e-9 : 1);
        int64_t ms = floor_ms(points[i].time_ns);
        if (shape == SUM) ms = ms / 1000 * 1000 + 1000; /* what the second had, at its end */
        if (!any) add_head(m, series);
        if (any && ms != last) add_line(m, series, points, sum, last);
        sum = adds && any ? sum + value : value;
        last = ms;
        any = true;
    }
    if (any) add_line(m, series, points, sum, last);
}

static bool is_same(const struct point *a, const struct point *b) {
    return a->series == b->series && a->jvm == b->jvm && a->text == b->text;
}

static void add_all(struct metrics *m) {
    const struct point *points = m->points->items.items;
    size_t len = m->points->items.len;
    for (size_t i = 0, next; i < len; i = next) {
        next = search_on(k, i + 1, len, is_same(&points[i], &points[k]));
        add_points(m, &table[points[i].series], &points[i], next - i);
    }
}

/* Series that no label tells apart are one, which people may not expect. */
static void say_unknown(const struct metrics *m) {
    const struct points *points = m->points;
    uint32_t first = 0;
    bool any = false;
    EACH (const struct point, point, &points->items) {
        if (point->jvm) continue;
        if (any && point->recording != first) {
            message_note("several recordings do not say which JVM they are from, so their series "
                         "are merged; export them one by one");
            return;
        }
        first = point->recording;
        any = true;
    }
}

/* ==== The format ============================================================================ */

static int write_openmetrics(struct export *export) {
    const struct selection *selection = &export->options->target.selection;
    const struct window_options window = {selection->from, selection->to, selection->zone};
    struct wish wishes[SERIES];
    for (size_t i = 0; i < SERIES; i++)
        wishes[i] = (struct wish){table[i].event, {"startTime", table[i].field, table[i].text}};
    const struct wishes wanted = {.rows = wishes, .count = SERIES, .passing = true};
    struct tables_read read = {0};
    points_join(&read.run, &wanted);
    int code = tables_read_open(&read, &export->answer->reading, &window, &wanted);
    struct metrics m = {.export = export,
                        .read = &read,
                        .points = walk_result(&read.run, &points_reader),
                        .out = &export->sink.text};
    if (code == EXIT_OK) {
        add_all(&m);
        say_unknown(&m);
        text_add(m.out, "# EOF\n");
        export->answer->empty = !m.lines;
        if (!m.lines) message_error("there are no events about CPU, heap or threads");
    }
    tables_read_close(&read);
    return code;
}

const struct export_format export_openmetrics = {
    .name = "openmetrics",
    .help = "series with timestamps for Prometheus: CPU, heap, GC, threads, allocation, container",
    .write = write_openmetrics,
};
