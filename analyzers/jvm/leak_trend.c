#include "analyzers/jvm/leak_trend.h"

#include "base/units.h"

#define LEAST_PARTS 5
#define START_UP_NS (5 * NS_PER_S)
#define LEAST_NS NS_PER_S /* from the first part to the last */

const struct wish leak_trend_rows[LEAK_TREND_TABLES] = {LEAK_TREND_ROWS};

int64_t leak_warm_since(const struct event_table *classes, const struct time_window *window) {
    int64_t most = 0;
    for (size_t row = 0; row < classes->rows; row++)
        if (time_window_has(window, event_table_int(classes, 0, row)) &&
            event_table_int(classes, 1, row) > most)
            most = event_table_int(classes, 1, row);
    for (size_t row = 0; row < classes->rows; row++)
        if (time_window_has(window, event_table_int(classes, 0, row)) &&
            (double)event_table_int(classes, 1, row) > 0.9 * (double)most)
            return event_table_int(classes, 0, row);
    return INT64_MIN;
}

size_t leak_processes(const struct tables *tables) {
    const struct event_table *t = tables_find(tables, &leak_trend_rows[TREND_JVMS]);
    OWNED(map_free) struct map seen = {0};
    for (size_t row = 0; row < t->rows; row++) map_add(&seen, (uint64_t)event_table_int(t, 1, row));
    return seen.len;
}

/* Are all collections of the JVM's first seconds, and of less than half of the time until the end?
 * What a program builds then is start-up, and it did not go on. */
static bool is_start_up(const struct tables *tables, int64_t end_ns, int64_t last_ns) {
    const struct event_table *t = tables_find(tables, &leak_trend_rows[TREND_JVMS]);
    int64_t start = t->rows ? event_table_int(t, 2, t->rows - 1) : MISSING, all, until;
    if (start <= 0 || end_ns == INT64_MAX) return false;
    return !__builtin_sub_overflow(last_ns, start, &until) &&
           !__builtin_sub_overflow(end_ns, start, &all) && until < START_UP_NS && until < all / 2;
}

struct after {
    int64_t time_ns, bytes;
};
typedef ARRAY(struct after) afters;

/* Those since the time, besides what is said of all. */
static afters afters_of(const struct tables *tables, const struct time_window *window,
                        int64_t since_ns, struct leak_trend *trend) {
    const struct event_table *t = tables_find(tables, &leak_trend_rows[TREND_HEAP]);
    afters out = {0};
    for (size_t row = 0; row < t->rows; row++) {
        int64_t bytes = whole_amount(event_table_int(t, TREND_USED, row));
        int64_t limit = whole_amount(event_table_int(t, TREND_RESERVED, row));
        if (!time_window_has(window, event_table_int(t, 0, row)) || is_missing(bytes) ||
            event_table_repeats(t, row))
            continue;
        trend->max = whole_max(trend->max, limit);
        if (!tables_text_is(tables, event_table_id(t, TREND_WHEN, row), "After GC")) continue;
        trend->collections++;
        if (event_table_int(t, 0, row) >= since_ns)
            array_push(&out, (struct after){event_table_int(t, 0, row), bytes});
    }
    t = tables_find(tables, &leak_trend_rows[TREND_LIMIT]);
    if (t->rows && event_table_int(t, 1, t->rows - 1) > 0)
        trend->max = event_table_int(t, 1, t->rows - 1);
    return out;
}

static void make_parts(const afters *all, struct leak_trend *trend) {
    int64_t first = all->items[0].time_ns, span;
    if (__builtin_sub_overflow(all->items[all->len - 1].time_ns, first, &span) || span <= 0) return;
    struct leak_part parts[LEAK_PARTS];
    for (size_t i = 0; i < LEAK_PARTS; i++) parts[i].bytes = MISSING;
    for (size_t i = 0; i < all->len; i++) {
        double share = (double)(all->items[i].time_ns - first) / (double)span;
        size_t at = share < 1 ? (size_t)(share * LEAK_PARTS) : LEAK_PARTS - 1;
        if (is_known(parts[at].bytes) && parts[at].bytes <= all->items[i].bytes) continue;
        parts[at] = (struct leak_part){all->items[i].time_ns, all->items[i].bytes};
    }
    for (size_t i = 0; i < LEAK_PARTS; i++)
        if (is_known(parts[i].bytes)) array_push(&trend->parts, parts[i]);
}

