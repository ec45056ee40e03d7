/* The writer: makes the bytes of a chunk, format 2.1, compressed integers. It only fills texts; who
 * calls it decides where they go.
 *
 *   header 68 | metadata event | checkpoint | event | event | checkpoint | ...
 *               types, from     pools of      writer_event_begin .. writer_event_end
 *               tables          constants
 *
 *   event:      size, type id, fields in the order of its type
 *   checkpoint: size, 1, start ticks, duration, delta to the previous one (0: none), mask, pools
 *               pool: type id, count, count x (key, fields)
 *   metadata:   size, 0, start ticks, duration, metadata id, strings, tree of elements
 *
 * A reader finds constants by walking from the last checkpoint back along the deltas. Readers of
 * the JDK keep constants of an earlier chunk by type and key: a key must not mean something else in
 * a later chunk of the same recording.
 */
#pragma once

#include "base/text.h"

/* ==== Values ================================================================================ */

void writer_add_byte(struct text *out, uint8_t value); /* byte and boolean */
/* Any integer; negative ones as their 64 bits (9 bytes). */
void writer_add_long(struct text *out, uint64_t value);
/* An int or short; negative ones as their 32 bits (5 bytes). */
void writer_add_int(struct text *out, int32_t value);
void writer_add_float(struct text *out, float value);
void writer_add_double(struct text *out, double value);
/* NULL, empty, or UTF-8 in place. */
void writer_add_string(struct text *out, const char *text);
/* UTF-8 in place, also of no bytes: some readers take no other for a symbol. */
void writer_add_symbol(struct text *out, const char *text);

/* An event or checkpoint: the head. Returns what writer_event_end wants. */
size_t writer_event_begin(struct text *out, uint64_t type_id);
/* Fills in the size: one byte, or four where it needs more than one. */
void writer_event_end(struct text *out, size_t begin);

/* ==== Metadata ============================================================================== */

struct writer_annotation {
    const char *type; /* "jdk.jfr.Timespan", a type of the table; NULL ends the list */
    const char
        *values[3]; /* of its only field: "TICKS"; several for an array; none if it has none */
};
#define WRITER_ANNOTATIONS 5

struct writer_field {
    const char *name; /* NULL ends the table */
    const char *type; /* name of a type in the table */
    bool pooled;      /* the value is the key of a constant */
    bool array;
    struct writer_annotation annotations[WRITER_ANNOTATIONS];
};

struct writer_setting { /* of an event: what ActiveSetting may name */
    const char *name;   /* "period"; NULL ends the table */
    const char *type;   /* "jdk.settings.Period" */
    const char *initial;
};

struct writer_type {
    uint64_t id; /* 0 ends the table; 1 is not to be used */
    const char *name;
    const char *super;                     /* "jdk.jfr.Event", or NULL */
    bool simple;                           /* one field that stands for the whole */
    const struct writer_field *fields;     /* or NULL */
    const struct writer_setting *settings; /* or NULL */
    struct writer_annotation annotations[WRITER_ANNOTATIONS];
};

/* The metadata event. metadata_id: equal ids promise equal metadata to a reader. Every type that a
 * field, setting or annotation names must be in the table: false, naming it in *missing, if not. */
bool writer_add_metadata(struct text *out, const struct writer_type *types, int64_t ticks,
                         uint64_t metadata_id, const char **missing);

/* ==== Constants ============================================================================= */

struct writer_pool {
    uint64_t type_id;
    uint64_t count;
    struct text entries; /* key (writer_add_long) and fields of each */
};

/* The checkpoint event of the pools that are not empty (the JDK refuses empty ones). delta: where
 * the previous checkpoint begins, seen from this one (negative), or 0. */
void writer_add_checkpoint(struct text *out, int64_t ticks, int64_t delta,
                           const struct writer_pool *pools, size_t count);

/* ==== Header ================================================================================ */

#define WRITER_HEADER_SIZE 68
#define WRITER_FLAG_COMPRESSED 1
#define WRITER_FLAG_FINAL 2

struct writer_header {
    uint64_t size, checkpoint, metadata; /* bytes from the chunk's begin */
    int64_t start_ns, duration_ns;       /* start: since the epoch */
    int64_t start_ticks, ticks_per_second;
    uint8_t generation; /* 0: complete as it is */
    uint16_t flags;
};
/* The 68 bytes that a chunk of format 2.1 begins with. */
void writer_put_header(uint8_t out[WRITER_HEADER_SIZE], const struct writer_header *header);
