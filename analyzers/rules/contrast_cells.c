#include "analyzers/rules/contrast_parts.h"

#include "analyzers/compare/statistics.h"
#include "base/order.h"
#include "base/search.h"
#include "base/units.h"

#define MAX_CELLS 20000
#define USUAL_CELLS 600 /* of both sides, where a second each would be more */
#define WINDOW_CELLS 8  /* of the shorter side, where a second each would be fewer */
#define ALIKE 0.2       /* autocorrelation of cells that say the same */

/* ==== Cells ================================================================================= */

static int64_t part_ns(const struct contrast_part *part) {
    return part->to_ns > part->from_ns ? part->to_ns - part->from_ns : 0;
}

/* A second, as long as neither side has too many of them, nor the shorter one too few. */
static int64_t usual_length(const struct contrast_sides *sides, int64_t of[2]) {
    of[0] = of[1] = 0;
    for (size_t i = 0; i < sides->items.len; i++)
        of[sides->items.items[i].side] += part_ns(&sides->items.items[i]);
    int64_t all = of[0] + of[1], shorter = of[0] < of[1] ? of[0] : of[1];
    int64_t length = all / USUAL_CELLS, least = all / MAX_CELLS + 1;
    if (length < NS_PER_S) length = NS_PER_S;
    if (length > shorter / WINDOW_CELLS) length = shorter / WINDOW_CELLS;
    return length < least ? least : length;
}

bool contrast_cells_make(const struct contrast_sides *sides, struct contrast_cells *cells) {
    int64_t of[2];
    *cells = (struct contrast_cells){.length_ns = usual_length(sides, of)};
    EACH (const struct contrast_part, part, &sides->items) {
        int64_t ns = part_ns(part), count = (ns + cells->length_ns / 2) / cells->length_ns;
        if (!ns) continue;
        struct contrast_stretch stretch = {*part, cells->len, count > 0 ? (size_t)count : 1};
        cells->len += stretch.count;
        array_push(&cells->stretches, stretch);
    }
    cells->sum = mem_zero(cells->len, sizeof *cells->sum);
    cells->weight = mem_zero(cells->len, sizeof *cells->weight);
    return of[0] > 0 && of[1] > 0;
}

void contrast_cells_free(struct contrast_cells *cells) {
    array_free(&cells->stretches);
    mem_free(cells->sum, cells->weight);
}

int64_t contrast_cell_begin(const struct contrast_cells *cells,
                            const struct contrast_stretch *stretch, size_t cell) {
    return cell == stretch->count ? stretch->part.to_ns
                                  : stretch->part.from_ns + (int64_t)cell * cells->length_ns;
}

void contrast_cells_clear(struct contrast_cells *cells, bool by_time) {
    EACH (const struct contrast_stretch, stretch, &cells->stretches) {
        for (size_t k = 0; k < stretch->count; k++) {
            int64_t ns =
                contrast_cell_begin(cells, stretch, k + 1) - contrast_cell_begin(cells, stretch, k);
            cells->sum[stretch->first + k] = 0;
            cells->weight[stretch->first + k] = by_time ? (double)ns / 1e9 : 0;
        }
    }
}

/* ==== What is added to them ================================================================= */

struct contrast_spread contrast_spread_of(struct contrast_cells *cells,
                                          const struct rule_input *input) {
    struct contrast_spread spread = {.cells = cells};
    while (spread.begin < cells->stretches.len &&
           cells->stretches.items[spread.begin].part.input != input)
        spread.begin++;
    spread.end = spread.begin;
    while (spread.end < cells->stretches.len &&
           cells->stretches.items[spread.end].part.input == input)
        spread.end++;
    return spread;
}

/* The first stretch that ends after the time; spread->end: none does. */
static size_t first_after(const struct contrast_spread *spread, int64_t time_ns) {
    return search_first(i, spread->begin, spread->end,
                        spread->cells->stretches.items[i].part.to_ns <= time_ns);
}

static size_t cell_in(const struct contrast_cells *cells, const struct contrast_stretch *stretch,
                      int64_t time_ns) {
    size_t cell = (size_t)((time_ns - stretch->part.from_ns) / cells->length_ns);
    return cell < stretch->count ? cell : stretch->count - 1;
}

size_t contrast_cell_at(const struct contrast_spread *spread, int64_t time_ns) {
    size_t at = first_after(spread, time_ns);
    if (at == spread->end) return SIZE_MAX;
    const struct contrast_stretch *stretch = &spread->cells->stretches.items[at];
    if (time_ns < stretch->part.from_ns) return SIZE_MAX;
    return stretch->first + cell_in(spread->cells, stretch, time_ns);
}

static void spread_in(struct contrast_spread *spread, const struct contrast_stretch *stretch,
                      int64_t from, int64_t to, double each, double *into) {
    while (from < to) {
        size_t cell = cell_in(spread->cells, stretch, from);
        int64_t end = contrast_cell_begin(spread->cells, stretch, cell + 1);
        if (end > to) end = to;
        double part = each * (double)(end - from);
        into[stretch->first + cell] += part;
        spread->side[stretch->part.side] += part;
        from = end;
    }
}

