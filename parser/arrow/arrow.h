/* Rows as Arrow's record batches: what the files of this room share. See jfr.h.
 *
 *   schema.c   columns of a table -> formats, ArrowSchema
 *   batch.c    cells, row by row -> ArrowArray
 *   stream.c   chunks -> workers -> batches in the order of the files
 */
#pragma once

#include "base/array.h"
#include "parser/jfr.h"
#include "parser/table/things.h"

enum arrow_form { /* how a column lies in a batch */
                  ARROW_INT64,
                  ARROW_DOUBLE,
                  ARROW_BOOLEAN,
                  ARROW_DICTIONARY,
                  ARROW_UTF8,
                  ARROW_STACK_HASH,
                  ARROW_FRAMES,
};

struct arrow_column {
    const char *name, *path; /* path NULL: the recording's name */
    enum jfr_column_kind kind;
    enum jfr_unit unit;
    enum arrow_form form;
    int64_t divisor; /* of integers; 1: they stay */
    const char *format;
};

struct arrow_columns {
    ARRAY(struct arrow_column) items; /* point into the tables */
};

/* False: there is no such column. */
bool arrow_columns_choose(struct arrow_columns *columns, const struct jfr_table *table,
                          const char *const *names, size_t count,
                          const struct jfr_arrow_options *options, struct jfr_error *error);
/* A struct of all columns; the table's name and label are its metadata. */
void arrow_schema_make(const struct arrow_columns *columns, const struct jfr_table *table,
                       struct ArrowSchema *out);

struct arrow_batch; /* that is being filled */

/* columns must outlive it. */
struct arrow_batch *arrow_batch_open(const struct arrow_columns *columns);
/* From now on cells are numbers of these things, and of this recording. */
void arrow_batch_begin(struct arrow_batch *batch, const struct jfr_rows *rows,
                       const char *recording);
/* cells: of all columns that have a path, in their order. */
void arrow_batch_add(struct arrow_batch *batch, const uint64_t *cells);
/* Columns whose cells have a fixed width, that is no texts and no frames, can come many rows at
 * once: columns[column][row], of all that have a path. Returns how many were added: fewer only
 * where the batch is full, at least 1 of 1. */
bool arrow_batch_takes_many(const struct arrow_batch *batch);
size_t arrow_batch_add_many(struct arrow_batch *batch, uint64_t *const *columns, size_t count);
size_t arrow_batch_rows(const struct arrow_batch *batch);
/* Offsets have 32 bits: does another row fit? */
bool arrow_batch_is_full(const struct arrow_batch *batch);
/* Hands out what there is, and begins anew with the same things. */
void arrow_batch_take(struct arrow_batch *batch, struct ArrowArray *out);
void arrow_batch_close(struct arrow_batch *batch);

/* Which rows are wanted, by columns of the table that need not be those of the stream. Each worker
 * has a state of its own. */
struct arrow_filter {
    const char *const *paths;
    size_t count;
    void *context;
    void *(*open)(void *context, const struct things *things);
    /* cells: of the paths. The things are others than before if is_new. */
    bool (*keep)(void *state, const uint64_t *cells, bool is_new);
    void (*close)(void *state);
};

/* jfr_arrow_stream with a filter, which is copied (what it points to must outlive the stream);
 * NULL: all rows. free_context is called with the filter's context when the stream is released. */
bool arrow_stream_make(struct jfr_tables *tables, const struct jfr_table *table,
                       const char *const *names, size_t count,
                       const struct jfr_arrow_options *options, const struct arrow_filter *filter,
                       void (*free_context)(void *context), const struct jfr_log *log,
                       struct ArrowArrayStream *out, struct jfr_error *error);
