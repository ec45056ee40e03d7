/* libjfr: reads Flight Recorder recordings.
 *
 * The easy way is tables and rows: an event type is a table, an event is a row. Recordings may be
 * compressed or in archives, and several recordings are read as one:
 *
 *   struct jfr_error error;
 *   const char *const paths[] = {"rec.jfr"}, *const wanted[] = {"duration", "path"};
 *   struct jfr_tables *tables = jfr_tables_open(paths, 1, NULL, &error);     NULL: error.text
 *   const struct jfr_table *reads = jfr_tables_find(tables, "jdk.FileRead"); NULL: no such type
 *   struct jfr_rows *rows = jfr_rows_open(tables, reads, wanted, 2, 0, NULL);
 *   while (jfr_rows_next(rows, NULL))
 *       printf("%s took %g ms\n", jfr_row_text(rows, 1), (double)jfr_row_ns(rows, 0) / 1e6);
 *   if (jfr_tables_error(tables, &error)) ...                                incomplete
 *   jfr_rows_close(rows);
 *   jfr_tables_close(tables);
 *
 * docs/library.md is a tutorial, examples/ has complete programs. For everything below rows, from
 * bytes to single values, there is jfr_chunks.h:
 *
 *   paths --jfr_input--> segments --jfr_chunk_next--> chunks --jfr_cursor--> events
 *                                                        events --plan or visitor--> values
 *
 * Segments are contiguous memory: a mapped file, or decompressed data. They contain chunks. Each
 * chunk is read independently: its metadata describes its events and constants. The library does
 * not print, exit or keep global state, except for the out-of-memory handler.
 *
 * Ownership: the result of _open or _read is released by the _close or _free of the same noun.
 * Everything else points into the segment, which must outlive its chunks.
 *
 * Any input is safe: every read is checked against the chunk, allocations are proportional to the
 * size of the input, recursion is bounded.
 *
 * A program that was built with this header runs with any later libjfr.so.1:
 *   - Structs made by the library (types, fields, annotations, columns, notes, items) are reached
 *     through pointers, also in lists. New members are added at the end, so do not copy or create
 *     these structs.
 *   - Structs allocated by the caller (chunks, segments, events, errors, logs) or returned by value
 *     keep their size: new members replace `reserved`. Set these structs to zero before passing
 *     them; 0 will always mean the present behaviour.
 *   - Enums get new values at their end: handle unknown values.
 *   - struct jfr_attribute and struct jfr_tally never change.
 */
#ifndef JFR_JFR_H
#define JFR_JFR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header, as text and as a number for comparison: 1.2.3 is 10203. */
#define JFR_VERSION "0.4.0"
#define JFR_VERSION_NUMBER 400
#define JFR_API __attribute__((visibility("default")))

/* The version of the loaded library. */
JFR_API const char *jfr_version(void);
JFR_API uint32_t jfr_version_number(void);

/* ==== Errors and notes ====================================================================== */

enum jfr_code {
    JFR_OK = 0,
    JFR_IO,          /* an error of the operating system */
    JFR_NOT_JFR,     /* not a recording, and contains none */
    JFR_UNSUPPORTED, /* a format that this version cannot read */
    JFR_DAMAGED,     /* invalid bytes */
    JFR_LIMIT,       /* refused: too large when expanded, or nested too deeply */
};

/* An error; the text says what was expected, what was found and what to do. */
struct jfr_error {
    enum jfr_code code;
    uint64_t offset; /* byte offset in the recording */
    char text[400];
    uint64_t reserved[2];
};

enum jfr_note_kind {
    JFR_NOTE_LOST,       /* bytes that could not be read */
    JFR_NOTE_UNFINISHED, /* a chunk that its JVM did not finish; read as far as it goes */
    JFR_NOTE_DUPLICATE,  /* a chunk that occurred before; left out */
    JFR_NOTE_SKIPPED,    /* a file that is not a recording; left out */
};

/* "lost", "unfinished", "duplicate", "skipped"; "unknown" for a kind unknown to this version. */
JFR_API const char *jfr_note_kind_name(enum jfr_note_kind kind);

