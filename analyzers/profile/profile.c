#include "analyzers/profile/profile.h"

#include "analyzers/profile/labels.h"

/* Rows exist for every frame that was counted. */
static void rows_reach(struct profile *p, size_t len) {
    if (p->rows.len >= len) return;
    array_reserve(&p->rows, len);
    memset(p->rows.items + p->rows.len, 0, (len - p->rows.len) * sizeof *p->rows.items);
    p->rows.len = len;
}

/* ==== Counting ============================================================================== */

/* frames: root first, and what they hash to. Index of the stack. */
static uint32_t add_root_first(struct profile *p, const uint32_t *frames, size_t depth,
                               uint64_t hash, struct profile_weight weight) {
    struct profile_stack *stack;
    uint64_t index;
    EACH_KEY (key, hash) {
        bool fresh;
        uint64_t *slot = map_put(&p->stack_index, key, &fresh);
        if (fresh) {
            *slot = index = p->stacks.len;
            array_push(&p->stacks, (struct profile_stack){.first = p->stack_frames.len,
                                                          .depth = (uint32_t)depth});
            array_reserve(&p->stack_frames, p->stack_frames.len + depth);
            memcpy(p->stack_frames.items + p->stack_frames.len, frames, depth * sizeof *frames);
            p->stack_frames.len += depth;
            stack = &p->stacks.items[index];
            break;
        }
        index = *slot;
        stack = &p->stacks.items[index];
        if (stack->depth == depth &&
            memcmp(p->stack_frames.items + stack->first, frames, depth * sizeof *frames) == 0)
            break;
    }
    stack->samples += weight.samples;
    profile_add_value(&stack->value, weight.value);
    if (weight.truncated) stack->truncated += weight.samples;
    if (weight.interpreted) stack->interpreted += weight.samples;
    return (uint32_t)index;
}

static bool keeps_stacks(const struct profile *p) {
    return p->keep & (PROFILE_STACKS | PROFILE_SAMPLES);
}

static void count_rows(struct profile *p, const uint32_t *frames, size_t depth,
                       struct profile_weight weight) {
    rows_reach(p, p->frames.rows.len);
    struct profile_counts *rows = p->rows.items;
    uint64_t stack = ++p->stacks_added;
    rows[frames[0]].self += weight.samples;
    profile_add_value(&rows[frames[0]].self_value, weight.value);
    for (size_t i = 0; i < depth; i++) {
        struct profile_counts *row = &rows[frames[i]];
        if (row->seen == stack) continue; /* recursion counts once */
        row->seen = stack;
        row->total += weight.samples;
        profile_add_value(&row->total_value, weight.value);
    }
}

/* All but the stack itself; false: it is not kept. */
static bool count_stack(struct profile *p, const uint32_t *frames, size_t depth,
                        struct profile_weight weight) {
    p->samples += weight.samples;
    profile_add_value(&p->value, weight.value);
    if (weight.truncated) p->truncated += weight.samples;
    if (weight.shortened) p->shortened += weight.samples;
    if (depth == 0) p->without_stack += weight.samples;
    else if (p->keep & PROFILE_ROWS) count_rows(p, frames, depth, weight);
    return depth && keeps_stacks(p);
}

static void add_soon(struct profile *p, struct profile_soon *soon) {
    const uint32_t *frames = soon->frames.items;
    for (size_t i = 0; i < soon->len; frames += soon->stacks[i++].depth)
        *soon->stacks[i].index = add_root_first(p, frames, soon->stacks[i].depth,
                                                soon->stacks[i].hash, soon->stacks[i].weight);
    soon->len = soon->frames.len = 0;
}

/* Its frames, root first, are there. */
static void put_soon(struct profile *p, struct profile_soon *soon, size_t depth,
                     struct profile_weight weight, uint32_t *index) {
    uint64_t hash = hash_bytes(soon->frames.items + soon->frames.len, depth * sizeof(uint32_t));
    map_prefetch(&p->stack_index, hash);
    soon->frames.len += depth;
    soon->stacks[soon->len].depth = (uint32_t)depth;
    soon->stacks[soon->len].index = index;
    soon->stacks[soon->len].hash = hash;
    soon->stacks[soon->len++].weight = weight;
    if (soon->len == PROFILE_SOON) add_soon(p, soon);
}

