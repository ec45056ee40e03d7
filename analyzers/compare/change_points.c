#include "analyzers/compare/change_points.h"

#include "analyzers/compare/statistics.h"
#include "base/order.h"

#include <math.h>
#include <string.h>

#define FIRST_DEPTH 0.7  /* of alpha; */
#define LATER_DEPTHS 0.5 /* of what is left */
#define LEAST 4          /* values in which a change is looked for */
#define LONGEST 400      /* ... in which stretches are */

/* ==== One series ============================================================================ */

struct change_cut change_cut(const double *values, size_t len, bool stretches) {
    double n = (double)len, sum = 0;
    struct change_cut best = {1, len, -1};
    for (size_t i = 0; i < len; i++) sum += values[i];
    for (size_t to = len; to > 0; to--) {
        double inside = 0;
        for (size_t from = to; from-- > (to == len ? 1 : 0);) {
            double k = (double)(to - from);
            inside += values[from];
            double weighted = fabs(inside - k * sum / n) / sqrt(k * (n - k) / n);
            if (weighted > best.statistic * (1 + 1e-12))
                best = (struct change_cut){from, to, weighted};
        }
        if (!stretches) break;
    }
    if (best.from == 0) best = (struct change_cut){best.to, len, best.statistic};
    return best;
}

/* splitmix64 */
static uint64_t next_random(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static void shuffle(double *values, size_t len, uint64_t *state) {
    for (size_t i = len; i > 1; i--) {
        size_t k = (size_t)(next_random(state) % i);
        double other = values[k];
        values[k] = values[i - 1];
        values[i - 1] = other;
    }
}

/* Do permutations have as large a statistic more often than level? */
static bool is_usual(const double *values, size_t len, bool stretches, double observed,
                     double level) {
    uint64_t state = len;
    size_t as_far = 0, too_many = (size_t)(level * (CHANGE_PERMUTATIONS + 1));
    double *dealt = mem_resize(NULL, len, sizeof *dealt);
    memcpy(dealt, values, len * sizeof *dealt);
    for (size_t drawn = 0; drawn < CHANGE_PERMUTATIONS && as_far < too_many; drawn++) {
        shuffle(dealt, len, &state);
        as_far += change_cut(dealt, len, stretches).statistic >= observed * (1 - 1e-9);
    }
    free(dealt);
    return as_far >= too_many;
}

/* Student's t of the cut, for as many as there are. */
static double student_p(const double *values, size_t len, double sampled, bool stretches,
                        const struct change_cut *cut) {
    double mean = 0, all = 0, n = (double)len, inside = 0;
    double k = (double)(cut->to - cut->from), cuts = stretches ? n * (n - 1) / 2 : n - 1;
    for (size_t i = 0; i < len; i++) mean += values[i] / n;
    for (size_t i = 0; i < len; i++) all += (values[i] - mean) * (values[i] - mean);
    for (size_t i = cut->from; i < cut->to; i++) inside += values[i] - mean;
    double between = inside * inside / (k * (n - k) / n);
    double within = fmax(all - between, sampled);
    if (within <= all * 1e-12) return 0;
    double p = 2 * cuts * stat_t_upper(sqrt(between / (within / (n - 2))), n - 2);
    return p < 1 ? p : 1;
}

/* Of the logarithms at the same place; 0 where there are none. */
static double logarithms_p(const double *values, size_t len, bool stretches,
                           const struct change_cut *cut) {
    double *logs = mem_resize(NULL, len, sizeof *logs), p = 0;
    bool positive = true;
    for (size_t i = 0; i < len && positive; i++) {
        positive = values[i] > 0;
        if (positive) logs[i] = log(values[i]);
    }
    if (positive) p = student_p(logs, len, 0, stretches, cut);
    free(logs);
    return p;
}

static double p_of(const double *values, size_t len, double sampled, bool stretches, double level,
                   struct change_cut *cut) {
    *cut = change_cut(values, len, stretches);
    double p = fmax(student_p(values, len, sampled, stretches, cut),
                    logarithms_p(values, len, stretches, cut));
    return p <= level && is_usual(values, len, stretches, cut->statistic, level) ? 1 : p;
}

double change_p(const double *values, size_t len, double sampled, double level,
                struct change_cut *cut) {
    struct change_cut stretch;
    double p = p_of(values, len, sampled, false, level / 2, cut);
    double other = len <= LONGEST ? p_of(values, len, sampled, true, level / 2, &stretch) : 1;
    if (other < p) *cut = stretch;
    return fmin(2 * fmin(p, other), 1);
}

/* The cut in the middle, the highest ones on one side of it. */
double change_least_p(size_t len) {
    double n = (double)len, k = floor(n / 2);
    double ways = exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1));
    double least = 2 / ways;
    return least > 1 ? 1 : least;
}

