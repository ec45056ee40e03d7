#include "sql/groups.h"

#include "sql/copy.h"

#include <string.h>

/* Few, for which a call takes longer. */
static inline bool are_equal(const uint64_t *a, const uint64_t *b, size_t width) {
    uint64_t differ = 0;
    for (size_t i = 0; i < width; i++) differ |= a[i] ^ b[i];
    return differ == 0;
}

static uint32_t find(struct groups *g, const uint64_t *cells) {
    size_t width = g->width;
    uint64_t hash = 0;
    for (size_t i = 0; i < width; i++) hash = map_mix(hash ^ cells[i]);
    for (;; hash = map_next_key(hash)) {
        bool fresh;
        uint64_t *place = map_put(&g->by_cells, hash, &fresh);
        if (fresh) {
            *place = g->len;
            if (g->len == g->room) {
                g->room = g->room ? g->room * 2 : 64;
                g->cells = mem_resize(g->cells, g->room * width, sizeof *g->cells);
            }
            memcpy(g->cells + g->len * width, cells, width * sizeof *cells);
            array_push(&g->items,
                       (struct group){.first_ns = JFR_NULL_INT, .last_ns = JFR_NULL_INT});
            return (uint32_t)(g->last = g->len++);
        }
        if (are_equal(cells, g->cells + *place * width, width)) return (uint32_t)(g->last = *place);
    }
}

/* Rows that follow each other are often equal. */
static inline uint32_t group_of(struct groups *g, const uint64_t *cells) {
    if (g->len && are_equal(cells, g->cells + g->last * g->width, g->width))
        return (uint32_t)g->last;
    return find(g, cells);
}

static inline void add_start(struct group *group, int64_t ns) {
    if (ns == JFR_NULL_INT) return;
    if (group->first_ns == JFR_NULL_INT || ns < group->first_ns) group->first_ns = ns;
    if (group->last_ns == JFR_NULL_INT || ns > group->last_ns) group->last_ns = ns;
}

static inline void keep_length(struct groups *g, uint32_t group, int64_t ns) {
    if (group) {
        while (g->group.len < g->lengths.len) array_push(&g->group, 0);
        array_push(&g->group, group);
    }
    array_push(&g->lengths, ns);
}

static inline void add_duration(struct groups *g, uint32_t number, int64_t ns) {
    struct group *group = &g->items.items[number];
    if (ns == JFR_NULL_INT) return;
    group->total_ns += ns;
    if (!group->durations++ || ns > group->longest_ns) group->longest_ns = ns;
    if (g->lists) keep_length(g, number, ns);
}

void groups_add(struct groups *g, const struct groups_block *block, size_t rows) {
    uint64_t cells[COPY_COLUMNS];
    for (size_t i = block->fields; i < g->width; i++) cells[i] = block->same[i];
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < block->fields; i++) cells[i] = block->columns[i][row];
        uint32_t number = group_of(g, cells);
        struct group *group = &g->items.items[number];
        group->times++;
        if (block->starts) add_start(group, (int64_t)block->starts[row]);
        if (block->durations) add_duration(g, number, (int64_t)block->durations[row]);
    }
}

void groups_join(struct groups *g, const struct groups *following) {
    uint32_t *numbers = mem_zero(following->len + 1, sizeof *numbers);
    for (size_t i = 0; i < following->len; i++) {
        const struct group *from = &following->items.items[i];
        numbers[i] = group_of(g, following->cells + i * g->width);
        struct group *into = &g->items.items[numbers[i]];
        into->times += from->times;
        add_start(into, from->first_ns);
        add_start(into, from->last_ns);
        if (!from->durations) continue;
        if (!into->durations || from->longest_ns > into->longest_ns)
            into->longest_ns = from->longest_ns;
        into->durations += from->durations;
        into->total_ns += from->total_ns;
    }
    for (size_t i = 0; i < following->lengths.len; i++) {
        uint32_t group = i < following->group.len ? following->group.items[i] : 0;
        keep_length(g, numbers[group], following->lengths.items[i]);
    }
    free(numbers);
}

void groups_gather(struct groups *g) {
    uint64_t count = 0;
    g->begins.len = 0;
    if (!g->lists) return;
    for (size_t i = 0; i < g->items.len; i++) {
        array_push(&g->begins, count);
        count += g->items.items[i].durations;
    }
    array_push(&g->begins, count);
    if (!g->group.len) return; /* all are of the first */
    while (g->group.len < g->lengths.len) array_push(&g->group, 0);
    int64_t *sorted = mem_alloc((count + 1) * sizeof *sorted);
    for (size_t i = 0; i < g->group.len; i++)
        sorted[g->begins.items[g->group.items[i]]++] = g->lengths.items[i];
    for (size_t i = g->items.len; i > 0; i--) g->begins.items[i] = g->begins.items[i - 1];
    g->begins.items[0] = 0;
    array_free(&g->lengths);
    g->lengths.items = sorted;
    g->lengths.len = g->lengths.cap = count;
}

uint64_t groups_bytes(const struct groups *g) {
    return g->len * (g->width * sizeof *g->cells + sizeof *g->items.items + 32) +
           g->lengths.len * 20;
}

int64_t group_total(const struct group *group) {
    if (group->total_ns > INT64_MAX) return INT64_MAX;
    return group->total_ns < INT64_MIN ? INT64_MIN : (int64_t)group->total_ns;
}

void groups_forget(struct groups *g) {
    g->len = 0;
    g->items.len = g->group.len = g->lengths.len = 0;
    map_clear(&g->by_cells);
}

void groups_free(struct groups *g) {
    free(g->cells);
    g->cells = NULL;
    array_free(&g->items);
    array_free(&g->group);
    array_free(&g->lengths);
    array_free(&g->begins);
    map_free(&g->by_cells);
}
