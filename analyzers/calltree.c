#include "analyzers/calltree.h"
#include "analyzers/profile.h"

#include <string.h>

/* A node before the children are in order: what profile->nodes is, and what reversing makes. */
struct source {
    const struct profile_node *nodes; /* parents before children, node 0 is the root */
    size_t len;
};

/* ==== The order of siblings ================================================================= */

struct name_range { /* frame's name, without line and bci, in one long text */
    size_t at, len;
};

struct order {
    const struct frames *frames;
    const char *bytes;
    const struct name_range *names;
};

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len) {
    size_t len = a_len < b_len ? a_len : b_len;
    int order = len ? memcmp(a, b, len) : 0;
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

static int compare_strings(const struct strings *strings, uint32_t a, uint32_t b) {
    if (a == b) return 0;
    return compare_bytes(strings_get(strings, a), strings_len(strings, a), strings_get(strings, b),
                         strings_len(strings, b));
}

/* Total over distinct frames: ids have no say, so the order does not depend on who read what. */
static int compare_frames(const void *left, const void *right, void *context) {
    const struct order *order = context;
    uint32_t ia = *(const uint32_t *)left, ib = *(const uint32_t *)right;
    const struct frame *a = &order->frames->rows.items[ia], *b = &order->frames->rows.items[ib];
    const struct strings *strings = &order->frames->strings;
    int by = compare_bytes(order->bytes + order->names[ia].at, order->names[ia].len,
                           order->bytes + order->names[ib].at, order->names[ib].len);
    if (by == 0) by = (a->type > b->type) - (a->type < b->type);
    if (by == 0) by = (a->line > b->line) - (a->line < b->line);
    if (by == 0) by = (a->bci > b->bci) - (a->bci < b->bci);
    if (by == 0) by = compare_strings(strings, a->descriptor, b->descriptor);
    if (by == 0) by = compare_strings(strings, a->package, b->package);
    if (by == 0) by = compare_strings(strings, a->module, b->module);
    if (by == 0) by = compare_strings(strings, a->class_name, b->class_name);
    return by;
}

static void add_bare_name(const struct frames *frames, uint32_t id, struct text *out) {
    const struct frame *frame = &frames->rows.items[id];
    size_t start = out->len;
    frame_add_name(frames, id, out);
    if (frame->line < 0 && frame->bci < 0) return;
    char mark = frame->line >= 0 ? ':' : '@'; /* numbers are compared as numbers, not as text */
    while (out->len > start && out->data[--out->len] != mark) {
    }
}

/* rank[frame]: its place among all frames. Names are compared once a frame, not once a node. */
static uint32_t *rank_frames(const struct frames *frames) {
    size_t len = frames->rows.len;
    struct text bytes = {0};
    struct name_range *names = mem_resize(NULL, len, sizeof *names);
    uint32_t *sorted = mem_resize(NULL, len, sizeof *sorted);
    uint32_t *rank = mem_resize(NULL, len, sizeof *rank);
    for (size_t i = 0; i < len; i++) {
        names[i].at = bytes.len;
        add_bare_name(frames, (uint32_t)i, &bytes);
        names[i].len = bytes.len - names[i].at;
        sorted[i] = (uint32_t)i;
    }
    struct order order = {frames, text_str(&bytes), names};
    qsort_r(sorted, len, sizeof *sorted, compare_frames, &order);
    for (size_t i = 0; i < len; i++) rank[sorted[i]] = (uint32_t)i;
    free(sorted);
    free(names);
    text_free(&bytes);
    return rank;
}

/* ==== Laying the tree out =================================================================== */

struct links {
    uint32_t *first, *next; /* children of each source node, in order */
};

/* All nodes in the order of their frames' ranks (counting sort), each then put in front of its
 * siblings, last one first: linear, and the lists come out sorted. */
static struct links link_children(const struct source *source, const uint32_t *rank,
                                  size_t frame_count) {
    size_t len = source->len;
    struct links links = {mem_resize(NULL, len, sizeof *links.first),
                          mem_resize(NULL, len, sizeof *links.next)};
    uint32_t *by_rank = mem_resize(NULL, len, sizeof *by_rank);
    uint32_t *starts = mem_zero(frame_count + 1, sizeof *starts);
    for (size_t i = 1; i < len; i++) starts[rank[source->nodes[i].frame] + 1]++;
    for (size_t i = 0; i < frame_count; i++) starts[i + 1] += starts[i];
    for (size_t i = 1; i < len; i++) by_rank[starts[rank[source->nodes[i].frame]]++] = (uint32_t)i;
    memset(links.first, 0xFF, len * sizeof *links.first); /* CALLTREE_NONE */
    for (size_t i = len - 1; i-- > 0;) {
        uint32_t node = by_rank[i], parent = source->nodes[node].parent;
        links.next[node] = links.first[parent];
        links.first[parent] = node;
    }
    links.next[0] = CALLTREE_NONE;
    free(by_rank);
    free(starts);
    return links;
}

/* The source nodes in depth-first order. No stack: the way back up is in the parents. */
static void lay_out(const struct source *source, const struct links *links, struct calltree *tree) {
    tree->nodes = mem_resize(NULL, source->len, sizeof *tree->nodes);
    uint32_t at = 0, parent = CALLTREE_NONE, depth = 0; /* source node; its parent in the tree */
    while (at != CALLTREE_NONE) {
        uint32_t here = tree->len++;
        tree->nodes[here] = (struct calltree_node){
            .frame = here ? source->nodes[at].frame : CALLTREE_NONE,
            .parent = parent,
            .first_child = CALLTREE_NONE,
            .next_sibling = CALLTREE_NONE,
            .depth = depth,
            .self = source->nodes[at].self,
            .total = source->nodes[at].self,
        };
        if (depth > tree->max_depth) tree->max_depth = depth;
        if (links->first[at] != CALLTREE_NONE) {
            tree->nodes[here].first_child = tree->len;
            at = links->first[at];
            parent = here;
            depth++;
            continue;
        }
        while (at && links->next[at] == CALLTREE_NONE) {
            at = source->nodes[at].parent;
            here = tree->nodes[here].parent;
        }
        if (at == 0) break;
        tree->nodes[here].next_sibling = tree->len;
        parent = tree->nodes[here].parent;
        depth = tree->nodes[here].depth;
        at = links->next[at];
    }
    for (uint32_t i = tree->len; i-- > 1;)
        tree->nodes[tree->nodes[i].parent].total += tree->nodes[i].total;
}

/* ==== Reversing ============================================================================= */

/* Merging from the leaves can make one node of every pair of frames of a stack; of a real profile
 * it makes about as many as there were. Growth that no real profile comes near is cut: callers
 * further out are not told apart then, their samples stay where the path was left. */
#define REVERSED_GROWTH 8
#define REVERSED_LEAST ((size_t)1 << 20)
#define REVERSED_MOST ((size_t)1 << 24)
#define REVERSED_STEPS ((uint64_t)1 << 28)

static size_t reversed_limit(size_t nodes) {
    if (nodes > REVERSED_MOST / REVERSED_GROWTH) return REVERSED_MOST;
    nodes *= REVERSED_GROWTH;
    return nodes > REVERSED_LEAST ? nodes : REVERSED_LEAST;
}

typedef ARRAY(struct profile_node) node_array;

struct climber {   /* a path on its way from leaf to root */
    uint32_t at;   /* the source node that comes next */
    uint32_t into; /* the reversed node that it comes below */
    uint64_t self;
};

/* Every path takes one step a round. So a cut falls on one depth for all of them, whatever order
 * the nodes were in. */
static void reverse_nodes(const struct source *source, node_array *out) {
    ARRAY(struct climber) climbers = {0};
    struct map children = {0}; /* parent << 32 | frame -> node, both of the reversed tree */
    array_push(out, (struct profile_node){.self = source->nodes[0].self});
    for (size_t i = 1; i < source->len; i++) {
        if (source->nodes[i].self == 0) continue;
        array_push(&climbers, (struct climber){(uint32_t)i, 0, source->nodes[i].self});
    }
    uint64_t steps = 0;
    size_t limit = reversed_limit(source->len);
    while (climbers.len > 0) {
        size_t left = 0;
        bool stop = out->len > limit || steps > REVERSED_STEPS;
        steps += climbers.len;
        for (size_t i = 0; i < climbers.len; i++) {
            struct climber climber = climbers.items[i];
            if (climber.at == 0 || (stop && climber.into != 0)) {
                out->items[climber.into].self += climber.self;
                continue;
            }
            const struct profile_node *node = &source->nodes[climber.at];
            bool fresh;
            uint64_t *child =
                map_put(&children, (uint64_t)climber.into << 32 | node->frame, &fresh);
            if (fresh) {
                *child = out->len;
                array_push(out,
                           (struct profile_node){.parent = climber.into, .frame = node->frame});
            }
            climbers.items[left++] = (struct climber){node->parent, (uint32_t)*child, climber.self};
        }
        climbers.len = left;
    }
    map_free(&children);
    array_free(&climbers);
}

/* ==== All together ========================================================================== */

void calltree_build(const struct profile *profile, bool reverse, struct calltree *tree) {
    *tree = (struct calltree){0};
    static const struct profile_node root;
    struct source source = {profile->nodes.items, profile->nodes.len};
    if (source.len == 0) source = (struct source){&root, 1};
    node_array reversed = {0};
    if (reverse) {
        reverse_nodes(&source, &reversed);
        source = (struct source){reversed.items, reversed.len};
    }
    uint32_t *rank = rank_frames(&profile->frames);
    struct links links = link_children(&source, rank, profile->frames.rows.len);
    lay_out(&source, &links, tree);
    free(links.first);
    free(links.next);
    free(rank);
    array_free(&reversed);
}

void calltree_free(struct calltree *tree) {
    free(tree->nodes);
    *tree = (struct calltree){0};
}
