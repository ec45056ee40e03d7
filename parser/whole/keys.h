/* Sets of keys, of which there are hundreds of millions to be added and few different ones: those
 * near 0 are bits, the others are in a map, behind a small memory of those met lately.
 *
 *   have: keys of constants    want: keys that something refers to    want without have: missing
 */
#pragma once

#include "base/map.h"

#define KEYS_RECENT 1024

struct keys { /* a zeroed one is empty */
    uint64_t *bits;
    uint64_t words;   /* of bits: keys below words * 64 are there */
    uint64_t *recent; /* the others: by some bits of the key, the key + 1 */
    struct map others;
    uint64_t adds; /* of keys beyond the bits */
};

/* Only for keys_add: a key beyond the bits. */
void keys_add_far(struct keys *keys, uint64_t key);
void keys_free(struct keys *keys);
/* Was the key added? */
bool keys_has(const struct keys *keys, uint64_t key);
/* Bytes of memory that they take. */
size_t keys_size(const struct keys *keys);
/* Calls each for the keys of one set that the other has not, in no particular order. */
void keys_without(const struct keys *keys, const struct keys *other,
                  void (*each)(void *context, uint64_t key), void *context);

/* Added again it is there once. */
static inline void keys_add(struct keys *keys, uint64_t key) {
    uint64_t word = key >> 6, bit = UINT64_C(1) << (key & 63);
    if (__builtin_expect(word < keys->words, 1)) {
        if (!(keys->bits[word] & bit)) keys->bits[word] |= bit;
        return;
    }
    if (keys->recent && keys->recent[(key * UINT64_C(0x9E3779B97F4A7C15)) >> 54] == key + 1) return;
    keys_add_far(keys, key);
}
