/* Interned strings: equal bytes, equal id. Id 0 is the empty string, in every table. */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "base/order.h"

#include <string.h>

struct strings_entry {
    const char *data; /* 0-terminated copy in the arena */
    uint32_t len;
};

struct strings {
    struct map ids; /* hash of the bytes -> id */
    struct arena bytes;
    ARRAY(struct strings_entry) entries;
};

/* The id of a text, which is copied if it is new; 0: empty. Of at most 4 GiB. */
uint32_t strings_intern(struct strings *s, const void *bytes, size_t len);
/* Of a C string. */
static inline uint32_t strings_add(struct strings *s, const char *text) {
    return strings_intern(s, text, strlen(text));
}
/* The id, or UINT32_MAX if these bytes were never interned. */
uint32_t strings_find(const struct strings *s, const void *bytes, size_t len);
void strings_free(struct strings *s);

/* How many ids there are: 0 is one also where nothing was interned. */
static inline size_t strings_ids(const struct strings *s) {
    return s->entries.len ? s->entries.len : 1;
}

/* The text; of an id that there is none of "". It stays where it is until strings_free. */
static inline const char *strings_get(const struct strings *s, uint32_t id) {
    return id < s->entries.len ? s->entries.items[id].data : "";
}
/* Its bytes, without the 0 at the end. */
static inline uint32_t strings_len(const struct strings *s, uint32_t id) {
    return id < s->entries.len ? s->entries.items[id].len : 0;
}
/* Of a string of another table. */
static inline uint32_t strings_take(struct strings *to, const struct strings *from, uint32_t id) {
    return strings_intern(to, strings_get(from, id), strings_len(from, id));
}

/* By their bytes, as sorting wants it (base/order.h). */
static inline int strings_compare(const struct strings *s, uint32_t a, uint32_t b) {
    uint32_t x = strings_len(s, a), y = strings_len(s, b);
    return a == b ? 0 : memcmp(strings_get(s, a), strings_get(s, b), x < y ? x : y) ?: ORDER(x, y);
}
