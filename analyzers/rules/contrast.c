#include "analyzers/rules/contrast.h"

#include "analyzers/compare/statistics.h"
#include "analyzers/rules/judging.h"
#include "base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 20000
#define USUAL_CELLS 600 /* of a recording, where a second each would be more */
#define WINDOW_CELLS 8  /* of the window, where a second each would be fewer */
#define ALIKE 0.2       /* autocorrelation of cells that say the same */
#define LEAST_RATIO 1.1 /* for people */

/* ==== Measures ============================================================================== */

enum how {
    SPAN,    /* how much of the time events take */
    COUNT,   /* how often they come */
    SUM,     /* of a column, by time */
    LEVEL,   /* of a column, on average over events */
    COUNTER, /* a column that only grows, by time */
};

struct source {
    struct contrast_measure measure;
    enum series_id series; /* SERIES_COUNT: parks */
    enum how how;
    size_t column; /* of SUM, LEVEL, COUNTER */
    size_t thing;  /* a column that says what it is about; 0: none */
    double factor; /* of the column; 0: 1 */
};

static const struct wish parks = {
    "jdk.ThreadPark", {"startTime", "duration", "parkedClass", "eventThread", "stackTrace"}};
static const struct wishes own_wishes = {.rows = &parks, .count = 1, .may_lack = true};
enum { PARK_CLASS = 2, PARK_STACK = 4 };

#define TIME(series, thing) series, SPAN, 0, thing, 0

