#include "analyzers/rules/stripped.h"

#include "analyzers/regex.h"
#include "analyzers/rules/method_profiling.h"
#include "analyzers/rules/telling.h"
#include "base/platform.h"
#include "base/search.h"

#define UNDECIDED 0
#define KEPT 1
#define TAKEN_OFF 2

/* ==== Packages =============================================================================== */

bool stripped_check(const char *packages, struct jfr_error *error) {
    struct regex *regex = regex_compile(packages, REGEX_WHOLE, error);
    bool good = regex != NULL;
    regex_free(regex);
    return good;
}

/* For each frame: is it of such a package? One match for each different package; what nobody has
 * set needs no PCRE2, which takes longer to load (or, in a browser, to compile) than to answer. */
static uint8_t *frames_taken_off(const struct frames *frames, const char *packages) {
    uint8_t *taken = mem_zero(frames->rows.len, 1);
    OWNED(mem_release) uint8_t *verdict = mem_zero(strings_ids(&frames->strings), 1);
    const bool usual = strcmp(packages, METHOD_PROFILING_PACKAGES) == 0;
    struct regex *regex = usual ? NULL : regex_compile(packages, REGEX_WHOLE, NULL);
    struct regex_matcher *matcher = regex_matcher_open();
    for (size_t i = 0; (usual || regex) && i < frames->rows.len; i++) {
        uint32_t package = frames->rows.items[i].package;
        if (verdict[package] == UNDECIDED) {
            const char *name = strings_get(&frames->strings, package);
            bool found =
                usual ? strcmp(name, "java.lang") == 0 || strcmp(name, "java.util") == 0
                      : regex_matches(regex, matcher, name, strings_len(&frames->strings, package));
            verdict[package] = found ? TAKEN_OFF : KEPT;
        }
        taken[i] = verdict[package] == TAKEN_OFF;
    }
    regex_matcher_close(matcher);
    regex_free(regex);
    return taken;
}

/* ==== Methods ================================================================================ */

static int compare_names(const struct strings *strings, uint32_t a, uint32_t b) {
    return a == b ? 0 : strcmp(strings_get(strings, a), strings_get(strings, b));
}

static int compare_methods(const struct frames *frames, uint32_t a, uint32_t b) {
    const struct frame *x = &frames->rows.items[a], *y = &frames->rows.items[b];
    int by = compare_names(&frames->strings, x->class_name, y->class_name);
    if (by == 0) by = compare_names(&frames->strings, x->method, y->method);
    if (by == 0) by = compare_names(&frames->strings, x->descriptor, y->descriptor);
    return by;
}

/* The order of frames begins with what makes a method, so a method's frames are together. */
ORDERED_IN(compare_frames, uint32_t, frames_compare(context, *x, *y))

static void number_methods(struct stripped *s) {
    const struct frames *frames = &s->profile->frames;
    size_t len = frames->rows.len;
    OWNED(mem_release) uint32_t *sorted = mem_resize(NULL, len, sizeof *sorted);
    s->frame_method = mem_resize(NULL, len, sizeof *s->frame_method);
    for (size_t i = 0; i < len; i++) sorted[i] = (uint32_t)i;
    if (len) platform_sort(sorted, len, sizeof *sorted, compare_frames, (void *)(uintptr_t)frames);
    for (size_t i = 0; i < len; i++) {
        if (i == 0 || compare_methods(frames, sorted[i - 1], sorted[i]) != 0)
            array_push(&s->frames, sorted[i]);
        s->frame_method[sorted[i]] = (uint32_t)s->frames.len - 1;
    }
}

/* ==== Open and close ========================================================================= */

/* "[C2 compiler]": what a thread is that runs no Java, not what it runs. */
static bool is_of_jvm(const struct frames *frames, uint32_t id) {
    const struct frame *frame = &frames->rows.items[id];
    return !frame->class_name && *strings_get(&frames->strings, frame->method) == '[' &&
           !frames_is_lost(frames, id);
}

