/* Tables that a test writes by hand, for those who only read them.
 *
 *   struct tables tables;
 *   made_tables(&tables, &leaks_wishes);             all are there and empty
 *   made_rows(&tables, "jdk.ResidentSetSize", "nn", 2, (int64_t[]){5, 100, 6, 120});
 *   made_tables_free(&tables);
 *
 * A letter is a column: n number, u unsigned, r real (made_real), b boolean, t text (made_text), -
 * not recorded. Cells have no room for more than the rows, so that sanitizers see it when one too
 * many is read. */
#pragma once

#include "analyzers/tables/table.h"
#include "base/mem.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static inline void made_tables(struct tables *tables, const struct wishes *wishes) {
    *tables = (struct tables){.items = mem_zero(wishes->count, sizeof *tables->items),
                              .len = wishes->count};
    for (size_t i = 0; i < wishes->count; i++) {
        tables->items[i].wish = &wishes->rows[i];
        while (wishes->rows[i].fields[tables->items[i].column_count])
            tables->items[i].column_count++;
    }
}

static inline struct event_table *made_table(struct tables *tables, const char *event) {
    for (size_t i = 0; i < tables->len; i++)
        if (strcmp(tables->items[i].wish->event, event) == 0) return &tables->items[i];
    ck_abort_msg("%s was not wished for", event);
}

static inline int64_t made_text(struct tables *tables, const char *text) {
    return strings_intern(&tables->things.texts, text, strlen(text));
}

static inline int64_t made_real(double number) {
    int64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline enum jfr_column_kind made_kind(char letter) {
    switch (letter) {
    case 't': return JFR_COLUMN_TEXT;
    case 'u': return JFR_COLUMN_UNSIGNED;
    case 'r': return JFR_COLUMN_REAL;
    case 'b': return JFR_COLUMN_BOOLEAN;
    default: return JFR_COLUMN_INT;
    }
}

static inline void made_rows(struct tables *tables, const char *event, const char *columns,
                             size_t rows, const int64_t *cells) {
    struct event_table *table = made_table(tables, event);
    size_t stride = strlen(columns);
    ck_assert_uint_le(strcspn(columns, "-"), table->column_count);
    table->rows = table->capacity = rows;
    for (size_t i = 0; i < table->column_count && i < stride; i++) {
        struct event_column *column = &table->columns[i];
        bool text = columns[i] == 't';
        if (columns[i] == '-') continue;
        column->kind = made_kind(columns[i]);
        column->cells = mem_zero(rows, text ? sizeof(uint32_t) : sizeof(int64_t));
        for (size_t row = 0; row < rows; row++) {
            int64_t cell = cells[row * stride + i];
            if (text) ((uint32_t *)column->cells)[row] = (uint32_t)cell;
            else ((int64_t *)column->cells)[row] = cell;
        }
    }
}

static inline void made_tables_free(struct tables *tables) {
    for (size_t i = 0; i < tables->len; i++)
        for (size_t k = 0; k < tables->items[i].column_count; k++)
            free(tables->items[i].columns[k].cells);
    free(tables->items);
    things_free(&tables->things);
}
