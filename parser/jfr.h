/* libjfr: reads Flight Recorder recordings.
 *
 * The easy way is tables and rows: an event type is a table, an event a row, whatever the
 * recordings are packed in, and several recordings are one:
 *
 *   struct jfr_error error;
 *   const char *const paths[] = {"rec.jfr"}, *const wanted[] = {"duration", "path"};
 *   struct jfr_tables *tables = jfr_tables_open(paths, 1, NULL, &error);     NULL: error.text
 *   const struct jfr_table *reads = jfr_tables_find(tables, "jdk.FileRead"); NULL: there is none
 *   struct jfr_rows *rows = jfr_rows_open(tables, reads, wanted, 2, 0, NULL);
 *   while (jfr_rows_next(rows, NULL))
 *       printf("%s took %g ms\n", jfr_row_text(rows, 1), (double)jfr_row_ns(rows, 0) / 1e6);
 *   if (jfr_tables_error(tables, &error)) ...                                not all was read
 *   jfr_rows_close(rows);
 *   jfr_tables_close(tables);
 *
 * docs/library.md goes through it, examples/ has whole programs. Below it, in jfr_chunks.h, for who
 * needs more than rows, from bytes to single values:
 *
 *   paths --jfr_input--> segments --jfr_chunk_next--> chunks --jfr_cursor--> events
 *                                                        events --plan or visitor--> values
 *
 * Bytes come in as segments (contiguous memory: a mapped file, or what was decompressed), segments
 * hold chunks, a chunk is read by itself: its metadata says what its events and constants look
 * like. Nothing here prints, exits or keeps global state (but for the out-of-memory handler).
 *
 * Ownership: a function named _open/_read makes something that the _close/_free of the same noun
 * releases. Everything else points into the segment, which must outlive its chunks.
 *
 * Any input is safe: every read is checked against the chunk, nothing is allocated that the input's
 * own size does not justify, recursion is bounded.
 *
 * A program that was built with this header runs with any later libjfr.so.1:
 *   - What the library makes is reached by pointers: types, fields, annotations, columns, notes,
 *     items. Lists of them are lists of pointers. New members come at the end, so do not copy these
 *     structs and do not make any.
 *   - What the caller has room for (chunks, segments, events, errors, logs), and what is returned
 *     by value, keeps its size: a new member takes of `reserved`. Zero the whole of what you hand
 *     over; 0 will mean what there is now.
 *   - Enums get new values at their end: have an answer for a value that is not known here.
 *   - struct jfr_attribute and struct jfr_tally stay as they are.
 */
#ifndef JFR_JFR_H
#define JFR_JFR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this header, as text and as a number to compare: 1.2.3 is 10203. */
#define JFR_VERSION "0.4.0"
#define JFR_VERSION_NUMBER 400
#define JFR_API __attribute__((visibility("default")))

/* The same of the library that runs. */
JFR_API const char *jfr_version(void);
JFR_API uint32_t jfr_version_number(void);

/* ==== Errors and notes ====================================================================== */

enum jfr_code {
    JFR_OK = 0,
    JFR_IO,          /* the operating system said no */
    JFR_NOT_JFR,     /* not a recording, or nothing in it is one */
    JFR_UNSUPPORTED, /* a recording of a format this version does not read */
    JFR_DAMAGED,     /* bytes that cannot be what they should be */
    JFR_LIMIT,       /* refused: would expand or nest beyond what is reasonable */
};

/* What went wrong, in words that say what was expected, what was found and what to do. */
struct jfr_error {
    enum jfr_code code;
    uint64_t offset; /* byte offset in the recording */
    char text[400];
    uint64_t reserved[2];
};

enum jfr_note_kind {
    JFR_NOTE_LOST,       /* bytes that could not be read */
    JFR_NOTE_UNFINISHED, /* a chunk that its JVM did not finish; read as far as it goes */
    JFR_NOTE_DUPLICATE,  /* a chunk that was there before; left out */
    JFR_NOTE_SKIPPED,    /* a file that is no recording; left out */
};

/* "lost", "unfinished", "duplicate", "skipped"; "unknown" of a kind that this version has not. */
JFR_API const char *jfr_note_kind_name(enum jfr_note_kind kind);

/* Something a reader of the result should know. Not an error: reading goes on. */
struct jfr_note {
    enum jfr_note_kind kind;
    uint64_t offset; /* byte offset in the recording */
    uint64_t bytes;  /* how many bytes were lost, 0 if none or unknown */
    char text[300];
    const char *name; /* of the recording, as its segment has it, until the callback returns; NULL:
                         it is the one that is read, or none. Of tables and rows. */
};

