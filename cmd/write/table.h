/* Tables of aligned text.
 *
 *   struct table table = {0};
 *   table_column(&table, (struct table_column){.title = "self", .number = true});
 *   table_column(&table, (struct table_column){.title = "method"});
 *   for (each row) { table_text(&table, "12"); table_text(&table, "App.main"); }
 *   table_write_text(&table, &style, out);
 *   table_free(&table);
 *
 * Cells are added row by row, one per column. Texts are copied; they may hold anything, but for
 * titles: they are made harmless.
 */
#ifndef CMD_WRITE_TABLE_H
#define CMD_WRITE_TABLE_H

#include "base/array.h"
#include "base/text.h"

#include <stdbool.h>

struct table_column {
    const char *title; /* for people: "self %" */
    bool number;       /* right-aligned, never cut */
    bool flexible;     /* cut to fit the terminal; at most one, the last */
    bool sentence;     /* what is too long loses its end; else it is a name, see fit_add */
};

struct table_cell {
    char *text;
    size_t packages; /* see fit_add */
    char *guide;     /* lines of a tree in front of the text; or NULL */
};

struct table {
    ARRAY(struct table_column) columns;
    ARRAY(struct table_cell) cells;
    struct arena texts;
};

struct table_style {
    size_t columns; /* lines may be this long; 0: no limit */
    bool color;
};

void table_column(struct table *table, struct table_column column);
void table_text(struct table *table, const char *text);
/* A qualified name whose first packages bytes are package names with their dots. */
void table_name(struct table *table, const char *name, size_t packages);
/* The same behind the lines of a tree ("├─ "), which are never shortened before the name is. */
void table_branch(struct table *table, const char *guide, const char *name, size_t packages);
size_t table_rows(const struct table *table);

void table_write_text(const struct table *table, const struct table_style *style, struct text *out);
void table_free(struct table *table);

#endif
