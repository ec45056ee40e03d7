#include "analyzers/profile.h"

#include <stdlib.h>
#include <string.h>

/* Rows exist for every frame that was counted. */
static void rows_reach(struct profile *p, size_t len) {
    if (p->rows.len >= len) return;
    array_reserve(&p->rows, len);
    memset(p->rows.items + p->rows.len, 0, (len - p->rows.len) * sizeof *p->rows.items);
    p->rows.len = len;
}

/* frames: root first. */
static void add_root_first(struct profile *p, const uint32_t *frames, size_t depth,
                           uint64_t samples) {
    uint64_t key = hash_bytes(frames, depth * sizeof *frames);
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *index = map_put(&p->stack_index, key, &fresh);
        if (fresh) {
            *index = p->stacks.len;
            array_push(&p->stacks, (struct profile_stack){p->stack_frames.len, (uint32_t)depth,
                                                          samples});
            array_reserve(&p->stack_frames, p->stack_frames.len + depth);
            memcpy(p->stack_frames.items + p->stack_frames.len, frames, depth * sizeof *frames);
            p->stack_frames.len += depth;
            return;
        }
        struct profile_stack *stack = &p->stacks.items[*index];
        if (stack->depth == depth && memcmp(p->stack_frames.items + stack->first, frames,
                                            depth * sizeof *frames) == 0) {
            stack->samples += samples;
            return;
        }
    }
}

void profile_add_stack(struct profile *p, const uint32_t *frames, size_t depth, uint64_t count) {
    if (depth == 0) return;
    if (p->keep & PROFILE_ROWS) {
        rows_reach(p, p->frames.rows.len);
        struct profile_counts *rows = p->rows.items;
        uint64_t stack = ++p->stacks_added;
        rows[frames[0]].self += count;
        for (size_t i = 0; i < depth; i++) {
            struct profile_counts *row = &rows[frames[i]];
            if (row->seen == stack) continue; /* recursion counts once */
            row->seen = stack;
            row->total += count;
        }
    }
    if (p->keep & PROFILE_STACKS) {
        uint32_t small[256], *turned = small;
        if (depth > sizeof small / sizeof *small) turned = mem_alloc(depth * sizeof *turned);
        for (size_t i = 0; i < depth; i++) turned[i] = frames[depth - 1 - i];
        add_root_first(p, turned, depth, count);
        if (turned != small) free(turned);
    }
}

/* from's frame ids -> into's. */
static uint32_t *map_frames(struct profile *into, const struct profile *from) {
    const struct frames *theirs = &from->frames;
    uint32_t *strings = mem_alloc((theirs->strings.entries.len + 1) * sizeof *strings);
    strings[0] = 0;
    for (size_t i = 0; i < theirs->strings.entries.len; i++)
        strings[i] = strings_intern(&into->frames.strings, theirs->strings.entries.items[i].data,
                                    theirs->strings.entries.items[i].len);
    uint32_t *ids = mem_alloc((theirs->rows.len + 1) * sizeof *ids);
    for (size_t i = 0; i < theirs->rows.len; i++) {
        struct frame frame = theirs->rows.items[i];
        frame.class_name = strings[frame.class_name];
        frame.method = strings[frame.method];
        frame.descriptor = strings[frame.descriptor];
        frame.package = strings[frame.package];
        frame.module = strings[frame.module];
        ids[i] = frames_intern(&into->frames, &frame);
    }
    free(strings);
    return ids;
}

void profile_merge(struct profile *into, const struct profile *from) {
    uint32_t *ids = map_frames(into, from);
    rows_reach(into, into->keep & PROFILE_ROWS ? into->frames.rows.len : 0);
    for (size_t i = 0; i < from->rows.len; i++) {
        into->rows.items[ids[i]].self += from->rows.items[i].self;
        into->rows.items[ids[i]].total += from->rows.items[i].total;
    }
    ARRAY(uint32_t) frames = {0};
    for (size_t i = 0; i < from->stacks.len; i++) {
        const struct profile_stack *stack = &from->stacks.items[i];
        if (stack->depth == 0) continue; /* there are none of these, see profile_add_stack */
        array_reserve(&frames, stack->depth);
        for (size_t k = 0; k < stack->depth; k++)
            frames.items[k] = ids[from->stack_frames.items[stack->first + k]];
        add_root_first(into, frames.items, stack->depth, stack->samples);
    }
    array_free(&frames);
    into->samples += from->samples;
    into->without_stack += from->without_stack;
    into->truncated += from->truncated;
    free(ids);
}