void stripped_open(const struct profile *profile, const char *packages, bool with_jvm,
                   struct stripped *out) {
    *out = (struct stripped){.profile = profile};
    number_methods(out);
    size_t stacks = profile->stacks.len;
    out->method = mem_resize(NULL, stacks, sizeof *out->method);
    out->depth = mem_resize(NULL, stacks, sizeof *out->depth);
    out->counts = mem_zero(out->frames.len, sizeof *out->counts);
    OWNED(mem_release) uint8_t *taken = frames_taken_off(&profile->frames, packages);
    /* What a sample without a stack is about is no method. */
    for (uint32_t i = 0; i < profile->frames.rows.len; i++)
        if (profile->frames.rows.items[i].type == FRAME_THREAD ||
            (!with_jvm && is_of_jvm(&profile->frames, i)))
            taken[i] = 1;
    for (size_t i = 0; i < stacks; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        const uint32_t *frames = profile->stack_frames.items + stack->first;
        uint32_t left = stack->depth;
        while (left && taken[frames[left - 1]]) left--;
        out->depth[i] = left;
        out->method[i] = left ? out->frame_method[frames[left - 1]] : PROFILE_NONE;
    }
}

void stripped_close(struct stripped *stripped) {
    mem_free(stripped->frame_method, stripped->method, stripped->depth, stripped->counts);
    arrays_free(&stripped->frames, &stripped->counted);
    *stripped = (struct stripped){0};
}

/* ==== Counting =============================================================================== */

size_t stripped_find(const struct stripped *stripped, int64_t time_ns) {
    const struct profile *profile = stripped->profile;
    return search_first(i, 0, profile->moments.len, profile->moments.items[i].time_ns < time_ns);
}

struct stripped_counts stripped_count(struct stripped *s, int64_t from_ns, int64_t to_ns) {
    struct stripped_counts sum = {.hottest = PROFILE_NONE};
    const struct profile *p = s->profile;
    for (size_t i = 0; i < s->counted.len; i++) s->counts[s->counted.items[i]] = 0;
    s->counted.len = 0;
    for (size_t i = stripped_find(s, from_ns);
         i < p->moments.len && p->moments.items[i].time_ns <= to_ns; i++) {
        const struct profile_sample sample = profile_sample(p, i);
        sum.samples += sample.count;
        if (sample.stack == PROFILE_NONE) continue;
        sum.with_stack += sample.count;
        uint32_t method = s->method[sample.stack];
        if (method == PROFILE_NONE) continue;
        if (s->counts[method] == 0) array_push(&s->counted, method);
        s->counts[method] += sample.count;
    }
    for (size_t i = 0; i < s->counted.len; i++) {
        uint32_t method = s->counted.items[i];
        uint64_t samples = s->counts[method];
        if (samples < sum.hottest_samples) continue;
        if (samples == sum.hottest_samples && method > sum.hottest) continue;
        sum.hottest = method;
        sum.hottest_samples = samples;
    }
    return sum;
}

/* ==== The path =============================================================================== */

struct candidate { /* a stack of the method */
    uint32_t stack;
    uint32_t group;
    uint64_t samples;
};

typedef ARRAY(struct candidate) candidates;

struct group { /* candidates with the same next frame */
    uint32_t frame;
    uint64_t samples;
};

static void find_candidates(const struct stripped *s, uint32_t method, int64_t from_ns,
                            int64_t to_ns, candidates *out) {
    const struct profile *p = s->profile;
    OWNED(map_free) struct map index = {0};
    for (size_t i = stripped_find(s, from_ns);
         i < p->moments.len && p->moments.items[i].time_ns <= to_ns; i++) {
        const struct profile_sample sample = profile_sample(p, i);
        if (sample.stack == PROFILE_NONE || s->method[sample.stack] != method) continue;
        size_t at = map_number(&index, sample.stack, out->len);
        if (at == out->len) array_push(out, (struct candidate){.stack = sample.stack});
        array_at(out, at).samples += sample.count;
    }
}

