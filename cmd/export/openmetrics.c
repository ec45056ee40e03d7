/* OpenMetrics with timestamps: series of the JVM, its heap and its container, for what fills a time
 * series data base afterwards (promtool tsdb create-blocks-from openmetrics). */
#include "cmd/export/export.h"
#include "cmd/export/points.h"

#include "base/units.h"
#include "base/search.h"
#include "cmd/cli/message.h"
#include "cmd/read/tables.h"

#include <inttypes.h>
#include <string.h>

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