/* Something that users of the result should know. Not an error: reading continues. */
struct jfr_note {
    enum jfr_note_kind kind;
    uint64_t offset; /* byte offset in the recording */
    uint64_t bytes;  /* number of lost bytes, 0 if none or unknown */
    char text[300];
    const char *name; /* name of the recording, valid until the callback returns; NULL: the
                         recording being read, or none. Set by tables and rows. */
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

/* An event type as a table: a row per event, a column per field. A table has the columns of all
 * chunks (and of all types of that name in a chunk), which are found by path:
 *
 *   startTime, duration           ns since the epoch, ns, for any unit in the recording
 *   heapSpace_committedSize       fields of structs; the path is heapSpace.committedSize
 *   eventThread                   a thread; eventThread_javaThreadId, eventThread_osThreadId
 *   objectClass, method, state    as text
 *   stackTrace                    a stack; stackTrace_top, _line, _depth, _truncated, _text
 *
 * A char is a text. Arrays are not columns. If chunks disagree on the kind of a field, numbers
 * become the wider kind; otherwise the later kind in the enum wins, and cells of other chunks are
 * null. */
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

/* "ns" (durations and times), "ms", "bytes", "bits/s", "share" (0..1), "address", "hertz" and so
 * on; NULL: no unit, or one unknown to this version. */
JFR_API const char *jfr_unit_name(enum jfr_unit unit);

enum jfr_column_kind { /* meaning of the 64 bits of a cell; jfr_null if the chunk lacks the field */
                       JFR_COLUMN_NONE = 0, /* always null */
                       JFR_COLUMN_BOOLEAN,  /* 0 or 1 */
                       JFR_COLUMN_INT,      /* an int64_t */
                       JFR_COLUMN_REAL,     /* the bits of a double */
                       JFR_COLUMN_TEXT, /* the number of a text, likewise of a thread, of a stack */
                       JFR_COLUMN_THREAD,
                       JFR_COLUMN_STACK,
                       JFR_COLUMN_UNSIGNED, /* a uint64_t: an @Unsigned long that is neither an
                                               amount nor a time */
};

#define JFR_NULL_INT INT64_MIN                     /* as in the JVM */
#define JFR_NULL_ID UINT32_MAX                     /* for texts, threads, stacks */
#define JFR_NULL_REAL UINT64_C(0x7FF800006E756C6C) /* a NaN that Java never produces */

/* True if cells of this kind are numbers of texts, threads or stacks. */
static inline bool jfr_is_thing(enum jfr_column_kind kind) {
    return kind >= JFR_COLUMN_TEXT && kind <= JFR_COLUMN_STACK;
}

/* The null cell. A recorded NaN is a different value. */
static inline uint64_t jfr_null(enum jfr_column_kind kind) {
    if (kind == JFR_COLUMN_REAL) return JFR_NULL_REAL;
    return jfr_is_thing(kind) ? JFR_NULL_ID : (uint64_t)JFR_NULL_INT;
}

struct jfr_column {
    const char *name; /* "heapSpace_committedSize"; "..._2" if two paths had the same name */
    const char *path; /* "heapSpace.committedSize" */
    enum jfr_column_kind kind;
    enum jfr_unit unit; /* for times only NS_SPAN and NS_TIME */
};

struct jfr_tally {
    uint64_t count, bytes;
};

struct jfr_tables;
struct jfr_table;

/* Reads the metadata of all chunks. Unreadable input is noted to log (as skipped) and left out, and
 * so is a chunk that occurred before (as duplicate). Standard input is kept in memory; files are
 * opened again for their rows. NULL: nothing can be read, error says why. */
JFR_API struct jfr_tables *jfr_tables_open(const char *const *paths, size_t count,
                                           const struct jfr_log *log, struct jfr_error *error);
JFR_API void jfr_tables_close(struct jfr_tables *tables);
/* Each pass (rows, chunks, tallies) opens the files again. A file that is gone, has changed or can
 * no longer be read ends the pass. Call this after the last row. True: error says why rows are
 * missing, and the tables must not be used any longer. */
JFR_API bool jfr_tables_error(const struct jfr_tables *tables, struct jfr_error *error);
/* The number of paths and chunks that could not be read at all. */
JFR_API size_t jfr_tables_failed(const struct jfr_tables *tables);
/* Tables are sorted by name. There is one for each type in the metadata, with or without rows. */
JFR_API size_t jfr_tables_count(const struct jfr_tables *tables);
JFR_API const struct jfr_table *jfr_tables_at(const struct jfr_tables *tables, size_t index);
JFR_API const struct jfr_table *jfr_tables_find(const struct jfr_tables *tables, const char *name);
/* The number of events of each table, and their bytes. tallies has room for one per table, in the
 * order of the tables. Steps over all events. */
JFR_API void jfr_tables_tally(const struct jfr_tables *tables, struct jfr_tally *tallies);
JFR_API const char *jfr_table_name(const struct jfr_table *table);
JFR_API const char *jfr_table_label(const struct jfr_table *table); /* or NULL */
/* Columns are in the order of the fields. */
JFR_API size_t jfr_table_columns(const struct jfr_table *table);
JFR_API const struct jfr_column *jfr_table_column(const struct jfr_table *table, size_t index);

/* ---- Rows: streamed, a chunk at a time; only the requested columns are decoded ---- */

struct jfr_rows;

struct jfr_thread {
    const char *name, *group; /* "": not known */
    uint64_t os_id, java_id;
    bool is_virtual;
    uint64_t reserved[2];
};

struct jfr_stack {
    uint64_t hash; /* of the contents of its frames: the same in every recording of a program */
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
    JFR_ROWS_STABLE = 1,     /* numbers of texts, threads and stacks are valid until the rows are
                                closed; otherwise only until the next chunk, so that memory is
                                proportional to the largest chunk */
    JFR_ROWS_RAW_NAMES = 2,  /* names of classes and methods as recorded, with hidden frames;
                                otherwise names that the JVM generates are made stable */
    JFR_ROWS_HELD_SPANS = 4, /* impossible durations (negative, or far longer than the recording)
                                are null */
};

/* table NULL: events of all types that have at least one of the paths.
 * paths: of columns, or any other path of the type ("objectClass.name",
 * "sampledThread|eventThread"). flags: enum jfr_rows_flags. Damage is noted to log. */
JFR_API struct jfr_rows *jfr_rows_open(const struct jfr_tables *tables,
                                       const struct jfr_table *table, const char *const *paths,
                                       size_t count, unsigned flags, const struct jfr_log *log);
/* Skips chunks that ended before this time (ns since the epoch). Rows that began before it may
 * still appear. */
JFR_API void jfr_rows_from(struct jfr_rows *rows, int64_t from_ns);
/* Skips chunks that began after this time. */
JFR_API void jfr_rows_to(struct jfr_rows *rows, int64_t to_ns);
/* The next row in file order, which is not the order of time. False: no more rows, or an error, see
 * jfr_tables_error. cells: room for one cell per path, or NULL: the rows keep them, for
 * jfr_row_text and so on. */
JFR_API bool jfr_rows_next(struct jfr_rows *rows, uint64_t *cells);
/* ---- Values of the current row, by index of the path ---- */

/* A value of another kind, or one that was not recorded, is null: JFR_NULL_INT, false, NaN, NULL,
 * or a struct of "" and 0. Pointers are valid until the next row. */
JFR_API bool jfr_row_is_null(const struct jfr_rows *rows, size_t column);
JFR_API bool jfr_row_bool(const struct jfr_rows *rows, size_t column);
/* A real is truncated; an unsigned value is limited to INT64_MAX. */
JFR_API int64_t jfr_row_int(const struct jfr_rows *rows, size_t column);
/* 0 if the value is null or negative. */
JFR_API uint64_t jfr_row_unsigned(const struct jfr_rows *rows, size_t column);
JFR_API double jfr_row_double(const struct jfr_rows *rows, size_t column);
/* A duration in ns, or a time in ns since the epoch; null for other units. */
JFR_API int64_t jfr_row_ns(const struct jfr_rows *rows, size_t column);
/* A text; the name of a thread; the top frame of a stack ("java.util.HashMap.get:568"); digits,
 * "true" or "false" for everything else. */
JFR_API const char *jfr_row_text(struct jfr_rows *rows, size_t column);
JFR_API struct jfr_thread jfr_row_thread(const struct jfr_rows *rows, size_t column);
JFR_API struct jfr_stack jfr_row_stack(const struct jfr_rows *rows, size_t column);
/* A frame of the stack; 0 is the top. Beyond the depth all members are "" and -1. */
JFR_API struct jfr_frame jfr_row_frame(const struct jfr_rows *rows, size_t column, uint32_t index);

/* ---- Cells: values as 64 bits each, for keeping or comparing many ---- */

/* The chunk and the type of the last row, valid until the next row. */
JFR_API const struct jfr_chunk *jfr_rows_chunk(const struct jfr_rows *rows);
JFR_API const struct jfr_type *jfr_rows_type(const struct jfr_rows *rows);
/* The kind and unit of cells of the last row: those of the column; for other paths those of the
 * chunk. */
JFR_API enum jfr_column_kind jfr_rows_kind(const struct jfr_rows *rows, size_t column);
JFR_API enum jfr_unit jfr_rows_unit(const struct jfr_rows *rows, size_t column);
/* The text, thread or stack of a cell that is not null. */
JFR_API const char *jfr_rows_text(const struct jfr_rows *rows, uint64_t cell, size_t *len);
JFR_API struct jfr_thread jfr_rows_thread(const struct jfr_rows *rows, uint64_t cell);
JFR_API struct jfr_stack jfr_rows_stack(const struct jfr_rows *rows, uint64_t cell);
/* A frame of the stack; 0 is the top. */
JFR_API struct jfr_frame jfr_rows_frame(const struct jfr_rows *rows, uint64_t cell, uint32_t index);
JFR_API void jfr_rows_close(struct jfr_rows *rows);

/* ---- Arrow: rows as streams of record batches (https://arrow.apache.org/docs/format) ---- */

/* The C data interface and the C stream interface, as in every implementation of Arrow. */
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

enum jfr_arrow_times {                   /* type of points of time */
                       JFR_ARROW_NS = 0, /* timestamp[ns, UTC] */
                       JFR_ARROW_US,     /* timestamp[us, UTC], rounded down: for files */
                       JFR_ARROW_INT64,  /* ns since the epoch */
};

enum jfr_arrow_flags {
    JFR_ARROW_PLAIN = 1,     /* texts are utf8; otherwise dictionary<int32, utf8>, one per batch */
    JFR_ARROW_NESTED = 2,    /* a stack is list<struct<class, method, line, type>>, top first;
                                otherwise the hash of its frames, int64 */
    JFR_ARROW_RECORDING = 4, /* adds a first column, "recording": the name of the file */
    JFR_ARROW_RAW_NAMES = 8, /* as JFR_ROWS_RAW_NAMES */
};

struct jfr_arrow_options { /* zeroed: the defaults */
    enum jfr_arrow_times times;
    unsigned flags;      /* enum jfr_arrow_flags */
    uint32_t threads;    /* threads that read chunks; 0: one per processor, up to 8 */
    uint32_t batch_rows; /* largest number of rows of a batch; 0: 131,072 */
    uint64_t reserved[6];
};

/* The rows of a table as a stream, in file order for any number of threads. names: names or paths
 * of columns; NULL: all columns except texts of whole stacks ("stackTrace.text").
 *
 *   boolean        bool                    numbers        int64, uint64 (UNSIGNED), double
 *   startTime      timestamp, see above    durations      int64 in ns
 *   texts          see above; threads are their names
 *
 * The metadata of a field has "jfr.path" and, if known, "jfr.unit", see jfr_unit_name. The stream
 * stays valid when the tables are closed. One thread at a time may read it. Batches belong to the
 * caller and may be released in any order, by any thread. log is called by one thread at a time,
 * but by any thread; it must outlive the stream. False: no such column, error says which. options
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
