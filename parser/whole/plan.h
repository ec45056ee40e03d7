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

#define WHOLE_TOP_BITS UINT64_C(0x8080808080808080)

static inline uint64_t whole_load(const uint8_t *p) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* A compressed integer of at most eight bytes without top bits. */
static inline uint64_t whole_compact(uint64_t x) {
    x = (x & UINT64_C(0x007F007F007F007F)) | (x & UINT64_C(0x7F007F007F007F00)) >> 1;
    x = (x & UINT64_C(0x00003FFF00003FFF)) | (x & UINT64_C(0x3FFF00003FFF0000)) >> 2;
    return (x & UINT64_C(0x000000000FFFFFFF)) | (x & UINT64_C(0x0FFFFFFF00000000)) >> 4;
}

/* A compressed integer; eight bytes are looked at where the chunk, which ends at limit, has them.
 */
static inline __attribute__((always_inline)) const uint8_t *
whole_take(const uint8_t *limit, const uint8_t *at, const uint8_t *end, uint64_t *value) {
    if (__builtin_expect(limit - at >= 8, 1)) {
        if (*at < 0x80) {
            *value = *at;
            return at + 1;
        }
        if (at[1] < 0x80) { /* type ids */
            *value = (uint64_t)at[1] << 7 | (*at & 0x7F);
            return at + 2;
        }
        uint64_t word = whole_load(at), last = ~word & WHOLE_TOP_BITS;
        if (__builtin_expect(last != 0, 1)) {
            uint64_t x = word & (last ^ (last - 1)) & ~WHOLE_TOP_BITS;
            *value = whole_compact(x);
            return at + (__builtin_ctzll(last) >> 3) + 1;
        }
    }
    return at <= end && wire_varint(&at, end, value) ? at : NULL;
}

/* Behind the value at `at`, NULL: it does not end at or before end, or is not what it must be. */
const uint8_t *whole_plan_run(struct whole_run *run, const struct whole_plan *plan,
                              const uint8_t *at, const uint8_t *end);