/* ==== Many series =========================================================================== */

struct stretch { /* of the known values of a series */
    size_t series, from, to;
    struct change_cut cut;
    double p;
};

typedef ARRAY(struct stretch) stretches;

struct known { /* of a series: values, and where they stood */
    double *values, *variances;
    size_t *places;
    size_t len;
};

static struct known known_of(const struct change_series *series) {
    struct known known = {.values = mem_resize(NULL, series->len, sizeof(double)),
                          .variances = mem_resize(NULL, series->len, sizeof(double)),
                          .places = mem_resize(NULL, series->len, sizeof(size_t))};
    for (size_t i = 0; i < series->len; i++) {
        if (!isfinite(series->values[i])) continue;
        known.values[known.len] = series->values[i];
        known.variances[known.len] = series->variances ? series->variances[i] : 0;
        known.places[known.len++] = i;
    }
    return known;
}

static double mean_of(const double *values, size_t from, size_t to) {
    double sum = 0;
    for (size_t i = from; i < to; i++) sum += values[i];
    return sum / (double)(to - from);
}

static bool varies(const struct known *known, const struct stretch *stretch) {
    for (size_t i = stretch->from + 1; i < stretch->to; i++)
        if (known->values[i] != known->values[stretch->from]) return true;
    return false;
}

/* Tests all stretches of a depth, and leaves those behind them that are to be looked at next. */
static void look_at(const struct known *known, stretches *depth, double alpha,
                    struct change_points *out, stretches *next) {
    double *p = mem_resize(NULL, depth->len, sizeof *p);
    for (size_t i = 0; i < depth->len; i++) {
        struct stretch *s = &depth->items[i];
        const double *values = known[s->series].values + s->from;
        double sampled = 0;
        for (size_t k = s->from; k < s->to; k++) sampled += known[s->series].variances[k];
        p[i] = s->p = change_p(values, s->to - s->from, sampled, alpha, &s->cut);
        s->cut.from += s->from;
        s->cut.to += s->from;
    }
    stat_benjamini_hochberg(p, depth->len, p);
    for (size_t i = 0; i < depth->len; i++) {
        const struct stretch *s = &depth->items[i];
        const struct known *of = &known[s->series];
        const size_t edges[] = {s->from, s->cut.from, s->cut.to, s->to};
        if (p[i] > alpha) continue;
        for (int k = 0; k < 3; k++) {
            const struct stretch part = {s->series, edges[k], edges[k + 1], {0}, 1};
            if (k && edges[k] < s->to)
                array_push(&out->items, (struct change_point){.series = s->series,
                                                              .at = of->places[edges[k]],
                                                              .p = s->p,
                                                              .adjusted = p[i]});
            if (part.to - part.from >= LEAST && varies(of, &part)) array_push(next, part);
        }
    }
    free(p);
}

ORDERED(by_place, struct change_point, RISING(series), RISING(at))

/* Means of the stretches between the changes. */
static void set_means(const struct known *known, struct change_points *out) {
    for (size_t i = 0; i < out->items.len; i++) {
        struct change_point *point = &out->items.items[i];
        const struct known *of = &known[point->series];
        size_t from = 0, at = 0, to = of->len;
        while (of->places[at] != point->at) at++;
        if (i && out->items.items[i - 1].series == point->series)
            while (of->places[from] != out->items.items[i - 1].at) from++;
        if (i + 1 < out->items.len && out->items.items[i + 1].series == point->series)
            for (to = at; of->places[to] != out->items.items[i + 1].at;) to++;
        point->before = mean_of(of->values, from, at);
        point->after = mean_of(of->values, at, to);
    }
}

void change_points_find(const struct change_series *series, size_t count, double alpha,
                        struct change_points *out) {
    struct known *known = mem_zero(count, sizeof *known);
    stretches depth = {0};
    double level = FIRST_DEPTH * alpha, left = alpha - level;
    *out = (struct change_points){.items = {0}};
    for (size_t i = 0; i < count; i++) {
        known[i] = known_of(&series[i]);
        const struct stretch whole = {i, 0, known[i].len, {0}, 1};
        if (known[i].len >= LEAST && varies(&known[i], &whole)) array_push(&depth, whole);
    }
    while (depth.len) {
        stretches next = {0};
        look_at(known, &depth, level, out, &next);
        level = left * LATER_DEPTHS;
        left -= level;
        array_free(&depth);
        depth = next;
    }
    array_sort(&out->items, by_place);
    set_means(known, out);
    for (size_t i = 0; i < count; i++)
        mem_free(known[i].values, known[i].variances, known[i].places);
    free(known);
}

void change_points_free(struct change_points *points) {
    array_free(&points->items);
}
