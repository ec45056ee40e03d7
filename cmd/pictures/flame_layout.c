#include "cmd/pictures/flame_parts.h"

/* Where the next child of the frame at each depth begins, and which frame that is. */
struct open_frame {
    uint64_t next_start;
    size_t at; /* in layout->frames */
};

/* Samples below the node that the tree itself left out. */
static uint64_t missing(const struct calltree *tree, const struct calltree_node *n) {
    uint64_t below = n->self;
    for (uint32_t child = n->first_child; child != CALLTREE_NONE;
         child = tree->nodes[child].next_sibling)
        below += tree->nodes[child].total;
    return n->total - below;
}

void flame_layout(const struct calltree *tree, double min_samples, uint32_t max_rows,
                  struct flame_layout *layout) {
    *layout = (struct flame_layout){0};
    ARRAY(struct open_frame) open = {0};
    uint32_t node = 0;
    while (node != CALLTREE_NONE) {
        const struct calltree_node *n = &tree->nodes[node];
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the root comes first, of depth 0 */
        uint64_t start = n->depth ? open.items[n->depth - 1].next_start : 0;
        bool shown =
            node == 0 || (n->depth < max_rows && n->total > 0 && (double)n->total >= min_samples);
        if (n->depth) open.items[n->depth - 1].next_start += n->total;
        if (shown) {
            open.len = n->depth;
            array_push(&open, (struct open_frame){start, layout->frames.len});
            uint64_t hidden = tree->left_out ? missing(tree, n) : 0;
            layout->samples_left_out += hidden;
            array_push(&layout->frames, (struct flame_frame){node, start, hidden});
            if (n->depth + 1 > layout->rows) layout->rows = n->depth + 1;
        } else {
            layout->frames.items[open.items[n->depth - 1].at].hidden += n->total;
            layout->samples_left_out += n->total;
        }
        if (shown && n->first_child != CALLTREE_NONE) {
            node = n->first_child;
            continue;
        }
        while (node != 0 && tree->nodes[node].next_sibling == CALLTREE_NONE)
            node = tree->nodes[node].parent;
        node = tree->nodes[node].next_sibling; /* of the root: none */
    }
    layout->frames_left_out = tree->left_out + tree->len - layout->frames.len;
    array_free(&open);
}

void flame_layout_free(struct flame_layout *layout) {
    array_free(&layout->frames);
}