/* The largest group of candidates by their frame at depth, whose members alone stay; of equal ones
 * the first by name. Its frame, or PROFILE_NONE if more samples end here than go on. */
static uint32_t next_frame(const struct stripped *s, size_t depth, bool exact, candidates *left) {
    const struct profile *p = s->profile;
    OWNED(array_release) ARRAY(struct group) groups = {0};
    OWNED(map_free) struct map index = {0};
    uint64_t ended = 0;
    EACH (struct candidate, c, left) {
        c->group = PROFILE_NONE;
        if (depth >= s->depth[c->stack]) {
            ended += c->samples;
            continue;
        }
        uint64_t at = p->stacks.items[c->stack].first + s->depth[c->stack] - 1 - depth;
        uint32_t frame = p->stack_frames.items[at];
        bool fresh;
        uint64_t *group = map_put(&index, exact ? frame : s->frame_method[frame], &fresh);
        if (fresh) {
            *group = groups.len;
            array_push(&groups, (struct group){frame, 0});
        }
        c->group = (uint32_t)*group;
        array_at(&groups, c->group).samples += c->samples;
        /* Of frames that are told apart no further, the first by what they hold. */
        if (frames_compare(&p->frames, frame, array_at(&groups, c->group).frame) < 0)
            array_at(&groups, c->group).frame = frame;
    }
    uint32_t best = PROFILE_NONE;
    for (uint32_t i = 0; i < groups.len; i++) {
        const struct group *g = &groups.items[i];
        if (best != PROFILE_NONE) {
            const struct group *b = &groups.items[best];
            if (g->samples < b->samples) continue;
            if (g->samples == b->samples && frames_compare(&p->frames, g->frame, b->frame) > 0)
                continue;
        }
        best = i;
    }
    uint32_t frame = PROFILE_NONE;
    if (best != PROFILE_NONE && groups.items[best].samples >= ended) {
        frame = groups.items[best].frame;
        size_t kept = 0;
        for (size_t i = 0; i < left->len; i++)
            if (left->items[i].group == best) left->items[kept++] = left->items[i];
        left->len = kept;
    }
    return frame;
}

void stripped_add_path(const struct stripped *stripped, uint32_t method, int64_t from_ns,
                       int64_t to_ns, bool exact, stripped_path *path) {
    OWNED(array_release) candidates left = {0};
    find_candidates(stripped, method, from_ns, to_ns, &left);
    for (size_t depth = 0; left.len; depth++) {
        uint32_t frame = next_frame(stripped, depth, exact, &left);
        if (frame == PROFILE_NONE) break;
        array_push(path, frame);
    }
}

/* The frame at that depth of a stack, or what the ones by which the JVM links calls lead to. */
static uint32_t entry_at(const struct stripped *s, const struct profile_stack *stack,
                         uint32_t depth) {
    const struct frames *frames = &s->profile->frames;
    const uint32_t *of_stack = &s->profile->stack_frames.items[stack->first];
    for (; depth + 1 < stack->depth; depth++) {
        const struct frame *frame = &frames->rows.items[of_stack[depth]];
        const char *of_class = strings_get(&frames->strings, frame->class_name);
        if (strncmp(of_class, "java.lang.invoke.", 17) != 0) break;
    }
    return depth;
}

static uint32_t method_at(const struct stripped *s, const struct profile_stack *stack,
                          uint32_t depth) {
    return s->frame_method[s->profile->stack_frames.items[stack->first + depth]];
}

static void add_most(uint64_t *counts, uint32_t method, uint64_t samples, uint32_t *most) {
    counts[method] += samples;
    if (*most == PROFILE_NONE || counts[method] > counts[*most] ||
        (counts[method] == counts[*most] && method < *most))
        *most = method;
}