void profile_add_soon(struct profile *p, struct profile_soon *soon, const uint32_t *frames,
                      size_t depth, struct profile_weight weight, uint32_t *index) {
    *index = PROFILE_NONE;
    if (!count_stack(p, frames, depth, weight)) return;
    array_reserve(&soon->frames, soon->frames.len + depth);
    uint32_t *turned = soon->frames.items + soon->frames.len;
    for (size_t i = 0; i < depth; i++) turned[i] = frames[depth - 1 - i];
    put_soon(p, soon, depth, weight, index);
}

void profile_add_now(struct profile *p, struct profile_soon *soon) {
    add_soon(p, soon);
    array_free(&soon->frames);
}

uint32_t profile_add_stack(struct profile *p, const uint32_t *frames, size_t depth,
                           struct profile_weight weight) {
    if (!count_stack(p, frames, depth, weight)) return PROFILE_NONE;
    uint32_t small[256], *turned = small;
    if (depth > sizeof small / sizeof *small) turned = mem_alloc(depth * sizeof *turned);
    for (size_t i = 0; i < depth; i++) turned[i] = frames[depth - 1 - i];
    uint32_t index =
        add_root_first(p, turned, depth, hash_bytes(turned, depth * sizeof *turned), weight);
    if (turned != small) free(turned);
    return index;
}

void profile_set_unit(struct profile *p, enum profile_unit unit) {
    if (p->unit == PROFILE_NO_UNIT) p->unit = unit;
    else if (unit != PROFILE_NO_UNIT && p->unit != unit) p->unit = PROFILE_MIXED;
}

void profile_count_values(struct profile *p) {
    EACH (struct profile_stack, stack, &p->stacks)
        stack->samples = stack->value > 0 ? (uint64_t)stack->value : 0;
    EACH (struct profile_counts, row, &p->rows) {
        row->self = row->self_value > 0 ? (uint64_t)row->self_value : 0;
        row->total = row->total_value > 0 ? (uint64_t)row->total_value : 0;
    }
}

/* ==== Merging =============================================================================== */

/* from's string ids -> into's. */
static uint32_t *map_strings(struct profile *into, const struct profile *from) {
    const struct strings *theirs = &from->frames.strings;
    uint32_t *strings = mem_alloc(strings_ids(theirs) * sizeof *strings);
    strings[0] = 0;
    for (size_t i = 0; i < theirs->entries.len; i++)
        strings[i] = strings_intern(&into->frames.strings, theirs->entries.items[i].data,
                                    theirs->entries.items[i].len);
    return strings;
}

/* from's frame ids -> into's, of frames narrowed to what by tells apart. */
static uint32_t *map_frames(struct profile *into, const struct profile *from,
                            const uint32_t *strings, enum frame_by by, bool types) {
    const struct frames *theirs = &from->frames;
    uint32_t *ids = mem_alloc(theirs->rows.len * sizeof *ids);
    for (size_t i = 0; i < theirs->rows.len; i++) {
        struct frame frame = theirs->rows.items[i];
        frame.class_name = strings[frame.class_name];
        frame.method = strings[frame.method];
        frame.descriptor = strings[frame.descriptor];
        frame.package = strings[frame.package];
        frame.module = strings[frame.module];
        frame_narrow(&frame, by, types);
        ids[i] = frames_intern(&into->frames, &frame);
    }
    return ids;
}

static void merge_rows(struct profile *into, const struct profile *from, const uint32_t *ids) {
    rows_reach(into, into->keep & PROFILE_ROWS ? into->frames.rows.len : 0);
    for (size_t i = 0; i < from->rows.len; i++) {
        const struct profile_counts *theirs = &from->rows.items[i];
        struct profile_counts *row = &into->rows.items[ids[i]];
        row->self += theirs->self;
        row->total += theirs->total;
        profile_add_value(&row->self_value, theirs->self_value);
        profile_add_value(&row->total_value, theirs->total_value);
    }
}

