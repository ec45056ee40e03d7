/* Reads all columns of a table and looks at what its cells stand for, so that sanitizers see it. */
#pragma once

#include "parser/jfr.h"

#include <stdlib.h>
#include <string.h>

static inline size_t table_rows_look(const struct jfr_rows *rows, size_t column, uint64_t cell) {
    enum jfr_column_kind kind = jfr_rows_kind(rows, column);
    size_t bytes = 0;
    if (!jfr_is_thing(kind) || cell == JFR_NULL_ID) return 0;
    if (kind == JFR_COLUMN_TEXT) return strlen(jfr_rows_text(rows, cell, NULL));
    if (kind == JFR_COLUMN_THREAD) return strlen(jfr_rows_thread(rows, cell).name);
    struct jfr_stack stack = jfr_rows_stack(rows, cell);
    for (uint32_t i = 0; i < stack.depth; i++)
        bytes += strlen(jfr_rows_frame(rows, cell, i).method);
    return bytes;
}

/* Of the file's tables the one of this number, counted around. Returns the number of rows. */
static inline size_t table_rows_read(const char *path, size_t number) {
    struct jfr_error error;
    struct jfr_tables *tables = jfr_tables_open(&path, 1, NULL, &error);
    size_t count = tables ? jfr_tables_count(tables) : 0, seen = 0, bytes = 0;
    if (count) {
        const struct jfr_table *table = jfr_tables_at(tables, number % count);
        size_t columns = jfr_table_columns(table);
        const char **paths = calloc(columns + 1, sizeof *paths);
        uint64_t *cells = calloc(columns + 1, sizeof *cells);
        for (size_t i = 0; i < columns; i++) paths[i] = jfr_table_column(table, i)->path;
        struct jfr_rows *rows = jfr_rows_open(tables, table, paths, columns, 0, NULL);
        for (; jfr_rows_next(rows, cells); seen++)
            for (size_t i = 0; i < columns; i++) bytes += table_rows_look(rows, i, cells[i]);
        jfr_rows_close(rows);
        free(paths);
        free(cells);
    }
    jfr_tables_close(tables);
    return bytes == SIZE_MAX ? 0 : seen;
}
