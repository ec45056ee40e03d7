/* What the files of this room share. */
#pragma once

#include "base/strings.h"
#include "parser/table/places.h"
#include "parser/table/ranges.h"
#include "sql/sql.h"
#include "sql/sqlite.h"

#include <stdatomic.h>

struct copy;
struct gathered;
struct list;
struct regex;
struct regex_matcher;

struct value_list {
    const int64_t *items;
    size_t count;
};

struct sql {
    sqlite3 *db;
    bool owned; /* by us: we know where a statement ends. Else it is SQLite's that loaded jfr.so. */
    bool guarded; /* by the authorizer, from when it is open */
    struct sql_options options;
    struct jfr_tables *tables;
    struct naming *naming;    /* what they are called, see naming.c */
    struct strings names;     /* that values point to: of recordings, of event types */
    struct map chunks;        /* place -> number */
    uint64_t *counts, *bytes; /* of the rows, by index of the table, once they are asked for */
    size_t readings;          /* of tables so far: from the second on it pays to have counted */
    struct text denied;       /* what the authorizer had against the statement */
    /* of a statement */
    struct places places; /* of the events of its tables, where they are several */
    ARRAY(struct copy *) copies;
    uint64_t copied; /* their bytes */
    size_t cursors;  /* that are open */
    bool remarked;
    uint64_t answered;                  /* rows that were handed out */
    ARRAY(struct gathered *) gathered;  /* what it asks of groups; see gathered.c */
    ARRAY(struct jfr_rows *) kept_rows; /* whose texts values may point to */
    ARRAY(int64_t *) kept_values;
    ARRAY(struct value_list) lists; /* by the number that stands for them */
    atomic_bool begins_anew;        /* groups are not fit for it: SQLite does it */
    int64_t deadline;               /* by the clock; 0: none */
    bool timed_out;
    /* of stacks, once they are asked for */
    struct stacks *stacks; /* see stacks.c */
    struct catalog *catalog;
    struct named_threads *threads; /* once they are asked for */
    struct extent *extent;         /* likewise */
    struct clocks *clocks;         /* likewise, see clocks.c; NULL: a JVM's own recordings */
    struct regex *regex;           /* the last one of each kind that was compiled */
    char *regex_pattern;
    struct regex_matcher *matcher;
};

/* SQLITE_INTERRUPT where the statement has taken too long. */
int sql_expired(struct sql *sql);
/* Has it? For workers, which change nothing. */
bool sql_is_late(const struct sql *sql);

/* SQLITE_ERROR and a sentence, where a pass over the recordings did not get all of them. */
int sql_check(const struct sql *sql, sqlite3_vtab *vtab);

/* ---- side.c: chunks read side by side ---- */
/* The chunks, to be read by as many workers as the options say. */
void sql_ranges_open(struct sql *sql, struct ranges *ranges);
struct heads;
/* Reads the heads of events of each range; flags: of heads.h. False: it has taken too long. */
bool sql_read_heads(struct sql *sql, struct ranges *ranges, unsigned flags,
                    bool (*read)(void *context, struct heads *heads, size_t number), void *context);

/* ---- events.c ---- */
extern const sqlite3_module events_module;

/* ---- columns.c ---- */
/* Of columns that have such a type; JFR_UNIT_NONE: of none. */
enum jfr_unit columns_unit(const char *type);

/* ---- copy.c: rows of a table kept for the length of a statement, see there ---- */
void copies_forget(struct sql *sql);

/* ---- gathered.c: tables of groups, for the length of a statement ---- */
void gathered_forget(struct sql *sql);

/* ---- count.c ---- */
/* Rows of each table, by its index; reads all chunks the first time. */
const uint64_t *sql_counts(struct sql *sql);

