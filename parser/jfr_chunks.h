/* libjfr below tables and rows: from paths to segments, chunks, events and single values. jfr.h
 * includes this header and has the rules for both: ownership, and what later versions may change.
 */
#ifndef JFR_CHUNKS_H
#define JFR_CHUNKS_H

#include "jfr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ==== Input: paths become segments ========================================================== */

/* A profile in pprof's format, which is also found in folders, is one segment without chunks. So
 * are profiles of other formats (flame graphs, OTLP, collapsed stacks), if their file was named. */
struct jfr_segment {
    const char *name; /* for messages: a path, or "ci.zip: build/rec.jfr" */
    const uint8_t *data;
    uint64_t size;
    uint64_t offset; /* position of data[0] in the recording; > 0 in later segments of a stream */
    uint32_t recording; /* number of the recording, counted from 0 in reading order */
    bool last;          /* no further segment of this recording follows */
    bool mapped;        /* data is a read-only mapping of a file: not private memory */
    struct jfr_segment_owner *owner;
    uint64_t old; /* 1: converted from format 0.9; sizes and positions are not those of the file */
    uint64_t profile; /* 1: it is a profile */
    uint64_t reserved[2];
};

struct jfr_input;

/* paths: files, directories, "-" for standard input. Opens nothing yet. paths is copied. */
JFR_API struct jfr_input *jfr_input_open(const char *const *paths, size_t count);
/* Restricts the input to segments of this name or, if it ends in '/', below it: other members of
 * archives are not unpacked. Call before the first jfr_input_next. name is copied. */
JFR_API void jfr_input_only(struct jfr_input *input, const char *name);
/* The next segment. 1: *segment is filled, release it. 0: no more. -1: something could not be read,
 * see *error; call again to continue. Notes (files left out) go to log. */
JFR_API int jfr_input_next(struct jfr_input *input, struct jfr_segment *segment,
                           const struct jfr_log *log, struct jfr_error *error);
/* Progress in bytes of the stored (compressed) files; total is 0 if not known. */
JFR_API void jfr_input_progress(const struct jfr_input *input, uint64_t *done, uint64_t *total);
JFR_API void jfr_input_close(struct jfr_input *input);

/* Segments are reference counted: every retain needs a release. Any thread may call both. */
JFR_API void jfr_segment_retain(const struct jfr_segment *segment);
JFR_API void jfr_segment_release(const struct jfr_segment *segment);

/* ==== Chunks ================================================================================ */

/* Header, big endian (formats 1.0, 2.0, 2.1; chunks of format 0.9 come from jfr_input_next as 2.1):
 *
 *    0 magic "FLR\0"   4 major u16   6 minor u16   8 size u64     16 last checkpoint u64
 *   24 metadata u64   32 start ns   40 duration ns 48 start ticks 56 ticks per second
 *   64 generation u8  65 pad        66 flags u16 (1 compressed integers, 2 final chunk)   68 events
 */
#define JFR_HEADER_SIZE 68

enum jfr_encoding {                 /* encoding of integers in a chunk */
                    JFR_FIXED = 0,  /* big endian, as wide as their type */
                    JFR_COMPRESSED, /* LEB128 of up to nine bytes */
};

struct jfr_chunk {
    const uint8_t *data;        /* the magic */
    uint64_t size;              /* readable bytes from data on, header included */
    uint64_t offset;            /* position of data[0] in the recording */
    const char *name;           /* the segment's name */
    uint32_t recording;         /* the segment's recording */
    uint16_t major, minor;      /* as in the file: 0 and 9 if it was converted */
    uint64_t declared_size;     /* from the header: 0 or outdated if unfinished */
    uint64_t checkpoint_offset; /* last checkpoint, 0 if none or out of bounds */
    uint64_t metadata_offset;   /* 0 if none or out of bounds */
    int64_t start_ns;           /* since the epoch; 0 if the header is implausible */
    int64_t duration_ns;        /* 0 if not known */
    int64_t start_ticks;
    double ticks_per_ns; /* > 0 */
    int64_t ticks_per_second;
    uint8_t generation; /* 0: finished */
    enum jfr_encoding encoding;
    bool final_chunk;
    bool unfinished; /* the JVM did not finish it */
    bool damaged;    /* size differs from the header: cut or overwritten */
    uint64_t reserved[8];
};