ORDERED(compare_reals, double, ORDER(*x, *y))

static double median_bytes(const struct leak_part *parts, size_t len) {
    double bytes[LEAK_PARTS];
    for (size_t i = 0; i < len; i++) bytes[i] = (double)parts[i].bytes;
    qsort(bytes, len, sizeof *bytes, compare_reals);
    return (bytes[(len - 1) / 2] + bytes[len / 2]) / 2;
}

/* Is the last third above the middle one? What fills up once and then stays is no leak. */
static bool goes_on(const struct leak_trend *trend) {
    const size_t third = trend->parts.len / 3;
    const struct leak_part *parts = trend->parts.items, *last = parts + trend->parts.len - third;
    return median_bytes(last, third) > median_bytes(parts + third, (size_t)(last - parts) - third);
}

/* Slope by Theil and Sen, test by Mann and Kendall (as normal, with correction for continuity). */
static void judge(struct leak_trend *trend) {
    double slopes[LEAK_PARTS * LEAK_PARTS] = {0}, s = 0;
    size_t n = trend->parts.len, count = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            const struct leak_part *a = &trend->parts.items[i], *b = &trend->parts.items[k];
            double change = (double)(b->bytes - a->bytes);
            slopes[count++] = change / ((double)(b->time_ns - a->time_ns) / 1e9);
            s += ORDER(change, 0);
        }
    }
    qsort(slopes, count, sizeof *slopes, compare_reals);
    trend->bytes_per_s =
        count % 2 ? slopes[count / 2] : (slopes[count / 2 - 1] + slopes[count / 2]) / 2;
    double variance = (double)(n * (n - 1) * (2 * n + 5)) / 18;
    double z = s == 0 ? 0 : (fabs(s) - 1) / sqrt(variance);
    trend->chance = erfc(z / sqrt(2));
    const struct leak_part *first = &trend->parts.items[0], *last = &trend->parts.items[n - 1];
    double span = (double)(last->time_ns - first->time_ns) / 1e9;
    double change = fabs(trend->bytes_per_s) * span;
    bool large = change > 0.1 * (double)first->bytes; /* else it is nothing to speak of */
    trend->verdict = trend->chance > 0.05 || !large ? LEAK_STEADY
                     : trend->bytes_per_s <= 0      ? LEAK_SHRINKS
                     : goes_on(trend)               ? LEAK_GROWS
                                                    : LEAK_STEADY;
    int64_t room = whole_amount(whole_minus(trend->max, last->bytes));
    double left = ratio_of(whole_real(room), trend->bytes_per_s);
    if (trend->verdict == LEAK_GROWS && left < 9e9) trend->full_ns = (int64_t)(left * 1e9);
}

void leak_trend_make(const struct tables *tables, const struct time_window *window, int64_t end_ns,
                     struct leak_trend *trend) {
    *trend = (struct leak_trend){
        .bytes_per_s = MISSING_REAL, .chance = MISSING_REAL, .max = MISSING, .full_ns = MISSING};
    int64_t since = leak_warm_since(tables_find(tables, &leak_trend_rows[TREND_CLASSES]), window);
    OWNED(array_release) afters all = afters_of(tables, window, since, trend);
    if (leak_processes(tables) < 2 && all.len &&
        !is_start_up(tables, end_ns, all.items[all.len - 1].time_ns))
        make_parts(&all, trend);
    size_t n = trend->parts.len;
    if (n >= LEAST_PARTS &&
        trend->parts.items[n - 1].time_ns - trend->parts.items[0].time_ns >= LEAST_NS)
        judge(trend);
}

void leak_trend_free(struct leak_trend *trend) {
    array_free(&trend->parts);
}