/* clang-format off: a table */
static const struct source sources[] = {
    {{"machine_cpu", "CPU of the machine", RULE_CPU, CONTRAST_PERCENT, "timeline"},
     SERIES_LOAD,
     LEVEL,
     LOAD_MACHINE,
     0,
     100},
    {{"jvm_user_cpu", "CPU of the JVM, user", RULE_CPU, CONTRAST_PERCENT, "threads"},
     SERIES_LOAD,
     LEVEL,
     LOAD_USER,
     0,
     100},
    {{"jvm_system_cpu", "CPU of the JVM, system", RULE_CPU, CONTRAST_PERCENT, "threads"},
     SERIES_LOAD,
     LEVEL,
     LOAD_SYSTEM,
     0,
     100},
    {{"throttled", "threads kept from running by the container's limit", RULE_CPU, CONTRAST_THREADS,
      "timeline"},
     SERIES_THROTTLING,
     COUNTER,
     THROTTLING_TIME,
     0,
     1e-9},
    {{"context_switches", "context switches", RULE_CPU, CONTRAST_PER_SECOND, "threads"},
     SERIES_SWITCH_RATE,
     LEVEL,
     SWITCH_RATE,
     0,
     0},
    {{"gc_pauses", "GC pauses", RULE_COLLECTOR, CONTRAST_PERCENT, "gc"},
     SERIES_PAUSE,
     SPAN,
     0,
     PAUSE_NAME,
     100},
    {{"gc_pause_length", "length of a GC pause", RULE_COLLECTOR, CONTRAST_NS, "gc"},
     SERIES_PAUSE,
     LEVEL,
     SERIES_DURATION,
     0,
     0},
    {{"collections", "collections", RULE_COLLECTOR, CONTRAST_PER_SECOND, "gc"},
     SERIES_COLLECTION,
     COUNT,
     0,
     GC_CAUSE,
     0},
    {{"allocation_stalls", "threads stalled by ZGC", RULE_COLLECTOR, CONTRAST_THREADS, "gc"},
     TIME(SERIES_Z_STALL, 0)},
    {{"monitors", "waits for monitors", RULE_LOCKS, CONTRAST_THREADS, "locks"},
     TIME(SERIES_MONITOR, MONITOR_CLASS)},
    {{"parks", "parked threads, idle ones of pools apart", RULE_LOCKS, CONTRAST_THREADS, "locks"},
     TIME(SERIES_COUNT, PARK_CLASS)},
    {{"pinned", "virtual threads pinned", RULE_LOCKS, CONTRAST_THREADS, "locks"},
     TIME(SERIES_PINNED, PINNED_REASON)},
    {{"file_reads", "reading files", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_FILE_READ, IO_PATH)},
    {{"file_writes", "writing files", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_FILE_WRITE, IO_PATH)},
    {{"file_forces", "forcing files to disk", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_FILE_FORCE, IO_PATH)},
    {{"socket_reads", "reading sockets", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_SOCKET_READ, IO_PATH)},
    {{"socket_writes", "writing sockets", RULE_IO, CONTRAST_THREADS, "io"},
     TIME(SERIES_SOCKET_WRITE, IO_PATH)},
    {{"allocation", "allocation", RULE_ALLOCATION, CONTRAST_BYTES_PER_SECOND, "allocations"},
     SERIES_ALLOCATION,
     SUM,
     2,
     1,
     0},
    {{"tlabs", "allocation of TLABs", RULE_ALLOCATION, CONTRAST_BYTES_PER_SECOND, "allocations"},
     SERIES_IN_TLAB,
     SUM,
     TLAB_SIZE,
     TLAB_CLASS,
     0},
    {{"outside_tlabs", "allocation outside of TLABs", RULE_ALLOCATION, CONTRAST_BYTES_PER_SECOND,
      "allocations"},
     SERIES_OUT_OF_TLAB,
     SUM,
     TLAB_SIZE,
     TLAB_CLASS,
     0},
    {{"throwables", "exceptions and errors", RULE_EXCEPTIONS, CONTRAST_PER_SECOND, "exceptions"},
     SERIES_THROWABLES,
     COUNTER,
     THROWABLES,
     0,
     0},
    {{"exceptions", "exceptions recorded", RULE_EXCEPTIONS, CONTRAST_PER_SECOND, "exceptions"},
     SERIES_EXCEPTION,
     COUNT,
     0,
     THROWN_CLASS,
     0},
    {{"errors", "errors", RULE_EXCEPTIONS, CONTRAST_PER_SECOND, "exceptions"},
     SERIES_ERROR,
     COUNT,
     0,
     THROWN_CLASS,
     0},
    {{"safepoints", "safepoints", RULE_SAFEPOINTS, CONTRAST_PER_SECOND, "safepoints"},
     SERIES_SAFEPOINT_BEGIN,
     COUNT,
     0,
     0,
     0},
    {{"time_to_safepoint", "waiting for threads to stop", RULE_SAFEPOINTS, CONTRAST_PERCENT,
      "safepoints"},
     SERIES_SAFEPOINT_SYNC,
     SPAN,
     0,
     0,
     100},
    {{"vm_operations", "VM operations", RULE_SAFEPOINTS, CONTRAST_PERCENT, "safepoints"},
     SERIES_VM_OPERATION,
     SPAN,
     0,
     VM_OPERATION,
     100},
    {{"heap_after_gc", "heap after GC", RULE_MEMORY, CONTRAST_BYTES, "gc"},
     SERIES_HEAP,
     LEVEL,
     HEAP_USED,
     0,
     0},
    {{"resident", "resident memory", RULE_MEMORY, CONTRAST_BYTES, "leaks"},
     SERIES_RESIDENT,
     LEVEL,
     RESIDENT_SIZE,
     0,
     0},
    {{"direct_buffers", "direct buffers", RULE_MEMORY, CONTRAST_BYTES, "leaks"},
     SERIES_DIRECT,
     LEVEL,
     DIRECT_USED,
     0,
     0},
    {{"container_memory", "memory of the container", RULE_MEMORY, CONTRAST_BYTES, "leaks"},
     SERIES_CONTAINER_MEMORY,
     LEVEL,
     CONTAINER_USED,
     0,
     0},
    {{"threads", "threads", RULE_MEMORY, CONTRAST_COUNT, "threads"},
     SERIES_THREADS,
     LEVEL,
     THREADS_ACTIVE,
     0,
     0},
    {{"class_loads", "class loads", RULE_OTHER, CONTRAST_PER_SECOND, "classes"},
     SERIES_CLASS_LOAD,
     COUNT,
     0,
     0,
     0},
};
/* clang-format on */
enum { SOURCES = sizeof sources / sizeof *sources };

const char *contrast_unit_name(enum contrast_unit unit) {
    static const char *const names[] = {
        [CONTRAST_PERCENT] = "percent",       [CONTRAST_THREADS] = "threads",
        [CONTRAST_PER_SECOND] = "per_second", [CONTRAST_BYTES_PER_SECOND] = "bytes_per_second",
        [CONTRAST_BYTES] = "bytes",           [CONTRAST_NS] = "ns",
        [CONTRAST_COUNT] = "count",
    };
    return names[unit];
}

