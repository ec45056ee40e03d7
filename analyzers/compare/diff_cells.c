/* Sums over cells: one thread's second where shares are compared, everybody's second where rates
 * are (a second without a sample is one, too). */
#include "analyzers/compare/diff_parts.h"
#include "base/prefetch.h"
#include "base/sort.h"

/* By time, as they are already unless something was merged into them. */
static uint32_t *sort_seconds(const struct moments *moments) {
    uint32_t *sorted = sort_start(moments->len);
    bool in_order = true;
    for (size_t i = 1; i < moments->len && in_order; i++)
        in_order = moments->items[i - 1].time_ns <= moments->items[i].time_ns;
    if (in_order) return sorted;
    OWNED(mem_release) uint64_t *keys = mem_resize(NULL, moments->len, sizeof *keys);
    for (size_t i = 0; i < moments->len; i++) keys[i] = sort_signed(moments->items[i].time_ns);
    sort_by(sorted, moments->len, keys);
    return sorted;
}

typedef ARRAY(uint64_t) key_list;

/* Those of one second by thread; the lists are those of the second before, for their memory. */
static void sort_second(const struct moments *moments, const uint64_t *threads, uint32_t *second,
                        size_t len, key_list *keys, key_list *was) {
    keys->len = was->len = 0;
    for (size_t i = 0; i < len; i++) {
        array_push(keys, threads[moments->items[second[i]].who]);
        array_push(was, second[i]);
    }
    OWNED(mem_release) uint32_t *order = sort_start(len);
    sort_by(order, len, keys->items);
    for (size_t i = 0; i < len; i++) second[i] = (uint32_t)was->items[order[i]];
}

/* In the order of cells, and of a cell as they are. What it takes beside the result is as much as
 * the largest second has. */
static uint32_t *sort_cells(const struct moments *moments, const uint64_t *threads) {
    uint32_t *sorted = sort_seconds(moments);
    OWNED(array_release) key_list keys = {0}, was = {0};
    for (size_t at = 0, next; at < moments->len; at = next) {
        int64_t time_ns = moments->items[sorted[at]].time_ns;
        for (next = at + 1; next < moments->len && moments->items[sorted[next]].time_ns == time_ns;)
            next++;
        sort_second(moments, threads, sorted + at, next - at, &keys, &was);
    }
    return sorted;
}

struct own_stack { /* of the open recording */
    uint32_t first, end; /* its keys */
    uint64_t samples;
};

struct summer {
    const struct diff_input *input;
    const struct diff_keys *keys;
    struct diff_sums *sums;
    double *here;                    /* by key: in the open cell */
    double *run;                     /* by key: in the open recording */
    uint32_t *first;                 /* by stack: where its keys begin; they end with the next's */
    ARRAY(uint32_t) of_stacks;       /* keys */
    ARRAY(struct own_stack) in_cell; /* of each sample */
    size_t added;                    /* keys of all of them */
};

/* What the cell has of the key is added to sums. Of 0 nothing is: no branch has to be foretold. */
static inline void settle(struct summer *s, struct stat_hits *hits, uint32_t key, double weight) {
    double x = s->here[key];
    hits[key].x += x;
    hits[key].xx += x * x;
    hits[key].xn += x * weight;
    s->run[key] += x;
    s->here[key] = 0;
}

/* Cells of a profile without times are none: nothing is known of how its samples follow each other.
 * What a cell has is looked for among all keys, or, of few samples, among theirs. */
static void close_cell(struct summer *s, int side, double weight, bool timed) {
    struct stat_clusters *all = &s->sums->cells[side];
    struct stat_hits *hits = s->sums->hits[side];
    bool most = s->added > s->keys->len / 2;
    all->n += weight;
    all->nn += timed ? weight * weight : 0;
    all->count += timed && weight > 0;
    for (uint32_t key = 0; most && key < s->keys->len; key++) settle(s, hits, key, weight);
    for (size_t i = 0; !most && i < s->in_cell.len; i++) {
        const struct own_stack *stack = &s->in_cell.items[i];
        for (uint32_t k = stack->first; k < stack->end; k++)
            settle(s, hits, s->of_stacks.items[k], weight);
    }
    s->in_cell.len = s->added = 0;
}

