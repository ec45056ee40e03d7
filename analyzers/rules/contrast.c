#include "analyzers/rules/contrast_parts.h"

#include "analyzers/compare/statistics.h"
#include "analyzers/rules/sites.h"
#include "base/missing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_RATIO 1.1 /* for people */

/* ==== What is summed up ====================================================================== */

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

static void add_thing(struct things_seen *seen, const struct contrast_source *source,
                      const struct series *series, size_t row, const struct contrast_spread *s) {
    if (!source->thing) return;
    uint64_t id = series_id(series, source->thing, row);
    if (id == JFR_NULL_ID) return;
    if (s->rest > 0) tallies_add(&seen->side[0], id, s->rest);
    if (s->window > 0) tallies_add(&seen->side[1], id, s->window);
}

/* False: nothing of it was recorded. */
static bool collect(const struct rule_input *input, const struct contrast_source *source,
                    int64_t start_ns, struct contrast_cells *cells, struct things_seen *seen) {
    struct series series = contrast_series(input, source);
    struct contrast_spread s = {.cells = cells};
    struct sites sites = {0};
    double factor = source->factor != 0 ? source->factor : 1, before = 0;
    int64_t before_ns = -1;
    bool any = false;
    size_t len = contrast_cells_len(cells);
    if (!series.rows) return false;
    for (size_t i = 0; i < len; i++) {
        int64_t end = contrast_cell_end(cells, i),
                begin = i ? contrast_cell_end(cells, i - 1) : cells->first_ns;
        if (begin < start_ns) begin = start_ns;
        if (end > cells->end_ns) end = cells->end_ns;
        cells->sum[i] = 0;
        cells->weight[i] = source->how == CONTRAST_BY_LEVEL || source->how == CONTRAST_BY_COUNTER
                               ? 0
                               : (double)(end - begin) / 1e9;
    }
    for (size_t row = 0; row < series.rows; row++) {
        int64_t start = series_start(&series, row);
        double value = 1;
        if (source->how >= CONTRAST_BY_SUM && !cell_value(&series, source->column, row, &value))
            continue;
        if (source->series == SERIES_PARK && sites_idle(&sites, &series, PARK_STACK, row)) continue;
        if (source->series == SERIES_HEAP && !is_after_gc(&series, row)) continue;
        any = true;
        if (source->how == CONTRAST_BY_SPAN) {
            int64_t duration = series_duration(&series, row);
            contrast_spread_over(&s, start, start + duration, (double)duration / 1e9 * factor,
                                 start_ns);
        } else if (source->how == CONTRAST_BY_COUNTER) {
            bool again = before_ns >= 0 && start > before_ns && value >= before;
            if (again) {
                double *sum = cells->sum;
                contrast_spread_over(&s, before_ns, start, (value - before) * factor, start_ns);
                cells->sum = cells->weight; /* what is known of the time, too */
                contrast_spread_over(&s, before_ns, start, (double)(start - before_ns) / 1e9,
                                     start_ns);
                cells->sum = sum;
            }
            before = value;
            before_ns = start;
        } else {
            contrast_spread_over(&s, start, start, value * factor, start_ns);
            if (source->how == CONTRAST_BY_LEVEL && (s.window != 0 || s.rest != 0 || value == 0) &&
                start >= start_ns && start < cells->end_ns)
                cells->weight[contrast_cell_of(cells, start)]++;
        }
        if (source->how < CONTRAST_BY_LEVEL) add_thing(seen, source, &series, row, &s);
    }
    sites_free(&sites);
    return any;
}

/* ==== Rows ================================================================================== */

static void set_values(const struct contrast_cells *cells, struct contrast_row *row) {
    double sum[2] = {0}, weight[2] = {0};
    for (size_t i = 0; i < contrast_cells_len(cells); i++) {
        int side = i >= cells->before && i < cells->before + cells->window;
        sum[side] += cells->sum[i];
        weight[side] += cells->weight[i];
    }
    for (int side = 0; side < 2; side++)
        row->value[side] = weight[side] > 0 ? sum[side] / weight[side] : MISSING_REAL;
    double floor = contrast_unit_floor(row->measure->unit);
    row->ratio = row->value[1] / row->value[0];
    row->worth = log((row->value[1] + floor) / (row->value[0] + floor));
    if (!isfinite(row->worth)) row->worth = 0;
}

static double sum_of(const struct tallies *all, uint64_t key) {
    const uint64_t *at = map_get(&all->index, key);
    return at ? all->items[*at].sum : 0;
}

/* The thing whose change goes furthest in the direction of the whole. */
static void set_most(const struct rule_input *input, const struct contrast_source *source,
                     const struct things_seen *seen, const struct contrast *contrast,
                     struct contrast_row *row) {
    double seconds[2] = {(double)contrast->rest_ns / 1e9, (double)contrast->window_ns / 1e9};
    double sign = row->value[1] >= row->value[0] ? 1 : -1, furthest = 0;
    struct series series = contrast_series(input, source);
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

void contrast_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                   struct contrast *out) {
    struct contrast_cells cells;
    *out = (struct contrast){.window_ns = 0};
    if (start_ns < 0) start_ns = 0;
    if (!input->has_window || !contrast_cells_make(input, start_ns, end_ns, &cells)) return;
    out->window_ns = cells.to_ns - cells.from_ns;
    out->rest_ns = cells.end_ns - start_ns - out->window_ns;
    for (size_t i = 0; i < CONTRAST_SOURCES; i++) {
        struct contrast_row row = {.measure = &contrast_sources[i].measure};
        struct things_seen seen = {0};
        if (collect(input, &contrast_sources[i], start_ns, &cells, &seen)) {
            set_values(&cells, &row);
            contrast_test(&cells, &row);
            set_most(input, &contrast_sources[i], &seen, out, &row);
            array_push(&out->rows, row);
        }
        tallies_free(&seen.side[0]);
        tallies_free(&seen.side[1]);
    }
    contrast_cells_free(&cells);
    correct(out);
}

void contrast_free(struct contrast *contrast) {
    array_free(&contrast->rows);
}

bool contrast_stands_out(const struct contrast_row *row) {
    return row->significant && fabs(row->worth) >= log(LEAST_RATIO);
}
