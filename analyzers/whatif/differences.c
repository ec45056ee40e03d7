#include "analyzers/whatif/differences.h"

#include "analyzers/compare/statistics.h"
#include "base/missing.h"

/* By chance alone: what else intervals allow for is the same on both sides. In logarithms, in which
 * they are symmetric. */
static double error_of(const struct whatif_estimate *e) {
    return (log1p(e->chance_high / 100) - log1p(e->chance_low / 100)) / 2 /
           stat_normal_quantile(0.5 + WHATIF_CONFIDENCE / 2);
}

static struct whatif_difference difference(const struct whatif_estimate *base,
                                           const struct whatif_estimate *fresh) {
    struct whatif_difference d = {
        .points = MISSING_REAL, .low = MISSING_REAL, .high = MISSING_REAL, .p = 1};
    if (is_missing(base->gain) || is_missing(fresh->gain)) return d;
    d.points = fresh->gain - base->gain;
    d.low = d.points - hypot(fresh->gain - fresh->chance_low, base->chance_high - base->gain);
    d.high = d.points + hypot(fresh->chance_high - fresh->gain, base->gain - base->chance_low);
    double log = log1p(fresh->gain / 100) - log1p(base->gain / 100),
           error = hypot(error_of(fresh), error_of(base));
    d.p = error > 0 ? 2 * stat_t_upper(fabs(log) / error, HUGE_VAL) : log == 0;
    return d;
}

void whatif_differences(const struct whatif_estimate *base, const struct whatif_estimate *fresh,
                        size_t len, struct whatif_difference *out) {
    double *p = mem_zero(len, sizeof *p);
    size_t known = 0;
    for (size_t i = 0; i < len; i++) {
        out[i] = difference(&base[i], &fresh[i]);
        if (is_known(out[i].points)) p[known++] = out[i].p;
    }
    stat_holm(p, known, p);
    known = 0;
    for (size_t i = 0; i < len; i++) {
        struct whatif_difference *d = &out[i];
        if (is_missing(d->points)) continue;
        d->p = p[known++];
        if (d->low > -WHATIF_SMALL && d->high < WHATIF_SMALL) d->change = WHATIF_SAME;
        else if (d->p <= 1 - WHATIF_CONFIDENCE) d->change = WHATIF_DIFFERS;
    }
    free(p);
}
