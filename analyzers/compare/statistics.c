#include "analyzers/compare/statistics.h"

#include "base/mem.h"
#include "base/platform.h"
#include "base/missing.h"
#include "base/order.h"

#include <float.h>

static double square(double x) {
    return x * x;
}

static double bound(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* ==== One row =============================================================================== */

double stat_cluster_variance(const struct stat_clusters *all, const struct stat_hits *hits) {
    if (all->count < 2 || all->n <= 0) return 0;
    double share = hits->x / all->n;
    double squares = hits->xx - 2 * share * hits->xn + share * share * all->nn;
    if (squares < 0) squares = 0; /* rounding */
    return squares / square(all->n) * all->count / (all->count - 1);
}

double stat_design_effect(const struct stat_clusters all[2], const struct stat_hits hits[2]) {
    double clustered = 0, independent = 0, most = 1;
    bool varied = false;
    for (int side = 0; side < 2; side++) {
        if (all[side].n <= 0 || all[side].samples <= 0) continue;
        double share = bound(hits[side].x / all[side].n, 0, 1);
        /* A single cluster shows no variance: nothing is known but the other side's, */
        if (all[side].count >= 2) {
            varied = true;
            clustered += stat_cluster_variance(&all[side], &hits[side]);
            independent += share * (1 - share) / all[side].samples;
        }
        double size = all[side].nn / square(all[side].n) * all[side].samples;
        if (size > most) most = size;
    }
    if (!varied) return most; /* and if that has one as well, its samples may be all alike */
    return independent > 0 ? bound(clustered / independent, 1, most) : 1;
}

double stat_moderate(double dispersion, double df, double prior, double prior_df) {
    return (dispersion * df + prior * prior_df) / (df + prior_df);
}

void stat_wilson(double x, double n, double z, double *low, double *high) {
    if (n <= 0) {
        *low = 0;
        *high = 1;
        return;
    }
    double share = x / n, shift = z * z / (2 * n);
    double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = x <= 0 ? 0 : bound((share + shift - half) / (1 + 2 * shift), 0, 1);
    *high = x >= n ? 1 : bound((share + shift + half) / (1 + 2 * shift), 0, 1);
}

/* Two-sided p of the score. The score's variance comes from the clusters of both sides, so
 * Student's distribution has their degrees of freedom. */
static double score_p(double difference, double variance, double df) {
    if (variance <= 0) return difference == 0 ? 1 : 0;
    return bound(2 * stat_t_upper(fabs(difference) / sqrt(variance), df), 0, 1);
}

void stat_compare(const struct stat_pair *pair, double confidence, struct stat_change *change) {
    double x[2] = {0}, n[2] = {0};
    *change = (struct stat_change){.p = 1, .low = -1, .high = 1};
    for (int side = 0; side < 2; side++) {
        if (pair->n[side] <= 0 || pair->samples[side] <= 0) continue;
        change->share[side] = bound(pair->x[side] / pair->n[side], 0, 1);
        n[side] = change->effective[side] = pair->samples[side] / pair->design_effect;
        x[side] = change->share[side] * n[side];
    }
    if (change->effective[0] <= 0 || change->effective[1] <= 0) return;
    change->change = change->share[1] - change->share[0];

    double pooled = (x[0] + x[1]) / (n[0] + n[1]);
    double rarer = pooled < 0.5 ? pooled : 1 - pooled;
    double least = rarer * (n[0] < n[1] ? n[0] : n[1]);
    change->exact = least < STAT_SMALL;
    if (change->exact) change->p = stat_fisher_mid_p(x[0], n[0], x[1], n[1]);
    else
        change->p =
            score_p(change->change, pooled * (1 - pooled) * (1 / n[0] + 1 / n[1]), pair->df);

    double z = stat_t_quantile(0.5 + confidence / 2, pair->df), low[2], high[2];
    for (int side = 0; side < 2; side++) stat_wilson(x[side], n[side], z, &low[side], &high[side]);
    const double *share = change->share;
    change->low = change->change - hypot(share[1] - low[1], high[0] - share[0]);
    change->high = change->change + hypot(high[1] - share[1], share[0] - low[0]);
    change->low = bound(change->low, -1, 1);
    change->high = bound(change->high, -1, 1);
}

double stat_compare_rates(const double x[2], const double exposure[2], double design_effect,
                          double df) {
    if (exposure[0] <= 0 || exposure[1] <= 0) return 1;
    double one = x[1] / design_effect, all = (x[0] + x[1]) / design_effect;
    double share = exposure[1] / (exposure[0] + exposure[1]);
    if (all <= 0) return 1;
    if (all * (share < 0.5 ? share : 1 - share) < STAT_SMALL)
        return stat_binomial_mid_p(one, all, share);
    return score_p(one / all - share, share * (1 - share) / all, df);
}

double stat_detectable(double share, double base, double fresh, double alpha, double power) {
    if (base <= 0 || fresh <= 0 || share >= 1) return MISSING_REAL;
    double z = stat_normal_quantile(1 - alpha / 2), more = stat_normal_quantile(power);
    double low = 0, high = 1 - share;
    for (int i = 0; i < 100; i++) {
        double change = (low + high) / 2, grown = share + change;
        double pooled = (share * base + grown * fresh) / (base + fresh);
        double by_chance = sqrt(pooled * (1 - pooled) * (1 / base + 1 / fresh));
        double spread = sqrt(share * (1 - share) / base + grown * (1 - grown) / fresh);
        if (change < z * by_chance + more * spread) low = change;
        else high = change;
    }
    /* With few samples even a change to everything is not seen. */
    return low >= (1 - share) * (1 - 1e-9) ? MISSING_REAL : high;
}

/* ==== Totals and limits ===================================================================== */

/* P(X >= x) with half of P(X = x), X binomial. */
static double binomial_upper_mid_p(double x, double n, double share);

double stat_exceeds(double x, double n, double limit, double design_effect, double df) {
    if (n <= 0) return 1;
    double effective = n / design_effect, hits = x / design_effect;
    if (effective * fmin(limit, 1 - limit) < STAT_SMALL)
        return binomial_upper_mid_p(hits, effective, limit);
    double deviation = sqrt(limit * (1 - limit) / effective);
    return stat_t_upper((x / n - limit) / deviation, df);
}

static double count_of(const struct stat_numbers *a) {
    return (double)a->len + a->zeros;
}

static double mean_of(const struct stat_numbers *a, double *variance) {
    double sum = 0, squares = 0, count = count_of(a);
    for (size_t i = 0; i < a->len; i++) sum += a->items[i];
    double mean = sum / count;
    for (size_t i = 0; i < a->len; i++) squares += square(a->items[i] - mean);
    squares += a->zeros * square(mean);
    *variance = squares / (count - 1) / count; /* of the mean */
    return mean;
}

double stat_welch(const struct stat_numbers *a, const struct stat_numbers *b) {
    if (count_of(a) < 2 || count_of(b) < 2) return 1;
    double va, vb, ma = mean_of(a, &va), mb = mean_of(b, &vb);
    if (va + vb <= 0) return ma == mb ? 1 : 0;
    double df = square(va + vb) / (square(va) / (count_of(a) - 1) + square(vb) / (count_of(b) - 1));
    return score_p(ma - mb, va + vb, df);
}

double stat_mean_exceeds(const struct stat_numbers *a, double limit) {
    if (count_of(a) < 2) return 1;
    double variance, mean = mean_of(a, &variance);
    if (variance <= 0) return mean > limit ? 0 : 1;
    return stat_t_upper((mean - limit) / sqrt(variance), count_of(a) - 1);
}

/* False: there is no ratio, or nothing is known of how it varies. */
static bool ratio_of_sums(const struct stat_ratio *a, double *ratio, double *variance) {
    double x = 0, n = 0, squares = 0, count = (double)a->len;
    for (size_t i = 0; i < a->len; i++) {
        x += a->x[i];
        n += a->n[i];
    }
    if (count < 2 || n <= 0) return false;
    *ratio = x / n;
    for (size_t i = 0; i < a->len; i++) squares += square(a->x[i] - *ratio * a->n[i]);
    *variance = squares * count / (count - 1) / square(n);
    return true;
}

double stat_ratio_exceeds(const struct stat_ratio *a, const struct stat_ratio *b) {
    double ra, rb, va, vb;
    if (!ratio_of_sums(a, &ra, &va) || !ratio_of_sums(b, &rb, &vb)) return 1;
    if (va + vb <= 0) return rb > ra ? 0 : 1;
    double df =
        square(va + vb) / (square(va) / ((double)a->len - 1) + square(vb) / ((double)b->len - 1));
    return stat_t_upper((rb - ra) / sqrt(va + vb), df);
}

double stat_ratio_above(const struct stat_ratio *a, double limit) {
    double ratio, variance;
    if (!ratio_of_sums(a, &ratio, &variance)) return 1;
    if (variance <= 0) return ratio > limit ? 0 : 1;
    return stat_t_upper((ratio - limit) / sqrt(variance), (double)a->len - 1);
}

/* ==== Exact tests =========================================================================== */

static double log_choose(double n, double k) {
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

/* Of outcomes low..high with these log probabilities: all that are less likely than the observed
 * one, and half of those as likely. */
struct outcomes {
    double low, high, observed;
    double (*log_probability)(const double *parameters, double x);
    double parameters[3];
};

static double two_sided_mid_p(const struct outcomes *o) {
    const double alike = 1e-7; /* two ways to the same number differ by rounding */
    double here = o->log_probability(o->parameters, o->observed), less = 0, same = 0, all = 0;
    for (uint64_t i = 0; i <= (uint64_t)(o->high - o->low); i++) {
        double other = o->log_probability(o->parameters, o->low + (double)i), p = exp(other);
        all += p;
        if (fabs(other - here) <= alike) same += p;
        else if (other < here) less += p;
    }
    return all > 0 ? bound((less + same / 2) / all, 0, 1) : 1;
}

/* Of k numbers that are not 0 each set of them is b's with a probability that depends on its size.
 */
double stat_deal(const struct stat_numbers *a, const struct stat_numbers *b) {
    const double all[2] = {count_of(a), count_of(b)};
    double numbers[STAT_DEAL_EXACT], by_size[STAT_DEAL_EXACT + 1], sum = 0, observed = 0, p = 0;
    if (a->len + b->len > STAT_DEAL_EXACT) return MISSING_REAL;
    size_t len = 0;
    for (size_t i = 0; i < a->len; i++) sum += numbers[len++] = a->items[i];
    for (size_t i = 0; i < b->len; i++) observed += numbers[len++] = b->items[i];
    sum += observed;
    if (all[0] < 1 || all[1] < 1) return 1;
    double rest = all[0] + all[1] - (double)len, dealt = log_choose(all[0] + all[1], all[1]);
    for (size_t k = 0; k <= len; k++) {
        double more = all[1] - (double)k;
        by_size[k] = more < 0 || more > rest ? 0 : exp(log_choose(rest, more) - dealt);
    }
    /* The sum of both is given: the more b has, the more its mean exceeds a's. */
    for (uint32_t set = 0; set < UINT32_C(1) << len; set++) {
        double has = 0;
        size_t size = 0;
        for (size_t i = 0; i < len; i++)
            if (set >> i & 1) {
                has += numbers[i];
                size++;
            }
        if (has >= observed - sum * 1e-12) p += by_size[size];
    }
    return bound(p, 0, 1);
}

double stat_deal_least(double a_count, double b_count) {
    return a_count < 1 || b_count < 1 ? 1 : exp(-log_choose(a_count + b_count, b_count));
}

static double log_hypergeometric(const double *p, double x) { /* p: n1, n2, hits of both */
    return log_choose(p[0], x) + log_choose(p[1], p[2] - x) - log_choose(p[0] + p[1], p[2]);
}

double stat_fisher_mid_p(double x1, double n1, double x2, double n2) {
    n1 = fmax(round(n1), 0);
    n2 = fmax(round(n2), 0);
    x1 = bound(round(x1), 0, n1);
    x2 = bound(round(x2), 0, n2);
    double hits = x1 + x2;
    if (hits > (n1 + n2) / 2) { /* the rest is as good, and fewer */
        x1 = n1 - x1;
        hits = n1 + n2 - hits;
    }
    if (n1 < 1 || n2 < 1 || hits < 1) return 1;
    struct outcomes o = {.low = fmax(0, hits - n2),
                         .high = fmin(n1, hits),
                         .observed = x1,
                         .log_probability = log_hypergeometric,
                         .parameters = {n1, n2, hits}};
    return two_sided_mid_p(&o);
}

static double log_binomial(const double *p, double x) { /* p: n, share */
    double hits = x > 0 ? x * log(p[1]) : 0;
    double rest = p[0] - x > 0 ? (p[0] - x) * log1p(-p[1]) : 0;
    return log_choose(p[0], x) + hits + rest;
}

double stat_binomial_mid_p(double x, double n, double share) {
    n = round(n);
    x = bound(round(x), 0, n);
    if (n < 1) return 1;
    if (share <= 0 || share >= 1) return (share <= 0 ? x <= 0 : x >= n) ? 1 : 0;
    /* Beyond forty standard deviations nothing adds to a double. */
    double far = 40 * sqrt(n * share * (1 - share)) + 10 + fabs(x - n * share);
    struct outcomes o = {.low = fmax(0, floor(n * share - far)),
                         .high = fmin(n, ceil(n * share + far)),
                         .observed = x,
                         .log_probability = log_binomial,
                         .parameters = {n, share}};
    return two_sided_mid_p(&o);
}

static double binomial_upper_mid_p(double x, double n, double share) {
    n = round(n);
    x = bound(round(x), 0, n);
    if (n < 1) return 1;
    if (share <= 0) return x > 0 ? 0 : 1;
    if (share >= 1) return 1;
    const double parameters[] = {n, share};
    double p = exp(log_binomial(parameters, x)) / 2;
    for (uint64_t i = 1; i <= (uint64_t)(n - x); i++) {
        double next = exp(log_binomial(parameters, x + (double)i));
        p += next;
        if (x + (double)i > n * share && next < p * DBL_EPSILON) break;
    }
    return bound(p, 0, 1);
}

/* ==== Many rows ============================================================================= */

static int by_p(const void *left, const void *right, void *context) {
    const double *p = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    return ORDER(p[a], p[b]) ?: ORDER(a, b);
}

static size_t *ascending(const double *p, size_t len) {
    size_t *order = mem_resize(NULL, len ? len : 1, sizeof *order);
    for (size_t i = 0; i < len; i++) order[i] = i;
    if (len) platform_sort(order, len, sizeof *order, by_p, (void *)p);
    return order;
}

void stat_holm(const double *p, size_t len, double *adjusted) {
    OWNED(mem_release) size_t *order = ascending(p, len);
    double least = 0; /* adjusted values never fall as p rises */
    for (size_t i = 0; i < len; i++) {
        double value = fmin(p[order[i]] * (double)(len - i), 1);
        if (value < least) value = least;
        least = adjusted[order[i]] = value;
    }
}

void stat_benjamini_hochberg(const double *p, size_t len, double *adjusted) {
    OWNED(mem_release) size_t *order = ascending(p, len);
    double most = 1;
    for (size_t i = len; i-- > 0;) {
        double value = p[order[i]] * (double)len / (double)(i + 1);
        if (value > most) value = most;
        most = adjusted[order[i]] = value;
    }
}