/* A difference of this size is nothing to speak of: figures are compared as if they had it more. */
static double unit_floor(enum contrast_unit unit) {
    static const double floors[] = {
        [CONTRAST_PERCENT] = 1,      [CONTRAST_THREADS] = 0.02,
        [CONTRAST_PER_SECOND] = 0.5, [CONTRAST_BYTES_PER_SECOND] = 1 << 20,
        [CONTRAST_BYTES] = 16 << 20, [CONTRAST_NS] = 1e6,
        [CONTRAST_COUNT] = 5,
    };
    return floors[unit];
}

/* ==== Cells ================================================================================= */

struct cells {
    int64_t from_ns, to_ns, end_ns; /* the window, the recording's end */
    int64_t first_ns, length_ns;    /* where cell 0 begins: at the recording's start, or before */
    size_t before, window, after;   /* how many of each */
    double *sum, *weight;           /* weight of a sum by time: seconds recorded */
};

static size_t cells_len(const struct cells *cells) {
    return cells->before + cells->window + cells->after;
}

static size_t pieces(int64_t ns, int64_t length_ns) {
    return ns > 0 ? (size_t)((ns + length_ns - 1) / length_ns) : 0;
}

static bool cells_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                       struct cells *cells) {
    int64_t from = input->window_from_ns, to = input->window_to_ns;
    if (start_ns < 0) start_ns = 0;
    if (end_ns > SERIES_LAST) end_ns = SERIES_LAST;
    if (from < start_ns) from = start_ns;
    if (to > end_ns) to = end_ns;
    if (to <= from || end_ns - start_ns <= to - from) return false;
    int64_t usual = (end_ns - start_ns) / USUAL_CELLS;
    int64_t least = (end_ns - start_ns) / MAX_CELLS + 1;
    if (usual < NS_PER_S) usual = NS_PER_S;
    if (usual > (to - from) / WINDOW_CELLS) usual = (to - from) / WINDOW_CELLS;
    if (usual < least) usual = least;
    int64_t count = (to - from + usual / 2) / usual;
    int64_t length = (to - from) / (count > 0 ? count : 1);
    if (length < 1) length = 1;
    *cells = (struct cells){
        .from_ns = from,
        .to_ns = to,
        .end_ns = end_ns,
        .length_ns = length,
        .before = pieces(from - start_ns, length),
        .window = (size_t)(count > 0 ? count : 1),
        .after = pieces(end_ns - to, length),
    };
    cells->first_ns = from - (int64_t)cells->before * length;
    cells->sum = mem_zero(cells_len(cells), sizeof *cells->sum);
    cells->weight = mem_zero(cells_len(cells), sizeof *cells->weight);
    return true;
}

static void cells_free(struct cells *cells) {
    free(cells->sum);
    free(cells->weight);
}

/* The last cell of the window may be some ns longer than the others. */
static size_t cell_of(const struct cells *cells, int64_t time_ns) {
    if (time_ns < cells->to_ns) {
        int64_t at = (time_ns - cells->first_ns) / cells->length_ns;
        size_t last = cells->before + cells->window - 1;
        return at < 0 ? 0 : (size_t)at > last ? last : (size_t)at;
    }
    size_t at = (size_t)((time_ns - cells->to_ns) / cells->length_ns);
    return cells->before + cells->window + (at < cells->after ? at : cells->after - 1);
}

static int64_t cell_end(const struct cells *cells, size_t cell) {
    if (cell + 1 == cells->before + cells->window) return cells->to_ns;
    if (cell < cells->before + cells->window)
        return cells->first_ns + (int64_t)(cell + 1) * cells->length_ns;
    return cells->to_ns + (int64_t)(cell + 1 - cells->before - cells->window) * cells->length_ns;
}

/* What one event adds: by its window alone for things, by cells for the test. */
struct spread {
    struct cells *cells;
    double window, rest;
};

static void spread_over(struct spread *s, int64_t from, int64_t to, double amount,
                        int64_t start_ns) {
    struct cells *cells = s->cells;
    s->window = s->rest = 0;
    if (from < start_ns || from >= cells->end_ns) return;
    if (to > cells->end_ns) to = cells->end_ns;
    if (to <= from) {
        size_t cell = cell_of(cells, from);
        cells->sum[cell] += amount;
        bool inside = cell >= cells->before && cell < cells->before + cells->window;
        *(inside ? &s->window : &s->rest) += amount;
        return;
    }
    double each = amount / (double)(to - from);
    for (int64_t at = from; at < to;) {
        size_t cell = cell_of(cells, at);
        int64_t end = cell_end(cells, cell);
        if (end > to || end <= at) end = to;
        double part = each * (double)(end - at);
        cells->sum[cell] += part;
        bool inside = cell >= cells->before && cell < cells->before + cells->window;
        *(inside ? &s->window : &s->rest) += part;
        at = end;
    }
}

