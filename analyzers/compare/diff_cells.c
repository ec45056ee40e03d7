/* Sums over cells: one thread's second where shares are compared, everybody's second where rates
 * are (a second without a sample is one, too). */
#include "analyzers/compare/diff_parts.h"
#include "base/sort.h"

#include <stdlib.h>

/* In the order of cells, and of a cell as they are. */
static uint32_t *sort_cells(const struct profile *profile, const uint64_t *threads) {
    size_t len = profile->moments.len;
    uint32_t *sorted = sort_start(len);
    OWNED(mem_release) uint64_t *keys = mem_resize(NULL, len, sizeof *keys);
    for (size_t i = 0; i < len && threads; i++) keys[i] = threads[profile->moments.items[i].who];
    if (len && threads) sort_by(sorted, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = sort_signed(profile->moments.items[i].time_ns);
    if (len) sort_by(sorted, len, keys);
    return sorted;
}

struct summer {
    const struct diff_input *input;
    const struct diff_keys *keys;
    struct diff_sums *sums;
    double *here;                    /* by key: in the open cell */
    double *run;                     /* by key: in the open recording */
    ARRAY(uint32_t) in_cell, in_run; /* keys that are not 0 */
    uint32_t *first;                 /* by stack: one more than where its keys are; 0: not yet */
    ARRAY(uint32_t) of_stacks;       /* how many, then the keys */
    uint32_t *buffer;                /* keys of a stack */
    uint64_t *counts;                /* by stack: samples of the open recording */
};

/* Cells of a profile without times are none: nothing is known of how its samples follow each other.
 */
static void close_cell(struct summer *s, int side, double weight, bool timed) {
    struct stat_clusters *all = &s->sums->cells[side];
    all->n += weight;
    all->nn += timed ? weight * weight : 0;
    all->count += timed && weight > 0;
    for (size_t i = 0; i < s->in_cell.len; i++) {
        uint32_t key = s->in_cell.items[i];
        double x = s->here[key];
        struct stat_hits *hits = &s->sums->hits[side][key];
        hits->x += x;
        hits->xx += x * x;
        hits->xn += x * weight;
        if (s->run[key] == 0 && x > 0) array_push(&s->in_run, key);
        s->run[key] += x;
        s->here[key] = 0;
    }
    s->in_cell.len = 0;
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
    for (size_t i = 0; i < s->in_run.len; i++) {
        uint32_t key = s->in_run.items[i];
        double x = s->run[key];
        struct stat_hits *hits = &sums->runs[r->side][key];
        hits->x += x;
        hits->xx += x * x;
        hits->xn += x * n;
        if (sums->shares[r->side] && n > 0)
            sums->shares[r->side][key * sums->count[r->side] + nth] = x / n;
        s->run[key] = 0;
    }
    s->in_run.len = 0;
}

/* The stack's keys, which are asked for once. */
static const uint32_t *keys_of(struct summer *s, uint32_t stack, size_t *count) {
    if (!s->first[stack]) {
        *count = s->keys->of_stack(s->keys->context, stack, s->buffer);
        array_push(&s->of_stacks, (uint32_t)*count);
        s->first[stack] = (uint32_t)s->of_stacks.len;
        for (size_t i = 0; i < *count; i++) array_push(&s->of_stacks, s->buffer[i]);
    }
    *count = s->of_stacks.items[s->first[stack] - 1];
    return &s->of_stacks.items[s->first[stack]];
}

static void add_sample(struct summer *s, uint32_t stack, double x) {
    size_t count;
    const uint32_t *keys = keys_of(s, stack, &count);
    for (size_t i = 0; i < count; i++) {
        double *here = &s->here[keys[i]];
        if (*here == 0 && x > 0) array_push(&s->in_cell, keys[i]);
        *here += x;
    }
}

static void add_counts(struct summer *s, float *samples_of) {
    for (uint32_t stack = 0, stacks = s->keys->stacks; stack < stacks; stack++) {
        size_t count;
        if (!s->counts[stack]) continue;
        const uint32_t *keys = keys_of(s, stack, &count);
        for (size_t i = 0; i < count; i++) samples_of[keys[i]] += (float)s->counts[stack];
        s->counts[stack] = 0;
    }
}

#define AHEAD 8 /* samples, whose keys are brought while those of others are added */
#define KEYS_BROUGHT 96
#define KEYS_A_LINE 16

static void bring_keys(const struct summer *s, const struct moment *m, const uint32_t *stacks) {
    uint32_t first = m->stack == PROFILE_NONE ? 0 : s->first[stacks[m->stack]];
    for (uint32_t i = 0; first && i < KEYS_BROUGHT; i += KEYS_A_LINE)
        __builtin_prefetch((const char *)(s->of_stacks.items + first - 1) + i * sizeof(uint32_t));
}

static void sum_recording(struct summer *s, size_t at, size_t nth) {
    const struct diff_recording *r = &s->input->recordings[at];
    const struct profile *profile = r->profile;
    const struct moments *moments = &profile->moments;
    uint64_t *threads = mem_resize(NULL, profile->whos.len, sizeof *threads), before = 0;
    for (size_t i = 0; i < profile->whos.len; i++) /* all are one where rates are compared */
        threads[i] = s->sums->rates ? 0 : profile->whos.items[i].thread;
    OWNED(mem_release) uint32_t *sorted = sort_cells(profile, s->sums->rates ? NULL : threads);
    double weight = 0, all = 0, cells = s->sums->cells[r->side].count;
    bool timed = moments->len && moments->items[0].time_ns != PROFILE_NO_TIME;
    for (size_t i = 0; i < moments->len; i++) {
        const struct moment *m = &moments->items[sorted[i]];
        if (i + AHEAD < moments->len)
            bring_keys(s, &moments->items[sorted[i + AHEAD]], s->input->stacks[at]);
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
        if (m->stack == PROFILE_NONE) continue;
        uint32_t stack = s->input->stacks[at][m->stack];
        s->counts[stack] += count;
        add_sample(s, stack, x);
    }
    if (moments->len) close_cell(s, r->side, weight, timed);
    cells = s->sums->cells[r->side].count - cells;
    if (s->sums->rates && timed && r->seconds > cells)
        s->sums->cells[r->side].count += r->seconds - cells;
    s->sums->samples[r->side] += (double)profile->samples;
    s->sums->cells[r->side].samples += (double)profile->samples;
    add_counts(s, s->sums->samples_of[r->side]);
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
    s.buffer = mem_zero(keys->len, sizeof *s.buffer);
    s.first = mem_zero(keys->stacks, sizeof *s.first);
    s.counts = mem_zero(keys->stacks, sizeof *s.counts);
    size_t nth[2] = {0, 0};
    for (size_t i = 0; i < input->len; i++) sum_recording(&s, i, nth[input->recordings[i].side]++);
    double weight = sums->cells[0].n + sums->cells[1].n,
           samples = sums->samples[0] + sums->samples[1];
    if (input->options->values && samples > 0 && weight > 0) sums->unit = weight / samples;
    mem_free(s.here, s.run, s.buffer, s.first, s.counts);
    arrays_free(&s.of_stacks, &s.in_cell, &s.in_run);
}

void diff_sums_free(struct diff_sums *sums) {
    for (int side = 0; side < 2; side++)
        mem_free(sums->hits[side], sums->runs[side], sums->samples_of[side], sums->shares[side]);
    *sums = (struct diff_sums){0};
}