/* The next chunk at or after *position (start with 0) of the segment; *position is set to its end.
 * 1: chunk. 0: no more. -1: the chunk cannot be read at all, see *error; call again to continue.
 * Garbage between chunks and cut chunks are noted to log. */
JFR_API int jfr_chunk_next(const struct jfr_segment *segment, uint64_t *position,
                           struct jfr_chunk *chunk, const struct jfr_log *log,
                           struct jfr_error *error);

/* Ticks of an event -> ns since the epoch. Truncates like the JDK. */
static inline int64_t jfr_chunk_time(const struct jfr_chunk *chunk, int64_t ticks) {
    double since =
        (double)(int64_t)((uint64_t)ticks - (uint64_t)chunk->start_ticks) / chunk->ticks_per_ns;
    if (!(since > -9.0e18 && since < 9.0e18)) return chunk->start_ns;
    return (int64_t)((uint64_t)chunk->start_ns + (uint64_t)(int64_t)since);
}

/* The end of the chunk, ns since the epoch: start + duration, or the start of its last event if the
 * JVM did not finish it or it is cut (which walks all events). Never before its start. */
JFR_API int64_t jfr_chunk_end(const struct jfr_chunk *chunk);

/* ==== Metadata: the type model of a chunk =================================================== */

enum jfr_base { /* encoding of a value of the type */
                JFR_STRUCT = 0,
                JFR_BOOLEAN,
                JFR_BYTE,
                JFR_CHAR,
                JFR_SHORT,
                JFR_INT,
                JFR_LONG,
                JFR_FLOAT,
                JFR_DOUBLE,
                JFR_STRING,
};

/* Converts a number of this unit to ns: a duration, or a time since the epoch. "None" (INT64_MIN)
 * and "for ever" (INT64_MAX) are not changed. False: not a unit of time. */
JFR_API bool jfr_chunk_ns(const struct jfr_chunk *chunk, enum jfr_unit unit, int64_t number,
                          int64_t *ns);
/* The time of an event in ns since the epoch, by the unit of its field: ticks in most recordings,
 * ns or ms since the epoch for some writers. Ticks if it is not a unit of time. */
static inline int64_t jfr_chunk_time_in(const struct jfr_chunk *chunk, enum jfr_unit unit,
                                        int64_t number) {
    if (unit < JFR_UNIT_NS_TIME || unit > JFR_UNIT_S_TIME) return jfr_chunk_time(chunk, number);
    jfr_chunk_ns(chunk, unit, number, &number);
    return number;
}

struct jfr_type;
struct jfr_constants;

struct jfr_attribute {
    const char *name, *value; /* of arrays "value-0", "value-1"... */
};

struct jfr_annotation { /* "@Timespan(TICKS)" of an event type, field, setting or annotation */
    uint64_t type_id;
    const struct jfr_type *type; /* NULL: the metadata does not describe it */
    const struct jfr_attribute *values;
    uint32_t value_count;
};

struct jfr_setting { /* a setting of an event type: "enabled", "threshold"... */
    const char *name;
    uint64_t type_id;
    const struct jfr_type *type; /* NULL: the metadata does not describe it */
    const char *value;           /* the default, or NULL */
    const struct jfr_annotation *const *annotations;
    uint32_t annotation_count;
};

