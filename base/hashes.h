/* A set of hashes, 8 bytes each: for what is only counted, however much there is of it. At most 3/4
 * full. The hashes must be as good as hash_bytes makes them; 0 counts as 1. A zeroed struct is
 * empty.
 */
#pragma once

#include "base/prefetch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hashes {
    uint64_t *slots; /* 0: free */
    size_t size;     /* 0 or a power of two */
    size_t len;
};

/* Makes room; only hashes_add needs it. */
void hashes_grow(struct hashes *hashes);
void hashes_free(struct hashes *hashes);
/* Adds those of from, which stays as it is. */
void hashes_merge(struct hashes *into, const struct hashes *from);

/* Brings the place of a hash near that will be asked for soon; changes nothing. */
static inline void hashes_prefetch(const struct hashes *h, uint64_t hash) {
    if (h->size) prefetch(&h->slots[hash & (h->size - 1)]);
}

/* False: it was there. */
static inline bool hashes_put(struct hashes *h, uint64_t hash) {
    hash += !hash;
    if (h->len * 4 >= h->size * 3) hashes_grow(h);
    for (size_t i = hash & (h->size - 1);; i = (i + 1) & (h->size - 1)) {
        if (h->slots[i] == hash) return false;
        if (h->slots[i]) continue;
        h->slots[i] = hash;
        h->len++;
        return true;
    }
}