/* ==== Series ================================================================================ */

/* What threads of a pool have on their stack that wait for work. */
static bool is_idle(const struct series *series, size_t row) {
    static const struct {
        const char *of_class, *method;
    } idle[] = {{"ThreadPoolExecutor", "getTask"},
                {"ForkJoinPool", "awaitWork"},
                {"ForkJoinPool", "runWorker"},
                {"DelayedWorkQueue", "take"},
                {"DelayedWorkQueue", "poll"},
                {"ReferenceQueue", "remove"},
                {"LinkedTransferQueue", "take"},
                {"LinkedTransferQueue", "poll"},
                {"TimerThread", "mainLoop"},
                {"InnocuousThread", "run"},
                {"CleanerImpl", "run"}};
    uint32_t depth;
    const uint32_t *frames = series_stack(series, PARK_STACK, row, &depth);
    for (uint32_t i = 0; i < depth; i++) {
        const char *of_class = series_frame_class(series, frames[i]);
        const char *method = series_frame_method(series, frames[i]);
        size_t len = strlen(of_class);
        for (size_t k = 0; k < sizeof idle / sizeof *idle; k++) {
            size_t end = strlen(idle[k].of_class);
            if (len >= end && strcmp(of_class + len - end, idle[k].of_class) == 0 &&
                strcmp(method, idle[k].method) == 0)
                return true;
        }
    }
    return false;
}

static struct series series_for(const struct rule_input *input, const struct source *source) {
    struct rule_input all = *input;
    all.has_window = false;
    if (source->series != SERIES_COUNT) return series_of(&all, source->series);
    struct series series = {.tables = input->tables};
    if (input->tables) series.table = tables_find(input->tables, &parks);
    if (series.table) series.rows = series.table->rows;
    return series;
}

static bool cell_value(const struct series *series, size_t column, size_t row, double *out) {
    enum jfr_column_kind kind = series->table->columns[column].kind;
    if (kind == JFR_COLUMN_REAL) {
        *out = series_real(series, column, row);
        return isfinite(*out);
    }
    int64_t value = series_int(series, column, row);
    *out = (double)value;
    return value != JFR_NULL_INT;
}

static bool is_after_gc(const struct series *series, size_t row) {
    const char *when = series_text(series, HEAP_WHEN, row);
    return when && strcmp(when, "After GC") == 0;
}

struct things_seen { /* sums by thing */
    struct tallies side[2];
};

static void add_thing(struct things_seen *seen, const struct source *source,
                      const struct series *series, size_t row, const struct spread *s) {
    if (!source->thing) return;
    uint64_t id = series_id(series, source->thing, row);
    if (id == JFR_NULL_ID) return;
    if (s->rest > 0) tallies_add(&seen->side[0], id, s->rest);
    if (s->window > 0) tallies_add(&seen->side[1], id, s->window);
}

/* False: nothing of it was recorded. */
static bool collect(const struct rule_input *input, const struct source *source, int64_t start_ns,
                    struct cells *cells, struct things_seen *seen) {
    struct series series = series_for(input, source);
    struct spread s = {.cells = cells};
    double factor = source->factor != 0 ? source->factor : 1, before = 0;
    int64_t before_ns = -1;
    bool any = false;
    size_t len = cells_len(cells);
    if (!series.rows) return false;
    for (size_t i = 0; i < len; i++) {
        int64_t end = cell_end(cells, i), begin = i ? cell_end(cells, i - 1) : cells->first_ns;
        if (begin < start_ns) begin = start_ns;
        if (end > cells->end_ns) end = cells->end_ns;
        cells->sum[i] = 0;
        cells->weight[i] =
            source->how == LEVEL || source->how == COUNTER ? 0 : (double)(end - begin) / 1e9;
    }
    for (size_t row = 0; row < series.rows; row++) {
        int64_t start = series_start(&series, row);
        double value = 1;
        if (source->how >= SUM && !cell_value(&series, source->column, row, &value)) continue;
        if (source->series == SERIES_COUNT && is_idle(&series, row)) continue;
        if (source->series == SERIES_HEAP && !is_after_gc(&series, row)) continue;
        any = true;
        if (source->how == SPAN) {
            int64_t duration = series_duration(&series, row);
            spread_over(&s, start, start + duration, (double)duration / 1e9 * factor, start_ns);
        } else if (source->how == COUNTER) {
            bool again = before_ns >= 0 && start > before_ns && value >= before;
            if (again) {
                double *sum = cells->sum;
                spread_over(&s, before_ns, start, (value - before) * factor, start_ns);
                cells->sum = cells->weight; /* what is known of the time, too */
                spread_over(&s, before_ns, start, (double)(start - before_ns) / 1e9, start_ns);
                cells->sum = sum;
            }
            before = value;
            before_ns = start;
        } else {
            spread_over(&s, start, start, value * factor, start_ns);
            if (source->how == LEVEL && (s.window != 0 || s.rest != 0 || value == 0) &&
                start >= start_ns && start < cells->end_ns)
                cells->weight[cell_of(cells, start)]++;
        }
        if (source->how < LEVEL) add_thing(seen, source, &series, row, &s);
    }
    return any;
}

