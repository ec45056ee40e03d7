#include "cmd/export/branches.h"

#include "analyzers/methods/calltree.h"
#include "base/platform.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/measure.h"
#include "cmd/write/amount.h"

#include <inttypes.h>

/* ==== The tree ============================================================================== */

ORDERED_IN(compare_frames, uint32_t, frames_compare(context, *x, *y))

/* By frame: its place among all of them. */
static uint32_t *rank_frames(const struct profile *profile) {
    size_t len = profile->frames.rows.len;
    OWNED(mem_release) uint32_t *order = mem_resize(NULL, len, sizeof *order);
    uint32_t *rank = mem_resize(NULL, len, sizeof *rank);
    for (size_t i = 0; i < len; i++) order[i] = (uint32_t)i;
    platform_sort(order, len, sizeof *order, compare_frames, (void *)(uintptr_t)&profile->frames);
    for (size_t i = 0; i < len; i++) rank[order[i]] = (uint32_t)i;
    return rank;
}

/* Stacks come in order, so each shares its first frames with the one before. */
static void grow(const struct profile *profile, struct branches *branches) {
    OWNED(mem_release) uint32_t *rank = rank_frames(profile);
    OWNED(mem_release) uint32_t *order = profile_sort_stacks(profile, rank, false);
    ARRAY(uint32_t) path = {0}; /* nodes of the stack before */
    for (size_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[order[i]];
        const uint32_t *frames = profile->stack_frames.items + stack->first;
        uint32_t depth = 0;
        while (depth < stack->depth && depth < path.len &&
               branches->nodes.items[path.items[depth]].frame == frames[depth])
            depth++;
        for (path.len = depth; depth < stack->depth; depth++) {
            struct branch node = {.parent = depth ? path.items[depth - 1] : BRANCHES_NONE,
                                  .frame = frames[depth]};
            array_push(&path, (uint32_t)branches->nodes.len);
            array_push(&branches->nodes, node);
        }
        branches->node_of[order[i]] = depth ? path.items[depth - 1] : BRANCHES_NONE;
    }
    array_free(&path);
}

static uint64_t weight_of(const struct profile_stack *stack, enum profile_unit unit) {
    if (unit == PROFILE_NO_UNIT) return stack->samples;
    return stack->value > 0 ? (uint64_t)stack->value : 0;
}

/* Samples in each node and all below it. */
static uint64_t *totals(const struct profile *profile, enum profile_unit unit,
                        const struct branches *branches) {
    uint64_t *total = mem_zero(branches->nodes.len, sizeof *total);
    for (size_t i = 0; i < profile->stacks.len; i++)
        if (branches->node_of[i] != BRANCHES_NONE)
            total[branches->node_of[i]] += weight_of(&profile->stacks.items[i], unit);
    for (size_t i = branches->nodes.len; i-- > 0;) {
        uint32_t parent = branches->nodes.items[i].parent;
        if (parent != BRANCHES_NONE) total[parent] += total[i];
    }
    return total;
}

/* The node that stands for all that was left out below the parent. */
static uint32_t rest_of(struct branches *branches, uint32_t *rests, uint32_t parent,
                        uint32_t *root) {
    uint32_t *rest = parent == BRANCHES_NONE ? root : &rests[parent];
    if (*rest == BRANCHES_NONE) {
        *rest = (uint32_t)branches->nodes.len;
        struct branch node = {.parent = parent, .frame = BRANCHES_NONE};
        array_push(&branches->nodes, node);
    }
    return *rest;
}

/* Nodes that are left out become the one of their nearest parent that stays. */
static void prune(const struct profile *profile, enum profile_unit unit, uint64_t least,
                  struct branches *branches) {
    size_t len = branches->nodes.len, kept = 0;
    OWNED(mem_release) uint64_t *total = totals(profile, unit, branches);
    uint32_t *number = mem_resize(NULL, len, sizeof *number); /* of those that stay */
    uint32_t *above = mem_resize(NULL, len, sizeof *above);   /* of the others: what stays */
    uint32_t *rests = mem_resize(NULL, len, sizeof *rests), root = BRANCHES_NONE;
    for (size_t i = 0; i < len; i++) {
        struct branch node = branches->nodes.items[i];
        bool orphan = node.parent != BRANCHES_NONE && number[node.parent] == BRANCHES_NONE;
        rests[i] = number[i] = BRANCHES_NONE;
        above[i] = node.parent == BRANCHES_NONE ? BRANCHES_NONE
                   : orphan                     ? above[node.parent]
                                                : number[node.parent];
        if (orphan || total[i] < least) {
            branches->left_out++;
            if (!orphan) branches->left_out_samples += total[i];
            continue;
        }
        number[i] = (uint32_t)kept;
        branches->nodes.items[kept++] = (struct branch){above[i], node.frame};
    }
    branches->nodes.len = kept;
    for (size_t i = 0; i < profile->stacks.len; i++) {
        uint32_t *node = &branches->node_of[i];
        if (*node == BRANCHES_NONE) continue;
        *node = number[*node] != BRANCHES_NONE ? number[*node]
                                               : rest_of(branches, rests, above[*node], &root);
    }
    mem_free(number, above, rests);
}

void branches_make(const struct profile *profile, enum profile_unit unit, double min_share,
                   struct branches *branches) {
    *branches = (struct branches){0};
    branches->node_of = mem_resize(NULL, profile->stacks.len, sizeof *branches->node_of);
    grow(profile, branches);
    uint64_t least = calltree_least(measure_all(profile, unit), min_share);
    if (min_share > 0 && least > 1) prune(profile, unit, least, branches);
}

void branches_free(struct branches *branches) {
    array_free(&branches->nodes);
    free(branches->node_of);
    *branches = (struct branches){0};
}