struct jfr_log {
    void (*note)(void *context, const struct jfr_note *note);
    void *context;
    uint64_t reserved[2];
};

/* Called when memory runs out; must not return. NULL restores the default: message and abort. */
JFR_API void jfr_on_out_of_memory(void (*handler)(size_t size));

/* ==== Tables and rows: the easy way ========================================================= */

struct jfr_chunk;
struct jfr_metadata;
struct jfr_type;

/* An event type of recordings as a table: a row an event, a column a field. Columns are those of
 * all chunks together (and of all types of one name in a chunk), found by their path:
 *
 *   startTime, duration           ns since the epoch, ns: whatever the recording counts in
 *   heapSpace_committedSize       fields of structs; the path is heapSpace.committedSize
 *   eventThread                   a thread; eventThread_javaThreadId, eventThread_osThreadId
 *   objectClass, method, state    as text
 *   stackTrace                    a stack; stackTrace_top, _line, _depth, _truncated, _text
 *
 * A char is a text. Arrays are no columns. Where chunks disagree on what a field is, numbers become
 * the wider kind; of others the kind further down counts, and the other chunks' cells are null. */
enum jfr_unit { /* content type of a number, from the annotations of its field */
                JFR_UNIT_NONE = 0,
                JFR_UNIT_TICKS_SPAN,
                JFR_UNIT_NS_SPAN,
                JFR_UNIT_MS_SPAN,
                JFR_UNIT_S_SPAN,
                JFR_UNIT_TICKS_TIME,
                JFR_UNIT_NS_TIME,
                JFR_UNIT_MS_TIME,
                JFR_UNIT_S_TIME,
                JFR_UNIT_BYTES,
                JFR_UNIT_BITS,
                JFR_UNIT_PERCENT, /* 0..1 */
                JFR_UNIT_ADDRESS,
                JFR_UNIT_HERTZ,
                JFR_UNIT_US_SPAN,
                JFR_UNIT_BYTES_PER_S,
                JFR_UNIT_BITS_PER_S,
};

/* "ns" (spans and times), "ms", "bytes", "bits/s", "share" (0..1), "address", "hertz" and the like;
 * NULL: none, or one that this version has not. */
JFR_API const char *jfr_unit_name(enum jfr_unit unit);

enum jfr_column_kind { /* what the 64 bits of a cell are; a chunk may lack the field: jfr_null */
                       JFR_COLUMN_NONE = 0, /* always null */
                       JFR_COLUMN_BOOLEAN,  /* 0 or 1 */
                       JFR_COLUMN_INT,      /* an int64_t */
                       JFR_COLUMN_REAL,     /* the bits of a double */
                       JFR_COLUMN_TEXT,     /* the number of a text, of a thread, of a stack */
                       JFR_COLUMN_THREAD,
                       JFR_COLUMN_STACK,
                       JFR_COLUMN_UNSIGNED, /* a uint64_t: of @Unsigned long, if it is no amount and
                                               no time */
};

#define JFR_NULL_INT INT64_MIN                     /* as the JVM itself says it */
#define JFR_NULL_ID UINT32_MAX                     /* of texts, threads, stacks */
#define JFR_NULL_REAL UINT64_C(0x7FF800006E756C6C) /* a NaN that Java does not make */

/* Is a cell of it the number of a text, a thread or a stack? */
static inline bool jfr_is_thing(enum jfr_column_kind kind) {
    return kind >= JFR_COLUMN_TEXT && kind <= JFR_COLUMN_STACK;
}

/* The cell that says nothing. A NaN that was recorded is another one. */
static inline uint64_t jfr_null(enum jfr_column_kind kind) {
    if (kind == JFR_COLUMN_REAL) return JFR_NULL_REAL;
    return jfr_is_thing(kind) ? JFR_NULL_ID : (uint64_t)JFR_NULL_INT;
}

struct jfr_column {
    const char *name; /* "heapSpace_committedSize"; "..._2" where two paths would be one name */
    const char *path; /* "heapSpace.committedSize" */
    enum jfr_column_kind kind;
    enum jfr_unit unit; /* of time only NS_SPAN and NS_TIME */
};

struct jfr_tally {
    uint64_t count, bytes;
};

struct jfr_tables;
struct jfr_table;

/* Reads the metadata of all chunks. What cannot be read is noted to log (as skipped) and left out,
 * and so is a chunk that was there before (as duplicate); standard input is kept in memory, files
 * are opened again for their rows. NULL: nothing can be read, error says why. */
JFR_API struct jfr_tables *jfr_tables_open(const char *const *paths, size_t count,
                                           const struct jfr_log *log, struct jfr_error *error);
