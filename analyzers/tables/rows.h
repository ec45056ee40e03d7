/* The rows of a table as they are kept: columns that grow and become wider, order, limit. */
#pragma once

#include "analyzers/tables/table.h"

/* Bytes of a cell. */
static inline size_t table_width(enum jfr_column_kind kind) {
    return kind == JFR_COLUMN_NONE ? 0 : jfr_is_thing(kind) ? 4 : 8;
}
/* Of a row behind those that are packed, counted from there. */
void table_set_cell(struct event_column *column, size_t row, uint64_t cell);
void table_set_cells(struct event_column *column, size_t row, const uint64_t *cells, size_t count);
/* Its cells become of a kind that holds those of this one, too. */
void table_widen(struct event_table *table, struct event_column *column, enum jfr_column_kind kind,
                 enum jfr_unit unit);
/* Room for so many rows in all. */
void table_reserve(struct event_table *table, size_t rows);
/* The same column by column: as large as they have to be, then each, then it is the table's. */
size_t table_capacity(const struct event_table *table, size_t rows);
void table_reserve_column(struct event_table *table, size_t column, size_t capacity);
/* From so many on, rows that are not packed are, once those of a chunk are there; so few stay loose
 * that what the next chunk has from before its time is sorted with them. */
#define TABLE_LOOSE 8192
/* From so many on, at any time. */
#define TABLE_MOST_LOOSE 65536
void table_pack(struct event_table *table);
void table_free_block(struct event_table *table, size_t block);
/* Loose rows from this one on become the first of them; how many rows there are is up to others. */
void table_move_up(struct event_table *table, size_t row);
void table_free(struct event_table *table);
void table_sort_loose(const struct things *things, struct event_table *table);
void table_sort(const struct things *things, struct event_table *table);
/* How many the limit of its bytes lets be kept. */
size_t table_max_rows(const struct event_table *table);
/* Of more rows than that, and at least `from`, the first by time are kept: of any parts of the
 * rows, and of those of the parts, always the same. */
void table_cut(const struct things *things, struct event_table *table, size_t from);
void table_rename(struct event_table *table, const struct things_ids *ids);
/* Some rows of another table of these columns, whose things have got other numbers (ids: NULL if
 * they have not); all of one of the same wish. */
void table_add_rows(struct event_table *into, const struct event_table *from, size_t row,
                    size_t count, const struct things_ids *ids);
void table_append(struct event_table *into, const struct event_table *from,
                  const struct things_ids *ids);
