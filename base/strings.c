#include "base/strings.h"

static bool is(const void *entry, const void *content) {
    const struct strings_entry *a = entry, *b = content;
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

uint32_t strings_find(const struct strings *s, const void *bytes, size_t len) {
    if (len == 0) return 0;
    if (len > UINT32_MAX) return UINT32_MAX;
    const struct strings_entry entry = {bytes, (uint32_t)len};
    const uint64_t *id = map_find(&s->ids, hash_bytes(bytes, len), is, &s->entries, &entry);
    return id ? (uint32_t)*id : UINT32_MAX;
}

uint32_t strings_intern(struct strings *s, const void *bytes, size_t len) {
    if (s->entries.len == 0) array_push(&s->entries, (struct strings_entry){"", 0});
    if (len == 0) return 0;
    if (len > UINT32_MAX) len = UINT32_MAX;
    struct strings_entry entry = {bytes, (uint32_t)len};
    bool fresh;
    uint64_t *id = map_enter(&s->ids, hash_bytes(bytes, len), is, &s->entries, &entry, &fresh);
    if (fresh) {
        *id = s->entries.len;
        entry.data = arena_copy(&s->bytes, bytes, len);
        array_push(&s->entries, entry);
    }
    return (uint32_t)*id;
}

void strings_free(struct strings *s) {
    map_free(&s->ids);
    arena_free(&s->bytes);
    array_free(&s->entries);
}
