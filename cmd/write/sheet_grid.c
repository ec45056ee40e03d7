/* A table of a sheet as columns and rows. */
#include "cmd/write/sheet_writers.h"

static const struct cell blank = {.kind = CELL_BLANK};

static void fill_up(struct sheet_grid *grid) {
    while (grid->cells.len < grid->depths.len * grid->columns.len) array_push(&grid->cells, &blank);
}

void sheet_grid_make(const struct sheet *sheet, size_t *at, struct sheet_grid *grid) {
    const struct sheet_item *item = &sheet->items.items[*at];
    *grid = (struct sheet_grid){.tree = item->flags & SHEET_TREE};
    for (item++; item->kind != SHEET_END || item->ends != SHEET_TABLE; item++) {
        if (item->kind == SHEET_COLUMN) array_push(&grid->columns, item);
        else if (item->kind == SHEET_FIELD) array_push(&grid->cells, &item->cell);
        else if (item->kind == SHEET_ROW) array_push(&grid->depths, item->depth);
        else fill_up(grid);
    }
    *at = (size_t)(item - sheet->items.items);
}

const struct cell *sheet_grid_cell(const struct sheet_grid *grid, size_t row, size_t column) {
    return grid->cells.items[row * grid->columns.len + column];
}

void sheet_grid_free(struct sheet_grid *grid) {
    arrays_free(&grid->columns, &grid->cells, &grid->depths);
}
