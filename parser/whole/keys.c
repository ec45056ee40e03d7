#include "parser/whole/keys.h"
#include "base/mem.h"

#include <string.h>

#define FIRST_WORDS 16        /* for a set of few keys */
#define MOST_WORDS (1u << 18) /* 2 MB: 16 million keys */

/* So many words are in proportion to what was added. */
static bool grow(struct keys *keys, uint64_t word) {
    uint64_t words = keys->words ? keys->words : FIRST_WORDS;
    while (words <= word && words <= MOST_WORDS) words *= 2;
    if (words > MOST_WORDS || words > FIRST_WORDS + 2 * keys->adds) return false;
    keys->bits = mem_resize(keys->bits, (size_t)words, sizeof *keys->bits);
    memset(keys->bits + keys->words, 0, (size_t)(words - keys->words) * sizeof *keys->bits);
    keys->words = words;
    return true;
}

void keys_add_far(struct keys *keys, uint64_t key) {
    keys->adds++;
    if (grow(keys, key >> 6)) {
        keys->bits[key >> 6] |= UINT64_C(1) << (key & 63);
        return;
    }
    if (!keys->recent && keys->adds > 64)
        keys->recent = mem_zero(KEYS_RECENT, sizeof *keys->recent);
    if (keys->recent) keys->recent[(key * UINT64_C(0x9E3779B97F4A7C15)) >> 54] = key + 1;
    map_add(&keys->others, key);
}

void keys_free(struct keys *keys) {
    mem_free(keys->bits, keys->recent);
    map_free(&keys->others);
    *keys = (struct keys){0};
}

bool keys_has(const struct keys *keys, uint64_t key) {
    if (key >> 6 < keys->words && keys->bits[key >> 6] >> (key & 63) & 1) return true;
    return map_get(&keys->others, key) != NULL; /* from before there were bits for it */
}

size_t keys_size(const struct keys *keys) {
    return (size_t)keys->words * sizeof *keys->bits +
           keys->others.size * sizeof *keys->others.slots +
           (keys->recent ? KEYS_RECENT * sizeof *keys->recent : 0);
}

void keys_without(const struct keys *keys, const struct keys *other,
                  void (*each)(void *context, uint64_t key), void *context) {
    for (uint64_t w = 0; w < keys->words; w++) {
        uint64_t left = keys->bits[w];
        if (w < other->words) left &= ~other->bits[w];
        for (; left; left &= left - 1) {
            uint64_t key = w << 6 | (uint64_t)__builtin_ctzll(left);
            if (!keys_has(other, key)) each(context, key);
        }
    }
    for (size_t i = 0; i < keys->others.size; i++) {
        const struct map_slot *slot = &keys->others.slots[i];
        if (slot->value != MAP_EMPTY && !keys_has(other, slot->key)) each(context, slot->key);
    }
}