JFR_API void jfr_tables_close(struct jfr_tables *tables);
/* Files are opened again by each pass: for rows, chunks, tallies. One that is gone, or not what it
 * was, ends the pass; so does what cannot be read now. Ask for it behind the last row: true: error
 * says why there are not all of them, and tables are not to be used any longer. */
JFR_API bool jfr_tables_error(const struct jfr_tables *tables, struct jfr_error *error);
/* How many paths and chunks could not be read at all. */
JFR_API size_t jfr_tables_failed(const struct jfr_tables *tables);
/* In the order of their names. They are there if the metadata has the type: with or without rows.
 */
JFR_API size_t jfr_tables_count(const struct jfr_tables *tables);
JFR_API const struct jfr_table *jfr_tables_at(const struct jfr_tables *tables, size_t index);
JFR_API const struct jfr_table *jfr_tables_find(const struct jfr_tables *tables, const char *name);
/* How many events of each table there are, and bytes of them: tallies has room for one of each, in
 * the order of the tables. Reads past all events. */
JFR_API void jfr_tables_tally(const struct jfr_tables *tables, struct jfr_tally *tallies);
JFR_API const char *jfr_table_name(const struct jfr_table *table);
JFR_API const char *jfr_table_label(const struct jfr_table *table); /* or NULL */
/* In the order of the fields. */
JFR_API size_t jfr_table_columns(const struct jfr_table *table);
JFR_API const struct jfr_column *jfr_table_column(const struct jfr_table *table, size_t index);

/* ---- Rows: streamed, a chunk at a time; only the columns asked for are decoded ---- */

struct jfr_rows;

struct jfr_thread {
    const char *name, *group; /* "": not known */
    uint64_t os_id, java_id;
    bool is_virtual;
    uint64_t reserved[2];
};

struct jfr_stack {
    uint64_t hash; /* of its frames, not of numbers: the same in every recording of a program */
    uint32_t depth;
    bool truncated;
    uint64_t reserved[2];
};

struct jfr_frame {
    const char *class_name, *method, *descriptor, *type; /* "": not known */
    int32_t line, bci;                                   /* -1: not known */
    uint64_t reserved[2];
};

enum jfr_rows_flags {
    JFR_ROWS_STABLE = 1,     /* numbers of texts, threads and stacks, and what they stand for, stay
                                until the rows are closed; else until the next chunk, so that memory
                                follows the largest chunk */
    JFR_ROWS_RAW_NAMES = 2,  /* classes and methods are called as recorded, and hidden frames are
                                there; else names that the JVM makes up are made stable */
    JFR_ROWS_HELD_SPANS = 4, /* durations that the event cannot have taken, negative or longer than
                                the recording by far, are null */
};

/* table NULL: the events of all types, but for those that have none of the paths.
 * paths: those of columns, or any other of the type ("objectClass.name",
 * "sampledThread|eventThread"). flags: of enum jfr_rows_flags. Damage is noted to log. */
JFR_API struct jfr_rows *jfr_rows_open(const struct jfr_tables *tables,
                                       const struct jfr_table *table, const char *const *paths,
                                       size_t count, unsigned flags, const struct jfr_log *log);
/* Chunks that ended before this time (ns since the epoch) are left out. Rows that began before may
 * come. */
JFR_API void jfr_rows_from(struct jfr_rows *rows, int64_t from_ns);
/* Likewise chunks that began after this time. */
JFR_API void jfr_rows_to(struct jfr_rows *rows, int64_t to_ns);
/* The next row in the order of the files, which is not that of time. False: there are no more, or
 * jfr_tables_error says why. cells: room for one of each path, or NULL: the rows have room of their
 * own, for jfr_row_text and the like. */
JFR_API bool jfr_rows_next(struct jfr_rows *rows, uint64_t *cells);
/* ---- The row at hand: its values, by number of the path ---- */

/* What is of another kind, or is not said, is null: JFR_NULL_INT, false, NaN, NULL, or a struct of
 * "" and 0. Pointers stay until the next row. */
JFR_API bool jfr_row_is_null(const struct jfr_rows *rows, size_t column);
JFR_API bool jfr_row_bool(const struct jfr_rows *rows, size_t column);
/* Of a real what stands before the point; of an unsigned one at most INT64_MAX. */
JFR_API int64_t jfr_row_int(const struct jfr_rows *rows, size_t column);
/* 0 if it is null or less than 0. */
JFR_API uint64_t jfr_row_unsigned(const struct jfr_rows *rows, size_t column);
JFR_API double jfr_row_double(const struct jfr_rows *rows, size_t column);
/* A span in ns, or a time in ns since the epoch; null if it is neither. */
JFR_API int64_t jfr_row_ns(const struct jfr_rows *rows, size_t column);
/* A text; of a thread its name, of a stack its topmost frame ("java.util.HashMap.get:568"), of
 * anything else its digits, "true" or "false". */
