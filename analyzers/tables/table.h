/* Tables: fields of events as columns, kept while chunks are walked.
 *
 *   static const struct wish pauses = {"jdk.GCPhasePause", {"startTime", "duration", "name"}};
 *
 *   static const struct wishes wishes = {.rows = &pauses, .count = 1};
 *
 *   walk_join(&run, &tables_reader, &wishes);
 *   walk_start(&run, ...);
 *   const struct tables *tables = walk_result(&run, &tables_reader);
 *   const struct event_table *table = tables_find(tables, &pauses);
 *   for (size_t row = 0; row < table->rows; row++) longest = max(longest, event_table_int(table, 1,
 * row));
 *
 * A new series is one wish; several are a definition (wishes.awk). Each user joins the run with
 * wishes of its own; equal ones are one table, and all are read in one walk. Paths, conversion (ns,
 * bytes, shares) and what is null are
 * those of parser/table/cells.h. Rows of several types of one name, and of chunks whose types
 * differ, come together by the name of the event. Where chunks disagree on what a field is, the
 * kind further down in enum jfr_column_kind counts: numbers become the wider kind, else the other
 * chunks' cells are null.
 *
 * A duration that the event cannot have taken (parser/table/spans.h) is null, and the scan's report
 * says how many there were.
 *
 * Memory follows the rows kept, of thousands the bits in which they differ (packed.h) and of others
 * 4 or 8 bytes a cell, and the different texts, threads and stacks, which all tables share. A table
 * that outgrows wishes.max_bytes keeps its first rows by time, and a note in the scan's report says
 * how many there were; so it does whatever the number of workers.
 *
 * After the run rows are ordered by "startTime" if it was wished for, then by the columns from left
 * to right, texts by their bytes; the numbers of texts and threads are in order, too.
 */
#pragma once

#include "analyzers/tables/packed.h"
#include "analyzers/walk/walk.h"
#include "base/missing.h"
#include "base/text.h"
#include "parser/table/things.h"

#define WISH_FIELDS 32
#define WISH_BESIDE 2
#define TABLE_MAX_BYTES ((uint64_t)1 << 30) /* of a table, unless wishes say otherwise */

struct wish {
    const char *event;
    const char *fields[WISH_FIELDS]; /* paths, NULL behind the last; "a.b|c": the first there is */
};

/* A column that is read only in rows whose text in another one passes, and is null in the rest: for
 * stacks, which cost more than all else in a row. If counted, the rest are no rows either: of each
 * text the first by time and then by the columns remains, before all without the column `sure`, of
 * each chunk at least, and event_table_count says how many events it stands for. If a user wishes
 * for the same without it, all rows have the cell. */
struct wish_only {
    const struct wish *wish; /* NULL: behind the last */
    size_t column, by;
    bool (*passes)(const char *text);
    bool counted; /* the first column is "startTime" */
    size_t sure;  /* of texts, null if column is */
};

/* Of an event type: is it wanted? Fills the fields, whose texts may be those of the type. */
typedef bool (*wish_chooser)(const struct jfr_type *type, const char *fields[WISH_FIELDS]);

struct wishes { /* of one user; must outlive the run */
    const struct wish *rows;
    size_t count;
    const struct wish_only *only; /* or NULL */
    uint64_t max_bytes; /* of cells of a table; 0: TABLE_MAX_BYTES; if users differ, the most */
    bool passing;       /* rows of a chunk are forgotten when the next chunk begins: for those who
                           look at them chunk by chunk; they are kept if another user keeps them */
    bool sliced; /* passing, and looked at by tables_next_slice alone, in no state but the walk's */
    size_t late; /* of a slice this field is asked for row by row, by tables_late_id, and null in
                    the table; 0: none; if users differ, none */
    bool any_order; /* rows need not be in the order of time, if no user needs them so */
    bool may_lack;  /* it need not be said if constants are lost */
    /* Rows of wishes [from, to) are of use only beside events of these types: there are none where
     * it is known that the recording has no such events. */
    struct {
        size_t from, to;
        const char *events[WISH_BESIDE];
    } beside;
    wish_chooser choose; /* NULL, or: wishes besides the rows, see event_table.chosen */
};

struct event_column {
    enum jfr_column_kind kind; /* JFR_COLUMN_NONE: no chunk has the field */
    enum jfr_unit unit;        /* NS_SPAN, NS_TIME, BYTES, PERCENT, ADDRESS, HERTZ or NONE */
    void *cells; /* int64_t, double or uint32_t by kind; NULL of JFR_COLUMN_NONE; of the rows
                    behind those that are packed */
    struct packed *blocks; /* of those */
};