void branches_say_left_out(const struct branches *branches, const struct profile *profile,
                           enum profile_unit unit, double min_share) {
    if (!branches->left_out) return;
    OWNED(text_free) struct text line = {0};
    text_add_number_of(&line, branches->left_out, "node");
    text_addf(&line,
              " of the tree with less than %g %% left out; %.2f %% of the %s end in them, and in "
              "(left out) in their place",
              min_share, units_percent(branches->left_out_samples, measure_all(profile, unit)),
              amount_title(unit));
    message_note("%s", text_str(&line));
}

void branches_say_without(uint64_t samples) {
    if (!samples) return;
    OWNED(text_free) struct text line = {0};
    text_add_number_of(&line, samples, "sample");
    message_note("%s without stack left out", text_str(&line));
}

/* ==== Threads =============================================================================== */

struct threads {
    const struct profile *profile;
    uint64_t *samples; /* by index; the last is of those whose thread is not known */
};

static int compare_threads(const void *left, const void *right, void *context) {
    const struct threads *threads = context;
    uint32_t i = *(const uint32_t *)left, k = *(const uint32_t *)right;
    if (i == PROFILE_NONE || k == PROFILE_NONE) return (i == PROFILE_NONE) - (k == PROFILE_NONE);
    if (threads->samples[i] != threads->samples[k])
        return threads->samples[i] > threads->samples[k] ? -1 : 1;
    const struct profile_thread *a = &threads->profile->threads.items[i];
    const struct profile_thread *b = &threads->profile->threads.items[k];
    const struct strings *strings = &threads->profile->frames.strings;
    int order = strings_compare(strings, a->name, b->name);
    if (order == 0) order = strings_compare(strings, a->group, b->group);
    if (order == 0) order = ORDER(a->java_id, b->java_id);
    return order ? order : ORDER(a->os_id, b->os_id);
}

uint32_t *branches_thread_order(const struct profile *profile, size_t *count) {
    size_t len = profile->threads.len;
    struct threads threads = {profile, mem_zero(len + 1, sizeof *threads.samples)};
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        threads.samples[sample.thread == PROFILE_NONE ? len : sample.thread] += sample.count;
    }
    uint32_t *order = mem_resize(NULL, len + 1, sizeof *order);
    *count = 0;
    for (size_t i = 0; i <= len; i++)
        if (threads.samples[i]) order[(*count)++] = i == len ? PROFILE_NONE : (uint32_t)i;
    platform_sort(order, *count, sizeof *order, compare_threads, &threads);
    free(threads.samples);
    return order;
}

/* ==== Samples =============================================================================== */

ORDERED(compare_rows, struct branch_row, RISING(thread), RISING(time_ns), RISING(node),
        RISING(count), RISING(value))

static bool in_order(const struct branch_row *rows, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (compare_rows(&rows[i - 1], &rows[i]) > 0) return false;
    return true;
}

/* Dealt out to their threads first: the samples of one are mostly in order already. */
static branch_rows sort_rows(const branch_rows *rows, size_t threads) {
    branch_rows sorted = {0};
    size_t *end = mem_zero(threads + 1, sizeof *end); /* of the thread before, then of its own */
    for (size_t i = 0; i < rows->len; i++) end[rows->items[i].thread + 1]++;
    for (size_t i = 0; i < threads; i++) end[i + 1] += end[i];
    array_reserve(&sorted, rows->len);
    for (size_t i = 0; i < rows->len; i++)
        sorted.items[end[rows->items[i].thread]++] = rows->items[i];
    sorted.len = rows->len;
    for (size_t i = 0, from = 0; i < threads; from = end[i++])
        if (!in_order(sorted.items + from, end[i] - from))
            qsort(sorted.items + from, end[i] - from, sizeof *sorted.items, compare_rows);
    free(end);
    return sorted;
}

branch_rows branches_rows(const struct profile *profile, const struct branches *branches,
                          const uint32_t *order, size_t threads) {
    branch_rows rows = {0};
    size_t unknown = profile->threads.len;
    OWNED(mem_release) uint32_t *number = mem_zero(unknown + 1, sizeof *number);
    for (size_t i = 0; i < threads; i++)
        number[order[i] == PROFILE_NONE ? unknown : order[i]] = (uint32_t)i;
    array_reserve(&rows, profile->moments.len);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        bool stack = sample.stack != PROFILE_NONE;
        struct branch_row row = {
            .thread = number[sample.thread == PROFILE_NONE ? unknown : sample.thread],
            .node = stack ? branches->node_of[sample.stack] : BRANCHES_NONE,
            .count = sample.count,
            .time_ns = sample.time_ns,
            .value = sample.value > 0 ? (uint64_t)sample.value : 0,
        };
        array_push(&rows, row);
    }
    if (!rows.len) return rows;
    branch_rows sorted = sort_rows(&rows, threads);
    array_free(&rows);
    return sorted;
}

/* ==== Names ================================================================================= */

void branches_add_name(const struct profile *profile, uint32_t frame, struct text *out) {
    if (frame == BRANCHES_NONE) {
        text_add(out, "(left out)");
        return;
    }
    frame_add_method(&profile->frames, frame, out);
}

void branches_add_thread(const struct profile *profile, uint32_t thread, struct text *out) {
    if (thread == PROFILE_NONE) {
        text_add(out, "unknown thread");
        return;
    }
    const struct profile_thread *t = &profile->threads.items[thread];
    if (t->name) text_add(out, strings_get(&profile->frames.strings, t->name));
    else if (t->is_virtual) text_addf(out, "virtual %" PRIu64, t->java_id);
    else text_addf(out, "thread %" PRIu64, t->os_id);
}
