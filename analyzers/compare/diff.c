#include "analyzers/compare/diff.h"

#include "analyzers/compare/diff_parts.h"

/* ==== Keys ================================================================================== */

/* Self of frame f is key f, its total frames + f, node n 2 * frames + n. */
struct all_keys {
    const struct diff *diff;
    const uint32_t *node_of; /* by joined stack; NULL without a tree */
    uint32_t *seen;          /* by frame: the last stack it was counted for, plus one */
    uint32_t stacks;         /* counted so far */
};

static size_t keys_of_stack(void *context, uint32_t stack, uint32_t *out) {
    struct all_keys *k = context;
    const struct profile *joined = &k->diff->joined;
    const struct profile_stack *s = &joined->stacks.items[stack];
    const uint32_t *frames = joined->stack_frames.items + s->first;
    uint32_t all = (uint32_t)joined->frames.rows.len;
    size_t len = 0;
    k->stacks++;
    if (s->depth) out[len++] = frames[s->depth - 1];
    for (uint32_t i = 0; i < s->depth; i++) {
        if (k->seen[frames[i]] == k->stacks) continue;
        k->seen[frames[i]] = k->stacks;
        out[len++] = all + frames[i];
    }
    if (!k->node_of) return len;
    const struct calltree_node *nodes = k->diff->tree.nodes;
    for (uint32_t node = k->node_of[stack]; node != CALLTREE_NONE; node = nodes[node].parent)
        out[len++] = 2 * all + node;
    return len;
}

/* The node in which each stack ends: children are found by their parent and frame. */
static uint32_t *find_nodes(const struct profile *joined, const struct calltree *tree) {
    OWNED(map_free) struct map children = {0};
    bool fresh;
    map_reserve(&children, tree->len);
    for (uint32_t i = 1; i < tree->len; i++)
        *map_put(&children, (uint64_t)tree->nodes[i].parent << 32 | tree->nodes[i].frame, &fresh) =
            i;
    uint32_t *node_of = mem_resize(NULL, joined->stacks.len, sizeof *node_of);
    for (size_t i = 0; i < joined->stacks.len; i++) {
        const struct profile_stack *s = &joined->stacks.items[i];
        uint32_t node = 0;
        for (uint32_t d = 0; d < s->depth; d++) {
            uint32_t frame = joined->stack_frames.items[s->first + d];
            const uint64_t *child = map_get(&children, (uint64_t)node << 32 | frame);
            if (!child) break; /* left out: its samples end in its parent */
            node = (uint32_t)*child;
        }
        node_of[i] = node;
    }
    return node_of;
}

/* ==== Sides ================================================================================= */

static void join(const struct diff_input *input, uint32_t **stacks, struct diff *diff) {
    for (size_t i = 0; i < input->len; i++) {
        const struct diff_recording *r = &input->recordings[i];
        struct diff_side *side = &diff->sides[r->side];
        stacks[i] = profile_join(&diff->joined, r->profile);
        side->recordings++;
        side->samples += r->profile->samples;
        side->without_stack += r->profile->without_stack;
        side->threads += r->profile->threads.len;
        side->seconds += r->seconds;
        side->cpu_seconds += r->cpu_seconds;
    }
}

ORDERED(by_number, double, ORDER(*x, *y))

static double median(double *numbers, size_t len) {
    if (len == 0) return 1;
    qsort(numbers, len, sizeof *numbers, by_number);
    return numbers[len / 2];
}

/* ==== Many measures ========================================================================= */

typedef ARRAY(struct diff_measure *) measures;

