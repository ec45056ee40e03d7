/* What a value of a type must look like: steps over its fields, with the keys of constants that it
 * refers to taken on the way. Compiled once a type and chunk.
 *
 *   jdk.ExecutionSample { startTime, sampledThread*, stackTrace*, state* }
 *      -> VARINTS 1, KEY of Thread, KEY of StackTrace, KEY of ThreadState
 *   jdk.types.StackTrace { truncated, frames[] { method*, line, bci, type* } }
 *      -> BYTES 1, ARRAY of { KEY of Method, VARINTS 2, KEY of FrameType }
 */
#pragma once

#include "base/array.h"
#include "parser/whole/keys.h"
#include "parser/wire.h"

enum whole_op {
    WHOLE_VARINTS, /* n compressed integers */
    WHOLE_BYTES,   /* n bytes */
    WHOLE_KEY,     /* of a constant of the type with index n */
    WHOLE_STRING,
    WHOLE_ARRAY, /* a count, then so many times the next n steps */
};

struct whole_step {
    enum whole_op op;
    uint32_t n;
};

#define WHOLE_STOPS 12

struct whole_stop {    /* a key, which is not the first value */
    uint64_t before;   /* bit: the value before it, among the integers and bytes */
    struct keys *want; /* keys of its type; set by who has them */
    uint64_t last;     /* met: the bytes of the key, or 0 */
    uint32_t type;     /* index, of its constant */
};

struct whole_stops { /* see parser/whole/stops.h */
    uint64_t bytes;  /* which of them are single bytes */
    uint64_t last;   /* bit: the last of them */
    uint8_t count, keys;
    bool timed; /* the first is a time in ticks; set by who knows */
    struct whole_stop key[WHOLE_STOPS];
};

struct whole_plan {
    ARRAY(struct whole_step) steps;
    bool made, strange; /* strange: of a type that is not described, or within itself */
    struct whole_stops stops;
};

/* plan->strange: values of the type cannot be walked by a plan. To be freed. */
void whole_plan_make(struct whole_plan *plan, const struct jfr_chunk *chunk,
                     const struct jfr_type *type);

struct whole_run {
    enum jfr_encoding encoding;
    const uint8_t *limit; /* of the chunk: bytes before may be looked at */
    struct keys *want;    /* by type index */
    uint32_t strings;     /* index of java.lang.String, or UINT32_MAX */
    /* NULL, or: called for each key in place of adding it. */
    void (*meet)(void *context, const uint8_t *at, uint32_t type, uint64_t key);
    void *context;
};

/* Behind the value at `at`, NULL: it does not end at or before end, or is not what it must be. */
const uint8_t *whole_plan_run(struct whole_run *run, const struct whole_plan *plan,
                              const uint8_t *at, const uint8_t *end);
