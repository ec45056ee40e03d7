#include "cmd/print/cache.h"

#define FULL ((size_t)16 << 20) /* bytes */
#define MOST_ENTRIES ((size_t)1 << 17)
#define LARGEST ((size_t)1 << 14) /* bytes of one */

static uint64_t key_of(const struct jfr_type *type, uint64_t key, uint32_t indent) {
    return map_mix(key ^ map_mix((uint64_t)type->index << 32 | indent));
}

static bool is(const void *entry, const void *content) {
    const struct cached *a = entry, *b = content;
    return a->type == b->type && a->key == b->key && a->indent == b->indent;
}

const struct cached *cache_find(const struct cache *cache, const struct jfr_type *type,
                                uint64_t key, uint32_t indent) {
    const struct cached entry = {.type = type, .key = key, .indent = indent};
    const uint64_t *index =
        map_find(&cache->index, key_of(type, key, indent), is, &cache->entries, &entry);
    return index ? &cache->entries.items[*index] : NULL;
}

bool cache_add(struct cache *cache, const struct cached *entry, const char *bytes) {
    if (entry->len > LARGEST || cache->bytes.len > FULL) return false;
    bool fresh;
    uint64_t hash = key_of(entry->type, entry->key, entry->indent);
    uint64_t *index = map_enter(&cache->index, hash, is, &cache->entries, entry, &fresh);
    if (!fresh) return true;
    *index = cache->entries.len;
    array_push(&cache->entries, *entry);
    cache->entries.items[cache->entries.len - 1].at = cache->bytes.len;
    text_add_bytes(&cache->bytes, bytes, entry->len);
    return true;
}

void cache_trim(struct cache *cache) {
    if (cache->bytes.len > FULL || cache->entries.len > MOST_ENTRIES) cache_clear(cache);
}

void cache_clear(struct cache *cache) {
    text_clear(&cache->bytes);
    map_clear(&cache->index);
    cache->entries.len = 0;
}

void cache_free(struct cache *cache) {
    text_free(&cache->bytes);
    map_free(&cache->index);
    array_free(&cache->entries);
}
