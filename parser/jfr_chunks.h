/* libjfr, below tables and rows: from paths to segments, chunks, events and single values. jfr.h
 * includes it, and says what holds for both: who owns what, what later versions may change. */
#ifndef JFR_CHUNKS_H
#define JFR_CHUNKS_H

#include "jfr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ==== Input: paths become segments ========================================================== */

/* A profile in pprof's format (parser/document/document.h), which is also found, comes as one
 * segment; it has no chunks. So do profiles of other formats (flame graphs, OTLP, collapsed
 * stacks), where they were named themselves. */
struct jfr_segment {
    const char *name; /* to show: path, or "ci.zip: build/rec.jfr" */
    const uint8_t *data;
    uint64_t size;
    uint64_t offset;    /* of data[0] in the recording; > 0 in later segments of a stream */
    uint32_t recording; /* number of the recording, counted from 0 in reading order */
    bool last;          /* no further segment of this recording follows */
    bool mapped;        /* data is a read-only mapping of a file: not private memory */
    struct jfr_segment_owner *owner;
    uint64_t old; /* 1: was of format 0.9, data is what was made of it; size and positions in it are
                   * not those of the file */
    uint64_t profile; /* 1: it is a profile */
    uint64_t reserved[2];
};

struct jfr_input;

/* Paths: files, directories, "-" for standard input. Opens nothing yet. paths is copied. */
JFR_API struct jfr_input *jfr_input_open(const char *const *paths, size_t count);
/* Only what has this name in segments, or, if it ends in '/', what lies below it: members of
 * archives that are something else are not unpacked. Before the first jfr_input_next. name is
 * copied. */
JFR_API void jfr_input_only(struct jfr_input *input, const char *name);
/* The next segment. 1: *segment is filled, release it. 0: no more. -1: something named in *error
 * could not be read; call again to go on with what follows. Notes (files left out) go to log. */
JFR_API int jfr_input_next(struct jfr_input *input, struct jfr_segment *segment,
                           const struct jfr_log *log, struct jfr_error *error);
/* How far we are in bytes of the files as stored (compressed size); total is 0 when not known. */
JFR_API void jfr_input_progress(const struct jfr_input *input, uint64_t *done, uint64_t *total);
JFR_API void jfr_input_close(struct jfr_input *input);

/* Segments are counted: every retain needs a release. Both may be called from any thread. */
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

enum jfr_encoding {                 /* how integers lie in a chunk */
                    JFR_FIXED = 0,  /* big endian, in the width of their type */
                    JFR_COMPRESSED, /* LEB128 of up to nine bytes */
};

struct jfr_chunk {
    const uint8_t *data;        /* the magic */
    uint64_t size;              /* readable bytes from data on, header included */
    uint64_t offset;            /* of data[0] in the recording */
    const char *name;           /* the segment's name */
    uint32_t recording;         /* the segment's recording */
    uint16_t major, minor;      /* as the file has them: 0 and 9 for what was translated */
    uint64_t declared_size;     /* as the header says: 0 or stale when unfinished */
    uint64_t checkpoint_offset; /* last checkpoint, 0 if none or out of bounds */
    uint64_t metadata_offset;   /* 0 if none or out of bounds */
    int64_t start_ns;           /* since the epoch; 0 if the header's cannot be */
    int64_t duration_ns;        /* 0 if not known */
    int64_t start_ticks;
    double ticks_per_ns; /* > 0 */
    int64_t ticks_per_second;
    uint8_t generation; /* 0: finished */
    enum jfr_encoding encoding;
    bool final_chunk;
    bool unfinished; /* its JVM did not finish it */
    bool damaged;    /* size is not what the header says: cut or overwritten */
    uint64_t reserved[8];
};

/* The next chunk at or after *position (start with 0) of the segment; *position moves behind it.
 * 1: chunk. 0: no more. -1: a chunk that cannot be read at all, *error says why; call again.
 * Garbage between chunks and cut chunks are noted to log. */
JFR_API int jfr_chunk_next(const struct jfr_segment *segment, uint64_t *position,
                           struct jfr_chunk *chunk, const struct jfr_log *log,
                           struct jfr_error *error);

