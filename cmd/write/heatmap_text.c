/* The heat map for terminals and for programs. */
#include "cmd/read/moment.h"
#include "cmd/write/bars.h"
#include "cmd/write/heatmap_view.h"
#include "cmd/write/json.h"
#include "cmd/write/table.h"
#include "base/units.h"

#include <stdio.h>
#include <string.h>

#define LABELS 10 /* columns left of the map */
#define USUAL_COLUMNS 120
#define LEAST_MAP 10
#define WIDEST_CELL 3 /* columns; short recordings would be a line otherwise */

size_t heatmap_text_columns(size_t columns) {
    if (columns == 0) columns = USUAL_COLUMNS;
    return columns > LABELS + LEAST_MAP ? columns - LABELS : LEAST_MAP;
}

void heatmap_add_head(const struct heatmap_view *view, struct text *out) {
    const struct heatmap *map = view->map;
    text_add_number_of(out, view->range->samples, "sample");
    if (view->event) text_addf(out, " of %s", view->event);
    text_add(out, "; a column is ");
    units_add_exact(out, map->column_ns);
    text_add(out, ", a cell ");
    units_add_exact(out, map->column_ns / (int64_t)map->rows);
    text_add(out, " with at most ");
    text_add_number_of(out, map->most, "sample");
    text_add_char(out, '\n');
}

static void add_row(const struct heatmap_view *view, size_t row, unsigned times, struct text *out) {
    const struct heatmap *map = view->map;
    size_t labels_apart = map->rows >= 20 ? map->rows / 10 : 2;
    struct text label = {0};
    if (row % labels_apart == 0)
        units_add_exact(&label, heatmap_cell_at(map, 0, row).from_ns - map->start_ns);
    text_addf(out, "%*s  ", LABELS - 2, text_str(&label));
    for (size_t column = 0; column < map->columns; column++) {
        uint64_t samples = map->cells[column * map->rows + row];
        double share = map->most ? (double)samples / (double)map->most : 0;
        bars_add_shade(out, share, view->utf8, times);
    }
    while (out->data[out->len - 1] == ' ') out->data[--out->len] = 0;
    text_add_char(out, '\n');
    text_free(&label);
}

static void add_cell(const struct heatmap_view *view, const struct heatmap_cell *cell,
                     struct table *table) {
    struct text selection = {0};
    moment_add_selection(&selection, cell->from_ns, cell->to_ns, view->origin_ns);
    table_count(table, cell->samples);
    table_percent(table, 100 * (double)cell->samples / (double)view->range->samples);
    table_text(table, text_str(&selection));
    text_free(&selection);
}

static void hottest(const struct heatmap_view *view, struct table *table) {
    table_column(table, (struct table_column){.title = "samples", .number = true});
    table_column(table, (struct table_column){.title = "%", .number = true});
    table_column(table, (struct table_column){.title = "hottest cells"});
    for (size_t i = 0; i < view->map->hottest.len; i++)
        add_cell(view, &view->map->hottest.items[i], table);
}

void heatmap_write_text(const struct heatmap_view *view, struct text *out) {
    const struct heatmap *map = view->map;
    size_t room = heatmap_text_columns(view->columns) / map->columns;
    unsigned times = room > WIDEST_CELL ? WIDEST_CELL : room ? (unsigned)room : 1;
    struct table table = {0};
    struct table_style style = {0};
    struct text axis = {0};
    heatmap_add_head(view, out);
    moment_add_axis(&axis, map->start_ns - view->origin_ns, map->column_ns, map->columns, times);
    while (axis.len && axis.data[axis.len - 1] == ' ') axis.data[--axis.len] = 0;
    text_addf(out, "\n%*s%s\n", LABELS, "", text_str(&axis));
    for (size_t row = 0; row < map->rows; row++) add_row(view, row, times, out);
    text_add_char(out, '\n');
    hottest(view, &table);
    table_write_text(&table, &style, out);
    if (view->range->outside || view->range->untimed) text_add_char(out, '\n');
    moment_add_left_out(out, view->range);
    table_free(&table);
    text_free(&axis);
}

void heatmap_write_markdown(const struct heatmap_view *view, struct text *out) {
    struct table table = {0};
    struct text head = {0};
    heatmap_add_head(view, &head);
    head.data[--head.len] = 0;
    markdown_add(out, head.data);
    text_add(out, "\n\n");
    hottest(view, &table);
    table_write_markdown(&table, out);
    table_free(&table);
    text_free(&head);
}

void heatmap_write_csv(const struct heatmap_view *view, struct text *out) {
    const struct heatmap *map = view->map;
    static const char *const keys[] = {"column", "row", "from_ns", "to_ns", "samples"};
    struct table table = {0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        table_column(&table, (struct table_column){.key = keys[i], .number = true});
    for (size_t column = 0; column < map->columns; column++)
        for (size_t row = 0; row < map->rows; row++) {
            const struct heatmap_cell cell = heatmap_cell_at(map, column, row);
            char number[32];
            if (cell.samples == 0) continue;
            table_count(&table, column);
            table_count(&table, row);
            snprintf(number, sizeof number, "%lld", (long long)cell.from_ns);
            table_text(&table, number);
            snprintf(number, sizeof number, "%lld", (long long)cell.to_ns);
            table_text(&table, number);
            table_count(&table, cell.samples);
        }
    table_write_csv(&table, out);
    table_free(&table);
}

void heatmap_write_json(const struct heatmap_view *view, struct text *out) {
    const struct heatmap *map = view->map;
    cJSON *root = cJSON_CreateObject();
    json_add_text(root, "event", view->event);
    json_add_count(root, "samples", view->range->samples);
    json_add_count(root, "samples_outside", view->range->outside);
    json_add_count(root, "samples_untimed", view->range->untimed);
    json_add_number(root, "start_ns", map->start_ns);
    json_add_number(root, "column_ns", map->column_ns);
    json_add_count(root, "columns", map->columns);
    json_add_count(root, "rows", map->rows);
    json_add_count(root, "most", map->most);
    cJSON *columns = json_add_array(root, "cells");
    for (size_t column = 0; column < map->columns; column++) {
        cJSON *cells = json_add_array(columns, NULL);
        for (size_t row = 0; row < map->rows; row++)
            json_add_count(cells, NULL, map->cells[column * map->rows + row]);
    }
    cJSON *hot = json_add_array(root, "hottest");
    for (size_t i = 0; i < map->hottest.len; i++) {
        const struct heatmap_cell *cell = &map->hottest.items[i];
        cJSON *object = json_add_object(hot, NULL);
        struct text point = {0};
        json_add_count(object, "column", cell->column);
        json_add_count(object, "row", cell->row);
        json_add_count(object, "samples", cell->samples);
        json_add_number(object, "from_ns", cell->from_ns);
        json_add_number(object, "to_ns", cell->to_ns);
        moment_add(&point, cell->from_ns, view->origin_ns);
        json_add_text(object, "from", text_str(&point));
        text_clear(&point);
        moment_add(&point, cell->to_ns, view->origin_ns);
        json_add_text(object, "to", text_str(&point));
        text_free(&point);
    }
    json_write(root, true, out);
}