/* Adjusts the p of all that were tested, and says which are significant. */
static void judge(const struct diff *diff, const measures *family,
                  const struct diff_options *options) {
    double *p = mem_resize(NULL, family->len, sizeof *p);
    for (size_t i = 0; i < family->len; i++) p[i] = family->items[i]->p;
    stat_benjamini_hochberg(p, family->len, p);
    double least = stat_rank_least(diff->sides[0].recordings, diff->sides[1].recordings);
    for (size_t i = 0; i < family->len; i++) {
        struct diff_measure *m = family->items[i];
        m->adjusted = p[i];
        m->significant = p[i] <= options->alpha;
        /* The recordings have to agree: one that stands out does not make a difference. */
        double needed = least > options->alpha ? least : options->alpha;
        if (is_known(m->rank_p) && m->rank_p > needed * (1 + 1e-9)) m->significant = false;
    }
    free(p);
}

static struct diff_measure *measure_at(struct diff *diff, size_t key) {
    size_t frames = diff->rows.len;
    if (key < frames) return &diff->rows.items[key].self;
    if (key < 2 * frames) return &diff->rows.items[key - frames].total;
    return &diff->nodes.items[key - 2 * frames];
}

/* With several recordings a side: by what they differ in this row, drawn to that of all rows. */
static void measure(const struct diff *diff, const struct diff_sums *sums,
                    const struct diff_options *options, size_t key, struct diff_measure *m) {
    double found = diff_measure(sums, options, key, 1, m);
    if (diff->test != DIFF_BY_RECORDINGS) return;
    double own = diff->sides[0].recordings + diff->sides[1].recordings - 2.0;
    double drawn = stat_moderate(found, own, diff->dispersion, diff_freedom(sums) - own);
    if (!sums->shares[0] && drawn < 1) drawn = 1; /* two cannot say that they differ less */
    diff_measure(sums, options, key, drawn, m);
}

/* By what recordings differ beyond their cells, over all rows that have samples enough to show it.
 */
static double dispersion_of_all(const struct diff *diff, const struct diff_sums *sums,
                                const struct diff_options *options) {
    double sum = 0, rows = 0;
    if (diff->test != DIFF_BY_RECORDINGS) return 1;
    size_t runs = diff->sides[0].recordings + diff->sides[1].recordings;
    for (size_t i = 0; i < diff->joined.frames.rows.len; i++) {
        struct diff_measure m;
        double found = diff_measure(sums, options, i, 1, &m);
        double samples = (double)sums->samples_of[0][i] + (double)sums->samples_of[1][i];
        if (samples < 5 * (double)runs) continue;
        sum += found;
        rows++;
    }
    return rows > 0 ? sum / rows : 1;
}

static void test_all(struct diff *diff, const struct diff_sums *sums,
                     const struct diff_options *options) {
    size_t frames = diff->joined.frames.rows.len;
    array_reserve(&diff->rows, frames);
    diff->rows.len = frames;
    array_reserve(&diff->nodes, diff->tree.len);
    diff->nodes.len = diff->tree.len;
    diff->dispersion = dispersion_of_all(diff, sums, options);
    for (size_t key = 0; key < 2 * frames + diff->nodes.len; key++)
        measure(diff, sums, options, key, measure_at(diff, key));
    measures family[3] = {{0}, {0}, {0}};
    for (size_t i = 0; i < frames; i++) {
        if (diff->rows.items[i].self.tested) array_push(&family[0], &diff->rows.items[i].self);
        if (diff->rows.items[i].total.tested) array_push(&family[1], &diff->rows.items[i].total);
    }
    for (size_t i = 1; i < diff->nodes.len; i++)
        if (diff->nodes.items[i].tested) array_push(&family[2], &diff->nodes.items[i]);
    for (int f = 0; f < 3; f++) judge(diff, &family[f], options);
    diff->tested = family[0].len;
    double *effects = mem_resize(NULL, family[0].len, sizeof *effects);
    for (size_t i = 0; i < family[0].len; i++) effects[i] = family[0].items[i]->design_effect;
    diff->design_effect = median(effects, family[0].len);
    free(effects);
    for (int f = 0; f < 3; f++) array_free(&family[f]);
}

/* ==== The whole ============================================================================= */

