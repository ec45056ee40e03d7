/* Constant pools of one chunk: an index, not the values.
 *
 *   checkpoint event:  size, type 1, start, duration, delta to the one before, mask byte, pools
 *   pool:              type id, count, count x (key, value as the type's fields say)
 *
 * A pool has no size, so every value must be stepped over to reach the next: that is what most of
 * the time goes into where stack traces make up most of a recording (see skip.c). Values are
 * decoded by whoever asks for them.
 */
#include "parser/constants.h"
#include "base/plural.h"
#include "base/array.h"
#include "base/map.h"
#include "parser/wire.h"

#include <inttypes.h>

#define BELIEVED ((size_t)1 << 16)

struct pool {
    const struct jfr_type *type;
    struct jfr_plan *skip;
    struct map positions; /* key -> offset in the chunk; 0: asked for, not found (yet) */
    struct map placed;    /* hash of the bytes -> offset of a value that is no constant */
    bool asked_only;
    bool strange; /* its values cannot be stepped over */
};

struct jfr_constants {
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    const struct jfr_type *strings; /* java.lang.String */
    uint32_t pool_count;
    struct pool **pools; /* by type index; NULL until needed */
};

struct jfr_constants *jfr_constants_open(const struct jfr_chunk *chunk,
                                         const struct jfr_metadata *metadata) {
    struct jfr_constants *c = mem_zero(1, sizeof *c);
    c->chunk = chunk;
    c->metadata = metadata;
    c->strings = jfr_type_by_name(metadata, "java.lang.String");
    c->pool_count = metadata->type_count;
    c->pools = mem_zero(metadata->type_count, sizeof *c->pools);
    return c;
}

void jfr_constants_close(struct jfr_constants *c) {
    if (c == NULL) return;
    for (uint32_t i = 0; i < c->pool_count; i++) {
        if (c->pools[i] == NULL) continue;
        jfr_plan_free(c->pools[i]->skip);
        free_each(map_free, &c->pools[i]->positions, &c->pools[i]->placed);
        free(c->pools[i]);
    }
    mem_free(c->pools, c);
}

static struct pool *pool_of(struct jfr_constants *c, const struct jfr_type *type) {
    struct pool **pool = &c->pools[type->index];
    if (*pool == NULL) {
        *pool = mem_zero(1, sizeof **pool);
        (*pool)->type = type;
    }
    return *pool;
}

void jfr_constants_ask(struct jfr_constants *c, const struct jfr_type *type, uint64_t key) {
    if (type == NULL) return;
    struct pool *pool = pool_of(c, type);
    pool->asked_only = true;
    map_add(&pool->positions, key);
}

void constants_ask_all(struct jfr_constants *c, const struct jfr_type *type) {
    if (type) pool_of(c, type)->asked_only = false;
}

const uint8_t *jfr_constant_find(const struct jfr_constants *c, const struct jfr_type *type,
                                 uint64_t key) {
    if (c == NULL || type == NULL || c->pools[type->index] == NULL) return NULL;
    const uint64_t *position = map_get(&c->pools[type->index]->positions, key);
    return position && *position ? c->chunk->data + *position : NULL;
}

const struct jfr_chunk *constants_chunk(const struct jfr_constants *c) {
    return c->chunk;
}

const uint8_t *constants_string(const struct jfr_constants *c, uint64_t key) {
    return jfr_constant_find(c, c->strings, key);
}

uint64_t jfr_constants_count(const struct jfr_constants *c, const struct jfr_type *type) {
    if (c == NULL || type == NULL || c->pools[type->index] == NULL) return 0;
    return c->pools[type->index]->positions.len;
}

static bool can_skip(struct jfr_constants *c, struct pool *pool) {
    if (!pool->skip && !pool->strange)
        pool->skip = jfr_plan_compile(c->chunk, pool->type, NULL, 0, NULL);
    pool->strange = !pool->skip;
    return !pool->strange;
}

/* Far from what writers use for keys: they count, or take addresses. */
#define PLACED (UINT64_C(0xFFFE) << 48)

