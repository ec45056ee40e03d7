/* A chunk of format 0.9 on its way into a later format: what was met of it, what was written, and
 * how values are. */
#pragma once

#include "parser/v0/pools.h"
#include "parser/v0/translate.h"

#include <string.h>

struct v0_translation {
    const struct v0_source *source;
    struct v0_types *types;
    const struct jfr_log *log;
    struct v0_pools pools;
    struct text out;
    ARRAY(uint64_t) checkpoints, anchors;
    uint64_t previous;   /* checkpoint in out; 0: none yet */
    int64_t time;        /* of the event or checkpoint at hand: of its references */
    int64_t last_time;   /* of the last checkpoint */
    uint64_t key;        /* as recorded, of the constant at hand */
    struct map loaders;  /* keys of classes that stand for loaders */
    struct map nameless; /* keys of threads without a constant */
    struct map unknown;  /* numbers of event types that nothing declares -> type id */
    uint64_t near_threads[64], near_loaders[64]; /* seen lately: key + 1 */
    uint64_t undecoded, undecoded_at;
    uint64_t
        unknown_settings; /* of event types that nothing declares: no reader has use for them */
};

enum { V0_STRING_EMPTY = 1, V0_STRING_UTF8 = 3, V0_STRING_CHARS = 4 }; /* how later texts begin */

/* A compressed integer below 2^56. Writes eight bytes, of which fewer may count: no branch on how
 * many. */
static inline uint8_t *v0_put_long(uint8_t *to, uint64_t value) {
    uint64_t x = value;
    x = (x & UINT64_C(0x000000000FFFFFFF)) | (x & UINT64_C(0x00FFFFFFF0000000)) << 4;
    x = (x & UINT64_C(0x00003FFF00003FFF)) | (x & UINT64_C(0x0FFFC0000FFFC000)) << 2;
    x = (x & UINT64_C(0x007F007F007F007F)) | (x & UINT64_C(0x3F803F803F803F80)) << 1;
    unsigned bits = 64u - (unsigned)__builtin_clzll(value | 1);
    unsigned bytes = (bits * 9 + 64) >> 6; /* an integer of 7 bits takes one */
    x |= UINT64_C(0x8080808080808080) & ~(UINT64_MAX << (8 * (bytes - 1)));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    memcpy(to, &x, sizeof x);
    return to + bytes;
}

/* Writes a varint of up to nine bytes; returns where it ends. */
static inline uint8_t *v0_put_number(uint8_t *to, uint64_t value) {
    if (value >= 0x4000 && value >> 56 == 0) return v0_put_long(to, value);
    for (int n = 0; value >= 0x80 && n < 8; n++, value >>= 7) *to++ = (uint8_t)(value | 0x80);
    *to++ = (uint8_t)value;
    return to;
}

/* 0 to 2^28 - 1 in four bytes: room to be filled in later. */
static inline void v0_put_padded(uint8_t *to, uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; i++)
        to[i] = (uint8_t)((value >> (7 * i) & 0x7F) | (i + 1 < width ? 0x80 : 0));
}

/* Room for so many, and for what put_long writes beyond. */
static inline uint8_t *v0_room(struct v0_translation *t, size_t bytes) {
    text_reserve(&t->out, bytes + 8);
    return (uint8_t *)t->out.data + t->out.len;
}

/* What was written into the room ends there. */
static inline void v0_moved(struct v0_translation *t, const uint8_t *to) {
    t->out.len = (size_t)(to - (const uint8_t *)t->out.data);
}

/* The key of a thread as it is written; one without a constant is remembered. */
uint64_t v0_thread_key(struct v0_translation *t, uint64_t key);
/* Writes what becomes of the bytes at `at`. Behind them, or NULL: they end before. */
const uint8_t *v0_run_plan(struct v0_translation *t, const struct v0_plan *plan, const uint8_t *at,
                           const uint8_t *end);
