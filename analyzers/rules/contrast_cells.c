#include "analyzers/rules/contrast_parts.h"

#include "analyzers/compare/statistics.h"
#include "base/units.h"

#include <math.h>
#include <stdlib.h>

#define MAX_CELLS 20000
#define USUAL_CELLS 600 /* of a recording, where a second each would be more */
#define WINDOW_CELLS 8  /* of the window, where a second each would be fewer */
#define ALIKE 0.2       /* autocorrelation of cells that say the same */

/* ==== Cells ================================================================================= */

size_t contrast_cells_len(const struct contrast_cells *cells) {
    return cells->before + cells->window + cells->after;
}

static size_t pieces(int64_t ns, int64_t length_ns) {
    return ns > 0 ? (size_t)((ns + length_ns - 1) / length_ns) : 0;
}

bool contrast_cells_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                         struct contrast_cells *cells) {
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
    *cells = (struct contrast_cells){
        .from_ns = from,
        .to_ns = to,
        .end_ns = end_ns,
        .length_ns = length,
        .before = pieces(from - start_ns, length),
        .window = (size_t)(count > 0 ? count : 1),
        .after = pieces(end_ns - to, length),
    };
    cells->first_ns = from - (int64_t)cells->before * length;
    cells->sum = mem_zero(contrast_cells_len(cells), sizeof *cells->sum);
    cells->weight = mem_zero(contrast_cells_len(cells), sizeof *cells->weight);
    return true;
}

void contrast_cells_free(struct contrast_cells *cells) {
    free(cells->sum);
    free(cells->weight);
}

/* The last cell of the window may be some ns longer than the others. */
size_t contrast_cell_of(const struct contrast_cells *cells, int64_t time_ns) {
    if (time_ns < cells->to_ns) {
        int64_t at = (time_ns - cells->first_ns) / cells->length_ns;
        size_t last = cells->before + cells->window - 1;
        return at < 0 ? 0 : (size_t)at > last ? last : (size_t)at;
    }
    size_t at = (size_t)((time_ns - cells->to_ns) / cells->length_ns);
    return cells->before + cells->window + (at < cells->after ? at : cells->after - 1);
}

int64_t contrast_cell_end(const struct contrast_cells *cells, size_t cell) {
    if (cell + 1 == cells->before + cells->window) return cells->to_ns;
    if (cell < cells->before + cells->window)
        return cells->first_ns + (int64_t)(cell + 1) * cells->length_ns;
    return cells->to_ns + (int64_t)(cell + 1 - cells->before - cells->window) * cells->length_ns;
}

void contrast_spread_over(struct contrast_spread *s, int64_t from, int64_t to, double amount,
                          int64_t start_ns) {
    struct contrast_cells *cells = s->cells;
    s->window = s->rest = 0;
    if (from < start_ns || from >= cells->end_ns) return;
    if (to > cells->end_ns) to = cells->end_ns;
    if (to <= from) {
        size_t cell = contrast_cell_of(cells, from);
        cells->sum[cell] += amount;
        bool inside = cell >= cells->before && cell < cells->before + cells->window;
        *(inside ? &s->window : &s->rest) += amount;
        return;
    }
    double each = amount / (double)(to - from);
    for (int64_t at = from; at < to;) {
        size_t cell = contrast_cell_of(cells, at);
        int64_t end = contrast_cell_end(cells, cell);
        if (end > to || end <= at) end = to;
        double part = each * (double)(end - at);
        cells->sum[cell] += part;
        bool inside = cell >= cells->before && cell < cells->before + cells->window;
        *(inside ? &s->window : &s->rest) += part;
        at = end;
    }
}

/* ==== The test ============================================================================== */

struct values { /* of joined cells */
    ARRAY(double) side[2];
    double products, squares; /* of neighbours, around the mean of their side */
};

static void join_cells(const struct contrast_cells *cells, size_t from, size_t to, size_t each,
                       int side, struct values *out) {
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

void contrast_test(const struct contrast_cells *cells, struct contrast_row *row) {
    size_t window = cells->before + cells->window, len = contrast_cells_len(cells);
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