/* ==== Stacks as a tree ====================================================================== */

/* A range of stacks that agree in their first `depth` frames and are to be sorted behind them. */
struct range {
    size_t first, len;
    uint32_t depth;
};

struct sorter {
    const struct profile *profile;
    const uint32_t *rank;
    bool reverse;
};

/* What the stack is compared by at the depth, 0 behind its end: shorter stacks come first. */
static inline uint64_t key_at(const struct sorter *s, uint32_t stack, uint32_t depth) {
    const struct profile_stack *k = &s->profile->stacks.items[stack];
    if (depth >= k->depth) return 0;
    uint64_t at = k->first + (s->reverse ? k->depth - 1 - depth : depth);
    uint32_t frame = s->profile->stack_frames.items[at];
    return (uint64_t)(s->rank ? s->rank[frame] : frame) + 1;
}

static inline void swap(uint32_t *a, uint32_t *b) {
    uint32_t c = *a;
    *a = *b;
    *b = c;
}

/* Three-way radix quicksort: looks at each frame about once instead of comparing whole stacks. */
uint32_t *profile_sort_stacks(const struct profile *p, const uint32_t *rank, bool reverse) {
    const struct sorter s = {p, rank, reverse};
    uint32_t *order = mem_alloc((p->stacks.len + 1) * sizeof *order);
    for (size_t i = 0; i < p->stacks.len; i++) order[i] = (uint32_t)i;
    ARRAY(struct range) todo = {0};
    array_push(&todo, (struct range){0, p->stacks.len, 0});
    while (todo.len) {
        struct range r = todo.items[--todo.len];
        if (r.len < 2) continue;
        uint32_t *at = order + r.first;
        uint64_t pivot = key_at(&s, at[r.len / 2], r.depth);
        size_t less = 0, i = 0, more = r.len;
        while (i < more) {
            uint64_t key = key_at(&s, at[i], r.depth);
            if (key < pivot) swap(&at[less++], &at[i++]);
            else if (key > pivot) swap(&at[i], &at[--more]);
            else i++;
        }
        array_push(&todo, (struct range){r.first, less, r.depth});
        array_push(&todo, (struct range){r.first + more, r.len - more, r.depth});
        if (pivot) array_push(&todo, (struct range){r.first + less, more - less, r.depth + 1});
    }
    array_free(&todo);
    return order;
}

void profile_build_nodes(struct profile *p) {
    p->nodes.len = 0;
    uint32_t *order = profile_sort_stacks(p, NULL, false);
    ARRAY(uint32_t) path = {0}; /* nodes of the stack before, path[0] the root */
    array_push(&p->nodes, (struct profile_node){0, UINT32_MAX, 0});
    array_push(&path, 0);
    for (size_t i = 0; i < p->stacks.len; i++) {
        const struct profile_stack *stack = &p->stacks.items[order[i]];
        const uint32_t *frames = p->stack_frames.items + stack->first;
        size_t same = 0; /* frames shared with the stack before */
        while (same + 1 < path.len && same < stack->depth &&
               p->nodes.items[path.items[same + 1]].frame == frames[same])
            same++;
        path.len = same + 1;
        for (size_t d = same; d < stack->depth; d++) {
            uint32_t node = (uint32_t)p->nodes.len;
            array_push(&p->nodes, (struct profile_node){path.items[d], frames[d], 0});
            array_push(&path, node);
        }
        p->nodes.items[path.items[path.len - 1]].self += stack->samples;
    }
    array_free(&path);
    free(order);
}

void profile_free(struct profile *p) {
    unsigned keep = p->keep;
    frames_free(&p->frames);
    array_free(&p->rows);
    array_free(&p->stacks);
    array_free(&p->stack_frames);
    map_free(&p->stack_index);
    array_free(&p->nodes);
    *p = (struct profile){.keep = keep};
}
