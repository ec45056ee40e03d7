/* A sheet's tables as CSV. */
#include "base/safe.h"
#include "cmd/write/sheet_writers.h"

#include <string.h>

static void add_quoted(struct text *out, const char *s) {
    if (!s[strcspn(s, ",\"\r\n")]) {
        text_add(out, s);
        return;
    }
    text_add_char(out, '"');
    for (; *s; s++) {
        if (*s == '"') text_add_char(out, '"');
        text_add_char(out, *s);
    }
    text_add_char(out, '"');
}

void sheet_csv_add_text(struct text *out, const char *text) {
    struct text cell = {0};
    bool formula = *text && strchr("=+-@\t\r", *text) && strcmp(text, "-Infinity") != 0;
    if (formula) text_add_char(&cell, '\'');
    safe_add(&cell, text, strlen(text));
    add_quoted(out, text_str(&cell));
    text_free(&cell);
}

void sheet_csv_add_cell(struct text *out, const struct cell *cell) {
    if (cell_is_text(cell)) sheet_csv_add_text(out, cell->text);
    else cell_add_exact(cell, out);
}

static void add_grid(const struct sheet_grid *grid, struct text *out) {
    if (grid->tree) text_add(out, "depth,");
    for (size_t c = 0; c < grid->columns.len; c++) {
        if (c) text_add_char(out, ',');
        sheet_csv_add_text(out, grid->columns.items[c]->key);
    }
    text_add(out, "\r\n");
    for (size_t r = 0; r < grid->depths.len; r++) {
        if (grid->tree) text_addf(out, "%u,", grid->depths.items[r]);
        for (size_t c = 0; c < grid->columns.len; c++) {
            if (c) text_add_char(out, ',');
            sheet_csv_add_cell(out, sheet_grid_cell(grid, r, c));
        }
        text_add(out, "\r\n");
    }
}

void sheet_write_csv(const struct sheet *sheet, struct text *out) {
    size_t tables = 0;
    for (size_t i = 0; i < sheet->items.len; i++) {
        struct sheet_grid grid;
        if (sheet->items.items[i].kind != SHEET_TABLE) continue;
        if (tables++) text_add(out, "\r\n");
        sheet_grid_make(sheet, &i, &grid);
        add_grid(&grid, out);
        sheet_grid_free(&grid);
    }
}