struct jfr_field {
    const char *name;
    uint64_t type_id;
    const struct jfr_type *type; /* NULL: the metadata does not describe it */
    bool pooled;                 /* the event contains the key of a constant */
    bool array;                  /* count, then that many values */
    bool is_unsigned;
    bool experimental;
    enum jfr_unit unit;
    const char *label, *description; /* or NULL */
    /* The annotation with the content type, whether it is known here (unit) or not:
     * jdk.jfr.Timespan, or an application's own with jdk.jfr.ContentType; NULL: none. */
    const struct jfr_annotation *content_type;
    const struct jfr_annotation *const *annotations; /* all of them */
    uint32_t annotation_count;
};

struct jfr_type {
    uint64_t id;
    const char *name;                /* "jdk.ExecutionSample", "java.lang.String" */
    const char *label, *description; /* "Method Profiling Sample", or NULL */
    const char *super;               /* "jdk.jfr.Event", or NULL */
    enum jfr_base base;
    bool event;  /* super is jdk.jfr.Event */
    bool simple; /* a struct that stands for its only field: jdk.types.Symbol, jdk.types.GCCause */
    bool experimental;
    const struct jfr_field *const *fields;
    uint32_t field_count;
    uint32_t index; /* in jfr_metadata.types */
    /* The next type of this name, or NULL: there is one for each loader of the class. */
    const struct jfr_type *next;
    const struct jfr_annotation *category; /* values from the top level down, or NULL */
    const struct jfr_annotation *const *annotations;
    const struct jfr_setting *const *settings;
    uint32_t annotation_count, setting_count;
};

struct jfr_metadata {
    const struct jfr_type *const *types;
    uint32_t type_count;
    uint64_t max_id;               /* largest type id */
    const char *locale;            /* of the JVM, "en_US"; or NULL */
    int64_t gmt_offset_ms, dst_ms; /* time zone, and the part of it that is daylight saving */
};

/* Reads the type model from the metadata event at chunk->metadata_offset. Names are valid UTF-8.
 * NULL: error says why (offset in the recording). */
JFR_API struct jfr_metadata *jfr_metadata_read(const struct jfr_chunk *chunk,
                                               struct jfr_error *error);
JFR_API void jfr_metadata_free(struct jfr_metadata *metadata);
/* True if the metadata of the chunk has the same bytes as those that metadata was read from, except
 * for its time. */
JFR_API bool jfr_metadata_matches(const struct jfr_metadata *metadata,
                                  const struct jfr_chunk *chunk);
JFR_API const struct jfr_type *jfr_type_by_id(const struct jfr_metadata *metadata, uint64_t id);
/* The first type of that name; continue with its next. Old names are also found by their new ones:
 * com.oracle.jdk.X is jdk.X. */
JFR_API const struct jfr_type *jfr_type_by_name(const struct jfr_metadata *metadata,
                                                const char *name);
JFR_API const struct jfr_field *jfr_field_by_name(const struct jfr_type *type, const char *name);
/* The first annotation whose type has this name in the recording, or NULL. */
JFR_API const struct jfr_annotation *
jfr_annotation_by_name(const struct jfr_annotation *const *annotations, uint32_t count,
                       const char *name);

/* ==== Read plans ============================================================================ */

/* A plan lists the wanted values of a type by path; everything between them is skipped, not
 * decoded. It is compiled once per chunk and type.
 *
 *   "startTime"                   a field
 *   "heapSpace.committedSize"     a field of a struct within the event
 *   "objectClass.name"            a field of a struct in a constant pool
 *   "sampledThread|eventThread"   the first of these paths that the type has
 *
 * A struct with one field is that field: a Symbol is a string, a ThreadState is its name. With a
 * dot at the end of the path ("eventThread.") it stays a struct. Values are read into slots, in the
 * order of the paths, in two steps:
 *
 *                       read from the event       resolved with the chunk's constants
 *   integer             extended to 64 bits       the same
 *   float, double       bits of a double          the same
 *   string              a position                position of its text, for jfr_string_at
 *   array               position of its count     the same
 *   struct              its position              the same
 *   in a constant pool  the key                   of a struct its key; else as above
 *
 * Positions are relative to the first byte of the chunk. Resolving costs a look-up and a read for
 * each constant on the path, so cache the results for keys that repeat. */
