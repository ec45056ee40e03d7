/* A call that takes a good part of the CPU though no method below it does: little self, large
 * total. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/ran.h"
#include "analyzers/rules/sites.h"
#include "base/order.h"
#include "base/platform.h"
#include "base/prefetch.h"
#include "base/sort.h"
#include "parser/names.h"
#include "analyzers/rules/call_tree_rows.h"

#define MOST_SELF 10.0   /* percent of all that a method may have by itself, */
#define MOST_OF_OWN 25.0 /* or of its total: it is the calls that take the time */
#define MOST_BELOW 60.0  /* percent of it that a single method on top of the stack may have */
#define MOST_CALLEE 75.0 /* percent of it that one callee of the program's may have: that is it */
#define MOST_OF_CALL 0.5 /* of it, that a caller has to be named, or one callee, the JDK's too; */
#define PART_OF_CALL 0.2 /* or the two largest, if none has so much */
#define MOST_METHODS 200 /* on top of the stacks below it: what all of a program runs in */
#define ASKED_FIRST 8    /* methods of which calls are counted; then so many times more */
#define MOST_OF_THREADS 80.0 /* percent of what its threads do: what they run in is no finding */

#define AHEAD 8       /* stacks that are prefetched, */
#define LINES_AHEAD 3 /* of 16 frames each */

struct node { /* a method of the program's */
    uint64_t total, self;
    uint64_t of_top, most_of_top; /* samples with the method on top that is at hand; with any */
    uint32_t seen;                /* number of the last stack that counted */
    uint32_t top, tops;           /* the last that counted; different ones */
    uint32_t name;
    uint32_t callers;                    /* different ones, and what follows: */
    bool asked;                          /* known of those that may be what is looked for */
    uint32_t edge;                       /* to it, that counted last */
    uint64_t most_of_callee, of_callees; /* samples below the program's that it calls */
};

struct edge {
    uint64_t samples;
    uint32_t caller;
    bool first; /* on some stack it is the way to the callee that is nearest to the root */
};

struct totals {
    const struct profile *profile;
    ARRAY(struct node) nodes;
    ARRAY(struct edge) edges;
    struct map edge_index;
    struct strings names;
    uint32_t *names_of, *nodes_of; /* of frames; MISSING_ID: it is none of the program's */
    uint64_t samples;
};

static uint32_t name_of(struct totals *all, const struct frame *frame) {
    const struct strings *strings = &all->profile->frames.strings;
    OWNED(text_free) struct text name = {0};
    text_addf(&name, "%s.%s", strings_get(strings, frame->class_name),
              strings_get(strings, frame->method));
    return strings_intern(&all->names, text_str(&name), name.len);
}

static void name_frames(struct totals *all) {
    const struct frames *frames = &all->profile->frames;
    OWNED(map_free) struct map index = {0};
    all->names_of = mem_resize(NULL, frames->rows.len, sizeof *all->names_of);
    all->nodes_of = mem_resize(NULL, frames->rows.len, sizeof *all->nodes_of);
    for (size_t i = 0; i < frames->rows.len; i++) {
        const char *of_class = strings_get(&frames->strings, frames->rows.items[i].class_name);
        uint32_t name = all->names_of[i] = name_of(all, &frames->rows.items[i]);
        all->nodes_of[i] = MISSING_ID;
        if (!names_is_class(of_class) || names_is_of_jdk(of_class)) continue;
        size_t at = map_number(&index, name, all->nodes.len);
        if (at == all->nodes.len)
            array_push(&all->nodes,
                       (struct node){.name = name, .top = MISSING_ID, .edge = MISSING_ID});
        all->nodes_of[i] = (uint32_t)at;
    }
}

static struct edge *edge_of(struct totals *all, uint32_t caller, uint32_t callee) {
    uint32_t *last = &array_at(&all->nodes, callee).edge;
    if (*last != MISSING_ID && array_at(&all->edges, *last).caller == caller)
        return &array_at(&all->edges, *last);
    size_t at = map_number(&all->edge_index, (uint64_t)caller << 32 | callee, all->edges.len);
    if (at == all->edges.len) array_push(&all->edges, (struct edge){.caller = caller});
    *last = (uint32_t)at;
    return &array_at(&all->edges, at);
}

