#include "cmd/write/table.h"

#include "cmd/write/fit.h"
#include "cmd/write/safe.h"
#include "base/utf8.h"

#include <string.h>

#define GAP 2            /* blanks between columns */
#define LEAST_COLUMNS 12 /* a flexible column is not cut below this */

#define ELLIPSIS "\xE2\x80\xA6" /* … takes one column */

#define BOLD "\x1b[1m"
#define DIM "\x1b[2m"
#define PLAIN "\x1b[0m"

/* ==== The model ============================================================================== */

void table_column(struct table *table, struct table_column column) {
    array_push(&table->columns, column);
}

void table_name(struct table *table, const char *name, size_t packages) {
    struct table_cell cell = {.text = arena_copy(&table->texts, name, strlen(name)),
                              .packages = packages};
    array_push(&table->cells, cell);
}

void table_branch(struct table *table, const char *guide, const char *name, size_t packages) {
    table_name(table, name, packages);
    table->cells.items[table->cells.len - 1].guide =
        arena_copy(&table->texts, guide, strlen(guide));
}

void table_text(struct table *table, const char *text) {
    table_name(table, text, 0);
}

size_t table_rows(const struct table *table) {
    return table->columns.len ? table->cells.len / table->columns.len : 0;
}

void table_free(struct table *table) {
    array_free(&table->columns);
    array_free(&table->cells);
    arena_free(&table->texts);
}

static const struct table_cell *cell_at(const struct table *table, size_t row, size_t column) {
    return &table->cells.items[row * table->columns.len + column];
}

/* ==== Aligned text =========================================================================== */

static size_t safe_columns(const char *s) {
    size_t len = strlen(s);
    if (safe_is(s, len)) return utf8_columns(s, len);
    struct text safe = {0};
    safe_add(&safe, s, len);
    size_t columns = utf8_columns(safe.data, safe.len);
    text_free(&safe);
    return columns;
}

static void measure(const struct table *table, const struct table_style *style, size_t *widths) {
    size_t used = 0;
    for (size_t c = 0; c < table->columns.len; c++) {
        const struct table_column *column = &table->columns.items[c];
        widths[c] = utf8_columns(column->title, strlen(column->title));
        for (size_t r = 0; r < table_rows(table); r++) {
            const struct table_cell *cell = cell_at(table, r, c);
            size_t columns = safe_columns(cell->text);
            if (cell->guide) columns += utf8_columns(cell->guide, strlen(cell->guide));
            if (columns > widths[c]) widths[c] = columns;
        }
        if (style->columns && column->flexible) {
            size_t left = style->columns > used ? style->columns - used : 0;
            if (left < LEAST_COLUMNS) left = LEAST_COLUMNS;
            if (widths[c] > left) widths[c] = left;
        }
        used += widths[c] + GAP;
    }
}

/* Packages are dimmed, so that the eye finds class and method; as far as they were not cut. */
static void add_name(struct text *out, const struct text *name, const struct table_cell *cell,
                     bool color) {
    size_t packages = cell->packages;
    if (!color || !packages || name->len < packages ||
        memcmp(name->data, cell->text, packages) != 0) {
        text_add_bytes(out, name->data, name->len);
        return;
    }
    text_add(out, DIM);
    text_add_bytes(out, name->data, packages);
    text_add(out, PLAIN);
    text_add_bytes(out, name->data + packages, name->len - packages);
}

/* The lines of a tree, of which the end counts where there is no room for all. Returns the columns
 * they take; as many as the name needs, but no more than LEAST_COLUMNS, are left for it. */
static size_t add_guide(struct text *out, const char *guide, size_t name, size_t width) {
    size_t columns = utf8_columns(guide, strlen(guide)), size;
    size_t least = name < LEAST_COLUMNS ? name : LEAST_COLUMNS;
    size_t room = width > least ? width - least : 0;
    if (columns > room && room) {
        text_add(out, ELLIPSIS);
        for (columns++; columns > room; guide += size)
            columns -= (size_t)utf8_width(utf8_next(guide, strlen(guide), &size));
    } else if (!room) {
        return 0;
    }
    text_add(out, guide);
    return columns;
}

static void add_cell(struct text *out, const struct table_cell *cell,
                     const struct table_column *column, size_t width, bool last, bool color) {
    bool right = column->number;
    struct text safe = {0}, fitted = {0};
    safe_add(&safe, cell->text, strlen(cell->text));
    if (cell->guide)
        width -= add_guide(out, cell->guide, utf8_columns(text_str(&safe), safe.len), width);
    if (column->sentence) fit_add_beginning(&fitted, text_str(&safe), safe.len, width);
    else fit_add(&fitted, text_str(&safe), safe.len, cell->packages, width);
    size_t columns = utf8_columns(text_str(&fitted), fitted.len);
    size_t blanks = width > columns ? width - columns : 0;
    if (right) text_add_blanks(out, blanks);
    if (fitted.len) add_name(out, &fitted, cell, color);
    if (!right && !last) text_add_blanks(out, blanks);
    text_free(&safe);
    text_free(&fitted);
}

static void drop_blanks(struct text *out) {
    while (out->len && out->data[out->len - 1] == ' ') out->data[--out->len] = 0;
}

static void add_titles(const struct table *table, const size_t *widths, bool color,
                       struct text *out) {
    if (color) text_add(out, BOLD);
    for (size_t c = 0; c < table->columns.len; c++) {
        const struct table_column *column = &table->columns.items[c];
        size_t blanks = widths[c] - utf8_columns(column->title, strlen(column->title));
        bool last = c + 1 == table->columns.len;
        if (column->number) text_add_blanks(out, blanks);
        text_add(out, column->title);
        if (!column->number && !last) text_add_blanks(out, blanks);
        if (!last) text_add_blanks(out, GAP);
    }
    if (!color) drop_blanks(out);
    if (color) text_add(out, PLAIN);
    text_add_char(out, '\n');
}

void table_write_text(const struct table *table, const struct table_style *style,
                      struct text *out) {
    size_t count = table->columns.len;
    if (!count) return;
    size_t *widths = mem_zero(count, sizeof *widths);
    measure(table, style, widths);
    add_titles(table, widths, style->color, out);
    for (size_t r = 0; r < table_rows(table); r++) {
        for (size_t c = 0; c < count; c++) {
            bool last = c + 1 == count;
            add_cell(out, cell_at(table, r, c), &table->columns.items[c], widths[c], last,
                     style->color);
            if (!last) text_add_blanks(out, GAP);
        }
        drop_blanks(out); /* of empty cells at its end */
        text_add_char(out, '\n');
    }
    free(widths);
}
