/* The writers of sheets, one a file; sheet_write chooses. Each appends to the text. */
#pragma once

#include "cmd/write/sheet.h"

/* The style is of text alone. */
typedef void sheet_writer(const struct sheet *sheet, const struct sheet_style *style,
                          struct text *out);
sheet_writer sheet_write_text, sheet_write_markdown, sheet_write_json;
/* A page that needs nothing else and runs no script. */
sheet_writer sheet_write_html;
/* A header line of keys, then a line a row; tables are separated by an empty line. */
sheet_writer sheet_write_rows;

/* ==== Rows for programs ====================================================================== */

struct sheet_rows {            /* one of their formats */
    const char *between, *end; /* cells; a row */
    /* Appends the text of a cell so that neither of them is in it; it is harmless otherwise. */
    void (*add)(struct text *out, const char *text);
};
#define SHEET_FORMAT(...)
#define ROWS_FORMAT(id, name, title, ending, target, rows, help) \
    extern const struct sheet_rows rows;
#include "cmd/write/formats.h"
#undef SHEET_FORMAT

/* Spreadsheets take a cell that starts with = + - @ for a formula; such texts get a leading
 * apostrophe. What would reach a terminal is made harmless. */
void sheet_rows_add_text(const struct sheet_rows *rows, struct text *out, const char *text);
void sheet_rows_add_cell(const struct sheet_rows *rows, struct text *out, const struct cell *cell);

/* A cell as the writer of pages has it, for who writes rows without a sheet. */
void sheet_html_add_cell(struct text *out, const struct cell *cell);
/* What stands between the title and the end of such a page, for who has a page already. */
void sheet_html_add_items(const struct sheet *sheet, struct text *out);

/* Calls for each line of the text, without its end. */
void sheet_each_line(const char *lines, void (*line)(const char *line, size_t len, void *context),
                     void *context);

/* What text shows a mark with, to be ended with SHEET_PLAIN; "" for no mark. */
const char *sheet_mark_color(enum cell_mark mark);
#define SHEET_PLAIN "\x1b[0m"

/* ==== Tables ================================================================================ */

/* A table's columns and cells, row by row; a cell that is not there is missing. */
struct sheet_grid {
    ARRAY(const struct sheet_item *) columns;
    ARRAY(const struct cell *) cells;
    ARRAY(uint32_t) depths; /* of the rows */
    bool tree;
};

/* Gathers the table that begins at item *at, and moves *at to its end. */
void sheet_grid_make(const struct sheet *sheet, size_t *at, struct sheet_grid *grid);
void sheet_grid_free(struct sheet_grid *grid);
/* Wide columns that say nothing, or for which there is no room, are taken out of the grid. */
void sheet_grid_write_text(struct sheet_grid *grid, const struct sheet_style *style,
                           struct text *out);
const struct cell *sheet_grid_cell(const struct sheet_grid *grid, size_t row, size_t column);