static uint32_t top_of(const struct totals *all, const struct profile_stack *stack) {
    const struct profile *p = all->profile;
    return stack->depth ? all->names_of[p->stack_frames.items[stack->first + stack->depth - 1]] : 0;
}

/* Those some way behind this one, which lie anywhere: the stack itself, and soon its frames. */
static void prefetch_stack(const struct profile *p, const int64_t *order, size_t i) {
    if (i + 2 * AHEAD >= p->stacks.len) return;
    prefetch(&p->stacks.items[(uint32_t)order[i + 2 * AHEAD]]);
    const uint32_t *frames =
        &p->stack_frames.items[p->stacks.items[(uint32_t)order[i + AHEAD]].first];
    for (size_t k = 0; k < LINES_AHEAD; k++) prefetch(frames + 16 * k);
}

/* Each method of the program's once a stack; one top after the other, so that what a method has of
 * each is one number at a time. */
static void add_stacks(struct totals *all) {
    const struct profile *p = all->profile;
    OWNED(mem_release) int64_t *order = mem_resize(NULL, p->stacks.len, sizeof *order);
    for (size_t i = 0; i < p->stacks.len; i++)
        order[i] = (int64_t)((uint64_t)top_of(all, &p->stacks.items[i]) << 32 | i);
    if (p->stacks.len) sort_numbers(order, p->stacks.len);
    for (size_t i = 0; i < p->stacks.len; i++) {
        const struct profile_stack *stack = &p->stacks.items[(uint32_t)order[i]];
        const uint32_t *frames = &p->stack_frames.items[stack->first];
        prefetch_stack(p, order, i);
        uint32_t top = (uint32_t)((uint64_t)order[i] >> 32);
        struct node *at = NULL;
        all->samples += stack->samples;
        for (uint32_t k = 0; k < stack->depth; k++) {
            uint32_t node = all->nodes_of[frames[k]];
            at = node == MISSING_ID ? NULL : &array_at(&all->nodes, node);
            if (!at || at->seen == i + 1) continue;
            at->seen = (uint32_t)i + 1;
            at->total += stack->samples;
            if (at->top != top) {
                at->top = top;
                at->of_top = 0;
                at->tops++;
            }
            at->of_top += stack->samples;
            if (at->of_top > at->most_of_top) at->most_of_top = at->of_top;
        }
        if (at) at->self += stack->samples;
    }
}

/* From the root to the top: who calls the methods that are asked about, and whom they call. */
static void add_calls(struct totals *all, const struct profile_stack *stack, uint32_t number) {
    const uint32_t *frames = &all->profile->stack_frames.items[stack->first];
    uint32_t before = MISSING_ID;
    bool asked = false; /* about the one before */
    for (uint32_t i = 0; i < stack->depth; i++) {
        uint32_t node = all->nodes_of[frames[i]];
        if (node == MISSING_ID || node == before) continue;
        struct node *at = &array_at(&all->nodes, node);
        struct edge *edge =
            before == MISSING_ID || (!asked && !at->asked) ? NULL : edge_of(all, before, node);
        if (edge) edge->samples += stack->samples;
        if (at->asked && at->seen != number) {
            at->seen = number;
            at->callers += edge && !edge->first;
            if (edge) edge->first = true;
        }
        before = node;
        asked = at->asked;
    }
}

static void ask(struct totals *all, const uint32_t *nodes, size_t count) {
    const struct profile *p = all->profile;
    all->edges.len = 0;
    map_free(&all->edge_index);
    EACH (struct node, node, &all->nodes) {
        node->asked = false;
        node->edge = MISSING_ID;
        node->seen = 0;
    }
    for (size_t i = 0; i < count; i++) array_at(&all->nodes, nodes[i]).asked = true;
    for (size_t i = 0; i < p->stacks.len; i++) add_calls(all, &p->stacks.items[i], (uint32_t)i + 1);
    EACH (const struct edge, edge, &all->edges) {
        struct node *node = &array_at(&all->nodes, edge->caller);
        node->of_callees += edge->samples;
        if (edge->samples > node->most_of_callee) node->most_of_callee = edge->samples;
    }
}

