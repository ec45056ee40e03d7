#include "analyzers/compare/quantiles.h"

#include "analyzers/compare/statistics.h"
#include "analyzers/time/lengths.h"
#include "base/map.h"

int64_t quantile_at(const struct quantile_events *events, double share) {
    OWNED(lengths_free) struct lengths lengths = {0};
    for (size_t i = 0; i < events->items.len; i++) lengths_add(&lengths, events->items.items[i].ns);
    lengths_sort(&lengths);
    return lengths_at(&lengths, share);
}

/* Of both sides together; the base side's events as long as factor makes them. */
static double common_quantile(const struct quantile_events sides[2], double share, double factor) {
    OWNED(lengths_free) struct lengths both = {0};
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side].items.len; i++) {
            double ns = (double)sides[side].items.items[i].ns * (side ? 1 : factor);
            lengths_add(&both, ns < 9e18 ? (int64_t)ns : INT64_MAX);
        }
    lengths_sort(&both);
    return (double)lengths_at(&both, share);
}

/* How many events take longer than that, by seconds. */
static void count_longer(const struct quantile_events *events, double factor, double longer_ns,
                         struct stat_clusters *all, struct stat_hits *hits) {
    OWNED(map_free) struct map cells = {0};
    ARRAY(double) n = {0};
    ARRAY(double) x = {0};
    for (size_t i = 0; i < events->items.len; i++) {
        size_t at = map_number(&cells, events->items.items[i].cell, n.len);
        if (at == n.len) {
            array_push(&n, 0.0);
            array_push(&x, 0.0);
        }
        array_at(&n, at) += 1;
        array_at(&x, at) += (double)events->items.items[i].ns * factor > longer_ns;
    }
    *all = (struct stat_clusters){.samples = (double)events->items.len, .count = (double)n.len};
    *hits = (struct stat_hits){0};
    for (size_t i = 0; i < n.len; i++) {
        all->n += n.items[i];
        all->nn += n.items[i] * n.items[i];
        hits->x += x.items[i];
        hits->xx += x.items[i] * x.items[i];
        hits->xn += x.items[i] * n.items[i];
    }
    arrays_free(&n, &x);
}

double quantile_exceeds(const struct quantile_events sides[2], double share, double factor) {
    struct stat_clusters all[2];
    struct stat_hits hits[2];
    struct stat_change change;
    double cut = common_quantile(sides, share, factor);
    for (int side = 0; side < 2; side++)
        count_longer(&sides[side], side ? 1 : factor, cut, &all[side], &hits[side]);
    struct stat_pair pair = {.design_effect = stat_design_effect(all, hits), .df = INFINITY};
    for (int side = 0; side < 2; side++) {
        pair.x[side] = hits[side].x;
        pair.n[side] = pair.samples[side] = all[side].n;
    }
    stat_compare(&pair, 0.95, &change);
    return change.change > 0 ? change.p / 2 : 1 - change.p / 2;
}

double quantile_above(const struct quantile_events *events, double share, double limit_ns) {
    struct stat_clusters all[2] = {{0}};
    struct stat_hits hits[2] = {{0}};
    count_longer(events, 1, limit_ns, &all[1], &hits[1]);
    double effect = stat_design_effect(all, hits);
    return stat_exceeds(hits[1].x, all[1].n, 1 - share, effect, INFINITY);
}

void quantile_events_free(struct quantile_events *events) {
    array_free(&events->items);
}
