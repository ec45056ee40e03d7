/* Constants as they were written: a stack trace of five frames is 8 kB of JSON, and the next event
 * mostly has one that was there before.
 *
 *   (type, key, indent) -> the bytes, and how many values they hold
 *
 * Kept for a chunk, up to some MB; when it is full, it is emptied and filled anew.
 */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "base/text.h"
#include "parser/jfr.h"

struct cached {
    const struct jfr_type *type;
    uint64_t key;
    uint32_t indent;
    uint32_t values; /* that it holds */
    uint32_t mark;   /* the writer's */
    size_t at, len;  /* in bytes */
};

struct cache { /* a zeroed one is empty */
    struct text bytes;
    struct map index;
    ARRAY(struct cached) entries;
};

/* NULL: it is not there. Valid until the next cache_add. */
const struct cached *cache_find(const struct cache *cache, const struct jfr_type *type,
                                uint64_t key, uint32_t indent);
/* Entry's `at` is set here. False: it is too large to be kept. */
bool cache_add(struct cache *cache, const struct cached *entry, const char *bytes);
/* Between two events: empties it if it is full. */
void cache_trim(struct cache *cache);
void cache_clear(struct cache *cache);
void cache_free(struct cache *cache);
