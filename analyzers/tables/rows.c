#include "analyzers/tables/rows.h"

#include "analyzers/tables/order.h"
#include "parser/table/cells.h"

#include <stdlib.h>
#include <string.h>

void table_set_cell(struct event_column *column, size_t row, uint64_t cell) {
    if (column->kind == JFR_COLUMN_NONE) return;
    if (table_width(column->kind) == 4) ((uint32_t *)column->cells)[row] = (uint32_t)cell;
    else ((uint64_t *)column->cells)[row] = cell;
}

void table_set_cells(struct event_column *column, size_t row, const uint64_t *cells, size_t count) {
    if (column->kind == JFR_COLUMN_NONE || !count) return;
    if (table_width(column->kind) == 4)
        for (size_t i = 0; i < count; i++)
            ((uint32_t *)column->cells)[row + i] = (uint32_t)cells[i];
    else memcpy((uint64_t *)column->cells + row, cells, count * sizeof *cells);
}

void table_widen(struct event_table *table, struct event_column *column, enum jfr_column_kind kind,
                 enum jfr_unit unit) {
    if (unit > column->unit) column->unit = unit;
    kind = cells_wider(column->kind, kind);
    if (kind == column->kind) return;
    struct event_column wider = {kind, column->unit, NULL};
    wider.cells = mem_zero(table->capacity, table_width(kind));
    for (size_t row = 0; row < table->rows; row++)
        table_set_cell(
            &wider, row,
            cells_convert(event_table_cell(table, (size_t)(column - table->columns), row),
                          column->kind, kind));
    free(column->cells);
    *column = wider;
}

size_t table_capacity(const struct event_table *table, size_t rows) {
    return rows <= table->capacity ? table->capacity : mem_grown(table->capacity, 8, rows);
}

void table_reserve_column(struct event_table *table, size_t column, size_t capacity) {
    struct event_column *c = &table->columns[column];
    if (capacity > table->capacity && c->kind != JFR_COLUMN_NONE)
        c->cells = mem_resize(c->cells, capacity, table_width(c->kind));
}

void table_reserve(struct event_table *table, size_t rows) {
    size_t capacity = table_capacity(table, rows);
    for (size_t i = 0; i < table->column_count; i++) table_reserve_column(table, i, capacity);
    table->capacity = capacity;
}

/* Rows from there on, so many, become those in this order. */
static void permute(struct event_table *table, size_t from, const uint32_t *order, size_t len) {
    uint64_t *cells = mem_resize(NULL, len, sizeof *cells);
    for (size_t i = 0; i < table->column_count; i++) {
        for (size_t k = 0; k < len; k++) cells[k] = event_table_cell(table, i, order[k]);
        table_set_cells(&table->columns[i], from, cells, len);
    }
    free(cells);
}

/* Most come in the order of time: then there is hardly anything to do, and nothing to keep. */
void table_sort(const struct things *things, struct event_table *table) {
    uint32_t *order = NULL;
    if (!table_is_by_time(table)) {
        order = table_order(things, table);
        if (table->rows) permute(table, 0, order, table->rows);
        free(order);
        return;
    }
    for (size_t from = 0, to; from < table->rows; from = to) {
        to = table_time_ends(table, from);
        if (to - from == 1) continue;
        order = mem_resize(order, to - from, sizeof *order);
        for (size_t i = 0; i < to - from; i++) order[i] = (uint32_t)(from + i);
        if (table_order_cells(things, table, order, to - from))
            permute(table, from, order, to - from);
    }
    free(order);
}

size_t table_max_rows(const struct event_table *table) {
    size_t rows = (size_t)(table->max_bytes / (8 * (table->column_count + 1)));
    return rows < UINT32_MAX / 2 ? rows + 1 : UINT32_MAX / 2;
}

void table_cut(const struct things *things, struct event_table *table, size_t from) {
    size_t most = table_max_rows(table);
    if (table->rows <= most || table->rows < from) return;
    table_sort(things, table);
    table->rows = most;
}

void table_rename(struct event_table *table, size_t row, const struct things_ids *ids) {
    for (size_t i = 0; i < table->column_count; i++) {
        struct event_column *column = &table->columns[i];
        const uint32_t *by = column->kind == JFR_COLUMN_TEXT     ? ids->texts
                             : column->kind == JFR_COLUMN_THREAD ? ids->threads
                             : column->kind == JFR_COLUMN_STACK  ? ids->stacks
                                                                 : NULL;
        uint32_t *cells = column->cells;
        for (size_t k = row; by && k < table->rows; k++) cells[k] = things_renamed(by, cells[k]);
    }
}

void table_append(struct event_table *into, const struct event_table *from,
                  const struct things_ids *ids) {
    size_t first = into->rows;
    if (!from->rows) return;
    table_reserve(into, into->rows + from->rows);
    for (size_t i = 0; i < into->column_count; i++) {
        struct event_column *column = &into->columns[i];
        const struct event_column *other = &from->columns[i];
        table_widen(into, column, other->kind, other->unit);
        size_t width = table_width(column->kind);
        if (other->kind == column->kind && width)
            memcpy((char *)column->cells + first * width, other->cells, from->rows * width);
        for (size_t row = 0; row < from->rows && other->kind != column->kind; row++)
            table_set_cell(
                column, first + row,
                cells_convert(event_table_cell(from, i, row), other->kind, column->kind));
    }
    into->rows += from->rows;
    table_rename(into, first, ids);
}