/* How long, or over how much, the recording collected what it holds. */
static double exposure(const struct diff_recording *r, enum diff_normalize normalize) {
    switch (normalize) {
    case DIFF_PER_SECOND: return r->seconds;
    case DIFF_CPU:
        return r->cpu_seconds > 0 ? (double)r->profile->samples * r->seconds / r->cpu_seconds : 0;
    default: return 1;
    }
}

static void close_recording(struct summer *s, size_t at, size_t nth, double weight) {
    const struct diff_recording *r = &s->input->recordings[at];
    struct diff_sums *sums = s->sums;
    double n = sums->rates ? exposure(r, s->input->options->normalize) : weight;
    struct stat_clusters *all = &sums->recordings[r->side];
    all->n += n;
    all->nn += n * n;
    all->count += n > 0;
    all->samples += (double)r->profile->samples;
    sums->exposure[r->side] += exposure(r, s->input->options->normalize);
    for (size_t key = 0; key < s->keys->len; key++) {
        double x = s->run[key];
        struct stat_hits *hits = &sums->runs[r->side][key];
        hits->x += x;
        hits->xx += x * x;
        hits->xn += x * n;
        if (sums->shares[r->side] && n > 0)
            sums->shares[r->side][key * sums->count[r->side] + nth] = x / n;
        s->run[key] = 0;
    }
}

/* The keys of each stack, one after the other. */
static void take_keys(struct summer *s, const struct diff_keys *keys) {
    OWNED(mem_release) uint32_t *buffer = mem_resize(NULL, keys->len, sizeof *buffer);
    s->first = mem_resize(NULL, keys->stacks + 1, sizeof *s->first);
    for (uint32_t stack = 0; stack < keys->stacks; stack++) {
        size_t count = keys->of_stack(keys->context, stack, buffer);
        s->first[stack] = (uint32_t)s->of_stacks.len;
        for (size_t i = 0; i < count; i++) array_push(&s->of_stacks, buffer[i]);
    }
    s->first[keys->stacks] = (uint32_t)s->of_stacks.len;
}

static struct own_stack *own_stacks(const struct summer *s, size_t at) {
    size_t len = s->input->recordings[at].profile->stacks.len;
    struct own_stack *own = mem_resize(NULL, len, sizeof *own);
    for (size_t i = 0; i < len; i++) {
        const uint32_t *first = &s->first[s->input->stacks[at][i]];
        own[i] = (struct own_stack){first[0], first[1], 0};
    }
    return own;
}

static void add_sample(struct summer *s, struct own_stack *stack, uint64_t count, double x) {
    const uint32_t *keys = s->of_stacks.items;
    for (uint32_t i = stack->first; i < stack->end; i++) s->here[keys[i]] += x;
    stack->samples += count;
    array_push(&s->in_cell, *stack);
    s->added += stack->end - stack->first;
}

static void add_counts(struct summer *s, const struct own_stack *own, size_t len,
                       float *samples_of) {
    for (size_t stack = 0; stack < len; stack++)
        for (uint32_t i = own[stack].first; i < own[stack].end; i++)
            samples_of[s->of_stacks.items[i]] += (float)own[stack].samples;
}

/* Samples whose stacks, and then their keys, are brought while those of others are added. */
#define STACKS_AHEAD 16
#define KEYS_AHEAD 8
#define KEYS_A_LINE 16

static void bring(const struct summer *s, const struct moments *moments, const uint32_t *sorted,
                  size_t i, const struct own_stack *own) {
    if (i + STACKS_AHEAD >= moments->len) return;
    uint32_t later = moments->items[sorted[i + STACKS_AHEAD]].stack;
    uint32_t stack = moments->items[sorted[i + KEYS_AHEAD]].stack;
    if (later != PROFILE_NONE) prefetch(&own[later]);
    if (stack == PROFILE_NONE) return;
    for (uint32_t k = own[stack].first; k < own[stack].end; k += KEYS_A_LINE)
        prefetch(s->of_stacks.items + k);
}

