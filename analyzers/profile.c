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

static uint32_t child_of(struct profile *p, uint32_t parent, uint32_t frame) {
    bool fresh;
    uint64_t *child = map_put(&p->children, (uint64_t)parent << 32 | frame, &fresh);
    if (fresh) {
        *child = p->nodes.len;
        array_push(&p->nodes, (struct profile_node){parent, frame, 0});
    }
    return (uint32_t)*child;
}

static void make_root(struct profile *p) {
    if (p->nodes.len == 0) array_push(&p->nodes, (struct profile_node){0, UINT32_MAX, 0});
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
        make_root(p);
        uint32_t node = 0;
        for (size_t i = depth; i-- > 0;) node = child_of(p, node, frames[i]);
        p->nodes.items[node].self += count;
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
    uint32_t *nodes = mem_alloc((from->nodes.len + 1) * sizeof *nodes);
    if (from->nodes.len) make_root(into);
    nodes[0] = 0;
    for (size_t i = 1; i < from->nodes.len; i++) {
        const struct profile_node *node = &from->nodes.items[i];
        nodes[i] = child_of(into, nodes[node->parent], ids[node->frame]);
        into->nodes.items[nodes[i]].self += node->self;
    }
    into->samples += from->samples;
    into->without_stack += from->without_stack;
    into->truncated += from->truncated;
    free(nodes);
    free(ids);
}

void profile_free(struct profile *p) {
    unsigned keep = p->keep;
    frames_free(&p->frames);
    array_free(&p->rows);
    array_free(&p->nodes);
    map_free(&p->children);
    *p = (struct profile){.keep = keep};
}