/* ==== The test ============================================================================== */

struct values { /* of joined cells */
    ARRAY(double) side[2];
    double products, squares; /* of neighbours, around the mean of their side */
};

static void join_cells(const struct cells *cells, size_t from, size_t to, size_t each, int side,
                       struct values *out) {
    double full = 0; /* a piece of which little is known says little */
    for (size_t i = from; i < to; i++) full += cells->weight[i];
    if (to > from) full /= (double)(to - from);
    for (size_t i = from; i < to; i += each) {
        double sum = 0, weight = 0;
        for (size_t k = i; k < to && k < i + each; k++) {
            sum += cells->sum[k];
            weight += cells->weight[k];
        }
        if (weight > 0 && weight * 2 >= full * (double)each)
            array_push(&out->side[side], sum / weight);
    }
}

static void add_likeness(struct values *values, int side) {
    const double *items = values->side[side].items;
    size_t len = values->side[side].len;
    double mean = 0;
    for (size_t i = 0; i < len; i++) mean += items[i] / (double)len;
    for (size_t i = 0; i < len; i++) {
        values->squares += (items[i] - mean) * (items[i] - mean);
        if (i) values->products += (items[i] - mean) * (items[i - 1] - mean);
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The chance that a cell of the window is above one of the rest, less that it is below. */
static double above(struct values *values) {
    size_t rest = values->side[0].len, window = values->side[1].len, less = 0, most = 0;
    double sum = 0;
    qsort(values->side[0].items, rest, sizeof(double), by_value);
    qsort(values->side[1].items, window, sizeof(double), by_value);
    for (size_t i = 0; i < window; i++) {
        double value = values->side[1].items[i];
        while (less < rest && values->side[0].items[less] < value) less++;
        while (most < rest && values->side[0].items[most] <= value) most++;
        sum += (double)less - (double)(rest - most);
    }
    return sum;
}

static bool any_value(const struct values *values) {
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < values->side[side].len; i++)
            if (values->side[side].items[i] != 0) return true;
    return false;
}

static void test_row(const struct cells *cells, struct contrast_row *row) {
    size_t window = cells->before + cells->window, len = cells_len(cells);
    row->p = 1;
    for (size_t each = 1;; each *= 2) {
        row->tested = false; /* until cells are found that are not alike */
        struct values values = {0};
        join_cells(cells, 0, cells->before, each, 0, &values);
        join_cells(cells, window, len, each, 0, &values);
        join_cells(cells, cells->before, window, each, 1, &values);
        size_t a = values.side[0].len, b = values.side[1].len;
        bool enough = a >= CONTRAST_LEAST_CELLS && b >= CONTRAST_LEAST_CELLS && any_value(&values);
        bool alike = false;
        if (enough) {
            add_likeness(&values, 0);
            add_likeness(&values, 1);
            double chance = 1.645 / sqrt((double)(a + b));
            double likeness = values.squares > 0 ? values.products / values.squares : 0;
            alike = likeness > (chance > ALIKE ? chance : ALIKE);
            row->p = stat_rank_test(values.side[0].items, a, values.side[1].items, b);
            row->tested = !alike;
            row->cells[0] = a;
            row->cells[1] = b;
            row->cell_ns = cells->length_ns * (int64_t)each;
            /* A few large ones may make a mean that the others do not bear out. */
            double higher = above(&values), grown = row->value[1] - row->value[0];
            if ((higher > 0) != (grown > 0)) row->p = 1;
        }
        array_free(&values.side[0]);
        array_free(&values.side[1]);
        if (!enough || !alike) return;
    }
}

static void set_values(const struct cells *cells, struct contrast_row *row) {
    double sum[2] = {0}, weight[2] = {0};
    for (size_t i = 0; i < cells_len(cells); i++) {
        int side = i >= cells->before && i < cells->before + cells->window;
        sum[side] += cells->sum[i];
        weight[side] += cells->weight[i];
    }
    for (int side = 0; side < 2; side++)
        row->value[side] = weight[side] > 0 ? sum[side] / weight[side] : NAN;
    double floor = unit_floor(row->measure->unit);
    row->ratio = row->value[1] / row->value[0];
    row->worth = log((row->value[1] + floor) / (row->value[0] + floor));
    if (!isfinite(row->worth)) row->worth = 0;
}

static double sum_of(const struct tallies *all, uint64_t key) {
    const uint64_t *at = map_get(&all->index, key);
    return at ? all->items[*at].sum : 0;
}

/* The thing whose change goes furthest in the direction of the whole. */
static void set_most(const struct rule_input *input, const struct source *source,
                     const struct things_seen *seen, const struct contrast *contrast,
                     struct contrast_row *row) {
    double seconds[2] = {(double)contrast->rest_ns / 1e9, (double)contrast->window_ns / 1e9};
    double sign = row->value[1] >= row->value[0] ? 1 : -1, furthest = 0;
    struct series series = series_for(input, source);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < seen->side[side].len; i++) {
            uint64_t key = seen->side[side].items[i].key;
            double rest = sum_of(&seen->side[0], key) / seconds[0];
            double window = sum_of(&seen->side[1], key) / seconds[1];
            double change = (window - rest) * sign;
            const char *name = strings_get(&series.tables->things.texts, (uint32_t)key);
            if (change < furthest || change <= 0) continue;
            if (change == furthest && row->most && strcmp(name, row->most) >= 0) continue;
            furthest = change;
            row->most = name;
            row->most_value[0] = rest;
            row->most_value[1] = window;
        }
}

