/* The one hash table: 64-bit key -> 64-bit value, open addressing, linear probing.
 *
 *   slots:  [key|value|used] [key|value|used] ...   power of two, at most 2/3 full
 *
 * Tuples and strings are interned with it too, see map_intern.
 * A zeroed struct is an empty map. Pointers into the map are valid until the next map_put.
 */
#pragma once

#include "base/owned.h"
#include "base/prefetch.h"
#include "base/sanitized.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
    uint64_t key;
    uint64_t value; /* MAP_EMPTY marks a free slot; values handed in are below it */
};

#define MAP_EMPTY UINT64_MAX

struct map {
    struct map_slot *slots;
    size_t size; /* number of slots, 0 or a power of two */
    size_t len;  /* keys in it */
};

/* Makes room; only functions below need it. */
void map_grow(struct map *map);
void map_free(struct map *map);
void map_clear(struct map *map); /* forgets the keys, keeps the memory */
/* Room for so many keys in all. */
void map_reserve(struct map *map, size_t keys);

/* Random bits of this process, the second number odd: keys in a file cannot be chosen to fall into
 * one place. Both are needed: what is only added to a key before a known factor moves all keys that
 * differ in their upper bits alike. Nothing that is shown depends on them. */
extern uint64_t map_seed[2] __attribute__((visibility("hidden")));

/* Both halves of the product of 128 bits in one number. */
static inline uint64_t map_fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* map_fold by an odd factor, for tables alone: other numbers where a processor would be asked for
 * four products to have that of 128 bits. */
static inline uint64_t map_stir(uint64_t x, uint64_t odd) {
#ifdef __wasm__
    uint64_t product = (x ^ x >> 32) * odd;
    return product ^ product >> 32;
#else
    return map_fold(x, odd);
#endif
}

/* A hash of a number, with the process's seed. */
static inline uint64_t map_mix(uint64_t x) {
    return map_stir(x ^ map_seed[0], map_seed[1]);
}

/* Keys of a content, in the order in which they are tried: its hash, and behind a collision others.
 * Hashes of 64 bits hardly ever meet: where addresses are watched each content is held against the
 * first of its map before, so that tests see what tells contents apart.
 *
 *   EACH_KEY (key, hash) { the content's place is that of the key, or another content's } */
#define MAP_CROWDED UINT64_C(0x5EED)
static inline uint64_t map_first_key(uint64_t hash) {
    return WATCHED ? MAP_CROWDED : hash;
}
/* The key to be tried behind this one. */
static inline uint64_t map_next_key(uint64_t key, uint64_t hash) {
    if (WATCHED && key == MAP_CROWDED && hash != key) return hash;
    return map_mix(key + UINT64_C(0x632BE59BD9B4E019));
}
#define EACH_KEY(key, hash) /* NOLINTNEXTLINE(bugprone-macro-parentheses): it is declared */ \
    for (uint64_t key = map_first_key(hash);; key = map_next_key(key, hash))

/* Where a key is looked for first: keys that count up, as those of constants do, share a line of
 * the cache four by four, and are often asked for in that order. */
static inline size_t map_place(const struct map *map, uint64_t key) {
    return (size_t)(map_mix(key >> 2) ^ (key & 3)) & (map->size - 1);
}

/* Value slot of the key, or NULL. */
static inline uint64_t *map_get(const struct map *map, uint64_t key) {
    if (map->len == 0) return NULL;
    size_t mask = map->size - 1;
    for (size_t i = map_place(map, key);; i = (i + 1) & mask) {
        struct map_slot *slot = &map->slots[i];
        if (slot->value == MAP_EMPTY) return NULL;
        if (slot->key == key) return &slot->value;
    }
}

/* Has the key's place brought while other work is done; only worth it in large maps. */
static inline void map_prefetch(const struct map *map, uint64_t key) {
    if (map->size) prefetch(&map->slots[map_place(map, key)]);
}

