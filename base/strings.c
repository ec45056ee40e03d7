#include "base/strings.h"

#include <string.h>

static bool same(const struct strings_entry *e, const void *bytes, size_t len) {
    return e->len == len && (len == 0 || memcmp(e->data, bytes, len) == 0);
}

uint32_t strings_find(const struct strings *s, const void *bytes, size_t len) {
    if (len == 0) return 0;
    uint64_t key = hash_bytes(bytes, len);
    for (;; key = map_next_key(key)) {
        uint64_t *id = map_get(&s->ids, key);
        if (id == NULL) return UINT32_MAX;
        if (same(&s->entries.items[*id], bytes, len)) return (uint32_t)*id;
    }
}

uint32_t strings_intern(struct strings *s, const void *bytes, size_t len) {
    if (s->entries.len == 0) array_push(&s->entries, (struct strings_entry){"", 0});
    if (len == 0) return 0;
    if (len > UINT32_MAX) len = UINT32_MAX;
    uint64_t key = hash_bytes(bytes, len);
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *id = map_put(&s->ids, key, &fresh);
        if (fresh) {
            *id = s->entries.len;
            const char *copy = arena_copy(&s->bytes, bytes, len);
            array_push(&s->entries, (struct strings_entry){copy, (uint32_t)len});
            return (uint32_t)(s->entries.len - 1);
        }
        if (same(&s->entries.items[*id], bytes, len)) return (uint32_t)*id;
    }
}

void strings_free(struct strings *s) {
    map_free(&s->ids);
    arena_free(&s->bytes);
    array_free(&s->entries);
}