enum jfr_slot {                    /* kind of the value of a path */
                JFR_SLOT_NONE = 0, /* the type has no such field */
                JFR_SLOT_INTEGER,
                JFR_SLOT_REAL,
                JFR_SLOT_TEXT,
                JFR_SLOT_ARRAY,
                JFR_SLOT_STRUCT,
};

struct jfr_plan;

/* A path that the type does not have, and a path NULL, give the value 0. Returns NULL if a field
 * before a wanted one has a type that the metadata does not describe. */
JFR_API struct jfr_plan *jfr_plan_compile(const struct jfr_chunk *chunk,
                                          const struct jfr_type *type, const char *const *paths,
                                          size_t count, struct jfr_error *error);
/* Like jfr_plan_compile, but reading stops at the end of the whole value: for elements of arrays.
 * Returns NULL also if a field after the wanted ones cannot be skipped. */
JFR_API struct jfr_plan *jfr_plan_compile_whole(const struct jfr_chunk *chunk,
                                                const struct jfr_type *type,
                                                const char *const *paths, size_t count,
                                                struct jfr_error *error);
JFR_API enum jfr_slot jfr_plan_slot(const struct jfr_plan *plan, size_t slot);
/* The last field of the slot's path: it has the unit, and tells whether the value of a struct is a
 * key (pooled) or a position. NULL: the type does not have the path. */
JFR_API const struct jfr_field *jfr_plan_field(const struct jfr_plan *plan, size_t slot);
/* True if the value is a position: the string, array or struct is within the event. Otherwise it is
 * a number or a key. */
JFR_API bool jfr_plan_is_position(const struct jfr_plan *plan, size_t slot);
/* Reads the number of elements of the array at *at and advances *at; never more than there are
 * bytes up to end. */
JFR_API bool jfr_plan_count(const struct jfr_chunk *chunk, const uint8_t **at, const uint8_t *end,
                            uint64_t *count);
/* Reads a value of the planned type at *at (below end). Advances *at to the end of the last wanted
 * field or, if the plan has none, of the value. False: the value exceeds end. */
JFR_API bool jfr_plan_read(const struct jfr_plan *plan, const uint8_t *chunk_data,
                           const uint8_t **at, const uint8_t *end, uint64_t *values);
/* Resolves the value of a slot with the constants. False, and value 0: null, or a constant that is
 * missing or cannot be read. */
JFR_API bool jfr_plan_resolve_one(const struct jfr_plan *plan,
                                  const struct jfr_constants *constants, size_t slot,
                                  uint64_t *value);
/* Resolves all slots. */
JFR_API void jfr_plan_resolve(const struct jfr_plan *plan, const struct jfr_constants *constants,
                              uint64_t *values);
JFR_API void jfr_plan_free(struct jfr_plan *plan);

/* ==== Events ================================================================================ */

#define JFR_METADATA_EVENT 0
#define JFR_CHECKPOINT_EVENT 1

struct jfr_event {
    uint64_t type_id;
    uint64_t offset;        /* position in the chunk */
    const uint8_t *payload; /* after size and type id */
    const uint8_t *end;
    uint64_t reserved;
};

struct jfr_cursor;

/* Walks the events of the chunk in file order. metadata may be NULL. Damage is noted to log and
 * skipped if the checkpoint chain leads to a later event. */
JFR_API struct jfr_cursor *jfr_cursor_open(const struct jfr_chunk *chunk,
                                           const struct jfr_metadata *metadata,
                                           const struct jfr_log *log);
/* Requests events of this type; others are counted and skipped. */
JFR_API void jfr_cursor_want(struct jfr_cursor *cursor, uint64_t type_id);
/* Allows events in any order: the cursor then walks two parts of a large chunk at a time, which is
 * faster. Call before the first next. */
