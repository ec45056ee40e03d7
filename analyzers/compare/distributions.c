/* Distributions and the rank test of statistics.h. */
#include "analyzers/compare/statistics.h"

#include "base/mem.h"
#include "base/order.h"
#include "base/search.h"

#include <float.h>
#include <math.h>

/* P(Z > z). */
static double normal_upper(double z) {
    return erfc(z / M_SQRT2) / 2;
}

/* Inverse of a distribution by halving: as exact as the distribution is, and needs nothing else. */
static double quantile(double p, double df) {
    if (p <= 0) return -INFINITY;
    if (p >= 1) return INFINITY;
    if (p < 0.5) return -quantile(1 - p, df);
    double low = 0, high = 1, upper = 1 - p;
    while (stat_t_upper(high, df) > upper && high < 1e12) high *= 2;
    for (int i = 0; i < 200 && high - low > DBL_EPSILON * high; i++) {
        double middle = (low + high) / 2;
        if (stat_t_upper(middle, df) > upper) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

double stat_normal_quantile(double p) {
    return quantile(p, INFINITY);
}

/* All rows of a diff ask for the same one. */
double stat_t_quantile(double p, double df) {
    static _Thread_local struct { double p, df, value; } last = {0.5, 1, 0};
    if (p != last.p || df != last.df) {
        last.value = quantile(p, df);
        last.p = p;
        last.df = df;
    }
    return last.value;
}

/* The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), evaluated
 * from the front after Lentz. */
static double beta_fraction(double a, double b, double x) {
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1), value;
    if (fabs(d) < tiny) d = tiny;
    value = d = 1 / d;
    for (int m = 1; m <= 1000; m++) {
        double terms[2] = {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                           -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))};
        double step = 1;
        for (int i = 0; i < 2; i++) {
            d = 1 + terms[i] * d;
            c = 1 + terms[i] / c;
            if (fabs(d) < tiny) d = tiny;
            if (fabs(c) < tiny) c = tiny;
            d = 1 / d;
            step = c * d;
            value *= step;
        }
        if (fabs(step - 1) < 1e-15) break;
    }
    return value;
}

/* Regularised incomplete beta function I_x(a, b). */
static double beta_share(double a, double b, double x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double stat_t_upper(double t, double df) {
    if (isinf(df) || df > 1e7) return normal_upper(t);
    double both = beta_share(df / 2, 0.5, df / (df + t * t));
    return t >= 0 ? both / 2 : 1 - both / 2;
}

struct ranked {
    double value;
    bool first;  /* of the first row */
    size_t rank; /* doubled, so that the mean rank of a tie is whole */
};

ORDERED(by_value, struct ranked, RISING(value))

/* Ranks all, ties at the mean of their ranks; returns the sum over ties of t^3 - t. */
static double rank_all(struct ranked *all, size_t len) {
    double ties = 0;
    qsort(all, len, sizeof *all, by_value);
    for (size_t from = 0, to; from < len; from = to) {
        to = search_on(k, from + 1, len, all[k].value == all[from].value);
        double tied = (double)(to - from);
        ties += tied * tied * tied - tied;
        for (size_t i = from; i < to; i++) all[i].rank = from + to + 1; /* from + 1 ... to */
    }
    return ties;
}

/* In how many ways k of the ranks give each sum: ways[k][sum], each rank taken or not. */
static double exact_p(const struct ranked *all, size_t len, size_t k, size_t observed) {
    size_t most = len * (len + 1);
    OWNED(mem_release) double *ways = mem_zero((k + 1) * (most + 1), sizeof *ways);
    ways[0] = 1;
    for (size_t i = 0; i < len; i++)
        for (size_t taken = k < i + 1 ? k : i + 1; taken > 0; taken--)
            for (size_t sum = most; sum >= all[i].rank; sum--)
                ways[taken * (most + 1) + sum] +=
                    ways[(taken - 1) * (most + 1) + sum - all[i].rank];
    double far = 0, total = 0, middle = (double)(k * (len + 1));
    for (size_t sum = 0; sum <= most; sum++) {
        double here = ways[k * (most + 1) + sum];
        total += here;
        if (fabs((double)sum - middle) >= fabs((double)observed - middle)) far += here;
    }
    return far / total;
}

double stat_rank_test(const double *a, size_t a_len, const double *b, size_t b_len) {
    size_t len = a_len + b_len;
    if (a_len == 0 || b_len == 0) return 1;
    OWNED(mem_release) struct ranked *all = mem_resize(NULL, len, sizeof *all);
    for (size_t i = 0; i < len; i++)
        all[i] = (struct ranked){i < a_len ? a[i] : b[i - a_len], i < a_len, 0};
    double ties = rank_all(all, len), p;
    size_t sum = 0;
    for (size_t i = 0; i < len; i++) sum += all[i].first ? all[i].rank : 0;
    if (len <= STAT_RANK_EXACT) {
        p = exact_p(all, len, a_len, sum);
    } else {
        double n = (double)len, na = (double)a_len, nb = (double)b_len;
        double variance = na * nb / 12 * (n + 1 - ties / (n * (n - 1)));
        double off = fabs((double)sum / 2 - na * (n + 1) / 2) - 0.5;
        p = off <= 0 || variance <= 0 ? 1 : fmin(1, 2 * normal_upper(off / sqrt(variance)));
    }
    return p;
}

double stat_rank_least(size_t a_len, size_t b_len) {
    double ways = 1;
    for (size_t i = 1; i <= a_len; i++) ways = ways * (double)(b_len + i) / (double)i;
    return a_len && b_len ? fmin(1, 2 / ways) : 1;
}
