/* Rows of one chunk after the other, for who hands them out by itself: to workers.
 *
 *   rows_visit(rows, chunk, metadata)   jfr_rows_next gives the rows of this chunk, then no more
 */
#pragma once

#include "parser/jfr.h"
#include "parser/table/cells.h"
#include "parser/table/tables.h"
#include "parser/table/things.h"

/* jfr_rows_open, but without chunks of its own. */
struct jfr_rows *rows_open_idle(const struct jfr_tables *tables, const struct jfr_table *table,
                                const char *const *paths, size_t count, unsigned flags,
                                const struct jfr_log *log);
/* Chunk and metadata must outlive its rows. Numbers of things are forgotten, as from chunk to
 * chunk of jfr_rows_next. */
void rows_visit(struct jfr_rows *rows, const struct jfr_chunk *chunk,
                const struct jfr_metadata *metadata);
struct places;
/* Rows of one table go by what is known of it there, and add to it; places must outlive them. */
void rows_use_places(struct jfr_rows *rows, struct places *places);
/* Of all chunks only these, until others are named: numbers of things go on. */
void rows_use_range(struct jfr_rows *rows, struct chunks_range range);
/* As jfr_rows_next, but up to so many (at least 1) by column: columns[column][row]. Returns how
 * many, all of one event type; 0: there are no more. */
size_t rows_next_many(struct jfr_rows *rows, uint64_t *const *columns, size_t most);
/* Rows as codes, see cells_code_many: for who groups them by codes, and decodes groups alone. */
struct rows_coder {
    void *context;
    /* Some rows of one event type of the chunk at hand, by column: codes[column][row]; tag: which
     * of the chunk's types it is. False: no more of the chunk, nor is `chunk` called for it. */
    bool (*rows)(void *context, const struct cells *cells, uint32_t tag, uint64_t *const *codes,
                 size_t count);
    /* All rows of the chunk have come, and its constants are there: now, or never, cells_of_code
     * says what codes mean. Called for each type of the chunk that is one of the table. */
    void (*type)(void *context, struct cells *cells, uint32_t tag,
                 const struct jfr_constants *constants);
};
#define ROWS_CODED 256 /* rows at most that are handed on together */
/* The next chunk that may have rows, all of it. False: there is none. Not to be mixed with the
 * other ways to read. */
bool rows_code_chunk(struct jfr_rows *rows, const struct rows_coder *coder);
/* Of the row at hand, see jfr_row_text: its cells, where its caller has them or here; room for what
 * a cell of the column is called. */
const uint64_t *rows_cells(const struct jfr_rows *rows);
struct text *rows_shown(struct jfr_rows *rows, size_t column);
/* What cells of the chunk at hand are numbers of. */
const struct things *rows_things(const struct jfr_rows *rows);
/* Those things, when there are no more rows: whose they are then. There are none left. */
struct things rows_take_things(struct jfr_rows *rows);
/* Adds what cells of others' rows are numbers of. With JFR_ROWS_STABLE. */
struct things_ids rows_add_things(struct jfr_rows *rows, const struct things *things);
