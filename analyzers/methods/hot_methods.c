#include "analyzers/methods/hot_methods.h"
#include "base/platform.h"
#include "parser/names.h"

#include <math.h>

struct order {
    const struct frames *frames;
    enum hot_sort sort;
    bool by_value;
};

static int compare_counts(uint64_t a, uint64_t b) {
    return a == b ? 0 : a < b ? 1 : -1;
}

static int compare_rows(const void *a, const void *b, void *context) {
    const struct hot_row *x = a, *y = b;
    const struct order *o = context;
    int self = compare_counts(x->self, y->self), total = compare_counts(x->total, y->total);
    int order = 0;
    if (o->by_value) {
        int self_value = (x->self_value < y->self_value) - (x->self_value > y->self_value);
        int total_value = (x->total_value < y->total_value) - (x->total_value > y->total_value);
        order = o->sort == HOT_BY_TOTAL ? total_value : self_value;
        if (order == 0) order = o->sort == HOT_BY_TOTAL ? self_value : total_value;
    }
    if (order == 0) order = o->sort == HOT_BY_TOTAL ? total : self;
    if (order == 0) order = o->sort == HOT_BY_TOTAL ? self : total;
    return order ? order : frames_compare(o->frames, x->frame, y->frame);
}

static struct hot_row row_of(const struct profile *profile, size_t frame) {
    const struct profile_counts *row = &profile->rows.items[frame];
    return (struct hot_row){(uint32_t)frame, row->self, row->total, row->self_value,
                            row->total_value};
}

static bool is_own(const struct profile *profile, size_t index) {
    const struct frame *frame = &profile->frames.rows.items[index];
    const char *class_name = strings_get(&profile->frames.strings, frame->class_name);
    return frame->type != FRAME_THREAD && names_is_class(class_name) &&
           !names_is_of_jdk(class_name);
}

bool hot_methods_own(const struct profile *profile, bool by_value, struct hot_row *out) {
    const double all = by_value ? (double)profile->value : (double)profile->samples;
    double least = INFINITY, most = -1; /* of the best so far: total, and self */
    for (size_t i = 0; i < profile->rows.len; i++) {
        const struct profile_counts *row = &profile->rows.items[i];
        const double total = by_value ? (double)row->total_value : (double)row->total,
                     self = by_value ? (double)row->self_value : (double)row->self;
        if (!(total > 0) || 2 * total < all || total > least || !is_own(profile, i)) continue;
        if (total == least && self <= most) continue;
        least = total;
        most = self;
        *out = row_of(profile, i);
    }
    return most >= 0;
}

void hot_methods_compute(const struct profile *profile, enum hot_sort sort, bool by_value,
                         size_t top, struct hot_methods *out) {
    *out = (struct hot_methods){0};
    for (size_t i = 0; i < profile->rows.len; i++) {
        const struct profile_counts *row = &profile->rows.items[i];
        if (row->total == 0 || profile->frames.rows.items[i].type == FRAME_THREAD) continue;
        array_push(&out->rows, row_of(profile, i));
    }
    struct order order = {&profile->frames, sort, by_value};
    array_sort_with(&out->rows, compare_rows, &order);
    out->all_rows = out->rows.len;
    if (top && out->rows.len > top) out->rows.len = top;
}

void hot_methods_free(struct hot_methods *hot) {
    array_free(&hot->rows);
}

/* ==== Of each group of samples ============================================================== */

static uint32_t root_of(const struct profile *profile, uint32_t stack) {
    return profile->stack_frames.items[profile->stacks.items[stack].first];
}

ORDERED_IN(compare_stacks, uint32_t, ORDER(root_of(context, *x), root_of(context, *y)),
           ORDER(*x, *y))

static int compare_groups(const void *a, const void *b, void *context) {
    const struct hot_group *x = a, *y = b;
    const bool *by_value = context;
    if (*by_value && x->value != y->value) return x->value > y->value ? -1 : 1;
    return ORDER(y->samples, x->samples) ?: strcmp(x->name, y->name);
}

static void add(const struct profile *profile, uint32_t stack, size_t at, struct hot_groups *out) {
    uint32_t root = root_of(profile, stack);
    struct hot_group *last = out->items.len ? &out->items.items[out->items.len - 1] : NULL;
    if (!last || last->root != root) {
        uint32_t name = profile->frames.rows.items[root].class_name;
        struct hot_group fresh = {
            .name = strings_get(&profile->frames.strings, name), .root = root, .first = at};
        array_push(&out->items, fresh);
        last = &out->items.items[out->items.len - 1];
    }
    last->count++;
    last->samples += profile->stacks.items[stack].samples;
    profile_add_value(&last->value, profile->stacks.items[stack].value);
}

void hot_groups_make(const struct profile *profile, bool by_value, struct hot_groups *out) {
    *out = (struct hot_groups){.profile = profile};
    for (uint32_t i = 0; i < profile->stacks.len; i++)
        if (profile->stacks.items[i].depth &&
            profile->frames.rows.items[root_of(profile, i)].type == FRAME_THREAD)
            array_push(&out->stacks, i);
    if (!out->stacks.len) return;
    array_sort_with(&out->stacks, compare_stacks, (void *)(uintptr_t)profile);
    for (size_t i = 0; i < out->stacks.len; i++) add(profile, out->stacks.items[i], i, out);
    array_sort_with(&out->items, compare_groups, &by_value);
}

struct profile hot_groups_part(const struct hot_groups *groups, size_t group) {
    const struct profile *profile = groups->profile;
    const struct hot_group *of = &groups->items.items[group];
    struct profile part = {.keep = PROFILE_ROWS, .unit = profile->unit, .frames = profile->frames};
    OWNED(array_release) ARRAY(uint32_t) frames = {NULL, 0, 0};
    for (size_t i = 0; i < of->count; i++) {
        const struct profile_stack *stack =
            &profile->stacks.items[groups->stacks.items[of->first + i]];
        const uint32_t *all = &profile->stack_frames.items[stack->first];
        frames.len = 0;
        /* cppcheck-suppress objectIndex ; it is an array's first */
        for (uint32_t k = stack->depth; k-- > 1;) array_push(&frames, all[k]); /* leaf first */
        profile_add_stack(
            &part, frames.items, frames.len,
            (struct profile_weight){.samples = stack->samples, .value = stack->value});
        part.truncated += stack->truncated;
    }
    return part;
}

void hot_groups_part_free(struct profile *part) {
    part->frames = (struct frames){.rows = {NULL, 0, 0}};
    profile_free(part);
}

void hot_groups_free(struct hot_groups *groups) {
    arrays_free(&groups->items, &groups->stacks);
}
