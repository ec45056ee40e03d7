/* OpenMetrics with timestamps: series of the JVM, its heap and its container, for what fills a time
 * series data base afterwards (promtool tsdb create-blocks-from openmetrics). */
#include "cmd/export/export.h"

#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum shape {
    GAUGE,
    COUNTER, /* the event says the sum since the JVM began */
    SUM,     /* what the event says is added up from the recording's start, by seconds */
    TOTAL,   /* likewise, at each event */
    COUNT,   /* the number of events since the recording's start, at each */
};

struct family {
    const char *name, *help, *unit; /* the unit is the end of the name */
    enum shape shape;
};

/* A family's lines stand together: series of one follow each other. */
struct series {
    struct family family;
    const char *label; /* "mode=\"user\"", or NULL */
    struct wish wish;  /* startTime, the value, then the text that is a label, or none */
    const char *texts; /* the name of that label */
    double scale;      /* of the value, to the unit */
};

#define NS 1e-9
#define VALUE 1
#define TEXT 2

static const struct series table[] = {
    {{"jvm_cpu_ratio", "CPU time of the JVM as a share of all processors", "ratio", GAUGE},
     "mode=\"user\"",
     {"jdk.CPULoad", {"startTime", "jvmUser"}},
     NULL,
     1},
    {{"jvm_cpu_ratio", "", "ratio", GAUGE},
     "mode=\"system\"",
     {"jdk.CPULoad", {"startTime", "jvmSystem"}},
     NULL,
     1},
    {{"machine_cpu_ratio", "CPU time of all processes as a share of all processors", "ratio",
      GAUGE},
     NULL,
     {"jdk.CPULoad", {"startTime", "machineTotal"}},
     NULL,
     1},
    {{"jvm_heap_used_bytes", "Java heap in use, before and after collections", "bytes", GAUGE},
     NULL,
     {"jdk.GCHeapSummary", {"startTime", "heapUsed", "when"}},
     "when",
     1},
    {{"jvm_heap_committed_bytes", "Java heap that the JVM has of the system", "bytes", GAUGE},
     NULL,
     {"jdk.GCHeapSummary", {"startTime", "heapSpace.committedSize", "when"}},
     "when",
     1},
    {{"jvm_metaspace_used_bytes", "Metaspace in use, before and after collections", "bytes", GAUGE},
     NULL,
     {"jdk.MetaspaceSummary", {"startTime", "metaspace.used", "when"}},
     "when",
     1},
    {{"jvm_gc_pause_seconds", "Time that the JVM stood still for garbage collection", "seconds",
      TOTAL},
     NULL,
     {"jdk.GCPhasePause", {"startTime", "duration"}},
     NULL,
     NS},
    {{"jvm_gc_pauses", "Pauses for garbage collection", "", COUNT},
     NULL,
     {"jdk.GCPhasePause", {"startTime", "duration"}},
     NULL,
     1},
    {{"jvm_allocated_bytes", "Bytes allocated, estimated from samples", "bytes", SUM},
     NULL,
     {"jdk.ObjectAllocationSample", {"startTime", "weight"}},
     NULL,
     1},
    {{"jvm_threads", "Live threads", "", GAUGE},
     "kind=\"all\"",
     {"jdk.JavaThreadStatistics", {"startTime", "activeCount"}},
     NULL,
     1},
    {{"jvm_threads", "", "", GAUGE},
     "kind=\"daemon\"",
     {"jdk.JavaThreadStatistics", {"startTime", "daemonCount"}},
     NULL,
     1},
    {{"jvm_threads_started", "Threads started since the JVM began", "", COUNTER},
     NULL,
     {"jdk.JavaThreadStatistics", {"startTime", "accumulatedCount"}},
     NULL,
     1},
    {{"jvm_classes_loaded", "Classes loaded since the JVM began", "", COUNTER},
     NULL,
     {"jdk.ClassLoadingStatistics", {"startTime", "loadedClassCount"}},
     NULL,
     1},
    {{"jvm_exceptions", "Throwables created since the JVM began", "", COUNTER},
     NULL,
     {"jdk.ExceptionStatistics", {"startTime", "throwables"}},
     NULL,
     1},
    {{"process_resident_memory_bytes", "Resident memory of the JVM", "bytes", GAUGE},
     NULL,
     {"jdk.ResidentSetSize", {"startTime", "size"}},
     NULL,
     1},
    {{"machine_memory_used_bytes", "Physical memory in use on the machine", "bytes", GAUGE},
     NULL,
     {"jdk.PhysicalMemory", {"startTime", "usedSize"}},
     NULL,
     1},
    {{"container_cpu_usage_seconds", "CPU time of the container", "seconds", COUNTER},
     NULL,
     {"jdk.ContainerCPUUsage", {"startTime", "cpuTime"}},
     NULL,
     NS},
    {{"container_cpu_throttled_seconds", "Time that the container was throttled for", "seconds",
      COUNTER},
     NULL,
     {"jdk.ContainerCPUThrottling", {"startTime", "cpuThrottledTime"}},
     NULL,
     NS},
    {{"container_cpu_periods", "Periods of the container's CPU quota", "", COUNTER},
     NULL,
     {"jdk.ContainerCPUThrottling", {"startTime", "cpuElapsedSlices"}},
     NULL,
     1},
    {{"container_cpu_throttled_periods", "Periods in which the container was throttled", "",
      COUNTER},
     NULL,
     {"jdk.ContainerCPUThrottling", {"startTime", "cpuThrottledSlices"}},
     NULL,
     1},
};
#define SERIES (sizeof table / sizeof *table)