/* Ticks of an event -> ns since the epoch, and a span in ticks -> ns. Truncates like the JDK. */
static inline int64_t jfr_chunk_time(const struct jfr_chunk *chunk, int64_t ticks) {
    double since =
        (double)(int64_t)((uint64_t)ticks - (uint64_t)chunk->start_ticks) / chunk->ticks_per_ns;
    if (!(since > -9.0e18 && since < 9.0e18)) return chunk->start_ns;
    return (int64_t)((uint64_t)chunk->start_ns + (uint64_t)(int64_t)since);
}

/* When the chunk ends, ns since the epoch: start + duration, or the start of its last event where
 * its JVM did not finish it or where it is cut (walks the events then). Never before its start. */
JFR_API int64_t jfr_chunk_end(const struct jfr_chunk *chunk);

/* ==== Metadata: the type model of a chunk =================================================== */

enum jfr_base { /* what a value of the type is on the wire */
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

/* A number of this unit in ns: a span, or a time since the epoch. "None" (INT64_MIN) and "for ever"
 * (INT64_MAX) stay what they are. False: the unit is none of time. */
JFR_API bool jfr_chunk_ns(const struct jfr_chunk *chunk, enum jfr_unit unit, int64_t number,
                          int64_t *ns);
/* The time of an event in ns since the epoch, by the unit of its field: most count ticks, some
 * writers ns or ms since the epoch. Ticks where the unit is none of time. */
static inline int64_t jfr_chunk_time_in(const struct jfr_chunk *chunk, enum jfr_unit unit,
                                        int64_t number) {
    if (unit < JFR_UNIT_NS_TIME || unit > JFR_UNIT_S_TIME) return jfr_chunk_time(chunk, number);
    jfr_chunk_ns(chunk, unit, number, &number);
    return number;
}

struct jfr_type;
struct jfr_constants;

struct jfr_attribute {
    const char *name, *value; /* of an array "value-0", "value-1", ... */
};

struct jfr_annotation { /* "@Timespan(TICKS)", of an event type, field, setting or annotation */
    uint64_t type_id;
    const struct jfr_type *type; /* NULL: the metadata does not describe it */
    const struct jfr_attribute *values;
    uint32_t value_count;
};

struct jfr_setting { /* what of an event type can be set: "enabled", "threshold", ... */
    const char *name;
    uint64_t type_id;
    const struct jfr_type *type; /* NULL: the metadata does not describe it */
    const char *value;           /* unless it is set, or NULL */
    const struct jfr_annotation *const *annotations;
    uint32_t annotation_count;
};

struct jfr_field {
    const char *name;
    uint64_t type_id;
    const struct jfr_type *type; /* NULL: the metadata does not describe it */
    bool pooled;                 /* the event holds the key of a constant */
    bool array;                  /* count, then that many values */
    bool is_unsigned;
    bool experimental;
    enum jfr_unit unit;
    const char *label, *description; /* or NULL */
    /* The annotation that says what the value is, known here (unit) or not: jdk.jfr.Timespan, one
     * of an application that is a jdk.jfr.ContentType; NULL: none. */
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
    bool simple; /* a struct that stands for its one field: jdk.types.Symbol, jdk.types.GCCause */
    bool experimental;
    const struct jfr_field *const *fields;
    uint32_t field_count;
    uint32_t index; /* in jfr_metadata.types */
    /* The next type of this name, or NULL: a class that several loaders loaded has one for each. */
    const struct jfr_type *next;
    const struct jfr_annotation *category; /* its values from the top down, or NULL */
    const struct jfr_annotation *const *annotations;
    const struct jfr_setting *const *settings;
    uint32_t annotation_count, setting_count;
};

struct jfr_metadata {
    const struct jfr_type *const *types;
    uint32_t type_count;
    uint64_t max_id;               /* largest type id */
    const char *locale;            /* of the JVM, "en_US"; or NULL */
    int64_t gmt_offset_ms, dst_ms; /* its time zone, and what of that is daylight saving */
};

/* The type model in the metadata event at chunk->metadata_offset. Names are valid UTF-8.
 * NULL on failure, error filled (offset in the recording). */
JFR_API struct jfr_metadata *jfr_metadata_read(const struct jfr_chunk *chunk,
                                               struct jfr_error *error);
JFR_API void jfr_metadata_free(struct jfr_metadata *metadata);
/* True if the chunk's metadata is byte for byte what metadata was read from (its time apart). */
JFR_API bool jfr_metadata_matches(const struct jfr_metadata *metadata,
                                  const struct jfr_chunk *chunk);
JFR_API const struct jfr_type *jfr_type_by_id(const struct jfr_metadata *metadata, uint64_t id);
/* The first of that name; go on with its next. Old names are known by their new ones too:
 * com.oracle.jdk.X is jdk.X. */
JFR_API const struct jfr_type *jfr_type_by_name(const struct jfr_metadata *metadata,
                                                const char *name);
JFR_API const struct jfr_field *jfr_field_by_name(const struct jfr_type *type, const char *name);
/* The first annotation of that type, by its name as the recording has it; or NULL. */
JFR_API const struct jfr_annotation *
jfr_annotation_by_name(const struct jfr_annotation *const *annotations, uint32_t count,
                       const char *name);

/* ==== Read plans ============================================================================ */

/* A plan says which values of a type are wanted, each by its path; what lies between them is
 * stepped over, not decoded. Compiled once per chunk and type.
 *
 *   "startTime"                   a field
 *   "heapSpace.committedSize"     a field of a struct that lies in the event
 *   "objectClass.name"            a field of a struct that lies in a constant pool
 *   "sampledThread|eventThread"   the first of these paths that the type has
 *
 * A struct of one field is that field: a Symbol is a string, a ThreadState is its name. With a dot
 * behind the path ("eventThread.") it stays a struct.
 * Values arrive in slots, in the order asked for, in two steps:
 *
 *                       read from the event       resolved with the chunk's constants
 *   integer             extended to 64 bits       the same
 *   float, double       bits of a double          the same
 *   string              a position                position of its text, for jfr_string_at
 *   array               position of its count     the same
 *   struct              its position              the same
 *   in a constant pool  the key                   of a struct its key; else as above
 *
 * Positions count from the chunk's first byte. Resolving takes a look-up and a read for each
 * constant on the path: who meets the same key again and again keeps what came of it. */
enum jfr_slot {                    /* what a path comes to */
                JFR_SLOT_NONE = 0, /* the type has no such field */
                JFR_SLOT_INTEGER,
                JFR_SLOT_REAL,
                JFR_SLOT_TEXT,
                JFR_SLOT_ARRAY,
                JFR_SLOT_STRUCT,
};

struct jfr_plan;

/* A path the type has not gets the value 0; so does one that is NULL. NULL if a field before a
 * wanted one has a type that the metadata does not describe. */
JFR_API struct jfr_plan *jfr_plan_compile(const struct jfr_chunk *chunk,
                                          const struct jfr_type *type, const char *const *paths,
                                          size_t count, struct jfr_error *error);
/* Like jfr_plan_compile, but reading moves behind the whole value: for elements of arrays. NULL
 * also if a field behind the wanted ones cannot be stepped over. */
JFR_API struct jfr_plan *jfr_plan_compile_whole(const struct jfr_chunk *chunk,
                                                const struct jfr_type *type,
                                                const char *const *paths, size_t count,
                                                struct jfr_error *error);
JFR_API enum jfr_slot jfr_plan_slot(const struct jfr_plan *plan, size_t slot);
/* The field that the slot's path ends with: its unit, and whether a struct's value is a key
 * (pooled) or a position. NULL: the type has none of them. */
JFR_API const struct jfr_field *jfr_plan_field(const struct jfr_plan *plan, size_t slot);
/* Whether what is read is a position: the string, array or struct lies in the event, and in each
 * event elsewhere. Else it is a number or a key. */
JFR_API bool jfr_plan_is_position(const struct jfr_plan *plan, size_t slot);
/* Number of elements of the array at *at (its count), which moves behind it; never more than
 * there are bytes up to end. */
JFR_API bool jfr_plan_count(const struct jfr_chunk *chunk, const uint8_t **at, const uint8_t *end,
                            uint64_t *count);
/* Reads a value of the planned type at *at (below end). Moves *at to where the last wanted field
 * ended (or, for plans with no wanted fields, behind the value). False: runs over end. */
JFR_API bool jfr_plan_read(const struct jfr_plan *plan, const uint8_t *chunk_data,
                           const uint8_t **at, const uint8_t *end, uint64_t *values);
/* Follows what was read for the slot into the constants. False, and 0: null, a constant that is
 * not there, or one that cannot be read. */
JFR_API bool jfr_plan_resolve_one(const struct jfr_plan *plan,
                                  const struct jfr_constants *constants, size_t slot,
                                  uint64_t *value);
/* The same for all slots. */
JFR_API void jfr_plan_resolve(const struct jfr_plan *plan, const struct jfr_constants *constants,
                              uint64_t *values);
JFR_API void jfr_plan_free(struct jfr_plan *plan);

/* ==== Events ================================================================================ */

#define JFR_METADATA_EVENT 0
#define JFR_CHECKPOINT_EVENT 1

struct jfr_event {
    uint64_t type_id;
    uint64_t offset;        /* in the chunk */
    const uint8_t *payload; /* behind size and type id */
    const uint8_t *end;
    uint64_t reserved;
};

struct jfr_cursor;

/* Walks the chunk's events in file order. metadata may be NULL. Damage is noted to log and
 * stepped over where the checkpoint chain gives a later event to go on from. */
JFR_API struct jfr_cursor *jfr_cursor_open(const struct jfr_chunk *chunk,
                                           const struct jfr_metadata *metadata,
                                           const struct jfr_log *log);
/* Events of this type are wanted; the others are counted and jumped over. */
JFR_API void jfr_cursor_want(struct jfr_cursor *cursor, uint64_t type_id);
/* The caller does not mind the order in which events come: lets the cursor walk two parts of a
 * large chunk at a time, which is faster. Call before the first next. */
JFR_API void jfr_cursor_any_order(struct jfr_cursor *cursor);
/* Bytes are to be tallied too; without this only counts are. Call before the first next. */
JFR_API void jfr_cursor_count_bytes(struct jfr_cursor *cursor);
JFR_API bool jfr_cursor_next(struct jfr_cursor *cursor, struct jfr_event *event);
/* Count and bytes of a type, of what was walked so far. */
JFR_API struct jfr_tally jfr_cursor_tally(const struct jfr_cursor *cursor, uint64_t type_id);
/* Calls each for every type id that occurred, described by the metadata or not. */
JFR_API void jfr_cursor_tallies(const struct jfr_cursor *cursor,
                                void (*each)(void *context, uint64_t type_id,
                                             struct jfr_tally tally),
                                void *context);
/* Bytes that had to be left out so far. */
JFR_API uint64_t jfr_cursor_lost(const struct jfr_cursor *cursor);
JFR_API void jfr_cursor_close(struct jfr_cursor *cursor);

/* ==== Constant pools ======================================================================== */

/* An empty index for the chunk; both arguments must outlive it. */
JFR_API struct jfr_constants *jfr_constants_open(const struct jfr_chunk *chunk,
                                                 const struct jfr_metadata *metadata);
/* Indexes one checkpoint event: (type, key) -> position. Later checkpoints win over earlier ones,
 * so hand them over in file order. What cannot be read is noted to log; the rest is kept. */
JFR_API void jfr_constants_add(struct jfr_constants *constants, const struct jfr_event *checkpoint,
                               const struct jfr_log *log);
/* From now on only the constants of this type are indexed whose key was asked for here: for pools
 * that are large and hardly used (stack traces). NULL type is ignored. */
JFR_API void jfr_constants_ask(struct jfr_constants *constants, const struct jfr_type *type,
                               uint64_t key);
/* Makes a constant of a value that lies elsewhere, in an event or in another constant, at this
 * position: returns the key to find it by. Values of equal bytes have one key. */
JFR_API uint64_t jfr_constants_place(struct jfr_constants *constants, const struct jfr_type *type,
                                     uint64_t position);
/* Value of the constant: first byte in the chunk, NULL if there is none. */
JFR_API const uint8_t *jfr_constant_find(const struct jfr_constants *constants,
                                         const struct jfr_type *type, uint64_t key);
/* Number of constants of the type (those asked for, if only those were indexed). */
JFR_API uint64_t jfr_constants_count(const struct jfr_constants *constants,
                                     const struct jfr_type *type);
JFR_API void jfr_constants_close(struct jfr_constants *constants);

/* ==== Values ================================================================================ */

/* Decodes the string at position at (its encoding byte) to valid UTF-8 in the caller's buffer:
 * broken and surrogate sequences become U+FFFD, CESU-8 pairs are joined. Pool references are
 * looked up in constants (either NULL: taken as null). Returns the full length in bytes
 * (snprintf-like, always 0-terminated if size > 0), or -1 for null and unreadable strings. */
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
    const struct jfr_field *field; /* where it came from */
    int64_t number;
    double real;
    const char *text; /* the caller's buffer */
    uint64_t reserved[2];
};

