/* Format 0.9, which JDK 7 and 8 of Oracle write: chunks and their type model.
 *
 *   chunk:    magic, 0, 9, offset of the metadata record | records ... | metadata record
 *   record:   i32 size, i32 type, payload             all numbers big endian, of fixed width
 *   metadata: i32 size, 0, producers, start ms, end ms, start ticks, ticks per second, checkpoint
 *
 * An event type or content type has a structure, a structure has values. A value of a content type
 * below 12 that nothing declares is an amount, a time, a span; of others it is a constant's key.
 */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "parser/jfr.h"

#define V0_HEADER_SIZE 16
#define V0_RECORD_HEAD 8 /* size, type */
#define V0_NONE UINT32_MAX

enum v0_record { V0_METADATA = 0, V0_CHECKPOINT, V0_BUFFER_LOST, V0_EVENTS };

enum v0_data { /* what a value is on the wire */
               V0_BOOLEAN = 0,
               V0_BYTE,
               V0_U1,
               V0_SHORT,
               V0_U2,
               V0_INTEGER,
               V0_U4,
               V0_LONG,
               V0_U8,
               V0_FLOAT,
               V0_DOUBLE,
               V0_UTF8,        /* u16 length, bytes */
               V0_STRING,      /* i32 length, units of UTF-16 */
               V0_ARRAY,       /* i32 length, elements of data type index */
               V0_STRUCT,      /* the values of structure index */
               V0_STRUCTARRAY, /* i32 length, structures */
               V0_DATA_TYPES
};

enum v0_content { /* those that nothing declares */
                  V0_PLAIN = 0,
                  V0_BYTES,
                  V0_EPOCH_MS,
                  V0_SPAN_MS,
                  V0_SPAN_NS,
                  V0_SPAN_TICKS,
                  V0_ADDRESS,
                  V0_THREAD, /* declared, and known to the heads of events */
                  V0_JAVA_THREAD,
                  V0_STACK_TRACE,
                  V0_PERCENT = 11
};

struct v0_value {
    const char *id, *name, *description;
    enum v0_data data;
    int32_t content;
    uint32_t index; /* structure in v0_metadata, or data type of elements; V0_NONE: out of range */
};

struct v0_structure {
    uint32_t first, count; /* in v0_metadata.values */
};

struct v0_event_type {
    int32_t number;
    const char *uri; /* of the producer */
    const char *name, *description, *path;
    bool has_start, has_thread, has_stack;
    uint32_t structure;
};

struct v0_content_type {
    int32_t number;
    const char *name;
    enum v0_data key;
    uint32_t structure;
};

struct v0_metadata {
    struct arena arena;
    ARRAY(struct v0_value) values;
    ARRAY(struct v0_structure) structures;
    ARRAY(struct v0_event_type) events;
    ARRAY(struct v0_content_type) contents;
    struct map content_by_number; /* sign-extended -> index; the last of a number wins */
    uint64_t model_size;          /* bytes of the record that say the above: until the times */
    int64_t start_ms, end_ms, start_ticks, ticks_per_second;
    uint64_t checkpoint_offset; /* 0: none */
};

/* Does a chunk of this format begin here? Its header and metadata record bear it out: *metadata and
 * *size are their offset and the chunk's bytes. */
bool v0_chunk_at(const uint8_t *data, uint64_t left, uint64_t *metadata, uint64_t *size);
/* A magic and this format's version. */
bool v0_begins(const uint8_t *data, uint64_t left);

/* Reads the record; it lies within [record, record + size). False: it is damaged, and *why says in
 * words of what; free it all the same. A zeroed struct is an empty one. */
bool v0_metadata_read(struct v0_metadata *metadata, const uint8_t *record, uint64_t size,
                      const char **why);
void v0_metadata_free(struct v0_metadata *metadata);

/* Index in contents of a number that is declared, or V0_NONE. */
uint32_t v0_content_find(const struct v0_metadata *metadata, int32_t number);

/* Bytes of a value of this type, 0 for those that tell by themselves. */
static inline unsigned v0_width(enum v0_data data) {
    static const uint8_t widths[V0_DATA_TYPES] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return data < V0_DATA_TYPES ? widths[data] : 0;
}