JFR_API const char *jfr_row_text(struct jfr_rows *rows, size_t column);
JFR_API struct jfr_thread jfr_row_thread(const struct jfr_rows *rows, size_t column);
JFR_API struct jfr_stack jfr_row_stack(const struct jfr_rows *rows, size_t column);
/* Frame of the stack, 0 is the leaf; of one beyond its depth nothing is known. */
JFR_API struct jfr_frame jfr_row_frame(const struct jfr_rows *rows, size_t column, uint32_t index);

/* ---- Cells: the same as 64 bits each, for who keeps or compares many ---- */

/* The chunk and the type of the last row: they stay until the next row. */
JFR_API const struct jfr_chunk *jfr_rows_chunk(const struct jfr_rows *rows);
JFR_API const struct jfr_type *jfr_rows_type(const struct jfr_rows *rows);
/* What the cells of the last row are: as the column says; of other paths, as its chunk says. */
JFR_API enum jfr_column_kind jfr_rows_kind(const struct jfr_rows *rows, size_t column);
JFR_API enum jfr_unit jfr_rows_unit(const struct jfr_rows *rows, size_t column);
/* What a cell of texts, threads or stacks stands for; it must not be null. */
JFR_API const char *jfr_rows_text(const struct jfr_rows *rows, uint64_t cell, size_t *len);
JFR_API struct jfr_thread jfr_rows_thread(const struct jfr_rows *rows, uint64_t cell);
JFR_API struct jfr_stack jfr_rows_stack(const struct jfr_rows *rows, uint64_t cell);
/* Frame of the stack, 0 is the leaf. */
JFR_API struct jfr_frame jfr_rows_frame(const struct jfr_rows *rows, uint64_t cell, uint32_t index);
JFR_API void jfr_rows_close(struct jfr_rows *rows);

/* ---- Arrow: rows as streams of record batches (https://arrow.apache.org/docs/format) ---- */

/* The C data interface and the C stream interface, as every implementation of Arrow has them. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};
#endif

enum jfr_arrow_times {                   /* what a point of time becomes */
                       JFR_ARROW_NS = 0, /* timestamp[ns, UTC] */
                       JFR_ARROW_US,     /* timestamp[us, UTC], rounded down: for files */
                       JFR_ARROW_INT64,  /* ns since the epoch */
};

enum jfr_arrow_flags {
    JFR_ARROW_PLAIN = 1,     /* text is utf8; else dictionary<int32, utf8>, one for each batch */
    JFR_ARROW_NESTED = 2,    /* a stack is list<struct<class, method, line, type>>, leaf first; else
                                the hash of its frames, int64 */
    JFR_ARROW_RECORDING = 4, /* one more column in front, "recording": the name of the file */
    JFR_ARROW_RAW_NAMES = 8, /* as JFR_ROWS_RAW_NAMES */
};

struct jfr_arrow_options { /* zeroed: as is usual */
    enum jfr_arrow_times times;
    unsigned flags;      /* of enum jfr_arrow_flags */
    uint32_t threads;    /* that read chunks; 0: as many as there are processors, up to 8 */
    uint32_t batch_rows; /* of a batch, at most; 0: 131,072 */
    uint64_t reserved[6];
};

/* The table's rows as a stream, in the order of the files, whatever the number of threads. names:
 * of columns, or their paths; NULL: all but texts of whole stacks ("stackTrace.text").
 *
 *   boolean        bool                    numbers        int64, uint64 (UNSIGNED), double
 *   startTime      timestamp, see above    durations      int64 in ns
 *   texts          see above; threads are their names
 *
 * A field's metadata says "jfr.path" and, where it is known, "jfr.unit", see jfr_unit_name. The
 * stream lives on when the tables are closed. It is read by one thread at a time; batches belong to
 * who took them, and are released in any order, by any thread. log: called by one thread at a time,
 * but by any; must outlive the stream. False: there is no such column, error says which. options
 * may be NULL. */
JFR_API bool jfr_arrow_stream(struct jfr_tables *tables, const struct jfr_table *table,
                              const char *const *names, size_t count,
                              const struct jfr_arrow_options *options, const struct jfr_log *log,
                              struct ArrowArrayStream *out, struct jfr_error *error);

#ifdef __cplusplus
}
#endif

#include "jfr_chunks.h"

#endif