/* Samples of all threads in which the method runs. */
static double threads_of(const struct totals *all, uint32_t node) {
    const struct profile *p = all->profile;
    double *samples = mem_zero(p->threads.len + 1, sizeof *samples), sum = 0;
    bool *runs = mem_zero(p->threads.len + 1, sizeof *runs); /* the last: in no thread */
    OWNED(mem_release) bool *has = mem_zero(p->stacks.len, sizeof *has);
    for (size_t i = 0; i < p->stacks.len; i++) {
        const struct profile_stack *stack = &p->stacks.items[i];
        for (uint32_t k = 0; k < stack->depth && !has[i]; k++)
            has[i] = all->nodes_of[p->stack_frames.items[stack->first + k]] == node;
    }
    for (size_t i = 0; i < p->moments.len; i++) {
        const struct profile_sample sample = profile_sample(p, i);
        size_t thread = sample.thread == PROFILE_NONE ? p->threads.len : sample.thread;
        samples[thread] += (double)sample.count;
        if (sample.stack != PROFILE_NONE && has[sample.stack]) runs[thread] = true;
    }
    for (size_t i = 0; i <= p->threads.len; i++) sum += runs[i] ? samples[i] : 0;
    mem_free(samples, runs);
    return sum;
}

static bool is_main(const struct totals *all, const struct node *node) {
    const char *name = strings_get(&all->names, node->name), *dot = strrchr(name, '.');
    return dot && strcmp(dot, ".main") == 0;
}

static int compare_totals(const void *a, const void *b, void *context) {
    const struct totals *all = context;
    const struct node *x = &all->nodes.items[*(const uint32_t *)a];
    const struct node *y = &all->nodes.items[*(const uint32_t *)b];
    if (x->total != y->total) return ORDER(y->total, x->total);
    return strcmp(strings_get(&all->names, x->name), strings_get(&all->names, y->name));
}

/* What calls others of the program's, and has most of its threads, is a loop that gives out work;
 * who has the JDK do the work asks for it. */
static bool is_run_in(const struct totals *all, const struct node *node) {
    return 2 * node->of_callees >= node->total &&
           100 * (double)node->total >
               MOST_OF_THREADS * threads_of(all, (uint32_t)(node - all->nodes.items));
}

static bool is_small(const struct totals *all, const struct node *node) {
    const double self = 100 * (double)node->self;
    return self <= MOST_SELF * (double)all->samples || self <= MOST_OF_OWN * (double)node->total;
}

/* But for what it calls. */
static bool may_be_it(const struct totals *all, const struct node *node) {
    return node->total && node->tops <= MOST_METHODS && !is_main(all, node) &&
           is_small(all, node) &&
           100 * (double)node->most_of_top <= MOST_BELOW * (double)node->total;
}

/* The largest of those whose time nobody else stands for. It is mostly among the first that may be
 * it: of so many at a time calls are counted. */
static const struct node *most_of(struct totals *all) {
    OWNED(mem_release) uint32_t *order = mem_resize(NULL, all->nodes.len, sizeof *order);
    size_t len = 0;
    for (uint32_t i = 0; i < all->nodes.len; i++)
        if (may_be_it(all, &all->nodes.items[i])) order[len++] = i;
    platform_sort(order, len, sizeof *order, compare_totals, all);
    for (size_t from = 0, count = ASKED_FIRST; from < len; from += count, count *= ASKED_FIRST) {
        if (count > len - from) count = len - from;
        ask(all, order + from, count);
        for (size_t i = from; i < from + count; i++) {
            const struct node *node = &all->nodes.items[order[i]];
            if (100 * (double)node->most_of_callee <= MOST_CALLEE * (double)node->total &&
                !is_run_in(all, node))
                return node;
        }
    }
    return NULL;
}

static const char *class_of(const struct totals *all, uint32_t frame) {
    const struct frames *frames = &all->profile->frames;
    return strings_get(&frames->strings, frames->rows.items[frame].class_name);
}

/* Who calls what the stack has at the place: the next of the program's; a library is called by
 * whose code begins the stack. MISSING_ID: nobody. */
