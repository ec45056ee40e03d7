/* The heat map as a sheet. */
#include "cmd/write/words.h"
#include "cmd/read/moment.h"
#include "cmd/write/bars.h"
#include "cmd/sheets/heatmap.h"
#include "base/units.h"

#define LABELS 10 /* columns left of the map */
#define USUAL_COLUMNS 120
#define LEAST_MAP 10
#define AROUND 14     /* lines above and below the map */
#define WIDEST_CELL 3 /* columns; short recordings would be a line otherwise */

static bool in_halves(const struct heatmap_view *view) {
    return view->utf8 && view->color;
}

size_t heatmap_text_rows(size_t lines, bool halves) {
    static const size_t rows[] = {50, 40, 25, 20}; /* cells of whole milliseconds */
    size_t i = 0, room = lines > AROUND ? lines - AROUND : 0;
    if (halves) room *= 2;
    while (lines && i < 3 && rows[i] > room) i++;
    return rows[i];
}

size_t heatmap_text_columns(size_t columns) {
    if (columns == 0) columns = USUAL_COLUMNS;
    return columns > LABELS + LEAST_MAP ? columns - LABELS : LEAST_MAP;
}

void heatmap_add_head(const struct heatmap_view *view, struct text *out) {
    const struct heatmap *map = view->map;
    words_add(out, "{sample}[ of {}]; a column is ", cell_count(view->range->samples),
              words_name(view->event));
    units_add_exact(out, map->column_ns);
    text_add(out, ", a cell ");
    units_add_exact(out, map->column_ns / (int64_t)map->rows);
    words_add(out, " with at most {sample}\n", cell_count(map->most));
}

static double share_of(const struct heatmap *map, size_t column, size_t row) {
    uint64_t samples = row < map->rows ? map->cells[column * map->rows + row] : 0;
    return map->most ? (double)samples / (double)map->most : 0;
}

/* In colour two rows are a line. */
static void add_row(const struct heatmap_view *view, size_t row, unsigned times, struct text *out) {
    const struct heatmap *map = view->map;
    size_t labels_apart = map->rows >= 20 ? map->rows / 10 : 2;
    if (in_halves(view) && labels_apart % 2) labels_apart *= 2;
    OWNED(text_free) struct text label = {0};
    if (row % labels_apart == 0)
        units_add_exact(&label, heatmap_cell_at(map, 0, row).from_ns - map->start_ns);
    text_addf(out, "%*s  ", LABELS - 2, text_str(&label));
    for (size_t column = 0; column < map->columns; column++) {
        double share = share_of(map, column, row);
        if (in_halves(view)) bars_add_halves(out, share, share_of(map, column, row + 1), times);
        else bars_add_shade(out, share, view->utf8, times);
    }
    while (out->data[out->len - 1] == ' ') out->data[--out->len] = 0;
    text_add_char(out, '\n');
}

static void add_hottest(const struct heatmap_view *view, struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE});
    sheet_columns(sheet, column_number("samples", NULL), column_number("%", NULL),
                  column_text("hottest cells", NULL));
    EACH (const struct heatmap_cell, cell, &view->map->hottest) {
        OWNED(text_free) struct text selection = {0};
        moment_add_selection(&selection, cell->from_ns, cell->to_ns, view->origin_ns);
        sheet_row_of(sheet, cell_count(cell->samples),
                     cell_percent(units_percent(cell->samples, view->range->samples)),
                     cell_text(text_str(&selection)));
    }
    sheet_end(sheet);
}

static void add_axis(struct text *axis, struct text *lines) {
    while (axis->len && axis->data[axis->len - 1] == ' ') axis->data[--axis->len] = 0;
    text_addf(lines, "%*s%s\n", LABELS, "", text_str(axis));
    text_clear(axis);
}

static void add_map(const struct heatmap_view *view, struct sheet *sheet) {
    const struct heatmap *map = view->map;
    size_t room = heatmap_text_columns(view->columns) / map->columns;
    unsigned times = room > WIDEST_CELL ? WIDEST_CELL : room ? (unsigned)room : 1;
    OWNED(text_free) struct text axis = {0}, lines = {0};
    const struct moment_axis marks = {map->start_ns, map->column_ns, view->origin_ns, map->columns,
                                      times};
    moment_add_axis(&axis, &marks);
    add_axis(&axis, &lines);
    moment_add_clock_axis(&axis, &marks, &view->zone);
    add_axis(&axis, &lines);
    for (size_t row = 0; row < map->rows; row += in_halves(view) ? 2 : 1)
        add_row(view, row, times, &lines);
    if (in_halves(view)) sheet_colored_picture(sheet, text_str(&lines));
    else sheet_picture(sheet, SHEET_TEXT, text_str(&lines));
}

static void add_people(const struct heatmap_view *view, struct sheet *sheet) {
    OWNED(text_free) struct text lines = {0};
    heatmap_add_head(view, &lines);
    moment_add_span(&lines, view->range, &view->zone);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    if (sheet_shows(sheet, SHEET_TEXT)) add_map(view, sheet);
    add_hottest(view, sheet);
    text_clear(&lines);
    moment_add_left_out(&lines, view->range);
    if (lines.len) sheet_lines(sheet, SHEET_TEXT, text_str(&lines));
}

/* The cells that have samples. */
static void add_cells(const struct heatmap_view *view, struct sheet *sheet) {
    const struct heatmap *map = view->map;
    static const char *const keys[] = {"column", "row", "from_ns", "to_ns", "samples"};
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_ROWS});
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        sheet_column(sheet, column_number(NULL, keys[i]));
    for (size_t column = 0; column < map->columns; column++)
        for (size_t row = 0; row < map->rows; row++) {
            const struct heatmap_cell cell = heatmap_cell_at(map, column, row);
            if (cell.samples == 0) continue;
            sheet_row_of(sheet, cell_count(column), cell_count(row), cell_time(cell.from_ns),
                         cell_time(cell.to_ns), cell_count(cell.samples));
        }
    sheet_end(sheet);
}

static void add_all_cells(const struct heatmap *map, struct sheet *sheet) {
    sheet_array(sheet, "cells");
    for (size_t column = 0; column < map->columns; column++) {
        sheet_array(sheet, NULL);
        for (size_t row = 0; row < map->rows; row++)
            sheet_field(sheet, NULL, cell_count(map->cells[column * map->rows + row]));
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

static void add_cell_place(const struct heatmap_view *view, const struct heatmap_cell *cell,
                           struct sheet *sheet) {
    sheet_field(sheet, "samples", cell_count(cell->samples));
    moment_add_fields(sheet, cell->from_ns, cell->to_ns, view->origin_ns);
}

#include "cmd/keys/heatmap_shown.h"

void heatmap_describe(const struct heatmap_view *view, struct sheet *sheet) {
    if (sheet_shows(sheet, SHEET_JSON)) heatmap_fields(view, view->map, sheet);
    if (sheet_shows(sheet, SHEET_ROWS)) add_cells(view, sheet);
    if (sheet_shows(sheet, SHEET_PEOPLE)) add_people(view, sheet);
}
