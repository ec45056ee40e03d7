#include "analyzers/methods/callgraph.h"

/* The stack's frames from first on, so many; root first. */
static void add_part(struct profile *parts, const struct profile_stack *stack, uint32_t first,
                     uint32_t depth) {
    struct profile_stack part = *stack;
    part.first += first;
    part.depth = depth;
    array_push(&parts->stacks, part);
}

/* Likewise of a stack [about, callers..., method, callees...], where at is the method's index: what
 * it is about comes next to the method, on the side that the tree grows to. */
static void add_split(struct profile *parts, const struct profile_stack *stack,
                      const uint32_t *frames, uint32_t at, bool callers) {
    struct profile_stack part = *stack;
    part.first = parts->stack_frames.len;
    part.depth = callers ? at + 1 : stack->depth - at + 1;
    if (callers) {
        for (uint32_t i = 1; i < at; i++) array_push(&parts->stack_frames, frames[i]);
        array_push(&parts->stack_frames, frames[0]);
        array_push(&parts->stack_frames, frames[at]);
    } else {
        array_push(&parts->stack_frames, frames[at]);
        array_push(&parts->stack_frames, frames[0]);
        for (uint32_t i = at + 1; i < stack->depth; i++)
            array_push(&parts->stack_frames, frames[i]);
    }
    array_push(&parts->stacks, part);
}

static void cut(const struct profile_stack *stack, const uint32_t *frames, const bool *chosen,
                const struct callgraph_options *options, struct profile *parts) {
    uint32_t depth = stack->depth;
    if (options->self_only && !chosen[frames[depth - 1]]) return;
    for (uint32_t i = 0; i < depth; i++) {
        bool callers = options->way == CALLGRAPH_CALLERS;
        uint32_t at = callers ? depth - 1 - i : i;
        if (!chosen[frames[at]]) continue;
        if (options->split && at) add_split(parts, stack, frames, at, callers);
        else if (callers) add_part(parts, stack, 0, at + 1);
        else add_part(parts, stack, at, depth - at);
        if (!options->every_time) return;
    }
}

void callgraph_build(const struct profile *profile, const bool *chosen,
                     const struct callgraph_options *options, struct calltree *tree) {
    /* The parts of the stacks that matter: a view of the profile, which stays as it is. Only what
     * is split has frames in an order of its own. */
    struct profile parts = {.keep = PROFILE_STACKS};
    parts.frames = profile->frames;
    if (!options->split) {
        parts.stack_frames.items = profile->stack_frames.items;
        parts.stack_frames.len = profile->stack_frames.len;
    }
    EACH (const struct profile_stack, stack, &profile->stacks) {
        if (stack->depth)
            cut(stack, profile->stack_frames.items + stack->first, chosen, options, &parts);
    }
    uint64_t samples = 0;
    for (size_t i = 0; i < parts.stacks.len; i++) samples += parts.stacks.items[i].samples;
    const struct calltree_options shape = {
        .reverse = options->way == CALLGRAPH_CALLERS,
        .merge_types = options->merge_types,
        .min_total = calltree_least(samples, options->min_share),
    };
    calltree_build(&parts, &shape, tree);
    array_free(&parts.stacks);
    if (options->split) array_free(&parts.stack_frames);
}