struct metrics {
    struct export *export;
    const struct tables_read *read;
    const char *family; /* whose head was written last */
    struct text *out;
    uint64_t lines;
};

/* ==== Lines ================================================================================= */

static void add_head(struct metrics *m, const struct family *family) {
    if (m->family && strcmp(m->family, family->name) == 0) return;
    m->family = family->name;
    text_addf(m->out, "# TYPE %s %s\n", family->name, family->shape == GAUGE ? "gauge" : "counter");
    if (*family->unit) text_addf(m->out, "# UNIT %s %s\n", family->name, family->unit);
    text_addf(m->out, "# HELP %s %s.\n", family->name, family->help);
}

static void add_label_text(struct text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\n') text_add(out, "\\n");
        else {
            if (*text == '"' || *text == '\\') text_add_char(out, '\\');
            text_add_char(out, *text);
        }
    }
}

static int64_t floor_ms(int64_t ns) {
    return ns / NS_PER_MS - (ns % NS_PER_MS < 0);
}

/* One line: seconds since the epoch, to the millisecond, as data bases keep them. */
static void add_line(struct metrics *m, const struct series *series, const char *suffix,
                     const char *text, double value, int64_t ms) {
    text_addf(m->out, "%s%s", series->family.name, suffix);
    if (series->label || text) text_add_char(m->out, '{');
    if (series->label) text_add(m->out, series->label);
    if (text) {
        text_addf(m->out, "%s%s=\"", series->label ? "," : "", series->texts);
        add_label_text(m->out, text);
        text_add_char(m->out, '"');
    }
    if (series->label || text) text_add_char(m->out, '}');
    text_addf(m->out, " %.15g %" PRId64 ".%03d\n", value, ms / 1000, (int)(ms % 1000));
    m->lines++;
    sink_step(&m->export->sink);
}

/* ==== Series ================================================================================ */

static double value_of(const struct event_table *rows, size_t row) {
    if (rows->columns[VALUE].kind == JFR_COLUMN_REAL) return event_table_real(rows, VALUE, row);
    int64_t n = event_table_int(rows, VALUE, row);
    return n == JFR_NULL_INT ? NAN : (double)n;
}

struct point { /* of a series, one a millisecond */
    int64_t ms;
    double value;
};