void diff_compute(const struct diff_recording *recordings, size_t len,
                  const struct diff_options *options, struct diff *diff) {
    uint32_t **stacks = mem_zero(len, sizeof *stacks), *node_of = NULL;
    struct diff_input input = {recordings, len, options, stacks};
    *diff = (struct diff){.joined = {.keep = PROFILE_STACKS}};
    join(&input, stacks, diff);
    bool several = diff->sides[0].recordings >= 2 && diff->sides[1].recordings >= 2;
    diff->test = several ? DIFF_BY_RECORDINGS : DIFF_BY_CELLS;
    if (options->tree) {
        const struct calltree_options shape = {.min_total = options->least};
        calltree_build(&diff->joined, &shape, &diff->tree);
        node_of = find_nodes(&diff->joined, &diff->tree);
    }
    size_t frames = diff->joined.frames.rows.len;
    struct all_keys context = {
        .diff = diff, .node_of = node_of, .seen = mem_zero(frames, sizeof *context.seen)};
    struct diff_keys keys = {2 * frames + diff->tree.len, (uint32_t)diff->joined.stacks.len,
                             keys_of_stack, &context};
    struct diff_sums sums;
    diff_sum(&input, &keys, &sums);
    test_all(diff, &sums, options);
    for (int side = 0; side < 2; side++) {
        struct diff_side *s = &diff->sides[side];
        s->weight = sums.cells[side].n;
        s->cells = sums.cells[side].count;
        s->effective = (double)s->samples / diff->design_effect;
    }
    if (options->tree) diff_choose_paths(diff, &sums, options);
    diff_sums_free(&sums);
    for (size_t i = 0; i < len; i++) free(stacks[i]);
    mem_free(stacks, node_of, context.seen);
}

void diff_free(struct diff *diff) {
    profile_free(&diff->joined);
    calltree_free(&diff->tree);
    arrays_free(&diff->rows, &diff->nodes, &diff->paths);
    *diff = (struct diff){0};
}

double diff_detectable(const struct diff *diff, const struct diff_options *options, double share) {
    double tests = diff->tested ? (double)diff->tested : 1;
    return stat_detectable(share, diff->sides[0].effective, diff->sides[1].effective,
                           options->alpha / tests, 0.8);
}

/* ==== Patterns ============================================================================== */

struct pattern_keys {
    const struct profile *joined;
    const bool *chosen;
    bool self;
};

static size_t pattern_of_stack(void *context, uint32_t stack, uint32_t *out) {
    const struct pattern_keys *k = context;
    const struct profile_stack *s = &k->joined->stacks.items[stack];
    const uint32_t *frames = k->joined->stack_frames.items + s->first;
    for (uint32_t i = k->self && s->depth ? s->depth - 1 : 0; i < s->depth; i++) {
        if (!k->chosen[frames[i]]) continue;
        *out = 0;
        return 1;
    }
    return 0;
}

void diff_pattern(const struct diff *diff, const struct diff_recording *recordings, size_t len,
                  const struct diff_options *options, const bool *chosen, bool self,
                  struct diff_measure *result) {
    /* Joined again: the same recordings in the same order give the same ids. */
    OWNED(profile_free) struct profile joined = {.keep = PROFILE_STACKS};
    uint32_t **stacks = mem_zero(len, sizeof *stacks);
    for (size_t i = 0; i < len; i++) stacks[i] = profile_join(&joined, recordings[i].profile);
    struct diff_input input = {recordings, len, options, stacks};
    struct pattern_keys context = {&joined, chosen, self};
    struct diff_keys keys = {1, (uint32_t)joined.stacks.len, pattern_of_stack, &context};
    struct diff_sums sums;
    diff_sum(&input, &keys, &sums);
    measure(diff, &sums, options, 0, result);
    result->adjusted = result->p;
    diff_sums_free(&sums);
    for (size_t i = 0; i < len; i++) free(stacks[i]);
    free(stacks);
}
