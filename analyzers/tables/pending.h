/* Events of a type that wait for the constants of their chunk: by column codes, or cells where it
 * has none (parser/table/cells), of which each event is read once. A code takes 2 bytes as long as
 * all fit, so that millions of samples take 14 bytes each: a time, a thread, a stack, a state. */
#pragma once

#include "parser/table/cells.h"

#define PENDING_COLUMNS 32
#define PENDING_AT_ONCE 128 /* rows that are read together */

struct pending_column {
    void *items;
    size_t len, cap;
    unsigned width; /* bytes of an item: 2, 4 or 8; 0: there is none yet */
};

struct pending {
    struct plan_event *batch; /* that is read at once */
    size_t waiting, rows;
    struct pending_column columns[PENDING_COLUMNS];
};

/* The event's bytes must stay until they are read: pending_read, or the next that find it full. */
void pending_add(struct pending *pending, struct cells *cells, size_t columns,
                 const struct jfr_event *event);
/* Reads those that were put together; last of all. */
void pending_read(struct pending *pending, struct cells *cells, size_t columns);
/* The column's cells of rows [first, first + count). */
void pending_cells(const struct pending *pending, struct cells *cells,
                   const struct jfr_constants *constants, size_t column, size_t first, size_t count,
                   uint64_t *out);
/* All of the column, if they are cells of eight bytes as they are, in place of *out, with room for
 * so many. */
bool pending_take(struct pending *pending, const struct cells *cells, size_t column, size_t room,
                  void **out);
/* Appends numbers, which are one or more. */
void pending_push(struct pending_column *column, const uint64_t *numbers, size_t count);
void pending_numbers(const struct pending_column *column, size_t first, size_t count,
                     uint64_t *out);
void pending_forget(struct pending_column *column);
/* No rows any more; the memory is kept for the next. */
void pending_clear(struct pending *pending);
void pending_free(struct pending *pending);