static void recount_rows(struct profile *into, const struct profile *from, const uint32_t *ids) {
    ARRAY(uint32_t) frames = {0};
    EACH (const struct profile_stack, stack, &from->stacks) {
        frames.len = 0;
        for (size_t k = stack->depth; k-- > 0;) /* leaf first */
            array_push(&frames, ids[from->stack_frames.items[stack->first + k]]);
        const struct profile_weight weight = {.samples = stack->samples, .value = stack->value};
        if (frames.len) count_rows(into, frames.items, frames.len, weight);
    }
    array_free(&frames);
}

/* from's stack indices -> into's. A stack whose samples were partly truncated comes as two. */
static uint32_t *merge_stacks(struct profile *into, const struct profile *from,
                              const uint32_t *ids) {
    uint32_t *stacks = mem_alloc(from->stacks.len * sizeof *stacks);
    struct profile_soon soon = {.len = 0};
    size_t len = keeps_stacks(into) ? from->stacks.len : 0;
    for (size_t i = 0; i < len; i++) {
        const struct profile_stack *stack = &from->stacks.items[i];
        array_reserve(&soon.frames, soon.frames.len + stack->depth + !stack->depth);
        for (size_t k = 0; k < stack->depth; k++)
            soon.frames.items[soon.frames.len + k] =
                ids[from->stack_frames.items[stack->first + k]];
        const struct profile_weight weight = {.samples = stack->samples, .value = stack->value};
        put_soon(into, &soon, stack->depth, weight, &stacks[i]);
    }
    profile_add_now(into, &soon);
    for (size_t i = 0; i < len; i++) {
        into->stacks.items[stacks[i]].truncated += from->stacks.items[i].truncated;
        into->stacks.items[stacks[i]].interpreted += from->stacks.items[i].interpreted;
    }
    return stacks;
}

static void merge_samples(struct profile *into, const struct profile *from, const uint32_t *strings,
                          const uint32_t *stacks) {
    OWNED(mem_release) uint32_t *threads = mem_alloc(from->threads.len * sizeof *threads);
    OWNED(mem_release) uint32_t *labels = profile_labels_join(into, from, strings);
    for (size_t i = 0; i < from->threads.len; i++) {
        struct profile_thread thread = from->threads.items[i];
        thread.labels = labels[thread.labels];
        thread.name = strings[thread.name];
        thread.group = strings[thread.group];
        threads[i] = profile_add_thread(into, &thread);
    }
    OWNED(mem_release) uint32_t *whos = mem_alloc(from->whos.len * sizeof *whos);
    for (size_t i = 0; i < from->whos.len; i++) {
        struct profile_who who = from->whos.items[i];
        if (who.thread != PROFILE_NONE) who.thread = threads[who.thread];
        whos[i] = profile_add_who(into, who.thread, strings[who.state]);
    }
    const struct moments *theirs = &from->moments;
    moments_coarsen(&into->moments, theirs->grain);
    for (size_t i = 0; i < theirs->len && into->keep & PROFILE_SAMPLES; i++) {
        struct moment moment = theirs->items[i];
        if (moment.stack != PROFILE_NONE) moment.stack = stacks[moment.stack];
        moment.who = whos[moment.who];
        moment.time_ns = into->time_grain == PROFILE_NO_TIMES
                             ? PROFILE_NO_TIME
                             : moments_floor(into->moments.grain, moment.time_ns);
        moments_push(&into->moments, moment, moments_count(theirs, i), moments_value(theirs, i));
        if (into->time_grain) moments_tidy(&into->moments);
    }
}

