/* Which rows and paths come first. */
#include "analyzers/compare/diff_parts.h"
#include "base/order.h"
#include "base/platform.h"

struct sorting {
    const struct diff *diff;
    bool self;
};

static const struct diff_measure *sorted_by(const struct sorting *sorting, uint32_t row) {
    const struct diff_row *r = &sorting->diff->rows.items[row];
    return sorting->self ? &r->self : &r->total;
}

static int by_change(const void *left, const void *right, void *context) {
    const struct sorting *sorting = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct diff_measure *x = sorted_by(sorting, a), *y = sorted_by(sorting, b);
    if (x->significant != y->significant) return x->significant ? -1 : 1;
    double size = fabs(x->change) - fabs(y->change);
    if (size != 0) return size > 0 ? -1 : 1;
    double most = fmax(x->shown[0], x->shown[1]) - fmax(y->shown[0], y->shown[1]);
    return ORDER(0, most) ?: frames_compare(&sorting->diff->joined.frames, a, b);
}

uint32_t *diff_order(const struct diff *diff, bool self, size_t *len) {
    struct sorting sorting = {diff, self};
    uint32_t *order = mem_resize(NULL, diff->rows.len, sizeof *order);
    *len = 0;
    for (uint32_t i = 0; i < diff->rows.len; i++) {
        const struct diff_measure *m = sorted_by(&sorting, i);
        if (m->count[0] > 0 || m->count[1] > 0) order[(*len)++] = i;
    }
    if (*len) platform_sort(order, *len, sizeof *order, by_change, &sorting);
    return order;
}

/* A child that has this much of its parent's change stands for it. */
#define NEARLY_ALL 0.8

static uint32_t deepest(const struct diff *diff, uint32_t node) {
    for (;;) {
        uint32_t carrier = CALLTREE_NONE;
        double change = diff->nodes.items[node].change;
        for (uint32_t child = diff->tree.nodes[node].first_child; child != CALLTREE_NONE;
             child = diff->tree.nodes[child].next_sibling)
            if (diff->nodes.items[child].change / change >= NEARLY_ALL) carrier = child;
        /* Where a child grew by more than its parent, another one shrank: both are looked at on
         * their own. */
        if (carrier == CALLTREE_NONE || diff->nodes.items[carrier].change / change > 1 / NEARLY_ALL)
            return node;
        node = carrier;
    }
}

static int by_node_change(const void *left, const void *right, void *context) {
    const struct diff *diff = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    double size = fabs(diff->nodes.items[a].change) - fabs(diff->nodes.items[b].change);
    if (size != 0) return size > 0 ? -1 : 1;
    return ORDER(a, b); /* nodes are in the order of names */
}

void diff_choose_paths(struct diff *diff, const struct diff_sums *sums,
                       const struct diff_options *options) {
    bool *chosen = mem_zero(diff->tree.len, sizeof *chosen);
    for (uint32_t i = 1; i < diff->tree.len; i++) {
        const struct diff_measure *m = &diff->nodes.items[i];
        uint32_t parent = diff->tree.nodes[i].parent;
        if (!m->significant || m->change == 0) continue;
        if (parent != 0 && diff_part_p(sums, m, &diff->nodes.items[parent]) > options->alpha)
            continue;
        chosen[deepest(diff, i)] = true;
    }
    for (uint32_t i = 1; i < diff->tree.len; i++)
        if (chosen[i] && diff->nodes.items[i].significant) array_push(&diff->paths, i);
    array_sort_with(&diff->paths, by_node_change, diff);
    free(chosen);
}
