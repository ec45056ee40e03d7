#include "analyzers/methods/calltree.h"
#include "analyzers/profile/profile.h"
#include "base/platform.h"

/* ==== The order of siblings ================================================================= */

struct name_range { /* frame's name, without line and bci, in one long text */
    size_t at, len;
};

struct order {
    const struct frames *frames;
    const char *bytes;
    const struct name_range *names;
    bool merge_types;
};

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len) {
    size_t len = a_len < b_len ? a_len : b_len;
    return (len ? memcmp(a, b, len) : 0) ?: ORDER(a_len, b_len);
}

static int compare_strings(const struct strings *strings, uint32_t a, uint32_t b) {
    if (a == b) return 0;
    return compare_bytes(strings_get(strings, a), strings_len(strings, a), strings_get(strings, b),
                         strings_len(strings, b));
}

/* Total over distinct frames (but for their types where those are merged): ids have no say, so the
 * order does not depend on who read what. */
static int compare_frames(const void *left, const void *right, void *context) {
    const struct order *order = context;
    uint32_t ia = *(const uint32_t *)left, ib = *(const uint32_t *)right;
    const struct frame *a = &order->frames->rows.items[ia], *b = &order->frames->rows.items[ib];
    const struct strings *strings = &order->frames->strings;
    int by = compare_bytes(order->bytes + order->names[ia].at, order->names[ia].len,
                           order->bytes + order->names[ib].at, order->names[ib].len);
    if (by == 0 && !order->merge_types) by = ORDER(a->type, b->type);
    if (by == 0) by = ORDER(a->line, b->line);
    if (by == 0) by = ORDER(a->bci, b->bci);
    if (by == 0) by = compare_strings(strings, a->descriptor, b->descriptor);
    if (by == 0) by = compare_strings(strings, a->package, b->package);
    if (by == 0) by = compare_strings(strings, a->module, b->module);
    if (by == 0) by = compare_strings(strings, a->class_name, b->class_name);
    return by;
}

/* rank[frame]: its place among all frames; frames that are to be one node have one rank. Names are
 * compared once a frame, not once a node. */
static uint32_t *rank_frames(const struct frames *frames, bool merge_types) {
    size_t len = frames->rows.len;
    OWNED(text_free) struct text bytes = {0};
    OWNED(mem_release) struct name_range *names = mem_resize(NULL, len, sizeof *names);
    OWNED(mem_release) uint32_t *sorted = mem_resize(NULL, len, sizeof *sorted);
    uint32_t *rank = mem_resize(NULL, len, sizeof *rank);
    for (size_t i = 0; i < len; i++) {
        names[i].at = bytes.len;
        frame_add_method(frames, (uint32_t)i,
                         &bytes); /* lines are compared as numbers, not as text */
        names[i].len = bytes.len - names[i].at;
        sorted[i] = (uint32_t)i;
    }
    struct order order = {frames, text_str(&bytes), names, merge_types};
    if (len) platform_sort(sorted, len, sizeof *sorted, compare_frames, &order);
    for (size_t i = 0; i < len; i++) {
        bool same = i > 0 && compare_frames(&sorted[i - 1], &sorted[i], &order) == 0;
        rank[sorted[i]] = same ? rank[sorted[i - 1]] : (uint32_t)i;
    }
    return rank;
}

/* ==== Growing the tree ====================================================================== */

/* The stacks come sorted, so the tree grows depth first and only its last path is open: totals,
 * the type that most samples of a node had, and whether it is large enough to stay are all known
 * when a node is closed. A node that is too small goes with all below it, which lie behind it. */
struct open_node {
    uint32_t node;
    uint32_t last_child;
    uint32_t frame;                     /* of the stack that was added last */
    uint64_t since;                     /* how many samples there were before its first */
    uint64_t lost;                      /* samples of nodes left out below */
    uint64_t samples[FRAME_TYPE_COUNT]; /* by type, where types are merged */
    uint32_t variant[FRAME_TYPE_COUNT]; /* the frame with that type */
};

struct grower {
    const struct profile *profile;
    const struct calltree_options *options;
    struct calltree *tree;
    const uint32_t *rank;
    uint64_t samples; /* of the stacks so far */
    ARRAY(struct calltree_node) nodes;
    ARRAY(struct open_node) open; /* the path to the stack that was added last */
};

static void open_child(struct grower *g, uint32_t frame) {
    struct calltree_node node = {.frame = frame,
                                 .parent = CALLTREE_NONE,
                                 .first_child = CALLTREE_NONE,
                                 .next_sibling = CALLTREE_NONE,
                                 .depth = (uint32_t)g->open.len};
    uint32_t here = (uint32_t)g->nodes.len;
    if (g->open.len) {
        struct open_node *parent = &g->open.items[g->open.len - 1];
        node.parent = parent->node;
        if (parent->last_child == CALLTREE_NONE) g->nodes.items[parent->node].first_child = here;
        else g->nodes.items[parent->last_child].next_sibling = here;
    }
    array_push(&g->nodes, node);
    array_push(&g->open,
               (struct open_node){
                   .node = here, .last_child = CALLTREE_NONE, .frame = frame, .since = g->samples});
}

