/* A call that takes a good part of the CPU though no method below it does: little self, large
 * total. */
#include "analyzers/rules/judging.h"
#include "parser/names.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_SAMPLES 100
#define MOST_SELF 10.0   /* percent of all that a method may have by itself */
#define MOST_BELOW 60.0  /* percent of it that a single method on top of the stack may have */
#define MOST_CALLEE 75.0 /* percent of it that one callee of the program's may have: that is it */
#define MOST_OF_THREADS 80.0 /* percent of what its threads do: what they run in is no finding */

struct node { /* a method of the program's */
    uint64_t total, self, best;
    double threads; /* samples of all threads in which it runs */
    uint64_t seen;  /* number of the last stack that counted */
    uint32_t name;
};

struct totals {
    ARRAY(struct node) nodes;
    struct strings names;
    struct map index;                      /* name -> node */
    struct tallies tops, callees, callers; /* by node and other name */
    uint64_t samples, stacks;
};

static uint32_t name_of(struct totals *all, const struct profile *profile, uint32_t id) {
    const struct frame *frame = &profile->frames.rows.items[id];
    struct text name = {0};
    text_addf(&name, "%s.%s", strings_get(&profile->frames.strings, frame->class_name),
              strings_get(&profile->frames.strings, frame->method));
    uint32_t number = strings_intern(&all->names, text_str(&name), name.len);
    text_free(&name);
    return number;
}

static uint32_t node_of(struct totals *all, uint32_t name) {
    bool fresh;
    uint64_t *at = map_put(&all->index, name, &fresh);
    if (fresh) {
        *at = all->nodes.len;
        array_push(&all->nodes, (struct node){.name = name});
    }
    return (uint32_t)*at;
}

static bool is_own(const struct profile *profile, uint32_t id) {
    const struct frame *frame = &profile->frames.rows.items[id];
    const char *of_class = strings_get(&profile->frames.strings, frame->class_name);
    return *of_class && !names_is_of_jdk(of_class);
}

static uint64_t pair_of(uint32_t node, uint32_t name) {
    return (uint64_t)node << 32 | name;
}

/* From the root to the top: each method of the program's once, with the next one that it calls. */
static void add_stack(struct totals *all, const struct profile *profile, const uint32_t *names,
                      const struct profile_stack *stack) {
    const uint32_t *frames = &profile->stack_frames.items[stack->first];
    uint32_t top = names[frames[stack->depth - 1]], before = MISSING_ID;
    uint64_t number = ++all->stacks;
    all->samples += stack->samples;
    for (uint32_t i = 0; i < stack->depth; i++) {
        if (!is_own(profile, frames[i])) continue;
        uint32_t name = names[frames[i]], node = node_of(all, name);
        if (before != MISSING_ID && before != node)
            tallies_add(&all->callees, pair_of(before, node), (double)stack->samples);
        struct node *at = &array_at(&all->nodes, node);
        if (at->seen != number) {
            at->seen = number;
            at->total += stack->samples;
            tallies_add(&all->tops, pair_of(node, top), (double)stack->samples);
            if (before != MISSING_ID)
                tallies_add(&all->callers, pair_of(node, before), (double)stack->samples);
        }
        if (i + 1 == stack->depth) at->self += stack->samples;
        before = node;
    }
}

/* The most that one of the others has of each node, into best. */
static void find_best(struct totals *all, const struct tallies *others) {
    for (size_t i = 0; i < all->nodes.len; i++) all->nodes.items[i].best = 0;
    for (size_t i = 0; i < others->len; i++) {
        struct node *node = &array_at(&all->nodes, others->items[i].key >> 32);
        if (others->items[i].sum > (double)node->best) node->best = (uint64_t)others->items[i].sum;
    }
}

/* Each pair of a method and a thread once. */
static void add_threads(struct totals *all, const struct profile *profile, const uint32_t *names) {
    struct tallies threads = {0};
    struct map pairs = {0}, stacks = {0};
    bool fresh;
    for (size_t i = 0; i < profile->moments.len; i++)
        tallies_add(&threads, profile_sample(profile, i).thread,
                    (double)profile_sample(profile, i).count);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.stack == PROFILE_NONE) continue;
        map_put(&stacks, (uint64_t)sample.stack << 32 | sample.thread, &fresh);
        if (!fresh) continue;
        const struct profile_stack *stack = &profile->stacks.items[sample.stack];
        double samples = threads.items[*map_get(&threads.index, sample.thread)].sum;
        for (uint32_t k = 0; k < stack->depth; k++) {
            const uint64_t *node =
                map_get(&all->index, names[profile->stack_frames.items[stack->first + k]]);
            if (!node) continue;
            map_put(&pairs, *node << 32 | sample.thread, &fresh);
            if (fresh) all->nodes.items[*node].threads += samples;
        }
    }
    map_free(&pairs);
    map_free(&stacks);
    tallies_free(&threads);
}

