/* A sheet's tables as rows for programs. */
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

const struct sheet_rows sheet_csv = {.between = ",", .end = "\r\n", .add = add_quoted};
/* A line is a row: texts that are harmless have neither tabs nor line ends. */
const struct sheet_rows sheet_tsv = {.between = "\t", .end = "\n", .add = text_add};

void sheet_rows_add_text(const struct sheet_rows *rows, struct text *out, const char *text) {
    OWNED(text_free) struct text cell = {0};
    bool formula = *text && strchr("=+-@\t\r", *text) && strcmp(text, "-Infinity") != 0;
    if (formula) text_add_char(&cell, '\'');
    safe_add(&cell, text, strlen(text));
    rows->add(out, text_str(&cell));
}

void sheet_rows_add_cell(const struct sheet_rows *rows, struct text *out, const struct cell *cell) {
    if (cell_is_text(cell)) sheet_rows_add_text(rows, out, cell->text);
    else cell_add_exact(cell, out);
}

static void add_grid(const struct sheet_grid *grid, const struct sheet_rows *rows,
                     struct text *out) {
    if (grid->tree) text_addf(out, "depth%s", rows->between);
    for (size_t c = 0; c < grid->columns.len; c++) {
        if (c) text_add(out, rows->between);
        sheet_rows_add_text(rows, out, grid->columns.items[c]->key);
    }
    text_add(out, rows->end);
    for (size_t r = 0; r < grid->depths.len; r++) {
        if (grid->tree) text_addf(out, "%u%s", grid->depths.items[r], rows->between);
        for (size_t c = 0; c < grid->columns.len; c++) {
            if (c) text_add(out, rows->between);
            sheet_rows_add_cell(rows, out, sheet_grid_cell(grid, r, c));
        }
        text_add(out, rows->end);
    }
}

void sheet_write_rows(const struct sheet *sheet, const struct sheet_style *style,
                      struct text *out) {
    const struct sheet_rows *rows = format_rows[sheet->format].rows;
    size_t tables = 0;
    for (size_t i = 0; i < sheet->items.len; i++) {
        OWNED(sheet_grid_free) struct sheet_grid grid;
        if (sheet->items.items[i].kind != SHEET_TABLE) continue;
        if (tables++) text_add(out, rows->end);
        sheet_grid_make(sheet, &i, &grid);
        add_grid(&grid, rows, out);
    }
}
