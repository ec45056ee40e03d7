#include "cmd/page/lanes.h"
#include "cmd/page/lanes_wishes.h"

#include "analyzers/rules/series.h"
#include "base/sort.h"

static const struct wish rows[ROWS] = {LANES_ROWS};

const struct wishes page_lanes_wishes = {.rows = rows, .count = ROWS, .may_lack = true};

/* Of the kinds below: a table, of the rules if they have it, and its columns. */
#define OWN(row) &rows[row], 2, 3, SIZE_MAX
#define OF_IO(id) &series_rows[SERIES_##id], IO_THREAD, IO_PATH, SIZE_MAX
static const struct marker {
    const struct wish *wish;
    size_t thread, text, holder;
} markers[] = {
    {&series_rows[SERIES_MONITOR], MONITOR_THREAD, MONITOR_CLASS, MONITOR_OWNER},
    {OWN(WAITS)},
    {&series_rows[SERIES_PARK], PARK_THREAD, PARK_CLASS, SIZE_MAX},
    {OWN(SLEEPS)},
    {OWN(PINNED)},
    {OF_IO(SOCKET_READ)},
    {OF_IO(SOCKET_WRITE)},
    {OWN(CONNECTS)},
    {OF_IO(FILE_READ)},
    {OF_IO(FILE_WRITE)},
    {OF_IO(FILE_FORCE)},
    {OWN(ERRORS)},
    {OWN(CLASSES)},
};
enum { MARKERS = sizeof markers / sizeof *markers };

const char *const page_marker_types[] = {
    "monitor enter", "wait",         "park",       "sleep",     "pinned",
    "socket read",   "socket write", "connect",    "file read", "file write",
    "file force",    "error",        "class load", NULL,
};
_Static_assert(sizeof page_marker_types / sizeof *page_marker_types == MARKERS + 1,
               "each marker has a kind");

static void add_series(const struct tables *tables, size_t row, int64_t from_ns, int64_t to_ns,
                       struct page_series *out) {
    const struct event_table *table = tables_find(tables, &rows[row]);
    for (size_t i = 0; table && i < table->rows; i++) {
        int64_t time_ns = event_table_int(table, 0, i), value = event_table_int(table, 1, i);
        if (time_ns < from_ns || time_ns >= to_ns || value < 0) continue;
        if (row == HEAP_AFTER && !tables_text_is(tables, event_table_id(table, 2, i), "After GC"))
            continue;
        array_push(&out->times, time_ns);
        array_push(&out->values, value);
    }
}

ORDERED(longest_first, struct page_marker, FALLING(duration_ns), RISING(time_ns), RISING(thread),
        RISING(type))

/* Those that do not last as long as the last that fits are left out. */
static void keep_longest(struct page_lanes *out) {
    size_t len = out->markers.len, kept = 0;
    OWNED(mem_release) int64_t *durations = mem_resize(NULL, len, sizeof *durations);
    for (size_t i = 0; i < len; i++) durations[i] = out->markers.items[i].duration_ns;
    int64_t least = sort_nth(durations, len, len - PAGE_MARKERS_MAX);
    for (size_t i = 0; i < len; i++)
        if (out->markers.items[i].duration_ns >= least)
            out->markers.items[kept++] = out->markers.items[i];
    qsort(out->markers.items, kept, sizeof *out->markers.items, longest_first);
    out->left_out += len - PAGE_MARKERS_MAX;
    out->least_ns = least;
    out->markers.len = PAGE_MARKERS_MAX;
}

static void add_markers(const struct tables *tables, uint32_t type, int64_t from_ns, int64_t to_ns,
                        struct page_lanes *out) {
    const struct marker *m = &markers[type];
    const struct event_table *table = tables_find(tables, m->wish);
    for (size_t i = 0; table && i < table->rows; i++) {
        int64_t time_ns = event_table_int(table, 0, i), duration = event_table_int(table, 1, i);
        if (time_ns < from_ns || time_ns >= to_ns || duration <= 0) continue;
        if (event_table_repeats(table, i)) continue;
        if (duration < out->least_ns) {
            out->left_out++;
            continue;
        }
        bool text = table->columns[m->text].kind == JFR_COLUMN_TEXT;
        array_push(
            &out->markers,
            (struct page_marker){
                .time_ns = time_ns,
                .duration_ns = duration,
                .thread = event_table_id(table, m->thread, i),
                .holder = m->holder == SIZE_MAX ? THINGS_NONE : event_table_id(table, m->holder, i),
                .text = text ? event_table_id(table, m->text, i) : THINGS_NONE,
                .type = type,
            });
        if (out->markers.len == (size_t)2 * PAGE_MARKERS_MAX) keep_longest(out);
    }
}

static int first_first(const void *left, const void *right) {
    const struct page_marker *a = left, *b = right;
    return ORDER(a->time_ns, b->time_ns) ?: longest_first(left, right);
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
    for (uint32_t type = 0; type < MARKERS; type++) add_markers(tables, type, from_ns, to_ns, out);
    if (out->markers.len > PAGE_MARKERS_MAX) keep_longest(out);
    array_sort(&out->markers, first_first);
}

void page_lanes_free(struct page_lanes *lanes) {
    for (size_t i = 0; i < PAGE_SERIES; i++)
        arrays_free(&lanes->series[i].times, &lanes->series[i].values);
    array_free(&lanes->markers);
}