/* Another frame of the node follows, or none. */
static void count_type(struct grower *g, struct open_node *open) {
    uint32_t type = g->profile->frames.rows.items[open->frame].type;
    if (type >= FRAME_TYPE_COUNT) type = FRAME_UNKNOWN;
    open->samples[type] += g->samples - open->since;
    open->variant[type] = open->frame;
    open->since = g->samples;
}

static void settle_type(struct grower *g, const struct open_node *closing) {
    uint64_t most = 0;
    for (size_t type = 0; type < FRAME_TYPE_COUNT; type++) {
        if (closing->samples[type] <= most) continue;
        most = closing->samples[type];
        g->nodes.items[closing->node].frame = closing->variant[type];
    }
}

static void close_last(struct grower *g) {
    struct open_node closing = g->open.items[--g->open.len];
    struct open_node *parent = &g->open.items[g->open.len - 1];
    struct calltree_node *node = &g->nodes.items[closing.node];
    g->nodes.items[parent->node].total += node->total;
    if (node->total < g->options->min_total) {
        parent->lost += node->total;
        g->tree->left_out += g->nodes.len - closing.node;
        g->nodes.len = closing.node;
        if (parent->last_child == CALLTREE_NONE)
            g->nodes.items[parent->node].first_child = CALLTREE_NONE;
        else g->nodes.items[parent->last_child].next_sibling = CALLTREE_NONE;
        return;
    }
    if (g->options->merge_types) {
        count_type(g, &closing);
        settle_type(g, &closing);
    }
    if (node->depth > g->tree->max_depth) g->tree->max_depth = node->depth;
    parent->lost += closing.lost;
    parent->last_child = closing.node;
}

static void grow(struct grower *g, const struct profile_stack *stack) {
    const uint32_t *frames = g->profile->stack_frames.items + stack->first;
    bool reverse = g->options->reverse;
    size_t d = 0; /* at first of the frames that are shared with the stack before */
    for (; d + 1 < g->open.len && d < stack->depth; d++) {
        uint32_t frame = frames[reverse ? stack->depth - 1 - d : d];
        struct open_node *open = &g->open.items[d + 1];
        if (open->frame == frame) continue;
        if (g->rank[open->frame] != g->rank[frame]) break;
        count_type(g, open);
        open->frame = frame;
    }
    while (g->open.len > d + 1) close_last(g);
    for (; d < stack->depth; d++) open_child(g, frames[reverse ? stack->depth - 1 - d : d]);
    struct calltree_node *last = &g->nodes.items[g->open.items[g->open.len - 1].node];
    last->self += stack->samples;
    last->total += stack->samples;
    g->samples += stack->samples;
}

#define STACKS_AHEAD 4

static void bring_stacks(const struct profile *p, const uint32_t *order, size_t i) {
    if (i + 2 * STACKS_AHEAD >= p->stacks.len) return;
    const struct profile_stack *next = &p->stacks.items[order[i + STACKS_AHEAD]];
    prefetch(&p->stacks.items[order[i + 2 * STACKS_AHEAD]]);
    for (uint32_t d = 0; d < next->depth; d += 16)
        prefetch(&p->stack_frames.items[next->first + d]);
}

void calltree_build(const struct profile *profile, const struct calltree_options *options,
                    struct calltree *tree) {
    *tree = (struct calltree){0};
    OWNED(mem_release) uint32_t *rank = rank_frames(&profile->frames, options->merge_types);
    OWNED(mem_release) uint32_t *order = profile_sort_stacks(profile, rank, options->reverse);
    struct grower g = {.profile = profile, .options = options, .tree = tree, .rank = rank};
    open_child(&g, CALLTREE_NONE);
    for (size_t i = 0; i < profile->stacks.len; i++) {
        bring_stacks(profile, order, i);
        grow(&g, &profile->stacks.items[order[i]]);
    }
    while (g.open.len > 1) close_last(&g);
    tree->left_out_samples = g.open.items[0].lost;
    tree->nodes = g.nodes.items;
    tree->len = (uint32_t)g.nodes.len;
    array_free(&g.open);
}

void calltree_free(struct calltree *tree) {
    free(tree->nodes);
    *tree = (struct calltree){0};
}

uint64_t calltree_least(uint64_t all, double min_share) {
    double least = ceil((double)all * min_share / 100);
    return least < 9e18 ? (uint64_t)least : UINT64_MAX;
}