struct event_table {
    const struct wish *wish;
    const struct wish_only *only; /* or NULL */
    const char *const *beside;    /* NULL: rows are of use in any case */
    size_t column_count;          /* if events are counted, with a last one of how many */
    struct event_column columns[WISH_FIELDS];
    size_t rows, packed;         /* the first are packed, PACKED_ROWS each */
    size_t capacity, max_blocks; /* of the others; of blocks */
    size_t chunk_rows;           /* the first of the chunk at hand */
    uint64_t seen;               /* rows that there were */
    uint64_t max_bytes;
    size_t late; /* as in wishes */
    bool passing, sliced, any_order;
    wish_chooser chosen; /* by whom; NULL: it is a wish of somebody's rows */
};

struct tables {
    struct things things; /* texts, threads and stacks of all tables */
    struct event_table
        *items; /* one for each different wish; after the run they stay where they are */
    size_t len, cap;
    ARRAY(const struct wishes *) choosers;
    bool may_lack;
    struct tables_chunk *chunk; /* of the chunk at hand */
};

/* Its state is a struct tables, its options are struct wishes. */
extern const struct reader tables_reader;

struct table_slice { /* rows [from, to) of the table; zeroed: before the first */
    const struct event_table *table;
    size_t from, to;
    size_t type; /* which are next */
    bool read;   /* they were read for it */
};
/* The rows of the chunk at hand some thousands at a time, each gone with the next: whoever looks at
 * millions once need not keep them. If another user keeps them, they are one slice. */
bool tables_next_slice(struct tables *tables, const struct walk *walk, const struct wish *wish,
                       struct table_slice *slice);
/* Of a row of the slice: the thing in a column that may be late, JFR_NULL_ID if it is not of that
 * kind. What nobody asks for is not decoded. */
uint32_t tables_late_id(struct tables *tables, const struct walk *walk,
                        const struct table_slice *slice, size_t column, size_t row,
                        enum jfr_column_kind kind);

/* NULL: it was not wished for. */
const struct event_table *tables_find(const struct tables *tables, const struct wish *wish);
/* Is it that text? JFR_NULL_ID is none. */
static inline bool tables_text_is(const struct tables *tables, uint32_t id, const char *text) {
    return id != JFR_NULL_ID && strcmp(strings_get(&tables->things.texts, id), text) == 0;
}

/* The cell as 64 bits, see enum jfr_column_kind. */
static inline uint64_t event_table_cell(const struct event_table *table, size_t column,
                                        size_t row) {
    const struct event_column *c = &table->columns[column];
    granted(row < table->rows);
    if (c->kind == JFR_COLUMN_NONE) return jfr_null(c->kind);
    if (row < table->packed) {
        uint64_t cell = packed_get(&c->blocks[row / PACKED_ROWS], row % PACKED_ROWS);
        return jfr_is_thing(c->kind) ? (uint32_t)cell : cell;
    }
    row -= table->packed;
    return jfr_is_thing(c->kind) ? ((const uint32_t *)c->cells)[row]
                                 : ((const uint64_t *)c->cells)[row];
}
/* Those of some rows. */
void event_table_cells(const struct event_table *table, size_t column, size_t row, size_t count,
                       uint64_t *out);
/* Cells; null: JFR_NULL_INT (also if it is no number), NaN, JFR_NULL_ID. */
static inline int64_t event_table_int(const struct event_table *table, size_t column, size_t row) {
    enum jfr_column_kind kind = table->columns[column].kind;
    if (kind == JFR_COLUMN_INT) return (int64_t)event_table_cell(table, column, row);
    if (kind != JFR_COLUMN_BOOLEAN && kind != JFR_COLUMN_UNSIGNED) return JFR_NULL_INT;
    int64_t n = (int64_t)event_table_cell(table, column, row);
    return kind == JFR_COLUMN_UNSIGNED && n < 0 && n != JFR_NULL_INT ? INT64_MAX : n;
}
/* A number of any kind, MISSING_REAL where there is none. */
double event_table_real(const struct event_table *table, size_t column, size_t row);
static inline uint32_t event_table_id(const struct event_table *table, size_t column, size_t row) {
    return jfr_is_thing(table->columns[column].kind)
               ? (uint32_t)event_table_cell(table, column, row)
               : JFR_NULL_ID;
}
/* JFR_NULL_ID as well where cells are of another kind. */
static inline uint32_t event_table_thing(const struct event_table *table, size_t column, size_t row,
                                         enum jfr_column_kind kind) {
    return table->columns[column].kind == kind ? event_table_id(table, column, row) : JFR_NULL_ID;
}
/* How many events the row stands for: 1, unless they are counted. */
uint64_t event_table_count(const struct event_table *table, size_t row);
/* Sets marks[id] of each text, also of threads, that rows from this one on have. */
void event_table_mark_texts(const struct event_table *table, const struct tables *tables,
                            size_t row, uint32_t *marks);
/* After the run: is the row in all cells the one before? */
bool event_table_repeats(const struct event_table *table, size_t row);
