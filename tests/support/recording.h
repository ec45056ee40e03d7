/* Makes recordings in memory: right ones, and wrong ones on purpose. May be read as a description
 * of the format, since each function here writes one part of it and nothing else.
 *
 *   recording  = chunk*
 *   chunk      = header (68 bytes, big endian), event*
 *   event      = size, type id, payload                          size counts itself
 *   metadata   = event of type 0: start, duration, id, strings, elements
 *   checkpoint = event of type 1: start, duration, delta, mask, number of pools, pool*
 *   pool       = type id, number of constants, (key, value)*
 *
 * All offsets in a chunk are relative to its magic. A chunk in one go:
 *
 *   struct recording r = {0};
 *   chunk_begin(&r, NULL);
 *     metadata_begin(&r);
 *       type_begin(&r, 7, "java.lang.String", NULL);
 *       type_end(&r);
 *     metadata_end(&r);
 *     checkpoint_begin(&r, 1);
 *       pool_begin(&r, 7, 1);
 *         put_long(&r, 42);
 *         put_utf8(&r, "hello");
 *     checkpoint_end(&r);
 *     event_begin(&r, 100);
 *       put_long(&r, 5);
 *     event_end(&r);
 *   chunk_end(&r);
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    uint8_t *data;
    size_t len, cap;
};

#define MAX_OPEN_ELEMENTS 200001

struct recording {
    struct bytes out;
    bool fixed;  /* integers take 2, 4 or 8 bytes; taken from the header's flags by chunk_begin */
    bool padded; /* events have four bytes of size even where one would do, as many of HotSpot's */
    bool widest; /* ... nine bytes, as all of OpenJ9's */
    uint8_t strings_as;     /* encoding of the metadata's strings: 3 (if 0), 4 or 5 */
    const char *gmt_offset; /* of the region, ms; NULL: "0" */

    size_t chunk;           /* where the chunk at hand begins */
    size_t event;           /* where the event at hand begins */
    size_t last_checkpoint; /* in the chunk; 0: none */
    size_t metadata;        /* in the chunk; 0: none */

    struct bytes elements; /* of the metadata at hand: all behind the strings */
    struct bytes texts;    /* of the metadata at hand: its strings, each with a 0 behind */
    size_t text_count;
    struct open_element *open;
    size_t depth;
};

void recording_free(struct recording *r);

/* ==== Numbers =============================================================================== */

void put_bytes(struct recording *r, const void *bytes, size_t len);
void put_u1(struct recording *r, uint64_t value);
void put_u2(struct recording *r, uint64_t value); /* big endian, whatever the chunk's encoding */
void put_u4(struct recording *r, uint64_t value);
void put_u8(struct recording *r, uint64_t value);
/* 7 bits a byte, lowest first, 0x80: more follows; the 9th byte has 8 bits. */
void put_varint(struct recording *r, uint64_t value);
/* The same in exactly width (1 to 9) bytes: 5 in four is 85 80 80 00. */
void put_padded(struct recording *r, uint64_t value, unsigned width);

/* Values as fields of these types have them, in the chunk's encoding. */
void put_boolean(struct recording *r, bool value);
void put_byte(struct recording *r, int value);
void put_char(struct recording *r, uint16_t value);
void put_short(struct recording *r, int16_t value);
void put_int(struct recording *r, int64_t value);
void put_long(struct recording *r, int64_t value);
void put_float(struct recording *r, float value);
void put_double(struct recording *r, double value);

/* ==== Strings: an encoding byte, then... ==================================================== */

void put_null(struct recording *r);                     /* 0 */
void put_empty(struct recording *r);                    /* 1 */
void put_string_key(struct recording *r, uint64_t key); /* 2: key in the pool of Strings */
void put_utf8(struct recording *r, const char *text);   /* 3: length, bytes */
void put_chars(struct recording *r, const uint16_t *units, size_t count); /* 4: count, chars */
void put_latin1(struct recording *r, const char *text);                   /* 5: length, bytes */

/* ==== Chunks ================================================================================ */

enum header_field { /* offset in the header */
                    HEADER_MAGIC = 0,
                    HEADER_MAJOR = 4,
                    HEADER_MINOR = 6,
                    HEADER_SIZE = 8,
                    HEADER_CHECKPOINT = 16, /* the last one */
                    HEADER_METADATA = 24,
                    HEADER_START_NS = 32,
                    HEADER_DURATION_NS = 40,
                    HEADER_START_TICKS = 48,
                    HEADER_TICKS_PER_SECOND = 56,
                    HEADER_GENERATION =
                        64, /* one byte: 0 finished, 255 being written, else number of flushes */
                    HEADER_FLAGS = 66, /* 1: compressed integers, 2: last chunk of the recording */
                    HEADER_END = 68,
};

#define START_NS INT64_C(1763671860000000000) /* 2025-11-20 20:51:00 UTC */

struct chunk_head {
    uint16_t major, minor;
    uint16_t flags;
    uint8_t generation;
    int64_t start_ns, duration_ns, start_ticks, ticks_per_second;
};

/* 2.1, compressed, finished; from START_NS for 10 s; a tick is a nanosecond, the first is 1000. */
extern const struct chunk_head usual_head;

/* head NULL: the usual one. */
void chunk_begin(struct recording *r, const struct chunk_head *head);
/* Fills in what the header could not know: size, last checkpoint, metadata. */
void chunk_end(struct recording *r);
/* Overwrites a field of the header of the chunk at hand (or the last one). */
void header_set(struct recording *r, enum header_field field, uint64_t value);

/* ==== Events ================================================================================ */

void event_begin(struct recording *r, uint64_t type);
/* Returns where the event begins, in the chunk. */
size_t event_end(struct recording *r);

/* ==== Checkpoints =========================================================================== */

/* delta: where the checkpoint before is, relative to this one; 0 at the first. */
void checkpoint_begin(struct recording *r, uint64_t pools);
void checkpoint_begin_with(struct recording *r, int64_t delta, uint8_t mask, uint64_t pools);
size_t checkpoint_end(struct recording *r);
void pool_begin(struct recording *r, uint64_t type, uint64_t constants);

/* ==== Metadata: a tree of elements with attributes, all names and values are strings ========
 *
 *   root -> metadata -> class(id, name, superType) -> field(name, class, constantPool, dimension)
 *        -> region                                 -> annotation(class, value)
 */

void metadata_begin(struct recording *r);
size_t metadata_end(struct recording *r);

void element_begin(struct recording *r, const char *name);
/* Before the element's first child. */
void attribute(struct recording *r, const char *key, const char *value);
void attribute_number(struct recording *r, const char *key, uint64_t value);
void element_end(struct recording *r);

/* The usual elements, by the names a type model has for them. */
void type_begin(struct recording *r, uint64_t id, const char *name, const char *super);
void type_end(struct recording *r);
enum { FIELD_PLAIN = 0, FIELD_POOLED = 1, FIELD_ARRAY = 2 };
void field_begin(struct recording *r, const char *name, uint64_t type, unsigned how);
void field_end(struct recording *r);
void field(struct recording *r, const char *name, uint64_t type, unsigned how);
/* Of the type or field that is open; value NULL: without one. */
void annotation(struct recording *r, uint64_t type, const char *value);
