#include "analyzers/rules/contrast_parts.h"

#include "analyzers/compare/statistics.h"
#include "base/missing.h"
#include "base/order.h"

#define LEAST_RATIO 1.1 /* for people */

static void set_values(const struct contrast_cells *cells, const bool known[2],
                       struct contrast_row *row) {
    double sum[2] = {0}, weight[2] = {0};
    EACH (const struct contrast_stretch, stretch, &cells->stretches) {
        for (size_t k = 0; k < stretch->count; k++) {
            sum[stretch->part.side] += cells->sum[stretch->first + k];
            weight[stretch->part.side] += cells->weight[stretch->first + k];
        }
    }
    for (int side = 0; side < 2; side++)
        row->value[side] =
            known[side] && weight[side] > 0 ? sum[side] / weight[side] : MISSING_REAL;
    double floor = contrast_unit_floor(row->measure->unit);
    row->ratio = row->value[1] / row->value[0];
    row->worth = log((row->value[1] + floor) / (row->value[0] + floor));
    if (!isfinite(row->worth)) row->worth = 0;
}

/* The means of each input's cells, by side. */
struct runs {
    ARRAY(double) side[2];
};

static void add_runs(const struct contrast_cells *cells, struct runs *runs) {
    double sum = 0, weight = 0;
    for (size_t i = 0; i < cells->stretches.len; i++) {
        const struct contrast_stretch *stretch = &cells->stretches.items[i];
        const struct contrast_stretch *next = i + 1 < cells->stretches.len ? stretch + 1 : NULL;
        for (size_t k = 0; k < stretch->count; k++) {
            sum += cells->sum[stretch->first + k];
            weight += cells->weight[stretch->first + k];
        }
        if (next && next->part.input == stretch->part.input) continue;
        if (weight > 0) array_push(&runs->side[stretch->part.side], sum / weight);
        sum = weight = 0;
    }
}

bool contrast_runs_agree(const struct contrast_cells *cells) {
    struct runs runs = {{{0}}};
    bool agree = true;
    add_runs(cells, &runs);
    size_t a = runs.side[0].len, b = runs.side[1].len;
    if (a >= CONTRAST_LEAST_RUNS && b >= CONTRAST_LEAST_RUNS) {
        double least = stat_rank_least(a, b);
        double needed = least > CONTRAST_ALPHA ? least : CONTRAST_ALPHA;
        double p = stat_rank_test(runs.side[0].items, a, runs.side[1].items, b);
        agree = p <= needed * (1 + 1e-9);
    }
    arrays_free(&runs.side[0], &runs.side[1]);
    return agree;
}

/* The thing whose change goes furthest in the direction of the whole. */
static void set_most(const struct contrast_things *things, const struct contrast *contrast,
                     struct contrast_row *row) {
    double seconds[2] = {(double)contrast->ns[0] / 1e9, (double)contrast->ns[1] / 1e9};
    double sign = row->value[1] >= row->value[0] ? 1 : -1, furthest = 0;
    for (size_t i = 1; i < things->texts.len; i++) {
        double before = things->sums[0].items[i] / seconds[0];
        double now = things->sums[1].items[i] / seconds[1];
        double change = (now - before) * sign;
        const char *name = things->texts.items[i];
        if (change <= 0 || change < furthest) continue;
        if (change == furthest && strcmp(name, row->most) > 0) continue;
        furthest = change;
        row->most = name;
    }
}

ORDERED(by_worth, struct contrast_row, FALLING(significant), ORDER(fabs(y->worth), fabs(x->worth)),
        strcmp(x->measure->id, y->measure->id))

static void correct(struct contrast *contrast) {
    double *p = mem_zero(contrast->rows.len, sizeof *p);
    size_t tested = 0;
    for (size_t i = 0; i < contrast->rows.len; i++)
        if (contrast->rows.items[i].tested) p[tested++] = contrast->rows.items[i].p;
    stat_benjamini_hochberg(p, tested, p);
    tested = 0;
    EACH (struct contrast_row, row, &contrast->rows) {
        row->adjusted = row->tested ? p[tested++] : 1;
        row->significant = row->tested && row->adjusted <= CONTRAST_ALPHA;
    }
    free(p);
    array_sort(&contrast->rows, by_worth);
}