/* What was read for the slot as a person wants it: constants resolved, text copied to the buffer.
 */
JFR_API struct jfr_value jfr_plan_value(const struct jfr_plan *plan,
                                        const struct jfr_constants *constants, size_t slot,
                                        uint64_t value, char *buffer, size_t size);

/* ==== Visits: all of an event, field by field =============================================== */

/* A visitor calls back for every value of an event in the order of the recording, with constants
 * resolved: for what prints, exports or indexes any event. A type's way is worked out when its
 * first event comes and kept; from then on an event costs no allocation. What each BEGIN opens, an
 * END closes, however damaged the event is. */
struct jfr_visitor;

enum jfr_item_kind {
    JFR_ITEM_NULL,      /* a null text, or a constant that is not there or lies within itself */
    JFR_ITEM_BEGIN,     /* a struct, its fields follow; the first of an event is the event */
    JFR_ITEM_END,       /* ... ends */
    JFR_ITEM_ARRAY,     /* an array, its elements follow; number is how many */
    JFR_ITEM_ARRAY_END, /* ... ends */
    JFR_ITEM_BOOLEAN,   /* number: 0 or 1 */
    JFR_ITEM_CHAR,      /* number: a unit of UTF-16; text: the same */
    JFR_ITEM_INTEGER,   /* number; if is_unsigned, its bits */
    JFR_ITEM_REAL,      /* real; a float's value if base is JFR_FLOAT */
    JFR_ITEM_TEXT,      /* text */
};

