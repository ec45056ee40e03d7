#include "analyzers/methods/across.h"

#include "analyzers/profile/labels.h"

struct grouping {
    const struct profile *profile;
    struct across *out;
    struct map by_value; /* address of the value -> group; strings are interned */
    uint32_t *of_thread; /* the last is of samples whose thread is not known */
};

static uint32_t group_of(struct grouping *g, const char *value) {
    size_t group = map_number(&g->by_value, (uint64_t)(uintptr_t)value, g->out->groups.len);
    if (group == g->out->groups.len)
        array_push(&g->out->groups, (struct across_group){.value = value});
    return (uint32_t)group;
}

ORDERED(compare_groups, struct across_group, ORDER(!x->value, !y->value), FALLING(samples),
        x->value ? strcmp(x->value, y->value) : 0)

/* Which group each thread is of, groups being in their order. */
static void make_groups(struct grouping *g, const char *key) {
    const struct profile *p = g->profile;
    size_t threads = p->threads.len;
    OWNED(mem_release) const char **values = mem_zero(threads + 1, sizeof *values);
    g->of_thread = mem_alloc((threads + 1) * sizeof *g->of_thread);
    for (size_t i = 0; i < threads; i++)
        values[i] = profile_labels_value(p, p->threads.items[i].labels, key);
    for (size_t i = 0; i < p->moments.len; i++) {
        const struct profile_sample s = profile_sample(p, i);
        size_t thread = s.thread == PROFILE_NONE ? threads : s.thread;
        uint32_t index = group_of(g, values[thread]);
        struct across_group *group = &g->out->groups.items[index];
        group->samples += s.count;
        profile_add_value(&group->worth, s.value);
        g->out->samples += s.count;
    }
    struct across_group *groups = g->out->groups.items;
    if (g->out->groups.len) qsort(groups, g->out->groups.len, sizeof *groups, compare_groups);
    map_clear(&g->by_value);
    bool fresh;
    for (size_t i = 0; i < g->out->groups.len; i++)
        *map_put(&g->by_value, (uint64_t)(uintptr_t)groups[i].value, &fresh) = i;
    for (size_t i = 0; i <= threads; i++) {
        const uint64_t *group = map_get(&g->by_value, (uint64_t)(uintptr_t)values[i]);
        g->of_thread[i] = group ? (uint32_t)*group : 0; /* a thread without samples */
    }
}

/* What a stack has in a group. */
struct share {
    uint32_t stack, group;
    uint64_t samples;
    int64_t value;
};
typedef ARRAY(struct share) shares;

static shares share_out(const struct grouping *g) {
    const struct profile *p = g->profile;
    OWNED(map_free) struct map index = {0};
    shares all = {0};
    for (size_t i = 0; i < p->moments.len; i++) {
        const struct profile_sample s = profile_sample(p, i);
        if (s.stack == PROFILE_NONE) continue;
        size_t thread = s.thread == PROFILE_NONE ? p->threads.len : s.thread;
        uint32_t group = g->of_thread[thread];
        size_t at = map_number(&index, (uint64_t)s.stack << 32 | group, all.len);
        if (at == all.len) array_push(&all, (struct share){.stack = s.stack, .group = group});
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what is in the index is in it */
        all.items[at].samples += s.count;
        profile_add_value(&all.items[at].value, s.value);
    }
    return all;
}

static struct across_cell *cell_of(struct across *out, struct map *index, uint32_t row,
                                   uint32_t group) {
    size_t at = map_number(index, (uint64_t)row << 32 | group, out->cells.len);
    if (at == out->cells.len)
        array_push(&out->cells, (struct across_cell){.row = row, .group = group});
    return &array_at(&out->cells, at);
}

ORDERED(compare_cells, struct across_cell, RISING(row), RISING(group))

static void make_cells(const struct grouping *g) {
    const struct profile *p = g->profile;
    struct across *out = g->out;
    OWNED(array_release) shares all = share_out(g);
    OWNED(map_free) struct map index = {0};
    size_t *seen = mem_zero(p->frames.rows.len, sizeof *seen); /* in which share, plus one */
    for (size_t i = 0; i < all.len; i++) {
        const struct share *share = &all.items[i];
        const struct profile_stack *stack = &p->stacks.items[share->stack];
        for (uint32_t d = 0; d < stack->depth; d++) {
            uint32_t row = p->stack_frames.items[stack->first + d];
            struct across_cell *cell = cell_of(out, &index, row, share->group);
            if (seen[row] != i + 1) {
                cell->total += share->samples;
                profile_add_value(&cell->total_value, share->value);
            }
            seen[row] = i + 1;
            if (d + 1 < stack->depth) continue;
            cell->self += share->samples;
            profile_add_value(&cell->self_value, share->value);
        }
    }
    array_sort(&out->cells, compare_cells);
    out->rows = p->frames.rows.len;
    out->first = mem_zero(out->rows + 1, sizeof *out->first);
    for (size_t i = 0; i < out->cells.len; i++) out->first[out->cells.items[i].row + 1]++;
    for (size_t i = 0; i < out->rows; i++) out->first[i + 1] += out->first[i];
    free(seen);
}

void across_compute(const struct profile *profile, const char *key, struct across *out) {
    struct grouping g = {.profile = profile, .out = out};
    *out = (struct across){.samples = 0};
    make_groups(&g, key);
    make_cells(&g);
    map_free(&g.by_value);
    free(g.of_thread);
}

void across_free(struct across *across) {
    arrays_free(&across->groups, &across->cells);
    free(across->first);
    *across = (struct across){.samples = 0};
}