uint64_t jfr_constants_place(struct jfr_constants *c, const struct jfr_type *type,
                             uint64_t position) {
    if (!type) return 0;
    struct pool *pool = pool_of(c, type);
    const uint8_t *data = c->chunk->data, *end = data + c->chunk->size;
    const uint8_t *value = data + position, *behind = value;
    uint64_t nothing[1];
    if (!can_skip(c, pool) || !jfr_plan_read(pool->skip, data, &behind, end, nothing)) return 0;
    size_t len = (size_t)(behind - value);
    const uint64_t hash = hash_bytes(value, len);
    EACH_KEY (key, hash) {
        bool fresh;
        uint64_t *first = map_put(&pool->placed, key, &fresh);
        if (fresh) *map_put(&pool->positions, PLACED | position, &fresh) = *first = position;
        else if (len > (uint64_t)(end - (data + *first)) || memcmp(data + *first, value, len) != 0)
            continue;
        return PLACED | *first;
    }
}

/* Reads count constants of the pool. False: they run over end; *at is then where. */
static bool read_pool(struct jfr_constants *c, struct pool *pool, uint64_t count,
                      const uint8_t **at, const uint8_t *end) {
    const struct jfr_chunk *chunk = c->chunk;
    uint64_t nothing[1];
    /* Room in advance, but not for more than a pool of names has: the count may be a lie. */
    if (!pool->asked_only)
        map_reserve(&pool->positions,
                    pool->positions.len + (count < BELIEVED ? (size_t)count : BELIEVED));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key;
        const uint8_t *p = *at;
        if (!wire_integer(chunk->encoding, 8, &p, end, &key)) return false;
        uint64_t position = (uint64_t)(p - chunk->data);
        if (!jfr_plan_read(pool->skip, chunk->data, &p, end, nothing)) return false;
        *at = p;
        if (pool->asked_only) {
            uint64_t *asked = map_get(&pool->positions, key);
            if (asked) *asked = position;
        } else {
            bool fresh;
            *map_put(&pool->positions, key, &fresh) = position;
        }
    }
    return true;
}

static void note_lost(struct jfr_constants *c, const struct jfr_log *log, const uint8_t *at,
                      const uint8_t *end, const char *why) {
    const struct jfr_chunk *chunk = c->chunk;
    log_note(log, JFR_NOTE_LOST, chunk->offset + (uint64_t)(at - chunk->data), (uint64_t)(end - at),
             "a constant pool is damaged (%s): %" PRIu64 " %s lost", why, (uint64_t)(end - at),
             plural((uint64_t)(end - at), "byte of constants was", "bytes of constants were"));
}

void jfr_constants_add(struct jfr_constants *c, const struct jfr_event *checkpoint,
                       const struct jfr_log *log) {
    enum jfr_encoding encoding = c->chunk->encoding;
    const uint8_t *at = checkpoint->payload, *end = checkpoint->end;
    uint64_t ignored, pools;
    for (int i = 0; i < 3; i++) /* start, duration, delta */
        if (!wire_integer(encoding, 8, &at, end, &ignored))
            return note_lost(c, log, at, end, "it ends in its head");
    if (at >= end) return note_lost(c, log, at, end, "it ends in its head");
    at++; /* mask: flush, chunk header, statics, threads */
    if (!wire_integer(encoding, 4, &at, end, &pools))
        return note_lost(c, log, at, end, "it ends in its head");
    for (uint64_t i = 0; i < pools; i++) {
        const uint8_t *start = at;
        uint64_t type_id, count;
        if (!wire_integer(encoding, 8, &at, end, &type_id) ||
            !wire_integer(encoding, 4, &at, end, &count))
            return note_lost(c, log, start, end, "it ends before its last pool");
        const struct jfr_type *type = jfr_type_by_id(c->metadata, type_id);
        if (type == NULL)
            return note_lost(c, log, start, end, "it is of a type that is not in the metadata");
        if (count > (uint64_t)(end - at))
            return note_lost(c, log, start, end, "it claims more constants than it has bytes");
        struct pool *pool = pool_of(c, type);
        if (!can_skip(c, pool))
            return note_lost(c, log, start, end, "its type is not fully described");
        if (!read_pool(c, pool, count, &at, end))
            return note_lost(c, log, at, end, "a constant runs over its end");
    }
}