static uint32_t *merge_as(struct profile *into, const struct profile *from, enum frame_by by,
                          bool types, bool recount) {
    OWNED(mem_release) uint32_t *strings = map_strings(into, from);
    OWNED(mem_release) uint32_t *ids = map_frames(into, from, strings, by, types);
    if (!recount) merge_rows(into, from, ids);
    else if (into->keep & PROFILE_ROWS) recount_rows(into, from, ids); /* two may be one now */
    uint32_t *stacks = merge_stacks(into, from, ids);
    merge_samples(into, from, strings, stacks);
    profile_set_unit(into, from->unit);
    into->samples += from->samples;
    profile_add_value(&into->value, from->value);
    into->without_stack += from->without_stack;
    into->truncated += from->truncated;
    into->shortened += from->shortened;
    into->clusters.clusters += from->clusters.clusters;
    into->clusters.samples += from->clusters.samples;
    into->clusters.squares += from->clusters.squares;
    return stacks;
}

uint32_t *profile_join(struct profile *into, const struct profile *from) {
    return merge_as(into, from, BY_BCI, true, false);
}

void profile_merge(struct profile *into, const struct profile *from) {
    free(profile_join(into, from));
}

void profile_project(const struct profile *from, enum frame_by by, bool frame_type,
                     struct profile *into) {
    into->time_grain = from->time_grain;
    free(merge_as(into, from, by, frame_type, true));
}

bool profile_has_descriptors(const struct profile *profile) {
    return some_of(i, profile->frames.rows.len, profile->frames.rows.items[i].descriptor);
}

void profile_forget_descriptors(struct profile *profile) {
    for (size_t i = 0; i < profile->frames.rows.len; i++)
        profile->frames.rows.items[i].descriptor = 0;
}

/* ==== Stacks as a tree ====================================================================== */

struct sorted_stack {
    const uint32_t *frames; /* the first that is compared */
    uint32_t depth, stack;
    uint32_t key; /* what it is compared by at its range's depth, 0 behind its end */
};

/* A range of stacks that agree in their first `depth` frames and are to be sorted behind them. */
struct range {
    size_t first, len;
    uint32_t depth;
    bool keyed; /* their keys are those of the depth, at which they differ */
};

struct sorter {
    const uint32_t *rank;
    ptrdiff_t step; /* from frame to frame: -1 in reverse */
    struct sorted_stack *items;
    ARRAY(struct range) todo;
};

static inline uint32_t rank_at(const struct sorter *s, const struct sorted_stack *stack,
                               uint32_t depth) {
    uint32_t frame = stack->frames[s->step * (ptrdiff_t)depth];
    return s->rank ? s->rank[frame] : frame;
}

#define STACKS_AHEAD 8 /* whose frames are brought while others are compared */

static inline void bring_frame(const struct sorter *s, struct range r, size_t i) {
    if (i + STACKS_AHEAD >= r.len) return;
    const struct sorted_stack *stack = &s->items[r.first + i + STACKS_AHEAD];
    uint32_t last = stack->depth ? stack->depth - 1 : 0;
    uint32_t depth = r.depth < last ? r.depth : last;
    if (stack->depth) prefetch(stack->frames + s->step * (ptrdiff_t)depth);
}

/* At what depth they differ first, or the shortest ends. */
static uint32_t first_difference(const struct sorter *s, struct range r) {
    const struct sorted_stack *first = &s->items[r.first];
    uint32_t common = first->depth;
    for (size_t i = 1; i < r.len && common > r.depth; i++) {
        const struct sorted_stack *other = &first[i];
        uint32_t most = other->depth < common ? other->depth : common, d = r.depth;
        bring_frame(s, r, i);
        while (d < most && rank_at(s, first, d) == rank_at(s, other, d)) d++;
        common = d;
    }
    return common;
}

static void take_keys(struct sorter *s, struct range r) {
    for (size_t i = 0; i < r.len; i++) {
        struct sorted_stack *stack = &s->items[r.first + i];
        bring_frame(s, r, i);
        stack->key = r.depth < stack->depth ? rank_at(s, stack, r.depth) + 1 : 0;
    }
}

static inline void swap(struct sorted_stack *a, struct sorted_stack *b) {
    struct sorted_stack c = *a;
    *a = *b;
    *b = c;
}

