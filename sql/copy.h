/* Copies: rows of a table that a statement reads more than once, with just the columns that it
 * names, in the order of a key: what an index is to a table that SQLite keeps itself.
 *
 *   rows     cells of row 0, of row 1, ...     as jfr_rows_next has them, in file order
 *   order    3 0 2 1 ...                       by the key columns
 *   keys     of each key column, in that order: what is searched
 *
 * A key is a number in the order of the column's values; of texts a hash of what they are, so that
 * SQLite has to look at the value once more.
 */
#pragma once

#include "parser/table/cells.h"
#include "sql/room.h"

#define COPY_COLUMNS 640 /* of a table: MAX_COLUMNS of the schema and what is added here */
#define COPY_KEYS 6
#define TOLD_APART 63 /* columns of which SQLite says one by one whether a statement names them */

enum column_source {
    FROM_FIELD,
    FROM_RECORDING, /* cells are numbers of sql->names */
    FROM_CHUNK,     /* where it begins in its recording */
    FROM_TYPE,      /* the event type; numbers of sql->names, too */
};

struct event_column {
    const char *name, *path;
    enum jfr_column_kind kind;
    enum jfr_unit unit;
    enum column_source source;
    bool hidden;
};

struct event_table {
    sqlite3_vtab base;
    struct sql *sql;
    const struct jfr_table *table; /* NULL: all events */
    size_t index;                  /* of the table; SIZE_MAX: all events */
    ARRAY(struct event_column) columns;
    struct arena names;
    ARRAY(struct plan *) plans;
};

/* ---- columns.c ---- */
void columns_add(struct event_table *table);
void columns_add_quoted(const char *name, size_t len, struct text *out);
/* Appends the column as a table is declared with it. */
void columns_add_declared(const struct event_column *column, struct text *out);
int columns_declare(struct event_table *table); /* a code of SQLite's */

/* How a statement wants a table. */
struct plan {
    bool from, to, at;       /* constants limit the start time: >=, <=, = */
    bool low, high;          /* of the range */
    uint16_t equal;          /* the first of the keys are equal to something */
    uint16_t keys;           /* then there may be a range */
    uint16_t key[COPY_KEYS]; /* slots */
    uint16_t width;          /* columns that are read */
    uint16_t column[COPY_COLUMNS];
    uint16_t slot[COPY_COLUMNS]; /* of each column; UINT16_MAX: it is not read */
};

/* Do both read the same? */
bool plan_is(const struct plan *a, const struct plan *b);

/* Rows as they are read: fields and what the row's place says. */
struct reader {
    const struct event_table *table;
    const struct plan *plan;
    struct jfr_rows *rows;
    size_t fields;      /* of the plan's columns those that are fields come first */
    uint32_t recording; /* number of this name: */
    const char *name;
    const struct jfr_type *last_type; /* whose name's number is: */
    uint32_t type;
    struct strings *names; /* of whose entries those are numbers */
    bool begun;
    bool fits;       /* cells of the chunk are of the kinds of their columns */
    uint64_t place;  /* of the chunk */
    uint64_t number; /* of the row: of the chunk, and in it; the same however rows are read */
};
/* Rows that begin within a window, ns since the epoch. stable: names that recordings have in
 * common. */
struct reader reader_open(const struct event_table *table, const struct plan *plan, bool stable,
                          int64_t from_ns, int64_t to_ns);
/* What a reader uses besides the table: the connection's, or a worker's own. */
struct reader_side {
    struct jfr_log log;
    struct places *places; /* NULL: none */
    struct strings *names;
};
/* Of the thread that owns sql; others have their own. */
struct reader_side reader_side_of(struct sql *sql);
struct reader reader_open_with(const struct event_table *table, const struct plan *plan,
                               bool stable, int64_t from_ns, int64_t to_ns,
                               const struct reader_side *side);
/* Of all chunks only these, with other names. Stacks, texts and threads go on. */
void reader_use_range(struct reader *reader, struct chunks_range range, struct strings *names);
bool reader_next(struct reader *reader, uint64_t *cells);
/* Where rows are read as codes (rows_code_chunk): the cell that a code of a slot is, and that of a
 * column that is no field, for all rows of the type at hand. */
void reader_enter_type(struct reader *reader);
uint64_t reader_cell_of_code(struct reader *reader, struct cells *cells,
                             const struct jfr_constants *constants, size_t slot, uint64_t code);
uint64_t reader_place_cell(struct reader *reader, size_t slot);
/* Hands SQLite a cell of the column; stays: texts are there until the statement ends. */
void reader_give(const struct reader *reader, const struct event_column *column, uint64_t cell,
                 bool stays, sqlite3_context *context);
void reader_close(struct reader *reader);

struct copy {
    const struct event_table *table;
    struct plan plan;
    struct reader reader; /* what cells stand for */
    uint64_t *cells;
    uint64_t *row;   /* their numbers */
    uint32_t *order; /* NULL: as they come */
    uint64_t *keys[COPY_KEYS];
    size_t len;
    uint64_t bytes;
    unsigned asked; /* how often */
    bool built, too_large;
};

/* The copy of a plan once it was asked for twice, else NULL: read the rows. *code: SQLITE_OK, or
 * why the statement has to end. */
struct copy *copy_of(const struct event_table *table, const struct plan *plan, int *code);
/* The first place in the order whose first keys are not below (behind: are above) these. */
size_t copy_find(const struct copy *copy, const uint64_t *keys, size_t count, bool behind);
/* The key of a text. */
uint64_t copy_text_key(const char *text, size_t len);
