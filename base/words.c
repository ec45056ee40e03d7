#include "base/words.h"

#include <string.h>

#define ROOT 0
#define PAIRS 65536 /* of bytes */

static uint64_t key_of(uint32_t state, unsigned char byte) {
    return (uint64_t)state << 8 | byte;
}

static uint32_t add_state(struct words *words, uint32_t depth) {
    array_push(&words->states, (struct words_state){.depth = depth});
    return (uint32_t)words->states.len - 1;
}

uint32_t words_add(struct words *words, const void *bytes, size_t len) {
    const unsigned char *s = bytes;
    uint32_t state = ROOT;
    if (!words->states.len) add_state(words, 0);
    for (size_t i = 0; i < len; i++) {
        bool fresh;
        uint64_t *next = map_put(&words->next, key_of(state, s[i]), &fresh);
        if (fresh) *next = add_state(words, (uint32_t)i + 1);
        state = (uint32_t)*next;
    }
    struct words_state *last = &words->states.items[state];
    if (!words->count || len < words->shortest) words->shortest = (uint32_t)len;
    if (!last->longest) {
        last->longest = (uint32_t)len;
        last->word = words->count++;
    }
    return last->word;
}

static uint32_t step(const struct words *words, uint32_t state, unsigned char byte) {
    for (;;) {
        if (state == ROOT) return words->root[byte];
        const uint64_t *next = map_get(&words->next, key_of(state, byte));
        if (next) return (uint32_t)*next;
        state = words->states.items[state].fail;
    }
}

struct edge {
    uint32_t from, to;
    unsigned char byte;
};

static size_t pair_of(const unsigned char *s) {
    return (size_t)s[0] << 8 | s[1];
}

/* For each two bytes: how far behind them, at least, a word's beginning of the shortest's length
 * ends. */
static void make_steps(struct words *words, const struct edge *edges) {
    size_t most = words->shortest - 1 < UINT8_MAX ? words->shortest - 1 : UINT8_MAX;
    words->steps = mem_alloc(PAIRS);
    memset(words->steps, (int)most, PAIRS);
    for (size_t i = 1; i < words->states.len; i++) {
        const struct edge *edge = &edges[i];
        uint32_t depth = words->states.items[i].depth;
        if (edge->from == ROOT || depth > words->shortest) continue;
        const unsigned char pair[2] = {edges[edge->from].byte, edge->byte};
        size_t behind = words->shortest - depth;
        if (behind < words->steps[pair_of(pair)]) words->steps[pair_of(pair)] = (uint8_t)behind;
    }
}

/* States get their fail links in the order of their depth, so that those of shorter ones are
 * there. */
void words_make(struct words *words) {
    size_t len = words->states.len, deepest = 0;
    if (!len) return;
    struct edge *edges = mem_resize(NULL, len, sizeof *edges);
    for (size_t i = 0; i < words->next.size; i++) {
        const struct map_slot *slot = &words->next.slots[i];
        if (slot->value == MAP_EMPTY) continue;
        edges[slot->value] = (struct edge){(uint32_t)(slot->key >> 8), (uint32_t)slot->value,
                                           (unsigned char)slot->key};
        if (slot->key >> 8 == ROOT) words->root[slot->key & 0xFF] = (uint32_t)slot->value;
    }
    for (size_t i = 1; i < len; i++)
        if (words->states.items[i].depth > deepest) deepest = words->states.items[i].depth;
    /* By depth: counted, then dealt out. */
    size_t *places = mem_zero(deepest + 2, sizeof *places);
    uint32_t *order = mem_resize(NULL, len, sizeof *order);
    for (size_t i = 1; i < len; i++) places[words->states.items[i].depth + 1]++;
    for (size_t i = 1; i <= deepest + 1; i++) places[i] += places[i - 1];
    for (uint32_t i = 1; i < len; i++) order[places[words->states.items[i].depth]++] = i;
    for (size_t i = 0; i + 1 < len; i++) {
        const struct edge *edge = &edges[order[i]];
        struct words_state *state = &words->states.items[edge->to];
        if (edge->from != ROOT)
            state->fail = step(words, words->states.items[edge->from].fail, edge->byte);
        if (!state->longest) { /* else the word that ends here is longer than any it ends with */
            state->longest = words->states.items[state->fail].longest;
            state->word = words->states.items[state->fail].word;
        }
    }
    if (words->shortest > 1) make_steps(words, edges);
    free(order);
    free(places);
    free(edges);
}

/* ==== The next ============================================================================== */

static bool begins(const struct words *words, const unsigned char *s, size_t len) {
    uint32_t state = ROOT;
    for (size_t i = 0; i < len; i++) {
        const uint64_t *next = map_get(&words->next, key_of(state, s[i]));
        if (!next) return false;
        state = (uint32_t)*next;
        if (words->states.items[state].longest == i + 1) return true;
    }
    return false;
}

size_t words_next(const struct words *words, const void *text, size_t from, size_t len) {
    const unsigned char *s = text;
    size_t shortest = words->shortest;
    if (!words->count) return len;
    while (from < len && len - from >= shortest) {
        size_t step = shortest > 1 ? words->steps[pair_of(s + from + shortest - 2)] : 0;
        if (!step && begins(words, s + from, len - from)) return from;
        from += step ? step : 1;
    }
    return len;
}

void words_cover(const struct words *words, const char *text, size_t len,
                 void (*found)(void *context, size_t from, size_t len), void *context) {
    size_t from = 0, end = 0; /* of the stretch at hand */
    if (!words->count) return;
    uint32_t state = ROOT;
    for (size_t i = 0; i < len; i++) {
        state = step(words, state, (unsigned char)text[i]);
        size_t longest = words->states.items[state].longest;
        if (!longest) continue;
        size_t begin = i + 1 - longest;
        if (begin > end || end == 0) {
            if (end > from) found(context, from, end - from);
            from = begin;
        } else if (begin < from) {
            from = begin;
        }
        end = i + 1;
    }
    if (end > from) found(context, from, end - from);
}

void words_find(const struct words *words, const char *text, size_t len,
                void (*found)(void *context, size_t from, size_t len, uint32_t word),
                void *context) {
    size_t told = 0, from = 0, size = 0; /* bytes that were told; the match at hand */
    uint32_t word = 0, state = ROOT;
    if (!words->count) return;
    for (size_t i = 0; i < len; i++) {
        state = step(words, state, (unsigned char)text[i]);
        const struct words_state *at = &words->states.items[state];
        /* What is begun cannot begin as early any more: the match at hand is final. */
        if (size && i + 1 - at->depth > from) {
            found(context, from, size, word);
            told = from + size;
            size = 0;
        }
        while (at->longest && i + 1 - at->longest < told) at = &words->states.items[at->fail];
        if (!at->longest) continue;
        size_t begin = i + 1 - at->longest;
        if (size && begin > from) continue;
        from = begin;
        size = at->longest;
        word = at->word;
    }
    if (size) found(context, from, size, word);
}

void words_free(struct words *words) {
    array_free(&words->states);
    map_free(&words->next);
    free(words->steps);
    *words = (struct words){0};
}