void contrast_of(const struct contrast_sides *sides, struct contrast *out) {
    struct contrast_cells cells;
    *out = (struct contrast){.ns = {0, 0}};
    bool made = contrast_cells_make(sides, &cells);
    for (size_t i = 0; i < cells.stretches.len && made; i++) {
        const struct contrast_part *part = &cells.stretches.items[i].part;
        out->ns[part->side] += part->to_ns - part->from_ns;
    }
    for (size_t i = 0; i < CONTRAST_SOURCES && made; i++) {
        const struct contrast_source *source = &contrast_sources[i];
        if (source->how == CONTRAST_BY_SAMPLES && sides->without_samples) continue;
        struct contrast_row row = {.measure = &source->measure, .p = 1};
        struct contrast_things things = {.texts = {0}};
        if (contrast_collect(source, &cells, &things)) {
            const bool known[] = {contrast_is_known(source, &cells, 0),
                                  contrast_is_known(source, &cells, 1)};
            set_values(&cells, known, &row);
            row.other_setting = contrast_other_setting(source, &cells);
            if (known[0] && known[1] && !row.other_setting) contrast_test(&cells, &row);
            if (row.tested && !contrast_runs_agree(&cells)) row.p = 1;
            set_most(&things, out, &row);
            array_push(&out->rows, row);
        }
        contrast_things_free(&things);
    }
    contrast_cells_free(&cells);
    correct(out);
}

void contrast_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                   struct contrast *out) {
    struct contrast_sides sides = {.without_samples = true}; /* there are those of the window */
    int64_t from = input->window_from_ns, to = input->window_to_ns;
    *out = (struct contrast){.ns = {0, 0}};
    if (start_ns < 0) start_ns = 0;
    if (end_ns > SERIES_LAST) end_ns = SERIES_LAST;
    if (from < start_ns) from = start_ns;
    if (to > end_ns) to = end_ns;
    if (!input->has_window || to <= from) return;
    array_push(&sides.items, (struct contrast_part){input, 0, start_ns, from});
    array_push(&sides.items, (struct contrast_part){input, 1, from, to});
    array_push(&sides.items, (struct contrast_part){input, 0, to, end_ns});
    contrast_of(&sides, out);
    array_free(&sides.items);
}

static void add_part(const struct rule_input *input, int side, int64_t from, int64_t to,
                     struct contrast_sides *sides) {
    if (to > from) array_push(&sides->items, (struct contrast_part){input, side, from, to});
}

void contrast_add_recorded(const struct rule_input *input, int side, bool outside,
                           struct contrast_sides *sides) {
    OWNED(array_release) struct intervals recorded = {0};
    const struct census *census = input->census;
    for (size_t i = 0; census && i < census->chunks.len; i++) {
        int64_t from = series_time(census->chunks.items[i].start_ns);
        int64_t to = from + series_time(census->chunks.items[i].duration_ns);
        struct interval chunk = {from, series_time(to)};
        if (to > from) array_push(&recorded, chunk);
    }
    intervals_unite(&recorded);
    if (!recorded.len) /* chunks that do not say how long they are */
        array_push(&recorded,
                   (struct interval){input->start_ns, input->start_ns + input->recorded_ns});
    for (size_t i = 0; i < recorded.len; i++) {
        int64_t from = recorded.items[i].from_ns, to = recorded.items[i].to_ns;
        int64_t first = input->has_window ? input->window_from_ns : INT64_MIN;
        int64_t last = input->has_window ? input->window_to_ns : INT64_MAX;
        int64_t inner = first > from ? first : from, outer = last < to ? last : to;
        if (!outside) add_part(input, side, inner, outer, sides);
        else if (outer <= inner) add_part(input, side, from, to, sides);
        else {
            add_part(input, side, from, inner, sides);
            add_part(input, side, outer, to, sides);
        }
    }
}

void contrast_free(struct contrast *contrast) {
    array_free(&contrast->rows);
}

bool contrast_stands_out(const struct contrast_row *row) {
    return row->significant && fabs(row->worth) >= log(LEAST_RATIO);
}