enum { TREE_TOTAL, TREE_METHOD, TREE_SELF, TREE_METHODS, TREE_CALLERS };

/* The largest of those whose time nobody else stands for. */
static const struct node *most_of(struct totals *all) {
    bool *is = mem_zero(all->nodes.len + 1, sizeof *is);
    const struct node *most = NULL;
    find_best(all, &all->tops);
    for (size_t i = 0; i < all->nodes.len; i++) {
        const struct node *node = &all->nodes.items[i];
        is[i] = 100 * (double)node->self <= MOST_SELF * (double)all->samples &&
                100 * (double)node->total <= MOST_OF_THREADS * node->threads &&
                100 * (double)node->best <= MOST_BELOW * (double)node->total;
    }
    find_best(all, &all->callees);
    for (size_t i = 0; i < all->nodes.len; i++) {
        const struct node *node = &all->nodes.items[i];
        if (is[i] && 100 * (double)node->best <= MOST_CALLEE * (double)node->total &&
            (!most || node->total > most->total))
            most = node;
    }
    free(is);
    return most;
}

static int64_t count_of(const struct tallies *pairs, size_t node) {
    int64_t count = 0;
    for (size_t i = 0; i < pairs->len; i++) count += pairs->items[i].key >> 32 == node;
    return count;
}

static void judge_tree(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = input->profile;
    struct totals all = {.samples = 0};
    uint32_t *names = mem_resize(NULL, profile->frames.rows.len + 1, sizeof *names);
    for (uint32_t i = 0; i < profile->frames.rows.len; i++) names[i] = name_of(&all, profile, i);
    for (size_t i = 0; i < profile->stacks.len; i++)
        add_stack(&all, profile, names, &profile->stacks.items[i]);
    add_threads(&all, profile, names);
    const struct node *most = all.samples >= LEAST_SAMPLES ? most_of(&all) : NULL;
    if (all.samples < LEAST_SAMPLES) {
        judge_as(finding, RULE_NA, 2);
    } else if (!most) {
        judge_as(finding, RULE_OK, 1);
    } else {
        size_t node = (size_t)(most - all.nodes.items);
        judge_figure(input, finding, 100 * (double)most->total / (double)all.samples);
        finding_text(finding, TREE_METHOD, strings_get(&all.names, most->name));
        finding_real(finding, TREE_SELF, 100 * (double)most->self / (double)all.samples);
        finding_number(finding, TREE_METHODS, count_of(&all.tops, node));
        int64_t callers = count_of(&all.callers, node);
        if (callers > 1) finding_number(finding, TREE_CALLERS, callers);
    }
    free(names);
    array_free(&all.nodes);
    strings_free(&all.names);
    map_free(&all.index);
    tallies_free(&all.tops);
    tallies_free(&all.callees);
    tallies_free(&all.callers);
}

const struct rule rule_call_tree = {
    RULE_ROW("CallTree", "A call that takes the CPU", "method_profiling", RULE_SAMPLES,
             "hot-methods --sort total"),
    .about = "The method of the program with the largest share of the samples that it is anywhere "
             "on the stack of, if it does little itself (10 % of all samples at most), no method "
             "on top of the stack has more than 60 % of that, and none that it calls more than 75 "
             "%: the list of hot methods does not show it. What has 80 % of the samples of its "
             "threads is what they run in.\n"
             "INFO at most: that a call takes time is no fault.",
    LIMIT_INFO_PERCENT(30),
    VALUES(VALUE_PERCENT("total_percent", 1), VALUE_TEXT("method"),
           VALUE_PERCENT("self_percent", 1), VALUE_COUNT("methods", "method"),
           VALUE_COUNT("callers", "place")),
    CULPRIT(METHOD, TREE_METHOD),
    COSTS(CPU, TREE_TOTAL),
    FIGURE(TREE_TOTAL),
    .judge = judge_tree,
    OUTCOMES(
        {"judged",
         "{method} takes {total_percent} of the samples with all that it calls, {self_percent} by "
         "itself: the rest is spread over {methods}[; it is called from {callers}]."},
        {"none", "No call takes much of the CPU by many methods."},
        {"too-few", "There are too few samples with a stack to tell."}),
};
