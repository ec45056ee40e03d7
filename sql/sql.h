/* SQL over recordings: each event type is a table of SQLite, read where it lies.
 *
 *   recordings --sql_open--> struct sql --sql_prepare--> statement --sql_step--> rows of values
 *
 *   jdk.GCPhasePause, GCPhasePause      the columns of jfr_tables_open (parser/jfr.h), nested
 * fields joined by "_": times and durations are ns, threads and classes text, a stack the hash of
 * what it is made of stackTrace_top _line _depth         of each stack, decoded where they are
 * named: hidden, not in _truncated _text _app _maker     "*"; so are recording and chunk of every
 * row samples frames stacks threads       views and tables over all of them, see catalog.c events
 * columns recordings chunks settings
 *
 * No file but the recordings can be read, and none written: an authorizer refuses what would. What
 * a statement keeps (transient indexes, rows in groups) is bounded and gone when it ends.
 *
 * Names of columns and values point into the statement, until the next step.
 */
#pragma once

#include "base/text.h"
#include "parser/input/part.h"
#include "parser/jfr.h"

struct sql;
struct sql_statement;

#define SQL_INDEX_BYTES (UINT64_C(512) << 20)
#define SQL_LONGEST (64 << 20) /* bytes of a text, or of a row */

struct sql_options {
    uint64_t index_bytes;     /* of transient indexes of a statement; 0: SQL_INDEX_BYTES */
    uint64_t memory_bytes;    /* of all that SQLite has in this process; 0: as before */
    int64_t timeout_ns;       /* of a statement, by the clock; 0: none */
    struct input_share share; /* of the chunks */
    bool raw_names;           /* of classes and methods, as recorded */
    bool held_spans;          /* durations that an event cannot have taken are null */
    bool row_by_row;          /* SQLite groups and adds up all events itself, as tests compare */
    bool once;                /* files are what they are when they are opened: none will grow */
    struct jfr_log log;       /* what was lost */
    unsigned jobs;            /* threads that read groups and sums; 0: one for each processor */
    uint64_t range_size;      /* bytes that one of them reads in a row at least; 0: as it pays */
    /* Said once where a statement will take long for a reason. */
    void (*remark)(void *context, const char *sentence);
    void *context;
};

/* The version of SQLite, or what is missing. */
const char *sql_library(void);

/* NULL: error says why; its code is JFR_UNSUPPORTED if there is no SQLite. paths are copied. */
struct sql *sql_open(const char *const *paths, size_t count, const struct sql_options *options,
                     struct jfr_error *error);
void sql_close(struct sql *sql);
const struct jfr_tables *sql_tables(const struct sql *sql);

struct sql_error { /* of a statement; a zeroed struct is empty: sql_error_free */
    struct text text, suggestion;
    int64_t offset; /* byte of the statement where it is; -1: not known */
    bool timeout;
};
/* An error of zeros may be freed. */
void sql_error_free(struct sql_error *error);

/* The first statement of the text; *rest is what follows. NULL: error is filled, or, if error->text
 * is empty, there is no statement but comments. */
struct sql_statement *sql_prepare(struct sql *sql, const char *text, const char **rest,
                                  struct sql_error *error);
/* Does the text end with a whole statement and its semicolon? */
bool sql_is_complete(const char *text);
/* 1: a row. 0: there are no more. -1: error is filled. */
int sql_step(struct sql_statement *statement, struct sql_error *error);
void sql_finalize(struct sql_statement *statement);
/* For whom writes what is long: false, and error is filled, if the statement has taken too long. */
bool sql_in_time(struct sql_statement *statement, struct sql_error *error);

enum sql_kind { SQL_NULL, SQL_INTEGER, SQL_REAL, SQL_TEXT };

struct sql_value {
    enum sql_kind kind;
    int64_t integer;
    double real;
    const char *text; /* 0-terminated; a blob's bytes, too */
    size_t length;
};

/* Of the result; names are valid as long as the statement. */
size_t sql_columns(const struct sql_statement *statement);
const char *sql_column_name(const struct sql_statement *statement, size_t column);
/* Of what comes straight from a table: JFR_UNIT_NS_TIME...; else JFR_UNIT_NONE. */
enum jfr_unit sql_column_unit(const struct sql_statement *statement, size_t column);
/* Likewise: is it true or false? SQLite has numbers for both. */
bool sql_column_is_boolean(const struct sql_statement *statement, size_t column);
struct sql_value sql_value(const struct sql_statement *statement, size_t column);

/* Calls each for every table and view (kind "table", "view"), by name. */
void sql_each_table(struct sql *sql,
                    void (*each)(void *context, const char *kind, const char *schema,
                                 const char *name),
                    void *context);

/* Writes all event types that have rows, and what describes them, as tables to the empty file at
 * path, which becomes a database of SQLite and loses its name at once (if platform_keeps_nameless):
 * who has it open reads it, and nothing is left behind by whom a signal ends. False: error is
 * filled. */
bool sql_save(struct sql *sql, const char *path, struct sql_error *error);

/* ---- Views: stored statements, a file each in sql/views/ ---- */

/* The text begins with lines of comment:
 *
 *   -- GC Pauses                     the title
 *   -- form, application             form: a row, shown as lines; table: rows; then where it
 * belongs
 *   -- needs: GCPhasePause           event types of which it needs one ("A or B"), or "all"
 *   -- units: ns, n, text            of the columns in their order: ns, time, bytes, percent, hex,
 *                                    hertz; n and text: as they are
 *   -- limit: 25                     rows that people see at first
 *
 * A line that ends with "--? Type" is left out where the recordings do not have the type, one with
 * "--! Type" where they do; "Type.column" is a column that older JDKs do not write. */
struct sql_view {
    const char *name, *text;
};
extern const struct sql_view sql_views[]; /* by name */
extern const size_t sql_view_count;

enum sql_unit {
    SQL_AS_IT_IS,
    SQL_NS,
    SQL_TIME,
    SQL_BYTES,
    SQL_PERCENT, /* of a share, 0 to 1 */
    SQL_HEX,
    SQL_HERTZ,
    SQL_BITS,
    SQL_BYTES_PER_S,
    SQL_BITS_PER_S,
    SQL_BOOLEAN,
    SQL_BY_COLUMN, /* as the table's column has it */
};
#define SQL_VIEW_COLUMNS 64

struct sql_view_parts { /* of a text: sql_view_free */
    char *title, *group, *needs;
    bool form;
    bool by_column; /* no view: the columns of a table */
    enum sql_unit units[SQL_VIEW_COLUMNS];
    size_t unit_count;
    uint64_t limit; /* 0: none */
};

/* NULL: there is no view of that name; letter case does not matter. */
const struct sql_view *sql_view_find(const char *name);
struct sql_view_parts sql_view_read(const char *text);
void sql_view_free(struct sql_view_parts *parts);
/* Appends the statement as it is for these recordings. */
void sql_view_add_statement(const struct sql *sql, const char *text, struct text *out);
/* Is one of the types that it needs described by the recordings' metadata? */
bool sql_view_may_answer(const struct sql *sql, const struct sql_view_parts *parts);
/* ... and does it occur? */
bool sql_view_has_events(struct sql *sql, const struct sql_view_parts *parts);
/* The type of that name, "jdk.GCPhasePause" or GCPhasePause; NULL: the recordings have none. */
const struct jfr_table *sql_type_named(const struct sql *sql, const char *name);