/* Lives until the callback returns. Later versions may have more members. */
struct jfr_item {
    enum jfr_item_kind kind;
    enum jfr_base base;            /* of the type */
    enum jfr_unit unit;            /* of the number or real; not converted */
    bool is_unsigned;              /* likewise */
    bool element;                  /* of an array, which the field is */
    bool constant;                 /* from the pool of the field's type, under key */
    const struct jfr_field *field; /* that has the value; NULL: what is visited itself */
    const struct jfr_type *type; /* of the value: where field is of a simple type, what that holds;
                                  * NULL if the metadata does not describe it */
    uint64_t key;
    int64_t number;
    double real;
    const char *text; /* valid UTF-8 without a 0 in it, and none at its end */
    size_t length;    /* of text, in bytes */
};

enum jfr_answer {
    JFR_GO_ON,
    JFR_STEP_OVER, /* to BEGIN or ARRAY: nothing of it is visited, and no END comes */
    JFR_ENOUGH,    /* to an element or its END: no further elements; ARRAY_END comes */
};

typedef enum jfr_answer jfr_visit_item(void *context, const struct jfr_item *item);

/* All must outlive the visitor. constants may be NULL: there are none then. */
JFR_API struct jfr_visitor *jfr_visitor_open(const struct jfr_chunk *chunk,
                                             const struct jfr_metadata *metadata,
                                             const struct jfr_constants *constants);
