/* Sums over cells: one thread's second where shares are compared, everybody's second where rates
 * are (a second without a sample is one, too). */
#include "analyzers/compare/diff_parts.h"
#include "base/order.h"
#include "base/platform.h"

#include <stdlib.h>

struct order {
    const struct profile *profile;
    bool by_time; /* threads together */
};

static int compare_cells(const struct order *order, uint32_t a, uint32_t b) {
    const struct moment *items = order->profile->moments.items, *x = &items[a], *y = &items[b];
    if (x->time_ns != y->time_ns) return x->time_ns < y->time_ns ? -1 : 1;
    if (order->by_time || x->who == y->who) return 0;
    const struct profile_who *whos = order->profile->whos.items;
    uint32_t left = whos[x->who].thread, right = whos[y->who].thread;
    return left == right ? 0 : left < right ? -1 : 1;
}

static int compare(const void *left, const void *right, void *context) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    int by = compare_cells(context, a, b);
    return by ? by : ORDER(a, b);
}

struct summer {
    const struct diff_input *input;
    const struct diff_keys *keys;
    struct diff_sums *sums;
    double *here;                    /* by key: in the open cell */
    double *run;                     /* by key: in the open recording */
    ARRAY(uint32_t) in_cell, in_run; /* keys that are not 0 */
    uint32_t *buffer;                /* keys of a stack */
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

static void add_sample(struct summer *s, size_t at, const struct profile_sample *sample, double x) {
    if (sample->stack == PROFILE_NONE) return;
    int side = s->input->recordings[at].side;
    uint32_t stack = s->input->stacks[at][sample->stack];
    size_t count = s->keys->of_stack(s->keys->context, stack, s->buffer);
    for (size_t i = 0; i < count; i++) {
        uint32_t key = s->buffer[i];
        if (s->here[key] == 0 && x > 0) array_push(&s->in_cell, key);
        s->here[key] += x;
        s->sums->samples_of[side][key] += (float)sample->count;
    }
}

static void sum_recording(struct summer *s, size_t at, size_t nth) {
    const struct diff_recording *r = &s->input->recordings[at];
    const struct profile *profile = r->profile;
    size_t len = profile->moments.len;
    uint32_t *sorted = mem_resize(NULL, len ? len : 1, sizeof *sorted);
    struct order order = {profile, s->sums->rates};
    for (size_t i = 0; i < len; i++) sorted[i] = (uint32_t)i;
    if (len) platform_sort(sorted, len, sizeof *sorted, compare, &order);
    double weight = 0, all = 0, cells = s->sums->cells[r->side].count;
    bool timed = len && profile->moments.items[0].time_ns != PROFILE_NO_TIME;
    for (size_t i = 0; i < len; i++) {
        const struct profile_sample sample = profile_sample(profile, sorted[i]);
        double x = s->input->options->values ? (double)sample.value : (double)sample.count;
        if (i && compare_cells(&order, sorted[i - 1], sorted[i]) != 0) {
            close_cell(s, r->side, weight, timed);
            weight = 0;
        }
        weight += x;
        all += x;
        add_sample(s, at, &sample, x);
    }
    if (len) close_cell(s, r->side, weight, timed);
    cells = s->sums->cells[r->side].count - cells;
    if (s->sums->rates && timed && r->seconds > cells)
        s->sums->cells[r->side].count += r->seconds - cells;
    s->sums->samples[r->side] += (double)profile->samples;
    s->sums->cells[r->side].samples += (double)profile->samples;
    close_recording(s, at, nth, all);
    free(sorted);
}

void diff_sum(const struct diff_input *input, const struct diff_keys *keys,
              struct diff_sums *sums) {
    *sums = (struct diff_sums){.rates = input->options->normalize != DIFF_SHARES, .unit = 1};
    for (size_t i = 0; i < input->len; i++) sums->count[input->recordings[i].side]++;
    bool ranks = sums->count[0] >= 3 && sums->count[1] >= 3;
    for (int side = 0; side < 2; side++) {
        sums->hits[side] = mem_zero(keys->len + 1, sizeof *sums->hits[side]);
        sums->runs[side] = mem_zero(keys->len + 1, sizeof *sums->runs[side]);
        sums->samples_of[side] = mem_zero(keys->len + 1, sizeof *sums->samples_of[side]);
        if (ranks)
            sums->shares[side] =
                mem_zero(keys->len * sums->count[side] + 1, sizeof *sums->shares[side]);
    }
    struct summer s = {.input = input, .keys = keys, .sums = sums};
    s.here = mem_zero(keys->len + 1, sizeof *s.here);
    s.run = mem_zero(keys->len + 1, sizeof *s.run);
    s.buffer = mem_zero(keys->len + 1, sizeof *s.buffer);
    size_t nth[2] = {0, 0};
    for (size_t i = 0; i < input->len; i++) sum_recording(&s, i, nth[input->recordings[i].side]++);
    double weight = sums->cells[0].n + sums->cells[1].n,
           samples = sums->samples[0] + sums->samples[1];
    if (input->options->values && samples > 0 && weight > 0) sums->unit = weight / samples;
    free(s.here);
    free(s.run);
    free(s.buffer);
    array_free(&s.in_cell);
    array_free(&s.in_run);
}

void diff_sums_free(struct diff_sums *sums) {
    for (int side = 0; side < 2; side++) {
        free(sums->hits[side]);
        free(sums->runs[side]);
        free(sums->samples_of[side]);
        free(sums->shares[side]);
    }
    *sums = (struct diff_sums){0};
}