static void add_point(struct metrics *m, const struct series *series, const char *text,
                      const struct point *point) {
    if (point->ms == INT64_MIN) return;
    add_line(m, series, series->family.shape == GAUGE ? "" : "_total", text, point->value,
             point->ms);
}

/* Rows of the window whose text is this one (JFR_NULL_ID: all) as lines. */
static void add_rows(struct metrics *m, const struct series *series, const struct event_table *rows,
                     uint32_t text) {
    const struct strings *texts = &m->read->tables->things.texts;
    const char *label = text == JFR_NULL_ID ? NULL : strings_get(texts, text);
    enum shape shape = series->family.shape;
    struct point last = {.ms = INT64_MIN};
    for (size_t row = 0; row < rows->rows; row++) {
        int64_t time = event_table_int(rows, 0, row);
        double value = value_of(rows, row) * series->scale;
        if (time < 0 || isnan(value) || !tables_read_has(m->read, time)) continue;
        if (label && event_table_id(rows, TEXT, row) != text) continue;
        int64_t ms = floor_ms(time);
        if (shape == SUM) ms = ms / 1000 * 1000 + 1000;        /* what the second had, at its end */
        if (ms != last.ms) add_point(m, series, label, &last); /* one a millisecond: the last */
        bool adds = shape == SUM || shape == TOTAL || shape == COUNT;
        if (shape == COUNT) value = 1;
        last.value = adds && last.ms != INT64_MIN ? last.value + value : value;
        last.ms = ms;
    }
    add_point(m, series, label, &last);
}

static bool has_rows(const struct metrics *m, const struct event_table *rows) {
    if (rows->columns[VALUE].kind == JFR_COLUMN_NONE) return false;
    for (size_t row = 0; row < rows->rows; row++)
        if (tables_read_has(m->read, event_table_int(rows, 0, row)) && !isnan(value_of(rows, row)))
            return true;
    return false;
}

static void add_series(struct metrics *m, const struct series *series) {
    const struct event_table *rows = tables_find(m->read->tables, &series->wish);
    if (!has_rows(m, rows)) return;
    add_head(m, &series->family);
    if (!series->texts || rows->columns[TEXT].kind != JFR_COLUMN_TEXT) {
        add_rows(m, series, rows, JFR_NULL_ID);
        return;
    }
    size_t texts = m->read->tables->things.texts.entries.len;
    uint32_t *marks = mem_zero(texts + 1, sizeof *marks);
    for (size_t row = 0; row < rows->rows; row++) {
        uint32_t text = event_table_id(rows, TEXT, row);
        if (text != JFR_NULL_ID) marks[text] = 1;
    }
    for (uint32_t text = 0; text < texts; text++)
        if (marks[text]) add_rows(m, series, rows, text);
    free(marks);
}

/* ==== The format ============================================================================ */

static int write_openmetrics(struct export *export) {
    const struct selection *selection = &export->options->target.selection;
    const struct window_options window = {selection->from, selection->to, selection->zone};
    struct wish wishes[SERIES];
    for (size_t i = 0; i < SERIES; i++) wishes[i] = table[i].wish;
    const struct wishes wanted = {.rows = wishes, .count = SERIES};
    struct tables_read read = {0};
    int code = tables_read_open(&read, &export->answer->reading, &window, &wanted);
    struct metrics m = {.export = export, .read = &read, .out = &export->sink.text};
    if (code == EXIT_OK) {
        for (size_t i = 0; i < SERIES; i++) add_series(&m, &table[i]);
        text_add(m.out, "# EOF\n");
        export->answer->empty = !m.lines;
        if (!m.lines)
            message_error("there are no events that say anything of CPU, heap or threads");
    }
    tables_read_close(&read);
    return code;
}

const struct export_format export_openmetrics = {
    .name = "openmetrics",
    .help = "series with timestamps for Prometheus: CPU, heap, GC, threads, allocation, container",
    .endings = {".om", ".openmetrics"},
    .write = write_openmetrics,
};