/* ---- list.c: tables of what is known without reading events ---- */
struct list {
    const char *name, *columns; /* "name TEXT, ..." */
    size_t (*count)(struct sql *sql);
    void (*value)(struct sql *sql, sqlite3_context *context, size_t row, int column);
    /* NULL, or: the rows whose first column is this. */
    void (*find)(struct sql *sql, sqlite3_int64 value, size_t *from, size_t *to);
};
extern const sqlite3_module list_module;
/* Its one argument is the name of one of these lists. */

/* ---- catalog.c ---- */
extern const struct list catalog_lists[];
extern const size_t catalog_count;
void catalog_free(struct sql *sql);

/* ---- stacks.c: what a hash of a stack stands for ---- */
extern const struct list stacks_lists[];
extern const size_t stacks_count;
void stacks_free(struct sql *sql);
/* Appends one frame, or all of them from the root on joined by ";"; false: there is no such stack,
 * or no such frame. */
bool stacks_add_frame(struct sql *sql, int64_t hash, int64_t index, struct text *out);
bool stacks_add_app_frame(struct sql *sql, int64_t hash, struct text *out);
bool stacks_add_collapsed(struct sql *sql, int64_t hash, struct text *out);

/* ---- threads.c: the threads that events name ---- */
extern const struct list threads_list;
void named_threads_free(struct sql *sql);

/* ---- extent.c: all events together ---- */
extern const struct list extent_list;
void extent_free(struct sql *sql);

/* ---- clocks.c ---- */
/* Are there jdk.ExecutionSamples of wall-clock time? */
bool sql_clocks_differ(struct sql *sql);
/* "cpu" or "wall": of a sample in this state, in the chunk that begins there. */
const char *sql_clock(struct sql *sql, const char *recording, uint64_t chunk, const char *state);
void clocks_free(struct sql *sql);

/* ---- functions.c, aggregates.c ---- */
int functions_register(struct sql *sql);
int aggregates_register(struct sql *sql);

/* ---- naming.c ---- */
/* What all tables are called; they are there when they are made. In a connection that is not ours
 * they are made at once. */
void naming_plan(struct sql *sql);
void naming_free(struct sql *sql);
/* Makes the tables called so, "jdk.GCPhasePause", "GCPhasePause": all of one name at once, so that
 * which of them SQLite takes does not depend on what was asked before. False: none is new. */
bool naming_make(struct sql *sql, const char *name);
/* How often a name was met, whatever its letter case: to be counted up by who meets it. */
struct name_counts {
    struct strings names;
    ARRAY(uint32_t) counts;
};
/* The count of a name, whatever its case, 0 at first; valid until the next call. */
uint32_t *name_count(struct name_counts *counts, const char *name);
void name_counts_free(struct name_counts *counts);
/* Makes the tables that statements can name. */
void naming_make_all(struct sql *sql);
struct named_table { /* as planned; one may be called by several names */
    const char *schema, *name;
    const struct jfr_table *type; /* of events; NULL: something else */
    size_t index;                 /* of the type */
};
/* Tables that statements can name; at: i below count. */
size_t naming_count(const struct sql *sql);
struct named_table naming_at(const struct sql *sql, size_t i);
/* Calls use while the table is there, and makes it for that if need be: SQLite takes the longer for
 * each table the more there are. */
int naming_with(struct sql *sql, size_t i,
                int (*use)(void *context, const struct named_table *table), void *context);
/* The event type, SIZE_MAX for all events, that SQLite takes a name for; schema: NULL, or as the
 * statement has it. False: it is no event type's, or not surely. */
bool naming_find(const struct sql *sql, const char *schema, const char *name, size_t *index);

/* ---- database.c ---- */
/* Runs and frees a statement of our own, which may do what others may not; SQLITE_OK. */
int sql_run(struct sql *sql, char *statement);
/* Modules and functions in a connection; SQLITE_OK. */
int database_register(struct sql *sql);
/* The tables of the recordings, and views. */
int database_fill(struct sql *sql);
/* All but the connection. */
void database_free(struct sql *sql);
