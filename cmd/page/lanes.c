#include "cmd/page/lanes.h"

#include "base/order.h"
#include "parser/table/cells.h"

#include <string.h>

enum { HEAP_AFTER, THREADS, EXCEPTIONS, MARKERS }; /* the first are of monitors, with holders */

#define MARKER(event, text)                               \
    {                                                     \
        event, {                                          \
            "startTime", "duration", "eventThread", text, \
        }                                                 \
    }

/* Series first, in the order of the enum; then markers, each with its kind below. */
static const struct wish rows[] = {
    [HEAP_AFTER] = {"jdk.GCHeapSummary", {"startTime", "heapUsed", "when"}},
    [THREADS] = {"jdk.JavaThreadStatistics", {"startTime", "activeCount"}},
    [EXCEPTIONS] = {"jdk.ExceptionStatistics", {"startTime", "throwables"}},
    [MARKERS] = {"jdk.JavaMonitorEnter",
                 {"startTime", "duration", "eventThread", "monitorClass", "previousOwner"}},
    MARKER("jdk.JavaMonitorWait", "monitorClass"),
    MARKER("jdk.ThreadPark", "parkedClass"),
    MARKER("jdk.ThreadSleep", "time"),
    MARKER("jdk.VirtualThreadPinned", "blockingOperation"),
    MARKER("jdk.SocketRead", "host"),
    MARKER("jdk.SocketWrite", "host"),
    MARKER("jdk.SocketConnect", "host"),
    MARKER("jdk.FileRead", "path"),
    MARKER("jdk.FileWrite", "path"),
    MARKER("jdk.FileForce", "path"),
    MARKER("jdk.JavaErrorThrow", "thrownClass"),
    MARKER("jdk.ClassLoad", "loadedClass"),
};
enum { ROWS = sizeof rows / sizeof *rows };

const struct wishes page_lanes_wishes = {.rows = rows, .count = ROWS, .may_lack = true};

const char *const page_marker_types[] = {
    "monitor enter", "wait",         "park",       "sleep",     "pinned",
    "socket read",   "socket write", "connect",    "file read", "file write",
    "file force",    "error",        "class load", NULL,
};
_Static_assert(sizeof page_marker_types / sizeof *page_marker_types == ROWS - MARKERS + 1,
               "each marker has a kind");

static bool is_text(const struct tables *tables, uint32_t id, const char *text) {
    return id != THINGS_NONE && strcmp(strings_get(&tables->things.texts, id), text) == 0;
}

static void add_series(const struct tables *tables, size_t row, int64_t from_ns, int64_t to_ns,
                       struct page_series *out) {
    const struct event_table *table = tables_find(tables, &rows[row]);
    for (size_t i = 0; table && i < table->rows; i++) {
        int64_t time_ns = event_table_int(table, 0, i), value = event_table_int(table, 1, i);
        if (time_ns < from_ns || time_ns >= to_ns || value < 0) continue;
        if (row == HEAP_AFTER && !is_text(tables, event_table_id(table, 2, i), "After GC"))
            continue;
        array_push(&out->times, time_ns);
        array_push(&out->values, value);
    }
}

static void add_markers(const struct tables *tables, size_t row, int64_t from_ns, int64_t to_ns,
                        struct page_lanes *out) {
    const struct event_table *table = tables_find(tables, &rows[row]);
    for (size_t i = 0; table && i < table->rows; i++) {
        int64_t time_ns = event_table_int(table, 0, i), duration = event_table_int(table, 1, i);
        if (time_ns < from_ns || time_ns >= to_ns || duration <= 0) continue;
        if (event_table_repeats(table, i)) continue;
        bool text = table->columns[3].kind == JFR_COLUMN_TEXT;
        array_push(&out->markers,
                   (struct page_marker){
                       .time_ns = time_ns,
                       .duration_ns = duration,
                       .thread = event_table_id(table, 2, i),
                       .holder = row == MARKERS ? event_table_id(table, 4, i) : THINGS_NONE,
                       .text = text ? event_table_id(table, 3, i) : THINGS_NONE,
                       .type = (uint32_t)(row - MARKERS),
                   });
    }
}

static int longest_first(const void *left, const void *right) {
    const struct page_marker *a = left, *b = right;
    if (a->duration_ns != b->duration_ns) return a->duration_ns < b->duration_ns ? 1 : -1;
    if (a->time_ns != b->time_ns) return a->time_ns < b->time_ns ? -1 : 1;
    if (a->thread != b->thread) return a->thread < b->thread ? -1 : 1;
    return ORDER(a->type, b->type);
}

static int first_first(const void *left, const void *right) {
    const struct page_marker *a = left, *b = right;
    if (a->time_ns != b->time_ns) return a->time_ns < b->time_ns ? -1 : 1;
    return longest_first(left, right);
}

void page_lanes_make(const struct tables *tables, int64_t from_ns, int64_t to_ns,
                     struct page_lanes *out) {
    static const char *const names[][2] = {[HEAP_AFTER] = {"heap after GC", "bytes"},
                                           [THREADS] = {"threads", "count"},
                                           [EXCEPTIONS] = {"exceptions", "rate"}};
    *out = (struct page_lanes){.things = &tables->things};
    for (size_t i = 0; i < PAGE_SERIES; i++) {
        out->series[i] = (struct page_series){.name = names[i][0], .unit = names[i][1]};
        add_series(tables, i, from_ns, to_ns, &out->series[i]);
    }
    for (size_t row = MARKERS; row < ROWS; row++) add_markers(tables, row, from_ns, to_ns, out);
    if (out->markers.len > PAGE_MARKERS_MAX) {
        qsort(out->markers.items, out->markers.len, sizeof *out->markers.items, longest_first);
        out->left_out = out->markers.len - PAGE_MARKERS_MAX;
        out->markers.len = PAGE_MARKERS_MAX;
    }
    if (out->markers.len)
        qsort(out->markers.items, out->markers.len, sizeof *out->markers.items, first_first);
}

void page_lanes_free(struct page_lanes *lanes) {
    for (size_t i = 0; i < PAGE_SERIES; i++) {
        array_free(&lanes->series[i].times);
        array_free(&lanes->series[i].values);
    }
    array_free(&lanes->markers);
}