static void sort_later(struct sorter *s, struct range r) {
    if (r.len > 1) array_push(&s->todo, r);
}

/* Three parts around a pivot, which is taken at random: orders that are usual, as that of profiles
 * merged, make the middle one the worst. */
static void split_range(struct sorter *s, struct range r, uint64_t random) {
    struct sorted_stack *at = s->items + r.first;
    uint32_t pivot = at[random * r.len >> 32].key;
    size_t less = 0, i = 0, more = r.len;
    while (i < more) {
        uint32_t key = at[i].key;
        if (key < pivot) swap(&at[less++], &at[i++]);
        else if (key > pivot) swap(&at[i], &at[--more]);
        else i++;
    }
    sort_later(s, (struct range){r.first, less, r.depth, true});
    sort_later(s, (struct range){r.first + more, r.len - more, r.depth, true});
    if (pivot) sort_later(s, (struct range){r.first + less, more - less, r.depth + 1, false});
}

/* Radix quicksort, which looks at each frame about once instead of comparing whole stacks; what all
 * of a range agree in is passed over stack by stack, not frame by frame. */
uint32_t *profile_sort_stacks(const struct profile *p, const uint32_t *rank, bool reverse) {
    size_t len = p->stacks.len;
    struct sorter s = {rank, reverse ? -1 : 1, mem_resize(NULL, len, sizeof *s.items), {0}};
    for (size_t i = 0; i < len; i++) {
        const struct profile_stack *k = &p->stacks.items[i];
        uint64_t first = k->first + (reverse && k->depth ? k->depth - 1 : 0);
        s.items[i] = (struct sorted_stack){p->stack_frames.items + first, k->depth, (uint32_t)i, 0};
    }
    sort_later(&s, (struct range){0, len, 0, false});
    for (uint64_t turn = 0; s.todo.len; turn++) {
        struct range r = s.todo.items[--s.todo.len];
        if (!r.keyed) {
            r.depth = first_difference(&s, r);
            take_keys(&s, r);
        }
        split_range(&s, r, map_mix(turn) >> 32);
    }
    uint32_t *order = mem_alloc(len * sizeof *order);
    for (size_t i = 0; i < len; i++) order[i] = s.items[i].stack;
    array_free(&s.todo);
    free(s.items);
    return order;
}

void profile_build_nodes(struct profile *p) {
    p->nodes.len = 0;
    OWNED(mem_release) uint32_t *order = profile_sort_stacks(p, NULL, false);
    ARRAY(uint32_t) path = {0}; /* nodes of the stack before, path[0] the root */
    array_push(&p->nodes, (struct profile_node){0, UINT32_MAX, 0});
    array_push(&path, 0);
    for (size_t i = 0; i < p->stacks.len; i++) {
        const struct profile_stack *stack = &p->stacks.items[order[i]];
        const uint32_t *frames = p->stack_frames.items + stack->first;
        size_t same = 0; /* frames shared with the stack before */
        while (same + 1 < path.len && same < stack->depth &&
               p->nodes.items[path.items[same + 1]].frame == frames[same])
            same++;
        path.len = same + 1;
        for (size_t d = same; d < stack->depth; d++) {
            uint32_t node = (uint32_t)p->nodes.len;
            array_push(&p->nodes, (struct profile_node){path.items[d], frames[d], 0});
            array_push(&path, node);
        }
        p->nodes.items[path.items[path.len - 1]].self += stack->samples;
    }
    array_free(&path);
}

void profile_free(struct profile *p) {
    struct profile empty = {.keep = p->keep, .time_grain = p->time_grain};
    frames_free(&p->frames);
    arrays_free(&p->rows, &p->stacks, &p->stack_frames);
    map_free(&p->stack_index);
    array_free(&p->threads);
    map_free(&p->thread_index);
    strings_free(&p->label_sets);
    moments_free(&p->moments);
    empty.moments.most = p->moments.most;
    array_free(&p->whos);
    map_free(&p->who_index);
    array_free(&p->nodes);
    *p = empty;
}