JFR_API void jfr_cursor_any_order(struct jfr_cursor *cursor);
/* Tallies also bytes, not only counts. Call before the first next. */
JFR_API void jfr_cursor_count_bytes(struct jfr_cursor *cursor);
JFR_API bool jfr_cursor_next(struct jfr_cursor *cursor, struct jfr_event *event);
/* Count and bytes of the events of a type so far. */
JFR_API struct jfr_tally jfr_cursor_tally(const struct jfr_cursor *cursor, uint64_t type_id);
/* Calls each for every type id that occurred, whether the metadata describes it or not. */
JFR_API void jfr_cursor_tallies(const struct jfr_cursor *cursor,
                                void (*each)(void *context, uint64_t type_id,
                                             struct jfr_tally tally),
                                void *context);
/* Bytes left out so far because of damage. */
JFR_API uint64_t jfr_cursor_lost(const struct jfr_cursor *cursor);
JFR_API void jfr_cursor_close(struct jfr_cursor *cursor);

/* ==== Constant pools ======================================================================== */

/* An empty index for the chunk; both arguments must outlive it. */
JFR_API struct jfr_constants *jfr_constants_open(const struct jfr_chunk *chunk,
                                                 const struct jfr_metadata *metadata);
/* Indexes one checkpoint event: (type, key) -> position. Later checkpoints override earlier ones,
 * so add them in file order. What cannot be read is noted to log; the rest is kept. */
JFR_API void jfr_constants_add(struct jfr_constants *constants, const struct jfr_event *checkpoint,
                               const struct jfr_log *log);
/* From now on only requested keys of this type are indexed: for large pools of which few constants
 * are needed (stack traces). type NULL is ignored. */
JFR_API void jfr_constants_ask(struct jfr_constants *constants, const struct jfr_type *type,
                               uint64_t key);
/* Makes a constant of a value at this position, in an event or in another constant, and returns its
 * key. Values with equal bytes have the same key. */
JFR_API uint64_t jfr_constants_place(struct jfr_constants *constants, const struct jfr_type *type,
                                     uint64_t position);
/* The first byte of the constant's value in the chunk, or NULL. */
JFR_API const uint8_t *jfr_constant_find(const struct jfr_constants *constants,
                                         const struct jfr_type *type, uint64_t key);
/* The number of indexed constants of the type. */
JFR_API uint64_t jfr_constants_count(const struct jfr_constants *constants,
                                     const struct jfr_type *type);
JFR_API void jfr_constants_close(struct jfr_constants *constants);

/* ==== Values ================================================================================ */

/* Decodes the string at `at` (its encoding byte) to valid UTF-8 in the caller's buffer: broken and
 * surrogate sequences become U+FFFD, CESU-8 pairs are joined. Pool references are looked up in
 * constants (constants or metadata NULL: treated as null). Returns the full length in bytes
 * (like snprintf, always 0-terminated if size > 0), or -1 for null and unreadable strings. */
JFR_API int64_t jfr_string_at(const struct jfr_constants *constants,
                              const struct jfr_metadata *metadata, const struct jfr_chunk *chunk,
                              const uint8_t *at, const uint8_t *end, char *buffer, size_t size);

enum jfr_value_kind {
    JFR_VALUE_NULL = 0,
    JFR_VALUE_NUMBER,
    JFR_VALUE_REAL,
    JFR_VALUE_TEXT,
    JFR_VALUE_STRUCT
};

struct jfr_value {
    enum jfr_value_kind kind;
    const struct jfr_field *field; /* its field */
    int64_t number;
    double real;
    const char *text; /* the caller's buffer */
    uint64_t reserved[2];
};

/* The value of a slot for display: constants resolved, text copied to the buffer. */
JFR_API struct jfr_value jfr_plan_value(const struct jfr_plan *plan,
                                        const struct jfr_constants *constants, size_t slot,
                                        uint64_t value, char *buffer, size_t size);

/* ==== Visits: all values of an event, field by field ======================================== */

