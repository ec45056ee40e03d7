#include "analyzers/time/heatmap.h"

#include "base/units.h"

/* Where the row begins in its column; rows share a column that they do not divide evenly. */
static int64_t row_start(const struct heatmap *map, size_t row) {
    return (int64_t)((unsigned __int128)map->column_ns * row / map->rows);
}

/* The last row that begins no later than that. */
static size_t row_at(const struct heatmap *map, int64_t into) {
    size_t row = (size_t)((unsigned __int128)into * map->rows / (uint64_t)map->column_ns);
    if (row + 1 < map->rows && row_start(map, row + 1) <= into) row++;
    return row < map->rows ? row : map->rows - 1;
}

struct heatmap_cell heatmap_cell_at(const struct heatmap *map, size_t column, size_t row) {
    int64_t start = map->start_ns + (int64_t)column * map->column_ns;
    return (struct heatmap_cell){
        .column = column,
        .row = row,
        .samples = map->cells[column * map->rows + row],
        .from_ns = start + row_start(map, row),
        .to_ns = start + row_start(map, row + 1) - 1,
    };
}

ORDERED(compare_cells, struct heatmap_cell, FALLING(samples), RISING(from_ns))

/* Few of many: a list in order, whose last one goes when a hotter one comes. */
static void find_hottest(struct heatmap *map, size_t count) {
    for (size_t i = 0; i < map->columns * map->rows && count; i++) {
        uint64_t samples = map->cells[i];
        size_t len = map->hottest.len;
        if (samples == 0 || (len == count && samples <= map->hottest.items[len - 1].samples))
            continue;
        if (len == count) map->hottest.len--;
        array_push(&map->hottest, heatmap_cell_at(map, i / map->rows, i % map->rows));
        struct heatmap_cell *items = map->hottest.items;
        for (size_t k = map->hottest.len - 1; k > 0 && compare_cells(&items[k - 1], &items[k]) > 0;
             k--) {
            struct heatmap_cell cell = items[k];
            items[k] = items[k - 1];
            items[k - 1] = cell;
        }
    }
}

void heatmap_make(const struct profile *profile, const struct heatmap_options *options,
                  struct heatmap *out) {
    struct time_range shown = options->range;
    *out = (struct heatmap){.rows = options->rows};
    /* Aligning to whole columns may take one more than the bare length does. */
    size_t fit = options->max_columns > 1 ? options->max_columns - 1 : 1;
    out->column_ns = time_range_step(&shown, fit, NS_PER_S);
    int64_t into = (shown.start_ns - options->origin_ns) % out->column_ns;
    shown.start_ns -= into < 0 ? into + out->column_ns : into;
    out->start_ns = shown.start_ns;
    /* The end is inclusive: a sample right at it may begin a column of its own. */
    out->columns =
        (size_t)(((uint64_t)shown.end_ns - (uint64_t)shown.start_ns) / (uint64_t)out->column_ns) +
        1;
    out->cells = mem_zero(out->columns * out->rows, sizeof *out->cells);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (!time_range_has(&options->range, sample.time_ns)) continue;
        int64_t since = sample.time_ns - out->start_ns;
        size_t column = (size_t)(since / out->column_ns);
        size_t at = column * out->rows + row_at(out, since % out->column_ns);
        out->cells[at] += sample.count;
        if (out->cells[at] > out->most) out->most = out->cells[at];
    }
    find_hottest(out, options->hottest);
}

void heatmap_free(struct heatmap *map) {
    free(map->cells);
    array_free(&map->hottest);
    *map = (struct heatmap){0};
}
