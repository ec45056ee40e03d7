#include "sql/groups.h"

#include <string.h>

struct groups groups_open(size_t width, size_t measures, size_t listed) {
    struct groups g = {.width = width, .measures = measures, .listed = listed};
    for (size_t i = 0; i < measures; i++) array_push(&g.reach, 0);
    return g;
}

static void add_room(struct groups *g) {
    if (g->len < g->room) return;
    g->room = mem_grown(g->room, 16, g->len + 1);
    g->keys = mem_resize(g->keys, g->room * g->width, sizeof *g->keys);
    g->times = mem_resize(g->times, g->room, sizeof *g->times);
    g->measured = mem_resize(g->measured, g->room * g->measures, sizeof *g->measured);
}

static uint32_t add_group(struct groups *g, const uint64_t *keys) {
    add_room(g);
    for (size_t i = 0; i < g->width; i++) g->keys[g->len * g->width + i] = keys[i];
    g->times[g->len] = 0;
    for (size_t i = 0; i < g->measures; i++)
        g->measured[g->len * g->measures + i] =
            (struct measured){.least = INT64_MAX, .most = INT64_MIN};
    return (uint32_t)g->len++;
}

/* Few, for which a call takes longer. */
static inline bool are_equal(const uint64_t *a, const uint64_t *b, size_t width) {
    uint64_t differ = 0;
    for (size_t i = 0; i < width; i++) differ |= a[i] ^ b[i];
    return differ == 0;
}

static uint64_t hash_of(const uint64_t *keys, size_t width) {
    uint64_t hash = width ? keys[0] : 0;
    for (size_t i = 1; i < width; i++) hash = map_mix(hash) ^ keys[i];
    return hash;
}

static uint32_t find_in_map(struct groups *g, const uint64_t *keys, uint64_t hash) {
    EACH_KEY (key, hash) {
        bool fresh;
        uint64_t *group = map_put(&g->by_keys, key, &fresh);
        if (fresh) return (uint32_t)(*group = add_group(g, keys));
        if (are_equal(keys, g->keys + *group * g->width, g->width)) return (uint32_t)*group;
    }
}

/* Numbers of things and codes are small ones, unless there are few of many. */
static uint32_t find(struct groups *g, const uint64_t *keys, uint64_t hash) {
    if (g->width != 1 || keys[0] >= 256 + 4 * g->len) return find_in_map(g, keys, hash);
    while (g->by_key.len <= keys[0]) array_push(&g->by_key, 0);
    uint32_t *group = &g->by_key.items[keys[0]];
    if (!*group) *group = (g->by_keys.len ? find_in_map(g, keys, hash) : add_group(g, keys)) + 1;
    return *group - 1;
}

/* Rows that follow each other are often equal. */
static void find_all(struct groups *g, uint64_t *const *columns, size_t rows, uint32_t *numbers) {
    uint64_t hashes[GROUPS_AT_ONCE], keys[GROUPS_KEYS] = {0};
    if (!g->width) {
        uint32_t only = find(g, keys, 0);
        for (size_t row = 0; row < rows; row++) numbers[row] = only;
        return;
    }
    memcpy(hashes, columns[0], rows * sizeof *hashes);
    for (size_t i = 1; i < g->width; i++)
        for (size_t row = 0; row < rows; row++)
            hashes[row] = map_mix(hashes[row]) ^ columns[i][row];
    for (size_t row = 0; row < rows; row++) map_prefetch(&g->by_keys, hashes[row]);
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < g->width; i++) keys[i] = columns[i][row];
        bool again = row && hashes[row] == hashes[row - 1] &&
                     are_equal(keys, g->keys + (size_t)numbers[row - 1] * g->width, g->width);
        numbers[row] = again ? numbers[row - 1] : find(g, keys, hashes[row]);
    }
}

static void add_reach(uint64_t *reach, uint64_t amount) {
    if (__builtin_add_overflow(*reach, amount, reach)) *reach = UINT64_MAX;
}

static void keep_value(struct groups *g, uint32_t group, int64_t value) {
    if (group) {
        while (g->group.len < g->values.len) array_push(&g->group, 0);
        array_push(&g->group, group);
    }
    array_push(&g->values, value);
}