void contrast_spread_over(struct contrast_spread *spread, int64_t from, int64_t to, double amount,
                          double *into) {
    spread->side[0] = spread->side[1] = 0;
    size_t at = first_after(spread, from);
    if (to <= from) {
        size_t cell = contrast_cell_at(spread, from);
        if (cell == SIZE_MAX) return;
        into[cell] += amount;
        spread->side[spread->cells->stretches.items[at].part.side] += amount;
        return;
    }
    double each = amount / (double)(to - from);
    for (; at < spread->end; at++) {
        const struct contrast_stretch *stretch = &spread->cells->stretches.items[at];
        int64_t begin = from > stretch->part.from_ns ? from : stretch->part.from_ns;
        if (begin >= to) return;
        spread_in(spread, stretch, begin, to < stretch->part.to_ns ? to : stretch->part.to_ns, each,
                  into);
    }
}

/* ==== The test ============================================================================== */

struct values { /* of joined cells */
    ARRAY(double) side[2];
    ARRAY(size_t) ends[2];    /* of the values of each recording */
    double products, squares; /* of neighbours, around the mean of their side */
};

static void join_cells(const struct contrast_cells *cells, const struct contrast_stretch *stretch,
                       size_t each, struct values *out) {
    size_t from = stretch->first, to = from + stretch->count;
    double full = 0; /* a piece of which little is known says little */
    for (size_t i = from; i < to; i++) full += cells->weight[i];
    full /= (double)stretch->count;
    for (size_t i = from; i < to; i += each) {
        double sum = 0, weight = 0;
        for (size_t k = i; k < to && k < i + each; k++) {
            sum += cells->sum[k];
            weight += cells->weight[k];
        }
        if (weight > 0 && weight * 2 >= full * (double)each)
            array_push(&out->side[stretch->part.side], sum / weight);
    }
}

static void join_all(const struct contrast_cells *cells, size_t each, struct values *out) {
    for (size_t i = 0; i < cells->stretches.len; i++) {
        const struct contrast_stretch *stretch = &cells->stretches.items[i];
        int side = stretch->part.side;
        bool goes_on = i + 1 < cells->stretches.len && stretch[1].part.input == stretch->part.input;
        join_cells(cells, stretch, each, out);
        if (!goes_on) array_push(&out->ends[side], out->side[side].len);
    }
}

static void free_values(struct values *values) {
    for (int side = 0; side < 2; side++) arrays_free(&values->side[side], &values->ends[side]);
}

static void add_likeness(struct values *values, int side, size_t from, size_t to) {
    const double *items = values->side[side].items;
    double mean = 0;
    for (size_t i = from; i < to; i++) mean += items[i] / (double)(to - from);
    for (size_t i = from; i < to; i++) {
        values->squares += (items[i] - mean) * (items[i] - mean);
        if (i > from) values->products += (items[i] - mean) * (items[i - 1] - mean);
    }
}

/* Around the mean of the side; or, if recordings are many enough to be compared themselves, around
 * that of the recording. */
static double likeness(struct values *values) {
    bool by_recording =
        values->ends[0].len >= CONTRAST_LEAST_RUNS && values->ends[1].len >= CONTRAST_LEAST_RUNS;
    for (int side = 0; side < 2; side++) {
        size_t from = 0;
        for (size_t i = 0; i < values->ends[side].len && by_recording; i++) {
            add_likeness(values, side, from, values->ends[side].items[i]);
            from = values->ends[side].items[i];
        }
        if (!by_recording) add_likeness(values, side, 0, values->side[side].len);
    }
    return values->squares > 0 ? values->products / values->squares : 0;
}

ORDERED(by_value, double, ORDER(*x, *y))

/* The chance that a cell of the new side is above one of the base, less that it is below. */
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
    row->p = 1;
    for (size_t each = 1;; each *= 2) {
        row->tested = false; /* until cells are found that are not alike */
        struct values values = {.products = 0};
        join_all(cells, each, &values);
        size_t a = values.side[0].len, b = values.side[1].len;
        bool enough = a >= CONTRAST_LEAST_CELLS && b >= CONTRAST_LEAST_CELLS && any_value(&values);
        bool alike = false;
        if (enough) {
            double chance = 1.645 / sqrt((double)(a + b));
            alike = likeness(&values) > (chance > ALIKE ? chance : ALIKE);
            row->p = stat_rank_test(values.side[0].items, a, values.side[1].items, b);
            row->tested = !alike && stat_rank_least(a, b) <= CONTRAST_ALPHA;
            row->cells[0] = a;
            row->cells[1] = b;
            row->cell_ns = cells->length_ns * (int64_t)each;
            /* A few large ones may make a mean that the others do not bear out. */
            double higher = above(&values), grown = row->value[1] - row->value[0];
            if ((higher > 0) != (grown > 0)) row->p = 1;
        }
        free_values(&values);
        if (!enough || !alike) return;
    }
}
