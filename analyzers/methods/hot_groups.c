#include "analyzers/methods/hot_groups.h"
#include "base/platform.h"

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
