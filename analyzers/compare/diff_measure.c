/* From sums to what is said of one row. */
#include "analyzers/compare/diff_parts.h"

#include "base/missing.h"

/* The dispersion of all rows counts like so many recordings more: few recordings say little about
 * how much one row differs from recording to recording. */
#define PRIOR_FREEDOM 10

static double squared(double x) {
    return x * x;
}

double diff_freedom(const struct diff_sums *sums) {
    const struct stat_clusters *cells = sums->cells, *runs = sums->recordings;
    if (runs[0].count >= 2 && runs[1].count >= 2)
        return runs[0].count + runs[1].count - 2 + PRIOR_FREEDOM;
    if (cells[0].count + cells[1].count == 0) return INFINITY; /* none are known */
    double df = fmax(cells[0].count - 1, 0) + fmax(cells[1].count - 1, 0);
    return df > 1 ? df : 1;
}

static double growth_of(double base, double fresh) {
    if (base > 0) return fresh / base;
    return fresh > 0 ? INFINITY : MISSING_REAL;
}

/* By what the recordings' variance exceeds that which was expected of both sides. */
static double dispersion_of(const struct diff_sums *sums, size_t key, const double expected[2]) {
    double between = 0, within = 0;
    for (int side = 0; side < 2; side++) {
        if (sums->recordings[side].count < 2) return 0;
        between += stat_cluster_variance(&sums->recordings[side], &sums->runs[side][key]);
        within += expected[side];
    }
    return within > 0 ? between / within : 0;
}

/* From three recordings a side on they say themselves how much runs differ, and their seconds say
 * nothing more: of a program whose phases last for seconds they say too much. */
static bool by_recordings(const struct diff_sums *sums) {
    return sums->shares[0] && sums->shares[1];
}

static struct stat_pair pair_of(const struct diff_sums *sums, size_t key, double design_effect) {
    struct stat_pair pair = {.design_effect = design_effect, .df = diff_freedom(sums)};
    for (int side = 0; side < 2; side++) {
        pair.x[side] = sums->hits[side][key].x;
        pair.n[side] = sums->cells[side].n;
        pair.samples[side] = sums->samples[side];
    }
    return pair;
}

static double measure_share(const struct diff_sums *sums, const struct diff_options *options,
                            size_t key, double dispersion, struct diff_measure *m) {
    const struct stat_hits hits[] = {sums->hits[0][key], sums->hits[1][key]};
    double effect = by_recordings(sums) ? 1 : stat_design_effect(sums->cells, hits), expected[2];
    struct stat_pair pair = pair_of(sums, key, fmax(effect * dispersion, 1));
    struct stat_change change;
    stat_compare(&pair, options->confidence, &change);
    for (int side = 0; side < 2; side++) {
        m->shown[side] = change.share[side];
        expected[side] = sums->samples[side] > 0 ? change.share[side] * (1 - change.share[side]) *
                                                       effect / sums->samples[side]
                                                 : 0;
    }
    m->low = change.low;
    m->high = change.high;
    m->p = change.p;
    m->design_effect = pair.design_effect;
    return dispersion_of(sums, key, expected);
}

/* What the sum's variance is of, were it so many independent samples of equal weight. */
static double rate_effect(const struct diff_sums *sums, size_t key) {
    double effect = 0, samples = 0;
    for (int side = 0; side < 2; side++) {
        const struct stat_hits *hits = &sums->hits[side][key];
        double cells = sums->cells[side].count, here = (double)sums->samples_of[side][key];
        if (cells < 2 || hits->x <= 0) continue;
        double variance = (hits->xx - squared(hits->x) / cells) * cells / (cells - 1);
        effect += variance / squared(hits->x) * here * here;
        samples += here;
    }
    effect = samples > 0 ? effect / samples : 1;
    return effect > 1 ? effect : 1;
}

static double measure_rate(const struct diff_sums *sums, const struct diff_options *options,
                           size_t key, double dispersion, struct diff_measure *m) {
    double own = by_recordings(sums) ? 1 : rate_effect(sums, key),
           effect = fmax(own * dispersion, 1);
    double df = diff_freedom(sums);
    double counts[2], variance = 0, expected[2];
    for (int side = 0; side < 2; side++) {
        double x = sums->hits[side][key].x, over = sums->exposure[side];
        counts[side] = x / sums->unit;
        m->shown[side] = over > 0 ? x / over : 0;
        double step = over > 0 ? sums->unit / over : 0; /* one sample more */
        variance += (counts[side] + 0.5) * effect * squared(step);
        expected[side] = counts[side] * own * squared(step);
    }
    double far = stat_t_quantile(0.5 + options->confidence / 2, df) * sqrt(variance);
    m->low = m->shown[1] - m->shown[0] - far;
    m->high = m->shown[1] - m->shown[0] + far;
    m->p = stat_compare_rates(counts, sums->exposure, effect, df);
    m->design_effect = effect;
    return dispersion_of(sums, key, expected);
}

double diff_measure(const struct diff_sums *sums, const struct diff_options *options, size_t key,
                    double dispersion, struct diff_measure *m) {
    *m = (struct diff_measure){.rank_p = MISSING_REAL, .adjusted = 1};
    for (int side = 0; side < 2; side++) m->count[side] = sums->hits[side][key].x;
    double samples = (double)sums->samples_of[0][key] + (double)sums->samples_of[1][key];
    m->tested = samples >= DIFF_LEAST_SAMPLES && sums->samples[0] > 0 && sums->samples[1] > 0;
    double found = sums->rates ? measure_rate(sums, options, key, dispersion, m)
                               : measure_share(sums, options, key, dispersion, m);
    m->change = m->shown[1] - m->shown[0];
    m->ratio = growth_of(m->shown[0], m->shown[1]);
    if (by_recordings(sums))
        m->rank_p = stat_rank_test(sums->shares[0] + key * sums->count[0], sums->count[0],
                                   sums->shares[1] + key * sums->count[1], sums->count[1]);
    return found;
}

double diff_part_p(const struct diff_sums *sums, const struct diff_measure *part,
                   const struct diff_measure *whole) {
    struct stat_pair pair = {.design_effect = part->design_effect, .df = diff_freedom(sums)};
    for (int side = 0; side < 2; side++) {
        pair.x[side] = part->count[side];
        pair.n[side] = whole->count[side];
        pair.samples[side] = whole->count[side] / sums->unit;
    }
    struct stat_change change;
    stat_compare(&pair, 0.95, &change);
    /* A parent that is only on one side explains all that is in it. */
    return change.p;
}