static int by_worth(const void *a, const void *b) {
    const struct contrast_row *x = a, *y = b;
    if (x->significant != y->significant) return x->significant ? -1 : 1;
    double one = fabs(x->worth), other = fabs(y->worth);
    if (one != other) return one > other ? -1 : 1;
    return strcmp(x->measure->id, y->measure->id);
}

static void correct(struct contrast *contrast) {
    double *p = mem_zero(contrast->rows.len + 1, sizeof *p);
    size_t tested = 0;
    for (size_t i = 0; i < contrast->rows.len; i++)
        if (contrast->rows.items[i].tested) p[tested++] = contrast->rows.items[i].p;
    stat_benjamini_hochberg(p, tested, p);
    tested = 0;
    for (size_t i = 0; i < contrast->rows.len; i++) {
        struct contrast_row *row = &contrast->rows.items[i];
        row->adjusted = row->tested ? p[tested++] : 1;
        row->significant = row->tested && row->adjusted <= CONTRAST_ALPHA;
    }
    free(p);
    if (contrast->rows.len)
        qsort(contrast->rows.items, contrast->rows.len, sizeof *contrast->rows.items, by_worth);
}

void contrast_join(struct walk_run *run) {
    walk_join(run, &tables_reader, &own_wishes);
}

void contrast_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                   struct contrast *out) {
    struct cells cells;
    *out = (struct contrast){.window_ns = 0};
    if (start_ns < 0) start_ns = 0;
    if (!input->has_window || !cells_make(input, start_ns, end_ns, &cells)) return;
    out->window_ns = cells.to_ns - cells.from_ns;
    out->rest_ns = cells.end_ns - start_ns - out->window_ns;
    for (size_t i = 0; i < SOURCES; i++) {
        struct contrast_row row = {.measure = &sources[i].measure};
        struct things_seen seen = {0};
        if (collect(input, &sources[i], start_ns, &cells, &seen)) {
            set_values(&cells, &row);
            test_row(&cells, &row);
            set_most(input, &sources[i], &seen, out, &row);
            array_push(&out->rows, row);
        }
        tallies_free(&seen.side[0]);
        tallies_free(&seen.side[1]);
    }
    cells_free(&cells);
    correct(out);
}

void contrast_free(struct contrast *contrast) {
    array_free(&contrast->rows);
}

bool contrast_stands_out(const struct contrast_row *row) {
    return row->significant && fabs(row->worth) >= log(LEAST_RATIO);
}