uint32_t stripped_inside(const struct stripped *stripped, uint32_t method, int64_t from_ns,
                         int64_t to_ns, uint64_t *samples) {
    const struct profile *p = stripped->profile;
    OWNED(array_release) candidates all = {0};
    uint64_t *tops = mem_zero(stripped->frames.len, sizeof *tops), sum = 0;
    uint64_t *entries = mem_zero(stripped->frames.len, sizeof *entries);
    uint32_t most = PROFILE_NONE, called = PROFILE_NONE;
    find_candidates(stripped, method, from_ns, to_ns, &all);
    for (size_t i = 0; i < all.len; i++) {
        const struct profile_stack *stack = &p->stacks.items[all.items[i].stack];
        const uint32_t depth = stripped->depth[all.items[i].stack];
        sum += all.items[i].samples;
        if (depth == stack->depth) continue;
        uint32_t top = p->stack_frames.items[stack->first + stack->depth - 1];
        add_most(tops, stripped->frame_method[top], all.items[i].samples, &most);
        const uint32_t entry = method_at(stripped, stack, entry_at(stripped, stack, depth));
        add_most(entries, entry, all.items[i].samples, &called);
    }
    const struct frame *top =
        most == PROFILE_NONE ? NULL : &p->frames.rows.items[stripped->frames.items[most]];
    bool tells = top && 2 * tops[most] >= sum &&
                 telling_method(strings_get(&p->frames.strings, top->class_name),
                                strings_get(&p->frames.strings, top->method));
    if (top && !tells && (2 * entries[called] >= sum || entries[called] >= tops[most])) {
        most = called;
        tops[most] = entries[called];
    }
    *samples = most == PROFILE_NONE ? 0 : tops[most];
    free(tops);
    free(entries);
    return most == PROFILE_NONE ? PROFILE_NONE : stripped->frames.items[most];
}

/* Of candidates, whose group is the place in their stack, those stay that call the method most call
 * there, and their place is that call; nothing changes if it has less than half of all samples. */
static uint32_t next_call(const struct stripped *s, uint64_t *counts, uint64_t all,
                          uint64_t *samples, candidates *left) {
    const struct profile *p = s->profile;
    uint32_t most = PROFILE_NONE;
    size_t kept = 0;
    EACH (const struct candidate, c, left)
        if (c->group + 1 < p->stacks.items[c->stack].depth)
            add_most(counts, method_at(s, &p->stacks.items[c->stack], c->group + 1), c->samples,
                     &most);
    const bool goes_on = most != PROFILE_NONE && 2 * counts[most] >= all;
    if (goes_on) *samples = counts[most];
    for (size_t i = 0; i < left->len; i++) {
        struct candidate c = left->items[i];
        if (++c.group >= p->stacks.items[c.stack].depth) continue;
        const uint32_t method = method_at(s, &p->stacks.items[c.stack], c.group);
        counts[method] = 0;
        if (goes_on && method == most) left->items[kept++] = c;
    }
    left->len = kept;
    return goes_on ? most : PROFILE_NONE;
}

uint32_t stripped_innermost(const struct stripped *stripped, uint32_t method, uint32_t inside,
                            int64_t from_ns, int64_t to_ns, uint64_t *samples) {
    const struct profile *p = stripped->profile;
    const uint32_t from = stripped->frame_method[inside];
    OWNED(array_release) candidates left = {0};
    uint64_t *counts = mem_zero(stripped->frames.len, sizeof *counts), all = 0;
    uint32_t innermost = from, next;
    size_t kept = 0;
    find_candidates(stripped, method, from_ns, to_ns, &left);
    for (size_t i = 0; i < left.len; i++) {
        struct candidate c = left.items[i];
        const struct profile_stack *stack = &p->stacks.items[c.stack];
        if (stripped->depth[c.stack] == stack->depth) continue;
        c.group = entry_at(stripped, stack, stripped->depth[c.stack]);
        if (method_at(stripped, stack, c.group) != from) continue;
        all += c.samples;
        left.items[kept++] = c;
    }
    left.len = kept;
    *samples = 0;
    while ((next = next_call(stripped, counts, all, samples, &left)) != PROFILE_NONE)
        innermost = next;
    free(counts);
    return innermost == from ? PROFILE_NONE : stripped->frames.items[innermost];
}