static void join_measured(struct measured *into, const struct measured *from) {
    into->count += from->count;
    into->sum = (int64_t)((uint64_t)into->sum + (uint64_t)from->sum);
    if (from->least < into->least) into->least = from->least;
    if (from->most > into->most) into->most = from->most;
}

static void add_measure(struct groups *g, size_t measure, const uint64_t *values, size_t rows,
                        const uint32_t *numbers) {
    struct measured *measured = g->measured + measure;
    uint64_t *reach = &g->reach.items[measure];
    for (size_t row = 0; row < rows; row++) {
        int64_t value = (int64_t)values[row];
        if (value == JFR_NULL_INT) continue;
        const struct measured one = {1, value, value, value};
        join_measured(&measured[numbers[row] * g->measures], &one);
        add_reach(reach, value < 0 ? -(uint64_t)value : (uint64_t)value);
        if (measure == g->listed) keep_value(g, numbers[row], value);
    }
}

void groups_add(struct groups *g, uint64_t *const *keys, uint64_t *const *measures, size_t rows) {
    uint32_t numbers[GROUPS_AT_ONCE];
    if (!rows) return;
    find_all(g, keys, rows, numbers);
    for (size_t row = 0; row < rows; row++) g->times[numbers[row]]++;
    for (size_t i = 0; i < g->measures; i++) add_measure(g, i, measures[i], rows, numbers);
}

void groups_join(struct groups *g, const struct groups *following, const uint64_t *keys) {
    OWNED(mem_release) uint32_t *numbers = mem_zero(following->len, sizeof *numbers);
    for (size_t i = 0; i < following->len; i++) {
        const uint64_t *own = keys + i * g->width;
        numbers[i] = find(g, own, hash_of(own, g->width));
        g->times[numbers[i]] += following->times[i];
        for (size_t k = 0; k < g->measures; k++)
            join_measured(&g->measured[numbers[i] * g->measures + k],
                          &following->measured[i * g->measures + k]);
    }
    for (size_t k = 0; k < g->measures; k++)
        add_reach(&g->reach.items[k], following->reach.items[k]);
    for (size_t i = 0; i < following->values.len; i++) {
        uint32_t group = i < following->group.len ? following->group.items[i] : 0;
        keep_value(g, numbers[group], following->values.items[i]);
    }
}

void groups_gather(struct groups *g) {
    uint64_t count = 0;
    g->begins.len = 0;
    if (g->listed == NO_MEASURE) return;
    for (size_t i = 0; i < g->len; i++) {
        array_push(&g->begins, count);
        count += g->measured[i * g->measures + g->listed].count;
    }
    array_push(&g->begins, count);
    if (!g->group.len) return; /* all are of the first */
    while (g->group.len < g->values.len) array_push(&g->group, 0);
    int64_t *sorted = mem_alloc(count * sizeof *sorted);
    for (size_t i = 0; i < g->group.len; i++)
        sorted[g->begins.items[g->group.items[i]]++] = g->values.items[i];
    for (size_t i = g->len; i > 0; i--) g->begins.items[i] = g->begins.items[i - 1];
    g->begins.items[0] = 0;
    array_free(&g->values);
    g->values.items = sorted;
    g->values.len = g->values.cap = count;
}

uint64_t groups_bytes(const struct groups *g) {
    return g->len * ((g->width + 1) * sizeof *g->keys + g->measures * sizeof *g->measured + 32) +
           g->values.len * 20;
}

void groups_forget(struct groups *g) {
    g->len = g->group.len = g->values.len = g->begins.len = 0;
    for (size_t i = 0; i < g->measures; i++) g->reach.items[i] = 0;
    map_clear(&g->by_keys);
    g->by_key.len = 0;
}

void groups_free(struct groups *g) {
    mem_free(g->keys, g->times, g->measured);
    g->keys = g->times = NULL;
    g->measured = NULL;
    arrays_free(&g->reach, &g->group, &g->values, &g->begins);
    map_free(&g->by_keys);
    array_free(&g->by_key);
}
