#include "base/map.h"
#include "base/mem.h"
#include "base/platform.h"

#include <string.h>

uint64_t map_seed[2];

/* The C library takes its stack guard from the same bytes, so they are not used as they are. */
static void __attribute__((constructor)) take_seed(void) {
    uint64_t bytes[2];
    platform_seed(bytes);
    map_seed[0] = map_fold(bytes[0] ^ UINT64_C(0xE7037ED1A0B428DB), bytes[1] | 1);
    map_seed[1] = map_fold(bytes[1] ^ UINT64_C(0x8EBC6AF09C88C6E3), bytes[0] | 1) | 1;
}

/* A key whose value became MAP_EMPTY is none any more, though nothing looks broken: where
 * sanitizers watch, that ends the program. */
static void check_values(const struct map *map) {
#ifdef SANITIZED
    size_t used = 0;
    for (size_t i = 0; i < map->size; i++) used += map->slots[i].value != MAP_EMPTY;
    if (used != map->len) abort();
#else
    (void)map;
#endif
}

static void rehash(struct map *map, size_t size) {
    struct map old = *map;
    check_values(map);
    map->slots = mem_resize(NULL, size, sizeof *map->slots);
    map->size = size;
    memset(map->slots, 0xFF, size * sizeof *map->slots);
    for (size_t i = 0; i < old.size; i++) {
        if (old.slots[i].value == MAP_EMPTY) continue;
        size_t at = map_place(map, old.slots[i].key);
        while (map->slots[at].value != MAP_EMPTY) at = (at + 1) & (size - 1);
        map->slots[at] = old.slots[i];
    }
    free(old.slots);
}

void map_grow(struct map *map) {
    rehash(map, map->size ? map->size * 2 : 16);
}

void map_reserve(struct map *map, size_t keys) {
    size_t size = map->size ? map->size : 16;
    while (keys * 3 >= size * 2) size *= 2;
    if (size > map->size) rehash(map, size);
}

void map_clear(struct map *map) {
    if (map->size) memset(map->slots, 0xFF, map->size * sizeof *map->slots);
    map->len = 0;
}

void map_free(struct map *map) {
    check_values(map);
    free(map->slots);
    *map = (struct map){0};
}

typedef uint64_t folding(uint64_t x, uint64_t factor);

static inline __attribute__((always_inline)) uint64_t
hash_from(folding *fold, uint64_t h, uint64_t factor, const void *bytes, size_t len) {
    const unsigned char *p = bytes;
    uint64_t word;
    for (; len >= 8; len -= 8, p += 8) {
        memcpy(&word, p, 8);
        h = fold(h ^ word, factor);
    }
    word = 0;
    if (len) memcpy(&word, p, len);
    h = fold(h ^ word ^ ((uint64_t)len << 56), UINT64_C(0xA0761D6478BD642F));
    return h ^ (h >> 29);
}

/* Of long ones four hashes go side by side, because each step of one waits for the step before it:
 * each has every fourth word. The rest follows the four. */
#define LANES 4
#define LONG 256 /* bytes from which on that pays */

static uint64_t hash_lanes(uint64_t h, uint64_t factor, const unsigned char **bytes, size_t *len) {
    uint64_t lanes[LANES], words[LANES];
    const unsigned char *p = *bytes, *end = p + *len / sizeof words * sizeof words;
    for (uint64_t i = 0; i < LANES; i++)
        lanes[i] = map_stir(h ^ i * UINT64_C(0xE7037ED1A0B428DB), factor);
    for (; p < end; p += sizeof words) {
        memcpy(words, p, sizeof words);
        for (int i = 0; i < LANES; i++) lanes[i] = map_stir(lanes[i] ^ words[i], factor);
    }
    for (int i = 0; i < LANES; i++) h = map_stir(h ^ lanes[i], factor);
    *len -= (size_t)(p - *bytes);
    *bytes = p;
    return h;
}

uint64_t hash_bytes(const void *bytes, size_t len) {
    const unsigned char *p = bytes;
    uint64_t h = map_mix(len * UINT64_C(0xA0761D6478BD642F));
    if (len >= LONG) h = hash_lanes(h, map_seed[1], &p, &len);
    return hash_from(map_stir, h, map_seed[1], p, len);
}

uint64_t hash_stable(const void *bytes, size_t len) {
    return hash_from(map_fold, len * UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0xD6E8FEB86659FD93),
                     bytes, len);
}