/* A visitor calls back for every value of an event in the order of the recording, with constants
 * resolved: for programs that print, export or index any event. A type is prepared at its first
 * event; later events cost no allocation. Each BEGIN has its END, even in damaged events. */
struct jfr_visitor;

enum jfr_item_kind {
    JFR_ITEM_NULL,      /* a null text, or a constant that is missing or contains itself */
    JFR_ITEM_BEGIN,     /* a struct; its fields follow. The first of an event is the event */
    JFR_ITEM_END,       /* its end */
    JFR_ITEM_ARRAY,     /* an array of `number` elements, which follow */
    JFR_ITEM_ARRAY_END, /* its end */
    JFR_ITEM_BOOLEAN,   /* number: 0 or 1 */
    JFR_ITEM_CHAR,      /* number: a UTF-16 code unit; text: the same */
    JFR_ITEM_INTEGER,   /* number; if is_unsigned, its bits as unsigned */
    JFR_ITEM_REAL,      /* real; a float's value if base is JFR_FLOAT */
    JFR_ITEM_TEXT,      /* text */
};

/* Valid until the callback returns. Later versions may have more members. */
struct jfr_item {
    enum jfr_item_kind kind;
    enum jfr_base base; /* of the type */
    enum jfr_unit unit; /* of number or real, which are not converted */
    bool is_unsigned;   /* of number */
    bool element;       /* an element of the array that field is */
    bool constant;      /* from the pool of the field's type, with this key */
    const struct jfr_field
        *field; /* the field of the value; NULL: the visited event or constant itself */
    const struct jfr_type *type; /* of the value; if the field's type is simple, of its only field;
                                  * NULL if the metadata does not describe it */
    uint64_t key;
    int64_t number;
    double real;
    const char *text; /* valid UTF-8 without zero bytes, not 0-terminated */
    size_t length;    /* of text, in bytes */
};

enum jfr_answer {
    JFR_GO_ON,
    JFR_STEP_OVER, /* to BEGIN or ARRAY: it is skipped, without an END */
    JFR_ENOUGH,    /* to an element or its END: skips the other elements; ARRAY_END follows */
};

typedef enum jfr_answer jfr_visit_item(void *context, const struct jfr_item *item);

/* All arguments must outlive the visitor. constants may be NULL: none. */
JFR_API struct jfr_visitor *jfr_visitor_open(const struct jfr_chunk *chunk,
                                             const struct jfr_metadata *metadata,
                                             const struct jfr_constants *constants);
/* JFR_DAMAGED: the event or one of its constants ends too early, or has a type that the metadata
 * does not describe; JFR_LIMIT: it has more than half a million values, or more than 500 levels.
 * All readable values were visited. */
JFR_API enum jfr_code jfr_visit_event(struct jfr_visitor *visitor, const struct jfr_event *event,
                                      jfr_visit_item *visit, void *context);
/* Visits a constant, for example one that was skipped: field is NULL, constant is true. */
JFR_API enum jfr_code jfr_visit_constant(struct jfr_visitor *visitor, const struct jfr_type *type,
                                         uint64_t key, jfr_visit_item *visit, void *context);
JFR_API void jfr_visitor_close(struct jfr_visitor *visitor);

/* ==== Chunks of tables ====================================================================== */

struct jfr_chunks;

/* Of tables, which must outlive it; to be closed with jfr_chunks_close. */
JFR_API struct jfr_chunks *jfr_chunks_open(const struct jfr_tables *tables);
/* Valid until the next one; NULL: no more. */
JFR_API const struct jfr_chunk *jfr_chunks_next(struct jfr_chunks *chunks);
/* The metadata of that chunk, valid as long as the chunk; NULL: it cannot be read. */
JFR_API const struct jfr_metadata *jfr_chunks_metadata(struct jfr_chunks *chunks);
JFR_API void jfr_chunks_close(struct jfr_chunks *chunks);

#ifdef __cplusplus
}
#endif

#endif