/* Value slot of the key; *fresh says that it was not there (its value is then 0). */
static inline uint64_t *map_put(struct map *map, uint64_t key, bool *fresh) {
    if (map->len * 3 >= map->size * 2) map_grow(map);
    size_t mask = map->size - 1;
    for (size_t i = map_place(map, key);; i = (i + 1) & mask) {
        struct map_slot *slot = &map->slots[i];
        if (slot->value == MAP_EMPTY) {
            slot->key = key;
            slot->value = 0;
            map->len++;
            *fresh = true;
            return &slot->value;
        }
        if (slot->key == key) {
            *fresh = false;
            return &slot->value;
        }
    }
}

/* The number of the key, for an array with an item for each: `next` if it was not there. */
static inline size_t map_number(struct map *map, uint64_t key, size_t next) {
    bool fresh;
    uint64_t *number = map_put(map, key, &fresh);
    if (fresh) *number = next;
    return (size_t)*number;
}

/* Enters the key. False: it was there. */
static inline bool map_add(struct map *map, uint64_t key) {
    bool fresh;
    map_put(map, key, &fresh);
    return fresh;
}

/* 64-bit hash of bytes: eight at a time, multiply and fold; seeded like the map. */
uint64_t hash_bytes(const void *bytes, size_t len);
/* The same in every run, for what is shown (colours) or kept. Not for tables. */
uint64_t hash_stable(const void *bytes, size_t len);

/* ==== Interning ==============================================================================
 * The key is the hash of a content, the value its index in an array (base/array.h) of items.
 *
 *   id = map_intern(&t->ids, hash, is_thread, &t->threads, thread);
 */

/* Is the item of that content? */
typedef bool map_equal(const void *item, const void *content);

/* The value of what has the content; *fresh: there was none, and its index is to be put here. */
static inline __attribute__((always_inline)) uint64_t *
map_put_equal(struct map *map, uint64_t hash, map_equal *equal, const void *items, size_t size,
              const void *content, bool *fresh) {
    EACH_KEY (key, hash) {
        uint64_t *index = map_put(map, key, fresh);
        if (*fresh || equal((const char *)items + *index * size, content)) return index;
    }
}

/* The same without entering it; NULL: there is none. */
static inline __attribute__((always_inline)) const uint64_t *
map_get_equal(const struct map *map, uint64_t hash, map_equal *equal, const void *items,
              size_t size, const void *content) {
    EACH_KEY (key, hash) {
        const uint64_t *index = map_get(map, key);
        if (!index || equal((const char *)items + *index * size, content)) return index;
    }
}

/* The number of the key's element in an array, to which the item is pushed for a new key, and the
 * element itself. */
#define map_push(map, key, array, ...)                               \
    __extension__({                                                  \
        size_t number_ = map_number(map, key, (array)->len);         \
        if (number_ == (array)->len) array_push(array, __VA_ARGS__); \
        number_;                                                     \
    })
#define map_item(map, key, array, ...) (&array_at(array, map_push(map, key, array, __VA_ARGS__)))

/* Of an array's items; what is new is pushed by the caller. */
#define map_enter(map, hash, equal, array, content, fresh) \
    map_put_equal(map, hash, equal, (array)->items, sizeof *(array)->items, content, fresh)
#define map_find(map, hash, equal, array, content) \
    map_get_equal(map, hash, equal, (array)->items, sizeof *(array)->items, content)
/* The index of what is equal to the item, which is pushed if nothing is. */
#define map_intern(map, hash, equal, array, item)                             \
    __extension__({                                                           \
        bool fresh_;                                                          \
        uint64_t *index_ = map_enter(map, hash, equal, array, item, &fresh_); \
        if (fresh_) *index_ = (array)->len;                                   \
        if (fresh_) array_push(array, *(item));                               \
        (uint32_t) * index_;                                                  \
    })