static uint32_t caller_of(const struct totals *all, const uint32_t *frames, uint32_t at) {
    uint32_t nearest = at, first = 0;
    while (nearest > 0 && is_missing(all->nodes_of[frames[nearest - 1]])) nearest--;
    if (!nearest--) return MISSING_ID;
    while (first < nearest && (is_missing(all->nodes_of[frames[first]]) ||
                               sites_is_framework(class_of(all, frames[first]))))
        first++;
    const char *begins = class_of(all, frames[first]);
    if (sites_same_library(class_of(all, frames[at]), begins))
        return all->names_of[frames[nearest]];
    for (uint32_t i = nearest; i > first; i--)
        if (!is_missing(all->nodes_of[frames[i]]) &&
            sites_same_library(class_of(all, frames[i]), begins))
            return all->names_of[frames[i]];
    return all->names_of[frames[sites_is_framework(begins) ? nearest : first]];
}

/* Who of the program calls it for most of that: a recursion is called where it begins. */
static void name_caller(const struct totals *all, const struct node *node,
                        struct finding *finding) {
    const struct profile *p = all->profile;
    const uint32_t own = (uint32_t)(node - all->nodes.items);
    OWNED(tallies_free) struct tallies callers = {0};
    EACH (const struct profile_stack, stack, &p->stacks) {
        const uint32_t *frames = &p->stack_frames.items[stack->first];
        uint32_t at = 0;
        while (at < stack->depth && all->nodes_of[frames[at]] != own) at++;
        const uint32_t caller = at < stack->depth ? caller_of(all, frames, at) : MISSING_ID;
        if (!is_missing(caller)) tallies_add(&callers, caller, (double)stack->samples);
    }
    tallies_sort(&callers);
    if (callers.len && callers.items[0].sum >= MOST_OF_CALL * (double)node->total)
        finding_text(finding, TREE_CALLER,
                     strings_get(&all->names, (uint32_t)callers.items[0].key));
}

/* What it calls for most of that, be it the JDK's. */
static void name_callee(const struct totals *all, const struct node *node,
                        struct finding *finding) {
    const struct profile *p = all->profile;
    uint32_t own = (uint32_t)(node - all->nodes.items);
    OWNED(tallies_free) struct tallies callees = {0};
    EACH (const struct profile_stack, stack, &p->stacks) {
        const uint32_t *frames = &p->stack_frames.items[stack->first];
        uint32_t at = stack->depth;
        while (at > 0 && all->nodes_of[frames[at - 1]] != own) at--;
        if (at > 0 && at < stack->depth)
            tallies_add(&callees, all->names_of[frames[at]], (double)stack->samples);
    }
    tallies_sort(&callees);
    for (size_t i = 0; i < callees.len && i < 2; i++) {
        const double sum = callees.items[i].sum, least = i ? PART_OF_CALL : MOST_OF_CALL;
        if (sum < PART_OF_CALL * (double)node->total) break;
        const size_t value = i ? TREE_SECOND : TREE_CALLEE;
        finding_text(finding, value, strings_get(&all->names, (uint32_t)callees.items[i].key));
        finding_real(finding, value + 1, 100 * sum / (double)node->total);
        if (sum >= least * (double)node->total) break;
    }
}

static void judge_call_tree(const struct rule_input *input, struct finding *finding) {
    struct totals all = {.profile = ran_of(input)};
    name_frames(&all);
    add_stacks(&all);
    const struct node *most = most_of(&all);
    if (!judge_is_sure(most ? (double)most->total : 0, (double)all.samples,
                       input->settings[0].real)) {
        judge_as(finding, RULE_NA, 2);
    } else if (!most) {
        judge_as(finding, RULE_OK, 1);
    } else {
        judge_figure(input, finding, 100 * (double)most->total / (double)all.samples);
        finding_text(finding, TREE_METHOD, strings_get(&all.names, most->name));
        finding_real(finding, TREE_SELF, 100 * (double)most->self / (double)all.samples);
        finding_number(finding, TREE_METHODS, (int64_t)most->tops);
        name_callee(&all, most, finding);
        name_caller(&all, most, finding);
        if (all.profile != input->profile) finding_number(finding, TREE_OF_RUNNING, 1);
        if (most->callers > 1) finding_number(finding, TREE_CALLERS, (int64_t)most->callers);
    }
    mem_free(all.names_of, all.nodes_of);
    arrays_free(&all.nodes, &all.edges);
    map_free(&all.edge_index);
    strings_free(&all.names);
}