/* JFR_DAMAGED: the event or a constant of it ends too early, or is of a type that the metadata does
 * not describe; JFR_LIMIT: it has more than half a million values, or nests them 500 deep. What
 * could be read was visited. */
JFR_API enum jfr_code jfr_visit_event(struct jfr_visitor *visitor, const struct jfr_event *event,
                                      jfr_visit_item *visit, void *context);
/* The same with a constant, which may be one that was stepped over: field is NULL, constant set. */
JFR_API enum jfr_code jfr_visit_constant(struct jfr_visitor *visitor, const struct jfr_type *type,
                                         uint64_t key, jfr_visit_item *visit, void *context);
JFR_API void jfr_visitor_close(struct jfr_visitor *visitor);

/* ==== Chunks of tables ====================================================================== */

struct jfr_chunks;

JFR_API struct jfr_chunks *jfr_chunks_open(const struct jfr_tables *tables);
/* Stays until the next one; NULL: there are no more. */
JFR_API const struct jfr_chunk *jfr_chunks_next(struct jfr_chunks *chunks);
/* Of that chunk, as long as it stays; NULL: it cannot be read. */
JFR_API const struct jfr_metadata *jfr_chunks_metadata(struct jfr_chunks *chunks);
JFR_API void jfr_chunks_close(struct jfr_chunks *chunks);

#ifdef __cplusplus
}
#endif

#endif