static void sum_recording(struct summer *s, size_t at, size_t nth) {
    const struct diff_recording *r = &s->input->recordings[at];
    const struct profile *profile = r->profile;
    const struct moments *moments = &profile->moments;
    uint64_t *threads = mem_resize(NULL, profile->whos.len, sizeof *threads), before = 0;
    for (size_t i = 0; i < profile->whos.len; i++) { /* all are one where rates are compared */
        uint32_t thread = profile->whos.items[i].thread;
        threads[i] = s->sums->rates ? 0 : thread == PROFILE_NONE ? profile->threads.len : thread;
    }
    OWNED(mem_release) uint32_t *sorted = sort_cells(moments, threads);
    OWNED(mem_release) struct own_stack *own = own_stacks(s, at);
    double weight = 0, all = 0, cells = s->sums->cells[r->side].count;
    bool timed = moments->len && moments->items[0].time_ns != PROFILE_NO_TIME;
    for (size_t i = 0; i < moments->len; i++) {
        const struct moment *m = &moments->items[sorted[i]];
        bring(s, moments, sorted, i, own);
        uint64_t count = moments_count(moments, sorted[i]);
        double x =
            s->input->options->values ? (double)moments_value(moments, sorted[i]) : (double)count;
        bool same = i == 0 || (moments->items[sorted[i - 1]].time_ns == m->time_ns &&
                               threads[m->who] == before);
        if (!same) {
            close_cell(s, r->side, weight, timed);
            weight = 0;
        }
        before = threads[m->who];
        weight += x;
        all += x;
        if (m->stack != PROFILE_NONE) add_sample(s, &own[m->stack], count, x);
    }
    if (moments->len) close_cell(s, r->side, weight, timed);
    cells = s->sums->cells[r->side].count - cells;
    if (s->sums->rates && timed && r->seconds > cells)
        s->sums->cells[r->side].count += r->seconds - cells;
    s->sums->samples[r->side] += (double)profile->samples;
    s->sums->cells[r->side].samples += (double)profile->samples;
    add_counts(s, own, profile->stacks.len, s->sums->samples_of[r->side]);
    close_recording(s, at, nth, all);
    free(threads);
}

void diff_sum(const struct diff_input *input, const struct diff_keys *keys,
              struct diff_sums *sums) {
    *sums = (struct diff_sums){.rates = input->options->normalize != DIFF_SHARES, .unit = 1};
    for (size_t i = 0; i < input->len; i++) sums->count[input->recordings[i].side]++;
    bool ranks = sums->count[0] >= 3 && sums->count[1] >= 3;
    for (int side = 0; side < 2; side++) {
        sums->hits[side] = mem_zero(keys->len, sizeof *sums->hits[side]);
        sums->runs[side] = mem_zero(keys->len, sizeof *sums->runs[side]);
        sums->samples_of[side] = mem_zero(keys->len, sizeof *sums->samples_of[side]);
        if (ranks)
            sums->shares[side] =
                mem_zero(keys->len * sums->count[side], sizeof *sums->shares[side]);
    }
    struct summer s = {.input = input, .keys = keys, .sums = sums};
    s.here = mem_zero(keys->len, sizeof *s.here);
    s.run = mem_zero(keys->len, sizeof *s.run);
    take_keys(&s, keys);
    size_t nth[2] = {0, 0};
    for (size_t i = 0; i < input->len; i++) sum_recording(&s, i, nth[input->recordings[i].side]++);
    double weight = sums->cells[0].n + sums->cells[1].n,
           samples = sums->samples[0] + sums->samples[1];
    if (input->options->values && samples > 0 && weight > 0) sums->unit = weight / samples;
    mem_free(s.here, s.run, s.first);
    arrays_free(&s.of_stacks, &s.in_cell);
}

void diff_sums_free(struct diff_sums *sums) {
    for (int side = 0; side < 2; side++)
        mem_free(sums->hits[side], sums->runs[side], sums->samples_of[side], sums->shares[side]);
    *sums = (struct diff_sums){0};
}
